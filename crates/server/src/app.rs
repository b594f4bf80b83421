//! What all requests share: the tables in memory, the way they change, and the people who may change them.

use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, RwLock,
        atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use catalog::{Catalog, GameInfo};
use store::{AppendError, Entry, RemoteChange, Store, now};
use tokio::sync::MutexGuard;
use tokio_util::sync::CancellationToken;

use crate::{
    alone::ToTheEnd,
    auth::Sessions,
    change::{self, Change},
    computer::Computers,
    config::Config,
    error::{Error, Result, no_table},
    feed::{Feeds, Prepared},
    limit::Limits,
    meters::Meters,
    notify::Notifier,
    room::{Header, Mode, Room},
};

/// Between two parts of the lists that are written.
const BREATH: Duration = Duration::from_millis(20);

/// A table's place in memory.
pub(crate) struct Cell {
    pub(crate) id: i64,
    pub(crate) code: String,
    pub(crate) inner: tokio::sync::Mutex<Inner>,
    /// When the next clock runs out; `i64::MAX` for never.
    pub(crate) deadline: AtomicI64,
    /// When it was last used, for forgetting idle tables.
    used: AtomicI64,
    /// Is its summary behind?
    dirty: AtomicBool,
    /// Is a computer player at it?
    pub(crate) thinking: AtomicBool,
}

/// What a table's lock protects.
#[derive(Default)]
pub(crate) struct Inner {
    /// `None` until it is loaded, and after its journal went on without us.
    pub(crate) room: Option<Room>,
    pub(crate) feeds: Feeds,
}

/// How a change went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Done {
    pub(crate) seq: u64,
    pub(crate) revision: u64,
    pub(crate) repeated: bool,
}

#[derive(Default)]
struct Cells {
    by_id: HashMap<i64, Arc<Cell>>,
    by_code: HashMap<String, Arc<Cell>>,
}

/// What all requests share.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) store: Store,
    pub(crate) catalog: Catalog,
    /// What the lobby shows, asked for once: making it reads every scenario.
    pub(crate) games: Vec<GameInfo>,
    pub(crate) sessions: Sessions,
    pub(crate) limits: Limits,
    pub(crate) meters: Meters,
    pub(crate) computers: Computers,
    pub(crate) notifier: Notifier,
    pub(crate) stop: CancellationToken,
    pub(crate) streams: AtomicU64,
    cells: RwLock<Cells>,
    dirty: Mutex<Vec<Arc<Cell>>>,
}

impl App {
    pub(crate) fn new(config: Config, store: Store, catalog: Catalog, stop: CancellationToken) -> Arc<Self> {
        let limits = Limits::new(&config);
        Arc::new_cyclic(|app| Self {
            computers: Computers::start(config.ai_threads, app),
            notifier: Notifier::default(),
            sessions: Sessions::new(config.session_days),
            limits,
            meters: Meters::new(),
            config,
            store,
            games: catalog.games(),
            catalog,
            stop,
            streams: AtomicU64::new(0),
            cells: RwLock::default(),
            dirty: Mutex::default(),
        })
    }

