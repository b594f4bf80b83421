//! `StarCraft`: The Board Game: two to six factions fight for one galaxy with stacks of hidden orders and battles of
//! cards. Rule ids are those of `docs/rules/starcraft.md`.
//!
//! | file | chapter |
//! |---|---|
//! | [`data`], [`effect`], [`options`] | components, effect codes, options (2, 12, 3) |
//! | `board`, `setup`, `flow` | areas and routes, set-up, sequence of play (2, 3, 4) |
//! | `planning`, `payment`, `build`, `mobilize`, `research` | the orders (5 to 10) |
//! | `battle`, `cards`, `skirmish`, `strike`, `retreat` | battles (11, 12) |
//! | `regroup`, `events`, `victory` | regrouping, events, the end (13, 14, 16) |
//! | `view`, `notation`, `position` | what is known and written (17, 23) |
//! | `views`, `present`, `advice` | what is shown and advised (21) |
//!
//! ```
//! use rules::{Game, Notation, Seat, Step, Turn};
//! use starcraft::StarCraft;
//!
//! let game = StarCraft::new("ready-2 factions=raynor,overmind")?;
//! let state = game.start();
//! // The first player is drawn by lot.
//! assert!(matches!(game.turn(&state), Turn::Chance(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![expect(
    clippy::unused_self,
    reason = "the rules are questions to the game value, whether or not an answer needs its data"
)]
#![expect(
    clippy::match_same_arms,
    clippy::similar_names,
    clippy::needless_range_loop,
    clippy::struct_excessive_bools,
    clippy::trivially_copy_pass_by_ref,
    clippy::type_complexity,
    clippy::needless_pass_by_value,
    clippy::single_match_else,
    clippy::needless_for_each,
    clippy::nonminimal_bool,
    reason = "tables list their rows one by one; seat and seats, side and sides are the ledger's words"
)]

mod action;
mod advice;
mod battle;
mod board;
mod build;
mod cards;
pub mod data;
pub mod effect;
mod events;
mod explain;
mod flow;
pub mod ids;
mod labels;
mod log;
mod mobilize;
mod names;
mod notation;
mod odds;
pub mod options;
mod payment;
mod planning;
mod position;
mod present;
mod prints;
mod regroup;
mod research;
mod retreat;
mod setup;
mod sheet;
mod skirmish;
mod state;
mod strike;
mod tables;
#[cfg(feature = "ts")]
mod typescript;
mod victory;
mod view;
pub mod views;

pub use action::{Ability, Action, Chance, Event, Place, Roll, Thing};
pub use payment::Funds;
use rules::{Denied, Dice, Game, Outcome, Seat, StepOf, Turn, Viewer, rule};
pub use skirmish::{SideValue, Source, Term, Values};
pub use state::{
    AREAS, AreaState, Battle, Ending, Fate, Frame, Hit, Line, NONE, Order, Pay, PayStage, Placed, Player,
    ROUTES, RouteState, SEATS, STACK, Splash, Stack, State, Step, Tile, Toll,
};
#[cfg(feature = "ts")]
pub use typescript::typescript;
pub use view::{HIDDEN, PlacedView, PlayerView, View};

use crate::{
    data::Components,
    ids::{Card, EventId, Faction, Planet},
    options::{Options, SetupError},
};

/// The rules, the components and one table's options.
#[derive(Clone, Debug)]
pub struct StarCraft {
    #[expect(missing_docs, reason = "what the table was opened with")]
    pub options: Options,
    #[expect(missing_docs, reason = "what is printed")]
    pub components: Components,
    /// Cards of each race that are combat cards.
    combat: [u64; 3],
    /// Cards of each race that are reinforcement cards.
    reinforcements: [u64; 3],
    /// Kinds that are Assist units.
    assist: u32,
    /// Kinds that fly.
    flying: u32,
    /// Event cards each stage deals in this game.
    stages: [u8; 3],
    /// The planet of each area.
    planet_of: [Planet; AREAS],
    /// The End Draws Near.
    end: EventId,
    /// Technologies that let a player swap units, by kind built.
    swaps: Vec<(ids::Kind, ids::Kind, u8, u64)>,
    /// Cards whose code is `RECALL`, `HP_SUFFICIENT`, by race.
    recall: [u64; 3],
    sufficient: [u64; 3],
    /// The kept event that lowers a price, the one that lends a route.
    overtime: EventId,
    march: EventId,
}

