//! Section 5.1: buying and holding cards.

use crate::stage::{ALLIANCE, IMPERIUM, loc, scene};
use laws::{Scene, denied};
use rules::{Game, Viewer, covers};
use star_borders::{Action, Card, CardSet, Event, Frame, Side, Spot, StarBorders};

fn cards(numbers: &[u8]) -> CardSet {
    numbers.iter().map(|&number| Card(number)).collect()
}

/// Verity is open, and a Scout keeps the Activity Step alive. Card 11 in hand makes the `CARD` step ask
/// even a player who cannot buy.
fn market(more: &str) -> Scene<StarBorders> {
    scene("D", &format!("active A\nlp 6 0\ncontrol A OM1\nat OM6: Scout\nstep card\n{more}"))
}

#[test]
fn sb_5_1a_one_card_a_turn() {
    covers!("SB-5.1a");
    let mut scene = market("lp 8 0\n");
    scene.queue_dice([4]);
    scene.act(ALLIANCE, "buy");
    assert_eq!((scene.state.hands[0].truth(), scene.state.board.lp[0]), (cards(&[4]), 4));
    assert_eq!(scene.state.board.frame(), Some(Frame::Activity));
    assert_eq!(scene.verdict(ALLIANCE, "buy"), denied("SB-4.7a"));
}

#[test]
fn sb_5_1b_a_base_that_is_not_besieged_sells_cards() {
    covers!("SB-5.1b");
    let verdict = |position: &str| {
        scene("F", &format!("active A\nlp 6 0\nhand A: 11\nstep card\n{position}")).verdict(ALLIANCE, "buy")
    };
    assert_eq!(verdict("control A TH1\n"), Ok(()));
    assert_eq!(verdict("control A TH1!\n"), Ok(()), "a Disrupted base is good enough");
    assert_eq!(verdict("control A TH1\nat TH1: Raider\n"), denied("SB-5.1b"));
    assert_eq!(verdict("control A TH1\nat TH1: Raider, Starship\n"), denied("SB-5.1b"));
    assert_eq!(verdict("control A TH1 OM1\nat TH1: Raider\n"), Ok(()), "the other base is open");
    assert_eq!(verdict("control A TH2 TH3\n"), denied("SB-5.1b"));
    assert_eq!(verdict("control A TH2\ncontrol I TH1 OM1\n"), denied("SB-5.1b"));
    assert_eq!(verdict("control A KP1\n"), denied("SB-5.1b"), "the enemy's base is none of his own");
}

#[test]
fn sb_5_1c_a_card_costs_half_the_lps_rounded_down() {
    covers!("SB-5.1c");
    for (lp, price) in [(2, 2), (3, 2), (4, 2), (5, 2), (6, 3), (7, 3), (8, 4)] {
        let mut scene = market(&format!("lp {lp} 0\nhand A: 11\n"));
        assert_eq!(scene.game.card_price(&scene.state.board, Side::Alliance), price, "{lp}");
        scene.queue_dice([1]);
        scene.act(ALLIANCE, "buy");
        assert_eq!(scene.state.board.lp[0], lp - price, "{lp}");
        assert!(scene.events.contains(&Event::Paid { side: Side::Alliance, lp: price, honor: 0 }));
    }
}

#[test]
fn sb_5_1d_never_less_than_two() {
    covers!("SB-5.1d");
    // Card 3 makes requests cheaper, not cards.
    for lp in [2, 3] {
        let mut scene = market(&format!("lp {lp} 0\nrevealed A: 3\nhand A: 11\n"));
        scene.queue_dice([1]);
        scene.act(ALLIANCE, "buy");
        assert_eq!(scene.state.board.lp[0], lp - 2);
    }
}

