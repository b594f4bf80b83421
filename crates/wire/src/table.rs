//! Tables: making, finding, joining, leaving them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Millis, ScenarioFile};

/// A table to create.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's id.
    pub game: String,
    /// The scenario's id; the game's default if absent.
    #[serde(default)]
    #[ts(optional)]
    pub scenario: Option<String>,
    /// An own scenario file instead.
    #[serde(default)]
    #[ts(optional)]
    pub scenario_file: Option<ScenarioFile>,
    /// Options of the game, by name.
    #[serde(default)]
    #[ts(as = "Option<BTreeMap<String, String>>", optional)]
    pub options: BTreeMap<String, String>,
    /// The number of players, where the scenario leaves it open.
    #[serde(default)]
    #[ts(optional)]
    pub players: Option<u8>,
    /// Players in seat order; missing ones are open.
    #[serde(default)]
    #[ts(as = "Option<Vec<NewSeat>>", optional)]
    pub seats: Vec<NewSeat>,
    /// Who may see it.
    #[serde(default)]
    #[ts(as = "Option<Visibility>", optional)]
    pub visibility: Visibility,
    /// The clock.
    #[serde(default)]
    #[ts(as = "Option<ClockRule>", optional)]
    pub clock: ClockRule,
    /// What happens when a clock runs out.
    #[serde(default)]
    #[ts(as = "Option<OnTimeout>", optional)]
    pub on_timeout: OnTimeout,
    /// How fast computer players answer.
    #[serde(default)]
    #[ts(as = "Option<Pace>", optional)]
    pub pace: Pace,
    /// The level that replaces a player who left or whose clock ran out.
    #[serde(default)]
    #[ts(optional)]
    pub substitute: Option<String>,
    /// A name for the table, up to 60 characters.
    #[serde(default)]
    #[ts(optional)]
    pub title: Option<String>,
}

/// A seat of a new table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
pub enum NewSeat {
    /// The caller. Several seats may be theirs: hot seat.
    Me,
    /// Open: any player, or an invited one.
    Open,
    /// A computer player.
    Computer {
        /// One of the game's levels.
        level: String,
    },
}

/// Who may see a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Listed in the lobby; anyone may watch and take open seats.
    Public,
    /// Not listed; anyone with the address may watch and take open seats.
    #[default]
    Unlisted,
    /// Players and invited users only.
    Private,
}

/// How time is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
pub enum ClockRule {
    /// Not at all.
    #[default]
    None,
    /// Live: a time bank for the match and an increment per decision.
    Live {
        /// Seconds in the bank.
        bank: u32,
        /// Seconds added when a seat no longer owes a decision.
        increment: u32,
    },
    /// Correspondence: days per decision, and holidays.
    #[serde(rename = "mail")]
    Correspondence {
        /// Days per decision.
        days: u32,
        /// Days each player may be on holiday during the match.
        holidays: u32,
    },
}

/// What happens when a clock runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnTimeout {
    /// A computer player takes the seat; its owner may take it back.
    #[default]
    Computer,
    /// The seat loses.
    Loss,
}

/// How fast computer players answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// As soon as they have decided.
    #[default]
    Instant,
    /// A readable moment after the last move.
    Human,
}

/// State of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Seats are open, or a player is not ready.
    Open,
    /// The match runs.
    Playing,
    /// The match has ended: a replay.
    Over,
    /// A fault of the program stopped it; its log is kept.
    Frozen,
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// By its rules.
    Played,
    /// A player resigned.
    Resigned,
    /// A clock ran out.
    TimedOut,
    /// A draw was agreed on.
    Drawn,
    /// Closed before it began.
    Abandoned,
}

/// How a match ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Outcome {
    /// Why.
    pub reason: EndReason,
    /// A share of 1000 for each seat, for ratings; empty if the match never began.
    pub scores: Vec<u16>,
    /// The winning seats: none, one, or several who share the victory.
    #[serde(default)]
    pub winners: Vec<u8>,
    /// By seat, 1 is best; empty in results stored before version 0.2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<u8>>", optional)]
    pub places: Vec<u8>,
    /// By seat, in the game's own points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<i32>>", optional)]
    pub points: Vec<i32>,
    /// How it ended, as a clause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
    /// The row of the ledger that ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
    /// The seat that resigned or ran out of time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub by: Option<u8>,
}

