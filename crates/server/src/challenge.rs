//! The challenge of the day: one scenario and one seed per UTC day, one counted attempt per account.
//!
//! The seed is drawn at random when the day is first requested, so neither players nor the administrator can compute a
//! future one; its commitment is shown at once, the seed itself when the day has closed. Results are copied from finished
//! tables to `attempts` ([`settle`]), so a ranking outlives the deletion of tables.

use std::{collections::BTreeMap, net::IpAddr, sync::Arc};

use catalog::{Challenge, Day};
use store::{AttemptResult, AttemptRow, DayRow};
use table::Seed;
use wire::{ClockRule, DayAttempt, DayInfo, DayRanking, OnTimeout, Player, Visibility};

use crate::{
    app::{App, TableSlot},
    auth,
    commands::User,
    error::{Code, Error, Result, refuse, sign_in},
    room::Header,
    routes::lobby,
    table_event::TableEvent,
};

/// Length of a ranking.
const RANKING_LEN: i64 = 100;

/// The day that is open now; `None` if no game has a challenge.
pub(crate) async fn today(app: &App) -> Result<Option<DayRow>> {
    let day = Day::of(app.now());
    let Some(Challenge { game, scenario, title, .. }) = app.catalog.challenge(day) else { return Ok(None) };
    let [game, scenario, title] = [game, scenario, title].map(str::to_owned);
    let new = DayRow { day: day.0, game, scenario, title, seed: Seed::random().to_hex() };
    Ok(Some(app.store.open_day(&new).await?))
}

/// A day by name; the open one is `today` as well.
pub(crate) async fn find(app: &App, name: &str) -> Result<DayRow> {
    let now = Day::of(app.now());
    let day =
        if name == "today" { now } else { name.parse().map_err(|why: String| refuse(Code::Day, why))? };
    if day > now {
        let message = format!("the challenge of {day} is not open yet; it opens at 00:00 UTC of that day");
        return Err(refuse(Code::DayNotOpen, message));
    }
    let found = if day == now { today(app).await? } else { app.store.day(day.0).await? };
    found.ok_or_else(|| refuse(Code::NoDay, format!("there was no challenge on {day}")))
}

/// The day as an account may know it.
pub(crate) async fn describe(app: &App, row: &DayRow, account: Option<i64>) -> Result<DayInfo> {
    let day = Day(row.day);
    let open = app.now() < day.closes();
    let count = app.store.day_count(row.day).await?;
    let mine = match account {
        Some(account) => app.store.attempt(row.day, account).await?,
        None => None,
    };
    let mine = match mine {
        Some(mine) => {
            let rank = match mine.points {
                Some(points) => {
                    let mut all = app.store.better_points(row.day, points).await?;
                    all.push(points);
                    ranks(app, row, &all).pop()
                }
                None => None,
            };
            Some(describe_attempt(mine, rank, true))
        }
        None => None,
    };
    Ok(DayInfo {
        day: day.to_string(),
        game: row.game.clone(),
        scenario: row.scenario.clone(),
        title: row.title.clone(),
        open,
        closes: day.closes(),
        commitment: seed(row)?.commitment(),
        seed: (!open).then(|| row.seed.clone()),
        players: count.players as u32,
        winners: count.winners as u32,
        won_percent: (count.players > 0)
            .then(|| ((200 * count.winners + count.players) / (2 * count.players)) as u8),
        mine,
    })
}

/// The day and its ranking.
pub(crate) async fn ranking(app: &Arc<App>, row: &DayRow, account: Option<i64>) -> Result<DayRanking> {
    let day = describe(app, row, account).await?;
    let rows = app.store.best_attempts(row.day, RANKING_LEN).await?;
    let points: Vec<i64> = rows.iter().map_while(|row| row.points).collect();
    let mut ranks = ranks(app, row, &points).into_iter();
    let ranking = rows
        .into_iter()
        .map(|row| {
            let visible = !day.open || account == Some(row.account);
            describe_attempt(row, ranks.next(), visible)
        })
        .collect();
    Ok(DayRanking { day, ranking })
}

/// The ranks of results by the rule of the game.
fn ranks(app: &App, row: &DayRow, points: &[i64]) -> Vec<u32> {
    let challenge = app.catalog.game(&row.game).ok().and_then(|game| game.challenge(Day(row.day)));
    let points: Vec<i32> = points.iter().map(|&points| points as i32).collect();
    challenge.map(|challenge| (challenge.ranks)(&points)).unwrap_or_default()
}

fn describe_attempt(row: AttemptRow, rank: Option<u32>, visible: bool) -> DayAttempt {
    DayAttempt {
        account: row.account,
        name: row.name,
        rank,
        points: row.points.map(|points| points as i32),
        won: row.won == 1,
        over: row.ended.is_some(),
        text: row.clause,
        table: visible.then_some(row.code),
    }
}

fn seed(row: &DayRow) -> Result<Seed> {
    Seed::from_hex(&row.seed)
        .ok_or_else(|| Error::Internal(format!("the seed of day {} is damaged", row.day)))
}

