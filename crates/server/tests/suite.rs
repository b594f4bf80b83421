//! What a server promises, on SQLite and on PostgreSQL alike.

#[macro_use]
mod common;

use std::time::Duration;

use common::{Home, Viewer, act, get, ok, postgres::Cluster, refused, sit_down};
use lab::client::Client;
use serde_json::{Value, json};
use server::{Config, TimeSource};
use wire::TableInfo;

suite!(
    a_whole_match_is_played_followed_and_proved_fair,
    a_restart_in_the_middle_loses_nothing,
    a_repeated_request_is_done_once,
    guests_become_accounts,
    people_come_and_go,
    players_agree,
    clocks_run_out,
    time_without_a_server_is_not_charged,
    the_table_limit_counts_every_table_exactly,
    bytes_have_a_limit_per_account_and_files_are_stored_once,
    chat_has_a_limit_and_can_be_muted,
    old_data_is_pruned,
    an_account_has_a_limit_of_failed_logins_and_its_name_to_itself,
    ended_sessions_end_their_streams,
    a_replaced_player_is_asked_before_a_takeback,
    an_unwritable_database_is_not_ready,
    dice_that_were_taken_back_cannot_be_foreseen,
    a_match_of_four_goes_on_without_one,
    computers_play,
    plans_are_private_until_sealed,
    waiting_is_told_once,
    a_missed_end_is_told_once,
    the_others_are_told_who_comes_and_goes,
    each_is_told_what_he_saw_and_nothing_else,
    a_closer_look_tells_reach_and_odds,
);

async fn a_closer_look_tells_reach_and_odds(home: Home) {
    let server = home.start().await;
    let mut ann = server.guest("Ann").await;
    let wanted = json!({ "game": "star_borders", "scenario": "A", "visibility": "private", "seats": [{ "kind": "me" }, { "kind": "me" }] });
    let made: TableInfo = ann.post("/api/tables", &wanted).await.expect("answered").read().expect("made");
    let path = format!("/api/tables/{}", made.id);
    ok(&mut ann, &format!("{path}/ready"), json!({ "contribution": "salt" })).await;
    // Decide whatever comes first until ships can be moved.
    let (seat, ship, revision) = loop {
        let scenes = [
            get(&mut ann, &format!("{path}/scene?seat=0")).await,
            get(&mut ann, &format!("{path}/scene?seat=1")).await,
        ];
        let seat = u8::from(scenes[1]["asked"] == json!([1]));
        let scene = &scenes[usize::from(seat)];
        let choices = scene["prompt"]["choices"].as_array().expect("choices");
        let ship = choices.iter().find_map(|choice| choice["targets"][0].as_str()?.strip_prefix("piece:"));
        let revision = scene["revision"].as_u64().expect("a number");
        if let Some(ship) = ship {
            break (seat, ship.to_owned(), revision);
        }
        let action = choices[0]["action"].as_str().expect("an action");
        ok(&mut ann, &format!("{path}/moves"), act(seat, revision, action)).await;
    };
    let about = |of: &str, more: &str| format!("{path}/about?of={of}&seat={seat}{more}");
    let found = get(&mut ann, &about(&format!("piece:{ship}"), "")).await;
    assert_eq!(found["revision"], revision);
    let goals = found["detail"]["reach"].as_array().expect("a ship that is offered can go somewhere");
    assert!(goals.iter().all(|goal| goal["lp"].as_u64().is_some_and(|lp| lp >= 1)), "{goals:?}");
    assert!(get(&mut ann, &about("place:nowhere", "")).await["detail"].is_null(), "nothing to tell");

    // In a plan the ship is already under way: there is nothing more to tell of it.
    let plan = json!({ "kind": "add", "action": format!("pick {ship}") });
    ok(&mut ann, &format!("{path}/draft?seat={seat}"), plan).await;
    let planned = get(&mut ann, &about(&format!("piece:{ship}"), "&draft=true")).await;
    assert!(planned["detail"].is_null(), "{planned}");

    let bad = ann.get(&about("ship", "")).await.expect("answered");
    assert_eq!((bad.status, bad.code().as_str()), (400, "malformed"));
    let mut eve = server.guest("Eve").await;
    assert_eq!(eve.get(&about("piece:x", "")).await.expect("answered").code(), "no_table", "a private table");
    server.stop().await;
}

async fn info(client: &mut Client, table: &str) -> TableInfo {
    serde_json::from_value(get(client, &format!("/api/tables/{table}")).await).expect("a table")
}

