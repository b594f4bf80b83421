//! Chapter 3: the table as the first player finds it.

use crate::stage::{ALLIANCE, IMPERIUM, loc, scene};
use laws::Scene;
use rules::{Game, Secret, Viewer, covers};
use star_borders::scenario_file::{ClassName, LocName, ReinforcementFile};
use star_borders::{Card, CardSet, Event, LocSet, ScenarioFile, Ship, Side, Spot, StarBorders};

fn edited(id: &str, edit: impl FnOnce(&mut ScenarioFile)) -> StarBorders {
    let mut file = StarBorders::file(id).unwrap();
    edit(&mut file);
    StarBorders::check(id, &file).unwrap_or_else(|errors| panic!("{errors}"))
}

fn started(game: StarBorders) -> Scene<StarBorders> {
    let state = game.start();
    Scene::of(game, state)
}

fn cards(numbers: &[u8]) -> CardSet {
    numbers.iter().map(|&number| Card(number)).collect()
}

#[test]
fn sb_3_0a_a_scenario_is_chosen_and_fixes_the_rest() {
    covers!("SB-3.0a");
    let game = StarBorders::scenario("A").unwrap();
    assert_eq!((StarBorders::SCENARIOS[0], StarBorders::file("A").unwrap().order), ("A", Some(1)));
    assert_eq!(game.start(), game.start());
    let titles = StarBorders::SCENARIOS.map(|id| StarBorders::scenario(id).unwrap().scenario.title);
    let expected = [
        "The First Frontier War",
        "The Customs Dispute",
        "Through the Shroud",
        "Bastions",
        "Flags and Shadows",
        "Two-Front Gamble",
        "The Second Frontier War",
    ];
    assert_eq!(titles, expected);
    assert!(StarBorders::scenario("I").is_err());
}

#[test]
fn sb_3_0c_markers_with_their_levels_and_disruption() {
    covers!("SB-3.0c");
    let scene = started(edited("D", |file| file.sides.imperium.disrupted.push(LocName("KP2".into()))));
    let locs = |ids: &str| ids.split(' ').map(|id| loc(&scene, id)).collect::<LocSet>();
    let board = &scene.state.board;
    assert_eq!(board.control, [locs("OM1 OM2 OM3 DL2"), locs("KP1 KP2 KP3 DL3")]);
    assert_eq!(board.disrupted, locs("KP2"));
    let levels: Vec<_> = scene.game.quadrant.all().filter(|&at| board.level(at) > 0).collect();
    assert_eq!(levels.into_iter().collect::<LocSet>(), locs("OM1 DL2 KP1"));
    assert_eq!(["OM1", "DL2", "KP1"].map(|id| board.level(loc(&scene, id))), [1, 1, 1]);
    assert_eq!([0, 1].map(|side| scene.game.base_planets[side]), [locs("OM1"), locs("KP1")]);
}

#[test]
fn sb_3_0d_ships_stand_where_the_scenario_says_on_the_class_it_names() {
    covers!("SB-3.0d");
    for id in StarBorders::SCENARIOS {
        let scene = started(StarBorders::scenario(id).unwrap());
        let file = StarBorders::file(id).unwrap();
        let listed = [&file.sides.alliance, &file.sides.imperium].into_iter().flat_map(|side| &side.ships);
        let mut expected: Vec<_> = listed.map(|ship| format!("{} {}", ship.class.0, ship.at.0)).collect();
        let board = &scene.state.board;
        let on_map = (0..23).map(Ship).filter_map(|ship| board.at(ship).map(|at| (ship, at)));
        let mut found: Vec<_> = on_map
            .map(|(ship, at)| {
                let face = scene.game.ratings(board, ship);
                assert!(!face.damaged);
                format!("{} {}", face.class.name(), scene.game.quadrant.get(at).id)
            })
            .collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{id}");
    }
    let hurt = started(edited("A", |file| file.sides.imperium.ships[0].damaged = true));
    let dominator = hurt.game.counters.by_name("I-DO-1").unwrap();
    assert!(hurt.game.ratings(&hurt.state.board, dominator).damaged);
}

#[test]
fn sb_3_0e_other_ships_wait_in_their_boxes() {
    covers!("SB-3.0e");
    let class = |name: &str| ClassName(name.into());
    let scene = started(edited("G", |file| {
        file.sides.imperium.pool.retain(|name| name.0 != "Specter" && name.0 != "Imperator");
        file.sides.alliance.pool.retain(|name| name.0 != "Starship");
        file.sides.alliance.eliminated.push(class("Starship"));
        file.sides.imperium.off_map.push(class("Imperator"));
        let due = ReinforcementFile { turn: 7, class: class("Specter"), at: None };
        file.sides.imperium.reinforcements.push(due);
    }));
    let spot = |name: &str| scene.state.board.spots[scene.game.counters.by_name(name).unwrap().index()];
    assert_eq!(spot("A-ST-1"), Spot::At(loc(&scene, "TH1")));
    assert_eq!(spot("A-ST-2"), Spot::Eliminated);
    assert_eq!((spot("I-IM-1"), spot("I-SP-1"), spot("I-DO-1")), (Spot::OffMap, Spot::Due, Spot::Pool));
    let a = started(StarBorders::scenario("A").unwrap());
    assert_eq!(a.state.board.spots[a.game.counters.by_name("A-CO-1").unwrap().index()], Spot::Out);
}

