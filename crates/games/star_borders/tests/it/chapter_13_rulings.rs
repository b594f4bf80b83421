//! Chapter 13: rulings on components, terrain and housekeeping that no other test file shows.

use crate::stage::{ALLIANCE, IMPERIUM, loc, scene, ship};
use laws::{Scene, denied};
use rules::covers;
use star_borders::{Event, LocSet, Side, Spot, StarBorders};

const A: Side = Side::Alliance;

fn locs(scene: &Scene<StarBorders>, ids: &str) -> LocSet {
    ids.split_whitespace().map(|id| loc(scene, id)).collect()
}

fn spot(scene: &Scene<StarBorders>, name: &str) -> Spot {
    scene.state.board.spots[ship(scene, name).index()]
}

#[test]
fn sb_r01_an_assault_succeeds_up_to_its_count() {
    covers!("SB-R01");
    // Dominator 4 and Specter 1.
    for die in 1..=6 {
        let mut scene = scene(
            "D",
            "first I\nactive I\nlp 4 0\ncontrol A DL2+1 OM1\nat OM1: Scout\nat DL2: Dominator, Specter\nstep assault\n",
        );
        scene.queue_dice([die]);
        scene.act(IMPERIUM, "assault DL2");
        let expected = u8::from(die > 5);
        assert_eq!(scene.state.board.level(loc(&scene, "DL2")), expected, "die {die}");
    }
}

#[test]
fn sb_r02_the_alliance_holds_eight_lps() {
    covers!("SB-R02");
    let capacities = StarBorders::SCENARIOS
        .map(|id| StarBorders::scenario(id).unwrap().scenario.sides.map(|side| side.lp_capacity));
    assert_eq!(capacities, [[8, 6]; 7]);
    // Also where the file says nothing.
    let mut file = StarBorders::file("A").unwrap();
    (file.sides.alliance.lp_capacity, file.sides.imperium.lp_capacity) = (None, None);
    let sides = StarBorders::check("x", &file).unwrap().scenario.sides;
    assert_eq!(sides.map(|side| side.lp_capacity), [8, 6]);
}

#[test]
fn sb_r04_sudden_death_on_boxes_four_three_and_two() {
    covers!("SB-R04");
    for id in StarBorders::SCENARIOS {
        let game = StarBorders::scenario(id).unwrap();
        assert_eq!(game.scenario.sudden_death, [0, 0, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0], "{id}");
    }
    // Seen from box 5 the chances, in 216ths: after turn 4, 3, 2 and 1.
    let (mut left, mut chances) = (216, Vec::new());
    for needed in [1, 2, 3, 6] {
        chances.push(left * needed / 6);
        left -= left * needed / 6;
    }
    assert_eq!(chances, [36, 60, 60, 60]);
    let over = |number: u8, die: u32| {
        let mut scene =
            scene("A", &format!("box {number}\nlp 4 4\nat TH5: Scout\nat SG5: Patroller\nstep countdown\n"));
        scene.queue_dice([die]);
        scene.is_over()
    };
    for (number, needed) in [(4, 1), (3, 2), (2, 3)] {
        assert_eq!((over(number, needed), over(number, needed + 1)), (true, false), "box {number}");
    }
    // Box 5 rolls nothing.
    let five = scene("A", "box 5\nlp 4 4\nat TH5: Scout\nat SG5: Patroller\nstep countdown\n");
    assert_eq!((five.state.board.countdown, five.is_over()), (4, false));
}

#[test]
fn sb_r05_danger_only_on_a_roll_equal_to_defense() {
    covers!("SB-R05");
    // Larkspur is the way out; a one-step ship keeps fighting, is in danger, or is gone.
    let is_in_danger = |class: &str, die: u32| {
        let rest = "first A\nactive A\nlp 4 4\ncontrol A TH2\nat TH5: A-SE-4:Scout\nstep combat\n";
        let mut scene = scene("A", &format!("{rest}at DL9: {class}, Destroyer\n"));
        scene.queue_dice([1, die]);
        scene.act(IMPERIUM, "fire-at-will");
        scene.legal(ALLIANCE) == ["suffer", "flee TH2"]
    };
    assert_eq!([1, 2, 3].map(|die| is_in_danger("Scout", die)), [false, true, false], "Defense 2");
    assert_eq!([2, 3, 4].map(|die| is_in_danger("Escort", die)), [false, true, false], "Defense 3");
}

#[test]
fn sb_r06_a_missile_base_hits_up_to_its_level() {
    covers!("SB-R06");
    let hits = |level: u8, dice: &[u32]| {
        let base = "first I\nactive I\nlp 4 4\nat OM6: Scout\nat OM1: Dominator\nstep combat\n";
        let mut scene = scene("D", &format!("{base}control A OM1+{level}\n"));
        let defenses = dice.iter().filter(|&&die| die <= u32::from(level)).map(|_| 1);
        scene.queue_dice(dice.iter().copied().chain(defenses));
        scene.act(ALLIANCE, "fire-base");
        scene
            .events
            .iter()
            .find_map(|event| if let Event::HitsScored { hits, .. } = event { Some(*hits) } else { None })
    };
    assert_eq!((hits(1, &[1]), hits(1, &[2])), (Some(1), Some(0)));
    assert_eq!((hits(2, &[1, 2]), hits(2, &[2, 3])), (Some(2), Some(1)));
    assert_eq!(hits(3, &[3, 4, 1]), Some(2));
}

