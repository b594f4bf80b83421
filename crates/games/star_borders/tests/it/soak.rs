//! A hundred thousand random matches over all scenarios: no panic, no dead end, no endless match.

use star_borders::StarBorders;

/// Matches a scenario; with the eight below, 100 000 in all.
const MATCHES: u64 = 12_500;
/// Far above the longest match ever seen (about 600 steps).
const ENDLESS: usize = 5_000;

fn soak(scenario: &str) {
    let game = StarBorders::scenario(scenario).expect("a printed scenario");
    for seed in 0..MATCHES {
        let played = laws::play_random_match(&game, seed, ENDLESS);
        assert_eq!(
            played.outcome.shares().iter().sum::<u16>(),
            1000,
            "{scenario} seed {seed}: shares add up"
        );
    }
}

macro_rules! scenarios {
    ($($name:ident: $id:literal),+ $(,)?) => { $(#[test] fn $name() { soak($id); })+ };
}

scenarios! {
    random_matches_of_a_end: "A",
    random_matches_of_b_end: "B",
    random_matches_of_c_end: "C",
    random_matches_of_d_end: "D",
    random_matches_of_e_end: "E",
    random_matches_of_f_end: "F",
    random_matches_of_g_end: "G",
    random_matches_of_the_lottery_end: "H:2",
}
