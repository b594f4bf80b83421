//! Files and programs of version 0.1 keep working: saves load, and a recorded exchange with the referee gets the same
//! answers, new fields apart.

use catalog::Catalog;
use serde_json::Value;
use starboard::referee::Referee;
use table::Save;

/// Fields whose wording or content may change.
const FREE: [&str; 13] = [
    "title",
    "undo_refused",
    "label",
    "help",
    "text",
    "message",
    "rule",
    "position",
    "save",
    "chart",
    "standing",
    "event",
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
    let save = Save::read(include_str!("../fixtures/stellar_conquest-0.1.save.json")).expect("a whole save");
    let table = Catalog::standard().load(&save).expect("every step is still legal");
    assert_eq!(table.steps(0)[..save.steps.len()], save.steps);
}

/// Since rules 2 the Activity Step does not end by itself, so a match in progress stops at the first step after one.
#[test]
fn a_save_of_older_rules_loads_up_to_the_first_step_they_refuse() {
    let save = Save::read(include_str!("../fixtures/star_borders-0.1.save.json")).expect("a whole save");
    let error = Catalog::standard().load(&save).err().expect("the rules have changed").to_string();
    assert!(error.starts_with("step 8 of the save (\"0 pick A-AG-2\") cannot be played"), "{error}");
    let early = Save { steps: save.steps[..8].to_vec(), ..save }.with_digest();
    assert_eq!(Catalog::standard().load(&early).expect("legal so far").steps(0), early.steps);
}
