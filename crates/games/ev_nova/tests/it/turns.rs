//! Chapters 4 to 7.3: turns, launching, moving, landing, missions, cycling.

use ev_nova::{Event, Frame};
use rules::{Seat, covers};

use crate::stage::{three, two};

#[test]
fn ev_launch_1_a_launch_turn_flips_one_card() {
    covers!("EV-LAUNCH-1", "EV-LAUNCH-4");
    let mut stage = two("seat 0 -\nseat 1 KAN");
    stage.card("049");
    assert_eq!((stage.discard(0), stage.pawn(0), stage.asked()), (vec!["049".to_owned()], "-", Some(1)));
}

#[test]
fn ev_launch_2_a_planet_may_be_taken_or_declined() {
    covers!("EV-LAUNCH-2");
    let mut stage = two("seat 0 -\nseat 1 KAN gov {063}");
    stage.card("001").act(0, "decline");
    assert_eq!((stage.state.open.seat[0].declined, stage.asked()), (1, Some(1)));
    let mut stage = two("seat 0 -\nseat 1 KAN gov {063}");
    stage.card("001").act(0, "place").cards(&["074", "096", "103"]);
    assert_eq!((stage.pawn(0), stage.hand_size(0), stage.asked()), ("SOL", 3, Some(1)), "no END window");
}

#[test]
fn ev_launch_6_nothing_else_can_be_done_while_launching() {
    covers!("EV-LAUNCH-6");
    let mut stage = two("seat 0 - hand {049}\nseat 1 KAN");
    stage.card("001");
    assert_eq!(stage.no(0, "cycle 049"), "EV-LAUNCH-6");
}

#[test]
fn ev_launch_7_without_planets_in_the_deck_the_hand_or_sol_serves() {
    covers!("EV-LAUNCH-7", "EV-R-81");
    let mut stage = two("seat 0 - launched hand {001 049} deck {050} discard [051]\nseat 1 KAN");
    assert_eq!(stage.no(0, "launch-from 049"), "EV-LAUNCH-7");
    stage.act(0, "launch-from 001").act(0, "place");
    assert_eq!((stage.pawn(0), stage.hand_size(0)), ("SOL", 1));
    let stage = two("seat 0 - launched hand {049} deck {050} discard [051]\nseat 1 KAN");
    assert_eq!((stage.pawn(0), stage.asked()), ("SOL", Some(1)));
}

#[test]
fn ev_launch_8_the_sixth_planet_must_be_taken() {
    covers!("EV-LAUNCH-8", "EV-R-82");
    let mut stage = two("seat 0 - declined 5\nseat 1 KAN");
    stage.card("001").draw();
    assert_eq!((stage.pawn(0), stage.state.open.seat[0].declined), ("SOL", 0));
    let mut stage = two("seat 0 - declined 4\nseat 1 KAN");
    stage.card("001");
    assert_eq!(stage.asked(), Some(0));
}

#[test]
fn ev_x_03_launch_with_the_earth_card() {
    let mut stage = two("seat 0 -\nseat 1 KAN");
    stage.card("001").act(0, "place").draw();
    assert_eq!((stage.pawn(0), stage.hand_size(0)), ("SOL", 3));
}

#[test]
fn ev_turn_1_one_move_and_one_action() {
    covers!("EV-TURN-1");
    let mut stage = two("seat 0 SOL hand {049 050}\nseat 1 KAN");
    stage.act(0, "move CEN");
    assert_eq!(stage.no(0, "move SOL"), "EV-TURN-1");
    let mut stage = two("seat 0 SOL hand {049 050}\nseat 1 KAN");
    stage.act(0, "flip-nova").nova(1);
    assert_eq!(stage.no(0, "cycle 049"), "EV-TURN-1");
    assert_eq!(stage.no(0, "move CEN"), "");
}

#[test]
fn ev_turn_3_flipping_a_nova_card_is_always_possible() {
    covers!("EV-TURN-3", "EV-R-54", "EV-R-71");
    let mut stage = two("seat 0 SOL\nseat 1 KAN");
    assert_eq!(stage.no(0, "end-turn"), "EV-TURN-4");
    stage.act(0, "flip-nova").card("114");
    assert_eq!(stage.state.open.nova_discard.top().map(ev_nova::Card::number), Some("114".to_owned()));
    assert!(!stage.fighting(), "a flipped event does nothing");
}

