//! Sections 7.0 to 7.2 and 7.4: which battles are fought, terrain, Pre-Battle Fire, the end.

use crate::stage::combat::{battle, frame, hits, is_over, miss, options, play, shots, turn, victor};
use crate::stage::{ALLIANCE, IMPERIUM, loc, ship};
use laws::denied;
use rules::covers;
use star_borders::{Event, Frame, Side};

// --- 7.0 Which battles

#[test]
fn sb_7_0a_one_battle_at_each_contested_location_in_the_order_the_active_player_likes() {
    covers!("SB-7.0a");
    let mut scene = battle(
        IMPERIUM,
        "at DL8: Intruder, Scout\nat DL9: Intruder, Scout\nat KP5: Destroyer, Salvager\nat DL1: Scout",
    );
    assert_eq!(options(&scene, IMPERIUM), ["battle DL8", "battle DL9", "battle KP5"]);
    assert_eq!(scene.try_act(IMPERIUM, "battle DL1"), denied("SB-DEF-10"));
    scene.act(IMPERIUM, "battle DL9");
    assert_eq!(scene.state.board.battle.at, loc(&scene, "DL9"));
    scene.act(IMPERIUM, "hide");
    // Both sides are still there, yet that Battle is over for this turn.
    assert_eq!(scene.try_act(IMPERIUM, "battle DL9"), denied("SB-7.0a"));
    scene.act(IMPERIUM, "battle KP5");
    play(&mut scene, IMPERIUM, "fire-at-will", &[1, 6]);
    // The last one begins by itself.
    assert_eq!(scene.state.board.battle.at, loc(&scene, "DL8"));
    scene.act(IMPERIUM, "hide");
    assert!(is_over(&scene));
}

#[test]
fn sb_7_0b_no_battle_can_be_declined() {
    covers!("SB-7.0b");
    let mut scene = battle(IMPERIUM, "at DL8: Destroyer, Scout\nat DL9: Destroyer, Scout");
    for excuse in ["pass", "end"] {
        assert_eq!(scene.try_act(IMPERIUM, excuse), denied("SB-4.7a"));
    }
    assert_eq!(options(&scene, IMPERIUM), ["battle DL8", "battle DL9"]);
    scene.act(IMPERIUM, "battle DL8");
    // The fire of the other side cannot be escaped by declining either.
    assert_eq!(frame(&scene), Frame::Fire(Side::Alliance));
    assert_eq!(scene.try_act(ALLIANCE, "pass"), denied("SB-4.7a"));
}

#[test]
fn sb_7_0c_against_a_marker_alone_only_step_zero_is_played() {
    covers!("SB-7.0c");
    let mut scene = battle(ALLIANCE, "control I DL1+1\nat DL1: Starship");
    play(&mut scene, IMPERIUM, "fire-base", &[2]);
    assert_eq!(victor(&scene), None);
    assert!(!scene.events.iter().any(|event| matches!(event, Event::RoundBegan { .. })));
    assert_eq!(frame(&scene), Frame::Assault);
    // With one enemy ship there a Round begins.
    let mut scene = battle(ALLIANCE, "control I DL1+1\nat DL1: Starship, Destroyer");
    play(&mut scene, IMPERIUM, "fire-base", &[2]);
    assert!(scene.events.contains(&Event::RoundBegan { round: 1 }));
}

#[test]
fn sb_7_0d_an_occupied_missile_base_fires_in_its_owners_turn_too() {
    covers!("SB-7.0d", "SB-R13");
    for attacker in [ALLIANCE, IMPERIUM] {
        let mut scene = battle(attacker, "control I DL1+1\nat DL1: Scout, Comship");
        assert_eq!(options(&scene, IMPERIUM), ["fire-base", "pass"]);
        play(&mut scene, IMPERIUM, "fire-base", &[1]);
        play(&mut scene, ALLIANCE, "absorb A-SE-1", &[3]);
        assert_eq!(victor(&scene), None);
        assert_eq!(scene.state.board.lost, [1, 0]);
    }
    // Without a fortification there is no Battle, whosever turn it is.
    assert!(is_over(&battle(IMPERIUM, "control I DL1\nat DL1: Scout")));
}

