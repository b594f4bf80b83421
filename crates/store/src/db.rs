//! Opening either database, and the macros that run one query text on both.

use std::{
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
use tokio::sync::{Mutex, mpsc};

use crate::journal::{self, WriteRequest};

/// Why the database could not do something.
#[derive(Debug, Error)]
pub enum Error {
    /// Reported by the database.
    #[error("database: {0}")]
    Sql(#[from] sqlx::Error),
    /// A write in the journal's transaction failed.
    #[error("database: {0}")]
    WriteRequest(String),
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
    address: Arc<str>,
}

static SQLITE: Migrator = sqlx::migrate!("migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("migrations/postgres");

impl Store {
    /// Opens a database: a file path (made if missing), or `postgres://…`. Brings its schema up to date.
    pub async fn open(address: &str) -> Result<Self, Error> {
        if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            return Self::postgres(address).await;
        }
        if address.contains("://") {
            return Err(Error::Address(address.to_owned()));
        }
        Self::file(Path::new(address.strip_prefix("sqlite:").unwrap_or(address))).await
    }

    async fn postgres(address: &str) -> Result<Self, Error> {
        let options = PgConnectOptions::from_str(address)?.application_name("starboard");
        let pool = PgPoolOptions::new()
            .max_connections(12)
            .acquire_timeout(Duration::from_secs(3))
            .connect_with(options)
            .await?;
        POSTGRES.run(&pool).await?;
        let writer = journal::start_postgres(pool.clone());
        Ok(Self { db: Db::Pg(pool), writer, address: address.into() })
    }

    async fn file(path: &Path) -> Result<Self, Error> {
        if let Some(folder) = path.parent() {
            let cause = |cause| Error::Folder { path: folder.to_owned(), cause };
            std::fs::create_dir_all(folder).map_err(cause)?;
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
        tokio::spawn(checkpoint_wal(path.to_owned(), aside, write.clone(), background_writes.clone()));
        let writer = journal::start_sqlite(write.clone());
        Ok(Self {
            db: Db::Sqlite { read, write, background_writes },
            writer,
            address: path.to_string_lossy().into(),
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
        Ok(Self { db, writer, address: ":memory:".into() })
    }

    /// May other processes write to the same database?
    pub fn is_shared(&self) -> bool {
        matches!(self.db, Db::Pg(_))
    }

    /// Does the database answer?
    pub async fn ping(&self) -> Result<(), Error> {
        read_query!(self, pool => sqlx::query("select 1").execute(pool).await?.rows_affected());
        Ok(())
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
                let dump = tokio::process::Command::new("pg_dump")
                    .args(["--format=custom", "--no-owner", "--file"])
                    .arg(file)
                    .arg(&*self.address)
                    .output()
                    .await
                    .map_err(|error| Error::Backup(format!("pg_dump cannot be run: {error}")))?;
                if !dump.status.success() {
                    return Err(Error::Backup(String::from_utf8_lossy(&dump.stderr).trim().to_owned()));
                }
            }
        }
        Ok(())
    }

    /// Lets the last writes finish and closes all connections.
    pub async fn close(&self) {
        match &self.db {
            Db::Sqlite { read, write, .. } => {
                read.close().await;
                write.close().await;
            }
            Db::Pg(pool) => pool.close().await,
        }
    }
}

/// WAL file size in bytes that triggers a passive checkpoint; WAL size in pages that triggers a `restart` checkpoint,
/// which briefly blocks writers.
const CHECKPOINT_BYTES: u64 = 8 << 20;
const RESTART_PAGES: u64 = 16 << 10;

/// Checkpoints the write-ahead log in the background, on its own connection.
async fn checkpoint_wal(
    database: PathBuf,
    aside: SqlitePool,
    write: SqlitePool,
    background_writes: Arc<Mutex<()>>,
) {
    let mut wal = database.into_os_string();
    wal.push("-wal");
    let mut copied = None;
    while !write.is_closed() {
        tokio::time::sleep(Duration::from_secs(1)).await;
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

/// Milliseconds since 1970.
pub fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.expect("the clock of this machine is set before 1970").as_millis() as i64
}