#[test]
fn ev_turn_4_the_turn_ends_when_said_or_when_nothing_is_left() {
    covers!("EV-TURN-4");
    let mut stage = two("seat 0 SOL hand {049}\nseat 1 KAN");
    assert_eq!(stage.no(0, "end-turn"), "EV-TURN-4");
    stage.act(0, "flip-nova").nova(1);
    assert_eq!(stage.asked(), Some(0), "the move is left");
    stage.act(0, "move CEN");
    assert_eq!(stage.asked(), Some(1), "nothing is left");
}

#[test]
fn ev_turn_5_what_was_begun_is_finished_first() {
    covers!("EV-TURN-5");
    let mut stage = two("seat 0 SOL hand {049 050 118} discard [001]\nseat 1 KAN");
    stage.act(0, "buy-item 118 001");
    assert_eq!(stage.no(0, "move CEN"), "EV-TURN-5");
    assert_eq!(stage.no(0, "welfare"), "EV-TURN-5");
}

#[test]
fn ev_seq_1_players_who_are_out_are_skipped() {
    covers!("EV-SEQ-1", "EV-SEQ-4");
    let mut stage = three("evn 1 first 0 round 4 active 0 moved\nseat 0 SOL\nseat 1 - out\nseat 2 KAN");
    stage.act(0, "flip-nova").nova(1);
    assert_eq!((stage.asked(), stage.state.open.round), (Some(2), 4));
    stage.act(2, "flip-nova").nova(1);
    stage.act(2, "end-turn");
    assert_eq!((stage.asked(), stage.state.open.round), (Some(0), 5));
}

#[test]
fn ev_move_1_the_jumps_of_the_current_ship_limit_a_move() {
    covers!("EV-MOVE-1", "EV-MOVE-4", "EV-MOVE-6");
    let mut stage = two("seat 0 SOL\nseat 1 KAN\nship s0 START current 0\nship s1 022 escort 0");
    assert_eq!(stage.no(0, "move ALT"), "", "3 jumps");
    assert_eq!(stage.no(0, "move KOA"), "", "3 jumps");
    assert_eq!(stage.no(0, "move SCH"), "EV-MOVE-1", "4 jumps, an Escort with 10 does not matter");
    assert_eq!(stage.no(0, "move SOL"), "EV-MOVE-6");
    assert_eq!(stage.no(0, "move S7E"), "EV-MOVE-4");
    stage.act(0, "move ALT");
    assert_eq!(stage.pawn(0), "ALT");
    let fitted = two("seat 0 SOL\nseat 1 KAN\nship s0 START current 0\nitem s0 039 0");
    assert_eq!(fitted.no(0, "move SCH"), "", "Battery Pack: 4 jumps");
}

#[test]
fn ev_move_2_only_the_system_where_a_move_ends_counts() {
    covers!("EV-MOVE-2");
    let mut stage = two("seat 0 SOL missions 074@0\nseat 1 KAN");
    stage.act(0, "move ALP");
    assert_eq!(stage.state.open.missions[0].done, 0);
    let mut stage = two("seat 0 SOL missions 074@0\nseat 1 KAN");
    stage.act(0, "move GAT");
    assert_eq!(stage.state.open.missions[0].done, 1, "no planet card, no landing, no fee");
    let mut stage = two("seat 0 NPR missions 074@1\nseat 1 KAN");
    stage.act(0, "move TIC");
    assert_eq!(stage.state.open.missions[0].done, 1, "the last stop is met by cashing in");
}

#[test]
fn ev_move_7_the_hypergate_counts_as_the_move() {
    covers!("EV-MOVE-7");
    let mut stage = crate::stage::at("BA", "seat 0 SCH hand {120 104} missions 074@0\nseat 1 KAN");
    assert_eq!(stage.no(0, "transit 120 MJO"), "EV-MOVE-7");
    assert_eq!(stage.no(0, "transit 104 AUR"), "EV-A12-1");
    stage.act(0, "transit 120 GAT");
    assert_eq!(
        (stage.pawn(0), stage.discard(0), stage.state.open.missions[0].done),
        ("GAT", vec!["120".into()], 1)
    );
    assert_eq!(stage.no(0, "move ALP"), "EV-TURN-1");
}

