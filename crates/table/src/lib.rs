//! A match in progress: the log is the truth, the state is a cache of it.
//!
//! ```
//! use laws::sample::Duel;
//! use rules::{Notation, Seat};
//! use table::{Seed, Table};
//!
//! let mut table = Table::open(Duel::default(), Seed::from_number(7));
//! let seat = table.waiting().first().expect("somebody is asked first");
//! let prompt = table.prompt(seat);
//! let action = table.game().read_action(&prompt.choices[0].action).expect("offered");
//! table.submit(seat, table.revision(), &[action]).expect("what is offered is accepted");
//! assert!(table.submit(Seat(1), 0, &[action]).is_err(), "a stale revision is refused");
//! ```

mod dice;
mod save;
mod table;

pub use dice::{FairDice, Script, Seed, SeedOrigin};
pub use save::{LoadError, Save, fingerprint};
pub use table::{Origin, Refusal, Table};
