//! A match: plain data.

use arrayvec::ArrayVec;
use atlas::Hex;
use rules::{Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::{
    data::CardNumber,
    ids::{Item, Kind, Planet, Planets, Star},
};

/// Most players.
pub const SEATS: usize = 4;
/// The place of ships that are not on the map: waiting to enter, or just taken out of a combat.
pub const OFF: Hex = Hex::from_index(1023);
/// A fleet holds transports of at most so many planets.
pub const LOTS: usize = 20;

/// The number of a fleet. Numbers on the map are public, those off it start at [`Token::PRIVATE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Token(pub u16);

impl Token {
    /// No fleet.
    pub const NONE: Token = Token(0);
    /// The first number of fleets nobody else sees.
    pub const PRIVATE: u16 = 60_000;
}

/// Numbers of ships by kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
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

/// What a seat saw of a fleet, and when. `turn` 0 is never.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Sight {
    /// The game turn.
    pub turn: u8,
    /// Types and numbers.
    pub ships: Ships,
}

/// Transports of one fleet that come from one planet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Lot {
    /// Whose people they carry.
    pub people: Seat,
    /// When that colony was founded; 0 for the starting transports. Losses take the oldest first.
    pub age: u16,
    /// The planet they may not land on again.
    pub origin: Planet,
    /// How many.
    pub count: u16,
}

/// A face-down counter: any collection of ships of one owner in one hex.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
    /// Where it goes.
    pub bound: Option<Star>,
    /// The star it left last.
    pub left: Option<Star>,
    /// Stars to go round.
    pub avoid: u64,
    /// Hexes used this turn.
    pub used: u8,
    /// Where this turn's path began.
    pub start: Hex,
    /// When it came to its hex: later is larger.
    pub arrived: u16,
    /// Has its orders for this turn.
    pub done: bool,
    /// May not go on this turn: a cloud, or an opponent's warship.
    pub stopped: bool,
    /// Withdrawn from a combat: has to move on in its next T1.
    pub withdrawn: bool,
    /// Was given another destination in mid-move.
    pub redirected: bool,
    /// Has left the shortest way to go round clouds.
    pub detour: bool,
    /// What it consists of.
    pub ships: Ships,
    /// Where its transports come from.
    pub lots: ArrayVec<Lot, LOTS>,
    /// What each seat saw of it last.
    pub seen: [Sight; SEATS],
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
    /// Things bought.
    pub bought: [u16; Item::COUNT],
    /// Output put into research.
    pub research: [u32; 3],
    /// New ships stand apart by type.
    pub apart: bool,
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
    /// Where.
    pub planet: Planet,
    /// Whose people.
    pub originator: Seat,
    /// Who commands it.
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
    pub first_year: bool,
    /// Millions destroyed by warships since it was founded.
    pub destroyed: u16,
    /// The how-manieth colony of the match it is.
    pub age: u16,
    /// What it does in this production year.
    pub plan: Plan,
    /// What it did in the last one.
    pub last: Plan,
}

impl Colony {
    /// Does a conqueror hold it?
    pub fn is_conquered(&self) -> bool {
        rules::rule!("SQ-VOC-1");
        self.originator != self.controller
    }
    /// SQ-VOC-4: has it a base or a screen?
    pub fn is_defended(&self) -> bool {
        rules::rule!("SQ-VOC-4");
        self.mb > 0 || self.amb > 0 || self.pfs
    }
}

/// What a seat remembers of a colony.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Memory {
    /// Who remembers.
    pub seat: Seat,
    /// What.
    pub planet: Planet,
    /// The last turn it was so; 0 if it is known to be empty.
    pub turn: u8,
    /// Who commanded it; none if the planet was empty.
    pub colony: Option<(Seat, Seat)>,
    /// Missile bases, advanced ones, screen, and the turn they were counted.
    pub bases: Option<(u16, u16, bool, u8)>,
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
    pub work: Option<Planet>,
    /// Production: may the plan turn back to an earlier colony?
    pub turn_back: bool,
    /// Developments acquired, research and transports planned: was anything planned at all?
    pub planned: bool,
}

