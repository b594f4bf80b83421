//! Chapter 18: acceptance examples of the ledger with their own numbers.

use ev_nova::{Card, CheckKind, Damage, Data, Ending, Event, Flip, Frame, Role, ShipId, Shot};
use rules::{Game, Present, Seat, Viewer};

use crate::battles::{boarding, duel};
use crate::npc::ship;
use crate::sides::{idle, then, until};
use crate::stage::{Stage, at, three, two};

fn shot(stage: &Stage) -> Shot {
    stage.state.open.battle.as_ref().expect("a battle").shot.expect("a shot")
}

#[test]
fn ev_x_01_two_against_three_fails() {
    let stage = two("seat 0 SOL\nseat 1 KAN");
    let odds = stage.game.odds(&stage.state.open, 2, 3);
    assert_eq!((odds.success, odds.low, odds.thousandths), (-1, 0, 0));
    // The same in play: Ar 6 of a Light Blaster against Armor 14.
    let mut stage = duel(4, "ship s0 START current 0\nship s1 107 current 1 down");
    stage.act(0, "fire s0 0 s1");
    assert!(stage.told(&Event::Check(CheckKind::Shot, 6, 14, None, false)));
    assert!(stage.state.open.nova_discard.is_empty(), "no card is flipped");
}

#[test]
fn ev_x_02_success_number_five() {
    for (number, damage) in [(5, Damage::Disabled), (6, Damage::ShieldsDown)] {
        let mut stage = duel(4, "ship s0 014 current 0\nship s1 START current 1 down");
        stage.act(0, "fire s0 0 s1");
        assert_eq!(stage.check(), (8, 3));
        stage.nova(number);
        assert_eq!(stage.damage(1), damage, "flip {number}");
    }
}

#[test]
fn ev_x_10_federation_viper_at_a_shuttle() {
    for (number, damage) in [(8, Damage::ShieldsDown), (9, Damage::Intact)] {
        let mut stage = duel(4, "ship s0 014 current 0\nship s1 START current 1");
        stage.act(0, "fire s0 0 s1");
        assert_eq!(stage.check(), (11, 3), "Success Number 8");
        stage.nova(number);
        assert_eq!(stage.damage(1), damage, "flip {number}");
    }
}

#[test]
fn ev_x_11_shields_down() {
    let mut stage = duel(4, "ship s0 014 current 0\nship s1 START current 1 down");
    stage.act(0, "fire s0 0 s1");
    let odds = stage.game.odds(&stage.state.open, stage.check().0, stage.check().1);
    assert_eq!(odds.success, 5);
    stage.nova(5);
    assert_eq!(stage.damage(1), Damage::Disabled);
}

#[test]
fn ev_x_18_radar_missiles_with_ammunition() {
    for (items, last) in [("", 2), ("\nitem s0 043 0", 3)] {
        let mut stage = duel(2, &format!("ship s0 096 current 0\nship s1 107 current 1{items}"));
        for round in 1..=4 {
            stage.state.open.battle.as_mut().expect("a battle").round = round;
            let rule = if round <= last { "" } else { "EV-AMO-1" };
            assert_eq!(stage.no(0, "fire s0 0 s1"), rule, "round {round}{items}");
        }
    }
}

#[test]
fn ev_x_19_raven_pods() {
    for (card, pur) in [("014", 15), ("096", 13)] {
        let mut stage = duel(2, &format!("ship s0 {card} current 0\nship s1 START current 1\nitem s0 105 0"));
        let system = stage.state.open.lines(Data::standard(), ShipId(0)).count() - 1;
        stage.act(0, &format!("fire s0 {system} s1"));
        assert_eq!(shot(&stage).pur, Some(pur));
    }
}

#[test]
fn ev_x_20_a_pirate_carrier_with_five_vipers() {
    let ships: String = (2..7).map(|n| format!("\nship s{n} 021 fighter 0 in s0")).collect();
    let mut stage = duel(1, &format!("ship s0 010 current 0\nship s1 107 current 1{ships}"));
    for fighter in 2..6 {
        assert_eq!(stage.phase(), 1);
        stage.act(0, &format!("launch s0 s{fighter}"));
    }
    assert_eq!(stage.state.open.ship(ShipId(6)).inside, Some(ShipId(0)), "the fifth waits");
    until(&mut stage, 0, "fire s2 0 s1");
    assert_eq!(stage.phase(), 4, "they fire in this round");
    stage.act(0, "fire s2 0 s1");
    while stage.state.open.battle.as_ref().is_some_and(|battle| battle.round == 1) {
        idle(&mut stage);
    }
    until(&mut stage, 0, "launch s0 s6");
}

