//! Planning, execution, payment, Build, Mobilize, Research (chapters 5 to 10 of the ledger).

use laws::{Scene, denied};
use rules::{Notation, Seat, Viewer, covers};
use starcraft::{Event, Frame, StarCraft, Step};

use crate::common::{A, B, board, buy, has, line_of};

const PLAN: &str = "round 2 PLAN first=1 events I:5 II:5 III:20 edn=0";
/// No transport anywhere.
const BARE: &str =
    "route TAR-E/CHA-W | route HAL-N/TAR-S | route TOR-N/CHA-S | zroute TAR-W/TOR-E | zroute HAL-S/TOR-S";
const AREAS: &str = "area CHA-A b1 u1:marine*2 | area HAL-A b2 u2:zergling*2";

// --- planning ----------------------------------------------------------------------------

#[test]
fn sc_plan_1_four_orders_in_turn_order() {
    covers!("SC-PLAN-1", "SC-PLAN-4", "SC-PLAN-11", "SC-VOC-20");
    let mut scene = board("raynor", "overmind")
        .round(PLAN)
        .areas(AREAS)
        .stacks("")
        .frames("frame PLAN k=1 player=1")
        .scene();
    for turn in 0..4 {
        let (own, other) =
            [("build", "build"), ("mobilize", "mobilize"), ("research", "research"), ("build", "build")]
                [turn];
        scene.act(A, &format!("PlaceOrder(CHA, {own})"));
        assert_eq!(scene.to_act(), Some(B));
        scene.act(B, &format!("PlaceOrder(HAL, {other})"));
    }
    // Everybody sees how many orders of whom lie where.
    let seen = scene.view(Viewer::Seat(B));
    assert!(seen.stacks[4].iter().all(|order| order.seat == A && order.token.is_none()));
    // The last one in comes off first; it is the only one on top and taken without asking.
    assert!(has(&scene, "stack CHA 1:build 1:mobilize 1:research"));
    assert!(has(&scene, "frame CHOOSE planet=CHA token=build"));
}

#[test]
fn sc_plan_2_the_type_of_an_order_is_secret() {
    covers!("SC-PLAN-2", "SC-HID-1", "SC-HID-16");
    let mut scene = board("raynor", "overmind")
        .round(PLAN)
        .areas(AREAS)
        .stacks("")
        .frames("frame PLAN k=1 player=1")
        .scene();
    scene.act(A, "PlaceOrder(CHA, build)");
    let told = |viewer| {
        let event = rules::Game::redact(&scene.game, &scene.events[0], viewer);
        match event {
            Some(Event::OrderPlaced { token, .. }) => token,
            other => panic!("{other:?}"),
        }
    };
    assert!(told(Viewer::Seat(A)).is_some());
    assert_eq!((told(Viewer::Seat(B)), told(Viewer::Public)), (None, None));
    let stack = |viewer| scene.view(viewer).stacks[4][0].token;
    assert!(stack(Viewer::Seat(A)).is_some() && stack(Viewer::Seat(B)).is_none());
}

#[test]
fn sc_ex_39_orders_go_to_planets_with_forces_and_next_to_them() {
    covers!("SC-PLAN-3", "SC-VOC-3", "SC-VOC-4", "SC-VOC-2", "SC-PLAN-7", "SC-PLAN-10", "SC-DEC-5");
    let scene = board("raynor", "overmind")
        .round(PLAN)
        .areas("area CHA-A u1:marine | area HAL-A b2 u2:zergling*2")
        .stacks("")
        .frames("frame PLAN k=1 player=1")
        .scene();
    assert_eq!(scene.verdict(A, "PlaceOrder(CHA, build)"), Ok(()));
    assert_eq!(scene.verdict(A, "PlaceOrder(TAR, build)"), Ok(()));
    // Halcyon is joined to Tarsonis and Torus, not to Chau Sara; a transport there changes nothing.
    assert_eq!(scene.verdict(A, "PlaceOrder(HAL, build)"), denied("SC-PLAN-3"));
    assert_eq!(scene.verdict(A, "NoEvent"), denied("SC-PLAN-7"));
    assert_eq!(scene.verdict(A, "TakeOrder(CHA)"), denied("SC-PLAN-8"));
    assert_eq!(scene.verdict(A, "Stay"), denied("SC-DEC-5"));
    assert_eq!(
        rules::Game::check(&scene.game, &scene.state, B, scene_action(&scene, "PlaceOrder(HAL, build)")),
        denied("SC-SEQ-5")
    );
    // A Build order on the planet itself: SC-VOC-4 counts units and bases only.
    let mut built =
        board("raynor", "overmind").areas("area CHA-A b1 | area HAL-A b2").execute("CHA", "build");
    built.act(A, "EndStep");
}

