//! Knowledge about good play, for computer players. Evaluated on determinized states only.

use crate::{Game, Model, Seat};

/// A plan for the rest of a turn that a person would name, e.g. "attack Talon" or "settle Mirfak". The game gives the
/// number its meaning: a kind in the upper bits, places or pieces in the lower ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Goal(pub u32);

/// How a computer player of one level searches. Samples are whole playouts: an action or a goal, then the policy for
/// all seats up to the horizon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// Playouts per decision; 0 takes the best [`Advice::policy_score`] without a search.
    pub samples: u32,
    /// Actions and goals that are compared; the best ones by `policy_score`.
    pub arms: u16,
    /// Turns of any seat (see [`Advice::ply`]) a playout covers before its position is evaluated.
    pub horizon: u8,
    /// How far a plan is misjudged at most, in ten thousandths of a win. The error belongs to the action and the turn,
    /// so that a weak player follows a poor plan and does not make random clicks.
    pub misjudgement: u16,
}

/// Number of levels that are calibrated per game.
pub const STRENGTHS: usize = 6;

/// What suits most games, weakest first.
pub const USUAL_STRENGTHS: [Strength; STRENGTHS] = [
    Strength { samples: 24, arms: 12, horizon: 1, misjudgement: 3_000 },
    Strength { samples: 48, arms: 16, horizon: 1, misjudgement: 900 },
    Strength { samples: 96, arms: 24, horizon: 1, misjudgement: 0 },
    Strength { samples: 400, arms: 32, horizon: 2, misjudgement: 0 },
    Strength { samples: 1_600, arms: 48, horizon: 2, misjudgement: 0 },
    Strength { samples: 6_400, arms: 64, horizon: 3, misjudgement: 0 },
];

/// Knowledge about good play. Integers only: a computer player decides the same on every machine.
pub trait Advice: Game {
    /// How good an action of `seat` looks before trying it; higher is better. `greedy` takes the best one.
    fn action_score(&self, state: &Self::State, seat: Seat, action: Self::Action) -> i32;

    /// The value of a position for `seat`, higher is better: search cuts playouts off with it where there is no
    /// [`Advice::model`]. Comparable between positions of one match only.
    fn worth(&self, state: &Self::State, seat: Seat) -> i32;

    /// [`Advice::action_score`] for playouts and as prior of a search. Separate, so that it can improve while `greedy`
    /// stays what it is.
    fn policy_score(&self, state: &Self::State, seat: Seat, action: Self::Action) -> i32 {
        self.action_score(state, seat, action)
    }

    /// How many turns of seats have begun. Never decreases; a playout is evaluated at the first decision after it
    /// increased, because positions compare best at the beginning of a turn. 0 throughout if the game has no such
    /// moments; playouts then end after a fixed number of steps.
    fn ply(&self, _state: &Self::State) -> u32 {
        0
    }

    /// The position from `seat`'s point of view in small numbers, always as many as [`Advice::model`] expects. Appends
    /// to `out`.
    fn features(&self, _state: &Self::State, _seat: Seat, _out: &mut Vec<i16>) {}

    /// The trained evaluation of [`Advice::features`]; without one, [`Advice::worth`] is used.
    fn model(&self) -> Option<&Model> {
        None
    }

    /// The difference of [`Advice::worth`] that raises the odds of winning by the factor e.
    fn worth_scale(&self) -> i32 {
        200
    }

    /// Plans that `seat`, who is to act, could pursue in this turn. Appends to `out`.
    fn goals(&self, _state: &Self::State, _seat: Seat, _out: &mut Vec<Goal>) {}

    /// What is added to [`Advice::policy_score`] while `seat` pursues a goal.
    fn goal_score(&self, _state: &Self::State, _seat: Seat, _action: Self::Action, _goal: Goal) -> i32 {
        0
    }

    /// A goal in words for a player, without a full stop: "attack Talon".
    fn describe_goal(&self, _view: &Self::View, _goal: Goal) -> String {
        String::new()
    }

    /// How much better than the policy's choice another option has to look before it is taken, in ten thousandths of a win:
    /// what the evaluation cannot tell apart is left to the policy.
    fn caution(&self) -> i32 {
        0
    }

    /// How the calibrated levels search in this game, weakest first.
    fn strengths(&self) -> [Strength; STRENGTHS] {
        USUAL_STRENGTHS
    }
}
