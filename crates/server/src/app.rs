//! Shared state of all requests: the tables in memory, and the one way to change them.

use std::{
    collections::{BTreeMap, HashMap},
    net::IpAddr,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, RwLock, Weak,
        atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use catalog::{Catalog, GameInfo};
use store::{AppendError, Entry, RemoteChange, Store};
use tokio::sync::{MutexGuard, Notify, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::{
    auth::Sessions,
    bot_workers::{BotWorkers, StopSwitch},
    clock::Downtimes,
    config::Config,
    connections::Connections,
    detach::RunToCompletion,
    error::{Error, Result, no_table},
    feed::{Feeds, PreparedUpdate},
    metrics::Metrics,
    notify::Notifier,
    rate_limit::RateLimits,
    review::ReviewCache,
    room::{Header, Room, ScenarioSource},
    table_event::{self, TableEvent},
};

/// Pause between two batches of summaries.
const FLUSH_PAUSE: Duration = Duration::from_millis(20);

/// How long a request waits for its turn to check a scenario file.
const SCENARIO_WAIT: Duration = Duration::from_secs(5);

/// A table's slot in memory.
pub(crate) struct TableSlot {
    pub(crate) id: i64,
    pub(crate) code: String,
    pub(crate) inner: tokio::sync::Mutex<SlotState>,
    /// When the next clock runs out, Unix milliseconds; `i64::MAX` for never.
    pub(crate) deadline: AtomicI64,
    /// Last access, Unix milliseconds. Idle tables are evicted.
    used: AtomicI64,
    /// Whether its stored summary is outdated.
    dirty: AtomicBool,
    /// Whether a bot worker has it queued.
    pub(crate) thinking: AtomicBool,
    /// Ends the search that is running for it.
    pub(crate) search: StopSwitch,
    /// The review of its finished match.
    pub(crate) review: ReviewCache,
}

/// State protected by a table's lock.
#[derive(Default)]
pub(crate) struct SlotState {
    /// `None` before the first load, and after an append conflict or failure.
    pub(crate) room: Option<Room>,
    pub(crate) feeds: Feeds,
}

/// Result of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ChangeReceipt {
    pub(crate) seq: u64,
    pub(crate) revision: u64,
    pub(crate) repeated: bool,
}

#[derive(Default)]
struct TableMap {
    by_id: HashMap<i64, Arc<TableSlot>>,
    by_code: HashMap<String, Arc<TableSlot>>,
}

/// Shared state of all requests.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) store: Store,
    pub(crate) catalog: Catalog,
    /// Descriptions for the lobby, built once: building them reads every scenario.
    pub(crate) games: Vec<GameInfo>,
    pub(crate) sessions: Sessions,
    pub(crate) limits: RateLimits,
    pub(crate) metrics: Metrics,
    pub(crate) bots: BotWorkers,
    pub(crate) notifier: Notifier,
    pub(crate) stop: CancellationToken,
    pub(crate) streams: AtomicU64,
    pub(crate) connections: Arc<Connections>,
    pub(crate) downtimes: Downtimes,
    /// One scenario file is checked at a time, beside the request threads.
    pub(crate) scenario_permit: Semaphore,
    /// Last successful heartbeat, Unix milliseconds.
    heartbeat: AtomicI64,
    /// Tables that another server has changed, or whose last append failed: how many entries they have at least.
    behind: Mutex<BTreeMap<i64, i64>>,
    pub(crate) behind_changed: Notify,
    scenarios: Mutex<HashMap<String, Weak<str>>>,
    tables: RwLock<TableMap>,
    dirty: Mutex<Vec<Arc<TableSlot>>>,
}