fn scene_action(scene: &laws::Scene<starcraft::StarCraft>, text: &str) -> starcraft::Action {
    rules::Notation::read_action(&scene.game, text).expect("an action")
}

#[test]
fn sc_seq_5_only_the_player_to_act_decides() {
    covers!("SC-SEQ-5");
    let scene = board("raynor", "overmind")
        .round(PLAN)
        .areas(AREAS)
        .stacks("")
        .frames("frame PLAN k=1 player=1")
        .scene();
    let action = scene_action(&scene, "PlaceOrder(HAL, build)");
    assert_eq!(rules::Game::check(&scene.game, &scene.state, B, action), denied("SC-SEQ-5"));
}

#[test]
fn sc_plan_8_an_order_is_not_moved_once_placed() {
    covers!("SC-PLAN-8");
    let mut scene = board("raynor", "overmind")
        .round(PLAN)
        .areas(AREAS)
        .stacks("")
        .frames("frame PLAN k=1 player=1")
        .scene();
    scene.act(A, "PlaceOrder(CHA, build)").act(B, "PlaceOrder(HAL, build)");
    assert_eq!(scene.try_act(A, "TakeOrder(CHA)"), denied("SC-PLAN-8"));
    scene.act(A, "PlaceOrder(CHA, build)");
}

#[test]
fn sc_ex_38_tokens_of_one_round() {
    covers!("SC-PLAN-5", "SC-PLAN-6", "SC-VOC-13", "SC-FAC-6");
    let planned = |seat: &str, stacks: &str| {
        board("raynor", "overmind")
            .round(PLAN)
            .areas(AREAS)
            .seat(1, seat)
            .stacks(stacks)
            .frames("frame PLAN k=3 player=1")
            .scene()
    };
    let none = planned("cp0 pool8", "stack HAL 2:build 2:build");
    assert_eq!(none.verdict(A, "PlaceOrder(CHA, gold_build)"), denied("SC-PLAN-5"));
    let one = planned("cp0 pool8 mod rnd1", "stack CHA 1:gold_build 1:build | stack HAL 2:build 2:build");
    assert_eq!(one.verdict(A, "PlaceOrder(CHA, gold_mobilize)"), denied("SC-PLAN-5"));
    assert_eq!(one.verdict(A, "PlaceOrder(CHA, build)"), Ok(()));
    let two = planned("cp0 pool8 mod rnd2", "stack CHA 1:build 1:build | stack HAL 2:build 2:build");
    assert_eq!(two.verdict(A, "PlaceOrder(CHA, build)"), denied("SC-PLAN-6"));
    assert_eq!(two.verdict(A, "PlaceOrder(CHA, gold_build)"), Ok(()));
    let again = planned("cp0 pool8 mod rnd2", "stack CHA 1:gold_build 1:build | stack HAL 2:build 2:build");
    assert_eq!(again.verdict(A, "PlaceOrder(CHA, gold_build)"), denied("SC-PLAN-5"));
    // Everything starts in the supply.
    let mut start = board("raynor", "overmind").game();
    start.options.last_round = 20;
    let mut state = rules::Game::start(&start);
    rules::Game::apply(&start, &mut state, rules::Step::Chance(starcraft::Roll::Seat(Seat(0))), &mut |_| {});
    assert_eq!(state.players[0].tokens, [2, 2, 2, 1, 1, 1]);
}

