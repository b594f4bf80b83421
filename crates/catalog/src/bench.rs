//! How fast a game is: random playouts and the single operations, in CPU time of one thread.

use std::{hint::black_box, time::Duration};

use cpu_time::ThreadTime;
use rules::{Dice, Game, Notation, Step, StepOf, Turn, Viewer};
use search::PlayoutRng;
use serde::Serialize;

/// What a benchmark of one scenario measured. Rates are per second of CPU time.
#[derive(Clone, Debug, Serialize)]
pub struct BenchReport {
    /// The game.
    pub game: &'static str,
    /// The scenario's short name.
    pub scenario: String,
    /// CPU seconds the playouts took.
    pub cpu_seconds: f64,
    /// Whole matches played.
    pub matches: u64,
    /// Steps made: decisions and rolls.
    pub steps: u64,
    /// Decisions made by players.
    pub decisions: u64,
    /// Matches per CPU second.
    pub matches_per_second: f64,
    /// Steps per CPU second.
    pub steps_per_second: f64,
    /// Decisions per CPU second.
    pub decisions_per_second: f64,
    /// Legal actions per decision.
    pub branching: f64,
    /// Nanoseconds per `legal`.
    pub legal_ns: f64,
    /// Nanoseconds per `apply`.
    pub apply_ns: f64,
    /// Nanoseconds per `clone` of a state.
    pub clone_ns: f64,
    /// Nanoseconds per `view` of a seat.
    pub view_ns: f64,
    /// Nanoseconds per `determinize`.
    pub determinize_ns: f64,
    /// Size of a state in bytes, without what it may own on the heap.
    pub state_bytes: usize,
}

/// States kept for measuring single operations: enough for all phases of a match, few enough to stay
/// in the cache, as they would in a search.
const SAMPLES: usize = 256;

/// Measures random play of `game` on this thread: two thirds of `budget` for playouts, the rest for the
/// single operations.
pub fn bench<G: Notation>(game: &G, budget: Duration) -> BenchReport {
    let mut dice = PlayoutRng::new(1);
    let mut tally = Tally::default();
    let mut legal = Vec::new();
    let clock = ThreadTime::now();
    while tally.matches == 0 || clock.elapsed() < budget * 2 / 3 {
        playout(game, &mut dice, &mut legal, &mut tally);
    }
    let cpu_seconds = clock.elapsed().as_secs_f64();
    let rate = |count: u64| count as f64 / cpu_seconds;

    let samples = collect(game, tally.decisions / tally.matches);
    let slice = budget / 15;
    let mut scratch = samples[0].0.clone();
    let clone_ns = nanoseconds(slice, &samples, |(state, _)| scratch.clone_from(black_box(state)));
    let mut scratch = samples[0].0.clone();
    let clone_apply_ns = nanoseconds(slice, &samples, |&(ref state, step)| {
        scratch.clone_from(black_box(state));
        game.apply(&mut scratch, step, &mut |event| drop(black_box(event)));
    });
    let legal_ns = nanoseconds(slice, &samples, |(state, step)| {
        game.legal(black_box(state), mover(step), &mut legal);
        black_box(&legal);
    });
    let view_ns = nanoseconds(slice, &samples, |(state, step)| {
        black_box(game.view(black_box(state), Viewer::Seat(mover(step))));
    });
    let views: Vec<G::View> =
        samples.iter().map(|(state, step)| game.view(state, Viewer::Seat(mover(step)))).collect();
    let determinize_ns = nanoseconds(slice, &views, |view| {
        black_box(game.determinize(black_box(view), &mut dice));
    });

    BenchReport {
        game: G::GAME,
        scenario: game.scenario_name(),
        cpu_seconds,
        matches: tally.matches,
        steps: tally.steps,
        decisions: tally.decisions,
        matches_per_second: rate(tally.matches),
        steps_per_second: rate(tally.steps),
        decisions_per_second: rate(tally.decisions),
        branching: tally.offered as f64 / tally.decisions.max(1) as f64,
        legal_ns,
        apply_ns: (clone_apply_ns - clone_ns).max(0.0),
        clone_ns,
        view_ns,
        determinize_ns,
        state_bytes: size_of::<G::State>(),
    }
}

