//! Training of evaluations: regression on recorded matches, then rounds of self-play with a gate.

use catalog::Arena;
use rayon::prelude::*;
use rules::{Model, Strength};
use search::{Contender, Record};

use crate::{
    figures::Share,
    network::{Example, Network},
};

/// How an evaluation is trained.
#[derive(Clone, Debug)]
pub struct Training {
    /// Hidden units; 0 is a linear model.
    pub hidden: usize,
    /// Matches of the first regression, all of greedy players.
    pub first_matches: u64,
    /// Rounds of self-play.
    pub rounds: u32,
    /// Matches per round.
    pub round_matches: u64,
    /// Matches between challenger and champion after each round.
    pub gate_matches: u64,
    /// The share a challenger needs, 0 to 1.
    pub gate: f64,
    /// How the players of self-play search.
    pub strength: Strength,
    /// Weight of the result of a match against the next position's estimate, of 1000 (TD(λ)).
    pub lambda: u16,
    /// Passes over the recorded positions.
    pub passes: u32,
    /// Seed of everything.
    pub seed: u64,
}

/// The state of a training run between rounds: what a resumed run continues from.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// Rounds that are done; 0 after the first regression.
    pub round: u32,
    /// The best evaluation so far.
    pub champion: Model,
    /// By round: the challenger's share against the champion, and whether it took over.
    pub history: Vec<(Share, bool)>,
}

/// Seeds of different rounds do not meet.
const ROUND_SEEDS: u64 = 1 << 32;

/// Positions of matches as examples: the target is the λ-mixture of the result and the estimates on the way.
fn examples(records: &[Record], model: Option<&Model>, lambda: u16) -> Vec<Example> {
    let mut all = Vec::new();
    for record in records {
        let shares = record.outcome.shares();
        for (seat, &share) in shares.iter().enumerate() {
            let own: Vec<_> = record.samples.iter().filter(|sample| sample.seat.index() == seat).collect();
            let mut target = f64::from(share) / 1_000.0;
            let lambda = f64::from(lambda) / 1_000.0;
            for sample in own.into_iter().rev() {
                all.push(Example { features: sample.features.clone(), target: target as f32 });
                if let Some(model) = model {
                    let estimate = f64::from(model.chance(&sample.features)) / f64::from(rules::CERTAIN);
                    target = lambda * target + (1.0 - lambda) * estimate;
                }
            }
        }
    }
    all
}

fn record_all(
    arenas: &[Box<dyn Arena>],
    matches: u64,
    seed: u64,
    tick: &(dyn Fn() + Sync),
    contenders: &(dyn Fn(u64, u8) -> Vec<Contender<'static>> + Sync),
) -> Vec<Record> {
    let numbers = (0..matches).into_par_iter();
    let play = |number: u64| {
        let arena = &arenas[(number % arenas.len() as u64) as usize];
        let record = arena.record(&contenders(number, arena.seats()), seed.wrapping_add(number));
        tick();
        record
    };
    numbers.map(play).collect()
}

/// The first step: regression on matches of greedy players who try things at random.
pub fn begin(arenas: &[Box<dyn Arena>], training: &Training, tick: &(dyn Fn() + Sync)) -> Progress {
    let greedy = |number: u64, seats: u8| {
        let curiosity = [0, 30, 100, 250][(number / 7 % 4) as usize];
        vec![Contender { strength: None, model: None, curiosity }; usize::from(seats)]
    };
    let records = record_all(arenas, training.first_matches, training.seed, tick, &greedy);
    let examples = examples(&records, None, 1_000);
    let network = Network::train(None, &examples, training.hidden, training.passes, training.seed);
    Progress { round: 0, champion: network.quantize(), history: Vec::new() }
}

/// One round: self-play of the champion, a challenger trained on it, and the gate.
pub fn round(
    arenas: &[Box<dyn Arena>],
    training: &Training,
    progress: &mut Progress,
    kept: &mut Vec<Record>,
    tick: &(dyn Fn() + Sync),
) {
    progress.round += 1;
    let seed = training.seed.wrapping_add(ROUND_SEEDS.wrapping_mul(u64::from(progress.round)));
    let champion = progress.champion.clone();
    let numbers = (0..training.round_matches).into_par_iter();
    let fresh: Vec<Record> = numbers
        .map(|number| {
            let arena = &arenas[(number % arenas.len() as u64) as usize];
            let seats = usize::from(arena.seats());
            let own = Contender {
                strength: Some(training.strength),
                model: Some(&champion),
                curiosity: [0, 10, 40][(number / 5 % 3) as usize],
            };
            let mut contenders = vec![own; seats];
            // Some opponents are greedy, so that weak play is known as well.
            if number / 3 % 4 == 0 {
                contenders[number as usize % seats].strength = None;
            }
            let record = arena.record(&contenders, seed.wrapping_add(number));
            tick();
            record
        })
        .collect();
    kept.extend(fresh);
    let window = 4 * training.round_matches as usize;
    if kept.len() > window {
        kept.drain(..kept.len() - window);
    }
    let examples = examples(kept, Some(&champion), training.lambda);
    let challenger = Network::train(None, &examples, training.hidden, training.passes, seed).quantize();
    let share = contest(arenas, training, &challenger, &champion, seed ^ 0x5555, tick);
    let better = share.mean >= training.gate;
    if better {
        progress.champion = challenger;
    }
    progress.history.push((share, better));
}

/// The challenger's share against the champion, seats swapped with the same dice.
pub fn contest(
    arenas: &[Box<dyn Arena>],
    training: &Training,
    challenger: &Model,
    champion: &Model,
    seed: u64,
    tick: &(dyn Fn() + Sync),
) -> Share {
    let numbers = (0..training.gate_matches).into_par_iter();
    let shares: Vec<f64> = numbers
        .map(|number| {
            let arena = &arenas[(number / 2 % arenas.len() as u64) as usize];
            let seats = usize::from(arena.seats());
            let place = (number % 2) as usize * (seats / 2);
            let of =
                |model| Contender { strength: Some(training.strength), model: Some(model), curiosity: 0 };
            let mut contenders = vec![of(champion); seats];
            contenders[place] = of(challenger);
            let record = arena.record(&contenders, seed.wrapping_add(number / 2));
            tick();
            // Half is a fair share, whatever the number of seats.
            let share = f64::from(record.outcome.shares()[place]) / 1_000.0;
            let fair = 1.0 / seats as f64;
            if share >= fair { 0.5 + 0.5 * (share - fair) / (1.0 - fair) } else { 0.5 * share / fair }
        })
        .collect();
    Share::of(&shares)
}
