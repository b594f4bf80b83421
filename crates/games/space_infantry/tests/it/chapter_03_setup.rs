//! Chapters 1 to 3: overview, components, set-up.

use laws::denied;
use rules::{Game, Notation, Step, Turn, covers};
use space_infantry::{BaseAt, Chance, DrawLane, Fleet, Race, Relation, Roll, Space, SpaceInfantry, ranks};

use crate::stage::{Stage, at, game, token};

fn fresh(level: &str) -> Stage {
    let game = game(level);
    let state = game.start();
    Stage { game, state, events: Vec::new() }
}

/// Five tokens, the recommended hand.
fn filled() -> Stage {
    let mut stage = fresh("easy");
    let queue = ["ME-advance-1", "ME-tech-1", "F-federation_1-1", "CY-tech-1", "FE-press-1"];
    for token in queue {
        stage.chance(&format!("refill {token}"));
    }
    stage
}

#[test]
fn si_3_1_1a_relations_and_status_start_neutral_and_calm() {
    covers!("SI-3.1.1a", "SI-3.1.1b", "SI-3.1.2");
    let stage = fresh("easy");
    assert!(stage.state.board.relations.iter().all(|relation| *relation == Relation::Neutral));
    assert_eq!(stage.status(), [5, 0, 0]);
    assert_eq!(stage.line("war"), "FE 0 CT 0 ME 4 MU 0 CY 0");
}

#[test]
fn si_3_1_3a_the_pool_is_the_token_set_of_the_level() {
    covers!("SI-3.1.3a", "SI-0.5");
    let sizes = SpaceInfantry::SCENARIOS.map(|level| fresh(level).state.board.bag.count_ones());
    assert_eq!(sizes, [43, 52, 57]);
    let has = |level: &str, id: &str| {
        let stage = fresh(level);
        let token = stage.game.token(id).expect("a token");
        stage.state.board.bag >> token.index() & 1 != 0
    };
    assert!(!has("easy", "FE-advance-2") && has("medium", "FE-advance-2"));
    assert!(!has("medium", "U-expansion_desire-2") && has("hard", "U-expansion_desire-2"));
    assert!(has("easy", "F-federation_2-3") && !has("hard", "F-federation_2-3"));
}

#[test]
fn si_3_1_3b_the_first_token_drawn_stands_rightmost_before_the_hand_is_chosen() {
    covers!("SI-3.1.3b", "SI-R-70");
    let mut stage = fresh("easy");
    assert!(!stage.asked());
    stage.chance("refill ME-tech-1; refill ME-advance-1; refill CY-tech-1; refill FE-press-1");
    assert!(!stage.asked(), "four of five");
    stage.chance("refill U-alien_war-1");
    assert!(stage.asked(), "the hand is chosen with the Queue open");
    assert_eq!(stage.line("queue"), "ME-tech-1 ME-advance-1 CY-tech-1 FE-press-1 U-alien_war-1");
}

#[test]
fn si_3_2a_spawn_tracks_piles_and_the_flagship() {
    covers!("SI-3.2a", "SI-3.2b", "SI-3.2c");
    let board = fresh("hard").state.board;
    for race in Race::ALL {
        let slots = board.spawn[race.index()].map(|slot| slot.expect("a fleet").class().code());
        assert_eq!(slots, ["armada", "raider", "scout"]);
        assert_eq!(board.piles[race.index()].count_ones(), 6);
    }
    assert_eq!(board.held, Space::SOL.bit());
    assert_eq!(board.garrisons[0].flagships, 1);
    assert_eq!(board.sol_defense, None);
}

#[test]
fn si_3_3a_locked_and_unbuilt_assets_at_the_start() {
    covers!("SI-3.3a", "SI-3.3b", "SI-3.3c", "SI-3.3d");
    let stage = fresh("easy");
    let board = &stage.state.board;
    assert!(board.bases.iter().all(|base| *base == BaseAt::Locked));
    assert_eq!(board.locked_blue(), 4);
    assert_eq!(stage.line("unresearched"), "1 unseen blue");
    assert_eq!((board.unbuilt, board.white_pile), ([0, 0, 3], 0));
    assert_eq!(stage.line("unbuilt"), "mine*3, sol_defense");
    assert_eq!(board.unseen.total(), 9, "five blue and four white ones");
}