#[test]
fn sb_5_1e_not_without_the_price_nor_from_an_empty_pile() {
    covers!("SB-5.1e");
    let alliance = |more: &str| market(&format!("hand A: 11\n{more}")).verdict(ALLIANCE, "buy");
    assert_eq!(alliance("lp 2 0\n"), Ok(()));
    assert_eq!(alliance("lp 1 0\n"), denied("SB-5.1e"));
    assert_eq!(alliance("lp 0 0\n"), denied("SB-5.1e"));
    assert_eq!(alliance("lp 1 0\nhonor 6\n"), denied("SB-5.1e"), "Honor is the Imperium's");
    assert_eq!(alliance("discard: 1 2 3 4 5 6 7 8 9 10\n"), Ok(()), "card 12 is left");
    assert_eq!(alliance("discard: 1 2 3 4 5 6 7 8 9 10\nhand I: 12\n"), denied("SB-5.1e"));
    let imperium = |more: &str| {
        let rest = "active I\ncontrol I KP1\nhand I: 11\nstep card\n";
        scene("D", &format!("{rest}{more}")).verdict(IMPERIUM, "buy")
    };
    assert_eq!(imperium("lp 0 1\nhonor 1\n"), Ok(()));
    assert_eq!(imperium("lp 0 0\nhonor 2\n"), Ok(()));
    assert_eq!(imperium("lp 0 1\nhonor 0\n"), denied("SB-5.1e"));
}

#[test]
fn sb_5_1e_a_scenario_without_cards_skips_the_step() {
    covers!("SB-5.1e");
    let scene = scene("A", "active A\nlp 6 0\ncontrol A TH1\nat TH1: Scout\nstep card\n");
    assert_eq!((scene.state.board.frame(), scene.state.board.lp[0]), (Some(Frame::Activity), 6));
}

