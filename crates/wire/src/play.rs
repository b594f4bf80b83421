//! Playing.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};
use ts_rs::TS;
use utoipa::ToSchema;

/// One thing a player may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Choice {
    /// What to send back.
    pub action: String,
    /// What it says on the button.
    pub label: String,
    /// Where it lights up: `piece:ID`, `place:ID`, `card:ID`, `amount:N` or `seat:N`; absent for a button.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub target: Option<String>,
    /// Choices of one group are shown together.
    pub group: String,
}

/// One thing a player may not do, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Refused {
    /// The action.
    pub action: String,
    /// What it would have said on the button.
    pub label: String,
    /// Where it is greyed out: `piece:ID`, `place:ID`, `card:ID`, `amount:N` or `seat:N`; absent for a button.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub target: Option<String>,
    /// The ledger's row that forbids it.
    pub rule: String,
}

/// What a seat is asked. No choices: it is not asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Prompt {
    /// The question in plain words.
    pub title: String,
    /// What may be done.
    pub choices: Vec<Choice>,
    /// What may not be done, and why.
    pub refused: Vec<Refused>,
    /// Can the last step be taken back?
    pub undo: bool,
    /// If not: why not.
    pub undo_refused: Option<String>,
    /// Can this seat give up?
    pub concede: bool,
}

/// Something that happened, as one viewer perceived it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LogLine {
    /// The step that caused it: the moment `step` is the board just before.
    pub step: u32,
    /// The sentence, if it is worth one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
    /// The event itself, for animation.
    #[ts(type = "unknown")]
    #[schema(value_type = Value)]
    pub event: Json,
}

/// Pre-serialized JSON, passed through unparsed.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Json(pub Box<RawValue>);

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get()
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        // By way of a value: inside an enum with a tag the text itself cannot be had.
        let value = Value::deserialize(from)?;
        to_raw_value(&value).map(Self).map_err(serde::de::Error::custom)
    }
}

/// Part of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LogPage {
    /// How many steps have been made.
    pub steps: u32,
    /// The lines.
    pub lines: Vec<LogLine>,
}

/// A decision. Send an `Idempotency-Key` with it: a repeated request is then answered like the first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// As which of my seats.
    pub seat: u8,
    /// The revision the player saw.
    pub revision: u64,
    /// What was chosen; several only if no die falls and nothing is revealed between them. All or nothing.
    pub actions: Vec<String>,
}

/// The move is accepted and durable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Moved")]
pub struct MoveAccepted {
    /// The revision after it.
    pub revision: u64,
    /// The number of changes after it.
    pub seq: u64,
    /// Whether an earlier request with the same key had made it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub repeated: bool,
}

/// Take back the last step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UndoRequest {
    /// As which of my seats.
    pub seat: u8,
    /// The revision the player saw.
    pub revision: u64,
}

/// The standing orders of a seat, by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Orders {
    /// Which of my seats.
    pub seat: u8,
    /// The orders given; all others are not.
    pub given: Vec<String>,
}

/// Edits the draft of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
pub enum DraftChange {
    /// Append an action.
    Add {
        /// One of the preview's choices.
        action: String,
    },
    /// Remove the last action.
    Back,
    /// Remove all actions.
    Clear,
}

/// A private draft: tried on a copy of the table, visible to its player only, stored until it is submitted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Draft {
    /// Its seat.
    pub seat: u8,
    /// The revision it is made for.
    pub revision: u64,
    /// What is planned.
    pub actions: Vec<String>,
    /// The last planned action rolls dice or reveals something: it is not previewed, and nothing can follow.
    pub complete: bool,
    /// Actions forgotten because the table has moved on.
    pub dropped: Vec<String>,
    /// The board as it would be.
    #[ts(type = "unknown")]
    #[schema(value_type = Value)]
    pub view: Json,
    /// What could be planned next.
    pub prompt: Prompt,
}

/// The board at an earlier moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Moment {
    /// After how many steps.
    pub step: u32,
    /// Of how many.
    pub steps: u32,
    /// The board.
    #[ts(type = "unknown")]
    #[schema(value_type = Value)]
    pub view: Json,
}

/// Details of one board element, computed on request: how far a ship can go, how a battle would end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "About")]
pub struct TargetDetail {
    /// For which revision.
    pub revision: u64,
    /// In the game's own terms; `null` if there is nothing more to know.
    #[ts(type = "unknown")]
    pub detail: Value,
}

/// What the computer would do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Advice")]
pub struct Hint {
    /// For which revision.
    pub revision: u64,
    /// The action.
    pub action: String,
    /// What it says on the button.
    pub label: String,
    /// The computer player that was asked.
    pub level: String,
    /// Number of sampled positions.
    pub worlds: u32,
    /// In how many of them it chose this action: fewer if hidden information matters.
    pub agree: u32,
}
