//! Clients that try to stop the server: half-sent requests, idle sockets, expensive scenario files. Others are served.

mod common;

use std::{
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use common::{Home, act, get, ok, sit_down};
use lab::client::Client;
use serde_json::json;
use server::Config;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpSocket, TcpStream},
    process::{Child, Command},
};

/// A server process with a limit of open files and the usual limits per address.
struct Limited {
    address: SocketAddr,
    child: Child,
}

impl Limited {
    async fn start(program: &Path, folder: &Path, files: u32) -> Self {
        let serve = format!(
            "ulimit -n {files} && exec {} serve --port 0 --log warn --data {} --login-rate-limit 0 --table-limit 100000",
            program.display(),
            folder.display()
        );
        let mut command = Command::new("sh");
        command.args(["-c", &serve]).stdin(Stdio::null()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut child = command.spawn().expect("sh can be run");
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let address = loop {
            let line = lines.next_line().await.expect("read").expect("the server starts");
            if let Some((_, address)) = line.split_once("http://") {
                break address.trim().parse().expect("an address");
            }
        };
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Self { address, child }
    }
}

/// `STARBOARD_SERVER`, or the example `duel_server` that `cargo test` and nextest build beside the tests.
fn program() -> PathBuf {
    if let Some(program) = std::env::var_os("STARBOARD_SERVER") {
        return program.into();
    }
    let tests = std::env::current_exe().expect("a path");
    let target = tests.parent().and_then(|deps| deps.parent()).expect("target/PROFILE/deps");
    target.join("examples/duel_server")
}

/// A connection from 127.0.N.M, so that it counts as another address.
async fn from(source: [u8; 2], to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((Ipv4Addr::new(127, 0, source[0], source[1]), 0).into())?;
    tokio::time::timeout(Duration::from_secs(5), socket.connect(to)).await?
}

/// Half a request head.
const HALF: &[u8] = b"POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-le";

/// Sockets of an attacker, `count` from each source address; those that the server refuses are dropped.
async fn attack(to: SocketAddr, sources: &[[u8; 2]], count: usize, send: &[u8]) -> Vec<TcpStream> {
    let mut sockets = Vec::new();
    for &source in sources {
        for _ in 0..count {
            if let Ok(mut socket) = from(source, to).await {
                let _ = socket.write_all(send).await;
                sockets.push(socket);
            }
        }
    }
    sockets
}

/// Plays moves of the example game for `time`, on a new connection each; the longest time a move took.
async fn slowest_move(address: SocketAddr, moves: usize) -> Duration {
    let (mut ann, mut bob) = (
        Client::guest(address, "Ann").await.expect("a guest"),
        Client::guest(address, "Bob").await.expect("a guest"),
    );
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel", "scenario": "hull-250" })).await;
    let path = format!("/api/tables/{id}");
    let mut revision = get(&mut ann, &path).await["revision"].as_u64().expect("a number");
    let mut slowest = Duration::ZERO;
    for number in 0..moves {
        let seat = (number % 2) as u8;
        let mut client = if seat == 0 { ann.with_new_connection() } else { bob.with_new_connection() };
        let began = Instant::now();
        let accepted = ok(&mut client, &format!("{path}/moves"), act(seat, revision, "fire")).await;
        slowest = slowest.max(began.elapsed());
        revision = accepted["revision"].as_u64().expect("a number");
    }
    slowest
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_sent_requests_and_idle_sockets_of_one_address_leave_others_served() {
    let home = Home::sqlite("half-sent");
    let mut server = Limited::start(&program(), home.folder(), 1_024).await;
    let half_sent = attack(server.address, &[[0, 2]], 1_300, HALF).await;
    let idle = attack(server.address, &[[0, 3]], 3_000, b"").await;
    let slowest = slowest_move(server.address, 50).await;
    assert!(slowest < Duration::from_secs(2), "{slowest:?}");
    drop((half_sent, idle));
    server.child.kill().await.expect("killed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_sent_requests_of_many_addresses_leave_others_served() {
    let home = Home::sqlite("many-addresses");
    let mut server = Limited::start(&program(), home.folder(), 1_024).await;
    let sources: Vec<[u8; 2]> = (0..130).map(|n| [1, n + 1]).collect();
    let half_sent = attack(server.address, &sources, 10, HALF).await;
    assert!(half_sent.len() > 1_000, "more than the server has handles: {}", half_sent.len());
    let slowest = slowest_move(server.address, 50).await;
    assert!(slowest < Duration::from_secs(2), "{slowest:?}");
    server.child.kill().await.expect("killed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_half_sent_request_ends_by_its_deadline() {
    let home = Home::sqlite("deadline");
    let server = home.start().await;
    let mut head = from([0, 2], server.address).await.expect("connected");
    head.write_all(HALF).await.expect("sent");
    let mut body = from([0, 2], server.address).await.expect("connected");
    let half = b"POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{";
    body.write_all(half).await.expect("sent");
    let deadline = Duration::from_secs(25);
    let mut bytes = Vec::new();
    let closed = tokio::time::timeout(deadline, head.read_to_end(&mut bytes)).await;
    closed.expect("the head has a deadline").expect("closed");
    let mut answer = [0; 12];
    let answered = tokio::time::timeout(deadline, body.read_exact(&mut answer)).await;
    answered.expect("the body has a deadline").expect("answered");
    assert_eq!(&answer, b"HTTP/1.1 408");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shutdown_does_not_wait_for_half_sent_requests() {
    let home = Home::sqlite("shutdown");
    let server = home.start().await;
    let mut idle = attack(server.address, &[[0, 2]], 20, HALF).await;
    let half = b"POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{";
    idle.extend(attack(server.address, &[[0, 3]], 20, half).await);
    tokio::time::sleep(Duration::from_millis(200)).await;
    let began = Instant::now();
    server.stop().await;
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
}

/// A scenario file of about 256 kB in which every line is wrong.
fn hostile_file() -> serde_json::Value {
    let template = include_str!("../../../data/star_borders/template.toml");
    let (head, tail) = template.split_once("ships = [\n").expect("the template lists ships");
    let wrong = "{class='Nothing',at='XX9'},\n".repeat(8_500);
    json!({ "name": "x.toml", "text": format!("{head}ships = [\n{wrong}{tail}") })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_scenario_files_do_not_hold_up_requests() {
    let home = Home::sqlite("scenarios");
    let server = home.start_with(Config { scenario_rate_limit: 0, ..Config::default() }).await;
    let address = server.address;
    let checks: Vec<_> = (0..6)
        .map(|_| {
            tokio::spawn(async move {
                let mut eve = Client::new(address);
                eve.post("/api/games/star_borders/check", &hostile_file()).await.expect("answered")
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(100)).await;
    let slowest = slowest_move(address, 40).await;
    assert!(slowest < Duration::from_millis(1_500), "{slowest:?}");
    for check in checks {
        let answer = check.await.expect("no panic");
        if answer.status == 200 {
            assert_eq!(answer.json()["errors"].as_array().map(Vec::len), Some(101), "the list has an end");
        } else {
            assert_eq!(answer.code(), "rate", "or it waited too long");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn scenario_checks_have_a_limit_per_address() {
    let home = Home::sqlite("check-limit");
    let server = home.start_with(Config { scenario_rate_limit: 3, ..Config::default() }).await;
    let mut eve = Client::new(server.address);
    let file = json!({ "name": "x.toml", "text": "id = 1" });
    let mut codes = Vec::new();
    for _ in 0..5 {
        codes.push(eve.post("/api/games/star_borders/check", &file).await.expect("answered").code());
    }
    assert_eq!(codes, ["", "", "", "rate", "rate"]);
    server.stop().await;
}

/// The figure of docs/operate.md: moves while everything above runs at once.
///
/// `STARBOARD_TRIALS=1 STARBOARD_SERVER=target/release/starboard cargo test -p server --test attack -- --nocapture`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn trial_of_moves_under_attack() {
    if std::env::var_os("STARBOARD_TRIALS").is_none() {
        eprintln!("a measurement of a minute: set STARBOARD_TRIALS=1 to run it");
        return;
    }
    let home = Home::sqlite("trial");
    let mut server = Limited::start(&program(), home.folder(), 1_024).await;
    let address = server.address;
    let half_sent = attack(address, &[[0, 2]], 1_300, HALF).await;
    let idle = attack(address, &[[0, 3]], 3_000, b"").await;
    let again = tokio::spawn(async move {
        // Refused ones come again and again.
        loop {
            drop(attack(address, &[[0, 4]], 20, HALF).await);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
    let files = tokio::spawn(async move {
        let body = hostile_file().to_string();
        let head = format!(
            "POST /api/games/star_borders/check HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        let mut source = 0;
        loop {
            // From many addresses, so that the limit per address does not help.
            source = (source + 1) % 200;
            if let Ok(mut socket) = from([5, source + 1], address).await {
                let (head, body) = (head.clone(), body.clone());
                tokio::spawn(async move {
                    let _ = socket.write_all(head.as_bytes()).await;
                    let _ = socket.write_all(body.as_bytes()).await;
                    let _ = socket.read_to_end(&mut Vec::new()).await;
                });
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    });
    let game = if std::env::var_os("STARBOARD_SERVER").is_some() { "star_borders" } else { "duel" };
    let (mut ann, mut bob) = (
        Client::guest(address, "Ann").await.expect("a guest"),
        Client::guest(address, "Bob").await.expect("a guest"),
    );
    let mut times = Vec::new();
    let began = Instant::now();
    while began.elapsed() < Duration::from_mins(1) {
        let id = sit_down(&mut ann, &mut bob, json!({ "game": game })).await;
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
            tokio::time::sleep(Duration::from_millis(80)).await;
            if began.elapsed() > Duration::from_mins(1) {
                break;
            }
        }
        // Refused where the match came to its end by itself.
        ann.post(&format!("{path}/resign"), &json!({ "seat": 0 })).await.expect("answered");
    }
    again.abort();
    files.abort();
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{} moves under attack ({} half-sent and {} idle sockets tried): p50 {:?}, p99 {:?}, max {:?}",
        times.len(),
        half_sent.len(),
        idle.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    assert!(at(0.99) < Duration::from_millis(100), "p99 {:?}", at(0.99));
    server.child.kill().await.expect("killed");
}
