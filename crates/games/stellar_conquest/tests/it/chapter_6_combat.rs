//! Ship combat, planetary attack and conquest (chapters 6 and 7).

use crate::common::{BLUE, GREEN, RED, all, at, colony, ships};
use laws::denied;
use rules::{Seats, Turn, Viewer, covers};
use stellar_conquest::{Frame, ids::Kind};

/// Red's and Blue's ships meet at Barnard; Red has just moved in.
fn meeting(red: &str, blue: &str) -> crate::common::Stage {
    let lines = format!(
        "star Barnard card 57 explored 0 1\nfleet 1 of 0 at AB17 {red} bound Barnard\nfleet 2 of 1 at AC17 {blue}"
    );
    let mut stage = at(&lines);
    all(&mut stage, RED, &["pick 1", "step AC17", "done"]);
    stage
}

/// Red's ships stand over Blue's colonies at Scorpii (TR 80 and ST 40), Red to end movement.
fn siege(red: &str, colonies: &str) -> crate::common::Stage {
    at(&format!("star Scorpii card 24 explored 0 1\n{colonies}\nfleet 1 of 0 at AA19 {red}"))
}

#[test]
fn sq_ex_1_attack_ship_at_escort() {
    for (face, lost) in [(1, 1), (2, 1), (3, 0)] {
        let mut stage = meeting("ships 1 ATK", "ships 1 ESC").with_dice([face, 6, 6]);
        stage.act(RED, "end-move");
        assert_eq!(1 - ships(&stage, BLUE, "AC17")[1], lost);
    }
}

#[test]
fn sq_ex_2_escort_at_attack_ship_needs_a_ten() {
    for (faces, lost) in [([4, 6], 1), ([5, 5], 1), ([6, 6], 0), ([3, 6], 0)] {
        let mut stage = meeting("ships 1 ESC", "ships 1 ATK").with_dice([faces[0], faces[1], 6]);
        stage.act(RED, "end-move");
        assert_eq!(1 - ships(&stage, BLUE, "AC17")[2], lost, "{faces:?}");
    }
}

#[test]
fn sq_6_1_2a_fire_is_simultaneous_and_by_the_table() {
    covers!(
        "SQ-6.1.2a",
        "SQ-6.0b",
        "SQ-6.1.3",
        "SQ-6.1.2.1",
        "SQ-6.1.2.2",
        "SQ-2.3.1a",
        "SQ-2.3.2",
        "SQ-4.3c",
        "SQ-DP-5",
        "SQ-5.3",
        "SQ-6.1.6a",
        "SQ-R-26",
        "SQ-6.0c",
        "SQ-HID-14",
        "SQ-1.0c"
    );
    let mut stage = meeting("ships 1 ESC", "ships 1 ESC").with_dice([1, 1]);
    stage.act(RED, "end-move");
    assert_eq!((ships(&stage, RED, "AC17"), ships(&stage, BLUE, "AC17")), ([0; 5], [0; 5]), "both die");
    let mut ten = meeting("ships 1 ESC", "ships 1 ATK").with_dice([4, 6, 6]);
    ten.act(RED, "end-move");
    assert_eq!(ships(&ten, BLUE, "AC17"), [0; 5]);
    assert!(ten.game.score(&ten.state.known()).winners().contains(RED));
}

