//! Battles: retreat and the end (SC-BATTLE-26 to 33, 36, 43 to 46).

use rules::{Denied, Seat, rule};

use crate::{
    StarCraft,
    action::{Action, Event},
    ids::{Area, total},
    state::{Battle, Fate, NONE, State, Step},
};

impl StarCraft {
    /// SC-BATTLE-30, SC-BATTLE-32: where units of a side may retreat to.
    fn refuges(&self, state: &State, side: u8) -> impl Iterator<Item = Area> {
        let seat = state.battle.seats[usize::from(side)];
        let contested = state.battle.area;
        let planet = self.planet(contested);
        let mut planets = 1 << planet.0;
        if !state.battle.broken_off {
            rule!("SC-BATTLE-45");
            planets |= self.ferried(state, seat, planet, self.order_march(state, seat));
        }
        (0..self.components.areas.len() as u8).map(Area).filter(move |&area| {
            planets >> self.planet(area).0 & 1 == 1 && area != contested && self.has_room(state, seat, area)
        })
    }

    /// SC-BATTLE-36: an area of the active planet for a Fighting Withdrawal.
    pub(crate) fn has_refuge(&self, state: &State, side: u8) -> bool {
        let seat = state.battle.seats[usize::from(side)];
        let contested = state.battle.area;
        let mut areas = self.areas_of(self.planet(contested));
        areas.any(|area| area != contested && self.has_room(state, seat, area))
    }

    fn only_assist(&self, state: &State, side: usize) -> bool {
        self.fitting(state, side as u8, state.battle.units[side], !self.assist).next().is_none()
    }

    fn excess(&self, state: &State) -> u8 {
        self.side_total(state, 0).saturating_sub(self.limit(state.battle.area))
    }

    fn free_places(&self, state: &State, area: Area) -> u8 {
        self.limit(area) - total(&state.area(area).units)
    }

    fn send_away(&self, state: &mut State, side: usize) {
        state.battle.leaving = std::mem::take(&mut state.battle.units[side]);
        state.battle.step = Step::RetreatTo { side: side as u8 };
    }

    /// Step 9: the first case that fits.
    fn decide_retreat(&self, state: &mut State) {
        match [0, 1].map(|side| self.side_total(state, side) > 0) {
            [true, false] => {
                rule!("SC-BATTLE-26");
                state.battle.step = if self.excess(state) > 0 { Step::Excess } else { Step::Close };
            }
            [true, true] if self.only_assist(state, 1) => {
                rule!("SC-BATTLE-27");
                rule!("SC-RUL-11");
                self.send_away(state, 1);
            }
            [true, true] => {
                rule!("SC-BATTLE-28");
                self.send_away(state, 0);
            }
            [false, _] => {
                rule!("SC-BATTLE-29");
                state.battle.step = Step::Close;
            }
        }
    }

    fn destroy_leaving(&self, state: &mut State, side: u8, emit: &mut impl FnMut(Event)) {
        let seat = state.battle.seats[usize::from(side)];
        let (leaving, area) = (std::mem::take(&mut state.battle.leaving), state.battle.area);
        for kind in self.kinds_in(state, seat, leaving) {
            let local = self.local(state, seat, kind).expect("a unit of the side");
            for _ in 0..leaving[local] {
                emit(Event::UnitLost { seat, kind, fate: Fate::Destroyed, area });
            }
        }
    }

    fn after_leaving(&self, state: &mut State) {
        state.battle.refuge = Area(NONE);
        state.battle.step = if state.battle.broken_off { Step::TrimAttackers } else { Step::Retreat };
    }

    pub(crate) fn advance_retreat(
        &self,
        state: &mut State,
        step: Step,
        emit: &mut impl FnMut(Event),
    ) -> bool {
        match step {
            Step::Retreat => self.decide_retreat(state),
            Step::Excess => {
                if self.excess(state) > 0 {
                    return false;
                }
                state.battle.step = Step::RetreatTo { side: 0 };
            }
            Step::RetreatTo { side } => {
                if self.refuges(state, side).next().is_some() {
                    return false;
                }
                rule!("SC-BATTLE-31");
                rule!("SC-RUL-12");
                self.destroy_leaving(state, side, emit);
                self.after_leaving(state);
            }
            Step::Overfill { side } => {
                let refuge = state.battle.refuge;
                if total(&state.battle.leaving) > self.free_places(state, refuge) {
                    return false;
                }
                let seat = state.battle.seats[usize::from(side)];
                let leaving = std::mem::take(&mut state.battle.leaving);
                for (local, &count) in leaving.iter().enumerate() {
                    for _ in 0..count {
                        self.put_unit(state, seat, local, refuge);
                    }
                }
                rule!("SC-BATTLE-30");
                emit(Event::Retreated { seat, area: refuge });
                self.after_leaving(state);
            }
            Step::TrimAttackers => {
                if self.excess(state) > 0 {
                    rule!("SC-BATTLE-36");
                    return false;
                }
                state.battle.step = Step::Close;
            }
            Step::Close => self.close(state, emit),
            _ => return false,
        }
        true
    }