#[test]
fn sc_plan_9_command_jamming_skips_the_fourth_turn() {
    covers!("SC-PLAN-9", "SC-SEQ-2");
    let mut scene = board("raynor", "overmind")
        .round(PLAN)
        .areas(AREAS)
        .seat(1, "cp0 pool8 jammed yes")
        .stacks("stack CHA 1:build 1:mobilize 1:research | stack HAL 2:build 2:mobilize")
        .frames("frame PLAN k=3 player=2")
        .scene();
    scene.act(B, "PlaceOrder(HAL, research)");
    assert_eq!(scene.to_act(), Some(B), "seat 1 is skipped in the fourth turn");
    scene.act(B, "PlaceOrder(HAL, build)");
    assert!(!scene.state.players[0].jammed);
}

// --- execution ---------------------------------------------------------------------------

/// Stacks of both on two planets, A to take an order.
fn stacked() -> Scene<StarCraft> {
    board("raynor", "overmind")
        .areas(AREAS)
        .stacks("stack CHA 1:build 2:mobilize 1:research | stack HAL 2:build 1:mobilize")
        .scene()
}

#[test]
fn sc_ex_10_orders_come_off_the_top_of_a_stack() {
    covers!("SC-EXEC-1");
    let mut scene = stacked();
    assert_eq!(scene.try_act(A, "TakeOrder(TAR)"), denied("SC-EXEC-1"), "nothing lies there");
    scene.act(A, "TakeOrder(CHA)").act(A, "DrawEvent");
    // B may take Mobilize now; only then A may take Build.
    assert_eq!(scene.to_act(), Some(B));
    scene.act(B, "DrawEvent");
    assert!(has(&scene, "stack CHA 1:build"));
    assert_eq!(scene.verdict(A, "TakeOrder(HAL)"), Ok(()));
}

#[test]
fn sc_exec_6_a_player_with_an_order_on_top_takes_one() {
    covers!("SC-EXEC-6", "SC-DEC-6");
    let scene = stacked();
    assert_eq!(scene.verdict(A, "NoEvent"), denied("SC-EXEC-6"));
    assert_eq!(scene.verdict(A, "Stay"), denied("SC-DEC-6"));
    assert_eq!(scene.legal(A), ["TakeOrder(CHA)", "TakeOrder(HAL)"]);
}

#[test]
fn sc_exec_2_an_order_taken_is_shown_to_all() {
    covers!("SC-EXEC-2");
    let mut scene = stacked();
    let shown = |scene: &Scene<StarCraft>| scene.view(Viewer::Public).players[0].shown;
    assert_eq!(shown(&scene), [0; 6]);
    scene.act(A, "TakeOrder(CHA)");
    assert!(scene.events.iter().any(|event| matches!(event, Event::OrderTaken { .. })));
    assert_eq!(shown(&scene), [0, 0, 1, 0, 0, 0], "a Research order");
}

#[test]
fn sc_exec_12_an_order_taken_is_executed_or_swapped_first() {
    covers!("SC-EXEC-12", "SC-DEC-7", "SC-EXEC-8");
    let mut scene = stacked();
    scene.act(A, "TakeOrder(CHA)");
    assert!(scene.game.write_position(&scene.state).contains("planet=CHA"), "the active planet");
    assert_eq!(scene.verdict(A, "TakeOrder(HAL)"), denied("SC-EXEC-12"));
    assert_eq!(scene.verdict(A, "Stay"), denied("SC-DEC-7"));
    assert_eq!(scene.verdict(A, "DrawEvent"), Ok(()));
}

