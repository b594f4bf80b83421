//! Sections 7.5 to 7.7: shots, hits and victors.

use crate::stage::combat::{battle, frame, hits, is_over, miss, options, play, shots, turn, victor};
use crate::stage::{ALLIANCE, IMPERIUM, loc, ship};
use laws::denied;
use rules::{Present, StandingOrders, Viewer, covers};
use star_borders::{Action, Event, Frame, Side, Spot};

// --- 7.5 Firing

#[test]
fn sb_7_5a_the_defender_fires_first_and_only_survivors_fire_back() {
    covers!("SB-7.5a");
    for attacker in [ALLIANCE, IMPERIUM] {
        let defender = if attacker == ALLIANCE { IMPERIUM } else { ALLIANCE };
        let scene = battle(attacker, "at DL8: Starship, Scout, Destroyer, Raider");
        assert_eq!(scene.to_act(), Some(defender));
    }
    let mut scene = battle(IMPERIUM, "at DL8: Starship, Destroyer, Raider");
    play(&mut scene, ALLIANCE, "fire-at-will", &[4]);
    play(&mut scene, IMPERIUM, "absorb I-PR-1", &[3]);
    // The Raider is gone; the Destroyer fires, and the Alliance applies the hit.
    assert_eq!(options(&scene, IMPERIUM), ["cease-fire", "fire-at-will", "pick I-DE-1"]);
    play(&mut scene, IMPERIUM, "fire-at-will", &[3, 5]);
    assert!(scene.state.board.back.has(ship(&scene, "A-ST-1")));
}

#[test]
fn sb_7_5b_with_card_1_the_attacker_fires_first() {
    covers!("SB-7.5b");
    let mut scene = battle(IMPERIUM, "revealed I: 1\nat DL8: Starship, Scout, Destroyer");
    assert_eq!(frame(&scene), Frame::Fire(Side::Imperium));
    play(&mut scene, IMPERIUM, "fire-at-will", &[3]);
    play(&mut scene, ALLIANCE, "absorb A-SE-1", &[3]);
    // Only the Starship is left to answer.
    assert_eq!(frame(&scene), Frame::Fire(Side::Alliance));
    assert_eq!(options(&scene, ALLIANCE), ["cease-fire", "fire-at-will", "pick A-ST-1"]);
    // It works in every Round, but not for the Defender.
    play(&mut scene, ALLIANCE, "fire-at-will", &[6]);
    scene.act(ALLIANCE, "fight");
    assert_eq!((frame(&scene), scene.state.board.battle.round), (Frame::Fire(Side::Imperium), 2));
    let scene = battle(IMPERIUM, "revealed A: 1\nat DL8: Starship, Destroyer");
    assert_eq!(frame(&scene), Frame::Fire(Side::Alliance));
    let scene = battle(ALLIANCE, "revealed I: 1\nat DL8: Starship, Destroyer");
    assert_eq!(frame(&scene), Frame::Fire(Side::Imperium));
}

#[test]
fn sb_7_5c_every_ship_is_in_one_shot_at_most_and_may_hold_its_fire() {
    covers!("SB-7.5c");
    let mut scene = battle(IMPERIUM, "at DL8: Scout, Scout, Escort, Dominator\nat DL9: Escort");
    assert_eq!(scene.try_act(ALLIANCE, "shoot"), denied("SB-7.5c"), "nobody is picked");
    assert_eq!(scene.try_act(ALLIANCE, "pick A-SE-4"), denied("SB-7.5c"), "it is not here");
    assert_eq!(scene.try_act(ALLIANCE, "pick I-DO-1"), denied("SB-7.5c"), "not one's own");
    scene.act(ALLIANCE, "pick A-SE-1");
    assert_eq!(scene.try_act(ALLIANCE, "pick A-SE-1"), denied("SB-7.5c"), "picked already");
    for hasty in ["cease-fire", "fire-at-will"] {
        assert_eq!(scene.try_act(ALLIANCE, hasty), denied("SB-7.5c"), "a group is being formed");
    }
    scene.act(ALLIANCE, "shoot");
    assert_eq!(scene.try_act(ALLIANCE, "pick A-SE-1"), denied("SB-7.5c"), "it has fired");
    assert_eq!(scene.try_act(ALLIANCE, "fire-at-will"), denied("SB-7.5c"), "one shot is announced");
    scene.act(ALLIANCE, "pick A-SE-2").act(ALLIANCE, "shoot");
    // The Escort holds its fire: two dice are rolled.
    play(&mut scene, ALLIANCE, "cease-fire", &[6, 6]);
    assert_eq!(frame(&scene), Frame::Fire(Side::Imperium));
}

