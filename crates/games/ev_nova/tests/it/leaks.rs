//! Every row of the table of hidden information (chapter 15 of the ledger), disclosed on purpose once and caught.

use ev_nova::{Card, Deck, EvNova, Event, Options, SeatSecrets, Setup, State};
use laws::{Laws, Leak, SplitMix64};
use rules::{Game, Notation, Seat, Viewer, covers};

use crate::secrets::Secrets;

const LAWS: Laws = Laws { matches: 12, seed: 0, max_steps: 200_000, check_interval: 1 };

fn options() -> Options {
    Options { limit: 40, ..Options::default() }
}

/// Whether the laws notice a leak in matches of starter decks. The panic of a broken law is printed; it is expected here.
fn caught(leak: Leak<EvNova>) -> bool {
    LAWS.catch(&EvNova::starters("AB", options()).expect("starter decks"), &Secrets, leak)
}

/// The same in matches of decks that only their owners know.
fn caught_with_hidden_lists(leak: Leak<EvNova>) -> bool {
    let decks = Deck::sealed(&mut SplitMix64(3)).to_vec();
    let game = EvNova::new(Setup { decks, options: options() }).expect("sealed decks are legal");
    LAWS.catch(&game, &Secrets, leak)
}

/// The secrets that `viewer` does not know.
fn others<'a>(game: &EvNova, state: &'a State, viewer: Viewer) -> impl Iterator<Item = &'a SeatSecrets> {
    let seats = usize::from(game.seats());
    (0..seats).filter(move |&seat| !viewer.is(Seat(seat as u8))).map(|seat| &state.secret.seat[seat])
}

/// A number that differs when one of the cards does.
fn digest<'a>(cards: impl Iterator<Item = &'a Card>) -> u64 {
    cards.fold(7, |sum, card| sum.wrapping_mul(1_000_003).wrapping_add(u64::from(card.0)))
}

#[test]
fn a_game_without_a_leak_is_not_accused() {
    assert!(!caught(Leak::Nothing));
    assert!(!caught_with_hidden_lists(Leak::Nothing));
}

#[test]
fn the_hand() {
    assert!(caught(Leak::View(|game, state: &State, viewer| {
        digest(others(game, state, viewer).flat_map(|own| own.hand.iter()))
    })));
}

/// A deck is a set (EV-DECK-9), so its order cannot leak; what is in it can.
#[test]
fn the_ship_deck() {
    assert!(caught(Leak::View(|game, state: &State, viewer| {
        digest(others(game, state, viewer).flat_map(|own| own.deck.iter()))
    })));
}

#[test]
fn the_nova_deck_before_its_first_shuffle() {
    assert!(caught(Leak::View(|_, state: &State, _| digest(state.secret.nova.iter()))));
}

#[test]
fn cards_given_to_the_nova_deck() {
    assert!(caught(Leak::View(|game, state: &State, viewer| {
        digest(others(game, state, viewer).flat_map(|own| own.gave.iter()))
    })));
    assert!(caught(Leak::Event(|event| matches!(event, Event::Gave(..)))));
}

#[test]
fn choices_still_open_in_contribute() {
    assert!(caught(Leak::View(|game, state: &State, viewer| {
        let open = state.open.ask == ev_nova::Ask::Contributions;
        if open { others(game, state, viewer).map(|own| own.gave.len() as u64).sum() } else { 0 }
    })));
}

#[test]
fn ships_face_down_on_the_government_tab() {
    assert!(caught(Leak::View(|game, state: &State, viewer| {
        digest(others(game, state, viewer).flat_map(|own| own.gov.iter()))
    })));
    assert!(caught(Leak::Event(|event| matches!(event, Event::Deployed(_, false, _)))));
}

#[test]
fn ships_face_down_on_the_pirate_tab() {
    assert!(caught(Leak::View(|game, state: &State, viewer| {
        digest(others(game, state, viewer).flat_map(|own| own.pirate.iter()))
    })));
    let game = EvNova::starters("AB", options()).expect("starter decks");
    let start = game.read_position("seat 0 SOL hand {036 052 058}\nseat 1 WOL").expect("a position");
    let leak = Leak::Event(|event: &Event| matches!(event, Event::Deployed(_, true, _)));
    assert!(LAWS.catch_from(&game, start, &Secrets, leak));
}

/// Telepath outfits are only counted with the Government Fleet tab.
#[test]
fn telepath_outfits_on_the_government_tab() {
    assert!(caught(Leak::View(|game, state: &State, viewer| {
        let outfit = |card: &&Card| game.data().ship(**card).is_none();
        others(game, state, viewer).map(|own| own.gov.iter().filter(outfit).count() as u64).sum()
    })));
}

#[test]
fn a_card_drawn() {
    assert!(caught(Leak::Event(|event| matches!(event, Event::Drew(..)))));
}

#[test]
fn a_constructed_list() {
    assert!(caught_with_hidden_lists(Leak::View(|game, state: &State, viewer| {
        digest(others(game, state, viewer).flat_map(|own| own.list.iter()))
    })));
}

/// Three players; seat 1 offered four cards for a repair that seat 0 accepts; seat 2 watches.
#[test]
fn ev_hid_4_cards_passed_as_repair_payment() {
    covers!("EV-HID-4");
    let game = EvNova::starters("ABC", options()).expect("starter decks");
    let position = "seat 0 SOL\nseat 1 SOL stranded offer 2 hand {008 009 023 038 024}\nseat 2 WOL\nship s0 START current 0\nship s1 START current 1 disabled";
    let start = game.read_position(position).expect("a position");
    let caught = |leak| LAWS.catch_from(&game, start.clone(), &Secrets, leak);
    assert!(!caught(Leak::Nothing));
    assert!(caught(Leak::Event(|event| matches!(event, Event::Passed(..)))));
    assert!(caught(Leak::View(|_, state: &State, viewer| {
        let eyes = (0..3).filter(|&eye| !viewer.is(Seat(eye as u8)));
        let told = eyes.flat_map(|eye| state.secret.told[eye]);
        told.fold(7, |sum, cards| sum * 3 + (cards.0 % 1_000_003) as u64)
    })));
}

/// EV-HID-1, 2.
#[test]
fn how_many_answers_another_seat_has() {
    assert!(caught(Leak::View(|game, state: &State, viewer| {
        let mut legal = Vec::new();
        let seats = (0..game.seats()).map(Seat).filter(|&seat| !viewer.is(seat));
        seats.fold(7, |sum, seat| {
            game.legal(state, seat, &mut legal);
            sum * 1009 + legal.len() as u64
        })
    })));
}
