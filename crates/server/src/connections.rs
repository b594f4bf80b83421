//! The accept loop: limits per address and in all, a deadline for request heads, prompt shutdown.
//!
//! A connection is *busy* while a request is handled or a stream is open, and *idle* otherwise: newly connected, half-way
//! through a request head, or kept alive. When all slots are taken, a new connection replaces the one that has been idle
//! for longest; busy connections are never closed for another one.

use std::{
    collections::HashMap,
    convert::Infallible,
    io,
    net::{IpAddr, SocketAddr},
    pin::{Pin, pin},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll},
    time::{Duration, Instant},
};

use axum::{
    body::Body,
    extract::{ConnectInfo, Request},
    http::{StatusCode, header},
    response::Response,
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::Service;

use crate::{config::Config, rate_limit::network};

/// From the first byte of a request (or from the previous response) to the end of its head.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);
/// Handles that connections never use: database, log, outgoing calls.
const RESERVED_HANDLES: usize = 128;

const REFUSAL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n";

/// The open connections.
pub(crate) struct Connections {
    max_total: usize,
    max_per_address: usize,
    exempt: Vec<IpAddr>,
    began: Instant,
    registry: Mutex<Registry>,
}

#[derive(Default)]
struct Registry {
    next_id: u64,
    open: HashMap<u64, Arc<Connection>>,
    per_address: HashMap<IpAddr, usize>,
}

/// One connection.
struct Connection {
    /// `BUSY`, or since when it is idle, in milliseconds since the server started.
    idle_since: AtomicU64,
    evicted: CancellationToken,
}

const BUSY: u64 = u64::MAX;

/// Frees its slot when the socket is dropped.
struct Slot {
    connections: Arc<Connections>,
    id: u64,
    address: IpAddr,
}

impl Connections {
    pub(crate) fn new(config: &Config) -> Arc<Self> {
        Arc::new(Self {
            max_total: (config.connection_limit as usize).min(available_handles()).max(8),
            max_per_address: config.address_connection_limit as usize,
            exempt: config.trusted_proxies.clone(),
            began: Instant::now(),
            registry: Mutex::default(),
        })
    }

    /// Number of open connections.
    pub(crate) fn count(&self) -> usize {
        self.registry.lock().expect("no panic under this lock").open.len()
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    /// Takes a slot, evicting the longest idle connection if there is none; `None` if the limit of the address is
    /// reached, or if all connections are busy.
    fn admit(self: &Arc<Self>, peer: IpAddr) -> Option<(Arc<Connection>, Slot)> {
        let address = network(peer);
        let mut registry = self.registry.lock().expect("no panic under this lock");
        let limited = self.max_per_address > 0 && !self.exempt.contains(&peer);
        if limited && registry.per_address.get(&address).is_some_and(|count| *count >= self.max_per_address) {
            return None;
        }
        if registry.open.len() >= self.max_total {
            let idle = |connection: &&Arc<Connection>| {
                connection.idle_since.load(Ordering::Relaxed) != BUSY && !connection.evicted.is_cancelled()
            };
            let longest = registry
                .open
                .values()
                .filter(idle)
                .min_by_key(|idle| idle.idle_since.load(Ordering::Relaxed));
            longest?.evicted.cancel();
        }
        let id = registry.next_id;
        registry.next_id += 1;
        let connection = Arc::new(Connection {
            idle_since: AtomicU64::new(self.now()),
            evicted: CancellationToken::new(),
        });
        registry.open.insert(id, connection.clone());
        *registry.per_address.entry(address).or_default() += 1;
        Some((connection, Slot { connections: self.clone(), id, address }))
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut registry = self.connections.registry.lock().expect("no panic under this lock");
        registry.open.remove(&self.id);
        if let Some(count) = registry.per_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                registry.per_address.remove(&self.address);
            }
        }
    }
}

/// Raises the limit of open files as far as the system allows; returns how many connections may use.
fn available_handles() -> usize {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        if let Err(error) = setrlimit(Resource::Nofile, limit) {
            tracing::debug!(%error, "failed to raise the limit of open files");
        }
        let handles = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX).min(1 << 30) as usize;
        handles.saturating_sub(RESERVED_HANDLES)
    }
    #[cfg(not(target_os = "linux"))]
    {
        1024 - RESERVED_HANDLES
    }
}

