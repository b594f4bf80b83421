//! Regrouping, events, victory (chapters 13 to 16 of the ledger).

use laws::{Scene, denied};
use rules::{Seats, Viewer, covers};
use starcraft::{Ending, Event, StarCraft};

use crate::common::{A, B, Board, board, buy, has, line_of};

const REGROUP: &str = "round 2 REGROUP first=1 events I:5 II:5 III:20 edn=0";
const STAGE_3: &str = "round 5 EXEC first=1 events I:0 II:0 III:15 edn=0";

/// Step 8 with one card read by seat 1.
pub(crate) fn events(faction: &'static str, faces: &str, more: &str) -> Scene<StarCraft> {
    events_on("area CHA-A b1 u1:X | area HAL-A b2 u2:zergling*2", faction, faces, more)
}

fn events_on(areas: &'static str, faction: &'static str, faces: &str, more: &str) -> Scene<StarCraft> {
    let areas: &'static str = match (faction, areas.contains(":X")) {
        ("raynor" | "mengsk", true) => "area CHA-A b1 u1:marine | area HAL-A b2 u2:zergling*2",
        ("tassadar" | "aldaris", true) => "area CHA-A b1 u1:zealot | area HAL-A b2 u2:zergling*2",
        (_, true) => "area CHA-A b1 u1:zergling | area HAL-A b2 u2:zergling*2",
        _ => areas,
    };
    board(faction, "overmind")
        .round(REGROUP)
        .areas(areas)
        .stacks("")
        .seat(1, &format!("cp0 pool8 cards CHA-A,CHA-C faces {faces} {more}"))
        .frames("frame EVENTS player=1")
        .scene()
}

/// The last order of the round is swapped: regrouping follows.
fn regroup(board: Board) -> Scene<StarCraft> {
    let mut scene = board.stacks("stack CHA 1:build").scene();
    scene.queue_dice([1]);
    scene.act(A, "TakeOrder(CHA)").act(A, "DrawEvent");
    scene
}

#[test]
fn sc_regr_1_a_base_among_enemy_units_falls() {
    covers!("SC-REGR-1", "SC-RUL-63", "SC-REGR-17", "SC-REGR-3", "SC-REGR-18");
    let mut scene = board("raynor", "overmind")
        .areas("area CHA-A b1 u1:marine | area TOR-C b1 u2:zergling | area HAL-A b2")
        .seat(1, "cp0 pool5 on TOR-D1 cards CHA-A,TOR-D")
        .stacks("stack HAL 2:build")
        .frames("frame EXEC player=2")
        .scene();
    scene.queue_dice([1]);
    scene.act(B, "TakeOrder(HAL)").act(B, "DrawEvent").act(B, "NoEvent");
    assert_eq!(line_of(&scene, "area TOR-C"), "area TOR-C u2:zergling");
    let seat = line_of(&scene, "seat 1");
    assert!(seat.contains("pool5") && !seat.contains("TOR-D"), "card and worker are lost: {seat}");
}

#[test]
fn sc_ex_25_a_transport_without_a_base_at_its_ends_is_lost() {
    covers!("SC-REGR-2");
    let scene = regroup(
        board("raynor", "overmind")
            .routes("route TAR-E/CHA-W | route HAL-N/TAR-S t1 | route TOR-N/CHA-S t1 | zroute TAR-W/TOR-E | zroute HAL-S/TOR-S t2")
            .areas("area CHA-A b1 u1:marine | area HAL-A b2"),
    );
    assert_eq!(line_of(&scene, "route HAL-N"), "route HAL-N/TAR-S");
    assert!(line_of(&scene, "route TOR-N").ends_with("t1"));
}

#[test]
fn sc_ex_15_cards_follow_control() {
    covers!("SC-REGR-4", "SC-REGR-5", "SC-VOC-5");
    let scene = regroup(
        board("raynor", "overmind")
            .areas("area CHA-A b1 | area CHA-C u1:marine | area HAL-A b2")
            .seat(1, "cp0 pool8"),
    );
    assert!(line_of(&scene, "seat 1").contains("cards CHA-A,CHA-C"));
    // TOR: seat 1 has a base in C; B and D are empty and come along.
    let alone = regroup(
        board("raynor", "overmind")
            .areas("area CHA-A b1 | area TOR-C b1 | area HAL-A b2")
            .seat(1, "cp0 pool8"),
    );
    assert!(line_of(&alone, "seat 1").contains("TOR-B,TOR-C,TOR-D"));
    // Seat 2 builds in D: seat 1 loses that card and does not gain the empty B again.
    let shared = regroup(
        board("raynor", "overmind")
            .areas("area CHA-A b1 | area TOR-C b1 | area TOR-D b2 u2:zergling | area HAL-A b2")
            .seat(1, "cp0 pool8 on TOR-D1 cards TOR-D"),
    );
    assert!(!line_of(&shared, "seat 1").contains("TOR-D") && line_of(&shared, "seat 2").contains("TOR-D"));
}

