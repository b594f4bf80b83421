//! Small ids: races, spaces, fleets, resources, technologies, tokens. Each is an index into the data.

use serde::{Deserialize, Serialize};

/// Declares an enum whose variants are indices, with a code word for notations.
macro_rules! coded {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $code:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[repr(u8)]
        #[expect(missing_docs, reason = "the variants are the printed names")]
        pub enum $name {
            $(#[serde(rename = $code)] $variant,)+
        }

        impl $name {
            /// All of them, in printed order.
            pub const ALL: [$name; [$($code),+].len()] = [$($name::$variant),+];

            /// The code word of notations and data files.
            pub const fn code(self) -> &'static str {
                match self { $($name::$variant => $code,)+ }
            }

            /// The one with this code word.
            pub fn from_code(code: &str) -> Option<$name> {
                match code { $($code => Some($name::$variant),)+ _ => None }
            }

            /// As an array index.
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}

coded! {
    /// An alien race; the order is the faction order (SI-2.1).
    Race { Fe = "FE", Ct = "CT", Me = "ME", Mu = "MU", Cy = "CY" }
}

coded! {
    /// A type of resource token (SI-2.8), in the order of C-5.1.
    Resource {
        Build = "BUI", Maneuver = "MAN", Research = "RES", Espionage = "ESP", Morale = "MOR",
        Diplomacy = "DIP", Warp = "WRP",
    }
}

coded! {
    /// A class of fleet (SI-2.5), in the order of movement (SI-6.1.1b).
    Class { Scout = "scout", Raider = "raider", Armada = "armada", Doom = "doom" }
}

coded! {
    /// A Base (C-3.4).
    Base {
        Build = "build", Maneuver = "maneuver", Research = "research", Espionage = "espionage",
        Defense = "defense", Warp = "warp_research",
    }
}

coded! {
    /// An alien technology (C-3.3).
    AlienTech {
        FastScouts = "fast_scouts", FastRaiders = "fast_raiders", RaiderProtocols = "raider_protocols",
        AdvDefense = "adv_defense", Durability = "durability", AntiEspionage = "anti_espionage",
        ForcedPursuit = "forced_pursuit", FastAdvance = "fast_advance", AutoRespawn = "auto_respawn",
        StolenMutant = "stolen_mutant", StolenCthonian = "stolen_cthonian", Plunder = "plunder",
        EnhancedTech = "enhanced_tech", DoomFleet = "doom_fleet",
    }
}

coded! {
    /// A Federation technology, in the order of C-5.6; there are two Patrol Routes.
    FedTech {
        Targeting = "targeting", Missiles = "missiles", Toolkit = "toolkit", Translator = "translator",
        Engines = "engines", WarpGates = "warp_gates", WarpBubble = "warp_bubble",
        Distortion = "distortion", PatrolRoutes = "patrol_routes",
    }
}

coded! {
    /// A pair of neighbouring races with a relationship marker (C-4.2).
    Pair { FeCt = "FE-CT", CtMu = "CT-MU", MuCy = "MU-CY", CyFe = "CY-FE" }
}

coded! {
    /// Where a pair's marker stands, one step apart (SI-8.2).
    Relation { War = "war", Neutral = "neutral", Alliance = "alliance" }
}

coded! {
    /// What an activation token does (C-7).
    TokenKind {
        Advance = "advance", Spawn = "spawn", Tech = "tech", Press = "press",
        BorderFriction = "border_friction", Greed = "greed", RandomEvent = "random_event",
        AlienWar = "alien_war", GalacticConflict = "galactic_conflict", FastScouts = "fast_scouts",
        FastRaiders = "fast_raiders", ExpansionDesire = "expansion_desire",
        Federation1 = "federation_1", Federation2 = "federation_2", Federation1Minus = "federation_1m",
    }
}

coded! {
    /// A difficulty level (SI-0.5).
    Level { Easy = "easy", Medium = "medium", Hard = "hard" }
}

coded! {
    /// A piece of the Federation, each side of a two-sided piece by itself (SI-2.6).
    Piece {
        Flagship = "flagship", Ally = "ally", Mine = "mine", MineUp = "mine_up",
        SolDefense = "sol_defense", SolDefenseUp = "sol_defense_up", Base = "base", BaseUp = "base_up",
    }
}

coded! {
    /// A ship of the Federation that moves (SI-7.3.1.2.1a).
    Ship { Flagship = "flagship", Ally = "ally" }
}

coded! {
    /// A track that Propaganda can improve (SI-7.3.1.5.1).
    Status { Desire = "desire", Losses = "losses", Stability = "stability" }
}

coded! {
    /// A column of the Resource Track (C-5.2).
    Column { Left = "left", Middle = "middle", Right = "right" }
}

coded! {
    /// What a die is thrown for (SI-14.4).
    Lane {
        Resource = "resource", Combat = "combat", Contest = "contest", Sabotage = "sabotage",
        Research = "research", Event = "event", Faction = "faction", Relation = "relation",
        Conflict = "conflict",
    }
}

impl Race {
    /// The set of this race alone, as a bit.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
    /// The pairs this race belongs to; the Mercenaries belong to none.
    pub fn pairs(self) -> impl Iterator<Item = Pair> {
        Pair::ALL.into_iter().filter(move |pair| pair.races().contains(&self))
    }
}

impl Pair {
    /// Its two races, as printed.
    pub const fn races(self) -> [Race; 2] {
        match self {
            Pair::FeCt => [Race::Fe, Race::Ct],
            Pair::CtMu => [Race::Ct, Race::Mu],
            Pair::MuCy => [Race::Mu, Race::Cy],
            Pair::CyFe => [Race::Cy, Race::Fe],
        }
    }
    /// Its two races in faction order.
    pub fn in_faction_order(self) -> [Race; 2] {
        let [a, b] = self.races();
        if a < b { [a, b] } else { [b, a] }
    }
    /// The partner of `race`, if it belongs to this pair.
    pub fn other(self, race: Race) -> Option<Race> {
        let [a, b] = self.races();
        if race == a {
            Some(b)
        } else if race == b {
            Some(a)
        } else {
            None
        }
    }
}

impl TokenKind {
    /// Is it one of the three Federation tokens?
    pub const fn is_federation(self) -> bool {
        matches!(self, TokenKind::Federation1 | TokenKind::Federation2 | TokenKind::Federation1Minus)
    }
}

impl Ship {
    /// The piece this ship is.
    pub const fn piece(self) -> Piece {
        match self {
            Ship::Flagship => Piece::Flagship,
            Ship::Ally => Piece::Ally,
        }
    }
}

/// Declares an index type with a limit that untrusted input cannot pass.
macro_rules! index {
    ($(#[$doc:meta])* $name:ident < $limit:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        #[serde(try_from = "u8", into = "u8")]
        pub struct $name(u8);

        impl $name {
            /// How many there are.
            pub const COUNT: usize = $limit;

            /// The one with this index, which must be in range.
            pub const fn new(index: u8) -> Self {
                assert!(index < $limit, "an index out of range");
                Self(index)
            }
            /// As an array index.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
            /// All of them, in printed order.
            pub fn all() -> impl DoubleEndedIterator<Item = Self> {
                (0..$limit).map(Self)
            }
        }

        impl TryFrom<u8> for $name {
            type Error = String;
            fn try_from(index: u8) -> Result<Self, String> {
                if index < $limit { Ok(Self(index)) } else { Err(format!("expected a number below {}, found {index}", $limit)) }
            }
        }

        impl From<$name> for u8 {
            fn from(id: $name) -> u8 {
                id.0
            }
        }
    };
}

index! {
    /// A space of the map, in the order of C-3.1: Sol, numbered spaces by race, named spaces.
    Space < 30
}
index! {
    /// A fleet: race × 3 + class, and the Doom Fleet last.
    Fleet < 16
}
index! {
    /// An activation token, in the order of the data file.
    Token < 58
}
index! {
    /// An event chit.
    Chit < 8
}

impl Space {
    /// Sol.
    pub const SOL: Space = Space(0);
    /// The first settleable named space.
    pub const FIRST_NAMED: u8 = 24;

    /// The set of this space alone, as a bit.
    pub const fn bit(self) -> u32 {
        1 << self.0
    }
    /// One of the six spaces that can hold a Base (SI-2.2).
    pub const fn is_settleable(self) -> bool {
        self.0 >= Self::FIRST_NAMED
    }
    /// A numbered space of a race.
    pub const fn is_numbered(self) -> bool {
        self.0 > 0 && self.0 < Self::FIRST_NAMED
    }
    /// The neighbour `offset` places along the list; callers stay within one race's numbered spaces.
    pub(crate) const fn shifted(self, offset: i8) -> Space {
        Space::new(self.0.strict_add_signed(offset))
    }
    /// The six settleable spaces.
    pub fn settleable() -> impl Iterator<Item = Space> {
        Space::all().skip(Self::FIRST_NAMED as usize)
    }
}

impl Fleet {
    /// The Doom Fleet of the Cthonians.
    pub const DOOM: Fleet = Fleet(15);

    /// A fleet of one of the three common classes; the Doom Fleet for [`Class::Doom`].
    pub const fn of(race: Race, class: Class) -> Fleet {
        match class {
            Class::Doom => Fleet::DOOM,
            _ => Fleet(race as u8 * 3 + class as u8),
        }
    }
    /// The race it belongs to.
    pub const fn race(self) -> Race {
        if self.0 == 15 { Race::Ct } else { Race::ALL[self.0 as usize / 3] }
    }
    /// Its class.
    pub const fn class(self) -> Class {
        if self.0 == 15 { Class::Doom } else { Class::ALL[self.0 as usize % 3] }
    }
    /// The set of this fleet alone, as a bit.
    pub const fn bit(self) -> u16 {
        1 << self.0
    }
    /// The fleets of a set, in index order.
    pub fn of_mask(mut mask: u16) -> impl Iterator<Item = Fleet> {
        std::iter::from_fn(move || {
            let first = (mask != 0).then(|| Fleet(mask.trailing_zeros() as u8))?;
            mask &= mask - 1;
            Some(first)
        })
    }
    /// All fleets of a race, in the order of movement (SI-6.1.1b).
    pub const fn of_race(race: Race) -> u16 {
        let common = 0b111 << (race as u16 * 3);
        if matches!(race, Race::Ct) { common | 1 << 15 } else { common }
    }
}

/// The spaces of a set, in the order of C-3.1.
pub(crate) fn spaces_of(mut mask: u32) -> impl Iterator<Item = Space> {
    std::iter::from_fn(move || {
        let first = (mask != 0).then(|| Space(mask.trailing_zeros() as u8))?;
        mask &= mask - 1;
        Some(first)
    })
}

/// Numbers of resource tokens by type, four bits each: a place for tokens is one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Tokens(u32);

impl Tokens {
    /// No token.
    pub const NONE: Tokens = Tokens(0);

    /// `count` tokens of one type.
    pub const fn of(resource: Resource, count: u8) -> Tokens {
        Tokens((count as u32) << (4 * resource as u32))
    }
    /// How many of this type.
    #[inline]
    pub const fn count(self, resource: Resource) -> u8 {
        (self.0 >> (4 * resource as u32) & 0xf) as u8
    }
    /// Is there one of this type?
    #[inline]
    pub const fn has(self, resource: Resource) -> bool {
        self.0 >> (4 * resource as u32) & 0xf != 0
    }
    /// No token at all.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// All together.
    pub fn total(self) -> u8 {
        Resource::ALL.into_iter().map(|resource| self.count(resource)).sum()
    }
    /// One more.
    #[inline]
    pub fn add(&mut self, resource: Resource) {
        self.0 += Tokens::of(resource, 1).0;
    }
    /// One less; there must be one.
    #[inline]
    pub fn take(&mut self, resource: Resource) {
        debug_assert!(self.has(resource), "a token that is not there");
        self.0 -= Tokens::of(resource, 1).0;
    }
    /// All of another place come here; a type has at most five tokens, so the fields never overflow.
    #[inline]
    pub fn merge(&mut self, other: Tokens) {
        self.0 += other.0;
    }
    /// The types present, in the order of C-5.1.
    #[inline]
    pub fn types(self) -> impl Iterator<Item = Resource> {
        Resource::ALL.into_iter().filter(move |&resource| self.has(resource))
    }
}

impl std::ops::Add for Tokens {
    type Output = Tokens;
    fn add(self, other: Tokens) -> Tokens {
        Tokens(self.0 + other.0)
    }
}

/// Numbers of Federation technologies by name, two bits each (there are two Patrol Routes).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Techs(u32);

impl Techs {
    /// How many of this name.
    pub const fn count(self, tech: FedTech) -> u8 {
        (self.0 >> (2 * tech as u32) & 3) as u8
    }
    /// Is there one of this name?
    pub const fn has(self, tech: FedTech) -> bool {
        self.count(tech) > 0
    }
    /// None at all.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// All together.
    pub fn total(self) -> u8 {
        FedTech::ALL.into_iter().map(|tech| self.count(tech)).sum()
    }
    /// One more.
    pub fn add(&mut self, tech: FedTech) {
        self.0 += 1 << (2 * tech as u32);
    }
    /// One less; there must be one.
    pub fn take(&mut self, tech: FedTech) {
        debug_assert!(self.has(tech), "a technology that is not there");
        self.0 -= 1 << (2 * tech as u32);
    }
    /// The names present, in the order of C-5.6.
    pub fn names(self) -> impl Iterator<Item = FedTech> {
        FedTech::ALL.into_iter().filter(move |&tech| self.has(tech))
    }
}

impl std::ops::Add for Techs {
    type Output = Techs;
    fn add(self, other: Techs) -> Techs {
        Techs(self.0 + other.0)
    }
}

impl FromIterator<FedTech> for Techs {
    fn from_iter<I: IntoIterator<Item = FedTech>>(techs: I) -> Self {
        let mut set = Techs::default();
        techs.into_iter().for_each(|tech| set.add(tech));
        set
    }
}

/// Fills the unused places of inline lists.
impl Default for FedTech {
    fn default() -> Self {
        FedTech::Targeting
    }
}

impl FedTech {
    /// The five with a blue back.
    pub const BLUE: [FedTech; 5] =
        [FedTech::Targeting, FedTech::Missiles, FedTech::Toolkit, FedTech::Translator, FedTech::Engines];

    /// Blue back, white back, or neither (Warp Gates).
    pub fn colour(self) -> Option<Colour> {
        match self {
            FedTech::WarpGates => None,
            tech if tech < FedTech::WarpGates => Some(Colour::Blue),
            _ => Some(Colour::White),
        }
    }
}

coded! {
    /// The back of a face-down Federation technology (SI-14.1).
    Colour { Blue = "blue", White = "white" }
}
