//! Chapter 6: moves, what stops them, what they cost, and Flagship groups.

use crate::stage::{ALLIANCE, IMPERIUM, loc, scene, ship};
use laws::{Scene, denied};
use rules::{Game, Present, Seat, Viewer, covers};
use star_borders::{Event, Frame, ShipSet, Side, StarBorders};

/// The id of the location a ship is at.
fn place(scene: &Scene<StarBorders>, name: &str) -> String {
    let at = scene.state.board.at(ship(scene, name)).expect("a ship on the map");
    scene.game.quadrant.get(at).id.clone()
}

/// A whole move: the ship, its followers, its way; ended by hand if Engines are left.
fn travel(scene: &mut Scene<StarBorders>, seat: Seat, ships: &[&str], way: &[&str]) {
    for ship in ships {
        scene.act(seat, &format!("pick {ship}"));
    }
    for to in way {
        scene.act(seat, &format!("go {to}"));
    }
    if scene.verdict(seat, "halt").is_ok() {
        scene.act(seat, "halt");
    }
}

fn lp(scene: &Scene<StarBorders>) -> [u8; 2] {
    scene.state.board.lp
}

#[test]
fn sb_6_1a_ships_move_only_in_the_activity_step_and_only_from_the_map() {
    covers!("SB-6.1a");
    let position = "active I\nlp 0 3\ncontrol I KP1\nat KP5: Raider\neliminated: Destroyer\nstep card\n";
    let mut scene = crate::stage::scene("D", position);
    assert_eq!(scene.verdict(IMPERIUM, "pick I-PR-1"), denied("SB-6.1a"));
    scene.act(IMPERIUM, "pass");
    assert_eq!(scene.verdict(IMPERIUM, "pick I-DE-1"), denied("SB-6.1a"));
    assert_eq!(scene.verdict(IMPERIUM, "go DL9"), denied("SB-6.1a"));
    assert_eq!(scene.verdict(IMPERIUM, "pick I-PR-1"), Ok(()));
    let assault = "active I\nlp 0 3\ncontrol A DL2+1\nat DL2: Dominator\nstep assault\n";
    let scene = crate::stage::scene("D", assault);
    assert_eq!(scene.to_act(), Some(IMPERIUM));
    assert_eq!(scene.verdict(IMPERIUM, "pick I-DO-1"), denied("SB-6.1a"));
}

#[test]
fn sb_6_1b_one_lp_buys_as_many_steps_as_the_ship_has_engines() {
    covers!("SB-6.1b");
    let mut scene = crate::stage::scene("A", "active A\nlp 8 0\nat DL10: Scout, Starship, Auxiliary\n");
    scene.act(ALLIANCE, "pick A-SE-1");
    assert_eq!(scene.verdict(ALLIANCE, "go DL11"), denied("SB-6.1b"), "two links away");
    assert_eq!(scene.verdict(ALLIANCE, "go DL9"), denied("SB-6.1b"), "no jump from Deep Space");
    assert_eq!(scene.verdict(ALLIANCE, "halt"), denied("SB-6.1b"), "a path has at least one step");
    scene.act(ALLIANCE, "go DL1").act(ALLIANCE, "go DL11").act(ALLIANCE, "go DL9");
    assert_eq!(scene.verdict(ALLIANCE, "go TH2"), denied("SB-6.1a"), "three Engines, three steps");
    assert_eq!((place(&scene, "A-SE-1").as_str(), lp(&scene)[0]), ("DL9", 7));
    scene.act(ALLIANCE, "pick A-ST-1").act(ALLIANCE, "go DL1").act(ALLIANCE, "go DL11");
    assert_eq!(scene.verdict(ALLIANCE, "halt"), denied("SB-4.7a"), "two Engines: the move is over");
    scene.act(ALLIANCE, "pick A-AG-1").act(ALLIANCE, "go DL1");
    assert_eq!(scene.verdict(ALLIANCE, "halt"), denied("SB-4.7a"), "one Engine: the move is over");
    assert_eq!((place(&scene, "A-AG-1").as_str(), lp(&scene)[0]), ("DL1", 5));
}

#[test]
fn sb_6_1c_a_wormhole_jump_is_one_step_to_any_other_wormhole() {
    covers!("SB-6.1c");
    let mut scene = crate::stage::scene("G", "active I\nlp 0 6\nat DL8: Raider, Patroller\n");
    scene.act(IMPERIUM, "pick I-PR-1");
    let ways = scene.legal(IMPERIUM);
    for hole in ["DL9", "ZT10", "ZT11"] {
        assert!(ways.contains(&format!("go {hole}")), "{ways:?}");
    }
    scene.act(IMPERIUM, "go ZT10");
    let moved = |events: &[Event]| {
        events.iter().find_map(|event| match event {
            Event::Moved { jump, .. } => Some(*jump),
            _ => None,
        })
    };
    assert_eq!(moved(&scene.events), Some(true));
    scene.act(IMPERIUM, "go ZT5");
    assert_eq!(moved(&scene.events), Some(false));
    assert_eq!(place(&scene, "I-PR-1"), "ZT5");
    assert_eq!(scene.verdict(IMPERIUM, "halt"), denied("SB-4.7a"), "the jump used an Engine");
    travel(&mut scene, IMPERIUM, &["I-PR-2"], &["DL9"]);
    assert_eq!((place(&scene, "I-PR-2").as_str(), lp(&scene)[1]), ("DL9", 4));
}