#[test]
fn si_3_3e_pools_hold_seventeen_tokens() {
    covers!("SI-3.3e", "SI-R-38");
    let stage = fresh("easy");
    assert_eq!(stage.line("pools"), "BUI 3, MAN 3, RES 3, ESP 3, MOR 3, DIP 2");
    let text = include_str!("../../../../../data/space_infantry/data.json");
    let map = include_str!("../../../../../data/space_infantry/map.json");
    let one_more = text.replacen("\"pool\": 2", "\"pool\": 3", 1);
    assert_ne!(one_more, text);
    let error = SpaceInfantry::read_data(&one_more, map).unwrap_err().to_string();
    assert_eq!(error, "data.json: resources: expected 30 tokens of seven types");
}

#[test]
fn si_3_3f_any_five_tokens_in_any_order_are_the_first_hand() {
    covers!("SI-3.3f", "SI-R-82");
    let mut stage = filled();
    assert_eq!(stage.verdict("store WRP"), denied("SI-3.3f"));
    stage.act("store DIP").act("store DIP");
    assert_eq!(stage.verdict("store DIP"), denied("SI-3.3f"), "there are two");
    stage.act("store BUI").act("store ESP").act("store BUI");
    assert_eq!(stage.line("stored"), "BUI*2 ESP DIP*2");
    assert!(!stage.asked(), "the dice follow");
}

#[test]
fn si_3_3g_five_dice_without_a_second_throw_fill_the_left_column() {
    covers!("SI-3.3g");
    let mut stage = filled();
    for resource in ["BUI", "RES", "ESP", "MOR", "DIP"] {
        stage.act(&format!("store {resource}"));
    }
    assert_eq!(stage.dice(), 5);
    stage.chance("resource 1 1 2 4 6");
    assert_eq!(stage.legal(), ["place BUI", "place MAN", "place RES", "place ESP", "place MOR", "place DIP"]);
    stage.act("place MAN").act("place RES").act("place BUI").act("place MAN");
    assert_eq!(stage.line("track left"), "1 MAN*2, 2 RES, 4 BUI, 6 MAN");
    assert_eq!(
        stage.game.turn(&stage.state),
        Turn::Chance(Chance::Draw(DrawLane::Refill, stage.state.board.bag))
    );
}

#[test]
fn si_r_35_the_set_up_roll_is_not_thrown_again() {
    covers!("SI-R-35");
    let mut stage = filled();
    for resource in ["BUI", "RES", "ESP", "ESP", "DIP"] {
        stage.act(&format!("store {resource}"));
    }
    let action = stage.game.read_action("reroll").expect("an action");
    let mut state = stage.state;
    let faces = [1, 1, 1, 1, 1].into_iter().collect();
    // The dice lie on the table only for a moment; ask the judge in that moment.
    if let Some(space_infantry::Frame::Roll { faces: shown, .. }) = state.board.frames.last_mut() {
        *shown = faces;
    }
    assert_eq!(stage.game.check(&state, crate::stage::YOU, action), denied("SI-R-35"));
    stage.chance("resource 1 1 1 1 1");
    assert_eq!(stage.verdict("place MAN"), Ok(()), "no window opens");
}

#[test]
fn si_3_4_all_eight_chits_are_available() {
    covers!("SI-3.4");
    assert_eq!(fresh("easy").state.board.chits, u8::MAX);
    assert_eq!(fresh("easy").line("events used"), "");
}

#[test]
fn si_2_1_races_are_in_faction_order() {
    covers!("SI-2.1", "SI-R-01");
    assert_eq!(Race::ALL.map(Race::code), ["FE", "CT", "ME", "MU", "CY"]);
    let text = include_str!("../../../../../data/space_infantry/data.json");
    let map = include_str!("../../../../../data/space_infantry/map.json");
    assert!(SpaceInfantry::read_data(text, map).is_ok());
    let compact: String = text.split_whitespace().collect();
    let swapped = compact.replace("\"faction_order\":[\"FE\",\"CT\"", "\"faction_order\":[\"CT\",\"FE\"");
    assert_ne!(compact, swapped);
    let error = SpaceInfantry::read_data(&swapped, map).unwrap_err().to_string();
    assert_eq!(error, "data.json: faction_order: expected FE, CT, ME, MU, CY");
}

