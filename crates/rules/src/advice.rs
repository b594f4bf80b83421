//! Knowledge about good play, for computer players. Evaluated on determinized states only.

use crate::{Game, Seat};

/// Knowledge about good play. Integers only: a computer player decides the same on every machine.
pub trait Advice: Game {
    /// How good an action of `seat` looks before trying it; higher is better. Greedy players take the best one,
    /// searches use it as a prior.
    fn action_score(&self, state: &Self::State, seat: Seat, action: Self::Action) -> i32;

    /// The value of a position for `seat`, higher is better: search cuts playouts off with it. Comparable between
    /// positions of one match only.
    fn worth(&self, state: &Self::State, seat: Seat) -> i32;
}
