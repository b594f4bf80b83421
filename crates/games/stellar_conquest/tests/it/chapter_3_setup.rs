//! Set-up, scenarios and the sequence of play (chapters 1 to 4, 12).

use crate::common::{BLUE, RED, all, at, built, fleet, game, on, ships};
use laws::{Scene, denied};
use rules::{Game, Notation, Seat, Turn, Viewer, covers};
use stellar_conquest::{Frame, ids::Star, scenario};

#[test]
fn sq_2_1a_the_map_is_the_published_one() {
    covers!("SQ-2.1a", "SQ-2.1b", "SQ-2.1c", "SQ-2.1d", "SQ-2.1f", "SQ-R-9", "SQ-R-10", "SQ-R-11", "SQ-2.2e");
    let game = built("basic-4");
    let map = &game.components;
    assert_eq!((map.land.len(), map.clouds.len(), map.stars.len()), (656, 63, 54));
    assert_eq!(map.entries.map(|hex| hex.to_string()), ["AF20", "A21", "A01", "AF01"]);
    let in_clouds = map.stars.iter().filter(|star| map.clouds.contains(star.hex)).count();
    assert_eq!(in_clouds, 7);
    let classes = [0, 1, 2, 3, 4].map(|class| map.stars.iter().filter(|star| star.class == class).count());
    assert_eq!(classes, [7, 8, 15, 9, 15]);
    let hex = |name: &str| map.stars[map.star(name).expect("a star").index()].hex;
    for (a, b, steps) in [("Canis", "Ceti", 13), ("Scorpii", "Canis", 24), ("Canopus", "Draconis", 1)] {
        assert_eq!(hex(a).distance(hex(b)), steps);
    }
}

#[test]
fn sq_2_2a_the_cards_fall_into_five_decks() {
    covers!(
        "SQ-2.2a",
        "SQ-2.2b",
        "SQ-2.2c",
        "SQ-R-12",
        "SQ-2.5",
        "SQ-8.2b",
        "SQ-9.0a",
        "SQ-R-4",
        "SQ-6.1.2b"
    );
    let game = built("basic-4");
    let cards = &game.components.cards;
    let deck = |class: u8| cards.iter().filter(|card| card.class == Some(class)).count();
    assert_eq!([0, 1, 2, 3, 4].map(deck), [11, 12, 20, 13, 22]);
    let planets = cards[1..=78].iter().map(|card| card.planets.iter().flatten().count()).sum::<usize>();
    assert_eq!(planets, 21 + 24 + 31 + 43);
    assert_eq!(game.components.price, [3, 8, 20, 40, 4, 10, 30, 4, 3]);
    assert_eq!((game.components.scout_pair, game.components.transport), (5, 1));
}

#[test]
fn sq_2_2d_the_place_names_the_planet() {
    covers!("SQ-2.2d");
    let game = game("basic-4");
    let action = game.read_action("attack Canis.2").expect("reads");
    assert_eq!(game.write_action(action), "attack Canis.2");
    assert!(game.read_action("attack Canis.4").is_err());
}

#[test]
fn sq_3_1a_everybody_starts_with_the_same_force() {
    covers!("SQ-3.1a", "SQ-3.1b", "SQ-3.1c", "SQ-3.0a", "SQ-3.0b", "SQ-3.3e", "SQ-1.0a");
    let game = game("basic-3");
    let state = game.start();
    assert_eq!((game.seats(), state.fleets.truth().len()), (3, 3));
    for fleet in state.fleets.truth() {
        assert_eq!((fleet.ships.0[0], fleet.ships.0[1], fleet.ships.transports()), (4, 4, 35));
    }
    assert!(state.sheets.truth()[..3].iter().all(|sheet| sheet.bonus == 25));
    assert!(state.cards.truth().iter().all(|&card| card == 0));
}

