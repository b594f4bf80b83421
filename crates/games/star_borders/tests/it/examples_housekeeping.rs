//! The acceptance examples of chapter 14 on Housekeeping, the countdown and the factions.

use crate::stage::{ALLIANCE, IMPERIUM, loc, scene};
use laws::Scene;
use star_borders::{Ending, Side, StarBorders};

/// Whose marker a planet carries, its level, and whether it is Disrupted.
fn marker(scene: &Scene<StarBorders>, id: &str) -> Option<(Side, u8, bool)> {
    let (board, at) = (&scene.state.board, loc(scene, id));
    let owner = Side::BOTH.into_iter().find(|side| board.control[side.index()].has(at))?;
    Some((owner, board.level(at), board.disrupted.has(at)))
}

/// The Dominator and the Specter before a level-1 Alliance planet.
const SIEGE: &str = "active I\nfirst I\nlp 4 0\ncontrol A OM1 DL2+1\ncontrol I KP1\n\
                     at DL2: Dominator, Specter\nstep assault\n";

#[test]
fn sb_ex17_dominator_and_specter_take_a_level_1_planet_in_two_turns() {
    // The assault; then the initiative roll of the next Game Turn.
    let mut scene = scene("D", SIEGE).with_dice([2, 1, 6]);
    assert_eq!(scene.game.assault_count(&scene.state.board, loc(&scene, "DL2")), 5);
    scene.act(IMPERIUM, "assault DL2");
    assert_eq!(marker(&scene, "DL2"), Some((Side::Alliance, 0, true)), "not captured this turn");
    scene.act(ALLIANCE, "pass");
    assert_eq!(scene.state.board.active, Side::Imperium);
    scene.act(IMPERIUM, "pass").act(IMPERIUM, "end");
    assert_eq!(marker(&scene, "DL2"), Some((Side::Imperium, 0, true)));
}

#[test]
fn sb_ex18_a_6_has_no_effect() {
    for (die, expected) in [(5, (Side::Alliance, 0, true)), (6, (Side::Alliance, 1, false))] {
        let mut scene = scene("D", SIEGE).with_dice([die]);
        scene.act(IMPERIUM, "assault DL2");
        assert_eq!(marker(&scene, "DL2"), Some(expected), "a {die}");
    }
}

#[test]
fn sb_ex19_against_a_sector_base_the_higher_of_two_dice_counts() {
    let position = "active I\nfirst I\nlp 4 0\ncontrol A OM1+2\nat OM1: Dominator, Specter\nstep assault\n";
    for (dice, level) in [([2, 6], 2), ([4, 5], 1)] {
        let mut scene = scene("D", position).with_dice(dice);
        scene.act(IMPERIUM, "assault OM1");
        assert_eq!(marker(&scene, "OM1").map(|(_, level, _)| level), Some(level), "{dice:?}");
    }
}

#[test]
fn sb_ex20_the_imperium_earns_8_and_keeps_6() {
    let position =
        "active I\nfirst I\nlp 4 0\ncontrol A OM1\ncontrol I KP1 KP2 KP3 DL1 DL2 DL3\nat DL6: Raider\n";
    let scene = scene("D", &format!("{position}step income\n"));
    assert_eq!(scene.state.board.lp[1], 6);
    let mut file = StarBorders::file("D").expect("a printed scenario");
    file.sides.imperium.lp_capacity = Some(12);
    let roomy = StarBorders::check("D", &file).expect("a sound scenario");
    let roomy = Scene::at(roomy, &format!("{position}step income\n"));
    assert_eq!(roomy.state.board.lp[1], 8, "6 + 1 + 1 before the limit");
}

#[test]
fn sb_ex21_the_alliance_pays_1_of_8_for_a_repair() {
    let position =
        "active A\nfirst A\nlp 0 4\ncontrol A OM1 OM2 OM3 DL1 DL2 DL3 DL4 DL5!\ncontrol I KP1\nstep income\n";
    let mut scene = scene("D", position);
    assert_eq!(scene.state.board.lp[0], 8);
    scene.act(ALLIANCE, "restore OM1 DL5");
    assert_eq!((scene.state.board.lp[0], marker(&scene, "DL5")), (7, Some((Side::Alliance, 0, false))));
}

#[test]
fn sb_ex22_the_imperium_does_the_same_for_nothing() {
    let position = "active I\nfirst I\nlp 4 0\ncontrol A OM1\ncontrol I KP1 DL5!\nstep income\n";
    let mut scene = scene("D", position);
    assert_eq!(scene.state.board.lp[1], 2);
    scene.act(IMPERIUM, "restore KP1 DL5");
    assert_eq!((scene.state.board.lp[1], marker(&scene, "DL5")), (2, Some((Side::Imperium, 0, false))));
}

#[test]
fn sb_ex23_the_marker_leaves_box_4() {
    let leave = |die: u32| {
        let mut scene = scene("A", "setup\nbox 4\nactive A\nfirst I\nstep countdown\n");
        scene.queue_dice([die]);
        scene.state.board
    };
    assert_eq!(leave(1).outcome.map(|outcome| outcome.ending), Some(Ending::SuddenDeath));
    assert_eq!((leave(2).outcome, leave(2).countdown), (None, 3));
}

#[test]
fn sb_ex24_the_alliance_wins_a_tied_score() {
    let scene = scene("D", "box 1\ncontrol A OM1 OM2\ncontrol I KP1 KP2\nstep countdown\n");
    let outcome = scene.state.board.outcome.expect("over");
    assert_eq!((outcome.points, outcome.winner), ([2, 2], Some(Side::Alliance)));
}

#[test]
fn sb_ex25_the_alliance_chooses_on_a_tied_initiative() {
    let mut scene = scene("D", "setup\nstep prelaunch\n");
    scene.queue_dice([2, 2]);
    assert_eq!(
        (scene.to_act(), scene.legal(ALLIANCE)),
        (Some(ALLIANCE), vec!["first A".into(), "first I".into()])
    );
}

#[test]
fn sb_ex27_a_capture_without_and_after_a_battle() {
    let calm = scene("D", "active I\nfirst I\nlp 4 0\ncontrol A OM1\nat DL1: Dominator\nstep combat\n");
    assert_eq!(marker(&calm, "DL1"), Some((Side::Imperium, 0, false)));
    let fought = "active I\nfirst I\nlp 4 0\ncontrol A OM1\nat DL1: Dominator, Auxiliary\nstep combat\n";
    let mut fought = scene("D", fought).with_dice([1, 6]);
    fought.act(IMPERIUM, "fire-at-will");
    assert_eq!(marker(&fought, "DL1"), Some((Side::Imperium, 0, true)));
}
