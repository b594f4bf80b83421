//! Section 7.6: applying hits, one ship at a time.

use rules::{Denied, rule};

use crate::{
    Board, Event, Frame, Loc, Ship, Side, Spot, StarBorders, cards,
    game::{by, deny},
    play::Play,
};

/// SB-7.1d: the highest roll that survives a flight from a Nebula.
const SURVIVES: u8 = 3;

/// Does this roll survive a flight from a Nebula?
pub(crate) const fn survives(die: u8) -> bool {
    die <= SURVIVES
}

impl StarBorders {
    /// SB-7.6a: any of one's ships still here, the same one again if one likes.
    pub(crate) fn may_absorb(&self, board: &Board, side: Side, ship: Ship) -> Result<(), Denied> {
        if board.ships_at(side, board.battle.at).has(ship) { Ok(()) } else { deny(rule!("SB-7.6a")) }
    }

    /// Card 5: once per Battle.
    pub(crate) fn may_deflect(&self, board: &Board, ship: Ship) -> Result<(), Denied> {
        let side = ship.side();
        if !board.in_force(side, cards::DEFLECTORS) {
            return deny(rule!("SB-5.1h"));
        }
        let once = rule!("SB-C.l");
        if board.battle.deflected[side.index()] { deny(once) } else { Ok(()) }
    }

    /// SB-7.6k: the Imperium decides on card 5 and on Honor in one prompt.
    pub(crate) fn may_reroll_own_defense(&self, board: &Board, ship: Ship) -> Result<(), Denied> {
        if ship.side() != Side::Imperium || !self.honor_window(board) {
            return deny(rule!("SB-11.2c"));
        }
        rule!("SB-7.6k");
        Ok(())
    }