#[test]
fn ev_x_25_federation_ships_must_disable_pirates_first() {
    let mut stage =
        two("evn 1 active 0 moved\nseat 0 KAN markers Federation pirate {058}\nseat 1 SOL gov {014}");
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 014").act(1, "done").act(0, "fight").act(0, "show 058").act(0, "done").quiet();
    stage.act(1, "begin 4").quiet();
    let (viper, pirate) = (ship(&stage, 14), ship(&stage, 58));
    let mut fired = Stage { game: stage.game.clone(), state: stage.state.clone(), events: Vec::new() };
    assert_eq!(stage.no(1, &format!("fire s{viper} 0 s0")), "EV-B-27", "Pirates first");
    assert_eq!(stage.no(1, &format!("fire s{viper} 0 s{pirate}")), "");
    stage.state.open.ships[usize::from(pirate)].damage = Damage::Disabled;
    assert_eq!(stage.no(1, &format!("fire s{viper} 0 s0")), "", "all Pirates are disabled");
    fired.state.open.battle.as_mut().expect("a battle").fired_at[0].insert(ev_nova::Power::Federation);
    assert_eq!(fired.no(1, &format!("fire s{viper} 0 s0")), "", "the mover fired at them");
}

#[test]
fn ev_x_31a_shuttle_against_shuttle() {
    for (damage, success, thousandths) in [("", 6, 700), (" down", 3, 400)] {
        let stage = duel(4, &format!("ship s0 START current 0\nship s1 START current 1{damage}"));
        let view = stage.game.view(&stage.state, Viewer::Seat(Seat(0)));
        let own = stage.game.private_view(&view);
        assert_eq!((own.shots[0].hit.success, own.shots[0].hit.thousandths), (success, thousandths));
    }
    let mut stage = duel(4, "ship s0 START current 0\nship s1 START current 1 disabled");
    stage.act(0, "fire s0 0 s1");
    assert_eq!(stage.state.open.ending, Some(Ending::Attrition(Seat(0))), "then any shot destroys");
}

#[test]
fn ev_ex_34_three_launch_flips() {
    let mut stage = two("seat 0 - deck {049 045 009 050 051 052}\nseat 1 KAN gov {062}");
    stage.card("049");
    assert_eq!((stage.pawn(0), stage.asked()), ("-", Some(1)), "a mission: nothing");
    stage.act(1, "flip-nova").nova(3);
    stage.act(1, "end-turn").card("045").act(0, "decline");
    assert_eq!(stage.state.open.seat[0].declined, 1, "Kel'ar Iy, 1 of 5");
    stage.act(1, "flip-nova").nova(3);
    stage.act(1, "end-turn").card("009").act(0, "place").draw();
    assert_eq!((stage.pawn(0), stage.hand_size(0)), ("BLO", 3), "Honor at Bloodstone");
    assert_eq!(stage.state.open.frame(), Some(Frame::Main), "no END window");
}

#[test]
fn ev_ex_35_harbor_and_a_light_blaster() {
    let mut stage = at("BA", "seat 0 SCH hand {120 008 009 010} discard [026]\nseat 1 KAN");
    stage.act(0, "buy-item 120 026").pay();
    assert!(stage.told(&Event::Landed(Seat(0), Card(25), 2)), "fee 2");
    assert_eq!((stage.hand_size(0), stage.state.open.items.len()), (0, 1), "price 1");
    let public = stage.game.view(&stage.state, Viewer::Public);
    let table = stage.game.public_view(&public);
    let sheet = table.ships.iter().find(|ship| ship.owner == 0).expect("Shuttle A");
    assert_eq!((sheet.spaces_used, sheet.spaces, sheet.guns_used, sheet.guns), (3, 8, 1, 1));
    let blaster = Data::standard().item(Card(119)).expect("Light Blaster");
    let copies = stage.state.open.items.len() + 1;
    assert_eq!((copies, blaster.limit), (2, 8), "one built in, one bought");
    let poor = at("BA", "seat 0 SCH hand {120 008 009} discard [026]\nseat 1 KAN");
    assert_eq!(poor.no(0, "buy-item 120 026"), "EV-A5-7");
}

