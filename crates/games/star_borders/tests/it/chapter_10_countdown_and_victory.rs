//! Chapter 10: the countdown (section 9.0 of the seed) and victory (10.0).

use crate::stage::{ALLIANCE, IMPERIUM, scene};
use laws::{Scene, denied};
use rules::{Game, Turn, covers};
use star_borders::scenario_file::{ExtraFile, InstantFile, LocName, TieFile, WhenFile, WhoFile};
use star_borders::{Chance, Ending, Event, Frame, Outcome, ScenarioFile, Side, StarBorders};

fn edited(id: &str, edit: impl FnOnce(&mut ScenarioFile)) -> StarBorders {
    let mut file = StarBorders::file(id).expect("a printed scenario");
    edit(&mut file);
    StarBorders::check(id, &file).unwrap_or_else(|errors| panic!("{errors}"))
}

fn outcome(scene: &Scene<StarBorders>) -> Outcome {
    scene.state.board.outcome.expect("the match is over")
}

/// The final score of a position of scenario E, or of a game like it.
fn points(game: StarBorders, position: &str) -> [i16; 2] {
    outcome(&Scene::at(game, &format!("{position}\nbox 1\nstep countdown\n"))).points
}

fn e() -> StarBorders {
    StarBorders::scenario("E").expect("a printed scenario")
}

#[test]
fn sb_9_0a_instant_victories_come_before_the_countdown_and_a_frozen_one_stays() {
    covers!("SB-9.0a");
    // Scenario F in box 4: the Alliance has no base and loses before a die is rolled.
    let lost = scene("F", "box 4\nactive I\nfirst A\ncontrol I KP1\nstep countdown\n");
    assert_eq!((outcome(&lost).winner, outcome(&lost).ending), (Some(Side::Imperium), Ending::Instant));
    assert_eq!(lost.state.board.countdown, 4);
    // Scenario G while cold: neither die nor box.
    let cold = scene("G", "setup\nbox 4\nactive A\nfirst I\nstep countdown\n");
    assert_eq!((cold.state.board.countdown, cold.state.board.frame()), (4, Some(Frame::Initiative)));
    let hot = scene("G", "setup\nhot\nbox 4\nactive A\nfirst I\nstep countdown\n");
    assert_eq!(hot.state.board.frame(), Some(Frame::SuddenDeath));
}

#[test]
fn sb_9_0b_a_sudden_death_roll_at_or_below_the_number_ends_the_game() {
    covers!("SB-9.0b");
    let mut over = scene("A", "setup\nbox 3\nactive A\nfirst I\nstep countdown\n");
    assert_eq!(over.game.turn(&over.state), Turn::Chance(Chance::Dice(1)));
    over.queue_dice([2]);
    assert!(over.events.contains(&Event::SuddenDeathRolled { die: 2, needed: 2 }));
    assert_eq!((outcome(&over).ending, over.state.board.countdown), (Ending::SuddenDeath, 3));
    let mut on = scene("A", "setup\nbox 3\nactive A\nfirst I\nstep countdown\n");
    on.queue_dice([3]);
    assert!(!on.is_over());
    assert_eq!(on.state.board.countdown, 2);
}

#[test]
fn sb_9_0c_the_marker_goes_down_and_leaving_box_1_ends_the_game() {
    covers!("SB-9.0c", "SB-R35");
    for number in 5..=12 {
        let scene = scene("A", &format!("setup\nbox {number}\nactive A\nfirst I\nstep countdown\n"));
        assert_eq!(scene.state.board.countdown, number - 1, "box {number}, no die");
        assert_eq!(scene.to_act(), Some(IMPERIUM), "the next Game Turn has begun");
    }
    let last = scene("A", "setup\nbox 1\nactive A\nfirst I\nstep countdown\n");
    assert_eq!((outcome(&last).ending, last.state.board.countdown), (Ending::Countdown, 0));
}

#[test]
fn sb_9_0d_the_numbers_of_boxes_4_3_and_2() {
    covers!("SB-9.0d", "SB-R04");
    for id in ["A", "B", "C", "D", "E", "F", "G"] {
        let numbers = StarBorders::scenario(id).expect("a printed scenario").scenario.sudden_death;
        assert_eq!(numbers[..6], [0, 0, 3, 2, 1, 0], "{id}");
        assert!(numbers[6..].iter().all(|&number| number == 0), "{id}");
    }
    for (number, needed) in [(4, 1), (3, 2), (2, 3)] {
        for die in 1..=6 {
            let mut scene = scene("A", &format!("setup\nbox {number}\nactive A\nfirst I\nstep countdown\n"));
            scene.queue_dice([die]);
            assert_eq!(scene.is_over(), die <= needed, "box {number}, a {die}");
        }
    }
}

#[test]
fn sb_9_0d_the_scenario_may_name_other_numbers() {
    covers!("SB-9.0d");
    let game = edited("A", |file| file.countdown.sudden_death = [("7".to_owned(), 5)].into());
    let mut scene = Scene::at(game.clone(), "setup\nbox 7\nactive A\nfirst I\nstep countdown\n");
    scene.queue_dice([5]);
    assert!(scene.is_over());
    let calm = Scene::at(game, "setup\nbox 4\nactive A\nfirst I\nstep countdown\n");
    assert_eq!(calm.state.board.countdown, 3, "no die in box 4");
}