#[test]
fn sq_6_1_1a_targets_are_named_in_secret() {
    covers!(
        "SQ-6.1.1a",
        "SQ-6.1.1b",
        "SQ-6.1.1c",
        "SQ-6.1.1d",
        "SQ-6.2d",
        "SQ-6.2f",
        "SQ-R-24",
        "SQ-HID-17",
        "SQ-R-64"
    );
    let mut stage = meeting("ships 2 ESC", "ships 1 DN ships 2 SCT").with_dice([1, 1, 6]);
    stage.act(RED, "end-move");
    assert_eq!(stage.game_turn(), Turn::Choose(Seats::only(RED).with(BLUE)));
    assert_eq!(stage.verdict(RED, "aim DN 1"), denied("SQ-6.1.1c"));
    assert_eq!(stage.verdict(RED, "aim ESC 1"), denied("SQ-6.1.1a"));
    assert_eq!(stage.verdict(RED, "aim SCT 2"), denied("SQ-R-64"), "the first one named is number 1");
    stage.act(RED, "aim SCT 1");
    assert_eq!(stage.verdict(RED, "aim-class SCT"), denied("SQ-6.2d"));
    assert!(stage.view(Viewer::Seat(BLUE)).battle.aims.is_empty());
    stage.act(RED, "aim SCT 1").act(BLUE, "aim ESC 1");
    assert_eq!(ships(&stage, BLUE, "AC17"), [1, 0, 0, 1, 0], "two hits on one scout destroy one");
}

trait GameTurn {
    fn game_turn(&self) -> Turn<stellar_conquest::Chance>;
}

impl GameTurn for crate::common::Stage {
    fn game_turn(&self) -> Turn<stellar_conquest::Chance> {
        rules::Game::turn(&self.game, &self.state)
    }
}

#[test]
fn sq_6_2a_class_targeting_counts_hits() {
    covers!("SQ-6.2a", "SQ-6.2b", "SQ-6.2e");
    let mut stage = meeting("ships 3 ESC", "ships 2 SCT").with_dice([1, 2, 6]);
    all(&mut stage, RED, &["end-move", "aim-class SCT"]);
    assert_eq!(ships(&stage, BLUE, "AC17"), [0; 5]);
}

#[test]
fn sq_ex_31_class_and_specific_targeting() {
    for rolls in [[1, 2, 6], [1, 2, 3]] {
        let mut stage = meeting("ships 3 ESC", "ships 2 SCT").with_dice(rolls);
        all(&mut stage, RED, &["end-move", "aim-class SCT"]);
        assert_eq!(ships(&stage, BLUE, "AC17")[0], 0);
    }
    let mut stage = meeting("ships 3 ESC", "ships 2 SCT").with_dice([1, 2, 3]);
    all(&mut stage, RED, &["end-move", "aim SCT 1", "aim SCT 1", "aim SCT 1"]);
    assert_eq!(ships(&stage, BLUE, "AC17")[0], 1);
}

#[test]
fn sq_6_2c_improved_weapons_fire_twice_and_kill_once() {
    covers!("SQ-6.2c", "SQ-9.5e", "SQ-R-25");
    let lines = "sheet 0 has ISW\nstar Barnard card 57 explored 0 1\nfleet 1 of 0 at AB17 ships 1 ESC bound Barnard\nfleet 2 of 1 at AC17 ships 2 SCT";
    let mut stage = at(lines).with_dice([1, 1]);
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move", "aim-class SCT"]);
    assert_eq!(ships(&stage, BLUE, "AC17")[0], 1);
}

#[test]
fn sq_6_1_4a_the_last_to_come_withdraws_first() {
    covers!("SQ-6.1.4a", "SQ-6.1.4d", "SQ-6.1.5a", "SQ-DP-6");
    let mut stage = meeting("ships 1 ESC lot 2 CT0 - 0", "ships 1 ESC").with_dice([6, 6, 1, 6]);
    assert!(!matches!(stage.state.open.frame, Frame::Withdraw { .. }));
    all(&mut stage, RED, &["end-move"]);
    all(&mut stage, BLUE, &["aim-class ESC"]);
    assert_eq!(stage.state.open.frame, Frame::Withdraw { seat: RED, forced: false });
    all(&mut stage, RED, &["pull 1 CT0 -", "retreat AC16", "bound Hamal", "stay"]);
    assert_eq!(stage.state.open.frame, Frame::Withdraw { seat: BLUE, forced: false });
    stage.act(BLUE, "stay");
    assert_eq!(stage.state.open.frame, Frame::Aim, "another Fire Turn");
    // Red's escort hits Blue's and Blue's hits nothing: only Red is left.
    stage.act(BLUE, "aim-class CT0");
    assert_eq!(ships(&stage, BLUE, "AC17"), [0; 5]);
}

