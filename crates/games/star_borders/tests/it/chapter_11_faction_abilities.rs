//! Chapter 11: Initiative and Harmony of the Alliance, Honor and Establishment of the Imperium.

use crate::stage::{ALLIANCE, IMPERIUM, loc, scene, ship};
use laws::{Scene, denied};
use rules::Game as _;
use rules::{Seat, Turn, covers};
use star_borders::{Card, Event, Frame, Side, Spot, StarBorders};

/// The Imperium's turn in scenario D; the Alliance has something to do afterwards.
fn imperial(rest: &str) -> Scene<StarBorders> {
    scene("D", &format!("active I\nfirst I\nlp 4 0\ncontrol A OM1\n{rest}"))
}

/// The Alliance's turn in scenario D; the Imperium has something to do afterwards.
fn allied(rest: &str) -> Scene<StarBorders> {
    scene("D", &format!("active A\nfirst A\nlp 0 4\ncontrol I KP1\n{rest}"))
}

fn honor(scene: &Scene<StarBorders>) -> u8 {
    scene.state.board.honor
}

fn frame(scene: &Scene<StarBorders>) -> Option<Frame> {
    scene.state.board.frame()
}

fn acts(scene: &mut Scene<StarBorders>, script: &[(Seat, &str)]) {
    for &(seat, action) in script {
        scene.act(seat, action);
    }
}

#[test]
fn sb_11_1a_the_alliance_chooses_on_a_tied_roll() {
    covers!("SB-11.1a");
    for (choice, first) in [("first A", Side::Alliance), ("first I", Side::Imperium)] {
        let mut tie = scene("D", "setup\nstep prelaunch\n");
        tie.queue_dice([4, 4]);
        assert_eq!(tie.to_act(), Some(ALLIANCE));
        assert_eq!(tie.legal(ALLIANCE), ["first A", "first I"]);
        tie.act(ALLIANCE, choice);
        assert_eq!((tie.state.board.first, tie.state.board.active), (first, first));
    }
    for (dice, first) in [([5, 4], Side::Alliance), ([4, 5], Side::Imperium)] {
        let mut clear = scene("D", "setup\nstep prelaunch\n");
        clear.queue_dice(dice);
        assert_eq!((clear.state.board.first, clear.to_act()), (first, Some(first.seat())), "no choice");
    }
}

#[test]
fn sb_11_1b_the_alliance_wins_a_tied_score() {
    covers!("SB-11.1b");
    let winner = |position: &str| {
        let scene = scene("D", &format!("{position}\nbox 1\nstep countdown\n"));
        scene.state.board.outcome.expect("over").winner
    };
    assert_eq!(winner("control A OM1\ncontrol I KP1"), Some(Side::Alliance));
    assert_eq!(winner(""), Some(Side::Alliance));
    assert_eq!(winner("control A OM1\ncontrol I KP1 KP2"), Some(Side::Imperium));
}

/// The Dominator meets an Auxiliary that cannot fire and cannot leave.
const EASY: &str = "at DL1: Dominator, Auxiliary\nstep combat\n";

#[test]
fn sb_11_2a_honor_begins_at_the_scenarios_value_and_ends_at_6() {
    covers!("SB-11.2a");
    let start = |edit: Option<i64>| {
        let mut file = StarBorders::file("A").expect("a printed scenario");
        file.sides.imperium.honor = edit;
        StarBorders::check("A", &file).expect("a sound scenario").start().board.honor
    };
    assert_eq!([start(None), start(Some(3))], [0, 3]);
    for (before, after) in [(4, 5), (5, 6), (6, 6)] {
        let mut scene = imperial(&format!("honor {before}\n{EASY}")).with_dice([1, 6]);
        acts(&mut scene, &[(IMPERIUM, "fire-at-will"), (IMPERIUM, "pass"), (IMPERIUM, "pass")]);
        assert_eq!(honor(&scene), after);
    }
}

#[test]
fn sb_11_2b_a_victory_after_fire_in_a_round_gives_a_point() {
    covers!("SB-11.2b");
    let mut attacking = imperial(EASY).with_dice([1, 6]);
    attacking.act(IMPERIUM, "fire-at-will");
    assert_eq!(honor(&attacking), 1);
    assert!(attacking.events.contains(&Event::HonorGained { honor: 1 }));
    let mut defending = allied("at DL1: Dominator, Scout\nstep combat\n").with_dice([1, 6]);
    defending.act(IMPERIUM, "fire-at-will");
    assert_eq!(honor(&defending), 1);
}

