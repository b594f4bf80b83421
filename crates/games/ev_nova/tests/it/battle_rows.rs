//! Chapters 10 to 13, row by row: one rule per test, on both sides of its edge.

use ev_nova::{Card, CheckKind, Damage, Data, Event, Flip, Frame, Role, ShipId, Shot};
use rules::{Seat, covers};

use crate::battles::{boarding, duel};
use crate::npc::{run, ship};
use crate::sides::{offers, then, until};
use crate::stage::{Stage, three, two};

fn shot(stage: &Stage) -> Shot {
    stage.state.open.battle.as_ref().expect("a battle").shot.expect("a shot")
}

fn count(stage: &Stage, wanted: impl Fn(&Event) -> bool) -> usize {
    stage.events.iter().filter(|event| wanted(event)).count()
}

/// Seat 1 withdraws after phase 4; seat 0 is asked for pursuers.
fn withdraws(ships: &str) -> Stage {
    let mut stage = duel(4, ships);
    then(&mut stage, 1, "withdraw");
    stage
}

#[test]
fn ev_sac_2_a_shot_with_pur_systems_must_have_pur() {
    covers!("EV-SAC-2");
    let stage = duel(2, "ship s0 116 current 0\nship s1 107 current 1");
    assert_eq!((stage.no(0, "combine s0 0 s1"), stage.no(0, "combine s0 1 s1")), ("EV-SAC-2", ""));
    let without = duel(4, "ship s0 015 current 0\nship s1 107 current 1");
    assert_eq!(without.no(0, "combine s0 1 s1"), "", "no system with Pur is involved");
}

#[test]
fn ev_r_80_every_system_given_up_raises_pur() {
    covers!("EV-R-80");
    let mut stage = duel(2, "ship s0 116 current 0\nship s1 107 current 1");
    stage.act(0, "combine s0 1 s1");
    assert_eq!(shot(&stage).pur, Some(16), "one Railgun system without Pur");
    let mut stage = duel(2, "ship s0 116 current 0\nship s1 START current 1");
    stage.act(0, "fire s0 1 s1");
    assert_eq!(shot(&stage).pur, Some(15), "nothing given up");
}

#[test]
fn ev_sac_7_sac_does_not_cross_phases() {
    covers!("EV-SAC-7");
    let mut stage = duel(4, "ship s0 015 current 0\nship s1 START current 1");
    stage.act(0, "combine s0 1 s1");
    assert_eq!(shot(&stage).sh, 14 + 2 + 2 + 2, "three systems of phase 4, not the missiles of phase 2");
}

#[test]
fn ev_b_31_pur_counts_systems_and_jammers_but_no_asteroids() {
    covers!("EV-B-31");
    let fire = |rest: &str| {
        let mut stage = two(&format!(
            "nova {{*}} [008]\nseat 0 ALD\nseat 1 ALD\nship s0 116 current 0\nship s1 START current 1{rest}"
        ));
        stage.act(0, "attack 1").quiet().act(0, "begin 2").quiet().act(0, "combine s0 1 s1");
        (shot(&stage).sh, shot(&stage).pur)
    };
    assert_eq!(fire(""), (13 + 4 - 2, Some(15 + 1)), "Asteroid 2 changes Sh and leaves Pur");
    assert_eq!(fire("\nitem s1 019 1"), (15, Some(15)), "less the jammer of the target");
}

#[test]
fn ev_sac_4_a_supported_shot_gets_the_highest_pur() {
    covers!("EV-SAC-4");
    let mut stage = duel(2, "ship s0 116 current 0\nship s1 START current 1\nship s2 052 escort 0");
    stage.act(0, "support s0 s2").act(0, "fire s2 0 s1");
    assert_eq!(shot(&stage).pur, Some(15 + 2), "the Railgun itself has none");
    let mut alone = duel(2, "ship s0 116 current 0\nship s1 START current 1\nship s2 052 escort 0");
    alone.act(0, "fire s2 0 s1");
    assert_eq!(shot(&alone).pur, None);
}

#[test]
fn ev_sac_5_several_ships_may_support_one_shot() {
    covers!("EV-SAC-5");
    let mut stage = duel(
        4,
        "ship s0 014 current 0\nship s1 107 current 1\nship s2 058 escort 0\nship s3 058 escort 0\nship s4 015 escort 0",
    );
    stage.act(0, "support s2 s4").act(0, "support s3 s4").act(0, "combine s4 1 s1");
    assert_eq!(shot(&stage).sh, 14 + 6 + 3 + 3, "its own three systems and two Vipers");
}

#[test]
fn ev_sac_8_only_one_side_supports_itself() {
    covers!("EV-SAC-8", "EV-R-89");
    let mut stage = three(
        "seat 0 SOL\nseat 1 SOL\nseat 2 KAN gov {014 020}\nship s0 107 current 0\nship s1 096 current 1\nship s3 058 escort 1",
    );
    stage.act(0, "attack 1");
    then(&mut stage, 2, "show 014");
    stage.act(2, "show 020").act(2, "done");
    then(&mut stage, 0, "begin 4");
    let (one, two) = (ship(&stage, 14), ship(&stage, 20));
    until(&mut stage, 1, "fire s3 0 s0");
    assert_eq!((stage.no(1, "support s3 s1"), stage.no(1, &format!("support s3 s{one}"))), ("", "EV-SAC-3"));
    until(&mut stage, 2, &format!("support s{one} s{two}"));
}

