//! Chapter 4: the sequence of play, and which chapter answers a question.

use rules::{Denied, Seat, Seats, Step, StepOf, Turn, rule};

use crate::{
    StellarConquest,
    action::{Action, Chance, Event, HANDFUL, Roll, What},
    data::REBORN,
    scenario::{Negotiation, Start},
    state::{Focus, Frame, State},
};

impl StellarConquest {
    pub(crate) fn waits_for(&self, state: &State) -> Turn<Chance> {
        match state.frame {
            Frame::Bonus | Frame::Aim | Frame::Production => Turn::Choose(state.waiting),
            Frame::Talk | Frame::Move | Frame::Battles | Frame::Planets | Frame::Declare | Frame::Settle => {
                Turn::Choose(Seats::only(state.active))
            }
            Frame::Withdraw { seat, .. } | Frame::Salvage(seat) => Turn::Choose(Seats::only(seat)),
            Frame::Home(seat) => match self.scenario.start {
                Start::Stars(stars) => Turn::Chance(Chance::Card(self.deck(state, stars[seat.index()]))),
                Start::Entries(_) | Start::Nova { .. } => Turn::Over,
            },
            Frame::Draw(star) => Turn::Chance(Chance::Card(self.deck(state, star))),
            Frame::Risk { left, .. } => Turn::Chance(Chance::Dice(left.min(HANDFUL as u16) as u8)),
            Frame::Volley => Turn::Chance(Chance::Dice(self.volley_dice(state))),
            Frame::Over => Turn::Over,
        }
    }

    /// What a seat might try.
    pub(crate) fn offer(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        match state.frame {
            Frame::Bonus | Frame::Production => self.offer_plan(state, seat, out),
            Frame::Talk => out.push(Action::Talked),
            Frame::Move => self.offer_move(state, seat, out),
            Frame::Battles => {
                out.extend(self.contested(state).into_iter().map(|(star, foe)| Action::Battle(star, foe)));
            }
            Frame::Aim => self.offer_aims(state, seat, out),
            Frame::Withdraw { .. } => self.offer_withdrawal(state, seat, out),
            Frame::Planets => self.offer_planets(state, seat, out),
            Frame::Declare => self.offer_declaration(state, out),
            Frame::Salvage(_) => self.offer_salvage(state, seat, out),
            Frame::Settle => self.offer_settle(state, seat, out),
            Frame::Home(_) | Frame::Risk { .. } | Frame::Draw(_) | Frame::Volley | Frame::Over => {}
        }
    }

    /// The offer without what is forbidden; the two busiest frames have a quicker way.
    pub(crate) fn list(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        match state.frame {
            Frame::Move => self.list_move(state, seat, out),
            Frame::Bonus | Frame::Production => self.list_plan(state, seat, out),
            _ => {
                self.offer(state, seat, out);
                out.retain(|&action| self.judge(state, seat, action).is_ok());
            }
        }
    }

