//! Build orders.

use laws::denied;
use rules::covers;
use starcraft::Frame;

use crate::common::{A, B, board, buy, has, line_of};

const AREAS: &str = "area CHA-A b1 u1:marine*2 | area HAL-A b2 u2:zergling*2";

#[test]
fn sc_build_22_step_a_needs_a_base() {
    covers!("SC-BUILD-22", "SC-EXEC-14", "SC-RUL-39", "SC-DEC-8", "SC-BUILD-2");
    let scene = board("raynor", "overmind")
        .areas("area CHA-A b1 | area TOR-C u1:marine*2 | area HAL-A b2")
        .execute("TOR", "build");
    assert_eq!(scene.verdict(A, "BuyUnit(marine, TOR-C)"), denied("SC-BUILD-22"));
    assert_eq!(scene.verdict(A, "BuyWorker"), denied("SC-BUILD-22"));
    let mut home = board("raynor", "overmind").areas(AREAS).execute("CHA", "build");
    assert_eq!(home.verdict(A, "Go"), denied("SC-DEC-8"));
    assert_eq!(home.verdict(A, "BuyTransport(r2)"), denied("SC-BUILD-2"), "it does not touch Chau Sara");
    assert_eq!(
        home.verdict(A, "BuyTransport(r3)"),
        denied("SC-VOC-10"),
        "one transport of a player per route"
    );
    buy(&mut home, A, "BuyTransport(r1)");
    assert!(line_of(&home, "route TAR-E/CHA-W").ends_with("t1"));
    // The base is looked at again at each action.
    home.act(A, "DestroyBase(CHA-A)");
    assert_eq!(home.verdict(A, "BuyWorker"), denied("SC-BUILD-22"));
}

#[test]
fn sc_voc_10_one_transport_of_a_player_per_route() {
    covers!("SC-VOC-10");
    let scene = board("raynor", "overmind").areas(AREAS).execute("CHA", "build");
    assert_eq!(scene.verdict(A, "BuyTransport(r3)"), denied("SC-VOC-10"));
    assert_eq!(scene.verdict(A, "BuyTransport(r1)"), Ok(()));
}

#[test]
fn sc_build_4_units_need_their_building_level() {
    covers!("SC-BUILD-4", "SC-BUILD-3", "SC-BUILD-5", "SC-BUILD-13", "SC-VOC-1", "SC-RUL-21", "SC-BUILD-16");
    let mut scene = board("raynor", "overmind")
        .areas("area CHA-A b1 u1:marine*3 | area CHA-C u2:zergling | area HAL-A b2")
        .execute("CHA", "build");
    assert_eq!(scene.verdict(A, "BuyUnit(vulture, CHA-A)"), denied("SC-BUILD-4"));
    assert_eq!(scene.verdict(A, "BuyUnit(zergling, CHA-A)"), denied("SC-BUILD-4"));
    assert_eq!(scene.verdict(A, "BuyUnit(marine, CHA-C)"), denied("SC-BUILD-5"), "enemy area");
    assert_eq!(scene.verdict(A, "BuyUnit(marine, TOR-C)"), denied("SC-BUILD-5"), "another planet");
    buy(&mut scene, A, "BuyUnit(marine, CHA-A)");
    assert_eq!(scene.verdict(A, "BuyUnit(marine, CHA-A)"), denied("SC-BUILD-5"), "full: limit 4");
    buy(&mut scene, A, "BuyUnit(marine, CHA-B)");
    assert_eq!(scene.verdict(A, "BuyUnit(marine, CHA-B)"), denied("SC-BUILD-3"), "2 units per order");
}

#[test]
fn sc_build_6_a_base_under_enemy_units_still_builds() {
    covers!("SC-BUILD-6");
    let mut scene = board("raynor", "overmind")
        .areas("area CHA-A b1 u2:zergling | area HAL-A b2")
        .execute("CHA", "build");
    assert_eq!(scene.verdict(A, "BuyUnit(marine, CHA-A)"), denied("SC-BUILD-5"));
    buy(&mut scene, A, "BuyUnit(marine, CHA-B)");
    assert!(has(&scene, "area CHA-B u1:marine"));
}

