//! Set-up and components (chapters 2 and 3 of the ledger).

use laws::{Scene, SplitMix64, denied};
use rules::{Game, Notation, Seat, Step, Turn, covers};
use starcraft::{Event, Frame, Roll, StarCraft, ids::Planet};

use crate::common::{A, B};

fn start(setup: &str, first: u8) -> Scene<StarCraft> {
    let game = StarCraft::new(setup).expect("a table");
    let mut state = game.start();
    game.apply(&mut state, Step::Chance(Roll::Seat(Seat(first))), &mut |_| {});
    Scene::of(game, state)
}

/// A table whose planets are dealt as listed, first player seat 1.
fn dealt(setup: &str, planets: &[&str]) -> Scene<StarCraft> {
    let mut scene = start(setup, 0);
    for id in planets {
        let at = scene.game.components.planets.iter().position(|planet| planet.id == *id).expect("a planet");
        scene.game.apply(&mut scene.state, Step::Chance(Roll::Planet(Planet(at as u8))), &mut |_| {});
    }
    scene
}

#[test]
fn sc_setup_1_a_random_player_is_first() {
    covers!("SC-SETUP-1", "SC-CHN-1", "SC-RUL-75");
    let game = StarCraft::new("built-3").expect("a table");
    let state = game.start();
    let Turn::Chance(chance) = game.turn(&state) else { panic!("chance first") };
    assert!((0..3).all(|seat| game.admits(&chance, Roll::Seat(Seat(seat)))));
    assert!(!game.admits(&chance, Roll::Seat(Seat(3))));
    assert!(matches!(game.sample(&chance, &mut SplitMix64(1)), Roll::Seat(Seat(0..=2))));
    assert_eq!(start("built-3", 1).to_act(), Some(B), "the first player chooses first");
}

/// A has chosen Raynor, B chooses.
fn chosen() -> Scene<StarCraft> {
    let mut scene = start("built-2", 0);
    scene.game.apply(
        &mut scene.state,
        Step::Act(A, scene.game.read_action("Faction(raynor)").expect("reads")),
        &mut |_| {},
    );
    scene
}

#[test]
fn sc_setup_2_each_faction_is_taken_once() {
    covers!("SC-SETUP-2", "SC-DEC-1");
    assert_eq!(start("built-2", 0).try_act(A, "NoBase"), denied("SC-DEC-1"));
    let scene = chosen();
    assert_eq!(scene.to_act(), Some(B));
    assert_eq!(scene.verdict(B, "Faction(raynor)"), denied("SC-SETUP-2"));
    assert_eq!(scene.verdict(B, "Faction(mengsk)"), Ok(()));
}

#[test]
fn sc_setup_3_a_faction_brings_its_cards_and_its_sheet() {
    covers!("SC-SETUP-3", "SC-SETUP-12", "SC-VOC-12", "SC-VOC-14");
    let scene = chosen();
    let player = &scene.state.players[0];
    assert_eq!((player.deck.count_ones(), player.tech.count_ones(), player.levels), (18, 21, [1, 0, 0]));
}

#[test]
fn sc_voc_13_a_player_has_nine_order_tokens() {
    covers!("SC-VOC-13");
    assert_eq!(chosen().state.players[0].tokens, [2, 2, 2, 1, 1, 1]);
}

#[test]
fn sc_chn_3_random_factions_and_seats() {
    covers!("SC-CHN-3", "SC-SETUP-14");
    let mut scene = start("ready-2 factions=random", 0);
    scene.queue_dice([6, 1, 1, 1]);
    assert_eq!(scene.state.players[0].faction.0, 5);
    assert_eq!(scene.state.players[1].faction.0, 0);
    // Homes are dealt too: the base stands in the area named there.
    assert_eq!(scene.state.players[0].home, Planet(4));
    assert_eq!(scene.state.areas[11].base, 0);
}

