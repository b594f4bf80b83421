//! Chapter 5: what Logistics Points buy in addition to moves: replacements, repairs, fortifications; and
//! reinforcements, which are free.

use rules::{Denied, rule};

use crate::{
    Action, ArrivalPlace, Board, CardSet, Class, Event, Frame, Loc, LocSet, Price, Repairer, Ship, ShipSet,
    Side, Spot, StarBorders, StartingPlace, cards,
    game::{by, deny},
    play::Play,
};

impl StarBorders {
    /// D6: everything a player might try in the Activity Step.
    pub(crate) fn activities(&self, board: &Board, hand: CardSet, side: Side, out: &mut Vec<Action>) {
        rule!("SB-4.2b");
        out.extend(ShipSet::of(side).filter(|&ship| board.at(ship).is_some()).map(Action::Pick));
        let eliminated = board.in_box(side, Spot::Eliminated);
        if !eliminated.is_empty() {
            for class in Class::ALL.into_iter().filter(|class| class.side() == side) {
                if self.counters.of_class[class.index()].meets(eliminated) {
                    out.extend(self.bases(board, side).map(|base| Action::Replace(class, base)));
                }
            }
        }
        for ship in self.damaged(board, side) {
            let at = board.at(ship).expect("damaged ships are looked for on the map");
            if board.control[side.index()].has(at) {
                out.push(Action::Repair(ship, Repairer::Planet));
            }
            let repaired_others =
                board.ships_at(side, at).filter(|&other| self.ratings(board, other).repair > 0);
            out.extend(repaired_others.map(|repairer| Action::Repair(ship, Repairer::Ship(repairer))));
        }
        if self.scenario.features.fortify {
            out.extend(board.control[side.index()].map(Action::Fortify));
        }
        for ship in self.due(board, side) {
            out.extend(self.entry_points(board, ship).map(|at| Action::Reinforce(ship, at)));
        }
        if side == Side::Imperium && self.scenario.special.requisition.is_some() {
            out.extend(self.bases(board, side).map(Action::Requisition));
        }
        self.usable_cards(board, hand, side, out);
        out.push(Action::End);
    }

    /// Damaged two-step ships on the map.
    fn damaged(&self, board: &Board, side: Side) -> ShipSet {
        let damaged = self.counters.two_step & board.back & ShipSet::of(side);
        damaged.filter(|&ship| board.at(ship).is_some()).collect()
    }

    // --- 5.2 Replacing destroyed ships

    /// SB-5.2b, SB-5.2c: one LP a ship, and one for the first request of the turn (card 3: none).
    pub fn replacement_cost(&self, board: &Board, side: Side) -> u8 {
        if board.turn.requested {
            rule!("SB-C.j");
            return 1;
        }
        rule!("SB-5.2b");
        if board.in_force(side, cards::PRIORITY) {
            rule!("SB-5.1j");
            return 1;
        }
        2
    }

    pub(crate) fn may_replace(
        &self,
        board: &Board,
        side: Side,
        class: Class,
        base: Loc,
    ) -> Result<(), Denied> {
        if self.scenario.special.no_replacements[side.index()] {
            return deny(rule!("SB-S.T2"));
        }
        if class.side() != side || self.replacement(board, class).is_none() {
            return deny(rule!("SB-5.2a"));
        }
        if !self.open_bases(board, side).has(base) {
            return deny(rule!("SB-5.2e"));
        }
        if board.spendable(side) < self.replacement_cost(board, side) {
            return deny(rule!("SB-5.2c"));
        }
        Ok(())
    }

    /// The lowest counter in the Eliminated box that can show this class.
    fn replacement(&self, board: &Board, class: Class) -> Option<Ship> {
        let mut counters = self.counters.of_class[class.index()];
        counters.find(|ship| board.spots[ship.index()] == Spot::Eliminated)
    }

    // --- 5.3 Repair

