//! The sequence of play (chapter 4 of the ledger): which frame asks whom, and what needs neither player nor chance.

use rules::{Denied, Seat, Seats, Turn, rule};

use crate::{
    StarCraft,
    action::{Action, Chance, Event, Roll},
    state::{Frame, State, Step},
};

impl StarCraft {
    pub(crate) fn waits_for(&self, state: &State) -> Turn<Chance> {
        let frame = state.frame();
        if let Some(chance) = self.setup_chance(state, frame) {
            return Turn::Chance(chance);
        }
        if let Some(seat) = self.setup_seat(state, frame) {
            return Turn::Choose(Seats::only(seat));
        }
        let seat = match frame {
            Frame::Over => return Turn::Over,
            Frame::Draw { seat, .. } => return Turn::Chance(self.card_chance(state, seat)),
            Frame::Faces => {
                let (_, stage) = self.next_face(state).expect("the frame ends with the last card");
                return Turn::Chance(Chance::Event(self.unseen_events(state, stage)));
            }
            Frame::Battle => match state.battle.step {
                Step::Blind { side, .. } | Step::Reveal { side } => {
                    return Turn::Chance(self.card_chance(state, state.battle.seats[usize::from(side)]));
                }
                step => self.battle_seat(state, step),
            },
            Frame::Discard => return Turn::Choose(state.discarding),
            Frame::Plan { at, .. } | Frame::Exec { at } | Frame::Events { at } => self.seat_at(state, at),
            Frame::Pay => state.pay.seat,
            Frame::Strike { area } => Seat(state.area(area).owner),
            Frame::Event { .. } | Frame::Put { .. } | Frame::PutOne { .. } => self.event_seat(state),
            _ => state.order.seat,
        };
        Turn::Choose(Seats::only(seat))
    }

    /// Is `seat` asked now?
    pub(crate) fn asks(&self, state: &State, seat: Seat) -> bool {
        matches!(self.waits_for(state), Turn::Choose(seats) if seats.contains(seat))
    }

    pub(crate) fn offer(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        match state.frame() {
            Frame::Plan { .. } | Frame::Exec { .. } | Frame::Choose { .. } => {
                self.planning_offer(state, seat, out);
            }
            Frame::Build { step } => self.build_offer(state, seat, step, out),
            Frame::Pay => self.pay_offer(state, seat, out),
            Frame::Mobilize | Frame::Liftoff => self.mobilize_offer(state, seat, out),
            Frame::Research { step } => self.research_offer(state, seat, step, out),
            Frame::Battle => self.battle_offer(state, seat, out),
            Frame::Events { .. }
            | Frame::Event { .. }
            | Frame::Strike { .. }
            | Frame::Put { .. }
            | Frame::PutOne { .. }
            | Frame::Discard => self.event_offer(state, seat, out),
            _ => self.setup_offer(state, seat, out),
        }
    }

    /// What `seat` may do, without asking again whether it is asked.
    pub(crate) fn list(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        match state.frame() {
            Frame::Plan { .. } => self.list_orders(state, seat, out),
            Frame::Mobilize => self.list_moves(state, seat, out),
            Frame::Build { step: 0 } => self.list_purchases(state, seat, out),
            _ => {
                self.offer(state, seat, out);
                out.retain(|&action| self.judge(state, seat, action).is_ok());
            }
        }
    }

