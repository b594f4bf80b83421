//! The acceptance examples of chapter 17, with their own numbers.

use laws::denied;
use space_infantry::{Event, FedTech, Level, Race, Space, SpaceInfantry, Token};

use crate::stage::{Stage, actions, at, game, rolling, token};

fn combats(stage: &Stage) -> usize {
    stage.count(|event| matches!(event, Event::CombatBegan { .. }))
}

#[test]
fn si_a_01_settling_costs_one_and_two_steps() {
    let mut near = actions("stored: BUI\nat CUA: flagship\n");
    near.act("settle CUA build");
    let mut far = actions("stored: BUI\nat APC: flagship\n");
    far.act("settle APC build");
    assert_eq!((near.war("FE"), far.war("FE")), (1, 2));
}

#[test]
fn si_a_02_mobilizing_with_a_war_counts_as_cold_war() {
    let lines = "war FE 2\npairs FE-CT war\n";
    assert!(token("FE-spawn-1", lines).done());
    assert_eq!(token("FE-spawn-1", lines).here("FE5"), "");
    let mut tech = token("FE-tech-1", lines);
    tech.chance("tech:FE durability");
    assert_eq!(tech.line("tech FE"), "durability");
}

#[test]
fn si_a_03_five_hits_do_not_destroy_a_doom_fleet_six_do() {
    let run = |faces: &str| {
        let mut stage = token(
            "CT-advance-1",
            "war CT 3\nat SOL: flagship, mine_up*3\nat CT1: CT doom\ndiscovered: targeting\nat ASC: base build\nstored: MAN\n",
        );
        stage.act("out_maneuver 1").chance(&format!("combat {faces}"));
        (stage.here("CT5"), stage.state.board.piles[1] == 0b11_1111)
    };
    assert_eq!(run("6 6 4 1"), ("CT doom".to_owned(), false), "2 + 2 + 1 = 5 hits");
    assert_eq!(run("6 6 6 1"), (String::new(), true), "6 hits");
}

#[test]
fn si_a_04_enhanced_tech_doubles_fast_scouts() {
    let stage = token("U-fast_scouts-1", "war CY 3\ntech CY: fast_scouts enhanced_tech\nat CY5: CY scout\n");
    assert_eq!(stage.here("CY3"), "CY scout");
}

#[test]
fn si_a_05_minus_one_turns_1_to_nothing_and_6_to_5() {
    let mut one = rolling("F-federation_1m-1", "");
    one.chance("resource 1");
    assert_eq!(one.line("track left"), "");
    let mut six = rolling("F-federation_1m-1", "");
    six.chance("resource 6").act("place BUI");
    assert_eq!(six.line("track left"), "4 BUI", "row 5, one row down");
}

#[test]
fn si_a_06_two_fours_are_one_stack() {
    let mut stage = rolling("F-federation_1-1", "at ASC: base build\n");
    stage.chance("resource 4 4").act("place MAN");
    assert_eq!(stage.line("track left"), "3 MAN*2");
}

#[test]
fn si_a_07_only_sol_is_one_die() {
    assert_eq!(rolling("F-federation_1-1", "").dice(), 1);
}

#[test]
fn si_a_08_two_patrol_routes_join_fe1_and_cy2() {
    let mut stage = actions(
        "stored: MAN\nat FE1: flagship\ndiscovered: warp_gates patrol_routes*2\nat ASC: base warp_research\n",
    );
    stage.act("move flagship FE1 CY2");
    assert_eq!(stage.here("CY2"), "flagship");
}

#[test]
fn si_a_09_anti_espionage_turns_1_to_0() {
    let mut stage = actions("stored: ESP\ntech CT: anti_espionage\n");
    stage.act("sabotage CT").chance("sabotage 1");
    assert_eq!(stage.line("tech CT"), "anti_espionage");
}

