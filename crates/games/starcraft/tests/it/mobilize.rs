//! Mobilize orders.

use laws::denied;
use rules::covers;
use starcraft::Step;

use crate::common::{A, B, board, has};

const AREAS: &str = "area CHA-A b1 u1:marine*2 | area HAL-A b2 u2:zergling*2";

#[test]
fn sc_mob_1_moves_on_the_planet_and_over_transports() {
    covers!("SC-MOB-1", "SC-MOB-2", "SC-MOB-3", "SC-MOB-4", "SC-MOB-13", "SC-DEC-12");
    let mut scene = board("raynor", "overmind")
        .areas("area CHA-A b1 u1:marine*2 | area TAR-A u1:firebat | area TOR-B u1:ghost | area HAL-A b2")
        .execute("TOR", "mobilize");
    assert_eq!(scene.verdict(A, "Move(zergling, CHA-A, TOR-C)"), denied("SC-MOB-1"));
    assert_eq!(
        scene.verdict(A, "Move(marine, CHA-A, CHA-B)"),
        denied("SC-MOB-3"),
        "not to the active planet"
    );
    assert_eq!(
        scene.verdict(A, "Move(firebat, TAR-A, TOR-C)"),
        denied("SC-MOB-13"),
        "no transport on that route"
    );
    assert_eq!(
        scene.verdict(A, "Move(ghost, TOR-B, CHA-B)"),
        denied("SC-MOB-3"),
        "units never leave the active planet"
    );
    assert_eq!(scene.verdict(A, "Go"), denied("SC-DEC-12"));
    scene.act(A, "Move(marine, CHA-A, TOR-C)").act(A, "Move(ghost, TOR-B, TOR-D)");
    assert_eq!(scene.verdict(A, "Move(ghost, TOR-D, TOR-C)"), denied("SC-MOB-4"), "a unit moves once");
    scene.act(A, "EndMoves");
    assert!(has(&scene, "area TOR-C u1:marine") && has(&scene, "area TOR-D u1:ghost"));
}

#[test]
fn sc_ex_34_one_enemy_area_per_order() {
    covers!("SC-MOB-5", "SC-RUL-16", "SC-VOC-6", "SC-RUL-17", "SC-RUL-18");
    let mut scene = board("raynor", "overmind")
        .areas("area CHA-A b1 u1:marine*3 | area TOR-A b2 | area TOR-C u2:zergling | area HAL-A b2")
        .execute("TOR", "mobilize");
    scene.act(A, "Move(marine, CHA-A, TOR-A)");
    assert_eq!(scene.verdict(A, "Move(marine, CHA-A, TOR-C)"), denied("SC-MOB-5"));
    assert_eq!(scene.verdict(A, "Move(marine, CHA-A, TOR-B)"), Ok(()), "empty areas without limit");
    scene.act(A, "EndMoves");
    assert!(has(&scene, "area TOR-A b2 u1:marine"), "no battle, the base stays until regrouping");
}

#[test]
fn sc_ex_47_entering_beside_a_base_is_the_enemy_area() {
    covers!("SC-MOB-7", "SC-MOB-14");
    let mut scene = board("raynor", "overmind")
        .areas("area CHA-A b1 u1:marine*3 | area TOR-A b2 u1:firebat | area HAL-A b2")
        .execute("TOR", "mobilize");
    // TOR-A has limit 2: one more fits, no overstacking.
    scene.act(A, "Move(marine, CHA-A, TOR-A)");
    assert_eq!(scene.verdict(A, "Move(marine, CHA-A, TOR-A)"), denied("SC-MOB-7"));
    assert_eq!(scene.state.order.enemy, starcraft::ids::Area(31));
}

#[test]
fn sc_mob_6_two_more_than_the_limit_may_attack() {
    covers!("SC-MOB-6");
    let mut scene = board("raynor", "overmind")
        .areas("area CHA-A b1 u1:marine*4 | area CHA-B u1:firebat | area TOR-A u2:zergling | area HAL-A b2")
        .execute("TOR", "mobilize");
    for _ in 0..4 {
        scene.act(A, "Move(marine, CHA-A, TOR-A)");
    }
    assert_eq!(scene.verdict(A, "Move(firebat, CHA-B, TOR-A)"), denied("SC-MOB-6"), "limit 2 and 2 more");
}

#[test]
fn sc_ex_23_air_support_bars_units_from_other_planets() {
    covers!("SC-MOB-9");
    let scene = board("raynor", "overmind")
        .areas("area CHA-A b1 u1:marine*2 | area TOR-A b2 u2:zergling | area TOR-B u1:marine | area HAL-A b2")
        .seat(2, "cp0 pool8 mod air_support1")
        .execute("TOR", "mobilize");
    assert_eq!(scene.verdict(A, "Move(marine, CHA-A, TOR-A)"), denied("SC-MOB-9"));
    assert_eq!(scene.verdict(A, "Move(marine, TOR-B, TOR-A)"), Ok(()));
}