    pub(crate) fn may_repair(
        &self,
        board: &Board,
        side: Side,
        ship: Ship,
        by: Repairer,
    ) -> Result<(), Denied> {
        let Some(at) = board.at(ship).filter(|_| ship.side() == side) else {
            return deny(rule!("SB-5.3a"));
        };
        if !(self.counters.two_step.has(ship) && board.back.has(ship)) {
            return deny(rule!("SB-5.3a"));
        }
        if self.ran_into_something(board, ship) {
            return deny(rule!("SB-5.3f"));
        }
        if !board.is_free(ship) {
            return deny(rule!("SB-5.3d"));
        }
        match by {
            Repairer::Planet => self.planet_may_repair(board, side, at)?,
            Repairer::Ship(repairer) => self.ship_may_repair(board, side, ship, repairer, at)?,
        }
        if board.spendable(side) < 1 {
            return deny(rule!("SB-5.3a"));
        }
        Ok(())
    }

    fn planet_may_repair(&self, board: &Board, side: Side, at: Loc) -> Result<(), Denied> {
        rule!("SB-R40");
        if !board.available(side).has(at) {
            return deny(rule!("SB-5.3b"));
        }
        if board.turn.repaired_at.has(at) && !self.bases(board, side).has(at) {
            return deny(rule!("SB-5.3g"));
        }
        Ok(())
    }

    fn ship_may_repair(
        &self,
        board: &Board,
        side: Side,
        ship: Ship,
        repairer: Ship,
        at: Loc,
    ) -> Result<(), Denied> {
        if repairer == ship {
            return deny(rule!("SB-R10"));
        }
        let together = repairer.side() == side && board.at(repairer) == Some(at);
        rule!("SB-5.3i");
        let symbols = self.ratings(board, repairer).repair;
        // Whether the planet itself is Disrupted does not matter.
        rule!("SB-R57");
        if !together || symbols == 0 || board.enemy_presence(side).has(at) {
            return deny(rule!("SB-5.3c"));
        }
        if board.turn.repaired.has(repairer) {
            return deny(rule!("SB-R47"));
        }
        if self.ran_into_something(board, repairer) {
            return deny(rule!("SB-5.3f"));
        }
        if !board.is_free(repairer) && !board.turn.repaired_others.has(repairer) {
            return deny(rule!("SB-5.3e"));
        }
        let spent = u8::from(board.turn.rs_used_once.has(repairer))
            + u8::from(board.turn.rs_used_twice.has(repairer));
        if spent >= symbols {
            return deny(rule!("SB-5.3h"));
        }
        if spent > 0 {
            rule!("SB-R11");
        }
        Ok(())
    }

    /// Did this ship move into what stopped it (SB-5.3f), as opposed to being halted by a repair or by
    /// card 2?
    fn ran_into_something(&self, board: &Board, ship: Ship) -> bool {
        let rough = self.quadrant.asteroids | self.quadrant.nebulae | board.enemy_presence(ship.side());
        let mended = board.turn.repaired_others.has(ship) || board.turn.repaired.has(ship);
        !board.is_free(ship) && !mended && board.at(ship).is_some_and(|at| rough.has(at))
    }

    // --- 5.4 Fortification

    /// SB-5.4c: one more than the new level.
    pub fn fortification_cost(&self, board: &Board, loc: Loc) -> u8 {
        rule!("SB-5.4c");
        board.level(loc) + 2
    }

    pub(crate) fn may_fortify(&self, board: &Board, side: Side, loc: Loc) -> Result<(), Denied> {
        if !self.scenario.features.fortify {
            return deny(rule!("SB-5.4a"));
        }
        if !board.available(side).has(loc) {
            rule!("SB-R18");
            return deny(rule!("SB-5.4b"));
        }
        if board.turn.fortified.has(loc) {
            return deny(rule!("SB-5.4b"));
        }
        let base = self.bases(board, side).has(loc);
        rule!("SB-R03");
        let highest = if base { 3 } else { 2 };
        if board.level(loc) >= highest {
            return deny(rule!("SB-5.4d"));
        }
        let stock = if base { board.fortress_stock } else { board.fort_stock };
        if board.level(loc) == 0 && stock[side.index()] == 0 {
            return deny(rule!("SB-5.4e"));
        }
        if board.spendable(side) < self.fortification_cost(board, loc) {
            return deny(rule!("SB-5.4c"));
        }
        Ok(())
    }

