//! Saved matches: told, proved, and refused when something is wrong.

use serde_json::Value;
use table::Save;

use crate::{folder, path, run};

/// A finished match in a file, and its save.
fn finished(test: &str) -> (std::path::PathBuf, Save) {
    let file = folder(test).join("match.json");
    run(&["play", "--seat", "none", "--seed", "11", "--save", path(&file)], b"").ok();
    let save = Save::read(&std::fs::read_to_string(&file).expect("saved")).expect("whole");
    (file, save)
}

#[test]
fn a_match_is_told_step_by_step() {
    let (file, save) = finished("replay-tell");
    let out = run(&["replay", path(&file)], b"").ok();
    assert!(out.contains("    0  dice: "), "{out}");
    assert!(out.contains(": place 1, 0 points, won"), "{out}");
    let from = save.steps.len() - 1;
    let short = run(&["replay", path(&file), "--from", &from.to_string(), "--viewer", "public"], b"").ok();
    assert_eq!(short.lines().count(), 4, "the last step, two places and the reason:\n{short}");
    let json = run(&["replay", path(&file), "--json"], b"").ok();
    let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), save.steps.len());
    assert_eq!(lines[0]["action"], save.steps[0].as_str());
    assert!(run(&["replay", path(&file), "--viewer", "5"], b"").failed(2).contains("no seat 5"));
}

#[test]
fn a_seat_is_not_told_what_it_may_not_know() {
    let (file, _) = finished("replay-secret");
    let all = run(&["replay", path(&file), "--viewer", "all", "--json"], b"").ok();
    let left = run(&["replay", path(&file), "--viewer", "0", "--json"], b"").ok();
    let dealt =
        |text: &str| -> Value { serde_json::from_str(text.lines().nth(1).expect("a step")).expect("JSON") };
    assert!(dealt(&all)["action"].is_string() && dealt(&left)["action"].is_null());
    assert!(dealt(&all)["events"][0]["Dealt"][1]["value"].is_boolean());
    assert!(dealt(&left)["events"][0]["Dealt"][1]["value"].is_null());
}

#[test]
fn a_loaded_die_is_found_out() {
    let (file, save) = finished("replay-loaded");
    assert!(
        run(&["replay", path(&file), "--verify"], b"")
            .ok()
            .contains("every one came from the committed seed")
    );

    let die = save.steps.iter().rposition(|step| step.starts_with('*')).expect("somebody fired");
    let mut loaded = save.clone();
    loaded.steps[die] = if save.steps[die] == "* 1" { "* 2".to_owned() } else { "* 1".to_owned() };
    std::fs::write(&file, loaded.clone().with_digest().write()).expect("written");
    let told = run(&["replay", path(&file), "--verify"], b"").failed(1);
    assert!(
        told.contains(&format!("step {die} of the save")) && told.contains("the committed seed gives"),
        "{told}"
    );
    assert_eq!(run(&["replay", path(&file)], b"").failed(3), told, "without --verify the file is just wrong");

    std::fs::write(&file, loaded.write()).expect("written");
    assert!(
        run(&["replay", path(&file), "--verify"], b"").failed(1).contains("changed after it was written")
    );

    let scripted = Save { scripted: true, ..save }.with_digest();
    std::fs::write(&file, scripted.write()).expect("written");
    let told = run(&["replay", path(&file), "--verify"], b"").ok();
    assert!(told.contains("some came from a script"), "{told}");
    let json: Value =
        serde_json::from_str(&run(&["replay", path(&file), "--verify", "--json"], b"").ok()).expect("JSON");
    assert_eq!((&json["ok"], &json["scripted"]), (&Value::Bool(true), &Value::Bool(true)));
}

#[test]
fn a_file_that_is_no_save_is_exit_code_3() {
    let file = folder("replay-not").join("match.json");
    for text in ["", "{", "[]", "null", "{\"format\":1}", "hull = 3"] {
        std::fs::write(&file, text).expect("written");
        for args in [
            vec!["replay", path(&file)],
            vec!["replay", path(&file), "--verify"],
            vec!["play", "--resume", path(&file)],
        ] {
            assert!(run(&args, b"").failed(3).contains("damaged or not a save"), "{text:?}");
        }
    }
    let folder = file.parent().expect("a folder");
    assert!(run(&["replay", path(folder)], b"").failed(5).contains("directory"));
}
