//! What has happened: the log, earlier moments, and the proof that the dice were fair.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::header,
    response::IntoResponse,
};
use rules::{Seat, Viewer};
use serde::Serialize;
use utoipa::ToSchema;
use wire::{Failure, History, HistoryMoment, LogPage, Moment, NotableRoll, Player, ReviewProgress, Status};

use crate::{
    app::App,
    auth::MaybeUser,
    commands::User,
    error::{Code, Error, Result, no_table, not_begun, refuse},
    extract::QueryParams,
    feed,
    room::Room,
    stream::StreamQuery,
};

/// The log.
#[utoipa::path(get, path = "/api/tables/{id}/log", tag = "replays",
    params(("id" = String, Path), ("seat" = Option<u8>, Query), ("since" = Option<u64>, Query)),
    responses((status = 200, body = LogPage), (status = "default", body = Failure)))]
pub(crate) async fn log(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    Path(id): Path<String>,
    QueryParams(follow): QueryParams<StreamQuery>,
) -> Result<Json<LogPage>> {
    let slot = app.find(&id).await?;
    let inner = app.lock(&slot).await?;
    let room = inner.room.as_ref().ok_or_else(no_table)?;
    let viewer = super::viewer(room, person.as_ref(), follow.seat)?;
    let since = follow.since.unwrap_or(0).min(u64::from(u32::MAX)) as u32;
    Ok(Json(LogPage { steps: room.steps(), lines: feed::log(room, viewer, since) }))
}

/// The viewer of an earlier moment: once the match is over, hidden information is open and any seat can be chosen.
fn viewer_of_past(room: &Room, person: Option<&User>, seat: Option<u8>) -> Result<Viewer> {
    match seat {
        Some(seat)
            if room.status == Status::Over && !room.is_open_challenge() && seat < room.header.seats() =>
        {
            super::viewer(room, person, None)?;
            Ok(Viewer::Seat(Seat(seat)))
        }
        seat => super::viewer(room, person, seat),
    }
}

/// The board at an earlier moment.
#[utoipa::path(get, path = "/api/tables/{id}/moments/{n}", tag = "replays",
    params(("id" = String, Path), ("n" = u32, Path), ("seat" = Option<u8>, Query)),
    responses((status = 200, body = Moment), (status = "default", body = Failure)))]
pub(crate) async fn moment(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    Path((id, step)): Path<(String, u32)>,
    QueryParams(follow): QueryParams<StreamQuery>,
) -> Result<Json<Moment>> {
    let slot = app.find(&id).await?;
    let (game, viewer, steps) = {
        let inner = app.lock(&slot).await?;
        let room = inner.room.as_ref().ok_or_else(no_table)?;
        let viewer = viewer_of_past(room, person.as_ref(), follow.seat)?;
        let game = room.game.as_ref().ok_or_else(not_begun)?;
        if step > room.steps() {
            return Err(refuse(Code::NoMoment, format!("the match has {} steps", room.steps())));
        }
        (game.fork(), viewer, room.steps())
    };
    // Playing the match again may take a while: not on the threads that serve requests.
    let view = tokio::task::spawn_blocking(move || game.at_step(step as usize).full_view(viewer)).await;
    let view = view.map_err(|error| Error::Internal(error.to_string()))?;
    Ok(Json(Moment { step, steps, view: wire::Json(view) }))
}

fn over(room: &Room) -> Result<()> {
    // Both reveal the seed.
    room.ensure_no_challenge("save file and proof are not available")?;
    if room.status == Status::Over && room.game.is_some() {
        return Ok(());
    }
    Err(refuse(Code::NotOver, "the match is not over; its secrets are kept"))
}

/// How a finished match went, in numbers.
#[utoipa::path(get, path = "/api/tables/{id}/history", tag = "replays", params(("id" = String, Path)),
    responses((status = 200, body = History), (status = "default", body = Failure)))]
