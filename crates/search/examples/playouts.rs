//! Plays random matches over all scenarios and says how fast, by CPU time: `playouts [matches]`.

use std::time::Instant;

use laws::{Lottery, random_step};
use rules::{Game, Step};
use stellar_conquest::{StellarConquest, scenario};

/// CPU time of this process in seconds, where the system tells; otherwise the time that passed.
fn seconds(since: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = told.as_deref().and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    nanos.map_or_else(|| since.elapsed().as_secs_f64(), |nanos| nanos / 1e9)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let matches: u64 = std::env::args().nth(1).map_or(Ok(200), |count| count.parse())?;
    let setups: Vec<String> = scenario::scenarios()?.into_iter().map(|(id, _, _)| id).collect();
    let (mut decisions, mut steps) = (0u64, 0u64);
    let start = Instant::now();
    let before = seconds(start);
    for (at, setup) in setups.iter().enumerate() {
        let game = StellarConquest::new(setup)?;
        let (mut here, began) = (0u64, seconds(start));
        for seed in (at as u64..matches).step_by(setups.len()) {
            let (mut dice, mut state, mut legal) = (Lottery(seed), game.start(), Vec::new());
            while let Some(step) = random_step(&game, &state, &mut legal, &mut dice) {
                here += u64::from(matches!(step, Step::Act(..)));
                steps += 1;
                game.apply(&mut state, step, &mut |_| {});
            }
        }
        decisions += here;
        println!("{setup}: {:.0} decisions a CPU second", here as f64 / (seconds(start) - began));
    }
    let took = seconds(start) - before;
    println!(
        "{matches} matches, {decisions} decisions, {steps} steps, {took:.1} s CPU: {:.0} decisions a CPU second",
        decisions as f64 / took
    );
    Ok(())
}
