//! Matches recorded for training.

use rules::{Advice, Dice, Model, Outcome, Seat, Strength, Viewer};

use crate::{Level, Limits, PlayoutRng, policy, think};

/// A computer player in training.
#[derive(Clone, Copy, Debug)]
pub struct Contender<'a> {
    /// How it searches; `None` takes the best `action_score`.
    pub strength: Option<Strength>,
    /// Its evaluation; the game's own if `None`.
    pub model: Option<&'a Model>,
    /// How many of 1000 decisions are random, so that training sees unusual positions.
    pub curiosity: u16,
}

/// A position at the beginning of a turn, from the point of view of one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The seat.
    pub seat: Seat,
    /// The position.
    pub features: Vec<i16>,
}

/// A recorded match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// One position per turn and seat, in order.
    pub samples: Vec<Sample>,
    /// How it ended.
    pub outcome: Outcome,
}

/// Plays a match and records the positions at the beginning of turns. The same seed gives the same record.
pub fn record_match<G: Advice>(game: &G, contenders: &[Contender<'_>], seed: u64) -> Record {
    let mut dice = PlayoutRng::new(seed);
    let mut state = game.start();
    let mut samples = Vec::new();
    let (mut last, mut legal) = (None, Vec::new());
    let decide = |state: &G::State, seat: Seat, dice: &mut PlayoutRng| {
        let ply = game.ply(state);
        if last.is_none_or(|last| last < ply) {
            last = Some(ply);
            for seat in (0..game.seats()).map(Seat) {
                let mut features = Vec::new();
                game.features(state, seat, &mut features);
                samples.push(Sample { seat, features });
            }
        }
        let contender = &contenders[seat.index()];
        let view = game.view(state, Viewer::Seat(seat));
        let action = if dice.below(1_000) < u32::from(contender.curiosity) {
            game.legal(state, seat, &mut legal);
            game.prune(state, seat, &mut legal);
            policy::random(&legal, dice)
        } else if let Some(strength) = contender.strength {
            let seed = u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX));
            let thought = think(game, contender.model, &view, seat, strength, Limits::default(), seed);
            thought.map(|thought| thought.best().action)
        } else {
            let state = game.determinize(&view, dice);
            game.legal(&state, seat, &mut legal);
            game.prune(&state, seat, &mut legal);
            policy::greedy(game, &state, seat, &legal, dice)
        };
        action.expect("a seat that is to act has a legal action")
    };
    rules::play(game, &mut state, &mut dice, decide, |_, _| true);
    let outcome = game.outcome(&state).expect("a match that is over has an outcome");
    Record { samples, outcome }
}

/// Plays a match between players of one level and returns what they thought of their chances, and what came of it: pairs of an
/// estimate at the first decision of a turn, of [`rules::CERTAIN`], and the share of that seat in the victory, of 1000. Empty
/// where the level does not search.
pub fn estimate_match<G: Advice>(game: &G, level: Level, seed: u64) -> Vec<(i32, u16)> {
    let Some(strength) = level.strength(game).filter(|strength| strength.samples > 0) else {
        return Vec::new();
    };
    let mut dice = PlayoutRng::new(seed);
    let mut state = game.start();
    let (mut last, mut estimates) = (None, Vec::new());
    let decide = |state: &G::State, seat: Seat, dice: &mut PlayoutRng| {
        let view = game.view(state, Viewer::Seat(seat));
        let seed = u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX));
        let thought = think(game, None, &view, seat, strength, Limits::default(), seed);
        let best = thought.expect("a seat that is to act has a legal action").best();
        let ply = game.ply(state);
        if last.is_none_or(|last| last < ply) && best.samples > 0 {
            last = Some(ply);
            estimates.push((seat, best.chance));
        }
        best.action
    };
    rules::play(game, &mut state, &mut dice, decide, |_, _| true);
    let outcome = game.outcome(&state).expect("a match that is over has an outcome");
    estimates.into_iter().map(|(seat, chance)| (chance, outcome.share(seat))).collect()
}
