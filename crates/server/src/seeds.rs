//! Where the seeds of tables and of searches come from: the operating system, or a number in tests.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use table::Seed;

/// A source of seeds; random unless a test fixed it.
#[derive(Clone, Debug, Default)]
pub struct Seeds(Option<Arc<Fixed>>);

#[derive(Debug)]
struct Fixed {
    number: u64,
    /// Tables made so far, by account.
    made: Mutex<HashMap<i64, u64>>,
}

impl Seeds {
    /// Seeds that follow from a number: the first table of any account has the same one in every run, the second another.
    #[must_use]
    pub fn fixed(number: u64) -> Self {
        Self(Some(Arc::new(Fixed { number, made: Mutex::default() })))
    }

    /// The seed of a new table of this account.
    pub(crate) fn of_table(&self, account: i64) -> Seed {
        let Some(fixed) = &self.0 else { return Seed::random() };
        let mut made = fixed.made.lock().unwrap_or_else(PoisonError::into_inner);
        let table = made.entry(account).or_default();
        *table += 1;
        Seed::from_u64(fixed.number.wrapping_mul(1_000).wrapping_add(*table))
    }

    /// The seed of one search of a computer player, at a table of this revision.
    pub(crate) fn of_search(&self, revision: u64) -> u64 {
        if let Some(fixed) = &self.0 {
            return fixed.number.wrapping_add(revision).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).expect("the operating system has random numbers");
        u64::from_le_bytes(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_seeds_repeat_by_account_and_table() {
        let (one, again, other) = (Seeds::fixed(1), Seeds::fixed(1), Seeds::fixed(2));
        let first = one.of_table(7);
        assert_eq!(first.to_hex(), again.of_table(8).to_hex());
        assert_ne!(first.to_hex(), one.of_table(7).to_hex(), "the second table of an account");
        assert_ne!(first.to_hex(), other.of_table(7).to_hex(), "another number");
        assert_eq!(one.of_search(5), again.of_search(5));
        assert_ne!(one.of_search(5), again.of_search(6), "the random player must not repeat itself");
    }

    #[test]
    fn seeds_are_random_otherwise() {
        let seeds = Seeds::default();
        assert_ne!(seeds.of_table(7).to_hex(), seeds.of_table(7).to_hex());
        assert_ne!(seeds.of_search(5), seeds.of_search(5));
    }
}
