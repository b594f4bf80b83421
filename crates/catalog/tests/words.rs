//! What players read, over random and greedy matches of every game of the catalogue: each line of the log, each
//! scene and each prompt is in words. `STARBOARD_MATCHES=1000` plays that many matches per game and level.

use std::collections::{BTreeMap, BTreeSet};

use catalog::{AnyTable, Catalog, GameInfo, NewMatch};
use rules::{Seat, Viewer};
use search::Level;

/// Matches per game and level without the environment variable.
const MATCHES: u64 = 1;
/// A match is left after so many steps: in the longest games the words of the first hundreds recur.
const MAX_STEPS: usize = 600;

/// Words before a number that is not a count.
const ORDINAL: [&str; 12] =
    ["turn", "year", "box", "row", "space", "round", "roll", "fleet", "no.", "level", "strength", "against"];

/// Printed names that look like names from code.
const PRINTED: [&str; 2] = ["BioRelay", "MilSpecOps"];

/// Words after "1" that end in `s` and are not plural.
const SINGULAR: [&str; 16] = [
    "as", "bonus", "is", "was", "has", "of", "loses", "gas", "less", "across", "plus", "minus", "class",
    "this", "gets", "does",
];

/// What a player must not read in `text`, if there is anything.
fn fault(text: &str) -> Option<String> {
    for (sign, what) in [
        ("{", "markup or Debug output"),
        ("}", "markup or Debug output"),
        ("Some(", "Debug output"),
        ("None", "Debug output"),
        ("::", "a path"),
        ("  ", "two spaces"),
        ("_", "an identifier"),
        (" ,", "a space before a comma"),
    ] {
        if text.contains(sign) {
            return Some(format!("{what} ({sign:?})"));
        }
    }
    if text.trim().is_empty() || text.trim() != text {
        return Some("empty, or spaces around it".to_owned());
    }
    let bare = |word: &'_ str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-').to_owned();
    let words: Vec<&str> = text.split_whitespace().collect();
    if let Some(id) = words.iter().map(|word| bare(word)).find(|word| is_id(word)) {
        return Some(format!("an id ({id:?})"));
    }
    let mut before = "";
    for pair in words.windows(2) {
        // a number after a name counts nothing ("turn 1 begins", "Scout 1 moves"), nor does a die
        let is_ordinal = ORDINAL.contains(&before) || before.starts_with(char::is_uppercase);
        let is_count =
            pair[0].chars().all(|c| c.is_ascii_digit()) && (!is_ordinal || before.ends_with(['.', ':', ',']));
        if is_count && disagree(pair[0], &bare(pair[1])) {
            return Some(format!("a wrong number ({} {})", pair[0], pair[1]));
        }
        before = pair[0];
    }
    None
}

/// Whether a word is an id of the engine: a hex (`DL8`, `0417`), a counter (`A-ST-1`), a target (`place:x`) or a
/// name from the code (`MoveShip`, `fleetMoved`).
fn is_id(word: &str) -> bool {
    if PRINTED.contains(&word) {
        return false;
    }
    let (upper, digit) =
        (word.matches(char::is_uppercase).count(), word.matches(|c: char| c.is_ascii_digit()).count());
    let letters_then_digits = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_hex = upper > 0
        && digit > 0
        && letters_then_digits.len() < word.len()
        && (1..=3).contains(&letters_then_digits.len())
        && letters_then_digits.chars().all(char::is_uppercase);
    let is_counter = word.split('-').count() > 2 && upper > 1 && digit > 0;
    let is_four_digits = word.len() == 4 && word.starts_with('0') && digit == 4;
    let is_camel =
        word.as_bytes().windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let is_target = word
        .split_once(':')
        .is_some_and(|(kind, id)| !id.is_empty() && kind.chars().all(|c| c.is_ascii_lowercase()));
    is_hex || is_counter || is_four_digits || is_camel || is_target
}

