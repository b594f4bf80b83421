//! What a player learns by looking at one thing.

use std::sync::Arc;

use axum::{
    Json,
    extract::{Path, State},
};
use rules::{Seat, Target, Viewer};
use serde::Deserialize;
use wire::{Failure, TargetDetail};

use super::draft;
use crate::{
    app::App,
    auth::MaybeUser,
    error::{Code, Error, Result, no_table, not_begun, refuse},
    extract::QueryParams,
};

/// At what, and through whose eyes.
#[derive(Deserialize)]
pub(crate) struct DetailQuery {
    of: String,
    seat: Option<u8>,
    /// On the board as my plan would make it.
    #[serde(default)]
    draft: bool,
}

/// A card as it goes over the wire.
pub(super) fn describe_card(card: rules::Card) -> wire::Card {
    wire::Card {
        title: card.title,
        about: card.about,
        facts: card.facts.into_iter().map(|fact| (fact.name, fact.value)).collect(),
        can: card.can,
        cannot: card.cannot.into_iter().map(|denial| (denial.text, denial.rule)).collect(),
        rule: card.rule,
    }
}

/// Details and explanation of one board element.
#[utoipa::path(get, path = "/api/tables/{id}/about", tag = "playing",
    params(("id" = String, Path), ("of" = String, Query), ("seat" = Option<u8>, Query), ("draft" = Option<bool>, Query)),
    responses((status = 200, body = TargetDetail), (status = "default", body = Failure)))]
pub(crate) async fn detail(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    Path(id): Path<String>,
    QueryParams(look): QueryParams<DetailQuery>,
) -> Result<Json<TargetDetail>> {
    let of: Target =
        look.of.parse().map_err(|error: rules::ReadError| refuse(Code::Malformed, error.to_string()))?;
    let slot = app.find(&id).await?;
    let stored = match look.seat.filter(|_| look.draft) {
        Some(seat) => app.store.draft(slot.id, seat).await?,
        None => None,
    };
    let (game, viewer, revision) = {
        let inner = app.lock(&slot).await?;
        let room = inner.room.as_ref().ok_or_else(no_table)?;
        let viewer = super::viewer(room, person.as_ref(), look.seat)?;
        let game = match (&stored, viewer) {
            (Some(stored), Viewer::Seat(Seat(seat))) => draft::table_with_draft(room, Seat(seat), stored)?,
            _ => room.game.as_ref().ok_or_else(not_begun)?.fork(),
        };
        (game, viewer, room.revision)
    };
    // A forecast fights a battle many times: not on the threads that serve requests.
    let found = tokio::task::spawn_blocking(move || (game.detail(viewer, &of), game.card(viewer, &of))).await;
    let (detail, card) = found.map_err(|error| Error::Internal(error.to_string()))?;
    Ok(Json(TargetDetail { revision, detail: detail.unwrap_or_default(), card: card.map(describe_card) }))
}