#[test]
fn ev_sac_10_a_supporter_must_be_free_to_fire_itself() {
    covers!("EV-SAC-10");
    let mut stage = duel(
        4,
        "ship s0 014 current 0\nship s1 107 current 1\nship s2 058 escort 0\nship s3 058 escort 1 disabled",
    );
    stage.act(0, "support s2 s0").act(0, "fire s0 0 s1");
    let battle = stage.state.open.battle.as_ref().expect("a battle");
    assert_eq!(battle.enemies[0] & 0b10, 0b10, "both count as having fired");
    assert_eq!(stage.state.open.ship(ShipId(2)).used, 1);
}

#[test]
fn ev_host_5_supporting_a_shot_counts_as_firing() {
    covers!("EV-HOST-5");
    let mut stage = two(
        "evn 1 active 0 moved\nseat 0 SOL\nseat 1 KAN gov {014}\nship s0 START current 0\nship s1 START current 1\nship s2 058 escort 0",
    );
    stage.act(0, "flip-nova").nova(1);
    stage
        .act(1, "show 014")
        .act(1, "done")
        .act(0, "attack-shown Federation")
        .quiet()
        .act(0, "begin 4")
        .quiet();
    stage.state.open.seat[0].markers = ev_nova::Powers::NONE;
    let viper = ship(&stage, 14);
    stage.act(0, "support s2 s0").act(0, &format!("fire s0 0 s{viper}"));
    assert_eq!(stage.markers(0), ["Federation"]);
    assert_eq!(stage.state.open.ship(ShipId(2)).used, 1, "the supporter's systems are spent");
}

#[test]
fn ev_b_31a_a_relative_pur_uses_the_ship_that_carries_it() {
    covers!("EV-B-31a");
    let mut stage = duel(2, "ship s0 036 current 0\nship s1 START current 1\nship s2 052 escort 0");
    stage.act(0, "support s0 s2").act(0, "fire s2 0 s1");
    assert_eq!(shot(&stage).pur, Some(11 + 1 + 1), "Pursuit 11 of the Argosy, not 10 of the Enterprise");
}

#[test]
fn ev_r_03_point_defense_uses_its_higher_value() {
    covers!("EV-R-03");
    let mut stage = duel(2, "ship s0 015 current 0\nship s1 054 current 1\nitem s1 092 1");
    stage.act(0, "fire s0 0 s1").nova(0);
    assert_eq!(stage.state.open.frame(), Some(Frame::Flip(Flip::PointDefense { av: 19 })), "Sh 15, Ar 19");
}

#[test]
fn ev_pd_3_point_defense_answers_every_hit_and_still_fires() {
    covers!("EV-PD-3");
    let mut stage =
        duel(2, "ship s0 015 current 0\nship s1 117 current 1\nship s2 104 escort 0\nship s3 058 escort 0");
    stage.act(0, "fire s0 0 s1").nova(0).nova(9);
    stage.act(1, "take").act(0, "fire s2 0 s1");
    assert!(stage.told(&Event::Check(CheckKind::PointDefense, 19, 15, Some(9), false)));
    until(&mut stage, 1, "fire s1 2 s3");
}

#[test]
fn ev_pd_4_defensive_shots_are_made_best_first_until_one_succeeds() {
    covers!("EV-PD-4", "EV-R-94");
    let ships = "ship s0 015 current 0\nship s1 054 current 1\nitem s1 092 1\nitem s1 076 1";
    let mut stage = duel(2, ships);
    stage.act(0, "fire s0 0 s1").nova(0);
    assert_eq!(stage.state.open.frame(), Some(Frame::Flip(Flip::PointDefense { av: 19 })));
    stage.nova(9);
    assert_eq!(stage.state.open.frame(), Some(Frame::Flip(Flip::PointDefense { av: 18 })), "then the next");
    let mut stage = duel(2, ships);
    stage.act(0, "fire s0 0 s1").nova(0).nova(0);
    assert_eq!(count(&stage, |event| matches!(event, Event::Check(CheckKind::PointDefense, ..))), 1);
    let weak = duel(1, "ship s0 005 current 0\nship s1 START current 1\nitem s1 076 1");
    let mut weak = weak;
    weak.act(0, "fire s0 0 s1").nova(0);
    assert_eq!(
        weak.state.open.frame(),
        Some(Frame::Flip(Flip::PointDefense { av: 18 })),
        "18 against Pur 18"
    );
}

#[test]
fn ev_pur_3_a_ship_that_dodged_fires_only_turrets_and_pursuers() {
    covers!("EV-PUR-3");
    let mut stage = duel(2, "ship s0 096 current 0\nship s1 054 current 1\nitem s1 060 1");
    stage.act(0, "fire s0 0 s1").nova(0).act(1, "escape").nova(9);
    assert!(stage.state.open.ship(ShipId(1)).dodged);
    assert_eq!(stage.no(1, "fire s1 0 s0"), "", "an IR Missile");
    until(&mut stage, 1, "fire s1 2 s0");
    assert_eq!(stage.no(1, "fire s1 1 s0"), "EV-PUR-3", "Hail Chainguns");
}

#[test]
fn ev_pur_4_a_ship_may_dodge_every_such_hit() {
    covers!("EV-PUR-4");
    let mut stage = duel(2, "ship s0 096 current 0\nship s1 021 current 1\nship s2 096 escort 0");
    stage.act(0, "fire s0 0 s1").nova(0).act(1, "escape").nova(9);
    stage.act(0, "fire s2 0 s1").nova(0);
    assert_eq!((stage.asked(), stage.no(1, "escape")), (Some(1), ""));
}