#[test]
fn si_a_10_thirty_tokens() {
    let game = game("easy");
    let pools: u8 = game.data.pool.iter().sum();
    let state = rules::Game::start(&game);
    let locked = game.locked(&state.board);
    assert_eq!((pools, locked.total(), locked.count(space_infantry::Resource::Warp)), (17, 13, 2));
}

#[test]
fn si_a_11_combat_dice_are_one_to_five() {
    assert_eq!(game("easy").data.combat_dice, [5, 1, 5]);
}

#[test]
fn si_a_12_full_tracks_cost_stability() {
    assert_eq!(token("U-expansion_desire-1", "status stability 5 desire 1 losses 0\n").status(), [4, 1, 0]);
    let mut losses =
        token("ME-advance-1", "war ME 3\nstatus stability 5 desire 0 losses 2\nat ME1: ME scout\n");
    losses.chance("combat 1 1 1 1");
    assert_eq!(losses.status(), [4, 0, 2]);
}

#[test]
fn si_a_13_allies_go_neutral_then_to_war() {
    let mut stage = token("U-galactic_conflict-1", "pairs FE-CT alliance\nwar FE 2 CT 2\n");
    stage.chance("conflict 1; relation 1");
    assert_eq!(stage.state.board.wars(Race::Fe), 0);
    let mut again = token("U-galactic_conflict-2", "war FE 2 CT 2\n");
    again.chance("conflict 1; relation 1");
    assert_eq!((again.state.board.wars(Race::Fe), again.state.board.wars(Race::Ct)), (1, 1));
}

#[test]
fn si_a_14_press_from_space_1_stays_and_named_spaces_hold() {
    assert_eq!(token("MU-press-1", "at MU1: MU scout\n").here("MU1"), "MU scout");
    let mut stage = token("MU-press-1", "at MU2: MU scout\n");
    assert_eq!(stage.here("ABR"), "MU scout from MU2");
    stage.chance("refill MU-press-2");
    let stays = token("MU-press-2", "at ABR: MU scout from MU2\n");
    assert_eq!(stays.here("ABR"), "MU scout from MU2");
}

#[test]
fn si_a_15_fast_scouts_without_the_technology_is_an_event() {
    let mut stage = token("U-fast_scouts-1", "");
    stage.chance("chit E1; event 1");
    assert_eq!(stage.status(), [5, 1, 0]);
}

#[test]
fn si_a_20_two_fleets_in_sol_and_two_maneuvers() {
    let mut stage = token(
        "FE-advance-1",
        "war FE 3\nat SOL: flagship, sol_defense\nat FE1: FE scout, FE armada\nstored: MAN*2\n",
    );
    stage.act("out_maneuver 2");
    assert_eq!(stage.dice(), 3);
}

/// A Flagship attacks a fleet of the Cthonians on its space with this many hits.
fn hits_at(space: &str, class: &str, from: &str, hits: usize) -> Stage {
    let mut stage = actions(&format!(
        "at {from}: flagship\nat {space}: CT {class}\nstored: MAN*5\nat ASC: base maneuver\n"
    ));
    stage.act(&format!("move flagship {from} {space}"));
    let most = stage.legal().len() - 1;
    stage.act(&format!("out_maneuver {most}"));
    let faces: Vec<&str> =
        (0..stage.dice()).map(|die| if usize::from(die) < hits { "5" } else { "1" }).collect();
    stage.chance(&format!("combat {}", faces.join(" ")));
    stage
}

#[test]
fn si_a_21_a_raider_on_its_highest_space_dies_of_two_hits() {
    let stage = hits_at("CT5", "raider", "CT4", 2);
    assert_eq!((stage.here("CT5").as_str(), stage.war("CT")), ("flagship", 1));
}

#[test]
fn si_a_22_the_doom_fleet_needs_six() {
    assert_eq!(hits_at("CT5", "doom", "CT4", 3).here("CT5"), "flagship");
    assert_eq!(hits_at("CT4", "doom", "CT3", 3).here("CT5"), "CT doom");
}