#[test]
fn ev_ex_38_starbridge_a_to_c_at_mars() {
    let text = "seat 0 SOL hand {067 049} discard [002]\nseat 1 KAN\nship s0 096 current 0\nitem s0 061 0";
    let mut stage = two(text);
    assert!(
        Data::standard().hull(Card(66)).tech.bit() & Data::standard().planet(Card(1)).expect("Mars").ships
            == 0
    );
    stage.act(0, "upgrade s0 067 002").draw();
    assert_eq!(stage.hand_size(0), 2, "the missile is sold for 1 card");
    stage.pay();
    assert_eq!((stage.hand_size(0), stage.state.open.ship(ShipId(0)).card), (0, Card(66)), "2 cards paid");
}

#[test]
fn ev_ex_39_a_pirate_viper_at_mars() {
    let mut stage = two("seat 0 SOL hand {058 049 050 051 052} discard [002]\nseat 1 KAN");
    assert_eq!(stage.no(0, "buy-ship 058 002"), "EV-A6-1", "16 is not listed");
    stage.act(0, "buy-escort 058 002").pay();
    assert_eq!((stage.hand_size(0), stage.state.open.escorts(Seat(0)).count()), (0, 1), "4 cards");
}

#[test]
fn ev_ex_43_envoys_baggage() {
    let mut stage = at("BA", "seat 0 KAN hand {068}\nseat 1 SOL gov {101}");
    stage.act(0, "play 068").act(0, "move MJO");
    assert_eq!((stage.asked(), stage.no(1, "show 101")), (Some(1), ""), "the END window: a Polaris ship");
    let mut attacked = Stage { game: stage.game.clone(), state: stage.state.clone(), events: Vec::new() };
    attacked.act(1, "show 101").act(1, "done");
    assert!(attacked.fighting(), "Polaris ships attack");
    stage.act(1, "done").act(1, "flip-nova").nova(1);
    stage.act(1, "end-turn").act(0, "cash-in 068").draw();
    assert_eq!(stage.hand_size(0), 5);
}

#[test]
fn ev_ex_44_the_federation_storyline() {
    let assets = |stage: &Stage| -> Vec<String> {
        stage.state.open.seat[0].assets.iter().map(|card| card.number()).collect()
    };
    let mut stage = two("seat 0 SOL missions 075@1 076@1 assets 074\nseat 1 KAN");
    stage.act(0, "cash-in 075").draw();
    assert_eq!((assets(&stage), stage.discard(0)), (vec!["075".to_owned()], vec!["074".to_owned()]));
    assert!(stage.state.open.access(Data::standard(), Seat(0)).has(ev_nova::Power::Federation));
    stage.act(0, "end-turn").act(1, "flip-nova").nova(1);
    stage.act(1, "end-turn").act(0, "cash-in 076").draw();
    assert_eq!(assets(&stage), ["075", "076"]);
    assert_eq!(two("seat 0 FOR hand {092} assets 075 076\nseat 1 KAN").no(0, "play 092"), "", "S7evyn #01");
    assert_eq!(two("seat 0 FOR hand {092} assets 075\nseat 1 KAN").no(0, "play 092"), "EV-A2-1");
}

#[test]
fn ev_ex_48_attack_at_sol_and_trade_protection() {
    for (markers, attacker, viper_at) in
        [("", vec!["Federation"], [true, false]), (" markers Federation", vec![], [false, true])]
    {
        let mut stage = three(&format!(
            "seat 0 SOL\nseat 1 SOL{markers}\nseat 2 KAN gov {{014}}\nship s0 107 current 0\nship s1 107 current 1"
        ));
        stage.act(0, "attack 1");
        assert_eq!(stage.markers(0), attacker);
        then(&mut stage, 2, "show 014");
        then(&mut stage, 0, "begin 4");
        let viper = ship(&stage, 14);
        let target = u8::from(!viper_at[0]);
        until(&mut stage, 2, &format!("fire s{viper} 0 s{target}"));
        let may = [0, 1].map(|target| stage.no(2, &format!("fire s{viper} 0 s{target}")).is_empty());
        assert_eq!(may, viper_at, "defenders fire at the attacker; without protection at the victim");
    }
}

