//! Chapters 8 and 9: War Effort, relationships, contested effects.

use laws::denied;
use rules::covers;
use space_infantry::{AlienTech, Event, Race};

use crate::stage::{Stage, actions, token};

fn conflict(lines: &str, script: &str) -> Stage {
    let mut stage = token("U-galactic_conflict-1", lines);
    for item in script.split(';') {
        stage.chance(item);
        if stage.legal().first().is_some_and(|action| action == "accept") {
            stage.act("accept");
        }
    }
    stage
}

#[test]
fn si_8_0b_an_embassy_contests_each_step_by_itself() {
    covers!("SI-8.0b", "SI-9.4", "SI-7.3.1.6.1b", "SI-9.1");
    let settle = |script: &str| {
        let mut stage = actions("stored: BUI\nat APC: flagship\nembassy FE\n");
        stage.act("settle APC build").chance(script);
        assert!(stage.asked());
        (stage.war("FE"), stage.line("embassy"))
    };
    assert_eq!(settle("contest 5; contest 6"), (0, "FE".to_owned()), "prevented twice, it stays");
    assert_eq!(
        settle("contest 4"),
        (1, String::new()),
        "prevented once, it is lost; the second step is made"
    );
    assert_eq!(settle("contest 2"), (2, String::new()), "lost, and both steps are made");
    assert_eq!(settle("contest 6; contest 3"), (0, String::new()));
}

#[test]
fn si_8_0c_a_step_below_total_war_is_an_overflow_advance() {
    covers!("SI-8.0c", "SI-R-50");
    let lines = "war FE 4\nat CUA: base build\nat FE4: FE scout\npairs FE-CT war\n";
    let busy = token("FE-border_friction-1", lines);
    assert_eq!(
        (busy.war("FE"), busy.here("FE3").as_str()),
        (4, "FE scout"),
        "although it acts as at War only"
    );
    let spawn = token("FE-border_friction-1", "war FE 4\nat CUA: base build\npairs FE-CT war\n");
    assert_eq!(spawn.here("FE5"), "FE scout");
    let fast = token("FE-border_friction-1", &format!("{lines}tech FE: fast_advance\n"));
    assert_eq!(fast.here("FE3"), "FE scout", "no Fast Advance");
}

#[test]
fn si_8_0d_a_step_up_from_peace_has_no_effect() {
    covers!("SI-8.0d");
    let mut stage = actions("stored: DIP\nembassy FE\nwar FE 0 CT 2\npairs FE-CT war\n");
    stage.act("peace_talks FE-CT");
    assert_eq!((stage.war("FE"), stage.war("CT")), (0, 1));
}

#[test]
fn si_8_1_2b_a_lost_fleet_frightens_the_mercenaries_once_per_combat() {
    covers!("SI-8.1.2b", "SI-R-25");
    let mut two = token("ME-advance-1", "at SOL: flagship\nat ME1: ME scout, ME raider\n");
    two.chance("combat 6 6");
    assert_eq!(two.here("ME2"), "ME raider", "two hits: the Raider survives");
    assert_eq!(two.war("ME"), 3);
    let mut both = token("ME-advance-1", "at SOL: flagship, sol_defense\nat ME1: ME scout, ME raider\n");
    both.chance("combat 6 6 6");
    assert_eq!((both.war("ME"), both.line("spawn ME").as_str()), (3, "raider scout armada"));
}

#[test]
fn si_8_1_3_a_killed_spy_is_an_act_of_war_after_the_effect() {
    covers!("SI-8.1.3", "SI-9.1a");
    let mut stage = token("CT-tech-1", "war CT 1\nspy CT\n");
    stage.chance("tech:CT adv_defense").act("contest").chance("contest 2");
    assert_eq!((stage.line("tech CT").as_str(), stage.war("CT"), stage.pool("ESP")), ("adv_defense", 2, 3));
    let order: Vec<bool> = stage
        .events
        .iter()
        .filter_map(|event| match event {
            Event::TechGained { .. } => Some(true),
            Event::WarEffortMoved { .. } => Some(false),
            _ => None,
        })
        .collect();
    assert_eq!(order, [true, false]);
    let mut stays = token("CT-tech-1", "war CT 1\nspy CT\n");
    stays.chance("tech:CT adv_defense").act("contest").chance("contest 5");
    assert_eq!(stays.war("CT"), 1);
}

