//! Choices that commute are taken in any order, back and forth.

use rules::{Game, covers};

use crate::common::{BLUE, RED, all, at, colony, fleet, on, year};

/// What a computer player chooses from.
fn pruned(stage: &crate::common::Stage) -> Vec<String> {
    let mut actions = Vec::new();
    stage.game.legal(&stage.state, RED, &mut actions);
    stage.game.prune(&stage.state, RED, &mut actions);
    actions.iter().map(|&action| rules::Notation::write_action(&stage.game, action)).collect()
}

const TWO_STARS: &str =
    "sheet 0 has USR\nstar Scorpii card 24 explored 0 1\nstar Canis card 32 explored 0 1\n";

#[test]
fn sq_dp_14_colonists_land_at_several_stars_back_and_forth() {
    covers!("SQ-DP-14");
    let mut stage =
        at(&format!("{TWO_STARS}fleet 1 of 0 at AA19 lot 9 CT0 - 0\nfleet 2 of 0 at G05 lot 9 CT0 - 0"));
    all(&mut stage, RED, &["end-move", "end-attack"]);
    all(
        &mut stage,
        RED,
        &["unload Canis.1 CT0 3", "unload Scorpii.2 CT0 3", "unload Scorpii.1 CT0 3", "unload Canis.1 CT0 3"],
    );
    assert_eq!(colony(&stage, "Canis", 1).expect("landed").pop, 6);
    assert_eq!(colony(&stage, "Scorpii", 1).expect("landed").pop, 3);
}

#[test]
fn sq_dp_13_people_are_destroyed_at_several_colonies_back_and_forth() {
    covers!("SQ-DP-13", "SQ-7.2.8b");
    let mut stage = at(&format!(
        "{TWO_STARS}colony Scorpii.1 of 1 by 0 pop 9\ncolony Canis.1 of 1 by 0 pop 9\nfleet 1 of 0 at AA19 ships 1 ATK\nfleet 2 of 0 at G05 ships 1 ATK"
    ));
    all(
        &mut stage,
        RED,
        &["end-move", "end-attack", "destroy Scorpii.1 1", "destroy Canis.1 2", "destroy Scorpii.1 2"],
    );
    assert_eq!(
        stage.verdict(RED, "destroy Scorpii.1 1"),
        laws::denied("SQ-7.2.8a"),
        "three pairs per attack ship"
    );
    stage.act(RED, "destroy Canis.1 1");
    assert_eq!(stage.verdict(RED, "destroy Canis.1 1"), laws::denied("SQ-7.2.8a"));
    assert_eq!(colony(&stage, "Scorpii", 1).expect("there").pop, 6);
}

#[test]
fn sq_8_0c_colonies_are_planned_in_any_order() {
    covers!("SQ-8.0c");
    let mut stage = year(&format!(
        "{TWO_STARS}colony Canis.1 of 0 pop 20 iu 40\ncolony Scorpii.1 of 0 pop 20\nsheet 0 has IIT work Canis.1"
    ));
    all(&mut stage, RED, &["work Scorpii.1", "work Canis.1", "work Scorpii.1", "buy ESC 1", "work Canis.1"]);
    assert_eq!(stage.verdict(RED, "work Canis.1"), laws::denied("SQ-8.0c"), "it is being planned");
    let mut pruned = Vec::new();
    stage.game.legal(&stage.state, RED, &mut pruned);
    let all = pruned.len();
    stage.game.prune(&stage.state, RED, &mut pruned);
    assert!(pruned.len() <= all && !pruned.is_empty());
}

#[test]
fn sq_8_3_4a_people_leave_after_industry_was_bought() {
    covers!("SQ-8.3.4a");
    let mut stage =
        year("star Canis card 32 explored 0\ncolony Canis.1 of 0 pop 20 iu 30\nsheet 0 has IIT work Canis.1");
    stage.act(RED, "buy IU 1");
    // 24 million after growth run 48 units, 35 stand or are bought; each million that leaves takes one along.
    assert_eq!(stage.verdict(RED, "send 13"), Ok(()));
    assert_eq!(stage.verdict(RED, "send 14"), laws::denied("SQ-8.3.4a"));
    stage.act(RED, "send 3");
    assert_eq!(stage.state.colonies.truth()[0].plan.sent, 3);
}

