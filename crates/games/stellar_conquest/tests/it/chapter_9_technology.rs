//! Technology and points (chapters 9 and 10).

use crate::common::{BLUE, RED, all, at, game, year};
use laws::denied;
use rules::{Viewer, covers};
use stellar_conquest::{FinalScore, cumulative_average, ids::Development};

fn sheet(lines: &str) -> crate::common::Stage {
    year(&format!("sheet 0 {lines}"))
}

fn research(stage: &crate::common::Stage) -> [u32; 3] {
    stage.state.sheets.truth()[0].research
}

#[test]
fn sq_9_2a_a_level_is_opened_by_one_development_of_the_level_below() {
    covers!("SQ-9.2a");
    for (held, wanted, verdict) in [
        ("", "AMB", denied("SQ-9.2a")),
        ("has MB", "AMB", Ok(())),
        ("has MB", "ISW", denied("SQ-9.2a")),
        ("has MB has AMB", "ISW", Ok(())),
        ("has IIT has 3MA", "AMB", denied("SQ-9.2a")),
    ] {
        let stage = sheet(&format!("research 200 200 200 {held}"));
        assert_eq!(stage.verdict(RED, &format!("acquire {wanted}")), verdict, "{held}: {wanted}");
    }
}

#[test]
fn sq_r_6_robots_need_a_development_of_level_two_not_a_certain_one() {
    covers!("SQ-R-6");
    assert_eq!(sheet("research 0 0 100 has IIT has CET").verdict(RED, "acquire RIU"), denied("SQ-9.2a"));
    assert_eq!(sheet("research 0 0 100 has CET has USR").verdict(RED, "acquire RIU"), Ok(()));
}

#[test]
fn sq_9_2b_the_predecessor_lowers_the_price_and_may_be_skipped() {
    covers!("SQ-9.2b");
    let mut skipped = sheet("research 40 0 0");
    skipped.act(RED, "acquire 4MA");
    let mut held = sheet("research 40 0 0 has 3MA");
    held.act(RED, "acquire 4MA");
    assert_eq!((research(&skipped)[0], research(&held)[0]), (0, 10));
}

#[test]
fn sq_9_2c_a_development_opens_the_next_in_the_same_year() {
    covers!("SQ-9.2c");
    let mut stage = sheet("research 0 65 0");
    assert_eq!(stage.verdict(RED, "acquire AMB"), denied("SQ-9.2a"));
    all(&mut stage, RED, &["acquire MB", "acquire AMB"]);
    assert_eq!(research(&stage)[1], 0, "and lowers its price");
}

#[test]
fn sq_9_2d_a_development_is_used_in_the_year_it_is_acquired() {
    covers!("SQ-9.2d");
    let mut stage = year(
        "star Canis card 32 explored 0\ncolony Canis.1 of 0 pop 20\nsheet 0 research 0 25 0 work Canis.1",
    );
    assert_eq!(stage.verdict(RED, "buy MB 1"), denied("SQ-9.5a"));
    all(&mut stage, RED, &["acquire MB", "buy MB 1"]);
}

#[test]
fn sq_9_3a_totals_never_move_between_sequences() {
    covers!("SQ-9.3a");
    let mut stage = sheet("research 90 25 90");
    stage.act(RED, "acquire MB");
    assert_eq!(research(&stage), [90, 0, 90]);
    assert_eq!(stage.verdict(RED, "acquire ATK"), denied("SQ-9.3c"), "the others do not help out");
}

#[test]
fn sq_9_3b_a_total_buys_any_open_development_of_its_sequence() {
    covers!("SQ-9.3b");
    let stage = sheet("research 0 0 25");
    assert_eq!((stage.verdict(RED, "acquire CET"), stage.verdict(RED, "acquire IIT")), (Ok(()), Ok(())));
    let mut stage = stage;
    stage.act(RED, "acquire CET");
    assert_eq!(stage.verdict(RED, "acquire IIT"), denied("SQ-9.3c"));
}

#[test]
fn sq_9_3c_the_total_pays_the_price_and_keeps_the_rest() {
    covers!("SQ-9.3c");
    assert_eq!(sheet("research 0 24 0").verdict(RED, "acquire MB"), denied("SQ-9.3c"));
    let mut stage = sheet("research 0 26 0");
    stage.act(RED, "acquire MB");
    assert_eq!(research(&stage)[1], 1);
}

