//! Heartbeat and downtimes, quotas, and the rules by which old data is deleted.

use sqlx::{PgConnection, SqliteConnection};

use crate::{
    Error, Store,
    db::{Db, read_query, write_query},
};

/// A time in which no server worked, Unix milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct Downtime {
    /// The last heartbeat before it.
    pub began: i64,
    /// The first heartbeat after it.
    pub ended: i64,
}

/// What a round of pruning deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pruned {
    /// Expired sessions.
    pub sessions: u64,
    /// Tables with their journals.
    pub tables: u64,
    /// Guests without session and tables.
    pub guests: u64,
    /// Scenario files that no table uses.
    pub scenario_files: u64,
    /// Old notices.
    pub notices: u64,
}

/// Limits of pruning, Unix milliseconds; rows older than that are deleted. `i64::MIN` keeps all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PruneBefore {
    /// Creation of a session.
    pub sessions: i64,
    /// Last change of a table that never started.
    pub open_tables: i64,
    /// Last change of a finished table without registered players.
    pub guest_tables: i64,
    /// Last change of any other finished table.
    pub finished_tables: i64,
    /// Creation of a guest.
    pub guests: i64,
    /// Creation of a notice.
    pub notices: i64,
}

const ALIVE: &str = "select value from meta where key = 'alive'";
const SET_ALIVE: &str = "insert into meta (key, value) values ('alive', $1)
                         on conflict (key) do update set value = excluded.value";
const ADD_DOWNTIME: &str = "insert into downtimes (began, ended) values ($1, $2)";

/// Tables per round, so that moves are committed in between.
const PRUNE_BATCH: i64 = 50;

impl Store {
    /// Records that a server works. If none has for longer than `gap` milliseconds, that was a downtime. Also shows that
    /// the database can be written.
    pub async fn heartbeat(&self, gap: i64) -> Result<(), Error> {
        let at = self.time.now();
        match &self.db {
            Db::Sqlite { write, background_writes, .. } => {
                let _turn = background_writes.lock().await;
                let mut transaction = write.begin_with("BEGIN IMMEDIATE").await?;
                let last: Option<i64> = sqlx::query_scalar(ALIVE).fetch_optional(&mut *transaction).await?;
                if let Some(last) = last.filter(|last| at - last > gap) {
                    let connection: &mut SqliteConnection = &mut transaction;
                    sqlx::query(ADD_DOWNTIME).bind(last).bind(at).execute(connection).await?;
                }
                sqlx::query(SET_ALIVE).bind(at).execute(&mut *transaction).await?;
                Ok(transaction.commit().await?)
            }
            Db::Pg(pool) => {
                let mut transaction = pool.begin().await?;
                let lock = format!("{ALIVE} for update");
                let last: Option<i64> =
                    sqlx::query_scalar(sqlx::AssertSqlSafe(lock)).fetch_optional(&mut *transaction).await?;
                // Another server may be ahead by a moment.
                if last.is_some_and(|last| last > at) {
                    return Ok(transaction.commit().await?);
                }
                if let Some(last) = last.filter(|last| at - last > gap) {
                    let connection: &mut PgConnection = &mut transaction;
                    sqlx::query(ADD_DOWNTIME).bind(last).bind(at).execute(connection).await?;
                }
                sqlx::query(SET_ALIVE).bind(at).execute(&mut *transaction).await?;
                Ok(transaction.commit().await?)
            }
        }
    }

    /// All downtimes, oldest first.
    pub async fn downtimes(&self) -> Result<Vec<Downtime>, Error> {
        let text = "select began, ended from downtimes order by began";
        read_query!(self, pool => Ok(sqlx::query_as(text).fetch_all(pool).await?))
    }

    /// The scenario file with this hash.
    pub async fn scenario_file(&self, hash: &str) -> Result<Option<String>, Error> {
        let text = "select text from scenario_files where hash = $1";
        read_query!(self, pool => Ok(sqlx::query_scalar(text).bind(hash).fetch_optional(pool).await?))
    }

