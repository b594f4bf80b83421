//! Chapter 6: paid moves, Flagship groups, wormholes, Cloak.

use rules::{Denied, rule};

use crate::{
    Action, Board, Event, Frame, Loc, LocSet, Move, Price, Ship, ShipSet, Side, Spot, StarBorders, cards,
    game::{by, deny},
    play::Play,
};

impl StarBorders {
    /// Can this ship move: is it `free`, or stopped with an unused Cloak (without one it is halted)? Where it stands does
    /// not matter, only what it has entered this turn.
    fn is_movable(&self, board: &Board, ship: Ship) -> Result<(), Denied> {
        rule!("SB-DEF-11");
        if board.turn.halted.has(ship) {
            return deny(rule!("SB-6.1l"));
        }
        rule!("SB-6.1k");
        Ok(())
    }

    /// SB-6.2: what it costs to move these ships from where they are.
    pub fn move_cost(&self, board: &Board, lead: Ship, followers: ShipSet) -> u8 {
        rule!("SB-6.2a");
        let mut cost = 1;
        if !followers.is_empty() {
            cost += by([rule!("SB-6.2c"), rule!("SB-6.7g")], followers.len() / 2);
        }
        if board.at(lead).is_some_and(|from| self.quadrant.nebulae.has(from)) {
            rule!("SB-6.2b");
            cost += 1 + followers.len();
        }
        if !board.turn.moved && board.penalty[lead.side().index()].has(cards::RATIONING) {
            rule!("SB-6.2d");
            cost += 1;
        }
        cost
    }

    /// May this ship begin a paid move?
    pub(crate) fn may_move(&self, board: &Board, side: Side, ship: Ship) -> Result<(), Denied> {
        if ship.side() != side {
            return deny(rule!("SB-6.1n"));
        }
        let Some(from) = board.at(ship) else { return deny(rule!("SB-6.1a")) };
        self.is_movable(board, ship)?;
        if board.spendable(side) < self.move_cost(board, ship, ShipSet::EMPTY) {
            return deny(rule!("SB-6.2e"));
        }
        if self.exits(board, side, from).is_empty() {
            return deny(rule!("SB-6.1b"));
        }
        Ok(())
    }

    /// Where one step can lead: along a link or through a wormhole, and not into a truce.
    pub(crate) fn exits(&self, board: &Board, side: Side, from: Loc) -> LocSet {
        let steps = self.quadrant.steps_from(from);
        match self.scenario.special.truce_until {
            Some(until) if board.countdown > until => steps - board.enemy_presence(side),
            _ => steps,
        }
    }

    /// SB-6.7b: only a Flagship leads others, and only free ships at its location.
    pub(crate) fn may_follow(&self, board: &Board, step: Move, ship: Ship) -> Result<(), Denied> {
        if step.left.is_some() {
            return deny(rule!("SB-6.7d"));
        }
        if !self.ratings(board, step.lead).flagship {
            rule!("SB-R27");
            return deny(rule!("SB-6.7a"));
        }
        let together = ship.side() == step.lead.side() && board.at(ship) == board.at(step.lead);
        if !together || step.ships().has(ship) {
            return deny(rule!("SB-6.7b"));
        }
        if self.is_movable(board, ship).is_err() {
            return deny(rule!("SB-6.7b"));
        }
        let followers = step.followers | ShipSet::only(ship);
        if board.spendable(board.active) < self.move_cost(board, step.lead, followers) {
            return deny(rule!("SB-6.2e"));
        }
        Ok(())
    }

    /// Card 8: once per turn, before the first step.
    pub(crate) fn may_overdrive(&self, board: &Board, step: Move) -> Result<(), Denied> {
        if !board.in_force(board.active, cards::OVERDRIVE) {
            return deny(rule!("SB-5.1h"));
        }
        let once = rule!("SB-C.m");
        if board.turn.overdriven || step.left.is_some() { deny(once) } else { Ok(()) }
    }

    pub(crate) fn may_go(&self, board: &Board, step: Move, to: Loc) -> Result<(), Denied> {
        let from = board.at(step.lead).expect("a moving ship is on the map");
        if !self.quadrant.steps_from(from).has(to) {
            return deny(rule!("SB-6.1b"));
        }
        if !self.exits(board, board.active, from).has(to) {
            return deny(rule!("SB-S.T1"));
        }
        Ok(())
    }

    /// A move that has begun may end anywhere.
    pub(crate) fn may_halt(&self, step: Move) -> Result<(), Denied> {
        if step.left.is_none() {
            return deny(rule!("SB-6.1b"));
        }
        Ok(())
    }

    pub(crate) fn move_steps(&self, board: &Board, step: Move, out: &mut Vec<Action>) {
        let from = board.at(step.lead).expect("a moving ship is on the map");
        out.extend(self.quadrant.steps_from(from).map(Action::Go));
        if step.left.is_some() {
            out.push(Action::Halt);
            return;
        }
        if self.ratings(board, step.lead).flagship {
            out.extend((board.ships_at(board.active, from) - step.ships()).map(Action::Pick));
        }
        if board.in_force(board.active, cards::OVERDRIVE) {
            out.push(Action::Overdrive);
        }
    }

