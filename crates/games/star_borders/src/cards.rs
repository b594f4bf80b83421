//! The twelve Development cards: names and texts. What they do is in the chapters they change.

use rules::rule;
use serde::{Deserialize, Serialize};

use crate::{Card, CardSet};

/// Sub-Meson Tracking Computers.
pub const TRACKING: Card = Card(1);
/// Strategic Redeployment.
pub const REDEPLOYMENT: Card = Card(2);
/// Wartime Priority.
pub const PRIORITY: Card = Card(3);
/// Covert Strike.
pub const STRIKE: Card = Card(4);
/// Layered Deflectors.
pub const DEFLECTORS: Card = Card(5);
/// Standoff Missiles.
pub const MISSILES: Card = Card(6);
/// Massed Fire Doctrine.
pub const MASSED_FIRE: Card = Card(7);
/// Overdrive Coils.
pub const OVERDRIVE: Card = Card(8);
/// Drop-Marine Cadre.
pub const MARINES: Card = Card(9);
/// Favorable Dispatches.
pub const DISPATCHES: Card = Card(10);
/// Audit Commission.
pub const AUDIT: Card = Card(11);
/// Fuel Rationing.
pub const RATIONING: Card = Card(12);

/// The cards with a sun: the opponent can get a share in them.
pub const SHARABLE: CardSet = CardSet(0b0011_1110_1110);
/// The cards with a lightning bolt: they are laid in front of the opponent.
pub const PENALTIES: CardSet = CardSet(0b1_1000_0000_0000);

/// How long a card works.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum CardKind {
    /// Works from the moment it is revealed.
    Ongoing,
    /// Works once and is discarded.
    OneShot,
    /// Hampers the opponent it lies in front of.
    Penalty,
    /// Counts at the end.
    Scoring,
}

/// What is printed on a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardData {
    /// Its number.
    pub card: Card,
    /// Its title.
    pub name: String,
    /// A sun, not a ringed planet.
    pub sharable: bool,
    /// How long it works.
    pub kind: CardKind,
    /// When it can be used.
    pub window: String,
    /// What it does.
    pub effect: String,
}

/// The whole pack, in the order of the numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cards(pub Vec<CardData>);

impl Cards {
    /// The cards as printed, from `data/star_borders/cards.json`.
    pub fn printed() -> Cards {
        let text = include_str!("../../../../data/star_borders/cards.json");
        let file: CardFile =
            serde_json::from_str(text).expect("the card list is part of the program and tested");
        Cards(file.cards.into_iter().map(CardData::from).collect())
    }

    /// A card by its number.
    pub fn get(&self, card: Card) -> &CardData {
        &self.0[usize::from(card.0) - 1]
    }
}

#[derive(Deserialize)]
struct CardFile {
    cards: Vec<CardRow>,
}

#[derive(Deserialize)]
struct CardRow {
    id: u8,
    name: String,
    background: Background,
    kind: CardKind,
    window: String,
    effect: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Background {
    Sun,
    Ringed,
}

impl From<CardRow> for CardData {
    fn from(row: CardRow) -> CardData {
        rule!("SB-C.a");
        let CardRow { id, name, background, kind, window, effect } = row;
        CardData { card: Card(id), name, sharable: background == Background::Sun, kind, window, effect }
    }
}
