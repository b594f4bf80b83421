//! Battles (chapter 11 of the ledger): steps 1 to 6, 8 and 9, start of battle abilities.

use laws::{Scene, denied};
use rules::{Seat, Viewer, covers};
use starcraft::{Event, HIDDEN, StarCraft, Step};

use crate::common::{A, B, board, fight, has, line_of, losses, side};

fn basic(faction: &str) -> &'static str {
    match faction {
        "raynor" | "mengsk" => "marine",
        "tassadar" | "aldaris" => "zealot",
        _ => "zergling",
    }
}

fn hand(faction: &str) -> &'static str {
    match faction {
        "raynor" | "mengsk" => "hand TC04,TC15,TC17",
        "tassadar" | "aldaris" => "hand PC01,PC16",
        _ => "hand ZC03,ZC17",
    }
}

/// Two units of seat 1 have moved into TOR-A, which one unit of seat 2 holds; the moves are not ended.
pub(crate) fn attack(first: &'static str, second: &'static str) -> Scene<StarCraft> {
    attack_with(first, second, "", "")
}

pub(crate) fn attack_with(
    first: &'static str,
    second: &'static str,
    one: &str,
    two: &str,
) -> Scene<StarCraft> {
    let areas = match (basic(first), basic(second)) {
        ("marine", "zergling") => "area CHA-A b1 u1:marine*3 | area TOR-A u2:zergling | area HAL-A b2",
        ("marine", "zealot") => "area CHA-A b1 u1:marine*3 | area TOR-A u2:zealot | area HAL-A b2",
        ("zergling", "marine") => "area CHA-A b1 u1:zergling*3 | area TOR-A u2:marine | area HAL-A b2",
        ("zergling", "zealot") => "area CHA-A b1 u1:zergling*3 | area TOR-A u2:zealot | area HAL-A b2",
        ("zealot", "zergling") => "area CHA-A b1 u1:zealot*3 | area TOR-A u2:zergling | area HAL-A b2",
        _ => "area CHA-A b1 u1:zealot*3 | area TOR-A u2:marine | area HAL-A b2",
    };
    let mut scene = board(first, second)
        .areas(areas)
        .seat(1, &format!("cp0 pool8 {} {one}", hand(first)))
        .seat(2, &format!("cp0 pool8 {} {two}", hand(second)))
        .execute("TOR", "mobilize");
    let step = format!("Move({}, CHA-A, TOR-A)", basic(first));
    scene.act(A, &step).act(A, &step);
    scene
}

/// The same battle in step 6: seat 1 places.
pub(crate) fn placing(first: &'static str, second: &'static str) -> Scene<StarCraft> {
    let mut scene = attack(first, second);
    let draws = if basic(second) == "zealot" { 6 } else { 4 };
    scene.queue_dice(std::iter::repeat_n(1, draws));
    scene.act(A, "EndMoves");
    scene
}

#[test]
fn sc_battle_1_units_leave_the_map_for_the_battle() {
    covers!("SC-BATTLE-1", "SC-MOB-18", "SC-BATTLE-4");
    let scene = placing("raynor", "overmind");
    assert_eq!(scene.state.battle.units[0][0], 2);
    assert_eq!(scene.state.battle.units[1][0], 1);
    assert_eq!(line_of(&scene, "area TOR-A"), "");
    // Attacker 3 cards, defender 1.
    assert_eq!(scene.state.players[0].hand.count_ones(), 6);
    assert_eq!(scene.state.players[1].hand.count_ones(), 3);
}

#[test]
fn sc_ex_19_draws_at_the_start_of_a_battle() {
    covers!("SC-FAC-3", "SC-BATTLE-4", "SC-MOB-11");
    let protoss = placing("raynor", "tassadar");
    assert_eq!(protoss.state.players[1].hand.count_ones(), 2 + 3);
    let mut gold = board("raynor", "overmind")
        .areas("area CHA-A b1 u1:marine | area TOR-A u2:zergling | area HAL-A b2")
        .seat(1, "cp0 pool8 mod rnd1")
        .stacks("stack HAL 2:research | stack TOR 1:gold_mobilize")
        .scene();
    gold.act(A, "TakeOrder(TOR)").act(A, "Execute").act(A, "Move(marine, CHA-A, TOR-A)");
    gold.queue_dice([1, 1, 1, 1, 1, 1]);
    gold.act(A, "EndMoves");
    assert_eq!(gold.state.players[0].hand.count_ones(), 5);
    // The Zerg defender draws 1 more after placing (Regeneration).
    let mut zerg = placing("raynor", "overmind");
    zerg.act(A, "Card(1, TC04)").act(A, "NoReinforce(1)");
    zerg.act(B, "Card(1, ZC03)");
    let before = zerg.state.players[1].hand.count_ones();
    zerg.queue_dice([1]);
    zerg.act(B, "NoReinforce(1)");
    assert_eq!(zerg.state.players[1].hand.count_ones(), before + 1);
}

