//! Battles: striking, withdrawal, end of step 7c, splash damage (SC-BATTLE-21 to 25, 40, 41).

use rules::{Denied, Seat, rule};

use crate::{
    StarCraft,
    action::{Action, Event},
    effect::Code,
    ids::{Area, Card, Kind, KindMask, total},
    state::{Fate, Hit, NONE, Splash, State, Step},
};

impl StarCraft {
    /// SC-EFF-3: friendly or empty areas of the active planet with room, never the contested one.
    fn withdrawals(&self, state: &State, seat: Seat) -> impl Iterator<Item = Area> {
        let contested = state.battle.area;
        let areas = self.areas_of(self.planet(contested));
        areas.filter(move |&area| area != contested && self.has_room(state, seat, area))
    }

    /// Kinds supporting the skirmish that the opposing front-line unit can hit (SC-BATTLE-21).
    fn exposed(&self, state: &State, side: u8) -> impl Iterator<Item = Kind> {
        let line = state.line();
        let striker = Kind(line.formed[1 - usize::from(side)]);
        let mask = self.components.unit(striker).hits;
        self.fitting(state, side, line.support[usize::from(side)], mask)
    }

    /// 7b and the defeats of 7c, found for both sides before anything happens (SC-BATTLE-40).
    fn strike(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let values = self.current_values(state);
        let mut struck = [false; 2];
        for side in 0..2 {
            let (own, other) = (&values.sides[side], &values.sides[1 - side]);
            let line = state.line();
            rule!("SC-VOC-7");
            rule!("SC-BATTLE-40");
            let (front, target) = (Kind(line.front[side]), Kind(line.front[1 - side]));
            let hit = if own.defeat {
                rule!("SC-EFF-16");
                Hit::Front
            } else if values.stasis || own.attack < other.health {
                Hit::Miss
            } else if self.components.unit(front).hits & target.bit() != 0 {
                rule!("SC-BATTLE-21");
                if own.attack == 0 {
                    rule!("SC-RUL-44");
                }
                Hit::Front
            } else if self.exposed(state, 1 - side as u8).next().is_some() {
                Hit::Support
            } else {
                Hit::Miss
            };
            struck[side] = hit != Hit::Miss;
            state.battle.hits[1 - side] = hit;
        }
        let everything = KindMask::MAX;
        debug_assert!(everything != 0, "a mask of all kinds fits something");
        for side in 0..2 {
            let own = &values.sides[side];
            let seen = values.sides[1 - side].detector;
            if seen && (own.cloak || own.aura) {
                rule!("SC-EFF-2");
                rule!("SC-EFF-26");
            }
            let veil = u8::from(own.cloak) | u8::from(own.aura) << 1;
            state.battle.veil[side] = if seen { 0 } else { veil };
            let used = |fits: bool, cancelled: bool, bit: u8| if fits && !cancelled { bit } else { 0 };
            rule!("SC-BATTLE-41");
            state.battle.used[side] =
                used(own.card_fits, own.card_cancelled, 1) | used(own.extra_fits, own.extra_cancelled, 2);
            state.battle.pending[side] = own.at_end;
            state.battle.nuke[side] = own.nuke;
            state.battle.hold[side] = 0;
            if struck[side] {
                for &(mask, which) in own.splash.iter() {
                    rule!("SC-EFF-9");
                    state.battle.splash.push(Splash { side: 1 - side as u8, mask });
                    state.battle.hold[side] |= which;
                    emit(Event::SplashActivated { seat: state.battle.seats[side] });
                }
            }
        }
        let attack = [values.sides[0].attack, values.sides[1].attack];
        let health = [values.sides[0].health, values.sides[1].health];
        let line = state.line_mut();
        (line.attack, line.health) = (attack, health);
        emit(Event::Struck { line: state.battle.current, attack, health });
        state.battle.step = Step::Hit { side: 0 };
    }