#[test]
fn sb_7_5d_a_single_ship_fires_with_its_attack() {
    covers!("SB-7.5d");
    for (class, counter, attack) in
        [("Scout", "A-SE-1", 1), ("Escort", "A-SE-1", 2), ("Comship", "A-CO-1", 2), ("Starship", "A-ST-1", 4)]
    {
        for (die, scored) in [(attack, 1), (attack + 1, 0)] {
            let mut scene = battle(IMPERIUM, &format!("at DL8: {class}, Dominator"));
            scene.act(ALLIANCE, &format!("pick {counter}")).act(ALLIANCE, "shoot");
            assert_eq!(shots(&scene), [attack], "{class}");
            let dice: Vec<u32> = [die, 1].into_iter().take(1 + scored).map(u32::from).collect();
            play(&mut scene, ALLIANCE, "cease-fire", &dice);
            assert_eq!(hits(&scene), [scored as u8], "{class}");
        }
    }
}

#[test]
fn sb_7_5e_a_group_adds_its_attacks_and_one_for_every_ship_after_the_first() {
    covers!("SB-7.5e");
    for (ships, counters, strength) in [
        ("Scout, Scout", &["A-SE-1", "A-SE-2"][..], 3),
        ("Scout, Scout, Scout", &["A-SE-1", "A-SE-2", "A-SE-3"], 5),
        ("Scout, Auxiliary", &["A-SE-1", "A-AG-1"], 2),
        ("Escort, Comship", &["A-SE-1", "A-CO-1"], 5),
        ("Starship, Starship*", &["A-ST-1", "A-ST-2"], 7),
    ] {
        let mut scene = battle(IMPERIUM, &format!("at DL8: {ships}, Dominator"));
        for counter in counters {
            scene.act(ALLIANCE, &format!("pick {counter}"));
        }
        scene.act(ALLIANCE, "shoot");
        assert_eq!(shots(&scene), [strength], "{ships}");
    }
}

#[test]
fn sb_7_5f_a_ship_with_attack_0_fires_only_in_a_group() {
    covers!("SB-7.5f");
    let mut scene = battle(IMPERIUM, "at DL8: Auxiliary, Scout, Dominator");
    scene.act(ALLIANCE, "pick A-AG-1");
    assert_eq!(scene.try_act(ALLIANCE, "shoot"), denied("SB-7.5f"));
    scene.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "shoot");
    assert_eq!(shots(&scene), [2]);
    play(&mut scene, ALLIANCE, "cease-fire", &[3]);
    // Once the Scout has fired there is nobody left to fire with.
    let mut scene = battle(IMPERIUM, "at DL8: Auxiliary, Scout, Dominator");
    scene.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "shoot");
    assert_eq!(scene.try_act(ALLIANCE, "pick A-AG-1"), denied("SB-7.5f"));
    // Two of them have strength 1, three strength 2.
    let mut scene = battle(IMPERIUM, "at DL8: Auxiliary, Auxiliary, Auxiliary, Dominator");
    scene.act(ALLIANCE, "pick A-AG-1").act(ALLIANCE, "pick A-AG-2");
    assert_eq!(scene.game.strength(&scene.state.board, scene.state.board.battle.volley.group), 1);
    scene.act(ALLIANCE, "pick A-AG-3").act(ALLIANCE, "shoot");
    assert_eq!(shots(&scene), [2]);
}

#[test]
fn sb_7_5g_a_ship_without_attack_never_fires() {
    covers!("SB-7.5g");
    let mut scene = battle(IMPERIUM, "at DL8: Salvager, Scout, Dominator");
    assert_eq!(scene.try_act(ALLIANCE, "pick A-SS-1"), denied("SB-7.5g"));
    scene.act(ALLIANCE, "pick A-SE-1");
    assert_eq!(scene.try_act(ALLIANCE, "pick A-SS-1"), denied("SB-7.5g"), "nor in a group");
    // Alone it is not even asked, nor together with one of Attack 0.
    for unarmed in ["Salvager", "Salvager, Salvager", "Salvager, Auxiliary"] {
        let scene = battle(IMPERIUM, &format!("at DL8: {unarmed}, Dominator"));
        assert_eq!(frame(&scene), Frame::Fire(Side::Imperium), "{unarmed}");
    }
}

