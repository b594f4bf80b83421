//! Event cards (chapter 14 of the ledger) and the decisions of step 8 and 9.

use rules::{Denied, Seat, rule};

use crate::{
    StarCraft,
    action::{Action, Event, Thing},
    data::Timing,
    effect::{Code, Effect, Need, Site, Ware},
    ids::{Area, EventBag, EventId, Force, Gate, Kind, Module, Planet, Route, total},
    state::{Ending, Frame, NONE, Order, State},
};

impl StarCraft {
    // --- reading -------------------------------------------------------------------------

    /// SC-CHN-8: the next face-down card to be read: living players in turn order, oldest first.
    pub(crate) fn next_face(&self, state: &State) -> Option<(Seat, u8)> {
        (0..self.players()).map(|at| self.seat_at(state, at)).find_map(|seat| {
            let front = state.player(seat).front;
            front.iter().position(|&count| count > 0).map(|stage| (seat, stage as u8))
        })
    }

    /// SC-CHN-6: cards of a stage that nobody has turned up yet; the ones removed in set-up are among them.
    pub(crate) fn unseen_events(&self, state: &State, stage: u8) -> EventBag {
        let mut bag = EventBag::default();
        for (at, event) in self.components.events.iter().enumerate().filter(|(_, event)| event.stage == stage)
        {
            let id = EventId(at as u8);
            let seen = state.players.iter().map(|player| player.kept.count(id) + player.faces.count(id));
            let mut out: u8 = seen.sum::<u8>() + state.spent.count(id);
            if id == self.end {
                out += state.ends;
            }
            if let Some(Frame::Event { event, .. }) =
                state.frames.iter().find(|frame| matches!(frame, Frame::Event { .. }))
                && *event == id
            {
                out += 1;
            }
            for _ in out..event.copies {
                bag.add(id);
            }
        }
        bag
    }

    pub(crate) fn face_drawn(&self, state: &mut State, event: EventId, emit: &mut impl FnMut(Event)) {
        rule!("SC-CHN-9");
        let (seat, stage) = self.next_face(state).expect("chance was asked for a card");
        rule!("SC-CHN-6");
        rule!("SC-CHN-8");
        let player = state.player_mut(seat);
        player.front[usize::from(stage)] -= 1;
        rule!("SC-REGR-11");
        player.faces.add(event);
        emit(Event::EventRead { seat, event: Some(event) });
    }

    pub(crate) fn skip_faces(&self, state: &mut State) -> bool {
        if self.next_face(state).is_some() {
            return false;
        }
        state.set_frame(Frame::Events { at: 0 });
        true
    }

    // --- the turn of a player ------------------------------------------------------------

    /// The player whose turn of step 8 it is.
    pub(crate) fn event_seat(&self, state: &State) -> Seat {
        let at = state.frames.iter().find_map(|frame| match frame {
            Frame::Events { at } => Some(*at),
            _ => None,
        });
        self.seat_at(state, at.expect("events are played in step 8"))
    }

    pub(crate) fn skip_events(&self, state: &mut State, at: u8, emit: &mut impl FnMut(Event)) -> bool {
        if at >= self.players() {
            match self.end_by_cards(state) {
                Some(winners) => self.finish(state, Ending::EndCards, winners, emit),
                None => self.begin_discards(state),
            }
            return true;
        }
        let seat = self.seat_at(state, at);
        let skipped = state.player(seat).faces.is_empty();
        if skipped {
            state.set_frame(Frame::Events { at: at + 1 });
        }
        skipped
    }

    /// SC-REGR-13: the other cards of the round are shown and discarded; the next player decides.
    fn end_turn(&self, state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
        let rest = std::mem::take(&mut state.player_mut(seat).faces);
        for event in rest.kinds() {
            for _ in 0..rest.count(event) {
                rule!("SC-REGR-13");
                emit(Event::EventDiscarded { seat, event });
            }
        }
        state.spent.add_all(rest);
        let Frame::Events { at } = state.frame() else { unreachable!("the frame of step 8 is open") };
        rule!("SC-REGR-19");
        state.set_frame(Frame::Events { at: at + 1 });
    }

