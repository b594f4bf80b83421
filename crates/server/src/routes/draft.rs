//! Plans: tried out on a private copy of the table, kept until they are sealed.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
    http::HeaderMap,
};
use catalog::AnyTable;
use rules::{OrderSet, Seat, Viewer};
use wire::{Draft, DraftChange, Failure, MoveAccepted};

use super::{
    play::{OfSeat, moved},
    seats::Nothing,
};
use crate::{
    app::{App, Cell},
    auth::{Actor, Somebody},
    decide::Person,
    error::{Result, no_table, not_begun, refuse},
    feed,
    input::{Input, Params, idempotency_key},
    room::Room,
};

/// A plan and the copy of the table it is tried on.
struct Plan {
    seat: Seat,
    actions: Vec<String>,
    complete: bool,
    dropped: Vec<String>,
    copy: Box<dyn AnyTable>,
}

impl Plan {
    /// Tries the stored actions on a fresh copy; those that no longer fit are dropped.
    fn read(room: &Room, seat: Seat, stored: Option<&str>) -> Result<Self> {
        let mut copy = room.game.as_ref().ok_or_else(not_begun)?.fork();
        // Orders would answer for others, and tell what they do.
        for seat in 0..copy.seats() {
            copy.note_orders(Seat(seat), OrderSet::default());
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
            let message =
                "the plan ends with an action that rolls dice or reveals something: seal it, or go back";
            return Err(refuse(409, "draft_complete", message));
        }
        if action.contains('\n') {
            return Err(refuse(422, "unreadable", "an action is one line"));
        }
        let mut next = self.copy.fork();
        next.submit(self.seat, next.revision(), &[&action])?;
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
            prompt.refused.clear();
        }
        Draft {
            seat: self.seat.0,
            revision: room.revision,
            actions: self.actions.clone(),
            complete: self.complete,
            dropped: self.dropped.clone(),
            view: wire::Json(self.copy.picture(Viewer::Seat(self.seat))),
            prompt,
        }
    }
}

/// The table as a stored plan would make it.
pub(crate) fn planned(room: &Room, seat: Seat, stored: &str) -> Result<Box<dyn AnyTable>> {
    Ok(Plan::read(room, seat, Some(stored))?.copy)
}

/// Reads the plan, lets `edit` change it, and stores it if it did.
async fn edited(
    app: &Arc<App>,
    cell: &Arc<Cell>,
    person: &Person,
    seat: u8,
    edit: impl FnOnce(&mut Plan) -> Result<bool>,
) -> Result<Json<Draft>> {
    let stored = app.store.draft(cell.id, seat).await?;
    let (draft, store) = {
        let inner = app.lock(cell).await?;
        let room = inner.room.as_ref().ok_or_else(no_table)?;
        super::viewer(room, Some(person), Some(seat))?;
        let mut plan = Plan::read(room, Seat(seat), stored.as_deref())?;
        let actions = edit(&mut plan)?.then(|| plan.actions.join("\n"));
        if let Some(actions) = &actions {
            // What was edited is read again, so that the preview is what sealing would give.
            plan = Plan::read(room, Seat(seat), Some(actions))?;
        }
        (plan.describe(room), actions)
    };
    if let Some(actions) = store {
        app.store.put_draft(cell.id, seat, &actions).await?;
    }
    Ok(Json(draft))
}

/// My plan.
#[utoipa::path(get, path = "/api/tables/{id}/draft", tag = "playing", params(("id" = String, Path), ("seat" = u8, Query)),
    responses((status = 200, body = Draft), (status = "default", body = Failure)))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Somebody(person): Somebody,
    Path(id): Path<String>,
    Params(of): Params<OfSeat>,
) -> Result<Json<Draft>> {
    let cell = app.find(&id).await?;
    edited(&app, &cell, &person, of.seat, |_| Ok(false)).await
}

/// Change my plan.
#[utoipa::path(post, path = "/api/tables/{id}/draft", tag = "playing", params(("id" = String, Path), ("seat" = u8, Query)),
    request_body = DraftChange, responses((status = 200, body = Draft), (status = "default", body = Failure)))]
pub(crate) async fn change(
    State(app): State<Arc<App>>,
    Actor(person): Actor,
    Path(id): Path<String>,
    Params(of): Params<OfSeat>,
    Input(wanted): Input<DraftChange>,
) -> Result<Json<Draft>> {
    let cell = app.find(&id).await?;
    let edit = move |plan: &mut Plan| {
        match wanted {
            DraftChange::Add { action } => plan.add(action)?,
            DraftChange::Back => drop(plan.actions.pop()),
            DraftChange::Clear => plan.actions.clear(),
        }
        Ok(true)
    };
    edited(&app, &cell, &person, of.seat, edit).await
}

/// Play my plan.
#[utoipa::path(post, path = "/api/tables/{id}/draft/seal", tag = "playing", params(("id" = String, Path), ("seat" = u8, Query)),
    request_body = Nothing, responses((status = 200, body = MoveAccepted), (status = "default", body = Failure)))]
pub(crate) async fn seal(
    State(app): State<Arc<App>>,
    Actor(person): Actor,
    Path(id): Path<String>,
    Params(of): Params<OfSeat>,
    headers: HeaderMap,
    _nothing: Input<Nothing>,
) -> Result<Json<MoveAccepted>> {
    let key = idempotency_key(&headers, person.account)?;
    let cell = app.find(&id).await?;
    let stored = app.store.draft(cell.id, of.seat).await?.unwrap_or_default();
    let actions: Vec<String> = stored.lines().map(str::to_owned).collect();
    let done = app.change(&cell, key, move |room| {
        super::viewer(room, Some(&person), Some(of.seat))?;
        if actions.is_empty() {
            return Err(refuse(409, "draft_empty", "nothing is planned"));
        }
        let revision = room.revision;
        room.act(&person, of.seat, revision, &actions)
    });
    let done = done.await?;
    app.store.put_draft(cell.id, of.seat, "").await?;
    Ok(moved(done))
}
