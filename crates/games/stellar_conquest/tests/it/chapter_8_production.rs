//! Colonists, the Production Year, technology, points (chapters 8 to 10).

use crate::common::{BLUE, RED, all, at, colony, fleet, game, ships, year};
use laws::denied;
use rules::{Game as _, Viewer, covers};
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

#[test]
fn sq_8_2a_output_is_industry() {
    covers!("SQ-8.2a", "SQ-8.2.2a", "SQ-8.2.7", "SQ-8.2.8", "SQ-VOC-3", "SQ-7.2.1b");
    let metal =
        year("star Sirius card 10 explored 0\ncolony Sirius.1 of 0 pop 5 iu 5 riu 3\nsheet 0 work Sirius.1");
    assert_eq!(metal.verdict(RED, "research TECH 16"), Ok(()));
    let plain = canis("pop 5 riu 3");
    assert_eq!(plain.verdict(RED, "research TECH 8"), Ok(()));
    assert_eq!(plain.verdict(RED, "research TECH 9"), denied("SQ-8.2.2a"));
}

#[test]
fn sq_8_3a_people_leave_with_their_industry() {
    covers!(
        "SQ-8.3a",
        "SQ-8.3.2a",
        "SQ-8.3.2b",
        "SQ-8.3.3a",
        "SQ-8.3.3b",
        "SQ-8.3.4a",
        "SQ-8.3.4b",
        "SQ-8.1.4",
        "SQ-8.4.1",
        "SQ-8.4.2",
        "SQ-8.4.3",
        "SQ-8.4.4",
        "SQ-8.4.6",
        "SQ-5.2.2a",
        "SQ-8.2.5",
        "SQ-8.0b",
        "SQ-8.0e",
        "SQ-R-37",
        "SQ-R-43",
        "SQ-8.0c",
        "SQ-HID-13"
    );
    let mut stage = canis("pop 20 iu 30");
    assert_eq!(stage.verdict(RED, "send 25"), denied("SQ-8.3.4a"), "twenty and an increment of four");
    stage.act(RED, "send 9");
    assert_eq!(stage.verdict(RED, "send 1"), denied("SQ-8.3a"), "once a year");
    assert_eq!(stage.verdict(RED, "forgo 3"), denied("SQ-8.3.3b"));
    let plan = colony(&stage, "Canis", 1).expect("there").plan;
    assert_eq!((plan.sent, plan.bonus, plan.spent), (9, 2, 11), "seven emigrants, two migrants");
    stage.act(RED, "forgo 1");
    assert_eq!(stage.verdict(RED, "work Canis.1"), denied("SQ-8.0c"));
    assert!(stage.view(Viewer::Seat(BLUE)).colonies.is_empty());
    stage.act(RED, "commit");
    let after = colony(&stage, "Canis", 1).expect("there");
    assert_eq!((after.pop, after.iu), (15, 25));
    assert_eq!(ships(&stage, RED, "G05")[4], 10);
    let poor = canis(
        "pop 20 iu 20 plan {\"sent\":0,\"bonus\":0,\"spent\":20,\"bought\":[0,0,0,0,0,0,0,0,0],\"research\":[0,0,20],\"apart\":false}",
    );
    assert_eq!(poor.verdict(RED, "send 1"), denied("SQ-8.4.6"));
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

#[test]
fn sq_7_2_7a_conquered_people_neither_grow_nor_earn_nor_defend() {
    covers!("SQ-7.2.7a", "SQ-8.3b", "SQ-7.2.3", "SQ-R-58", "SQ-7.2.1a");
    let first = year(&format!(
        "{CANIS}colony Canis.1 of 1 by 0 pop 20 first-year\nfleet 1 of 0 at G05 ships 1 ESC\nsheet 0 work Canis.1 has MB"
    ));
    assert_eq!(first.verdict(RED, "research TECH 1"), denied("SQ-8.2.2a"), "no output in the first year");
    let second = year(&format!(
        "{CANIS}colony Canis.1 of 1 by 0 pop 20\nfleet 1 of 0 at G05 ships 1 ESC\nsheet 0 work Canis.1 has MB"
    ));
    assert_eq!(second.verdict(RED, "buy MB 1"), denied("SQ-7.2.3"));
    assert_eq!(second.verdict(RED, "buy ESC 1"), Ok(()));
    let mut second = second;
    stage_send(&mut second);
}

/// Six conquered millions leave without a bonus.
fn stage_send(stage: &mut crate::common::Stage) {
    stage.act(RED, "send 6");
    assert_eq!(colony(stage, "Canis", 1).expect("there").plan.bonus, 0);
}

#[test]
fn sq_7_3_1_a_besieged_colony_builds_no_ships() {
    covers!("SQ-7.3.1", "SQ-7.3.2", "SQ-7.3.3b", "SQ-7.3.4", "SQ-7.3a", "SQ-8.0d", "SQ-8.2.3");
    let mut stage = year(&format!(
        "{CANIS}colony Canis.1 of 0 pop 20 mb 1\nfleet 1 of 1 at G05 ships 1 ESC\nsheet 0 work Canis.1 has MB"
    ));
    assert_eq!(stage.verdict(RED, "buy ESC 1"), denied("SQ-7.3.1"));
    assert_eq!(stage.verdict(RED, "send 3"), denied("SQ-7.3.1"));
    all(&mut stage, RED, &["buy MB 1", "research WEAP 16", "commit"]);
    let after = colony(&stage, "Canis", 1).expect("there");
    assert_eq!((after.mb, after.pop, stage.state.sheets.truth()[0].research[1]), (2, 24, 16));
}

#[test]
fn sq_8_6a_industry_needs_people() {
    covers!(
        "SQ-8.6a",
        "SQ-8.6b",
        "SQ-8.6c",
        "SQ-8.6d",
        "SQ-8.6e",
        "SQ-R-35",
        "SQ-R-38",
        "SQ-9.6b",
        "SQ-9.6c",
        "SQ-9.6e",
        "SQ-9.1.1a",
        "SQ-8.2.2b",
        "SQ-8.2.1",
        "SQ-DP-15",
        "SQ-8.2.4"
    );
    let plain = canis("pop 20");
    assert_eq!(plain.verdict(RED, "buy IU 1"), denied("SQ-8.6a"));
    assert_eq!(plain.verdict(RED, "buy RIU 1"), denied("SQ-9.6e"));
    let mut stage = year(&format!(
        "{CANIS}colony Canis.1 of 0 pop 20 iu 45 riu 90 pfs\nsheet 0 work Canis.1 has IIT has RIU has PFS"
    ));
    assert_eq!(
        stage.verdict(RED, "buy IU 4"),
        denied("SQ-8.6a"),
        "twice twenty-four is forty-eight, forty-nine stand"
    );
    assert_eq!(stage.verdict(RED, "buy PFS 1"), denied("SQ-8.6d"));
    all(&mut stage, RED, &["buy RIU 45"]);
    assert_eq!(stage.verdict(RED, "buy RIU 1"), denied("SQ-8.2.2b"), "nothing left");
    assert_eq!(stage.verdict(RED, "rest TECH"), denied("SQ-8.2.4"));
    let mut better =
        year(&format!("{CANIS}colony Canis.1 of 0 pop 20\nsheet 0 work Canis.1 research 0 0 65"));
    all(&mut better, RED, &["acquire IIT", "acquire AIT", "buy IU 5", "commit"]);
    assert_eq!(colony(&better, "Canis", 1).expect("there").iu, 29);
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

fn landing(ships: &str, more: &str) -> crate::common::Stage {
    let mut stage = at(&format!("{CANIS}sheet 0 has USR\nfleet 1 of 0 at G05 {ships}\n{more}"));
    stage.act(RED, "end-move");
    stage
}

#[test]
fn sq_8_3_1_transports_land_and_vanish() {
    covers!(
        "SQ-8.3.1",
        "SQ-2.3.1b",
        "SQ-5.2.2c",
        "SQ-5.2.2d",
        "SQ-8.4a",
        "SQ-8.4.5a",
        "SQ-9.1.2",
        "SQ-HID-19",
        "SQ-4.5a",
        "SQ-7.2.7c"
    );
    let mut stage = landing("lot 5 CT0 - 0", "");
    assert_eq!(stage.verdict(RED, "unload Canis.3 CT0 1"), denied("SQ-4.5a"));
    stage.act(RED, "unload Canis.1 CT0 5");
    let new = colony(&stage, "Canis", 1).expect("founded");
    assert_eq!((new.pop, new.iu, new.originator), (5, 5, RED));
    assert!(fleet(&stage, 1).is_none());
    assert_eq!(stage.to_act(), Some(RED));
}

#[test]
fn sq_8_4_5b_barren_planets_need_controlled_environment() {
    covers!("SQ-8.4.5b", "SQ-R-40");
    assert_eq!(landing("lot 5 CT0 - 0", "").verdict(RED, "unload Canis.2 CT0 1"), denied("SQ-8.4.5b"));
    assert_eq!(
        landing("lot 5 CT0 - 0", "sheet 0 has CET has USR").verdict(RED, "unload Canis.2 CT0 1"),
        Ok(())
    );
}

#[test]
fn sq_8_4_8a_reinforcing_up_to_the_limit() {
    covers!("SQ-8.4.8a", "SQ-8.4.8b", "SQ-8.1.5a");
    let stage = landing("lot 5 CT0 - 0", "colony Canis.1 of 0 pop 78");
    assert_eq!(stage.verdict(RED, "unload Canis.1 CT0 2"), Ok(()));
    assert_eq!(stage.verdict(RED, "unload Canis.1 CT0 3"), denied("SQ-8.4.8b"));
}

#[test]
fn sq_8_4_8c_colonists_may_return_unless_the_later_edition_is_played() {
    covers!("SQ-8.4.8c", "SQ-R-39");
    let lines = "lot 5 CT0 Canis.1 1";
    let printed = landing(lines, "colony Canis.1 of 0 pop 10");
    assert_eq!(printed.verdict(RED, "unload Canis.1 CT0 5"), Ok(()));
    let mut later = crate::common::on(
        "basic-4 edition=later",
        &format!("{CANIS}sheet 0 has USR\nfleet 1 of 0 at G05 {lines}\ncolony Canis.1 of 0 pop 10"),
    );
    later.act(RED, "end-move");
    assert_eq!(later.verdict(RED, "unload Canis.1 CT0 1"), denied("SQ-8.4.8c"));
}

#[test]
fn sq_4_5b_people_of_another_origin_bar_a_planet() {
    covers!("SQ-4.5b", "SQ-R-31", "SQ-R-57");
    let lines = "star Canis card 32 explored 0 1\ncolony Canis.1 of 1 by 0 pop 10\nfleet 1 of 0 at G05 ships 1 ESC lot 5 CT0 - 0 lot 2 CT1 Diphda.1 2";
    let mut stage = at(lines);
    all(&mut stage, RED, &["end-move", "end-attack"]);
    assert_eq!(stage.verdict(RED, "unload Canis.1 CT0 1"), denied("SQ-4.5b"));
    assert_eq!(stage.verdict(RED, "unload Canis.1 CT1 1"), Ok(()), "their own people may");
}

#[test]
fn sq_r_44_ships_built_beside_an_enemy_colony_besiege_it() {
    covers!("SQ-R-44", "SQ-R-22", "SQ-8.2.5");
    let mut stage = year("star Scorpii card 24 explored 0 1\ncolony Scorpii.1 of 0 pop 20\ncolony Scorpii.2 of 1 pop 5 mb 1\nfleet 2 of 1 at AA19 ships 1 SCT\nsheet 0 work Scorpii.1").with_dice([4]);
    all(&mut stage, RED, &["buy ESC 1", "commit"]);
    assert!(stage.game.is_besieged(&stage.state.known(), BLUE, crate::common::planet(&stage, "Scorpii", 2)));
    stage.act(RED, "end-move");
    assert_eq!(ships(&stage, BLUE, "AA19"), [0; 5], "resolved in the T3 of the first to move");
}

#[test]
fn sq_r_52_the_last_one_may_end_the_game() {
    covers!("SQ-R-52");
    let two = crate::common::on(
        "basic-2",
        "sheet 0 has USR\nfleet 1 of 0 at G05 ships 1 ESC\nstar Canis card 32 explored 0\nfleet 2 of 1 at A01 ships 1 ESC bound Indi",
    );
    let mut stage = two;
    stage.act(RED, "end-move");
    assert_eq!(stage.verdict(RED, "end-game"), denied("SQ-R-52"));
    let mut alone = crate::common::on(
        "basic-2",
        "turn 5 active 0 out 2\nsheet 0 has USR\nfleet 1 of 0 at G05 ships 1 ESC\nstar Canis card 32 explored 0",
    );
    all(&mut alone, RED, &["end-move", "end-game"]);
    assert!(alone.is_over());
}
