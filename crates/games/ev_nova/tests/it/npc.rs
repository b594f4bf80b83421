//! Chapters 8 and 11 again: NPC ships in battles, dealing, protection, and what is left of the other chapters.

use ev_nova::{Card, Damage, Data, Event, Power, Role, ShipId, Stage as BattleStage, data::Stat};
use rules::{Game, Seat, covers};

use crate::stage::{Stage, three, two};

/// Answers of a battle: nobody fires, everybody stays, until the test is satisfied.
pub(crate) fn run(stage: &mut Stage, until: impl Fn(&Stage) -> bool) {
    for _ in 0..200 {
        if until(stage) || !stage.fighting() {
            return;
        }
        stage.quiet();
        if until(stage) || !stage.fighting() {
            return;
        }
        if let Some(seat) = stage.asked() {
            let legal = stage.legal(seat);
            let answer = ["done", "wait", "end 5", "begin 1", "refuse", "pass", "stay"];
            let answer = answer.iter().find(|answer| legal.iter().any(|action| action == *answer));
            stage.act(seat, answer.unwrap_or_else(|| panic!("no quiet answer in {legal:?}")));
        } else {
            stage.draw();
            if stage.asked().is_none() && stage.fighting() {
                stage.nova(5);
            }
        }
    }
    panic!("the battle does not get there");
}

pub(crate) fn ship(stage: &Stage, number: u8) -> u8 {
    let found = stage.state.open.fleet().find(|(_, ship)| ship.card == Card(number - 1));
    found.unwrap_or_else(|| panic!("card {number} is not in play")).0.0
}

/// Federation ships of seat 1 attack seat 0 at Sol, from this phase on.
pub(crate) fn raid(phase: u8, seat_0: &str, gov: &str, ships: &str) -> Stage {
    let mut stage = two(&format!(
        "evn 1 active 0 moved\nseat 0 SOL markers Federation {seat_0}\nseat 1 KAN gov {{{gov}}}\n{ships}"
    ));
    stage.act(0, "flip-nova").nova(1);
    for card in gov.split_whitespace() {
        stage.act(1, &format!("show {card}"));
    }
    stage.act(1, "done").draw().quiet().act(1, &format!("begin {phase}")).quiet();
    stage
}

#[test]
fn ev_voc_14_ratings_may_pass_0_and_9_but_cargo_stays_at_0() {
    covers!("EV-VOC-14");
    let data = Data::standard();
    let stat = |ship: &str, items: &[&str], stat: Stat| {
        let items: String = items.iter().map(|item| format!("\nitem s0 {item} 0")).collect();
        let stage = two(&format!("seat 0 SOL\nseat 1 KAN\nship s0 {ship} current 0{items}"));
        stage.state.open.stat(data, ShipId(0), stat)
    };
    assert_eq!(stat("021", &[], Stat::Cargo), 0);
    assert_eq!(stat("021", &["069"], Stat::Cargo), 0, "Cargo is never below 0");
    assert_eq!(stat("021", &["069", "035"], Stat::Cargo), 0, "-1 and +1");
    assert_eq!(stat("117", &["069"], Stat::Cargo), 2, "3 - 1");
    assert_eq!(stat("117", &["079", "079"], Stat::Escape), 0);
    assert_eq!(stat("117", &["079", "079", "079"], Stat::Escape), -1, "Escape may be below 0");
    assert_eq!(stat("117", &["079", "079", "079"], Stat::Armor), 20, "14 + 3 * 2");
    assert_eq!(stat("117", &["037"], Stat::Shield), 17);
}

#[test]
fn ev_a6_4_the_price_must_be_payable() {
    covers!("EV-A6-4", "EV-R-13");
    assert_eq!(
        two("seat 0 SOL hand {103 049 050 051 052} discard [001]\nseat 1 KAN").no(0, "buy-ship 103 001"),
        ""
    );
    assert_eq!(
        two("seat 0 SOL hand {103 049 050 051} discard [001]\nseat 1 KAN").no(0, "buy-ship 103 001"),
        "EV-A6-4"
    );
}

