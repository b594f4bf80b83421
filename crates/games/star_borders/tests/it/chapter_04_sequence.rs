//! Chapter 4: who goes first, and in which order everything is done.

use crate::stage::{ALLIANCE, IMPERIUM, loc, scene};
use laws::{Scene, denied};
use rules::{Game, covers};
use star_borders::scenario_file::{FirstFile, ModeFile};
use star_borders::{Event, Frame, Side, StarBorders};

const A: Side = Side::Alliance;
const I: Side = Side::Imperium;

fn with_initiative(mode: ModeFile, first: FirstFile) -> Scene<StarBorders> {
    let mut file = StarBorders::file("A").unwrap();
    (file.initiative.mode, file.initiative.first) = (mode, first);
    let game = StarBorders::check("x", &file).unwrap();
    let state = game.start();
    Scene::of(game, state)
}

/// The active player buys nothing and does nothing.
fn idle(scene: &mut Scene<StarBorders>) {
    let seat = scene.to_act().expect("somebody is asked");
    if scene.legal(seat).contains(&"pass".to_owned()) {
        scene.act(seat, "pass");
    }
    scene.act(seat, "end");
}

/// The First Player and the active player.
fn order(scene: &Scene<StarBorders>) -> (Side, Side) {
    (scene.state.board.first, scene.state.board.active)
}

#[test]
fn sb_4_1a_the_scenario_names_the_first_first_player() {
    covers!("SB-4.1a");
    assert_eq!(order(&with_initiative(ModeFile::Fixed, FirstFile::I)), (I, I));
    assert_eq!(order(&with_initiative(ModeFile::Roll, FirstFile::A)), (A, A));
}

#[test]
fn sb_4_1a_a_roll_on_the_first_turn_settles_the_starting_order() {
    covers!("SB-4.1a");
    let mut fixed = with_initiative(ModeFile::Fixed, FirstFile::Roll);
    fixed.queue_dice([5, 2]);
    assert_eq!(order(&fixed), (A, A));
    idle(&mut fixed);
    idle(&mut fixed);
    // The second Game Turn begins without dice.
    assert_eq!((fixed.state.board.game_turn, order(&fixed)), (2, (A, A)));
    let mut alternate = with_initiative(ModeFile::Alternate, FirstFile::Roll);
    alternate.queue_dice([2, 5]);
    assert_eq!(order(&alternate), (I, I));
    idle(&mut alternate);
    idle(&mut alternate);
    assert_eq!((alternate.state.board.game_turn, order(&alternate)), (2, (A, A)));
}

#[test]
fn sb_4_1b_fixed_or_alternating_first_players_roll_no_dice() {
    covers!("SB-4.1b");
    let firsts = |mode: ModeFile| {
        let mut scene = with_initiative(mode, FirstFile::I);
        let mut firsts = vec![scene.state.board.first];
        for _ in 0..3 {
            idle(&mut scene);
            idle(&mut scene);
            firsts.push(scene.state.board.first);
        }
        firsts
    };
    assert_eq!(firsts(ModeFile::Fixed), [I, I, I, I]);
    assert_eq!(firsts(ModeFile::Alternate), [I, A, I, A]);
}

#[test]
fn sb_4_1c_from_the_second_game_turn_on_the_higher_die_goes_first() {
    covers!("SB-4.1c");
    let second_turn = |dice: [u8; 2]| {
        let mut scene = with_initiative(ModeFile::Roll, FirstFile::A);
        assert_eq!(order(&scene), (A, A));
        idle(&mut scene);
        assert_eq!(order(&scene), (A, I));
        scene.queue_dice(dice.map(u32::from));
        idle(&mut scene);
        assert!(scene.events.contains(&Event::InitiativeRolled { dice }));
        (scene.state.board.game_turn, order(&scene))
    };
    assert_eq!(second_turn([2, 3]), (2, (I, I)));
    assert_eq!(second_turn([3, 2]), (2, (A, A)));
}

#[test]
fn sb_4_1c_frozen_game_turns_roll_as_well() {
    covers!("SB-4.1c");
    let mut scene = scene("G", "setup\nlp 6 4\nstep countdown\n");
    // The first counter of the pool is a Starship, which the Alliance places at its only base.
    scene.queue_dice([6, 1, 1]);
    assert_eq!((scene.state.board.hot, scene.state.board.countdown), (false, 10));
    assert_eq!((scene.state.board.game_turn, order(&scene)), (2, (A, A)));
}