#[test]
fn sb_11_2b_no_point_without_victory_or_without_fire_in_a_round() {
    covers!("SB-11.2b");
    // A first victory proves the rule acts; the others give nothing.
    let mut won = imperial(EASY).with_dice([1, 6]);
    won.act(IMPERIUM, "fire-at-will");
    assert_eq!(honor(&won), 1);
    let mut cloak_used = imperial("control A DL5\nat DL1: Raider, Scout\nstep combat\n");
    cloak_used.act(ALLIANCE, "retreat DL5");
    assert_eq!(honor(&cloak_used), 0, "retreat before combat");
    let mut base = imperial("control I DL1+1\nat DL1: Raider, Scout\nstep combat\n").with_dice([1, 6]);
    base.act(IMPERIUM, "fire-base");
    assert_eq!(honor(&base), 0, "a Missile Base is not a ship");
    let mut hidden = imperial("at DL1: Intruder, Scout\nstep combat\n");
    hidden.act(IMPERIUM, "hide");
    assert_eq!(honor(&hidden), 0, "hidden");
    let stalemate = imperial("at DL1: Reclaimer, Salvager\nstep combat\n");
    assert_eq!(honor(&stalemate), 0, "neither side can fire");
    let mut lost = imperial("at DL1: Raider, Guardship\nstep combat\n").with_dice([1, 6]);
    lost.act(ALLIANCE, "fire-at-will");
    assert_eq!(honor(&lost), 0, "the Alliance won");
}

#[test]
fn sb_11_2b_a_ships_pre_battle_shot_that_decides_the_battle_earns_honor() {
    covers!("SB-11.2b");
    let mut won = imperial("revealed I: 6\nat DL1: Raider, Scout\nstep combat\n").with_dice([1, 6]);
    won.act(IMPERIUM, "missile I-PR-1");
    assert_eq!(honor(&won), 1);
    // The missile misses and the Scout leaves before the ships fire: no exchange.
    let position = "revealed I: 6\ncontrol A DL5\nat DL1: Raider, Scout\nstep combat\n";
    let mut left = imperial(position).with_dice([6]);
    acts(&mut left, &[(IMPERIUM, "missile I-PR-1"), (ALLIANCE, "retreat DL5")]);
    assert_eq!(honor(&left), 0);
    // The Missile Base needs no missile to win.
    let mut both = imperial("revealed I: 6\ncontrol I DL1+1\nat DL1: Raider, Scout\nstep combat\n");
    both.queue_dice([1, 6]);
    acts(&mut both, &[(IMPERIUM, "fire-base"), (IMPERIUM, "pass")]);
    assert_eq!(honor(&both), 0);
}

#[test]
fn sb_r22_a_shot_of_either_side_is_an_exchange_of_fire() {
    covers!("SB-R22");
    // The Reclaimer cannot fire; the Scout does, misses, and leaves in Round 2.
    let mut scene = imperial("at DL1: Reclaimer, Scout\nstep combat\n").with_dice([6]);
    acts(&mut scene, &[(ALLIANCE, "fire-at-will"), (ALLIANCE, "retreat DL10")]);
    assert_eq!(honor(&scene), 1);
}

