//! Planetary attack and conquest (chapter 7).

use crate::common::{BLUE, GREEN, RED, all, at, colony, ships};
use laws::denied;
use rules::{Viewer, covers};
use stellar_conquest::Frame;

/// Red's ships stand over Blue's colonies at Scorpii (TR 80 and ST 40), Red to end movement.
fn siege(red: &str, colonies: &str) -> crate::common::Stage {
    at(&format!("star Scorpii card 24 explored 0 1\n{colonies}\nfleet 1 of 0 at AA19 {red}"))
}

/// Two attack ships over ten million with two bases.
fn attacked() -> crate::common::Stage {
    let mut stage = siege("ships 2 ATK", "colony Scorpii.1 of 1 pop 10 iu 14 riu 5 mb 2");
    stage.act(RED, "end-move");
    stage
}

/// The same after a Fire Turn in which all miss.
fn after_fire() -> crate::common::Stage {
    let mut stage = attacked().with_dice([6, 6, 6, 6, 6, 6]);
    stage.act(RED, "attack Scorpii.1");
    stage.act(RED, "aim-class MB1").act(BLUE, "aim-class ATK");
    stage
}

#[test]
fn sq_7_1_1a_defended_colonies_are_attacked_by_name() {
    covers!("SQ-7.1.1a", "SQ-VOC-4");
    assert_eq!(attacked().verdict(RED, "attack Scorpii.1"), Ok(()));
    assert_eq!(attacked().verdict(RED, "attack Scorpii.2"), denied("SQ-7.1.1a"), "no colony");
    let mut open = siege("ships 2 ATK", "colony Scorpii.1 of 1 pop 10\ncolony Scorpii.2 of 1 pop 5 mb 1");
    open.act(RED, "end-move");
    assert_eq!(open.verdict(RED, "attack Scorpii.1"), denied("SQ-7.1.1a"), "no defence");
}

#[test]
fn sq_7_0a_an_attack_needs_a_warship_there() {
    covers!("SQ-7.0a", "SQ-4.4a");
    let lines =
        "star Canis card 32 explored 0 1\ncolony Canis.1 of 1 pop 5 mb 1\ncolony Scorpii.1 of 1 pop 5 mb 1";
    let mut stage = siege("ships 2 ATK", lines);
    assert_eq!(stage.verdict(RED, "attack Scorpii.1"), denied("SQ-4.0b"), "not before T4");
    stage.act(RED, "end-move");
    assert_eq!(stage.verdict(RED, "attack Canis.1"), denied("SQ-7.0a"));
    assert_eq!(stage.verdict(RED, "attack Scorpii.1"), Ok(()));
}

#[test]
fn sq_hid_10_bases_are_counted_when_the_attack_is_declared() {
    covers!("SQ-HID-10");
    let mut stage = attacked();
    assert_eq!(stage.view(Viewer::Seat(RED)).memory[0].bases, None);
    stage.act(RED, "attack Scorpii.1");
    assert_eq!(stage.view(Viewer::Seat(RED)).memory[0].bases, Some((2, 0, false, 5)));
}

#[test]
fn sq_7_1_1c_warships_aim_at_bases_of_the_attacked_colonies() {
    covers!("SQ-7.1.1c", "SQ-7.1.1e", "SQ-DP-10");
    let lines = "colony Scorpii.1 of 1 pop 10 mb 2\ncolony Scorpii.2 of 1 pop 5 mb 1";
    let mut one = siege("ships 2 ATK", lines);
    all(&mut one, RED, &["end-move", "attack Scorpii.1", "fire"]);
    assert_eq!(one.verdict(RED, "aim-class MB2"), denied("SQ-6.1.1a"), "that colony is not attacked");
    one.act(RED, "aim-class MB1");
}

