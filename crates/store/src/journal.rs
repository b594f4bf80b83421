//! The journal of tables: append-only, durable before it is acknowledged, many entries per `fsync`.

use std::sync::LazyLock;

use sqlx::{
    Arguments as _, Connection as _, PgPool, SqliteConnection, SqlitePool,
    postgres::{PgConnectOptions, PgListener, PgPoolOptions},
    sqlite::SqliteArguments,
};
use thiserror::Error;
use tokio::{
    sync::{mpsc, oneshot},
    time::{Duration, Instant},
};

use crate::{
    Error, NewTable, Store,
    db::{Db, read_query},
    table::{INSERT_SCENARIO, INSERT_TABLE},
};

/// One change of a table.
#[derive(Clone, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct Entry {
    /// Its number: 0, 1, 2, … without gaps.
    pub seq: i64,
    /// When.
    pub at: i64,
    /// The request that made it, so that a repetition is recognised.
    pub key: Option<i64>,
    /// What changed.
    pub body: String,
}

/// Why an entry was not appended.
#[derive(Debug, Error)]
pub enum AppendError {
    /// Another server appended an entry with this number: reload and decide again.
    #[error("another server changed the table first")]
    Conflict,
    /// The database failed. The entry may or may not be on disk: reload the journal.
    #[error("failed to write the journal: {0}")]
    Failed(String),
}

/// A notification from another server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemoteChange {
    /// A table has an entry with this number.
    Entry {
        /// Which table.
        table: i64,
        /// Which number.
        seq: i64,
    },
    /// Sessions of an account have ended.
    SessionsEnded {
        /// The account.
        account: i64,
    },
    /// Notifications may have been lost: catch up with every table.
    Gap,
}

/// Handle of a queued entry.
#[must_use]
pub struct PendingAppend(oneshot::Receiver<Result<(), AppendError>>);

impl PendingAppend {
    /// Waits. When this returns `Ok`, the entry is on disk.
    pub async fn done(self) -> Result<(), AppendError> {
        let gone = |_| AppendError::Failed("the journal writer has stopped".to_owned());
        self.0.await.map_err(gone)?
    }
}

/// A message to the journal writer.
pub(crate) enum WriteRequest {
    /// Append an entry.
    Entry { table: i64, entry: Entry, done: oneshot::Sender<Result<(), AppendError>> },
    /// Insert a table and return its id (SQLite only).
    Table { new: NewTable, done: oneshot::Sender<Result<Option<i64>, String>> },
}

/// Maximum number of rows per transaction.
const MAX_BATCH: usize = 1_024;
/// With at least `BUSY_BATCH` entries in a batch, the next commit starts no earlier than `MIN_COMMIT_INTERVAL` after this
/// one began. Smaller batches are not delayed.
const BUSY_BATCH: usize = 4;
const MIN_COMMIT_INTERVAL: Duration = Duration::from_millis(4);
const WRITE_TIMEOUT: Duration = Duration::from_secs(8);
const CHANNEL: &str = "starboard_journal";

impl Store {
    /// Appends an entry. When this returns `Ok`, it is on disk.
    pub async fn append(&self, table: i64, entry: Entry) -> Result<(), AppendError> {
        self.begin_append(table, entry).await.done().await
    }

    /// Queues an entry. The caller may do other work and then await the returned handle.
    pub async fn begin_append(&self, table: i64, entry: Entry) -> PendingAppend {
        let (done, answer) = oneshot::channel();
        // If the writer has stopped, `done` is dropped with the entry, and the answer says so.
        let _ = self.writer.send(WriteRequest::Entry { table, entry, done }).await;
        PendingAppend(answer)
    }

