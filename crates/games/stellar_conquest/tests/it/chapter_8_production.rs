//! Colonists, the Production Year, technology, points (chapters 8 to 10).

use crate::common::{BLUE, RED, all, at, colony, game, ships, year};
use laws::denied;
use rules::{Game as _, Notation as _, Viewer, covers};
use stellar_conquest::{Action, Frame, ids::Sequence};

/// Canis with card 32: TR 80 in orbit 4, BR 10 in orbit 5.
const CANIS: &str = "star Canis card 32 explored 0\n";

fn canis(figures: &str) -> crate::common::Stage {
    year(&format!("{CANIS}colony Canis.1 of 0 {figures}\nsheet 0 work Canis.1"))
}

#[test]
fn sq_ex_4_emigration_with_bonus() {
    let mut stage = canis("pop 27");
    stage.act(RED, "send 8");
    let plan = colony(&stage, "Canis", 1).expect("there").plan;
    assert_eq!((plan.sent, plan.bonus, plan.spent), (8, 2, 10));
    stage.act(RED, "commit");
    assert_eq!(colony(&stage, "Canis", 1).expect("there").pop, 24);
    assert_eq!(ships(&stage, RED, "G05")[4], 10);
}

#[test]
fn sq_ex_5_the_same_with_six() {
    let mut stage = canis("pop 27");
    all(&mut stage, RED, &["send 6", "commit"]);
    assert_eq!((colony(&stage, "Canis", 1).expect("there").pop, ships(&stage, RED, "G05")[4]), (26, 8));
}

#[test]
fn sq_ex_3_metal_doubles_everything() {
    let stage =
        year("star Sirius card 10 explored 0\ncolony Sirius.1 of 0 pop 5 iu 5 riu 3\nsheet 0 work Sirius.1");
    assert_eq!(stage.verdict(RED, "research TECH 16"), Ok(()));
    assert_eq!(stage.verdict(RED, "research TECH 17"), denied("SQ-8.2.2a"));
}

/// Sirius with card 10: a planet with natural minerals.
fn metal(figures: &str) -> crate::common::Stage {
    year(&format!("star Sirius card 10 explored 0\ncolony Sirius.1 of 0 {figures}\nsheet 0 work Sirius.1"))
}

/// The most output that research takes.
fn output(stage: &crate::common::Stage) -> u32 {
    let most = (1..=200).rev().find(|n| stage.verdict(RED, &format!("research TECH {n}")).is_ok());
    most.unwrap_or(0)
}

#[test]
fn sq_8_2a_minerals_double_industry_and_robots() {
    covers!("SQ-8.2a", "SQ-8.2.7");
    assert_eq!(output(&metal("pop 5 iu 5 riu 3")), 16);
    assert_eq!(output(&canis("pop 5 riu 3")), 8);
}

#[test]
fn sq_8_2_8_robots_yield_as_much_as_industry() {
    covers!("SQ-8.2.8", "SQ-VOC-3");
    assert_eq!((output(&canis("pop 5 iu 9")), output(&canis("pop 5 riu 4"))), (9, 9));
}

#[test]
fn sq_8_2_2a_output_stays_with_its_colony() {
    covers!("SQ-8.2.2a");
    let both = year(
        "star Scorpii card 24 explored 0\ncolony Scorpii.1 of 0 pop 9\ncolony Scorpii.2 of 0 pop 4\nsheet 0 work Scorpii.2",
    );
    assert_eq!(both.verdict(RED, "research TECH 4"), Ok(()));
    assert_eq!(both.verdict(RED, "research TECH 5"), denied("SQ-8.2.2a"), "the neighbour's nine are its own");
}

#[test]
fn sq_7_2_1b_a_conquered_colony_yields_all_from_its_second_year() {
    covers!("SQ-7.2.1b");
    let conquered = |year_of: &str| {
        year(&format!(
            "{CANIS}colony Canis.1 of 1 by 0 pop 20 {year_of}\nfleet 1 of 0 at G05 ships 1 ESC\nsheet 0 work Canis.1"
        ))
    };
    assert_eq!((output(&conquered("first-year")), output(&conquered(""))), (0, 20));
}

/// Emigrants and migrants of 20 million (increment 4) as planned: sent, bonus, spent.
fn planned(stage: &crate::common::Stage) -> (u8, u8, u32) {
    let plan = colony(stage, "Canis", 1).expect("there").plan;
    (plan.sent, plan.bonus, plan.spent)
}

