//! Chapters 4 and 5: winning and losing, the sequence of tokens.

use rules::covers;
use space_infantry::Event;

use crate::stage::{actions, token};

const FIVE_BASES: &str = "at APC: base build\nat CUA: base maneuver\nat PUY: base research\nat ABR: base espionage\n\
                          at ASC: base defense\nat SAE: flagship\nstored: BUI\n";

#[test]
fn si_4_1a_the_sixth_base_wins_at_once() {
    covers!("SI-4.1a", "SI-R-05", "SI-7.3.1.1.2d");
    let mut stage = actions(FIVE_BASES);
    stage.act("settle SAE warp_research");
    assert_eq!(stage.over(), "won");
    assert_eq!(stage.war("CY"), 0, "before the War Effort change it causes");
}

#[test]
fn si_4_1b_a_lost_base_must_be_settled_again() {
    covers!("SI-4.1b");
    let lines = FIVE_BASES
        .replace("at ASC: base defense\n", "unbuilt: flagship*4, mine*3, sol_defense, base defense\n");
    let mut stage = actions(&lines);
    stage.act("settle SAE warp_research");
    assert_eq!((stage.over().as_str(), stage.war("CY")), ("", 3), "five stand");
    let mut again = actions(&lines);
    again.act("settle SAE defense");
    assert_eq!(again.over(), "", "five again");
    let mut sixth = actions(FIVE_BASES);
    sixth.act("settle SAE warp_research");
    assert_eq!(sixth.over(), "won");
}

#[test]
fn si_4_2_a_fleet_in_sol_at_the_end_of_a_turn_loses() {
    covers!("SI-4.2", "SI-7.4b", "SI-0.3");
    let mut lost = actions("at SOL: FE scout\n");
    lost.act("end_actions");
    assert_eq!(lost.over(), "sol_fell");
    let mut held = actions("at FE1: FE scout\n");
    held.act("end_actions");
    assert_eq!(held.over(), "");
}

#[test]
fn si_4_3_stability_0_loses_at_once() {
    covers!("SI-4.3");
    let lost = token("U-expansion_desire-1", "status stability 1 desire 1 losses 0\n");
    assert_eq!(lost.over(), "stability_lost");
    let held = token("U-expansion_desire-1", "status stability 2 desire 1 losses 0\n");
    assert_eq!((held.over().as_str(), held.status()), ("", [1, 1, 0]));
}

#[test]
fn si_4_4_five_full_tracks_lose_at_once() {
    covers!("SI-4.4", "SI-6.1.3c", "SI-R-06");
    let tracks = "war CY 1\ntech FE: fast_scouts fast_raiders raider_protocols durability\n\
                  tech CT: fast_scouts fast_raiders raider_protocols adv_defense\n\
                  tech MU: fast_scouts fast_raiders raider_protocols durability\n\
                  tech CY: fast_scouts fast_raiders raider_protocols adv_defense\n";
    let mut lost =
        token("CY-tech-1", &format!("{tracks}tech ME: fast_scouts fast_raiders raider_protocols\n"));
    lost.chance("tech:CY auto_respawn");
    assert_eq!(lost.over(), "outclassed");
    let mut held = token("CY-tech-1", &format!("{tracks}tech ME: fast_scouts fast_raiders\n"));
    held.chance("tech:CY auto_respawn");
    assert_eq!(held.over(), "");
}

#[test]
fn si_4_5_a_fleet_in_sol_at_another_moment_does_not_end_the_match() {
    covers!("SI-4.5", "SI-10.3d");
    let mut stage = token("ME-advance-1", "at ME1: ME scout\n");
    stage.chance("combat 1 2 3 4");
    assert_eq!((stage.over().as_str(), stage.here("SOL").as_str()), ("", "ME scout"));
    assert_eq!(stage.status(), [5, 0, 1]);
    assert!(stage.done());
}

#[test]
fn si_5_1_the_next_token_leaves_and_the_queue_is_refilled() {
    covers!("SI-5.1", "SI-5.2", "SI-R-07", "SI-5.4");
    let stage = token("FE-tech-1", "");
    let queue = "F-federation_1-1 F-federation_1-2 F-federation_1-3 F-federation_1-4 F-federation_1-5";
    assert_eq!(stage.line("queue"), queue);
    assert_eq!(stage.line("holding"), "FE-tech-1", "held, although it was ignored");
    assert_eq!(stage.state.board.taken, 11);
    assert_eq!(stage.count(|event| matches!(event, Event::TokenIgnored { .. })), 1);
}

#[test]
fn si_5_5_used_tokens_go_back_after_a_federation_turn() {
    covers!("SI-5.5", "SI-7.4a", "SI-7.0");
    let mut stage =
        actions("holding ME-advance-1 FE-tech-1\nqueue ME-tech-1 CY-tech-1 MU-tech-1 CT-tech-1 FE-press-1\n");
    let before = stage.state.board.bag.count_ones();
    stage.act("end_actions");
    assert_eq!((stage.line("holding"), stage.line("now")), (String::new(), String::new()));
    assert_eq!(stage.state.board.bag.count_ones(), before + 3);
    let next = token("F-federation_2-1", "");
    assert_eq!(next.state.board.turns, 4, "a Federation token begins a turn");
}

#[test]
fn si_5_2_a_short_queue_is_filled_up_when_tokens_come_back() {
    covers!("SI-5.2");
    let mut stage = actions("holding ME-advance-1\nqueue ME-tech-1 CY-tech-1 MU-tech-1\n");
    stage.act("end_actions").chance("refill FE-press-1; refill ME-advance-1");
    assert_eq!(stage.line("queue"), "ME-tech-1 CY-tech-1 MU-tech-1 FE-press-1 ME-advance-1");
    assert_eq!(stage.state.board.taken, 10, "no token was taken yet");
}
