//! Chapters 7.4 to 7.9 and 7.11: buying, selling, deploying, trading, events.

use ev_nova::{Card, Data, Role, ShipId};
use rules::{Seat, covers};

use crate::stage::{at, two};

/// Many cards to pay with.
const RICH: &str = "049 050 051 052 053 054 055 057 058 059 060 061";

fn with(hand: &str, rest: &str) -> crate::stage::Stage {
    two(&format!("seat 0 SOL hand {{{hand} {RICH}}} discard [001] {rest}"))
}

#[test]
fn ev_a5_1_the_planet_must_sell_the_tech() {
    covers!("EV-A5-1", "EV-A5-2", "EV-A5-3");
    let stage = with("037 027 078 118 074 114", "assets\nseat 1 KAN");
    assert_eq!(stage.no(0, "buy-item 118 001"), "", "Tech 1");
    assert_eq!(stage.no(0, "buy-item 027 001"), "EV-A5-1", "200mm Railgun, Tech 11");
    assert_eq!(stage.no(0, "buy-item 037 001"), "EV-A5-2", "Shield Buffer needs Federation access");
    assert_eq!(stage.no(0, "buy-item 074 001"), "EV-A5-2", "Telepath outfits are never bought");
    assert_eq!(stage.no(0, "buy-item 114 001"), "EV-A5-3", "Polaron Torpedo, Tech 9");
    let stage = with("037", "assets 075\nseat 1 KAN");
    assert_eq!(stage.no(0, "buy-item 037 001"), "");
}

#[test]
fn ev_x_29_tech_9_needs_polaris_access() {
    let stage =
        at("BA", "seat 0 VSH hand {046 049 050 051 052 053 054 055 056 057 058} discard [046]\nseat 1 KAN");
    assert_eq!(stage.no(0, "buy-item 046 046"), "EV-A5-3");
    let text = "seat 0 VSH hand {046 049 050 051 052} discard [046] assets 083 084\nseat 1 KAN\nship s0 096 current 0";
    assert_eq!(at("BA", text).no(0, "buy-item 046 046"), "");
}

#[test]
fn ev_a5_4_spaces_and_needs_are_tested() {
    covers!("EV-A5-4", "EV-A5-8");
    let stage = with("060 006 069", "\nseat 1 KAN\nship s0 START current 0\nitem s0 120 0");
    assert_eq!(stage.no(0, "buy-item 060 001"), "EV-A5-4", "25 Spaces of 5");
    assert_eq!(stage.no(0, "buy-item 006 001"), "", "5 Spaces of 5");
    assert_eq!(stage.no(0, "buy-item 069 001"), "", "Mass Expansion needs Cargo 1");
    assert_eq!(
        stage.state.open.lines(Data::standard(), ShipId(0)).count(),
        2,
        "a bought weapon is a system of its own"
    );
    let fighter = with("069", "\nseat 1 KAN\nship s0 021 current 0");
    assert_eq!(fighter.no(0, "buy-item 069 001"), "EV-A5-4", "a Viper has no Cargo");
}

#[test]
fn ev_x_07_two_items_in_five_spaces() {
    let stage =
        two("seat 0 SOL hand {049} discard [001]\nseat 1 KAN\nship s0 START current 0\nitem s0 120 0");
    assert_eq!(stage.state.open.spaces_left(Data::standard(), ShipId(0)), 5);
    let fitted = two("seat 0 SOL\nseat 1 KAN\nship s0 START current 0\nitem s0 120 0\nitem s0 120 0");
    assert_eq!(fitted.state.open.spaces_left(Data::standard(), ShipId(0)), 2);
    assert!(!fitted.state.open.fits(Data::standard(), ShipId(0), Card(119)), "3 of 2 Spaces");
}

#[test]
fn ev_a5_5_each_slot_holds_one_weapon() {
    covers!("EV-A5-5");
    let stage = with("097 060", "\nseat 1 KAN\nship s0 106 current 0\nitem s0 120 0");
    assert_eq!(stage.no(0, "buy-item 097 001"), "EV-A5-4", "Phoenix: 10 Spaces");
    let stage = with("097", "\nseat 1 KAN\nship s0 021 current 0");
    assert_eq!(stage.no(0, "buy-item 097 001"), "EV-A5-5", "a Viper has no Gun slot");
}

