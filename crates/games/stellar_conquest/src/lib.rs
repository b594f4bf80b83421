//! Stellar Conquest: two to four societies settle one star cluster, with face-down fleets, secret research
//! and simultaneous production. Rule ids are those of `docs/rules/stellar_conquest.md`.
//!
//! | file | chapter |
//! |---|---|
//! | [`data`], [`scenario`] | components, scenarios, options (2, 12) |
//! | `setup`, `flow` | set-up and sequence of play (3, 4) |
//! | `movement`, `course`, `exploration`, `sighting` | ships, paths, risk, exposure (4.2, 5) |
//! | `combat`, `withdrawal`, `planets`, `settle`, `colonies` | fire, conquest, colonists, revolts (6, 7, 8.3) |
//! | `production`, `correction`, `building`, `research`, `scoring` | production year, technology, points (8, 9, 10) |
//! | `view`, `notation`, `position`, `validate_position` | what is known and written |
//! | `picture`, `present`, `orders`, `advice`, `features` | what is shown and advised |
//!
//! ```
//! use rules::{Game, Notation, Seat, Step, Turn};
//! use stellar_conquest::StellarConquest;
//!
//! let game = StellarConquest::new("basic-4 turns=36")?;
//! let mut state = game.start();
//! // The bonus is planned by all four at once.
//! assert!(matches!(game.turn(&state), Turn::Choose(seats) if seats.len() == 4));
//! let research = game.read_action("research MOVE 25")?;
//! game.apply(&mut state, Step::Act(Seat(0), research), &mut |_| {});
//! assert!(game.check(&state, Seat(0), game.read_action("acquire 3MA")?).is_ok());
//! let denied = game.check(&state, Seat(0), game.read_action("acquire 4MA")?).unwrap_err();
//! assert_eq!(denied.rule().name(), "SQ-9.3c");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![expect(
    clippy::unused_self,
    reason = "the rules are questions to the game value, whether or not an answer needs its data"
)]
#![expect(
    clippy::similar_names,
    clippy::struct_excessive_bools,
    reason = "seat and sent, ready and read are the words of the rules; events are listed one by one; a focus is a set of flags"
)]

mod action;
mod advice;
mod building;
mod colonies;
mod combat;
mod correction;
mod course;
pub mod data;
mod explain;
mod exploration;
mod features;
mod flow;
mod guess;
pub mod ids;
mod journey;
mod known;
mod log;
mod movement;
mod notation;
mod orders;
mod picture;
mod pieces;
mod planets;
mod policy;
mod position;
mod present;
mod production;
mod prompt_words;
mod research;
pub mod scenario;
mod scoring;
mod settle;
mod setup;
mod sighting;
mod state;
mod tables;
#[cfg(feature = "ts")]
mod typescript;
mod validate_position;
mod view;
mod withdrawal;
mod words;

pub use action::{Action, Chance, Event, EventKind, MAX_DICE, Roll};
use atlas::{Hex, HexSet};
pub use journey::Arrival;
pub use known::Known;
pub use picture::{
    AimPicture, BattlePicture, ColonyPicture, ColumnPicture, DevelopmentPicture, EntryPicture, FleetPicture,
    ForecastPicture, ItemPicture, MemoryPicture, OddsPicture, PlanetPicture, PlannerPicture, PrintPicture,
    ResearchPicture, SeatPicture, SequencePicture, SheetPicture, ShipsPicture, SidePicture, StarPicture,
    TransportPicture,
};
use rules::{Denied, Dice, Game, Outcome, Seat, Seats, StepOf, Turn, Viewer, rule};
pub use scoring::{FinalScore, cumulative_average};
pub use state::{
    Aim, Battle, Colony, Fleet, Focus, Frame, Memory, OFF, Open, Plan, SEATS, Sheet, Ships, Sight, Sighting,
    State, Token, TransportGroup, VolleyCursor,
};
#[cfg(feature = "ts")]
pub use typescript::typescript;
pub use view::View;