async fn a_whole_match_is_played_followed_and_proved_fair(home: Home) {
    let server = home.start().await;
    let (mut ann, mut bob, mut eve) =
        (server.guest("Ann").await, server.guest("Bob").await, server.guest("Eve").await);
    let wanted = json!({ "game": "duel", "seats": [{ "kind": "me" }, { "kind": "open" }], "visibility": "public", "title": "Finals" });
    let made: TableInfo = ann.post("/api/tables", &wanted).await.expect("answered").read().expect("made");
    assert_eq!(
        (made.commitment.len(), made.seed.as_ref()),
        (64, None),
        "committed before anybody contributes"
    );
    let path = format!("/api/tables/{}", made.id);
    let open = get(&mut eve, "/api/tables?status=open").await;
    assert_eq!(open["tables"][0]["title"], "Finals");
    ok(&mut bob, &format!("{path}/join"), json!({})).await;
    assert_eq!(refused(&mut eve, &format!("{path}/join"), json!({})).await, "no_open_seat");
    assert_eq!(refused(&mut ann, &format!("{path}/moves"), act(0, 1, "fire")).await, "not_begun");
    ok(&mut ann, &format!("{path}/ready"), json!({ "contribution": "salt" })).await;
    ok(&mut bob, &format!("{path}/ready"), json!({ "contribution": "pepper" })).await;

    let mut views = [
        Viewer::follow(&ann, &made.id, "?seat=0").await,
        Viewer::follow(&bob, &made.id, "?seat=1").await,
        Viewer::follow(&eve, &made.id, "").await,
    ];
    for view in &mut views {
        view.until("the first scene", |view| !view.doc.is_null()).await;
    }
    assert!(views[0].doc["view"]["torpedo"][0]["value"].is_boolean(), "my own secret");
    assert!(views[0].doc["view"]["torpedo"][1]["value"].is_null(), "not mine");
    assert!(views[2].doc["view"]["torpedo"][0]["value"].is_null(), "a spectator sees the public view only");
    assert!(views[2].doc["prompt"].is_null());
    assert_eq!(eve.get(&format!("{path}/scene?seat=0")).await.expect("answered").code(), "not_your_seat");

    let preview = get(&mut eve, "/api/games/star_borders/scenarios/A/view").await;
    assert!(preview.is_object(), "a scenario can be looked at before it is played");
    let missing = eve.get("/api/games/star_borders/scenarios/Z/view").await.expect("answered");
    assert_eq!((missing.status, missing.code().as_str()), (400, "no_scenario"));

    let mut turns = 0;
    while !views[0].is_over() {
        let seat = u8::from(views[1].asked(1));
        let view = &views[usize::from(seat)];
        let choices = view.choices();
        assert!(!choices.is_empty(), "whoever is asked has a choice");
        let action = &choices[turns % choices.len()];
        let client = if seat == 0 { &mut ann } else { &mut bob };
        let moved = ok(client, &format!("{path}/moves"), act(seat, view.revision, action)).await;
        let seq = moved["seq"].as_u64().expect("a number");
        for view in &mut views {
            view.until("the move", |view| view.seq >= seq).await;
            if view.doc["asked"] == json!([]) {
                view.until("the end", Viewer::is_over).await;
            }
        }
        turns += 1;
        assert!(turns < 500, "a duel ends");
    }
    // What was patched together is what the server sees.
    for (view, client, query) in
        [(&views[0], &mut ann, "?seat=0"), (&views[1], &mut bob, "?seat=1"), (&views[2], &mut eve, "")]
    {
        let scene = get(client, &format!("{path}/scene{query}")).await;
        for part in ["view", "prompt", "standing", "asked"] {
            assert_eq!(scene[part], view.doc[part], "{part} {query}");
        }
        assert_eq!(scene["log"], serde_json::to_value(&view.log).expect("plain"), "{query}");
    }
    let over = info(&mut eve, &made.id).await;
    assert_eq!(over.commitment, made.commitment);
    let seed = table::Seed::from_hex(&over.seed.expect("revealed")).expect("a seed");
    assert_eq!(seed.commitment(), made.commitment, "the revealed seed is the one committed to");
    assert_eq!(get(&mut eve, &format!("{path}/verify")).await, json!({ "fair": true }));
    let save = eve.get(&format!("{path}/save")).await.expect("answered");
    let save = table::Save::read(core::str::from_utf8(&save.body).expect("text")).expect("a whole save");
    assert_eq!(save.contributions, ["salt", "pepper"]);
    let replayed = common::duel::catalog().load(&save).expect("fair dice, legal steps");
    assert!(replayed.outcome().is_some());
    let mut forged = save.clone();
    forged.contributions[0].replace_range(.., "sugar");
    assert!(
        common::duel::catalog().load(&forged.with_digest()).is_err(),
        "other contributions give other dice"
    );

    let moment = get(&mut eve, &format!("{path}/moments/2")).await;
    assert_eq!(moment["view"]["hull"], json!([3, 3]));
    assert_eq!(eve.get(&format!("{path}/moments/9999")).await.expect("answered").code(), "no_moment");
    let mine = get(&mut ann, "/api/my/tables").await;
    assert_eq!(
        (mine["tables"][0]["status"].as_str(), mine["tables"][0]["id"].as_str()),
        (Some("over"), Some(&*made.id))
    );
    assert_eq!(
        get(&mut eve, "/api/tables?status=over&game=duel").await["tables"].as_array().map(Vec::len),
        Some(1)
    );
    server.stop().await;
}

async fn a_restart_in_the_middle_loses_nothing(home: Home) {
    let server = home.start().await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "star_borders", "scenario": "A" })).await;
    let path = format!("/api/tables/{id}");
    let mut scene = get(&mut ann, &format!("{path}/scene?seat=0")).await;
    for _ in 0..12 {
        let seat = scene["asked"][0].as_u64().expect("somebody is asked") as u8;
        let client = if seat == 0 { &mut ann } else { &mut bob };
        let mine = get(client, &format!("{path}/scene?seat={seat}")).await;
        let action = mine["prompt"]["choices"][0]["action"].as_str().expect("a choice").to_owned();
        ok(client, &format!("{path}/moves"), act(seat, mine["revision"].as_u64().expect("one"), &action))
            .await;
        scene = get(&mut ann, &format!("{path}/scene?seat=0")).await;
    }
    ok(&mut ann, &format!("{path}/chat"), json!({ "text": "<b>back soon</b>" })).await;
    ok(&mut ann, &format!("{path}/propose"), json!({ "seat": 0, "proposal": { "kind": "draw" } })).await;
    let mut view = Viewer::follow(&bob, &id, "?seat=1").await;
    view.until("the scene", |view| !view.doc.is_null()).await;
    let before = (info(&mut ann, &id).await, get(&mut bob, &format!("{path}/scene?seat=1")).await);
    server.stop().await;
    view.until("goodbye", |view| view.bye == Some(wire::CloseReason::Shutdown)).await;

    let server = home.start().await;
    let (mut ann, mut bob) = (ann.at(server.address), bob.at(server.address));
    let mut after = (info(&mut ann, &id).await, get(&mut bob, &format!("{path}/scene?seat=1")).await);
    for seat in &mut after.0.seats {
        seat.connected = before.0.seats[usize::from(seat.seat)].connected;
    }
    assert_eq!(after, before, "the journal is the table");
    // A reconnect from where the client was: the proposal, the chat and every line it missed.
    let since = view.seq;
    ok(&mut bob, &format!("{path}/answer"), json!({ "seat": 1, "agree": false })).await;
    let mine = get(&mut ann, &format!("{path}/scene?seat=0")).await;
    let asked = mine["asked"][0].as_u64().expect("asked") as u8;
    let client = if asked == 0 { &mut ann } else { &mut bob };
    let mine = get(client, &format!("{path}/scene?seat={asked}")).await;
    let action = mine["prompt"]["choices"][0]["action"].as_str().expect("a choice").to_owned();
    ok(client, &format!("{path}/moves"), act(asked, mine["revision"].as_u64().expect("one"), &action)).await;
    let mut again = Viewer::follow(&bob, &id, &format!("?seat=1&since={since}")).await;
    again.until("the scene", |view| !view.doc.is_null()).await;
    let mut whole = view.log.clone();
    whole.extend(again.log.clone());
    let log = get(&mut bob, &format!("{path}/log?seat=1")).await;
    assert_eq!(
        log["lines"],
        serde_json::to_value(&whole).expect("plain"),
        "nothing is missed, nothing comes twice"
    );
    let fresh = Viewer::follow(&bob, &id, "?seat=1").await;
    let mut fresh = fresh;
    fresh.until("the chat", |view| view.chats == ["<b>back soon</b>"]).await;
    // The same by server-sent events, resumed by the browser's own header.
    let seq = fresh.seq;
    let events = sse(&bob, &format!("{path}/live?seat=1"), Some(since)).await;
    assert!(events.contains(&format!("id: {seq}")) && events.contains("\"type\":\"scene\""), "{events}");
    server.stop().await;
}

