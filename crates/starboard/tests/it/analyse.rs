//! Reviews of saved matches.

use catalog::Catalog;
use serde_json::Value;

use crate::{Ran, folder, path, run, run_on};

/// A finished match between computer players in a file.
fn finished(test: &str, args: &[&str]) -> std::path::PathBuf {
    let file = folder(test).join("match.json");
    let all = [&["play"], args, &["--seat", "none", "--save", path(&file)]].concat();
    run_on(&standard(), &all, b"").ok();
    file
}

fn standard() -> Catalog {
    Catalog::standard()
}

fn analysed(file: &std::path::Path, more: &[&str]) -> Ran {
    run_on(&standard(), &[&["analyse", path(file), "--samples", "8"], more].concat(), b"")
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

/// What holds of every review of a finished match with one winner.
fn assert_consistent(review: &Value) {
    let points = review["points"].as_array().expect("a curve");
    let seats = review["seats"].as_array().expect("seats");
    assert!(points.len() > 10, "{} points", points.len());
    assert_eq!((&points[0]["by"], &points[0]["step"]), (&"start".into(), &0.into()));
    for point in points {
        let sum: i64 = point["chances"].as_array().expect("chances").iter().map(number).sum();
        assert!((sum - 1000).abs() <= 4, "{point}");
    }
    for pair in points.windows(2) {
        assert!(number(&pair[0]["step"]) <= number(&pair[1]["step"]));
    }
    let last = points[points.len() - 1]["chances"].as_array().expect("chances");
    assert_eq!(last.iter().filter(|chance| number(chance) == 1000).count(), 1, "one seat won: {last:?}");
    for (number_of, seat) in seats.iter().enumerate() {
        let of = |name: &str| number(&seat[name]);
        assert_eq!(of("last"), number(&last[number_of]));
        let parts = of("luck") + of("skill") + of("others");
        assert!((of("first") + parts - of("last")).abs() <= 4, "the parts add up: {seat}");
    }
    let turns = review["turning_points"].as_array().expect("turning points");
    assert!((1..=3).contains(&turns.len()), "{}", turns.len());
    for turn in turns {
        assert!(number(&turn["step"]) < number(&turn["until"]), "{turn}");
        let decision = &turn["decision"];
        if decision.is_object() {
            assert_ne!(decision["played"], "", "{turn}");
            assert!(number(&decision["step"]) <= number(&turn["step"]));
        }
        if decision["better"].is_object() {
            let (better, played) = (&decision["better"], number(&decision["played_chance"]));
            assert!(number(&better["chance"]) > played && better["words"] != "", "{decision}");
        }
    }
}

#[test]
fn a_match_of_star_borders_is_reviewed() {
    let file = finished("analyse-sb", &["star_borders", "--scenario", "A", "--bot", "greedy", "--seed", "5"]);
    let text = analysed(&file, &["--json"]).ok();
    let review: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&review["over"], &review["samples"]), (&true.into(), &8.into()));
    assert_consistent(&review);
    let luck: i64 = review["seats"].as_array().expect("seats").iter().map(|seat| number(&seat["luck"])).sum();
    assert!(luck.abs() <= 2, "with two seats the luck of one is the bad luck of the other: {luck}");
    let better = review["turning_points"].as_array().expect("turning points").iter();
    assert!(better.filter(|turn| turn["decision"]["better"].is_object()).count() > 0, "greedy plays badly");
    assert_eq!(analysed(&file, &["--json"]).ok(), text, "the same seed gives the same review");
    let text = analysed(&file, &[]).ok();
    for wanted in ["star_borders A, finished", "100 % |", "0 Alliance, 1 Imperium", "own choices", "1. Turn"]
    {
        assert!(text.contains(wanted), "{wanted:?} is missing in\n{text}");
    }
}

#[test]
fn a_match_of_stellar_conquest_is_reviewed() {
    let args = ["stellar_conquest", "--scenario", "basic-2", "--bot", "greedy", "--seed", "5"];
    let file = finished("analyse-sc", &args);
    let review: Value = serde_json::from_str(&analysed(&file, &["--json"]).ok()).expect("JSON");
    assert_consistent(&review);
}

#[test]
fn a_running_match_and_a_resigned_one_are_reviewed() {
    let file = folder("analyse-running").join("match.json");
    let play = ["play", "star_borders", "--scenario", "A", "--seed", "5", "--save", path(&file)];
    run_on(&standard(), &play, b"1\nquit\n").ok();
    let review: Value = serde_json::from_str(&analysed(&file, &["--json"]).ok()).expect("JSON");
    assert_eq!(review["over"], false);
    assert!(analysed(&file, &[]).ok().contains("still running"));

    run(&["play", "--seed", "3", "--save", path(&file)], b"resign\nquit\n").ok();
    let review: Value =
        serde_json::from_str(&run(&["analyse", path(&file), "--json"], b"").ok()).expect("JSON");
    assert_eq!(review["over"], true);
    let points = review["points"].as_array().expect("a curve");
    let last = &points[points.len() - 1];
    assert!(last["by"] == "resignation" || last["by"] == "choice", "{last}");
    assert!(last["chances"].as_array().expect("chances").contains(&1000.into()), "{last}");
}

#[test]
fn what_cannot_be_analysed_is_refused() {
    let file = folder("analyse-not").join("match.json");
    assert!(run(&["analyse", path(&file)], b"").failed(4).contains("no such file"));
    std::fs::write(&file, "{").expect("written");
    assert!(run(&["analyse", path(&file)], b"").failed(3).contains("damaged or not a save"));
    assert!(run(&["analyse", path(&file), "--samples", "0"], b"").failed(2).contains("0 is not in"));
}