#[test]
fn sq_7_1_5c_the_second_planet_may_be_named_first() {
    covers!("SQ-7.1.5c");
    let lines = "star Scorpii card 24 explored 0 1\nfleet 1 of 0 at AA19 ships 2 DN\ncolony Scorpii.1 of 1 pop 9 mb 1\ncolony Scorpii.2 of 1 pop 9 mb 1";
    let mut stage = at(lines);
    all(&mut stage, RED, &["end-move", "attack Scorpii.2"]);
    assert_eq!(stage.legal(RED), ["attack Scorpii.1", "fire"]);
    assert_eq!(pruned(&stage), ["fire"], "computer players name planets in ascending order");
    stage.act(RED, "attack Scorpii.1");
    assert_eq!(stage.state.battle.attacked, [true, true, false]);
}

#[test]
fn sq_dp_9_attacks_alternate_between_stars() {
    covers!("SQ-DP-9");
    let lines = format!(
        "{TWO_STARS}fleet 1 of 0 at AA19 ships 1 DN\nfleet 2 of 0 at G05 ships 1 DN\ncolony Scorpii.1 of 1 pop 9 mb 1\ncolony Canis.1 of 1 pop 9 mb 1"
    );
    let mut stage = at(&lines).with_dice([6, 6, 1]);
    all(&mut stage, RED, &["end-move", "attack Scorpii.1"]);
    stage.act(BLUE, "stay").act(RED, "attack Canis.1").act(BLUE, "stay");
    assert_eq!(stage.verdict(RED, "attack Scorpii.1"), Ok(()), "the first star is not closed");
    stage.act(RED, "attack Scorpii.1").act(RED, "end-attack");
    assert_eq!(colony(&stage, "Scorpii", 1).expect("there").controller, RED);
}

#[test]
fn sq_6_1_1a_targets_are_named_in_any_order() {
    covers!("SQ-6.1.1a");
    let mut stage = at(
        "star Barnard card 57 explored 0 1\nfleet 1 of 0 at AC17 ships 2 ESC\nfleet 2 of 1 at AC17 ships 2 SCT ships 1 ESC",
    );
    all(&mut stage, RED, &["end-move", "aim ESC 1"]);
    assert_eq!(stage.verdict(RED, "aim SCT 1"), Ok(()));
    assert_eq!(pruned(&stage), ["aim ESC 1"], "computer players name targets in ascending order");
}

#[test]
fn sq_5_1i_ships_split_off_at_a_star_choose_their_own_destination() {
    covers!("SQ-5.1i");
    let mut stage = at("star Scorpii card 24 explored 0\nfleet 1 of 0 at AA19 ships 2 ESC");
    all(&mut stage, RED, &["pick 1", "bound Hamal", "detach 1 ESC"]);
    let group = stage.state.focus.group;
    assert_eq!(fleet(&stage, group).expect("the group").bound, None);
    all(&mut stage, RED, &["step AA18", "done"]);
    stage.act(RED, &format!("pick {group}"));
    assert_eq!(stage.verdict(RED, "bound Barnard"), Ok(()));
    // In open space both parts keep the destination.
    let mut flight = at("fleet 1 of 0 at AA17 ships 2 ESC bound Hamal");
    all(&mut flight, RED, &["pick 1", "detach 1 ESC"]);
    assert!(fleet(&flight, flight.state.focus.group).expect("the group").bound.is_some());
}

#[test]
fn sq_3_3a_ships_split_off_before_entering_choose_their_own_destination() {
    covers!("SQ-3.3a");
    let mut stage = on("basic-4", "turn 1 active 0\nfleet 60001 of 0 at off ships 2 ESC");
    all(&mut stage, RED, &["pick 60001", "bound Scorpii", "detach 1 ESC"]);
    let group = stage.state.focus.group;
    assert_eq!(fleet(&stage, group).expect("the group").bound, None);
    all(&mut stage, RED, &["step AF20", "done"]);
    stage.act(RED, &format!("pick {group}"));
    assert_eq!(stage.verdict(RED, "bound Barnard"), Ok(()));
    assert_eq!(stage.verdict(RED, "done"), laws::denied("SQ-3.3a"));
}

#[test]
fn sq_7_2_2_the_conqueror_scraps_where_nobody_else_has_been() {
    covers!("SQ-7.2.2", "SQ-VOC-1");
    let mut stage = at(
        "star Canis card 32 explored 0\nsheet 0 has USR\ncolony Canis.1 of 1 by 0 pop 5 iu 9\nfleet 1 of 0 at G05 ships 1 ESC",
    );
    stage.act(RED, "end-move");
    assert!(stage.legal(RED).contains(&"scrap Canis.1 IU 4".to_owned()));
    assert_eq!(stage.verdict(RED, "scrap Canis.1 IU 5"), laws::denied("SQ-R-34"));
    stage.act(RED, "scrap Canis.1 IU 3").act(RED, "destroy Canis.1 1");
    assert_eq!(stage.verdict(RED, "scrap Canis.1 IU 1"), laws::denied("SQ-4.0a"), "destroying has begun");
    assert_eq!(colony(&stage, "Canis", 1).expect("there").iu, 5);
}

