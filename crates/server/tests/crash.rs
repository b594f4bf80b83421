//! Power cuts: the server, or its database, dies under load; every acknowledged move is there afterwards.

mod common;

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use common::{Home, act, get, postgres::Cluster, sit_down};
use lab::{client::Client, load::Process};
use serde_json::json;

const TABLES: usize = 12;

/// The example `duel_server`: a server that can be killed. `cargo test` and nextest build it beside the tests.
fn program() -> PathBuf {
    let tests = std::env::current_exe().expect("a path");
    let target = tests.parent().and_then(|deps| deps.parent()).expect("target/PROFILE/deps");
    let program = target.join("examples/duel_server");
    assert!(program.exists(), "{} is missing: cargo test -p server --no-run", program.display());
    program
}

struct Played {
    id: String,
    ann: Client,
    bob: Client,
    /// The revision of the last acknowledged move.
    acknowledged: u64,
}

async fn open_tables(address: std::net::SocketAddr) -> Vec<Arc<Mutex<Played>>> {
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        let mut ann = Client::guest(address, "Ann").await.expect("a guest");
        let mut bob = Client::guest(address, "Bob").await.expect("a guest");
        let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel", "scenario": "hull-250" })).await;
        tables.push(Arc::new(Mutex::new(Played { id, ann, bob, acknowledged: 0 })));
    }
    tables
}

/// Moves acknowledged so far, over all tables.
static MOVES: AtomicU64 = AtomicU64::new(0);

/// Plays one table as fast as it goes, until the server stops answering.
async fn play(table: Arc<Mutex<Played>>, address: std::net::SocketAddr) {
    let (id, mut ann, mut bob) = {
        let table = table.lock().expect("no panic");
        (table.id.clone(), table.ann.at(address), table.bob.at(address))
    };
    let path = format!("/api/tables/{id}");
    let Ok(info) = ann.get(&path).await else { return };
    let (Some(mut revision), Some(asked)) =
        (info.json()["revision"].as_u64(), info.json()["seats"][1]["asked"].as_bool())
    else {
        return;
    };
    let mut seat = u8::from(asked);
    loop {
        let client = if seat == 0 { &mut ann } else { &mut bob };
        let key = format!("{seat}-{revision}");
        let Ok(answer) = client.post_once(&format!("{path}/moves"), &key, &act(seat, revision, "fire")).await
        else {
            return;
        };
        if answer.status != 200 {
            return;
        }
        revision = answer.json()["revision"].as_u64().expect("a number");
        table.lock().expect("no panic").acknowledged = revision;
        MOVES.fetch_add(1, Ordering::Relaxed);
        seat = 1 - seat;
    }
}

/// Is everything there that was acknowledged, and can every table be played on?
async fn check(tables: &[Arc<Mutex<Played>>], address: std::net::SocketAddr) {
    for table in tables {
        let (id, mut ann, mut bob, acknowledged) = {
            let table = table.lock().expect("no panic");
            (table.id.clone(), table.ann.at(address), table.bob.at(address), table.acknowledged)
        };
        let info = get(&mut ann, &format!("/api/tables/{id}")).await;
        let revision = info["revision"].as_u64().expect("a number");
        assert!(revision >= acknowledged, "table {id}: {acknowledged} was acknowledged, {revision} is there");
        if info["status"] == "over" {
            assert_eq!(get(&mut ann, &format!("/api/tables/{id}/verify")).await, json!({ "fair": true }));
            let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel", "scenario": "hull-250" })).await;
            *table.lock().expect("no panic") = Played { id, ann, bob, acknowledged: 0 };
            continue;
        }
        assert_eq!(info["status"], "playing", "{info}");
        let seat = u8::from(info["seats"][1]["asked"] == true);
        let client = if seat == 0 { &mut ann } else { &mut bob };
        common::ok(client, &format!("/api/tables/{id}/moves"), act(seat, revision, "fire")).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_power_cuts_lose_no_acknowledged_move() {
    let home = Home::sqlite("powercuts");
    let mut server = Process::start(&program(), home.folder(), None).await.expect("started");
    let tables = open_tables(server.address).await;
    let mut moves = 0;
    for round in 0..20 {
        let address = server.address;
        let players: Vec<_> = tables.iter().map(|table| tokio::spawn(play(table.clone(), address))).collect();
        tokio::time::sleep(Duration::from_millis(150 + round * 13)).await;
        // A busy machine may need longer for the first move of a round.
        for _ in 0..500 {
            if MOVES.load(Ordering::Relaxed) > moves {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        server.kill().await;
        for player in players {
            player.await.expect("no panic");
        }
        server = Process::start(&program(), home.folder(), None).await.expect("started again");
        check(&tables, server.address).await;
        let now = MOVES.load(Ordering::Relaxed);
        assert!(now > moves, "round {round}: there was load");
        moves = now;
    }
    server.kill().await;
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn a_server_takes_its_memory_in_small_pages() {
    let home = Home::sqlite("pages");
    let mut server = Process::start(&program(), home.folder(), None).await.expect("started");
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).expect("it runs");
    let large = status.lines().find_map(|line| line.strip_prefix("THP_enabled:"));
    // Older systems do not tell.
    assert!(large.is_none_or(|large| large.trim() == "0"), "{status}");
    server.kill().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_dies_twenty_times_under_load_loses_no_acknowledged_move() {
    let cluster = Cluster::start("crash");
    let home = Home::postgres(&cluster, "crash");
    let server = home.start().await;
    let tables = open_tables(server.address).await;
    let mut moves = 0;
    for round in 0..20 {
        let address = server.address;
        let players: Vec<_> = tables.iter().map(|table| tokio::spawn(play(table.clone(), address))).collect();
        tokio::time::sleep(Duration::from_millis(400)).await;
        cluster.down();
        for player in players {
            player.await.expect("no panic");
        }
        let refused = Client::new(address).get("/readyz").await.expect("the server lives").status;
        assert_eq!(refused, 503, "not ready without its database");
        cluster.up();
        let mut ready = 0;
        for _ in 0..100 {
            ready = Client::new(address).get("/readyz").await.expect("the server lives").status;
            if ready == 200 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert_eq!(ready, 200, "it comes back by itself");
        check(&tables, address).await;
        let now = MOVES.load(Ordering::Relaxed);
        assert!(now > moves, "round {round}: there was load");
        moves = now;
    }
    server.stop().await;
}