#[test]
fn ev_ch_1_a_held_ship_does_not_try_again_and_fires_only_turrets_and_pursuers() {
    covers!("EV-CH-1");
    let mut stage = duel(2, "ship s0 014 current 0\nship s1 054 current 1\nitem s1 060 1");
    then(&mut stage, 1, "withdraw");
    stage.act(0, "pursue s0").act(0, "done").nova(0).quiet();
    assert!(stage.state.open.ship(ShipId(1)).chased);
    until(&mut stage, 1, "fire s1 2 s0");
    assert_eq!(stage.no(1, "fire s1 1 s0"), "EV-CH-1");
    assert!(!offers(&mut stage).contains(&(1, "withdraw")), "once per round");
}

#[test]
fn ev_b_32_turrets_are_flagged_in_the_card_data() {
    covers!("EV-B-32");
    for (card, silent) in [(95, false), (120, true)] {
        let mut stage =
            duel(4, &format!("ship s0 014 current 0\nship s1 START current 1\nitem s1 {card:03} 1"));
        stage.act(0, "done");
        stage.state.open.ships[1].dodged = true;
        assert_eq!(stage.no(1, "fire s1 1 s0").is_empty(), !silent, "card {card}, both 9/6");
    }
}

#[test]
fn ev_pl_5_nebulae_lower_pursuit_and_pur() {
    covers!("EV-PL-5");
    let data = Data::standard();
    for (stack, pursuit) in [("[010]", 13), ("[011]", 14)] {
        let mut stage = two(&format!(
            "nova {{*}} {stack}\nseat 0 POR\nseat 1 POR\nship s0 014 current 0\nship s1 START current 1"
        ));
        stage.act(0, "attack 1");
        assert_eq!(stage.state.open.pursuit(data, ShipId(0)), pursuit, "Ryll, Nebula 1, is at Porto Rillia");
    }
}

#[test]
fn ev_b_10_planets_on_stacks_are_engaged_and_the_common_one_returns() {
    covers!("EV-B-10", "EV-R-107");
    let mut stage = three(
        "nova {*} [002 001]\nseat 0 SOL\nseat 1 SOL discard [003]\nseat 2 KAN discard [002]\nship s0 START current 0\nship s1 START current 1",
    );
    stage.act(0, "attack 1");
    let battle = stage.state.open.battle.as_ref().expect("a battle");
    assert_eq!(battle.engaged.len(), 2, "Earth and the Mars of a player who is elsewhere, not Viking");
    assert_eq!(stage.state.open.nova_aside, Some(Card(0)));
    run(&mut stage, |_| false);
    assert_eq!((stage.state.open.nova_discard.top(), stage.state.open.nova_aside), (Some(Card(0)), None));
}

#[test]
fn ev_r_83_stacks_of_all_players_count_but_only_participants_add_one() {
    covers!("EV-R-83");
    let mut stage = three(
        "seat 0 POR\nseat 1 POR hand {010}\nseat 2 KAN hand {010} discard [010]\nship s0 014 current 0\nship s1 START current 1",
    );
    stage.act(0, "attack 1").act(1, "fight");
    assert_eq!(stage.state.open.battle.as_ref().expect("a battle").engaged, [Card(9)], "of a bystander");
    assert_eq!((stage.asked(), stage.no(1, "reveal 010")), (Some(1), ""));
    stage.act(1, "pass");
    assert_ne!(stage.asked(), Some(2), "the bystander is not asked");
}

#[test]
fn ev_wd_3_pursuers_could_fire_work_and_did_not_withdraw() {
    covers!("EV-WD-3");
    let stage = withdraws(
        "ship s0 014 current 0\nship s1 START current 1\nship s2 014 escort 0\nship s3 058 escort 0 disabled",
    );
    assert_eq!(stage.asked(), Some(0));
    assert_eq!(
        (stage.no(0, "pursue s2"), stage.no(0, "pursue s3"), stage.no(0, "pursue s1")),
        ("", "EV-WD-3", "EV-B-31b")
    );
}

#[test]
fn ev_wd_5_one_check_for_all_pursuers() {
    covers!("EV-WD-5", "EV-R-28");
    for (number, held) in [(8, true), (9, false)] {
        let mut stage = withdraws("ship s0 014 current 0\nship s1 START current 1");
        stage.act(0, "pursue s0").act(0, "done");
        assert_eq!(stage.check(), (15, 7));
        stage.nova(number);
        assert_eq!(
            stage.state.open.battle.as_ref().is_some_and(|_| stage.state.open.ship(ShipId(1)).chased),
            held
        );
    }
}

#[test]
fn ev_r_04_two_vipers_pursue_with_sixteen() {
    covers!("EV-R-04");
    let mut stage = withdraws("ship s0 014 current 0\nship s1 START current 1\nship s2 014 escort 0");
    stage.act(0, "pursue s0").act(0, "pursue s2").act(0, "done");
    assert_eq!(stage.check().0, 16);
}

#[test]
fn ev_wd_5a_evasive_maneuver_helps_a_withdrawal() {
    covers!("EV-WD-5a");
    let mut stage =
        two("seat 0 SOL\nseat 1 SOL hand {111 008}\nship s0 014 current 0\nship s1 START current 1");
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    then(&mut stage, 1, "withdraw");
    stage.act(0, "pursue s0").act(0, "done").act(1, "evade 111");
    assert_eq!(stage.check(), (15, 10));
}

#[test]
fn ev_wd_7_npc_ships_of_a_player_who_withdrew_stay() {
    covers!("EV-WD-7");
    let mut stage = three(
        "evn 1 active 0 moved\nseat 0 SOL markers Federation pirate {058}\nseat 1 KAN gov {014}\nseat 2 SOL markers Federation\nship s0 START current 0\nship s1 START current 1\nship s2 START current 2",
    );
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 014").act(1, "done");
    then(&mut stage, 2, "join");
    then(&mut stage, 0, "show 058");
    then(&mut stage, 0, "withdraw");
    let pirate = ship(&stage, 58);
    then(&mut stage, 0, "retreat CEN");
    let left = stage.state.open.ship(ShipId(pirate));
    assert_eq!((left.controller, left.fights, stage.pawn(0)), (Seat(0), true, "CEN"));
}

