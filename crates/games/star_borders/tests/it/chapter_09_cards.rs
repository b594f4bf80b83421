//! Chapter 9: when cards are shown and used, and what each of the twelve does.

use crate::stage::combat::{battle, frame, is_over, miss, options, pass_windows, play, shots, turn};
use crate::stage::{ALLIANCE, IMPERIUM, loc, scene, ship};
use laws::denied;
use rules::covers;
use star_borders::cards::CardKind;
use star_borders::{Card, CardSet, Ending, Event, Frame, Side, StarBorders, cards};

fn set(numbers: &[u8]) -> CardSet {
    numbers.iter().map(|&number| Card(number)).collect()
}

// --- The pack

#[test]
fn sb_c_a_twelve_cards_eight_with_a_sun_and_two_with_a_bolt() {
    covers!("SB-C.a");
    let game = StarBorders::scenario("D").expect("a printed scenario");
    let numbers: Vec<u8> = game.cards.0.iter().map(|data| data.card.0).collect();
    assert_eq!(numbers, (1..=12).collect::<Vec<u8>>());
    let sun: CardSet = game.cards.0.iter().filter(|data| data.sharable).map(|data| data.card).collect();
    assert_eq!(sun, set(&[1, 2, 3, 5, 6, 7, 8, 9]));
    assert_eq!((cards::SHARABLE, cards::PENALTIES), (sun, set(&[11, 12])));
}

#[test]
fn sb_c_b_ongoing_cards_stay_and_one_shots_go() {
    covers!("SB-C.b");
    let game = StarBorders::scenario("D").expect("a printed scenario");
    let kind = |number| game.cards.get(Card(number)).kind;
    for (kind_of, numbers) in [
        (CardKind::Ongoing, &[1, 3, 5, 6, 7, 8, 9][..]),
        (CardKind::OneShot, &[2, 4]),
        (CardKind::Scoring, &[10]),
        (CardKind::Penalty, &[11, 12]),
    ] {
        assert!(numbers.iter().all(|&number| kind(number) == kind_of), "{kind_of:?}");
    }
    let lines = "hand A: 2 8 11\nlp 4 0\nat OM1: Scout, Escort";
    // Ongoing: revealed, it stays, also after its use.
    let mut scene = turn(ALLIANCE, lines);
    for step in ["reveal 8", "pick A-SE-1", "overdrive", "go OM2", "halt"] {
        scene.act(ALLIANCE, step);
    }
    assert_eq!(scene.state.board.revealed[0], set(&[8]));
    // One-shot: resolved and discarded.
    scene.act(ALLIANCE, "use 2").act(ALLIANCE, "pick A-SE-2").act(ALLIANCE, "go DL1");
    assert_eq!((scene.state.board.revealed[0], scene.state.board.discard), (set(&[8]), set(&[2])));
    assert_eq!(scene.try_act(ALLIANCE, "use 2"), denied("SB-5.1h"), "it is gone");
    // Penalty: in front of the opponent.
    scene.act(ALLIANCE, "use 11");
    assert_eq!(scene.state.board.penalty, [CardSet::EMPTY, set(&[11])]);
    assert!(scene.state.hands[0].truth().is_empty());
}

// --- SB-C.c: the windows

#[test]
fn sb_c_c_a_card_is_used_in_its_window_only() {
    covers!("SB-C.c");
    let lines = "hand A: 2 3 4 5 8 9 11 12\nlp 4 0\nat OM1: Scout";
    let mut purchase = turn(ALLIANCE, &format!("{lines}\nstep card"));
    // Before the Activity Step: the penalties alone.
    for (card, verdict) in [(2, denied("SB-C.c")), (3, denied("SB-C.c")), (4, denied("SB-C.c"))] {
        assert_eq!(purchase.try_act(ALLIANCE, &format!("use {card}")), verdict, "{card}");
    }
    for card in [11, 12] {
        assert_eq!(purchase.verdict(ALLIANCE, &format!("use {card}")), Ok(()), "{card}");
    }
    // In it: card 2 as well.
    let mut activity = turn(ALLIANCE, lines);
    for card in [3, 4, 5, 8, 9] {
        assert_eq!(activity.try_act(ALLIANCE, &format!("use {card}")), denied("SB-C.c"), "{card}");
    }
    for card in [2, 11, 12] {
        assert_eq!(activity.verdict(ALLIANCE, &format!("use {card}")), Ok(()), "{card}");
    }
    assert_eq!(activity.verdict(ALLIANCE, "use 1"), denied("SB-C.c"));
    // In the Combat Phase: none of them.
    let mut combat = battle(ALLIANCE, "hand A: 2 4 11\nat DL8: Scout, Destroyer");
    for card in [2, 4, 11] {
        assert_eq!(combat.try_act(ALLIANCE, &format!("use {card}")), denied("SB-4.7a"), "{card}");
    }
}

