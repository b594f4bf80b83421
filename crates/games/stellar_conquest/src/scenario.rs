//! Scenarios and options: what is played, read from `scenarios.json` and the lobby's words.

use std::fmt;

use atlas::{Hex, HexSet};
use rules::rule;
use serde::Deserialize;
use serde_json::{Value, json};

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
    /// No players.
    None,
    /// Players whose ships met in a star hex.
    SameHex,
    /// All players.
    Open,
}

/// Which viewers see ships, dice and losses of a combat (SQ-6.0c).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combat {
    /// All of them.
    Public,
    /// The two sides.
    Private,
    /// The two sides, if both want it so in a combat.
    Agreed,
}

/// the readings of the printed rulebook, or of the later edition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edition {
    /// As printed.
    Printed,
    /// As in the later edition.
    Later,
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
    /// Who sees combats.
    pub combat: Combat,
    /// Whose readings hold.
    pub edition: Edition,
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
    defaults: Defaults,
    scenarios: Vec<Row>,
}

/// What holds in every scenario. The rules know these numbers (SQ-3.1, SQ-9.1.1b); the file must agree.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Defaults {
    turns: u8,
    start_ships: Value,
    bonus_iu: u8,
    movement_allowance: u8,
    options: std::collections::BTreeMap<String, Value>,
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
    seats: Vec<Value>,
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
    kill_radius: u8,
    kill_at_end_of_turns: [u8; 2],
    range_rule_from_turn: u8,
    start_star_is_base: bool,
    reborn: Option<RebornRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RebornRow {
    at_start_of_turn: u8,
    planet: Value,
}

/// The longest game that can be agreed on.
const MAX_TURNS: u8 = 99;

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
pub const OPTIONS: [OptionInfo; 8] = [
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
    OptionInfo {
        name: "combat",
        values: &["public", "private", "agreed"],
        label: "Who sees ships, dice and losses of a combat: all, the two sides, or the two sides if both agree",
    },
    OptionInfo {
        name: "edition",
        values: &["printed", "later"],
        label: "Readings of the rulebook as printed, or of the later edition",
    },
    OptionInfo { name: "players", values: &["4", "3", "2"], label: "Players in a nova game" },
    OptionInfo {
        name: "entries",
        values: &["1,3", "1,2", "1,4", "2,3", "2,4", "3,4", "1,2,3", "1,2,4", "1,3,4", "2,3,4"],
        label: "Entry hexes of a game for two or three",
    },
];

fn wrong(place: &str, what: String) -> DataError {
    DataError { file: "scenarios.json".into(), place: place.into(), what }
}

/// Refuses a value that is not the one the rules are written for.
fn same<T: PartialEq + fmt::Debug>(place: &str, field: &str, wanted: &T, found: &T) -> Result<(), DataError> {
    if wanted == found {
        return Ok(());
    }
    Err(wrong(&format!("{place}, {field}"), format!("expected {wanted:?}, found {found:?}")))
}

fn file(text: &str) -> Result<File, DataError> {
    let file: File = serde_json::from_str(text).map_err(|error| wrong("syntax", error.to_string()))?;
    let Defaults { turns, start_ships, bonus_iu, movement_allowance, options } = &file.defaults;
    same("defaults", "turns", &40, turns)?;
    same("defaults", "start_ships", &json!({"ESC": 4, "SCT": 4, "CT": 35}), start_ships)?;
    same("defaults", "bonus_iu", &crate::setup::BONUS, bonus_iu)?;
    same("defaults", "movement_allowance", &2, movement_allowance)?;
    let known = [
        ("home_tr_limit", json!([null, 60, 80])),
        ("start_with_3MA", json!([false, true])),
        ("turns", json!([36, 40, 60, 80])),
        ("negotiation", json!(["none", "same_hex", "open"])),
        ("combat_visibility", json!(["public", "private"])),
    ];
    for (name, values) in &known {
        let found = options.get(*name).unwrap_or(&Value::Null);
        same("defaults", &format!("options, {name}"), values, found)?;
    }
    if let Some(name) = options.keys().find(|name| known.iter().all(|(known, _)| known != name)) {
        return Err(wrong("defaults, options", format!("there is no option {name:?}")));
    }
    for row in &file.scenarios {
        row.check()?;
    }
    Ok(file)
}

