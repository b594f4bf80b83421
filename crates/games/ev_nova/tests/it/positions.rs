//! The position notation (ledger 19.2): it writes and reads every position, and refuses what could not occur.

use ev_nova::{Damage, EvNova, Frame, Options, Role, Sys};
use laws::{SplitMix64, lively_step};
use rules::{Dice, Game, Notation, Present, Seat, Viewer};

use crate::secrets::Secrets;
use crate::stage::{Stage, two};

fn game(letters: &str) -> EvNova {
    EvNova::starters(letters, Options { limit: 300, ..Options::default() }).expect("starter decks are legal")
}

/// Plays random matches and hands every position to `each`.
fn every_position(
    letters: &str,
    seeds: std::ops::Range<u64>,
    mut each: impl FnMut(&EvNova, &ev_nova::State),
) {
    let game = game(letters);
    for seed in seeds {
        let (mut dice, mut state, mut legal) = (SplitMix64(seed), game.start(), Vec::new());
        loop {
            each(&game, &state);
            let Some(step) = lively_step(&game, &Secrets, &state, &mut legal, &mut dice) else { break };
            game.apply(&mut state, step, &mut |_| {});
        }
    }
}

/// Every position writes, reads back to an equal state, and is seen alike by every viewer.
fn reads_back(letters: &str, seeds: std::ops::Range<u64>) {
    let mut frames = Vec::new();
    every_position(letters, seeds, |game, state| {
        let text = game.write_position(state);
        let read = game.read_position(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(&read, state, "{text}");
        for viewer in Viewer::all(game.seats()) {
            assert_eq!(game.view(&read, viewer), game.view(state, viewer), "{viewer:?}\n{text}");
        }
        let kind = state.open.frame().map(|frame| std::mem::discriminant(&frame));
        if !frames.contains(&kind) {
            frames.push(kind);
        }
    });
    assert!(frames.len() >= 15, "many kinds of moments were written: {}", frames.len());
}

#[test]
fn every_position_of_matches_of_two_reads_back() {
    reads_back("AB", 100..112);
}

#[test]
fn every_position_of_matches_of_three_reads_back() {
    reads_back("BCD", 200..205);
}

#[test]
fn every_position_of_matches_of_four_reads_back() {
    reads_back("ABCD", 300..303);
}

#[test]
fn a_pawn_off_the_board_launches_and_counts_declined_planets() {
    let mut stage =
        two("evn 1 players 2 first 0 round 3 active 0\nseat 0 - declined 4 deck {045 049 009}\nseat 1 SOL");
    assert_eq!(stage.state.open.frame(), Some(Frame::Launch));
    assert_eq!(stage.state.open.seat[0].pawn, None);
    assert!(!stage.state.open.seat[0].launched, "its first launch brings three cards");
    stage.card("045").act(0, "decline");
    assert_eq!(stage.state.open.seat[0].declined, 5);
    let text = stage.game.write_position(&stage.state);
    assert!(text.contains("seat 0 - turns 0 letter A declined 5 list"), "{text}");
    assert_eq!(stage.game.read_position(&text).as_ref(), Ok(&stage.state));
    // The choice itself, and a launch after an Escape Pod.
    let mut stage = two("seat 0 - launched declined 2 deck {045 049 009}\nseat 1 SOL");
    stage.card("009");
    let text = stage.game.write_position(&stage.state);
    assert!(text.contains("seat 0 - turns 0 letter A launched declined 2"), "{text}");
    assert!(text.contains("{\"LaunchChoice\":{\"card\":8}}"), "{text}");
    let mut read = Stage { state: stage.game.read_position(&text).expect("it reads back"), ..stage };
    let before = read.hand_size(0);
    read.act(0, "place");
    assert_eq!((read.pawn(0), read.hand_size(0)), ("BLO", before), "no cards after a pod");
}

#[test]
fn a_stranded_captain_is_written_with_turns_and_offer() {
    let ships = "ship s0 START current 0 disabled\nship s1 START current 1";
    let position = format!("seat 0 SOL stranded waited 1 offer 2 hand {{049 061}}\nseat 1 KAN\n{ships}");
    let mut stage = two(&position);
    assert_eq!(stage.state.open.frame(), Some(Frame::Stranded));
    let text = stage.game.write_position(&stage.state);
    assert!(text.contains("seat 0 SOL turns 0 letter A launched stranded waited 1 offer 2"), "{text}");
    assert_eq!(stage.game.read_position(&text).as_ref(), Ok(&stage.state));
    stage.act(0, "offer 0");
    let text = stage.game.write_position(&stage.state);
    assert!(!text.contains("offer") && text.contains("waited 1"), "{text}");
}

/// Side ids name two different sides (`P01` is the Pirate Viper and the planet Earth): the notation names cards by
/// number, and the place of a card says which side is in play.
#[test]
fn one_number_names_either_side_of_a_card() {
    let data = ev_nova::Data::standard();
    let same = |id: &str| {
        (0..120)
            .map(ev_nova::Card)
            .filter(|&card| data.gid(card) == id || data.red(card).rid == id)
            .map(|card| (data.gid(card) == id, card.number()))
            .collect::<Vec<_>>()
    };
    let sides = same("P01");
    assert!(sides.iter().any(|side| side.0) && sides.iter().any(|side| !side.0), "{sides:?}");
    let game = game("AB");
    for (green, number) in sides {
        let text = if green {
            format!("seat 0 SOL\nseat 1 KAN\nship s0 START current 0\nship s2 {number} escort 0")
        } else {
            format!("evn 1 landed {number}\nseat 0 SOL discard [{number}]\nseat 1 KAN")
        };
        let state = game.read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let again = game.write_position(&state);
        assert!(!again.contains("P01"), "{again}");
        assert_eq!(game.read_position(&again), Ok(state), "{again}");
    }
}

#[test]
fn a_short_position_has_defaults() {
    let stage = two("seat 0 SOL\nseat 1 KAN");
    let open = &stage.state.open;
    assert_eq!(open.stack, [Frame::NextTurn, Frame::Main]);
    assert_eq!((open.round, open.active, open.first), (1, Seat(0), Seat(0)));
    let ships: Vec<(Role, Damage)> = open.fleet().map(|(_, ship)| (ship.role, ship.damage)).collect();
    assert_eq!(ships, [(Role::Current, Damage::Intact); 2], "a Shuttle A for each");
    assert_eq!((open.seat[0].hand, open.seat[0].deck), (0, 40), "the rest of the list");
    assert_eq!(open.nova_left, [4; 10]);
}

#[test]
fn text_that_could_not_occur_is_refused_by_its_line_and_word() {
    let game = game("AB");
    let shot = r#"{"cause":"Attack","system":0,"aggressor":7}"#;
    for (text, line, why) in [
        ("evn 2", 1, "version 1"),
        ("evn 1 players 3", 1, "the number of players"),
        ("evn 1 active 2", 1, "a seat of this match"),
        ("evn 1 first 9", 1, "a seat of this match"),
        ("evn 1 round many", 1, "a number, found \"many\""),
        ("evn 1 round 12000", 0, "a table round up to 9999"),
        ("evn 1 late", 1, "found \"late\""),
        ("evn 1 landed 001 landed 002 landed 003", 1, "at most two landings"),
        ("evn 1 landed 049", 0, "a planet to land on, found 049"),
        ("evn 1\nevn 1", 2, "once, found \"evn\""),
        ("seat 0 SOL\n\nseat 0 KAN", 3, "once, found \"seat 0\""),
        ("seat 0 XXX", 1, "a system such as SOL, found \"XXX\""),
        ("seat 2 SOL", 1, "a seat of this match, found \"2\""),
        ("seat 0 SOL hand {121}", 1, "a card number such as 049, found \"121\""),
        ("seat 0 SOL hand {001", 1, "closing brace"),
        ("seat 0 SOL hand {*}", 1, "hand {CARDS}"),
        ("seat 0 SOL hand stranded", 1, "hand {CARDS}"),
        ("seat 0 SOL declined 300", 1, "a number that fits, found \"300\""),
        ("seat 0 - declined 6", 0, "declined planets of seat 0"),
        ("seat 0 SOL letter AB", 1, "the letter of a starter deck"),
        ("seat 0 SOL stranded", 0, "a disabled ship on the board"),
        ("seat 0 SOL assets 001", 0, "a Numbered Mission or Trade Route as an asset, found 001"),
        ("seat 0 SOL told-of-3 {001}", 1, "a seat of this match, found \"3\""),
        ("seat 0 SOL happy", 1, "a word of a seat's line, found \"happy\""),
        ("seat 0 SOL missions 001@0", 1, "a mission such as 056@1"),
        ("seat 0 SOL missions 056@9", 1, "a mission such as 056@1"),
        ("seat 0 SOL missions 049@0!", 0, "an opposed mission to be due, found 049"),
        ("seat 0 SOL markers Klingon", 1, "a government, found \"Klingon\""),
        ("nova {001} [002] {003}", 1, "nova {DECK} [STACK] aside CARD"),
        ("nova {001 002} aside 200", 1, "a card number such as 049, found \"200\""),
        ("nova {}", 0, "cards in the Nova Deck, found none"),
        ("ship s0 002 current 0", 1, "a card with a ship, found \"002\""),
        ("ship s0 START current 5", 1, "a seat of this match, found \"5\""),
        ("ship s0 START captain 0", 1, "current, escort, fighter or npc, found \"captain\""),
        ("ship s0 START current 0\nship s0 START escort 0", 2, "one ship in each place"),
        ("ship s0 START current 0\nship s1 START current 0", 2, "one Current Ship of each seat"),
        ("ship s0 START current 0 {001}", 1, "words on the line of a ship"),
        ("ship s0 START current 0 in s0", 0, "the carrier s0 of s0"),
        ("ship s0 START current 0 entered 999", 1, "a number that fits, found \"999\""),
        ("item s7 118 0", 0, "ships that are there, found s7"),
        ("item s0 001 0", 1, "a weapon or an outfit, found \"001\""),
        ("limbo 0", 1, "limbo SEAT CARD"),
        ("returned 0 001", 1, "returned SEAT {CARDS}"),
        ("stack \"Battle\"", 0, "possible here, found \"Battle\""),
        ("stack \"NextTurn\" \"Nap\"", 1, "pending things as JSON"),
        ("stack", 0, "a stack with the turn"),
        ("stack \"NextTurn\" {\"Pay\":{\"seat\":3,\"left\":1}}", 0, "possible here, found {\"Pay\""),
        ("stack \"NextTurn\" {\"OpposeAdd\":{\"card\":0,\"next\":0,\"shown\":0}}", 0, "possible here"),
        ("battle now", 1, "a battle as JSON"),
        (&format!("battle {shot}"), 1, "a battle as JSON: missing field"),
        ("hello", 1, "found \"hello\""),
    ] {
        let error = game.read_position(text).expect_err(text).to_string();
        assert!(error.contains(why), "{text:?}: {error}");
        let place = format!("line {line}: ");
        assert_eq!(error.starts_with(&place), line > 0, "{text:?}: {error}");
    }
}

/// Texts with one word or number changed, left out or doubled: refused or played on, never a panic.
#[test]
fn broken_text_never_panics() {
    let mut texts = Vec::new();
    every_position("ABC", 400..402, |game, state| {
        let every = if state.open.battle.is_some() { 5 } else { 40 };
        if texts.len() < 400 && (state.open.round as usize + state.open.stack.len() * 7).is_multiple_of(every)
        {
            texts.push(game.write_position(state));
        }
    });
    let game = game("ABC");
    let mut dice = SplitMix64(5);
    let (mut read, mut refused) = (0, 0);
    for text in &texts {
        for _ in 0..40 {
            let broken = break_text(text, &mut dice);
            match game.read_position(&broken) {
                Err(error) => {
                    refused += 1;
                    assert!(error.to_string().contains("expected"), "{error}");
                }
                Ok(mut state) => {
                    read += 1;
                    let mut legal = Vec::new();
                    for _ in 0..30 {
                        for viewer in Viewer::all(game.seats()) {
                            let view = game.view(&state, viewer);
                            let _ = (game.public_view(&view), game.private_view(&view));
                        }
                        let Some(step) = lively_step(&game, &Secrets, &state, &mut legal, &mut dice) else {
                            break;
                        };
                        game.apply(&mut state, step, &mut |_| {});
                    }
                }
            }
        }
    }
    assert!(read > 100 && refused > 100, "{read} read, {refused} refused");
}

/// One change: a number, a word, a character or a line.
fn break_text(text: &str, dice: &mut SplitMix64) -> String {
    let mut pick = |most: usize| dice.below(most.max(1) as u32) as usize;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = pick(lines.len());
    match pick(5) {
        0 => {
            lines.remove(at);
        }
        1 => {
            let again = lines[at].clone();
            lines.push(again);
        }
        2 => {
            let mut words: Vec<&str> = lines[at].split(' ').collect();
            words.remove(pick(words.len()));
            lines[at] = words.join(" ");
        }
        _ => {
            let line = lines[at].clone();
            let digits: Vec<usize> =
                line.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
            if let Some(&digit) = digits.get(pick(digits.len())) {
                let new = ["0", "1", "2", "3", "5", "9", "77", "-1", "x"][pick(9)];
                lines[at].replace_range(digit..=digit, new);
            }
        }
    }
    lines.join("\n")
}

#[test]
fn systems_are_named_by_their_ids() {
    let data = ev_nova::Data::standard();
    for at in 0..data.systems.len() {
        let id = &data.systems[at].id;
        assert_eq!(data.system(id), Some(Sys(at as u8)), "{id}");
    }
}