#[test]
fn ev_a5_6_built_in_pieces_count_for_the_limit() {
    covers!("EV-A5-6");
    let stage = with("118 006", "\nseat 1 KAN\nship s0 096 current 0\nitem s0 118 0");
    assert_eq!(stage.no(0, "buy-item 118 001"), "EV-A5-6", "one Escape Pod");
    let stage = with("061", "\nseat 1 KAN\nship s0 096 current 0\nitem s0 061 0\nitem s0 061 0");
    assert_eq!(stage.no(0, "buy-item 061 001"), "EV-A5-6", "1 built in and 2 of 3 Radar Missiles");
    let stage = with("061", "\nseat 1 KAN\nship s0 096 current 0\nitem s0 061 0");
    assert_eq!(stage.no(0, "buy-item 061 001"), "");
}

#[test]
fn ev_a6_1_ships_are_sold_by_tech_and_type() {
    covers!("EV-A6-1", "EV-TEL-1", "EV-ALIEN-3");
    let stage = with("103 088 056 057 013", "\nseat 1 KAN");
    assert_eq!(stage.no(0, "buy-ship 103 001"), "", "Terrapin, Tech 4");
    assert_eq!(stage.no(0, "buy-ship 088 001"), "EV-A6-1", "Federation Scout without access");
    assert_eq!(stage.no(0, "buy-ship 013 001"), "EV-A6-1", "Enterprise, Tech 10");
    assert_eq!(stage.no(0, "buy-ship 056 001"), "EV-TEL-1");
    assert_eq!(stage.no(0, "buy-ship 057 001"), "EV-ALIEN-3");
}

#[test]
fn ev_a6_2_the_old_ship_is_traded_in() {
    covers!("EV-A6-2", "EV-A6-3", "EV-R-12");
    let text = "seat 0 SIB hand {096 049 050 051 052 053 054} discard [020]\nseat 1 KAN\nship s0 START current 0\nship s1 058 escort 0\nitem s0 118 0\nitem s0 120 0";
    let mut stage = two(text);
    assert_eq!(stage.game.check(&stage.state, Seat(0), ev_nova::Action::BuyShip(Card(95), Card(19))), Ok(()));
    stage.act(0, "buy-ship 096 020");
    assert_eq!(stage.asked(), Some(0), "the two items are laid in an order");
    stage.act(0, "lay 120").draw();
    assert_eq!(stage.discard(0), ["020", "120", "118"]);
    assert_eq!(stage.hand_size(0), 8, "6 others and 2 for (2+1+2)/2");
    stage.pay();
    let ship = stage.state.open.current(Seat(0)).expect("a Current Ship");
    assert_eq!((stage.state.open.ship(ship).card, stage.hand_size(0)), (Card(95), 0));
    assert_eq!(stage.state.open.escorts(Seat(0)).count(), 1, "Escorts stay");
    assert!(stage.state.open.items.is_empty());
}

use rules::Game as _;

#[test]
fn ev_ex_37_trade_in_at_kerensky() {
    let text = |hand: &str| {
        format!(
            "seat 0 SIB hand {{096 {hand}}} discard [020]\nseat 1 KAN\nship s0 START current 0\nitem s0 118 0\nitem s0 120 0"
        )
    };
    assert_eq!(two(&text("049 050 051 052 053 054")).no(0, "buy-ship 096 020"), "");
    assert_eq!(two(&text("049 050 051 052 053")).no(0, "buy-ship 096 020"), "EV-A6-4");
}

#[test]
fn ev_x_21_trade_in_of_a_ship_with_items() {
    let stage = two("seat 0 SOL\nseat 1 KAN\nship s0 096 current 0\nitem s0 118 0\nitem s0 120 0");
    let public = stage.game.view(&stage.state, rules::Viewer::Public);
    let table = rules::Present::public_view(&stage.game, &public);
    assert_eq!(table.ships[0].trade_value, Some(5));
}

#[test]
fn ev_r_14_fighters_of_a_carrier_count_with_it() {
    covers!("EV-R-14");
    let stage = two(
        "seat 0 SOL\nseat 1 KAN\nship s0 117 current 0\nship s1 014 fighter 0 in s0\nship s2 START current 1",
    );
    let public = stage.game.view(&stage.state, rules::Viewer::Public);
    let table = rules::Present::public_view(&stage.game, &public);
    assert_eq!(table.ships[0].trade_value, Some(11), "half of 19 + 4");
}

