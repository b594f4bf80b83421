//! Star Borders: Humanity, every rule of the ledger (`docs/rules/star_borders.md`).
//!
//! ```
//! use rules::{Game, Notation, Seat, Step};
//! use star_borders::StarBorders;
//!
//! let game = StarBorders::scenario("A").unwrap();
//! let imperium = Seat(1);
//! let mut state = game.start();
//! for order in ["pick I-PR-1", "go DL8"] {
//!     let action = game.read_action(order).unwrap();
//!     game.check(&state, imperium, action).unwrap();
//!     game.apply(&mut state, Step::Act(imperium, action), &mut |event| println!("{event:?}"));
//! }
//! let again = game.check(&state, imperium, game.read_action("go DL9").unwrap());
//! assert_eq!(again.unwrap_err().rule().name(), "SB-6.1a", "one Engine is one step: that move is over");
//! ```
//!
//! Where a rule stands:
//!
//! | chapter | file |
//! |---|---|
//! | 2 components | `counters`, `cards`, `quadrant`; `state` for what lies on the table |
//! | 3 set-up, scenario files | `scenario_file`, `scenario_check`, `scenario_rules`, `lottery`, `load` |
//! | 4 and 9.0 sequence of play | `flow` |
//! | 5.1 and 9 Development cards | `development` |
//! | 5.2–5.5 replacements, repair, fortification, reinforcements | `activity` |
//! | 6 movement | `movement` |
//! | 7 combat | `battle`, `fire` (7.5), `partition`, `hits` (7.6), `coup` (7.8) |
//! | 8 housekeeping | `housekeeping` |
//! | 10 victory | `victory` |
//! | 12 who knows what | `view` |
//! | scenario special rules | `muster` |
//!
//! `game` implements the kernel's trait, `play` applies steps. `notation` and `position` read and write text;
//! `picture`, `detail`, `present`, `chart` and `briefing` present the match; `orders`, `forecast` and `advice` evaluate
//! it.

#![expect(
    clippy::unused_self,
    reason = "a rule is asked of the game, whether or not it needs the scenario today"
)]

mod action;
mod activity;
mod advice;
mod battle;
mod briefing;
pub mod cards;
mod chart;
pub mod counters;
mod coup;
mod data_error;
mod detail;
mod development;
mod element_cards;
mod features;
mod fire;
mod flow;
mod forecast;
mod game;
mod goals;
mod hits;
mod housekeeping;
mod ids;
mod load;
mod log;
pub mod lottery;
mod movement;
mod muster;
mod notation;
mod orders;
mod partition;
mod picture;
mod play;
mod position;
mod present;
mod prompts;
pub mod quadrant;
mod reasons;
pub mod scenario;
mod scenario_check;
pub mod scenario_file;
mod scenario_lines;
mod scenario_rules;
mod state;
mod step_names;
#[cfg(feature = "ts")]
mod typescript;
mod victory;
mod view;

pub use action::{Action, Chance, Coup, Event, Faces, Payment, Price, Repairer, Roll};
pub use cards::{CardData, CardKind, Cards};
pub use counters::{Class, Counters, Ratings, Stripe};
pub use data_error::{DataError, ScenarioErrors};
pub use detail::{Detail, ForecastPicture, GoalPicture};
pub use forecast::Forecast;
pub use ids::*;
pub use movement::Stop;
pub use picture::*;
pub use quadrant::{Location, PlacedSector, Quadrant, Terrain};
pub use scenario::{
    ArrivalPlace, Condition, DrawPool, Extra, Features, Initiative, InitiativeMode, Instant, Placed, Points,
    Requisition, Scenario, SideSetup, Special, StartingPlace, Victory, When,
};
pub use scenario_file::ScenarioFile;
pub use scenario_rules::Warning;
pub use state::{Battle, Board, Ending, Frame, Move, Outcome, PlayerTurn, Shot, Spot, State, Volley};
#[cfg(feature = "ts")]
pub use typescript::typescript;
pub use view::View;

/// The game: its components and a checked scenario. Immutable; a match is a separate [`State`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StarBorders {
    /// The map.
    pub quadrant: Quadrant,
    /// The ship counters.
    pub counters: Counters,
    /// The Development cards.
    pub cards: Cards,
    /// The set-up and the victory conditions.
    pub scenario: Scenario,
    /// By side: the planets listed as its Sector Bases (SB-DEF-4).
    pub base_planets: [LocSet; 2],
    /// The scenario as the text of a file: what a save is fingerprinted by.
    pub source: String,
}
