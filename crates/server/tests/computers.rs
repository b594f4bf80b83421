//! Computer players on the server: pace, substitutes, reviews, and moves of people while many computers think.

mod common;

use std::time::{Duration, Instant};

use common::{Home, Viewer, act, get, ok, sit_down};
use lab::client::Client;
use serde_json::{Value, json};

/// A match of Star Borders between Ann and a computer player, begun.
async fn against_computer(ann: &mut Client, more: Value) -> String {
    let mut wanted = json!({ "game": "star_borders", "scenario": "A",
        "seats": [{ "kind": "me" }, { "kind": "computer", "level": "greedy" }] });
    let more = more.as_object().expect("an object").clone();
    wanted.as_object_mut().expect("an object").extend(more);
    let table = ok(ann, "/api/tables", wanted).await;
    let id = table["id"].as_str().expect("an id").to_owned();
    ok(ann, &format!("/api/tables/{id}/ready"), json!({ "contribution": "x" })).await;
    id
}

/// Waits until the review is complete.
async fn reviewed(client: &mut Client, id: &str) -> Value {
    for _ in 0..600 {
        let progress = get(client, &format!("/api/tables/{id}/review")).await;
        if progress["review"].is_object() {
            return progress;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the review does not end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_match_is_reviewed_once_and_a_running_one_is_not() {
    let home = Home::sqlite("review");
    let server = home.start().await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let wanted = json!({ "game": "star_borders", "scenario": "A" });
    let id = sit_down(&mut ann, &mut bob, wanted).await;
    let path = format!("/api/tables/{id}");
    let refused = ann.get(&format!("{path}/review")).await.expect("answered");
    assert_eq!(refused.code(), "not_over", "a running match keeps its secrets");
    let seen_by_other = ann.get(&format!("{path}/moments/0?seat=1")).await.expect("answered");
    assert!(seen_by_other.status >= 400, "and shows no seat to another one");

    for client in [&mut bob, &mut ann] {
        ok(client, &format!("{path}/leave"), json!({})).await;
    }
    let mut view = Viewer::follow(&ann, &id, "").await;
    let finished = tokio::time::timeout(Duration::from_mins(1), async {
        while !view.is_over() {
            assert!(view.read().await, "the stream stays");
        }
    });
    finished.await.expect("the substitutes finish the match");
    let mut eve = server.guest("Eve").await;
    let progress = reviewed(&mut eve, &id).await;
    let review = &progress["review"];
    assert_eq!(progress["done"], progress["all"]);
    let points = review["points"].as_array().expect("a curve");
    let last = points[points.len() - 1]["chances"].as_array().expect("chances");
    assert!(last.contains(&json!(1000)), "the curve ends with the result: {last:?}");
    assert!(review["turning_points"].as_array().expect("turning points").len() <= 3);
    assert_eq!(review["seats"].as_array().expect("seats").len(), 2);
    assert_eq!(get(&mut ann, &format!("{path}/review")).await, progress, "it is computed once");
    for seat in 0..2 {
        get(&mut eve, &format!("{path}/moments/3?seat={seat}")).await;
    }
    let nowhere = eve.get(&format!("{path}/moments/3?seat=2")).await.expect("answered");
    assert!(nowhere.status >= 400, "there is no third seat");
    server.stop().await;
}

/// How long the first answer of the computer takes once it is asked.
async fn first_answer(ann: &mut Client, more: Value) -> Duration {
    let id = against_computer(ann, more).await;
    let path = format!("/api/tables/{id}");
    let mut view = Viewer::follow(ann, &id, "?seat=0").await;
    let mut left = 400;
    loop {
        view.until("a decision", |view| view.asked(0) && !view.choices().is_empty() || view.asked(1)).await;
        if view.asked(1) {
            break;
        }
        left -= 1;
        assert!(left > 0, "the computer is never asked");
        let moved = ok(
            ann,
            &format!("{path}/moves"),
            act(0, view.revision, view.choices().last().expect("a choice")),
        )
        .await;
        let seq = moved["seq"].as_u64().expect("a number");
        view.until("my move", |view| view.seq >= seq).await;
    }
    let (asked, revision) = (Instant::now(), view.revision);
    view.until("an answer", |view| view.revision > revision).await;
    asked.elapsed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_with_a_human_pace_waits_a_moment_and_its_clock_stands_still() {
    let home = Home::sqlite("pace");
    let server = home.start().await;
    let mut ann = server.guest("Ann").await;
    let instant = first_answer(&mut ann, json!({})).await;
    let human = first_answer(&mut ann, json!({ "pace": "human" })).await;
    assert!(human >= Duration::from_millis(700), "a moment to read: {human:?}, without it {instant:?}");
    // Shorter than the pause: a computer player that were charged for it would lose.
    let clock = json!({ "kind": "live", "bank": 1, "increment": 3600 });
    let clocked =
        first_answer(&mut ann, json!({ "pace": "human", "clock": clock, "on_timeout": "loss" })).await;
    assert!(clocked >= Duration::from_millis(700), "the same with a clock: {clocked:?}");
    server.stop().await;
}

/// In EV Nova the table answers questions that have a single answer: a pause inside a turn would show who had more than one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pause_does_not_show_who_was_asked_within_a_turn_of_ev_nova() {
    let home = Home::sqlite("pace-ev");
    let server = home.start().await;
    let mut ann = server.guest("Ann").await;
    let id = against_computer(
        &mut ann,
        json!({ "game": "ev_nova", "scenario": null, "players": 2, "pace": "human" }),
    )
    .await;
    let path = format!("/api/tables/{id}");
    let mut view = Viewer::follow(&ann, &id, "?seat=0").await;
    // How long answers took: those that begin a turn, and those within one.
    let (mut first, mut within) = (Vec::new(), Vec::new());
    for _ in 0..120 {
        let seen = view.log.len();
        if view.asked(0) && !view.choices().is_empty() {
            let hint = ok(&mut ann, &format!("{path}/hint?seat=0&level=greedy"), json!({})).await;
            let action = hint["action"].as_str().expect("an action");
            let moved = ok(&mut ann, &format!("{path}/moves"), act(0, view.revision, action)).await;
            let seq = moved["seq"].as_u64().expect("a number");
            view.until("my move", |view| view.seq >= seq).await;
        } else {
            assert!(view.read().await, "the stream stays");
        }
        let mut began = view.log[seen.min(view.log.len())..].iter().any(|line| line.heading.is_some());
        while view.asked(1) && !view.is_over() {
            let (asked, revision, seen) = (Instant::now(), view.revision, view.log.len());
            view.until("an answer", |view| view.revision > revision).await;
            if began { &mut first } else { &mut within }.push(asked.elapsed());
            began = view.log[seen.min(view.log.len())..].iter().any(|line| line.heading.is_some());
        }
        if view.is_over() || first.len() >= 2 && within.len() >= 4 {
            break;
        }
    }
    let fastest = within.iter().min().expect("answers within a turn");
    assert!(*fastest < Duration::from_millis(600), "no pause within a turn: {within:?}");
    assert!(
        first.iter().all(|pause| *pause >= Duration::from_millis(600)),
        "a pause before a turn: {first:?}"
    );
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_chooses_the_level_that_replaces_a_player() {
    let home = Home::sqlite("substitute");
    let server = home.start().await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let wanted = json!({ "game": "star_borders", "scenario": "A", "substitute": "cass" });
    let id = sit_down(&mut ann, &mut bob, wanted).await;
    let table = ok(&mut bob, &format!("/api/tables/{id}/leave"), json!({})).await;
    assert_eq!(table["seats"][1]["player"]["level"], "cass", "{table}");
    let unknown = json!({ "game": "star_borders", "substitute": "genius" });
    assert_eq!(common::refused(&mut ann, "/api/tables", unknown).await, "level");
    server.stop().await;
}

/// A measurement: the moves of people at one table while computers of the strongest level think at many others.
///
/// `STARBOARD_TRIALS=1 cargo nextest run --workspace -E 'test(trial_of_moves_while_computers_think)' --no-capture`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn trial_of_moves_while_computers_think() {
    if std::env::var_os("STARBOARD_TRIALS").is_none() {
        eprintln!("a measurement of a minute: set STARBOARD_TRIALS=1 to run it");
        return;
    }
    let tables: usize = std::env::var("TABLES").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    let seconds: u64 = std::env::var("SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(20);
    let home = Home::sqlite("thinking");
    let server = home.start().await;
    for number in 0..tables {
        let mut host = server.guest(&format!("Host {number}")).await;
        let id = against_computer(
            &mut host,
            json!({ "substitute": "fenn",
            "seats": [{ "kind": "me" }, { "kind": "computer", "level": "fenn" }] }),
        )
        .await;
        ok(&mut host, &format!("/api/tables/{id}/leave"), json!({})).await;
    }
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let mut times = Vec::new();
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(seconds) {
        let id = sit_down(&mut ann, &mut bob, json!({ "game": "star_borders", "scenario": "A" })).await;
        let path = format!("/api/tables/{id}");
        for _ in 0..200 {
            let scenes = [
                get(&mut ann, &format!("{path}/scene?seat=0")).await,
                get(&mut bob, &format!("{path}/scene?seat=1")).await,
            ];
            let Some(to_act) = scenes[0]["asked"][0].as_u64() else { break };
            let snapshot = &scenes[to_act as usize];
            let Some(action) = snapshot["prompt"]["choices"][0]["action"].as_str() else { break };
            let revision = snapshot["revision"].as_u64().expect("a number");
            let client = if to_act == 0 { &mut ann } else { &mut bob };
            let sent = Instant::now();
            ok(client, &format!("{path}/moves"), act(to_act as u8, revision, action)).await;
            times.push(sent.elapsed());
            tokio::time::sleep(Duration::from_millis(15)).await;
            if began.elapsed() > Duration::from_secs(seconds) {
                break;
            }
        }
        // It may be over by the rules already.
        let _ = ann.post(&format!("{path}/resign"), &json!({ "seat": 0 })).await.expect("answered");
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{} moves while computers think at {tables} tables: p50 {:?}, p99 {:?}, max {:?}",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    assert!(times.len() > 100, "{} moves", times.len());
    server.stop().await;
}