    /// The entries of a table after number `after` (-1: all).
    pub async fn entries(&self, table: i64, after: i64) -> Result<Vec<Entry>, Error> {
        let text = "select seq, at, key, body from journal where table_id = $1 and seq > $2 order by seq";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(table).bind(after).fetch_all(pool).await?))
    }

    /// Notifications of other servers on the same database; `None` on SQLite, which has a single server.
    pub async fn listen(&self) -> Result<Option<mpsc::Receiver<RemoteChange>>, Error> {
        let Db::Pg(pool) = &self.db else { return Ok(None) };
        let options = (*pool.connect_options()).clone();
        let mut listener = listener(options.clone()).await?;
        let (send, receive) = mpsc::channel(1024);
        tokio::spawn(async move {
            loop {
                if follow(&mut listener, &send).await.is_err() {
                    return;
                }
                // Listen first, then report the gap: what is appended in between is announced or found by the reader.
                listener = loop {
                    match self::listener(options.clone()).await {
                        Ok(listener) => break listener,
                        Err(error) => tracing::warn!(%error, "LISTEN connection failed"),
                    }
                    tokio::time::sleep(RECONNECT_PAUSE).await;
                    if send.is_closed() {
                        return;
                    }
                };
                if send.send(RemoteChange::Gap).await.is_err() {
                    return;
                }
            }
        });
        Ok(Some(receive))
    }

    /// Announces to other servers that sessions of an account have ended.
    pub async fn announce_sessions_ended(&self, account: i64) -> Result<(), Error> {
        if let Db::Pg(pool) = &self.db {
            let word = format!("sessions:{account}");
            sqlx::query("select pg_notify($1, $2)").bind(CHANNEL).bind(word).execute(pool).await?;
        }
        Ok(())
    }

    /// The number of entries of these tables.
    pub async fn entry_counts(&self, tables: &[i64]) -> Result<Vec<(i64, i64)>, Error> {
        let Db::Pg(pool) = &self.db else { return Ok(vec![]) };
        let text = "select t.id, (select coalesce(max(seq), -1) + 1 from journal j where j.table_id = t.id)
                    from unnest($1::bigint[]) as t (id)";
        Ok(sqlx::query_as(text).bind(tables).fetch_all(pool).await?)
    }
}

/// Between two attempts to connect.
const RECONNECT_PAUSE: Duration = Duration::from_millis(300);
/// Without a notification for this long, the connection is tested: a cut cable sends nothing.
const LISTEN_IDLE: Duration = Duration::from_secs(3);