    /// SC-BATTLE-33, SC-BATTLE-46: survivors stand in the area, elimination is checked, the order ends.
    fn close(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let Battle { seats, area, units, .. } = state.battle;
        let counts = [total(&units[0]), total(&units[1])];
        for (seat, units) in seats.into_iter().zip(units) {
            if total(&units) > 0 {
                rule!("SC-BATTLE-33");
                let here = state.area_mut(area);
                (here.owner, here.units) = (seat.0, units);
            }
        }
        state.battle = Battle::default();
        state.frames.pop();
        emit(Event::BattleEnded { area, attackers: counts[0], defenders: counts[1] });
        rule!("SC-BATTLE-46");
        self.check_elimination(state, emit);
        if state.ending.is_none() {
            self.end_order(state, emit);
        }
    }

    // --- decisions -----------------------------------------------------------------------

    pub(crate) fn offer_retreat(&self, state: &State, seat: Seat, step: Step, out: &mut Vec<Action>) {
        match step {
            Step::Excess => {
                out.extend(self.kinds_in(state, seat, state.battle.units[0]).map(Action::Excess));
            }
            Step::RetreatTo { .. } => {
                let planet = self.planet(state.battle.area);
                let near = self.adjacent(state, planet) | 1 << planet.0;
                let areas = (0..self.components.areas.len() as u8).map(Area);
                let areas = areas.filter(|&area| near >> self.planet(area).0 & 1 == 1);
                out.extend(areas.map(Action::RetreatTo));
            }
            Step::Overfill { .. } => {
                out.extend(self.kinds_in(state, seat, state.battle.leaving).map(Action::Lose));
            }
            Step::TrimAttackers => {
                out.extend(self.kinds_in(state, seat, state.battle.units[0]).map(Action::Lose));
            }
            _ => {}
        }
    }

    pub(crate) fn judge_retreat(
        &self,
        state: &State,
        seat: Seat,
        step: Step,
        action: Action,
    ) -> Result<(), Denied> {
        let local = |kind| self.local(state, seat, kind);
        match (step, action) {
            (Step::Excess, Action::Excess(kind)) => {
                let there = local(kind).is_some_and(|local| state.battle.units[0][local] > 0);
                if there { Ok(()) } else { Err(Denied(rule!("SC-RUL-58"))) }
            }
            (Step::RetreatTo { side }, Action::RetreatTo(area)) => {
                let fits = self.refuges(state, side).any(|own| own == area);
                if area == state.battle.area {
                    return Err(Denied(rule!("SC-BATTLE-32")));
                }
                if !fits && state.battle.broken_off {
                    return Err(Denied(rule!("SC-BATTLE-36")));
                }
                if fits { Ok(()) } else { Err(Denied(rule!("SC-BATTLE-30"))) }
            }
            (Step::Overfill { .. }, Action::Lose(kind)) => {
                let there = local(kind).is_some_and(|local| state.battle.leaving[local] > 0);
                if there { Ok(()) } else { Err(Denied(rule!("SC-BATTLE-31"))) }
            }
            (Step::TrimAttackers, Action::Lose(kind)) => {
                let there = local(kind).is_some_and(|local| state.battle.units[0][local] > 0);
                if there { Ok(()) } else { Err(Denied(rule!("SC-BATTLE-36"))) }
            }
            (Step::TrimAttackers, _) => Err(Denied(rule!("SC-DEC-32"))),
            _ => Err(Denied(rule!("SC-DEC-25"))),
        }
    }

    pub(crate) fn act_retreat(
        &self,
        state: &mut State,
        seat: Seat,
        step: Step,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        match (step, action) {
            (Step::Excess, Action::Excess(kind)) => {
                let local = self.local(state, seat, kind).expect("checked to be there");
                state.battle.units[0][local] -= 1;
                rule!("SC-BATTLE-43");
                state.battle.leaving[local] += 1;
            }
            (Step::RetreatTo { side }, Action::RetreatTo(area)) => {
                rule!("SC-RUL-57");
                if side == 1 && !state.battle.broken_off {
                    rule!("SC-BATTLE-44");
                }
                state.battle.refuge = area;
                state.battle.step = Step::Overfill { side };
            }
            (Step::Overfill { .. }, Action::Lose(kind)) => {
                let local = self.local(state, seat, kind).expect("checked to be there");
                state.battle.leaving[local] -= 1;
                let area = state.battle.area;
                emit(Event::UnitLost { seat, kind, fate: Fate::Destroyed, area });
            }
            (Step::TrimAttackers, Action::Lose(kind)) => self.destroy_in_battle(state, 0, kind, emit),
            _ => unreachable!("the action was checked against the step"),
        }
    }
}
