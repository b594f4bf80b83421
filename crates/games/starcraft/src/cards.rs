//! Battles: placing and revealing cards, costs (SC-BATTLE-11 to 15, 37 to 39).

use rules::{Denied, Seat, rule};

use crate::{
    StarCraft,
    action::{Action, Event},
    ids::Card,
    state::{NONE, State, Step, Toll},
};

impl StarCraft {
    pub(crate) fn is_combat(&self, state: &State, seat: Seat, bit: u64) -> bool {
        self.combat[self.race_of(state, seat).index()] & bit != 0
    }

    /// SC-EVT-7: a side that must show its cards places first; otherwise the attacker.
    pub(crate) fn first_placer(&self, state: &State) -> u8 {
        u8::from(state.battle.face_up == [false, true])
    }

    /// A card of `seat` lies open or leaves: no seat has to remember it (SC-HID-15).
    pub(crate) fn forget(&self, state: &mut State, seat: Seat, bit: u64) {
        rule!("SC-HID-15");
        let player = state.player_mut(seat);
        player.open &= !bit;
        player.known.iter_mut().for_each(|known| *known &= !bit);
    }

    fn next_line(&self, state: &mut State, side: u8, line: u8) {
        let next = line + 1;
        rule!("SC-BATTLE-37");
        state.battle.step = if usize::from(next) < state.battle.lines.len() {
            Step::Place { side, line: next }
        } else {
            Step::Placed { side }
        };
    }

    /// Discards a reinforcement card turned up from the deck (SC-BATTLE-15).
    fn turn_away(&self, state: &mut State, seat: Seat, card: Card, emit: &mut impl FnMut(Event)) {
        let bit = self.card_bit(state, seat, card).expect("a card of the seat");
        state.player_mut(seat).discards |= bit;
        rule!("SC-RUL-15");
        emit(Event::TurnedAway { seat, card });
    }

    /// Can the search for a combat card go on? If not, what is left is turned up too (SC-BATTLE-38).
    fn search_goes_on(&self, state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) -> bool {
        let player = state.player(seat);
        let combat = self.combat[self.race_of(state, seat).index()];
        if (player.deck | player.discards) & combat != 0 {
            return self.refill_deck(state, seat, emit);
        }
        rule!("SC-RUL-62");
        rule!("SC-BATTLE-38");
        let rest: Vec<Card> = self.cards_in(state, seat, player.deck).collect();
        state.player_mut(seat).deck = 0;
        for card in rest {
            self.turn_away(state, seat, card, emit);
        }
        false
    }

    pub(crate) fn advance_cards(&self, state: &mut State, step: Step, emit: &mut impl FnMut(Event)) -> bool {
        match step {
            Step::Blind { side, line } => {
                let at = usize::from(side);
                let seat = state.battle.seats[at];
                let open = state.battle.face_up[at];
                let goes_on = if open {
                    self.search_goes_on(state, seat, emit)
                } else {
                    self.refill_deck(state, seat, emit)
                };
                if goes_on {
                    return false;
                }
                self.next_line(state, side, line);
                true
            }
            Step::Placed { side } => {
                let seat = state.battle.seats[usize::from(side)];
                let first = self.first_placer(state);
                state.battle.step =
                    if side == first { Step::Place { side: 1 - side, line: 0 } } else { Step::Resolve };
                let draws = self.components.race(self.race_of(state, seat)).draw_after_placing;
                if draws > 0 {
                    rule!("SC-RUL-42");
                    rule!("SC-BATTLE-14");
                    self.draw_cards(state, seat, draws);
                }
                true
            }
            Step::Reveal { side } => self.reveal(state, side, emit),
            Step::Costs { side } => {
                let at = usize::from(side);
                let seat = state.battle.seats[at];
                if state.line().paid[at] == Toll::Open {
                    let toll = self.toll(state, at);
                    if toll > 0 && state.player(seat).pool >= toll {
                        return false;
                    }
                    state.line_mut().paid[at] = Toll::Declined;
                }
                rule!("SC-BATTLE-39");
                state.battle.step = if side == 0 { Step::Costs { side: 1 } } else { Step::Strike };
                true
            }
            step => self.advance_strike(state, step, emit),
        }
    }

