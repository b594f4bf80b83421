//! Edges that a change of the code could pass unnoticed: what a card does where it is not used, and who sees what.

use laws::SplitMix64;
use rules::{Game, Notation, Viewer, covers};
use starcraft::Event;

use crate::common::{A, B, board, fight, line_of, losses, side};

#[test]
fn sc_eff_12_only_a_card_that_was_used_returns_to_the_technology_deck() {
    covers!("SC-EFF-12");
    let zealot = side("tassadar", "zealot", "PC02");
    let mut used = fight(side("raynor", "ghost", "TT03a"), zealot);
    used.act(A, "Resolve(1)");
    let seat = line_of(&used, "seat 1");
    assert!(!seat.contains("TT03"), "a Nuke of a Ghost is back in the technology deck: {seat}");
    let mut unused = fight(side("raynor", "marine", "TT03a"), zealot);
    unused.act(A, "Resolve(1)");
    let seat = line_of(&unused, "seat 1");
    assert!(seat.contains("disc TT03a") && seat.contains("-TT03"), "no Marine throws a Nuke: {seat}");
}

#[test]
fn sc_battle_24_a_card_with_splash_is_set_aside_once_activated() {
    covers!("SC-BATTLE-24", "SC-EFF-9");
    let zerglings = side("overmind", "zergling", "ZC04").support("zergling,hydralisk");
    let mut activated = fight(side("tassadar", "reaver", "PC15"), zerglings);
    activated.act(A, "Resolve(1)");
    assert!(activated.game.write_position(&activated.state).contains("aside=PC15/-"));
    assert!(!line_of(&activated, "seat 1").contains("disc"), "it is not discarded yet");
    let mut idle = fight(side("raynor", "firebat", "TC05"), side("tassadar", "archon", "PC12"));
    idle.act(A, "Resolve(1)");
    assert!(losses(&idle).iter().all(|lost| lost.starts_with('1')), "the Archon stands: {:?}", losses(&idle));
    assert!(line_of(&idle, "seat 1").contains("disc TC05"));
}

#[test]
fn a_broodling_takes_a_supporter_before_the_front_of_its_kind() {
    let queen = side("overmind", "hydralisk", "ZC01").support("queen").extra("ZT08a");
    let taken = |support: &'static str| {
        let mut scene = fight(queen, side("raynor", "goliath", "TC11").support(support));
        scene.act(A, "Resolve(1)").act(B, "Lose(goliath)");
        losses(&scene).into_iter().filter(|lost| lost.starts_with('2')).collect::<Vec<_>>()
    };
    assert_eq!(taken("goliath,marine"), ["2 goliath destroyed"], "it does not withdraw: nothing cloaks it");
    assert_eq!(taken("marine"), ["2 goliath destroyed"], "the front, if none supports it");
}

#[test]
fn a_hand_that_is_looked_at_is_seen_by_two() {
    let scene = board("raynor", "overmind").scene();
    let seen = Event::HandSeen { seat: A, of: B, cards: Some(0b101) };
    let hidden = Event::HandSeen { seat: A, of: B, cards: None };
    let told = |viewer| scene.game.redact(&seen, viewer);
    assert_eq!(told(Viewer::Seat(A)), Some(seen), "who looks");
    assert_eq!(told(Viewer::Seat(B)), Some(seen), "whose hand it is");
    assert_eq!(told(Viewer::Public), Some(hidden));
}

#[test]
fn an_imagined_hand_has_the_size_that_is_known() {
    let scene = board("raynor", "overmind")
        .seat(1, "cp3 pool8 hand TC01,TC02 disc TC03 play TT07a tech -TT07")
        .scene();
    let view = scene.view(Viewer::Seat(B));
    for seed in 0..10 {
        let world = scene.game.determinize(&view, &mut SplitMix64(seed));
        let (real, imagined) = (&scene.state.players[0], &world.players[0]);
        assert_eq!(
            (imagined.hand.count_ones(), imagined.deck.count_ones()),
            (real.hand.count_ones(), real.deck.count_ones())
        );
        assert_eq!(imagined.hand | imagined.deck, real.hand | real.deck, "the cards that nobody has seen");
        assert_eq!(imagined.hand & imagined.deck, 0);
    }
}
