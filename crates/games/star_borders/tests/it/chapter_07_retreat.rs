//! Section 7.3: hiding and retreating.

use crate::stage::combat::{battle, frame, is_over, miss, options, play, turn, victor};
use crate::stage::{ALLIANCE, IMPERIUM, loc, ship};
use laws::denied;
use rules::covers;
use star_borders::{Frame, Side};

#[test]
fn sb_7_3a_all_ships_do_the_same() {
    covers!("SB-7.3a");
    let mut scene = battle(IMPERIUM, "control A OM3\nat DL8: Scout, Scout, Escort, Destroyer");
    assert_eq!(options(&scene, ALLIANCE), ["fight", "retreat OM3"]);
    scene.act(ALLIANCE, "retreat OM3");
    let refuge = loc(&scene, "OM3");
    assert_eq!(scene.state.board.ships_at(Side::Alliance, refuge).len(), 3);
    assert!(scene.state.board.ships_at(Side::Alliance, loc(&scene, "DL8")).is_empty());
}

#[test]
fn sb_7_3b_only_an_attacker_with_nothing_but_cloaks_hides_and_only_in_round_one() {
    covers!("SB-7.3b");
    let mut scene = battle(IMPERIUM, "at DL8: Intruder, Intruder, Starship");
    assert_eq!(options(&scene, IMPERIUM), ["fight", "hide"]);
    scene.act(IMPERIUM, "hide");
    assert_eq!(victor(&scene), None);
    assert_eq!(scene.state.board.stacks[loc(&scene, "DL8").index()].len(), 3);
    assert!(is_over(&scene));
    // One ship without Cloak, be it the back of the same counter, betrays them all.
    for company in ["Destroyer", "I-IR-2:Reclaimer"] {
        let scene = battle(IMPERIUM, &format!("at DL8: Intruder, {company}, Starship"));
        assert_eq!(frame(&scene), Frame::Fire(Side::Alliance), "{company}");
    }
    // In the second Round it is too late.
    let mut scene = battle(IMPERIUM, "control I DL4\nat DL8: Intruder, Scout");
    scene.act(IMPERIUM, "fight");
    miss(&mut scene);
    scene.act(ALLIANCE, "fight");
    assert_eq!(scene.try_act(IMPERIUM, "hide"), denied("SB-7.3b"));
    assert_eq!(options(&scene, IMPERIUM), ["fight", "retreat DL4"]);
}

#[test]
fn sb_7_3c_the_defender_never_hides() {
    covers!("SB-7.3c");
    let mut scene = battle(ALLIANCE, "control I DL4\nat DL8: Intruder, Scout");
    assert_eq!(scene.try_act(IMPERIUM, "hide"), denied("SB-7.3c"));
    assert_eq!(options(&scene, IMPERIUM), ["fight", "retreat DL4"]);
}

#[test]
fn sb_7_3d_missile_bases_and_card_6_fire_before_anybody_hides() {
    covers!("SB-7.3d", "SB-R37");
    let mut scene = battle(IMPERIUM, "control A DL1+1\nrevealed A: 6\nat DL1: Intruder, Intruder, Scout");
    assert_eq!(frame(&scene), Frame::FireMissileBase(Side::Alliance));
    scene.act(ALLIANCE, "fire-base");
    // Both shots hit. One Intruder is lost, the other shrugs it off, and may then hide.
    play(&mut scene, ALLIANCE, "missile A-SE-1", &[1, 1]);
    play(&mut scene, IMPERIUM, "absorb I-IR-1", &[4, 1]);
    assert_eq!(options(&scene, IMPERIUM), ["fight", "hide"]);
    scene.act(IMPERIUM, "hide");
    assert!(is_over(&scene));
}

#[test]
fn sb_7_3e_the_attacker_does_not_retreat_in_round_one() {
    covers!("SB-7.3e");
    let mut scene = battle(IMPERIUM, "control I DL4\nat DL8: Intruder, Scout");
    assert_eq!(scene.try_act(IMPERIUM, "retreat DL4"), denied("SB-7.3e"));
    scene.act(IMPERIUM, "fight");
    miss(&mut scene);
    scene.act(ALLIANCE, "fight").act(IMPERIUM, "retreat DL4");
    assert_eq!(victor(&scene), Some(Side::Alliance));
}

