//! Review of a recorded match: the win chances along its log, split into luck and skill, and better lines.
//!
//! The one place that estimates from true states: hidden information is open. For matches that are over, and for saves of
//! the table's owner; nothing of it may reach a seat that still plays.

use std::sync::{
    Mutex,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use rules::{Advice, CERTAIN, Outcome, Seat, Step, StepOf, Strength, Turn, Viewer};

use crate::{
    Limits, PlayoutRng,
    playout::{Evaluator, Playout},
    policy::policy,
    think,
};

/// How thorough a review is, and how it can be watched and stopped.
#[derive(Clone, Copy)]
pub struct ReviewSettings<'a> {
    /// Playouts per position.
    pub samples: u32,
    /// Threads; the result does not depend on their number.
    pub threads: usize,
    /// The same seed gives the same review.
    pub seed: u64,
    /// Called with the number of positions that are done, and of all.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
    /// The review ends soon after this becomes true, without a result.
    pub cancelled: &'a AtomicBool,
}

/// What changed the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Dice or draws.
    Chance,
    /// Choices of a seat.
    Choice(Seat),
    /// A seat resigned.
    Resignation(Seat),
}

/// A moment of the match. The steps between two moments have one cause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewMoment {
    /// Steps played before it.
    pub step: usize,
    /// What led to it from the moment before; `None` for the first one.
    pub cause: Option<Cause>,
    /// The number of turns that had begun (see [`Advice::ply`]).
    pub ply: u32,
    /// By seat: the chance to win, of [`CERTAIN`]; with several seats they add up to it while the match is running.
    pub chances: Vec<i32>,
}

/// Where the change of a seat's chance over the match came from, in ten thousandths of a win. The three parts add up to the
/// difference between the last and the first moment, up to rounding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Balance {
    /// Changes over dice and draws.
    pub luck: i32,
    /// Standard error of `luck`.
    pub luck_error: i32,
    /// Changes over the seat's own choices.
    pub skill: i32,
    /// Standard error of `skill`.
    pub skill_error: i32,
    /// Changes over choices of the other seats.
    pub others: i32,
}

/// The win chances along a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve<G: Advice> {
    /// In the order of the match.
    pub moments: Vec<ReviewMoment>,
    /// By seat.
    pub balances: Vec<Balance>,
    /// The decisions that led to a moment, with its number; those without an alternative are left out.
    pub decisions: Vec<(usize, Comparison<G>)>,
}

/// A position of the match.
struct Place<S> {
    step: usize,
    cause: Option<Cause>,
    ply: u32,
    state: S,
}

/// The win chances along a match that began at `start`. `end` is its result if the table knows more than the game: a
/// resignation, with the seat that resigned last. `None` if it was cancelled.
pub fn curve<G: Advice>(
    game: &G,
    start: &G::State,
    log: &[StepOf<G>],
    end: Option<(Seat, &Outcome)>,
    settings: &ReviewSettings<'_>,
) -> Option<Curve<G>> {
    let places = places(game, start, log);
    let choices: Vec<usize> =
        (1..places.len()).filter(|&at| matches!(places[at].cause, Some(Cause::Choice(_)))).collect();
    let all = places.len() + choices.len();
    let done = AtomicUsize::new(0);
    let report = || (settings.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, all);
    let mut estimates = in_parallel(places.len(), settings, |at| {
        let mut playout = Playout { game, evaluator: Evaluator::new(game), legal: Vec::new() };
        let found = estimate(&mut playout, &places[at].state, settings);
        report();
        found
    })?;
    // Every log is cut where its causes change: the steps between two places are the actions of one seat.
    let played = |&at: &usize| {
        let steps = log[places[at - 1].step..places[at].step].iter().copied();
        steps.filter_map(action_of::<G>).collect::<Vec<G::Action>>()
    };
    // Behind a lock because actions can be sent to threads, but not shared.
    let played: Mutex<Vec<Vec<G::Action>>> = Mutex::new(choices.iter().map(played).collect());
    let compared = in_parallel(choices.len(), settings, |nth| {
        let (before, after) = (&places[choices[nth] - 1], &places[choices[nth]]);
        let played = std::mem::take(&mut played.lock().expect("no panic under this lock")[nth]);
        let Some(Cause::Choice(seat)) = after.cause else { return Some(None) };
        let found = compare(game, &before.state, seat, &played, settings);
        report();
        (!settings.cancelled.load(Ordering::Relaxed)).then_some(found)
    })?;
    let decisions = choices.into_iter().zip(compared).filter_map(|(at, found)| Some((at, found?))).collect();
    let moment = |place: &Place<G::State>, chances| ReviewMoment {
        step: place.step,
        cause: place.cause,
        ply: place.ply,
        chances,
    };
    let mut moments: Vec<ReviewMoment> =
        places.iter().zip(&estimates).map(|(place, samples)| moment(place, mean(samples))).collect();
    if let (Some((seat, outcome)), Some(last)) = (end, places.last()) {
        let exact: Vec<i32> =
            outcome.shares().iter().map(|&share| i32::from(share) * (CERTAIN / 1_000)).collect();
        let cause = Some(Cause::Resignation(seat));
        moments.push(ReviewMoment { cause, ..moment(last, exact.clone()) });
        estimates.push(vec![exact; settings.samples.max(1) as usize]);
    }
    let balances = balances(usize::from(game.seats()), &moments, &estimates);
    Some(Curve { moments, balances, decisions })
}