#[test]
fn sc_battle_14_regeneration_comes_after_placing() {
    covers!("SC-BATTLE-14", "SC-RUL-42", "SC-FAC-2");
    let mut scene = placing("overmind", "raynor");
    scene.act(A, "Card(1, ZC03)");
    scene.queue_dice([1]);
    scene.act(A, "NoReinforce(1)");
    // The drawn card cannot be placed any more: the defender is asked.
    assert_eq!(scene.to_act(), Some(B));
    assert_eq!(scene.game.build_limit(&scene.state, A), 2);
}

#[test]
fn sc_battle_2_one_start_of_battle_ability_for_each_side() {
    covers!("SC-BATTLE-2", "SC-BATTLE-35", "SC-DEC-15", "SC-EVT-15", "SC-SEQ-1");
    let mut scene = attack_with("raynor", "overmind", "kept E208,E301", "kept E107,E208");
    scene.act(A, "EndMoves");
    assert_eq!(scene.to_act(), Some(A));
    assert_eq!(scene.try_act(A, "StartAbility(E107)"), denied("SC-EVT-15"));
    assert_eq!(scene.verdict(A, "Resolve(1)"), denied("SC-DEC-15"));
    scene.act(A, "StartAbility(E208)");
    assert_eq!(scene.state.battle.attack, [1, 0]);
    // The defender acts next; Dug In is for defenders.
    assert_eq!(scene.to_act(), Some(B));
    scene.queue_dice([1, 1, 1, 1]);
    scene.act(B, "StartAbility(E107)");
    assert_eq!((scene.state.battle.attack, scene.state.battle.health), ([1, 0], [0, 1]));
    assert!(line_of(&scene, "round").contains("E107,E208"));
    // Total War is for attackers: refused to a defender.
    let mut defends = attack_with("raynor", "overmind", "", "kept E301");
    defends.queue_dice([1, 1, 1, 1]);
    defends.act(A, "EndMoves");
    assert_ne!(defends.state.battle.step, Step::Ability { side: 1 }, "nothing usable: not asked");
    // No ability at all: the attacker may decline, then the defender decides.
    let mut declines = attack_with("raynor", "overmind", "kept E208", "kept E208");
    declines.act(A, "EndMoves").act(A, "NoAbility");
    assert_eq!(declines.to_act(), Some(B));
    assert_eq!(declines.verdict(B, "StartAbility(E301)"), denied("SC-EVT-15"));
    declines.queue_dice([1, 1, 1, 1]);
    declines.act(B, "NoAbility");
    let mut wrong = attack_with("raynor", "overmind", "kept E107,E208", "");
    wrong.act(A, "EndMoves");
    assert_eq!(wrong.try_act(A, "StartAbility(E107)"), denied("SC-BATTLE-35"));
    wrong.queue_dice([1, 1, 1, 1]);
    wrong.act(A, "StartAbility(E208)");
}

#[test]
fn sc_ex_70_charon_boosters_end_a_battle_of_one_flyer() {
    covers!("SC-BATTLE-3", "SC-DEC-16", "SC-EFF-14");
    let mut scene = board("overmind", "raynor")
        .areas("area CHA-A b1 u1:mutalisk,zergling | area TOR-A u2:goliath | area HAL-A b2")
        .seat(2, "cp0 pool8 play TT07a tech -TT07")
        .execute("TOR", "mobilize");
    scene.act(A, "Move(mutalisk, CHA-A, TOR-A)").act(A, "EndMoves");
    scene.act(B, "StartAbility(TT07a)");
    assert_eq!(losses(&scene), ["1 mutalisk destroyed"]);
    assert!(has(&scene, "area TOR-A u2:goliath"));
    // With two kinds that fit, the owner chooses.
    let mut two = board("overmind", "raynor")
        .areas("area CHA-A b1 u1:mutalisk,queen | area TOR-A u2:goliath | area HAL-A b2")
        .seat(2, "cp0 pool8 play TT07a tech -TT07")
        .execute("TOR", "mobilize");
    two.act(A, "Move(mutalisk, CHA-A, TOR-A)").act(A, "Move(queen, CHA-A, TOR-A)").act(A, "EndMoves");
    two.act(B, "StartAbility(TT07a)");
    assert_eq!(two.to_act(), Some(A));
    assert_eq!(two.verdict(A, "Resolve(1)"), denied("SC-DEC-16"));
    assert_eq!(two.verdict(A, "Lose(zergling)"), denied("SC-EFF-14"));
    two.queue_dice([1, 1, 1, 1]);
    two.act(A, "Lose(queen)");
    assert_eq!(two.state.battle.units[0].iter().sum::<u8>(), 1);
}

