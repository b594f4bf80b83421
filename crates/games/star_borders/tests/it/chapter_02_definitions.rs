//! Sections 2.2 to 2.4: the mat, the face of a counter, and the exact definitions.

use crate::stage::{ALLIANCE, IMPERIUM, loc, scene, ship};
use laws::{Scene, denied};
use rules::{Game, covers};
use star_borders::{Event, LocSet, ShipSet, Side, Spot, StarBorders};

const A: Side = Side::Alliance;
const I: Side = Side::Imperium;

fn locs(scene: &Scene<StarBorders>, ids: &str) -> LocSet {
    ids.split_whitespace().map(|id| loc(scene, id)).collect()
}

fn ships(scene: &Scene<StarBorders>, names: &str) -> ShipSet {
    names.split_whitespace().map(|name| ship(scene, name)).collect()
}

#[test]
fn sb_2_2a_the_mat_holds_lps_stock_eliminated_units_and_the_imperiums_honor() {
    covers!("SB-2.2a");
    let mut file = StarBorders::file("F").unwrap();
    file.sides.imperium.honor = Some(3);
    let game = StarBorders::check("x", &file).unwrap();
    let board = game.start().board;
    assert_eq!((board.lp, board.honor), ([8, 6], 3));
    // The Redoubt starts with the Imperium's only Fortress.
    assert_eq!((board.fort_stock, board.fortress_stock), ([3, 2], [1, 0]));
    assert_eq!([A, I].map(|side| board.in_box(side, Spot::Eliminated).len()), [0, 0]);
    assert_eq!([A, I].map(|side| board.spendable(side)), [8, 9]);
}

#[test]
fn sb_2_2b_the_imperium_holds_six_lps_and_the_alliance_eight() {
    covers!("SB-2.2b");
    let capped = |side: Side, position: &str| {
        let scene = scene("F", &format!("setup\n{position}"));
        (scene.game.income(&scene.state.board, side), scene.state.board.lp[side.index()])
    };
    // Eight planets and a base are nine; six planets and two bases are eight, and one more nine.
    assert_eq!(capped(I, "active I\nfirst I\nlp 8 0\nstep income\n"), (6, 6));
    assert_eq!(capped(A, "active A\nfirst A\nlp 0 6\nstep income\n"), (8, 8));
    assert_eq!(capped(A, "active A\nfirst A\nlp 0 6\ncontrol A DL2\nstep income\n"), (8, 8));
    let mut file = StarBorders::file("F").unwrap();
    file.sides.alliance.lp_capacity = Some(12);
    let larger = Scene::at(StarBorders::check("x", &file).unwrap(), "setup\ncontrol A DL2\n");
    assert_eq!(larger.game.income(&larger.state.board, A), 9);
}

#[test]
fn sb_2_3d_only_the_face_that_is_up_counts() {
    covers!("SB-2.3d");
    let mut scene =
        scene("A", "active A\nlp 2 0\ncontrol A TH1\nat TH1: Starship*, Starship, Escort, Scout\n");
    let face = |scene: &Scene<StarBorders>, name: &str| {
        let face = scene.game.ratings(&scene.state.board, ship(scene, name));
        (face.attack, face.defense, face.engines, face.assault)
    };
    assert_eq!(face(&scene, "A-ST-1"), (Some(2), 3, 2, 1));
    assert_eq!(face(&scene, "A-ST-2"), (Some(4), 4, 2, 2));
    assert_eq!(face(&scene, "A-SE-1"), (Some(2), 3, 2, 0));
    assert_eq!(face(&scene, "A-SE-2"), (Some(1), 2, 3, 0));
    scene.act(ALLIANCE, "repair A-ST-1 planet");
    assert_eq!(face(&scene, "A-ST-1"), (Some(4), 4, 2, 2));
}

#[test]
fn sb_2_3f_friendly_is_of_ones_own_colour() {
    covers!("SB-2.3f");
    let scene = scene("D", "active A\nlp 3 3\nat DL10: Starship*, Scout, Patroller\n");
    let at = loc(&scene, "DL10");
    assert_eq!(scene.state.board.ships_at(A, at), ships(&scene, "A-ST-1 A-SE-1"));
    assert_eq!(scene.state.board.ships_at(I, at), ships(&scene, "I-PR-1"));
    // The Patroller has an R&S symbol, but it is the enemy's; nor does it take the Alliance's orders.
    assert_eq!(scene.verdict(ALLIANCE, "repair A-ST-1 I-PR-1"), denied("SB-5.3c"));
    assert_eq!(scene.verdict(ALLIANCE, "pick I-PR-1"), denied("SB-6.1n"));
}

