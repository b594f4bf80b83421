//! Random play through all scenarios and options, every law on the way.

use crate::common::secrets::Secrets;
use laws::Laws;
use stellar_conquest::StellarConquest;

fn hold(setup: &str, matches: u64, check_interval: usize) {
    let game = crate::common::game(setup);
    // `LAWS=20 cargo test --test laws` plays twenty times as many matches.
    let times: u64 = std::env::var("LAWS").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    Laws { matches: matches * times, seed: 0, max_steps: 200_000, check_interval }.check(&game, &Secrets);
}

#[test]
fn the_basic_games_obey_the_laws() {
    hold("basic-4", 4, 7);
    hold("basic-3", 3, 7);
    hold("basic-2 entries=2,4", 3, 5);
}

#[test]
fn the_star_starts_obey_the_laws() {
    hold("four-A home=80", 2, 11);
    hold("four-B start-3ma=yes", 2, 11);
    hold("four-C home=60 turns=36", 2, 11);
    hold("four-D", 4, 7);
}

#[test]
fn the_half_maps_obey_the_laws() {
    hold("half-west negotiation=same_hex", 3, 7);
    hold("half-east negotiation=open", 3, 7);
}

#[test]
fn the_nova_obeys_the_laws() {
    hold("nova players=2", 3, 7);
    hold("nova-20 players=4", 3, 7);
}

#[test]
fn private_combats_obey_the_laws() {
    hold("four-D combat=private home=80", 4, 5);
}

/// The whole count asked for is played by `cargo run --release --example playouts`.
#[test]
fn random_matches_end() {
    let setups = [
        "basic-4",
        "basic-2",
        "half-west",
        "half-east",
        "four-A",
        "four-D home=80 turns=80",
        "nova",
        "nova-20",
    ];
    for setup in setups {
        let game = crate::common::game(setup);
        for seed in 0..2 {
            laws::play_random_match(&game, seed, 500_000);
        }
    }
}
