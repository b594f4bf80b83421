//! Playing.

use std::{sync::Arc, time::Instant};

use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
};
use catalog::Hint;
use rules::{StandingOrders, Viewer};
use search::{HINT_SAMPLES, Level};
use serde::Deserialize;
use wire::{Failure, Move, MoveAccepted, Orders, Snapshot, UndoRequest};

use super::seats::EmptyBody;
use crate::{
    app::{App, ChangeReceipt},
    auth::{CurrentUser, MaybeUser, RateLimitedUser},
    commands,
    error::{Code, Error, Result, no_table, not_begun, refuse},
    extract::{JsonBody, QueryParams, idempotency_key},
    feed,
    room::Room,
    stream::StreamQuery,
};

/// What a change of the match is answered with.
pub(crate) fn moved(done: ChangeReceipt) -> Json<MoveAccepted> {
    Json(MoveAccepted { revision: done.revision, seq: done.seq, repeated: done.repeated })
}

/// Decide.
#[utoipa::path(post, path = "/api/tables/{id}/moves", tag = "playing", params(("id" = String, Path)), request_body = Move,
    responses((status = 200, body = MoveAccepted), (status = "default", body = Failure)))]
pub(crate) async fn act(
    State(app): State<Arc<App>>,
    RateLimitedUser(person): RateLimitedUser,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody(wanted): JsonBody<Move>,
) -> Result<Json<MoveAccepted>> {
    let began = Instant::now();
    let key = idempotency_key(&headers, person.account)?;
    if wanted.actions.len() > 200 {
        return Err(refuse(
            Code::Nothing,
            format!("expected 1 to 200 actions, found {}", wanted.actions.len()),
        ));
    }
    let slot = app.find(&id).await?;
    let done = app.run_command(&slot, key, move |room| {
        if !room.visible_to(Some(person.account)) {
            return Err(no_table());
        }
        room.act(&person, wanted.seat, wanted.revision, &wanted.actions)
    });
    let done = done.await?;
    app.metrics.move_seconds.record(began.elapsed());
    Ok(moved(done))
}

/// Take the last step back.
#[utoipa::path(post, path = "/api/tables/{id}/undo", tag = "playing", params(("id" = String, Path)), request_body = UndoRequest,
    responses((status = 200, body = MoveAccepted), (status = "default", body = Failure)))]
pub(crate) async fn undo(
    State(app): State<Arc<App>>,
    RateLimitedUser(person): RateLimitedUser,
    Path(id): Path<String>,
    JsonBody(wanted): JsonBody<UndoRequest>,
) -> Result<Json<MoveAccepted>> {
    let slot = app.find(&id).await?;
    let done = app.run_command(&slot, None, move |room| {
        if !room.visible_to(Some(person.account)) {
            return Err(no_table());
        }
        room.undo(&person, wanted.seat, wanted.revision)
    });
    Ok(moved(done.await?))
}

/// Query that names a seat.
#[derive(Deserialize)]
pub(crate) struct SeatQuery {
    pub(crate) seat: u8,
    #[serde(default)]
    pub(crate) level: Option<String>,
}

fn orders_of(room: &Room, seat: u8) -> Result<Orders> {
    let game = room.game.as_ref().ok_or_else(not_begun)?;
    let (known, bits) = (game.available_orders(), game.orders(rules::Seat(seat)));
    let given = known.iter().enumerate().filter(|(n, _)| bits.has(*n)).map(|(_, order)| order.id.to_owned());
    Ok(Orders { seat, given: given.collect() })
}

/// My standing orders.
#[utoipa::path(get, path = "/api/tables/{id}/orders", tag = "playing", params(("id" = String, Path), ("seat" = u8, Query)),
    responses((status = 200, body = Orders), (status = "default", body = Failure)))]
pub(crate) async fn orders(
    State(app): State<Arc<App>>,
    CurrentUser(person): CurrentUser,
    Path(id): Path<String>,
    QueryParams(of): QueryParams<SeatQuery>,
) -> Result<Json<Orders>> {
    let slot = app.find(&id).await?;
    let inner = app.lock(&slot).await?;
    let room = inner.room.as_ref().ok_or_else(no_table)?;
    super::viewer(room, Some(&person), Some(of.seat))?;
    Ok(Json(orders_of(room, of.seat)?))
}

