//! Chapter 4: the sequence of play, and which chapter answers a question.

use rules::{Denied, Seat, Seats, Step, StepOf, Turn, rule};

use crate::{
    StellarConquest,
    action::{Action, Chance, Event, EventKind, MAX_DICE, Roll},
    data::REBORN,
    known::Known,
    scenario::{Negotiation, Start},
    state::{Focus, Frame, State},
};

impl StellarConquest {
    pub(crate) fn turn_of(&self, state: &Known<'_>) -> Turn<Chance> {
        match state.open.frame {
            Frame::Bonus | Frame::Aim | Frame::Privacy | Frame::Production => {
                Turn::Choose(state.open.waiting)
            }
            Frame::Talk | Frame::Move | Frame::Battles | Frame::Planets | Frame::Declare | Frame::Settle => {
                Turn::Choose(Seats::only(state.open.active))
            }
            Frame::Withdraw { seat, .. } | Frame::ScrapIndustry(seat) => Turn::Choose(Seats::only(seat)),
            Frame::Home(seat) => match self.scenario.start {
                Start::Stars(stars) => Turn::Chance(Chance::Card(self.deck(state, stars[seat.index()]))),
                Start::Entries(_) | Start::Nova { .. } => Turn::Over,
            },
            Frame::Draw(star) => Turn::Chance(Chance::Card(self.deck(state, star))),
            Frame::Risk { left, .. } => Turn::Chance(Chance::Dice(left.min(MAX_DICE as u16) as u8)),
            Frame::Volley => Turn::Chance(Chance::Dice(self.volley_dice(state))),
            Frame::Over => Turn::Over,
        }
    }

    /// What a seat might try.
    pub(crate) fn candidates_of(&self, state: &Known<'_>, seat: Seat, out: &mut Vec<Action>) {
        match state.open.frame {
            Frame::Bonus | Frame::Production => self.candidates_plan(state, seat, out),
            Frame::Talk => out.push(Action::EndTalk),
            Frame::Move => self.candidates_move(state, seat, out),
            Frame::Battles => {
                out.extend(self.contested(state).into_iter().map(|(star, foe)| Action::Battle(star, foe)));
            }
            Frame::Privacy => out.extend([Action::Private(true), Action::Private(false)]),
            Frame::Aim => self.candidates_aims(state, seat, out),
            Frame::Withdraw { .. } => self.candidates_withdrawal(state, seat, out),
            Frame::Planets => self.candidates_planets(state, seat, out),
            Frame::Declare => self.candidates_declaration(state, out),
            Frame::ScrapIndustry(_) => self.candidates_scrap_industry(state, seat, out),
            Frame::Settle => self.candidates_settle(state, seat, out),
            Frame::Home(_) | Frame::Risk { .. } | Frame::Draw(_) | Frame::Volley | Frame::Over => {}
        }
    }

    /// The offer without what is forbidden; the two busiest frames have a quicker way.
    pub(crate) fn legal_of(&self, state: &Known<'_>, seat: Seat, out: &mut Vec<Action>) {
        match state.open.frame {
            Frame::Move => self.legal_move(state, seat, out),
            Frame::Bonus | Frame::Production => self.legal_plan(state, seat, out),
            _ => {
                self.candidates_of(state, seat, out);
                out.retain(|&action| self.check_of(state, seat, action).is_ok());
            }
        }
    }

    /// Playouts and computer players: drops permutations of choices that commute.
    pub(crate) fn prune_of(&self, state: &Known<'_>, seat: Seat, actions: &mut Vec<Action>) {
        match state.open.frame {
            Frame::Move => self.prune_move(state, actions),
            Frame::Aim => self.prune_aims(state, seat, actions),
            Frame::Declare => self.prune_declaration(state, actions),
            Frame::Settle => self.prune_settle(state, actions),
            Frame::Production => self.prune_plan(state, seat, actions),
            _ => {}
        }
    }

    /// Whether `seat`, who is to act, may do this.
    pub(crate) fn check_of(&self, state: &Known<'_>, seat: Seat, action: Action) -> Result<(), Denied> {
        match state.open.frame {
            Frame::Bonus | Frame::Production => self.check_plan(state, seat, action),
            Frame::Talk if action == Action::EndTalk => Ok(()),
            Frame::Move => self.check_move(state, seat, action),
            Frame::Battles => match action {
                Action::Battle(star, foe) if self.contested(state).contains(&(star, foe)) => Ok(()),
                _ => Err(Denied(rule!("SQ-4.3b"))),
            },
            Frame::Privacy if matches!(action, Action::Private(_)) => Ok(()),
            Frame::Aim => self.check_aim(state, seat, action),
            Frame::Withdraw { forced, .. } => self.check_withdrawal(state, seat, forced, action),
            Frame::Planets => self.check_planets(state, action),
            Frame::Declare => self.check_declaration(state, action),
            Frame::ScrapIndustry(_) => self.check_scrap_industry(state, seat, action),
            Frame::Settle => self.check_settle(state, seat, action),
            Frame::Talk
            | Frame::Privacy
            | Frame::Home(_)
            | Frame::Risk { .. }
            | Frame::Draw(_)
            | Frame::Volley
            | Frame::Over => Err(Denied(rule!("SQ-4.0b"))),
        }
    }