#[test]
fn sc_exec_10_a_token_returns_to_its_supply() {
    covers!("SC-EXEC-10");
    let mut scene = stacked();
    scene.act(A, "TakeOrder(CHA)");
    assert_eq!(scene.state.players[0].tokens[2], 1);
    scene.act(A, "DrawEvent");
    assert_eq!(scene.state.players[0].tokens[2], 2);
}

#[test]
fn sc_hid_2_nothing_is_remembered_of_tokens_in_the_next_round() {
    covers!("SC-HID-2");
    let mut scene = stacked();
    scene.act(A, "TakeOrder(CHA)").act(A, "DrawEvent").act(B, "DrawEvent");
    scene.act(A, "TakeOrder(HAL)").act(A, "DrawEvent");
    scene.queue_dice([1; 5]);
    scene.act(B, "DrawEvent").act(A, "DrawEvent");
    assert_ne!(scene.state.players[0].shown, [0; 6], "until the round ends");
    scene.act(A, "NoEvent").act(B, "NoEvent");
    assert_eq!(scene.state.players[0].shown, [0; 6]);
}

#[test]
fn sc_ex_11_a_player_whose_orders_are_covered_draws_an_event_card() {
    covers!("SC-EXEC-4", "SC-EXEC-5", "SC-EXEC-7", "SC-CHN-7", "SC-HID-8");
    let mut scene = board("raynor", "overmind")
        .areas(AREAS)
        .stacks("stack CHA 1:build 2:mobilize | stack TAR 1:build 2:build")
        .frames("frame EXEC player=2")
        .scene();
    scene.act(B, "TakeOrder(CHA)");
    scene.act(B, "DrawEvent");
    // Seat 1 has a free order now and is asked.
    assert_eq!((scene.to_act(), scene.state.players[1].front), (Some(A), [1, 0, 0]));
    let mut covered = board("raynor", "overmind")
        .areas(AREAS)
        .stacks("stack CHA 1:build 2:mobilize | stack HAL 2:build")
        .scene();
    covered.state.frames.clear();
    covered.state.frames.push(Frame::Exec { at: 1 });
    covered.act(B, "TakeOrder(HAL)").act(B, "DrawEvent");
    assert_eq!(covered.state.players[0].front, [1, 0, 0], "covered: seat 1 drew a card");
    let mut empty = board("raynor", "overmind")
        .areas(AREAS)
        .stacks("stack HAL 2:build 2:mobilize")
        .frames("frame EXEC player=2")
        .scene();
    empty.act(B, "TakeOrder(HAL)").act(B, "DrawEvent");
    assert_eq!(empty.state.players[0].front, [0, 0, 0], "no order left: nothing is drawn");
    // Nobody sees the face.
    assert_eq!(
        empty.view(Viewer::Seat(B)).players[1].faces.map(starcraft::ids::EventBag::is_empty),
        Some(true)
    );
}

#[test]
fn sc_exec_3_an_order_may_be_swapped_for_an_event_card() {
    covers!("SC-EXEC-3", "SC-RUL-24");
    let mut scene =
        board("raynor", "overmind").areas(AREAS).stacks("stack CHA 1:build | stack HAL 2:build").scene();
    scene.act(A, "TakeOrder(CHA)").act(A, "DrawEvent");
    assert_eq!(scene.state.players[0].front, [1, 0, 0]);
    assert!(line_of(&scene, "round").contains("I:4"));
}

#[test]
fn sc_exec_11_an_empty_event_deck_gives_nothing() {
    covers!("SC-EXEC-11");
    let mut scene = board("raynor", "overmind")
        .round("round 9 EXEC first=1 events I:0 II:0 III:0 edn=0")
        .areas(AREAS)
        .stacks("stack CHA 1:build | stack HAL 2:build")
        .scene();
    scene.act(A, "TakeOrder(CHA)").act(A, "DrawEvent");
    assert_eq!(scene.state.players[0].front, [0; 3]);
}

