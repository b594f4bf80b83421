//! The computer players by name.

use std::{fmt, str::FromStr, time::Duration};

use rules::{Advice, Strength};

/// How strong an opponent is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Any legal action, all equally likely. For tests and research.
    Random,
    /// The action with the highest `action_score`; ties are broken at random. For tests and research.
    Greedy,
    /// Gentle: misjudges plans widely.
    Ada,
    /// Misjudges plans a little.
    Bo,
    /// Compares what the turn may come to.
    Cass,
    /// Looks at the answer as well.
    Dima,
    /// Takes more time for the same.
    Edda,
    /// The strongest: thinks for up to two seconds.
    Fenn,
}

impl Level {
    /// All levels: first the two for research, then the people, weakest first.
    pub const ALL: [Level; 8] = [
        Level::Random,
        Level::Greedy,
        Level::Ada,
        Level::Bo,
        Level::Cass,
        Level::Dima,
        Level::Edda,
        Level::Fenn,
    ];

    /// The levels people play against, weakest first.
    pub const PEOPLE: [Level; rules::STRENGTHS] =
        [Level::Ada, Level::Bo, Level::Cass, Level::Dima, Level::Edda, Level::Fenn];

    /// The level that gives hints: strong, and answers at once.
    pub const HINTS: Level = Level::Dima;

    /// The name in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Greedy => "greedy",
            Level::Ada => "ada",
            Level::Bo => "bo",
            Level::Cass => "cass",
            Level::Dima => "dima",
            Level::Edda => "edda",
            Level::Fenn => "fenn",
        }
    }

    /// The name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Level::Random => "Random",
            Level::Greedy => "Greedy",
            Level::Ada => "Ada",
            Level::Bo => "Bo",
            Level::Cass => "Cass",
            Level::Dima => "Dima",
            Level::Edda => "Edda",
            Level::Fenn => "Fenn",
        }
    }

    /// What kind of opponent it is, in one line without a full stop.
    pub const fn about(self) -> &'static str {
        match self {
            Level::Random => "any legal move; for tests",
            Level::Greedy => "the first good move, without looking ahead; for tests",
            Level::Ada => "gentle, for a first match: follows plans that are often poor",
            Level::Bo => "easy: misjudges a plan now and then",
            Level::Cass => "medium: compares what a turn can come to, and answers at once",
            Level::Dima => "good: looks at your answer as well",
            Level::Edda => "strong: takes up to half a second for a decision",
            Level::Fenn => "the strongest: thinks for up to two seconds",
        }
    }

    /// How it searches in `game`; `None` for the two levels that do not.
    pub fn strength<G: Advice>(self, game: &G) -> Option<Strength> {
        let number = Level::PEOPLE.iter().position(|&level| level == self)?;
        Some(game.strengths()[number])
    }

    /// The longest time for one decision. What a level samples stays well below it on a usual machine; the limit is for slow
    /// ones and for crowded positions.
    pub const fn time_limit(self) -> Duration {
        match self {
            Level::Random | Level::Greedy | Level::Ada | Level::Bo | Level::Cass => Duration::from_millis(20),
            Level::Dima => Duration::from_millis(100),
            Level::Edda => Duration::from_millis(500),
            Level::Fenn => Duration::from_secs(2),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let level = Level::ALL.into_iter().find(|level| level.name() == text);
        level.ok_or_else(|| {
            let names: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
            format!("no computer level {text:?}; there are {}", names.join(", "))
        })
    }
}
