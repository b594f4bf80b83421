//! Recorded matches that must play the same for years: a random and a greedy match per scenario.
//!
//! `STARBOARD_UPDATE=1 cargo test -p star_borders --test it golden` records them anew; do that only together
//! with a higher `RULES`.

use std::{fs, path::PathBuf};

use laws::{SplitMix64, golden};
use rules::{Advice, Dice, Game, Seat, StepOf};
use star_borders::{StarBorders, State};

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.log"))
}

/// Every seat plays the action with the highest score; equal ones are drawn by lot.
fn greedy(game: &StarBorders, seed: u64) -> Vec<StepOf<StarBorders>> {
    let (mut state, mut dice, mut log) = (game.start(), SplitMix64(seed), Vec::new());
    let decide = |state: &State, seat: Seat, dice: &mut SplitMix64| {
        let mut legal = Vec::new();
        game.legal(state, seat, &mut legal);
        let best = legal.iter().map(|&action| game.action_score(state, seat, action)).max();
        legal.retain(|&action| Some(game.action_score(state, seat, action)) == best);
        legal[dice.below(legal.len() as u32) as usize]
    };
    let over = rules::play(game, &mut state, &mut dice, decide, |_, step| {
        log.push(step);
        log.len() < 20_000
    });
    assert!(over, "the greedy match does not end");
    log
}

fn check(name: &str, scenario: &str, record: impl Fn(&StarBorders) -> Vec<StepOf<StarBorders>>) {
    let game = StarBorders::scenario(scenario).expect("a printed scenario");
    let path = file(name);
    if std::env::var_os("STARBOARD_UPDATE").is_some() {
        fs::create_dir_all(path.parent().expect("the folder of golden logs")).expect("a folder to write to");
        fs::write(&path, golden::record(&game, &record(&game))).expect("a file to write to");
    }
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if let Err(why) = golden::replay(&game, &text) {
        panic!("{}: {why}", path.display());
    }
}

#[test]
fn recorded_matches_of_every_scenario_play_as_they_did() {
    let lottery = ["H:1"];
    for (number, scenario) in StarBorders::SCENARIOS.iter().chain(&lottery).enumerate() {
        let (name, seed) = (scenario.to_lowercase().replace(':', "-"), 100 + number as u64);
        check(&format!("{name}-random"), scenario, |game| laws::play_random_match(game, seed, 20_000).log);
        check(&format!("{name}-greedy"), scenario, |game| greedy(game, seed));
    }
}

#[test]
fn a_changed_log_is_noticed() {
    let game = StarBorders::scenario("A").expect("a printed scenario");
    let text = fs::read_to_string(file("a-random")).expect("the golden log of scenario A");
    let lines: Vec<&str> = text.lines().collect();
    let without_a_step: Vec<&str> = [&lines[..5], &lines[6..]].concat();
    assert!(golden::replay(&game, &without_a_step.join("\n")).is_err());
    assert!(golden::replay(&game, &text.replace("\n= ", "\n= 0")).is_err());
    assert!(golden::replay(&game, &lines[..lines.len() - 1].join("\n")).is_err());
}
