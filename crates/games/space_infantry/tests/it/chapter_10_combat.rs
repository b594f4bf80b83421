//! Chapter 10: combat; and the technologies of chapter 11 that act in it.

use laws::denied;
use rules::covers;
use space_infantry::{Event, Race};

use crate::stage::{Stage, actions, token};

/// Dice of a combat of a race in a space.
fn dice(lines: &str, race: Race, at: &str) -> u8 {
    let stage = actions(lines);
    stage.game.combat_dice(&stage.state.board, race, stage.game.space(at).expect("a space"))
}

/// The Flesh Eaters attack Sol.
fn attack(lines: &str) -> Stage {
    token("FE-advance-1", &format!("war FE 3\n{lines}"))
}

#[test]
fn si_10_0b_one_combat_is_one_race_in_one_space() {
    covers!("SI-10.0b", "SI-10.0a", "SI-R-29");
    let mut stage = actions("stored: MAN\nat FE1: flagship\nat SOL: FE scout, ME scout, ME raider\n");
    stage.act("move flagship FE1 SOL");
    assert_eq!(stage.dice(), 4, "the Scout of the Flesh Eaters alone");
    stage.chance("combat 5 1 1 1");
    assert_eq!(stage.dice(), 2, "then both fleets of the Mercenaries: 5 - 2 - 1");
    let shared = token("FE-press-1", "at FE5: flagship, FE scout\nat FE4: mine\n");
    assert!(shared.done(), "sharing a space from before is no combat");
}

#[test]
fn si_10_0e_a_combat_without_fleets_or_assets_is_dropped() {
    covers!("SI-10.0e");
    // Two combats of one race; the pursuit of the first one takes the only asset out of the second space.
    let mut stage = attack("at SOL: flagship\nat CUA: base build\nat FE1: FE scout\nat FE2: FE raider\n");
    assert_eq!(stage.verdict("fight APC"), denied("SI-10.0e"));
    stage.act("fight SOL").chance("combat 1 1 1 1");
    assert_eq!(stage.here("SOL"), "", "the Flagship is lost, the Scout pushed");
    assert_eq!(stage.dice(), 3, "Cuaetera");
}

#[test]
fn si_10_1a_five_dice_less_the_strongest_and_further_fleets() {
    covers!("SI-10.1a", "SI-10.1e");
    assert_eq!(dice("at SOL: FE scout\n", Race::Fe, "SOL"), 4);
    assert_eq!(dice("at SOL: FE scout, FE raider\n", Race::Fe, "SOL"), 2);
    assert_eq!(dice("at SOL: CT doom, CT armada\n", Race::Ct, "SOL"), 1, "never fewer than one");
    assert_eq!(
        dice("at SOL: FE scout, mine_up*3, sol_defense\n", Race::Fe, "SOL"),
        5,
        "never more than five"
    );
}

#[test]
fn si_10_1b_strike_icons_in_the_space() {
    covers!("SI-10.1b", "SI-R-37");
    assert_eq!(dice("at SOL: FE armada, flagship, mine\n", Race::Fe, "SOL"), 1, "Guards add nothing");
    assert_eq!(dice("at SOL: FE armada, mine_up*2\n", Race::Fe, "SOL"), 3);
    assert_eq!(dice("at SOL: FE armada, sol_defense\n", Race::Fe, "SOL"), 2);
    assert_eq!(dice("at APC: FE armada from FE3, base build\n", Race::Fe, "APC"), 1);
    assert_eq!(dice("at APC: FE armada from FE3, base_up build\n", Race::Fe, "APC"), 2);
    assert_eq!(dice("at APC: FE armada from FE3, base defense\n", Race::Fe, "APC"), 2);
    assert_eq!(dice("at SOL: FE armada\nat FE1: mine_up\n", Race::Fe, "SOL"), 1, "not from next door");
}