#[test]
fn ev_wd_9_an_escape_repairs_shields_at_once() {
    covers!("EV-WD-9", "EV-R-100");
    let mut stage = withdraws("ship s0 START current 0 down\nship s1 START current 1 down");
    stage.act(0, "done");
    assert_eq!(stage.state.open.frame(), Some(Frame::Retreat { seat: Seat(1) }));
    assert_eq!((stage.damage(1), stage.damage(0)), (Damage::Intact, Damage::ShieldsDown), "not who stays");
}

#[test]
fn ev_move_5_a_withdrawal_credits_no_stop_and_uses_no_move() {
    covers!("EV-MOVE-5");
    let mut stage =
        two("seat 0 ALP missions 074@0\nseat 1 ALP\nship s0 START current 0\nship s1 START current 1");
    stage.act(0, "attack 1");
    then(&mut stage, 0, "withdraw");
    then(&mut stage, 0, "retreat GAT");
    assert_eq!(
        (stage.pawn(0), stage.state.open.missions[0].done, stage.state.open.done.moved),
        ("GAT", 0, false)
    );
    assert_eq!(stage.no(0, "move SOL"), "", "the Move is left");
}

#[test]
fn ev_b_9_a_failed_red_alert_is_the_withdrawal_of_the_round() {
    covers!("EV-B-9");
    let mut stage = two("seat 0 SOL\nseat 1 SOL\nship s0 014 current 0\nship s1 START current 1");
    stage.act(0, "attack 1").act(1, "red-alert").act(0, "pursue s0").act(0, "done").nova(0);
    assert!(stage.state.open.ship(ShipId(1)).chased && stage.state.open.ship(ShipId(0)).pursued);
    then(&mut stage, 0, "begin 4");
    assert!(!offers(&mut stage).contains(&(1, "withdraw")));
}

#[test]
fn ev_b_12_red_alert_shuts_the_window_before_the_attack_round() {
    covers!("EV-B-12");
    for (answer, asked) in [("fight", true), ("red-alert", false)] {
        let mut stage =
            two("seat 0 SOL\nseat 1 SOL gov {014}\nship s0 014 current 0\nship s1 START current 1");
        stage.act(0, "attack 1").act(1, answer);
        if answer == "red-alert" {
            stage.act(0, "pursue s0").act(0, "done").nova(0);
        }
        assert_eq!(stage.asked() == Some(1), asked, "{answer}");
    }
}

#[test]
fn ev_b_8_all_attacked_players_escape_before_the_attack_round() {
    covers!("EV-B-8");
    let mut stage = two("seat 0 SOL\nseat 1 SOL\nship s0 START current 0\nship s1 START current 1");
    stage.act(0, "attack 1").act(1, "red-alert").act(0, "done").act(1, "retreat WOL");
    assert!(!stage.fighting() && count(&stage, |event| matches!(event, Event::Round(..))) == 0);
}

#[test]
fn ev_b_18a_without_a_legal_target_there_is_no_attack_round() {
    covers!("EV-B-18a");
    let attack = |damage: &str| {
        let mut stage = three(&format!(
            "seat 0 SOL\nseat 1 SOL\nseat 2 KAN\nship s0 START current 0\nship s1 START current 1{damage}"
        ));
        stage.act(0, "attack 1").act(1, "red-alert").act(0, "done").act(1, "retreat WOL");
        stage.fighting()
    };
    assert!(!attack(""));
    let mut stage =
        two("seat 0 SOL\nseat 1 SOL stranded\nship s0 START current 0\nship s1 START current 1 disabled");
    stage.act(0, "attack 1");
    assert_eq!(stage.no(0, "begin 4"), "", "a disabled target is a target");
}

#[test]
fn ev_end_6_whoever_still_works_at_the_end_repairs_for_free() {
    covers!("EV-END-6", "EV-REP-1", "EV-R-101");
    let mut stage = duel(
        4,
        "ship s0 014 current 0\nship s1 START current 1 down\nship s2 058 escort 0 disabled\nship s3 058 escort 1 disabled",
    );
    stage.act(0, "fire s0 0 s1").nova(0).quiet();
    assert!(!stage.fighting());
    assert_eq!(
        (stage.damage(2), stage.damage(3)),
        (Damage::Intact, Damage::Disabled),
        "the loser repairs nothing"
    );
}

#[test]
fn ev_reg_1_shields_are_repaired_at_the_end_of_the_battle() {
    covers!("EV-REG-1");
    let mut stage = duel(4, "ship s0 014 current 0 down\nship s1 START current 1");
    assert_eq!(stage.damage(0), Damage::ShieldsDown);
    stage.act(0, "done").act(1, "done").quiet();
    assert_eq!((stage.fighting(), stage.damage(0)), (false, Damage::Intact));
}

#[test]
fn ev_aft_1_npc_ships_count_for_the_repairs_and_leave_then() {
    covers!("EV-AFT-1");
    let mut stage = two(
        "evn 1 active 0 moved\nseat 0 SOL markers Federation hand {049}\nseat 1 KAN gov {014}\nship s0 START current 0 down\nship s1 START current 1",
    );
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 014").act(1, "done").quiet().act(1, "begin 4").quiet();
    let viper = ship(&stage, 14);
    stage.act(1, &format!("fire s{viper} 0 s0")).quiet().nova(0).quiet();
    assert_eq!(stage.state.open.frame(), Some(Frame::Offer { seat: Seat(0) }), "elimination tests first");
    assert!(!stage.gone(viper));
    stage.act(0, "offer 0");
    assert!(stage.gone(viper) && stage.discard(1).contains(&"014".to_owned()));
}