#[test]
fn sb_4_1d_the_alliance_breaks_a_tie() {
    covers!("SB-4.1d");
    for (choice, first) in [("first A", A), ("first I", I)] {
        let mut scene = scene("B", "setup\nstep prelaunch\n");
        scene.queue_dice([4, 4]);
        assert_eq!(
            (scene.to_act(), scene.legal(ALLIANCE)),
            (Some(ALLIANCE), vec!["first A".into(), "first I".into()])
        );
        assert_eq!(scene.verdict(IMPERIUM, "first I"), denied("SB-DEF-8"));
        scene.act(ALLIANCE, choice);
        assert_eq!(order(&scene), (first, first));
    }
}

#[test]
fn sb_4_1e_a_player_can_have_two_turns_in_a_row() {
    covers!("SB-4.1e");
    let mut scene = with_initiative(ModeFile::Roll, FirstFile::A);
    idle(&mut scene);
    assert_eq!((order(&scene), scene.state.board.game_turn), ((A, I), 1));
    scene.queue_dice([1, 6]);
    idle(&mut scene);
    // The marker shows the Imperium, which moves again.
    assert_eq!((order(&scene), scene.state.board.game_turn), ((I, I), 2));
    let began = Event::GameTurnBegan { countdown: 7, first: I };
    assert!(
        scene.events.contains(&began)
            && scene.events.iter().any(|event| matches!(event, Event::TurnBegan { side: I, .. }))
    );
    idle(&mut scene);
    assert_eq!(order(&scene), (I, A));
}

#[test]
fn sb_r07_the_winner_of_the_roll_goes_first_without_being_asked() {
    covers!("SB-R07");
    let mut scene = scene("B", "setup\nstep prelaunch\n");
    scene.queue_dice([1, 2]);
    assert_eq!((order(&scene), scene.to_act()), ((I, I), Some(IMPERIUM)));
    assert_eq!(scene.state.board.frame(), Some(Frame::BuyCard));
    assert_eq!(scene.verdict(IMPERIUM, "first A"), denied("SB-4.7a"));
}

#[test]
fn sb_4_2a_the_card_is_bought_before_anything_else() {
    covers!("SB-4.2a");
    let mut scene = scene("D", "active A\nlp 6 0\ncontrol A OM1\nat OM1: Scout\nstep card\n");
    assert_eq!(scene.legal(ALLIANCE), ["buy", "pass"]);
    assert_eq!(scene.verdict(ALLIANCE, "pick A-SE-1"), denied("SB-6.1a"));
    scene.act(ALLIANCE, "pass");
    assert_eq!(scene.verdict(ALLIANCE, "buy"), denied("SB-4.7a"));
    assert_eq!(scene.verdict(ALLIANCE, "pick A-SE-1"), Ok(()));
}

#[test]
fn sb_4_2b_activities_mix_in_any_order() {
    covers!("SB-4.2b");
    let mut scene =
        scene("D", "active A\nlp 9 0\ncontrol A OM1 OM2\nat OM2: Starship*, Scout\neliminated: Escort\n");
    // All of it is offered at once.
    let legal = scene.legal(ALLIANCE);
    for action in ["pick A-SE-1", "fortify OM2", "replace Escort OM1", "repair A-ST-1 planet", "end"] {
        assert!(legal.contains(&action.to_owned()), "{action} in {legal:?}");
    }
    let mut left = Vec::new();
    for acts in [
        &["pick A-SE-1", "go OM6", "halt"][..],
        &["fortify OM2"],
        &["replace Escort OM1"],
        &["pick A-SE-2", "go OM3", "halt"],
        &["repair A-ST-1 planet"],
        &["pick A-SE-1", "go OM1", "halt"],
    ] {
        for act in acts {
            scene.act(ALLIANCE, act);
        }
        left.push(scene.state.board.lp[0]);
    }
    assert_eq!(left, [8, 6, 4, 3, 2, 1]);
}

#[test]
fn sb_4_3a_the_active_player_orders_the_battles_and_each_is_finished_first() {
    covers!("SB-4.3a");
    let mut scene = scene(
        "D",
        "first A\nactive A\nlp 0 4\nat DL9: Smuggler, Destroyer\nat DL8: Smuggler, Destroyer\nstep combat\n",
    );
    assert_eq!(
        (scene.to_act(), scene.legal(ALLIANCE)),
        (Some(ALLIANCE), vec!["battle DL8".into(), "battle DL9".into()])
    );
    scene.act(ALLIANCE, "battle DL9");
    assert_eq!((scene.to_act(), scene.state.board.battle.at), (Some(ALLIANCE), loc(&scene, "DL9")));
    assert_eq!(scene.verdict(ALLIANCE, "battle DL8"), denied("SB-4.7a"));
    scene.act(ALLIANCE, "hide");
    // Now the other one, of itself.
    let (eight, nine) = (loc(&scene, "DL8"), loc(&scene, "DL9"));
    let [.., ended, began, _] = &scene.events[..] else { panic!("{:?}", scene.events) };
    assert_eq!(*ended, Event::BattleEnded { at: nine, victor: None });
    assert_eq!(*began, Event::BattleBegan { at: eight });
    assert_eq!(scene.state.board.battle.at, eight);
}