#[test]
fn sc_ex_22_sizes_of_the_event_deck() {
    covers!("SC-SETUP-4", "SC-SETUP-15", "SC-VOC-19", "SC-HID-14", "SC-EXEC-7");
    for (players, expected) in [
        (2, "I:5 II:5 III:20"),
        (3, "I:10 II:10 III:20"),
        (4, "I:15 II:15 III:20"),
        (5, "I:20 II:20 III:20"),
        (6, "I:25 II:25 III:20"),
    ] {
        let game = StarCraft::new(&format!("ready-{players}")).expect("a table");
        assert!(game.write_position(&game.start()).contains(expected), "{players} players");
    }
    // The stage of the top card: after 5 and 10 draws with two players.
    let mut scene = crate::common::board("raynor", "overmind")
        .round("round 2 EXEC first=1 events I:1 II:5 III:20 edn=0")
        .stacks("stack CHA 1:build 1:build | stack HAL 2:build")
        .scene();
    scene.act(A, "TakeOrder(CHA)").act(A, "DrawEvent");
    scene.act(B, "DrawEvent");
    assert_eq!((scene.state.players[0].front, scene.state.players[1].front), ([1, 0, 0], [0, 1, 0]));
}

#[test]
fn sc_setup_5_two_planets_for_each_player() {
    covers!("SC-SETUP-5", "SC-CHN-2", "SC-HID-12");
    let mut scene = dealt("built-2 factions=raynor,overmind", &["DYL", "PRI", "TOR", "HEL"]);
    assert_eq!(scene.state.frame(), Frame::PlacePlanet { turn: 0 });
    assert_eq!(scene.try_act(A, "Planet(TOR, 0, 0, 0)"), denied("SC-HID-12"), "dealt to the other player");
    assert_eq!(scene.view(rules::Viewer::Public).players[1].dealt.count_ones(), 2);
}

/// Two planets for each player, A to place the first.
fn placing_planets() -> Scene<StarCraft> {
    dealt("built-2 factions=raynor,overmind", &["DYL", "PRI", "TOR", "BHE"])
}

#[test]
fn sc_setup_6a_the_first_planet_lies_in_the_middle() {
    covers!("SC-SETUP-6a", "SC-DEC-2");
    let mut scene = placing_planets();
    assert_eq!(scene.try_act(A, "Planet(DYL, 1, 0, 0)"), denied("SC-SETUP-6a"));
    assert_eq!(scene.try_act(A, "NoEvent"), denied("SC-DEC-2"));
    assert_eq!(scene.verdict(A, "Planet(DYL, 0, 0, 0)"), Ok(()));
}

#[test]
fn sc_setup_6_planets_are_placed_beside_each_other() {
    covers!("SC-SETUP-6", "SC-SETUP-6b", "SC-SETUP-6c");
    let mut scene = placing_planets();
    scene.act(A, "Planet(DYL, 0, 0, 0)").act(A, "NoBase");
    assert_eq!(scene.try_act(B, "Planet(BHE, 2, 0, 0)"), denied("SC-SETUP-6b"), "not beside a planet");
    assert_eq!(scene.try_act(B, "Planet(BHE, 1, 0, 0)"), denied("SC-SETUP-6b"), "no entrances meet");
    assert_eq!(scene.verdict(B, "Planet(BHE, 1, 0, 1)"), Ok(()), "turned, its entrances face east and west");
}

#[test]
fn sc_setup_6d_entrances_that_meet_become_routes() {
    covers!("SC-SETUP-6d", "SC-SETUP-6e", "SC-RUL-80");
    let mut scene = placing_planets();
    scene.act(A, "Planet(DYL, 0, 0, 0)").act(A, "NoBase");
    assert_eq!(scene.state.routes.len(), 0);
    scene.act(B, "Planet(BHE, 1, 0, 1)").act(B, "NoBase");
    assert_eq!(scene.state.routes.len(), 1);
    // A third tile that meets two others gets both routes.
    scene.act(B, "Planet(TOR, 0, 1, 0)");
    assert_eq!(scene.state.routes.len(), 2);
}