    /// SC-REGR-12, SC-EVT-6: all End cards, one benefit.
    fn play_ends(&self, state: &mut State, seat: Seat, point: bool, emit: &mut impl FnMut(Event)) {
        let held = state.player(seat).faces.count(self.end);
        for _ in 0..held {
            rule!("SC-REGR-12");
            state.player_mut(seat).faces.take(self.end);
            rule!("SC-VOC-15");
            state.ends += 1;
            emit(Event::EventPlayed { seat, event: self.end });
        }
        let options = self.components.event(self.end).effects.iter().find_map(|effect| match &effect.code {
            Code::Choose(options) => Some(options),
            _ => None,
        });
        let mut draws = 0;
        for option in options.into_iter().flatten() {
            match *option {
                Code::Cp(n) if point => {
                    rule!("SC-RUL-6");
                    rule!("SC-EVT-6");
                    self.gain_points(state, seat, n, emit);
                }
                Code::Draw(n) if !point => draws = n,
                _ => {}
            }
        }
        self.end_turn(state, seat, emit);
        if draws > 0 {
            self.draw_cards(state, seat, draws);
        }
    }

    fn play(&self, state: &mut State, seat: Seat, event: EventId, emit: &mut impl FnMut(Event)) {
        state.player_mut(seat).faces.take(event);
        emit(Event::EventPlayed { seat, event });
        if self.components.event(event).timing == Timing::Keep {
            rule!("SC-EVT-1");
            state.player_mut(seat).kept.add(event);
            self.end_turn(state, seat, emit);
        } else {
            state.frames.push(Frame::Event { event, effect: 0 });
        }
    }

    fn next_effect(&self, state: &mut State) {
        for frame in state.frames.as_mut_slice() {
            if let Frame::Event { effect, .. } = frame {
                *effect += 1;
            }
        }
    }

    fn effect(&self, event: EventId, effect: u8) -> Option<&Effect> {
        self.components.event(event).effects.get(usize::from(effect))
    }

    /// Carries out effects until one needs an answer (SC-EVT-9).
    pub(crate) fn run_event(
        &self,
        state: &mut State,
        event: EventId,
        effect: u8,
        emit: &mut impl FnMut(Event),
    ) -> bool {
        rule!("SC-EVT-9");
        let seat = self.event_seat(state);
        let Some(effect) = self.effect(event, effect).filter(|_| state.alive.contains(seat)) else {
            state.frames.pop();
            state.spent.add(event);
            self.end_turn(state, seat, emit);
            return true;
        };
        let met = effect.needs.iter().all(|need| match *need {
            Need::OwnCpAreas(n) => {
                rule!("SC-EVT-16");
                self.conquest_areas(state, seat) >= n
            }
            _ => true,
        });
        if !met {
            self.next_effect(state);
            return true;
        }
        match effect.code {
            Code::AddWorkers(n) => {
                let n = n.min(self.components.common.workers - self.workers(state, seat));
                state.player_mut(seat).pool += n;
                emit(Event::WorkersAdded { seat, n });
                self.next_effect(state);
            }
            Code::Draw(n) => {
                self.next_effect(state);
                self.draw_cards(state, seat, n);
            }
            Code::Cp(n) => {
                rule!("SC-EVT-5");
                self.gain_points(state, seat, n, emit);
                self.next_effect(state);
            }
            Code::TakeFirst => {
                state.next_first = seat.0;
                self.next_effect(state);
            }
            _ => {
                let mut answers = Vec::new();
                self.event_offer(state, seat, &mut answers);
                if answers.iter().any(|&action| self.event_judge(state, seat, action).is_ok()) {
                    return false;
                }
                rule!("SC-EVT-2");
                self.next_effect(state);
            }
        }
        true
    }

    fn conquest_areas(&self, state: &State, seat: Seat) -> u8 {
        let conquest = self.components.areas.iter().enumerate();
        conquest
            .filter(|(_, area)| area.resource == crate::data::Resource::Conquest)
            .filter(|(at, _)| self.controls(state, seat, Area(*at as u8)))
            .count() as u8
    }

    /// PLACE: what can be put into an area, figures left counted.
    fn placed_units(&self, state: &State, seat: Seat, list: &[Vec<(Kind, u8)>; 3]) -> Force {
        let mut units = [0; 9];
        for &(kind, count) in &list[self.race_of(state, seat).index()] {
            let local = self.local(state, seat, kind).expect("events.json lists units by race");
            rule!("SC-EVT-3");
            units[local] = count.min(self.figures_left(state, seat, local));
        }
        units
    }

    fn fits_site(&self, state: &State, seat: Seat, site: Site, area: Area) -> bool {
        area.index() < self.components.areas.len()
            && state.tiles[self.planet(area).index()].placed
            && self.has_room(state, seat, area)
            && match site {
                Site::OwnBaseArea => state.area(area).base == seat.0 && self.controls(state, seat, area),
                Site::OwnPlanet => self.has_forces(state, seat, self.planet(area)),
                Site::Friendly => self.controls(state, seat, area),
            }
    }

