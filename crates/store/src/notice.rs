//! Notices to players, and the jobs that carry them out of the house.

use crate::{
    Error, Store,
    db::{Db, change, each},
    now,
};

/// A notice to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewNotice {
    /// To whom.
    pub account: i64,
    /// What about.
    pub kind: &'static str,
    /// Which table.
    pub table: i64,
    /// With account, kind and table: makes it unique, so that nobody is told twice.
    pub mark: i64,
    /// The sentence.
    pub text: String,
}

/// A notice.
#[derive(Clone, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct NoticeRow {
    /// Its number.
    pub id: i64,
    /// When.
    pub at: i64,
    /// What about.
    pub kind: String,
    /// The table's name in addresses.
    pub code: String,
    /// The sentence.
    pub text: String,
    /// 1 if it was read.
    pub read: i64,
}

/// A chair the match waits for.
#[derive(Clone, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct AskedRow {
    /// Which table.
    pub table_id: i64,
    /// Its name in addresses.
    pub code: String,
    /// What lists show of it.
    pub summary: String,
    /// Who is waited for.
    pub account: i64,
    /// Since when.
    pub asked: i64,
    /// When the clock runs out.
    pub deadline: Option<i64>,
}

/// Something to be carried out of the house: a mail, a webhook call.
#[derive(Clone, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct JobRow {
    /// Its number.
    pub id: i64,
    /// Which way.
    pub kind: String,
    /// What, as JSON.
    pub body: String,
    /// How often it was tried before.
    pub tries: i64,
}

impl Store {
    /// People waited for since before `before`, guests included.
    pub async fn asked_before(&self, before: i64) -> Result<Vec<AskedRow>, Error> {
        let text = "select c.table_id, t.code, t.summary, c.account, c.asked, c.deadline
                    from chairs c join tables t on t.id = c.table_id
                    where c.asked > 0 and c.asked < $1 and t.status = 'playing'
                      and not exists (select 1 from notices n where n.account = c.account and n.table_id = c.table_id
                                      and n.kind = 'your_turn' and n.mark = c.asked)
                    order by c.account, c.asked limit 2000";
        each!(self, pool => Ok(sqlx::query_as(text).bind(before).fetch_all(pool).await?))
    }

    /// People whose clock runs out between now and `until`.
    pub async fn deadlines_before(&self, until: i64) -> Result<Vec<AskedRow>, Error> {
        let text = "select c.table_id, t.code, t.summary, c.account, c.asked, c.deadline
                    from chairs c join tables t on t.id = c.table_id
                    where c.asked > 0 and c.deadline < $1 and t.status = 'playing'
                      and not exists (select 1 from notices n where n.account = c.account and n.table_id = c.table_id
                                      and n.kind = 'deadline' and n.mark = c.asked)
                    order by c.account, c.asked limit 2000";
        each!(self, pool => Ok(sqlx::query_as(text).bind(until).fetch_all(pool).await?))
    }

    /// Makes a notice; false if the same was made before, here or on another server.
    pub async fn put_notice(&self, new: &NewNotice) -> Result<bool, Error> {
        let text =
            "insert into notices (account, at, kind, table_id, mark, text) values ($1, $2, $3, $4, $5, $6)
                    on conflict do nothing";
        let done = change!(self, pool => sqlx::query(text).bind(new.account).bind(now()).bind(new.kind).bind(new.table)
            .bind(new.mark).bind(new.text.as_str()).execute(pool).await?.rows_affected());
        Ok(done == 1)
    }

    /// The notices of an account, newest first.
    pub async fn notices(&self, account: i64, after: i64) -> Result<Vec<NoticeRow>, Error> {
        let text = "select n.id, n.at, n.kind, t.code, n.text, n.read from notices n join tables t on t.id = n.table_id
                    where n.account = $1 and n.id > $2 order by n.id desc limit 50";
        each!(self, pool => Ok(sqlx::query_as(text).bind(account).bind(after).fetch_all(pool).await?))
    }

    /// How many an account has not read.
    pub async fn unread(&self, account: i64) -> Result<i64, Error> {
        let text = "select count(*) from notices where account = $1 and read = 0";
        each!(self, pool => Ok(sqlx::query_scalar(text).bind(account).fetch_one(pool).await?))
    }

    /// Marks notices as read.
    pub async fn read_notices(&self, account: i64, up_to: i64) -> Result<(), Error> {
        let text = "update notices set read = 1 where account = $1 and id <= $2";
        change!(self, pool => sqlx::query(text).bind(account).bind(up_to).execute(pool).await?.rows_affected());
        Ok(())
    }

    /// Something to be done soon.
    pub async fn push_job(&self, kind: &str, body: &str) -> Result<(), Error> {
        let text = "insert into jobs (kind, body, due) values ($1, $2, $3)";
        change!(self, pool => sqlx::query(text).bind(kind).bind(body).bind(now()).execute(pool).await?.rows_affected());
        Ok(())
    }

    /// Takes a job that is due. If nobody says within `lease` milliseconds how it went, it is due again.
    pub async fn take_job(&self, lease: i64) -> Result<Option<JobRow>, Error> {
        let at = now();
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
        change!(self, pool => Ok(sqlx::query_as(query).bind(at).bind(at + lease).fetch_optional(pool).await?))
    }

    /// The job is done, or given up.
    pub async fn finish_job(&self, id: i64) -> Result<(), Error> {
        change!(self, pool => sqlx::query("delete from jobs where id = $1").bind(id).execute(pool).await?.rows_affected());
        Ok(())
    }

    /// The job failed: again at `due`.
    pub async fn retry_job(&self, id: i64, due: i64, error: &str) -> Result<(), Error> {
        let text = "update jobs set due = $2, error = $3 where id = $1";
        change!(self, pool => sqlx::query(text).bind(id).bind(due).bind(error).execute(pool).await?.rows_affected());
        Ok(())
    }
}