#[test]
fn sb_def_1_ships_or_a_marker_of_any_kind_are_enemy_presence() {
    covers!("SB-DEF-1");
    let scene = scene(
        "D",
        "active A\nlp 4 4\ncontrol A OM1\ncontrol I KP1 DL3! DL1+1 DL2\nat OM3: Starship\n\
         at DL9: Raider\nat DL11: Destroyer\nat DL2: Scout\n",
    );
    let presence = |side| scene.state.board.enemy_presence(side);
    assert_eq!(presence(A), locs(&scene, "KP1 DL3 DL1 DL2 DL9 DL11"));
    assert_eq!(presence(I), locs(&scene, "OM1 OM3 DL2"));
}

#[test]
fn sb_def_2_a_planet_with_an_enemy_ship_is_besieged_and_only_as_long() {
    covers!("SB-DEF-2");
    let mut scene = scene(
        "D",
        "active I\nlp 0 4\ncontrol A OM1 OM2 OM3\ncontrol I KP1\nat OM2: Raider\n\
         at OM3: Starship, Patroller\nat OM6: Destroyer\nat DL2: Patroller\n",
    );
    // With own ships there or not; a neutral planet or Deep Space cannot be besieged.
    assert_eq!(scene.state.board.besieged(A), locs(&scene, "OM2 OM3"));
    assert_eq!(scene.state.board.besieged(I), LocSet::EMPTY);
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go OM6");
    assert_eq!(scene.state.board.besieged(A), locs(&scene, "OM3"));
    scene.act(IMPERIUM, "go OM1");
    assert_eq!(scene.state.board.besieged(A), locs(&scene, "OM1 OM3"));
}

#[test]
fn sb_def_3_available_is_neither_disrupted_nor_besieged() {
    covers!("SB-DEF-3");
    let scene = scene(
        "D",
        "active A\nlp 4 4\ncontrol A OM1 OM2! OM3 DL2! DL1+1\ncontrol I KP1\nat OM3: Patroller\n\
         at DL2: Patroller\nat OM1: Starship\nat DL3: Scout\n",
    );
    // Tendic (DL3) carries no marker at all.
    assert_eq!(scene.state.board.available(A), locs(&scene, "OM1 DL1"));
    assert_eq!(scene.state.board.available(I), locs(&scene, "KP1"));
}

#[test]
fn sb_def_4_a_sector_base_is_a_listed_planet_one_holds_now() {
    covers!("SB-DEF-4");
    let bases = |position: &str| {
        let scene = scene("F", &format!("active A\nlp 4 4\nat TH5: Scout\n{position}"));
        [A, I].map(|side| {
            let bases = scene.game.bases(&scene.state.board, side);
            bases.map(|base| scene.game.quadrant.get(base).id.clone()).collect::<Vec<_>>().join(" ")
        })
    };
    assert_eq!(bases("control A TH1 OM1 TH2\ncontrol I KP1\n"), ["TH1 OM1", "KP1"]);
    // In the enemy's hands it is an ordinary planet: nobody's base, whichever way round.
    assert_eq!(bases("control A TH1 KP1\ncontrol I OM1\n"), ["TH1", ""]);
    assert_eq!(bases("control A TH1! OM2\n"), ["TH1", ""]);
    assert_eq!(bases("control A TH2\n"), ["", ""]);
}

#[test]
fn sb_def_5_a_safe_refuge_is_friendly_and_without_enemy_presence() {
    covers!("SB-DEF-5");
    let scene = scene(
        "D",
        "active A\nlp 4 4\ncontrol A OM1! OM2 OM3\ncontrol I DL3 KP1\nat OM2: Raider\nat OM6: Scout\n\
         at DL9: Scout, Raider\nat DL3: Scout\nat DL10: Scout, Destroyer\nat KP5: Destroyer\n",
    );
    assert_eq!(scene.state.board.safe_refuges(A), locs(&scene, "OM1 OM3 OM6"));
    assert_eq!(scene.state.board.safe_refuges(I), locs(&scene, "KP1 KP5"));
}