impl StarCraft {
    /// Opens a table by a line such as `built-3 factions=random`.
    pub fn new(line: &str) -> Result<Self, SetupError> {
        let components = Components::load()?;
        let options = Options::parse(line, &components)?;
        Ok(Self::of(options, components))
    }

    fn of(options: Options, components: Components) -> Self {
        use effect::{CardKind, Code};
        let masks = |wanted: &dyn Fn(&data::CardType) -> bool| {
            let mut masks = [0u64; 3];
            for (race, mask) in components.races.iter().zip(&mut masks) {
                for local in 0..race.cards {
                    if wanted(&components.cards[usize::from(race.first_card + local)]) {
                        *mask |= 1 << local;
                    }
                }
            }
            masks
        };
        let coded = |wanted: fn(&Code) -> bool| {
            masks(&move |card: &data::CardType| card.effects.iter().any(|effect| wanted(&effect.code)))
        };
        let kinds = |wanted: fn(&data::UnitType) -> bool| -> u32 {
            let units = components.units.iter().enumerate();
            units.filter(|(_, unit)| wanted(unit)).map(|(at, _)| 1 << at).sum()
        };
        let kept = |wanted: fn(&Code) -> bool| {
            let with = |event: &data::EventType| event.effects.iter().any(|effect| wanted(&effect.code));
            EventId(components.events.iter().position(with).unwrap_or(31) as u8)
        };
        let mut swaps = Vec::new();
        for card in &components.cards {
            for effect in &card.effects {
                if let Code::Enable(kind) = effect.code
                    && let Some((old, count)) = components.unit(kind).replaces
                    && let Some(tech) = card.tech
                {
                    swaps.push((kind, old, count, components.tech(tech).cards));
                }
            }
        }
        let removed = components.common.removed[usize::from(options.players) - 2];
        let mut planet_of = [Planet(0); AREAS];
        for (planet, area) in planet_of.iter_mut().zip(&components.areas) {
            *planet = area.planet;
        }
        Self {
            combat: masks(&|card| card.kind == CardKind::Combat),
            reinforcements: masks(&|card| card.kind == CardKind::Reinforcement),
            assist: kinds(|unit| unit.assist),
            flying: kinds(|unit| unit.flying),
            stages: [25 - removed, 25 - removed, 20],
            planet_of,
            end: components.end_event(),
            swaps,
            recall: coded(|code| *code == Code::Recall),
            sufficient: coded(|code| matches!(code, Code::HpSufficient(_))),
            overtime: kept(|code| matches!(code, Code::Discount(_))),
            march: kept(|code| *code == Code::MobVirtualTransport),
            options,
            components,
        }
    }
}

impl Game for StarCraft {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type Roll = Roll;
    type Event = Event;
    type View = View;

