//! Planning and execution of orders (chapters 5 and 6 of the ledger).

use rules::{Denied, Seat, rule};

use crate::{
    StarCraft,
    action::{Action, Event},
    ids::{Planet, Token},
    state::{Frame, Order, Placed, State},
};

impl StarCraft {
    /// SC-PLAN-3: planets with own forces and those joined to them, bit by planet.
    pub(crate) fn order_planets(&self, state: &State, seat: Seat) -> u16 {
        rule!("SC-PLAN-10");
        let own = self.force_planets(state, seat);
        let mut legal = own;
        for route in state.routes.iter() {
            let (a, b) = (1 << route.a.planet.0, 1 << route.b.planet.0);
            rule!("SC-VOC-2");
            rule!("SC-VOC-3");
            if own & a != 0 {
                legal |= b;
            }
            if own & b != 0 {
                legal |= a;
            }
        }
        legal
    }

    /// SC-PLAN-5: gold orders a player may place in a round.
    pub(crate) fn gold_limit(&self, state: &State, seat: Seat) -> u8 {
        rule!("SC-FAC-6");
        state.player(seat).modules[1] * self.components.common.rnd_orders
    }

    fn gold_placed(&self, state: &State, seat: Seat) -> u8 {
        let tokens = state.player(seat).tokens;
        self.components.common.tokens[3..].iter().sum::<u8>() - tokens[3..].iter().sum::<u8>()
    }

    fn may_use_token(&self, state: &State, seat: Seat, token: Token) -> Result<(), Denied> {
        if token.is_gold() && self.gold_placed(state, seat) >= self.gold_limit(state, seat) {
            return Err(Denied(rule!("SC-PLAN-5")));
        }
        if !self.token_left(state, seat, token) {
            return Err(Denied(if token.is_gold() { rule!("SC-PLAN-5") } else { rule!("SC-PLAN-6") }));
        }
        Ok(())
    }

    pub(crate) fn planning_offer(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        match state.frame() {
            Frame::Plan { .. } => {
                for planet in (0..12).map(Planet).filter(|planet| state.tiles[planet.index()].placed) {
                    out.extend(Token::ALL.map(|token| Action::PlaceOrder(planet, token)));
                }
            }
            Frame::Exec { .. } => {
                let own =
                    |planet: &Planet| state.stacks[planet.index()].iter().any(|order| order.seat == seat);
                out.extend((0..12).map(Planet).filter(own).map(Action::TakeOrder));
            }
            _ => out.extend([Action::Execute, Action::DrawEvent]),
        }
    }

    /// The legal ones of [`Self::planning_offer`] in a Planning Phase.
    pub(crate) fn list_orders(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let planets = self.order_planets(state, seat);
        let usable = Token::ALL.map(|token| self.may_use_token(state, seat, token).is_ok());
        for planet in (0..12).map(Planet).filter(|planet| planets >> planet.0 & 1 == 1) {
            let tokens = Token::ALL.into_iter().filter(|token| usable[token.index()]);
            out.extend(tokens.map(|token| Action::PlaceOrder(planet, token)));
        }
    }

