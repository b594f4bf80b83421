//! Reviews of finished matches: computed once per table, in the background.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicU32, Ordering},
};

use catalog::AnyTable;
use search::review::ReviewSettings;
use wire::ReviewProgress;

use crate::{
    app::{App, TableSlot},
    error::{Error, Result},
};

/// Playouts per position: enough for a curve, and cheap enough for a server.
const SAMPLES: u32 = 48;
/// Reviews that may wait for the worker.
const MAX_QUEUED: usize = 50;
/// When a caller may ask again if too many wait.
const RETRY_SECONDS: u64 = 30;

/// The review of a table, if it was asked for.
#[derive(Default)]
pub(crate) struct ReviewCache(Mutex<Option<Arc<Entry>>>);

struct Entry {
    /// The revision it is about.
    revision: u64,
    done: AtomicU32,
    all: AtomicU32,
    failed: AtomicBool,
    result: Mutex<Option<wire::Review>>,
}

impl Entry {
    fn progress(&self) -> ReviewProgress {
        ReviewProgress {
            done: self.done.load(Ordering::Relaxed),
            all: self.all.load(Ordering::Relaxed),
            review: self.result.lock().expect("no panic under this lock").clone(),
        }
    }
}

/// Removes a review that did not come to its end, so that the next request tries again.
struct Unfinished(Arc<Entry>);

impl Drop for Unfinished {
    fn drop(&mut self) {
        if self.0.result.lock().is_ok_and(|result| result.is_none()) {
            self.0.failed.store(true, Ordering::Relaxed);
        }
    }
}

/// How far the review of a finished match is; begins it if it was not asked for before.
pub(crate) fn progress(
    app: &Arc<App>,
    slot: &Arc<TableSlot>,
    revision: u64,
    game: impl FnOnce() -> Box<dyn AnyTable>,
) -> Result<ReviewProgress> {
    let mut cached = slot.review.0.lock().expect("no panic under this lock");
    if let Some(entry) = cached.as_ref()
        && entry.revision == revision
        && !entry.failed.load(Ordering::Relaxed)
    {
        return Ok(entry.progress());
    }
    if app.bots.reviews_waiting() >= MAX_QUEUED {
        return Err(Error::Rate(RETRY_SECONDS));
    }
    let entry = Arc::new(Entry {
        revision,
        done: AtomicU32::new(0),
        all: AtomicU32::new(0),
        failed: AtomicBool::new(false),
        result: Mutex::new(None),
    });
    *cached = Some(entry.clone());
    let (stop, game, guarded) = (app.stop.clone(), game(), Unfinished(entry.clone()));
    app.bots.review(move || {
        let entry = &guarded.0;
        let cancelled = AtomicBool::new(false);
        let settings = ReviewSettings {
            samples: SAMPLES,
            threads: 1,
            seed: 1,
            progress: &|done, all| {
                entry.done.store(done as u32, Ordering::Relaxed);
                entry.all.store(all as u32, Ordering::Relaxed);
                if stop.is_cancelled() {
                    cancelled.store(true, Ordering::Relaxed);
                }
            },
            cancelled: &cancelled,
        };
        let found = game.review(&settings).map(describe);
        *entry.result.lock().expect("no panic under this lock") = found;
    });
    Ok(entry.progress())
}

fn cause(of: catalog::ReviewCause) -> wire::ReviewCause {
    match of {
        catalog::ReviewCause::Start => wire::ReviewCause::Start,
        catalog::ReviewCause::Luck => wire::ReviewCause::Luck,
        catalog::ReviewCause::Choice => wire::ReviewCause::Choice,
        catalog::ReviewCause::Resignation => wire::ReviewCause::Resignation,
    }
}

fn describe(review: catalog::Review) -> wire::Review {
    let seat = |seat: catalog::SeatReview| wire::SeatReview {
        first: seat.first,
        last: seat.last,
        luck: seat.luck,
        luck_error: seat.luck_error,
        skill: seat.skill,
        skill_error: seat.skill_error,
        others: seat.others,
        mistakes: seat.mistakes,
        given_away: seat.given_away,
    };
    let point = |point: catalog::ReviewPoint| wire::ReviewPoint {
        step: point.step as u32,
        heading: point.heading,
        by: cause(point.by),
        chances: point.chances,
    };
    let decision = |decision: catalog::DecisionReview| {
        let (better, better_chance) = decision.better.map(|line| (line.words, line.chance)).unzip();
        wire::DecisionReview {
            seat: decision.seat,
            step: decision.step as u32,
            played: decision.played,
            played_chance: decision.played_chance,
            better,
            better_chance,
        }
    };
    let turn = |turn: catalog::TurningPoint| wire::TurningPoint {
        step: turn.step as u32,
        heading: turn.heading,
        by: cause(turn.by),
        seat: turn.seat,
        before: turn.before,
        after: turn.after,
        what: turn.what,
        decision: turn.decision.map(decision),
    };
    wire::Review {
        samples: review.samples,
        seats: review.seats.into_iter().map(seat).collect(),
        points: review.points.into_iter().map(point).collect(),
        turning_points: review.turning_points.into_iter().map(turn).collect(),
    }
}
