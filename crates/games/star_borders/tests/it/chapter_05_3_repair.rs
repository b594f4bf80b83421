//! Section 5.3: planets and ships repair.

use crate::stage::{ALLIANCE, IMPERIUM, scene, ship};
use laws::{Scene, denied};
use rules::covers;
use star_borders::{Event, Price, Repairer, Side, StarBorders};

fn is_damaged(scene: &Scene<StarBorders>, name: &str) -> bool {
    scene.game.ratings(&scene.state.board, ship(scene, name)).damaged
}

#[test]
fn sb_5_3a_a_step_costs_one_lp() {
    covers!("SB-5.3a");
    let mut fleet = scene("D", "active A\nlp 3 0\ncontrol A OM1\nat OM1: Starship*, Comship, Scout\n");
    assert_eq!(fleet.verdict(ALLIANCE, "repair A-CO-1 planet"), denied("SB-5.3a"), "not damaged");
    assert_eq!(fleet.verdict(ALLIANCE, "repair A-SE-1 planet"), denied("SB-5.3a"), "has but one step");
    fleet.act(ALLIANCE, "repair A-ST-1 planet");
    assert_eq!((is_damaged(&fleet, "A-ST-1"), fleet.state.board.lp[0]), (false, 2));
    assert!(fleet.events.contains(&Event::Repaired {
        ship: ship(&fleet, "A-ST-1"),
        by: Repairer::Planet,
        price: Price { lp: 1, honor: 0 },
    }));
    assert_eq!(fleet.verdict(ALLIANCE, "repair A-ST-1 planet"), denied("SB-5.3a"));
    let broke = scene("D", "active A\nlp 0 0\nhand A: 7\ncontrol A OM1\nat OM1: Starship*\n");
    assert_eq!(broke.verdict(ALLIANCE, "repair A-ST-1 planet"), denied("SB-5.3a"));
    let theirs = scene("D", "active A\nlp 2 0\ncontrol A OM1\nat OM1: Scout\nat KP1: Destroyer*\n");
    assert_eq!(theirs.verdict(ALLIANCE, "repair I-DE-1 planet"), denied("SB-5.3a"));
}

#[test]
fn sb_5_3b_only_an_available_planet_repairs() {
    covers!("SB-5.3b");
    let verdict = |position: &str| {
        let rest = "active A\nlp 3 0\nat OM2: Starship*\nat OM6: Scout\n";
        scene("D", &format!("{rest}{position}")).verdict(ALLIANCE, "repair A-ST-1 planet")
    };
    assert_eq!(verdict("control A OM2\n"), Ok(()));
    assert_eq!(verdict("control A OM2+2\n"), Ok(()));
    assert_eq!(verdict("control A OM2!\n"), denied("SB-5.3b"));
    assert_eq!(verdict("control A OM2\nat OM2: Raider\n"), denied("SB-5.3b"), "Besieged");
    assert_eq!(verdict("control A OM1\n"), denied("SB-5.3b"), "nobody's");
    assert_eq!(verdict("control I OM2\n"), denied("SB-5.3b"), "the enemy's");
}

#[test]
fn sb_5_3c_another_friendly_ship_with_a_symbol_repairs_anywhere_without_enemies() {
    covers!("SB-5.3c");
    let verdict = |at: &str, position: &str| {
        let rest = format!("active A\nlp 3 0\nat {at}: Starship*\n");
        scene("F", &format!("{rest}{position}")).verdict(ALLIANCE, "repair A-ST-1 A-AG-1")
    };
    // Deep Space, Asteroids, Wormhole, Nebula, an unowned planet.
    for at in ["DL10", "DL6", "DL8", "KP4", "DL1"] {
        assert_eq!(verdict(at, &format!("at {at}: Auxiliary\n")), Ok(()), "{at}");
    }
    assert_eq!(verdict("DL10", "at DL10: Guardship\n"), denied("SB-5.3c"), "no symbol on this side");
    assert_eq!(verdict("DL10", "at DL1: Auxiliary\n"), denied("SB-5.3c"), "next door");
    assert_eq!(verdict("DL10", "at DL10: Auxiliary, Raider\n"), denied("SB-5.3c"), "enemy ship");
    assert_eq!(verdict("DL1", "control I DL1\nat DL1: Auxiliary\n"), denied("SB-5.3c"), "enemy planet");
    assert_eq!(verdict("OM2", "control A OM2!\nat OM2: Auxiliary\n"), Ok(()), "Disruption does not matter");
}

#[test]
fn sb_5_3d_repair_is_movement_of_the_repaired_ship() {
    covers!("SB-5.3d");
    let mut planet = scene(
        "D",
        "active A\nlp 5 0\ncontrol A OM1\nhand A: 2\nat OM1: Starship*\nat OM2: Starship*, Scout\n",
    );
    assert_eq!(planet.verdict(ALLIANCE, "pick A-ST-1"), Ok(()));
    planet.act(ALLIANCE, "repair A-ST-1 planet");
    assert_eq!(planet.verdict(ALLIANCE, "pick A-ST-1"), denied("SB-6.1l"));
    // A ship that card 2 carried to the base has moved for this turn.
    planet.act(ALLIANCE, "use 2").act(ALLIANCE, "pick A-ST-2").act(ALLIANCE, "go OM1");
    assert_eq!(planet.verdict(ALLIANCE, "repair A-ST-2 planet"), denied("SB-5.3d"));
}

