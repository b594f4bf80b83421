//! The list of games.

use std::{collections::BTreeMap, time::Duration};

use serde::Serialize;
use table::{LoadError, Save, Seed};
use thiserror::Error;

use crate::{
    AnyTable, Arena, BenchReport, star_borders::StarBordersBook, stellar_conquest::StellarConquestBook,
};

/// A game as the lobby shows it.
#[derive(Clone, Debug, Serialize)]
pub struct GameInfo {
    /// Name in commands, files and addresses.
    pub id: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// One line.
    pub blurb: &'static str,
    /// Names of the chairs.
    pub seats: Vec<String>,
    /// What can be played.
    pub scenarios: Vec<ScenarioInfo>,
    /// Standing orders a seat can give.
    pub orders: Vec<OrderInfo>,
    /// What can be chosen besides the scenario.
    pub options: Vec<OptionInfo>,
}

/// A scenario as the lobby shows it.
#[derive(Clone, Debug, Serialize)]
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
    /// Which options it takes, and which of their values.
    pub takes: Vec<TakenInfo>,
}

/// A value of an option that a scenario takes.
#[derive(Clone, Debug, Serialize)]
pub struct TakenInfo {
    /// The option.
    pub option: &'static str,
    /// The value.
    pub value: &'static str,
    /// Names of the chairs with it, if they are not the scenario's own.
    pub seats: Option<Vec<String>>,
}

/// An option as the form for a new game shows it.
#[derive(Clone, Debug, Serialize)]
pub struct OptionInfo {
    /// Name in requests and files.
    pub id: &'static str,
    /// What it is about.
    pub label: &'static str,
    /// What can be said.
    pub values: &'static [&'static str],
}

/// A standing order as the settings page shows it.
#[derive(Clone, Debug, Serialize)]
pub struct OrderInfo {
    /// Name in files and commands.
    pub id: &'static str,
    /// The sentence.
    pub label: &'static str,
}

/// What somebody wants to play.
#[derive(Clone, Debug)]
pub struct NewMatch {
    /// The game's name.
    pub game: String,
    /// The scenario's short name; the game's default if `None`.
    pub scenario: Option<String>,
    /// An own scenario file: its name and its text.
    pub scenario_file: Option<(String, String)>,
    /// Options of the game, by name.
    pub options: BTreeMap<String, String>,
    /// A position to begin with instead of the set-up.
    pub position: Option<String>,
    /// The secret of the dice.
    pub seed: Seed,
}

impl NewMatch {
    /// A scenario of a game, with dice nobody knows.
    pub fn of(game: &str, scenario: &str) -> Self {
        Self { scenario: Some(scenario.to_owned()), ..Self::default_of(game) }
    }
    /// The default scenario of a game, with dice nobody knows.
    pub fn default_of(game: &str) -> Self {
        Self {
            game: game.to_owned(),
            scenario: None,
            scenario_file: None,
            options: BTreeMap::new(),
            position: None,
            seed: Seed::fresh(),
        }
    }
    /// With dice anyone can repeat.
    #[must_use]
    pub fn seeded(self, number: u64) -> Self {
        Self { seed: Seed::from_number(number), ..self }
    }
}

/// Why a match could not be opened or loaded.
#[derive(Debug, Error)]
pub enum OpenError {
    /// No such game.
    #[error("no game {name:?}; there are {have}")]
    NoGame {
        /// What was asked for.
        name: String,
        /// What there is.
        have: String,
    },
    /// No such scenario.
    #[error("no scenario {name:?}; there are {have}")]
    NoScenario {
        /// What was asked for.
        name: String,
        /// What there is.
        have: String,
    },
    /// An own scenario file is wrong: every error in it.
    #[error("{}", .0.join("\n"))]
    Scenario(Vec<String>),
    /// An option the game does not have, or a value it does not take.
    #[error("option {name:?}: {why}")]
    Option {
        /// Its name.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// The position cannot be read.
    #[error("the position cannot be read: {0}")]
    Position(String),
    /// The save cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
}

impl OpenError {
    /// A short name for machines.
    pub fn code(&self) -> &'static str {
        match self {
            OpenError::NoGame { .. } => "no_game",
            OpenError::NoScenario { .. } => "no_scenario",
            OpenError::Scenario(_) => "scenario",
            OpenError::Option { .. } => "option",
            OpenError::Position(_) => "position",
            OpenError::Load(_) => "load",
        }
    }
}

/// What checking a scenario file found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// It cannot be played because of these.
    pub errors: Vec<String>,
    /// It can, but somebody should look.
    pub warnings: Vec<String>,
    /// What it is, if it can be played: title, size, forces.
    pub summary: Vec<String>,
}

/// One game of the catalogue.
pub trait Entry: Send + Sync {
    /// The name in commands, files and addresses.
    fn id(&self) -> &'static str;
    /// What the lobby shows.
    fn info(&self) -> GameInfo;
    /// Opens a match.
    fn open(&self, wanted: &NewMatch) -> Result<Box<dyn AnyTable>, OpenError>;
    /// Loads a match.
    fn load(&self, save: &Save) -> Result<Box<dyn AnyTable>, OpenError>;
    /// Checks an own scenario file.
    fn check_scenario(&self, file: &str, text: &str) -> Report;
    /// The JSON Schema of scenario files.
    fn schema(&self) -> serde_json::Value;
    /// A commented scenario file to begin with.
    fn template(&self) -> &'static str;
    /// The ledger: the rules in our words.
    fn ledger(&self) -> &'static str;
    /// Measures random play of a scenario on this thread, for about `budget` of CPU time.
    fn bench(&self, scenario: Option<&str>, budget: Duration) -> Result<BenchReport, OpenError>;
    /// A scenario on which computer players can be set against each other.
    fn arena(&self, scenario: Option<&str>) -> Result<Box<dyn Arena>, OpenError>;
}

/// All games.
pub struct Catalog {
    entries: Vec<Box<dyn Entry>>,
}

impl Catalog {
    /// The games of Starboard.
    pub fn standard() -> Self {
        Self { entries: vec![Box::new(StarBordersBook::default()), Box::new(StellarConquestBook::default())] }
    }

    /// A catalogue of other games, for tests.
    pub fn of(entries: Vec<Box<dyn Entry>>) -> Self {
        Self { entries }
    }

    /// This catalogue and one more game.
    #[must_use]
    pub fn with(mut self, entry: Box<dyn Entry>) -> Self {
        self.entries.push(entry);
        self
    }

    /// The names of all games.
    pub fn ids(&self) -> Vec<&'static str> {
        self.entries.iter().map(|entry| entry.id()).collect()
    }

    /// All games, as the lobby shows them.
    pub fn games(&self) -> Vec<GameInfo> {
        self.entries.iter().map(|entry| entry.info()).collect()
    }

    /// The game with this name.
    pub fn game(&self, name: &str) -> Result<&dyn Entry, OpenError> {
        let found = self.entries.iter().find(|entry| entry.id() == name);
        found
            .map(|entry| &**entry)
            .ok_or_else(|| OpenError::NoGame { name: name.to_owned(), have: self.ids().join(", ") })
    }

    /// Opens a match.
    pub fn open(&self, wanted: &NewMatch) -> Result<Box<dyn AnyTable>, OpenError> {
        self.game(&wanted.game)?.open(wanted)
    }

    /// Loads a match.
    pub fn load(&self, save: &Save) -> Result<Box<dyn AnyTable>, OpenError> {
        self.game(&save.game)?.load(save)
    }
}
