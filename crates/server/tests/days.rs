//! The challenge of the day, on SQLite and on PostgreSQL alike. A test clock decides which day it is.

#[macro_use]
mod common;

use std::time::Duration;

use common::{Home, act, get, ok, refused};
use lab::client::Client;
use serde_json::{Value, json};
use server::{Config, TimeSource};
use wire::{DayPage, DayRanking, TableInfo};

suite!(
    an_account_has_one_counted_attempt_per_day,
    a_closed_day_reveals_its_seed_and_its_matches,
    an_attempt_gets_no_help_and_no_spectators,
    a_day_survives_a_restart,
    equal_points_share_a_rank,
);

const DAY_MS: i64 = 86_400_000;

/// A server at 01:00 of a day, and its clock.
async fn start(home: &Home) -> (common::Live, TimeSource) {
    let time = TimeSource::default();
    let since_midnight = time.now().rem_euclid(DAY_MS);
    time.advance(Duration::from_millis((DAY_MS - since_midnight + 3_600_000) as u64));
    let server = home.start_with(Config { time: time.clone(), ..Config::default() }).await;
    (server, time)
}

const ONE_DAY: Duration = Duration::from_millis(DAY_MS as u64);

/// A player with an account.
async fn player(server: &common::Live, name: &str) -> Client {
    let mut client = Client::new(server.address);
    ok(&mut client, "/api/account", json!({ "name": name, "password": "correct horse" })).await;
    client
}

async fn log_in(client: &mut Client, name: &str) {
    ok(client, "/api/session", json!({ "name": name, "password": "correct horse" })).await;
}

async fn days(client: &mut Client) -> DayPage {
    serde_json::from_value(get(client, "/api/days").await).expect("a page of days")
}

async fn ranking(client: &mut Client, day: &str) -> DayRanking {
    serde_json::from_value(get(client, &format!("/api/days/{day}")).await).expect("a ranking")
}

async fn attempt(client: &mut Client) -> TableInfo {
    serde_json::from_value(ok(client, "/api/days/today/start", json!({})).await).expect("a table")
}

async fn resign(client: &mut Client, table: &str) {
    ok(client, &format!("/api/tables/{table}/resign"), json!({ "seat": 0 })).await;
}

async fn view(client: &mut Client, table: &str) -> Value {
    get(client, &format!("/api/tables/{table}/scene?seat=0")).await["view"].clone()
}

async fn refused_get(client: &mut Client, path: &str) -> String {
    let answer = client.get(path).await.expect("answered");
    assert!(answer.status >= 400, "{path} was answered");
    answer.code()
}

async fn an_account_has_one_counted_attempt_per_day(home: Home) {
    let (server, _time) = start(&home).await;
    let mut guest = server.guest("Guest").await;
    let today = days(&mut guest).await.days.remove(0);
    assert!(today.open && today.seed.is_none() && today.mine.is_none(), "{today:?}");
    assert_eq!((today.commitment.len(), today.players, today.won_percent), (64, 0, None));
    // A guest could try again under another name.
    assert_eq!(refused(&mut guest, "/api/days/today/start", json!({})).await, "account_needed");
    let mut stranger = Client::new(server.address);
    assert_eq!(refused(&mut stranger, "/api/days/today/start", json!({})).await, "sign_in");

    let mut ann = player(&server, "Ann").await;
    let table = attempt(&mut ann).await;
    assert_eq!((table.status, table.commitment.as_str()), (wire::Status::Playing, today.commitment.as_str()));
    assert_eq!((table.scenario.as_str(), table.game.as_str()), (today.scenario.as_str(), "space_infantry"));
    let challenge = table.challenge.clone().expect("a counted attempt");
    assert_eq!((challenge.day.as_str(), challenge.open), (today.day.as_str(), true));
    let again = format!("/api/days/{}/start", today.day);
    assert_eq!(refused(&mut ann, &again, json!({})).await, "already_attempted");
    let mine = days(&mut ann).await.days.remove(0).mine.expect("started");
    assert_eq!((mine.table.as_deref(), mine.over, mine.points), (Some(table.id.as_str()), false, None));

    // Two requests of one account at the same moment.
    let (mut bob, mut other) = (player(&server, "Bob").await, Client::new(server.address));
    log_in(&mut other, "Bob").await;
    let body = json!({});
    let (one, two) =
        tokio::join!(bob.post("/api/days/today/start", &body), other.post("/api/days/today/start", &body));
    let mut answers = [one, two].map(|answer| answer.expect("answered").status);
    answers.sort_unstable();
    assert_eq!(answers, [201, 409]);

    // Giving up counts.
    resign(&mut ann, &table.id).await;
    assert_eq!(refused(&mut ann, &again, json!({})).await, "already_attempted");
    let DayRanking { day, ranking } = ranking(&mut bob, "today").await;
    assert_eq!((day.players, day.winners, day.won_percent), (2, 0, Some(0)));
    let rows: Vec<_> = ranking.iter().map(|row| (row.name.as_str(), row.rank, row.over)).collect();
    assert_eq!(rows, [("Ann", Some(1), true), ("Bob", None, false)]);
    assert!(ranking[0].points.is_some() && ranking[0].text.contains("resigned"), "{ranking:?}");
    assert!(ranking[0].table.is_none() && ranking[1].table.is_some(), "only the own table is named");

    // Days that cannot be played.
    for (day, code) in
        [("9999-12-31", "day_not_open"), ("2020-02-30", "day"), ("soon", "day"), ("2020-01-01", "no_day")]
    {
        assert_eq!(refused(&mut ann, &format!("/api/days/{day}/start"), json!({})).await, code, "{day}");
        assert_eq!(refused_get(&mut ann, &format!("/api/days/{day}")).await, code, "{day}");
    }
    assert_eq!(refused_get(&mut ann, "/api/days?before=x").await, "day");
    assert_eq!(refused(&mut ann, "/api/days/today/practice", json!({})).await, "day_open");
    server.stop().await;
}