#[test]
fn sb_5_3e_repairing_is_movement_of_the_repairing_ship() {
    covers!("SB-5.3e");
    let mut scene = scene(
        "D",
        "active A\nlp 5 0\nhand A: 2\nat DL10: Starship*, Auxiliary\nat OM2: Starship*\nat OM5: Auxiliary\n",
    );
    scene.act(ALLIANCE, "repair A-ST-1 A-AG-1");
    assert!(!is_damaged(&scene, "A-ST-1"));
    assert_eq!(scene.verdict(ALLIANCE, "pick A-AG-1"), denied("SB-6.1l"));
    scene.act(ALLIANCE, "use 2").act(ALLIANCE, "pick A-AG-2").act(ALLIANCE, "go OM2");
    assert_eq!(scene.verdict(ALLIANCE, "repair A-ST-2 A-AG-2"), denied("SB-5.3e"), "its movement is over");
}

#[test]
fn sb_5_3e_a_ship_that_moved_and_is_still_free_may_repair() {
    covers!("SB-5.3e");
    let mut scene = scene("D", "active A\nlp 5 0\nat DL10: Starship*\nat DL1: Auxiliary, Scout\n");
    scene.act(ALLIANCE, "pick A-AG-1").act(ALLIANCE, "go DL10").act(ALLIANCE, "repair A-ST-1 A-AG-1");
    assert!(!is_damaged(&scene, "A-ST-1"));
}

#[test]
fn sb_5_3f_what_stopped_a_ship_this_turn_keeps_it_from_repairs() {
    covers!("SB-5.3f");
    // Into Asteroids: neither repairs nor is repaired; who began there does both.
    let mut belt =
        scene("D", "active A\nlp 6 0\nat DL2: Starship*, Auxiliary\nat DL6: Starship*, Auxiliary\n");
    belt.act(ALLIANCE, "pick A-ST-1").act(ALLIANCE, "go DL6");
    belt.act(ALLIANCE, "pick A-AG-1").act(ALLIANCE, "go DL6");
    assert_eq!(belt.verdict(ALLIANCE, "repair A-ST-1 A-AG-2"), denied("SB-5.3f"));
    assert_eq!(belt.verdict(ALLIANCE, "repair A-ST-2 A-AG-1"), denied("SB-5.3f"));
    assert_eq!(belt.verdict(ALLIANCE, "repair A-ST-2 A-AG-2"), Ok(()));
    // Into a Nebula.
    let mut cloud = scene("F", "active A\nlp 6 0\nat KP6: Starship*\nat KP4: Auxiliary\n");
    cloud.act(ALLIANCE, "pick A-ST-1").act(ALLIANCE, "go KP4");
    assert_eq!(cloud.verdict(ALLIANCE, "repair A-ST-1 A-AG-1"), denied("SB-5.3f"));
    let began = scene("F", "active A\nlp 6 0\nat KP4: Auxiliary, Starship*\n");
    assert_eq!(began.verdict(ALLIANCE, "repair A-ST-1 A-AG-1"), Ok(()));
    // Into enemy presence.
    let mut siege =
        scene("D", "active A\nlp 6 0\ncontrol A OM3\nat OM3: Raider\nat OM1: Starship*, Auxiliary\n");
    siege.act(ALLIANCE, "pick A-ST-1").act(ALLIANCE, "go OM3");
    assert_eq!(siege.verdict(ALLIANCE, "repair A-ST-1 planet"), denied("SB-5.3f"));
}

#[test]
fn sb_5_3g_a_planet_repairs_one_step_and_a_base_any_number() {
    covers!("SB-5.3g");
    let fleet = "Starship*, Starship*, Comship*\n";
    let mut planet = scene("F", &format!("active A\nlp 6 0\ncontrol A OM2 OM1\nat OM2: {fleet}"));
    planet.act(ALLIANCE, "repair A-ST-1 planet");
    assert_eq!(planet.verdict(ALLIANCE, "repair A-ST-2 planet"), denied("SB-5.3g"));
    let mut base = scene("F", &format!("active A\nlp 6 0\ncontrol A OM2 OM1\nat OM1: {fleet}"));
    for name in ["A-ST-1", "A-ST-2", "A-CO-1"] {
        base.act(ALLIANCE, &format!("repair {name} planet"));
    }
    assert_eq!(base.state.board.lp[0], 3);
    // Each planet for itself.
    let mut two = scene("F", "active A\nlp 6 0\ncontrol A OM2 OM3\nat OM2: Starship*\nat OM3: Starship*\n");
    two.act(ALLIANCE, "repair A-ST-1 planet").act(ALLIANCE, "repair A-ST-2 planet");
}

