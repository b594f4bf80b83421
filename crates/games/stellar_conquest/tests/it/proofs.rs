//! Edges that a change of the code could pass unnoticed: what is carried out, what is not concerned, what is listed.

use rules::covers;

use crate::common::{BLUE, RED, all, at, colony, year};

#[test]
fn sq_8_2_6_what_is_bought_stands_after_the_year() {
    covers!("SQ-8.2.6");
    let canis = "star Canis card 32 explored 0\ncolony Canis.1 of 0 pop 20 iu 300\n";
    let mut stage = year(&format!("{canis}sheet 0 work Canis.1 has PFS has MB has AMB has RIU"));
    all(&mut stage, RED, &["buy PFS 1", "buy MB 2", "buy AMB 1", "buy RIU 3", "commit"]);
    let built = colony(&stage, "Canis", 1).expect("there");
    assert_eq!((built.pfs, built.mb, built.amb, built.riu), (true, 2, 1, 3));
    let mut stage = year(&format!("{canis}sheet 0 work Canis.1 has PFS has MB"));
    all(&mut stage, RED, &["buy MB 1", "commit"]);
    let built = colony(&stage, "Canis", 1).expect("there");
    assert_eq!((built.pfs, built.mb), (false, 1), "only what was bought");
}

#[test]
fn sq_7_2a_only_colonies_under_warships_are_conquered() {
    covers!("SQ-7.2a");
    let mut stage = at(
        "star Scorpii card 24 explored 0 1\nstar Canis card 32 explored 0 1\ncolony Scorpii.1 of 1 pop 10\ncolony Canis.1 of 1 pop 5\nfleet 1 of 0 at AA19 ships 2 ATK",
    );
    all(&mut stage, RED, &["end-move", "end-attack"]);
    let owner = |name: &str| colony(&stage, name, 1).expect("there").controller;
    assert_eq!((owner("Scorpii"), owner("Canis")), (RED, BLUE));
}

#[test]
fn sq_5_4_10d_ships_that_go_where_they_like_are_asked_no_destination() {
    covers!("SQ-5.4.10d");
    let bound = |held: &str| {
        let mut stage =
            at(&format!("star Scorpii card 24 explored 0\nsheet 0 {held}\nfleet 1 of 0 at AA19 ships 1 ESC"));
        stage.act(RED, "pick 1");
        stage.legal(RED).iter().filter(|action| action.starts_with("bound")).count()
    };
    assert_eq!((bound("has USC has USR"), bound("has USR")), (0, 53));
}