#[test]
fn sb_def_6_a_wormhole_jump_is_no_adjacency() {
    covers!("SB-DEF-6");
    let scene =
        scene("A", "active I\nlp 0 0\ncontrol A TH2\nat DL9: Scout, Destroyer\nat DL8: Scout\nstep combat\n");
    let (nine, eight) = (loc(&scene, "DL9"), loc(&scene, "DL8"));
    assert!(scene.game.quadrant.steps_from(nine).has(eight));
    assert_eq!(scene.game.retreat_targets(&scene.state.board, A), locs(&scene, "DL5 DL11 TH2"));
    // First Eye is a Safe Refuge, but one cannot retreat through the Wormhole; Larkspur lies on a link.
    assert_eq!(scene.verdict(ALLIANCE, "retreat DL8"), denied("SB-7.3h"));
    assert_eq!(scene.verdict(ALLIANCE, "retreat TH2"), Ok(()));
}

#[test]
fn sb_def_7_only_the_last_step_along_a_link_is_an_entry() {
    covers!("SB-DEF-7");
    let mut scene = scene(
        "A",
        "active I\nlp 0 6\nat DL9: Scout, I-PR-3:Patroller\nat DL1: I-PR-1:Raider\nat DL8: I-PR-2:Raider\n\
         at DL5: Specter\nat DL6: Destroyer\n",
    );
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL11").act(IMPERIUM, "go DL9");
    scene.act(IMPERIUM, "pick I-PR-2").act(IMPERIUM, "go DL9");
    scene.act(IMPERIUM, "end");
    assert_eq!(scene.state.board.battle.at, loc(&scene, "DL9"));
    // Not Terra Nova, where the way began, nor First Eye, from where one jumped; the third was there.
    assert_eq!(scene.state.board.battle.entry, locs(&scene, "DL11"));
}

#[test]
fn sb_def_7_every_link_that_was_used_counts() {
    covers!("SB-DEF-7");
    let mut scene = scene("A", "active I\nlp 0 6\nat DL9: Scout\nat DL11: Raider\nat DL5: Raider\n");
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL9");
    scene.act(IMPERIUM, "pick I-PR-2").act(IMPERIUM, "go DL9").act(IMPERIUM, "end");
    assert_eq!(scene.state.board.battle.entry, locs(&scene, "DL5 DL11"));
}

#[test]
fn sb_def_8_the_active_player_is_the_attacker() {
    covers!("SB-DEF-8");
    let mut scene = scene("A", "first I\nactive I\nlp 4 4\nat DL9: Scout\nat DL11: Raider\n");
    assert_eq!(scene.verdict(ALLIANCE, "pick A-SE-1"), denied("SB-DEF-8"));
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL9").act(IMPERIUM, "end");
    // The Defender fires first; then it is the Attacker's turn.
    assert_eq!(scene.to_act(), Some(ALLIANCE));
    assert_eq!(scene.verdict(IMPERIUM, "fire-at-will"), denied("SB-DEF-8"));
    scene.act(ALLIANCE, "cease-fire");
    assert_eq!(scene.to_act(), Some(IMPERIUM));
    scene.act(IMPERIUM, "cease-fire").act(ALLIANCE, "retreat DL5");
    assert_eq!((scene.state.board.active, scene.to_act()), (A, Some(ALLIANCE)));
    assert_eq!(scene.verdict(IMPERIUM, "end"), denied("SB-DEF-8"));
}

#[test]
fn sb_def_9_a_fortified_planet_fires_as_many_shots_as_its_level() {
    covers!("SB-DEF-9");
    let plain = scene("D", "active A\nlp 4 0\ncontrol A OM1+3 OM2 OM3! DL2+1\nat OM1: Scout\n");
    assert_eq!(plain.state.board.fortified(), locs(&plain, "OM1 DL2"));
    assert_eq!(["OM1", "OM2", "DL2"].map(|id| plain.state.board.level(loc(&plain, id))), [3, 0, 1]);
    let mut scene =
        scene("D", "first I\nactive I\nlp 2 0\ncontrol A DL2+2\nat DL2: Destroyer\nstep combat\n");
    // Two shots of strength 2: a 2 hits, a 3 does not; the Destroyer shrugs it off.
    scene.queue_dice([2, 3, 1]);
    scene.act(ALLIANCE, "fire-base");
    assert!(scene.events.contains(&Event::BaseFired { side: A, shots: 2, strength: 2 }));
    assert!(scene.events.contains(&Event::HitsScored { on: I, hits: 1 }));
}