#[test]
fn sq_3_2a_the_bonus_buys_scouts_escorts_and_research() {
    covers!("SQ-3.2a", "SQ-3.2b", "SQ-3.2c", "SQ-3.2d", "SQ-3.2e", "SQ-DP-1", "SQ-R-2");
    let basic = game("basic-2");
    let start = basic.start();
    let mut stage = Scene::of(basic, start);
    assert_eq!(stage.verdict(RED, "buy MB 1"), denied("SQ-3.2a"));
    assert_eq!(stage.verdict(RED, "send 1"), denied("SQ-3.2a"));
    assert_eq!(stage.verdict(RED, "buy ESC 4"), denied("SQ-8.2.2b"));
    all(&mut stage, RED, &["buy SCT 1", "buy SCT 1", "buy ESC 1"]);
    assert_eq!(stage.state.sheets.truth()[0].bonus, 12);
    assert_eq!((stage.state.fleets.truth()[0].ships.0[0], stage.state.fleets.truth()[0].ships.0[1]), (6, 5));
    all(&mut stage, BLUE, &["research MOVE 15", "acquire 3MA", "commit"]);
    assert!(
        matches!(stage.game.turn(&stage.state), Turn::Choose(seats) if seats.contains(RED) && !seats.contains(BLUE))
    );
    stage.act(RED, "commit");
    assert_eq!(stage.state.sheets.truth()[0].bonus, 0, "what is not spent is lost");
    assert_eq!((stage.state.open.turn, stage.to_act()), (1, Some(RED)));
}

#[test]
fn sq_3_2c_the_bonus_is_divided_anew_until_it_is_committed() {
    covers!("SQ-3.2c");
    let basic = game("basic-2");
    let start = basic.start();
    let mut stage = Scene::of(basic, start.clone());
    assert_eq!(stage.verdict(RED, "cancel ESC 1"), denied("SQ-3.2c"), "what everybody begins with stays");
    all(&mut stage, RED, &["buy ESC 1", "buy SCT 2", "research TECH 5"]);
    assert_eq!(stage.state.sheets.truth()[0].bonus, 7);
    assert_eq!(stage.verdict(RED, "cancel ESC 2"), denied("SQ-3.2c"));
    assert_eq!(stage.verdict(RED, "recall"), denied("SQ-3.2c"));
    all(&mut stage, RED, &["cancel ESC 1", "cancel SCT 1"]);
    assert_eq!(stage.state.sheets.truth()[0].bonus, 17);
    all(&mut stage, RED, &["withhold TECH 5", "cancel SCT 1"]);
    assert_eq!((stage.state.sheets.truth()[0].bonus, &stage.state.fleets), (25, &start.fleets));
    all(&mut stage, RED, &["research MOVE 15", "acquire 3MA"]);
    assert_eq!(stage.verdict(RED, "withhold MOVE 1"), denied("SQ-3.2c"), "it is used");
}

#[test]
fn sq_3_3a_all_ships_enter_in_turn_one() {
    covers!(
        "SQ-3.3a",
        "SQ-3.3b",
        "SQ-3.3c",
        "SQ-3.3d",
        "SQ-HID-18",
        "SQ-3.0c",
        "SQ-4.7",
        "SQ-4.0c",
        "SQ-4.0a"
    );
    let basic = game("basic-2");
    let start = basic.start();
    let mut stage = Scene::of(basic, start);
    all(&mut stage, RED, &["commit"]);
    all(&mut stage, BLUE, &["commit"]);
    assert_eq!(stage.verdict(RED, "end-move"), denied("SQ-3.3a"));
    stage.act(RED, "pick 60001");
    assert_eq!(stage.verdict(RED, "step AF20"), denied("SQ-3.3d"));
    stage.act(RED, "detach 1 SCT").act(RED, "bound Scorpii");
    assert!(
        stage.view(Viewer::Seat(BLUE)).fleets.iter().all(|fleet| fleet.owner == BLUE),
        "nobody sees the pool"
    );
    stage.act(RED, "step AF20");
    assert_eq!(stage.verdict(RED, "step AF19"), denied("SQ-5.4.10a"));
    stage.act(RED, "step AE20");
    assert_eq!(stage.verdict(RED, "step AD19"), denied("SQ-5.4.1"), "the entry hex was the first of two");
    stage.act(RED, "done");
    assert_eq!(stage.verdict(RED, "end-move"), denied("SQ-3.3a"));
    let rest = stage
        .state
        .fleets
        .truth()
        .iter()
        .find(|fleet| fleet.owner == RED && fleet.token.0 > 60000)
        .expect("the rest")
        .token
        .0;
    all(&mut stage, RED, &[&format!("pick {rest}"), "bound Barnard", "step AF20", "done", "end-move"]);
    assert_eq!(stage.to_act(), Some(BLUE), "no other step follows, the next player enters");
}

