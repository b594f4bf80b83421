//! What the rules read: the same fields of a state and of a view. A view leaves out what its viewer does not know,
//! so everything that is asked about the viewer's own things has the same answer in both.

use atlas::Hex;
use rules::Seat;

use crate::{
    StellarConquest,
    data::{CardNumber, PlanetCard},
    ids::{Planet, Planets, Site, Star},
    state::{
        Battle, Colony, Fleet, Focus, Open, SEATS, Sheet, Ships, State, Token, TransportGroup, find_colony,
        groups_of,
    },
    view::View,
};

/// A state, or what a view contains of it.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// What every viewer knows.
    pub open: &'a Open,
    /// Private sheets; blank where unknown.
    pub sheets: &'a [Sheet; SEATS],
    /// Cards by star; 0 where unknown.
    pub cards: &'a [CardNumber; Star::COUNT],
    /// Planets with a colony of the viewer at stars whose card they have not read.
    pub records: &'a [(Planet, PlanetCard)],
    /// Colonies known in full, by planet.
    pub colonies: &'a [Colony],
    /// Fleets by number; ships as they were seen last, or none.
    pub fleets: &'a [Fleet],
    /// Transports by fleet.
    pub transports: &'a [TransportGroup],
    /// The combat or attack.
    pub battle: &'a Battle,
    /// Colonies marked as taken in this T4.
    pub marked: Planets,
    /// Pairs destroyed in this T4, by star.
    pub razed: &'a [(Star, u16)],
    /// How far the active player is in a step.
    pub focus: &'a Focus,
}

impl State {
    /// Everything.
    #[inline]
    pub fn known(&self) -> Known<'_> {
        Known {
            open: &self.open,
            sheets: self.sheets.truth(),
            cards: self.cards.truth(),
            records: &[],
            colonies: self.colonies.truth(),
            fleets: self.fleets.truth(),
            transports: self.transports.truth(),
            battle: &self.battle,
            marked: self.marked,
            razed: &self.razed,
            focus: &self.focus,
        }
    }
}

impl View {
    /// What the viewer knows.
    #[inline]
    pub fn known(&self) -> Known<'_> {
        Known {
            open: &self.open,
            sheets: &self.sheets,
            cards: &self.cards,
            records: &self.records,
            colonies: &self.colonies,
            fleets: &self.fleets,
            transports: &self.transports,
            battle: &self.battle,
            marked: self.marked,
            razed: &self.razed,
            focus: &self.focus,
        }
    }
}

impl<'a> Known<'a> {
    /// The colony on a planet.
    #[inline]
    pub fn colony(&self, planet: Planet) -> Option<&'a Colony> {
        find_colony(self.colonies, planet)
    }
    /// The fleet with a number.
    #[inline]
    pub fn fleet(&self, token: Token) -> Option<&'a Fleet> {
        let at = self.fleets.binary_search_by_key(&token, |fleet| fleet.token).ok()?;
        Some(&self.fleets[at])
    }
    /// The transports of a fleet, in the order in which they are lost.
    pub fn groups(&self, token: Token) -> &'a [TransportGroup] {
        groups_of(self.transports, token)
    }
    /// A seat's fleets in a hex.
    pub fn fleets_of(&self, seat: Seat, hex: Hex) -> impl Iterator<Item = &'a Fleet> + use<'a> {
        self.fleets.iter().filter(move |fleet| fleet.owner == seat && fleet.hex == hex)
    }
    /// A seat's ships in a hex.
    pub fn ships_of(&self, seat: Seat, hex: Hex) -> Ships {
        let mut ships = Ships::default();
        self.fleets_of(seat, hex).for_each(|fleet| ships.add(&fleet.ships));
        ships
    }
    /// A seat's colonies.
    pub fn colonies_of(&self, seat: Seat) -> impl Iterator<Item = &'a Colony> + Clone + use<'a> {
        self.colonies.iter().filter(move |colony| colony.controller == seat)
    }
    /// Pairs destroyed at a star in this T4.
    pub(crate) fn razed_at(&self, star: Star) -> u16 {
        self.razed.iter().find(|(at, _)| *at == star).map_or(0, |(_, count)| *count)
    }
}

impl StellarConquest {
    /// What the record of a colony says of its planet, for the controller of that colony.
    pub(crate) fn record_of(&self, state: &State, planet: Planet) -> Option<PlanetCard> {
        self.planet(&state.known(), planet)
    }

    /// A planet by its star and orbit.
    pub(crate) fn site(&self, state: &Known<'_>, planet: Planet) -> Site {
        Site { planet, orbit: self.planet(state, planet).map_or(0, |printed| printed.orbit) }
    }

    /// The planet as its card lists it, once a card lies there and is known.
    pub fn planet(&self, state: &Known<'_>, planet: Planet) -> Option<PlanetCard> {
        let card = state.cards[planet.star().index()];
        if card == 0 {
            return state.records.iter().find(|(at, _)| *at == planet).map(|(_, printed)| *printed);
        }
        self.components.cards[usize::from(card)].planets[planet.nth()]
    }
}
