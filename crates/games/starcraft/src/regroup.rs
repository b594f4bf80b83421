//! The Regrouping Phase (chapter 13 of the ledger), apart from events.

use rules::{Denied, Seat, Seats, rule};

use crate::{
    StarCraft,
    action::{Action, Event},
    data::Resource,
    ids::{Area, Card, Planet, Route},
    state::{Ending, Frame, NONE, State},
};

impl StarCraft {
    /// Steps 1 to 7, then the event cards are read.
    pub(crate) fn regroup(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        emit(Event::Regrouped { round: state.round });
        self.destroy_bases_and_transports(state, emit);
        self.check_elimination(state, emit);
        if state.ending.is_some() {
            return;
        }
        self.lose_cards(state, emit);
        self.gain_cards(state, emit);
        self.retrieve_workers(state, emit);
        self.score(state, emit);
        if let Some(winners) = self.normal_victory(state) {
            rule!("SC-REGR-9");
            self.finish(state, Ending::Normal, winners, emit);
        } else if let Some(winners) = self.special_victory(state) {
            rule!("SC-REGR-10");
            rule!("SC-RUL-67");
            self.finish(state, Ending::Special, winners, emit);
        } else {
            state.set_frame(Frame::Faces);
        }
    }

    fn areas(&self) -> impl Iterator<Item = Area> + use<> {
        (0..self.components.areas.len() as u8).map(Area)
    }

    /// Step 1.
    fn destroy_bases_and_transports(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        for area in self.areas() {
            let here = state.area(area);
            if here.base != NONE && here.owner != NONE && here.owner != here.base {
                rule!("SC-REGR-1");
                rule!("SC-RUL-63");
                let seat = Seat(here.base);
                state.area_mut(area).base = NONE;
                emit(Event::BaseDestroyed { seat, area });
            }
        }
        rule!("SC-REGR-17");
        for at in 0..state.routes.len() {
            let ends = self.planet_of_route_end(state, at);
            for seat in (0..self.players()).map(Seat) {
                let there = state.routes[at].transports >> seat.0 & 1 == 1;
                if there && ends.iter().all(|&planet| self.base_on(state, seat, planet).is_none()) {
                    rule!("SC-REGR-2");
                    self.destroy_transport(state, seat, Route(at as u8), emit);
                }
            }
        }
    }

    /// Step 2.
    fn lose_cards(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        for area in self.areas() {
            let holder = state.area(area).card;
            if holder == NONE {
                continue;
            }
            let seat = Seat(holder);
            let based = self.base_on(state, seat, self.planet(area)).is_some();
            if !based || self.is_enemy(state, seat, area) {
                rule!("SC-REGR-3");
                rule!("SC-REGR-18");
                let here = state.area_mut(area);
                (here.card, here.workers) = (NONE, 0);
                emit(Event::CardLost { seat, area });
            }
        }
    }

    /// Step 3.
    fn gain_cards(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        for area in self.areas() {
            let here = state.area(area);
            let printed = self.components.area(area);
            if printed.resource == Resource::Conquest || here.depletion == 2 {
                if here.depletion == 2 {
                    rule!("SC-MINE-7");
                }
                continue;
            }
            if here.card != NONE {
                rule!("SC-REGR-6");
                continue;
            }
            let based = self.based_on(state, printed.planet);
            let gains = match self.controller(state, area) {
                Some(seat) => {
                    rule!("SC-REGR-4");
                    based.contains(seat).then_some(seat)
                }
                None if self.is_empty(state, area) && based.len() == 1 => {
                    rule!("SC-REGR-5");
                    based.first()
                }
                None => None,
            };
            if let Some(seat) = gains {
                state.area_mut(area).card = seat.0;
                emit(Event::CardGained { seat, area });
            }
        }
    }

    fn based_on(&self, state: &State, planet: Planet) -> Seats {
        let bases = self.areas_of(planet).map(|area| state.area(area).base).filter(|&base| base != NONE);
        bases.fold(Seats::NONE, |seats, base| seats.with(Seat(base)))
    }

    /// Step 4.
    fn retrieve_workers(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        for seat in state.alive.iter() {
            let all = self.workers(state, seat);
            rule!("SC-REGR-7");
            rule!("SC-RSRC-3");
            rule!("SC-MINE-9");
            let player = state.player_mut(seat);
            if player.pool != all {
                emit(Event::WorkersBack { seat, pool: all });
            }
            (player.pool, player.idle, player.on_minerals, player.on_gas) = (all, 0, 0, 0);
        }
        state.areas.iter_mut().for_each(|area| area.workers = 0);
    }

