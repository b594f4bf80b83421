//! The names of things: stars, planets, ships, developments, purchases.

use rules::Seat;
use serde::{Deserialize, Serialize};

/// A star, by its number on the record sheet, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Star(pub u8);

impl Star {
    /// How many the map has.
    pub const COUNT: usize = 54;
    /// As an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    /// In a set of stars.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
    /// The planets its card may list.
    pub fn planets(self) -> impl Iterator<Item = Planet> {
        (0..Planet::PER_STAR).map(move |nth| Planet(self.0 * Planet::PER_STAR + nth))
    }
    /// The stars of a set, lowest first.
    pub fn all(mut set: u64) -> impl Iterator<Item = Star> {
        std::iter::from_fn(move || {
            let star = (set != 0).then(|| Star(set.trailing_zeros() as u8));
            set &= set.wrapping_sub(1);
            star
        })
    }
}

/// A planet: the nth of its star's card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Planet(pub u8);

impl Planet {
    /// A card lists at most so many.
    pub const PER_STAR: u8 = 3;
    /// Where the starting transports come from: nowhere on the map.
    pub const NOWHERE: Planet = Planet(u8::MAX);

    /// The star it belongs to.
    pub const fn star(self) -> Star {
        Star(self.0 / Self::PER_STAR)
    }
    /// Its place on the card, from 0.
    pub const fn nth(self) -> usize {
        (self.0 % Self::PER_STAR) as usize
    }
}

/// A planet as players name it: by its star and its orbit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Site {
    /// The planet, by its place on the card.
    pub planet: Planet,
    /// Its orbit; 0 if it is not known.
    pub orbit: u8,
}

/// A set of planets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Planets([u64; 3]);

impl Planets {
    /// Is it in the set?
    pub const fn contains(self, planet: Planet) -> bool {
        self.0[planet.0 as usize / 64] >> (planet.0 % 64) & 1 == 1
    }
    /// Adds one.
    pub const fn insert(&mut self, planet: Planet) {
        self.0[planet.0 as usize / 64] |= 1 << (planet.0 % 64);
    }
    /// Takes one out.
    pub const fn remove(&mut self, planet: Planet) {
        self.0[planet.0 as usize / 64] &= !(1 << (planet.0 % 64));
    }
    /// Nothing in it?
    pub fn is_empty(self) -> bool {
        self.0 == [0; 3]
    }
    /// All of them, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Planet> {
        self.0
            .into_iter()
            .enumerate()
            .flat_map(|(word, bits)| Star::all(bits).map(move |bit| Planet(word as u8 * 64 + bit.0)))
    }
}

/// SQ-2.2c: what a planet is like.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum PlanetType {
    /// Barren.
    BR,
    /// Minimal Terran.
    MT,
    /// Sub-Terran.
    ST,
    /// Terran.
    TR,
}

/// What can be shot at: ships by type, transports by the people they carry, and bases by their planet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Kind(pub u8);

impl Kind {
    /// Scout.
    pub const SCT: Kind = Kind(0);
    /// Escort.
    pub const ESC: Kind = Kind(1);
    /// Attack ship.
    pub const ATK: Kind = Kind(2);
    /// Dreadnaught.
    pub const DN: Kind = Kind(3);
    /// Kinds of ships; the kinds of bases follow.
    pub const SHIPS: usize = 8;
    /// All kinds.
    pub const COUNT: usize = 14;
    /// The kinds of warships.
    pub const WARSHIPS: [Kind; 3] = [Kind::ESC, Kind::ATK, Kind::DN];

    /// A transport with people of `originator`.
    pub const fn transport(originator: Seat) -> Kind {
        Kind(4 + originator.0)
    }
    /// The missile bases (or the advanced ones) of the nth planet of a star.
    pub const fn base(nth: usize, advanced: bool) -> Kind {
        Kind(8 + 2 * nth as u8 + advanced as u8)
    }
    /// As an array index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
    /// SQ-2.3.2: does it fight, and is it a ship?
    pub const fn is_warship(self) -> bool {
        matches!(self, Kind::ESC | Kind::ATK | Kind::DN)
    }
    /// Is it a transport?
    pub const fn is_transport(self) -> bool {
        self.0 >= 4 && self.0 < 8
    }
    /// Whose people a transport carries.
    pub fn people(self) -> Option<Seat> {
        self.is_transport().then(|| Seat(self.0 - 4))
    }
    /// The place on the card of the planet a base stands on.
    pub const fn base_of(self) -> Option<usize> {
        if self.0 >= 8 { Some((self.0 as usize - 8) / 2) } else { None }
    }
    /// All kinds of ships.
    pub fn ships() -> impl Iterator<Item = Kind> {
        (0..Self::SHIPS as u8).map(Kind)
    }
    /// The printed symbol.
    pub const fn symbol(self) -> &'static str {
        match self.0 {
            0 => "SCT",
            1 => "ESC",
            2 => "ATK",
            3 => "DN",
            4..8 => "CT",
            n if n % 2 == 0 => "MB",
            _ => "AMB",
        }
    }
}

