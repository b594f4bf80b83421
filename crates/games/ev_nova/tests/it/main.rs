//! One binary for all tests of the game.

mod figures;
mod laws;
mod secrets;