#[test]
fn si_a_23_durability_lets_a_scout_survive_two_hits() {
    let run = |faces: &str| {
        let mut stage = actions("stored: MAN\nat SOL: flagship\nat MU1: MU scout\ntech MU: durability\n");
        stage.act("move flagship SOL MU1").chance(&format!("combat {faces}"));
        (stage.here("MU3"), stage.war("MU"))
    };
    assert_eq!(run("5 5 1 1"), ("MU scout".to_owned(), 0));
    assert_eq!(run("5 5 5 1"), (String::new(), 1));
}

#[test]
fn si_a_24_a_destroyed_mercenary_fleet_calms_them() {
    let mut stage = token("ME-advance-1", "at SOL: flagship\nat ME1: ME scout\n");
    stage.chance("combat 5 5 1 1");
    assert_eq!(stage.war("ME"), 3);
}

#[test]
fn si_a_25_targeting_counts_4_6_2_as_three_hits() {
    let mut stage =
        token("FE-advance-1", "war FE 3\ndiscovered: targeting\nat SOL: flagship\nat FE1: FE raider\n");
    stage.chance("combat 4 6 2");
    assert_eq!(stage.count(|event| *event == Event::HitsScored { hits: 3 }), 1);
}

#[test]
fn si_a_26_contest_4_prevents_and_kills_the_spy() {
    let mut stage = token("CT-tech-1", "war CT 1\nspy CT\n");
    stage.chance("tech:CT adv_defense").act("contest").chance("contest 4");
    assert_eq!((stage.line("tech CT").as_str(), stage.pool("ESP"), stage.war("CT")), ("", 3, 2));
}

#[test]
fn si_a_27_contests_5_then_1_against_apclore() {
    let mut stage = actions("stored: BUI\nat APC: flagship\nembassy FE\n");
    stage.act("settle APC build").chance("contest 5; contest 1");
    assert_eq!((stage.war("FE"), stage.line("embassy").as_str()), (1, ""));
}

#[test]
fn si_a_28_friction_at_total_war_advances_twice_before_combat() {
    let stage = token(
        "FE-border_friction-1",
        "war FE 4\nat CUA: base build\nat SOL: flagship\nat FE2: FE scout\nat FE5: FE armada\n",
    );
    assert_eq!(stage.here("FE3"), "FE armada", "overflow and extra Advance");
    assert_eq!((stage.here("SOL").as_str(), stage.dice()), ("flagship, FE scout", 4));
}

#[test]
fn si_a_29_a_raider_enters_apclore_and_is_sent_back() {
    let mut stage = token("FE-advance-1", "war FE 3\nat APC: base build\nat FE3: FE raider\n");
    assert_eq!(stage.dice(), 3);
    stage.chance("combat 5 1 1");
    assert_eq!(stage.here("FE3"), "FE raider");
}

#[test]
fn si_a_30_of_two_bases_the_nearer_one() {
    let stage =
        token("FE-advance-1", "war FE 3\nat APC: base build\nat CUA: base research\nat FE2: FE raider\n");
    assert_eq!(stage.here("CUA"), "base research, FE raider from FE2");
}

#[test]
fn si_a_31_sol_is_lost_only_at_the_end_of_the_turn() {
    let mut first = token("FE-advance-1", "war FE 3\nat FE1: FE scout\nstored: BUI\n");
    first.chance("combat 1 1 1 1");
    assert_eq!((first.status(), first.here("SOL").as_str()), ([5, 0, 1], "FE scout"));
    let position = "at SOL: FE scout\nstored: BUI\nstatus stability 5 desire 0 losses 1\n";
    let mut builds = actions(position);
    builds.act("construct flagship");
    assert_eq!(builds.dice(), 4);
    builds.chance("combat 1 1 1 5").act("end_actions");
    assert_eq!(builds.over(), "");
    let mut idle = actions(position);
    idle.act("end_actions");
    assert_eq!(idle.over(), "sol_fell");
}

