//! Section 7.8: salvage and Intelligence Coups.

use crate::stage::combat::{battle, frame, is_over, options, pass_windows, play, shots, turn, victor};
use crate::stage::{ALLIANCE, IMPERIUM, scene};
use laws::{Scene, denied};
use rules::{Viewer, covers};
use star_borders::{Card, CardSet, Event, Frame, Side, StarBorders, cards};

/// The Alliance, with an Auxiliary at First Eye, destroys a Raider there in its own turn and salvages.
fn coup(lines: &str) -> Scene<StarBorders> {
    let mut scene = battle(ALLIANCE, &format!("{lines}\nat DL8: Starship, Auxiliary, Raider"));
    pass_windows(&mut scene);
    scene.act(IMPERIUM, "cease-fire");
    scene.act(ALLIANCE, "pick A-ST-1").act(ALLIANCE, "shoot");
    scene.queue_dice([1, 3, 1]);
    scene.act(ALLIANCE, "cease-fire");
    pass_windows(&mut scene);
    scene
}

fn cards(numbers: &[u8]) -> CardSet {
    numbers.iter().map(|&number| Card(number)).collect()
}

/// The salvage dice rolled in the last act.
fn salvage_dice(scene: &Scene<StarBorders>) -> Option<Vec<u8>> {
    scene.events.iter().find_map(|event| match event {
        Event::SalvageRolled { dice, .. } => Some(dice.to_vec()),
        _ => None,
    })
}

#[test]
fn sb_7_8a_only_the_victor_with_an_rs_ship_left_salvages() {
    covers!("SB-7.8a");
    assert_eq!(frame(&coup("revealed I: 3")), Frame::Coup(Side::Alliance));
    // Without the symbol no die is rolled: a Guardship is the wrong side of the same counter.
    let mut scene = battle(ALLIANCE, "revealed I: 3\nat DL8: Starship, Guardship, Raider");
    scene.act(IMPERIUM, "cease-fire").act(ALLIANCE, "pick A-ST-1").act(ALLIANCE, "shoot");
    play(&mut scene, ALLIANCE, "cease-fire", &[1, 3]);
    assert_eq!((salvage_dice(&scene), is_over(&scene)), (None, true));
    // The Auxiliary has to outlive the Battle. Here it is the Alliance that loses a ship and wins.
    let mut scene = battle(ALLIANCE, "revealed I: 3\nat DL8: Starship, Auxiliary, Raider");
    play(&mut scene, IMPERIUM, "fire-at-will", &[3]);
    play(&mut scene, ALLIANCE, "absorb A-AG-1", &[3]);
    play(&mut scene, ALLIANCE, "fire-at-will", &[1, 3]);
    assert_eq!((victor(&scene), salvage_dice(&scene)), (Some(Side::Alliance), None));
    // Who is not victor salvages nothing: in a Nebula both are left after one Round.
    let mut scene = battle(ALLIANCE, "revealed I: 3\nat KP4: Starship, Auxiliary, Raider, Destroyer");
    scene.act(IMPERIUM, "cease-fire");
    play(&mut scene, ALLIANCE, "fire-at-will", &[1]);
    play(&mut scene, IMPERIUM, "absorb I-PR-1", &[3]);
    assert_eq!((victor(&scene), salvage_dice(&scene)), (None, None));
    // In scenario A the rule is not used.
    let mut scene = scene_a();
    play(&mut scene, ALLIANCE, "fire-at-will", &[1, 3]);
    assert_eq!((victor(&scene), salvage_dice(&scene)), (Some(Side::Alliance), None));
}

fn scene_a() -> Scene<StarBorders> {
    let mut scene = scene(
        "A",
        "first A\nactive A\nlp 0 6\ncontrol I SG1\nat SG1: Destroyer\nat DL8: Starship, Auxiliary, Raider\n\
         step combat",
    );
    scene.act(IMPERIUM, "cease-fire");
    scene
}