#[test]
fn sq_6_1_5b_without_warships_the_last_to_come_leaves() {
    covers!("SQ-6.1.5b");
    let mut stage = meeting("ships 1 ESC lot 1 CT0 - 0", "ships 1 ESC ships 1 SCT").with_dice([1, 1]);
    all(&mut stage, RED, &["end-move", "aim-class ESC"]);
    stage.act(BLUE, "aim-class ESC").act(RED, "stay").act(BLUE, "stay");
    assert_eq!(stage.state.open.frame, Frame::Withdraw { seat: RED, forced: true });
}

#[test]
fn sq_6_1_6b_the_active_player_chooses_the_order() {
    covers!("SQ-6.1.6b", "SQ-DP-4", "SQ-R-23");
    let mut stage = at(
        "star Barnard card 57 explored 0 1 2\nfleet 1 of 0 at AB17 ships 1 DN bound Barnard\nfleet 2 of 1 at AC17 ships 1 SCT\nfleet 3 of 2 at AC17 ships 1 SCT",
    );
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
    assert_eq!(stage.legal(RED), ["battle Barnard 1", "battle Barnard 2"]);
    stage.act(RED, "battle Barnard 2");
    assert_eq!(
        (ships(&stage, GREEN, "AC17"), ships(&stage, BLUE, "AC17")),
        ([0; 5], [0; 5]),
        "a DN needs no die, and goes on"
    );
}

#[test]
fn sq_7_1_1a_an_attack_is_declared_and_bases_are_counted() {
    covers!(
        "SQ-7.1.1a",
        "SQ-7.0a",
        "SQ-7.0c",
        "SQ-7.1a",
        "SQ-7.1.1c",
        "SQ-7.1.1d",
        "SQ-7.1.1e",
        "SQ-7.1.2",
        "SQ-7.1.3",
        "SQ-4.4a",
        "SQ-4.4b",
        "SQ-4.4c",
        "SQ-DP-10",
        "SQ-DP-11",
        "SQ-DP-12",
        "SQ-HID-10",
        "SQ-R-27",
        "SQ-R-65",
        "SQ-7.1.4a",
        "SQ-7.1.6a",
        "SQ-VOC-4"
    );
    let mut stage =
        siege("ships 2 ATK", "colony Scorpii.1 of 1 pop 10 iu 14 riu 5 mb 2").with_dice([6, 6, 6, 6, 6, 6]);
    stage.act(RED, "end-move");
    assert_eq!(stage.verdict(RED, "attack Scorpii.2"), denied("SQ-7.1.1a"));
    assert_eq!(stage.verdict(RED, "attack Canis.1"), denied("SQ-7.0a"), "no warship there");
    assert_eq!(stage.view(Viewer::Seat(RED)).memory[0].bases, None);
    stage.act(RED, "attack Scorpii.1");
    assert_eq!(stage.view(Viewer::Seat(RED)).memory[0].bases, Some((2, 0, false, 5)));
    assert_eq!(stage.verdict(RED, "aim-class MB2"), denied("SQ-6.1.1a"));
    stage.act(RED, "aim-class MB1").act(BLUE, "aim-class ATK");
    // Two attack ships miss with one die each; two bases need a ten on two dice each.
    assert_eq!(stage.state.open.frame, Frame::ScrapIndustry(BLUE));
    assert_eq!(stage.verdict(BLUE, "scrap Scorpii.1 IU 5"), denied("SQ-7.1.4a"));
    all(&mut stage, BLUE, &["scrap Scorpii.1 IU 4", "scrap Scorpii.1 RIU 5", "stay"]);
    assert_eq!(stage.state.open.frame, Frame::Planets, "attack again or stop");
    stage.act(RED, "end-attack");
    assert_eq!(colony(&stage, "Scorpii", 1).expect("there").controller, BLUE, "besieged, not taken");
}