#[test]
fn ev_ex_51_winter_tempest_combined() {
    let mut stage = duel(4, "ship s0 017 current 0\nship s1 107 current 1\nitem s0 074 0");
    stage.act(0, "combine s0 2 s1");
    assert_eq!((shot(&stage).sh, shot(&stage).ar), (24, 24), "21 and Sac 3 of Summer Bloom");
    assert_eq!(stage.state.open.ship(ShipId(0)).used & 0b10, 0, "Flower of Spring is not involved");
}

#[test]
fn ev_ex_52_a_federation_carrier_is_introduced() {
    let mut stage = two(
        "evn 1 active 0 moved\nseat 0 SOL markers Federation\nseat 1 KAN gov {117} deck {024 001 081 002 003 006 007}",
    );
    stage.act(0, "flip-nova").nova(1);
    stage.act(1, "show 117").act(1, "done").cards(&["024", "001", "081", "002", "003", "006"]);
    let inside: Vec<u8> = stage
        .state
        .open
        .fleet()
        .filter(|(_, ship)| ship.inside.is_some())
        .map(|(_, ship)| ship.card.0 + 1)
        .collect();
    assert_eq!(inside, [24, 1], "Rebel Viper and Federation Anaconda");
    assert_eq!(stage.discard(1), ["081", "002", "003", "006"], "the Thunderhead stays discarded");
}

#[test]
fn ev_ex_53_where_aliens_come() {
    for (system, may) in
        [("VLS", Some("083")), ("FER", Some("063")), ("GAN", Some("057")), ("N20", None), ("XAN", None)]
    {
        let mut stage =
            two(&format!("evn 1 active 0 moved\nseat 0 {system}\nseat 1 KAN gov {{083 063 057}}"));
        stage.act(0, "flip-nova").nova(1);
        let window = matches!(stage.state.open.frame(), Some(Frame::EndWindow { .. }));
        assert_eq!(window, may.is_some(), "{system}");
        for card in ["083", "063", "057"].into_iter().filter(|_| window) {
            assert_eq!(
                stage.no(1, &format!("show {card}")).is_empty(),
                may == Some(card),
                "{card} at {system}"
            );
        }
    }
}

#[test]
fn ev_ex_55_s7evyn_01_at_korell() {
    let mut stage = three("seat 0 SMA missions 092@0\nseat 1 KAN gov {083 055 083}\nseat 2 KAN");
    stage.act(0, "move KOR").draw();
    assert_eq!((stage.discard(1).len(), stage.discard(2).len()), (4, 4), "8 flips");
    stage.act(1, "show 083").act(1, "show 055");
    assert_eq!(stage.no(1, "show 083"), "EV-OPP-4", "at most 2 per player");
    let mut none = three("seat 0 SMA missions 092@0\nseat 1 KAN\nseat 2 KAN");
    none.act(0, "move KOR").draw();
    assert_eq!((none.state.open.missions[0].done, none.fighting()), (1, false), "no ship at all");
}

#[test]
fn ev_ex_59_point_defense_against_ir_missiles() {
    // Asteroid 1 lies at Scheall (Harbor); 2 PD Quad Lt Blaster Turrets are built into the Federation Destroyer.
    for (system, nova, av) in [("SOL", "[]", 19), ("SCH", "[026]", 18)] {
        let mut stage = two(&format!(
            "nova {{*}} {nova}\nseat 0 {system}\nseat 1 {system}\nship s0 015 current 0\nship s1 015 current 1"
        ));
        stage.act(0, "attack 1").quiet().act(0, "begin 2").quiet().act(0, "fire s0 0 s1").nova(0);
        assert_eq!(stage.state.open.frame(), Some(Frame::Flip(Flip::PointDefense { av })), "{av} - 15");
    }
    let mut swarm = duel(1, "ship s0 083 current 0\nship s1 117 current 1");
    swarm.act(0, "fire s0 0 s1").nova(0);
    assert!(
        !matches!(swarm.state.open.frame(), Some(Frame::Flip(Flip::PointDefense { .. }))),
        "Nanite Swarm"
    );
}

#[test]
fn ev_ex_60_a_radar_missile_and_a_viper() {
    for (items, last) in [("", 6), ("\nitem s1 019 1", 5)] {
        for (number, damage) in [(last, Damage::ShieldsDown), (last + 1, Damage::Intact)] {
            let mut stage = duel(2, &format!("ship s0 096 current 0\nship s1 021 current 1{items}"));
            stage.act(0, "fire s0 0 s1").nova(0).act(1, "escape").nova(number);
            assert_eq!(stage.damage(1), damage, "flip {number}{items}");
            while stage.phase() < 4 && stage.fighting() {
                idle(&mut stage);
            }
            assert_ne!(stage.no(1, "fire s1 0 s0"), "", "its Light Blasters are silent");
        }
    }
}

