//! Landing colonists (4.5, 8.4), and the last player left.

use crate::common::{BLUE, RED, all, at, colony, fleet, ships, year};
use laws::denied;
use rules::{Viewer, covers};

/// Canis with card 32: TR 80 in orbit 4, BR 10 in orbit 5.
const CANIS: &str = "star Canis card 32 explored 0\n";

fn landing(ships: &str, more: &str) -> crate::common::Stage {
    let mut stage = at(&format!("{CANIS}sheet 0 has USR\nfleet 1 of 0 at G05 {ships}\n{more}"));
    stage.act(RED, "end-move");
    stage
}

#[test]
fn sq_8_3_1_a_transport_becomes_a_million_with_its_industry() {
    covers!("SQ-8.3.1", "SQ-2.3.1b", "SQ-9.1.2");
    let mut stage = landing("lot 5 CT0 - 0", "colony Canis.1 of 0 pop 7 iu 11");
    stage.act(RED, "unload Canis.1 CT0 3");
    let reinforced = colony(&stage, "Canis", 1).expect("there");
    assert_eq!((reinforced.pop, reinforced.iu, ships(&stage, RED, "G05")[4]), (10, 14, 2));
}

#[test]
fn sq_5_2_2d_a_transport_that_unloads_is_removed() {
    covers!("SQ-5.2.2d", "SQ-HID-19");
    let mut stage = landing("lot 5 CT0 - 0", "");
    stage.act(RED, "unload Canis.1 CT0 5");
    assert!(fleet(&stage, 1).is_none());
    assert!(stage.view(Viewer::Seat(BLUE)).fleets.is_empty(), "all notice that the token is gone");
    assert!(stage.view(Viewer::Seat(BLUE)).colonies.is_empty(), "the landing itself is not seen from afar");
}

#[test]
fn sq_8_4a_a_new_colony_belongs_to_the_player_who_lands() {
    covers!("SQ-8.4a", "SQ-7.2.7c");
    let mut stage = landing("lot 5 CT0 - 0", "");
    stage.act(RED, "unload Canis.1 CT0 5");
    let new = colony(&stage, "Canis", 1).expect("founded");
    assert_eq!((new.pop, new.iu, new.originator, new.controller), (5, 5, RED, RED));
}

#[test]
fn sq_8_4_5a_terran_planets_may_be_colonized_from_the_start() {
    covers!("SQ-8.4.5a");
    for (star, hex, card, nth) in
        [("Canis", "G05", 32, 1), ("Scorpii", "AA19", 24, 2), ("Lalande", "B18", 67, 1)]
    {
        let mut stage = at(&format!(
            "star {star} card {card} explored 0\nsheet 0 has USR\nfleet 1 of 0 at {hex} lot 2 CT0 - 0"
        ));
        stage.act(RED, "end-move");
        assert_eq!(stage.verdict(RED, &format!("unload {star}.{nth} CT0 2")), Ok(()), "{star}");
    }
}

#[test]
fn sq_4_5a_transports_unload_where_they_are() {
    covers!("SQ-4.5a", "SQ-5.2.2c");
    let mut stage = landing("lot 5 CT0 - 0", "star Indi card 44 explored 0");
    assert_eq!(stage.verdict(RED, "unload Canis.3 CT0 1"), denied("SQ-4.5a"), "no such planet");
    assert_eq!(stage.verdict(RED, "unload Indi.1 CT0 1"), denied("SQ-4.5a"), "no transport there");
    stage.act(RED, "unload Canis.1 CT0 1");
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
