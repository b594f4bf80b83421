//! Battles: abilities, draws, pairing, support (SC-BATTLE-1 to 10).

use rules::{Denied, Seat, rule};

use crate::{
    StarCraft,
    action::{Ability, Action, Event},
    effect::{Code, Effect, Need},
    ids::{EventId, Kind, KindMask, total},
    state::{Battle, Frame, Line, NONE, State, Step},
};

impl StarCraft {
    /// SC-BATTLE-1: all units of both sides leave the map.
    pub(crate) fn begin_battle(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let area = state.order.enemy;
        let attacker = state.order.seat;
        let here = state.area(area);
        let defender = Seat(here.owner);
        rule!("SC-BATTLE-1");
        let units = [state.order.attackers, here.units];
        let here = state.area_mut(area);
        (here.owner, here.units) = (NONE, [0; 9]);
        state.order.attackers = [0; 9];
        state.battle = Battle {
            seats: [attacker, defender],
            area,
            gold: state.order.token.is_some_and(crate::ids::Token::is_gold),
            step: Step::Ability { side: 0 },
            units,
            free: units,
            ..Battle::default()
        };
        state.frames.push(Frame::Battle);
        emit(Event::BattleBegan { attacker, defender, area });
    }

    /// Who decides in a step.
    pub(crate) fn battle_seat(&self, state: &State, step: Step) -> Seat {
        let side = match step {
            Step::Ability { side }
            | Step::Effects { side }
            | Step::Consume { side }
            | Step::Ambush { side, .. }
            | Step::Front { side }
            | Step::Support { side }
            | Step::Place { side, .. }
            | Step::Blind { side, .. }
            | Step::Reinforce { side, .. }
            | Step::Placed { side }
            | Step::Reveal { side }
            | Step::Costs { side }
            | Step::Hit { side }
            | Step::Withdraw { side, .. }
            | Step::EndAbility { side }
            | Step::Broodling { side, .. }
            | Step::Splash { side }
            | Step::RetreatTo { side }
            | Step::Overfill { side } => side,
            _ => 0,
        };
        state.battle.seats[usize::from(side)]
    }

    /// Kinds of a side's force that are in `mask`.
    pub(crate) fn fitting(
        &self,
        state: &State,
        side: u8,
        force: crate::ids::Force,
        mask: KindMask,
    ) -> impl Iterator<Item = Kind> {
        let seat = state.battle.seats[usize::from(side)];
        self.kinds_in(state, seat, force).filter(move |kind| mask & kind.bit() != 0)
    }

    fn all_assist(&self, state: &State, side: u8) -> bool {
        self.fitting(state, side, state.battle.units[usize::from(side)], !self.assist).next().is_none()
    }

    // --- step 2 --------------------------------------------------------------------------

    fn effects_of(&self, ability: Ability) -> &[Effect] {
        match ability {
            Ability::None => &[],
            Ability::Card(card) => &self.components.card(card).effects,
            Ability::Event(event) => &self.components.event(event).effects,
        }
    }

    fn is_start_code(code: &Code) -> bool {
        matches!(
            code,
            Code::SobAtk(_)
                | Code::SobHp(_)
                | Code::SobDraw(_)
                | Code::SobDestroy(_)
                | Code::SobPeek
                | Code::SobDetect
                | Code::SobConsume(_)
                | Code::SobRetreat
                | Code::SobFaceUp
        )
    }

    /// Start-of-battle abilities a side owns, usable or not.
    fn abilities(&self, state: &State, side: u8) -> impl Iterator<Item = Ability> {
        let seat = state.battle.seats[usize::from(side)];
        let player = state.player(seat);
        let cards = self.cards_in(state, seat, player.play).map(Ability::Card);
        let events = player.kept.kinds().map(Ability::Event);
        cards.chain(events).filter(|&ability| {
            self.effects_of(ability).iter().any(|effect| Self::is_start_code(&effect.code))
        })
    }

    fn may_use(&self, state: &State, side: u8, ability: Ability) -> Result<(), Denied> {
        if !self.abilities(state, side).any(|own| own == ability) {
            return Err(Denied(rule!("SC-EVT-15")));
        }
        let at = usize::from(side);
        let units = state.battle.units[at];
        for effect in self.effects_of(ability) {
            let met = effect.needs.iter().all(|need| match *need {
                Need::Attacker => side == 0,
                Need::Defender => side == 1,
                Need::UnitInBattle(mask) => self.fitting(state, side, units, mask).next().is_some(),
                _ => true,
            });
            let possible = match effect.code {
                Code::SobConsume(_) => total(&units) > 1 || state.player(state.battle.seats[at]).pool > 0,
                Code::SobRetreat if !self.has_refuge(state, side) => {
                    return Err(Denied(rule!("SC-BATTLE-36")));
                }
                _ => true,
            };
            if !met || !possible {
                return Err(Denied(rule!("SC-BATTLE-35")));
            }
        }
        Ok(())
    }