#[test]
fn ev_cap_3_items_fighters_and_cargo_are_taken_with_an_own_ship() {
    covers!("EV-CAP-3");
    let mut stage =
        boarding("ship s0 096 current 0\nship s1 054 current 1 disabled\nitem s1 050 1\nitem s1 002 1");
    stage.state.open.seat[1].assets.push(Card(104));
    stage.state.open.seat[1].assets.push(Card(79));
    stage.act(0, "board s0").act(0, "capture s1").nova(0).draw().act(0, "as-ship");
    assert_eq!((stage.no(0, "take-item 050"), stage.no(0, "take-item 043")), ("", "EV-CAP-3"));
    stage.act(0, "take-item 050").act(0, "done");
    assert_eq!((stage.no(0, "take-asset 105"), stage.no(0, "take-asset 080")), ("", "EV-CAP-3"));
}

#[test]
fn ev_cmp_3_a_player_who_goes_out_by_the_capture_is_compensated() {
    covers!("EV-CMP-3", "EV-R-91");
    let mut stage = boarding("ship s0 096 current 0\nship s1 054 current 1 disabled");
    stage.act(0, "board s0").act(0, "capture s1").nova(0).draw().act(0, "as-escort").draw();
    let at = |wanted: fn(&Event) -> bool| stage.events.iter().position(wanted);
    let (paid, out) =
        (at(|event| matches!(event, Event::Compensated(..))), at(|event| matches!(event, Event::Out(..))));
    assert!(paid.is_some() && paid < out, "{paid:?} {out:?}");
}

#[test]
fn ev_pod_7_a_captured_ship_gives_no_pod_check() {
    covers!("EV-POD-7");
    let mut stage = boarding("ship s0 096 current 0\nship s1 054 current 1 disabled\nitem s1 072 1");
    stage.act(0, "board s0").act(0, "capture s1").act(1, "stay").nova(0).draw().act(0, "as-escort").draw();
    assert!(stage.state.open.seat[1].out);
    assert_eq!(count(&stage, |event| matches!(event, Event::Check(CheckKind::Pod, ..))), 0);
}

#[test]
fn ev_a11_4_loaded_routes_are_lost_with_the_ship() {
    covers!("EV-A11-4");
    let mut stage = two(
        "seat 0 SOL\nseat 1 SOL assets 105\nship s0 014 current 0\nship s1 054 current 1 disabled\nitem s1 072 1",
    );
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "fire s0 0 s1").nova(0).pay();
    assert!(!stage.state.open.seat[1].out && stage.state.open.seat[1].assets.is_empty());
    assert!(stage.discard(1).contains(&"105".to_owned()));
}

#[test]
fn ev_r_37_the_old_ship_of_a_captor_becomes_an_escort() {
    covers!("EV-R-37");
    let mut stage =
        boarding("ship s0 096 current 0\nship s1 054 current 1 disabled\nitem s0 050 0\nitem s0 060 0");
    stage.act(0, "board s0").act(0, "capture s1").nova(0).draw().act(0, "as-ship");
    stage.act(0, "move-item 050").act(0, "done").draw();
    assert_eq!(stage.state.open.ship(ShipId(0)).role, Role::Escort);
    assert!(stage.state.open.items_under(ShipId(1)).any(|item| item.card == Card(49)), "moved");
    assert!(stage.discard(0).contains(&"060".to_owned()), "the rest is discarded");
    assert!(stage.state.open.items_under(ShipId(0)).next().is_none(), "Escorts carry nothing");
}

#[test]
fn ev_cap_6_compensation_for_the_ship_comes_before_the_choice() {
    covers!("EV-CAP-6");
    let mut stage = boarding("ship s0 096 current 0\nship s1 107 current 1\nship s2 059 escort 1 disabled");
    stage.act(0, "board s0").act(0, "capture s2").nova(0);
    assert_ne!(stage.no(0, "as-escort"), "", "a card is owed first");
    stage.draw();
    assert_eq!(stage.no(0, "as-escort"), "");
}

#[test]
fn ev_cmp_1_each_card_taken_costs_one_of_the_hand_or_the_deck() {
    covers!("EV-CMP-1");
    for (answer, top) in [("from-hand 049", "049"), ("from-deck", "001")] {
        let mut stage = two(
            "seat 0 SOL hand {049} deck {001 002}\nseat 1 SOL\nship s0 096 current 0\nship s1 107 current 1\nship s2 059 escort 1 disabled",
        );
        stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
        then(&mut stage, 0, "board s0");
        stage.act(0, "capture s2").nova(0);
        assert_eq!(stage.no(0, "from-hand 050"), "EV-CMP-1");
        stage.act(0, answer);
        if answer == "from-deck" {
            stage.card("001");
        }
        assert_eq!(stage.discard(1), [top]);
    }
}

#[test]
fn ev_cmp_2_nothing_is_given_for_a_card_of_a_player_who_is_out() {
    covers!("EV-CMP-2");
    let mut stage = two(
        "seat 0 SOL hand {049} deck {}\nseat 1 SOL\nship s0 096 current 0\nship s1 107 current 1\nship s2 059 escort 1 disabled",
    );
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    then(&mut stage, 0, "board s0");
    stage.act(0, "capture s2").nova(0);
    assert_eq!(stage.no(0, "from-deck"), "EV-CMP-2", "no deck to give from");
}

