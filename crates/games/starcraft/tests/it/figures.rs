//! Whole matches: they end, the greedy player is better than chance, and no seat or faction is favoured.

use laws::{SplitMix64, lively_step, random_step};
use rules::{Advice, Dice, Game, Seat, Step, Viewer};
use starcraft::{Action, StarCraft, State};

use crate::secrets::{Secrets, conserve};

/// The number of matches: `SEEDS`, or the usual one.
fn seeds(usual: u64) -> u64 {
    std::env::var("SEEDS").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

fn table(setup: &str) -> StarCraft {
    StarCraft::new(setup).expect("a scenario of the game")
}

/// `SEEDS=20000 cargo test -p starcraft --test it random_matches_end` plays as many, over 2 to 6 players, ready-made and
/// built galaxies; every other match by players who prefer to execute orders and to attack, all with conservation checked.
#[test]
fn random_matches_end() {
    let matches = seeds(100);
    let setups: Vec<String> =
        (2..=6).flat_map(|players| ["ready", "built"].map(|galaxy| format!("{galaxy}-{players}"))).collect();
    let games: Vec<StarCraft> = setups.iter().map(|setup| table(setup)).collect();
    let (mut legal, mut steps, mut endings) = (Vec::new(), 0, std::collections::BTreeMap::<_, u64>::new());
    for seed in 0..matches {
        let game = &games[seed as usize / 2 % games.len()];
        let (mut dice, mut state, mut count) = (SplitMix64(seed), game.start(), 0);
        loop {
            let step = if seed % 2 == 0 {
                random_step(game, &state, &mut legal, &mut dice)
            } else {
                lively_step(game, &Secrets, &state, &mut legal, &mut dice)
            };
            let Some(step) = step else { break };
            game.apply(&mut state, step, &mut |_| {});
            conserve(game, &state);
            count += 1;
            assert!(count < 200_000, "seed {seed}: the match does not end");
        }
        steps += count;
        let outcome = game.outcome(&state).expect("a match that is over has an outcome");
        *endings.entry(outcome.rule.expect("a rule ends the match").name()).or_default() += 1;
    }
    println!("{matches} matches, {steps} steps; ended by {endings:?}");
}

/// The greedy player: the best score on a state that fits what the seat knows; ties by chance.
fn greedy(
    game: &StarCraft,
    state: &State,
    seat: Seat,
    legal: &mut Vec<Action>,
    dice: &mut SplitMix64,
) -> Action {
    game.legal(state, seat, legal);
    game.prune(state, seat, legal);
    if let [only] = legal[..] {
        return only;
    }
    let world = game.determinize(&game.view(state, Viewer::Seat(seat)), dice);
    let scores: Vec<i32> = legal.iter().map(|&action| game.action_score(&world, seat, action)).collect();
    let best = scores.iter().max().expect("something is legal");
    let ties: Vec<_> = legal.iter().zip(&scores).filter(|(_, score)| *score == best).collect();
    *ties[dice.below(ties.len() as u32) as usize].0
}

/// Plays a match in which the seats of `thinks` are greedy and the others random.
fn play(game: &StarCraft, seed: u64, thinks: u8) -> State {
    let (mut dice, mut state, mut legal) = (SplitMix64(seed), game.start(), Vec::new());
    while let Some(step) = random_step(game, &state, &mut legal, &mut dice) {
        let step = match step {
            Step::Act(seat, _) if thinks >> seat.0 & 1 == 1 => {
                Step::Act(seat, greedy(game, &state, seat, &mut legal, &mut dice))
            }
            other => other,
        };
        game.apply(&mut state, step, &mut |_| {});
    }
    state
}

/// `SEEDS=1000 cargo test -p starcraft --test it greedy_beats_random -- --nocapture` prints the exact share.
#[test]
fn greedy_beats_random() {
    let games = ["ready-2 factions=random", "built-2 factions=random"].map(table);
    let matches = seeds(40);
    let mut won = 0;
    for seed in 0..matches {
        let me = (seed / 2 % 2) as u8;
        let game = &games[seed as usize % 2];
        let state = play(game, seed, 1 << me);
        let winner = game.outcome(&state).and_then(|outcome| outcome.sole_winner());
        won += u64::from(winner == Some(Seat(me)));
    }
    println!("greedy won {won} of {matches} matches against random");
    assert!(won * 100 >= matches * 90, "greedy won {won} of {matches} matches against random");
}

/// `SEEDS=600 cargo test -p starcraft --test it six_greedy -- --nocapture` prints the tables of docs/balance.md. With
/// fewer than 300 matches the shares are not judged: they would differ by chance.
#[test]
fn six_greedy_players_have_even_chances() {
    let game = table(&std::env::var("TABLE").unwrap_or_else(|_| "ready-6 factions=random".to_owned()));
    let matches = seeds(6);
    let count = usize::from(game.seats());
    // Shares of victories in 1/60 of a match, so that a shared victory counts for each winner alike.
    let (mut seats, mut homes, mut factions) = ([0; 6], [0; 12], [0; 6]);
    let mut endings = std::collections::BTreeMap::<_, u64>::new();
    let mut rounds = 0;
    // Not the matches by which the homes were chosen.
    for seed in 10_000..10_000 + matches {
        let state = play(&game, seed, 0b11_1111);
        let outcome = game.outcome(&state).expect("a match that is over has an outcome");
        *endings.entry(outcome.rule.expect("a rule ends the match").name()).or_default() += 1;
        rounds += u64::from(state.round);
        for seat in outcome.winners.iter() {
            let (share, player) = (60 / outcome.winners.len(), &state.players[seat.index()]);
            seats[seat.index()] += share;
            homes[usize::from(player.home.0)] += share;
            factions[player.faction.index()] += share;
        }
    }
    let percent = |share: u32| f64::from(share) / 0.6 / matches as f64;
    println!(
        "{matches} matches, {:.1} rounds on average, ended by {endings:?}",
        rounds as f64 / matches as f64
    );
    for (seat, share) in seats.iter().enumerate().take(count) {
        println!("| seat {} | {:.1} % |", seat + 1, percent(*share));
    }
    for (planet, share) in game.components.planets.iter().zip(homes).filter(|(_, share)| *share > 0) {
        println!("| home {} | {:.1} % |", planet.name, percent(share));
    }
    for (faction, share) in game.components.factions.iter().zip(factions) {
        println!("| {} | {:.1} % |", faction.name, percent(share));
    }
    if matches >= 300 {
        let most = seats.iter().chain(&homes).chain(&factions).max().expect("a share");
        assert!(percent(*most) <= 30.0, "a seat, a home or a faction wins {:.1} %", percent(*most));
    }
}