#[test]
fn sc_ex_32_orders_of_an_eliminated_player_leave_when_they_come_up() {
    covers!("SC-END-5");
    let game = starcraft::StarCraft::new("ready-3 factions=raynor,overmind,tassadar").expect("a table");
    let mut state = rules::Game::start(&game);
    rules::Game::apply(&game, &mut state, rules::Step::Chance(starcraft::Roll::Seat(Seat(0))), &mut |_| {});
    let text = rules::Notation::write_position(&game, &state);
    let mut lines: Vec<String> = text
        .lines()
        .filter(|line| !line.starts_with("frame") && !line.starts_with("seat") && !line.starts_with("round"))
        .map(str::to_owned)
        .collect();
    lines.insert(1, "round 2 EXEC first=1 events I:10 II:10 III:20 edn=0 gone=1".to_owned());
    lines.push("area BHE-A b1 | area PRI-B b2".to_owned());
    lines.push("stack BHE 1:build 3:mobilize 2:research".to_owned());
    lines.push("seat 1 raynor cp0 pool8".to_owned());
    lines.push("seat 2 overmind cp0 pool8".to_owned());
    lines.push("seat 3 tassadar cp0 pool0 eliminated 1".to_owned());
    lines.push("frame EXEC player=2".to_owned());
    let mut scene = laws::Scene::at(game, &lines.join("\n"));
    scene.act(B, "TakeOrder(BHE)").act(B, "DrawEvent");
    assert!(scene.events.iter().any(|event| matches!(event, Event::OrderRemoved { seat: Seat(2), .. })));
    // The only order left is taken without asking: Execute or draw.
    assert_eq!(scene.legal(A), ["Execute", "DrawEvent"]);
}

#[test]
fn sc_exec_9_the_last_piece_is_never_destroyed() {
    covers!("SC-EXEC-9", "SC-EXEC-13", "SC-DEC-14", "SC-RUL-82", "SC-SEQ-4");
    let mut scene = board("raynor", "overmind")
        .routes(BARE)
        .areas("area CHA-A u1:marine | area HAL-A b2")
        .seat(1, "cp0 pool0")
        .execute("CHA", "build");
    // Only EndStep is left: the step is not asked, and the order is over.
    assert_eq!(scene.to_act(), Some(B));
    scene =
        board("raynor", "overmind").areas("area CHA-A b1 u1:marine | area HAL-A b2").execute("CHA", "build");
    assert_eq!(scene.verdict(A, "DestroyUnit(firebat, CHA-A)"), denied("SC-DEC-14"));
    assert_eq!(scene.verdict(A, "DestroyBase(HAL-A)"), denied("SC-DEC-14"));
    assert_eq!(scene.verdict(A, "DestroyTransport(r5)"), denied("SC-DEC-14"));
    scene.act(A, "DestroyTransport(r3)").act(A, "DestroyUnit(marine, CHA-A)");
    assert_eq!(scene.verdict(A, "DestroyBase(CHA-A)"), denied("SC-EXEC-9"));
    scene.act(A, "EndStep");
    assert_eq!(scene.verdict(A, "DestroyBase(CHA-A)"), denied("SC-RUL-82"), "only in step A");
    // In a Mobilize order only units that have not moved.
    let mut moved = board("raynor", "overmind")
        .areas("area CHA-A b1 u1:marine | area CHA-B u1:firebat | area HAL-A b2")
        .execute("CHA", "mobilize");
    moved.act(A, "Move(marine, CHA-A, CHA-C)");
    assert_eq!(moved.verdict(A, "DestroyUnit(marine, CHA-C)"), denied("SC-EXEC-13"));
    assert_eq!(moved.verdict(A, "DestroyUnit(firebat, CHA-B)"), Ok(()));
}

