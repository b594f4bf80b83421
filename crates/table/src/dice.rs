//! Fair dice: every roll of a match follows from its seed and the index of its step, or from its seed and the key
//! its game names (ADR 1).
//!
//! The seed's SHA-256 is shown when the match starts and the seed itself when it ends, so anyone can
//! check that no roll was chosen. Each step has its own `ChaCha20` stream: undoing a step never shifts the dice of
//! the others.

use std::{collections::VecDeque, fmt, fmt::Write as _};

use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use rand_core::Rng;
use rules::{Dice, StreamKey};
use sha2::{Digest, Sha256};

/// The secret all dice of a match are derived from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed from the operating system's generator.
    pub fn random() -> Self {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).expect("the operating system has random numbers");
        Self(bytes)
    }

    /// The seed that follows from a text: its SHA-256.
    pub fn from_text(text: &str) -> Self {
        Self(Sha256::digest(text).into())
    }

    /// A reproducible seed, for tests, scenarios and `--seed`.
    pub fn from_u64(number: u64) -> Self {
        Self(Sha256::digest(number.to_le_bytes()).into())
    }

    /// This seed mixed with the players' contributions, in seat order.
    #[must_use]
    pub fn with_contributions<'a>(self, contributions: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hash = Sha256::new();
        hash.update(self.0);
        for part in contributions {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Self(hash.finalize().into())
    }

    /// The seed of the dice after a takeback, so that rolls that were seen do not come again.
    #[must_use]
    pub fn after_takeback(self, number: u32) -> Self {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(b"takeback");
        hash.update(number.to_le_bytes());
        Self(hash.finalize().into())
    }

    /// What is shown at the start: the SHA-256 of the seed, in hex.
    pub fn commitment(self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// The seed in hex.
    pub fn to_hex(self) -> String {
        hex(&self.0)
    }

    /// Parses [`Seed::to_hex`].
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
        let bytes: Vec<u8> = digits?.chunks(2).map(|pair| pair.iter().fold(0, |n, d| n << 4 | d)).collect();
        if text.len() == 64 { bytes.try_into().ok().map(Self) } else { None }
    }

    /// The dice for the step with this index in the log.
    pub fn dice_for(self, step: usize) -> FairDice {
        let mut rng = ChaCha20Rng::from_seed(self.0);
        rng.set_stream(step as u64);
        FairDice(rng)
    }

    /// The dice of a keyed chance: they depend on the seed and the key, not on the log.
    pub fn dice_for_key(self, key: StreamKey) -> FairDice {
        let StreamKey { lane, moment, n, attempt } = key;
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update((lane.len() as u64).to_le_bytes());
        hash.update(lane);
        for number in [moment, n, attempt] {
            hash.update(number.to_le_bytes());
        }
        FairDice(ChaCha20Rng::from_seed(hash.finalize().into()))
    }
}

/// Where the seed of a match comes from: the secret that was committed to, and what the players mixed in
/// after they had seen the commitment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeedOrigin {
    /// The secret whose SHA-256 was shown.
    pub base: Seed,
    /// What the players contributed, in seat order; empty if none was requested.
    pub contributions: Vec<String>,
}

impl SeedOrigin {
    /// The seed the dice are derived from.
    pub fn seed(&self) -> Seed {
        if self.contributions.is_empty() {
            return self.base;
        }
        self.base.with_contributions(self.contributions.iter().map(String::as_bytes))
    }
}

impl From<Seed> for SeedOrigin {
    fn from(base: Seed) -> Self {
        Self { base, contributions: Vec::new() }
    }
}

impl fmt::Debug for Seed {
    /// A seed is a secret while its match runs: logs show the commitment only.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Seed(sha256 {})", self.commitment())
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string cannot fail");
        text
    })
}

/// The dice of one step of a match.
#[derive(Clone, Debug)]
pub struct FairDice(ChaCha20Rng);

