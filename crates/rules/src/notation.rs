//! Games as text: actions, rolls and positions that people can read, write and diff.

use std::fmt;

use crate::{Game, Seat, Step, StepOf};

/// Why a text could not be read: what stood there and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError(pub String);

impl ReadError {
    /// `found` is not one of the things `wanted` describes.
    pub fn expected(wanted: impl fmt::Display, found: &str) -> Self {
        Self(format!("expected {wanted}, found {found:?}"))
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for ReadError {}

/// The text form of a game's moves and positions. What is written can be read back.
///
/// An action reads like an order (`move A-ST-1`, `go DL3`), holds no line break, and is what clients
/// send back, logs store and tests say.
pub trait Notation: Game {
    /// The name of the game in saves and commands, e.g. `star_borders`.
    const GAME: &'static str;
    /// Rises whenever some recorded log could play differently.
    const RULES: u32;

    /// The short name of the scenario being played, e.g. `A`.
    fn scenario_name(&self) -> String;

    /// The data files this game was built from, the scenario last; a save holds their fingerprint.
    fn sources(&self) -> Vec<&str>;

    /// An action as text.
    fn write_action(&self, action: Self::Action) -> String;
    /// And back.
    fn read_action(&self, text: &str) -> Result<Self::Action, ReadError>;
    /// What nature answered, as text.
    fn write_roll(&self, roll: Self::Roll) -> String;
    /// And back.
    fn read_roll(&self, text: &str) -> Result<Self::Roll, ReadError>;
    /// A whole position, secrets included, as text of one or more lines.
    fn write_position(&self, state: &Self::State) -> String;
    /// And back. Refuses what could not occur.
    fn read_position(&self, text: &str) -> Result<Self::State, ReadError>;

    /// A log entry: `0 go DL3` for seat 0, `* 3 5` for nature.
    fn write_step(&self, step: StepOf<Self>) -> String {
        match step {
            Step::Act(seat, action) => format!("{} {}", seat.0, self.write_action(action)),
            Step::Chance(roll) => format!("* {}", self.write_roll(roll)),
        }
    }

    /// And back.
    fn read_step(&self, text: &str) -> Result<StepOf<Self>, ReadError> {
        let (who, what) =
            text.split_once(' ').ok_or_else(|| ReadError::expected("`SEAT ACTION` or `* ROLL`", text))?;
        if who == "*" {
            return Ok(Step::Chance(self.read_roll(what)?));
        }
        let seat = who.parse().ok().filter(|&seat| seat < self.seats());
        let seat = seat.ok_or_else(|| ReadError::expected("a seat number or `*`", who))?;
        Ok(Step::Act(Seat(seat), self.read_action(what)?))
    }
}
