//! Middleware for every request: request id, log span, metrics, rate limits, same-origin check, security headers.

use std::{
    panic::AssertUnwindSafe,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures_util::FutureExt as _;
use tracing::Instrument as _;

use crate::{
    app::App,
    auth,
    error::{Code, Error, Result, refuse},
};

/// Scripts and connections from here only; inline *styles* are how counters are placed and moved.
const PAGE_CSP: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// CSP of API responses: if one is opened as a page, no script runs.
const API_CSP: &str = "default-src 'none'; frame-ancestors 'none'";

/// Request id for the log: random per process, and a counter.
fn request_id() -> String {
    static PROCESS: LazyLock<String> = LazyLock::new(|| auth::random_token(4));
    static REQUESTS: AtomicU64 = AtomicU64::new(1);
    format!("{}-{}", *PROCESS, REQUESTS.fetch_add(1, Ordering::Relaxed))
}

/// Request id, metrics, rate limits, same-origin check, security headers.
pub(crate) async fn request_middleware(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Response {
    let id = request_id();
    let path = request.uri().path();
    let (api, span) =
        (path.starts_with("/api/"), tracing::info_span!("request", %id, method = %request.method(), path));
    let began = Instant::now();
    let mut response = async {
        let response = match check_limits(&app, request) {
            Ok(request) => AssertUnwindSafe(next.run(request))
                .catch_unwind()
                .await
                .unwrap_or_else(|_| Error::Internal("a handler panicked".to_owned()).into_response()),
            Err(error) => error.into_response(),
        };
        tracing::debug!(
            status = response.status().as_u16(),
            micros = began.elapsed().as_micros() as u64,
            "answered"
        );
        response
    }
    .instrument(span)
    .await;
    app.metrics.answered(response.status().as_u16(), began.elapsed());
    set_security_headers(response.headers_mut(), &id, api);
    response
}

fn check_limits(app: &App, request: Request) -> Result<Request> {
    let (parts, body) = request.into_parts();
    let address = auth::address(app, &parts);
    app.limits.request(address)?;
    let safe = matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
    let upgrade = parts.headers.contains_key(header::UPGRADE);
    if !safe || upgrade {
        check_same_origin(app, &parts.headers)?;
    }
    Ok(Request::from_parts(parts, body))
}

/// Refuses requests that a cross-site page made the browser send.
fn check_same_origin(app: &App, headers: &HeaderMap) -> Result<()> {
    let cross_site = || refuse(Code::CrossSite, "cross-site requests are not allowed");
    let text = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if text(&HeaderName::from_static("sec-fetch-site")).is_some_and(|site| site == "cross-site") {
        return Err(cross_site());
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().map_err(|_| cross_site())?;
    let ours = match &app.config.base_url {
        Some(url) if origin == url => true,
        _ => {
            let host = text(&header::HOST).unwrap_or_default();
            origin.split_once("://").is_some_and(|(_, of)| !host.is_empty() && of.eq_ignore_ascii_case(host))
        }
    };
    if ours { Ok(()) } else { Err(cross_site()) }
}

/// Sets the request id and security headers: `nosniff` and a CSP everywhere, `no-store` on API responses, frame, referrer
/// and permission policies on pages.
fn set_security_headers(headers: &mut HeaderMap, id: &str, api: bool) {
    let id = HeaderValue::from_str(id).expect("an id is letters, digits and a dash");
    headers.insert("x-request-id", id);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if api {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(API_CSP));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return;
    }
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, PAGE_CSP),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
