//! Recorded matches must play the same for years. `STARBOARD_UPDATE=1 cargo test --test golden` records them anew.

use crate::common::players::{Level, choose};
use laws::SplitMix64;
use rules::{Game, Step, Turn, Viewer};
use stellar_conquest::StellarConquest;

const LOGS: [(&str, &str, Level); 6] = [
    ("basic-2 turns=36", "basic-2", Level::Random),
    ("four-D home=80 combat=private", "four-d-private", Level::Random),
    ("half-west negotiation=same_hex", "half-west", Level::Random),
    ("nova-20 players=3", "nova-20", Level::Random),
    ("basic-4", "basic-4-greedy", Level::Greedy),
    ("four-B turns=36 home=60 start-3ma=yes negotiation=open", "four-b-tournament", Level::Greedy),
];

fn played(game: &StellarConquest, level: Level, seed: u64) -> Vec<rules::StepOf<StellarConquest>> {
    let mut dice = SplitMix64(seed);
    let mut state = game.start();
    let mut log = Vec::new();
    loop {
        let step = match game.turn(&state) {
            Turn::Over => return log,
            Turn::Chance(chance) => Step::Chance(game.sample(&chance, &mut dice)),
            Turn::Choose(seats) => {
                let seat = seats.first().expect("somebody is asked");
                let view = game.view(&state, Viewer::Seat(seat));
                Step::Act(seat, choose(game, &view, seat, level, &mut dice))
            }
        };
        game.apply(&mut state, step, &mut |_| {});
        log.push(step);
    }
}

#[test]
fn golden_logs_play_the_same() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for (seed, (setup, name, level)) in LOGS.into_iter().enumerate() {
        let game = crate::common::game(setup);
        let file = folder.join(format!("{name}.log"));
        if std::env::var_os("STARBOARD_UPDATE").is_some() {
            let text = laws::golden::record(&game, &played(&game, level, seed as u64));
            std::fs::write(&file, text).expect("the golden folder can be written");
        }
        let text = std::fs::read_to_string(&file).expect("the golden log is there");
        laws::golden::replay(&game, &text).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}
