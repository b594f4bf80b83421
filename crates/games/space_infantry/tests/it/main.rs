//! All tests of the crate in one binary: one module for each chapter of the ledger.

#![expect(clippy::similar_names, reason = "a stage and its state stand side by side in every test")]

mod bad_input;
mod chapter_03_setup;
mod chapter_05_sequence;
mod chapter_06_aliens;
mod chapter_06_universal;
mod chapter_07_fleet;
mod chapter_07_intrigue;
mod chapter_07_resources;
mod chapter_08_war;
mod chapter_10_combat;
mod chapter_12_windows;
mod examples;
mod figures;
mod forecast;
mod golden;
mod laws;
mod presentation;
mod soak;
mod stage;
mod streams;
mod unsound;
mod unsound_data;