#[test]
fn sc_battle_5_the_attacker_pairs_the_front_line() {
    covers!("SC-BATTLE-5", "SC-BATTLE-6", "SC-BATTLE-8", "SC-EFF-6", "SC-DEC-17");
    let mut scene = board("overmind", "raynor")
        .areas("area CHA-A b1 u1:zergling*2,hydralisk,queen | area TOR-C u2:marine,wraith | area HAL-A b2")
        .execute("TOR", "mobilize");
    for kind in ["zergling", "zergling", "hydralisk", "queen"] {
        scene.act(A, &format!("Move({kind}, CHA-A, TOR-C)"));
    }
    scene.queue_dice([1, 1, 1, 1]);
    scene.act(A, "EndMoves");
    assert_eq!(scene.state.battle.to_pair, 2, "min of 3 and 2 units that are not Assist units");
    assert_eq!(scene.try_act(A, "Pair(queen, marine)"), denied("SC-EFF-6"));
    assert_eq!(scene.try_act(A, "Pair(ultralisk, marine)"), denied("SC-BATTLE-5"));
    assert_eq!(scene.try_act(A, "EndMoves"), denied("SC-DEC-17"));
    // A Zergling cannot hit a Wraith; it may face it.
    scene.act(A, "Pair(zergling, wraith)");
    scene.act(A, "Pair(hydralisk, marine)");
    assert_eq!(scene.state.battle.lines.len(), 2);
}

#[test]
fn sc_battle_9_remaining_units_support() {
    covers!("SC-BATTLE-9", "SC-BATTLE-10", "SC-RUL-10", "SC-DEC-18");
    let mut scene = board("overmind", "raynor")
        .areas("area CHA-A b1 u1:zergling*3,queen | area TOR-C u2:marine*2 | area HAL-A b2")
        .execute("TOR", "mobilize");
    for kind in ["zergling", "zergling", "zergling", "queen"] {
        scene.act(A, &format!("Move({kind}, CHA-A, TOR-C)"));
    }
    scene.queue_dice([1, 1, 1, 1]);
    scene.act(A, "EndMoves");
    assert_eq!(scene.state.battle.step, Step::Support { side: 0 });
    assert_eq!(scene.try_act(A, "Support(hydralisk, 1)"), denied("SC-BATTLE-9"));
    assert_eq!(scene.try_act(A, "Support(queen, 3)"), denied("SC-BATTLE-9"));
    assert_eq!(scene.try_act(A, "NoEvent"), denied("SC-DEC-18"));
    // Any number may support one skirmish, in any order of kinds.
    scene.act(A, "Support(queen, 1)").act(A, "Support(zergling, 1)");
    assert_eq!(scene.state.battle.lines[0].support[0].iter().sum::<u8>(), 2);
    assert!(matches!(scene.state.battle.step, Step::Place { side: 0, line: 0 }));
}

#[test]
fn sc_ex_24_a_side_of_assist_units_only() {
    covers!("SC-BATTLE-7", "SC-RUL-50", "SC-DEC-28", "SC-BATTLE-27", "SC-RUL-11");
    let mut scene = board("tassadar", "overmind")
        .areas("area CHA-A b1 u1:zealot*3 | area TOR-C u2:queen,defiler | area HAL-A b2")
        .seat(1, "cp0 pool8 hand PC01")
        .seat(2, "cp0 pool8 hand ZC03")
        .execute("TOR", "mobilize");
    for _ in 0..3 {
        scene.act(A, "Move(zealot, CHA-A, TOR-C)");
    }
    scene.queue_dice([1, 1, 1, 1]);
    scene.act(A, "EndMoves");
    assert_eq!(scene.to_act(), Some(B), "the owner chooses which one stands in front");
    assert_eq!(scene.try_act(B, "Front(zergling)"), denied("SC-DEC-28"));
    scene.act(B, "Front(queen)");
    assert_eq!(scene.state.battle.lines.len(), 1);
    scene.act(A, "Card(1, PC01)").act(A, "NoReinforce(1)");
    scene.act(B, "Card(1, ZC03)");
    scene.queue_dice([1]);
    scene.act(B, "NoReinforce(1)");
    // The Queen has minor values and hits nothing; a Zealot cannot hit it either, but it hits the Defiler.
    assert_eq!(losses(&scene), ["2 defiler destroyed"]);
    assert_eq!(scene.to_act(), Some(B), "the defender must retreat");
    scene.act(B, "RetreatTo(TOR-A)");
    assert!(has(&scene, "area TOR-C u1:zealot*3") && has(&scene, "area TOR-A u2:queen"));
    // The chosen unit leads: another one may not.
    let mut lead = board("tassadar", "overmind")
        .areas("area CHA-A b1 u1:zealot | area TOR-C u2:queen,defiler | area HAL-A b2")
        .execute("TOR", "mobilize");
    lead.act(A, "Move(zealot, CHA-A, TOR-C)");
    lead.queue_dice([1, 1, 1, 1]);
    lead.act(A, "EndMoves");
    lead.state.battle.lead[1] = 12;
    lead.state.battle.to_pair = 1;
    lead.state.battle.step = Step::Pair;
    assert_eq!(lead.verdict(A, "Pair(zealot, defiler)"), denied("SC-BATTLE-7"));
}

