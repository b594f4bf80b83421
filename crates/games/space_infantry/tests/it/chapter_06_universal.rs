//! Chapter 6.2: universal tokens and events.

use laws::denied;
use rules::covers;
use space_infantry::Event;

use crate::stage::{Stage, token};

/// A Random Event: chit and die.
fn event(script: &str, lines: &str) -> Stage {
    let mut stage = token("U-random_event-1", lines);
    for item in script.split(';') {
        stage.chance(item);
        if stage.legal().first().is_some_and(|action| action == "accept") {
            stage.act("accept");
        }
    }
    stage
}

#[test]
fn si_6_2_1a_a_chit_is_drawn_and_its_table_rolled_on() {
    covers!("SI-6.2.1a", "SI-6.2.1b");
    let stage = event("chit E4; event 4", "");
    assert_eq!(stage.line("events used"), "E4");
    let last = event("chit E8; event 3", "events used: E1 E2 E3 E4 E5 E6 E7\n");
    assert_eq!((last.line("events used").as_str(), last.war("CT")), ("", 1), "all eight are back");
}

#[test]
fn si_6_2_1_1_research_moves_a_technology_of_your_choice() {
    covers!("SI-6.2.1.1", "SI-R-57", "SI-12.11");
    let one = event("chit E3; event 4", "progress 25: targeting\nat ASC: base build\n");
    assert_eq!(one.line("progress 50"), "targeting");
    let none = event("chit E3; event 4", "");
    assert!(none.done() && none.count(|event| matches!(event, Event::NoEffect)) == 1);
    let gates = "unbuilt: mine*3, sol_defense, flagship*2, base warp_research\nprogress 0: warp_gates\nprogress 50: missiles\n";
    let mut two = event("chit E3; event 6", &format!("{gates}at ASC: base build\n"));
    assert_eq!(two.legal(), ["boost missiles", "boost warp_gates"]);
    assert_eq!(two.verdict("boost targeting"), denied("SI-6.2.1.1"));
    two.act("boost warp_gates");
    assert_eq!(two.line("progress 25"), "warp_gates", "also while its Base is missing");
}

#[test]
fn si_6_2_1_2_an_event_advances_the_track_once_more() {
    covers!("SI-6.2.1.2");
    let stage = event("chit E4; event 6", "track left: 1 BUI, 3 MAN\n");
    assert_eq!(stage.line("track left"), "0 BUI, 2 MAN");
}

#[test]
fn si_6_2_1_3a_alliance_moves_the_pair_of_the_relationship_die() {
    covers!("SI-6.2.1.3a", "SI-8.2.2a", "SI-6.2.3");
    let stage = event("chit E5; event 1; relation 3", "pairs MU-CY war\n");
    assert_eq!(stage.line("pairs"), "FE-CT neutral, CT-MU neutral, MU-CY neutral, CY-FE neutral");
    let again = event("chit E5; event 3; relation 4", "");
    assert_eq!(again.line("pairs"), "FE-CT neutral, CT-MU neutral, MU-CY neutral, CY-FE alliance");
}

#[test]
fn si_6_2_1_3b_an_allied_pair_has_an_overage() {
    covers!("SI-6.2.1.3b", "SI-8.2.3", "SI-8.2.3a");
    let military = event("chit E5; event 1; relation 1", "pairs FE-CT alliance\nat FE4: FE scout\n");
    assert_eq!((military.here("FE3").as_str(), military.here("CT5").as_str()), ("FE scout", "CT scout"));
    let diplomacy = event("chit E5; event 1; relation 3", "pairs MU-CY alliance\n");
    assert_eq!((diplomacy.war("MU"), diplomacy.war("CY")), (1, 1));
    let mut research = event("chit E5; event 1; relation 2", "pairs CT-MU alliance\n");
    research.chance("tech:CT adv_defense; tech:MU durability");
    assert_eq!(
        (research.line("tech CT").as_str(), research.line("tech MU").as_str()),
        ("adv_defense", "durability")
    );
}