#[test]
fn sb_11_2c_honor_rerolls_either_sides_die_if_imperium_ships_were_there() {
    covers!("SB-11.2c");
    // The Alliance's hit becomes a miss.
    let mut theirs = imperial("honor 1\nat DL1: Dominator, Guardship\nstep combat\n").with_dice([1, 6]);
    acts(&mut theirs, &[(ALLIANCE, "fire-at-will"), (IMPERIUM, "reroll 1")]);
    assert_eq!((honor(&theirs), frame(&theirs)), (0, Some(Frame::Fire(Side::Imperium))));
    assert!(theirs.events.contains(&Event::HitsScored { on: Side::Imperium, hits: 0 }));
    // Its own miss becomes a hit.
    let mut own = imperial(&format!("honor 1\n{EASY}")).with_dice([6, 1, 6]);
    acts(&mut own, &[(IMPERIUM, "fire-at-will"), (IMPERIUM, "reroll 1")]);
    assert_eq!(own.state.board.spots[ship(&own, "A-AG-1").index()], Spot::Eliminated);
    // A Missile Base alone is no Imperium ship: its miss stands.
    let mut alone = allied("honor 6\ncontrol I DL1+1\nat DL1: Scout\nstep combat\n").with_dice([2]);
    alone.act(IMPERIUM, "fire-base");
    assert!(alone.events.contains(&Event::HitsScored { on: Side::Alliance, hits: 0 }));
    assert_eq!(honor(&alone), 6);
    // Without Honor there is no window.
    let mut poor = imperial("at DL1: Dominator, Guardship\nstep combat\n").with_dice([6]);
    poor.act(ALLIANCE, "fire-at-will");
    assert_eq!(frame(&poor), Some(Frame::Fire(Side::Imperium)));
}

#[test]
fn sb_11_2d_honor_pays_what_lps_do_not() {
    covers!("SB-11.2d");
    let mut scene =
        imperial("lp 4 1\nhonor 3\ncontrol I KP1 KP2\nat KP1: Destroyer*, Patroller\neliminated: Raider\n");
    scene.act(IMPERIUM, "fortify KP2");
    assert!(scene.events.contains(&Event::Paid { side: Side::Imperium, lp: 1, honor: 1 }), "LPs first");
    assert_eq!((scene.state.board.lp[1], honor(&scene)), (0, 2));
    scene.act(IMPERIUM, "repair I-DE-1 planet");
    assert_eq!(honor(&scene), 1);
    assert_eq!(scene.verdict(IMPERIUM, "replace Raider KP1"), denied("SB-5.2c"), "2 are needed");
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go KP7");
    assert_eq!(honor(&scene), 0);
    // The Alliance cannot: the Honor Points are not its own.
    let allied = allied("lp 0 0\nhonor 6\nhand A: 8\nat DL1: Scout\n");
    assert_eq!(allied.verdict(ALLIANCE, "pick A-SE-1"), denied("SB-6.2e"));
}

#[test]
fn sb_11_2e_what_can_be_rerolled() {
    covers!("SB-11.2e", "SB-11.2c");
    // A Missile Base and a card 6 shot in one window; then the defense roll; then the survival roll.
    let mut shots =
        imperial("honor 6\nrevealed A: 6\ncontrol A DL1+1\nat DL1: Dominator, Guardship\nstep combat\n")
            .with_dice([5, 5]);
    acts(&mut shots, &[(ALLIANCE, "fire-base"), (ALLIANCE, "missile A-AG-1")]);
    assert_eq!(frame(&shots), Some(Frame::VolleyHonor(Side::Alliance)));
    assert_eq!(shots.legal(IMPERIUM), ["reroll 1", "reroll 2", "pass"]);
    let mut cloud = scene(
        "E",
        "active I\nfirst I\nlp 4 0\nhonor 6\ncontrol A TH1\nat ZT4: Raider\nat ZT6: Guardship\nlp 4 1\n",
    )
    .with_dice([1, 2, 4]);
    // The Raider enters the Nebula; the Guardship hits it; danger; it flees and rolls for survival.
    acts(&mut cloud, &[(IMPERIUM, "pick I-PR-1"), (IMPERIUM, "go ZT6"), (IMPERIUM, "end")]);
    cloud.act(ALLIANCE, "fire-at-will");
    assert_eq!(frame(&cloud), Some(Frame::VolleyHonor(Side::Alliance)), "a ship's shot");
    cloud.act(IMPERIUM, "pass");
    assert_eq!(frame(&cloud), Some(Frame::DefenseHonor(ship(&cloud, "I-PR-1"))), "a defense roll");
    acts(&mut cloud, &[(IMPERIUM, "pass"), (IMPERIUM, "flee ZT4")]);
    let zt4 = loc(&cloud, "ZT4");
    assert_eq!(frame(&cloud), Some(Frame::SurvivalHonor(ship(&cloud, "I-PR-1"), zt4)), "a survival roll");
    cloud.queue_dice([3]);
    cloud.act(IMPERIUM, "reroll 1").act(IMPERIUM, "pass");
    assert_eq!(cloud.state.board.at(ship(&cloud, "I-PR-1")), Some(zt4), "a 3 survives");
}