impl Outcome {
    /// An end with these shares of 1000. Seats without a share have not won.
    pub fn new(reason: EndReason, scores: Vec<u16>, by: Option<u8>) -> Self {
        let winners = (0..).zip(&scores).filter(|(_, share)| **share > 0).map(|(seat, _)| seat);
        Self {
            reason,
            winners: winners.collect(),
            scores,
            places: vec![],
            points: vec![],
            text: None,
            rule: None,
            by,
        }
    }
}

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Player {
    /// A person.
    Human {
        /// The account.
        account: i64,
        /// The name.
        name: String,
    },
    /// A computer player.
    Computer {
        /// Its level.
        level: String,
        /// Name of the player whose seat it plays, if it replaced one.
        #[serde(rename = "instead_of", default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        substitute_for: Option<String>,
    },
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatInfo {
    /// Its number.
    pub seat: u8,
    /// The side's name, e.g. `Imperium`.
    pub name: String,
    /// The player; `null` if the seat is open.
    pub player: Option<Player>,
    /// Ready to begin?
    pub ready: bool,
    /// The seat's random text for the dice, shown once the match has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub contribution: Option<String>,
    /// Choices before the start (faction, deck), by name. Secret ones of other seats are absent until the match starts.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(as = "Option<BTreeMap<String, String>>", optional)]
    pub choices: BTreeMap<String, String>,
    /// Whether a client of this seat is connected.
    pub connected: bool,
    /// Whether the seat owes a decision.
    #[serde(rename = "asked")]
    pub to_act: bool,
}

/// The clocks at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "ClockFace")]
pub struct ClockReading {
    /// The server's time when this was written: subtract, to be free of a wrong local clock.
    pub now: Millis,
    /// Milliseconds each seat has left, at `now`.
    pub left: Vec<i64>,
    /// The seats whose clock runs.
    pub running: Vec<u8>,
    /// Holidays each seat has left, in days (correspondence).
    pub holidays: Vec<u32>,
    /// Until when each seat is on holiday; 0 if it is not.
    pub away_until: Vec<Millis>,
}

/// A proposal that the other players must accept. Computer players accept everything but a draw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
pub enum Proposal {
    /// Share the points.
    Draw,
    /// Take back to step `steps`.
    TakeBack {
        /// How many steps to keep.
        steps: u32,
    },
    /// Another clock: from live to mail, or back.
    Clock {
        /// The new one.
        clock: ClockRule,
    },
}

/// A table, as one viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableInfo {
    /// Its id: part of its address, `/t/{id}`.
    pub id: String,
    /// The number of changes so far: where a stream resumes.
    pub seq: u64,
    /// The last change of the match itself: what a move must name.
    pub revision: u64,
    /// A name.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Own options of the game.
    pub options: BTreeMap<String, String>,
    /// Where it stands.
    pub status: Status,
    /// Who may see it.
    pub visibility: Visibility,
    /// The account that made it.
    pub host: i64,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// The caller's seats.
    pub mine: Vec<u8>,
    /// The clock.
    pub clock: ClockRule,
    /// What happens when it runs out.
    pub on_timeout: OnTimeout,
    /// How fast computer players answer.
    #[serde(default)]
    #[ts(as = "Option<Pace>", optional)]
    pub pace: Pace,
    /// The level that replaces a player who left, if one was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub substitute: Option<String>,
    /// How much time is left, if it is measured and the match runs.
    #[serde(rename = "face")]
    pub clocks: Option<ClockReading>,
    /// The pending proposal and its seat.
    pub proposal: Option<ProposalRequest>,
    /// Which seats agreed to the proposal.
    pub agreed: Vec<u8>,
    /// SHA-256 of the secret of the dice, in hex: shown before the players contribute.
    pub commitment: String,
    /// The secret, once the match is over.
    pub seed: Option<String>,
    /// How it ended.
    pub result: Option<Outcome>,
    /// The challenge of the day that this is a counted attempt at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub challenge: Option<crate::TableChallenge>,
    /// Why it is frozen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub frozen: Option<String>,
    /// When it was made.
    pub created: Millis,
    /// When it last changed.
    pub updated: Millis,
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableSummary {
    /// Its id.
    pub id: String,
    /// A name.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// Where it stands.
    pub status: Status,
    /// Who may see it.
    pub visibility: Visibility,
    /// Names of the players in seat order; `null` is an open seat.
    pub players: Vec<Option<String>>,
    /// Whether the caller owes a decision.
    pub waits_for_me: bool,
    /// When my clock runs out, if one runs.
    pub deadline: Option<Millis>,
    /// How it ended.
    pub result: Option<Outcome>,
    /// When it last changed.
    pub updated: Millis,
}

/// A list of tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Lobby")]
pub struct TablePage {
    /// In the order to show them.
    pub tables: Vec<TableSummary>,
    /// Pass as `before` to get the next page; absent on the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<i64>,
}

/// Take a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct JoinRequest {
    /// Which; any open one if absent. A seat a computer keeps for me may be taken back.
    #[ts(optional)]
    pub seat: Option<u8>,
}

/// Leave a seat: before the match starts it becomes open, after that a computer takes over.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LeaveRequest {
    /// Which of mine; all of them if absent.
    #[ts(optional)]
    pub seat: Option<u8>,
}

/// Ready to start; the match starts when all players are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ReadyRequest {
    /// A random text (up to 64 characters) to mix into the dice, created *after* the commitment was seen.
    #[ts(optional)]
    pub contribution: Option<String>,
}

/// Make the choices of a seat (faction, deck) before the match starts. The seat is then not ready any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatChoiceRequest {
    /// One of my seats.
    pub seat: u8,
    /// The choices, by name, as in `GameInfo.seat_choices`.
    pub choices: BTreeMap<String, String>,
}

/// Resign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResignRequest {
    /// Which of mine.
    pub seat: u8,
}

/// Propose something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProposalRequest {
    /// As which of my seats.
    pub seat: u8,
    /// What.
    pub proposal: Proposal,
}

/// Answer what was proposed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProposalAnswer {
    /// As which of my seats.
    pub seat: u8,
    /// Yes or no. The proposer's no withdraws it.
    pub agree: bool,
}

/// Be away for some days of the match's allowance (correspondence); 0 ends the holiday.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HolidayRequest {
    /// Which of my seats.
    pub seat: u8,
    /// How many days from now.
    pub days: u32,
}

/// Invite a player to a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitationRequest {
    /// Which.
    pub seat: u8,
}

/// An invitation to pass on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Invitation {
    /// The secret.
    pub token: String,
    /// The address to send.
    pub url: String,
    /// To which seat.
    pub seat: u8,
}

/// An invitation, as the invited sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct InvitationView {
    /// To which seat.
    pub seat: u8,
    /// Whether it has been used.
    pub used: bool,
    /// Of which table.
    pub table: TableInfo,
}