    /// Carries out the next effect of the ability in use.
    fn run_ability(&self, state: &mut State, side: u8, emit: &mut impl FnMut(Event)) {
        let (at, other) = (usize::from(side), 1 - usize::from(side));
        let (seat, opponent) = (state.battle.seats[at], state.battle.seats[other]);
        let Some(effect) = self.effects_of(state.battle.ability).get(usize::from(state.battle.effect)) else {
            self.after_ability(state, side);
            return;
        };
        state.battle.effect += 1;
        match effect.code {
            Code::SobAtk(n) => state.battle.attack[at] += n,
            Code::SobHp(n) => state.battle.health[at] += n,
            Code::SobDraw(n) => self.draw_cards(state, seat, n),
            Code::SobDestroy(mask) => {
                state.battle.step = Step::Ambush { side: other as u8, mask };
            }
            Code::SobPeek => {
                rule!("SC-EFF-27");
                let cards = state.player(opponent).hand;
                state.player_mut(opponent).known[seat.index()] |= cards;
                emit(Event::HandSeen { seat, of: opponent, cards: Some(cards) });
            }
            Code::SobDetect => state.battle.detector[at] = true,
            Code::SobConsume(_) => state.battle.step = Step::Consume { side },
            Code::SobRetreat => {
                state.battle.broken_off = true;
                state.battle.leaving = state.battle.units[at];
                state.battle.units[at] = [0; 9];
                state.battle.step = Step::RetreatTo { side };
            }
            Code::SobFaceUp => {
                rule!("SC-EVT-7");
                state.battle.face_up[other] = true;
            }
            _ => {}
        }
    }

    /// SC-BATTLE-3: a side without units ends the battle.
    fn after_ability(&self, state: &mut State, side: u8) {
        let over = state.battle.units.iter().any(|units| total(units) == 0);
        state.battle.ability = Ability::None;
        state.battle.effect = 0;
        state.battle.step = if over {
            rule!("SC-BATTLE-3");
            Step::Retreat
        } else if side == 0 {
            Step::Ability { side: 1 }
        } else {
            Step::Draw
        };
    }

    /// A unit leaves the battle for good in steps 2 and 8: destroyed.
    pub(crate) fn destroy_in_battle(
        &self,
        state: &mut State,
        side: u8,
        kind: Kind,
        emit: &mut impl FnMut(Event),
    ) {
        let at = usize::from(side);
        let seat = state.battle.seats[at];
        let local = self.local(state, seat, kind).expect("a unit of the side");
        state.battle.units[at][local] -= 1;
        if state.battle.free[at][local] > 0 {
            state.battle.free[at][local] -= 1;
        }
        let area = state.battle.area;
        emit(Event::UnitLost { seat, kind, fate: crate::state::Fate::Destroyed, area });
    }

    // --- what needs no decision ----------------------------------------------------------

    pub(crate) fn battle_advance(&self, state: &mut State, emit: &mut impl FnMut(Event)) -> bool {
        match state.battle.step {
            Step::Effects { side } => self.run_ability(state, side, emit),
            Step::Ambush { side, mask } => {
                let units = state.battle.units[usize::from(side)];
                if self.fitting(state, side, units, mask).next().is_some() {
                    return false;
                }
                state.battle.step = Step::Effects { side: 1 - side };
            }
            Step::Draw => {
                let [attacker, defender] = state.battle.seats;
                let common = &self.components.common;
                rule!("SC-BATTLE-4");
                let shields = self.components.race(self.race_of(state, defender)).defender_draw;
                if shields > 0 {
                    rule!("SC-FAC-3");
                }
                let gold = if state.battle.gold {
                    rule!("SC-MOB-11");
                    common.gold_draw
                } else {
                    0
                };
                state.battle.step = Step::Front { side: 0 };
                self.draw_cards(state, defender, common.battle_draw[1] + shields);
                self.draw_cards(state, attacker, common.battle_draw[0] + gold);
            }
            Step::Front { side } => {
                if self.all_assist(state, side) && state.battle.lead[usize::from(side)] == NONE {
                    rule!("SC-RUL-50");
                    return false;
                }
                self.after_front(state, side);
            }
            Step::Pair if state.battle.to_pair == 0 => state.battle.step = Step::Support { side: 0 },
            Step::Support { side } if total(&state.battle.free[usize::from(side)]) == 0 => {
                state.battle.step = if side == 0 {
                    Step::Support { side: 1 }
                } else {
                    Step::Place { side: self.first_placer(state), line: 0 }
                };
            }
            step => return self.advance_cards(state, step, emit),
        }
        true
    }