#[test]
fn ev_ex_61_a_cloaking_device() {
    for (number, held) in [(3, true), (4, false)] {
        let mut stage = duel(
            2,
            "ship s0 014 current 0\nship s1 096 current 1\nship s2 058 escort 1 disabled\nitem s1 111 1",
        );
        then(&mut stage, 1, "withdraw");
        stage.act(0, "pursue s0").act(0, "done");
        assert_eq!(stage.check(), (15, 12));
        stage.nova(number);
        assert_eq!(stage.told(&Event::Held(Seat(1))), held, "flip {number}");
        if held {
            until(&mut stage, 0, "fire s0 0 s1");
            assert_eq!(stage.no(0, "fire s0 0 s2"), "EV-CH-2", "only at that ship");
        }
    }
}

#[test]
fn ev_ex_62_earth_in_a_battle_at_sol() {
    let mut stage =
        two("nova {*} [001]\nseat 0 SOL\nseat 1 SOL\nship s0 096 current 0\nship s1 096 current 1");
    stage.act(0, "attack 1");
    assert_eq!((stage.markers(0), stage.state.open.nova_aside), (vec!["Federation"], Some(Card(0))));
    stage.quiet().act(0, "begin 3").quiet().act(1, "planet-fire 001 s0");
    assert_eq!(stage.check(), (20, 11), "Success Number 9");
    stage.nova(9);
    while stage.fighting() {
        idle(&mut stage);
    }
    assert_eq!(stage.state.open.nova_discard.top(), Some(Card(0)), "put back on top");
}

#[test]
fn ev_ex_63_harbor_fires_by_itself() {
    for (damage, check) in [("", (19, 5)), (" down", (12, 3))] {
        let mut stage = two(&format!(
            "nova {{*}} [026]\nseat 0 SCH\nseat 1 SCH pirate {{098}}\nship s0 096 current 0\nship s1 014 current 1{damage}"
        ));
        stage.act(0, "attack 1").act(1, "fight").act(1, "show 098").quiet().act(0, "begin 4").quiet();
        for _ in 0..20 {
            if stage.events.iter().any(|event| matches!(event, Event::PlanetFired(..))) {
                break;
            }
            idle(&mut stage);
        }
        let target = stage.events.iter().find_map(|event| match event {
            Event::PlanetFired(_, target) => Some(target.id),
            _ => None,
        });
        assert_eq!(target, Some(ShipId(1)), "Pursuit 14, neither 12 nor the Pirates");
        assert_eq!(stage.check(), check, "20 and 13 less its own Asteroid 1");
    }
}

#[test]
fn ev_ex_64_capturing_a_valkyrie() {
    for (number, gone) in [(3, false), (4, true)] {
        let mut stage = boarding(
            "ship s0 096 current 0\nship s1 START current 1 disabled\nship s2 059 escort 1 disabled\nship s3 014 escort 0",
        );
        stage.act(0, "board s0").act(0, "board s3").act(0, "capture s2");
        assert_eq!(stage.check(), (6, 3));
        stage.nova(number);
        assert_eq!(stage.gone(2), gone, "flip {number}");
    }
}

#[test]
fn ev_ex_66_looting_a_pirate_carrier() {
    for (number, cards, gone) in [(5, 6, false), (6, 0, true)] {
        let mut stage = boarding(
            "ship s0 096 current 0\nship s1 START current 1 disabled\nship s2 010 escort 1 disabled",
        );
        stage.act(0, "board s0").act(0, "loot s2").nova(number).draw();
        assert_eq!((stage.hand_size(0), stage.gone(2)), (cards, gone), "flip {number}");
    }
}

#[test]
fn ev_ex_69_an_attack_on_a_stranded_shuttle() {
    let mut stage =
        two("seat 0 SOL\nseat 1 SOL stranded\nship s0 START current 0\nship s1 START current 1 disabled");
    stage.act(0, "attack 1");
    assert_eq!((stage.asked(), stage.no(1, "red-alert")), (Some(0), "EV-HID-6"), "no Red Alert");
    stage.act(0, "begin 4").act(0, "done").act(0, "fire s0 0 s1");
    assert_eq!(stage.state.open.ending, Some(Ending::Attrition(Seat(0))));
    assert!(stage.state.open.nova_discard.is_empty(), "without a flip");
}