/// Give standing orders.
#[utoipa::path(post, path = "/api/tables/{id}/orders", tag = "playing", params(("id" = String, Path)), request_body = Orders,
    responses((status = 200, body = Orders), (status = "default", body = Failure)))]
pub(crate) async fn give_orders(
    State(app): State<Arc<App>>,
    RateLimitedUser(person): RateLimitedUser,
    Path(id): Path<String>,
    JsonBody(wanted): JsonBody<Orders>,
) -> Result<Json<Orders>> {
    let slot = app.find(&id).await?;
    let seat = wanted.seat;
    app.run_command(&slot, None, move |room| {
        if !room.visible_to(Some(person.account)) {
            return Err(no_table());
        }
        let known = room.game.as_ref().ok_or_else(not_begun)?.available_orders();
        let bit = |set: StandingOrders, id: &String| {
            let number = known.iter().position(|order| order.id == id);
            number
                .map(|number| set.with(number))
                .ok_or_else(|| refuse(Code::Order, format!("no order {id:?}")))
        };
        let orders = wanted.given.iter().try_fold(StandingOrders::default(), bit)?;
        room.order(&person, wanted.seat, orders)
    })
    .await?;
    let inner = app.lock(&slot).await?;
    let room = inner.room.as_ref().ok_or_else(no_table)?;
    Ok(Json(orders_of(room, seat)?))
}

fn not_your_turn() -> Error {
    refuse(Code::NotYourTurn, "it is not your turn")
}

/// What would the computer do?
#[utoipa::path(post, path = "/api/tables/{id}/hint", tag = "playing", request_body = EmptyBody,
    params(("id" = String, Path), ("seat" = u8, Query), ("level" = Option<String>, Query)),
    responses((status = 200, body = wire::Hint), (status = "default", body = Failure)))]
pub(crate) async fn hint(
    State(app): State<Arc<App>>,
    RateLimitedUser(person): RateLimitedUser,
    Path(id): Path<String>,
    QueryParams(of): QueryParams<SeatQuery>,
    _nothing: JsonBody<EmptyBody>,
) -> Result<Json<wire::Hint>> {
    let level = match &of.level {
        Some(name) => commands::parse_level(name)?,
        None => Level::HINTS,
    };
    let slot = app.find(&id).await?;
    let (revision, decision, choices) = {
        let inner = app.lock(&slot).await?;
        let room = inner.room.as_ref().ok_or_else(no_table)?;
        super::viewer(room, Some(&person), Some(of.seat))?;
        let seat = room.seat_of(&person, of.seat)?;
        room.ensure_no_challenge("there are no hints")?;
        if !room.asked().contains(seat) {
            return Err(not_your_turn());
        }
        let decision = room.game().decision(seat).ok_or_else(not_your_turn)?;
        (room.revision, decision, room.game().prompt(seat).choices)
    };
    let seed = app.config.seeds.of_search(revision);
    let advice = app.bots.run(move || {
        let Hint { action, votes: agree, plans } = decision.hint(level, seed)?;
        let label = choices.into_iter().find(|choice| choice.action == action)?.label;
        let plan = |plan: catalog::HintPlan| wire::HintPlan {
            action: plan.action,
            label: plan.label,
            goal: plan.goal,
            chance: plan.chance,
        };
        Some(wire::Hint {
            revision,
            action,
            label,
            level: level.name().to_owned(),
            worlds: HINT_SAMPLES,
            agree,
            plans: plans.into_iter().map(plan).collect(),
        })
    });
    let advice = advice.await.flatten();
    advice.map(Json).ok_or_else(|| Error::Internal("the computer has no advice".to_owned()))
}

/// The board, for programs that ask instead of listening.
#[utoipa::path(get, path = "/api/tables/{id}/scene", tag = "playing",
    params(("id" = String, Path), ("seat" = Option<u8>, Query), ("since" = Option<u64>, Query)),
    responses((status = 200, body = Snapshot), (status = "default", body = Failure)))]
pub(crate) async fn scene(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    Path(id): Path<String>,
    QueryParams(follow): QueryParams<StreamQuery>,
) -> Result<Json<Snapshot>> {
    let slot = app.find(&id).await?;
    let inner = app.lock(&slot).await?;
    let room = inner.room.as_ref().ok_or_else(no_table)?;
    let viewer: Viewer = super::viewer(room, person.as_ref(), follow.seat)?;
    feed::scene(room, viewer, follow.since).map(Json).ok_or_else(not_begun)
}
