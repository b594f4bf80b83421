//! Chapter 7: a Battle from its first shot to its victor. Firing is in `fire.rs`, hits in `hits.rs`,
//! salvage in `coup.rs`.

use rules::{Denied, rule};

use crate::{
    Action, Battle, Board, Event, Frame, Loc, LocSet, ShipSet, Shot, Side, Spot, StarBorders, cards,
    game::{by, deny},
    play::Play,
};

/// SB-7.4f: a guard for the program, not a tactic.
const LAST_ROUND: u8 = 100;

impl StarBorders {
    /// SB-DEF-10: where the active player must fight.
    pub fn contested(&self, board: &Board) -> LocSet {
        let [alliance, imperium] = board.present;
        let forts = board.fortified();
        let at_forts = (alliance & board.control[1] & forts) | (imperium & board.control[0] & forts);
        by(
            [rule!("SB-DEF-10"), rule!("SB-7.1a")],
            ((alliance & imperium) | at_forts) - self.quadrant.deep_space,
        )
    }

    /// Contested locations whose Battle is still to come.
    pub fn unresolved(&self, board: &Board) -> LocSet {
        self.contested(board) - board.turn.battled
    }

    pub(crate) fn may_battle(&self, board: &Board, at: Loc) -> Result<(), Denied> {
        if !self.contested(board).has(at) {
            return deny(rule!("SB-DEF-10"));
        }
        if board.turn.battled.has(at) {
            return deny(rule!("SB-7.0a"));
        }
        Ok(())
    }

    /// SB-DEF-7: E(X), the links by which the active player's ships came.
    fn entry_links(&self, board: &Board, at: Loc) -> LocSet {
        let ships = board.ships_at(board.active, at);
        by(
            [rule!("SB-DEF-7"), rule!("SB-R12")],
            ships.filter_map(|ship| board.turn.entered[ship.index()]).collect(),
        )
    }

    /// SB-DEF-12: where ships of `side` can go from the Battle.
    pub fn retreat_targets(&self, board: &Board, side: Side) -> LocSet {
        let battle = &board.battle;
        let adjacent = by([rule!("SB-DEF-6")], self.quadrant.links[battle.at.index()]);
        let clear = adjacent - board.enemy_presence(side);
        let targets = if side == board.active {
            clear & (battle.entry | board.safe_refuges(side))
        } else {
            clear - battle.entry
        };
        by([rule!("SB-DEF-12"), rule!("SB-R41")], targets)
    }

    /// SB-7.3: may all ships of `side` leave for `to`?
    pub(crate) fn may_retreat(&self, board: &Board, side: Side, to: Loc) -> Result<(), Denied> {
        self.may_retreat_at_all(board, side)?;
        if !self.retreat_targets(board, side).has(to) {
            return deny(if side == board.active { rule!("SB-7.3i") } else { rule!("SB-7.3h") });
        }
        if board.battle.round == 1 && !board.safe_refuges(side).has(to) {
            rule!("SB-R16");
            return deny(rule!("SB-7.3g"));
        }
        Ok(())
    }

    fn may_retreat_at_all(&self, board: &Board, side: Side) -> Result<(), Denied> {
        let battle = &board.battle;
        if self.quadrant.nebulae.has(battle.at) {
            return deny(rule!("SB-7.1c"));
        }
        if battle.round > 1 {
            return Ok(());
        }
        if side == board.active {
            return deny(rule!("SB-7.3e"));
        }
        let mut fleet = board.ships_at(side, battle.at);
        if fleet.any(|ship| self.ratings(board, ship).engines == 1) {
            return deny(rule!("SB-7.3f"));
        }
        Ok(())
    }

    /// SB-7.3b: only the Attacker, only in Round 1, only if all ships of the side are cloaked.
    pub(crate) fn may_hide(&self, board: &Board, side: Side) -> Result<(), Denied> {
        if side != board.active {
            return deny(rule!("SB-7.3c"));
        }
        let mut fleet = board.ships_at(side, board.battle.at);
        if board.battle.round > 1 || !fleet.all(|ship| self.ratings(board, ship).cloak) {
            return deny(rule!("SB-7.3b"));
        }
        if self.quadrant.nebulae.has(board.battle.at) {
            return by([rule!("SB-7.1e"), rule!("SB-R14")], Ok(()));
        }
        Ok(())
    }