#[test]
fn sb_c_c_card_1_may_be_shown_just_before_step_4() {
    covers!("SB-C.c", "SB-7.5b");
    let mut scene = battle(IMPERIUM, "hand I: 1\nat DL8: Starship, Destroyer");
    assert_eq!(frame(&scene), Frame::CardWindow(Side::Imperium));
    scene.act(IMPERIUM, "pass").act(IMPERIUM, "pass");
    assert_eq!(frame(&scene), Frame::Tracking);
    assert_eq!(options(&scene, IMPERIUM), ["pass", "reveal 1"]);
    // Not yet: the Defender fires first, and in the next Round there is another chance.
    scene.act(IMPERIUM, "pass");
    assert_eq!(frame(&scene), Frame::Fire(Side::Alliance));
    miss(&mut scene);
    scene.act(ALLIANCE, "fight");
    assert_eq!(frame(&scene), Frame::Tracking);
    scene.act(IMPERIUM, "reveal 1");
    assert_eq!(frame(&scene), Frame::Fire(Side::Imperium));
    // Nobody is asked in the opponent's turn; card 2 out of its window is refused.
    let mut scene = battle(ALLIANCE, "hand I: 1\nat DL8: Starship, Destroyer");
    scene.act(IMPERIUM, "pass").act(IMPERIUM, "pass");
    assert_eq!(frame(&scene), Frame::Fire(Side::Imperium));
    assert_eq!(turn(ALLIANCE, "hand A: 1\nat OM1: Scout").verdict(ALLIANCE, "use 1"), denied("SB-C.c"));
}

#[test]
fn sb_c_k_card_2_carries_three_free_ships_to_any_clear_place() {
    covers!("SB-C.k");
    let lines = "hand A: 2\nlp 4 0\nat KP4: Scout, Scout, Escort, Smuggler\nat OM1: Auxiliary\n\
                 at DL10: Destroyer\ncontrol I DL1";
    let mut scene = turn(ALLIANCE, lines);
    scene.act(ALLIANCE, "use 2");
    assert_eq!(scene.try_act(ALLIANCE, "pick I-DE-1"), denied("SB-C.k"));
    assert_eq!(scene.try_act(ALLIANCE, "go DL9"), denied("SB-C.k"), "nobody is picked");
    for scout in ["A-SE-1", "A-SE-2"] {
        scene.act(ALLIANCE, &format!("pick {scout}"));
    }
    assert_eq!(scene.try_act(ALLIANCE, "pick A-SE-1"), denied("SB-C.k"), "picked already");
    assert_eq!(scene.try_act(ALLIANCE, "pick A-AG-1"), denied("SB-C.k"), "it is elsewhere");
    scene.act(ALLIANCE, "pick A-SE-3");
    assert_eq!(scene.try_act(ALLIANCE, "pick A-SS-1"), denied("SB-C.k"), "three are enough");
    // Neither to enemies (Deep Space, a marker) nor nowhere at all.
    for closed in ["DL10", "DL1", "KP1", "KP4"] {
        assert_eq!(scene.try_act(ALLIANCE, &format!("go {closed}")), denied("SB-C.k"), "{closed}");
    }
    scene.act(ALLIANCE, "go DL6");
    // Into the Asteroids, and nothing is paid for leaving the Nebula; they are halted, without a link.
    let board = &scene.state.board;
    for name in ["A-SE-1", "A-SE-2", "A-SE-3"] {
        let ship = ship(&scene, name);
        assert_eq!(board.at(ship), Some(loc(&scene, "DL6")), "{name}");
        assert!(board.turn.halted.has(ship) && board.turn.entered[ship.index()].is_none());
    }
    assert_eq!(board.lp[0], 4);
    assert_eq!(scene.try_act(ALLIANCE, "pick A-SE-1"), denied("SB-6.1l"));
}