fn action_of<G: Advice>(step: StepOf<G>) -> Option<G::Action> {
    match step {
        Step::Act(_, action) => Some(action),
        Step::Chance(_) => None,
    }
}

/// The results of `work` by number; `None` if one of them is missing.
fn in_parallel<T: Send>(
    count: usize,
    settings: &ReviewSettings<'_>,
    work: impl Fn(usize) -> Option<T> + Sync,
) -> Option<Vec<T>> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<T>>> = Mutex::new((0..count).map(|_| None).collect());
    let run = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count {
                return;
            }
            let Some(found) = work(at) else { return };
            results.lock().expect("no panic under this lock")[at] = Some(found);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..settings.threads.max(1) {
            scope.spawn(run);
        }
        run();
    });
    results.into_inner().expect("no panic under this lock").into_iter().collect()
}

/// The positions between steps of different causes, and where turns begin.
fn places<G: Advice>(game: &G, start: &G::State, log: &[StepOf<G>]) -> Vec<Place<G::State>> {
    let mut state = start.clone();
    let mut places = vec![Place { step: 0, cause: None, ply: game.ply(&state), state: state.clone() }];
    for (step, &entry) in log.iter().enumerate() {
        let cause = match entry {
            Step::Chance(_) => Cause::Chance,
            Step::Act(seat, _) => Cause::Choice(seat),
        };
        game.apply(&mut state, entry, &mut |_| {});
        let ply = game.ply(&state);
        let place = Place { step: step + 1, cause: Some(cause), ply, state: state.clone() };
        // The same cause in the same turn: only where it ends matters.
        match &mut places[..] {
            [.., before, last] if last.cause == Some(cause) && before.ply == last.ply => *last = place,
            _ => places.push(place),
        }
    }
    places
}

/// By sample, by seat.
type Samples = Vec<Vec<i32>>;

/// Turns until every seat has had as many: evaluations at the same point of a round compare best.
fn rest_of_round<G: Advice>(game: &G, state: &G::State) -> u8 {
    let seats = u32::from(game.seats().max(1));
    (seats - game.ply(state) % seats) as u8
}

/// The dice of a sample: the same for all positions, so that most of the noise between two of them is common and cancels.
fn dice_of(seed: u64, sample: u32) -> PlayoutRng {
    PlayoutRng::new(seed ^ u64::from(sample).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1))
}

