//! Storage on SQLite or PostgreSQL. Only this crate knows SQL.
//!
//! A table's **journal** is the truth: an append-only list of small entries, numbered by `seq`. [`Store::append`]
//! returns when the entry is on disk; entries of many tables share one `fsync` (group commit). Two servers can
//! never both append the same number: the primary key decides.
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
//! use store::{AppendError, Entry, NewTable, Store};
//!
//! let store = Store::in_memory().await?;
//! let [code, header, game, visibility] = ["k7", "{}", "duel", "public"].map(str::to_owned);
//! let table = store.create_table(NewTable { code, header, game, visibility, created: 5, host: 0, scenario: None, limit: 9 }).await?;
//! let entry = Entry { seq: 0, at: 6, key: None, body: "0 fire\n* 3".to_owned() };
//! store.append(table, entry.clone()).await?;
//! assert!(matches!(store.append(table, entry.clone()).await, Err(AppendError::Conflict)));
//! assert_eq!(store.entries(table, -1).await?, [entry]);
//! # Ok::<(), Box<dyn std::error::Error>>(()) })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod account;
mod day;
mod db;
mod file;
mod invitation;
mod journal;
mod notice;
mod table;
mod time;
mod upkeep;

pub use account::{AccountRow, Settings};
pub use day::{AttemptResult, AttemptRow, DayCount, DayRow};
pub use db::{Error, Store};
pub use invitation::InvitationRow;
pub use journal::{AppendError, Entry, PendingAppend, RemoteChange};
pub use notice::{NewNotice, NoticeRow, OutboxRow, PendingSeatRow};
pub use table::{NewTable, SeatRow, Summary, TableRow};
pub use time::{TimeSource, now};
pub use upkeep::{Downtime, PruneBefore, Pruned};
