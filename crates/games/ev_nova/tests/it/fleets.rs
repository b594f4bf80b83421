//! Chapter 8: hostility, introductions, Pirates, aliens, events, oppositions.

use ev_nova::{Card, Cause, Event, Power, Role};
use rules::{Seat, covers};

use crate::stage::{at, three, two};

#[test]
fn ev_a13_1_an_attack_needs_a_pawn_at_the_same_system() {
    covers!("EV-A13-1");
    assert_eq!(two("seat 0 SOL\nseat 1 KAN").no(0, "attack 1"), "EV-A13-1");
    assert_eq!(two("seat 0 SOL\nseat 1 -").no(0, "attack 1"), "EV-A13-3");
    assert_eq!(two("seat 0 SOL\nseat 1 SOL").no(0, "attack 0"), "EV-A13-1");
    let mut stage = three("seat 0 SOL\nseat 1 SOL\nseat 2 SOL");
    stage.act(0, "attack 1");
    let battle = stage.state.open.battle.as_ref().expect("a battle");
    assert_eq!((battle.cause, battle.aggressor, battle.attacked), (Cause::Attack, Seat(0), 0b10));
}

#[test]
fn ev_a13_2_the_host_government_marks_the_attacker() {
    covers!("EV-A13-2");
    let mut stage = two("seat 0 SOL\nseat 1 SOL");
    stage.act(0, "attack 1");
    assert_eq!((stage.markers(0), stage.markers(1).len()), (vec!["Federation"], 0));
    let mut stage = two("seat 0 SOL\nseat 1 SOL markers Federation");
    stage.act(0, "attack 1");
    assert_eq!(stage.markers(0), [""; 0], "the Federation is hostile to the attacked player");
    let mut stage = two("seat 0 MOA\nseat 1 MOA");
    stage.act(0, "attack 1");
    assert_eq!(stage.markers(0), ["Moash"], "the House hosts its systems");
}

#[test]
fn ev_r_69_attacking_where_a_race_hosts_spoils_the_record() {
    covers!("EV-R-69", "EV-HOST-8", "EV-R-42");
    let mut stage = two("seat 0 MJO assets 083\nseat 1 MJO assets 083");
    stage.act(0, "attack 1");
    assert!(stage.state.open.seat[0].spoiled.has(Power::Polaris));
    assert!(stage.state.open.seat[0].assets.contains(&Card(82)), "the card stays");
    let mut stage = two("seat 0 MJO assets 083\nseat 1 MJO");
    stage.act(0, "attack 1");
    assert!(stage.state.open.seat[0].spoiled.is_empty());
}

#[test]
fn ev_b_3_others_join_or_stand_clear() {
    covers!("EV-B-3", "EV-B-2", "EV-R-22");
    let mut stage = three(
        "seat 0 SOL\nseat 1 SOL\nseat 2 SOL\nship s0 START current 0\nship s1 START current 1\nship s2 START current 2\nship s3 058 escort 0",
    );
    stage.act(0, "attack 1");
    assert_eq!(stage.asked(), Some(2));
    stage.act(2, "stand-clear");
    assert!(!stage.state.open.in_battle(Seat(2)) && stage.state.open.in_battle(Seat(1)));
    assert_eq!(stage.state.open.fighting().count(), 3, "Current Ships and Escorts of the two");
    let mut stage = three("seat 0 SOL\nseat 1 SOL\nseat 2 SOL");
    stage.act(0, "attack 1").act(2, "join");
    assert!(stage.state.open.in_battle(Seat(2)));
}

#[test]
fn ev_b_3b_a_stranded_player_stands_clear() {
    covers!("EV-B-3b");
    let mut stage = three(
        "seat 0 SOL\nseat 1 SOL\nseat 2 SOL stranded\nship s0 START current 0\nship s1 START current 1\nship s2 START current 2 disabled",
    );
    stage.act(0, "attack 1");
    assert_eq!(stage.asked(), Some(1), "Red Alert comes next");
}

#[test]
fn ev_gs_3_opponents_may_introduce_at_the_end_of_a_turn() {
    covers!("EV-GS-3");
    let mut stage =
        two("evn 1 active 0 moved\nseat 0 SOL markers Federation\nseat 1 - gov {014 063} pirate {098}");
    stage.act(0, "flip-nova").nova(1);
    assert_eq!(stage.asked(), Some(1), "a player without pawn is asked too");
    assert_eq!((stage.no(1, "show 063"), stage.no(1, "show 098")), ("EV-ALIEN-2", "EV-A10-4"));
    stage.act(1, "show 014").act(1, "done");
    let battle = stage.state.open.battle.as_ref().expect("a battle");
    assert_eq!((battle.cause, battle.aggressor, battle.attacked), (Cause::Introduced, Seat(1), 1));
    assert_eq!(stage.asked(), Some(0), "Red Alert");
}

