//! Chapters 1 to 3: decks, checks, set-up.

use ev_nova::{Card, Data, Deck, DeckError, EvNova, NovaReturn, Options, Setup, SetupError, Stack};
use laws::SplitMix64;
use rules::{Game, Notation, Seat, Turn, covers};

use crate::stage::{at, of, two};

fn card(number: u8) -> Card {
    Card(number - 1)
}

fn starter() -> Vec<Card> {
    Deck::starter('A').expect("a starter deck").cards
}

fn rules_of(cards: Vec<Card>) -> Vec<&'static str> {
    Deck::of(cards).issues().iter().map(|issue| issue.rule.name()).collect()
}

#[test]
fn ev_deck_1_a_deck_has_60_to_80_cards() {
    covers!("EV-DECK-1", "EV-DECK-7");
    for letter in "ABCD".chars() {
        assert_eq!(Deck::starter(letter).expect("a starter deck").issues(), [], "deck {letter}");
    }
    let more = [5, 8, 9, 10, 11, 12, 18, 19, 23, 24, 25, 26, 30, 31, 34, 38, 39, 40, 42, 43];
    let mut cards = starter();
    cards.extend(more.map(card));
    assert_eq!(rules_of(cards.clone()), [""; 0], "80 cards");
    cards.push(card(45));
    assert_eq!(rules_of(cards), ["EV-DECK-1"], "81 cards");
    let fewer = Deck::of(starter().into_iter().skip(1));
    assert_eq!(fewer.first_issue().expect("59 cards").rule.name(), "EV-DECK-7");
    assert!(fewer.issues()[0].text.starts_with("1 card too few"));
}

#[test]
fn ev_deck_2_two_cards_of_each_number_go_to_the_nova_deck() {
    covers!("EV-DECK-2");
    let swapped: Vec<Card> = starter()
        .into_iter()
        .map(|c| match c.0 + 1 {
            1 => card(2),
            32 => card(3),
            37 => card(4),
            58 => card(6),
            79 => card(7),
            other => card(other),
        })
        .collect();
    let issues = Deck::of(swapped).issues();
    assert_eq!((issues.len(), issues[0].rule.name(), issues[0].number), (1, "EV-DECK-2", Some(0)));
}

#[test]
fn ev_r_56_at_most_four_copies_in_a_built_deck() {
    covers!("EV-R-56");
    let mut cards: Vec<Card> =
        starter().into_iter().filter(|c| ![1, 32, 37, 58].contains(&(c.0 + 1))).collect();
    cards.extend([card(118); 3]);
    assert_eq!(rules_of([cards.clone(), vec![card(1)]].concat()), [""; 0], "four copies");
    cards.push(card(118));
    let issues = Deck::of(cards).issues();
    assert_eq!((issues.len(), issues[0].rule.name(), issues[0].card), (1, "EV-R-56", Some(card(118))));
}

#[test]
fn ev_deck_6_four_planets_must_be_able_to_stay() {
    covers!("EV-DECK-6");
    let data = Data::standard();
    let mut spare = (49..=61).chain(74..=79).chain([86, 87]).map(card);
    let cards: Vec<Card> = starter()
        .into_iter()
        .map(|c| if data.planet(c).is_some() && c.0 > 2 { spare.next().expect("enough") } else { c })
        .collect();
    assert_eq!(rules_of(cards), ["EV-DECK-6"]);
    for seed in 0..20 {
        let [one, two] = Deck::sealed(&mut SplitMix64(seed));
        assert_eq!((one.cards.len(), two.cards.len()), (60, 60));
        assert!(one.issues().is_empty() && two.issues().is_empty());
        let mut all = [one.cards, two.cards].concat();
        all.sort_unstable();
        assert_eq!(all, (0..120).map(Card).collect::<Vec<_>>(), "one box");
    }
}

#[test]
fn ev_deck_8_a_contribution_has_two_of_each_number_and_leaves_four_planets() {
    covers!("EV-DECK-8", "EV-SETUP-2", "EV-SETUP-6");
    let game = EvNova::starters("AB", Options::default()).expect("starter decks");
    let mut stage = of(game.clone(), &game.write_position(&game.start()));
    assert_eq!(
        stage.game.turn(&stage.state),
        Turn::Choose([Seat(0), Seat(1)].into_iter().fold(rules::Seats::NONE, rules::Seats::with))
    );
    stage.act(0, "give 001").act(0, "give 037");
    assert_eq!(stage.no(0, "give 118"), "EV-DECK-8", "two of number 0");
    assert_eq!(stage.no(0, "confirm"), "EV-DECK-2");
    assert_eq!(stage.no(0, "place"), "EV-SETUP-6");
    stage.act(0, "take-back 037").act(0, "give-rest").act(0, "confirm");
    assert_eq!(stage.no(0, "give-rest"), "EV-HID-6", "who has confirmed is not asked");
    assert_eq!(stage.state.secret.nova.len(), 0);
    stage.act(1, "give-rest").act(1, "confirm");
    assert_eq!(stage.state.secret.nova.len(), 40);
    assert_eq!(stage.state.open.nova_left, [4; 10]);
    assert_eq!(stage.state.open.seat[0].deck, 40);
}

