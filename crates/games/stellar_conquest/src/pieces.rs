//! The pieces of a match: finding, moving, loading, renumbering and remembering them.

use atlas::Hex;
use rules::Seat;

use crate::{
    data::CardNumber,
    ids::{Kind, Planet, Star},
    state::{
        Colony, Fleet, Memory, OFF, Sheet, Ships, Sight, Sighting, State, Token, TransportGroup, find_colony,
        groups_of,
    },
};

impl State {
    pub(crate) fn colony_mut(&mut self, planet: Planet) -> Option<&mut Colony> {
        let colonies = self.colonies.truth_mut();
        let at = colonies.binary_search_by_key(&planet, |colony| colony.planet).ok()?;
        Some(&mut colonies[at])
    }
    /// The colony on a planet.
    pub fn colony(&self, planet: Planet) -> Option<&Colony> {
        find_colony(self.colonies.truth(), planet)
    }
    /// The fleet with a number.
    pub fn fleet(&self, token: Token) -> Option<&Fleet> {
        self.fleet_at(token).map(|at| &self.fleets.truth()[at])
    }
    pub(crate) fn fleet_at(&self, token: Token) -> Option<usize> {
        self.fleets.truth().binary_search_by_key(&token, |fleet| fleet.token).ok()
    }
    pub(crate) fn fleet_mut(&mut self, token: Token) -> Option<&mut Fleet> {
        self.fleet_at(token).map(|at| &mut self.fleets.truth_mut()[at])
    }
    pub(crate) fn insert_fleet(&mut self, fleet: Fleet) {
        let fleets = self.fleets.truth_mut();
        let at = fleets.partition_point(|other| other.token < fleet.token);
        fleets.insert(at, fleet);
    }
    pub(crate) fn remove_fleet(&mut self, token: Token) -> Fleet {
        let at = self.fleet_at(token).expect("the fleet is there");
        self.forget_token(token);
        self.fleets.truth_mut().remove(at)
    }
    /// Removes fleets without ships, and what was seen of them.
    pub(crate) fn drop_empty_fleets(&mut self) {
        let fleets = self.fleets.truth_mut();
        let before = fleets.len();
        fleets.retain(|fleet| fleet.ships.total() > 0);
        if fleets.len() < before {
            let there = |token: Token| fleets.binary_search_by_key(&token, |fleet| fleet.token).is_ok();
            self.sightings.truth_mut().retain(|sighting| there(sighting.token));
            self.transports.truth_mut().retain(|group| there(group.token));
        }
    }
    pub(crate) fn new_token(&mut self) -> Token {
        self.open.next_token += 1;
        Token(self.open.next_token)
    }
    /// A private token number. Derived from the seat's own ships only; a shared counter would reveal how often
    /// other seats regrouped.
    pub(crate) fn new_private(&self, seat: Seat) -> Token {
        let first = Token::PRIVATE + u16::from(seat.0) * 1000;
        let own = self.fleets.truth().iter().filter(|fleet| fleet.owner == seat && fleet.hex == OFF);
        Token(own.map(|fleet| fleet.token.0).max().unwrap_or(first).max(first) + 1)
    }
    /// A seat's fleets in a hex.
    pub fn fleets_of(&self, seat: Seat, hex: Hex) -> impl Iterator<Item = &Fleet> {
        self.fleets.truth().iter().filter(move |fleet| fleet.owner == seat && fleet.hex == hex)
    }
    /// A seat's ships in a hex.
    pub fn ships_of(&self, seat: Seat, hex: Hex) -> Ships {
        self.known().ships_of(seat, hex)
    }
    /// What a seat remembers of a planet.
    pub fn memory_of(&self, seat: Seat, planet: Planet) -> Option<&Memory> {
        let memory = self.memory.truth();
        let at = memory.binary_search_by_key(&(seat, planet), |memory| (memory.seat, memory.planet)).ok()?;
        Some(&memory[at])
    }
    pub(crate) fn memory_mut(&mut self, seat: Seat, planet: Planet) -> &mut Memory {
        let list = self.memory.truth_mut();
        let at = list.binary_search_by_key(&(seat, planet), |memory| (memory.seat, memory.planet));
        let at = at.unwrap_or_else(|at| {
            list.insert(at, Memory { seat, planet, turn: 0, colony: None, bases: None, orbit: 0 });
            at
        });
        &mut list[at]
    }
    /// What a seat saw of a fleet last.
    pub fn sight_of(&self, token: Token, seat: Seat) -> Option<Sight> {
        let sightings = self.sightings.truth();
        let found = sightings.binary_search_by_key(&(token, seat), |seen| (seen.token, seen.seat)).ok()?;
        Some(sightings[found].sight)
    }
    /// Notes what a seat sees of a fleet; returns whether that is news.
    pub fn note_sight(&mut self, token: Token, seat: Seat, sight: Sight) -> bool {
        let sightings = self.sightings.truth_mut();
        match sightings.binary_search_by_key(&(token, seat), |seen| (seen.token, seen.seat)) {
            Ok(at) => {
                let news = sightings[at].sight.ships != sight.ships;
                sightings[at].sight = sight;
                news
            }
            Err(at) => {
                sightings.insert(at, Sighting { token, seat, sight });
                true
            }
        }
    }
    /// Drops what was seen of a token whose ships were regrouped.
    pub(crate) fn forget_token(&mut self, token: Token) {
        self.sightings.truth_mut().retain(|sighting| sighting.token != token);
    }
    /// The sheet of a seat, for that seat.
    pub(crate) fn sheet_of(&self, seat: Seat) -> Sheet {
        self.sheets.truth()[seat.index()]
    }
    /// The cards of a set of stars, for a viewer who has read them; 0 for the other stars.
    pub(crate) fn cards_of(&self, read: u64) -> [CardNumber; Star::COUNT] {
        let mut cards = *self.cards.truth();
        for (star, card) in cards.iter_mut().enumerate() {
            if read >> star & 1 == 0 {
                *card = 0;
            }
        }
        cards
    }
    /// Whether a seat has a token, on the map or off it.
    pub fn has_fleets(&self, seat: Seat) -> bool {
        self.fleets.truth().iter().any(|fleet| fleet.owner == seat)
    }
    pub(crate) fn moment(&self) -> u16 {
        crate::state::moment(&self.open)
    }

