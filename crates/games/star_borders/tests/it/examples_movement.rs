//! The acceptance examples of chapter 14 on movement.

use crate::stage::{ALLIANCE, IMPERIUM, loc, scene, ship};
use laws::{Scene, denied};
use star_borders::{LocSet, Side, StarBorders};

fn at(scene: &Scene<StarBorders>, name: &str) -> String {
    let at = scene.state.board.at(ship(scene, name)).expect("a ship on the map");
    scene.game.quadrant.get(at).id.clone()
}

#[test]
fn sb_ex05_a_raider_jumps_through_an_empty_wormhole_upon_the_enemy() {
    let mut scene = scene("A", "active I\nlp 0 2\nat SG5: Raider\nat DL9: Starship\nat SG1: Dominator\n");
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL8").act(IMPERIUM, "go DL9");
    assert_eq!((at(&scene, "I-PR-1").as_str(), scene.state.board.lp[1]), ("DL9", 1));
    assert_eq!(scene.verdict(IMPERIUM, "halt"), denied("SB-4.7a"), "both Engines are used");
    assert_eq!(scene.verdict(IMPERIUM, "pick I-PR-1"), denied("SB-6.1l"), "no further move");
}

#[test]
fn sb_ex06_enemies_at_the_first_wormhole_stop_the_raider_there() {
    let mut scene = scene("A", "active I\nlp 0 2\nat SG5: Raider\nat DL8: Starship\nat SG1: Dominator\n");
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL8");
    assert_eq!((at(&scene, "I-PR-1").as_str(), scene.state.board.lp[1]), ("DL8", 1));
    assert_eq!(scene.verdict(IMPERIUM, "go DL9"), denied("SB-6.1a"), "the second Engine is of no use");
    assert_eq!(scene.verdict(IMPERIUM, "pick I-PR-1"), denied("SB-6.1l"));
}

/// The Imperator and its fleet at Redoubt, three more ships one link on.
const FLEET: &str = "active I\nlp 0 6\nat KP1: Imperator, Dominator, Destroyer, Destroyer\n\
                     at KP7: Patroller, Raider, Intruder\n";

fn sail(scene: &mut Scene<StarBorders>, ships: &[&str], to: &str) -> u8 {
    let before = scene.state.board.lp[1];
    for name in ships {
        scene.act(IMPERIUM, &format!("pick {name}"));
    }
    scene.act(IMPERIUM, &format!("go {to}"));
    for name in ships {
        assert_eq!(at(scene, name), to);
    }
    before - scene.state.board.lp[1]
}

#[test]
fn sb_ex07_a_flagship_with_three_others_pays_2() {
    let mut scene = scene("E", FLEET);
    assert_eq!(sail(&mut scene, &["I-IM-1", "I-DO-1", "I-DE-1", "I-DE-2"], "KP7"), 2);
}

#[test]
fn sb_ex08_then_with_five_others_it_pays_3() {
    let mut scene = scene("E", FLEET);
    assert_eq!(sail(&mut scene, &["I-IM-1", "I-DO-1", "I-DE-1", "I-DE-2"], "KP7"), 2);
    assert_eq!(sail(&mut scene, &["I-IM-1", "I-DO-1", "I-DE-1", "I-PR-1", "I-PR-2", "I-IR-1"], "KP3"), 3);
    assert_eq!(scene.state.board.lp[1], 1);
}

#[test]
fn sb_ex09_one_follower_1_lp_two_followers_2_lp() {
    assert_eq!(sail(&mut scene("E", FLEET), &["I-IM-1", "I-DO-1"], "KP7"), 1);
    assert_eq!(sail(&mut scene("E", FLEET), &["I-IM-1", "I-DO-1", "I-DE-1"], "KP7"), 2);
}

#[test]
fn sb_ex10_a_flagship_with_two_followers_leaves_a_nebula_for_5() {
    let position = "active I\nlp 0 6\nat KP4: Imperator, Dominator, Destroyer\n";
    assert_eq!(sail(&mut scene("E", position), &["I-IM-1", "I-DO-1", "I-DE-1"], "KP3"), 5);
}

#[test]
fn sb_ex34_a_step_between_linked_wormholes_is_a_way_back() {
    let position = "active I\nfirst I\nlp 4 1\ncontrol A OM1 DL5\nat KP5: Raider\nat DL9: Scout\n";
    let mut scene = scene("D", position).with_dice([1, 2]);
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL9").act(IMPERIUM, "end");
    assert_eq!(scene.state.board.battle.entry, LocSet::only(loc(&scene, "KP5")));
    assert_eq!(scene.verdict(ALLIANCE, "retreat KP5"), denied("SB-7.3h"), "the Raider came from there");
    assert_eq!(scene.verdict(ALLIANCE, "retreat DL5"), Ok(()));
    scene.act(ALLIANCE, "fight").act(ALLIANCE, "fire-at-will");
    assert_eq!(scene.legal(IMPERIUM), ["suffer", "flee KP5"]);
    scene.act(IMPERIUM, "flee KP5");
    assert_eq!(at(&scene, "I-PR-1"), "KP5");
}

#[test]
fn sb_ex34_with_an_enemy_at_the_other_end_there_is_no_way_back() {
    let position = "active I\nfirst I\nlp 4 1\ncontrol A OM1\nat KP5: Raider, Scout\nat DL9: Guardship\n";
    let mut scene = scene("D", position).with_dice([1, 2]);
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL9").act(IMPERIUM, "end");
    scene.act(ALLIANCE, "fire-at-will");
    assert!(scene.state.board.at(ship(&scene, "I-PR-1")).is_none(), "danger without a way is damage");
}

#[test]
fn sb_ex35_a_towed_cloaked_ship_is_halted_with_its_flagship() {
    let mut blue = scene("E", "active A\nlp 8 0\ncontrol I TH3\nat TH1: Comship, Smuggler, Scout\n");
    blue.act(ALLIANCE, "pick A-CO-1").act(ALLIANCE, "pick A-SS-1").act(ALLIANCE, "go TH3");
    for name in ["A-CO-1", "A-SS-1"] {
        assert_eq!(blue.verdict(ALLIANCE, &format!("pick {name}")), denied("SB-6.1l"), "{name}");
    }
    let mut red = scene("E", "active I\nlp 0 6\nat KP7: Imperator, Intruder, Raider\nat KP3: Scout\n");
    red.act(IMPERIUM, "pick I-IM-1").act(IMPERIUM, "pick I-IR-1").act(IMPERIUM, "go KP3");
    for name in ["I-IM-1", "I-IR-1"] {
        assert_eq!(red.verdict(IMPERIUM, &format!("pick {name}")), denied("SB-6.1l"), "{name}");
    }
    // Alone, the Intruder would go on.
    let mut alone = scene("E", "active I\nlp 0 6\nat KP7: Intruder\nat KP3: Scout\n");
    alone.act(IMPERIUM, "pick I-IR-1").act(IMPERIUM, "go KP3").act(IMPERIUM, "go KP1");
    assert_eq!((at(&alone, "I-IR-1").as_str(), alone.state.board.active), ("KP1", Side::Imperium));
}
