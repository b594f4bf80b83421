//! Scenarios, options and negotiation (chapters 11 and 12).

use crate::common::{BLUE, RED, all, at, built, fleet, game, on};
use laws::{Scene, denied};
use rules::{Game, Notation, Viewer, covers};
use stellar_conquest::{Frame, ids::PlanetType, scenario};

#[test]
fn sq_12_3a_half_maps_end_between_p_and_q() {
    covers!("SQ-12.3a");
    let (west, east) = (built("half-west"), built("half-east"));
    assert!(west.read_action("step P10").is_ok() && west.read_action("step Q11").is_err());
    assert!(east.read_action("step P10").is_err() && east.read_action("step Q11").is_ok());
}

#[test]
fn sq_12_3b_each_half_has_27_stars() {
    covers!("SQ-12.3b");
    assert_eq!((built("half-west").stars().count(), built("half-east").stars().count()), (27, 27));
}

#[test]
fn sq_12_3c_canopus_draws_a_g_card_in_the_west() {
    covers!("SQ-12.3c");
    let class = |setup: &str| {
        let game = built(setup);
        game.class_of(game.components.star("Canopus").expect("a star"))
    };
    assert_eq!((class("half-west"), class("basic-4") == 2), (2, false));
}

#[test]
fn sq_12_3d_fleets_start_on_stars_of_their_half() {
    covers!("SQ-12.3d", "SQ-12.3e", "SQ-R-47");
    let hexes = |setup: &str| -> Vec<String> {
        built(setup).start().fleets.truth().iter().map(|fleet| fleet.hex.to_string()).collect()
    };
    assert_eq!(hexes("half-east"), ["Q11", "AB05", "AA19"]);
    assert_eq!(hexes("half-west")[1..], ["E17", "G05"]);
}

/// Where the fleets of a scenario start.
fn starts(setup: &str) -> Vec<String> {
    built(setup).start().fleets.truth().iter().map(|fleet| fleet.hex.to_string()).collect()
}

#[test]
fn sq_12_4a_the_corners() {
    covers!("SQ-12.4a");
    assert_eq!(starts("four-A"), ["AA19", "E17", "G05", "AB05"]);
}

#[test]
fn sq_12_4b_the_edges() {
    covers!("SQ-12.4b");
    assert_eq!(starts("four-B"), ["AC12", "L18", "F09", "V02"]);
}

#[test]
fn sq_12_4c_the_cross() {
    covers!("SQ-12.4c");
    assert_eq!(starts("four-C"), ["AC12", "T16", "F09", "O04"]);
}

#[test]
fn sq_12_4d_the_centre() {
    covers!("SQ-12.4d");
    assert_eq!(starts("four-D"), ["T16", "L13", "N08", "U08"]);
}

#[test]
fn sq_12_sa_the_fleet_starts_on_its_explored_star() {
    covers!("SQ-12.Sa", "SQ-12.Sb", "SQ-R-46");
    let game = built("four-A home=80");
    let state = game.start();
    for (seat, fleet) in state.fleets.truth().iter().enumerate() {
        let home = game.star_at(fleet.hex).expect("on a star");
        assert_eq!(state.open.explored[seat], home.bit(), "its own star and no other");
        assert_eq!(fleet.ships.total(), 43);
    }
}

#[test]
fn sq_12_o1_home_planets_have_room_for_60_or_80() {
    covers!("SQ-12.O1", "SQ-R-49");
    for (setup, limit) in [("four-A home=60", 60), ("four-A home=80", 80)] {
        let game = built(setup);
        let state = game.start();
        let home = game.star_at(state.fleets.truth()[0].hex).expect("on a star");
        let planets = game.components.cards[usize::from(state.cards.truth()[home.index()])].planets;
        let listed: Vec<_> =
            planets.iter().flatten().map(|planet| (planet.orbit, planet.kind, planet.limit)).collect();
        assert_eq!(listed, [(3, PlanetType::TR, limit)]);
    }
}

#[test]
fn sq_12_o2_players_may_start_with_3ma() {
    covers!("SQ-12.O2");
    let allowance =
        |setup: &str| stellar_conquest::StellarConquest::allowance(&built(setup).start().sheets.truth()[0]);
    assert_eq!((allowance("four-A home=80"), allowance("four-A home=80 start-3ma=yes")), (2, 3));
}

