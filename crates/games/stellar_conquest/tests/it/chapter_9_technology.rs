//! Technology and points (chapters 9 and 10).

use crate::common::{BLUE, RED, all, at, game, year};
use laws::denied;
use rules::{Viewer, covers};
use stellar_conquest::{FinalScore, cumulative_average, ids::Development};

fn sheet(lines: &str) -> crate::common::Stage {
    year(&format!("sheet 0 {lines}"))
}

#[test]
fn sq_9_2a_levels_open_one_another() {
    covers!(
        "SQ-9.2a",
        "SQ-9.2b",
        "SQ-9.2c",
        "SQ-9.2d",
        "SQ-9.3a",
        "SQ-9.3b",
        "SQ-9.3c",
        "SQ-9.3d",
        "SQ-9.3e",
        "SQ-9.4g",
        "SQ-9.4h",
        "SQ-9.6g",
        "SQ-R-6",
        "SQ-R-60",
        "SQ-HID-12"
    );
    let mut stage = sheet("research 200 100 200");
    assert_eq!(stage.verdict(RED, "acquire 5MA"), denied("SQ-9.2a"));
    stage.act(RED, "acquire 4MA").act(RED, "acquire 5MA");
    assert_eq!(stage.state.sheets.truth()[0].research[0], 200 - 40 - 40);
    assert_eq!(stage.verdict(RED, "acquire 3MA"), denied("SQ-9.4h"));
    assert_eq!(stage.verdict(RED, "acquire 4MA"), denied("SQ-9.3e"));
    stage.act(RED, "acquire CET").act(RED, "acquire USR");
    assert_eq!(
        stage.state.sheets.truth()[0].research[2],
        200 - 25 - 40,
        "a movement of five lowers the price"
    );
    assert_eq!(stage.verdict(RED, "acquire RIU"), Ok(()));
    stage.act(RED, "acquire ATK");
    assert_eq!(stage.verdict(RED, "acquire DN"), denied("SQ-9.3c"));
    assert!(stage.view(Viewer::Seat(BLUE)).sheet(RED).is_none());
}

#[test]
fn sq_9_4a_every_development_has_its_price() {
    covers!(
        "SQ-9.4a", "SQ-9.4b", "SQ-9.4c", "SQ-9.4d", "SQ-9.4e", "SQ-9.4f", "SQ-9.5a", "SQ-9.5c", "SQ-9.5e",
        "SQ-9.5f", "SQ-9.6a", "SQ-9.6b", "SQ-9.6c", "SQ-9.6d", "SQ-9.6e", "SQ-9.6f", "SQ-R-3", "SQ-R-5",
        "SQ-R-7"
    );
    let mut stage = sheet("research 1000 1000 1000");
    let order = [
        "3MA", "4MA", "5MA", "6MA", "7MA", "8MA", "MB", "ATK", "AMB", "DN", "ISW", "PFS", "CET", "IIT",
        "AIT", "USR", "RIU", "USC",
    ];
    for (name, price) in
        order.iter().zip([15, 30, 40, 50, 60, 70, 25, 35, 40, 75, 100, 130, 25, 25, 40, 40, 85, 70])
    {
        let before: u32 = stage.state.sheets.truth()[0].research.iter().sum();
        stage.act(RED, &format!("acquire {name}"));
        assert_eq!(before - stage.state.sheets.truth()[0].research.iter().sum::<u32>(), price, "{name}");
    }
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

#[test]
fn sq_10_1a_points_for_planets() {
    covers!(
        "SQ-10.1a",
        "SQ-10.1.1",
        "SQ-10.1.2",
        "SQ-10.1.3",
        "SQ-10.1.4",
        "SQ-10.1.5",
        "SQ-10.1b",
        "SQ-R-41",
        "SQ-HID-16"
    );
    let stage = at(
        "star Scorpii card 24 explored 0 1\ncolony Scorpii.1 of 0 pop 9\nstar Canis card 32 explored 0\ncolony Canis.1 of 1 by 0 pop 4\nfleet 1 of 0 at G05 ships 1 ESC\nstar Indi card 44 explored 1\nfleet 2 of 1 at D04 ships 1 SCT\nruined Indi.2\nstar Lalande card 67 explored 1\ncolony Lalande.1 of 1 pop 3",
    );
    assert_eq!(stage.game.score(&stage.state.known()).points, [3 + 1 + 3, 1, 0, 0]);
    let points = |viewer| rules::Present::private_view(&stage.game, &stage.view(viewer)).points;
    assert_eq!(points(Viewer::Seat(RED)), Some(7));
    assert_eq!(points(Viewer::Public), None);
}

#[test]
fn sq_ex_33_a_scout_claims_the_empty_planet() {
    let stage = at(
        "star Scorpii card 24 explored 0 1\ncolony Scorpii.1 of 0 pop 9\nfleet 2 of 1 at AA19 ships 1 SCT",
    );
    assert_eq!(stage.game.score(&stage.state.known()).points[..2], [3, 1]);
}

#[test]
fn sq_10_1c_ties_and_stand_offs() {
    covers!("SQ-10.1c", "SQ-10.2", "SQ-R-14", "SQ-R-42");
    assert_eq!(FinalScore { points: vec![7, 7, 3] }.winners().len(), 2);
    assert!(FinalScore { points: vec![0, 0] }.is_stand_off());
    assert!(!FinalScore { points: vec![20, 15] }.is_stand_off());
}

#[test]
fn sq_ex_28_eighty_per_cent() {
    assert!(FinalScore { points: vec![20, 16] }.is_stand_off());
    assert!(!FinalScore { points: vec![20, 15] }.is_stand_off());
}

#[test]
fn sq_10_3a_the_weighted_average() {
    covers!("SQ-10.3a", "SQ-10.3b", "SQ-10.3c");
    assert_eq!(cumulative_average(&[(12, 2), (10, 3), (15, 4)]), Some(1900));
    assert_eq!(cumulative_average(&[]), None);
}

#[test]
fn sq_ex_29_nineteen() {
    assert_eq!(cumulative_average(&[(12, 2), (10, 3), (15, 4)]), Some(1900));
}