    /// Points of the conquest point areas a seat controls.
    pub(crate) fn income(&self, state: &State, seat: Seat) -> u8 {
        rule!("SC-RUL-78");
        let own = self.areas().filter(|&area| self.controls(state, seat, area));
        let points = own.map(|area| self.components.area(area));
        points.filter(|area| area.resource == Resource::Conquest).map(|area| area.amount).sum()
    }

    /// Step 5.
    fn score(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        for at in 0..self.players() {
            let seat = self.seat_at(state, at);
            let n = self.income(state, seat);
            if state.alive.contains(seat) && n > 0 {
                rule!("SC-REGR-8");
                self.gain_points(state, seat, n, emit);
            }
        }
    }

    pub(crate) fn gain_points(&self, state: &mut State, seat: Seat, n: u8, emit: &mut impl FnMut(Event)) {
        let player = state.player_mut(seat);
        rule!("SC-LAW-9");
        player.cp = player.cp.saturating_add(n);
        emit(Event::Scored { seat, n, cp: player.cp });
    }

    // --- steps 9 and 10 ------------------------------------------------------------------

    /// SC-REGR-20: all seats over their limit choose at the same time.
    pub(crate) fn begin_discards(&self, state: &mut State) {
        let over =
            |seat: &Seat| state.player(*seat).hand.count_ones() > u32::from(self.hand_limit(state, *seat));
        rule!("SC-REGR-15");
        let seats = state.alive.iter().filter(over).fold(Seats::NONE, Seats::with);
        state.discarding = seats;
        state.frames.clear();
        state.frames.push(Frame::Discard);
    }

    pub(crate) fn discard_judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let Action::Discard(card) = action else {
            return Err(Denied(rule!("SC-DEC-27")));
        };
        let player = state.player(seat);
        let held =
            self.card_bit(state, seat, card).is_some_and(|bit| player.hand & !player.dropping & bit != 0);
        if held { Ok(()) } else { Err(Denied(rule!("SC-REGR-20"))) }
    }

    pub(crate) fn discard_act(
        &self,
        state: &mut State,
        seat: Seat,
        card: Card,
        emit: &mut impl FnMut(Event),
    ) {
        let bit = self.card_bit(state, seat, card).expect("checked to be in the hand");
        let limit = u32::from(self.hand_limit(state, seat));
        let player = state.player_mut(seat);
        player.dropping |= bit;
        let done = (player.hand & !player.dropping).count_ones() <= limit;
        rule!("SC-HID-18");
        emit(Event::DiscardChosen { seat, card: Some(card) });
        if done {
            state.discarding = state.discarding.without(seat);
            emit(Event::DiscardDone { seat });
        }
    }

    /// All have answered: the discards are shown together, the token passes, the next round begins.
    pub(crate) fn settle_discards(&self, state: &mut State, emit: &mut impl FnMut(Event)) -> bool {
        if !state.discarding.is_empty() {
            return false;
        }
        for at in 0..self.players() {
            let seat = self.seat_at(state, at);
            let dropped = std::mem::take(&mut state.player_mut(seat).dropping);
            rule!("SC-RUL-79");
            let cards: Vec<Card> = self.cards_in_if(state, seat, dropped);
            for card in cards {
                let bit = self.card_bit(state, seat, card).expect("a card of the seat");
                let player = state.player_mut(seat);
                player.hand &= !bit;
                player.discards |= bit;
                self.forget(state, seat, bit);
                emit(Event::Discarded { seat, card });
            }
        }
        self.pass_token(state, emit);
        true
    }

    fn cards_in_if(&self, state: &State, seat: Seat, set: u64) -> Vec<Card> {
        if set == 0 { Vec::new() } else { self.cards_in(state, seat, set).collect() }
    }

    /// SC-REGR-16, SC-END-11.
    fn pass_token(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        if state.round >= self.options.last_round {
            rule!("SC-LAW-12");
            rule!("SC-END-11");
            let winners = self.best(state, state.alive);
            self.finish(state, Ending::LastRound, winners, emit);
            return;
        }
        let wanted = std::mem::replace(&mut state.next_first, NONE);
        let next = if wanted != NONE && state.alive.contains(Seat(wanted)) {
            rule!("SC-EVT-13");
            Seat(wanted)
        } else {
            rule!("SC-REGR-16");
            let mut after = (1..=self.players()).map(|at| self.seat_at(state, at));
            after.find(|&seat| state.alive.contains(seat)).expect("the match goes on with living players")
        };
        state.first = next;
        emit(Event::FirstPassed { seat: next });
        self.begin_round(state, state.round + 1, emit);
    }
}
