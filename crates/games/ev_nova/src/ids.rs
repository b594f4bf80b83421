//! Small ids: cards, systems, powers, ships in play.

use serde::{Deserialize, Serialize};

/// One of the 120 different cards, from 0; the Start Ship is [`Card::START`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Card(pub u8);

impl Card {
    /// Shuttle A: a ship in play that is none of the 120 cards.
    pub const START: Self = Self(120);
    /// How many different cards there are.
    pub const COUNT: usize = 120;
    /// As an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    /// The number printed on the card, `001` to `120`.
    pub fn number(self) -> String {
        format!("{:03}", u16::from(self.0) + 1)
    }
    /// The card with this printed number.
    pub fn of_number(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("EVN-").unwrap_or(text);
        let number: u8 = digits.parse().ok()?;
        (digits.len() == 3 && (1..=120).contains(&number)).then(|| Self(number - 1))
    }
}

/// One of the 90 systems.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sys(pub u8);

impl Sys {
    /// As an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A ship in play: its place in the list of ships.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ShipId(pub u8);

impl ShipId {
    /// As an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Governments, alien races, and the other words that stand where a government is printed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names of the game")]
pub enum Power {
    Federation,
    Rebellion,
    Auroran,
    Dani,
    Heraan,
    Moash,
    Tekel,
    Vella,
    Polaris,
    Pirate,
    Wraith,
    Krypt,
    Hyperioid,
    Trader,
    Telepath,
    Uninhabited,
    S7evyn,
}

impl Power {
    /// All of them, in order.
    pub const ALL: [Self; 17] = [
        Self::Federation,
        Self::Rebellion,
        Self::Auroran,
        Self::Dani,
        Self::Heraan,
        Self::Moash,
        Self::Tekel,
        Self::Vella,
        Self::Polaris,
        Self::Pirate,
        Self::Wraith,
        Self::Krypt,
        Self::Hyperioid,
        Self::Trader,
        Self::Telepath,
        Self::Uninhabited,
        Self::S7evyn,
    ];
    /// The eight governments with a circle for a Hostile Marker, in circle order.
    pub const CIRCLES: usize = 8;

    /// As an array index.
    pub const fn index(self) -> usize {
        self as usize
    }
    /// Has it a circle on every player's edge of the board?
    pub const fn has_circle(self) -> bool {
        (self as usize) < Self::CIRCLES
    }
    /// A race that keeps records instead of markers.
    pub const fn keeps_records(self) -> bool {
        matches!(self, Self::Polaris | Self::Wraith | Self::Krypt | Self::Hyperioid)
    }
    /// One of the three alien races.
    pub const fn is_alien(self) -> bool {
        matches!(self, Self::Wraith | Self::Krypt | Self::Hyperioid)
    }
    /// The Auroran Empire and its five Houses: a red centre on the board.
    pub const fn has_red_centre(self) -> bool {
        matches!(self, Self::Auroran | Self::Dani | Self::Heraan | Self::Moash | Self::Tekel | Self::Vella)
    }
    /// A House of the Auroran Empire.
    pub const fn is_house(self) -> bool {
        self.has_red_centre() && !matches!(self, Self::Auroran)
    }
    /// Its name on the cards.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 17] = [
            "Federation",
            "Rebellion",
            "Auroran",
            "Dani",
            "Heraan",
            "Moash",
            "Tekel",
            "Vella",
            "Polaris",
            "Pirate",
            "Wraith",
            "Krypt",
            "Hyperioid",
            "Trader",
            "Telepath",
            "Uninhabited",
            "S7evyn",
        ];
        NAMES[self.index()]
    }
    /// The power with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|power| power.name() == name)
    }
}

/// A set of powers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Powers(pub u32);

impl Powers {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// Is it a member?
    pub const fn has(self, power: Power) -> bool {
        self.0 >> (power as u32) & 1 == 1
    }
    /// Makes it a member.
    pub const fn insert(&mut self, power: Power) {
        self.0 |= 1 << (power as u32);
    }
    /// Takes it out.
    pub const fn remove(&mut self, power: Power) {
        self.0 &= !(1 << (power as u32));
    }
    /// No members?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The members in order.
    pub fn iter(self) -> impl Iterator<Item = Power> {
        Power::ALL.into_iter().filter(move |&power| self.has(power))
    }
}

impl FromIterator<Power> for Powers {
    fn from_iter<I: IntoIterator<Item = Power>>(powers: I) -> Self {
        let mut set = Self::NONE;
        for power in powers {
            set.insert(power);
        }
        set
    }
}

/// A set of cards: which of the 120 are known to lie somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CardSet(pub u128);

impl CardSet {
    /// Is it a member?
    pub const fn has(self, card: Card) -> bool {
        card.0 < 120 && self.0 >> card.0 & 1 == 1
    }
    /// Makes it a member.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }
    /// Takes it out.
    pub const fn remove(&mut self, card: Card) {
        if card.0 < 120 {
            self.0 &= !(1 << card.0);
        }
    }
    /// The members in order.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        (0..Card::COUNT as u8).map(Card).filter(move |&card| self.has(card))
    }
}

/// The most seats a table can have.
pub const MAX_SEATS: usize = 4;
