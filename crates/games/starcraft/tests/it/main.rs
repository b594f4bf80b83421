//! All tests of the rules, one module for each chapter of the ledger.

mod laws_hold;
mod secrets;
