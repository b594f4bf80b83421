//! Properties that hold for every game, checked by random play; and the small stage on which the
//! tests of a rule are set.
//!
//! ```
//! use laws::{Laws, sample::{Duel, DuelSecrets}};
//!
//! Laws { matches: 20, ..Laws::default() }.hold(&Duel::default(), &DuelSecrets);
//! ```

mod dice;
pub mod golden;
mod hold;
pub mod sample;
mod scene;

pub use dice::{Lottery, Rolls};
pub use hold::{Laws, Played, Secrecy, play, random_step};
pub use scene::{Scene, denied};
