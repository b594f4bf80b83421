//! The routes: thin functions that authenticate, call the table and map the result. One file per resource.

mod account;
mod averages;
mod days;
mod detail;
mod draft;
mod games;
mod invitation;
mod lessons;
pub(crate) mod lobby;
mod ops;
mod play;
pub(crate) mod replay;
mod seats;

use std::{convert::Infallible, sync::Arc};

use axum::{
    extract::Request,
    http::{Method, StatusCode, Uri, header},
    middleware as layers,
    response::{IntoResponse, Response},
    routing::get,
};
use rules::Viewer;
use tower::{Layer as _, Service};
use tower_http::compression::{
    CompressionLayer,
    predicate::{NotForContentType, Predicate, SizeAbove},
};
use utoipa::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    app::App,
    commands::User,
    error::{Code, Result, no_table, refuse},
    middleware,
    room::Room,
    stream,
};

pub(crate) use ops::metrics_handle;

/// The viewer of a request: the caller's own seat, or the public.
pub(crate) fn viewer(room: &Room, person: Option<&User>, seat: Option<u8>) -> Result<Viewer> {
    if !room.visible_to(person.map(|person| person.account)) {
        return Err(no_table());
    }
    match (seat, person) {
        (None, _) => Ok(Viewer::Public),
        (Some(_), None) => Err(crate::error::sign_in()),
        (Some(seat), Some(person)) => Ok(Viewer::Seat(room.seat_of(person, seat)?)),
    }
}

/// The machine-readable description of the interface.
#[derive(OpenApi)]
#[openapi(
    info(title = "Starboard", description = "docs/api.md tells the story."),
    components(schemas(wire::StreamMessage))
)]
struct ApiDoc;

fn documented_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(ApiDoc::openapi())
        .routes(routes!(account::me))
        .routes(routes!(account::guest))
        .routes(routes!(account::login))
        .routes(routes!(account::logout))
        .routes(routes!(account::logout_everywhere))
        .routes(routes!(account::register))
        .routes(routes!(account::settings))
        .routes(routes!(account::password))
        .routes(routes!(account::notices))
        .routes(routes!(account::read_notices))
        .routes(routes!(games::list))
        .routes(routes!(games::rules))
        .routes(routes!(games::schema))
        .routes(routes!(games::preview))
        .routes(routes!(games::check))
        .routes(routes!(games::deck))
        .routes(routes!(averages::averages))
        .routes(routes!(games::book))
        .routes(routes!(games::rulebook))
        .routes(routes!(lessons::list))
        .routes(routes!(lessons::play))
        .routes(routes!(lessons::about))
        .routes(routes!(lobby::create))
        .routes(routes!(lobby::mine))
        .routes(routes!(lobby::public))
        .routes(routes!(lobby::show))
        .routes(routes!(seats::join))
        .routes(routes!(seats::leave))
        .routes(routes!(seats::choose))
        .routes(routes!(seats::ready))
        .routes(routes!(seats::close))
        .routes(routes!(seats::resign))
        .routes(routes!(seats::propose))
        .routes(routes!(seats::answer))
        .routes(routes!(seats::holiday))
        .routes(routes!(seats::chat))
        .routes(routes!(seats::mute))
        .routes(routes!(seats::thaw))
        .routes(routes!(invitation::invite))
        .routes(routes!(invitation::show))
        .routes(routes!(invitation::accept))
        .routes(routes!(play::act))
        .routes(routes!(play::undo))
        .routes(routes!(play::orders))
        .routes(routes!(play::give_orders))
        .routes(routes!(play::hint))
        .routes(routes!(play::scene))
        .routes(routes!(detail::detail))
        .routes(routes!(draft::show))
        .routes(routes!(draft::change))
        .routes(routes!(draft::submit))
        .routes(routes!(replay::log))
        .routes(routes!(replay::moment))
        .routes(routes!(replay::history))
        .routes(routes!(replay::review))
        .routes(routes!(replay::save))
        .routes(routes!(replay::verify))
        .routes(routes!(days::list))
        .routes(routes!(days::show))
        .routes(routes!(days::start))
        .routes(routes!(days::practise))
        .routes(routes!(stream::live))
}

/// All routes, and what every request passes on its way to them.
pub(crate) fn all(
    app: &Arc<App>,
) -> impl Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + use<> {
    let (router, description) = documented_routes().split_for_parts();
    let description: Arc<str> = description.to_json().expect("the description is plain data").into();
    let described = move || {
        let description = description.clone();
        async move { ([(header::CONTENT_TYPE, "application/json")], description.to_string()) }
    };
    let router = router
        .route("/api/openapi.json", get(described))
        .route("/healthz", get(ops::healthz))
        .route("/readyz", get(ops::readyz))
        .route("/metrics", get(ops::metrics))
        .method_not_allowed_fallback(|| async {
            refuse(Code::Method, "this address does not take that method")
        })
        .fallback(page)
        .with_state(app.clone());
    // Around the router, not its routes: layers of a route are copied for every request.
    let packed = CompressionLayer::new().compress_when(worth_compressing()).layer(router);
    layers::from_fn_with_state(app.clone(), middleware::request_middleware).layer(packed)
}

/// Pages, scripts and long lists; not moves, pictures or streams.
fn worth_compressing() -> impl Predicate {
    SizeAbove::new(1_024).and(NotForContentType::SSE).and(NotForContentType::IMAGES)
}

/// The routes of the separate address for operators.
pub(crate) fn operator_routes(app: &Arc<App>) -> axum::Router {
    axum::Router::new()
        .route("/metrics", get(ops::open_metrics))
        .route("/healthz", get(ops::healthz))
        .route("/readyz", get(ops::readyz))
        .with_state(app.clone())
}

/// The web client; addresses of the page itself all get `index.html`.
async fn page(method: Method, uri: Uri, headers: axum::http::HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return refuse(Code::NotFound, "no such page").into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return refuse(Code::NotFound, "no such page").into_response();
    }
    let (file, cache) = match webui::file(path).filter(|_| !path.is_empty()) {
        Some(file) if path.starts_with("assets/") => (file, "public, max-age=31536000, immutable"),
        Some(file) => (file, "no-cache"),
        None if path.rsplit('/').next().is_some_and(|name| name.contains('.')) => {
            return refuse(Code::NotFound, "no such page").into_response();
        }
        None => (webui::index(), "no-cache"),
    };
    let tag = format!("\"{}\"", file.tag);
    let headers_out = [
        (header::CONTENT_TYPE, file.kind.to_owned()),
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, cache.to_owned()),
    ];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, headers_out).into_response();
    }
    (headers_out, file.bytes.into_owned()).into_response()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_route_of_the_description_is_in_the_documentation() {
        let (_, description) = super::documented_routes().split_for_parts();
        let documented = include_str!("../../../../docs/api.md");
        for path in description.paths.paths.keys().filter(|path| !path.contains("/admin/")) {
            let plain = path.as_str();
            assert!(documented.contains(plain), "{plain} is not in docs/api.md");
        }
        let mut written: Vec<&str> = documented.split('`').filter(|word| word.contains(" /api/")).collect();
        written.retain(|word| !word.contains("openapi"));
        for word in written {
            let path = word.split(' ').nth(1).and_then(|path| path.split('?').next()).expect("METHOD PATH");
            assert!(description.paths.paths.contains_key(path), "{path} is documented but does not exist");
        }
    }
}
