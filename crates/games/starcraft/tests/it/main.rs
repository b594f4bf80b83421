//! All tests of the rules, one module for each chapter of the ledger.

#![expect(clippy::match_same_arms, reason = "steps are listed in the order of the hidden-information table")]

mod battle;
mod common;
mod effects;
mod examples_fights;
mod figures;
mod knowledge;
mod laws_hold;
mod leaks;
mod orders;
mod presentation;
mod proofs;
mod regroup;
mod secrets;
mod setup;