impl App {
    pub(crate) fn new(config: Config, store: Store, catalog: Catalog, stop: CancellationToken) -> Arc<Self> {
        let limits = RateLimits::new(&config);
        Arc::new_cyclic(|app| Self {
            bots: BotWorkers::start(config.ai_threads, app),
            notifier: Notifier::default(),
            sessions: Sessions::new(config.session_days),
            limits,
            metrics: Metrics::new(),
            store,
            games: catalog.games(),
            catalog,
            stop,
            streams: AtomicU64::new(0),
            connections: Connections::new(&config),
            downtimes: Downtimes::default(),
            scenario_permit: Semaphore::new(1),
            heartbeat: AtomicI64::new(0),
            behind: Mutex::default(),
            behind_changed: Notify::new(),
            scenarios: Mutex::default(),
            tables: RwLock::default(),
            dirty: Mutex::default(),
            config,
        })
    }

    /// The time, Unix milliseconds.
    pub(crate) fn now(&self) -> i64 {
        self.config.time.now()
    }

    /// Records that this server works, and learns of downtimes. `gap`: milliseconds without a heartbeat that count as one.
    pub(crate) async fn beat(self: &Arc<Self>, gap: i64) -> Result<()> {
        self.store.heartbeat(gap).await?;
        self.heartbeat.store(self.now(), Ordering::Relaxed);
        if self.downtimes.set(self.store.downtimes().await?) {
            // Clocks follow from the journal and the downtimes: read them again.
            for slot in self.all_loaded() {
                let inner = &mut *slot.inner.lock().await;
                if inner.room.as_ref().is_some_and(|room| room.clock.rule() != wire::ClockRule::None) {
                    inner.room = None;
                    self.mark_behind(slot.id, 0);
                }
            }
        }
        Ok(())
    }

    /// Milliseconds since the last successful heartbeat.
    pub(crate) fn heartbeat_age(&self) -> i64 {
        self.now() - self.heartbeat.load(Ordering::Relaxed)
    }

    /// Names of the choices of a game that stay secret until the match starts.
    pub(crate) fn secret_choices(&self, game: &str) -> Vec<&str> {
        let info = self.games.iter().find(|info| info.id == game);
        let choices = info.into_iter().flat_map(|info| &info.seat_choices);
        choices.filter(|choice| choice.secret).map(|choice| choice.id).collect()
    }

    /// The description of a table for an account.
    pub(crate) fn table_info(&self, room: &Room, feeds: &Feeds, account: Option<i64>) -> wire::TableInfo {
        crate::describe::table(room, feeds, account, &self.secret_choices(&room.header.game))
    }

    /// Fills in the text of a player's own scenario file.
    async fn load_scenario(&self, header: &mut Header) -> Result<()> {
        let Some(ScenarioSource { hash: Some(hash), stored, .. }) = &mut header.scenario_file else {
            return Ok(());
        };
        let known =
            self.scenarios.lock().expect("no panic under this lock").get(hash).and_then(Weak::upgrade);
        *stored = Some(if let Some(text) = known {
            text
        } else {
            let text = self.store.scenario_file(hash).await?;
            let text: Arc<str> =
                text.ok_or_else(|| Error::Internal(format!("scenario file {hash} is missing")))?.into();
            let mut known = self.scenarios.lock().expect("no panic under this lock");
            known.retain(|_, text| text.strong_count() > 0);
            known.insert(hash.clone(), Arc::downgrade(&text));
            text
        });
        Ok(())
    }

    /// Runs work on a scenario file beside the request threads, one at a time.
    pub(crate) async fn with_scenario<T: Send + 'static>(
        self: &Arc<Self>,
        address: IpAddr,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> Result<T> {
        self.limits.scenario(address)?;
        let permit = tokio::time::timeout(SCENARIO_WAIT, self.scenario_permit.acquire()).await;
        let _permit = permit.map_err(|_| Error::Rate(SCENARIO_WAIT.as_secs()))?.expect("never closed");
        let app = self.clone();
        let done = tokio::task::spawn_blocking(move || work(&app)).await;
        done.map_err(|error| Error::Internal(error.to_string()))
    }

    /// Counts bytes that an account is about to store.
    pub(crate) async fn spend_bytes(&self, account: i64, address: IpAddr, bytes: usize) -> Result<()> {
        let now = self.now();
        if !self.limits.knows_bytes(account, now) {
            let today = now - now.rem_euclid(86_400_000);
            let stored = self.store.bytes_created(account, today).await?;
            self.limits.set_bytes(account, stored as u64, now);
        }
        self.limits.spend_bytes(account, address, bytes, now)
    }