#[test]
fn ev_gs_5_ships_that_are_not_hostile_do_not_attack() {
    covers!("EV-GS-5", "EV-GS-11", "EV-R-21");
    let mut stage = two("evn 1 active 0 moved\nseat 0 SOL\nseat 1 KAN gov {014}");
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 014").act(1, "done");
    assert_eq!(stage.no(0, "attack-shown Rebellion"), "EV-GS-5");
    let mut other = two("evn 1 active 0 moved\nseat 0 SOL\nseat 1 KAN gov {014}");
    other.act(0, "flip-nova").nova(1);
    other.act(1, "show 014").act(1, "done").act(0, "attack-shown Federation");
    assert_eq!(other.markers(0), ["Federation"]);
    assert!(other.fighting());
    stage.act(0, "ignore");
    assert!(stage.state.open.seat[1].known_gov.has(Card(13)), "everybody remembers it");
    assert!(!stage.fighting() && stage.state.open.seat[1].gov == 1);
}

#[test]
fn ev_gs_2a_traders_come_with_a_ship_of_the_host() {
    covers!("EV-GS-2a", "EV-GS-2");
    let mut stage = two("evn 1 active 0 moved\nseat 0 SOL markers Federation\nseat 1 KAN gov {014 021 024}");
    stage.act(0, "flip-nova").nova(1);
    assert_eq!((stage.no(1, "show 021"), stage.no(1, "show 024")), ("EV-GS-2a", "EV-GS-2"));
    stage.act(1, "show 014").act(1, "show 021").act(1, "done");
    let sides: Vec<Power> = stage
        .state
        .open
        .fleet()
        .filter(|(_, ship)| ship.role == Role::Npc)
        .map(|(_, ship)| ship.side)
        .collect();
    assert_eq!(sides, [Power::Federation, Power::Federation]);
}

#[test]
fn ev_ex_50_aurorans_and_a_house() {
    let mut stage = two("evn 1 active 0 moved\nseat 0 MAL markers Auroran\nseat 1 KAN gov {029 108}");
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 029").act(1, "show 108").act(1, "done");
    assert!(stage.fighting() && stage.state.open.seat[1].known_gov.has(Card(107)));
    assert_eq!(stage.state.open.fighting().filter(|(_, ship)| ship.role == Role::Npc).count(), 1);
}

#[test]
fn ev_feud_1_aurorans_come_to_every_red_centre_and_houses_to_their_own() {
    covers!("EV-FEUD-1", "EV-FEUD-2", "EV-R-43");
    let mut stage = two("evn 1 active 0 moved\nseat 0 DAN\nseat 1 KAN gov {029 108 033}");
    stage.act(0, "flip-nova").nova(1);
    assert_eq!(
        (stage.no(1, "show 029"), stage.no(1, "show 108"), stage.no(1, "show 033")),
        ("", "EV-GS-2", "")
    );
    let data = ev_nova::Data::standard();
    let marked = two("seat 0 MAL markers Auroran\nseat 1 KAN");
    assert!(marked.state.open.hostile(data, Seat(0), Power::Auroran));
    assert!(!marked.state.open.hostile(data, Seat(0), Power::Moash), "each has its own marker");
}

#[test]
fn ev_alien_1_aliens_live_in_three_sectors() {
    covers!("EV-ALIEN-1", "EV-ALIEN-2", "EV-ALIEN-4");
    for (system, krypt, wraith, hyperioid) in [
        ("VLS", "", "EV-ALIEN-2", "EV-ALIEN-2"),
        ("FER", "EV-ALIEN-2", "", "EV-ALIEN-2"),
        ("GAN", "EV-ALIEN-2", "EV-ALIEN-2", ""),
    ] {
        let mut stage =
            two(&format!("evn 1 active 0 moved\nseat 0 {system}\nseat 1 KAN gov {{083 063 057}}"));
        stage.act(0, "flip-nova").nova(1);
        assert_eq!(
            [stage.no(1, "show 083"), stage.no(1, "show 063"), stage.no(1, "show 057")],
            [krypt, wraith, hyperioid],
            "{system}"
        );
    }
}

