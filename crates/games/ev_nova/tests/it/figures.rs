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

/// The greedy player: the best score on a state that fits what the seat knows; ties by chance.
fn greedy(game: &EvNova, state: &State, seat: Seat, legal: &mut Vec<ev_nova::Action>, dice: &mut SplitMix64) -> ev_nova::Action {
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

#[test]
#[ignore = "a figure, not a test"]
fn greedy_against_random() {
    let options = Options { limit: 150, ..Options::default() };
    let (mut won, mut lost, mut draws, mut rounds) = (0, 0, 0, 0_u32);
    for seed in 0..200_u64 {
        let letters = ["AB", "BA", "CD", "DC"][seed as usize % 4];
        let game = EvNova::starters(letters, options).expect("starter decks");
        let me = (seed / 4 % 2) as u8;
        let state = duel(&game, seed, 1 << me);
        rounds += u32::from(state.open.round);
        match game.outcome(&state).and_then(|outcome| outcome.sole_winner()) {
            Some(Seat(winner)) if winner == me => won += 1,
            Some(_) => lost += 1,
            None => draws += 1,
        }
    }
    println!("greedy against random: won {won}, lost {lost}, drawn {draws}, {} rounds", rounds / 200);
}

#[test]
#[ignore = "a figure, not a test"]
fn starter_decks() {
    let options = Options { limit: 150, ..Options::default() };
    let (mut attrition, mut total, mut limit) = (0, 0, 0);
    for one in "ABCD".chars() {
        let mut line = format!("{one}:");
        for two in "ABCD".chars() {
            let game = EvNova::starters(&format!("{one}{two}"), options).expect("starter decks");
            let mut won = 0;
            for seed in 0..24 {
                let state = duel(&game, seed, 3);
                match state.open.ending {
                    Some(Ending::Attrition(_)) => attrition += 1,
                    Some(Ending::Total(_)) => total += 1,
                    _ => limit += 1,
                }
                let winner = game.outcome(&state).and_then(|outcome| outcome.sole_winner());
                won += u32::from(winner == Some(Seat(0)));
            }
            line.push_str(&format!(" {:3} %", won * 100 / 24));
        }
        println!("{line}");
    }
    println!("greedy matches: attrition {attrition}, total {total}, limit {limit}");
}
