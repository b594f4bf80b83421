//! The rulebook's worked examples of chapter 7, with the rulebook's own numbers.

use crate::stage::combat::{battle, frame, hits, is_over, options, play, shots, turn, victor};
use crate::stage::{ALLIANCE, IMPERIUM, loc, ship};
use laws::{Scene, denied};
use star_borders::{Event, Frame, Side, StarBorders};

const SCOUTS: [&str; 3] = ["pick A-SE-1", "pick A-SE-2", "pick A-SE-3"];

/// Three Scouts defend First Eye against a Destroyer and form these groups.
fn scouts(groups: &[&[&str]]) -> Scene<StarBorders> {
    let mut scene = battle(IMPERIUM, "control I DL4\nat DL8: Scout, Scout, Scout, Destroyer");
    for group in groups {
        for pick in *group {
            scene.act(ALLIANCE, pick);
        }
        scene.act(ALLIANCE, "shoot");
    }
    scene
}

#[test]
fn sb_ex11_three_scouts_fire_in_three_ways() {
    let [one, two, three] = SCOUTS;
    for (groups, ranges) in [
        (&[&[one][..], &[two], &[three]][..], &[1, 1, 1][..]),
        (&[&[one], &[two, three]], &[1, 3]),
        (&[&[one, two, three]], &[5]),
    ] {
        // All dice at the edge hit; one pip higher all miss.
        let mut scene = scouts(groups);
        let edge: Vec<u32> = ranges.iter().copied().chain(ranges.iter().map(|_| 1)).collect();
        play(&mut scene, ALLIANCE, "cease-fire", &edge);
        assert_eq!(hits(&scene), [ranges.len() as u8]);
        let mut scene = scouts(groups);
        let beyond: Vec<u32> = ranges.iter().map(|range| range + 1).collect();
        play(&mut scene, ALLIANCE, "cease-fire", &beyond);
        assert_eq!(hits(&scene), [0]);
    }
}

#[test]
fn sb_ex12_the_group_of_three_rolls_a_three_and_hits() {
    let mut scene = scouts(&[&SCOUTS]);
    play(&mut scene, ALLIANCE, "cease-fire", &[3, 1]);
    assert_eq!(hits(&scene), [1]);
}

#[test]
fn sb_ex13_the_hit_is_put_on_a_full_destroyer() {
    for die in 1..=6 {
        let mut scene = scouts(&[&SCOUTS]);
        play(&mut scene, ALLIANCE, "cease-fire", &[3, die]);
        let destroyer = ship(&scene, "I-DE-1");
        let damaged = scene.state.board.back.has(destroyer);
        match die {
            1..=3 => assert!(!damaged && frame(&scene) == Frame::Fire(Side::Imperium), "{die}"),
            4 => assert_eq!((frame(&scene), damaged), (Frame::Danger(destroyer), false)),
            _ => assert!(damaged && scene.state.board.at(destroyer) == Some(loc(&scene, "DL8")), "{die}"),
        }
    }
    // Danger: it flees, or flips and stays.
    for (act, at, flips) in [("flee DL4", "DL4", false), ("suffer", "DL8", true)] {
        let mut scene = scouts(&[&SCOUTS]);
        play(&mut scene, ALLIANCE, "cease-fire", &[3, 4]);
        scene.act(IMPERIUM, act);
        let (board, destroyer) = (&scene.state.board, ship(&scene, "I-DE-1"));
        assert_eq!((board.at(destroyer), board.back.has(destroyer)), (Some(loc(&scene, at)), flips));
    }
}

#[test]
fn sb_ex14_strength_six_or_more_needs_no_die() {
    for (ships, strength) in [("Starship, Scout", 6), ("Starship, Comship", 7), ("Starship, Starship", 9)] {
        let mut scene = battle(IMPERIUM, &format!("at DL8: {ships}, Dominator"));
        scene.act(ALLIANCE, "pick A-ST-1");
        let partner = ["pick A-SE-1", "pick A-CO-1", "pick A-ST-2"]
            .into_iter()
            .find(|pick| scene.verdict(ALLIANCE, pick).is_ok())
            .expect("there is a second ship");
        scene.act(ALLIANCE, partner).act(ALLIANCE, "shoot");
        assert_eq!(shots(&scene), [strength]);
        // The only die is the Dominator's defense roll.
        play(&mut scene, ALLIANCE, "cease-fire", &[1]);
        assert_eq!(hits(&scene), [1]);
    }
}

