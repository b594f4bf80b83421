//! The referee: its answers, its page, and that nothing gets past it.

use catalog::Catalog;
use laws::SplitMix64;
use rules::Dice;
use serde_json::{Value, json};
use starboard::referee::{COMMANDS, LONGEST_LINE, Referee};

use crate::{catalog, run};

fn say(referee: &mut Referee<'_>, request: &Value) -> Value {
    referee.answer(request.to_string().as_bytes())
}

fn ok(referee: &mut Referee<'_>, request: &Value) -> Value {
    let answer = say(referee, request);
    assert!(answer["error"].is_null(), "{request} was refused: {answer}");
    answer["ok"].clone()
}

fn code(referee: &mut Referee<'_>, request: &Value) -> String {
    let answer = say(referee, request);
    answer["error"]["code"].as_str().unwrap_or_else(|| panic!("{request} was granted: {answer}")).to_owned()
}

fn opened(catalog: &Catalog) -> Referee<'_> {
    let mut referee = Referee::new(catalog);
    ok(&mut referee, &json!({ "cmd": "new", "game": "duel", "seed": 7 }));
    referee
}

#[test]
fn the_examples_of_the_page_are_answered_as_it_says() {
    let page = include_str!("../../../../docs/referee.md");
    let standard = Catalog::standard();
    let mut referee = Referee::new(&standard);
    let mut asked: Option<Value> = None;
    let mut checked = 0;
    for line in page.lines() {
        if let Some(request) = line.strip_prefix("> ") {
            asked = Some(referee.answer(request.as_bytes()));
        } else if let Some(expected) = line.strip_prefix("< ") {
            let answer = asked.take().expect("an answer follows its request");
            let expected: Value = serde_json::from_str(expected).expect("the page's answers are JSON");
            assert!(contains(&answer, &expected), "the page says\n{expected}\nbut the answer is\n{answer}");
            checked += 1;
        }
    }
    assert!(checked >= 12, "only {checked} examples were found on the page");
    for (name, _) in COMMANDS {
        assert!(page.contains(&format!("`{name}`")), "the command {name:?} is not on the page");
    }
}

/// Does `answer` hold everything `expected` says? `"…"` stands for anything.
fn contains(answer: &Value, expected: &Value) -> bool {
    match (answer, expected) {
        (_, Value::String(any)) if any == "…" => true,
        (Value::Object(have), Value::Object(want)) => want
            .iter()
            .all(|(key, want)| key == "…" || have.get(key).is_some_and(|have| contains(have, want))),
        (Value::Array(have), Value::Array(want)) => match want.split_last() {
            Some((Value::String(any), first)) if any == "…" => {
                have.len() >= first.len() && have.iter().zip(first).all(|(have, want)| contains(have, want))
            }
            _ => have.len() == want.len() && have.iter().zip(want).all(|(have, want)| contains(have, want)),
        },
        (have, want) => have == want,
    }
}

#[test]
fn every_answer_carries_the_id_it_was_asked_with() {
    let catalog = catalog();
    let mut referee = Referee::new(&catalog);
    for id in [json!(1), json!("a"), json!(null), json!([1, { "x": 2 }]), json!(-1.5)] {
        assert_eq!(say(&mut referee, &json!({ "id": id, "cmd": "games" }))["id"], id);
        assert_eq!(say(&mut referee, &json!({ "id": id, "cmd": "fly" }))["id"], id);
    }
    assert_eq!(say(&mut referee, &json!({ "cmd": "games" }))["id"], Value::Null);
}