#[test]
fn sq_8_3a_as_many_leave_as_live_there_after_growth_once_a_year() {
    covers!("SQ-8.3a");
    let mut stage = canis("pop 20 iu 40");
    assert_eq!(stage.verdict(RED, "send 24"), Ok(()));
    assert_eq!(stage.verdict(RED, "send 25"), denied("SQ-8.3.4a"), "twenty and an increment of four");
    stage.act(RED, "send 9");
    assert_eq!(stage.verdict(RED, "send 1"), denied("SQ-8.3a"));
}

#[test]
fn sq_8_3_2a_emigrants_are_the_increment_and_three_more() {
    covers!("SQ-8.3.2a", "SQ-8.3.2b", "SQ-8.3.3a");
    for (sent, bonus) in [(2, 0), (3, 1), (5, 1), (6, 2), (7, 2), (9, 2), (20, 2)] {
        let mut stage = canis("pop 20 iu 40");
        stage.act(RED, &format!("send {sent}"));
        assert_eq!(planned(&stage).1, bonus, "{sent}: seven emigrants at most, no bonus for migrants");
    }
}

#[test]
fn sq_8_3_3b_bonus_millions_that_are_not_loaded_are_lost() {
    covers!("SQ-8.3.3b");
    let mut stage = canis("pop 20 iu 30");
    stage.act(RED, "send 9");
    assert_eq!(stage.verdict(RED, "forgo 3"), denied("SQ-8.3.3b"));
    stage.act(RED, "forgo 1");
    assert_eq!(planned(&stage), (9, 1, 10));
    stage.act(RED, "commit");
    assert_eq!((ships(&stage, RED, "G05")[4], colony(&stage, "Canis", 1).expect("there").pop), (10, 15));
}

#[test]
fn sq_8_3_4a_each_million_that_leaves_costs_one_output() {
    covers!("SQ-8.3.4a", "SQ-8.4.2");
    let mut stage = canis("pop 20 iu 30");
    stage.act(RED, "send 9");
    assert_eq!(planned(&stage), (9, 2, 11), "the bonus pays for its transports too");
}

#[test]
fn sq_8_3_4b_people_take_their_industry_along() {
    covers!("SQ-8.3.4b", "SQ-8.4.1");
    let mut stage = canis("pop 20 iu 30");
    all(&mut stage, RED, &["send 9", "commit"]);
    let after = colony(&stage, "Canis", 1).expect("there");
    assert_eq!((after.pop, after.iu), (20 + 4 - 9, 30 + 4 - 9));
    assert_eq!(stage.state.transports.truth().iter().map(|group| group.count).sum::<u16>(), 11);
}

#[test]
fn sq_8_1_4_each_million_of_growth_brings_a_unit_of_industry() {
    covers!("SQ-8.1.4");
    let mut stage = canis("pop 20 iu 23");
    stage.act(RED, "commit");
    let after = colony(&stage, "Canis", 1).expect("there");
    assert_eq!((after.pop, after.iu), (24, 27));
}

#[test]
fn sq_8_4_3_people_leave_only_in_a_production_year() {
    covers!("SQ-8.4.3");
    let mut stage = canis("pop 20");
    all(&mut stage, RED, &["send 3", "commit"]);
    assert_eq!(ships(&stage, RED, "G05")[4], 4);
    assert_eq!(stage.verdict(RED, "send 3"), denied("SQ-4.0b"), "turn 5");
}

#[test]
fn sq_5_2_2a_transports_are_built_full_and_only_then() {
    covers!("SQ-5.2.2a", "SQ-8.4.4");
    let mut stage = canis("pop 20");
    assert!(stage.game.read_action("buy CT 1").is_err(), "a transport is not bought");
    all(&mut stage, RED, &["send 2", "commit"]);
    let group = stage.state.transports.truth()[0];
    assert_eq!((group.count, group.people), (2, RED));
}

#[test]
fn sq_8_4_6_without_output_for_transports_no_people_leave() {
    covers!("SQ-8.4.6");
    let mut poor = canis("pop 20 iu 20");
    poor.act(RED, "research TECH 20");
    assert_eq!(poor.verdict(RED, "send 1"), denied("SQ-8.4.6"));
    let mut scant = canis("pop 20 iu 20");
    all(&mut scant, RED, &["research TECH 14", "send 6"]);
    assert_eq!(planned(&scant).1, 0, "nothing is left for the bonus");
}

