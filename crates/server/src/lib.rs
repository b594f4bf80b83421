//! The server: tables that live, wait for weeks, and never lose a move.
//!
//! A table is its journal (see `store`): every request is judged against the table in memory, becomes a list of
//! changes, and is acknowledged when these are on disk. Streams send the viewers what changed. Computer players,
//! clocks and notices work beside it. docs/api.md describes the interface, docs/operate.md how to run it.
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
//! running.finished().await?;
//! # Ok(()) }
//! ```

mod alone;
mod app;
mod auth;
pub mod bench;
mod change;
pub mod cli;
pub mod client;
mod clock;
mod computer;
mod config;
mod decide;
mod error;
mod feed;
mod guard;
mod input;
mod limit;
mod memory;
mod meters;
mod notify;
mod present;
mod room;
mod routes;
mod stream;
mod ticker;
mod transfer;

use std::{net::SocketAddr, sync::Arc, time::Duration};

use anyhow::Context as _;
use axum::{ServiceExt as _, serve::ListenerExt as _};
use catalog::Catalog;
pub use config::{Config, ConfigFile};
use store::Store;
use tokio::{
    net::{TcpListener, TcpSocket},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;

use crate::app::App;

/// How long requests may take to finish when the server stops.
const GRACE: Duration = Duration::from_secs(10);

/// A server that runs.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    task: JoinHandle<anyhow::Result<()>>,
}

impl Running {
    /// Waits until it has stopped.
    pub async fn finished(self) -> anyhow::Result<()> {
        self.task.await.context("the server's task")?
    }
}

/// Starts a server and returns as soon as it listens.
pub async fn start(config: Config, catalog: Catalog, stop: CancellationToken) -> anyhow::Result<Running> {
    routes::metrics_handle();
    let store = match config.database.as_str() {
        ":memory:" => Store::in_memory().await?,
        address => Store::open(address).await.with_context(|| "the database cannot be opened".to_owned())?,
    };
    let listener = listen(SocketAddr::new(config.bind, config.port))
        .with_context(|| format!("cannot listen on {}:{}", config.bind, config.port))?;
    let address = listener.local_addr()?;
    let config = Config { port: address.port(), ..config };
    let app = App::new(config, store, catalog, stop);
    let task = tokio::spawn(serve(app, listener));
    Ok(Running { address, task })
}

/// Listens, with room for a club that comes all at once: whoever finds the queue full tries again a second later.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // A restart need not wait until the last connections are forgotten.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(4_096)
}

/// Runs a server until `stop` is cancelled: streams end, moves finish, lists are written.
pub async fn run(config: Config, stop: CancellationToken) -> anyhow::Result<()> {
    start(config, Catalog::standard(), stop).await?.finished().await
}

async fn serve(app: Arc<App>, listener: TcpListener) -> anyhow::Result<()> {
    if let Some(mut heard) = app.store.listen().await? {
        let app = app.clone();
        tokio::spawn(async move {
            while let Some(heard) = heard.recv().await {
                app.heard(heard).await;
            }
        });
    }
    let ticker = tokio::spawn(ticker::run(app.clone()));
    let delivery = tokio::spawn(notify::deliver(app.clone()));
    let stop = app.stop.clone();
    let service = routes::all(&app).into_make_service_with_connect_info::<SocketAddr>();
    // StreamMessage are short and follow each other: none may wait until the one before it is acknowledged.
    let listener = listener.tap_io(|line| {
        if let Err(error) = line.set_nodelay(true) {
            tracing::debug!(%error, "a line stays slow");
        }
    });
    let serving = axum::serve(listener, service).with_graceful_shutdown({
        let stop = stop.clone();
        async move { stop.cancelled().await }
    });
    let serving = async move { serving.await };
    tokio::pin!(serving);
    tokio::select! {
        ended = &mut serving => ended?,
        () = async { stop.cancelled().await; tokio::time::sleep(GRACE).await } => {
            tracing::warn!("some connections did not end in time");
        }
    }
    let _ = tokio::join!(ticker, delivery);
    app.flush().await.map_err(|error| anyhow::anyhow!("{error}"))?;
    app.store.close().await;
    Ok(())
}