#[test]
fn sb_7_5h_strength_6_hits_without_a_die() {
    covers!("SB-7.5h");
    // Four Scouts have strength 7, three and an Auxiliary 6: no die, one hit, a 1 to shrug it off.
    for (fourth, name) in [("Scout", "A-SE-4"), ("Auxiliary", "A-AG-1")] {
        let mut scene = battle(IMPERIUM, &format!("at DL8: Scout, Scout, Scout, {fourth}, Dominator"));
        for ship in ["A-SE-1", "A-SE-2", "A-SE-3", name] {
            scene.act(ALLIANCE, &format!("pick {ship}"));
        }
        scene.act(ALLIANCE, "shoot");
        play(&mut scene, ALLIANCE, "cease-fire", &[1]);
        assert_eq!(hits(&scene), [1]);
        assert!(!scene.events.iter().any(|event| matches!(event, Event::VolleyRolled { .. })));
    }
    // Strength 5 can miss.
    let mut scene = battle(IMPERIUM, "at DL8: Scout, Scout, Scout, Dominator");
    play(&mut scene, ALLIANCE, "fire-at-will", &[6]);
    assert_eq!((shots(&scene), hits(&scene)), (vec![5], vec![0]));
    // Card 7 makes it sure.
    let mut scene = battle(IMPERIUM, "revealed A: 7\nat DL8: Scout, Scout, Scout, Dominator");
    play(&mut scene, ALLIANCE, "fire-at-will", &[1]);
    assert_eq!((shots(&scene), hits(&scene)), (vec![6], vec![1]));
}

#[test]
fn sb_7_5i_a_die_at_or_below_the_strength_hits() {
    covers!("SB-7.5i");
    for die in 1..=6 {
        let mut scene = battle(IMPERIUM, "at DL8: Destroyer, Starship");
        scene.act(ALLIANCE, "cease-fire");
        let hit = die <= 3;
        let dice = if hit { vec![die, 1] } else { vec![die] };
        play(&mut scene, IMPERIUM, "fire-at-will", &dice);
        assert_eq!(hits(&scene), [u8::from(hit)], "{die}");
    }
}

#[test]
fn sb_7_5j_shots_are_announced_then_rolled_then_rerolled_then_counted() {
    covers!("SB-7.5j");
    let mut scene = battle(IMPERIUM, "honor 2\nat DL8: Scout, Starship, Dominator, Destroyer");
    scene.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "shoot");
    assert_eq!(shots(&scene), [1]);
    assert_eq!(frame(&scene), Frame::Fire(Side::Alliance), "nothing is rolled yet");
    scene.act(ALLIANCE, "pick A-ST-1").act(ALLIANCE, "shoot");
    play(&mut scene, ALLIANCE, "cease-fire", &[1, 2]);
    // Both shots lie on the table; no hit has been counted.
    assert!(hits(&scene).is_empty());
    assert_eq!(options(&scene, IMPERIUM), ["pass", "reroll 1", "reroll 2"]);
    play(&mut scene, IMPERIUM, "reroll 2", &[5]);
    assert!(hits(&scene).is_empty());
    scene.act(IMPERIUM, "pass");
    assert_eq!(hits(&scene), [1]);
    assert_eq!(frame(&scene), Frame::Hits(Side::Imperium));
}

#[test]
fn sb_7_5k_a_damaged_ship_fires_with_its_damaged_side_at_once() {
    covers!("SB-7.5k");
    for (pieces, strength) in [("Starship, Destroyer", 3), ("Starship, Destroyer*", 2)] {
        let mut scene = battle(IMPERIUM, &format!("at DL8: {pieces}"));
        scene.act(ALLIANCE, "cease-fire");
        play(&mut scene, IMPERIUM, "fire-at-will", &[6]);
        assert_eq!(shots(&scene), [strength]);
    }
    // Damaged in Step 4, weak in Step 5.
    let mut scene = battle(IMPERIUM, "at DL8: Starship, Destroyer");
    play(&mut scene, ALLIANCE, "fire-at-will", &[4, 5]);
    play(&mut scene, IMPERIUM, "fire-at-will", &[3]);
    assert_eq!((shots(&scene), hits(&scene)), (vec![2], vec![0]));
}

// --- 7.6 Applying hits

