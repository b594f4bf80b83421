//! The messages of a table stream, by WebSocket or server-sent events.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{ClockReading, Json, LogLine, Millis, Op, Prompt, Scene, TableInfo};

/// One message of a stream.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", tag = "type")]
#[ts(rename = "News")]
pub enum StreamMessage {
    /// Seats, clocks, proposal, result: replaces the previous description.
    Table(Box<TableInfo>),
    /// Full state: replaces the previous one, after playing `log`.
    #[serde(rename = "scene")]
    Snapshot(Snapshot),
    /// The difference to the previous state.
    Update(Update),
    /// A chat line.
    Chat(Chat),
    /// Keep-alive.
    Ping,
    /// The stream ends.
    #[serde(rename = "bye")]
    Close {
        /// What the client should do next.
        reason: CloseReason,
    },
}

/// Why a stream ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "Goodbye")]
pub enum CloseReason {
    /// The server stops: connect again in a moment.
    Shutdown,
    /// The viewer may no longer see this.
    Forbidden,
    /// The client reads too slowly: connect again.
    Slow,
}

/// Full state of the match, as one viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Snapshot {
    /// The number of changes so far: resume with `since=seq`.
    pub seq: u64,
    /// What a move must name.
    pub revision: u64,
    /// First log step that `log` replaces; lines of earlier steps stay.
    #[serde(rename = "keep")]
    pub log_from: u32,
    /// Log lines from `log_from` on.
    pub log: Vec<LogLine>,
    /// The view that the board renders; `null` before the match begins.
    #[ts(type = "unknown")]
    #[schema(value_type = serde_json::Value)]
    pub view: Json,
    /// The viewer's prompt; `null` for spectators and before the match begins.
    pub prompt: Option<Prompt>,
    /// One line per seat.
    pub standing: Vec<String>,
    /// Seats that owe a decision.
    #[serde(rename = "asked")]
    pub to_act: Vec<u8>,
    /// The clocks, if time is measured.
    #[serde(rename = "face", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clocks: Option<ClockReading>,
}

/// The difference between two [`Snapshot`]s.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Update {
    /// The `seq` this applies to; anything else: connect again.
    pub from: u64,
    /// The `seq` after it.
    pub seq: u64,
    /// What a move must name.
    pub revision: u64,
    /// Present after an undo: first log step that is dropped.
    #[serde(rename = "keep", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub log_from: Option<u32>,
    /// New log lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<LogLine>>", optional)]
    pub log: Vec<LogLine>,
    /// Scenes that ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Scene>>", optional)]
    pub scenes: Vec<Scene>,
    /// Patch operations on `{ view, prompt, standing, asked }`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Op>>", optional)]
    #[schema(value_type = Vec<Vec<Value>>)]
    pub patch: Vec<Op>,
    /// The clocks, if time is measured.
    #[serde(rename = "face", default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clocks: Option<ClockReading>,
}

impl Update {
    /// An update without changes: only `seq` advances.
    pub fn nothing(from: u64, seq: u64, revision: u64) -> Self {
        Self { from, seq, revision, log_from: None, log: vec![], scenes: vec![], patch: vec![], clocks: None }
    }
}

/// A chat line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Chat {
    /// Journal number.
    pub seq: u64,
    /// Unix milliseconds.
    pub at: Millis,
    /// The author's account, to mute it; 0 in lines of earlier releases.
    #[serde(default)]
    pub account: i64,
    /// The author's name.
    pub name: String,
    /// The author's seat; `None` for spectators.
    pub seat: Option<u8>,
    /// Plain text; clients must not interpret it as markup.
    pub text: String,
}

/// Mute an account in the chat, or hear it again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MuteRequest {
    /// The account, as in `Chat`.
    pub account: i64,
    /// Mute it for this seat of mine alone; absent: for the whole table, by its host.
    #[serde(default)]
    #[ts(optional)]
    pub seat: Option<u8>,
    /// `false` ends it.
    pub muted: bool,
}

/// Send a chat line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChatRequest {
    /// 1 to 500 characters.
    pub text: String,
}