#[test]
fn ev_ex_74_a_manticore_springs() {
    for (round, assets, system, wanted) in [
        (1, "", 1, Some((24, 26, 17))),
        (1, "", 0, Some((33, 21, 15))),
        (1, "", 2, None),
        (1, " assets 088", 1, Some((27, 29, 17))),
        (2, "", 1, Some((21, 23, 16))),
        (2, "", 0, None),
    ] {
        let mut stage =
            two(&format!("seat 0 SOL{assets}\nseat 1 SOL\nship s0 031 current 0\nship s1 107 current 1"));
        stage.act(0, "attack 1").quiet().act(0, "begin 1").act(0, "maneuver s0").act(0, "done").quiet();
        while stage.phase() < 5 {
            let seat = stage.asked().expect("a decision");
            let wait = stage.legal(seat).contains(&"wait".to_owned());
            stage.act(seat, if wait { "wait" } else { "done" }).quiet();
        }
        stage.state.open.battle.as_mut().expect("a battle").round = round;
        let action = format!("spring s0 {system} s1");
        let Some((sh, ar, pur)) = wanted else {
            assert_ne!(stage.no(0, &action), "", "system {system} in round {round}");
            continue;
        };
        stage.act(0, &action);
        assert_eq!((shot(&stage).sh, shot(&stage).ar, shot(&stage).pur), (sh, ar, Some(pur)));
    }
}

#[test]
fn ev_ex_76_s7evyn_02_at_foroth() {
    let mut stage = two(
        "seat 0 FOR missions 094@1\nseat 1 KAN hand {008 009 010}\nship s0 START current 0\nship s1 107 current 1",
    );
    stage.act(0, "cash-in 094");
    assert!(stage.told(&Event::Won(Seat(0), 7)));
    assert_eq!((stage.pawn(0), stage.game.outcome(&stage.state).expect("over").points), ("S7E", vec![7, 0]));
}

#[test]
fn ev_ex_77_adjudication() {
    let text = "evn 1 first 0 round 300 active 1\nseat 0 SOL hand {049 050 051 052 053 054 055 056 057} assets 074\nseat 1 KAN hand {008 009 010 011 012 018 019 023 024 025 026 030 031 034}\nship s0 096 current 0\nitem s0 118 0";
    let mut stage = two(text);
    let data = Data::standard();
    assert_eq!((stage.state.open.worth(data, Seat(0)), stage.state.open.worth(data, Seat(1))), (22, 16));
    stage.act(1, "flip-nova").nova(1);
    stage.act(1, "end-turn");
    assert_eq!(stage.game.outcome(&stage.state).expect("over").points, [1, 0]);
}

#[test]
fn ev_ex_78_a_card_that_does_not_match_is_asked_for_all_the_same() {
    let declined = |tab: &str, deck: &str| {
        let seat = format!("seat 1 KAN gov {{{tab}}} deck {{{deck} 049 050}}");
        let mut stage = two(&format!("evn 1 active 0 moved\nseat 0 SOL\n{seat}"));
        stage.act(0, "flip-nova").nova(1);
        assert_eq!(stage.asked(), Some(1));
        stage.act(1, "done");
        let log: Vec<Option<Event>> =
            stage.events.iter().map(|event| stage.game.redact(event, Viewer::Public)).collect();
        (log, stage.game.view(&stage.state, Viewer::Seat(Seat(0))))
    };
    assert_eq!(declined("062", "014"), declined("014", "062"), "the log and the view are the same");
}

#[test]
fn ev_ex_80_nobody_fires() {
    let mut stage = duel(
        4,
        "ship s0 START current 0\nship s1 START current 1\nship s2 058 escort 1 disabled\nship s3 058 escort 0 disabled",
    );
    stage.act(0, "done").act(1, "done").quiet();
    assert!(stage.told(&Event::CeaseFire) && !stage.fighting());
    assert_eq!((stage.pawn(0), stage.pawn(1)), ("SOL", "SOL"));
    assert_eq!(
        (stage.damage(2), stage.damage(3)),
        (Damage::Intact, Damage::Intact),
        "both have a working ship"
    );
    assert!(stage.state.open.fleet().all(|(_, ship)| ship.role != Role::Npc));
}
