//! What a game's author provides; opening, loading, benchmarks and duels follow from it.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use rules::{Advice, Notation, Present, Scores};
use search::{Level, Playout};
use serde::Serialize;
use table::{Origin, Save, Seed, Table};

use crate::{AnyTable, BenchReport, Entry, GameInfo, NewMatch, OpenError, Report};

/// A game's words and its way from a request to rules. Everything else in [`Entry`] is the same for
/// all games.
pub trait Rulebook: Send + Sync {
    /// The game value: rules and a scenario.
    type Game: Notation + Present + Advice + 'static;

    /// What the lobby shows.
    fn info(&self) -> GameInfo;
    /// The rules under the scenario, file and options that are wanted.
    fn set_up(&self, wanted: &NewMatch) -> Result<Arc<Self::Game>, OpenError>;
    /// Checks an own scenario file.
    fn check_scenario(&self, file: &str, text: &str) -> Report;
    /// The JSON Schema of scenario files.
    fn schema(&self) -> serde_json::Value;
    /// A commented scenario file to begin with.
    fn template(&self) -> &'static str;
    /// The ledger: the rules in our words.
    fn ledger(&self) -> &'static str;
}

/// A scenario on which computer players are set against each other.
pub trait Arena: Send + Sync {
    /// How many chairs.
    fn seats(&self) -> u8;
    /// The name of a chair.
    fn seat_name(&self, seat: rules::Seat) -> String;
    /// Plays one match, one level a seat. The same seed gives the same match.
    fn play(&self, levels: &[Level], seed: u64) -> Scores;
}

struct ArenaOf<G>(Arc<G>);

impl<G: Advice + Present> Arena for ArenaOf<G> {
    fn seats(&self) -> u8 {
        self.0.seats()
    }
    fn seat_name(&self, seat: rules::Seat) -> String {
        self.0.seat_name(seat)
    }
    fn play(&self, levels: &[Level], seed: u64) -> Scores {
        let end = search::match_of(&*self.0, levels, &mut Playout::new(seed));
        self.0.scores(&end).expect("a match that is over has scores")
    }
}

impl<R: Rulebook> Entry for R
where
    <R::Game as rules::Game>::Event: Serialize,
{
    fn id(&self) -> &'static str {
        <R::Game as Notation>::GAME
    }

    fn info(&self) -> GameInfo {
        Rulebook::info(self)
    }

    fn open(&self, wanted: &NewMatch) -> Result<Box<dyn AnyTable>, OpenError> {
        let game = self.set_up(wanted)?;
        let mut table: Table<R::Game> = match &wanted.position {
            None => Table::open(game, wanted.seed),
            Some(text) => {
                let position =
                    game.read_position(text).map_err(|error| OpenError::Position(error.to_string()))?;
                Table::open_at(game, position, wanted.seed)
            }
        };
        table.set_origin(Origin {
            scenario_file: wanted.scenario_file.as_ref().map(|(_, text)| text.clone()),
            options: wanted.options.clone(),
            players: Vec::new(),
        });
        Ok(Box::new(table))
    }

    fn load(&self, save: &Save) -> Result<Box<dyn AnyTable>, OpenError> {
        let game = self.set_up(&NewMatch {
            game: save.game.clone(),
            scenario: Some(save.scenario.clone()),
            scenario_file: save
                .scenario_file
                .clone()
                .map(|text| ("the scenario in the save".to_owned(), text)),
            options: save.options.clone(),
            position: None,
            seed: Seed::from_number(0),
        })?;
        Ok(Box::new(Table::<R::Game>::load(game, save)?))
    }

    fn check_scenario(&self, file: &str, text: &str) -> Report {
        Rulebook::check_scenario(self, file, text)
    }

    fn schema(&self) -> serde_json::Value {
        Rulebook::schema(self)
    }

    fn template(&self) -> &'static str {
        Rulebook::template(self)
    }

    fn ledger(&self) -> &'static str {
        Rulebook::ledger(self)
    }

    fn bench(&self, scenario: Option<&str>, budget: Duration) -> Result<BenchReport, OpenError> {
        Ok(crate::bench(&*self.set_up(&scenario_of::<R>(scenario))?, budget))
    }

    fn arena(&self, scenario: Option<&str>) -> Result<Box<dyn Arena>, OpenError> {
        Ok(Box::new(ArenaOf(self.set_up(&scenario_of::<R>(scenario))?)))
    }
}

fn scenario_of<R: Rulebook>(scenario: Option<&str>) -> NewMatch {
    NewMatch {
        game: <R::Game as Notation>::GAME.to_owned(),
        scenario: scenario.map(str::to_owned),
        scenario_file: None,
        options: BTreeMap::new(),
        position: None,
        seed: Seed::from_number(0),
    }
}