#[test]
fn sb_c_k_card_2_leaves_ships_that_have_ended_their_movement() {
    covers!("SB-C.k");
    let mut scene = turn(ALLIANCE, "hand A: 2\nlp 4 0\nat DL2: Scout, Escort");
    // The Scout is halted by the Asteroids; alone it cannot be carried.
    scene.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "go DL6");
    scene.act(ALLIANCE, "use 2");
    assert_eq!(scene.try_act(ALLIANCE, "pick A-SE-1"), denied("SB-C.k"));
    assert_eq!(scene.verdict(ALLIANCE, "pick A-SE-2"), Ok(()));
    // Without anybody to carry the card cannot be wasted.
    let mut scene = turn(ALLIANCE, "hand A: 2\nlp 4 0\nat DL2: Scout");
    scene.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "go DL6");
    assert_eq!(scene.try_act(ALLIANCE, "use 2"), denied("SB-C.k"));
}

#[test]
fn sb_c_j_card_3_spares_the_request_but_gives_no_refund() {
    covers!("SB-C.j", "SB-5.2b");
    let lines = "lp 8 0\nhand A: 3\neliminated: Scout, Scout, Escort";
    let mut early = turn(ALLIANCE, lines);
    early.act(ALLIANCE, "reveal 3").act(ALLIANCE, "replace Scout OM1");
    assert_eq!(early.state.board.lp[0], 7);
    early.act(ALLIANCE, "replace Scout OM1");
    assert_eq!(early.state.board.lp[0], 6);
    let mut late = turn(ALLIANCE, lines);
    late.act(ALLIANCE, "replace Scout OM1");
    assert_eq!(late.state.board.lp[0], 6);
    late.act(ALLIANCE, "reveal 3");
    assert_eq!(late.state.board.lp[0], 6);
    late.act(ALLIANCE, "replace Scout OM1");
    assert_eq!(late.state.board.lp[0], 5);
}

#[test]
fn sb_c_b_card_4_costs_the_opponent_a_die_of_lps() {
    covers!("SB-C.b", "SB-5.1k");
    for (lp, die, left) in [(8, 1, 7), (8, 6, 2), (6, 6, 0), (3, 6, 0)] {
        let mut scene =
            turn(ALLIANCE, &format!("lp {lp} 0\nhand I: 4\nhand A: 3\nat OM1: Scout\nstep strike"));
        assert_eq!(options(&scene, IMPERIUM), ["pass", "reveal 4", "use 4"]);
        play(&mut scene, IMPERIUM, "use 4", &[die]);
        assert_eq!(scene.state.board.lp[0], left, "{lp} - {die}");
        assert_eq!(scene.state.board.discard, set(&[4]));
        // It comes before the purchase, whose price it changes.
        assert_eq!(frame(&scene), Frame::BuyCard);
        assert_eq!(scene.verdict(ALLIANCE, "buy").is_ok(), left >= 2);
        assert_eq!(scene.game.card_price(&scene.state.board, Side::Alliance), (left / 2).max(2));
    }
    // Without LPs there is no strike; Honor is never hit.
    let scene = turn(ALLIANCE, "lp 0 0\nhand I: 4\nhand A: 3\nat OM1: Scout\nstep strike");
    assert_eq!(scene.to_act(), Some(ALLIANCE));
    let mut scene = turn(IMPERIUM, "lp 0 2\nhonor 3\nrevealed A: 4\nat KP1: Destroyer\nstep strike");
    play(&mut scene, ALLIANCE, "use 4", &[6]);
    assert_eq!((scene.state.board.lp[1], scene.state.board.honor), (0, 3));
    // Kept for later.
    let mut scene = turn(ALLIANCE, "lp 8 0\nhand I: 4\nat OM1: Scout\nstep strike");
    scene.act(IMPERIUM, "pass");
    assert_eq!((frame(&scene), scene.state.board.lp[0]), (Frame::BuyCard, 8));
}