#[test]
fn sq_4_0b_nothing_happens_out_of_its_step() {
    covers!("SQ-4.0b");
    let stage = at("fleet 1 of 0 at AA19 ships 1 ESC\nstar Scorpii card 25 explored 0");
    assert_eq!(stage.verdict(RED, "unload Scorpii.1 CT0 1"), denied("SQ-4.0b"));
    assert_eq!(stage.verdict(BLUE, "end-move"), denied("SQ-4.0b"));
}

#[test]
fn sq_4_8a_every_fourth_year_is_a_production_year_but_not_the_last() {
    covers!(
        "SQ-4.8a", "SQ-4.8b", "SQ-4.8c", "SQ-8.0a", "SQ-R-8", "SQ-R-13", "SQ-1.0b", "SQ-10.0a", "SQ-8.4.7",
        "SQ-4.0d"
    );
    let mut stage = at("turn 8 active 0\nfleet 1 of 0 at AB15 ships 1 SCT bound Hamal");
    stage.act(RED, "end-move");
    assert_eq!(stage.state.open.frame, Frame::Production);
    stage.act(RED, "commit");
    assert_eq!((stage.state.open.turn, stage.state.open.frame), (9, Frame::Move));
    let mut last = at("turn 40 active 0\nfleet 1 of 0 at AB15 ships 1 SCT bound Hamal");
    last.act(RED, "end-move");
    assert!(last.is_over());
    let mut short = on("four-A turns=36", "turn 36 active 0\nfleet 1 of 0 at AB15 ships 1 SCT bound Hamal");
    short.act(RED, "end-move");
    assert!(short.is_over());
}

#[test]
fn sq_12_3a_half_maps_end_between_p_and_q() {
    covers!("SQ-12.3a", "SQ-12.3b", "SQ-12.3c", "SQ-12.3d", "SQ-12.3e", "SQ-R-47");
    let west = built("half-west");
    assert_eq!((west.stars().count(), west.seats()), (27, 3));
    assert!(west.read_action("step P10").is_ok() && west.read_action("step Q11").is_err());
    let canopus = west.components.star("Canopus").expect("a star");
    assert_eq!(west.class_of(canopus), 2, "Canopus draws a G card");
    assert!(matches!(west.turn(&west.start()), Turn::Chance(_)));
    let east = built("half-east");
    assert_eq!(east.stars().count(), 27);
    let start = east.start();
    let hexes: Vec<String> = start.fleets.truth().iter().map(|fleet| fleet.hex.to_string()).collect();
    assert_eq!(hexes, ["Q11", "AB05", "AA19"]);
}

#[test]
fn sq_12_4a_four_players_start_on_stars() {
    covers!(
        "SQ-12.4a", "SQ-12.4b", "SQ-12.4c", "SQ-12.4d", "SQ-12.Sa", "SQ-12.Sb", "SQ-12.O1", "SQ-12.O2",
        "SQ-R-46", "SQ-R-49"
    );
    for (setup, hexes) in [
        ("four-A", ["AA19", "E17", "G05", "AB05"]),
        ("four-B", ["AC12", "L18", "F09", "V02"]),
        ("four-C", ["AC12", "T16", "F09", "O04"]),
        ("four-D", ["T16", "L13", "N08", "U08"]),
    ] {
        let game = built(&format!("{setup} home=80 start-3ma=yes"));
        let state = game.start();
        assert_eq!(state.fleets.truth().iter().map(|fleet| fleet.hex.to_string()).collect::<Vec<_>>(), hexes);
        for seat in 0..4 {
            let home = game.star_at(state.fleets.truth()[seat].hex).expect("on a star");
            assert_eq!(state.open.explored[seat], home.bit());
            assert_eq!(state.cards.truth()[home.index()], stellar_conquest::data::H80);
            assert_eq!(stellar_conquest::StellarConquest::allowance(&state.sheets.truth()[seat]), 3);
        }
    }
}