#[test]
fn sc_setup_6g_the_first_base() {
    covers!("SC-SETUP-6g", "SC-SETUP-8");
    let mut scene = dealt("built-2 factions=raynor,overmind", &["DYL", "PRI", "TOR", "HEL"]);
    scene.act(A, "Planet(DYL, 0, 0, 0)");
    assert_eq!(scene.try_act(A, "Base(PRI-A)"), denied("SC-SETUP-6g"));
    scene.act(A, "NoBase").act(B, "Planet(TOR, 1, 0, 0)").act(B, "Base(TOR-B)");
    assert_eq!(scene.to_act(), Some(B), "second round in reverse order");
    scene.act(B, "Planet(HEL, 2, 0, 0)");
    assert_eq!(scene.to_act(), Some(A), "a player with a base is not asked again");
    scene.act(A, "Planet(PRI, -1, 0, 0)");
    assert_eq!(scene.try_act(A, "NoBase"), denied("SC-SETUP-8"), "now it is compulsory");
    scene.act(A, "Base(PRI-A)");
}

#[test]
fn sc_ex_36_order_of_placing_and_laying() {
    let mut scene = start("built-3 factions=raynor,overmind,tassadar", 1);
    scene.queue_dice([12, 11, 10, 9, 8, 7]);
    let mut placers = Vec::new();
    let mut layers = Vec::new();
    let mut dice = SplitMix64(5);
    let mut legal = Vec::new();
    while let Turn::Choose(seats) = scene.game.turn(&scene.state) {
        let seat = seats.first().expect("a seat");
        match scene.state.frame() {
            Frame::PlacePlanet { .. } => placers.push(seat.0),
            Frame::LayRoute { .. } => layers.push(seat.0),
            Frame::FirstBase { .. } => {}
            _ => break,
        }
        scene.game.legal(&scene.state, seat, &mut legal);
        let action = legal[rules::Dice::below(&mut dice, legal.len() as u32) as usize];
        scene.game.apply(&mut scene.state, Step::Act(seat, action), &mut |_| {});
    }
    assert_eq!(placers, [1, 2, 0, 0, 2, 1], "B, C, A, A, C, B");
    assert_eq!(layers, [1, 2, 0]);
}

#[test]
fn sc_setup_6f_the_galaxy_is_never_closed() {
    covers!("SC-SETUP-6f", "SC-RUL-38", "SC-SETUP-7");
    let mut corner = dealt("built-2 factions=raynor,overmind", &["BRA", "CHA", "BHE", "HAL"]);
    corner.act(A, "Planet(BRA, 0, 0, 0)").act(A, "NoBase");
    // Pretend Braken had only its north entrance open: the west one is taken by a route.
    let gate = |planet: u8, side| starcraft::ids::Gate { planet: Planet(planet), side };
    use starcraft::ids::Side::{N, S, W};
    corner.state.routes.push(starcraft::RouteState { a: gate(3, W), b: gate(6, N), z: true, transports: 0 });
    corner.state.tiles[8] = starcraft::Tile { placed: true, x: 0, y: -3, rotation: 0 };
    corner.state.routes.push(starcraft::RouteState { a: gate(8, N), b: gate(9, S), z: true, transports: 0 });
    for side in [starcraft::ids::Side::E, S] {
        corner.state.routes.push(starcraft::RouteState {
            a: gate(8, side),
            b: gate(9, W),
            z: true,
            transports: 0,
        });
    }
    assert_eq!(corner.verdict(B, "Planet(BHE, 0, -1, 0)"), Ok(()), "its north end stays open");
    corner.state.tiles[8].y = -2;
    assert_eq!(corner.verdict(B, "Planet(BHE, 0, -1, 0)"), denied("SC-SETUP-6f"), "now it faces a planet");
}

