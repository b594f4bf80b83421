//! Chapters 7.3.1.3 to 7.3.1.6 and 7.3.1.8: Research, Espionage, Morale, Diplomacy, War Opportunities.

use laws::denied;
use rules::covers;

use crate::stage::actions;

#[test]
fn si_7_3_1_3_1a_initiate_shows_two_and_starts_one() {
    covers!("SI-7.3.1.3.1a", "SI-7.3.1.3.1b", "SI-R-19");
    let mut stage = actions("at ASC: base build\nstored: RES*2\n");
    stage.act("initiate").chance("blue targeting; blue toolkit");
    assert_eq!(stage.legal(), ["start targeting", "start toolkit"]);
    assert_eq!(stage.verdict("start missiles"), denied("SI-7.3.1.3.1a"));
    stage.act("start targeting");
    assert_eq!(
        (stage.line("progress 0").as_str(), stage.line("unresearched").as_str()),
        ("targeting", "1 seen toolkit")
    );
    stage.act("initiate");
    assert_eq!(stage.line("progress 0"), "targeting toolkit", "a single token needs no question");
    assert_eq!(stage.verdict("initiate"), denied("SI-7.3b"));
    let none = actions("stored: RES\nprogress 0: engines\n");
    assert_eq!(none.verdict("initiate"), denied("SI-7.3.1.3.1a"), "nothing is Un-researched");
    let mut choice = actions(
        "at ASC: base build\nat APC: base research\nstored: RES\nunresearched: 1 seen toolkit, 2 unseen blue\n",
    );
    choice.act("initiate");
    assert_eq!(choice.legal(), ["look toolkit", "look blue"]);
    choice.act("look toolkit").chance("blue engines");
    assert_eq!(choice.legal(), ["start toolkit", "start engines"]);
}

#[test]
fn si_7_3_1_3_2a_conduct_rolls_for_each_technology_highest_column_first() {
    covers!("SI-7.3.1.3.2a", "SI-R-67", "SI-7.3.1.3.2b");
    let mut stage = actions(
        "at ASC: base build\nat APC: base research\nstored: RES\nprogress 0: engines\nprogress 50: targeting missiles\n",
    );
    stage.act("conduct").chance("research 1");
    assert_eq!(stage.line("progress 25"), "targeting", "lost research, one column left");
    stage.chance("research 3");
    assert_eq!(stage.line("progress 75"), "missiles", "a single advance");
    stage.chance("research 5");
    assert_eq!(stage.line("progress 50"), "engines", "a double advance");
    assert!(stage.asked(), "three dice");
    let mut low = actions("at ASC: base build\nstored: RES\nprogress 0: engines\n");
    low.act("conduct").chance("research 1");
    assert_eq!(low.line("progress 0"), "engines", "no progress");
    assert_eq!(actions("stored: RES\n").verdict("conduct"), denied("SI-7.3.1.3.2a"));
}

#[test]
fn si_7_3_1_3_2c_warp_gates_get_a_die_only_with_their_base() {
    covers!("SI-7.3.1.3.2c", "SI-11.1.6b");
    let without =
        "stored: RES*2\nprogress 0: warp_gates\nunbuilt: flagship, mine*3, sol_defense, base warp_research\n";
    let stage = actions(without);
    assert_eq!(stage.verdict("conduct"), denied("SI-7.3.1.3.2a"));
    assert_eq!(stage.verdict("focus warp_gates"), Ok(()), "nothing else is blocked");
    let mut with = actions("stored: RES\nprogress 0: warp_gates\nat ASC: base warp_research\n");
    with.act("conduct").chance("research 6");
    assert_eq!(with.line("progress 50"), "warp_gates");
}

#[test]
fn si_7_3_1_3_2d_a_technology_at_100_percent_is_discovered() {
    covers!("SI-7.3.1.3.2d", "SI-11.1.6a");
    let mut stage = actions("stored: RES\nprogress 75: engines\n");
    stage.act("conduct").chance("research 4");
    assert_eq!((stage.line("discovered").as_str(), stage.line("progress 75").as_str()), ("engines", ""));
    let mut past = actions("at ASC: base warp_research\nstored: RES\nprogress 50: warp_gates\n");
    past.act("conduct").chance("research 6");
    assert_eq!((past.pool("WRP"), past.state.board.unbuilt[1], past.state.board.white_pile), (2, 2, 4));
}

