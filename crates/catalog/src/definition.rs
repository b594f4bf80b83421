//! What a game provides to the catalogue; opening, loading, benchmarks and duels follow from it.

use std::{sync::Arc, time::Duration};

use rules::{Advice, Model, Notation, Outcome, Present, STRENGTHS, Seat, Strength};
use search::{Contender, Level, PlayoutRng, Record};
use serde::Serialize;
use table::{MatchInfo, Save, Seed, Table};

use crate::{
    AnyTable, AverageRule, BenchReport, Challenge, Day, DeckCheck, GameEntry, GameInfo, NewMatch, OpenError,
    Report,
};

/// Describes a game and builds its rules from a request. Everything else in [`GameEntry`] is the same for all
/// games.
pub trait GameDefinition: Send + Sync {
    /// The game value: rules and a scenario.
    type Game: Notation + Present + Advice + 'static;

    /// What the lobby shows.
    fn info(&self) -> GameInfo;
    /// Builds the rules from scenario, file, options, number of players and seat choices.
    fn set_up(&self, wanted: &NewMatch) -> Result<Arc<Self::Game>, OpenError>;
    /// Checks a scenario file.
    fn check_scenario(&self, file: &str, _text: &str) -> Report {
        Report { errors: vec![format!("{file}: this game has no scenario files")], ..Report::default() }
    }
    /// The JSON Schema of scenario files, if the game has such files.
    fn schema(&self) -> Option<serde_json::Value> {
        None
    }
    /// A commented scenario file to start from, if the game has such files.
    fn template(&self) -> Option<&'static str> {
        None
    }
    /// Judges a deck list, if the game has decks.
    fn check_deck(&self, _text: &str, _seed: Option<u64>) -> Option<DeckCheck> {
        None
    }
    /// A ready-made deck list by its name.
    fn deck(&self, _name: &str) -> Option<String> {
        None
    }
    /// Checks a choice of a seat; every reason why it is not valid.
    fn check_seat_choice(&self, name: &str, _value: &str) -> Result<(), Vec<String>> {
        Err(vec![format!("this game has no choice {name:?}")])
    }
    /// The challenge of a day, if the game has one.
    fn challenge(&self, _day: Day) -> Option<Challenge> {
        None
    }
    /// The ledger: the rules in our words.
    fn ledger(&self) -> &'static str;
    /// How the rules rate players over many matches, if they do.
    fn average(&self) -> Option<AverageRule> {
        None
    }
    /// Whether a pause inside a turn would reveal who was asked; see [`GameEntry::pauses_by_turn`].
    fn pauses_by_turn(&self) -> bool {
        false
    }
}

/// How long a computer player thought in one match.
#[derive(Clone, Copy, Default, Debug)]
pub struct Thinking {
    /// Number of its decisions.
    pub decisions: u64,
    /// The time of all of them.
    pub total: Duration,
    /// The time of the longest one.
    pub longest: Duration,
}

/// A match between computer players.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// By seat: how long it thought.
    pub thinking: Vec<Thinking>,
}

