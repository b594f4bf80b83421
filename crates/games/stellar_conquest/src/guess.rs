//! A whole state that is consistent with a view, and plausible: opponents have the technology, the colonies and the
//! ships that fit the year and what was seen of them.

use rules::{Dice, Seat};

use crate::{
    StellarConquest,
    ids::{Development, Kind, Planet, PlanetType, Planets, Star},
    scenario::Start,
    setup::{START_SHIPS, start_transports},
    state::{Aim, Battle, Colony, Fleet, Frame, OFF, Ships, State, Token, TransportGroup, VolleyCursor},
    view::View,
};

/// The order in which players usually acquire developments.
const USUAL: [Development; 12] = [
    Development::Ma3,
    Development::Iit,
    Development::Mb,
    Development::Ma4,
    Development::Atk,
    Development::Cet,
    Development::Ait,
    Development::Ma5,
    Development::Amb,
    Development::Dn,
    Development::Ma6,
    Development::Riu,
];

impl StellarConquest {
    /// Fills `state` with a state behind a view. All lists of `state` are reused.
    pub(crate) fn determinize_view(&self, view: &View, dice: &mut impl Dice, state: &mut State) {
        state.open = view.open;
        *state.sheets.truth_mut() = view.sheets;
        *state.cards.truth_mut() = view.cards;
        let colonies = state.colonies.truth_mut();
        colonies.clear();
        colonies.extend(view.colonies.iter().filter(|colony| view.knows.contains(colony.controller)));
        refill(state.fleets.truth_mut(), &view.fleets);
        refill(state.sightings.truth_mut(), &view.sightings);
        refill(state.memory.truth_mut(), &view.memory);
        state.founded = view.colonies.iter().map(|colony| colony.founding_order).max().unwrap_or(0) + 1;
        state.battle.copy_from(&view.battle);
        state.marked = view.marked;
        state.razed.clone_from(&view.razed);
        state.focus = view.focus;
        if view.open.frame == Frame::Over {
            refill(state.transports.truth_mut(), &view.transports);
            return;
        }
        self.guess_fleets(view, state, dice);
        self.guess_cards(view, state, dice);
        self.guess_colonies(view, state, dice);
        self.guess_sheets(view, state, dice);
        if view.open.frame == Frame::Volley && state.battle.rolling().is_none() {
            // A private combat of others: some shot is being rolled.
            let Battle { aims, volley, .. } = &mut state.battle;
            aims.clear();
            aims.push((view.open.active, Aim { from: Kind::ESC, at: Kind::SCT, nth: 0, count: 1 }));
            *volley = VolleyCursor(view.open.active.0, 0, 0);
        }
    }

    /// Fills the fleets of the others, and lists the transports of all in the order of the fleets.
    fn guess_fleets(&self, view: &View, state: &mut State, dice: &mut impl Dice) {
        let (risking, left) = match view.open.frame {
            Frame::Risk { token, left, .. } => (token, left),
            _ => (Token::NONE, 0),
        };
        let groups = state.transports.truth_mut();
        groups.clear();
        let mut known = &view.transports[..];
        for fleet in state.fleets.truth_mut() {
            let token = fleet.token;
            if view.knows.contains(fleet.owner) {
                let own = known.iter().take_while(|group| group.token <= token).count();
                groups.extend_from_slice(&known[..own]);
                known = &known[own..];
                continue;
            }
            let needed = if token == risking { left } else { 1 };
            if fleet.ships.total() < needed {
                fleet.ships = Ships::default();
                let (kind, count) = usual_ships(fleet.owner, view.open.turn, dice.below(4 * USUAL_COUNTS));
                let (kind, count) = if token == risking { (Kind::SCT, left) } else { (kind, count) };
                fleet.ships.0[kind.index()] = count;
            }
            if fleet.ships.transports() > 0 {
                for people in self.seat_list() {
                    let count = fleet.ships.of(Kind::transport(people));
                    if count > 0 {
                        let (founding_order, origin) = (0, Planet::NOWHERE);
                        groups.push(TransportGroup { token, people, founding_order, origin, count });
                    }
                }
            }
        }
        if view.open.turn <= 1 && matches!(self.scenario.start, Start::Entries(_)) {
            self.guess_pools(view, state);
        }
    }

    /// Before they enter, the others have their ships off the map.
    fn guess_pools(&self, view: &View, state: &mut State) {
        for seat in self.seat_list() {
            let waits = view.open.turn == 0 || seat >= view.open.active;
            if waits && !view.viewer.is(seat) && !state.has_fleets(seat) {
                let token = state.new_private(seat);
                state.insert_fleet(Fleet { ships: START_SHIPS, ..Fleet::empty(token, seat, OFF, 0) });
                state.load(start_transports(token, seat));
            }
        }
    }

