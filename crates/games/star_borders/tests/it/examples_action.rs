//! The rulebook's examples of the Action Phase, with its own numbers.

use crate::stage::{ALLIANCE, IMPERIUM, loc, scene, ship};
use laws::{Scene, denied};
use rules::{Game, Viewer};
use star_borders::{Card, CardSet, Class, Event, ShipSet, Side, Spot, StarBorders};

#[test]
fn sb_ex01_seven_lps_buy_a_card_for_three() {
    let mut scene = scene("D", "active A\nlp 7 0\ncontrol A OM1\nat OM1: Scout\nstep card\n");
    scene.queue_dice([9]);
    scene.act(ALLIANCE, "buy");
    assert_eq!(scene.state.board.lp[0], 4);
    assert_eq!(scene.state.hands[0].truth(), CardSet::only(Card(9)));
    assert_eq!(scene.view(Viewer::Seat(IMPERIUM)).hands[0].value, None);
}

#[test]
fn sb_ex02_four_lps_bring_back_three_ships() {
    let mut scene =
        scene("D", "active A\nlp 7 0\ncontrol A OM1\neliminated: Starship*, Escort, Auxiliary\nstep card\n");
    scene.queue_dice([9]);
    scene.act(ALLIANCE, "buy");
    for (action, left) in
        [("replace Starship OM1", 2), ("replace Escort OM1", 1), ("replace Guardship OM1", 0)]
    {
        scene.act(ALLIANCE, action);
        assert_eq!(scene.state.board.lp[0], left, "{action}");
    }
    let base = scene.state.board.ships_at(Side::Alliance, loc(&scene, "OM1"));
    let expected: ShipSet =
        ["A-ST-1", "A-SE-1", "A-AG-1"].into_iter().map(|name| ship(&scene, name)).collect();
    assert_eq!(base, expected);
    let faces = base.map(|ship| *scene.game.ratings(&scene.state.board, ship));
    let faces: Vec<_> = faces.map(|face| (face.class, face.damaged)).collect();
    assert_eq!(faces, [(Class::Starship, false), (Class::Escort, false), (Class::Guardship, false)]);
}

#[test]
fn sb_ex03_a_damaged_starship_flies_to_a_repair_ship_in_deep_space() {
    let mut scene = scene("D", "active A\nlp 2 0\nhand A: 7\nat OM2: Starship*\nat OM7: Auxiliary\n");
    scene.act(ALLIANCE, "pick A-ST-1").act(ALLIANCE, "go OM1").act(ALLIANCE, "go OM7");
    assert_eq!(scene.state.board.lp[0], 1);
    scene.act(ALLIANCE, "repair A-ST-1 A-AG-1");
    assert_eq!(scene.state.board.lp[0], 0);
    let starship = ship(&scene, "A-ST-1");
    assert!(!scene.game.ratings(&scene.state.board, starship).damaged);
    assert_eq!(scene.state.board.spots[starship.index()], Spot::At(loc(&scene, "OM7")));
    for name in ["A-ST-1", "A-AG-1"] {
        assert!(scene.state.board.turn.halted.has(ship(&scene, name)), "{name}");
    }
}

#[test]
fn sb_ex04_a_fortress_in_three_turns_costs_two_three_and_four() {
    let mut scene = scene("E", "first A\nactive A\nlp 8 0\ncontrol A TH1 TH2 TH3\nat TH4: Scout\n");
    let mut costs = Vec::new();
    for level in 1..=3 {
        let before = scene.state.board.lp[0];
        scene.act(ALLIANCE, "fortify TH1");
        assert_eq!(scene.state.board.level(loc(&scene, "TH1")), level);
        costs.push(before - scene.state.board.lp[0]);
        assert!(scene.verdict(ALLIANCE, "fortify TH1").is_err(), "once a turn");
        // The Imperium has nothing; the Alliance wins the initiative again and buys no card.
        scene.queue_dice([6, 1]);
        scene.act(ALLIANCE, "end").act(ALLIANCE, "pass");
    }
    assert_eq!(costs, [2, 3, 4]);
}

#[test]
fn sb_ex26_a_card_for_two_or_not_at_all() {
    let position = |lp: u8| format!("active A\nlp {lp} 0\ncontrol A OM1\nhand A: 11\nstep card\n");
    for lp in [2, 3] {
        let mut scene = scene("D", &position(lp));
        scene.queue_dice([1]);
        scene.act(ALLIANCE, "buy");
        assert!(scene.events.contains(&Event::Paid { side: Side::Alliance, lp: 2, honor: 0 }));
    }
    for lp in [1, 0] {
        assert_eq!(scene("D", &position(lp)).verdict(ALLIANCE, "buy"), denied("SB-5.1e"), "{lp}");
    }
}

#[test]
fn sb_ex37_one_lp_and_one_honor_buy_a_card() {
    let mut scene = scene("D", "active I\nlp 0 1\nhonor 1\ncontrol I KP1\nstep card\n");
    scene.queue_dice([5]);
    scene.act(IMPERIUM, "buy");
    assert_eq!((scene.state.board.lp[1], scene.state.board.honor), (0, 0));
    assert!(scene.events.contains(&Event::Paid { side: Side::Imperium, lp: 1, honor: 1 }));
    assert_eq!(scene.state.board.hand_size[1], 1);
}

#[test]
fn sb_ex40_a_ship_for_box_seven_arrives_in_the_third_game_turn() {
    let game = StarBorders::scenario("C").unwrap();
    let start = game.start();
    let mut scene = Scene::of(game, start);
    let due = |scene: &Scene<StarBorders>| {
        scene.game.due(&scene.state.board, Side::Imperium).has(ship(scene, "I-SP-1"))
    };
    for turn in 1..=3 {
        assert_eq!((scene.state.board.game_turn, scene.state.board.countdown), (turn, 10 - turn));
        assert_eq!(scene.state.board.active, Side::Imperium);
        scene.act(IMPERIUM, "pass");
        assert_eq!(due(&scene), turn == 3, "Game Turn {turn}");
        if turn == 3 {
            scene.act(IMPERIUM, "reinforce I-SP-1 SG1");
            break;
        }
        scene.act(IMPERIUM, "end");
        scene.queue_dice([1, 6]);
        scene.act(ALLIANCE, "pass").act(ALLIANCE, "end");
    }
}
