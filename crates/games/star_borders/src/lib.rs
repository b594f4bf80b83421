//! Star Borders: Humanity. (module map to follow)

mod briefing;
pub mod cards;
pub mod counters;
mod data_error;
mod ids;
mod load;
pub mod lottery;
pub mod quadrant;
pub mod scenario;
mod scenario_check;
pub mod scenario_file;
mod scenario_rules;

pub use cards::{CardData, CardKind, Cards};
pub use counters::{Class, Counters, Ratings, Stripe};
pub use data_error::{DataError, ScenarioErrors};
pub use ids::*;
pub use quadrant::{Location, PlacedSector, Quadrant, Terrain};
pub use scenario::{
    Condition, DrawPool, DueAt, Extra, Features, Initiative, InitiativeMode, Instant, Place, Placed, Points,
    Requisition, Scenario, SideSetup, Special, Victory, When,
};
pub use scenario_file::ScenarioFile;
pub use scenario_rules::Warning;

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
}