/// The first bytes of an event stream.
async fn sse(client: &Client, path: &str, last: Option<u64>) -> String {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let address: std::net::SocketAddr = client.address();
    let mut line = tokio::net::TcpStream::connect(address).await.expect("connected");
    let last = last.map_or(String::new(), |last| format!("last-event-id: {last}\r\n"));
    let cookie = client.cookie().unwrap_or_default();
    let head = format!(
        "GET {path} HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\naccept: text/event-stream\r\n{last}\r\n"
    );
    line.write_all(head.as_bytes()).await.expect("sent");
    let mut text = Vec::new();
    let _ = tokio::time::timeout(Duration::from_millis(700), async {
        let mut some = [0; 4096];
        while let Ok(n @ 1..) = line.read(&mut some).await {
            text.extend_from_slice(&some[..n]);
        }
    })
    .await;
    String::from_utf8_lossy(&text).into_owned()
}

async fn a_repeated_request_is_done_once(home: Home) {
    let server = home.start().await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel", "scenario": "hull-250" })).await;
    let path = format!("/api/tables/{id}/moves");
    let revision = info(&mut ann, &id).await.revision;
    let body = act(0, revision, "aim");
    let first: wire::MoveAccepted =
        ann.post_once(&path, "k1", &body).await.expect("answered").read().expect("done");
    let again: wire::MoveAccepted =
        ann.post_once(&path, "k1", &body).await.expect("answered").read().expect("done");
    assert_eq!((again.seq, again.revision, again.repeated), (first.seq, first.revision, true));
    let stale = ann.post_once(&path, "k2", &body).await.expect("answered");
    assert_eq!((stale.status, stale.code().as_str()), (409, "stale"));
    assert_eq!(stale.json()["error"]["revision"], first.revision);
    server.stop().await;
    // Even a server that has forgotten everything but its journal knows.
    let server = home.start().await;
    let mut ann = ann.at(server.address);
    let again: wire::MoveAccepted =
        ann.post_once(&path, "k1", &body).await.expect("answered").read().expect("done");
    assert!(again.repeated && again.seq == first.seq);
    let undone =
        ok(&mut ann, &format!("/api/tables/{id}/undo"), json!({ "seat": 0, "revision": first.revision }))
            .await;
    assert_eq!(undone["revision"], first.revision + 1, "an undo is news, not a return to an old number");
    assert_eq!(
        refused(
            &mut ann,
            &format!("/api/tables/{id}/undo"),
            json!({ "seat": 0, "revision": first.revision + 1 })
        )
        .await,
        "no_undo"
    );
    server.stop().await;
}

async fn guests_become_accounts(home: Home) {
    let server = home.start().await;
    let mut stranger = Client::new(server.address);
    assert_eq!(get(&mut stranger, "/api/me").await["account"], Value::Null);
    assert_eq!(refused(&mut stranger, "/api/tables", json!({ "game": "duel" })).await, "sign_in");
    let mut ann = server.guest("Ann").await;
    let table = ok(&mut ann, "/api/tables", json!({ "game": "duel", "seats": [{ "kind": "me" }] })).await;
    assert_eq!(
        refused(&mut ann, "/api/account", json!({ "name": "Ann", "password": "short" })).await,
        "password"
    );
    assert_eq!(
        refused(&mut ann, "/api/account", json!({ "name": "<i>", "password": "long enough" })).await,
        "name"
    );
    let account = ok(&mut ann, "/api/account", json!({ "name": "Ann Lee", "password": "long enough" })).await;
    assert_eq!((account["guest"].as_bool(), account["name"].as_str()), (Some(false), Some("Ann Lee")));
    assert_eq!(
        get(&mut ann, "/api/my/tables").await["tables"][0]["id"],
        table["id"],
        "the guest's tables stay"
    );
    let mut bob = Client::new(server.address);
    assert_eq!(
        refused(&mut bob, "/api/account", json!({ "name": "ANN LEE", "password": "long enough" })).await,
        "name_taken"
    );
    assert_eq!(
        refused(&mut bob, "/api/session", json!({ "name": "Ann Lee", "password": "wrong one" })).await,
        "wrong_password"
    );
    assert_eq!(
        refused(&mut bob, "/api/session", json!({ "name": "nobody", "password": "wrong one" })).await,
        "wrong_password"
    );
    ok(&mut bob, "/api/session", json!({ "name": "ann lee", "password": "long enough" })).await;
    assert_eq!(get(&mut bob, "/api/me").await["account"]["id"], account["id"]);
    let changed =
        ann.post("/api/account/password", &json!({ "old": "long enough", "new": "longer still" })).await;
    assert_eq!(changed.expect("answered").status, 204);
    assert_eq!(
        get(&mut bob, "/api/me").await["account"],
        Value::Null,
        "other sessions end with the password"
    );
    assert_eq!(get(&mut ann, "/api/me").await["account"]["id"], account["id"]);
    let gone = ann.request("DELETE", "/api/session", &[], None).await.expect("answered");
    assert_eq!(gone.status, 204);
    server.stop().await;
}

async fn people_come_and_go(home: Home) {
    let server = home.start().await;
    let (mut ann, mut bob, mut eve) =
        (server.guest("Ann").await, server.guest("Bob").await, server.guest("Eve").await);
    let wanted = json!({ "game": "duel", "scenario": "hull-250", "visibility": "private", "seats": [{ "kind": "me" }] });
    let table = ok(&mut ann, "/api/tables", wanted).await;
    let path = format!("/api/tables/{}", table["id"].as_str().expect("an id"));
    for client in [&mut bob, &mut eve] {
        assert_eq!(
            client.get(&path).await.expect("answered").code(),
            "no_table",
            "nobody learns that it exists"
        );
        assert_eq!(refused(client, &format!("{path}/join"), json!({})).await, "no_table");
        assert_eq!(refused(client, &format!("{path}/chat"), json!({ "text": "hi" })).await, "no_table");
        assert!(client.subscribe(table["id"].as_str().expect("an id"), "").await.is_err());
    }
    assert_eq!(refused(&mut bob, &format!("{path}/invitations"), json!({ "seat": 1 })).await, "no_table");
    let invitation = ok(&mut ann, &format!("{path}/invitations"), json!({ "seat": 1 })).await;
    let token = invitation["token"].as_str().expect("a token");
    assert!(invitation["url"].as_str().is_some_and(|url| url.ends_with(&format!("/join/{token}"))));
    assert_eq!(get(&mut bob, &format!("/api/invitations/{token}")).await["seat"], 1);
    ok(&mut bob, &format!("/api/invitations/{token}/accept"), json!({})).await;
    assert_eq!(
        refused(&mut eve, &format!("/api/invitations/{token}/accept"), json!({})).await,
        "invitation_used"
    );
    ok(&mut ann, &format!("{path}/ready"), json!({})).await;
    let begun = ok(&mut bob, &format!("{path}/ready"), json!({})).await;
    assert_eq!(begun["status"], "playing");
    // Bob leaves: a computer plays on; Bob comes back.
    let left = ok(&mut bob, &format!("{path}/leave"), json!({})).await;
    assert_eq!(left["seats"][1]["player"]["instead_of"], "Bob");
    let back = ok(&mut bob, &format!("{path}/join"), json!({})).await;
    assert_eq!(back["seats"][1]["player"]["name"], "Bob");
    assert_eq!(back["mine"], json!([1]));
    server.stop().await;
}

