//! Acceptance examples: skirmishes (section 19 of the ledger).

use rules::covers;

use crate::common::{A, B, FIELD, Field, fight, fight_in, has, losses, resolve, side, struck};

fn names(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}

#[test]
fn sc_ex_1_attack_that_reaches_health_destroys_both() {
    covers!("SC-BATTLE-21", "SC-BATTLE-22", "SC-BATTLE-16", "SC-BATTLE-24", "SC-BATTLE-29", "SC-VOC-7");
    let mut scene = fight(side("raynor", "marine", "TC04"), side("overmind", "zergling", "ZC03"));
    let (values, lost) = resolve(&mut scene);
    assert_eq!(values, ([6, 6], [6, 3]));
    assert_eq!(names(&lost), ["1 marine destroyed", "2 zergling destroyed"]);
    assert!(scene.state.players[0].discards != 0 && scene.state.players[1].discards != 0);
}

#[test]
fn sc_ex_2_a_unit_that_is_not_pictured_uses_the_minor_values() {
    covers!("SC-BATTLE-16", "SC-BATTLE-12");
    let mut scene = fight(side("raynor", "marine", "TC15"), side("tassadar", "zealot", "PC03"));
    let (values, lost) = resolve(&mut scene);
    assert_eq!(values, ([5, 5], [2, 6]));
    assert_eq!(names(&lost), ["1 marine destroyed"]);
    // A card may be placed whatever the front-line unit.
    let mut placing = crate::battle::placing("raynor", "tassadar");
    placing.act(A, "Card(1, TC15)");
}

#[test]
fn sc_ex_3_support_is_added_to_the_attack() {
    covers!("SC-BATTLE-18", "SC-BATTLE-19");
    let attacker = side("overmind", "zergling", "ZC05").support("zergling*3");
    let mut scene = fight(attacker, side("tassadar", "zealot", "PC01"));
    let (values, lost) = resolve(&mut scene);
    assert_eq!(values, ([7, 6], [5, 7]));
    assert_eq!(names(&lost), ["1 zergling destroyed", "2 zealot destroyed"]);
    assert!(has(&scene, "area TOR-C u1:zergling*3"));
}

#[test]
fn sc_ex_4_a_supporter_that_cannot_hit_the_front_adds_nothing() {
    let attacker = side("overmind", "hydralisk", "ZC06").support("zergling");
    let mut scene = fight(attacker, side("raynor", "wraith", "TC11"));
    let (values, lost) = resolve(&mut scene);
    assert_eq!(values, ([7, 6], [6, 7]));
    assert_eq!(names(&lost), ["1 hydralisk destroyed", "2 wraith destroyed"]);
}

#[test]
fn sc_ex_5_a_front_that_cannot_be_hit_costs_a_supporter() {
    covers!("SC-BATTLE-21", "SC-EFF-9", "SC-BATTLE-40");
    let defender = side("overmind", "mutalisk", "ZC08").support("zergling,queen");
    let mut scene = fight(side("raynor", "siege_tank", "TC16"), defender);
    let (values, lost) = resolve(&mut scene);
    assert_eq!(values, ([8, 9], [8, 7]));
    assert_eq!(names(&lost), ["1 siege_tank destroyed", "2 zergling destroyed"]);
    // Only the zergling can be hit: the queen flies and is not asked about.
    let mut alone =
        fight(side("raynor", "siege_tank", "TC16"), side("overmind", "mutalisk", "ZC08").support("queen"));
    let (values, lost) = resolve(&mut alone);
    assert_eq!((values, names(&lost)), (([8, 8], [8, 7]), vec!["1 siege_tank destroyed"]));
}

