//! Chapter 8: control, assaults, siege and disruption, income, and the repair of Disruption.

use crate::stage::{ALLIANCE, IMPERIUM, loc, scene};
use laws::{Scene, denied};
use rules::covers;
use star_borders::{Board, Event, Side, StarBorders};

/// The Imperium's turn in scenario D. The Alliance's base and LPs make the match wait for it afterwards.
const IMPERIAL: &str = "active I\nfirst I\nlp 4 0\ncontrol A OM1\n";
/// The Alliance's turn in scenario D; the Imperium's base and LPs make the match wait for it afterwards.
const ALLIED: &str = "active A\nfirst A\nlp 0 4\ncontrol I KP1\n";

fn imperial(rest: &str) -> Scene<StarBorders> {
    scene("D", &format!("{IMPERIAL}{rest}"))
}

fn allied(rest: &str) -> Scene<StarBorders> {
    scene("D", &format!("{ALLIED}{rest}"))
}

/// Whose marker a planet carries, its level, and whether it is Disrupted.
fn marker(scene: &Scene<StarBorders>, id: &str) -> Option<(Side, u8, bool)> {
    let (board, at) = (&scene.state.board, loc(scene, id));
    let owner = Side::BOTH.into_iter().find(|side| board.control[side.index()].has(at))?;
    Some((owner, board.level(at), board.disrupted.has(at)))
}

fn board(scene: &Scene<StarBorders>) -> &Board {
    &scene.state.board
}

const PLAIN: Option<(Side, u8, bool)> = Some((Side::Imperium, 0, false));
const DISRUPTED: Option<(Side, u8, bool)> = Some((Side::Imperium, 0, true));

// --- 8.1 Control

#[test]
fn sb_8_1a_ships_alone_at_an_open_or_unfortified_planet_take_it() {
    covers!("SB-8.1a");
    assert_eq!(marker(&imperial("at DL1: Destroyer\nstep control\n"), "DL1"), PLAIN);
    assert_eq!(marker(&imperial("control A DL1\nat DL1: Destroyer\nstep control\n"), "DL1"), PLAIN);
    // Not where the opponent has ships too, and not without ships.
    assert_eq!(marker(&imperial("at DL1: Destroyer, Scout\nstep control\n"), "DL1"), None);
    assert_eq!(marker(&imperial("at DL10: Destroyer\nstep control\n"), "DL1"), None);
    // Only the active player takes planets.
    assert_eq!(marker(&imperial("at DL1: Scout\nstep control\n"), "DL1"), None);
    let taken = allied("at DL1: Scout\nstep control\n");
    assert_eq!(marker(&taken, "DL1"), Some((Side::Alliance, 0, false)));
}

#[test]
fn sb_8_1b_a_fought_victory_or_a_disrupted_marker_leaves_it_disrupted() {
    covers!("SB-8.1b");
    let mut won = imperial("control A DL1\nat DL1: Dominator, Auxiliary\nstep combat\n").with_dice([1, 6]);
    won.act(IMPERIUM, "fire-at-will");
    assert!(won.events.contains(&Event::Captured {
        side: Side::Imperium,
        at: loc(&won, "DL1"),
        disrupted: true
    }));
    assert_eq!(marker(&won, "DL1"), DISRUPTED);
    let old = imperial("control A DL1!\nat DL1: Destroyer\nstep control\n");
    assert_eq!(marker(&old, "DL1"), DISRUPTED);
    let walked_in = imperial("control A DL1\nat DL1: Destroyer\nstep control\n");
    assert_eq!(marker(&walked_in, "DL1"), PLAIN);
}

#[test]
fn sb_r23_an_enemy_who_slips_away_leaves_the_planet_undamaged() {
    covers!("SB-R23");
    let position = "control A DL1 DL5\nat DL1: Raider, Scout\nstep combat\n";
    let mut cloak_used = imperial(position);
    cloak_used.act(ALLIANCE, "retreat DL5");
    assert_eq!(marker(&cloak_used, "DL1"), PLAIN);
    // One shot is enough, even one that misses: the Scout fires, then leaves in Round 2.
    let mut shot = imperial(position).with_dice([6, 6]);
    shot.act(ALLIANCE, "fight").act(ALLIANCE, "fire-at-will").act(IMPERIUM, "fire-at-will");
    shot.act(ALLIANCE, "retreat DL5");
    assert_eq!(marker(&shot, "DL1"), DISRUPTED);
}

#[test]
fn sb_r23_a_shot_before_the_battle_counts_as_fought() {
    covers!("SB-R23");
    // The Imperium's card 6 shot kills the Scout in Step 0; nobody fires in a Round.
    let mut scene =
        imperial("revealed I: 6\ncontrol A DL1\nat DL1: Raider, Scout\nstep combat\n").with_dice([1, 6]);
    scene.act(IMPERIUM, "missile I-PR-1");
    assert_eq!(marker(&scene, "DL1"), DISRUPTED);
}

