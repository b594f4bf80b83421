//! Cards without and with an order, as plain data.

use std::{fmt, ops::Deref};

use serde::{Deserialize, Serialize};

use crate::Card;

/// The cards of all players outside the Nova Deck are at most 4 × 60: no pile is ever larger.
pub const MOST: usize = 240;

/// Cards in place, at most `N`. As a [`Bag`] they are kept in ascending order and have none of their own.
#[derive(Clone, Copy)]
pub struct Cards<const N: usize> {
    len: u8,
    cards: [Card; N],
}

/// Cards of which only the set matters: a hand, a face-down deck, a tab.
pub type Bag = Cards<MOST>;
/// Cards with an order, the top one last: a discard stack.
pub type Stack = Cards<MOST>;

impl<const N: usize> Cards<N> {
    /// No cards.
    pub const EMPTY: Self = Self { len: 0, cards: [Card(0); N] };

    /// Puts a card on top.
    #[inline]
    pub fn push(&mut self, card: Card) {
        assert!(usize::from(self.len) < N, "a pile never holds more than {N} cards");
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }
    /// Takes the top card.
    #[inline]
    pub fn pop(&mut self) -> Option<Card> {
        self.len = self.len.checked_sub(1)?;
        Some(self.cards[usize::from(self.len)])
    }
    /// The top card.
    #[inline]
    pub fn top(&self) -> Option<Card> {
        self.last().copied()
    }
    /// Adds a card in its place of the ascending order.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        let at = self.iter().position(|&other| other > card).unwrap_or(usize::from(self.len));
        self.push(card);
        let len = usize::from(self.len);
        self.cards.copy_within(at..len - 1, at + 1);
        self.cards[at] = card;
    }
    /// Takes out one copy of a card; says whether there was one.
    #[inline]
    pub fn remove(&mut self, card: Card) -> bool {
        let Some(at) = self.iter().rposition(|&other| other == card) else { return false };
        self.take(at);
        true
    }
    /// Takes out the card at a place.
    #[inline]
    pub fn take(&mut self, at: usize) -> Card {
        let card = self[at];
        self.cards.copy_within(at + 1..usize::from(self.len), at);
        self.len -= 1;
        card
    }
    /// Takes out everything.
    pub fn clear(&mut self) {
        self.len = 0;
    }
    /// Copies of a card.
    pub fn count(&self, card: Card) -> usize {
        self.iter().filter(|&&other| other == card).count()
    }
    /// The number of cards as a byte.
    pub const fn size(&self) -> u8 {
        self.len
    }
    /// In ascending order.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        let len = usize::from(self.len);
        self.cards[..len].sort_unstable();
        self
    }
    /// The different cards, each once; for cards in ascending order.
    pub fn distinct(&self) -> impl Iterator<Item = Card> + '_ {
        self.iter().enumerate().filter(|&(at, card)| at == 0 || self[at - 1] != *card).map(|(_, &card)| card)
    }
}

impl<const N: usize> Deref for Cards<N> {
    type Target = [Card];
    fn deref(&self) -> &[Card] {
        &self.cards[..usize::from(self.len)]
    }
}

impl<const N: usize> Default for Cards<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> PartialEq for Cards<N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<const N: usize> Eq for Cards<N> {}

impl<const N: usize> std::hash::Hash for Cards<N> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<const N: usize> fmt::Debug for Cards<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|card| card.0 + 1)).finish()
    }
}

impl<const N: usize> FromIterator<Card> for Cards<N> {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut all = Self::EMPTY;
        for card in cards {
            all.push(card);
        }
        all
    }
}

impl<const N: usize> Serialize for Cards<N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, const N: usize> Deserialize<'de> for Cards<N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        if cards.len() > N {
            return Err(serde::de::Error::custom(format!("more than {N} cards")));
        }
        Ok(cards.into_iter().collect())
    }
}