/// Whether a number and the noun after it disagree: "1 hits", "2 ship".
fn disagree(number: &str, noun: &str) -> bool {
    let plural = noun.len() > 2
        && noun.ends_with('s')
        && noun.chars().all(|c| c.is_ascii_lowercase())
        && !noun.ends_with("ss")
        && !SINGULAR.contains(&noun);
    let singular = [
        "ship", "hit", "fleet", "card", "planet", "point", "unit", "die", "step", "colony", "resource",
        "token", "base", "credit", "turn", "year",
    ];
    match number.parse::<u32>() {
        Ok(1) => plural,
        Ok(_) => singular.contains(&noun),
        Err(_) => false,
    }
}

struct Reader {
    game: &'static str,
    /// Faults by their text, with the number of times they were read.
    faults: BTreeMap<String, u32>,
    lines: usize,
    seen: BTreeSet<String>,
}

impl Reader {
    fn read(&mut self, place: &str, text: &str) {
        self.lines += 1;
        if !self.seen.insert(text.to_owned()) {
            return;
        }
        if let Some(fault) = fault(text) {
            *self.faults.entry(format!("{} {place}: {fault} in {text:?}", self.game)).or_default() += 1;
        }
    }

    /// The log and the scenes of a match as every viewer reads them.
    fn read_match(&mut self, table: &dyn AnyTable) {
        let seats = (0..table.seats()).map(|seat| Viewer::Seat(Seat(seat)));
        for viewer in seats.chain([Viewer::Public]) {
            for line in table.events_for(viewer, 0).into_iter().filter_map(|entry| entry.line) {
                self.read("log", &line.plain_text());
                if let Some(heading) = &line.heading {
                    self.read("heading", heading);
                }
                assert!((1..=3).contains(&line.importance), "{line:?}");
            }
            for (_, scene) in table.scenes(viewer, 0) {
                self.read("scene", &scene.title);
                self.read("scene", &scene.result);
                for line in &scene.lines {
                    self.read("scene", &rules::plain_text(line));
                }
            }
        }
        if let Some(outcome) = table.outcome() {
            self.read("end", &outcome.reason);
        }
    }

    fn read_prompt(&mut self, table: &dyn AnyTable, seat: Seat) {
        let prompt = table.prompt(seat);
        self.read("question", &prompt.title);
        if let Some(text) = &prompt.subtitle {
            self.read("subtitle", text);
        }
        for choice in &prompt.choices {
            self.read("choice", &choice.label);
            if let Some(text) = &choice.consequence {
                self.read("consequence", text);
            }
        }
        assert!(
            prompt.choices.iter().filter(|choice| choice.primary).count() <= 1,
            "{}: two gold buttons",
            self.game
        );
        for choice in prompt.choices.iter().filter(|choice| choice.primary) {
            assert!(
                !choice.irreversible,
                "{}: the gold button {:?} cannot be undone",
                self.game, choice.label
            );
        }
    }
}

fn matches() -> u64 {
    std::env::var("STARBOARD_MATCHES").map_or(MATCHES, |text| text.parse().expect("a number of matches"))
}

/// One match per number; scenarios and numbers of players take turns.
fn open(catalog: &Catalog, game: &GameInfo, number: u64) -> Box<dyn AnyTable> {
    let scenario = &game.scenarios[number as usize % game.scenarios.len()];
    let mut wanted = NewMatch::of(game.id, &scenario.id).seeded(number);
    let most = scenario.seats.len() as u8;
    if scenario.min_seats < most {
        let players = scenario.min_seats..=most;
        wanted.seats = players.clone().nth((number / 3) as usize % players.count());
    }
    catalog.open(&wanted).unwrap_or_else(|error| panic!("{} {}: {error}", game.id, scenario.id))
}

fn play(reader: &mut Reader, table: &mut dyn AnyTable, level: Level, number: u64, prompts: bool) {
    let mut rounds = 0;
    while table.step_count() < MAX_STEPS
        && let Some(seat) = table.seats_to_act().iter().next()
    {
        if prompts || rounds % 16 == 0 {
            reader.read_prompt(table, seat);
        }
        rounds += 1;
        let decision = table.decision(seat).expect("the seat is to act");
        let action =
            decision.choose(level, number.wrapping_mul(7919).wrapping_add(rounds)).expect("a choice");
        let steps = table.step_count();
        table.submit(seat, steps, &[&action]).unwrap_or_else(|error| panic!("{action}: {error}"));
    }
}

