//! Computer players of a game that is known only at run time.

use std::sync::Arc;

use rules::{Advice, Notation, Seat};
use search::{Level, Limits, PlayoutRng};

/// What a computer player suggests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The action.
    pub action: String,
    /// In how many of [`search::HINT_SAMPLES`] determinizations it was chosen.
    pub votes: u32,
}

/// A decision of one seat for a computer player: the rules and the seat's view, nothing else of the match. It can be
/// moved to another thread while the match continues.
///
/// ```
/// use catalog::{Catalog, NewMatch};
/// use rules::Seat;
/// use search::{HINT_SAMPLES, Level};
///
/// let table = Catalog::standard().open(&NewMatch::of("stellar_conquest", "four-A").seeded(1))?;
/// let decision = table.decision(Seat(0)).expect("all seats choose their bonus");
/// let hint = decision.hint(Level::Greedy, 7).expect("it has a choice");
/// assert!(hint.action.starts_with("research MOVE") && hint.votes == HINT_SAMPLES);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Decision: Send {
    /// The action of a computer player of this level; depends on the view and the seed alone.
    fn choose(&self, level: Level, seed: u64) -> Option<String> {
        self.choose_within(level, seed, Limits::default())
    }
    /// The action of a computer player that has to stop at a time, or when the match moves on.
    fn choose_within(&self, level: Level, seed: u64, limits: Limits<'_>) -> Option<String>;
    /// What a computer player of this level suggests, and how often.
    fn hint(&self, level: Level, seed: u64) -> Option<Hint>;
}

pub(crate) struct DecisionOf<G: rules::Game> {
    pub(crate) game: Arc<G>,
    pub(crate) view: G::View,
    pub(crate) seat: Seat,
}

impl<G: Advice + Notation> Decision for DecisionOf<G> {
    fn choose_within(&self, level: Level, seed: u64, limits: Limits<'_>) -> Option<String> {
        let dice = &mut PlayoutRng::new(seed);
        let action = search::choose_within(&*self.game, &self.view, self.seat, level, limits, dice)?;
        Some(self.game.write_action(action))
    }
    fn hint(&self, level: Level, seed: u64) -> Option<Hint> {
        let dice = &mut PlayoutRng::new(seed);
        let suggestion = search::suggest(&*self.game, &self.view, self.seat, level, dice)?;
        Some(Hint { action: self.game.write_action(suggestion.action), votes: suggestion.votes })
    }
}