#[test]
fn sb_7_3f_one_engine_pins_the_defender_in_round_one() {
    covers!("SB-7.3f");
    for (defenders, pinned) in [
        ("Scout, Escort", false),
        ("Scout, Auxiliary", true),
        ("Scout, Guardship", true),
        ("Starship*, Salvager", false),
    ] {
        let scene = battle(IMPERIUM, &format!("control A OM3\nat DL8: {defenders}, Destroyer"));
        let expected = if pinned { Frame::Fire(Side::Alliance) } else { Frame::Stand(Side::Alliance) };
        assert_eq!(frame(&scene), expected, "{defenders}");
    }
    // The side face up counts: an Intruder has two Engines, the Reclaimer on its back one.
    for (defenders, pinned) in [("Intruder, Intruder", false), ("Intruder, Reclaimer", true)] {
        let scene = battle(ALLIANCE, &format!("control I OM3\nat DL8: {defenders}, Starship"));
        let expected = if pinned { Frame::Fire(Side::Imperium) } else { Frame::Stand(Side::Imperium) };
        assert_eq!(frame(&scene), expected, "{defenders}");
    }
    // From the second Round on it does not matter.
    let mut scene = battle(IMPERIUM, "control A OM3\nat DL8: Scout, Auxiliary, Destroyer");
    miss(&mut scene);
    assert_eq!(scene.verdict(ALLIANCE, "retreat OM3"), Ok(()));
}

#[test]
fn sb_7_3g_before_combat_only_a_safe_refuge_will_do() {
    covers!("SB-7.3g");
    let pieces = "control A OM3\nat DL8: Scout, Destroyer";
    let mut scene = battle(IMPERIUM, pieces);
    assert_eq!(scene.try_act(ALLIANCE, "retreat DL10"), denied("SB-7.3g"));
    scene.act(ALLIANCE, "retreat OM3");
    assert!(is_over(&scene));
    // A friendly ship makes a refuge too, and no enemy may be there.
    let scene = battle(IMPERIUM, &format!("{pieces}\nat DL10: Auxiliary"));
    assert_eq!(options(&scene, ALLIANCE), ["fight", "retreat DL10", "retreat OM3"]);
    let scene = battle(IMPERIUM, &format!("{pieces}\nat DL10: Auxiliary, Patroller\nat OM3: Patroller"));
    assert_eq!(frame(&scene), Frame::Fire(Side::Alliance), "no refuge is left");
}

#[test]
fn sb_7_3h_later_the_defender_goes_anywhere_but_where_the_attacker_came_from() {
    covers!("SB-7.3h");
    let mut scene = turn(IMPERIUM, "lp 8 1\nat DL4: Raider\nat DL8: Scout\nat OM3: Patroller");
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL8").act(IMPERIUM, "end");
    miss(&mut scene);
    assert_eq!(scene.try_act(ALLIANCE, "retreat DL4"), denied("SB-7.3h"), "the Raider came from there");
    assert_eq!(scene.try_act(ALLIANCE, "retreat OM3"), denied("SB-7.3h"), "an enemy is there");
    assert_eq!(scene.try_act(ALLIANCE, "retreat OM1"), denied("SB-7.3h"), "that is too far");
    assert_eq!(options(&scene, ALLIANCE), ["fight", "retreat DL10"]);
    scene.act(ALLIANCE, "retreat DL10");
    assert_eq!(victor(&scene), Some(Side::Imperium));
}

#[test]
fn sb_7_3i_later_the_attacker_goes_back_or_to_a_safe_refuge() {
    covers!("SB-7.3i");
    let pieces = "lp 8 1\ncontrol I OM3\nat DL4: Raider\nat DL8: Scout";
    let mut scene = turn(IMPERIUM, pieces);
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL8").act(IMPERIUM, "end");
    miss(&mut scene);
    scene.act(ALLIANCE, "fight");
    assert_eq!(scene.try_act(IMPERIUM, "retreat DL10"), denied("SB-7.3i"), "neither");
    assert_eq!(options(&scene, IMPERIUM), ["fight", "retreat DL4", "retreat OM3"]);
    // An enemy marker behind him closes the way back.
    let mut scene = turn(IMPERIUM, &format!("{pieces}\ncontrol A DL4"));
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL8").act(IMPERIUM, "end");
    miss(&mut scene);
    scene.act(ALLIANCE, "fight");
    assert_eq!(scene.try_act(IMPERIUM, "retreat DL4"), denied("SB-7.3i"));
}