#[test]
fn ev_a12_2_the_event_lies_open_until_the_battle_is_over() {
    covers!("EV-A12-2", "EV-A12-5", "EV-GS-7");
    let mut stage = crate::stage::at("BAC", "seat 0 KAN hand {115}\nseat 1 SOL\nseat 2 SMA");
    stage.act(0, "event-at 115 SOL").cards(&["009", "023", "005"]);
    assert!(stage.fighting() && !stage.discard(0).contains(&"115".to_owned()));
    stage.act(1, "give-up").pay();
    assert!(!stage.fighting() && stage.discard(0).contains(&"115".to_owned()));
    assert!(stage.discard(0).contains(&"009".to_owned()), "the ships are discarded too");
}

#[test]
fn ev_host_4_being_fired_at_gives_no_marker() {
    covers!("EV-HOST-4");
    let mut stage = two("seat 0 RAU missions 075@0\nseat 1 SMA gov {024}");
    stage.act(0, "move KOA").cards(&["005", "031", "034", "039", "042", "045"]).act(1, "show 024").quiet();
    stage.act(0, "end 4").quiet().act(0, "done");
    let viper = ship(&stage, 24);
    stage.act(1, &format!("fire s{viper} 0 s0")).nova(0);
    assert_eq!(stage.markers(0), [""; 0]);
}

#[test]
fn ev_host_6_firing_at_a_trader_counts_as_firing_at_its_government() {
    covers!("EV-HOST-6", "EV-HOST-3");
    let mut stage = two("evn 1 active 0 moved\nseat 0 SOL\nseat 1 KAN gov {014 021}");
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 014").act(1, "show 021").act(0, "attack-shown Federation").quiet();
    stage.act(0, "begin 4").quiet();
    let trader = ship(&stage, 21);
    stage.act(0, &format!("fire s0 0 s{trader}"));
    assert!(stage.state.open.battle.as_ref().expect("a battle").fired_at[0].has(Power::Federation));
}

#[test]
fn ev_gs_8_aliens_do_not_come_in_battle_windows() {
    covers!("EV-GS-8");
    let mut stage = two("seat 0 HEL\nseat 1 HEL gov {063 083}");
    stage.act(0, "attack 1").act(1, "fight");
    assert_eq!((stage.asked(), stage.no(1, "show 083"), stage.no(1, "show 063")), (Some(1), "EV-GS-8", ""));
}

#[test]
fn ev_opp_3_flipped_ships_join_under_their_flipper() {
    covers!("EV-OPP-3");
    let mut stage = two("seat 0 RAU missions 075@0\nseat 1 SMA");
    stage.act(0, "move KOA").cards(&["024", "005", "031", "034", "039", "042"]);
    let viper = stage.state.open.ship(ShipId(ship(&stage, 24)));
    assert_eq!((viper.role, viper.controller, viper.side), (Role::Npc, Seat(1), Power::Rebellion));
    assert!(!stage.discard(1).contains(&"024".to_owned()));
}

#[test]
fn ev_opp_8_the_stop_is_credited_when_all_opposers_are_disabled() {
    covers!("EV-OPP-8", "EV-R-46");
    let mut stage = two("seat 0 RAU missions 075@0\nseat 1 SMA\nship s0 107 current 0");
    stage.act(0, "move KOA").cards(&["024", "005", "031", "034", "039", "042"]).quiet();
    let viper = ship(&stage, 24);
    stage.act(0, "end 4").quiet();
    stage.act(0, &format!("fire s0 0 s{viper}")).nova(0).quiet();
    if stage.phase() == 1 {
        stage.act(0, "done").quiet();
    }
    stage.act(0, &format!("fire s0 1 s{viper}")).nova(0).quiet();
    run(&mut stage, |_| false);
    assert_eq!(stage.state.open.missions[0].done, 1);
    assert_eq!(stage.markers(0), ["Rebellion"]);
}

#[test]
fn ev_b_3a_who_brings_own_enemies_is_in_the_battle() {
    covers!("EV-B-3a");
    let mut stage = three(
        "evn 1 active 0 moved\nseat 0 SOL markers Federation\nseat 1 SOL markers Federation gov {014}\nseat 2 KAN",
    );
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 014");
    assert!(stage.state.open.in_battle(Seat(1)));
}

#[test]
fn ev_b_5a_the_next_player_names_the_phases_when_the_first_is_gone() {
    covers!("EV-B-5a");
    let mut stage = three("seat 0 SOL\nseat 1 SOL\nseat 2 SOL");
    stage.act(0, "attack 1").act(2, "join").act(1, "fight").quiet();
    assert_eq!(stage.asked(), Some(0), "the aggressor is first");
    stage.act(0, "give-up").quiet();
    assert_eq!(stage.asked(), Some(1), "clockwise from the aggressor");
}