#[test]
fn sc_ex_46_areas_may_be_overfull_for_a_moment() {
    covers!("SC-MOB-12", "SC-VOC-18", "SC-RUL-37", "SC-RUL-55", "SC-RUL-56");
    let mut scene = board("raynor", "overmind")
        .areas("area CHA-A b1 u1:marine*2,firebat*2 | area CHA-B u1:marine*3 | area HAL-A b2")
        .execute("CHA", "mobilize");
    scene.act(A, "Move(firebat, CHA-A, CHA-B)");
    assert_eq!(scene.try_act(A, "EndMoves"), denied("SC-VOC-18"));
    scene.act(A, "Move(marine, CHA-B, CHA-A)").act(A, "EndMoves");
    assert!(has(&scene, "area CHA-B u1:marine*2,firebat"));
    // A unit from another planet cannot enter when everything is full.
    let full = board("raynor", "overmind")
        .areas("area CHA-A b1 u1:marine*4 | area CHA-B u1:firebat*3 | area CHA-C u1:ghost*3 | area TOR-A u1:vulture | area HAL-A b2")
        .execute("CHA", "mobilize");
    assert_eq!(full.verdict(A, "Move(vulture, TOR-A, CHA-C)"), denied("SC-MOB-12"));
    assert_eq!(full.verdict(A, "Move(firebat, CHA-B, CHA-C)"), Ok(()), "it frees a place in CHA-B");
}

#[test]
fn sc_ex_48_liftoff_after_the_moves() {
    covers!("SC-MOB-10", "SC-MOB-15", "SC-FAC-1", "SC-RUL-73");
    let mut scene = board("raynor", "overmind")
        .areas("area CHA-A b1 u2:zergling | area CHA-B u1:marine | area TOR-C u1:marine | area HAL-A b2")
        .execute("CHA", "mobilize");
    scene.act(A, "Move(marine, CHA-B, CHA-C)").act(A, "EndMoves");
    assert_eq!(scene.try_act(A, "Liftoff(CHA-B)"), denied("SC-MOB-15"), "nothing of the player there");
    assert_eq!(scene.try_act(A, "EndMoves"), denied("SC-MOB-8"));
    scene.act(A, "Liftoff(CHA-C)");
    assert!(has(&scene, "area CHA-C b1 u1:marine"));
    // Zerg are not asked.
    let mut zerg = board("overmind", "raynor")
        .areas("area CHA-A b1 u1:zergling*2 | area HAL-A b2")
        .execute("CHA", "mobilize");
    zerg.act(A, "Move(zergling, CHA-A, CHA-B)").act(A, "EndMoves");
    assert_eq!(zerg.to_act(), Some(B));
}

#[test]
fn sc_mob_8_nothing_moves_after_the_moves_are_ended() {
    covers!("SC-MOB-8");
    let mut scene = board("raynor", "overmind")
        .areas("area CHA-A b1 u1:marine | area CHA-B u1:marine | area HAL-A b2")
        .execute("CHA", "mobilize");
    scene.act(A, "EndMoves");
    assert_eq!(scene.try_act(A, "Move(marine, CHA-B, CHA-C)"), denied("SC-MOB-8"));
    scene.act(A, "Stay");
}

#[test]
fn sc_mob_16_forced_march_lends_a_route() {
    covers!("SC-MOB-16");
    let mut scene = board("raynor", "overmind")
        .areas("area CHA-A b1 u1:marine*2 | area TAR-A u1:firebat | area HAL-A b2")
        .seat(1, "cp0 pool8 kept E108,E108")
        .execute("TOR", "mobilize");
    assert_eq!(scene.verdict(A, "Move(firebat, TAR-A, TOR-C)"), denied("SC-MOB-13"));
    assert_eq!(scene.verdict(A, "ForcedMarch(r1)"), denied("SC-MOB-16"), "it does not touch Torus");
    scene.act(A, "ForcedMarch(r4)").act(A, "Move(firebat, TAR-A, TOR-C)");
    assert_eq!(scene.verdict(A, "ForcedMarch(r3)"), denied("SC-MOB-16"), "before the first move only");
    let without = board("raynor", "overmind").areas(AREAS).execute("TOR", "mobilize");
    assert_eq!(without.verdict(A, "ForcedMarch(r3)"), denied("SC-EVT-15"));
}

#[test]
fn sc_mob_17_recall_brings_one_unit_to_an_arbiter() {
    covers!("SC-MOB-17", "SC-EFF-20");
    let setup = |play: &str| {
        board("tassadar", "overmind")
            .areas("area CHA-A b1 u1:zealot*2 | area TAR-A u1:arbiter | area HAL-A b2")
            .seat(1, &format!("cp0 pool8 {play}"))
            .execute("TAR", "mobilize")
    };
    assert_eq!(setup("").verdict(A, "Recall(zealot, CHA-A, TAR-A)"), denied("SC-EFF-20"));
    let mut scene = setup("play PT10a tech -PT10");
    assert_eq!(scene.verdict(A, "Recall(zealot, CHA-A, TAR-B)"), denied("SC-MOB-17"), "no Arbiter there");
    assert_eq!(scene.verdict(A, "Recall(zergling, CHA-A, TAR-A)"), denied("SC-MOB-17"));
    scene.act(A, "Recall(zealot, CHA-A, TAR-A)");
    assert_eq!(scene.verdict(A, "Recall(zealot, CHA-A, TAR-A)"), denied("SC-EFF-20"), "once per order");
    scene.act(A, "EndMoves");
    assert!(has(&scene, "area TAR-A u1:zealot,arbiter"));
}

#[test]
fn sc_mob_19_ending_without_a_move_is_legal() {
    covers!("SC-MOB-19", "SC-RUL-43");
    let mut scene = board("raynor", "overmind").areas(AREAS).execute("TOR", "mobilize");
    scene.act(A, "EndMoves");
    assert_eq!(scene.to_act(), Some(B));
    assert_eq!(scene.state.battle.step, Step::None);
}
