//! The journal of tables: append-only, durable before it is acknowledged, many entries per `fsync`.

use std::fmt::Write as _;

use sqlx::{
    PgPool, SqlitePool,
    postgres::{PgListener, PgPoolOptions},
};
use thiserror::Error;
use tokio::sync::{mpsc, oneshot};

use crate::{
    Error, Store,
    db::{Db, each},
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
    /// Somebody else has appended that number: read on and decide again.
    #[error("another server has changed the table meanwhile")]
    Conflict,
    /// The database failed. Whether the entry is there is not known: read the journal again.
    #[error("the journal could not be written: {0}")]
    Failed(String),
}

/// What another server announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A table has an entry with this number.
    Entry {
        /// Which table.
        table: i64,
        /// Which number.
        seq: i64,
    },
    /// Announcements may have been lost: look at everything again.
    Gap,
}

/// An entry on its way to the disk.
#[must_use]
pub struct Appending(oneshot::Receiver<Result<(), AppendError>>);

impl Appending {
    /// Waits. When this returns `Ok`, the entry is on disk.
    pub async fn done(self) -> Result<(), AppendError> {
        let gone = |_| AppendError::Failed("the journal's writer has stopped".to_owned());
        self.0.await.map_err(gone)?
    }
}

pub(crate) struct Append {
    table: i64,
    entry: Entry,
    done: oneshot::Sender<Result<(), AppendError>>,
}

/// As many as one `fsync` may carry; bounds the length of a transaction.
const MOST: usize = 2_000;
const CHANNEL: &str = "starboard_journal";

impl Store {
    /// Appends an entry. When this returns `Ok`, it is on disk.
    pub async fn append(&self, table: i64, entry: Entry) -> Result<(), AppendError> {
        self.begin_append(table, entry).await.done().await
    }

    /// Gives an entry to the writer. Whoever has something to do meanwhile does it, and then waits until it is done.
    pub async fn begin_append(&self, table: i64, entry: Entry) -> Appending {
        let (done, answer) = oneshot::channel();
        // If the writer has stopped, `done` is dropped with the entry, and the answer says so.
        let _ = self.writer.send(Append { table, entry, done }).await;
        Appending(answer)
    }

    /// The entries of a table after number `after` (-1: all).
    pub async fn entries(&self, table: i64, after: i64) -> Result<Vec<Entry>, Error> {
        let text = "select seq, at, key, body from journal where table_id = $1 and seq > $2 order by seq";
        each!(self, pool => Ok(sqlx::query_as(text).bind(table).bind(after).fetch_all(pool).await?))
    }

    /// Announcements of other servers on the same database; `None` if there can be none.
    pub async fn listen(&self) -> Result<Option<mpsc::Receiver<Heard>>, Error> {
        let Db::Pg(pool) = &self.db else { return Ok(None) };
        // A pool of its own: a listener holds its connection for ever.
        let own =
            PgPoolOptions::new().max_connections(1).connect_with((*pool.connect_options()).clone()).await?;
        let mut listener = PgListener::connect_with(&own).await?;
        listener.listen(CHANNEL).await?;
        let (send, receive) = mpsc::channel(1024);
        tokio::spawn(async move {
            loop {
                let heard = match listener.try_recv().await {
                    Ok(Some(notice)) => notice.payload().split(' ').filter_map(parse).collect(),
                    // The connection was lost and is back: what was said meanwhile is lost.
                    Ok(None) => vec![Heard::Gap],
                    Err(error) => {
                        tracing::warn!(%error, "listening to other servers failed");
                        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
                        vec![Heard::Gap]
                    }
                };
                for heard in heard {
                    if send.send(heard).await.is_err() {
                        return;
                    }
                }
            }
        });
        Ok(Some(receive))
    }
}

fn parse(word: &str) -> Option<Heard> {
    let (table, seq) = word.split_once(':')?;
    Some(Heard::Entry { table: table.parse().ok()?, seq: seq.parse().ok()? })
}

pub(crate) fn start_sqlite(pool: SqlitePool) -> mpsc::Sender<Append> {
    start(move |batch| {
        let pool = pool.clone();
        async move { write_sqlite(&pool, &batch).await.map(|written| (batch, written)) }
    })
}

pub(crate) fn start_postgres(pool: PgPool) -> mpsc::Sender<Append> {
    start(move |batch| {
        let pool = pool.clone();
        async move { write_postgres(&pool, &batch).await.map(|written| (batch, written)) }
    })
}

type Key = (i64, i64);
type Batch = Vec<(i64, Entry)>;

/// Takes whatever has come in while the last batch was written, and writes it as one transaction.
fn start<W, F>(write: W) -> mpsc::Sender<Append>
where
    W: Fn(Batch) -> F + Send + 'static,
    F: Future<Output = Result<(Batch, Vec<Key>), sqlx::Error>> + Send,
{
    let (send, mut receive) = mpsc::channel::<Append>(8_192);
    tokio::spawn(async move {
        let mut waiting = Vec::with_capacity(MOST);
        while receive.recv_many(&mut waiting, MOST).await > 0 {
            // Whoever is about to decide comes along; if nobody is, this takes no time.
            tokio::task::yield_now().await;
            while waiting.len() < MOST
                && let Ok(append) = receive.try_recv()
            {
                waiting.push(append);
            }
            // In one order on every server, so that two transactions never wait for each other in a ring.
            waiting.sort_unstable_by_key(|append| (append.table, append.entry.seq));
            let mut answers = Vec::with_capacity(waiting.len());
            let mut batch = Vec::with_capacity(waiting.len());
            for append in waiting.drain(..) {
                answers.push(append.done);
                batch.push((append.table, append.entry));
            }
            answer(write(batch).await, answers);
        }
    });
    send
}

