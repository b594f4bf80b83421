//! Chapter 12: where the player may step in, and standing orders.

use laws::denied;
use rules::Game as _;
use rules::{Present, StandingOrders, Viewer, covers};

use space_infantry::Frame;

use crate::stage::{Stage, YOU, actions, token};

#[test]
fn si_12_1_no_window_opens_without_an_option() {
    covers!("SI-12.1", "SI-12.2");
    let lines = "war FE 3\nat SOL: flagship\nat FE1: FE scout\n";
    let mut none = token("FE-advance-1", lines);
    none.chance("combat 1 1 1 5");
    assert!(none.done(), "no Espionage, no Maneuver: nothing was asked");
    let mut window = token("FE-advance-1", &format!("{lines}stored: ESP\n"));
    window.chance("combat 1 1 1 5");
    assert!(window.asked());
    assert_eq!(
        window.game.check(&window.state, rules::Seat(1), window.game.resignation().expect("an action")),
        denied("SI-12.1")
    );
}

#[test]
fn si_12_2_every_roll_after_the_set_up_has_a_window() {
    covers!("SI-12.2", "SI-12.3");
    let opens = |mut stage: Stage, script: &str| {
        stage.chance(script);
        stage.legal() == ["accept", "reroll"]
    };
    assert!(opens(crate::stage::rolling("F-federation_1-1", "stored: ESP\n"), "resource 3"));
    assert!(opens(token("U-galactic_conflict-1", "stored: ESP\n"), "conflict 1"));
    assert!(opens(token("U-random_event-1", "stored: ESP\n"), "chit E1; event 1"));
    let mut research = actions("stored: ESP RES\nprogress 0: engines\n");
    research.act("conduct");
    assert!(opens(research, "research 1"));
    let mut sabotage = actions("stored: ESP*2\ntech FE: durability\n");
    sabotage.act("sabotage FE");
    assert!(opens(sabotage, "sabotage 1"));
}

#[test]
fn si_r_53_deployed_espionage_pays_for_a_second_throw() {
    covers!("SI-R-53", "SI-12.3");
    let mut stage = token("U-random_event-1", "spy FE\nembassy CT\n");
    stage.chance("chit E4; event 1");
    assert_eq!(stage.legal(), ["accept", "reroll with spy FE"]);
    assert_eq!(stage.verdict("reroll with attache CT"), denied("SI-R-53"));
    assert_eq!(stage.verdict("reroll with embassy CT"), denied("SI-R-53"));
    assert_eq!(stage.verdict("reroll with WRP"), denied("SI-7.3.1.4.4"));
    stage.act("reroll with spy FE").chance("event 4");
    assert_eq!((stage.line("spy").as_str(), stage.war("FE")), ("", 0), "not a killed spy");
}

#[test]
fn si_12_13_a_die_is_picked_only_where_two_dice_differ() {
    covers!("SI-12.13");
    let mut single = token("U-random_event-1", "stored: ESP\n");
    single.chance("chit E1; event 4");
    assert_eq!(single.legal(), ["accept", "reroll"]);
    assert_eq!(single.verdict("use 4"), denied("SI-12.13"), "one die stands or is thrown again");
    let mut combat =
        token("FE-advance-1", "war FE 3\nat SOL: flagship\nat FE1: FE armada\nstored: ESP MAN\n");
    combat.act("out_maneuver 1").chance("combat 2 5");
    assert_eq!(combat.verdict("use 5"), denied("SI-12.13"), "both dice of a combat count");
    assert_eq!(combat.verdict("accept"), Ok(()));
}

#[test]
fn si_12_13_nothing_else_interrupts() {
    covers!("SI-12.13");
    let mut stage = token(
        "FE-advance-1",
        "war FE 3\nat SOL: flagship\nat FE1: FE scout\nstored: ESP DIP MAN\nembassy FE\n",
    );
    for action in ["envoy FE", "parley FE", "bypass 1", "end_actions", "place BUI", "accept"] {
        assert_eq!(stage.verdict(action), denied("SI-12.13"), "{action}");
    }
    stage.act("out_maneuver 0").chance("combat 1 1 1 1");
    assert_eq!(stage.verdict("out_maneuver 1"), denied("SI-12.13"), "not again for a re-roll");
    assert_eq!(actions("stored: MAN\n").verdict("out_maneuver 1"), denied("SI-12.1"));
}