    fn guess_cards(&self, view: &View, state: &mut State, dice: &mut impl Dice) {
        let explored = view.open.explored.iter().fold(0, |all, stars| all | stars);
        let pending = match view.open.frame {
            Frame::Draw(star) => star.bit(),
            Frame::Home(_) => u64::MAX,
            _ => 0,
        };
        let mut unread = explored & !pending;
        let mut drawn = 0u128;
        for (star, &card) in view.cards.iter().enumerate() {
            drawn |= 1 << card;
            if card != 0 {
                unread &= !(1 << star);
            }
        }
        if unread == 0 {
            return;
        }
        let mut peopled = Planets::default();
        let mut stars = 0;
        for memory in view.memory.iter().filter(|memory| memory.colony.is_some()) {
            peopled.insert(memory.planet);
            stars |= memory.planet.star().bit();
        }
        for (planet, _) in &view.records {
            stars |= planet.star().bit();
        }
        // The most constrained stars first, so that a fitting card is left for them.
        for star in Star::all(unread & stars).chain(Star::all(unread & !stars)) {
            let class = usize::from(self.class_of(star));
            let deck = self.decks[class] & !drawn;
            let deck = if stars & star.bit() != 0 { self.fitting(deck, star, peopled, view) } else { deck };
            let list = &self.deck_lists[class];
            let mut card = 0;
            for _ in 0..8 {
                let drawn = list[dice.below(list.len() as u32) as usize];
                if deck >> drawn & 1 == 1 {
                    card = drawn;
                    break;
                }
            }
            if card == 0 {
                let mut deck = deck;
                for _ in 0..dice.below(deck.count_ones().max(1)) {
                    deck &= deck - 1;
                }
                card = if deck == 0 { 0 } else { deck.trailing_zeros() as u8 };
            }
            state.cards.truth_mut()[star.index()] = card;
            drawn |= 1 << card;
        }
    }

    /// The cards of a deck that list the planets of a star on which people were seen, and what is on record; the
    /// whole deck if no card does.
    fn fitting(&self, deck: u128, star: Star, peopled: Planets, view: &View) -> u128 {
        let mut fitting = deck;
        for planet in star.planets() {
            if let Some((_, record)) = view.records.iter().find(|(at, _)| *at == planet) {
                let lists =
                    |card: &usize| self.components.cards[*card].planets[planet.nth()] == Some(*record);
                fitting &= (0..128)
                    .filter(|&card| deck >> card & 1 == 1)
                    .filter(lists)
                    .fold(0, |all, card| all | 1 << card);
            } else if peopled.contains(planet) {
                fitting &= self.cards_with_planet[planet.nth()];
            }
        }
        if fitting == 0 { deck } else { fitting }
    }

    /// Colonies that were seen, and others where opponents have been and the viewer is not.
    fn guess_colonies(&self, view: &View, state: &mut State, dice: &mut impl Dice) {
        let own = state.colonies.truth().len();
        let year = view.open.turn;
        let mut colonised = [0u8; crate::SEATS];
        for seen in view.colonies.iter().filter(|colony| !view.knows.contains(colony.controller)) {
            let Some(card) = self.planet(&state.known(), seen.planet) else { continue };
            let pop = usual_population(card.kind, card.limit, year);
            let mut colony = Colony { pop, iu: u16::from(pop), ..*seen };
            if colony.is_conquered() {
                (colony.mb, colony.amb, colony.pfs) = (0, 0, false);
            } else if !colony.is_defended()
                && view.open.frame == Frame::Settle
                && view.viewer.is(view.open.active)
                && state.ships_of(view.open.active, self.hex_of(seen.planet.star())).warships() > 0
            {
                // It was not taken, so it has a base (SQ-HID-10).
                colony.mb = 1;
            }
            colonised[colony.controller.index()] += 1;
            state.colonies.truth_mut().push(colony);
        }
        if year > 3 {
            self.guess_unseen_colonies(view, state, &mut colonised, dice);
        }
        if state.colonies.truth().len() > own {
            state.colonies.truth_mut().sort_unstable_by_key(|colony| colony.planet);
        }
    }

