//! Opening either database, and the one macro that lets a query serve both.

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

use crate::journal::{self, Write};

/// Why the database could not do something.
#[derive(Debug, Error)]
pub enum Error {
    /// The database said so.
    #[error("database: {0}")]
    Sql(#[from] sqlx::Error),
    /// Something was to be written together with moves, and was not.
    #[error("database: {0}")]
    Write(String),
    /// The schema could not be brought up to date.
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
    /// An address of no database we know.
    #[error("cannot use the database {0:?}: expected a file path or postgres://…")]
    Address(String),
    /// A backup could not be made.
    #[error("backup: {0}")]
    Backup(String),
}

/// Which database.
#[derive(Clone, Debug)]
pub(crate) enum Db {
    Sqlite {
        read: SqlitePool,
        /// One connection for whatever changes something: SQLite lets one write at a time, and whoever meets
        /// another writer sleeps for tens of milliseconds. Here they queue up instead.
        write: SqlitePool,
        /// Moves first: whatever else changes something takes its turn here, so that a batch of moves waits for one
        /// of them at most.
        turn: Arc<Mutex<()>>,
    },
    Pg(PgPool),
}

/// Runs the same text on either database: one that reads.
macro_rules! each {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.db {
            $crate::db::Db::Sqlite { read: $pool, .. } => $body,
            $crate::db::Db::Pg($pool) => $body,
        }
    };
}
pub(crate) use each;

/// The same for a text that changes something.
macro_rules! change {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.db {
            $crate::db::Db::Sqlite { write: $pool, turn, .. } => {
                let _turn = turn.lock().await;
                $body
            }
            $crate::db::Db::Pg($pool) => $body,
        }
    };
}
pub(crate) use change;

/// The database and its journal writer. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) db: Db,
    pub(crate) writer: mpsc::Sender<Write>,
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
            // Done beside the work, see `tidy_wal`: a move must not wait for it.
            .pragma("wal_autocheckpoint", "0");
        // A file does not hang up: asking a connection before each use whether it lives would only take time.
        let pool = || SqlitePoolOptions::new().test_before_acquire(false);
        let one = || pool().max_connections(1).idle_timeout(None).max_lifetime(None);
        let write = one().connect_with(options.clone()).await?;
        SQLITE.run(&write).await?;
        let read = pool().max_connections(4).connect_with(options.clone()).await?;
        let aside = one().connect_with(options).await?;
        let turn = Arc::new(Mutex::new(()));
        tokio::spawn(tidy_wal(path.to_owned(), aside, write.clone(), turn.clone()));
        let writer = journal::start_sqlite(write.clone());
        Ok(Self { db: Db::Sqlite { read, write, turn }, writer, address: path.to_string_lossy().into() })
    }

    /// A database that is forgotten: for tests and examples.
    pub async fn in_memory() -> Result<Self, Error> {
        // Each connection to `:memory:` would be a database of its own, so there is exactly one.
        let options = SqliteConnectOptions::from_str("sqlite::memory:")?.foreign_keys(true);
        let pool = SqlitePoolOptions::new()
            .max_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options)
            .await?;
        SQLITE.run(&pool).await?;
        let writer = journal::start_sqlite(pool.clone());
        let db = Db::Sqlite { read: pool.clone(), write: pool, turn: Arc::default() };
        Ok(Self { db, writer, address: ":memory:".into() })
    }

    /// May other processes write to the same database?
    pub fn is_shared(&self) -> bool {
        matches!(self.db, Db::Pg(_))
    }

    /// Does the database answer?
    pub async fn ping(&self) -> Result<(), Error> {
        each!(self, pool => sqlx::query("select 1").execute(pool).await?.rows_affected());
        Ok(())
    }

    /// Writes a copy of the whole database while it is in use.
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

/// When the file of the write-ahead log is so long (in bytes), the log is copied into the database; when so much of it is
/// in use (in pages), because under load it never ends, the writers have to wait for a moment until it begins anew.
const LONG: u64 = 8 << 20;
const TOO_LONG: u64 = 16 << 10;

/// Copies the write-ahead log into the database from time to time, on a connection of its own.
async fn tidy_wal(database: PathBuf, aside: SqlitePool, write: SqlitePool, turn: Arc<Mutex<()>>) {
    let mut wal = database.into_os_string();
    wal.push("-wal");
    let mut copied = None;
    while !write.is_closed() {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let Ok(file) = std::fs::metadata(&wal) else { continue };
        let (length, changed) = (file.len(), file.modified().ok());
        if length < LONG || changed == copied {
            continue;
        }
        // Once all of it is copied, it begins anew by itself in the same file; under load that may never be.
        let passive = sqlx::query_as("pragma wal_checkpoint(passive)").fetch_one(&aside).await;
        let done = match passive {
            Ok((_, pages, _)) if (pages as u64) < TOO_LONG => Ok(()),
            // What is left to copy is short. The file keeps its length: writing over it is quicker than making it grow.
            Ok::<(i64, i64, i64), _>(_) => {
                let _turn = turn.lock().await;
                sqlx::query("pragma wal_checkpoint(restart)").execute(&write).await.map(drop)
            }
            Err(error) => Err(error),
        };
        match done {
            Ok(()) => copied = changed,
            Err(sqlx::Error::PoolClosed) => break,
            Err(error) => tracing::warn!(%error, "the write-ahead log could not be copied"),
        }
    }
    aside.close().await;
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.expect("the clock of this machine is set before 1970").as_millis() as i64
}