#[test]
fn sq_r_27_bases_aim_at_any_ship_of_the_attacker() {
    covers!("SQ-R-27", "SQ-DP-11", "SQ-7.1.1d");
    let mut stage = siege("ships 2 ATK ships 1 SCT lot 1 CT0 - 0", "colony Scorpii.1 of 1 pop 10 mb 2");
    all(&mut stage, RED, &["end-move", "attack Scorpii.1"]);
    for target in ["ATK", "SCT", "CT0"] {
        assert_eq!(stage.verdict(BLUE, &format!("aim-class {target}")), Ok(()), "{target}");
    }
}

#[test]
fn sq_r_65_ships_do_not_help_the_bases_of_their_colony() {
    covers!("SQ-R-65");
    let mut stage = siege(
        "ships 2 ATK",
        "colony Scorpii.1 of 1 pop 10 mb 2\nfleet 2 of 1 at AA18 ships 1 DN bound Hamal",
    );
    all(&mut stage, RED, &["end-move", "attack Scorpii.1"]);
    assert_eq!(stage.verdict(RED, "aim-class DN"), denied("SQ-6.1.1a"));
}

#[test]
fn sq_7_1_2_bases_need_the_dice_of_ships_like_them() {
    covers!("SQ-7.1.2", "SQ-7.1a");
    for (dice, left) in [([4, 6], 1), ([5, 6], 2)] {
        let mut stage =
            siege("ships 2 ATK", "colony Scorpii.1 of 1 pop 10 mb 1").with_dice([6, 6, dice[0], dice[1]]);
        all(&mut stage, RED, &["end-move", "attack Scorpii.1"]);
        stage.act(BLUE, "aim-class ATK");
        assert_eq!(
            ships(&stage, RED, "AA19")[2],
            left,
            "a base needs a ten against an attack ship: {dice:?}"
        );
    }
}

#[test]
fn sq_7_1_3_losses_are_removed_after_all_fire() {
    covers!("SQ-7.1.3", "SQ-7.0c");
    let mut stage = siege("ships 1 ATK", "colony Scorpii.1 of 1 pop 10 mb 1").with_dice([1, 4, 6]);
    all(&mut stage, RED, &["end-move", "attack Scorpii.1"]);
    assert_eq!((ships(&stage, RED, "AA19")[2], colony(&stage, "Scorpii", 1).expect("there").mb), (0, 0));
}

#[test]
fn sq_7_1_4a_the_owner_scraps_what_exceeds_a_unit_per_million() {
    covers!("SQ-7.1.4a", "SQ-DP-12");
    let mut stage = after_fire();
    assert_eq!(stage.state.open.frame, Frame::ScrapIndustry(BLUE));
    assert_eq!(stage.verdict(BLUE, "scrap Scorpii.1 IU 5"), denied("SQ-7.1.4a"));
    all(&mut stage, BLUE, &["scrap Scorpii.1 IU 4", "scrap Scorpii.1 RIU 5"]);
    let left = colony(&stage, "Scorpii", 1).expect("there");
    assert_eq!((left.iu, left.riu), (10, 0));
}

#[test]
fn sq_7_1_6a_the_attacker_goes_on_or_stops_after_each_fire_turn() {
    covers!("SQ-7.1.6a", "SQ-4.4b");
    let mut stage = after_fire();
    stage.act(BLUE, "stay");
    assert_eq!(stage.state.open.frame, Frame::Planets);
    assert_eq!(stage.verdict(RED, "attack Scorpii.1"), Ok(()));
    stage.act(RED, "end-attack");
}

#[test]
fn sq_4_4c_warships_may_besiege_without_attacking() {
    covers!("SQ-4.4c");
    let mut stage = attacked();
    all(&mut stage, RED, &["end-attack", "end-turn"]);
    assert_eq!(colony(&stage, "Scorpii", 1).expect("there").controller, BLUE);
    assert!(stage.game.is_besieged(&stage.state.known(), BLUE, crate::common::planet(&stage, "Scorpii", 1)));
}