    /// SB-6.7c: as far as the smallest Engine number of the group.
    pub(crate) fn engines(&self, board: &Board, step: Move) -> u8 {
        let slowest = step.ships().map(|ship| self.ratings(board, ship).engines).min();
        if !step.followers.is_empty() {
            rule!("SB-6.7c");
        }
        slowest.expect("a move has a ship") + u8::from(step.overdrive)
    }

    /// SB-6.1f, SB-6.1g: what entering a location does to a ship of `side`.
    pub fn stop_at(&self, board: &Board, side: Side, to: Loc) -> Stop {
        if self.quadrant.asteroids.has(to) || self.quadrant.nebulae.has(to) {
            rule!("SB-6.1f");
            return Stop::Terrain;
        }
        if self.quadrant.deep_space.has(to) {
            rule!("SB-6.1h");
            return Stop::No;
        }
        if board.enemy_presence(side).has(to) {
            rule!("SB-6.1g");
            return Stop::Presence;
        }
        rule!("SB-6.1p");
        Stop::No
    }
}

/// What ends a ship's movement on entering a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Nothing.
    No,
    /// Asteroids or a Nebula: Cloak does not help (SB-6.1j).
    Terrain,
    /// Enemy presence: only Cloak helps.
    Presence,
}

impl<E: FnMut(Event)> Play<'_, E> {
    pub(crate) fn begin_move(&mut self, lead: Ship) {
        self.emit(Event::Picked { ship: lead });
        self.push(Frame::Move(Move {
            lead,
            followers: ShipSet::EMPTY,
            overdrive: false,
            left: None,
            paid: 0,
        }));
    }

    pub(crate) fn add_follower(&mut self, mut step: Move, ship: Ship) {
        rule!("SB-6.7b");
        step.followers.insert(ship);
        self.emit(Event::Picked { ship });
        self.replace_frame(Frame::Move(step));
    }

    pub(crate) fn overdrive(&mut self, mut step: Move) {
        step.overdrive = true;
        self.board().turn.overdriven = true;
        self.emit(Event::Overdriven { side: step.lead.side() });
        self.replace_frame(Frame::Move(step));
    }

    /// One step of a move; the first one pays for all.
    pub(crate) fn go(&mut self, mut step: Move, to: Loc) {
        let side = step.lead.side();
        let (left, price) = if let Some(left) = step.left {
            (left, Price::default())
        } else {
            let price = self.pay_for_move(step);
            step.paid = price.lp + price.honor;
            (self.game.engines(&self.state.board, step), price)
        };
        let ships = step.ships();
        let from = self.state.board.at(step.lead).expect("a moving ship is on the map");
        let jump = !self.game.quadrant.links[from.index()].has(to);
        if self.game.quadrant.wormholes.has(from) && self.game.quadrant.wormholes.has(to) {
            if jump {
                rule!("SB-6.1c");
            } else {
                rule!("SB-R43");
            }
        }
        let board = self.board();
        for ship in ships {
            if board.turn.stopped.has(ship) {
                board.turn.stopped.remove(ship);
                board.turn.cloak_used.insert(ship);
            }
            rule!("SB-6.1o");
            board.put(ship, Spot::At(to));
            rule!("SB-DEF-7");
            board.turn.entered[ship.index()] = if jump { None } else { Some(from) };
        }
        let back = self.state.board.back & ships;
        self.emit(Event::Moved { ships, back, price, from, to, jump });
        step.left = Some(left - 1);
        self.replace_frame(Frame::Move(step));
        match self.game.stop_at(&self.state.board, side, to) {
            Stop::No => {}
            Stop::Terrain => {
                rule!("SB-6.1j");
                self.board().turn.halted |= ships;
            }
            Stop::Presence => self.meet_enemy(step),
        }
    }

    /// SB-6.1g, SB-6.7e: a lone Cloaked ship may slip on; a group stops as its lead does.
    fn meet_enemy(&mut self, step: Move) {
        let board = &self.state.board;
        let cloaked = self.game.ratings(board, step.lead).cloak && step.followers.is_empty();
        if cloaked && !board.turn.cloak_used.has(step.lead) {
            rule!("SB-6.1i");
            self.board().turn.stopped.insert(step.lead);
            return;
        }
        let group = by([rule!("SB-6.7e"), rule!("SB-R09")], step.ships());
        self.board().turn.halted |= group;
    }

    /// SB-6.2e: paid in full before the first step. Returns the price.
    fn pay_for_move(&mut self, step: Move) -> Price {
        rule!("SB-6.2e");
        let cost = self.game.move_cost(&self.state.board, step.lead, step.followers);
        let price = self.pay(step.lead.side(), cost);
        self.board().turn.moved = true;
        price
    }

    /// The move ends where it is; Engines left are lost (SB-6.1d).
    pub(crate) fn halt(&mut self, step: Move) {
        rule!("SB-6.1d");
        self.emit(Event::Halted { ship: step.lead });
        rule!("SB-R28");
        self.pop();
    }

    /// A move with no way on ends by itself.
    pub(crate) fn end_idle_move(&mut self, step: Move) -> bool {
        let Some(left) = step.left else { return false };
        let board = &self.state.board;
        let from = board.at(step.lead).expect("a moving ship is on the map");
        let halted = board.turn.halted.has(step.lead);
        if left > 0 && !halted && !self.game.exits(board, board.active, from).is_empty() {
            return false;
        }
        if !step.followers.is_empty() {
            rule!("SB-6.7f");
        }
        self.pop();
        true
    }
}
