//! Chapters 7.1 to 7.4: resource rolls, the track, paying, ending the turn.

use laws::denied;
use rules::covers;
use space_infantry::{Event, LossReason};

use crate::stage::{actions, rolling};

#[test]
fn si_7_1_1_the_token_gives_one_or_two_rolls() {
    covers!("SI-7.1.1", "SI-7.1.10", "SI-7.0");
    let mut one = crate::stage::token("F-federation_1m-1", "");
    one.chance("resource 4");
    one.act("place BUI");
    assert_eq!(
        (one.line("track left").as_str(), one.legal().last().map(String::as_str)),
        ("2 BUI", Some("end_actions"))
    );
    let mut two = crate::stage::token("F-federation_2-1", "");
    two.chance("resource 3").act("place BUI").chance("resource 3");
    assert!(two.asked(), "two rolls, and the second 3 found its space filled");
    assert_eq!(two.line("track left"), "2 BUI");
    let lost = two.count(|event| matches!(event, Event::DiceLost { reason: LossReason::SpaceFilled, .. }));
    assert_eq!(lost, 1);
}

#[test]
fn si_7_1_2_one_die_for_sol_and_for_each_production_icon() {
    covers!("SI-7.1.2");
    assert_eq!(rolling("F-federation_1-1", "").dice(), 1);
    let bases = "at APC: base build\nat CUA: base defense\nat ASC: base_up research\n";
    assert_eq!(rolling("F-federation_1-1", bases).dice(), 3, "the Defense Base has no icon");
}

#[test]
fn si_7_1_3_minus_one_reduces_every_die() {
    covers!("SI-7.1.3");
    let mut stage = rolling("F-federation_1m-1", "at APC: base build\nat ASC: base research\n");
    stage.chance("resource 1 6 3");
    stage.act("place BUI").act("place MAN");
    assert_eq!(stage.line("track left"), "1 BUI, 4 MAN");
    let mut plain = rolling("F-federation_1-1", "");
    plain.chance("resource 1");
    assert!(plain.legal().contains(&"place BUI".to_owned()));
}

#[test]
fn si_7_1_4_a_type_with_a_token_in_its_pool_ascending_by_result() {
    covers!("SI-7.1.4", "SI-7.1.6");
    let mut stage = rolling("F-federation_1-1", "at APC: base build\nat ASC: base research\nstored: DIP*2\n");
    stage.chance("resource 5 2 4");
    assert_eq!(stage.verdict("place DIP"), denied("SI-7.1.4"));
    assert_eq!(stage.verdict("place WRP"), denied("SI-7.1.4"));
    stage.act("place BUI").act("place MAN").act("place RES");
    assert_eq!(stage.line("track left"), "1 BUI, 3 MAN, 4 RES", "2, 4 and 5, one row down");
}

#[test]
fn si_7_1_5_equal_dice_take_one_type_and_are_stacked() {
    covers!("SI-7.1.5", "SI-7.1.8");
    let mut stage = rolling(
        "F-federation_1-1",
        "at APC: base build\nat ASC: base research\nat CUA: base maneuver\nstored: DIP\n",
    );
    stage.chance("resource 4 4 4 4");
    stage.act("place DIP");
    assert_eq!(stage.line("track left"), "3 DIP", "one was left; three dice are lost");
    let mut pair = rolling("F-federation_1-1", "at APC: base build\n");
    pair.chance("resource 4 4").act("place MAN");
    assert_eq!(pair.line("track left"), "3 MAN*2");
}

#[test]
fn si_7_1_7_a_filled_space_is_not_used_again() {
    covers!("SI-7.1.7", "SI-7.1.6");
    let mut next = rolling("F-federation_1-1", "column middle\ntrack left: 3 BUI\n");
    next.chance("resource 3").act("place MAN");
    assert_eq!((next.line("track left").as_str(), next.line("track middle").as_str()), ("2 BUI", "2 MAN"));
    let mut lost = rolling("F-federation_1-1", "track left: 3 BUI\n");
    lost.chance("resource 3");
    assert_eq!(lost.line("track left"), "2 BUI");
}

#[test]
fn si_7_1_9_the_only_type_is_placed_without_a_question() {
    covers!("SI-7.1.9");
    let full = "stored: BUI*3 MAN\nsacrificed: MAN*2 RES*3 ESP*3 MOR*3 DIP\n";
    let mut stage = rolling("F-federation_1-1", full);
    stage.chance("resource 2");
    assert_eq!(stage.line("track left"), "1 DIP");
    let mut empty = rolling("F-federation_1-1", &full.replace("DIP", "DIP*2"));
    empty.chance("resource 2");
    assert_eq!(empty.line("track left"), "", "no token at all: the die is lost");
}

#[test]
fn si_7_2a_every_token_comes_one_row_nearer_and_arrived_ones_stay() {
    covers!("SI-7.2a", "SI-7.2b");
    let mut stage = rolling("F-federation_1-1", "track left: 0 DIP, 1 BUI, 6 RES\n");
    stage.chance("resource 3").act("place MAN");
    assert_eq!(stage.line("track left"), "0 BUI DIP, 2 MAN, 5 RES");
}

