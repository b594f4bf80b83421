//! Chapter 8: control, assaults, income and the repair of Disruption.

use rules::{Denied, rule};

use crate::{
    Action, Board, Event, Faces, Frame, Loc, LocSet, Payment, Price, Side, StarBorders, cards,
    game::{by, deny},
    play::Play,
};

impl StarBorders {
    // --- 8.1 Control

    /// SB-8.1a: the planets the active player takes now.
    pub fn captures(&self, board: &Board) -> LocSet {
        let (a, o) = (board.active.index(), board.active.opponent().index());
        let held = (board.present[a] - board.present[o]) & self.quadrant.planets;
        by(
            [rule!("SB-8.1a"), rule!("SB-8.1e"), rule!("SB-8.1g")],
            held - board.control[a] - (board.control[o] & board.fortified()),
        )
    }

    // --- 8.2 Assault

    /// SB-8.2b: fortified enemy planets where the active player alone has ships.
    fn assailable(&self, board: &Board) -> LocSet {
        let (a, o) = (board.active.index(), board.active.opponent().index());
        if !self.scenario.features.planetary_assault {
            rule!("SB-8.2a");
            return LocSet::EMPTY;
        }
        (board.present[a] - board.present[o]) & board.control[o] & board.fortified()
    }

    /// The planets still to be decided on in this step.
    pub(crate) fn assault_sites(&self, board: &Board) -> LocSet {
        self.assailable(board) - board.turn.assaulted
    }

    /// SB-8.2c: the PA ratings of all ships there, and 2 for card 9.
    pub fn assault_count(&self, board: &Board, loc: Loc) -> u8 {
        let side = board.active;
        let ratings: u8 = board.ships_at(side, loc).map(|ship| self.ratings(board, ship).assault).sum();
        rule!("SB-8.2c");
        ratings + if board.in_force(side, cards::MARINES) { 2 } else { 0 }
    }

    pub(crate) fn may_assault(&self, board: &Board, loc: Loc) -> Result<(), Denied> {
        if !self.assailable(board).has(loc) {
            return deny(rule!("SB-8.2b"));
        }
        if board.turn.assaulted.has(loc) {
            return deny(rule!("SB-8.2g"));
        }
        if self.assault_count(board, loc) == 0 {
            return deny(rule!("SB-8.2b"));
        }
        Ok(())
    }

    /// SB-8.2d: two dice against an enemy Sector Base.
    pub(crate) fn assault_dice(&self, board: &Board, loc: Loc) -> u8 {
        rule!("SB-8.2d");
        if self.bases(board, board.active.opponent()).has(loc) { 2 } else { 1 }
    }

    // --- 8.4 Income

    /// SB-8.4b to SB-8.4d: what `side` would receive now.
    pub fn income(&self, board: &Board, side: Side) -> u8 {
        let s = side.index();
        let available = by([rule!("SB-8.4b"), rule!("SB-8.4f"), rule!("SB-R19")], board.available(side));
        let fields = board.present[s] & self.quadrant.asteroids;
        let bases = available & self.bases(board, side);
        let earned = available.len() + fields.len() + bases.len() + self.scenario.special.income_bonus[s];
        let kept = by(
            [rule!("SB-8.4c"), rule!("SB-2.2b"), rule!("SB-R02")],
            earned.min(self.scenario.sides[s].lp_capacity),
        );
        if board.penalty[s].has(cards::AUDIT) {
            rule!("SB-8.4d");
            return kept.saturating_sub(1);
        }
        kept
    }

    // --- 8.5 Repairing Disruption

    /// SB-8.5a: one's Disrupted planets that are not Besieged.
    fn restorable(&self, board: &Board, side: Side) -> LocSet {
        rule!("SB-8.5a");
        (board.control[side.index()] & board.disrupted) - board.besieged(side)
    }

    /// SB-8.5d: free from an undisrupted Imperium base (Establishment), else one point.
    pub fn restoration_cost(&self, board: &Board, base: Loc) -> u8 {
        by(
            [rule!("SB-8.5d"), rule!("SB-11.2h"), rule!("SB-R25")],
            u8::from(board.active == Side::Alliance || board.disrupted.has(base)),
        )
    }

    pub(crate) fn may_restore(
        &self,
        board: &Board,
        base: Loc,
        loc: Loc,
        payment: Payment,
    ) -> Result<(), Denied> {
        let side = board.active;
        if !self.open_bases(board, side).has(base) || board.turn.repaired_bases.has(base) {
            return deny(rule!("SB-8.5c"));
        }
        if !self.restorable(board, side).has(loc) {
            return deny(rule!("SB-8.5a"));
        }
        let cost = self.restoration_cost(board, base);
        let payable = match payment {
            Payment::Lp => board.lp[side.index()] >= cost,
            Payment::Honor => side == Side::Imperium && cost > 0 && board.honor >= cost,
        };
        if payable { Ok(()) } else { deny(rule!("SB-8.5e")) }
    }

    /// SB-8.5b: free of charge where an R&S ship is, whatever it did this turn (SB-R51).
    pub(crate) fn may_refit(&self, board: &Board, loc: Loc) -> Result<(), Denied> {
        if !self.restorable(board, board.active).has(loc) {
            return deny(rule!("SB-8.5a"));
        }
        rule!("SB-R51");
        let present = board.ships_at(board.active, loc).any(|ship| self.ratings(board, ship).repair > 0);
        if present { Ok(()) } else { deny(rule!("SB-8.5b")) }
    }

