//! Research orders.

use laws::{Scene, denied};
use rules::{Viewer, covers};
use starcraft::{Event, StarCraft};

use crate::common::{A, B, board, buy, line_of};

const AREAS: &str = "area CHA-A b1 u1:marine*2 | area HAL-A b2 u2:zergling*2";

/// A researches with two discarded cards.
fn researching() -> Scene<StarCraft> {
    board("raynor", "overmind").areas(AREAS).seat(1, "cp0 pool8 disc TC01,TC02").execute("CHA", "research")
}

#[test]
fn sc_res_1_an_event_card_is_drawn_first() {
    covers!("SC-RES-1", "SC-DEC-13");
    let scene = researching();
    assert_eq!(scene.state.players[0].front, [1, 0, 0]);
    assert_eq!(scene.verdict(A, "NoTech"), denied("SC-DEC-13"), "the cards come before the technology");
    assert_eq!(scene.legal(A), ["DrawThree", "NoDraw"]);
}

#[test]
fn sc_res_2_three_cards_may_be_drawn() {
    covers!("SC-RES-2", "SC-CHN-4");
    let mut scene = researching();
    scene.queue_dice([1, 1, 1]);
    scene.act(A, "DrawThree");
    assert_eq!(scene.state.players[0].hand, 0b1_1100, "TC03, TC04, TC05");
    let mut none = researching();
    none.act(A, "NoDraw");
    assert_eq!(none.state.players[0].hand, 0);
}

#[test]
fn sc_res_4_new_cards_and_discards_become_the_deck() {
    covers!("SC-RES-4", "SC-RES-10");
    let mut scene = researching();
    scene.queue_dice([1, 1, 1]);
    scene.act(A, "DrawThree");
    buy(&mut scene, A, "BuyTech(TT01)");
    let player = &scene.state.players[0];
    assert_eq!((player.discards, player.deck & 0b11, player.deck.count_ones()), (0, 0b11, 17));
}

#[test]
fn sc_res_3_a_technology_of_ones_race_is_bought_once() {
    covers!("SC-RES-3", "SC-RES-8");
    let bought = |cards: &str| {
        let mut scene = board("raynor", "overmind")
            .areas(AREAS)
            .seat(1, &format!("cp0 pool8{cards}"))
            .execute("CHA", "research");
        scene.act(A, "NoDraw");
        scene
    };
    assert_eq!(bought("").verdict(A, "BuyTech(ZT01)"), denied("SC-RES-3"), "of another race");
    assert_eq!(bought("").verdict(A, "BuyTech(TT01)"), Ok(()));
    assert_eq!(bought(" tech -TT01").verdict(A, "BuyTech(TT01)"), denied("SC-RES-8"), "bought before");
}

#[test]
fn sc_ex_29_research_without_a_base_does_nothing() {
    covers!("SC-RES-7", "SC-RUL-48");
    let scene = board("raynor", "overmind").areas(AREAS).execute("TAR", "research");
    assert!(scene.events.iter().any(|event| matches!(event, Event::NothingDone { .. })));
    assert_eq!((scene.state.players[0].front, scene.to_act()), ([0; 3], Some(B)));
}

#[test]
fn sc_res_5_a_play_area_technology_shuffles_nothing() {
    covers!("SC-RES-5", "SC-EFF-10", "SC-RUL-25");
    let mut scene =
        board("raynor", "overmind").areas(AREAS).seat(1, "cp0 pool8 disc TC01").execute("CHA", "research");
    scene.act(A, "NoDraw");
    buy(&mut scene, A, "BuyTech(TT07)");
    assert_eq!(scene.state.players[0].discards, 1);
    assert!(line_of(&scene, "seat 1").contains("play TT07a"));
}

#[test]
fn sc_ex_18_gold_research_and_spider_mines() {
    covers!("SC-RES-6", "SC-RUL-23", "SC-HID-3");
    let gold = || {
        let mut scene = board("mengsk", "overmind")
            .areas(AREAS)
            .seat(1, "cp0 pool8 mod rnd1 disc TC01")
            .stacks("stack HAL 2:research | stack CHA 1:gold_research")
            .scene();
        scene.act(A, "TakeOrder(CHA)").act(A, "Execute").act(A, "NoDraw");
        scene
    };
    let mut hand = gold();
    buy(&mut hand, A, "BuyTech(TT06)");
    assert_eq!(hand.verdict(A, "BonusCard(TT01a)"), denied("SC-RES-6"));
    hand.act(A, "BonusCard(TT06b)");
    assert!(line_of(&hand, "seat 1").contains("hand TT06b"));
    assert_eq!(hand.state.players[0].discards, 0, "the other one is shuffled in with the discards");
    // Everybody knows the card (SC-EX-88).
    assert_eq!(hand.view(Viewer::Public).players[0].known.count_ones(), 1);
    let mut event = gold();
    buy(&mut event, A, "BuyTech(TT06)");
    event.act(A, "BonusEvent");
    assert_eq!(event.state.players[0].front, [2, 0, 0]);
    // The extra event card needs no purchase.
    let mut none = gold();
    none.act(A, "NoTech").act(A, "BonusEvent");
    assert_eq!(none.state.players[0].front, [2, 0, 0]);
}

#[test]
fn sc_ex_88_a_card_taken_openly_stays_known() {
    let mut scene = board("raynor", "overmind")
        .areas(AREAS)
        .seat(1, "cp0 pool8 mod rnd1")
        .stacks("stack HAL 2:research | stack CHA 1:gold_research")
        .scene();
    scene.act(A, "TakeOrder(CHA)").act(A, "Execute").act(A, "NoDraw");
    buy(&mut scene, A, "BuyTech(TT04)");
    scene.act(A, "BonusCard(TT04a)");
    assert_eq!(scene.view(Viewer::Seat(B)).players[0].known, scene.state.players[0].hand);
}

#[test]
fn sc_ex_87_the_discard_pile_becomes_the_deck() {
    covers!("SC-RES-9", "SC-RES-11", "SC-RES-12", "SC-RUL-72");
    let mut scene = board("overmind", "raynor")
        .areas("area CHA-A b1 u1:zergling | area HAL-A b2")
        .seat(1, "cp0 pool8 hand ZC10,ZC11,ZC12,ZC13,ZC14,ZC15,ZC16 disc ZC01,ZC02,ZC03,ZC04,ZC05,ZC06,ZC07,ZC08,ZC09")
        .execute("CHA", "research");
    scene.queue_dice([1, 1, 1]);
    scene.act(A, "DrawThree");
    assert_eq!(scene.state.players[0].discards, 0);
    assert_eq!(scene.state.players[0].deck.count_ones(), 8);
    // Fewer cards than three: as many as there are.
    let mut few = board("overmind", "raynor")
        .areas("area CHA-A b1 u1:zergling | area HAL-A b2")
        .seat(1, "cp0 pool8 hand ZC01,ZC02,ZC03,ZC04,ZC05,ZC06,ZC07,ZC08,ZC09,ZC10,ZC11,ZC12,ZC13,ZC14,ZC15,ZC16,ZC17")
        .execute("CHA", "research");
    few.queue_dice([1]);
    few.act(A, "DrawThree");
    assert_eq!(few.state.players[0].hand.count_ones(), 18);
}
