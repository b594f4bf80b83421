//! Components, set-up and the sequence of play (chapters 1 to 4).

use crate::common::{BLUE, RED, all, at, built, game, on};
use laws::{Scene, denied};
use rules::{Game, Notation, Turn, Viewer, covers};
use stellar_conquest::{
    Frame,
    ids::{Kind, PlanetType, Sequence},
};

#[test]
fn sq_2_1a_the_map_has_656_hexes() {
    covers!("SQ-2.1a");
    let map = built("basic-4").components;
    assert_eq!(
        (map.land.len(), map.stars.iter().filter(|star| map.clouds.contains(star.hex)).count()),
        (656, 7)
    );
}

#[test]
fn sq_2_1b_four_entries_lie_in_the_corners() {
    covers!("SQ-2.1b", "SQ-R-11");
    assert_eq!(
        built("basic-4").components.entries.map(|hex| hex.to_string()),
        ["AF20", "A21", "A01", "AF01"]
    );
}

#[test]
fn sq_2_1c_54_stars_of_five_classes() {
    covers!("SQ-2.1c", "SQ-R-9", "SQ-R-10");
    let map = built("basic-4").components;
    let classes = [0, 1, 2, 3, 4].map(|class| map.stars.iter().filter(|star| star.class == class).count());
    assert_eq!(classes, [7, 8, 15, 9, 15]);
    let at = |name: &str| map.stars[map.star(name).expect(name).index()].hex.to_string();
    assert_eq!([at("Pherda"), at("Canis"), at("Scorpii")], ["J14", "G05", "AA19"]);
    assert!(map.star("Kapetyn").is_some() && map.star("Kapetyl").is_none());
}

#[test]
fn sq_2_1d_63_hexes_are_clouds() {
    covers!("SQ-2.1d");
    assert_eq!(built("basic-4").components.clouds.len(), 63);
}

#[test]
fn sq_2_1f_distances_are_counted_in_steps() {
    covers!("SQ-2.1f");
    let map = built("basic-4").components;
    let hex = |name: &str| map.stars[map.star(name).expect("a star").index()].hex;
    for (a, b, steps) in [("Canis", "Ceti", 13), ("Scorpii", "Canis", 24), ("Canopus", "Draconis", 1)] {
        assert_eq!(hex(a).distance(hex(b)), steps);
    }
}

#[test]
fn sq_2_2e_the_planets_of_a_star_are_in_its_hex() {
    covers!("SQ-2.2e");
    let game = built("basic-4");
    for star in game.stars() {
        assert_eq!(game.star_at(game.components.stars[star.index()].hex), Some(star));
    }
}

#[test]
fn sq_2_2a_the_cards_fall_into_five_decks() {
    covers!("SQ-2.2a");
    let cards = built("basic-4").components.cards;
    let deck =
        |class: u8| -> Vec<usize> { (1..=78).filter(|&card| cards[card].class == Some(class)).collect() };
    let ends = [0, 1, 2, 3, 4].map(|class| (deck(class)[0], deck(class)[deck(class).len() - 1]));
    assert_eq!(ends, [(1, 11), (12, 23), (24, 43), (44, 56), (57, 78)]);
}

#[test]
fn sq_2_2b_a_card_lists_up_to_three_planets_of_four_types() {
    covers!("SQ-2.2b", "SQ-2.2c");
    let cards = built("basic-4").components.cards;
    let count = |kind: PlanetType| {
        cards[1..=78]
            .iter()
            .flat_map(|card| card.planets.iter().flatten())
            .filter(|planet| planet.kind == kind)
            .count()
    };
    assert_eq!([PlanetType::TR, PlanetType::ST, PlanetType::MT, PlanetType::BR].map(count), [21, 24, 31, 43]);
}

#[test]
fn sq_r_12_doubtful_cards_read_as_ruled() {
    covers!("SQ-R-12");
    let cards = built("basic-4").components.cards;
    let planets = |card: usize| -> Vec<(u8, PlanetType, u8, bool)> {
        let listed = cards[card].planets.iter().flatten();
        listed.map(|planet| (planet.orbit, planet.kind, planet.limit, planet.metal)).collect()
    };
    assert_eq!(planets(8), [(3, PlanetType::BR, 10, false), (5, PlanetType::MT, 20, true)]);
    assert_eq!(planets(19), [(3, PlanetType::BR, 20, true)]);
    assert_eq!(planets(32), [(4, PlanetType::TR, 80, false), (5, PlanetType::BR, 10, false)]);
    assert_eq!(planets(61), [(1, PlanetType::BR, 10, true), (4, PlanetType::MT, 20, false)]);
}