#[test]
fn sb_ex15_three_hits_on_a_lone_ship_of_defense_2() {
    let mut scene = battle(ALLIANCE, "at DL8: Starship, Starship, Escort, Raider");
    scene.act(IMPERIUM, "cease-fire");
    for pick in ["pick A-ST-1", "pick A-ST-2", "pick A-SE-1"] {
        scene.act(ALLIANCE, pick).act(ALLIANCE, "shoot");
    }
    play(&mut scene, ALLIANCE, "cease-fire", &[1, 1, 1, 1, 2]);
    assert_eq!(hits(&scene), [3]);
    let raider = ship(&scene, "I-PR-1");
    assert_eq!(frame(&scene), Frame::Danger(raider));
    // It flees; the third Hit is not rolled.
    scene.act(IMPERIUM, "flee DL10");
    assert_eq!(victor(&scene), Some(Side::Alliance));
    assert_eq!(scene.state.board.at(raider), Some(loc(&scene, "DL10")));
}

#[test]
fn sb_ex16_missile_bases_of_level_1_and_2() {
    for (level, dice, scored) in
        [(1, &[1, 1][..], 1), (1, &[2], 0), (2, &[1, 2, 1, 1], 2), (2, &[2, 3, 1], 1), (2, &[3, 3], 0)]
    {
        let mut scene = battle(ALLIANCE, &format!("control I DL1+{level}\nat DL1: Starship"));
        play(&mut scene, IMPERIUM, "fire-base", dice);
        assert_eq!(hits(&scene), [scored], "level {level}: {dice:?}");
    }
}

#[test]
fn sb_ex28_one_ship_with_one_engine_keeps_the_defenders_in_round_1() {
    let scene = battle(IMPERIUM, "control A OM3\nat DL8: Scout, Starship, Auxiliary, Destroyer");
    assert_eq!(frame(&scene), Frame::Fire(Side::Alliance), "nobody is asked about a retreat");
    let scene = battle(IMPERIUM, "control A OM3\nat DL8: Scout, Starship, Destroyer");
    assert_eq!(options(&scene, ALLIANCE), ["fight", "retreat OM3"]);
}

#[test]
fn sb_ex29_the_only_refuge_lies_where_the_attacker_came_from() {
    let mut scene = turn(IMPERIUM, "lp 8 1\ncontrol A DL4\nat DL4: Raider\nat DL8: Scout, Starship");
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL8").act(IMPERIUM, "end");
    assert_eq!(frame(&scene), Frame::Fire(Side::Alliance));
    // Had he come from elsewhere, it would be open.
    let mut scene = turn(IMPERIUM, "lp 8 1\ncontrol A DL4\nat DL10: Raider\nat DL8: Scout, Starship");
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL8").act(IMPERIUM, "end");
    assert_eq!(options(&scene, ALLIANCE), ["fight", "retreat DL4"]);
}

#[test]
fn sb_ex30_two_ships_of_attack_0_are_a_group_of_strength_1() {
    let mut scene = battle(IMPERIUM, "at DL8: Reclaimer, Reclaimer, Salvager");
    for round in 1..=3 {
        assert_eq!((scene.state.board.battle.round, scene.to_act()), (round, Some(IMPERIUM)));
        play(&mut scene, IMPERIUM, "fire-at-will", &[2]);
        assert_eq!((shots(&scene), hits(&scene)), (vec![1], vec![0]));
        // No stalemate: another Round, in which the Salvager may slip away.
        scene.act(ALLIANCE, "fight");
    }
    // A hit, the Salvager is lost, and the two look for salvage.
    play(&mut scene, IMPERIUM, "fire-at-will", &[1, 4, 6, 6]);
    assert_eq!(hits(&scene), [1]);
    assert_eq!(scene.state.board.lost, [1, 0]);
}

#[test]
fn sb_ex31_a_lone_attack_0_against_none_is_a_stalemate() {
    let scene = battle(IMPERIUM, "at DL8: Reclaimer, Salvager");
    let board = &scene.state.board;
    assert!(is_over(&scene));
    assert_eq!((board.battle.round, board.battle.fought), (1, false));
    assert_eq!(board.stacks[loc(&scene, "DL8").index()].len(), 2);
}

