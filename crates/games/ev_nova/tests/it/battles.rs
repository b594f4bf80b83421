//! Chapters 10 to 13: battles, boarding, aftermath.

use ev_nova::{Card, Damage, Data, Event, Power, Role, ShipId};
use rules::{Seat, covers};

use crate::stage::{Stage, three, two};

/// An attack of seat 0 on seat 1 at Sol that begins with this phase, at the first fire.
pub(crate) fn duel(phase: u8, rest: &str) -> Stage {
    let mut stage = two(&format!("seat 0 SOL\nseat 1 SOL\n{rest}"));
    stage.act(0, "attack 1").quiet().act(0, &format!("begin {phase}")).quiet();
    stage
}

const SHUTTLES: &str = "ship s0 START current 0\nship s1 START current 1";

#[test]
fn ev_check_2_below_the_opposing_value_no_card_is_flipped() {
    covers!("EV-CHECK-1", "EV-CHECK-2");
    let mut stage = duel(4, "ship s0 START current 0\nship s1 107 current 1");
    stage.act(0, "fire s0 0 s1");
    assert!(stage.told(&Event::Check(ev_nova::CheckKind::Shot, 9, 16, None, false)));
    assert_eq!(stage.state.open.nova_discard.len(), 0);
}

#[test]
fn ev_check_3_the_number_decides() {
    covers!("EV-CHECK-3", "EV-B-21", "EV-VOC-9");
    for (number, damage) in [(6, Damage::ShieldsDown), (7, Damage::Intact)] {
        let mut stage = duel(4, SHUTTLES);
        stage.act(0, "fire s0 0 s1");
        assert_eq!(stage.check(), (9, 3));
        stage.nova(number);
        assert_eq!(stage.damage(1), damage, "flip {number}");
    }
}

#[test]
fn ev_check_4_a_sure_check_uses_a_card() {
    covers!("EV-CHECK-4");
    let mut stage = duel(4, "ship s0 107 current 0\nship s1 START current 1");
    stage.act(0, "fire s0 1 s1").nova(9);
    assert_eq!((stage.damage(1), stage.state.open.nova_discard.len()), (Damage::ShieldsDown, 1));
}

#[test]
fn ev_b_22_armor_then_disabled_then_destroyed() {
    covers!("EV-B-22", "EV-B-23", "EV-WIN-1");
    let mut stage = duel(4, "ship s0 START current 0\nship s1 START current 1 down");
    stage.act(0, "fire s0 0 s1");
    assert_eq!(stage.check(), (6, 3));
    stage.nova(3);
    assert_eq!(stage.damage(1), Damage::Disabled);
    assert_ne!(stage.asked(), Some(1), "a disabled ship does not fire");
    let mut stage = duel(4, "ship s0 START current 0\nship s1 START current 1 disabled");
    stage.act(0, "fire s0 0 s1");
    assert_eq!(
        stage.state.open.ending,
        Some(ev_nova::Ending::Attrition(Seat(0))),
        "destroyed without a flip"
    );
}

#[test]
fn ev_x_12_a_disabled_ship_is_destroyed() {
    let mut stage = duel(4, "ship s0 014 current 0\nship s1 START current 1\nship s2 058 escort 1 disabled");
    stage.act(0, "fire s0 0 s2");
    assert!(stage.gone(2) && stage.state.open.nova_discard.is_empty());
    assert_eq!(stage.discard(1), ["058"]);
}

#[test]
fn ev_b_5_the_aggressor_fires_first() {
    covers!("EV-B-5", "EV-B-19", "EV-B-14");
    let mut stage = duel(4, SHUTTLES);
    assert_eq!(stage.asked(), Some(0));
    assert_eq!(stage.no(0, "fire s0 1 s1"), "EV-B-20");
    stage.act(0, "done");
    assert_eq!((stage.asked(), stage.phase()), (Some(1), 4));
    stage.act(1, "done").quiet();
    assert_eq!(stage.phase(), 0, "nobody has a shot in phase 5 and nobody fired: cease-fire");
}

#[test]
fn ev_b_20_one_system_fires_once() {
    covers!("EV-B-20", "EV-B-26", "EV-B-31b");
    let mut stage = duel(4, "ship s0 020 current 0\nship s1 107 current 1\nship s2 058 escort 0");
    stage.act(0, "fire s0 0 s1");
    assert_eq!(stage.no(0, "fire s0 0 s1"), "EV-B-20");
    assert_eq!(stage.no(0, "fire s2 0 s0"), "EV-B-26", "an own ship");
    assert_eq!(stage.no(0, "fire s1 1 s0"), "EV-B-31b", "not the own ship");
}