#[test]
fn ev_b_10a_a_planet_of_the_hand_is_engaged() {
    covers!("EV-B-10a", "EV-PL-6", "EV-R-34");
    let mut stage = two("seat 0 SCH hand {026}\nseat 1 SCH discard [026]");
    stage.act(0, "attack 1").act(1, "fight").act(0, "reveal 026").quiet();
    let battle = stage.state.open.battle.as_ref().expect("a battle");
    assert_eq!(
        (battle.engaged.len(), stage.state.open.asteroid(Data::standard())),
        (2, 1),
        "the highest counts once"
    );
}

#[test]
fn ev_b_16a_a_round_must_give_a_shot() {
    covers!("EV-B-16a", "EV-R-105");
    let mut stage = two("seat 0 SOL\nseat 1 SOL");
    stage.act(0, "attack 1").quiet();
    assert_eq!((stage.no(0, "begin 5"), stage.no(0, "begin 4")), ("EV-B-16a", ""));
}

#[test]
fn ev_b_24_a_disabled_ship_does_nothing() {
    covers!("EV-B-24");
    let mut stage = two(
        "seat 0 SOL\nseat 1 SOL\nship s0 014 current 0\nship s1 START current 1\nship s2 058 escort 0 disabled",
    );
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    assert_eq!(stage.no(0, "fire s2 0 s1"), "EV-B-24");
}

#[test]
fn ev_b_28_pirates_fight_governments_first() {
    covers!("EV-B-28", "EV-B-29", "EV-PI-11");
    let mut stage = raid(4, "pirate {058 087}", "014", "");
    let _ = stage.asked();
    stage = two(
        "evn 1 active 0 moved\nseat 0 SOL markers Federation pirate {058}\nseat 1 KAN gov {014} pirate {098}",
    );
    stage.act(0, "flip-nova").nova(1);
    stage
        .act(1, "show 014")
        .act(0, "fight")
        .act(0, "show 058")
        .act(0, "done")
        .act(1, "show 098")
        .act(1, "done")
        .quiet()
        .act(1, "begin 4")
        .quiet();
    let (pirate, viper, other) = (ship(&stage, 58), ship(&stage, 14), ship(&stage, 98));
    stage.act(1, "done");
    run(&mut stage, |stage| stage.asked() == Some(0));
    assert_eq!(stage.no(0, &format!("fire s{pirate} 0 s{viper}")), "");
    assert_eq!(stage.no(0, &format!("fire s{pirate} 0 s{other}")), "EV-B-28", "Pirates are one side");
}

#[test]
fn ev_pi_7_pirates_without_other_enemies_are_dealt_out() {
    covers!("EV-PI-7", "EV-R-49");
    let mut stage = three(
        "seat 0 SOL hand {119}\nseat 1 SOL hand {008}\nseat 2 KAN hand {009}\nship s0 START current 0\nship s1 START current 1 down",
    );
    stage.act(0, "event-at 119 SOL").cards(&["087", "014", "015"]).quiet().act(0, "begin 4").quiet();
    let pirate = ship(&stage, 87);
    stage.act(0, &format!("fire s{pirate} 1 s1")).quiet().nova(0);
    run(&mut stage, |stage| stage.events.iter().any(|event| matches!(event, Event::Dealt(..))));
    assert_eq!(stage.asked(), Some(1), "the player on the left, present or not");
    stage.act(1, "accept").act(1, "from-hand 008");
    let ship = stage.state.open.ship(ShipId(pirate));
    assert_eq!((ship.owner, ship.controller), (Seat(1), Seat(1)));
    assert_eq!(stage.discard(0).last().map(String::as_str), Some("008"), "paid to its owner");
}

#[test]
fn ev_x_26_three_pirates_are_dealt_left_right_left() {
    let text =
        "seat 0 SOL hand {119}\nseat 1 SOL\nseat 2 KAN\nship s0 107 current 0\nship s1 START current 1 down";
    let mut stage = three(text);
    stage.act(0, "event-at 119 SOL").cards(&["087", "052", "036"]).quiet().act(0, "begin 4").quiet();
    let pirate = ship(&stage, 87);
    stage.act(0, &format!("fire s{pirate} 1 s1")).nova(0);
    run(&mut stage, |stage| {
        stage.events.iter().filter(|event| matches!(event, Event::Dealt(..))).count() == 3
    });
    let dealt: Vec<u8> = stage
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Dealt(_, seat) => Some(seat.0),
            _ => None,
        })
        .collect();
    assert_eq!(dealt, [1, 2, 1]);
}

