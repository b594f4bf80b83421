//! Experiments: duels between computer players, a load generator for servers, and a simulation of many servers.
//!
//! ```
//! use catalog::{Catalog, NewMatch};
//! use lab::duel::{Duel, run};
//! use search::Level;
//!
//! let arena = Catalog::standard().game("star_borders")?.arena(&NewMatch::of("star_borders", "A"))?;
//! let duel = Duel { players: vec![Level::Greedy, Level::Random], matches: 4, seed: 1, until: None };
//! let result = run(&*arena, &duel, &|| {});
//! assert_eq!(result.first_wins + result.other_wins + result.draws, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod calibration;
pub mod client;
pub mod duel;
pub mod figures;
pub mod load;
pub mod network;
mod process;
pub mod scale;
pub mod train;
