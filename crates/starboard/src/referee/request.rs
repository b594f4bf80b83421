//! What can be asked of the referee. Unknown commands and fields are refused.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::RefereeError;

/// All commands, with the fields they take (`?` where they may be left out).
pub const COMMANDS: &[(&str, &str)] = &[
    ("help", "lists the commands"),
    ("games", "lists games and scenarios"),
    ("new", "game, scenario?, scenario_file?, options?, seed?: opens a match"),
    (
        "position",
        "position?, game?, scenario?, seed?, at?: opens a match at a position, or tells the position",
    ),
    ("view", "seat?, at?, chart?: what a seat, or the public, sees"),
    ("prompt", "seat?, at?: what a seat may do, and what it may not and why"),
    ("submit", "seat, action or actions, revision?: plays, all or nothing"),
    ("undo", "seat: takes the last step back"),
    ("script", "faces, clear?: queues dice, after those queued before or instead of them"),
    ("log", "seat?, since?, steps?: what happened"),
    ("save", "the match as a save"),
    ("load", "save: goes on with a save"),
    ("scores", "the final standing, once there is one"),
    ("orders", "seat, set?: tells or gives standing orders"),
    ("advise", "seat?, level?, seed?: what a computer player would do"),
    ("rewind", "to: goes back to an earlier revision"),
    ("quit", "ends the program"),
];

/// A request that makes sense so far.
#[derive(Debug, Deserialize)]
#[serde(tag = "cmd", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Request {
    Help {},
    Games {},
    New(New),
    Position {
        #[serde(default)]
        position: Option<String>,
        #[serde(default)]
        game: Option<String>,
        #[serde(default)]
        scenario: Option<String>,
        #[serde(default)]
        seed: Option<u64>,
        #[serde(default)]
        at: Option<usize>,
    },
    View {
        #[serde(default)]
        seat: Option<u8>,
        #[serde(default)]
        at: Option<usize>,
        #[serde(default)]
        chart: Option<usize>,
    },
    Prompt {
        #[serde(default)]
        seat: Option<u8>,
        #[serde(default)]
        at: Option<usize>,
    },
    Submit {
        seat: u8,
        #[serde(default)]
        action: Option<String>,
        #[serde(default)]
        actions: Option<Vec<String>>,
        #[serde(default)]
        revision: Option<usize>,
    },
    Undo {
        seat: u8,
    },
    Script {
        faces: Vec<u32>,
        #[serde(default)]
        clear: bool,
    },
    Log {
        #[serde(default)]
        seat: Option<u8>,
        #[serde(default)]
        since: usize,
        #[serde(default)]
        steps: bool,
    },
    Save {},
    Load {
        save: Value,
    },
    Scores {},
    Orders {
        seat: u8,
        #[serde(default)]
        set: Option<Vec<String>>,
    },
    Advise {
        #[serde(default)]
        seat: Option<u8>,
        #[serde(default)]
        level: Option<String>,
        #[serde(default)]
        seed: u64,
    },
    Rewind {
        to: usize,
    },
    Quit {},
}

/// `new`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct New {
    pub(crate) game: String,
    #[serde(default)]
    pub(crate) scenario: Option<String>,
    #[serde(default)]
    pub(crate) scenario_file: Option<String>,
    #[serde(default)]
    pub(crate) options: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) seats: Option<u8>,
    #[serde(default)]
    pub(crate) seat_choices: Vec<BTreeMap<String, String>>,
    #[serde(default)]
    pub(crate) seed: Option<u64>,
}

/// Reads the fields of a line, its id taken out already.
pub(crate) fn read(fields: Map<String, Value>) -> Result<Request, RefereeError> {
    let cmd = match fields.get("cmd") {
        None => return Err(RefereeError::new("request", "the field `cmd` is missing")),
        Some(Value::String(cmd)) => cmd.clone(),
        Some(_) => return Err(RefereeError::new("request", "the field `cmd` is not a text")),
    };
    if !COMMANDS.iter().any(|(name, _)| *name == cmd) {
        let names: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
        let told = format!("no command {:?}; there are {}", truncate_for_error(&cmd), names.join(", "));
        return Err(RefereeError::new("unknown_command", told));
    }
    serde_json::from_value(Value::Object(fields))
        .map_err(|error| RefereeError::new("request", format!("{cmd}: {error}")))
}

/// An error line must not echo a megabyte.
pub(crate) fn truncate_for_error(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
