//! Cards, scenes and labels for players, and what the deck builder is given.

use std::collections::BTreeSet;

use ev_nova::{DeckReport, EvNova, Options, Power, TestHand};
use laws::SplitMix64;
use rules::{Dice, Game, Present, Scene, SceneMark, Step, Target, Turn, Viewer};

fn game() -> EvNova {
    EvNova::starters("AB", Options { limit: 40, ..Options::default() }).expect("starter decks are legal")
}

/// The targets a board draws in this state: systems, ships, cards, weapons, piles, numbers.
fn drawn(game: &EvNova, view: &ev_nova::View) -> Vec<Target> {
    let mut targets = vec![Target::Card("nova".to_owned())];
    let (fixed, table) = (game.static_view(), game.public_view(view));
    targets.extend(fixed.systems.iter().map(|system| Target::Place(system.id.clone())));
    targets.extend(fixed.cards.iter().map(|card| Target::Card(card.id.clone())));
    let mut tracks: Vec<String> = Power::ALL.iter().map(|power| power.name().to_owned()).collect();
    for rating in ["jumps", "cargo", "shield", "armor", "pursuit", "escape", "boarding", "fend_off"] {
        tracks.push(format!("rating:{rating}"));
    }
    tracks.extend((0..10).map(|number| format!("nova:{number}")));
    tracks.extend((1..=5).map(|number| format!("phase-{number}")));
    for seat in &table.seats {
        targets.push(Target::Seat(rules::Seat(seat.seat)));
        for pile in ["deck", "discard", "hand", "government", "pirates"] {
            tracks.push(format!("{pile}:{}", seat.seat));
        }
    }
    for ship in &table.ships {
        targets.push(Target::Piece(ship.id.clone()));
        tracks.push(format!("spaces:{}", ship.id));
        tracks.extend(ship.lines.iter().map(|line| format!("{}-{}", ship.id, line.system)));
    }
    tracks.push("round:now".to_owned());
    targets.extend(tracks.into_iter().map(Target::Track));
    targets
}

/// No word of a text is an id of a ship or a card.
fn without_ids(text: &str) {
    let id = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let digits = word.strip_prefix('s').unwrap_or("x");
        word.starts_with("EVN") || (!digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit()))
    };
    assert!(!text.split_whitespace().any(id), "{text:?} contains an id");
    assert!(!text.starts_with("1 cards") && !text.contains(" 1 cards"), "{text:?}");
}

#[test]
fn everything_drawn_has_a_card_and_labels_have_no_ids() {
    let game = game();
    let mut scenes = BTreeSet::new();
    for seed in 0..6 {
        let mut dice = SplitMix64(seed);
        let mut state = game.start();
        let mut events = Vec::new();
        let mut shown = Vec::new();
        for step in 0..1500 {
            events.clear();
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance(chance) => {
                    let roll = game.sample(&chance, &mut dice);
                    game.apply(&mut state, Step::Chance(roll), &mut |event| events.push(event));
                }
                Turn::Choose(seats) => {
                    let seat = seats.iter().next().expect("a seat decides");
                    let view = game.view(&state, Viewer::Seat(seat));
                    let mut legal = Vec::new();
                    game.legal(&state, seat, &mut legal);
                    for &action in &legal {
                        without_ids(&game.label(&view, seat, action));
                        game.consequence(&view, seat, action).iter().for_each(|text| without_ids(text));
                    }
                    if step % 150 == 0 {
                        for target in drawn(&game, &view) {
                            let card = game.card(&view, &target).unwrap_or_else(|| panic!("{target:?}"));
                            assert!(!card.title.is_empty() && !card.about.is_empty(), "{target:?}");
                            without_ids(&card.title);
                        }
                    }
                    let pick = legal[dice.below(legal.len() as u32) as usize];
                    game.apply(&mut state, Step::Act(seat, pick), &mut |event| events.push(event));
                }
            }
            for event in &events {
                shown.push(event.clone());
                let part = match game.scene_mark(event) {
                    SceneMark::None | SceneMark::Opens => continue,
                    SceneMark::Whole => &shown[shown.len() - 1..],
                    SceneMark::Closes => {
                        let opens = |event: &ev_nova::Event| game.scene_mark(event) == SceneMark::Opens;
                        &shown[shown.iter().rposition(opens).expect("a scene was opened")..]
                    }
                };
                let view = game.view(&state, Viewer::Seat(rules::Seat(0)));
                let Scene { title, result, .. } = game.scene(&view, part).expect("a marked event is a scene");
                without_ids(&title);
                without_ids(&result);
                scenes.insert(title.split(' ').take(2).collect::<Vec<_>>().join(" "));
            }
        }
    }
    for wanted in ["You launch", "Blue launches", "Battle at"] {
        assert!(scenes.contains(wanted), "no scene {wanted:?} in {scenes:?}");
    }
}

#[test]
fn a_deck_report_has_every_reason_at_its_line_card_and_number() {
    let report = DeckReport::of("# Mine\n5 EVN-049 nova 1\n1 EVN-999\nhello\n1 EVN-001\n");
    assert!(!report.legal);
    assert_eq!((report.name.as_str(), report.count, report.cards.len()), ("Mine", 6, 2));
    let lines: Vec<_> = report.findings.iter().filter_map(|finding| finding.line).collect();
    assert_eq!(lines, [3, 4]);
    let copies = report.findings.iter().find(|finding| finding.rule == "EV-R-56").expect("too many copies");
    assert_eq!((copies.ok, copies.card.as_deref()), (false, Some("049")));
    assert_eq!(report.findings.iter().filter(|finding| finding.number.is_some()).count(), 9);
    assert!(report.cards.iter().any(|card| card.card == "049" && card.full && card.copies == 5));
    assert!(report.numbers.iter().filter(|number| number.short).count() == 9);
    // what it gives back as text is read again as the same list
    assert_eq!(DeckReport::of(&report.text).count, 6);
}

#[test]
fn starter_decks_are_legal_and_nonsense_is_not() {
    for letter in ["A", "b", "C", "D"] {
        let report = DeckReport::of(letter);
        assert!(report.legal && report.errors().is_empty(), "{letter}");
        assert_eq!(report.kinds.iter().map(|kind| kind.count).sum::<usize>(), 2 * report.count);
        assert!(DeckReport::of(&report.text).legal, "{letter}");
    }
    for nonsense in ["", "x", "0 EVN-001", "99999999999999999999 EVN-001", "2 EVN-001 nova 3", "🂡\0\r\n2"]
    {
        assert!(!DeckReport::of(nonsense).legal, "{nonsense:?}");
    }
    let long = "80 EVN-001\n".repeat(50);
    assert!(!DeckReport::of(&long).legal);
}

#[test]
fn a_test_hand_launches_at_a_planet_and_draws_three() {
    let list = DeckReport::of("A").text;
    for seed in 0..40 {
        let hand = TestHand::deal(&list, &mut SplitMix64(seed)).expect("a starter deck launches");
        assert_eq!((hand.hand.len(), hand.next.len()), (3, 3));
        let all: BTreeSet<_> = hand.flipped.iter().chain(&hand.hand).chain(&hand.next).collect();
        assert_eq!(all.len(), hand.flipped.len() + 6, "starter decks hold no card twice");
    }
    assert!(TestHand::deal("", &mut SplitMix64(1)).is_none());
}
