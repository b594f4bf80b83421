//! Chapters 5 to 9 and 14, row by row: one rule per test, on both sides of its edge.

use ev_nova::{Card, Cause, Damage, Data, Ending, Event, Frame, Power, Role, ShipId};
use rules::{Game, Seat, covers};

use crate::npc::{run, ship};
use crate::sides::{then, until};
use crate::stage::{Stage, at, three, two};

/// Seat 0 has acted at a system; the END window of its turn is open or over.
fn ends_turn(letters: &str, position: &str) -> Stage {
    let mut stage = at(letters, &format!("evn 1 active 0 moved\n{position}"));
    stage.act(0, "flip-nova").nova(1);
    stage
}

fn npc(stage: &Stage) -> Vec<(u8, Power, u8)> {
    let ships = stage.state.open.fleet().filter(|(_, ship)| ship.role == Role::Npc);
    ships.map(|(_, ship)| (ship.card.0 + 1, ship.side, ship.controller.0)).collect()
}

#[test]
fn ev_gs_1_who_introduces_a_ship_controls_it() {
    covers!("EV-GS-1");
    let mut stage =
        ends_turn("ABC", "seat 0 SOL markers Federation\nseat 1 KAN gov {014}\nseat 2 KAN gov {020}");
    stage.act(1, "show 014").act(1, "done").act(2, "show 020");
    assert_eq!(npc(&stage), [(14, Power::Federation, 1), (20, Power::Federation, 2)]);
}

#[test]
fn ev_gs_4_ships_of_a_hostile_government_attack() {
    covers!("EV-GS-4");
    for (markers, cause) in [("markers Federation", Some(Cause::Introduced)), ("", None)] {
        let mut stage = ends_turn("AB", &format!("seat 0 SOL {markers}\nseat 1 KAN gov {{014}}"));
        stage.act(1, "show 014").act(1, "done");
        assert_eq!(stage.state.open.battle.as_ref().map(|battle| battle.cause), cause);
    }
}

#[test]
fn ev_gs_9_hostile_ships_attack_together_and_the_others_go_back() {
    covers!("EV-GS-9", "EV-R-87");
    let mut stage =
        ends_turn("ABC", "seat 0 MAL markers Auroran\nseat 1 KAN gov {108}\nseat 2 KAN gov {029}");
    stage.act(1, "show 108").act(1, "done").act(2, "show 029").act(2, "done");
    let battle = stage.state.open.battle.as_ref().expect("a battle");
    assert_eq!((battle.aggressor, npc(&stage)), (Seat(2), vec![(29, Power::Auroran, 2)]));
    assert_eq!(stage.state.open.seat[1].gov, 1, "the Moash ship went back");
}

#[test]
fn ev_gs_10_a_battle_of_the_window_ends_the_turn() {
    covers!("EV-GS-10");
    let mut stage = ends_turn("AB", "seat 0 SOL markers Federation\nseat 1 KAN gov {014}");
    stage.act(1, "show 014").act(1, "done");
    run(&mut stage, |_| false);
    assert_eq!((stage.state.open.active, stage.state.open.frame()), (Seat(1), Some(Frame::Main)));
}

#[test]
fn ev_r_52_a_trader_belongs_to_the_side_it_came_with() {
    covers!("EV-R-52");
    let mut stage = ends_turn("AB", "seat 0 MAL markers Moash\nseat 1 KAN gov {108 021}");
    stage.act(1, "show 108").act(1, "show 021").act(1, "done");
    assert_eq!(npc(&stage), [(108, Power::Moash, 1), (21, Power::Moash, 1)]);
}

#[test]
fn ev_gs_12_an_introduced_ship_is_intact() {
    covers!("EV-GS-12");
    let mut stage = ends_turn("AB", "seat 0 SOL markers Federation\nseat 1 KAN gov {014}");
    stage.act(1, "show 014").act(1, "done");
    assert_eq!(stage.damage(ship(&stage, 14)), Damage::Intact);
}

#[test]
fn ev_gs_6_ships_come_before_the_attack_round_and_in_later_rounds() {
    covers!("EV-GS-6", "EV-R-20");
    let mut stage =
        three("seat 0 SOL\nseat 1 SOL\nseat 2 KAN gov {014}\nship s0 107 current 0\nship s1 107 current 1");
    stage.act(0, "attack 1").act(1, "fight");
    assert_eq!((stage.asked(), stage.no(2, "show 014")), (Some(2), ""), "before the Attack Round");
    stage.act(2, "pass").act(0, "begin 4").quiet().act(0, "fire s0 1 s1").nova(0).quiet();
    while stage.state.open.battle.as_ref().is_some_and(|battle| battle.round == 1) {
        crate::sides::idle(&mut stage);
    }
    until(&mut stage, 2, "show 014");
    assert_eq!(stage.state.open.battle.as_ref().map(|battle| battle.round), Some(2));
}

