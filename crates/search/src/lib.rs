//! Computer players. They get a view, never a state: hidden information is sampled with `determinize`.
//!
//! | file | content |
//! |---|---|
//! | `level` | the players by name |
//! | `think` | the search: options compared by playouts, sequential halving |
//! | `playout`, `policy` | imagined continuations, decisions without a search |
//! | `record` | matches recorded for training |
//! | `review` | win chances along a recorded match, luck and skill, better lines |
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
mod level;
mod playout;
mod policy;
mod record;
pub mod review;
mod think;

use std::{cmp::Reverse, collections::BTreeMap};

pub use dice::PlayoutRng;
pub use level::Level;
pub use playout::Evaluator;
pub use record::{Contender, Record, Sample, estimate_match, record_match};
use rules::{Advice, Dice, Seat, Strength, Viewer};
pub use think::{Arm, Limits, Thought, think};

/// The action of a computer player at `seat`; `None` if it has no decision to make. Depends on view and dice alone.
pub fn choose<G: Advice>(
    game: &G,
    view: &G::View,
    seat: Seat,
    level: Level,
    dice: &mut impl Dice,
) -> Option<G::Action> {
    choose_within(game, view, seat, level, Limits::default(), dice)
}

/// [`choose`] with limits; a time limit makes the result depend on the machine.
pub fn choose_within<G: Advice>(
    game: &G,
    view: &G::View,
    seat: Seat,
    level: Level,
    limits: Limits<'_>,
    dice: &mut impl Dice,
) -> Option<G::Action> {
    if let Some(strength) = level.strength(game) {
        let seed = seed_from(dice);
        return think(game, None, view, seat, strength, limits, seed).map(|thought| thought.best().action);
    }
    let state = game.determinize(view, dice);
    choose_at_once(game, &state, seat, level, &mut Vec::new(), dice)
}

fn seed_from(dice: &mut impl Dice) -> u64 {
    u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX))
}

fn choose_at_once<G: Advice>(
    game: &G,
    state: &G::State,
    seat: Seat,
    level: Level,
    legal: &mut Vec<G::Action>,
    dice: &mut impl Dice,
) -> Option<G::Action> {
    game.legal(state, seat, legal);
    game.prune(state, seat, legal);
    if level == Level::Random {
        policy::random(legal, dice)
    } else {
        policy::greedy(game, state, seat, legal, dice)
    }
}

/// Number of determinizations a suggestion is based on.
pub const HINT_SAMPLES: u32 = 20;

/// Plans that a suggestion names at most.
const MAX_PLANS: usize = 3;

/// What a computer player suggests.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion<A> {
    /// The action it chose, or chose most often.
    pub action: A,
    /// In how many of [`HINT_SAMPLES`] determinizations or short searches. Fewer than all: hidden information matters, or several
    /// actions look equal.
    pub votes: u32,
    /// The best plans, at most three, best first; the first one begins with `action`. Without samples where the level does not
    /// search in this game: there is no chance to name then. Empty for the levels that never search.
    pub plans: Vec<Arm<A>>,
}

/// The action a computer player at `seat` chooses most often over [`HINT_SAMPLES`] determinizations of its view, or what a
/// level that searches finds, with the number of short searches that agree; `None` if it has no decision to make.
pub fn suggest<G: Advice>(
    game: &G,
    view: &G::View,
    seat: Seat,
    level: Level,
    dice: &mut impl Dice,
) -> Option<Suggestion<G::Action>> {
    if let Some(strength) = level.strength(game) {
        let limits = Limits { time: Some(level.time_limit()), cancelled: None };
        let mut plans = think(game, None, view, seat, strength, limits, seed_from(dice))?.arms;
        let action = plans[0].action;
        // An option that was given up early is no plan to recommend.
        let least = plans[0].samples / 8;
        plans.retain(|plan| plan.samples >= least);
        plans.truncate(MAX_PLANS);
        // How sure it is: as many short searches, each with hidden cards and dice of its own.
        let short = Strength { samples: strength.samples / HINT_SAMPLES, ..strength };
        let limits = Limits { time: Some(level.time_limit() / HINT_SAMPLES), cancelled: None };
        let agrees = |_: &u32| {
            let thought = think(game, None, view, seat, short, limits, seed_from(dice));
            thought.is_some_and(|thought| thought.best().action == action)
        };
        let votes = (0..HINT_SAMPLES).filter(agrees).count() as u32;
        return Some(Suggestion { action, votes, plans });
    }
    let mut votes: BTreeMap<G::Action, u32> = BTreeMap::new();
    let mut state = game.determinize(view, dice);
    let mut legal = Vec::new();
    for sample in 0..HINT_SAMPLES {
        if sample > 0 {
            game.determinize_into(view, dice, &mut state);
        }
        *votes.entry(choose_at_once(game, &state, seat, level, &mut legal, dice)?).or_default() += 1;
    }
    let (action, votes) = votes.into_iter().min_by_key(|(_, votes)| Reverse(*votes))?;
    Some(Suggestion { action, votes, plans: Vec::new() })
}

/// Plays one match between computer players, one level per seat, and returns its final state.
pub fn play_match<G: Advice>(game: &G, levels: &[Level], dice: &mut impl Dice) -> G::State {
    play_match_with(game, levels, dice, &mut |_, _| {})
}

/// [`play_match`]; `thought` gets the seat and the time of every decision.
pub fn play_match_with<G: Advice>(
    game: &G,
    levels: &[Level],
    dice: &mut impl Dice,
    thought: &mut dyn FnMut(Seat, std::time::Duration),
) -> G::State {
    let mut state = game.start();
    let decide = |state: &G::State, seat: Seat, dice: &mut _| {
        let view = game.view(state, Viewer::Seat(seat));
        let began = std::time::Instant::now();
        let action = choose(game, &view, seat, levels[seat.index()], dice);
        thought(seat, began.elapsed());
        action.expect("a seat that is to act has a legal action")
    };
    rules::play(game, &mut state, dice, decide, |_, _| true);
    state
}