#[test]
fn sb_11_2e_automatic_hits_initiative_strikes_assaults_and_sudden_death_are_not_rerolled() {
    covers!("SB-11.2e");
    // An automatic hit has no die.
    let mut automatic =
        imperial("honor 6\nat DL1: Destroyer, Patroller, Dominator, Auxiliary\nstep combat\n").with_dice([6]);
    acts(
        &mut automatic,
        &[
            (IMPERIUM, "pick I-DE-1"),
            (IMPERIUM, "pick I-PR-1"),
            (IMPERIUM, "shoot"),
            (IMPERIUM, "pick I-DO-1"),
            (IMPERIUM, "shoot"),
            (IMPERIUM, "cease-fire"),
        ],
    );
    assert_eq!(automatic.verdict(IMPERIUM, "reroll 1"), denied("SB-11.2e"));
    assert_eq!(automatic.verdict(IMPERIUM, "reroll 3"), denied("SB-11.2e"), "no such die");
    assert_eq!(automatic.legal(IMPERIUM), ["reroll 2", "pass"]);
    let mut initiative = scene("D", "setup\nhonor 6\nstep prelaunch\n");
    initiative.queue_dice([5, 5]);
    assert_eq!(frame(&initiative), Some(Frame::ChooseFirst));
    let mut strike = imperial("lp 4 4\nhonor 6\nrevealed A: 4\ncontrol I KP1\nstep strike\n").with_dice([3]);
    strike.act(ALLIANCE, "use 4");
    assert_eq!((strike.state.board.lp[1], frame(&strike)), (1, Some(Frame::BuyCard)));
    let mut assault =
        imperial("honor 6\ncontrol A DL1+2 DL2+1\nat DL1: Dominator\nat DL2: Specter\nstep assault\n")
            .with_dice([6, 1]);
    assault.act(IMPERIUM, "assault DL1");
    assert_eq!(frame(&assault), Some(Frame::Assault));
    assault.act(IMPERIUM, "assault DL2");
    let mut last = scene("A", "setup\nhonor 6\nbox 4\nstep countdown\n");
    last.queue_dice([1]);
    assert!(last.is_over());
}

#[test]
fn sb_11_2f_the_new_roll_stands_and_may_be_rerolled_for_another_point() {
    covers!("SB-11.2f");
    let mut scene = imperial("honor 3\nat DL1: Dominator, Guardship\nstep combat\n").with_dice([6, 1, 2]);
    acts(&mut scene, &[(ALLIANCE, "fire-at-will"), (IMPERIUM, "reroll 1")]);
    assert!(scene.events.contains(&Event::Rerolled { by: Side::Imperium, old: 6, new: 1 }));
    assert_eq!(honor(&scene), 2, "worse than before, and it stands");
    scene.act(IMPERIUM, "reroll 1");
    assert_eq!((honor(&scene), scene.state.board.battle.hits), (1, 0), "nothing is applied yet");
    scene.queue_dice([5]);
    scene.act(IMPERIUM, "pass");
    assert!(scene.events.contains(&Event::HitsScored { on: Side::Imperium, hits: 1 }), "a 2 hits");
}

#[test]
fn sb_11_2g_one_window_for_all_shots_of_a_step_and_one_for_each_defense_roll() {
    covers!("SB-11.2g");
    let mut scene =
        imperial("honor 4\nat DL1: Dominator, Guardship, Guardship\nstep combat\n").with_dice([1, 2]);
    acts(
        &mut scene,
        &[
            (ALLIANCE, "pick A-AG-1"),
            (ALLIANCE, "shoot"),
            (ALLIANCE, "pick A-AG-2"),
            (ALLIANCE, "shoot"),
            (ALLIANCE, "cease-fire"),
        ],
    );
    assert_eq!(scene.legal(IMPERIUM), ["reroll 1", "reroll 2", "pass"], "any of the dice");
    scene.queue_dice([1]);
    scene.act(IMPERIUM, "reroll 2");
    assert_eq!(scene.legal(IMPERIUM), ["reroll 1", "reroll 2", "pass"], "and again");
    scene.queue_dice([1]);
    scene.act(IMPERIUM, "pass");
    assert_eq!(frame(&scene), Some(Frame::DefenseHonor(ship(&scene, "I-DO-1"))), "the first of two hits");
    scene.queue_dice([2]);
    scene.act(IMPERIUM, "pass");
    assert_eq!(frame(&scene), Some(Frame::DefenseHonor(ship(&scene, "I-DO-1"))), "the second");
    scene.act(IMPERIUM, "pass");
    assert_eq!((frame(&scene), honor(&scene)), (Some(Frame::Fire(Side::Imperium)), 3));
}

