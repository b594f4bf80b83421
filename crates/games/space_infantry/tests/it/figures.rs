//! Figures that take a while: run with `--ignored`.

use ::laws::SplitMix64;
use rules::{Advice, Game, Notation, Step, Turn};
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

/// `SEEDS=1000 cargo test -p space_infantry --test it greedy_wins -- --ignored --nocapture`.
#[test]
#[ignore = "a figure, not a test"]
fn greedy_wins() {
    let seeds = std::env::var("SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    for level in SpaceInfantry::SCENARIOS {
        let game = game(level);
        let mut results = std::collections::BTreeMap::<String, u32>::new();
        let mut turns = 0;
        for seed in 0..seeds {
            let (_, state) = greedy(&game, seed);
            let text = game.write_position(&state);
            let over = text.lines().find_map(|line| line.strip_prefix("over ")).unwrap_or("?").to_owned();
            *results.entry(over).or_default() += 1;
            turns += u32::from(state.board.turns);
        }
        println!("{level}: {results:?}, {} turns on average", turns / seeds as u32);
    }
}

/// `cargo test -p space_infantry --test it random_soak -- --ignored`.
#[test]
#[ignore = "50 000 matches"]
fn random_soak() {
    let matches = std::env::var("SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(50_000u64);
    for seed in 0..matches {
        let game = game(SpaceInfantry::SCENARIOS[seed as usize % 3]);
        ::laws::play_random_match(&game, seed, 50_000);
    }
}
