//! Exploration, and what ships that enter learn (4.2, 5.4.7).

use crate::common::{BLUE, RED, all, at, fleet, ships};
use rules::{Seat, Viewer, covers};
use stellar_conquest::ids::Star;

/// A fleet that has just stopped at Barnard, which Red has not explored.
fn exploring(lines: &str, dice: &[u32]) -> crate::common::Stage {
    let mut stage =
        at(&format!("fleet 1 of 0 at AB17 {lines} bound Barnard")).with_dice(dice.iter().copied());
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
    stage
}

fn barnard(stage: &crate::common::Stage) -> Star {
    stage.game.components.star("Barnard").expect("a star")
}

#[test]
fn sq_4_2_1a_scouts_and_transports_without_a_warship_roll_one_die_each() {
    covers!("SQ-4.2.1a", "SQ-HID-6");
    let lost = exploring("ships 1 SCT lot 3 CT0 - 0", &[1, 2, 1, 6, 1]);
    assert_eq!(ships(&lost, RED, "AC17"), [0, 0, 0, 0, 2], "the scout and one transport");
    let escorted = exploring("ships 1 SCT ships 1 ESC lot 3 CT0 - 0", &[1]);
    assert_eq!(ships(&escorted, RED, "AC17"), [1, 1, 0, 0, 3], "the only die draws the card");
}

#[test]
fn sq_4_2_1b_a_one_destroys_the_ship_that_rolled_it() {
    covers!("SQ-4.2.1b", "SQ-R-64");
    for (faces, left) in [([1, 2, 1], 1), ([2, 2, 1], 2)] {
        let stage = exploring("ships 2 SCT", &faces);
        assert_eq!(ships(&stage, RED, "AC17")[0], left);
    }
}

#[test]
fn sq_4_2_1c_the_exploration_of_others_does_not_help() {
    covers!("SQ-4.2.1c");
    let mut stage =
        at("star Barnard card 57 explored 1\nfleet 1 of 0 at AB17 ships 1 SCT bound Barnard").with_dice([1]);
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
    assert_eq!(ships(&stage, RED, "AC17")[0], 0);
}

#[test]
fn sq_4_2_2a_survivors_explore_the_star() {
    covers!("SQ-4.2.2a", "SQ-HID-5");
    let explored = |faces: &[u32]| {
        let stage = exploring("ships 1 SCT", faces);
        stage.view(Viewer::Public).open.explored[0] & barnard(&stage).bit() != 0
    };
    assert_eq!((explored(&[2, 1]), explored(&[1])), (true, false));
}

#[test]
fn sq_4_2_2b_the_first_explorer_draws_a_card_of_the_class() {
    covers!("SQ-4.2.2b", "SQ-R-51", "SQ-HID-15");
    let card = |face| {
        let stage = exploring("ships 1 ESC", &[face]);
        stage.state.cards.truth()[barnard(&stage).index()]
    };
    assert_eq!((card(1), card(22)), (57, 78), "the M cards");
    let mut known = at("star Barnard card 60 explored 1\nfleet 1 of 0 at AB17 ships 1 ESC bound Barnard");
    all(&mut known, RED, &["pick 1", "step AC17", "done", "end-move"]);
    assert_eq!(known.state.cards.truth()[barnard(&known).index()], 60, "it stays");
}

#[test]
fn sq_4_2_2d_passing_through_does_not_explore() {
    covers!("SQ-4.2.2d", "SQ-5.4.3a");
    let mut stage = at("sheet 0 has 6MA\nfleet 1 of 0 at AB17 ships 1 ESC bound Barnard").with_dice([1]);
    all(&mut stage, RED, &["pick 1", "step AC17"]);
    assert_eq!(stage.state.open.explored[0] & barnard(&stage).bit(), 0, "not before the end of the move");
    all(&mut stage, RED, &["done", "end-move"]);
    assert_ne!(stage.state.open.explored[0] & barnard(&stage).bit(), 0);
    let mut passing = at("sheet 0 has 6MA\nfleet 1 of 0 at AB17 ships 1 ESC bound Barnard");
    all(&mut passing, RED, &["pick 1", "step AC17", "bound Hamal", "step AC16", "done", "end-move"]);
    assert_eq!(passing.state.open.explored[0] & barnard(&passing).bit(), 0);
}

#[test]
fn sq_4_2_2e_only_explorers_know_the_card() {
    covers!("SQ-4.2.2e", "SQ-HID-7");
    let stage = exploring("ships 1 ESC", &[1]);
    let card = |seat| stage.view(Viewer::Seat(seat)).cards[barnard(&stage).index()];
    assert_eq!((card(RED), card(BLUE)), (57, 0));
}