#[test]
fn sc_battle_11_cards_are_placed_for_each_skirmish() {
    covers!("SC-BATTLE-11", "SC-BATTLE-37", "SC-DEC-19", "SC-HID-22", "SC-HID-10", "SC-RUL-13");
    let mut scene = placing("raynor", "overmind");
    assert_eq!(scene.try_act(A, "Card(2, TC04)"), denied("SC-BATTLE-37"));
    assert_eq!(
        scene.try_act(A, "Card(1, TC17)"),
        denied("SC-BATTLE-11"),
        "a reinforcement card has no values"
    );
    assert_eq!(scene.try_act(A, "Card(1, TC16)"), denied("SC-BATTLE-11"), "not in the hand");
    assert_eq!(scene.try_act(A, "Resolve(1)"), denied("SC-DEC-19"));
    scene.act(A, "Card(1, TC04)");
    assert_eq!(scene.try_act(A, "Reinforce(1, TC15)"), denied("SC-BATTLE-11"));
    assert_eq!(scene.try_act(A, "Reinforce(2, TC17)"), denied("SC-BATTLE-37"));
    scene.act(A, "Reinforce(1, TC17)");
    // The opponent sees that cards lie there, and nothing of them.
    let view = scene.view(Viewer::Seat(B));
    assert_eq!((view.battle.lines[0].card[0], view.battle.lines[0].extra[0]), (HIDDEN, HIDDEN));
    let own = scene.view(Viewer::Seat(A));
    assert_ne!(own.battle.lines[0].card[0], HIDDEN);
    scene.act(B, "Card(1, ZC03)");
    // Even without a reinforcement card in hand the question is asked.
    scene.state.players[1].deck |= scene.state.players[1].hand;
    scene.state.players[1].hand = 0;
    assert_eq!(scene.legal(B), ["NoReinforce(1)"]);
    scene.queue_dice([1]);
    scene.act(B, "NoReinforce(1)");
}

#[test]
fn sc_battle_13_without_a_combat_card_the_top_of_the_deck() {
    covers!("SC-BATTLE-13", "SC-HID-11", "SC-CHN-5", "SC-RUL-61");
    let mut scene = placing("raynor", "overmind");
    scene.state.players[0].deck |= scene.state.players[0].hand;
    scene.state.players[0].hand = 0;
    assert_eq!(scene.legal(A), ["Top(1)"], "asked all the same (SC-HID-22)");
    scene.queue_dice([6]);
    scene.act(A, "Top(1)");
    // Nobody sees the card, not even its owner.
    for viewer in [Viewer::Seat(A), Viewer::Seat(B), Viewer::Public] {
        assert_eq!(scene.view(viewer).battle.lines[0].card[0], HIDDEN);
    }
    scene.act(B, "Card(1, ZC03)");
    scene.queue_dice([1]);
    scene.act(B, "NoReinforce(1)");
    assert!(scene.events.iter().any(|event| matches!(event, Event::Revealed { seat: Seat(0), .. })));
}

#[test]
fn sc_ex_20_a_reinforcement_card_from_the_deck_is_replaced() {
    covers!("SC-BATTLE-15", "SC-RUL-15");
    let mut scene = placing("tassadar", "overmind");
    scene.state.players[0].hand = 0;
    // Deck: PC08 and PC16 only.
    scene.state.players[0].discards = ((1 << 18) - 1) & !(1 << 7 | 1 << 15);
    scene.state.players[0].deck = 1 << 7 | 1 << 15;
    scene.queue_dice([2]);
    scene.act(A, "Top(1)");
    scene.act(B, "Card(1, ZC03)");
    scene.queue_dice([1, 1]);
    scene.act(B, "NoReinforce(1)");
    let turned = scene
        .events
        .iter()
        .any(|event| matches!(event, Event::TurnedAway { seat: Seat(0), card } if card.0 == 79 + 15));
    assert!(turned, "PC16 is discarded");
    assert!(
        scene
            .events
            .iter()
            .any(|event| matches!(event, Event::Revealed { card: Some(card), .. } if card.0 == 79 + 7))
    );
}

#[test]
fn sc_ex_67_only_reinforcement_cards_left() {
    covers!("SC-BATTLE-38", "SC-RUL-62", "SC-RUL-41");
    let mut scene = placing("tassadar", "overmind");
    let base = (1u64 << 18) - 1;
    scene.state.players[0].hand = base & !(1 << 15 | 1 << 16);
    scene.state.players[0].deck = 1 << 15 | 1 << 16;
    scene.state.players[0].discards = 0;
    scene.queue_dice([1]);
    scene.act(A, "Top(1)");
    scene.act(B, "Card(1, ZC03)");
    scene.queue_dice([1]);
    scene.act(B, "NoReinforce(1)");
    let struck = crate::common::struck(&scene);
    assert_eq!((struck.0[0], struck.1[0]), (2 + 1, 4), "2/4, one supporting Zealot");
    assert_eq!(scene.state.players[0].discards & (1 << 15 | 1 << 16), 1 << 15 | 1 << 16);
}

