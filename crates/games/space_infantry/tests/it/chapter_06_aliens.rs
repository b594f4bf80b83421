//! Chapter 6.1: alien tokens.

use rules::covers;
use space_infantry::{Event, Race, SpaceInfantry, TokenKind};

use crate::stage::{Stage, actions, token};

fn ignored(stage: &Stage) -> bool {
    stage.count(|event| matches!(event, Event::TokenIgnored { .. })) == 1
}

#[test]
fn si_6_1_0b_the_chart_is_read_with_the_effective_war_effort() {
    covers!("SI-6.1.0b", "SI-6.1.0a", "SI-8.2.1d", "SI-8.2.1e", "SI-2.13");
    for (kind, from) in [("advance", 3), ("spawn", 2), ("tech", 1)] {
        let below = token(&format!("FE-{kind}-1"), &format!("war FE {}\nat FE4: FE scout\n", from - 1));
        assert!(ignored(&below) && below.here("FE4") == "FE scout", "{kind} below");
        let valid = token(&format!("FE-{kind}-1"), &format!("war FE {from}\nat FE4: FE scout\n"));
        assert!(!ignored(&valid), "{kind} at {from}");
        let busy =
            token(&format!("FE-{kind}-1"), &format!("war FE {from}\npairs FE-CT war\nat FE4: FE scout\n"));
        assert!(ignored(&busy), "{kind} with a war");
    }
    for kind in ["press", "border_friction"] {
        assert!(!ignored(&token(&format!("FE-{kind}-1"), "")), "{kind} at Peace");
        assert!(ignored(&token(&format!("FE-{kind}-1"), "pairs FE-CT war\n")), "{kind} on the logo");
    }
    let other = token("CY-advance-1", "war FE 4 CY 3\nat FE4: FE scout\nat CY4: CY scout\n");
    assert_eq!((other.here("FE4").as_str(), other.here("CY3").as_str()), ("FE scout", "CY scout"));
}

#[test]
fn si_6_1_0c_a_converted_effect_is_not_read_on_the_chart_again() {
    covers!("SI-6.1.0c", "SI-R-09", "SI-6.1.3.2", "SI-6.1.1a", "SI-6.1.4.3b");
    let spawned = token("FE-press-1", "");
    assert_eq!(spawned.here("FE5"), "FE scout", "a Spawn at Peace");
    let full = "tech FE: fast_scouts fast_raiders raider_protocols durability\nat FE4: FE armada\n";
    let moved = token("FE-tech-1", &format!("war FE 3\n{full}"));
    assert_eq!(moved.here("FE3"), "FE armada");
    let stays = token("FE-tech-1", &format!("war FE 2\n{full}"));
    assert_eq!(stays.here("FE4"), "FE armada", "an Advance still needs War");
}

#[test]
fn si_6_1_0d_total_war_adds_an_advance_before_the_combats() {
    covers!("SI-6.1.0d", "SI-6.1.0e", "SI-R-10");
    let war = token("FE-advance-1", "war FE 3\nat FE4: FE scout\n");
    assert_eq!(war.here("FE3"), "FE scout");
    let total = token("FE-advance-1", "war FE 4\nat FE4: FE scout\n");
    assert_eq!(total.here("FE2"), "FE scout");
    let fight = token("ME-advance-1", "at ME1: flagship\nat ME2: ME scout\nat ME4: ME raider\n");
    assert_eq!(fight.here("ME2"), "ME raider", "the extra Advance is made");
    assert_eq!(fight.dice(), 4, "and only now the combat");
}

#[test]
fn si_6_1_0f_a_stopped_fleet_makes_no_further_move() {
    covers!("SI-6.1.0f", "SI-R-63", "SI-10.0d", "SI-2.19");
    let mut stage = token("ME-advance-1", "at ME1: flagship\nat ME2: ME scout, ME raider\n");
    assert_eq!(stage.here("ME1"), "flagship, ME scout, ME raider", "no further than the Flagship");
    assert_eq!(stage.dice(), 2);
    stage.chance("combat 5 1");
    assert_eq!(stage.here("ME2"), "ME scout, ME raider", "one combat, one retreat");
    assert_eq!(stage.line("stopped"), "ME-scout ME-raider");
    stage.chance("refill ME-tech-1");
    assert_eq!(stage.line("stopped"), "", "until the next impulse");
}

