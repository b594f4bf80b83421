//! The fast generator of imagined matches.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::Dice;

/// Dice for playouts: fast, repeatable, of no use for real matches.
#[derive(Clone, Debug)]
pub struct PlayoutRng(Xoshiro256PlusPlus);

impl PlayoutRng {
    /// The same seed gives the same dice.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl Dice for PlayoutRng {
    /// Multiply-and-shift: its bias of less than n / 2³² does not matter in a playout.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        (((self.0.next_u64() >> 32) * u64::from(n)) >> 32) as u32
    }
}
