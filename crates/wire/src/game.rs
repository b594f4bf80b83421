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
    /// Names of the seats of the default scenario.
    pub seats: Vec<String>,
    /// What can be played.
    pub scenarios: Vec<ScenarioInfo>,
    /// Standing orders a seat can give.
    pub orders: Vec<OrderInfo>,
    /// Choices in addition to the scenario.
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
    /// Names of its seats; an option may remove some.
    pub seats: Vec<String>,
    /// The game's options that apply to it, with their values.
    #[serde(rename = "takes")]
    pub option_values: Vec<OptionValueInfo>,
}

/// A value of an option that applies to a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "TakenInfo")]
pub struct OptionValueInfo {
    /// The option.
    pub option: String,
    /// The value.
    pub value: String,
    /// Names of the seats with it, if they are not the scenario's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seats: Option<Vec<String>>,
}

/// Something to choose for a new game in addition to the scenario; what is not named keeps the scenario's value.
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
    /// It can be played, but the author should check these.
    pub warnings: Vec<String>,
    /// What it is, if it can be played.
    pub summary: Vec<String>,
    /// Names of its seats, if it can be played.
    pub seats: Vec<String>,
    /// The board at its start, as the public sees it; `null` if it cannot be played.
    #[ts(type = "unknown")]
    #[schema(value_type = serde_json::Value)]
    pub view: Option<crate::Json>,
}
