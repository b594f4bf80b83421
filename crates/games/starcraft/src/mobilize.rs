//! Mobilize orders (chapter 9 of the ledger).

use rules::{Denied, Seat, rule};

use crate::{
    StarCraft,
    action::{Action, Event},
    ids::{Area, Force, Kind, Planet, Route, total},
    state::{Frame, NONE, State},
};

/// What every single move of one order has in common.
struct Plan {
    planet: Planet,
    /// Planets units may come from.
    sources: u16,
}

impl StarCraft {
    /// Does this area start a battle when entered (SC-MOB-5)?
    fn starts_battle(&self, state: &State, seat: Seat, area: Area) -> bool {
        let owner = state.area(area).owner;
        owner != NONE && owner != seat.0
    }

    /// SC-MOB-9: a base of an opponent with Air Support bars units from other planets.
    pub(crate) fn is_barred(&self, state: &State, seat: Seat, area: Area) -> bool {
        let base = state.area(area).base;
        base != NONE && base != seat.0 && state.players[usize::from(base)].modules[2] > 0
    }

    fn unmoved(&self, state: &State, seat: Seat, area: Area, local: usize) -> u8 {
        let here = state.area(area);
        if here.owner != seat.0 {
            return 0;
        }
        if self.planet(area) == state.order.planet {
            here.units[local] - state.order.marked[self.nth(area)][local]
        } else {
            here.units[local]
        }
    }

    fn plan(&self, state: &State, seat: Seat) -> Plan {
        let planet = state.order.planet;
        rule!("SC-MOB-2");
        let sources = self.ferried(state, seat, planet, state.order.march) | 1 << planet.0;
        Plan { planet, sources }
    }

    /// SC-MOB-12: may a unit go from `from` (`NONE` for another planet) to `to` without spoiling the plan?
    fn keeps_order(&self, state: &State, seat: Seat, from: Option<Area>, to: Area) -> bool {
        rule!("SC-RUL-37");
        rule!("SC-RUL-55");
        rule!("SC-RUL-56");
        let (mut over, mut free) = (0, 0);
        for area in self.areas_of(state.order.planet) {
            let here = state.area(area);
            let enemy = self.is_enemy(state, seat, area);
            if enemy && here.owner != seat.0 {
                continue;
            }
            let mut count = if here.owner == seat.0 { total(&here.units) } else { 0 };
            let mut stuck = total(&state.order.marked[self.nth(area)]);
            if area == to {
                count += 1;
                stuck += 1;
            }
            if from == Some(area) {
                count -= 1;
            }
            let limit = self.limit(area);
            if count > limit {
                let above = count - limit;
                if count - stuck < above {
                    return false;
                }
                over += above;
            } else if !enemy {
                free += limit - count;
            }
        }
        rule!("SC-MOB-12");
        over <= free
    }

    fn may_enter(&self, state: &State, seat: Seat, from: Area, to: Area) -> Result<(), Denied> {
        let here = self.planet(from) == state.order.planet;
        if self.is_enemy(state, seat, to) {
            rule!("SC-RUL-16");
            if state.order.enemy.0 != NONE && state.order.enemy != to {
                return Err(Denied(rule!("SC-MOB-5")));
            }
            if !here && self.is_barred(state, seat, to) {
                return Err(Denied(rule!("SC-MOB-9")));
            }
            if self.starts_battle(state, seat, to) {
                let most = self.limit(to) + self.components.common.overstack;
                if total(&state.order.attackers) >= most {
                    return Err(Denied(rule!("SC-MOB-6")));
                }
            } else {
                let own = state.area(to);
                let count = if own.owner == seat.0 { total(&own.units) } else { 0 };
                if count >= self.limit(to) {
                    return Err(Denied(rule!("SC-MOB-7")));
                }
            }
        }
        let left = here.then_some(from);
        if !self.keeps_order(state, seat, left, to) {
            return Err(Denied(rule!("SC-MOB-12")));
        }
        Ok(())
    }

    fn may_move(&self, state: &State, seat: Seat, kind: Kind, from: Area, to: Area) -> Result<(), Denied> {
        let areas = self.components.areas.len();
        let Some(local) = self.local(state, seat, kind) else {
            return Err(Denied(rule!("SC-MOB-1")));
        };
        if from.index() >= areas || to.index() >= areas || from == to {
            return Err(Denied(rule!("SC-MOB-1")));
        }
        let plan = self.plan(state, seat);
        if self.planet(to) != plan.planet {
            return Err(Denied(rule!("SC-MOB-3")));
        }
        if plan.sources >> self.planet(from).0 & 1 == 0 {
            return Err(Denied(rule!("SC-MOB-13")));
        }
        if self.unmoved(state, seat, from, local) == 0 {
            return Err(Denied(rule!("SC-MOB-4")));
        }
        self.may_enter(state, seat, from, to)
    }

