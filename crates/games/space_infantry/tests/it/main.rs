//! All tests of the crate in one binary: one module for each chapter of the ledger.

mod laws;
mod stage;