#[test]
fn sc_ex_68_broken_codes_turn_cards_face_up() {
    covers!("SC-EVT-7");
    let mut scene = attack_with("raynor", "overmind", "kept E212", "");
    scene.queue_dice([1, 1, 1, 1]);
    scene.act(A, "EndMoves").act(A, "StartAbility(E212)");
    assert_eq!(scene.to_act(), Some(B), "the defender places first");
    scene.act(B, "Card(1, ZC03)");
    assert_ne!(scene.view(Viewer::Seat(A)).battle.lines[0].card[1], HIDDEN, "face up");
    scene.queue_dice([1]);
    scene.act(B, "NoReinforce(1)");
    scene.act(A, "Card(1, TC04)");
    assert_eq!(scene.view(Viewer::Seat(B)).battle.lines[0].card[0], HIDDEN, "face down");
}

#[test]
fn sc_battle_42_each_skirmish_is_resolved_once_in_the_attackers_order() {
    covers!("SC-BATTLE-42", "SC-RUL-14", "SC-DEC-20");
    let mut scene = fight(side("raynor", "marine", "TC04"), side("overmind", "zergling", "ZC03"));
    assert_eq!(scene.try_act(A, "Resolve(2)"), denied("SC-BATTLE-42"));
    assert_eq!(scene.try_act(A, "Card(1, TC01)"), denied("SC-DEC-20"));
    scene.act(A, "Resolve(1)");
    assert!(scene.events.iter().any(|event| matches!(event, Event::Struck { line: 0, .. })));
}

#[test]
fn sc_dec_23_the_owner_chooses_among_supporters_that_can_be_hit() {
    covers!("SC-DEC-23");
    let defender = side("overmind", "mutalisk", "ZC08").support("zergling,hydralisk");
    let mut scene = fight(side("raynor", "siege_tank", "TC16"), defender);
    scene.act(A, "Resolve(1)");
    assert_eq!(scene.to_act(), Some(B));
    assert_eq!(scene.try_act(B, "Lose(zergling)"), denied("SC-DEC-23"));
    assert_eq!(scene.try_act(B, "LoseSupport(mutalisk)"), denied("SC-BATTLE-21"));
    scene.act(B, "LoseSupport(hydralisk)");
    assert_eq!(losses(&scene), ["2 hydralisk destroyed"]);
}

#[test]
fn sc_dec_22_withdrawal_is_asked_of_the_owner() {
    covers!("SC-DEC-22", "SC-DEC-29", "SC-SEQ-3");
    let ghost = side("raynor", "ghost", "TC01").extra("TT05a");
    let mut scene = fight(ghost, side("tassadar", "zealot", "PC02"));
    scene.act(A, "Resolve(1)");
    assert_eq!(scene.verdict(A, "RetreatTo(TOR-A)"), denied("SC-DEC-22"));
    // Two abilities at the end of 7c: Sacrifice and Spawn Broodling, in the order their owner says.
    let scourge = side("overmind", "scourge", "ZC11").support("queen").extra("ZT08a");
    let mut both = fight(scourge, side("tassadar", "scout", "PC08").support("zealot"));
    both.act(A, "Resolve(1)");
    assert_eq!(both.legal(A), ["NextAbility(ZC11)", "NextAbility(ZT08a)"]);
    assert_eq!(both.verdict(A, "NextAbility(ZC10)"), denied("SC-DEC-29"));
    both.act(A, "NextAbility(ZT08a)");
    assert!(losses(&both).contains(&"2 zealot destroyed".to_owned()));
}

#[test]
fn sc_dec_24_splash_is_asked_of_the_unit_owner() {
    covers!("SC-DEC-24", "SC-BATTLE-25");
    let mut scene = fight(
        side("tassadar", "reaver", "PC15"),
        side("overmind", "zergling", "ZC04").support("zergling,hydralisk"),
    );
    scene.act(A, "Resolve(1)");
    assert_eq!(scene.to_act(), Some(B));
    assert_eq!(scene.verdict(B, "Excess(zergling)"), denied("SC-DEC-24"));
    assert_eq!(scene.verdict(B, "Lose(mutalisk)"), denied("SC-BATTLE-25"));
    scene.act(B, "Lose(hydralisk)");
    assert!(losses(&scene).contains(&"2 hydralisk destroyed".to_owned()));
}

#[test]
fn sc_ex_8_overstacked_attackers_retreat_the_excess() {
    covers!(
        "SC-BATTLE-26",
        "SC-BATTLE-43",
        "SC-RUL-58",
        "SC-BATTLE-33",
        "SC-BATTLE-30",
        "SC-RUL-57",
        "SC-DEC-25"
    );
    let attacker = side("raynor", "siege_tank", "TC16").support("marine*4,firebat");
    let mut scene = fight(attacker, side("overmind", "zergling", "ZC05"));
    scene.act(A, "Resolve(1)");
    // Limit of TOR-C is 4; six attackers survive.
    assert_eq!(scene.try_act(A, "Excess(ghost)"), denied("SC-RUL-58"));
    assert_eq!(scene.try_act(A, "RetreatTo(TOR-A)"), denied("SC-DEC-25"));
    scene.act(A, "Excess(marine)").act(A, "Excess(firebat)");
    assert_eq!(scene.try_act(A, "RetreatTo(TOR-C)"), denied("SC-BATTLE-32"));
    assert_eq!(scene.try_act(A, "RetreatTo(HAL-B)"), denied("SC-BATTLE-30"), "no own transport to Halcyon");
    scene.act(A, "RetreatTo(CHA-B)");
    assert!(has(&scene, "area CHA-B u1:marine,firebat"));
    assert!(has(&scene, "area TOR-C u1:marine*3,siege_tank"));
}

