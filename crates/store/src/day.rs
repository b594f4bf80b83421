//! Challenges of the day and the counted attempts at them.

use crate::{
    Error, Store,
    db::{read_query, write_query},
};

/// A day with a challenge.
#[derive(Clone, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct DayRow {
    /// Days since 1970-01-01, UTC.
    pub day: i64,
    /// The game.
    pub game: String,
    /// The scenario.
    pub scenario: String,
    /// The scenario for people.
    pub title: String,
    /// The seed, hex. Secret until the day has closed.
    pub seed: String,
}

/// How many players a day had.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, sqlx::FromRow)]
pub struct DayCount {
    /// Accounts that started an attempt.
    pub players: i64,
    /// Accounts that won theirs before the day closed.
    pub winners: i64,
}

/// The counted attempt of an account.
#[derive(Clone, PartialEq, Eq, Debug, sqlx::FromRow)]
pub struct AttemptRow {
    /// The account.
    pub account: i64,
    /// Its name.
    pub name: String,
    /// The code of its table.
    pub code: String,
    /// When it ended, Unix milliseconds; `None` while it runs.
    pub ended: Option<i64>,
    /// 1 if it was won before the day closed.
    pub won: i64,
    /// Points; `None` unless it ended before the day closed.
    pub points: Option<i64>,
    /// How it ended.
    pub clause: String,
}

/// The result of a counted attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttemptResult {
    /// When it ended, Unix milliseconds.
    pub ended: i64,
    /// Whether it was won before the day closed.
    pub won: bool,
    /// Points; `None` if it ended after the day had closed.
    pub points: Option<i32>,
    /// How it ended.
    pub clause: String,
}

const ATTEMPTS: &str =
    "select a.account, coalesce(c.name, 'closed account') as name, a.code, a.ended, a.won, a.points, a.clause
                        from attempts a left join accounts c on c.id = a.account";

impl Store {
    /// Inserts a day unless it is there, and returns the one that is: two servers agree on the first.
    pub async fn open_day(&self, new: &DayRow) -> Result<DayRow, Error> {
        if let Some(row) = self.day(new.day).await? {
            return Ok(row);
        }
        let text = "insert into days (day, game, scenario, title, seed) values ($1, $2, $3, $4, $5) on conflict (day) do nothing";
        write_query!(self, pool => sqlx::query(text).bind(new.day).bind(new.game.as_str()).bind(new.scenario.as_str())
            .bind(new.title.as_str()).bind(new.seed.as_str()).execute(pool).await?.rows_affected());
        self.day(new.day).await?.ok_or_else(|| Error::Write(format!("day {} is missing", new.day)))
    }