#[test]
fn ev_pi_5_who_fires_at_a_government_loses_its_protection() {
    covers!("EV-PI-5", "EV-TP-5");
    let mut stage = three("seat 0 SOL\nseat 1 SOL\nseat 2 KAN gov {014}");
    stage
        .act(0, "attack 1")
        .act(1, "fight")
        .act(2, "show 014")
        .quiet()
        .act(0, "begin 4")
        .quiet()
        .act(0, "done")
        .act(1, "done");
    let viper = ship(&stage, 14);
    assert_eq!(
        (stage.no(2, &format!("fire s{viper} 0 s0")), stage.no(2, &format!("fire s{viper} 0 s1"))),
        ("", "EV-B-27")
    );
    let mut stage = three("seat 0 SOL\nseat 1 SOL\nseat 2 KAN gov {014}");
    stage
        .act(0, "attack 1")
        .act(1, "fight")
        .act(2, "show 014")
        .quiet()
        .act(0, "begin 4")
        .quiet()
        .act(0, "done");
    let viper = ship(&stage, 14);
    stage.act(1, &format!("fire s1 0 s{viper}")).nova(9);
    assert_eq!(stage.no(2, &format!("fire s{viper} 0 s1")), "", "the protection is lost");
}

#[test]
fn ev_feud_5_aurorans_and_houses_do_not_fight_each_other() {
    covers!("EV-FEUD-5");
    let mut stage = two("evn 1 active 0 moved\nseat 0 MAL markers Auroran Moash\nseat 1 KAN gov {029 108}");
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 029").act(1, "show 108").quiet().act(1, "begin 2").quiet();
    let (one, two) = (ship(&stage, 29), ship(&stage, 108));
    assert_eq!(
        (stage.no(1, &format!("fire s{one} 0 s{two}")), stage.no(1, &format!("fire s{one} 0 s0"))),
        ("EV-B-27", "")
    );
}

#[test]
fn ev_gs_7_npc_ships_are_discarded_after_the_battle() {
    covers!("EV-GS-7");
    let mut stage =
        three("evn 1 active 0 moved\nseat 0 SOL markers Federation\nseat 1 KAN gov {014}\nseat 2 KAN");
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 014");
    run(&mut stage, |_| false);
    assert_eq!((stage.discard(1), stage.state.open.fleet().count()), (vec!["014".to_owned()], 3));
}

#[test]
fn ev_nb_3_fighters_of_npc_carriers_are_discarded_after_the_battle() {
    covers!("EV-NB-3");
    let mut stage = two(
        "evn 1 active 0 moved\nseat 0 SOL markers Federation\nseat 1 KAN gov {117} deck {014 002 003 006 007 008 011}\nship s0 107 current 0",
    );
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 117").act(1, "done").cards(&["014", "002", "003", "006", "007", "008"]).quiet();
    stage.act(1, "begin 1").quiet();
    let (carrier, viper) = (ship(&stage, 117), ship(&stage, 14));
    stage.act(1, &format!("launch s{carrier} s{viper}"));
    assert_eq!(stage.state.open.ship(ShipId(viper)).inside, None);
    run(&mut stage, |_| false);
    stage.pay();
    for card in ["117", "014"] {
        assert!(stage.discard(1).contains(&card.to_owned()), "{card}");
    }
}

#[test]
fn ev_tel_3_assigned_outfits_are_discarded_with_the_ships() {
    covers!("EV-TEL-3");
    let mut stage = two("evn 1 active 0 moved\nseat 0 SOL markers Federation\nseat 1 KAN gov {017 074 100}");
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 017").act(1, "done");
    let arrow = ship(&stage, 17);
    stage.act(1, &format!("assign 074 s{arrow}")).act(1, "done");
    run(&mut stage, |_| false);
    let discard = stage.pay().discard(1);
    assert!(discard.contains(&"017".to_owned()) && discard.contains(&"074".to_owned()));
    assert_eq!(stage.state.secret.seat[1].gov.to_vec(), [Card(99)], "the unassigned one stays");
}