#[test]
fn si_r_77_a_research_overage_on_a_full_track_is_an_advance_of_one_space_at_war() {
    covers!("SI-R-77");
    let full = "tech FE: fast_advance fast_raiders raider_protocols durability\nat FE4: FE armada\n";
    let war = event("chit E3; event 2; faction 1", &format!("war FE 3\n{full}"));
    assert_eq!(war.here("FE3"), "FE armada", "one space, without Fast Advance");
    let peace = event("chit E3; event 2; faction 1", &format!("war FE 2\n{full}"));
    assert_eq!(peace.here("FE4"), "FE armada");
}

#[test]
fn si_6_2_1_4_expansion_desire_and_military_loss() {
    covers!("SI-6.2.1.4", "SI-6.2.1.8", "SI-6.2.6");
    assert_eq!(event("chit E1; event 1", "").status(), [5, 1, 0]);
    assert_eq!(event("chit E1; event 2", "status stability 5 desire 1 losses 0\n").status(), [4, 1, 0]);
    assert_eq!(event("chit E1; event 3", "").status(), [5, 0, 1]);
    assert_eq!(event("chit E7; event 5", "status stability 5 desire 0 losses 2\n").status(), [4, 0, 2]);
}

#[test]
fn si_6_2_1_5_free_build_may_be_declined() {
    covers!("SI-6.2.1.5", "SI-12.11");
    let mut stage = event("chit E2; event 5", "at SOL: flagship\n");
    assert_eq!(stage.legal(), ["free_build mine", "free_build sol_defense", "decline"]);
    assert_eq!(stage.verdict("free_build flagship"), denied("SI-7.3.1.1.1a"));
    stage.act("free_build sol_defense");
    assert_eq!(stage.here("SOL"), "flagship, sol_defense");
    assert!(stage.done());
    let mut no = event("chit E2; event 6", "");
    no.act("decline");
    assert!(no.done() && no.here("SOL").is_empty());
    let nothing = event("chit E2; event 5", "at SOL: mine*3, sol_defense\n");
    assert!(!nothing.done(), "a Flagship lies in Unbuilt Assets");
    let none = event("chit E2; event 5", "at SOL: flagship, mine*3, sol_defense\n");
    assert!(none.done(), "nothing to build");
    let mut fight = event("chit E2; event 5", "at SOL: ME scout\n");
    fight.act("free_build mine");
    assert_eq!(fight.dice(), 4, "aliens in Sol: combat at the end of the token");
}

#[test]
fn si_6_2_1_6_free_propaganda_improves_one_track() {
    covers!("SI-6.2.1.6");
    let mut stage = event("chit E1; event 5", "status stability 4 desire 1 losses 0\n");
    assert_eq!(stage.legal(), ["free_propaganda desire", "free_propaganda stability", "decline"]);
    assert_eq!(stage.verdict("free_propaganda losses"), denied("SI-7.3.1.5.1"));
    stage.act("free_propaganda stability");
    assert_eq!(stage.status(), [5, 1, 0]);
    assert!(event("chit E1; event 6", "").done(), "nothing to improve, no question");
}

#[test]
fn si_6_2_1_7_gain_tech_whatever_the_war_effort() {
    covers!("SI-6.2.1.7", "SI-6.2.1.13");
    let mut named = event("chit E8; event 5", "");
    named.chance("tech:CY enhanced_tech");
    assert_eq!(named.line("tech CY"), "enhanced_tech");
    let mut rolled = event("chit E3; event 3; faction 3", "");
    rolled.chance("tech:ME plunder");
    assert_eq!(rolled.line("tech ME"), "plunder");
}

