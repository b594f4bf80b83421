//! Section 5.2: ships come back from the Eliminated box.

use crate::stage::{ALLIANCE, IMPERIUM, loc, scene, ship};
use laws::{Scene, denied};
use rules::covers;
use star_borders::{Class, Event, Frame, Side, Spot, StarBorders};

fn spot(scene: &Scene<StarBorders>, name: &str) -> Spot {
    scene.state.board.spots[ship(scene, name).index()]
}

fn class(scene: &Scene<StarBorders>, name: &str) -> (Class, bool) {
    let face = scene.game.ratings(&scene.state.board, ship(scene, name));
    (face.class, face.damaged)
}

#[test]
fn sb_5_2a_only_ships_in_ones_own_eliminated_box_return() {
    covers!("SB-5.2a");
    let mut scene = scene(
        "A",
        "active A\nlp 6 6\ncontrol A TH1\ncontrol I SG1\neliminated: Starship, Dominator\nat TH1: Scout\n",
    );
    assert_eq!(scene.verdict(ALLIANCE, "replace Comship TH1"), denied("SB-5.2a"), "not in the game");
    assert_eq!(scene.verdict(ALLIANCE, "replace Scout TH1"), denied("SB-5.2a"), "on the map");
    assert_eq!(scene.verdict(ALLIANCE, "replace Dominator TH1"), denied("SB-5.2a"), "the enemy's");
    scene.act(ALLIANCE, "replace Starship TH1");
    assert_eq!(spot(&scene, "A-ST-1"), Spot::At(loc(&scene, "TH1")));
    assert_eq!(scene.verdict(ALLIANCE, "replace Starship TH1"), denied("SB-5.2a"), "there was but one");
}

#[test]
fn sb_5_2a_only_in_the_activity_step() {
    covers!("SB-5.2a");
    let mut scene = scene("D", "active A\nlp 6 0\ncontrol A OM1\neliminated: Scout\nstep card\n");
    assert_eq!(scene.verdict(ALLIANCE, "replace Scout OM1"), denied("SB-4.7a"));
    scene.act(ALLIANCE, "pass");
    assert_eq!(scene.verdict(ALLIANCE, "replace Escort OM1"), Ok(()));
    assert_eq!(scene.verdict(ALLIANCE, "replace Starship OM1"), denied("SB-5.2a"));
}

#[test]
fn sb_5_2b_the_request_is_paid_once_a_turn() {
    covers!("SB-5.2b");
    let mut scene =
        scene("A", "first A\nactive A\nlp 5 0\ncontrol A TH1 TH2 TH3\neliminated: Scout, Scout, Scout\n");
    let mut left = Vec::new();
    for _ in 0..2 {
        scene.act(ALLIANCE, "replace Scout TH1");
        left.push(scene.state.board.lp[0]);
    }
    assert_eq!(left, [3, 2]);
    // The next turn, with the income of three planets and a base, begins with a request again.
    scene.act(ALLIANCE, "end");
    assert_eq!((scene.to_act(), scene.state.board.lp[0]), (Some(ALLIANCE), 4));
    scene.act(ALLIANCE, "replace Scout TH1");
    assert_eq!(scene.state.board.lp[0], 2);
}

#[test]
fn sb_5_2c_one_lp_for_every_ship_large_or_small() {
    covers!("SB-5.2c");
    for class in ["Starship", "Comship", "Scout", "Guardship"] {
        let eliminated = "eliminated: Starship, Comship, Scout, Guardship\n";
        let mut scene = scene("E", &format!("active A\nlp 3 0\ncontrol A TH1\n{eliminated}"));
        scene.act(ALLIANCE, &format!("replace {class} TH1"));
        assert_eq!(scene.state.board.lp[0], 1, "{class}");
    }
    // Two are enough for the first, one is not; Honor helps the Imperium.
    let verdict = |lp: u8| {
        let rest = "active A\ncontrol A TH1\nhand A: 7\neliminated: Scout\n";
        scene("E", &format!("{rest}lp {lp} 0\n")).verdict(ALLIANCE, "replace Scout TH1")
    };
    assert_eq!((verdict(2), verdict(1)), (Ok(()), denied("SB-5.2c")));
    let mut proud = scene("E", "active I\nlp 0 1\nhonor 2\ncontrol I KP1\neliminated: Imperator\n");
    proud.act(IMPERIUM, "replace Imperator KP1");
    assert!(proud.events.contains(&Event::Paid { side: Side::Imperium, lp: 1, honor: 1 }));
}

