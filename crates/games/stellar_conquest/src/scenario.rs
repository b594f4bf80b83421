//! Scenarios and options: what is played, read from `scenarios.json` and the lobby's words.

use std::fmt;

use atlas::{Board, Hex};
use rules::rule;
use serde::Deserialize;

use crate::{
    data::{Components, DataError, SCENARIOS},
    ids::Star,
};

/// Which part of the map exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All of it.
    Full,
    /// Columns A to P.
    West,
    /// Columns Q to AF.
    East,
}

/// Where the players begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Through entry hexes, by seat.
    Entries([u8; 4]),
    /// On stars, by seat.
    Stars([Star; 4]),
    /// All on one star, which explodes.
    Nova {
        /// The star.
        star: Star,
        /// The last turn at whose end it destroys ships; the first is 2.
        last_blast: u8,
        /// The turn at whose start it has a planet, if it ever has.
        reborn: Option<u8>,
    },
}

/// Who may talk at the start of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Negotiation {
    /// Nobody.
    None,
    /// Players whose ships met in a star hex.
    SameHex,
    /// Everybody.
    Open,
}

/// A scenario with its options, ready to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// Short name, e.g. `four-A`.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// Chairs.
    pub players: u8,
    /// The map used.
    pub extent: Extent,
    /// Where the players begin.
    pub start: Start,
    /// Stars drawn from another deck than printed: star, class.
    pub class_override: Option<(Star, u8)>,
    /// Game turns.
    pub turns: u8,
    /// The limit of the home planet, if there is one.
    pub home: Option<u8>,
    /// Do all begin with 3MA?
    pub start_3ma: bool,
    /// Talking.
    pub negotiation: Negotiation,
    /// Are combats seen by all?
    pub public_combat: bool,
    /// The options that differ from the default, as written.
    options: Vec<(String, String)>,
}