#[test]
fn sc_ex_6_a_cloaked_ghost_withdraws_unless_it_is_detected() {
    covers!("SC-EFF-1", "SC-EFF-2", "SC-EFF-3", "SC-EFF-8", "SC-EFF-26", "SC-BATTLE-17");
    let ghost = side("raynor", "ghost", "TC01").extra("TT05a");
    let mut scene = fight(ghost, side("tassadar", "zealot", "PC02"));
    scene.act(A, "Resolve(1)");
    assert_eq!(struck(&scene), ([6, 7], [4, 5]));
    assert_eq!(scene.try_act(A, "Withdraw(TOR-C)"), laws::denied("SC-EFF-3"));
    scene.act(A, "Withdraw(TOR-B)");
    assert_eq!(names(&losses(&scene)), ["1 ghost withdrew", "2 zealot destroyed"]);
    assert!(has(&scene, "area TOR-B u1:ghost"));
    // Psionic Storm by a supporting High Templar: Detector and +2 attack.
    let storm = side("tassadar", "zealot", "PC02").support("high_templar").extra("PT03a");
    let mut seen = fight(ghost, storm);
    let (values, lost) = resolve(&mut seen);
    assert_eq!(values, ([6, 9], [4, 5]));
    assert_eq!(names(&lost), ["1 ghost destroyed", "2 zealot destroyed"]);
    // With no room on the planet it is destroyed.
    let full = "area CHA-A b1 | area HAL-A b2 | area TOR-A b2 u2:zealot | area TOR-B u2:zealot | area TOR-D u2:zealot";
    let mut full = fight_in(Field { areas: full, ..FIELD }, ghost, side("tassadar", "zealot", "PC02"));
    let (_, lost) = resolve(&mut full);
    assert_eq!(lost[0], "1 ghost destroyed");
}

#[test]
fn sc_ex_7_splash_against_light_units() {
    covers!("SC-EFF-9", "SC-RUL-53");
    let firebat = side("raynor", "firebat", "TC05");
    let mut scene = fight(firebat, side("overmind", "zergling", "ZC04").support("zergling,hydralisk"));
    let (values, lost) = resolve(&mut scene);
    assert_eq!(values, ([6, 7], [5, 4]));
    // The hydralisk is not light: the second zergling is the only one that fits.
    assert_eq!(names(&lost), ["1 firebat destroyed", "2 zergling destroyed", "2 zergling destroyed"]);
    let mut none = fight(firebat, side("overmind", "zergling", "ZC04").support("hydralisk"));
    let (_, lost) = resolve(&mut none);
    assert_eq!(names(&lost), ["1 firebat destroyed", "2 zergling destroyed"]);
}

#[test]
fn sc_ex_26_the_attackers_cancel_goes_first() {
    covers!("SC-EFF-4", "SC-RUL-29", "SC-RUL-51", "SC-RUL-60");
    let zealot = side("tassadar", "zealot", "PC01").support("high_templar").extra("PT04a");
    let marine = side("raynor", "marine", "TC04").support("science_vessel").extra("TT12a");
    let mut scene = fight(zealot, marine);
    scene.act(A, "Resolve(1)");
    // The Marine's combat card is cancelled (3/4); the Zealot loses 2 health.
    assert_eq!(struck(&scene), ([6, 3], [5, 4]));
    let mut swapped = fight(marine, zealot);
    swapped.act(A, "Resolve(1)");
    assert_eq!(struck(&swapped), ([6, 6], [6, 5]));
}

#[test]
fn sc_ex_27_burrow_cloaks_the_zergling() {
    let mut scene = fight(side("raynor", "siege_tank", "TC16"), side("overmind", "zergling", "ZT01a"));
    scene.act(A, "Resolve(1)");
    assert_eq!(struck(&scene), ([8, 0], [8, 5]));
    scene.act(B, "Withdraw(TOR-A)");
    assert_eq!(names(&losses(&scene)), ["2 zergling withdrew"]);
}

#[test]
fn sc_ex_30_metabolic_boost_saves_an_attacking_zergling() {
    covers!("SC-EFF-19");
    let boosted = side("overmind", "zergling", "ZC04").support("zergling").more("play ZT02a tech -ZT02");
    let mut scene = fight(boosted, side("tassadar", "zealot", "PC03"));
    let (values, lost) = resolve(&mut scene);
    assert_eq!(values, ([6, 5], [6, 6]));
    assert_eq!(names(&lost), ["2 zealot destroyed"]);
    // As defender it has no boost.
    let mut defends = fight(side("tassadar", "zealot", "PC03"), boosted);
    defends.act(A, "Resolve(1)");
    assert_eq!(struck(&defends), ([5, 6], [6, 4]));
}