fn answer(
    written: Result<(Batch, Vec<Key>), sqlx::Error>,
    answers: Vec<oneshot::Sender<Result<(), AppendError>>>,
) {
    // A caller that went away does not need its answer: hence the `let _`.
    match written {
        Ok((batch, mut written)) => {
            written.sort_unstable();
            for (done, (table, entry)) in answers.into_iter().zip(batch) {
                let there = written.binary_search(&(table, entry.seq)).is_ok();
                let _ = done.send(if there { Ok(()) } else { Err(AppendError::Conflict) });
            }
        }
        Err(error) => {
            tracing::error!(%error, moves = answers.len(), "the journal could not be written");
            for done in answers {
                let _ = done.send(Err(AppendError::Failed(error.to_string())));
            }
        }
    }
}

/// The rows of a batch, from one JSON text.
macro_rules! rows {
    () => {
        "insert into journal (table_id, seq, at, key, body)
         select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 from json_each($1)"
    };
}

async fn write_sqlite(pool: &SqlitePool, batch: &[(i64, Entry)]) -> Result<Vec<Key>, sqlx::Error> {
    // One statement for the whole batch: its rows come in as one JSON text.
    let mut rows = String::with_capacity(batch.len() * 80);
    for (table, Entry { seq, at, key, body }) in batch {
        rows.push(if rows.is_empty() { '[' } else { ',' });
        write!(rows, "[{table},{seq},{at},").expect("a string takes everything");
        match key {
            Some(key) => rows.push_str(&key.to_string()),
            None => rows.push_str("null"),
        }
        rows.push(',');
        push_json_text(&mut rows, body);
        rows.push(']');
    }
    rows.push(']');
    // One statement is a transaction of its own: all rows are on disk when it is done, or none.
    match sqlx::query(rows!()).bind(&rows).execute(pool).await {
        Ok(_) => Ok(batch.iter().map(|(table, entry)| (*table, entry.seq)).collect()),
        // Some numbers are taken: the others go in.
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
            let others = concat!(rows!(), " where true on conflict do nothing returning table_id, seq");
            sqlx::query_as(others).bind(rows).fetch_all(pool).await
        }
        Err(error) => Err(error),
    }
}

fn push_json_text(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c < ' ' => write!(out, "\\u{:04x}", u32::from(c)).expect("a string takes everything"),
            c => out.push(c),
        }
    }
    out.push('"');
}

async fn write_postgres(pool: &PgPool, batch: &[(i64, Entry)]) -> Result<Vec<Key>, sqlx::Error> {
    let tables: Vec<i64> = batch.iter().map(|(table, _)| *table).collect();
    let seqs: Vec<i64> = batch.iter().map(|(_, entry)| entry.seq).collect();
    let ats: Vec<i64> = batch.iter().map(|(_, entry)| entry.at).collect();
    let keys: Vec<Option<i64>> = batch.iter().map(|(_, entry)| entry.key).collect();
    let bodies: Vec<&str> = batch.iter().map(|(_, entry)| entry.body.as_str()).collect();
    let mut transaction = pool.begin().await?;
    let written: Vec<Key> = sqlx::query_as(
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
    for payload in announcements(&written) {
        // Sent at commit: what is rolled back is never announced.
        sqlx::query("select pg_notify($1, $2)")
            .bind(CHANNEL)
            .bind(payload)
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(written)
}

/// `table:seq` words in texts below PostgreSQL's limit of 8,000 bytes.
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
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::NewTable;

    #[tokio::test]
    async fn moves_do_not_queue_behind_other_writers() {
        let store = Store::in_memory().await.expect("a database");
        let made = std::sync::Arc::new(AtomicUsize::new(0));
        let makers: Vec<_> = (0..200)
            .map(|n| {
                let (store, made) = (store.clone(), made.clone());
                tokio::spawn(async move {
                    let code = format!("table{n}");
                    let new =
                        NewTable { code: &code, header: "{}", game: "", visibility: "public", created: 0 };
                    store.create_table(&new).await.expect("made");
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

    #[test]
    fn announcements_stay_below_the_limit_and_lose_nothing() {
        let written: Vec<Key> = (0..3_000).map(|n| (n, n * 7)).collect();
        let texts = announcements(&written);
        assert!(texts.iter().all(|text| text.len() < 8_000));
        let heard: Vec<Heard> = texts.iter().flat_map(|text| text.split(' ').filter_map(parse)).collect();
        let wanted: Vec<Heard> = written.iter().map(|&(table, seq)| Heard::Entry { table, seq }).collect();
        assert_eq!(heard, wanted);
    }
}