#[test]
fn sq_12_sc_the_starting_star_is_a_base_for_ever() {
    covers!("SQ-12.Sc");
    let mut stage = on("four-A", "fleet 1 of 0 at AA19 ships 1 ESC\nstar Scorpii card 25 explored 0");
    all(&mut stage, RED, &["pick 1", "bound Hamal", "step AA18", "step AA17"]);
}

#[test]
fn sq_12_o3_options_and_entries_are_checked() {
    covers!("SQ-12.O3", "SQ-R-50", "SQ-DP-17", "SQ-11.0c");
    assert_eq!(built("basic-2 turns=36 negotiation=open").scenario.turns, 36);
    assert_eq!(built("basic-3 entries=2,3,4").scenario.start, scenario::Start::Entries([1, 2, 3, 0]));
    assert_eq!(built("nova players=3 turns=80").scenario.players, 3);
}

#[test]
fn every_wrong_scenario_and_option_is_refused_with_its_reason() {
    for (setup, wanted) in [
        ("", "no scenario \"\"; there are basic-4, basic-3, basic-2, half-west"),
        ("basic-5", "no scenario \"basic-5\""),
        ("Basic-4", "no scenario \"Basic-4\""),
        ("basic-4 turns", "option \"turns\": expected `name=value`"),
        ("basic-4 speed=1", "option \"speed\": there is no such option; there are turns, home, start-3ma"),
        ("basic-4 turns=37", "option \"turns\": expected 36, or a number from 40 to 99, found \"37\""),
        ("basic-4 turns=", "option \"turns\": expected 36, or a number from 40 to 99, found \"\""),
        ("basic-4 turns=-40", "expected 36, or a number from 40 to 99, found \"-40\""),
        ("basic-4 turns=40 turns=36", "option \"turns\": it is given twice"),
        ("basic-4 turns=36 turns=36", "option \"turns\": it is given twice"),
        ("four-A home=70", "option \"home\": expected none, 60, 80, found \"70\""),
        ("basic-4 home=80", "option \"home\": the scenario basic-4 has no starting stars for it"),
        ("nova-20 home=60", "option \"home\": the scenario nova-20 has no starting stars for it"),
        ("basic-4 start-3ma=maybe", "option \"start-3ma\": expected no, yes, found \"maybe\""),
        ("basic-4 negotiation=all", "option \"negotiation\": expected none, same_hex, open, found \"all\""),
        ("basic-4 combat=secret", "option \"combat\": expected public, private, agreed, found \"secret\""),
        ("nova players=5", "option \"players\": expected 4, 3, 2, found \"5\""),
        ("four-A players=3", "option \"players\": the scenario four-A is for 4 to 4 players"),
        ("basic-2 entries=1", "option \"entries\": expected 2 ascending numbers from 1 to 4, found \"1\""),
        ("basic-2 entries=2,2", "option \"entries\": expected 2 ascending numbers from 1 to 4"),
        ("basic-2 entries=0,3", "option \"entries\": expected 2 ascending numbers from 1 to 4"),
        ("basic-3 entries=1,2,x", "option \"entries\": expected 3 ascending numbers from 1 to 4"),
        ("basic-4 entries=1,2,3,4", "option \"entries\": the scenario basic-4 uses all entry hexes"),
        ("half-east entries=1,2,3", "option \"entries\": the scenario half-east has no entry hexes"),
        ("nova entries=1,2", "option \"entries\": the scenario nova has no entry hexes"),
    ] {
        let error = stellar_conquest::StellarConquest::new(setup).expect_err(setup).to_string();
        assert!(error.contains(wanted), "{setup:?}: {error}");
    }
}