    /// A unit of the skirmish is defeated or destroyed by an ability: it withdraws if it can (SC-BATTLE-22).
    fn defeat(
        &self,
        state: &mut State,
        side: u8,
        kind: Kind,
        front: bool,
        veiled: bool,
        emit: &mut impl FnMut(Event),
    ) {
        let at = usize::from(side);
        let seat = state.battle.seats[at];
        let local = self.local(state, seat, kind).expect("a unit of the side");
        if front {
            state.line_mut().front[at] = NONE;
        } else {
            state.line_mut().support[at][local] -= 1;
        }
        state.battle.units[at][local] -= 1;
        let withdraws = veiled && self.withdrawals(state, seat).next().is_some();
        if front {
            state.line_mut().fate[at] = if withdraws { Fate::Withdrew } else { Fate::Destroyed };
        }
        if withdraws {
            rule!("SC-EFF-1");
            state.battle.step = Step::Withdraw { side, kind: kind.0 };
        } else {
            rule!("SC-BATTLE-22");
            let area = state.battle.area;
            emit(Event::UnitLost { seat, kind, fate: Fate::Destroyed, area });
            state.battle.step = state.battle.resume;
        }
    }

    fn after_hit(side: u8) -> Step {
        if side == 0 { Step::Hit { side: 1 } } else { Step::EndAbility { side: 0 } }
    }

    fn hit(&self, state: &mut State, side: u8, emit: &mut impl FnMut(Event)) -> bool {
        let at = usize::from(side);
        match state.battle.hits[at] {
            Hit::Miss => state.battle.step = Self::after_hit(side),
            Hit::Front => {
                state.battle.resume = Self::after_hit(side);
                let kind = Kind(state.line().front[at]);
                let veiled = state.battle.veil[at] & 1 != 0;
                self.defeat(state, side, kind, true, veiled, emit);
            }
            Hit::Support => return false,
        }
        true
    }

    fn ability_card(&self, state: &State, side: usize, which: u8) -> Card {
        let line = state.line();
        Card(if which == 1 { line.card[side] } else { line.extra[side] })
    }

    /// SC-EFF-25: the abilities at the end of step 7c; `false` if their owner must order them.
    fn end_ability(&self, state: &mut State, side: u8, emit: &mut impl FnMut(Event)) -> bool {
        let at = usize::from(side);
        match state.battle.pending[at] {
            0 => {
                state.battle.step = if side == 0 { Step::EndAbility { side: 1 } } else { Step::PutAway };
            }
            3 => return false,
            which => self.run_end_ability(state, side, which, emit),
        }
        true
    }

    fn run_end_ability(&self, state: &mut State, side: u8, which: u8, emit: &mut impl FnMut(Event)) {
        let (at, other) = (usize::from(side), 1 - usize::from(side));
        rule!("SC-EFF-25");
        state.battle.pending[at] &= !which;
        rule!("SC-BATTLE-23");
        let card = self.ability_card(state, at, which);
        state.battle.resume = Step::EndAbility { side };
        for effect in &self.components.card(card).effects {
            match effect.code {
                Code::Sacrifice => {
                    let own = state.line().front[at];
                    if own == NONE {
                        continue;
                    }
                    rule!("SC-EFF-17");
                    self.defeat(state, side, Kind(own), true, false, emit);
                    let target = state.line().front[other];
                    if target != NONE && self.is_flying(Kind(target)) {
                        let veiled = state.battle.veil[other] & 1 != 0;
                        if veiled {
                            rule!("SC-EFF-11");
                        }
                        self.defeat(state, other as u8, Kind(target), true, veiled, emit);
                    }
                }
                Code::Broodling(mask) => {
                    state.battle.step = Step::Broodling { side: other as u8, mask };
                }
                _ => {}
            }
        }
    }

    /// Units of a side still in the skirmish.
    fn present(&self, state: &State, side: u8) -> crate::ids::Force {
        let at = usize::from(side);
        let line = state.line();
        let mut units = line.support[at];
        if line.front[at] != NONE {
            let seat = state.battle.seats[at];
            units[self.local(state, seat, Kind(line.front[at])).expect("a unit of the side")] += 1;
        }
        units
    }