use crate::{
    data::{CardNumber, Components},
    ids::{Development, Star},
    scenario::{Edition, Scenario, SetupError, Start},
    tables::Tables,
};

/// SQ-5.1c: ships go no further from a base.
pub const RANGE: u8 = 8;

/// The rules and one scenario.
#[derive(Clone, Debug)]
pub struct StellarConquest {
    /// What is played.
    pub scenario: Scenario,
    /// What is printed.
    pub components: Components,
    /// Hexes that exist.
    land: HexSet,
    /// Stars that exist.
    stars: u64,
    /// What is known of the ways on this extent of the map.
    tables: &'static Tables,
    /// Cards by class, bit n for card n.
    decks: [u128; 5],
    /// The same as lists.
    deck_lists: [Vec<CardNumber>; 5],
    /// By place on a card: the cards that list a planet there, bit n for card n.
    cards_with_planet: [u128; 3],
}

impl StellarConquest {
    /// The scenario and options of a line such as `four-A turns=36 home=80`.
    pub fn new(setup: &str) -> Result<Self, SetupError> {
        let mut components = Components::load()?;
        let scenario = Scenario::parse(setup, &components)?;
        if scenario.edition == Edition::Later {
            components.read_fire(data::FIRE_LATER)?;
        }
        Ok(Self::of(scenario, components))
    }

    fn of(scenario: Scenario, components: Components) -> Self {
        let land = scenario.land(&components);
        let mut stars = 0;
        for (at, star) in components.stars.iter().enumerate() {
            if land.contains(star.hex) {
                rule!("SQ-12.3b");
                rule!("SQ-2.2e");
                stars |= Star(at as u8).bit();
            }
        }
        rule!("SQ-2.1f");
        let tables = Tables::of(scenario.extent, &land, &components);
        let mut decks = [0; 5];
        let mut deck_lists: [Vec<CardNumber>; 5] = Default::default();
        for (number, card) in components.cards.iter().enumerate() {
            if let Some(class) = card.class {
                decks[usize::from(class)] |= 1 << number;
                deck_lists[usize::from(class)].push(number as u8);
            }
        }
        let mut cards_with_planet = [0; 3];
        for (number, card) in components.cards.iter().enumerate() {
            for (place, planet) in card.planets.iter().enumerate() {
                cards_with_planet[place] |= u128::from(planet.is_some()) << number;
            }
        }
        Self { scenario, components, land, stars, tables, decks, deck_lists, cards_with_planet }
    }

    /// What a seat may do now, of a state or of the seat's own view.
    pub(crate) fn legal_for(&self, state: &Known<'_>, seat: Seat, out: &mut Vec<Action>) {
        if matches!(self.turn_of(state), Turn::Choose(seats) if seats.contains(seat)) {
            self.legal_of(state, seat, out);
        }
    }

    /// The star in a hex, if there is one.
    pub fn star_at(&self, hex: Hex) -> Option<Star> {
        self.tables.star_at[hex.index()]
    }
    /// Where a star is.
    pub fn hex_of(&self, star: Star) -> Hex {
        self.components.stars[star.index()].hex
    }
    /// The hexes next to one.
    pub fn around(&self, hex: Hex) -> &[Hex] {
        &self.tables.around[hex.index()]
    }
    /// A star's name.
    pub fn star_name(&self, star: Star) -> &str {
        &self.components.stars[star.index()].name
    }
    /// The stars of this scenario.
    pub fn stars(&self) -> impl Iterator<Item = Star> {
        Star::all(self.stars)
    }
    pub(crate) fn seat_list(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.scenario.players).map(Seat)
    }
    pub(crate) fn nova(&self) -> Option<Star> {
        match self.scenario.start {
            Start::Nova { star, .. } => Some(star),
            Start::Entries(_) | Start::Stars(_) => None,
        }
    }
    pub(crate) fn has(state: &Known<'_>, seat: Seat, development: Development) -> bool {
        state.sheets[seat.index()].developments & development.bit() != 0
    }
}