fn estimate<G: Advice>(
    playout: &mut Playout<'_, G>,
    from: &G::State,
    settings: &ReviewSettings<'_>,
) -> Option<Samples> {
    let game = playout.game;
    let seats = game.seats();
    let horizon = rest_of_round(game, from);
    let mut state = from.clone();
    let mut samples = Samples::new();
    for sample in 0..settings.samples.max(1) {
        if settings.cancelled.load(Ordering::Relaxed) {
            return None;
        }
        state.clone_from(from);
        playout.run(&mut state, Seat(0), None, horizon, &mut dice_of(settings.seed, sample));
        let mut chances: Vec<i32> =
            (0..seats).map(|seat| playout.evaluator.chance(&state, Seat(seat))).collect();
        let sum: i32 = chances.iter().sum();
        if seats > 1 && sum > 0 && !matches!(game.turn(&state), Turn::Over) {
            for chance in &mut chances {
                *chance = *chance * CERTAIN / sum;
            }
        }
        samples.push(chances);
        if matches!(game.turn(from), Turn::Over) {
            // The result is exact: no need to look again.
            let exact = samples[0].clone();
            samples.resize(settings.samples.max(1) as usize, exact);
            break;
        }
    }
    Some(samples)
}

fn mean(samples: &[Vec<i32>]) -> Vec<i32> {
    let seats = samples.first().map_or(0, Vec::len);
    let sum = |seat: usize| samples.iter().map(|sample| i64::from(sample[seat])).sum::<i64>();
    (0..seats).map(|seat| (sum(seat) / samples.len() as i64) as i32).collect()
}

fn balances(seats: usize, moments: &[ReviewMoment], estimates: &[Samples]) -> Vec<Balance> {
    let samples = estimates.first().map_or(0, Vec::len);
    let balance = |seat: usize| {
        // By sample: luck, skill, others. Sums of one sample share their dice, so their spread is the true error.
        let mut sums = vec![[0_i64; 3]; samples];
        for (number, moment) in moments.iter().enumerate().skip(1) {
            let part = match moment.cause {
                Some(Cause::Chance) | None => 0,
                Some(Cause::Choice(by) | Cause::Resignation(by)) if by.index() == seat => 1,
                Some(Cause::Choice(_) | Cause::Resignation(_)) => 2,
            };
            for (sample, sum) in sums.iter_mut().enumerate() {
                sum[part] += i64::from(estimates[number][sample][seat] - estimates[number - 1][sample][seat]);
            }
        }
        let of = |part: usize| {
            let values: Vec<i64> = sums.iter().map(|sum| sum[part]).collect();
            mean_and_error(&values)
        };
        let ((luck, luck_error), (skill, skill_error), (others, _)) = (of(0), of(1), of(2));
        Balance { luck, luck_error, skill, skill_error, others }
    };
    (0..seats).map(balance).collect()
}

/// The mean and its standard error.
fn mean_and_error(values: &[i64]) -> (i32, i32) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<i64>() as f64 / count;
    let squares: f64 = values.iter().map(|&value| (value as f64 - mean).powi(2)).sum();
    let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
    (mean.round() as i32, error.round() as i32)
}

/// What was played at a decision, compared with what a search finds. Both are judged from the view of the seat: as far as it
/// could know.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison<G: Advice> {
    /// The seat that decided.
    pub seat: Seat,
    /// What it did.
    pub actions: Vec<G::Action>,
    /// The chance of what was played, of [`CERTAIN`].
    pub played: i32,
    /// The chance of the best line found, of [`CERTAIN`], on other samples than those that chose it.
    pub best: i32,
    /// Standard error of the difference between the two.
    pub error: i32,
    /// A state that the seat could have believed in, for texts of the line.
    pub world: G::State,
    /// The actions of the seat in that line.
    pub line: Vec<G::Action>,
}

/// Actions of a line that are listed at most.
const LONGEST_LINE: usize = 40;
/// Lines that are judged again on fresh samples.
const FINALISTS: usize = 3;