#[test]
fn ev_b_13a_a_call_is_finished_with_done() {
    covers!("EV-B-13a");
    let mut stage = three("seat 0 SOL\nseat 1 SOL\nseat 2 KAN gov {014 020}");
    stage.act(0, "attack 1").act(1, "fight");
    assert_eq!(stage.no(2, "done"), "EV-B-13a", "nothing shown: pass");
    stage.act(2, "show 014");
    assert_eq!((stage.no(2, "pass"), stage.no(2, "show 020"), stage.no(2, "done")), ("EV-B-13a", "", ""));
}

#[test]
fn ev_a10_4_only_cards_on_the_own_tab_are_introduced() {
    covers!("EV-A10-4");
    let stage = ends_turn("AB", "seat 0 SOL markers Federation gov {014}\nseat 1 KAN gov {020} hand {088}");
    assert_eq!(
        (stage.no(1, "show 020"), stage.no(1, "show 014"), stage.no(1, "show 088")),
        ("", "EV-A10-4", "EV-A10-4")
    );
}

#[test]
fn ev_tp_3_no_protection_against_the_hosts_own_ships() {
    covers!("EV-TP-3");
    // Federation ships oppose a runner at Sol to whom the Federation is not hostile.
    let mut stage =
        three("seat 0 NPR missions 081@0\nseat 1 SMA gov {014}\nseat 2 SMA gov {020}\nship s0 107 current 0");
    stage.state.secret.seat[1].deck.clear();
    stage.state.open.seat[1].deck = 0;
    stage.act(0, "move SOL").draw();
    stage.act(1, "show 014").act(1, "done").act(2, "done");
    assert!(stage.fighting());
    assert_ne!(stage.asked(), Some(2), "no window for defenders");
    let data = Data::standard();
    assert!(
        !stage.state.open.hostile(data, Seat(0), Power::Federation),
        "though it is not hostile to the runner"
    );
    // Pirates who oppose at Centauri bring the Federation in.
    let mut stage = three(
        "seat 0 SOL missions 087@0\nseat 1 SMA pirate {058}\nseat 2 SMA gov {020}\nship s0 107 current 0",
    );
    stage.state.secret.seat[1].deck.clear();
    stage.state.open.seat[1].deck = 0;
    stage.act(0, "move CEN").draw();
    stage.act(1, "show 058").act(1, "done");
    until(&mut stage, 2, "show 020");
}

#[test]
fn ev_out_1_a_player_who_is_out_leaves_with_all_cards() {
    covers!("EV-OUT-1");
    let mut stage = three(
        "seat 0 SOL\nseat 1 SOL hand {049} discard [003] assets 074 missions 056@0\nseat 2 KAN\nship s0 START current 0\nship s1 START current 1\nship s2 058 escort 1",
    );
    let nova = stage.state.secret.nova.len();
    stage.act(1, "give-up");
    let player = &stage.state.open.seat[1];
    assert_eq!((player.hand, player.deck, player.discard.len(), player.assets.len()), (0, 0, 0, 0));
    assert!(stage.state.open.missions.is_empty() && stage.gone(2) && player.pawn.is_none());
    assert_eq!(stage.state.secret.nova.len(), nova, "the Nova Deck stays complete");
}

#[test]
fn ev_out_4_the_turn_of_a_player_who_goes_out_ends_without_a_window() {
    covers!("EV-OUT-4");
    let mut stage = three("seat 0 SOL markers Federation\nseat 1 KAN gov {014}\nseat 2 KAN");
    stage.act(0, "give-up");
    assert_eq!((stage.state.open.active, stage.state.open.frame()), (Seat(1), Some(Frame::Main)));
}

#[test]
fn ev_win_2_the_last_player_wins_two_points() {
    covers!("EV-WIN-2", "EV-OV-4");
    let mut stage = three("seat 0 SOL\nseat 1 SOL\nseat 2 KAN");
    stage.act(1, "give-up");
    assert_eq!(stage.state.open.ending, None, "two are left");
    stage.act(2, "give-up");
    assert_eq!(stage.game.outcome(&stage.state).expect("over").points, [2, 0, 0]);
}

#[test]
fn ev_win_4_the_one_resolved_last_wins() {
    covers!("EV-WIN-4");
    let mut stage = two("seat 0 SOL\nseat 1 SOL\nship s0 START current 0\nship s1 START current 1 disabled");
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "fire s0 0 s1");
    assert_eq!(stage.state.open.ending, Some(Ending::Attrition(Seat(0))));
    assert!(stage.state.open.battle.is_none() || stage.asked().is_none(), "everything pending is dropped");
}

#[test]
fn ev_win_5_with_one_player_left_nothing_more_is_asked() {
    covers!("EV-WIN-5");
    let mut stage = two("seat 0 SOL hand {118 049 050} discard [001]\nseat 1 KAN");
    stage.act(0, "buy-item 118 001").act(1, "give-up");
    assert_eq!((stage.asked(), stage.game.turn(&stage.state)), (None, rules::Turn::Over));
    assert_eq!(stage.no(0, "lay 049"), "EV-HID-6");
}