#[test]
fn ev_hid_1_windows_open_by_public_facts_only() {
    covers!("EV-HID-1");
    for tab in ["gov {062}", "gov {014}"] {
        let mut stage =
            two(&format!("evn 1 active 0 moved\nseat 0 SOL markers Federation\nseat 1 KAN {tab}"));
        stage.act(0, "flip-nova").nova(1);
        assert_eq!((stage.asked(), stage.legal(1).contains(&"done".to_owned())), (Some(1), true));
    }
    let mut stage = crate::stage::at("BA", "seat 0 KAN missions 090@0\nseat 1 SOL gov {024}");
    stage.act(0, "move KOD");
    assert_eq!(stage.state.open.missions[0].done, 0);
}

#[test]
fn ev_pi_2_pirates_come_to_scheall_by_themselves() {
    covers!("EV-PI-2");
    let mut stage = two("evn 1 active 0 moved\nseat 0 SCH\nseat 1 KAN pirate {098} gov {024}");
    stage.act(0, "flip-nova").nova(1);
    assert_eq!(stage.no(1, "show 024"), "EV-A10-4", "only the Pirate tab");
    stage.act(1, "show 098").act(1, "done");
    assert!(stage.fighting());
}

#[test]
fn ev_pi_1_pirates_come_when_government_ships_do() {
    covers!("EV-PI-1");
    let mut stage =
        two("evn 1 active 0 moved\nseat 0 SOL markers Federation pirate {058}\nseat 1 KAN gov {014}");
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 014").act(1, "done").act(0, "fight");
    assert_eq!((stage.asked(), stage.no(0, "show 058"), stage.no(0, "show 014")), (Some(0), "", "EV-A10-4"));
    stage.act(0, "show 058");
    assert_eq!(stage.no(0, "pass"), "EV-B-13a");
    stage.act(0, "done");
    assert!(stage.state.open.in_battle(Seat(0)));
}

#[test]
fn ev_pi_4_pirates_and_governments_fight_each_other_first() {
    covers!("EV-PI-4", "EV-R-23", "EV-B-27");
    let mut stage =
        two("evn 1 active 0 moved\nseat 0 KAN markers Federation pirate {058}\nseat 1 SOL gov {014}");
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 014").act(1, "done").act(0, "fight").act(0, "show 058").act(0, "done").quiet();
    stage.act(1, "begin 4").quiet();
    stage.act(1, "done").act(0, "fire s0 0 s2").nova(9);
    let battle = stage.state.open.battle.as_ref().expect("a battle");
    assert!(battle.fired_at[0].has(Power::Federation), "who fires at them may be shot at any time");
}

#[test]
fn ev_evca_events_are_played_at_systems_they_allow() {
    let stage = at("BA", "seat 0 KAN hand {114 115}\nseat 1 SOL");
    assert_eq!((stage.no(0, "event-at 114 SOL"), stage.no(0, "event-at 115 SOL")), ("", ""));
}

#[test]
fn ev_eva_1_an_attack_event_flips_and_fights() {
    covers!("EV-EVA-1", "EV-R-48", "EV-VOC-16");
    let mut stage = at("BA", "seat 0 KAN hand {115} gov {062 045}\nseat 1 SOL");
    assert_eq!(stage.no(0, "event-at 115 KOA"), "EV-EVA-6");
    stage.act(0, "event-at 115 SOL").cards(&["009", "023", "024"]);
    assert_eq!(stage.discard(0), ["023"], "two Rebel ships are put aside");
    assert_eq!((stage.no(0, "show 062"), stage.no(0, "show 045")), ("", "EV-A12-6"));
    stage.act(0, "show 062").act(0, "done");
    let battle = stage.state.open.battle.as_ref().expect("a battle");
    assert_eq!(
        (battle.aggressor, battle.attacked, battle.attackers),
        (Seat(0), 0b10, Some(Power::Rebellion))
    );
    assert!(stage.state.open.in_battle(Seat(1)) && !stage.state.open.in_battle(Seat(0)));
}

#[test]
fn ev_eva_5_no_ship_answers() {
    covers!("EV-EVA-5");
    let mut stage = at("BA", "seat 0 KAN hand {115}\nseat 1 SOL");
    stage.act(0, "event-at 115 SOL").cards(&["023", "005", "018"]);
    assert!(!stage.fighting() && stage.told(&Event::NoAnswer));
    assert_eq!(stage.discard(0).last().map(String::as_str), Some("115"));
}