#[test]
fn sb_8_1c_retaking_a_listed_base_restores_the_sector_base() {
    covers!("SB-8.1c", "SB-R20");
    let scene = imperial("control A KP1\nat KP1: Destroyer\nstep control\n");
    assert!(scene.game.bases(board(&scene), Side::Imperium).has(loc(&scene, "KP1")));
    assert_eq!(board(&scene).lp[1], 2, "one for the planet, one for the base");
}

#[test]
fn sb_8_1d_a_conquered_base_is_an_ordinary_planet() {
    covers!("SB-8.1d");
    let scene = scene(
        "D",
        "active I\nfirst I\nlp 4 0\ncontrol A OM1 OM2\nat OM1: Destroyer\nat OM2: Scout\nstep control\n",
    );
    assert_eq!(marker(&scene, "OM1"), PLAIN);
    for side in Side::BOTH {
        assert!(scene.game.bases(board(&scene), side).is_empty());
    }
    assert_eq!(board(&scene).lp[1], 1, "an ordinary planet's LP");
}

#[test]
fn sb_8_1e_a_fortified_planet_is_not_taken_in_the_control_step() {
    covers!("SB-8.1e");
    for level in 1..=2 {
        let scene = imperial(&format!("control A DL1+{level}\nat DL1: Destroyer\nstep control\n"));
        assert_eq!(marker(&scene, "DL1"), Some((Side::Alliance, level, false)));
    }
}

#[test]
fn sb_8_1f_control_stays_without_ships() {
    covers!("SB-8.1f");
    let mut scene = scene(
        "A",
        "active I\nfirst I\nlp 4 2\ncontrol I SG1\ncontrol A TH1\nat DL1: Destroyer\nat TH1: Scout\nstep control\n",
    );
    assert_eq!(marker(&scene, "DL1"), PLAIN);
    scene.act(ALLIANCE, "end");
    scene.act(IMPERIUM, "pick I-DE-1").act(IMPERIUM, "go DL10").act(IMPERIUM, "end");
    assert_eq!(marker(&scene, "DL1"), PLAIN, "nobody is there any more");
    scene.act(ALLIANCE, "end");
    assert_eq!(marker(&scene, "DL1"), PLAIN, "the enemy passed it by");
}

#[test]
fn sb_8_1g_only_planets_are_controlled() {
    covers!("SB-8.1g");
    let scene = scene(
        "C",
        "active I\nfirst I\nlp 4 0\ncontrol A TH1\nat ZT8: Destroyer\nat ZT6: Destroyer\nat ZT10: Raider\nat ZT12: Patroller\nstep control\n",
    );
    assert!(board(&scene).control[1].is_empty());
    let game = &scene.game;
    assert_eq!(game.income(board(&scene), Side::Imperium), 1, "the Asteroids while a ship is there");
    assert_eq!(game.open_points(board(&scene), Side::Imperium), 1, "the Nebula while a ship is there");
}

#[test]
fn sb_8_1h_there_are_always_enough_control_markers() {
    covers!("SB-8.1h", "SB-R34");
    let scene = scene(
        "F",
        "active I\nfirst I\nlp 4 0\ncontrol I KP1 KP2 KP3 DL1 DL2 DL3 DL4 DL5 TH2 TH3 OM1 OM2 OM3\n\
         control A TH1\nat TH1: Destroyer\nat TH5: Scout\nstep control\n",
    );
    assert_eq!(board(&scene).control[1].len(), 14, "every planet of the quadrant");
}

#[test]
fn sb_8_1i_disruption_has_one_degree() {
    covers!("SB-8.1i");
    // Disrupted twice over: the old marker was, and a Battle was won. One repair is enough.
    let mut scene = imperial("control I KP1\ncontrol A DL1!\nat DL1: Dominator, Auxiliary\nstep combat\n")
        .with_dice([1, 6]);
    scene.act(IMPERIUM, "fire-at-will");
    assert_eq!(marker(&scene, "DL1"), DISRUPTED);
    scene.act(IMPERIUM, "restore KP1 DL1");
    assert_eq!(marker(&scene, "DL1"), PLAIN);
}

#[test]
fn sb_r38_all_planets_are_taken_at_the_same_time() {
    covers!("SB-R38");
    let scene =
        imperial("control A DL5\nat DL1: Destroyer\nat DL5: Destroyer\nat DL4: Raider\nstep control\n");
    for planet in ["DL1", "DL4", "DL5"] {
        assert_eq!(marker(&scene, planet), PLAIN, "{planet}");
    }
    assert_eq!(board(&scene).lp[1], 3);
}

