//! Ships and movement (chapter 5), and who sees them (chapter 15).

mod common;

use common::{BLUE, RED, all, at, fleet, game, on, ships};
use laws::denied;
use rules::{Viewer, covers};
use stellar_conquest::{Frame, StellarConquest};

const SCORPII: &str = "star Scorpii card 25 explored 0\n";

#[test]
fn sq_5_4_10a_a_fleet_heads_straight_for_its_destination() {
    covers!(
        "SQ-5.4.10a",
        "SQ-5.4a",
        "SQ-5.4.1",
        "SQ-5.1h",
        "SQ-5.1i",
        "SQ-5.1j",
        "SQ-5.4.6",
        "SQ-R-16",
        "SQ-R-17",
        "SQ-R-18",
        "SQ-R-62",
        "SQ-4.1",
        "SQ-DP-2",
        "SQ-HID-2",
        "SQ-HID-4",
        "SQ-9.1.1b",
        "SQ-VOC-5",
        "SQ-R-15"
    );
    let mut stage = at(&format!("{SCORPII}fleet 1 of 0 at AA19 ships 1 ESC"));
    stage.act(RED, "pick 1");
    assert_eq!(stage.verdict(RED, "step AA18"), denied("SQ-5.1i"));
    assert_eq!(stage.verdict(RED, "bound Scorpii"), denied("SQ-5.1j"));
    stage.act(RED, "bound Hamal");
    assert_eq!(stage.verdict(RED, "bound Barnard"), denied("SQ-5.1h"));
    assert_eq!(stage.verdict(RED, "step Z18"), denied("SQ-5.4.10a"));
    assert_eq!(stage.verdict(RED, "step AA10"), denied("SQ-5.4a"));
    stage.act(RED, "step AA18");
    assert_eq!(
        stage.verdict(RED, "bound Barnard"),
        denied("SQ-5.1h"),
        "between stars the destination is fixed"
    );
    stage.act(RED, "step AA17");
    assert_eq!(stage.verdict(RED, "step AA16"), denied("SQ-5.4.1"));
    assert_eq!(stage.view(Viewer::Seat(BLUE)).fleets[0].hex.to_string(), "AA17", "the token is public");
    assert!(stage.view(Viewer::Seat(BLUE)).fleets[0].own.is_none(), "what it is and where it goes is not");
    all(&mut stage, RED, &["done", "end-move"]);
    assert_eq!((stage.state.turn, stage.asked()), (6, Some(RED)));
    all(&mut stage, RED, &["pick 1", "done", "end-move"]);
    assert_eq!(fleet(&stage, 1).expect("waits").hex.to_string(), "AA17", "it may loiter");
}

#[test]
fn sq_5_1b_ships_keep_within_eight_hexes_of_a_base() {
    covers!("SQ-5.1b", "SQ-5.1c", "SQ-5.1d", "SQ-5.2.1", "SQ-R-59", "SQ-VOC-6", "SQ-R-70");
    let lines = "star Hamal card 51 explored 0\n";
    let mut far = at(&format!("{lines}fleet 1 of 0 at AA16 ships 1 ESC bound Hamal"));
    all(&mut far, RED, &["pick 1", "step AA15", "bound Altair"]);
    assert_eq!(far.verdict(RED, "step Z14"), denied("SQ-5.1d"), "Hamal is at 8, Z14 at 9");
    let mut scout = at(&format!("{lines}fleet 1 of 0 at AA16 ships 1 SCT bound Hamal"));
    all(&mut scout, RED, &["pick 1", "step AA15", "bound Altair", "step Z14"]);
    let mut based = at(&format!(
        "{lines}{SCORPII}colony Scorpii.1 of 0 pop 9\nfleet 1 of 0 at AA16 ships 1 ESC bound Hamal"
    ));
    all(&mut based, RED, &["pick 1", "step AA15", "bound Altair", "step Z14"]);
}

#[test]
fn sq_5_1g_unlimited_range_has_no_limit() {
    covers!("SQ-5.1g", "SQ-9.6d");
    let mut stage = at("sheet 0 has USR\nstar Hamal card 51 explored 0\nfleet 1 of 0 at AA15 ships 1 ESC");
    all(&mut stage, RED, &["pick 1", "bound Altair", "step Z14"]);
}