#[test]
fn ev_brd_6_a_target_keeps_its_cards_until_the_result() {
    covers!("EV-BRD-6");
    let ships = "ship s0 096 current 0\nship s1 107 current 1\nship s2 065 escort 1 disabled\nship s3 024 fighter 1 in s2";
    let mut stage = boarding(ships);
    stage.act(0, "board s0").act(0, "capture s2");
    assert!(!stage.gone(3), "while the check is made");
    let mut stage = boarding("ship s0 096 current 0\nship s1 107 current 1\nship s2 059 escort 1 disabled");
    stage.act(0, "board s0").act(0, "capture s2").nova(0).draw();
    assert_eq!(stage.state.open.ship(ShipId(2)).owner, Seat(1), "until the captor has chosen");
}

#[test]
fn ev_brd_2_several_ships_board_together_each_once() {
    covers!("EV-BRD-2");
    let mut stage = boarding(
        "ship s0 096 current 0\nship s1 107 current 1\nship s2 059 escort 1 disabled\nship s3 014 escort 0\nship s4 059 escort 1 disabled",
    );
    assert_eq!(stage.no(0, "capture s2"), "EV-BRD-2", "no boarders yet");
    stage.act(0, "board s0").act(0, "board s3");
    assert_eq!(stage.no(0, "board s3"), "EV-BRD-2");
    stage.act(0, "capture s2").nova(9);
    assert!(!stage.legal(0).contains(&"board s0".to_owned()), "one boarding per round");
}

#[test]
fn ev_cap_1_further_boarders_add_one_each() {
    covers!("EV-CAP-1", "EV-R-05");
    for (more, av) in [(false, 5), (true, 6)] {
        let mut stage = boarding(
            "ship s0 096 current 0\nship s1 107 current 1\nship s2 059 escort 1 disabled\nship s3 014 escort 0",
        );
        stage.act(0, "board s0");
        if more {
            stage.act(0, "board s3");
        }
        stage.act(0, "capture s2");
        assert_eq!(stage.check(), (av, 3), "Fend Off 3 is subtracted once");
    }
}

#[test]
fn ev_r_60_npc_ships_do_not_board() {
    covers!("EV-R-60");
    let mut stage = two(
        "evn 1 active 0 moved\nseat 0 SOL\nseat 1 SOL gov {014}\nship s0 107 current 0\nship s1 096 current 1\nship s2 059 escort 0 disabled",
    );
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 014").act(1, "done").act(0, "attack-shown Federation");
    then(&mut stage, 1, "join");
    then(&mut stage, 0, "begin 4");
    let viper = ship(&stage, 14);
    then(&mut stage, 1, "fire s1 1 s0");
    until(&mut stage, 1, "board s1");
    assert_eq!(stage.no(1, &format!("board s{viper}")), "EV-BRD-1", "Boarding 4 does not count");
}

#[test]
fn ev_loot_2_loot_brings_a_card_per_three_of_the_cost() {
    covers!("EV-LOOT-2");
    for (card, cards) in [("059", 3), ("014", 2), ("010", 6)] {
        let mut stage = boarding(&format!(
            "ship s0 096 current 0\nship s1 107 current 1\nship s2 {card} escort 1 disabled"
        ));
        stage.act(0, "board s0").act(0, "loot s2").nova(0).draw();
        assert_eq!(stage.hand_size(0), cards, "cost of {card} / 3, rounded up");
    }
}

#[test]
fn ev_loot_3_after_loot_the_same_ships_may_capture() {
    covers!("EV-LOOT-3");
    let mut stage = boarding(
        "ship s0 096 current 0\nship s1 107 current 1\nship s2 059 escort 1 disabled\nship s3 059 escort 1 disabled",
    );
    stage.act(0, "board s0").act(0, "loot s2").nova(0).draw();
    assert_eq!((stage.no(0, "capture s2"), stage.no(0, "capture s3")), ("", "EV-LOOT-3"));
    stage.act(0, "capture s2");
    assert_eq!(stage.check(), (5, 3));
}

#[test]
fn ev_r_61_an_escort_brings_no_ammunition() {
    covers!("EV-R-61");
    let mut stage = boarding("ship s0 096 current 0\nship s1 107 current 1\nship s2 059 escort 1 disabled");
    stage.act(0, "board s0").act(0, "loot s2").nova(0).draw();
    assert!(
        matches!(stage.state.open.frame(), Some(Frame::CaptureAgain { .. })),
        "ammunition is not asked for"
    );
}

#[test]
fn ev_r_62_a_looted_ship_stays_disabled_and_may_be_looted_in_a_later_round() {
    covers!("EV-R-62");
    let mut stage = boarding("ship s0 107 current 0\nship s1 107 current 1\nship s2 059 escort 1 disabled");
    stage.act(0, "board s0").act(0, "loot s2").nova(0).draw();
    assert_eq!((stage.damage(2), stage.gone(2)), (Damage::Disabled, false));
    assert_eq!(stage.no(0, "loot s2"), "EV-LOOT-3", "not again in this round");
    stage.state.open.ships[2].boarded = false;
    stage.act(0, "done");
    let again = boarding("ship s0 107 current 0\nship s1 107 current 1\nship s2 059 escort 1 disabled");
    assert_eq!(again.no(0, "board s0"), "", "a disabled ship can be boarded in any round");
}