#[test]
fn si_2_2_sol_is_named_and_never_holds_a_base() {
    covers!("SI-2.2", "SI-2.3", "SI-2.4");
    let game = game("easy");
    assert_eq!(Space::settleable().count(), 6);
    assert!(!Space::SOL.is_settleable() && !Space::SOL.is_numbered());
    assert_eq!(Space::all().filter(|space| space.is_numbered()).count(), 23);
    let fe = game.data.races[0].territory;
    let names: Vec<&str> = Space::all()
        .filter(|space| fe & space.bit() != 0)
        .map(|space| game.data.spaces[space.index()].id.as_str())
        .collect();
    assert_eq!(names, ["FE1", "FE2", "FE3", "FE4", "FE5", "APC", "CUA"]);
    let links: u32 = game.data.spaces.iter().map(|space| space.links.count_ones()).sum();
    assert_eq!(links, 70, "35 links, seen from both ends");
    let map = include_str!("../../../../../data/space_infantry/map.json");
    let data = include_str!("../../../../../data/space_infantry/data.json");
    let wrong = map.replacen("\"type\": \"named\"", "\"type\": \"numbered\"", 1);
    let error = SpaceInfantry::read_data(data, &wrong).unwrap_err().to_string();
    assert_eq!(error, "map.json: spaces[24].type: expected \"named\"");
}

#[test]
fn si_r_02_sol_can_always_be_folded_to() {
    covers!("SI-R-02");
    let lines = "at ASC: flagship, base warp_research\ndiscovered: warp_gates\nstored: WRP\n";
    let stage = crate::stage::actions(lines);
    assert_eq!(stage.verdict("fold flagship ASC SOL"), Ok(()), "no asset is on Sol");
    assert_eq!(stage.verdict("fold flagship ASC CUA"), denied("SI-7.3.1.7.3a"), "nothing is on Cuaetera");
}

#[test]
fn si_2_5_a_fleet_is_in_play_on_the_map_only() {
    covers!("SI-2.5");
    let stage = crate::stage::actions("at FE2: FE scout\n");
    assert_eq!(stage.state.board.in_play(Race::Fe), 1);
    assert_eq!(stage.state.board.in_play(Race::Ct), 0);
    assert_eq!(stage.state.board.fleets[Fleet::DOOM.index()], None);
}

#[test]
fn si_2_7_sol_is_always_occupied() {
    covers!("SI-2.7");
    let stage = crate::stage::actions("at FE2: mine\n");
    let space = |id: &str| stage.game.space(id).expect("a space");
    let occupied = |id: &str| stage.state.board.is_occupied(space(id));
    assert!(occupied("SOL") && occupied("FE2"));
    assert!(!occupied("FE1") && !occupied("APC"));
}

#[test]
fn si_2_8_a_token_is_in_exactly_one_place() {
    covers!("SI-2.8");
    let stage = crate::stage::actions("stored: DIP\nembassy FE\nsacrificed: BUI\ncolumn middle\n");
    assert_eq!(stage.line("pools"), "BUI 2, MAN 3, RES 3, ESP 3, MOR 2");
    let text = "si 1 hard tokens 10 turn 3 phase FED3\nnow F-federation_2-1\nstored: DIP*3\n";
    let error = game("hard").read_position(text).unwrap_err().to_string();
    assert_eq!(error, "DIP: expected at most 3 tokens, found 4");
}