#[test]
fn sb_7_0e_ships_never_fire_at_a_fortification() {
    covers!("SB-7.0e");
    let mut scene = battle(ALLIANCE, "control I DL1+2\nat DL1: Starship, Starship");
    play(&mut scene, IMPERIUM, "fire-base", &[3, 3]);
    assert!(shots(&scene).is_empty());
    assert_eq!(scene.state.board.level(loc(&scene, "DL1")), 2);
    // Only the Assault lowers it.
    play(&mut scene, ALLIANCE, "assault DL1", &[4]);
    assert_eq!(scene.state.board.level(loc(&scene, "DL1")), 1);
}

#[test]
fn sb_7_0f_who_flees_or_retreats_starts_no_new_battle() {
    covers!("SB-7.0f");
    // First Eye: an Imperium ship waits in The Long Dark, so nobody can be driven there.
    let pieces = "control A OM3\nat DL8: Scout, Scout, Destroyer\nat DL10: Patroller\nat DL4: Patroller";
    let mut scene = battle(IMPERIUM, pieces);
    for to in ["DL10", "DL4"] {
        assert_eq!(scene.try_act(ALLIANCE, &format!("retreat {to}")), denied("SB-7.3h"));
    }
    scene.act(ALLIANCE, "retreat OM3");
    assert!(is_over(&scene));
    assert!(scene.game.contested(&scene.state.board).is_empty());

    let mut scene = battle(IMPERIUM, pieces);
    scene.act(ALLIANCE, "fight").act(ALLIANCE, "cease-fire");
    play(&mut scene, IMPERIUM, "fire-at-will", &[1]);
    play(&mut scene, ALLIANCE, "absorb A-SE-1", &[2]);
    for to in ["DL10", "DL4"] {
        assert_eq!(scene.try_act(ALLIANCE, &format!("flee {to}")), denied("SB-7.6g"));
    }
    scene.act(ALLIANCE, "flee OM3");
    assert_eq!(scene.game.contested(&scene.state.board).len(), 1, "only where the other Scout is");
}

// --- 7.1 Terrain

#[test]
fn sb_7_1a_nobody_fights_in_deep_space() {
    covers!("SB-7.1a");
    let pieces = "at DL10: Scout, Destroyer";
    let scene = battle(IMPERIUM, pieces);
    assert!(is_over(&scene));
    assert_eq!(scene.state.board.lost, [0, 0]);
    assert!(!is_over(&battle(IMPERIUM, "at DL8: Scout, Destroyer")));
}

#[test]
fn sb_7_1b_a_battle_in_a_nebula_has_one_round() {
    covers!("SB-7.1b");
    let mut scene = battle(IMPERIUM, "at KP4: Scout, Destroyer");
    miss(&mut scene);
    assert!(is_over(&scene));
    let mut elsewhere = battle(IMPERIUM, "at DL8: Scout, Destroyer");
    miss(&mut elsewhere);
    assert_eq!(elsewhere.state.board.battle.round, 2);
}

#[test]
fn sb_7_1c_nobody_retreats_from_a_nebula() {
    covers!("SB-7.1c");
    // The Attacker is asked, because he may hide.
    let mut scene = battle(IMPERIUM, "control A KP3\nat KP6: Patroller\nat KP4: Scout, Intruder");
    assert_eq!(frame(&scene), Frame::Stand(Side::Imperium));
    assert_eq!(options(&scene, IMPERIUM), ["fight", "hide"]);
    assert_eq!(scene.try_act(IMPERIUM, "retreat KP6"), denied("SB-7.1c"));
    // The Defender has a Safe Refuge and fast ships, but is not asked.
    let elsewhere = battle(IMPERIUM, "control A DL4\nat DL8: Scout, Intruder");
    assert_eq!(options(&elsewhere, ALLIANCE), ["fight", "retreat DL4"]);
}