#[test]
fn si_10_1c_command_icons_also_from_adjacent_spaces() {
    covers!("SI-10.1c", "SI-R-48");
    let ally = "discovered: warp_gates patrol_routes\nat SAE: base warp_research\n";
    assert_eq!(dice("at FE1: FE armada, flagship\nat SOL: sol_defense_up\n", Race::Fe, "FE1"), 2);
    assert_eq!(
        dice("at FE2: FE armada, mine\nat SOL: sol_defense_up\n", Race::Fe, "FE2"),
        1,
        "two spaces away"
    );
    assert_eq!(dice(&format!("{ally}at FE1: FE armada, ally\n"), Race::Fe, "FE1"), 2);
    assert_eq!(
        dice(&format!("{ally}at FE1: FE armada, mine\nat CY1: ally\n"), Race::Fe, "FE1"),
        1,
        "Patrol Routes do not count"
    );
    assert_eq!(dice("at FE2: FE armada, mine\nat APC: base_up defense\n", Race::Fe, "FE2"), 2);
}

#[test]
fn si_10_1d_missiles_and_defensive_systems() {
    covers!("SI-10.1d", "SI-11.1.2", "SI-11.2.4");
    assert_eq!(dice("at SOL: FE raider\ndiscovered: missiles\n", Race::Fe, "SOL"), 4);
    assert_eq!(dice("at SOL: CY scout\ntech CY: adv_defense\n", Race::Cy, "SOL"), 2);
    assert_eq!(dice("at SOL: CY scout\ntech CY: adv_defense enhanced_tech\n", Race::Cy, "SOL"), 1);
    assert_eq!(dice("at SOL: FE scout, flagship\ndiscovered: missiles\n", Race::Fe, "SOL"), 5);
}

#[test]
fn si_10_1f_out_maneuver_up_to_five_dice_after_the_minimum() {
    covers!("SI-10.1f", "SI-12.4", "SI-R-30", "SI-7.3.1.2.2");
    let mut stage =
        token("CT-advance-1", "war CT 3\nat SOL: flagship\nat CT1: CT armada\nstored: MAN*2 BUI\n");
    assert_eq!(stage.legal(), ["out_maneuver 0", "out_maneuver 1", "out_maneuver 2"]);
    assert_eq!(stage.verdict("out_maneuver 3"), denied("SI-7.3b"));
    stage.act("out_maneuver 2");
    assert_eq!((stage.dice(), stage.pool("MAN")), (3, 3));
    let many = attack("at SOL: flagship, sol_defense\nat FE1: FE raider\nstored: MAN*3\n");
    assert_eq!(many.verdict("out_maneuver 2"), denied("SI-10.1f"), "4 and 1 are five");
    assert_eq!(many.verdict("out_maneuver 1"), Ok(()));
    let full = attack("at SOL: flagship, sol_defense\nat FE1: FE scout\nstored: MAN*3\n");
    assert_eq!(full.dice(), 5, "no question with five dice");
}

#[test]
fn si_10_1g_targeting_and_distortion_improve_each_die() {
    covers!("SI-10.1g", "SI-10.2a", "SI-10.2b", "SI-R-31", "SI-11.1.1", "SI-11.1.8");
    let hits = |lines: &str, faces: &str| {
        let mut stage = attack(&format!("{lines}at SOL: flagship\nat FE1: FE raider\n"));
        stage.chance(&format!("combat {faces}"));
        stage.events.iter().find_map(|event| match event {
            Event::HitsScored { hits } => Some(*hits),
            _ => None,
        })
    };
    let white = "at ASC: base warp_research\n";
    assert_eq!(hits("", "4 5 6"), Some(2));
    assert_eq!(hits("discovered: targeting\n", "4 6 2"), Some(3));
    assert_eq!(
        hits(&format!("{white}discovered: warp_gates distortion\n"), "4 6 2"),
        Some(2),
        "a 7 is two hits with Targeting only"
    );
    assert_eq!(
        hits(&format!("{white}discovered: warp_gates distortion targeting\n"), "5 3 2"),
        Some(3),
        "7, 5 and 4"
    );
}

