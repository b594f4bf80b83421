//! Research orders (chapter 10 of the ledger).

use rules::{Denied, Seat, rule};

use crate::{
    StarCraft,
    action::{Action, Event, Thing},
    ids::{Card, Tech},
    state::{Frame, NONE, State},
};

impl StarCraft {
    /// SC-RES-7: without a base on the active planet nothing happens.
    pub(crate) fn start_research(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let (seat, planet) = (state.order.seat, state.order.planet);
        if self.base_on(state, seat, planet).is_none() {
            rule!("SC-RUL-48");
            rule!("SC-RES-7");
            emit(Event::NothingDone { seat });
            self.end_order(state, emit);
            return;
        }
        rule!("SC-RES-1");
        self.draw_event(state, seat, emit);
        state.frames.push(Frame::Research { step: 0 });
    }

    fn techs_of(&self, state: &State, seat: Seat) -> impl Iterator<Item = Tech> {
        let race = self.race_of(state, seat);
        let all = (0..self.components.techs.len() as u8).map(Tech);
        all.filter(move |&tech| self.components.tech(tech).race == race)
    }

    /// SC-RES-3, SC-RES-8: cards of it must be left in the technology deck, and the price be paid.
    pub(crate) fn may_buy_tech(&self, state: &State, seat: Seat, tech: Tech, less: u8) -> Result<(), Denied> {
        let known = tech.index() < self.components.techs.len()
            && self.components.tech(tech).race == self.race_of(state, seat);
        if !known {
            return Err(Denied(rule!("SC-RES-3")));
        }
        if state.player(seat).tech & self.components.tech(tech).cards == 0 {
            return Err(Denied(rule!("SC-RES-8")));
        }
        self.can_afford(state, seat, self.components.tech(tech).cost, less)
    }

    pub(crate) fn offer_techs(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.extend(self.techs_of(state, seat).map(|tech| Action::Buy(Thing::Tech(tech))));
    }

    pub(crate) fn research_offer(&self, state: &State, seat: Seat, step: u8, out: &mut Vec<Action>) {
        match step {
            0 => out.extend([Action::DrawThree, Action::NoDraw]),
            1 => {
                self.offer_techs(state, seat, out);
                out.push(Action::NoTech);
            }
            _ => {
                out.push(Action::BonusEvent);
                out.extend(self.cards_in(state, seat, state.order.fresh).map(Action::BonusCard));
                out.push(Action::NoBonus);
            }
        }
    }

    pub(crate) fn research_judge(
        &self,
        state: &State,
        seat: Seat,
        step: u8,
        action: Action,
    ) -> Result<(), Denied> {
        match (step, action) {
            (0, Action::DrawThree | Action::NoDraw)
            | (1, Action::NoTech)
            | (2, Action::BonusEvent | Action::NoBonus) => Ok(()),
            (1, Action::Buy(Thing::Tech(tech))) => self.may_buy_tech(state, seat, tech, 0),
            (2, Action::BonusCard(card)) => {
                let fresh = self.fresh_bit(state, seat, card);
                if fresh.is_some() { Ok(()) } else { Err(Denied(rule!("SC-RES-6"))) }
            }
            _ => Err(Denied(rule!("SC-DEC-13"))),
        }
    }

    fn fresh_bit(&self, state: &State, seat: Seat, card: Card) -> Option<u64> {
        self.card_bit(state, seat, card).filter(|bit| state.order.fresh & bit != 0)
    }

    pub(crate) fn research_act(
        &self,
        state: &mut State,
        seat: Seat,
        _step: u8,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        match action {
            Action::DrawThree => {
                rule!("SC-RES-2");
                state.set_frame(Frame::Research { step: 1 });
                self.draw_cards(state, seat, self.components.common.research_draw);
            }
            Action::NoDraw => state.set_frame(Frame::Research { step: 1 }),
            Action::Buy(thing) => {
                state.set_frame(Frame::Research { step: 2 });
                self.start_payment(state, seat, thing, 0);
            }
            Action::NoTech => state.set_frame(Frame::Research { step: 2 }),
            Action::BonusEvent => {
                rule!("SC-RUL-23");
                self.draw_event(state, seat, emit);
                state.set_frame(Frame::Research { step: 3 });
            }
            Action::BonusCard(card) => {
                let bit = self.fresh_bit(state, seat, card).expect("checked to be a new card");
                state.order.fresh &= !bit;
                state.player_mut(seat).hand |= bit;
                // SC-HID-3: everybody saw which card it is.
                rule!("SC-HID-3");
                state.player_mut(seat).open |= bit;
                emit(Event::CardToHand { seat, card });
                state.set_frame(Frame::Research { step: 3 });
            }
            _ => state.set_frame(Frame::Research { step: 3 }),
        }
    }

    /// Only a gold Research asks for a bonus; then new cards and discards are shuffled in (SC-RES-10).
    pub(crate) fn skip_research(&self, state: &mut State, step: u8, emit: &mut impl FnMut(Event)) -> bool {
        let gold = state.order.token.is_some_and(crate::ids::Token::is_gold);
        if step == 2 && !gold {
            state.set_frame(Frame::Research { step: 3 });
            return true;
        }
        if step < 3 {
            return false;
        }
        let seat = state.order.seat;
        state.frames.pop();
        rule!("SC-RES-10");
        self.shuffle_in(state, seat, emit);
        self.end_order(state, emit);
        true
    }

    /// SC-RES-4, SC-RES-5: a technology's cards leave the technology deck.
    pub(crate) fn take_tech(&self, state: &mut State, seat: Seat, tech: Tech, emit: &mut impl FnMut(Event)) {
        let bought = self.components.tech(tech);
        let cards = state.player(seat).tech & bought.cards;
        state.player_mut(seat).tech &= !cards;
        emit(Event::TechTaken { seat, tech });
        if bought.play_area {
            rule!("SC-RUL-25");
            rule!("SC-RES-5");
            rule!("SC-EFF-10");
            state.player_mut(seat).play |= cards;
        } else if state.order.planet.0 == NONE {
            // Bought by an event: shuffled in at once.
            rule!("SC-EVT-14");
            state.order.fresh = cards;
            self.shuffle_in(state, seat, emit);
        } else {
            state.order.fresh = cards;
            state.order.tech = tech.0;
        }
    }

    fn shuffle_in(&self, state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
        let fresh = std::mem::take(&mut state.order.fresh);
        let bought = state.order.tech != NONE || fresh != 0;
        if !bought {
            return;
        }
        rule!("SC-RES-4");
        let player = state.player_mut(seat);
        player.deck |= player.discards | fresh;
        player.discards = 0;
        emit(Event::DeckShuffled { seat });
    }
}
