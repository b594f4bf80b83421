//! Games as text: actions, rolls and positions that people can read, write and diff.

use std::fmt;

use crate::{Game, Seat, Step, StepOf};

/// Why a text could not be read: what was found and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError(pub String);

impl ReadError {
    /// `found` is not what `wanted` describes.
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

/// The text form of a game's actions, rolls and positions. Whatever `write_…` returns, `read_…` parses back.
///
/// An action is one line in the imperative (`move A-ST-1`, `go DL3`): clients send it back, logs store it, tests
/// use it.
pub trait Notation: Game {
    /// The name of the game in saves and commands, e.g. `star_borders`.
    const GAME: &'static str;
    /// Incremented whenever a recorded log could replay differently.
    const RULES: u32;

    /// The short name of the scenario being played, e.g. `A`.
    fn scenario_name(&self) -> String;

    /// The data files this game was built from, the scenario last; a save holds their fingerprint.
    fn sources(&self) -> Vec<&str>;

    /// An action as text.
    fn write_action(&self, action: Self::Action) -> String;
    /// Parses [`Notation::write_action`].
    fn read_action(&self, text: &str) -> Result<Self::Action, ReadError>;
    /// A chance result as text.
    fn write_roll(&self, roll: Self::Roll) -> String;
    /// Parses [`Notation::write_roll`].
    fn read_roll(&self, text: &str) -> Result<Self::Roll, ReadError>;
    /// A whole position, secrets included, as text of one or more lines.
    fn write_position(&self, state: &Self::State) -> String;
    /// Parses [`Notation::write_position`]. Refuses positions that cannot occur.
    fn read_position(&self, text: &str) -> Result<Self::State, ReadError>;

    /// A log entry: `0 go DL3` for seat 0, `* 3 5` for a chance result.
    fn write_step(&self, step: StepOf<Self>) -> String {
        match step {
            Step::Act(seat, action) => format!("{} {}", seat.0, self.write_action(action)),
            Step::Chance(roll) => format!("* {}", self.write_roll(roll)),
        }
    }

    /// Parses [`Notation::write_step`].
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
