//! Workers, resources, prices and force mining.

use laws::{Scene, denied};
use rules::covers;
use starcraft::StarCraft;

use crate::common::{A, board, buy, has, line_of};

const AREAS: &str = "area CHA-A b1 u1:marine*2 | area HAL-A b2 u2:zergling*2";

/// A pays one mineral and one gas for a Firebat, with two cards of the planet.
fn paying() -> Scene<StarCraft> {
    let mut scene = board("raynor", "overmind")
        .areas(AREAS)
        .seat(1, "cp0 pool8 cards CHA-A,CHA-C lv 2,0,0")
        .execute("CHA", "build");
    scene.act(A, "BuyUnit(firebat, CHA-B)");
    scene
}

#[test]
fn sc_rsrc_1_workers_fetch_resources_and_stay() {
    covers!("SC-RSRC-1");
    let mut scene = paying();
    scene.act(A, "Worker(CHA-C)").act(A, "Worker(CHA-A)");
    assert!(has(&scene, "area CHA-B u1:firebat"));
    assert!(line_of(&scene, "seat 1").contains("pool6 on CHA-A1,CHA-C1"));
}

#[test]
fn sc_rsrc_9_minerals_are_paid_before_gas_with_cards_of_ones_own() {
    covers!("SC-RSRC-9", "SC-RSRC-8", "SC-DEC-11");
    let scene = paying();
    assert_eq!(scene.verdict(A, "Worker(PG)"), denied("SC-RSRC-9"));
    assert_eq!(scene.verdict(A, "Worker(HAL-B)"), denied("SC-RSRC-8"));
    assert_eq!(scene.verdict(A, "EndStep"), denied("SC-DEC-11"));
    assert_eq!(scene.verdict(A, "Worker(PM)"), Ok(()));
    assert_eq!(scene.verdict(A, "Worker(CHA-C)"), Ok(()));
}

#[test]
fn sc_rsrc_11_payment_is_exact() {
    covers!("SC-RSRC-11");
    let mut scene = paying();
    scene.act(A, "Worker(CHA-C)");
    assert_eq!(scene.verdict(A, "Worker(PM)"), denied("SC-RSRC-11"), "the minerals are paid");
    assert_eq!(scene.verdict(A, "Worker(PG)"), Ok(()), "the gas is not");
}

#[test]
fn sc_rsrc_2_a_card_takes_as_many_workers_as_its_amount() {
    covers!("SC-RSRC-2");
    let mut scene = paying();
    scene.state.areas[13].workers = 1;
    assert_eq!(scene.verdict(A, "Worker(CHA-C)"), Ok(()));
    scene.state.areas[13].workers = 2;
    assert_eq!(scene.verdict(A, "Worker(CHA-C)"), denied("SC-RSRC-2"));
}

#[test]
fn sc_mine_4_permanent_resources_are_not_forced() {
    covers!("SC-MINE-4");
    let mut scene = paying();
    scene.state.players[0].on_minerals = 3;
    assert_eq!(scene.verdict(A, "Worker(PM)"), Ok(()));
    scene.state.players[0].on_minerals = 4;
    assert_eq!(scene.verdict(A, "Worker(PM)"), denied("SC-MINE-4"));
}

#[test]
fn sc_mine_5_only_a_full_card_is_forced() {
    covers!("SC-MINE-5", "SC-RUL-26");
    let mut scene = paying();
    assert_eq!(scene.verdict(A, "Worker(!CHA-C)"), denied("SC-MINE-5"));
    scene.state.areas[13].workers = 2;
    assert_eq!(scene.verdict(A, "Worker(!CHA-C)"), Ok(()));
}

#[test]
fn sc_rsrc_5_a_purchase_is_paid_in_full() {
    covers!("SC-RSRC-5", "SC-RUL-46", "SC-RUL-45");
    let poor = |pool: &str| {
        board("raynor", "overmind")
            .areas(AREAS)
            .seat(1, &format!("cp0 {pool} lv 2,1,0"))
            .execute("CHA", "build")
    };
    assert_eq!(poor("pool1").verdict(A, "BuyUnit(firebat, CHA-B)"), denied("SC-RSRC-5"));
    assert_eq!(poor("pool2").verdict(A, "BuyUnit(firebat, CHA-B)"), Ok(()));
    // Gas does not stand in for minerals: 4 permanent minerals are all this player has.
    let mut used = poor("pool4");
    used.state.players[0].on_minerals = 3;
    assert_eq!(used.verdict(A, "BuyUnit(vulture, CHA-B)"), denied("SC-RSRC-5"));
}

/// A has workers on all minerals and these levels; more can only be forced.
fn forcing(levels: &str) -> Scene<StarCraft> {
    board("raynor", "overmind")
        .areas(AREAS)
        .seat(1, &format!("cp0 pool6 on PM4,CHA-C2 cards CHA-A,CHA-C{levels}"))
        .execute("CHA", "build")
}