#[test]
fn sb_c_l_card_5_works_once_per_battle() {
    covers!("SB-C.l");
    let lines = "hand A: 5\nat DL8: Starship, Destroyer, Dominator\nat DL9: Comship, Patroller, Raider";
    let mut scene = battle(IMPERIUM, lines);
    scene.act(IMPERIUM, "battle DL8");
    pass_windows(&mut scene);
    scene.act(ALLIANCE, "cease-fire");
    for step in ["pick I-DE-1", "shoot", "pick I-DO-1", "shoot"] {
        scene.act(IMPERIUM, step);
    }
    play(&mut scene, IMPERIUM, "cease-fire", &[1, 1, 6]);
    // The hidden card: shown first, then used. The second result stands.
    assert_eq!(options(&scene, ALLIANCE), ["pass", "reveal 5"]);
    assert_eq!(scene.try_act(ALLIANCE, "deflect"), denied("SB-5.1h"));
    scene.act(ALLIANCE, "reveal 5");
    play(&mut scene, ALLIANCE, "deflect", &[2, 5]);
    // The second hit, in the same Battle: the Starship is damaged without a question; in the next
    // Round it is destroyed.
    assert!(scene.state.board.back.has(ship(&scene, "A-ST-1")));
    scene.act(ALLIANCE, "fight").act(ALLIANCE, "cease-fire");
    play(&mut scene, IMPERIUM, "fire-at-will", &[1, 6, 4]);
    // In the next Battle it works again.
    assert_eq!(scene.state.board.battle.at, loc(&scene, "DL9"));
    scene.act(ALLIANCE, "cease-fire");
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "shoot");
    play(&mut scene, IMPERIUM, "cease-fire", &[1]);
    // The Honor Point of the first victory is kept.
    play(&mut scene, IMPERIUM, "pass", &[6]);
    assert_eq!(options(&scene, ALLIANCE), ["deflect", "pass"]);
}

#[test]
fn sb_c_f_a_shared_card_is_counted_for_each_player() {
    covers!("SB-C.f");
    let mut scene = battle(IMPERIUM, "revealed A: 5\nrevealed I: 5\nat DL8: Starship, Destroyer");
    play(&mut scene, ALLIANCE, "fire-at-will", &[1, 6]);
    play(&mut scene, IMPERIUM, "deflect", &[1]);
    play(&mut scene, IMPERIUM, "fire-at-will", &[1, 6]);
    assert_eq!(frame(&scene), Frame::Deflect(ship(&scene, "A-ST-1")));
    play(&mut scene, ALLIANCE, "deflect", &[1]);
    // Both are used now.
    scene.act(ALLIANCE, "fight");
    play(&mut scene, ALLIANCE, "fire-at-will", &[1, 1]);
    play(&mut scene, IMPERIUM, "fire-at-will", &[1, 1]);
    assert_eq!(scene.state.board.battle.round, 3);
}

#[test]
fn sb_7_2e_card_6_in_hand_is_shown_in_step_zero() {
    covers!("SB-7.2e", "SB-5.1h");
    let mut scene = battle(ALLIANCE, "hand A: 6\nat DL8: Starship, Destroyer");
    scene.act(ALLIANCE, "pass");
    assert_eq!(scene.try_act(ALLIANCE, "missile A-ST-1"), denied("SB-5.1h"));
    assert_eq!(scene.try_act(ALLIANCE, "missile I-DE-1"), denied("SB-7.2e"));
    scene.act(ALLIANCE, "reveal 6");
    play(&mut scene, ALLIANCE, "missile A-ST-1", &[3]);
    assert_eq!(shots(&scene), [2]);
    // A missile does not stop a Missile Base, nor the other way round: two shots in one volley.
    let mut scene = battle(ALLIANCE, "control A DL1+1\nrevealed A: 6\nat DL1: Starship, Destroyer");
    scene.act(ALLIANCE, "fire-base");
    play(&mut scene, ALLIANCE, "missile A-ST-1", &[2, 3]);
    assert_eq!(frame(&scene), Frame::Fire(Side::Imperium));
}