#[test]
fn sb_7_1d_a_flight_from_a_nebula_is_survived_on_three_and_less() {
    covers!("SB-7.1d");
    for (die, survives) in [(1, true), (3, true), (4, false), (6, false)] {
        let mut scene = battle(IMPERIUM, "at KP4: Scout, Destroyer\nat OM1: Auxiliary");
        scene.act(ALLIANCE, "cease-fire");
        play(&mut scene, IMPERIUM, "fire-at-will", &[3, 2]);
        play(&mut scene, ALLIANCE, "flee KP3", &[die]);
        let board = &scene.state.board;
        let scout = ship(&scene, "A-SE-1");
        assert_eq!(board.at(scout), survives.then(|| loc(&scene, "KP3")), "{die}");
        assert_eq!(board.battle.destroyed, [u8::from(!survives), 0], "{die}");
    }
    // Anywhere else no die is rolled.
    let mut scene = battle(IMPERIUM, "at DL8: Scout, Destroyer");
    scene.act(ALLIANCE, "cease-fire");
    play(&mut scene, IMPERIUM, "fire-at-will", &[3, 2]);
    scene.act(ALLIANCE, "flee DL10");
    assert!(is_over(&scene));
}

#[test]
fn sb_7_1e_hiding_in_a_nebula_is_allowed() {
    covers!("SB-7.1e", "SB-R14");
    let mut scene = battle(IMPERIUM, "at KP4: Scout, Intruder");
    scene.act(IMPERIUM, "hide");
    assert_eq!(victor(&scene), None);
    let stack = scene.state.board.stacks[loc(&scene, "KP4").index()];
    assert_eq!(stack.len(), 2);
}

// --- 7.2 Step 0: Pre-Battle Fire

#[test]
fn sb_7_2a_pre_battle_fire_happens_once_before_the_first_round() {
    covers!("SB-7.2a");
    let mut scene = battle(ALLIANCE, "control I DL1+1\nat DL1: Escort, Destroyer");
    assert_eq!(scene.state.board.battle.round, 0);
    play(&mut scene, IMPERIUM, "fire-base", &[6]);
    assert_eq!(frame(&scene), Frame::Fire(Side::Imperium));
    miss(&mut scene);
    scene.act(IMPERIUM, "fight");
    assert_eq!(scene.state.board.battle.round, 2);
    assert_eq!(frame(&scene), Frame::Fire(Side::Imperium));
    assert!(!scene.events.iter().any(|event| matches!(event, Event::BaseFired { .. })));
}

#[test]
fn sb_7_2b_the_attackers_hits_are_applied_before_the_defender_fires() {
    covers!("SB-7.2b");
    let mut scene =
        battle(IMPERIUM, "revealed A: 6\nrevealed I: 6\nat DL8: Destroyer, Patroller, Scout, Escort");
    assert_eq!(frame(&scene), Frame::FireStandoffMissiles(Side::Imperium));
    play(&mut scene, IMPERIUM, "missile I-DE-1", &[2]);
    play(&mut scene, ALLIANCE, "absorb A-SE-1", &[3]);
    assert_eq!(frame(&scene), Frame::FireStandoffMissiles(Side::Alliance));
    assert_eq!(scene.try_act(ALLIANCE, "missile A-SE-1"), denied("SB-7.2e"), "it is destroyed");
    play(&mut scene, ALLIANCE, "missile A-SE-2", &[1]);
    play(&mut scene, IMPERIUM, "absorb I-PR-1", &[4]);
    assert_eq!(scene.state.board.lost, [1, 1]);
    assert_eq!(frame(&scene), Frame::Fire(Side::Alliance));
}