#[test]
fn sb_6_1d_engines_left_are_lost_when_the_move_ends() {
    covers!("SB-6.1d", "SB-R28");
    let mut scene = crate::stage::scene("A", "active A\nlp 3 0\nat DL10: Scout\n");
    scene.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "go DL1").act(ALLIANCE, "halt");
    scene.act(ALLIANCE, "pick A-SE-1");
    scene.act(ALLIANCE, "go DL11").act(ALLIANCE, "go DL9").act(ALLIANCE, "go DL8");
    assert_eq!(scene.verdict(ALLIANCE, "go DL10"), denied("SB-6.1a"), "three steps, not five");
    assert_eq!((place(&scene, "A-SE-1").as_str(), lp(&scene)[0]), ("DL8", 1));
}

#[test]
fn sb_6_1f_asteroids_and_nebulae_halt_a_ship_that_enters() {
    covers!("SB-6.1f");
    let mut rocks = crate::stage::scene("A", "active A\nlp 4 0\nat TH5: Scout\nat TH1: Auxiliary\n");
    travel(&mut rocks, ALLIANCE, &["A-SE-1"], &["TH4"]);
    assert!(rocks.state.board.turn.halted.has(ship(&rocks, "A-SE-1")));
    assert_eq!(rocks.verdict(ALLIANCE, "pick A-SE-1"), denied("SB-6.1l"));
    let mut cloud = crate::stage::scene("C", "active A\nlp 4 0\nat ZT4: Scout\nat TH1: Auxiliary\n");
    travel(&mut cloud, ALLIANCE, &["A-SE-1"], &["ZT6"]);
    assert_eq!(cloud.verdict(ALLIANCE, "pick A-SE-1"), denied("SB-6.1l"));
    let mut open = crate::stage::scene("C", "active A\nlp 4 0\nat ZT4: Scout\nat TH1: Auxiliary\n");
    travel(&mut open, ALLIANCE, &["A-SE-1"], &["ZT12"]);
    assert_eq!(open.verdict(ALLIANCE, "pick A-SE-1"), Ok(()));
}

#[test]
fn sb_6_1g_enemy_presence_at_a_planet_or_wormhole_halts_a_ship() {
    covers!("SB-6.1g");
    for (enemy, way) in [
        ("at DL3: Destroyer", "DL3"),
        ("control I DL3", "DL3"),
        ("control I DL3!", "DL3"),
        ("at TH2: Raider", "TH2"),
    ] {
        let start = if way == "DL3" { "TH5" } else { "TH4" };
        let mut scene = crate::stage::scene(
            "A",
            &format!("active A\nlp 4 0\nat {start}: Scout\nat TH1: Auxiliary\n{enemy}\n"),
        );
        travel(&mut scene, ALLIANCE, &["A-SE-1"], &[way]);
        assert_eq!(scene.verdict(ALLIANCE, "pick A-SE-1"), denied("SB-6.1l"), "{enemy}");
    }
    let mut hole =
        crate::stage::scene("A", "active A\nlp 4 0\nat TH2: Scout\nat TH1: Auxiliary\nat DL9: Raider\n");
    travel(&mut hole, ALLIANCE, &["A-SE-1"], &["DL9"]);
    assert_eq!(hole.verdict(ALLIANCE, "pick A-SE-1"), denied("SB-6.1l"));
    assert!(!hole.state.board.turn.stopped.has(ship(&hole, "A-SE-1")), "halted, not merely stopped");
}

#[test]
fn sb_6_1h_enemies_in_deep_space_never_stop_anybody() {
    covers!("SB-6.1h");
    let mut scene =
        crate::stage::scene("A", "active A\nlp 4 0\nat DL8: Scout, Escort\nat DL10: Destroyer, Raider\n");
    travel(&mut scene, ALLIANCE, &["A-SE-1"], &["DL10", "DL1", "DL11"]);
    travel(&mut scene, ALLIANCE, &["A-SE-2"], &["DL10"]);
    assert_eq!(place(&scene, "A-SE-2"), "DL10");
    assert_eq!(scene.verdict(ALLIANCE, "pick A-SE-2"), Ok(()), "ending there does not halt either");
}

#[test]
fn sb_6_1i_cloak_lets_a_ship_go_on_once_within_the_move() {
    covers!("SB-6.1i");
    let mut scene = crate::stage::scene(
        "A",
        "active A\nlp 4 0\ncontrol I DL3\nat DL1: Raider\nat TH5: Smuggler\nat TH1: Scout\n",
    );
    scene.act(ALLIANCE, "pick A-SS-1").act(ALLIANCE, "go DL3");
    assert!(scene.state.board.turn.stopped.has(ship(&scene, "A-SS-1")));
    scene.act(ALLIANCE, "go DL11");
    assert_eq!((place(&scene, "A-SS-1").as_str(), lp(&scene)[0]), ("DL11", 3));
    assert_eq!(scene.verdict(ALLIANCE, "pick A-SS-1"), Ok(()), "free again");
    scene.act(ALLIANCE, "pick A-SS-1").act(ALLIANCE, "go DL1");
    assert_eq!(scene.verdict(ALLIANCE, "go DL10"), denied("SB-6.1a"), "the second enemy halts it");
    assert_eq!(scene.verdict(ALLIANCE, "pick A-SS-1"), denied("SB-6.1l"));
}