async fn listener(options: PgConnectOptions) -> Result<PgListener, sqlx::Error> {
    // A separate pool: a listener holds its connection for its lifetime.
    let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(Duration::from_secs(3));
    let mut listener = PgListener::connect_with(&pool.connect_lazy_with(options)).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Passes notifications on until the connection is lost (`Ok`) or there is no receiver (`Err`).
async fn follow(listener: &mut PgListener, send: &mpsc::Sender<RemoteChange>) -> Result<(), ()> {
    loop {
        match tokio::time::timeout(LISTEN_IDLE, listener.try_recv()).await {
            Ok(Ok(Some(notice))) => {
                for change in notice.payload().split(' ').filter_map(parse) {
                    send.send(change).await.map_err(drop)?;
                }
            }
            Ok(Ok(None)) => return Ok(()),
            Ok(Err(error)) => {
                tracing::warn!(%error, "LISTEN connection failed");
                return Ok(());
            }
            Err(_) => {
                let test = sqlx::query("select 1").execute(&mut *listener);
                match tokio::time::timeout(LISTEN_IDLE, test).await {
                    Ok(Ok(_)) if !send.is_closed() => {}
                    Ok(Ok(_)) => return Err(()),
                    Ok(Err(_)) | Err(_) => return Ok(()),
                }
            }
        }
    }
}

fn parse(word: &str) -> Option<RemoteChange> {
    let (table, seq) = word.split_once(':')?;
    if table == "sessions" {
        return Some(RemoteChange::SessionsEnded { account: seq.parse().ok()? });
    }
    Some(RemoteChange::Entry { table: table.parse().ok()?, seq: seq.parse().ok()? })
}

pub(crate) fn start_sqlite(pool: SqlitePool) -> mpsc::Sender<WriteRequest> {
    start(move |batch| {
        let pool = pool.clone();
        async move { (write_sqlite(&pool, &batch).await, batch) }
    })
}

pub(crate) fn start_postgres(pool: PgPool) -> mpsc::Sender<WriteRequest> {
    start(move |batch| {
        let pool = pool.clone();
        async move {
            // A database that does not answer must not hold up the tables for ever.
            let written = tokio::time::timeout(WRITE_TIMEOUT, write_postgres(&pool, &batch)).await;
            (written.unwrap_or(Err(sqlx::Error::PoolTimedOut)), batch)
        }
    })
}

type Key = (i64, i64);

/// One transaction.
#[derive(Default)]
struct Batch {
    tables: Vec<NewTable>,
    entries: Vec<(i64, Entry)>,
}

/// Result of a transaction: ids of the tables in order, and keys of the inserted entries.
struct Committed {
    tables: Vec<Result<Option<i64>, sqlx::Error>>,
    entries: Vec<Key>,
}

/// Result channels of a batch, in its order.
#[derive(Default)]
struct Waiters {
    tables: Vec<oneshot::Sender<Result<Option<i64>, String>>>,
    entries: Vec<oneshot::Sender<Result<(), AppendError>>>,
}

/// Group commit: writes everything that was queued during the last transaction as the next one.
fn start<W, F>(write: W) -> mpsc::Sender<WriteRequest>
where
    W: Fn(Batch) -> F + Send + 'static,
    F: Future<Output = (Result<Committed, sqlx::Error>, Batch)> + Send,
{
    let (send, mut receive) = mpsc::channel::<WriteRequest>(8_192);
    tokio::spawn(async move {
        let mut waiting = Vec::with_capacity(MAX_BATCH);
        while receive.recv_many(&mut waiting, MAX_BATCH).await > 0 {
            // Yield once so that tasks about to append can join this batch; free if there are none.
            tokio::task::yield_now().await;
            while waiting.len() < MAX_BATCH
                && let Ok(wanted) = receive.try_recv()
            {
                waiting.push(wanted);
            }
            // One lock order on every server, so that transactions cannot deadlock.
            waiting.sort_unstable_by_key(|wanted| match wanted {
                WriteRequest::Table { .. } => (0, 0),
                WriteRequest::Entry { table, entry, .. } => (*table, entry.seq),
            });
            let (mut batch, mut waiters) = (Batch::default(), Waiters::default());
            batch.entries.reserve(waiting.len());
            waiters.entries.reserve(waiting.len());
            for wanted in waiting.drain(..) {
                match wanted {
                    WriteRequest::Table { new, done } => {
                        batch.tables.push(new);
                        waiters.tables.push(done);
                    }
                    WriteRequest::Entry { table, entry, done } => {
                        batch.entries.push((table, entry));
                        waiters.entries.push(done);
                    }
                }
            }
            let (began, crowded) = (Instant::now(), batch.entries.len() >= BUSY_BATCH);
            let (written, batch) = write(batch).await;
            waiters.resolve(written, &batch);
            if crowded {
                tokio::time::sleep_until(began + MIN_COMMIT_INTERVAL).await;
            }
        }
    });
    send
}

impl Waiters {
    /// Sends the results. A dropped receiver is not an error: hence the `let _`.
    fn resolve(self, written: Result<Committed, sqlx::Error>, batch: &Batch) {
        match written {
            Ok(Committed { tables, mut entries }) => {
                entries.sort_unstable();
                for (done, (table, entry)) in self.entries.into_iter().zip(&batch.entries) {
                    let there = entries.binary_search(&(*table, entry.seq)).is_ok();
                    let _ = done.send(if there { Ok(()) } else { Err(AppendError::Conflict) });
                }
                for (done, made) in self.tables.into_iter().zip(tables) {
                    let _ = done.send(made.map_err(|error| error.to_string()));
                }
            }
            Err(error) => {
                tracing::error!(%error, moves = self.entries.len(), "failed to write the journal");
                for done in self.entries {
                    let _ = done.send(Err(AppendError::Failed(error.to_string())));
                }
                for done in self.tables {
                    let _ = done.send(Err(error.to_string()));
                }
            }
        }
    }
}

/// Prepared multi-row inserts by capacity. Unbound rows are null and filtered out, so five statements serve every batch
/// size.
struct Insert {
    room: usize,
    /// Inserts all rows or fails.
    all: String,
    /// Inserts the rows without a conflict and returns their keys.
    others: String,
}

static INSERTS: LazyLock<[Insert; 5]> = LazyLock::new(|| {
    [4, 16, 64, 256, MAX_BATCH].map(|room| {
        let rows = vec!["(?, ?, ?, ?, ?)"; room].join(", ");
        let all = format!(
            "insert into journal (table_id, seq, at, key, body)
             select * from (values {rows}) where column1 is not null"
        );
        let others = format!("{all} on conflict do nothing returning table_id, seq");
        Insert { room, all, others }
    })
});

fn arguments(entries: &[(i64, Entry)]) -> SqliteArguments {
    let mut values = SqliteArguments::default();
    values.reserve(entries.len() * 5, 0);
    for (table, Entry { seq, at, key, body }) in entries {
        let numbers = [Some(*table), Some(*seq), Some(*at), *key];
        let added = numbers.into_iter().try_for_each(|number| values.add(number));
        added.and_then(|()| values.add(body.as_str())).expect("numbers and texts can be bound");
    }
    values
}

async fn write_sqlite(pool: &SqlitePool, batch: &Batch) -> Result<Committed, sqlx::Error> {
    let mut line = pool.acquire().await?;
    if batch.tables.is_empty() {
        // A single statement is its own transaction: all rows are durable when it returns, or none.
        let entries = insert_entries(&mut line, &batch.entries).await?;
        return Ok(Committed { tables: vec![], entries });
    }
    let mut transaction = line.begin_with("BEGIN IMMEDIATE").await?;
    let mut tables = Vec::with_capacity(batch.tables.len());
    for new in &batch.tables {
        // A table that cannot be inserted does not affect the others.
        let NewTable { code, header, game, visibility, created, host, scenario, limit } = new;
        if let Some((hash, text)) = scenario {
            sqlx::query(INSERT_SCENARIO).bind(hash).bind(&**text).execute(&mut *transaction).await?;
        }
        let insert = sqlx::query_scalar(INSERT_TABLE).bind(code).bind(header).bind(game).bind(visibility);
        let insert =
            insert.bind(created).bind(host).bind(scenario.as_ref().map(|(hash, _)| hash)).bind(limit);
        tables.push(insert.fetch_optional(&mut *transaction).await);
    }
    let entries = insert_entries(&mut transaction, &batch.entries).await?;
    transaction.commit().await?;
    Ok(Committed { tables, entries })
}

async fn insert_entries(
    line: &mut SqliteConnection,
    entries: &[(i64, Entry)],
) -> Result<Vec<Key>, sqlx::Error> {
    if entries.is_empty() {
        return Ok(vec![]);
    }
    let insert = INSERTS
        .iter()
        .find(|insert| insert.room >= entries.len())
        .expect("a batch has MAX_BATCH rows at most");
    match sqlx::query_with(insert.all.as_str(), arguments(entries)).execute(&mut *line).await {
        Ok(_) => Ok(entries.iter().map(|(table, entry)| (*table, entry.seq)).collect()),
        // Some numbers exist already: insert the others.
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            sqlx::query_as_with(insert.others.as_str(), arguments(entries)).fetch_all(line).await
        }
        Err(error) => Err(error),
    }
}