#[test]
fn si_12_10_a_six_on_the_faction_or_relationship_die_is_your_choice() {
    covers!("SI-12.10");
    let mut race = event("chit E6; event 1; faction 6", "");
    assert_eq!(race.legal(), ["race FE", "race CT", "race ME", "race MU", "race CY"]);
    race.act("race MU");
    assert_eq!(race.war("MU"), 1);
    let mut pair = event("chit E5; event 2; relation 6", "");
    assert_eq!(pair.legal(), ["pair FE-CT", "pair CT-MU", "pair MU-CY", "pair CY-FE"]);
    pair.act("pair CY-FE");
    assert!(pair.line("pairs").ends_with("CY-FE alliance"));
}

#[test]
fn si_6_2_1_9a_resources_move_up_and_out_of_row_6() {
    covers!("SI-6.2.1.9a", "SI-6.2.1.9b");
    let stage = event(
        "chit E2; event 3",
        "track left: 0 BUI MAN, 5 RES, 6 ESP*2\ncolumn middle\ntrack middle: 6 DIP\n",
    );
    assert_eq!(stage.line("track left"), "1 BUI MAN, 6 RES");
    assert_eq!((stage.pool("ESP"), stage.pool("DIP")), (3, 2));
}

#[test]
fn si_6_2_1_10a_a_named_fleet_is_spawned_from_its_slot() {
    covers!("SI-6.2.1.10a");
    let stage = event("chit E7; event 4", "war ME 2\n");
    assert_eq!(
        (stage.here("ME4").as_str(), stage.line("spawn ME").as_str()),
        ("ME raider", "- armada scout")
    );
    let held = event("chit E7; event 3", "at ME4: flagship\n");
    assert_eq!(held.dice(), 4);
}

#[test]
fn si_6_2_1_10b_a_fleet_in_play_moves_one_space_by_its_war_effort() {
    covers!("SI-6.2.1.10b", "SI-R-16");
    let war = event("chit E7; event 3", "war ME 3\nat ME1: ME scout\nat ME3: ME raider\n");
    assert_eq!(
        (war.here("SOL").as_str(), war.here("ME3").as_str()),
        ("ME scout", "ME raider"),
        "only that fleet"
    );
    let peace = event("chit E7; event 3", "war ME 2\nat ME1: ME scout\n");
    assert_eq!(peace.here("ME1"), "ME scout", "a Press move");
}

#[test]
fn si_6_2_1_11a_a_lost_token_comes_from_stored_then_deployed_then_the_track() {
    covers!("SI-6.2.1.11a", "SI-6.2.1.11b", "SI-12.9");
    let script = "chit E8; event 1";
    let stored = event(script, "stored: ESP\nspy FE\ntrack left: 2 ESP\n");
    assert_eq!((stored.line("stored").as_str(), stored.line("spy").as_str()), ("", "FE"));
    let only = event(script, "spy FE\ntrack left: 2 ESP\n");
    assert_eq!((only.line("spy").as_str(), only.war("FE")), ("", 0), "not a killed spy");
    let mut several = event(script, "spy FE\nattache CT\n");
    assert_eq!(several.legal(), ["give attache CT", "give spy FE"]);
    assert_eq!(several.verdict("give ESP"), denied("SI-6.2.1.11a"));
    several.act("give spy FE");
    assert_eq!((several.line("spy").as_str(), several.line("attache").as_str()), ("", "CT"));
    let track = event(script, "column middle\ntrack left: 3 ESP\ntrack middle: 2 ESP\n");
    assert_eq!((track.line("track left").as_str(), track.line("track middle").as_str()), ("3 ESP", ""));
    let none = event(script, "");
    assert!(none.done());
    let column = event("chit E1; event 4", "column middle\ntrack middle: 2 RES\n");
    assert_eq!((column.line("column").as_str(), column.pool("RES")), ("", 3));
}

#[test]
fn si_6_2_1_12_war_effort_moves_down_one() {
    covers!("SI-6.2.1.12");
    assert_eq!(event("chit E8; event 4", "").war("MU"), 1);
}

