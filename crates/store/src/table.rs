//! Tables: the header that never changes, and the cached summary that lists are made of.

use std::sync::Arc;

use serde_json::{Value, json};
use sqlx::{PgPool, SqlitePool};
use tokio::sync::oneshot;

use crate::{
    Error, Store,
    db::{Db, read_query, write_query},
    journal::WriteRequest,
};

/// No row if the host has created as many unfinished tables as it may.
pub(crate) const INSERT_TABLE: &str =
    "insert into tables (code, header, game, visibility, created, updated, host, scenario_hash)
     select cast($1 as text), cast($2 as text), cast($3 as text), cast($4 as text), cast($5 as bigint), cast($5 as bigint),
            cast($6 as bigint), cast($7 as text)
     where (select count(*) from tables where host = $6 and status in ('open', 'playing')) < $8
     returning id";
pub(crate) const INSERT_SCENARIO: &str =
    "insert into scenario_files (hash, text) values ($1, $2) on conflict (hash) do nothing";

/// A table to insert.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Its name in addresses.
    pub code: String,
    /// What never changes.
    pub header: String,
    /// The game.
    pub game: String,
    /// `public`, `unlisted` or `private`.
    pub visibility: String,
    /// Creation time, Unix milliseconds.
    pub created: i64,
    /// The account that creates it; 0 for imported tables.
    pub host: i64,
    /// Hash and text of the player's own scenario file.
    pub scenario: Option<(String, Arc<str>)>,
    /// How many unfinished tables the host may have.
    pub limit: i64,
}

/// A table.
#[derive(Clone, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct TableRow {
    /// Its number.
    pub id: i64,
    /// Its name in addresses.
    pub code: String,
    /// What never changes.
    pub header: String,
    /// Creation time, Unix milliseconds.
    pub created: i64,
    /// Up to where the rest is a summary of the journal.
    pub seq: i64,
    /// `open`, `playing`, `over` or `frozen`.
    pub status: String,
    /// The game.
    pub game: String,
    /// Who may see it.
    pub visibility: String,
    /// When it last changed.
    pub updated: i64,
    /// What a list shows of it, as JSON.
    pub summary: String,
}

/// What lists, clocks and notices need to know of a table without loading it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Which table.
    pub table: i64,
    /// After how many entries.
    pub seq: i64,
    /// Where it stands.
    pub status: &'static str,
    /// When it last changed.
    pub updated: i64,
    /// When the next clock runs out.
    pub deadline: Option<i64>,
    /// Does it wait for a computer player?
    pub computer: bool,
    /// What a list shows of it.
    pub text: String,
    /// Seats with human players.
    pub seats: Vec<SeatRow>,
}

/// A seat with a human player.
#[derive(Clone, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct SeatRow {
    /// Seat number.
    pub seat: i64,
    /// The account of the player.
    pub account: i64,
    /// When the table began to wait for it, Unix milliseconds; 0 if it does not.
    pub waiting_since: i64,
    /// When its clock runs out.
    pub deadline: Option<i64>,
}

impl Store {
    /// Inserts a table and returns its id; [`Error::TableLimit`] if the host has too many.
    pub async fn create_table(&self, new: NewTable) -> Result<i64, Error> {
        if let Db::Pg(pool) = &self.db {
            let mut transaction = pool.begin().await?;
            // Two requests of one account, here or on another server, are counted one after the other.
            sqlx::query("select pg_advisory_xact_lock($1)").bind(new.host).execute(&mut *transaction).await?;
            if let Some((hash, text)) = &new.scenario {
                sqlx::query(INSERT_SCENARIO).bind(hash).bind(&**text).execute(&mut *transaction).await?;
            }
            let NewTable { code, header, game, visibility, created, host, scenario, limit } = new;
            let inserted: Option<i64> = sqlx::query_scalar(INSERT_TABLE)
                .bind(code)
                .bind(header)
                .bind(game)
                .bind(visibility)
                .bind(created)
                .bind(host)
                .bind(scenario.map(|(hash, _)| hash))
                .bind(limit)
                .fetch_optional(&mut *transaction)
                .await?;
            transaction.commit().await?;
            return inserted.ok_or(Error::TableLimit);
        }
        // In the same transaction as pending moves: one `fsync` for all.
        let (done, made) = oneshot::channel();
        let _ = self.writer.send(WriteRequest::Table { new, done }).await;
        let made = made.await.map_err(|_| Error::Write("the journal's writer has stopped".to_owned()))?;
        made.map_err(Error::Write)?.ok_or(Error::TableLimit)
    }