#[test]
fn si_10_1h_the_dice_may_be_thrown_again_before_they_count() {
    covers!("SI-10.1h", "SI-12.3", "SI-7.3.1.4.4");
    let mut stage = attack("at SOL: flagship\nat FE1: FE scout\nstored: ESP*2\n");
    stage.chance("combat 1 1 1 1");
    assert_eq!(stage.legal(), ["accept", "reroll"]);
    stage.act("reroll").chance("combat 2 2 2 2");
    assert_eq!(stage.legal(), ["accept", "reroll"], "repeatable");
    stage.act("reroll").chance("combat 6 1 1 1");
    assert_eq!((stage.line("sacrificed").as_str(), stage.here("FE1").as_str()), ("ESP*2", "FE scout"));
}

#[test]
fn si_10_1i_plunder_costs_a_resource_for_each_combat() {
    covers!("SI-10.1i", "SI-11.2.12a", "SI-11.2.12b", "SI-11.2.12c");
    let lines = "war ME 3\ntech ME: plunder\nat SOL: flagship\nat ME1: ME scout\n";
    let mut stage =
        token("ME-advance-1", &format!("{lines}stored: BUI DIP\nembassy FE\ntrack left: 3 RES\n"));
    stage.chance("combat 5 1 1 1");
    assert_eq!(stage.legal(), ["give BUI", "give DIP", "give embassy FE"]);
    assert_eq!(stage.verdict("give track left 3 RES"), denied("SI-11.2.12a"));
    stage.act("give embassy FE");
    assert_eq!((stage.line("embassy").as_str(), stage.here("ME1").as_str()), ("", "ME scout"));
    let mut track = token("ME-advance-1", &format!("{lines}track left: 3 RES, 5 MAN\n"));
    track.chance("combat 5 1 1 1");
    assert_eq!(track.legal(), ["give track left 3 RES", "give track left 5 MAN"]);
    track.act("give track left 5 MAN");
    assert_eq!(track.line("track left"), "3 RES");
    let mut none = token("ME-advance-1", lines);
    none.chance("combat 5 1 1 1");
    assert!(none.done());
    let mut column = token("ME-advance-1", &format!("{lines}column middle\ntrack middle: 2 RES\n"));
    column.chance("combat 5 1 1 1");
    assert_eq!((column.line("column").as_str(), column.pool("RES")), ("", 3), "its column closes");
}

#[test]
fn si_10_2c_every_fleet_retreats_by_the_hits() {
    covers!("SI-10.2c", "SI-10.2d");
    let mut stage = attack("at SOL: flagship, sol_defense_up\nat FE1: FE raider, FE armada\n");
    assert_eq!(stage.dice(), 1);
    stage.chance("combat 6");
    assert_eq!(stage.here("FE1"), "FE raider, FE armada", "from Sol to space 1");
    let mut named = attack("at APC: base_up build\nat FE3: FE raider\n");
    named.chance("combat 5 6 1 1");
    assert_eq!(named.here("FE4"), "FE raider", "to where it came from, then outward");
}

#[test]
fn si_10_2e_a_blocked_retreat_counts_as_hits() {
    covers!("SI-10.2e", "SI-10.2f");
    let spawn = |class: &str, faces: &str| {
        let mut stage = actions(&format!("stored: MAN\nat FE4: flagship\nat FE5: FE {class}\n"));
        stage.act("move flagship FE4 FE5").chance(&format!("combat {faces}"));
        stage.here("FE5")
    };
    assert_eq!(spawn("raider", "5 1 1"), "flagship, FE raider", "1 and 1 blocked: 2 do not exceed 2");
    assert_eq!(spawn("raider", "5 5 1"), "flagship", "2 and 2 blocked: 4");
    assert_eq!(spawn("scout", "5 1 1 1"), "flagship", "1 and 1 exceed 1");
}