    /// The transports of a fleet, in the order in which they are lost.
    pub fn groups(&self, token: Token) -> &[TransportGroup] {
        groups_of(self.transports.truth(), token)
    }
    /// Adds transports to a fleet.
    pub fn load(&mut self, group: TransportGroup) {
        if group.count == 0 {
            return;
        }
        let fleet = self.fleet_mut(group.token).expect("transports belong to a fleet");
        fleet.ships.0[Kind::transport(group.people).index()] += group.count;
        self.add_group(group);
    }
    pub(crate) fn add_group(&mut self, group: TransportGroup) {
        let groups = self.transports.truth_mut();
        let from = groups.partition_point(|other| other.token < group.token);
        let mut at = from;
        for other in groups[from..].iter_mut().take_while(|other| other.token == group.token) {
            if (other.people, other.origin) == (group.people, group.origin) {
                other.count += group.count;
                return;
            }
            at += usize::from(other.key() < group.key());
        }
        groups.insert(at, group);
    }
    /// Takes `count` ships of a kind out of a fleet; of transports those from `origin`, or the first in order.
    pub fn take(&mut self, token: Token, kind: Kind, origin: Option<Planet>, count: u16) {
        self.shift(token, None, kind, origin, count);
    }
    /// Moves `count` ships of a kind from one fleet to another, or out of the match.
    pub fn shift(&mut self, from: Token, to: Option<Token>, kind: Kind, origin: Option<Planet>, count: u16) {
        if count == 0 {
            return;
        }
        self.fleet_mut(from).expect("the fleet is there").ships.0[kind.index()] -= count;
        if let Some(to) = to {
            self.fleet_mut(to).expect("the other fleet is there").ships.0[kind.index()] += count;
        }
        let Some(people) = kind.people() else { return };
        let mut left = count;
        while left > 0 {
            let groups = self.transports.truth_mut();
            let fits = |group: &TransportGroup| {
                group.token == from
                    && group.people == people
                    && origin.is_none_or(|origin| origin == group.origin)
            };
            let at = groups.iter().position(fits).expect("a fleet's groups add up to its transports");
            let part = left.min(groups[at].count);
            let moved = TransportGroup { count: part, ..groups[at] };
            left -= part;
            if part == groups[at].count {
                groups.remove(at);
            } else {
                groups[at].count -= part;
            }
            if let Some(token) = to {
                self.add_group(TransportGroup { token, ..moved });
            }
        }
    }
    /// All ships of one fleet join another; the first one is gone.
    pub(crate) fn pour(&mut self, from: Token, into: Token) -> Fleet {
        for kind in Kind::ships() {
            let count = self.fleet(from).expect("the fleet is there").ships.of(kind);
            self.shift(from, Some(into), kind, None, count);
        }
        self.remove_fleet(from)
    }
    /// Gives a fleet another number. What was seen of the old number is dropped.
    pub(crate) fn renumber(&mut self, old: Token, new: Token) {
        let fleet = self.remove_fleet(old);
        self.insert_fleet(Fleet { token: new, ..fleet });
        let groups = self.transports.truth_mut();
        let from = groups.partition_point(|group| group.token < old);
        let to = groups.partition_point(|group| group.token <= old);
        if from < to {
            for group in &mut groups[from..to] {
                group.token = new;
            }
            groups.sort_unstable_by_key(|group| group.key());
        }
    }
}