#[test]
fn sq_ex_35_excess_industry() {
    let mut stage = siege("ships 1 ESC", "colony Scorpii.1 of 1 by 0 pop 10 iu 14 riu 5");
    stage.act(RED, "end-move");
    assert_eq!(stage.verdict(RED, "scrap Scorpii.1 IU 5"), denied("SQ-R-34"));
    assert_eq!(stage.verdict(RED, "scrap Scorpii.1 RIU 6"), denied("SQ-R-34"));
    all(&mut stage, RED, &["scrap Scorpii.1 IU 4", "scrap Scorpii.1 RIU 5"]);
    assert_eq!(colony(&stage, "Scorpii", 1).expect("there").iu, 10);
    assert_eq!(stage.verdict(RED, "scrap Scorpii.1 IU 1"), denied("SQ-R-34"));
}

#[test]
fn sq_7_2_2_conquerors_scrap_at_the_start_of_t4() {
    covers!("SQ-7.2.2", "SQ-DP-8", "SQ-R-34", "SQ-4.0a");
    let mut stage =
        siege("ships 1 DN", "colony Scorpii.1 of 1 by 0 pop 10 iu 12\ncolony Scorpii.2 of 1 pop 5 amb 1")
            .with_dice([5, 5, 6]);
    stage.act(RED, "end-move");
    assert_eq!(stage.verdict(RED, "scrap Scorpii.2 IU 1"), denied("SQ-7.2.2"));
    all(&mut stage, RED, &["scrap Scorpii.1 IU 2", "attack Scorpii.2"]);
    stage.act(BLUE, "stay");
    assert_eq!(stage.verdict(RED, "scrap Scorpii.1 IU 1"), denied("SQ-4.0a"));
}

#[test]
fn sq_7_1_5a_attacks_end_and_colonies_fall() {
    covers!(
        "SQ-7.1.5a",
        "SQ-7.0b",
        "SQ-7.2a",
        "SQ-7.2b",
        "SQ-R-29",
        "SQ-7.1.6b",
        "SQ-7.1.1b",
        "SQ-7.2.1a",
        "SQ-R-30",
        "SQ-HID-9",
        "SQ-7.1.4b"
    );
    let mut stage =
        siege("ships 2 DN", "colony Scorpii.1 of 1 pop 20 mb 1\ncolony Scorpii.2 of 1 pop 5 mb 1")
            .with_dice([1, 5]);
    stage.act(RED, "end-move").act(RED, "attack Scorpii.1");
    assert_eq!(stage.state.open.frame, Frame::Declare);
    assert_eq!(stage.verdict(RED, "end-attack"), denied("SQ-7.1.1b"), "one Fire Turn at least");
    stage.act(RED, "attack Scorpii.2");
    // Bases cannot hurt a DN, so only Red aims: one at each.
    all(&mut stage, RED, &["aim MB1 1"]);
    stage.act(RED, "aim MB2 1");
    assert_eq!(stage.verdict(BLUE, "scrap Scorpii.1 IU 1"), denied("SQ-7.1.4b"));
    stage.act(BLUE, "stay");
    assert_eq!(stage.verdict(RED, "attack Scorpii.1"), denied("SQ-7.1.1a"), "no base left");
    stage.act(RED, "end-attack");
    let taken = colony(&stage, "Scorpii", 1).expect("there");
    assert_eq!((taken.controller, taken.originator, taken.conquered_since_production), (RED, BLUE, true));
    assert_eq!(colony(&stage, "Scorpii", 2).expect("there").controller, BLUE);
    assert!(stage.view(Viewer::Seat(RED)).colonies.iter().any(|colony| colony.pop == 20), "all figures");
}