#[test]
fn sb_6_1i_cloak_lets_a_ship_go_on_by_a_later_paid_move() {
    covers!("SB-6.1i");
    let mut scene = crate::stage::scene("A", "active I\nlp 0 4\ncontrol A DL1\nat DL8: Intruder, Raider\n");
    travel(&mut scene, IMPERIUM, &["I-IR-1"], &["DL10", "DL1"]);
    travel(&mut scene, IMPERIUM, &["I-PR-1"], &["DL10", "DL1"]);
    assert_eq!(scene.verdict(IMPERIUM, "pick I-PR-1"), denied("SB-6.1l"), "no Cloak");
    travel(&mut scene, IMPERIUM, &["I-IR-1"], &["DL11", "DL3"]);
    assert_eq!((place(&scene, "I-IR-1").as_str(), lp(&scene)[1]), ("DL3", 1));
}

#[test]
fn sb_6_1j_cloak_does_not_help_in_asteroids() {
    covers!("SB-6.1j");
    let mut rocks =
        crate::stage::scene("A", "active A\nlp 4 0\nat TH5: Smuggler\nat TH4: Raider\nat TH1: Scout\n");
    travel(&mut rocks, ALLIANCE, &["A-SS-1"], &["TH4"]);
    assert_eq!(rocks.verdict(ALLIANCE, "pick A-SS-1"), denied("SB-6.1l"));
    let mut cloud = crate::stage::scene("C", "active A\nlp 4 0\nat ZT4: Smuggler\nat TH1: Scout\n");
    travel(&mut cloud, ALLIANCE, &["A-SS-1"], &["ZT6"]);
    assert_eq!(cloud.verdict(ALLIANCE, "pick A-SS-1"), denied("SB-6.1l"));
}

#[test]
fn sb_6_1k_only_entering_stops_who_begins_there_may_leave() {
    covers!("SB-6.1k");
    let position =
        "active I\nlp 0 6\ncontrol A ZT5\nat ZT5: Destroyer, Scout\nat ZT8: Raider\nat ZT6: Patroller\n";
    let mut scene = crate::stage::scene("C", position);
    travel(&mut scene, IMPERIUM, &["I-DE-1"], &["ZT13"]);
    travel(&mut scene, IMPERIUM, &["I-PR-1"], &["ZT2", "ZT12"]);
    travel(&mut scene, IMPERIUM, &["I-PR-2"], &["ZT1"]);
    assert_eq!(place(&scene, "I-DE-1"), "ZT13");
    assert_eq!(place(&scene, "I-PR-1"), "ZT12");
    assert_eq!(place(&scene, "I-PR-2"), "ZT1");
}

#[test]
fn sb_6_1k_a_ship_placed_beside_the_enemy_may_leave() {
    covers!("SB-6.1k");
    let mut scene = crate::stage::scene(
        "C",
        "active A\nlp 4 0\nbox 7\ncontrol A TH1\nat TH1: Raider\ndue: A-ST-2:Starship\n",
    );
    scene.act(ALLIANCE, "reinforce A-ST-2 TH1");
    travel(&mut scene, ALLIANCE, &["A-ST-2"], &["TH3"]);
    assert_eq!(place(&scene, "A-ST-2"), "TH3");
}

#[test]
fn sb_6_1l_a_free_ship_moves_as_often_as_it_is_paid_for() {
    covers!("SB-6.1l");
    let mut scene = crate::stage::scene("A", "active I\nlp 0 4\nat SG1: Destroyer, Patroller\n");
    travel(&mut scene, IMPERIUM, &["I-DE-1"], &["SG2"]);
    travel(&mut scene, IMPERIUM, &["I-DE-1"], &["SG6"]);
    travel(&mut scene, IMPERIUM, &["I-DE-1"], &["SG2"]);
    assert_eq!((place(&scene, "I-DE-1").as_str(), lp(&scene)[1]), ("SG2", 1));
    let mut scene = crate::stage::scene("A", "active I\nlp 0 4\nat SG2: Destroyer, Patroller\n");
    travel(&mut scene, IMPERIUM, &["I-DE-1"], &["SG4"]);
    assert_eq!(scene.verdict(IMPERIUM, "pick I-DE-1"), denied("SB-6.1l"));
    assert_eq!(scene.verdict(IMPERIUM, "pick I-PR-1"), Ok(()));
}

#[test]
fn sb_6_1m_nobody_has_to_move() {
    covers!("SB-6.1m");
    let mut scene = crate::stage::scene("A", "setup\nactive I\nfirst I\nstep activity\n");
    let before = scene.state.board.spots;
    scene.act(IMPERIUM, "end");
    assert_eq!(scene.state.board.spots, before);
    assert_eq!(scene.to_act(), Some(ALLIANCE), "the Player Turn is over");
    assert_eq!(scene.state.board.active, Side::Alliance);
}