#[test]
fn sb_5_2d_at_full_strength_and_as_either_class() {
    covers!("SB-5.2d");
    let mut scene =
        scene("D", "active A\nlp 6 0\ncontrol A OM1\neliminated: Starship*, Scout, Auxiliary, Auxiliary\n");
    scene.act(ALLIANCE, "replace Starship OM1");
    assert_eq!(class(&scene, "A-ST-1"), (Class::Starship, false));
    scene
        .act(ALLIANCE, "replace Guardship OM1")
        .act(ALLIANCE, "replace Auxiliary OM1")
        .act(ALLIANCE, "replace Escort OM1");
    assert_eq!(class(&scene, "A-AG-1"), (Class::Guardship, false));
    assert_eq!(class(&scene, "A-AG-2"), (Class::Auxiliary, false));
    assert_eq!(class(&scene, "A-SE-1"), (Class::Escort, false));
}

#[test]
fn sb_5_2e_at_an_own_base_that_is_not_besieged() {
    covers!("SB-5.2e");
    let verdict = |position: &str, base: &str| {
        let rest = "active A\nlp 6 0\nhand A: 7\neliminated: Scout\n";
        scene("F", &format!("{rest}{position}")).verdict(ALLIANCE, &format!("replace Scout {base}"))
    };
    assert_eq!(verdict("control A TH1 OM1 TH2\n", "TH1"), Ok(()));
    assert_eq!(verdict("control A TH1 OM1 TH2\n", "OM1"), Ok(()), "his choice");
    assert_eq!(verdict("control A TH1 OM1 TH2\n", "TH2"), denied("SB-5.2e"));
    assert_eq!(verdict("control A TH1!\n", "TH1"), Ok(()), "Disruption does not matter");
    assert_eq!(verdict("control A TH1 OM1\nat TH1: Raider\n", "TH1"), denied("SB-5.2e"));
    assert_eq!(verdict("control A TH1 OM1\nat TH1: Raider\n", "OM1"), Ok(()));
    assert_eq!(verdict("control A OM1\n", "TH1"), denied("SB-5.2e"));
    assert_eq!(verdict("control A KP1\n", "KP1"), denied("SB-5.2e"), "the enemy's base");
}

#[test]
fn sb_5_2f_a_replaced_ship_may_move_at_once() {
    covers!("SB-5.2f");
    let mut scene = scene("A", "active A\nlp 4 0\ncontrol A TH1\neliminated: Scout\n");
    scene
        .act(ALLIANCE, "replace Scout TH1")
        .act(ALLIANCE, "pick A-SE-1")
        .act(ALLIANCE, "go TH3")
        .act(ALLIANCE, "go TH5");
    assert_eq!(spot(&scene, "A-SE-1"), Spot::At(loc(&scene, "TH5")));
}

#[test]
fn sb_5_2g_a_ship_lost_in_combat_waits_for_its_owners_next_activity_step() {
    covers!("SB-5.2g");
    let mut scene =
        scene("A", "first A\nactive A\nlp 4 0\ncontrol A TH1\nat DL9: Scout, Destroyer\nstep combat\n");
    scene.queue_dice([1, 5]);
    scene.act(IMPERIUM, "fire-at-will");
    assert_eq!(spot(&scene, "A-SE-1"), Spot::Eliminated);
    // The Activity Step does not come back; the next one is the Imperium's, which has won an Honor Point.
    assert_eq!((scene.to_act(), scene.state.board.active), (Some(IMPERIUM), Side::Imperium));
    scene.act(IMPERIUM, "end");
    assert_eq!((scene.to_act(), scene.state.board.frame()), (Some(ALLIANCE), Some(Frame::Activity)));
    assert_eq!(scene.verdict(ALLIANCE, "replace Scout TH1"), Ok(()));
}
