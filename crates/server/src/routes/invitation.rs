//! Invitations to a seat, as links.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
};
use store::InvitationRow;
use wire::{Failure, Invitation, InvitationRequest, InvitationView, Status, TableInfo};

use super::seats::EmptyBody;
use crate::{
    address,
    app::App,
    auth::{self, MaybeUser, RateLimitedUser},
    error::{Code, Error, Result, no_table, refuse},
    extract::JsonBody,
    routes::lobby::info,
};

/// How the outside world reaches this server.
fn base_url(app: &App, headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    // The host who opens the page on the server's own machine sends a link that works on others.
    let shared = app
        .config
        .base_url
        .clone()
        .or_else(|| address::is_loopback(host).then(|| address::shared_url(&app.config)).flatten());
    shared.unwrap_or_else(|| format!("http://{host}"))
}

/// Invite a player to a seat.
#[utoipa::path(post, path = "/api/tables/{id}/invitations", tag = "tables", params(("id" = String, Path)), request_body = InvitationRequest,
    responses((status = 201, body = Invitation), (status = "default", body = Failure)))]
pub(crate) async fn invite(
    State(app): State<Arc<App>>,
    RateLimitedUser(person): RateLimitedUser,
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody(InvitationRequest { seat }): JsonBody<InvitationRequest>,
) -> Result<(StatusCode, Json<Invitation>)> {
    let slot = app.find(&id).await?;
    {
        let inner = app.lock(&slot).await?;
        let room = inner.room.as_ref().ok_or_else(no_table)?;
        if !room.visible_to(Some(person.account)) {
            return Err(no_table());
        }
        if room.header.host != person.account {
            return Err(refuse(Code::NotTheHost, "only the host can invite"));
        }
        let open = room.seats.get(usize::from(seat)).is_some_and(|seat_state| seat_state.player.is_none());
        if !open || room.status != Status::Open {
            return Err(refuse(Code::SeatTaken, "that seat is not open"));
        }
    }
    let token = auth::random_token(16);
    app.store.put_invitation(&token, slot.id, seat).await?;
    let url = format!("{}/join/{token}", base_url(&app, &headers));
    Ok((StatusCode::CREATED, Json(Invitation { token, url, seat })))
}

fn no_invitation() -> Error {
    refuse(Code::NoInvitation, "there is no such invitation")
}

async fn find(app: &App, token: &str) -> Result<InvitationRow> {
    if token.len() > 64 {
        return Err(no_invitation());
    }
    app.store.invitation(token).await?.ok_or_else(no_invitation)
}

/// What am I invited to?
#[utoipa::path(get, path = "/api/invitations/{token}", tag = "tables", params(("token" = String, Path)),
    responses((status = 200, body = InvitationView), (status = "default", body = Failure)))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    Path(token): Path<String>,
) -> Result<Json<InvitationView>> {
    let row = find(&app, &token).await?;
    let slot = app.find_id(row.table_id).await?;
    let inner = app.lock(&slot).await?;
    let room = inner.room.as_ref().ok_or_else(no_table)?;
    // An invitation shows the description of a private table.
    let table = app.table_info(room, &inner.feeds, person.map(|person| person.account));
    Ok(Json(InvitationView { seat: row.seat as u8, used: row.used_by.is_some(), table }))
}

/// I come.
#[utoipa::path(post, path = "/api/invitations/{token}/accept", tag = "tables", params(("token" = String, Path)), request_body = EmptyBody,
    responses((status = 200, body = TableInfo), (status = "default", body = Failure)))]
pub(crate) async fn accept(
    State(app): State<Arc<App>>,
    RateLimitedUser(person): RateLimitedUser,
    Path(token): Path<String>,
    _nothing: JsonBody<EmptyBody>,
) -> Result<Json<TableInfo>> {
    let row = find(&app, &token).await?;
    let slot = app.find_id(row.table_id).await?;
    if row.used_by == Some(person.account) {
        return info(&app, &slot, Some(&person)).await;
    }
    if !app.store.claim_invitation(&token, person.account).await? {
        return Err(refuse(Code::InvitationUsed, "this invitation has already been used"));
    }
    let (who, seat) = (person.clone(), row.seat as u8);
    if let Err(error) = app.run_command(&slot, None, move |room| room.join(&who, Some(seat), true)).await {
        app.store.release_invitation(&token, person.account).await?;
        return Err(error);
    }
    info(&app, &slot, Some(&person)).await
}