#[test]
fn sb_ex32_hiding_at_a_fortified_planet() {
    let mut scene = battle(IMPERIUM, "control A DL1+1\nat DL1: Intruder, Intruder, Scout");
    // The fort's shot is taken first.
    play(&mut scene, ALLIANCE, "fire-base", &[1]);
    play(&mut scene, IMPERIUM, "absorb I-IR-1", &[4]);
    scene.act(IMPERIUM, "hide");
    assert_eq!(victor(&scene), None);
    let (board, planet) = (&scene.state.board, loc(&scene, "DL1"));
    assert_eq!(board.ships_at(Side::Imperium, planet).len(), 1);
    assert!(board.besieged(Side::Alliance).has(planet));
    assert!(board.control[0].has(planet) && board.level(planet) == 1);
}

#[test]
fn sb_ex33_both_sides_hold_their_fire() {
    let mut scene = battle(IMPERIUM, "control A DL1\nat DL1: Starship, Patroller");
    scene.act(ALLIANCE, "cease-fire").act(IMPERIUM, "cease-fire");
    assert_eq!((frame(&scene), scene.state.board.battle.round), (Frame::Stand(Side::Alliance), 2));
    let (board, planet) = (&scene.state.board, loc(&scene, "DL1"));
    assert_eq!(board.honor, 0);
    assert!(board.control[0].has(planet) && !board.disrupted.has(planet));
}

#[test]
fn sb_ex36_card_5_saves_the_ship_and_honor_takes_it_back() {
    let mut scene = battle(IMPERIUM, "honor 1\nrevealed A: 5\nat DL8: Starship, Dominator");
    scene.act(ALLIANCE, "cease-fire");
    play(&mut scene, IMPERIUM, "fire-at-will", &[5]);
    play(&mut scene, IMPERIUM, "pass", &[5]);
    play(&mut scene, ALLIANCE, "deflect", &[2]);
    play(&mut scene, IMPERIUM, "reroll 1", &[6]);
    let starship = ship(&scene, "A-ST-1");
    assert!(scene.state.board.back.has(starship));
    assert_eq!(scene.state.board.honor, 0);
    // In the next Round of this Battle card 5 cannot be used again.
    scene.act(ALLIANCE, "fight").act(ALLIANCE, "cease-fire");
    play(&mut scene, IMPERIUM, "fire-at-will", &[5, 6]);
    assert_eq!(scene.state.board.lost, [1, 0]);
}

#[test]
fn sb_ex38_a_missile_base_fires_at_the_besiegers_in_its_owners_turn() {
    let mut scene = battle(ALLIANCE, "control A DL1+2\nat DL1: Destroyer, Patroller");
    assert_eq!(frame(&scene), Frame::FireMissileBase(Side::Alliance));
    play(&mut scene, ALLIANCE, "fire-base", &[2, 3]);
    assert_eq!(scene.events[0], Event::BaseFired { side: Side::Alliance, shots: 2, strength: 2 });
    play(&mut scene, IMPERIUM, "absorb I-PR-1", &[4]);
    // Nothing else happens; the Destroyer still besieges the planet.
    assert_eq!((victor(&scene), is_over(&scene)), (None, true));
    assert!(scene.state.board.besieged(Side::Alliance).has(loc(&scene, "DL1")));
}

#[test]
fn sb_ex39_without_the_slow_ship_the_raider_may_retreat() {
    let pieces = "control A DL1+1\ncontrol I DL4\nat DL1: Starship, Destroyer*, Raider";
    // The Destroyer is lost in Step 0.
    let mut scene = battle(ALLIANCE, pieces);
    play(&mut scene, ALLIANCE, "fire-base", &[1]);
    play(&mut scene, IMPERIUM, "absorb I-DE-1", &[4]);
    assert_eq!(scene.state.board.battle.round, 1);
    assert_eq!(scene.try_act(IMPERIUM, "retreat DL5"), denied("SB-7.3g"));
    scene.act(IMPERIUM, "retreat DL4");
    assert_eq!(victor(&scene), Some(Side::Alliance));
    // It is not, and pins the Raider.
    let mut scene = battle(ALLIANCE, pieces);
    play(&mut scene, ALLIANCE, "fire-base", &[1]);
    play(&mut scene, IMPERIUM, "absorb I-DE-1", &[2]);
    assert_eq!(frame(&scene), Frame::Fire(Side::Imperium));
}