#[test]
fn sb_r48_ships_that_fled_claim_where_they_stand() {
    covers!("SB-R48");
    // The Raider comes from DL4 and flees back to it: an unowned planet it can now claim.
    let mut fled = imperial("lp 4 1\nat DL4: Raider\nat DL1: Guardship\n").with_dice([1, 2]);
    fled.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL1").act(IMPERIUM, "end");
    fled.act(ALLIANCE, "fire-at-will").act(IMPERIUM, "flee DL4");
    assert_eq!(marker(&fled, "DL4"), PLAIN, "no Battle was won there");
    assert_eq!(marker(&fled, "DL1"), None, "the victor was not the active player");
    // A retreat into Asteroids earns their LP.
    let mut rocks = imperial("lp 4 1\nat DL6: Raider\nat DL5: Guardship\n").with_dice([6, 6]);
    rocks.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL5").act(IMPERIUM, "end");
    rocks.act(ALLIANCE, "fire-at-will").act(IMPERIUM, "fire-at-will").act(ALLIANCE, "fight");
    rocks.act(IMPERIUM, "retreat DL6");
    assert_eq!(board(&rocks).lp[1], 1);
}

// --- 8.2 Planetary Assault

#[test]
fn sb_8_2a_no_assault_where_the_scenario_has_none() {
    covers!("SB-8.2a");
    let position = "active I\nfirst I\nlp 4 0\ncontrol A TH1 TH2+1\nat TH2: Dominator\nstep assault\n";
    assert_eq!(scene("A", position).to_act(), Some(ALLIANCE), "the step was skipped");
    assert_eq!(scene("E", position).to_act(), Some(IMPERIUM));
}

#[test]
fn sb_8_2b_fortified_enemy_planets_without_enemy_ships_and_with_a_rating() {
    covers!("SB-8.2b");
    let asked = |rest: &str| imperial(&format!("{rest}\nstep assault\n")).to_act();
    assert_eq!(asked("control A DL1+1\nat DL1: Specter"), Some(IMPERIUM));
    assert_eq!(asked("control A DL1+1\nat DL1: Destroyer"), Some(ALLIANCE), "no rating");
    assert_eq!(asked("control A DL1+1\nat DL1: Specter*"), Some(ALLIANCE), "no rating when damaged");
    assert_eq!(asked("control A DL1+1\nat DL1: Specter, Scout"), Some(ALLIANCE), "defended by a ship");
    assert_eq!(asked("control A DL1\nat DL1: Specter"), Some(ALLIANCE), "not fortified");
    assert_eq!(asked("control I DL1+1\nat DL1: Specter"), Some(ALLIANCE), "his own");
    assert_eq!(asked("control A DL1+1\nat DL5: Specter"), Some(ALLIANCE), "elsewhere");
    assert_eq!(asked("revealed I: 9\ncontrol A DL1+1\nat DL1: Destroyer"), Some(IMPERIUM), "card 9");
    // Where there is a choice, the ineligible are denied.
    let scene = imperial(
        "control A DL1+1 DL2+1 DL5+1 DL4\nat DL1: Specter\nat DL2: Destroyer\nat DL5: Dominator, Scout\nat DL4: Raider\nstep assault\n",
    );
    for planet in ["DL2", "DL5", "DL4", "OM1"] {
        assert_eq!(scene.verdict(IMPERIUM, &format!("assault {planet}")), denied("SB-8.2b"), "{planet}");
    }
    assert_eq!(scene.legal(IMPERIUM), ["assault DL1", "pass"]);
}

#[test]
fn sb_8_2c_the_count_is_the_sum_of_ratings() {
    covers!("SB-8.2c", "SB-R01");
    let level_after = |ships: &str, extra: &str, die: u32| {
        let mut scene =
            imperial(&format!("{extra}control A DL1+2\nat DL1: {ships}\nstep assault\n")).with_dice([die]);
        scene.act(IMPERIUM, "assault DL1");
        marker(&scene, "DL1").expect("a marker").1
    };
    for (ships, extra, count) in [
        ("Specter", "", 1),
        ("Dominator*, Destroyer", "", 2),
        ("Dominator, Raider", "", 4),
        ("Dominator, Specter", "", 5),
        ("Raider", "revealed I: 9\n", 2),
        ("Imperator, Specter", "revealed I: 9\n", 4),
    ] {
        assert_eq!(level_after(ships, extra, count), 1, "{ships}: a roll of {count} succeeds");
        assert_eq!(level_after(ships, extra, count + 1), 2, "{ships}: a roll above {count} fails");
    }
}

#[test]
fn sb_8_2d_two_dice_and_the_higher_against_a_sector_base() {
    covers!("SB-8.2d");
    let assault = |dice: [u32; 2]| {
        let mut scene = imperial("control A OM1+2\nat OM1: Dominator\nstep assault\n").with_dice(dice);
        scene.act(IMPERIUM, "assault OM1");
        marker(&scene, "OM1").expect("a marker").1
    };
    assert_eq!(assault([1, 5]), 2);
    assert_eq!(assault([5, 1]), 2);
    assert_eq!(assault([4, 4]), 1);
    // A conquered base is an ordinary planet: one die for its old owner.
    let mut own = allied("control I OM1+1\nat OM1: Starship\nstep assault\n").with_dice([2]);
    own.act(ALLIANCE, "assault OM1");
    assert_eq!(marker(&own, "OM1").expect("a marker").1, 0);
}

