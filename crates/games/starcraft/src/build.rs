//! Build orders and own destruction (chapter 8 of the ledger, SC-EXEC-9).

use rules::{Denied, Seat, rule};

use crate::{
    StarCraft,
    action::{Action, Event, Thing},
    data::Cost,
    ids::{Area, Kind, Module, Route, Token, total},
    state::{Frame, NONE, State},
};

impl StarCraft {
    /// SC-BUILD-13, SC-BUILD-14: units one Build order may build.
    pub fn build_limit(&self, state: &State, seat: Seat) -> u8 {
        let (player, common) = (state.player(seat), &self.components.common);
        let race = self.components.race(self.race_of(state, seat));
        let limit = match race.limit_per_building {
            Some(n) => {
                rule!("SC-FAC-2");
                rule!("SC-RUL-34");
                n * player.levels.iter().filter(|&&level| level > 0).count() as u8
            }
            None => race.build_limit + player.modules[Module::Supply.index()] * common.supply_limit,
        };
        rule!("SC-BUILD-13");
        let gold = state.order.seat == seat && state.order.token == Some(Token::GoldBuild);
        if gold { limit + common.gold_limit } else { limit }
    }

    /// The price of the next level of a building, if there is one.
    pub(crate) fn level_price(&self, state: &State, seat: Seat, building: u8) -> Option<Cost> {
        let race = self.components.race(self.race_of(state, seat));
        let level = *state.player(seat).levels.get(usize::from(building))?;
        race.buildings[usize::from(building)].levels.get(usize::from(level)).map(|(_, cost)| *cost)
    }

    /// SC-BUILD-4: is the kind unlocked by a building?
    pub(crate) fn is_unlocked(&self, state: &State, seat: Seat, kind: Kind) -> bool {
        match self.components.unit(kind).building {
            Some((building, level)) => state.player(seat).levels[usize::from(building)] >= level,
            None => false,
        }
    }

    /// Units of `seat` on the planet that were there before the order began and still are (SC-BUILD-12).
    fn old_units(&self, state: &State, area: Area, local: usize) -> u8 {
        let here = state.area(area);
        if here.owner == state.order.seat.0 {
            here.units[local].min(state.order.marked[self.nth(area)][local])
        } else {
            0
        }
    }

    // --- what is tried -------------------------------------------------------------------

    pub(crate) fn build_offer(&self, state: &State, seat: Seat, step: u8, out: &mut Vec<Action>) {
        let planet = state.order.planet;
        match step {
            0 => {
                out.push(Action::Buy(Thing::Worker));
                for at in 0..state.routes.len() as u8 {
                    if self.touches(state, Route(at), planet) {
                        out.push(Action::Buy(Thing::Transport(Route(at))));
                    }
                }
                let race = self.components.race(self.race_of(state, seat));
                for kind in (race.first_kind..race.first_kind + race.kinds).map(Kind) {
                    if self.components.unit(kind).building.is_some() {
                        let areas = self.areas_of(planet);
                        out.extend(areas.map(|area| Action::Buy(Thing::Unit(kind, area))));
                    }
                }
                self.offer_swaps(state, seat, out);
                self.offer_destruction(state, seat, out);
            }
            1 => {
                out.extend((0..3).map(|building| Action::Buy(Thing::Level(building))));
                out.extend(Module::ALL.map(|module| Action::Buy(Thing::Module(module))));
            }
            _ => out.extend(self.areas_of(planet).map(|area| Action::Buy(Thing::Base(area)))),
        }
        out.push(Action::EndStep);
    }

    fn offer_swaps(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let play = state.player(seat).play;
        if play == 0 {
            return;
        }
        for &(kind, old, count, cards) in &self.swaps {
            if !self.kind_of_race(state, seat, kind) || play & cards == 0 {
                continue;
            }
            let local = self.local(state, seat, old).expect("a replaced unit is of the same race");
            let areas: Vec<Area> = self
                .areas_of(state.order.planet)
                .filter(|&area| self.old_units(state, area, local) > 0)
                .collect();
            for (at, &a) in areas.iter().enumerate() {
                if count == 1 || self.old_units(state, a, local) >= 2 {
                    out.push(Action::Buy(Thing::Swap(kind, a, a, a)));
                }
                if count == 2 {
                    for &b in &areas[at + 1..] {
                        out.push(Action::Buy(Thing::Swap(kind, a, b, a)));
                        out.push(Action::Buy(Thing::Swap(kind, a, b, b)));
                    }
                }
            }
        }
    }