#[test]
fn sq_7_0d_a_screen_cannot_be_attacked() {
    covers!("SQ-7.0d", "SQ-R-28", "SQ-9.5f", "SQ-HID-11");
    let mut stage = siege("ships 5 DN", "colony Scorpii.1 of 1 pop 20 pfs");
    stage.act(RED, "end-move");
    assert_eq!(stage.verdict(RED, "attack Scorpii.1"), denied("SQ-7.0d"));
    assert_eq!(stage.view(Viewer::Seat(RED)).memory[0].bases, Some((0, 0, true, 5)));
    stage.act(RED, "end-attack");
    assert_eq!(colony(&stage, "Scorpii", 1).expect("there").controller, BLUE);
}

#[test]
fn sq_7_1_5b_no_survivor_no_conquest() {
    covers!("SQ-7.1.5b", "SQ-R-67");
    let mut stage =
        siege("ships 1 ATK lot 1 CT0 - 0", "colony Scorpii.1 of 1 pop 20 mb 1\ncolony Scorpii.2 of 1 pop 5")
            .with_dice([1, 4, 6]);
    stage.act(RED, "end-move").act(RED, "attack Scorpii.1");
    stage.act(BLUE, "aim-class ATK");
    assert_eq!(ships(&stage, RED, "AA19"), [0, 0, 0, 0, 1]);
    stage.act(RED, "end-attack");
    assert_eq!(colony(&stage, "Scorpii", 1).expect("there").controller, BLUE);
    assert_eq!(
        colony(&stage, "Scorpii", 2).expect("there").controller,
        BLUE,
        "marked, but nobody is left to take it"
    );
}

#[test]
fn sq_ex_32_last_ship_and_last_base_die_together() {
    let mut stage = siege(
        "ships 1 DN",
        "colony Scorpii.1 of 1 pop 20 amb 1\nsheet 2 has USR\nfleet 3 of 2 at AA18 ships 1 ESC bound Scorpii",
    )
    .with_dice([1, 5, 5]);
    stage.act(RED, "end-move").act(RED, "attack Scorpii.1");
    assert_eq!(ships(&stage, RED, "AA19"), [0; 5]);
    stage.act(RED, "end-attack");
    assert_eq!(colony(&stage, "Scorpii", 1).expect("there").controller, BLUE);
    assert_eq!((stage.state.open.frame, stage.state.open.active), (Frame::Move, GREEN));
    all(&mut stage, GREEN, &["pick 3", "step AA19", "done", "end-move", "end-attack"]);
    assert_eq!(colony(&stage, "Scorpii", 1).expect("there").controller, GREEN, "without a shot");
}

#[test]
fn sq_ex_38_a_marked_colony_is_lost_with_the_last_warship() {
    let mut stage =
        siege("ships 1 DN ships 1 SCT", "colony Scorpii.1 of 1 pop 20\ncolony Scorpii.2 of 1 pop 5 amb 1")
            .with_dice([6, 5, 5]);
    stage.act(RED, "end-move").act(RED, "attack Scorpii.2").act(BLUE, "aim-class DN");
    stage.act(BLUE, "stay").act(RED, "end-attack");
    assert_eq!(colony(&stage, "Scorpii", 1).expect("there").controller, BLUE);
}

#[test]
fn sq_7_2_1c_a_conquered_colony_revolts_without_warships() {
    covers!("SQ-7.2.1c");
    let mut stage = siege(
        "ships 1 ESC lot 1 CT0 - 0",
        "colony Scorpii.1 of 1 by 0 pop 20 first-year\ncolony Scorpii.2 of 0 pop 5",
    );
    all(
        &mut stage,
        RED,
        &[
            "pick 1",
            "detach 1 ESC",
            "done",
            "pick 92",
            "bound Hamal",
            "step AA18",
            "done",
            "end-move",
            "end-attack",
            "end-turn",
        ],
    );
    let free = colony(&stage, "Scorpii", 1).expect("there");
    assert_eq!((free.controller, free.conquered_since_production), (BLUE, false));
}

