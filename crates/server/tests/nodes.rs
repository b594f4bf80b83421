//! Several servers on one PostgreSQL that fails: every table goes on, and all servers show the same soon after it is back.

mod common;

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use common::{Home, Viewer, act, get, ok, postgres::Cluster, sit_down};
use lab::client::Client;
use serde_json::json;

/// One table with a player on each server.
struct Match {
    id: String,
    players: [Client; 2],
    acknowledged: Arc<AtomicU64>,
}

/// Plays until `stop`: each move on the server of its player. Failures are tried again with the same key.
async fn play(mut table: Match, stop: Arc<AtomicBool>) -> Match {
    let path = format!("/api/tables/{}", table.id);
    while !stop.load(Ordering::Relaxed) {
        let seats = [table.players[0].with_new_connection(), table.players[1].with_new_connection()];
        let moved = async {
            let mut seats = seats;
            let info = seats[0].get(&path).await.ok()?.json();
            let revision = info["revision"].as_u64()?;
            let seat = usize::from(info["seats"][1]["asked"] == true);
            let key = format!("{seat}-{revision}");
            let body = act(seat as u8, revision, "fire");
            let answer = seats[seat].post_once(&format!("{path}/moves"), &key, &body).await.ok()?;
            (answer.status == 200).then(|| answer.json()["revision"].as_u64())?
        };
        match moved.await {
            Some(revision) => {
                table.acknowledged.fetch_max(revision, Ordering::Relaxed);
                // Slow enough for matches that last the whole trial.
                tokio::time::sleep(Duration::from_millis(8)).await;
            }
            None => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
    table.players = [table.players[0].with_new_connection(), table.players[1].with_new_connection()];
    table
}

/// Until both servers show the same revision of every table, at least the acknowledged one; how long that took.
async fn equal(tables: &[Match], servers: [SocketAddr; 2]) -> Duration {
    let began = Instant::now();
    for table in tables {
        let path = format!("/api/tables/{}", table.id);
        loop {
            let mut seen = [0; 2];
            for (server, seen) in servers.iter().zip(&mut seen) {
                if let Ok(answer) = table.players[0].at(*server).get(&path).await {
                    *seen = answer.json()["seq"].as_u64().unwrap_or(0);
                }
            }
            let acknowledged = table.acknowledged.load(Ordering::Relaxed);
            if seen[0] == seen[1] && seen[0] >= acknowledged {
                break;
            }
            assert!(
                began.elapsed() < Duration::from_secs(30),
                "table {}: the servers show {seen:?}, {acknowledged} was acknowledged",
                table.id
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    began.elapsed()
}

/// How the database fails.
#[derive(Clone, Copy, Debug)]
enum Outage {
    /// The process is gone for a while.
    Down(Duration),
    /// It restarts at once.
    Restart,
    /// All connections are cut, without a restart.
    Cut,
}

async fn outages(name: &str, count: usize, outages: &[Outage]) -> (u64, Duration) {
    let cluster = Cluster::start(name);
    let home = Home::postgres(&cluster, "nodes");
    let (one, two) = (home.start().await, home.start().await);
    let servers = [one.address, two.address];
    let mut tables = Vec::new();
    let mut views = Vec::new();
    for _ in 0..count {
        let (mut ann, mut bob) = (one.guest("Ann").await, two.guest("Bob").await);
        let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel", "scenario": "hull-250" })).await;
        // Streams on both servers: they have to catch up without a request.
        for (client, seat) in [(&ann, "?seat=0"), (&bob, "?seat=1")] {
            let (mut view, seq) = (Viewer::follow(client, &id, seat).await, Arc::new(AtomicU64::new(0)));
            views.push((id.clone(), seq.clone()));
            tokio::spawn(async move {
                while view.read().await && view.bye.is_none() {
                    seq.store(view.seq, Ordering::Relaxed);
                }
            });
        }
        tables.push(Match { id, players: [ann, bob], acknowledged: Arc::default() });
    }
    let mut slowest = Duration::ZERO;
    for &outage in outages {
        let stop = Arc::new(AtomicBool::new(false));
        let playing: Vec<_> = tables.drain(..).map(|table| tokio::spawn(play(table, stop.clone()))).collect();
        tokio::time::sleep(Duration::from_millis(700)).await;
        match outage {
            Outage::Down(time) => {
                cluster.down();
                tokio::time::sleep(time).await;
                cluster.up();
            }
            Outage::Restart => {
                cluster.down();
                cluster.up();
            }
            Outage::Cut => {
                home.count(
                    "select count(pg_terminate_backend(pid)) from pg_stat_activity \
                     where application_name = 'starboard' and pid <> pg_backend_pid()",
                )
                .await;
            }
        }
        let back = Instant::now();
        stop.store(true, Ordering::Relaxed);
        for playing in playing {
            tables.push(playing.await.expect("no panic"));
        }
        equal(&tables, servers).await;
        slowest = slowest.max(back.elapsed());
        // Every table goes on.
        for table in &mut tables {
            let path = format!("/api/tables/{}", table.id);
            let info = get(&mut table.players[0], &path).await;
            if info["status"] == "over" {
                continue;
            }
            let revision = info["revision"].as_u64().expect("a number");
            let seat = usize::from(info["seats"][1]["asked"] == true);
            let mut client = table.players[seat].with_new_connection();
            let moved = ok(&mut client, &format!("{path}/moves"), act(seat as u8, revision, "fire")).await;
            table.acknowledged.fetch_max(moved["revision"].as_u64().expect("a number"), Ordering::Relaxed);
        }
        println!("{outage:?}: equal {:?} after the database was back", back.elapsed());
    }
    // The streams have followed through all of it.
    for (id, shown) in views {
        let seq =
            get(&mut tables[0].players[0].with_new_connection(), &format!("/api/tables/{id}")).await["seq"]
                .as_u64();
        let seq = seq.expect("a number");
        let began = Instant::now();
        while shown.load(Ordering::Relaxed) < seq {
            let at = shown.load(Ordering::Relaxed);
            assert!(began.elapsed() < Duration::from_secs(5), "a stream of {id} is at {at}, not {seq}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    let moves = tables.iter().map(|table| table.acknowledged.load(Ordering::Relaxed)).sum();
    one.stop().await;
    two.stop().await;
    (moves, slowest)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_are_equal_again_soon_after_an_outage() {
    let (_, slowest) =
        outages("outages", 8, &[Outage::Cut, Outage::Restart, Outage::Down(Duration::from_secs(5))]).await;
    assert!(slowest < Duration::from_secs(10), "{slowest:?}");
}

/// `STARBOARD_TRIALS=1 cargo test -p server --test nodes -- --nocapture`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn trial_of_ten_outages() {
    if std::env::var_os("STARBOARD_TRIALS").is_none() {
        eprintln!("a trial of six minutes: set STARBOARD_TRIALS=1 to run it");
        return;
    }
    let down = |seconds| Outage::Down(Duration::from_secs(seconds));
    let trial = [
        down(5),
        down(40),
        Outage::Cut,
        down(60),
        Outage::Restart,
        down(20),
        down(10),
        Outage::Cut,
        down(30),
        down(15),
    ];
    let (moves, slowest) = outages("trial", 20, &trial).await;
    println!("{moves} acknowledged entries, none lost; equal within {slowest:?} of the database's return");
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
}