#[test]
fn sq_12_sc_the_starting_star_is_a_base_for_ever() {
    covers!("SQ-12.Sc");
    let mut stage = on("four-A", "fleet 1 of 0 at AA19 ships 1 ESC\nstar Scorpii card 25 explored 0");
    all(&mut stage, RED, &["pick 1", "bound Hamal", "step AA18", "step AA17"]);
}

#[test]
fn sq_12_o3_the_game_may_run_36_turns() {
    covers!("SQ-12.O3");
    assert_eq!((built("basic-2 turns=36").scenario.turns, built("basic-2").scenario.turns), (36, 40));
}

#[test]
fn sq_r_50_fewer_players_choose_their_entries() {
    covers!("SQ-R-50", "SQ-DP-17");
    assert_eq!(built("basic-3 entries=2,3,4").scenario.start, scenario::Start::Entries([1, 2, 3, 0]));
    assert_eq!(built("basic-2").scenario.start, scenario::Start::Entries([0, 2, 0, 0]));
    assert_eq!(built("nova players=3 turns=80").scenario.players, 3);
}

#[test]
fn sq_11_0c_negotiation_can_be_switched_on() {
    covers!("SQ-11.0c");
    let talk = |setup: &str| built(setup).scenario.negotiation;
    assert_ne!(talk("basic-2 negotiation=open"), talk("basic-2"));
}

#[test]
fn sq_11_0a_without_the_option_nothing_is_negotiated() {
    covers!("SQ-11.0a");
    let frame = |setup: &str| {
        let mut stage = on(
            setup,
            "fleet 1 of 0 at AB15 ships 1 SCT bound Hamal\nfleet 2 of 1 at A05 ships 1 SCT bound Canis",
        );
        stage.act(RED, "end-move");
        stage.state.open.frame
    };
    assert_eq!((frame("basic-4"), frame("basic-4 negotiation=open")), (Frame::Move, Frame::Talk));
}

#[test]
fn sq_12_o4_talking_is_the_first_thing_of_a_turn() {
    covers!("SQ-12.O4", "SQ-DP-18", "SQ-R-66");
    let meeting = "fleet 1 of 0 at AB17 ships 1 SCT bound Barnard\nfleet 2 of 1 at AC17 ships 1 SCT\nstar Barnard card 57 explored 0 1";
    let mut stage = on("basic-4 negotiation=same_hex", meeting);
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
    all(&mut stage, RED, &["pull-all", "retreat AB16", "bound Hamal"]);
    assert_eq!((stage.to_act(), stage.state.open.frame), (Some(BLUE), Frame::Talk));
    let title = rules::Present::title(&stage.game, &stage.view(Viewer::Seat(BLUE)), BLUE);
    assert_eq!(title, "Talk with Azure, then start your movement");
    stage.act(BLUE, "talked");
    assert_eq!(stage.state.open.frame, Frame::Move);
    assert!(stage.state.open.met[BLUE.index()].is_empty(), "whom one meets from now on counts next time");
    let mut silent = at(meeting);
    all(
        &mut silent,
        RED,
        &["pick 1", "step AC17", "done", "end-move", "pull-all", "retreat AB16", "bound Hamal"],
    );
    assert_eq!(silent.state.open.frame, Frame::Move);
}

/// Turn 1 of the nova, Red to move.
fn nova(setup: &str) -> crate::common::Stage {
    let nova = game(setup);
    let start = nova.start();
    let mut stage = Scene::of(nova, start);
    all(&mut stage, RED, &["commit"]);
    all(&mut stage, BLUE, &["commit"]);
    stage
}

/// Red stops two hexes away, Blue next to the nova; turn 2 has been played.
fn after_the_nova(setup: &str) -> crate::common::Stage {
    let mut stage = nova(setup);
    all(&mut stage, RED, &["pick 1", "bound Caph", "step Q10", "step Q09", "done", "end-move"]);
    all(&mut stage, BLUE, &["pick 2", "bound Almach", "step R10", "done", "end-move"]);
    assert_eq!((stage.state.open.turn, stage.to_act()), (2, Some(RED)));
    all(&mut stage, RED, &["end-move"]);
    all(&mut stage, BLUE, &["end-move"]);
    stage
}

