//! Training of evaluations: regression on recorded matches, then rounds of self-play with a gate.

use catalog::Arena;
use rayon::prelude::*;
use rules::{Model, Strength};
use search::{Contender, Record};
use serde::{Deserialize, Serialize};

use crate::{
    figures::{Share, elo_difference},
    network::{Example, Network},
};

/// How an evaluation is trained.
#[derive(Clone, Debug)]
pub struct Training {
    /// Hidden units; 0 is a linear model.
    pub hidden: usize,
    /// Matches of the first regression, all of greedy players.
    pub first_matches: u64,
    /// Three quarters of them are matches of the playout policy instead.
    pub by_policy: bool,
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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Progress {
    /// Rounds that are done; 0 after the first regression.
    pub round: u32,
    /// The best evaluation so far, as [`Model::write`] writes it.
    pub champion: String,
    /// What the gate said, by round.
    pub history: Vec<Gate>,
    /// Matches the next challenger learns from.
    pub matches: Vec<Match>,
}

/// How a challenger fared.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Gate {
    /// Its share against the champion.
    pub share: f64,
    /// The 95 % interval of that share.
    pub interval: [f64; 2],
    /// Whether it took over.
    pub passed: bool,
}

/// What training keeps of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Match {
    /// By seat, of 1000.
    shares: Vec<u16>,
    /// By seat: its positions in order.
    positions: Vec<Vec<Vec<i16>>>,
}

impl Match {
    fn of(record: Record) -> Self {
        let shares = record.outcome.shares();
        let mut positions = vec![Vec::new(); shares.len()];
        for sample in record.samples {
            positions[sample.seat.index()].push(sample.features);
        }
        Self { shares, positions }
    }
}

impl Progress {
    /// The best evaluation so far.
    pub fn model(&self) -> Result<Model, String> {
        Model::read(&self.champion)
    }
}

/// Rounds whose matches a challenger learns from.
const WINDOW: usize = 4;
/// Seeds of different rounds do not meet.
const ROUND_SEEDS: u64 = 1 << 32;

/// Positions of matches as examples: the target is the λ-mixture of the result and the estimates on the way.
fn examples(matches: &[Match], model: Option<&Model>, lambda: u16) -> Vec<Example> {
    let lambda = f64::from(lambda) / 1_000.0;
    let mut all = Vec::new();
    for one in matches {
        for (positions, &share) in one.positions.iter().zip(&one.shares) {
            let mut target = f64::from(share) / 1_000.0;
            for features in positions.iter().rev() {
                all.push(Example { features: features.clone(), target: target as f32 });
                if let Some(model) = model {
                    let estimate = f64::from(model.chance(features)) / f64::from(rules::CERTAIN);
                    target = lambda * target + (1.0 - lambda) * estimate;
                }
            }
        }
    }
    all
}

/// The first step: regression on matches of greedy players who try things at random.
pub fn begin(arenas: &[Box<dyn Arena>], training: &Training, tick: &(dyn Fn() + Sync)) -> Progress {
    let matches: Vec<Match> = (0..training.first_matches)
        .into_par_iter()
        .map(|number| {
            let arena = &arenas[(number % arenas.len() as u64) as usize];
            let curiosity = [0, 30, 100, 250][(number / 7 % 4) as usize];
            let policy = Strength { samples: 0, ..training.strength };
            let strength = (training.by_policy && number / 2 % 4 != 0).then_some(policy);
            let players = vec![Contender { strength, model: None, curiosity }; usize::from(arena.seats())];
            let record = arena.record(&players, training.seed.wrapping_add(number));
            tick();
            Match::of(record)
        })
        .collect();
    let examples = examples(&matches, None, 1_000);
    let network = Network::train(&examples, training.hidden, training.passes, training.seed);
    let champion = network.quantize().write("");
    Progress { round: 0, champion, history: Vec::new(), matches: Vec::new() }
}

/// One round: self-play of the champion, a challenger trained on it, and the gate.
pub fn round(
    arenas: &[Box<dyn Arena>],
    training: &Training,
    progress: &mut Progress,
    tick: &(dyn Fn() + Sync),
) -> Result<(), String> {
    let champion = progress.model()?;
    progress.round += 1;
    let seed = training.seed.wrapping_add(ROUND_SEEDS.wrapping_mul(u64::from(progress.round)));
    let fresh: Vec<Match> = (0..training.round_matches)
        .into_par_iter()
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
            Match::of(record)
        })
        .collect();
    progress.matches.extend(fresh);
    let window = WINDOW * training.round_matches as usize;
    let outdated = progress.matches.len().saturating_sub(window);
    progress.matches.drain(..outdated);
    let examples = examples(&progress.matches, Some(&champion), training.lambda);
    let challenger = Network::train(&examples, training.hidden, training.passes, seed).quantize();
    let share = contest(arenas, training, &challenger, &champion, seed ^ 0x5555, tick);
    let passed = share.mean >= training.gate;
    if passed {
        progress.champion = challenger.write("");
    }
    progress.history.push(Gate { share: share.mean, interval: share.interval, passed });
    Ok(())
}

/// The challenger's share against the champion, seats swapped with the same dice.
fn contest(
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

/// A picture of strength over time: the champion's rating above the first regression, by round.
pub fn picture(title: &str, history: &[Gate]) -> String {
    let mut rating = 0.0;
    let mut points = vec![0.0];
    for gate in history {
        rating += if gate.passed { elo_difference(gate.share) } else { 0.0 };
        points.push(rating);
    }
    let highest = points.iter().copied().fold(100.0, f64::max);
    let x = |round: usize| 60.0 + 560.0 * round as f64 / (points.len() - 1).max(1) as f64;
    let y = |rating: f64| 320.0 - 260.0 * rating / highest;
    let line: Vec<String> =
        points.iter().enumerate().map(|(at, &rating)| format!("{:.1},{:.1}", x(at), y(rating))).collect();
    let mut marks = String::new();
    for step in 0..=4 {
        let rating = highest * f64::from(step) / 4.0;
        marks += &format!(
            "<line x1=\"60\" x2=\"620\" y1=\"{0:.1}\" y2=\"{0:.1}\" stroke=\"#ccc\"/><text x=\"52\" y=\"{1:.1}\" text-anchor=\"end\">{rating:.0}</text>\n",
            y(rating),
            y(rating) + 4.0,
        );
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 360\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"640\" height=\"360\" fill=\"#fff\"/><text x=\"60\" y=\"30\" font-size=\"16\">{title}</text>\n{marks}\
         <polyline points=\"{}\" fill=\"none\" stroke=\"#1565c0\" stroke-width=\"2\"/>\n\
         <text x=\"620\" y=\"348\" text-anchor=\"end\">rounds of self-play (0 to {})</text>\n</svg>\n",
        line.join(" "),
        points.len() - 1,
    )
}