#[test]
fn sc_ex_9_attackers_retreat_from_defenders_who_stand() {
    covers!("SC-BATTLE-28", "SC-BATTLE-32", "SC-BATTLE-45");
    let mut scene =
        fight(side("tassadar", "zealot", "PC03").support("zealot"), side("overmind", "ultralisk", "ZT05b"));
    scene.act(A, "Resolve(1)");
    assert_eq!(scene.to_act(), Some(A));
    assert_eq!(scene.try_act(A, "RetreatTo(TOR-C)"), denied("SC-BATTLE-32"));
    scene.act(A, "RetreatTo(TOR-D)");
    assert!(has(&scene, "area TOR-C u2:ultralisk"));
    assert!(line_of(&scene, "area TOR-D").contains("u1:zealot"));
    // A defender of Assist units only goes instead, over its own transport too (SC-BATTLE-44).
    let mut queen =
        fight(side("tassadar", "zealot", "PC03").support("zealot"), side("overmind", "queen", "ZC03"));
    queen.act(A, "Resolve(1)");
    assert_eq!(queen.to_act(), Some(B));
    queen.act(B, "RetreatTo(HAL-C)");
    assert!(has(&queen, "area HAL-C u2:queen"));
}

#[test]
fn sc_battle_44_the_defender_retreats_over_transports() {
    covers!("SC-BATTLE-44");
    let mut scene = fight(side("tassadar", "zealot", "PC03"), side("overmind", "queen", "ZC03"));
    scene.act(A, "Resolve(1)");
    assert_eq!(scene.try_act(B, "RetreatTo(CHA-B)"), denied("SC-BATTLE-30"));
    scene.act(B, "RetreatTo(HAL-B)");
}

#[test]
fn sc_ex_49_a_retreat_may_go_where_not_all_fit() {
    covers!("SC-BATTLE-31", "SC-RUL-57", "SC-RUL-12");
    let attacker = side("tassadar", "zealot", "PC03").support("zealot*2");
    let field = crate::common::Field {
        areas: "area CHA-A b1 | area HAL-A b2 | area TOR-B u1:dragoon",
        ..crate::common::FIELD
    };
    let mut scene = crate::common::fight_in(field, attacker, side("overmind", "ultralisk", "ZT05b"));
    scene.act(A, "Resolve(1)");
    scene.act(A, "RetreatTo(TOR-B)");
    assert!(has(&scene, "area TOR-B u1:zealot,dragoon"), "limit 2: one fits, the other is destroyed");
    // Without any area all are destroyed.
    let full = "area CHA-A b1 u1:zealot*2 | area CHA-B u2:zergling | area CHA-C u2:zergling | area HAL-A b2 | area TOR-A u2:zergling | area TOR-B u2:zergling | area TOR-D u2:zergling";
    let mut none = crate::common::fight_in(
        crate::common::Field { areas: full, ..crate::common::FIELD },
        side("tassadar", "zealot", "PC03").support("dragoon*3"),
        side("overmind", "ultralisk", "ZT05b"),
    );
    none.state.routes.as_mut_slice()[2].transports = 0;
    none.act(A, "Resolve(1)");
    assert!(losses(&none).len() >= 3, "{:?}", losses(&none));
    assert!(has(&none, "area TOR-C u2:ultralisk"));
}

#[test]
fn sc_battle_31_units_that_do_not_fit_are_the_owners_choice() {
    covers!("SC-BATTLE-31");
    let attacker = side("tassadar", "zealot", "PC03").support("dragoon,reaver");
    let field = crate::common::Field {
        areas: "area CHA-A b1 | area HAL-A b2 | area TOR-B u1:zealot",
        ..crate::common::FIELD
    };
    let mut scene = crate::common::fight_in(field, attacker, side("overmind", "ultralisk", "ZT05b"));
    scene.act(A, "Resolve(1)").act(A, "RetreatTo(TOR-B)");
    assert_eq!(scene.try_act(A, "Lose(carrier)"), denied("SC-BATTLE-31"));
    scene.act(A, "Lose(dragoon)");
    assert!(has(&scene, "area TOR-B u1:zealot,reaver"), "{}", line_of(&scene, "area TOR-B"));
}

