//! The games, and a match whose game is known only at run time: [`AnyTable`], text and JSON at its edge.
//!
//! ```
//! use catalog::{Catalog, NewMatch};
//! use rules::Seat;
//!
//! let catalog = Catalog::standard();
//! let mut table = catalog.open(&NewMatch::of("star_borders", "A").seeded(7))?;
//! let seat = table.seats_to_act().first().expect("a seat begins");
//! let prompt = table.prompt(seat);
//! let steps = table.submit(seat, table.step_count(), &[&prompt.choices[0].action])?;
//! assert_eq!(steps, table.step_count());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod average;
mod bench;
mod challenge;
mod definition;
mod ev_nova;
mod games;
mod hint;
mod review;
mod scenario_cache;
mod space_infantry;
mod star_borders;
mod starcraft;
mod stellar_conquest;
pub mod strength;

pub use any::{AnyTable, History, HistoryMoment, LogLine, NotableRoll, SubmitError, Tally};
pub use average::{AverageRule, PlayerAverage, RatedMatch};
pub use bench::{BenchReport, bench};
pub use challenge::{Challenge, Day};
pub use definition::{Arena, GameDefinition, Played, Thinking};
pub use games::{
    Catalog, DeckCheck, GameEntry, GameInfo, NewMatch, NumberRange, OpenError, OptionInfo, OptionValueInfo,
    OrderInfo, Report, ScenarioInfo, SeatChoiceInfo,
};
pub use hint::{Decision, Hint, HintPlan};
pub use review::{BetterLine, DecisionReview, Review, ReviewCause, ReviewPoint, SeatReview, TurningPoint};
