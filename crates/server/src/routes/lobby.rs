//! Making and finding tables.

use std::{net::IpAddr, sync::Arc};

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use catalog::Catalog;
use serde::Deserialize;
use table::Seed;
use wire::{Failure, Millis, NewSeat, NewTable, Player, TableInfo, TablePage};

use crate::{
    app::{App, TableSlot},
    auth::{self, ClientAddress, CurrentUser, MaybeUser, RateLimitedUser},
    clock, commands,
    commands::User,
    describe,
    error::{Code, Error, Result, no_table, refuse},
    extract::{FILE_BODY, JsonBody, QueryParams},
    room::{Header, ScenarioSource},
    table_event::TableEvent,
};

const PAGE: i64 = 50;

/// The table as this person may know it.
pub(crate) async fn info(
    app: &Arc<App>,
    slot: &Arc<TableSlot>,
    person: Option<&User>,
) -> Result<Json<TableInfo>> {
    let inner = app.lock(slot).await?;
    let room = inner.room.as_ref().ok_or_else(no_table)?;
    let account = person.map(|person| person.account);
    if !room.visible_to(account) {
        return Err(no_table());
    }
    Ok(Json(app.table_info(room, &inner.feeds, account)))
}

/// A table.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = TableInfo), (status = "default", body = Failure)))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    Path(id): Path<String>,
) -> Result<Json<TableInfo>> {
    info(&app, &app.find(&id).await?, person.as_ref()).await
}

/// A new table.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable,
    responses((status = 201, body = TableInfo), (status = "default", body = Failure)))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    RateLimitedUser(person): RateLimitedUser,
    ClientAddress(address): ClientAddress,
    JsonBody(wanted): JsonBody<NewTable, FILE_BODY>,
) -> Result<(StatusCode, Json<TableInfo>)> {
    let (header, changes) = if wanted.scenario_file.is_some() {
        let user = person.clone();
        app.with_scenario(address, move |app| validate_new_table(app, &user, wanted)).await??
    } else {
        validate_new_table(&app, &person, wanted)?
    };
    let code = auth::random_token(8);
    let slot = create_table(&app, code, header, changes, Some((&person, address))).await?;
    Ok((StatusCode::CREATED, info(&app, &slot, Some(&person)).await?))
}

/// Checks a request: the header of the table, and the events that fill its seats.
fn validate_new_table(app: &App, person: &User, wanted: NewTable) -> Result<(Header, Vec<TableEvent>)> {
    clock::validate(wanted.clock).map_err(|why| refuse(Code::Clock, why))?;
    let title = wanted.title.as_deref().unwrap_or_default();
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    if title.chars().count() > 60 || title.chars().any(char::is_control) {
        return Err(refuse(Code::Title, "a title has up to 60 characters"));
    }
    if wanted.scenario_file.as_ref().is_some_and(|file| file.name.chars().count() > 100) {
        return Err(refuse(Code::Scenario, "the name of a scenario file has up to 100 characters"));
    }
    app.catalog.game(&wanted.game).map_err(|error| refuse(Code::NoGame, error.to_string()))?;
    let title = if title.is_empty() { default_title(app, &wanted) } else { title };
    let substitute = match &wanted.substitute {
        Some(name) => Some(commands::parse_level(name)?.name().to_owned()),
        None => None,
    };
    let mut header = Header {
        title,
        game: wanted.game,
        scenario: wanted.scenario,
        scenario_file: wanted.scenario_file.map(|file| ScenarioSource::new(file.name, &file.text)),
        options: wanted.options,
        seed: app.config.seeds.of_table(person.account).to_hex(),
        host: person.account,
        visibility: wanted.visibility,
        clock: wanted.clock,
        on_timeout: wanted.on_timeout,
        pace: wanted.pace,
        substitute,
        sides: vec![],
        rules: 0,
        position: None,
        players: wanted.players,
        day: None,
    };
    describe_match(&app.catalog, &mut header)?;
    if wanted.seats.len() > header.sides.len() {
        let message = format!("the scenario has {} seats, not {}", header.sides.len(), wanted.seats.len());
        return Err(refuse(Code::Seats, message));
    }
    let mut changes = Vec::new();
    for (seat, seat_state) in wanted.seats.into_iter().enumerate() {
        let player = match seat_state {
            NewSeat::Open => continue,
            NewSeat::Me => Player::Human { account: person.account, name: person.name.clone() },
            NewSeat::Computer { level } => Player::Computer {
                level: commands::parse_level(&level)?.name().to_owned(),
                substitute_for: None,
            },
        };
        changes.push(TableEvent::SeatTaken { seat: seat as u8, player });
    }
    Ok((header, changes))
}

/// A table is called by its scenario: by its title, or by the name of a file of the player's own.
fn default_title(app: &App, wanted: &NewTable) -> String {
    if let Some(file) = &wanted.scenario_file {
        return file
            .name
            .rsplit_once('.')
            .map_or(file.name.as_str(), |(stem, _)| stem)
            .chars()
            .take(60)
            .collect();
    }
    let Some(game) = app.games.iter().find(|game| game.id == wanted.game) else { return String::new() };
    let mut scenarios = game.scenarios.iter();
    let scenario = match &wanted.scenario {
        Some(id) => scenarios.find(|scenario| scenario.id.eq_ignore_ascii_case(id)),
        None => scenarios.next(),
    };
    scenario.map_or(game.title, |scenario| scenario.title.as_str()).to_owned()
}