#[test]
fn ev_deck_3_the_nova_deck_is_common_and_ship_decks_are_not() {
    covers!("EV-DECK-3", "EV-SETUP-3");
    let game = EvNova::starters("AB", Options::default()).expect("starter decks");
    let mut stage = of(game.clone(), &game.write_position(&game.start()));
    for seat in [0, 1] {
        stage.act(seat, "give-rest").act(seat, "confirm");
    }
    for (seat, letter) in "AB".chars().enumerate() {
        let starter =
            Data::standard().starters.iter().find(|starter| starter.letter == letter).expect("a starter");
        assert!(starter.nova.iter().all(|card| stage.state.secret.nova.contains(card)));
        assert!(stage.state.secret.seat[seat].deck.iter().all(|card| !starter.nova.contains(card)));
        assert_eq!((stage.state.open.seat[seat].hand, stage.discard(seat).len()), (0, 0));
    }
}

#[test]
fn ev_setup_1_everybody_starts_with_a_shuttle_and_nothing_on_the_board() {
    covers!("EV-SETUP-1", "EV-SETUP-4");
    let game = EvNova::starters("ABC", Options::default()).expect("starter decks");
    let state = game.start();
    for seat in (0..3).map(Seat) {
        let ship = state.open.current(seat).expect("a Current Ship");
        assert_eq!(state.open.ship(ship).card, Card::START);
        assert!(state.open.of(seat).pawn.is_none() && state.open.of(seat).markers.is_empty());
    }
    assert_eq!(state.open.round, 1);
}

#[test]
fn ev_setup_5_the_first_player_is_drawn_or_fixed() {
    covers!("EV-SETUP-5", "EV-R-08");
    let fixed =
        EvNova::starters("AB", Options { first: Some(Seat(1)), ..Options::default() }).expect("decks");
    let mut stage = of(fixed.clone(), &fixed.write_position(&fixed.start()));
    stage.acts(0, &["give-rest", "confirm"]).acts(1, &["give-rest", "confirm"]);
    assert_eq!((stage.state.open.first, stage.state.open.active), (Seat(1), Seat(1)));
    let open = EvNova::starters("AB", Options::default()).expect("decks");
    let mut stage = of(open.clone(), &open.write_position(&open.start()));
    stage.acts(0, &["give-rest", "confirm"]).acts(1, &["give-rest", "confirm"]);
    assert_eq!(stage.game.turn(&stage.state), Turn::Chance(ev_nova::Chance::First(2)));
}

#[test]
fn ev_deck_4_a_used_up_deck_is_made_of_the_whole_stack() {
    covers!("EV-DECK-4", "EV-R-06");
    let mut stage = two("seat 0 SOL hand {049} deck {050} discard [003 001]\nseat 1 KAN");
    stage.act(0, "cycle 049").card("050");
    assert_eq!(
        (stage.discard(0).len(), stage.state.open.seat[0].deck),
        (0, 3),
        "Earth on top is shuffled in too"
    );
    assert_eq!(stage.state.open.seat[0].pool, [card(1), card(3), card(49)].into_iter().collect::<Stack>());
}

#[test]
fn ev_r_07_an_empty_deck_gives_nothing_and_a_later_discard_is_shuffled() {
    covers!("EV-R-07");
    let mut stage = two("seat 0 SOL hand {} deck {} discard []\nseat 1 KAN");
    stage.act(0, "welfare");
    assert_eq!((stage.hand_size(0), stage.asked()), (0, Some(0)), "nothing to draw");
    let mut stage = two("seat 0 SOL hand {049} deck {} discard []\nseat 1 KAN");
    stage.act(0, "cycle 049").card("049");
    assert_eq!(stage.hand(0), ["049"], "what was just discarded is shuffled and drawn");
}

#[test]
fn ev_deck_5_the_numbers_left_are_public_arithmetic() {
    covers!("EV-DECK-5");
    let mut stage = two("nova {*} [037 058 002]\nseat 0 SOL hand {049}\nseat 1 KAN");
    assert_eq!(stage.state.open.nova_left, [2, 4, 4, 4, 4, 4, 4, 3, 4, 4]);
    assert_eq!(stage.state.open.odds(3), (14, 37));
    stage.act(0, "flip-nova").nova(0);
    assert_eq!(stage.state.open.odds(3), (13, 36));
}

#[test]
fn ev_ex_33_odds_after_three_flips() {
    let stage = two("nova {*} [037 058 002]\nseat 0 SOL\nseat 1 KAN");
    let odds = stage.game.odds(&stage.state.open, 3, 0);
    assert_eq!((odds.low, odds.all, odds.thousandths), (14, 37, 378));
}