fn read_matches(game: &'static str) {
    let catalog = Catalog::standard();
    let info = catalog.games().into_iter().find(|info| info.id == game).expect("a game of the catalogue");
    let mut reader = Reader { game, faults: BTreeMap::new(), lines: 0, seen: BTreeSet::new() };
    for number in 0..matches() {
        for level in [Level::Random, Level::Greedy] {
            let mut table = open(&catalog, &info, number);
            play(&mut reader, &mut *table, level, number, number < 4);
            reader.read_match(&*table);
        }
    }
    assert!(reader.lines > 100, "{game}: only {} texts were read", reader.lines);
    println!("{game}: {} texts, {} different", reader.lines, reader.seen.len());
    let list: Vec<&str> = reader.faults.keys().take(60).map(String::as_str).collect();
    assert!(list.is_empty(), "{} faults\n{}", reader.faults.len(), list.join("\n"));
}

#[test]
fn every_game_of_the_catalogue_is_read() {
    let games = ["star_borders", "stellar_conquest", "space_infantry", "ev_nova", "starcraft"];
    assert_eq!(Catalog::standard().ids(), games, "a new game gets a test below");
}

#[test]
fn star_borders_speaks_in_words() {
    read_matches("star_borders");
}

#[test]
fn stellar_conquest_speaks_in_words() {
    read_matches("stellar_conquest");
}

#[test]
fn space_infantry_speaks_in_words() {
    read_matches("space_infantry");
}

#[test]
fn ev_nova_speaks_in_words() {
    read_matches("ev_nova");
}

#[test]
fn starcraft_speaks_in_words() {
    read_matches("starcraft");
}

/// A table can be shown from its first moment on, with any number of players, before seats have chosen anything.
#[test]
fn every_scenario_can_be_shown_with_any_number_of_players() {
    let catalog = Catalog::standard();
    for game in catalog.games() {
        for scenario in &game.scenarios {
            for players in scenario.min_seats..=scenario.seats.len() as u8 {
                let mut wanted = NewMatch::of(game.id, &scenario.id).seeded(u64::from(players));
                wanted.seats = (scenario.min_seats < scenario.seats.len() as u8).then_some(players);
                let mut table = catalog.open(&wanted).expect("a scenario of the game");
                for round in 0..12 {
                    let seats = (0..table.seats()).map(|seat| Viewer::Seat(Seat(seat)));
                    for viewer in seats.chain([Viewer::Public]) {
                        assert!(table.full_view(viewer).get().len() > 2, "{} {}", game.id, scenario.id);
                    }
                    let Some(seat) = table.seats_to_act().iter().next() else { break };
                    let prompt = table.prompt(seat);
                    for target in prompt.choices.iter().flat_map(|choice| &choice.targets) {
                        let _ = table.card(Viewer::Seat(seat), target);
                    }
                    let decision = table.decision(seat).expect("the seat is to act");
                    let action = decision.choose(Level::Random, round).expect("a choice");
                    let steps = table.step_count();
                    table.submit(seat, steps, &[&action]).expect("a legal action");
                }
            }
        }
    }
}

#[test]
fn faults_are_found() {
    for text in [
        "Fleet moves to DL8",
        "A-ST-1 fires",
        "1 hits",
        "2 ship are lost",
        "Some(3) of it",
        "{piece:3|x}",
        "place:x",
        "two  spaces",
        "MoveShip done",
        "at 0417",
        "Red wins. 1 points",
        "",
    ] {
        assert!(fault(text).is_some(), "{text:?}");
    }
    for text in [
        "1 hit",
        "2 hits",
        "1 bonus million",
        "Scout: Larkspur → Second Eye, 1 LP",
        "Azure's fleet 7 moves to Canis 4",
        "[5 3] 1 hit",
    ] {
        assert_eq!(fault(text), None, "{text:?}");
    }
}