    /// 7a for one side; `false` while a replacement must be drawn.
    fn reveal(&self, state: &mut State, side: u8, emit: &mut impl FnMut(Event)) -> bool {
        let at = usize::from(side);
        let seat = state.battle.seats[at];
        let line = *state.line();
        if line.blind[at] && !line.shown[at] {
            let placed = line.card[at];
            let bit = (placed != NONE).then(|| self.card_bit(state, seat, Card(placed))).flatten();
            let fine = bit.is_some_and(|bit| self.is_combat(state, seat, bit));
            if !fine {
                if placed != NONE {
                    rule!("SC-BATTLE-15");
                    state.line_mut().card[at] = NONE;
                    self.turn_away(state, seat, Card(placed), emit);
                }
                if self.search_goes_on(state, seat, emit) {
                    return false;
                }
            }
        }
        self.show(state, side, emit);
        state.battle.step = if side == 0 { Step::Reveal { side: 1 } } else { Step::Costs { side: 0 } };
        true
    }

    fn show(&self, state: &mut State, side: u8, emit: &mut impl FnMut(Event)) {
        let at = usize::from(side);
        let seat = state.battle.seats[at];
        let line = state.battle.current;
        state.line_mut().shown[at] = true;
        let (card, extra) = (state.line().card[at], state.line().extra[at]);
        for id in [card, extra].into_iter().filter(|&id| id != NONE) {
            let bit = self.card_bit(state, seat, Card(id)).expect("a card of the seat");
            self.forget(state, seat, bit);
        }
        let named = |id: u8| (id != NONE).then_some(Card(id));
        emit(Event::Revealed { seat, line, card: named(card), extra: named(extra) });
    }

    /// A card was drawn blind: placed face down, or turned up as a replacement.
    pub(crate) fn battle_roll(&self, state: &mut State, card: Card, emit: &mut impl FnMut(Event)) {
        rule!("SC-CHN-5");
        match state.battle.step {
            Step::Blind { side, line } => {
                let at = usize::from(side);
                let seat = state.battle.seats[at];
                let bit = self.card_bit(state, seat, card).expect("chance drew from the seat's deck");
                let open = state.battle.face_up[at];
                state.player_mut(seat).deck &= !bit;
                if open && !self.is_combat(state, seat, bit) {
                    self.turn_away(state, seat, card, emit);
                    return;
                }
                self.refill_deck(state, seat, emit);
                let here = &mut state.battle.lines.as_mut_slice()[usize::from(line)];
                rule!("SC-RUL-61");
                here.card[at] = card.0;
                here.shown[at] = open;
                let card = open.then_some(card);
                emit(Event::CardPlaced { seat, line, card, blind: true, open });
                self.next_line(state, side, line);
            }
            Step::Reveal { side } => {
                let at = usize::from(side);
                let seat = state.battle.seats[at];
                let bit = self.card_bit(state, seat, card).expect("chance drew from the seat's deck");
                state.player_mut(seat).deck &= !bit;
                if self.is_combat(state, seat, bit) {
                    state.line_mut().card[at] = card.0;
                    self.refill_deck(state, seat, emit);
                } else {
                    self.turn_away(state, seat, card, emit);
                }
            }
            _ => unreachable!("only these steps draw a card"),
        }
    }

    // --- decisions -----------------------------------------------------------------------

    pub(crate) fn offer_cards(&self, state: &State, seat: Seat, step: Step, out: &mut Vec<Action>) {
        let race = self.race_of(state, seat).index();
        let hand = state.player(seat).hand;
        match step {
            Step::Place { line, .. } => {
                let cards = self.cards_in(state, seat, hand & self.combat[race]);
                out.extend(cards.map(|card| Action::Card(line, card)));
                out.push(Action::Top(line));
            }
            Step::Reinforce { line, .. } => {
                let cards = self.cards_in(state, seat, hand & self.reinforcements[race]);
                out.extend(cards.map(|card| Action::Reinforce(line, card)));
                out.push(Action::NoReinforce(line));
            }
            Step::Costs { .. } => out.extend([Action::PayAbility, Action::Decline]),
            Step::Resolve => {
                let lines = state.battle.lines.iter().enumerate().filter(|(_, line)| !line.done);
                out.extend(lines.map(|(at, _)| Action::Resolve(at as u8)));
            }
            step => self.offer_strike(state, seat, step, out),
        }
    }