/// What is pending.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Frame {
    /// The card of a starting star.
    Home(Seat),
    /// All plan the bonus.
    Bonus,
    /// T0.
    Talk,
    /// T1.
    Move,
    /// T2: dice for the ships of a fleet.
    Risk {
        /// Where.
        star: Star,
        /// Which fleet rolls.
        token: Token,
        /// Ships still to roll for.
        left: u16,
    },
    /// T2: a card.
    Draw(Star),
    /// T3.0.
    Battles,
    /// T3.3 or T4.4: targets.
    Aim,
    /// T3.4 or T4.5: dice.
    Volley,
    /// T3.6, T3.7 and forced withdrawal.
    Withdraw {
        /// Who.
        seat: Seat,
        /// Everything has to go.
        forced: bool,
    },
    /// T4.0 and T4.2.
    Planets,
    /// T4.2: more colonies of the same star?
    Declare,
    /// T4.7.
    Salvage(Seat),
    /// T4.10 and T5.
    Settle,
    /// All plan.
    Production,
    /// The end.
    Over,
}

/// One target of one firing type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Aim {
    /// What fires.
    pub from: Kind,
    /// What at.
    pub at: Kind,
    /// Which one; 0 is the whole class.
    pub nth: u16,
    /// How many ships fire so.
    pub count: u16,
}

/// A combat or a planetary attack.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Battle {
    /// Where.
    pub star: u8,
    /// Against whom (ship combat).
    pub foe: Option<Seat>,
    /// Which planets are attacked (planetary attack), by place on the card.
    pub attacked: [bool; 3],
    /// Who came last and withdraws first.
    pub last_in: u8,
    /// Fire Turns fought.
    pub round: u16,
    /// What each seat aims at.
    pub aims: [Vec<Aim>; SEATS],
    /// The dice: whose aims are rolled, which of them, how many ships of it are done.
    pub at: (u8, u16, u16),
    /// Hits without a name, by seat hit and kind.
    pub hits: [[u16; Kind::COUNT]; SEATS],
    /// Ships hit by name: seat, kind, number.
    pub struck: Vec<(u8, Kind, u16)>,
    /// Stars whose attacks are over for this turn.
    pub closed: u64,
}

/// Movement and settling: where the active player is in his own step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Focus {
    /// The fleet that gets orders.
    pub picked: u16,
    /// The fleet split off it last, while it is still being put together.
    pub group: u16,
    /// Were ships split off since its last step?
    pub split: bool,
    /// Has it moved since it was picked?
    pub stepped: bool,
    /// Unloading has begun.
    pub unloading: bool,
    /// Destruction and unloading go by ascending planet.
    pub planet: u8,
    /// Pairs destroyed in this star so far.
    pub spent: u16,
}

/// A match.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The year, from 1; 0 before the first.
    pub turn: u8,
    /// Whose player turn it is.
    pub active: Seat,
    /// What is pending.
    pub frame: Frame,
    /// Who still owes a decision in a simultaneous step.
    pub waiting: Seats,
    /// Who has nothing left.
    pub out: Seats,
    /// Private sheets.
    pub sheets: [Sheet; SEATS],
    /// Stars explored, by seat.
    pub explored: [u64; SEATS],
    /// The card of each star; 0 while it is in the deck.
    pub cards: [CardNumber; Star::COUNT],
    /// Uninhabitable planets.
    pub ruined: Planets,
    /// Colonies, by planet.
    pub colonies: Vec<Colony>,
    /// Fleets, by number.
    pub fleets: Vec<Fleet>,
    /// Memories, by seat and planet.
    pub memory: Vec<Memory>,
    /// The next free number on the map.
    pub next_token: u16,
    /// Colonies founded so far.
    pub founded: u16,
    /// The combat or attack being fought.
    pub battle: Battle,
    /// Colonies marked as taken in this T4.
    pub marked: Planets,
    /// Where the active player is in his step.
    pub focus: Focus,
    /// Whose ships met whose in a star hex since the former's last T0.
    pub met: [Seats; SEATS],
}