#[test]
fn sb_8_2e_success_takes_one_level_and_failure_none() {
    covers!("SB-8.2e");
    let mut hit = imperial("control A OM1+3\nat OM1: Dominator\nstep assault\n").with_dice([1, 1]);
    hit.act(IMPERIUM, "assault OM1");
    assert_eq!(marker(&hit, "OM1"), Some((Side::Alliance, 2, false)), "one level however low the roll");
    let mut miss = imperial("control A OM1+3\nat OM1: Dominator\nstep assault\n").with_dice([5, 5]);
    miss.act(IMPERIUM, "assault OM1");
    assert_eq!(marker(&miss, "OM1"), Some((Side::Alliance, 3, false)));
}

#[test]
fn sb_8_2f_only_the_last_level_leaves_a_disrupted_marker() {
    covers!("SB-8.2f", "SB-R30");
    let assault = |level: u8| {
        let position =
            format!("forts 2 0\nfortresses 0 0\ncontrol A DL1+{level}\nat DL1: Dominator\nstep assault\n");
        let mut scene = imperial(&position).with_dice([4]);
        scene.act(IMPERIUM, "assault DL1");
        (marker(&scene, "DL1"), board(&scene).fort_stock[0], board(&scene).fortress_stock[0])
    };
    assert_eq!(assault(2), (Some((Side::Alliance, 1, false)), 2, 0));
    assert_eq!(assault(1), (Some((Side::Alliance, 0, true)), 3, 0), "the marker is back in Stock");
    let mut base = imperial(
        "forts 2 0\nfortresses 0 0\ncontrol A OM1+1\nat OM1: Dominator\nat OM3: Scout\nstep assault\n",
    )
    .with_dice([4, 4]);
    base.act(IMPERIUM, "assault OM1");
    assert_eq!(marker(&base, "OM1"), Some((Side::Alliance, 0, true)));
    assert_eq!((board(&base).fort_stock[0], board(&base).fortress_stock[0]), (2, 1), "the Fortress marker");
    assert!(base.game.bases(board(&base), Side::Alliance).has(loc(&base, "OM1")), "still a Sector Base");
}

#[test]
fn sb_8_2g_one_assault_per_planet_and_turn() {
    covers!("SB-8.2g");
    let mut scene =
        imperial("control A DL1+2 DL2+1\nat DL1: Dominator\nat DL2: Specter\nstep assault\n").with_dice([1]);
    scene.act(IMPERIUM, "assault DL1");
    assert_eq!(scene.verdict(IMPERIUM, "assault DL1"), denied("SB-8.2g"));
    assert_eq!(scene.legal(IMPERIUM), ["assault DL2", "pass"]);
}

#[test]
fn sb_8_2h_a_stripped_planet_falls_in_the_next_control_step() {
    covers!("SB-8.2h");
    let mut scene = scene(
        "D",
        "active I\nfirst I\nlp 4 0\ncontrol A OM1 DL1+1\ncontrol I KP1\nat DL1: Dominator\nstep combat\n",
    )
    .with_dice([6, 4, 1, 2]);
    scene.act(ALLIANCE, "fire-base").act(IMPERIUM, "assault DL1");
    assert_eq!(marker(&scene, "DL1"), Some((Side::Alliance, 0, true)), "still the Alliance's");
    // The Alliance's turn passes (its base cannot repair a Besieged planet), then the initiative roll.
    scene.act(ALLIANCE, "pass");
    assert_eq!(board(&scene).active, Side::Imperium);
    assert_eq!(marker(&scene, "DL1"), Some((Side::Alliance, 0, true)));
    scene.act(IMPERIUM, "pass").act(IMPERIUM, "end");
    assert_eq!(marker(&scene, "DL1"), DISRUPTED);
}

// --- 8.3 Siege and disruption

#[test]
fn sb_8_3a_a_besieged_or_disrupted_planet_is_good_for_nothing() {
    covers!("SB-8.3a");
    let position = "active A\nfirst A\nlp 8 0\ncontrol A OM1 DL1 DL2! DL5\nat DL1: Starship*\nat DL2: A-ST-2:Starship*\nat DL5: Raider\n";
    let mut scene = scene("D", position);
    assert_eq!(scene.verdict(ALLIANCE, "fortify DL2"), denied("SB-5.4b"), "Disrupted");
    assert_eq!(scene.verdict(ALLIANCE, "fortify DL5"), denied("SB-5.4b"), "Besieged");
    assert_eq!(scene.verdict(ALLIANCE, "fortify DL1"), Ok(()));
    assert_eq!(scene.verdict(ALLIANCE, "repair A-ST-2 planet"), denied("SB-5.3b"), "Disrupted");
    assert_eq!(scene.verdict(ALLIANCE, "repair A-ST-1 planet"), Ok(()));
    let game = &scene.game;
    assert_eq!(game.income(board(&scene), Side::Alliance), 3, "OM1 with its base, and DL1");
    assert_eq!(game.open_points(board(&scene), Side::Alliance), 2, "OM1 and DL1");
    scene.act(ALLIANCE, "repair A-ST-1 planet");
    let besieged = crate::stage::scene("D", "active A\nlp 8 0\ncontrol A DL1\nat DL1: Starship*, Raider\n");
    assert_eq!(besieged.verdict(ALLIANCE, "repair A-ST-1 planet"), denied("SB-5.3b"), "Besieged");
}

