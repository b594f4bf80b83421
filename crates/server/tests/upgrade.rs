//! A database of the previous release is opened, and everything in it goes on.

mod common;

use common::{Home, act, get, ok};
use lab::client::Client;
use serde_json::json;
use sqlx::{Connection as _, Executor as _};

/// Writes the database of release 0.1: accounts Ann and Bob, a running match (with a takeback and a clock), one on a
/// scenario file of a player, a resigned one, an open table.
async fn restore(home: &Home) {
    let url = format!("sqlite://{}?mode=rwc", home.database);
    let mut connection = sqlx::SqliteConnection::connect(&url).await.expect("created");
    connection.execute(include_str!("data/release_0_1.sql")).await.expect("restored");
    connection.close().await.expect("closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_of_the_previous_release_opens_and_goes_on() {
    let home = Home::sqlite("upgrade");
    restore(&home).await;
    let server = home.start().await;
    let (mut ann, mut bob) = (Client::new(server.address), Client::new(server.address));
    ok(&mut ann, "/api/session", json!({ "name": "Ann", "password": "correct horse" })).await;
    ok(&mut bob, "/api/session", json!({ "name": "Bob", "password": "battery staple" })).await;
    let mut frozen = 0;
    for (id, status, revision) in [
        ("5467bt683vy5n", "playing", 58),
        ("kqj5p2vcgj3bw", "playing", 10),
        ("87nveafz94kk3", "over", 15),
        ("4azaimhc4aeix", "open", 0),
    ] {
        let path = format!("/api/tables/{id}");
        let info = get(&mut ann, &path).await;
        // Star Borders has newer rules than the release: a match they cannot play is frozen, and says why.
        if info["status"] == "frozen" {
            assert!(info["frozen"].as_str().is_some_and(|why| why.contains("cannot be played")), "{info}");
            frozen += 1;
            continue;
        }
        assert_eq!(
            (info["status"].as_str(), info["revision"].as_u64()),
            (Some(status), Some(revision)),
            "{info}"
        );
        if status == "playing" {
            let seat = u8::from(info["seats"][1]["asked"] == true);
            let client = if seat == 0 { &mut ann } else { &mut bob };
            let scene = get(client, &format!("{path}/scene?seat={seat}")).await;
            let action = scene["prompt"]["choices"][0]["action"].as_str().expect("a choice").to_owned();
            ok(client, &format!("{path}/moves"), act(seat, revision, &action)).await;
        }
    }
    assert!(frozen < 4, "what has not started can always start");
    // The old program can still read every journal: nothing in them was changed.
    let old = home.count("select count(*) from journal where at < 1794969000000").await;
    assert_eq!(old, 85);
    let mine = get(&mut ann, "/api/my/tables").await;
    assert_eq!(mine["tables"].as_array().map(Vec::len), Some(4));
    assert_eq!(home.count("select count(*) from tables where host = 1").await, 4, "hosts are known");
    server.stop().await;
}