#[test]
fn sq_7_2_5a_another_conqueror_takes_over() {
    covers!("SQ-7.2.5a");
    let mut stage = at("star Scorpii card 24 explored 0 1 2\ncolony Scorpii.1 of 1 by 2 pop 20\nfleet 1 of 0 at AA18 ships 1 DN bound Scorpii\nfleet 2 of 2 at AA19 ships 1 ESC").with_dice([1]);
    all(&mut stage, RED, &["pick 1", "step AA19", "done", "end-move", "end-attack"]);
    let taken = colony(&stage, "Scorpii", 1).expect("there");
    assert_eq!((taken.controller, taken.originator), (RED, BLUE));
}

#[test]
fn sq_7_2_8a_warships_destroy_conquered_people() {
    covers!(
        "SQ-7.2.8a",
        "SQ-7.2.8b",
        "SQ-7.2.8c",
        "SQ-7.2.9a",
        "SQ-7.2.9b",
        "SQ-R-32",
        "SQ-R-33",
        "SQ-8.4b",
        "SQ-R-36"
    );
    let mut stage =
        siege("ships 2 ESC ships 1 ATK ships 1 DN lot 1 CT0 - 0", "colony Scorpii.1 of 1 by 0 pop 10 iu 11");
    all(&mut stage, RED, &["end-move", "end-attack"]);
    assert_eq!(stage.verdict(RED, "destroy Scorpii.1 11"), denied("SQ-7.2.8a"));
    stage.act(RED, "destroy Scorpii.1 10");
    assert!(colony(&stage, "Scorpii", 1).is_none());
    assert_eq!(stage.verdict(RED, "unload Scorpii.1 CT0 1"), denied("SQ-7.2.9b"));
    assert_eq!(stage.verdict(RED, "unload Scorpii.2 CT0 1"), Ok(()));
}

#[test]
fn sq_ex_15_ten_pairs_a_turn() {
    let mut stage = siege("ships 2 ESC ships 1 ATK ships 1 DN", "colony Scorpii.1 of 1 by 0 pop 30");
    all(&mut stage, RED, &["end-move", "end-attack"]);
    assert_eq!(stage.verdict(RED, "destroy Scorpii.1 11"), denied("SQ-7.2.8a"));
    stage.act(RED, "destroy Scorpii.1 10");
    let left = colony(&stage, "Scorpii", 1).expect("there");
    assert_eq!((left.pop, left.iu), (20, 20));
}

#[test]
fn sq_ex_37_colonies_of_a_hex_share_the_capacity() {
    let mut stage =
        siege("ships 1 ATK", "colony Scorpii.1 of 1 by 0 pop 30\ncolony Scorpii.2 of 1 by 0 pop 30");
    all(&mut stage, RED, &["end-move", "end-attack", "destroy Scorpii.1 2"]);
    assert_eq!(stage.verdict(RED, "destroy Scorpii.2 2"), denied("SQ-7.2.8a"));
    stage.act(RED, "destroy Scorpii.2 1");
}

#[test]
fn sq_r_31_conquered_people_on_transports_stay_with_the_conqueror() {
    covers!("SQ-R-31");
    let fleets = "star Scorpii card 24 explored 0 1\nfleet 1 of 0 at AA19 ships 1 ESC lot 2 CT1 Scorpii.1 3\nfleet 2 of 0 at AA17 lot 3 CT1 Scorpii.1 3 bound Hamal";
    let mut stage = at(fleets);
    all(&mut stage, RED, &["end-move", "end-attack", "end-turn"]);
    assert_eq!((ships(&stage, RED, "AA17")[4], ships(&stage, BLUE, "AA17")[4]), (3, 0), "as printed");
    let mut stage = crate::common::on("basic-4 edition=later", fleets);
    all(&mut stage, RED, &["end-move", "end-attack", "end-turn"]);
    assert_eq!(ships(&stage, RED, "AA19")[4], 2, "guarded");
    assert_eq!((ships(&stage, RED, "AA17")[4], ships(&stage, BLUE, "AA17")[4]), (0, 3), "unguarded");
}

