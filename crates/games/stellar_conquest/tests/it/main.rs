//! All tests of the game in one binary: a change is checked in one link.

mod common;

mod laws;
