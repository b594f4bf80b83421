//! News of a table, by WebSocket or server-sent events.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{ClockFace, Json, LogLine, Millis, Op, Prompt, TableInfo};

/// One message of a stream.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum News {
    /// Who sits where, clocks, proposals, result: replaces what was known.
    Table(Box<TableInfo>),
    /// The whole board: replaces what was known, after playing `log`.
    Scene(Scene),
    /// What changed on the board.
    Update(Update),
    /// Somebody said something.
    Chat(Chat),
    /// Nothing; shows that the line is open.
    Ping,
    /// The stream ends.
    Bye {
        /// Why.
        reason: Goodbye,
    },
}

/// Why a stream ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Goodbye {
    /// The server stops: connect again in a moment.
    Shutdown,
    /// The viewer may no longer see this.
    Forbidden,
    /// The client reads too slowly: connect again.
    Slow,
}

/// The whole board, as one viewer sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Scene {
    /// The number of changes so far: resume with `since=seq`.
    pub seq: u64,
    /// What a move must name.
    pub revision: u64,
    /// Lines of earlier steps than this stay; later ones are replaced by `log`.
    pub keep: u32,
    /// What happened since then.
    pub log: Vec<LogLine>,
    /// What the board draws; `null` before the match begins.
    #[ts(type = "unknown")]
    #[schema(value_type = serde_json::Value)]
    pub view: Json,
    /// What my seat is asked; `null` for spectators and before the match begins.
    pub prompt: Option<Prompt>,
    /// One line per seat.
    pub standing: Vec<String>,
    /// The seats the table waits for.
    pub asked: Vec<u8>,
    /// The clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub face: Option<ClockFace>,
}

/// The difference between two [`Scene`]s.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Update {
    /// The `seq` this applies to; anything else: connect again.
    pub from: u64,
    /// The `seq` after it.
    pub seq: u64,
    /// What a move must name.
    pub revision: u64,
    /// Present after an undo: lines of this step and later ones are gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub keep: Option<u32>,
    /// What happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<LogLine>>", optional)]
    pub log: Vec<LogLine>,
    /// Changes of `{ view, prompt, standing, asked }`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Op>>", optional)]
    #[schema(value_type = Vec<Vec<Value>>)]
    pub patch: Vec<Op>,
    /// The clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub face: Option<ClockFace>,
}

impl Update {
    /// Only the count goes on.
    pub fn nothing(from: u64, seq: u64, revision: u64) -> Self {
        Self { from, seq, revision, keep: None, log: vec![], patch: vec![], face: None }
    }
}

/// Something somebody said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Chat {
    /// Its place among the changes of the table.
    pub seq: u64,
    /// When.
    pub at: Millis,
    /// Who, by name.
    pub name: String,
    /// As which seat; spectators have none.
    pub seat: Option<u8>,
    /// What. Plain text: show it as text.
    pub text: String,
}

/// Say something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChatRequest {
    /// 1 to 500 characters.
    pub text: String,
}
