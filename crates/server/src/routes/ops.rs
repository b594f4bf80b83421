//! Routes for operators: health, readiness, metrics.

use std::{
    sync::{Arc, OnceLock, atomic::Ordering},
    time::Duration,
};

use axum::{
    extract::State,
    http::{HeaderMap, header},
    response::IntoResponse,
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use crate::{
    app::App,
    error::{Code, Error, Result, refuse},
    maintenance::{DOWNTIME_GAP_MS, HEARTBEAT_MS},
};

/// What times are counted by, in seconds. Counting is quick, and the counts of several servers can be added.
const BUCKETS: [f64; 14] =
    [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];

/// The recorder is the process's, not the server's: tests start several servers.
pub(crate) fn metrics_handle() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let builder = PrometheusBuilder::new().set_buckets(&BUCKETS).expect("there are some");
        builder.install_recorder().expect("no other recorder is installed")
    })
}

/// The process lives.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// The server can do its work.
pub(crate) async fn readyz(State(app): State<Arc<App>>) -> Result<&'static str> {
    if app.stop.is_cancelled() {
        return Err(refuse(Code::Stopping, "the server is stopping"));
    }
    let ready = async {
        app.store.ping().await?;
        // The heartbeat writes: a database that can be read but not written is not ready.
        if app.heartbeat_age() > HEARTBEAT_MS {
            app.beat(DOWNTIME_GAP_MS).await?;
        }
        Ok("ready\n")
    };
    let slow = |_| Error::Busy("the database does not answer in time".to_owned());
    tokio::time::timeout(READY_TIMEOUT, ready).await.map_err(slow)?
}

/// How long `/readyz` waits for the database.
const READY_TIMEOUT: Duration = Duration::from_secs(3);

/// Metrics for Prometheus, with the configured token; without one the route does not exist.
pub(crate) async fn metrics(State(app): State<Arc<App>>, headers: HeaderMap) -> Result<impl IntoResponse> {
    let given =
        headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    match (&app.config.metrics_token, given) {
        // Hashes take the same time to compare wherever they differ.
        (Some(token), Some(given)) if blake3::hash(token.as_bytes()) == blake3::hash(given.as_bytes()) => {
            Ok(rendered(&app))
        }
        _ => Err(refuse(Code::NotFound, "no such page")),
    }
}

/// The same on the separate address, without a token.
pub(crate) async fn open_metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    rendered(&app)
}

fn rendered(app: &App) -> impl IntoResponse + use<> {
    metrics::gauge!("starboard_tables_in_memory").set(app.loaded_count() as f64);
    metrics::gauge!("starboard_streams").set(app.streams.load(Ordering::Relaxed) as f64);
    metrics::gauge!("starboard_connections").set(app.connections.count() as f64);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics_handle().render())
}