#[test]
fn sq_7_3_3a_a_besieged_colony_is_no_base() {
    covers!("SQ-7.3.3a", "SQ-R-56");
    let lines = format!(
        "star Hamal card 51 explored 0\n{SCORPII}colony Scorpii.1 of 0 pop 9 mb 1\nfleet 1 of 0 at AA15 ships 1 ESC\n"
    );
    let besieged = |ship: &str| {
        let mut stage = at(&format!("{lines}fleet 2 of 1 at AA19 ships 1 {ship}"));
        all(&mut stage, RED, &["pick 1", "bound Altair"]);
        stage.verdict(RED, "step Z14")
    };
    assert_eq!(besieged("ESC"), denied("SQ-5.1d"));
    assert_eq!(besieged("SCT"), Ok(()), "scouts never besiege");
}

#[test]
fn sq_5_1e_what_ends_out_of_range_is_lost() {
    covers!("SQ-5.1e", "SQ-5.1f");
    let mut stage = at("fleet 1 of 0 at X10 ships 1 SCT ships 2 ESC bound Vega");
    all(&mut stage, RED, &["pick 1", "step X09", "done", "end-move"]);
    assert_eq!(ships(&stage, RED, "X09"), [1, 0, 0, 0, 0], "scouts need no base");
}

#[test]
fn sq_5_4_2a_clouds_are_entered_first_and_end_the_move() {
    covers!("SQ-5.4.2a", "SQ-5.4.2b", "SQ-R-63", "SQ-5.1a");
    let mut stage = at(
        "sheet 0 has 6MA has USR\nstar Altair card 4 explored 0\nfleet 1 of 0 at AA15 ships 1 ESC bound Altair\nstar Hamal card 51 explored 0",
    );
    all(&mut stage, RED, &["pick 1", "step Z14"]);
    assert_eq!(stage.verdict(RED, "step Y14"), denied("SQ-5.4.2a"));
    all(&mut stage, RED, &["done", "end-move", "pick 1", "step Y14"]);
    assert_eq!(stage.verdict(RED, "step X14"), denied("SQ-5.4.2b"));
}

#[test]
fn sq_5_4_10c_clouds_may_be_gone_round_if_that_is_faster() {
    covers!("SQ-5.4.10c", "SQ-5.4.2c");
    let game = game("basic-4");
    // Somewhere on the map a fleet saves a turn by going round: its steps are offered, and arrive sooner.
    let mut found = 0;
    for (from, to) in [
        ("L08", "Deneb"),
        ("K10", "Mirfak"),
        ("H05", "Mirfak"),
        ("W04", "Mirach"),
        ("I11", "Lyrae"),
        ("L04", "Deneb"),
        ("V04", "Vega"),
        ("U05", "Mirach"),
        ("Z12", "Kruger"),
        ("W17", "Mirach"),
        ("L17", "Ross"),
        ("I17", "Alphard"),
        ("M15", "Eridani"),
        ("J05", "Capella"),
        ("H09", "Kochab"),
        ("X04", "Spica"),
        ("X05", "Mirach"),
    ] {
        let lines = format!("sheet 0 has 6MA has USR\nfleet 1 of 0 at {from} ships 1 SCT bound {to}");
        let mut stage = common::at(&lines);
        stage.act(RED, "pick 1");
        let goal = game.hex_of(game.components.star(to).expect("a star"));
        let here = atlas::Hex::parse(from).expect("a hex").distance(goal);
        let steps =
            stage.legal(RED).into_iter().filter_map(|action| action.strip_prefix("step ").map(str::to_owned));
        let aside = steps.filter(|hex| atlas::Hex::parse(hex).expect("a hex").distance(goal) >= here).count();
        found += usize::from(aside > 0);
    }
    assert!(found > 0, "no detour is ever offered");
}

#[test]
fn sq_5_4_3b_an_enemy_warship_stops_whoever_enters() {
    covers!("SQ-5.4.3b", "SQ-R-20");
    let stop = |ship: &str| {
        let lines = format!(
            "sheet 0 has 6MA\nstar Barnard card 57 explored 0 1\nfleet 1 of 0 at AB17 ships 1 SCT bound Barnard\nfleet 2 of 1 at AC17 ships 1 {ship}"
        );
        let mut stage = at(&lines);
        all(&mut stage, RED, &["pick 1", "step AC17"]);
        stage.verdict(RED, "bound Hamal")
    };
    assert_eq!(stop("ESC"), denied("SQ-5.4.1"));
    assert_eq!(stop("SCT"), Ok(()));
}