impl Row {
    /// Refuses what no scenario can mean; names of stars are looked up when it is played.
    fn check(&self) -> Result<(), DataError> {
        let wrong = |field: &str, what: String| Err(wrong(&format!("{}, {field}", self.id), what));
        let [least, most] = self.players;
        if !(2..=most).contains(&least) || most > 4 {
            return wrong("players", format!("expected two numbers from 2 to 4, found {:?}", self.players));
        }
        let nova = self.start == "nova";
        if !nova && (least != most || self.seats.len() != usize::from(most)) {
            return wrong(
                "seats",
                format!("expected one for each of {most} players, found {:?}", self.seats),
            );
        }
        if self.nova.is_some() != nova {
            return wrong("nova", "expected it in scenarios that start with nova, and in no others".into());
        }
        if !self.seats_free_choice_from.is_empty() && self.seats_free_choice_from != [1, 2, 3, 4] {
            let found = &self.seats_free_choice_from;
            return wrong("seats_free_choice_from", format!("expected [1, 2, 3, 4], found {found:?}"));
        }
        if let Some(name) = self.options_excluded.iter().find(|name| *name != "home_tr_limit") {
            return wrong("options_excluded", format!("expected home_tr_limit, found {name:?}"));
        }
        if let Some(nova) = &self.nova {
            same(&self.id, "nova, kill_radius", &1, &nova.kill_radius)?;
            same(&self.id, "nova, range_rule_from_turn", &7, &nova.range_rule_from_turn)?;
            same(&self.id, "nova, start_star_is_base", &false, &nova.start_star_is_base)?;
            let [first, end] = nova.kill_at_end_of_turns;
            if first != 2 || end < first {
                let found = nova.kill_at_end_of_turns;
                return wrong(
                    "nova, kill_at_end_of_turns",
                    format!("expected 2 and no less, found {found:?}"),
                );
            }
            if let Some(reborn) = &nova.reborn {
                let planet = json!({"orbit": 3, "type": "MT", "limit": 40, "nm": 1});
                same(&self.id, "nova, reborn, planet", &planet, &reborn.planet)?;
                same(&self.id, "nova, reborn, at_start_of_turn", &(end + 1), &reborn.at_start_of_turn)?;
            }
        }
        Ok(())
    }

    /// Where the players begin.
    fn start(&self, find: impl Fn(&str, &str) -> Result<Star, DataError>) -> Result<Start, DataError> {
        let wrong = |field: &str, what: String| wrong(&format!("{}, {field}", self.id), what);
        match self.start.as_str() {
            "entry" => {
                let mut entries = [0; 4];
                let mut last = 0;
                for (entry, seat) in entries.iter_mut().zip(&self.seats) {
                    let number = seat.as_u64().filter(|number| (last + 1..=4).contains(number));
                    let what = || format!("expected ascending numbers from 1 to 4, found {seat}");
                    last = number.ok_or_else(|| wrong("seats", what()))?;
                    *entry = last as u8 - 1;
                }
                Ok(Start::Entries(entries))
            }
            "star" => {
                let mut stars = [Star(0); 4];
                for (place, name) in stars.iter_mut().zip(&self.seats) {
                    *place = find("seats", name.as_str().unwrap_or(""))?;
                }
                Ok(Start::Stars(stars))
            }
            "nova" => {
                let nova = self.nova.as_ref().expect("just checked");
                Ok(Start::Nova {
                    star: find("nova, star", &nova.star)?,
                    last_blast: nova.kill_at_end_of_turns[1],
                    reborn: nova.reborn.as_ref().map(|reborn| reborn.at_start_of_turn),
                })
            }
            other => Err(wrong("start", format!("expected entry, star or nova, found {other:?}"))),
        }
    }
}

impl File {
    fn row(&self, id: &str) -> Result<&Row, SetupError> {
        self.scenarios.iter().find(|row| row.id == id).ok_or_else(|| {
            let ids: Vec<&str> = self.scenarios.iter().map(|row| row.id.as_str()).collect();
            SetupError::NoScenario { name: id.to_owned(), have: ids.join(", ") }
        })
    }
}