#[test]
fn ev_eva_2_attackers_of_an_event_go_for_listed_ships_first() {
    covers!("EV-EVA-2");
    let mut stage = crate::stage::at("BAC", "seat 0 KAN hand {115}\nseat 1 SOL\nseat 2 SMA gov {014}");
    stage.act(0, "event-at 115 SOL").cards(&["009", "023", "005"]).act(1, "fight").act(2, "show 014").quiet();
    stage.act(0, "begin 4").quiet();
    let (rebel, viper) = (ship(&stage, 9), ship(&stage, 14));
    assert_eq!(
        (stage.no(0, &format!("fire s{rebel} 1 s{viper}")), stage.no(0, &format!("fire s{rebel} 1 s1"))),
        ("", "EV-B-27")
    );
}

#[test]
fn ev_sac_6_only_systems_of_the_phase_can_be_given_up() {
    covers!("EV-SAC-6");
    let mut stage =
        two("seat 0 SOL\nseat 1 SOL\nship s0 014 current 0\nship s1 107 current 1\nship s2 116 escort 0");
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    assert_eq!(stage.no(0, "support s2 s0"), "EV-SAC-6");
}

#[test]
fn ev_sac_9_a_ship_that_fired_cannot_support() {
    covers!("EV-SAC-9");
    let mut stage =
        two("seat 0 SOL\nseat 1 SOL\nship s0 014 current 0\nship s1 107 current 1\nship s2 058 escort 0");
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "fire s2 0 s1");
    assert_eq!(stage.no(0, "support s2 s0"), "EV-SAC-9");
}

#[test]
fn ev_wd_8_a_ship_is_assigned_once() {
    covers!("EV-WD-8");
    let mut stage =
        two("seat 0 SOL\nseat 1 SOL\nship s0 014 current 0\nship s1 START current 1\nship s2 014 escort 0");
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    stage.act(0, "done").act(1, "done").act(0, "stay").act(1, "withdraw").act(0, "pursue s0");
    assert_eq!((stage.no(0, "pursue s0"), stage.no(0, "pursue s2")), ("EV-WD-3", ""));
}

#[test]
fn ev_b_11_pirates_need_a_government_ship_in_the_battle() {
    covers!("EV-B-11");
    let mut stage = three("seat 0 SOL\nseat 1 SOL\nseat 2 KAN gov {014} pirate {098}");
    stage.act(0, "attack 1").act(1, "fight");
    assert_eq!((stage.no(2, "show 098"), stage.no(2, "show 014")), ("EV-B-11", ""));
}

#[test]
fn ev_bay_6_a_bay_outfit_is_a_bay() {
    covers!("EV-BAY-6");
    let stage = two("seat 0 SOL\nseat 1 KAN\nship s0 116 current 0\nitem s0 086 0");
    assert_eq!(stage.state.open.bays(Data::standard(), ShipId(0)).count(), 1);
}

#[test]
fn ev_ch_3_the_limits_end_with_the_round() {
    covers!("EV-CH-3");
    let mut stage = two("seat 0 SOL\nseat 1 SOL\nship s0 014 current 0\nship s1 START current 1");
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "fire s0 0 s1").nova(9).act(1, "done");
    stage.act(0, "stay").act(1, "withdraw").act(0, "pursue s0").act(0, "done").nova(0).quiet();
    assert!(!stage.state.open.ship(ShipId(0)).pursued && !stage.state.open.ship(ShipId(1)).chased);
    assert_eq!(stage.state.open.battle.as_ref().expect("round 2").round, 2);
}

#[test]
fn ev_bay_2_fighters_are_recovered_and_taken() {
    covers!("EV-BAY-2");
    let text = "seat 0 SOL\nseat 1 SOL\nship s0 117 current 0\nship s1 015 current 1\nship s2 014 fighter 0 down\nship s3 024 fighter 1 disabled";
    let mut stage = two(text);
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    run_to(&mut stage, |stage| matches!(stage, BattleStage::Recover { .. }));
    stage.act(0, "recover s2 s0");
    assert_eq!((stage.damage(2), stage.state.open.ship(ShipId(2)).inside), (Damage::Intact, Some(ShipId(0))));
    run_to(&mut stage, |stage| matches!(stage, BattleStage::TakeFighters { .. }));
    stage.act(0, "take-fighter s3 s0").draw();
    assert_eq!(stage.state.open.ship(ShipId(3)).owner, Seat(0));
}