#[test]
fn sc_ex_12_supply_modules_and_gold_raise_the_build_limit() {
    covers!("SC-BUILD-13");
    let limit = |modules: &str, token: &str| {
        let mut scene = board("raynor", "overmind")
            .areas(AREAS)
            .seat(1, &format!("cp0 pool8 mod {modules}"))
            .stacks(&format!("stack HAL 2:research | stack CHA 1:{token}"))
            .scene();
        scene.act(A, "TakeOrder(CHA)").act(A, "Execute");
        scene.game.build_limit(&scene.state, A)
    };
    assert_eq!((limit("supply2,rnd1", "build"), limit("supply2,rnd1", "gold_build")), (4, 5));
}

#[test]
fn sc_ex_13_zerg_limit_grows_with_buildings() {
    covers!("SC-RUL-34", "SC-FAC-2");
    let limit = |levels: &str| {
        let scene = board("overmind", "raynor")
            .areas("area CHA-A b1 u1:zergling | area HAL-A b2")
            .seat(1, &format!("cp0 pool8 lv {levels}"))
            .execute("CHA", "build");
        scene.game.build_limit(&scene.state, A)
    };
    assert_eq!((limit("1,0,0"), limit("3,1,0"), limit("1,1,1")), (2, 4, 6));
}

#[test]
fn sc_ex_45_module_slots_are_limited() {
    covers!("SC-BUILD-8", "SC-BUILD-19", "SC-BUILD-7");
    let step_b = |seat: &str| {
        let mut scene = board("raynor", "overmind").areas(AREAS).seat(1, seat).execute("CHA", "build");
        scene.act(A, "EndStep");
        scene
    };
    let full = step_b("cp0 pool8 mod supply3,rnd2");
    assert_eq!(full.verdict(A, "BuyModule(rnd)"), denied("SC-BUILD-19"));
    let all = step_b("cp0 pool8 mod supply4");
    assert_eq!(all.verdict(A, "BuyModule(supply)"), denied("SC-BUILD-8"));
    assert_eq!(all.verdict(A, "BuyModule(rnd)"), Ok(()));
    let tall = step_b("cp0 pool8 lv 3,0,0");
    assert_eq!(tall.verdict(A, "BuyLevel(barracks)"), denied("SC-BUILD-7"));
    assert_eq!(tall.verdict(A, "BuyLevel(factory)"), Ok(()));
    // Zerg have no Supply modules.
    let mut zerg = board("overmind", "raynor")
        .areas("area CHA-A b1 u1:zergling | area HAL-A b2")
        .execute("CHA", "build");
    zerg.act(A, "EndStep");
    assert_eq!(zerg.verdict(A, "BuyModule(supply)"), denied("SC-BUILD-8"));
}

#[test]
fn sc_build_20_one_level_and_one_module_per_order() {
    covers!("SC-BUILD-20", "SC-BUILD-9", "SC-BUILD-10", "SC-RUL-19", "SC-DEC-9");
    let mut scene = board("raynor", "overmind").areas(AREAS).execute("CHA", "build");
    assert_eq!(scene.verdict(A, "BuyModule(rnd)"), denied("SC-BUILD-10"), "not in step A");
    scene.act(A, "EndStep");
    assert_eq!(scene.verdict(A, "BuyUnit(marine, CHA-B)"), denied("SC-BUILD-10"), "step A is over");
    assert_eq!(scene.verdict(A, "Go"), denied("SC-DEC-9"));
    buy(&mut scene, A, "BuyModule(supply)");
    assert_eq!(scene.verdict(A, "BuyModule(supply)"), denied("SC-BUILD-20"));
    buy(&mut scene, A, "BuyLevel(factory)");
    assert_eq!(scene.state.players[0].levels, [1, 1, 0]);
    assert_eq!(scene.state.players[0].modules, [1, 0, 0]);
}