/// What can be chosen for a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionValue {
    /// The name of an option.
    pub option: &'static str,
    /// A value that the scenario takes.
    pub value: &'static str,
    /// How many play then.
    pub players: u8,
}

/// The options that leave a choice in the scenario `id`, with the values it takes.
pub fn option_values(id: &str, components: &Components) -> Result<Vec<OptionValue>, SetupError> {
    let file = file(SCENARIOS)?;
    let row = file.row(id)?;
    let with = |option: &'static str, value: &'static str| {
        let said = [(option.to_owned(), value.to_owned())];
        let scenario = Scenario::of_row(row, file.defaults.turns, &said, components).ok()?;
        Some(OptionValue { option, value, players: scenario.players })
    };
    let values = |info: &OptionInfo| -> Vec<OptionValue> {
        info.values.iter().filter_map(|&value| with(info.name, value)).collect()
    };
    Ok(OPTIONS.iter().map(values).filter(|values| values.len() > 1).flatten().collect())
}

/// The scenarios: short name, title, fewest and most players.
pub fn scenarios() -> Result<Vec<(String, String, [u8; 2])>, DataError> {
    Ok(file(SCENARIOS)?.scenarios.into_iter().map(|row| (row.id, row.name, row.players)).collect())
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
        Self::of(SCENARIOS, id, options, components)
    }

    /// The same from the text of a scenario file.
    fn of(
        text: &str,
        id: &str,
        options: &[(String, String)],
        components: &Components,
    ) -> Result<Self, SetupError> {
        rule!("SQ-DP-17");
        let file = file(text)?;
        let row = file.row(id)?;
        Self::of_row(row, file.defaults.turns, options, components)
    }

    fn of_row(
        row: &Row,
        turns: u8,
        options: &[(String, String)],
        components: &Components,
    ) -> Result<Self, SetupError> {
        let wrong = |field: &str, what: String| wrong(&format!("{}, {field}", row.id), what);
        let star = |field: &str, name: &str| {
            let what = || format!("expected the name of a star, found {name:?}");
            components.star(name).ok_or_else(|| wrong(field, what()))
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
        let start = row.start(star)?;
        let class_override = match row.class_override.iter().next() {
            Some((name, class)) => {
                let known = crate::data::CLASSES.iter().position(|known| known.to_string() == *class);
                let what = || format!("expected B, F, G, K or M, found {class:?}");
                let known = known.ok_or_else(|| wrong("class_override", what()))?;
                Some((star("class_override", name)?, known as u8))
            }
            None => None,
        };
        let extent = match row.map.as_str() {
            "full" => Extent::Full,
            "W" => Extent::West,
            "E" => Extent::East,
            other => return Err(wrong("map", format!("expected full, W or E, found {other:?}")).into()),
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
            combat: Combat::Public,
            edition: Edition::Printed,
            options: Vec::new(),
        };
        for (at, (name, value)) in options.iter().enumerate() {
            if options[..at].iter().any(|(earlier, _)| earlier == name) {
                return Err(SetupError::Option { name: name.clone(), why: "it is given twice".to_owned() });
            }
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
        let free = matches!(name, "entries" | "turns");
        if !free && !info.values.contains(&value) {
            return Err(wrong(format!("expected {}, found {value:?}", info.values.join(", "))));
        }
        match name {
            "turns" => {
                let turns: Option<u8> =
                    value.parse().ok().filter(|turns| *turns == 36 || (40..=MAX_TURNS).contains(turns));
                let expected =
                    || wrong(format!("expected 36, or a number from 40 to {MAX_TURNS}, found {value:?}"));
                self.turns = turns.ok_or_else(expected)?;
                if self.turns == 36 {
                    rule!("SQ-12.O3");
                }
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
            "combat" => {
                self.combat = match value {
                    "private" => Combat::Private,
                    "agreed" => Combat::Agreed,
                    _ => Combat::Public,
                };
            }
            "edition" => self.edition = if value == "later" { Edition::Later } else { Edition::Printed },
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
    pub fn land(&self, components: &Components) -> HexSet {
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

#[cfg(test)]
mod tests;