    /// The table with this name in addresses.
    pub(crate) async fn find(&self, code: &str) -> Result<Arc<Cell>> {
        let known = self.cells.read().expect("no panic under this lock").by_code.get(code).cloned();
        if let Some(cell) = known {
            return Ok(cell);
        }
        if code.len() > 32 || !code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(no_table());
        }
        let row = self.store.table_by_code(code).await?.ok_or_else(no_table)?;
        Ok(self.cell(row.id, &row.code))
    }

    /// The table with this number.
    pub(crate) async fn find_id(&self, id: i64) -> Result<Arc<Cell>> {
        if let Some(cell) = self.loaded(id) {
            return Ok(cell);
        }
        let row = self.store.table_by_id(id).await?.ok_or_else(no_table)?;
        Ok(self.cell(row.id, &row.code))
    }

    pub(crate) fn loaded(&self, id: i64) -> Option<Arc<Cell>> {
        self.cells.read().expect("no panic under this lock").by_id.get(&id).cloned()
    }

    pub(crate) fn all_loaded(&self) -> Vec<Arc<Cell>> {
        self.cells.read().expect("no panic under this lock").by_id.values().cloned().collect()
    }

    pub(crate) fn cell(&self, id: i64, code: &str) -> Arc<Cell> {
        let mut cells = self.cells.write().expect("no panic under this lock");
        if let Some(cell) = cells.by_id.get(&id) {
            return cell.clone();
        }
        let cell = Arc::new(Cell {
            id,
            code: code.to_owned(),
            inner: tokio::sync::Mutex::default(),
            deadline: AtomicI64::new(i64::MAX),
            used: AtomicI64::new(now()),
            dirty: AtomicBool::new(false),
            thinking: AtomicBool::new(false),
        });
        cells.by_id.insert(id, cell.clone());
        cells.by_code.insert(code.to_owned(), cell.clone());
        cell
    }

    /// Locks a table, loading it if need be. The room is there when this returns.
    pub(crate) async fn lock<'c>(self: &Arc<Self>, cell: &'c Arc<Cell>) -> Result<MutexGuard<'c, Inner>> {
        cell.used.store(now(), Ordering::Relaxed);
        let mut inner = cell.inner.lock().await;
        self.load(cell, &mut inner).await?;
        Ok(inner)
    }

    async fn load(self: &Arc<Self>, cell: &Arc<Cell>, inner: &mut Inner) -> Result<()> {
        if inner.room.is_some() {
            return Ok(());
        }
        let row = self.store.table_by_id(cell.id).await?.ok_or_else(no_table)?;
        let entries = self.store.entries(cell.id, -1).await?;
        let header: Header = serde_json::from_str(&row.header)
            .map_err(|error| Error::Internal(format!("the header of table {}: {error}", row.code)))?;
        let mut room = Room::new(row.id, row.code, header, row.created);
        self.replay(&mut room, &entries);
        metrics::counter!("starboard_tables_loaded_total").increment(1);
        let behind = row.seq < room.seq as i64;
        let news = prepare(&mut inner.feeds, &room);
        inner.room = Some(room);
        self.settle(cell, inner, news, behind);
        Ok(())
    }

    /// Plays entries of the journal. If one cannot be played, the table is shown as frozen; its journal is as it was.
    fn replay(&self, room: &mut Room, entries: &[Entry]) {
        let played = catch_unwind(AssertUnwindSafe(|| {
            entries.iter().try_for_each(|entry| room.replay(&self.catalog, entry))
        }));
        let why = match played {
            Ok(Ok(())) => return,
            Ok(Err(why)) => why,
            Err(panic) => reason(&*panic),
        };
        tracing::error!(table = room.code, why, "a journal cannot be played");
        room.seq = entries.last().map_or(room.seq, |last| last.seq as u64 + 1);
        (room.frozen, room.status) = (Some(why), wire::Status::Frozen);
    }

    /// Decides and carries out a change. When this returns `Ok`, it is on disk and on its way to the viewers.
    pub(crate) async fn change<D>(
        self: &Arc<Self>,
        cell: &Arc<Cell>,
        key: Option<i64>,
        decide: D,
    ) -> Result<Done>
    where
        D: FnMut(&mut Room) -> Result<Vec<Change>> + Send + 'static,
    {
        let (app, cell) = (self.clone(), cell.clone());
        // A client that hangs up must not stop a change half-way.
        let change = ToTheEnd::of(async move { app.change_here(&cell, key, decide).await });
        change.await.unwrap_or_else(|panic| Err(Error::Internal(reason(&*panic))))
    }

    async fn change_here<D>(
        self: &Arc<Self>,
        cell: &Arc<Cell>,
        key: Option<i64>,
        mut decide: D,
    ) -> Result<Done>
    where
        D: FnMut(&mut Room) -> Result<Vec<Change>>,
    {
        let mut inner = self.lock(cell).await?;
        // Each round lost means that another server has won one: a handful is plenty.
        for _ in 0..8 {
            self.load(cell, &mut inner).await?;
            let room = inner.room.as_mut().expect("just loaded");
            if let Some((seq, revision)) = key.and_then(|key| room.repeated(key)) {
                return Ok(Done { seq, revision, repeated: true });
            }
            let changes = match catch_unwind(AssertUnwindSafe(|| decide(room))) {
                Ok(decided) => decided?,
                Err(panic) => {
                    let why = reason(&*panic);
                    self.freeze(cell, &mut inner, why).await;
                    return Err(Error::Internal("a table was frozen".to_owned()));
                }
            };
            if changes.is_empty() {
                return Ok(Done { seq: room.seq, revision: room.revision, repeated: false });
            }
            if self.append(cell, &mut inner, key, &changes).await? {
                let room = inner.room.as_ref().expect("still there");
                return Ok(Done { seq: room.seq, revision: room.revision, repeated: false });
            }
        }
        Err(Error::Busy("other servers are faster".to_owned()))
    }

    /// Writes changes and carries them out; false if another server was first, and the table has to be read again.
    async fn append(
        self: &Arc<Self>,
        cell: &Arc<Cell>,
        inner: &mut Inner,
        key: Option<i64>,
        changes: &[Change],
    ) -> Result<bool> {
        let room = inner.room.as_mut().expect("callers have loaded it");
        let at = now();
        let entry = Entry { seq: room.seq as i64, at, key, body: change::write(changes) };
        let (began, was) = (Instant::now(), room.status);
        let writing = self.store.begin_append(cell.id, entry).await;
        // While the disk works, the table goes on and the news are made: nobody sees either before they are true.
        let applied = room.apply(&self.catalog, at, key, changes, Mode::Live);
        let news = prepare(&mut inner.feeds, room);
        let stored = writing.done().await;
        self.meters.commit_seconds.record(began.elapsed());
        match (stored, applied) {
            (Ok(()), Ok(())) => {}
            (Err(AppendError::Conflict), _) => {
                inner.room = None;
                return Ok(false);
            }
            (Err(error), _) => {
                // Whether it is there is not known: the journal will tell.
                inner.room = None;
                return Err(error.into());
            }
            (Ok(()), Err(why)) => {
                inner.room = None;
                return Err(Error::Internal(why));
            }
        }
        if changes.iter().any(Change::touches_match) {
            self.meters.moves.increment(1);
        }
        let about_people =
            changes.iter().any(|change| !matches!(change, Change::Moved { .. } | Change::Said { .. }));
        let over = room.status == wire::Status::Over;
        if over && was != wire::Status::Over {
            self.notifier.ended(room, |seat| inner.feeds.is_connected(seat));
        }
        self.settle(cell, inner, news, true);
        if about_people || over {
            inner.feeds.table_changed(changes.iter().any(|change| matches!(change, Change::Left { .. })));
        }
        Ok(true)
    }

    /// After a table has changed or was loaded: tell the viewers, the clocks, the computer players and the lists.
    fn settle(
        self: &Arc<Self>,
        cell: &Arc<Cell>,
        inner: &mut Inner,
        news: std::thread::Result<Prepared>,
        changed: bool,
    ) {
        let Inner { room: Some(room), feeds } = inner else { return };
        match news {
            Ok(news) => feeds.send(news),
            Err(panic) => {
                let why = reason(&*panic);
                tracing::error!(table = room.code, why, "a table cannot be shown");
                (room.frozen, room.status) = (Some(why), wire::Status::Frozen);
                *feeds = Feeds::default();
            }
        }
        cell.deadline.store(room.clock.deadline().unwrap_or(i64::MAX), Ordering::Relaxed);
        if room.computer_asked().is_some() {
            self.computers.play(cell);
        }
        if changed && !cell.dirty.swap(true, Ordering::Relaxed) {
            self.dirty.lock().expect("no panic under this lock").push(cell.clone());
        }
    }

    /// Stops a table whose rules have panicked. Its journal, which reproduces the fault, stays.
    async fn freeze(self: &Arc<Self>, cell: &Arc<Cell>, inner: &mut Inner, why: String) {
        tracing::error!(table = cell.code, why, "a table panicked and is frozen");
        metrics::counter!("starboard_tables_frozen_total").increment(1);
        // The match in memory may be half changed: read it again, then note the fault.
        inner.room = None;
        if self.load(cell, inner).await.is_ok()
            && let Err(error) = self.append(cell, inner, None, &[Change::Frozen { why }]).await
        {
            tracing::error!(%error, "the freezing could not be stored");
        }
    }

    /// Another server has changed a table.
    pub(crate) async fn heard(self: &Arc<Self>, heard: RemoteChange) {
        let (cells, seq) = match heard {
            RemoteChange::Entry { table, seq } => (self.loaded(table).into_iter().collect(), seq),
            RemoteChange::Gap => (self.all_loaded(), i64::MAX),
        };
        for cell in cells {
            if let Err(error) = self.catch_up(&cell, seq).await {
                tracing::warn!(%error, table = cell.code, "could not read on");
            }
        }
    }

    async fn catch_up(self: &Arc<Self>, cell: &Arc<Cell>, seq: i64) -> Result<()> {
        let inner = &mut *cell.inner.lock().await;
        let Some(room) = &mut inner.room else {
            // Not loaded: with somebody watching it has to be, otherwise the next request does it.
            return if inner.feeds.is_empty() { Ok(()) } else { self.load(cell, inner).await };
        };
        if room.seq as i64 > seq {
            return Ok(());
        }
        let entries = self.store.entries(cell.id, room.seq as i64 - 1).await?;
        if entries.is_empty() {
            return Ok(());
        }
        self.replay(room, &entries);
        let news = prepare(&mut inner.feeds, room);
        self.settle(cell, inner, news, false);
        inner.feeds.table_changed(true);
        Ok(())
    }

    /// Writes the summaries of tables that have changed.
    pub(crate) async fn flush(self: &Arc<Self>) -> Result<()> {
        let mut dirty = std::mem::take(&mut *self.dirty.lock().expect("no panic under this lock"));
        while !dirty.is_empty() {
            // A few at a time, and moves in between.
            let some = dirty.split_off(dirty.len().saturating_sub(50));
            let mut summaries = Vec::with_capacity(some.len());
            for cell in &some {
                cell.dirty.store(false, Ordering::Relaxed);
                let inner = cell.inner.lock().await;
                summaries.extend(inner.room.as_ref().map(crate::present::summary));
            }
            if let Err(error) = self.store.put_summaries(&summaries).await {
                // Next time, then.
                dirty.extend(some.into_iter().filter(|cell| !cell.dirty.swap(true, Ordering::Relaxed)));
                self.dirty.lock().expect("no panic under this lock").append(&mut dirty);
                return Err(error.into());
            }
            if !dirty.is_empty() && !self.stop.is_cancelled() {
                tokio::time::sleep(BREATH).await;
            }
        }
        Ok(())
    }

    /// Forgets tables nobody has used for a while.
    pub(crate) fn forget_idle(&self, older_than: i64) {
        let mut cells = self.cells.write().expect("no panic under this lock");
        let Cells { by_id, by_code } = &mut *cells;
        by_id.retain(|_, cell| {
            let busy = cell.used.load(Ordering::Relaxed) > older_than
                || cell.dirty.load(Ordering::Relaxed)
                || cell.thinking.load(Ordering::Relaxed)
                // Two maps hold it; whoever else does is about to use it.
                || Arc::strong_count(cell) > 2
                || cell.inner.try_lock().is_ok_and(|inner| !inner.feeds.is_empty());
            if !busy {
                by_code.remove(&cell.code);
            }
            busy
        });
    }

    pub(crate) fn loaded_count(&self) -> usize {
        self.cells.read().expect("no panic under this lock").by_id.len()
    }
}

