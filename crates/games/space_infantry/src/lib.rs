//! Space Infantry: Federation, every rule of the ledger (`docs/rules/space_infantry.md`).

mod action;
mod advice;
mod aliens;
mod battle_view;
mod candidates;
mod cards;
mod chance;
mod combat;
mod conservation;
pub mod data;
mod fleet;
mod flow;
mod forecast;
mod game;
pub mod ids;
mod intrigue;
mod labels;
mod log;
mod notation;
mod odds;
mod orders;
mod picture;
mod play;
mod position;
mod present;
mod research;
mod resources;
mod rolls;
mod scenes;
mod scoring;
mod state;
mod technology;
mod text_map;
#[cfg(feature = "ts")]
mod typescript;
mod universal;
mod view;
pub mod views;
mod war;
mod words;

pub use action::{Action, Chance, Contested, DrawLane, Event, Faces, Look, LossReason, Pay, Roll, Source};
pub use data::Data;
pub use ids::*;
pub use rules::DataError;
pub use scoring::ranks;

/// The steps of a match.
pub type StepLog = Vec<rules::StepOf<SpaceInfantry>>;
pub use state::{BaseAt, Board, CombatStage, Deployed, Ending, Frame, Garrison, Stage, State};
#[cfg(feature = "ts")]
pub use typescript::typescript;
pub use view::View;

/// The game: its components, a level and the last Federation turn. Immutable; a match is a [`State`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpaceInfantry {
    /// The printed components.
    pub data: Data,
    /// The difficulty level.
    pub level: Level,
    /// The match ends after this Federation turn (SI-13.2).
    pub last_turn: u16,
}

impl SpaceInfantry {
    /// The three levels.
    pub const SCENARIOS: [&'static str; 3] = ["easy", "medium", "hard"];

    /// A level by name, with `:TURN` for another last Federation turn: `easy`, `hard:60`.
    pub fn scenario(name: &str) -> Result<Self, DataError> {
        let wrong = || {
            let message = format!("expected easy, medium or hard, perhaps with `:LAST_TURN`, found {name:?}");
            DataError::new("scenario", "name", message)
        };
        let (level, last) = name.split_once(':').map_or((name, None), |(level, last)| (level, Some(last)));
        let level = Level::from_code(&level.to_lowercase()).ok_or_else(wrong)?;
        let data = data::read(data::DATA, data::MAP)?;
        let last_turn = match last {
            None => data.last_turn[0],
            Some(last) => {
                last.parse().ok().filter(|turn| (1..=data.last_turn[0]).contains(turn)).ok_or_else(wrong)?
            }
        };
        Ok(Self { data, level, last_turn })
    }

    /// Reads other component files; an error names file, field and expectation.
    pub fn read_data(data: &str, map: &str) -> Result<Data, DataError> {
        data::read(data, map)
    }
}

impl SpaceInfantry {
    /// Checks that every piece, token, counter and chit is in exactly one place, and that derived fields follow from the
    /// rest; the error names what is wrong.
    pub fn check_conservation(&self, board: &Board) -> Result<(), String> {
        conservation::check(self, board)
    }
}
