//! Accounts and their sessions.

use crate::{
    Error, Store,
    db::{read_query, write_query},
};

/// An account, guests included.
#[derive(Clone, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct AccountRow {
    /// Its number.
    pub id: i64,
    /// The name others see.
    pub name: String,
    /// The name in lower case; `None` for guests.
    pub name_key: Option<String>,
    /// The argon2id hash.
    pub password: Option<String>,
    /// 1 for administrators.
    pub admin: i64,
    /// Address for notices; empty for none.
    pub email: String,
    /// Webhook for notices; empty for none.
    pub webhook: String,
    /// 1 if notices are wanted.
    pub notices: i64,
    /// Creation time, Unix milliseconds.
    pub created: i64,
}

impl AccountRow {
    /// Whether the account has not been registered.
    pub fn is_guest(&self) -> bool {
        self.name_key.is_none()
    }
}

/// What an owner can set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Address for notices; empty for none.
    pub email: String,
    /// Webhook for notices; empty for none.
    pub webhook: String,
    /// Whether to send notices.
    pub notices: bool,
}

impl Store {
    /// A guest with a name.
    pub async fn create_guest(&self, name: &str) -> Result<i64, Error> {
        let text = "insert into accounts (name, created) values ($1, $2) returning id";
        write_query!(self, pool => Ok(sqlx::query_scalar(text).bind(name).bind(self.now()).fetch_one(pool).await?))
    }

    /// An account with a name of its own; `None` if the name is taken.
    pub async fn create_account(&self, name: &str, password: &str) -> Result<Option<i64>, Error> {
        let text = "insert into accounts (name, name_key, password, created) values ($1, $2, $3, $4)
                    on conflict (name_key) do nothing returning id";
        write_query!(self, pool => Ok(sqlx::query_scalar(text)
            .bind(name).bind(name.to_lowercase()).bind(password).bind(self.now()).fetch_optional(pool).await?))
    }

    /// Turns a guest into an account; false if the name is taken or it is no guest.
    pub async fn claim_guest(&self, id: i64, name: &str, password: &str) -> Result<bool, Error> {
        let text =
            "update accounts set name = $2, name_key = $3, password = $4 where id = $1 and name_key is null";
        let done: Result<u64, sqlx::Error> = write_query!(self, pool => sqlx::query(text)
            .bind(id).bind(name).bind(name.to_lowercase()).bind(password)
            .execute(pool).await.map(|done| done.rows_affected()));
        match done {
            Ok(rows) => Ok(rows == 1),
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Marks guests that have the name of an account.
    pub async fn mark_guests_named(&self, name: &str) -> Result<(), Error> {
        let text =
            "update accounts set name = name || ' (guest)' where name_key is null and lower(name) = $1";
        write_query!(self, pool => sqlx::query(text).bind(name.to_lowercase()).execute(pool).await?.rows_affected());
        Ok(())
    }

    /// An account by number.
    pub async fn account(&self, id: i64) -> Result<Option<AccountRow>, Error> {
        let text = "select * from accounts where id = $1";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(id).fetch_optional(pool).await?))
    }

    /// An account by name, whatever the case.
    pub async fn account_named(&self, name: &str) -> Result<Option<AccountRow>, Error> {
        let text = "select * from accounts where name_key = $1";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(name.to_lowercase()).fetch_optional(pool).await?))
    }

    /// All accounts with a name, for the administrator.
    pub async fn accounts(&self) -> Result<Vec<AccountRow>, Error> {
        let text = "select * from accounts where name_key is not null order by name_key";
        read_query!(self, pool => Ok(sqlx::query_as(text).fetch_all(pool).await?))
    }

    /// Where notices go.
    pub async fn set_settings(&self, id: i64, settings: &Settings) -> Result<(), Error> {
        let text = "update accounts set email = $2, webhook = $3, notices = $4 where id = $1";
        write_query!(self, pool => sqlx::query(text).bind(id).bind(settings.email.as_str())
            .bind(settings.webhook.as_str()).bind(i64::from(settings.notices)).execute(pool).await?.rows_affected());
        Ok(())
    }

    /// A new password hash.
    pub async fn set_password(&self, id: i64, password: &str) -> Result<(), Error> {
        let text = "update accounts set password = $2 where id = $1";
        write_query!(self, pool => sqlx::query(text).bind(id).bind(password).execute(pool).await?.rows_affected());
        Ok(())
    }

    /// Makes an administrator, or a player again.
    pub async fn set_admin(&self, id: i64, admin: bool) -> Result<(), Error> {
        let text = "update accounts set admin = $2 where id = $1";
        write_query!(self, pool => sqlx::query(text).bind(id).bind(i64::from(admin)).execute(pool).await?.rows_affected());
        Ok(())
    }

    /// Removes name, password and addresses of an account and ends its sessions. Its matches stay.
    pub async fn close_account(&self, id: i64) -> Result<(), Error> {
        let text = "update accounts set name = 'closed account', name_key = null, password = null, admin = 0,
                    email = '', webhook = '', notices = 0 where id = $1";
        write_query!(self, pool => sqlx::query(text).bind(id).execute(pool).await?.rows_affected());
        self.end_sessions(id, "").await
    }

    /// Inserts a session, identified by the hash of its token.
    pub async fn put_session(&self, token: &str, account: i64) -> Result<(), Error> {
        let text = "insert into sessions (token, account, created) values ($1, $2, $3)";
        write_query!(self, pool => sqlx::query(text).bind(token).bind(account).bind(self.now()).execute(pool).await?.rows_affected());
        Ok(())
    }

    /// The account of a session that began after `oldest` (Unix milliseconds).
    pub async fn session(&self, token: &str, oldest: i64) -> Result<Option<AccountRow>, Error> {
        let text = "select a.* from sessions s join accounts a on a.id = s.account where s.token = $1 and s.created > $2";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(token).bind(oldest).fetch_optional(pool).await?))
    }

    /// Ends one session.
    pub async fn end_session(&self, token: &str) -> Result<(), Error> {
        write_query!(self, pool => sqlx::query("delete from sessions where token = $1").bind(token).execute(pool).await?.rows_affected());
        Ok(())
    }

    /// Ends all sessions of an account but one.
    pub async fn end_sessions(&self, account: i64, except: &str) -> Result<(), Error> {
        let text = "delete from sessions where account = $1 and token <> $2";
        write_query!(self, pool => sqlx::query(text).bind(account).bind(except).execute(pool).await?.rows_affected());
        Ok(())
    }
}
