//! Recorded matches that must play the same for years: random ones and a greedy one at every level.
//!
//! `GOLDEN=write cargo test -p space_infantry --test it golden` records them anew; once released, only together with a
//! higher `RULES`.

use std::{fs, path::PathBuf};

use laws::golden;
use space_infantry::StepLog;

use crate::stage::game;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.log"))
}

fn check(name: &str, level: &str, play: impl Fn() -> StepLog) {
    let game = game(level);
    let path = file(name);
    if std::env::var_os("GOLDEN").is_some_and(|value| value == "write") {
        fs::create_dir_all(path.parent().expect("the folder of golden logs")).expect("a folder to write to");
        fs::write(&path, golden::record(&game, &play())).expect("a file to write to");
    }
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if let Err(why) = golden::replay(&game, &text) {
        panic!("{}: {why}", path.display());
    }
}

#[test]
fn golden_random_matches_play_as_they_did() {
    for (number, level) in space_infantry::SpaceInfantry::SCENARIOS.into_iter().enumerate() {
        let seed = 100 + number as u64;
        check(&format!("{level}-random"), level, || laws::play_random_match(&game(level), seed, 20_000).log);
    }
}

#[test]
fn golden_greedy_matches_play_as_they_did() {
    for (number, level) in space_infantry::SpaceInfantry::SCENARIOS.into_iter().enumerate() {
        check(&format!("{level}-greedy"), level, || {
            crate::figures::greedy(&game(level), 200 + number as u64).0
        });
    }
}

#[test]
fn a_changed_golden_log_is_noticed() {
    let text = fs::read_to_string(file("easy-random")).expect("the golden log of the easy level");
    let lines: Vec<&str> = text.lines().collect();
    let without_a_step: Vec<&str> = [&lines[..5], &lines[6..]].concat();
    assert!(golden::replay(&game("easy"), &without_a_step.join("\n")).is_err());
    assert!(golden::replay(&game("easy"), &text.replace("\n= ", "\n= 0")).is_err());
}