#[derive(Default)]
struct Tally {
    matches: u64,
    steps: u64,
    decisions: u64,
    offered: u64,
}

/// One random match: `turn`, `legal`, `sample` and `apply`, nothing else.
fn playout<G: Game>(game: &G, dice: &mut PlayoutRng, legal: &mut Vec<G::Action>, tally: &mut Tally) {
    let mut state = game.start();
    loop {
        let step = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance(chance) => Step::Chance(game.sample(&chance, dice)),
            Turn::Choose(seats) => {
                let seat = seats.first().expect("somebody owes a decision");
                game.legal(&state, seat, legal);
                tally.decisions += 1;
                tally.offered += legal.len() as u64;
                Step::Act(seat, legal[dice.below(legal.len() as u32) as usize])
            }
        };
        game.apply(&mut state, step, &mut |_| {});
        tally.steps += 1;
    }
    tally.matches += 1;
}

/// Decisions from all over some matches, each with an action that was drawn for it.
fn collect<G: Game>(game: &G, decisions_per_match: u64) -> Vec<(G::State, StepOf<G>)> {
    let mut dice = PlayoutRng::new(2);
    let mut legal = Vec::new();
    let mut samples = Vec::with_capacity(SAMPLES);
    // One in so many decisions, so that the samples spread over sixteen matches.
    let one_in = (decisions_per_match * 16 / SAMPLES as u64).max(1) as u32;
    while samples.len() < SAMPLES {
        let mut state = game.start();
        loop {
            let step = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance(chance) => Step::Chance(game.sample(&chance, &mut dice)),
                Turn::Choose(seats) => {
                    let seat = seats.first().expect("somebody owes a decision");
                    game.legal(&state, seat, &mut legal);
                    let step = Step::Act(seat, legal[dice.below(legal.len() as u32) as usize]);
                    if samples.len() < SAMPLES && dice.below(one_in) == 0 {
                        samples.push((state.clone(), step));
                    }
                    step
                }
            };
            game.apply(&mut state, step, &mut |_| {});
        }
    }
    samples
}

fn mover<A, R>(step: &Step<A, R>) -> rules::Seat {
    match step {
        Step::Act(seat, _) => *seat,
        Step::Chance(_) => unreachable!("only decisions are sampled"),
    }
}

/// CPU time per call, over whole rounds of the samples for about `budget`.
fn nanoseconds<T>(budget: Duration, samples: &[T], mut operation: impl FnMut(&T)) -> f64 {
    samples.iter().for_each(&mut operation);
    let clock = ThreadTime::now();
    let mut calls = 0u64;
    while calls == 0 || clock.elapsed() < budget {
        samples.iter().for_each(&mut operation);
        calls += samples.len() as u64;
    }
    clock.elapsed().as_nanos() as f64 / calls as f64
}

#[cfg(test)]
mod tests {
    use laws::duel::Duel;

    use super::*;

    #[test]
    fn a_benchmark_counts_what_it_plays() {
        let report = bench(&Duel::default(), Duration::from_millis(30));
        assert_eq!((report.game, report.scenario.as_str()), ("duel", "hull-3"));
        assert!(report.matches > 0 && report.decisions >= 3 * report.matches, "{report:?}");
        assert!(report.steps > report.decisions, "two cards are dealt in every match: {report:?}");
        assert!((1.0..=3.0).contains(&report.branching), "{report:?}");
        assert!(report.legal_ns > 0.0 && report.clone_ns > 0.0 && report.determinize_ns > 0.0, "{report:?}");
        assert_eq!(report.state_bytes, size_of::<laws::duel::DuelState>());
    }
}