    /// A table by its name in addresses.
    pub async fn table_by_code(&self, code: &str) -> Result<Option<TableRow>, Error> {
        let text = "select id, code, header, created, seq, status, game, visibility, updated, summary
                    from tables where code = $1";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(code).fetch_optional(pool).await?))
    }

    /// A table by number.
    pub async fn table_by_id(&self, id: i64) -> Result<Option<TableRow>, Error> {
        let text = "select id, code, header, created, seq, status, game, visibility, updated, summary
                    from tables where id = $1";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(id).fetch_optional(pool).await?))
    }

    /// Brings summaries up to date, all in one transaction. Older ones than what is there are ignored.
    pub async fn put_summaries(&self, summaries: &[Summary]) -> Result<(), Error> {
        if summaries.is_empty() {
            return Ok(());
        }
        match &self.db {
            Db::Sqlite { write, background_writes, .. } => {
                let _turn = background_writes.lock().await;
                summarize_sqlite(write, summaries).await
            }
            Db::Pg(pool) => summarize_postgres(pool, summaries).await,
        }
    }

    /// Tables of an account: those where it owes a decision first, then running, then finished ones.
    pub async fn tables_of(&self, account: i64, skip: i64, limit: i64) -> Result<Vec<TableRow>, Error> {
        let text = "select t.id, t.code, '' as header, t.created, t.seq, t.status, t.game, t.visibility, t.updated, t.summary
                    from tables t join (select table_id, max(asked) as asked from chairs where account = $1 group by table_id) c
                      on c.table_id = t.id
                    order by case when t.status = 'playing' and c.asked > 0 then 0 when t.status = 'playing' then 1
                             when t.status = 'open' then 2 else 3 end,
                             t.updated desc, t.id desc limit $3 offset $2";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(account).bind(skip).bind(limit).fetch_all(pool).await?))
    }

    /// Number of tables where an account owes a decision.
    pub async fn waiting_for(&self, account: i64) -> Result<i64, Error> {
        let text = "select count(distinct c.table_id) from chairs c join tables t on t.id = c.table_id
                    where c.account = $1 and c.asked > 0 and t.status = 'playing'";
        read_query!(self, pool => Ok(sqlx::query_scalar(text).bind(account).fetch_one(pool).await?))
    }

    /// How many tables of an account have not ended.
    pub async fn running_of(&self, account: i64) -> Result<i64, Error> {
        let text = "select count(distinct c.table_id) from chairs c join tables t on t.id = c.table_id
                    where c.account = $1 and t.status in ('open', 'playing')";
        read_query!(self, pool => Ok(sqlx::query_scalar(text).bind(account).fetch_one(pool).await?))
    }

    /// Public tables, newest first; `game` empty for all.
    pub async fn public_tables(
        &self,
        status: &str,
        game: &str,
        before: i64,
        limit: i64,
    ) -> Result<Vec<TableRow>, Error> {
        let text =
            "select id, code, '' as header, created, seq, status, game, visibility, updated, summary from tables
                    where visibility = 'public' and status = $1 and ($2 = '' or game = $2) and updated < $3
                    order by updated desc limit $4";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(status).bind(game).bind(before).bind(limit)
            .fetch_all(pool).await?))
    }

    /// Finished tables after number `after`, oldest first: for export.
    pub async fn finished_tables(&self, after: i64, limit: i64) -> Result<Vec<TableRow>, Error> {
        let text =
            "select id, code, '' as header, created, seq, status, game, visibility, updated, summary from tables
                    where status = 'over' and id > $1 order by id limit $2";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(after).bind(limit).fetch_all(pool).await?))
    }

    /// Finished tables of a game that an account may see (public ones and its own; 0: no account), newest first.
    pub async fn finished_of_game(
        &self,
        game: &str,
        account: i64,
        limit: i64,
    ) -> Result<Vec<TableRow>, Error> {
        let text =
            "select id, code, '' as header, created, seq, status, game, visibility, updated, summary from tables t
                    where status = 'over' and game = $1
                      and (visibility = 'public' or exists (select 1 from chairs c where c.table_id = t.id and c.account = $2))
                    order by id desc limit $3";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(game).bind(account).bind(limit).fetch_all(pool).await?))
    }

    /// Running tables whose clock has run out at `at` (Unix milliseconds) or that wait for a computer player.
    pub async fn tables_needing_attention(&self, at: i64) -> Result<Vec<i64>, Error> {
        let text = "select id from tables where status = 'playing' and (deadline <= $1 or computer = 1)";
        read_query!(self, pool => Ok(sqlx::query_scalar(text).bind(at).fetch_all(pool).await?))
    }

    /// Tables whose summary is behind their journal because a server was killed before it could write it.
    pub async fn tables_with_stale_summary(&self) -> Result<Vec<i64>, Error> {
        let text = "select t.id from tables t where t.status in ('open', 'playing')
                    and exists (select 1 from journal j where j.table_id = t.id and j.seq >= t.seq)";
        read_query!(self, pool => Ok(sqlx::query_scalar(text).fetch_all(pool).await?))
    }

    /// The draft of a seat.
    pub async fn draft(&self, table: i64, seat: u8) -> Result<Option<String>, Error> {
        let text = "select actions from drafts where table_id = $1 and seat = $2";
        read_query!(self, pool => Ok(sqlx::query_scalar(text).bind(table).bind(i64::from(seat)).fetch_optional(pool).await?))
    }

    /// Stores the draft of a seat; deletes it if it is empty.
    pub async fn put_draft(&self, table: i64, seat: u8, actions: &str) -> Result<(), Error> {
        if actions.is_empty() {
            let text = "delete from drafts where table_id = $1 and seat = $2";
            write_query!(self, pool => sqlx::query(text).bind(table).bind(i64::from(seat)).execute(pool).await?.rows_affected());
        } else {
            let text = "insert into drafts (table_id, seat, actions) values ($1, $2, $3)
                        on conflict (table_id, seat) do update set actions = excluded.actions";
            write_query!(self, pool => sqlx::query(text).bind(table).bind(i64::from(seat)).bind(actions).execute(pool).await?.rows_affected());
        }
        Ok(())
    }
}