#[test]
fn ev_r_68_only_the_attacker_gets_a_marker() {
    covers!("EV-R-68");
    let mut stage = two("seat 0 SOL\nseat 1 SOL");
    stage.act(0, "attack 1");
    assert_eq!((stage.markers(0).len(), stage.markers(1).len()), (1, 0));
}

#[test]
fn ev_host_1_a_marker_makes_that_government_hostile_and_no_other() {
    covers!("EV-HOST-1");
    let data = Data::standard();
    let stage = two("seat 0 SOL markers Rebellion\nseat 1 SOL");
    let hostile = |power: Power| stage.state.open.hostile(data, Seat(0), power);
    assert!(hostile(Power::Rebellion) && !hostile(Power::Federation));
    assert!(!stage.state.open.hostile(data, Seat(1), Power::Rebellion));
}

#[test]
fn ev_feud_4_the_house_hosts_its_systems() {
    covers!("EV-FEUD-4");
    for markers in ["", " markers Auroran"] {
        let mut stage = two(&format!("seat 0 MOA\nseat 1 MOA{markers}"));
        stage.act(0, "attack 1");
        assert_eq!(stage.markers(0), ["Moash"], "the marker of the Aurorans does not matter");
    }
    let mut stage = two("seat 0 MOA\nseat 1 MOA markers Moash");
    stage.act(0, "attack 1");
    assert_eq!(stage.markers(0), [""; 0]);
}

#[test]
fn ev_host_7_a_second_reason_adds_nothing() {
    covers!("EV-HOST-7", "EV-VOC-13", "EV-R-85");
    let mut stage = two("seat 0 SOL markers Dani\nseat 1 SOL");
    stage.act(0, "attack 1");
    assert_eq!(stage.markers(0), ["Federation", "Dani"]);
    let placed =
        |stage: &Stage| stage.events.iter().filter(|event| matches!(event, Event::Marked(..))).count();
    assert_eq!(placed(&stage), 1);
    let mut again = two("seat 0 SOL markers Federation\nseat 1 SOL");
    again.act(0, "attack 1");
    assert_eq!((again.markers(0), placed(&again)), (vec!["Federation"], 0));
}

#[test]
fn ev_ap_4a_a_landing_ends_when_the_pawn_leaves() {
    covers!("EV-AP-4a");
    let mut stage = two(
        "evn 1 active 0 acted landed 001\nseat 0 SOL hand {049}\nseat 1 KAN\nship s0 START current 0\nitem s0 039 0",
    );
    assert_eq!(stage.no(0, "sell 039 001"), "", "landed");
    stage.act(0, "move CEN");
    assert!(stage.state.open.done.landed.is_empty());
}

#[test]
fn ev_ap_4b_each_of_two_planets_has_its_own_landing() {
    covers!("EV-AP-4b");
    let mut stage = two(
        "nova {*} [002]\nseat 0 SOL hand {049 050 051 052 053 054 055 056 057 058 059} discard [001] markers Federation\nseat 1 KAN\nship s0 START current 0\nitem s0 039 0\nitem s0 047 0",
    );
    stage.act(0, "sell 039 001").pay().draw();
    let fees = |stage: &Stage| stage.events.iter().filter(|event| matches!(event, Event::Landed(..))).count();
    assert_eq!(fees(&stage), 1);
    stage.act(0, "sell 047 002").pay().draw();
    assert_eq!((fees(&stage), stage.state.open.done.landed.len()), (2, 2));
}

#[test]
fn ev_sell_3_sales_come_before_between_and_after_move_and_action() {
    covers!("EV-SELL-3", "EV-TURN-2");
    let mut stage = two(
        "nova {*} [002]\nseat 0 SOL hand {049}\nseat 1 KAN\nship s0 096 current 0\nitem s0 039 0\nitem s0 047 0",
    );
    stage.act(0, "sell 039 002").draw().act(0, "cycle 049").draw();
    assert_eq!(stage.no(0, "sell 047 002"), "", "after the action");
    stage.act(0, "sell 047 002").draw();
    assert_eq!(stage.no(0, "move CEN"), "", "and the Move is left");
}

#[test]
fn ev_a6_5_escorts_missions_assets_and_markers_stay() {
    covers!("EV-A6-5");
    let mut stage = two(
        "seat 0 SIB hand {096 049 050 051 052 053 054 055} discard [020] missions 056@1 assets 074 markers Dani\nseat 1 KAN\nship s0 START current 0\nship s1 058 escort 0",
    );
    stage.act(0, "buy-ship 096 020").pay().draw().pay();
    let player = &stage.state.open.seat[0];
    assert_eq!((stage.state.open.escorts(Seat(0)).count(), stage.state.open.missions.len()), (1, 1));
    assert!(player.assets.contains(&Card(73)) && player.markers.has(Power::Dani));
}

