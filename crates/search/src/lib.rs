//! Computer players. They get a view, never a state: hidden information is sampled with `determinize`.
//!
//! ```
//! use laws::duel::Duel;
//! use rules::{Game, Seat, Viewer};
//! use search::{Level, PlayoutRng, choose};
//!
//! let game = Duel::default();
//! let state = laws::Scene::at(game.clone(), "3 3 t- 0 0 0 -").state;
//! let view = game.view(&state, Viewer::Seat(Seat(0)));
//! let action = choose(&game, &view, Seat(0), Level::Greedy, &mut PlayoutRng::new(1));
//! assert_eq!(action, Some(laws::duel::DuelAction::Torpedo));
//! ```

mod dice;

use std::{cmp::Reverse, collections::BTreeMap, fmt, str::FromStr};

pub use dice::PlayoutRng;
use rules::{Advice, Dice, Seat, Viewer};

/// How strong an opponent is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Any legal action, all equally likely.
    Random,
    /// The action with the highest `action_score`; ties are broken at random.
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

/// The action of a computer player at `seat`; `None` if it has no decision to make.
pub fn choose<G: Advice>(
    game: &G,
    view: &G::View,
    seat: Seat,
    level: Level,
    dice: &mut impl Dice,
) -> Option<G::Action> {
    let state = game.determinize(view, dice);
    choose_in(game, &state, seat, level, &mut Vec::new(), dice)
}

fn choose_in<G: Advice>(
    game: &G,
    state: &G::State,
    seat: Seat,
    level: Level,
    legal: &mut Vec<G::Action>,
    dice: &mut impl Dice,
) -> Option<G::Action> {
    game.legal(state, seat, legal);
    game.prune(state, seat, legal);
    match level {
        Level::Random => random(legal, dice),
        Level::Greedy => greedy(game, state, seat, legal, dice),
    }
}

/// Number of determinizations a suggestion is based on.
pub const HINT_SAMPLES: u32 = 20;

/// What a computer player suggests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suggestion<A> {
    /// The action it chose most often.
    pub action: A,
    /// In how many of [`HINT_SAMPLES`] determinizations. Fewer than all: hidden information matters, or several
    /// actions look equal.
    pub votes: u32,
}

/// The action a computer player at `seat` chooses most often over [`HINT_SAMPLES`] determinizations of its view;
/// `None` if it has no decision to make.
pub fn suggest<G: Advice>(
    game: &G,
    view: &G::View,
    seat: Seat,
    level: Level,
    dice: &mut impl Dice,
) -> Option<Suggestion<G::Action>> {
    let mut votes: BTreeMap<G::Action, u32> = BTreeMap::new();
    let mut state = game.determinize(view, dice);
    let mut legal = Vec::new();
    for sample in 0..HINT_SAMPLES {
        if sample > 0 {
            game.determinize_into(view, dice, &mut state);
        }
        *votes.entry(choose_in(game, &state, seat, level, &mut legal, dice)?).or_default() += 1;
    }
    let (action, votes) = votes.into_iter().min_by_key(|(_, votes)| Reverse(*votes))?;
    Some(Suggestion { action, votes })
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
    let scores: Vec<i32> = legal.iter().map(|&action| game.action_score(state, seat, action)).collect();
    let best_score = scores.iter().max()?;
    let best: Vec<G::Action> = legal
        .iter()
        .zip(&scores)
        .filter(|(_, score)| *score == best_score)
        .map(|(&action, _)| action)
        .collect();
    random(&best, dice)
}

/// Plays one match between computer players, one level per seat, and returns its final state.
pub fn play_match<G: Advice>(game: &G, levels: &[Level], dice: &mut impl Dice) -> G::State {
    let mut state = game.start();
    let decide = |state: &G::State, seat: Seat, dice: &mut _| {
        let view = game.view(state, Viewer::Seat(seat));
        let action = choose(game, &view, seat, levels[seat.index()], dice);
        action.expect("a seat that is to act has a legal action")
    };
    rules::play(game, &mut state, dice, decide, |_, _| true);
    state
}
