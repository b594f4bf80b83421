//! Lessons. They need neither an account nor a table: the request holds all that was done in a scene, the server plays
//! it again and answers how things stand. Going back is leaving moves out.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, LazyLock},
};

use axum::{
    Json,
    extract::{Path, State},
};
use lessons::{Kind, Lesson, Lessons, Mood, Move, Run, RunError};
use rules::{Seat, Target, Viewer};
use wire::{
    Failure, LessonInfo, LessonMood, LessonMove, LessonNext, LessonPlace, LessonScene, LessonState,
    TargetDetail,
};

use super::detail::describe_card;
use crate::{
    app::App,
    error::{Code, Error, Result, refuse},
    extract::JsonBody,
    feed,
};

static LESSONS: LazyLock<Lessons> = LazyLock::new(Lessons::standard);

/// More than any scene of a lesson needs.
const MOST_MOVES: usize = 500;

fn describe(lesson: &Lesson) -> LessonInfo {
    let scene = |scene: &lessons::Scene| LessonScene {
        id: scene.id.clone(),
        title: scene.title.clone(),
        steps: scene.steps.len() as u32,
    };
    let next = lesson.next.clone();
    LessonInfo {
        game: lesson.game.clone(),
        id: lesson.id.clone(),
        title: lesson.title.clone(),
        summary: lesson.summary.clone(),
        minutes: lesson.minutes,
        scenes: lesson.scenes.iter().map(scene).collect(),
        next: LessonNext {
            say: next.say,
            scenario: next.scenario,
            options: next.options,
            choices: next.choices,
            opponent: next.opponent,
            button: next.button,
            later: next.later,
        },
    }
}

/// All lessons.
#[utoipa::path(get, path = "/api/lessons", tag = "lessons", responses((status = 200, body = Vec<LessonInfo>)))]
pub(crate) async fn list() -> Json<Vec<LessonInfo>> {
    Json(LESSONS.iter().map(describe).collect())
}

/// The table and the coach after these moves.
#[utoipa::path(post, path = "/api/lessons/{game}/{id}", tag = "lessons",
    params(("game" = String, Path), ("id" = String, Path)), request_body = LessonPlace,
    responses((status = 200, body = LessonState), (status = "default", body = Failure)))]
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    Path((game, id)): Path<(String, String)>,
    JsonBody(place): JsonBody<LessonPlace>,
) -> Result<Json<LessonState>> {
    with_run(app, &game, &id, place, state).await.map(Json)
}

/// Explains one element of the table after these moves.
#[utoipa::path(post, path = "/api/lessons/{game}/{id}/about", tag = "lessons",
    params(("game" = String, Path), ("id" = String, Path)), request_body = LessonPlace,
    responses((status = 200, body = TargetDetail), (status = "default", body = Failure)))]
pub(crate) async fn about(
    State(app): State<Arc<App>>,
    Path((game, id)): Path<(String, String)>,
    JsonBody(place): JsonBody<LessonPlace>,
) -> Result<Json<TargetDetail>> {
    let of = target(place.of.as_deref().unwrap_or_default())?;
    let explain = move |run: &Run<'_>| {
        let viewer = Viewer::Seat(run.seat());
        TargetDetail {
            revision: run.table().step_count() as u64,
            detail: run.table().detail(viewer, &of).unwrap_or_default(),
            card: run.table().card(viewer, &of).map(describe_card),
        }
    };
    with_run(app, &game, &id, place, explain).await.map(Json)
}

fn target(text: &str) -> Result<Target> {
    text.parse().map_err(|error: rules::ReadError| refuse(Code::Malformed, error.to_string()))
}

/// Plays the moves again, beside the threads that serve requests, and describes what they led to.
async fn with_run<T: Send + 'static>(
    app: Arc<App>,
    game: &str,
    id: &str,
    place: LessonPlace,
    describe: impl FnOnce(&Run<'_>) -> T + Send + 'static,
) -> Result<T> {
    let no_lesson = || refuse(Code::NoLesson, "there is no such lesson or scene");
    let lesson = LESSONS.find(game, id).ok_or_else(no_lesson)?;
    let (scene, _) = lesson.scene(&place.scene).ok_or_else(no_lesson)?;
    if place.moves.len() > MOST_MOVES {
        return Err(refuse(Code::TooLarge, format!("a scene has at most {MOST_MOVES} moves")));
    }
    let moves: Vec<Move> = place.moves.into_iter().map(read_move).collect::<Result<_>>()?;
    let played = tokio::task::spawn_blocking(move || {
        catch_unwind(AssertUnwindSafe(|| {
            Run::replay(&app.catalog, lesson, scene, &moves).map(|run| describe(&run))
        }))
    });
    let played = played.await.map_err(|error| Error::Internal(error.to_string()))?;
    played.map_err(|_| Error::Internal("a lesson panicked".to_owned()))?.map_err(refusal)
}

fn read_move(made: LessonMove) -> Result<Move> {
    Ok(match made {
        LessonMove::Act { action } => Move::Act(action),
        LessonMove::Look { target: of } => Move::Look(target(&of)?),
        LessonMove::GoOn => Move::GoOn,
    })
}

fn refusal(error: RunError) -> Error {
    match error {
        RunError::Submit(error) => error.into(),
        RunError::NotNow(why) => refuse(Code::NotNow, why),
        RunError::Open(_) | RunError::Lesson { .. } => Error::Internal(error.to_string()),
    }
}

fn state(run: &Run<'_>) -> LessonState {
    let (step, table, viewer) = (run.step(), run.table(), Viewer::Seat(run.seat()));
    let coach = *run.mood() == Mood::Coach;
    let mood = match run.mood() {
        Mood::Coach if matches!(step.kind, Kind::Act | Kind::Free) => LessonMood::Act,
        Mood::Coach | Mood::After => LessonMood::GoOn,
        Mood::Missed(_) => LessonMood::Missed,
        Mood::Over => LessonMood::Over,
    };
    let denied = step.denied.iter().filter_map(|denial| Some((denial.attempt.clone(), denial.say.clone()?)));
    let asked = table.seats_to_act();
    LessonState {
        moves: run.moves() as u32,
        began: run.began() as u32,
        step: run.step_index() as u32,
        mood,
        say: run.words().to_owned(),
        hint: step.hint.clone().filter(|_| coach),
        show: if coach { step.show.clone() } else { Vec::new() },
        ways: run.ways_on().into_iter().map(str::to_owned).collect(),
        denied: denied.collect(),
        learned: if coach { Vec::new() } else { step.learned.clone() },
        seat: run.seat().0,
        seats: (0..table.seats()).map(|seat| table.seat_name(Seat(seat))).collect(),
        scenario: table.scenario(),
        view: wire::Json(table.full_view(viewer)),
        prompt: feed::prompt(run.prompt()),
        standing: table.score_lines(viewer),
        asked: asked.iter().map(|seat| seat.0).filter(|_| run.waits()).collect(),
        log: table.events_for(viewer, 0).into_iter().map(feed::log_line).collect(),
        revision: table.step_count() as u64,
    }
}