#[test]
fn ev_a6_7_the_trade_value_brings_no_more_than_there_is_to_draw() {
    covers!("EV-A6-7");
    let buy = |deck: &str| {
        let text = format!(
            "seat 0 SIB hand {{067 049 050 051 052}} deck {{{deck}}} discard [020]\nseat 1 KAN\nship s0 018 current 0\nitem s0 003 0"
        );
        two(&text).no(0, "buy-ship 067 020")
    };
    assert_eq!(buy("053 054 055 056"), "", "4 in hand and 7 for (9 + 5) / 2");
    assert_eq!(buy("053 054 055"), "", "3, 1 on the stack and 2 traded in");
    assert_eq!(buy("053 054"), "EV-A6-4", "2 + 1 + 2 make 9 of 10");
}

#[test]
fn ev_r_12_a_start_ship_is_set_aside_and_counts_two() {
    covers!("EV-R-12");
    let mut stage = two(
        "seat 0 SIB hand {096 049 050 051 052 053 054 055} discard [020]\nseat 1 KAN\nship s0 START current 0",
    );
    stage.act(0, "buy-ship 096 020").draw();
    assert_eq!(
        (stage.hand_size(0), stage.discard(0)),
        (8, vec!["020".to_owned()]),
        "1 card, no card on the stack"
    );
}

#[test]
fn ev_ap_5a_cards_that_reach_a_stack_together_are_ordered_by_its_owner() {
    covers!("EV-AP-5a");
    for (first, stack) in [("120", ["020", "120", "118"]), ("118", ["020", "118", "120"])] {
        let mut stage = two(
            "seat 0 SIB hand {096 049 050 051 052 053 054} discard [020]\nseat 1 KAN\nship s0 START current 0\nitem s0 118 0\nitem s0 120 0",
        );
        stage.act(0, "buy-ship 096 020").act(0, &format!("lay {first}"));
        assert_eq!(stage.discard(0), stack);
    }
}

#[test]
fn ev_a11_3_bigger_holds_earn_more_up_to_the_maximum() {
    covers!("EV-A11-3", "EV-R-74");
    for (ships, cards) in [
        ("ship s0 START current 0", 4),
        ("ship s0 103 current 0", 6),
        ("ship s0 103 current 0\nship s2 103 escort 0", 7),
    ] {
        let mut stage = two(&format!("nova {{*}} [002]\nseat 0 SOL assets 096\nseat 1 KAN\n{ships}"));
        stage.act(0, "unload 096 002").draw();
        assert_eq!(stage.hand_size(0), cards, "3 + Cargo, at most 7: {ships}");
    }
}

#[test]
fn ev_a11_5_the_same_kind_of_route_may_be_loaded_twice() {
    covers!("EV-A11-5");
    let stage = two("seat 0 VEG hand {105} assets 105\nseat 1 KAN");
    assert_eq!(stage.no(0, "load 105"), "");
    let away = two("seat 0 VEG assets 105\nseat 1 KAN");
    assert_eq!(away.no(0, "unload 105"), "EV-A11-2", "unloaded at its Sell place only");
}

#[test]
fn ev_opp_1_a_mission_without_opposition_meets_none() {
    covers!("EV-OPP-1", "EV-A2-6");
    let mut stage = two("seat 0 SOL missions 074@0\nseat 1 SMA gov {014}");
    stage.act(0, "move GAT");
    assert_eq!((stage.state.open.missions[0].done, stage.discard(1).len()), (1, 0));
    let mut stage = two("seat 0 RAU missions 075@0\nseat 1 SMA");
    stage.act(0, "move KOA").card("005");
    assert_eq!(stage.state.open.missions[0].done, 0);
}

#[test]
fn ev_opp_6_without_a_ship_the_stop_is_credited() {
    covers!("EV-OPP-6");
    for (last, done, fighting) in [("042", 1, false), ("024", 0, true)] {
        let mut stage = two("seat 0 RAU missions 075@0\nseat 1 -");
        stage.act(0, "move KOA").cards(&["005", "018", "031", "034", "039", last]);
        assert_eq!((stage.state.open.missions[0].done, stage.fighting()), (done, fighting), "flipped {last}");
    }
}

#[test]
fn ev_opp_5_host_and_hostile_bring_any_number() {
    covers!("EV-OPP-5");
    for (markers, third) in [("", "EV-OPP-4"), (" markers Rebellion", "")] {
        let mut stage = two(&format!("seat 0 RAU missions 075@0{markers}\nseat 1 - gov {{062 065 091}}"));
        stage.act(0, "move KOA").cards(&["005", "031", "034", "039", "042", "045"]);
        stage.act(1, "show 062").act(1, "show 065");
        assert_eq!(stage.no(1, "show 091"), third);
    }
}

#[test]
fn ev_opp_10_the_runner_adds_nothing_and_others_do_without_a_pawn() {
    covers!("EV-OPP-10");
    let mut stage = three("seat 0 RAU missions 075@0 gov {062}\nseat 1 - gov {065}\nseat 2 - out");
    stage.act(0, "move KOA").draw();
    assert_eq!((stage.asked(), stage.discard(2).len()), (Some(1), 0), "who is out flips nothing");
    stage.act(1, "done");
    assert_ne!(
        stage.asked(),
        Some(0).filter(|_| matches!(stage.state.open.frame(), Some(Frame::OpposeAdd { .. })))
    );
    assert_eq!(stage.state.open.seat[0].gov, 1);
}