    pub(crate) fn restorations(&self, board: &Board, out: &mut Vec<Action>) {
        let side = board.active;
        out.extend((board.control[side.index()] & board.disrupted).map(Action::Refit));
        for base in self.bases(board, side) {
            for loc in board.control[side.index()] & board.disrupted {
                out.push(Action::Restore(base, loc, Payment::Lp));
                if side == Side::Imperium {
                    out.push(Action::Restore(base, loc, Payment::Honor));
                }
            }
        }
        out.push(Action::Pass);
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// SB-R38: all planets of the step are taken at the same time.
    pub(crate) fn take_control(&mut self) {
        let side = self.state.board.active;
        let taken = by([rule!("SB-4.4a"), rule!("SB-R38")], self.game.captures(&self.state.board));
        for at in taken {
            let board = self.board();
            let enemy = &mut board.control[side.opponent().index()];
            let was_disrupted = enemy.has(at) && by([rule!("SB-8.1i")], board.disrupted.has(at));
            enemy.remove(at);
            let disrupted = by([rule!("SB-8.1b"), rule!("SB-R48")], board.turn.won.has(at)) || was_disrupted;
            board.disrupted.set(at, disrupted);
            // A marker without fortification: captured planets had none, and the new owner starts from level 0.
            let unfortified = by([rule!("SB-5.4h"), rule!("SB-8.1f")], board.level(at) == 0);
            debug_assert!(unfortified, "a fortified planet is assaulted, not captured");
            let marker = by([rule!("SB-8.1h"), rule!("SB-R34")], at);
            board.control[side.index()].insert(marker);
            let bases = &self.game.base_planets;
            if bases[side.opponent().index()].has(at) {
                rule!("SB-8.1d");
            } else if bases[side.index()].has(at) {
                rule!("SB-8.1c");
            }
            self.emit(Event::Captured { side, at, disrupted });
        }
        self.replace_frame(Frame::Assault);
    }

    /// Asks as long as there is a planet to assault, or one that card 9, which the player might
    /// hold, would let them assault.
    pub(crate) fn skip_assault(&mut self) -> bool {
        let board = &self.state.board;
        let marines = board.might_hold(self.game, board.active, cards::MARINES);
        let mut sites = self.game.assault_sites(board);
        if sites.any(|loc| marines || self.game.may_assault(board, loc).is_ok()) {
            return false;
        }
        self.replace_frame(Frame::Income);
        true
    }

    pub(crate) fn assault(&mut self, at: Loc, dice: Faces) {
        let count = self.game.assault_count(&self.state.board, at);
        let worst = dice.iter().copied().max().expect("an assault rolls");
        let owner = self.state.board.active.opponent();
        let base = self.game.bases(&self.state.board, owner).has(at);
        let board = self.board();
        board.turn.assaulted.insert(at);
        rule!("SB-R01");
        if worst <= count {
            let level = by([rule!("SB-8.2e"), rule!("SB-7.0e")], board.level(at) - 1);
            board.set_level(at, level);
            if level == 0 {
                board.disrupted.insert(by([rule!("SB-8.2f"), rule!("SB-8.2h")], at));
                rule!("SB-5.4g");
                let stock = if base { &mut board.fortress_stock } else { &mut board.fort_stock };
                rule!("SB-R30");
                stock[owner.index()] += 1;
            }
        }
        let level = board.level(at);
        let side = owner.opponent();
        self.emit(Event::Assaulted { side, at, count, dice, level });
        self.pop();
    }

    /// SB-8.4: unspent LPs are lost, then the income is gained.
    pub(crate) fn gain_income(&mut self) {
        let side = self.state.board.active;
        let lp = self.game.income(&self.state.board, side);
        let lost = by(
            [rule!("SB-8.4a"), rule!("SB-8.4e")],
            std::mem::replace(&mut self.board().lp[side.index()], lp),
        );
        self.emit(Event::IncomeGained { side, lp, lost });
        self.replace_frame(Frame::RepairDisruption);
    }

    pub(crate) fn skip_repair_disruption(&mut self) -> bool {
        let mut choices = Vec::new();
        self.game.restorations(&self.state.board, &mut choices);
        let possible = choices.into_iter().any(|choice| match choice {
            Action::Restore(base, loc, payment) => {
                self.game.may_restore(&self.state.board, base, loc, payment).is_ok()
            }
            Action::Refit(loc) => self.game.may_refit(&self.state.board, loc).is_ok(),
            _ => false,
        });
        if possible {
            return false;
        }
        self.replace_frame(Frame::EndPlayerTurn);
        true
    }

    /// The planet is undisrupted from now on; a base can use its free repair at once (SB-R52).
    pub(crate) fn refit(&mut self, at: Loc) {
        rule!("SB-8.5b");
        self.board().disrupted.remove(at);
        rule!("SB-R52");
        self.emit(Event::Restored { at, price: Price::default() });
    }

    pub(crate) fn restore(&mut self, base: Loc, at: Loc, payment: Payment) {
        let side = self.state.board.active;
        let cost = self.game.restoration_cost(&self.state.board, base);
        rule!("SB-8.5c");
        let board = self.board();
        let (lp, honor) = match payment {
            Payment::Lp => (cost, 0),
            Payment::Honor => {
                rule!("SB-R54");
                (0, cost)
            }
        };
        board.lp[side.index()] -= lp;
        board.honor -= honor;
        board.turn.repaired_bases.insert(base);
        board.disrupted.remove(at);
        if cost > 0 {
            self.emit(Event::Paid { side, lp, honor });
        }
        self.emit(Event::Restored { at, price: Price { lp, honor } });
    }
}
