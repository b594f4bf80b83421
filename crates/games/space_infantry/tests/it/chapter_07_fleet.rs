//! Chapters 7.3.1.1, 7.3.1.2 and 7.3.1.7: Build, Maneuver, Warp.

use laws::denied;
use rules::covers;

use crate::stage::actions;

#[test]
fn si_7_3_1_1_1a_a_piece_from_unbuilt_goes_onto_sol() {
    covers!("SI-7.3.1.1.1a");
    let mut stage = actions("at SOL: flagship\nstored: BUI*3\n");
    assert_eq!(stage.verdict("construct flagship"), denied("SI-7.3.1.1.1a"), "four are locked");
    assert_eq!(stage.verdict("construct ally"), denied("SI-7.3.1.1.1a"));
    stage.act("construct sol_defense").act("construct mine");
    assert_eq!(
        (stage.here("SOL").as_str(), stage.line("unbuilt").as_str()),
        ("flagship, mine, sol_defense", "mine*2")
    );
    assert_eq!(stage.verdict("construct sol_defense"), denied("SI-7.3.1.1.1a"));
}

#[test]
fn si_7_3_1_1_1b_building_among_aliens_is_a_combat() {
    covers!("SI-7.3.1.1.1b", "SI-R-18", "SI-10.0a");
    let mut stage = actions("at SOL: FE scout\nstored: BUI\n");
    stage.act("construct mine");
    assert_eq!(stage.dice(), 4);
    stage.chance("combat 5 5 1 1");
    assert_eq!((stage.here("SOL").as_str(), stage.war("FE")), ("mine", 1));
}

#[test]
fn si_7_3_1_1_2a_settling_needs_a_flagship_alone_on_a_free_world() {
    covers!("SI-7.3.1.1.2a", "SI-R-54", "SI-R-55");
    let stage = actions(
        "stored: BUI\nat APC: flagship, FE raider from FE3\nat CUA: flagship, base build\nat ASC: mine\nat FE1: flagship\nat SAE: base maneuver\n",
    );
    assert_eq!(stage.verdict("settle APC research"), denied("SI-7.3.1.1.2a"), "an alien fleet");
    assert_eq!(stage.verdict("settle CUA research"), denied("SI-R-55"), "a second Base");
    assert_eq!(stage.verdict("settle ASC research"), denied("SI-R-54"), "no Flagship");
    assert_eq!(stage.verdict("settle FE1 research"), denied("SI-R-55"), "a numbered space");
    assert_eq!(stage.verdict("settle SOL research"), denied("SI-R-55"), "Sol");
    let mut free = actions("stored: BUI\nat APC: flagship\nat CUA: base build\n");
    assert_eq!(free.verdict("settle APC build"), denied("SI-7.3.1.1.2a"), "that Base is on the map");
    free.act("settle APC research");
    assert_eq!((free.here("APC").as_str(), free.line("stored").as_str()), ("base research", ""));
}

#[test]
fn si_7_3_1_1_2b_settling_empties_desire_and_unlocks_once() {
    covers!("SI-7.3.1.1.2b", "SI-7.3.1.1.2c");
    let mut stage = actions("stored: BUI\nat ASC: flagship\nstatus stability 5 desire 1 losses 1\n");
    stage.act("settle ASC maneuver");
    assert_eq!(stage.status(), [5, 0, 1]);
    assert_eq!((stage.pool("MAN"), stage.line("unbuilt").as_str()), (5, "flagship*2, mine*3, sol_defense"));
    assert_eq!(stage.line("unresearched"), "2 unseen blue");
    let mut again =
        actions("stored: BUI\nat ASC: flagship\nunbuilt: flagship, mine*3, sol_defense, base maneuver\n");
    again.act("settle ASC maneuver");
    assert_eq!((again.pool("MAN"), again.line("unbuilt").as_str()), (5, "flagship*2, mine*3, sol_defense"));
}

#[test]
fn si_7_3_1_1_2e_the_owner_moves_down_by_the_distance_to_sol() {
    covers!("SI-7.3.1.1.2e", "SI-8.1.1", "SI-8.0a");
    for (world, race, steps) in
        [("CUA", "FE", 1), ("APC", "FE", 2), ("PUY", "CT", 3), ("ABR", "MU", 2), ("ASC", "CY", 1)]
    {
        let mut stage = actions(&format!("stored: BUI\nat {world}: flagship\n"));
        stage.act(&format!("settle {world} build"));
        assert_eq!(stage.war(race), steps, "{world}");
    }
}

#[test]
fn si_7_3_1_1_2f_the_warp_base_puts_warp_gates_on_the_track_once() {
    covers!("SI-7.3.1.1.2f");
    let mut stage = actions("stored: BUI\nat ASC: flagship\n");
    stage.act("settle ASC warp_research");
    assert_eq!(stage.line("progress 0"), "warp_gates");
    let mut again = actions(
        "stored: BUI\nat ASC: flagship\nunbuilt: mine*3, sol_defense, base warp_research\nprogress 50: warp_gates\n",
    );
    again.act("settle ASC warp_research");
    assert_eq!(again.line("progress 50"), "warp_gates", "it stays where it was");
}

