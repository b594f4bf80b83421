//! Many random matches to their end: no panic, no dead end, no endless match, and every piece accounted for.
//!
//! `SOAK_MATCHES=50000 cargo test -p space_infantry --test it soak` plays that many over the three levels.

use laws::SplitMix64;
use rules::Game as _;
use space_infantry::SpaceInfantry;

use crate::stage::game;

/// Far above the longest of 50,000 matches (1,137 steps).
const MAX_STEPS: u32 = 5_000;

#[test]
fn random_matches_end_at_every_level() {
    let matches =
        std::env::var("SOAK_MATCHES").map_or(600, |text| text.parse().expect("a number of matches"));
    let games = SpaceInfantry::SCENARIOS.map(game);
    let (mut legal, mut endings, mut longest) = (Vec::new(), [0_u32; 6], 0);
    for seed in 0..matches {
        let game = &games[(seed % 3) as usize];
        let (mut state, mut dice, mut steps) = (game.start(), SplitMix64(seed), 0);
        // Panics without a legal action: a dead end.
        while let Some(step) = ::laws::random_step(game, &state, &mut legal, &mut dice) {
            game.apply(&mut state, step, &mut |_| {});
            steps += 1;
            assert!(steps < MAX_STEPS, "match {seed} at {:?} does not end", game.level);
        }
        longest = longest.max(steps);
        assert!(game.outcome(&state).is_some(), "match {seed} is over without a result");
        if let Err(why) = game.check_conservation(&state.board) {
            panic!("match {seed}: {why}");
        }
        endings[state.board.result.expect("a result") as usize] += 1;
    }
    println!("{matches} matches, endings {endings:?}, at most {longest} steps");
}
