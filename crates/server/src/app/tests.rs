use wire::{ClockRule, OnTimeout, Player, Status, Visibility};

use super::*;
use crate::{commands::User, routes::lobby, stream::Stream};

/// A server without tables, and a user.
async fn server() -> (Arc<App>, User) {
    let store = Store::in_memory().await.expect("a database");
    let app = App::new(Config::default(), store, Catalog::standard(), CancellationToken::new());
    (app, User { account: 1, name: "Ann".to_owned() })
}

async fn table(app: &Arc<App>, who: &User) -> Arc<TableSlot> {
    let mut header = Header {
        game: "star_borders".to_owned(),
        scenario: None,
        scenario_file: None,
        options: BTreeMap::new(),
        seed: table::Seed::from_u64(7).to_hex(),
        host: who.account,
        title: "Test".to_owned(),
        visibility: Visibility::Public,
        clock: ClockRule::None,
        on_timeout: OnTimeout::Loss,
        pace: wire::Pace::default(),
        substitute: None,
        sides: vec![],
        rules: 0,
        position: None,
        players: None,
        day: None,
    };
    lobby::describe_match(&app.catalog, &mut header).expect("a match");
    let player = Player::Human { account: who.account, name: who.name.clone() };
    let sat = (0..2).map(|seat| TableEvent::SeatTaken { seat, player: player.clone() }).collect();
    let slot = lobby::import_table(app, &header, vec![sat]).await.expect("stored");
    let (deciding, person) = (app.clone(), who.clone());
    let ready = move |room: &Room| room.ready(&deciding.catalog, &person, None);
    app.run_command(&slot, None, ready).await.expect("begun");
    slot
}

async fn status(app: &Arc<App>, slot: &Arc<TableSlot>) -> Status {
    app.lock(slot).await.expect("loaded").room.as_ref().expect("loaded").status
}

#[tokio::test]
async fn what_is_not_on_disk_is_not_told() {
    let (app, who) = server().await;
    let slot = table(&app, &who).await;
    let mut beats = {
        let mut inner = app.lock(&slot).await.expect("loaded");
        let SlotState { room: Some(room), feeds } = &mut *inner else { panic!("loaded") };
        feeds.subscribe(room, rules::Viewer::Public)
    };
    let say = |text: &'static str| {
        let who = who.clone();
        move |room: &Room| room.say(&who, text)
    };
    app.run_command(&slot, None, say("Good evening")).await.expect("stored");
    assert!(beats.try_recv().is_ok(), "the viewers hear it");
    while beats.try_recv().is_ok() {}
    app.store.close().await;
    app.run_command(&slot, None, say("Is anybody there?")).await.expect_err("there is no disk");
    assert!(beats.try_recv().is_err(), "no viewer gets what may be lost");
}

#[tokio::test]
async fn nothing_is_kept_for_viewers_who_have_gone() {
    let (app, who) = server().await;
    let slot = table(&app, &who).await;
    let look =
        async |seat| Stream::open(&app, &slot, Some(who.clone()), None, seat, None).await.expect("seen");
    let (player, watcher) = (look(Some(0)).await, look(None).await);
    let kept = async || {
        // `Presence::drop` unregisters in a spawned task; let it run.
        tokio::task::yield_now().await;
        slot.inner.lock().await.feeds.kept()
    };
    assert_eq!(kept().await, (2, true));
    drop(player);
    assert_eq!(kept().await, (1, true), "the other one still looks");
    drop(watcher);
    assert_eq!(kept().await, (0, false));
    let back = look(Some(0)).await;
    assert_eq!(kept().await, (1, true), "a returning viewer gets updates again");
    drop(back);
}

#[tokio::test]
async fn a_table_that_panics_freezes_alone_and_keeps_its_journal() {
    let (app, who) = server().await;
    let (bad, good) = (table(&app, &who).await, table(&app, &who).await);
    let steps = app.lock(&bad).await.expect("loaded").room.as_ref().expect("loaded").game().steps(0);
    let error = app.run_command(&bad, None, |_| panic!("a rule is broken")).await.expect_err("frozen");
    assert_eq!(error.code(), "internal");
    assert_eq!(status(&app, &bad).await, Status::Frozen);
    assert_eq!(status(&app, &good).await, Status::Playing, "the others live");
    let refused = app.run_command(&bad, None, move |room| room.resign(&who, 0)).await.expect_err("frozen");
    assert_eq!(refused.code(), "frozen");
    // It stays frozen when it is read again, and an administrator can let it go on.
    bad.inner.lock().await.room = None;
    assert_eq!(status(&app, &bad).await, Status::Frozen);
    app.run_command(&bad, None, |_| Ok(vec![TableEvent::Thawed])).await.expect("thawed");
    assert_eq!(status(&app, &bad).await, Status::Playing);
    let after = app.lock(&bad).await.expect("loaded").room.as_ref().expect("loaded").game().steps(0);
    assert_eq!(after, steps, "the match is as it was");
}