#[test]
fn si_2_17_all_dice_have_six_sides() {
    covers!("SI-2.17", "SI-R-03");
    let game = game("easy");
    let dice = Chance::Dice(space_infantry::Lane::Combat, 2);
    let roll = |faces: [u8; 2]| Roll::Dice(faces.into_iter().collect());
    assert!(game.admits(&dice, roll([1, 6])));
    assert!(!game.admits(&dice, roll([0, 6])) && !game.admits(&dice, roll([1, 7])));
    assert!(!game.admits(&dice, Roll::Row(0)));
    assert_eq!(game.data.hit_on, [5, 7]);
    let text = include_str!("../../../../../data/space_infantry/data.json");
    let map = include_str!("../../../../../data/space_infantry/map.json");
    let error = SpaceInfantry::read_data(&text.replace("\"hit_on\": 5", "\"hit_on\": 7"), map).unwrap_err();
    assert_eq!(error.to_string(), "data.json: combat.hit_on: expected 2 to 6");
}

#[test]
fn si_r_08_the_validity_chart_and_other_figures_are_the_printed_ones() {
    covers!("SI-R-08", "SI-R-04", "SI-R-39", "SI-R-40", "SI-R-41", "SI-R-42");
    let data = &game("easy").data;
    assert_eq!(data.valid_from, [3, 2, 1, 0, 0, 0]);
    assert_eq!(data.contest, [2, 4]);
    assert_eq!(data.status_max, [5, 1, 2]);
    let costs: Vec<u8> = Space::settleable().map(|space| data.spaces[space.index()].to_sol).collect();
    assert_eq!(costs, [2, 1, 3, 2, 1, 3]);
    let text = include_str!("../../../../../data/space_infantry/data.json");
    let map = include_str!("../../../../../data/space_infantry/map.json");
    let broken = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        SpaceInfantry::read_data(&text.replacen(from, to, 1), map).unwrap_err().to_string()
    };
    assert_eq!(
        broken("\"tech\": 1", "\"tech\": 5"),
        "data.json: token_valid_from_level.tech: expected a level from 0 to 4"
    );
    assert_eq!(
        broken("\"start\": 5", "\"start\": 4"),
        "data.json: federation_status: expected Stability at its maximum, Desire and Losses at 0"
    );
    assert_eq!(
        broken("\"start\": \"Neutral\"", "\"start\": \"War\""),
        "data.json: relationships: expected R1 FE-CT, R2 CT-MU, R3 MU-CY, R4 CY-FE, all Neutral"
    );
    assert_eq!(
        broken("\"modifier\": -1", "\"modifier\": 0"),
        "data.json: federation_tokens: expected 1 roll, 2 rolls, 1 roll at -1"
    );
    let far = map.replacen("\"spaces_to_sol\": 2", "\"spaces_to_sol\": 3", 1);
    let error = SpaceInfantry::read_data(text, &far).unwrap_err().to_string();
    assert_eq!(error, "map.json: spaces[24].spaces_to_sol: expected the number of spaces between it and Sol");
}

#[test]
fn si_6_1_3d_a_pile_outlasts_its_track() {
    covers!("SI-6.1.3d");
    let text = include_str!("../../../../../data/space_infantry/data.json");
    let map = include_str!("../../../../../data/space_infantry/map.json");
    let compact: String = text.split_whitespace().collect();
    assert!(SpaceInfantry::read_data(text, map).is_ok());
    // Five spaces and only four technologies besides two Doom Fleets.
    let cy = "\"techs\":[\"fast_scouts\",\"fast_raiders\",\"raider_protocols\",\"enhanced_tech\",\"adv_defense\",\"auto_respawn\"]";
    let doomed =
        cy.replace("\"fast_scouts\"", "\"doom_fleet\"").replace("\"fast_raiders\"", "\"doom_fleet\"");
    assert!(compact.contains(cy));
    let error = SpaceInfantry::read_data(&compact.replace(cy, &doomed), map).unwrap_err().to_string();
    let wanted = "data.json: races[4].techs: expected at least as many technologies besides the Doom Fleet as the track has spaces";
    assert_eq!(error, wanted);
}

