//! Speed of random playouts, the greedy player against a random one, and the balance of six greedy players.
//!
//! `cargo run -p starcraft --example playouts -- speed | duel [matches] | six [matches]`

use std::time::Instant;

use laws::SplitMix64;
use rules::{Advice, Dice, Game, Seat, Step, Turn, Viewer};
use starcraft::StarCraft;

fn random_match(game: &StarCraft, dice: &mut SplitMix64, pruned: bool) -> u64 {
    let (mut state, mut legal, mut decisions) = (game.start(), Vec::new(), 0);
    loop {
        match game.turn(&state) {
            Turn::Over => return decisions,
            Turn::Chance(chance) => {
                let roll = game.sample(&chance, dice);
                game.apply(&mut state, Step::Chance(roll), &mut |_| {});
            }
            Turn::Choose(seats) => {
                let seat = seats.first().expect("a seat decides");
                game.legal(&state, seat, &mut legal);
                if pruned {
                    game.prune(&state, seat, &mut legal);
                }
                let action = legal[dice.below(legal.len() as u32) as usize];
                game.apply(&mut state, Step::Act(seat, action), &mut |_| {});
                decisions += 1;
            }
        }
    }
}

/// Plays a match; seats in `greedy` take the action with the best score, the others a random one.
fn versus(game: &StarCraft, greedy: &[bool], dice: &mut SplitMix64) -> starcraft::State {
    let (mut state, mut legal) = (game.start(), Vec::new());
    loop {
        match game.turn(&state) {
            Turn::Over => return state,
            Turn::Chance(chance) => {
                let roll = game.sample(&chance, dice);
                game.apply(&mut state, Step::Chance(roll), &mut |_| {});
            }
            Turn::Choose(seats) => {
                let seat = seats.first().expect("a seat decides");
                game.legal(&state, seat, &mut legal);
                let action = if greedy[seat.index()] {
                    game.prune(&state, seat, &mut legal);
                    let world = game.determinize(&game.view(&state, Viewer::Seat(seat)), dice);
                    let mut best = (i32::MIN, legal[0]);
                    for &action in &legal {
                        let score = 16 * game.action_score(&world, seat, action) + dice.below(16) as i32;
                        if score > best.0 {
                            best = (score, action);
                        }
                    }
                    best.1
                } else {
                    legal[dice.below(legal.len() as u32) as usize]
                };
                game.apply(&mut state, Step::Act(seat, action), &mut |_| {});
            }
        }
    }
}

/// CPU seconds of this process where the system tells them, otherwise none.
fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: f64 = stat.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

fn main() {
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap_or_else(|| "speed".to_owned());
    let matches: u64 = args.next().and_then(|count| count.parse().ok()).unwrap_or(200);
    match what.as_str() {
        "duel" => {
            let (mut won, mut rounds) = (0, 0);
            for number in 0..matches {
                let game = StarCraft::new("ready-2 factions=random").expect("a table");
                let own = (number % 2) as usize;
                let greedy = [own == 0, own == 1];
                let state = versus(&game, &greedy, &mut SplitMix64(number));
                won += u64::from(state.winners.contains(Seat(own as u8)));
                rounds += u64::from(state.round);
            }
            println!(
                "greedy beats random in {won} of {matches} matches, {} rounds on average",
                rounds / matches
            );
        }
        "six" => {
            let players: usize = args.next().and_then(|count| count.parse().ok()).unwrap_or(6);
            let (mut factions, mut homes, mut played, mut ends) =
                ([0u32; 6], [0u32; 12], [0u32; 6], [0u32; 5]);
            let game = StarCraft::new(&format!("ready-{players} factions=random")).expect("a table");
            for number in 0..matches {
                let state = versus(&game, &[true; 6], &mut SplitMix64(1000 + number));
                for seat in 0..players {
                    played[state.players[seat].faction.index()] += 1;
                }
                for seat in state.winners.iter() {
                    factions[state.players[seat.index()].faction.index()] += 1;
                    homes[state.players[seat.index()].home.index()] += 1;
                }
                ends[state.ending.expect("over") as usize] += 1;
            }
            for (at, faction) in game.components.factions.iter().enumerate() {
                println!("{:<20} wins {} of {}", faction.name, factions[at], played[at]);
            }
            for (home, _) in &game.components.galaxies[players - 2].seats {
                println!(
                    "home {} wins {} of {matches}",
                    game.components.planets[home.index()].id,
                    homes[home.index()]
                );
            }
            println!("normal, special, end cards, last player, last round: {ends:?}");
        }
        _ => {
            for players in [2, 6] {
                for pruned in [false, true] {
                    let game = StarCraft::new(&format!("ready-{players}")).expect("a table");
                    let (mut dice, mut decisions) = (SplitMix64(1), 0);
                    let (began, cpu) = (Instant::now(), cpu_seconds());
                    for _ in 0..matches {
                        decisions += random_match(&game, &mut dice, pruned);
                    }
                    let used = cpu.zip(cpu_seconds()).map(|(before, after)| after - before);
                    let seconds = used.unwrap_or_else(|| began.elapsed().as_secs_f64());
                    println!(
                        "{players} players, pruned {pruned}: {:.0} decisions per CPU second",
                        decisions as f64 / seconds
                    );
                }
            }
        }
    }
}