#[test]
fn si_7_3_1_3_3_focused_research_is_a_sure_step() {
    covers!("SI-7.3.1.3.3");
    let mut stage = actions("stored: RES\nprogress 75: engines\n");
    assert_eq!(stage.verdict("focus targeting"), denied("SI-7.3.1.3.3"));
    stage.act("focus engines");
    assert_eq!((stage.line("discovered").as_str(), stage.line("sacrificed").as_str()), ("engines", "RES"));
}

#[test]
fn si_7_3_1_4_1a_sabotage_removes_the_technology_of_the_result() {
    covers!("SI-7.3.1.4.1a", "SI-7.3.1.4.1c", "SI-7.3.1.4.1f", "SI-7.3.1.4.1g");
    let mut stage = actions("stored: ESP\ntech FE: durability fast_advance forced_pursuit\n");
    assert_eq!(stage.verdict("sabotage CT"), denied("SI-7.3.1.4.1a"), "no technology");
    stage.act("sabotage FE").chance("sabotage 5");
    assert_eq!(
        (stage.line("tech FE").as_str(), stage.war("FE")),
        ("durability forced_pursuit", 0),
        "no act of war"
    );
    assert_eq!(stage.state.board.piles[0].count_ones(), 4);
}

#[test]
fn si_7_3_1_4_1b_results_above_6_count_as_6_and_0_does_nothing() {
    covers!("SI-7.3.1.4.1b", "SI-R-20", "SI-7.3.1.4.1e", "SI-11.1.3", "SI-11.2.6");
    let mut high = actions("stored: ESP\ndiscovered: toolkit\ntech FE: durability fast_advance\n");
    high.act("sabotage FE").chance("sabotage 6");
    assert_eq!(high.line("tech FE"), "fast_advance", "7 counts as 6");
    let mut plus = actions("stored: ESP\ndiscovered: toolkit\ntech FE: durability fast_advance\n");
    plus.act("sabotage FE").chance("sabotage 4");
    assert_eq!(plus.line("tech FE"), "durability", "4 and 1 are 5");
    let mut low = actions("stored: ESP\ntech CT: anti_espionage\n");
    low.act("sabotage CT").chance("sabotage 1");
    assert_eq!(low.line("tech CT"), "anti_espionage");
    let mut six = actions("stored: ESP\ntech CT: anti_espionage\n");
    six.act("sabotage CT").chance("sabotage 6");
    assert_eq!(six.line("tech CT"), "anti_espionage", "6 and -1 are 5: an empty space");
}

#[test]
fn si_7_3_1_4_1d_a_spy_on_the_space_means_the_next_higher_technology() {
    covers!("SI-7.3.1.4.1d");
    let run = |die: u8| {
        let mut stage = actions("stored: ESP\nspy CY\ntech CY: fast_scouts adv_defense\n");
        stage.act("sabotage CY").chance(&format!("sabotage {die}")).act("accept");
        stage.line("tech CY")
    };
    assert_eq!([run(4), run(3)], ["fast_scouts", "fast_scouts adv_defense"]);
}

#[test]
fn si_7_3_1_4_2a_an_attache_for_each_race_but_the_mercenaries() {
    covers!("SI-7.3.1.4.2a", "SI-R-21");
    let mut stage = actions("stored: ESP*2\n");
    assert_eq!(stage.verdict("attache ME"), denied("SI-7.3.1.4.2a"));
    stage.act("attache FE");
    assert_eq!(stage.verdict("attache FE"), denied("SI-R-21"));
    assert_eq!(stage.verdict("attache CT"), Ok(()));
    assert_eq!(stage.line("attache"), "FE new");
}

#[test]
fn si_7_3_1_4_3a_a_spy_for_each_track_that_is_not_full() {
    covers!("SI-7.3.1.4.3a", "SI-R-21");
    let mut stage = actions("stored: ESP*2\ntech ME: plunder fast_scouts fast_raiders\n");
    assert_eq!(stage.verdict("slow_research ME"), denied("SI-7.3.1.4.3a"));
    stage.act("slow_research CT");
    assert_eq!(stage.verdict("slow_research CT"), denied("SI-R-21"));
    assert_eq!(stage.line("spy"), "CT new");
}

