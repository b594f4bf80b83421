//! The stage of every test: a level, a position, the one seat.

use laws::Scene;
use rules::Seat;
use space_infantry::SpaceInfantry;

pub(crate) const YOU: Seat = Seat(0);

pub(crate) fn game(level: &str) -> SpaceInfantry {
    SpaceInfantry::scenario(level).expect("a printed level")
}

pub(crate) fn _unused(_: Scene<SpaceInfantry>) {}