#[test]
fn sb_8_3b_it_still_stops_the_enemy_and_bars_his_retreat() {
    covers!("SB-8.3b");
    for state in ["control A DL1!", "control A DL1\nat DL1: Patroller", "control A DL1!\nat DL1: Patroller"] {
        // The Raider enters DL1 from DL10 and cannot go on.
        let mut stop = imperial(&format!("lp 4 4\n{state}\nat DL10: Raider\nat KP1: Destroyer\n"));
        let raider = if state.contains("Patroller") { "I-PR-2" } else { "I-PR-1" };
        stop.act(IMPERIUM, &format!("pick {raider}")).act(IMPERIUM, "go DL1");
        assert_eq!(stop.verdict(IMPERIUM, &format!("pick {raider}")), denied("SB-6.1l"), "{state}");
        // Nor can it be fled to from DL4.
        let battle = imperial(&format!("{state}\nat DL4: Destroyer, Guardship\nstep combat\n"));
        let targets = battle.game.retreat_targets(board(&battle), Side::Imperium);
        assert!(!targets.has(loc(&battle, "DL1")), "{state}");
    }
}

#[test]
fn sb_8_3c_besieged_and_disrupted_is_no_worse_than_either() {
    covers!("SB-8.3c");
    let income = |state: &str| {
        let scene = scene("D", &format!("active A\nlp 8 0\ncontrol A OM1 {state}"));
        let game = &scene.game;
        (game.income(board(&scene), Side::Alliance), game.open_points(board(&scene), Side::Alliance))
    };
    let [disrupted, besieged, both] =
        ["DL1!\n", "DL1\nat DL1: Raider\n", "DL1!\nat DL1: Raider\n"].map(income);
    assert_eq!([disrupted, besieged, both], [(2, 1); 3]);
}

#[test]
fn sb_8_3d_a_disrupted_planet_without_enemies_is_a_safe_refuge() {
    covers!("SB-8.3d");
    let battle = |refuge: &str| imperial(&format!("{refuge}\nat DL1: Raider, Scout\nstep combat\n"));
    assert_eq!(battle("control A DL5!").verdict(ALLIANCE, "retreat DL5"), Ok(()));
    let besieged = battle("control A DL4 DL5!\nat DL5: Destroyer");
    assert_eq!(besieged.verdict(ALLIANCE, "retreat DL5"), denied("SB-7.3h"), "an enemy is there");
    assert_eq!(besieged.verdict(ALLIANCE, "retreat DL4"), Ok(()));
    assert_eq!(besieged.verdict(ALLIANCE, "retreat DL10"), denied("SB-7.3g"), "nothing friendly there");
}

#[test]
fn sb_8_3e_what_a_besieged_or_disrupted_base_can_do() {
    covers!("SB-8.3e");
    let base = |marker: &str, step: &str| {
        scene(
            "D",
            &format!(
                "active A\nlp 8 0\n{marker}\neliminated: Scout\nhand A: 11\nat OM3: Starship\ncontrol A DL2!\n{step}\n"
            ),
        )
    };
    let (besieged, disrupted) = ("control A OM1\nat OM1: Raider", "control A OM1!");
    assert_eq!(base(besieged, "step card").verdict(ALLIANCE, "buy"), denied("SB-5.1b"));
    assert_eq!(base(disrupted, "step card").verdict(ALLIANCE, "buy"), Ok(()));
    let replace = "replace Scout OM1";
    assert_eq!(base(besieged, "").verdict(ALLIANCE, replace), denied("SB-5.2e"));
    assert_eq!(base(disrupted, "").verdict(ALLIANCE, replace), Ok(()));
    for state in [besieged, disrupted] {
        let scene = base(state, "");
        assert_eq!(scene.game.income(board(&scene), Side::Alliance), 0, "{state}");
    }
    let healthy = base("control A OM1", "");
    assert_eq!(healthy.game.income(board(&healthy), Side::Alliance), 2);
    let pacify = "step pacify";
    assert_eq!(base(disrupted, pacify).verdict(ALLIANCE, "restore OM1 DL2"), Ok(()));
    let two = "control A OM1 TH1\nat OM1: Raider";
    let scene = scene(
        "F",
        &format!("active A\nfirst A\nlp 8 4\n{two}\ncontrol A TH2!\ncontrol I KP1\nstep pacify\n"),
    );
    assert_eq!(scene.verdict(ALLIANCE, "restore OM1 TH2"), denied("SB-8.5c"), "the Besieged base");
    assert_eq!(scene.verdict(ALLIANCE, "restore TH1 TH2"), Ok(()));
}

