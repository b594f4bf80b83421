//! A match in review: win chances, luck and skill, turning points in words.

use rules::{Advice, Notation, Present, Seat, Step, Viewer};
use search::review::{Balance, Cause, Comparison, Curve, ReviewMoment, ReviewSettings, curve};
use serde::Serialize;
use table::Table;

/// Turning points that are described.
const TURNING_POINTS: usize = 3;
/// A smaller change of a chance is no turning point, in ten thousandths.
const TURN: i32 = 300;
/// A line must be better by this much to be worth telling, in ten thousandths.
const MARGIN: i32 = 200;
/// Log lines that describe a turning point.
const MOST_LINES: usize = 3;
/// Actions of a line that are named.
const MOST_LABELS: usize = 8;

/// How a match went. Chances and their changes are of 1000.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Review {
    /// Whether the match is over; the curve of a finished match ends with its result.
    pub over: bool,
    /// Playouts per position.
    pub samples: u32,
    /// By seat.
    pub seats: Vec<SeatReview>,
    /// The curve, in the order of the match.
    pub points: Vec<ReviewPoint>,
    /// The greatest changes, in the order of the match.
    pub turning_points: Vec<TurningPoint>,
}

/// What happened to the chance of a seat. `luck`, `skill` and `others` add up to the difference between `last` and `first`, up
/// to rounding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SeatReview {
    /// The name of the seat.
    pub name: String,
    /// Its chance at the beginning.
    pub first: u16,
    /// Its chance at the end: 1000 if it won.
    pub last: u16,
    /// The change over dice and draws.
    pub luck: i32,
    /// Standard error of `luck` from the number of samples.
    pub luck_error: i32,
    /// The change over its own choices, against what the computer's policy would have played.
    pub skill: i32,
    /// Standard error of `skill`.
    pub skill_error: i32,
    /// The change over choices of other seats.
    pub others: i32,
    /// Its decisions for which a clearly better line was found, judged from what it could know.
    pub mistakes: u32,
    /// What these decisions cost together.
    pub given_away: i32,
}

/// A moment of the curve.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReviewPoint {
    /// `at_step(step)` is the match at this moment.
    pub step: usize,
    /// The heading of the log it belongs to.
    pub heading: String,
    /// What led to it.
    pub by: ReviewCause,
    /// The seat that chose or resigned.
    pub seat: Option<u8>,
    /// By seat: the chance to win.
    pub chances: Vec<u16>,
}

/// What changed a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewCause {
    /// The match began.
    Start,
    /// Dice or draws.
    Luck,
    /// Choices of a seat.
    Choice,
    /// A seat resigned.
    Resignation,
}

/// A great change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TurningPoint {
    /// `at_step(step)` is the match just before it.
    pub step: usize,
    /// `at_step(until)` is the match just after it.
    pub until: usize,
    /// The heading of the log it belongs to.
    pub heading: String,
    /// What it was.
    pub by: ReviewCause,
    /// The seat whose chance is given: the one that chose, or the one it hit hardest.
    pub seat: u8,
    /// Its chance before.
    pub before: u16,
    /// Its chance after.
    pub after: u16,
    /// What happened, in lines of the log.
    pub what: Vec<String>,
    /// The decision that led to it: the turning point itself, or the last choice before the dice.
    pub decision: Option<DecisionReview>,
}

/// A decision, judged from what its seat could know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DecisionReview {
    /// The seat that decided.
    pub seat: u8,
    /// `at_step(step)` is the match at the decision.
    pub step: usize,
    /// What it did, in words.
    pub played: String,
    /// The chance of that.
    pub played_chance: u16,
    /// A better line, if one was found.
    pub better: Option<BetterLine>,
}

/// What would have been better.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BetterLine {
    /// In words.
    pub words: String,
    /// Its chance.
    pub chance: u16,
}

fn per_mille(chance: i32) -> u16 {
    ((chance + 5) / 10).clamp(0, 1_000) as u16
}

fn change(of: i32) -> i32 {
    (of + if of < 0 { -5 } else { 5 }) / 10
}

