//! Property tests every game must pass, run on random matches; and fixtures for the tests of a rule.
//!
//! ```
//! use laws::{Laws, duel::{Duel, DuelSecrets}};
//!
//! Laws { matches: 20, ..Laws::default() }.check(&Duel::default(), &DuelSecrets);
//! ```

mod dice;
pub mod duel;
pub mod golden;
mod leaky;
mod properties;
mod scene;

pub use dice::{ScriptedDice, SplitMix64};
pub use leaky::{Leak, Leaky};
pub use properties::{Laws, Played, Secrecy, lively_step, outcomes_agree, play_random_match, random_step};
pub use scene::{Scene, denied};