#[test]
fn standing_orders_silence_windows() {
    let answer = |stage: &Stage, ids: &[&str]| {
        let view = stage.game.view(&stage.state, Viewer::Seat(YOU));
        let given = StandingOrders::from_ids(stage.game.orders(), ids.iter().copied());
        let action = stage.game.standing_order_action(&view, YOU, given);
        action.map(|action| rules::Notation::write_action(&stage.game, action))
    };
    let mut lost = token("FE-advance-1", "war FE 3\nat SOL: flagship\nat FE1: FE scout\nstored: ESP\n");
    lost.chance("combat 1 1 1 1");
    assert_eq!(answer(&lost, &[]), None);
    assert_eq!(answer(&lost, &["never-reroll"]).as_deref(), Some("accept"));
    assert_eq!(answer(&lost, &["reroll-lost-combats"]), None);
    assert_eq!(answer(&lost, &["reroll-bad-dice"]), None);
    let mut won = token("FE-advance-1", "war FE 3\nat SOL: flagship\nat FE1: FE scout\nstored: ESP\n");
    won.chance("combat 5 1 1 1");
    assert_eq!(answer(&won, &["reroll-lost-combats"]).as_deref(), Some("accept"));
    let mut event = token("U-random_event-1", "stored: ESP\n");
    event.chance("chit E1; event 1");
    assert_eq!(answer(&event, &["reroll-bad-dice"]), None, "a harmful event");
    assert_eq!(answer(&event, &["reroll-lost-combats"]).as_deref(), Some("accept"));
    let muster = token("FE-advance-1", "war FE 3\nat SOL: flagship\nat FE1: FE scout\nstored: MAN\n");
    assert_eq!(answer(&muster, &["never-out-maneuver"]).as_deref(), Some("out_maneuver 0"));
    let mut spy = token("CT-tech-1", "war CT 1\nspy CT\n");
    spy.chance("tech:CT adv_defense");
    assert_eq!(answer(&spy, &["always-contest"]).as_deref(), Some("contest"));
    let two = token(
        "FE-advance-1",
        "war FE 3\nat SOL: flagship\nat CUA: base build\nat FE1: FE scout\nat FE2: FE raider\n",
    );
    assert_eq!(answer(&two, &["usual-order"]).as_deref(), Some("fight SOL"));
    let mut loss = token("FE-advance-1", "war FE 3\nat SOL: flagship, mine\nat FE1: FE armada\n");
    loss.chance("combat 1");
    assert_eq!(answer(&loss, &["usual-losses"]).as_deref(), Some("lose mine"));
    let war = token("U-alien_war-1", "pairs CY-FE war\nat CUA: base build\nat APC: base defense\n");
    assert_eq!(answer(&war, &["usual-order"]), None);
    assert_eq!(answer(&war, &["usual-losses"]).as_deref(), Some("hit APC"));
    let mut attaches = token("U-galactic_conflict-1", "attache FE\nattache CT\n");
    attaches.chance("conflict 1").act("accept").chance("relation 1").act("accept");
    assert_eq!(answer(&attaches, &["usual-losses"]), None);
    assert_eq!(answer(&attaches, &["usual-order"]).as_deref(), Some("roll_first FE"));
    assert_eq!(
        answer(&actions(""), &["never-reroll", "usual-losses", "usual-order"]),
        None,
        "your turn is yours"
    );
}

#[test]
fn every_question_has_a_default_that_is_legal() {
    let mut legal = Vec::new();
    for (number, level) in space_infantry::SpaceInfantry::SCENARIOS.into_iter().enumerate() {
        let game = crate::stage::game(level);
        let (mut state, mut dice) = (game.start(), ::laws::SplitMix64(number as u64));
        while let Some(step) = ::laws::random_step(&game, &state, &mut legal, &mut dice) {
            if matches!(game.turn(&state), rules::Turn::Choose(_)) {
                let default = game.default_answer(&state.board).expect("a default");
                assert_eq!(
                    game.check(&state, YOU, default),
                    Ok(()),
                    "{default:?} in {:?}",
                    state.board.frame()
                );
            }
            game.apply(&mut state, step, &mut |_| {});
        }
    }
}

/// Whether a question belongs to the player's own turn: those are not windows of chapter 12.
fn is_own_decision(frame: &Frame) -> bool {
    matches!(
        frame,
        Frame::Store
            | Frame::Place(_)
            | Frame::Actions
            | Frame::Keep
            | Frame::Look { .. }
            | Frame::Bypass(_)
            | Frame::Step { .. }
    )
}

#[test]
fn all_standing_orders_together_silence_every_window() {
    let (mut legal, mut windows) = (Vec::new(), Vec::new());
    for seed in 0..600 {
        let level = space_infantry::SpaceInfantry::SCENARIOS[seed as usize % 3];
        let game = crate::stage::game(level);
        let silent = [
            "never-reroll",
            "never-out-maneuver",
            "always-contest",
            "usual-losses",
            "usual-order",
            "higher-die",
            "usual-events",
        ];
        let given = StandingOrders::from_ids(game.orders(), silent);
        let (mut state, mut dice) = (game.start(), ::laws::SplitMix64(seed));
        while let Some(step) = ::laws::random_step(&game, &state, &mut legal, &mut dice) {
            let frame = state.board.frame();
            if let (rules::Turn::Choose(_), Some(frame)) = (game.turn(&state), frame)
                && !is_own_decision(&frame)
            {
                let view = game.view(&state, Viewer::Seat(YOU));
                let answer = game.standing_order_action(&view, YOU, given);
                let answer = answer.unwrap_or_else(|| panic!("{frame:?} is asked in spite of all orders"));
                assert_eq!(game.check(&state, YOU, answer), Ok(()), "{answer:?} in {frame:?}");
                assert_eq!(
                    game.standing_order_action(&view, YOU, StandingOrders::default()),
                    None,
                    "{frame:?}"
                );
                if !windows.iter().any(|seen| std::mem::discriminant(seen) == std::mem::discriminant(&frame))
                {
                    windows.push(frame);
                }
            }
            game.apply(&mut state, step, &mut |_| {});
        }
    }
    // Roll, Combat, Tech, Choice, Fights, ChoosePair, ChooseRace. WarHits and Relation are too rare in random play:
    // `standing_orders_silence_windows` has a position of each.
    assert!(windows.len() >= 7, "every kind of window came up: {windows:?}");
}
