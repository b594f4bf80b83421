//! Plans: tried out on a private copy of the table, kept until they are sealed.

use std::{net::IpAddr, sync::Arc};

use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
};
use catalog::AnyTable;
use rules::{Seat, StandingOrders, Viewer};
use wire::{Draft, DraftChange, Failure, MoveAccepted};

use super::{
    play::{SeatQuery, moved},
    seats::EmptyBody,
};
use crate::{
    app::{App, TableSlot},
    auth::{ClientAddress, CurrentUser, RateLimitedUser},
    commands::User,
    error::{Code, Result, no_table, not_begun, refuse},
    extract::{JsonBody, QueryParams, idempotency_key},
    feed,
    room::Room,
};

/// A plan and the copy of the table it is tried on.
struct DraftPreview {
    seat: Seat,
    actions: Vec<String>,
    complete: bool,
    dropped: Vec<String>,
    copy: Box<dyn AnyTable>,
}

impl DraftPreview {
    /// Tries the stored actions on a fresh copy; those that no longer fit are dropped.
    fn read(room: &Room, seat: Seat, stored: Option<&str>) -> Result<Self> {
        let mut copy = room.game.as_ref().ok_or_else(not_begun)?.fork();
        // Orders would answer for others, and tell what they do.
        for seat in 0..copy.seats() {
            copy.restore_orders(Seat(seat), StandingOrders::default());
        }
        let mut plan = Self { seat, actions: vec![], complete: false, dropped: vec![], copy };
        let mut stored = stored.unwrap_or_default().lines().map(str::to_owned);
        while let Some(action) = stored.next() {
            if plan.complete || plan.add(action.clone()).is_err() {
                plan.dropped = std::iter::once(action).chain(stored).collect();
                break;
            }
        }
        Ok(plan)
    }

    /// Plans one more action. One that rolls dice or reveals something is kept, but not looked at.
    fn add(&mut self, action: String) -> Result<()> {
        if self.complete {
            let message = "the draft ends with an action that rolls dice or reveals information; submit it or undo that action";
            return Err(refuse(Code::DraftComplete, message));
        }
        if action.contains('\n') {
            return Err(refuse(Code::Unreadable, "an action is one line"));
        }
        let mut next = self.copy.fork();
        next.submit(self.seat, next.step_count(), &[&action])?;
        if next.can_undo(self.seat) {
            self.copy = next;
        } else {
            self.complete = true;
        }
        self.actions.push(action);
        Ok(())
    }

    fn describe(&self, room: &Room) -> Draft {
        let mut prompt = feed::prompt(self.copy.prompt(self.seat));
        if self.complete {
            prompt.choices.clear();
            prompt.denied.clear();
        }
        Draft {
            seat: self.seat.0,
            revision: room.revision,
            actions: self.actions.clone(),
            complete: self.complete,
            dropped: self.dropped.clone(),
            view: wire::Json(self.copy.full_view(Viewer::Seat(self.seat))),
            prompt,
        }
    }
}

/// The table as a stored plan would make it.
pub(crate) fn table_with_draft(room: &Room, seat: Seat, stored: &str) -> Result<Box<dyn AnyTable>> {
    Ok(DraftPreview::read(room, seat, Some(stored))?.copy)
}

/// Reads the plan, lets `edit` change it, and stores it if it did.
async fn edit_draft(
    app: &Arc<App>,
    slot: &Arc<TableSlot>,
    (person, address): (&User, IpAddr),
    seat: u8,
    edit: impl FnOnce(&mut DraftPreview) -> Result<bool>,
) -> Result<Json<Draft>> {
    let stored = app.store.draft(slot.id, seat).await?;
    let (draft, store) = {
        let inner = app.lock(slot).await?;
        let room = inner.room.as_ref().ok_or_else(no_table)?;
        super::viewer(room, Some(person), Some(seat))?;
        let mut plan = DraftPreview::read(room, Seat(seat), stored.as_deref())?;
        let actions = edit(&mut plan)?.then(|| plan.actions.join("\n"));
        if let Some(actions) = &actions {
            // What was edit_draft is read again, so that the preview is what sealing would give.
            plan = DraftPreview::read(room, Seat(seat), Some(actions))?;
        }
        (plan.describe(room), actions)
    };
    if let Some(actions) = store {
        app.spend_bytes(person.account, address, actions.len()).await?;
        app.store.put_draft(slot.id, seat, &actions).await?;
    }
    Ok(Json(draft))
}

/// The draft of a seat.
#[utoipa::path(get, path = "/api/tables/{id}/draft", tag = "playing", params(("id" = String, Path), ("seat" = u8, Query)),
    responses((status = 200, body = Draft), (status = "default", body = Failure)))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    CurrentUser(person): CurrentUser,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
    QueryParams(of): QueryParams<SeatQuery>,
) -> Result<Json<Draft>> {
    let slot = app.find(&id).await?;
    edit_draft(&app, &slot, (&person, address), of.seat, |_| Ok(false)).await
}

/// Edit the draft.
#[utoipa::path(post, path = "/api/tables/{id}/draft", tag = "playing", params(("id" = String, Path), ("seat" = u8, Query)),
    request_body = DraftChange, responses((status = 200, body = Draft), (status = "default", body = Failure)))]
pub(crate) async fn change(
    State(app): State<Arc<App>>,
    RateLimitedUser(person): RateLimitedUser,
    ClientAddress(address): ClientAddress,
    Path(id): Path<String>,
    QueryParams(of): QueryParams<SeatQuery>,
    JsonBody(wanted): JsonBody<DraftChange>,
) -> Result<Json<Draft>> {
    let slot = app.find(&id).await?;
    let edit = move |plan: &mut DraftPreview| {
        match wanted {
            DraftChange::Add { action } => plan.add(action)?,
            DraftChange::Back => drop(plan.actions.pop()),
            DraftChange::Clear => plan.actions.clear(),
        }
        Ok(true)
    };
    edit_draft(&app, &slot, (&person, address), of.seat, edit).await
}

/// Submit the draft.
#[utoipa::path(post, path = "/api/tables/{id}/draft/seal", tag = "playing", params(("id" = String, Path), ("seat" = u8, Query)),
    request_body = EmptyBody, responses((status = 200, body = MoveAccepted), (status = "default", body = Failure)))]
pub(crate) async fn submit(
    State(app): State<Arc<App>>,
    RateLimitedUser(person): RateLimitedUser,
    Path(id): Path<String>,
    QueryParams(of): QueryParams<SeatQuery>,
    headers: HeaderMap,
    _nothing: JsonBody<EmptyBody>,
) -> Result<Json<MoveAccepted>> {
    let key = idempotency_key(&headers, person.account)?;
    let slot = app.find(&id).await?;
    let stored = app.store.draft(slot.id, of.seat).await?.unwrap_or_default();
    let actions: Vec<String> = stored.lines().map(str::to_owned).collect();
    let done = app.run_command(&slot, key, move |room| {
        super::viewer(room, Some(&person), Some(of.seat))?;
        if actions.is_empty() {
            return Err(refuse(Code::DraftEmpty, "nothing is table_with_draft"));
        }
        let revision = room.revision;
        room.act(&person, of.seat, revision, &actions)
    });
    let done = done.await?;
    app.store.put_draft(slot.id, of.seat, "").await?;
    Ok(moved(done))
}