    fn after_front(&self, state: &mut State, side: u8) {
        if side == 0 {
            state.battle.step = Step::Front { side: 1 };
            return;
        }
        let strong = |side: u8| -> u8 {
            if self.all_assist(state, side) {
                return 1;
            }
            let units = state.battle.units[usize::from(side)];
            let seat = state.battle.seats[usize::from(side)];
            let kinds = self.fitting(state, side, units, !self.assist);
            kinds.filter_map(|kind| self.local(state, seat, kind)).map(|local| units[local]).sum()
        };
        rule!("SC-BATTLE-6");
        state.battle.to_pair = strong(0).min(strong(1));
        state.battle.step = Step::Pair;
    }

    /// SC-BATTLE-7, SC-EFF-6: kinds that may stand in front.
    fn may_stand(&self, state: &State, side: u8, kind: Kind) -> Result<(), Denied> {
        let at = usize::from(side);
        let seat = state.battle.seats[at];
        let free = self.local(state, seat, kind).is_some_and(|local| state.battle.free[at][local] > 0);
        if !free {
            return Err(Denied(rule!("SC-BATTLE-5")));
        }
        let lead = state.battle.lead[at];
        if lead != NONE && lead != kind.0 {
            return Err(Denied(rule!("SC-BATTLE-7")));
        }
        if lead == NONE && self.is_assist(kind) {
            return Err(Denied(rule!("SC-EFF-6")));
        }
        Ok(())
    }

    // --- decisions -----------------------------------------------------------------------

    pub(crate) fn battle_offer(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let battle = &state.battle;
        match battle.step {
            Step::Ability { side } => {
                out.extend(self.abilities(state, side).map(Action::StartAbility));
                out.push(Action::NoAbility);
            }
            Step::Consume { side } => {
                let units = battle.units[usize::from(side)];
                out.extend(self.kinds_in(state, seat, units).map(Action::ConsumeUnit));
                out.push(Action::ConsumeWorker);
            }
            Step::Ambush { side, .. } => {
                let units = battle.units[usize::from(side)];
                out.extend(self.kinds_in(state, seat, units).map(Action::Lose));
            }
            Step::Front { side } => {
                let units = battle.units[usize::from(side)];
                out.extend(self.kinds_in(state, seat, units).map(Action::Front));
            }
            Step::Pair => {
                for own in self.kinds_in(state, battle.seats[0], battle.free[0]) {
                    let others = self.kinds_in(state, battle.seats[1], battle.free[1]);
                    out.extend(others.map(|other| Action::Pair(own, other)));
                }
            }
            Step::Support { side } => {
                for kind in self.kinds_in(state, seat, battle.free[usize::from(side)]) {
                    out.extend((0..battle.lines.len() as u8).map(|line| Action::Support(kind, line)));
                }
            }
            step => self.offer_cards(state, seat, step, out),
        }
    }