#[test]
fn si_7_3_1_5_1_propaganda_must_change_something() {
    covers!("SI-7.3.1.5.1");
    let mut stage = actions("stored: MOR*3\nstatus stability 4 desire 1 losses 0\n");
    assert_eq!(stage.verdict("propaganda losses"), denied("SI-7.3.1.5.1"));
    stage.act("propaganda stability").act("propaganda desire");
    assert_eq!(stage.status(), [5, 0, 0]);
    assert_eq!(stage.verdict("propaganda stability"), denied("SI-7.3.1.5.1"), "5 is the most");
    let mut losses = actions("stored: MOR\nstatus stability 4 desire 1 losses 2\n");
    losses.act("propaganda losses");
    assert_eq!(losses.status(), [4, 1, 1]);
}

#[test]
fn si_7_3_1_5_2a_morale_opens_the_leftmost_closed_column() {
    covers!("SI-7.3.1.5.2a");
    let mut stage = actions("stored: MOR*2\ncolumn right\n");
    stage.act("expand");
    assert_eq!(stage.state.board.deployed.columns, 0b110);
    assert_eq!(stage.verdict("expand"), denied("SI-7.3.1.5.2a"));
    assert_eq!(stage.verdict("expand with column right"), denied("SI-7.3g"), "back to its own place");
    let mut moved = actions("column right\n");
    moved.act("expand with column right");
    assert_eq!(moved.line("column"), "middle new");
}

#[test]
fn si_7_3_1_5_2b_a_column_closes_when_its_morale_leaves() {
    covers!("SI-7.3.1.5.2b", "SI-R-51");
    let mut stage = actions(
        "column middle\ntrack left: 0 DIP\ntrack middle: 0 BUI, 2 RES, 6 MAN*2\nstatus stability 4 desire 0 losses 0\n",
    );
    stage.act("propaganda stability with column middle");
    assert_eq!((stage.line("track left").as_str(), stage.line("track middle").as_str()), ("0 BUI DIP", ""));
    assert_eq!((stage.pool("RES"), stage.pool("MAN"), stage.pool("MOR")), (3, 3, 3));
}

#[test]
fn si_7_3_1_5_3_reclaim_returns_another_sacrificed_token() {
    covers!("SI-7.3.1.5.3");
    let mut stage = actions("stored: MOR\nsacrificed: BUI\n");
    assert_eq!(stage.verdict("reclaim MOR"), denied("SI-7.3.1.5.3"), "not the Morale just sacrificed");
    stage.act("reclaim BUI");
    assert_eq!((stage.pool("BUI"), stage.line("sacrificed").as_str()), (3, "MOR"));
}

#[test]
fn si_7_3_1_6_1a_an_embassy_for_each_race_below_total_war() {
    covers!("SI-7.3.1.6.1a", "SI-R-21");
    let mut stage = actions("stored: DIP*2\nwar CT 3\n");
    assert_eq!(stage.verdict("embassy ME"), denied("SI-7.3.1.6.1a"));
    stage.act("embassy CT");
    assert_eq!(stage.verdict("embassy CT"), denied("SI-R-21"));
}

#[test]
fn si_7_3_1_6_2_envoys_need_an_embassy_and_anger() {
    covers!("SI-7.3.1.6.2", "SI-R-22", "SI-7.3.1.6.4");
    let mut stage = actions("stored: DIP\nembassy FE\nwar FE 2 CT 2\n");
    assert_eq!(stage.verdict("envoy CT"), denied("SI-7.3.1.6.2"));
    assert_eq!(stage.verdict("envoy MU"), denied("SI-7.3.1.6.4"), "at Peace");
    assert_eq!(stage.verdict("envoy FE with embassy FE"), denied("SI-R-22"));
    stage.act("envoy FE");
    assert_eq!((stage.war("FE"), stage.pool("DIP")), (1, 1));
}

#[test]
fn si_7_3_1_6_3_parley_needs_no_embassy_and_costs_the_token() {
    covers!("SI-7.3.1.6.3", "SI-7.3.1.6.4");
    let mut stage = actions("stored: DIP\n");
    assert_eq!(stage.verdict("parley FE"), denied("SI-7.3.1.6.4"));
    stage.act("parley ME");
    assert_eq!((stage.war("ME"), stage.line("sacrificed").as_str()), (3, "DIP"));
}