    /// SC-EVT-10: all that fit; otherwise the player says which.
    pub(crate) fn settle_put(
        &self,
        state: &mut State,
        area: Area,
        units: Force,
        emit: &mut impl FnMut(Event),
    ) -> bool {
        let seat = self.event_seat(state);
        let free = self.limit(area) - total(&state.area(area).units);
        if total(&units) > free && free > 0 {
            return false;
        }
        if free > 0 {
            for kind in self.kinds_in(state, seat, units) {
                let local = self.local(state, seat, kind).expect("a kind of the seat's race");
                for _ in 0..units[local] {
                    self.put_unit(state, seat, local, area);
                    emit(Event::UnitPlaced { seat, kind, area });
                }
            }
        }
        state.frames.pop();
        true
    }

    // --- decisions -----------------------------------------------------------------------

    pub(crate) fn event_offer(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        match state.frame() {
            Frame::Events { .. } => {
                let faces = state.player(seat).faces;
                if faces.count(self.end) > 0 {
                    out.extend([Action::EndCard, Action::EndPoint]);
                } else {
                    out.extend(faces.kinds().map(Action::PlayEvent));
                    out.push(Action::NoEvent);
                }
            }
            Frame::Strike { area } => {
                out.extend(self.kinds_in(state, seat, state.area(area).units).map(Action::Lose));
            }
            Frame::Put { units, .. } => out.extend(self.kinds_in(state, seat, units).map(Action::Put)),
            Frame::PutOne { .. } => out.extend(self.every_area(state).map(Action::Area)),
            Frame::Discard => {
                let player = state.player(seat);
                let cards = self.cards_in(state, seat, player.hand & !player.dropping);
                out.extend(cards.map(Action::Discard));
            }
            Frame::Event { event, effect } => {
                if let Some(effect) = self.effect(event, effect) {
                    self.offer_effect(state, seat, effect, out);
                }
            }
            _ => {}
        }
    }

    fn every_area(&self, state: &State) -> impl Iterator<Item = Area> {
        let areas = (0..self.components.areas.len() as u8).map(Area);
        areas.filter(|&area| state.tiles[self.planet(area).index()].placed)
    }

    fn offer_effect(&self, state: &State, seat: Seat, effect: &Effect, out: &mut Vec<Action>) {
        let routes = || (0..state.routes.len() as u8).map(Route);
        match &effect.code {
            Code::AddTransport(_) => out.extend(routes().map(Action::Route)),
            Code::MoveZEnd => {
                let free: Vec<Gate> = self.gates(state).filter(|&gate| self.is_free(state, gate)).collect();
                for route in routes().filter(|route| state.routes[route.index()].z) {
                    for end in 0..2 {
                        out.extend(free.iter().map(|&gate| Action::MoveEnd(route, end, gate)));
                    }
                }
            }
            Code::Buy(ware, _) => {
                match ware {
                    Ware::Module => out.extend(Module::ALL.map(|module| Action::Buy(Thing::Module(module)))),
                    Ware::Building => out.extend((0..3).map(|at| Action::Buy(Thing::Level(at)))),
                    Ware::Technology => self.offer_techs(state, seat, out),
                }
                out.push(Action::NoBuy);
            }
            Code::Place(..) | Code::Undeplete | Code::KillUnit(_) => {
                out.extend(self.every_area(state).map(Action::Area));
            }
            Code::PlaceOneOf(_, kinds) => {
                out.extend(kinds[self.race_of(state, seat).index()].iter().map(|&kind| Action::Kind(kind)));
            }
            Code::KillTransport(_) => {
                for route in routes() {
                    let owners = state.alive.without(seat).iter();
                    let owners =
                        owners.filter(|owner| state.routes[route.index()].transports >> owner.0 & 1 == 1);
                    out.extend(owners.map(|owner| Action::Transport(route, owner)));
                }
            }
            Code::IdleWorkers(_) | Code::Jam(_) => {
                out.extend(state.alive.without(seat).iter().map(Action::Player));
            }
            Code::OrderNow(_) => {
                let placed = (0..12).map(Planet).filter(|planet| state.tiles[planet.index()].placed);
                out.extend(placed.map(Action::OrderPlanet));
            }
            _ => {}
        }
    }