#[test]
fn sc_setup_6h_a_shut_galaxy_is_opened_by_an_extra_route() {
    covers!("SC-SETUP-6h");
    let mut scene = dealt("built-2 factions=raynor,overmind", &["BRA", "CHA", "BHE", "HAL"]);
    scene.act(A, "Planet(BRA, 0, 0, 0)").act(A, "NoBase");
    // Not shut: the extra route is refused.
    assert_eq!(scene.verdict(B, "PlanetZ(BHE, 1, 0, 0, N, BRA-N)"), denied("SC-SETUP-6h"));
    assert_eq!(scene.verdict(B, "PlanetZ(DYL, 1, 0, 0, N, BRA-N)"), denied("SC-HID-12"));
    // All open entrances face one cell: Pridewater stands two cells north, its entrances used up.
    use starcraft::ids::Side::{E, N, S, W};
    let gate = |planet: u8, side| starcraft::ids::Gate { planet: Planet(planet), side };
    scene.state.routes.push(starcraft::RouteState { a: gate(3, W), b: gate(9, N), z: true, transports: 0 });
    scene.state.tiles[8] = starcraft::Tile { placed: true, x: 0, y: -2, rotation: 1 };
    for side in [E, W] {
        scene.state.routes.push(starcraft::RouteState {
            a: gate(8, side),
            b: gate(9, E),
            z: true,
            transports: 0,
        });
    }
    // Straight tiles join both open ends and leave none open.
    assert_eq!(scene.verdict(B, "Planet(BHE, 0, -1, 0)"), denied("SC-SETUP-6f"));
    let offered = scene.legal(B);
    assert!(offered.iter().all(|action| action.starts_with("PlanetZ")) && !offered.is_empty(), "{offered:?}");
    scene.act(B, &offered[0]);
    assert_eq!(scene.state.routes.iter().filter(|route| route.z).count(), 4);
    assert!(scene.events.iter().any(|event| matches!(event, Event::RouteLaid { z: true, .. })));
    assert_eq!(S.opposite(), N);
}

#[test]
fn sc_ex_37_a_blocked_entrance_takes_a_z_axis_route() {
    covers!("SC-SETUP-9", "SC-RUL-54", "SC-DEC-3", "SC-SETUP-7");
    let mut scene = dealt("built-2 factions=raynor,overmind", &["TOR", "HEL", "ANT", "DYL"]);
    scene.act(A, "Planet(TOR, 0, 0, 0)").act(A, "Base(TOR-B)");
    scene.act(B, "Planet(ANT, 0, 1, 0)").act(B, "Base(ANT-B)");
    // Antiga Prime opens N, E, S: joined to Torus; Dylar beside it meets its east side.
    scene.act(B, "Planet(DYL, 1, 1, 0)");
    scene.act(A, "Planet(HEL, 1, 0, 0)");
    assert!(matches!(scene.state.frame(), Frame::LayRoute { .. }));
    assert_eq!(scene.try_act(A, "ZRoute(TOR-N, TOR-W)"), denied("SC-SETUP-9"), "never the same planet");
    assert_eq!(scene.try_act(A, "ZRoute(TOR-S, HEL-N)"), denied("SC-SETUP-9"), "not free");
    assert_eq!(scene.try_act(A, "NoBase"), denied("SC-DEC-3"));
    scene.act(A, "ZRoute(DYL-E, TOR-W)");
    assert_eq!(scene.to_act(), Some(B));
}

/// Raynor at Char against the Overmind, starting forces to be placed.
fn placing() -> Scene<StarCraft> {
    let mut scene = start("ready-2 factions=raynor,overmind", 0);
    scene.queue_dice([1, 1]);
    scene
}

/// A has placed everything but the transport.
fn placed() -> Scene<StarCraft> {
    let mut scene = placing();
    // Any order of kinds.
    scene.act(A, "StartUnit(vulture, CHA-A)").act(A, "StartUnit(firebat, CHA-A)");
    scene.act(A, "StartUnit(marine, CHA-B)").act(A, "StartUnit(marine, CHA-C)");
    scene
}

#[test]
fn sc_setup_10_the_cards_of_the_home_planet_are_dealt() {
    covers!("SC-SETUP-10");
    let scene = placing();
    assert_eq!(scene.state.areas[11].card, 0);
}

#[test]
fn sc_fac_5_each_faction_has_its_starting_forces() {
    covers!("SC-FAC-5", "SC-DEC-4");
    let mut scene = placing();
    assert_eq!(scene.try_act(A, "StartUnit(zergling, CHA-A)"), denied("SC-FAC-5"));
    assert_eq!(scene.try_act(A, "StartUnit(ghost, CHA-A)"), denied("SC-FAC-5"), "Raynor has none");
    assert_eq!(scene.try_act(A, "NoBase"), denied("SC-DEC-4"));
    assert_eq!(scene.verdict(A, "StartUnit(marine, CHA-A)"), Ok(()));
    assert_eq!(placed().state.players[0].pool, 8, "workers");
}