#[test]
fn si_6_1_0g_combats_in_faction_order_and_in_your_order_within_a_race() {
    covers!("SI-6.1.0g", "SI-R-64", "SI-10.0c", "SI-12.6");
    let mut two = token(
        "FE-advance-1",
        "war FE 3\nat SOL: flagship\nat CUA: base build\nat FE1: FE scout\nat FE2: FE raider\n",
    );
    assert_eq!(two.legal(), ["fight SOL", "fight CUA"]);
    two.act("fight CUA");
    assert_eq!(two.dice(), 3);
    two.chance("combat 5 1 1");
    assert_eq!(two.dice(), 4, "then Sol");
    let scouts = "war CY 3 FE 3\nat SOL: flagship\nat CY1: CY scout\nat FE1: FE scout\ntech FE: fast_scouts\ntech CY: fast_scouts\n";
    let mut races = token("U-fast_scouts-1", scouts);
    assert_eq!(races.dice(), 4, "the Flesh Eaters with Combat Value 1 first");
    races.chance("combat 5 1 1 1");
    assert_eq!(races.dice(), 3, "the Cybers with Combat Value 2");
}

#[test]
fn si_6_1_0h_an_overflow_advance_out_of_a_combat_moves_at_once() {
    covers!("SI-6.1.0h", "SI-10.2l", "SI-8.1.2a", "SI-8.0c", "SI-R-50");
    let lines = "war FE 4\nat SOL: flagship\nat FE1: mine, FE scout\nat FE4: FE armada\n";
    let mut stage = token("FE-advance-1", lines);
    assert_eq!(stage.here("FE2"), "FE armada");
    stage.chance("combat 5 6 1 1");
    assert_eq!(stage.here("FE1"), "mine, FE armada", "moved by the overflow");
    assert_eq!(stage.dice(), 1, "and its combat joined the waiting ones");
    let mut calm = token("FE-advance-1", &lines.replace("war FE 4", "war FE 3"));
    calm.chance("combat 5 6 1 1");
    assert_eq!((calm.war("FE"), calm.here("FE3").as_str()), (4, "FE armada"), "no overflow from War");
}

#[test]
fn si_6_1_0i_in_phase_3_each_overflow_is_fought_before_the_next_step() {
    covers!("SI-6.1.0i", "SI-8.0a", "SI-R-61");
    let mut stage = actions(
        "war CT 4\nstored: BUI\nat PUY: flagship\nat CT1: flagship\nat CT2: CT scout\nat ASC: base maneuver\n",
    );
    stage.act("settle PUY build");
    assert_eq!(stage.dice(), 3, "the first of three steps");
    stage.chance("combat 1 1 1");
    assert_eq!(stage.here("CT2"), "CT scout", "pushed, and stopped in the next two");
    assert_eq!(stage.count(|event| matches!(event, Event::Overflow { .. })), 3);
    assert!(stage.asked());
}

#[test]
fn si_6_1_1b_every_fleet_moves_one_space_scouts_first() {
    covers!("SI-6.1.1b", "SI-6.1.1.1a");
    let stage =
        token("CT-advance-1", "war CT 3\nat CT2: CT armada\nat CT3: CT raider\nat CT4: CT scout, CT doom\n");
    let moved: Vec<&str> = stage
        .events
        .iter()
        .filter_map(|event| match event {
            Event::FleetMoved { fleet, .. } => Some(fleet.class().code()),
            _ => None,
        })
        .collect();
    assert_eq!(moved, ["scout", "raider", "armada", "doom"]);
    assert_eq!(stage.here("CT3"), "CT scout, CT doom");
    assert_eq!((stage.here("CT2").as_str(), stage.here("CT1").as_str()), ("CT raider", "CT armada"));
}

