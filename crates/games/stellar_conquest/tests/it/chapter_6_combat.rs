//! Ship combat (chapter 6).

use crate::common::{BLUE, GREEN, RED, all, at, ships};
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
fn sq_6_1_2a_a_number_of_the_table_destroys_the_target() {
    covers!("SQ-6.1.2a", "SQ-2.3.1a");
    for (face, left) in [(1, 0), (2, 1)] {
        let mut stage = meeting("ships 1 ESC", "ships 1 ESC").with_dice([face, 6]);
        stage.act(RED, "end-move");
        assert_eq!(ships(&stage, BLUE, "AC17")[1], left, "an escort hits an escort with {face}");
    }
}

#[test]
fn sq_6_0b_fire_is_simultaneous() {
    covers!("SQ-6.0b", "SQ-6.1.3");
    let mut stage = meeting("ships 1 ESC", "ships 1 ESC").with_dice([1, 1]);
    stage.act(RED, "end-move");
    assert_eq!((ships(&stage, RED, "AC17"), ships(&stage, BLUE, "AC17")), ([0; 5], [0; 5]), "both die");
}

#[test]
fn sq_6_1_2_1_a_ten_is_rolled_with_two_dice() {
    covers!("SQ-6.1.2.1", "SQ-6.1.2.2", "SQ-R-26");
    for (dice, left) in [([4, 6], 0), ([5, 6], 1), ([4, 5], 1)] {
        let mut stage = meeting("ships 1 ESC", "ships 1 ATK").with_dice([dice[0], dice[1], 6]);
        stage.act(RED, "end-move");
        assert_eq!(ships(&stage, BLUE, "AC17")[2], left, "{dice:?}");
    }
}

#[test]
fn sq_4_3c_ships_that_meet_with_a_warship_fight() {
    covers!("SQ-4.3c", "SQ-2.3.2", "SQ-5.3");
    let mut stage = meeting("ships 1 ESC", "ships 1 SCT").with_dice([1]);
    stage.act(RED, "end-move");
    assert_eq!(ships(&stage, BLUE, "AC17"), [0; 5]);
    let mut unarmed = meeting("ships 1 SCT", "ships 1 SCT");
    unarmed.act(RED, "end-move");
    assert!(matches!(unarmed.state.open.frame, Frame::Withdraw { seat: RED, forced: true }));
}

#[test]
fn sq_dp_5_the_only_target_is_not_asked_for() {
    covers!("SQ-DP-5");
    let mut one = meeting("ships 1 ESC", "ships 1 ESC").with_dice([6, 6]);
    one.act(RED, "end-move");
    assert_ne!(one.state.open.frame, Frame::Aim);
    let mut two = meeting("ships 1 ESC", "ships 1 ESC ships 1 SCT");
    two.act(RED, "end-move");
    assert_eq!(two.state.open.frame, Frame::Aim);
}

#[test]
fn sq_6_1_6a_the_combats_of_a_turn_are_fought_one_after_another() {
    covers!("SQ-6.1.6a");
    let mut stage = meeting("ships 1 DN", "ships 1 SCT");
    stage.act(RED, "end-move");
    assert_eq!(ships(&stage, BLUE, "AC17"), [0; 5], "with one opponent there is nothing to choose");
}

#[test]
fn sq_6_0c_a_public_combat_shows_the_ships_to_all() {
    covers!("SQ-6.0c", "SQ-HID-14");
    let mut stage = meeting("ships 2 ESC", "ships 1 DN ships 2 SCT");
    let seen = |stage: &crate::common::Stage| stage.view(Viewer::Seat(GREEN)).sightings.len();
    assert_eq!(seen(&stage), 0);
    stage.act(RED, "end-move");
    assert_eq!(seen(&stage), 2);
}

#[test]
fn sq_1_0c_the_winner_has_most_points() {
    covers!("SQ-1.0c");
    let ahead = at("star Canis card 32 explored 0\ncolony Canis.1 of 1 pop 4");
    assert_eq!(ahead.game.score(&ahead.state.known()).winners(), Seats::only(BLUE));
}

/// Two escorts of Red at a dreadnaught and two scouts of Blue, targets asked.
fn aiming() -> crate::common::Stage {
    let mut stage = meeting("ships 2 ESC", "ships 1 DN ships 2 SCT");
    stage.act(RED, "end-move");
    stage
}

#[test]
fn sq_6_1_1a_targets_are_ships_that_are_there() {
    covers!("SQ-6.1.1a");
    assert_eq!(aiming().verdict(RED, "aim ESC 1"), denied("SQ-6.1.1a"));
    assert_eq!(aiming().verdict(RED, "aim SCT 1"), Ok(()));
}

