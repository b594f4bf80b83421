//! Finished matches in and out, as save files.

use std::{path::Path, sync::Arc};

use anyhow::{Context as _, bail};
use catalog::Catalog;
use store::Store;
use table::Save;
use tokio_util::sync::CancellationToken;
use wire::{ClockRule, OnTimeout, Player, Visibility};

use crate::{
    app::App,
    config::Config,
    room::{Header, ScenarioSource},
    routes::{lobby, replay},
    table_event::TableEvent,
};

fn app(store: Store, catalog: Catalog) -> Arc<App> {
    // No players here: no limits, clocks or listener.
    App::new(Config::default(), store, catalog, CancellationToken::new())
}

/// Writes every finished match as `folder/GAME-TABLE.json`; says how many.
pub(crate) async fn export(store: Store, catalog: Catalog, folder: &Path) -> anyhow::Result<usize> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let app = app(store, catalog);
    let (mut after, mut written) = (0, 0);
    loop {
        let rows = app.store.finished_tables(after, 100).await?;
        let Some(last) = rows.last() else { return Ok(written) };
        after = last.id;
        for row in &rows {
            let slot = app.slot(row.id, &row.code);
            let inner =
                app.lock(&slot).await.map_err(|error| anyhow::anyhow!("table {}: {error}", row.code))?;
            let Some(room) = inner.room.as_ref().filter(|room| room.game.is_some()) else { continue };
            let file = folder.join(format!("{}-{}.json", row.game, row.code));
            std::fs::write(&file, replay::save_of(room).write())
                .with_context(|| format!("cannot write {}", file.display()))?;
            written += 1;
        }
        app.evict_idle(i64::MAX);
    }
}

/// Reads a save file of a finished match and makes a public replay of it; says under which id.
pub(crate) async fn import(store: Store, catalog: Catalog, file: &Path) -> anyhow::Result<String> {
    let app = app(store, catalog);
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let save = Save::read(&text).with_context(|| file.display().to_string())?;
    let game = app.catalog.load(&save).with_context(|| file.display().to_string())?;
    if game.outcome().is_none() {
        bail!("{}: the match is not finished", file.display());
    }
    let sides: Vec<String> = (0..game.seats()).map(|seat| game.seat_name(rules::Seat(seat))).collect();
    let mut header = Header {
        title: app.catalog.game(&save.game)?.info().title.to_owned(),
        game: save.game.clone(),
        scenario: Some(save.scenario.clone()).filter(|_| save.scenario_file.is_none()),
        scenario_file: save
            .scenario_file
            .clone()
            .map(|text| ScenarioSource::new(save.scenario.clone(), &text)),
        options: save.options.clone(),
        seed: save.seed.clone().context("a finished match has its seed")?,
        host: 0,
        visibility: Visibility::Public,
        clock: ClockRule::None,
        on_timeout: OnTimeout::Loss,
        pace: wire::Pace::default(),
        substitute: None,
        sides,
        rules: save.rules,
        position: save.position.clone(),
        players: u8::try_from(save.players.len()).ok().filter(|&players| players > 0),
        day: None,
    };
    let named = |seat: usize| save.players.get(seat).cloned().unwrap_or_else(|| "unknown".to_owned());
    let mut changes: Vec<TableEvent> = (0..header.sides.len())
        .map(|seat| TableEvent::SeatTaken {
            seat: seat as u8,
            player: Player::Human { account: 0, name: named(seat) },
        })
        .collect();
    for (seat, contribution) in save.contributions.iter().enumerate() {
        changes.push(TableEvent::Ready { seat: seat as u8, contribution: Some(contribution.clone()) });
    }
    for (seat, choices) in save.seat_choices.iter().enumerate().filter(|(_, choices)| !choices.is_empty()) {
        changes.push(TableEvent::SeatChosen { seat: seat as u8, choices: choices.clone() });
    }
    if save.scripted {
        bail!("{}: some dice were scripted, so it cannot be shown as a fair replay", file.display());
    }
    let opening = header
        .open(&app.catalog, save.contributions.clone(), save.seat_choices.clone())
        .map_err(anyhow::Error::msg)?
        .step_count();
    let (first, rest) = save.steps.split_at(opening.min(save.steps.len()));
    let began = TableEvent::Started { steps: first.to_vec() };
    let moved = TableEvent::Moved { steps: rest.to_vec() };
    header.title.truncate(60);
    let fail = |error: crate::error::Error| anyhow::anyhow!("{}: {error}", file.display());
    let slot =
        lobby::import_table(&app, &header, vec![changes, vec![began], vec![moved]]).await.map_err(fail)?;
    app.flush().await.map_err(fail)?;
    Ok(slot.code.clone())
}