    pub(crate) fn event_judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        match (state.frame(), action) {
            (Frame::Events { .. }, _) => self.judge_turn(state, seat, action),
            (Frame::Discard, _) => self.discard_judge(state, seat, action),
            (Frame::Strike { area }, Action::Lose(kind)) => {
                let there = self.local(state, seat, kind).is_some_and(|at| state.area(area).units[at] > 0);
                if there { Ok(()) } else { Err(Denied(rule!("SC-DEC-16"))) }
            }
            (Frame::Put { units, .. }, Action::Put(kind)) => {
                let due = self.local(state, seat, kind).is_some_and(|local| units[local] > 0);
                if due { Ok(()) } else { Err(Denied(rule!("SC-EVT-10"))) }
            }
            (Frame::PutOne { .. }, Action::Area(area)) => {
                if self.fits_site(state, seat, Site::Friendly, area) {
                    Ok(())
                } else {
                    Err(Denied(rule!("SC-EVT-3")))
                }
            }
            (Frame::Event { event, effect }, _) => match self.effect(event, effect) {
                Some(effect) => self.judge_effect(state, seat, effect, action),
                None => Err(Denied(rule!("SC-DEC-30"))),
            },
            _ => Err(Denied(rule!("SC-DEC-30"))),
        }
    }

    fn judge_turn(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let faces = state.player(seat).faces;
        let forced = faces.count(self.end) > 0;
        match action {
            Action::EndCard | Action::EndPoint if forced => Ok(()),
            Action::PlayEvent(_) | Action::NoEvent if forced => Err(Denied(rule!("SC-RUL-4"))),
            Action::PlayEvent(event) if event.0 < 32 && faces.count(event) > 0 => Ok(()),
            Action::NoEvent => Ok(()),
            _ => Err(Denied(rule!("SC-DEC-26"))),
        }
    }

    fn near(&self, state: &State, seat: Seat, route: Route) -> bool {
        let ends = self.planet_of_route_end(state, route.index());
        ends.iter().any(|&planet| self.has_forces(state, seat, planet))
    }

    fn judge_effect(&self, state: &State, seat: Seat, effect: &Effect, action: Action) -> Result<(), Denied> {
        let common = &self.components.common;
        let opponent = |other: Seat| other != seat && state.alive.contains(other);
        let fits = match (&effect.code, action) {
            (Code::AddTransport(_), Action::Route(route)) => {
                route.index() < state.routes.len()
                    && state.routes[route.index()].transports >> seat.0 & 1 == 0
                    && self.transports(state, seat) < common.transports
                    && self
                        .planet_of_route_end(state, route.index())
                        .iter()
                        .any(|&planet| self.base_on(state, seat, planet).is_some())
            }
            (Code::MoveZEnd, Action::MoveEnd(route, end, gate)) => {
                let laid = state.routes.get(route.index()).filter(|route| route.z && end < 2);
                let moved = laid.is_some_and(|laid| {
                    let other = if end == 0 { laid.b } else { laid.a };
                    other.planet != gate.planet && self.is_free(state, gate)
                });
                if !moved {
                    return Err(Denied(rule!("SC-EVT-11")));
                }
                true
            }
            (Code::Buy(..), Action::NoBuy) => true,
            (Code::Buy(ware, less), Action::Buy(thing)) => {
                let wanted = match thing {
                    Thing::Module(_) => Ware::Module,
                    Thing::Level(_) => Ware::Building,
                    Thing::Tech(tech) if *ware == Ware::Technology => {
                        return self.may_buy_tech(state, seat, tech, *less);
                    }
                    _ => return Err(Denied(rule!("SC-EVT-4"))),
                };
                if wanted != *ware {
                    return Err(Denied(rule!("SC-EVT-4")));
                }
                self.may_upgrade(state, seat, thing)?;
                return self.can_afford(state, seat, self.cost_for(state, seat, thing), *less);
            }
            (Code::Place(site, units), Action::Area(area)) => {
                total(&self.placed_units(state, seat, units)) > 0 && self.fits_site(state, seat, *site, area)
            }
            (Code::PlaceOneOf(site, kinds), Action::Kind(kind)) => {
                kinds[self.race_of(state, seat).index()].contains(&kind)
                    && self
                        .local(state, seat, kind)
                        .is_some_and(|local| self.figures_left(state, seat, local) > 0)
                    && self.every_area(state).any(|area| self.fits_site(state, seat, *site, area))
            }
            (Code::Undeplete, Action::Area(area)) => {
                area.index() < self.components.areas.len()
                    && state.area(area).card == seat.0
                    && state.area(area).depletion == 1
            }
            (Code::KillTransport(_), Action::Transport(route, owner)) => {
                route.index() < state.routes.len()
                    && opponent(owner)
                    && state.routes[route.index()].transports >> owner.0 & 1 == 1
                    && self.near(state, seat, route)
            }
            (Code::IdleWorkers(_) | Code::Jam(_), Action::Player(other)) => opponent(other),
            (Code::KillUnit(_), Action::Area(area)) => {
                area.index() < self.components.areas.len() && {
                    let owner = state.area(area).owner;
                    owner != NONE && owner != seat.0 && self.has_forces(state, seat, self.planet(area))
                }
            }
            (Code::OrderNow(_), Action::OrderPlanet(planet)) => {
                let legal = planet.0 < 12 && self.order_planets(state, seat) >> planet.0 & 1 == 1;
                if !legal {
                    return Err(Denied(rule!("SC-EVT-12")));
                }
                true
            }
            _ => false,
        };
        if fits { Ok(()) } else { Err(Denied(rule!("SC-DEC-30"))) }
    }

    pub(crate) fn event_act(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        match (state.frame(), action) {
            (Frame::Events { .. }, Action::PlayEvent(event)) => self.play(state, seat, event, emit),
            (Frame::Events { .. }, Action::NoEvent) => self.end_turn(state, seat, emit),
            (Frame::Events { .. }, _) => self.play_ends(state, seat, action == Action::EndPoint, emit),
            (Frame::Discard, Action::Discard(card)) => self.discard_act(state, seat, card, emit),
            (Frame::Strike { area }, Action::Lose(kind)) => {
                let local = self.local(state, seat, kind).expect("checked to be there");
                self.remove_unit(state, area, local);
                emit(Event::UnitDestroyed { seat, kind, area });
                state.frames.pop();
                self.check_elimination(state, emit);
            }
            (Frame::Put { area, mut units }, Action::Put(kind)) => {
                let local = self.local(state, seat, kind).expect("checked to be due");
                units[local] -= 1;
                self.put_unit(state, seat, local, area);
                emit(Event::UnitPlaced { seat, kind, area });
                state.set_frame(Frame::Put { area, units });
            }
            (Frame::PutOne { kind }, Action::Area(area)) => {
                let local = self.local(state, seat, Kind(kind)).expect("checked to be of the race");
                self.put_unit(state, seat, local, area);
                emit(Event::UnitPlaced { seat, kind: Kind(kind), area });
                state.frames.pop();
            }
            (Frame::Event { event, effect }, _) => {
                let effect = self.effect(event, effect).expect("an effect waits for an answer");
                self.next_effect(state);
                self.answer(state, seat, effect, action, emit);
            }
            _ => unreachable!("the action was checked against the frame"),
        }
    }

    fn answer(
        &self,
        state: &mut State,
        seat: Seat,
        effect: &Effect,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        match (&effect.code, action) {
            (_, Action::Route(route)) => self.put_transport(state, seat, route, emit),
            (_, Action::MoveEnd(route, end, to)) => {
                let laid = &mut state.routes.as_mut_slice()[route.index()];
                let from = std::mem::replace(if end == 0 { &mut laid.a } else { &mut laid.b }, to);
                emit(Event::RouteMoved { from, to });
            }
            (Code::Buy(_, less), Action::Buy(thing)) => self.start_payment(state, seat, thing, *less),
            (Code::Place(_, units), Action::Area(area)) => {
                let units = self.placed_units(state, seat, units);
                state.frames.push(Frame::Put { area, units });
            }
            (_, Action::Kind(kind)) => state.frames.push(Frame::PutOne { kind: kind.0 }),
            (Code::Undeplete, Action::Area(area)) => {
                state.area_mut(area).depletion = 0;
                emit(Event::Undepleted { area });
            }
            (_, Action::Transport(route, owner)) => self.destroy_transport(state, owner, route, emit),
            (Code::IdleWorkers(n), Action::Player(other)) => {
                let player = state.player_mut(other);
                let n = (*n).min(player.pool);
                player.pool -= n;
                player.idle += n;
                emit(Event::WorkersIdled { seat: other, n });
            }
            (Code::Jam(_), Action::Player(other)) => {
                state.player_mut(other).jammed = true;
                emit(Event::Jammed { seat: other });
            }
            (Code::KillUnit(_), Action::Area(area)) => state.frames.push(Frame::Strike { area }),
            (Code::OrderNow(order), Action::OrderPlanet(planet)) => {
                state.order = Order { seat, planet, token: None, ..Order::default() };
                self.start_order(state, *order, emit);
            }
            _ => {}
        }
    }
}
