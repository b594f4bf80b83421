#![allow(dead_code, reason = "each test file uses its part of the stage")]

pub mod secrets;