#[test]
fn sb_7_2c_a_missile_base_fires_as_many_shots_as_strong_as_its_level() {
    covers!("SB-7.2c", "SB-R06");
    for (place, dice, scored) in [
        ("DL1+1", &[1][..], 1),
        ("DL1+1", &[2], 0),
        ("DL1+2", &[2, 1], 2),
        ("DL1+2", &[3, 2], 1),
        ("KP1+3", &[3, 3, 3], 3),
        ("KP1+3", &[4, 3, 4], 1),
    ] {
        let (at, level) = place.split_once('+').unwrap();
        let mut scene = battle(ALLIANCE, &format!("control I {place}\nat {at}: Starship"));
        // Hits are shrugged off with a 1 each.
        let dice: Vec<u32> = dice.iter().copied().chain((0..scored).map(|_| 1)).collect();
        play(&mut scene, IMPERIUM, "fire-base", &dice);
        let level: u8 = level.parse().unwrap();
        assert_eq!(
            scene.events[0],
            Event::BaseFired { side: Side::Imperium, shots: level, strength: level },
            "{place}"
        );
        assert_eq!(hits(&scene), [scored], "{place}");
    }
}

#[test]
fn sb_7_2d_a_missile_base_joins_no_group_and_fires_in_no_round() {
    covers!("SB-7.2d");
    let mut scene = battle(ALLIANCE, "control I DL1+2\nat DL1: Escort, Destroyer");
    play(&mut scene, IMPERIUM, "fire-base", &[5, 5]);
    // The Destroyer fires alone, at its own strength.
    assert_eq!(scene.try_act(IMPERIUM, "fire-base"), denied("SB-4.7a"));
    assert_eq!(options(&scene, IMPERIUM), ["cease-fire", "fire-at-will", "pick I-DE-1"]);
    play(&mut scene, IMPERIUM, "fire-at-will", &[4]);
    assert_eq!((shots(&scene), hits(&scene)), (vec![3], vec![0]));
}

#[test]
fn sb_7_2e_card_6_adds_the_shot_of_one_ship_at_half_its_attack() {
    covers!("SB-7.2e");
    for (attacker, class, counter, strength) in [
        (ALLIANCE, "Scout", "A-SE-1", 1),
        (ALLIANCE, "Escort", "A-SE-1", 1),
        (ALLIANCE, "Starship", "A-ST-1", 2),
        (ALLIANCE, "Starship*", "A-ST-1", 1),
        (IMPERIUM, "Destroyer", "I-DE-1", 2),
        (IMPERIUM, "Dominator", "I-DO-1", 3),
    ] {
        let (card, target) = if attacker == ALLIANCE { ("A: 6", "Imperator") } else { ("I: 6", "Comship") };
        for (die, scored) in [(strength, 1), (strength + 1, 0)] {
            let mut scene = battle(attacker, &format!("revealed {card}\nat DL8: {class}, {target}"));
            let dice: Vec<u32> = [die, 1].into_iter().take(1 + scored).map(u32::from).collect();
            play(&mut scene, attacker, &format!("missile {counter}"), &dice);
            assert_eq!((shots(&scene), hits(&scene)), (vec![strength], vec![scored as u8]), "{class}");
        }
    }
    // Not a ship with Attack 0, nor one with none; and only one shot.
    let mut scene = battle(ALLIANCE, "revealed A: 6\nat DL8: Auxiliary, Salvager, Scout, Escort, Destroyer");
    for unarmed in ["missile A-AG-1", "missile A-SS-1"] {
        assert_eq!(scene.try_act(ALLIANCE, unarmed), denied("SB-7.2e"));
    }
    assert_eq!(options(&scene, ALLIANCE), ["missile A-SE-1", "missile A-SE-2", "pass"]);
    play(&mut scene, ALLIANCE, "missile A-SE-1", &[6]);
    assert_eq!(frame(&scene), Frame::Fire(Side::Imperium));
    scene.act(IMPERIUM, "cease-fire");
    // The ship fires in the Round as well.
    assert_eq!(scene.verdict(ALLIANCE, "pick A-SE-1"), Ok(()));
}