async fn write_postgres(
    pool: &PgPool,
    Batch { entries: batch, .. }: &Batch,
) -> Result<Committed, sqlx::Error> {
    let tables: Vec<i64> = batch.iter().map(|(table, _)| *table).collect();
    let seqs: Vec<i64> = batch.iter().map(|(_, entry)| entry.seq).collect();
    let ats: Vec<i64> = batch.iter().map(|(_, entry)| entry.at).collect();
    let keys: Vec<Option<i64>> = batch.iter().map(|(_, entry)| entry.key).collect();
    let bodies: Vec<&str> = batch.iter().map(|(_, entry)| entry.body.as_str()).collect();
    let mut transaction = pool.begin().await?;
    let entries: Vec<Key> = sqlx::query_as(
        "insert into journal (table_id, seq, at, key, body)
         select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[])
         on conflict do nothing returning table_id, seq",
    )
    .bind(tables)
    .bind(seqs)
    .bind(ats)
    .bind(keys)
    .bind(bodies)
    .fetch_all(&mut *transaction)
    .await?;
    for payload in announcements(&entries) {
        // Delivered at commit: a rolled-back entry is never announced.
        sqlx::query("select pg_notify($1, $2)")
            .bind(CHANNEL)
            .bind(payload)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    // On PostgreSQL `create_table` inserts directly; there is no single-writer queue.
    Ok(Committed { tables: vec![], entries })
}

