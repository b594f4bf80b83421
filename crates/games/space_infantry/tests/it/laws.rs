//! The kernel's laws on every level: random matches, every law at every step.

use ::laws::{Laws, Secrecy};
use rules::{Dice, StepOf, Viewer};
use space_infantry::{SpaceInfantry, State};

use crate::stage::game;

/// The table of chapter 14: the state holds nothing that a viewer does not see; pool, piles, chits and face-down
/// technologies are sets.
pub(crate) struct OpenTable;

impl Secrecy<SpaceInfantry> for OpenTable {
    fn scramble(&self, _: &SpaceInfantry, _: &mut State, _: Viewer, _: &mut impl Dice) {}

    fn observes(&self, _: &SpaceInfantry, _: &State, _: StepOf<SpaceInfantry>, _: Viewer) -> bool {
        true
    }

    fn check_conservation(&self, game: &SpaceInfantry, state: &State) {
        if let Err(why) = game.check_conservation(&state.board) {
            panic!("{why}");
        }
        assert!(state.board.frames.len() <= 16, "a deep stack: {:?}", state.board.frames);
    }
}

fn hold(level: &str) {
    Laws { matches: 60, max_steps: 20_000, check_interval: 3, ..Laws::default() }
        .check(&game(level), &OpenTable);
}

#[test]
fn laws_hold_on_easy() {
    hold("easy");
}

#[test]
fn laws_hold_on_medium() {
    hold("medium");
}

#[test]
fn laws_hold_on_hard() {
    hold("hard");
}