#[test]
fn ev_a7_1_bays_take_fighters_of_their_family() {
    covers!("EV-A7-1", "EV-A7-2", "EV-A7-3");
    let text = "seat 0 SOL hand {021 106 049 050 051 052} discard [001]\nseat 1 KAN\nship s0 START current 0\nship s1 117 escort 0";
    let mut stage = two(text);
    assert_eq!(stage.no(0, "buy-fighter 021 001 s0"), "EV-A7-2", "no bay");
    assert_eq!(stage.no(0, "buy-fighter 106 001 s1"), "EV-A6-1", "a Phoenix needs access");
    stage.act(0, "buy-fighter 021 001 s1").pay();
    let inside = stage.state.open.fighters_in(ShipId(1)).map(|(_, ship)| (ship.card, ship.role)).next();
    assert_eq!(inside, Some((Card(20), Role::Fighter)));
    let full = "seat 0 TIC hand {021 049 050 051 052} discard [003]\nseat 1 KAN\nship s0 117 current 0\nship s1 014 fighter 0 in s0\nship s2 014 fighter 0 in s0\nship s3 014 fighter 0 in s0\nship s4 014 fighter 0 in s0\nship s5 START current 1";
    assert_eq!(two(full).no(0, "buy-fighter 021 003 s0"), "EV-A7-2");
    assert_eq!(with("021", "\nseat 1 KAN").no(0, "buy-fighter 021 001 s1"), "EV-A7-1", "not the own carrier");
}

#[test]
fn ev_x_08_a_viper_bay_holds_four_of_any_kind() {
    let text = "seat 0 SOL\nseat 1 KAN\nship s0 116 current 0\nship s1 021 fighter 0 in s0\nship s2 021 fighter 0 in s0\nship s3 058 fighter 0 in s0\nship s4 014 fighter 0 in s0\nitem s0 086 0";
    assert_eq!(two(text).state.open.room_for(Data::standard(), ShipId(0), 0), 0);
    let three = text.replace("\nship s4 014 fighter 0 in s0", "");
    let viper = Data::standard().families.iter().position(|family| family == "Viper").expect("Vipers") as u8;
    assert_eq!(two(&three).state.open.room_for(Data::standard(), ShipId(0), viper), 1);
    assert_eq!(two(text).state.open.room_for(Data::standard(), ShipId(0), viper), 0);
}

#[test]
fn ev_ex_41_a_viper_bay_on_a_modified_enterprise() {
    let text = "seat 0 SOL hand {086 049 050 051 052 053} discard [001]\nseat 1 KAN\nship s0 116 current 0";
    let mut stage = two(text);
    stage.act(0, "buy-item 086 001").pay();
    assert_eq!(stage.state.open.spaces_left(Data::standard(), ShipId(0)), 10);
    let text = "seat 0 BLO hand {024 049 050 051 052 053} discard [009]\nseat 1 KAN\nship s0 116 current 0\nitem s0 086 0";
    assert_eq!(two(text).no(0, "buy-fighter 024 009 s0"), "EV-A6-1", "Rebel Viper without Rebellion access");
}

#[test]
fn ev_a8_1_escorts_need_no_matching_tech() {
    covers!("EV-A8-1", "EV-A8-2", "EV-A8-3");
    let stage = two(&format!("seat 0 SOL hand {{058 088 056 {RICH}}} discard [002]\nseat 1 KAN"));
    assert_eq!(stage.no(0, "buy-escort 058 002"), "", "Pirate Viper at Mars");
    assert_eq!(stage.no(0, "buy-ship 058 002"), "EV-A6-1", "16 is not listed");
    assert_eq!(stage.no(0, "buy-escort 088 002"), "EV-A8-2");
    assert_eq!(stage.no(0, "buy-escort 056 002"), "EV-A8-1");
    let none = two(&format!("seat 0 CEN hand {{058 {RICH}}} discard [022]\nseat 1 KAN"));
    assert_eq!(none.no(0, "buy-escort 058 022"), "EV-A8-1", "Antaria lists no ships");
    let eight: String = (1..9).map(|n| format!("\nship s{n} 058 escort 0")).collect();
    let full = two(&format!(
        "seat 0 SOL hand {{058 {RICH}}} discard [002]\nseat 1 KAN\nship s0 START current 0{eight}"
    ));
    assert_eq!(full.no(0, "buy-escort 058 002"), "EV-A8-3");
    let mut stage = two("seat 0 SOL hand {058 049 050 051 052} discard [002]\nseat 1 KAN");
    stage.act(0, "buy-escort 058 002").pay();
    assert_eq!(stage.state.open.escorts(Seat(0)).count(), 1);
}

#[test]
fn ev_ex_40_federation_escorts_at_federation_planets() {
    let stage = two("seat 0 WOL hand {014 049 050 051 052} discard [006] assets 075\nseat 1 KAN");
    assert_eq!(stage.no(0, "buy-escort 014 006"), "");
    let stage = two("seat 0 HER hand {014 049 050 051 052} discard [035] assets 075\nseat 1 KAN");
    assert_eq!(stage.no(0, "buy-escort 014 035"), "EV-A8-2");
}