#[test]
fn si_a_32_sabotage_at_a_spy_takes_the_next_higher_technology() {
    for (die, tech) in [
        (4, "fast_scouts"),
        (3, "fast_scouts adv_defense"),
        (2, "fast_scouts adv_defense"),
        (1, "fast_scouts adv_defense"),
    ] {
        let mut stage = actions("stored: ESP\nspy CY\ntech CY: fast_scouts adv_defense\n");
        stage.act("sabotage CY").chance(&format!("sabotage {die}")).act("accept");
        assert_eq!((stage.line("tech CY").as_str(), stage.line("spy").as_str()), (tech, "CY"));
    }
}

#[test]
fn si_a_33_a_war_of_ct_and_mu_calms_the_mercenaries() {
    let mut stage = token("U-galactic_conflict-1", "war CT 2 MU 2\n");
    stage.chance("conflict 1; relation 2");
    assert_eq!(stage.war("ME"), 3);
    let board = &stage.state.board;
    assert_eq!([Race::Ct, Race::Mu].map(|race| stage.game.effective(board, race)), [1, 1]);
}

#[test]
fn si_a_34_peace_with_a_war_is_the_logo() {
    let stage = token("FE-press-1", "pairs FE-CT war\nat FE5: FE scout\n");
    assert_eq!(stage.here("FE5"), "FE scout");
}

#[test]
fn si_a_35_a_second_column_takes_a_second_3_and_closes() {
    let mut stage = rolling("F-federation_1-1", "column middle\ntrack left: 3 BUI\n");
    stage.chance("resource 3").act("place MAN");
    assert_eq!(stage.line("track middle"), "2 MAN");
    let mut closes =
        actions("column middle\ntrack middle: 0 DIP, 2 MAN\nstatus stability 4 desire 0 losses 0\n");
    closes.act("propaganda stability with column middle");
    assert_eq!((closes.line("track left").as_str(), closes.pool("MAN")), ("0 DIP", 3));
}

#[test]
fn si_a_36_counts() {
    let game = game("easy");
    assert_eq!(Level::ALL.map(|level| game.data.pools[level.index()].count_ones()), [43, 52, 57]);
    assert_eq!((Token::all().count(), Space::all().count()), (58, 30));
    let links: u32 = game.data.spaces.iter().map(|space| space.links.count_ones()).sum();
    let counters: usize = game.data.races.iter().map(|race| race.techs.len()).sum();
    assert_eq!((links, counters), (70, 30));
}

#[test]
fn si_a_37_the_raider_goes_on_while_the_scout_stops_in_sol() {
    let stage = token("ME-advance-1", "at SOL: flagship\nat ME1: ME scout\nat ME3: ME raider\n");
    assert_eq!((stage.here("SOL").as_str(), stage.here("ME1").as_str()), ("flagship, ME scout", "ME raider"));
    assert_eq!(stage.dice(), 4);
}

#[test]
fn si_a_38_fast_raiders_move_one_space_with_enhanced_tech() {
    let stage =
        token("U-fast_raiders-1", "war CY 3\ntech CY: enhanced_tech fast_raiders\nat CY5: CY raider\n");
    assert_eq!(stage.here("CY4"), "CY raider");
}

#[test]
fn si_a_39_the_only_embassy_cannot_pay_for_peace_talks() {
    let own = actions("embassy FE\npairs FE-CT war\n");
    assert_eq!(own.verdict("peace_talks FE-CT with embassy FE"), denied("SI-7.3.1.8a"));
    let stored = actions("embassy FE\npairs FE-CT war\nstored: DIP\n");
    assert_eq!(stored.verdict("peace_talks FE-CT"), Ok(()));
}