#[test]
fn ev_b_15_the_attack_round_runs_to_phase_5() {
    covers!("EV-B-15", "EV-B-16", "EV-R-30");
    let mut stage = two("seat 0 SOL\nseat 1 SOL\nship s0 START current 0\nship s1 014 current 1");
    stage.act(0, "attack 1").quiet();
    assert_eq!(
        (stage.no(0, "end 4"), stage.no(0, "begin 5"), stage.no(0, "begin 6")),
        ("EV-B-15", "EV-B-16a", "EV-B-14")
    );
    stage.act(0, "begin 4").quiet().act(0, "fire s0 0 s1").nova(0).act(1, "fire s1 0 s0").nova(0).quiet();
    assert_eq!((stage.asked(), stage.no(1, "begin 1")), (Some(1), "EV-B-16"));
    stage.act(1, "end 5");
    let battle = stage.state.open.battle.as_ref().expect("round 2");
    assert_eq!((battle.round, battle.phase, battle.last), (2, 1, 5));
}

#[test]
fn ev_x_32_an_attack_from_phase_4() {
    let mut stage = two(&format!("seat 0 SOL\nseat 1 SOL\n{SHUTTLES}"));
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    assert_eq!(stage.phase(), 4);
    stage.act(0, "fire s0 0 s1").nova(9).act(1, "done").quiet();
    stage.nova(3).nova(5).quiet();
    let namer = stage.asked().expect("the Initiative");
    stage.act(namer, "end 5").quiet();
    assert_eq!(stage.phase(), 4, "from phase 1 on, nobody fires before phase 4");
}

#[test]
fn ev_b_17_initiative_by_pursuit_then_ships_then_cards() {
    covers!("EV-B-17", "EV-B-18");
    let mut stage = duel(4, "ship s0 START current 0\nship s1 014 current 1");
    stage.act(0, "fire s0 0 s1").nova(0).act(1, "done").quiet();
    assert_eq!(stage.asked(), Some(1), "Pursuit 14 against 12");
    let mut stage = duel(4, SHUTTLES);
    stage.act(0, "fire s0 0 s1").nova(9).act(1, "done").quiet();
    stage.nova(3).nova(5).quiet();
    assert_eq!(stage.asked(), Some(1), "the higher number");
}

#[test]
fn ev_ex_58_a_tie_of_pursuit() {
    let mut stage =
        duel(4, "ship s0 014 current 0\nship s1 096 current 1\nship s2 058 escort 1\nitem s1 050 1");
    stage.act(0, "fire s0 0 s1").nova(0);
    stage.act(1, "done").quiet();
    assert_eq!(stage.state.open.battle.as_ref().expect("a battle").leader, Seat(1));
}

#[test]
fn ev_sac_1_a_combined_shot_adds_the_sac_of_the_rest() {
    covers!("EV-SAC-1", "EV-R-29");
    let mut stage = duel(2, "ship s0 116 current 0\nship s1 107 current 1\nitem s0 027 0");
    assert_eq!(stage.no(0, "combine s0 0 s1"), "EV-SAC-2", "the shot must have Pur");
    stage.act(0, "combine s0 1 s1");
    let shot = stage.state.open.battle.as_ref().expect("a battle").shot.expect("a shot");
    assert_eq!((shot.sh, shot.ar, shot.pur), (19, 21, Some(17)));
    assert_eq!(stage.check(), (19, 16));
    let mut stage = duel(2, "ship s0 116 current 0\nship s1 107 current 1\nitem s0 027 0");
    stage.act(0, "fire s0 0 s1").nova(0);
    assert_eq!(stage.no(0, "combine s0 1 s1"), "EV-SAC-1", "all or nothing");
}

#[test]
fn ev_x_13_modified_enterprise_combined() {
    let mut stage = duel(2, "ship s0 116 current 0\nship s1 107 current 1\nitem s0 027 0");
    stage.act(0, "combine s0 1 s1");
    let shot = stage.state.open.battle.as_ref().expect("a battle").shot.expect("a shot");
    assert_eq!((shot.sh, shot.ar, shot.pur), (19, 21, Some(17)));
}

#[test]
fn ev_sac_3_a_ship_may_support_another() {
    covers!("EV-SAC-3");
    let mut stage =
        duel(2, "ship s0 116 current 0\nship s1 107 current 1\nship s2 096 escort 0\nitem s0 027 0");
    assert_eq!(stage.no(0, "support s0 s1"), "EV-SAC-3", "not the own ship");
    stage.act(0, "support s0 s2");
    assert_eq!(stage.no(0, "support s0 s2"), "", "announced again before the shot");
    stage.act(0, "fire s2 0 s1");
    let shot = stage.state.open.battle.as_ref().expect("a battle").shot.expect("a shot");
    assert_eq!((shot.sh, shot.ar, shot.pur), (14 + 10, 16 + 10, Some(19)));
    assert_eq!(stage.state.open.ship(ShipId(0)).used, 0b111, "its systems are used up");
}

#[test]
fn ev_x_14_support_of_ten() {
    let mut stage =
        duel(2, "ship s0 116 current 0\nship s1 107 current 1\nship s2 096 escort 0\nitem s0 027 0");
    stage.act(0, "support s0 s2").act(0, "fire s2 0 s1");
    assert_eq!(stage.check().0, 24);
}

#[test]
fn ev_x_15_support_raises_pur_by_three() {
    let mut stage =
        duel(2, "ship s0 116 current 0\nship s1 107 current 1\nship s2 096 escort 0\nitem s0 027 0");
    stage.act(0, "support s0 s2").act(0, "fire s2 0 s1");
    assert_eq!(stage.state.open.battle.as_ref().expect("a battle").shot.expect("a shot").pur, Some(19));
}