#[test]
fn ev_a9_1_upgrades_need_no_tech_or_type() {
    covers!("EV-A9-1", "EV-A9-2", "EV-A9-3");
    let text = "seat 0 SOL hand {067 049} discard [002]\nseat 1 KAN\nship s0 096 current 0\nitem s0 061 0";
    let mut stage = two(text);
    assert_eq!(stage.no(0, "upgrade s0 049 002"), "EV-A9-1");
    stage.act(0, "upgrade s0 067 002").draw().pay();
    assert_eq!((stage.state.open.ship(ShipId(0)).card, stage.hand_size(0)), (Card(66), 0), "1 sold, 2 paid");
    assert_eq!(stage.discard(0).last().map(String::as_str), Some("096"));
    let poor = "seat 0 SOL hand {067 049} discard [002]\nseat 1 KAN\nship s0 096 current 0";
    assert_eq!(two(poor).no(0, "upgrade s0 067 002"), "EV-A9-2");
}

#[test]
fn ev_r_15_fighters_stay_only_if_the_new_ship_has_a_bay() {
    covers!("EV-R-15");
    let text = "seat 0 SOL hand {116 049 050 051 052 053} discard [002]\nseat 1 KAN\nship s0 013 current 0\nship s1 021 fighter 0 in s0\nship s2 START current 1\nitem s0 086 0";
    let mut stage = two(text);
    stage.act(0, "upgrade s0 116 002").pay().draw().pay();
    assert!(stage.gone(1), "the bay outfit and the fighter are sold");
    assert_eq!(stage.hand_size(0), 5 + 2 + 1 - 4);
}

#[test]
fn ev_a10_1_deploying_draws_a_card() {
    covers!("EV-A10-1", "EV-A10-3", "EV-R-79");
    let mut stage = two("seat 0 SOL hand {001 058 074 049}\nseat 1 KAN");
    assert_eq!(stage.no(0, "deploy 049"), "EV-A10-1", "a weapon");
    assert_eq!(stage.no(0, "deploy 074"), "EV-A10-3", "no AL-1 ship on the tab");
    stage.act(0, "deploy 058").draw();
    assert_eq!(
        (stage.state.open.seat[0].pirate, stage.state.open.seat[0].gov, stage.hand_size(0)),
        (1, 0, 4)
    );
    let mut stage = two("seat 0 SOL hand {001 074} gov {017}\nseat 1 KAN");
    stage.act(0, "deploy 074").draw();
    assert_eq!((stage.state.open.seat[0].gov, stage.hand_size(0)), (2, 2));
}

#[test]
fn ev_a11_1_routes_are_bought_and_sold() {
    covers!("EV-A11-1", "EV-A11-2", "EV-R-64");
    let mut stage = two("seat 0 CEN hand {096} discard [022]\nseat 1 KAN\nship s0 103 current 0");
    stage.act(0, "load 096 022");
    assert!(stage.state.open.seat[0].assets.contains(&Card(95)));
    assert_eq!(two("seat 0 SOL hand {096} discard [001]\nseat 1 KAN").no(0, "load 096 001"), "EV-A11-1");
    let sell = "nova {*} [002]\nseat 0 SOL assets 096\nseat 1 KAN\nship s0 103 current 0";
    let mut stage = two(sell);
    stage.act(0, "unload 096 002").draw();
    assert_eq!((stage.hand_size(0), stage.discard(0)), (6, vec!["096".to_owned()]), "3 + Cargo 3");
    assert_eq!(two("seat 0 CEN assets 096 discard [022]\nseat 1 KAN").no(0, "unload 096 022"), "EV-A11-2");
    assert_eq!(two("seat 0 CEN discard [022]\nseat 1 KAN").no(0, "unload 096 022"), "EV-A11-2", "not loaded");
}

#[test]
fn ev_x_27_bracketed_routes_need_no_planet() {
    let stage = two("seat 0 COD hand {102}\nseat 1 KAN");
    assert_eq!(stage.no(0, "load 102"), "");
    assert_eq!(two("seat 0 MOA assets 102\nseat 1 KAN").no(0, "unload 102"), "");
}

#[test]
fn ev_x_28_a_planet_in_hand_is_not_enough() {
    assert_eq!(two("seat 0 CEN hand {096 022}\nseat 1 KAN").no(0, "load 096"), "EV-A11-1");
    assert_eq!(two("seat 0 CEN hand {096} discard [022]\nseat 1 KAN").no(0, "load 096 022"), "");
}