    pub(crate) fn apply_step(&self, state: &mut State, step: StepOf<Self>, emit: &mut impl FnMut(Event)) {
        match (step, state.open.frame) {
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
                Frame::Privacy => self.apply_privacy(state, seat, action == Action::Private(true), emit),
                Frame::Aim => self.apply_aim(state, seat, action, emit),
                Frame::Withdraw { forced, .. } => self.apply_withdrawal(state, seat, forced, action, emit),
                Frame::Planets => self.apply_planets(state, seat, action, emit),
                Frame::Declare => self.apply_declaration(state, seat, action, emit),
                Frame::ScrapIndustry(_) => self.apply_scrap_industry(state, seat, action, emit),
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
        state.cards.truth_mut()[star.index()] = card;
        emit(Event { visible_to: Seats::ALL, kind: EventKind::Explored(seat, star) });
        emit(Event { visible_to: Seats::only(seat), kind: EventKind::Card(star, card) });
        let next = Seat(seat.0 + 1);
        state.open.frame = if next.0 < self.scenario.players { Frame::Home(next) } else { Frame::Bonus };
    }

    /// A Game Turn begins.
    pub(crate) fn begin_year(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        rule!("SQ-4.0c");
        rule!("SQ-4.6");
        state.open.turn += 1;
        emit(Event { visible_to: Seats::ALL, kind: EventKind::Year(state.open.turn) });
        if let Start::Nova { star, reborn: Some(reborn), .. } = self.scenario.start
            && state.open.turn == reborn
        {
            rule!("SQ-12.Ng");
            state.cards.truth_mut()[star.index()] = REBORN;
            emit(Event { visible_to: Seats::ALL, kind: EventKind::Reborn(star) });
        }
        state.open.active = Seat(0);
        self.begin_turn(state, emit);
    }

    /// T0, or T1 if no seat may talk. Players without tokens have nothing to decide.
    fn begin_turn(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let seat = state.open.active;
        rule!("SQ-3.0c");
        if !state.has_fleets(seat) {
            rule!("SQ-4.0d");
            if self.may_end_game(&state.known(), seat) && !state.open.out.contains(seat) {
                rule!("SQ-R-52");
                state.open.frame = Frame::Settle;
                return;
            }
            return self.end_turn(state, emit);
        }
        emit(Event { visible_to: Seats::ALL, kind: EventKind::TurnOf(seat) });
        let met = state.open.met[seat.index()];
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
            state.open.frame = Frame::Talk;
            return;
        }
        self.begin_move(state, emit);
    }

    fn begin_move(&self, state: &mut State, _emit: &mut impl FnMut(Event)) {
        rule!("SQ-4.1");
        let seat = state.open.active;
        // whom one meets from now on one may talk to in the next T0.
        state.open.met[seat.index()] = Seats::NONE;
        for fleet in state.fleets.truth_mut().iter_mut().filter(|fleet| fleet.owner == seat) {
            rule!("SQ-5.4a");
            rule!("SQ-R-62");
            fleet.used = 0;
            (fleet.turn_start, fleet.start, fleet.started) = (fleet.hex, fleet.hex, 0);
            (fleet.done, fleet.stopped, fleet.detour) = (false, false, false);
        }
        state.focus = Focus::default();
        state.open.frame = Frame::Move;
    }

    /// T6, and whatever comes next.
    pub(crate) fn end_turn(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        rule!("SQ-4.0a");
        state.focus = Focus::default();
        self.revolts(state, emit);
        self.update_eliminated(state, emit);
        rule!("SQ-4.7");
        if state.open.active.0 + 1 < self.scenario.players {
            state.open.active = Seat(state.open.active.0 + 1);
            return self.begin_turn(state, emit);
        }
        if let Start::Nova { star, last_blast, .. } = self.scenario.start
            && (2..=last_blast).contains(&state.open.turn)
        {
            rule!("SQ-12.Nf");
            self.destroy_near_nova(state, star, emit);
            self.update_eliminated(state, emit);
        }
        rule!("SQ-1.0b");
        if state.open.turn >= self.scenario.turns {
            rule!("SQ-10.0a");
            rule!("SQ-4.8c");
            rule!("SQ-R-13");
            state.open.frame = Frame::Over;
            emit(Event { visible_to: Seats::ALL, kind: EventKind::Over });
        } else if state.open.turn.is_multiple_of(4) {
            rule!("SQ-R-8");
            self.begin_production(state);
            if state.open.waiting.is_empty() {
                self.begin_year(state, emit);
            }
        } else {
            self.begin_year(state, emit);
        }
    }
}