async fn a_closed_day_reveals_its_seed_and_its_matches(home: Home) {
    let (server, time) = start(&home).await;
    let (mut ann, mut bob) = (player(&server, "Ann").await, player(&server, "Bob").await);
    let day = days(&mut ann).await.days.remove(0);
    let (of_bob, of_ann) = (attempt(&mut bob).await, attempt(&mut ann).await);
    let opening = view(&mut ann, &of_ann.id).await;
    assert_eq!(view(&mut bob, &of_bob.id).await, opening, "the same tokens and dice for every account");
    resign(&mut ann, &of_ann.id).await;

    time.advance(ONE_DAY);
    let closed = ranking(&mut bob, &day.day).await;
    assert!(!closed.day.open);
    let seed = table::Seed::from_hex(closed.day.seed.as_deref().expect("revealed")).expect("a seed");
    assert_eq!(seed.commitment(), day.commitment);
    assert_eq!(refused(&mut ann, &format!("/api/days/{}/start", day.day), json!({})).await, "day_closed");
    // Replays of the others are open now, and provable.
    let path = format!("/api/tables/{}", closed.ranking[0].table.as_deref().expect("named"));
    assert_eq!(get(&mut bob, &format!("{path}/verify")).await, json!({ "fair": true }));
    assert_eq!(get(&mut bob, &path).await["seed"], json!(seed.to_hex()));
    assert_eq!(get(&mut bob, &path).await["challenge"]["open"], json!(false));

    // An attempt that runs on is not counted, but it can be ended, with hints.
    ok(&mut bob, &format!("/api/tables/{}/hint?seat=0&level=greedy", of_bob.id), json!({})).await;
    resign(&mut bob, &of_bob.id).await;
    let after = ranking(&mut ann, &day.day).await;
    let late = after.ranking.iter().find(|row| row.name == "Bob").expect("listed");
    assert_eq!((late.rank, late.points, late.won, late.over), (None, None, false, true));
    assert!(late.text.contains("after the day had closed"), "{late:?}");
    assert_eq!((after.day.players, after.day.won_percent), (2, Some(0)));

    // Guests may practise; the opening is the one of the day.
    let mut guest = server.guest("Guest").await;
    let practice = ok(&mut guest, &format!("/api/days/{}/practice", day.day), json!({})).await;
    assert!(practice["challenge"].is_null());
    assert_eq!(view(&mut guest, practice["id"].as_str().expect("an id")).await, opening);

    let listed = days(&mut ann).await.days;
    assert_eq!(listed.len(), 2, "today and yesterday");
    assert!(listed[0].open && listed[0].mine.is_none() && listed[1].mine.is_some());
    assert_ne!(listed[0].commitment, day.commitment);
    assert_ne!(listed[0].scenario, day.scenario, "the levels take turns");
    attempt(&mut ann).await;
    server.stop().await;
}