#[test]
fn sq_6_1_1b_both_sides_name_targets_at_once() {
    covers!("SQ-6.1.1b");
    assert_eq!(aiming().game_turn(), Turn::Choose(Seats::only(RED).with(BLUE)));
}

#[test]
fn sq_6_1_1c_escorts_cannot_aim_at_what_they_cannot_hurt() {
    covers!("SQ-6.1.1c", "SQ-R-24");
    let mut stage = aiming();
    assert_eq!(stage.verdict(RED, "aim DN 1"), denied("SQ-6.1.1c"));
    stage.act(RED, "aim-class SCT");
    assert!(!matches!(stage.game_turn(), Turn::Choose(seats) if seats.contains(RED)), "it has aimed");
    let mut attack = meeting("ships 2 ATK", "ships 1 DN ships 2 SCT");
    attack.act(RED, "end-move");
    assert_eq!(attack.verdict(RED, "aim DN 1"), Ok(()));
}

#[test]
fn sq_6_1_1d_several_shots_may_go_at_one_ship() {
    covers!("SQ-6.1.1d");
    let mut stage = aiming().with_dice([1, 1, 6]);
    all(&mut stage, RED, &["aim SCT 1", "aim SCT 1"]);
    stage.act(BLUE, "aim ESC 1");
    assert_eq!(ships(&stage, BLUE, "AC17"), [1, 0, 0, 1, 0], "two hits on one scout destroy one");
}

#[test]
fn sq_6_2d_a_type_aims_at_a_class_or_at_ships_not_at_both() {
    covers!("SQ-6.2d");
    let mut stage = aiming();
    assert_eq!(stage.verdict(RED, "aim-class SCT"), Ok(()));
    stage.act(RED, "aim SCT 1");
    assert_eq!(stage.verdict(RED, "aim-class SCT"), denied("SQ-6.2d"));
}

#[test]
fn sq_6_2f_hits_on_a_class_are_not_wasted_on_one_ship() {
    covers!("SQ-6.2f");
    let mut stage = aiming().with_dice([1, 1, 6]);
    stage.act(RED, "aim-class SCT");
    stage.act(BLUE, "aim ESC 1");
    assert_eq!(ships(&stage, BLUE, "AC17"), [0, 0, 0, 1, 0], "two hits on the class destroy two");
}

#[test]
fn sq_r_64_like_ships_are_numbered_as_they_are_named() {
    covers!("SQ-R-64");
    let mut stage = aiming();
    assert_eq!(stage.verdict(RED, "aim SCT 2"), denied("SQ-R-64"), "the first one named is number 1");
    stage.act(RED, "aim SCT 1");
    assert_eq!(stage.verdict(RED, "aim SCT 2"), Ok(()));
}

#[test]
fn sq_hid_17_targets_are_secret_until_all_have_aimed() {
    covers!("SQ-HID-17");
    let mut stage = aiming();
    stage.act(RED, "aim SCT 1");
    assert!(stage.view(Viewer::Seat(BLUE)).battle.aims.is_empty());
    assert_eq!(stage.view(Viewer::Seat(RED)).battle.aims.len(), 1);
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
    covers!("SQ-6.1.4a", "SQ-6.1.4d", "SQ-6.1.5a");
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
fn sq_dp_6_each_side_may_withdraw_between_fire_turns() {
    covers!("SQ-DP-6");
    let mut stage = meeting("ships 1 ESC", "ships 1 ESC").with_dice([6, 6]);
    stage.act(RED, "end-move");
    assert_eq!(stage.verdict(RED, "pull-all"), Ok(()));
    assert_eq!(stage.verdict(BLUE, "pull-all"), denied("SQ-4.0b"), "the last to come first");
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
    // Two attack ships against five escorts, class targeting: the chance that attack ships are left alone.
    fn wins(hit: [f64; 2], ships: [u32; 2]) -> f64 {
        if ships[0] == 0 || ships[1] == 0 {
            return f64::from(u8::from(ships[0] > 0));
        }
        let of = |n: u32, k: u32, p: f64| {
            let ways = (0..k).fold(1.0, |ways, at| ways * f64::from(n - at) / f64::from(at + 1));
            ways * p.powi(k as i32) * (1.0 - p).powi((n - k) as i32)
        };
        let (mut sum, mut none) = (0.0, 0.0);
        for first in 0..=ships[0] {
            for second in 0..=ships[1] {
                let chance = of(ships[0], first, hit[0]) * of(ships[1], second, hit[1]);
                let left = [ships[0].saturating_sub(second), ships[1].saturating_sub(first)];
                if left == ships { none += chance } else { sum += chance * wins(hit, left) }
            }
        }
        sum / (1.0 - none)
    }
    let many = wins([chance(Kind::ATK, Kind::ESC), chance(Kind::ESC, Kind::ATK)], [2, 5]);
    assert!((many - 0.328).abs() < 0.001, "{many}");
}
