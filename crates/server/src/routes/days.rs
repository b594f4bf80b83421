//! The challenge of the day.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use catalog::Day;
use serde::Deserialize;
use wire::{DayPage, DayRanking, Failure, TableInfo};

use super::{lobby::info, seats::EmptyBody};
use crate::{
    app::App,
    auth::{ClientAddress, MaybeUser, RateLimitedUser},
    challenge,
    error::{Code, Result, refuse},
    extract::{JsonBody, QueryParams},
};

const PAGE: i64 = 30;

/// Query of a list of days.
#[derive(Deserialize)]
pub(crate) struct DayFilter {
    #[serde(default)]
    before: Option<String>,
}

/// The days with a challenge, newest first.
#[utoipa::path(get, path = "/api/days", tag = "days", params(("before" = Option<String>, Query)),
    responses((status = 200, body = DayPage), (status = "default", body = Failure)))]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    QueryParams(which): QueryParams<DayFilter>,
) -> Result<Json<DayPage>> {
    let before = if let Some(day) = &which.before {
        day.parse::<Day>().map_err(|why| refuse(Code::Day, why))?.0
    } else {
        challenge::today(&app).await?;
        i64::MAX
    };
    app.flush().await?;
    challenge::settle(&app).await?;
    let rows = app.store.days(before, PAGE).await?;
    let next = rows.last().filter(|_| rows.len() as i64 == PAGE).map(|row| Day(row.day).to_string());
    let account = person.map(|person| person.account);
    let mut days = Vec::with_capacity(rows.len());
    for row in &rows {
        days.push(challenge::describe(&app, row, account).await?);
    }
    Ok(Json(DayPage { days, next }))
}

/// A day and its ranking.
#[utoipa::path(get, path = "/api/days/{day}", tag = "days", params(("day" = String, Path)),
    responses((status = 200, body = DayRanking), (status = "default", body = Failure)))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    Path(day): Path<String>,
) -> Result<Json<DayRanking>> {
    let row = challenge::find(&app, &day).await?;
    app.flush().await?;
    challenge::settle(&app).await?;
    Ok(Json(challenge::ranking(&app, &row, person.map(|person| person.account)).await?))
}

/// Start the counted attempt.
#[utoipa::path(post, path = "/api/days/{day}/start", tag = "days", params(("day" = String, Path)), request_body = EmptyBody,
    responses((status = 201, body = TableInfo), (status = "default", body = Failure)))]
pub(crate) async fn start(
    State(app): State<Arc<App>>,
    RateLimitedUser(person): RateLimitedUser,
    ClientAddress(address): ClientAddress,
    Path(day): Path<String>,
    _nothing: JsonBody<EmptyBody>,
) -> Result<(StatusCode, Json<TableInfo>)> {
    let row = challenge::find(&app, &day).await?;
    let slot = challenge::start(&app, &person, address, &row).await?;
    Ok((StatusCode::CREATED, info(&app, &slot, Some(&person)).await?))
}

/// Practise a closed day.
#[utoipa::path(post, path = "/api/days/{day}/practice", tag = "days", params(("day" = String, Path)), request_body = EmptyBody,
    responses((status = 201, body = TableInfo), (status = "default", body = Failure)))]
pub(crate) async fn practise(
    State(app): State<Arc<App>>,
    RateLimitedUser(person): RateLimitedUser,
    ClientAddress(address): ClientAddress,
    Path(day): Path<String>,
    _nothing: JsonBody<EmptyBody>,
) -> Result<(StatusCode, Json<TableInfo>)> {
    let row = challenge::find(&app, &day).await?;
    let slot = challenge::practise(&app, &person, address, &row).await?;
    Ok((StatusCode::CREATED, info(&app, &slot, Some(&person)).await?))
}