#[test]
fn sb_6_1n_the_opponents_ships_stand_still() {
    covers!("SB-6.1n");
    let mut scene = crate::stage::scene("A", "active I\nlp 4 4\nat SG1: Destroyer, Scout\n");
    assert_eq!(scene.verdict(IMPERIUM, "pick A-SE-1"), denied("SB-6.1n"));
    assert_eq!(scene.verdict(ALLIANCE, "pick A-SE-1"), denied("SB-DEF-8"));
    scene.act(IMPERIUM, "pick I-DE-1");
    assert_eq!(scene.verdict(ALLIANCE, "go SG2"), denied("SB-DEF-8"));
}

#[test]
fn sb_6_1o_any_number_of_ships_may_stand_together() {
    covers!("SB-6.1o");
    let mut scene = scene(
        "A",
        "active A\nlp 4 0\nat DL10: Starship, Starship, Comship, Scout, Scout, Scout, Auxiliary, Auxiliary, \
         Auxiliary, Auxiliary, Smuggler, Smuggler, Imperator, Dominator, Specter, Destroyer, Destroyer, \
         Raider, Raider, Raider, Intruder, Intruder\nat DL1: A-SE-4:Scout\n",
    );
    travel(&mut scene, ALLIANCE, &["A-SE-4"], &["DL10"]);
    assert_eq!(scene.state.board.stacks[loc(&scene, "DL10").index()].len(), 23);
}

#[test]
fn sb_6_1p_friends_free_planets_and_empty_places_stop_nobody() {
    covers!("SB-6.1p");
    let mut scene =
        crate::stage::scene("A", "active A\nlp 4 0\ncontrol A TH3\nat TH3: Auxiliary\nat TH1: Scout\n");
    travel(&mut scene, ALLIANCE, &["A-SE-1"], &["TH3", "TH5", "DL3"]);
    assert_eq!(place(&scene, "A-SE-1"), "DL3");
    travel(&mut scene, ALLIANCE, &["A-SE-1"], &["DL11", "DL9", "DL8"]);
    assert_eq!((place(&scene, "A-SE-1").as_str(), lp(&scene)[0]), ("DL8", 2));
}

#[test]
fn sb_6_2a_a_single_ship_moves_for_one_lp() {
    covers!("SB-6.2a");
    let mut scene = crate::stage::scene("A", "active I\nlp 0 2\nat SG1: Dominator, Patroller\n");
    scene.act(IMPERIUM, "pick I-DO-1");
    assert_eq!(lp(&scene)[1], 2, "not paid before the first step");
    scene.act(IMPERIUM, "go SG2");
    assert_eq!(lp(&scene)[1], 1);
    assert_eq!(scene.events[0], Event::Paid { side: Side::Imperium, lp: 1, honor: 0 });
}

#[test]
fn sb_6_2b_leaving_a_nebula_costs_one_more_for_every_ship() {
    covers!("SB-6.2b");
    let mut lone = crate::stage::scene("C", "active A\nlp 4 0\nat ZT6: Scout\n");
    travel(&mut lone, ALLIANCE, &["A-SE-1"], &["ZT4", "ZT12"]);
    assert_eq!(lp(&lone)[0], 2);
    let mut into = crate::stage::scene("C", "active A\nlp 4 0\nat ZT4: Scout\nat TH1: Starship\n");
    travel(&mut into, ALLIANCE, &["A-SE-1"], &["ZT6"]);
    assert_eq!(lp(&into)[0], 3, "going in costs nothing more");
    let poor = crate::stage::scene("E", "active A\nlp 1 0\nhand A: 8\nat ZT6: Scout\n");
    assert_eq!(poor.verdict(ALLIANCE, "pick A-SE-1"), denied("SB-6.2e"));
}

#[test]
fn sb_6_2c_a_group_pays_one_and_half_its_followers_and_every_ship_for_the_nebula() {
    covers!("SB-6.2c");
    let mut open = crate::stage::scene("E", "active A\nlp 8 0\nat ZT12: Comship, Scout, Scout, Escort\n");
    travel(&mut open, ALLIANCE, &["A-CO-1", "A-SE-1", "A-SE-2", "A-SE-3"], &["ZT2"]);
    assert_eq!(lp(&open)[0], 6);
    let mut cloud = crate::stage::scene("E", "active A\nlp 8 0\nat ZT6: Comship, Scout, Scout, Escort\n");
    travel(&mut cloud, ALLIANCE, &["A-CO-1", "A-SE-1", "A-SE-2", "A-SE-3"], &["ZT4"]);
    assert_eq!(lp(&cloud)[0], 8 - (1 + 1 + 4));
}