#[test]
fn ev_amo_1_ammunition_lasts_some_rounds() {
    covers!("EV-AMO-1", "EV-R-31");
    let stage = duel(2, "ship s0 096 current 0\nship s1 107 current 1");
    assert_eq!(stage.no(0, "fire s0 0 s1"), "");
    let mut dry = duel(2, "ship s0 096 current 0\nship s1 107 current 1");
    dry.state.open.battle.as_mut().expect("a battle").round = 3;
    assert_eq!(dry.no(0, "fire s0 0 s1"), "EV-AMO-1");
}

#[test]
fn ev_pur_1_a_relative_pur_uses_the_ships_pursuit() {
    covers!("EV-PUR-1", "EV-R-36", "EV-B-31c");
    let data = Data::standard();
    for (ship, pur) in [("014", 15), ("096", 13)] {
        let stage = two(&format!("seat 0 SOL\nseat 1 KAN\nship s0 {ship} current 0\nitem s0 105 0"));
        let line = stage.state.open.lines(data, ShipId(0)).last().expect("a Raven Pod");
        assert_eq!(stage.state.open.pur(data, ShipId(0), line), Some(pur));
    }
}

#[test]
fn ev_pur_2_the_target_may_escape_a_pursuing_hit() {
    covers!("EV-PUR-2");
    let mut stage = duel(2, "ship s0 096 current 0\nship s1 021 current 1");
    stage.act(0, "fire s0 0 s1").nova(0);
    assert_eq!(stage.asked(), Some(1));
    stage.act(1, "escape");
    assert_eq!(stage.check(), (16, 10));
    stage.nova(7);
    assert_eq!(stage.damage(1), Damage::Intact, "cancelled");
    assert!(stage.state.open.ship(ShipId(1)).dodged);
    stage.quiet();
    assert_eq!(stage.phase(), 4);
    stage.act(0, "done");
    assert_ne!(stage.asked(), Some(1), "its Light Blasters are silent for the rest of the round");
    let mut stage = duel(2, "ship s0 096 current 0\nship s1 021 current 1");
    stage.act(0, "fire s0 0 s1").nova(0).act(1, "take");
    assert_eq!(stage.damage(1), Damage::ShieldsDown);
}

#[test]
fn ev_pd_2_point_defense_answers_pursuing_hits() {
    covers!("EV-PD-2", "EV-R-35");
    let mut stage = duel(2, "ship s0 015 current 0\nship s1 117 current 1");
    stage.act(0, "fire s0 0 s1").nova(0);
    assert_eq!(stage.state.open.frame(), Some(ev_nova::Frame::Flip(ev_nova::Flip::PointDefense { av: 19 })));
    stage.nova(4);
    assert!(stage.told(&Event::Check(ev_nova::CheckKind::PointDefense, 19, 15, Some(4), true)));
    assert_eq!(stage.damage(1), Damage::Intact);
}

#[test]
fn ev_pd_1_point_defense_fires_only_at_some_ships() {
    covers!("EV-PD-1");
    let stage = duel(4, "ship s0 117 current 0\nship s1 107 current 1\nship s2 058 escort 1");
    assert_eq!((stage.no(0, "fire s0 2 s1"), stage.no(0, "fire s0 2 s2")), ("EV-PD-1", ""));
}

#[test]
fn ev_pl_4_asteroids_and_nebulae() {
    covers!("EV-PL-4");
    let mut stage =
        two("nova {*} [008]\nseat 0 ALD\nseat 1 ALD\nship s0 014 current 0\nship s1 START current 1");
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "fire s0 0 s1");
    assert_eq!((stage.check(), stage.state.open.nova_aside), ((9, 3), Some(Card(7))), "Simpson, Asteroid 2");
    let stage = {
        let mut stage =
            two("seat 0 POR\nseat 1 POR discard [010]\nship s0 014 current 0\nship s1 START current 1");
        stage.act(0, "attack 1");
        stage
    };
    assert_eq!(stage.state.open.pursuit(Data::standard(), ShipId(0)), 13, "Ryll, Nebula 1");
}

#[test]
fn ev_x_30_asteroid_2() {
    let mut stage =
        two("nova {*} [008]\nseat 0 ALD\nseat 1 ALD\nship s0 014 current 0\nship s1 START current 1 down");
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "fire s0 0 s1");
    assert_eq!(stage.check(), (6, 3));
}

#[test]
fn ev_x_31_nebula_1() {
    let mut stage = two(
        "seat 0 POR discard [010]\nseat 1 POR\nship s0 096 current 0\nship s1 START current 1\nship s2 014 escort 0",
    );
    stage.act(0, "attack 1");
    let data = Data::standard();
    let line = stage.state.open.line(data, ShipId(0), 0).expect("a Radar Missile");
    assert_eq!(
        (stage.state.open.pur(data, ShipId(0), line), stage.state.open.pursuit(data, ShipId(2))),
        (Some(15), 13)
    );
}