#[test]
fn sc_build_23_steps_b_and_c_need_forces_there() {
    covers!("SC-BUILD-23", "SC-BUILD-24", "SC-BUILD-11", "SC-BUILD-15", "SC-RUL-22", "SC-VOC-9", "SC-DEC-10");
    // A unit is enough for step B; step C builds a base beside it.
    let mut scene = board("raynor", "overmind")
        .areas("area CHA-A b1 | area TOR-B u1:marine | area TOR-A b2 | area HAL-A b2")
        .execute("TOR", "build");
    scene.act(A, "EndStep");
    assert_eq!(scene.verdict(A, "BuyModule(supply)"), Ok(()));
    scene.act(A, "EndStep");
    assert_eq!(scene.verdict(A, "BuyBase(TOR-D)"), denied("SC-BUILD-11"), "no own unit there");
    assert_eq!(scene.verdict(A, "Go"), denied("SC-DEC-10"));
    buy(&mut scene, A, "BuyBase(TOR-B)");
    assert!(has(&scene, "area TOR-B b1 u1:marine"));
    // With a base already there none is offered.
    let mut based = board("raynor", "overmind").areas(AREAS).execute("CHA", "build");
    based.act(A, "EndStep");
    based.state.frames.as_mut_slice()[1] = Frame::Build { step: 2 };
    assert_eq!(based.verdict(A, "BuyBase(CHA-A)"), denied("SC-BUILD-24"));
    // Nothing of the player there: the order has no effect.
    let mut none =
        board("raynor", "overmind").areas("area CHA-A b1 u1:marine | area HAL-A b2").execute("TAR", "build");
    assert_eq!(none.verdict(A, "BuyWorker"), denied("SC-BUILD-22"));
    none.state.frames.as_mut_slice()[1] = Frame::Build { step: 1 };
    assert_eq!(none.verdict(A, "BuyModule(supply)"), denied("SC-BUILD-23"));
    none.state.frames.as_mut_slice()[1] = Frame::Build { step: 0 };
    none.act(A, "EndStep");
    assert_eq!(none.to_act(), Some(B), "steps B and C are skipped");
}

#[test]
fn sc_build_21_limits_of_pieces() {
    covers!("SC-BUILD-21", "SC-VOC-17");
    let scene = board("raynor", "overmind")
        .areas("area CHA-A b1 u1:marine*4 | area CHA-B u1:marine*2 | area HAL-A b2")
        .seat(1, "cp0 pool15")
        .execute("CHA", "build");
    assert_eq!(
        scene.verdict(A, "BuyUnit(marine, CHA-C)"),
        denied("SC-BUILD-21"),
        "all six Marines are on the board"
    );
    assert_eq!(scene.verdict(A, "BuyWorker"), denied("SC-BUILD-21"), "15 workers");
}

#[test]
fn sc_ex_44_an_archon_replaces_two_high_templar() {
    covers!("SC-BUILD-12", "SC-BUILD-18", "SC-RUL-49");
    let setup = |play: &str| {
        board("tassadar", "overmind")
            .areas("area CHA-A b1 | area TAR-A u1:high_templar | area TAR-B u1:high_templar | area HAL-A b2")
            .seat(1, &format!("cp0 pool8 {play}"))
            .execute("TAR", "build")
    };
    let none = setup("");
    assert_eq!(none.verdict(A, "Swap(archon, TAR-A, TAR-B, TAR-A)"), denied("SC-BUILD-12"));
    let mut scene = setup("play PT05a tech -PT05");
    assert_eq!(
        scene.verdict(A, "Swap(archon, TAR-A, TAR-A, TAR-A)"),
        denied("SC-BUILD-18"),
        "only one there"
    );
    assert_eq!(scene.verdict(A, "Swap(archon, TAR-A, TAR-B, TAR-C)"), denied("SC-BUILD-18"));
    buy(&mut scene, A, "Swap(archon, TAR-A, TAR-B, TAR-B)");
    assert!(has(&scene, "area TAR-B u1:archon") && line_of(&scene, "area TAR-A").is_empty());
    assert_eq!(scene.state.order.built, 1);
}

#[test]
fn sc_ex_43_one_plan_three_orders() {
    let mut scene = board("raynor", "overmind")
        .areas(AREAS)
        .stacks("stack TOR 1:build 1:mobilize | stack CHA 1:build | stack HAL 2:research 2:research 2:build")
        .scene();
    scene.act(A, "TakeOrder(CHA)").act(A, "Execute");
    buy(&mut scene, A, "BuyUnit(marine, CHA-B)");
    scene.act(A, "EndStep").act(A, "EndStep").act(B, "DrawEvent");
    scene.act(A, "Execute").act(A, "Move(marine, CHA-A, TOR-C)").act(A, "EndMoves");
    scene.act(B, "DrawEvent");
    scene.act(A, "Execute").act(A, "EndStep").act(A, "EndStep");
    buy(&mut scene, A, "BuyBase(TOR-C)");
    assert!(line_of(&scene, "area TOR-C").contains("b1"));
}