    /// May `seat`, who is asked, do this?
    pub(crate) fn judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        match state.frame {
            Frame::Bonus | Frame::Production => self.judge_plan(state, seat, action),
            Frame::Talk if action == Action::Talked => Ok(()),
            Frame::Move => self.judge_move(state, seat, action),
            Frame::Battles => match action {
                Action::Battle(star, foe) if self.contested(state).contains(&(star, foe)) => Ok(()),
                _ => Err(Denied(rule!("SQ-4.3b"))),
            },
            Frame::Aim => self.judge_aim(state, seat, action),
            Frame::Withdraw { forced, .. } => self.judge_withdrawal(state, seat, forced, action),
            Frame::Planets => self.judge_planets(state, action),
            Frame::Declare => self.judge_declaration(state, action),
            Frame::Salvage(_) => self.judge_salvage(state, seat, action),
            Frame::Settle => self.judge_settle(state, seat, action),
            Frame::Talk
            | Frame::Home(_)
            | Frame::Risk { .. }
            | Frame::Draw(_)
            | Frame::Volley
            | Frame::Over => Err(Denied(rule!("SQ-4.0b"))),
        }
    }

    pub(crate) fn carry_out(&self, state: &mut State, step: StepOf<Self>, emit: &mut impl FnMut(Event)) {
        match (step, state.frame) {
            (Step::Chance(Roll::Card(card)), Frame::Home(seat)) => self.home_card(state, seat, card, emit),
            (Step::Chance(Roll::Card(card)), Frame::Draw(star)) => self.drawn(state, star, card, emit),
            (Step::Chance(Roll::Dice(faces)), Frame::Risk { .. }) => self.risk(state, &faces, emit),
            (Step::Chance(Roll::Dice(faces)), Frame::Volley) => self.volley(state, &faces, emit),
            (Step::Chance(_), _) => unreachable!("nature answers only what it was asked"),
            (Step::Act(seat, action), frame) => match frame {
                Frame::Bonus | Frame::Production => self.apply_plan(state, seat, action, emit),
                Frame::Talk => self.begin_move(state, emit),
                Frame::Move => self.apply_move(state, seat, action, emit),
                Frame::Battles => {
                    if let Action::Battle(star, foe) = action {
                        self.begin_combat(state, star, foe, emit);
                    }
                }
                Frame::Aim => self.apply_aim(state, seat, action, emit),
                Frame::Withdraw { forced, .. } => self.apply_withdrawal(state, seat, forced, action, emit),
                Frame::Planets => self.apply_planets(state, seat, action, emit),
                Frame::Declare => self.apply_declaration(state, seat, action, emit),
                Frame::Salvage(_) => self.apply_salvage(state, seat, action, emit),
                Frame::Settle => self.apply_settle(state, seat, action, emit),
                Frame::Home(_) | Frame::Risk { .. } | Frame::Draw(_) | Frame::Volley | Frame::Over => {
                    unreachable!("no player is asked in this frame")
                }
            },
        }
    }

    /// SQ-12.Sb: the cards of the starting stars, one after another, then the bonus.
    fn home_card(&self, state: &mut State, seat: Seat, card: u8, emit: &mut impl FnMut(Event)) {
        rule!("SQ-12.Sb");
        let Start::Stars(stars) = self.scenario.start else {
            unreachable!("only star starts draw home cards")
        };
        let star = stars[seat.index()];
        state.cards[star.index()] = card;
        emit(Event { to: Seats::ALL, what: What::Explored(seat, star) });
        emit(Event { to: Seats::only(seat), what: What::Card(star, card) });
        let next = Seat(seat.0 + 1);
        state.frame = if next.0 < self.scenario.players { Frame::Home(next) } else { Frame::Bonus };
    }

    /// A Game Turn begins.
    pub(crate) fn begin_year(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        rule!("SQ-4.0c");
        rule!("SQ-4.6");
        state.turn += 1;
        emit(Event { to: Seats::ALL, what: What::Year(state.turn) });
        if let Start::Nova { star, reborn: Some(reborn), .. } = self.scenario.start
            && state.turn == reborn
        {
            rule!("SQ-12.Ng");
            state.cards[star.index()] = REBORN;
            emit(Event { to: Seats::ALL, what: What::Reborn(star) });
        }
        state.active = Seat(0);
        self.begin_turn(state, emit);
    }

    /// T0, or T1 if nobody may talk. Players without tokens have nothing to decide.
    fn begin_turn(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let seat = state.active;
        rule!("SQ-3.0c");
        if !state.has_fleets(seat) {
            rule!("SQ-4.0d");
            if self.may_end_game(state, seat) && !state.out.contains(seat) {
                rule!("SQ-R-52");
                state.frame = Frame::Settle;
                return;
            }
            return self.end_turn(state, emit);
        }
        emit(Event { to: Seats::ALL, what: What::TurnOf(seat) });
        let met = state.met[seat.index()];
        let talks = match self.scenario.negotiation {
            Negotiation::None => {
                rule!("SQ-11.0a");
                false
            }
            Negotiation::SameHex => !met.is_empty(),
            Negotiation::Open => true,
        };
        if talks {
            rule!("SQ-12.O4");
            rule!("SQ-DP-18");
            state.frame = Frame::Talk;
            return;
        }
        self.begin_move(state, emit);
    }

    fn begin_move(&self, state: &mut State, _emit: &mut impl FnMut(Event)) {
        rule!("SQ-4.1");
        let seat = state.active;
        // whom one meets from now on one may talk to in the next T0.
        state.met[seat.index()] = Seats::NONE;
        for fleet in state.fleets.iter_mut().filter(|fleet| fleet.owner == seat) {
            rule!("SQ-5.4a");
            rule!("SQ-R-62");
            fleet.used = 0;
            fleet.start = fleet.hex;
            (fleet.done, fleet.stopped, fleet.redirected, fleet.detour) = (false, false, false, false);
        }
        state.focus = Focus::default();
        state.frame = Frame::Move;
    }

    /// T6, and whatever comes next.
    pub(crate) fn end_turn(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        rule!("SQ-4.0a");
        state.focus = Focus::default();
        self.revolts(state, emit);
        self.count_out(state, emit);
        rule!("SQ-4.7");
        if state.active.0 + 1 < self.scenario.players {
            state.active = Seat(state.active.0 + 1);
            return self.begin_turn(state, emit);
        }
        if let Start::Nova { star, last_blast, .. } = self.scenario.start
            && (2..=last_blast).contains(&state.turn)
        {
            rule!("SQ-12.Nf");
            self.blast(state, star, emit);
            self.count_out(state, emit);
        }
        rule!("SQ-1.0b");
        if state.turn >= self.scenario.turns {
            rule!("SQ-10.0a");
            rule!("SQ-4.8c");
            rule!("SQ-R-13");
            state.frame = Frame::Over;
            emit(Event { to: Seats::ALL, what: What::Over });
        } else if state.turn.is_multiple_of(4) {
            rule!("SQ-R-8");
            self.begin_production(state);
            if state.waiting.is_empty() {
                self.begin_year(state, emit);
            }
        } else {
            self.begin_year(state, emit);
        }
    }
}