// --- 8.4 Income

#[test]
fn sb_8_4a_unspent_lps_are_lost_and_honor_is_not() {
    covers!("SB-8.4a");
    let scene = scene("D", "active I\nfirst I\nlp 4 5\nhonor 3\ncontrol A OM1\ncontrol I DL1\nstep income\n");
    assert_eq!((board(&scene).lp, board(&scene).honor), ([4, 1], 3), "the Alliance's LPs stay too");
}

#[test]
fn sb_8_4b_income_is_planets_asteroids_and_bases() {
    covers!("SB-8.4b");
    let income = |rest: &str| imperial(&format!("{rest}\nstep income\n")).state.board.lp[1];
    assert_eq!(income(""), 0);
    assert_eq!(income("control I DL1"), 1);
    assert_eq!(income("control I KP1"), 2, "a Sector Base counts twice");
    assert_eq!(income("control I KP1 DL1 DL5!\nat DL6: Raider, Raider"), 4, "one for the Asteroids");
    assert_eq!(income("control I KP1 DL1\nat DL1: Scout"), 2, "DL1 is Besieged");
    assert_eq!(income("control I KP1\nat KP1: Scout"), 0, "so is the base");
    assert_eq!(income("at DL9: Raider\nat DL10: Raider"), 0, "Wormholes and Deep Space give nothing");
}

#[test]
fn sb_r19_every_available_base_gives_its_own_lp() {
    covers!("SB-R19");
    let income = |control: &str| {
        let position =
            format!("active A\nfirst A\nlp 0 4\ncontrol A {control}\ncontrol I KP1\nstep income\n");
        scene("F", &position).state.board.lp[0]
    };
    assert_eq!(income("TH1 OM1"), 4);
    assert_eq!(income("TH1"), 2);
}

#[test]
fn sb_8_4c_income_stops_at_the_capacity() {
    covers!("SB-8.4c", "SB-R02");
    let imperial = imperial("control I KP1 KP2 KP3 DL1 DL2\nstep income\n");
    assert_eq!(board(&imperial).lp[1], 6, "exactly 6");
    let more =
        crate::stage::scene("D", &format!("{IMPERIAL}control I KP1 KP2 KP3 DL1 DL2 DL3\nstep income\n"));
    assert_eq!(board(&more).lp[1], 6, "7 is too much for the Imperium");
    let allied = |planets: &str| allied(&format!("control A {planets}\nstep income\n")).state.board.lp[0];
    assert_eq!(allied("OM1 OM2 OM3 DL1 DL2 DL3"), 7);
    assert_eq!(allied("OM1 OM2 OM3 DL1 DL2 DL3 DL4 DL5"), 8, "9 is too much for the Alliance");
}

#[test]
fn sb_8_4d_the_audit_takes_one_after_the_limit() {
    covers!("SB-8.4d");
    let income = |rest: &str| imperial(&format!("penalty I: 11\n{rest}\nstep income\n")).state.board.lp[1];
    assert_eq!(income("control I KP1 KP2 KP3 DL1 DL2 DL3"), 5, "7, limited to 6, less 1");
    assert_eq!(income("control I DL1"), 0);
    assert_eq!(income(""), 0, "not below 0");
    let other = imperial("penalty A: 11\ncontrol I DL1\nstep income\n");
    assert_eq!(board(&other).lp[1], 1, "the card lies in front of the other player");
}

#[test]
fn sb_8_4e_the_income_pays_the_next_turn_and_repairs_at_once() {
    covers!("SB-8.4e");
    let mut scene = scene(
        "A",
        "active A\nfirst A\nlp 0 4\ncontrol A TH1 TH2!\ncontrol I SG1\nat SG1: Destroyer\nat TH1: Scout\nstep income\n",
    );
    assert_eq!(board(&scene).lp[0], 2);
    scene.act(ALLIANCE, "restore TH1 TH2");
    assert_eq!(board(&scene).lp[0], 1, "paid from the income just gained");
    scene.act(IMPERIUM, "end");
    assert_eq!((scene.to_act(), board(&scene).lp[0]), (Some(ALLIANCE), 1));
    assert_eq!(scene.verdict(ALLIANCE, "pick A-SE-1"), Ok(()));
}

#[test]
fn sb_8_4f_both_sides_live_off_the_same_asteroids() {
    covers!("SB-8.4f");
    let scene = imperial("at DL6: Raider, Scout\nstep income\n");
    assert_eq!(scene.game.income(board(&scene), Side::Alliance), 3, "OM1 with its base, and the Asteroids");
    assert_eq!(board(&scene).lp[1], 1);
}