#[test]
fn ev_ex_71_where_attack_events_may_be_aimed() {
    let polaris = |there: &str| at("BA", &format!("seat 0 KAN hand {{114 115}}\nseat 1 {there}"));
    assert_eq!(polaris("SOL").no(0, "event-at 114 SOL"), "");
    assert_eq!(polaris("MJO").no(0, "event-at 114 MJO"), "EV-EVA-6");
    assert_eq!(polaris("SOL").no(0, "event-at 115 SOL"), "");
    assert_eq!(polaris("KOA").no(0, "event-at 115 KOA"), "EV-EVA-6");
}

#[test]
fn ev_r_84_pirates_of_an_event_fight_their_own_player_last() {
    covers!("EV-R-84");
    let mut stage = two("seat 0 SOL hand {119}\nseat 1 SOL");
    stage.act(0, "event-at 119 SOL").cards(&["087", "014", "015"]);
    assert!(stage.state.open.in_battle(Seat(0)), "Pirates are hostile to everybody");
}

#[test]
fn ev_opp_2_an_opposed_stop_is_due_when_the_move_ends_there() {
    covers!("EV-OPP-2");
    let mut stage = two("seat 0 RAU missions 075@0\nseat 1 SMA");
    stage.act(0, "move KOA");
    for card in ["005", "018", "031", "034", "039", "042"] {
        assert_eq!(stage.state.open.missions[0].done, 0);
        stage.card(card);
    }
    assert_eq!((stage.state.open.missions[0].done, stage.fighting()), (1, false), "no ship appeared");
    assert_eq!(stage.discard(1).len(), 6);
}

#[test]
fn ev_x_09_flips_in_turn_and_players_value() {
    let mut stage = three("seat 0 EVL missions 081@0\nseat 1 SMA gov {014}\nseat 2 SMA");
    stage.act(0, "move TEL");
    assert_eq!(stage.state.open.frame(), Some(ev_nova::Frame::Main), "Teltar is no stop");
    let mut stage = three("seat 0 NPR missions 081@0\nseat 1 SMA gov {014 020 001}\nseat 2 SMA");
    stage.act(0, "move SOL").draw();
    assert_eq!((stage.discard(1).len(), stage.discard(2).len()), (3, 3));
    stage.act(1, "show 014").act(1, "show 020");
    assert_eq!(stage.no(1, "show 001"), "EV-OPP-4", "at most 2 per player");
}

#[test]
fn ev_opp_4_others_add_ships_of_the_type() {
    covers!("EV-OPP-4", "EV-R-47", "EV-OPP-12");
    let mut stage = two("seat 0 RAU missions 075@0\nseat 1 - gov {062 065 091 014 018}");
    stage.act(0, "move KOA").cards(&["005", "031", "034", "039", "042", "045"]);
    assert_eq!(stage.asked(), Some(1), "a player without pawn adds as well");
    assert_eq!(stage.no(1, "show 014"), "EV-OPP-4");
    stage.act(1, "show 062").act(1, "show 065");
    assert_eq!(stage.no(1, "show 091"), "EV-OPP-4", "Players: 2");
    assert_eq!(stage.no(1, "show 018"), "EV-OPP-4", "no Traders");
    let mut stage = two("seat 0 RAU missions 075@0 markers Rebellion\nseat 1 - gov {062 065 091 018}");
    stage.act(0, "move KOA").cards(&["005", "031", "034", "039", "042", "045"]);
    assert_eq!(stage.no(1, "show 018"), "EV-OPP-12", "Traders need a ship of the Type");
    stage.act(1, "show 062").act(1, "show 065");
    assert_eq!((stage.no(1, "show 091"), stage.no(1, "show 018")), ("", ""), "host and hostile: any number");
}

#[test]
fn ev_opp_7_the_runner_names_the_end_of_the_attack_round() {
    covers!("EV-OPP-7", "EV-R-01", "EV-R-45");
    let mut stage = two("seat 0 RAU missions 075@0\nseat 1 SMA gov {024}");
    stage.act(0, "move KOA").cards(&["005", "031", "034", "039", "042", "045"]).act(1, "show 024").quiet();
    assert_eq!(stage.asked(), Some(0), "no Red Alert for the runner");
    assert_eq!(stage.no(0, "begin 1"), "EV-B-16");
    assert_eq!(stage.no(0, "end 3"), "EV-B-16a", "nobody has a shot before phase 4");
    stage.act(0, "end 4");
    let battle = stage.state.open.battle.as_ref().expect("a battle");
    assert_eq!((battle.last, battle.aggressor), (4, Seat(0)));
}

