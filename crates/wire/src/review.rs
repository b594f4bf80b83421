//! Reviews of finished matches. Chances and their changes are of 1000.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A review, or how far it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewProgress {
    /// Positions that are done.
    pub done: u32,
    /// Positions of the match; 0 while the review is queued.
    pub all: u32,
    /// The review, once it is complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub review: Option<Review>,
}

/// How a match went, with all hidden information open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Review {
    /// Playouts per position.
    pub samples: u32,
    /// By seat.
    pub seats: Vec<SeatReview>,
    /// The curve, in the order of the match.
    pub points: Vec<ReviewPoint>,
    /// The greatest changes, at most three, in the order of the match.
    pub turning_points: Vec<TurningPoint>,
}

/// What happened to the chance of a seat: `luck`, `skill` and `others` add up to the difference between `last` and `first`, up
/// to rounding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatReview {
    /// Its chance at the beginning.
    pub first: u16,
    /// Its chance at the end: 1000 if it won.
    pub last: u16,
    /// The change over dice and draws.
    pub luck: i32,
    /// Standard error of `luck`.
    pub luck_error: i32,
    /// The change over its own choices, against what the computer's quick policy would have played.
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

/// What changed a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
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

/// A moment of the curve.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewPoint {
    /// The moment of the replay.
    pub step: u32,
    /// The heading of the log it belongs to.
    pub heading: String,
    /// What led to it.
    pub by: ReviewCause,
    /// By seat: the chance to win.
    pub chances: Vec<u16>,
}

/// A great change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TurningPoint {
    /// The moment of the replay just before it.
    pub step: u32,
    /// The heading of the log it belongs to.
    pub heading: String,
    /// What it was.
    pub by: ReviewCause,
    /// The seat whose chance is given.
    pub seat: u8,
    /// Its chance before.
    pub before: u16,
    /// Its chance after.
    pub after: u16,
    /// What happened, in lines of the log.
    pub what: Vec<String>,
    /// The decision that led to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub decision: Option<DecisionReview>,
}

/// A decision, judged from what its seat could know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DecisionReview {
    /// The seat that decided.
    pub seat: u8,
    /// The moment of the replay at the decision.
    pub step: u32,
    /// What it did, in words.
    pub played: String,
    /// The chance of that.
    pub played_chance: u16,
    /// A better line in words, if one was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub better: Option<String>,
    /// The chance of the better line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub better_chance: Option<u16>,
}