/// Two Starships and an Escort of the Alliance have fired three shots at these Imperium ships; when they
/// cease fire, that many of them hit.
fn hit_imperium(ships: &str, lines: &str, count: u32) -> laws::Scene<star_borders::StarBorders> {
    let mut scene = battle(ALLIANCE, &format!("at DL8: Starship, Starship, Escort, {ships}\n{lines}"));
    scene.act(IMPERIUM, "cease-fire");
    for counter in ["A-ST-1", "A-ST-2", "A-SE-1"] {
        scene.act(ALLIANCE, &format!("pick {counter}")).act(ALLIANCE, "shoot");
    }
    let dice: Vec<u32> = (0..3).map(|shot| if shot < count { 1 } else { 6 }).collect();
    scene.queue_dice(dice);
    scene
}

#[test]
fn sb_7_6a_the_owner_puts_hits_on_any_of_his_ships_one_after_the_other() {
    covers!("SB-7.6a");
    let mut scene = hit_imperium("Destroyer, Raider", "at DL9: Patroller", 3);
    scene.act(ALLIANCE, "cease-fire");
    assert_eq!(options(&scene, IMPERIUM), ["absorb I-DE-1", "absorb I-PR-1"]);
    assert_eq!(scene.try_act(IMPERIUM, "absorb I-PR-2"), denied("SB-7.6a"), "it is elsewhere");
    assert_eq!(scene.try_act(IMPERIUM, "absorb A-ST-1"), denied("SB-7.6a"));
    // The same ship again, against its current Defense: 4 is danger for the full Destroyer, 5 damages
    // it; then 4 is above the damaged one's 3.
    play(&mut scene, IMPERIUM, "absorb I-DE-1", &[5]);
    assert_eq!(frame(&scene), Frame::Hits(Side::Imperium));
    play(&mut scene, IMPERIUM, "absorb I-DE-1", &[4, 1]);
    // The third one had only one ship left to go to.
    let board = &scene.state.board;
    assert_eq!(board.spots[ship(&scene, "I-DE-1").index()], Spot::Eliminated);
    assert_eq!(board.at(ship(&scene, "I-PR-1")), Some(loc(&scene, "DL8")));
    assert_eq!(board.battle.round, 2);
}

#[test]
fn sb_7_6b_below_the_defense_nothing_happens() {
    covers!("SB-7.6b");
    for die in 1..=3 {
        let mut scene = hit_imperium("Destroyer", "", 1);
        play(&mut scene, ALLIANCE, "cease-fire", &[die]);
        assert_eq!(scene.state.board.battle.round, 2, "{die}");
        assert!(!scene.state.board.back.has(ship(&scene, "I-DE-1")));
    }
}

#[test]
fn sb_7_6c_equal_to_the_defense_is_danger() {
    covers!("SB-7.6c", "SB-R05");
    for (ships, counter, defense) in
        [("Destroyer", "I-DE-1", 4), ("Destroyer*", "I-DE-1", 3), ("Raider", "I-PR-1", 2)]
    {
        let mut scene = hit_imperium(ships, "", 1);
        play(&mut scene, ALLIANCE, "cease-fire", &[defense]);
        assert_eq!(frame(&scene), Frame::Danger(ship(&scene, counter)), "{ships}");
        assert_eq!(options(&scene, IMPERIUM), ["flee DL10", "flee DL4", "flee OM3", "suffer"]);
    }
    let mut scene = hit_imperium("Destroyer", "", 1);
    play(&mut scene, ALLIANCE, "cease-fire", &[4]);
    scene.act(IMPERIUM, "suffer");
    assert_eq!(scene.events[0], Event::Damaged { ship: ship(&scene, "I-DE-1") });
}

#[test]
fn sb_7_6d_above_the_defense_is_damage() {
    covers!("SB-7.6d");
    for die in 5..=6 {
        let mut scene = hit_imperium("Destroyer", "", 1);
        play(&mut scene, ALLIANCE, "cease-fire", &[die]);
        assert!(scene.state.board.back.has(ship(&scene, "I-DE-1")), "{die}");
        assert_eq!(scene.state.board.battle.round, 2);
    }
}