    fn may_recall(&self, state: &State, seat: Seat, kind: Kind, from: Area, to: Area) -> Result<(), Denied> {
        let areas = self.components.areas.len();
        let owned = state.player(seat).play & self.recall[self.race_of(state, seat).index()] != 0;
        if !owned || state.order.recalled {
            return Err(Denied(rule!("SC-EFF-20")));
        }
        let Some(local) = self.local(state, seat, kind) else {
            return Err(Denied(rule!("SC-MOB-17")));
        };
        let fits = from.index() < areas
            && to.index() < areas
            && self.planet(to) == state.order.planet
            && self.planet(from) != state.order.planet
            && state.order.arbiters >> self.nth(to) & 1 == 1
            && !self.is_enemy(state, seat, to)
            && self.unmoved(state, seat, from, local) > 0;
        if !fits {
            return Err(Denied(rule!("SC-MOB-17")));
        }
        if self.keeps_order(state, seat, None, to) { Ok(()) } else { Err(Denied(rule!("SC-MOB-12"))) }
    }

    /// Places above the unit limit on the active planet.
    pub(crate) fn is_overfull(&self, state: &State, seat: Seat) -> bool {
        self.areas_of(state.order.planet).any(|area| {
            let here = state.area(area);
            here.owner == seat.0 && total(&here.units) > self.limit(area)
        })
    }

    // --- decisions -----------------------------------------------------------------------

    pub(crate) fn mobilize_offer(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let planet = state.order.planet;
        if state.frame() == Frame::Liftoff {
            out.extend(self.areas_of(planet).map(Action::Liftoff));
            out.push(Action::Stay);
            return;
        }
        if state.player(seat).kept.count(self.march) > 0 {
            for at in 0..state.routes.len() as u8 {
                if self.touches(state, Route(at), planet) {
                    out.push(Action::ForcedMarch(Route(at)));
                }
            }
        }
        let recalls = state.order.arbiters != 0
            && state.player(seat).play & self.recall[self.race_of(state, seat).index()] != 0;
        let adjacent = self.adjacent(state, planet) | 1 << planet.0;
        for (at, here) in state.areas.iter().enumerate() {
            let (from, home) = (Area(at as u8), self.planet_of[at]);
            if here.owner != seat.0 {
                continue;
            }
            if adjacent >> home.0 & 1 == 1 {
                for kind in self.kinds_in(state, seat, here.units) {
                    for to in self.areas_of(planet).filter(|&to| to != from) {
                        out.push(Action::Move(kind, from, to));
                    }
                }
            }
            if recalls && home != planet {
                for kind in self.kinds_in(state, seat, here.units) {
                    out.extend(self.areas_of(planet).map(|to| Action::Recall(kind, from, to)));
                }
            }
        }
        self.offer_destruction(state, seat, out);
        out.push(Action::EndMoves);
    }

    /// The legal ones of [`Self::mobilize_offer`] while moves are made.
    pub(crate) fn list_moves(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let planet = state.order.planet;
        if state.player(seat).kept.count(self.march) > 0 && !state.order.moved && state.order.march == NONE {
            for at in 0..state.routes.len() as u8 {
                if self.touches(state, Route(at), planet) {
                    out.push(Action::ForcedMarch(Route(at)));
                }
            }
        }
        let recalls = state.order.arbiters != 0
            && !state.order.recalled
            && state.player(seat).play & self.recall[self.race_of(state, seat).index()] != 0;
        let sources = self.plan(state, seat).sources;
        for (at, here) in state.areas.iter().enumerate() {
            let (from, home) = (Area(at as u8), self.planet_of[at]);
            if here.owner != seat.0 {
                continue;
            }
            if sources >> home.0 & 1 == 1 {
                let mut open = [false; 4];
                for (nth, to) in self.areas_of(planet).enumerate() {
                    open[nth] = to != from && self.may_enter(state, seat, from, to).is_ok();
                }
                if open != [false; 4] {
                    for kind in self.kinds_in(state, seat, here.units) {
                        let local = self.local(state, seat, kind).expect("a kind of the seat's race");
                        if self.unmoved(state, seat, from, local) > 0 {
                            let targets = self.areas_of(planet).enumerate().filter(|(nth, _)| open[*nth]);
                            out.extend(targets.map(|(_, to)| Action::Move(kind, from, to)));
                        }
                    }
                }
            }
            if recalls && home != planet {
                for kind in self.kinds_in(state, seat, here.units) {
                    for to in self.areas_of(planet) {
                        if self.may_recall(state, seat, kind, from, to).is_ok() {
                            out.push(Action::Recall(kind, from, to));
                        }
                    }
                }
            }
        }
        self.list_destruction(state, seat, out);
        if !self.is_overfull(state, seat) {
            out.push(Action::EndMoves);
        }
    }