#[test]
fn si_13_3_points_of_a_win_fall_with_turns_and_rise_with_stability() {
    covers!("SI-13.3");
    let stage = |turn: u16, stability: u8| {
        let mut stage = at(&format!(
            "si 1 hard tokens 200 turn {turn} phase FED3\nnow F-federation_2-1\nstatus stability {stability} desire 0 losses 0\n\
             stored: BUI\nat SAE: flagship\nat APC: base build\nat CUA: base maneuver\nat PUY: base research\n\
             at ABR: base espionage\nat ASC: base defense\nprogress 0: warp_gates\nunbuilt: flagship*4, mine*3, sol_defense, base warp_research\n"
        ));
        stage.act("settle SAE warp_research");
        assert_eq!(stage.over(), "won");
        stage.game.points(&stage.state.board)
    };
    assert_eq!([stage(24, 3), stage(8, 5), stage(10, 5), stage(11, 5)], [848, 1000, 1000, 992]);
    assert_eq!([stage(60, 1), stage(99, 1)], [520, 520]);
}

#[test]
fn si_13_4_points_of_other_results_count_bases_and_turns() {
    covers!("SI-13.4", "SI-R-74");
    let mut stage = at(
        "si 1 hard tokens 200 turn 31 phase FED3\nnow F-federation_2-1\nat APC: base build\nat CUA: base maneuver\n\
                        at ABR: base espionage\nat ASC: base defense\n",
    );
    stage.act("resign");
    assert_eq!(stage.game.points(&stage.state.board), 351);
    let mut long = at("si 1 hard tokens 200 turn 99 phase FED3\nnow F-federation_2-1\n");
    long.act("resign");
    assert_eq!(long.game.points(&long.state.board), 60);
}

#[test]
fn si_13_5_resigning_is_possible_at_any_time() {
    covers!("SI-13.5", "SI-0.3", "SI-0.4");
    let mut stage = token("U-random_event-1", "");
    assert!(!stage.asked(), "the game waits for a chit");
    stage.act("resign");
    assert_eq!(stage.over(), "abandoned");
    assert_eq!(stage.verdict("resign"), denied("SI-0.4"), "it is over");
    let outcome = stage.game.outcome(&stage.state).expect("it is over");
    assert!(outcome.winners.is_empty() && outcome.points == [3]);
}

#[test]
fn si_13_6_equal_points_share_a_rank() {
    covers!("SI-13.6");
    assert_eq!(ranks(&[300, 848, 300, 1000]), [3, 2, 3, 1]);
    assert!(ranks(&[]).is_empty());
}

#[test]
fn si_13_2_a_match_ends_unfinished_after_its_last_turn() {
    covers!("SI-13.2", "SI-R-60");
    let text =
        |turn: u8| format!("si 1 hard tokens 90 turn {turn} phase FED3 last 60\nnow F-federation_2-1\n");
    let end = |turn: u8, lines: &str| {
        let game = game("hard:60");
        let state = game.read_position(&format!("{}{lines}", text(turn))).expect("a position");
        let mut stage = Stage { game, state, events: Vec::new() };
        stage.act("end_actions");
        stage.over()
    };
    assert_eq!(end(59, ""), "");
    assert_eq!(end(60, ""), "unfinished");
    assert_eq!(end(60, "at SOL: FE scout\n"), "sol_fell", "SI-4.2 is looked at first");
    assert_eq!(game("hard").last_turn, 200);
    assert!(SpaceInfantry::scenario("hard:201").is_err());
}

#[test]
fn si_14_1_a_face_down_technology_is_drawn_when_it_is_seen() {
    covers!("SI-14.1", "SI-R-75", "SI-14.5", "SI-14.3");
    let mut stage = crate::stage::actions("at ASC: base build\nstored: RES\n");
    stage.act("initiate");
    let Turn::Chance(chance) = stage.game.turn(&stage.state) else { panic!("a draw") };
    assert_eq!(chance, Chance::Draw(DrawLane::Blue, 0b11111));
    assert_eq!(stage.game.key(&stage.state.board, &chance).lane, "blue");
    assert_eq!(stage.game.key(&stage.state.board, &chance).n, 0);
    stage.chance("blue toolkit");
    let Turn::Chance(chance) = stage.game.turn(&stage.state) else { panic!("a draw") };
    assert_eq!(chance, Chance::Draw(DrawLane::Blue, 0b11011), "the one seen is out of the set");
    assert_eq!(stage.game.key(&stage.state.board, &chance).n, 1);
    // A number that names no member is drawn again.
    let mut dice = laws::ScriptedDice([3, 5].into());
    assert_eq!(stage.game.sample(&chance, &mut dice), Roll::Row(4));
}