#[test]
fn ev_opp_9_several_oppositions_are_met_one_after_another() {
    covers!("EV-OPP-9");
    let mut stage = two(
        "seat 0 FER missions 090@0 094@0\nseat 1 SMA deck {005 009 018 023 024 031 034 039 042 043 045 046 047 048 062 065 066 068}",
    );
    stage.act(0, "move HEL");
    assert_eq!(stage.no(0, "meet 075"), "EV-OPP-9");
    stage.act(0, "meet 094").draw();
    assert_eq!(stage.state.open.missions.iter().map(|mission| mission.done).collect::<Vec<_>>(), [1, 1]);
}

#[test]
fn ev_ex_54_science_02_at_the_wraith() {
    let mut stage = three("seat 0 FER missions 090@0\nseat 1 SMA gov {063 071}\nseat 2 SMA gov {041 018}");
    stage.act(0, "move HEL").draw();
    assert_eq!((stage.discard(1).len(), stage.discard(2).len()), (3, 3));
    stage.act(1, "show 063").act(1, "show 071").act(1, "done");
    stage.act(2, "show 041");
    assert_eq!(stage.no(2, "show 018"), "EV-OPP-12", "no Traders with aliens");
}

#[test]
fn ev_nb_1_bays_of_npc_ships_are_filled_by_flips() {
    covers!("EV-NB-1", "EV-NB-2", "EV-B-13");
    let mut stage = two("evn 1 active 0 moved\nseat 0 SOL markers Federation\nseat 1 KAN gov {117}");
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 117").act(1, "done");
    stage.cards(&["024", "081", "005", "018", "031", "034"]);
    let inside: Vec<Card> = stage
        .state
        .open
        .fleet()
        .filter(|(_, ship)| ship.inside.is_some())
        .map(|(_, ship)| ship.card)
        .collect();
    assert_eq!(inside, [Card(23)], "the Rebel Viper; the Thunderhead stays discarded");
    assert_eq!(stage.discard(1).len(), 5);
}

#[test]
fn ev_tel_2_telepath_outfits_are_assigned() {
    covers!("EV-TEL-2");
    let mut stage =
        two("evn 1 active 0 moved\nseat 0 SOL markers Federation\nseat 1 KAN gov {017 074 100 014}");
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 017").act(1, "show 014").act(1, "done");
    let arrow = stage.state.open.fleet().find(|(_, ship)| ship.card == Card(16)).expect("the Arrow").0.0;
    let viper = stage.state.open.fleet().find(|(_, ship)| ship.card == Card(13)).expect("the Viper").0.0;
    assert_eq!(stage.no(1, &format!("assign 074 s{viper}")), "EV-TEL-2");
    stage.act(1, &format!("assign 074 s{arrow}"));
    assert_eq!((stage.state.open.items.len(), stage.state.open.seat[1].gov), (1, 1));
}

#[test]
fn ev_host_2_races_need_a_clean_record() {
    covers!("EV-HOST-2", "EV-ACC-2");
    let data = ev_nova::Data::standard();
    let stage = two("seat 0 SOL assets 083\nseat 1 KAN");
    assert!(!stage.state.open.hostile(data, Seat(0), Power::Polaris));
    assert!(stage.state.open.hostile(data, Seat(0), Power::Pirate));
    assert!(stage.state.open.hostile(data, Seat(1), Power::Krypt));
}

#[test]
fn ev_out_3_a_player_may_give_up_at_any_time() {
    covers!("EV-OUT-3");
    let mut stage = three("seat 0 SOL\nseat 1 SOL hand {049}\nseat 2 KAN");
    stage.act(0, "attack 1").act(0, "give-up");
    assert!(stage.state.open.seat[0].out && !stage.fighting(), "the battle is over");
    assert_eq!(stage.asked(), Some(1));
    stage.act(2, "give-up");
    assert_eq!(stage.state.open.ending, Some(ev_nova::Ending::Attrition(Seat(1))));
    assert_eq!(stage.no(1, "give-up"), "EV-WIN-5");
}

#[test]
fn ev_win_3_access_to_s7evyn_wins_at_once() {
    covers!("EV-WIN-3", "EV-OV-5", "EV-ACC-4");
    let mut stage = two("seat 0 FOR missions 094@1\nseat 1 KAN");
    stage.act(0, "cash-in 094");
    assert_eq!((stage.pawn(0), stage.state.open.ending), ("S7E", Some(ev_nova::Ending::Total(Seat(0)))));
    use rules::Game as _;
    assert_eq!(stage.game.outcome(&stage.state).expect("over").points, [7, 0]);
}