/// Accepts connections until `stop` is cancelled, then waits for running requests.
pub(crate) async fn serve<S>(
    listener: TcpListener,
    connections: Arc<Connections>,
    service: S,
    stop: CancellationToken,
) where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static,
{
    let tasks = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) if is_connection_error(&error) => continue,
            Err(error) => {
                // Out of handles or memory: the reserve keeps the server working until some are closed.
                tracing::warn!(%error, "failed to accept a connection");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Some((connection, slot)) = connections.admit(peer.ip()) else {
            metrics::counter!("starboard_connections_refused_total").increment(1);
            // Best effort: the kernel's buffer takes it, or the client learns nothing.
            let _ = stream.try_write(REFUSAL);
            continue;
        };
        // Disable Nagle's algorithm: updates are small and frequent.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "failed to set TCP_NODELAY");
        }
        let socket = Socket { stream, _slot: slot };
        tasks.spawn(serve_one(socket, peer, connection, connections.clone(), service.clone(), stop.clone()));
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
}

async fn serve_one<S>(
    socket: Socket,
    peer: SocketAddr,
    connection: Arc<Connection>,
    connections: Arc<Connections>,
    service: S,
    stop: CancellationToken,
) where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static,
{
    let state = connection.clone();
    let handle = service_fn(move |request: hyper::Request<Incoming>| {
        let (mut service, state, connections) = (service.clone(), state.clone(), connections.clone());
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        state.idle_since.store(BUSY, Ordering::Relaxed);
        async move {
            let response = service.call(request).await?;
            if !stays_open(&response) {
                state.idle_since.store(connections.now(), Ordering::Relaxed);
            }
            Ok::<_, Infallible>(response)
        }
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(64 * 1024)
        .serve_connection(TokioIo::new(socket), handle)
        .with_upgrades();
    let mut serving = pin!(serving);
    tokio::select! {
        served = serving.as_mut() => {
            if let Err(error) = served {
                tracing::trace!(%error, "a connection ended");
            }
            return;
        }
        () = connection.evicted.cancelled() => return,
        () = stop.cancelled() => {}
    }
    // An idle connection, or one half-way through a head, is closed now; a running request may finish.
    if connection.idle_since.load(Ordering::Relaxed) == BUSY {
        serving.as_mut().graceful_shutdown();
        let _ = serving.await;
    }
}

/// Whether the connection stays in use after its response: a WebSocket, or server-sent events.
fn stays_open(response: &Response) -> bool {
    let stream = |value: &axum::http::HeaderValue| value.as_bytes().starts_with(b"text/event-stream");
    response.status() == StatusCode::SWITCHING_PROTOCOLS
        || response.headers().get(header::CONTENT_TYPE).is_some_and(stream)
}

fn is_connection_error(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// A socket that holds its slot: also after an upgrade, when hyper has passed it on.
struct Socket {
    stream: TcpStream,
    _slot: Slot,
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, bufs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(total: u32, per_address: u32) -> Arc<Connections> {
        let config =
            Config { connection_limit: total, address_connection_limit: per_address, ..Config::default() };
        Connections::new(&config)
    }

    #[tokio::test]
    async fn one_address_has_a_limit_and_frees_what_it_closes() {
        let connections = connections(100, 2);
        let [one, two] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
        let first = connections.admit(one).expect("a slot");
        let _second = connections.admit(one).expect("a slot");
        assert!(connections.admit(one).is_none());
        assert!(connections.admit(two).is_some(), "other addresses are served");
        drop(first);
        assert!(connections.admit(one).is_some());
    }

    #[tokio::test]
    async fn the_longest_idle_connection_makes_room_and_a_busy_one_never() {
        let connections = connections(8, 0);
        let held: Vec<_> =
            (0..8).map(|n| connections.admit(IpAddr::from([10, 0, 0, n])).expect("a slot")).collect();
        for (n, (connection, _)) in held.iter().enumerate() {
            connection.idle_since.store(if n == 5 { 1 } else { 2 }, Ordering::Relaxed);
        }
        let new = connections.admit(IpAddr::from([10, 0, 1, 1])).expect("room is made");
        let evicted: Vec<bool> = held.iter().map(|(held, _)| held.evicted.is_cancelled()).collect();
        assert_eq!(evicted.iter().position(|evicted| *evicted), Some(5));
        assert_eq!(evicted.iter().filter(|evicted| **evicted).count(), 1);
        for (connection, _) in &held {
            connection.idle_since.store(BUSY, Ordering::Relaxed);
        }
        new.0.idle_since.store(BUSY, Ordering::Relaxed);
        assert!(connections.admit(IpAddr::from([10, 0, 1, 2])).is_none(), "all are busy");
    }
}