#[test]
fn ev_ex_72_hypergate_transit() {
    let stage = crate::stage::at("BA", "seat 0 SCH hand {120}\nseat 1 KAN");
    assert_eq!((stage.no(0, "transit 120 AUR"), stage.no(0, "transit 120 MJO")), ("", "EV-MOVE-7"));
    let stage = crate::stage::at("BA", "seat 0 VLS hand {120}\nseat 1 KAN");
    assert_eq!(stage.no(0, "transit 120 AUR"), "EV-A12-4");
}

#[test]
fn ev_move_8_drop_bears_forbid_the_next_move() {
    covers!("EV-MOVE-8");
    let mut stage = two("seat 0 SOL turns 3 hand {118}\nseat 1 MOA turns 2 hand {049 050 051}");
    stage.act(0, "event-on 118 1").act(1, "lay 049").act(1, "lay 050");
    stage.act(0, "end-turn");
    assert_eq!(stage.no(1, "move MAL"), "EV-MOVE-8");
    stage.act(1, "flip-nova").nova(1);
    assert_eq!(stage.asked(), Some(0), "nothing is left, the turn is over");
    stage.act(0, "flip-nova").nova(1);
    stage.act(0, "end-turn");
    assert_eq!(stage.no(1, "move MAL"), "", "one turn only");
}

#[test]
fn ev_ex_70_drop_bears() {
    let mut stage = two("seat 0 SOL hand {118}\nseat 1 MOA hand {049}");
    stage.act(0, "event-on 118 1");
    assert_eq!((stage.hand_size(1), stage.state.open.seat[1].blocked), (0, true), "all, if there are fewer");
    let repellent = "seat 0 SOL hand {118}\nseat 1 MOA hand {049}\nship s0 START current 0\nship s1 START current 1\nitem s1 007 1";
    let mut stage = two(repellent);
    stage.act(0, "event-on 118 1");
    assert_eq!((stage.hand_size(1), stage.state.open.seat[1].blocked), (1, false));
    assert_eq!(stage.discard(0), ["118"], "the event is used up");
}

#[test]
fn ev_ap_1_the_tops_of_two_stacks_are_active() {
    covers!("EV-AP-1", "EV-AP-2", "EV-AP-3");
    let stage =
        two("nova {*} [002]\nseat 0 SOL hand {118 049 050 051} discard [003 001]\nseat 1 SOL discard [022]");
    assert_eq!(
        (stage.no(0, "buy-item 118 001"), stage.no(0, "buy-item 118 002")),
        ("", ""),
        "own and Nova top"
    );
    assert_eq!(stage.no(0, "buy-item 118 003"), "EV-AP-1", "buried");
    assert_eq!(stage.no(0, "buy-item 118 022"), "EV-AP-2", "another player's stack");
    let stage = two("seat 0 KAN hand {118 049 050 051} discard [001]\nseat 1 KAN");
    assert_eq!(stage.no(0, "buy-item 118 001"), "EV-AP-3", "the pawn is elsewhere");
}

#[test]
fn ev_ap_4_a_landing_lasts_though_payments_bury_the_card() {
    covers!("EV-AP-4", "EV-R-10");
    let fitted = "seat 0 SOL hand {118 049 050 051} discard [001]\nseat 1 KAN\nship s0 096 current 0\nitem s0 002 0\nitem s0 006 0";
    let mut stage = two(fitted);
    stage.act(0, "buy-item 118 001").acts(0, &["lay 049", "lay 050"]);
    assert_eq!(stage.discard(0), ["001", "049", "050"]);
    stage.act(0, "sell 006 001").draw();
    assert_eq!(
        (stage.no(0, "sell 002 001"), stage.hand_size(0)),
        ("", 2),
        "landed until the end of the turn"
    );
    stage.act(0, "move CEN");
    assert_eq!(stage.asked(), Some(1), "the landing ended with the move: nothing is left to do");
}