#[test]
fn ev_pod_3_a_captain_in_a_pod_keeps_hand_missions_and_tabs() {
    covers!("EV-POD-3");
    let mut stage = two(
        "seat 0 SOL\nseat 1 SOL hand {008} missions 056@1 assets 080 gov {062} markers Dani\nship s0 014 current 0\nship s1 054 current 1 disabled\nitem s1 072 1\nitem s1 050 1",
    );
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "fire s0 0 s1").nova(7).pay();
    let player = &stage.state.open.seat[1];
    assert_eq!((player.hand, player.gov, player.pawn, stage.state.open.missions.len()), (1, 1, None, 1));
    assert!(player.assets.contains(&Card(79)) && stage.markers(1) == ["Dani"]);
    for card in ["054", "072", "050"] {
        assert!(stage.discard(1).contains(&card.to_owned()), "{card} is discarded");
    }
}

#[test]
fn ev_pod_6_the_check_is_made_before_the_next_shot() {
    covers!("EV-POD-6");
    let mut stage = two(
        "seat 0 SOL\nseat 1 SOL\nship s0 014 current 0\nship s1 054 current 1 disabled\nship s2 014 escort 0\nitem s1 072 1",
    );
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "fire s0 0 s1");
    assert!(matches!(stage.state.open.frame(), Some(Frame::Flip(Flip::Pod { av: 7, ov: 0, .. }))));
}

#[test]
fn ev_fl_2_a_spring_adds_the_sac_of_this_and_earlier_phases() {
    covers!("EV-FL-2");
    let mut stage = two("seat 0 SOL\nseat 1 SOL\nship s0 112 current 0\nship s1 107 current 1");
    stage.act(0, "attack 1").quiet().act(0, "begin 1").act(0, "maneuver s0").act(0, "done").quiet();
    while stage.phase() < 4 {
        let seat = stage.asked().expect("a decision");
        let wait = stage.legal(seat).contains(&"wait".to_owned());
        stage.act(seat, if wait { "wait" } else { "done" }).quiet();
    }
    assert_eq!(stage.no(0, "spring s0 3 s1"), "EV-FL-2", "a system of phase 5");
    stage.act(0, "spring s0 1 s1");
    assert_eq!((shot(&stage).sh, shot(&stage).ar), (16 + 1 + 1, 18 + 1 + 1), "phases 2 and 4 added, 5 not");
}

#[test]
fn ev_fl_4_later_phases_fire_as_usual_and_an_unsprung_maneuver_lapses() {
    covers!("EV-FL-4");
    let mut stage = two("seat 0 SOL\nseat 1 SOL\nship s0 112 current 0\nship s1 107 current 1");
    stage.act(0, "attack 1").quiet().act(0, "begin 4").act(0, "maneuver s0").act(0, "done").quiet();
    stage.act(0, "spring s0 2 s1").quiet();
    until(&mut stage, 0, "fire s0 3 s1");
    let mut lapsed = two("seat 0 SOL\nseat 1 SOL\nship s0 112 current 0\nship s1 107 current 1");
    lapsed.act(0, "attack 1").quiet().act(0, "begin 4").act(0, "maneuver s0").act(0, "done").quiet();
    run(&mut lapsed, |stage| !stage.state.open.ship(ShipId(0)).maneuver);
    assert!(!lapsed.state.open.ship(ShipId(0)).maneuver);
}

#[test]
fn ev_fl_7_springs_come_before_all_normal_fire() {
    covers!("EV-FL-7", "EV-R-99");
    let mut stage = two("seat 0 SOL\nseat 1 SOL\nship s0 START current 0\nship s1 START current 1");
    stage.act(0, "attack 1").quiet().act(0, "begin 4").act(0, "done").act(1, "maneuver s1");
    assert_eq!((stage.asked(), stage.no(1, "spring s1 0 s0")), (Some(1), ""), "before the aggressor's fire");
}

#[test]
fn ev_fl_6_a_point_defense_system_is_added_but_does_not_fire() {
    covers!("EV-FL-6");
    let mut stage = two("seat 0 SOL\nseat 1 SOL\nship s0 117 current 0\nship s1 107 current 1");
    stage.act(0, "attack 1").quiet().act(0, "begin 3").act(0, "maneuver s0").act(0, "done").quiet();
    while stage.phase() < 4 {
        let seat = stage.asked().expect("a decision");
        let wait = stage.legal(seat).contains(&"wait".to_owned());
        stage.act(seat, if wait { "wait" } else { "done" }).quiet();
    }
    assert_ne!(stage.no(0, "spring s0 2 s1"), "", "the PD system itself");
    stage.act(0, "spring s0 0 s1");
    assert_eq!(shot(&stage).sh, 15 + 4 + 2, "Heavy Blasters and the PD system");
}

#[test]
fn ev_bay_3_disabled_enemy_fighters_are_taken_for_a_card() {
    covers!("EV-BAY-3");
    let mut stage = two(
        "seat 0 SOL\nseat 1 SOL\nship s0 117 current 0\nship s1 015 current 1\nship s2 024 fighter 1 disabled\nship s3 024 fighter 1",
    );
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    until(&mut stage, 0, "take-fighter s2 s0");
    assert_ne!(stage.no(0, "take-fighter s3 s0"), "", "it still works");
    stage.act(0, "take-fighter s2 s0").draw();
    assert_eq!(stage.state.open.ship(ShipId(2)).owner, Seat(0));
    assert_eq!(count(&stage, |event| matches!(event, Event::Compensated(..))), 1);
}

