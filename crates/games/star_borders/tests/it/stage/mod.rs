//! The stage of every Star Borders test: a scenario, a position, two seats.

pub(crate) mod combat;

use laws::Scene;
use rules::Seat;
use star_borders::{Loc, Ship, StarBorders};
pub(crate) const ALLIANCE: Seat = Seat(0);
pub(crate) const IMPERIUM: Seat = Seat(1);
pub(crate) fn scene(scenario: &str, position: &str) -> Scene<StarBorders> {
    Scene::at(StarBorders::scenario(scenario).expect("a printed scenario"), position)
}
pub(crate) fn loc(scene: &Scene<StarBorders>, id: &str) -> Loc {
    scene.game.quadrant.loc(id).expect("a location of the scenario")
}
pub(crate) fn ship(scene: &Scene<StarBorders>, name: &str) -> Ship {
    scene.game.counters.by_name(name).expect("a counter")
}