#[test]
fn sq_8_2b_the_price_list() {
    covers!("SQ-8.2b", "SQ-2.5");
    let components = built("basic-4").components;
    assert_eq!(components.price, [3, 8, 20, 40, 4, 10, 30, 4, 3]);
    assert_eq!((components.scout_pair, components.transport), (5, 1));
}

#[test]
fn sq_9_0a_three_sequences_of_three_levels_with_two_developments() {
    covers!("SQ-9.0a", "SQ-R-4");
    let tech = built("basic-4").components.tech;
    for sequence in [Sequence::Move, Sequence::Weap, Sequence::Tech] {
        let levels: Vec<u8> =
            tech.iter().filter(|row| row.sequence == sequence).map(|row| row.level).collect();
        assert_eq!(levels, [1, 1, 2, 2, 3, 3]);
    }
}

#[test]
fn sq_6_1_2b_the_fire_effects_table() {
    covers!("SQ-6.1.2b");
    let components = built("basic-4").components;
    let row =
        |from| [Kind::SCT, Kind::ESC, Kind::ATK, Kind::DN].map(|at| components.effect(from, at).chances());
    assert_eq!(row(Kind::ESC), [24, 6, 3, 0], "1 to 4, 1, a ten of two dice, never");
    assert_eq!(row(Kind::ATK), [30, 12, 6, 3]);
    assert_eq!(row(Kind::SCT), [0; 4]);
    assert_eq!(row(Kind::DN), [36, 24, 12, 6]);
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
fn sq_3_1a_each_player_starts_with_the_same_ships() {
    covers!("SQ-3.1a", "SQ-3.1b", "SQ-3.3e");
    let state = game("basic-3").start();
    assert_eq!(state.fleets.truth().len(), 3, "one pool each");
    for fleet in state.fleets.truth() {
        assert_eq!((fleet.ships.0[0], fleet.ships.0[1], fleet.ships.transports()), (4, 4, 35));
        assert_eq!(
            state.groups(fleet.token).iter().map(|group| group.count).sum::<u16>(),
            35,
            "all are loaded"
        );
    }
}

#[test]
fn sq_3_1c_each_player_has_a_bonus_of_25() {
    covers!("SQ-3.1c");
    let state = game("basic-3").start();
    let bonus: Vec<u8> = state.sheets.truth().iter().map(|sheet| sheet.bonus).collect();
    assert_eq!(bonus, [25, 25, 25, 0], "three players");
}

#[test]
fn sq_3_0a_no_card_is_drawn_before_a_star_is_explored() {
    covers!("SQ-3.0a");
    assert!(game("basic-3").start().cards.truth().iter().all(|&card| card == 0));
    assert!(
        matches!(game("half-west").turn(&game("half-west").start()), Turn::Chance(_)),
        "a start on stars draws"
    );
}

#[test]
fn sq_3_0b_each_player_has_an_entry_hex() {
    covers!("SQ-3.0b", "SQ-1.0a");
    for players in 2..=4 {
        let game = game(&format!("basic-{players}"));
        assert_eq!((game.seats(), game.start().fleets.truth().len()), (players, usize::from(players)));
    }
}

fn bonus() -> crate::common::Stage {
    let basic = game("basic-2");
    let start = basic.start();
    Scene::of(basic, start)
}

#[test]
fn sq_3_2a_the_bonus_buys_no_bases_and_no_transports() {
    covers!("SQ-3.2a", "SQ-3.2b");
    assert_eq!(bonus().verdict(RED, "buy MB 1"), denied("SQ-3.2a"));
    assert_eq!(bonus().verdict(RED, "send 1"), denied("SQ-3.2a"));
    assert_eq!(bonus().verdict(RED, "buy ESC 3"), Ok(()));
    assert_eq!(bonus().verdict(RED, "buy ESC 4"), denied("SQ-8.2.2b"));
}

#[test]
fn sq_r_2_scouts_cost_three_or_five_for_two() {
    covers!("SQ-R-2", "SQ-DP-1");
    let mut stage = bonus();
    let left = |stage: &crate::common::Stage| stage.state.sheets.truth()[0].bonus;
    stage.act(RED, "buy SCT 1");
    assert_eq!(left(&stage), 22);
    stage.act(RED, "buy SCT 1");
    assert_eq!(left(&stage), 20);
    stage.act(RED, "buy ESC 1");
    assert_eq!((left(&stage), &stage.state.fleets.truth()[0].ships.0[..2]), (12, &[6, 5][..]));
}

#[test]
fn sq_3_2d_the_bonus_pays_for_research() {
    covers!("SQ-3.2d");
    let mut stage = bonus();
    all(&mut stage, RED, &["research MOVE 15", "acquire 3MA"]);
    assert_eq!(stellar_conquest::StellarConquest::allowance(&stage.state.sheets.truth()[0]), 3);
}

#[test]
fn sq_3_2e_the_bonus_is_spent_by_all_at_once() {
    covers!("SQ-3.2e");
    let mut stage = bonus();
    stage.act(RED, "buy ESC 1");
    stage.act(BLUE, "commit");
    assert!(
        matches!(stage.game.turn(&stage.state), Turn::Choose(seats) if seats.contains(RED) && !seats.contains(BLUE))
    );
    assert_eq!(stage.view(Viewer::Seat(BLUE)).fleets.len(), 1, "the other pool is not seen");
}

#[test]
fn sq_3_2c_what_is_not_spent_is_lost() {
    covers!("SQ-3.2c");
    let mut stage = bonus();
    all(&mut stage, RED, &["buy ESC 1", "commit"]);
    assert_eq!(stage.state.sheets.truth()[0].bonus, 17, "until all have committed");
    stage.act(BLUE, "commit");
    assert_eq!(stage.state.sheets.truth()[0].bonus, 0);
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

/// Turn 1 of the basic game, Red to enter.
fn entering() -> crate::common::Stage {
    let mut stage = bonus();
    all(&mut stage, RED, &["commit"]);
    all(&mut stage, BLUE, &["commit"]);
    stage
}

#[test]
fn sq_3_3a_all_ships_enter_in_turn_one() {
    covers!("SQ-3.3a");
    let mut stage = entering();
    assert_eq!(stage.verdict(RED, "end-move"), denied("SQ-3.3a"));
    all(&mut stage, RED, &["pick 60001", "bound Barnard", "step AF20", "done"]);
    assert_eq!(stage.verdict(RED, "end-move"), Ok(()));
}

#[test]
fn sq_3_3b_the_entry_hex_is_the_first_of_the_move() {
    covers!("SQ-3.3b");
    let mut stage = entering();
    all(&mut stage, RED, &["pick 60001", "bound Scorpii", "step AF20", "step AE20"]);
    assert_eq!(stage.verdict(RED, "step AD19"), denied("SQ-5.4.1"), "two hexes");
}

#[test]
fn sq_3_3c_nothing_but_the_entry_happens_in_turn_one() {
    covers!("SQ-3.3c", "SQ-4.7", "SQ-3.0c");
    let mut stage = entering();
    all(&mut stage, RED, &["pick 60001", "bound Barnard", "step AF20", "done", "end-move"]);
    assert_eq!((stage.to_act(), stage.state.open.frame), (Some(BLUE), Frame::Move), "the next player enters");
}

#[test]
fn sq_3_3d_a_fleet_enters_with_a_destination() {
    covers!("SQ-3.3d");
    let mut stage = entering();
    stage.act(RED, "pick 60001");
    assert_eq!(stage.verdict(RED, "step AF20"), denied("SQ-3.3d"));
    stage.act(RED, "bound Scorpii");
    assert_eq!(stage.verdict(RED, "step AF20"), Ok(()));
}

#[test]
fn sq_hid_18_ships_that_have_not_entered_are_not_seen() {
    covers!("SQ-HID-18");
    let mut stage = entering();
    let seen = |stage: &crate::common::Stage| {
        stage.view(Viewer::Seat(BLUE)).fleets.iter().filter(|fleet| fleet.owner == RED).count()
    };
    all(&mut stage, RED, &["pick 60001", "detach 1 SCT", "bound Scorpii"]);
    assert_eq!(seen(&stage), 0);
    stage.act(RED, "step AF20");
    assert_eq!(seen(&stage), 1);
}

#[test]
fn sq_4_0c_a_year_ends_when_all_have_played() {
    covers!("SQ-4.0c");
    let mut stage = entering();
    all(&mut stage, RED, &["pick 60001", "bound Barnard", "step AF20", "done", "end-move"]);
    assert_eq!(stage.state.open.turn, 1);
    all(&mut stage, BLUE, &["pick 61001", "bound Canis", "step A01", "done", "end-move"]);
    assert_eq!((stage.state.open.turn, stage.to_act()), (2, Some(RED)));
}

#[test]
fn sq_4_0a_a_step_closes_the_earlier_ones() {
    covers!("SQ-4.0a");
    let mut stage = at(
        "star Canis card 32 explored 0\nsheet 0 has USR\ncolony Canis.1 of 1 by 0 pop 5 iu 9\nfleet 1 of 0 at G05 ships 1 ESC",
    );
    stage.act(RED, "end-move");
    assert_eq!(stage.verdict(RED, "scrap Canis.1 IU 1"), Ok(()));
    stage.act(RED, "destroy Canis.1 1");
    assert_eq!(stage.verdict(RED, "scrap Canis.1 IU 1"), denied("SQ-4.0a"));
}

#[test]
fn sq_4_0b_nothing_happens_out_of_its_step() {
    covers!("SQ-4.0b");
    let stage = at("fleet 1 of 0 at AA19 ships 1 ESC\nstar Scorpii card 25 explored 0");
    assert_eq!(stage.verdict(RED, "unload Scorpii.1 CT0 1"), denied("SQ-4.0b"));
    assert_eq!(stage.verdict(BLUE, "end-move"), denied("SQ-4.0b"));
}

/// The last Player Turn of a year has been played.
fn end_of(setup: &str, turn: u8) -> crate::common::Stage {
    let mut stage = on(setup, &format!("turn {turn} active 0\nfleet 1 of 0 at AB15 ships 1 SCT bound Hamal"));
    stage.act(RED, "end-move");
    stage
}

#[test]
fn sq_4_8a_every_fourth_year_is_a_production_year() {
    covers!("SQ-4.8a", "SQ-8.0a", "SQ-R-8");
    for turn in 5..=12 {
        let production = end_of("basic-4", turn).state.open.frame == Frame::Production;
        assert_eq!(production, turn % 4 == 0, "year {turn}");
    }
}

#[test]
fn sq_4_8b_all_plan_at_the_same_time_and_need_not_send_people() {
    covers!("SQ-4.8b", "SQ-8.4.7");
    let mut stage = end_of("basic-4", 8);
    stage.act(RED, "commit");
    assert_eq!((stage.state.open.turn, stage.state.open.frame), (9, Frame::Move));
}

#[test]
fn sq_4_8c_no_production_year_follows_the_last_turn() {
    covers!("SQ-4.8c", "SQ-R-13");
    assert!(end_of("basic-4", 40).is_over());
}

#[test]
fn sq_10_0a_the_game_ends_after_the_agreed_year() {
    covers!("SQ-10.0a", "SQ-1.0b");
    assert!(end_of("four-A turns=36", 36).is_over() && end_of("basic-4 turns=57", 57).is_over());
    assert!(!end_of("basic-4", 36).is_over() && !end_of("basic-4 turns=57", 56).is_over());
}

#[test]
fn sq_4_0d_a_step_with_nothing_to_decide_is_passed() {
    covers!("SQ-4.0d");
    let stage = end_of("basic-4", 6);
    assert_eq!((stage.state.open.turn, stage.state.open.frame), (7, Frame::Move), "no attack, no landing");
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
fn sq_1_0d_no_planet_has_people_at_the_start() {
    covers!("SQ-1.0d");
    for setup in ["basic-2", "four-A home=80", "nova players=2"] {
        assert!(built(setup).start().colonies.truth().is_empty(), "{setup}");
    }
    let mut stage = at("star Scorpii card 25 explored 0\nfleet 1 of 0 at AA19 lot 4 CT0 - 0");
    all(&mut stage, RED, &["end-move", "unload Scorpii.1 CT0 4"]);
    assert_eq!(stage.state.colonies.truth().len(), 1);
}

#[test]
fn sq_1_0e_planets_are_unknown_until_explored() {
    covers!("SQ-1.0e", "SQ-2.4");
    let stage = at("star Scorpii card 25 explored 0");
    let known = |seat| stage.view(Viewer::Seat(seat)).cards.iter().filter(|&&card| card != 0).count();
    assert_eq!((known(RED), known(BLUE)), (1, 0));
    assert!(stage.view(Viewer::Seat(BLUE)).sheet(RED).is_none());
}

#[test]
fn sq_hid_1_tokens_are_public() {
    covers!("SQ-HID-1");
    let view = at("fleet 1 of 0 at AA18 ships 2 ESC bound Hamal").view(Viewer::Public);
    assert_eq!((view.fleets.len(), view.fleets[0].owner, view.fleets[0].ships.total()), (1, RED, 0));
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