#[test]
fn sb_3_0f_lps_honor_and_stock_lie_on_the_table() {
    covers!("SB-3.0f");
    let board = started(StarBorders::scenario("D").unwrap()).state.board;
    assert_eq!((board.lp, board.honor), ([5, 4], 0));
    // Verity and Talon; Redoubt.
    assert_eq!((board.fort_stock, board.fortress_stock), ([2, 2], [0, 0]));
    let board = started(edited("D", |file| {
        (file.sides.alliance.lp, file.sides.imperium.honor) = (7, Some(2));
        (file.sides.alliance.fort_markers, file.sides.imperium.fortress_markers) = (Some(1), Some(2));
    }))
    .state
    .board;
    assert_eq!((board.lp, board.honor), ([7, 4], 2));
    assert_eq!((board.fort_stock, board.fortress_stock), ([0, 2], [0, 1]));
}

#[test]
fn sb_3_0g_hands_come_out_of_the_deck_and_random_cards_go_to_the_alliance_first() {
    covers!("SB-3.0g");
    let mut d = started(StarBorders::scenario("D").unwrap());
    assert_eq!(d.game.draw_pile(&d.state), CardSet::ALL);
    // The third of twelve, then the first of the eleven left.
    d.queue_dice([3, 1]);
    assert_eq!(d.state.hands.map(Secret::truth), [cards(&[3]), cards(&[1])]);
    assert_eq!(d.game.draw_pile(&d.state), CardSet::ALL - cards(&[1, 3]));
    let dealt: Vec<Side> = d
        .events
        .iter()
        .filter_map(|event| if let Event::Dealt { side, .. } = event { Some(*side) } else { None })
        .collect();
    assert_eq!(dealt, Side::BOTH);
    // Hidden: the other sees a number only.
    let seen = d.view(Viewer::Seat(IMPERIUM));
    assert_eq!((seen.hands[0].value, seen.board.hand_size), (None, [1, 1]));
    assert_eq!(seen.hands[1].value, Some(cards(&[1])));

    // Scenario B plays without card 9; in F the Alliance holds card 3 before anything is dealt.
    let b = started(StarBorders::scenario("B").unwrap());
    assert_eq!(b.game.draw_pile(&b.state), CardSet::ALL - cards(&[9]));
    let mut f = started(StarBorders::scenario("F").unwrap());
    assert_eq!(f.state.hands[0].truth(), cards(&[3]));
    f.queue_dice([3]);
    assert_eq!(f.state.hands.map(Secret::truth), [cards(&[3]), cards(&[4])]);
}

#[test]
fn sb_3_0h_the_marker_stands_on_the_starting_box_in_the_first_players_colour() {
    covers!("SB-3.0h");
    let start = |id: &str| {
        let board = started(StarBorders::scenario(id).unwrap()).state.board;
        (board.countdown, board.first, board.active, board.game_turn)
    };
    assert_eq!(start("A"), (8, Side::Imperium, Side::Imperium, 1));
    assert_eq!(start("B"), (9, Side::Alliance, Side::Alliance, 1));
    assert_eq!(start("C"), (9, Side::Imperium, Side::Imperium, 1));
    assert_eq!(started(edited("A", |file| file.countdown.start = 12)).state.board.countdown, 12);
}

#[test]
fn sb_3_0i_the_abilities_of_both_factions_are_in_force_in_every_scenario() {
    covers!("SB-3.0i");
    for id in StarBorders::SCENARIOS {
        let mut tie = Scene::at(
            edited(id, |file| file.initiative.mode = star_borders::scenario_file::ModeFile::Roll),
            "setup\nstep prelaunch\n",
        );
        tie.queue_dice([4, 4]);
        assert_eq!((id, tie.to_act()), (id, Some(ALLIANCE)));
        assert_eq!(tie.legal(ALLIANCE)[..2], ["first A", "first I"]);
        // Honor pays for the move of a Destroyer where Logistics Points cannot.
        let (from, to) = if matches!(id, "C" | "E") { ("ZT13", "ZT5") } else { ("DL10", "DL1") };
        let mut poor = scene(id, &format!("active I\nlp 0 0\nhonor 2\nat {from}: Destroyer\n"));
        let purses = Side::BOTH.map(|side| poor.state.board.spendable(side));
        assert_eq!((id, purses), (id, [0, 2]));
        poor.act(IMPERIUM, "pick I-DE-1").act(IMPERIUM, &format!("go {to}"));
        assert!(poor.events.contains(&Event::Paid { side: Side::Imperium, lp: 0, honor: 1 }));
        // Harmony: nobody has a point, the Alliance wins.
        let end = scene(id, "box 1\nhot\nstep countdown\n");
        let winner = end.state.board.outcome.and_then(|outcome| outcome.winner);
        assert_eq!((id, winner), (id, Some(Side::Alliance)));
    }
}