#[test]
fn ev_opp_11_later_rounds_bring_more_once_the_host_is_hostile() {
    covers!("EV-OPP-11");
    let mut stage = two("seat 0 RAU missions 075@0\nseat 1 SMA gov {062}\nship s0 107 current 0");
    stage.act(0, "move KOA").cards(&["024", "005", "031", "034", "039", "042"]).act(1, "done").quiet();
    let viper = ship(&stage, 24);
    assert_eq!(stage.markers(0), [""; 0]);
    stage.act(0, "end 4").quiet();
    until(&mut stage, 0, &format!("fire s0 0 s{viper}"));
    stage.act(0, &format!("fire s0 0 s{viper}"));
    assert_eq!(stage.markers(0), ["Rebellion"], "now ships of the host may be introduced against the runner");
}

#[test]
fn ev_eva_4_everybody_at_the_system_is_in_the_battle() {
    covers!("EV-EVA-4");
    let mut stage = at(
        "BAC",
        "seat 0 SOL hand {115}\nseat 1 SOL\nseat 2 SOL stranded\nship s0 START current 0\nship s1 START current 1\nship s2 START current 2 disabled",
    );
    stage.act(0, "event-at 115 SOL").cards(&["024", "023", "005"]).quiet();
    assert!(stage.state.open.in_battle(Seat(1)) && stage.state.open.in_battle(Seat(2)), "stranded or not");
    assert!(
        !stage.state.open.in_battle(Seat(0)),
        "Rebels are not hostile to the event's player, who stood clear"
    );
}

#[test]
fn ev_eva_6_an_attack_event_needs_an_allowed_system_and_no_pawn_of_its_player() {
    covers!("EV-EVA-6");
    let stage = at("BA", "seat 0 KAN hand {115}\nseat 1 SOL");
    assert_eq!(stage.no(0, "event-at 115 SOL"), "");
    let stage = at("BA", "seat 0 KAN hand {115}\nseat 1 KOA");
    assert_eq!(stage.no(0, "event-at 115 KOA"), "EV-EVA-6");
}

#[test]
fn ev_a12_6_deployed_ships_are_added_after_the_flips() {
    covers!("EV-A12-6");
    let mut stage = at("BA", "seat 0 KAN hand {115} gov {062 045}\nseat 1 SOL");
    stage.act(0, "event-at 115 SOL");
    assert_ne!(stage.no(0, "show 062"), "", "three flips first");
    stage.cards(&["009", "023", "024"]);
    assert_eq!((stage.no(0, "show 062"), stage.no(0, "show 045")), ("", "EV-A12-6"));
}

#[test]
fn ev_r_48_only_the_player_of_the_event_adds_ships() {
    covers!("EV-R-48");
    let mut stage = at("BAC", "seat 0 KAN hand {115} gov {062}\nseat 1 SOL gov {024}\nseat 2 KAN gov {091}");
    stage.act(0, "event-at 115 SOL").cards(&["023", "005", "018"]);
    assert_eq!(stage.asked(), Some(0));
    stage.act(0, "show 062").act(0, "done");
    assert_eq!(npc(&stage), [(62, Power::Rebellion, 0)]);
}

#[test]
fn ev_voc_16_flipped_ships_leave_the_stack_for_the_battle() {
    covers!("EV-VOC-16");
    let mut stage = at("BA", "seat 0 KAN hand {115}\nseat 1 SOL");
    stage.act(0, "event-at 115 SOL").cards(&["009", "023", "024"]);
    assert_eq!(stage.discard(0), ["023"]);
}

#[test]
fn ev_a13_3_a_player_without_a_pawn_cannot_be_attacked_and_a_stranded_one_can() {
    covers!("EV-A13-3");
    assert_eq!(two("seat 0 SOL\nseat 1 -").no(0, "attack 1"), "EV-A13-3");
    let stranded =
        "seat 0 SOL\nseat 1 SOL stranded\nship s0 START current 0\nship s1 START current 1 disabled";
    assert_eq!(two(stranded).no(0, "attack 1"), "");
}

#[test]
fn ev_b_4_the_aggressor_declared_introduced_played_or_runs() {
    covers!("EV-B-1", "EV-B-4");
    let aggressor = |stage: &Stage| stage.state.open.battle.as_ref().map(|battle| battle.aggressor.0);
    let mut attack = two("seat 0 SOL\nseat 1 SOL");
    attack.act(0, "attack 1");
    let mut shown = ends_turn("AB", "seat 0 SOL markers Federation\nseat 1 KAN gov {014}");
    shown.act(1, "show 014").act(1, "done");
    let mut event = at("BA", "seat 0 KAN hand {115}\nseat 1 SOL");
    event.act(0, "event-at 115 SOL").cards(&["024", "023", "005"]);
    let mut runner = two("seat 0 RAU missions 075@0\nseat 1 -");
    runner.act(0, "move KOA").cards(&["024", "018", "031", "034", "039", "042"]);
    assert_eq!([&attack, &shown, &event, &runner].map(aggressor), [Some(0), Some(1), Some(0), Some(0)]);
}