#[test]
fn sc_ex_33_air_support_detects_in_its_base_area() {
    covers!("SC-BATTLE-20", "SC-EFF-2");
    let field = Field { areas: "area CHA-A b1 | area HAL-A b2 | area TOR-C b2", ..FIELD };
    let ghost = side("raynor", "ghost", "TC01").extra("TT05a");
    let zealot = side("tassadar", "zealot", "PC02");
    let mut guarded = fight_in(field, ghost, zealot.more("mod air_support1"));
    let (_, lost) = resolve(&mut guarded);
    assert_eq!(names(&lost), ["1 ghost destroyed", "2 zealot destroyed"]);
    let mut plain = fight_in(field, ghost, zealot);
    plain.act(A, "Resolve(1)");
    plain.act(A, "Withdraw(TOR-A)");
    // Anti-aircraft: +1 against a front-line Wraith.
    let mut wraith = fight_in(field, side("raynor", "wraith", "TC13"), zealot.more("mod air_support1"));
    wraith.act(A, "Resolve(1)");
    assert_eq!(struck(&wraith).0, [7, 8]);
}

#[test]
fn sc_ex_52_narrow_splash_filters_come_first() {
    covers!("SC-RUL-28", "SC-RUL-53");
    let defender = side("overmind", "zergling", "ZC04");
    let mut scene = fight(side("raynor", "marine", "TC04"), defender.support("hydralisk,mutalisk"));
    // Light, ground and any against what is left: put in directly.
    use starcraft::{Splash, Step};
    let light = 1 << 0 | 1 << 9 | 1 << 17;
    let ground = !scene_flying();
    for mask in [u32::MAX, ground, light] {
        scene.state.battle.splash.push(Splash { side: 1, mask });
    }
    scene.state.battle.lines.as_mut_slice()[0].done = true;
    scene.state.players[0].deck |= 1 << 3;
    scene.state.players[1].deck |= 1 << 3;
    scene.state.battle.step = Step::Splash { side: 1 };
    let asked = scene.legal(B);
    assert_eq!(asked, ["Lose(zergling)"]);
    scene.act(B, "Lose(zergling)");
    assert_eq!(
        names(&losses(&scene)),
        ["2 zergling destroyed", "2 hydralisk destroyed", "2 mutalisk destroyed"]
    );
}

fn scene_flying() -> u32 {
    let game = crate::common::board("raynor", "overmind").game();
    let flying = |(_, unit): &(usize, &starcraft::data::UnitType)| unit.flying;
    game.components.units.iter().enumerate().filter(flying).map(|(at, _)| 1 << at).sum()
}

#[test]
fn sc_ex_53_a_nuke_works_although_the_ghost_withdraws() {
    covers!("SC-EFF-21", "SC-EFF-12", "SC-BATTLE-41", "SC-RUL-59");
    let ghost = side("raynor", "ghost", "TT03a").extra("TT05a");
    let mut scene = fight(ghost, side("tassadar", "zealot", "PC02").support("zealot,dragoon"));
    scene.act(A, "Resolve(1)");
    assert_eq!(struck(&scene), ([0, 9], [6, 5]));
    scene.act(A, "Withdraw(TOR-B)");
    scene.act(B, "Lose(zealot)");
    scene.act(B, "Lose(zealot)");
    assert!(has(&scene, "area TOR-C u2:dragoon"));
    // Nuke is back in the technology deck, Cloaking Field in the discard pile.
    let seat = crate::common::line_of(&scene, "seat 1");
    assert!(seat.contains("disc TT05a") && !seat.contains("-TT03"), "{seat}");
}

#[test]
fn sc_ex_54_lockdown_zeroes_the_printed_attack_before_support() {
    covers!("SC-EFF-29", "SC-EFF-5");
    let ghost = side("raynor", "ghost", "TC01").extra("TT04a");
    let mut scene = fight(ghost, side("tassadar", "dragoon", "PC06").support("zealot"));
    let (values, lost) = resolve(&mut scene);
    assert_eq!((values, lost.len()), (([6, 1], [4, 7]), 0));
    // Not against an organic unit.
    let mut zealot = fight(ghost, side("tassadar", "zealot", "PC01"));
    zealot.act(A, "Resolve(1)");
    assert_eq!(struck(&zealot).0, [6, 6]);
}