impl Dice for FairDice {
    /// Rejection sampling on 32-bit words, little end first: written out here because logs depend on it.
    fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "a die needs a face");
        let zone = u32::MAX - (u32::MAX - n + 1) % n;
        loop {
            let word = self.0.next_u32();
            if word <= zone {
                return word % n;
            }
        }
    }
}

/// Results queued for the next rolls: the face, 1 to n, of each die in turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script(pub VecDeque<u32>);

/// Scripted faces while there are any, fair dice after that.
pub(crate) struct ScriptedDice<'s> {
    pub(crate) script: &'s mut Script,
    pub(crate) fair: FairDice,
    pub(crate) used: bool,
    /// The first scripted face that did not fit its die.
    pub(crate) misfit: Option<(u32, u32)>,
}

impl Dice for ScriptedDice<'_> {
    fn below(&mut self, n: u32) -> u32 {
        match self.script.0.pop_front() {
            None => self.fair.below(n),
            Some(face) => {
                self.used = true;
                if face == 0 || face > n {
                    self.misfit.get_or_insert((face, n));
                    return 0;
                }
                face - 1
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_survives_hex() {
        let seed = Seed::from_u64(42);
        assert_eq!(Seed::from_hex(&seed.to_hex()), Some(seed));
        assert_eq!(Seed::from_hex("abc"), None);
        assert_eq!(Seed::from_hex(&"g".repeat(64)), None);
    }

    #[test]
    fn dice_follow_from_seed_and_step_alone() {
        let rolls = |number, step| {
            let mut dice = Seed::from_u64(number).dice_for(step);
            (0..20).map(|_| dice.d6()).collect::<Vec<_>>()
        };
        assert_eq!(rolls(7, 3), rolls(7, 3));
        assert_ne!(rolls(7, 3), rolls(7, 4));
        assert_ne!(rolls(7, 3), rolls(8, 3));
        // Fixed for years: a change here breaks every stored match.
        assert_eq!(rolls(7, 3)[..6], FIRST_SIX, "the dice of stored matches have changed");
    }

    const FIRST_SIX: [u8; 6] = [2, 3, 4, 6, 3, 1];

    #[test]
    fn keyed_dice_depend_on_seed_and_key_alone() {
        let key = StreamKey { lane: "combat", moment: 3, n: 1, attempt: 0 };
        let rolls = |number, key| {
            let mut dice = Seed::from_u64(number).dice_for_key(key);
            (0..20).map(|_| dice.d6()).collect::<Vec<_>>()
        };
        assert_eq!(rolls(7, key), rolls(7, key));
        assert_ne!(rolls(7, key), rolls(8, key));
        for other in [
            StreamKey { lane: "contest", ..key },
            StreamKey { moment: 4, ..key },
            StreamKey { n: 2, ..key },
            StreamKey { attempt: 1, ..key },
        ] {
            assert_ne!(rolls(7, key), rolls(7, other), "{other:?}");
        }
        // Fixed for years: a change here breaks every stored match with keyed chance.
        assert_eq!(rolls(7, key)[..6], FIRST_SIX_KEYED, "the dice of stored matches have changed");
    }

    const FIRST_SIX_KEYED: [u8; 6] = [4, 6, 4, 3, 6, 6];

    #[test]
    fn all_faces_are_equally_likely() {
        let mut dice = Seed::from_u64(1).dice_for(0);
        let mut count = [0u32; 6];
        for _ in 0..60_000 {
            count[usize::from(dice.d6()) - 1] += 1;
        }
        assert!(count.iter().all(|&n| (9_500..10_500).contains(&n)), "{count:?}");
    }

    #[test]
    fn contributions_change_the_seed_and_cannot_be_shifted() {
        let seed = Seed::from_u64(1);
        let with = |parts: &[&[u8]]| seed.with_contributions(parts.iter().copied());
        assert_ne!(with(&[b"ab", b"c"]), with(&[b"a", b"bc"]));
        assert_ne!(with(&[]), seed);
    }
}