#[test]
fn ev_seq_5_no_battle_starts_inside_a_battle() {
    covers!("EV-SEQ-5");
    let mut stage = three("seat 0 SOL hand {119}\nseat 1 SOL\nseat 2 SOL");
    stage.act(0, "attack 1");
    for action in ["attack 2", "event-at 119 SOL"] {
        assert_ne!(stage.no(0, action), "", "{action}");
    }
}

#[test]
fn ev_r_67_one_named_target_and_the_others_choose() {
    covers!("EV-R-67");
    let mut stage = three("seat 0 SOL\nseat 1 SOL\nseat 2 SOL");
    stage.act(0, "attack 1");
    assert_eq!(stage.state.open.battle.as_ref().map(|battle| battle.attacked), Some(0b10));
    assert_eq!((stage.asked(), stage.no(2, "join"), stage.no(2, "stand-clear")), (Some(2), "", ""));
}

#[test]
fn ev_move_3_a_stop_ends_the_move() {
    covers!("EV-MOVE-3");
    let mut stage = two("seat 0 SOL missions 074@0\nseat 1 KAN");
    stage.act(0, "move GAT");
    assert_eq!((stage.state.open.missions[0].done, stage.no(0, "move TIC")), (1, "EV-TURN-1"));
}

#[test]
fn ev_a1_5_stops_are_made_in_order_while_the_card_is_in_play() {
    covers!("EV-A1-5", "EV-R-17");
    for (at, to, done) in [("SOL", "GAT", 1), ("SOL", "TIC", 0)] {
        let mut stage = two(&format!("seat 0 {at} missions 074@0\nseat 1 KAN"));
        stage.act(0, &format!("move {to}"));
        assert_eq!(stage.state.open.missions[0].done, done, "the first stop is Gateway: {to}");
    }
    let mut played = two("seat 0 GAT hand {057}\nseat 1 KAN");
    played.act(0, "move TIC").act(0, "play 057");
    assert_eq!(played.state.open.missions[0].done, 0, "played after the Move");
}

#[test]
fn ev_a1_5a_a_stop_needs_no_planet_and_no_fee() {
    covers!("EV-A1-5a");
    let mut stage = two("seat 0 SOL hand {049} missions 074@0 markers Federation\nseat 1 KAN");
    stage.act(0, "move GAT");
    assert_eq!(
        (stage.state.open.missions[0].done, stage.hand_size(0)),
        (1, 1),
        "hostile and without planet card"
    );
}

#[test]
fn ev_a2_3_a_later_number_discards_the_earlier_ones_but_no_permanent_one() {
    covers!("EV-A2-3", "EV-A2-4");
    for (done, assets) in [("074", vec!["075"]), ("074 086", vec!["075", "086"])] {
        let mut stage = two(&format!("seat 0 SOL missions 075@1 assets {done}\nseat 1 KAN"));
        stage.act(0, "cash-in 075").draw();
        let kept: Vec<String> = stage.state.open.seat[0].assets.iter().map(|card| card.number()).collect();
        assert_eq!(kept, assets, "another storyline stays");
    }
    let mut third = two("seat 0 SOL missions 076@1 assets 075\nseat 1 KAN");
    third.act(0, "cash-in 076").draw();
    assert_eq!(third.state.open.seat[0].assets.len(), 2, "#02 is permanent");
}

#[test]
fn ev_acc_1_access_opens_ships_and_outfits_of_the_type() {
    covers!("EV-ACC-1");
    for (assets, rule) in [("", "EV-A6-1"), (" assets 075", "")] {
        let stage =
            two(&format!("seat 0 SOL hand {{014 049 050 051 052 053}} discard [001]{assets}\nseat 1 KAN"));
        assert_eq!(stage.no(0, "buy-ship 014 001"), rule);
    }
}

#[test]
fn ev_acc_5_access_survives_an_escape_pod() {
    covers!("EV-ACC-5");
    let mut stage = two(
        "seat 0 SOL\nseat 1 SOL assets 075\nship s0 014 current 0\nship s1 054 current 1 disabled\nitem s1 072 1",
    );
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "fire s0 0 s1").nova(0).pay();
    assert!(stage.state.open.access(Data::standard(), Seat(1)).has(Power::Federation));
}

#[test]
fn ev_a1_4_play_from_and_first_stop_are_compared_by_system() {
    covers!("EV-A1-4", "EV-R-78");
    for (system, planet, rule) in [("SOL", "002", "EV-A1-4"), ("TIC", "003", ""), ("KAN", "005", "")] {
        let stage = two(&format!("seat 0 {system} hand {{056}} discard [{planet}]\nseat 1 WOL"));
        assert_eq!(stage.no(0, &format!("play 056 {planet}")), rule, "{system}");
    }
}

