//! Section 5.5: ships that arrive by the countdown.

use crate::stage::{ALLIANCE, IMPERIUM, loc, scene, ship};
use laws::{Scene, denied};
use rules::covers;
use star_borders::scenario_file::{ClassName, ReinforcementFile};
use star_borders::{Class, Event, ScenarioFile, Side, Spot, StarBorders};

fn edited(id: &str, edit: impl FnOnce(&mut ScenarioFile)) -> StarBorders {
    let mut file = StarBorders::file(id).unwrap();
    edit(&mut file);
    StarBorders::check(id, &file).unwrap_or_else(|errors| panic!("{errors}"))
}

fn due(turn: i64, class: &str, at: Option<&str>) -> ReinforcementFile {
    ReinforcementFile { turn, class: ClassName(class.into()), at: at.map(str::to_owned) }
}

/// Scenario F with an Auxiliary due in box 7.
fn two_bases(at: Option<&str>) -> StarBorders {
    edited("F", |file| file.sides.alliance.reinforcements.push(due(7, "Auxiliary", at)))
}

fn spot(scene: &Scene<StarBorders>, name: &str) -> Spot {
    scene.state.board.spots[ship(scene, name).index()]
}

#[test]
fn sb_5_5a_free_of_charge_in_the_game_turn_of_its_box() {
    covers!("SB-5.5a");
    let at_box = |number: u8| scene("C", &format!("setup\nactive A\nlp 4 4\nbox {number}\n"));
    assert_eq!(at_box(9).verdict(ALLIANCE, "reinforce A-ST-2 TH1"), denied("SB-5.5a"));
    assert_eq!(at_box(8).verdict(ALLIANCE, "reinforce A-ST-2 TH1"), denied("SB-5.5a"));
    let mut scene = at_box(7);
    assert_eq!(scene.verdict(ALLIANCE, "reinforce I-SP-1 SG1"), denied("SB-5.5a"), "the enemy's");
    scene.act(ALLIANCE, "reinforce A-ST-2 TH1");
    assert_eq!((spot(&scene, "A-ST-2"), scene.state.board.lp[0]), (Spot::At(loc(&scene, "TH1")), 4));
    let face = scene.game.ratings(&scene.state.board, ship(&scene, "A-ST-2"));
    assert_eq!((face.class, face.damaged), (Class::Starship, false));
    assert_eq!(scene.verdict(ALLIANCE, "reinforce A-ST-2 TH1"), denied("SB-5.5a"), "once");
}

#[test]
fn sb_5_5a_on_the_side_the_scenario_names() {
    covers!("SB-5.5a");
    let game = edited("C", |file| file.sides.alliance.reinforcements.push(due(9, "Salvager", None)));
    let mut scene = Scene::at(game, "setup\nactive A\n");
    scene.act(ALLIANCE, "reinforce A-SS-1 TH1");
    let face = scene.game.ratings(&scene.state.board, ship(&scene, "A-SS-1"));
    assert_eq!(face.class, Class::Salvager);
}

#[test]
fn sb_5_5b_at_any_own_base_in_whatever_state() {
    covers!("SB-5.5b");
    let verdict = |position: &str, at: &str| {
        let scene = Scene::at(two_bases(None), &format!("setup\nactive A\nbox 7\n{position}"));
        scene.verdict(ALLIANCE, &format!("reinforce A-AG-4 {at}"))
    };
    assert_eq!(verdict("", "TH1"), Ok(()));
    assert_eq!(verdict("", "OM1"), Ok(()), "his choice");
    assert_eq!(verdict("", "TH2"), denied("SB-5.5b"));
    assert_eq!(verdict("control A TH1!\n", "TH1"), Ok(()));
    assert_eq!(verdict("at TH1: I-PR-3:Raider\n", "TH1"), Ok(()), "Besieged");
    assert_eq!(verdict("control I TH1\n", "TH1"), denied("SB-5.5b"));
}

#[test]
fn sb_5_5c_without_a_base_it_waits() {
    covers!("SB-5.5c");
    let mut scene = scene("C", "setup\nfirst A\nactive A\nlp 4 0\nbox 7\ncontrol I TH1\n");
    assert_eq!(scene.verdict(ALLIANCE, "reinforce A-ST-2 TH1"), denied("SB-5.5b"));
    assert_eq!(scene.verdict(ALLIANCE, "reinforce A-ST-2 TH2"), denied("SB-5.5b"));
    // Starship and Guardship retake Concord in this very turn, but the Activity Step is over.
    scene.act(ALLIANCE, "end");
    assert_eq!(spot(&scene, "A-ST-2"), Spot::Due);
    let later = crate::stage::scene("C", "setup\nactive A\nlp 4 0\nbox 5\n");
    assert_eq!(
        later.verdict(ALLIANCE, "reinforce A-ST-2 TH1"),
        Ok(()),
        "boxes that have passed are not forgotten"
    );
}