#[test]
fn si_6_2_1_14_failed_alliance_is_not_contested() {
    covers!("SI-6.2.1.14");
    let one = event("chit E5; event 4", "pairs FE-CT alliance\nattache FE\n");
    assert_eq!((one.line("pairs").starts_with("FE-CT neutral"), one.line("attache").as_str()), (true, "FE"));
    let mut two = event("chit E5; event 5", "pairs FE-CT alliance, CY-FE alliance\n");
    assert_eq!(two.verdict("pair MU-CY"), denied("SI-6.2.1.14"));
    two.act("pair CY-FE");
    assert_eq!(two.line("pairs"), "FE-CT alliance, CT-MU neutral, MU-CY neutral, CY-FE neutral");
    assert!(event("chit E5; event 4", "").done());
}

#[test]
fn si_6_2_2a_an_alien_war_hits_bases_or_stirs_desire() {
    covers!("SI-6.2.2a", "SI-6.2.2b", "SI-6.2.2c", "SI-6.2.2d", "SI-R-46");
    let mut stage =
        token("U-alien_war-1", "pairs FE-CT war, CY-FE war\nat CUA: base build\nat ASC: base_up research\n");
    assert_eq!(stage.here("CUA"), "", "the Flesh Eaters once, for two wars");
    assert_eq!(stage.here("ASC"), "base research", "one step");
    assert_eq!(stage.status(), [5, 1, 0], "the Cthonians found no Base; no Military Loss");
    assert_eq!(stage.line("unbuilt"), "flagship*3, mine*3, sol_defense, base build");
    stage.chance("chit E4; event 4");
    assert!(stage.done());
    let peace = token("U-alien_war-1", "");
    assert_eq!((peace.status(), peace.done()), ([5, 0, 0], false), "a Random Event follows");
}

#[test]
fn si_12_7_you_choose_the_base_that_is_hit() {
    covers!("SI-12.7");
    let mut stage = token("U-alien_war-1", "pairs CY-FE war\nat CUA: base build\nat APC: base defense\n");
    assert_eq!(stage.legal(), ["hit APC", "hit CUA"]);
    assert_eq!(stage.verdict("hit ASC"), denied("SI-6.2.2b"));
    stage.act("hit APC");
    assert_eq!((stage.here("APC").as_str(), stage.here("CUA").as_str()), ("", "base build"));
}

#[test]
fn si_6_2_3_a_conflict_rolls_what_and_who() {
    covers!("SI-6.2.3", "SI-R-84", "SI-8.2.1a", "SI-8.2.1c");
    let run = |script: &str, pairs: &str| {
        let mut stage = token("U-galactic_conflict-1", &format!("pairs {pairs}\n"));
        stage.chance(script);
        assert!(stage.done());
        stage.line("pairs").split(',').next().expect("a pair").to_owned()
    };
    assert_eq!(run("conflict 1; relation 1", "FE-CT neutral"), "FE-CT war");
    assert_eq!(run("conflict 3; relation 1", "FE-CT alliance"), "FE-CT neutral");
    assert_eq!(run("conflict 2; relation 1", "FE-CT war"), "FE-CT war");
    assert_eq!(run("conflict 4; relation 1", "FE-CT war"), "FE-CT neutral");
    assert_eq!(run("conflict 6; relation 1", "FE-CT war"), "FE-CT neutral");
    assert_eq!(run("conflict 6; relation 1", "FE-CT alliance"), "FE-CT neutral");
    assert_eq!(run("conflict 6; relation 1", "FE-CT neutral"), "FE-CT neutral");
}

