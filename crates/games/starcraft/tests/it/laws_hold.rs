//! Random play, every law on the way.

use laws::Laws;
use starcraft::StarCraft;

use crate::secrets::Secrets;

fn hold(setup: &str, matches: u64, seed: u64, every: usize) {
    let game = StarCraft::new(setup).expect("a scenario of the game");
    // `LAWS=20 cargo test --test it laws` plays twenty times as many matches.
    let times: u64 = std::env::var("LAWS").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    Laws { matches: matches * times, seed, max_steps: 200_000, check_interval: every }.check(&game, &Secrets);
}

#[test]
fn ready_made_galaxies_obey_the_laws() {
    hold("ready-2", 6, 0, 3);
    hold("ready-3 factions=random", 3, 20, 7);
    hold("ready-4", 2, 40, 11);
    hold("ready-5 aldaris_needs_15=on", 2, 60, 13);
    hold("ready-6", 2, 80, 17);
}

#[test]
fn built_galaxies_obey_the_laws() {
    hold("built-2", 5, 100, 3);
    hold("built-3 last_round=10", 3, 120, 7);
    hold("built-4 factions=raynor,aldaris,overmind,tassadar", 2, 140, 11);
    hold("built-5", 2, 160, 13);
    hold("built-6", 2, 180, 17);
}