#[test]
fn sc_ex_55_an_arbiter_cloaks_the_others_of_its_skirmish() {
    covers!("SC-EFF-13", "SC-EFF-24");
    let dragoon = side("tassadar", "dragoon", "PC05").support("arbiter");
    let mut scene = fight(dragoon, side("raynor", "wraith", "TC13"));
    scene.act(A, "Resolve(1)");
    assert_eq!(struck(&scene), ([7, 7], [6, 7]));
    scene.act(A, "Withdraw(TOR-A)");
    assert_eq!(names(&losses(&scene)), ["1 dragoon withdrew", "2 wraith destroyed"]);
    let mut seen = fight(dragoon, side("raynor", "wraith", "TC13").support("science_vessel"));
    let (_, lost) = resolve(&mut seen);
    assert_eq!(names(&lost), ["1 dragoon destroyed", "2 wraith destroyed"]);
}

#[test]
fn sc_ex_56_hallucination_takes_ability_and_major_values() {
    covers!("SC-EFF-4", "SC-EFF-7");
    let reaver = side("tassadar", "reaver", "PC11").support("high_templar").extra("PT04a");
    let mut scene = fight(reaver, side("raynor", "siege_tank", "TT08a").support("marine"));
    let (values, lost) = resolve(&mut scene);
    assert_eq!(values, ([8, 6], [8, 5]));
    // The tank falls, and the Reaver's splash takes a ground unit.
    assert_eq!(names(&lost), ["2 siege_tank destroyed", "2 marine destroyed"]);
}

#[test]
fn sc_ex_57_stasis_field_stops_values_but_not_a_scourge() {
    covers!("SC-EFF-15", "SC-EFF-17", "SC-EFF-11", "SC-BATTLE-23", "SC-EFF-25");
    let carrier = side("tassadar", "carrier", "PC10").support("arbiter").extra("PT09a");
    let mut scene = fight(carrier, side("overmind", "scourge", "ZC12"));
    scene.act(A, "Resolve(1)");
    assert_eq!(struck(&scene).0, [0, 0]);
    scene.act(A, "Withdraw(TOR-A)");
    assert_eq!(names(&losses(&scene)), ["1 carrier withdrew"]);
    let mut seen = fight_in(Field { detector: "01", ..FIELD }, carrier, side("overmind", "scourge", "ZC12"));
    let (_, lost) = resolve(&mut seen);
    assert_eq!(names(&lost)[..2], ["2 scourge destroyed", "1 carrier destroyed"]);
}

#[test]
fn sc_ex_58_plague_defeats_whatever_the_values() {
    covers!("SC-EFF-16");
    let zergling = side("overmind", "zergling", "ZC05").support("defiler").extra("ZT09a");
    let mut scene = fight(zergling, side("raynor", "battlecruiser", "TC16"));
    let (values, lost) = resolve(&mut scene);
    assert_eq!(values, ([4, 9], [5, 8]));
    assert_eq!(names(&lost), ["1 zergling destroyed", "2 battlecruiser destroyed"]);
    let seat = crate::common::line_of(&scene, "seat 1");
    assert!(seat.contains("tech -ZT09b"), "ZT09a is back in the technology deck: {seat}");
}

#[test]
fn sc_ex_59_broodling_takes_a_ground_unit_still_there() {
    let hydralisk = side("overmind", "hydralisk", "ZC01").support("queen").extra("ZT08a");
    let mut scene = fight(hydralisk, side("raynor", "marine", "TC03").support("marine"));
    let (values, lost) = resolve(&mut scene);
    assert_eq!(values, ([5, 6], [5, 5]));
    assert_eq!(names(&lost), ["1 hydralisk destroyed", "2 marine destroyed", "2 marine destroyed"]);
}

#[test]
fn sc_ex_60_dark_swarm_against_ranged_units() {
    let zergling = side("overmind", "zergling", "ZC05").support("defiler").extra("ZT10a");
    let mut scene = fight(zergling, side("raynor", "marine", "TC04"));
    let (values, lost) = resolve(&mut scene);
    assert_eq!((values, lost.len()), (([4, 6], [8, 6]), 0));
}