impl State {
    /// The colony on a planet.
    pub fn colony(&self, planet: Planet) -> Option<&Colony> {
        self.colonies.binary_search_by_key(&planet, |colony| colony.planet).ok().map(|at| &self.colonies[at])
    }
    pub(crate) fn colony_mut(&mut self, planet: Planet) -> Option<&mut Colony> {
        let at = self.colonies.binary_search_by_key(&planet, |colony| colony.planet).ok()?;
        Some(&mut self.colonies[at])
    }
    /// The fleet with a number.
    pub fn fleet(&self, token: Token) -> Option<&Fleet> {
        self.fleet_at(token).map(|at| &self.fleets[at])
    }
    pub(crate) fn fleet_at(&self, token: Token) -> Option<usize> {
        self.fleets.binary_search_by_key(&token, |fleet| fleet.token).ok()
    }
    pub(crate) fn fleet_mut(&mut self, token: Token) -> Option<&mut Fleet> {
        self.fleet_at(token).map(|at| &mut self.fleets[at])
    }
    pub(crate) fn insert_fleet(&mut self, fleet: Fleet) {
        let at = self.fleets.partition_point(|other| other.token < fleet.token);
        self.fleets.insert(at, fleet);
    }
    pub(crate) fn new_token(&mut self) -> Token {
        self.next_token += 1;
        Token(self.next_token)
    }
    /// A number off the map. It depends on the seat's own ships alone: counting all seats' together would tell
    /// one how often another has regrouped.
    pub(crate) fn new_private(&self, seat: Seat) -> Token {
        let first = Token::PRIVATE + u16::from(seat.0) * 1000;
        let own = self.fleets.iter().filter(|fleet| fleet.owner == seat && fleet.hex == OFF);
        Token(own.map(|fleet| fleet.token.0).max().unwrap_or(first).max(first) + 1)
    }
    /// A seat's fleets in a hex.
    pub fn fleets_of(&self, seat: Seat, hex: Hex) -> impl Iterator<Item = &Fleet> {
        self.fleets.iter().filter(move |fleet| fleet.owner == seat && fleet.hex == hex)
    }
    /// A seat's ships in a hex.
    pub fn ships_of(&self, seat: Seat, hex: Hex) -> Ships {
        let mut ships = Ships::default();
        self.fleets_of(seat, hex).for_each(|fleet| ships.add(&fleet.ships));
        ships
    }
    /// What a seat remembers of a planet.
    pub fn memory_of(&self, seat: Seat, planet: Planet) -> Option<&Memory> {
        let at =
            self.memory.binary_search_by_key(&(seat, planet), |memory| (memory.seat, memory.planet)).ok()?;
        Some(&self.memory[at])
    }
    pub(crate) fn memory_mut(&mut self, seat: Seat, planet: Planet) -> &mut Memory {
        let at = self.memory.binary_search_by_key(&(seat, planet), |memory| (memory.seat, memory.planet));
        let at = at.unwrap_or_else(|at| {
            self.memory.insert(at, Memory { seat, planet, turn: 0, colony: None, bases: None });
            at
        });
        &mut self.memory[at]
    }
    /// Has a seat a token, on the map or off it?
    pub fn has_fleets(&self, seat: Seat) -> bool {
        self.fleets.iter().any(|fleet| fleet.owner == seat)
    }
    /// The moment, for "who came last": later is larger.
    pub(crate) fn moment(&self) -> u16 {
        u16::from(self.turn) * 16 + u16::from(self.active.0) * 2 + 1
    }
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
            start: hex,
            arrived,
            done: false,
            stopped: false,
            withdrawn: false,
            redirected: false,
            detour: false,
            ships: Ships::default(),
            lots: ArrayVec::new(),
            seen: [Sight::default(); SEATS],
        }
    }

    /// Puts transports in, in the order in which they are lost.
    pub fn load(&mut self, lot: Lot) {
        if lot.count == 0 {
            return;
        }
        self.ships.0[Kind::transport(lot.people).index()] += lot.count;
        let same = |other: &&mut Lot| (other.people, other.origin) == (lot.people, lot.origin);
        if let Some(held) = self.lots.iter_mut().find(same) {
            held.count += lot.count;
            return;
        }
        let key = |lot: &Lot| (lot.people, lot.age, lot.origin);
        let at = self.lots.iter().position(|other| key(other) > key(&lot)).unwrap_or(self.lots.len());
        self.lots.insert(at, lot);
    }

    /// Takes `count` ships of a kind out; of transports those from `origin`, or the first in order.
    /// Returns where the transports came from.
    pub fn take(&mut self, kind: Kind, origin: Option<Planet>, count: u16) -> ArrayVec<Lot, LOTS> {
        self.ships.0[kind.index()] -= count;
        let mut taken = ArrayVec::new();
        if let Some(people) = kind.people() {
            let mut left = count;
            for lot in &mut self.lots {
                if lot.people == people && origin.is_none_or(|origin| origin == lot.origin) && left > 0 {
                    let part = left.min(lot.count);
                    lot.count -= part;
                    left -= part;
                    taken.push(Lot { count: part, ..*lot });
                }
            }
            assert_eq!(left, 0, "a fleet's lots add up to its transports");
            self.lots.retain(|lot| lot.count > 0);
        }
        taken
    }

    /// Moves ships of a kind from this fleet to another.
    pub fn shift(&mut self, to: &mut Fleet, kind: Kind, origin: Option<Planet>, count: u16) {
        let lots = self.take(kind, origin, count);
        if kind.is_transport() {
            lots.into_iter().for_each(|lot| to.load(lot));
        } else {
            to.ships.0[kind.index()] += count;
        }
    }
}