    pub(crate) fn judge_cards(
        &self,
        state: &State,
        seat: Seat,
        step: Step,
        action: Action,
    ) -> Result<(), Denied> {
        let race = self.race_of(state, seat).index();
        let held = |card: Card, mask: u64| {
            self.card_bit(state, seat, card).is_some_and(|bit| state.player(seat).hand & mask & bit != 0)
        };
        match (step, action) {
            (Step::Place { line, .. }, Action::Card(at, card)) => {
                if at != line {
                    return Err(Denied(rule!("SC-BATTLE-37")));
                }
                if held(card, self.combat[race]) { Ok(()) } else { Err(Denied(rule!("SC-BATTLE-11"))) }
            }
            (Step::Place { line, .. }, Action::Top(at)) => {
                if at == line {
                    Ok(())
                } else {
                    Err(Denied(rule!("SC-BATTLE-37")))
                }
            }
            (Step::Reinforce { line, .. }, Action::Reinforce(at, card)) => {
                if at != line {
                    return Err(Denied(rule!("SC-BATTLE-37")));
                }
                if held(card, self.reinforcements[race]) {
                    Ok(())
                } else {
                    Err(Denied(rule!("SC-BATTLE-11")))
                }
            }
            (Step::Reinforce { line, .. }, Action::NoReinforce(at)) => {
                if at == line {
                    Ok(())
                } else {
                    Err(Denied(rule!("SC-BATTLE-37")))
                }
            }
            (Step::Place { .. } | Step::Reinforce { .. }, _) => Err(Denied(rule!("SC-DEC-19"))),
            (Step::Costs { .. }, Action::PayAbility | Action::Decline) => Ok(()),
            (Step::Costs { .. }, _) => Err(Denied(rule!("SC-DEC-21"))),
            (Step::Resolve, Action::Resolve(line)) => {
                let open = state.battle.lines.get(usize::from(line)).is_some_and(|line| !line.done);
                if open { Ok(()) } else { Err(Denied(rule!("SC-BATTLE-42"))) }
            }
            (Step::Resolve, _) => Err(Denied(rule!("SC-DEC-20"))),
            (step, _) => self.judge_strike(state, seat, step, action),
        }
    }

    pub(crate) fn act_cards(
        &self,
        state: &mut State,
        seat: Seat,
        step: Step,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        match (step, action) {
            (Step::Place { side, line }, Action::Card(_, card)) => {
                let at = usize::from(side);
                let open = state.battle.face_up[at];
                let bit = self.card_bit(state, seat, card).expect("checked to be in the hand");
                state.player_mut(seat).hand &= !bit;
                let here = &mut state.battle.lines.as_mut_slice()[usize::from(line)];
                rule!("SC-BATTLE-12");
                here.card[at] = card.0;
                here.shown[at] = open;
                if open {
                    self.forget(state, seat, bit);
                }
                emit(Event::CardPlaced { seat, line, card: Some(card), blind: false, open });
                state.battle.step = Step::Reinforce { side, line };
            }
            (Step::Place { side, line }, _) => {
                let at = usize::from(side);
                if state.player(seat).hand & self.combat[self.race_of(state, seat).index()] == 0 {
                    rule!("SC-BATTLE-13");
                }
                state.battle.lines.as_mut_slice()[usize::from(line)].blind[at] = true;
                state.battle.step = Step::Blind { side, line };
            }
            (Step::Reinforce { side, line }, Action::Reinforce(_, card)) => {
                let at = usize::from(side);
                let open = state.battle.face_up[at];
                let bit = self.card_bit(state, seat, card).expect("checked to be in the hand");
                state.player_mut(seat).hand &= !bit;
                state.battle.lines.as_mut_slice()[usize::from(line)].extra[at] = card.0;
                if open {
                    self.forget(state, seat, bit);
                }
                emit(Event::Reinforced { seat, line, card: Some(card), open });
                self.next_line(state, side, line);
            }
            (Step::Reinforce { side, line }, _) => {
                emit(Event::NotReinforced { seat, line });
                self.next_line(state, side, line);
            }
            (Step::Costs { side }, _) => {
                let at = usize::from(side);
                let paid = action == Action::PayAbility;
                if paid {
                    let toll = self.toll(state, at);
                    rule!("SC-EFF-18");
                    let player = state.player_mut(seat);
                    player.pool -= toll;
                    player.idle += toll;
                }
                state.line_mut().paid[at] = if paid { Toll::Paid } else { Toll::Declined };
                emit(Event::AbilityPaid { seat, paid });
            }
            (Step::Resolve, Action::Resolve(line)) => {
                rule!("SC-RUL-14");
                state.battle.current = line;
                state.battle.step = Step::Reveal { side: 0 };
            }
            (step, _) => self.act_strike(state, seat, step, action, emit),
        }
    }
}
