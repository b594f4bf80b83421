//! The games.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use axum::{
    Json,
    extract::{Path, State},
    http::header,
    response::IntoResponse,
};
use catalog::NewMatch;
use ledger::Ledger;
use rules::{Seat, Viewer};
use search::Level;
use serde_json::Value;
use wire::{
    BookBlock, BookBlockKind, BookSpan, BookSpanKind, CheckReport, DeckList, Failure, GameInfo, LevelInfo,
    NumberRange, OptionInfo, OptionValueInfo, OrderInfo, ScenarioFile, ScenarioInfo, SeatChoiceInfo,
};

use crate::{
    app::App,
    auth::ClientAddress,
    error::{Code, Error, Result, refuse},
    extract::{FILE_BODY, JsonBody},
};

fn seat_choice(choice: catalog::SeatChoiceInfo) -> SeatChoiceInfo {
    SeatChoiceInfo {
        id: choice.id.to_owned(),
        label: choice.label.to_owned(),
        values: choice.values,
        free_text: choice.free_text,
        secret: choice.secret,
    }
}

fn describe(info: catalog::GameInfo) -> GameInfo {
    let taken = |taken: catalog::OptionValueInfo| OptionValueInfo {
        option: taken.option.to_owned(),
        value: taken.value.to_owned(),
        seats: taken.seats,
    };
    let scenario = |scenario: catalog::ScenarioInfo| ScenarioInfo {
        id: scenario.id,
        title: scenario.title,
        briefing: scenario.briefing,
        teaches: scenario.teaches,
        length: scenario.length,
        min_seats: scenario.min_seats,
        seats: scenario.seats,
        option_values: scenario.option_values.into_iter().map(taken).collect(),
    };
    let order =
        |order: catalog::OrderInfo| OrderInfo { id: order.id.to_owned(), label: order.label.to_owned() };
    let option = |option: catalog::OptionInfo| OptionInfo {
        id: option.id.to_owned(),
        label: option.label.to_owned(),
        values: option.values.iter().map(|&value| value.to_owned()).collect(),
        range: option.range.map(|catalog::NumberRange { min, max, default }| NumberRange {
            min,
            max,
            default,
        }),
    };
    let level = |level: catalog::strength::LevelInfo| LevelInfo {
        id: level.id.to_owned(),
        name: level.name.to_owned(),
        about: level.about.to_owned(),
        rating: level.rating,
        measured: level.measured,
    };
    GameInfo {
        id: info.id.to_owned(),
        title: info.title.to_owned(),
        blurb: info.blurb.to_owned(),
        seats: info.seats,
        scenarios: info.scenarios.into_iter().map(scenario).collect(),
        orders: info.orders.into_iter().map(order).collect(),
        options: info.options.into_iter().map(option).collect(),
        seat_choices: info.seat_choices.into_iter().map(seat_choice).collect(),
        scenario_files: info.scenario_files,
        levels: Level::ALL.iter().map(|level| level.name().to_owned()).collect(),
        computers: catalog::strength::levels(info.id).into_iter().map(level).collect(),
    }
}

/// All games.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameInfo>)))]
pub(crate) async fn list(State(app): State<Arc<App>>) -> Json<Vec<GameInfo>> {
    Json(app.games.iter().cloned().map(describe).collect())
}

/// The rules, in our words.
#[utoipa::path(get, path = "/api/games/{game}/rules", tag = "games", params(("game" = String, Path)),
    responses((status = 200, content_type = "text/markdown", body = String), (status = "default", body = Failure)))]
pub(crate) async fn rules(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
) -> Result<impl IntoResponse> {
    let ledger = app.catalog.game(&game)?.ledger();
    Ok(([(header::CONTENT_TYPE, "text/markdown; charset=utf-8")], ledger))
}

/// A block as it goes over the wire.
fn block(block: ledger::Block) -> BookBlock {
    let plain: String = block.cells.iter().flatten().map(|span| span.text.as_str()).collect();
    let picture = plain.strip_prefix("[picture: ").and_then(|rest| rest.strip_suffix(']'));
    if let Some(text) = picture {
        let cells = vec![vec![BookSpan { kind: BookSpanKind::Text, text: text.to_owned() }]];
        return BookBlock { kind: BookBlockKind::Picture, level: 0, id: None, cells };
    }
    let (kind, level) = match block.kind {
        ledger::BlockKind::Heading { level } => (BookBlockKind::Heading, level),
        ledger::BlockKind::Item { depth } => (BookBlockKind::Item, depth),
        ledger::BlockKind::Row { head: true } => (BookBlockKind::Head, 0),
        ledger::BlockKind::Row { head: false } => (BookBlockKind::Row, 0),
        ledger::BlockKind::Text | ledger::BlockKind::Code => (BookBlockKind::Text, 0),
    };
    let span = |span: ledger::Span| BookSpan {
        kind: match span.kind {
            ledger::SpanKind::Text => BookSpanKind::Text,
            ledger::SpanKind::Strong => BookSpanKind::Strong,
            ledger::SpanKind::Em => BookSpanKind::Em,
            ledger::SpanKind::Code => BookSpanKind::Code,
            ledger::SpanKind::Rule => BookSpanKind::Rule,
        },
        text: span.text,
    };
    let cells = block.cells.into_iter().map(|cell| cell.into_iter().map(span).collect()).collect();
    BookBlock { kind, level, id: block.id, cells }
}