#[test]
fn sc_ex_75_an_empty_area_between_two_bases() {
    covers!("SC-REGR-6");
    let nobody = regroup(
        board("raynor", "overmind")
            .areas("area CHA-A b1 | area TOR-C b1 | area TOR-D b2 | area HAL-A b2")
            .seat(1, "cp0 pool8"),
    );
    assert!(!line_of(&nobody, "seat 1").contains("TOR-B") && !line_of(&nobody, "seat 2").contains("TOR-B"));
    let kept = regroup(
        board("raynor", "overmind")
            .areas("area CHA-A b1 | area TOR-C b1 | area TOR-D b2 | area HAL-A b2")
            .seat(1, "cp0 pool8 cards TOR-B"),
    );
    assert!(line_of(&kept, "seat 1").contains("TOR-B"));
}

#[test]
fn sc_mine_7_a_depleted_area_gives_no_card() {
    covers!("SC-MINE-7", "SC-MINE-9", "SC-REGR-7");
    let scene = regroup(
        board("raynor", "overmind")
            .areas("area CHA-A b1 | area CHA-C d2 u1:marine | area HAL-A b2")
            .seat(1, "cp0 pool4 una4"),
    );
    let seat = line_of(&scene, "seat 1");
    assert!(seat.contains("cards CHA-A ") && seat.contains("pool8"), "{seat}");
}

#[test]
fn sc_ex_16_units_without_a_base_score_but_hold_no_card() {
    covers!("SC-REGR-8", "SC-RUL-78", "SC-LAW-9");
    let scene = regroup(
        board("raynor", "overmind")
            .areas("area CHA-A b1 | area TOR-A u1:marine | area TAR-B u1:marine | area HAL-A b2")
            .seat(1, "cp3 pool8"),
    );
    let seat = line_of(&scene, "seat 1");
    assert!(seat.contains("cp5") && !seat.contains("TAR-B"), "TOR-A pays 2: {seat}");
}

#[test]
fn sc_ex_74_a_lost_base_takes_card_and_workers() {
    let scene = regroup(
        board("raynor", "overmind")
            .areas("area CHA-A b1 | area TAR-B b1 u2:zergling | area HAL-A b2")
            .seat(1, "cp0 pool6 on TAR-C2 cards TAR-C"),
    );
    assert!(line_of(&scene, "seat 1").contains("pool6") && !line_of(&scene, "seat 1").contains("TAR-C"));
}

// --- events ------------------------------------------------------------------------------

/// A has three event cards of Stage I in front and has read them.
fn reading() -> Scene<StarCraft> {
    let mut scene = board("raynor", "overmind")
        .areas("area CHA-A b1 | area HAL-A b2")
        .stacks("stack CHA 1:build")
        .seat(1, "cp0 pool8 ev I,I")
        .round("round 2 EXEC first=1 events I:3 II:5 III:20 edn=0")
        .scene();
    scene.queue_dice([1, 1, 25 - 4]);
    scene.act(A, "TakeOrder(CHA)").act(A, "DrawEvent");
    scene
}

#[test]
fn sc_chn_8_faces_are_drawn_when_step_8_begins() {
    covers!("SC-CHN-8", "SC-CHN-6", "SC-CHN-9");
    // Three cards are drawn from the 25 of Stage I, the ones removed in set-up among them.
    assert_eq!(reading().state.players[0].faces.len(), 3);
}

#[test]
fn sc_hid_17_each_player_reads_in_secret() {
    covers!("SC-HID-17");
    let scene = reading();
    let heard = |viewer| {
        let (game, events) = (&scene.game, &scene.events);
        let told = events.iter().filter_map(|event| rules::Game::redact(game, event, viewer));
        told.filter(|event| matches!(event, Event::EventRead { event: Some(_), .. })).count()
    };
    assert_eq!((heard(Viewer::Seat(A)), heard(Viewer::Seat(B))), (3, 0));
    assert!(scene.view(Viewer::Seat(A)).players[0].faces.is_some());
    assert!(scene.view(Viewer::Seat(B)).players[0].faces.is_none());
    assert_eq!(scene.view(Viewer::Seat(B)).players[0].read, [3, 0, 0]);
}

#[test]
fn sc_regr_11_one_of_the_cards_may_be_played() {
    covers!("SC-REGR-11", "SC-DEC-26");
    let scene = reading();
    assert_eq!(scene.verdict(A, "PlayEvent(E303)"), denied("SC-DEC-26"), "not in front");
    assert_eq!((scene.verdict(A, "PlayEvent(E101)"), scene.verdict(A, "NoEvent")), (Ok(()), Ok(())));
}

