//! Averages over saved matches.

use catalog::Catalog;
use serde_json::{Value, json};
use table::Save;

use crate::{folder, path, run, run_on};

#[test]
fn players_are_rated_over_saved_matches() {
    let catalog = Catalog::standard();
    let folder = folder("score");
    let mut files = Vec::new();
    let mut points = Vec::new();
    for (number, (scenario, players)) in
        [("basic-2", vec!["ada", "bob"]), ("basic-3", vec!["ada", "cy", "bob"])].into_iter().enumerate()
    {
        let file = folder.join(format!("{number}.json"));
        let seed = (7 + number).to_string();
        let args = [
            "play",
            "stellar_conquest",
            "--scenario",
            scenario,
            "--option",
            "turns=36",
            "--seat",
            "none",
            "--bot",
            "random",
            "--seed",
            &seed,
            "--save",
            path(&file),
        ];
        run_on(&catalog, &args, b"").ok();
        let mut save = Save::read(&std::fs::read_to_string(&file).expect("saved")).expect("whole");
        let outcome = catalog.load(&save).expect("it loads").outcome().expect("it is over");
        points.push(outcome.points);
        save.players = players.into_iter().map(str::to_owned).collect();
        std::fs::write(&file, save.with_digest().write()).expect("written");
        files.push(file);
    }
    let files: Vec<&str> = files.iter().map(|file| path(file)).collect();
    let out = run_on(&catalog, &["score", files[0], files[1], "--json"], b"").ok();
    let rated: Value = serde_json::from_str(&out).expect("JSON");
    // 10.3: twice the points of three players count three times, over twice the matches.
    let ada = 50 * (2 * points[0][0] + 3 * points[1][0]) + 1;
    let wanted =
        json!({ "name": "ada", "matches": 2, "average": format!("{}.{:02}", ada / 200, ada / 2 % 100) });
    let players = rated["games"][0]["players"].as_array().expect("players");
    assert!(players.contains(&wanted), "{wanted} in {rated}");
    assert_eq!((players.len(), rated["left_out"].as_array().map(Vec::len)), (3, Some(0)));
    let among =
        run_on(&catalog, &["score", files[0], files[1], "--player", "ada", "--player", "bob"], b"").ok();
    assert!(among.starts_with("Stellar Conquest: Cumulative Weighted Average Score\n"), "{among}");
    assert!(among.contains("ada (1 match)") && !among.contains("cy"), "{among}");
}

#[test]
fn what_does_not_count_is_named() {
    let file = folder("score-not").join("match.json");
    run(&["play", "--seat", "none", "--seed", "11", "--save", path(&file)], b"").ok();
    let refused = run(&["score", path(&file)], b"").failed(2);
    assert!(refused.contains("duel has no average over matches"), "{refused}");
    assert!(run(&["score"], b"").err.contains("required"));
    assert!(run(&["score", "nowhere.json"], b"").failed(4).contains("no such file"));
    let started = folder("score-started").join("match.json");
    let catalog = Catalog::standard();
    run_on(
        &catalog,
        &["play", "stellar_conquest", "--seat", "0", "--seed", "3", "--save", path(&started)],
        b"1\nquit\n",
    )
    .ok();
    let out = run_on(&catalog, &["score", path(&started)], b"").ok();
    assert!(out.contains("not counted: ") && out.contains("the match is not over"), "{out}");
}
