//! One binary for all tests of the game.

mod battles;
mod decks;
mod figures;
mod fleets;
mod laws;
mod market;
mod secrets;
mod stage;
mod turns;