/// Opens the match once to validate it and to get its seats. Catches panics of the game.
pub(crate) fn describe_match(catalog: &Catalog, header: &mut Header) -> Result<()> {
    let wanted = catalog::NewMatch {
        game: header.game.clone(),
        scenario: header.scenario.clone(),
        scenario_file: header.scenario_file.as_ref().map(|file| (file.name.clone(), file.text().to_owned())),
        options: header.options.clone(),
        seats: header.players,
        seat_choices: Vec::new(),
        position: header.position.clone(),
        rolls: Vec::new(),
        seed: Seed::from_u64(0),
    };
    let opened = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| catalog.open(&wanted)));
    let game = opened.map_err(|_| Error::Internal("opening a match panicked".to_owned()))??;
    header.sides = (0..game.seats()).map(|seat| game.seat_name(rules::Seat(seat))).collect();
    header.rules = game.rules();
    Ok(())
}

/// Stores a table and its first events. `by`: the account and address whose limits count.
pub(crate) async fn create_table(
    app: &Arc<App>,
    code: String,
    header: Header,
    changes: Vec<TableEvent>,
    by: Option<(&User, IpAddr)>,
) -> Result<Arc<TableSlot>> {
    let created = app.now();
    let slot = store(app, code, &header, created, by).await?;
    // The room is known; loading it from the database is unnecessary.
    slot.inner
        .lock()
        .await
        .room
        .get_or_insert_with(|| app.new_room(slot.id, slot.code.clone(), header, created));
    app.run_command(&slot, None, move |_| Ok(changes.clone())).await?;
    metrics::counter!("starboard_tables_made_total").increment(1);
    Ok(slot)
}

/// Stores a table whose entries are known already: an imported replay.
pub(crate) async fn import_table(
    app: &Arc<App>,
    header: &Header,
    entries: Vec<Vec<TableEvent>>,
) -> Result<Arc<TableSlot>> {
    let slot = store(app, auth::random_token(8), header, app.now(), None).await?;
    for (seq, changes) in entries.iter().enumerate() {
        let body = crate::table_event::write(changes);
        app.store.append(slot.id, store::Entry { seq: seq as i64, at: app.now(), key: None, body }).await?;
    }
    drop(app.lock(&slot).await?);
    Ok(slot)
}

async fn store(
    app: &Arc<App>,
    code: String,
    header: &Header,
    created: Millis,
    by: Option<(&User, IpAddr)>,
) -> Result<Arc<TableSlot>> {
    let scenario =
        header.scenario_file.as_ref().and_then(|file| Some((file.hash.clone()?, file.stored.clone()?)));
    let new = store::NewTable {
        code: code.clone(),
        header: serde_json::to_string(header).expect("a header is plain data"),
        game: header.game.clone(),
        visibility: describe::visibility_name(header.visibility).to_owned(),
        created,
        host: header.host,
        scenario,
        limit: if by.is_some() { i64::from(app.config.table_limit) } else { i64::MAX },
    };
    if let Some((user, address)) = by {
        let bytes = new.header.len() + new.scenario.as_ref().map_or(0, |(_, text)| text.len());
        app.spend_bytes(user.account, address, bytes).await?;
    }
    let id = match app.store.create_table(new.clone()).await {
        Err(store::Error::TableLimit) => {
            // Tables may have ended a moment ago: bring the summaries up to date and count again.
            app.flush().await?;
            app.store.create_table(new).await
        }
        created => created,
    };
    match id {
        Ok(id) => Ok(app.slot(id, &code)),
        Err(store::Error::TableLimit) => Err(refuse(
            Code::TooManyTables,
            format!(
                "you have created {} unfinished tables, the limit on this server; finish or close one first",
                app.config.table_limit
            ),
        )),
        Err(error) => Err(error.into()),
    }
}

/// Query of a list of tables.
#[derive(Deserialize)]
pub(crate) struct TableFilter {
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    game: Option<String>,
    #[serde(default)]
    before: Option<i64>,
}

/// My tables, the ones that wait for me first.
#[utoipa::path(get, path = "/api/my/tables", tag = "tables", params(("before" = Option<i64>, Query)),
    responses((status = 200, body = TablePage), (status = "default", body = Failure)))]
pub(crate) async fn mine(
    State(app): State<Arc<App>>,
    CurrentUser(person): CurrentUser,
    QueryParams(which): QueryParams<TableFilter>,
) -> Result<Json<TablePage>> {
    app.flush().await?;
    let skip = which.before.unwrap_or(0).max(0);
    let rows = app.store.tables_of(person.account, skip, PAGE).await?;
    let next = (rows.len() as i64 == PAGE).then_some(skip + PAGE);
    let tables = rows.into_iter().map(|row| describe::listed(row, Some(person.account))).collect();
    Ok(Json(TablePage { tables, next }))
}

/// Public tables: to join, to watch, to replay.
#[utoipa::path(get, path = "/api/tables", tag = "tables",
    params(("status" = Option<String>, Query), ("game" = Option<String>, Query), ("before" = Option<i64>, Query)),
    responses((status = 200, body = TablePage), (status = "default", body = Failure)))]
pub(crate) async fn public(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    QueryParams(which): QueryParams<TableFilter>,
) -> Result<Json<TablePage>> {
    let status = which.status.as_deref().unwrap_or("open");
    if !["open", "playing", "over"].contains(&status) {
        return Err(refuse(Code::Malformed, "status is open, playing or over"));
    }
    app.flush().await?;
    let (game, before) = (which.game.unwrap_or_default(), which.before.unwrap_or(i64::MAX));
    let rows = app.store.public_tables(status, &game, before, PAGE).await?;
    let next = rows.last().filter(|_| rows.len() as i64 == PAGE).map(|row| row.updated);
    let account = person.map(|person| person.account);
    Ok(Json(TablePage { tables: rows.into_iter().map(|row| describe::listed(row, account)).collect(), next }))
}
