//! Section 5.1 and chapter 9: buying, showing and using Development cards.

use rules::{Denied, Secret, rule};

use crate::{
    Action, Board, Card, CardSet, Event, Frame, Loc, Ship, ShipSet, Side, Spot, StarBorders, State, cards,
    game::{by, deny},
    play::Play,
    state::is_penalty,
};

impl StarBorders {
    /// SB-5.1c: half the LPs, rounded down, but never less than 2. Honor does not count (SB-R21).
    pub fn card_price(&self, board: &Board, side: Side) -> u8 {
        by(
            [rule!("SB-5.1c"), rule!("SB-5.1d"), rule!("SB-5.1m"), rule!("SB-R21")],
            (board.lp[side.index()] / 2).max(2),
        )
    }

    pub(crate) fn may_buy(&self, board: &Board, side: Side) -> Result<(), Denied> {
        if !self.scenario.features.cards {
            return deny(rule!("SB-5.1e"));
        }
        if self.open_bases(board, side).is_empty() {
            return deny(rule!("SB-5.1b"));
        }
        rule!("SB-R39");
        if board.spendable(side) < self.card_price(board, side) || self.pile_size(board) == 0 {
            return deny(rule!("SB-5.1e"));
        }
        Ok(())
    }

    /// SB-5.1i: at any time, in the opponent's turn as well.
    pub(crate) fn may_reveal(&self, state: &State, side: Side, card: Card) -> Result<(), Denied> {
        if !state.holds(side, card) {
            return deny(rule!("SB-5.1h"));
        }
        by([rule!("SB-5.1i"), rule!("SB-R44")], Ok(()))
    }

    /// Cards with a use in the Action Phase: 2, 11 and 12, in hand or face up.
    pub(crate) fn usable_cards(&self, board: &Board, hand: CardSet, side: Side, out: &mut Vec<Action>) {
        let mine = hand | board.revealed[side.index()];
        let usable = cards::PENALTIES | CardSet::only(cards::REDEPLOYMENT);
        out.extend((mine & usable).map(Action::Use));
    }

    /// A card can be used if it is in hand or lies face up before its owner (SB-C.i).
    pub(crate) fn may_use(&self, board: &Board, hand: CardSet, side: Side, card: Card) -> Result<(), Denied> {
        if hand.has(card) || board.in_force(side, card) {
            return Ok(());
        }
        deny(rule!("SB-5.1h"))
    }

    /// Card 4: not against a player without LPs.
    pub(crate) fn may_strike(&self, board: &Board, hand: CardSet, side: Side) -> Result<(), Denied> {
        self.may_use(board, hand, side, cards::STRIKE)
    }

    /// Card 2: some ship must be free to go, and some place free of enemies.
    pub(crate) fn may_redeploy(&self, board: &Board, hand: CardSet, side: Side) -> Result<(), Denied> {
        self.may_use(board, hand, side, cards::REDEPLOYMENT)?;
        let movable = |ship| self.may_pick_redeployed(board, ShipSet::EMPTY, ship).is_ok();
        if !ShipSet::of(side).any(movable) {
            return deny(rule!("SB-C.k"));
        }
        Ok(())
    }

    /// Card 2: up to three free ships standing at one location.
    pub(crate) fn may_pick_redeployed(
        &self,
        board: &Board,
        picked: ShipSet,
        ship: Ship,
    ) -> Result<(), Denied> {
        let Some(at) = board.at(ship).filter(|_| ship.side() == board.active) else {
            return deny(rule!("SB-C.k"));
        };
        let together = picked.first().is_none_or(|first| board.at(first) == Some(at));
        let room = picked.len() < 3 && !picked.has(ship);
        let goal =
            !(self.quadrant.all() - board.enemy_presence(board.active) - crate::LocSet::only(at)).is_empty();
        if board.is_free(ship) && together && room && goal { Ok(()) } else { deny(rule!("SB-C.k")) }
    }

    /// Card 2: any other location without enemy presence.
    pub(crate) fn may_redeploy_to(&self, board: &Board, picked: ShipSet, to: Loc) -> Result<(), Denied> {
        let from = picked.first().and_then(|ship| board.at(ship));
        let clear = self.quadrant.all().has(to) && !board.enemy_presence(board.active).has(to);
        if from.is_some_and(|from| from != to) && clear { Ok(()) } else { deny(rule!("SB-C.k")) }
    }

