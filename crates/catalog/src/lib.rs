//! The games, and a match whose game is known only at run time: [`AnyTable`], text and JSON at its edge.
//!
//! ```
//! use catalog::{Catalog, NewMatch};
//! use rules::Seat;
//!
//! let catalog = Catalog::standard();
//! let mut table = catalog.open(&NewMatch::of("star_borders", "A").seeded(7))?;
//! let seat = table.waiting().first().expect("somebody begins");
//! let prompt = table.prompt(seat);
//! let revision = table.submit(seat, table.revision(), &[&prompt.choices[0].action])?;
//! assert_eq!(revision, table.revision());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod bench;
mod games;
mod hint;
mod rulebook;
mod shelf;
mod star_borders;
mod stellar_conquest;

pub use any::{AnyTable, LogLine, SubmitError};
pub use bench::{BenchReport, bench};
pub use games::{
    Catalog, Entry, GameInfo, NewMatch, OpenError, OptionInfo, OrderInfo, Report, ScenarioInfo, TakenInfo,
};
pub use hint::{Hint, WORLDS, hint};
pub use rulebook::{Arena, Rulebook};
