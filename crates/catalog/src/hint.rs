//! Advice, and how sure it is.

use std::{cmp::Reverse, collections::BTreeMap};

use rules::Seat;
use search::Level;

use crate::{Advisor, AnyTable};

/// In so many worlds the computer is asked before it gives advice.
pub const WORLDS: u32 = 20;

/// What a computer player would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The action.
    pub action: String,
    /// In how many of the [`WORLDS`] it would do that. Fewer than all: what is hidden matters, or it sees no
    /// difference and drew lots.
    pub agree: u32,
}

/// Asks a computer player in several worlds that could lie behind what `seat` sees; `None` if it is not asked.
///
/// ```
/// use catalog::{Catalog, NewMatch, WORLDS, hint};
/// use rules::Seat;
/// use search::Level;
///
/// let table = Catalog::standard().open(&NewMatch::of("stellar_conquest", "four-A").seeded(1))?;
/// let hint = hint(&*table, Seat(0), Level::Greedy, 7).expect("all are asked for their bonus");
/// // Nothing is hidden that could change this.
/// assert_eq!((hint.action.starts_with("research MOVE"), hint.agree), (true, WORLDS));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn hint(table: &dyn AnyTable, seat: Seat, level: Level, seed: u64) -> Option<Hint> {
    hint_of(&table.advisor(seat)?, level, seed)
}

/// The same for an advisor that was taken from a table before.
pub fn hint_of(advisor: &Advisor, level: Level, seed: u64) -> Option<Hint> {
    let mut votes: BTreeMap<String, u32> = BTreeMap::new();
    for world in 0..u64::from(WORLDS) {
        *votes.entry(advisor(level, seed.wrapping_add(world))?).or_default() += 1;
    }
    let (action, agree) = votes.into_iter().min_by_key(|(_, agree)| Reverse(*agree))?;
    Some(Hint { action, agree })
}