#[test]
fn sc_ex_50_retreat_over_a_forced_march() {
    let mut scene = board("tassadar", "overmind")
        .routes("route TAR-E/CHA-W | route HAL-N/TAR-S | route TOR-N/CHA-S | zroute TAR-W/TOR-E | zroute HAL-S/TOR-S")
        .areas("area CHA-A b1 u1:zealot*2 | area TOR-A u2:ultralisk | area TOR-B u2:zergling | area TOR-C u2:zergling | area TOR-D u2:zergling | area HAL-A b2")
        .seat(1, "cp0 pool8 kept E108 hand PC03")
        .seat(2, "cp0 pool8 hand ZT05b tech -ZT05")
        .execute("TOR", "mobilize");
    scene.act(A, "ForcedMarch(r3)").act(A, "Move(zealot, CHA-A, TOR-A)");
    scene.queue_dice([1, 1, 1, 1]);
    scene.act(A, "EndMoves");
    scene.act(A, "Card(1, PC03)").act(A, "NoReinforce(1)");
    scene.act(B, "Card(1, ZT05b)");
    scene.queue_dice([1]);
    scene.act(B, "NoReinforce(1)");
    // 5 against 10 and 8 against 6: the Zealot falls; with a survivor the road stays open. Here nothing is left.
    assert_eq!(losses(&scene), ["1 zealot destroyed"]);
    assert!(has(&scene, "area TOR-A u2:ultralisk"));
}

#[test]
fn sc_rul_74_a_marched_route_serves_the_retreat() {
    covers!("SC-RUL-74");
    let mut scene = fight(side("tassadar", "zealot", "PC01"), side("overmind", "ultralisk", "ZC16"));
    scene.state.routes.as_mut_slice()[2].transports = 0;
    scene.state.order.march = 2;
    scene.act(A, "Resolve(1)");
    // 6 < 8 and 7 >= 7: the Zealot falls; give it health by another card.
    let mut lives =
        fight(side("tassadar", "zealot", "PC01").extra("PC16"), side("overmind", "ultralisk", "ZC16"));
    lives.state.routes.as_mut_slice()[2].transports = 0;
    lives.state.order.march = 2;
    lives.act(A, "Resolve(1)");
    lives.act(A, "RetreatTo(CHA-B)");
    assert!(has(&lives, "area CHA-B u1:zealot"));
}

#[test]
fn sc_ex_51_fighting_withdrawal_breaks_the_battle_off() {
    covers!("SC-BATTLE-36", "SC-DEC-32");
    let mut scene = board("raynor", "overmind")
        .areas("area CHA-A b1 u1:marine*4 | area CHA-B u1:firebat*2 | area TOR-C u2:zergling,hydralisk | area HAL-A b2")
        .seat(2, "cp0 pool8 kept E207")
        .execute("TOR", "mobilize");
    for _ in 0..4 {
        scene.act(A, "Move(marine, CHA-A, TOR-C)");
    }
    scene.act(A, "Move(firebat, CHA-B, TOR-C)").act(A, "Move(firebat, CHA-B, TOR-C)").act(A, "EndMoves");
    scene.act(B, "StartAbility(E207)");
    assert_eq!(scene.try_act(B, "RetreatTo(HAL-B)"), denied("SC-BATTLE-36"), "only the same planet");
    scene.act(B, "RetreatTo(TOR-B)");
    assert!(has(&scene, "area TOR-B u2:zergling,hydralisk"));
    assert_eq!(scene.try_act(A, "Excess(marine)"), denied("SC-DEC-32"));
    assert_eq!(scene.try_act(A, "Lose(ghost)"), denied("SC-BATTLE-36"));
    scene.act(A, "Lose(marine)").act(A, "Lose(firebat)");
    assert!(has(&scene, "area TOR-C u1:marine*3,firebat"));
    assert_eq!(scene.state.players[0].hand, 0, "no card is drawn");
    // Without an area to go to it cannot be used.
    let full = "area CHA-A b1 u1:marine*2 | area TOR-A u1:marine | area TOR-B u1:marine | area TOR-D u1:marine | area TOR-C u2:zergling | area HAL-A b2";
    let mut none = board("raynor", "overmind")
        .areas(full)
        .seat(2, "cp0 pool8 kept E207,E208")
        .execute("TOR", "mobilize");
    none.act(A, "Move(marine, CHA-A, TOR-C)").act(A, "EndMoves");
    assert_eq!(none.try_act(B, "StartAbility(E207)"), denied("SC-BATTLE-36"));
    none.queue_dice([1, 1, 1, 1]);
    none.act(B, "NoAbility");
}