#[test]
fn sq_12_na_all_start_on_draconis_without_seeing_each_other() {
    covers!("SQ-12.Na");
    let stage = nova("nova players=2");
    let hexes: Vec<String> = stage.state.fleets.truth().iter().map(|fleet| fleet.hex.to_string()).collect();
    assert_eq!(hexes, ["Q11", "Q11"]);
    assert!(stage.view(Viewer::Seat(BLUE)).sightings.is_empty());
}

#[test]
fn sq_12_nb_all_ships_leave_in_turn_one() {
    covers!("SQ-12.Nb");
    let mut stage = nova("nova players=2");
    assert_eq!(stage.verdict(RED, "end-move"), denied("SQ-12.Nb"));
    stage.act(RED, "pick 1");
    assert_eq!(stage.verdict(RED, "done"), denied("SQ-12.Nb"));
    all(&mut stage, RED, &["bound Caph", "step Q10", "done"]);
    assert_eq!(stage.verdict(RED, "end-move"), Ok(()));
}

#[test]
fn sq_12_nc_ships_next_to_the_nova_die_at_the_end_of_turn_two() {
    covers!("SQ-12.Nc", "SQ-R-48");
    let stage = after_the_nova("nova players=2");
    assert!(fleet(&stage, 2).is_none(), "R10 is next to the nova");
    assert!(fleet(&stage, 1).is_some(), "Q09 is not");
}

#[test]
fn sq_12_nd_range_does_not_count_in_the_first_six_turns() {
    covers!("SQ-12.Nd");
    let range = |turn: u8| {
        let stage = on(
            "nova players=2",
            &format!("turn {turn} active 0\nfleet 1 of 0 at A05 ships 1 ESC bound Canis"),
        );
        stage.game.range(&stage.state.known(), RED).is_some()
    };
    assert_eq!((range(6), range(7)), (false, true));
}

#[test]
fn sq_12_ne_draconis_is_a_star_without_planets() {
    covers!("SQ-12.Ne");
    let nova = game("nova players=2");
    let draconis = nova.components.star("Draconis").expect("a star");
    assert!(nova.stars().any(|star| star == draconis));
    let burnt = nova.start().cards.truth()[draconis.index()];
    assert_eq!(burnt, stellar_conquest::data::BURNT);
    assert!(nova.components.cards[usize::from(burnt)].planets.iter().all(Option::is_none));
}

#[test]
fn sq_12_nf_reborn_it_strikes_every_year_to_the_nineteenth() {
    covers!("SQ-12.Nf");
    let survives = |setup: &str, turn: u8| {
        let mut stage =
            on(setup, &format!("turn {turn} active 0\nfleet 1 of 0 at R10 ships 1 SCT bound Caph"));
        stage.act(RED, "end-move");
        fleet(&stage, 1).is_some()
    };
    assert_eq!([2, 3].map(|turn| survives("nova players=2", turn)), [false, true]);
    assert_eq!([2, 3, 19, 20].map(|turn| survives("nova-20 players=2", turn)), [false, false, false, true]);
}

#[test]
fn sq_12_ng_draconis_is_reborn_in_year_twenty() {
    covers!("SQ-12.Ng");
    let mut stage = on(
        "nova-20 players=2",
        "turn 19 active 1\nstar Draconis card 81 explored 0 1\nfleet 1 of 0 at AA10 ships 1 SCT bound Wezen\nfleet 2 of 1 at AA20 ships 1 SCT bound Scorpii",
    );
    stage.act(BLUE, "end-move");
    assert_eq!(stage.state.open.turn, 20);
    let draconis = stage.game.components.star("Draconis").expect("a star");
    let planet = stage
        .game
        .planet(&stage.state.known(), draconis.planets().next().expect("a planet"))
        .expect("reborn");
    assert_eq!((planet.limit, planet.metal), (40, true));
    assert!(stage.view(Viewer::Public).cards[draconis.index()] != 0, "known to all");
}