#[test]
fn sc_regr_13_the_other_cards_are_shown_and_discarded() {
    covers!("SC-REGR-13", "SC-REGR-19", "SC-EVT-9");
    let shown = |action: &str| {
        let mut scene = reading();
        scene.act(A, action);
        let shown = scene.events.iter().filter(|event| matches!(event, Event::EventDiscarded { .. })).count();
        (shown, scene.state.players[0].pool)
    };
    assert_eq!(shown("PlayEvent(E101)"), (2, 10), "the one played brings two workers");
    assert_eq!(shown("NoEvent"), (3, 8));
}

#[test]
fn sc_ex_31_the_end_draws_near_is_forced() {
    covers!("SC-RUL-4");
    let scene = events("raynor", "E300,E300,E303", "");
    assert_eq!(scene.verdict(A, "PlayEvent(E303)"), denied("SC-RUL-4"));
    assert_eq!(scene.verdict(A, "NoEvent"), denied("SC-RUL-4"));
    assert_eq!((scene.verdict(A, "EndPoint"), scene.verdict(A, "EndCard")), (Ok(()), Ok(())));
}

#[test]
fn sc_evt_6_the_end_draws_near_brings_one_benefit() {
    covers!("SC-EVT-6", "SC-RUL-6", "SC-VOC-15", "SC-REGR-12");
    let mut two = events("raynor", "E300,E300,E303", "");
    two.act(A, "EndPoint");
    assert_eq!((two.state.ends, two.state.players[0].cp), (2, 1), "one point for both");
    let mut one = events("raynor", "E300", "");
    one.queue_dice([1]);
    one.act(A, "EndCard");
    assert_eq!((one.state.ends, one.state.players[0].hand.count_ones()), (1, 1), "or a card");
}

#[test]
fn sc_regr_14_the_second_end_card_ends_the_game() {
    covers!("SC-REGR-14", "SC-END-7", "SC-RUL-5");
    let mut two = events("raynor", "E300,E300", "");
    two.act(A, "EndPoint");
    assert_eq!((two.state.ending, two.state.winners), (Some(Ending::EndCards), Seats::only(A)));
    let mut one = events("raynor", "E300", "");
    one.act(A, "EndPoint");
    assert!(!one.is_over(), "the game goes on after the first");
}

#[test]
fn sc_regr_21_step_10_is_not_reached_after_the_end() {
    covers!("SC-REGR-21");
    let mut scene = events("raynor", "E300,E300", "");
    let first = scene.state.first;
    scene.act(A, "EndPoint");
    assert_eq!((scene.is_over(), scene.state.first), (true, first), "the First Player token stays");
}

#[test]
fn sc_ex_78_points_of_step_8_count_at_the_end() {
    covers!("SC-EVT-5", "SC-END-8", "SC-FAC-4d");
    let mut scene = board("raynor", "overmind")
        .round("round 5 REGROUP first=1 events I:0 II:0 III:15 edn=1")
        .areas("area CHA-A b1 | area HAL-A b2")
        .stacks("")
        .seat(1, "cp10 pool8 faces E303")
        .seat(2, "cp11 pool8 faces E300")
        .frames("frame EVENTS player=1")
        .scene();
    scene.act(A, "PlayEvent(E303)").act(B, "EndPoint");
    assert_eq!(scene.state.winners.len(), 2, "12 each, and equal in all tiebreakers");
    let mut aldaris = board("raynor", "aldaris")
        .round("round 5 REGROUP first=1 events I:0 II:0 III:15 edn=1")
        .areas("area CHA-A b1 | area HAL-A b2")
        .stacks("")
        .seat(1, "cp10 pool8 faces E300")
        .frames("frame EVENTS player=1")
        .scene();
    aldaris.act(A, "EndPoint");
    assert_eq!(aldaris.state.winners, Seats::only(B), "Aldaris wins instead");
}

#[test]
fn sc_evt_1_kept_events_stay_open() {
    covers!("SC-EVT-1");
    let mut scene = events("raynor", "E107,E106", "");
    scene.act(A, "PlayEvent(E107)");
    assert!(line_of(&scene, "seat 1").contains("kept E107"));
    assert!(line_of(&scene, "round").contains("out=E106"));
}

#[test]
fn sc_evt_2_an_event_that_can_do_nothing_may_be_played() {
    covers!("SC-EVT-2", "SC-EVT-9");
    // No partially depleted area: Replanted Fields does nothing.
    let mut scene = events("raynor", "E204", "");
    scene.act(A, "PlayEvent(E204)");
    assert!(line_of(&scene, "round").contains("out=E204"));
    let mut fields = events_on("area CHA-A b1 | area CHA-C d1 | area HAL-A b2", "raynor", "E204", "");
    fields.act(A, "PlayEvent(E204)");
    assert_eq!(line_of(&fields, "area CHA-C"), "", "the token is removed");
}