#[test]
fn si_7_3_1_1_3_two_sided_pieces_are_upgraded_anywhere() {
    covers!("SI-7.3.1.1.3", "SI-R-78");
    let mut stage = actions(
        "stored: BUI*3\nat SOL: flagship, sol_defense\nat FE1: mine*2, FE scout\nat ASC: base build\n",
    );
    assert_eq!(stage.verdict("upgrade flagship SOL"), denied("SI-7.3.1.1.3"));
    assert_eq!(stage.verdict("upgrade mine SOL"), denied("SI-7.3.1.1.3"));
    stage.act("upgrade mine FE1");
    assert_eq!(stage.here("FE1"), "mine, mine_up, FE scout", "no combat from it");
    stage.act("upgrade base ASC").act("upgrade sol_defense SOL");
    assert_eq!(
        (stage.here("ASC").as_str(), stage.here("SOL").as_str()),
        ("base_up build", "flagship, sol_defense_up")
    );
    assert_eq!(stage.verdict("upgrade base ASC"), denied("SI-7.3b"));
}

#[test]
fn si_7_3_1_1_4a_forward_deploy_next_to_a_ship_or_base() {
    covers!("SI-7.3.1.1.4a", "SI-R-44", "SI-2.11");
    let stage = actions("stored: BUI\nat SOL: mine\nat ASC: base build\n");
    assert_eq!(
        stage.verdict("forward_deploy mine FE1"),
        denied("SI-7.3.1.1.4a"),
        "Sol and a Mine are no anchors"
    );
    assert_eq!(stage.verdict("forward_deploy mine CY2"), Ok(()), "next to the Base");
    let mut ally = actions(
        "stored: BUI\nat MU2: ally\ndiscovered: warp_gates\nunbuilt: flagship, ally, mine*3, sol_defense, base warp_research\n",
    );
    ally.act("forward_deploy flagship MU3");
    assert_eq!((ally.here("MU3").as_str(), ally.line("sacrificed").as_str()), ("flagship", "BUI"));
}

#[test]
fn si_7_3_1_1_4b_forward_deploy_onto_fleets_is_a_combat() {
    covers!("SI-7.3.1.1.4b");
    let mut stage = actions("stored: BUI\nat SOL: flagship\nat FE1: FE armada\n");
    stage.act("forward_deploy mine FE1");
    assert_eq!(stage.dice(), 1);
}

#[test]
fn si_7_3_1_2_1a_a_ship_goes_to_an_adjacent_space() {
    covers!("SI-7.3.1.2.1a", "SI-7.3.1.2.1b");
    let mut stage = actions("stored: MAN*2\nat SOL: flagship\nat FE1: FE armada\n");
    assert_eq!(stage.verdict("move flagship SOL ASC"), denied("SI-7.3.1.2.1a"), "two steps");
    assert_eq!(stage.verdict("move flagship CY1 SOL"), denied("SI-7.3.1.2.1a"), "no ship there");
    assert_eq!(stage.verdict("move ally SOL CY1"), denied("SI-7.3.1.2.1a"));
    stage.act("move flagship SOL CY1");
    assert_eq!(stage.here("CY1"), "flagship");
    let mut fight = actions("stored: MAN\nat SOL: flagship\nat FE1: FE armada\n");
    fight.act("move flagship SOL FE1");
    assert_eq!(fight.dice(), 1, "alien fleets there");
}

#[test]
fn si_7_3_1_2_1c_a_flagship_carries_one_mine() {
    covers!("SI-7.3.1.2.1c", "SI-R-45");
    let lines = "stored: MAN\nat SOL: flagship, ally, mine\ndiscovered: warp_gates\nunbuilt: ally, mine*2, sol_defense, base warp_research\n";
    let mut stage = actions(lines);
    assert_eq!(stage.verdict("move flagship SOL FE1 mine_up"), denied("SI-7.3.1.2.1c"));
    assert_eq!(stage.verdict("move ally SOL FE1 mine"), denied("SI-R-45"));
    stage.act("move flagship SOL FE1 mine");
    assert_eq!((stage.here("FE1").as_str(), stage.here("SOL").as_str()), ("flagship, mine", "ally"));
}

