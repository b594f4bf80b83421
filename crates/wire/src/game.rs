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
    /// What each seat chooses for itself before the start.
    pub seat_choices: Vec<SeatChoiceInfo>,
    /// Whether players can write their own scenario files.
    pub scenario_files: bool,
    /// Levels of the computer players, weakest first.
    pub levels: Vec<String>,
    /// The same levels with names and ratings.
    pub computers: Vec<LevelInfo>,
}

/// A level of the computer players in one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct LevelInfo {
    /// Name in requests.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// What kind of opponent it is, in one line without a full stop.
    pub about: String,
    /// Its measured rating in this game; `greedy` has 1000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rating: Option<i32>,
    /// What was measured, as a clause: "wins 96 of 100 against Greedy".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub measured: Option<String>,
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
    /// Names of its seats at the largest number of players; an option may remove some.
    pub seats: Vec<String>,
    /// The smallest number of players.
    pub min_seats: u8,
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
    /// The valid values; empty for a number or a text.
    pub values: Vec<String>,
    /// Present for an option that is a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub range: Option<NumberRange>,
}

/// The valid values of an option that is a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct NumberRange {
    /// Smallest valid value.
    pub min: i64,
    /// Largest valid value.
    pub max: i64,
    /// The value if the option is not given.
    pub default: i64,
}

/// A choice each seat makes for itself before the start: a faction, a deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatChoiceInfo {
    /// Name in requests.
    pub id: String,
    /// What it is about.
    pub label: String,
    /// Values to choose from, with a label each; the first is the default.
    pub values: Vec<(String, String)>,
    /// Whether a text of the player's own is possible as well.
    pub free_text: bool,
    /// Whether other seats must not see it before the match begins.
    pub secret: bool,
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

/// A deck list to be judged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeckList {
    /// The list in its text form, or the name of a ready-made deck.
    pub text: String,
    /// Deals a test hand with this seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seed: Option<u32>,
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

/// How the players of a game rate over many matches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameAverages {
    /// The game's id.
    pub game: String,
    /// The game's title.
    pub title: String,
    /// The name of the average in the rulebook.
    pub average: String,
    /// How it is computed.
    pub about: String,
    /// Best first.
    pub players: Vec<PlayerAverage>,
}

/// The average of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayerAverage {
    /// The player's name.
    pub name: String,
    /// How many matches count.
    pub matches: u32,
    /// The average with two decimal places.
    pub average: String,
}