#[test]
fn si_8_2_1a_war_results_move_away_from_alliance() {
    covers!("SI-8.2.1a", "SI-8.2.1b", "SI-8.2.1c");
    let war = conflict("war FE 3 CT 3\n", "conflict 1; relation 1");
    let effective =
        |stage: &Stage| [Race::Fe, Race::Ct].map(|race| stage.game.effective(&stage.state.board, race));
    assert_eq!(effective(&war), [2, 2]);
    let again = conflict("war FE 3\npairs FE-CT war\n", "conflict 1; relation 1");
    assert!(again.line("pairs").starts_with("FE-CT war"));
    let peace = conflict("war FE 3 CT 3\npairs FE-CT war\n", "conflict 5; relation 1");
    assert_eq!(effective(&peace), [3, 3]);
}

#[test]
fn si_8_2_2b_allies_share_the_technology_on_space_6() {
    covers!("SI-8.2.2b", "SI-R-26", "SI-11.2.0b");
    let stage = actions(
        "pairs CY-FE alliance\ntech CY: adv_defense enhanced_tech fast_scouts\ntech FE: durability\n",
    );
    let copies = |race: Race, tech: AlienTech| stage.game.copies(&stage.state.board, race, tech);
    assert_eq!(copies(Race::Fe, AlienTech::AdvDefense), 1, "once, although it is doubled for the Cybers");
    assert_eq!(copies(Race::Cy, AlienTech::AdvDefense), 2);
    assert_eq!(copies(Race::Cy, AlienTech::Durability), 1);
    assert_eq!(copies(Race::Fe, AlienTech::FastScouts), 0, "not on space 6");
    assert_eq!(copies(Race::Ct, AlienTech::AdvDefense), 0, "not an ally");
}

#[test]
fn si_8_2_3_overage_by_keyword_earlier_race_first() {
    covers!("SI-8.2.3", "SI-8.2.3a");
    let military = conflict(
        "pairs CY-FE alliance\nat SOL: flagship\nat FE1: FE scout\nat CY1: CY scout\n",
        "conflict 4; relation 4",
    );
    assert_eq!(
        military.here("SOL"),
        "flagship, FE scout, CY scout",
        "whatever the War Effort, all movement first"
    );
    assert_eq!(military.dice(), 4, "then the Flesh Eaters fight first");
}

#[test]
fn si_8_2_4_the_mercenaries_calm_down_each_time_the_pair_enters_war_or_alliance() {
    covers!("SI-8.2.4", "SI-R-27");
    assert_eq!(conflict("", "conflict 1; relation 2").war("ME"), 3);
    assert_eq!(conflict("", "conflict 4; relation 5").war("ME"), 3);
    assert_eq!(conflict("pairs CT-MU war\n", "conflict 4; relation 2").war("ME"), 4, "Neutral is neither");
    assert_eq!(conflict("", "conflict 1; relation 1").war("ME"), 4, "another pair");
}

#[test]
fn si_9_1_the_translator_gives_espionage_two_dice() {
    covers!("SI-9.1", "SI-11.1.4", "SI-R-43");
    let mut stage = token("CT-tech-1", "war CT 1\nspy CT\ndiscovered: translator\n");
    stage.chance("tech:CT adv_defense").act("contest");
    assert_eq!(stage.dice(), 2);
    stage.chance("contest 2 5");
    assert_eq!(stage.legal(), ["use 5", "use 2"]);
    assert_eq!(stage.verdict("use 4"), denied("SI-11.1.4"));
    stage.act("use 5");
    assert_eq!((stage.line("spy").as_str(), stage.line("tech CT").as_str()), ("CT", ""));
    let mut embassy = actions("stored: BUI\nat CUA: flagship\nembassy FE\ndiscovered: translator\n");
    embassy.act("settle CUA build");
    assert_eq!(embassy.dice(), 1, "Espionage only");
}

