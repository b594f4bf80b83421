//! The laws of every game, on random matches.

use ev_nova::{Deck, EvNova, Options, Setup};
use laws::{Laws, SplitMix64};

use crate::secrets::Secrets;

fn game(letters: &str) -> EvNova {
    EvNova::starters(letters, Options { limit: 300, ..Options::default() }).expect("starter decks are legal")
}

#[test]
fn laws_hold_with_two_players() {
    Laws { matches: 40, seed: 1, max_steps: 200_000, check_interval: 7 }.check(&game("AB"), &Secrets);
}

#[test]
fn laws_hold_with_three_players() {
    Laws { matches: 20, seed: 2, max_steps: 200_000, check_interval: 11 }.check(&game("ABC"), &Secrets);
}

#[test]
fn laws_hold_with_four_players() {
    Laws { matches: 20, seed: 3, max_steps: 200_000, check_interval: 13 }.check(&game("ABCD"), &Secrets);
}

#[test]
fn laws_hold_with_hidden_lists() {
    for seed in 0..2 {
        let [one, two] = Deck::sealed(&mut SplitMix64(seed));
        let options = Options { limit: 300, ..Options::default() };
        let game = EvNova::new(Setup { decks: vec![one, two], options }).expect("sealed decks are legal");
        Laws { matches: 8, seed, max_steps: 200_000, check_interval: 7 }.check(&game, &Secrets);
    }
}