#[test]
fn si_a_40_exactly_five_stay_of_seven_and_four_of_four() {
    let mut seven = actions("stored: BUI*2 MAN*2 RES\ntrack left: 0 ESP MOR\n");
    seven.act("end_actions").act("return BUI").act("return MAN");
    assert_eq!(seven.line("stored"), "BUI MAN RES ESP MOR");
    let mut four = actions("stored: BUI*2\ntrack left: 0 ESP MOR\n");
    four.act("end_actions");
    assert_eq!(four.line("stored"), "BUI*2 ESP MOR");
}

#[test]
fn si_a_41_two_combats_in_all_at_total_war() {
    let mut stage = token(
        "FE-advance-1",
        "war FE 4\nat SOL: flagship\nat CUA: base build\nat FE1: FE scout\nat FE2: FE raider\n",
    );
    assert_eq!(stage.legal(), ["fight SOL", "fight CUA"]);
    stage.events.clear();
    stage.act("fight SOL");
    let first = combats(&stage);
    stage.chance("combat 5 5 1 1");
    assert_eq!(stage.count(|event| matches!(event, Event::Overflow { .. })), 1);
    assert_eq!((stage.here("CUA").as_str(), stage.dice()), ("base build, FE raider from FE2", 3));
    stage.chance("combat 5 1 1");
    assert_eq!((stage.here("FE2").as_str(), first.max(combats(&stage))), ("FE raider", 2));
    assert!(stage.done());
}

#[test]
fn si_a_42_the_extra_advance_becomes_a_spawn() {
    let mut stage = token("ME-tech-1", "");
    stage.chance("tech:ME plunder");
    assert_eq!((stage.line("tech ME").as_str(), stage.here("ME4").as_str()), ("plunder", "ME scout"));
}

#[test]
fn si_a_43_three_steps_below_war_are_two_overflows() {
    let mut stage = actions(
        "war CT 3\nstored: BUI\nat PUY: flagship\nat CT1: flagship\nat CT2: CT scout\nat CT5: CT armada\nat ASC: base maneuver\n",
    );
    stage.act("settle PUY build");
    assert_eq!((stage.war("CT"), stage.here("CT4").as_str(), stage.dice()), (4, "CT armada", 3));
    stage.chance("combat 1 1 1");
    assert_eq!((stage.here("CT3").as_str(), stage.here("CT2").as_str()), ("CT armada", "CT scout"));
    assert_eq!((stage.status(), stage.here("CT1").as_str()), ([5, 0, 1], ""));
}

#[test]
fn si_a_44_a_closed_column_keeps_what_has_arrived() {
    let mut stage = token("U-random_event-1", "column middle\ntrack middle: 0 BUI, 2 RES\n");
    stage.chance("chit E1; event 4");
    assert_eq!((stage.line("track left").as_str(), stage.pool("RES")), ("0 BUI", 3));
    let mut up = token("U-random_event-2", "track left: 0 BUI\n");
    up.chance("chit E4; event 1");
    assert_eq!(up.line("track left"), "1 BUI");
}

#[test]
fn si_a_45_points() {
    let lost = at(
        "si 1 hard tokens 200 turn 31 phase OVER\nover sol_fell\nat APC: base build\nat CUA: base maneuver\nat ABR: base espionage\nat ASC: base defense\n",
    );
    assert_eq!(lost.game.points(&lost.state.board), 351);
    let late = at(
        "si 1 hard tokens 200 turn 60 phase OVER\nover unfinished\nat APC: base build\nat CUA: base maneuver\nat ABR: base espionage\nat ASC: base defense\nat PUY: base research\n",
    );
    assert_eq!(late.game.points(&late.state.board), 460);
    let won = |turn: u8, stability: u8| {
        let stage = at(&format!(
            "si 1 hard tokens 200 turn {turn} phase OVER\nover won\nstatus stability {stability} desire 0 losses 0\n"
        ));
        stage.game.points(&stage.state.board)
    };
    assert_eq!((won(24, 3), won(8, 5)), (848, 1000));
}

#[test]
fn si_a_46_equal_seeds_give_equal_production_dice_whatever_was_decided() {
    crate::streams::two_players_see_the_same();
}