async fn players_agree(home: Home) {
    let server = home.start().await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel", "scenario": "hull-250" })).await;
    let path = format!("/api/tables/{id}");
    let before = info(&mut ann, &id).await.revision;
    let fired = ok(&mut ann, &format!("{path}/moves"), act(0, before, "fire")).await;
    let revision = fired["revision"].as_u64().expect("one");
    assert_eq!(
        refused(&mut ann, &format!("{path}/undo"), json!({ "seat": 0, "revision": revision })).await,
        "no_undo"
    );
    let steps = get(&mut ann, &format!("{path}/log")).await["steps"].as_u64().expect("one");
    let back = json!({ "seat": 0, "proposal": { "kind": "take_back", "steps": steps - 2 } });
    let asked = ok(&mut ann, &format!("{path}/propose"), back.clone()).await;
    assert_eq!(asked["proposal"]["proposal"]["kind"], "take_back");
    assert_eq!(
        refused(&mut bob, &format!("{path}/propose"), json!({ "seat": 1, "proposal": { "kind": "draw" } }))
            .await,
        "proposal_pending"
    );
    ok(&mut bob, &format!("{path}/answer"), json!({ "seat": 1, "agree": true })).await;
    assert_eq!(get(&mut ann, &format!("{path}/log")).await["steps"], steps - 2);
    assert_eq!(
        refused(&mut bob, &format!("{path}/answer"), json!({ "seat": 1, "agree": true })).await,
        "no_proposal"
    );
    // From untimed to mail, both agreeing; a holiday of the allowance.
    let mail = json!({ "seat": 1, "proposal": { "kind": "clock", "clock": { "kind": "mail", "days": 3, "holidays": 10 } } });
    ok(&mut bob, &format!("{path}/propose"), mail).await;
    let table = ok(&mut ann, &format!("{path}/answer"), json!({ "seat": 0, "agree": true })).await;
    assert_eq!(table["clock"]["kind"], "mail");
    assert!(table["face"]["left"][0].as_i64().is_some_and(|left| left > 2 * 86_400_000));
    let away = ok(&mut ann, &format!("{path}/holiday"), json!({ "seat": 0, "days": 4 })).await;
    assert_eq!(away["face"]["holidays"], json!([6, 10]));
    assert_eq!(
        refused(&mut ann, &format!("{path}/holiday"), json!({ "seat": 0, "days": 7 })).await,
        "no_holiday"
    );
    // Standing orders answer in advance.
    let orders =
        ok(&mut bob, &format!("{path}/orders"), json!({ "seat": 1, "given": ["always-fire"] })).await;
    assert_eq!(orders["given"], json!(["always-fire"]));
    assert_eq!(
        refused(&mut bob, &format!("{path}/orders"), json!({ "seat": 1, "given": ["never"] })).await,
        "order"
    );
    let revision = info(&mut ann, &id).await.revision;
    ok(&mut ann, &format!("{path}/moves"), act(0, revision, "fire")).await;
    assert!(info(&mut ann, &id).await.seats[0].to_act, "Bob's order has fired back already");
    ok(&mut ann, &format!("{path}/propose"), json!({ "seat": 0, "proposal": { "kind": "draw" } })).await;
    let drawn = ok(&mut bob, &format!("{path}/answer"), json!({ "seat": 1, "agree": true })).await;
    assert_eq!(drawn["result"], json!({ "reason": "drawn", "scores": [500, 500], "winners": [0, 1] }));
    assert_eq!(refused(&mut ann, &format!("{path}/moves"), act(0, revision, "fire")).await, "over");
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "star_borders" })).await;
    let resigned = ok(&mut ann, &format!("/api/tables/{id}/resign"), json!({ "seat": 0 })).await;
    let result = &resigned["result"];
    assert_eq!(
        (&result["reason"], &result["winners"], &result["by"]),
        (&json!("resigned"), &json!([1]), &json!(0))
    );
    assert_eq!((&result["places"], &result["rule"]), (&json!([2, 1]), &json!("SB-10.0e")));
    server.stop().await;
    // All of that is in the journal.
    let server = home.start().await;
    let mut ann = ann.at(server.address);
    assert_eq!(info(&mut ann, &id).await.result.expect("over").scores, [0, 1000]);
    server.stop().await;
}

async fn clocks_run_out(home: Home) {
    let server = home.start().await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let clock = json!({ "kind": "live", "bank": 1, "increment": 0 });
    let lost =
        sit_down(&mut ann, &mut bob, json!({ "game": "duel", "clock": clock, "on_timeout": "loss" })).await;
    let kept =
        sit_down(&mut ann, &mut bob, json!({ "game": "duel", "scenario": "hull-250", "clock": clock })).await;
    let mut view = Viewer::follow(&bob, &lost, "?seat=1").await;
    view.until("the loss", Viewer::is_over).await;
    let result = view.table.clone().and_then(|table| table.result).expect("over");
    assert_eq!(
        (result.reason, result.scores, result.by),
        (wire::EndReason::TimedOut, vec![0, 1000], Some(0))
    );
    let mut view = Viewer::follow(&bob, &kept, "?seat=1").await;
    let taken = |view: &Viewer| {
        let seat = view.table.as_ref().map(|table| table.seats[0].player.clone());
        matches!(seat, Some(Some(wire::Player::Computer { substitute_for: Some(_), .. })))
    };
    view.until("the computer", taken).await;
    server.stop().await;
}

async fn time_without_a_server_is_not_charged(home: Home) {
    let time = TimeSource::default();
    let config = || Config { time: time.clone(), ..Config::default() };
    let server = home.start_with(config()).await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let clock = json!({ "kind": "live", "bank": 600, "increment": 0 });
    let wanted = json!({ "game": "duel", "clock": clock, "on_timeout": "loss" });
    let id = sit_down(&mut ann, &mut bob, wanted).await;
    server.stop().await;
    time.advance(Duration::from_hours(10));
    let server = home.start_with(config()).await;
    let mut ann = ann.at(server.address);
    let table = info(&mut ann, &id).await;
    let left = table.clocks.as_ref().expect("measured").left[0];
    assert!(table.result.is_none() && (570_000..=600_000).contains(&left), "{table:?}");
    // Time with a server is.
    time.advance(Duration::from_mins(11));
    let mut view = Viewer::follow(&ann, &id, "?seat=0").await;
    view.until("the loss", Viewer::is_over).await;
    server.stop().await;
}