#[test]
fn sq_r_34_excess_industry_is_what_exceeds_the_people() {
    covers!("SQ-R-34");
    let mut stage = siege("ships 1 ESC", "colony Scorpii.1 of 1 by 0 pop 10 iu 11");
    stage.act(RED, "end-move");
    assert_eq!(stage.verdict(RED, "scrap Scorpii.1 IU 2"), denied("SQ-R-34"));
    assert_eq!(stage.verdict(RED, "scrap Scorpii.1 IU 1"), Ok(()));
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
    covers!("SQ-7.2.2", "SQ-DP-8", "SQ-4.0a");
    let mut stage =
        siege("ships 1 DN", "colony Scorpii.1 of 1 by 0 pop 10 iu 12\ncolony Scorpii.2 of 1 pop 5 amb 1")
            .with_dice([5, 5, 6]);
    stage.act(RED, "end-move");
    assert_eq!(stage.verdict(RED, "scrap Scorpii.2 IU 1"), denied("SQ-7.2.2"));
    all(&mut stage, RED, &["scrap Scorpii.1 IU 2", "attack Scorpii.2"]);
    stage.act(BLUE, "stay");
    assert_eq!(stage.verdict(RED, "scrap Scorpii.1 IU 1"), denied("SQ-4.0a"));
}

/// Two dreadnaughts over two colonies with a base each; the first base falls.
fn half_taken() -> crate::common::Stage {
    let mut stage =
        siege("ships 2 DN", "colony Scorpii.1 of 1 pop 20 mb 1\ncolony Scorpii.2 of 1 pop 5 mb 1")
            .with_dice([1, 5]);
    all(&mut stage, RED, &["end-move", "attack Scorpii.1", "attack Scorpii.2"]);
    // Bases cannot hurt a DN, so only Red aims: one at each.
    all(&mut stage, RED, &["aim MB1 1", "aim MB2 1"]);
    stage
}

#[test]
fn sq_7_1_1b_at_least_one_fire_turn_follows_a_declaration() {
    covers!("SQ-7.1.1b");
    let mut stage =
        siege("ships 2 DN", "colony Scorpii.1 of 1 pop 20 mb 1\ncolony Scorpii.2 of 1 pop 5 mb 1");
    all(&mut stage, RED, &["end-move", "attack Scorpii.1"]);
    assert_eq!(
        (stage.state.open.frame, stage.verdict(RED, "end-attack")),
        (Frame::Declare, denied("SQ-7.1.1b"))
    );
}

#[test]
fn sq_7_1_4b_a_colony_without_bases_scraps_nothing() {
    covers!("SQ-7.1.4b");
    assert_eq!(half_taken().verdict(BLUE, "scrap Scorpii.1 IU 1"), denied("SQ-7.1.4b"));
}

#[test]
fn sq_7_1_5a_the_attack_on_a_colony_ends_with_its_last_base() {
    covers!("SQ-7.1.5a");
    let mut stage = half_taken();
    stage.act(BLUE, "stay");
    assert_eq!(stage.verdict(RED, "attack Scorpii.1"), denied("SQ-7.1.1a"), "no base left");
    assert_eq!(stage.verdict(RED, "attack Scorpii.2"), Ok(()));
}

#[test]
fn sq_7_1_6b_conquests_wait_until_all_attacks_are_over() {
    covers!("SQ-7.1.6b", "SQ-7.0b");
    let mut stage = half_taken();
    stage.act(BLUE, "stay");
    assert_eq!(colony(&stage, "Scorpii", 1).expect("there").controller, BLUE);
    stage.act(RED, "end-attack");
    assert_eq!(colony(&stage, "Scorpii", 1).expect("there").controller, RED);
    assert_eq!(colony(&stage, "Scorpii", 2).expect("there").controller, BLUE, "its base stands");
}

#[test]
fn sq_7_2a_an_undefended_colony_falls_without_a_shot() {
    covers!("SQ-7.2a", "SQ-R-29");
    let taken = |ship: &str| {
        let mut stage = siege(ship, "colony Scorpii.1 of 1 pop 20");
        stage.act(RED, "end-move");
        if stage.state.open.frame == Frame::Planets {
            stage.act(RED, "end-attack");
        }
        colony(&stage, "Scorpii", 1).expect("there").controller
    };
    assert_eq!((taken("ships 1 ESC"), taken("ships 1 SCT")), (RED, BLUE), "a scout conquers nothing");
}

