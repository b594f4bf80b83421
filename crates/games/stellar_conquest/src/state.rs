//! A match: plain data.

use atlas::Hex;
use rules::{RuleId, Seat, Seats, Veiled, rule};
use serde::{Deserialize, Serialize};

use crate::{
    data::CardNumber,
    ids::{Item, Kind, Planet, Planets, Star},
};

/// Most players.
pub const SEATS: usize = 4;
/// The place of ships that are not on the map: waiting to enter, or just taken out of a combat.
pub const OFF: Hex = Hex::from_index(1023);
/// The number of a fleet. Numbers on the map are public, those off it start at [`Token::PRIVATE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Token(pub u16);

impl Token {
    /// No fleet.
    pub const NONE: Token = Token(0);
    /// The first number of fleets that only their owner sees.
    pub const PRIVATE: u16 = 60_000;
}

/// Numbers of ships by kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Ships(pub [u16; Kind::SHIPS]);

impl Ships {
    /// How many of a kind.
    pub const fn of(&self, kind: Kind) -> u16 {
        self.0[kind.index()]
    }
    /// How many in all.
    pub fn total(&self) -> u16 {
        self.0.iter().sum()
    }
    /// How many transports.
    pub fn transports(&self) -> u16 {
        self.0[4..].iter().sum()
    }
    /// How many warships.
    pub const fn warships(&self) -> u16 {
        self.0[1] + self.0[2] + self.0[3]
    }
    /// Nothing but scouts?
    pub fn only_scouts(&self) -> bool {
        self.total() == self.0[0]
    }
    /// Adds another collection.
    pub fn add(&mut self, other: &Ships) {
        for (mine, more) in self.0.iter_mut().zip(other.0) {
            *mine += more;
        }
    }
}

/// What a seat saw of a fleet, and when.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Sight {
    /// The game turn; 0 is never.
    pub turn: u8,
    /// Types and numbers.
    pub ships: Ships,
}

/// What one seat remembers of one fleet of another seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sighting {
    /// The fleet.
    pub token: Token,
    /// The seat that saw it.
    pub seat: Seat,
    /// What it saw.
    pub sight: Sight,
}

/// Transports of one fleet that carry people of one seat and come from one planet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TransportGroup {
    /// The fleet.
    pub token: Token,
    /// Whose people they carry.
    pub people: Seat,
    /// Founding order of the colony they come from; 0 for the starting transports. Losses take the lowest first.
    pub founding_order: u16,
    /// The planet they come from.
    pub origin: Planet,
    /// How many.
    pub count: u16,
}

impl TransportGroup {
    /// The order of the list, and within a fleet the order in which transports are lost.
    pub(crate) const fn key(self) -> (u16, u8, u16, u8) {
        (self.token.0, self.people.0, self.founding_order, self.origin.0)
    }
}

/// A face-down counter: any collection of ships of one owner in one hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "marks of one turn's move, each set and read by another rule"
)]
pub struct Fleet {
    /// Its number.
    pub token: Token,
    /// Whose it is.
    pub owner: Seat,
    /// Where it is.
    pub hex: Hex,
    /// Its destination.
    pub bound: Option<Star>,
    /// The star it left last.
    pub left: Option<Star>,
    /// Stars to go round.
    pub avoid: u64,
    /// Hexes used this turn.
    pub used: u8,
    /// The hex in which it began this turn.
    pub turn_start: Hex,
    /// The hex in which this turn's path to the present destination began.
    pub start: Hex,
    /// Hexes used when that path began.
    pub started: u8,
    /// When it came to its hex: later is larger.
    pub arrived: u16,
    /// Has its orders for this turn.
    pub done: bool,
    /// May not go on this turn: a cloud, or an opponent's warship.
    pub stopped: bool,
    /// Withdrawn from a combat: has to move on in its next T1.
    pub withdrawn: bool,
    /// Has left the shortest way to go round clouds.
    pub detour: bool,
    /// What it consists of.
    pub ships: Ships,
}

/// What one colony does in a production year.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    /// Millions sent away without bonus.
    pub sent: u8,
    /// Bonus millions that go with them.
    pub bonus: u8,
    /// Output spent.
    pub spent: u32,
    /// Items bought.
    pub bought: [u16; Item::COUNT],
    /// Output put into research.
    pub research: [u32; 3],
    /// New ships form one fleet for each type.
    #[serde(rename = "apart")]
    pub separate: bool,
}