#[test]
fn sc_evt_3_free_units_obey_limits() {
    covers!("SC-EVT-3", "SC-EVT-10", "SC-DEC-30");
    let mut scene = events_on(
        "area CHA-B u1:marine | area CHA-A b2 | area CHA-C u2:zergling | area HAL-A b2",
        "raynor",
        "E201",
        "",
    );
    scene.act(A, "PlayEvent(E201)");
    // CHA-B has limit 3 and one Marine: two of the three units fit, the player says which (SC-EX-83).
    assert_eq!(scene.verdict(A, "Put(ghost)"), denied("SC-EVT-10"));
    scene.act(A, "Put(firebat)");
    assert!(has(&scene, "area CHA-B u1:marine*2,firebat"));
    let mut vanguard = events("raynor", "E302", "");
    vanguard.act(A, "PlayEvent(E302)");
    assert_eq!(vanguard.verdict(A, "Kind(marine)"), denied("SC-DEC-30"));
    vanguard.act(A, "Kind(siege_tank)");
    assert_eq!(line_of(&vanguard, "area CHA-A"), "area CHA-A b1 u1:marine,siege_tank");
    let mut two =
        events_on("area CHA-A b1 u1:marine | area TOR-A u1:marine | area HAL-A b2", "raynor", "E302", "");
    two.act(A, "PlayEvent(E302)").act(A, "Kind(battlecruiser)");
    assert_eq!(two.verdict(A, "Area(TOR-B)"), denied("SC-EVT-3"));
    two.act(A, "Area(TOR-A)");
}

#[test]
fn sc_ex_83_reinforcements_as_far_as_figures_go() {
    let mut scene = events_on(
        "area CHA-A b1 u1:marine*4 | area CHA-B u1:marine*2 | area CHA-C u2:zergling | area HAL-A b2",
        "raynor",
        "E201",
        "",
    );
    scene.act(A, "PlayEvent(E201)");
    // All six Marines are on the board: only the Firebat comes, and CHA-B is the one area with room.
    assert!(has(&scene, "area CHA-B u1:marine*2,firebat"));
}

#[test]
fn sc_ex_84_prefab_works() {
    covers!("SC-EVT-4", "SC-EVT-14");
    let mut scene = events("raynor", "E104", "");
    scene.act(A, "PlayEvent(E104)");
    assert_eq!(scene.verdict(A, "BuyLevel(factory)"), denied("SC-EVT-4"));
    buy(&mut scene, A, "BuyModule(rnd)");
    assert_eq!(
        (scene.state.players[0].modules, scene.state.players[0].pool),
        ([0, 1, 0], 8),
        "2 minerals less: free"
    );
    let mut air = events("raynor", "E104", "");
    air.act(A, "PlayEvent(E104)");
    buy(&mut air, A, "BuyModule(air_support)");
    assert_eq!(air.state.players[0].pool, 7);
    let mut full = events("raynor", "E104", "mod supply3,rnd2");
    full.act(A, "PlayEvent(E104)");
    assert_eq!(full.state.round, 3, "no free slot: nothing is offered");
    let mut tech = events("raynor", "E202", "disc TC01");
    tech.act(A, "PlayEvent(E202)");
    buy(&mut tech, A, "BuyTech(TT01)");
    assert_eq!((tech.state.players[0].discards, tech.state.players[0].deck.count_ones()), (0, 20));
}

#[test]
fn sc_ex_81_drifting_gate_moves_an_end() {
    covers!("SC-EVT-11");
    let mut scene = events("raynor", "E103", "");
    scene.act(A, "PlayEvent(E103)");
    assert_eq!(scene.verdict(A, "MoveEnd(r1, 1, TOR-W)"), denied("SC-EVT-11"), "no Z-axis route");
    assert_eq!(scene.verdict(A, "MoveEnd(r5, 1, TOR-W)"), denied("SC-EVT-11"), "both ends on Torus");
    assert_eq!(scene.verdict(A, "MoveEnd(r5, 2, CHA-W)"), denied("SC-EVT-11"), "not free");
    // The one free entrance is TOR-W; the transport of seat 2 stays on the route.
    assert_eq!(scene.legal(A), ["MoveEnd(r4, 2, TOR-W)", "MoveEnd(r5, 2, TOR-W)"]);
    scene.act(A, "MoveEnd(r5, 2, TOR-W)");
    assert!(has(&scene, "zroute HAL-S/TOR-W t2"));
}