async fn the_table_limit_counts_every_table_exactly(home: Home) {
    let server = home.start_with(Config { table_limit: 5, ..Config::default() }).await;
    let ann = server.guest("Ann").await;
    // At once, and without a seat.
    let requests = (0..20).map(|_| {
        let mut ann = ann.with_new_connection();
        tokio::spawn(async move { ann.post("/api/tables", &json!({ "game": "duel", "seats": [] })).await })
    });
    let mut created = Vec::new();
    for request in requests.collect::<Vec<_>>() {
        let answer = request.await.expect("no panic").expect("answered");
        match answer.status {
            201 => created.push(answer.json()["id"].as_str().expect("an id").to_owned()),
            _ => assert_eq!((answer.status, answer.code().as_str()), (429, "too_many_tables")),
        }
    }
    assert_eq!(created.len(), 5, "exactly the limit");
    let mut ann = ann.with_new_connection();
    ok(&mut ann, &format!("/api/tables/{}/close", created[0]), json!({})).await;
    ok(&mut ann, "/api/tables", json!({ "game": "duel", "seats": [] })).await;
    server.stop().await;
}

async fn bytes_have_a_limit_per_account_and_files_are_stored_once(home: Home) {
    let config = || Config { account_daily_bytes: 20_000, scenario_rate_limit: 0, ..Config::default() };
    let server = home.start_with(config()).await;
    let mut ann = server.guest("Ann").await;
    let text =
        format!("{}\n# {}", include_str!("../../../data/star_borders/template.toml"), "x".repeat(2_000));
    let file = json!({ "name": "mine.toml", "text": text });
    let wanted = json!({ "game": "star_borders", "scenario_file": file, "visibility": "public" });
    let first = ok(&mut ann, "/api/tables", wanted.clone()).await;
    let second = ok(&mut ann, "/api/tables", wanted.clone()).await;
    let mut codes = Vec::new();
    for _ in 0..5 {
        codes.push(ann.post("/api/tables", &wanted).await.expect("answered").code());
    }
    assert_eq!(codes.last().map(String::as_str), Some("quota"), "{codes:?}");
    let stored = home.count("select count(*) from scenario_files").await;
    assert_eq!(stored, 1, "the same text is stored once");
    let headers = home.count("select cast(max(length(header)) as bigint) from tables").await;
    assert!(headers < 1_000, "headers and lists do not hold it: {headers}");
    server.stop().await;
    // Another process knows the quota and the file.
    let server = home.start_with(config()).await;
    let mut ann = ann.at(server.address);
    assert_eq!(refused(&mut ann, "/api/tables", wanted).await, "quota");
    for table in [first, second] {
        let id = table["id"].as_str().expect("an id");
        let mut bob = server.guest("Bob").await;
        let path = format!("/api/tables/{id}");
        ok(&mut ann, &format!("{path}/join"), json!({})).await;
        ok(&mut bob, &format!("{path}/join"), json!({})).await;
        ok(&mut ann, &format!("{path}/ready"), json!({})).await;
        assert_eq!(ok(&mut bob, &format!("{path}/ready"), json!({})).await["status"], "playing");
    }
    server.stop().await;
}

async fn chat_has_a_limit_and_can_be_muted(home: Home) {
    let server = home.start_with(Config { chat_rate_limit: 4, ..Config::default() }).await;
    let (mut ann, mut bob, mut eve) =
        (server.guest("Ann").await, server.guest("Bob").await, server.guest("Eve").await);
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel" })).await;
    let (chat, mute) = (format!("/api/tables/{id}/chat"), format!("/api/tables/{id}/mute"));
    let mut views = [Viewer::follow(&ann, &id, "?seat=0").await, Viewer::follow(&bob, &id, "?seat=1").await];
    let line = ok(&mut eve, &chat, json!({ "text": "buy gold" })).await;
    let account = line["account"].as_i64().expect("an account");
    // A player mutes for themselves.
    ok(&mut bob, &mute, json!({ "account": account, "seat": 1, "muted": true })).await;
    ok(&mut eve, &chat, json!({ "text": "buy silver" })).await;
    ok(&mut ann, &chat, json!({ "text": "hello" })).await;
    views[0].until("all of it", |view| view.chats == ["buy gold", "buy silver", "hello"]).await;
    views[1].until("what is not muted", |view| view.chats == ["buy gold", "hello"]).await;
    // The host mutes for all; only the host may.
    let all = json!({ "account": account, "muted": true });
    assert_eq!(refused(&mut bob, &mute, all.clone()).await, "not_the_host");
    ok(&mut ann, &mute, all).await;
    assert_eq!(refused(&mut eve, &chat, json!({ "text": "buy bronze" })).await, "muted");
    ok(&mut ann, &mute, json!({ "account": account, "muted": false })).await;
    ok(&mut eve, &chat, json!({ "text": "sorry" })).await;
    assert_eq!(refused(&mut eve, &chat, json!({ "text": "again" })).await, "rate", "four lines per minute");
    ok(&mut bob, &chat, json!({ "text": "others still talk" })).await;
    server.stop().await;
}

async fn old_data_is_pruned(home: Home) {
    let time = TimeSource::default();
    let config = || Config { time: time.clone(), ..Config::default() };
    let server = home.start_with(config()).await;
    let (mut ann, mut bob, mut eve) =
        (server.guest("Ann").await, server.guest("Bob").await, server.guest("Eve").await);
    ok(&mut eve, "/api/account", json!({ "name": "Eve", "password": "correct horse" })).await;
    let open =
        ok(&mut ann, "/api/tables", json!({ "game": "duel" })).await["id"].as_str().expect("one").to_owned();
    let guests = sit_down(&mut ann, &mut bob, json!({ "game": "duel" })).await;
    let kept = sit_down(&mut ann, &mut eve, json!({ "game": "duel" })).await;
    let running = sit_down(&mut ann, &mut bob, json!({ "game": "duel" })).await;
    for id in [&guests, &kept] {
        ok(&mut ann, &format!("/api/tables/{id}/resign"), json!({ "seat": 0 })).await;
    }
    server.stop().await;
    time.advance(Duration::from_hours(24 * 100));
    let server = home.start_with(config()).await;
    server.prune().await;
    let mut stranger = Client::new(server.address);
    let mut status =
        async |id: &str| stranger.get(&format!("/api/tables/{id}")).await.expect("answered").status;
    assert_eq!(status(&open).await, 404, "never started");
    assert_eq!(status(&guests).await, 404, "finished, guests only");
    assert_eq!(status(&kept).await, 200, "finished, with a registered player");
    assert_eq!(status(&running).await, 200, "running");
    assert_eq!(home.count("select count(*) from sessions").await, 0, "expired sessions");
    let guests = home.count("select count(*) from accounts where name_key is null").await;
    assert_eq!(guests, 2, "guests with tables stay");
    assert_eq!(
        home.count("select count(*) from journal where table_id not in (select id from tables)").await,
        0
    );
    server.stop().await;
}