async fn an_attempt_gets_no_help_and_no_spectators(home: Home) {
    let (server, _time) = start(&home).await;
    let (mut ann, mut eve) = (player(&server, "Ann").await, player(&server, "Eve").await);
    let table = attempt(&mut ann).await;
    let path = format!("/api/tables/{}", table.id);
    for other in ["", "/scene", "/log", "/moments/0", "/save", "/verify", "/about?of=place:sol", "/live"] {
        assert_eq!(refused_get(&mut eve, &format!("{path}{other}")).await, "no_table", "{other}");
    }
    assert_eq!(refused(&mut eve, &format!("{path}/join"), json!({})).await, "no_table");
    assert_eq!(refused(&mut eve, &format!("{path}/chat"), json!({ "text": "hello" })).await, "no_table");
    let scene = get(&mut ann, &format!("{path}/scene?seat=0")).await;
    let choices = scene["prompt"]["choices"].as_array().expect("choices");
    let (action, revision) =
        (choices[0]["action"].as_str().expect("an action"), scene["revision"].as_u64().expect("a number"));
    ok(&mut ann, &format!("{path}/moves"), act(0, revision, action)).await;
    assert_eq!(refused(&mut ann, &format!("{path}/hint?seat=0"), json!({})).await, "challenge");
    assert_eq!(refused(&mut ann, &format!("{path}/leave"), json!({})).await, "challenge");
    let takeback = json!({ "seat": 0, "proposal": { "kind": "take_back", "steps": 1 } });
    assert_eq!(refused(&mut ann, &format!("{path}/propose"), takeback).await, "challenge");
    // Undo works as everywhere: this step revealed nothing.
    let revision = get(&mut ann, &path).await["revision"].as_u64().expect("a number");
    ok(&mut ann, &format!("{path}/undo"), json!({ "seat": 0, "revision": revision })).await;
    // The end of the match does not reveal the seed.
    resign(&mut ann, &table.id).await;
    let over: TableInfo = serde_json::from_value(get(&mut ann, &path).await).expect("a table");
    assert_eq!((over.status, over.seed), (wire::Status::Over, None));
    for proof in ["save", "verify"] {
        assert_eq!(refused_get(&mut ann, &format!("{path}/{proof}")).await, "challenge");
    }
    assert_eq!(refused_get(&mut eve, &format!("{path}/log")).await, "no_table", "no replay either");
    let mine = get(&mut ann, "/api/my/tables").await;
    assert_eq!(mine["tables"][0]["id"], json!(table.id));
    server.stop().await;
}

async fn a_day_survives_a_restart(home: Home) {
    let (server, time) = start(&home).await;
    let mut ann = player(&server, "Ann").await;
    let (day, table) = (days(&mut ann).await.days.remove(0), attempt(&mut ann).await);
    resign(&mut ann, &table.id).await;
    server.stop().await;
    let server = home.start_with(Config { time: time.clone(), ..Config::default() }).await;
    let mut ann = Client::new(server.address);
    log_in(&mut ann, "Ann").await;
    let after = ranking(&mut ann, &day.day).await;
    assert_eq!(after.day.commitment, day.commitment);
    assert_eq!((after.ranking.len(), after.ranking[0].rank), (1, Some(1)));
    assert_eq!(refused(&mut ann, "/api/days/today/start", json!({})).await, "already_attempted");
    server.stop().await;
    // A server that stopped between the claim and its table: the attempt is not lost.
    for statement in
        ["delete from journal", "delete from tables", "update attempts set ended = null, points = null"]
    {
        home.execute(statement).await;
    }
    let server = home.start_with(Config { time, ..Config::default() }).await;
    let mut ann = Client::new(server.address);
    log_in(&mut ann, "Ann").await;
    assert_eq!(attempt(&mut ann).await.id, table.id);
    assert_eq!(refused(&mut ann, "/api/days/today/start", json!({})).await, "already_attempted");
    server.stop().await;
}

async fn equal_points_share_a_rank(home: Home) {
    let (server, _time) = start(&home).await;
    let mut clients = Vec::new();
    for name in ["Ann", "Bob", "Eve"] {
        clients.push(player(&server, name).await);
    }
    for client in &mut clients {
        let table = attempt(client).await;
        resign(client, &table.id).await;
    }
    let mut first = ranking(&mut clients[0], "today").await;
    let ranks: Vec<_> = first.ranking.iter().map(|row| row.rank).collect();
    assert_eq!(ranks, [Some(1), Some(1), Some(1)]);
    // Eve did better, and won.
    home.execute("update attempts set points = points + 600, won = 1 where account = (select id from accounts where name = 'Eve')").await;
    first = ranking(&mut clients[0], "today").await;
    let rows: Vec<_> = first.ranking.iter().map(|row| (row.name.as_str(), row.rank, row.won)).collect();
    assert_eq!(rows, [("Eve", Some(1), true), ("Ann", Some(2), false), ("Bob", Some(2), false)]);
    assert_eq!(first.day.mine.expect("played").rank, Some(2));
    assert_eq!((first.day.winners, first.day.won_percent), (1, Some(33)));
    server.stop().await;
}