#[test]
fn sc_evt_12_lightning_campaign_is_a_whole_order() {
    covers!("SC-EVT-12");
    let mut scene = events("raynor", "E306", "");
    scene.act(A, "PlayEvent(E306)");
    assert_eq!(scene.verdict(A, "OrderPlanet(HAL)"), denied("SC-EVT-12"));
    scene.act(A, "OrderPlanet(TOR)").act(A, "Move(marine, CHA-A, TOR-A)").act(A, "EndMoves");
    assert!(has(&scene, "area TOR-A u1:marine"));
    assert_eq!(scene.state.players[0].tokens, [2, 2, 2, 1, 1, 1], "no token is used");
    let mut build = events("raynor", "E307", "");
    build.act(A, "PlayEvent(E307)").act(A, "OrderPlanet(CHA)");
    buy(&mut build, A, "BuyUnit(marine, CHA-B)");
    assert!(has(&build, "area CHA-B u1:marine"));
}

#[test]
fn sc_ex_85_a_campaign_does_not_change_this_rounds_score() {
    let mut scene = events("raynor", "E306", "");
    scene
        .act(A, "PlayEvent(E306)")
        .act(A, "OrderPlanet(TOR)")
        .act(A, "Move(marine, CHA-A, TOR-A)")
        .act(A, "EndMoves");
    assert!(line_of(&scene, "seat 1").contains("cp0"));
}

#[test]
fn sc_ex_80_jamming_and_initiative() {
    covers!("SC-EVT-13", "SC-REGR-16");
    let mut scene = events("raynor", "E305", "");
    scene.act(A, "PlayEvent(E305)");
    assert!(scene.state.players[1].jammed);
    assert_eq!(scene.state.first, B, "the token passes left");
    let mut seize = events("raynor", "E210", "");
    seize.act(A, "PlayEvent(E210)");
    assert_eq!(seize.state.first, A);
}

#[test]
fn sc_evt_16_propaganda_looks_at_control_now() {
    covers!("SC-EVT-16");
    let mut one = events("raynor", "E211", "");
    one.act(A, "PlayEvent(E211)");
    assert_eq!(one.state.players[0].cp, 1);
    let mut two = events_on(
        "area CHA-A b1 | area CHA-B u1:marine | area TOR-A u1:marine | area HAL-A b2",
        "raynor",
        "E211",
        "",
    );
    two.act(A, "PlayEvent(E211)");
    assert_eq!(two.state.players[0].cp, 2);
}

#[test]
fn sc_dec_30_targets_of_events() {
    covers!("SC-DEC-30", "SC-DEC-16");
    // Spare Hulls: a route that touches a planet with an own base.
    let mut hulls = events("raynor", "E102", "");
    hulls.act(A, "PlayEvent(E102)");
    assert!(line_of(&hulls, "route TAR-E").ends_with("t1"), "the only free one is taken");
    // Sabotage: a transport near own forces.
    let mut sabotage =
        events_on("area CHA-A b1 | area TOR-B u1:marine | area HAL-A b2", "raynor", "E205", "");
    sabotage.act(A, "PlayEvent(E205)");
    assert_eq!(line_of(&sabotage, "zroute HAL-S"), "zroute HAL-S/TOR-S");
    // Labor Unrest.
    let mut unrest = events("raynor", "E206", "");
    unrest.act(A, "PlayEvent(E206)");
    assert!(line_of(&unrest, "seat 2").contains("pool6 una2"));
    // Orbital Strike: the owner chooses the unit.
    let mut strike = events_on(
        "area CHA-A b1 | area TOR-B u1:marine | area TOR-C u2:zergling,hydralisk | area HAL-A b2",
        "raynor",
        "E304",
        "",
    );
    strike.act(A, "PlayEvent(E304)");
    assert_eq!(strike.to_act(), Some(B));
    assert_eq!(strike.verdict(B, "Lose(mutalisk)"), denied("SC-DEC-16"));
    strike.act(B, "Lose(zergling)");
    assert!(has(&strike, "area TOR-C u2:hydralisk"));
    // Field Drills, Local Levy, Chartered Survey.
    let mut drills = events("raynor", "E106", "");
    drills.queue_dice([1, 1, 1]);
    drills.act(A, "PlayEvent(E106)");
    assert_eq!(drills.state.players[0].hand.count_ones(), 3);
    let mut levy = events("raynor", "E109", "");
    levy.act(A, "PlayEvent(E109)");
    assert!(has(&levy, "area CHA-A b1 u1:marine*3"));
    let mut survey = events("raynor", "E110", "");
    survey.act(A, "PlayEvent(E110)");
    assert_eq!(survey.state.players[0].cp, 1);
    assert_eq!(survey.state.round, 3);
    let stuck = events("raynor", "E110", "");
    assert_eq!(stuck.verdict(A, "Go"), denied("SC-DEC-26"));
}

// --- steps 9 and 10 ----------------------------------------------------------------------

