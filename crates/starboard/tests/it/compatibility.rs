//! Files and programs of version 0.1 keep working: saves load, and a recorded exchange with the referee gets the same
//! answers, new fields apart.

use catalog::Catalog;
use serde_json::Value;
use starboard::referee::Referee;
use table::Save;

/// Fields whose wording or content may change.
const FREE: [&str; 12] = [
    "title", "label", "help", "text", "message", "rule", "position", "save", "chart", "standing", "event",
    "steps",
];

/// Asserts that `new` has everything `old` has.
fn assert_covers(old: &Value, new: &Value, path: &str) {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            for (key, old) in old {
                let path = format!("{path}.{key}");
                let found = new.get(key).unwrap_or_else(|| panic!("{path} is missing"));
                match key.as_str() {
                    "choices" => assert_choices(old, found, &path),
                    "refused" | "lines" | "orders" | "commands" => assert!(found.is_array(), "{path}"),
                    key if FREE.contains(&key) => {}
                    _ => assert_covers(old, found, &path),
                }
            }
        }
        _ => assert_eq!(old, new, "{path}"),
    }
}

/// Every old choice is still offered, with the same target and group.
fn assert_choices(old: &Value, new: &Value, path: &str) {
    let new = new.as_array().expect("a list");
    for old in old.as_array().expect("a list") {
        let same = new.iter().find(|choice| choice["action"] == old["action"]);
        let same = same.unwrap_or_else(|| panic!("{path}: {} is not offered any more", old["action"]));
        assert!(same["target"].is_object() && same["group"].is_string(), "{path}: {same}");
        if old["target"]["kind"] == "piece" {
            assert_eq!(old["target"], same["target"], "{path}");
        }
    }
}

fn replay(recorded: &str) {
    let catalog = Catalog::standard();
    let mut referee = Referee::new(&catalog);
    let mut lines = recorded.lines();
    while let (Some(request), Some(answer)) = (lines.next(), lines.next()) {
        let request = request.strip_prefix("> ").expect("a request");
        let old: Value = serde_json::from_str(answer.strip_prefix("< ").expect("an answer")).expect("JSON");
        let new = referee.answer(request.as_bytes());
        match old.get("error") {
            Some(error) => assert_eq!(error["code"], new["error"]["code"], "{request}"),
            None => assert_covers(&old, &new, request),
        }
    }
}

#[test]
fn a_recorded_exchange_about_star_borders_gets_the_same_answers() {
    replay(include_str!("../fixtures/star_borders.jsonl"));
}

#[test]
fn a_recorded_exchange_about_stellar_conquest_gets_the_same_answers() {
    replay(include_str!("../fixtures/stellar_conquest.jsonl"));
}

#[test]
fn saves_of_version_0_1_load() {
    let saves = [
        include_str!("../fixtures/star_borders-0.1.save.json"),
        include_str!("../fixtures/stellar_conquest-0.1.save.json"),
    ];
    for text in saves {
        let save = Save::read(text).expect("a whole save");
        let table = Catalog::standard().load(&save).unwrap_or_else(|error| panic!("{}: {error}", save.game));
        assert_eq!(table.steps(0)[..save.steps.len()], save.steps);
    }
}