#[test]
fn sb_6_2d_fuel_rationing_makes_the_first_move_dearer() {
    covers!("SB-6.2d");
    let mut scene = crate::stage::scene(
        "E",
        "active I\nlp 0 6\npenalty I: 12\nat KP1: Imperator, Destroyer, Destroyer\n",
    );
    travel(&mut scene, IMPERIUM, &["I-IM-1", "I-DE-1"], &["KP7"]);
    assert_eq!(lp(&scene)[1], 4, "a group move of 1 LP costs 2");
    travel(&mut scene, IMPERIUM, &["I-DE-2"], &["KP7"]);
    assert_eq!(lp(&scene)[1], 3, "the second move is cheap again");
    let mut other = crate::stage::scene("E", "active I\nlp 0 6\npenalty A: 12\nat KP1: Destroyer\n");
    travel(&mut other, IMPERIUM, &["I-DE-1"], &["KP7"]);
    assert_eq!(lp(&other)[1], 5, "the card lies in front of the other player");
    let poor = crate::stage::scene("E", "active I\nlp 0 1\npenalty I: 12\nhand I: 8\nat KP1: Destroyer\n");
    assert_eq!(poor.verdict(IMPERIUM, "pick I-DE-1"), denied("SB-6.2e"));
}

#[test]
fn sb_6_2e_a_move_is_paid_in_full_and_beforehand() {
    covers!("SB-6.2e");
    let mut group = crate::stage::scene("E", "active A\nlp 1 0\nat TH1: Comship, Scout, Escort\n");
    group.act(ALLIANCE, "pick A-CO-1").act(ALLIANCE, "pick A-SE-1");
    assert_eq!(group.verdict(ALLIANCE, "pick A-SE-2"), denied("SB-6.2e"), "two followers cost 2 LP");
    let broke = crate::stage::scene("E", "active A\nlp 0 0\nhand A: 8\nat TH1: Comship\n");
    assert_eq!(broke.verdict(ALLIANCE, "pick A-CO-1"), denied("SB-6.2e"));
    let mut proud = crate::stage::scene(
        "E",
        "active I\nlp 0 1\nhonor 2\nat KP1: Imperator, Destroyer, Destroyer, Patroller\n",
    );
    travel(&mut proud, IMPERIUM, &["I-IM-1", "I-DE-1", "I-DE-2"], &["KP7"]);
    assert_eq!((lp(&proud)[1], proud.state.board.honor), (0, 1), "1 LP and 1 Honor");
}

#[test]
fn sb_6_7a_without_a_flagship_every_ship_moves_and_pays_alone() {
    covers!("SB-6.7a", "SB-R27");
    let mut scene = crate::stage::scene("E", "active A\nlp 4 0\nat TH1: Starship, Scout, Comship\n");
    scene.act(ALLIANCE, "pick A-ST-1");
    assert_eq!(scene.verdict(ALLIANCE, "pick A-SE-1"), denied("SB-6.7a"));
    assert_eq!(scene.verdict(ALLIANCE, "pick A-CO-1"), denied("SB-6.7a"), "the Flagship has to lead");
    assert!(scene.legal(ALLIANCE).iter().all(|action| !action.starts_with("pick")));
    scene.act(ALLIANCE, "go TH3").act(ALLIANCE, "halt");
    travel(&mut scene, ALLIANCE, &["A-SE-1"], &["TH3"]);
    assert_eq!(lp(&scene)[0], 2);
}

#[test]
fn sb_6_7b_followers_are_free_ships_beside_the_flagship() {
    covers!("SB-6.7b");
    let position = "active A\nlp 8 0\nat TH1: Comship, Scout, A-ST-2:Starship*, A-AG-1:Auxiliary\nat TH3: Escort\nat TH6: Raider\n";
    let mut scene = crate::stage::scene("E", position);
    scene.act(ALLIANCE, "repair A-ST-2 A-AG-1");
    scene.act(ALLIANCE, "pick A-CO-1").act(ALLIANCE, "pick A-SE-1");
    for (outsider, why) in [
        ("A-SE-1", "already in the group"),
        ("A-CO-1", "the lead itself"),
        ("A-SE-2", "elsewhere"),
        ("I-PR-1", "an enemy elsewhere"),
        ("A-ST-2", "halted by its repair"),
        ("A-AG-1", "halted by repairing"),
    ] {
        assert_eq!(scene.verdict(ALLIANCE, &format!("pick {outsider}")), denied("SB-6.7b"), "{why}");
    }
    let mut siege = crate::stage::scene("E", "active A\nlp 8 0\nat TH1: Comship, Scout, Raider\n");
    siege.act(ALLIANCE, "pick A-CO-1");
    assert_eq!(siege.verdict(ALLIANCE, "pick I-PR-1"), denied("SB-6.7b"), "an enemy beside it");
    assert_eq!(siege.verdict(ALLIANCE, "pick A-SE-1"), Ok(()));
}

#[test]
fn sb_6_7b_the_lead_has_to_be_free_itself() {
    covers!("SB-6.7b", "SB-6.1l");
    let mut scene = crate::stage::scene("E", "active A\nlp 8 0\nat TH1: Comship, Scout\nat TH4: Escort\n");
    travel(&mut scene, ALLIANCE, &["A-CO-1", "A-SE-1"], &["TH4"]);
    assert_eq!(scene.verdict(ALLIANCE, "pick A-CO-1"), denied("SB-6.1l"));
    assert_eq!(scene.verdict(ALLIANCE, "pick A-SE-2"), Ok(()));
}