#[test]
fn sc_ex_82_hand_limits_are_kept_together() {
    covers!("SC-REGR-15", "SC-REGR-20", "SC-RUL-79", "SC-HID-18", "SC-DEC-27", "SC-RUL-9");
    let mut scene = board("raynor", "overmind")
        .round(REGROUP)
        .areas("area CHA-A b1 | area HAL-A b2")
        .stacks("")
        .seat(1, "cp0 pool8 hand TC01,TC02,TC03,TC04,TC05,TC06,TC07,TC08,TC09")
        .seat(2, "cp0 pool8 hand ZC01,ZC02,ZC03,ZC04,ZC05,ZC06,ZC07,ZC08,ZC09 faces E110")
        .frames("frame EVENTS player=2")
        .scene();
    scene.act(B, "NoEvent");
    assert!(
        matches!(rules::Game::turn(&scene.game, &scene.state), rules::Turn::Choose(seats) if seats.len() == 2)
    );
    assert_eq!(scene.verdict(A, "NoEvent"), denied("SC-DEC-27"));
    assert_eq!(scene.verdict(A, "Discard(TC10)"), denied("SC-REGR-20"));
    scene.act(A, "Discard(TC09)");
    assert_eq!(scene.view(Viewer::Seat(B)).players[0].hand_count, 9, "not shown yet");
    assert_eq!(scene.state.players[0].discards, 0);
    scene.act(B, "Discard(ZC01)").act(B, "Discard(ZC02)");
    assert_eq!(scene.verdict(B, "Discard(ZC01)"), denied("SC-REGR-20"), "chosen already");
    scene.act(B, "Discard(ZC03)");
    assert_eq!((scene.state.players[0].hand.count_ones(), scene.state.players[1].hand.count_ones()), (8, 6));
    assert_eq!(scene.state.round, 3);
}

// --- victory -----------------------------------------------------------------------------

#[test]
fn sc_ex_17_fifteen_points_or_twenty_with_aldaris() {
    covers!("SC-END-1", "SC-REGR-9", "SC-RUL-1", "SC-END-2", "SC-END-15", "SC-SEQ-6");
    let end = |second: &'static str, cp: &str| {
        let mut scene = board("raynor", second)
            .areas("area CHA-A b1 | area HAL-A b2")
            .seat(1, &format!("cp{cp} pool8"))
            .stacks("stack CHA 1:build")
            .scene();
        scene.act(A, "TakeOrder(CHA)");
        if cp != "15" || second == "aldaris" && cp != "20" {
            scene.queue_dice([1]);
        }
        scene
    };
    let mut plain = end("overmind", "15");
    plain.act(A, "DrawEvent");
    assert_eq!((plain.state.ending, plain.state.winners), (Some(Ending::Normal), Seats::only(A)));
    assert_eq!(rules::Game::outcome(&plain.game, &plain.state).expect("over").places, [1, 2]);
    let mut seventeen = end("aldaris", "17");
    seventeen.act(A, "DrawEvent");
    assert!(!seventeen.is_over());
    let mut twenty = board("raynor", "aldaris")
        .areas("area CHA-A b1 | area HAL-A b2")
        .seat(1, "cp20 pool8")
        .stacks("stack CHA 1:build")
        .scene();
    twenty.act(A, "TakeOrder(CHA)").act(A, "DrawEvent");
    assert!(twenty.is_over());
}

#[test]
fn sc_end_13_aldaris_himself_may_need_fifteen() {
    covers!("SC-END-13");
    let setup = |options: &'static str| {
        let mut scene = board("aldaris", "raynor")
            .options(options)
            .areas("area CHA-A b1 | area HAL-A b2")
            .seat(1, "cp15 pool8")
            .stacks("stack CHA 1:build")
            .scene();
        scene.act(A, "TakeOrder(CHA)");
        scene
    };
    let mut on = setup("aldaris_needs_15=on");
    on.act(A, "DrawEvent");
    assert_eq!(on.state.winners, Seats::only(A));
    let mut off = setup("");
    off.queue_dice([1]);
    off.act(A, "DrawEvent");
    assert!(!off.is_over());
}

#[test]
fn sc_ex_76_the_tie_at_sixteen() {
    covers!("SC-END-8", "SC-END-9", "SC-END-14", "SC-RUL-36");
    let mut scene = board("raynor", "overmind")
        .areas("area CHA-A b1 | area HAL-A b2")
        .seat(1, "cp16 pool8 cards CHA-A,CHA-C")
        .seat(2, "cp16 pool8 cards HAL-A,HAL-B")
        .stacks("stack CHA 1:build")
        .scene();
    scene.act(A, "TakeOrder(CHA)").act(A, "DrawEvent");
    // Both hold 3 resources, one area, one base and 8 workers: a shared victory.
    assert_eq!(scene.state.winners.len(), 2);
    let mut rich = board("raynor", "overmind")
        .areas("area CHA-A b1 | area TOR-C b1 | area HAL-A b2")
        .seat(1, "cp16 pool8")
        .seat(2, "cp16 pool9")
        .stacks("stack CHA 1:build")
        .scene();
    rich.act(A, "TakeOrder(CHA)").act(A, "DrawEvent");
    assert_eq!(rich.state.winners, Seats::only(A), "resources before workers");
    // Step 7 is not reached when step 6 ends the game.
    assert_eq!(rich.state.ending, Some(Ending::Normal));
}