pub(crate) fn run_to(stage: &mut Stage, wanted: impl Fn(BattleStage) -> bool) {
    for _ in 0..60 {
        let Some(battle) = &stage.state.open.battle else { panic!("the battle is over") };
        if wanted(battle.stage) && stage.asked().is_some() {
            return;
        }
        let seat = stage.asked().expect("a decision");
        let legal = stage.legal(seat);
        let answer =
            ["done", "stay", "wait"].into_iter().find(|answer| legal.iter().any(|action| action == answer));
        stage.act(seat, answer.expect("a quiet answer"));
    }
    panic!("not reached");
}

#[test]
fn ev_bay_4_fighters_without_a_bay_are_discarded() {
    covers!("EV-BAY-4", "EV-R-58");
    let text = "seat 0 SOL\nseat 1 SOL\nship s0 117 current 0\nship s1 START current 1\nship s2 014 fighter 0\nship s3 024 fighter 1";
    let mut stage = two(text);
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    run(&mut stage, |_| false);
    assert_eq!(stage.state.open.ship(ShipId(2)).inside, Some(ShipId(0)));
    assert!(stage.gone(3) && stage.discard(1).contains(&"024".to_owned()));
}

#[test]
fn ev_pl_7_a_planet_spares_its_own_side() {
    covers!("EV-PL-7", "EV-PL-9", "EV-PL-3");
    let mut stage = two(
        "nova {*} [026]\nseat 0 SCH\nseat 1 SCH pirate {098}\nship s0 096 current 0\nship s1 014 current 1",
    );
    stage.act(0, "attack 1").act(1, "fight").act(1, "show 098").quiet().act(0, "begin 4").quiet();
    let pirate = ship(&stage, 98);
    assert!(!stage.state.open.seat[0].out);
    assert_eq!(stage.no(0, &format!("planet-fire 026 s{pirate}")), "EV-PL-2", "it fires by itself");
    run(&mut stage, |stage| stage.events.iter().any(|event| matches!(event, Event::PlanetFired(..))));
    let hit = stage.events.iter().find_map(|event| match event {
        Event::PlanetFired(_, target) => Some(target.id.0),
        _ => None,
    });
    assert_ne!(hit, Some(pirate));
    assert_ne!(stage.no(0, "planet-fire 001 s1"), "");
    let mut early =
        two("nova {*} [001]\nseat 0 SOL\nseat 1 SOL\nship s0 096 current 0\nship s1 096 current 1 disabled");
    early.act(0, "attack 1").quiet().act(0, "begin 2").quiet();
    assert_eq!(early.no(0, "planet-fire 001 s0"), "EV-PL-9", "Earth fires in phase 3");
    early.act(0, "done").quiet();
    run(&mut early, |stage| stage.phase() == 4);
    assert!(
        !early.events.iter().any(|event| matches!(event, Event::PlanetFired(..))),
        "only one side is left"
    );
}

#[test]
fn ev_pd_5_no_point_defense_in_the_maneuver() {
    covers!("EV-PD-5");
    let mut stage = two("seat 0 SOL\nseat 1 SOL\nship s0 015 current 0\nship s1 117 current 1");
    stage.act(0, "attack 1").quiet().act(0, "begin 2").act(0, "done").act(1, "maneuver s1");
    while stage.legal(1).contains(&"wait".to_owned()) {
        stage.act(1, "wait");
    }
    stage.act(0, "fire s0 0 s1").nova(0);
    assert_eq!(stage.damage(1), Damage::ShieldsDown, "neither point defense nor escape");
}

#[test]
fn ev_fl_3_a_spring_may_back_another_ship() {
    covers!("EV-FL-3", "EV-FL-5", "EV-R-50");
    let mut stage =
        two("seat 0 SOL\nseat 1 SOL\nship s0 014 current 0\nship s1 107 current 1\nship s2 058 escort 0");
    stage.act(0, "attack 1").quiet().act(0, "begin 4");
    assert_eq!(stage.no(0, "maneuver s1"), "EV-FL-1");
    stage.act(0, "maneuver s2").act(0, "done").act(1, "done");
    assert_eq!(stage.no(0, "spring s2 0 s0"), "EV-FL-6");
    stage.act(0, "spring-for s2 s0 0 s1").act(0, "fire s0 0 s1");
    assert!(stage.state.open.battle.as_ref().expect("a battle").shots);
    assert!(stage.told(&Event::Check(ev_nova::CheckKind::Shot, 14, 16, None, false)), "11 + 3");
    let mut npc = raid_span();
    assert_eq!(npc.no(0, "maneuver s2"), "EV-FL-5");
    npc.quiet();
}