pub(crate) async fn history(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    Path(id): Path<String>,
) -> Result<Json<History>> {
    let slot = app.find(&id).await?;
    let game = {
        let inner = app.lock(&slot).await?;
        let room = inner.room.as_ref().ok_or_else(no_table)?;
        super::viewer(room, person.as_ref(), None)?;
        over(room)?;
        room.game().fork()
    };
    let history = tokio::task::spawn_blocking(move || game.history()).await;
    let history = history.map_err(|error| Error::Internal(error.to_string()))?;
    let tally = history.moments.first().and_then(|moment| moment.tallies.first());
    let names =
        tally.map_or_else(Vec::new, |tally| tally.iter().map(|(name, _)| (*name).to_owned()).collect());
    let values = |tallies: Vec<catalog::Tally>| {
        tallies.into_iter().map(|tally| tally.into_iter().map(|(_, value)| value).collect()).collect()
    };
    let moment = |moment: catalog::HistoryMoment| HistoryMoment {
        step: moment.step as u32,
        heading: moment.heading,
        values: values(moment.tallies),
    };
    let roll = |roll: catalog::NotableRoll| NotableRoll {
        step: roll.step as u32,
        seat: roll.seat.0,
        good: roll.good,
        percent: roll.percent,
        text: roll.line.plain_text(),
    };
    Ok(Json(History {
        names,
        moments: history.moments.into_iter().map(moment).collect(),
        rolls: history.rolls.into_iter().map(roll).collect(),
    }))
}

/// The review of a finished match, or how far it is. The first request begins it.
#[utoipa::path(get, path = "/api/tables/{id}/review", tag = "replays", params(("id" = String, Path)),
    responses((status = 200, body = ReviewProgress), (status = "default", body = Failure)))]
pub(crate) async fn review(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    Path(id): Path<String>,
) -> Result<Json<ReviewProgress>> {
    let slot = app.find(&id).await?;
    let inner = app.lock(&slot).await?;
    let room = inner.room.as_ref().ok_or_else(no_table)?;
    super::viewer(room, person.as_ref(), None)?;
    over(room)?;
    crate::review::progress(&app, &slot, room.revision, || room.game().fork()).map(Json)
}

/// The save file of a finished match.
pub(crate) fn save_of(room: &Room) -> table::Save {
    let name = |seat_state: &crate::room::SeatState| match &seat_state.player {
        Some(Player::Human { name, .. }) => name.clone(),
        Some(Player::Computer { level, .. }) => level.clone(),
        None => String::new(),
    };
    let mut save = room.game().save();
    save.players = room.seats.iter().map(name).collect();
    save.with_digest()
}

/// The save file of a finished match.
#[utoipa::path(get, path = "/api/tables/{id}/save", tag = "replays", params(("id" = String, Path)),
    responses((status = 200, description = "a save file"), (status = "default", body = Failure)))]
pub(crate) async fn save(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    Path(id): Path<String>,
) -> Result<impl IntoResponse> {
    let slot = app.find(&id).await?;
    let inner = app.lock(&slot).await?;
    let room = inner.room.as_ref().ok_or_else(no_table)?;
    super::viewer(room, person.as_ref(), None)?;
    over(room)?;
    let disposition = format!("attachment; filename=\"{}-{}.json\"", room.header.game, room.code);
    let headers =
        [(header::CONTENT_TYPE, "application/json".to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, save_of(room).write()))
}

/// Were the dice fair?
#[derive(Serialize, ToSchema)]
pub(crate) struct Verdict {
    fair: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// Plays the finished match again from its revealed seed.
#[utoipa::path(get, path = "/api/tables/{id}/verify", tag = "replays", params(("id" = String, Path)),
    responses((status = 200, body = Verdict), (status = "default", body = Failure)))]
pub(crate) async fn verify(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    Path(id): Path<String>,
) -> Result<Json<Verdict>> {
    let slot = app.find(&id).await?;
    let (header, contributions, steps, rerolls, choices) = {
        let inner = app.lock(&slot).await?;
        let room = inner.room.as_ref().ok_or_else(no_table)?;
        super::viewer(room, person.as_ref(), None)?;
        over(room)?;
        (
            room.header.clone(),
            room.game().save().contributions,
            room.game().steps(0),
            room.game().rerolls(),
            room.choices(),
        )
    };
    let replayed = tokio::task::spawn_blocking(move || {
        let mut game = header.open(&app.catalog, contributions, choices)?;
        game.restore_rerolls(rerolls);
        let begun = game.step_count();
        if game.steps(0) != steps[..begun.min(steps.len())] {
            return Err("the first steps do not follow from the seed".to_owned());
        }
        game.append(&steps[begun..]).map_err(|error| error.to_string())
    });
    let why = replayed.await.map_err(|error| Error::Internal(error.to_string()))?.err();
    Ok(Json(Verdict { fair: why.is_none(), why }))
}