#[test]
fn sq_8_2_5_new_ships_stand_at_their_colony_face_down() {
    covers!("SQ-8.2.5");
    let mut stage = canis("pop 20");
    all(&mut stage, RED, &["buy ESC 1", "commit"]);
    assert_eq!(ships(&stage, RED, "G05"), [0, 1, 0, 0, 0]);
    assert_eq!(stage.view(Viewer::Seat(BLUE)).fleets[0].ships.total(), 0);
}

#[test]
fn sq_8_0b_this_years_growth_does_not_produce() {
    covers!("SQ-8.0b", "SQ-R-37");
    let mut stage = canis("pop 20");
    assert_eq!(output(&stage), 20, "not twenty-four");
    stage.act(RED, "commit");
    assert_eq!(colony(&stage, "Canis", 1).expect("there").iu, 24);
}

#[test]
fn sq_8_0e_plans_are_carried_out_together_when_all_are_committed() {
    covers!("SQ-8.0e", "SQ-R-43");
    let mut stage = at(&format!(
        "turn 4 active 3 waiting 3 out 0\nframe \"Production\"\n{CANIS}star Scorpii card 24 explored 0 1\ncolony Scorpii.1 of 0 pop 20\ncolony Scorpii.2 of 1 pop 20\nsheet 0 work Scorpii.1\nsheet 1 work Scorpii.2"
    ));
    all(&mut stage, RED, &["buy ESC 1", "commit"]);
    assert_eq!(ships(&stage, RED, "AA19")[1], 0, "Blue is still planning");
    assert_eq!(stage.verdict(BLUE, "buy ESC 1"), Ok(()), "Red's new ship does not besiege yet");
    all(&mut stage, BLUE, &["buy ESC 1", "commit"]);
    assert!(stage.state.open.turn == 5 && stage.state.fleets.truth().len() == 2);
}

#[test]
fn sq_hid_13_plans_are_secret() {
    covers!("SQ-HID-13");
    let mut stage = canis("pop 20");
    stage.act(RED, "send 3");
    assert!(stage.view(Viewer::Seat(BLUE)).colonies.is_empty());
    assert_eq!(stage.view(Viewer::Seat(RED)).colonies[0].plan.sent, 3);
    stage.act(RED, "commit");
}

#[test]
fn sq_8_1_5b_growth_by_type_stops_at_the_limit() {
    covers!("SQ-8.1.5b", "SQ-8.2.6");
    let mut stage = year(
        "star Indi card 44 explored 0\ncolony Indi.1 of 0 pop 39\ncolony Indi.3 of 0 pop 10\nsheet 0 work Indi.1",
    );
    stage.act(RED, "commit");
    assert_eq!(
        (colony(&stage, "Indi", 1).expect("there").pop, colony(&stage, "Indi", 1).expect("there").iu),
        (40, 40)
    );
    assert_eq!(colony(&stage, "Indi", 3).expect("there").pop, 10);
}

#[test]
fn sq_ex_20_thirty_five_on_terra() {
    let mut stage = canis("pop 35");
    stage.act(RED, "send 10");
    let plan = colony(&stage, "Canis", 1).expect("there").plan;
    assert_eq!((plan.bonus, 35 - plan.spent), (3, 22));
    stage.act(RED, "commit");
    let after = colony(&stage, "Canis", 1).expect("there");
    assert_eq!((after.pop, after.iu, ships(&stage, RED, "G05")[4]), (32, 32, 13));
}

#[test]
fn sq_ex_21_the_limit_takes_the_rest() {
    let mut stage = canis("pop 78");
    stage.act(RED, "commit");
    let after = colony(&stage, "Canis", 1).expect("there");
    assert_eq!((after.pop, after.iu), (80, 80));
    let mut sending = canis("pop 78");
    all(&mut sending, RED, &["send 10", "commit"]);
    let after = colony(&sending, "Canis", 1).expect("there");
    assert_eq!((after.pop, after.iu, ships(&sending, RED, "G05")[4]), (80, 80, 13));
}