#[test]
fn sq_5_4_7a_ships_that_meet_see_each_other() {
    covers!("SQ-5.4.7a", "SQ-4.3a", "SQ-HID-3", "SQ-R-54");
    let mut stage = at(
        "sheet 0 has 6MA\nstar Barnard card 57 explored 0 1\nfleet 1 of 0 at AB17 ships 2 SCT bound Barnard\nfleet 2 of 1 at AC17 ships 1 SCT lot 5 CT1 - 0",
    );
    all(&mut stage, RED, &["pick 1", "step AC17"]);
    let seen = stage.view(Viewer::Seat(RED)).fleets[1].seen;
    assert_eq!((seen.turn, seen.ships.0[0], seen.ships.transports()), (5, 1, 5));
    assert_eq!(stage.view(Viewer::Seat(BLUE)).fleets[0].seen.ships.0[0], 2);
    all(&mut stage, RED, &["bound Hamal", "step AC16"]);
    assert_eq!(stage.view(Viewer::Seat(BLUE)).fleets[0].seen.ships.0[0], 2, "a memory remains");
    stage.act(RED, "detach 1 SCT");
    assert!(
        stage.view(Viewer::Seat(BLUE)).fleets.iter().all(|fleet| fleet.owner == BLUE || fleet.seen.turn == 0),
        "new tokens carry none"
    );
}

#[test]
fn sq_5_2_3a_fleets_split_and_merge_in_one_hex() {
    covers!("SQ-5.2.3a", "SQ-5.2.3b", "SQ-2.3.3b", "SQ-2.3.3c", "SQ-DP-3", "SQ-R-45", "SQ-R-61");
    let mut stage = at(&format!(
        "{SCORPII}fleet 1 of 0 at AA19 ships 2 ESC ships 1 SCT\nfleet 2 of 0 at AA18 ships 1 ESC bound Hamal\nfleet 3 of 0 at AA18 ships 1 ESC bound Kruger\nfleet 4 of 0 at AA18 ships 1 ESC bound Hamal used 1"
    ));
    stage.act(RED, "pick 1");
    assert_eq!(stage.verdict(RED, "detach 3 ESC"), denied("SQ-5.2.3a"));
    assert_eq!(stage.verdict(RED, "detach 0 ESC"), denied("SQ-5.2.3a"));
    stage.act(RED, "detach 1 SCT").act(RED, "detach 1 ESC");
    assert_eq!(stage.verdict(RED, "detach 1 ESC"), denied("SQ-2.3.3b"), "something stays");
    assert_eq!(stage.state.fleets.len(), 5, "both went into one group");
    all(&mut stage, RED, &["done", "pick 2"]);
    assert_eq!(stage.verdict(RED, "merge 3"), denied("SQ-5.2.3b"));
    assert_eq!(stage.verdict(RED, "merge 1"), denied("SQ-5.2.3a"));
    stage.act(RED, "merge 4");
    let merged = stage.state.fleets.iter().find(|fleet| fleet.ships.0[1] == 2).expect("joined");
    assert_eq!(merged.token.0, 93, "a new token");
}

#[test]
fn sq_5_4_10b_stars_on_the_way_may_be_avoided() {
    covers!("SQ-5.4.10b");
    // Canopus P10 and Draconis Q11 touch; Lacaille O13 to Caph R06 leads past both.
    let mut stage =
        on("four-D", "sheet 0 has USR\nstar Lupi card 51 explored 0\nfleet 1 of 0 at R14 ships 1 ESC");
    stage.act(RED, "pick 1").act(RED, "bound Crucis");
    let offered =
        stage.legal(RED).into_iter().filter(|action| action.starts_with("avoid")).collect::<Vec<_>>();
    assert_eq!(stage.verdict(RED, "avoid Canis"), denied("SQ-5.4.10b"));
    assert_eq!(offered, ["avoid Draconis"]);
    stage.act(RED, "avoid Draconis");
    assert_eq!(fleet(&stage, 1).expect("there").avoid.count_ones(), 1);
    stage.act(RED, "step R13");
}

#[test]
fn sq_5_4_10d_unlimited_communications_free_the_path() {
    covers!("SQ-5.4.10d", "SQ-9.6f");
    let mut stage = at("sheet 0 has USC has USR\nfleet 1 of 0 at AA17 ships 1 ESC");
    stage.act(RED, "pick 1");
    assert_eq!(stage.verdict(RED, "bound Hamal"), denied("SQ-5.4.10d"));
    all(&mut stage, RED, &["step AA18", "step AA17"]);
}

