//! The list of games.

use std::collections::BTreeMap;

use serde::Serialize;
use table::{LoadError, Save, Seed};
use thiserror::Error;

use crate::{
    AnyTable, Arena, AverageRule, Challenge, Day, ev_nova::EvNovaDefinition,
    space_infantry::SpaceInfantryDefinition, star_borders::StarBordersDefinition,
    starcraft::StarCraftDefinition, stellar_conquest::StellarConquestDefinition,
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
    /// Names of the seats.
    pub seats: Vec<String>,
    /// What can be played.
    pub scenarios: Vec<ScenarioInfo>,
    /// Standing orders a seat can give.
    pub orders: Vec<OrderInfo>,
    /// What can be chosen in addition to the scenario.
    pub options: Vec<OptionInfo>,
    /// What each seat chooses for itself before the start.
    pub seat_choices: Vec<SeatChoiceInfo>,
    /// Whether players can write their own scenario files.
    pub scenario_files: bool,
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
    /// Names of its seats at the largest number of players; an option may remove some.
    pub seats: Vec<String>,
    /// The smallest number of players; the largest is the number of seats.
    pub min_seats: u8,
    /// The options it has, with their valid values.
    pub option_values: Vec<OptionValueInfo>,
}

/// A valid value of an option in one scenario.
#[derive(Clone, Debug, Serialize)]
pub struct OptionValueInfo {
    /// The option.
    pub option: &'static str,
    /// The value.
    pub value: &'static str,
    /// Names of the seats with it, if they are not the scenario's own.
    pub seats: Option<Vec<String>>,
}

/// An option as the form for a new game shows it.
#[derive(Clone, Debug, Serialize)]
pub struct OptionInfo {
    /// Name in requests and files.
    pub id: &'static str,
    /// What it is about.
    pub label: &'static str,
    /// The valid values; empty for a number or a text.
    pub values: &'static [&'static str],
    /// The valid numbers, for an option that is a number.
    pub range: Option<NumberRange>,
}

/// The valid values of an option that is a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct NumberRange {
    /// Smallest valid value.
    pub min: i64,
    /// Largest valid value.
    pub max: i64,
    /// The value if the option is not given.
    pub default: i64,
}

/// A choice each seat makes for itself before the start: a faction, a deck.
#[derive(Clone, Debug, Serialize)]
pub struct SeatChoiceInfo {
    /// Name in requests and files.
    pub id: &'static str,
    /// What it is about.
    pub label: &'static str,
    /// Values to choose from, with a label each; the first is the default.
    pub values: Vec<(String, String)>,
    /// Whether a text of the player's own is possible as well (a deck list).
    pub free_text: bool,
    /// Whether other seats must not see it before the match begins.
    pub secret: bool,
}

/// A standing order as the settings page shows it.
#[derive(Clone, Debug, Serialize)]
pub struct OrderInfo {
    /// Name in files and commands.
    pub id: &'static str,
    /// The sentence.
    pub label: &'static str,
}

/// A request for a new match.
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
    /// The number of players, where the scenario leaves it open.
    pub seats: Option<u8>,
    /// By seat: its choices by name; a missing one has its default.
    pub seat_choices: Vec<BTreeMap<String, String>>,
    /// A position to begin with instead of the set-up.
    pub position: Option<String>,
    /// The first chance results after `position`, in notation; then the dice decide.
    pub rolls: Vec<String>,
    /// The secret of the dice.
    pub seed: Seed,
}