#[test]
fn sq_ex_22_a_minimal_planet_sends_five() {
    let mut stage =
        year("star Lalande card 67 explored 0\ncolony Lalande.1 of 0 pop 9\nsheet 0 work Lalande.1");
    stage.act(RED, "send 5");
    assert_eq!(colony(&stage, "Lalande", 1).expect("there").plan.bonus, 1);
    stage.act(RED, "commit");
    assert_eq!((colony(&stage, "Lalande", 1).expect("there").pop, ships(&stage, RED, "B18")[4]), (4, 6));
}

#[test]
fn sq_ex_23_a_sub_terran_colony_of_thirty_nine() {
    let mut stage = year("star Indi card 44 explored 0\ncolony Indi.1 of 0 pop 39\nsheet 0 work Indi.1");
    stage.act(RED, "send 8");
    assert_eq!(colony(&stage, "Indi", 1).expect("there").plan.bonus, 2, "six of the eight emigrate");
}

#[test]
fn sq_ex_24_growth_over_the_years() {
    let mut stage = canis("pop 35");
    for wanted in [42, 50, 60, 72, 80, 80] {
        stage.act(RED, "commit");
        assert_eq!(colony(&stage, "Canis", 1).expect("there").pop, wanted);
        stage.state.open.turn = 4;
        stage.state.open.frame = Frame::Production;
        stage.state.open.waiting = rules::Seats::only(RED);
    }
}

#[test]
fn sq_ex_36_a_conquered_colony_in_its_second_year() {
    let mut stage = year(&format!(
        "{CANIS}colony Canis.1 of 1 by 0 pop 20\nfleet 1 of 0 at G05 ships 1 ESC\nsheet 0 work Canis.1"
    ));
    stage.act(RED, "send 6");
    let plan = colony(&stage, "Canis", 1).expect("there").plan;
    assert_eq!((plan.bonus, 20 - plan.spent), (0, 14));
    stage.act(RED, "commit");
    let after = colony(&stage, "Canis", 1).expect("there");
    assert_eq!((after.pop, after.iu), (14, 14));
    assert_eq!(
        stage.state.ships_of(RED, atlas::Hex::parse("G05").expect("a hex")).0[5],
        6,
        "in Blue's colour"
    );
}

fn conquered(figures: &str) -> crate::common::Stage {
    year(&format!(
        "{CANIS}colony Canis.1 of 1 by 0 pop 20 {figures}\nfleet 1 of 0 at G05 ships 1 ESC\nsheet 0 work Canis.1 has MB has AMB"
    ))
}

#[test]
fn sq_7_2_7a_conquered_people_neither_grow_nor_earn_a_bonus() {
    covers!("SQ-7.2.7a", "SQ-8.3b");
    let mut stage = conquered("");
    stage.act(RED, "send 6");
    assert_eq!(planned(&stage), (6, 0, 6));
    stage.act(RED, "commit");
    assert_eq!(colony(&stage, "Canis", 1).expect("there").pop, 14);
    let mut free = canis("pop 20");
    free.act(RED, "send 6");
    assert_eq!(planned(&free), (6, 2, 8));
}

#[test]
fn sq_7_2_3_a_conquered_colony_builds_ships_but_no_defences() {
    covers!("SQ-7.2.3", "SQ-R-58");
    let stage = conquered("");
    assert_eq!(stage.verdict(RED, "buy MB 1"), denied("SQ-7.2.3"));
    assert_eq!(stage.verdict(RED, "buy AMB 1"), denied("SQ-7.2.3"));
    assert_eq!(stage.verdict(RED, "buy ESC 1"), Ok(()));
}

#[test]
fn sq_7_2_1a_a_conquered_colony_yields_nothing_in_its_first_year() {
    covers!("SQ-7.2.1a");
    assert_eq!(conquered("first-year").verdict(RED, "research TECH 1"), denied("SQ-8.2.2a"));
    assert_eq!(conquered("").verdict(RED, "research TECH 20"), Ok(()));
}

/// Canis under the guns of one ship of this type.
fn besieged(ship: &str) -> crate::common::Stage {
    year(&format!(
        "{CANIS}colony Canis.1 of 0 pop 20 mb 1\nfleet 1 of 1 at G05 ships 1 {ship}\nsheet 0 work Canis.1 has MB"
    ))
}