    pub(crate) fn planning_judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        match (state.frame(), action) {
            (Frame::Plan { .. }, Action::PlaceOrder(planet, token)) => {
                if planet.0 >= 12 || self.order_planets(state, seat) >> planet.0 & 1 == 0 {
                    return Err(Denied(rule!("SC-PLAN-3")));
                }
                self.may_use_token(state, seat, token)
            }
            // A player may not pass (SC-PLAN-7).
            (Frame::Plan { .. }, Action::NoEvent | Action::EndStep) => Err(Denied(rule!("SC-PLAN-7"))),
            (Frame::Plan { .. }, Action::TakeOrder(_)) => Err(Denied(rule!("SC-PLAN-8"))),
            (Frame::Plan { .. }, _) => Err(Denied(rule!("SC-DEC-5"))),
            (Frame::Exec { .. }, Action::TakeOrder(planet)) => {
                let on_top =
                    planet.0 < 12 && state.stacks[planet.index()].last().is_some_and(|top| top.seat == seat);
                if on_top { Ok(()) } else { Err(Denied(rule!("SC-EXEC-1"))) }
            }
            (Frame::Exec { .. }, Action::NoEvent | Action::EndStep) => Err(Denied(rule!("SC-EXEC-6"))),
            (Frame::Exec { .. }, _) => Err(Denied(rule!("SC-DEC-6"))),
            (_, Action::Execute | Action::DrawEvent) => Ok(()),
            (_, Action::TakeOrder(_)) => Err(Denied(rule!("SC-EXEC-12"))),
            _ => Err(Denied(rule!("SC-DEC-7"))),
        }
    }

    pub(crate) fn planning_act(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        match (state.frame(), action) {
            (Frame::Plan { turn, at }, Action::PlaceOrder(planet, token)) => {
                state.player_mut(seat).tokens[token.index()] -= 1;
                rule!("SC-PLAN-4");
                state.stacks[planet.index()].push(Placed { seat, token });
                emit(Event::OrderPlaced { seat, planet, token: Some(token) });
                state.set_frame(Frame::Plan { turn, at: at + 1 });
            }
            (Frame::Exec { .. }, Action::TakeOrder(planet)) => {
                let taken = state.stacks[planet.index()].pop().expect("checked to be on top");
                rule!("SC-EXEC-2");
                state.player_mut(seat).shown[taken.token.index()] += 1;
                emit(Event::OrderTaken { seat, planet, token: taken.token });
                rule!("SC-EXEC-8");
                state.order = Order { seat, planet, token: Some(taken.token), ..Order::default() };
                state.frames.push(Frame::Choose { planet, token: taken.token });
            }
            (Frame::Choose { token, .. }, Action::Execute) => {
                state.frames.pop();
                self.start_order(state, token.order(), emit);
            }
            (Frame::Choose { .. }, Action::DrawEvent) => {
                rule!("SC-RUL-24");
                rule!("SC-EXEC-3");
                emit(Event::OrderSwapped { seat });
                state.frames.pop();
                self.draw_event(state, seat, emit);
                self.end_order(state, emit);
            }
            _ => unreachable!("the action was checked against the frame"),
        }
    }

    /// Opens the frame of the order in `state.order`.
    pub(crate) fn start_order(&self, state: &mut State, order: Token, emit: &mut impl FnMut(Event)) {
        let (seat, planet) = (state.order.seat, state.order.planet);
        let gold = state.order.token.is_some_and(Token::is_gold);
        match order {
            Token::Build => {
                if gold {
                    state.order.discount = self.components.common.gold_discount;
                }
                for area in self.areas_of(planet) {
                    if state.area(area).owner == seat.0 {
                        state.order.marked[self.nth(area)] = state.area(area).units;
                    }
                }
                state.frames.push(Frame::Build { step: 0 });
            }
            Token::Mobilize => {
                for area in self.areas_of(planet) {
                    let here = state.area(area);
                    let arbiter = here.owner == seat.0
                        && self
                            .kinds_in(state, seat, here.units)
                            .any(|kind| self.components.unit(kind).cloak_aura);
                    if arbiter {
                        state.order.arbiters |= 1 << self.nth(area);
                    }
                }
                state.frames.push(Frame::Mobilize);
            }
            _ => self.start_research(state, emit),
        }
    }

    /// SC-EXEC-10: the token returns to the supply.
    pub(crate) fn end_order(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let Order { seat, planet, token, .. } = state.order;
        emit(Event::OrderEnded { seat, planet, token });
        if let Some(token) = token {
            if state.alive.contains(seat) {
                rule!("SC-EXEC-10");
                state.player_mut(seat).tokens[token.index()] += 1;
            } else {
                rule!("SC-RUL-66");
            }
        }
        state.order = Order::default();
        if let Frame::Exec { at } = state.frame() {
            state.set_frame(Frame::Exec { at: at + 1 });
        }
    }

    /// SC-EXEC-7, SC-EXEC-11: an event card lies face-down before its owner.
    pub(crate) fn draw_event(&self, state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
        if self.events_left(state) == 0 {
            rule!("SC-EXEC-11");
            return;
        }
        let stage = self.stage(state);
        rule!("SC-CHN-7");
        rule!("SC-EXEC-7");
        state.drawn += 1;
        state.player_mut(seat).front[usize::from(stage)] += 1;
        emit(Event::EventDrawn { seat, stage });
    }

    /// SC-PLAN-1, SC-PLAN-9: the next seat that places an order.
    pub(crate) fn skip_planner(
        &self,
        state: &mut State,
        turn: u8,
        at: u8,
        emit: &mut impl FnMut(Event),
    ) -> bool {
        let orders = self.components.common.orders_per_round;
        if at >= self.players() {
            rule!("SC-PLAN-1");
            let next =
                if turn < orders { Frame::Plan { turn: turn + 1, at: 0 } } else { Frame::Exec { at: 0 } };
            if turn >= orders {
                state.players.iter_mut().for_each(|player| player.jammed = false);
                emit(Event::Planned { round: state.round });
            }
            state.set_frame(next);
            return true;
        }
        let seat = self.seat_at(state, at);
        let jammed = turn == orders && state.player(seat).jammed;
        if jammed {
            rule!("SC-PLAN-9");
        }
        let skipped = !state.alive.contains(seat) || jammed;
        if skipped {
            rule!("SC-SEQ-2");
            state.set_frame(Frame::Plan { turn, at: at + 1 });
        }
        skipped
    }

    /// SC-EXEC-4, SC-EXEC-5 and SC-END-5: who takes no order now.
    pub(crate) fn skip_executor(&self, state: &mut State, at: u8, emit: &mut impl FnMut(Event)) -> bool {
        for planet in 0..12 {
            while let Some(top) =
                state.stacks[planet].last().copied().filter(|top| !state.alive.contains(top.seat))
            {
                rule!("SC-END-5");
                state.stacks[planet].pop();
                emit(Event::OrderRemoved { seat: top.seat, planet: Planet(planet as u8) });
            }
        }
        if state.stacks.iter().all(|stack| stack.is_empty()) {
            self.regroup(state, emit);
            return true;
        }
        if at >= self.players() {
            state.set_frame(Frame::Exec { at: 0 });
            return true;
        }
        let seat = self.seat_at(state, at);
        let (mut any, mut top) = (false, false);
        for stack in &state.stacks {
            any |= stack.iter().any(|order| order.seat == seat);
            top |= stack.last().is_some_and(|order| order.seat == seat);
        }
        if top {
            return false;
        }
        if any && state.alive.contains(seat) {
            rule!("SC-EXEC-4");
            emit(Event::Obstructed { seat });
            self.draw_event(state, seat, emit);
        } else {
            rule!("SC-EXEC-5");
        }
        state.set_frame(Frame::Exec { at: at + 1 });
        true
    }
}
