//! Section 5.4: fortifications.

use crate::stage::{ALLIANCE, IMPERIUM, loc, scene};
use laws::{Scene, denied};
use rules::covers;
use star_borders::{Event, Side, StarBorders};

/// The Alliance in scenario D, with all its markers in Stock.
fn works(position: &str) -> Scene<StarBorders> {
    scene("D", &format!("active A\nlp 8 0\nforts 3 2\nfortresses 1 1\nhand A: 7\n{position}"))
}

fn fortify(position: &str, planet: &str) -> Result<(), rules::Denied> {
    works(position).verdict(ALLIANCE, &format!("fortify {planet}"))
}

#[test]
fn sb_5_4a_only_where_the_scenario_has_fortifications() {
    covers!("SB-5.4a");
    let position = "setup\nactive A\nlp 8 0\n";
    for (id, expected) in [("A", denied("SB-5.4a")), ("B", denied("SB-5.4a")), ("E", Ok(()))] {
        let base = if id == "B" { "OM2" } else { "TH2" };
        assert_eq!(scene(id, position).verdict(ALLIANCE, &format!("fortify {base}")), expected, "{id}");
    }
}

#[test]
fn sb_5_4b_one_level_a_turn_on_each_available_planet() {
    covers!("SB-5.4b");
    let mut scene = works("control A OM1 OM2 OM3\n");
    scene.act(ALLIANCE, "fortify OM2");
    assert!(scene.events.contains(&Event::Fortified {
        at: loc(&scene, "OM2"),
        level: 1,
        price: star_borders::Price { lp: 2, honor: 0 },
    }));
    assert_eq!(scene.verdict(ALLIANCE, "fortify OM2"), denied("SB-5.4b"), "once a turn");
    scene.act(ALLIANCE, "fortify OM3").act(ALLIANCE, "fortify OM1");
    let levels = ["OM1", "OM2", "OM3"].map(|id| scene.state.board.level(loc(&scene, id)));
    assert_eq!((levels, scene.state.board.lp[0]), ([1, 1, 1], 2));
    assert_eq!(fortify("control A OM2!\n", "OM2"), denied("SB-5.4b"));
    assert_eq!(fortify("control A OM2\nat OM2: Raider\n", "OM2"), denied("SB-5.4b"));
    assert_eq!(fortify("control I OM2\n", "OM2"), denied("SB-5.4b"));
    assert_eq!(fortify("control A OM2\n", "OM3"), denied("SB-5.4b"), "nobody's");
    assert_eq!(fortify("control A OM2\n", "OM6"), denied("SB-5.4b"), "Deep Space");
}

#[test]
fn sb_5_4c_one_more_than_the_new_level() {
    covers!("SB-5.4c");
    for (before, cost) in [("", 2), ("+1", 3), ("+2", 4)] {
        let position = format!("control A OM1{before}\nfortresses 1 1\n");
        let mut scene = works(&position);
        scene.act(ALLIANCE, "fortify OM1");
        assert_eq!(scene.state.board.lp[0], 8 - cost, "{before}");
        assert_eq!(fortify(&format!("{position}lp {cost} 0\n"), "OM1"), Ok(()));
        assert_eq!(fortify(&format!("{position}lp {} 0\n", cost - 1), "OM1"), denied("SB-5.4c"));
    }
    let mut proud = scene("D", "active I\nlp 0 1\nhonor 2\nhand I: 7\ncontrol I KP2\n");
    proud.act(IMPERIUM, "fortify KP2");
    assert!(proud.events.contains(&Event::Paid { side: Side::Imperium, lp: 1, honor: 1 }));
}

#[test]
fn sb_5_4d_two_levels_on_a_planet_and_three_on_a_base_each_with_its_own_marker() {
    covers!("SB-5.4d");
    assert_eq!(fortify("control A OM2+1\n", "OM2"), Ok(()));
    assert_eq!(fortify("control A OM2+2\n", "OM2"), denied("SB-5.4d"));
    assert_eq!(fortify("control A OM1+2\n", "OM1"), Ok(()));
    assert_eq!(fortify("control A OM1+3\n", "OM1"), denied("SB-5.4d"));
    assert_eq!(
        fortify("control A KP1+2\n", "KP1"),
        denied("SB-5.4d"),
        "the enemy's base is an ordinary planet"
    );
    let mut scene = works("control A OM1 OM2 KP1\n");
    scene.act(ALLIANCE, "fortify OM2").act(ALLIANCE, "fortify KP1");
    assert_eq!((scene.state.board.fort_stock[0], scene.state.board.fortress_stock[0]), (1, 1));
    scene.act(ALLIANCE, "fortify OM1");
    assert_eq!((scene.state.board.fort_stock[0], scene.state.board.fortress_stock[0]), (1, 0));
}