async fn an_account_has_a_limit_of_failed_logins_and_its_name_to_itself(home: Home) {
    let time = TimeSource::default();
    let config = Config { failed_login_limit: 3, time: time.clone(), ..Config::default() };
    let server = home.start_with(config).await;
    let mut early = server.guest("ann lee").await;
    let mut ann = Client::new(server.address);
    ok(&mut ann, "/api/account", json!({ "name": "Ann Lee", "password": "correct horse" })).await;
    let mut eve = Client::new(server.address);
    assert_eq!(refused(&mut eve, "/api/session/guest", json!({ "name": "ANN lee" })).await, "name_taken");
    assert_eq!(get(&mut early, "/api/me").await["account"]["name"], "ann lee (guest)");
    let guess = |password: &str| json!({ "name": "Ann Lee", "password": password });
    for _ in 0..3 {
        assert_eq!(refused(&mut eve, "/api/session", guess("wrong horse")).await, "wrong_password");
    }
    assert_eq!(refused(&mut eve, "/api/session", guess("correct horse")).await, "rate", "from any address");
    time.advance(Duration::from_mins(16));
    ok(&mut eve, "/api/session", guess("correct horse")).await;
    server.stop().await;
}

async fn ended_sessions_end_their_streams(home: Home) {
    let server = home.start().await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    ok(&mut ann, "/api/account", json!({ "name": "Ann", "password": "correct horse" })).await;
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel", "scenario": "hull-250" })).await;
    let mut thief = Client::new(server.address);
    ok(&mut thief, "/api/session", json!({ "name": "Ann", "password": "correct horse" })).await;
    let mut views =
        [Viewer::follow(&ann, &id, "?seat=0").await, Viewer::follow(&thief, &id, "?seat=0").await];
    for view in &mut views {
        view.until("the snapshot", |view| !view.doc.is_null()).await;
    }
    let changed = json!({ "old": "correct horse", "new": "better horse" });
    assert_eq!(ann.post("/api/account/password", &changed).await.expect("answered").status, 204);
    views[1].until("the end", |view| view.bye == Some(wire::CloseReason::Forbidden)).await;
    ok(&mut ann, &format!("/api/tables/{id}/chat"), json!({ "text": "still here" })).await;
    views[0].until("its own stream stays", |view| view.chats == ["still here"]).await;
    assert_eq!(ann.request("DELETE", "/api/sessions", &[], None).await.expect("answered").status, 204);
    views[0].until("signed out everywhere", |view| view.bye == Some(wire::CloseReason::Forbidden)).await;
    server.stop().await;
}

async fn a_replaced_player_is_asked_before_a_takeback(home: Home) {
    let server = home.start().await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel", "scenario": "hull-250" })).await;
    let path = format!("/api/tables/{id}");
    ok(&mut bob, &format!("{path}/leave"), json!({})).await;
    let revision = info(&mut ann, &id).await.revision;
    ok(&mut ann, &format!("{path}/moves"), act(0, revision, "fire")).await;
    let mut view = Viewer::follow(&ann, &id, "?seat=0").await;
    view.until("my next turn", |view| view.asked(0)).await;
    let steps = get(&mut ann, &format!("{path}/log")).await["steps"].as_u64().expect("a number");
    let back = json!({ "seat": 0, "proposal": { "kind": "take_back", "steps": 2 } });
    let table = ok(&mut ann, &format!("{path}/propose"), back).await;
    assert_eq!(table["proposal"]["proposal"]["kind"], "take_back", "Bob has not agreed");
    assert_eq!(get(&mut ann, &format!("{path}/log")).await["steps"], steps, "nothing is taken back");
    let mut eve = server.guest("Eve").await;
    let agree = json!({ "seat": 1, "agree": true });
    assert_eq!(refused(&mut eve, &format!("{path}/answer"), agree.clone()).await, "not_your_seat");
    ok(&mut bob, &format!("{path}/answer"), agree).await;
    assert!(get(&mut ann, &format!("{path}/log")).await["steps"].as_u64() < Some(steps));
    server.stop().await;
}

/// What the dice of the first shots show, as the log has them.
async fn shots(client: &mut Client, path: &str) -> Vec<String> {
    let log = get(client, &format!("{path}/log")).await;
    log["lines"].as_array().expect("lines").iter().map(|line| line["event"].to_string()).collect()
}

async fn dice_that_were_taken_back_cannot_be_foreseen(home: Home) {
    let server = home.start().await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel", "scenario": "hull-250" })).await;
    let path = format!("/api/tables/{id}");
    let start = get(&mut ann, &format!("{path}/log")).await["steps"].as_u64().expect("a number");
    let mut seen = Vec::new();
    for round in 0..3 {
        // Twelve shots each way, then all of them are taken back.
        for shot in 0..24 {
            let revision = info(&mut ann, &id).await.revision;
            let (seat, client) = if shot % 2 == 0 { (0, &mut ann) } else { (1, &mut bob) };
            ok(client, &format!("{path}/moves"), act(seat, revision, "fire")).await;
        }
        seen.push(shots(&mut ann, &path).await);
        if round == 2 {
            break;
        }
        let back = json!({ "seat": 0, "proposal": { "kind": "take_back", "steps": start } });
        ok(&mut ann, &format!("{path}/propose"), back).await;
        ok(&mut bob, &format!("{path}/answer"), json!({ "seat": 1, "agree": true })).await;
        assert_eq!(get(&mut ann, &format!("{path}/log")).await["steps"], start);
    }
    assert!(seen[0] != seen[1] && seen[1] != seen[2] && seen[0] != seen[2], "the same shots, other dice");
    server.stop().await;
    // The journal gives the same match, and its dice are still proved by the seed.
    let server = home.start().await;
    let (mut ann, mut bob) = (ann.at(server.address), bob.at(server.address));
    assert_eq!(shots(&mut ann, &path).await, seen[2]);
    ok(&mut bob, &format!("{path}/resign"), json!({ "seat": 1 })).await;
    assert_eq!(get(&mut ann, &format!("{path}/verify")).await, json!({ "fair": true }));
    let save = ann.get(&format!("{path}/save")).await.expect("answered");
    let save = table::Save::read(core::str::from_utf8(&save.body).expect("text")).expect("a whole save");
    common::duel::catalog().load(&save).expect("fair dice, legal steps");
    server.stop().await;
}