#[test]
fn ev_ex_46_rocket_boards() {
    let mut stage = at("BA", "seat 0 WOL assets 105\nseat 1 KAN");
    stage.act(0, "unload 105").draw();
    assert_eq!(stage.hand_size(0), 3);
    let mut stage =
        at("BA", "seat 0 WOL assets 105\nseat 1 KAN\nship s0 013 current 0\nship s1 093 escort 0");
    stage.act(0, "unload 105").draw();
    assert_eq!(stage.hand_size(0), 6);
}

#[test]
fn ev_ex_47_bio_weapons() {
    let mut stage = two("seat 0 MOA assets 102\nseat 1 KAN");
    stage.act(0, "unload 102").draw();
    assert_eq!(stage.hand_size(0), 6);
    stage.nova(8);
    assert_eq!(stage.markers(0), ["Moash"]);
    let mut stage = two("seat 0 MOA assets 102\nseat 1 KAN");
    stage.act(0, "unload 102").draw().nova(7);
    assert_eq!(stage.markers(0), [""; 0]);
}

#[test]
fn ev_a12_1_events_have_their_time() {
    covers!("EV-A12-1", "EV-A12-4");
    let stage = two("seat 0 SOL hand {118 109 119 049}\nseat 1 KAN");
    assert_eq!(stage.no(0, "event 109"), "EV-A12-1", "a battle event");
    assert_eq!(stage.no(0, "event-on 118 1"), "EV-A12-4", "Kania has no red centre");
    assert_eq!(stage.no(0, "event-at 119 CEN"), "EV-A12-4", "nobody there");
    let pardon = at("BA", "seat 0 SOL hand {113}\nseat 1 KAN");
    assert_eq!(pardon.no(0, "event 113"), "EV-A12-4", "no marker");
}

#[test]
fn ev_sell_1_items_bring_half_their_cost() {
    covers!("EV-SELL-1", "EV-SELL-4");
    let mut stage = two(
        "seat 0 SOL discard [001]\nseat 1 KAN\nship s0 096 current 0\nship s1 058 escort 0\nitem s0 061 0\nitem s0 027 0",
    );
    assert_eq!(stage.no(0, "sell 027 001"), "EV-SELL-1", "Tech 11 is not listed");
    assert_eq!(stage.no(0, "sell 118 001"), "EV-SELL-4", "not there");
    assert_eq!(stage.no(0, "sell-ship s0 001"), "EV-SELL-4", "the Current Ship");
    stage.act(0, "sell 061 001").draw();
    assert_eq!((stage.hand_size(0), stage.discard(0)), (1, vec!["001".to_owned(), "061".to_owned()]));
}

#[test]
fn ev_x_22_an_item_of_cost_3_brings_1() {
    let mut stage = two("seat 0 SOL discard [001]\nseat 1 KAN\nship s0 096 current 0\nitem s0 061 0");
    stage.act(0, "sell 061 001").draw();
    assert_eq!(stage.hand_size(0), 1);
}

#[test]
fn ev_sell_2_escorts_are_sold_with_their_fighters() {
    covers!("EV-SELL-2");
    let text = "seat 0 SOL discard [001]\nseat 1 KAN\nship s0 START current 0\nship s1 117 escort 0\nship s2 014 fighter 0 in s1\nship s3 001 fighter 0 in s1";
    let mut stage = two(text);
    stage.act(0, "sell-ship s1 001").pay().draw();
    assert_eq!(stage.hand_size(0), 9 + 2 + 2, "19/2, 4/2 and 5/2, each rounded down");
    assert_eq!(stage.state.open.fleet().count(), 2);
    let none = two("seat 0 CEN discard [022]\nseat 1 KAN\nship s0 START current 0\nship s1 058 escort 0");
    assert_eq!(none.no(0, "sell-ship s1 022"), "EV-SELL-2");
}

#[test]
fn ev_r_75_room_that_is_used_cannot_be_sold() {
    covers!("EV-R-75");
    let text = "seat 0 SOL discard [001]\nseat 1 KAN\nship s0 START current 0\nitem s0 069 0\nitem s0 120 0\nitem s0 006 0\nitem s0 006 0";
    assert_eq!(two(text).no(0, "sell 069 001"), "EV-R-75");
    let bay = "seat 0 SOL discard [001]\nseat 1 KAN\nship s0 116 current 0\nship s1 021 fighter 0 in s0\nitem s0 086 0";
    assert_eq!(two(bay).no(0, "sell 086 001"), "EV-R-75");
}