#[test]
fn sb_7_3j_a_retreat_is_free_and_never_a_wormhole_jump() {
    covers!("SB-7.3j");
    let mut scene = battle(IMPERIUM, "control A OM3\nat DL8: Scout, Escort, Destroyer\nat DL9: Auxiliary");
    assert_eq!(scene.try_act(ALLIANCE, "retreat DL9"), denied("SB-7.3h"), "a refuge, but a jump away");
    scene.act(ALLIANCE, "retreat OM3");
    assert_eq!(scene.state.board.lp[0], 8);
    for scout in ["A-SE-1", "A-SE-2"] {
        assert_eq!(scene.state.board.at(ship(&scene, scout)), Some(loc(&scene, "OM3")));
    }
}

#[test]
fn sb_7_3k_who_has_nowhere_to_go_fights_on() {
    covers!("SB-7.3k");
    let pieces = "at DL8: Scout, Destroyer\nat DL10: Patroller\nat DL4: Patroller\nat OM3: Patroller";
    let mut scene = battle(IMPERIUM, pieces);
    assert_eq!(frame(&scene), Frame::Fire(Side::Alliance));
    miss(&mut scene);
    assert_eq!(scene.state.board.battle.round, 2);
    // The Defender is not asked; the Attacker has refuges all around.
    assert_eq!(frame(&scene), Frame::Stand(Side::Imperium));
    scene.act(IMPERIUM, "fight");
    assert_eq!(frame(&scene), Frame::Fire(Side::Alliance));
}

#[test]
fn sb_7_3l_any_kind_of_location_is_a_refuge() {
    covers!("SB-7.3l");
    // Molhaven lies between a planet, a Nebula, Deep Space and Tendic; Garrow beside Asteroids.
    for (at, to) in [("KP3", "KP4"), ("KP3", "KP7"), ("KP3", "DL3"), ("KP2", "KP6"), ("KP2", "KP5")] {
        let mut scene = battle(IMPERIUM, &format!("at {at}: Starship, Destroyer"));
        miss(&mut scene);
        scene.act(ALLIANCE, &format!("retreat {to}"));
        let starship = ship(&scene, "A-ST-1");
        assert_eq!(scene.state.board.at(starship), Some(loc(&scene, to)));
        assert!(!scene.state.board.back.has(starship), "unhurt");
    }
    // For Housekeeping the active player's ships simply stand there: Tendic becomes his.
    let mut scene = turn(IMPERIUM, "lp 8 1\nat DL3: Raider\nat KP3: Scout");
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go KP3").act(IMPERIUM, "end");
    miss(&mut scene);
    scene.act(ALLIANCE, "fight").act(IMPERIUM, "retreat DL3");
    let tendic = loc(&scene, "DL3");
    assert!(scene.state.board.control[1].has(tendic) && !scene.state.board.disrupted.has(tendic));
}

#[test]
fn sb_7_3m_after_the_defenders_retreat_the_attacker_has_no_choice() {
    covers!("SB-7.3m");
    let mut scene = battle(IMPERIUM, "control A OM3\nat DL8: Scout, Intruder");
    scene.act(ALLIANCE, "retreat OM3");
    assert_eq!(victor(&scene), Some(Side::Imperium));
    assert!(is_over(&scene));
}

#[test]
fn sb_7_3n_the_defender_decides_first() {
    covers!("SB-7.3n");
    let mut scene = battle(IMPERIUM, "control A OM3\ncontrol I DL4\nat DL8: Scout, Intruder");
    assert_eq!(frame(&scene), Frame::Stand(Side::Alliance));
    scene.act(ALLIANCE, "fight");
    assert_eq!(frame(&scene), Frame::Stand(Side::Imperium));
    scene.act(IMPERIUM, "fight");
    miss(&mut scene);
    assert_eq!(frame(&scene), Frame::Stand(Side::Alliance));
    scene.act(ALLIANCE, "fight");
    assert_eq!(frame(&scene), Frame::Stand(Side::Imperium));
}

#[test]
fn sb_r16_before_combat_the_attackers_way_is_closed_as_well() {
    covers!("SB-R16");
    // Calliope is a Safe Refuge, but the Raider came from there.
    let pieces = "lp 8 1\ncontrol A DL4 OM3\nat DL4: Raider\nat DL8: Scout";
    let mut scene = turn(IMPERIUM, pieces);
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL8").act(IMPERIUM, "end");
    assert_eq!(scene.try_act(ALLIANCE, "retreat DL4"), denied("SB-7.3h"));
    assert_eq!(scene.try_act(ALLIANCE, "retreat DL10"), denied("SB-7.3g"));
    assert_eq!(options(&scene, ALLIANCE), ["fight", "retreat OM3"]);
}
