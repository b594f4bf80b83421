//! What a table is opened with: number of players, galaxy, factions, options (SC-SETUP-16).

use rules::rule;
use thiserror::Error;

use crate::{
    data::{Components, DataError},
    ids::Faction,
};

/// How factions are given out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Factions {
    /// SC-SETUP-2: chosen in turn order.
    Chosen,
    /// Dealt at random.
    Random,
    /// Fixed by the host, one for each seat.
    Fixed(Vec<Faction>),
}

/// The line a table is opened with, e.g. `built-3 factions=random last_round=12`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// 2 to 6.
    pub players: u8,
    /// SC-SETUP-14: play in the ready-made galaxy.
    pub ready_made: bool,
    #[expect(missing_docs, reason = "the option's name")]
    pub factions: Factions,
    /// SC-END-13: Aldaris himself needs only 15 points.
    pub aldaris_needs_15: bool,
    /// SC-END-11: the game ends after this round.
    pub last_round: u8,
}

/// Why a line is no table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the messages say what each field is")]
pub enum SetupError {
    #[error("no scenario {name:?}; the scenarios are {have}")]
    NoScenario { name: String, have: String },
    #[error("option {name:?}: {why}")]
    Option { name: String, why: String },
    #[error(transparent)]
    Data(#[from] DataError),
}

/// An option a host can set: name, label, values. A free value is described in angle brackets.
#[expect(missing_docs, reason = "the names say it")]
pub struct OptionText {
    pub name: &'static str,
    pub label: &'static str,
    pub values: &'static [&'static str],
}

/// The options of every scenario; the first value is the default.
pub const OPTIONS: [OptionText; 3] = [
    OptionText {
        name: "factions",
        label: "Factions: chosen in turn order, random, or a list such as raynor,overmind",
        values: &["chosen", "random"],
    },
    OptionText {
        name: "aldaris_needs_15",
        label: "Aldaris needs 15 points instead of 20",
        values: &["off", "on"],
    },
    OptionText {
        name: "last_round",
        label: "The game ends after this round",
        values: &["20", "10", "12", "15", "25", "30"],
    },
];

/// Scenario ids and titles: the galaxy built by the players or ready-made, for 2 to 6 players.
pub fn scenarios() -> Vec<(String, String, u8)> {
    let mut list = Vec::new();
    for (word, title) in [("ready", "Ready-made galaxy"), ("built", "Galaxy built by the players")] {
        for players in 2..=6 {
            list.push((format!("{word}-{players}"), format!("{title}, {players} players"), players));
        }
    }
    list
}

impl Options {
    /// Reads a line. Errors name the option and what was expected.
    pub fn parse(line: &str, components: &Components) -> Result<Self, SetupError> {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default();
        let known = scenarios().into_iter().find(|(id, _, _)| id == name);
        let Some((id, _, players)) = known else {
            let have: Vec<String> = scenarios().into_iter().map(|(id, _, _)| id).collect();
            return Err(SetupError::NoScenario { name: name.to_owned(), have: have.join(", ") });
        };
        rule!("SC-SETUP-16");
        let mut options = Self {
            players,
            ready_made: id.starts_with("ready"),
            factions: Factions::Chosen,
            aldaris_needs_15: false,
            last_round: components.common.last_round,
        };
        for word in words {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let refuse = |why: String| SetupError::Option { name: name.to_owned(), why };
            match (name, value) {
                ("factions", "chosen") => options.factions = Factions::Chosen,
                ("factions", "random") => options.factions = Factions::Random,
                ("factions", list) => {
                    let mut fixed = Vec::new();
                    for word in list.split(',') {
                        let at = components.factions.iter().position(|faction| faction.id == word);
                        let at = at.map(|at| Faction(at as u8)).filter(|at| !fixed.contains(at));
                        fixed.push(at.ok_or_else(|| {
                            let ids: Vec<&str> =
                                components.factions.iter().map(|faction| faction.id.as_str()).collect();
                            refuse(format!(
                                "expected chosen, random or {players} different factions of {}, found {word:?}",
                                ids.join(", ")
                            ))
                        })?);
                    }
                    if fixed.len() != usize::from(players) {
                        return Err(refuse(format!(
                            "expected {players} factions, one for each seat, found {}",
                            fixed.len()
                        )));
                    }
                    options.factions = Factions::Fixed(fixed);
                }
                ("aldaris_needs_15", "on") => options.aldaris_needs_15 = true,
                ("aldaris_needs_15", "off") => options.aldaris_needs_15 = false,
                ("aldaris_needs_15", other) => {
                    return Err(refuse(format!("expected on or off, found {other:?}")));
                }
                ("last_round", number) => {
                    let round = number.parse::<u8>().ok().filter(|round| (10..=99).contains(round));
                    options.last_round = round.ok_or_else(|| {
                        refuse(format!("expected a number from 10 to 99, found {number:?}"))
                    })?;
                }
                _ => {
                    let names: Vec<&str> = OPTIONS.iter().map(|option| option.name).collect();
                    return Err(refuse(format!(
                        "there is no such option; the options are {}",
                        names.join(", ")
                    )));
                }
            }
        }
        Ok(options)
    }

    /// The line again, defaults left out.
    pub fn line(&self, components: &Components) -> String {
        let mut line = format!("{}-{}", if self.ready_made { "ready" } else { "built" }, self.players);
        match &self.factions {
            Factions::Chosen => {}
            Factions::Random => line.push_str(" factions=random"),
            Factions::Fixed(list) => {
                let ids: Vec<&str> =
                    list.iter().map(|&faction| components.faction(faction).id.as_str()).collect();
                line.push_str(&format!(" factions={}", ids.join(",")));
            }
        }
        if self.aldaris_needs_15 {
            line.push_str(" aldaris_needs_15=on");
        }
        if self.last_round != components.common.last_round {
            line.push_str(&format!(" last_round={}", self.last_round));
        }
        line
    }
}