#[test]
fn si_9_3a_attaches_contest_changes_that_really_move_a_pair() {
    covers!("SI-9.3a", "SI-R-28", "SI-7.3.1.4.2b", "SI-9.3c");
    let prevented = conflict("attache FE\n", "conflict 1; relation 1; contest 5");
    assert_eq!(
        (prevented.line("attache").as_str(), prevented.war("FE")),
        ("FE", 0),
        "it stays for the next one"
    );
    assert!(prevented.line("pairs").starts_with("FE-CT neutral"));
    let lost = conflict("attache FE\n", "conflict 4; relation 4; contest 1");
    assert!(lost.line("pairs").ends_with("CY-FE alliance"), "the Alliance is made");
    assert_eq!((lost.line("attache").as_str(), lost.war("FE")), ("", 1), "and the spy is killed");
    let still = conflict("attache FE\npairs FE-CT war\n", "conflict 1; relation 1");
    assert!(still.done(), "nothing would move");
    let detente = conflict("attache FE\npairs FE-CT war\n", "conflict 6; relation 1");
    assert!(detente.done() && detente.line("pairs").starts_with("FE-CT neutral"));
    let other = conflict("attache FE\n", "conflict 1; relation 3");
    assert!(other.line("pairs").contains("MU-CY war"), "another pair");
}

#[test]
fn si_9_3b_you_choose_which_of_two_attaches_rolls_first() {
    covers!("SI-9.3b", "SI-12.12", "SI-R-73");
    let mut stage = conflict("attache FE\nattache CT\n", "conflict 1; relation 1");
    assert_eq!(stage.legal(), ["roll_first FE", "roll_first CT"]);
    assert_eq!(stage.verdict("roll_first MU"), denied("SI-9.3b"));
    stage.act("roll_first CT").chance("contest 6").act("accept");
    assert!(stage.done(), "prevented: the other one does not roll");
    assert_eq!(stage.state.board.deployed.attaches, 0b11);
    let mut both = conflict("attache FE\nattache CT\n", "conflict 1; relation 1");
    both.act("roll_first CT").chance("contest 1").act("accept").chance("contest 2");
    let order: Vec<Race> = both
        .events
        .iter()
        .filter_map(|event| match event {
            Event::WarEffortMoved { race, .. } => Some(*race),
            _ => None,
        })
        .collect();
    assert_eq!(order, [Race::Ct, Race::Fe], "in the order of loss, after the change");
    assert!(both.line("pairs").starts_with("FE-CT war"));
}

#[test]
fn si_9_5_a_contesting_token_cannot_pay_for_its_own_second_throw() {
    covers!("SI-9.5");
    let mut stage = token("CT-tech-1", "war CT 1\nspy CT\nattache FE\n");
    stage.chance("tech:CT adv_defense").act("contest").chance("contest 1");
    assert_eq!(stage.verdict("reroll with spy CT"), denied("SI-9.5"));
    assert_eq!(stage.legal(), ["accept", "reroll with attache FE"]);
    stage.act("reroll with attache FE").chance("contest 6");
    assert_eq!((stage.line("attache").as_str(), stage.line("sacrificed").as_str()), ("", "ESP"));
}

#[test]
fn si_2_16_copies_of_a_technology() {
    covers!("SI-2.16", "SI-11.2.0a", "SI-11.2.13", "SI-11.2.10", "SI-11.2.11");
    let stage = actions(
        "tech CY: fast_scouts enhanced_tech adv_defense auto_respawn\ntech ME: stolen_mutant stolen_cthonian\ntech MU: durability adv_defense\ntech CT: adv_defense\n",
    );
    let copies = |race: Race, tech: AlienTech| stage.game.copies(&stage.state.board, race, tech);
    assert_eq!(copies(Race::Cy, AlienTech::FastScouts), 2);
    assert_eq!(copies(Race::Cy, AlienTech::AdvDefense), 2);
    assert_eq!(copies(Race::Cy, AlienTech::AutoRespawn), 1, "not beside it");
    assert_eq!(copies(Race::Me, AlienTech::Durability), 1, "stolen from the Mutants' space 6");
    assert_eq!(copies(Race::Me, AlienTech::AdvDefense), 1, "stolen from the Cthonians'");
    let empty = actions("tech ME: stolen_mutant\n");
    assert_eq!(empty.game.copies(&empty.state.board, Race::Me, AlienTech::Durability), 0);
}
