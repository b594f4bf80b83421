//! Who knows what (chapter 12.1): views, imagined states, redacted events.

use rules::{Dice, Glimpse, Viewer, rule};

use crate::{Board, CardSet, Event, Side, StarBorders, State};

/// What one viewer knows: everything open, and their own hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Who is looking.
    pub viewer: Viewer,
    /// SB-6.10a: open to all at all times.
    pub board: Board,
    /// By side: the cards in hand, where the viewer knows them.
    pub hands: [Glimpse<CardSet>; 2],
}

impl View {
    pub(crate) fn of(state: &State, viewer: Viewer) -> Self {
        rule!("SB-6.10a");
        Self { viewer, board: state.board, hands: state.hands.map(|hand| hand.seen_by(viewer)) }
    }

    /// The cards of a hand as far as the viewer knows them: their own, or looted ones.
    pub fn known_hand(&self, side: Side) -> CardSet {
        self.hands[side.index()].value.unwrap_or(self.board.known[side.index()])
    }
}

impl StarBorders {
    /// A state that could lie behind a view: unknown hands are filled from the unseen cards.
    pub(crate) fn determinize_view(&self, view: &View, dice: &mut impl Dice) -> State {
        let board = view.board;
        let mut unseen = self.scenario.deck - board.public_cards();
        for hand in &view.hands {
            unseen -= hand.value.unwrap_or(CardSet::EMPTY);
        }
        let hands = Side::BOTH.map(|side| {
            let s = side.index();
            view.hands[s].determinize(|| {
                let mut hand = board.known[s];
                while hand.len() < board.hand_size[s] {
                    let nth = dice.below(u32::from(unseen.len())) as usize;
                    let card = unseen.into_iter().nth(nth).expect("hands come from the unseen cards");
                    unseen.remove(card);
                    hand.insert(card);
                }
                hand
            })
        });
        State { board, hands }
    }
}

/// Cards drawn and dealt are named to their owner alone.
pub(crate) fn redact(event: &Event, viewer: Viewer) -> Event {
    match *event {
        Event::Dealt { side, card } => Event::Dealt { side, card: card.seen_by(viewer) },
        Event::Bought { side, card } => Event::Bought { side, card: card.seen_by(viewer) },
        ref open => {
            rule!("SB-12.1c");
            open.clone()
        }
    }
}

/// In the Activity Step moves are deterministic and everything is open: they may be taken back until a
/// die is rolled or a card is seen. So may the forming of an Engagement Group.
pub(crate) fn undoable(event: &Event) -> bool {
    matches!(
        event,
        Event::Paid { .. }
            | Event::Picked { .. }
            | Event::Deselected { .. }
            | Event::Overdriven { .. }
            | Event::Moved { .. }
            | Event::Halted { .. }
            | Event::Redeployed { .. }
            | Event::Replaced { .. }
            | Event::Repaired { .. }
            | Event::Fortified { .. }
            | Event::Reinforced { .. }
            | Event::Requisitioned { .. }
            | Event::Restored { .. }
            | Event::ShotDeclared { .. }
    )
}