#[test]
fn sq_4_2_1d_warships_protect_the_others() {
    covers!("SQ-4.2.1d", "SQ-4.2.2c");
    let mut stage =
        at("fleet 1 of 0 at AB17 ships 1 ESC lot 3 CT0 - 0 bound Barnard\nstar Barnard card 66 explored 1");
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
    assert_eq!(ships(&stage, RED, "AC17"), [0, 1, 0, 0, 3]);
    assert_eq!(stage.view(Viewer::Seat(RED)).cards[40], 66, "the same card, nothing is drawn");
}

#[test]
fn sq_4_2_2g_nobody_left_nothing_learned() {
    covers!("SQ-4.2.2g");
    let mut stage =
        at("fleet 1 of 0 at AB17 ships 1 SCT bound Barnard\nfleet 3 of 0 at X10 ships 1 SCT bound Vega")
            .with_dice([1]);
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
    assert_eq!(stage.state.open.explored[0], 0);
    assert_eq!(stage.state.open.turn, 6, "nobody stands at a star, the turn is over");
}

/// Red's scouts pass Blue's colony at Barnard.
fn passing(colony: &str) -> crate::common::Stage {
    let mut stage = at(&format!(
        "sheet 0 has 6MA\nstar Barnard card 57 explored 1\ncolony Barnard.1 {colony}\nfleet 1 of 0 at AB17 ships 2 SCT bound Barnard"
    ));
    all(&mut stage, RED, &["pick 1", "step AC17", "bound Hamal", "step AC16", "done"]);
    stage
}

#[test]
fn sq_4_2_2f_ships_that_enter_are_shown_the_colonies() {
    covers!("SQ-4.2.2f", "SQ-HID-8");
    let view = passing("of 1 pop 9").view(Viewer::Seat(RED));
    assert_eq!((view.memory.len(), view.memory[0].colony), (1, Some((BLUE, BLUE))));
    assert!(view.colonies.iter().all(|colony| colony.pop == 0), "existence, no figures");
}

#[test]
fn sq_7_2_6_ships_that_enter_are_shown_whose_people_are_conquered() {
    covers!("SQ-7.2.6");
    let memory = passing("of 2 by 1 pop 9").view(Viewer::Seat(RED)).memory[0].colony;
    assert_eq!(memory, Some((BLUE, Seat(2))));
}

#[test]
fn sq_5_4_7b_a_colony_sees_the_ships_that_pass() {
    covers!("SQ-5.4.7b", "SQ-R-19", "SQ-5.4.4");
    let stage = passing("of 1 pop 9");
    let seen = stage.view(Viewer::Seat(BLUE)).sightings[0].sight;
    assert_eq!((seen.turn, seen.ships.0[0]), (5, 2));
}

#[test]
fn sq_5_4_7c_ships_are_shown_to_those_involved_only() {
    covers!("SQ-5.4.7c");
    let stage = passing("of 1 pop 9");
    assert!(stage.view(Viewer::Seat(Seat(2))).sightings.is_empty());
    assert!(stage.view(Viewer::Public).sightings.is_empty());
}

#[test]
fn sq_4_2_2h_residents_learn_of_new_colonies() {
    covers!("SQ-4.2.2h", "SQ-R-68");
    let mut stage = at(
        "star Scorpii card 24 explored 0 1\ncolony Scorpii.2 of 1 pop 9\nfleet 1 of 0 at AA19 lot 4 CT0 - 0",
    );
    all(&mut stage, RED, &["end-move", "end-attack", "unload Scorpii.1 CT0 4"]);
    let told = |seat| {
        let memory = stage.view(Viewer::Seat(seat)).memory;
        memory.iter().any(|memory| memory.colony == Some((RED, RED)))
    };
    assert_eq!((told(BLUE), told(Seat(2))), (true, false));
}

#[test]
fn sq_4_2_1b_each_ship_has_its_own_die() {
    covers!("SQ-4.2.1b", "SQ-R-64");
    // Scout, Red's transport, the one with Blue's people, in this order; the last draw is the card.
    for (faces, left) in [([6, 1, 6], [1, 0, 1]), ([6, 6, 1], [1, 1, 0]), ([1, 6, 6], [0, 1, 1])] {
        let mut stage =
            at("fleet 1 of 0 at AB17 ships 1 SCT lot 1 CT0 - 0 lot 1 CT1 Scorpii.1 3 bound Barnard");
        stage.queue_dice(faces.into_iter().chain([1]));
        all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
        let ships = fleet(&stage, 1).expect("two survive").ships;
        assert_eq!([ships.0[0], ships.0[4], ships.0[5]], left, "{faces:?}");
    }
}