#[test]
fn sb_6_7c_a_group_goes_as_far_as_its_slowest_ship() {
    covers!("SB-6.7c");
    let mut fast = crate::stage::scene("E", "active A\nlp 8 0\nat TH1: Comship, Scout, Auxiliary\n");
    travel(&mut fast, ALLIANCE, &["A-CO-1", "A-SE-1"], &["TH3", "TH5"]);
    assert_eq!([place(&fast, "A-CO-1"), place(&fast, "A-SE-1")], ["TH5", "TH5"]);
    let mut three = crate::stage::scene("E", "active A\nlp 8 0\nat TH1: Comship, Scout\n");
    travel(&mut three, ALLIANCE, &["A-CO-1", "A-SE-1"], &["TH3", "TH5"]);
    assert_eq!(three.verdict(ALLIANCE, "go ZT12"), denied("SB-6.1a"), "the Comship has two Engines");
    let mut slow = crate::stage::scene("E", "active A\nlp 8 0\nat TH1: Comship, Scout, Auxiliary\n");
    slow.act(ALLIANCE, "pick A-CO-1").act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "pick A-AG-1");
    slow.act(ALLIANCE, "go TH3");
    assert_eq!(slow.verdict(ALLIANCE, "go TH5"), denied("SB-6.1a"), "the Auxiliary has one Engine");
    assert_eq!(place(&slow, "A-SE-1"), "TH3");
}

#[test]
fn sb_6_7d_nobody_joins_or_leaves_a_group_on_the_way() {
    covers!("SB-6.7d");
    let mut scene = crate::stage::scene("E", "active A\nlp 8 0\nat TH1: Comship, Scout\nat TH3: Escort\n");
    scene.act(ALLIANCE, "pick A-CO-1").act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "go TH3");
    assert_eq!(scene.verdict(ALLIANCE, "pick A-SE-2"), denied("SB-6.7d"));
    scene.act(ALLIANCE, "go TH5");
    let here = scene.state.board.stacks[loc(&scene, "TH5").index()];
    let group: ShipSet = ["A-CO-1", "A-SE-1"].iter().map(|name| ship(&scene, name)).collect();
    assert_eq!(here, group);
    assert_eq!(place(&scene, "A-SE-2"), "TH3");
}

#[test]
fn sb_6_7e_the_group_stops_as_its_lead_stops() {
    covers!("SB-6.7e", "SB-R09");
    let mut planet = crate::stage::scene(
        "E",
        "active A\nlp 8 0\ncontrol I TH3\nat TH1: Comship, Smuggler, Scout, Escort\n",
    );
    travel(&mut planet, ALLIANCE, &["A-CO-1", "A-SS-1", "A-SE-1"], &["TH3"]);
    for name in ["A-CO-1", "A-SS-1", "A-SE-1"] {
        assert_eq!(planet.verdict(ALLIANCE, &format!("pick {name}")), denied("SB-6.1l"), "{name}");
    }
    assert!(planet.state.board.turn.cloak_used.is_empty(), "no Cloak was used up");
    let mut rocks = crate::stage::scene("E", "active A\nlp 8 0\nat TH1: Comship, Smuggler, Escort\n");
    travel(&mut rocks, ALLIANCE, &["A-CO-1", "A-SS-1"], &["TH4"]);
    for name in ["A-CO-1", "A-SS-1"] {
        assert_eq!(rocks.verdict(ALLIANCE, &format!("pick {name}")), denied("SB-6.1l"), "{name}");
    }
}

#[test]
fn sb_6_7f_free_ships_move_again_after_the_group_move() {
    covers!("SB-6.7f");
    let mut scene = crate::stage::scene("E", "active I\nlp 0 6\nat KP1: Imperator, Destroyer, Intruder\n");
    travel(&mut scene, IMPERIUM, &["I-IM-1", "I-DE-1", "I-IR-1"], &["KP7"]);
    assert_eq!(lp(&scene)[1], 4);
    travel(&mut scene, IMPERIUM, &["I-IR-1"], &["KP5", "KP2"]);
    assert_eq!(lp(&scene)[1], 3);
    travel(&mut scene, IMPERIUM, &["I-IM-1", "I-DE-1"], &["KP3"]);
    assert_eq!(lp(&scene)[1], 2);
    assert_eq!([place(&scene, "I-IM-1"), place(&scene, "I-IR-1")], ["KP3", "KP2"]);
}

#[test]
fn sb_6_7g_the_price_of_one_to_seven_followers() {
    covers!("SB-6.7g");
    let crew = ["A-SE-1", "A-SE-2", "A-SE-3", "A-SE-4", "A-AG-1", "A-AG-2", "A-AG-3"];
    let position =
        "active A\nlp 8 0\nat TH1: Comship, Scout, Scout, Scout, Scout, Auxiliary, Auxiliary, Auxiliary\n";
    for (followers, price) in (1..).zip([1, 2, 2, 3, 3, 4, 4]) {
        let mut scene = crate::stage::scene("E", position);
        let mut group = vec!["A-CO-1"];
        group.extend(&crew[..followers]);
        travel(&mut scene, ALLIANCE, &group, &["TH3"]);
        assert_eq!(lp(&scene)[0], 8 - price, "{followers} followers");
    }
}