    /// SC-EXEC-13: pieces anywhere on the board.
    pub(crate) fn offer_destruction(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        for (at, here) in state.areas.iter().enumerate() {
            let area = Area(at as u8);
            if here.owner == seat.0 {
                let kinds = self.kinds_in(state, seat, here.units);
                out.extend(kinds.map(|kind| Action::DestroyUnit(kind, area)));
            }
            if here.base == seat.0 {
                out.push(Action::DestroyBase(area));
            }
        }
        for (at, route) in state.routes.iter().enumerate() {
            if route.transports >> seat.0 & 1 == 1 {
                out.push(Action::DestroyTransport(Route(at as u8)));
            }
        }
    }

    /// More than one unit or base on the board (units moving into a battle count).
    pub(crate) fn has_two_pieces(&self, state: &State, seat: Seat) -> bool {
        let mut count = total(&state.order.attackers);
        for here in &state.areas {
            if here.owner == seat.0 {
                count += total(&here.units);
            }
            if here.base == seat.0 {
                count += 1;
            }
            if count > 1 {
                return true;
            }
        }
        false
    }

    // --- verdicts ------------------------------------------------------------------------

    pub(crate) fn may_destroy(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let last = || {
            if self.has_two_pieces(state, seat) { Ok(()) } else { Err(Denied(rule!("SC-EXEC-9"))) }
        };
        match action {
            Action::DestroyUnit(kind, area) => {
                let local =
                    self.local(state, seat, kind).filter(|_| area.index() < self.components.areas.len());
                let here = local.map_or(0, |local| {
                    let here = state.area(area);
                    if here.owner == seat.0 { here.units[local] } else { 0 }
                });
                let moved = match (state.frame(), local) {
                    (Frame::Mobilize, Some(local)) if self.planet(area) == state.order.planet => {
                        state.order.marked[self.nth(area)][local]
                    }
                    _ => 0,
                };
                if here == 0 {
                    return Err(Denied(rule!("SC-DEC-14")));
                }
                if here <= moved {
                    return Err(Denied(rule!("SC-EXEC-13")));
                }
                last()
            }
            Action::DestroyBase(area) => {
                let own = area.index() < self.components.areas.len() && state.area(area).base == seat.0;
                if own { last() } else { Err(Denied(rule!("SC-DEC-14"))) }
            }
            Action::DestroyTransport(route) => {
                let own = state.routes.get(route.index()).is_some_and(|r| r.transports >> seat.0 & 1 == 1);
                if own { Ok(()) } else { Err(Denied(rule!("SC-DEC-14"))) }
            }
            _ => Err(Denied(rule!("SC-RUL-82"))),
        }
    }

    pub(crate) fn destroy_own(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        match action {
            Action::DestroyUnit(kind, area) => {
                let local = self.local(state, seat, kind).expect("checked to be the seat's");
                self.remove_unit(state, area, local);
                if matches!(state.frame(), Frame::Build { .. }) && self.planet(area) == state.order.planet {
                    let nth = self.nth(area);
                    let left =
                        if state.area(area).owner == seat.0 { state.area(area).units[local] } else { 0 };
                    let marked = &mut state.order.marked[nth][local];
                    *marked = (*marked).min(left);
                }
                emit(Event::UnitDestroyed { seat, kind, area });
            }
            Action::DestroyBase(area) => {
                state.area_mut(area).base = NONE;
                emit(Event::BaseDestroyed { seat, area });
            }
            Action::DestroyTransport(route) => self.destroy_transport(state, seat, route, emit),
            _ => unreachable!("checked to be own destruction"),
        }
    }

    pub(crate) fn destroy_transport(
        &self,
        state: &mut State,
        seat: Seat,
        route: Route,
        emit: &mut impl FnMut(Event),
    ) {
        let here = &mut state.routes.as_mut_slice()[route.index()];
        here.transports &= !(1 << seat.0);
        emit(Event::TransportDestroyed { seat, a: here.a, b: here.b });
    }