#[test]
fn sb_c_j_card_7_strengthens_one_shot_of_a_firing_step() {
    covers!("SB-C.j");
    let mut scene = battle(IMPERIUM, "hand A: 7\nat DL8: Escort, Scout, Auxiliary, Dominator");
    pass_windows(&mut scene);
    scene.act(ALLIANCE, "pick A-SE-1");
    assert_eq!(scene.try_act(ALLIANCE, "shoot-massed"), denied("SB-5.1h"), "not shown yet");
    scene.act(ALLIANCE, "reveal 7").act(ALLIANCE, "shoot-massed");
    assert_eq!(shots(&scene), [3]);
    scene.act(ALLIANCE, "pick A-SE-2");
    assert_eq!(scene.try_act(ALLIANCE, "shoot-massed"), denied("SB-C.j"));
    scene.act(ALLIANCE, "shoot");
    assert_eq!(shots(&scene), [1]);
    play(&mut scene, ALLIANCE, "cease-fire", &[4, 2]);
    play(&mut scene, IMPERIUM, "fire-at-will", &[6]);
    // In the next Round again; but an Attack of 0 does not fire alone with it.
    scene.act(ALLIANCE, "fight").act(ALLIANCE, "pick A-AG-1");
    assert_eq!(scene.try_act(ALLIANCE, "shoot-massed"), denied("SB-7.5f"));
    scene.act(ALLIANCE, "pick A-SE-2").act(ALLIANCE, "shoot-massed");
    assert_eq!(shots(&scene), [3]);
    // Not in Step 0: a missile stays at half the Attack.
    let mut scene = battle(IMPERIUM, "revealed A: 6 7\nat DL8: Escort, Dominator");
    play(&mut scene, ALLIANCE, "missile A-SE-1", &[2]);
    assert_eq!(shots(&scene), [1]);
}

#[test]
fn sb_c_j_card_1_shown_after_step_4_has_begun_waits_for_the_next_round() {
    covers!("SB-C.j");
    let mut scene = battle(IMPERIUM, "hand I: 1\nat DL8: Starship, Destroyer");
    pass_windows(&mut scene);
    play(&mut scene, ALLIANCE, "fire-at-will", &[6]);
    scene.act(IMPERIUM, "reveal 1");
    assert_eq!(frame(&scene), Frame::Fire(Side::Imperium));
    play(&mut scene, IMPERIUM, "fire-at-will", &[6]);
    assert_eq!(scene.state.board.battle.round, 2, "the Alliance does not fire again");
    scene.act(ALLIANCE, "fight");
    assert_eq!(frame(&scene), Frame::Fire(Side::Imperium));
}

#[test]
fn sb_c_m_card_8_gives_one_engine_more_for_one_move_a_turn() {
    covers!("SB-C.m");
    // An Auxiliary has one Engine: two steps with the card, for one LP.
    let lines = "lp 6 0\nhand A: 8\nat OM1: Auxiliary, Auxiliary, Comship, Scout";
    let mut scene = turn(ALLIANCE, lines);
    scene.act(ALLIANCE, "pick A-AG-1");
    assert_eq!(scene.try_act(ALLIANCE, "overdrive"), denied("SB-5.1h"), "not shown yet");
    for step in ["reveal 8", "overdrive"] {
        scene.act(ALLIANCE, step);
    }
    assert_eq!(scene.try_act(ALLIANCE, "overdrive"), denied("SB-C.m"), "once a move");
    scene.act(ALLIANCE, "go OM6").act(ALLIANCE, "go OM4");
    assert_eq!(frame(&scene), Frame::Activity, "both Engines are used");
    assert_eq!(scene.state.board.lp[0], 5);
    scene.act(ALLIANCE, "pick A-AG-2");
    assert_eq!(scene.try_act(ALLIANCE, "overdrive"), denied("SB-C.m"), "once a turn");
    scene.act(ALLIANCE, "go OM6");
    assert_eq!(frame(&scene), Frame::Activity);
    // Every ship of a Flagship group has the Engine more; it is asked for before the first step.
    let mut scene = turn(ALLIANCE, lines);
    for step in ["reveal 8", "pick A-CO-1", "pick A-AG-1", "overdrive", "go OM6"] {
        scene.act(ALLIANCE, step);
    }
    assert_eq!(scene.verdict(ALLIANCE, "go OM4"), Ok(()));
    let mut scene = turn(ALLIANCE, lines);
    for step in ["reveal 8", "pick A-SE-1", "go OM6"] {
        scene.act(ALLIANCE, step);
    }
    assert_eq!(scene.try_act(ALLIANCE, "overdrive"), denied("SB-C.m"), "too late");
}