#[test]
fn sb_7_8b_ships_destroyed_in_this_battle_count_and_no_others() {
    covers!("SB-7.8b");
    // Two Raiders are destroyed: a 2 is good, a 3 is not.
    for (die, success) in [(2, true), (3, false)] {
        let mut scene =
            battle(ALLIANCE, "revealed I: 3\nat DL8: Starship, Starship, Auxiliary, Raider, Raider");
        scene.act(IMPERIUM, "cease-fire");
        scene.act(ALLIANCE, "pick A-ST-1").act(ALLIANCE, "shoot");
        scene.act(ALLIANCE, "pick A-ST-2").act(ALLIANCE, "shoot");
        play(&mut scene, ALLIANCE, "cease-fire", &[1, 1]);
        play(&mut scene, IMPERIUM, "absorb I-PR-1", &[6, 6, die]);
        assert_eq!(frame(&scene) == Frame::Coup(Side::Alliance), success, "{die}");
    }
    // A ship that flees or is damaged does not count: n = 0, and nothing is rolled.
    let mut scene = battle(ALLIANCE, "revealed I: 3\nat DL8: Starship, Auxiliary, Raider");
    scene.act(IMPERIUM, "cease-fire");
    play(&mut scene, ALLIANCE, "fire-at-will", &[1, 2]);
    scene.act(IMPERIUM, "flee DL10");
    assert_eq!((victor(&scene), salvage_dice(&scene)), (Some(Side::Alliance), None));
    // Ships lost by a Missile Base count,
    let mut scene = battle(ALLIANCE, "control A DL1+1\nrevealed I: 3\nat DL1: Auxiliary, Raider");
    play(&mut scene, ALLIANCE, "fire-base", &[1, 3, 1]);
    assert_eq!(frame(&scene), Frame::Coup(Side::Alliance));
    // and those that do not survive their flight from a Nebula.
    let mut scene = battle(ALLIANCE, "revealed I: 3\nat KP4: Starship, Auxiliary, Raider");
    scene.act(IMPERIUM, "cease-fire");
    play(&mut scene, ALLIANCE, "fire-at-will", &[1, 2]);
    play(&mut scene, IMPERIUM, "flee KP3", &[4, 1]);
    assert_eq!(frame(&scene), Frame::Coup(Side::Alliance));
}

#[test]
fn sb_7_8c_one_die_per_rs_ship_and_any_of_them_is_enough() {
    covers!("SB-7.8c", "SB-R24");
    // Two Auxiliaries and a Salvager with two symbols: three dice.
    let three = "Auxiliary, Auxiliary, Salvager";
    for (dice, success) in [([2, 6, 1], true), ([2, 2, 2], false)] {
        let mut scene = battle(ALLIANCE, &format!("revealed I: 3\nat DL8: Starship, {three}, Raider"));
        scene.act(IMPERIUM, "cease-fire").act(ALLIANCE, "pick A-ST-1").act(ALLIANCE, "shoot");
        scene.queue_dice([1, 3]);
        play(&mut scene, ALLIANCE, "cease-fire", &dice);
        assert_eq!(salvage_dice(&scene), Some(dice.map(|die| die as u8).to_vec()));
        assert_eq!(frame(&scene) == Frame::Coup(Side::Alliance), success);
    }
}

#[test]
fn sb_7_8d_success_gives_one_coup_however_many_dice() {
    covers!("SB-7.8d");
    let mut scene = salvage_with_two_ones();
    scene.act(ALLIANCE, "coup compromise 3");
    assert!(is_over(&scene), "the other card is safe");
    assert_eq!(scene.state.board.revealed[1], cards(&[7]));
}

fn salvage_with_two_ones() -> Scene<StarBorders> {
    let mut scene = battle(ALLIANCE, "revealed I: 3 7\nat DL8: Starship, Auxiliary, Auxiliary, Raider");
    scene.act(IMPERIUM, "cease-fire").act(ALLIANCE, "pick A-ST-1").act(ALLIANCE, "shoot");
    play(&mut scene, ALLIANCE, "cease-fire", &[1, 3, 1, 1]);
    scene
}

