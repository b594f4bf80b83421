//! Invitations to a seat.

use crate::{
    Error, Store,
    db::{read_query, write_query},
};

/// An invitation.
#[derive(Clone, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct InvitationRow {
    /// The table.
    pub table_id: i64,
    /// The seat.
    pub seat: i64,
    /// The account that accepted it.
    pub used_by: Option<i64>,
}

impl Store {
    /// Inserts an invitation.
    pub async fn put_invitation(&self, token: &str, table: i64, seat: u8) -> Result<(), Error> {
        let text = "insert into invitations (token, table_id, seat, created) values ($1, $2, $3, $4)";
        write_query!(self, pool => sqlx::query(text).bind(token).bind(table).bind(i64::from(seat)).bind(self.now())
            .execute(pool).await?.rows_affected());
        Ok(())
    }

    /// The invitation with this secret.
    pub async fn invitation(&self, token: &str) -> Result<Option<InvitationRow>, Error> {
        let text = "select table_id, seat, used_by from invitations where token = $1";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(token).fetch_optional(pool).await?))
    }

    /// Marks an invitation as used; false if it was.
    pub async fn claim_invitation(&self, token: &str, account: i64) -> Result<bool, Error> {
        let text = "update invitations set used_by = $2 where token = $1 and used_by is null";
        let done = write_query!(self, pool => sqlx::query(text).bind(token).bind(account).execute(pool).await?.rows_affected());
        Ok(done == 1)
    }

    /// Makes an invitation usable again, after taking the seat failed.
    pub async fn release_invitation(&self, token: &str, account: i64) -> Result<(), Error> {
        let text = "update invitations set used_by = null where token = $1 and used_by = $2";
        write_query!(self, pool => sqlx::query(text).bind(token).bind(account).execute(pool).await?.rows_affected());
        Ok(())
    }
}