#[test]
fn si_10_2g_destroyed_fleets_fill_slots_from_the_left_strongest_first() {
    covers!("SI-10.2g", "SI-R-32");
    let lines = "at FE4: flagship\nat FE5: FE scout, FE raider\nspawn FE: - - armada\nstored: MAN\ndiscovered: targeting\nat ASC: base build\n";
    let mut stage = actions(lines);
    stage.act("move flagship FE4 FE5").chance("combat 6 6");
    assert_eq!((stage.line("spawn FE").as_str(), stage.war("FE")), ("raider scout armada", 2));
}

#[test]
fn si_10_2h_auto_respawn_returns_a_fleet_without_combat() {
    covers!("SI-10.2h", "SI-R-33", "SI-11.2.9");
    let mut stage = token(
        "MU-advance-1",
        "war MU 3\ntech MU: auto_respawn\nat SOL: flagship\nat MU1: MU scout\nat MU4: mine\n",
    );
    stage.chance("combat 6 6 1 1");
    assert_eq!((stage.here("MU4").as_str(), stage.done()), ("mine, MU scout", true));
    assert_eq!((stage.line("stopped").as_str(), stage.war("MU")), ("MU-scout", 4));
}

#[test]
fn si_10_2i_a_destroyed_doom_fleet_returns_to_its_pile() {
    covers!("SI-10.2i", "SI-11.2.14b");
    let lines = "at CT4: flagship\nat CT5: CT doom\nstored: MAN*3\n";
    let mut stage = actions(lines);
    stage.act("move flagship CT4 CT5").act("out_maneuver 2").chance("combat 5 5 5");
    assert_eq!((stage.here("CT5").as_str(), stage.state.board.piles[1]), ("flagship", 0b11_1111));
    assert_eq!(stage.war("CT"), 1);
}

#[test]
fn si_10_2k_a_retreat_into_assets_is_a_follow_up_combat() {
    covers!("SI-10.2k", "SI-R-34");
    let mut stage = attack("at SOL: flagship\nat FE1: mine\nat FE1: FE armada\n");
    stage.chance("combat 6");
    assert_eq!((stage.here("FE1").as_str(), stage.dice()), ("mine, FE armada", 1), "fought at once");
    stage.chance("combat 5");
    assert_eq!(stage.here("FE2"), "FE armada");
    let mut two = attack("at APC: base_up build\nat FE3: mine, FE raider\nat FE2: mine\n");
    two.chance("combat 5 1 1 1");
    assert_eq!(two.dice(), 3, "on FE3, where it came from");
}

#[test]
fn si_10_2l_war_effort_changes_come_last() {
    covers!("SI-10.2l", "SI-8.1.2a");
    let lines = "at SOL: flagship\nat FE1: mine, FE scout, FE armada\n";
    let mut stage = attack(lines);
    assert_eq!(stage.dice(), 1);
    stage.chance("combat 6");
    assert_eq!(stage.here("FE1"), "mine, FE scout, FE armada", "one hit destroys neither");
    let mut big = attack(&format!("{lines}discovered: targeting\nat ASC: base build\n"));
    big.chance("combat 6");
    assert_eq!((big.war("FE"), big.here("FE2").as_str()), (4, "FE armada"), "two hits: the Scout dies");
}

#[test]
fn si_10_3a_no_hit_is_a_military_loss() {
    covers!("SI-10.3a");
    let lost = |losses: u8| {
        let mut stage = attack(&format!(
            "status stability 3 desire 0 losses {losses}\nat SOL: flagship\nat FE1: FE armada\n"
        ));
        stage.chance("combat 4");
        stage.status()
    };
    assert_eq!([lost(1), lost(2)], [[3, 0, 2], [2, 0, 2]]);
    let mut over = attack("status stability 1 desire 0 losses 2\nat SOL: flagship\nat FE1: FE armada\n");
    over.chance("combat 4");
    assert_eq!(over.over(), "stability_lost");
}