#[test]
fn ev_pl_1_a_friend_directs_an_engaged_planet() {
    covers!("EV-PL-1", "EV-PL-8");
    let mut stage =
        two("nova {*} [001]\nseat 0 SOL\nseat 1 SOL\nship s0 096 current 0\nship s1 096 current 1");
    stage.act(0, "attack 1").quiet().act(0, "begin 3").quiet();
    assert_eq!(stage.asked(), Some(1), "the attacker has the marker, the attacked player directs Earth");
    assert_eq!(stage.no(1, "planet-fire 001 s1"), "EV-PL-1");
    stage.act(1, "planet-fire 001 s0");
    assert_eq!(stage.check(), (20, 11));
    assert_eq!(stage.markers(1), [""; 0], "a planet's shot is no attack");
}

#[test]
fn ev_r_33_planets_without_one_friend_fire_after_all_players() {
    covers!("EV-R-33", "EV-PL-2", "EV-R-93");
    let mut stage =
        two("nova {*} [026]\nseat 0 SCH\nseat 1 SCH\nship s0 096 current 0\nship s1 014 current 1");
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "done").act(1, "done").nova(9);
    assert_eq!(stage.damage(1), Damage::ShieldsDown, "Success Number 14: the highest Pursuit was chosen");
}

#[test]
fn ev_wd_1_withdrawal_and_pursuit() {
    covers!("EV-WD-1", "EV-R-04");
    let mut stage = duel(4, "ship s0 014 current 0\nship s1 START current 1\nship s2 014 escort 0");
    stage.act(0, "done").act(1, "done").act(0, "stay").act(1, "withdraw");
    stage.act(0, "pursue s0").act(0, "pursue s2").act(0, "done");
    assert_eq!(stage.check(), (16, 7));
    stage.nova(9);
    assert!(stage.state.open.ship(ShipId(1)).chased, "held on 9");
}

#[test]
fn ev_x_16_one_viper_pursues() {
    let mut stage = duel(4, "ship s0 014 current 0\nship s1 START current 1");
    stage.act(0, "done").act(1, "done").act(0, "stay").act(1, "withdraw").act(0, "pursue s0").act(0, "done");
    assert_eq!(stage.check(), (15, 7));
}

#[test]
fn ev_x_17_two_vipers_pursue() {
    let mut stage = duel(4, "ship s0 014 current 0\nship s1 START current 1\nship s2 014 escort 0");
    stage.act(0, "done").act(1, "done").act(0, "stay").act(1, "withdraw");
    stage.act(0, "pursue s0").act(0, "pursue s2").act(0, "done");
    assert_eq!(stage.check(), (16, 7));
}

#[test]
fn ev_wd_4_without_pursuers_the_ships_are_gone() {
    covers!("EV-WD-4", "EV-WD-6");
    let mut stage = duel(4, "ship s0 START current 0\nship s1 START current 1 down");
    stage.act(0, "done").act(1, "done").act(0, "stay").act(1, "withdraw").act(0, "done");
    assert_eq!(stage.no(1, "retreat KAN"), "EV-WD-6", "not linked");
    stage.act(1, "retreat CEN");
    assert_eq!((stage.pawn(1), stage.fighting(), stage.damage(1)), ("CEN", false, Damage::Intact));
    assert_eq!(stage.asked(), Some(0), "the turn goes on");
}

#[test]
fn ev_wd_2_a_disabled_current_ship_cannot_withdraw() {
    covers!("EV-WD-2", "EV-R-27");
    let mut stage = duel(4, "ship s0 014 current 0\nship s1 START current 1 disabled\nship s2 058 escort 1");
    stage.act(0, "done").act(1, "done");
    assert_eq!(stage.asked(), Some(0));
    stage.act(0, "stay");
    assert!(stage.state.open.battle.as_ref().is_none_or(|battle| battle.runner != Some(Seat(1))));
}

#[test]
fn ev_ch_2_pursuers_may_fire_only_at_the_chased() {
    covers!("EV-CH-2");
    let mut stage = duel(2, "ship s0 096 current 0\nship s1 START current 1\nship s2 058 escort 1");
    stage.act(0, "done").act(0, "stay").act(1, "withdraw").act(0, "pursue s0").act(0, "done").nova(0).quiet();
    assert_eq!(stage.phase(), 4);
    assert_eq!(
        (stage.no(0, "fire s0 1 s1"), stage.no(0, "fire s0 1 s2")),
        ("", ""),
        "both tried to withdraw"
    );
}

#[test]
fn ev_b_7_red_alert_tries_to_withdraw_at_once() {
    covers!("EV-B-7");
    let mut stage = two(&format!("seat 0 SOL\nseat 1 SOL gov {{062}}\n{SHUTTLES}"));
    stage.act(0, "attack 1").act(1, "red-alert").act(0, "done").act(1, "retreat WOL");
    assert_eq!((stage.pawn(1), stage.fighting()), ("WOL", false), "the battle ends before the Attack Round");
}

