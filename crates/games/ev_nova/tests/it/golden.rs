//! Recorded matches that must play the same for years, with two, three and four players.
//!
//! `STARBOARD_UPDATE=1 cargo test -p ev_nova --test it golden` records them anew; do that only together with a
//! higher `RULES`.

use std::{fs, path::PathBuf};

use ev_nova::{EvNova, Options};
use laws::golden;

fn check(letters: &str, seed: u64) {
    let game =
        EvNova::starters(letters, Options { limit: 300, ..Options::default() }).expect("starter decks");
    let name = format!("{}-random.log", letters.to_lowercase());
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("STARBOARD_UPDATE").is_some() {
        let played = laws::play_random_match(&game, seed, 200_000);
        fs::create_dir_all(path.parent().expect("the folder of golden logs")).expect("a folder to write to");
        fs::write(&path, golden::record(&game, &played.log)).expect("a file to write to");
    }
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if let Err(why) = golden::replay(&game, &text) {
        panic!("{}: {why}", path.display());
    }
    let lines: Vec<&str> = text.lines().collect();
    let without_a_step: Vec<&str> = [&lines[..5], &lines[6..]].concat();
    assert!(golden::replay(&game, &without_a_step.join("\n")).is_err(), "a changed log is noticed");
}

#[test]
fn golden_match_of_two_players() {
    check("AB", 12);
}

#[test]
fn golden_match_of_three_players() {
    check("ABC", 13);
}

#[test]
fn golden_match_of_four_players() {
    check("ABCD", 14);
}