#[test]
fn si_6_1_1_1a_from_space_1_to_sol_and_in_sol_again() {
    covers!("SI-6.1.1.1a", "SI-R-62", "SI-6.1.1.3");
    let enters = token("ME-advance-1", "war ME 3\nat SOL: flagship\nat ME1: ME scout\n");
    assert_eq!((enters.here("SOL").as_str(), enters.dice()), ("flagship, ME scout", 4));
    let stays = token("ME-advance-1", "war ME 3\nat SOL: flagship, ME scout\n");
    assert_eq!(stays.dice(), 4, "it fights again");
    assert_eq!(stays.count(|event| matches!(event, Event::FleetStays { .. })), 1);
}

#[test]
fn si_6_1_1_1b_out_of_a_named_space_to_its_near_link() {
    covers!("SI-6.1.1.1b", "SI-R-11");
    let stage = token("FE-advance-1", "war FE 3\nat APC: FE raider from FE3\n");
    assert_eq!(stage.here("FE2"), "FE raider");
}

#[test]
fn si_6_1_1_2a_raiders_enter_occupied_named_spaces() {
    covers!("SI-6.1.1.2a", "SI-6.1.1.2c");
    let raider = token("FE-advance-1", "war FE 3\nat APC: mine\nat FE3: FE raider\n");
    assert_eq!(raider.here("APC"), "mine, FE raider from FE3");
    let empty = token("FE-advance-1", "war FE 3\nat FE3: FE raider\n");
    assert_eq!(empty.here("FE2"), "FE raider", "nothing on Apclore");
    let scout = token("FE-advance-1", "war FE 3\nat APC: mine\nat FE3: FE scout\n");
    assert_eq!(scout.here("FE2"), "FE scout", "not a Raider");
    let first = token("CY-advance-1", "war CY 3\nat ASC: mine\nat CY1: CY raider\n");
    assert_eq!(first.here("SOL"), "CY raider", "from space 1 to Sol");
}

#[test]
fn si_6_1_1_2b_a_base_before_none_then_the_nearer_one() {
    covers!("SI-6.1.1.2b", "SI-R-12");
    let base = token("FE-advance-1", "war FE 3\nat CUA: mine\nat APC: base build\nat FE2: FE raider\n");
    assert_eq!(base.here("APC"), "base build, FE raider from FE2");
    let near = token("FE-advance-1", "war FE 3\nat CUA: mine\nat APC: mine\nat FE2: FE raider\n");
    assert_eq!(near.here("CUA"), "mine, FE raider from FE2");
    let both =
        token("FE-advance-1", "war FE 3\nat CUA: base defense\nat APC: base build\nat FE2: FE raider\n");
    assert_eq!(both.here("CUA"), "base defense, FE raider from FE2");
}

#[test]
fn si_6_1_1_2d_scouts_with_raider_protocols_move_like_raiders() {
    covers!("SI-6.1.1.2d", "SI-11.2.3");
    let stage = token(
        "FE-advance-1",
        "war FE 3\nat APC: mine\nat FE3: FE scout, FE armada\ntech FE: raider_protocols\n",
    );
    assert_eq!(
        (stage.here("APC").as_str(), stage.here("FE2").as_str()),
        ("mine, FE scout from FE3", "FE armada")
    );
}

#[test]
fn si_6_1_1c_a_fleet_stops_in_the_first_occupied_space() {
    covers!("SI-6.1.1c", "SI-R-13", "SI-6.1.1.3");
    let stage = token("FE-advance-1", "war FE 3\nat FE3: mine\nat FE4: FE armada\ntech FE: fast_advance\n");
    assert_eq!((stage.here("FE3").as_str(), stage.dice()), ("mine, FE armada", 1));
    let free = token("FE-advance-1", "war FE 3\nat FE4: FE armada\ntech FE: fast_advance\n");
    assert_eq!(free.here("FE2"), "FE armada");
}

#[test]
fn si_6_1_1_4_an_advance_without_fleets_is_a_spawn() {
    covers!("SI-6.1.1.4");
    let stage = token("FE-advance-1", "war FE 3\n");
    assert_eq!(
        (stage.here("FE5").as_str(), stage.line("spawn FE").as_str()),
        ("FE scout", "- armada raider")
    );
}

