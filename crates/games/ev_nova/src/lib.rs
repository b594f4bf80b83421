//! Escape Velocity Nova: the card game, every rule of the ledger (`docs/rules/ev_nova.md`).

#![expect(
    clippy::unused_self,
    reason = "a rule is asked of the game, whether or not it needs the components today"
)]
#![expect(
    clippy::match_same_arms,
    reason = "arms are listed in the order of the rules, not by their results"
)]
#![expect(clippy::struct_excessive_bools, reason = "ships and seats are flat plain data")]
#![expect(clippy::similar_names, reason = "the words of the rules: a seat has a stat, a name is named")]

mod action;
mod advice;
mod aftermath;
pub mod bag;
mod battle;
pub mod board;
mod boarding;
pub mod data;
mod data_file;
mod data_raw;
mod deck;
mod deck_report;
mod explain;
mod fire;
mod fleet;
mod flow;
mod game;
mod ids;
mod market;
mod missions;
mod notation;
mod orders;
mod play;
mod position;
mod present;
mod query;
mod round;
mod scenes;
mod setup;
mod state;
mod story;
mod targets;
mod turn;
#[cfg(feature = "ts")]
mod typescript;
mod view;
mod withdraw;

pub use action::*;
pub use bag::{Bag, Cards, Stack};
pub use data::Data;
pub use data_file::DataError;
pub use deck::{Deck, DeckError, DeckIssue};
pub use deck_report::{DeckReport, TestHand};
pub use game::{EvNova, NovaReturn, Options, Setup, SetupError};
pub use ids::*;
pub use state::*;
#[cfg(feature = "ts")]
pub use typescript::typescript;
pub use view::View;