    // --- 5.5 Reinforcements

    /// When and where a scheduled ship arrives.
    fn schedule(&self, ship: Ship) -> Option<(u8, ArrivalPlace)> {
        let placed =
            self.scenario.sides[ship.side().index()].ships.iter().find(|placed| placed.ship == ship)?;
        match placed.place {
            StartingPlace::Due { turn, at } => Some((turn, at)),
            StartingPlace::At(_)
            | StartingPlace::Eliminated
            | StartingPlace::OffMap
            | StartingPlace::Pool => None,
        }
    }

    /// The countdown box a scheduled ship arrives in.
    pub(crate) fn due_box(&self, ship: Ship) -> Option<u8> {
        self.schedule(ship).map(|(turn, _)| turn)
    }

    /// SB-5.5a: the ships whose box has come, or has passed while they could not be placed.
    pub fn due(&self, board: &Board, side: Side) -> ShipSet {
        let here = |ship: &Ship| {
            board.spots[ship.index()] == Spot::Due
                && self.schedule(*ship).is_some_and(|(turn, _)| turn >= board.countdown)
        };
        let due: ShipSet = ShipSet::of(side).filter(here).collect();
        if !due.is_empty() {
            rule!("SB-5.5a");
        }
        due
    }

    /// SB-5.5b, SB-5.5f: any base of the owner, in whatever state; or the place the scenario names.
    pub(crate) fn entry_points(&self, board: &Board, ship: Ship) -> LocSet {
        match self.schedule(ship) {
            Some((_, ArrivalPlace::Base)) => {
                rule!("SB-5.5b");
                self.bases(board, ship.side())
            }
            Some((_, ArrivalPlace::At(loc))) => {
                rule!("SB-5.5f");
                LocSet::only(loc)
            }
            Some((_, ArrivalPlace::Eliminated)) | None => LocSet::EMPTY,
        }
    }

    pub(crate) fn may_reinforce(&self, board: &Board, side: Side, ship: Ship, at: Loc) -> Result<(), Denied> {
        if ship.side() != side || !self.due(board, side).has(ship) {
            return deny(rule!("SB-5.5a"));
        }
        if !self.entry_points(board, ship).has(at) {
            return deny(rule!("SB-5.5b"));
        }
        Ok(())
    }

