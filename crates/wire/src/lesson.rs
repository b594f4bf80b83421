//! Lessons: guided first matches. The server keeps nothing of them: a request names the scene and what was done there.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Json, LogLine, Prompt};

/// A lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LessonInfo {
    /// The game's id.
    pub game: String,
    /// The last part of its address, `/learn/{game}/{id}`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// One line.
    pub summary: String,
    /// About how long it takes.
    pub minutes: u32,
    /// Its chapters, in order: each can be opened by itself.
    pub scenes: Vec<LessonScene>,
    /// The real game it leads into.
    pub next: LessonNext,
}

/// A chapter of a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LessonScene {
    /// Its name in requests.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The number of its steps.
    pub steps: u32,
}

/// The real game a finished lesson leads into.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LessonNext {
    /// The last words of the coach.
    pub say: String,
    /// The scenario to open.
    pub scenario: String,
    /// Options of the game, by name.
    pub options: BTreeMap<String, String>,
    /// By seat: its choices by name.
    pub choices: Vec<BTreeMap<String, String>>,
    /// The level of the computer player; a solitaire has none.
    pub opponent: Option<String>,
    /// Text of the button.
    pub button: String,
    /// What can be learned later.
    pub later: String,
}

/// Something the player did in a lesson.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
pub enum LessonMove {
    /// Made a choice.
    Act {
        /// The choice, as `Choice.action`.
        action: String,
    },
    /// Opened the card of something.
    Look {
        /// E.g. `piece:A-ST-1`.
        target: String,
    },
    /// Pressed Go on.
    GoOn,
}

/// Where the player is: a scene and everything done in it. Leaving out moves takes them back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LessonPlace {
    /// The scene.
    pub scene: String,
    /// What was done, oldest first.
    pub moves: Vec<LessonMove>,
    /// Explain this element, e.g. `place:TH3`; only for `about`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub of: Option<String>,
}

/// What the coach waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LessonMood {
    /// A choice of the player.
    Act,
    /// Go on.
    GoOn,
    /// Try again: the choice missed the aim.
    Missed,
    /// The scene is over.
    Over,
}

/// The table and the coach after these moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LessonState {
    /// Number of moves that count; looking at something the coach did not ask for does not.
    pub moves: u32,
    /// Number of moves before this step: trying again keeps these alone.
    pub began: u32,
    /// The place of the step in its scene, from 0.
    pub step: u32,
    /// What the coach waits for.
    pub mood: LessonMood,
    /// The coach's words.
    pub say: String,
    /// On request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hint: Option<String>,
    /// What glows: targets, or `action:` and a choice.
    pub show: Vec<String>,
    /// The choices that lead on, and `look ` with a target: what a touch or a key can do next.
    pub ways: Vec<String>,
    /// The coach's words if one of these choices is tried.
    pub denied: Vec<(String, String)>,
    /// Rules the player has now used.
    pub learned: Vec<String>,
    /// The player's seat.
    pub seat: u8,
    /// Names of the seats.
    pub seats: Vec<String>,
    /// The scenario's id.
    pub scenario: String,
    /// The view that the board renders.
    #[ts(type = "unknown")]
    #[schema(value_type = serde_json::Value)]
    pub view: Json,
    /// The player's prompt.
    pub prompt: Prompt,
    /// One line per seat.
    pub standing: Vec<String>,
    /// Seats that owe a decision.
    pub asked: Vec<u8>,
    /// The log of the scene.
    pub log: Vec<LogLine>,
    /// The number of steps of the match.
    pub revision: u64,
}