    /// Everything about a purchase of step A but its price.
    fn may_have(&self, state: &State, seat: Seat, thing: Thing) -> Result<(), Denied> {
        let (planet, common) = (state.order.planet, &self.components.common);
        let limit_reached = || state.order.built >= self.build_limit(state, seat);
        if let Thing::Swap(kind, a, b, to) = thing {
            let swap = self.swaps.iter().find(|swap| swap.0 == kind && self.kind_of_race(state, seat, kind));
            rule!("SC-RUL-49");
            let Some(&(_, old, count, cards)) = swap else {
                return Err(Denied(rule!("SC-BUILD-12")));
            };
            if state.player(seat).play & cards == 0 {
                return Err(Denied(rule!("SC-BUILD-12")));
            }
            let local = self.local(state, seat, old).expect("a replaced unit is of the same race");
            let on_planet = [a, b, to]
                .iter()
                .all(|area| area.index() < self.components.areas.len() && self.planet(*area) == planet);
            let there = on_planet && {
                let needed = if count == 2 && a == b { 2 } else { 1 };
                let second = count == 1 && a == b || self.old_units(state, b, local) >= needed;
                self.old_units(state, a, local) >= needed && second
            };
            if !there || (to != a && to != b) || a > b {
                return Err(Denied(rule!("SC-BUILD-18")));
            }
            if limit_reached() {
                return Err(Denied(rule!("SC-BUILD-3")));
            }
            let new = self.local(state, seat, kind).expect("checked to be of the race");
            if self.figures_left(state, seat, new) == 0 {
                return Err(Denied(rule!("SC-BUILD-21")));
            }
            return Ok(());
        }
        rule!("SC-EXEC-14");
        rule!("SC-RUL-39");
        if self.base_on(state, seat, planet).is_none() {
            return Err(Denied(rule!("SC-BUILD-22")));
        }
        match thing {
            Thing::Worker => {
                if self.workers(state, seat) >= common.workers {
                    return Err(Denied(rule!("SC-BUILD-21")));
                }
            }
            Thing::Transport(route) => {
                if !self.touches(state, route, planet) {
                    return Err(Denied(rule!("SC-BUILD-2")));
                }
                if state.routes[route.index()].transports >> seat.0 & 1 == 1 {
                    return Err(Denied(rule!("SC-VOC-10")));
                }
                if self.transports(state, seat) >= common.transports {
                    return Err(Denied(rule!("SC-BUILD-21")));
                }
            }
            Thing::Unit(kind, area) => {
                let Some(local) = self.local(state, seat, kind) else {
                    return Err(Denied(rule!("SC-BUILD-4")));
                };
                if !self.is_unlocked(state, seat, kind) {
                    return Err(Denied(rule!("SC-BUILD-4")));
                }
                if limit_reached() {
                    return Err(Denied(rule!("SC-BUILD-3")));
                }
                if self.figures_left(state, seat, local) == 0 {
                    return Err(Denied(rule!("SC-BUILD-21")));
                }
                let there = area.index() < self.components.areas.len() && self.planet(area) == planet;
                rule!("SC-BUILD-6");
                if !there || !self.has_room(state, seat, area) {
                    return Err(Denied(rule!("SC-BUILD-5")));
                }
            }
            _ => return Err(Denied(rule!("SC-BUILD-10"))),
        }
        Ok(())
    }

    /// A level or module, by an order or an event (SC-EVT-4).
    pub(crate) fn may_upgrade(&self, state: &State, seat: Seat, thing: Thing) -> Result<(), Denied> {
        let race = self.components.race(self.race_of(state, seat));
        match thing {
            Thing::Level(building) => {
                if self.level_price(state, seat, building).is_none() {
                    return Err(Denied(rule!("SC-BUILD-7")));
                }
            }
            Thing::Module(module) => {
                let modules = state.player(seat).modules;
                if modules.iter().sum::<u8>() >= race.module_slots {
                    return Err(Denied(rule!("SC-BUILD-19")));
                }
                if modules[module.index()] >= race.modules[module.index()] {
                    return Err(Denied(rule!("SC-BUILD-8")));
                }
            }
            _ => return Err(Denied(rule!("SC-DEC-9"))),
        }
        Ok(())
    }

