//! A client that means harm: nothing is accepted, every request gets a clear code, the server lives.

mod common;

use std::time::Duration;

use common::{Home, Viewer, act, get, ok, refused, sit_down};
use futures_util::SinkExt as _;
use lab::client::Client;
use serde_json::json;
use server::Config;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_yours_or_not_offered_is_refused() {
    let home = Home::sqlite("refusals");
    let server = home.start().await;
    let (mut ann, mut bob, mut eve) =
        (server.guest("Ann").await, server.guest("Bob").await, server.guest("Eve").await);
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel" })).await;
    let moves = format!("/api/tables/{id}/moves");
    let before = get(&mut ann, &format!("/api/tables/{id}/scene?seat=0")).await;
    let now = before["revision"].as_u64().expect("one");
    let mut nobody = Client::new(server.address);
    assert_eq!(refused(&mut nobody, &moves, act(0, now, "fire")).await, "sign_in");
    assert_eq!(refused(&mut eve, &moves, act(0, now, "fire")).await, "not_your_seat");
    assert_eq!(refused(&mut bob, &moves, act(0, now, "fire")).await, "not_your_seat");
    assert_eq!(refused(&mut bob, &moves, act(1, now, "fire")).await, "not_your_turn");
    assert_eq!(refused(&mut ann, &moves, act(9, now, "fire")).await, "not_your_seat");
    assert_eq!(refused(&mut ann, &moves, act(0, now, "win at once")).await, "unreadable");
    assert_eq!(refused(&mut ann, &moves, act(0, now, "fire\n1 concede")).await, "unreadable");
    assert_eq!(refused(&mut ann, &moves, act(0, 0, "fire")).await, "stale");
    assert_eq!(refused(&mut ann, &moves, act(0, u64::MAX, "fire")).await, "stale");
    assert_eq!(
        refused(&mut ann, &moves, json!({ "seat": 0, "revision": now, "actions": [] })).await,
        "nothing"
    );
    let past = json!({ "seat": 0, "revision": now, "actions": ["fire", "fire"] });
    assert_eq!(refused(&mut ann, &moves, past).await, "past_seal");
    let aims = json!({ "seat": 0, "revision": now, "actions": ["aim", "aim", "aim"] });
    let denied = ann.post(&moves, &aims).await.expect("answered");
    assert_eq!((denied.status, denied.code().as_str()), (422, "denied"));
    assert_eq!(denied.json()["error"]["rule"], "DU-2", "a refusal names its rule");
    for guess in ["aaaaaaaaaaaaa", "1", "../../etc/passwd", "%00", "'; drop table journal; --"] {
        let path = format!("/api/tables/{}/moves", guess.replace(' ', "%20"));
        let answer = eve.post(&path, &act(0, now, "fire")).await.expect("answered");
        assert!([404, 405].contains(&answer.status), "{guess}: {}", answer.status);
    }
    assert_eq!(
        ann.get(&format!("/api/tables/{id}/save")).await.expect("answered").code(),
        "not_over",
        "secrets are kept"
    );
    assert_eq!(
        refused(&mut eve, &format!("/api/tables/{id}/resign"), json!({ "seat": 0 })).await,
        "not_your_seat"
    );
    assert_eq!(refused(&mut eve, &format!("/api/admin/tables/{id}/thaw"), json!({})).await, "not_admin");
    let after = get(&mut ann, &format!("/api/tables/{id}/scene?seat=0")).await;
    assert_eq!(after, before, "dice and all, the match is as it was");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn malformed_requests_get_a_code_each() {
    let home = Home::sqlite("malformed");
    let config = Config { metrics_token: Some("0123456789abcdef".to_owned()), ..Config::default() };
    let server = home.start_with(config).await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel" })).await;
    let moves = format!("/api/tables/{id}/moves");
    let mut code = async |headers: &[(&str, &str)], body: &[u8]| {
        let answer = ann.request("POST", &moves, headers, Some(body)).await.expect("answered");
        (answer.status, answer.code())
    };
    let malformed = (400, "malformed".to_owned());
    assert_eq!(code(&[], b"{").await, malformed);
    assert_eq!(code(&[], b"\xff\xfe{}").await, malformed);
    assert_eq!(code(&[], br#"{"seat":"0"}"#).await, malformed);
    assert_eq!(code(&[], br#"{"seat":0,"revision":1,"actions":["fire"],"as":"admin"}"#).await, malformed);
    assert_eq!(code(&[], br#"{"seat":0,"revision":-1,"actions":["fire"]}"#).await, malformed);
    assert_eq!(code(&[], "[".repeat(50_000).as_bytes()).await, malformed);
    assert_eq!(code(&[("content-type", "text/plain")], b"{}").await, (415, "content_type".to_owned()));
    assert_eq!(code(&[("origin", "https://evil.example")], b"{}").await, (403, "cross_site".to_owned()));
    assert_eq!(code(&[("sec-fetch-site", "cross-site")], b"{}").await, (403, "cross_site".to_owned()));
    assert_eq!(
        code(&[("idempotency-key", &"k".repeat(65))], br#"{"seat":0,"revision":1,"actions":[]}"#).await,
        malformed
    );
    assert_eq!(code(&[], &vec![b' '; 100_000]).await.0, 413);
    assert_eq!(ann.request("PUT", &moves, &[], None).await.expect("answered").status, 405);
    assert_eq!(ann.get("/api/nothing/here").await.expect("answered").code(), "not_found");
    assert_eq!(
        ann.get(&format!("/api/tables/{id}/scene?seat=x")).await.expect("answered").code(),
        "malformed"
    );
    // Not even HTTP.
    for bytes in [
        &b"\x00\x01\x02\x03\r\n\r\n"[..],
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/session HTTP/1.1\r\ncontent-length: 99999999999999999999\r\n\r\n",
    ] {
        let mut line = TcpStream::connect(server.address).await.expect("connected");
        line.write_all(bytes).await.expect("sent");
        let mut answer = Vec::new();
        let _ = tokio::time::timeout(Duration::from_secs(2), line.read_to_end(&mut answer)).await;
        assert!(
            answer.is_empty() || answer.starts_with(b"HTTP/1.1 4"),
            "{}",
            String::from_utf8_lossy(&answer)
        );
    }
    let page = ann.get("/t/whatever").await.expect("answered");
    let header = |name: &str| page.header(name).map(str::to_owned);
    assert!(
        header("content-security-policy")
            .is_some_and(|policy| policy.contains("default-src 'self'") && !policy.contains("unsafe-eval"))
    );
    assert_eq!(header("x-content-type-options").as_deref(), Some("nosniff"));
    assert_eq!(ann.get("/healthz").await.expect("answered").status, 200);
    assert_eq!(ann.get("/readyz").await.expect("answered").status, 200);
    assert_eq!(ann.get("/metrics").await.expect("answered").status, 404, "not without the token");
    let wrong = ann.request("GET", "/metrics", &[("authorization", "Bearer 0123456789abcdefg")], None).await;
    assert_eq!(wrong.expect("answered").status, 404);
    let token = [("authorization", "Bearer 0123456789abcdef")];
    let metrics = ann.request("GET", "/metrics", &token, None).await.expect("answered");
    let metrics = String::from_utf8_lossy(&metrics.body).into_owned();
    assert!(metrics.contains("starboard_requests_total"));
    assert!(metrics.contains(r#"starboard_request_seconds_bucket{le="0.05"}"#), "{metrics}");
    let description = get(&mut ann, "/api/openapi.json").await;
    assert!(description["paths"]["/api/tables/{id}/moves"]["post"].is_object());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_mutations_change_nothing() {
    let home = Home::sqlite("mutations");
    let server = home.start().await;
    let (mut ann, mut bob, mut eve) =
        (server.guest("Ann").await, server.guest("Bob").await, server.guest("Eve").await);
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel" })).await;
    let before = get(&mut bob, &format!("/api/tables/{id}/scene?seat=1")).await;
    let revision = before["revision"].as_u64().expect("one");
    let mut seed = 42u64;
    let mut roll = move |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % n
    };
    // Bob is not asked and Eve does not sit: whatever they send about the match must be refused.
    let valid: Vec<(String, String)> = vec![
        (format!("/api/tables/{id}/moves"), act(1, revision, "fire").to_string()),
        (format!("/api/tables/{id}/moves"), act(0, revision, "fire").to_string()),
        (format!("/api/tables/{id}/undo"), json!({ "seat": 0, "revision": revision }).to_string()),
        (format!("/api/tables/{id}/draft/seal?seat=0"), "{}".to_owned()),
        (format!("/api/tables/{id}/orders"), json!({ "seat": 0, "given": ["always-fire"] }).to_string()),
        (format!("/api/tables/{id}/answer"), json!({ "seat": 0, "agree": true }).to_string()),
    ];
    let mut codes = std::collections::BTreeMap::new();
    for number in 0..10_000 {
        let (path, body) = &valid[roll(valid.len())];
        let (mut path, mut body) = (path.clone().into_bytes(), body.clone().into_bytes());
        for _ in 0..roll(4) {
            let target = if roll(4) == 0 { &mut path } else { &mut body };
            if target.is_empty() {
                target.push(b'{');
            }
            let at = roll(target.len());
            match roll(4) {
                0 => target[at] = b"0123456789abc{}[]\",:/x"[roll(22)],
                1 => drop(target.remove(at)),
                2 => target.insert(at, b"0123456789abc{}[]\",:/x"[roll(22)]),
                _ => target.truncate(at + 1),
            }
        }
        let path = String::from_utf8(path).expect("ascii").replace(['{', '}', '[', ']', '"'], "_");
        let path = if path.starts_with('/') { path } else { format!("/{path}") };
        let client = if number % 2 == 0 { &mut eve } else { &mut bob };
        let answer = client.request("POST", &path, &[], Some(&body)).await.expect("the server lives");
        assert!(
            (400..500).contains(&answer.status),
            "{path} {}: {}",
            String::from_utf8_lossy(&body),
            answer.status
        );
        assert!(!answer.code().is_empty(), "a code each: {path} {}", String::from_utf8_lossy(&answer.body));
        *codes.entry(answer.code()).or_insert(0u32) += 1;
    }
    assert!(codes.len() >= 5, "{codes:?}");
    assert_eq!(get(&mut bob, &format!("/api/tables/{id}/scene?seat=1")).await, before, "{codes:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_listeners_harm_only_themselves() {
    let home = Home::sqlite("listeners");
    let server = home.start().await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel", "scenario": "hull-250" })).await;
    // A foreign page with the player's cookie.
    let mut line = TcpStream::connect(server.address).await.expect("connected");
    let cookie = ann.cookie().expect("a session");
    let upgrade = format!(
        "GET /api/tables/{id}/live?seat=0 HTTP/1.1\r\nhost: {0}\r\norigin: https://evil.example\r\ncookie: {cookie}\r\n\
         connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address
    );
    line.write_all(upgrade.as_bytes()).await.expect("sent");
    let mut answer = [0; 12];
    line.read_exact(&mut answer).await.expect("answered");
    assert_eq!(&answer, b"HTTP/1.1 403");
    // Somebody who never reads, somebody who sends a huge frame, somebody who sends nonsense.
    let slow = Viewer::follow(&bob, &id, "?seat=1").await;
    let mut huge = bob.subscribe(&id, "?seat=1").await.expect("a stream");
    let _ = huge.send(tokio_tungstenite::tungstenite::Message::Binary(vec![7; 1 << 20].into())).await;
    let mut good = Viewer::follow(&ann, &id, "?seat=0").await;
    good.until("the scene", |view| !view.doc.is_null()).await;
    for _ in 0..150 {
        let seat = u8::from(good.asked(1));
        let client = if seat == 0 { &mut ann } else { &mut bob };
        let revision = good.revision;
        ok(client, &format!("/api/tables/{id}/moves"), act(seat, revision, "fire")).await;
        good.until("the move", |view| view.revision > revision).await;
    }
    // The slow one catches up with the whole scene, and nothing is missing.
    let mut slow = slow;
    let seq = good.seq;
    slow.until("everything", |view| view.seq >= seq).await;
    assert_eq!(slow.doc["view"]["hull"], good.doc["view"]["hull"]);
    assert_eq!(slow.log.len(), good.log.len());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_many_requests_are_slowed_down() {
    let home = Home::sqlite("limits");
    let stop = tokio_util::sync::CancellationToken::new();
    let config = Config {
        port: 0,
        database: home.database.clone(),
        rate_limit: 0,
        login_rate_limit: 3,
        account_rate_limit: 2,
        table_limit: 2,
        ..Config::default()
    };
    let running = server::start(config, common::duel::catalog(), stop.clone()).await.expect("started");
    let mut ann = Client::guest(running.address, "Ann").await.expect("a guest");
    let mut eve = Client::new(running.address);
    let mut codes = Vec::new();
    for _ in 0..5 {
        codes.push(refused(&mut eve, "/api/session", json!({ "name": "Ann", "password": "guess" })).await);
    }
    assert_eq!(codes, ["wrong_password", "wrong_password", "rate", "rate", "rate"], "per address");
    ok(&mut ann, "/api/tables", json!({ "game": "duel", "seats": [{ "kind": "me" }] })).await;
    ok(&mut ann, "/api/tables", json!({ "game": "duel", "seats": [{ "kind": "me" }] })).await;
    get(&mut ann, "/api/my/tables").await;
    let mut codes = Vec::new();
    for _ in 0..12 {
        codes.push(
            refused(&mut ann, "/api/tables", json!({ "game": "duel", "seats": [{ "kind": "me" }] })).await,
        );
    }
    assert!(
        codes.contains(&"too_many_tables".to_owned()) && codes.contains(&"rate".to_owned()),
        "per account: {codes:?}"
    );
    stop.cancel();
    running.join().await.expect("stops");
}