    /// D9, D10.
    pub(crate) fn stands(&self, board: &Board, out: &mut Vec<Action>) {
        out.extend([Action::Fight, Action::Hide]);
        out.extend(self.quadrant.links[board.battle.at.index()].map(Action::Retreat));
    }

    /// Has `side` a choice other than fighting?
    fn may_leave(&self, board: &Board, side: Side) -> bool {
        let mut targets = self.retreat_targets(board, side);
        self.may_hide(board, side).is_ok() || targets.any(|to| self.may_retreat(board, side, to).is_ok())
    }

    /// SB-7.4d: can a side still fire? Only fire changes that, so if neither can now, neither ever can (SB-R15).
    fn may_go_on(&self, board: &Board) -> bool {
        by([rule!("SB-7.4d"), rule!("SB-R15")], Side::BOTH.into_iter().any(|side| self.can_fire(board, side)))
    }

    /// SB-7.2c, SB-7.2f: has `side` a Missile Base here, and something to fire at?
    fn base_may_fire(&self, board: &Board, side: Side) -> bool {
        let at = board.battle.at;
        let base = board.control[side.index()].has(at) && board.fortified().has(at);
        // Whose turn it is does not matter.
        let base = by([rule!("SB-7.0d"), rule!("SB-R13")], base);
        base && by([rule!("SB-7.2f")], !board.ships_at(side.opponent(), at).is_empty())
    }

    /// Card 6: one ship with a numeric Attack of 1 or more.
    pub(crate) fn may_fire_missile(
        &self,
        board: &Board,
        side: Side,
        ship: crate::Ship,
    ) -> Result<(), Denied> {
        let here = board.ships_at(side, board.battle.at).has(ship);
        let armed = here && self.ratings(board, ship).attack.is_some_and(|attack| attack > 0);
        if !armed {
            return deny(rule!("SB-7.2e"));
        }
        if !board.in_force(side, cards::MISSILES) {
            return deny(rule!("SB-5.1h"));
        }
        Ok(())
    }