#[test]
fn sc_ex_14_force_mining_depletes_a_card() {
    covers!("SC-MINE-2", "SC-MINE-3", "SC-MINE-8");
    let mut scene = forcing(" lv 1,1,0");
    scene.act(A, "BuyUnit(vulture, CHA-B)");
    // One way to pay: both workers go without asking; partial, then full depletion.
    assert!(line_of(&scene, "area CHA-C").contains("d2"));
    let seat = line_of(&scene, "seat 1");
    assert!(seat.contains("pool4 una4 on PM4") && seat.contains("cards CHA-A "), "{seat}");
}

#[test]
fn sc_mine_1_one_worker_more_depletes_a_card_in_part() {
    covers!("SC-MINE-1");
    let mut scene = forcing("");
    assert_eq!(scene.game.funds(&scene.state, A, false).minerals, 0);
    assert_eq!(scene.game.funds(&scene.state, A, true).minerals, 2, "two more by force");
    scene.act(A, "BuyWorker");
    assert!(line_of(&scene, "area CHA-C").contains("d1"));
    assert!(line_of(&scene, "seat 1").contains("CHA-C3"));
}

#[test]
fn sc_mine_6_a_card_depleted_in_part_is_forced_once_more() {
    covers!("SC-MINE-6", "SC-RUL-27");
    let mut scene = forcing("");
    scene.act(A, "BuyWorker");
    assert_eq!(scene.game.funds(&scene.state, A, true).minerals, 1);
    assert_eq!(scene.game.funds(&scene.state, A, false).minerals, 0);
}

#[test]
fn sc_ex_40_income_is_bounded_by_workers() {
    let scene = board("raynor", "overmind").areas(AREAS).execute("CHA", "build");
    let funds = scene.game.funds(&scene.state, A, false);
    // Chau Sara: 2 minerals and 1 gas, and the permanent 4 and 2.
    assert_eq!((funds.minerals, funds.gas, funds.workers), (6, 3, 8));
}

#[test]
fn sc_ex_41_discounts_of_gold_and_overtime_shift() {
    covers!("SC-RSRC-6", "SC-RSRC-10", "SC-BUILD-14", "SC-BUILD-17", "SC-EVT-15");
    let gold = |kept: &str| {
        let mut scene = board("raynor", "overmind")
            .areas(AREAS)
            .seat(1, &format!("cp0 pool8 lv 1,2,0 mod rnd1 {kept}"))
            .stacks("stack HAL 2:research | stack CHA 1:gold_build")
            .scene();
        scene.act(A, "TakeOrder(CHA)").act(A, "Execute");
        scene
    };
    let mut scene = gold("");
    scene.act(A, "BuyUnit(goliath, CHA-B)");
    assert_eq!(scene.try_act(A, "UseDiscount(E203)"), denied("SC-EVT-15"));
    scene.act(A, "UseGold");
    assert_eq!(scene.verdict(A, "Split(2)"), denied("SC-RSRC-6"));
    scene.act(A, "Split(0)");
    assert!(line_of(&scene, "seat 1").contains("pool6 on PM2"), "2 minerals");
    let mut free = gold("kept E203,E203");
    free.act(A, "BuyUnit(goliath, CHA-B)").act(A, "UseGold").act(A, "UseDiscount(E203)");
    assert!(has(&free, "area CHA-B u1:goliath") && free.state.players[0].pool == 8, "3 less: free");
    // The discount is used up; without it the button is refused.
    free.act(A, "BuyWorker");
    assert_eq!(free.verdict(A, "UseGold"), denied("SC-BUILD-14"));
    let mut small = gold("kept E203");
    small.act(A, "BuyWorker").act(A, "UseGold");
    assert_eq!(small.state.players[0].idle, 1, "a worker for nothing (SC-RUL-46)");
    let mut enough = gold("kept E203");
    enough.act(A, "BuyWorker");
    enough.state.pay.discount = 1;
    assert_eq!(enough.verdict(A, "UseDiscount(E203)"), denied("SC-RSRC-10"));
    assert_eq!(enough.verdict(A, "Go"), Ok(()));
}

#[test]
fn sc_ex_42_a_new_worker_is_unavailable_until_step_4() {
    covers!("SC-RSRC-4", "SC-BUILD-1", "SC-REGR-7", "SC-RSRC-3", "SC-RUL-20", "SC-VOC-11");
    let mut scene = board("raynor", "overmind").areas(AREAS).stacks("stack CHA 1:build").scene();
    scene.act(A, "TakeOrder(CHA)").act(A, "Execute");
    buy(&mut scene, A, "BuyWorker");
    assert_eq!((scene.state.players[0].pool, scene.state.players[0].idle), (7, 1));
    scene.act(A, "EndStep").act(A, "EndStep");
    // Regrouping has brought all nine back.
    assert_eq!((scene.state.players[0].pool, scene.state.players[0].idle, scene.state.round), (9, 0, 3));
}

#[test]
fn sc_rsrc_7_payment_in_step_8_stays_assigned() {
    covers!("SC-RSRC-7");
    let mut scene = crate::regroup::events("raynor", "E105", "lv 1,0,0");
    scene.act(A, "PlayEvent(E105)");
    buy(&mut scene, A, "BuyLevel(factory)");
    // Factory costs 2 minerals, 1 less by the event; the worker is still there in the next round.
    assert_eq!(
        (scene.state.players[0].pool, scene.state.players[0].on_minerals, scene.state.round),
        (7, 1, 3)
    );
}