#[test]
fn sq_12_o4_talking_is_the_first_thing_of_a_turn() {
    covers!("SQ-12.O4", "SQ-DP-18", "SQ-R-66", "SQ-11.0a");
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

#[test]
fn sq_12_na_the_nova_throws_everybody_out() {
    covers!("SQ-12.Na", "SQ-12.Nb", "SQ-12.Nc", "SQ-12.Nd", "SQ-12.Ne", "SQ-12.Nf", "SQ-R-48");
    let nova = game("nova players=2");
    let start = nova.start();
    let draconis = nova.components.star("Draconis").expect("a star");
    assert_eq!(start.cards.truth()[draconis.index()], stellar_conquest::data::BURNT);
    let mut stage = Scene::of(nova, start);
    all(&mut stage, RED, &["commit"]);
    all(&mut stage, BLUE, &["commit"]);
    assert_eq!(stage.verdict(RED, "end-move"), denied("SQ-12.Nb"));
    stage.act(RED, "pick 1");
    assert_eq!(stage.verdict(RED, "done"), denied("SQ-12.Nb"));
    all(&mut stage, RED, &["bound Caph", "step Q10", "step Q09", "done", "end-move"]);
    all(&mut stage, BLUE, &["pick 2", "bound Almach", "step R10", "done", "end-move"]);
    assert_eq!((stage.state.open.turn, stage.to_act()), (2, Some(RED)));
    all(&mut stage, RED, &["end-move"]);
    all(&mut stage, BLUE, &["end-move"]);
    assert!(fleet(&stage, 2).is_none(), "R10 is next to the nova");
    assert!(fleet(&stage, 1).is_some(), "Q09 is not");
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

#[test]
fn sq_4_2_1a_unescorted_ships_risk_their_lives() {
    covers!(
        "SQ-4.2.1a",
        "SQ-4.2.1b",
        "SQ-4.2.1c",
        "SQ-4.2.2a",
        "SQ-4.2.2b",
        "SQ-4.2.2d",
        "SQ-4.2.2e",
        "SQ-HID-5",
        "SQ-HID-6",
        "SQ-HID-7",
        "SQ-R-51",
        "SQ-HID-15",
        "SQ-5.4.3a",
        "SQ-R-64"
    );
    let mut stage =
        at("fleet 1 of 0 at AB17 ships 1 SCT lot 3 CT0 - 0 bound Barnard").with_dice([1, 2, 1, 6, 1]);
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
    assert_eq!(ships(&stage, RED, "AC17"), [0, 0, 0, 0, 2], "the scout and one transport are lost");
    let barnard = stage.game.components.star("Barnard").expect("a star");
    assert_eq!(stage.state.cards.truth()[barnard.index()], 57, "the first M card");
    assert_eq!(stage.view(Viewer::Seat(RED)).cards[barnard.index()], 57);
    assert_eq!(stage.view(Viewer::Seat(BLUE)).cards[barnard.index()], 0);
    assert!(stage.view(Viewer::Public).open.explored[0] & barnard.bit() != 0);
}

#[test]
fn sq_4_2_1d_warships_protect_the_others() {
    covers!("SQ-4.2.1d", "SQ-4.2.2c");
    let mut stage =
        at("fleet 1 of 0 at AB17 ships 1 ESC lot 3 CT0 - 0 bound Barnard\nstar Barnard card 66 explored 1");
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
    assert_eq!(ships(&stage, RED, "AC17"), [0, 1, 0, 0, 3]);
    assert_eq!(stage.view(Viewer::Seat(RED)).cards[40], 66, "the same card, nothing is drawn");
}

#[test]
fn sq_4_2_2g_nobody_left_nothing_learned() {
    covers!("SQ-4.2.2g");
    let mut stage =
        at("fleet 1 of 0 at AB17 ships 1 SCT bound Barnard\nfleet 3 of 0 at X10 ships 1 SCT bound Vega")
            .with_dice([1]);
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
    assert_eq!(stage.state.open.explored[0], 0);
    assert_eq!(stage.state.open.turn, 6, "nobody stands at a star, the turn is over");
}

#[test]
fn sq_4_2_2f_who_enters_is_told_of_colonies_and_residents_of_news() {
    covers!(
        "SQ-4.2.2f",
        "SQ-4.2.2h",
        "SQ-5.4.7b",
        "SQ-5.4.7c",
        "SQ-R-19",
        "SQ-R-68",
        "SQ-HID-8",
        "SQ-HID-3",
        "SQ-7.2.6",
        "SQ-5.4.4"
    );
    let mut stage = at(
        "sheet 0 has 6MA\nstar Barnard card 57 explored 1\ncolony Barnard.1 of 1 pop 9\nfleet 1 of 0 at AB17 ships 2 SCT bound Barnard",
    );
    all(&mut stage, RED, &["pick 1", "step AC17", "bound Hamal", "step AC16", "done"]);
    let view = stage.view(Viewer::Seat(RED));
    assert_eq!(view.memory.len(), 1);
    assert_eq!(view.memory[0].colony, Some((BLUE, BLUE)));
    assert!(view.colonies.iter().all(|colony| colony.pop == 0), "existence, no figures");
    let seen = |seat| {
        stage.view(Viewer::Seat(seat)).sightings.first().map(|seen| (seen.sight.turn, seen.sight.ships.0[0]))
    };
    assert_eq!(seen(BLUE), Some((5, 2)), "the colony saw the ships pass");
    assert_eq!(seen(Seat(2)), None);
}

#[test]
fn sq_1_0d_no_planet_has_people_at_the_start() {
    covers!("SQ-1.0d", "SQ-1.0e", "SQ-2.4", "SQ-HID-1");
    let mut stage = at("star Scorpii card 25 explored 0\nfleet 1 of 0 at AA19 lot 4 CT0 - 0");
    assert!(stage.state.colonies.truth().is_empty());
    assert!(stage.view(Viewer::Seat(BLUE)).cards.iter().all(|&card| card == 0));
    assert!(stage.view(Viewer::Seat(BLUE)).fleets.iter().all(|fleet| fleet.ships.total() == 0));
    all(&mut stage, RED, &["end-move", "unload Scorpii.1 CT0 4"]);
    assert_eq!(stage.state.colonies.truth().len(), 1);
    let _ = Star(0);
}

#[test]
fn sq_4_2_1b_each_ship_has_its_own_die() {
    covers!("SQ-4.2.1b", "SQ-R-64");
    // Scout, Red's transport, the one with Blue's people, in this order; the last draw is the card.
    for (faces, left) in [([6, 1, 6], [1, 0, 1]), ([6, 6, 1], [1, 1, 0]), ([1, 6, 6], [0, 1, 1])] {
        let mut stage =
            at("fleet 1 of 0 at AB17 ships 1 SCT lot 1 CT0 - 0 lot 1 CT1 Scorpii.1 3 bound Barnard");
        stage.queue_dice(faces.into_iter().chain([1]));
        all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
        let ships = fleet(&stage, 1).expect("two survive").ships;
        assert_eq!([ships.0[0], ships.0[4], ships.0[5]], left, "{faces:?}");
    }
}

#[test]
fn sq_r_52_the_last_one_may_end_the_game_without_ships_too() {
    covers!("SQ-R-52");
    let mut stage = on(
        "basic-2",
        "turn 5 active 1 out 2\nstar Canis card 32 explored 0\ncolony Canis.1 of 0 pop 5\nframe \"Settle\"\nfleet 1 of 1 at A01 ships 1 SCT bound Indi",
    );
    stage.state.fleets.truth_mut().clear();
    stage.act(BLUE, "end-turn");
    assert_eq!((stage.state.open.turn, stage.to_act()), (6, Some(RED)), "only a colony, and yet asked");
    assert_eq!(stage.legal(RED), ["end-turn", "end-game"]);
    stage.act(RED, "end-game");
    assert!(stage.is_over());
}
