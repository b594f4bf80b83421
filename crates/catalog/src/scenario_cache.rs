//! Cache of rules: matches under the same scenario share them.

use std::sync::{Arc, Mutex, PoisonError};

/// Number of cached scenarios.
const CAPACITY: usize = 32;

/// LRU cache of rules by scenario name: loading a scenario takes longer than playing a turn.
#[derive(Debug)]
pub(crate) struct ScenarioCache<G> {
    /// Most recently used last.
    kept: Mutex<Vec<(String, Arc<G>)>>,
}

impl<G> Default for ScenarioCache<G> {
    fn default() -> Self {
        Self { kept: Mutex::default() }
    }
}

impl<G> ScenarioCache<G> {
    /// The rules under this name, loaded with `read` if they are not cached.
    pub(crate) fn get_or_load<E>(
        &self,
        name: &str,
        read: impl FnOnce() -> Result<G, E>,
    ) -> Result<Arc<G>, E> {
        // A panic cannot leave the list inconsistent.
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut kept = kept();
            if let Some(at) = kept.iter().position(|(known, _)| known == name) {
                let found = kept.remove(at);
                let game = found.1.clone();
                kept.push(found);
                return Ok(game);
            }
        }
        let game = Arc::new(read()?);
        let mut kept = kept();
        if kept.len() == CAPACITY {
            kept.remove(0);
        }
        kept.push((name.to_owned(), game.clone()));
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_is_not_read_again_until_it_is_evicted() {
        let cache = ScenarioCache::default();
        let read = |name: &str| cache.get_or_load(name, || Ok::<_, ()>(name.to_owned())).expect("read");
        let first = read("A");
        assert!(Arc::ptr_eq(&first, &read("A")));
        (1..CAPACITY).for_each(|n| drop(read(&n.to_string())));
        assert!(Arc::ptr_eq(&first, &read("A")), "the oldest, but wanted again");
        (0..CAPACITY).for_each(|n| drop(read(&format!("B{n}"))));
        assert!(!Arc::ptr_eq(&first, &read("A")), "evicted");
        assert_eq!(cache.get_or_load("C", || Err::<String, _>("no such scenario")), Err("no such scenario"));
        assert!(cache.kept.lock().expect("no panic").len() <= CAPACITY);
    }
}