impl Plan {
    /// How many types of new ships there will be.
    pub(crate) fn types(&self) -> usize {
        let ships = [Item::Sct, Item::Esc, Item::Atk, Item::Dn];
        ships.iter().filter(|item| self.bought[item.index()] > 0).count() + usize::from(self.sent > 0)
    }
}

/// A planet with people on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Colony {
    /// Where it is.
    pub planet: Planet,
    /// Whose people live there.
    pub originator: Seat,
    /// The seat that commands it.
    pub controller: Seat,
    /// Millions.
    pub pop: u8,
    /// Industrial units.
    pub iu: u16,
    /// Robotic units.
    pub riu: u32,
    /// Missile bases.
    pub mb: u16,
    /// Advanced missile bases.
    pub amb: u16,
    /// Force screen.
    pub pfs: bool,
    /// Conquered since the last production year.
    pub conquered_since_production: bool,
    /// Millions destroyed by warships since it was founded.
    pub destroyed: u16,
    /// Founding order: 1 for the first colony of the match.
    pub founding_order: u16,
    /// What it does in this production year.
    pub plan: Plan,
    /// What it did in the last one.
    pub previous_plan: Plan,
}

impl Colony {
    /// A new colony with `pop` millions and as many industrial units.
    pub fn new(planet: Planet, originator: Seat, controller: Seat, pop: u8, founding_order: u16) -> Self {
        Self {
            planet,
            originator,
            controller,
            pop,
            iu: u16::from(pop),
            riu: 0,
            mb: 0,
            amb: 0,
            pfs: false,
            conquered_since_production: false,
            destroyed: 0,
            founding_order,
            plan: Plan::default(),
            previous_plan: Plan::default(),
        }
    }
    /// SQ-VOC-1: whether a conqueror holds it.
    pub fn is_conquered(&self) -> bool {
        self.originator != self.controller && decided_by(rule!("SQ-VOC-1"))
    }
    /// SQ-VOC-4: whether it has a base or a screen.
    pub fn is_defended(&self) -> bool {
        (self.mb > 0 || self.amb > 0 || self.pfs) && decided_by(rule!("SQ-VOC-4"))
    }
}

/// What a seat remembers of a colony.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Memory {
    /// The seat that remembers.
    pub seat: Seat,
    /// The planet.
    pub planet: Planet,
    /// The last turn it was so; 0 if it is known to be empty.
    pub turn: u8,
    /// Controller and originator; none if the planet was empty.
    pub colony: Option<(Seat, Seat)>,
    /// Missile bases, advanced ones, screen, and the turn they were counted.
    pub bases: Option<(u16, u16, bool, u8)>,
    /// The orbit of the planet, by which players name it; 0 if it was not named.
    pub orbit: u8,
}

/// What a seat keeps to itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sheet {
    /// Developments held.
    pub developments: u32,
    /// Research totals.
    pub research: [u32; 3],
    /// Bonus output left.
    pub bonus: u8,
    /// Scouts bought with the bonus.
    pub bonus_scouts: u8,
    /// Production: the colony being planned.
    pub planning: Option<Planet>,
    /// Production: whether anything has been planned.
    pub planned: bool,
}

/// What is pending.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Frame {
    /// The card of a starting star.
    Home(Seat),
    /// All seats plan the bonus.
    Bonus,
    /// T0.
    Talk,
    /// T1.
    Move,
    /// T2: dice for the ships of a fleet.
    Risk {
        /// The star.
        star: Star,
        /// The fleet that rolls.
        token: Token,
        /// Ships still to roll for.
        left: u16,
    },
    /// T2: a card.
    Draw(Star),
    /// T3.0.
    Battles,
    /// Option `combat=agreed`: the two sides say whether they want the combat private.
    Privacy,
    /// T3.3 or T4.4: targets.
    Aim,
    /// T3.4 or T4.5: dice.
    Volley,
    /// T3.6, T3.7 and forced withdrawal.
    Withdraw {
        /// The seat that withdraws.
        seat: Seat,
        /// Everything has to go.
        forced: bool,
    },
    /// T4.0 and T4.2.
    Planets,
    /// T4.2: more colonies of the same star?
    Declare,
    /// T4.7.
    #[serde(alias = "Salvage")]
    ScrapIndustry(Seat),
    /// T4.10 and T5.
    Settle,
    /// All seats plan.
    Production,
    /// The end.
    Over,
}

