//! Rules that are ready for use: matches under the same scenario share them.

use std::sync::{Arc, Mutex, PoisonError};

/// As many scenarios as are kept.
const ROOM: usize = 32;

/// The rules of the scenarios that were wanted last, by name: reading a scenario takes longer than playing a turn.
#[derive(Debug)]
pub(crate) struct Shelf<G> {
    /// The one wanted last comes last.
    kept: Mutex<Vec<(String, Arc<G>)>>,
}

impl<G> Default for Shelf<G> {
    fn default() -> Self {
        Self { kept: Mutex::default() }
    }
}

impl<G> Shelf<G> {
    /// The rules under this name, read now if they are not here.
    pub(crate) fn take<E>(&self, name: &str, read: impl FnOnce() -> Result<G, E>) -> Result<Arc<G>, E> {
        // Whoever panicked while holding the lock left a list in order.
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
        if kept.len() == ROOM {
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
    fn what_was_read_is_not_read_again_until_it_is_forgotten() {
        let shelf = Shelf::default();
        let read = |name: &str| shelf.take(name, || Ok::<_, ()>(name.to_owned())).expect("read");
        let first = read("A");
        assert!(Arc::ptr_eq(&first, &read("A")));
        (1..ROOM).for_each(|n| drop(read(&n.to_string())));
        assert!(Arc::ptr_eq(&first, &read("A")), "the oldest, but wanted again");
        (0..ROOM).for_each(|n| drop(read(&format!("B{n}"))));
        assert!(!Arc::ptr_eq(&first, &read("A")), "forgotten");
        assert_eq!(shelf.take("C", || Err::<String, _>("no such scenario")), Err("no such scenario"));
        assert!(shelf.kept.lock().expect("no panic").len() <= ROOM);
    }
}