async fn a_match_of_four_goes_on_without_one(home: Home) {
    let server = home.start().await;
    let mut clients = Vec::new();
    for name in ["Ann", "Bob", "Cid", "Dot"] {
        clients.push(server.guest(name).await);
    }
    let wanted = json!({ "game": "stellar_conquest", "scenario": "four-A", "seats": [{ "kind": "me" }] });
    let id = ok(&mut clients[0], "/api/tables", wanted).await["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/tables/{id}");
    for client in &mut clients[1..] {
        ok(client, &format!("{path}/join"), json!({})).await;
    }
    for client in &mut clients {
        ok(client, &format!("{path}/ready"), json!({})).await;
    }
    let resigned = ok(&mut clients[3], &format!("{path}/resign"), json!({ "seat": 3 })).await;
    assert_eq!(
        (resigned["status"].as_str(), resigned["seats"][3]["player"]["kind"].as_str()),
        (Some("playing"), Some("computer"))
    );
    assert_eq!(
        refused(&mut clients[3], &format!("{path}/join"), json!({ "seat": 3 })).await,
        "seat_taken",
        "for good"
    );
    // Leaving is not resigning.
    ok(&mut clients[2], &format!("{path}/leave"), json!({})).await;
    ok(&mut clients[2], &format!("{path}/join"), json!({})).await;
    ok(&mut clients[2], &format!("{path}/resign"), json!({ "seat": 2 })).await;
    let over = ok(&mut clients[1], &format!("{path}/resign"), json!({ "seat": 1 })).await;
    assert_eq!((over["status"].as_str(), &over["result"]["winners"]), (Some("over"), &json!([0])));
    server.stop().await;
    let server = home.start().await;
    let mut ann = clients[0].at(server.address);
    assert_eq!(get(&mut ann, &path).await["result"]["winners"], json!([0]), "the journal is the table");
    server.stop().await;
}