/// The rules of a match for experiments: computer players play each other, random play is measured.
pub trait Arena: Send + Sync {
    /// The number of seats.
    fn seats(&self) -> u8;
    /// The name of a seat.
    fn seat_name(&self, seat: Seat) -> String;
    /// Plays one match, one level per seat. The same seed gives the same match.
    fn play(&self, levels: &[Level], seed: u64) -> Played;
    /// Plays one match and records it for training.
    fn record(&self, contenders: &[Contender<'_>], seed: u64) -> Record;
    /// What players of one level thought of their chances in a match, of 10 000, and their share in its victory, of 1000.
    fn estimates(&self, level: Level, seed: u64) -> Vec<(i32, u16)>;
    /// The trained evaluation of the game, if it has one.
    fn model(&self) -> Option<&Model>;
    /// How the calibrated levels search, weakest first.
    fn strengths(&self) -> [Strength; STRENGTHS];
    /// Measures random play on this thread, for about `budget` of CPU time.
    fn bench(&self, budget: Duration) -> BenchReport;
}

struct ArenaOf<G>(Arc<G>);

impl<G: Advice + Notation + Present> Arena for ArenaOf<G> {
    fn seats(&self) -> u8 {
        self.0.seats()
    }
    fn seat_name(&self, seat: Seat) -> String {
        self.0.seat_name(seat)
    }
    fn play(&self, levels: &[Level], seed: u64) -> Played {
        let mut thinking = vec![Thinking::default(); levels.len()];
        let end =
            search::play_match_with(&*self.0, levels, &mut PlayoutRng::new(seed), &mut |seat: Seat, time| {
                let one = &mut thinking[seat.index()];
                one.decisions += 1;
                one.total += time;
                one.longest = one.longest.max(time);
            });
        let outcome = self.0.outcome(&end).expect("a match that is over has an outcome");
        Played { outcome, thinking }
    }
    fn record(&self, contenders: &[Contender<'_>], seed: u64) -> Record {
        search::record_match(&*self.0, contenders, seed)
    }
    fn estimates(&self, level: Level, seed: u64) -> Vec<(i32, u16)> {
        search::estimate_match(&*self.0, level, seed)
    }
    fn model(&self) -> Option<&Model> {
        self.0.model()
    }
    fn strengths(&self) -> [Strength; STRENGTHS] {
        self.0.strengths()
    }
    fn bench(&self, budget: Duration) -> BenchReport {
        crate::bench(&*self.0, budget)
    }
}

impl<R: GameDefinition> GameEntry for R
where
    <R::Game as rules::Game>::Event: Serialize,
{
    fn id(&self) -> &'static str {
        <R::Game as Notation>::GAME
    }

    fn info(&self) -> GameInfo {
        GameDefinition::info(self)
    }

    fn open(&self, wanted: &NewMatch) -> Result<Box<dyn AnyTable>, OpenError> {
        let game = self.set_up(wanted)?;
        let seats = rules::Game::seats(&*game);
        for (seat, choices) in (0..).zip(&wanted.seat_choices) {
            for (name, value) in choices {
                let refused = |why| OpenError::SeatChoice { seat, name: name.clone(), why };
                if seat >= seats {
                    return Err(refused(vec![format!("the match has {seats} seats")]));
                }
                GameDefinition::check_seat_choice(self, name, value).map_err(refused)?;
            }
        }
        let mut table: Table<R::Game> = match &wanted.position {
            None => Table::open(game, wanted.seed),
            Some(text) => {
                let position =
                    game.read_position(text).map_err(|error| OpenError::Position(error.to_string()))?;
                let rolls: Result<Vec<_>, _> = wanted.rolls.iter().map(|roll| game.read_roll(roll)).collect();
                let rolls = rolls.map_err(|error| OpenError::Position(error.to_string()))?;
                Table::open_scripted(game, position, wanted.seed, rolls)
                    .map_err(|refusal| OpenError::Position(refusal.to_string()))?
            }
        };
        table.set_info(MatchInfo {
            scenario_file: wanted.scenario_file.as_ref().map(|(_, text)| text.clone()),
            options: wanted.options.clone(),
            players: Vec::new(),
            seat_choices: wanted.seat_choices.clone(),
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
            seats: save.players.len().try_into().ok().filter(|&seats| seats > 0),
            seat_choices: save.seat_choices.clone(),
            position: None,
            rolls: Vec::new(),
            seed: Seed::from_u64(0),
        })?;
        Ok(Box::new(Table::<R::Game>::load(game, save)?))
    }

    fn check_scenario(&self, file: &str, text: &str) -> Report {
        GameDefinition::check_scenario(self, file, text)
    }

    fn schema(&self) -> Option<serde_json::Value> {
        GameDefinition::schema(self)
    }

    fn template(&self) -> Option<&'static str> {
        GameDefinition::template(self)
    }

    fn check_deck(&self, text: &str, seed: Option<u64>) -> Option<DeckCheck> {
        GameDefinition::check_deck(self, text, seed)
    }

    fn deck(&self, name: &str) -> Option<String> {
        GameDefinition::deck(self, name)
    }

    fn check_seat_choice(&self, name: &str, value: &str) -> Result<(), Vec<String>> {
        GameDefinition::check_seat_choice(self, name, value)
    }

    fn challenge(&self, day: Day) -> Option<Challenge> {
        GameDefinition::challenge(self, day)
    }

    fn ledger(&self) -> &'static str {
        GameDefinition::ledger(self)
    }

    fn average(&self) -> Option<AverageRule> {
        GameDefinition::average(self)
    }

    fn pauses_by_turn(&self) -> bool {
        GameDefinition::pauses_by_turn(self)
    }

    fn arena(&self, wanted: &NewMatch) -> Result<Box<dyn Arena>, OpenError> {
        Ok(Box::new(ArenaOf(self.set_up(wanted)?)))
    }
}
