//! Opening either database, and the one macro that lets a query serve both.

use std::{path::Path, str::FromStr, sync::Arc, time::Duration};

use sqlx::{
    PgPool, SqlitePool,
    migrate::{MigrateError, Migrator},
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use thiserror::Error;
use tokio::sync::mpsc;

use crate::journal::{self, Append};

/// Why the database could not do something.
#[derive(Debug, Error)]
pub enum Error {
    /// The database said so.
    #[error("database: {0}")]
    Sql(#[from] sqlx::Error),
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
    Sqlite(SqlitePool),
    Pg(PgPool),
}

/// Runs the same text on either database.
macro_rules! each {
    ($store:expr, $pool:ident => $body:expr) => {
        match &$store.db {
            $crate::db::Db::Sqlite($pool) => $body,
            $crate::db::Db::Pg($pool) => $body,
        }
    };
}
pub(crate) use each;

/// The database and its journal writer. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) db: Db,
    pub(crate) writer: mpsc::Sender<Append>,
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
            .pragma("wal_autocheckpoint", "4000");
        let pool = SqlitePoolOptions::new().max_connections(4).connect_with(options.clone()).await?;
        SQLITE.run(&pool).await?;
        let own = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
        let writer = journal::start_sqlite(own);
        Ok(Self { db: Db::Sqlite(pool), writer, address: path.to_string_lossy().into() })
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
        Ok(Self { db: Db::Sqlite(pool), writer, address: ":memory:".into() })
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
            Db::Sqlite(pool) => {
                sqlx::query("vacuum into $1").bind(file.to_string_lossy().into_owned()).execute(pool).await?;
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
        each!(self, pool => pool.close().await);
    }
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.expect("the clock of this machine is set before 1970").as_millis() as i64
}