#[test]
fn ev_rep_6_a_stranded_player_cannot_declare_red_alert() {
    covers!("EV-REP-6", "EV-R-88");
    let mut stage =
        two("seat 0 SOL\nseat 1 SOL stranded\nship s0 START current 0\nship s1 START current 1 disabled");
    stage.act(0, "attack 1");
    assert_eq!((stage.asked(), stage.fighting()), (Some(0), true), "the Attack Round is played");
}

#[test]
fn ev_end_4_a_round_without_fire_is_a_cease_fire() {
    covers!("EV-END-4", "EV-END-5", "EV-R-24");
    let mut stage = duel(4, SHUTTLES);
    stage.act(0, "done").act(1, "done").quiet();
    assert!(!stage.fighting() && stage.told(&Event::CeaseFire));
}

#[test]
fn ev_end_3_the_battle_ends_when_one_side_is_left() {
    covers!("EV-END-3", "EV-R-25");
    let mut stage =
        duel(4, "ship s0 014 current 0 down\nship s1 START current 1 down\nship s2 058 escort 0 disabled");
    stage.act(0, "fire s0 0 s1").nova(0).quiet();
    assert!(stage.state.open.seat[1].stranded && !stage.fighting());
    assert_eq!((stage.damage(0), stage.damage(2)), (Damage::Intact, Damage::Intact));
}

#[test]
fn ev_rep_4_three_turns_without_help() {
    covers!("EV-REP-4", "EV-R-39");
    let mut stage =
        three("seat 0 SOL stranded waited 2\nseat 1 KAN\nseat 2 KAN\nship s0 START current 0 disabled");
    assert_eq!(
        (stage.no(0, "flip-nova"), stage.no(0, "self-destruct"), stage.no(0, "offer 1")),
        ("EV-REP-4", "EV-POD-5", "EV-REP-7")
    );
    stage.act(0, "wait");
    assert!(!stage.state.open.seat[0].out, "the count rises when a turn begins");
    let mut stage =
        three("seat 0 SOL stranded waited 3\nseat 1 KAN\nseat 2 KAN\nship s0 START current 0 disabled");
    stage.act(0, "wait");
    assert!(stage.state.open.seat[0].out);
}

#[test]
fn ev_ex_68_out_after_the_third_turn() {
    out_after_three_turns();
}

#[test]
fn ev_rep_9_the_turns_are_counted_from_the_first_one() {
    covers!("EV-REP-9");
    out_after_three_turns();
}

fn out_after_three_turns() {
    let mut stage =
        two("evn 1 active 1 moved\nseat 0 SOL stranded\nseat 1 KAN\nship s0 START current 0 disabled");
    for turn in 1..=3 {
        stage.act(1, "flip-nova").nova(turn);
        if stage.asked() == Some(1) {
            stage.act(1, "end-turn");
        }
        assert_eq!(stage.state.open.seat[0].stranded_turns, turn);
        stage.act(0, "wait");
    }
    assert!(stage.state.open.seat[0].out);
}

#[test]
fn ev_rep_5_repair_for_the_offered_cards() {
    covers!("EV-REP-5", "EV-A15-1", "EV-REP-7");
    let text = "seat 0 SOL\nseat 1 SOL stranded offer 1 hand {008 009}\nship s0 START current 0\nship s1 START current 1 disabled\nship s2 023 escort 1 disabled";
    let mut stage = two(text);
    stage.act(0, "repair 1").act(1, "lay 008");
    assert_eq!(
        (stage.hand(0), stage.damage(1), stage.damage(2)),
        (vec!["008".to_owned()], Damage::Intact, Damage::Intact)
    );
    assert!(!stage.state.open.seat[1].stranded);
    assert!(stage.state.secret.told[1][0].has(Card(7)), "the giver remembers");
    assert_eq!(two("seat 0 SOL\nseat 1 SOL").no(0, "repair 1"), "EV-A15-1");
}

#[test]
fn ev_pod_1_an_escape_pod_saves_on_seven_or_less() {
    covers!("EV-POD-1", "EV-POD-2", "EV-R-40");
    let text = "seat 0 SOL\nseat 1 SOL hand {008} assets 105 080\nship s0 014 current 0\nship s1 096 current 1 disabled\nship s2 058 escort 1\nitem s1 072 1";
    for (number, out) in [(7, false), (8, true)] {
        let mut stage = two(text);
        stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "fire s0 0 s1");
        stage.nova(number);
        assert_eq!(stage.state.open.seat[1].out, out, "flip {number}");
        if !out {
            stage.pay();
            assert_eq!((stage.pawn(1), stage.hand_size(1)), ("-", 1));
            assert!(!stage.state.open.seat[1].assets.contains(&Card(104)), "loaded routes are lost");
            assert!(stage.state.open.seat[1].assets.contains(&Card(79)), "Numbered Missions stay");
        }
    }
}

#[test]
fn ev_pod_4_after_a_pod_no_cards_are_drawn() {
    covers!("EV-POD-4");
    let mut stage = two("seat 0 - launched hand {049}\nseat 1 KAN");
    stage.card("001").act(0, "place");
    assert_eq!((stage.pawn(0), stage.hand_size(0), stage.asked()), ("SOL", 1, Some(1)));
}