#[test]
fn sb_5_5d_placed_by_itself_at_the_first_base_he_still_has() {
    covers!("SB-5.5d");
    let ended = |position: &str| {
        let mut scene = Scene::at(two_bases(None), &format!("setup\nfirst A\nactive A\nbox 7\n{position}"));
        scene.act(ALLIANCE, "pick A-ST-1");
        scene.act(ALLIANCE, "go TH3").act(ALLIANCE, "halt").act(ALLIANCE, "end");
        let Spot::At(at) = spot(&scene, "A-AG-4") else { panic!("not placed") };
        assert!(scene.events.contains(&Event::Reinforced {
            ship: ship(&scene, "A-AG-4"),
            class: scene.game.ratings(&scene.state.board, ship(&scene, "A-AG-4")).class,
            at: Some(at),
        }));
        scene.game.quadrant.get(at).id.clone()
    };
    assert_eq!(ended(""), "TH1");
    assert_eq!(ended("control I TH1\n"), "OM1");
    // The order of the file decides, not that of the map.
    let game = edited("F", |file| {
        file.sides.alliance.bases.reverse();
        file.sides.alliance.reinforcements.push(due(7, "Auxiliary", None));
    });
    let mut scene = Scene::at(game, "setup\nfirst A\nactive A\nbox 7\n");
    scene.act(ALLIANCE, "end");
    assert_eq!(spot(&scene, "A-AG-4"), Spot::At(loc(&scene, "OM1")));
    // By hand it may come at any time of the step.
    let mut scene = Scene::at(two_bases(None), "setup\nactive A\nbox 7\n");
    scene.act(ALLIANCE, "pick A-ST-1").act(ALLIANCE, "go TH3").act(ALLIANCE, "halt");
    scene.act(ALLIANCE, "reinforce A-AG-4 OM1").act(ALLIANCE, "pick A-ST-1");
}

#[test]
fn sb_5_5e_it_may_move_at_once() {
    covers!("SB-5.5e");
    let mut scene = scene("C", "setup\nactive A\nlp 4 4\nbox 7\n");
    scene.act(ALLIANCE, "reinforce A-ST-2 TH1").act(ALLIANCE, "pick A-ST-2");
    scene.act(ALLIANCE, "go TH3").act(ALLIANCE, "go TH5");
    assert_eq!((spot(&scene, "A-ST-2"), scene.state.board.lp[0]), (Spot::At(loc(&scene, "TH5")), 3));
}

#[test]
fn sb_5_5f_the_scenario_may_name_another_place() {
    covers!("SB-5.5f");
    let mut elsewhere = Scene::at(two_bases(Some("OM4")), "setup\nactive A\nbox 7\ncontrol I TH1 OM1\n");
    assert_eq!(elsewhere.verdict(ALLIANCE, "reinforce A-AG-4 TH1"), denied("SB-5.5b"));
    elsewhere.act(ALLIANCE, "reinforce A-AG-4 OM4");
    assert_eq!(spot(&elsewhere, "A-AG-4"), Spot::At(loc(&elsewhere, "OM4")));
    // By itself there, too.
    let mut ended = Scene::at(two_bases(Some("OM4")), "setup\nfirst A\nactive A\nbox 7\n");
    ended.act(ALLIANCE, "end");
    assert_eq!(spot(&ended, "A-AG-4"), Spot::At(loc(&ended, "OM4")));
}

#[test]
fn sb_5_5f_or_the_eliminated_box() {
    covers!("SB-5.5f");
    let at_box = |number: u8| {
        let position = format!("setup\nactive A\nlp 8 0\nbox {number}\nstep card\n");
        let mut scene = Scene::at(two_bases(Some("eliminated")), &position);
        scene.act(ALLIANCE, "pass");
        scene
    };
    assert_eq!(spot(&at_box(8), "A-AG-4"), Spot::Due);
    let mut scene = at_box(7);
    assert_eq!(spot(&scene, "A-AG-4"), Spot::Eliminated);
    assert_eq!(scene.verdict(ALLIANCE, "reinforce A-AG-4 TH1"), denied("SB-5.5a"));
    scene.act(ALLIANCE, "replace Guardship OM1");
    assert_eq!((spot(&scene, "A-AG-4"), scene.state.board.lp[0]), (Spot::At(loc(&scene, "OM1")), 6));
}

#[test]
fn sb_5_5g_who_mobilizes_receives_it_in_his_next_activity_step() {
    covers!("SB-5.5g");
    let game = edited("G", |file| {
        file.sides.imperium.pool.retain(|class| class.0 != "Specter");
        file.sides.imperium.reinforcements.push(due(10, "Specter", None));
    });
    let mut scene = Scene::at(game, "setup\nhot\nfirst I\nactive I\nlp 6 4\nstep muster\n");
    // A Starship and the Comship go to Concord.
    scene.queue_dice([1, 1]);
    scene.act(IMPERIUM, "mobilize").act(IMPERIUM, "pass");
    assert_eq!((scene.state.board.active, spot(&scene, "I-SP-1")), (Side::Alliance, Spot::Due));
    scene.queue_dice([1, 6]);
    scene.act(ALLIANCE, "operate").act(ALLIANCE, "pass").act(ALLIANCE, "end");
    assert_eq!((scene.state.board.active, scene.state.board.countdown), (Side::Imperium, 9));
    scene.act(IMPERIUM, "operate").act(IMPERIUM, "pass").act(IMPERIUM, "reinforce I-SP-1 SG1");
    assert_eq!(spot(&scene, "I-SP-1"), Spot::At(loc(&scene, "SG1")));
}

#[test]
fn sb_r29_a_reinforcement_at_a_besieged_base_may_leave_or_fight() {
    covers!("SB-R29");
    let position = "active A\nlp 4 0\nbox 7\ncontrol A TH1\ndue: A-ST-2:Starship\nat TH1: Destroyer\n";
    let mut leave = scene("C", position);
    leave.act(ALLIANCE, "reinforce A-ST-2 TH1").act(ALLIANCE, "pick A-ST-2").act(ALLIANCE, "go TH6");
    assert_eq!(spot(&leave, "A-ST-2"), Spot::At(loc(&leave, "TH6")));
    let mut stay = scene("C", position);
    stay.act(ALLIANCE, "reinforce A-ST-2 TH1").act(ALLIANCE, "end");
    assert_eq!((stay.to_act(), stay.state.board.battle.at), (Some(IMPERIUM), loc(&stay, "TH1")));
    assert_eq!(stay.state.board.battle.began, [true, true]);
}