/// One target of one firing type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Aim {
    /// The firing type.
    pub from: Kind,
    /// The target type.
    pub at: Kind,
    /// The number of the target ship from 1; 0 is the whole class.
    pub nth: u16,
    /// How many ships fire so.
    pub count: u16,
}

/// How far the dice of a Fire Turn are: the seat, its aim, ships of that aim that have fired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct VolleyCursor(pub u8, pub u16, pub u16);

/// A combat or a planetary attack.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Battle {
    /// The star, as a number.
    pub star: u8,
    /// The defender of a ship combat.
    pub foe: Option<Seat>,
    /// Planets under attack (planetary attack), by place on the card.
    pub attacked: [bool; 3],
    /// The seat that came last and withdraws first.
    pub last_in: u8,
    /// Fire Turns fought.
    pub round: u16,
    /// Option `combat=agreed`: the sides that want this combat private.
    pub privacy: Seats,
    /// Option `combat=agreed`: the sides that have answered.
    pub asked: Seats,
    /// Targets by seat; those of one seat in the order in which they were named.
    #[serde(with = "aims_by_seat")]
    pub aims: Vec<(Seat, Aim)>,
    /// How far the dice are.
    #[serde(rename = "at")]
    pub volley: VolleyCursor,
    /// Hits on a class, by seat hit and kind.
    pub hits: [[u16; Kind::COUNT]; SEATS],
    /// Ships hit by number: seat, kind, number.
    #[serde(rename = "struck")]
    pub aimed_hits: Vec<(u8, Kind, u16)>,
}

/// Positions list the aims seat by seat.
mod aims_by_seat {
    use rules::Seat;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Aim, SEATS};

    pub(super) fn serialize<S: Serializer>(aims: &[(Seat, Aim)], out: S) -> Result<S::Ok, S::Error> {
        let of = |seat: usize| -> Vec<Aim> {
            aims.iter().filter(|(owner, _)| owner.index() == seat).map(|(_, aim)| *aim).collect()
        };
        std::array::from_fn::<Vec<Aim>, SEATS, _>(of).serialize(out)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(Seat, Aim)>, D::Error> {
        let lists = <[Vec<Aim>; SEATS]>::deserialize(from)?;
        let seats = (0..).map(Seat).zip(lists);
        Ok(seats.flat_map(|(seat, aims)| aims.into_iter().map(move |aim| (seat, aim))).collect())
    }
}

impl Battle {
    /// The aims of a seat.
    pub fn aims_of(&self, seat: Seat) -> impl DoubleEndedIterator<Item = &Aim> + Clone {
        self.aims.iter().filter(move |(owner, _)| *owner == seat).map(|(_, aim)| aim)
    }
    pub(crate) fn push_aim(&mut self, seat: Seat, aim: Aim) {
        let at = self.aims.partition_point(|(owner, _)| *owner <= seat);
        self.aims.insert(at, (seat, aim));
    }
    /// The aim whose dice are rolled now.
    pub fn rolling(&self) -> Option<Aim> {
        self.aims_of(Seat(self.volley.0)).nth(usize::from(self.volley.1)).copied()
    }
    pub(crate) fn clear_fire(&mut self) {
        self.aims.clear();
        self.aimed_hits.clear();
        self.hits = Default::default();
        self.volley = VolleyCursor::default();
    }
    pub(crate) fn copy_from(&mut self, other: &Self) {
        let (mut aims, mut aimed_hits) =
            (std::mem::take(&mut self.aims), std::mem::take(&mut self.aimed_hits));
        aims.clone_from(&other.aims);
        aimed_hits.clone_from(&other.aimed_hits);
        let Self { star, foe, attacked, last_in, round, privacy, asked, volley, hits, .. } = *other;
        *self = Self { star, foe, attacked, last_in, round, privacy, asked, aims, volley, hits, aimed_hits };
    }
}

/// Movement and settling: how far the active player is in a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Focus {
    /// The fleet that gets orders.
    pub picked: u16,
    /// The fleet split off it last, while it is still being put together.
    pub group: u16,
    /// Whether ships were split off since its last step.
    pub split: bool,
    /// Whether it has moved since it was picked.
    pub stepped: bool,
    /// Whether T4.2 was held in this turn, which closes scrapping by the conqueror.
    pub attacks_over: bool,
    /// Whether unloading has begun, which closes destroying.
    pub unloading: bool,
}