/// A single server writes to the file, so summaries never go backwards: three statements suffice.
async fn summarize_sqlite(pool: &SqlitePool, summaries: &[Summary]) -> Result<(), Error> {
    let row =
        |s: &Summary| json!([s.table, s.seq, s.status, s.updated, s.deadline, u8::from(s.computer), s.text]);
    let tables = summaries.iter().map(row).collect::<Value>().to_string();
    let seated =
        summaries.iter().flat_map(|summary| summary.seats.iter().map(|chair| (summary.table, chair)));
    let row = |(table, c): (i64, &SeatRow)| json!([table, c.seat, c.account, c.waiting_since, c.deadline]);
    let chairs = seated.map(row).collect::<Value>().to_string();
    let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
    sqlx::query(
        "update tables set seq = row.value ->> 1, status = row.value ->> 2, updated = row.value ->> 3,
                deadline = row.value ->> 4, computer = row.value ->> 5, summary = row.value ->> 6
         from json_each($1) row where tables.id = row.value ->> 0",
    )
    .bind(&tables)
    .execute(&mut *transaction)
    .await?;
    sqlx::query("delete from chairs where table_id in (select value ->> 0 from json_each($1))")
        .bind(&tables)
        .execute(&mut *transaction)
        .await?;
    sqlx::query(
        "insert into chairs (table_id, seat, account, asked, deadline)
         select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 from json_each($1)",
    )
    .bind(chairs)
    .execute(&mut *transaction)
    .await?;
    Ok(transaction.commit().await?)
}

async fn summarize_postgres(pool: &PgPool, summaries: &[Summary]) -> Result<(), Error> {
    let mut transaction = pool.begin().await?;
    for summary in summaries {
        let fresh = sqlx::query(
            "update tables set seq = $2, status = $3, updated = $4, deadline = $5, computer = $6, summary = $7
             where id = $1 and seq <= $2",
        )
        .bind(summary.table)
        .bind(summary.seq)
        .bind(summary.status)
        .bind(summary.updated)
        .bind(summary.deadline)
        .bind(i64::from(summary.computer))
        .bind(summary.text.as_str())
        .execute(&mut *transaction)
        .await?;
        // Another server has written a newer summary.
        if fresh.rows_affected() == 0 {
            continue;
        }
        sqlx::query("delete from chairs where table_id = $1")
            .bind(summary.table)
            .execute(&mut *transaction)
            .await?;
        for chair in &summary.seats {
            sqlx::query(
                "insert into chairs (table_id, seat, account, asked, deadline) values ($1, $2, $3, $4, $5)",
            )
            .bind(summary.table)
            .bind(chair.seat)
            .bind(chair.account)
            .bind(chair.waiting_since)
            .bind(chair.deadline)
            .execute(&mut *transaction)
            .await?;
        }
    }
    Ok(transaction.commit().await?)
}