#[test]
fn malformed_lines_get_an_error_line_each_and_the_program_goes_on() {
    let mut input: Vec<u8> = Vec::new();
    let mut expected: Vec<&str> = Vec::new();
    let mut line = |bytes: &[u8], code: &'static str| {
        input.extend_from_slice(bytes);
        input.push(b'\n');
        expected.push(code);
    };
    line(b"nonsense", "syntax");
    line(b"{", "syntax");
    line(b"[]", "syntax");
    line(b"3", "syntax");
    line(b"\"new\"", "syntax");
    line(b"{\"cmd\":\"games\"} trailing", "syntax");
    line(b"{\"cmd\":\"\xff\xfe\"}", "syntax");
    line("[".repeat(100_000).as_bytes(), "syntax");
    line(&vec![b'x'; 10 << 20], "too_long");
    line(&vec![b' '; LONGEST_LINE + 1], "too_long");
    line(b"{}", "request");
    line(b"{\"cmd\":7}", "request");
    line(b"{\"cmd\":\"fly\"}", "unknown_command");
    line(format!("{{\"cmd\":{:?}}}", "z".repeat(500_000)).as_bytes(), "unknown_command");
    line(b"{\"cmd\":\"prompt\"}", "no_match");
    line(b"{\"cmd\":\"new\"}", "request");
    line(b"{\"cmd\":\"new\",\"game\":\"chess\"}", "no_game");
    line(b"{\"cmd\":\"new\",\"game\":\"duel\",\"scenario\":\"Z\"}", "no_scenario");
    line(b"{\"cmd\":\"new\",\"game\":\"duel\",\"scenario_file\":\"hull = x\"}", "scenario");
    line(b"{\"cmd\":\"new\",\"game\":\"duel\",\"seed\":-1}", "request");
    line(b"{\"cmd\":\"new\",\"game\":\"duel\",\"seed\":99999999999999999999999}", "request");
    line(b"{\"cmd\":\"new\",\"game\":\"duel\",\"seed\":1e400}", "syntax");
    line(b"{\"cmd\":\"new\",\"game\":\"duel\",\"colour\":1}", "request");
    line(b"{\"cmd\":\"games\",\"more\":1}", "request");
    line(b"{\"cmd\":\"load\",\"save\":{}}", "load");
    line(b"{\"cmd\":\"load\",\"save\":\"{\"}", "load");
    line(b"{\"cmd\":\"new\",\"game\":\"duel\",\"seed\":7}", "");
    line(b"{\"cmd\":\"submit\",\"seat\":0}", "request");
    line(b"{\"cmd\":\"submit\",\"seat\":0,\"action\":\"aim\",\"actions\":[\"aim\"]}", "request");
    line(b"{\"cmd\":\"submit\",\"seat\":300,\"action\":\"aim\"}", "request");
    line(b"{\"cmd\":\"submit\",\"seat\":9,\"action\":\"aim\"}", "no_seat");
    line(b"{\"cmd\":\"submit\",\"seat\":0,\"action\":\"fly\"}", "unreadable");
    line(b"{\"cmd\":\"submit\",\"seat\":1,\"action\":\"aim\"}", "not_your_turn");
    line(b"{\"cmd\":\"submit\",\"seat\":0,\"actions\":[]}", "nothing");
    line(b"{\"cmd\":\"submit\",\"seat\":0,\"action\":\"aim\",\"revision\":0}", "stale");
    line(b"{\"cmd\":\"submit\",\"seat\":0,\"actions\":[\"aim\",\"aim\",\"aim\"]}", "denied");
    line(b"{\"cmd\":\"submit\",\"seat\":0,\"actions\":[\"fire\",\"aim\"]}", "past_seal");
    line(b"{\"cmd\":\"undo\",\"seat\":0}", "no_undo");
    line(b"{\"cmd\":\"undo\",\"seat\":7}", "no_seat");
    line(b"{\"cmd\":\"view\",\"seat\":7}", "no_seat");
    line(b"{\"cmd\":\"view\",\"chart\":4000000000}", "request");
    line(b"{\"cmd\":\"log\",\"seat\":7}", "no_seat");
    line(b"{\"cmd\":\"prompt\",\"at\":99}", "no_revision");
    line(b"{\"cmd\":\"rewind\",\"to\":99}", "no_revision");
    line(b"{\"cmd\":\"script\",\"faces\":[0]}", "script");
    line(b"{\"cmd\":\"position\",\"position\":\"9 9\"}", "position");
    line(b"{\"cmd\":\"orders\",\"seat\":0,\"set\":[\"fly\"]}", "no_order");
    line(b"{\"cmd\":\"advise\",\"level\":\"genius\"}", "no_level");
    line(b"{\"cmd\":\"advise\",\"seat\":1}", "not_your_turn");
    line(b"{\"cmd\":\"quit\"}", "");
    input.extend_from_slice(b"{\"cmd\":\"games\"}\n");
    let out = run(&["referee"], &input).ok();
    let codes: Vec<String> = out
        .lines()
        .map(|line| {
            assert!(line.len() < 4000, "an answer echoes too much");
            let answer: Value = serde_json::from_str(line).expect("every answer is JSON");
            answer["error"]["code"].as_str().unwrap_or_default().to_owned()
        })
        .collect();
    assert_eq!(codes, expected);
}