#[test]
fn sb_9_0e_a_condition_is_looked_at_only_when_it_says() {
    covers!("SB-9.0e");
    let no_ships = |when| {
        edited("A", |file| {
            file.victory.instant = vec![InstantFile::OpponentHasNoShips { when, side: WhoFile::Both }];
        })
    };
    let over = |game: StarBorders, rest: &str| {
        Scene::at(game, &format!("lp 4 4\ncontrol A TH1\ncontrol I SG1\n{rest}")).is_over()
    };
    let player = || no_ships(WhenFile::EndOfPlayerTurn);
    let turn = || no_ships(WhenFile::EndOfGameTurn);
    let (half, full) = (
        "active A\nfirst A\nat DL1: Scout\nstep end\n",
        "active I\nfirst A\nat DL1: Scout\nstep countdown\n",
    );
    assert!(over(player(), half));
    assert!(!over(player(), full));
    assert!(!over(turn(), &half.replace("DL1: Scout", "DL1: Scout\nat SG1: Raider")));
    assert!(over(turn(), full));
    // After the first Player Turn of a Game Turn it is not the end of the Game Turn: the Imperium, with
    // nothing to do, takes its turn, and only then is the condition looked at.
    let late = Scene::at(turn(), &format!("lp 4 0\ncontrol A TH1\n{half}"));
    assert_eq!(late.state.board.active, Side::Imperium);
    assert!(late.is_over());
    // In the middle of a turn nobody looks.
    assert!(!over(player(), "active A\nfirst A\nat DL1: Scout\nstep activity\n"));
}

#[test]
fn sb_9_0e_a_condition_that_holds_for_both_sides_does_nothing() {
    covers!("SB-9.0e", "SB-S.F2");
    let bases = |rest: &str| {
        scene("F", &format!("active I\nfirst A\nlp 4 4\nat TH5: Scout\n{rest}\nstep countdown\n"))
    };
    let neither = bases("");
    assert!(!neither.is_over());
    assert_eq!(neither.state.board.countdown, 10, "the countdown goes on");
    assert_eq!(outcome(&bases("control A OM1")).winner, Some(Side::Alliance));
    assert_eq!(outcome(&bases("control I KP1")).winner, Some(Side::Imperium));
    assert!(!bases("control A OM1\ncontrol I KP1").is_over());
    // A condition for one side does not help the other.
    let game = edited("A", |file| {
        let when = WhenFile::EndOfGameTurn;
        file.victory.instant = vec![
            InstantFile::VpLead { when, side: WhoFile::A, lead: 3 },
            InstantFile::ControlsAll {
                when,
                side: WhoFile::I,
                locs: vec![LocName("DL1".into()), LocName("DL4".into())],
            },
        ];
    });
    let ends = |rest: &str| {
        let scene = Scene::at(
            game.clone(),
            &format!("active A\nfirst I\nlp 4 4\nat TH5: Scout\n{rest}\nstep countdown\n"),
        );
        scene.state.board.outcome.and_then(|outcome| outcome.winner)
    };
    assert_eq!(ends("control A TH1 TH2 TH3"), Some(Side::Alliance));
    assert_eq!(ends("control A TH1 TH2"), None);
    assert_eq!(ends("control I SG1 SG2 SG3"), None);
    assert_eq!(ends("control I DL1 DL4!"), Some(Side::Imperium));
    assert_eq!(ends("control I DL1"), None);
}

#[test]
fn sb_10_0a_a_point_for_every_marker_neither_disrupted_nor_besieged() {
    covers!("SB-10.0a");
    assert_eq!(points(e(), "control A TH1 TH2 TH3! ZT1\nat ZT1: Raider\ncontrol I KP1 KP2"), [2, 2]);
    assert_eq!(points(e(), "control A TH1"), [1, 0], "a Sector Base counts once");
    let game = edited("E", |file| {
        (file.victory.vp.control, file.victory.vp.own_base, file.victory.vp.enemy_base) = (2, 5, 7);
    });
    assert_eq!(points(game.clone(), "control A TH1 TH2 KP1!"), [2 * 2 + 5 + 7, 0]);
    assert_eq!(points(game, "control A TH1!\ncontrol I KP1"), [0, 2 + 5]);
}

#[test]
fn sb_10_0b_a_point_for_every_nebula_with_ships() {
    covers!("SB-10.0b");
    assert_eq!(points(e(), "at ZT6: Scout, Scout, Raider\nat ZT7: Scout"), [2, 1]);
    assert_eq!(points(e(), "at ZT8: Scout\nat ZT10: Raider\nat ZT12: Scout"), [0, 0]);
    let game = edited("E", |file| (file.victory.vp.asteroids, file.victory.vp.wormhole) = (3, 4));
    assert_eq!(points(game, "at ZT8: Scout\nat ZT10: Raider\nat ZT12: Scout"), [3, 4]);
}