    fn missile_window(&self, board: &Board, side: Side) -> bool {
        let at = board.battle.at;
        let target = !board.ships_at(side.opponent(), at).is_empty();
        let armed = |ship| self.ratings(board, ship).attack.is_some_and(|attack| attack > 0);
        let card = board.in_force(side, cards::MISSILES) || board.might_hold(self, side, cards::MISSILES);
        target && card && board.ships_at(side, at).any(armed)
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// SB-4.3a: the active player picks; the last one is fought without asking.
    pub(crate) fn next_battle(&mut self) -> bool {
        rule!("SB-4.3a");
        let unresolved = self.game.unresolved(&self.state.board);
        match (unresolved.len(), unresolved.first()) {
            (1, Some(at)) => self.begin_battle(at),
            (0, _) => self.replace_frame(Frame::Control),
            _ => return false,
        }
        true
    }

    /// For forecasts: this Battle, and everything in it that needs no player.
    pub(crate) fn begin_battle_now(&mut self, at: Loc) {
        self.begin_battle(at);
        self.settle();
    }

    pub(crate) fn begin_battle(&mut self, at: Loc) {
        rule!("SB-7.0a");
        self.go_hot();
        rule!("SB-7.0b");
        let board = self.board();
        let began = Side::BOTH.map(|side| !board.ships_at(side, at).is_empty());
        let active = board.active;
        let entry = self.game.entry_links(&self.state.board, at);
        let roster = self.state.board.stacks[at.index()];
        self.board().battle = Battle { at, entry, began, roster, ..Battle::default() };
        self.emit(Event::BattleBegan { at });
        self.push(Frame::CardWindow(active));
    }

    /// SB-5.1i: a player with a hidden card may show it before the Battle.
    pub(crate) fn skip_card_window(&mut self, side: Side) -> bool {
        if self.state.board.hand_size[side.index()] > 0 {
            return false;
        }
        self.close_card_window(side);
        true
    }

    pub(crate) fn close_card_window(&mut self, side: Side) {
        let active = self.state.board.active;
        if side == active {
            self.replace_frame(Frame::CardWindow(side.opponent()));
        } else {
            self.replace_frame(by([rule!("SB-7.2a"), rule!("SB-7.2b")], Frame::FireMissileBase(active)));
        }
    }

    // --- Step 0: Pre-Battle Fire

    pub(crate) fn skip_base(&mut self, side: Side) -> bool {
        if self.game.base_may_fire(&self.state.board, side) {
            rule!("SB-R31");
            return false;
        }
        self.replace_frame(Frame::FireStandoffMissiles(side));
        true
    }

    pub(crate) fn fire_base(&mut self, side: Side) {
        let board = self.board();
        let level = by([rule!("SB-7.2c"), rule!("SB-7.2d"), rule!("SB-R06")], board.level(board.battle.at));
        board.battle.volley.shots.extend((0..level).map(|_| Shot {
            strength: level,
            die: 0,
            ships: ShipSet::EMPTY,
        }));
        self.emit(Event::BaseFired { side, shots: level, strength: level });
        self.replace_frame(Frame::FireStandoffMissiles(side));
    }

    pub(crate) fn skip_missile(&mut self, side: Side) -> bool {
        if self.game.missile_window(&self.state.board, side) {
            return false;
        }
        self.replace_frame(Frame::Volley(side));
        true
    }

    /// Card 6: half the Attack, rounded up.
    pub(crate) fn fire_missile(&mut self, ship: crate::Ship) {
        rule!("SB-7.2e");
        let attack = self.game.ratings(&self.state.board, ship).attack.expect("checked");
        let strength = attack.div_ceil(2);
        let battle = &mut self.board().battle;
        battle.missiles_fired = true;
        let (side, ships) = (ship.side(), ShipSet::only(ship));
        battle.volley.shots.push(Shot { strength, die: 0, ships });
        let back = self.state.board.back & ships;
        self.emit(Event::ShotDeclared { side, ships, back, strength });
        self.replace_frame(Frame::Volley(side));
    }

    /// SB-7.4a: without ships on both sides there is no Round.
    pub(crate) fn end_pre_battle(&mut self) {
        rule!("SB-7.2g");
        if self.is_decided() {
            let battle = &mut self.board().battle;
            battle.exchanged |= battle.missiles_fired;
            self.replace_frame(by([rule!("SB-7.0c"), rule!("SB-7.0e")], Frame::BattleEnd));
        } else {
            self.begin_round();
        }
    }

    /// Has at most one side ships here?
    pub(crate) fn is_decided(&self) -> bool {
        let board = &self.state.board;
        Side::BOTH.iter().any(|&side| board.ships_at(side, board.battle.at).is_empty())
    }

    // --- Steps 1 and 2: stand, retreat, hide

    fn begin_round(&mut self) {
        rule!("SB-7.3n");
        let board = self.board();
        board.battle.round += 1;
        let (round, defender) = (board.battle.round, board.active.opponent());
        self.emit(Event::RoundBegan { round });
        self.replace_frame(Frame::Stand(defender));
    }

    /// SB-7.3k: who cannot leave fights on.
    pub(crate) fn skip_stand(&mut self, side: Side) -> bool {
        if self.game.may_leave(&self.state.board, side) {
            return false;
        }
        rule!("SB-7.3k");
        self.after_stand(side);
        true
    }

    pub(crate) fn stand_fast(&mut self, side: Side) {
        self.emit(Event::StoodFast { side });
        self.after_stand(side);
    }

    fn after_stand(&mut self, side: Side) {
        let active = self.state.board.active;
        self.replace_frame(if side == active { Frame::Tracking } else { Frame::Stand(active) });
    }

    /// SB-7.3b, SB-7.4b: the Battle ends at once and without a victor; the ships stay (SB-7.3d, SB-R37).
    pub(crate) fn hide(&mut self, side: Side) {
        self.emit(Event::Hid { side });
        let end =
            by([rule!("SB-7.3b"), rule!("SB-7.4b"), rule!("SB-7.3d"), rule!("SB-R37")], Frame::BattleEnd);
        self.replace_frame(end);
    }

    /// SB-7.3j: all ships go to the same place, for nothing. Any kind of location will do (SB-7.3l).
    pub(crate) fn retreat(&mut self, side: Side, to: Loc) {
        let board = self.board();
        rule!("SB-7.3j");
        let fleet = board.ships_at(side, board.battle.at);
        for ship in fleet {
            let refuge = by([rule!("SB-7.3l"), rule!("SB-7.0f")], Spot::At(to));
            board.put(ship, refuge);
        }
        if side != board.active {
            rule!("SB-7.3m");
        }
        self.emit(Event::Retreated { side, to });
        rule!("SB-7.3a");
        self.replace_frame(Frame::BattleEnd);
    }

    /// The Attacker's last chance to show card 1, asked whenever they might hold it.
    pub(crate) fn skip_tracking(&mut self) -> bool {
        let board = &self.state.board;
        let active = board.active;
        if !board.in_force(active, cards::TRACKING) && board.might_hold(self.game, active, cards::TRACKING) {
            return false;
        }
        self.open_fire();
        true
    }

    /// SB-7.5a, SB-7.5b: the Defender fires first, unless the Attacker has card 1.
    pub(crate) fn open_fire(&mut self) {
        rule!("SB-C.j");
        let board = self.board();
        let active = board.active;
        board.battle.first = if board.in_force(active, cards::TRACKING) {
            by([rule!("SB-7.5b"), rule!("SB-R46"), rule!("SB-C.g")], active)
        } else {
            rule!("SB-7.5a");
            active.opponent()
        };
        let first = board.battle.first;
        self.begin_fire(first);
    }

    /// Step 6: is there another Round?
    pub(crate) fn end_round(&mut self) {
        rule!("SB-7.4a");
        let Battle { at, round, .. } = self.state.board.battle;
        if self.is_decided() {
            self.replace_frame(Frame::BattleEnd);
        } else if self.game.quadrant.nebulae.has(at) {
            self.replace_frame(by([rule!("SB-7.1b"), rule!("SB-7.4c")], Frame::BattleEnd));
        } else if !self.game.may_go_on(&self.state.board) {
            self.replace_frame(Frame::BattleEnd);
        } else if round >= LAST_ROUND {
            rule!("SB-7.4f");
            self.replace_frame(Frame::BattleEnd);
        } else {
            rule!("SB-7.4e");
            self.begin_round();
        }
    }

    /// SB-7.7: who is victor, and what a victory brings.
    pub(crate) fn end_battle(&mut self) {
        let board = self.board();
        let battle = board.battle;
        let left = Side::BOTH.map(|side| !board.ships_at(side, battle.at).is_empty());
        let victor = match left {
            _ if battle.began != [true, true] => None,
            [true, false] => Some(Side::Alliance),
            [false, true] => Some(Side::Imperium),
            _ => None,
        };
        if let Some(victor) = victor {
            rule!("SB-7.7a");
            if board.control[victor.opponent().index()].has(battle.at) && board.level(battle.at) > 0 {
                rule!("SB-7.7b");
            }
        }
        board.turn.battled.insert(battle.at);
        if victor == Some(board.active) && battle.fought {
            rule!("SB-R23");
            board.turn.won.insert(battle.at);
        }
        self.emit(Event::BattleEnded { at: battle.at, victor });
        self.gain_honor(victor);
        match victor.filter(|&victor| self.game.may_salvage(&self.state.board, victor)) {
            Some(victor) => self.replace_frame(Frame::Salvage(victor)),
            None => self.pop(),
        }
    }

    /// SB-11.2b: for a victory after an exchange of fire (SB-R22).
    fn gain_honor(&mut self, victor: Option<Side>) {
        let board = self.board();
        if victor != Some(Side::Imperium) || !board.battle.exchanged {
            return;
        }
        rule!("SB-11.2b");
        if board.honor == HONOR_MAX {
            rule!("SB-11.2a");
            return;
        }
        rule!("SB-R22");
        board.honor += 1;
        rule!("SB-11.2i");
        let honor = board.honor;
        self.emit(Event::HonorGained { honor });
    }
}

/// SB-11.2a: the end of the Honor track.
pub(crate) const HONOR_MAX: u8 = 6;