#[test]
fn si_a_47_the_flagship_must_follow_to_fe1() {
    let mut stage =
        token("FE-advance-1", "war FE 3\ntech FE: forced_pursuit\nat SOL: flagship\nat FE1: FE raider\n");
    stage.chance("combat 5 5 1");
    assert_eq!(
        (stage.here("FE2").as_str(), stage.here("FE1").as_str(), stage.here("SOL").as_str()),
        ("FE raider", "flagship", "")
    );
}

#[test]
fn si_a_48_the_second_attache_prevents_after_the_first_is_lost() {
    let mut stage = token("U-galactic_conflict-1", "attache FE\nattache CT\n");
    stage.chance("conflict 1").act("accept").chance("relation 1").act("accept");
    stage.act("roll_first FE").chance("contest 2").act("accept").chance("contest 4");
    assert!(stage.line("pairs").starts_with("FE-CT neutral"));
    assert_eq!((stage.war("FE"), stage.war("CT")), (1, 1));
}

#[test]
fn si_a_49_spawn_slots() {
    let position = "war FE 3\nat SOL: flagship\nat FE1: FE scout\nat FE4: FE raider\nspawn FE: - - armada\n";
    let mut first = token("FE-advance-1", position);
    first.chance("combat 5 5 1 1");
    assert_eq!(first.line("spawn FE"), "scout - armada");
    let spawned = token("FE-spawn-1", "war FE 3\nat FE4: FE raider\nspawn FE: scout - armada\n");
    assert_eq!((spawned.line("spawn FE").as_str(), spawned.here("FE5").as_str()), ("- scout -", "FE armada"));
    let mut last = token(
        "FE-advance-1",
        "war FE 3\nat SOL: flagship\nat FE1: FE raider\nat FE5: FE armada\nspawn FE: - scout -\n",
    );
    last.chance("combat 5 5 5");
    assert_eq!(last.line("spawn FE"), "raider scout -");
}

#[test]
fn si_a_50_fast_advance_enters_apclore_with_the_second_move() {
    let stage =
        token("FE-advance-1", "war FE 3\ntech FE: fast_advance\nat APC: base build\nat FE4: FE raider\n");
    assert_eq!((stage.here("APC").as_str(), stage.dice()), ("base build, FE raider from FE3", 3));
}

#[test]
fn si_a_51_the_espionage_in_row_0_is_sacrificed_first() {
    let mut stage = token(
        "FE-advance-1",
        "war FE 3\nat SOL: flagship\nat FE1: FE scout\nstored: ESP\ntrack left: 0 ESP\n",
    );
    stage.chance("combat 1 1 1 1").act("reroll");
    assert_eq!((stage.line("stored").as_str(), stage.line("track left").as_str()), ("ESP", ""));
}

#[test]
fn si_a_52_four_press_tokens_bring_a_scout_to_apclore() {
    let mut places = Vec::new();
    let mut position = String::new();
    for _ in 0..5 {
        let stage = token("FE-press-1", &position);
        let at = ["FE5", "FE4", "FE3", "APC"]
            .into_iter()
            .find(|at| !stage.here(at).is_empty())
            .expect("the Scout");
        places.push(at);
        position = format!("at {at}: {}\n", stage.here(at));
    }
    assert_eq!(places, ["FE5", "FE4", "FE3", "APC", "APC"]);
}

#[test]
fn si_a_53_a_scout_in_sol_fights_again_on_the_next_token() {
    let mut stage =
        token("ME-advance-1", "war ME 3\nat SOL: ME scout\nstatus stability 5 desire 0 losses 1\n");
    assert_eq!(stage.dice(), 4);
    stage.chance("combat 1 1 1 1");
    assert_eq!(stage.status(), [5, 0, 2]);
}

