//! Every row of the table of hidden information (chapter 17 of the ledger), disclosed on purpose once and caught.

use laws::{Laws, Leak};
use rules::{Game, Seat, Viewer, covers};
use starcraft::{Event, StarCraft, State};

use crate::secrets::Secrets;

/// Whether the laws notice a leak in matches of `setup`. The panic of a broken law is printed; it is expected here.
fn caught_in(setup: &str, leak: Leak<StarCraft>) -> bool {
    let game = StarCraft::new(setup).expect("a table");
    Laws { matches: 60, seed: 0, max_steps: 100_000, check_interval: 1 }.catch(&game, &Secrets, leak)
}

fn caught(leak: Leak<StarCraft>) -> bool {
    caught_in("ready-2", leak)
}

/// Seats whose secrets `viewer` does not know.
fn others(game: &StarCraft, viewer: Viewer) -> impl Iterator<Item = Seat> {
    (0..game.seats()).map(Seat).filter(move |&seat| !viewer.is(seat))
}

/// A number that differs when one of the values does.
fn digest(values: impl Iterator<Item = u64>) -> u64 {
    values.fold(7, |sum, value| sum.wrapping_mul(1_000_003).wrapping_add(value))
}

#[test]
fn a_game_without_a_leak_is_not_accused() {
    assert!(!caught(Leak::Nothing));
}

#[test]
fn sc_hid_1_the_type_of_an_order_on_a_stack() {
    covers!("SC-HID-1");
    assert!(caught(Leak::View(|_, state: &State, viewer| {
        let orders = state.stacks.iter().flat_map(|stack| stack.iter());
        digest(orders.filter(|order| !viewer.is(order.seat)).map(|order| order.token as u64))
    })));
    assert!(caught(Leak::Event(|event| matches!(event, Event::OrderPlaced { .. }))));
}

#[test]
fn sc_hid_2_the_types_of_tokens_in_the_supply() {
    covers!("SC-HID-2");
    assert!(caught(Leak::View(|game, state: &State, viewer| {
        digest(others(game, viewer).flat_map(|seat| state.players[seat.index()].tokens).map(u64::from))
    })));
}

#[test]
fn sc_hid_3_the_hand_and_the_cards_drawn() {
    covers!("SC-HID-3");
    assert!(caught(Leak::View(|game, state: &State, viewer| {
        digest(others(game, viewer).map(|seat| state.players[seat.index()].hand))
    })));
    assert!(caught(Leak::Event(|event| matches!(event, Event::CardDrawn { .. }))));
}

/// SC-HID-4: a deck is a set, so its order cannot leak; what is in it can.
#[test]
fn sc_hid_5_the_content_of_the_deck() {
    covers!("SC-HID-5");
    assert!(caught(Leak::View(|game, state: &State, viewer| {
        digest(others(game, viewer).map(|seat| state.players[seat.index()].deck))
    })));
}

/// SC-HID-8, 9: before step 8 a card drawn is a card of its stage, nothing more: which one is drawn when it is read.
/// The faces are in the state from then on.
#[test]
fn sc_hid_17_event_cards_once_their_owner_has_read_them() {
    covers!("SC-HID-17");
    assert!(caught(Leak::View(|game, state: &State, viewer| {
        digest(others(game, viewer).map(|seat| state.players[seat.index()].faces.0))
    })));
    assert!(caught(Leak::Event(|event| matches!(event, Event::EventRead { .. }))));
}

/// Cards of the lines that are not shown yet.
fn placed(state: &State, viewer: Viewer, blind: bool, own: bool, extra: bool) -> u64 {
    let sides = (0..2).filter(|_| state.battle.area.0 != starcraft::NONE);
    let sides = sides.filter(|&side| viewer.is(state.battle.seats[side]) == own);
    digest(sides.flat_map(|side| {
        let lines = state.battle.lines.iter().filter(move |line| !line.done && !line.shown[side]);
        let lines = lines.filter(move |line| line.blind[side] == blind);
        lines.map(move |line| u64::from(if extra { line.extra[side] } else { line.card[side] }))
    }))
}

#[test]
fn sc_hid_10_cards_placed_from_the_hand() {
    covers!("SC-HID-10");
    assert!(caught(Leak::View(|_, state: &State, viewer| placed(state, viewer, false, false, false))));
    assert!(caught(Leak::Event(|event| matches!(event, Event::CardPlaced { blind: false, .. }))));
}

#[test]
fn sc_hid_10_reinforcements_placed_from_the_hand() {
    covers!("SC-HID-10");
    assert!(caught(Leak::View(|_, state: &State, viewer| placed(state, viewer, false, false, true))));
    assert!(caught(Leak::Event(|event| matches!(event, Event::Reinforced { .. }))));
}

#[test]
fn sc_hid_11_a_card_from_the_top_of_the_deck_even_to_its_owner() {
    covers!("SC-HID-11");
    assert!(caught(Leak::View(|_, state: &State, viewer| placed(state, viewer, true, true, false))));
    assert!(caught(Leak::View(|_, state: &State, viewer| placed(state, viewer, true, false, false))));
}

/// What *Parasite* showed to one seat is not known to a third.
#[test]
fn sc_hid_15_what_another_seat_has_seen() {
    covers!("SC-HID-15");
    assert!(caught_in(
        "ready-3 factions=overmind,raynor,queen_of_blades",
        Leak::View(|game, state: &State, viewer| {
            let known = others(game, viewer).map(|seat| state.players[seat.index()].known);
            digest(
                known
                    .flat_map(|known| {
                        known.into_iter().enumerate().filter(move |&(eye, _)| !viewer.is(Seat(eye as u8)))
                    })
                    .map(|(_, cards)| cards),
            )
        })
    ));
}

#[test]
fn sc_hid_18_discards_chosen_while_others_choose() {
    covers!("SC-HID-18");
    assert!(caught(Leak::View(|game, state: &State, viewer| {
        digest(others(game, viewer).map(|seat| state.players[seat.index()].dropping))
    })));
    assert!(caught(Leak::Event(|event| matches!(event, Event::DiscardChosen { .. }))));
}

/// SC-HID-22.
#[test]
fn how_many_answers_another_seat_has() {
    assert!(caught(Leak::View(|game, state: &State, viewer| {
        let mut legal = Vec::new();
        digest(others(game, viewer).map(|seat| {
            game.legal(state, seat, &mut legal);
            legal.len() as u64
        }))
    })));
}