#[test]
fn sb_7_6e_damage_flips_a_full_two_step_ship_and_eliminates_any_other() {
    covers!("SB-7.6e");
    let mut scene = hit_imperium("Destroyer, Raider, I-PR-2:Patroller", "", 3);
    scene.act(ALLIANCE, "cease-fire");
    play(&mut scene, IMPERIUM, "absorb I-DE-1", &[6]);
    assert!(scene.state.board.back.has(ship(&scene, "I-DE-1")));
    assert_eq!(scene.state.board.at(ship(&scene, "I-DE-1")), Some(loc(&scene, "DL8")), "it stays");
    // Either side of a two-class counter has one step.
    play(&mut scene, IMPERIUM, "absorb I-PR-1", &[6]);
    play(&mut scene, IMPERIUM, "absorb I-PR-2", &[6]);
    assert_eq!(scene.state.board.lost, [0, 2]);
    let mut scene = hit_imperium("Destroyer*, Raider", "", 1);
    scene.act(ALLIANCE, "cease-fire");
    play(&mut scene, IMPERIUM, "absorb I-DE-1", &[6]);
    assert_eq!(scene.state.board.lost, [0, 1]);
}

#[test]
fn sb_7_6f_an_eliminated_ship_goes_to_its_box_and_counts() {
    covers!("SB-7.6f");
    let mut scene = hit_imperium("Destroyer, Raider", "", 1);
    scene.act(ALLIANCE, "cease-fire");
    play(&mut scene, IMPERIUM, "absorb I-PR-1", &[3]);
    let raider = ship(&scene, "I-PR-1");
    let board = &scene.state.board;
    assert_eq!(board.spots[raider.index()], Spot::Eliminated);
    assert_eq!((board.battle.destroyed, board.lost), ([0, 1], [0, 1]));
    assert!(scene.events.contains(&Event::Eliminated { ship: raider, class: star_borders::Class::Raider }));
}

#[test]
fn sb_7_6g_one_ship_flees_without_the_limits_of_round_one() {
    covers!("SB-7.6g");
    // A Destroyer has one Engine and no Safe Refuge, and it is Round 1. Its flight is free.
    let mut scene = hit_imperium("Destroyer, Raider", "", 1);
    scene.act(ALLIANCE, "cease-fire");
    play(&mut scene, IMPERIUM, "absorb I-DE-1", &[4]);
    assert_eq!(scene.try_act(IMPERIUM, "flee DL9"), denied("SB-7.6g"), "a wormhole away");
    scene.act(IMPERIUM, "flee DL10");
    let board = &scene.state.board;
    assert_eq!(board.at(ship(&scene, "I-DE-1")), Some(loc(&scene, "DL10")));
    assert_eq!(board.at(ship(&scene, "I-PR-1")), Some(loc(&scene, "DL8")), "only the one ship");
    assert_eq!(board.lp[1], 6);
    // The Attacker flees in Round 1, and in Step 0.
    let mut scene = battle(ALLIANCE, "control I DL1+1\ncontrol A DL4\nat DL1: Scout, Destroyer");
    play(&mut scene, IMPERIUM, "fire-base", &[1, 2]);
    scene.act(ALLIANCE, "flee DL4");
    assert_eq!(victor(&scene), Some(Side::Imperium));
    // Out of a Nebula, too, no LP is paid.
    let mut scene = battle(IMPERIUM, "at KP4: Scout, Destroyer");
    scene.act(ALLIANCE, "cease-fire");
    play(&mut scene, IMPERIUM, "fire-at-will", &[1, 2]);
    play(&mut scene, ALLIANCE, "flee KP3", &[1]);
    assert_eq!(scene.state.board.lp[0], 8);
}

#[test]
fn sb_7_6h_who_has_nowhere_to_flee_takes_the_damage() {
    covers!("SB-7.6h");
    let around = "at DL4: Scout\nat DL10: Scout\ncontrol A OM3";
    let mut scene = hit_imperium("Destroyer", around, 1);
    play(&mut scene, ALLIANCE, "cease-fire", &[4]);
    assert!(scene.state.board.back.has(ship(&scene, "I-DE-1")));
    assert_eq!(scene.state.board.battle.round, 2);
}

