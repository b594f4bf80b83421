//! Figures to look at, run by hand: `cargo test -p ev_nova --test it figures -- --ignored --nocapture`.

use std::time::Instant;

use ev_nova::{Ask, Deck, Ending, EvNova, Options, Setup, State};
use laws::{SplitMix64, random_step};
use rules::{Dice, Game, Seat, Step};

use crate::secrets::conserved;

fn random_game(players: u8, seed: u64) -> EvNova {
    let mut dice = SplitMix64(seed * 7 + 1);
    let mut decks = Vec::new();
    while decks.len() < usize::from(players) {
        decks.extend(Deck::sealed(&mut dice));
    }
    decks.truncate(usize::from(players));
    EvNova::new(Setup { decks, options: Options { limit: 300, ..Options::default() } })
        .expect("sealed decks are legal")
}

/// Plays at random to the end; now and then somebody gives up.
fn play(game: &EvNova, seed: u64, quit: bool, decisions: &mut u64) -> State {
    let mut dice = SplitMix64(seed);
    let mut state = game.start();
    let mut legal = Vec::new();
    let mut steps = 0;
    while let Some(step) = random_step(game, &state, &mut legal, &mut dice) {
        if matches!(step, Step::Act(..)) {
            *decisions += 1;
        }
        let step = if quit && dice.below(600) == 0 {
            Step::Act(Seat(dice.below(u32::from(game.seats())) as u8), ev_nova::Action::GiveUp)
        } else {
            step
        };
        game.apply(&mut state, step, &mut |_| {});
        steps += 1;
        assert!(steps < 400_000, "seed {seed}: the match does not end");
        if quit {
            conserved(game, &state);
        }
    }
    state
}

#[test]
fn matches_end_when_players_give_up_at_any_moment() {
    for seed in 0..60 {
        let game = random_game(2 + (seed % 3) as u8, seed);
        let state = play(&game, seed, true, &mut 0);
        assert_eq!(state.open.ask, Ask::Over, "seed {seed}");
    }
}

#[test]
#[ignore = "a figure, not a test"]
fn random_matches() {
    for players in 2..=4 {
        let (mut attrition, mut total, mut limit, mut decisions, mut rounds) = (0, 0, 0, 0, Vec::new());
        let began = Instant::now();
        for seed in 0..400 {
            let game = random_game(players, seed);
            let state = play(&game, seed, false, &mut decisions);
            match state.open.ending.expect("the match is over") {
                Ending::Attrition(_) => attrition += 1,
                Ending::Total(_) => total += 1,
                Ending::Limit(_) => limit += 1,
            }
            rounds.push(state.open.round);
        }
        rounds.sort_unstable();
        let time = began.elapsed();
        println!(
            "{players} players: attrition {attrition}, total {total}, limit {limit}; rounds {} / {} / {}; {decisions} decisions, {:.0} a second",
            rounds[rounds.len() / 2],
            rounds[rounds.len() * 99 / 100],
            rounds[rounds.len() - 1],
            decisions as f64 / time.as_secs_f64()
        );
    }
}