#[test]
fn sb_8_2c_card_9_adds_two_to_every_assault() {
    covers!("SB-8.2c");
    for (lines, count) in [
        ("at DL1: Scout\nrevealed A: 9", 2),
        ("at DL1: Guardship\nrevealed A: 9", 3),
        ("at DL1: Guardship", 1),
    ] {
        for (die, left) in [(count, 1), (count + 1, 2)] {
            let mut scene = turn(ALLIANCE, &format!("control I DL1+2\n{lines}\nstep assault"));
            play(&mut scene, ALLIANCE, "assault DL1", &[die]);
            assert_eq!(scene.state.board.level(loc(&scene, "DL1")), left, "{lines}");
        }
    }
    // Without it a Scout cannot assault; with the card in hand its owner is asked.
    assert!(is_over(&turn(ALLIANCE, "control I DL1+2\nat DL1: Scout\nstep assault")));
    let mut scene = turn(ALLIANCE, "control I DL1+2\nat DL1: Scout\nhand A: 9\nstep assault");
    assert_eq!(scene.try_act(ALLIANCE, "assault DL1"), denied("SB-8.2b"));
    scene.act(ALLIANCE, "reveal 9");
    assert_eq!(options(&scene, ALLIANCE), ["assault DL1", "pass"]);
}

#[test]
fn sb_c_h_card_10_scores_in_hand_and_face_up_until_it_is_discarded() {
    covers!("SB-C.h");
    for (lines, points, winner) in [
        ("", [1, 1], Side::Alliance),
        ("hand I: 10", [1, 2], Side::Imperium),
        ("revealed I: 10", [1, 2], Side::Imperium),
        ("hand A: 10", [2, 1], Side::Alliance),
        ("discard: 10", [1, 1], Side::Alliance),
    ] {
        let scene = scene("D", &format!("box 1\ncontrol A OM1\ncontrol I KP1\n{lines}\nstep countdown"));
        let outcome = scene.state.board.outcome.expect("box 1 is the last");
        assert_eq!((outcome.points, outcome.winner), (points, Some(winner)), "{lines}");
        // It is shown at scoring.
        let kept = lines.contains(": 10") && !lines.starts_with("discard");
        assert_eq!(scene.state.board.revealed.iter().any(|face_up| face_up.has(cards::DISPATCHES)), kept);
    }
    // An instant victory is not scored: the Imperium has no base left in scenario F.
    let scene = scene("F", "box 1\ncontrol A TH1\nhand I: 10\nstep countdown");
    let outcome = scene.state.board.outcome.expect("an instant victory");
    assert_eq!((outcome.winner, outcome.ending), (Some(Side::Alliance), Ending::Instant));
    assert_eq!(scene.state.board.revealed, [CardSet::EMPTY; 2], "nor shown");
}

#[test]
fn sb_c_d_card_11_takes_one_lp_of_each_income() {
    covers!("SB-8.4d", "SB-C.d");
    let rich = "control A OM1 OM2 OM3 DL1 DL2 DL3 DL4 DL5";
    let income = |lines: &str| {
        let scene = scene("D", &format!("first A\nactive A\nlp 0 6\ncontrol I KP1\n{lines}\nstep income"));
        scene.state.board.lp[0]
    };
    // Nine would be earned, eight are kept, seven with the Audit; the base alone gives two, or one.
    assert_eq!((income(rich), income(&format!("{rich}\npenalty A: 11"))), (8, 7));
    assert_eq!((income("control A OM1"), income("control A OM1\npenalty A: 11")), (2, 1));
    assert_eq!((income(""), income("penalty A: 11")), (0, 0));
    // In front of the Imperium, or shown by the Alliance and not laid, it is none of the Alliance's.
    assert_eq!(income(&format!("{rich}\npenalty I: 11")), 8);
    assert_eq!(income(&format!("{rich}\nrevealed I: 11")), 8);
    // Laid in the opponent's Action Phase, before or in his Activity Step.
    for step in ["card", "activity"] {
        let mut scene = turn(IMPERIUM, &format!("hand I: 11\nlp 0 2\nat KP1: Destroyer\nstep {step}"));
        scene.act(IMPERIUM, "use 11");
        assert_eq!(scene.events, laid(11));
    }
}

fn laid(card: u8) -> Vec<Event> {
    let card = Card(card);
    vec![Event::Revealed { side: Side::Imperium, card }, Event::PenaltyLaid { victim: Side::Alliance, card }]
}