    fn seats(&self) -> u8 {
        self.options.players
    }
    fn start(&self) -> State {
        self.set_up()
    }
    fn turn(&self, state: &State) -> Turn<Chance> {
        self.waits_for(state)
    }
    fn candidates(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if self.asks(state, seat) {
            self.offer(state, seat, out);
        }
    }
    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        if self.asks(state, seat) { self.judge(state, seat, action) } else { Err(Denied(rule!("SC-SEQ-5"))) }
    }
    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if self.asks(state, seat) {
            self.list(state, seat, out);
        }
    }
    fn apply(&self, state: &mut State, step: StepOf<Self>, emit: &mut impl FnMut(Event)) {
        match step {
            rules::Step::Act(seat, action) => self.act(state, seat, action, emit),
            rules::Step::Chance(roll) => self.take_roll(state, roll, emit),
        }
        self.settle(state, emit);
    }
    fn sample(&self, chance: &Chance, dice: &mut impl Dice) -> Roll {
        fn nth(mut set: u64, dice: &mut impl Dice) -> u8 {
            for _ in 0..dice.below(set.count_ones()) {
                set &= set - 1;
            }
            set.trailing_zeros() as u8
        }
        match *chance {
            Chance::FirstPlayer(players) => {
                rule!("SC-CHN-1");
                Roll::Seat(Seat(dice.below(u32::from(players)) as u8))
            }
            Chance::Faction(left) => Roll::Faction(Faction(nth(u64::from(left), dice))),
            Chance::Planet(left) => Roll::Planet(Planet(nth(u64::from(left), dice))),
            Chance::Home(left) => Roll::Home(Planet(nth(u64::from(left), dice))),
            Chance::Card { first, cards } => Roll::Card(Card(first + nth(cards, dice))),
            Chance::Event(bag) => {
                let mut left = dice.below(bag.len());
                for event in bag.kinds() {
                    let copies = u32::from(bag.count(event));
                    if left < copies {
                        return Roll::Event(event);
                    }
                    left -= copies;
                }
                unreachable!("a draw from the bag is one of its cards")
            }
        }
    }
    fn admits(&self, chance: &Chance, roll: Roll) -> bool {
        match (chance, roll) {
            (&Chance::FirstPlayer(players), Roll::Seat(seat)) => seat.0 < players,
            (&Chance::Faction(left), Roll::Faction(faction)) => faction.0 < 6 && left >> faction.0 & 1 == 1,
            (&Chance::Planet(left), Roll::Planet(planet)) | (&Chance::Home(left), Roll::Home(planet)) => {
                planet.0 < 12 && left >> planet.0 & 1 == 1
            }
            (&Chance::Card { first, cards }, Roll::Card(card)) => {
                card.0 >= first && card.0 - first < 64 && cards >> (card.0 - first) & 1 == 1
            }
            (&Chance::Event(bag), Roll::Event(event)) => event.0 < 32 && bag.count(event) > 0,
            _ => false,
        }
    }
    fn outcomes(&self, chance: &Chance, out: &mut Vec<(Roll, u32)>) -> bool {
        match *chance {
            Chance::FirstPlayer(players) => out.extend((0..players).map(|at| (Roll::Seat(Seat(at)), 1))),
            Chance::Faction(left) => {
                let free = (0..6).filter(|at| left >> at & 1 == 1);
                out.extend(free.map(|at| (Roll::Faction(Faction(at)), 1)));
            }
            Chance::Planet(left) => {
                let free = (0..12).filter(|at| left >> at & 1 == 1);
                out.extend(free.map(|at| (Roll::Planet(Planet(at)), 1)));
            }
            Chance::Home(left) => {
                let free = (0..12).filter(|at| left >> at & 1 == 1);
                out.extend(free.map(|at| (Roll::Home(Planet(at)), 1)));
            }
            Chance::Card { first, cards } => {
                let held = (0..64).filter(|at| cards >> at & 1 == 1);
                out.extend(held.map(|at| (Roll::Card(Card(first + at)), 1)));
            }
            Chance::Event(bag) => {
                out.extend(bag.kinds().map(|event| (Roll::Event(event), u32::from(bag.count(event)))));
            }
        }
        true
    }
    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.ending.map(|ending| self.result(state, ending))
    }
    fn prune(&self, state: &State, seat: Seat, legal: &mut Vec<Action>) {
        self.drop_permutations(state, seat, legal);
    }
    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.look(state, viewer)
    }
    fn determinize(&self, view: &View, dice: &mut impl Dice) -> State {
        self.imagine(view, dice)
    }
    fn redact(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        self.heard(event, viewer)
    }
    fn undoable(&self, event: &Event) -> bool {
        // SC-HID-18: the others learn only that a seat has answered.
        matches!(event, Event::DiscardChosen { .. })
    }
}