    /// SB-7.6g: fleeing is like retreating, without the limits of the first Round.
    pub(crate) fn may_flee(&self, board: &Board, ship: Ship, to: Loc) -> Result<(), Denied> {
        if !self.retreat_targets(board, ship.side()).has(to) {
            rule!("SB-R17");
            return deny(rule!("SB-7.6g"));
        }
        Ok(())
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// The next hit; the only ship takes it unasked, and without a ship hits are lost.
    pub(crate) fn next_hit(&mut self, side: Side) -> bool {
        let board = &self.state.board;
        let targets = board.ships_at(side, board.battle.at);
        if board.battle.hits == 0 || targets.is_empty() {
            if board.battle.hits > 0 {
                rule!("SB-7.6j");
            }
            self.board().battle.hits = 0;
            self.after_volley(side.opponent());
            return true;
        }
        match (targets.len(), targets.first()) {
            (1, Some(ship)) => {
                self.absorb(ship);
                true
            }
            _ => false,
        }
    }

    pub(crate) fn absorb(&mut self, ship: Ship) {
        rule!("SB-7.6a");
        self.board().battle.hits -= 1;
        let class = self.class(ship);
        self.emit(Event::HitTaken { ship, class });
        self.push(Frame::Defense(ship));
    }

    pub(crate) fn defense_rolled(&mut self, ship: Ship, die: u8) {
        self.board().battle.die = die;
        let (class, defense) = (self.class(ship), self.game.ratings(&self.state.board, ship).defense);
        self.emit(Event::DefenseRolled { ship, class, die, defense });
        rule!("SB-7.6k");
        self.replace_frame(Frame::Deflect(ship));
    }

    /// SB-R45: the rolling player decides on card 5 first. They are asked whenever they might hold it.
    pub(crate) fn skip_deflect(&mut self, ship: Ship) -> bool {
        let board = &self.state.board;
        let side = ship.side();
        let card =
            board.in_force(side, cards::DEFLECTORS) || board.might_hold(self.game, side, cards::DEFLECTORS);
        if card && !board.battle.deflected[side.index()] {
            rule!("SB-R45");
            return false;
        }
        self.replace_frame(Frame::DefenseHonor(ship));
        true
    }

    pub(crate) fn deflect(&mut self) {
        let Some(Frame::Deflect(ship)) = self.state.board.frame() else {
            unreachable!("card 5 is used after a defense roll");
        };
        rule!("SB-C.f");
        self.board().battle.deflected[ship.side().index()] = true;
        self.emit(Event::Used { side: ship.side(), card: cards::DEFLECTORS });
        self.replace_frame(Frame::Defense(ship));
    }

    /// Card 5 is not wanted. The Imperium has not wanted to spend Honor on its own roll either.
    pub(crate) fn keep_roll(&mut self, ship: Ship) {
        match ship.side() {
            Side::Alliance => self.replace_frame(Frame::DefenseHonor(ship)),
            Side::Imperium => self.judge_defense(ship),
        }
    }

    pub(crate) fn skip_defense_honor(&mut self, ship: Ship) -> bool {
        if self.game.honor_window(&self.state.board) {
            return false;
        }
        self.judge_defense(ship);
        true
    }

    /// SB-7.6b to SB-7.6d: the roll against the current Defense.
    pub(crate) fn judge_defense(&mut self, ship: Ship) {
        let defense = self.game.ratings(&self.state.board, ship).defense;
        match self.state.board.battle.die.cmp(&defense) {
            std::cmp::Ordering::Less => {
                rule!("SB-7.6b");
                self.pop();
            }
            std::cmp::Ordering::Equal => {
                self.replace_frame(by([rule!("SB-7.6c"), rule!("SB-R05")], Frame::Danger(ship)));
            }
            std::cmp::Ordering::Greater => {
                rule!("SB-7.6d");
                self.damage(ship);
                self.pop();
            }
        }
    }

    pub(crate) fn suffer_if_cornered(&mut self, ship: Ship) -> bool {
        if self.game.retreat_targets(&self.state.board, ship.side()).is_empty() {
            rule!("SB-7.6h");
            self.suffer(ship);
            return true;
        }
        false
    }

    pub(crate) fn suffer(&mut self, ship: Ship) {
        self.damage(ship);
        self.pop();
    }

    /// SB-7.6e: a full two-step ship is flipped, any other is eliminated.
    fn damage(&mut self, ship: Ship) {
        rule!("SB-7.6e");
        if self.game.has_two_steps(&self.state.board, ship) {
            self.board().back.insert(ship);
            self.emit(Event::Damaged { ship });
        } else {
            rule!("SB-R36");
            self.eliminate(ship);
        }
    }

    /// SB-7.6f: to the Eliminated box, where it waits for its owner's next Activity Step (SB-5.2g).
    fn eliminate(&mut self, ship: Ship) {
        let class = by([rule!("SB-7.6f"), rule!("SB-5.2g")], self.class(ship));
        let board = self.board();
        board.put(ship, Spot::Eliminated);
        let side = ship.side().index();
        board.battle.destroyed[side] += 1;
        board.lost[side] = board.lost[side].saturating_add(1);
        self.emit(Event::Eliminated { ship, class });
    }

    /// SB-7.6g: at no cost; out of a Nebula only with luck (SB-7.1d).
    pub(crate) fn flee(&mut self, ship: Ship, to: Loc) {
        rule!("SB-7.6g");
        if self.game.quadrant.nebulae.has(self.state.board.battle.at) {
            self.replace_frame(Frame::Survival(ship, to));
        } else {
            self.escape(ship, to);
        }
    }

    fn escape(&mut self, ship: Ship, to: Loc) {
        let board = self.board();
        board.put(ship, by([rule!("SB-7.6i"), rule!("SB-7.0f")], Spot::At(to)));
        if ship.side() == board.active {
            board.turn.halted.insert(ship);
        }
        let class = self.class(ship);
        self.emit(Event::Fled { ship, class, to });
        self.pop();
    }

    pub(crate) fn survival_rolled(&mut self, ship: Ship, to: Loc, die: u8) {
        self.board().battle.die = die;
        let class = self.class(ship);
        self.emit(Event::SurvivalRolled { ship, class, die });
        self.replace_frame(Frame::SurvivalHonor(ship, to));
    }

    pub(crate) fn skip_survival_honor(&mut self, ship: Ship, to: Loc) -> bool {
        if self.game.honor_window(&self.state.board) {
            return false;
        }
        self.judge_survival(ship, to);
        true
    }

    pub(crate) fn judge_survival(&mut self, ship: Ship, to: Loc) {
        rule!("SB-7.1d");
        if survives(self.state.board.battle.die) {
            self.escape(ship, to);
        } else {
            self.eliminate(ship);
            self.pop();
        }
    }
}
