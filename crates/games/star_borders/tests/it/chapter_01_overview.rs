//! Chapter 1: what the game is, in one page.

use crate::stage::{ALLIANCE, IMPERIUM, scene};
use laws::{Scene, denied};
use rules::{Game, Seat, covers};
use star_borders::scenario_file::TieFile;
use star_borders::{Ending, Event, Outcome, Side, StarBorders};

/// The kind of each event, `BattleBegan`.
fn kinds(events: &[Event]) -> Vec<String> {
    let kind = |event: &Event| {
        format!("{event:?}").split(|letter: char| !letter.is_alphanumeric()).next().unwrap().to_owned()
    };
    events.iter().map(kind).collect()
}

#[test]
fn sb_1_0a_two_players_and_nobody_else() {
    covers!("SB-1.0a");
    let scene = scene("A", "setup\nactive I\n");
    assert_eq!(scene.game.seats(), 2);
    assert_eq!((Side::of(ALLIANCE), Side::of(IMPERIUM)), (Side::Alliance, Side::Imperium));
    assert_eq!(scene.verdict(IMPERIUM, "end"), Ok(()));
    for action in ["end", "concede", "pick I-DE-1"] {
        assert_eq!(scene.verdict(Seat(2), action), denied("SB-1.0a"), "{action}");
    }
    assert_eq!(scene.legal(Seat(2)), [""; 0]);
}

#[test]
fn sb_1_0b_the_map_is_a_graph_of_locations_and_links() {
    covers!("SB-1.0b");
    let map = StarBorders::scenario("A").unwrap().quadrant;
    let ends: u8 = map.all().map(|from| map.links[from.index()].len()).sum();
    // Sigma 8, Delta 14, Theta 7, and the four where they meet.
    assert_eq!((map.all().len(), ends), (23, 2 * 33));
    for from in map.all() {
        assert!(!map.links[from.index()].has(from));
        for to in map.links[from.index()] {
            assert!(map.links[to.index()].has(from), "{} to {}", map.get(from).id, map.get(to).id);
        }
    }
}

#[test]
fn sb_1_0c_a_game_is_a_countdown_of_game_turns_with_one_turn_for_each_player() {
    covers!("SB-1.0c");
    let starts = StarBorders::SCENARIOS.map(|id| StarBorders::scenario(id).unwrap().scenario.start_box);
    assert_eq!(starts, [8, 9, 9, 10, 10, 11, 10]);
    let game = StarBorders::scenario("A").unwrap();
    let start = game.start();
    // No sudden death on boxes 4, 3 and 2.
    let mut scene = Scene::of(game, start).with_dice([6, 6, 6]);
    let (mut turns, mut boxes) = (vec![scene.state.board.active], vec![scene.state.board.countdown]);
    while let Some(seat) = scene.to_act() {
        scene.act(seat, "end");
        for event in &scene.events {
            match *event {
                Event::TurnBegan { side, .. } => turns.push(side),
                Event::CountdownMoved { countdown } => boxes.push(countdown),
                _ => {}
            }
        }
    }
    assert_eq!(turns, [[Side::Imperium, Side::Alliance]; 8].concat());
    assert_eq!(boxes, [8, 7, 6, 5, 4, 3, 2, 1, 0]);
    assert_eq!(scene.state.board.game_turn, 8);
}

