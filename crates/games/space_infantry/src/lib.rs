//! Space Infantry: Federation, every rule of the ledger (`docs/rules/space_infantry.md`).
//!
//! ```
//! use rules::{Game, Notation, Seat, Step};
//! use space_infantry::SpaceInfantry;
//!
//! let game = SpaceInfantry::scenario("easy").unwrap();
//! let position = "si 1 easy tokens 3 turn 1 phase FED3\nnow F-federation_1-1\nat SOL: flagship\nstored: MAN\n";
//! let mut state = game.read_position(position).unwrap();
//! let far = game.read_action("move flagship SOL ASC").unwrap();
//! assert_eq!(game.check(&state, Seat(0), far).unwrap_err().rule().name(), "SI-7.3.1.2.1a");
//! let near = game.read_action("move flagship SOL CY1").unwrap();
//! game.check(&state, Seat(0), near).unwrap();
//! game.apply(&mut state, Step::Act(Seat(0), near), &mut |event| println!("{event:?}"));
//! ```
//!
//! Where a rule stands:
//!
//! | chapter | file |
//! |---|---|
//! | 2 components | `data`, `ids`; `state` for what lies on the table, `conservation` for what must add up |
//! | 3 set-up, 4 end, 5 sequence, 7.4 | `flow` |
//! | 6.1 alien tokens | `aliens` |
//! | 6.2 universal tokens, events | `universal` |
//! | 7.1, 7.2, 7.3 resources and paying | `resources` |
//! | 7.3.1.1, 7.3.1.2, 7.3.1.7 Build, Maneuver, Warp | `fleet` |
//! | 7.3.1.3 Research | `research` |
//! | 7.3.1.4 to 7.3.1.6, 7.3.1.8 | `intrigue` |
//! | 8 War Effort, 9 contests | `war` |
//! | 10 combat | `combat` |
//! | 11 technologies | `technology`, and where each one acts |
//! | 12 windows | `rolls`; `orders` for standing orders and the defaults of chapter 15 |
//! | 13 points | `scoring` |
//! | 14 chance and knowledge | `chance`, `view` |
//! | 20 positions | `position`, `notation` |
//!
//! `game` implements the kernel's trait, `play` changes a board. `views`, `picture`, `battle_view`, `forecast`, `odds`,
//! `labels`, `log`, `scenes`, `cards` and `text_map` present it; `advice` is the greedy computer player.

#![expect(
    clippy::unused_self,
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps,
    reason = "a rule is asked of the game, and every word and card function has the same shape, whether or not it needs it today"
)]
#![expect(
    clippy::match_same_arms,
    clippy::single_match_else,
    clippy::similar_names,
    reason = "tables of rules list every case in the order of the ledger"
)]
#![expect(
    clippy::assigning_clones,
    clippy::needless_for_each,
    clippy::semicolon_if_nothing_returned,
    clippy::manual_let_else,
    reason = "views are built in one expression each, from the list of their types"
)]

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
mod data_file;
mod data_rows;
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
mod position_read;
mod present;
mod research;
mod resources;
mod rolls;
mod scenes;
mod scoring;
mod sheet_cards;
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
        let data = data_file::read(data::DATA, data::MAP)?;
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
        data_file::read(data, map)
    }
}

impl SpaceInfantry {
    /// Checks that every piece, token, counter and chit is in exactly one place, and that derived fields follow from the
    /// rest; the error names what is wrong.
    pub fn check_conservation(&self, board: &Board) -> Result<(), String> {
        conservation::check(self, board)
    }
}
