pub(crate) mod players;
pub(crate) mod secrets;

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use laws::Scene;
use rules::Seat;
use stellar_conquest::{Colony, Fleet, StellarConquest, Token, ids::Planet};

pub(crate) const RED: Seat = Seat(0);
pub(crate) const BLUE: Seat = Seat(1);
pub(crate) const GREEN: Seat = Seat(2);

pub(crate) type Stage = Scene<StellarConquest>;

/// The rules of a scenario. Its tables are computed once for all tests; rules that act while they are need
/// [`built`].
pub(crate) fn game(setup: &str) -> StellarConquest {
    static GAMES: Mutex<BTreeMap<String, StellarConquest>> = Mutex::new(BTreeMap::new());
    let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
    // On a thread of its own: whether a rule counts as executed does not depend on which test comes first.
    let build = || std::thread::scope(|scope| scope.spawn(|| built(setup)).join().expect("it builds"));
    games.entry(setup.to_owned()).or_insert_with(build).clone()
}

/// The same, built in this test.
pub(crate) fn built(setup: &str) -> StellarConquest {
    StellarConquest::new(setup).expect("a scenario of the test")
}

/// A position of the basic game in year 5, Red to move; `lines` add to it or change it.
pub(crate) fn at(lines: &str) -> Stage {
    on("basic-4", lines)
}

pub(crate) fn on(setup: &str, lines: &str) -> Stage {
    Scene::at(game(setup), &format!("turn 5 active 0\nnumbers 90 20\n{lines}"))
}

/// A Production Year of one seat's plans; the others have nothing.
pub(crate) fn year(lines: &str) -> Stage {
    at(&format!("turn 4 active 3 waiting 1 out 0\nframe \"Production\"\n{lines}"))
}

pub(crate) fn planet(stage: &Stage, name: &str, nth: usize) -> Planet {
    let star = stage.game.components.star(name).expect("a star of the test");
    star.planets().nth(nth - 1).expect("a card has three places")
}

pub(crate) fn colony(stage: &Stage, name: &str, nth: usize) -> Option<Colony> {
    stage.state.colony(planet(stage, name, nth)).copied()
}

pub(crate) fn fleet(stage: &Stage, token: u16) -> Option<Fleet> {
    stage.state.fleet(Token(token)).copied()
}

/// All ships of a seat in a hex: SCT, ESC, ATK, DN, CT.
pub(crate) fn ships(stage: &Stage, seat: Seat, hex: &str) -> [u16; 5] {
    let ships = stage.state.ships_of(seat, atlas::Hex::parse(hex).expect("a hex of the test"));
    [ships.0[0], ships.0[1], ships.0[2], ships.0[3], ships.transports()]
}

/// Acts one after another.
pub(crate) fn all(stage: &mut Stage, seat: Seat, actions: &[&str]) {
    for action in actions {
        stage.act(seat, action);
    }
}