#[test]
fn a_refusal_names_its_rule() {
    let catalog = catalog();
    let mut referee = opened(&catalog);
    let answer =
        say(&mut referee, &json!({ "id": 9, "cmd": "submit", "seat": 0, "actions": ["aim", "aim", "aim"] }));
    assert_eq!(answer["error"]["rule"], "DU-2");
    let prompt = ok(&mut referee, &json!({ "cmd": "prompt" }));
    assert_eq!((&prompt["seat"], &prompt["asked"]), (&json!(0), &json!(true)));
    assert_eq!(prompt["prompt"]["choices"][0]["action"], "aim");
}

#[test]
fn a_scripted_die_falls_as_queued_and_a_misfit_can_be_cleared() {
    let catalog = catalog();
    let mut referee = opened(&catalog);
    let submit = json!({ "cmd": "submit", "seat": 0, "action": "fire" });
    ok(&mut referee, &json!({ "cmd": "script", "faces": [9] }));
    let before = ok(&mut referee, &json!({ "cmd": "save" }));
    assert_eq!(code(&mut referee, &submit), "script");
    assert_eq!(ok(&mut referee, &json!({ "cmd": "save" })), before);
    assert_eq!(ok(&mut referee, &json!({ "cmd": "script", "faces": [4], "clear": true }))["queued"], 1);
    let answer = ok(&mut referee, &submit);
    assert_eq!(answer["lines"][0]["event"], json!({ "Fired": [0, 4, false] }));
    assert_eq!(ok(&mut referee, &json!({ "cmd": "save" }))["save"]["scripted"], true);
}

#[test]
fn a_match_can_be_left_saved_loaded_rewound_and_looked_back_at() {
    let catalog = catalog();
    let mut referee = opened(&catalog);
    ok(&mut referee, &json!({ "cmd": "submit", "seat": 0, "actions": ["aim", "aim", "fire"] }));
    let save = ok(&mut referee, &json!({ "cmd": "save" }))["save"].clone();
    let position = ok(&mut referee, &json!({ "cmd": "position" }))["position"].clone();
    let past = ok(&mut referee, &json!({ "cmd": "position", "at": 3 }))["position"].clone();

    let rewound = ok(&mut referee, &json!({ "cmd": "rewind", "to": 3 }));
    assert_eq!((&rewound["revision"], &rewound["waiting"]), (&json!(3), &json!([0])));
    assert_eq!(ok(&mut referee, &json!({ "cmd": "position" }))["position"], past);
    ok(&mut referee, &json!({ "cmd": "submit", "seat": 0, "actions": ["aim", "fire"] }));
    assert_eq!(
        ok(&mut referee, &json!({ "cmd": "position" }))["position"],
        position,
        "the same dice fall again"
    );

    let mut other = Referee::new(&catalog);
    ok(&mut other, &json!({ "cmd": "load", "save": save }));
    assert_eq!(ok(&mut other, &json!({ "cmd": "position" }))["position"], position);
    ok(&mut other, &json!({ "cmd": "load", "save": save.to_string() }));
    ok(&mut other, &json!({ "cmd": "position", "position": position, "seed": 1 }));
    assert_eq!(ok(&mut other, &json!({ "cmd": "position" }))["position"], position);
    let own =
        ok(&mut other, &json!({ "cmd": "new", "game": "duel", "scenario_file": "hull = 5", "seed": 1 }));
    assert_eq!(own["scenario"], "hull-5");
    let save = ok(&mut other, &json!({ "cmd": "save" }))["save"].clone();
    assert_eq!(save["scenario_file"], "hull = 5");
    ok(&mut other, &json!({ "cmd": "load", "save": save }));
}

