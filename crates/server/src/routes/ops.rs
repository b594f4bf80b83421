//! Routes for operators: health, readiness, metrics.

use std::{
    net::SocketAddr,
    sync::{Arc, OnceLock, atomic::Ordering},
};

use axum::{
    extract::{ConnectInfo, State},
    http::header,
    response::IntoResponse,
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use crate::{
    app::App,
    error::{Result, refuse},
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
        return Err(refuse(503, "stopping", "the server is stopping"));
    }
    app.store.ping().await?;
    Ok("ready\n")
}

/// Numbers for Prometheus.
pub(crate) async fn metrics(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
) -> Result<impl IntoResponse> {
    if !app.config.public_metrics && !peer.ip().is_loopback() {
        return Err(refuse(404, "not_found", "no such page"));
    }
    metrics::gauge!("starboard_tables_in_memory").set(app.loaded_count() as f64);
    metrics::gauge!("starboard_streams").set(app.streams.load(Ordering::Relaxed) as f64);
    let text = metrics_handle().render();
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text))
}
