//! Star Borders: Humanity. (module map to follow)

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
mod development;
mod fire;
mod flow;
mod forecast;
mod game;
mod hits;
mod housekeeping;
mod ids;
mod load;
pub mod lottery;
mod movement;
mod muster;
mod notation;
mod orders;
mod picture;
mod play;
mod position;
mod present;
pub mod quadrant;
pub mod scenario;
mod scenario_check;
pub mod scenario_file;
mod scenario_rules;
mod state;
mod victory;
mod view;

pub use action::{Action, Chance, Coup, Event, Faces, Mender, Purse, Roll};
pub use cards::{CardData, CardKind, Cards};
pub use counters::{Class, Counters, Ratings, Stripe};
pub use data_error::{DataError, ScenarioErrors};
pub use forecast::Forecast;
pub use ids::*;
pub use movement::Stop;
pub use picture::*;
pub use quadrant::{Location, PlacedSector, Quadrant, Terrain};
pub use scenario::{
    Condition, DrawPool, DueAt, Extra, Features, Initiative, InitiativeMode, Instant, Place, Placed, Points,
    Requisition, Scenario, SideSetup, Special, Victory, When,
};
pub use scenario_file::ScenarioFile;
pub use scenario_rules::Warning;
pub use state::{Battle, Board, Ending, Frame, Move, Outcome, PlayerTurn, Shot, Spot, State, Volley};
pub use view::View;

/// The game: its components and a checked scenario. Immutable; a match is a state beside it.
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