#[test]
fn si_7_3_1_2_3a_bypass_holds_any_token_and_draws_three() {
    covers!("SI-7.3.1.2.3a", "SI-7.3.1.2.3b", "SI-R-47");
    let queue = "queue ME-advance-1 FE-tech-1 F-federation_1-1 CY-tech-1 MU-tech-1\nstored: MAN*2\n";
    let mut stage = actions(queue);
    stage.act("bypass 3").chance("bypass CT-tech-1; bypass FE-press-1; bypass F-federation_1-2");
    assert_eq!(stage.legal(), ["enter CT-tech-1", "enter FE-press-1", "enter F-federation_1-2"]);
    assert_eq!(stage.verdict("enter ME-tech-1"), denied("SI-7.3.1.2.3b"));
    stage.act("enter F-federation_1-2");
    assert_eq!(stage.line("queue"), "ME-advance-1 FE-tech-1 CY-tech-1 MU-tech-1 F-federation_1-2");
    assert_eq!(
        (stage.line("holding").as_str(), stage.line("sacrificed").as_str()),
        ("F-federation_1-1", "MAN")
    );
    let short = actions("queue ME-advance-1\nstored: MAN\n");
    assert_eq!(short.verdict("bypass 2"), denied("SI-7.3.1.2.3a"));
}

#[test]
fn si_7_3_1_7_1_warp_brings_ally_ships_and_technologies() {
    covers!("SI-7.3.1.7.1", "SI-7.3.1.7.2");
    let lines = "stored: WRP*2\ndiscovered: warp_gates\nat ASC: base warp_research\n";
    let mut stage = actions(lines);
    stage.act("ally").act("advanced_tech");
    assert_eq!((stage.here("SOL").as_str(), stage.line("sacrificed").as_str()), ("ally", "WRP*2"));
    assert_eq!(stage.line("unresearched"), "1 unseen blue, 2 unseen white");
    let none = actions(
        "stored: WRP\nat SOL: ally*2\ndiscovered: warp_gates distortion\nprogress 0: warp_bubble patrol_routes*2\nat ASC: base warp_research\n",
    );
    assert_eq!(none.verdict("ally"), denied("SI-7.3.1.7.1"));
    assert_eq!(none.verdict("advanced_tech"), denied("SI-7.3.1.7.2"));
    let mut last = actions(
        "stored: WRP\ndiscovered: warp_gates distortion\nprogress 0: warp_bubble patrol_routes\nat ASC: base warp_research\n",
    );
    last.act("advanced_tech");
    assert_eq!(last.state.board.white_pile, 0, "one was left");
}

#[test]
fn si_7_3_1_7_3a_fold_space_from_named_space_to_held_named_space() {
    covers!("SI-7.3.1.7.3a", "SI-7.3.1.7.3b", "SI-R-23");
    let lines = "stored: WRP\ndiscovered: warp_gates\nat ASC: base warp_research\nat SAE: flagship, mine\nat CUA: mine\nat CY1: flagship\nat APC: flagship, base build\nat ABR: base maneuver\n";
    let mut stage = actions(lines);
    assert_eq!(stage.verdict("fold flagship CY1 SOL"), denied("SI-7.3.1.7.3a"), "a numbered space");
    assert_eq!(stage.verdict("fold flagship SAE CUA"), denied("SI-7.3.1.7.3a"), "a Mine is not enough");
    stage.act("fold flagship SAE APC");
    assert_eq!((stage.here("APC").as_str(), stage.here("SAE").as_str()), ("flagship*2, base build", "mine"));
    let mut fight = actions(
        "stored: WRP\ndiscovered: warp_gates\nat ASC: flagship, base warp_research\nat SOL: ME scout\n",
    );
    fight.act("fold flagship ASC SOL");
    assert_eq!(fight.dice(), 4);
}

#[test]
fn si_2_20_like_pieces_are_the_same_piece() {
    covers!("SI-2.20", "SI-R-71", "SI-11.1.7", "SI-R-83");
    let lines = "stored: MAN\ndiscovered: warp_gates warp_bubble\nat ASC: base warp_research\nat APC: base build\nat SOL: flagship, mine\nat FE1: flagship, mine_up\n";
    let mut stage = actions(lines);
    stage.act("move flagship SOL FE1 mine");
    assert!(stage.legal().contains(&"stop".to_owned()));
    assert_eq!(stage.verdict("step SOL mine"), Ok(()), "the Mine it brought");
    stage.act("step FE2 mine");
    assert_eq!(
        (stage.here("FE2").as_str(), stage.here("FE1").as_str()),
        ("flagship, mine", "flagship, mine_up")
    );
    let mut alone = actions(&lines.replace("at SOL: flagship, mine\n", "at SOL: flagship\n"));
    alone.act("move flagship SOL FE1");
    assert_eq!(alone.verdict("step FE2 mine"), denied("SI-R-83"), "no Mine is picked up on the way");
    alone.act("stop");
    assert_eq!(alone.here("FE1"), "flagship*2, mine_up");
    let mut lost = actions(
        "stored: MAN\ndiscovered: warp_gates warp_bubble\nat ASC: base warp_research\nat APC: base build\nat SOL: flagship\nat FE1: FE armada\n",
    );
    lost.act("move flagship SOL FE1").chance("combat 1");
    assert_eq!(lost.legal(), ["end_actions"], "no ship of that kind is left there");
}