/// What every viewer knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Open {
    /// The year, from 1; 0 before the first.
    pub turn: u8,
    /// The seat whose player turn it is.
    pub active: Seat,
    /// What is pending.
    pub frame: Frame,
    /// Seats that still owe a decision in a simultaneous step.
    pub waiting: Seats,
    /// Seats that have nothing left.
    pub out: Seats,
    /// Stars explored, by seat.
    pub explored: [u64; SEATS],
    /// Uninhabitable planets.
    pub ruined: Planets,
    /// The last number given to a token on the map.
    pub next_token: u16,
    /// By seat: whose ships its ships met in a star hex since its last T0.
    pub met: [Seats; SEATS],
}

/// A match: what is open to all, and the parts that are not.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// What every viewer knows.
    pub open: Open,
    /// Private sheets, by seat.
    pub sheets: Veiled<[Sheet; SEATS]>,
    /// The card of each star; 0 while it is in the deck.
    pub cards: Veiled<[CardNumber; Star::COUNT]>,
    /// Colonies, by planet.
    pub colonies: Veiled<Vec<Colony>>,
    /// Fleets, by number. Number, owner and hex are open.
    pub fleets: Veiled<Vec<Fleet>>,
    /// The transports of the fleets, by fleet and in the order of losses.
    pub transports: Veiled<Vec<TransportGroup>>,
    /// What seats saw of fleets, by fleet and seat.
    pub sightings: Veiled<Vec<Sighting>>,
    /// Memories of colonies, by seat and planet.
    pub memory: Veiled<Vec<Memory>>,
    /// Colonies founded so far.
    pub founded: u16,
    /// The combat or attack being fought.
    pub battle: Battle,
    /// Colonies marked as taken in this T4.
    pub marked: Planets,
    /// Pairs of people and industry destroyed in this T4, by star.
    pub razed: Vec<(Star, u16)>,
    /// How far the active player is in a step.
    pub focus: Focus,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            open: self.open,
            sheets: self.sheets.clone(),
            cards: self.cards.clone(),
            colonies: self.colonies.clone(),
            fleets: self.fleets.clone(),
            transports: self.transports.clone(),
            sightings: self.sightings.clone(),
            memory: self.memory.clone(),
            founded: self.founded,
            battle: self.battle.clone(),
            marked: self.marked,
            razed: self.razed.clone(),
            focus: self.focus,
        }
    }

    /// Reuses the memory of the lists: a search copies many states into one.
    fn clone_from(&mut self, other: &Self) {
        self.open = other.open;
        *self.sheets.truth_mut() = *other.sheets.truth();
        *self.cards.truth_mut() = *other.cards.truth();
        self.colonies.copy_from(&other.colonies);
        self.fleets.copy_from(&other.fleets);
        self.transports.copy_from(&other.transports);
        self.sightings.copy_from(&other.sightings);
        self.memory.copy_from(&other.memory);
        self.founded = other.founded;
        self.battle.copy_from(&other.battle);
        self.marked = other.marked;
        self.razed.clone_from(&other.razed);
        self.focus = other.focus;
    }
}

/// The moment, for "who came last": later is larger.
pub(crate) fn moment(open: &Open) -> u16 {
    u16::from(open.turn) * 16 + u16::from(open.active.0) * 2 + 1
}

pub(crate) fn find_colony(colonies: &[Colony], planet: Planet) -> Option<&Colony> {
    colonies.binary_search_by_key(&planet, |colony| colony.planet).ok().map(|at| &colonies[at])
}

pub(crate) fn groups_of(groups: &[TransportGroup], token: Token) -> &[TransportGroup] {
    let from = groups.partition_point(|group| group.token < token);
    let count = groups[from..].iter().take_while(|group| group.token == token).count();
    &groups[from..from + count]
}

impl Fleet {
    /// A fleet without ships or orders.
    pub fn empty(token: Token, owner: Seat, hex: Hex, arrived: u16) -> Self {
        Self {
            token,
            owner,
            hex,
            bound: None,
            left: None,
            avoid: 0,
            used: 0,
            turn_start: hex,
            start: hex,
            started: 0,
            arrived,
            done: false,
            stopped: false,
            withdrawn: false,
            detour: false,
            ships: Ships::default(),
        }
    }
}

/// True, by this rule: puts a mark where a condition holds.
#[inline]
pub(crate) const fn decided_by(_rule: RuleId) -> bool {
    true
}