fn raid_span() -> Stage {
    let mut stage = two("evn 1 active 0 moved\nseat 0 SOL markers Federation\nseat 1 KAN gov {014}");
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 014").quiet().act(1, "begin 4");
    stage
}

#[test]
fn ev_fl_8_a_disabled_ship_loses_the_maneuver() {
    covers!("EV-FL-8");
    let mut stage = two(
        "seat 0 SOL\nseat 1 SOL\nship s0 014 current 0\nship s1 START current 1 down\nship s2 058 escort 1",
    );
    stage
        .act(0, "attack 1")
        .quiet()
        .act(0, "begin 4")
        .act(0, "done")
        .act(1, "maneuver s1")
        .act(1, "done")
        .act(1, "wait");
    stage.act(0, "fire s0 0 s1").nova(0);
    assert!(!stage.state.open.ship(ShipId(1)).maneuver && stage.damage(1) == Damage::Disabled);
}

#[test]
fn ev_end_1_the_battle_ends_when_all_player_ships_are_disabled() {
    covers!("EV-END-1", "EV-R-26");
    let mut stage = raid(4, "hand {049}", "014", "ship s0 START current 0 down");
    let viper = ship(&stage, 14);
    stage.act(1, &format!("fire s{viper} 0 s0")).quiet().nova(0).quiet();
    assert!(stage.state.open.seat[0].stranded);
    stage.act(0, "offer 0");
    assert!(!stage.fighting());
}

#[test]
fn ev_brd_3_the_captain_may_blow_the_ship_up() {
    covers!("EV-BRD-3");
    let mut stage = three(
        "seat 0 SOL\nseat 1 SOL\nseat 2 KAN\nship s0 096 current 0\nship s1 054 current 1 disabled\nship s2 START current 2\nship s3 023 escort 1 disabled\nitem s1 072 1",
    );
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    run_to(&mut stage, |stage| matches!(stage, BattleStage::Board { .. }));
    stage.act(0, "board s0");
    assert_eq!(stage.no(0, "loot s0"), "EV-BRD-1");
    stage.act(0, "capture s1");
    assert_eq!(stage.asked(), Some(1));
    stage.act(1, "self-destruct").nova(0).pay();
    assert_eq!((stage.pawn(1), stage.state.open.seat[1].out), ("-", false));
}

#[test]
fn ev_cap_2_eight_escorts_leave_no_place() {
    covers!("EV-CAP-2", "EV-CAP-8");
    let eight: String = (2..10).map(|n| format!("\nship s{n} 058 escort 0")).collect();
    let mut stage = two(&format!(
        "seat 0 SOL\nseat 1 SOL\nship s0 096 current 0\nship s1 107 current 1 disabled{eight}\nship s10 024 escort 1 disabled"
    ));
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    run_to(&mut stage, |stage| matches!(stage, BattleStage::Board { .. }));
    stage.act(0, "board s0").act(0, "capture s10").nova(0).draw();
    assert_eq!(
        (stage.no(0, "as-escort"), stage.no(0, "as-fighter s0"), stage.no(0, "as-ship")),
        ("EV-CAP-2", "EV-CAP-8", "")
    );
}

#[test]
fn ev_rep_2_friendly_government_ships_repair_for_cards() {
    covers!("EV-REP-2", "EV-REP-3");
    for (hand, item) in [("049 051 052", ""), ("049 051", ""), ("049 051", "\nitem s0 118 0")] {
        let stage = wrecked(hand, item);
        let player = &stage.state.open.seat[0];
        let asked = matches!(stage.state.open.frame(), Some(ev_nova::Frame::PayRepair { .. }));
        let pod = !item.is_empty();
        assert_eq!(
            (asked, player.out, player.stranded),
            (hand.len() > 7, hand.len() < 8 && !pod, pod),
            "{hand} {item}"
        );
    }
    let mut stage = wrecked("049 051 052", "");
    stage.act(0, "pay-repair").pay();
    assert_eq!((stage.damage(0), stage.hand_size(0)), (Damage::Intact, 0), "11/4 rounded up");
}