#[test]
fn sq_9_3d_developments_are_acquired_in_production_years_only() {
    covers!("SQ-9.3d");
    assert_eq!(sheet("research 0 25 0").verdict(RED, "acquire MB"), Ok(()));
    let turn = at("sheet 0 research 0 25 0\nfleet 1 of 0 at AA19 ships 1 ESC");
    assert_eq!(turn.verdict(RED, "acquire MB"), denied("SQ-4.0b"));
}

#[test]
fn sq_9_3e_a_development_is_acquired_once() {
    covers!("SQ-9.3e");
    assert_eq!(sheet("research 0 90 0 has MB").verdict(RED, "acquire MB"), denied("SQ-9.3e"));
    assert_eq!(sheet("research 0 90 0").verdict(RED, "acquire MB"), Ok(()));
}

#[test]
fn sq_9_4g_movement_comes_in_three_levels_of_two() {
    covers!("SQ-9.4g");
    let open = |held: &str| -> Vec<&str> {
        let stage = sheet(&format!("research 200 0 0 {held}"));
        ["3MA", "4MA", "5MA", "6MA", "7MA", "8MA"]
            .into_iter()
            .filter(|name| stage.verdict(RED, &format!("acquire {name}")).is_ok())
            .collect()
    };
    assert_eq!(open(""), ["3MA", "4MA"]);
    assert_eq!(open("has 4MA"), ["5MA", "6MA"]);
    assert_eq!(open("has 4MA has 6MA"), ["7MA", "8MA"]);
}

#[test]
fn sq_9_4h_slower_movement_than_the_present_one_is_not_bought() {
    covers!("SQ-9.4h");
    let stage = sheet("research 200 0 0 has 4MA");
    assert_eq!(stage.verdict(RED, "acquire 3MA"), denied("SQ-9.4h"));
    assert_eq!(stage.verdict(RED, "acquire 5MA"), Ok(()));
}

#[test]
fn sq_r_60_a_movement_of_five_lowers_the_price_of_unlimited_range() {
    covers!("SQ-R-60");
    let price = |held: &str| {
        let stage = sheet(held);
        stage.game.price_of(&stage.state.sheets.truth()[0], Development::Usr)
    };
    assert_eq!((price("has 4MA"), price("has 4MA has 5MA"), price("has 4MA has 6MA")), (60, 40, 40));
}

#[test]
fn sq_9_6g_movement_works_at_once_for_all_ships() {
    covers!("SQ-9.6g");
    let mut stage = sheet("research 15 0 0");
    let allowance = |stage: &crate::common::Stage| {
        stellar_conquest::StellarConquest::allowance(&stage.state.sheets.truth()[0])
    };
    assert_eq!(allowance(&stage), 2);
    stage.act(RED, "acquire 3MA");
    assert_eq!(allowance(&stage), 3);
}

#[test]
fn sq_hid_12_technology_is_secret() {
    covers!("SQ-HID-12");
    let mut stage = sheet("research 0 25 0");
    stage.act(RED, "acquire MB");
    assert!(stage.view(Viewer::Seat(BLUE)).sheet(RED).is_none());
    assert!(stage.view(Viewer::Seat(RED)).sheet(RED).is_some());
}

/// What is paid for a development by a player with everything before it in these lists.
fn paid(names: &[&str], at: usize) -> u32 {
    let held: Vec<String> = names[..at].iter().map(|name| format!("has {name}")).collect();
    let mut stage = sheet(&format!("research 500 500 500 {}", held.join(" ")));
    stage.act(RED, &format!("acquire {}", names[at]));
    1500 - research(&stage).iter().sum::<u32>()
}

const MOVE: [&str; 6] = ["3MA", "4MA", "5MA", "6MA", "7MA", "8MA"];
const WEAP: [&str; 6] = ["MB", "ATK", "AMB", "DN", "ISW", "PFS"];
const TECH: [&str; 6] = ["CET", "IIT", "AIT", "USR", "RIU", "USC"];

/// The price without the predecessor, as `price_of` states it for a sheet with only what opens the level.
fn dearer(held: &str, development: Development) -> u32 {
    let stage = sheet(held);
    stage.game.price_of(&stage.state.sheets.truth()[0], development)
}

#[test]
fn sq_9_4a_the_first_step_of_movement_costs_fifteen() {
    covers!("SQ-9.4a", "SQ-R-7");
    assert_eq!(paid(&MOVE, 0), 15);
}

#[test]
fn sq_9_4b_four_costs_thirty_or_forty() {
    covers!("SQ-9.4b");
    assert_eq!((paid(&MOVE, 1), dearer("", Development::Ma4)), (30, 40));
}