#[test]
fn sc_ex_86_a_player_without_workers_and_bases_plays_on() {
    covers!("SC-RUL-45", "SC-RUL-78");
    let mut scene = board("raynor", "overmind")
        .routes(BARE)
        .areas("area CHA-B u1:marine | area HAL-A b2 u2:zergling")
        .seat(1, "cp0 pool0")
        .stacks("stack CHA 1:build | stack TAR 1:mobilize")
        .scene();
    scene.act(A, "TakeOrder(CHA)").act(A, "Execute");
    // Nothing can be paid, and a single unit cannot be destroyed: the order is over.
    scene.queue_dice([1]);
    scene.act(A, "DrawEvent");
    scene.act(A, "NoEvent");
    assert!(line_of(&scene, "seat 1").contains("cp1"), "CHA-B pays its point");
}

// --- payment -----------------------------------------------------------------------------

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

// --- build -------------------------------------------------------------------------------

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

// --- mobilize ----------------------------------------------------------------------------

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

// --- research ----------------------------------------------------------------------------

/// A researches with two discarded cards.
fn researching() -> Scene<StarCraft> {
    board("raynor", "overmind").areas(AREAS).seat(1, "cp0 pool8 disc TC01,TC02").execute("CHA", "research")
}

#[test]
fn sc_res_1_an_event_card_is_drawn_first() {
    covers!("SC-RES-1", "SC-DEC-13");
    let scene = researching();
    assert_eq!(scene.state.players[0].front, [1, 0, 0]);
    assert_eq!(scene.verdict(A, "NoTech"), denied("SC-DEC-13"), "the cards come before the technology");
    assert_eq!(scene.legal(A), ["DrawThree", "NoDraw"]);
}

#[test]
fn sc_res_2_three_cards_may_be_drawn() {
    covers!("SC-RES-2", "SC-CHN-4");
    let mut scene = researching();
    scene.queue_dice([1, 1, 1]);
    scene.act(A, "DrawThree");
    assert_eq!(scene.state.players[0].hand, 0b1_1100, "TC03, TC04, TC05");
    let mut none = researching();
    none.act(A, "NoDraw");
    assert_eq!(none.state.players[0].hand, 0);
}

#[test]
fn sc_res_4_new_cards_and_discards_become_the_deck() {
    covers!("SC-RES-4", "SC-RES-10");
    let mut scene = researching();
    scene.queue_dice([1, 1, 1]);
    scene.act(A, "DrawThree");
    buy(&mut scene, A, "BuyTech(TT01)");
    let player = &scene.state.players[0];
    assert_eq!((player.discards, player.deck & 0b11, player.deck.count_ones()), (0, 0b11, 17));
}

#[test]
fn sc_res_3_a_technology_of_ones_race_is_bought_once() {
    covers!("SC-RES-3", "SC-RES-8");
    let bought = |cards: &str| {
        let mut scene = board("raynor", "overmind")
            .areas(AREAS)
            .seat(1, &format!("cp0 pool8{cards}"))
            .execute("CHA", "research");
        scene.act(A, "NoDraw");
        scene
    };
    assert_eq!(bought("").verdict(A, "BuyTech(ZT01)"), denied("SC-RES-3"), "of another race");
    assert_eq!(bought("").verdict(A, "BuyTech(TT01)"), Ok(()));
    assert_eq!(bought(" tech -TT01").verdict(A, "BuyTech(TT01)"), denied("SC-RES-8"), "bought before");
}

#[test]
fn sc_ex_29_research_without_a_base_does_nothing() {
    covers!("SC-RES-7", "SC-RUL-48");
    let scene = board("raynor", "overmind").areas(AREAS).execute("TAR", "research");
    assert!(scene.events.iter().any(|event| matches!(event, Event::NothingDone { .. })));
    assert_eq!((scene.state.players[0].front, scene.to_act()), ([0; 3], Some(B)));
}

