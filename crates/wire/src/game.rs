//! The games, as the lobby shows them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A game of the catalogue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameInfo {
    /// Name in addresses and requests.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// One line.
    pub blurb: String,
    /// Names of the chairs of the default scenario.
    pub seats: Vec<String>,
    /// What can be played.
    pub scenarios: Vec<ScenarioInfo>,
    /// Standing orders a seat can give.
    pub orders: Vec<OrderInfo>,
    /// What can be chosen besides the scenario.
    pub options: Vec<OptionInfo>,
    /// Levels of the computer players, weakest first.
    pub levels: Vec<String>,
}

/// A scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ScenarioInfo {
    /// Short name, e.g. `A`.
    pub id: String,
    /// Title.
    pub title: String,
    /// The story.
    pub briefing: String,
    /// What it teaches.
    pub teaches: Vec<String>,
    /// How long it takes, in a few words.
    pub length: String,
    /// Names of its chairs; an option may take some away.
    pub seats: Vec<String>,
    /// Which of the game's options it takes, and which of their values.
    pub takes: Vec<TakenInfo>,
}

/// A value of an option that a scenario takes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TakenInfo {
    /// The option.
    pub option: String,
    /// The value.
    pub value: String,
    /// Names of the chairs with it, if they are not the scenario's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seats: Option<Vec<String>>,
}

/// Something to choose for a new game besides the scenario; what is not named stays as the scenario has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OptionInfo {
    /// Name in requests.
    pub id: String,
    /// What it is about.
    pub label: String,
    /// What can be said.
    pub values: Vec<String>,
}

/// A standing order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OrderInfo {
    /// Name in requests.
    pub id: String,
    /// The sentence on the settings page.
    pub label: String,
}

/// An own scenario file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// Its name, for messages.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// What checking a scenario file found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct CheckReport {
    /// It cannot be played because of these.
    pub errors: Vec<String>,
    /// It can, but somebody should look.
    pub warnings: Vec<String>,
    /// What it is, if it can be played.
    pub summary: Vec<String>,
    /// Names of its chairs, if it can be played.
    pub seats: Vec<String>,
    /// The board at its start, as anybody may see it; `null` if it cannot be played.
    #[ts(type = "unknown")]
    #[schema(value_type = serde_json::Value)]
    pub view: Option<crate::Json>,
}
