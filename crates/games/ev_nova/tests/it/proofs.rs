//! Edges that a change of the code could pass unnoticed: what an exception does not cover, and who is not concerned.

use ev_nova::{Damage, Deck, Frame, ShipId, Stage as Phase};
use rules::covers;

use crate::stage::{Stage, at, two};

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

#[test]
fn ev_a5_7_a_card_that_is_being_paid_for_is_still_in_play() {
    covers!("EV-A5-7");
    let mut stage = two("seat 0 SOL hand {118 049 050} discard [001]\nseat 1 KAN");
    let cards = |stage: &Stage| {
        let mut cards = stage.state.cards();
        cards.sort_unstable();
        cards
    };
    let before = cards(&stage);
    stage.act(0, "buy-item 118 001");
    assert!(stage.state.open.stack.iter().any(|frame| matches!(frame, Frame::Install { .. })));
    assert_eq!(cards(&stage), before, "set aside, not lost");
}

#[test]
fn ev_b_10_only_a_planet_of_this_system_in_the_hand_is_revealed() {
    covers!("EV-B-10");
    let mut stage = two("seat 0 SCH hand {026 001}\nseat 1 SCH");
    stage.act(0, "attack 1").act(1, "fight");
    assert_eq!(stage.no(0, "reveal 001"), "EV-B-10", "Earth lies elsewhere");
    assert_eq!(stage.no(0, "reveal 026"), "", "Harbor");
    let mut stage = two("seat 0 SCH hand {001 046}\nseat 1 SCH hand {026}");
    stage.act(0, "attack 1").act(1, "fight");
    assert_eq!(stage.no(0, "reveal 026"), "EV-B-10", "Harbor is in another hand");
}

/// A battle in which seat 0 may board.
fn boarding(ships: &str) -> Stage {
    let mut stage = two(&format!("seat 0 SOL\nseat 1 SOL\n{ships}"));
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    while !matches!(stage.state.open.battle.as_ref().map(|battle| battle.stage), Some(Phase::Board { .. })) {
        let seat = stage.asked().expect("a decision");
        let answer = if stage.legal(seat).contains(&"stay".to_owned()) { "stay" } else { "done" };
        stage.act(seat, answer);
    }
    stage
}

#[test]
fn ev_loot_5_ammunition_may_be_left() {
    covers!("EV-LOOT-5");
    let mut stage = boarding("ship s0 096 current 0\nship s1 054 current 1 disabled\nitem s1 043 1");
    stage.act(0, "board s0").act(0, "loot s1").nova(0).draw();
    assert!(matches!(stage.state.open.frame(), Some(Frame::Ammunition { .. })));
    assert_eq!(stage.legal(0), ["done", "take-ammo 043"]);
    stage.act(0, "done");
    assert!(!matches!(stage.state.open.frame(), Some(Frame::Ammunition { .. })));
    assert_eq!(stage.state.open.items_under(ShipId(0)).count(), 0);
}

#[test]
fn ev_r_37_a_ninth_escort_must_be_dropped() {
    covers!("EV-R-37");
    let captured = |escorts: usize| {
        let more: String = (0..escorts).map(|at| format!("\nship s{} 014 escort 0", at + 2)).collect();
        let mut stage = boarding(&format!("ship s0 096 current 0\nship s1 067 current 1 disabled{more}"));
        stage.act(0, "board s0").act(0, "capture s1").nova(0).draw().act(0, "as-ship");
        stage
    };
    let drops = |stage: &Stage| stage.legal(0).iter().filter(|action| action.starts_with("drop")).count();
    let eight = captured(7);
    assert_eq!(drops(&eight), 0, "the old ship is the eighth, nothing is asked");
    assert!(!matches!(eight.state.open.frame(), Some(Frame::CaptureItems { .. })));
    let nine = captured(8);
    assert_eq!((nine.no(0, "done"), drops(&nine)), ("EV-R-37", 9));
}

#[test]
fn ev_opp_9_a_disabled_runner_meets_no_further_opposition() {
    covers!("EV-OPP-9");
    let mut stage = two(
        "seat 0 FER missions 090@0 094@0\nseat 1 SMA gov {041} deck {005 009 018 023 024 031 034 039 042 043 045 046 047 048 062 065 066 068}\nship s0 START current 0 down\nship s1 START current 1",
    );
    stage.act(0, "move HEL").act(0, "meet 090").draw().act(1, "show 041").act(1, "done").quiet();
    stage.act(0, "end 4").quiet().act(0, "fire s0 0 s2").quiet().act(1, "fire s2 0 s0").nova(0).quiet();
    assert_eq!((stage.damage(0), stage.asked()), (Damage::Disabled, Some(1)), "the turn is over");
    let missions = stage.state.open.missions.iter().map(|mission| (mission.done, mission.due));
    assert_eq!(missions.collect::<Vec<_>>(), [(0, false), (0, false)], "neither stop is credited");
    assert_eq!(stage.discard(1).len(), 7, "six cards flipped for the first mission and the ship");
}