#[test]
fn ev_pod_5_self_destruction_needs_a_pod() {
    covers!("EV-POD-5", "EV-POD-8", "EV-OUT-2");
    let mut stage = two(
        "seat 0 SOL stranded hand {049}\nseat 1 KAN\nship s0 START current 0 disabled\nship s1 058 escort 0 disabled\nitem s0 118 0",
    );
    stage.act(0, "self-destruct").nova(0).pay();
    assert_eq!((stage.pawn(0), stage.state.open.seat[0].stranded), ("-", false));
    assert_eq!(stage.state.open.escorts(Seat(0)).count(), 0, "Escorts are discarded at once");
    assert!(stage.state.open.current(Seat(0)).is_some());
}

#[test]
fn ev_ex_57_the_pod_check() {
    let stage = two("seat 0 SOL\nseat 1 KAN");
    let odds = stage.game.odds(&stage.state.open, 7, 0);
    assert_eq!((odds.low, odds.all), (32, 40));
}

#[test]
fn ev_brd_1_boarding_at_the_end_of_a_round() {
    covers!("EV-BRD-1");
    let mut stage = boarding(
        "ship s0 096 current 0\nship s1 START current 1 disabled\nship s2 059 escort 1 disabled\nship s3 014 escort 0",
    );
    assert_eq!(
        (stage.no(0, "capture s2"), stage.no(0, "board s1")),
        ("EV-BRD-2", "EV-BRD-1"),
        "nobody boards yet"
    );
    stage.act(0, "board s0").act(0, "board s3");
    assert_eq!((stage.no(0, "board s0"), stage.no(0, "capture s3")), ("EV-BRD-2", "EV-BRD-1"));
    stage.act(0, "capture s2");
    assert_eq!(stage.check(), (6, 3));
    stage.nova(4);
    assert!(stage.gone(2), "failure destroys it");
}

/// Seat 0 at the boarding step.
pub(crate) fn boarding(ships: &str) -> Stage {
    let mut stage = duel(4, ships);
    on_to_boarding(&mut stage);
    stage
}

fn on_to_boarding(stage: &mut Stage) {
    while stage
        .state
        .open
        .battle
        .as_ref()
        .is_some_and(|battle| !matches!(battle.stage, ev_nova::Stage::Board { .. }))
    {
        match stage.state.open.battle.as_ref().map(|battle| battle.stage) {
            Some(ev_nova::Stage::Fire { .. }) => {
                let seat = stage.asked().expect("somebody fires");
                stage.act(seat, "done")
            }
            Some(ev_nova::Stage::Withdraw { .. }) => {
                let seat = stage.asked().expect("somebody stays");
                stage.act(seat, "stay")
            }
            other => panic!("no boarding: {other:?}"),
        };
    }
}

#[test]
fn ev_brd_2_pursuers_are_no_boarders() {
    covers!("EV-BRD-2");
    let mut stage = duel(
        4,
        "ship s0 096 current 0\nship s1 START current 1\nship s2 059 escort 1 disabled\nship s3 014 escort 0",
    );
    stage.act(0, "done").act(1, "done").act(0, "stay").act(1, "withdraw");
    stage.act(0, "pursue s0").act(0, "pursue s3").act(0, "done").nova(0);
    on_to_boarding(&mut stage);
    assert_eq!(stage.no(0, "capture s2"), "EV-BRD-2", "no ship boards yet");
    stage.act(0, "board s3").act(0, "capture s2");
    assert_eq!(stage.check(), (4, 3), "one ship boards");
}

#[test]
fn ev_cap_4_a_captured_ship_serves_at_once() {
    covers!("EV-CAP-4");
    let mut stage =
        boarding("ship s0 096 current 0\nship s1 START current 1 disabled\nship s2 059 escort 1 disabled");
    stage.act(0, "board s0").act(0, "capture s2").nova(0).draw();
    stage.act(0, "as-escort");
    let ship = stage.state.open.ship(ShipId(2));
    assert_eq!((ship.owner, ship.role, ship.damage), (Seat(0), Role::Escort, Damage::Intact));
    assert_eq!(stage.discard(1).len(), 1, "one card from the top of the captor's deck");
}

#[test]
fn ev_cap_5_the_captain_of_a_captured_ship_is_out() {
    covers!("EV-CAP-5", "EV-R-38");
    let mut stage = three(
        "seat 0 SOL\nseat 1 SOL assets 105 080\nseat 2 KAN\nship s0 096 current 0\nship s1 067 current 1 disabled\nship s2 START current 2\nitem s1 050 1\nitem s1 002 1",
    );
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    while stage
        .state
        .open
        .battle
        .as_ref()
        .is_some_and(|battle| !matches!(battle.stage, ev_nova::Stage::Board { .. }))
    {
        let seat = stage.asked().expect("a decision");
        let answer = if stage.legal(seat).contains(&"stay".to_owned()) { "stay" } else { "done" };
        stage.act(seat, answer);
    }
    stage.act(0, "board s0").act(0, "capture s1").nova(0).draw();
    stage.act(0, "as-ship").act(0, "take-item 050").act(0, "take-item 002");
    assert_eq!(stage.no(0, "take-asset 080"), "EV-CAP-3", "Numbered Missions are never taken");
    stage.act(0, "take-asset 105").act(0, "done").draw();
    assert!(stage.state.open.seat[1].out);
    assert_eq!(stage.state.open.ship(ShipId(1)).role, Role::Current);
    assert_eq!(stage.state.open.ship(ShipId(0)).role, Role::Escort, "the old ship is an Escort");
    let given = stage.events.iter().filter(|event| matches!(event, Event::Compensated(..))).count();
    assert_eq!(given, 4, "1 ship, 2 outfits, 1 route");
}