// --- 8.5 Repairing Disruption

#[test]
fn sb_8_5a_only_own_planets_without_enemies_are_repaired() {
    covers!("SB-8.5a");
    let scene = imperial("control I KP1 DL1! DL2! DL3\ncontrol A DL5!\nat DL2: Scout\nstep pacify\n");
    assert_eq!(scene.verdict(IMPERIUM, "restore KP1 DL2"), denied("SB-8.5a"), "Besieged");
    assert_eq!(scene.verdict(IMPERIUM, "restore KP1 DL3"), denied("SB-8.5a"), "not Disrupted");
    assert_eq!(scene.verdict(IMPERIUM, "restore KP1 DL5"), denied("SB-8.5a"), "the enemy's");
    assert_eq!(scene.legal(IMPERIUM), ["restore KP1 DL1", "pass"]);
}

#[test]
fn sb_8_5b_an_rs_ship_repairs_for_nothing() {
    covers!("SB-8.5b");
    let position = "control I DL1! DL2! DL4! DL5!\nat DL1: Patroller\nat DL2: Raider\nat DL4: Patroller, Scout\nstep income\n";
    let mut scene = imperial(position);
    assert_eq!(scene.legal(IMPERIUM), ["refit DL1", "pass"]);
    assert_eq!(scene.try_act(IMPERIUM, "refit DL2"), denied("SB-8.5b"), "a Raider has no symbol");
    assert_eq!(scene.try_act(IMPERIUM, "refit DL4"), denied("SB-8.5a"), "Besieged");
    assert_eq!(scene.try_act(IMPERIUM, "refit DL5"), denied("SB-8.5b"), "no ship there");
    assert_eq!(scene.try_act(IMPERIUM, "refit DL3"), denied("SB-8.5a"), "not Disrupted");
    scene.act(IMPERIUM, "refit DL1");
    assert_eq!(
        scene.events[0],
        Event::Restored { at: loc(&scene, "DL1"), price: star_borders::Price::default() }
    );
    assert_eq!(marker(&scene, "DL1"), PLAIN, "a Patroller has the symbol");
    assert_eq!(marker(&scene, "DL2"), DISRUPTED, "a Raider has not");
    assert_eq!(marker(&scene, "DL4"), DISRUPTED, "Besieged");
    assert_eq!(marker(&scene, "DL5"), DISRUPTED, "nobody there");
    assert_eq!(board(&scene).lp[1], 0, "too late for this income");
    // It is an option.
    let mut declined = imperial(position);
    declined.act(IMPERIUM, "pass");
    assert_eq!((marker(&declined, "DL1"), declined.to_act()), (DISRUPTED, Some(ALLIANCE)));
}

#[test]
fn sb_r51_repairing_a_ship_does_not_bar_the_free_repair() {
    covers!("SB-R51");
    let mut scene = scene(
        "D",
        "active A\nfirst A\nlp 2 4\ncontrol A DL1!\ncontrol I KP1\nat DL1: Starship*, Auxiliary\nat DL2: Scout\n",
    );
    scene.act(ALLIANCE, "repair A-ST-1 A-AG-1").act(ALLIANCE, "end").act(ALLIANCE, "refit DL1");
    assert_eq!(marker(&scene, "DL1"), Some((Side::Alliance, 0, false)));
}

#[test]
fn sb_r52_a_base_mended_by_a_ship_repairs_for_nothing_at_once() {
    covers!("SB-R52");
    let mut scene = imperial("control I KP1! DL1!\nat KP1: Patroller\nstep income\n");
    assert_eq!(board(&scene).lp[1], 0, "a Disrupted base earned nothing");
    assert_eq!(scene.legal(IMPERIUM), ["refit KP1", "pass"]);
    scene.act(IMPERIUM, "refit KP1");
    assert_eq!(scene.legal(IMPERIUM), ["restore KP1 DL1", "pass"]);
    scene.act(IMPERIUM, "restore KP1 DL1");
    assert_eq!(marker(&scene, "DL1"), PLAIN);
    // Without the ship it would cost the LP it has not got.
    let poor = imperial("control I KP1! DL1!\nstep income\n");
    assert_eq!((poor.to_act(), marker(&poor, "DL1")), (Some(ALLIANCE), DISRUPTED));
}

#[test]
fn sb_8_5c_every_open_base_repairs_one_planet_itself_included() {
    covers!("SB-8.5c");
    let position = "active A\nfirst A\nlp 8 4\ncontrol A TH1! OM1 TH2! OM2!\ncontrol I KP1\nstep pacify\n";
    let mut scene = scene("F", position);
    scene.act(ALLIANCE, "restore TH1 TH1");
    assert_eq!(scene.verdict(ALLIANCE, "restore TH1 TH2"), denied("SB-8.5c"), "one planet each");
    assert_eq!(scene.verdict(ALLIANCE, "restore OM2 TH2"), denied("SB-8.5c"), "not a Sector Base");
    scene.act(ALLIANCE, "restore OM1 TH2");
    assert_eq!(scene.to_act(), Some(IMPERIUM), "no base is left");
    assert_eq!(marker(&scene, "OM2"), Some((Side::Alliance, 0, true)));
    assert_eq!(board(&scene).lp[0], 6);
}

