//! Ids and sets of ids: all small, all `Copy`, so that a state is flat and a rule is a bit operation.

use rules::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// The two sides (SB-1.0a). Alliance is seat 0, Imperium seat 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Side {
    /// The Free Alliance, blue.
    #[serde(rename = "A")]
    Alliance,
    /// The Grand Imperium, red.
    #[serde(rename = "I")]
    Imperium,
}

impl Side {
    /// Both, Alliance first.
    pub const BOTH: [Side; 2] = [Side::Alliance, Side::Imperium];

    /// opp(p).
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::Alliance => Side::Imperium,
            Side::Imperium => Side::Alliance,
        }
    }
    /// As an array index.
    pub const fn index(self) -> usize {
        self as usize
    }
    /// The chair this side sits in.
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }
    /// Who sits in this chair.
    pub const fn of(seat: Seat) -> Side {
        if seat.0 == 0 { Side::Alliance } else { Side::Imperium }
    }
    /// `A` or `I`.
    pub const fn letter(self) -> char {
        match self {
            Side::Alliance => 'A',
            Side::Imperium => 'I',
        }
    }
    /// `Alliance` or `Imperium`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Alliance => "Alliance",
            Side::Imperium => "Imperium",
        }
    }
}

/// A location of the assembled quadrant: an index into [`Quadrant::locations`](crate::Quadrant).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "number"))]
pub struct Loc(pub u8);

/// A ship counter: an index into [`Counters::faces`](crate::Counters). Alliance 0–12, Imperium 13–22.
/// Written by its name, `A-ST-1`, in positions and events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct Ship(pub u8);

/// A Development card by its printed number, 1–12.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "number"))]
pub struct Card(pub u8);

impl Loc {
    /// As an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Ship {
    /// As an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    /// Whose counter it is.
    pub const fn side(self) -> Side {
        if self.0 < 13 { Side::Alliance } else { Side::Imperium }
    }
}

/// Ship counters in the box (13 + 10).
pub const SHIP_COUNT: usize = 23;
/// The largest quadrant: all six sectors.
pub const MAX_LOCS: usize = 50;

macro_rules! stored_as_bits {
    ($set:ident) => {
        impl Serialize for $set {
            fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(out)
            }
        }
        impl<'de> Deserialize<'de> for $set {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                Ok(Self(Deserialize::deserialize(from)?))
            }
        }
    };
}

rules::id_set!(
    /// A set of locations.
    LocSet, Loc, u64
);
rules::id_set!(
    /// A set of ships.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "Array<Ship>"))]
    ShipSet, Ship, u32
);
rules::id_set!(
    /// A set of cards.
    CardSet, Card, u16
);

stored_as_bits!(LocSet);
stored_as_bits!(CardSet);

/// The names of the counters, in the order of the component list; a test compares them to it.
const SHIP_NAMES: [&str; SHIP_COUNT] = [
    "A-ST-1", "A-ST-2", "A-CO-1", "A-SE-1", "A-SE-2", "A-SE-3", "A-SE-4", "A-AG-1", "A-AG-2", "A-AG-3",
    "A-AG-4", "A-SS-1", "A-SS-2", "I-IM-1", "I-DO-1", "I-SP-1", "I-DE-1", "I-DE-2", "I-PR-1", "I-PR-2",
    "I-PR-3", "I-IR-1", "I-IR-2",
];

impl Ship {
    /// `A-ST-1`.
    pub const fn name(self) -> &'static str {
        SHIP_NAMES[self.index()]
    }
    /// Tells ships of one class apart: 1 of `A-ST-1`.
    pub fn number(self) -> &'static str {
        self.name().rsplit('-').next().unwrap_or_default()
    }
    /// The counter of that name.
    pub fn by_name(name: &str) -> Option<Ship> {
        SHIP_NAMES.iter().position(|&known| known == name).map(|at| Ship(at as u8))
    }
}

impl Serialize for Ship {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        self.name().serialize(out)
    }
}

impl<'de> Deserialize<'de> for Ship {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from)?;
        Ship::by_name(&name)
            .ok_or_else(|| D::Error::custom(format!("expected a counter such as A-ST-1, found {name:?}")))
    }
}

impl Serialize for ShipSet {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for ShipSet {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Vec::<Ship>::deserialize(from)?.into_iter().collect())
    }
}

impl ShipSet {
    /// All counters of a side.
    pub const fn of(side: Side) -> Self {
        match side {
            Side::Alliance => Self((1 << 13) - 1),
            Side::Imperium => Self(((1 << 10) - 1) << 13),
        }
    }
}

impl CardSet {
    /// Cards 1 to 12.
    pub const ALL: Self = Self(0b1_1111_1111_1110);
}
