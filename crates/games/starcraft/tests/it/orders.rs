//! Planning and execution (chapters 5 and 6 of the ledger).

use laws::{Scene, denied};
use rules::{Notation, Seat, Viewer, covers};
use starcraft::{Event, Frame, StarCraft};

use crate::common::{A, B, board, has, line_of};

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