#[test]
fn ev_a1_3_a_house_planet_is_an_auroran_planet() {
    covers!("EV-A1-3", "EV-FEUD-3");
    for (system, planet, rule) in [("MOA", "038", ""), ("SOL", "001", "EV-A1-2")] {
        let stage = two(&format!("seat 0 {system} hand {{049}} discard [{planet}]\nseat 1 WOL"));
        assert_eq!(stage.no(0, &format!("play 049 {planet}")), rule, "{system}");
    }
}

#[test]
fn ev_pi_9_government_ships_hostile_to_their_controller_are_dealt_too() {
    covers!("EV-PI-9");
    let mut stage = three(
        "evn 1 active 0 moved\nseat 0 SOL markers Federation\nseat 1 SOL markers Federation hand {008} gov {014}\nseat 2 KAN\nship s0 START current 0 down\nship s1 START current 1",
    );
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 014").act(1, "done").act(0, "fight").quiet().act(1, "begin 4").quiet();
    let viper = ship(&stage, 14);
    then(&mut stage, 1, &format!("fire s{viper} 0 s0"));
    stage.quiet().nova(0);
    run(&mut stage, |stage| stage.events.iter().any(|event| matches!(event, Event::Dealt(..))));
    let dealt = stage.events.iter().find_map(|event| match event {
        Event::Dealt(named, seat) => Some((named.id, *seat)),
        _ => None,
    });
    assert_eq!(dealt, Some((ShipId(viper), Seat(2))), "clockwise from the controller's left");
}

#[test]
fn ev_eva_3_attackers_of_an_event_turn_on_its_player_last() {
    covers!("EV-EVA-3", "EV-PI-10");
    let mut stage = three(
        "seat 0 SOL hand {119}\nseat 1 SOL\nseat 2 KAN hand {009}\nship s0 START current 0\nship s1 START current 1 down",
    );
    stage.act(0, "event-at 119 SOL").cards(&["087", "014", "015"]).quiet().act(0, "begin 4").quiet();
    let pirate = ship(&stage, 87);
    assert_eq!(stage.no(0, &format!("fire s{pirate} 1 s0")), "EV-B-28", "not while others are there");
    stage.act(0, &format!("fire s{pirate} 1 s1")).quiet().nova(0);
    run(&mut stage, |stage| stage.events.iter().any(|event| matches!(event, Event::Dealt(..))));
    assert!(stage.fighting(), "dealt in the phase-end test");
}

#[test]
fn ev_pi_12_a_dealt_ship_keeps_its_damage() {
    covers!("EV-PI-12");
    let mut stage = three(
        "seat 0 SOL hand {119}\nseat 1 SOL hand {008}\nseat 2 KAN\nship s0 START current 0\nship s1 START current 1 down",
    );
    stage.act(0, "event-at 119 SOL").cards(&["087", "014", "015"]).quiet().act(0, "begin 4").quiet();
    let pirate = ship(&stage, 87);
    stage.state.open.ships[usize::from(pirate)].damage = Damage::ShieldsDown;
    stage.act(0, &format!("fire s{pirate} 1 s1")).quiet().nova(0);
    run(&mut stage, |stage| stage.events.iter().any(|event| matches!(event, Event::Dealt(..))));
    stage.act(1, "accept").act(1, "from-hand 008");
    assert_eq!(stage.damage(pirate), Damage::ShieldsDown);
}

#[test]
fn ev_launch_3_only_the_first_launch_brings_cards() {
    covers!("EV-LAUNCH-3");
    for (before, cards) in [("", 3), (" launched", 0)] {
        let mut stage = two(&format!("seat 0 -{before}\nseat 1 KAN"));
        stage.card("001").act(0, "place").draw();
        assert_eq!(stage.hand_size(0), cards);
    }
}

#[test]
fn ev_launch_5_pirate_and_polaris_planets_serve_and_no_window_opens() {
    covers!("EV-LAUNCH-5");
    for (planet, system) in [("026", "SCH"), ("047", "MJO")] {
        let mut stage =
            two(&format!("seat 0 - deck {{{planet} 049 050 051}}\nseat 1 KAN gov {{045}} pirate {{058}}"));
        stage.card(planet).act(0, "place").draw();
        assert_eq!((stage.pawn(0), stage.state.open.frame()), (system, Some(Frame::Main)), "no END window");
    }
}

#[test]
fn ev_launch_9_declined_planets_are_counted_per_launching() {
    covers!("EV-LAUNCH-9");
    let mut stage = two("seat 0 - declined 3 deck {001 002 003 049 050 051}\nseat 1 KAN");
    stage.card("001").act(0, "decline");
    assert_eq!(stage.state.open.seat[0].declined, 4);
    stage.act(1, "flip-nova").nova(1);
    stage.act(1, "end-turn").card("002").act(0, "place").draw();
    assert_eq!(stage.state.open.seat[0].declined, 0, "the count starts anew");
}

#[test]
fn ev_r_77_a_new_marker_brings_the_fee_in_the_same_turn() {
    covers!("EV-R-77");
    let data = Data::standard();
    let mut stage =
        two("seat 0 SOL discard [001]\nseat 1 SOL\nship s0 START current 0\nship s1 START current 1");
    assert_eq!(stage.state.open.fee(data, Seat(0), Card(0)), 0);
    stage.act(0, "attack 1");
    assert_eq!(stage.state.open.fee(data, Seat(0), Card(0)), 4);
}