    pub(crate) fn build_judge(
        &self,
        state: &State,
        seat: Seat,
        step: u8,
        action: Action,
    ) -> Result<(), Denied> {
        let planet = state.order.planet;
        rule!("SC-RUL-19");
        match (step, action) {
            (_, Action::EndStep) => Ok(()),
            (0, Action::Buy(thing)) => {
                self.may_have(state, seat, thing)?;
                self.can_afford(state, seat, self.price(thing), 0)
            }
            (0, Action::DestroyUnit(..) | Action::DestroyBase(_) | Action::DestroyTransport(_)) => {
                self.may_destroy(state, seat, action)
            }
            (0, _) => Err(Denied(rule!("SC-DEC-8"))),
            (1, Action::Buy(thing @ (Thing::Level(_) | Thing::Module(_)))) => {
                if !self.has_forces(state, seat, planet) {
                    return Err(Denied(rule!("SC-BUILD-23")));
                }
                if state.order.done[usize::from(matches!(thing, Thing::Module(_)))] {
                    return Err(Denied(rule!("SC-BUILD-20")));
                }
                self.may_upgrade(state, seat, thing)?;
                self.can_afford(state, seat, self.cost_for(state, seat, thing), 0)
            }
            (2, Action::Buy(Thing::Base(area))) => {
                if state.order.done[2] {
                    return Err(Denied(rule!("SC-BUILD-20")));
                }
                if self.base_on(state, seat, planet).is_some() || !self.has_unit(state, seat, planet) {
                    return Err(Denied(rule!("SC-BUILD-24")));
                }
                let there = area.index() < self.components.areas.len() && self.planet(area) == planet;
                rule!("SC-RUL-22");
                if !there || state.area(area).owner != seat.0 || state.area(area).base != NONE {
                    return Err(Denied(rule!("SC-BUILD-11")));
                }
                if self.bases(state, seat) >= self.components.common.bases {
                    return Err(Denied(rule!("SC-BUILD-21")));
                }
                self.can_afford(state, seat, self.price(Thing::Base(area)), 0)
            }
            (1 | 2, Action::Buy(_)) => Err(Denied(rule!("SC-BUILD-10"))),
            (_, Action::DestroyUnit(..) | Action::DestroyBase(_) | Action::DestroyTransport(_)) => {
                Err(Denied(rule!("SC-RUL-82")))
            }
            (1, _) => Err(Denied(rule!("SC-DEC-9"))),
            _ => Err(Denied(rule!("SC-DEC-10"))),
        }
    }

    /// The legal ones of [`Self::build_offer`] in step A: supplies and funds are counted once.
    pub(crate) fn list_purchases(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let (planet, common) = (state.order.planet, &self.components.common);
        let based = self.base_on(state, seat, planet).is_some();
        let funds = self.funds(state, seat, true);
        let discount = self.discounts(state, seat);
        let open = state.order.built < self.build_limit(state, seat);
        if based && funds.cover(common.worker, discount) && self.workers(state, seat) < common.workers {
            out.push(Action::Buy(Thing::Worker));
        }
        if based
            && funds.cover(common.transport, discount)
            && self.transports(state, seat) < common.transports
        {
            for (at, route) in state.routes.iter().enumerate() {
                let touching = crate::board::other_end(route, planet).is_some();
                if touching && route.transports >> seat.0 & 1 == 0 {
                    out.push(Action::Buy(Thing::Transport(Route(at as u8))));
                }
            }
        }
        if based && open {
            let race = self.components.race(self.race_of(state, seat));
            for local in 0..usize::from(race.kinds) {
                let kind = Kind(race.first_kind + local as u8);
                let unit = self.components.unit(kind);
                if unit.building.is_some()
                    && self.is_unlocked(state, seat, kind)
                    && funds.cover(unit.cost, discount)
                    && self.figures_left(state, seat, local) > 0
                {
                    for area in self.areas_of(planet).filter(|&area| self.has_room(state, seat, area)) {
                        out.push(Action::Buy(Thing::Unit(kind, area)));
                    }
                }
            }
        }
        if state.player(seat).play != 0 {
            let before = out.len();
            self.offer_swaps(state, seat, out);
            let mut at = before;
            while at < out.len() {
                if self.build_judge(state, seat, 0, out[at]).is_ok() {
                    at += 1;
                } else {
                    out.remove(at);
                }
            }
        }
        self.list_destruction(state, seat, out);
        out.push(Action::EndStep);
    }

