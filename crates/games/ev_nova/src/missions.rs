//! Chapters 7.1, 7.2, 7.8, 8.9 and 9: missions, Trade Routes, their effects, oppositions.

use rules::{Denied, Seat, rule};

use crate::data::{Effect, MissionData, Numbered, Opposition, PlaceWanted};
use crate::game::{demand, deny};
use crate::play::{Flow, Play, fits_tab};
use crate::{
    Action, Ask, Card, Cause, Ending, EvNova, Event, Flip, Frame, Mission, Open, Power, Role, Roll, State,
    query::bit,
};

impl MissionData {
    /// Is this stop the one where the opposition waits?
    pub(crate) fn opposed(&self, stop: u8) -> bool {
        let Some(opposition) = self.numbered.as_ref().and_then(|numbered| numbered.opposition) else {
            return false;
        };
        self.stops.iter().position(|&system| system == opposition.system) == Some(usize::from(stop))
    }
    /// The next stop of a mission with so many stops credited.
    pub fn next_stop(&self, done: u8) -> Option<crate::Sys> {
        self.stops.get(usize::from(done).min(self.stops.len() - 1)).copied()
    }
}

impl EvNova {
    /// Is a planet what a place asks for (EV-A1-2)?
    pub(crate) fn suits(&self, wanted: &PlaceWanted, planet: Card) -> bool {
        let Some(planet) = self.data().planet(planet) else { return false };
        if wanted.gov.has(planet.gov) && planet.gov.has_red_centre() {
            rule!("EV-A1-3");
            rule!("EV-FEUD-3");
        }
        (wanted.gov.is_empty() || wanted.gov.has(planet.gov))
            && (wanted.exports == 0 || planet.exports & wanted.exports != 0)
            && (wanted.imports == 0 || planet.imports & wanted.imports != 0)
            && (!wanted.outfits || planet.outfits != 0)
    }

    /// Is the pawn where a card asks for? `rule` refuses what does not fit.
    fn check_place(
        &self,
        state: &State,
        seat: Seat,
        wanted: &PlaceWanted,
        planet: Option<Card>,
        rule: fn() -> rules::RuleId,
    ) -> Result<(), Denied> {
        if let Some(system) = wanted.bracket {
            rule!("EV-LAND-4");
            return demand(state.open.of(seat).pawn == Some(system) && planet.is_none(), rule);
        }
        let Some(planet) = planet else { return Err(Denied(rule())) };
        self.check_planet(state, seat, planet)?;
        demand(self.suits(wanted, planet), rule)
    }