#[test]
fn sb_r19_every_available_base_pays_one_more() {
    covers!("SB-R19");
    let income = |planets: &str| {
        let scene = scene("F", &format!("active A\nlp 4 4\nat DL10: Scout\n{planets}"));
        scene.game.income(&scene.state.board, A)
    };
    assert_eq!(income("control A TH1\n"), 2);
    assert_eq!(income("control A TH1 OM1\n"), 4);
    assert_eq!(income("control A TH1 OM1!\n"), 2);
    assert_eq!(income("control A TH1 OM1\nat OM1: Raider\n"), 2);
    assert_eq!(income("control A TH1 OM2\n"), 3);
}

#[test]
fn sb_r20_a_lost_base_can_be_regained_and_no_other_planet_becomes_one() {
    covers!("SB-R20");
    let scene = scene(
        "F",
        "first A\nactive A\nlp 0 6\ncontrol I TH1 KP2\ncontrol A OM1\nat TH1: Starship\nat KP2: Guardship\n\
         at KP3: Escort\nat KP5: Raider\nstep control\n",
    );
    assert_eq!(scene.state.board.control[0], locs(&scene, "TH1 OM1 KP2 KP3"));
    assert_eq!(scene.game.bases(&scene.state.board, A), locs(&scene, "TH1 OM1"));
    // Four planets and two bases.
    assert_eq!(scene.state.board.lp[0], 6);
}

#[test]
fn sb_r25_a_disrupted_imperium_base_repairs_for_one_lp() {
    covers!("SB-R25");
    let mut scene = scene(
        "D",
        "first I\nactive I\nlp 4 0\nhonor 0\ncontrol I KP1! KP2! KP3\nat OM6: Scout\nstep income\n",
    );
    // Molhaven pays 1; it buys the recovery of the base itself, which is then spent for this turn.
    assert_eq!(scene.state.board.lp[1], 1);
    assert_eq!(scene.legal(IMPERIUM), ["restore KP1 KP1", "restore KP1 KP2", "pass"]);
    scene.act(IMPERIUM, "restore KP1 KP1");
    assert_eq!((scene.state.board.lp[1], scene.state.board.disrupted), (0, locs(&scene, "KP2")));
    let free = crate::stage::scene(
        "D",
        "first I\nactive I\nlp 4 0\ncontrol I KP1 KP2!\nat OM6: Scout\nstep income\n",
    );
    assert_eq!(free.game.restoration_cost(&free.state.board, loc(&free, "KP1")), 0);
    let poor = crate::stage::scene(
        "D",
        "first I\nactive I\nlp 4 0\ncontrol I KP1! KP2!\nat OM6: Scout\nstep income\n",
    );
    assert_eq!((poor.state.board.active, poor.state.board.disrupted), (A, locs(&poor, "KP1 KP2")));
}

#[test]
fn sb_r28_unused_engines_are_lost() {
    covers!("SB-R28");
    let mut scene = scene("A", "active A\nlp 3 0\nat TH3: Scout\n");
    scene.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "go TH5").act(ALLIANCE, "halt");
    assert_eq!(scene.verdict(ALLIANCE, "go DL3"), denied("SB-6.1a"), "two Engines were left, and are gone");
    // The next LP buys three fresh ones.
    scene
        .act(ALLIANCE, "pick A-SE-1")
        .act(ALLIANCE, "go DL3")
        .act(ALLIANCE, "go DL11")
        .act(ALLIANCE, "go DL1");
    assert_eq!((spot(&scene, "A-SE-1"), scene.state.board.lp[0]), (Spot::At(loc(&scene, "DL1")), 1));
}

#[test]
fn sb_r34_there_are_control_markers_for_every_planet() {
    covers!("SB-R34");
    let all = "TH1 TH2 TH3 DL1 DL2 DL3 DL4 DL5 KP1 KP2 KP3 OM1 OM2";
    let scene = scene(
        "F",
        &format!(
            "first A\nactive A\nlp 0 6\ncontrol A {all}\nat OM3: Starship\nat KP5: Raider\nstep control\n"
        ),
    );
    assert_eq!(scene.state.board.control[0], locs(&scene, &format!("{all} OM3")));
    assert_eq!(scene.state.board.control[0], scene.game.quadrant.planets);
}

#[test]
fn sb_r36_a_two_class_ship_is_eliminated_by_one_hit() {
    covers!("SB-R36");
    let hit = |class: &str| {
        let position = format!(
            "first A\nactive A\nlp 4 4\nat DL9: {class}, Destroyer\nat TH5: A-SE-4:Scout\nstep combat\n"
        );
        let mut scene = scene("A", &position);
        scene.queue_dice([1, 6]);
        scene.act(IMPERIUM, "fire-at-will");
        scene
    };
    for class in ["Scout", "Escort"] {
        assert_eq!(spot(&hit(class), "A-SE-1"), Spot::Eliminated, "{class}");
    }
    // A two-step ship is flipped instead.
    let starship = hit("Starship");
    assert_eq!(spot(&starship, "A-ST-1"), Spot::At(loc(&starship, "DL9")));
    assert!(starship.game.ratings(&starship.state.board, ship(&starship, "A-ST-1")).damaged);
    assert_eq!(starship.state.board.lost, [0, 0]);
}
