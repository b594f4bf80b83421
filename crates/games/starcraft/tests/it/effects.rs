//! Effect codes of cards and events that the worked examples do not play.

use std::collections::BTreeSet;

use crate::common::{A, B, FIELD, Field, board, buy, fight, fight_in, has, losses, resolve, side, struck};

#[test]
fn reinforcements_add_what_they_say() {
    let zergling = || side("overmind", "zergling", "ZC04");
    let cases = [
        // Irradiate: Detector, +2 against organic units.
        (side("raynor", "marine", "TC04").support("science_vessel").extra("TT11a"), [8, 5], [6, 4]),
        // Defensive Matrix: +2 health.
        (side("raynor", "marine", "TC04").support("science_vessel").extra("TT10a"), [6, 5], [8, 4]),
        // A reinforcement card that does not fit has no effect.
        (side("raynor", "marine", "TC04").extra("TT10a"), [6, 5], [6, 4]),
        // Singularity Charge, Plasma Shields, a Protoss base card.
        (side("tassadar", "dragoon", "PC06").extra("PT02a"), [9, 5], [7, 4]),
        (side("tassadar", "zealot", "PC01").extra("PT12b"), [6, 5], [9, 4]),
        (side("tassadar", "zealot", "PC01").extra("PC17"), [6, 5], [8, 4]),
        // Stim Packs and Carrier capacity are cards with values of their own.
        (side("raynor", "firebat", "TT01b"), [7, 5], [4, 4]),
        (side("tassadar", "carrier", "PT08a"), [9, 5], [9, 4]),
    ];
    for (attacker, attack, health) in cases {
        let mut scene = fight(attacker, zergling());
        scene.act(A, "Resolve(1)");
        assert_eq!(struck(&scene), (attack, health), "{} {}", attacker.card, attacker.extra);
    }
    // Improved Flyer Attack +2; Grooved Spines +1, +2 in all against flyers.
    let mut flyer =
        fight(side("overmind", "mutalisk", "ZC09").extra("ZT13a"), side("raynor", "marine", "TC04"));
    flyer.act(A, "Resolve(1)");
    assert_eq!(struck(&flyer).0, [9, 6]);
    for (front, card, attack) in [("wraith", "TC13", 7), ("marine", "TC04", 6)] {
        let mut spines =
            fight(side("overmind", "hydralisk", "ZC01").extra("ZT04a"), side("raynor", front, card));
        spines.act(A, "Resolve(1)");
        assert_eq!(struck(&spines).0[0], attack, "against {front}");
    }
}

#[test]
fn own_support_is_needed_for_the_zerg_base_card() {
    for (support, attack) in [("-", 5), ("zergling", 7)] {
        let mut scene = fight(
            side("overmind", "zergling", "ZC04").support(support).extra("ZC17"),
            side("raynor", "marine", "TC04"),
        );
        scene.act(A, "Resolve(1)");
        assert_eq!(struck(&scene).0[0], attack, "{support}");
    }
}

#[test]
fn spider_mines_fail_against_a_detector() {
    let vulture = side("raynor", "vulture", "TT06a");
    let zergling = side("overmind", "zergling", "ZC05").support("zergling");
    let mut blind = fight(vulture, zergling);
    let (_, lost) = resolve(&mut blind);
    assert_eq!(lost, ["2 zergling destroyed", "2 zergling destroyed"]);
    let mut seen = fight_in(Field { detector: "01", ..FIELD }, vulture, zergling);
    let (_, lost) = resolve(&mut seen);
    assert_eq!(lost, ["2 zergling destroyed"]);
}

#[test]
fn a_guardian_replaces_a_mutalisk() {
    let mut scene = board("overmind", "raynor")
        .areas("area CHA-A b1 | area TAR-A u1:mutalisk | area HAL-A b2")
        .seat(1, "cp0 pool8 play ZT12a tech -ZT12")
        .execute("TAR", "build");
    buy(&mut scene, A, "Swap(guardian, TAR-A, TAR-A, TAR-A)");
    assert!(has(&scene, "area TAR-A u1:guardian"));
    assert_eq!(scene.state.players[0].pool, 7);
}

#[test]
fn start_of_battle_draws_and_bonuses() {
    // Khaydarin Amulet: 2 cards with a High Templar in the battle.
    let mut amulet = board("tassadar", "raynor")
        .areas("area CHA-A b1 u1:zealot,high_templar | area TOR-A u2:marine | area HAL-A b2")
        .seat(1, "cp0 pool8 play PT11a tech -PT11")
        .execute("TOR", "mobilize");
    amulet.act(A, "Move(zealot, CHA-A, TOR-A)").act(A, "Move(high_templar, CHA-A, TOR-A)").act(A, "EndMoves");
    amulet.queue_dice([1; 6]);
    amulet.act(A, "StartAbility(PT11a)");
    assert_eq!(amulet.state.players[0].hand.count_ones(), 5);
    // Total War: 3 cards and +1 attack; Hardened Front: 1 card and +1 health.
    let mut war = crate::battle::attack_with("raynor", "overmind", "kept E301", "kept E209");
    war.act(A, "EndMoves");
    war.queue_dice([1; 3]);
    war.act(A, "StartAbility(E301)");
    war.queue_dice([1; 5]);
    war.act(B, "StartAbility(E209)");
    assert_eq!((war.state.battle.attack, war.state.battle.health), ([1, 0], [0, 1]));
    assert_eq!((war.state.players[0].hand.count_ones(), war.state.players[1].hand.count_ones()), (9, 4));
    // Leg Enhancements: a ground unit that costs less than 2.
    let mut legs = board("tassadar", "raynor")
        .areas("area CHA-A b1 u1:zealot*2 | area TOR-C u2:marine,ghost | area HAL-A b2")
        .seat(1, "cp0 pool8 play PT01a tech -PT01")
        .execute("TOR", "mobilize");
    legs.act(A, "Move(zealot, CHA-A, TOR-C)").act(A, "EndMoves");
    legs.queue_dice([1; 4]);
    legs.act(A, "StartAbility(PT01a)");
    assert_eq!(legs.state.battle.units[1].iter().sum::<u8>(), 1);
    assert_eq!(losses(&legs), ["2 marine destroyed"]);
}

#[test]
fn the_data_uses_every_code_of_the_components_list() {
    let game = board("raynor", "overmind").game();
    let mut codes = BTreeSet::new();
    let effects = game.components.cards.iter().flat_map(|card| &card.effects);
    let effects = effects.chain(game.components.events.iter().flat_map(|event| &event.effects));
    for effect in effects {
        let name = format!("{:?}", effect.code);
        codes.insert(name.split(['(', ' ']).next().unwrap_or_default().to_owned());
    }
    // 15 codes of the skirmish, 9 of the start of battle, 2 of technologies, 19 of events.
    assert_eq!(codes.len(), 45, "{codes:?}");
}
