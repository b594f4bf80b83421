//! Sitting down, leaving, agreeing, talking.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
};
use serde::Deserialize;
use utoipa::ToSchema;
use wire::{
    Chat, ChatRequest, Failure, HolidayRequest, JoinRequest, LeaveRequest, MuteRequest, ProposalAnswer,
    ProposalRequest, ReadyRequest, ResignRequest, SeatChoiceRequest, TableInfo,
};

use crate::{
    app::App,
    auth::{ClientAddress, RateLimitedUser},
    commands::User,
    error::{Code, Result, no_table, refuse},
    extract::JsonBody,
    room::Room,
    routes::lobby::info,
    table_event::TableEvent,
};

/// An empty request.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EmptyBody {}

/// Changes a table this person may see, and answers its description.
async fn changed<D>(app: &Arc<App>, id: &str, person: User, mut decide: D) -> Result<Json<TableInfo>>
where
    D: FnMut(&Room, &User) -> Result<Vec<TableEvent>> + Send + 'static,
{
    let slot = app.find(id).await?;
    let who = person.clone();
    app.run_command(&slot, None, move |room| {
        if !room.visible_to(Some(who.account)) {
            return Err(no_table());
        }
        decide(room, &who)
    })
    .await?;
    info(app, &slot, Some(&person)).await
}

macro_rules! route {
    ($(#[$doc:meta])* $name:ident, $path:literal, $request:ident, $app:ident, $room:ident, $who:ident, $body:ident => $decide:expr) => {
        $(#[$doc])*
        #[utoipa::path(post, path = $path, tag = "tables", params(("id" = String, Path)), request_body = $request,
            responses((status = 200, body = TableInfo), (status = "default", body = Failure)))]
        pub(crate) async fn $name(
            State(app): State<Arc<App>>,
            RateLimitedUser(person): RateLimitedUser,
            Path(id): Path<String>,
            JsonBody($body): JsonBody<$request>,
        ) -> Result<Json<TableInfo>> {
            let $app = app.clone();
            changed(&app, &id, person, move |$room, $who| {
                let _ = (&$app, &$body);
                $decide
            })
            .await
        }
    };
}

route!(/// Take a seat.
    join, "/api/tables/{id}/join", JoinRequest, app, room, who, body => room.join(who, body.seat, false));
route!(/// Leave a seat.
    leave, "/api/tables/{id}/leave", LeaveRequest, app, room, who, body => room.leave(who, body.seat));
route!(/// Choose faction, deck and the like before the start.
    choose, "/api/tables/{id}/choices", SeatChoiceRequest, app, room, who, body => room.choose(&app.catalog, who, &body));
route!(/// Ready to begin.
    ready, "/api/tables/{id}/ready", ReadyRequest, app, room, who, body => room.ready(&app.catalog, who, body.contribution.as_deref()));
route!(/// End a table that has not begun.
    close, "/api/tables/{id}/close", EmptyBody, app, room, who, body => room.close(who));
route!(/// Give up.
    resign, "/api/tables/{id}/resign", ResignRequest, app, room, who, body => room.resign(who, body.seat));
route!(/// Propose a draw, a take-back or another clock.
    propose, "/api/tables/{id}/propose", ProposalRequest, app, room, who, body => room.propose(who, body.seat, &body.proposal));
route!(/// Answer a proposal.
    answer, "/api/tables/{id}/answer", ProposalAnswer, app, room, who, body => room.answer(who, body.seat, body.agree));
route!(/// Mute an account in the chat: for one of my seats, or as the host for the whole table.
    mute, "/api/tables/{id}/mute", MuteRequest, app, room, who, body => room.mute(who, &body));
route!(/// Go on holiday.
    holiday, "/api/tables/{id}/holiday", HolidayRequest, app, room, who, body => room.holiday(who, body.seat, body.days, app.now()));

/// Say something.
#[utoipa::path(post, path = "/api/tables/{id}/chat", tag = "tables", params(("id" = String, Path)), request_body = ChatRequest,
    responses((status = 200, body = Chat), (status = "default", body = Failure)))]
pub(crate) async fn chat(
    State(app): State<Arc<App>>,
    RateLimitedUser(person): RateLimitedUser,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
    JsonBody(request): JsonBody<ChatRequest>,
) -> Result<Json<Chat>> {
    let slot = app.find(&id).await?;
    app.limits.chat(person.account, slot.id)?;
    app.spend_bytes(person.account, address, request.text.len()).await?;
    let done = app.run_command(&slot, None, move |room| {
        if !room.visible_to(Some(person.account)) {
            return Err(no_table());
        }
        room.say(&person, &request.text)
    });
    let seq = done.await?.seq;
    let inner = app.lock(&slot).await?;
    let said = inner.room.as_ref().and_then(|room| room.chats.iter().find(|chat| chat.seq == seq).cloned());
    said.map(Json).ok_or_else(no_table)
}

/// An administrator lets a frozen table go on.
#[utoipa::path(post, path = "/api/admin/tables/{id}/thaw", tag = "operations", params(("id" = String, Path)), request_body = EmptyBody,
    responses((status = 200, body = TableInfo), (status = "default", body = Failure)))]
pub(crate) async fn thaw(
    State(app): State<Arc<App>>,
    RateLimitedUser(person): RateLimitedUser,
    Path(id): Path<String>,
    _nothing: JsonBody<EmptyBody>,
) -> Result<Json<TableInfo>> {
    let admin = app.store.account(person.account).await?.is_some_and(|row| row.admin == 1);
    if !admin {
        return Err(refuse(Code::NotAdmin, "only an administrator may do that"));
    }
    let slot = app.find(&id).await?;
    let thaw = |room: &Room| Ok(if room.frozen.is_some() { vec![TableEvent::Thawed] } else { vec![] });
    app.run_command(&slot, None, thaw).await?;
    info(&app, &slot, Some(&person)).await
}