#[test]
fn sc_setup_11_forces_stand_on_and_beside_the_home_planet() {
    covers!("SC-SETUP-11");
    assert_eq!(placing().verdict(A, "StartUnit(marine, TOR-A)"), denied("SC-SETUP-11"));
    assert_eq!(placed().verdict(A, "StartTransport(r2)"), denied("SC-SETUP-11"));
    assert_eq!(placed().verdict(A, "StartTransport(r3)"), Ok(()));
}

#[test]
fn sc_setup_13_hands_are_drawn_and_planning_begins() {
    covers!("SC-SETUP-13", "SC-RUL-9", "SC-SETUP-17", "SC-OV-3");
    let mut scene = placed();
    scene.act(A, "StartTransport(r3)");
    while scene.legal(B).iter().any(|action| action.starts_with("StartUnit")) {
        let open = scene.legal(B)[0].clone();
        scene.act(B, &open);
    }
    scene.queue_dice([1; 14]);
    scene.act(B, "StartTransport(r5)");
    assert_eq!((scene.state.players[0].hand.count_ones(), scene.state.players[1].hand.count_ones()), (8, 6));
    assert_eq!((scene.state.round, scene.state.frame()), (1, Frame::Plan { turn: 1, at: 0 }));
    assert_eq!(scene.state.players[0].cp, 0);
}

#[test]
fn sc_setup_16_options_are_part_of_the_table() {
    covers!("SC-SETUP-16");
    let line = |text: &str| StarCraft::new(text).map(|game| game.scenario_name());
    assert_eq!(line("built-3").as_deref(), Ok("built-3"));
    let all = "ready-2 factions=raynor,overmind aldaris_needs_15=on last_round=12";
    assert_eq!(line(all).as_deref(), Ok(all));
    assert_eq!(line("ready-4 factions=random").as_deref(), Ok("ready-4 factions=random"));
    let why = |text: &str| StarCraft::new(text).expect_err("refused").to_string();
    assert!(why("ready-7").starts_with("no scenario \"ready-7\"; the scenarios are ready-2"));
    assert!(why("ready-2 last_round=9").contains("expected a number from 10 to 99"));
    assert!(why("ready-2 aldaris_needs_15=yes").contains("expected on or off"));
    assert!(why("ready-2 factions=raynor,raynor").contains("different factions"));
    assert!(why("ready-2 factions=raynor").contains("expected 2 factions"));
    assert!(why("ready-2 speed=1").contains("there is no such option"));
}

#[test]
fn the_data_meets_the_published_totals() {
    let data = starcraft::data::Components::load().expect("the files are sound");
    let figures = |race| {
        data.units.iter().filter(|unit| unit.race == race).map(|unit| u32::from(unit.figures)).sum::<u32>()
    };
    use starcraft::ids::Race::{Protoss, Terran, Zerg};
    assert_eq!([figures(Terran), figures(Zerg), figures(Protoss)], [30, 33, 27]);
    assert_eq!(data.races.clone().map(|race| race.cards), [18 + 21, 18 + 22, 18 + 20]);
    let resource = |area: &&starcraft::data::AreaType| area.resource != starcraft::data::Resource::Conquest;
    assert_eq!(data.areas.iter().filter(resource).count(), 26);
    let sums = data.areas.iter().fold([0u32; 3], |mut sums, area| {
        sums[area.resource as usize] += u32::from(area.amount);
        sums
    });
    assert_eq!(sums, [29, 17, 13], "minerals, gas, conquest points");
}

#[test]
fn ready_made_galaxies_follow_the_rules_of_building() {
    let data = starcraft::data::Components::load().expect("the files are sound");
    for (at, galaxy) in data.galaxies.iter().enumerate() {
        let players = at + 2;
        assert_eq!(galaxy.tiles.len(), 2 * players);
        assert_eq!(galaxy.seats.len(), players);
        let z = galaxy.routes.iter().filter(|route| route.2).count();
        assert!(z <= players, "at most one Z-axis route per player");
        let mut gates: Vec<_> = galaxy.routes.iter().flat_map(|route| [route.0, route.1]).collect();
        gates.sort_unstable();
        assert!(gates.windows(2).all(|pair| pair[0] != pair[1]), "no entrance is used twice");
    }
}
