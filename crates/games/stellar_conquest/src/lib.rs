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
//! | `view`, `notation`, `position`, `plausible` | what is known and written |
//! | `picture`, `present`, `orders`, `advice` | what is shown and advised |
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

mod action;
mod advice;
mod building;
mod colonies;
mod combat;
mod correction;
mod course;
pub mod data;
mod exploration;
mod flow;
pub mod ids;
mod movement;
mod notation;
mod orders;
mod picture;
mod planets;
mod plausible;
mod position;
mod present;
mod production;
mod research;
pub mod scenario;
mod scoring;
mod settle;
mod setup;
mod sighting;
mod state;
#[cfg(feature = "ts")]
mod typescript;
mod view;
mod withdrawal;

pub use action::{Action, Chance, Event, HANDFUL, Roll, What};
use arrayvec::ArrayVec;
use atlas::{Board, Hex};
pub use picture::{
    AimPicture, BattlePicture, ColonyPicture, ColumnPicture, DevelopmentPicture, EntryPicture, FleetPicture,
    ForecastPicture, ItemPicture, MemoryPicture, OddsPicture, PlanetPicture, PlannerPicture, PrintPicture,
    ResearchPicture, SeatPicture, SequencePicture, SheetPicture, ShipsPicture, SidePicture, StarPicture,
};
use rules::{Denied, Dice, Game, Outcome, Seat, Seats, StepOf, Turn, Viewer, rule};
pub use scoring::{Standing, cumulative_average};
pub use state::{
    Aim, Battle, Colony, Fleet, Focus, Frame, LOTS, Lot, Memory, OFF, Plan, SEATS, Sheet, Ships, Sight,
    State, Token,
};
#[cfg(feature = "ts")]
pub use typescript::typescript;
pub use view::{ColonyView, FleetView, View};

use crate::{
    data::Components,
    ids::{Development, Star},
    scenario::{Scenario, SetupError, Start},
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
    land: Board,
    /// Stars that exist.
    stars: u64,
    /// The star of a hex.
    star_at: Vec<Option<Star>>,
    /// The neighbours of a hex.
    around: Vec<ArrayVec<Hex, 6>>,
    /// Distances from every star to every hex, over any ground.
    far: Vec<[u8; Hex::IDS]>,
    /// The same in turns, for every movement allowance from 2 to 8.
    soon: Vec<Vec<[u8; Hex::IDS]>>,
    /// Range circles of the stars, then of the entry hexes.
    circles: Vec<Board>,
    /// Cards by class, bit n for card n.
    decks: [u128; 5],
}

impl StellarConquest {
    /// The scenario and options of a line such as `four-A turns=36 home=80`.
    pub fn new(setup: &str) -> Result<Self, SetupError> {
        let components = Components::load()?;
        let scenario = Scenario::parse(setup, &components)?;
        Ok(Self::of(scenario, components))
    }

    fn of(scenario: Scenario, components: Components) -> Self {
        let land = scenario.land(&components);
        let mut star_at = vec![None; Hex::IDS];
        let mut stars = 0;
        for (at, star) in components.stars.iter().enumerate() {
            if land.contains(star.hex) {
                rule!("SQ-12.3b");
                rule!("SQ-2.2e");
                star_at[star.hex.index()] = Some(Star(at as u8));
                stars |= Star(at as u8).bit();
            }
        }
        let mut around = vec![ArrayVec::new(); Hex::IDS];
        for hex in land.iter() {
            let mut next = Board::of(hex).spread().and(&land);
            next.remove(hex);
            around[hex.index()] = next.iter().collect();
        }
        rule!("SQ-2.1f");
        let mut far = vec![[u8::MAX; Hex::IDS]; Star::COUNT];
        for (from, star) in far.iter_mut().zip(&components.stars) {
            land.iter().for_each(|hex| from[hex.index()] = star.hex.distance(hex));
        }
        let centres = components.stars.iter().map(|star| star.hex).chain(components.entries);
        let circles = centres.map(|centre| Board::circle(centre, RANGE).and(&land)).collect();
        let mut decks = [0; 5];
        for (number, card) in components.cards.iter().enumerate() {
            if let Some(class) = card.class {
                decks[usize::from(class)] |= 1 << number;
            }
        }
        let mut game = Self {
            scenario,
            components,
            land,
            stars,
            star_at,
            around,
            far,
            soon: Vec::new(),
            circles,
            decks,
        };
        game.soon = (2..=8).map(|allowance| game.turns_to_all_stars(allowance)).collect();
        game
    }

    /// The star in a hex, if there is one.
    pub fn star_at(&self, hex: Hex) -> Option<Star> {
        self.star_at[hex.index()]
    }
    /// Where a star is.
    pub fn hex_of(&self, star: Star) -> Hex {
        self.components.stars[star.index()].hex
    }
    /// The hexes next to one.
    pub fn around(&self, hex: Hex) -> &[Hex] {
        &self.around[hex.index()]
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
    pub(crate) fn has(state: &State, seat: Seat, development: Development) -> bool {
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
        self.waits_for(state)
    }
    fn candidates(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if matches!(self.waits_for(state), Turn::Choose(seats) if seats.contains(seat)) {
            self.offer(state, seat, out);
        }
    }
    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        match self.waits_for(state) {
            Turn::Choose(seats) if seats.contains(seat) => self.judge(state, seat, action),
            Turn::Choose(_) | Turn::Chance(_) | Turn::Over => Err(Denied(rule!("SQ-4.0b"))),
        }
    }
    fn corrections(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let plans = matches!(state.frame, Frame::Bonus | Frame::Production);
        if plans && state.waiting.contains(seat) {
            self.list_corrections(state, seat, out);
        }
    }
    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if matches!(self.waits_for(state), Turn::Choose(seats) if seats.contains(seat)) {
            self.list(state, seat, out);
        }
    }
    fn apply(&self, state: &mut State, step: StepOf<Self>, emit: &mut impl FnMut(Event)) {
        self.carry_out(state, step, emit);
    }
    fn sample(&self, chance: &Chance, dice: &mut impl Dice) -> Roll {
        match *chance {
            Chance::Dice(count) => {
                let mut faces = [0; HANDFUL];
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
        (state.frame == Frame::Over).then(|| self.tally(state).outcome())
    }
    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.look_at(state, viewer)
    }
    fn determinize(&self, view: &View, dice: &mut impl Dice) -> State {
        self.imagine(view, dice)
    }
    fn redact(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        let hears = match viewer {
            Viewer::Seat(seat) => event.to.contains(seat),
            Viewer::Public => event.to == Seats::ALL,
        };
        let to =
            if event.to == Seats::ALL { Seats::ALL } else { viewer.seat().map_or(Seats::NONE, Seats::only) };
        hears.then(|| Event { to, what: event.what.clone() })
    }
    fn undoable(&self, event: &Event) -> bool {
        // Tokens that move or divide tell the others something (SQ-HID-2); notes on one's own sheet do not.
        matches!(event.what, What::Noted(_))
    }
}
