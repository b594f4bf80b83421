//! Plays greedy matches of Stellar Conquest: CPU time, decisions, colonies and points. `greedy [matches] [setup]`.
//!
//! It stands here and not with the game, so that `--release` measures without the marks of the rules' tests.

use std::time::Instant;

use rules::Seat;
use search::{Level, Playout, match_of};
use stellar_conquest::StellarConquest;

/// CPU time of this process in milliseconds, where the system tells; otherwise the time that passed.
fn milliseconds(since: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = told.as_deref().and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    nanos.map_or_else(|| since.elapsed().as_secs_f64() * 1000.0, |nanos| nanos / 1e6)
}

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
        let points = game.tally(&match_of(&game, &levels, &mut Playout::new(seed))).points;
        one += u32::from(points[chair]);
        others += points.iter().map(|&points| u32::from(points)).sum::<u32>() - u32::from(points[chair]);
    }
    let rest = f64::from(others) / f64::from(game.scenario.players - 1);
    println!(
        "greedy among random: {:.2} against {:.2} points",
        f64::from(one) / matches as f64,
        rest / matches as f64
    );
    for level in [Level::Greedy, Level::Random] {
        let start = Instant::now();
        let before = milliseconds(start);
        let (mut points, mut six, mut whole) = (0u32, 0u32, 0u32);
        let mut counts = Vec::new();
        for seed in 0..matches {
            let state = match_of(&game, &[level; 4], &mut Playout::new(seed));
            let mut all = true;
            for seat in (0..game.scenario.players).map(Seat) {
                let colonies = state.colonies.iter().filter(|colony| colony.controller == seat).count();
                six += u32::from(colonies >= 6);
                all &= colonies >= 6;
                counts.push(colonies);
                points += u32::from(game.tally(&state).points[seat.index()]);
            }
            whole += u32::from(all);
        }
        counts.sort_unstable();
        let each = (milliseconds(start) - before) / matches as f64;
        let seats = counts.len();
        println!(
            "{level}: {each:.1} ms CPU a match, {:.2} points a seat; six colonies: {six} of {seats} seats, all seats in {whole} of {matches} games; least {}, twentieth {}, median {}",
            f64::from(points) / seats as f64,
            counts[0],
            counts[seats / 20],
            counts[seats / 2]
        );
    }
    Ok(())
}