#[test]
fn sc_ex_61_a_repair_card_asks_for_a_worker() {
    covers!("SC-EFF-18", "SC-BATTLE-39", "SC-DEC-21");
    let goliath = side("raynor", "goliath", "TC11").extra("TC17");
    let mut scene = fight(goliath, side("overmind", "zergling", "ZC03"));
    scene.act(A, "Resolve(1)");
    assert_eq!(scene.try_act(A, "Top(1)"), laws::denied("SC-DEC-21"));
    scene.act(A, "PayAbility");
    assert_eq!(struck(&scene).1, [8, 3]);
    let mut declined = fight(goliath, side("overmind", "zergling", "ZC03"));
    declined.act(A, "Resolve(1)").act(A, "Decline");
    assert_eq!(struck(&declined).1, [7, 3]);
    // EMP Shockwave cancels the card before the worker is paid.
    let emp = side("mengsk", "marine", "TC04").support("science_vessel").extra("TT12a");
    let mut cancelled = fight(goliath, emp);
    cancelled.act(A, "Resolve(1)");
    assert_eq!(struck(&cancelled).1, [7, 6]);
}

#[test]
fn sc_ex_62_emp_against_a_protoss_reinforcement() {
    let marine = side("raynor", "marine", "TC04").support("science_vessel").extra("TT12a");
    let mut scene = fight(marine, side("tassadar", "zealot", "PC01").extra("PC16"));
    let (values, lost) = resolve(&mut scene);
    assert_eq!(values, ([6, 6], [6, 5]));
    assert_eq!(names(&lost), ["1 marine destroyed", "2 zealot destroyed"]);
}

#[test]
fn sc_ex_63_ensnare_stops_support() {
    let hydralisk = side("overmind", "hydralisk", "ZC01").support("queen").extra("ZT07a");
    let mut scene = fight(hydralisk, side("raynor", "marine", "TC03").support("marine*2"));
    let (values, lost) = resolve(&mut scene);
    assert_eq!(values, ([6, 5], [5, 5]));
    assert_eq!(names(&lost), ["1 hydralisk destroyed", "2 marine destroyed"]);
}

#[test]
fn sc_ex_64_gold_mobilize_adds_one_attack() {
    covers!("SC-MOB-11");
    let (zealot, marine) = (side("tassadar", "zealot", "PC03"), side("raynor", "marine", "TC04"));
    let mut scene = fight_in(Field { gold: 1, ..FIELD }, zealot, marine);
    let (values, lost) = resolve(&mut scene);
    assert_eq!((values.0, lost.len()), ([6, 6], 2));
    let mut plain = fight(zealot, marine);
    let (values, lost) = resolve(&mut plain);
    assert_eq!((values.0, names(&lost)), ([5, 6], vec!["1 zealot destroyed"]));
}

#[test]
fn sc_ex_65_bunkers_help_a_defender_at_home() {
    let at_base = Field { areas: "area CHA-A b1 | area HAL-A b2 | area TOR-C b2", ..FIELD };
    let marine = side("raynor", "marine", "TC02").extra("TT02a");
    let mut strong = fight_in(at_base, side("tassadar", "zealot", "PC02"), marine);
    let (values, lost) = resolve(&mut strong);
    assert_eq!((values, lost.len()), (([7, 5], [5, 6]), 2));
    let mut weak = fight_in(at_base, side("tassadar", "zealot", "PC03"), marine);
    let (values, lost) = resolve(&mut weak);
    assert_eq!((values, lost.len()), (([5, 5], [6, 6]), 0));
    let mut away = fight(side("tassadar", "zealot", "PC03"), marine);
    away.act(A, "Resolve(1)");
    assert_eq!(struck(&away).1, [6, 4]);
}

#[test]
fn sc_ex_66_bonuses_of_the_whole_battle() {
    covers!("SC-EFF-28");
    let field = Field { bonus: "1/0", health: "0/1", ..FIELD };
    let mut scene = fight_in(field, side("overmind", "zergling", "ZC04"), side("raynor", "marine", "TC03"));
    // SC-EFF-28: "draw" goes into the hand; here only the bonuses count.
    let (values, lost) = resolve(&mut scene);
    assert_eq!((values, lost.len()), (([6, 5], [4, 6]), 2));
    let mut drawing = crate::battle::attack("raynor", "overmind");
    drawing.queue_dice([1, 1, 1, 1]);
    drawing.act(A, "EndMoves");
    assert_eq!(drawing.state.players[0].hand.count_ones(), 6);
}