/// Starts the counted attempt of an account.
pub(crate) async fn start(
    app: &Arc<App>,
    person: &User,
    address: IpAddr,
    row: &DayRow,
) -> Result<Arc<TableSlot>> {
    let day = Day(row.day);
    if app.now() >= day.closes() {
        return Err(refuse(
            Code::DayClosed,
            format!("the challenge of {day} has closed; you can practise it"),
        ));
    }
    let account = app.store.account(person.account).await?.ok_or_else(sign_in)?;
    // A guest could rehearse the day as often as they like under new names.
    if account.is_guest() {
        let message = "the challenge of the day counts one attempt per account; create an account first";
        return Err(refuse(Code::AccountNeeded, message));
    }
    let fresh = auth::random_token(8);
    let code = if app.store.claim_attempt(row.day, person.account, &fresh).await? {
        fresh
    } else {
        let mine = app.store.attempt(row.day, person.account).await?;
        let mine = mine.ok_or_else(|| Error::Busy("an attempt was released".to_owned()))?;
        if app.store.table_by_code(&mine.code).await?.is_some() {
            return Err(already_attempted(day, mine.ended.is_some()));
        }
        // The server stopped after the claim: create its table now.
        mine.code
    };
    let header = header(app, person, row, format!("Challenge of {day}"), Some(day))?;
    match create(app, person, address, code.clone(), header).await {
        Ok(slot) => Ok(slot),
        Err(error) => {
            // Another request of the account may have created it.
            if app.store.table_by_code(&code).await?.is_some() {
                return Err(already_attempted(day, false));
            }
            app.store.release_attempt(&code).await?;
            Err(error)
        }
    }
}

fn already_attempted(day: Day, over: bool) -> Error {
    let message = if over {
        format!("you have played your counted attempt at the challenge of {day}")
    } else {
        format!("you have started your counted attempt at the challenge of {day}; continue it")
    };
    refuse(Code::AlreadyAttempted, message)
}

/// A match with the seed of a closed day that does not count.
pub(crate) async fn practise(
    app: &Arc<App>,
    person: &User,
    address: IpAddr,
    row: &DayRow,
) -> Result<Arc<TableSlot>> {
    let day = Day(row.day);
    if app.now() < day.closes() {
        let message = format!("the challenge of {day} can be practised when it has closed");
        return Err(refuse(Code::DayOpen, message));
    }
    let header = header(app, person, row, format!("Practice of {day}"), None)?;
    create(app, person, address, auth::random_token(8), header).await
}

fn header(app: &App, person: &User, row: &DayRow, title: String, day: Option<Day>) -> Result<Header> {
    let mut header = Header {
        game: row.game.clone(),
        scenario: Some(row.scenario.clone()),
        scenario_file: None,
        options: BTreeMap::new(),
        seed: seed(row)?.to_hex(),
        host: person.account,
        title,
        // Not listed; while the day is open only its player sees it (`Room::visible_to`).
        visibility: Visibility::Unlisted,
        clock: ClockRule::None,
        on_timeout: OnTimeout::Loss,
        pace: wire::Pace::default(),
        substitute: None,
        sides: vec![],
        rules: 0,
        position: None,
        players: None,
        day,
    };
    lobby::describe_match(&app.catalog, &mut header)?;
    Ok(header)
}

/// Creates the table with the match started: no contribution, so that the dice are those of the seed.
async fn create(
    app: &Arc<App>,
    person: &User,
    address: IpAddr,
    code: String,
    header: Header,
) -> Result<Arc<TableSlot>> {
    let game = header.open(&app.catalog, vec![], vec![]).map_err(Error::Internal)?;
    let player = Player::Human { account: person.account, name: person.name.clone() };
    let mut changes: Vec<TableEvent> = (0..header.seats())
        .flat_map(|seat| {
            let player = player.clone();
            [TableEvent::SeatTaken { seat, player }, TableEvent::Ready { seat, contribution: None }]
        })
        .collect();
    changes.push(TableEvent::Started { steps: game.steps(0) });
    lobby::create_table(app, code, header, changes, Some((person, address))).await
}

/// Copies the results of finished attempts from their tables. Summaries must be flushed.
pub(crate) async fn settle(app: &Arc<App>) -> Result<()> {
    for code in app.store.unsettled_attempts().await? {
        if let Err(error) = settle_one(app, &code).await {
            tracing::warn!(%error, table = code, "failed to settle an attempt");
        }
    }
    Ok(())
}

async fn settle_one(app: &Arc<App>, code: &str) -> Result<()> {
    let slot = app.find(code).await?;
    let result = {
        let inner = app.lock(&slot).await?;
        let Some(room) = &inner.room else { return Ok(()) };
        let (Some(result), Some(ended), Some(day)) = (&room.result, room.ended, room.header.day) else {
            return Ok(());
        };
        if ended < day.closes() {
            let won = result.winners.contains(&0);
            let clause = result.text.clone().unwrap_or_default();
            AttemptResult { ended, won, points: result.points.first().copied(), clause }
        } else {
            let clause = "it ended after the day had closed".to_owned();
            AttemptResult { ended, won: false, points: None, clause }
        }
    };
    app.store.settle_attempt(code, &result).await?;
    Ok(())
}