#[test]
fn ev_ap_5_payments_lie_in_the_order_of_the_payer() {
    covers!("EV-AP-5", "EV-R-11", "EV-A5-7");
    let mut stage = two("seat 0 SOL hand {118 049 022} discard [001]\nseat 1 KAN");
    assert_eq!(stage.state.open.frame(), Some(Frame::Main));
    stage.act(0, "buy-item 118 001");
    assert_eq!(stage.no(0, "lay 118"), "EV-AP-5", "the bought card is set aside");
    stage.act(0, "lay 049");
    assert_eq!(stage.discard(0), ["001", "049", "022"], "the last one is laid by the table");
    assert_eq!(stage.state.open.items.len(), 1);
    let poor = two("seat 0 SOL hand {118 049} discard [001]\nseat 1 KAN");
    assert_eq!(poor.no(0, "buy-item 118 001"), "EV-A5-7");
}

#[test]
fn ev_land_1_a_hostile_planet_costs_its_fee_once() {
    covers!("EV-LAND-1", "EV-LAND-2", "EV-LAND-5");
    let mut stage = two(
        "seat 0 SOL hand {118 049 050 051 052 053 054} discard [001] markers Federation\nseat 1 KAN\nship s0 START current 0\nitem s0 002 0",
    );
    stage.act(0, "sell 002 001").acts(0, &["lay 049", "lay 050", "lay 051", "lay 052"]).draw();
    assert_eq!(stage.hand_size(0), 3, "4 for Earth, nothing for Raven Rocket Ammunition of cost 1");
    stage.act(0, "buy-item 118 001");
    assert!(stage.told(&Event::Landed(Seat(0), ev_nova::Card(0), 4)));
    stage.pay();
    assert_eq!(stage.hand_size(0), 0, "price 2, no second fee");
    let poor = two("seat 0 SOL hand {118 049 050 051} discard [001] markers Federation\nseat 1 KAN");
    assert_eq!(poor.no(0, "buy-item 118 001"), "EV-LAND-5");
}

#[test]
fn ev_land_3_pirate_and_polaris_planets_are_hostile_to_everyone() {
    covers!("EV-LAND-3", "EV-HOST-2");
    let stage = crate::stage::at("BA", "seat 0 MJO hand {072 049} discard [047]\nseat 1 KAN");
    assert_eq!(stage.no(0, "buy-item 072 047"), "EV-LAND-5");
    let clean = crate::stage::at("BA", "seat 0 MJO hand {072 049 050} discard [047] assets 083\nseat 1 KAN");
    assert_eq!(clean.no(0, "buy-item 072 047"), "", "Clean Polaris Record");
}

#[test]
fn ev_land_6_repellent_lowers_the_fee() {
    covers!("EV-LAND-6");
    let text = "seat 0 AUR hand {118 049 050 051 052 053} discard [027] markers Auroran\nseat 1 KAN\nship s0 START current 0\nitem s0 007 0";
    let mut stage = two(text);
    stage.act(0, "buy-item 118 027");
    assert!(stage.told(&Event::Landed(Seat(0), ev_nova::Card(26), 3)));
}

#[test]
fn ev_ex_36_one_fee_for_a_sale_and_the_action() {
    let text = "seat 0 AUR hand {118 049 050 051 052 053 054} discard [027] markers Auroran\nseat 1 KAN\nship s0 096 current 0\nitem s0 007 0\nitem s0 109 0";
    let mut stage = two(text);
    stage.act(0, "sell 109 027").pay().draw();
    assert_eq!(stage.hand_size(0), 4);
    stage.act(0, "buy-item 118 027").pay();
    assert_eq!(stage.hand_size(0), 1);
}

#[test]
fn ev_a1_1_a_mission_is_played_at_its_place() {
    covers!("EV-A1-1", "EV-A1-8", "EV-LAND-4");
    let mut stage = two("seat 0 SOL hand {074 058} markers Rebellion\nseat 1 KAN");
    stage.act(0, "play 074");
    assert_eq!((stage.state.open.missions.len(), stage.hand_size(0)), (1, 1), "brackets: no planet needed");
    let away = two("seat 0 KAN hand {074}\nseat 1 KAN");
    assert_eq!(away.no(0, "play 074"), "EV-A1-1");
}

#[test]
fn ev_a1_2_without_brackets_an_active_planet_must_fit() {
    covers!("EV-A1-2");
    let stage = two("seat 0 TIC hand {056} discard [003]\nseat 1 KAN");
    assert_eq!((stage.no(0, "play 056 003"), stage.no(0, "play 056")), ("", "EV-A1-2"));
    let stage = two("seat 0 SOL hand {056} discard [002]\nseat 1 KAN");
    assert_eq!(stage.no(0, "play 056 002"), "EV-A1-4", "Mars at Sol, first stop Earth at Sol");
    let stage = two("seat 0 MOA hand {049 056} discard [038]\nseat 1 KAN");
    assert_eq!(stage.no(0, "play 049 038"), "", "a House planet is Auroran");
    assert_eq!(stage.no(0, "play 056 038"), "EV-A1-2", "not a Federation planet");
}