#[test]
fn standing_orders_answer_and_a_view_hides_what_it_must() {
    let catalog = catalog();
    let mut referee = opened(&catalog);
    let public = ok(&mut referee, &json!({ "cmd": "view", "chart": 40 }));
    assert!(public["view"]["torpedo"][0]["value"].is_null() && public["chart"].is_array());
    let own = ok(&mut referee, &json!({ "cmd": "view", "seat": 0 }));
    assert!(own["view"]["torpedo"][0]["value"].is_boolean() && own["view"]["torpedo"][1]["value"].is_null());
    let told = ok(&mut referee, &json!({ "cmd": "orders", "seat": 1, "set": ["always-fire"] }));
    assert_eq!(told["orders"][0]["given"], true);
    let after = ok(&mut referee, &json!({ "cmd": "submit", "seat": 0, "action": "fire" }));
    assert_eq!(after["waiting"], json!([0]), "seat 1 has answered by its order");
}

/// Random, mutated and out-of-turn submissions: what is not offered is not accepted, and what is refused
/// changes nothing, the next dice included.
fn nothing_gets_past(catalog: &Catalog, game: &str, submissions: usize, seed: u64) {
    let mut dice = SplitMix64(seed);
    let (mut tried, mut accepted, mut refused) = (0, 0, 0);
    let mut match_number = 0;
    while tried < submissions {
        let mut referee = Referee::new(catalog);
        match_number += 1;
        let mut status = ok(&mut referee, &json!({ "cmd": "new", "game": game, "seed": match_number }));
        while status["over"] == false && tried < submissions {
            let before = ok(&mut referee, &json!({ "cmd": "save" }))["save"].clone();
            for _ in 0..4 {
                let request = random_submission(&mut referee, &mut dice);
                let intact = dice.below(8) > 0;
                let mut line = request.to_string().into_bytes();
                if !intact {
                    mutate(&mut line, &mut dice);
                }
                let meant: Option<Value> = serde_json::from_slice(&line).ok();
                let allowed = meant.and_then(|meant| is_offered(catalog, &before, &meant));
                let answer = referee.answer(&line);
                let granted = answer["error"].is_null();
                tried += 1;
                assert!(!granted || allowed.is_some(), "{request} got {answer}");
                assert!(granted || !intact || allowed.is_none(), "{request} is offered, but got {answer}");
                let after = ok(&mut referee, &json!({ "cmd": "save" }))["save"].clone();
                if granted {
                    accepted += 1;
                    assert_eq!(Some(after), allowed, "{request} did something else than it says");
                    break;
                }
                refused += 1;
                assert_eq!(after, before, "a refusal changed the match: {request}");
            }
            status = advance(catalog, &mut referee, &mut dice);
        }
    }
    assert!(
        accepted > submissions / 1_000 && refused > submissions / 4,
        "{accepted} and {refused}: no real test"
    );
}

/// Plays something that is offered, on the referee and on a fresh one from the save: the same dice must fall.
fn advance(catalog: &Catalog, referee: &mut Referee<'_>, dice: &mut SplitMix64) -> Value {
    let save = ok(referee, &json!({ "cmd": "save" }))["save"].clone();
    if ok(referee, &json!({ "cmd": "scores" }))["over"] == true {
        return json!({ "over": true });
    }
    let prompt = ok(referee, &json!({ "cmd": "prompt" }));
    let choices = prompt["prompt"]["choices"].as_array().expect("choices");
    let action = &choices[dice.below(choices.len() as u32) as usize]["action"];
    let request = json!({ "cmd": "submit", "seat": prompt["seat"], "action": action });
    let status = ok(referee, &request);
    if dice.below(20) == 0 {
        let mut twin = Referee::new(catalog);
        ok(&mut twin, &json!({ "cmd": "load", "save": save }));
        ok(&mut twin, &request);
        let steps =
            |referee: &mut Referee<'_>| ok(referee, &json!({ "cmd": "save" }))["save"]["steps"].clone();
        assert_eq!(steps(&mut twin), steps(referee), "the dice are not those of the untouched match");
    }
    status
}

