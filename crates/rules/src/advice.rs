//! What a game tells the computer player. All of it is judged on imagined states.

use crate::{Game, Seat};

/// Knowledge about good play. Whole numbers only: a bot decides the same on every machine.
pub trait Advice: Game {
    /// How good this position is for `seat`, in the game's own points; more is better.
    fn worth(&self, state: &Self::State, seat: Seat) -> i32;

    /// How promising an action looks before trying it; more is better. Orders search, and is all a
    /// one-ply player needs where trying tells nothing.
    fn promise(&self, _state: &Self::State, _seat: Seat, _action: Self::Action) -> i32 {
        0
    }
}
