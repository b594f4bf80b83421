//! All tests of the rules, one module for each chapter of the ledger.

#![expect(clippy::match_same_arms, reason = "steps are listed in the order of the hidden-information table")]

mod battle;
mod build;
mod common;
mod effects;
mod examples_fights;
mod figures;
mod knowledge;
mod laws_hold;
mod leaks;
mod mobilize;
mod orders;
mod payment;
mod presentation;
mod proofs;
mod regroup;
mod research;
mod secrets;
mod setup;