#[test]
fn sq_7_2_4_a_colony_that_reverts_shows_its_real_record() {
    covers!("SQ-7.2.4", "SQ-HID-9");
    let mut stage = at(
        "star Canis card 32 explored 0\nsheet 0 has USR\ncolony Canis.1 of 1 by 0 pop 7 iu 9\nfleet 1 of 0 at G05 lot 1 CT0 - 0",
    );
    all(&mut stage, RED, &["end-move", "end-turn"]);
    assert_eq!(colony(&stage, "Canis", 1).expect("there").controller, BLUE);
    let view = stage.view(rules::Viewer::Seat(BLUE));
    assert_eq!(view.cards.iter().filter(|card| **card != 0).count(), 0, "the card itself stays unread");
    let sheet = rules::Present::private_view(&stage.game, &view);
    let row = &sheet.colonies[0];
    assert_eq!((row.name.as_str(), row.kind.as_str(), row.pop, row.iu), ("Canis 4", "TR", (7, 80), 9));
    let guess = stage.game.determinize(&view, &mut laws::SplitMix64(7));
    assert_eq!(stage.game.view(&guess, rules::Viewer::Seat(BLUE)), view);
}

#[test]
fn a_fleet_carries_transports_of_any_number_of_planets() {
    let lots: Vec<String> = (1..=25).map(|n| format!("lot 1 CT0 {}.1 {n}", STARS[n - 1])).collect();
    let mut stage = at(&format!(
        "star Scorpii card 24 explored 0\nfleet 1 of 0 at AA19 {}\nfleet 2 of 0 at AA19 {}",
        lots[..13].join(" "),
        lots[13..].join(" ")
    ));
    all(&mut stage, RED, &["pick 1", "merge 2"]);
    let joined = stage.state.fleets.truth()[0];
    assert_eq!((joined.ships.transports(), stage.state.groups(joined.token).len()), (25, 25));
}

const STARS: [&str; 25] = [
    "Canis", "Scorpii", "Hamal", "Barnard", "Kruger", "Altair", "Sirius", "Diphda", "Capella", "Deneb",
    "Lalande", "Ceti", "Bootis", "Draconis", "Dubhe", "Alcor", "Tauri", "Aurigae", "Schedar", "Lyrae",
    "Spica", "Mizar", "Vega", "Indi", "Wezen",
];

#[test]
fn sq_r_1_the_dreadnaught_row_depends_on_the_edition() {
    covers!("SQ-R-1");
    use stellar_conquest::ids::Kind;
    let chances = |setup: &str, at| crate::common::built(setup).components.effect(Kind::DN, at).chances();
    let row = |setup: &str| [Kind::SCT, Kind::ESC, Kind::ATK, Kind::DN].map(|at| chances(setup, at));
    assert_eq!(row("basic-4"), [36, 24, 12, 6]);
    assert_eq!(row("basic-4 edition=later"), [36, 24, 18, 12]);
}

#[test]
fn any_length_above_forty_can_be_agreed() {
    let turns =
        |setup: &str| stellar_conquest::StellarConquest::new(setup).map(|game| game.scenario.turns).ok();
    assert_eq!(
        [36, 40, 41, 57, 99].map(|n| turns(&format!("basic-4 turns={n}"))),
        [36, 40, 41, 57, 99].map(Some)
    );
    assert_eq!([0, 35, 37, 39, 100].map(|n| turns(&format!("basic-4 turns={n}"))), [None; 5]);
}

#[test]
fn sq_6_0c_a_combat_is_private_if_both_sides_agree() {
    covers!("SQ-6.0c", "SQ-HID-14");
    for (red, blue, private) in [("yes", "yes", true), ("yes", "no", false), ("no", "yes", false)] {
        let lines = "star Barnard card 57 explored 0 1\nfleet 1 of 0 at AC17 ships 2 ESC\nfleet 2 of 1 at AC17 ships 2 SCT";
        let mut stage = on("basic-4 combat=agreed", lines);
        stage.act(RED, "end-move");
        assert_eq!(stage.legal(BLUE), ["private yes", "private no"]);
        stage.act(RED, &format!("private {red}")).act(BLUE, &format!("private {blue}"));
        let seen = stage.view(rules::Viewer::Seat(crate::common::GREEN)).sightings.len();
        assert_eq!(seen == 0, private, "{red} {blue}");
    }
}