#[test]
fn sb_7_2f_without_a_target_nothing_is_fired() {
    covers!("SB-7.2f");
    // The Imperium has card 6, but there is only a marker: the Missile Base is asked first.
    let scene = battle(IMPERIUM, "control A DL1+1\nrevealed I: 6\nat DL1: Destroyer");
    assert_eq!(frame(&scene), Frame::FireMissileBase(Side::Alliance));
    // Whoever is destroyed first fires no missile.
    let mut scene = battle(ALLIANCE, "control A DL1+1\nrevealed I: 6\nat DL1: Scout, Raider");
    play(&mut scene, ALLIANCE, "fire-base", &[1, 3]);
    assert_eq!(victor(&scene), Some(Side::Alliance));
    assert!(is_over(&scene));
    let mut scene = battle(ALLIANCE, "control A DL1+1\nrevealed I: 6\nat DL1: Scout, Raider");
    play(&mut scene, ALLIANCE, "fire-base", &[2]);
    assert_eq!(frame(&scene), Frame::FireStandoffMissiles(Side::Imperium));
}

#[test]
fn sb_7_2g_ships_lost_in_step_zero_take_no_further_part() {
    covers!("SB-7.2g");
    let pieces = "control I DL1+1\ncontrol A DL4\nat DL1: Scout, Starship, Destroyer";
    // One Scout is destroyed, the other flees; the Starship fights alone.
    for (die, flees) in [(3, false), (2, true)] {
        let mut scene = battle(ALLIANCE, pieces);
        play(&mut scene, IMPERIUM, "fire-base", &[1]);
        play(&mut scene, ALLIANCE, "absorb A-SE-1", &[die]);
        if flees {
            scene.act(ALLIANCE, "flee DL4");
        }
        scene.act(IMPERIUM, "cease-fire");
        assert_eq!(scene.try_act(ALLIANCE, "pick A-SE-1"), denied("SB-7.5c"));
        assert_eq!(options(&scene, ALLIANCE), ["cease-fire", "fire-at-will", "pick A-ST-1"]);
    }
}

// --- 7.4 The end of a Battle

#[test]
fn sb_7_4a_a_battle_ends_as_soon_as_one_side_is_gone() {
    covers!("SB-7.4a");
    // After Step 0.
    let mut scene = battle(IMPERIUM, "control A DL1+1\nat DL1: Raider, Scout");
    play(&mut scene, ALLIANCE, "fire-base", &[1, 3]);
    assert_eq!((victor(&scene), scene.state.board.battle.round), (Some(Side::Alliance), 0));
    // After Step 2.
    let mut scene = battle(IMPERIUM, "control A OM3\nat DL8: Raider, Scout");
    scene.act(ALLIANCE, "retreat OM3");
    assert_eq!((victor(&scene), scene.state.board.battle.round), (Some(Side::Imperium), 1));
    // After Step 4: the Raider does not fire.
    let mut scene = battle(IMPERIUM, "at DL8: Raider, Scout");
    play(&mut scene, ALLIANCE, "fire-at-will", &[1, 3]);
    assert_eq!((victor(&scene), shots(&scene)), (Some(Side::Alliance), vec![1]));
    // After Step 5.
    let mut scene = battle(IMPERIUM, "at DL8: Raider, Scout");
    scene.act(ALLIANCE, "cease-fire");
    play(&mut scene, IMPERIUM, "fire-at-will", &[1, 3]);
    assert_eq!((victor(&scene), scene.state.board.battle.round), (Some(Side::Imperium), 1));
}

#[test]
fn sb_7_4b_hiding_ends_the_battle_before_anybody_fires() {
    covers!("SB-7.4b");
    let mut scene = battle(IMPERIUM, "at DL8: Intruder, Starship");
    scene.act(IMPERIUM, "hide");
    assert_eq!(victor(&scene), None);
    assert!(!scene.state.board.battle.fought && is_over(&scene));
}