#[test]
fn sb_5_1f_the_buyer_alone_sees_the_card_and_may_hold_any_number() {
    covers!("SB-5.1f");
    let mut scene = market("hand A: 1 2 3 5 6 7 8 9 10 11\n");
    // Of the pile, 4 and 12, the first.
    scene.queue_dice([1]);
    scene.act(ALLIANCE, "buy");
    let hand = CardSet::ALL - cards(&[12]);
    assert_eq!(scene.state.hands[0].truth(), hand);
    let seen = |viewer| scene.view(viewer).hands[0].value;
    assert_eq!(seen(Viewer::Seat(ALLIANCE)), Some(hand));
    assert_eq!((seen(Viewer::Seat(IMPERIUM)), seen(Viewer::Public)), (None, None));
    assert_eq!(scene.view(Viewer::Seat(IMPERIUM)).board.hand_size, [11, 0]);
    let told = |viewer| {
        let event = scene.events.iter().find(|event| matches!(event, Event::Bought { .. })).unwrap();
        match scene.game.redact(event, viewer) {
            Some(Event::Bought { card, .. }) => card.value,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(told(Viewer::Seat(ALLIANCE)), Some(Card(4)));
    assert_eq!((told(Viewer::Seat(IMPERIUM)), told(Viewer::Public)), (None, None));
}

#[test]
fn sb_5_1g_discards_never_come_back_into_the_pile() {
    covers!("SB-5.1g");
    let mut scene = market("hand A: 11\ndiscard: 1 2 3 4 5 6 7 8 9 10\n");
    assert_eq!(scene.game.pile_size(&scene.state.board), 1);
    scene.queue_dice([1]);
    scene.act(ALLIANCE, "buy");
    assert_eq!(scene.state.hands[0].truth(), cards(&[11, 12]));
    assert_eq!((scene.game.pile_size(&scene.state.board), scene.state.board.discard.len()), (0, 10));
    let empty = market("hand A: 11 12\ndiscard: 1 2 3 4 5 6 7 8 9 10\n");
    assert_eq!(empty.verdict(ALLIANCE, "buy"), denied("SB-5.1e"));
}

#[test]
fn sb_5_1h_a_card_works_from_the_moment_it_is_shown_and_stays() {
    covers!("SB-5.1h");
    let mut scene = scene("D", "first A\nactive A\nlp 4 4\ncontrol A OM1\nhand A: 3\neliminated: Scout\n");
    let price = |scene: &Scene<StarBorders>| scene.game.replacement_cost(&scene.state.board, Side::Alliance);
    assert_eq!(price(&scene), 2);
    assert_eq!(scene.verdict(ALLIANCE, "reveal 5"), denied("SB-5.1h"));
    scene.act(ALLIANCE, "reveal 3");
    assert_eq!((price(&scene), scene.state.hands[0].truth()), (1, CardSet::EMPTY));
    assert_eq!(scene.state.board.revealed, [cards(&[3]), CardSet::EMPTY]);
    // A whole Game Turn later it still lies there.
    scene.queue_dice([6, 1]);
    scene.act(ALLIANCE, "end");
    assert_eq!((scene.state.board.game_turn, scene.state.board.revealed[0]), (2, cards(&[3])));
}

#[test]
fn sb_5_1i_a_card_may_be_shown_at_any_decision_for_nothing() {
    covers!("SB-5.1i");
    let hand = "hand A: 1 3 5 7\n";
    let mut scene = scene(
        "D",
        &format!(
            "active A\nlp 6 6\ncontrol A OM1\nat OM3: Scout\nat DL8: Destroyer, Patroller\nstep card\n{hand}"
        ),
    );
    scene.act(ALLIANCE, "reveal 3").act(ALLIANCE, "pass");
    scene.act(ALLIANCE, "reveal 7");
    assert_eq!(scene.state.board.lp[0], 6);
    scene.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "reveal 5").act(ALLIANCE, "go DL8");
    assert_eq!(scene.state.board.lp[0], 5);
    // The window before the Battle, in which the opponent is not asked.
    scene.act(ALLIANCE, "end");
    assert_eq!(
        (scene.state.board.frames.last().copied(), scene.to_act()),
        (Some(Frame::CardWindow(Side::Alliance)), Some(ALLIANCE))
    );
    assert_eq!(scene.verdict(IMPERIUM, "reveal 2"), denied("SB-5.1h"), "not in hand");
    scene.act(ALLIANCE, "reveal 1");
    assert_eq!((scene.state.board.revealed[0], scene.state.board.lp[0]), (cards(&[1, 3, 5, 7]), 5));
}

#[test]
fn sb_5_1i_a_card_may_be_shown_in_the_opponents_turn() {
    covers!("SB-5.1i");
    let mut scene = scene("D", "active A\nlp 6 6\ncontrol A OM1\nat OM3: Scout\nhand I: 3\nhand A: 8\n");
    let open = |scene: &Scene<StarBorders>, seat| {
        let mut open = Vec::new();
        scene.game.interjections(&scene.state, seat, &mut open);
        open
    };
    assert_eq!(open(&scene, IMPERIUM), [Action::Reveal(Card(3))]);
    assert_eq!(open(&scene, ALLIANCE), [], "the Alliance is to act");
    scene.act(ALLIANCE, "pick A-SE-1").act(IMPERIUM, "reveal 3");
    assert_eq!((scene.state.board.revealed[1], scene.state.hands[1].truth()), (cards(&[3]), cards(&[])));
    // The Alliance is still moving its Scout.
    assert_eq!(scene.to_act(), Some(ALLIANCE));
    assert_eq!(scene.try_act(ALLIANCE, "go OM1"), Ok(()));
    assert_eq!(open(&scene, IMPERIUM), []);
    // Other actions stay the Alliance's.
    assert_eq!(scene.verdict(IMPERIUM, "end"), denied("SB-DEF-8"));
}

#[test]
fn sb_5_1j_the_card_overrides_the_rules() {
    covers!("SB-5.1j");
    // Card 2 moves ships without LPs, links or Engines.
    let mut two = scene("D", "active A\nlp 0 0\nhand A: 2 7\nat OM1: Scout, Guardship\n");
    two.act(ALLIANCE, "use 2")
        .act(ALLIANCE, "pick A-SE-1")
        .act(ALLIANCE, "pick A-AG-1")
        .act(ALLIANCE, "go KP6");
    let anvils = Spot::At(loc(&two, "KP6"));
    let spots =
        ["A-SE-1", "A-AG-1"].map(|name| two.state.board.spots[crate::stage::ship(&two, name).index()]);
    assert_eq!(spots, [anvils, anvils]);
    // Card 3 waives the request of SB-5.2b.
    let mut three = scene("D", "active A\nlp 2 0\ncontrol A OM1\nrevealed A: 3\neliminated: Scout, Scout\n");
    three.act(ALLIANCE, "replace Scout OM1");
    assert_eq!(three.state.board.lp[0], 1);
}

#[test]
fn sb_5_1k_used_cards_go_to_the_open_discard_pile() {
    covers!("SB-5.1k");
    let mut two = scene("D", "active A\nlp 0 0\nhand A: 2 7\nat OM1: Scout\n");
    two.act(ALLIANCE, "use 2");
    for viewer in [Viewer::Seat(ALLIANCE), Viewer::Seat(IMPERIUM), Viewer::Public] {
        assert_eq!(two.view(viewer).board.discard, cards(&[2]));
    }
    assert_eq!((two.state.hands[0].truth(), two.state.board.revealed[0]), (cards(&[7]), CardSet::EMPTY));
    let mut four = scene("D", "active I\nlp 0 5\ncontrol I KP1\nhand A: 4\nat KP5: Raider\nstep strike\n");
    four.queue_dice([3]);
    four.act(ALLIANCE, "use 4");
    assert_eq!((four.state.board.discard, four.state.board.lp[1]), (cards(&[4]), 2));
}

#[test]
fn sb_5_1l_who_has_no_choice_is_not_asked_unless_a_hidden_card_could_be_used() {
    covers!("SB-5.1l");
    let frame = |more: &str| market(&format!("lp 1 0\n{more}")).state.board.frame();
    assert_eq!(frame(""), Some(Frame::Activity));
    assert_eq!(frame("hand A: 11\n"), Some(Frame::BuyCard));
    // Being asked must not tell which card it is; once both penalty cards are known, it cannot be one.
    assert_eq!(frame("hand A: 7\n"), Some(Frame::BuyCard));
    assert_eq!(frame("hand A: 7\ndiscard: 11 12\n"), Some(Frame::Activity));
    assert_eq!(frame("lp 2 0\n"), Some(Frame::BuyCard));
}

#[test]
fn sb_5_1m_the_surcharge_is_paid_before_the_price_is_found() {
    covers!("SB-5.1m");
    let mut scene = scene("G", "setup\nhot\nactive I\nlp 0 6\nstep muster\n");
    scene.act(IMPERIUM, "operate");
    assert_eq!(scene.state.board.lp[1], 4);
    scene.queue_dice([1]);
    scene.act(IMPERIUM, "buy");
    // Half of 4, not of 6.
    assert_eq!(scene.state.board.lp[1], 2);
}

#[test]
fn sb_r21_honor_pays_but_does_not_raise_the_price() {
    covers!("SB-R21");
    let buy = |lp: u8, honor: u8| {
        let rest = "active I\ncontrol I KP1\nat KP5: Raider\nhand I: 11\nstep card\n";
        let mut scene = scene("D", &format!("{rest}lp 0 {lp}\nhonor {honor}\n"));
        scene.queue_dice([1]);
        scene.act(IMPERIUM, "buy");
        (scene.state.board.lp[1], scene.state.board.honor)
    };
    assert_eq!(buy(4, 6), (2, 6));
    assert_eq!(buy(6, 6), (3, 6));
    assert_eq!(buy(1, 6), (0, 5));
    assert_eq!(buy(0, 3), (0, 1));
}

#[test]
fn sb_r39_a_disrupted_base_sells_cards_and_takes_replacements() {
    covers!("SB-R39");
    let mut scene = scene("D", "active A\nlp 6 0\ncontrol A OM1!\neliminated: Scout, Scout\nstep card\n");
    scene.queue_dice([7]);
    scene.act(ALLIANCE, "buy");
    scene.act(ALLIANCE, "replace Scout OM1");
    assert_eq!((scene.state.hands[0].truth(), scene.state.board.lp[0]), (cards(&[7]), 1));
}