/// Compares `played`, the actions of `seat` from `state` on, with the best line that a search finds. `None` if the seat has
/// no choice.
pub fn compare<G: Advice>(
    game: &G,
    state: &G::State,
    seat: Seat,
    played: &[G::Action],
    settings: &ReviewSettings<'_>,
) -> Option<Comparison<G>> {
    let view = game.view(state, Viewer::Seat(seat));
    let horizon = rest_of_round(game, state);
    let strength = Strength { samples: settings.samples * 8, arms: 24, horizon, misjudgement: 0 };
    let limits = Limits { time: None, cancelled: Some(settings.cancelled) };
    let thought = think(game, None, &view, seat, strength, limits, settings.seed)?;
    if thought.arms.len() == 1 {
        return None;
    }
    let finalists = &thought.arms[..thought.arms.len().min(FINALISTS)];
    let mut playout = Playout { game, evaluator: Evaluator::new(game), legal: Vec::new() };
    let mut dice = PlayoutRng::new(settings.seed.wrapping_add(1));
    // By sample: the chance of what was played, then those of the finalists.
    let mut samples: Samples = Vec::new();
    for sample in 0..settings.samples.max(1) * 2 {
        if settings.cancelled.load(Ordering::Relaxed) {
            return None;
        }
        let world = game.determinize(&view, &mut dice);
        let lot = dice_of(settings.seed.wrapping_add(2), sample);
        let mut tried = Vec::new();
        for number in 0..=finalists.len() {
            let mut state = world.clone();
            let (actions, goal) = match number.checked_sub(1) {
                None => (played, None),
                Some(arm) => (std::slice::from_ref(&finalists[arm].action), finalists[arm].goal),
            };
            let applied = actions.iter().enumerate().all(|(nth, &action)| {
                let fits = rules::check_step(game, &state, Step::Act(seat, action)).is_ok();
                if fits {
                    game.apply(&mut state, Step::Act(seat, action), &mut |_| {});
                }
                // What a later action met may have been different here.
                fits || nth > 0
            });
            if !applied {
                break;
            }
            let begun = game.ply(&state).saturating_sub(game.ply(&world));
            let left = u32::from(horizon).saturating_sub(begun) as u8;
            tried.push(playout.run(&mut state, seat, goal, left, &mut lot.clone()));
        }
        if tried.len() == finalists.len() + 1 {
            samples.push(tried);
        }
    }
    if samples.is_empty() {
        return None;
    }
    let chances = mean(&samples);
    let (arm, &best) =
        chances[1..].iter().enumerate().max_by_key(|&(arm, chance)| (*chance, std::cmp::Reverse(arm)))?;
    let world = game.determinize(&view, &mut dice);
    let line = line(game, &world, seat, finalists[arm].action, finalists[arm].goal, &mut dice);
    let differences: Vec<i64> = samples.iter().map(|sample| i64::from(sample[arm + 1] - sample[0])).collect();
    let (_, error) = mean_and_error(&differences);
    let actions = played.to_vec();
    Some(Comparison { seat, actions, played: chances[0], best, error, world, line })
}

/// The actions of `seat` until another seat acts, dice fall or a turn begins.
fn line<G: Advice>(
    game: &G,
    world: &G::State,
    seat: Seat,
    first: G::Action,
    goal: Option<rules::Goal>,
    dice: &mut PlayoutRng,
) -> Vec<G::Action> {
    let (mut state, mut legal, mut actions) = (world.clone(), Vec::new(), Vec::new());
    let mut next = Some(first);
    while let Some(action) = next.filter(|&action| game.check(&state, seat, action).is_ok()) {
        actions.push(action);
        game.apply(&mut state, Step::Act(seat, action), &mut |_| {});
        let mine = matches!(game.turn(&state), Turn::Choose(seats) if seats.contains(seat));
        if !mine || game.ply(&state) != game.ply(world) || actions.len() >= LONGEST_LINE {
            break;
        }
        game.legal(&state, seat, &mut legal);
        game.prune(&state, seat, &mut legal);
        next = policy(game, &state, seat, goal, &legal, dice);
    }
    actions
}

#[cfg(test)]
mod tests {
    use super::mean_and_error;

    #[test]
    fn the_error_of_a_mean_shrinks_with_the_root_of_the_number() {
        assert_eq!(mean_and_error(&[5, 5, 5]), (5, 0));
        let four: Vec<i64> = (0..4).map(|at| if at % 2 == 0 { 100 } else { -100 }).collect();
        let many: Vec<i64> = (0..400).map(|at| if at % 2 == 0 { 100 } else { -100 }).collect();
        assert_eq!(mean_and_error(&four), (0, 58));
        assert_eq!(mean_and_error(&many), (0, 5));
    }
}
