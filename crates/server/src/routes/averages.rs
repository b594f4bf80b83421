//! Averages of players over the finished matches of a game.

use std::sync::Arc;

use axum::{Json, extract::State};
use catalog::RatedMatch;
use serde::Deserialize;
use wire::{EndReason, Failure, GameAverages, PlayerAverage, TableSummary};

use crate::{app::App, auth::MaybeUser, describe, error::Result, extract::QueryParams};

/// The newest matches of a game that count; older ones no longer do.
const MAX_MATCHES: i64 = 5_000;

/// Query: the group.
#[derive(Deserialize)]
pub(crate) struct Group {
    /// Names, separated by commas.
    #[serde(default)]
    players: String,
}

/// The averages of all games whose rules define one, over finished matches that the caller may see: public ones and
/// their own.
#[utoipa::path(get, path = "/api/averages", tag = "games", params(("players" = Option<String>, Query)),
    responses((status = 200, body = Vec<GameAverages>), (status = "default", body = Failure)))]
pub(crate) async fn averages(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    QueryParams(group): QueryParams<Group>,
) -> Result<Json<Vec<GameAverages>>> {
    app.flush().await?;
    let account = person.map_or(0, |person| person.account);
    let names = group.players.split(',').map(str::trim).filter(|name| !name.is_empty());
    let group: Vec<String> = names.map(str::to_owned).collect();
    let mut all = Vec::new();
    for info in &app.games {
        let Some(rule) = app.catalog.game(info.id)?.average() else { continue };
        let rows = app.store.finished_of_game(info.id, account, MAX_MATCHES).await?;
        let tables = rows.into_iter().map(|row| describe::listed(row, None));
        let matches: Vec<RatedMatch> = tables.filter_map(rated).collect();
        let player = |player: catalog::PlayerAverage| PlayerAverage {
            name: player.name,
            matches: player.matches,
            average: player.average,
        };
        all.push(GameAverages {
            game: info.id.to_owned(),
            title: info.title.to_owned(),
            average: rule.name.to_owned(),
            about: rule.about.to_owned(),
            players: rule.rank(&matches, &group).into_iter().map(player).collect(),
        });
    }
    Ok(Json(all))
}

/// A match that was played to its end, with its players and points.
fn rated(table: TableSummary) -> Option<RatedMatch> {
    let result = table.result.filter(|result| result.reason == EndReason::Played)?;
    let players: Vec<String> = table.players.into_iter().collect::<Option<_>>()?;
    (players.len() == result.points.len()).then_some(RatedMatch { players, points: result.points })
}