#[test]
fn sb_1_0d_logistics_then_battles_then_housekeeping() {
    covers!("SB-1.0d");
    let mut scene = scene(
        "D",
        "active I\nfirst I\nlp 2 6\ncontrol I KP1 KP2!\ncontrol A OM1 DL2+1\nat KP5: Raider\n\
         at DL9: Scout\nat DL3: Destroyer\nat DL2: Dominator\n",
    );
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL9");
    assert_eq!(kinds(&scene.events), ["Paid", "Moved"]);
    scene.act(IMPERIUM, "end");
    assert_eq!(kinds(&scene.events), ["ActivityEnded"]);
    scene.act(IMPERIUM, "battle DL9");
    assert_eq!(kinds(&scene.events), ["BattleBegan", "RoundBegan"]);
    scene.act(ALLIANCE, "cease-fire");
    scene.queue_dice([1, 6]);
    scene.act(IMPERIUM, "fire-at-will");
    let fight = ["ShotDeclared", "VolleyRolled", "HitsScored", "HitTaken", "DefenseRolled", "Eliminated"];
    assert_eq!(kinds(&scene.events)[..6], fight);
    // The Battle at Talon follows: its Missile Base is asked.
    assert_eq!(kinds(&scene.events)[6..], ["BattleEnded", "HonorGained", "BattleBegan"]);
    scene.act(ALLIANCE, "pass");
    assert_eq!(kinds(&scene.events), ["BattleEnded", "Captured"]);
    scene.queue_dice([4]);
    scene.act(IMPERIUM, "assault DL2");
    assert_eq!(kinds(&scene.events), ["Assaulted", "IncomeGained"]);
    scene.act(IMPERIUM, "restore KP1 KP2");
    assert_eq!(kinds(&scene.events)[..2], ["Restored", "TurnBegan"]);
    assert_eq!(scene.state.board.active, Side::Alliance);
}

#[test]
fn sb_1_0e_the_three_ways_a_game_ends() {
    covers!("SB-1.0e");
    let ending = |scene: &Scene<StarBorders>| scene.state.board.outcome.map(|outcome| outcome.ending);
    let last = scene("D", "box 1\nlp 4 4\ncontrol A OM1\nstep countdown\n");
    assert_eq!((ending(&last), last.state.board.countdown), (Some(Ending::Countdown), 0));
    assert!(last.is_over());
    assert_eq!(last.verdict(ALLIANCE, "concede"), denied("SB-1.0e"));

    let second_to_last = "box 2\nlp 4 4\ncontrol A OM1\nstep countdown\n";
    let mut sudden = scene("D", second_to_last);
    sudden.queue_dice([3]);
    assert_eq!((ending(&sudden), sudden.state.board.countdown), (Some(Ending::SuddenDeath), 2));
    let mut spared = scene("D", second_to_last);
    spared.queue_dice([4, 6, 1]);
    assert_eq!((ending(&spared), spared.state.board.countdown, spared.is_over()), (None, 1, false));

    let instant = scene("F", "control A TH1\nstep countdown\n");
    assert_eq!((ending(&instant), instant.state.board.countdown), (Some(Ending::Instant), 11));
}

#[test]
fn sb_1_0f_more_points_win_and_the_alliance_wins_ties() {
    covers!("SB-1.0f");
    let end = |imperium: &str| {
        let rest = "control A OM1 OM2\nat KP6: Scout\nstep countdown\n";
        scene("D", &format!("box 1\ncontrol I {imperium}\n{rest}")).state.board.outcome
    };
    let outcome = |winner, points| Some(Outcome { winner: Some(winner), ending: Ending::Countdown, points });
    assert_eq!(end("KP1 KP2 KP3"), outcome(Side::Imperium, [2, 3]));
    assert_eq!(end("KP1 KP2 KP3!"), outcome(Side::Alliance, [2, 2]));
    assert_eq!(end("KP1"), outcome(Side::Alliance, [2, 1]));
    let besieged =
        scene("D", "box 1\ncontrol A OM1 OM2\ncontrol I KP1 KP2 KP3\nat KP3: Scout\nstep countdown\n");
    assert_eq!(besieged.state.board.outcome, outcome(Side::Alliance, [2, 2]));
    let mut file = StarBorders::file("D").unwrap();
    file.victory.tie = TieFile::I;
    let game = StarBorders::check("x", &file).unwrap();
    let tied = Scene::at(game, "box 1\ncontrol A OM1\ncontrol I KP1\nstep countdown\n");
    assert_eq!(tied.state.board.outcome, outcome(Side::Imperium, [1, 1]));
}