impl Game for StellarConquest {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type Roll = Roll;
    type Event = Event;
    type View = View;

    fn seats(&self) -> u8 {
        rule!("SQ-1.0a");
        self.scenario.players
    }
    fn start(&self) -> State {
        self.set_up()
    }
    fn turn(&self, state: &State) -> Turn<Chance> {
        self.turn_of(&state.known())
    }
    fn candidates(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let state = state.known();
        if matches!(self.turn_of(&state), Turn::Choose(seats) if seats.contains(seat)) {
            self.candidates_of(&state, seat, out);
        }
    }
    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let state = state.known();
        match self.turn_of(&state) {
            Turn::Choose(seats) if seats.contains(seat) => self.check_of(&state, seat, action),
            Turn::Choose(_) | Turn::Chance(_) | Turn::Over => Err(Denied(rule!("SQ-4.0b"))),
        }
    }
    fn corrections(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let state = state.known();
        match state.open.frame {
            Frame::Bonus | Frame::Production if state.open.waiting.contains(seat) => {
                self.legal_corrections(&state, seat, out);
            }
            Frame::Move if state.open.active == seat => self.corrections_move(&state, seat, out),
            _ => {}
        }
    }
    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        self.legal_for(&state.known(), seat, out);
    }
    fn prune(&self, state: &State, seat: Seat, actions: &mut Vec<Action>) {
        self.prune_of(&state.known(), seat, actions);
    }
    fn apply(&self, state: &mut State, step: StepOf<Self>, emit: &mut impl FnMut(Event)) {
        self.apply_step(state, step, emit);
    }
    fn sample(&self, chance: &Chance, dice: &mut impl Dice) -> Roll {
        match *chance {
            Chance::Dice(count) => {
                let mut faces = [0; MAX_DICE];
                faces[..usize::from(count)].iter_mut().for_each(|face| *face = dice.d6());
                Roll::Dice(faces)
            }
            Chance::Card(mut deck) => {
                for _ in 0..dice.below(deck.count_ones()) {
                    deck &= deck - 1;
                }
                Roll::Card(deck.trailing_zeros() as u8)
            }
        }
    }
    fn admits(&self, chance: &Chance, roll: Roll) -> bool {
        match (chance, roll) {
            (&Chance::Dice(count), Roll::Dice(faces)) => {
                let (thrown, rest) = faces.split_at(usize::from(count));
                thrown.iter().all(|face| (1..=6).contains(face)) && rest.iter().all(|&face| face == 0)
            }
            (&Chance::Card(deck), Roll::Card(card)) => card < 128 && deck >> card & 1 == 1,
            (Chance::Dice(_), Roll::Card(_)) | (Chance::Card(_), Roll::Dice(_)) => false,
        }
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.open.frame == Frame::Over).then(|| self.score(&state.known()).outcome())
    }
    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.view_for(state, viewer)
    }
    fn determinize(&self, view: &View, dice: &mut impl Dice) -> State {
        let mut state = self.blank();
        self.determinize_view(view, dice, &mut state);
        state
    }
    fn determinize_into(&self, view: &View, dice: &mut impl Dice, state: &mut State) {
        self.determinize_view(view, dice, state);
    }
    fn redact(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        let sees = match viewer {
            Viewer::Seat(seat) => event.visible_to.contains(seat),
            Viewer::Public => event.visible_to == Seats::ALL,
        };
        let visible_to = match event.visible_to {
            Seats::ALL => Seats::ALL,
            _ => viewer.seat().map_or(Seats::NONE, Seats::only),
        };
        sees.then(|| Event { visible_to, kind: event.kind.clone() })
    }
    fn undoable(&self, event: &Event) -> bool {
        // Tokens that move or divide give information to the others (SQ-HID-2); notes on the own sheet do not.
        matches!(event.kind, EventKind::Noted(_) | EventKind::Acquired(..))
    }
}
