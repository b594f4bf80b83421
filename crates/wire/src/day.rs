//! The challenge of the day.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Millis;

/// A day: one scenario and one seed for every account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DayInfo {
    /// The UTC day, as in `2026-11-18`.
    pub day: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// The scenario for people: its level.
    pub title: String,
    /// Whether attempts can be started.
    pub open: bool,
    /// When it closes.
    pub closes: Millis,
    /// SHA-256 of the seed, hex.
    pub commitment: String,
    /// The seed, hex; `null` until the day has closed.
    pub seed: Option<String>,
    /// Accounts that started an attempt.
    pub players: u32,
    /// Accounts that won theirs before the day closed.
    pub winners: u32,
    /// Winners among the players, in percent; `null` without players.
    pub won_percent: Option<u8>,
    /// The caller's counted attempt.
    pub mine: Option<DayAttempt>,
}

/// The counted attempt of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DayAttempt {
    /// The account.
    pub account: i64,
    /// Its name.
    pub name: String,
    /// By points, 1 is best, equal points share a rank; `null` without points.
    pub rank: Option<u32>,
    /// Points; `null` unless it ended before the day closed.
    pub points: Option<i32>,
    /// Whether it was won before the day closed.
    pub won: bool,
    /// Whether it has ended.
    pub over: bool,
    /// How it ended, as a clause; empty while it runs.
    pub text: String,
    /// The table. Attempts of other accounts can be watched when the day has closed.
    pub table: Option<String>,
}

/// A day and its ranking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DayRanking {
    /// The day.
    pub day: DayInfo,
    /// The best hundred attempts; those without points last.
    pub ranking: Vec<DayAttempt>,
}

/// A list of days, newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DayPage {
    /// The days; the open one comes first on the first page.
    pub days: Vec<DayInfo>,
    /// Pass as `before` to get the next page; absent on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<String>,
}

/// The challenge that a table is a counted attempt at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableChallenge {
    /// The UTC day, as in `2026-11-18`.
    pub day: String,
    /// While the day is open there are no hints, takebacks, spectators or save files.
    pub open: bool,
}
