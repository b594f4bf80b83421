//! What a game tells the computer player. All of it is judged on imagined states.

use crate::{Game, Seat};

/// Knowledge about good play. Whole numbers only: a bot decides the same on every machine.
pub trait Advice: Game {
    /// How promising an action of `seat` looks before trying it; more is better. Greedy players take
    /// the best one, searches look there first.
    fn promise(&self, state: &Self::State, seat: Seat, action: Self::Action) -> i32;
}