#[test]
fn si_6_2_4a_fast_scouts_are_spawned_or_move_a_space_per_copy() {
    covers!("SI-6.2.4a", "SI-6.2.4b", "SI-11.2.1");
    let lines = "war FE 3 CY 3\nat FE4: FE scout\ntech FE: fast_scouts\ntech CT: fast_scouts\ntech CY: enhanced_tech fast_scouts\nat CY5: CY scout\n";
    let stage = token("U-fast_scouts-1", lines);
    assert_eq!((stage.here("FE3").as_str(), stage.here("CT5").as_str()), ("FE scout", "CT scout"));
    assert_eq!(stage.here("CY3"), "CY scout", "two copies");
    let fights = token(
        "U-fast_scouts-1",
        "war FE 3\nat SOL: flagship\nat FE1: FE scout\ntech FE: fast_scouts\nat CT5: flagship\ntech CT: fast_scouts\nat ASC: base build\n",
    );
    assert_eq!(fights.here("CT5"), "flagship, CT scout", "all moves come first");
    assert_eq!(fights.dice(), 4);
}

#[test]
fn si_6_2_4c_without_the_technology_a_random_event_follows() {
    covers!("SI-6.2.4c", "SI-6.2.5c");
    for kind in ["fast_scouts", "fast_raiders"] {
        let mut none = token(&format!("U-{kind}-1"), "");
        none.chance("chit E1; event 1");
        assert_eq!(none.status(), [5, 1, 0]);
        let one = token(&format!("U-{kind}-1"), &format!("tech MU: {kind}\n"));
        assert!(one.done());
    }
}

#[test]
fn si_6_2_5a_fast_raiders_move_one_space_whatever_the_copies() {
    covers!("SI-6.2.5a", "SI-R-56", "SI-11.2.2", "SI-6.2.5b");
    let lines = "war CY 3\ntech CY: enhanced_tech fast_raiders\nat CY5: CY raider\nat CY4: CY scout\n";
    let stage = token("U-fast_raiders-1", lines);
    assert_eq!(stage.here("CY4"), "CY scout, CY raider", "the Scout stays");
    let both = token("U-fast_raiders-1", &lines.replace("fast_raiders\n", "fast_raiders raider_protocols\n"));
    assert_eq!((both.here("CY4").as_str(), both.here("CY3").as_str()), ("CY raider", "CY scout"));
    let spawned = token("U-fast_raiders-1", "tech MU: fast_raiders\n");
    assert_eq!(spawned.here("MU4"), "MU raider");
}

#[test]
fn si_6_2_6_desire_fills_then_costs_stability() {
    covers!("SI-6.2.6");
    assert_eq!(token("U-expansion_desire-1", "").status(), [5, 1, 0]);
    assert_eq!(token("U-expansion_desire-2", "status stability 4 desire 1 losses 0\n").status(), [3, 1, 0]);
}

#[test]
fn si_6_2_6_reports_name_the_step_of_each_track() {
    covers!("SI-6.2.6");
    let told = |id: &str, status: &str, script: &str| {
        let mut stage = token(id, status);
        if !script.is_empty() {
            stage.chance(script);
        }
        let steps = stage.events.iter().filter_map(|event| match *event {
            Event::DesireChanged { from, to } => Some(("desire", from, to)),
            Event::StabilityChanged { from, to } => Some(("stability", from, to)),
            Event::LossesChanged { from, to } => Some(("losses", from, to)),
            _ => None,
        });
        steps.collect::<Vec<_>>()
    };
    let desire = "U-expansion_desire-1";
    assert_eq!(told(desire, "status stability 4 desire 0 losses 0\n", ""), [("desire", 0, 1)]);
    assert_eq!(told(desire, "status stability 4 desire 1 losses 0\n", ""), [("stability", 4, 3)]);
    let fight = "war FE 3\nat SOL: flagship, mine\nat FE1: FE armada\n";
    for (losses, step) in [(0, ("losses", 0, 1)), (1, ("losses", 1, 2)), (2, ("stability", 5, 4))] {
        let status = format!("{fight}status stability 5 desire 0 losses {losses}\n");
        assert_eq!(told("FE-advance-1", &status, "combat 1"), [step], "{losses} losses before");
    }
}