#[test]
fn sb_def_10_contested_are_both_fleets_or_a_fleet_and_an_enemy_fortification() {
    covers!("SB-DEF-10");
    let mut scene = scene(
        "D",
        "active A\nlp 4 4\ncontrol A DL2+1 DL3 OM3+1\ncontrol I KP2+1 KP3\nat DL10: Scout, Raider\n\
         at DL9: Scout, Raider\nat DL2: Destroyer\nat KP2: Starship\nat KP3: Guardship\nat DL3: Raider\n\
         at OM3: Auxiliary\n",
    );
    // Not the Long Dark, not a siege without Missile Base on either side, not a garrison.
    assert_eq!(scene.game.contested(&scene.state.board), locs(&scene, "DL9 DL2 KP2"));
    scene.act(ALLIANCE, "end");
    assert_eq!(scene.legal(ALLIANCE), ["battle KP2", "battle DL2", "battle DL9"]);
    for elsewhere in ["DL10", "KP3", "DL3", "OM3", "DL1"] {
        assert_eq!(scene.verdict(ALLIANCE, &format!("battle {elsewhere}")), denied("SB-DEF-10"));
    }
}

#[test]
fn sb_def_11_ships_begin_free_and_are_halted_or_stopped_by_what_they_enter() {
    covers!("SB-DEF-11");
    let mut scene = scene(
        "E",
        "active A\nlp 8 0\ncontrol A TH1\ncontrol I ZT2 ZT1\nat ZT8: Scout\nat ZT6: Guardship\n\
         at ZT1: Starship\nat ZT12: Smuggler\neliminated: Escort\n",
    );
    let state = |scene: &Scene<StarBorders>, name: &str| {
        let (board, it) = (&scene.state.board, ship(scene, name));
        (board.is_free(it), board.turn.halted.has(it), board.turn.stopped.has(it))
    };
    let (free, halted, stopped) = ((true, false, false), (false, true, false), (false, false, true));
    // In Asteroids, in a Nebula, at an enemy planet: all begin free.
    for name in ["A-SE-1", "A-AG-1", "A-ST-1", "A-SS-1"] {
        assert_eq!(state(&scene, name), free, "{name}");
    }
    scene.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "go ZT2");
    assert_eq!(state(&scene, "A-SE-1"), halted);
    assert_eq!(scene.verdict(ALLIANCE, "pick A-SE-1"), denied("SB-6.1l"));
    scene.act(ALLIANCE, "pick A-SS-1").act(ALLIANCE, "go ZT2").act(ALLIANCE, "halt");
    assert_eq!(state(&scene, "A-SS-1"), stopped);
    // A new paid move, and the Cloak lets it go on: into Asteroids, where it is halted like anybody.
    scene.act(ALLIANCE, "pick A-SS-1").act(ALLIANCE, "go ZT8");
    assert_eq!(state(&scene, "A-SS-1"), halted);
    scene.act(ALLIANCE, "replace Escort TH1");
    assert_eq!(state(&scene, "A-SE-2"), free);
}

#[test]
fn sb_def_12_where_each_side_can_retreat_to() {
    covers!("SB-DEF-12");
    let mut scene = scene(
        "D",
        "active I\nlp 0 4\ncontrol I DL4\nat DL1: Scout, Escort\nat DL11: Scout\nat DL5: Raider\n",
    );
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL1").act(IMPERIUM, "end");
    let targets = |side| scene.game.retreat_targets(&scene.state.board, side);
    // The Attacker: the way he came, or a Safe Refuge; not the empty Long Dark, not an enemy.
    assert_eq!(targets(I), locs(&scene, "DL5 DL4"));
    // The Defender: anywhere clear but where the Attacker came from.
    assert_eq!(targets(A), locs(&scene, "DL10 DL11"));
}

#[test]
fn sb_def_12_the_way_one_came_is_closed_once_the_enemy_is_there() {
    covers!("SB-DEF-12");
    let mut scene = scene("D", "active I\nlp 0 4\nat DL1: Scout\nat DL11: Raider, Scout\n");
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL1");
    assert_eq!(scene.game.retreat_targets(&scene.state.board, I), LocSet::EMPTY);
}