    /// Is there anything to decide in the Activity Step except ending it?
    pub(crate) fn has_activity(&self, board: &Board, hand: CardSet, side: Side) -> bool {
        if board.hand_size[side.index()] > 0 {
            return true;
        }
        if board.spendable(side) > 0 && ShipSet::of(side).any(|ship| self.may_move(board, side, ship).is_ok())
        {
            return true;
        }
        let mut candidates = Vec::new();
        self.activities(board, hand, side, &mut candidates);
        candidates.into_iter().any(|action| match action {
            Action::Use(cards::REDEPLOYMENT) => self.may_redeploy(board, hand, side).is_ok(),
            Action::Use(_) => true,
            Action::Replace(class, base) => self.may_replace(board, side, class, base).is_ok(),
            Action::Repair(ship, by) => self.may_repair(board, side, ship, by).is_ok(),
            Action::Fortify(loc) => self.may_fortify(board, side, loc).is_ok(),
            Action::Reinforce(ship, at) => self.may_reinforce(board, side, ship, at).is_ok(),
            Action::Requisition(base) => self.may_requisition(board, side, base).is_ok(),
            _ => false,
        })
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// SB-11.2d: LPs are used up first, then Honor.
    pub(crate) fn pay(&mut self, side: Side, cost: u8) -> Price {
        if cost == 0 {
            return Price::default();
        }
        let board = self.board();
        let lp = cost.min(board.lp[side.index()]);
        let honor = cost - lp;
        board.lp[side.index()] -= lp;
        if honor > 0 {
            board.honor -= by([rule!("SB-11.2d"), rule!("SB-R54")], honor);
        }
        self.emit(Event::Paid { side, lp, honor });
        Price { lp, honor }
    }

    pub(crate) fn replace(&mut self, side: Side, class: Class, base: Loc) {
        rule!("SB-5.2c");
        let cost = self.game.replacement_cost(&self.state.board, side);
        let ship = self.game.replacement(&self.state.board, class).expect("checked");
        let price = self.pay(side, cost);
        rule!("SB-5.2d");
        self.show_class(ship, class);
        rule!("SB-5.2f");
        let board = self.board();
        board.turn.requested = true;
        board.put(ship, Spot::At(base));
        self.emit(Event::Replaced { ship, class, at: base, price });
    }

    pub(crate) fn repair(&mut self, ship: Ship, by: Repairer) {
        rule!("SB-5.3a");
        let price = self.pay(ship.side(), 1);
        let board = self.board();
        board.back.remove(ship);
        rule!("SB-5.3d");
        board.turn.halted.insert(ship);
        board.turn.repaired.insert(ship);
        match by {
            Repairer::Planet => {
                rule!("SB-5.3g");
                let at = board.at(ship).expect("a repaired ship is on the map");
                board.turn.repaired_at.insert(at);
            }
            Repairer::Ship(repairer) => {
                rule!("SB-5.3e");
                board.turn.halted.insert(repairer);
                board.turn.repaired_others.insert(repairer);
                let spent = if board.turn.rs_used_once.has(repairer) {
                    &mut board.turn.rs_used_twice
                } else {
                    &mut board.turn.rs_used_once
                };
                spent.insert(repairer);
            }
        }
        self.emit(Event::Repaired { ship, by, price });
    }

    pub(crate) fn fortify(&mut self, side: Side, loc: Loc) {
        let cost = self.game.fortification_cost(&self.state.board, loc);
        let price = self.pay(side, cost);
        let base = self.game.bases(&self.state.board, side).has(loc);
        let board = self.board();
        let level = board.level(loc) + 1;
        if level == 1 {
            rule!("SB-5.4e");
            let stock = if base { &mut board.fortress_stock } else { &mut board.fort_stock };
            stock[side.index()] -= 1;
        }
        board.set_level(loc, level);
        board.turn.fortified.insert(loc);
        self.emit(Event::Fortified { at: loc, level, price });
    }

    pub(crate) fn reinforce(&mut self, ship: Ship, at: Loc) {
        rule!("SB-5.5e");
        self.board().put(ship, Spot::At(at));
        rule!("SB-R29");
        let class = self.class(ship);
        self.emit(Event::Reinforced { ship, class, at: Some(at) });
    }

    /// SB-5.5f: reinforcements that the scenario sends to the Eliminated box.
    pub(crate) fn enter_eliminated_reinforcements(&mut self) {
        let side = self.state.board.active;
        for ship in self.game.due(&self.state.board, side) {
            if matches!(self.game.schedule(ship), Some((_, ArrivalPlace::Eliminated))) {
                rule!("SB-5.5f");
                self.board().put(ship, Spot::Eliminated);
                let class = self.class(ship);
                self.emit(Event::Reinforced { ship, class, at: None });
            }
        }
    }

    /// SB-5.5d: what was not placed by hand is placed now, at the first base still held; without one
    /// it waits (SB-5.5c).
    pub(crate) fn end_activity(&mut self) {
        let side = self.state.board.active;
        for ship in self.game.due(&self.state.board, side) {
            let entries = self.game.entry_points(&self.state.board, ship);
            let listed = &self.game.scenario.sides[side.index()].bases;
            let first = listed.iter().copied().find(|&base| entries.has(base)).or_else(|| entries.first());
            match first {
                Some(at) => {
                    rule!("SB-5.5d");
                    self.reinforce(ship, at);
                }
                None => {
                    rule!("SB-5.5c");
                }
            }
        }
        rule!("SB-6.1m");
        self.emit(Event::ActivityEnded { side });
        rule!("SB-1.0d");
        self.replace_frame(Frame::Combat);
    }
}