#[test]
fn sq_7_3_1_a_besieged_colony_builds_no_ships() {
    covers!("SQ-7.3.1", "SQ-7.3a");
    assert_eq!(besieged("ESC").verdict(RED, "buy ESC 1"), denied("SQ-7.3.1"));
    assert_eq!(besieged("ESC").verdict(RED, "send 3"), denied("SQ-7.3.1"));
    let watched = besieged("SCT");
    assert_eq!((watched.verdict(RED, "buy ESC 1"), watched.verdict(RED, "send 3")), (Ok(()), Ok(())));
}

#[test]
fn sq_8_0d_the_siege_is_judged_before_the_year() {
    covers!("SQ-8.0d");
    assert_eq!(besieged("ESC").verdict(RED, "buy SCT 1"), denied("SQ-7.3.1"));
}

#[test]
fn sq_7_3_2_a_besieged_colony_builds_bases() {
    covers!("SQ-7.3.2");
    let mut stage = besieged("ESC");
    all(&mut stage, RED, &["buy MB 1", "commit"]);
    assert_eq!(colony(&stage, "Canis", 1).expect("there").mb, 2);
}

#[test]
fn sq_7_3_3b_a_besieged_colony_grows() {
    covers!("SQ-7.3.3b");
    let mut stage = besieged("ESC");
    stage.act(RED, "commit");
    let after = colony(&stage, "Canis", 1).expect("there");
    assert_eq!((after.pop, after.iu), (24, 24));
}

#[test]
fn sq_7_3_4_a_besieged_colony_pays_for_research() {
    covers!("SQ-7.3.4", "SQ-8.2.3");
    let mut stage = besieged("ESC");
    all(&mut stage, RED, &["research WEAP 16", "research TECH 4"]);
    assert_eq!(stage.state.sheets.truth()[0].research, [0, 16, 4]);
}

fn industry(figures: &str, held: &str) -> crate::common::Stage {
    year(&format!("{CANIS}colony Canis.1 of 0 {figures}\nsheet 0 work Canis.1 {held}"))
}

#[test]
fn sq_8_6a_industry_is_bought_up_to_the_ratio() {
    covers!("SQ-8.6a", "SQ-R-38");
    // 24 million after growth run 48 units with IIT, 72 with AIT; 44 and four of growth stand.
    assert_eq!(industry("pop 20 iu 43", "has IIT").verdict(RED, "buy IU 1"), Ok(()));
    assert_eq!(industry("pop 20 iu 43", "has IIT").verdict(RED, "buy IU 2"), denied("SQ-8.2.2b"));
    assert_eq!(industry("pop 20 iu 44", "has IIT").verdict(RED, "buy IU 1"), denied("SQ-8.6a"));
}

#[test]
fn sq_8_6e_no_industry_is_bought_without_a_development() {
    covers!("SQ-8.6e");
    let plain = canis("pop 20");
    assert_eq!(plain.verdict(RED, "buy IU 1"), denied("SQ-8.6a"), "each million brings its own");
}

#[test]
fn sq_8_6b_industry_above_the_ratio_goes_on_producing() {
    covers!("SQ-8.6b", "SQ-R-35");
    let stage = industry("pop 20 iu 60", "has IIT");
    assert_eq!(stage.verdict(RED, "buy IU 1"), denied("SQ-8.6a"));
    assert_eq!(output(&stage), 60);
}

#[test]
fn sq_8_6c_robots_are_bought_without_limit() {
    covers!("SQ-8.6c");
    let stage = industry("pop 20 iu 20 riu 90", "has RIU");
    assert_eq!(stage.verdict(RED, "buy RIU 36"), Ok(()), "three each of 110");
    assert_eq!(stage.verdict(RED, "buy RIU 37"), denied("SQ-8.2.2b"));
}

#[test]
fn sq_8_6d_one_screen_and_any_number_of_bases() {
    covers!("SQ-8.6d");
    assert_eq!(industry("pop 20 iu 70 pfs", "has PFS").verdict(RED, "buy PFS 1"), denied("SQ-8.6d"));
    let mut first = industry("pop 20 iu 70 mb 9", "has PFS has MB");
    assert_eq!(first.verdict(RED, "buy MB 17"), Ok(()));
    first.act(RED, "buy PFS 1");
    assert_eq!(first.verdict(RED, "buy PFS 1"), denied("SQ-8.6d"));
}