impl NewMatch {
    /// A scenario of a game, with a random seed.
    pub fn of(game: &str, scenario: &str) -> Self {
        Self { scenario: Some(scenario.to_owned()), ..Self::default_of(game) }
    }
    /// The default scenario of a game, with a random seed.
    pub fn default_of(game: &str) -> Self {
        Self {
            game: game.to_owned(),
            scenario: None,
            scenario_file: None,
            options: BTreeMap::new(),
            seats: None,
            seat_choices: Vec::new(),
            position: None,
            rolls: Vec::new(),
            seed: Seed::random(),
        }
    }
    /// The same request with a reproducible seed.
    #[must_use]
    pub fn seeded(self, number: u64) -> Self {
        Self { seed: Seed::from_u64(number), ..self }
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
    /// A seat's own choice is not valid: every reason.
    #[error("seat {seat}, {name}: {}", .why.join("; "))]
    SeatChoice {
        /// The seat.
        seat: u8,
        /// The choice.
        name: String,
        /// Every reason.
        why: Vec<String>,
    },
    /// The number of players does not fit the scenario.
    #[error("{found} players: {scenario} is for {min} to {max}")]
    Players {
        /// The scenario.
        scenario: String,
        /// The number of players in the request.
        found: u8,
        /// The smallest number.
        min: u8,
        /// The largest number.
        max: u8,
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
            OpenError::SeatChoice { .. } => "seat_choice",
            OpenError::Players { .. } => "players",
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
    /// It can be played, but may not be what the author meant.
    pub warnings: Vec<String>,
    /// What it is, if it can be played: title, size, forces.
    pub summary: Vec<String>,
}

/// What judging a deck list found.
#[derive(Clone, Debug)]
pub struct DeckCheck {
    /// Every reason why it cannot be brought to a table.
    pub errors: Vec<String>,
    /// What it is: size, kinds of cards.
    pub summary: Vec<String>,
    /// The game's own report, for programs and the deck builder.
    pub report: serde_json::Value,
}

/// One game of the catalogue.
pub trait GameEntry: Send + Sync {
    /// The name in commands, files and addresses.
    fn id(&self) -> &'static str;
    /// What the lobby shows.
    fn info(&self) -> GameInfo;
    /// Opens a match.
    fn open(&self, wanted: &NewMatch) -> Result<Box<dyn AnyTable>, OpenError>;
    /// Loads a match.
    fn load(&self, save: &Save) -> Result<Box<dyn AnyTable>, OpenError>;
    /// Checks a scenario file.
    fn check_scenario(&self, file: &str, text: &str) -> Report;
    /// The JSON Schema of scenario files, if the game has such files.
    fn schema(&self) -> Option<serde_json::Value>;
    /// A commented scenario file to start from, if the game has such files.
    fn template(&self) -> Option<&'static str>;
    /// Judges a deck list; `None` if the game has no decks. With a seed it deals a test hand as well.
    fn check_deck(&self, text: &str, seed: Option<u64>) -> Option<DeckCheck>;
    /// A ready-made deck list by its name; `None` if there is no such deck.
    fn deck(&self, name: &str) -> Option<String>;
    /// Checks a choice of a seat; every reason why it is not valid.
    fn check_seat_choice(&self, name: &str, value: &str) -> Result<(), Vec<String>>;
    /// The challenge of a day, if the game has one.
    fn challenge(&self, day: Day) -> Option<Challenge>;
    /// The ledger: the rules in our words.
    fn ledger(&self) -> &'static str;
    /// How the rules rate players over many matches, if they do.
    fn average(&self) -> Option<AverageRule>;
    /// Whether a pause inside a turn would reveal who was asked: questions with a single answer are answered by the table at
    /// once, so that only the beginning of a turn is known to be waited for.
    fn pauses_by_turn(&self) -> bool;
    /// The rules of a match for experiments without a table.
    fn arena(&self, wanted: &NewMatch) -> Result<Box<dyn Arena>, OpenError>;
}

/// All games.
pub struct Catalog {
    entries: Vec<Box<dyn GameEntry>>,
}

impl Catalog {
    /// The games of Starboard.
    pub fn standard() -> Self {
        Self {
            entries: vec![
                Box::new(StarBordersDefinition::default()),
                Box::new(StellarConquestDefinition::default()),
                Box::new(SpaceInfantryDefinition::default()),
                Box::new(EvNovaDefinition),
                Box::new(StarCraftDefinition::default()),
            ],
        }
    }

    /// A catalogue of other games, for tests.
    pub fn of(entries: Vec<Box<dyn GameEntry>>) -> Self {
        Self { entries }
    }

    /// This catalogue and one more game.
    #[must_use]
    pub fn with(mut self, entry: Box<dyn GameEntry>) -> Self {
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
    pub fn game(&self, name: &str) -> Result<&dyn GameEntry, OpenError> {
        let found = self.entries.iter().find(|entry| entry.id() == name);
        found
            .map(|entry| &**entry)
            .ok_or_else(|| OpenError::NoGame { name: name.to_owned(), have: self.ids().join(", ") })
    }

    /// The challenge of a day: of the first game that has one.
    pub fn challenge(&self, day: Day) -> Option<Challenge> {
        self.entries.iter().find_map(|entry| entry.challenge(day))
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
