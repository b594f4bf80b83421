//! Dice for tests.

use std::collections::VecDeque;

use rules::Dice;

/// A small repeatable generator for random matches.
#[derive(Clone, Copy, Debug)]
pub struct SplitMix64(pub u64);

impl Dice for SplitMix64 {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^= word >> 31;
        (((word >> 32) * u64::from(n)) >> 32) as u32
    }
}

/// Dice that show queued faces and fail the test when none is queued.
#[derive(Clone, Debug, Default)]
pub struct ScriptedDice(pub VecDeque<u32>);

impl Dice for ScriptedDice {
    fn below(&mut self, n: u32) -> u32 {
        let face = self
            .0
            .pop_front()
            .unwrap_or_else(|| panic!("a die with {n} faces was rolled that the test did not script"));
        assert!((1..=n).contains(&face), "the test scripted a {face} for a die with {n} faces");
        face - 1
    }
}