#[test]
fn sq_9_4c_five_costs_forty_or_fifty_five() {
    covers!("SQ-9.4c");
    assert_eq!((paid(&MOVE, 2), dearer("has 3MA", Development::Ma5)), (40, 55));
}

#[test]
fn sq_9_4d_six_costs_fifty_or_sixty_five() {
    covers!("SQ-9.4d");
    assert_eq!((paid(&MOVE, 3), dearer("has 4MA", Development::Ma6)), (50, 65));
}

#[test]
fn sq_9_4e_seven_costs_sixty_or_seventy_five() {
    covers!("SQ-9.4e");
    assert_eq!((paid(&MOVE, 4), dearer("has 4MA has 5MA", Development::Ma7)), (60, 75));
}

#[test]
fn sq_9_4f_eight_costs_seventy_or_eighty() {
    covers!("SQ-9.4f");
    assert_eq!((paid(&MOVE, 5), dearer("has 4MA has 6MA", Development::Ma8)), (70, 80));
}

#[test]
fn sq_9_5a_missile_bases_cost_twenty_five() {
    covers!("SQ-9.5a");
    assert_eq!(paid(&WEAP, 0), 25);
}

#[test]
fn sq_9_5c_advanced_bases_cost_forty_or_fifty_five() {
    covers!("SQ-9.5c", "SQ-R-5");
    assert_eq!((paid(&WEAP, 2), dearer("has ATK", Development::Amb)), (40, 55));
}

#[test]
fn sq_9_5e_improved_weaponry_costs_a_hundred() {
    covers!("SQ-9.5e");
    assert_eq!(paid(&WEAP, 4), 100);
}

#[test]
fn sq_9_5f_screens_cost_a_hundred_and_thirty() {
    covers!("SQ-9.5f");
    assert_eq!(paid(&WEAP, 5), 130);
}

#[test]
fn sq_9_6a_controlled_environment_costs_twenty_five() {
    covers!("SQ-9.6a", "SQ-R-3");
    assert_eq!(paid(&TECH, 0), 25);
}

#[test]
fn sq_9_6b_industrial_technology_costs_twenty_five_and_forty_or_fifty_five() {
    covers!("SQ-9.6b", "SQ-9.6c");
    assert_eq!((paid(&TECH, 1), paid(&TECH, 2), dearer("has CET", Development::Ait)), (25, 40, 55));
}

#[test]
fn sq_9_6d_unlimited_range_costs_sixty_or_forty() {
    covers!("SQ-9.6d");
    assert_eq!((paid(&TECH, 3), dearer("has 5MA", Development::Usr)), (60, 40));
}

#[test]
fn sq_9_6e_robots_cost_eighty_five_or_a_hundred() {
    covers!("SQ-9.6e");
    assert_eq!((paid(&TECH, 4), dearer("has CET has USR", Development::Riu)), (85, 100));
}

#[test]
fn sq_9_6f_unlimited_communication_costs_seventy() {
    covers!("SQ-9.6f");
    assert_eq!(paid(&TECH, 5), 70);
}

#[test]
fn sq_ex_6_the_price_of_robots() {
    let (with, without) = (sheet("has IIT has AIT"), sheet("has CET has USR"));
    let price =
        |stage: &crate::common::Stage| stage.game.price_of(&stage.state.sheets.truth()[0], Development::Riu);
    assert_eq!((price(&with), price(&without)), (85, 100));
    assert_eq!(sheet("research 0 0 100 has IIT").verdict(RED, "acquire RIU"), denied("SQ-9.2a"));
}

#[test]
fn sq_ex_8_what_the_bonus_leaves() {
    for (put, get, left) in
        [("TECH", "IIT", [0, 0, 0]), ("WEAP", "MB", [0, 0, 0]), ("MOVE", "3MA", [10, 0, 0])]
    {
        let basic = game("basic-2");
        let start = rules::Game::start(&basic);
        let mut stage = laws::Scene::of(basic, start);
        all(&mut stage, RED, &[&format!("research {put} 25"), &format!("acquire {get}")]);
        assert_eq!(stage.state.sheets.truth()[0].research, left);
    }
}

#[test]
fn sq_ex_9_skipping_three() {
    let mut stage = sheet("research 25 0 0");
    assert_eq!(stage.verdict(RED, "acquire 4MA"), denied("SQ-9.3c"));
    stage.state.sheets.truth_mut()[0].research[0] += 15;
    stage.act(RED, "acquire 4MA");
    assert_eq!(stage.state.sheets.truth()[0].research[0], 0);
}