/// Payloads of `table:seq` words, each below PostgreSQL's limit of 8,000 bytes.
fn announcements(written: &[Key]) -> Vec<String> {
    let words = written.iter().map(|(table, seq)| format!("{table}:{seq}"));
    words.fold(Vec::new(), |mut texts: Vec<String>, word| {
        match texts.last_mut() {
            Some(text) if text.len() + word.len() < 7_900 => {
                text.push(' ');
                text.push_str(&word);
            }
            _ => texts.push(word),
        }
        texts
    })
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    };

    use super::*;

    #[tokio::test]
    async fn moves_do_not_queue_behind_other_writers() {
        let store = Store::in_memory().await.expect("a database");
        let made = Arc::new(AtomicUsize::new(0));
        let makers: Vec<_> = (0..200)
            .map(|n| {
                let (store, made) = (store.clone(), made.clone());
                tokio::spawn(async move {
                    store.create_guest(&format!("guest {n}")).await.expect("made");
                    made.fetch_add(1, Ordering::Relaxed);
                })
            })
            .collect();
        // All of them stand in line now.
        tokio::task::yield_now().await;
        let entry = Entry { seq: 0, at: 0, key: None, body: "0 pass".to_owned() };
        store.append(1, entry).await.expect("written");
        assert!(made.load(Ordering::Relaxed) < 20, "{made:?} others went first");
        for maker in makers {
            maker.await.expect("no panic");
        }
    }

    #[tokio::test]
    async fn batches_of_all_sizes_are_written_and_conflicts_leave_the_others() {
        let store = Store::in_memory().await.expect("a database");
        let Db::Sqlite { write, .. } = &store.db else { panic!("a file") };
        // A short batch after a long one: nothing of the long one may come back.
        for (table, size) in [MAX_BATCH, 1, 4, 5, 16, 17, 64, 65, 256, 257, 2].into_iter().enumerate() {
            let entry = |n: usize| {
                let (seq, at) = (n as i64, 7 * n as i64);
                let key = n.is_multiple_of(2).then_some(i64::MAX - seq);
                (table as i64, Entry { seq, at, key, body: format!("{n} \"quoted\" ü\n\u{1}") })
            };
            let batch = Batch { entries: (0..size).map(entry).collect(), ..Batch::default() };
            assert_eq!(write_sqlite(write, &batch).await.expect("written").entries.len(), size);
            let entries = store.entries(table as i64, -1).await.expect("read");
            assert_eq!(entries, batch.entries.into_iter().map(|(_, entry)| entry).collect::<Vec<_>>());
        }
        let entry = |seq: i64| (0, Entry { seq, at: 0, key: None, body: "another".to_owned() });
        let newest = MAX_BATCH as i64;
        let made = |code: &str| NewTable {
            code: code.to_owned(),
            header: "{}".to_owned(),
            game: "duel".to_owned(),
            visibility: "public".to_owned(),
            created: 5,
            host: 1,
            scenario: None,
            limit: 9,
        };
        let batch = Batch {
            // Nor does a table that cannot be made.
            tables: vec![made("one"), made("one"), made("two")],
            entries: vec![entry(3), entry(newest), entry(4), entry(newest + 1)],
        };
        let Committed { tables, mut entries } = write_sqlite(write, &batch).await.expect("some");
        entries.sort_unstable();
        assert_eq!(entries, [(0, newest), (0, newest + 1)]);
        assert!(tables[1].is_err());
        for (nth, code) in [(0, "one"), (2, "two")] {
            let row = store.table_by_code(code).await.expect("read").expect("made");
            assert_eq!(Some(row.id), tables[nth].as_ref().ok().copied().flatten());
        }
        let entries = store.entries(0, 2).await.expect("read");
        assert_eq!(entries[0].body, "3 \"quoted\" ü\n\u{1}", "the first one stays");
    }

    /// A journal on a disk that takes no time; tells how many entries came with each `fsync`.
    fn quick_disk() -> (mpsc::Sender<WriteRequest>, Arc<Mutex<Vec<usize>>>) {
        let sizes = Arc::<Mutex<Vec<usize>>>::default();
        let noted = sizes.clone();
        let writer = start(move |batch: Batch| {
            noted.lock().expect("no panic").push(batch.entries.len());
            let entries = batch.entries.iter().map(|(table, entry)| (*table, entry.seq)).collect();
            std::future::ready((Ok(Committed { tables: vec![], entries }), batch))
        });
        (writer, sizes)
    }

    /// So many tables, each of which makes its next move as soon as the last is on disk.
    async fn play(tables: i64, moves: i64) -> (Duration, Vec<usize>) {
        let (writer, sizes) = quick_disk();
        let began = Instant::now();
        let players = (0..tables).map(|table| {
            let writer = writer.clone();
            tokio::spawn(async move {
                for seq in 0..moves {
                    let (done, answer) = oneshot::channel();
                    let entry = Entry { seq, at: 0, key: None, body: String::new() };
                    writer.send(WriteRequest::Entry { table, entry, done }).await.expect("it writes");
                    answer.await.expect("answered").expect("written");
                }
            })
        });
        for player in players.collect::<Vec<_>>() {
            player.await.expect("no panic");
        }
        let sizes = sizes.lock().expect("no panic").clone();
        (began.elapsed(), sizes)
    }

    #[tokio::test(start_paused = true)]
    async fn a_crowd_shares_its_fsyncs_and_one_alone_does_not_wait() {
        let (took, sizes) = play(1, 50).await;
        assert_eq!((took, sizes.len()), (Duration::ZERO, 50));
        let (took, sizes) = play(BUSY_BATCH as i64 - 1, 50).await;
        assert_eq!((took, sizes.iter().sum::<usize>()), (Duration::ZERO, 150));
        for crowd in [BUSY_BATCH, 40] {
            let (took, sizes) = play(crowd as i64, 50).await;
            assert!(sizes.iter().all(|&size| size == crowd), "{sizes:?}");
            // Nobody waits for the pause after the last batch.
            assert!((MIN_COMMIT_INTERVAL * 49..=MIN_COMMIT_INTERVAL * 50).contains(&took), "{took:?}");
        }
    }

    #[test]
    fn announcements_stay_below_the_limit_and_lose_nothing() {
        let written: Vec<Key> = (0..3_000).map(|n| (n, n * 7)).collect();
        let texts = announcements(&written);
        assert!(texts.iter().all(|text| text.len() < 8_000));
        let heard: Vec<RemoteChange> =
            texts.iter().flat_map(|text| text.split(' ').filter_map(parse)).collect();
        let wanted: Vec<RemoteChange> =
            written.iter().map(|&(table, seq)| RemoteChange::Entry { table, seq }).collect();
        assert_eq!(heard, wanted);
    }
}
