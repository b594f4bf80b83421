//! All tests of the crate in one binary: one module for each chapter of the ledger.

mod chapter_03_setup;
mod chapter_05_sequence;
mod chapter_06_aliens;
mod chapter_06_universal;
mod figures;
mod laws;
mod stage;