fn random_submission(referee: &mut Referee<'_>, dice: &mut SplitMix64) -> Value {
    let seat = dice.below(3);
    let seats = referee.seats().expect("a match is open");
    let prompt_seat = dice.below(u32::from(seats.min(2)));
    let prompt = ok(referee, &json!({ "cmd": "prompt", "seat": prompt_seat }));
    let mut texts: Vec<String> = Vec::new();
    for list in ["choices", "refused"] {
        let list = prompt["prompt"][list].as_array().expect("a list");
        texts.extend(list.iter().map(|one| one["action"].as_str().expect("a text").to_owned()));
    }
    texts.extend(["", " ", "concede", "pass", "torpedo", "go", "\u{1F680}", "0"].map(str::to_owned));
    let count = if dice.below(4) == 0 { dice.below(4) } else { 1 };
    let actions: Vec<String> = (0..count)
        .map(|_| {
            let text = texts[dice.below(texts.len() as u32) as usize].clone();
            if dice.below(3) == 0 { mutated_text(&text, dice) } else { text }
        })
        .collect();
    let revision = prompt["revision"].as_u64().expect("a number");
    let mut request = json!({ "cmd": "submit", "seat": seat, "actions": actions });
    match dice.below(6) {
        0 => request["revision"] = json!(revision.wrapping_add(u64::from(dice.below(3))).wrapping_sub(1)),
        1 => request["revision"] = json!(dice.below(1_000_000)),
        2 => request["revision"] = json!(revision),
        _ => {}
    }
    request
}

fn mutated_text(text: &str, dice: &mut SplitMix64) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = dice.below(letters.len() as u32 + 1) as usize;
    match dice.below(3) {
        0 => letters.insert(at, char::from(b' ' + dice.below(95) as u8)),
        1 if !letters.is_empty() => drop(letters.remove(at.min(letters.len() - 1))),
        _ if !letters.is_empty() => {
            let last = letters.len() - 1;
            letters.swap(at.min(last), dice.below(last as u32 + 1) as usize);
        }
        _ => {}
    }
    letters.into_iter().collect()
}

fn mutate(line: &mut [u8], dice: &mut SplitMix64) {
    for _ in 0..=dice.below(3) {
        let at = dice.below(line.len() as u32) as usize;
        line[at] = dice.below(256) as u8;
    }
}

/// The independent verdict: every action of the batch was in the prompt when its turn came. Returns the
/// save after playing it one by one.
fn is_offered(catalog: &Catalog, save: &Value, request: &Value) -> Option<Value> {
    let mut twin = Referee::new(catalog);
    ok(&mut twin, &json!({ "cmd": "load", "save": save }));
    request["seat"].as_u64()?;
    let actions = request["actions"].as_array().filter(|actions| !actions.is_empty())?;
    if request["revision"]
        .as_u64()
        .is_some_and(|revision| revision != save["steps"].as_array().map_or(0, Vec::len) as u64)
    {
        return None;
    }
    for (nth, action) in actions.iter().enumerate() {
        let answer = say(&mut twin, &json!({ "cmd": "prompt", "seat": request["seat"] }));
        let prompt = &answer["ok"]["prompt"];
        let offered = prompt["choices"].as_array()?.iter().any(|choice| choice["action"] == *action);
        if !offered && prompt["concede"] != *action {
            return None;
        }
        if nth > 0 {
            // A batch stops at the first die or reveal: what can still be taken back is not yet sealed.
            if prompt["undo"] != true {
                return None;
            }
        }
        ok(&mut twin, &json!({ "cmd": "submit", "seat": request["seat"], "action": action }));
    }
    Some(ok(&mut twin, &json!({ "cmd": "save" }))["save"].clone())
}

#[test]
fn ten_thousand_submissions_and_none_accepted_that_was_not_offered() {
    nothing_gets_past(&catalog(), "duel", 10_000, 1);
}

#[test]
fn ten_thousand_submissions_to_star_borders() {
    nothing_gets_past(&Catalog::standard(), "star_borders", 10_000, 2);
}

/// Its positions are large, and each refusal compares two of them: fewer submissions in the same time.
#[test]
fn a_thousand_submissions_to_every_other_game_of_the_catalogue() {
    let standard = Catalog::standard();
    for game in standard.games().into_iter().filter(|game| game.id != "star_borders") {
        nothing_gets_past(&standard, game.id, 1_000, 2);
    }
}