#[test]
fn sb_6_10a_everything_but_the_hands_is_open_to_everybody() {
    covers!("SB-6.10a");
    let position = "setup\nactive A\nlp 3 5\nhonor 2\nbox 6\nhand A: 3 7\nhand I: 9\nrevealed I: 1\npenalty A: 12\n\
                    discard: 4\nstep activity\n";
    let scene = crate::stage::scene("F", position);
    for viewer in Viewer::all(2) {
        let view = scene.game.view(&scene.state, viewer);
        assert_eq!(view.board, scene.state.board, "{viewer:?}");
        assert_eq!(view.board.hand_size, [2, 1]);
        for side in Side::BOTH {
            let known = view.hands[side.index()].value;
            let own = viewer.is(side.seat()).then(|| scene.state.hands[side.index()].truth());
            assert_eq!(known, own, "{viewer:?} and the hand of {side:?}");
        }
    }
}

/// A Raider on its way to a Scout at DL9; the Destroyer keeps the Activity Step open.
const ARRIVAL: &str = "active I\nfirst I\nlp 4 3\ncontrol A OM1\ncontrol A DL5\nat KP5: Raider\nat DL9: Scout\nat KP1: Destroyer\n";

#[test]
fn sb_r12_only_links_used_this_turn_are_entry_links() {
    covers!("SB-R12", "SB-DEF-7");
    // By link.
    let mut link = crate::stage::scene("D", ARRIVAL);
    travel(&mut link, IMPERIUM, &["I-PR-1"], &["DL9"]);
    link.act(IMPERIUM, "end");
    assert_eq!(link.state.board.battle.entry, star_borders::LocSet::only(loc(&link, "KP5")));
    // By a jump: no link.
    let mut jump = crate::stage::scene("D", &ARRIVAL.replace("KP5", "DL8"));
    travel(&mut jump, IMPERIUM, &["I-PR-1"], &["DL9"]);
    jump.act(IMPERIUM, "end");
    assert!(jump.state.board.battle.entry.is_empty());
    // Only the last step counts.
    let mut last = crate::stage::scene("D", &ARRIVAL.replace("KP5", "KP7"));
    travel(&mut last, IMPERIUM, &["I-PR-1"], &["KP5", "DL9"]);
    last.act(IMPERIUM, "end");
    assert_eq!(last.state.board.battle.entry, star_borders::LocSet::only(loc(&last, "KP5")));
    // Already there: no link.
    let mut there = crate::stage::scene("D", &ARRIVAL.replace("at KP5", "at DL9"));
    there.act(IMPERIUM, "end");
    assert!(there.state.board.battle.entry.is_empty());
}

#[test]
fn sb_r12_any_ship_may_use_any_entry_link_and_a_jumper_its_safe_refuge() {
    covers!("SB-R12", "SB-DEF-12");
    // The Raider came from KP5, the Intruder was there before; the Intruder may flee to KP5.
    let position = "active I\nfirst I\nlp 4 3\ncontrol A OM1\nat KP5: Raider\nat DL9: Intruder, Guardship\n";
    let mut scene = crate::stage::scene("D", position).with_dice([1, 3]);
    travel(&mut scene, IMPERIUM, &["I-PR-1"], &["DL9"]);
    scene.act(IMPERIUM, "end").act(ALLIANCE, "fire-at-will").act(IMPERIUM, "absorb I-IR-1");
    assert_eq!(scene.legal(IMPERIUM), ["suffer", "flee KP5"]);
    // A jumper has no link, but a friendly planet nearby.
    let jumped = "active I\nfirst I\nlp 4 3\ncontrol A OM1\ncontrol I DL5\nat DL8: Raider\nat DL9: Guardship\nat KP1: Destroyer\n";
    let mut scene = crate::stage::scene("D", jumped).with_dice([1, 2]);
    travel(&mut scene, IMPERIUM, &["I-PR-1"], &["DL9"]);
    scene.act(IMPERIUM, "end").act(ALLIANCE, "fire-at-will");
    assert_eq!(scene.legal(IMPERIUM), ["suffer", "flee DL5"]);
}

#[test]
fn sb_r41_every_marker_of_the_attacker_bars_the_defenders_way() {
    covers!("SB-R41");
    // DL1 has links to DL4, DL5, DL10 and DL11.
    for (marker, open) in [
        ("control I DL5", false),
        ("control I DL5!", false),
        ("control I DL5\nat DL5: Smuggler", false),
        ("control A DL5!", true),
    ] {
        let position = format!(
            "active I\nfirst I\nlp 4 0\ncontrol A OM1\n{marker}\nat DL1: Raider, Scout\nstep combat\n"
        );
        let scene = crate::stage::scene("D", &position);
        let targets = scene.game.retreat_targets(&scene.state.board, Side::Alliance);
        assert_eq!(targets.has(loc(&scene, "DL5")), open, "{marker}");
        assert!(targets.has(loc(&scene, "DL10")), "{marker}");
    }
}

