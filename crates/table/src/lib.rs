//! A match in progress: the log is the truth, the state is a cache of it.
//!
//! ```
//! use laws::duel::Duel;
//! use rules::{Notation, Seat};
//! use table::{Seed, Table};
//!
//! let mut table = Table::open(Duel::default(), Seed::from_u64(7));
//! let seat = table.seats_to_act().first().expect("a seat is to act first");
//! let prompt = table.prompt(seat);
//! let action = table.game().read_action(&prompt.choices[0].action).expect("offered");
//! table.submit(seat, table.step_count(), &[action]).expect("what is offered is accepted");
//! assert!(table.submit(Seat(1), 0, &[action]).is_err(), "a stale step count is refused");
//! ```

mod dice;
mod prompt;
mod save;
mod table;

pub use dice::{FairDice, Script, Seed, SeedOrigin};
pub use save::{LoadError, Save, SavedOrders, SavedResignation, fingerprint};
pub use table::{MatchInfo, Refusal, Reroll, Table};