#[test]
fn sc_dec_31_consume_gives_another_unit_or_a_worker() {
    covers!("SC-DEC-31");
    let setup = || {
        let mut scene = board("overmind", "raynor")
            .areas("area CHA-A b1 u1:defiler,zergling | area TOR-A u2:marine | area HAL-A b2")
            .seat(1, "cp0 pool8 play ZT11a tech -ZT11")
            .execute("TOR", "mobilize");
        scene.act(A, "Move(defiler, CHA-A, TOR-A)").act(A, "Move(zergling, CHA-A, TOR-A)").act(A, "EndMoves");
        scene.act(A, "StartAbility(ZT11a)");
        scene
    };
    let mut worker = setup();
    assert_eq!(worker.try_act(A, "ConsumeUnit(defiler)"), denied("SC-DEC-31"));
    worker.queue_dice(std::iter::repeat_n(1, 7));
    worker.act(A, "ConsumeWorker");
    assert_eq!(worker.state.players[0].hand.count_ones(), 6, "3 by Consume, 3 by the battle");
    assert_eq!(worker.state.players[0].pool, 7);
    let mut unit = setup();
    unit.queue_dice(std::iter::repeat_n(1, 7));
    unit.act(A, "ConsumeUnit(zergling)");
    assert_eq!(unit.state.battle.units[0].iter().sum::<u8>(), 1);
}

#[test]
fn sc_eff_27_parasite_shows_the_hand_to_its_user_only() {
    covers!("SC-EFF-27", "SC-HID-15");
    let mut scene = board("overmind", "raynor")
        .areas("area CHA-A b1 u1:queen,zergling*2 | area TOR-A u2:marine | area HAL-A b2")
        .seat(1, "cp0 pool8 play ZT06a tech -ZT06 hand ZC03")
        .seat(2, "cp0 pool8 hand TC01,TC02")
        .execute("TOR", "mobilize");
    scene.act(A, "Move(queen, CHA-A, TOR-A)").act(A, "Move(zergling, CHA-A, TOR-A)").act(A, "EndMoves");
    scene.queue_dice([1, 1, 1, 1]);
    scene.act(A, "StartAbility(ZT06a)");
    assert!(scene.state.battle.detector[0]);
    assert_eq!(scene.view(Viewer::Seat(A)).players[1].known, 0b11);
    assert_eq!(scene.view(Viewer::Public).players[1].known, 0);
    // A card turned up is no longer to be remembered.
    scene.act(A, "Card(1, ZC03)");
    scene.queue_dice([1]);
    scene.act(A, "NoReinforce(1)");
    scene.act(B, "Card(1, TC01)").act(B, "NoReinforce(1)");
    assert_eq!(scene.state.players[1].known[0], 0b10);
}

#[test]
fn sc_battle_46_both_sides_can_be_eliminated_by_one_battle() {
    covers!("SC-BATTLE-46", "SC-RUL-65", "SC-RUL-40", "SC-END-6", "SC-END-5");
    let field = crate::common::Field { areas: "area CHA-A d1", ..crate::common::FIELD };
    let mut scene = crate::common::fight_in(
        field,
        side("raynor", "marine", "TC04"),
        side("overmind", "zergling", "ZC03"),
    );
    scene.act(A, "Resolve(1)");
    assert!(scene.is_over());
    assert_eq!(scene.state.alive, rules::Seats::NONE);
    assert_eq!(scene.state.winners.len(), 2, "equal in all tiebreakers");
}

#[test]
fn sc_rul_66_an_eliminated_active_player_ends_the_order() {
    covers!("SC-RUL-66", "SC-EVT-8", "SC-END-5", "SC-SEQ-6");
    let mut taken = board("raynor", "overmind").stacks("stack CHA 1:build | stack HAL 2:build").scene();
    taken.act(A, "TakeOrder(CHA)");
    taken.state.alive = taken.state.alive.without(A);
    taken.act(A, "DrawEvent");
    assert_eq!(taken.state.players[0].tokens[0], 1, "the token leaves the game");
    let field = crate::common::Field { areas: "area HAL-A b2", ..crate::common::FIELD };
    let mut scene = crate::common::fight_in(
        field,
        side("raynor", "marine", "TC02"),
        side("overmind", "ultralisk", "ZC14"),
    );
    scene.state.players[0].front = [1, 0, 0];
    scene.act(A, "Resolve(1)");
    assert!(scene.is_over());
    assert_eq!((scene.state.players[0].out, scene.state.players[0].front), (1, [0; 3]));
    assert!(scene.state.winners.contains(B));
}

#[test]
fn sc_battle_29_an_empty_area_keeps_its_card_until_regrouping() {
    covers!("SC-BATTLE-29");
    let mut scene = fight(side("raynor", "marine", "TC04"), side("overmind", "zergling", "ZC03"));
    scene.act(A, "Resolve(1)");
    assert_eq!(line_of(&scene, "area TOR-C"), "");
}

#[test]
fn sc_rul_64_only_attacker_and_defender_count_for_air_support() {
    covers!("SC-RUL-64");
    let field = crate::common::Field {
        areas: "area CHA-A b1 | area HAL-A b2 | area TOR-C b1",
        ..crate::common::FIELD
    };
    let mut scene = crate::common::fight_in(
        field,
        side("raynor", "marine", "TC04"),
        side("overmind", "mutalisk", "ZC08"),
    );
    scene.state.players[0].modules[2] = 1;
    scene.act(A, "Resolve(1)");
    // The attacker's own base is there: +1 against a flying front.
    assert_eq!(crate::common::struck(&scene).0[0], 7);
}