#[test]
fn sb_c_d_card_12_makes_the_first_move_dearer() {
    covers!("SB-6.2d", "SB-C.d");
    let lines = "lp 6 0\nat OM1: Scout, Scout, Comship";
    let mut scene = turn(ALLIANCE, &format!("{lines}\npenalty A: 12"));
    scene.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "go OM2");
    assert_eq!(scene.state.board.lp[0], 4, "one more");
    scene.act(ALLIANCE, "halt").act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "go OM1");
    assert_eq!(scene.state.board.lp[0], 3, "the usual price");
    // A group pays it once.
    let mut scene = turn(ALLIANCE, &format!("{lines}\npenalty A: 12"));
    for step in ["pick A-CO-1", "pick A-SE-1", "pick A-SE-2", "go OM2"] {
        scene.act(ALLIANCE, step);
    }
    assert_eq!(scene.state.board.lp[0], 3);
    // One LP is not enough then.
    let scene = turn(ALLIANCE, "lp 1 0\nhand A: 3\nat OM1: Scout\npenalty A: 12");
    assert_eq!(scene.verdict(ALLIANCE, "pick A-SE-1"), denied("SB-6.2e"));
    let mut scene = turn(IMPERIUM, "hand I: 12\nlp 0 2\nat KP1: Destroyer");
    scene.act(IMPERIUM, "use 12");
    assert_eq!(scene.events, laid(12));
}

// --- SB-C.d to SB-C.j

#[test]
fn sb_c_d_a_penalty_card_belongs_to_nobody() {
    covers!("SB-C.d");
    // The Imperium lays card 11; it is no card of either side any more.
    let mut scene = turn(IMPERIUM, "hand I: 11\nlp 8 1\nat KP1: Destroyer");
    scene.act(IMPERIUM, "use 11");
    let board = &scene.state.board;
    assert_eq!((board.penalty, board.revealed), ([set(&[11]), CardSet::EMPTY], [CardSet::EMPTY; 2]));
    assert_eq!(board.hand_size, [0, 0]);
    assert_eq!(scene.try_act(IMPERIUM, "use 11"), denied("SB-5.1h"), "it cannot be laid again");
    // Only its victim drops it, and then it is discarded.
    for (penalty, verdict) in [("A: 11", Ok(())), ("I: 11", denied("SB-7.8e"))] {
        let mut scene = battle(
            ALLIANCE,
            &format!("penalty {penalty}\nrevealed I: 3\nat DL8: Starship, Auxiliary, Raider"),
        );
        scene.act(IMPERIUM, "cease-fire");
        play(&mut scene, ALLIANCE, "fire-at-will", &[1, 3, 1]);
        for taken in ["compromise", "share", "seize"] {
            assert_eq!(scene.try_act(ALLIANCE, &format!("coup {taken} 11")), denied("SB-7.8e"));
        }
        assert_eq!(scene.try_act(ALLIANCE, "coup drop 11"), verdict, "{penalty}");
        assert_eq!(scene.state.board.discard.has(cards::AUDIT), verdict.is_ok());
    }
}

#[test]
fn sb_c_e_different_cards_add_up() {
    covers!("SB-C.e");
    let mut scene = battle(IMPERIUM, "revealed I: 1 5 6 7\nat DL8: Starship, Destroyer");
    // Card 6: a missile. Card 1: the first shot, with card 7 stronger by one. Card 5: a second roll.
    play(&mut scene, IMPERIUM, "missile I-DE-1", &[3]);
    assert_eq!(shots(&scene), [2]);
    scene.act(IMPERIUM, "pick I-DE-1").act(IMPERIUM, "shoot-massed");
    assert_eq!(shots(&scene), [4]);
    play(&mut scene, IMPERIUM, "cease-fire", &[4, 1]);
    play(&mut scene, ALLIANCE, "fire-at-will", &[4, 6]);
    play(&mut scene, IMPERIUM, "deflect", &[1]);
    assert_eq!(scene.state.board.battle.round, 2);
    // Both penalties hurt the same player.
    let mut scene = turn(ALLIANCE, "lp 2 6\npenalty A: 11 12\nat OM1: Scout");
    scene.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "go OM2").act(ALLIANCE, "halt").act(ALLIANCE, "end");
    assert_eq!(scene.state.board.lp[0], 2, "both spent; then Verity and Dunmarrow give 3 - 1");
}

