//! Section 7.8: salvage and Intelligence Coups.

use rules::{Denied, rule};

use crate::{
    Action, Board, Card, Coup, Event, Faces, Frame, ShipSet, Side, StarBorders, cards, game::deny, play::Play,
};

impl StarBorders {
    /// The victor's ships with an R&S symbol here: one die each, however many symbols (SB-R24).
    pub(crate) fn salvagers(&self, board: &Board, side: Side) -> ShipSet {
        rule!("SB-R24");
        board.ships_at(side, board.battle.at).filter(|&ship| self.ratings(board, ship).repair > 0).collect()
    }

    /// SB-7.8a, SB-7.8b: the feature, an R&S ship, and something destroyed.
    pub(crate) fn may_salvage(&self, board: &Board, victor: Side) -> bool {
        if !self.scenario.features.salvage || self.salvagers(board, victor).is_empty() {
            rule!("SB-7.8a");
            return false;
        }
        rule!("SB-7.8b");
        board.battle.destroyed[victor.opponent().index()] > 0
    }

    /// SB-7.8e: every coup that a card on the table suggests.
    pub(crate) fn coups(&self, board: &Board, victor: Side, out: &mut Vec<Action>) {
        let (v, o) = (victor.index(), victor.opponent().index());
        let coup = |of: fn(Card) -> Coup| move |card| Action::Coup(of(card));
        out.extend(board.penalty[v].map(coup(Coup::Drop)));
        out.push(Action::Coup(Coup::Blind));
        out.extend((board.revealed[o] - board.revealed[v]).map(coup(Coup::Compromise)));
        out.extend((board.revealed[o] - board.revealed[v]).map(coup(Coup::Share)));
        out.extend((board.revealed[o] & board.revealed[v]).map(coup(Coup::Seize)));
        out.extend(board.discard.map(coup(Coup::Loot)));
        out.push(Action::Pass);
    }

    pub(crate) fn may_coup(&self, board: &Board, victor: Side, coup: Coup) -> Result<(), Denied> {
        let (v, o) = (victor.index(), victor.opponent().index());
        let theirs = board.revealed[o] - board.revealed[v];
        let shared = board.revealed[o] & board.revealed[v];
        let allowed = match coup {
            Coup::Drop(card) => board.penalty[v].has(card),
            Coup::Blind => board.hand_size[o] > 0,
            Coup::Share(card) if theirs.has(card) && !cards::SHARABLE.has(card) => {
                return deny(rule!("SB-7.8f"));
            }
            Coup::Compromise(card) | Coup::Share(card) => theirs.has(card),
            Coup::Seize(card) => shared.has(card),
            Coup::Loot(card) => {
                let none = board.hand_size[o] == 0 && board.revealed[o].is_empty();
                none && board.discard.has(card)
            }
        };
        if allowed { Ok(()) } else { deny(rule!("SB-7.8e")) }
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// SB-R49: all dice together, with one window for Honor.
    pub(crate) fn salvage_rolled(&mut self, victor: Side, faces: Faces) {
        rule!("SB-7.8c");
        self.board().battle.salvage = faces.iter().copied().collect();
        rule!("SB-R49");
        let destroyed = self.state.board.battle.destroyed[victor.opponent().index()];
        self.emit(Event::SalvageRolled { side: victor, dice: faces, destroyed });
        self.replace_frame(Frame::SalvageHonor(victor));
    }

    pub(crate) fn skip_salvage_honor(&mut self, victor: Side) -> bool {
        if self.game.honor_window(&self.state.board) {
            return false;
        }
        self.judge_salvage(victor);
        true
    }

    pub(crate) fn salvage_rerolled(&mut self, victor: Side, die: u8, new: u8) {
        let slot = &mut self.board().battle.salvage.as_mut_slice()[usize::from(die)];
        let old = std::mem::replace(slot, new);
        self.emit(Event::Rerolled { by: Side::Imperium, old, new });
        self.replace_frame(Frame::SalvageHonor(victor));
    }

    /// SB-7.8d: any die at or below the number of ships destroyed gives one coup.
    pub(crate) fn judge_salvage(&mut self, victor: Side) {
        let battle = &mut self.board().battle;
        let destroyed = battle.destroyed[victor.opponent().index()];
        let success = battle.salvage.iter().any(|&die| die <= destroyed);
        battle.salvage.clear();
        if success {
            rule!("SB-7.8d");
            self.replace_frame(Frame::Coup(victor));
        } else {
            self.pop();
        }
    }

    /// D16: skipped if there is nothing to gain.
    pub(crate) fn skip_coup(&mut self, victor: Side) -> bool {
        let mut coups = Vec::new();
        self.game.coups(&self.state.board, victor, &mut coups);
        let possible = coups.into_iter().any(|action| match action {
            Action::Coup(coup) => self.game.may_coup(&self.state.board, victor, coup).is_ok(),
            _ => false,
        });
        if possible {
            return false;
        }
        self.pop();
        true
    }

    pub(crate) fn coup(&mut self, victor: Side, coup: Coup) {
        rule!("SB-7.8e");
        let victim = victor.opponent();
        self.emit(Event::CoupMade { side: victor, coup });
        let board = self.board();
        match coup {
            Coup::Drop(card) => {
                board.penalty[victor.index()].remove(card);
                board.discard.insert(card);
            }
            Coup::Blind => {
                self.replace_frame(Frame::BlindDraw(victim));
                return;
            }
            Coup::Compromise(card) => self.give_up_card(victim, card),
            Coup::Share(card) => {
                rule!("SB-7.8g");
                board.revealed[victor.index()].insert(card);
            }
            Coup::Seize(card) => {
                rule!("SB-R26");
                self.give_up_card(victim, card);
            }
            Coup::Loot(card) => {
                rule!("SB-7.8i");
                board.discard.remove(card);
                rule!("SB-12.1b");
                board.known[victor.index()].insert(card);
                self.state.put_into_hand(victor, card);
            }
        }
        self.pop();
    }

    pub(crate) fn blind_draw(&mut self, victim: Side, card: Card) {
        self.state.take_from_hand(victim, card);
        self.board().discard.insert(card);
        self.emit(Event::CardLost { side: victim, card });
        self.pop();
    }
}