#[test]
fn sb_7_8e_every_choice_of_a_coup() {
    covers!("SB-7.8e");
    let lines = "revealed I: 3 4 7\nrevealed A: 7\npenalty A: 11\npenalty I: 12\nhand I: 2 8\ndiscard: 9";
    let menu = coup(lines);
    assert_eq!(
        options(&menu, ALLIANCE),
        [
            "coup blind",
            "coup compromise 3",
            "coup compromise 4",
            "coup drop 11",
            "coup seize 7",
            "coup share 3",
            "pass"
        ]
    );
    for refused in [
        "coup drop 12",
        "coup compromise 2",
        "coup compromise 7",
        "coup share 7",
        "coup seize 3",
        "coup loot 9",
    ] {
        assert_eq!(menu.verdict(ALLIANCE, refused), denied("SB-7.8e"), "{refused}");
    }

    let mut drop = coup(lines);
    drop.act(ALLIANCE, "coup drop 11");
    assert_eq!((drop.state.board.penalty[0], drop.state.board.discard), (CardSet::EMPTY, cards(&[9, 11])));

    let mut blind = coup(lines);
    // The second of cards 2 and 8.
    play(&mut blind, ALLIANCE, "coup blind", &[2]);
    assert_eq!(blind.state.hands[1].truth(), cards(&[2]));
    assert_eq!((blind.state.board.hand_size[1], blind.state.board.discard), (1, cards(&[8, 9])));
    assert!(blind.events.contains(&Event::CardLost { side: Side::Imperium, card: cards::OVERDRIVE }));

    let mut compromise = coup(lines);
    compromise.act(ALLIANCE, "coup compromise 4");
    assert_eq!(compromise.state.board.revealed, [cards(&[7]), cards(&[3, 7])]);
    assert_eq!(compromise.state.board.discard, cards(&[4, 9]));

    let mut share = coup(lines);
    share.act(ALLIANCE, "coup share 3");
    assert_eq!(share.state.board.revealed, [cards(&[3, 7]), cards(&[3, 4, 7])]);

    let mut seize = coup(lines);
    seize.act(ALLIANCE, "coup seize 7");
    assert_eq!(seize.state.board.revealed, [cards(&[7]), cards(&[3, 4])]);
    assert_eq!(seize.state.board.discard, cards(&[9]));

    let mut decline = coup(lines);
    decline.act(ALLIANCE, "pass");
    assert_eq!(decline.state.board.revealed, [cards(&[7]), cards(&[3, 4, 7])]);

    // Looting needs a player without any card; a penalty card in front of him is none of his.
    let mut loot = coup("penalty I: 12\ndiscard: 4 9");
    assert_eq!(options(&loot, ALLIANCE), ["coup loot 4", "coup loot 9", "pass"]);
    loot.act(ALLIANCE, "coup loot 9");
    assert_eq!((loot.state.hands[0].truth(), loot.state.board.discard), (cards(&[9]), cards(&[4])));
    for one_card in ["hand I: 5", "revealed I: 5", "revealed A: 5\nrevealed I: 5"] {
        let scene = coup(&format!("{one_card}\ndiscard: 9"));
        assert_eq!(scene.verdict(ALLIANCE, "coup loot 9"), denied("SB-7.8e"), "{one_card}");
    }
    // With nothing to gain nobody is asked.
    assert!(is_over(&coup("penalty I: 12")));
}

#[test]
fn sb_7_8f_a_card_with_a_ringed_planet_is_never_shared() {
    covers!("SB-7.8f");
    let mut scene = coup("revealed I: 1 4 10 11 12");
    for ringed in [4, 10, 11, 12] {
        assert_eq!(scene.try_act(ALLIANCE, &format!("coup share {ringed}")), denied("SB-7.8f"));
        assert_eq!(scene.verdict(ALLIANCE, &format!("coup compromise {ringed}")), Ok(()));
    }
    scene.act(ALLIANCE, "coup share 1");
    assert!(scene.state.board.in_force(Side::Alliance, cards::TRACKING));
}

