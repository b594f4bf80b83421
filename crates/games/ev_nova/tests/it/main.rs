//! One binary for all tests of the game.

mod laws;
mod secrets;