#[test]
fn sb_5_4e_a_new_fortification_needs_a_marker_and_a_higher_one_does_not() {
    covers!("SB-5.4e");
    let bare = "control A OM1 OM2\n";
    assert_eq!(fortify(&format!("{bare}forts 0 2\n"), "OM2"), denied("SB-5.4e"));
    assert_eq!(fortify(&format!("{bare}forts 0 2\n"), "OM1"), Ok(()), "that takes the Fortress");
    assert_eq!(fortify(&format!("{bare}fortresses 0 1\n"), "OM1"), denied("SB-5.4e"));
    assert_eq!(fortify(&format!("{bare}fortresses 0 1\n"), "OM2"), Ok(()));
    let mut raise = works("control A OM1+1 OM2+1\nforts 0 2\nfortresses 0 1\n");
    raise.act(ALLIANCE, "fortify OM2").act(ALLIANCE, "fortify OM1");
    assert_eq!((raise.state.board.fort_stock[0], raise.state.board.fortress_stock[0]), (0, 0));
    // The last one is used up.
    let mut last = works("control A OM2 OM3\nforts 1 2\n");
    last.act(ALLIANCE, "fortify OM2");
    assert_eq!(last.verdict(ALLIANCE, "fortify OM3"), denied("SB-5.4e"));
}

/// The Dominator assaults Talon or Verity.
fn assaulted(planet: &str, dice: &[u32]) -> Scene<StarBorders> {
    let rest = "first I\nactive I\nlp 8 0\nforts 1 2\nfortresses 0 1\nhand A: 7\nstep assault\n";
    let mut scene = scene("D", &format!("{rest}control A {planet}\nat {}: Dominator\n", &planet[..3]));
    scene.queue_dice(dice.iter().copied());
    scene.act(IMPERIUM, &format!("assault {}", &planet[..3]));
    scene
}

#[test]
fn sb_5_4g_a_marker_knocked_off_returns_to_stock() {
    covers!("SB-5.4g");
    let stock =
        |scene: &Scene<StarBorders>| (scene.state.board.fort_stock[0], scene.state.board.fortress_stock[0]);
    let lost = assaulted("DL2+1", &[4]);
    assert_eq!((lost.state.board.level(loc(&lost, "DL2")), stock(&lost)), (0, (2, 0)));
    let held = assaulted("DL2+1", &[5]);
    assert_eq!((held.state.board.level(loc(&held, "DL2")), stock(&held)), (1, (1, 0)));
    // The same marker still stands there at level 1.
    let lowered = assaulted("DL2+2", &[4]);
    assert_eq!((lowered.state.board.level(loc(&lowered, "DL2")), stock(&lowered)), (1, (1, 0)));
    let fortress = assaulted("OM1+1", &[4, 1]);
    assert_eq!((fortress.state.board.level(loc(&fortress, "OM1")), stock(&fortress)), (0, (1, 1)));
}

#[test]
fn sb_5_4g_nobody_removes_his_own_fortification() {
    covers!("SB-5.4g");
    let scene = works("control A OM1+1 OM2+2\nat OM2: Scout\n");
    let touching: Vec<_> = scene.legal(ALLIANCE).into_iter().filter(|action| action.contains("OM")).collect();
    assert_eq!(touching, ["fortify OM1"]);
    // An assault is for the enemy alone, and it does take the marker.
    assert_eq!(assaulted("DL2+1", &[1]).state.board.fort_stock[0], 2);
}

#[test]
fn sb_5_4h_a_newly_gained_planet_is_unfortified() {
    covers!("SB-5.4h");
    let scene = scene(
        "D",
        "first I\nactive I\nlp 0 6\ncontrol A DL2! DL1\ncontrol I KP1\nat DL2: Dominator\nat DL1: Destroyer\n\
         at DL5: Patroller\nhand A: 7\nstep control\n",
    );
    for id in ["DL1", "DL2", "DL5"] {
        let at = loc(&scene, id);
        assert!(scene.state.board.control[1].has(at));
        assert_eq!(scene.state.board.level(at), 0, "{id}");
    }
    assert_eq!(scene.state.board.fort_stock[1], 2);
}

#[test]
fn sb_r03_in_play_too_only_the_fortress_reaches_level_three() {
    covers!("SB-R03");
    assert_eq!(fortify("control A OM1+2 OM2+2\n", "OM1"), Ok(()));
    assert_eq!(fortify("control A OM1+2 OM2+2\n", "OM2"), denied("SB-5.4d"));
}

#[test]
fn sb_r18_neither_disrupted_nor_besieged() {
    covers!("SB-R18");
    assert_eq!(fortify("control A OM2\n", "OM2"), Ok(()));
    assert_eq!(fortify("control A OM2!\n", "OM2"), denied("SB-5.4b"));
    assert_eq!(fortify("control A OM2\nat OM2: Patroller, Starship\n", "OM2"), denied("SB-5.4b"));
}

#[test]
fn sb_r30_the_marker_that_was_knocked_off_can_be_used_again() {
    covers!("SB-R30");
    let rest = "first I\nactive I\nlp 8 0\nforts 0 2\nhand A: 7\nstep assault\n";
    let mut scene = scene("D", &format!("{rest}control A DL2+1 OM2\nat DL2: Dominator\n"));
    scene.queue_dice([1]);
    scene.act(IMPERIUM, "assault DL2");
    scene.act(ALLIANCE, "pass");
    scene.act(ALLIANCE, "fortify OM2");
    assert_eq!((scene.state.board.level(loc(&scene, "OM2")), scene.state.board.fort_stock[0]), (1, 0));
}
