//! Opening either database, and the macros that run one query text on both.

use std::{
    fs::File,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
    time::Duration,
};

use sqlx::{
    PgPool, SqlitePool,
    migrate::{MigrateError, Migrator},
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use thiserror::Error;
use tokio::{
    sync::{Mutex, mpsc},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;

use crate::{
    TimeSource, file,
    journal::{self, WriteRequest},
};

/// Why the database could not do something.
#[derive(Debug, Error)]
pub enum Error {
    /// Reported by the database.
    #[error("database: {0}")]
    Sql(#[from] sqlx::Error),
    /// A write in the journal's transaction failed.
    #[error("database: {0}")]
    Write(String),
    /// A migration failed.
    #[error("database schema: {0}")]
    Migrate(#[from] MigrateError),
    /// The folder of the database file cannot be made.
    #[error("cannot make the folder {path:?}: {cause}")]
    Folder {
        /// Which.
        path: std::path::PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// A file cannot be opened or locked.
    #[error("cannot open {path:?}: {cause}")]
    File {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        cause: std::io::Error,
    },
    /// Another server has the file open.
    #[error("{0:?} is in use by another server; stop that one first, or use another --data folder")]
    InUse(PathBuf),
    /// The account has created as many unfinished tables as it may.
    #[error("the limit of unfinished tables is reached")]
    TableLimit,
    /// The disk has no room for more tables.
    #[error("only {0} bytes are free on the disk of the database")]
    DiskFull(u64),
    /// Not the address of a supported database.
    #[error("cannot use the database {0:?}: expected a file path or postgres://…")]
    Address(String),
    /// A backup failed.
    #[error("backup: {0}")]
    Backup(String),
}

/// Which database.
#[derive(Clone, Debug)]
pub(crate) enum Db {
    Sqlite {
        read: SqlitePool,
        /// Single write connection. SQLite allows one writer; a second connection would hit `SQLITE_BUSY` and sleep for
        /// tens of milliseconds.
        write: SqlitePool,
        /// Serializes all other writes, so that a batch of moves waits for at most one of them.
        background_writes: Arc<Mutex<()>>,
    },
    Pg(PgPool),
}

/// Runs a reading query on either database.
macro_rules! read_query {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.db {
            $crate::db::Db::Sqlite { read: $pool, .. } => $body,
            $crate::db::Db::Pg($pool) => $body,
        }
    };
}
pub(crate) use read_query;

/// Runs a writing query on either database.
macro_rules! write_query {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.db {
            $crate::db::Db::Sqlite { write: $pool, background_writes, .. } => {
                let _turn = background_writes.lock().await;
                $body
            }
            $crate::db::Db::Pg($pool) => $body,
        }
    };
}
pub(crate) use write_query;

/// The database and its journal writer. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) db: Db,
    pub(crate) writer: mpsc::Sender<WriteRequest>,
    pub(crate) time: TimeSource,
    address: Arc<str>,
    /// Held by the one server of an SQLite file.
    lock: Option<Arc<File>>,
    /// Ends the background checkpoints, and reports that their connection is closed.
    checkpoints: Option<Checkpoints>,
}

/// Ends the background checkpoints; the handle is taken by the first `close`.
type Checkpoints = (CancellationToken, Arc<Mutex<Option<JoinHandle<()>>>>);

/// Less free space than this on the disk of an SQLite file: not ready.
const MIN_FREE_BYTES: u64 = 16 << 20;

static SQLITE: Migrator = sqlx::migrate!("migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("migrations/postgres");

impl Store {
    /// Opens a database: a file path (created if missing), or `postgres://…`. Runs its migrations. For tools that may run
    /// beside a server.
    pub async fn open(address: &str) -> Result<Self, Error> {
        Self::open_with(address, TimeSource::default(), false).await
    }

    /// Opens a database for a server: an SQLite file has one server at most.
    pub async fn open_for_server(address: &str, time: TimeSource) -> Result<Self, Error> {
        Self::open_with(address, time, true).await
    }

    async fn open_with(address: &str, time: TimeSource, exclusive: bool) -> Result<Self, Error> {
        if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            return Self::postgres(address, time).await;
        }
        if address.contains("://") {
            return Err(Error::Address(address.to_owned()));
        }
        Self::file(Path::new(address.strip_prefix("sqlite:").unwrap_or(address)), time, exclusive).await
    }

    /// The time as this store sees it, Unix milliseconds.
    pub fn now(&self) -> i64 {
        self.time.now()
    }

    async fn postgres(address: &str, time: TimeSource) -> Result<Self, Error> {
        let options = PgConnectOptions::from_str(address)?.application_name("starboard");
        let pool = PgPoolOptions::new()
            .max_connections(12)
            .acquire_timeout(Duration::from_secs(3))
            .connect_with(options)
            .await?;
        POSTGRES.run(&pool).await?;
        let writer = journal::start_postgres(pool.clone());
        Ok(Self { db: Db::Pg(pool), writer, time, address: address.into(), lock: None, checkpoints: None })
    }

    async fn file(path: &Path, time: TimeSource, exclusive: bool) -> Result<Self, Error> {
        let warning = file::suspicious(path);
        file::prepare(path)?;
        let lock = if exclusive { Some(Arc::new(file::lock(path)?)) } else { None };
        if let Some(warning) = warning {
            tracing::warn!("{warning}");
        }
        // FULL: with NORMAL a power cut can take acknowledged moves with it.
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            // Checkpoints run in the background (`checkpoint_wal`): a move must not wait for one.
            .pragma("wal_autocheckpoint", "0");
        // No liveness check before each use: a file connection cannot drop.
        let pool = || SqlitePoolOptions::new().test_before_acquire(false);
        let one = || pool().max_connections(1).idle_timeout(None).max_lifetime(None);
        let write = one().connect_with(options.clone()).await?;
        SQLITE.run(&write).await?;
        let read = pool().max_connections(4).connect_with(options.clone()).await?;
        let aside = one().connect_with(options).await?;
        let background_writes = Arc::new(Mutex::new(()));
        let stop = CancellationToken::new();
        let checkpoints = tokio::spawn(checkpoint_wal(
            file::beside(path, "-wal"),
            aside,
            write.clone(),
            background_writes.clone(),
            stop.clone(),
        ));
        let writer = journal::start_sqlite(write.clone());
        Ok(Self {
            db: Db::Sqlite { read, write, background_writes },
            writer,
            time,
            address: path.to_string_lossy().into(),
            lock,
            checkpoints: Some((stop, Arc::new(Mutex::new(Some(checkpoints))))),
        })
    }

    /// A database in memory, lost when closed: for tests and examples.
    pub async fn in_memory() -> Result<Self, Error> {
        // Each connection to `:memory:` is a separate database, so there is exactly one.
        let options = SqliteConnectOptions::from_str("sqlite::memory:")?.foreign_keys(true);
        let pool = SqlitePoolOptions::new()
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options)
            .await?;
        SQLITE.run(&pool).await?;
        let writer = journal::start_sqlite(pool.clone());
        let db = Db::Sqlite { read: pool.clone(), write: pool, background_writes: Arc::default() };
        let time = TimeSource::default();
        Ok(Self { db, writer, time, address: ":memory:".into(), lock: None, checkpoints: None })
    }

    /// May other processes write to the same database?
    pub fn is_shared(&self) -> bool {
        matches!(self.db, Db::Pg(_))
    }

    /// Whether the database answers and its disk has room. Writes are tested by [`Store::heartbeat`].
    pub async fn ping(&self) -> Result<(), Error> {
        read_query!(self, pool => sqlx::query("select 1").execute(pool).await?.rows_affected());
        match &self.db {
            Db::Sqlite { .. } if &*self.address != ":memory:" => {
                match file::free_bytes(Path::new(&*self.address)) {
                    Some(free) if free < MIN_FREE_BYTES => Err(Error::DiskFull(free)),
                    _ => Ok(()),
                }
            }
            Db::Sqlite { .. } | Db::Pg(_) => Ok(()),
        }
    }

    /// Writes a complete copy of the database while it is in use.
    pub async fn backup(&self, file: &Path) -> Result<(), Error> {
        if file.exists() {
            return Err(Error::Backup(format!("{} exists already; choose another name", file.display())));
        }
        match &self.db {
            Db::Sqlite { read, .. } => {
                sqlx::query("vacuum into $1").bind(file.to_string_lossy().into_owned()).execute(read).await?;
            }
            Db::Pg(_) => {
                let (address, password) = without_password(&self.address);
                let mut command = tokio::process::Command::new("pg_dump");
                command.args(["--format=custom", "--no-owner", "--file"]).arg(file).arg(address);
                if let Some(password) = password {
                    // Other users of the machine can read command lines, but not this.
                    command.env("PGPASSWORD", password);
                }
                let dump = command.output().await.map_err(|error| {
                    Error::Backup(format!("cannot run pg_dump: {error}; install the PostgreSQL client"))
                })?;
                if !dump.status.success() {
                    return Err(Error::Backup(String::from_utf8_lossy(&dump.stderr).trim().to_owned()));
                }
            }
        }
        file::restrict(file).map_err(|cause| Error::File { path: file.to_owned(), cause })
    }

    /// Lets the last writes finish and closes all connections. Afterwards an SQLite file alone holds everything: its log
    /// is copied into it and truncated.
    pub async fn close(&self) {
        match &self.db {
            Db::Sqlite { read, write, .. } => {
                if let Some((stop, task)) = &self.checkpoints {
                    stop.cancel();
                    if let Some(task) = task.lock().await.take() {
                        let _ = task.await;
                    }
                }
                read.close().await;
                if self.lock.is_some()
                    && let Err(error) = sqlx::query("pragma wal_checkpoint(truncate)").execute(write).await
                {
                    tracing::warn!(%error, "WAL checkpoint failed");
                }
                write.close().await;
            }
            Db::Pg(pool) => pool.close().await,
        }
    }
}

/// An address without its password, and the password (percent-decoded).
fn without_password(address: &str) -> (String, Option<String>) {
    let parts = address.split_once("://").and_then(|(scheme, rest)| {
        let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        let (user, host) = authority.rsplit_once('@')?;
        let (user, password) = user.split_once(':')?;
        Some((format!("{scheme}://{user}@{host}{path}"), decode(password)))
    });
    parts.map_or_else(|| (address.to_owned(), None), |(address, password)| (address, Some(password)))
}

fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = (*first == b'%').then(|| tail.get(..2)).flatten();
        let byte = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// WAL file size in bytes that triggers a passive checkpoint; WAL size in pages that triggers a `restart` checkpoint,
/// which briefly blocks writers.
const CHECKPOINT_BYTES: u64 = 8 << 20;
const RESTART_PAGES: u64 = 16 << 10;

/// Checkpoints the write-ahead log in the background, on its own connection.
async fn checkpoint_wal(
    wal: PathBuf,
    aside: SqlitePool,
    write: SqlitePool,
    background_writes: Arc<Mutex<()>>,
    stop: CancellationToken,
) {
    let mut copied = None;
    while !write.is_closed() {
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
            () = stop.cancelled() => break,
        }
        let Ok(file) = std::fs::metadata(&wal) else { continue };
        let (length, changed) = (file.len(), file.modified().ok());
        if length < CHECKPOINT_BYTES || changed == copied {
            continue;
        }
        // After a complete checkpoint the WAL restarts in the same file; under constant load it never completes.
        let passive = sqlx::query_as("pragma wal_checkpoint(passive)").fetch_one(&aside).await;
        let done = match passive {
            Ok((_, pages, _)) if (pages as u64) < RESTART_PAGES => Ok(()),
            // Little is left to copy. The file keeps its length: overwriting is faster than growing.
            Ok::<(i64, i64, i64), _>(_) => {
                let _turn = background_writes.lock().await;
                sqlx::query("pragma wal_checkpoint(restart)").execute(&write).await.map(drop)
            }
            Err(error) => Err(error),
        };
        match done {
            Ok(()) => copied = changed,
            Err(sqlx::Error::PoolClosed) => break,
            Err(error) => tracing::warn!(%error, "WAL checkpoint failed"),
        }
    }
    aside.close().await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_taken_out_of_an_address() {
        let (address, password) =
            without_password("postgres://ann:p%40ss%2Fw@db.example.org:5432/games?sslmode=require");
        assert_eq!(address, "postgres://ann@db.example.org:5432/games?sslmode=require");
        assert_eq!(password.as_deref(), Some("p@ss/w"));
        assert_eq!(without_password("postgres:///games"), ("postgres:///games".to_owned(), None));
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("starboard-store-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    #[tokio::test]
    async fn a_second_server_on_the_same_file_is_refused() {
        let folder = folder("second");
        let file = folder.join("games.sqlite").to_string_lossy().into_owned();
        let first = Store::open_for_server(&file, TimeSource::default()).await.expect("opened");
        let refused = Store::open_for_server(&file, TimeSource::default()).await.expect_err("in use");
        assert!(refused.to_string().contains("is in use by another server"), "{refused}");
        drop(Store::open(&file).await.expect("a tool may read it"));
        first.close().await;
        drop(first);
        Store::open_for_server(&file, TimeSource::default()).await.expect("free again").close().await;
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[tokio::test]
    #[cfg(unix)]
    async fn only_the_owner_reads_the_files_and_a_clean_stop_leaves_one() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = folder("files");
        let file = folder.join("games.sqlite");
        let store =
            Store::open_for_server(&file.to_string_lossy(), TimeSource::default()).await.expect("opened");
        store.create_guest("Ann").await.expect("created");
        let mode = |path: &Path| std::fs::metadata(path).expect("there").permissions().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&file)), (0o700, 0o600));
        assert_eq!(mode(&file::beside(&file, "-wal")), 0o600);
        store.close().await;
        let wal = std::fs::metadata(file::beside(&file, "-wal")).map_or(0, |wal| wal.len());
        assert_eq!(wal, 0, "the file alone holds everything");
        let copy = folder.join("copy.sqlite");
        std::fs::copy(&file, &copy).expect("copied");
        let copy = Store::open(&copy.to_string_lossy()).await.expect("opened");
        assert_eq!(copy.account(1).await.expect("read").expect("there").name, "Ann");
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[tokio::test]
    async fn an_empty_file_beside_a_log_or_a_backup_is_suspicious() {
        let folder = folder("suspicious");
        let file = folder.join("starboard.sqlite");
        assert_eq!(file::suspicious(&file), None, "the first start");
        let store = Store::open(&file.to_string_lossy()).await.expect("opened");
        store.backup(&folder.join("starboard-2026.sqlite")).await.expect("copied");
        store.close().await;
        std::fs::remove_file(&file).expect("lost");
        let warning = file::suspicious(&file).expect("a backup is there");
        assert!(warning.contains("starboard-2026.sqlite"), "{warning}");
        std::fs::write(file::beside(&file, "-wal"), [1; 100]).expect("written");
        assert!(file::suspicious(&file).expect("a log is there").contains("-wal"));
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[tokio::test]
    async fn a_gap_between_heartbeats_is_a_downtime() {
        let store = Store::in_memory().await.expect("a database");
        store.heartbeat(10_000).await.expect("written");
        store.time.advance(Duration::from_secs(5));
        store.heartbeat(10_000).await.expect("written");
        assert_eq!(store.downtimes().await.expect("read"), []);
        store.time.advance(Duration::from_mins(1));
        store.heartbeat(10_000).await.expect("written");
        let downtimes = store.downtimes().await.expect("read");
        assert_eq!(downtimes.len(), 1);
        assert!((60_000..61_000).contains(&(downtimes[0].ended - downtimes[0].began)), "{downtimes:?}");
    }
}