#[test]
fn si_10_3b_you_choose_the_asset_that_loses_a_step() {
    covers!("SI-10.3b", "SI-R-68", "SI-2.6", "SI-10.3f");
    let lines = "at SOL: flagship, mine, mine_up, sol_defense_up\nat FE1: FE armada\nembassy FE\n";
    let lose = |piece: &str| {
        let mut stage = attack(lines);
        stage.chance("combat 1 1 1");
        assert_eq!(stage.legal(), ["lose mine_up", "lose mine", "lose sol_defense_up", "lose flagship"]);
        assert_eq!(stage.verdict("lose base"), denied("SI-10.3b"));
        stage.act(&format!("lose {piece}"));
        assert_eq!(stage.line("embassy"), "FE", "a deployed token is no asset");
        stage.here("SOL")
    };
    assert_eq!(lose("mine_up"), "flagship, mine*2, sol_defense_up");
    assert_eq!(lose("mine"), "flagship, mine_up, sol_defense_up");
    assert_eq!(lose("sol_defense_up"), "flagship, mine, mine_up, sol_defense");
    assert_eq!(lose("flagship"), "mine, mine_up, sol_defense_up");
}

#[test]
fn si_10_3c_a_lost_step_pushes_the_fleets_one_space() {
    covers!("SI-10.3c");
    let mut stage = attack("at SOL: flagship\nat FE1: FE armada\n");
    stage.chance("combat 1");
    assert_eq!((stage.here("SOL").as_str(), stage.here("FE1").as_str()), ("", "FE armada"));
    let mut highest = token("FE-spawn-1", "war FE 2\nat FE5: flagship, mine\n");
    highest.chance("combat 1 1 1 1").act("lose mine");
    assert_eq!(highest.here("FE5"), "flagship, FE scout", "it stays and shares the space");
    assert!(highest.done());
}

#[test]
fn si_10_3d_with_nothing_to_lose_the_fleets_stay_in_sol() {
    covers!("SI-10.3d");
    let mut stage = attack("at FE1: FE scout\n");
    stage.chance("combat 1 1 1 1");
    assert_eq!((stage.here("SOL").as_str(), stage.status()), ("FE scout", [5, 0, 1]));
}

#[test]
fn si_10_3e_a_lost_base_may_be_settled_again() {
    covers!("SI-10.3e");
    let mut stage = attack("at CUA: base build\nat FE2: FE raider\n");
    stage.chance("combat 1 1 1");
    assert_eq!(stage.here("CUA"), "");
    assert_eq!(
        stage.line("unbuilt"),
        "flagship*2, mine*3, sol_defense, base build",
        "what it unlocked stays"
    );
}

#[test]
fn si_11_2_5_durability_needs_one_more_hit_per_copy() {
    covers!("SI-11.2.5");
    let run = |tech: &str| {
        let mut stage = attack(&format!("{tech}at SOL: flagship\nat FE1: FE scout\n"));
        stage.chance("combat 5 5 1 1");
        stage.here("FE2")
    };
    assert_eq!([run(""), run("tech FE: durability\n")], ["", "FE scout"]);
}

#[test]
fn si_11_2_7a_forced_pursuit_takes_a_ship_along() {
    covers!("SI-11.2.7a", "SI-R-72", "SI-10.2j", "SI-12.8");
    let ally = "discovered: warp_gates\nunbuilt: ally, mine*2, sol_defense, base warp_research\n";
    let mut stage =
        attack(&format!("{ally}tech FE: forced_pursuit\nat SOL: flagship, ally, mine\nat FE1: FE armada\n"));
    assert_eq!(stage.dice(), 2);
    stage.chance("combat 5 5");
    assert_eq!(stage.legal(), ["pursue flagship", "pursue ally"]);
    stage.act("pursue ally");
    assert_eq!((stage.here("FE1").as_str(), stage.here("FE2").as_str()), ("ally", "FE armada"));
    assert_eq!(stage.here("SOL"), "flagship, mine", "no Mine along");
    let mut one = attack("tech FE: forced_pursuit\nat SOL: flagship, sol_defense\nat FE1: FE armada\n");
    one.chance("combat 5 1");
    assert_eq!(one.here("SOL"), "flagship, sol_defense", "one space is no pursuit");
}