#[test]
fn si_14_2_a_key_names_lane_moment_number_and_attempt() {
    covers!("SI-14.2", "SI-14.4", "SI-14.6", "SI-R-76", "SI-R-85");
    let key = |stage: &Stage| {
        let Turn::Chance(chance) = stage.game.turn(&stage.state) else { panic!("chance is asked") };
        let key = stage.game.key(&stage.state.board, &chance);
        (key.lane, key.moment, key.n, key.attempt)
    };
    let mut stage = token("ME-advance-1", "at ME1: ME scout\nat SOL: flagship\nstored: ESP\n");
    assert_eq!(key(&stage), ("token:combat", 11, 0, 0), "the token taken gets the next number");
    stage.chance("combat 1 1 1 1").act("reroll");
    assert_eq!(key(&stage), ("token:combat", 11, 0, 1));
    let mut turn = crate::stage::actions("at ME1: ME scout\nat SOL: flagship\nstored: MAN\nrolls combat 2\n");
    turn.act("move flagship SOL ME1");
    assert_eq!(key(&turn), ("turn:combat", 3, 2, 0), "the third combat roll of turn 3");
    let game = game("easy");
    let mut dice = laws::ScriptedDice([6, 2, 3, 6, 2].into());
    let few = game.sample(&Chance::Dice(space_infantry::Lane::Combat, 2), &mut dice);
    let more = game
        .sample(&Chance::Dice(space_infantry::Lane::Combat, 3), &mut laws::ScriptedDice([6, 2, 3].into()));
    assert_eq!(
        (few, more),
        (Roll::Dice([6, 2].into_iter().collect()), Roll::Dice([6, 2, 3].into_iter().collect()))
    );
}

#[test]
fn si_r_79_one_patrol_routes_left_is_named_by_the_first_of_its_rows() {
    covers!("SI-R-79");
    let lines = "discovered: warp_gates patrol_routes\nat ASC: base warp_research\nstored: RES\nunresearched: 2 unseen white\n";
    let mut stage = crate::stage::actions(lines);
    stage.act("initiate");
    assert_eq!(stage.line("unresearched"), "1 unseen blue, 2 unseen white");
    stage.act("look white");
    let Turn::Chance(Chance::Draw(DrawLane::White, rows)) = stage.game.turn(&stage.state) else {
        panic!("a draw")
    };
    assert_eq!(rows, 0b0111);
    stage.chance("white patrol_routes");
    assert_eq!(stage.state.board.unseen.count(space_infantry::FedTech::PatrolRoutes), 0);
}

#[test]
fn si_r_86_positions_are_text_that_reads_back() {
    covers!("SI-R-86");
    let stage = crate::stage::actions(
        "at SOL: flagship, mine_up\nat CUA: FE raider from FE2\nattache FE new\nengines used\n",
    );
    let text = stage.game.write_position(&stage.state);
    assert_eq!(stage.game.read_position(&text), Ok(stage.state));
    let wrong = |from: &str, to: &str| {
        let other = text.replace(from, to);
        assert_ne!(other, text, "{from}");
        stage.game.read_position(&other).unwrap_err().to_string()
    };
    assert!(wrong("si 1 hard", "si 1 easy").contains("the level of this match, hard"));
    assert!(wrong("mine_up", "mine_up*4").contains("mine: expected at most 3 on the map"));
    assert!(wrong("FE raider from FE2", "FE raider from CT1").contains("a space next to it"));
    assert!(wrong("at CUA: FE raider from FE2", "at CT1: FE raider").contains("in its own territory"));
    assert!(wrong("attache FE", "attache ME").contains("where a token can be deployed"));
    let _ = Step::<(), ()>::Chance(());
}