/// A Modified Enterprise that is disabled while only a friendly Federation ship still works.
fn wrecked(hand: &str, item: &str) -> Stage {
    wreck("116", hand, item)
}

/// The same with another ship.
fn wreck(card: &str, hand: &str, item: &str) -> Stage {
    let text = format!(
        "evn 1 active 1 moved\nseat 0 SOL hand {{{hand}}}\nseat 1 SOL\nseat 2 KAN gov {{014}}\nship s0 {card} current 0 down\nship s1 107 current 1\nship s2 START current 2{item}"
    );
    let mut stage = three(&text);
    stage
        .act(1, "attack 0")
        .act(0, "fight")
        .act(0, "pass")
        .act(2, "show 014")
        .act(2, "done")
        .act(1, "begin 4")
        .quiet();
    stage.act(1, "fire s1 1 s0").quiet().nova(0);
    stage.state.open.ships[1].damage = Damage::Disabled;
    run(&mut stage, |stage| {
        let frame = stage.state.open.frame();
        matches!(frame, Some(ev_nova::Frame::PayRepair { .. } | ev_nova::Frame::Offer { .. }))
            || stage.state.open.seat[0].out
    });
    stage
}

#[test]
fn ev_x_24_repair_by_friendly_ships() {
    let mut stage = wreck("018", "049 051 052", "");
    stage.act(0, "pay-repair").pay();
    assert_eq!((stage.damage(0), stage.hand_size(0), stage.discard(0).len()), (Damage::Intact, 0, 3));
    assert!(wreck("018", "049 051", "").state.open.seat[0].out, "two cards do not pay for a ship of cost 9");
}

#[test]
fn ev_ex_67_a_modified_enterprise_without_and_with_pod() {
    assert!(wrecked("049 051", "").state.open.seat[0].out);
    assert!(wrecked("049 051", "\nitem s0 118 0").state.open.seat[0].stranded);
}

#[test]
fn ev_hid_5_a_reshuffle_makes_the_pool_known() {
    covers!("EV-HID-5");
    let mut stage = two("seat 0 SOL hand {049} deck {051} discard [003]\nseat 1 KAN");
    stage.act(0, "cycle 049").card("051");
    assert_eq!(stage.state.open.seat[0].pool.len(), 2);
    stage.act(0, "end-turn").act(1, "flip-nova").nova(1);
    stage.act(1, "end-turn").act(0, "cycle 051").card("049");
    assert_eq!(stage.state.open.seat[0].pool.len(), 2, "a drawn card is still in the pool");
}

#[test]
fn ev_hid_8_hidden_lists_are_imagined_legal() {
    covers!("EV-HID-8");
    let stage = two("seat 0 SOL hand {049}\nseat 1 KAN hand {008 009}");
    let view = stage.game.view(&stage.state, rules::Viewer::Seat(Seat(0)));
    let world = stage.game.determinize(&view, &mut laws::SplitMix64(4));
    assert_eq!(world.secret.seat[0], stage.state.secret.seat[0]);
    assert_eq!(world.secret.seat[1].hand.len(), 2);
    assert!(world.secret.seat[1].hand.iter().all(|card| stage.state.secret.seat[1].list.contains(card)));
}

#[test]
fn ev_r_41_nothing_to_compensate_with() {
    covers!("EV-R-41");
    let mut stage = two(
        "seat 0 SOL deck {}\nseat 1 SOL\nship s0 096 current 0\nship s1 107 current 1 disabled\nship s2 059 escort 1 disabled",
    );
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    run_to(&mut stage, |stage| matches!(stage, BattleStage::Board { .. }));
    stage.act(0, "board s0").act(0, "capture s2").nova(0);
    assert_eq!((stage.asked(), stage.discard(1).len()), (Some(0), 0));
}

#[test]
fn ev_r_76_a_withdrawal_ends_the_landing() {
    covers!("EV-R-76");
    let mut stage = two(
        "evn 1 active 0 landed 001\nseat 0 SOL discard [001]\nseat 1 SOL\nship s0 START current 0\nship s1 START current 1",
    );
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "done").act(1, "done");
    stage.act(0, "withdraw").act(1, "done").act(0, "retreat CEN");
    assert!(stage.state.open.done.landed.is_empty());
}