#[test]
fn sb_8_5d_the_alliance_pays_and_a_sound_imperium_base_does_not() {
    covers!("SB-8.5d", "SB-R25", "SB-11.2h");
    let mut allied = allied("lp 3 4\ncontrol A OM1 DL1!\nstep pacify\n");
    allied.act(ALLIANCE, "restore OM1 DL1");
    assert_eq!(board(&allied).lp[0], 2);
    let mut sound = imperial("lp 4 3\ncontrol I KP1 DL1!\nstep pacify\n");
    sound.act(IMPERIUM, "restore KP1 DL1");
    assert_eq!((board(&sound).lp[1], marker(&sound, "DL1")), (3, PLAIN));
    let mut shaken = imperial("lp 4 3\ncontrol I KP1! DL1!\nstep pacify\n");
    shaken.act(IMPERIUM, "restore KP1 DL1");
    assert_eq!((board(&shaken).lp[1], marker(&shaken, "DL1")), (2, PLAIN), "a Disrupted base pays");
    let mut itself = imperial("lp 4 3\ncontrol I KP1! DL1!\nstep pacify\n");
    itself.act(IMPERIUM, "restore KP1 KP1");
    assert_eq!((board(&itself).lp[1], marker(&itself, "KP1")), (2, PLAIN));
}

#[test]
fn sb_8_5e_base_repairs_are_optional_and_need_their_price() {
    covers!("SB-8.5e");
    let mut declined = imperial("control I KP1 DL1!\nstep pacify\n");
    declined.act(IMPERIUM, "pass");
    assert_eq!(marker(&declined, "DL1"), DISRUPTED);
    let mut proud = imperial("honor 1\ncontrol I KP1! DL1!\nstep pacify\n");
    assert_eq!(proud.verdict(IMPERIUM, "restore KP1 DL1"), denied("SB-8.5e"), "no LP");
    proud.act(IMPERIUM, "restore KP1 DL1 honor");
    assert_eq!((board(&proud).honor, marker(&proud, "DL1")), (0, PLAIN));
    let broke = allied("control A OM1! DL1!\nstep pacify\n");
    assert_eq!(broke.to_act(), Some(IMPERIUM), "nothing can be paid");
    // The price is judged repair by repair: a base restored by the other one works for free at once.
    let mut file = StarBorders::file("D").expect("a printed scenario");
    file.sides.imperium.control.retain(|planet| planet.0 != "KP2");
    file.sides.imperium.bases.push(star_borders::scenario_file::LocName("KP2".into()));
    let game = StarBorders::check("D", &file).expect("a sound scenario");
    let mut two = Scene::at(game, &format!("{IMPERIAL}control I KP1 KP2! DL1!\nstep pacify\n"));
    assert_eq!(two.verdict(IMPERIUM, "restore KP2 DL1"), denied("SB-8.5e"), "KP2 is Disrupted");
    two.act(IMPERIUM, "restore KP1 KP2").act(IMPERIUM, "restore KP2 DL1");
    assert_eq!(marker(&two, "DL1"), PLAIN);
    let sound = imperial("honor 1\ncontrol I KP1 DL1!\nstep pacify\n");
    assert_eq!(sound.verdict(IMPERIUM, "restore KP1 DL1 honor"), denied("SB-8.5e"), "nothing is due");
}

#[test]
fn sb_r54_honor_or_lp_is_a_choice_only_when_disruption_is_repaired() {
    covers!("SB-R54");
    let position = "lp 4 1\nhonor 6\ncontrol I KP1! DL1!\nstep pacify\n";
    let mut honor = imperial(position);
    honor.act(IMPERIUM, "restore KP1 DL1 honor");
    assert_eq!((board(&honor).lp[1], board(&honor).honor), (1, 5));
    let mut lp = imperial(position);
    lp.act(IMPERIUM, "restore KP1 DL1");
    assert_eq!((board(&lp).lp[1], board(&lp).honor), (0, 6));
    // Elsewhere LPs go first.
    let mut moved = imperial("lp 4 1\nhonor 2\nat KP1: Destroyer, Patroller\n");
    moved.act(IMPERIUM, "pick I-DE-1").act(IMPERIUM, "go KP7");
    assert_eq!((board(&moved).lp[1], board(&moved).honor), (0, 2));
    moved.act(IMPERIUM, "pick I-DE-1").act(IMPERIUM, "go KP1");
    assert_eq!((board(&moved).lp[1], board(&moved).honor), (0, 1));
}