#[test]
fn sq_ex_34_benchmark_odds() {
    // Exact chances by the table: both fire until one side is gone.
    fn duel(p: f64, q: f64) -> (f64, f64) {
        let some = p + q - p * q;
        (p * (1.0 - q) / some, q * (1.0 - p) / some)
    }
    let game = crate::common::game("basic-4");
    let chance = |from, at| f64::from(game.components.effect(from, at).chances()) / 36.0;
    let (first, second) = duel(chance(Kind::DN, Kind::ATK), chance(Kind::ATK, Kind::DN));
    assert!((first - 11.0 / 14.0).abs() < 0.0001 && (second - 2.0 / 14.0).abs() < 0.0001, "{first} {second}");
    let (even, _) = duel(chance(Kind::ESC, Kind::ESC), chance(Kind::ESC, Kind::ESC));
    assert!((even - 0.455).abs() < 0.001);
}

#[test]
fn sq_7_2_2_a_combat_of_the_same_turn_is_no_attack() {
    covers!("SQ-7.2.2", "SQ-DP-8");
    let mut stage = at("star Barnard card 57 explored 0 1\ncolony Barnard.1 of 1 pop 5 mb 1\nfleet 1 of 0 at AB17 ships 1 DN bound Barnard\nfleet 2 of 1 at AC17 ships 1 SCT\nstar Scorpii card 24 explored 0 1\ncolony Scorpii.1 of 1 by 0 pop 10 iu 12\ncolony Scorpii.2 of 1 pop 5 mb 1\nfleet 3 of 0 at AA19 ships 1 DN").with_dice([5]);
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
    assert_eq!(ships(&stage, BLUE, "AC17"), [0; 5], "the combat of T3 has been fought");
    all(&mut stage, RED, &["scrap Scorpii.1 IU 2", "attack Scorpii.2"]);
    stage.act(BLUE, "stay");
    assert_eq!(stage.verdict(RED, "attack Barnard.1"), Ok(()), "the star of the combat is not closed");
    assert_eq!(stage.verdict(RED, "scrap Scorpii.1 IU 1"), denied("SQ-4.0a"), "T4.2 has begun");
}

#[test]
fn sq_hid_14_behind_closed_doors_nobody_else_learns_what_is_attacked_or_left() {
    covers!("SQ-HID-14", "SQ-HID-17", "SQ-DP-12");
    let lines = "star Scorpii card 24 explored 0 1\ncolony Scorpii.1 of 1 pop 20 mb 1\nfleet 1 of 0 at AA19 ships 1 DN\nfleet 5 of 2 at X10 ships 1 SCT bound Vega";
    for (setup, told) in [("basic-4", true), ("basic-4 combat=private", false)] {
        let mut stage = crate::common::on(setup, lines).with_dice([1]);
        stage.act(RED, "end-move").act(RED, "attack Scorpii.1");
        if told {
            assert_eq!(stage.state.open.frame, Frame::Planets, "no base is left: nothing to ask");
            continue;
        }
        let shown = |stage: &crate::common::Stage, seat| stage.view(Viewer::Seat(seat)).battle.attacked;
        assert_eq!((shown(&stage, BLUE), shown(&stage, GREEN)), ([true, false, false], [false; 3]));
        assert!(stage.view(Viewer::Seat(GREEN)).sightings.is_empty());
        stage.act(BLUE, "stay").act(RED, "aim-class MB1");
        assert_eq!(stage.state.open.frame, Frame::ScrapIndustry(BLUE), "asked in any case");
        assert_eq!(stage.legal(BLUE), ["stay"]);
    }
}