    /// SC-BATTLE-24: cards are discarded, set aside or returned.
    fn put_away(&self, state: &mut State) {
        for side in 0..2 {
            let nuke = std::mem::take(&mut state.battle.nuke[side]);
            if nuke > 0 && state.line().fate[side] != Fate::Destroyed {
                rule!("SC-EFF-21");
                for _ in 0..nuke {
                    state.battle.splash.push(Splash { side: 1 - side as u8, mask: KindMask::MAX });
                }
            }
            let seat = state.battle.seats[side];
            for which in [1, 2] {
                let card = self.ability_card(state, side, which);
                if card.0 == NONE {
                    continue;
                }
                let bit = self.card_bit(state, seat, card).expect("a card of the seat");
                let returns = self.components.card(card).returns && state.battle.used[side] & which != 0;
                if state.battle.hold[side] & which != 0 {
                    state.battle.aside[side] |= bit;
                } else if returns {
                    rule!("SC-EFF-12");
                    rule!("SC-RUL-59");
                    state.player_mut(seat).tech |= bit;
                } else {
                    rule!("SC-BATTLE-24");
                    state.player_mut(seat).discards |= bit;
                }
            }
            (state.battle.used[side], state.battle.hold[side], state.battle.veil[side]) = (0, 0, 0);
            state.battle.hits[side] = Hit::Miss;
        }
        state.battle.resume = Step::None;
        state.line_mut().done = true;
        state.battle.step = if state.battle.lines.iter().all(|line| line.done) {
            Step::Splash { side: 0 }
        } else {
            Step::Resolve
        };
    }

    /// SC-BATTLE-25: the narrowest filter against a side.
    fn next_splash(&self, state: &State, side: u8) -> Option<usize> {
        rule!("SC-RUL-53");
        let own = state.battle.splash.iter().enumerate().filter(|(_, splash)| splash.side == side);
        own.min_by_key(|(_, splash)| splash.mask.count_ones()).map(|(at, _)| at)
    }

    fn splash(&self, state: &mut State, side: u8) -> bool {
        let Some(at) = self.next_splash(state, side) else {
            state.battle.step = if side == 0 {
                Step::Splash { side: 1 }
            } else {
                for side in 0..2 {
                    let seat = state.battle.seats[side];
                    let cards = std::mem::take(&mut state.battle.aside[side]);
                    state.player_mut(seat).discards |= cards;
                }
                Step::Retreat
            };
            return true;
        };
        let units = state.battle.units[usize::from(side)];
        if self.fitting(state, side, units, state.battle.splash[at].mask).next().is_none() {
            state.battle.splash.remove(at);
            return true;
        }
        false
    }

    pub(crate) fn advance_strike(&self, state: &mut State, step: Step, emit: &mut impl FnMut(Event)) -> bool {
        match step {
            Step::Strike => self.strike(state, emit),
            Step::Hit { side } => return self.hit(state, side, emit),
            Step::EndAbility { side } => return self.end_ability(state, side, emit),
            Step::Broodling { side, mask } => {
                if self.fitting(state, side, self.present(state, side), mask).next().is_some() {
                    return false;
                }
                state.battle.step = state.battle.resume;
            }
            Step::PutAway => self.put_away(state),
            Step::Splash { side } => return self.splash(state, side),
            step => return self.advance_retreat(state, step, emit),
        }
        true
    }

    // --- decisions -----------------------------------------------------------------------

    pub(crate) fn offer_strike(&self, state: &State, seat: Seat, step: Step, out: &mut Vec<Action>) {
        match step {
            Step::Hit { side } => {
                let support = state.line().support[usize::from(side)];
                out.extend(self.kinds_in(state, seat, support).map(Action::LoseSupport));
            }
            Step::Withdraw { .. } => {
                out.extend(self.areas_of(self.planet(state.battle.area)).map(Action::Withdraw));
            }
            Step::EndAbility { side } => {
                let side = usize::from(side);
                out.push(Action::NextAbility(self.ability_card(state, side, 1)));
                out.push(Action::NextAbility(self.ability_card(state, side, 2)));
            }
            Step::Broodling { side, .. } => {
                out.extend(self.kinds_in(state, seat, self.present(state, side)).map(Action::Lose));
            }
            Step::Splash { side } => {
                let units = state.battle.units[usize::from(side)];
                out.extend(self.kinds_in(state, seat, units).map(Action::Lose));
            }
            step => self.offer_retreat(state, seat, step, out),
        }
    }

