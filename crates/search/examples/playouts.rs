//! Plays random matches over all scenarios and says how fast: `playouts [matches]`.

use std::time::Instant;

use laws::{Lottery, random_step};
use rules::{Game, Step};
use stellar_conquest::{StellarConquest, scenario};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let matches: u64 = std::env::args().nth(1).map_or(Ok(200), |count| count.parse())?;
    let setups: Vec<String> = scenario::scenarios()?.into_iter().map(|(id, _, _)| id).collect();
    let (mut decisions, mut steps) = (0u64, 0u64);
    let start = Instant::now();
    for (at, setup) in setups.iter().enumerate() {
        let game = StellarConquest::new(setup)?;
        let (mut here, began) = (0u64, Instant::now());
        for seed in (at as u64..matches).step_by(setups.len()) {
            let (mut dice, mut state, mut legal) = (Lottery(seed), game.start(), Vec::new());
            while let Some(step) = random_step(&game, &state, &mut legal, &mut dice) {
                here += u64::from(matches!(step, Step::Act(..)));
                steps += 1;
                game.apply(&mut state, step, &mut |_| {});
            }
        }
        decisions += here;
        println!("{setup}: {:.0} decisions a second", here as f64 / began.elapsed().as_secs_f64());
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{matches} matches, {decisions} decisions, {steps} steps, {seconds:.1} s: {:.0} decisions a second",
        decisions as f64 / seconds
    );
    Ok(())
}
