//! One binary for all tests of the game.

mod battle_rows;
mod battles;
mod cards_green;
mod cards_red;
mod decks;
mod examples;
mod figures;
mod fleets;
mod golden;
mod laws;
mod leaks;
mod market;
mod npc;
mod positions;
mod presentation;
mod proofs;
mod secrets;
mod sides;
mod stage;
mod table_rows;
mod turns;
mod windows;