#[test]
fn si_a_54_a_raider_on_its_spawn_space_cannot_be_pushed() {
    let mut stage = token(
        "CT-spawn-1",
        "war CT 2\nat CT5: flagship, mine\nat CT2: CT scout\nspawn CT: - armada raider\n",
    );
    assert_eq!(stage.dice(), 2);
    stage.chance("combat 1 1").act("lose mine");
    assert_eq!(stage.here("CT5"), "flagship, CT raider");
    let leaves = token("CT-advance-1", "war CT 3\nat CT5: flagship, CT raider\n");
    assert_eq!((leaves.here("CT4").as_str(), leaves.done()), ("CT raider", true));
}

/// three fleets are spawned and destroyed in one impulse.
fn spawned_again() -> Stage {
    let mut stage = token("FE-spawn-1", "war FE 4\nat FE5: flagship\nstored: MAN*2\n");
    assert_eq!(stage.here("FE5"), "flagship, FE scout");
    stage.act("out_maneuver 0").chance("combat 5 1 1 1");
    assert_eq!(stage.here("FE5"), "flagship, FE raider");
    stage.act("out_maneuver 0").chance("combat 5 5 1");
    assert_eq!(stage.here("FE5"), "flagship, FE armada");
    stage.act("out_maneuver 2").chance("combat 5 5 5");
    stage
}

#[test]
fn si_a_55_the_scout_spawned_again_does_not_fight() {
    let stage = spawned_again();
    assert_eq!((stage.here("FE5").as_str(), stage.done()), ("flagship, FE scout", true));
    assert_eq!(stage.line("spawn FE"), "- armada raider");
}

#[test]
fn si_r_80_a_stopped_fleet_that_is_spawned_again_only_stands_there() {
    rules::covers!("SI-R-80");
    assert!(spawned_again().done());
}

#[test]
fn si_a_56_a_pursuing_flagship_fights_beside_the_mine() {
    let lines = "war FE 3\ntech FE: forced_pursuit durability\nat APC: base build, flagship\nat FE4: mine\nat FE3: FE raider\nat FE5: FE armada\n";
    let mut stage = token("FE-advance-1", lines);
    stage.act("fight APC");
    assert_eq!(stage.dice(), 3);
    stage.chance("combat 5 5 5");
    assert_eq!(
        (stage.here("FE5").as_str(), stage.here("FE4").as_str()),
        ("FE raider", "flagship, mine, FE armada")
    );
    assert_eq!(stage.dice(), 1);
    stage.chance("combat 5");
    assert_eq!((stage.here("FE5").as_str(), stage.done()), ("FE raider, FE armada", true));
}

#[test]
fn si_a_57_white_draws_with_one_patrol_routes_left() {
    let mut stage = actions(
        "discovered: warp_gates patrol_routes engines\nat ASC: base warp_research\nstored: RES\nunresearched: 2 unseen white\n",
    );
    stage.act("initiate");
    let rules::Turn::Chance(chance) = rules::Game::turn(&stage.game, &stage.state) else { panic!("a draw") };
    let drawn = |numbers: &[u32]| {
        let mut dice = laws::ScriptedDice(numbers.iter().copied().collect());
        rules::Game::sample(&stage.game, &chance, &mut dice)
    };
    let row = space_infantry::Roll::Row;
    assert_eq!([drawn(&[1]), drawn(&[2]), drawn(&[3]), drawn(&[4, 2])], [row(0), row(1), row(2), row(1)]);
    assert_eq!(stage.state.board.unseen.count(FedTech::PatrolRoutes), 1);
}

#[test]
fn si_a_58_a_conflict_die_6_lets_you_pick_and_the_first_result_stays() {
    let mut stage = token("U-galactic_conflict-1", "stored: ESP\n");
    stage.chance("conflict 1").act("accept").chance("relation 6").act("reroll");
    stage.chance("relation 6");
    stage.act("pair MU-CY");
    assert!(stage.line("pairs").contains("MU-CY war"));
    let _: Option<SpaceInfantry> = None;
}