#[test]
fn sq_4_3d_unarmed_ships_give_way() {
    covers!(
        "SQ-4.3d",
        "SQ-5.4.8",
        "SQ-DP-7",
        "SQ-6.1.4b",
        "SQ-6.1.4c",
        "SQ-6.1.4e",
        "SQ-R-21",
        "SQ-R-69",
        "SQ-4.3b",
        "SQ-6.0a",
        "SQ-R-22"
    );
    let mut stage = at(
        "star Barnard card 57 explored 0 1\nfleet 1 of 0 at AB17 ships 1 SCT lot 2 CT0 - 0 bound Barnard\nfleet 2 of 1 at AC17 ships 1 SCT",
    );
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
    assert_eq!(stage.state.frame, Frame::Withdraw { seat: RED, forced: true });
    assert_eq!(stage.verdict(RED, "stay"), denied("SQ-4.3d"));
    stage.act(RED, "pull-all");
    assert_eq!(stage.verdict(RED, "retreat AA19"), denied("SQ-6.1.4b"));
    stage.act(RED, "retreat AC16");
    assert_eq!(stage.verdict(RED, "bound Barnard"), denied("SQ-6.1.4c"));
    stage.act(RED, "bound Hamal");
    assert_eq!(ships(&stage, RED, "AC16"), [1, 0, 0, 0, 2]);
    assert_eq!(stage.asked(), Some(BLUE));
    all(&mut stage, BLUE, &["end-move", "end-attack", "end-turn"]);
    assert_eq!(stage.verdict(RED, "end-move"), denied("SQ-6.1.4e"), "it has to move on");
    let token = stage.state.fleets.iter().find(|fleet| fleet.owner == RED).expect("there").token.0;
    stage.act(RED, &format!("pick {token}"));
    assert_eq!(stage.verdict(RED, "done"), denied("SQ-6.1.4e"));
    let step = stage.legal(RED).into_iter().find(|action| action.starts_with("step")).expect("a step");
    all(&mut stage, RED, &[&step, "done", "end-move"]);
}

#[test]
fn sq_4_3e_a_colony_alone_contests_nothing() {
    covers!("SQ-4.3e", "SQ-4.3f", "SQ-5.4.9", "SQ-5.4.5");
    let mut stage = at(
        "star Barnard card 57 explored 0 1\ncolony Barnard.1 of 1 pop 3\nfleet 1 of 0 at AB17 ships 1 SCT bound Barnard\nfleet 2 of 1 at AA17 ships 1 ESC bound Hamal\nfleet 3 of 0 at AA17 ships 1 ESC bound Hamal\nfleet 4 of 1 at AA19 ships 1 SCT\nfleet 5 of 0 at AA19 ships 1 SCT\nstar Scorpii card 25 explored 0 1",
    );
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
    assert!(matches!(stage.state.frame, Frame::Withdraw { .. }), "only Scorpii is contested");
    all(&mut stage, RED, &["pull-all", "retreat AA20", "bound Hamal"]);
    assert_eq!(stage.state.frame, Frame::Planets);
}

#[test]
fn sq_ex_25_arrival_from_entry_two() {
    let game = game("basic-4");
    let turns = |from: &str, to: &str, allowance| {
        game.turns(
            atlas::Hex::parse(from).expect("a hex"),
            game.components.star(to).expect("a star"),
            allowance,
        )
    };
    assert_eq!(turns("A21", "Ceti", 2), 3, "six hexes at two a turn");
    let mut stage = common::at("turn 1 active 1\nfleet 60001 of 1 at off ships 1 ESC");
    all(&mut stage, BLUE, &["pick 60001", "bound Lalande", "step A21", "step A20", "done", "end-move"]);
    assert_eq!(stage.state.turn, 2);
    all(&mut stage, BLUE, &["pick 91", "step A19", "step B18"]);
}

#[test]
fn sq_ex_26_clouds_cost_turns() {
    let game = game("basic-4");
    let turns = |from: &str, to: &str| {
        let hex = game.hex_of(game.components.star(from).expect("a star"));
        let to = game.components.star(to).expect("a star");
        [2, 3, 4, 6, 8].map(|allowance| game.turns(hex, to, allowance))
    };
    assert_eq!(turns("Hamal", "Altair"), [2, 2, 2, 2, 2]);
    assert_eq!(turns("Diphda", "Sirius"), [3, 3, 2, 2, 2]);
    assert_eq!(turns("Capella", "Deneb"), [4, 3, 3, 2, 2]);
    assert_eq!(turns("Scorpii", "Barnard"), [2, 1, 1, 1, 1]);
    assert_eq!(turns("Canis", "Ceti"), [7, 5, 4, 3, 2]);
    assert_eq!(turns("Spica", "Vega"), [2, 2, 2, 2, 2]);
}

#[test]
fn sq_ex_27_what_entry_one_reaches() {
    let stage = at("");
    let range = stage.game.range(&stage.state, RED).expect("limited");
    let inside =
        |name: &str| range.contains(stage.game.hex_of(stage.game.components.star(name).expect("a star")));
    assert!(["Scorpii", "Barnard", "Hamal", "Kruger"].into_iter().all(inside));
    assert!(!inside("Altair"));
    assert_eq!(StellarConquest::allowance(&stage.state, RED), 2);
}