#[test]
fn sb_5_3h_each_symbol_repairs_one_step() {
    covers!("SB-5.3h");
    let mut one = scene("E", "active A\nlp 6 0\nat ZT12: Starship*, Starship*, Auxiliary\n");
    one.act(ALLIANCE, "repair A-ST-1 A-AG-1");
    assert_eq!(one.verdict(ALLIANCE, "repair A-ST-2 A-AG-1"), denied("SB-5.3h"));
    let mut two = scene("E", "active A\nlp 6 0\nat ZT12: Starship*, Starship*, Comship*, Salvager\n");
    two.act(ALLIANCE, "repair A-ST-1 A-SS-1").act(ALLIANCE, "repair A-ST-2 A-SS-1");
    assert_eq!(two.verdict(ALLIANCE, "repair A-CO-1 A-SS-1"), denied("SB-5.3h"));
    // A planet and a ship together.
    let mut both = scene("E", "active A\nlp 6 0\ncontrol A TH2\nat TH2: Starship*, Starship*, Auxiliary\n");
    both.act(ALLIANCE, "repair A-ST-1 planet").act(ALLIANCE, "repair A-ST-2 A-AG-1");
    assert_eq!(both.state.board.lp[0], 4);
}

#[test]
fn sb_5_3i_a_damaged_ship_has_the_symbols_of_its_damaged_side() {
    covers!("SB-5.3i");
    let verdict = |imperator: &str| {
        let rest = "active I\nlp 0 6\nat DL10: Destroyer*, ";
        scene("F", &format!("{rest}{imperator}\n")).verdict(IMPERIUM, "repair I-DE-1 I-IM-1")
    };
    assert_eq!(verdict("Imperator"), Ok(()));
    assert_eq!(verdict("Imperator*"), denied("SB-5.3c"));
}

#[test]
fn sb_r10_no_ship_repairs_itself() {
    covers!("SB-R10");
    let mut scene = scene("F", "active I\nlp 0 6\ncontrol I KP2\nat DL10: Imperator*, Patroller\n");
    assert_eq!(scene.verdict(IMPERIUM, "repair I-IM-1 I-IM-1"), denied("SB-R10"));
    scene.act(IMPERIUM, "repair I-IM-1 I-PR-1");
    assert!(!is_damaged(&scene, "I-IM-1"));
}

#[test]
fn sb_r11_a_ship_with_two_symbols_repairs_twice() {
    covers!("SB-R11");
    let mut scene =
        scene("E", "active I\nlp 0 6\ncontrol I KP2\nat ZT12: Destroyer*, Destroyer*, Reclaimer\n");
    scene.act(IMPERIUM, "repair I-DE-1 I-IR-1");
    // Halted by repairing, and yet.
    assert_eq!(scene.verdict(IMPERIUM, "pick I-IR-1"), denied("SB-6.1l"));
    scene.act(IMPERIUM, "repair I-DE-2 I-IR-1");
    assert_eq!((is_damaged(&scene, "I-DE-2"), scene.state.board.lp[1]), (false, 4));
}

#[test]
fn sb_r40_a_ship_that_arrived_this_turn_is_repaired_if_it_is_still_free() {
    covers!("SB-R40");
    let mut scene = scene("D", "active A\nlp 3 0\ncontrol A OM1\nat OM6: Starship*, Scout\n");
    scene.act(ALLIANCE, "pick A-ST-1").act(ALLIANCE, "go OM1").act(ALLIANCE, "halt");
    scene.act(ALLIANCE, "repair A-ST-1 planet");
    assert_eq!((is_damaged(&scene, "A-ST-1"), scene.state.board.lp[0]), (false, 1));
}

#[test]
fn sb_r47_a_repaired_ship_does_not_repair_others_in_the_same_turn() {
    covers!("SB-R47");
    let position = "active I\nlp 0 6\ncontrol I KP1\nat KP1: Imperator*, Destroyer*, Patroller\n";
    for by in ["planet", "I-PR-1"] {
        let mut scene = scene("F", position);
        scene.act(IMPERIUM, &format!("repair I-IM-1 {by}"));
        let face = scene.game.ratings(&scene.state.board, ship(&scene, "I-IM-1"));
        assert_eq!((face.repair, scene.state.board.active), (1, Side::Imperium));
        assert_eq!(scene.verdict(IMPERIUM, "repair I-DE-1 I-IM-1"), denied("SB-R47"), "by {by}");
    }
}

#[test]
fn sb_r57_an_rs_ship_repairs_at_a_disrupted_planet() {
    covers!("SB-R57");
    let position = "active A\nlp 8 0\ncontrol A OM1!\nat OM1: Starship*, Auxiliary\n";
    let mut scene = scene("D", position);
    assert_eq!(scene.try_act(ALLIANCE, "repair A-ST-1 planet"), denied("SB-5.3b"), "the planet cannot");
    assert_eq!(scene.try_act(ALLIANCE, "repair A-ST-1 A-AG-1"), Ok(()));
    let besieged = crate::stage::scene("D", &format!("{position}at OM1: Raider\n"));
    assert_eq!(besieged.verdict(ALLIANCE, "repair A-ST-1 A-AG-1"), denied("SB-5.3c"), "enemy presence");
}
