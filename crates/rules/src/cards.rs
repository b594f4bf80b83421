//! Hands and piles of cards: public size, and who knows which card.

use serde::{Deserialize, Serialize};

use crate::{Dice, Glimpse, Seat, Secret, Viewer};

/// Cards of which every viewer knows the number and each card has its own audience: a hand, or a pile whose order a
/// rule fixes. The last card is the top of a pile.
///
/// ```
/// use rules::{CardList, Seat, Viewer};
///
/// let mut hand: CardList<u8> = CardList::default();
/// hand.add_for(Seat(0), 7);
/// assert_eq!(hand.seen_by(Viewer::Seat(Seat(0))).cards[0].value, Some(7));
/// assert_eq!(hand.seen_by(Viewer::Public).cards[0].value, None);
/// assert_eq!(hand.len(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CardList<C> {
    cards: Vec<Secret<C>>,
}

impl<C> Default for CardList<C> {
    fn default() -> Self {
        Self { cards: Vec::new() }
    }
}

/// A [`CardList`] as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct CardListView<C> {
    /// One entry per card.
    pub cards: Vec<Glimpse<C>>,
}

impl<C: Copy + PartialEq> CardList<C> {
    /// Adds a card that only `owner` knows.
    pub fn add_for(&mut self, owner: Seat, card: C) {
        self.cards.push(Secret::of(owner, card));
    }
    /// Adds a card with its audience.
    pub fn add(&mut self, card: Secret<C>) {
        self.cards.push(card);
    }
    /// The number of cards, which is public.
    pub fn len(&self) -> usize {
        self.cards.len()
    }
    /// Whether there is no card.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }
    /// Removes the top card.
    pub fn take_top(&mut self) -> Option<Secret<C>> {
        self.cards.pop()
    }
    /// Removes a card by its value, the lowest position first.
    pub fn take(&mut self, card: C) -> Option<Secret<C>> {
        let at = self.cards.iter().position(|held| held.truth() == card)?;
        Some(self.cards.remove(at))
    }
    /// Makes the card at `position` known to one more seat.
    pub fn reveal_to(&mut self, position: usize, seat: Seat) {
        self.cards[position].reveal_to(seat);
    }
    /// The values, for rules.
    pub fn truth(&self) -> impl Iterator<Item = C> {
        self.cards.iter().map(|card| card.truth())
    }
    /// What `viewer` knows of the cards.
    pub fn seen_by(&self, viewer: Viewer) -> CardListView<C> {
        CardListView { cards: self.cards.iter().map(|card| card.seen_by(viewer)).collect() }
    }
}

impl<C: Copy + PartialEq> CardListView<C> {
    /// A list consistent with this view: unknown cards are drawn from `unseen`, which loses them.
    /// Panics if `unseen` holds too few cards.
    pub fn determinize(&self, unseen: &mut Vec<C>, dice: &mut impl Dice) -> CardList<C> {
        let mut draw = || {
            assert!(!unseen.is_empty(), "every unknown card is among the unseen ones");
            unseen.swap_remove(dice.below(unseen.len() as u32) as usize)
        };
        CardList { cards: self.cards.iter().map(|card| card.determinize(&mut draw)).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::CardList;
    use crate::{Dice, Seat, Viewer};

    struct First;
    impl Dice for First {
        fn below(&mut self, _: u32) -> u32 {
            0
        }
    }

    #[test]
    fn unknown_cards_come_from_the_unseen_ones() {
        let mut hand = CardList::default();
        hand.add_for(Seat(0), 1u8);
        hand.add_for(Seat(1), 2u8);
        hand.reveal_to(1, Seat(0));
        let seen = hand.seen_by(Viewer::Seat(Seat(1)));
        let mut unseen = vec![9, 8];
        let guess = seen.determinize(&mut unseen, &mut First);
        assert_eq!((guess.truth().collect::<Vec<_>>(), unseen), (vec![9, 2], vec![8]));
        assert_eq!(guess.seen_by(Viewer::Seat(Seat(1))), seen);
    }

    #[test]
    fn cards_leave_by_value_or_from_the_top() {
        let mut pile = CardList::default();
        (1..=3u8).for_each(|card| pile.add_for(Seat(0), card));
        assert_eq!(pile.take(1).map(super::super::secret::Secret::truth), Some(1));
        assert_eq!(pile.take(1), None);
        assert_eq!(pile.take_top().map(super::super::secret::Secret::truth), Some(3));
        assert_eq!(pile.len(), 1);
    }
}
