//! Whole matches: they end, and the greedy player wins its share.

use ::laws::SplitMix64;
use rules::{Advice, Game, Step, Turn};
use space_infantry::{Action, SpaceInfantry, State, StepLog};

use crate::stage::{YOU, game};

/// A match of the greedy player.
pub(crate) fn greedy(game: &SpaceInfantry, seed: u64) -> (StepLog, State) {
    let (mut state, mut dice) = (game.start(), SplitMix64(seed));
    let (mut log, mut legal): (StepLog, Vec<Action>) = (Vec::new(), Vec::new());
    loop {
        let step = match game.turn(&state) {
            Turn::Over => return (log, state),
            Turn::Chance(chance) => Step::Chance(game.sample(&chance, &mut dice)),
            Turn::Choose(_) => {
                game.legal(&state, YOU, &mut legal);
                let best = legal.iter().copied().max_by_key(|action| game.action_score(&state, YOU, *action));
                Step::Act(YOU, best.expect("a legal action"))
            }
        };
        game.apply(&mut state, step, &mut |_| {});
        log.push(step);
        assert!(log.len() < 20_000, "seed {seed} does not end");
    }
}

/// The number of matches: `SEEDS`, or the usual one.
fn seeds(usual: u64) -> u64 {
    std::env::var("SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// `SEEDS=1000 cargo test --release -p space_infantry --test it greedy_wins -- --nocapture` prints the exact shares.
#[test]
fn greedy_wins_its_share_at_every_level() {
    let matches = seeds(60);
    for (level, least_percent) in [("easy", 25), ("medium", 12), ("hard", 1)] {
        let game = game(level);
        let won = (0..matches).filter(|&seed| {
            let (_, state) = greedy(&game, seed);
            !game.outcome(&state).expect("the match is over").winners.is_empty()
        });
        let won = won.count() as u64;
        println!("{level}: {won} of {matches}");
        assert!(won * 100 >= least_percent * matches, "{level}: {won} of {matches}");
    }
}

/// `SEEDS=50000 cargo test --release -p space_infantry --test it random_matches_end` plays as many.
#[test]
fn random_matches_end() {
    for seed in 0..seeds(300) {
        let game = game(SpaceInfantry::SCENARIOS[seed as usize % 3]);
        ::laws::play_random_match(&game, seed, 50_000);
    }
}
