//! Edges that a change of the code could pass unnoticed: what an exception does not cover, and who is not concerned.

use ev_nova::{Deck, Frame};
use rules::covers;

use crate::stage::{at, two};

#[test]
fn only_the_repellent_protects_from_drop_bears() {
    let victim = |item: &str| {
        let mut stage = two(&format!(
            "seat 0 SOL hand {{118}}\nseat 1 MOA hand {{049}}\nship s0 START current 0\nship s1 START current 1\nitem s1 {item} 1"
        ));
        stage.act(0, "event-on 118 1");
        (stage.hand_size(1), stage.state.open.seat[1].blocked)
    };
    assert_eq!(victim("007"), (1, false), "Drop Bear Repellent");
    assert_eq!(victim("047"), (0, true), "Carbon Fiber");
}

#[test]
fn ev_out_3_a_question_goes_with_the_player_it_was_asked() {
    covers!("EV-OUT-3");
    let asked = |leaving: u8| {
        let mut stage = at("BAC", "seat 0 SOL hand {113} markers Federation Auroran\nseat 1 KAN\nseat 2 KAN");
        stage.act(0, "event 113");
        assert!(matches!(stage.state.open.frame(), Some(Frame::Marker { .. })));
        stage.act(leaving, "give-up");
        (stage.asked(), matches!(stage.state.open.frame(), Some(Frame::Marker { .. })))
    };
    assert_eq!(asked(1), (Some(0), true), "another player leaves");
    assert_eq!(asked(0), (Some(1), false), "the player who was asked leaves");
}

#[test]
fn ev_deck_7_the_first_reason_names_the_rule_of_the_deck() {
    covers!("EV-DECK-7");
    let deck = Deck::read("2 EVN-049\n").expect("a list of cards");
    let (first, all) = (deck.first_issue().expect("too few cards"), deck.issues());
    assert_eq!((first.rule.name(), &first.text), ("EV-DECK-7", &all[0].text));
    assert_ne!(all[0].rule.name(), "EV-DECK-7", "each reason has a rule of its own");
}