fn ledger_of(app: &App, game: &str) -> Result<(Ledger, &'static str)> {
    let text = app.catalog.game(game)?.ledger();
    Ok((Ledger::parse(game, text).map_err(|error| Error::Internal(error.to_string()))?, text))
}

/// Every rule, for the rules reader.
#[utoipa::path(get, path = "/api/games/{game}/book", tag = "games", params(("game" = String, Path)),
    responses((status = 200, body = Vec<BookBlock>), (status = "default", body = Failure)))]
pub(crate) async fn book(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
) -> Result<Json<Vec<BookBlock>>> {
    let (ledger, text) = ledger_of(&app, &game)?;
    Ok(Json(ledger.reader(text).into_iter().map(block).collect()))
}

/// The players' rulebook: a few pages.
#[utoipa::path(get, path = "/api/games/{game}/rulebook", tag = "games", params(("game" = String, Path)),
    responses((status = 200, body = Vec<BookBlock>), (status = "default", body = Failure)))]
pub(crate) async fn rulebook(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
) -> Result<Json<Vec<BookBlock>>> {
    let (ledger, _) = ledger_of(&app, &game)?;
    let text = lessons::rulebook(&game).ok_or_else(|| refuse(Code::NoGame, "this game has no rulebook"))?;
    Ok(Json(ledger.blocks(text).into_iter().map(block).collect()))
}

/// The schema of scenario files, for editors.
#[utoipa::path(get, path = "/api/games/{game}/schema", tag = "games", params(("game" = String, Path)),
    responses((status = 200, description = "a JSON Schema"), (status = "default", body = Failure)))]
pub(crate) async fn schema(State(app): State<Arc<App>>, Path(game): Path<String>) -> Result<Json<Value>> {
    let schema = app.catalog.game(&game)?.schema();
    schema.map(Json).ok_or_else(|| refuse(Code::NoSchema, "this game has no schema of scenario files"))
}

/// Is this scenario file playable?
#[utoipa::path(post, path = "/api/games/{game}/check", tag = "games", params(("game" = String, Path)), request_body = ScenarioFile,
    responses((status = 200, body = CheckReport), (status = "default", body = Failure)))]
pub(crate) async fn check(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(game): Path<String>,
    JsonBody(file): JsonBody<ScenarioFile, FILE_BODY>,
) -> Result<Json<CheckReport>> {
    app.catalog.game(&game)?;
    app.with_scenario(address, move |app| check_file(app, &game, file)).await?.map(Json)
}

/// Is this deck legal? Every reason, the charts of a deck builder, and a test hand where a seed is given.
#[utoipa::path(post, path = "/api/games/{game}/deck", tag = "games", params(("game" = String, Path)), request_body = DeckList,
    responses((status = 200, description = "the game's report on the deck"), (status = "default", body = Failure)))]
pub(crate) async fn deck(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(game): Path<String>,
    JsonBody(list): JsonBody<DeckList, FILE_BODY>,
) -> Result<Json<Value>> {
    app.catalog.game(&game)?;
    app.with_scenario(address, move |app| check_deck(app, &game, &list)).await?.map(Json)
}

fn check_deck(app: &App, game: &str, list: &DeckList) -> Result<Value> {
    let checked = catch_unwind(AssertUnwindSafe(|| {
        Ok::<_, Error>(app.catalog.game(game)?.check_deck(&list.text, list.seed.map(u64::from)))
    }));
    let checked = checked.map_err(|_| Error::Internal("judging a deck panicked".to_owned()))??;
    checked.map(|deck| deck.report).ok_or_else(|| refuse(Code::NoDecks, "this game has no decks"))
}

fn check_file(app: &App, game: &str, file: ScenarioFile) -> Result<CheckReport> {
    let checked = catch_unwind(AssertUnwindSafe(|| {
        Ok::<_, Error>(app.catalog.game(game)?.check_scenario(&file.name, &file.text))
    }));
    let report = checked.map_err(|_| Error::Internal("checking a scenario panicked".to_owned()))??;
    let wanted = NewMatch { scenario_file: Some((file.name, file.text)), ..NewMatch::default_of(game) };
    let (seats, view) = if report.errors.is_empty() {
        let (seats, view) = opening(app, &wanted)?;
        (seats, Some(view))
    } else {
        Default::default()
    };
    let catalog::Report { errors, warnings, summary } = report;
    Ok(CheckReport { errors, warnings, summary, seats, view })
}

/// The seats and the board of a match that has just been set up, as anybody may see it.
fn opening(app: &App, wanted: &NewMatch) -> Result<(Vec<String>, wire::Json)> {
    let opened = catch_unwind(AssertUnwindSafe(|| {
        let table = app.catalog.open(wanted)?;
        let seats = (0..table.seats()).map(|seat| table.seat_name(Seat(seat))).collect();
        Ok((seats, wire::Json(table.full_view(Viewer::Public))))
    }));
    opened.map_err(|_| Error::Internal("opening a match panicked".to_owned()))?
}

/// What a scenario looks like before it is played.
#[utoipa::path(get, path = "/api/games/{game}/scenarios/{scenario}/view", tag = "games",
    params(("game" = String, Path), ("scenario" = String, Path)),
    responses((status = 200, description = "the board, as `Snapshot.view`"), (status = "default", body = Failure)))]
pub(crate) async fn preview(
    State(app): State<Arc<App>>,
    Path((game, scenario)): Path<(String, String)>,
) -> Result<Json<wire::Json>> {
    let (_, view) = opening(&app, &NewMatch::of(&game, &scenario).seeded(0))?;
    Ok(Json(view))
}