#[test]
fn sq_7_2b_the_conqueror_takes_over_the_record() {
    covers!("SQ-7.2b", "SQ-HID-9");
    let mut stage = siege("ships 1 ESC", "colony Scorpii.1 of 1 pop 20 iu 23");
    all(&mut stage, RED, &["end-move", "end-attack"]);
    let taken = colony(&stage, "Scorpii", 1).expect("there");
    assert_eq!((taken.controller, taken.originator), (RED, BLUE));
    assert!(stage.view(Viewer::Seat(RED)).colonies.iter().any(|colony| (colony.pop, colony.iu) == (20, 23)));
}

#[test]
fn sq_r_30_each_conquest_costs_the_output_of_a_year() {
    covers!("SQ-R-30");
    let mut stage = siege("ships 1 ESC", "colony Scorpii.1 of 1 pop 20");
    all(&mut stage, RED, &["end-move", "end-attack"]);
    assert!(colony(&stage, "Scorpii", 1).expect("there").conquered_since_production);
}

#[test]
fn sq_7_0d_a_screen_cannot_be_attacked() {
    covers!("SQ-7.0d", "SQ-R-28", "SQ-HID-11");
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

fn over_conquered(ships: &str, colony: &str) -> crate::common::Stage {
    let mut stage = siege(ships, colony);
    all(&mut stage, RED, &["end-move", "end-attack"]);
    stage
}

#[test]
fn sq_7_2_8a_each_warship_destroys_by_its_type() {
    covers!("SQ-7.2.8a", "SQ-7.2.8b");
    for (ships, most) in [
        ("ships 2 ESC", 2),
        ("ships 1 ATK", 3),
        ("ships 1 DN", 5),
        ("ships 2 ESC ships 1 ATK ships 1 DN", 10),
    ] {
        let stage = over_conquered(ships, "colony Scorpii.1 of 1 by 0 pop 30");
        assert_eq!(stage.verdict(RED, &format!("destroy Scorpii.1 {most}")), Ok(()), "{ships}");
        assert_eq!(
            stage.verdict(RED, &format!("destroy Scorpii.1 {}", most + 1)),
            denied("SQ-7.2.8a"),
            "{ships}"
        );
    }
}

#[test]
fn sq_r_33_a_million_dies_with_one_unit_of_industry() {
    covers!("SQ-R-33");
    let mut stage = over_conquered("ships 1 ATK", "colony Scorpii.1 of 1 by 0 pop 10 iu 14 riu 6");
    stage.act(RED, "destroy Scorpii.1 3");
    let left = colony(&stage, "Scorpii", 1).expect("there");
    assert_eq!((left.pop, left.iu, left.riu), (7, 11, 6));
}

#[test]
fn sq_7_2_8c_a_colony_without_people_ceases_to_exist() {
    covers!("SQ-7.2.8c", "SQ-8.4b", "SQ-R-36");
    let mut stage = over_conquered("ships 1 DN", "colony Scorpii.1 of 1 by 0 pop 5 iu 9 riu 3");
    stage.act(RED, "destroy Scorpii.1 5");
    assert!(colony(&stage, "Scorpii", 1).is_none());
}

#[test]
fn sq_7_2_9a_ten_million_destroyed_leave_a_planet_uninhabitable() {
    covers!("SQ-7.2.9a", "SQ-7.2.9b", "SQ-R-32");
    for (pop, verdict) in [(9, Ok(())), (10, denied("SQ-7.2.9b"))] {
        let mut stage =
            over_conquered("ships 2 DN lot 1 CT0 - 0", &format!("colony Scorpii.1 of 1 by 0 pop {pop}"));
        stage.act(RED, &format!("destroy Scorpii.1 {pop}"));
        assert_eq!(stage.verdict(RED, "unload Scorpii.1 CT0 1"), verdict, "{pop} million");
    }
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