#[test]
fn sb_r43_the_step_between_linked_wormholes_follows_the_link() {
    covers!("SB-R43");
    let mut scene = crate::stage::scene("G", "active I\nhot\nlp 0 4\nat DL9: Raider\nat ZT11: Scout\n");
    travel(&mut scene, IMPERIUM, &["I-PR-1"], &["ZT11"]);
    let entered = scene.state.board.turn.entered[ship(&scene, "I-PR-1").index()];
    assert_eq!(entered, Some(loc(&scene, "DL9")));
    let mut far = crate::stage::scene("G", "active I\nhot\nlp 0 4\nat DL9: Raider\nat ZT10: Scout\n");
    travel(&mut far, IMPERIUM, &["I-PR-1"], &["ZT10"]);
    assert_eq!(far.state.board.turn.entered[ship(&far, "I-PR-1").index()], None, "a jump");
}

#[test]
fn sb_6_1m_a_picked_ship_can_be_deselected_until_something_is_paid() {
    covers!("SB-6.1m");
    let position = "active A\nlp 8 0\nhand A: 3\ncontrol A OM1\nat OM1: Comship, Scout, Starship\n";
    let mut scene = crate::stage::scene("D", position);
    let start = scene.state;
    scene.act(ALLIANCE, "pick A-ST-1").act(ALLIANCE, "deselect A-ST-1");
    assert_eq!(scene.state, start);
    // One follower, then the rest with their lead; showing a card in between changes nothing.
    scene.act(ALLIANCE, "pick A-CO-1").act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "pick A-ST-1");
    scene.act(ALLIANCE, "reveal 3").act(ALLIANCE, "deselect A-SE-1");
    let Some(Frame::Move(step)) = scene.state.board.frame() else { panic!("the Comship is picked") };
    assert_eq!(step.followers, ShipSet::only(ship(&scene, "A-ST-1")));
    assert_eq!(scene.verdict(ALLIANCE, "deselect A-SE-1"), denied("SB-6.1m"), "not picked any more");
    scene.act(ALLIANCE, "deselect A-CO-1");
    assert_eq!((scene.state.board.frame(), scene.state.board.lp[0]), (Some(Frame::Activity), 8));
    // Once the move is paid for, it is made.
    scene.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "go OM2");
    assert_eq!(scene.verdict(ALLIANCE, "deselect A-SE-1"), denied("SB-6.1m"));
}

#[test]
fn sb_6_1m_a_deselected_ship_returns_the_overdrive_coils() {
    covers!("SB-6.1m");
    let mut scene =
        crate::stage::scene("D", "active A\nlp 8 0\nrevealed A: 8\ncontrol A OM1\nat OM1: Scout\n");
    scene.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "overdrive").act(ALLIANCE, "deselect A-SE-1");
    assert!(!scene.state.board.turn.overdriven);
    assert_eq!(scene.act(ALLIANCE, "pick A-SE-1").try_act(ALLIANCE, "overdrive"), Ok(()));
}

#[test]
fn sb_6_1m_ships_of_a_group_or_a_redeployment_can_be_deselected() {
    covers!("SB-6.1m");
    let mut fire = crate::stage::combat::battle(IMPERIUM, "at DL8: Scout, Escort, Dominator");
    fire.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "pick A-SE-2").act(ALLIANCE, "deselect A-SE-1");
    assert_eq!(fire.state.board.battle.volley.group, ShipSet::only(ship(&fire, "A-SE-2")));
    fire.act(ALLIANCE, "deselect A-SE-2");
    assert_eq!(fire.verdict(ALLIANCE, "fire-at-will"), Ok(()), "no group is being formed");
    let mut card = crate::stage::scene("D", "active A\nlp 8 0\nrevealed A: 2\nat OM1: Scout, Escort\n");
    card.act(ALLIANCE, "use 2").act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "pick A-SE-2");
    card.act(ALLIANCE, "deselect A-SE-1").act(ALLIANCE, "go DL9");
    assert_eq!(card.state.board.at(ship(&card, "A-SE-1")), Some(loc(&card, "OM1")));
    assert_eq!(card.state.board.at(ship(&card, "A-SE-2")), Some(loc(&card, "DL9")));
}

#[test]
fn the_price_of_a_move_keeps_its_surcharges_while_it_is_made() {
    // A Nebula costs one more, and Fuel Rationing one more for the first move of the turn.
    let position = "active A\nlp 8 0\npenalty A: 12\nat KP4: Scout\n";
    let mut scene = crate::stage::scene("D", position);
    let cost = |scene: &Scene<StarBorders>| {
        let view = scene.view(Viewer::Public);
        scene.game.public_view(&view).moving.map(|moving| (moving.cost, moving.paid))
    };
    scene.act(ALLIANCE, "pick A-SE-1");
    assert_eq!(cost(&scene), Some((3, false)));
    scene.act(ALLIANCE, "go KP3");
    assert_eq!((cost(&scene), scene.state.board.lp[0]), (Some((3, true)), 5));
}