#[test]
fn sq_9_6b_industrial_technology_raises_the_ratio_to_two_and_three() {
    covers!("SQ-9.6b", "SQ-9.6c");
    let mut stage = industry("pop 20 iu 44", "research 0 0 65");
    assert_eq!(stage.verdict(RED, "buy IU 1"), denied("SQ-8.6a"));
    stage.act(RED, "acquire IIT");
    assert_eq!(stage.verdict(RED, "buy IU 1"), denied("SQ-8.6a"), "forty-eight of forty-eight");
    stage.act(RED, "acquire AIT");
    all(&mut stage, RED, &["buy IU 11", "commit"]);
    assert_eq!(colony(&stage, "Canis", 1).expect("there").iu, 44 + 4 + 11);
}

#[test]
fn sq_9_6e_robots_need_their_development() {
    covers!("SQ-9.6e", "SQ-9.1.1a");
    assert_eq!(industry("pop 20", "").verdict(RED, "buy RIU 1"), denied("SQ-9.6e"));
    assert_eq!(industry("pop 20", "has RIU").verdict(RED, "buy RIU 1"), Ok(()));
    assert_eq!(industry("pop 20", "").verdict(RED, "buy ESC 1"), Ok(()), "basic ships need none");
}

#[test]
fn sq_8_2_2b_purchases_do_not_exceed_the_output() {
    covers!("SQ-8.2.2b");
    assert_eq!(industry("pop 8", "").verdict(RED, "buy ESC 1"), Ok(()));
    assert_eq!(industry("pop 7", "").verdict(RED, "buy ESC 1"), denied("SQ-8.2.2b"));
}

#[test]
fn sq_8_2_1_output_buys_any_mixture() {
    covers!("SQ-8.2.1", "SQ-DP-15");
    let mut stage = industry("pop 20", "has MB");
    all(&mut stage, RED, &["buy ESC 1", "buy MB 1", "buy SCT 1", "send 2", "research MOVE 3"]);
    assert_eq!(planned(&stage).2, 8 + 4 + 3 + 2 + 3);
    assert_eq!(stage.verdict(RED, "research MOVE 1"), denied("SQ-8.2.2a"));
}

#[test]
fn sq_8_2_4_output_that_is_not_spent_is_lost() {
    covers!("SQ-8.2.4");
    let mut stage = industry("pop 20", "");
    stage.act(RED, "research TECH 20");
    assert_eq!(stage.verdict(RED, "rest TECH"), denied("SQ-8.2.4"));
    let mut idle = industry("pop 20", "");
    assert_eq!(idle.verdict(RED, "rest TECH"), Ok(()));
    idle.act(RED, "commit");
    assert_eq!((idle.state.sheets.truth()[0].research, output(&idle)), ([0; 3], 0));
}

#[test]
fn sq_dp_16_new_ships_stand_together_or_apart() {
    covers!("SQ-DP-16");
    let mut stage = canis("pop 20 iu 30");
    assert_eq!(stage.verdict(RED, "apart"), denied("SQ-DP-16"), "one type at most");
    all(&mut stage, RED, &["send 3", "buy ESC 1", "apart", "commit"]);
    assert_eq!(stage.state.fleets.truth().len(), 2);
}

#[test]
fn sq_8_0c_plans_can_be_repeated_and_filled_up() {
    covers!("SQ-8.0c", "SQ-R-2");
    let mut stage = canis("pop 20 iu 30");
    all(&mut stage, RED, &["buy SCT 2", "research MOVE 15", "acquire 3MA", "rest TECH", "commit"]);
    assert_eq!((stage.state.sheets.truth()[0].research, stage.state.open.turn), ([0, 0, 10], 5));
    stage.state.open.turn = 8;
    stage.state.open.frame = Frame::Production;
    stage.state.open.waiting = rules::Seats::only(RED);
    stage.state.sheets.truth_mut()[0].planning =
        stage.state.colonies.truth().first().map(|colony| colony.planet);
    stage.act(RED, "repeat");
    assert_eq!(stage.verdict(RED, "repeat"), denied("SQ-8.0c"));
    assert_eq!(stage.state.sheets.truth()[0].research, [15, 0, 20]);
}