    /// The legal ones of [`Self::offer_destruction`].
    pub(crate) fn list_destruction(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if self.has_two_pieces(state, seat) {
            let before = out.len();
            self.offer_destruction(state, seat, out);
            if state.frame() == Frame::Mobilize && state.order.moved {
                let mut at = before;
                while at < out.len() {
                    if self.may_destroy(state, seat, out[at]).is_ok() {
                        at += 1;
                    } else {
                        out.remove(at);
                    }
                }
            }
        } else {
            for (at, route) in state.routes.iter().enumerate() {
                if route.transports >> seat.0 & 1 == 1 {
                    out.push(Action::DestroyTransport(Route(at as u8)));
                }
            }
        }
    }

    // --- effects -------------------------------------------------------------------------

    pub(crate) fn build_act(
        &self,
        state: &mut State,
        seat: Seat,
        step: u8,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        match action {
            Action::Buy(thing) => self.start_payment(state, seat, thing, 0),
            Action::EndStep if step < 2 => state.set_frame(Frame::Build { step: step + 1 }),
            Action::EndStep => {
                state.frames.pop();
                self.end_order(state, emit);
            }
            _ => self.destroy_own(state, seat, action, emit),
        }
    }

    /// SC-BUILD-15: without a base and a unit there is nothing in steps B and C.
    pub(crate) fn skip_build(&self, state: &mut State, step: u8, emit: &mut impl FnMut(Event)) -> bool {
        let (seat, planet) = (state.order.seat, state.order.planet);
        if step == 0 || self.has_forces(state, seat, planet) {
            return false;
        }
        rule!("SC-BUILD-15");
        state.frames.pop();
        self.end_order(state, emit);
        true
    }

    /// The thing is paid: it is taken.
    pub(crate) fn take_purchase(
        &self,
        state: &mut State,
        seat: Seat,
        thing: Thing,
        emit: &mut impl FnMut(Event),
    ) {
        emit(Event::Purchased { seat, thing });
        match thing {
            Thing::Worker => {
                rule!("SC-RUL-20");
                rule!("SC-RSRC-4");
                rule!("SC-BUILD-1");
                state.player_mut(seat).idle += 1;
            }
            Thing::Transport(route) => self.put_transport(state, seat, route, emit),
            Thing::Unit(kind, area) => {
                let local = self.local(state, seat, kind).expect("checked to be of the race");
                rule!("SC-BUILD-16");
                self.put_unit(state, seat, local, area);
                state.order.built += 1;
            }
            Thing::Swap(kind, a, b, to) => {
                let (_, old, count, _) =
                    *self.swaps.iter().find(|swap| swap.0 == kind).expect("checked to be a swap");
                let local = self.local(state, seat, old).expect("a replaced unit is of the same race");
                for area in [a, b].into_iter().take(usize::from(count)) {
                    self.remove_unit(state, area, local);
                    let nth = self.nth(area);
                    state.order.marked[nth][local] -= 1;
                }
                let new = self.local(state, seat, kind).expect("checked to be of the race");
                self.put_unit(state, seat, new, to);
                state.order.built += 1;
            }
            Thing::Level(building) => {
                rule!("SC-BUILD-9");
                state.player_mut(seat).levels[usize::from(building)] += 1;
                self.mark_done(state, 0);
            }
            Thing::Module(module) => {
                state.player_mut(seat).modules[module.index()] += 1;
                self.mark_done(state, 1);
            }
            Thing::Base(area) => {
                rule!("SC-VOC-9");
                state.area_mut(area).base = seat.0;
                state.order.done[2] = true;
                emit(Event::BaseBuilt { seat, area });
            }
            Thing::Tech(tech) => self.take_tech(state, seat, tech, emit),
        }
    }

    /// An event's purchase belongs to no order.
    fn mark_done(&self, state: &mut State, what: usize) {
        if state.order.planet.0 != NONE {
            state.order.done[what] = true;
        }
    }
}