    pub(crate) fn redeployments(&self, board: &Board, picked: ShipSet, out: &mut Vec<Action>) {
        out.extend(ShipSet::of(board.active).map(Action::Pick));
        if !picked.is_empty() {
            out.extend(self.quadrant.all().map(Action::Go));
        }
    }

    /// Might the active player want to lay a penalty card in the `CARD` step, as far as others know?
    fn penalty_window(&self, board: &Board, side: Side) -> bool {
        cards::PENALTIES
            .into_iter()
            .any(|card| board.in_force(side, card) || board.might_hold(self, side, card))
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// Nothing to buy and no penalty card to lay: the Activity Step begins.
    pub(crate) fn skip_purchase(&mut self) -> bool {
        let board = &self.state.board;
        let side = board.active;
        if self.game.may_buy(board, side).is_ok() || self.game.penalty_window(board, side) {
            return false;
        }
        rule!("SB-5.1l");
        self.begin_activity();
        true
    }

    pub(crate) fn buy(&mut self) {
        rule!("SB-5.1a");
        let side = self.state.board.active;
        let price = self.game.card_price(&self.state.board, side);
        let price = self.pay(side, price);
        self.emit(Event::Ordered { side, price });
        self.replace_frame(Frame::DrawCard);
    }

    /// SB-5.1f: the top card goes unseen into the buyer's hand.
    pub(crate) fn draw_card(&mut self, card: Card) {
        let side = by([rule!("SB-5.1f"), rule!("SB-5.1g")], self.state.board.active);
        self.state.put_into_hand(side, card);
        self.emit(Event::Bought { side, card: Secret::of(side.seat(), card).unredacted() });
        self.begin_activity();
    }

    /// SB-C.i: a card shown outside its window is only shown; an ongoing one works from now on.
    pub(crate) fn reveal(&mut self, side: Side, card: Card) {
        rule!("SB-C.i");
        self.state.take_from_hand(side, card);
        self.board().revealed[side.index()].insert(card);
        self.emit(Event::Revealed { side, card });
    }

    pub(crate) fn use_card(&mut self, side: Side, card: Card) {
        if self.state.holds(side, card) {
            self.reveal(side, card);
        }
        if is_penalty(card) {
            self.lay_penalty(side.opponent(), card);
            return;
        }
        rule!("SB-C.b");
        self.give_up_card(side, card);
        self.emit(Event::Used { side, card });
        if card == cards::STRIKE {
            self.replace_frame(Frame::StrikeDie);
        } else {
            self.push(Frame::Redeploy(ShipSet::EMPTY));
        }
    }

    /// SB-C.d: a penalty card in front of a player belongs to neither player.
    fn lay_penalty(&mut self, victim: Side, card: Card) {
        rule!("SB-C.d");
        let board = self.board();
        board.revealed[victim.opponent().index()].remove(card);
        board.penalty[victim.index()].insert(card);
        self.emit(Event::PenaltyLaid { victim, card });
    }

    /// A face-up card stops being this side's; without an owner it goes to the Discard Pile
    /// (SB-5.1k, SB-7.8h).
    pub(crate) fn give_up_card(&mut self, side: Side, card: Card) {
        let board = self.board();
        board.revealed[side.index()].remove(card);
        if board.revealed[side.opponent().index()].has(card) {
            rule!("SB-7.8h");
        } else {
            rule!("SB-5.1k");
            board.discard.insert(card);
        }
    }

    /// Card 4: the victim loses as many LPs as the die shows.
    pub(crate) fn strike(&mut self, die: u8) {
        let victim = self.state.board.active;
        let lp = &mut self.board().lp[victim.index()];
        let lost = die.min(*lp);
        *lp -= lost;
        self.emit(Event::Struck { by: victim.opponent(), die, lost });
        self.replace_frame(Frame::BuyCard);
    }

    pub(crate) fn pick_redeployed(&mut self, mut picked: ShipSet, ship: Ship) {
        picked.insert(ship);
        self.emit(Event::Picked { ship });
        self.replace_frame(Frame::Redeploy(picked));
    }

    /// Card 2: no LP is paid, the ships' movement is over, and they used no entry link.
    pub(crate) fn redeploy(&mut self, picked: ShipSet, to: Loc) {
        let board = self.board();
        rule!("SB-5.1j");
        for ship in picked {
            board.put(ship, Spot::At(to));
            board.turn.halted.insert(ship);
            board.turn.entered[ship.index()] = None;
        }
        let back = board.back & picked;
        self.emit(Event::Redeployed { ships: picked, back, to });
        self.pop();
    }
}