#[test]
fn sq_8_0c_a_line_of_the_plan_is_taken_back_whatever_came_after_it() {
    covers!("SQ-8.0c", "SQ-R-2");
    let mut stage = canis("pop 20 iu 30");
    let empty = stage.state.colonies.truth()[0].plan;
    all(&mut stage, RED, &["send 3", "buy ESC 1", "buy SCT 2", "apart", "research TECH 3"]);
    let spent = |stage: &crate::common::Stage| stage.state.colonies.truth()[0].plan.spent;
    assert_eq!(spent(&stage), 4 + 8 + 5 + 3);
    assert_eq!(stage.verdict(RED, "cancel ESC 2"), denied("SQ-8.0c"));
    assert_eq!(stage.verdict(RED, "cancel MB 1"), denied("SQ-8.0c"));
    stage.act(RED, "cancel ESC 1");
    assert_eq!(spent(&stage), 12);
    stage.act(RED, "cancel SCT 1");
    assert_eq!(spent(&stage), 10, "the second scout of a pair cost two");
    assert_eq!(stage.verdict(RED, "withhold TECH 4"), denied("SQ-8.0c"));
    all(&mut stage, RED, &["withhold TECH 3", "recall"]);
    assert_eq!((spent(&stage), stage.state.sheets.truth()[0].research), (3, [0; 3]));
    assert!(!stage.state.colonies.truth()[0].plan.separate, "one type of ship is not apart");
    assert_eq!(stage.verdict(RED, "recall"), denied("SQ-8.0c"));
    stage.act(RED, "cancel SCT 1");
    assert_eq!(stage.state.colonies.truth()[0].plan, empty);
    all(&mut stage, RED, &["send 8", "buy ESC 2"]);
    stage.act(RED, "commit");
    assert_eq!(ships(&stage, RED, "G05")[1], 2, "what stands at last is carried out");
}

#[test]
fn sq_8_0c_research_that_bought_a_development_is_not_taken_back() {
    covers!("SQ-8.0c");
    let mut stage = canis("pop 20 iu 30");
    all(&mut stage, RED, &["research MOVE 20", "acquire 3MA"]);
    assert_eq!(stage.verdict(RED, "withhold MOVE 6"), denied("SQ-8.0c"));
    let mut offered = Vec::new();
    stage.game.corrections(&stage.state, RED, &mut offered);
    assert_eq!(offered, [Action::Withhold(Sequence::Move, 5)]);
    stage.game.legal(&stage.state, RED, &mut offered);
    assert!(!offered.contains(&Action::Withhold(Sequence::Move, 5)), "computers only go on");
    stage.act(RED, "withhold MOVE 5");
    assert_eq!(
        (stage.state.sheets.truth()[0].research[0], stage.state.colonies.truth()[0].plan.spent),
        (0, 15)
    );
    stage.act(RED, "commit");
    offered.clear();
    stage.game.corrections(&stage.state, RED, &mut offered);
    assert!(offered.is_empty(), "nothing is taken back of a plan that was carried out");
}

#[test]
fn sq_ex_30_scouts_by_the_pair() {
    let game = game("basic-4");
    let cost = |count| game.cost(stellar_conquest::ids::Item::Sct, count);
    assert_eq!([1, 2, 3, 10].map(cost), [3, 5, 8, 25]);
}

/// A plan, and the record after it: POP, IU, MB, AMB.
type Record = (&'static [&'static str], (u8, u16, u16, u16));

#[test]
fn sq_ex_7_the_sample_record_sheet() {
    let mut stage =
        year(&format!("{CANIS}colony Canis.1 of 0 pop 15\nsheet 0 work Canis.1 has MB has IIT has AMB"));
    let years: [Record; 6] = [
        (&["commit"], (18, 18, 0, 0)),
        (&["buy MB 2", "commit"], (21, 21, 2, 0)),
        (&["buy IU 3", "buy MB 1", "commit"], (25, 28, 3, 0)),
        (&["buy IU 4", "buy AMB 1", "commit"], (30, 37, 3, 1)),
        (&["send 3", "buy IU 7", "commit"], (33, 47, 3, 1)),
        (&["buy IU 2", "buy AMB 1", "commit"], (39, 55, 3, 2)),
    ];
    for (plan, wanted) in years {
        all(&mut stage, RED, plan);
        let after = colony(&stage, "Canis", 1).expect("there");
        assert_eq!((after.pop, after.iu, after.mb, after.amb), wanted);
        stage.state.open.turn = 4;
        stage.state.open.frame = Frame::Production;
        stage.state.open.waiting = rules::Seats::only(RED);
        stage.state.sheets.truth_mut()[0].planning = Some(after.planet);
    }
}