#[test]
fn ev_deck_9_nature_draws_any_card_of_the_set() {
    covers!("EV-DECK-9", "EV-R-96", "EV-HID-7");
    for drawn in ["014", "119"] {
        let mut stage = two("seat 0 SOL hand {049}\nseat 1 KAN");
        stage.act(0, "cycle 049").card(drawn);
        assert_eq!(stage.hand(0), [drawn]);
    }
    let stage = two("seat 0 SOL hand {049}\nseat 1 KAN");
    let mut outcomes = Vec::new();
    let deck = stage.state.secret.seat[0].deck;
    assert!(stage.game.outcomes(&ev_nova::Chance::Card(deck), &mut outcomes));
    assert_eq!(outcomes.len(), deck.len());
    assert!(outcomes.iter().all(|&(_, weight)| weight == 1));
}

#[test]
fn ev_nova_2_the_nova_deck_is_dealt_back() {
    covers!("EV-NOVA-2");
    for (nova, first, second) in
        [(NovaReturn::Even, 20, 20), (NovaReturn::Winner, 26, 14), (NovaReturn::Own, 0, 0)]
    {
        let options = Options { nova, first: Some(Seat(0)), ..Options::default() };
        let game = EvNova::starters("AB", options).expect("starter decks");
        let mut stage = of(game, "seat 0 SOL\nseat 1 KAN");
        stage.act(1, "give-up");
        let mut dice = SplitMix64(1);
        while let Turn::Chance(chance) = stage.game.turn(&stage.state) {
            let roll = stage.game.sample(&chance, &mut dice);
            stage.game.apply(&mut stage.state, rules::Step::Chance(roll), &mut |_| {});
        }
        let dealt = [0, 1].map(|seat: usize| stage.state.open.returned[seat].len());
        assert_eq!(dealt, [first, second], "{nova:?}");
        assert_eq!(stage.game.turn(&stage.state), Turn::Over);
    }
}

#[test]
fn deck_text_is_read_back_and_bad_text_names_line_and_card() {
    let mut deck = Deck::of(starter());
    deck.name = "Fleet of my own".to_owned();
    deck.nova = vec![card(2), card(3)];
    assert_eq!(Deck::read(&deck.to_text()), Ok(deck));
    assert_eq!(Deck::read("b").map(|deck| deck.letter), Ok(Some('B')));
    let wrong = |text: &str| Deck::check(text).expect_err("not a deck").to_string();
    assert!(wrong("2 EVN-001\nEVN-121").starts_with("line 2: expected a count and a card"));
    assert!(wrong("0 EVN-001").contains("line 1"));
    assert!(wrong("2 EVN-001 nova 3").contains("line 1"));
    let Err(DeckError::Illegal { issues }) = Deck::check("5 EVN-001") else { panic!("it is not legal") };
    let rules: Vec<&str> = issues.iter().map(|issue| issue.rule.name()).collect();
    assert_eq!(rules[0], "EV-DECK-1");
    assert_eq!(rules.iter().filter(|&&rule| rule == "EV-DECK-2").count(), 9);
    assert!(rules.contains(&"EV-R-56"), "every reason, not only the first");
}

#[test]
fn a_match_needs_two_to_four_legal_decks_and_a_turn_limit() {
    let starters = |letters: &str| EvNova::starters(letters, Options::default());
    assert_eq!(starters("A"), Err(SetupError::Players(1)));
    assert_eq!(starters("ABCDA"), Err(SetupError::Players(5)));
    assert_eq!(starters("AB").map(|game| game.seats()), Ok(2));
    let short = EvNova::starters("AB", Options { limit: 9, ..Options::default() });
    assert_eq!(short, Err(SetupError::Limit(9)));
    let illegal =
        EvNova::new(Setup { decks: vec![Deck::of(starter()), Deck::of([card(1)])], ..Setup::default() });
    assert!(illegal.expect_err("one card").to_string().starts_with("the deck of seat 2: 59 cards too few"));
}

#[test]
fn actions_and_rolls_that_are_none_are_refused() {
    let game = EvNova::starters("AB", Options::default()).expect("starter decks");
    assert!(game.read_action("fly SOL").is_err() && game.read_action("move SOL SOL").is_err());
    assert!(game.read_roll("first 9").is_err() && game.read_roll("049 050").is_err());
}

#[test]
fn ev_voc_1_a_card_can_be_played_for_either_side() {
    covers!("EV-VOC-1");
    let stage = at("AB", "seat 0 SOL hand {001 049 074 096} discard [001]\nseat 1 KAN");
    assert_eq!(stage.no(0, "deploy 001"), "", "Federation Anaconda");
    assert_eq!(stage.no(0, "play 074"), "", "Federation Mission #01");
    assert_eq!(stage.no(0, "play 001"), "EV-VOC-1", "a planet is no mission");
    assert_eq!(stage.no(0, "buy-item 096 001"), "EV-VOC-1", "a ship is no item");
}