#[test]
fn si_7_3_1_8a_a_war_opportunity_needs_a_war_and_an_embassy() {
    covers!("SI-7.3.1.8a", "SI-7.3.1.8b", "SI-7.3.1.8.5");
    let no_war = actions("stored: DIP\nembassy FE\nwar FE 2\n");
    assert_eq!(no_war.verdict("peace_talks FE-CT"), denied("SI-7.3.1.8a"));
    let no_embassy = actions("stored: DIP\nembassy MU\npairs FE-CT war\n");
    assert_eq!(no_embassy.verdict("peace_talks FE-CT"), denied("SI-7.3.1.8a"));
    assert_eq!(no_embassy.verdict("arms_deal FE-CT MU"), denied("SI-7.3.1.8a"), "not a race of the pair");
    let mut stage = actions("stored: DIP\nembassy CT\nattache FE\nwar FE 2 CT 3\npairs FE-CT war\n");
    stage.act("peace_talks FE-CT");
    assert_eq!((stage.war("FE"), stage.war("CT")), (1, 2));
    assert!(stage.line("pairs").starts_with("FE-CT neutral"), "and no Attaché contests it");
}

#[test]
fn si_7_3_1_8_1_arms_deal_calms_one_race_and_angers_the_other() {
    covers!("SI-7.3.1.8.1");
    let mut stage = actions("stored: BUI\nembassy FE\nwar FE 3 CT 1\npairs FE-CT war\n");
    stage.act("arms_deal FE-CT FE");
    assert_eq!((stage.war("FE"), stage.war("CT")), (0, 2));
}

#[test]
fn si_7_3_1_8_2_arbitration_sends_fleets_outward() {
    covers!("SI-7.3.1.8.2", "SI-R-59");
    let lines = "stored: MAN\nembassy FE\npairs FE-CT war\nat SOL: FE scout\nat APC: FE raider from FE2\nat FE5: FE armada\nat CT1: CT scout\nat CT2: flagship\n";
    let mut stage = actions(lines);
    stage.act("arbitration FE-CT");
    assert_eq!(
        (stage.here("FE1").as_str(), stage.here("FE3").as_str()),
        ("FE scout", "FE raider"),
        "to the far link"
    );
    assert_eq!((stage.here("FE5").as_str(), stage.here("CT2").as_str()), ("FE armada", "flagship, CT scout"));
    assert_eq!(stage.dice(), 3, "the Scout moved into an occupied space");
}

#[test]
fn si_7_3_1_8_3_false_intelligence_turns_a_race_on_its_other_neighbour() {
    covers!("SI-7.3.1.8.3", "SI-R-24");
    let mut stage = actions("stored: ESP\nembassy FE\npairs FE-CT war, CY-FE alliance\n");
    stage.act("false_intel FE-CT FE");
    assert_eq!(stage.line("pairs"), "FE-CT neutral, CT-MU neutral, MU-CY neutral, CY-FE neutral");
    let mut other = actions("stored: ESP\nembassy FE\npairs FE-CT war\n");
    other.act("false_intel FE-CT CT");
    assert_eq!(
        (other.line("pairs").as_str(), other.war("ME")),
        ("FE-CT neutral, CT-MU war, MU-CY neutral, CY-FE neutral", 3)
    );
}

#[test]
fn si_7_3_1_8_4_disarming_removes_space_6_of_both() {
    covers!("SI-7.3.1.8.4");
    let mut stage = actions("stored: RES\nembassy FE\npairs FE-CT war\ntech FE: durability fast_advance\n");
    stage.act("disarm FE-CT");
    assert_eq!((stage.line("tech FE").as_str(), stage.line("tech CT").as_str()), ("fast_advance", ""));
}

#[test]
fn si_7_3_1_8_6_warp_pays_for_any_opportunity_and_morale_for_none() {
    covers!("SI-7.3.1.8.6", "SI-7.3.1.8.7");
    let lines = "embassy FE\npairs FE-CT war\nwar FE 2\ndiscovered: warp_gates\nat ASC: base warp_research\ncolumn middle\n";
    let mut stage = actions(&format!("{lines}stored: WRP\n"));
    assert_eq!(stage.verdict("arms_deal FE-CT FE"), denied("SI-7.3b"));
    assert_eq!(stage.verdict("arms_deal FE-CT FE with column middle"), denied("SI-7.3.1.8.7"));
    stage.act("arms_deal FE-CT FE with WRP");
    assert_eq!((stage.war("FE"), stage.pool("WRP")), (0, 2), "spent, not sacrificed");
    assert_eq!(actions(lines).verdict("disarm FE-CT with WRP"), denied("SI-7.3.1.8.6"));
}