async fn an_unwritable_database_is_not_ready(home: Home) {
    let server = home.start().await;
    let ready = async || Client::new(server.address).get("/readyz").await.expect("answered").status;
    assert_eq!(ready().await, 200);
    let blocked = home.block_writes().await;
    let mut status = 200;
    for _ in 0..40 {
        status = ready().await;
        if status == 503 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert_eq!(status, 503, "readable, but not writable");
    blocked.release().await;
    for _ in 0..40 {
        status = ready().await;
        if status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert_eq!(status, 200);
    server.stop().await;
}

async fn computers_play(home: Home) {
    let server = home.start().await;
    let mut ann = server.guest("Ann").await;
    let wanted = json!({ "game": "star_borders", "scenario": "A",
        "seats": [{ "kind": "me" }, { "kind": "computer", "level": "greedy" }] });
    let table = ok(&mut ann, "/api/tables", wanted).await;
    let id = table["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/tables/{id}");
    ok(&mut ann, &format!("{path}/ready"), json!({ "contribution": "x" })).await;
    let mut view = Viewer::follow(&ann, &id, "?seat=0").await;
    for number in 0..25 {
        view.until("my turn", |view| view.is_over() || view.asked(0) && !view.choices().is_empty()).await;
        if view.is_over() {
            break;
        }
        let hint = ok(&mut ann, &format!("{path}/hint?seat=0"), json!({})).await;
        assert!(
            view.choices().contains(&hint["action"].as_str().expect("an action").to_owned()),
            "a hint is a choice"
        );
        let (agree, worlds) = (hint["agree"].as_u64(), hint["worlds"].as_u64());
        assert!(agree > Some(0) && agree <= worlds, "a hint says how sure it is: {hint}");
        let choices = view.choices();
        let moved =
            ok(&mut ann, &format!("{path}/moves"), act(0, view.revision, &choices[number % choices.len()]))
                .await;
        let seq = moved["seq"].as_u64().expect("a number");
        view.until("my move", |view| view.seq >= seq).await;
    }
    // Two computers with a person's chair between them and the end: stop while they think, and start again.
    let id = {
        let mut bob = server.guest("Bob").await;
        let id = sit_down(&mut ann, &mut bob, json!({ "game": "star_borders", "scenario": "B" })).await;
        ok(&mut bob, &format!("/api/tables/{id}/leave"), json!({})).await;
        ok(&mut ann, &format!("/api/tables/{id}/leave"), json!({})).await;
        id
    };
    server.stop().await;
    let server = home.start().await;
    let mut view = Viewer::follow(&ann.at(server.address), &id, "").await;
    let finished = tokio::time::timeout(Duration::from_mins(1), async {
        while !view.is_over() {
            assert!(view.read().await, "the stream stays");
        }
    });
    finished.await.expect("the computers finish the match");
    server.stop().await;
}

async fn plans_are_private_until_sealed(home: Home) {
    let server = home.start().await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel", "scenario": "hull-250" })).await;
    let path = format!("/api/tables/{id}");
    let add = |action: &str| json!({ "kind": "add", "action": action });
    ok(&mut ann, &format!("{path}/draft?seat=0"), add("aim")).await;
    let draft = ok(&mut ann, &format!("{path}/draft?seat=0"), add("aim")).await;
    assert_eq!((draft["view"]["aim"].as_u64(), draft["complete"].as_bool()), (Some(2), Some(false)));
    assert_eq!(refused(&mut ann, &format!("{path}/draft?seat=0"), add("aim")).await, "denied");
    assert_eq!(get(&mut bob, &format!("{path}/scene?seat=1")).await["view"]["aim"], 0, "nobody sees a plan");
    assert_eq!(refused(&mut bob, &format!("{path}/draft?seat=0"), add("aim")).await, "not_your_seat");
    let draft = ok(&mut ann, &format!("{path}/draft?seat=0"), add("fire")).await;
    assert_eq!(draft["complete"], true);
    assert_eq!(draft["view"]["hull"], json!([250, 250]), "a plan does not look at the dice");
    assert_eq!(refused(&mut ann, &format!("{path}/draft?seat=0"), add("aim")).await, "draft_complete");
    server.stop().await;
    let server = home.start().await;
    let (mut ann, mut bob) = (ann.at(server.address), bob.at(server.address));
    let draft = get(&mut ann, &format!("{path}/draft?seat=0")).await;
    assert_eq!(draft["actions"], json!(["aim", "aim", "fire"]), "a plan survives a restart");
    let moved = ok(&mut ann, &format!("{path}/draft/seal?seat=0"), json!({})).await;
    assert_eq!(moved["revision"], info(&mut bob, &id).await.revision);
    assert!(info(&mut bob, &id).await.seats[1].to_act);
    assert_eq!(refused(&mut ann, &format!("{path}/draft/seal?seat=0"), json!({})).await, "draft_empty");
    server.stop().await;
}

async fn the_others_are_told_who_comes_and_goes(home: Home) {
    let server = home.start().await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let wanted = json!({ "game": "duel", "seats": [{ "kind": "me" }, { "kind": "open" }] });
    let table = sit_down(&mut ann, &mut bob, wanted).await;
    let here = |view: &mut Viewer| {
        let told = view.table.take().expect("told");
        told.seats.iter().map(|seat| seat.connected).collect::<Vec<_>>()
    };
    let mut first = Viewer::follow(&ann, &table, "?seat=0").await;
    first.until("the scene", |view| !view.doc.is_null()).await;
    assert_eq!(here(&mut first), [true, false]);
    let second = Viewer::follow(&bob, &table, "?seat=1").await;
    // The very next message: she is not told of herself.
    assert!(first.read().await);
    assert_eq!(here(&mut first), [true, true]);
    drop(second);
    first.until("that he has gone", |view| view.table.is_some()).await;
    assert_eq!(here(&mut first), [true, false]);
    server.stop().await;
}

async fn each_is_told_what_he_saw_and_nothing_else(home: Home) {
    let server = home.start().await;
    let (mut ann, mut bob, mut eve) =
        (server.guest("Ann").await, server.guest("Bob").await, server.guest("Eve").await);
    // Cards are bought in secret.
    let wanted = json!({ "game": "star_borders", "scenario": "B", "visibility": "public",
                         "seats": [{ "kind": "me" }, { "kind": "open" }] });
    let table = sit_down(&mut ann, &mut bob, wanted).await;
    let mut views = [
        Viewer::follow(&ann, &table, "?seat=0").await,
        Viewer::follow(&bob, &table, "?seat=1").await,
        Viewer::follow(&eve, &table, "").await,
    ];
    for view in &mut views {
        view.until("the scene", |view| !view.doc.is_null()).await;
    }
    for turn in 0..150 {
        let Some(seat) = (0..2).find(|&seat| views[usize::from(seat)].asked(seat)) else { break };
        let view = &views[usize::from(seat)];
        let choices = view.choices();
        let buys = choices.iter().position(|choice| choice == "buy");
        let action = &choices[buys.unwrap_or(turn * 7 % choices.len())];
        let client = if seat == 0 { &mut ann } else { &mut bob };
        let moved = ok(client, &format!("/api/tables/{table}/moves"), act(seat, view.revision, action)).await;
        for view in &mut views {
            view.until("the move", |view| json!(view.revision) == moved["revision"]).await;
        }
    }
    let scene = |query: &str| format!("/api/tables/{table}/scene{query}");
    let scenes = [
        get(&mut ann, &scene("?seat=0")).await,
        get(&mut bob, &scene("?seat=1")).await,
        get(&mut eve, &scene("")).await,
    ];
    for (view, scene) in views.iter().zip(&scenes) {
        assert_eq!(json!(view.log), scene["log"], "piece by piece as in one go");
    }
    assert!(views[0].log != views[1].log && views[0].log != views[2].log, "somebody has bought a card");
    server.stop().await;
}

async fn waiting_is_told_once(home: Home) {
    let server = home.start().await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel", "title": "Slow" })).await;
    let mut notices = json!([]);
    for _ in 0..100 {
        notices = get(&mut ann, "/api/notices").await;
        if notices != json!([]) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!((notices[0]["kind"].as_str(), notices[0]["table"].as_str()), (Some("your_turn"), Some(&*id)));
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    assert_eq!(get(&mut ann, "/api/notices").await.as_array().map(Vec::len), Some(1), "told once");
    assert_eq!(get(&mut bob, "/api/notices").await, json!([]), "Bob is not waited for");
    let me = get(&mut ann, "/api/me").await;
    assert_eq!((me["waiting"].as_u64(), me["unread"].as_u64()), (Some(1), Some(1)));
    let read = ann.post("/api/notices/read", &json!({ "up_to": notices[0]["id"] })).await.expect("answered");
    assert_eq!(read.status, 204);
    assert_eq!(get(&mut ann, "/api/me").await["unread"], 0);
    server.stop().await;
}

async fn a_missed_end_is_told_once(home: Home) {
    let server = home.start().await;
    let (mut ann, mut bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel", "title": "Slow" })).await;
    let mut watching = Viewer::follow(&bob, &id, "?seat=1").await;
    watching.until("the scene", |view| !view.doc.is_null()).await;
    ok(&mut bob, &format!("/api/tables/{id}/resign"), json!({ "seat": 1 })).await;
    let ends = |notices: &Value| {
        let all = notices.as_array().expect("a list").iter();
        all.filter(|notice| notice["kind"] == "over").cloned().collect::<Vec<_>>()
    };
    let mut told = vec![];
    for _ in 0..100 {
        told = ends(&get(&mut ann, "/api/notices").await);
        if !told.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!((&told[0]["text"], &told[0]["table"]), (&json!("“Slow”: you won"), &json!(id)));
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    assert_eq!(ends(&get(&mut ann, "/api/notices").await).len(), 1, "told once");
    assert_eq!(ends(&get(&mut bob, "/api/notices").await), Vec::<Value>::new(), "Bob has seen it");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_share_one_database() {
    let cluster = Cluster::start("two-servers");
    let home = Home::postgres(&cluster, "two_servers");
    let (one, two) = (home.start().await, home.start().await);
    let (mut ann, mut bob) = (one.guest("Ann").await, two.guest("Bob").await);
    let id = sit_down(&mut ann, &mut bob, json!({ "game": "duel", "scenario": "hull-250" })).await;
    let path = format!("/api/tables/{id}/moves");
    let mut here = Viewer::follow(&ann, &id, "?seat=0").await;
    let mut there = Viewer::follow(&bob, &id, "?seat=1").await;
    for view in [&mut here, &mut there] {
        view.until("the scene", |view| !view.doc.is_null()).await;
    }
    let mut elsewhere = ann.at(two.address);
    for _ in 0..30 {
        let seat = u8::from(here.asked(1));
        let revision = here.revision;
        // The same seat moves on two servers at once: exactly one happens.
        let (mut first, mut second) = if seat == 0 {
            (ann.with_new_connection(), elsewhere.with_new_connection())
        } else {
            (bob.at(one.address), bob.with_new_connection())
        };
        let (a, b) = (act(seat, revision, "fire"), act(seat, revision, "fire"));
        let (a, b) = tokio::join!(first.post(&path, &a), second.post(&path, &b));
        let (a, b) = (a.expect("answered"), b.expect("answered"));
        let won = [&a, &b].iter().filter(|answer| answer.status == 200).count();
        assert_eq!(won, 1, "{} {} / {} {}", a.status, a.code(), b.status, b.code());
        for view in [&mut here, &mut there] {
            view.until("the move on both servers", |view| view.revision > revision).await;
        }
    }
    assert_eq!(here.doc["view"]["hull"], there.doc["view"]["hull"]);
    let said =
        ok(&mut elsewhere, &format!("/api/tables/{id}/chat"), json!({ "text": "hello over there" })).await;
    assert_eq!(said["name"], "Ann");
    here.until("the chat", |view| view.chats == ["hello over there"]).await;
    one.stop().await;
    two.stop().await;
}