#[test]
fn sb_c_g_a_shared_card_1_serves_each_in_his_own_turn() {
    covers!("SB-C.g");
    for (attacker, side) in [(ALLIANCE, Side::Alliance), (IMPERIUM, Side::Imperium)] {
        let shared = battle(attacker, "revealed A: 1\nrevealed I: 1\nat DL8: Starship, Destroyer");
        assert_eq!(frame(&shared), Frame::Fire(side));
        let nobodys = battle(attacker, "at DL8: Starship, Destroyer");
        assert_eq!(frame(&nobodys), Frame::Fire(side.opponent()));
    }
}

#[test]
fn sb_c_i_a_card_shown_out_of_its_window_is_only_shown() {
    covers!("SB-C.i");
    // A one-shot, a scoring and a penalty card lie face up; nothing happens.
    let mut scene = turn(IMPERIUM, "hand I: 4 7 10 11\nlp 8 1\nat KP1: Destroyer");
    for card in [4, 10, 11] {
        scene.act(IMPERIUM, &format!("reveal {card}"));
        assert_eq!(scene.events, [Event::Revealed { side: Side::Imperium, card: Card(card) }]);
    }
    let board = &scene.state.board;
    assert_eq!(board.revealed[1], set(&[4, 10, 11]));
    assert_eq!((board.lp[0], board.penalty[0], board.discard), (8, CardSet::EMPTY, CardSet::EMPTY));
    // An ongoing one works from now on.
    assert!(!board.in_force(Side::Imperium, cards::MASSED_FIRE));
    scene.act(IMPERIUM, "reveal 7");
    assert!(scene.state.board.in_force(Side::Imperium, cards::MASSED_FIRE));
    // They are used later in their windows: card 11 now, card 4 in the opponent's turn.
    scene.act(IMPERIUM, "use 11").act(IMPERIUM, "end");
    assert_eq!(frame(&scene), Frame::Strike);
    play(&mut scene, IMPERIUM, "use 4", &[3]);
    assert_eq!(scene.state.board.lp[0], 5);
    // And they can be compromised.
    let mut scene = battle(ALLIANCE, "revealed I: 4 10 11\nat DL8: Starship, Auxiliary, Raider");
    scene.act(IMPERIUM, "cease-fire");
    play(&mut scene, ALLIANCE, "fire-at-will", &[1, 3, 1]);
    for card in [4, 10, 11] {
        assert_eq!(scene.verdict(ALLIANCE, &format!("coup compromise {card}")), Ok(()));
    }
}

#[test]
fn sb_r44_a_card_may_be_shown_at_every_decision_of_its_owner() {
    covers!("SB-R44");
    // The Defender holds card 3: before the Battle, in its own firing step, with a hit to place, in danger.
    let lines = "hand A: 3\ncontrol A OM3\nat DL8: Starship, Scout, Destroyer";
    let mut scene = battle(IMPERIUM, lines);
    let shown = |scene: &laws::Scene<StarBorders>| scene.verdict(ALLIANCE, "reveal 3");
    assert_eq!((frame(&scene), shown(&scene)), (Frame::CardWindow(Side::Alliance), Ok(())));
    pass_windows(&mut scene);
    assert_eq!((frame(&scene), shown(&scene)), (Frame::Stand(Side::Alliance), Ok(())));
    assert_eq!(scene.verdict(ALLIANCE, "reveal 4"), denied("SB-5.1h"), "not in hand");
    scene.act(ALLIANCE, "fight");
    assert_eq!((frame(&scene), shown(&scene)), (Frame::Fire(Side::Alliance), Ok(())));
    scene.act(ALLIANCE, "cease-fire");
    // While the other one decides, too.
    assert_eq!((frame(&scene), shown(&scene)), (Frame::Fire(Side::Imperium), Ok(())));
    play(&mut scene, IMPERIUM, "fire-at-will", &[1]);
    assert_eq!((frame(&scene), shown(&scene)), (Frame::Hits(Side::Alliance), Ok(())));
    play(&mut scene, ALLIANCE, "absorb A-SE-1", &[2]);
    scene.act(ALLIANCE, "pass");
    assert_eq!((frame(&scene), shown(&scene)), (Frame::Danger(ship(&scene, "A-SE-1")), Ok(())));
    scene.act(ALLIANCE, "reveal 3");
    assert_eq!(frame(&scene), Frame::Danger(ship(&scene, "A-SE-1")), "the decision is still his");
}