#[test]
fn sb_7_6i_a_fled_ship_is_out_and_the_active_players_is_halted() {
    covers!("SB-7.6i");
    // The Attacker's Scout flees to his planet.
    let mut scene = battle(ALLIANCE, "control A DL4\nat DL8: Scout, Starship, Destroyer");
    play(&mut scene, IMPERIUM, "fire-at-will", &[1]);
    play(&mut scene, ALLIANCE, "absorb A-SE-1", &[2]);
    scene.act(ALLIANCE, "flee DL4");
    let scout = ship(&scene, "A-SE-1");
    assert!(scene.state.board.turn.halted.has(scout));
    assert_eq!(options(&scene, ALLIANCE), ["cease-fire", "fire-at-will", "pick A-ST-1"]);
    // The Defender's ship is not.
    let mut scene = hit_imperium("Destroyer, Raider", "", 1);
    scene.act(ALLIANCE, "cease-fire");
    play(&mut scene, IMPERIUM, "absorb I-DE-1", &[4]);
    scene.act(IMPERIUM, "flee DL4");
    assert!(scene.state.board.turn.halted.is_empty());
    assert_eq!(scene.try_act(IMPERIUM, "hide"), denied("SB-7.3c"), "Round 2 goes on without it");
    scene.act(IMPERIUM, "fight");
    assert_eq!(scene.try_act(IMPERIUM, "pick I-DE-1"), denied("SB-7.5c"));
}

#[test]
fn sb_7_6j_hits_without_a_target_are_lost() {
    covers!("SB-7.6j");
    // Three hits, the first destroys the only Raider: two dice less are rolled.
    let mut scene = hit_imperium("Raider", "", 3);
    play(&mut scene, ALLIANCE, "cease-fire", &[3]);
    assert_eq!((hits(&scene), victor(&scene)), (vec![3], Some(Side::Alliance)));
    assert_eq!(scene.state.board.battle.hits, 0);
}

#[test]
fn sb_7_6k_card_5_first_then_honor_and_again_after_each_reroll() {
    covers!("SB-7.6k");
    // The Alliance rolls, the Imperium has Honor.
    let mut scene = battle(IMPERIUM, "honor 2\nrevealed A: 5\nat DL8: Starship, Dominator");
    scene.act(ALLIANCE, "cease-fire");
    play(&mut scene, IMPERIUM, "fire-at-will", &[1]);
    play(&mut scene, IMPERIUM, "pass", &[5]);
    assert_eq!(options(&scene, ALLIANCE), ["deflect", "pass"]);
    assert_eq!(scene.try_act(ALLIANCE, "reroll 1"), denied("SB-11.2c"), "Honor is not its to spend");
    scene.act(ALLIANCE, "pass");
    assert_eq!(options(&scene, IMPERIUM), ["pass", "reroll 1"]);
    play(&mut scene, IMPERIUM, "reroll 1", &[6]);
    // A new result: both are asked again.
    assert_eq!(frame(&scene), Frame::Deflect(ship(&scene, "A-ST-1")));
    play(&mut scene, ALLIANCE, "deflect", &[5]);
    // Card 5 is used up for this Battle.
    assert_eq!(frame(&scene), Frame::DefenseHonor(ship(&scene, "A-ST-1")));
    scene.act(IMPERIUM, "pass");
    assert!(scene.state.board.back.has(ship(&scene, "A-ST-1")));

    // One prompt with both options for the Imperium's own roll.
    let mut scene = battle(ALLIANCE, "honor 2\nrevealed I: 5\nat DL8: Starship, Destroyer");
    scene.act(IMPERIUM, "cease-fire");
    play(&mut scene, ALLIANCE, "fire-at-will", &[1]);
    play(&mut scene, IMPERIUM, "pass", &[5]);
    assert_eq!(options(&scene, IMPERIUM), ["deflect", "pass", "reroll 1"]);
    play(&mut scene, IMPERIUM, "reroll 1", &[6]);
    assert_eq!(options(&scene, IMPERIUM), ["deflect", "pass", "reroll 1"]);
    play(&mut scene, IMPERIUM, "deflect", &[6]);
    assert_eq!(options(&scene, IMPERIUM), ["pass", "reroll 1"]);
    play(&mut scene, IMPERIUM, "reroll 1", &[1]);
    assert_eq!(scene.state.board.honor, 0);
    assert!(!scene.state.board.back.has(ship(&scene, "I-DE-1")), "the last roll counts");
    // Declining both is one answer, too.
    let mut scene = battle(ALLIANCE, "honor 2\nrevealed I: 5\nat DL8: Starship, Destroyer");
    scene.act(IMPERIUM, "cease-fire");
    play(&mut scene, ALLIANCE, "fire-at-will", &[1]);
    play(&mut scene, IMPERIUM, "pass", &[5]);
    scene.act(IMPERIUM, "pass");
    assert!(scene.state.board.back.has(ship(&scene, "I-DE-1")));
}

// --- 7.7 Victor

