//! Whole matches: they end, and the greedy player is better than chance.

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

/// Plays at random to the end; with `quit`, a player resigns now and then.
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

/// `SEEDS=5000 cargo test --release -p ev_nova --test it random_matches_end` plays as many per number of players.
#[test]
fn random_matches_end_by_a_victory_or_the_limit() {
    for players in 2..=4 {
        for seed in 0..seeds(20) {
            let game = random_game(players, seed);
            let state = play(&game, seed, false, &mut 0);
            let ending = state.open.ending.expect("the match is over");
            assert!(
                !matches!(ending, Ending::Limit(_)) || state.open.round >= 300,
                "seed {seed}: {ending:?}"
            );
        }
    }
}

/// The number of matches: `SEEDS`, or the usual one.
fn seeds(usual: u64) -> u64 {
    std::env::var("SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// The greedy player: the best score on a state that fits what the seat knows; ties by chance.
fn greedy(
    game: &EvNova,
    state: &State,
    seat: Seat,
    legal: &mut Vec<ev_nova::Action>,
    dice: &mut SplitMix64,
) -> ev_nova::Action {
    game.legal(state, seat, legal);
    let view = game.view(state, rules::Viewer::Seat(seat));
    let world = game.determinize(&view, dice);
    let score = |&action: &ev_nova::Action| rules::Advice::action_score(game, &world, seat, action);
    let best = legal.iter().map(score).max().expect("something is legal");
    let ties: Vec<_> = legal.iter().copied().filter(|action| score(action) == best).collect();
    ties[dice.below(ties.len() as u32) as usize]
}

/// Plays a match in which the seats of `thinks` are greedy.
fn duel(game: &EvNova, seed: u64, thinks: u8) -> State {
    let mut dice = SplitMix64(seed);
    let mut state = game.start();
    let mut legal = Vec::new();
    let mut steps = 0;
    while let Some(step) = random_step(game, &state, &mut legal, &mut dice) {
        let step = match step {
            Step::Act(seat, _) if thinks >> seat.0 & 1 == 1 => {
                Step::Act(seat, greedy(game, &state, seat, &mut legal, &mut dice))
            }
            other => other,
        };
        game.apply(&mut state, step, &mut |_| {});
        steps += 1;
        assert!(steps < 400_000, "seed {seed}: the match does not end");
    }
    state
}

/// `SEEDS=1000 cargo test --release -p ev_nova --test it greedy_beats_random -- --nocapture` prints the exact share.
#[test]
fn greedy_beats_random() {
    let options = Options { limit: 150, ..Options::default() };
    let matches = seeds(24);
    let mut won = 0;
    for seed in 0..matches {
        let letters = ["AB", "BA", "CD", "DC"][seed as usize % 4];
        let game = EvNova::starters(letters, options).expect("starter decks");
        let me = (seed / 4 % 2) as u8;
        let state = duel(&game, seed, 1 << me);
        let winner = game.outcome(&state).and_then(|outcome| outcome.sole_winner());
        won += u64::from(winner == Some(Seat(me)));
    }
    println!("greedy won {won} of {matches} matches against random");
    assert!(won * 4 >= matches * 3, "greedy won {won} of {matches} matches against random");
}
