//! All tests of the game in one binary: a change is checked in one link.

mod common;

mod bad_input;
mod chapter_12_scenarios;
mod chapter_3_setup;
mod chapter_4_exploration;
mod chapter_5_movement;
mod chapter_6_combat;
mod chapter_7_conquest;
mod chapter_8_landing;
mod chapter_8_production;
mod chapter_9_technology;
mod golden;
mod journeys;
mod laws;
mod order;
mod picture;
mod presentation;
mod proofs;
mod single;