/// How a piece fires and is hit (units.csv).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum FireClass {
    /// Does not fire: SCT, CT.
    N,
    /// ESC, MB.
    E,
    /// ATK, AMB.
    A,
    /// DN.
    D,
}

impl Kind {
    /// The row and column of the Fire Effects Table.
    pub const fn fire_class(self) -> FireClass {
        match self.0 {
            0 | 4..8 => FireClass::N,
            1 => FireClass::E,
            2 => FireClass::A,
            3 => FireClass::D,
            n if n % 2 == 0 => FireClass::E,
            _ => FireClass::A,
        }
    }
}

macro_rules! names {
    ($(#[$doc:meta])* $type:ident { $($(#[$item_doc:meta])* $item:ident $name:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        pub enum $type { $($(#[$item_doc])* #[serde(rename = $name)] $item,)+ }

        impl $type {
            /// All of them.
            pub const ALL: &'static [$type] = &[$($type::$item),+];
            /// The printed symbol.
            pub const fn symbol(self) -> &'static str {
                match self { $($type::$item => $name,)+ }
            }
            /// The one with this symbol.
            pub fn named(symbol: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|item| item.symbol() == symbol)
            }
            /// As an array index.
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}

names! {
    /// A research sequence (SQ-9.0a).
    Sequence {
        /// Movement.
        Move "MOVE",
        /// Weapons.
        Weap "WEAP",
        /// Technical.
        Tech "TECH",
    }
}

names! {
    /// A development that research leads to.
    Development {
        /// Movement allowance 3.
        Ma3 "3MA",
        /// Movement allowance 4.
        Ma4 "4MA",
        /// Movement allowance 5.
        Ma5 "5MA",
        /// Movement allowance 6.
        Ma6 "6MA",
        /// Movement allowance 7.
        Ma7 "7MA",
        /// Movement allowance 8.
        Ma8 "8MA",
        /// Missile bases.
        Mb "MB",
        /// Attack ships.
        Atk "ATK",
        /// Advanced missile bases.
        Amb "AMB",
        /// Dreadnaughts.
        Dn "DN",
        /// Improved ship weapons.
        Isw "ISW",
        /// Planetary force screens.
        Pfs "PFS",
        /// Controlled environment.
        Cet "CET",
        /// Improved industry.
        Iit "IIT",
        /// Advanced industry.
        Ait "AIT",
        /// Unlimited range.
        Usr "USR",
        /// Robotic industry.
        Riu "RIU",
        /// Unlimited communications.
        Usc "USC",
    }
}

impl Development {
    /// In a set of developments.
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}

names! {
    /// What output buys, research and transports apart.
    Item {
        /// Scout.
        Sct "SCT",
        /// Escort.
        Esc "ESC",
        /// Attack ship.
        Atk "ATK",
        /// Dreadnaught.
        Dn "DN",
        /// Missile base.
        Mb "MB",
        /// Advanced missile base.
        Amb "AMB",
        /// Planetary force screen.
        Pfs "PFS",
        /// Industrial unit.
        Iu "IU",
        /// Robotic industrial unit.
        Riu "RIU",
    }
}

impl Item {
    /// How many items there are.
    pub const COUNT: usize = 9;
    /// The kind of ship it is, if it is one.
    pub const fn ship(self) -> Option<Kind> {
        match self {
            Item::Sct => Some(Kind::SCT),
            Item::Esc => Some(Kind::ESC),
            Item::Atk => Some(Kind::ATK),
            Item::Dn => Some(Kind::DN),
            Item::Mb | Item::Amb | Item::Pfs | Item::Iu | Item::Riu => None,
        }
    }
    /// The development without which it cannot be bought; IU need IIT *or* AIT.
    pub const fn needs(self) -> Option<Development> {
        match self {
            Item::Sct | Item::Esc | Item::Iu => None,
            Item::Atk => Some(Development::Atk),
            Item::Dn => Some(Development::Dn),
            Item::Mb => Some(Development::Mb),
            Item::Amb => Some(Development::Amb),
            Item::Pfs => Some(Development::Pfs),
            Item::Riu => Some(Development::Riu),
        }
    }
}

/// Which industry is scrapped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Industry {
    /// Industrial units above the population.
    Iu,
    /// Robotic units.
    Riu,
}