#[test]
fn sb_4_4a_control_assault_income_repair() {
    covers!("SB-4.4a");
    let mut scene = scene(
        "D",
        "first I\nactive I\nlp 4 2\ncontrol I KP1 KP2!\ncontrol A DL2+1\nat DL1: Destroyer\nat DL2: Dominator\n\
         at OM6: Scout\nstep control\n",
    );
    // Terra Nova is taken; then the assault is asked for, with the income still to come.
    assert!(scene.state.board.control[1].has(loc(&scene, "DL1")));
    assert_eq!(
        (scene.legal(IMPERIUM), scene.state.board.lp[1]),
        (vec!["assault DL2".into(), "pass".into()], 2)
    );
    scene.queue_dice([2]);
    scene.act(IMPERIUM, "assault DL2");
    // Redoubt, its base, and Terra Nova just taken; Garrow is still Disrupted. The 2 LPs are lost.
    assert_eq!(scene.state.board.lp[1], 3);
    assert_eq!(scene.legal(IMPERIUM), ["restore KP1 KP2", "pass"]);
    scene.act(IMPERIUM, "restore KP1 KP2");
    assert_eq!(order(&scene), (I, A));
}

#[test]
fn sb_4_5a_then_the_second_player_does_the_same() {
    covers!("SB-4.5a");
    let mut scene = with_initiative(ModeFile::Fixed, FirstFile::I);
    scene.act(IMPERIUM, "end");
    assert_eq!((order(&scene), scene.to_act()), ((I, A), Some(ALLIANCE)));
    assert_eq!(scene.state.board.frame(), Some(Frame::Activity));
    assert_eq!((scene.state.board.game_turn, scene.state.board.countdown), (1, 8));
}

#[test]
fn sb_4_6a_the_countdown_comes_after_both_turns() {
    covers!("SB-4.6a");
    let mut scene = with_initiative(ModeFile::Fixed, FirstFile::I);
    let moved = Event::CountdownMoved { countdown: 7 };
    scene.act(IMPERIUM, "end");
    assert!(!scene.events.contains(&moved));
    scene.act(ALLIANCE, "end");
    assert!(scene.events.contains(&moved));
    assert_eq!((scene.state.board.countdown, order(&scene)), (7, (I, I)));
}

#[test]
fn sb_4_7a_a_finished_step_is_not_reopened() {
    covers!("SB-4.7a");
    let mut scene = scene(
        "D",
        "first A\nactive A\nlp 6 4\ncontrol A OM1 OM2!\ncontrol I KP1\nat DL9: Smuggler, Destroyer\nat OM1: Starship\n\
         step card\n",
    );
    scene.act(ALLIANCE, "pass");
    assert_eq!(scene.verdict(ALLIANCE, "buy"), denied("SB-4.7a"));
    scene.act(ALLIANCE, "end");
    for over in ["buy", "pick A-ST-1", "fortify OM1", "end"] {
        let expected = if over == "pick A-ST-1" { "SB-6.1a" } else { "SB-4.7a" };
        assert_eq!(scene.verdict(ALLIANCE, over), denied(expected), "{over}");
    }
    scene.act(ALLIANCE, "hide");
    // Repair of Disruption: neither battles nor assaults nor the Activity Step come back.
    assert_eq!(scene.legal(ALLIANCE), ["restore OM1 OM2", "pass"]);
    for over in ["buy", "end", "battle DL9", "assault KP1", "fortify OM1", "fire-at-will"] {
        assert_eq!(scene.verdict(ALLIANCE, over), denied("SB-4.7a"), "{over}");
    }
    assert_eq!(scene.verdict(ALLIANCE, "pick A-ST-1"), denied("SB-6.1a"));
}

#[test]
fn sb_r35_the_marker_goes_to_the_next_lower_box() {
    covers!("SB-R35");
    for (from, to) in [(12, 11), (8, 7), (5, 4)] {
        let mut scene = scene("D", &format!("box {from}\nlp 4 4\ncontrol A OM1\nstep countdown\n"));
        assert_eq!(scene.state.board.countdown, to);
        scene.queue_dice([6, 1]);
    }
}
