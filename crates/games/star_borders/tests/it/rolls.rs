//! Results of chance from a file or a script: what cannot happen is refused.

use rules::Game;
use star_borders::{Card, CardSet, Chance, Roll, Ship, ShipSet, StarBorders};

fn dice(faces: &[u8]) -> Roll {
    Roll::Dice(faces.iter().copied().collect())
}

#[test]
fn dice_have_six_faces_and_all_are_thrown() {
    let game = StarBorders::scenario("A").expect("a printed scenario");
    let two = |faces: &[u8]| game.admits(&Chance::Dice(2), dice(faces));
    assert!(two(&[1, 6]) && two(&[6, 6]));
    assert!(!two(&[0, 6]) && !two(&[1, 7]), "no such face");
    assert!(!two(&[1]) && !two(&[1, 2, 3]) && !two(&[]), "another number of dice");
}

#[test]
fn cards_and_counters_come_from_what_is_there() {
    let game = StarBorders::scenario("A").expect("a printed scenario");
    let cards: CardSet = [Card(3)].into_iter().collect();
    let ships: ShipSet = [Ship(5)].into_iter().collect();
    assert!(game.admits(&Chance::Card(cards), Roll::Card(Card(3))));
    assert!(!game.admits(&Chance::Card(cards), Roll::Card(Card(4))));
    assert!(game.admits(&Chance::Counter(ships), Roll::Counter(Ship(5))));
    assert!(!game.admits(&Chance::Counter(ships), Roll::Counter(Ship(6))));
    assert!(!game.admits(&Chance::Card(cards), dice(&[3])), "another kind of chance");
}