#[test]
fn ev_x_04_united_shipping_relay() {
    let mut stage = two("seat 0 TIC hand {056} discard [003]\nseat 1 WOL");
    stage.act(0, "play 056 003").act(0, "move SOL");
    assert_eq!((stage.state.open.missions[0].done, stage.asked()), (1, Some(1)));
    stage.act(1, "flip-nova").nova(1);
    stage.act(1, "end-turn");
    stage.act(0, "move KAN").act(0, "cash-in 056").draw();
    assert_eq!(stage.hand_size(0), 3);
    assert_eq!(stage.discard(0), ["003", "056"]);
}

#[test]
fn ev_x_05_play_from_the_first_stop_is_not_possible() {
    let stage = two("seat 0 SOL hand {056} discard [001]\nseat 1 KAN");
    assert_eq!(stage.no(0, "play 056 001"), "EV-A1-4");
}

#[test]
fn ev_x_06_play_from_a_later_stop_is_fine() {
    let stage = two("nova {*} [005]\nseat 0 KAN hand {056}\nseat 1 SOL");
    assert_eq!(stage.no(0, "play 056 005"), "");
}

#[test]
fn ev_a1_6_cashing_in_needs_all_earlier_stops() {
    covers!("EV-A1-6", "EV-A1-9", "EV-R-103");
    let mut stage = two("seat 0 TIC missions 074@0 056@1\nseat 1 WOL");
    assert_eq!(stage.no(0, "cash-in 074"), "EV-A1-6", "a stop is missing");
    assert_eq!(stage.no(0, "cash-in 056"), "EV-A1-6", "not at the last stop");
    assert_eq!(stage.no(0, "cash-in 058"), "EV-A1-6", "not in play");
    stage.act(0, "move KAN").act(0, "cash-in 056").draw();
    assert_eq!((stage.hand_size(0), stage.discard(0)), (3, vec!["056".to_owned()]));
}

#[test]
fn ev_a1_10_hostility_is_tested_only_when_a_mission_is_played() {
    covers!("EV-A1-10");
    let stage = two("seat 0 SOL hand {074} missions 075@1 markers Federation assets 074\nseat 1 KAN");
    assert_eq!(stage.no(0, "cash-in 075"), "");
    let stage = two("seat 0 SOL hand {074} markers Federation\nseat 1 KAN");
    assert_eq!(stage.no(0, "play 074"), "EV-A1-10");
}

#[test]
fn ev_a2_1_prerequisites_lie_completed_in_the_own_assets() {
    covers!("EV-A2-1", "EV-A2-7");
    let stage = two("seat 0 TIC hand {075}\nseat 1 KAN assets 074");
    assert_eq!(stage.no(0, "play 075"), "EV-A2-1");
    let stage = two("seat 0 TIC hand {075} assets 074\nseat 1 KAN");
    assert_eq!(stage.no(0, "play 075"), "");
    for done in ["076", "079"] {
        let stage = two(&format!("seat 0 FOR hand {{092}} assets {done}\nseat 1 KAN"));
        assert_eq!(stage.no(0, "play 092"), "", "any #03 opens S7evyn #01");
    }
}

#[test]
fn ev_a2_2_completed_numbered_missions_stay_until_the_next() {
    covers!("EV-A2-2");
    let mut stage = two("seat 0 SOL missions 075@1 assets 074\nseat 1 KAN");
    stage.act(0, "cash-in 075").draw();
    let assets: Vec<String> = stage.state.open.seat[0].assets.iter().map(|card| card.number()).collect();
    assert_eq!((assets, stage.discard(0)), (vec!["075".to_owned()], vec!["074".to_owned()]));
    assert!(stage.state.open.access(ev_nova::Data::standard(), Seat(0)).has(ev_nova::Power::Federation));
}