    /// The table with this code.
    pub(crate) async fn find(&self, code: &str) -> Result<Arc<TableSlot>> {
        let known = self.tables.read().expect("no panic under this lock").by_code.get(code).cloned();
        if let Some(slot) = known {
            return Ok(slot);
        }
        if code.len() > 32 || !code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(no_table());
        }
        let row = self.store.table_by_code(code).await?.ok_or_else(no_table)?;
        Ok(self.slot(row.id, &row.code))
    }

    /// The table with this id.
    pub(crate) async fn find_id(&self, id: i64) -> Result<Arc<TableSlot>> {
        if let Some(slot) = self.loaded(id) {
            return Ok(slot);
        }
        let row = self.store.table_by_id(id).await?.ok_or_else(no_table)?;
        Ok(self.slot(row.id, &row.code))
    }

    pub(crate) fn loaded(&self, id: i64) -> Option<Arc<TableSlot>> {
        self.tables.read().expect("no panic under this lock").by_id.get(&id).cloned()
    }

    pub(crate) fn all_loaded(&self) -> Vec<Arc<TableSlot>> {
        self.tables.read().expect("no panic under this lock").by_id.values().cloned().collect()
    }

    pub(crate) fn slot(&self, id: i64, code: &str) -> Arc<TableSlot> {
        let mut tables = self.tables.write().expect("no panic under this lock");
        if let Some(slot) = tables.by_id.get(&id) {
            return slot.clone();
        }
        let slot = Arc::new(TableSlot {
            id,
            code: code.to_owned(),
            inner: tokio::sync::Mutex::default(),
            deadline: AtomicI64::new(i64::MAX),
            used: AtomicI64::new(self.now()),
            dirty: AtomicBool::new(false),
            thinking: AtomicBool::new(false),
            search: StopSwitch::default(),
            review: ReviewCache::default(),
        });
        tables.by_id.insert(id, slot.clone());
        tables.by_code.insert(code.to_owned(), slot.clone());
        slot
    }

    /// Locks a table and loads it if necessary. `room` is `Some` when this returns `Ok`.
    pub(crate) async fn lock<'c>(
        self: &Arc<Self>,
        slot: &'c Arc<TableSlot>,
    ) -> Result<MutexGuard<'c, SlotState>> {
        slot.used.store(self.now(), Ordering::Relaxed);
        let mut inner = slot.inner.lock().await;
        self.load(slot, &mut inner).await?;
        Ok(inner)
    }

    async fn load(self: &Arc<Self>, slot: &Arc<TableSlot>, inner: &mut SlotState) -> Result<()> {
        if inner.room.is_some() {
            return Ok(());
        }
        let row = self.store.table_by_id(slot.id).await?.ok_or_else(no_table)?;
        let entries = self.store.entries(slot.id, -1).await?;
        let mut header: Header = serde_json::from_str(&row.header)
            .map_err(|error| Error::Internal(format!("the header of table {}: {error}", row.code)))?;
        self.load_scenario(&mut header).await?;
        let mut room = self.new_room(row.id, row.code, header, row.created);
        self.replay(&mut room, &entries);
        metrics::counter!("starboard_tables_loaded_total").increment(1);
        let behind = row.seq < room.seq as i64;
        let news = prepare(&mut inner.feeds, &room);
        inner.room = Some(room);
        self.after_change(slot, inner, news, behind);
        Ok(())
    }

    /// A table without entries.
    pub(crate) fn new_room(&self, id: i64, code: String, header: Header, created: i64) -> Room {
        Room::new(id, code, header, created, self.config.time.clone(), self.downtimes.clone())
    }

    /// Applies entries of the journal. If one cannot be applied, the table is shown as frozen; its journal is unchanged.
    fn replay(&self, room: &mut Room, entries: &[Entry]) {
        let played = catch_unwind(AssertUnwindSafe(|| {
            entries.iter().try_for_each(|entry| room.replay(&self.catalog, entry))
        }));
        let why = match played {
            Ok(Ok(())) => return,
            Ok(Err(why)) => why,
            Err(panic) => panic_message(&*panic),
        };
        tracing::error!(table = room.code, why, "failed to replay the journal");
        room.seq = entries.last().map_or(room.seq, |last| last.seq as u64 + 1);
        (room.frozen, room.status) = (Some(why), wire::Status::Frozen);
    }

    /// Decides, appends and applies a change. When this returns `Ok`, it is durable and queued for the viewers.
    pub(crate) async fn run_command<D>(
        self: &Arc<Self>,
        slot: &Arc<TableSlot>,
        key: Option<i64>,
        decide: D,
    ) -> Result<ChangeReceipt>
    where
        D: FnMut(&Room) -> Result<Vec<TableEvent>> + Send + 'static,
    {
        let (app, slot) = (self.clone(), slot.clone());
        // A client that disconnects must not cancel a change half-way.
        let change = RunToCompletion::of(async move { app.run_command_locked(&slot, key, decide).await });
        change.await.unwrap_or_else(|panic| Err(Error::Internal(panic_message(&*panic))))
    }

    async fn run_command_locked<D>(
        self: &Arc<Self>,
        slot: &Arc<TableSlot>,
        key: Option<i64>,
        mut decide: D,
    ) -> Result<ChangeReceipt>
    where
        D: FnMut(&Room) -> Result<Vec<TableEvent>>,
    {
        let mut inner = self.lock(slot).await?;
        // A lost round means another server appended first; a few retries are enough.
        for _ in 0..8 {
            self.load(slot, &mut inner).await?;
            let room = inner.room.as_ref().expect("just loaded");
            if let Some((seq, revision)) = key.and_then(|key| room.repeated(key)) {
                return Ok(ChangeReceipt { seq, revision, repeated: true });
            }
            let changes = match catch_unwind(AssertUnwindSafe(|| decide(room))) {
                Ok(decided) => decided?,
                Err(panic) => {
                    let why = panic_message(&*panic);
                    self.freeze(slot, &mut inner, why).await;
                    return Err(Error::Internal("a table was frozen".to_owned()));
                }
            };
            if changes.is_empty() {
                return Ok(ChangeReceipt { seq: room.seq, revision: room.revision, repeated: false });
            }
            if self.append(slot, &mut inner, key, &changes).await? {
                let room = inner.room.as_ref().expect("still there");
                return Ok(ChangeReceipt { seq: room.seq, revision: room.revision, repeated: false });
            }
        }
        Err(Error::Busy("other servers are faster".to_owned()))
    }

    /// Appends and applies changes; `false` if another server appended first and the table must be reloaded.
    async fn append(
        self: &Arc<Self>,
        slot: &Arc<TableSlot>,
        inner: &mut SlotState,
        key: Option<i64>,
        changes: &[TableEvent],
    ) -> Result<bool> {
        let room = inner.room.as_mut().expect("callers have loaded it");
        let at = self.now();
        let entry = Entry { seq: room.seq as i64, at, key, body: table_event::write(changes) };
        let (began, was) = (Instant::now(), room.status);
        let writing = self.store.begin_append(slot.id, entry).await;
        // Apply the change and encode the updates while the fsync runs. The table lock is held until the entry is
        // durable, so no viewer sees either early.
        let applied = catch_unwind(AssertUnwindSafe(|| room.apply(&self.catalog, at, key, changes)))
            .unwrap_or_else(|panic| Err(panic_message(&*panic)));
        let news = prepare(&mut inner.feeds, room);
        let stored = writing.done().await;
        self.metrics.commit_seconds.record(began.elapsed());
        match (stored, applied) {
            (Ok(()), Ok(())) => {}
            (Err(AppendError::Conflict), _) => {
                inner.room = None;
                return Ok(false);
            }
            (Err(error), _) => {
                // The entry may or may not be on disk. Drop the cached table; the next access reloads it from the journal.
                inner.room = None;
                // Viewers must see the entry if it is there, also when no request follows.
                self.mark_behind(slot.id, 0);
                return Err(error.into());
            }
            (Ok(()), Err(why)) => {
                inner.room = None;
                return Err(Error::Internal(why));
            }
        }
        if changes.iter().any(TableEvent::changes_match) {
            self.metrics.moves.increment(1);
        }
        let about_people = changes
            .iter()
            .any(|change| !matches!(change, TableEvent::Moved { .. } | TableEvent::Chatted { .. }));
        let over = room.status == wire::Status::Over;
        if over && was != wire::Status::Over {
            self.notifier.ended(room, |seat| inner.feeds.is_connected(seat));
        }
        self.after_change(slot, inner, news, true);
        if about_people || over {
            inner.feeds.notify_table_changed(
                changes.iter().any(|change| matches!(change, TableEvent::SeatVacated { .. })),
            );
        }
        Ok(true)
    }

    /// After a change or a load: sends the updates, sets the deadline, queues bots, marks the summary as outdated.
    fn after_change(
        self: &Arc<Self>,
        slot: &Arc<TableSlot>,
        inner: &mut SlotState,
        news: std::thread::Result<PreparedUpdate>,
        changed: bool,
    ) {
        let SlotState { room: Some(room), feeds } = inner else { return };
        match news {
            Ok(news) => feeds.send(news),
            Err(panic) => {
                let why = panic_message(&*panic);
                tracing::error!(table = room.code, why, "failed to render a table");
                (room.frozen, room.status) = (Some(why), wire::Status::Frozen);
                *feeds = Feeds::default();
            }
        }
        slot.deadline.store(room.clock.deadline().unwrap_or(i64::MAX), Ordering::Relaxed);
        if room.computer_asked().is_some() {
            self.bots.play(slot);
        } else {
            slot.search.stop();
        }
        if changed && !slot.dirty.swap(true, Ordering::Relaxed) {
            self.dirty.lock().expect("no panic under this lock").push(slot.clone());
        }
    }

    /// Stops a table whose rules have panicked. Its journal, which reproduces the fault, stays.
    async fn freeze(self: &Arc<Self>, slot: &Arc<TableSlot>, inner: &mut SlotState, why: String) {
        tracing::error!(table = slot.code, why, "froze a table after a panic");
        metrics::counter!("starboard_tables_frozen_total").increment(1);
        // The match in memory may be half changed: reload it, then journal the fault.
        inner.room = None;
        if self.load(slot, inner).await.is_ok()
            && let Err(error) = self.append(slot, inner, None, &[TableEvent::Frozen { why }]).await
        {
            tracing::error!(%error, "failed to journal the freeze");
        }
    }

    /// Notes what another server has changed; [`App::catch_up_all`] reads it.
    pub(crate) fn on_remote_change(&self, change: RemoteChange) {
        match change {
            RemoteChange::Entry { table, seq } => {
                if self.loaded(table).is_some() {
                    self.mark_behind(table, seq + 1);
                }
            }
            RemoteChange::SessionsEnded { account } => self.sessions.announce_ended(account),
            RemoteChange::Gap => {
                for slot in self.all_loaded() {
                    self.mark_behind(slot.id, i64::MAX);
                }
            }
        }
    }

    fn mark_behind(&self, table: i64, entries: i64) {
        let mut behind = self.behind.lock().expect("no panic under this lock");
        let known = behind.entry(table).or_insert(entries);
        *known = entries.max(*known);
        self.behind_changed.notify_one();
    }

    /// Catches up with all tables that are known to be behind; whether some still are because the database failed.
    pub(crate) async fn catch_up_all(self: &Arc<Self>) -> bool {
        let behind = std::mem::take(&mut *self.behind.lock().expect("no panic under this lock"));
        let mut failed = false;
        for (table, entries) in behind {
            let Some(slot) = self.loaded(table) else { continue };
            if let Err(error) = self.catch_up(&slot, entries).await {
                tracing::warn!(%error, table = slot.code, "failed to catch up with the journal");
                self.mark_behind(table, entries);
                failed = true;
            }
        }
        failed
    }

    /// Compares all loaded tables with the journal: a safety net for lost notifications.
    pub(crate) async fn reconcile(self: &Arc<Self>) -> Result<()> {
        let loaded: Vec<i64> = self.all_loaded().iter().map(|slot| slot.id).collect();
        for (table, entries) in self.store.entry_counts(&loaded).await? {
            self.mark_behind(table, entries);
        }
        Ok(())
    }

    async fn catch_up(self: &Arc<Self>, slot: &Arc<TableSlot>, entries: i64) -> Result<()> {
        let inner = &mut *slot.inner.lock().await;
        let Some(room) = &mut inner.room else {
            // Not loaded: reload for connected viewers, otherwise leave it to the next request.
            return if inner.feeds.is_empty() { Ok(()) } else { self.load(slot, inner).await };
        };
        if room.seq as i64 >= entries {
            return Ok(());
        }
        let entries = self.store.entries(slot.id, room.seq as i64 - 1).await?;
        if entries.is_empty() {
            return Ok(());
        }
        self.replay(room, &entries);
        let news = prepare(&mut inner.feeds, room);
        self.after_change(slot, inner, news, false);
        inner.feeds.notify_table_changed(true);
        Ok(())
    }

    /// Writes the summaries of tables that have changed.
    pub(crate) async fn flush(self: &Arc<Self>) -> Result<()> {
        let mut dirty = std::mem::take(&mut *self.dirty.lock().expect("no panic under this lock"));
        while !dirty.is_empty() {
            // Flush in small batches so that moves can be committed in between.
            let some = dirty.split_off(dirty.len().saturating_sub(50));
            let mut summaries = Vec::with_capacity(some.len());
            for slot in &some {
                slot.dirty.store(false, Ordering::Relaxed);
                let inner = slot.inner.lock().await;
                summaries.extend(inner.room.as_ref().map(crate::describe::summary));
            }
            if let Err(error) = self.store.put_summaries(&summaries).await {
                // Retry on the next flush.
                dirty.extend(some.into_iter().filter(|slot| !slot.dirty.swap(true, Ordering::Relaxed)));
                self.dirty.lock().expect("no panic under this lock").append(&mut dirty);
                return Err(error.into());
            }
            if !dirty.is_empty() && !self.stop.is_cancelled() {
                tokio::time::sleep(FLUSH_PAUSE).await;
            }
        }
        Ok(())
    }

    /// Evicts tables that were last used before `older_than` (Unix milliseconds).
    pub(crate) fn evict_idle(&self, older_than: i64) {
        let mut tables = self.tables.write().expect("no panic under this lock");
        let TableMap { by_id, by_code } = &mut *tables;
        by_id.retain(|_, slot| {
            let busy = slot.used.load(Ordering::Relaxed) > older_than
                || slot.dirty.load(Ordering::Relaxed)
                || slot.thinking.load(Ordering::Relaxed)
                // `by_id` and `by_code` hold one reference each; a third means a request is using the table.
                || Arc::strong_count(slot) > 2
                || slot.inner.try_lock().is_ok_and(|inner| !inner.feeds.is_empty());
            if !busy {
                by_code.remove(&slot.code);
            }
            busy
        });
    }

    /// Takes a table that is about to be deleted out of memory; `false` if it is in use.
    pub(crate) async fn forget(&self, id: i64) -> bool {
        let Some(slot) = self.loaded(id) else { return true };
        let mut inner = slot.inner.lock().await;
        inner.feeds.drop_disconnected();
        if !inner.feeds.is_empty() {
            return false;
        }
        let mut tables = self.tables.write().expect("no panic under this lock");
        tables.by_id.remove(&id);
        tables.by_code.remove(&slot.code);
        true
    }

    pub(crate) fn loaded_count(&self) -> usize {
        self.tables.read().expect("no panic under this lock").by_id.len()
    }
}

/// Encodes the updates of a table; its game may panic.
fn prepare(feeds: &mut Feeds, room: &Room) -> std::thread::Result<PreparedUpdate> {
    catch_unwind(AssertUnwindSafe(|| feeds.prepare(room)))
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic without a message".to_owned())
}

#[cfg(test)]
mod tests;