    /// A day that was opened.
    pub async fn day(&self, day: i64) -> Result<Option<DayRow>, Error> {
        let text = "select day, game, scenario, title, seed from days where day = $1";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(day).fetch_optional(pool).await?))
    }

    /// Days before `before`, newest first.
    pub async fn days(&self, before: i64, limit: i64) -> Result<Vec<DayRow>, Error> {
        let text =
            "select day, game, scenario, title, seed from days where day < $1 order by day desc limit $2";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(before).bind(limit).fetch_all(pool).await?))
    }

    /// How many players a day had.
    pub async fn day_count(&self, day: i64) -> Result<DayCount, Error> {
        let text = "select count(*) as players, cast(coalesce(sum(won), 0) as bigint) as winners from attempts where day = $1";
        read_query!(self, pool => Ok(sqlx::query_as(text).bind(day).fetch_one(pool).await?))
    }

    /// Claims the counted attempt of an account for the table with this code; `false` if it has one.
    pub async fn claim_attempt(&self, day: i64, account: i64, code: &str) -> Result<bool, Error> {
        let text = "insert into attempts (day, account, code, started) values ($1, $2, $3, $4)
                    on conflict (day, account) do nothing";
        let done = write_query!(self, pool => sqlx::query(text).bind(day).bind(account).bind(code).bind(self.now())
            .execute(pool).await?.rows_affected());
        Ok(done == 1)
    }

    /// Removes a claim whose table could not be created.
    pub async fn release_attempt(&self, code: &str) -> Result<(), Error> {
        let text =
            "delete from attempts where code = $1 and not exists (select 1 from tables t where t.code = $1)";
        write_query!(self, pool => sqlx::query(text).bind(code).execute(pool).await?.rows_affected());
        Ok(())
    }

    /// The counted attempt of an account.
    pub async fn attempt(&self, day: i64, account: i64) -> Result<Option<AttemptRow>, Error> {
        let text = format!("{ATTEMPTS} where a.day = $1 and a.account = $2");
        read_query!(self, pool => Ok(sqlx::query_as(sqlx::AssertSqlSafe(text)).bind(day).bind(account)
            .fetch_optional(pool).await?))
    }

    /// The best attempts of a day by points; then those without points, in the order they were started.
    pub async fn best_attempts(&self, day: i64, limit: i64) -> Result<Vec<AttemptRow>, Error> {
        let text = format!(
            "{ATTEMPTS} where a.day = $1
             order by case when a.points is null then 1 else 0 end, a.points desc, a.started, a.account limit $2"
        );
        read_query!(self, pool => Ok(sqlx::query_as(sqlx::AssertSqlSafe(text)).bind(day).bind(limit).fetch_all(pool).await?))
    }

    /// The points of a day that are higher than `points`.
    pub async fn better_points(&self, day: i64, points: i64) -> Result<Vec<i64>, Error> {
        let text = "select points from attempts where day = $1 and points > $2";
        read_query!(self, pool => Ok(sqlx::query_scalar(text).bind(day).bind(points).fetch_all(pool).await?))
    }

    /// Codes of the tables of attempts that have ended but have no result yet.
    pub async fn unsettled_attempts(&self) -> Result<Vec<String>, Error> {
        let text = "select a.code from attempts a join tables t on t.code = a.code
                    where a.ended is null and t.status = 'over'";
        read_query!(self, pool => Ok(sqlx::query_scalar(text).fetch_all(pool).await?))
    }

    /// Stores the result of an attempt; the first one stays.
    pub async fn settle_attempt(&self, code: &str, result: &AttemptResult) -> Result<(), Error> {
        let text = "update attempts set ended = $2, won = $3, points = $4, clause = $5 where code = $1 and ended is null";
        write_query!(self, pool => sqlx::query(text).bind(code).bind(result.ended).bind(i64::from(result.won))
            .bind(result.points.map(i64::from)).bind(result.clause.as_str()).execute(pool).await?.rows_affected());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(seed: &str) -> DayRow {
        let [game, scenario, title] = ["duel", "A", "Easy"].map(str::to_owned);
        DayRow { day: 7, game, scenario, title, seed: seed.to_owned() }
    }

    #[tokio::test]
    async fn the_first_seed_of_a_day_stays() {
        let store = Store::in_memory().await.expect("a database");
        assert_eq!(store.open_day(&day("one")).await.expect("opened").seed, "one");
        assert_eq!(store.open_day(&day("two")).await.expect("opened").seed, "one");
        assert_eq!(store.days(8, 9).await.expect("read").len(), 1);
        assert_eq!(store.days(7, 9).await.expect("read").len(), 0);
    }

    #[tokio::test]
    async fn an_account_has_one_attempt_and_its_first_result_stays() {
        let store = Store::in_memory().await.expect("a database");
        store.open_day(&day("one")).await.expect("opened");
        let ann = store.create_account("Ann", "-").await.expect("stored").expect("free");
        let bob = store.create_account("Bob", "-").await.expect("stored").expect("free");
        assert!(store.claim_attempt(7, ann, "a").await.expect("stored"));
        assert!(!store.claim_attempt(7, ann, "b").await.expect("read"));
        assert!(store.claim_attempt(7, bob, "c").await.expect("stored"));
        let result = |won, points| AttemptResult { ended: 9, won, points, clause: "so".to_owned() };
        store.settle_attempt("a", &result(true, Some(640))).await.expect("stored");
        store.settle_attempt("a", &result(false, Some(1))).await.expect("read");
        assert_eq!(store.day_count(7).await.expect("read"), DayCount { players: 2, winners: 1 });
        let best = store.best_attempts(7, 9).await.expect("read");
        let named: Vec<_> = best.iter().map(|row| (row.name.as_str(), row.points)).collect();
        assert_eq!(named, [("Ann", Some(640)), ("Bob", None)]);
        assert_eq!(store.better_points(7, 639).await.expect("read"), [640]);
        // Without a table a claim can be released.
        store.release_attempt("c").await.expect("stored");
        assert_eq!(store.attempt(7, bob).await.expect("read"), None);
    }
}