#[test]
fn sb_c_h_card_10_counts_in_hand_and_face_up() {
    covers!("SB-C.h");
    assert_eq!(points(e(), "hand A: 10"), [1, 0]);
    assert_eq!(points(e(), "revealed I: 10"), [0, 1]);
    assert_eq!(points(e(), "discard: 10"), [0, 0]);
}

#[test]
fn sb_s_e1_a_class_in_the_eliminated_box_scores_for_its_enemy() {
    covers!("SB-S.E1");
    assert_eq!(points(e(), "eliminated: Imperator"), [1, 0]);
    assert_eq!(points(e(), "eliminated: Comship"), [0, 1]);
    assert_eq!(points(e(), "at KP1: Imperator*"), [0, 0]);
}

#[test]
fn sb_10_0c_the_scenarios_extra_points() {
    covers!("SB-10.0c");
    let with = |extra: Vec<ExtraFile>| edited("E", |file| file.victory.extra = extra);
    let zt1 = || LocName("ZT1".into());
    let place = with(vec![ExtraFile::Location { side: WhoFile::Both, loc: zt1(), vp: 3 }]);
    assert_eq!(points(place.clone(), "control A ZT1"), [4, 0]);
    assert_eq!(points(place.clone(), "control I ZT1"), [0, 4]);
    assert_eq!(points(place, "control I ZT1!"), [0, 0], "it has to be available");
    let handicap = with(vec![ExtraFile::Handicap { side: WhoFile::I, vp: 2 }]);
    assert_eq!(points(handicap, ""), [0, 2]);
    let kills = with(vec![ExtraFile::ShipsDestroyed { side: WhoFile::Both, per: 2, vp: 1 }]);
    assert_eq!(points(kills, "lost 5 1"), [0, 2], "five Alliance ships, one Imperium ship");
    let dead = with(vec![ExtraFile::DeadFleet { side: WhoFile::Both, vp: 6 }]);
    assert_eq!(points(dead, "at ZT1: Raider"), [0, 6]);
}

#[test]
fn sb_10_0d_the_higher_total_wins_and_the_scenario_breaks_a_tie() {
    covers!("SB-10.0d", "SB-11.1b");
    let winner = |tie: TieFile, position: &str| {
        let game = edited("E", |file| file.victory.tie = tie);
        outcome(&Scene::at(game, &format!("{position}\nbox 1\nstep countdown\n"))).winner
    };
    for tie in [TieFile::A, TieFile::I, TieFile::Draw] {
        assert_eq!(winner(tie, "control A TH1 TH2\ncontrol I KP1"), Some(Side::Alliance));
        assert_eq!(winner(tie, "control A TH1\ncontrol I KP1 KP2"), Some(Side::Imperium));
    }
    let even = "control A TH1\ncontrol I KP1";
    assert_eq!(winner(TieFile::A, even), Some(Side::Alliance));
    assert_eq!(winner(TieFile::I, even), Some(Side::Imperium));
    assert_eq!(winner(TieFile::Draw, even), None);
    let game = edited("E", |file| file.victory.tie = TieFile::Draw);
    let draw = Scene::at(game, &format!("{even}\nbox 1\nstep countdown\n"));
    assert!(draw.game.outcome(&draw.state).is_some_and(|outcome| outcome.is_draw()));
}

#[test]
fn sb_10_0e_anyone_concedes_at_any_time() {
    covers!("SB-10.0e");
    let position = "setup\nactive I\nfirst I\nstep activity\n";
    let mut own = scene("A", position);
    own.act(IMPERIUM, "concede");
    assert_eq!((outcome(&own).winner, outcome(&own).ending), (Some(Side::Alliance), Ending::Conceded));
    let mut waiting = scene("A", position);
    assert_eq!(waiting.to_act(), Some(IMPERIUM));
    waiting.act(ALLIANCE, "concede");
    assert_eq!(outcome(&waiting).winner, Some(Side::Imperium));
    let outcome = waiting.game.outcome(&waiting.state);
    assert_eq!(outcome.and_then(|outcome| outcome.sole_winner()), Some(IMPERIUM));
    assert_eq!(waiting.verdict(IMPERIUM, "concede"), denied("SB-1.0e"), "it is over");
}

#[test]
fn sb_10_0f_a_player_without_ships_and_bases_still_takes_his_turns() {
    covers!("SB-10.0f");
    let mut scene = scene(
        "A",
        "active A\nfirst A\nlp 4 3\ncontrol A TH1\ncontrol I DL1\nat TH1: Scout\nat DL4: Scout\nstep activity\n",
    );
    scene.act(ALLIANCE, "end");
    assert!(scene.events.iter().any(|event| matches!(event, Event::TurnBegan { side: Side::Imperium, .. })));
    assert!(
        scene.events.contains(&Event::IncomeGained { side: Side::Imperium, lp: 1, lost: 3 }),
        "the forced steps too"
    );
    assert_eq!((scene.to_act(), scene.state.board.countdown), (Some(ALLIANCE), 7));
}