#[test]
fn sq_ex_10_four_left_for_weapons() {
    let mut stage = sheet("research 0 29 0");
    stage.act(RED, "acquire MB");
    assert_eq!(stage.state.sheets.truth()[0].research[1], 4);
}

#[test]
fn sq_ex_11_ten_left_for_technology() {
    let mut stage = sheet(&format!("research 0 0 {} has IIT", 15 + 6 + 3 + 9 + 12 + 5));
    stage.act(RED, "acquire AIT");
    assert_eq!(stage.state.sheets.truth()[0].research[2], 10);
    assert_eq!(sheet("research 0 0 50 has CET").verdict(RED, "acquire AIT"), denied("SQ-9.3c"));
}

#[test]
fn sq_ex_12_dreadnaughts_with_and_without_attack_ships() {
    let price =
        |stage: &crate::common::Stage| stage.game.price_of(&stage.state.sheets.truth()[0], Development::Dn);
    assert_eq!((price(&sheet("has ATK")), price(&sheet("has MB"))), (75, 90));
    assert_eq!(sheet("research 0 90 0").verdict(RED, "acquire DN"), denied("SQ-9.2a"));
    assert_eq!(sheet("research 0 90 0 has MB").verdict(RED, "acquire DN"), Ok(()));
}

#[test]
fn sq_ex_13_cards_of_the_sample_sheet() {
    let game = game("basic-4");
    let card = |number: usize| {
        let planets = game.components.cards[number].planets.iter().flatten();
        planets
            .map(|planet| {
                format!(
                    "{} {:?}{}{}",
                    planet.orbit,
                    planet.kind,
                    planet.limit,
                    if planet.metal { " NM" } else { "" }
                )
            })
            .collect::<Vec<_>>()
            .join(", ")
    };
    assert_eq!(card(8), "3 BR10, 5 MT20 NM");
    assert_eq!(card(19), "3 BR20 NM");
    assert_eq!(card(32), "4 TR80, 5 BR10");
    assert_eq!(card(61), "1 BR10 NM, 4 MT20");
}

#[test]
fn sq_ex_14_which_half() {
    let west = game("half-west");
    let east = game("half-east");
    let has = |game: &stellar_conquest::StellarConquest, name: &str| {
        let star = game.components.star(name).expect("a star");
        game.stars().any(|other| other == star)
    };
    assert!(["Canopus", "Hydrae"].iter().all(|name| has(&west, name) && !has(&east, name)));
    assert!(
        ["Mizar", "Crucis", "Draconis", "Zosca"].iter().all(|name| has(&east, name) && !has(&west, name))
    );
}

/// The points of Red and Blue.
fn points(lines: &str) -> [u16; 2] {
    let stage = at(lines);
    let points = stage.game.score(&stage.state.known()).points;
    [points[0], points[1]]
}

#[test]
fn sq_10_1a_three_points_for_a_terran_and_one_for_a_sub_terran_planet() {
    covers!("SQ-10.1a");
    assert_eq!(
        points(
            "star Scorpii card 24 explored 0\ncolony Scorpii.1 of 0 pop 9\nfleet 2 of 1 at AA19 ships 1 SCT"
        ),
        [3, 1]
    );
    assert_eq!(
        points(
            "star Scorpii card 24 explored 0\ncolony Scorpii.2 of 0 pop 9\nfleet 2 of 1 at AA19 ships 1 SCT"
        ),
        [1, 3]
    );
}

#[test]
fn sq_10_1_1_a_free_colony_counts_for_its_originator_besieged_or_not() {
    covers!("SQ-10.1.1");
    assert_eq!(
        points(
            "star Canis card 32 explored 0\ncolony Canis.1 of 0 pop 4 mb 1\nfleet 1 of 1 at G05 ships 9 DN"
        ),
        [3, 0]
    );
}

#[test]
fn sq_10_1_2_a_conquered_colony_counts_for_a_conqueror_with_a_warship_there() {
    covers!("SQ-10.1.2");
    let with = |ship: &str| {
        points(&format!(
            "star Canis card 32 explored 0\ncolony Canis.1 of 1 by 0 pop 4\nfleet 1 of 0 at G05 ships 1 {ship}"
        ))
    };
    assert_eq!((with("ESC"), with("SCT")), ([3, 0], [0, 0]));
}

#[test]
fn sq_10_1_3_an_empty_planet_counts_for_the_player_with_a_ship_there() {
    covers!("SQ-10.1.3");
    assert_eq!(points("star Canis card 32 explored 0\nfleet 1 of 1 at G05 ships 1 SCT"), [0, 3]);
    assert_eq!(points("star Canis card 32 explored 0\nfleet 1 of 1 at G06 ships 1 SCT bound Canis"), [0, 0]);
}

