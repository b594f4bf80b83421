//! Plays greedy matches: time, colonies and points. `greedy [matches] [setup]`.

#[path = "../tests/common/players.rs"]
mod players;

use std::time::Instant;

use laws::Lottery;
use players::{Level, match_of};
use rules::Seat;
use stellar_conquest::StellarConquest;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let matches: u64 = std::env::args().nth(1).map_or(Ok(40), |count| count.parse())?;
    let setup = std::env::args().nth(2).unwrap_or_else(|| "basic-4".to_owned());
    let game = StellarConquest::new(&setup)?;
    // One greedy player among random ones: points of the one, and of the others on average.
    let (mut one, mut others) = (0u32, 0u32);
    for seed in 0..matches {
        let chair = (seed % u64::from(game.scenario.players)) as usize;
        let mut levels = [Level::Random; 4];
        levels[chair] = Level::Greedy;
        let points = game.tally(&match_of(&game, &levels, &mut Lottery(seed))).points;
        one += u32::from(points[chair]);
        others += points.iter().map(|&points| u32::from(points)).sum::<u32>() - u32::from(points[chair]);
    }
    let rest = f64::from(others) / f64::from(game.scenario.players - 1);
    println!(
        "greedy among random: {:.2} against {:.2} points",
        f64::from(one) / matches as f64,
        rest / matches as f64
    );
    for (name, levels) in [("greedy", [Level::Greedy; 4]), ("random", [Level::Random; 4])] {
        let start = Instant::now();
        let (mut points, mut six, mut seats) = (0u32, 0u32, 0u32);
        let mut counts = Vec::new();
        for seed in 0..matches {
            let state = match_of(&game, &levels, &mut Lottery(seed));
            for seat in 0..game.scenario.players {
                let colonies = state.colonies.iter().filter(|colony| colony.controller == Seat(seat)).count();
                six += u32::from(colonies >= 6);
                seats += 1;
                counts.push(colonies);
                points += u32::from(game.tally(&state).points[usize::from(seat)]);
            }
        }
        counts.sort_unstable();
        let each = start.elapsed().as_secs_f64() * 1000.0 / matches as f64;
        println!(
            "{name}: {each:.1} ms a match, {:.2} points a seat, {six} of {seats} seats with six colonies, least {}, twentieth {}, median {}",
            f64::from(points) / f64::from(seats),
            counts[0],
            counts[counts.len() / 20],
            counts[counts.len() / 2]
        );
    }
    Ok(())
}