    pub(crate) fn judge_strike(
        &self,
        state: &State,
        seat: Seat,
        step: Step,
        action: Action,
    ) -> Result<(), Denied> {
        match (step, action) {
            (Step::Hit { side }, Action::LoseSupport(kind)) => {
                let fits = self.exposed(state, side).any(|own| own == kind);
                if fits { Ok(()) } else { Err(Denied(rule!("SC-BATTLE-21"))) }
            }
            (Step::Hit { .. }, _) => Err(Denied(rule!("SC-DEC-23"))),
            (Step::Withdraw { .. }, Action::Withdraw(area)) => {
                let fits = self.withdrawals(state, seat).any(|own| own == area);
                if fits { Ok(()) } else { Err(Denied(rule!("SC-EFF-3"))) }
            }
            (Step::Withdraw { .. }, _) => Err(Denied(rule!("SC-DEC-22"))),
            (Step::EndAbility { side }, Action::NextAbility(card)) => {
                let own = [1, 2].map(|which| self.ability_card(state, usize::from(side), which));
                if own.contains(&card) { Ok(()) } else { Err(Denied(rule!("SC-DEC-29"))) }
            }
            (Step::EndAbility { .. }, _) => Err(Denied(rule!("SC-DEC-29"))),
            (Step::Broodling { side, mask }, Action::Lose(kind)) => {
                let fits = self.fitting(state, side, self.present(state, side), mask).any(|own| own == kind);
                if fits { Ok(()) } else { Err(Denied(rule!("SC-EFF-14"))) }
            }
            (Step::Broodling { .. }, _) => Err(Denied(rule!("SC-DEC-16"))),
            (Step::Splash { side }, Action::Lose(kind)) => {
                let units = state.battle.units[usize::from(side)];
                let at = self.next_splash(state, side).expect("asked only with splash left");
                let mask = state.battle.splash[at].mask;
                let fits = self.fitting(state, side, units, mask).any(|own| own == kind);
                if fits { Ok(()) } else { Err(Denied(rule!("SC-BATTLE-25"))) }
            }
            (Step::Splash { .. }, _) => Err(Denied(rule!("SC-DEC-24"))),
            (step, _) => self.judge_retreat(state, seat, step, action),
        }
    }

    pub(crate) fn act_strike(
        &self,
        state: &mut State,
        seat: Seat,
        step: Step,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        match (step, action) {
            (Step::Hit { side }, Action::LoseSupport(kind)) => {
                state.battle.resume = Self::after_hit(side);
                let aura = state.battle.veil[usize::from(side)] & 2 != 0;
                let veiled = aura && !self.components.unit(kind).cloak_aura;
                self.defeat(state, side, kind, false, veiled, emit);
            }
            (Step::Withdraw { kind, .. }, Action::Withdraw(area)) => {
                let local = self.local(state, seat, Kind(kind)).expect("a unit of the side");
                self.put_unit(state, seat, local, area);
                emit(Event::UnitLost { seat, kind: Kind(kind), fate: Fate::Withdrew, area });
                state.battle.step = state.battle.resume;
            }
            (Step::EndAbility { side }, Action::NextAbility(card)) => {
                let which = if self.ability_card(state, usize::from(side), 1) == card { 1 } else { 2 };
                rule!("SC-SEQ-3");
                self.run_end_ability(state, side, which, emit);
            }
            (Step::Broodling { side, .. }, Action::Lose(kind)) => {
                let at = usize::from(side);
                let local = self.local(state, seat, kind).expect("a unit of the side");
                let veil = state.battle.veil[at];
                let behind = state.line().support[at][local] > 0;
                let leads = state.line().front[at] == kind.0;
                let (front_veiled, back_veiled) =
                    (veil & 1 != 0, veil & 2 != 0 && !self.components.unit(kind).cloak_aura);
                // The same kind in front and behind: its owner loses the one that can withdraw, else a supporter.
                let front = leads && (!behind || (front_veiled && !back_veiled));
                let veiled = if front { front_veiled } else { back_veiled };
                self.defeat(state, side, kind, front, veiled, emit);
            }
            (Step::Splash { side }, Action::Lose(kind)) => {
                let at = self.next_splash(state, side).expect("asked only with splash left");
                rule!("SC-RUL-28");
                state.battle.splash.remove(at);
                self.destroy_in_battle(state, side, kind, emit);
            }
            (step, _) => self.act_retreat(state, seat, step, action, emit),
        }
    }

    pub(crate) fn side_total(&self, state: &State, side: usize) -> u8 {
        total(&state.battle.units[side])
    }
}