#[test]
fn sb_7_4c_the_round_in_a_nebula_is_the_last_whatever_is_left() {
    covers!("SB-7.4c");
    let mut scene = battle(IMPERIUM, "at KP4: Starship, Destroyer");
    play(&mut scene, ALLIANCE, "fire-at-will", &[4, 5]);
    play(&mut scene, IMPERIUM, "fire-at-will", &[2, 5]);
    assert_eq!((victor(&scene), scene.state.board.battle.round), (None, 1));
    let both_damaged = ["A-ST-1", "I-DE-1"].map(|name| scene.state.board.back.has(ship(&scene, name)));
    assert_eq!(both_damaged, [true, true]);
}

#[test]
fn sb_7_4d_a_battle_ends_without_victor_if_neither_side_can_fire() {
    covers!("SB-7.4d");
    // No Attack against a lone 0.
    assert!(is_over(&battle(IMPERIUM, "at DL8: Salvager, Reclaimer")));
    // A second 0 makes a group of strength 1, on either side.
    assert_eq!(
        frame(&battle(IMPERIUM, "at DL8: Salvager, Reclaimer, Reclaimer")),
        Frame::Fire(Side::Imperium)
    );
    assert_eq!(
        frame(&battle(IMPERIUM, "at DL8: Auxiliary, Auxiliary, Reclaimer")),
        Frame::Fire(Side::Alliance)
    );
    // One ship that could fire but does not keeps the Battle going.
    let mut scene = battle(IMPERIUM, "at DL8: Salvager, Destroyer");
    scene.act(IMPERIUM, "cease-fire");
    assert_eq!((frame(&scene), scene.state.board.battle.round), (Frame::Stand(Side::Alliance), 2));
}

#[test]
fn sb_r15_holding_fire_ends_no_battle() {
    covers!("SB-R15");
    let mut scene = battle(IMPERIUM, "at DL8: Starship, Destroyer");
    for round in 1..=9 {
        assert_eq!(scene.state.board.battle.round, round);
        scene.act(ALLIANCE, "cease-fire").act(IMPERIUM, "cease-fire");
        assert!(scene.events.contains(&Event::RoundBegan { round: round + 1 }));
        scene.act(ALLIANCE, "fight");
    }
    // Until a side leaves, or is destroyed.
    scene.act(ALLIANCE, "cease-fire").act(IMPERIUM, "cease-fire").act(ALLIANCE, "retreat DL10");
    assert_eq!((victor(&scene), scene.state.board.honor), (Some(Side::Imperium), 0));
}

#[test]
fn sb_7_4e_otherwise_another_round_follows() {
    covers!("SB-7.4e");
    let mut scene = battle(IMPERIUM, "at DL8: Starship, Destroyer");
    for round in 1..=12 {
        assert_eq!(scene.state.board.battle.round, round);
        miss(&mut scene);
        assert!(scene.events.contains(&Event::RoundBegan { round: round + 1 }));
        scene.act(ALLIANCE, "fight");
    }
}

#[test]
fn sb_7_4f_after_round_100_nobody_has_won() {
    covers!("SB-7.4f");
    let at = loc(&battle(IMPERIUM, ""), "DL8").0;
    for (round, over) in [(99, false), (100, true)] {
        let mut scene = turn(
            IMPERIUM,
            &format!(
                "at DL8: Starship, Destroyer\npending [\"Combat\", {{\"Fire\": \"I\"}}]\n\
                 battle {{\"at\": {at}, \"round\": {round}, \"began\": [true, true], \"first\": \"A\"}}"
            ),
        );
        play(&mut scene, IMPERIUM, "fire-at-will", &[6]);
        assert_eq!(is_over(&scene), over, "{round}");
        if over {
            assert_eq!(victor(&scene), None);
        } else {
            assert_eq!(scene.state.board.battle.round, 100);
        }
    }
}

// --- Rulings

#[test]
fn sb_r31_a_missile_base_may_hold_its_fire() {
    covers!("SB-R31");
    let mut scene = battle(IMPERIUM, "control A DL1+2\nat DL1: Raider");
    assert_eq!(options(&scene, ALLIANCE), ["fire-base", "pass"]);
    scene.act(ALLIANCE, "pass");
    assert!(!scene.state.board.battle.fought);
    assert_eq!(victor(&scene), None);
}