#[test]
fn sb_11_2h_establishment_repairs_for_nothing() {
    covers!("SB-11.2h");
    let mut imperium = imperial("control I KP1 DL1!\nstep pacify\n");
    imperium.act(IMPERIUM, "restore KP1 DL1");
    assert!(!imperium.state.board.disrupted.has(loc(&imperium, "DL1")));
    let alliance = allied("control A OM1 DL1!\nstep pacify\n");
    assert_eq!(alliance.to_act(), Some(IMPERIUM), "the Alliance without LPs cannot");
}

#[test]
fn sb_11_2i_the_point_for_the_victory_may_be_used_on_its_salvage() {
    covers!("SB-11.2i");
    let mut scene = imperial("revealed A: 8\nat DL1: Patroller, Dominator, Auxiliary\nstep combat\n")
        .with_dice([1, 6, 6, 6]);
    acts(&mut scene, &[(IMPERIUM, "pick I-DO-1"), (IMPERIUM, "shoot"), (IMPERIUM, "cease-fire")]);
    assert_eq!((honor(&scene), frame(&scene)), (1, Some(Frame::SalvageHonor(Side::Imperium))));
    scene.act(IMPERIUM, "reroll 1");
    assert_eq!(honor(&scene), 0);
    assert_ne!(frame(&scene), Some(Frame::Coup(Side::Imperium)), "a 6 again");
}

#[test]
fn sb_r32_honor_works_after_the_last_imperium_ship_is_gone() {
    covers!("SB-R32");
    let mut scene = imperial("honor 1\nrevealed I: 8\nat DL1: Raider, Starship, Auxiliary\nstep combat\n")
        .with_dice([1, 6, 1, 6]);
    acts(
        &mut scene,
        &[
            (ALLIANCE, "pick A-ST-1"),
            (ALLIANCE, "shoot"),
            (ALLIANCE, "cease-fire"),
            (IMPERIUM, "pass"),
            (IMPERIUM, "pass"),
        ],
    );
    assert!(scene.state.board.ships_at(Side::Imperium, loc(&scene, "DL1")).is_empty());
    assert_eq!(frame(&scene), Some(Frame::SalvageHonor(Side::Alliance)));
    scene.act(IMPERIUM, "reroll 1");
    assert_eq!(honor(&scene), 0);
    assert!(scene.state.board.revealed[1].has(Card(8)), "the salvage failed after the re-roll");
    assert!(matches!(scene.game.turn(&scene.state), Turn::Choose(_)));
}

#[test]
fn sb_r26_the_victor_keeps_a_shared_card_alone() {
    covers!("SB-R26");
    let mut scene =
        imperial("revealed A: 7\nrevealed I: 7\nat DL1: Patroller, Dominator, Auxiliary\nstep combat\n")
            .with_dice([1, 6, 1]);
    acts(
        &mut scene,
        &[(IMPERIUM, "pick I-DO-1"), (IMPERIUM, "shoot"), (IMPERIUM, "cease-fire"), (IMPERIUM, "pass")],
    );
    assert_eq!(scene.legal(IMPERIUM), ["coup seize 7", "pass"]);
    assert_eq!(scene.verdict(IMPERIUM, "coup compromise 7"), denied("SB-7.8e"));
    scene.act(IMPERIUM, "coup seize 7");
    let board = &scene.state.board;
    assert!(board.revealed[1].has(Card(7)) && !board.revealed[0].has(Card(7)));
    assert!(!board.discard.has(Card(7)), "somebody still has it");
}
