//! The server: HTTP routes, WebSocket streams, tables in memory, clocks, bot workers, notices.
//!
//! A table is its journal (see `store`): a request is checked against the table in memory, becomes a list of events, and
//! is acknowledged when these are durable. Streams send updates to the viewers. docs/api.md describes the interface, docs/operate.md how to run it.
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! use server::{Config, start};
//! use tokio_util::sync::CancellationToken;
//!
//! let stop = CancellationToken::new();
//! let config = Config { port: 0, database: "/tmp/starboard.sqlite".to_owned(), ..Config::default() };
//! let running = start(config, catalog::Catalog::standard(), stop.clone()).await?;
//! println!("play at http://{}", running.address);
//! stop.cancel();
//! running.join().await?;
//! # Ok(()) }
//! ```

mod address;
mod app;
mod auth;
mod bot_workers;
mod challenge;
pub mod cli;
mod clock;
mod commands;
mod config;
mod connections;
mod describe;
mod detach;
mod error;
mod extract;
mod feed;
mod huge_pages;
mod import_export;
mod maintenance;
mod metrics;
mod middleware;
mod notify;
mod rate_limit;
mod review;
mod room;
mod routes;
mod seeds;
mod stream;
mod table_event;

use std::{net::SocketAddr, sync::Arc, time::Duration};

use anyhow::Context as _;
use catalog::Catalog;
pub use config::{Config, ConfigError, ConfigFile};
pub use seeds::Seeds;
use store::Store;
pub use store::TimeSource;
use tokio::{
    net::{TcpListener, TcpSocket},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;

use crate::app::App;

/// How long running requests may take when the server stops.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(10);

/// Handle of a running server.
pub struct ServerHandle {
    /// The address it listens on.
    pub address: SocketAddr,
    task: JoinHandle<anyhow::Result<()>>,
    app: Arc<App>,
}

impl ServerHandle {
    /// Deletes old data now, by the rules of docs/operate.md; the server does so every hour.
    pub async fn prune(&self) {
        maintenance::prune(&self.app).await;
    }

    /// Waits until it has stopped.
    pub async fn join(self) -> anyhow::Result<()> {
        self.task.await.context("the server's task")?
    }
}

/// Starts a server and returns as soon as it listens.
pub async fn start(
    config: Config,
    catalog: Catalog,
    stop: CancellationToken,
) -> anyhow::Result<ServerHandle> {
    routes::metrics_handle();
    config.validate()?;
    let store = match config.database.as_str() {
        ":memory:" => Store::in_memory().await?,
        address => Store::open_for_server(address, config.time.clone()).await.with_context(|| {
            format!("cannot open the database {}; check --data or --database", cli::redact_password(address))
        })?,
    };
    for warning in store.durability_warnings().await? {
        tracing::warn!("{warning}");
        eprintln!("warning: {warning}");
    }
    let listener = listen(SocketAddr::new(config.bind, config.port))
        .with_context(|| format!("cannot listen on {}:{}", config.bind, config.port))?;
    let address = listener.local_addr()?;
    let config = Config { port: address.port(), ..config };
    let metrics = match config.metrics_bind {
        Some(address) => {
            Some(listen(address).with_context(|| format!("metrics-bind = {address}: cannot listen there"))?)
        }
        None => None,
    };
    let app = App::new(config, store, catalog, stop);
    // The only server of a file: whatever has passed since its last heartbeat was downtime.
    let gap = if app.store.is_shared() { maintenance::DOWNTIME_GAP_MS } else { 0 };
    app.beat(gap)
        .await
        .map_err(|error| anyhow::anyhow!("{error}"))
        .context("cannot write to the database")?;
    let task = tokio::spawn(serve(app.clone(), listener, metrics));
    Ok(ServerHandle { address, task, app })
}

/// Binds with a backlog of 4,096 pending connections, so that a burst of clients does not run into SYN retries.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A restart does not wait for connections in TIME_WAIT.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(4_096)
}

/// Runs a server until `stop` is cancelled: closes streams, finishes running requests, flushes summaries.
pub async fn run(config: Config, stop: CancellationToken) -> anyhow::Result<()> {
    start(config, Catalog::standard(), stop).await?.join().await
}

async fn serve(app: Arc<App>, listener: TcpListener, metrics: Option<TcpListener>) -> anyhow::Result<()> {
    if let Some(mut changes) = app.store.listen().await? {
        let listening = app.clone();
        tokio::spawn(async move {
            while let Some(change) = changes.recv().await {
                listening.on_remote_change(change);
            }
        });
    }
    tokio::spawn(maintenance::catch_up(app.clone()));
    let maintenance = tokio::spawn(maintenance::run(app.clone()));
    let heartbeats = tokio::spawn(maintenance::heartbeats(app.clone()));
    let delivery = tokio::spawn(notify::run_outbox(app.clone()));
    let stop = app.stop.clone();
    if let Some(listener) = metrics {
        let (routes, stop) = (routes::operator_routes(&app), stop.clone());
        tokio::spawn(async move {
            let serving = axum::serve(listener, routes).with_graceful_shutdown(stop.cancelled_owned());
            if let Err(error) = serving.await {
                tracing::warn!(%error, "failed to serve metrics");
            }
        });
    }
    let serving = connections::serve(listener, app.connections.clone(), routes::all(&app), stop.clone());
    tokio::select! {
        () = serving => {}
        () = async { stop.cancelled().await; tokio::time::sleep(SHUTDOWN_GRACE).await } => {
            tracing::warn!("connections still open after the shutdown grace period");
        }
    }
    let _ = tokio::join!(maintenance, heartbeats, delivery);
    app.flush().await.map_err(|error| anyhow::anyhow!("{error}"))?;
    app.store.close().await;
    Ok(())
}