fn special(faction: &'static str, areas: &'static str, round: &'static str) -> Scene<StarCraft> {
    let mut scene = board(faction, "aldaris").round(round).areas(areas).stacks("stack CHA 1:build").scene();
    scene.act(A, "TakeOrder(CHA)");
    scene.queue_dice([1]);
    scene
}

const THREE: &str = "area CHA-A b1 | area TOR-C b1 | area TAR-B b1 | area HAL-A b2";

#[test]
fn sc_ex_28_special_victories_count_in_stage_iii() {
    covers!("SC-END-3", "SC-RUL-7", "SC-RUL-8");
    let mut early = special("overmind", THREE, "round 2 EXEC first=1 events I:5 II:5 III:20 edn=0");
    early.act(A, "DrawEvent");
    assert!(!early.is_over());
    let mut late =
        board("overmind", "aldaris").round(STAGE_3).areas(THREE).stacks("stack CHA 1:build").scene();
    late.act(A, "TakeOrder(CHA)").act(A, "DrawEvent");
    assert_eq!((late.state.ending, late.state.winners), (Some(Ending::Special), Seats::only(A)));
}

#[test]
fn sc_fac_4f_the_overmind_needs_bases_on_three_planets() {
    covers!("SC-FAC-4", "SC-FAC-4f", "SC-FAC-7");
    let mut two = special("overmind", "area CHA-A b1 | area TOR-C b1 | area HAL-A b2", STAGE_3);
    two.act(A, "DrawEvent");
    assert!(!two.is_over());
    let mut three =
        board("overmind", "aldaris").round(STAGE_3).areas(THREE).stacks("stack CHA 1:build").scene();
    three.act(A, "TakeOrder(CHA)").act(A, "DrawEvent");
    assert!(three.is_over());
}

#[test]
fn sc_end_4_special_victories_come_before_the_events_are_read() {
    covers!("SC-END-4", "SC-REGR-10", "SC-RUL-67");
    let mut scene =
        board("overmind", "aldaris").round(STAGE_3).areas(THREE).stacks("stack CHA 1:build").scene();
    scene.act(A, "TakeOrder(CHA)").act(A, "DrawEvent");
    assert_eq!(scene.state.ending, Some(Ending::Special));
    assert!(
        !scene.events.iter().any(|event| matches!(event, Event::EventRead { .. })),
        "step 8 is not reached"
    );
}

/// How far the first player is on the way to the goal of the faction.
fn progress(faction: &'static str, areas: &'static str) -> (u8, u8) {
    let scene = board(faction, "aldaris").areas(areas).seat(1, "cp0 pool8").scene();
    scene.game.goal_progress(&scene.state, A)
}

#[test]
fn sc_fac_4a_raynor_counts_resource_areas() {
    covers!("SC-FAC-4a");
    let depleted = "area CHA-A b1 | area CHA-C d2 u1:marine | area HAL-A b2";
    assert_eq!(progress("raynor", depleted), (2, 6), "fully depleted areas count");
    assert_eq!(progress("raynor", "area CHA-A b1 | area HAL-A b2"), (1, 6));
}

#[test]
fn sc_fac_4b_mengsk_counts_planets() {
    covers!("SC-FAC-4b");
    let held = "area CHA-A b1 | area CHA-B u1:marine | area CHA-C u1:marine | area HAL-A b2";
    assert_eq!(progress("mengsk", held), (1, 2));
    assert_eq!(progress("mengsk", "area CHA-A b1 | area HAL-A b2"), (0, 2), "not all of it");
}

#[test]
fn sc_fac_4c_tassadar_needs_more_areas_than_the_others() {
    covers!("SC-FAC-4c", "SC-RUL-68");
    let two = "area CHA-A b1 | area TOR-A u1:zealot | area HAL-A b2";
    assert_eq!(progress("tassadar", two), (2, 2));
    let mut more = board("tassadar", "aldaris").round(STAGE_3).areas(two).stacks("stack CHA 1:build").scene();
    more.act(A, "TakeOrder(CHA)").act(A, "DrawEvent");
    assert_eq!(more.state.winners, Seats::only(A));
    let mut equal = special("tassadar", "area CHA-A b1 | area HAL-A b2", STAGE_3);
    equal.act(A, "DrawEvent");
    assert!(!equal.is_over(), "as many as another");
}

#[test]
fn sc_fac_4e_the_queen_of_blades_counts_conquest_areas() {
    covers!("SC-FAC-4e");
    let forces = "area CHA-A b1 | area TOR-A u1:zergling | area HAL-A b2";
    assert_eq!(progress("queen_of_blades", forces), (1, 3));
}

