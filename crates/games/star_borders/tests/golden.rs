//! Recorded matches that must play the same for years: one random match a scenario.
//!
//! `STARBOARD_UPDATE=1 cargo test -p star_borders --test golden` records them anew; do that only together
//! with a higher `RULES`.

use std::{fs, path::PathBuf};

use laws::golden;
use star_borders::StarBorders;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.log"))
}

fn check(name: &str, scenario: &str, seed: u64) {
    let game = StarBorders::scenario(scenario).expect("a printed scenario");
    let path = file(name);
    if std::env::var_os("STARBOARD_UPDATE").is_some() {
        let played = laws::play_random_match(&game, seed, 20_000);
        fs::create_dir_all(path.parent().expect("the folder of golden logs")).expect("a folder to write to");
        fs::write(&path, golden::record(&game, &played.log)).expect("a file to write to");
    }
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if let Err(why) = golden::replay(&game, &text) {
        panic!("{}: {why}", path.display());
    }
}

#[test]
fn recorded_matches_of_every_scenario_play_as_they_did() {
    for (number, scenario) in StarBorders::SCENARIOS.iter().enumerate() {
        check(&format!("{}-random", scenario.to_lowercase()), scenario, 100 + number as u64);
    }
    check("h-1-random", "H:1", 200);
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
