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
    /// Text of the button.
    pub label: String,
    /// The board elements that stand for it, e.g. `piece:A-ST-1`: kinds are `piece`, `place`, `card`, `track`, `seat`
    /// and `button`.
    pub targets: Vec<String>,
    /// Choices of one group are shown together.
    pub group: String,
    /// Present where the choice is one value of a range: show one stepper for the group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub amount: Option<Amount>,
    /// What a careful player chooses most often.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub primary: bool,
    /// What it costs or ends, in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub consequence: Option<String>,
    /// Ask once more before sending it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub irreversible: bool,
}

/// The place of a choice in a range of numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Amount {
    /// The value this choice stands for.
    pub value: i32,
    /// The smallest value on offer.
    pub min: i32,
    /// The largest value on offer.
    pub max: i32,
    /// The distance between two values.
    pub step: i32,
    /// What is counted.
    pub unit: String,
}

/// One thing a player may not do, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct DeniedChoice {
    /// The action.
    pub action: String,
    /// The text its button would have.
    pub label: String,
    /// Where it is greyed out.
    pub targets: Vec<String>,
    /// The row of the ledger that forbids it.
    pub rule: String,
    /// The reason in this very situation; without it show the row of the ledger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub why: Option<String>,
}

/// The decision of a seat. No choices: it has none to make.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Prompt {
    /// The question in plain words.
    pub title: String,
    /// What matters for the decision, in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub subtitle: Option<String>,
    /// The row of the ledger this decision belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
    /// What may be done.
    pub choices: Vec<Choice>,
    /// What may not be done, and why.
    pub denied: Vec<DeniedChoice>,
    /// Whether the last step can be undone.
    pub undo: bool,
    /// If not: why not.
    pub undo_refused: Option<String>,
    /// Whether this seat can resign.
    pub resign: bool,
}

/// A part of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum Span {
    /// Plain words.
    Text {
        /// The words.
        text: String,
    },
    /// Words that refer to a board element.
    Ref {
        /// The element, e.g. `place:TH3`.
        target: String,
        /// The words.
        text: String,
    },
    /// Dice.
    Dice {
        /// Faces in the order they were rolled.
        dice: Vec<u8>,
    },
}

/// Something that happened, as one viewer perceived it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LogLine {
    /// The step that caused it: the moment `step` is the board just before.
    pub step: u32,
    /// Starts a new group of the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub heading: Option<String>,
    /// The sentence; absent if the event has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Span>>", optional)]
    pub text: Vec<Span>,
    /// 1 a detail, 3 what a summary mentions; absent for the usual 2.
    #[serde(default = "usual_importance", skip_serializing_if = "is_usual_importance")]
    #[ts(as = "Option<u8>", optional)]
    pub importance: u8,
    /// The event itself, for animation.
    #[ts(type = "unknown")]
    #[schema(value_type = Value)]
    pub event: Json,
}

fn usual_importance() -> u8 {
    2
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_usual_importance(importance: &u8) -> bool {
    *importance == usual_importance()
}

/// What a battle, an event or a turn came to; shown until the player dismisses it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Scene {
    /// The step that ended it.
    pub step: u32,
    /// What it was.
    pub title: String,
    /// What it came to, in one sentence.
    pub result: String,
    /// What happened on the way.
    pub lines: Vec<Vec<Span>>,
    /// The board elements concerned.
    pub targets: Vec<String>,
}

/// Explains one board element.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Card {
    /// What it is.
    pub title: String,
    /// What it means.
    pub about: String,
    /// The numbers that matter now, name and value.
    pub facts: Vec<(String, String)>,
    /// What the viewer can do with it now.
    pub can: Vec<String>,
    /// What the viewer cannot do with it now: the reason and the row of the ledger.
    pub cannot: Vec<(String, String)>,
    /// The row of the ledger to read on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
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

/// How a finished match went, in numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct History {
    /// Names of the numbers: "Victory points", "Planets". Empty if the game compares none.
    pub names: Vec<String>,
    /// One entry per part of the log; the last one is the end.
    pub moments: Vec<HistoryMoment>,
    /// The luckiest and the unluckiest roll of each seat, as far as the game can tell.
    pub rolls: Vec<NotableRoll>,
}

/// The numbers of all seats at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct HistoryMoment {
    /// The moment of the replay.
    pub step: u32,
    /// The heading of the log: "Turn 4: Alliance".
    pub heading: String,
    /// By seat, in the order of the names.
    pub values: Vec<Vec<i32>>,
}

/// A roll that was unlikely.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct NotableRoll {
    /// The step of the roll.
    pub step: u32,
    /// The seat it mattered to.
    pub seat: u8,
    /// Whether it was good for that seat.
    pub good: bool,
    /// Chance of a result as extreme as this, in percent.
    pub percent: u8,
    /// The line of the log.
    pub text: String,
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
    /// What it is and what the viewer can do with it; absent if the game does not know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub card: Option<Card>,
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
    /// The best plans, at most three, best first; empty for levels that compare none.
    #[serde(default)]
    pub plans: Vec<HintPlan>,
}

/// A plan that a computer player considered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "AdvicePlan")]
pub struct HintPlan {
    /// The action it begins with: one of the prompt's choices.
    pub action: String,
    /// What it says on that button.
    pub label: String,
    /// What it is after in this turn, if that is more than one action: "attack Talon".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub goal: Option<String>,
    /// The chance to win with it, of 1000; absent where the level does not calculate chances in this game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub chance: Option<u16>,
}