#[test]
fn si_11_2_7b_without_a_ship_nothing_pursues() {
    covers!("SI-11.2.7b", "SI-R-81");
    let mut none = attack("tech FE: forced_pursuit\nat SOL: sol_defense\nat FE1: FE armada\n");
    none.chance("combat 5 5");
    assert_eq!((none.here("FE2").as_str(), none.done()), ("FE armada", true));
    // The pursuing Flagship reaches the Raider that waits on FE4.
    let lines = "tech FE: forced_pursuit durability\nat APC: base_up build, flagship\nat FE3: FE raider\nat FE5: FE armada\nat FE4: mine\n";
    let mut meets = attack(lines);
    assert_eq!(meets.legal(), ["fight FE4", "fight APC"]);
    meets.act("fight APC").chance("combat 5 5 5 1");
    assert_eq!(meets.here("FE4"), "flagship, mine, FE armada");
    assert_eq!(meets.dice(), 1);
    meets.chance("combat 5");
    assert!(meets.done(), "one combat on FE4");
}

#[test]
fn si_11_2_8_fast_advance_is_one_more_space_for_tokens_of_the_race() {
    covers!("SI-11.2.8");
    let fast = token("FE-advance-1", "war FE 3\ntech FE: fast_advance\nat FE5: FE armada\n");
    assert_eq!(fast.here("FE3"), "FE armada");
    let press = token("FE-press-1", "war FE 3\ntech FE: fast_advance\nat FE5: FE armada\n");
    assert_eq!(press.here("FE3"), "FE armada", "a converted token too");
}

#[test]
fn si_11_2_14a_the_doom_fleet_appears_on_its_highest_space() {
    covers!("SI-11.2.14a");
    let mut stage = token("CT-tech-1", "war CT 1\nat CT5: flagship\n");
    stage.chance("tech:CT doom_fleet");
    assert_eq!((stage.here("CT5").as_str(), stage.line("tech CT").as_str()), ("flagship, CT doom", ""));
    assert_eq!(stage.dice(), 1, "combat if occupied");
}

#[test]
fn si_11_1_5_engines_move_a_ship_for_free_once_a_turn() {
    covers!("SI-11.1.5");
    let mut stage = actions("at SOL: flagship\ndiscovered: engines\n");
    stage.act("move flagship SOL FE1 with engines");
    assert_eq!((stage.here("FE1").as_str(), stage.line("engines").as_str()), ("flagship", "used"));
    assert_eq!(stage.verdict("move flagship FE1 FE2 with engines"), denied("SI-11.1.5"));
    let none = actions("at SOL: flagship\n");
    assert_eq!(none.verdict("move flagship SOL FE1 with engines"), denied("SI-11.1.5"));
}

#[test]
fn si_11_1_9_patrol_routes_join_low_numbers_for_moves() {
    covers!("SI-11.1.9");
    let one = actions(
        "stored: MAN\nat FE1: flagship\ndiscovered: warp_gates patrol_routes\nat ASC: base warp_research\n",
    );
    assert_eq!(one.verdict("move flagship FE1 CY1"), Ok(()));
    assert_eq!(one.verdict("move flagship FE1 CY2"), denied("SI-7.3.1.2.1a"));
    let two = actions(
        "stored: MAN\nat FE1: flagship\ndiscovered: warp_gates patrol_routes*2\nat ASC: base warp_research\n",
    );
    assert_eq!(two.verdict("move flagship FE1 CY2"), Ok(()));
    assert_eq!(two.verdict("move flagship FE1 CY3"), denied("SI-7.3.1.2.1a"));
    assert_eq!(two.verdict("move flagship FE1 SOL"), Ok(()));
}