/// Makes the news of a table; its game may panic.
fn prepare(feeds: &mut Feeds, room: &Room) -> std::thread::Result<Prepared> {
    catch_unwind(AssertUnwindSafe(|| feeds.prepare(room)))
}

fn reason(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without words".to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use wire::{ClockRule, OnTimeout, Player, Status, Visibility};

    use super::*;
    use crate::{decide::Person, routes::lobby, stream::Stream};

    /// A server without tables, and somebody at it.
    async fn server() -> (Arc<App>, Person) {
        let store = Store::in_memory().await.expect("a database");
        let app = App::new(Config::default(), store, Catalog::standard(), CancellationToken::new());
        (app, Person { account: 1, name: "Ann".to_owned() })
    }

    async fn table(app: &Arc<App>, who: &Person) -> Arc<Cell> {
        let mut header = Header {
            game: "star_borders".to_owned(),
            scenario: None,
            scenario_file: None,
            options: BTreeMap::new(),
            seed: table::Seed::from_number(7).to_hex(),
            host: who.account,
            title: "Test".to_owned(),
            visibility: Visibility::Public,
            clock: ClockRule::None,
            on_timeout: OnTimeout::Loss,
            sides: vec![],
            rules: 0,
            position: None,
        };
        lobby::describe_match(app, &mut header).expect("a match");
        let player = Player::Human { account: who.account, name: who.name.clone() };
        let sat = (0..2).map(|seat| Change::Sat { seat, player: player.clone() }).collect();
        let cell = lobby::make_recorded(app, &header, vec![sat]).await.expect("stored");
        let (deciding, person) = (app.clone(), who.clone());
        let ready = move |room: &mut Room| room.ready(&deciding.catalog, &person, None);
        app.change(&cell, None, ready).await.expect("begun");
        cell
    }

    async fn status(app: &Arc<App>, cell: &Arc<Cell>) -> Status {
        app.lock(cell).await.expect("loaded").room.as_ref().expect("loaded").status
    }

    #[tokio::test]
    async fn what_is_not_on_disk_is_not_told() {
        let (app, who) = server().await;
        let cell = table(&app, &who).await;
        let mut beats = {
            let mut inner = app.lock(&cell).await.expect("loaded");
            let Inner { room: Some(room), feeds } = &mut *inner else { panic!("loaded") };
            feeds.subscribe(room, rules::Viewer::Public)
        };
        let say = |text: &'static str| {
            let who = who.clone();
            move |room: &mut Room| room.say(&who, text)
        };
        app.change(&cell, None, say("Good evening")).await.expect("stored");
        assert!(beats.try_recv().is_ok(), "the viewers hear it");
        while beats.try_recv().is_ok() {}
        app.store.close().await;
        app.change(&cell, None, say("Is anybody there?")).await.expect_err("there is no disk");
        assert!(beats.try_recv().is_err(), "nobody hears what may be forgotten");
    }

    #[tokio::test]
    async fn nothing_is_kept_for_viewers_who_have_gone() {
        let (app, who) = server().await;
        let cell = table(&app, &who).await;
        let look = async |seat| Stream::open(&app, &cell, Some(who.clone()), seat, None).await.expect("seen");
        let (player, watcher) = (look(Some(0)).await, look(None).await);
        let kept = async || {
            // Goodbyes are said beside the work.
            tokio::task::yield_now().await;
            cell.inner.lock().await.feeds.kept()
        };
        assert_eq!(kept().await, (2, true));
        drop(player);
        assert_eq!(kept().await, (1, true), "the other one still looks");
        drop(watcher);
        assert_eq!(kept().await, (0, false));
        let back = look(Some(0)).await;
        assert_eq!(kept().await, (1, true), "and who comes back is told of changes again");
        drop(back);
    }

    #[tokio::test]
    async fn a_table_that_panics_freezes_alone_and_keeps_its_journal() {
        let (app, who) = server().await;
        let (bad, good) = (table(&app, &who).await, table(&app, &who).await);
        let steps = app.lock(&bad).await.expect("loaded").room.as_ref().expect("loaded").game().steps(0);
        let error = app.change(&bad, None, |_| panic!("a rule is broken")).await.expect_err("frozen");
        assert_eq!(error.code(), "internal");
        assert_eq!(status(&app, &bad).await, Status::Frozen);
        assert_eq!(status(&app, &good).await, Status::Playing, "the others live");
        let refused = app.change(&bad, None, move |room| room.resign(&who, 0)).await.expect_err("frozen");
        assert_eq!(refused.code(), "frozen");
        // It stays frozen when it is read again, and an administrator can let it go on.
        bad.inner.lock().await.room = None;
        assert_eq!(status(&app, &bad).await, Status::Frozen);
        app.change(&bad, None, |_| Ok(vec![Change::Thawed])).await.expect("thawed");
        assert_eq!(status(&app, &bad).await, Status::Playing);
        let after = app.lock(&bad).await.expect("loaded").room.as_ref().expect("loaded").game().steps(0);
        assert_eq!(after, steps, "the match is as it was");
    }
}
