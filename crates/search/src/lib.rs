//! Computer opponents. They get a view, never a state: what a player cannot know they must imagine.
//!
//! ```
//! use laws::sample::Duel;
//! use rules::{Game, Seat, Viewer};
//! use search::{Level, Playout, choose};
//!
//! let game = Duel::default();
//! let state = laws::Scene::at(game.clone(), "3 3 t- 0 0 0 -").state;
//! let view = game.view(&state, Viewer::Seat(Seat(0)));
//! let action = choose(&game, &view, Seat(0), Level::Greedy, &mut Playout::new(1));
//! assert_eq!(action, Some(laws::sample::DuelAction::Torpedo));
//! ```

mod dice;

use std::{fmt, str::FromStr};

pub use dice::Playout;
use rules::{Advice, Dice, Seat};

/// How strong an opponent is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Any legal action, all equally likely.
    Random,
    /// The action the game's advice promises most of; ties are broken by lot.
    Greedy,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 2] = [Level::Random, Level::Greedy];

    /// The name in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Greedy => "greedy",
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

/// What a computer player at `seat` does, or `None` if it is not asked.
pub fn choose<G: Advice>(
    game: &G,
    view: &G::View,
    seat: Seat,
    level: Level,
    dice: &mut impl Dice,
) -> Option<G::Action> {
    let imagined = game.determinize(view, dice);
    let mut legal = Vec::new();
    game.legal(&imagined, seat, &mut legal);
    match level {
        Level::Random => random(&legal, dice),
        Level::Greedy => greedy(game, &imagined, seat, &legal, dice),
    }
}

fn random<A: Copy>(legal: &[A], dice: &mut impl Dice) -> Option<A> {
    if legal.is_empty() { None } else { Some(legal[dice.below(legal.len() as u32) as usize]) }
}

fn greedy<G: Advice>(
    game: &G,
    state: &G::State,
    seat: Seat,
    legal: &[G::Action],
    dice: &mut impl Dice,
) -> Option<G::Action> {
    let promises: Vec<i32> = legal.iter().map(|&action| game.promise(state, seat, action)).collect();
    let most = promises.iter().max()?;
    let best: Vec<G::Action> = legal
        .iter()
        .zip(&promises)
        .filter(|(_, promise)| *promise == most)
        .map(|(&action, _)| action)
        .collect();
    random(&best, dice)
}

/// Plays one match between computer players, one level a seat, and returns its final state.
pub fn match_of<G: Advice>(game: &G, levels: &[Level], dice: &mut impl Dice) -> G::State {
    let mut state = game.start();
    loop {
        let step = match game.turn(&state) {
            rules::Turn::Over => return state,
            rules::Turn::Chance(chance) => rules::Step::Chance(game.sample(&chance, dice)),
            rules::Turn::Choose(seats) => {
                let seat = seats.first().expect("somebody owes a decision");
                let view = game.view(&state, rules::Viewer::Seat(seat));
                let action = choose(game, &view, seat, levels[seat.index()], dice);
                rules::Step::Act(seat, action.expect("a seat that is asked has something to do"))
            }
        };
        game.apply(&mut state, step, &mut |_| {});
    }
}
