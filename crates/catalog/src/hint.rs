//! Computer players of a game that is known only at run time.

use std::sync::Arc;

use rules::{Advice, Notation, Present, Seat};
use search::{Arm, Level, Limits, PlayoutRng};

/// What a computer player suggests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The action.
    pub action: String,
    /// In how many of [`search::HINT_SAMPLES`] determinizations it was chosen.
    pub votes: u32,
    /// The best plans, at most three, best first; empty for levels that compare none.
    pub plans: Vec<HintPlan>,
}

/// A plan that a computer player considered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HintPlan {
    /// The action it begins with.
    pub action: String,
    /// Text of that action's button.
    pub label: String,
    /// What it is after in this turn, in words, if it is more than one action: "attack Talon".
    pub goal: Option<String>,
    /// The chance to win with it, of 1000; `None` where the level does not calculate chances in this game.
    pub chance: Option<u16>,
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
    /// What a computer player of this level suggests, how often, and its best plans.
    fn hint(&self, level: Level, seed: u64) -> Option<Hint>;
}

pub(crate) struct DecisionOf<G: rules::Game> {
    pub(crate) game: Arc<G>,
    pub(crate) view: G::View,
    pub(crate) seat: Seat,
}

impl<G: Advice + Notation + Present> DecisionOf<G> {
    fn plan(&self, arm: &Arm<G::Action>) -> HintPlan {
        let goal = arm.goal.map(|goal| self.game.describe_goal(&self.view, goal));
        HintPlan {
            action: self.game.write_action(arm.action),
            label: self.game.label(&self.view, self.seat, arm.action),
            goal: goal.filter(|words| !words.is_empty()),
            chance: (arm.samples > 0).then_some((arm.chance / 10).clamp(0, 1_000) as u16),
        }
    }
}

impl<G: Advice + Notation + Present> Decision for DecisionOf<G> {
    fn choose_within(&self, level: Level, seed: u64, limits: Limits<'_>) -> Option<String> {
        let dice = &mut PlayoutRng::new(seed);
        let action = search::choose_within(&*self.game, &self.view, self.seat, level, limits, dice)?;
        Some(self.game.write_action(action))
    }
    fn hint(&self, level: Level, seed: u64) -> Option<Hint> {
        let dice = &mut PlayoutRng::new(seed);
        let suggestion = search::suggest(&*self.game, &self.view, self.seat, level, dice)?;
        let mut plans: Vec<HintPlan> = Vec::new();
        for plan in suggestion.plans.iter().map(|arm| self.plan(arm)) {
            // Two goals may have the same words, and an action may be listed with and without one.
            if !plans.iter().any(|other| other.label == plan.label && other.goal == plan.goal) {
                plans.push(plan);
            }
        }
        let action = self.game.write_action(suggestion.action);
        Some(Hint { action, votes: suggestion.votes, plans })
    }
}