#[test]
fn sq_10_1_4_minimal_barren_and_uninhabitable_planets_count_nothing() {
    covers!("SQ-10.1.4");
    assert_eq!(
        points("star Mizar card 8 explored 0\ncolony Mizar.1 of 0 pop 5\ncolony Mizar.2 of 0 pop 5"),
        [0, 0]
    );
    assert_eq!(
        points("star Canis card 32 explored 0\nruined Canis.1\nfleet 1 of 0 at G05 ships 1 SCT"),
        [0, 0]
    );
}

#[test]
fn sq_10_1_5_an_empty_planet_counts_for_colonists_of_the_same_star() {
    covers!("SQ-10.1.5", "SQ-R-41");
    assert_eq!(points("star Scorpii card 24 explored 0\ncolony Scorpii.1 of 0 pop 9"), [3 + 1, 0]);
    assert_eq!(
        points("star Scorpii card 24 explored 0\ncolony Scorpii.1 of 0 by 1 pop 9"),
        [0, 0],
        "not if conquered"
    );
}

#[test]
fn sq_10_1b_stars_that_no_player_explored_count_nothing() {
    covers!("SQ-10.1b");
    let explored = "star Canis card 32 explored 1\nfleet 1 of 0 at G05 ships 1 SCT";
    assert_eq!(points(explored), [3, 0], "it does not matter who explored it");
    assert_eq!(points(&explored.replace(" explored 1", "")), [0, 0]);
}

#[test]
fn sq_hid_16_points_are_secret() {
    covers!("SQ-HID-16");
    let stage = at("star Canis card 32 explored 0\ncolony Canis.1 of 0 pop 4");
    let points = |viewer| rules::Present::private_view(&stage.game, &stage.view(viewer)).points;
    assert_eq!((points(Viewer::Seat(RED)), points(Viewer::Public)), (Some(3), None));
}

#[test]
fn sq_ex_33_a_scout_claims_the_empty_planet() {
    let stage = at(
        "star Scorpii card 24 explored 0 1\ncolony Scorpii.1 of 0 pop 9\nfleet 2 of 1 at AA19 ships 1 SCT",
    );
    assert_eq!(stage.game.score(&stage.state.known()).points[..2], [3, 1]);
}

#[test]
fn sq_10_1c_equal_scores_share_the_win() {
    covers!("SQ-10.1c", "SQ-R-14");
    let winners = |points: &[u16]| FinalScore { points: points.to_vec() }.winners();
    assert_eq!(winners(&[7, 7, 3]), rules::Seats::only(RED).with(BLUE));
    assert_eq!(winners(&[7, 8, 3]), rules::Seats::only(BLUE));
}

#[test]
fn sq_10_2_a_stand_off_at_four_fifths_of_the_winner() {
    covers!("SQ-10.2", "SQ-R-42");
    let stand_off = |points: &[u16]| FinalScore { points: points.to_vec() }.is_stand_off();
    assert!(stand_off(&[0, 0]) && stand_off(&[4, 5]) && stand_off(&[1, 16, 20]));
    assert!(!stand_off(&[20, 15]) && !stand_off(&[3, 4]) && !stand_off(&[1, 0]));
}

#[test]
fn sq_ex_28_eighty_per_cent() {
    assert!(FinalScore { points: vec![20, 16] }.is_stand_off());
    assert!(!FinalScore { points: vec![20, 15] }.is_stand_off());
}

#[test]
fn sq_10_3a_points_over_the_number_of_games() {
    covers!("SQ-10.3a");
    assert_eq!(cumulative_average(&[(12, 2), (13, 2)]), Some(1250));
    assert_eq!(cumulative_average(&[]), None);
}

#[test]
fn sq_10_3b_games_of_more_players_weigh_more() {
    covers!("SQ-10.3b");
    assert_eq!([2, 3, 4].map(|players| cumulative_average(&[(10, players)])), [1000, 1500, 2000].map(Some));
}

#[test]
fn sq_10_3c_two_places_exactly() {
    covers!("SQ-10.3c");
    assert_eq!(cumulative_average(&[(1, 2), (1, 2), (0, 2)]), Some(67));
    assert_eq!(cumulative_average(&[(1, 2), (0, 2), (0, 2)]), Some(33));
}

#[test]
fn sq_ex_29_nineteen() {
    assert_eq!(cumulative_average(&[(12, 2), (10, 3), (15, 4)]), Some(1900));
}