#[test]
fn ev_a3_2_a_flip_makes_or_buries_the_common_planet() {
    covers!("EV-A3-2");
    let mut stage = two("nova {*} [001]\nseat 0 SOL\nseat 1 KAN\nship s0 START current 0\nitem s0 039 0");
    assert_eq!(stage.no(0, "sell 039 001"), "");
    stage.act(0, "flip-nova").nova(3);
    assert_eq!(stage.no(0, "sell 039 001"), "EV-AP-1", "buried");
}

#[test]
fn ev_r_59_bays_of_escorts_may_be_stocked() {
    covers!("EV-R-59");
    let text = "seat 0 SOL hand {021 049 050 051} discard [001]\nseat 1 KAN\nship s0 START current 0\nship s1 117 escort 0";
    assert_eq!(
        (two(text).no(0, "buy-fighter 021 001 s1"), two(text).no(0, "buy-fighter 021 001 s0")),
        ("", "EV-A7-2")
    );
}

#[test]
fn ev_r_63_an_escort_of_a_house_needs_access_and_a_planet_of_that_house() {
    covers!("EV-R-63");
    let buy = |seat: &str, planet: &str| {
        let cards = "108 049 050 051 052 053 054 055 057";
        two(&format!("seat 0 {seat} hand {{{cards}}} discard [{planet}]\nseat 1 KAN"))
            .no(0, &format!("buy-escort 108 {planet}"))
    };
    let (home, other) = (planet_of(Power::Moash), planet_of(Power::Heraan));
    assert_eq!(buy(&format!("{} assets 078", home.0), &home.1), "");
    assert_eq!(buy(&home.0, &home.1), "EV-A8-2", "no access");
    assert_eq!(buy(&format!("{} assets 078", other.0), &other.1), "EV-A8-2", "another House");
}

/// System and number of a planet of this government that lists ships.
fn planet_of(power: Power) -> (String, String) {
    let data = Data::standard();
    let card = (0..120)
        .map(Card)
        .find(|&card| data.planet(card).is_some_and(|planet| planet.gov == power && planet.ships != 0))
        .expect("such a planet");
    let system = data.planets[card.index()].expect("a planet");
    (data.systems[system.index()].id.clone(), card.number())
}

#[test]
fn ev_r_70_the_pawn_is_put_on_s7evyn_without_travelling() {
    covers!("EV-R-70");
    let mut stage = two("evn 1 active 0 moved\nseat 0 FOR missions 095@1\nseat 1 KAN");
    stage.act(0, "cash-in 095");
    assert_eq!(stage.pawn(0), "S7E");
}

#[test]
fn ev_r_72_weapons_have_no_type() {
    covers!("EV-R-72");
    let stage = at(
        "BA",
        "seat 0 SCH hand {048 049 050 051 052 053 054} discard [026]\nseat 1 KAN\nship s0 096 current 0",
    );
    assert_eq!(stage.no(0, "buy-item 048 026"), "", "EMP Torpedo, Tech 16, without any access");
}

#[test]
fn ev_r_92_a_ship_that_went_back_stays_known() {
    covers!("EV-R-92");
    let mut stage = ends_turn("AB", "seat 0 SOL\nseat 1 KAN gov {014 062}");
    stage.act(1, "show 014").act(1, "done").act(0, "ignore");
    let known = stage.state.open.seat[1].known_gov;
    assert!(known.has(Card(13)) && !known.has(Card(61)), "the one that was shown, not the other");
}

#[test]
fn ev_r_97_a_fitting_tab_is_asked_whatever_lies_on_it() {
    covers!("EV-R-97");
    for (tab, asked) in [("gov {062}", true), ("gov {014}", true), ("gov {}", false), ("pirate {058}", false)]
    {
        let mut stage = two(&format!(
            "seat 0 RAU missions 075@0\nseat 1 - launched {tab} deck {{002 003 006 007 008 011 012}}"
        ));
        stage.act(0, "move KOA").draw();
        let window = matches!(stage.state.open.frame(), Some(Frame::OpposeAdd { .. }));
        assert_eq!(window, asked, "{tab}");
    }
}

#[test]
fn ev_hid_6_a_player_who_is_not_asked_cannot_act() {
    covers!("EV-HID-6");
    let stage = two("seat 0 SOL hand {049}\nseat 1 KAN hand {050}");
    assert_eq!((stage.no(0, "cycle 049"), stage.no(1, "cycle 050")), ("", "EV-HID-6"));
}

#[test]
fn ev_seq_3_draws_and_flips_are_random() {
    covers!("EV-SEQ-3");
    for drawn in ["014", "119"] {
        let mut stage = two("seat 0 SOL\nseat 1 KAN");
        stage.act(0, "welfare").card(drawn);
        assert_eq!(stage.hand(0), [drawn]);
    }
}