#[test]
fn sb_7_7a_victor_is_who_stays_alone_if_both_began() {
    covers!("SB-7.7a");
    // By fire, by flight, by retreat; attacking or defending.
    let mut scene = battle(IMPERIUM, "at DL8: Raider, Scout");
    play(&mut scene, ALLIANCE, "fire-at-will", &[1, 3]);
    assert_eq!(victor(&scene), Some(Side::Alliance));
    let mut scene = battle(IMPERIUM, "at DL8: Raider, Scout");
    scene.act(ALLIANCE, "cease-fire");
    play(&mut scene, IMPERIUM, "fire-at-will", &[1, 2]);
    scene.act(ALLIANCE, "flee DL10");
    assert_eq!(victor(&scene), Some(Side::Imperium));
    // Not who fought a marker, though it destroyed everybody.
    let mut scene = battle(ALLIANCE, "control I DL1+1\nat DL1: Scout");
    play(&mut scene, IMPERIUM, "fire-base", &[1, 3]);
    assert_eq!((victor(&scene), scene.state.board.lost), (None, [1, 0]));
    // Nor anybody while both are there.
    let mut scene = battle(IMPERIUM, "at KP4: Scout, Destroyer");
    miss(&mut scene);
    assert_eq!(victor(&scene), None);
}

#[test]
fn sb_7_7b_a_fortification_left_over_does_not_deny_victory() {
    covers!("SB-7.7b");
    let mut scene = battle(ALLIANCE, "control I DL1+1\nat DL1: Starship, Raider");
    play(&mut scene, IMPERIUM, "fire-base", &[6]);
    scene.act(IMPERIUM, "cease-fire");
    play(&mut scene, ALLIANCE, "fire-at-will", &[1, 3]);
    assert_eq!(victor(&scene), Some(Side::Alliance));
    assert_eq!(scene.state.board.level(loc(&scene, "DL1")), 1);
}

#[test]
fn sb_7_7c_a_battle_is_fought_if_one_shot_was_fired() {
    covers!("SB-7.7c");
    let terra_nova = |scene: &laws::Scene<_>| loc(scene, "DL1");
    // A miss of a Missile Base is a shot: the planet of the Alliance falls Disrupted.
    let mut scene = battle(IMPERIUM, "control I DL1+1\ncontrol A DL4\nat DL1: Scout, Raider");
    play(&mut scene, IMPERIUM, "fire-base", &[6]);
    assert!(scene.state.board.battle.fought && !scene.state.board.battle.exchanged);
    scene.act(ALLIANCE, "retreat DL4");
    assert!(scene.state.board.turn.won.is_empty(), "the turn is over");
    // Ships' shots, automatic hits included; and a retreat before combat without any.
    for (defender, act, disrupted) in [("Scout", "cease-fire", true), ("Scout", "retreat DL4", false)] {
        let pieces = format!("control A DL4 DL1\nat DL1: {defender}, Dominator, Destroyer");
        let mut scene = battle(IMPERIUM, &pieces);
        if act == "cease-fire" {
            scene.act(ALLIANCE, "fight").act(ALLIANCE, act);
            // The Dominator and the Destroyer together: strength 9, no die.
            for step in ["pick I-DE-1", "pick I-DO-1", "shoot"] {
                scene.act(IMPERIUM, step);
            }
            play(&mut scene, IMPERIUM, "cease-fire", &[3]);
            assert!(!scene.events.iter().any(|event| matches!(event, Event::VolleyRolled { .. })));
            // The Throne's free repair of the Disruption is not taken.
            scene.act(IMPERIUM, "pass");
        } else {
            scene.act(ALLIANCE, act);
        }
        assert!(is_over(&scene));
        assert!(scene.state.board.control[1].has(terra_nova(&scene)));
        assert_eq!(scene.state.board.disrupted.has(terra_nova(&scene)), disrupted);
        assert_eq!(scene.state.board.battle.fought, disrupted);
    }
}

// --- Rulings