    /// Bytes of the tables that an account created since `since` (Unix milliseconds), scenario files included.
    pub async fn bytes_created(&self, host: i64, since: i64) -> Result<i64, Error> {
        let text = "select cast(coalesce(sum(length(t.header) + coalesce(length(f.text), 0)), 0) as bigint)
                    from tables t left join scenario_files f on f.hash = t.scenario_hash
                    where t.host = $1 and t.created >= $2";
        read_query!(self, pool => Ok(sqlx::query_scalar(text).bind(host).bind(since).fetch_one(pool).await?))
    }

    /// Ids of tables that may be deleted, a batch at most.
    pub async fn prunable_tables(&self, before: &PruneBefore) -> Result<Vec<i64>, Error> {
        let text = "select t.id from tables t
                    where (t.status = 'open' and t.updated < $1)
                       or (t.status = 'over' and t.updated < $2)
                       or (t.status = 'over' and t.updated < $3 and t.host <> 0 and not exists
                           (select 1 from chairs c join accounts a on a.id = c.account
                            where c.table_id = t.id and a.name_key is not null))
                    order by t.id limit $4";
        read_query!(self, pool => Ok(sqlx::query_scalar(text)
            .bind(before.open_tables).bind(before.finished_tables).bind(before.guest_tables).bind(PRUNE_BATCH)
            .fetch_all(pool).await?))
    }

    /// Deletes a table with its journal and notices.
    pub async fn delete_table(&self, id: i64) -> Result<(), Error> {
        for text in [
            "delete from notices where table_id = $1",
            "delete from tables where id = $1",
            "delete from journal where table_id = $1",
        ] {
            write_query!(self, pool => sqlx::query(text).bind(id).execute(pool).await?.rows_affected());
        }
        Ok(())
    }

    /// Deletes everything old but tables.
    pub async fn prune(&self, before: &PruneBefore) -> Result<Pruned, Error> {
        let sessions = "delete from sessions where created < $1";
        let notices = "delete from notices where at < $1";
        let guests = "delete from accounts where name_key is null and created < $1
                      and not exists (select 1 from sessions s where s.account = accounts.id)
                      and not exists (select 1 from chairs c where c.account = accounts.id)
                      and not exists (select 1 from tables t where t.host = accounts.id)";
        let scenario_files = "delete from scenario_files
                              where not exists (select 1 from tables t where t.scenario_hash = scenario_files.hash)";
        let mut pruned = Pruned::default();
        for (text, limit, count) in [
            (sessions, before.sessions, &mut pruned.sessions),
            (notices, before.notices, &mut pruned.notices),
            (guests, before.guests, &mut pruned.guests),
        ] {
            *count = write_query!(self, pool => sqlx::query(text).bind(limit).execute(pool).await?.rows_affected());
        }
        pruned.scenario_files =
            write_query!(self, pool => sqlx::query(scenario_files).execute(pool).await?.rows_affected());
        Ok(pruned)
    }

    /// Settings of the database that can lose acknowledged moves, as sentences for the administrator.
    pub async fn durability_warnings(&self) -> Result<Vec<String>, Error> {
        let Db::Pg(pool) = &self.db else { return Ok(vec![]) };
        let mut warnings = Vec::new();
        for (setting, risk) in [
            ("synchronous_commit", "acknowledged moves can be lost when PostgreSQL or its machine crashes"),
            ("fsync", "the database can be damaged by a power failure"),
            ("full_page_writes", "the database can be damaged by a power failure"),
        ] {
            let value: String =
                sqlx::query_scalar("select current_setting($1)").bind(setting).fetch_one(pool).await?;
            if value == "off" {
                warnings.push(format!("PostgreSQL has {setting} = off: {risk}; set it to on"));
            }
        }
        Ok(warnings)
    }
}