    pub(crate) fn check_play(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        planet: Option<Card>,
    ) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let Some(mission) = data.mission(card) else { return deny(rule!("EV-VOC-1")) };
        let place = if mission.from.bracket.is_some() { || rule!("EV-A1-1") } else { || rule!("EV-A1-2") };
        self.check_place(state, seat, &mission.from, planet, place)?;
        if let Some(numbered) = &mission.numbered {
            self.check_numbered(open, seat, numbered)?;
        }
        demand(open.of(seat).pawn != Some(mission.stops[0]), || {
            rule!("EV-R-78");
            rule!("EV-A1-4")
        })?;
        if let Some(planet) = planet {
            let fee = open.fee(data, seat, planet);
            demand(open.of(seat).hand > fee, || rule!("EV-LAND-5"))?;
        }
        Ok(())
    }

    /// Prerequisites and order of a Numbered Mission (EV-A2-1, EV-A2-5).
    pub(crate) fn check_numbered(&self, open: &Open, seat: Seat, numbered: &Numbered) -> Result<(), Denied> {
        let data = self.data();
        let completed = || open.of(seat).assets.iter().filter_map(|&card| data.numbered(card));
        for any in &numbered.needs {
            let met = completed().any(|done| any.contains(&(done.storyline, done.number)));
            demand(met, || {
                rule!("EV-A2-7");
                rule!("EV-A2-1")
            })?;
        }
        if let Some(power) = numbered.not_hostile {
            demand(!open.hostile(data, seat, power), || rule!("EV-A1-10"))?;
        }
        let running = open.missions.iter().filter(|mission| mission.seat == seat);
        let running = running.filter_map(|mission| data.numbered(mission.card));
        let higher = completed()
            .chain(running)
            .any(|other| other.storyline == numbered.storyline && other.number >= numbered.number);
        demand(!higher, || {
            rule!("EV-R-19");
            rule!("EV-A2-5")
        })
    }

    pub(crate) fn check_cash_in(&self, state: &State, seat: Seat, card: Card) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let running = open.missions.iter().filter(|mission| mission.seat == seat && mission.card == card);
        let Some(most) = running.map(|mission| mission.done).max() else { return deny(rule!("EV-A1-6")) };
        let mission = data.mission(card).expect("a mission in play is a mission");
        let last = mission.stops.len() as u8 - 1;
        demand(most >= last && open.of(seat).pawn == mission.stops.last().copied(), || rule!("EV-A1-6"))?;
        if most > last {
            return Ok(());
        }
        // Nobody credited the last stop: being there is enough, unless ships oppose it.
        let row = rule!("EV-A1-6a");
        demand(!mission.opposed(last), || row)
    }

    pub(crate) fn check_load(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        planet: Option<Card>,
    ) -> Result<(), Denied> {
        let Some(route) = self.data().route(card) else { return deny(rule!("EV-VOC-1")) };
        self.check_place(state, seat, &route.buy, planet, || rule!("EV-A11-1"))?;
        self.check_fee(state, seat, planet, 1)
    }

    pub(crate) fn check_unload(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        planet: Option<Card>,
    ) -> Result<(), Denied> {
        let loaded = state.open.of(seat).assets.contains(&card);
        let Some(route) = self.data().route(card).filter(|_| loaded) else { return deny(rule!("EV-A11-2")) };
        self.check_place(state, seat, &route.sell, planet, || {
            rule!("EV-A11-5");
            rule!("EV-A11-2")
        })?;
        self.check_fee(state, seat, planet, 0)
    }

    fn check_fee(&self, state: &State, seat: Seat, planet: Option<Card>, kept: u8) -> Result<(), Denied> {
        let fee = planet.map_or(0, |planet| state.open.fee(self.data(), seat, planet));
        demand(state.open.of(seat).hand >= fee + kept, || rule!("EV-LAND-5"))
    }

    /// Who stands in the way of a mission.
    pub(crate) fn opposition(&self, card: Card) -> Opposition {
        let numbered = self.data().numbered(card).expect("only Numbered Missions are opposed");
        numbered.opposition.expect("the mission is opposed")
    }

    /// May `seat` add a deployed card to an opposition (EV-OPP-4, 5, 12)?
    pub(crate) fn check_oppose(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        shown: u8,
        ship: Card,
    ) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let opposition = self.opposition(card);
        let tab = opposition.ship == Power::Pirate;
        let own = &state.secret.seat[seat.index()];
        let bag = if tab { &own.pirate } else { &own.gov };
        let Some(hull) = data.ship(ship).filter(|_| bag.contains(&ship)) else {
            return deny(rule!("EV-A10-4"));
        };
        let runner = open.active;
        let full =
            data.host(opposition.system) == opposition.ship && open.hostile(data, runner, opposition.ship);
        if full {
            rule!("EV-OPP-5");
        }
        if hull.kind == Power::Trader && full {
            let with = open.fleet().any(|(_, other)| {
                other.role == Role::Npc
                    && other.owner == seat
                    && !other.ready
                    && data.hull(other.card).kind == opposition.ship
            });
            return demand(with && !opposition.ship.is_alien(), || rule!("EV-OPP-12"));
        }
        demand(hull.kind == opposition.ship, || rule!("EV-OPP-4"))?;
        demand(full || shown < opposition.players, || {
            rule!("EV-R-47");
            rule!("EV-OPP-4")
        })
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    pub(crate) fn play_mission(&mut self, seat: Seat, card: Card, planet: Option<Card>) {
        rule!("EV-A1-1");
        rule!("EV-A1-8");
        self.take_from_hand(seat, card);
        self.open().missions.push(Mission { seat, card, done: 0, due: false });
        self.tell(Event::Played(seat, card));
        self.land(seat, planet);
    }

    /// The mission leaves Missions & Events, then its effects act (EV-A1-9).
    pub(crate) fn cash_in(&mut self, seat: Seat, card: Card) {
        let running = self.state.open.missions.iter().enumerate();
        let running = running.filter(|(_, mission)| mission.seat == seat && mission.card == card);
        let (at, _) = running.max_by_key(|(at, mission)| (mission.done, usize::MAX - at)).expect("it runs");
        self.open().missions.remove(at);
        self.tell(Event::CashedIn(seat, card));
        rule!("EV-A1-9");
        self.push(Frame::Effects { seat, card, at: 0 });
        let Some(numbered) = self.data.numbered(card) else {
            rule!("EV-A1-6");
            self.lay(seat, card);
            return;
        };
        rule!("EV-A2-2");
        let data = self.data;
        let earlier = self.state.open.of(seat).assets.iter().copied().filter(|&other| {
            data.numbered(other).is_some_and(|other| {
                other.storyline == numbered.storyline && other.number < numbered.number && !other.persistent
            })
        });
        for other in earlier.collect::<Vec<_>>() {
            rule!("EV-A2-3");
            self.open().seat[seat.index()].assets.remove(other);
            self.lay_later(seat, other);
        }
        if numbered.persistent {
            rule!("EV-A2-4");
        }
        self.open().seat[seat.index()].assets.insert(card);
        self.tell(Event::Completed(seat, card));
        self.order_limbo();
    }

    pub(crate) fn load(&mut self, seat: Seat, card: Card, planet: Option<Card>) {
        rule!("EV-A11-1");
        self.take_from_hand(seat, card);
        self.open().seat[seat.index()].assets.insert(card);
        self.tell(Event::Loaded(seat, card));
        self.land(seat, planet);
    }

    pub(crate) fn unload(&mut self, seat: Seat, card: Card, planet: Option<Card>) {
        rule!("EV-A11-2");
        rule!("EV-R-64");
        self.open().seat[seat.index()].assets.remove(card);
        self.push(Frame::Effects { seat, card, at: 0 });
        self.push(Frame::Discard { seat, card });
        self.land(seat, planet);
    }

    pub(crate) fn step_discard(&mut self, seat: Seat, card: Card) -> Flow {
        self.pop();
        self.lay(seat, card);
        Flow::Go
    }

    /// The effects of a red side, one by one in their order (EV-R-103).
    pub(crate) fn step_effects(&mut self, seat: Seat, card: Card, at: u8) -> Flow {
        let effect = self.data.red(card).effects.get(usize::from(at)).copied();
        let Some(effect) = effect.filter(|_| !self.state.open.of(seat).out) else {
            self.pop();
            return Flow::Go;
        };
        self.next(Frame::Effects { seat, card, at: at + 1 });
        match effect {
            Effect::Draw { cards } => {
                rule!("EV-R-103");
                self.push(Frame::Draw { seat, left: cards });
            }
            Effect::DrawCargo { base, cap } => {
                rule!("EV-A11-3");
                rule!("EV-R-74");
                let cargo = self.state.open.cargo(self.data, seat).clamp(0, 100) as u8;
                let cards = (base + cargo).min(cap);
                self.tell(Event::Unloaded(seat, card, cards));
                self.push(Frame::Draw { seat, left: cards });
            }
            Effect::FlipMarker { from, gov } => {
                self.push(Frame::Flip(Flip::Marker { seat, from, gov }));
            }
            Effect::RemoveMarker { count, optional } => {
                for _ in 0..count {
                    self.push(Frame::Marker { seat, optional });
                }
            }
            Effect::TotalVictory => {
                rule!("EV-ACC-4");
                rule!("EV-R-70");
                rule!("EV-WIN-3");
                rule!("EV-OV-5");
                let goal = self.data.system("S7E");
                self.open().seat[seat.index()].pawn = goal;
                self.finish(Ending::Total(seat));
            }
            // Access and records last as long as the card lies in Cargo & Assets (EV-ACC-5).
            _ => {}
        }
        Flow::Go
    }

    pub(crate) fn step_marker(&mut self, seat: Seat, optional: bool) -> Flow {
        let markers = self.state.open.of(seat).markers;
        let only = markers.iter().next();
        if markers.is_empty() || self.state.open.of(seat).out {
            self.pop();
        } else if !optional && markers.iter().count() == 1 {
            self.remove_marker(seat, only);
        } else {
            return self.ask(Ask::Seat(seat));
        }
        Flow::Go
    }

    pub(crate) fn remove_marker(&mut self, seat: Seat, power: Option<Power>) {
        self.pop();
        if let Some(power) = power {
            self.open().seat[seat.index()].markers.remove(power);
            self.tell(Event::Cleared(seat, power));
        }
    }

    // --- oppositions (8.9) -----------------------------------------------------------------

    /// After a Move: the oppositions that are due, one after another (EV-OPP-9).
    pub(crate) fn step_arrive(&mut self) -> Flow {
        let open = &self.state.open;
        let seat = open.active;
        let here = open.of(seat).pawn;
        let able = !open.of(seat).out && here.is_some() && !open.is_disabled(seat);
        let data = self.data;
        let at = |mission: &Mission| data.mission(mission.card).and_then(|what| what.next_stop(mission.done));
        for mission in &mut self.state.open.missions {
            if mission.due && (mission.seat != seat || !able || at(mission) != here) {
                rule!("EV-OPP-9");
                mission.due = false;
            }
        }
        let mut due =
            self.state.open.missions.iter().filter(|mission| mission.due).map(|mission| mission.card);
        let Some(first) = due.next() else {
            self.pop();
            return Flow::Go;
        };
        if due.next().is_some() {
            return self.ask(Ask::Seat(seat));
        }
        self.meet(seat, first);
        Flow::Go
    }

    pub(crate) fn meet(&mut self, seat: Seat, card: Card) {
        for mission in &mut self.state.open.missions {
            if mission.seat == seat && mission.card == card {
                mission.due = false;
            }
        }
        rule!("EV-OPP-1");
        rule!("EV-A2-6");
        let left = self.game.opposition(card).flip;
        self.tell(Event::Opposed(seat, card));
        self.push(Frame::OpposeFlip { card, left, next: 1 });
    }

    /// The other players flip one card each in turn (EV-OPP-3).
    pub(crate) fn step_oppose_flip(&mut self, card: Card, mut left: u8, mut next: u8) -> Flow {
        let runner = self.state.open.active;
        let players = self.state.open.players;
        if self.state.open.of(runner).out {
            self.pop();
            return Flow::Go;
        }
        while left > 0 {
            let seat = self.state.open.clockwise(runner, next);
            if seat == runner || self.state.open.of(seat).out {
                next = next % players + 1;
                continue;
            }
            if self.deck_ready(seat) {
                self.next(Frame::OpposeFlip { card, left, next });
                return self.ask(Ask::Flip(seat));
            }
            // A player with nothing to flip counts as having flipped (EV-R-07).
            left -= 1;
            next = next % players + 1;
        }
        self.next(Frame::OpposeAdd { card, next: 1, shown: 0 });
        Flow::Go
    }

    pub(crate) fn oppose_flip(&mut self, card: Card, left: u8, next: u8, roll: Roll) {
        let seat = self.state.open.clockwise(self.state.open.active, next);
        let flipped = self.flip_card(seat, roll);
        let wanted = self.game.opposition(card).ship;
        if self.data.ship(flipped).is_some_and(|ship| ship.kind == wanted) {
            rule!("EV-OPP-3");
            self.join_flipped(seat, flipped, wanted);
        }
        self.tidy_deck(seat);
        let players = self.state.open.players;
        self.next(Frame::OpposeFlip { card, left: left - 1, next: next % players + 1 });
    }

    /// A flipped ship comes off its stack into the battle (EV-VOC-16).
    pub(crate) fn join_flipped(&mut self, seat: Seat, card: Card, side: Power) {
        rule!("EV-VOC-16");
        let top = self.state.open.seat[seat.index()].discard.pop();
        debug_assert_eq!(top, Some(card), "a flipped card lies on top");
        self.add_ship(card, Role::Npc, seat, side);
        self.tell(Event::Answered(seat, side, card));
    }

    /// Each other player may add deployed ships (EV-OPP-4).
    pub(crate) fn step_oppose_add(&mut self, card: Card, mut next: u8) -> Flow {
        let open = &self.state.open;
        let (runner, players) = (open.active, open.players);
        if open.of(runner).out {
            self.pop();
            return Flow::Go;
        }
        let tab = self.game.opposition(card).ship == Power::Pirate;
        while next < players {
            let seat = self.state.open.clockwise(runner, next);
            let player = self.state.open.of(seat);
            rule!("EV-HID-1");
            rule!("EV-R-97");
            if !player.out && (if tab { player.pirate } else { player.gov }) > 0 {
                rule!("EV-OPP-10");
                return self.ask(Ask::Seat(seat));
            }
            next += 1;
            self.next(Frame::OpposeAdd { card, next, shown: 0 });
        }
        self.pop();
        let ships = self.state.open.fleet().any(|(_, ship)| ship.role == Role::Npc);
        if ships {
            let system = self.game.opposition(card).system;
            self.start_battle(Cause::Opposition(card), system, runner, bit(runner));
        } else {
            rule!("EV-OPP-6");
            self.credit(runner, card);
            self.tell(Event::Unopposed(runner, card));
        }
        Flow::Go
    }

    pub(crate) fn oppose_add(&mut self, seat: Seat, action: Action) {
        let Some(Frame::OpposeAdd { card, next, shown }) = self.state.open.frame() else { return };
        match action {
            Action::Show(ship) => {
                self.show(seat, ship, self.game.opposition(card).ship);
                self.next(Frame::OpposeAdd { card, next, shown: shown + 1 });
            }
            _ => self.next(Frame::OpposeAdd { card, next: next + 1, shown: 0 }),
        }
    }

    /// A face-down ship is turned up and put to its side (EV-GS-1).
    pub(crate) fn show(&mut self, seat: Seat, card: Card, side: Power) {
        rule!("EV-GS-1");
        rule!("EV-R-52");
        let pirate = fits_tab(self.data, card, true);
        self.take_from_tab(seat, card, pirate);
        self.add_ship(card, Role::Npc, seat, side);
        self.tell(Event::Shown(seat, card));
    }

    /// An opposed stop is credited (EV-OPP-8).
    pub(crate) fn credit(&mut self, seat: Seat, card: Card) {
        let mut done = 0;
        for mission in &mut self.state.open.missions {
            if mission.seat == seat && mission.card == card && done == 0 {
                mission.done += 1;
                done = mission.done;
            }
        }
        if done > 0 {
            self.tell(Event::Credited(seat, card, done));
        }
    }
}
