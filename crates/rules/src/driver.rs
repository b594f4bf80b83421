//! The one loop that plays a match, and the one place that decides whether a step may be played now.

use std::fmt;

use crate::{Dice, Game, RuleId, Seat, Step, StepOf, Turn};

/// Why a step cannot be played now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepError {
    /// The match has ended.
    Over,
    /// This seat has no decision to make now.
    NotToAct(Seat),
    /// A rule forbids the action.
    Denied(RuleId),
    /// A decision is due, not a chance result.
    NoChance,
    /// Not a possible result of the chance that is due.
    NotAdmitted,
}

impl fmt::Display for StepError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepError::Over => out.write_str("the match is over"),
            StepError::NotToAct(seat) => write!(out, "seat {} has no decision to make now", seat.0),
            StepError::Denied(rule) => write!(out, "rule {rule} does not allow it"),
            StepError::NoChance => out.write_str("a decision is due, not a chance result"),
            StepError::NotAdmitted => out.write_str("not a possible result of the chance that is due"),
        }
    }
}

impl std::error::Error for StepError {}

/// Whether `step` may be played in `state`: the seat is to act (or resigns, or interjects) and `check` accepts the action, or the
/// roll is a possible result of the chance that is due.
pub fn check_step<G: Game>(game: &G, state: &G::State, step: StepOf<G>) -> Result<(), StepError> {
    match (step, game.turn(state)) {
        (_, Turn::Over) => Err(StepError::Over),
        (Step::Act(seat, action), turn) => {
            let to_act = matches!(turn, Turn::Choose(seats) if seats.contains(seat));
            if !to_act && game.resignation() != Some(action) && !interjects(game, state, seat, action) {
                return Err(StepError::NotToAct(seat));
            }
            game.check(state, seat, action).map_err(|denied| StepError::Denied(denied.rule()))
        }
        (Step::Chance(roll), Turn::Chance(chance)) => {
            if game.admits(&chance, roll) {
                Ok(())
            } else {
                Err(StepError::NotAdmitted)
            }
        }
        (Step::Chance(_), Turn::Choose(_)) => Err(StepError::NoChance),
    }
}

fn interjects<G: Game>(game: &G, state: &G::State, seat: Seat, action: G::Action) -> bool {
    let mut open = Vec::new();
    game.interjections(state, seat, &mut open);
    open.contains(&action)
}

/// Plays `state` to its end: `decide` answers for the seats (the lowest that is to act first), `dice` for chance.
/// `observe` gets every step before it is applied and stops the loop by returning false.
/// Returns whether the match has ended.
pub fn play<G: Game, D: Dice>(
    game: &G,
    state: &mut G::State,
    dice: &mut D,
    mut decide: impl FnMut(&G::State, Seat, &mut D) -> G::Action,
    mut observe: impl FnMut(&G::State, StepOf<G>) -> bool,
) -> bool {
    loop {
        let step = match game.turn(state) {
            Turn::Over => return true,
            Turn::Chance(chance) => Step::Chance(game.sample(&chance, dice)),
            Turn::Choose(seats) => {
                let seat = seats.first().expect("a decision belongs to a seat");
                Step::Act(seat, decide(state, seat, dice))
            }
        };
        if !observe(state, step) {
            return false;
        }
        game.apply(state, step, &mut |_| {});
    }
}

/// One of the pruned legal actions of `seat`, all equally likely. Panics if there is none.
pub fn random_action<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    legal: &mut Vec<G::Action>,
    dice: &mut impl Dice,
) -> G::Action {
    game.legal(state, seat, legal);
    game.prune(state, seat, legal);
    assert!(!legal.is_empty(), "dead end for {seat:?} in {state:?}");
    legal[dice.below(legal.len() as u32) as usize]
}
