//! Notices to players, and the outbox of mails and webhook calls.

use crate::{
    Error, Store,
    db::{Db, read_query, write_query},
};

/// A notice to insert.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewNotice {
    /// The receiving account.
    pub account: i64,
    /// `your_turn`, `deadline` or `over`.
    pub kind: &'static str,
    /// The table.
    pub table: i64,
    /// Unique together with account, kind and table, so that a notice is sent once.
    pub dedup_key: i64,
    /// The text for the player.
    pub text: String,
}

/// A notice.
#[derive(Clone, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct NoticeRow {
    /// Its number.
    pub id: i64,
    /// Unix milliseconds.
    pub at: i64,
    /// `your_turn`, `deadline` or `over`.
    pub kind: String,
    /// The table's name in addresses.
    pub code: String,
    /// The text for the player.
    pub text: String,
    /// 1 if it was read.
    pub read: i64,
}

/// A seat that owes a decision.
#[derive(Clone, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct PendingSeatRow {
    /// The table.
    pub table_id: i64,
    /// Its name in addresses.
    pub code: String,
    /// What lists show of it.
    pub summary: String,
    /// The account of the seat.
    pub account: i64,
    /// When the table began to wait for them, Unix milliseconds.
    pub waiting_since: i64,
    /// When the clock runs out.
    pub deadline: Option<i64>,
}

/// A row of the outbox: a mail or a webhook call.
#[derive(Clone, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct OutboxRow {
    /// Its number.
    pub id: i64,
    /// `mail` or `webhook`.
    pub kind: String,
    /// The message as JSON.
    pub body: String,
    /// Attempts so far, this one included.
    pub tries: i64,
}

impl Store {
    /// Seats that have owed a decision since before `before` (Unix milliseconds) and were not notified, guests included.
    pub async fn pending_since_before(&self, before: i64) -> Result<Vec<PendingSeatRow>, Error> {
        let text = "select c.table_id, t.code, t.summary, c.account, c.asked as waiting_since, c.deadline
                    from chairs c join tables t on t.id = c.table_id
                    where c.asked > 0 and c.asked < $1 and t.status = 'playing'
                      and not exists (select 1 from notices n where n.account = c.account and n.table_id = c.table_id
                                      and n.kind = 'your_turn' and n.mark = c.asked)
                    order by c.account, c.asked limit 2000";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(before).fetch_all(pool).await?))
    }

    /// Seats whose clock runs out before `until` (Unix milliseconds) and that were not warned.
    pub async fn deadlines_before(&self, until: i64) -> Result<Vec<PendingSeatRow>, Error> {
        let text = "select c.table_id, t.code, t.summary, c.account, c.asked as waiting_since, c.deadline
                    from chairs c join tables t on t.id = c.table_id
                    where c.asked > 0 and c.deadline < $1 and t.status = 'playing'
                      and not exists (select 1 from notices n where n.account = c.account and n.table_id = c.table_id
                                      and n.kind = 'deadline' and n.mark = c.asked)
                    order by c.account, c.asked limit 2000";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(until).fetch_all(pool).await?))
    }

    /// Inserts a notice; `false` if it exists already (inserted here or by another server).
    pub async fn put_notice(&self, new: &NewNotice) -> Result<bool, Error> {
        let text =
            "insert into notices (account, at, kind, table_id, mark, text) values ($1, $2, $3, $4, $5, $6)
                    on conflict do nothing";
        let done = write_query!(self, pool => sqlx::query(text).bind(new.account).bind(self.now()).bind(new.kind).bind(new.table)
            .bind(new.dedup_key).bind(new.text.as_str()).execute(pool).await?.rows_affected());
        Ok(done == 1)
    }

    /// The notices of an account, newest first.
    pub async fn notices(&self, account: i64, after: i64) -> Result<Vec<NoticeRow>, Error> {
        let text = "select n.id, n.at, n.kind, t.code, n.text, n.read from notices n join tables t on t.id = n.table_id
                    where n.account = $1 and n.id > $2 order by n.id desc limit 50";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(account).bind(after).fetch_all(pool).await?))
    }

    /// Number of unread notices of an account.
    pub async fn unread(&self, account: i64) -> Result<i64, Error> {
        let text = "select count(*) from notices where account = $1 and read = 0";
        read_query!(self, pool => Ok(sqlx::query_scalar(text).bind(account).fetch_one(pool).await?))
    }

    /// Marks notices as read.
    pub async fn read_notices(&self, account: i64, up_to: i64) -> Result<(), Error> {
        let text = "update notices set read = 1 where account = $1 and id <= $2";
        write_query!(self, pool => sqlx::query(text).bind(account).bind(up_to).execute(pool).await?.rows_affected());
        Ok(())
    }

    /// Adds a message to the outbox.
    pub async fn enqueue(&self, kind: &str, body: &str) -> Result<(), Error> {
        let text = "insert into jobs (kind, body, due) values ($1, $2, $3)";
        write_query!(self, pool => sqlx::query(text).bind(kind).bind(body).bind(self.now()).execute(pool).await?.rows_affected());
        Ok(())
    }

    /// Claims a due message. It becomes due again after `lease` milliseconds unless it is finished or retried.
    pub async fn claim(&self, lease: i64) -> Result<Option<OutboxRow>, Error> {
        let at = self.now();
        let query = match &self.db {
            Db::Sqlite { .. } => {
                "update jobs set due = $2, tries = tries + 1
                 where id = (select id from jobs where due <= $1 order by due limit 1)
                 returning id, kind, body, tries"
            }
            Db::Pg(_) => {
                "update jobs set due = $2, tries = tries + 1
                 where id = (select id from jobs where due <= $1 order by due limit 1 for update skip locked)
                 returning id, kind, body, tries"
            }
        };
        write_query!(self, pool => Ok(sqlx::query_as(query).bind(at).bind(at + lease).fetch_optional(pool).await?))
    }

    /// Removes a message: sent, or given up.
    pub async fn finish_job(&self, id: i64) -> Result<(), Error> {
        write_query!(self, pool => sqlx::query("delete from jobs where id = $1").bind(id).execute(pool).await?.rows_affected());
        Ok(())
    }

    /// Sending failed: due again at `due` (Unix milliseconds).
    pub async fn retry_job(&self, id: i64, due: i64, error: &str) -> Result<(), Error> {
        let text = "update jobs set due = $2, error = $3 where id = $1";
        write_query!(self, pool => sqlx::query(text).bind(id).bind(due).bind(error).execute(pool).await?.rows_affected());
        Ok(())
    }
}