#[test]
fn si_7_3a_any_number_of_actions_each_paid_with_a_token() {
    covers!("SI-7.3a", "SI-7.3b", "SI-7.3c", "SI-2.9");
    let mut stage = actions("at SOL: flagship\nstored: MAN\ntrack left: 0 BUI, 1 MAN\n");
    assert_eq!(stage.verdict("conduct"), denied("SI-7.3b"), "no Research");
    stage.act("move flagship SOL FE1");
    assert_eq!(stage.verdict("move flagship FE1 FE2"), denied("SI-7.3b"), "the other one has not arrived");
    stage.act("construct mine");
    assert_eq!((stage.pool("MAN"), stage.pool("BUI")), (2, 3));
    assert_eq!(stage.legal(), ["end_actions"]);
}

#[test]
fn si_7_3d_five_of_your_choice_are_stored() {
    covers!("SI-7.3d", "SI-R-17", "SI-7.3e");
    let mut few = actions("stored: BUI MAN\ntrack left: 0 RES ESP, 2 MOR\n");
    few.act("end_actions");
    assert_eq!((few.line("stored").as_str(), few.line("track left").as_str()), ("BUI MAN RES ESP", "2 MOR"));
    let mut many =
        actions("stored: BUI*2 MAN*2 RES\ntrack left: 0 ESP\ncolumn middle\ntrack middle: 0 DIP\n");
    many.act("end_actions");
    assert_eq!(many.legal(), ["return BUI", "return MAN", "return RES", "return ESP", "return DIP"]);
    assert_eq!(many.verdict("return MOR"), denied("SI-7.3d"));
    many.act("return RES").act("return BUI");
    assert_eq!(many.line("stored"), "BUI MAN*2 ESP DIP");
    let text = "si 1 hard tokens 10 turn 3 phase FED3\nnow F-federation_2-1\nstored: BUI*2 MAN*2 RES*2\n";
    let error = rules::Notation::read_position(&crate::stage::game("hard"), text).unwrap_err().to_string();
    assert_eq!(error, "stored: more than five tokens");
}

#[test]
fn si_7_3f_deployed_tokens_stay_where_they_are() {
    covers!("SI-7.3f");
    let mut stage = actions("embassy FE\nspy CT\ncolumn middle\n");
    stage.act("end_actions");
    assert_eq!((stage.line("embassy").as_str(), stage.line("spy").as_str()), ("FE", "CT"));
    assert_eq!((stage.line("stored").as_str(), stage.line("column").as_str()), ("", "middle"));
}

#[test]
fn si_7_3g_a_deployed_token_moves_once_a_phase_and_not_back() {
    covers!("SI-7.3g", "SI-R-58", "SI-2.10");
    let mut stage = actions("attache FE\n");
    assert_eq!(stage.verdict("attache FE with attache FE"), denied("SI-7.3g"));
    stage.act("attache CT with attache FE");
    assert_eq!(stage.line("attache"), "CT new");
    assert_eq!(stage.verdict("attache MU with attache CT"), denied("SI-7.3g"));
    assert_eq!(stage.verdict("slow_research FE with attache CT"), denied("SI-7.3g"));
    let sacrificed = actions("attache CT new\ntech FE: durability\n");
    assert_eq!(sacrificed.verdict("sabotage FE with attache CT"), Ok(()), "spending stays possible");
}

#[test]
fn si_7_3h_a_paying_token_no_longer_counts() {
    covers!("SI-7.3h");
    let stage = actions("embassy FE\nwar FE 2\npairs FE-CT war\n");
    assert_eq!(stage.verdict("envoy FE with embassy FE"), denied("SI-R-22"));
    assert_eq!(stage.verdict("peace_talks FE-CT with embassy FE"), denied("SI-7.3.1.8a"));
    let two = actions("embassy FE\nembassy CT\nwar FE 2\npairs FE-CT war\n");
    assert_eq!(two.verdict("peace_talks FE-CT with embassy FE"), Ok(()));
    assert_eq!(two.verdict("envoy FE with embassy CT"), Ok(()));
}

#[test]
fn si_7_3i_row_0_pays_before_stored() {
    covers!("SI-7.3i", "SI-R-65");
    let mut stage =
        actions("at SOL: flagship\nstored: MAN\ntrack left: 0 MAN\ncolumn middle\ntrack middle: 0 MAN\n");
    stage.act("move flagship SOL FE1");
    assert_eq!((stage.line("track left").as_str(), stage.line("track middle").as_str()), ("", "0 MAN"));
    stage.act("move flagship FE1 FE2").act("move flagship FE2 FE3");
    assert_eq!(stage.line("stored"), "");
}

#[test]
fn si_7_4a_the_holding_box_goes_back_to_the_pool() {
    covers!("SI-7.4a", "SI-7.4b");
    let mut stage =
        actions("holding ME-advance-1\nqueue ME-tech-1 CY-tech-1 MU-tech-1 CT-tech-1 FE-press-1\n");
    stage.act("end_actions");
    let token = stage.game.token("ME-advance-1").expect("a token");
    assert!(stage.state.board.bag >> token.index() & 1 == 1);
    assert_eq!(stage.over(), "");
}