#[test]
fn sb_r17_a_fleeing_ship_is_bound_to_the_same_targets_as_a_retreat() {
    covers!("SB-R17");
    // The Defender does not flee where the Raider came from,
    let mut scene = turn(IMPERIUM, "lp 8 1\nat DL4: Raider\nat DL8: Scout");
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL8").act(IMPERIUM, "end");
    scene.act(ALLIANCE, "cease-fire");
    play(&mut scene, IMPERIUM, "fire-at-will", &[3, 2]);
    assert_eq!(scene.try_act(ALLIANCE, "flee DL4"), denied("SB-7.6g"));
    assert_eq!(options(&scene, ALLIANCE), ["flee DL10", "flee OM3", "suffer"]);
    // the Attacker only there or to a refuge.
    let mut scene = turn(IMPERIUM, "lp 8 1\nat DL4: Raider\nat DL8: Scout");
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL8").act(IMPERIUM, "end");
    play(&mut scene, ALLIANCE, "fire-at-will", &[1, 2]);
    assert_eq!(scene.try_act(IMPERIUM, "flee DL10"), denied("SB-7.6g"));
    assert_eq!(options(&scene, IMPERIUM), ["flee DL4", "suffer"]);
}

#[test]
fn sb_r45_the_roller_decides_first_and_the_imperium_last() {
    covers!("SB-R45");
    let mut scene = battle(IMPERIUM, "honor 1\nrevealed A: 5\nat DL8: Starship, Dominator");
    scene.act(ALLIANCE, "cease-fire");
    play(&mut scene, IMPERIUM, "fire-at-will", &[1]);
    // A good roll: the Alliance keeps it, the Imperium spoils it, the Alliance answers with card 5.
    play(&mut scene, IMPERIUM, "pass", &[1]);
    scene.act(ALLIANCE, "pass");
    play(&mut scene, IMPERIUM, "reroll 1", &[6]);
    assert_eq!(scene.to_act(), Some(ALLIANCE));
    // Neither has anything left: the result stands without another question.
    play(&mut scene, ALLIANCE, "deflect", &[2]);
    assert_eq!(scene.state.board.battle.round, 2);
    assert!(!scene.state.board.back.has(ship(&scene, "A-ST-1")));
}

#[test]
fn sb_r46_card_1_changes_the_order_of_fire_alone() {
    covers!("SB-R46");
    let pieces = "revealed I: 1 6\nrevealed A: 6\ncontrol A OM3\ncontrol I DL4\nat DL8: Scout, Intruder";
    let mut scene = battle(IMPERIUM, pieces);
    // Step 0: the Attacker, then the Defender, as always.
    play(&mut scene, IMPERIUM, "missile I-IR-1", &[6]);
    play(&mut scene, ALLIANCE, "missile A-SE-1", &[6]);
    // The Defender decides on his retreat first; the Attacker cannot retreat in Round 1, but may hide.
    assert_eq!(options(&scene, ALLIANCE), ["fight", "retreat OM3"]);
    scene.act(ALLIANCE, "fight");
    assert_eq!(options(&scene, IMPERIUM), ["fight", "hide"]);
    scene.act(IMPERIUM, "fight");
    assert_eq!(frame(&scene), Frame::Fire(Side::Imperium));
}

#[test]
fn sb_7_6k_an_order_about_card_5_does_not_answer_for_honor() {
    covers!("SB-7.6k");
    let [never_honor, honor_if_it_helps, never_deflect] = [1 << 2, 1 << 3, 1 << 4];
    // A bad roll of the Imperium, which holds card 5 and Honor; or a good one; or no Honor.
    for (honor, die, orders, answered) in [
        (1, 6, never_deflect, false),
        (1, 6, never_honor, false),
        (1, 6, never_deflect | honor_if_it_helps, false),
        (1, 1, never_deflect | honor_if_it_helps, true),
        (1, 6, never_deflect | never_honor, true),
        (0, 6, never_deflect, true),
    ] {
        let mut scene =
            battle(ALLIANCE, &format!("honor {honor}\nrevealed I: 5\nat DL8: Starship, Destroyer"));
        scene.act(IMPERIUM, "cease-fire");
        // The shot's own window for Honor comes before the defense roll, if there is Honor.
        if honor > 0 {
            play(&mut scene, ALLIANCE, "fire-at-will", &[1]);
            play(&mut scene, IMPERIUM, "pass", &[die]);
        } else {
            play(&mut scene, ALLIANCE, "fire-at-will", &[1, die]);
        }
        assert_eq!(frame(&scene), Frame::Deflect(ship(&scene, "I-DE-1")));
        let view = scene.view(Viewer::Seat(IMPERIUM));
        let answer = scene.game.standing_order_action(&view, IMPERIUM, StandingOrders(orders));
        assert_eq!(answer, answered.then_some(Action::Pass), "{orders:b}");
    }
}