#[test]
fn sb_7_8g_a_shared_card_works_for_both_and_a_one_shot_once_for_each() {
    covers!("SB-7.8g");
    // Shared by a coup: from now on Massed Fire helps both.
    let mut scene = coup("revealed I: 7");
    scene.act(ALLIANCE, "coup share 7");
    assert!(Side::BOTH.iter().all(|&side| scene.state.board.in_force(side, cards::MASSED_FIRE)));
    for (attacker, shooter) in [(ALLIANCE, IMPERIUM), (IMPERIUM, ALLIANCE)] {
        let mut scene = battle(attacker, "revealed A: 7\nrevealed I: 7\nat DL8: Escort, Patroller");
        play(&mut scene, shooter, "fire-at-will", &[6]);
        assert_eq!(shots(&scene), [3]);
    }
    // Strategic Redeployment: the Alliance uses it, the Imperium still has it.
    let lines = "lp 0 0\nrevealed A: 2\nrevealed I: 2\nat OM1: Scout\nat KP1: Destroyer";
    let mut scene = turn(ALLIANCE, lines);
    scene.act(ALLIANCE, "use 2").act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "go DL10");
    assert_eq!(scene.state.board.revealed, [CardSet::EMPTY, cards(&[2])]);
    scene.act(ALLIANCE, "end");
    assert_eq!(scene.to_act(), Some(IMPERIUM));
    scene.act(IMPERIUM, "use 2");
    assert_eq!(scene.state.board.discard, cards(&[2]));
    scene.act(IMPERIUM, "pick I-DE-1");
    assert_eq!(scene.verdict(IMPERIUM, "go DL9"), Ok(()));
}

#[test]
fn sb_7_8h_a_shared_card_left_to_one_is_his_and_left_to_none_is_discarded() {
    covers!("SB-7.8h");
    let mut scene = turn(ALLIANCE, "revealed A: 2\nrevealed I: 2\nat OM1: Scout");
    scene.act(ALLIANCE, "use 2");
    assert_eq!(scene.state.board.revealed, [CardSet::EMPTY, cards(&[2])]);
    assert!(scene.state.board.discard.is_empty());
    let mut scene = turn(ALLIANCE, "revealed A: 2\nat OM1: Scout");
    scene.act(ALLIANCE, "use 2");
    assert_eq!(scene.state.board.revealed, [CardSet::EMPTY; 2]);
    assert_eq!(scene.state.board.discard, cards(&[2]));
    // Seizing leaves it to the victor alone.
    let mut scene = coup("revealed A: 7\nrevealed I: 7");
    scene.act(ALLIANCE, "coup seize 7");
    assert_eq!(scene.state.board.revealed, [cards(&[7]), CardSet::EMPTY]);
}

#[test]
fn sb_7_8i_a_looted_card_is_hidden_in_hand_but_no_secret() {
    covers!("SB-7.8i");
    let mut scene = coup("discard: 6");
    scene.act(ALLIANCE, "coup loot 6");
    let board = &scene.state.board;
    assert_eq!(scene.state.hands[0].truth(), cards(&[6]));
    assert!(!board.in_force(Side::Alliance, cards::MISSILES), "it has to be revealed again");
    assert_eq!(board.hand_size[0], 1);
    assert_eq!(scene.view(Viewer::Seat(IMPERIUM)).known_hand(Side::Alliance), cards(&[6]));
}

#[test]
fn sb_r49_salvage_dice_are_rolled_together_with_one_window() {
    covers!("SB-R49");
    let mut scene =
        battle(IMPERIUM, "honor 1\nrevealed A: 3\nat DL8: Destroyer, Patroller, Patroller, Scout");
    scene.act(ALLIANCE, "cease-fire").act(IMPERIUM, "pick I-DE-1").act(IMPERIUM, "shoot");
    play(&mut scene, IMPERIUM, "cease-fire", &[1]);
    play(&mut scene, IMPERIUM, "pass", &[3]);
    play(&mut scene, IMPERIUM, "pass", &[5, 6]);
    // Both dice lie there before the first re-roll; the point for the victory has been gained.
    assert_eq!(salvage_dice(&scene), Some(vec![5, 6]));
    assert_eq!(scene.state.board.honor, 2);
    assert_eq!(options(&scene, IMPERIUM), ["pass", "reroll 1", "reroll 2"]);
    play(&mut scene, IMPERIUM, "reroll 2", &[4]);
    play(&mut scene, IMPERIUM, "reroll 1", &[1]);
    assert_eq!(frame(&scene), Frame::Coup(Side::Imperium));
    assert_eq!(scene.state.board.honor, 0);
}
