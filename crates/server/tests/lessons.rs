//! Lessons over HTTP: no account, no table, nothing kept.

#[macro_use]
mod common;

use common::{Home, get, ok, refused};
use lab::client::Client;
use serde_json::{Value, json};

suite!(
    a_lesson_is_played_without_an_account,
    wrong_places_are_refused,
    rulebooks_have_no_notes_for_programmers
);

const LESSON: &str = "/api/lessons/star_borders/first-orders";

fn place(moves: &Value) -> Value {
    json!({ "scene": "your-turn", "moves": moves })
}

async fn a_lesson_is_played_without_an_account(home: Home) {
    let server = home.start().await;
    let mut client = Client::new(server.address);
    let lessons = get(&mut client, "/api/lessons").await;
    assert_eq!(lessons.as_array().map(Vec::len), Some(5));
    let state = ok(&mut client, LESSON, place(&json!([]))).await;
    assert_eq!(state["mood"], "go_on");
    let state = ok(&mut client, LESSON, place(&json!([{ "kind": "go_on" }]))).await;
    assert_eq!((&state["mood"], &state["ways"][0]), (&json!("act"), &json!("pick A-SE-1")));
    let end = json!([{ "kind": "go_on" }, { "kind": "act", "action": "end" }]);
    let state = ok(&mut client, LESSON, place(&end)).await;
    assert_eq!((&state["mood"], &state["began"]), (&json!("missed"), &json!(1)));
    assert_eq!(state["prompt"]["choices"], json!([]));
    let about = json!({ "scene": "your-turn", "moves": [], "of": "place:TH1" });
    let about = ok(&mut client, &format!("{LESSON}/about"), about).await;
    assert_eq!(about["card"]["title"], "Concord");
    let tables = get(&mut client, "/api/tables?status=playing").await;
    assert_eq!(tables["tables"], json!([]), "a lesson is no table");
}

async fn wrong_places_are_refused(home: Home) {
    let server = home.start().await;
    let mut client = Client::new(server.address);
    let early = place(&json!([{ "kind": "act", "action": "end" }]));
    assert_eq!(refused(&mut client, LESSON, early).await, "not_now");
    let illegal = place(&json!([{ "kind": "go_on" }, { "kind": "act", "action": "go DL1" }]));
    assert_eq!(refused(&mut client, LESSON, illegal).await, "denied");
    let nonsense = place(&json!([{ "kind": "go_on" }, { "kind": "act", "action": "?" }]));
    assert_eq!(refused(&mut client, LESSON, nonsense).await, "unreadable");
    let many: Vec<Value> = (0..501).map(|_| json!({ "kind": "go_on" })).collect();
    assert_eq!(refused(&mut client, LESSON, place(&json!(many))).await, "too_large");
    let nowhere = json!({ "scene": "nowhere", "moves": [] });
    assert_eq!(refused(&mut client, LESSON, nowhere.clone()).await, "no_lesson");
    assert_eq!(refused(&mut client, "/api/lessons/chess/first-orders", nowhere).await, "no_lesson");
    let unknown = json!({ "scene": "your-turn", "moves": [], "score": 7 });
    assert_eq!(refused(&mut client, LESSON, unknown).await, "malformed");
}

async fn rulebooks_have_no_notes_for_programmers(home: Home) {
    let server = home.start().await;
    let mut client = Client::new(server.address);
    for game in ["star_borders", "stellar_conquest", "space_infantry", "ev_nova", "starcraft"] {
        let book = get(&mut client, &format!("/api/games/{game}/book")).await.to_string();
        for note in ["opp(p)", ".json", ".csv", "[O]", "For the UI"] {
            assert!(!book.contains(note), "{game}: {note}");
        }
        let rulebook = get(&mut client, &format!("/api/games/{game}/rulebook")).await;
        let blocks = rulebook.as_array().expect("blocks");
        assert!(blocks.iter().filter(|block| block["kind"] == "picture").count() >= 3, "{game} has pictures");
    }
}