#[test]
fn ev_ex_65_a_captured_starbridge_c() {
    let mut stage =
        boarding("ship s0 096 current 0\nship s1 067 current 1 disabled\nitem s1 050 1\nitem s1 002 1");
    stage.state.open.seat[1].assets.push(Card(104));
    stage.act(0, "board s0").act(0, "capture s1").nova(0).draw();
    stage.acts(0, &["as-ship", "take-item 050", "take-item 002", "take-asset 105", "done"]).draw();
    let given = stage.events.iter().position(|event| matches!(event, Event::Compensated(..)));
    let cards = stage.events.iter().filter(|event| matches!(event, Event::Compensated(..))).count();
    let out = stage.events.iter().position(|event| matches!(event, Event::Out(..)));
    assert_eq!(cards, 4, "1 for the ship, 2 for the outfits, 1 for the route");
    assert!(given.is_some() && given < out && stage.state.open.seat[1].out, "then the victim is out");
    assert_eq!(stage.state.open.ship(ShipId(0)).role, Role::Escort, "the captor's old ship");
    assert_eq!(stage.state.open.ship(ShipId(1)).role, Role::Current);
}

#[test]
fn ev_loot_1_loot_succeeds_on_five_or_less() {
    covers!("EV-LOOT-1", "EV-LOOT-4", "EV-R-02");
    let ships = "ship s0 096 current 0\nship s1 START current 1 disabled\nship s2 010 escort 1 disabled";
    let mut stage = boarding(ships);
    stage.act(0, "board s0").act(0, "loot s2").nova(5).draw();
    assert_eq!((stage.hand_size(0), stage.asked()), (6, Some(0)), "18/3, and a capture may follow");
    stage.act(0, "done");
    assert!(!stage.gone(2));
    let mut stage = boarding(ships);
    stage.act(0, "board s0").act(0, "loot s2").nova(6);
    assert!(stage.gone(2));
}

#[test]
fn ev_x_23_loot_of_a_ship_of_cost_7() {
    let mut stage =
        boarding("ship s0 096 current 0\nship s1 START current 1 disabled\nship s2 059 escort 1 disabled");
    stage.act(0, "board s0").act(0, "loot s2").nova(0).draw();
    assert_eq!(stage.hand_size(0), 3);
}

#[test]
fn ev_loot_5_ammunition_that_fits_may_be_taken() {
    covers!("EV-LOOT-5");
    let mut stage =
        boarding("ship s0 096 current 0\nship s1 054 current 1 disabled\nitem s1 043 1\nitem s1 050 1");
    stage.act(0, "board s0").act(0, "loot s1").nova(0).draw();
    assert_eq!((stage.no(0, "take-ammo 050"), stage.no(0, "take-ammo 043")), ("EV-LOOT-5", ""));
    stage.act(0, "take-ammo 043").draw();
    assert_eq!(stage.state.open.items_under(ShipId(0)).count(), 1);
}

#[test]
fn ev_cap_7_a_start_ship_brings_no_compensation() {
    covers!("EV-CAP-7");
    let mut stage =
        three("seat 0 SOL\nseat 1 SOL\nseat 2 KAN\nship s0 096 current 0\nship s1 START current 1 disabled");
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    while stage
        .state
        .open
        .battle
        .as_ref()
        .is_some_and(|battle| !matches!(battle.stage, ev_nova::Stage::Board { .. }))
    {
        let seat = stage.asked().expect("a decision");
        let answer = if stage.legal(seat).contains(&"stay".to_owned()) { "stay" } else { "done" };
        stage.act(seat, answer);
    }
    stage.act(0, "board s0").act(0, "capture s1").nova(0).act(0, "as-escort");
    assert!(stage.state.open.seat[1].out && stage.state.open.ship(ShipId(1)).owner == Seat(0));
    assert!(!stage.events.iter().any(|event| matches!(event, Event::Compensated(..))));
}

#[test]
fn ev_bay_1_each_bay_launches_one_fighter() {
    covers!("EV-BAY-1");
    let ships: String = (2..7).map(|n| format!("\nship s{n} 021 fighter 0 in s0")).collect();
    let mut stage = duel(1, &format!("ship s0 010 current 0\nship s1 START current 1{ships}"));
    for fighter in 2..6 {
        stage.act(0, &format!("launch s0 s{fighter}"));
    }
    assert!(!stage.legal(0).iter().any(|action| action.starts_with("launch")), "four bays");
    stage.quiet();
    assert_eq!(stage.phase(), 2, "the phase goes on");
}