#[test]
fn sc_fac_8_aldaris_counts_end_cards() {
    covers!("SC-FAC-8");
    let aldaris = board("raynor", "aldaris").scene();
    assert_eq!(aldaris.game.goal_progress(&aldaris.state, B), (0, 2));
}

#[test]
fn sc_ex_35_two_conquest_areas_are_enough_where_only_two_exist() {
    covers!("SC-FAC-4g");
    let game = StarCraft::new("built-2 factions=queen_of_blades,raynor").expect("a table");
    let text = "starcraft/1 players=2 opts=galaxy:built\nround 5 EXEC first=1 events I:0 II:0 III:15 edn=0\n\
        tile ABA 0,0 r0 | tile BRA 1,0 r0 | tile BHE 2,0 r1 | tile PRI 3,0 r0\n\
        area ABA-A u1:zergling | area BRA-A u1:zergling | area PRI-A b2\n\
        seat 1 queen_of_blades cp0 pool7\nseat 2 raynor cp0 pool8\nframe EXEC player=1";
    let scene = Scene::at(game, text);
    assert_eq!(scene.game.goal_progress(&scene.state, A), (2, 2));
}

#[test]
fn sc_ex_77_several_goals_at_once() {
    let mut scene = board("mengsk", "tassadar")
        .round(STAGE_3)
        .areas("area CHA-A b1 | area CHA-B u1:marine | area CHA-C u1:marine | area TAR-A u1:marine | area TAR-B u1:firebat | area TAR-C u1:ghost | area TOR-A u2:zealot | area TOR-B u2:zealot | area TOR-C u2:zealot | area TOR-D u2:dragoon | area HAL-A b2 | area HAL-B u2:zealot | area HAL-C u2:zealot")
        .seat(1, "cp11 pool8")
        .seat(2, "cp6 pool8")
        .stacks("stack CHA 1:build")
        .scene();
    scene.act(A, "TakeOrder(CHA)").act(A, "DrawEvent");
    // Mengsk holds two planets, Tassadar more areas: Mengsk has more points.
    assert_eq!((scene.state.ending, scene.state.winners), (Some(Ending::Special), Seats::only(A)));
}

#[test]
fn sc_ex_21_the_tie_by_areas() {
    covers!("SC-END-8");
    let mut scene = board("raynor", "overmind")
        .round("round 5 REGROUP first=1 events I:0 II:0 III:15 edn=1")
        .areas("area CHA-A b1 | area TOR-A u1:marine | area HAL-A b2")
        .stacks("")
        .seat(1, "cp11 pool8 cards CHA-A,CHA-C")
        .seat(2, "cp10 pool9 cards HAL-A,HAL-B faces E300")
        .frames("frame EVENTS player=2")
        .scene();
    scene.act(B, "EndPoint");
    assert_eq!(scene.state.winners, Seats::only(A), "11 each, 3 resources each, 2 areas against 1");
}

#[test]
fn sc_ex_79_unread_cards_of_an_eliminated_player_are_removed() {
    let field = crate::common::Field { areas: "area HAL-A b2 | area CHA-A b2", ..crate::common::FIELD };
    let mut scene = crate::common::fight_in(
        field,
        crate::common::side("raynor", "marine", "TC02"),
        crate::common::side("overmind", "ultralisk", "ZC14"),
    );
    scene.state.players[0].front = [0, 0, 2];
    scene.act(A, "Resolve(1)");
    assert_eq!((scene.state.ends, scene.state.players[0].front), (0, [0; 3]));
}

#[test]
fn sc_ex_90_the_last_round_ends_the_game() {
    covers!("SC-END-11", "SC-LAW-12", "SC-END-10");
    let mut scene = board("aldaris", "overmind")
        .round("round 20 REGROUP first=1 events I:5 II:5 III:20 edn=0")
        .areas("area CHA-A b1 | area HAL-A b2")
        .stacks("")
        .seat(1, "cp3 pool8 faces E101")
        .seat(2, "cp4 pool8")
        .frames("frame EVENTS player=1")
        .scene();
    scene.act(A, "NoEvent");
    assert_eq!(
        (scene.state.ending, scene.state.winners),
        (Some(Ending::LastRound), Seats::only(B)),
        "no Aldaris clause"
    );
    assert_eq!(scene.game.places(&scene.state), [2, 1]);
}

#[test]
fn sc_end_6_the_last_player_wins_at_once() {
    covers!("SC-END-6", "SC-RUL-40");
    let mut scene = events_on("area CHA-A b1 u1:marine | area CHA-B u2:zergling", "raynor", "E304", "");
    scene.act(A, "PlayEvent(E304)");
    assert_eq!((scene.state.ending, scene.state.winners), (Some(Ending::LastPlayer), Seats::only(A)));
}