#[test]
fn ev_bay_2_another_carrier_recovers_the_fighters_of_a_lost_one() {
    covers!("EV-BAY-2");
    let mut stage = two(
        "seat 0 SOL\nseat 1 SOL\nship s0 START current 0\nship s1 015 current 1\nship s2 014 fighter 0\nship s3 010 escort 0\nship s4 117 escort 0 disabled",
    );
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    until(&mut stage, 0, "recover s2 s3");
    assert_eq!(stage.no(0, "recover s2 s4"), "EV-BAY-2", "its own carrier is disabled");
    stage.act(0, "recover s2 s3");
    assert_eq!(stage.state.open.ship(ShipId(2)).inside, Some(ShipId(3)));
}

#[test]
fn ev_end_2_fighters_come_before_boarding() {
    covers!("EV-END-2", "EV-R-32");
    let mut stage = two(
        "seat 0 SOL\nseat 1 SOL\nship s0 117 current 0\nship s1 107 current 1\nship s2 014 fighter 0\nship s3 059 escort 1 disabled",
    );
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    let all = offers(&mut stage);
    let at = |what: &str| all.iter().position(|offer| *offer == (0, what));
    assert!(
        at("withdraw") < at("recover") && at("recover") < at("board") && at("board").is_some(),
        "{all:?}"
    );
}

#[test]
fn ev_b_30_the_marker_comes_before_the_check() {
    covers!("EV-B-30");
    let mut stage = three(
        "seat 0 SOL\nseat 1 SOL\nseat 2 SOL\nship s0 107 current 0\nship s1 107 current 1\nship s2 START current 2",
    );
    stage.act(0, "attack 1");
    then(&mut stage, 2, "join");
    then(&mut stage, 0, "begin 4");
    then(&mut stage, 2, "fire s2 0 s1");
    assert!(stage.told(&Event::Check(CheckKind::Shot, 9, 16, None, false)), "the shot fails");
    assert_eq!(stage.markers(2), ["Federation"], "the marker is placed all the same");
}

#[test]
fn ev_b_6_joining_comes_before_the_marker() {
    covers!("EV-B-6");
    let mut stage = three("seat 0 SOL\nseat 1 SOL\nseat 2 SOL");
    stage.act(0, "attack 1");
    assert_eq!((stage.asked(), stage.markers(0).len()), (Some(2), 0), "B0");
    stage.act(2, "stand-clear");
    assert_eq!(stage.markers(0), ["Federation"], "B1");
}

#[test]
fn ev_hid_3_an_evasion_is_asked_for_only_if_it_could_matter() {
    covers!("EV-HID-3");
    for (shooter, system, target, asked) in [
        ("START", 0, "START", true),
        ("START", 0, "107", false),
        ("107", 1, "START", false),
        ("014", 0, "021", true),
    ] {
        let mut stage = two(&format!(
            "seat 0 SOL\nseat 1 SOL hand {{008}}\nship s0 {shooter} current 0\nship s1 {target} current 1"
        ));
        stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
        stage.act(0, &format!("fire s0 {system} s1"));
        let evade = matches!(stage.state.open.frame(), Some(Frame::Evade { .. }));
        assert_eq!(evade, asked, "{shooter} at {target}: below OV, or 12 above, it cannot matter");
    }
}

#[test]
fn ev_ov_3_a_captain_whose_ship_is_lost_is_out() {
    covers!("EV-OV-3");
    let mut stage = three(
        "seat 0 SOL\nseat 1 SOL\nseat 2 KAN\nship s0 START current 0\nship s1 START current 1 disabled",
    );
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "fire s0 0 s1");
    assert!(stage.state.open.seat[1].out && stage.state.open.ending.is_none());
}

#[test]
fn ev_r_104_ties_of_planet_fire_are_decided_by_escape_and_entry() {
    covers!("EV-R-104");
    // Pursuit 14 of both; Escape 9 of the Pirate Viper against 10, then who entered first.
    for (ships, target) in [
        ("ship s0 014 current 0\nship s1 058 current 1", 1),
        ("ship s0 058 current 0\nship s1 014 current 1", 0),
        ("ship s0 014 current 0\nship s1 014 current 1", 0),
    ] {
        let mut stage = two(&format!("nova {{*}} [026]\nseat 0 SCH\nseat 1 SCH\n{ships}"));
        stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "done").act(1, "done");
        let fired = stage.events.iter().find_map(|event| match event {
            Event::PlanetFired(_, target) => Some(target.id.0),
            _ => None,
        });
        assert_eq!(fired, Some(target), "{ships}");
    }
}

#[test]
fn ev_r_106_pirates_come_against_aliens() {
    covers!("EV-R-106");
    let mut stage = two(
        "evn 1 active 0 moved\nseat 0 VLS pirate {058}\nseat 1 KAN gov {083}\nship s0 107 current 0\nship s1 START current 1",
    );
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 083").act(1, "done").act(0, "fight");
    then(&mut stage, 0, "show 058");
    then(&mut stage, 1, "begin 1");
    let (krypt, pirate) = (ship(&stage, 83), ship(&stage, 58));
    until(&mut stage, 1, &format!("fire s{krypt} 0 s{pirate}"));
    assert_eq!(stage.no(1, &format!("fire s{krypt} 0 s0")), "EV-B-27", "Pirates first");
}

#[test]
fn ev_r_90_a_captured_start_ship_is_an_ordinary_ship() {
    covers!("EV-R-90");
    let mut stage = boarding("ship s0 096 current 0\nship s1 107 current 1\nship s2 START escort 1 disabled");
    stage.act(0, "board s0").act(0, "capture s2").nova(0).act(0, "as-escort");
    let prize = stage.state.open.ship(ShipId(2));
    assert_eq!((prize.owner, prize.role, prize.card), (Seat(0), Role::Escort, Card::START));
    assert!(stage.discard(1).is_empty(), "no compensation for what is no card");
}