#[test]
fn sc_ex_69_leg_enhancements_look_at_ground_units_below_two() {
    covers!("SC-EFF-22");
    let game = crate::common::board("tassadar", "raynor").game();
    let card = game.components.cards.iter().find(|card| card.id == "PT01a").expect("a card");
    let starcraft::effect::Code::SobDestroy(mask) = card.effects[0].code else { panic!("SOB_DESTROY") };
    let fits = |id: &str| {
        let at = game.components.units.iter().position(|unit| unit.id == id).expect("a unit");
        mask >> at & 1 == 1
    };
    assert!(fits("marine") && fits("high_templar") && fits("zergling"));
    assert!(!fits("ghost") && !fits("science_vessel") && !fits("archon") && !fits("queen"));
}

#[test]
fn sc_ex_71_adrenal_glands_against_chitinous_plating() {
    let mut scene =
        fight(side("overmind", "zergling", "ZT03b"), side("queen_of_blades", "ultralisk", "ZT05b"));
    let (values, lost) = resolve(&mut scene);
    assert_eq!((values, names(&lost)), (([8, 8], [3, 10]), vec!["1 zergling destroyed"]));
    let mut other =
        fight(side("overmind", "hydralisk", "ZT03b"), side("queen_of_blades", "ultralisk", "ZT05b"));
    other.act(A, "Resolve(1)");
    assert_eq!((struck(&other).0[0], struck(&other).1[0]), (5, 5));
}

#[test]
fn sc_ex_72_reaver_capacity_and_plasma_shields() {
    let mut scene =
        fight(side("tassadar", "reaver", "PT06b").extra("PT12a"), side("overmind", "zergling", "ZC03"));
    scene.act(A, "Resolve(1)");
    assert_eq!((struck(&scene).0[0], struck(&scene).1[0]), (10, 11));
    let mut other = fight(side("tassadar", "carrier", "PT06b"), side("overmind", "zergling", "ZC03"));
    other.act(A, "Resolve(1)");
    assert_eq!((struck(&other).0[0], struck(&other).1[0]), (6, 5));
}

#[test]
fn sc_ex_73_yamato_and_a_science_vessel_in_front() {
    let cruiser = side("raynor", "battlecruiser", "TC16").extra("TT09a");
    let mut scene = fight(cruiser, side("overmind", "zergling", "ZC03"));
    scene.act(A, "Resolve(1)");
    assert_eq!(struck(&scene).0[0], 12);
    let mut vessel = fight(side("raynor", "science_vessel", "TC16"), side("overmind", "zergling", "ZC03"));
    let (values, lost) = resolve(&mut vessel);
    assert_eq!((values.0[0], values.1[0], lost.len()), (5, 2, 0));
}

#[test]
fn sc_ex_89_a_scourge_against_a_ground_unit() {
    let mut scene = fight(side("overmind", "scourge", "ZC10"), side("tassadar", "zealot", "PC01"));
    let (values, lost) = resolve(&mut scene);
    assert_eq!((values, names(&lost)), (([8, 6], [6, 7]), vec!["1 scourge destroyed"]));
}

#[test]
fn sc_rul_44_attack_0_reaches_health_0() {
    covers!("SC-RUL-44");
    // Irradiate and EMP cannot bring health to 0; a negative bonus of the field can.
    let field = Field { health: "0/-9", bonus: "-9/0", ..FIELD };
    let mut scene = fight_in(field, side("raynor", "marine", "TC04"), side("overmind", "zergling", "ZC03"));
    let (values, lost) = resolve(&mut scene);
    assert_eq!(values, ([0, 6], [6, 0]));
    assert_eq!(lost.len(), 2);
}

#[test]
fn sc_rul_47_an_ability_counts_only_for_the_unit_it_names() {
    covers!("SC-RUL-47");
    let mut tank = fight(side("raynor", "siege_tank", "TC09"), side("overmind", "zergling", "ZC03"));
    tank.act(A, "Resolve(1)");
    assert_eq!(struck(&tank).0[0], 8);
    let mut goliath = fight(side("raynor", "goliath", "TC09"), side("overmind", "zergling", "ZC03"));
    goliath.act(A, "Resolve(1)");
    assert_eq!(struck(&goliath).0[0], 7);
}

#[test]
fn sc_rul_41_without_any_card_the_unit_has_2_and_4() {
    covers!("SC-RUL-41");
    let mut scene = fight(side("raynor", "marine", "-"), side("overmind", "zergling", "ZC03"));
    scene.act(A, "Resolve(1)");
    assert_eq!((struck(&scene).0[0], struck(&scene).1[0]), (2, 4));
}