    pub(crate) fn mobilize_judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        if state.frame() == Frame::Liftoff {
            return match action {
                Action::Stay => Ok(()),
                Action::Liftoff(area) => self.may_lift_off(state, seat, area),
                _ => Err(Denied(rule!("SC-MOB-8"))),
            };
        }
        match action {
            Action::Move(kind, from, to) => self.may_move(state, seat, kind, from, to),
            Action::Recall(kind, from, to) => self.may_recall(state, seat, kind, from, to),
            Action::ForcedMarch(route) => {
                if state.player(seat).kept.count(self.march) == 0 {
                    return Err(Denied(rule!("SC-EVT-15")));
                }
                let fits = self.touches(state, route, state.order.planet)
                    && !state.order.moved
                    && state.order.march == NONE;
                if fits { Ok(()) } else { Err(Denied(rule!("SC-MOB-16"))) }
            }
            Action::EndMoves => {
                if self.is_overfull(state, seat) {
                    Err(Denied(rule!("SC-VOC-18")))
                } else {
                    Ok(())
                }
            }
            Action::DestroyUnit(..) | Action::DestroyBase(_) | Action::DestroyTransport(_) => {
                self.may_destroy(state, seat, action)
            }
            _ => Err(Denied(rule!("SC-DEC-12"))),
        }
    }

    /// SC-MOB-15: an area with an own unit, no base and no piece of another player.
    fn may_lift_off(&self, state: &State, seat: Seat, area: Area) -> Result<(), Denied> {
        rule!("SC-RUL-73");
        let fits = area.index() < self.components.areas.len()
            && self.planet(area) == state.order.planet
            && state.area(area).owner == seat.0
            && state.area(area).base == NONE;
        if fits { Ok(()) } else { Err(Denied(rule!("SC-MOB-15"))) }
    }

    pub(crate) fn mobilize_act(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        match action {
            Action::Move(kind, from, to) => self.carry(state, seat, kind, from, to, emit),
            Action::Recall(kind, from, to) => {
                state.order.recalled = true;
                self.carry(state, seat, kind, from, to, emit);
            }
            Action::ForcedMarch(route) => {
                state.player_mut(seat).kept.take(self.march);
                state.spent.add(self.march);
                state.order.march = route.0;
                let laid = state.routes[route.index()];
                emit(Event::Marched { seat, a: laid.a, b: laid.b });
            }
            Action::EndMoves => {
                if !state.order.moved {
                    rule!("SC-MOB-19");
                }
                state.set_frame(Frame::Liftoff);
            }
            Action::Liftoff(to) => {
                let from = self.base_on(state, seat, state.order.planet).expect("asked only with a base");
                rule!("SC-MOB-10");
                state.area_mut(from).base = NONE;
                state.area_mut(to).base = seat.0;
                emit(Event::BaseMoved { seat, from, to });
                self.end_moves(state, emit);
            }
            Action::Stay => self.end_moves(state, emit),
            _ => self.destroy_own(state, seat, action, emit),
        }
    }

    fn carry(
        &self,
        state: &mut State,
        seat: Seat,
        kind: Kind,
        from: Area,
        to: Area,
        emit: &mut impl FnMut(Event),
    ) {
        let local = self.local(state, seat, kind).expect("checked to be of the race");
        if self.is_enemy(state, seat, to) {
            rule!("SC-MOB-14");
            state.order.enemy = to;
        }
        let battle = self.starts_battle(state, seat, to);
        self.remove_unit(state, from, local);
        if battle {
            rule!("SC-MOB-18");
            state.order.attackers[local] += 1;
        } else {
            self.put_unit(state, seat, local, to);
            state.order.marked[self.nth(to)][local] += 1;
        }
        state.order.moved = true;
        emit(Event::Moved { seat, kind, from, to });
    }

    /// SC-FAC-1: only a Terran player with a base here and a target is asked.
    pub(crate) fn skip_liftoff(&self, state: &mut State, emit: &mut impl FnMut(Event)) -> bool {
        let (seat, planet) = (state.order.seat, state.order.planet);
        let can = self.components.race(self.race_of(state, seat)).liftoff
            && self.base_on(state, seat, planet).is_some()
            && self.areas_of(planet).any(|area| self.may_lift_off(state, seat, area).is_ok());
        if can {
            rule!("SC-FAC-1");
            return false;
        }
        self.end_moves(state, emit);
        true
    }

    /// SC-MOB-8: movement is complete; then the battle is fought.
    fn end_moves(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        state.frames.pop();
        let attackers: Force = state.order.attackers;
        rule!("SC-RUL-43");
        if total(&attackers) == 0 {
            self.end_order(state, emit);
            return;
        }
        self.begin_battle(state, emit);
    }
}