#[test]
fn sc_res_5_a_play_area_technology_shuffles_nothing() {
    covers!("SC-RES-5", "SC-EFF-10", "SC-RUL-25");
    let mut scene =
        board("raynor", "overmind").areas(AREAS).seat(1, "cp0 pool8 disc TC01").execute("CHA", "research");
    scene.act(A, "NoDraw");
    buy(&mut scene, A, "BuyTech(TT07)");
    assert_eq!(scene.state.players[0].discards, 1);
    assert!(line_of(&scene, "seat 1").contains("play TT07a"));
}

#[test]
fn sc_ex_18_gold_research_and_spider_mines() {
    covers!("SC-RES-6", "SC-RUL-23", "SC-HID-3");
    let gold = || {
        let mut scene = board("mengsk", "overmind")
            .areas(AREAS)
            .seat(1, "cp0 pool8 mod rnd1 disc TC01")
            .stacks("stack HAL 2:research | stack CHA 1:gold_research")
            .scene();
        scene.act(A, "TakeOrder(CHA)").act(A, "Execute").act(A, "NoDraw");
        scene
    };
    let mut hand = gold();
    buy(&mut hand, A, "BuyTech(TT06)");
    assert_eq!(hand.verdict(A, "BonusCard(TT01a)"), denied("SC-RES-6"));
    hand.act(A, "BonusCard(TT06b)");
    assert!(line_of(&hand, "seat 1").contains("hand TT06b"));
    assert_eq!(hand.state.players[0].discards, 0, "the other one is shuffled in with the discards");
    // Everybody knows the card (SC-EX-88).
    assert_eq!(hand.view(Viewer::Public).players[0].known.count_ones(), 1);
    let mut event = gold();
    buy(&mut event, A, "BuyTech(TT06)");
    event.act(A, "BonusEvent");
    assert_eq!(event.state.players[0].front, [2, 0, 0]);
    // The extra event card needs no purchase.
    let mut none = gold();
    none.act(A, "NoTech").act(A, "BonusEvent");
    assert_eq!(none.state.players[0].front, [2, 0, 0]);
}

#[test]
fn sc_ex_88_a_card_taken_openly_stays_known() {
    let mut scene = board("raynor", "overmind")
        .areas(AREAS)
        .seat(1, "cp0 pool8 mod rnd1")
        .stacks("stack HAL 2:research | stack CHA 1:gold_research")
        .scene();
    scene.act(A, "TakeOrder(CHA)").act(A, "Execute").act(A, "NoDraw");
    buy(&mut scene, A, "BuyTech(TT04)");
    scene.act(A, "BonusCard(TT04a)");
    assert_eq!(scene.view(Viewer::Seat(B)).players[0].known, scene.state.players[0].hand);
}

#[test]
fn sc_ex_87_the_discard_pile_becomes_the_deck() {
    covers!("SC-RES-9", "SC-RES-11", "SC-RES-12", "SC-RUL-72");
    let mut scene = board("overmind", "raynor")
        .areas("area CHA-A b1 u1:zergling | area HAL-A b2")
        .seat(1, "cp0 pool8 hand ZC10,ZC11,ZC12,ZC13,ZC14,ZC15,ZC16 disc ZC01,ZC02,ZC03,ZC04,ZC05,ZC06,ZC07,ZC08,ZC09")
        .execute("CHA", "research");
    scene.queue_dice([1, 1, 1]);
    scene.act(A, "DrawThree");
    assert_eq!(scene.state.players[0].discards, 0);
    assert_eq!(scene.state.players[0].deck.count_ones(), 8);
    // Fewer cards than three: as many as there are.
    let mut few = board("overmind", "raynor")
        .areas("area CHA-A b1 u1:zergling | area HAL-A b2")
        .seat(1, "cp0 pool8 hand ZC01,ZC02,ZC03,ZC04,ZC05,ZC06,ZC07,ZC08,ZC09,ZC10,ZC11,ZC12,ZC13,ZC14,ZC15,ZC16,ZC17")
        .execute("CHA", "research");
    few.queue_dice([1]);
    few.act(A, "DrawThree");
    assert_eq!(few.state.players[0].hand.count_ones(), 18);
}