#[test]
fn si_6_1_2a_the_rightmost_fleet_is_spawned_and_the_others_move_right() {
    covers!("SI-6.1.2a", "SI-6.1.2.1");
    let stage = token("FE-spawn-1", "war FE 2\nat FE5: FE scout\nspawn FE: raider - armada\n");
    assert_eq!(stage.here("FE5"), "FE scout, FE armada", "no stacking limit");
    assert_eq!(stage.line("spawn FE"), "- raider -");
}

#[test]
fn si_6_1_2b_a_spawn_into_an_occupied_space_fights() {
    covers!("SI-6.1.2b");
    let stage = token("FE-spawn-1", "war FE 2\nat FE5: flagship\n");
    assert_eq!(stage.dice(), 4);
    let empty = token("FE-spawn-1", "war FE 2\nat FE4: flagship\n");
    assert!(empty.done());
}

#[test]
fn si_6_1_2_2_a_spawn_without_fleets_is_a_tech() {
    covers!("SI-6.1.2.2");
    let mut stage =
        token("FE-spawn-1", "war FE 2\nat FE4: FE scout, FE raider, FE armada\nspawn FE: - - -\n");
    stage.chance("tech:FE durability");
    assert_eq!(stage.line("tech FE"), "durability");
}

#[test]
fn si_6_1_3a_a_counter_goes_to_the_highest_empty_space() {
    covers!("SI-6.1.3a", "SI-6.1.3b");
    let mut stage = token("FE-tech-1", "war FE 1\ntech FE: fast_scouts\n");
    stage.chance("tech:FE fast_advance");
    assert_eq!(stage.line("tech FE"), "fast_scouts fast_advance");
    assert_eq!(stage.state.board.piles[0].count_ones(), 4);
    assert!(stage.done());
}

#[test]
fn si_6_1_3_1_a_spy_may_contest_after_seeing_the_counter() {
    covers!("SI-6.1.3.1", "SI-9.2", "SI-12.5", "SI-7.3.1.4.3b");
    let mut stage = token("CT-tech-1", "war CT 1\nspy CT\n");
    stage.chance("tech:CT adv_defense");
    assert_eq!(stage.legal(), ["contest", "let_pass"]);
    let mut pass = token("CT-tech-1", "war CT 1\nspy CT\n");
    pass.chance("tech:CT adv_defense").act("let_pass");
    assert_eq!((pass.line("tech CT").as_str(), pass.line("spy").as_str()), ("adv_defense", "CT"));
    stage.act("contest").chance("contest 6");
    assert_eq!(
        (stage.line("tech CT").as_str(), stage.line("spy").as_str()),
        ("", "CT"),
        "prevented, the spy stays"
    );
    assert_eq!(stage.war("CT"), 1);
}

#[test]
fn si_r_14_a_spy_slides_down_and_leaves_a_full_track_in_peace() {
    covers!("SI-R-14");
    let mut slides = token("FE-tech-1", "war FE 1\ntech FE: fast_scouts fast_raiders\nspy FE\n");
    slides.chance("tech:FE durability").act("let_pass");
    assert_eq!(slides.line("spy"), "FE", "one space is left");
    let mut full =
        token("FE-tech-1", "war FE 1\ntech FE: fast_scouts fast_raiders raider_protocols\nspy FE\n");
    full.chance("tech:FE durability").act("let_pass");
    assert_eq!((full.line("spy").as_str(), full.pool("ESP"), full.war("FE")), ("", 3, 1), "no act of war");
}

#[test]
fn si_r_49_a_prevented_counter_goes_back_the_doom_fleet_too() {
    covers!("SI-R-49", "SI-R-66");
    let mut stage = token("CT-tech-1", "war CT 1\nspy CT\n");
    stage.chance("tech:CT doom_fleet").act("contest").chance("contest 3");
    assert_eq!(stage.state.board.piles[Race::Ct.index()], 0b11_1111);
    assert_eq!((stage.here("CT5").as_str(), stage.war("CT")), ("", 2));
}

