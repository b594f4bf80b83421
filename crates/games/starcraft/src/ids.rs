//! Small ids: indices into the component lists, printed as the ids of the data files.

use serde::{Deserialize, Serialize};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u8);
        impl $name {
            /// The id as an array index.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )+ };
}

ids! {
    /// A planet, in the order of `planets.json`.
    Planet,
    /// An area of a planet, in the order of `planets.json`.
    Area,
    /// A kind of unit, in the order of `units.csv`.
    Kind,
    /// A combat, reinforcement or technology card; the cards of one race follow each other.
    Card,
    /// A technology: all its cards.
    Tech,
    /// An event card by name; copies are interchangeable (SC-VOC-22).
    EventId,
    /// A faction, in the order of `factions.json`.
    Faction,
    /// A route, in the order it was laid.
    Route,
}

impl Kind {
    /// The kind as a member of a [`KindMask`].
    pub const fn bit(self) -> u32 {
        1 << self.0
    }
}

/// A set of kinds: what a filter of a card fits.
pub type KindMask = u32;

/// How many kinds of units one race has at most.
pub const KINDS: usize = 9;

/// Units of one owner by kind, counted from the first kind of the owner's race.
pub type Force = [u8; KINDS];

/// The number of units in a force.
pub fn total(force: &Force) -> u8 {
    force.iter().sum()
}

/// A race: whose units, cards and buildings a faction has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub enum Race {
    #[default]
    Terran,
    Zerg,
    Protoss,
}

impl Race {
    /// All three, in the order of the data files.
    pub const ALL: [Self; 3] = [Self::Terran, Self::Zerg, Self::Protoss];
    /// The race as an array index.
    pub const fn index(self) -> usize {
        self as usize
    }
    /// The printed name.
    pub const fn name(self) -> &'static str {
        ["Terran", "Zerg", "Protoss"][self as usize]
    }
}

/// A side of a tile, clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "compass points")]
pub enum Side {
    #[default]
    N,
    E,
    S,
    W,
}

impl Side {
    /// All four, in the order in which routes of one placement are laid (SC-SETUP-6e).
    pub const ALL: [Self; 4] = [Self::N, Self::E, Self::S, Self::W];
    /// The side facing this one.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }
    /// The neighbouring cell on this side; y grows south.
    pub const fn step(self, (x, y): (i8, i8)) -> (i8, i8) {
        match self {
            Self::N => (x, y - 1),
            Self::E => (x + 1, y),
            Self::S => (x, y + 1),
            Self::W => (x - 1, y),
        }
    }
    /// The letter of the notation.
    pub const fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }
}

/// An entrance of a planet in play, after rotation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a planet and a side")]
pub struct Gate {
    pub planet: Planet,
    pub side: Side,
}

/// An order token; the gold ones follow the standard ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub enum Token {
    #[default]
    Build,
    Mobilize,
    Research,
    GoldBuild,
    GoldMobilize,
    GoldResearch,
}

impl Token {
    /// All six, in the order of the supply.
    pub const ALL: [Self; 6] = [
        Self::Build,
        Self::Mobilize,
        Self::Research,
        Self::GoldBuild,
        Self::GoldMobilize,
        Self::GoldResearch,
    ];
    /// The token as an array index.
    pub const fn index(self) -> usize {
        self as usize
    }
    /// Is it a gold order?
    pub const fn is_gold(self) -> bool {
        self as u8 >= 3
    }
    /// The standard order of the same type.
    #[must_use]
    pub const fn order(self) -> Self {
        Self::ALL[self as usize % 3]
    }
    /// The word of the notation.
    pub const fn word(self) -> &'static str {
        ["build", "mobilize", "research", "gold_build", "gold_mobilize", "gold_research"][self as usize]
    }
    /// The printed name.
    pub const fn name(self) -> &'static str {
        ["Build", "Mobilize", "Research", "gold Build", "gold Mobilize", "gold Research"][self as usize]
    }
}

/// A module on the faction sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub enum Module {
    Supply,
    Rnd,
    AirSupport,
}

impl Module {
    /// All three, in the order of `factions.json`.
    pub const ALL: [Self; 3] = [Self::Supply, Self::Rnd, Self::AirSupport];
    /// The module as an array index.
    pub const fn index(self) -> usize {
        self as usize
    }
    /// The word of the notation and of the data files.
    pub const fn word(self) -> &'static str {
        ["supply", "rnd", "air_support"][self as usize]
    }
    /// The printed name.
    pub const fn name(self) -> &'static str {
        ["Supply", "R&D", "Air Support"][self as usize]
    }
}

/// A set of a race's cards: bit *n* is the *n*-th card of the race.
pub type Cards = u64;

/// Event cards with their number of copies, two bits each (no card has more than three).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventBag(pub u64);

impl EventBag {
    /// How many copies of `event` are in it.
    pub const fn count(self, event: EventId) -> u8 {
        (self.0 >> (2 * event.0) & 3) as u8
    }
    /// Adds one copy. A fourth one is a broken invariant.
    pub fn add(&mut self, event: EventId) {
        assert!(self.count(event) < 3, "no event card has more than three copies");
        self.0 += 1 << (2 * event.0);
    }
    /// Removes one copy. It must be there.
    pub fn take(&mut self, event: EventId) {
        assert!(self.count(event) > 0, "the event card is not there");
        self.0 -= 1 << (2 * event.0);
    }
    /// No card in it?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The number of cards, copies counted.
    pub const fn len(self) -> u32 {
        (self.0 & 0x5555_5555_5555_5555).count_ones() + 2 * (self.0 & 0xaaaa_aaaa_aaaa_aaaa).count_ones()
    }
    /// The different cards in it, in canonical order.
    pub fn kinds(self) -> impl Iterator<Item = EventId> {
        (0..32).map(EventId).filter(move |&event| self.count(event) > 0)
    }
    /// All cards of both.
    pub fn add_all(&mut self, other: Self) {
        for event in other.kinds() {
            for _ in 0..other.count(event) {
                self.add(event);
            }
        }
    }
}