#[test]
fn ev_a2_5_the_same_or_a_lower_number_cannot_be_played_again() {
    covers!("EV-A2-5", "EV-R-19");
    let stage = two("seat 0 SOL hand {074} missions 075@0 assets 074\nseat 1 KAN");
    assert_eq!(stage.no(0, "play 074"), "EV-A2-5");
}

#[test]
fn ev_ex_45_a_second_copy_of_a_completed_mission() {
    let stage = two("seat 0 TIC hand {075} assets 074 075\nseat 1 KAN");
    assert_eq!(stage.no(0, "play 075"), "EV-A2-5");
}

#[test]
fn ev_a3_1_cycling_discards_and_draws() {
    covers!("EV-A3-1", "EV-A4-2", "EV-OV-2");
    let mut stage =
        two("seat 0 CEN hand {022 050} discard []\nseat 1 KAN\nship s0 START current 0\nitem s0 039 0");
    stage.act(0, "cycle 022").card("014");
    assert_eq!(stage.hand(0), ["014", "050"]);
    assert_eq!(stage.no(0, "sell 039 022"), "", "the new top is active at once");
    assert_eq!(two("seat 0 CEN hand {050}\nseat 1 KAN").no(0, "cycle 022"), "EV-OV-2");
}

#[test]
fn ev_a4_1_a_swap_needs_the_same_number() {
    covers!("EV-A4-1");
    let mut stage = two("nova {*} [020]\nseat 0 SOL hand {016 022}\nseat 1 KAN");
    assert_eq!(stage.no(0, "swap 022"), "EV-A4-1");
    stage.act(0, "swap 016");
    assert_eq!(stage.hand(0), ["020", "022"]);
    assert!(stage.state.open.seat[0].known_hand.has(ev_nova::Card(19)));
    assert_eq!(stage.state.open.nova_discard.top(), Some(ev_nova::Card(15)));
    stage.act(0, "end-turn").act(1, "flip-nova").nova(1);
    stage.act(1, "end-turn").act(0, "cycle 020").draw();
    assert!(!stage.state.open.seat[0].known_hand.has(ev_nova::Card(19)), "it left the hand");
}

#[test]
fn ev_r_55_no_swap_with_an_empty_stack() {
    covers!("EV-R-55");
    assert_eq!(two("seat 0 SOL hand {016}\nseat 1 KAN").no(0, "swap 016"), "EV-R-55");
}

#[test]
fn ev_ex_42_swap_for_harbor() {
    let mut stage = crate::stage::at("BA", "nova {*} [020]\nseat 0 SOL hand {026 019}\nseat 1 KAN");
    assert_eq!(stage.no(0, "swap 019"), "EV-A4-1");
    stage.act(0, "swap 026");
    assert_eq!(stage.state.open.nova_discard.top(), Some(ev_nova::Card(25)));
    assert!(stage.state.open.seat[0].known_hand.has(ev_nova::Card(19)));
}

#[test]
fn ev_ex_73_the_last_card_shuffles_earth_away() {
    let mut stage = two("seat 0 SOL hand {049 050} deck {051} discard [001]\nseat 1 KAN");
    stage.act(0, "cycle 049").card("051");
    assert_eq!((stage.discard(0).len(), stage.no(0, "sell 118 001")), (0, "EV-AP-1"));
}

#[test]
fn ev_a14_1_welfare_needs_an_empty_hand() {
    covers!("EV-A14-1", "EV-R-53");
    let mut stage = two("seat 0 SOL hand {}\nseat 1 KAN");
    stage.act(0, "welfare").draw();
    assert_eq!(stage.hand_size(0), 1);
    assert_eq!(two("seat 0 SOL hand {049}\nseat 1 KAN").no(0, "welfare"), "EV-A14-1");
}

#[test]
fn ev_r_66_the_turn_limit_counts_cards_ships_and_missions() {
    covers!("EV-R-66", "EV-OV-6");
    let pod = "evn 1 first 0 round 300 active 1\nseat 0 SOL hand {049 050 051 052 053 054 055 056 057} assets 074\nseat 1 KAN hand {008 009 010 011 012 018 019 023 024 025 026 030 031 034}\nship s0 096 current 0\nitem s0 118 0";
    let mut stage = two(pod);
    stage.act(1, "flip-nova").nova(1);
    stage.act(1, "end-turn");
    assert_eq!(stage.state.open.ending, Some(ev_nova::Ending::Limit(Some(Seat(0)))));
}