    fn guess_unseen_colonies(
        &self,
        view: &View,
        state: &mut State,
        colonised: &mut [u8; crate::SEATS],
        dice: &mut impl Dice,
    ) {
        let year = view.open.turn;
        let wanted = 1 + year / 6;
        // Where the viewer has a ship or a colony they would know of others.
        let mut seen = view.memory.iter().fold(0, |stars, memory| stars | memory.planet.star().bit());
        for fleet in view.fleets.iter().filter(|fleet| view.viewer.is(fleet.owner)) {
            seen |= self.star_at(fleet.hex).map_or(0, Star::bit);
        }
        for colony in view.colonies.iter().filter(|colony| view.knows.contains(colony.controller)) {
            seen |= colony.planet.star().bit();
        }
        seen |= match view.open.frame {
            Frame::Draw(star) => star.bit(),
            Frame::Home(_) => u64::MAX,
            _ => 0,
        };
        for seat in self.seat_list() {
            if view.knows.contains(seat) || view.open.out.contains(seat) {
                continue;
            }
            for star in Star::all(view.open.explored[seat.index()] & !seen) {
                if colonised[seat.index()] >= wanted {
                    break;
                }
                let card = &self.components.cards[usize::from(state.cards.truth()[star.index()])];
                let habitable = |nth: &usize| {
                    let planet = Planet(star.0 * Planet::PER_STAR + *nth as u8);
                    let kind = card.planets[*nth].map(|printed| printed.kind);
                    kind.is_some_and(|kind| kind != PlanetType::BR) && !view.open.ruined.contains(planet)
                };
                let Some(nth) = (0..3).find(habitable) else { continue };
                let Some(printed) = card.planets[nth] else { continue };
                if printed.kind == PlanetType::MT && dice.below(2) == 0 {
                    continue;
                }
                let planet = Planet(star.0 * Planet::PER_STAR + nth as u8);
                let pop = usual_population(printed.kind, printed.limit, year);
                state.colonies.truth_mut().push(Colony::new(planet, seat, seat, pop, 0));
                seen |= star.bit();
                colonised[seat.index()] += 1;
            }
        }
    }

    /// Technology that fits the year and what was seen of a seat's ships, bases and colonies.
    fn guess_sheets(&self, view: &View, state: &mut State, dice: &mut impl Dice) {
        if view.open.turn == 0 {
            return;
        }
        let mut held = [0; crate::SEATS];
        for colony in state.colonies.truth() {
            let held = &mut held[colony.controller.index()];
            *held |= if colony.mb > 0 { Development::Mb.bit() } else { 0 };
            *held |= if colony.amb > 0 { Development::Amb.bit() | Development::Mb.bit() } else { 0 };
            *held |= if colony.pfs { Development::Pfs.bit() } else { 0 };
        }
        for fleet in state.fleets.truth() {
            let held = &mut held[fleet.owner.index()];
            *held |= if fleet.ships.of(Kind::ATK) > 0 { Development::Atk.bit() } else { 0 };
            let dreadnoughts = Development::Dn.bit() | Development::Atk.bit();
            *held |= if fleet.ships.of(Kind::DN) > 0 { dreadnoughts } else { 0 };
        }
        let years = u32::from((view.open.turn - 1) / 4);
        for seat in self.seat_list().filter(|&seat| !view.knows.contains(seat)) {
            let count = 1 + years + dice.below(2 + years / 3);
            let usual = USUAL.iter().take(count as usize).fold(0, |all, development| all | development.bit());
            state.sheets.truth_mut()[seat.index()].developments = held[seat.index()] | usual;
        }
    }
}

/// So many draws decide how many ships of a kind there are: a multiple of 2, 3 and 8.
const USUAL_COUNTS: u32 = 24;

/// The ships of a fleet that no other player has seen, by an even draw below `4 * USUAL_COUNTS`: one kind, a quarter of
/// the draws each, and later in the match more kinds and fewer transports.
fn usual_ships(owner: Seat, year: u8, draw: u32) -> (Kind, u16) {
    let (kind, draw) = ((draw % 4) as usize, (draw / 4) as u16);
    let transports = (Kind::transport(owner), if year <= 4 { 20 } else { 2 + draw / 3 });
    let attack_ships = if year > 16 { (Kind::ATK, 1 + draw % 2) } else { transports };
    [(Kind::SCT, 1), (Kind::ESC, 1 + draw % 3), attack_ships, transports][kind]
}

/// Millions on a planet in a year, if it was settled early.
fn usual_population(kind: PlanetType, limit: u8, year: u8) -> u8 {
    let grown = match kind {
        PlanetType::TR => 15 + year,
        PlanetType::ST => 6 + year / 2,
        PlanetType::MT | PlanetType::BR => 3 + year / 8,
    };
    grown.clamp(1, limit)
}

fn refill<T: Copy>(list: &mut Vec<T>, from: &[T]) {
    list.clear();
    list.extend_from_slice(from);
}