#[test]
fn ev_fl_1_the_maneuver_springs_with_everything() {
    covers!("EV-FL-1");
    let mut stage = two("seat 0 SOL\nseat 1 SOL\nship s0 031 current 0\nship s1 107 current 1");
    stage.act(0, "attack 1").quiet().act(0, "begin 1").act(0, "maneuver s0").act(0, "done").quiet();
    while stage.phase() < 5 {
        let seat = stage.asked().expect("a decision");
        let wait = stage.legal(seat).contains(&"wait".to_owned());
        stage.act(seat, if wait { "wait" } else { "done" }).quiet();
    }
    assert_eq!((stage.no(0, "spring s0 2 s1"), stage.no(0, "spring s1 0 s0")), ("EV-SAC-2", "EV-FL-2"));
    stage.act(0, "spring s0 1 s1");
    let shot = stage.state.open.battle.as_ref().expect("a battle").shot.expect("a shot");
    assert_eq!((shot.sh, shot.ar, shot.pur), (24, 26, Some(17)));
}

#[test]
fn ev_acc_3_the_flannigan_drill_adds_three() {
    covers!("EV-ACC-3");
    let mut stage =
        two("seat 0 SOL assets 088\nseat 1 SOL\nship s0 START current 0\nship s1 START current 1");
    stage.act(0, "attack 1").quiet().act(0, "begin 4").act(0, "maneuver s0").act(0, "done").quiet();
    stage.act(0, "spring s0 0 s1");
    assert_eq!(stage.check(), (12, 3));
}

#[test]
fn ev_check_5_precision_shot_and_evasive_maneuver() {
    covers!("EV-CHECK-5", "EV-CHECK-6", "EV-R-65");
    let mut stage = two(
        "seat 0 SOL hand {109}\nseat 1 SOL hand {111 008}\nship s0 START current 0\nship s1 START current 1",
    );
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    assert_eq!(stage.no(0, "fire s0 0 s1 049"), "EV-CHECK-5");
    stage.act(0, "fire s0 0 s1 109");
    assert_eq!((stage.asked(), stage.no(1, "evade 008")), (Some(1), "EV-CHECK-5"));
    stage.act(1, "evade 111");
    assert_eq!(stage.check(), (12, 6));
}

#[test]
fn ev_ex_75_both_cards_on_one_shot() {
    let mut stage = two(
        "seat 0 SOL hand {109}\nseat 1 SOL hand {111}\nship s0 014 current 0\nship s1 096 current 1\nitem s0 097 0",
    );
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "fire s0 1 s1 109").act(1, "evade 111");
    assert_eq!(stage.check(), (15, 14));
}

#[test]
fn ev_a13_4_the_first_shot_at_a_bystander_is_an_attack() {
    covers!("EV-A13-4", "EV-R-86");
    let mut stage = three(
        "seat 0 SOL\nseat 1 SOL\nseat 2 SOL\nship s0 START current 0\nship s1 107 current 1\nship s2 START current 2",
    );
    stage.act(0, "attack 1").act(2, "join").quiet().act(0, "begin 4").quiet().act(0, "done");
    stage.act(1, "fire s1 1 s0").nova(9).act(1, "done");
    stage.act(2, "fire s2 0 s1");
    assert_eq!(stage.markers(2), ["Federation"]);
    assert_eq!(stage.markers(1), [""; 0], "firing back is no attack");
}

#[test]
fn ev_ex_49_a_third_player_shoots() {
    let mut stage = three(
        "seat 0 SOL\nseat 1 SOL\nseat 2 SOL\nship s0 START current 0\nship s1 107 current 1\nship s2 START current 2",
    );
    stage.act(0, "attack 1").act(2, "join").quiet().act(0, "begin 4").quiet().act(0, "done").act(1, "done");
    stage.act(2, "fire s2 0 s1");
    assert_eq!(stage.markers(2), ["Federation"]);
}

#[test]
fn ev_seq_2_a_disabled_active_player_ends_the_turn() {
    covers!("EV-SEQ-2", "EV-REP-8");
    let mut stage = two("seat 0 SOL\nseat 1 SOL\nship s0 START current 0 down\nship s1 014 current 1");
    stage
        .act(0, "attack 1")
        .quiet()
        .act(0, "begin 4")
        .quiet()
        .act(0, "done")
        .act(1, "fire s1 0 s0")
        .nova(0)
        .quiet();
    assert!(stage.state.open.seat[0].stranded);
    assert_eq!((stage.asked(), stage.state.open.active), (Some(1), Seat(1)));
}

#[test]
fn ev_b_25_a_destroyed_ship_and_its_cards_are_discarded() {
    covers!("EV-B-25", "EV-AP-5a");
    let mut stage = duel(
        4,
        "ship s0 014 current 0\nship s1 START current 1\nship s2 117 escort 1 disabled\nship s3 024 fighter 1 in s2",
    );
    stage.act(0, "fire s0 0 s2");
    assert_eq!(stage.asked(), Some(1), "the owner chooses the order");
    stage.act(1, "lay 024");
    assert_eq!(stage.discard(1), ["024", "117"]);
    let _ = Power::Pirate;
}