/// A scenario or option that does not exist or does not fit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// No such scenario.
    #[error("no scenario {name:?}; there are {have}")]
    NoScenario {
        /// What was asked for.
        name: String,
        /// What there is.
        have: String,
    },
    /// No such option, or not this value, or not here.
    #[error("option {name:?}: {why}")]
    Option {
        /// Its name.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// The data files are wrong.
    #[error(transparent)]
    Data(#[from] DataError),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    defaults: serde_json::Value,
    scenarios: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    name: String,
    players: [u8; 2],
    map: String,
    start: String,
    #[serde(default)]
    seats: Vec<serde_json::Value>,
    #[serde(default)]
    seats_free_choice_from: Vec<u8>,
    #[serde(default)]
    class_override: std::collections::BTreeMap<String, String>,
    #[serde(default)]
    nova: Option<NovaRow>,
    #[serde(default)]
    options_excluded: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NovaRow {
    star: String,
    #[serde(rename = "kill_radius")]
    _kill_radius: u8,
    kill_at_end_of_turns: [u8; 2],
    #[serde(rename = "range_rule_from_turn")]
    _range_rule_from_turn: u8,
    #[serde(rename = "start_star_is_base")]
    _start_star_is_base: bool,
    reborn: Option<RebornRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RebornRow {
    at_start_of_turn: u8,
    #[serde(rename = "planet")]
    _planet: serde_json::Value,
}

/// An option as the lobby shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// The values it takes, the default first.
    pub values: &'static [&'static str],
    /// One line.
    pub label: &'static str,
}

/// The options of all scenarios; not every scenario takes every one.
pub const OPTIONS: [OptionInfo; 7] = [
    OptionInfo { name: "turns", values: &["40", "36", "60", "80"], label: "Length of the game in years" },
    OptionInfo {
        name: "home",
        values: &["none", "60", "80"],
        label: "A Terran home planet at the starting star",
    },
    OptionInfo { name: "start-3ma", values: &["no", "yes"], label: "All players begin with 3-hex movement" },
    OptionInfo {
        name: "negotiation",
        values: &["none", "same_hex", "open"],
        label: "Talking at the start of a player's turn",
    },
    OptionInfo { name: "combat", values: &["public", "private"], label: "Who sees ships, dice and losses" },
    OptionInfo { name: "players", values: &["4", "3", "2"], label: "Players in a nova game" },
    OptionInfo {
        name: "entries",
        values: &["1,3", "1,2,3"],
        label: "Entry hexes of a game for two or three",
    },
];

fn file() -> Result<File, DataError> {
    let file: Result<File, _> = serde_json::from_str(SCENARIOS);
    file.map_err(|error| DataError {
        file: "scenarios.json".into(),
        place: "syntax".into(),
        what: error.to_string(),
    })
}

/// The scenarios: short name, title, fewest and most players.
pub fn scenarios() -> Result<Vec<(String, String, [u8; 2])>, DataError> {
    Ok(file()?.scenarios.into_iter().map(|row| (row.id, row.name, row.players)).collect())
}

impl Scenario {
    /// Reads `four-A turns=36 home=80`: a scenario and its options.
    pub fn parse(text: &str, components: &Components) -> Result<Self, SetupError> {
        let mut words = text.split_whitespace();
        let id = words.next().unwrap_or("");
        let mut options = Vec::new();
        for word in words {
            let pair = word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
            options.push(pair.ok_or_else(|| SetupError::Option {
                name: word.to_owned(),
                why: "expected `name=value`".to_owned(),
            })?);
        }
        Self::new(id, &options, components)
    }

    /// The scenario `id` with these options.
    pub fn new(id: &str, options: &[(String, String)], components: &Components) -> Result<Self, SetupError> {
        rule!("SQ-DP-17");
        let file = file()?;
        let turns = file.defaults.get("turns").and_then(serde_json::Value::as_u64).unwrap_or(40) as u8;
        let ids: Vec<&str> = file.scenarios.iter().map(|row| row.id.as_str()).collect();
        let have = ids.join(", ");
        let row = file.scenarios.iter().find(|row| row.id == id);
        let row = row.ok_or_else(|| SetupError::NoScenario { name: id.to_owned(), have })?;
        let wrong = |what: String| DataError { file: "scenarios.json".into(), place: row.id.clone(), what };
        let star = |name: &str| {
            components.star(name).ok_or_else(|| wrong(format!("expected the name of a star, found {name:?}")))
        };
        match row.id.as_str() {
            "half-east" => {
                rule!("SQ-12.3d");
            }
            "four-A" => {
                rule!("SQ-12.4a");
            }
            "four-B" => {
                rule!("SQ-12.4b");
            }
            "four-C" => {
                rule!("SQ-12.4c");
            }
            "four-D" => {
                rule!("SQ-12.4d");
            }
            _ => {}
        }
        let start = match row.start.as_str() {
            "entry" => {
                let mut entries = [0; 4];
                for (seat, number) in row.seats.iter().enumerate() {
                    entries[seat] = number.as_u64().unwrap_or(1) as u8 - 1;
                }
                Start::Entries(entries)
            }
            "star" => {
                let mut stars = [Star(0); 4];
                for (seat, name) in row.seats.iter().enumerate() {
                    stars[seat] = star(name.as_str().unwrap_or(""))?;
                }
                Start::Stars(stars)
            }
            _ => {
                let nova = row.nova.as_ref().ok_or_else(|| wrong("expected the field nova".into()))?;
                Start::Nova {
                    star: star(&nova.star)?,
                    last_blast: nova.kill_at_end_of_turns[1],
                    reborn: nova.reborn.as_ref().map(|reborn| reborn.at_start_of_turn),
                }
            }
        };
        let class_override = match row.class_override.iter().next() {
            Some((name, class)) => {
                let class = crate::data::CLASSES.iter().position(|known| known.to_string() == *class);
                Some((star(name)?, class.ok_or_else(|| wrong("expected a class".into()))? as u8))
            }
            None => None,
        };
        let extent = match row.map.as_str() {
            "full" => Extent::Full,
            "W" => Extent::West,
            "E" => Extent::East,
            other => return Err(wrong(format!("expected the map full, W or E, found {other:?}")).into()),
        };
        let mut scenario = Self {
            id: row.id.clone(),
            title: row.name.clone(),
            players: row.players[1],
            extent,
            start,
            class_override,
            turns,
            home: None,
            start_3ma: false,
            negotiation: Negotiation::None,
            public_combat: true,
            options: Vec::new(),
        };
        for (name, value) in options {
            scenario.set(row, name, value)?;
        }
        Ok(scenario)
    }

    fn set(&mut self, row: &Row, name: &str, value: &str) -> Result<(), SetupError> {
        let wrong = |why: String| SetupError::Option { name: name.to_owned(), why };
        let Some(info) = OPTIONS.iter().find(|info| info.name == name) else {
            let names: Vec<&str> = OPTIONS.iter().map(|info| info.name).collect();
            return Err(wrong(format!("there is no such option; there are {}", names.join(", "))));
        };
        if self.options.iter().any(|(known, _)| known == name) {
            return Err(wrong("it is given twice".to_owned()));
        }
        if name != "entries" && !info.values.contains(&value) {
            return Err(wrong(format!("expected {}, found {value:?}", info.values.join(", "))));
        }
        match name {
            "turns" => {
                rule!("SQ-12.O3");
                self.turns =
                    value.parse().map_err(|_| wrong(format!("expected a number, found {value:?}")))?;
            }
            "home" => {
                rule!("SQ-12.O1");
                if row.options_excluded.iter().any(|excluded| excluded == "home_tr_limit") {
                    return Err(wrong(format!("the scenario {} has no starting stars for it", row.id)));
                }
                self.home = value.parse().ok();
            }
            "start-3ma" => self.start_3ma = value == "yes",
            "negotiation" => {
                rule!("SQ-11.0c");
                self.negotiation = match value {
                    "same_hex" => Negotiation::SameHex,
                    "open" => Negotiation::Open,
                    _ => Negotiation::None,
                };
            }
            "combat" => self.public_combat = value == "public",
            "players" => {
                let players =
                    value.parse().map_err(|_| wrong(format!("expected a number, found {value:?}")))?;
                if !(row.players[0]..=row.players[1]).contains(&players) {
                    let [least, most] = row.players;
                    return Err(wrong(format!("the scenario {} is for {least} to {most} players", row.id)));
                }
                self.players = players;
            }
            _ => self.set_entries(row, value).map_err(wrong)?,
        }
        if value != info.values[0] || name == "entries" {
            self.options.push((name.to_owned(), value.to_owned()));
        }
        Ok(())
    }

    /// SQ-R-50: any two or three entry hexes, in ascending order.
    fn set_entries(&mut self, row: &Row, value: &str) -> Result<(), String> {
        rule!("SQ-R-50");
        let Start::Entries(entries) = &mut self.start else {
            return Err(format!("the scenario {} has no entry hexes", row.id));
        };
        if row.seats_free_choice_from.is_empty() {
            return Err(format!("the scenario {} uses all entry hexes", row.id));
        }
        let wanted = format!("expected {} ascending numbers from 1 to 4, found {value:?}", self.players);
        let numbers: Result<Vec<u8>, _> = value.split(',').map(str::parse).collect();
        let numbers = numbers.map_err(|_| wanted.clone())?;
        let fits = numbers.len() == usize::from(self.players)
            && numbers.windows(2).all(|pair| pair[0] < pair[1])
            && numbers.iter().all(|number| row.seats_free_choice_from.contains(number));
        if !fits {
            return Err(wanted);
        }
        for (entry, number) in entries.iter_mut().zip(numbers) {
            *entry = number - 1;
        }
        Ok(())
    }

    /// SQ-12.3a: the hexes that exist.
    pub fn land(&self, components: &Components) -> Board {
        let border = 16;
        let inside = |hex: Hex| match self.extent {
            Extent::Full => true,
            Extent::West => {
                rule!("SQ-12.3a");
                hex.column() < border
            }
            Extent::East => hex.column() >= border,
        };
        components.land.iter().filter(|&hex| inside(hex)).collect()
    }
}

impl fmt::Display for Scenario {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.id)?;
        self.options.iter().try_for_each(|(name, value)| write!(out, " {name}={value}"))
    }
}