/// Reviews a match; `None` if it was cancelled.
pub(crate) fn review<G>(table: &Table<G>, settings: &ReviewSettings<'_>) -> Option<Review>
where
    G: Notation + Present + Advice,
{
    let game = table.game();
    let outcome = table.outcome();
    // A result that the game itself does not know.
    let resigned = table.resignations().last().map(|&(_, seat)| seat);
    let end = resigned.zip(outcome.as_ref());
    let found = curve(game, table.start(), table.log(), end, settings)?;
    let headings = headings(table);
    let point = |moment: &ReviewMoment| {
        let (by, seat) = cause(moment.cause);
        let chances = moment.chances.iter().map(|&chance| per_mille(chance)).collect();
        ReviewPoint { step: moment.step, heading: heading_at(&headings, moment.step), by, seat, chances }
    };
    let seat_review = |(number, balance): (usize, &Balance)| SeatReview {
        name: game.seat_name(Seat(number as u8)),
        first: per_mille(found.moments[0].chances[number]),
        last: per_mille(found.moments[found.moments.len() - 1].chances[number]),
        luck: change(balance.luck),
        luck_error: change(balance.luck_error),
        skill: change(balance.skill),
        skill_error: change(balance.skill_error),
        others: change(balance.others),
        mistakes: mistakes(&found, number).count() as u32,
        given_away: change(mistakes(&found, number).sum()),
    };
    let turning_points =
        turns(&found).into_iter().map(|(number, seat)| turning_point(table, &found, number, seat, &headings));
    Some(Review {
        over: outcome.is_some(),
        samples: settings.samples.max(1),
        seats: found.balances.iter().enumerate().map(seat_review).collect(),
        points: found.moments.iter().map(point).collect(),
        turning_points: turning_points.collect(),
    })
}

/// How much a decision fell short of the best line that was found, if clearly: by a margin and by three standard errors.
fn shortfall<G: Advice>(of: &Comparison<G>) -> Option<i32> {
    Some(of.best - of.played).filter(|&short| short >= MARGIN && short >= 3 * of.error)
}

fn mistakes<G: Advice>(found: &Curve<G>, seat: usize) -> impl Iterator<Item = i32> {
    let own = found.decisions.iter().filter(move |(_, decision)| decision.seat.index() == seat);
    own.filter_map(|(_, decision)| shortfall(decision))
}

fn cause(of: Option<Cause>) -> (ReviewCause, Option<u8>) {
    match of {
        None => (ReviewCause::Start, None),
        Some(Cause::Chance) => (ReviewCause::Luck, None),
        Some(Cause::Choice(seat)) => (ReviewCause::Choice, Some(seat.0)),
        Some(Cause::Resignation(seat)) => (ReviewCause::Resignation, Some(seat.0)),
    }
}

/// The headings of the log with the step after which they hold.
fn headings<G: Present>(table: &Table<G>) -> Vec<(usize, String)> {
    let heading = |(step, event): &(usize, G::Event)| Some((*step, table.game().log_line(event)?.heading?));
    table.unredacted_events(0).iter().filter_map(heading).collect()
}

fn heading_at(headings: &[(usize, String)], step: usize) -> String {
    let known = headings.partition_point(|(at, _)| *at < step.max(1));
    known.checked_sub(1).map_or_else(String::new, |at| headings[at].1.clone())
}

/// The greatest turns of luck and the greatest mistakes, at most one per turn, in the order of the match; if there are too
/// few, choices that raised a chance. The number of the moment after each, and its seat.
fn turns<G: Advice>(found: &Curve<G>) -> Vec<(usize, Seat)> {
    let change = |number: usize, seat: usize| {
        found.moments[number].chances[seat] - found.moments[number - 1].chances[seat]
    };
    // A mistake costs no more than there was to lose.
    let short = |number: usize, seat: Seat| {
        let decision = found.decisions.iter().find(|(at, _)| *at == number);
        let short = decision.and_then(|(_, decision)| shortfall(decision)).unwrap_or(0);
        short.min(found.moments[number - 1].chances[seat.index()])
    };
    // Whether it comes first, the number of the moment, the seat, and how much it mattered.
    let mut all: Vec<(bool, usize, Seat, i32)> = Vec::new();
    for (number, moment) in found.moments.iter().enumerate().skip(1) {
        match moment.cause {
            Some(Cause::Choice(seat)) if short(number, seat) > 0 => {
                all.push((true, number, seat, short(number, seat)));
            }
            Some(Cause::Choice(seat)) => all.push((false, number, seat, change(number, seat.index()))),
            Some(Cause::Chance) => {
                let seats = 0..moment.chances.len();
                let hit = seats.max_by_key(|&seat| (change(number, seat).abs(), std::cmp::Reverse(seat)));
                let seat = hit.unwrap_or(0);
                all.push((true, number, Seat(seat as u8), change(number, seat).abs()));
            }
            Some(Cause::Resignation(_)) | None => {}
        }
    }
    all.retain(|&(.., size)| size >= TURN);
    all.sort_by_key(|&(first, number, _, size)| (!first, std::cmp::Reverse(size), number));
    let mut chosen: Vec<(usize, Seat)> = Vec::new();
    for (_, number, seat, _) in all {
        let ply = |number: usize| found.moments[number - 1].ply;
        // A game without turns has one count throughout.
        let same_turn = |&(other, _): &(usize, Seat)| ply(other) == ply(number) && ply(number) > 0;
        if chosen.len() < TURNING_POINTS && !chosen.iter().any(same_turn) {
            chosen.push((number, seat));
        }
    }
    chosen.sort_by_key(|&(number, _)| number);
    chosen
}

fn turning_point<G>(
    table: &Table<G>,
    found: &Curve<G>,
    number: usize,
    seat: Seat,
    headings: &[(usize, String)],
) -> TurningPoint
where
    G: Notation + Present + Advice,
{
    let (before, after) = (&found.moments[number - 1], &found.moments[number]);
    // Dice: the last choice before them.
    let decision = found.decisions.iter().rev().find(|(at, _)| *at <= number);
    let decision =
        decision.map(|(at, decision)| review_decision(table, found.moments[*at - 1].step, decision));
    TurningPoint {
        step: before.step,
        until: after.step,
        heading: heading_at(headings, before.step),
        by: cause(after.cause).0,
        seat: seat.0,
        before: per_mille(before.chances[seat.index()]),
        after: per_mille(after.chances[seat.index()]),
        what: lines(table, before.step, after.step),
        decision,
    }
}

/// The most important lines of the log between two moments.
fn lines<G: Present>(table: &Table<G>, from: usize, until: usize) -> Vec<String> {
    let events = table.unredacted_events(from).iter().take_while(|(step, _)| *step < until);
    let lines = events.filter_map(|(_, event)| table.game().log_line(event));
    let mut lines: Vec<(usize, u8, String)> = lines
        .enumerate()
        .map(|(at, line)| (at, line.importance, line.plain_text()))
        .filter(|(_, _, text)| !text.is_empty())
        .collect();
    lines.sort_by_key(|&(at, importance, _)| (std::cmp::Reverse(importance), at));
    lines.truncate(MOST_LINES);
    lines.sort_by_key(|&(at, ..)| at);
    lines.into_iter().map(|(_, _, text)| text).collect()
}

fn review_decision<G>(table: &Table<G>, step: usize, compared: &Comparison<G>) -> DecisionReview
where
    G: Notation + Present + Advice,
{
    let game = table.game();
    let mut state = table.start().clone();
    for &entry in &table.log()[..step] {
        game.apply(&mut state, entry, &mut |_| {});
    }
    let seat = compared.seat;
    let better = shortfall(compared).map(|_| BetterLine {
        words: words(game, &compared.world, seat, &compared.line),
        chance: per_mille(compared.best),
    });
    DecisionReview {
        seat: seat.0,
        step,
        played: words(game, &state, seat, &compared.actions),
        played_chance: per_mille(compared.played),
        better: better.filter(|better| !better.words.is_empty()),
    }
}

/// Actions in words: the labels of their buttons, as the seat would have seen them.
fn words<G: Present>(game: &G, from: &G::State, seat: Seat, actions: &[G::Action]) -> String {
    let mut state = from.clone();
    let mut labels: Vec<String> = Vec::new();
    for &action in actions {
        if game.check(&state, seat, action).is_err() {
            break;
        }
        let label = game.label(&game.view(&state, Viewer::Seat(seat)), seat, action);
        if labels.last() != Some(&label) {
            labels.push(label);
        }
        game.apply(&mut state, Step::Act(seat, action), &mut |_| {});
    }
    let more = labels.len().saturating_sub(MOST_LABELS);
    labels.truncate(MOST_LABELS);
    let mut text = labels.join("; ");
    if more > 0 {
        text += &format!(" and {more} more");
    }
    text
}