    pub(crate) fn battle_judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let battle = &state.battle;
        match (battle.step, action) {
            (Step::Ability { .. }, Action::NoAbility) => Ok(()),
            (Step::Ability { side }, Action::StartAbility(ability)) => self.may_use(state, side, ability),
            (Step::Ability { .. }, _) => Err(Denied(rule!("SC-DEC-15"))),
            (Step::Consume { side }, Action::ConsumeUnit(kind)) => {
                let units = battle.units[usize::from(side)];
                let there = self.local(state, seat, kind).is_some_and(|local| units[local] > 0);
                // One Defiler must stay: it is the other unit that is given.
                let needed = match battle.ability {
                    Ability::Card(card) => self.components.card(card).units,
                    _ => 0,
                };
                let local = self.local(state, seat, kind);
                let last = needed & kind.bit() != 0 && local.is_some_and(|local| units[local] == 1);
                if there && !last { Ok(()) } else { Err(Denied(rule!("SC-DEC-31"))) }
            }
            (Step::Consume { .. }, Action::ConsumeWorker) => {
                if state.player(seat).pool > 0 {
                    Ok(())
                } else {
                    Err(Denied(rule!("SC-DEC-31")))
                }
            }
            (Step::Consume { .. }, _) => Err(Denied(rule!("SC-DEC-31"))),
            (Step::Ambush { side, mask }, Action::Lose(kind)) => {
                let units = battle.units[usize::from(side)];
                let fits = self.fitting(state, side, units, mask).any(|own| own == kind);
                if fits { Ok(()) } else { Err(Denied(rule!("SC-EFF-14"))) }
            }
            (Step::Ambush { .. }, _) => Err(Denied(rule!("SC-DEC-16"))),
            (Step::Front { side }, Action::Front(kind)) => {
                let units = battle.units[usize::from(side)];
                let there = self.local(state, seat, kind).is_some_and(|local| units[local] > 0);
                if there { Ok(()) } else { Err(Denied(rule!("SC-DEC-28"))) }
            }
            (Step::Front { .. }, _) => Err(Denied(rule!("SC-DEC-28"))),
            (Step::Pair, Action::Pair(own, other)) => {
                self.may_stand(state, 0, own)?;
                self.may_stand(state, 1, other)
            }
            (Step::Pair, _) => Err(Denied(rule!("SC-DEC-17"))),
            (Step::Support { side }, Action::Support(kind, line)) => {
                let free = battle.free[usize::from(side)];
                rule!("SC-RUL-10");
                let there = self.local(state, seat, kind).is_some_and(|local| free[local] > 0);
                if there && usize::from(line) < battle.lines.len() {
                    Ok(())
                } else {
                    Err(Denied(rule!("SC-BATTLE-9")))
                }
            }
            (Step::Support { .. }, _) => Err(Denied(rule!("SC-DEC-18"))),
            (step, _) => self.judge_cards(state, seat, step, action),
        }
    }

    pub(crate) fn battle_act(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        match (state.battle.step, action) {
            (Step::Ability { side }, Action::NoAbility) => {
                if side == 0 {
                    rule!("SC-SEQ-1");
                }
                self.after_ability(state, side);
            }
            (Step::Ability { side }, Action::StartAbility(ability)) => {
                rule!("SC-BATTLE-2");
                if let Ability::Event(event) = ability {
                    self.spend_kept(state, seat, event);
                }
                state.battle.ability = ability;
                state.battle.effect = 0;
                state.battle.step = Step::Effects { side };
                emit(Event::AbilityUsed { seat, ability });
            }
            (Step::Consume { side }, _) => {
                if let Action::ConsumeUnit(kind) = action {
                    self.destroy_in_battle(state, side, kind, emit);
                } else {
                    state.player_mut(seat).pool -= 1;
                    emit(Event::WorkerSpent { seat });
                }
                let draws =
                    self.effects_of(state.battle.ability).iter().find_map(|effect| match effect.code {
                        Code::SobConsume(n) => Some(n),
                        _ => None,
                    });
                state.battle.step = Step::Effects { side };
                self.draw_cards(state, seat, draws.expect("the ability in use is Consume"));
            }
            (Step::Ambush { side, .. }, Action::Lose(kind)) => {
                self.destroy_in_battle(state, side, kind, emit);
                state.battle.step = Step::Effects { side: 1 - side };
            }
            (Step::Front { side }, Action::Front(kind)) => {
                state.battle.lead[usize::from(side)] = kind.0;
                self.after_front(state, side);
            }
            (Step::Pair, Action::Pair(own, other)) => {
                for (side, kind) in [own, other].into_iter().enumerate() {
                    let owner = state.battle.seats[side];
                    let local = self.local(state, owner, kind).expect("checked to be free");
                    state.battle.free[side][local] -= 1;
                }
                let kinds = [own.0, other.0];
                emit(Event::Paired { line: state.battle.lines.len() as u8, kinds: [own, other] });
                rule!("SC-BATTLE-8");
                state.battle.lines.push(Line { front: kinds, formed: kinds, ..Line::default() });
                state.battle.to_pair -= 1;
            }
            (Step::Support { side }, Action::Support(kind, line)) => {
                let at = usize::from(side);
                let local = self.local(state, seat, kind).expect("checked to be free");
                state.battle.free[at][local] -= 1;
                rule!("SC-BATTLE-10");
                state.battle.lines.as_mut_slice()[usize::from(line)].support[at][local] += 1;
                emit(Event::Supported { seat, kind, line });
            }
            (step, _) => self.act_cards(state, seat, step, action, emit),
        }
    }

    pub(crate) fn spend_kept(&self, state: &mut State, seat: Seat, event: EventId) {
        state.player_mut(seat).kept.take(event);
        state.spent.add(event);
    }
}