#[test]
fn si_6_1_4_3a_press_at_war_is_an_advance() {
    covers!("SI-6.1.4.3a");
    let war = token("CT-press-1", "war CT 3\nat CT1: CT scout\n");
    assert_eq!(war.here("SOL"), "CT scout");
    let peace = token("CT-press-1", "war CT 2\nat CT1: CT scout\n");
    assert_eq!(peace.here("CT1"), "CT scout");
}

#[test]
fn si_6_1_4a_fleets_in_named_spaces_and_in_sol_do_not_press() {
    covers!("SI-6.1.4a");
    let stage = token("FE-press-1", "at APC: FE raider from FE3\nat SOL: FE armada\nat FE5: FE scout\n");
    assert_eq!(stage.here("APC"), "FE raider from FE3");
    assert_eq!((stage.here("SOL").as_str(), stage.here("FE4").as_str()), ("FE armada", "FE scout"));
}

#[test]
fn si_6_1_4_1a_a_press_move_enters_the_nearer_free_named_space() {
    covers!("SI-6.1.4.1a");
    let nearer = token("FE-press-1", "at FE2: FE scout\n");
    assert_eq!(nearer.here("CUA"), "FE scout from FE2");
    let other = token("FE-press-1", "at FE2: FE scout\nat CUA: mine\n");
    assert_eq!(other.here("APC"), "FE scout from FE2");
}

#[test]
fn si_6_1_4b_otherwise_one_space_ahead_but_never_into_assets() {
    covers!("SI-6.1.4b", "SI-6.1.4.2");
    let ahead = token("FE-press-1", "at FE5: FE scout\n");
    assert_eq!(ahead.here("FE4"), "FE scout");
    let first = token("ME-spawn-1", "war ME 3\n");
    assert!(first.done());
    let blocked = token("FE-press-1", "at FE5: FE scout\nat FE4: mine\n");
    assert_eq!((blocked.here("FE5").as_str(), blocked.done()), ("FE scout", true), "no combat either");
    let at_one = token("CT-press-1", "at CT1: CT scout\n");
    assert_eq!(at_one.here("CT1"), "CT scout", "Sol counts as occupied");
}

#[test]
fn si_6_1_4c_other_fleets_do_not_occupy_a_space() {
    covers!("SI-6.1.4c", "SI-R-15");
    let stage = token("FE-press-1", "at FE3: FE scout, FE raider\n");
    assert_eq!(stage.here("APC"), "FE scout from FE3, FE raider from FE3");
}

#[test]
fn si_6_1_5_border_friction_counts_bases_in_the_territory_once() {
    covers!("SI-6.1.5");
    let two = token("FE-border_friction-1", "at APC: base build\nat CUA: base defense\n");
    assert_eq!(two.war("FE"), 1);
    let none = token("FE-border_friction-1", "at ASC: base build\nat APC: flagship\n");
    assert_eq!(none.war("FE"), 0);
}

#[test]
fn si_6_1_6_greed_moves_the_mercenaries_down() {
    covers!("SI-6.1.6", "SI-8.0f", "SI-8.0e");
    assert_eq!(token("ME-greed-1", "war ME 2\n").war("ME"), 3);
    let total = token("ME-greed-1", "at ME3: ME scout\n");
    assert_eq!((total.war("ME"), total.here("ME2").as_str()), (4, "ME scout"), "only the extra Advance");
}

#[test]
fn si_2_12_war_effort_has_five_levels_and_wars_lower_how_a_race_acts() {
    covers!("SI-2.12", "SI-2.13", "SI-2.14", "SI-8.2.1b", "SI-R-69");
    let stage = actions("war FE 3 CT 0\npairs FE-CT war, CY-FE war\n");
    let game = &stage.game;
    let board = &stage.state.board;
    assert_eq!(
        [Race::Fe, Race::Ct, Race::Cy, Race::Me].map(|race| game.effective(board, race)),
        [1, -1, -1, 4]
    );
    assert!(!game.at_war(board, Race::Fe) && game.at_war(board, Race::Me));
    assert!(game.is_valid(TokenKind::Tech, 1) && !game.is_valid(TokenKind::Spawn, 1));
    let _: &SpaceInfantry = game;
}