    pub(crate) fn judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        match state.frame() {
            Frame::Plan { .. } | Frame::Exec { .. } | Frame::Choose { .. } => {
                self.planning_judge(state, seat, action)
            }
            Frame::Build { step } => self.build_judge(state, seat, step, action),
            Frame::Pay => self.pay_judge(state, seat, action),
            Frame::Mobilize | Frame::Liftoff => self.mobilize_judge(state, seat, action),
            Frame::Research { step } => self.research_judge(state, seat, step, action),
            Frame::Battle => self.battle_judge(state, seat, action),
            Frame::Events { .. }
            | Frame::Event { .. }
            | Frame::Strike { .. }
            | Frame::Put { .. }
            | Frame::PutOne { .. }
            | Frame::Discard => self.event_judge(state, seat, action),
            _ => self.setup_judge(state, seat, action),
        }
    }

    pub(crate) fn act(&self, state: &mut State, seat: Seat, action: Action, emit: &mut impl FnMut(Event)) {
        match state.frame() {
            Frame::Plan { .. } | Frame::Exec { .. } | Frame::Choose { .. } => {
                self.planning_act(state, seat, action, emit);
            }
            Frame::Build { step } => self.build_act(state, seat, step, action, emit),
            Frame::Pay => self.pay_act(state, seat, action, emit),
            Frame::Mobilize | Frame::Liftoff => self.mobilize_act(state, seat, action, emit),
            Frame::Research { step } => self.research_act(state, seat, step, action, emit),
            Frame::Battle => self.battle_act(state, seat, action, emit),
            Frame::Events { .. }
            | Frame::Event { .. }
            | Frame::Strike { .. }
            | Frame::Put { .. }
            | Frame::PutOne { .. }
            | Frame::Discard => self.event_act(state, seat, action, emit),
            _ => self.setup_act(state, seat, action, emit),
        }
    }

    pub(crate) fn take_roll(&self, state: &mut State, roll: Roll, emit: &mut impl FnMut(Event)) {
        match (state.frame(), roll) {
            (Frame::Draw { seat, left }, Roll::Card(card)) => {
                rule!("SC-CHN-4");
                let bit = self.card_bit(state, seat, card).expect("chance drew from the seat's deck");
                self.leave_deck(state, seat, bit, emit);
                state.player_mut(seat).hand |= bit;
                rule!("SC-EFF-28");
                emit(Event::CardDrawn { seat, card: Some(card) });
                state.set_frame(Frame::Draw { seat, left: left - 1 });
            }
            (Frame::Faces, Roll::Event(event)) => self.face_drawn(state, event, emit),
            (Frame::Battle, Roll::Card(card)) => self.battle_roll(state, card, emit),
            _ => self.setup_roll(state, roll, emit),
        }
    }

    /// The deck a card is drawn from; an empty one was refilled before (SC-RES-9).
    fn card_chance(&self, state: &State, seat: Seat) -> Chance {
        let first = self.components.race(self.race_of(state, seat)).first_card;
        Chance::Card { first, cards: state.player(seat).deck }
    }

    /// SC-RES-9: with the last card the discard pile becomes the deck.
    pub(crate) fn leave_deck(&self, state: &mut State, seat: Seat, bit: u64, emit: &mut impl FnMut(Event)) {
        state.player_mut(seat).deck &= !bit;
        self.refill_deck(state, seat, emit);
    }

    /// An empty deck takes the discard pile. `false` if both are empty.
    pub(crate) fn refill_deck(&self, state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) -> bool {
        let player = state.player_mut(seat);
        if player.deck == 0 && player.discards != 0 {
            rule!("SC-RES-9");
            rule!("SC-RES-11");
            player.deck = player.discards;
            player.discards = 0;
            emit(Event::DeckShuffled { seat });
        }
        player.deck != 0
    }

    /// Runs everything that needs neither a player nor chance, and every decision with one answer (SC-SEQ-4).
    pub(crate) fn settle(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let mut buffer = Vec::new();
        loop {
            if self.advance(state, emit) {
                continue;
            }
            if !self.may_answer_itself(state) {
                return;
            }
            let Turn::Choose(seats) = self.waits_for(state) else { return };
            let seat = seats.first().expect("a decision is somebody's");
            buffer.clear();
            self.list(state, seat, &mut buffer);
            let [only] = buffer[..] else { return };
            rule!("SC-SEQ-4");
            self.act(state, seat, only, emit);
        }
    }

    /// SC-HID-22: an automatic answer must not tell what a hand holds. The other frames left out never have one answer.
    fn may_answer_itself(&self, state: &State) -> bool {
        match state.frame() {
            Frame::Battle => {
                let hidden = matches!(
                    state.battle.step,
                    Step::Place { .. } | Step::Reinforce { .. } | Step::Blind { .. } | Step::Reveal { .. }
                );
                if hidden {
                    rule!("SC-HID-22");
                }
                !hidden
            }
            Frame::FirstPlayer
            | Frame::Deal { .. }
            | Frame::Home { .. }
            | Frame::Plan { .. }
            | Frame::Choose { .. }
            | Frame::Draw { .. }
            | Frame::Faces
            | Frame::Events { .. }
            | Frame::Discard
            | Frame::Over => false,
            // Own destruction is an answer like any other (SC-SEQ-4).
            Frame::Mobilize => state.order.moved || !self.has_two_pieces(state, state.order.seat),
            Frame::Build { step: 0 } => !self.has_two_pieces(state, state.order.seat),
            Frame::Faction { .. } => self.options.factions == crate::options::Factions::Chosen,
            _ => true,
        }
    }

    /// One automatic step; `false` if the frame waits.
    fn advance(&self, state: &mut State, emit: &mut impl FnMut(Event)) -> bool {
        match state.frame() {
            Frame::LayRoute { at } => self.skip_route(state, at, emit),
            Frame::Draw { seat, left } => {
                if left == 0 || !self.refill_deck(state, seat, emit) {
                    if left > 0 {
                        rule!("SC-RUL-72");
                        rule!("SC-RES-12");
                    }
                    state.frames.pop();
                    return true;
                }
                false
            }
            Frame::Plan { turn, at } => self.skip_planner(state, turn, at, emit),
            Frame::Exec { at } => self.skip_executor(state, at, emit),
            Frame::Build { step } => self.skip_build(state, step, emit),
            Frame::Pay => self.settle_payment(state, emit),
            Frame::Liftoff => self.skip_liftoff(state, emit),
            Frame::Research { step } => self.skip_research(state, step, emit),
            Frame::Battle => self.battle_advance(state, emit),
            Frame::Faces => self.skip_faces(state),
            Frame::Events { at } => self.skip_events(state, at, emit),
            Frame::Event { event, effect } => self.run_event(state, event, effect, emit),
            Frame::Put { area, units } => self.settle_put(state, area, units, emit),
            Frame::Discard => self.settle_discards(state, emit),
            _ => false,
        }
    }
}
