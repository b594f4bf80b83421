//! Streams of a table: a WebSocket, or server-sent events. Both read the same feed.

use std::{
    convert::Infallible,
    pin::pin,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use axum::{
    extract::{
        FromRequestParts, Path, Request, State, WebSocketUpgrade,
        ws::{Message as Frame, WebSocket},
    },
    response::{
        IntoResponse, Response,
        sse::{Event, Sse},
    },
};
use rules::Viewer;
use serde::Deserialize;
use tokio::sync::{broadcast, mpsc};
use wire::{CloseReason, StreamMessage};

use crate::{
    app::{App, TableSlot},
    auth::MaybeUser,
    commands::User,
    describe,
    error::{Result, no_table},
    extract::QueryParams,
    feed::{self, Message, Outgoing},
    routes,
};

const PING: Duration = Duration::from_secs(20);
/// A client that takes longer for one message is disconnected; it may reconnect.
const SEND_TIMEOUT: Duration = Duration::from_secs(15);

/// The viewer's seat, and the `seq` to resume from.
#[derive(Deserialize)]
pub(crate) struct StreamQuery {
    pub(crate) seat: Option<u8>,
    pub(crate) since: Option<u64>,
}

/// StreamQuery a table. A WebSocket if the client asks for one, server-sent events otherwise.
#[utoipa::path(get, path = "/api/tables/{id}/live", tag = "playing",
    params(("id" = String, Path), ("seat" = Option<u8>, Query), ("since" = Option<u64>, Query)),
    responses((status = 101, description = "a WebSocket of `StreamMessage`"), (status = 200, description = "server-sent events of `StreamMessage`", body = StreamMessage)))]
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    MaybeUser(person): MaybeUser,
    Path(id): Path<String>,
    QueryParams(follow): QueryParams<StreamQuery>,
    request: Request,
) -> Result<Response> {
    let slot = app.find(&id).await?;
    let (mut parts, _) = request.into_parts();
    let last = parts.headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse().ok());
    let since = last.or(follow.since);
    let stream = Stream::open(&app, &slot, person, follow.seat, since).await?;
    if let Ok(upgrade) = WebSocketUpgrade::from_request_parts(&mut parts, &app).await {
        // Small buffers: there may be tens of thousands of these.
        let upgrade = upgrade
            .read_buffer_size(512)
            .write_buffer_size(0)
            .max_message_size(4_096)
            .max_frame_size(4_096)
            .protocols([wire::DEFLATE_SUBPROTOCOL]);
        return Ok(upgrade.on_upgrade(|socket| stream.run_socket(socket)));
    }
    let (send, receive) = mpsc::channel(8);
    tokio::spawn(stream.run_events(send));
    let events = futures_util::stream::unfold(receive, |mut receive| async move {
        let (seq, message): (u64, Arc<Message>) = receive.recv().await?;
        let event = Event::default().id(seq.to_string()).data(message.text.as_str());
        Some((Ok::<_, Infallible>(event), receive))
    });
    Ok(Sse::new(events).into_response())
}

/// One viewer's stream of one table.
pub(crate) struct Stream {
    person: Option<User>,
    seq: u64,
    first: Vec<Arc<Message>>,
    beats: broadcast::Receiver<Outgoing>,
    /// Dropped last: `beats` must be gone when `Presence` unregisters the viewer.
    at: Presence,
}

/// Registers a connected viewer; unregisters on drop.
struct Presence {
    app: Arc<App>,
    slot: Arc<TableSlot>,
    viewer: Viewer,
}

/// Next action of a stream.
enum Next {
    Send(Arc<Message>),
    End(CloseReason),
}

impl Stream {
    pub(crate) async fn open(
        app: &Arc<App>,
        slot: &Arc<TableSlot>,
        person: Option<User>,
        seat: Option<u8>,
        since: Option<u64>,
    ) -> Result<Self> {
        let mut inner = app.lock(slot).await?;
        let crate::app::SlotState { room: Some(room), feeds } = &mut *inner else { return Err(no_table()) };
        let account = person.as_ref().map(|person| person.account);
        let viewer = routes::viewer(room, person.as_ref(), seat)?;
        // Notify the other viewers of the new connection; this client gets a full snapshot below.
        if feeds.connect(viewer, true) {
            feeds.notify_table_changed(false);
        }
        let beats = feeds.subscribe(room, viewer);
        // Ignore a `since` beyond our journal: it belongs to another table.
        let since = since.filter(|&since| since <= room.seq);
        let mut first =
            vec![feed::text(&StreamMessage::Table(Box::new(describe::table(room, feeds, account))))];
        if since != Some(room.seq) {
            first.extend(
                feed::scene(room, viewer, since).map(|scene| feed::text(&StreamMessage::Snapshot(scene))),
            );
            first.extend(
                feed::chats(room, since).into_iter().map(|chat| feed::text(&StreamMessage::Chat(chat))),
            );
        }
        app.streams.fetch_add(1, Ordering::Relaxed);
        let at = Presence { app: app.clone(), slot: slot.clone(), viewer };
        Ok(Self { person, seq: room.seq, first, beats, at })
    }

    async fn run_socket(mut self, mut socket: WebSocket) {
        let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + PING, PING);
        // Created outside the loop: one shutdown future per stream.
        let mut stop = pin!(self.at.app.stop.clone().cancelled_owned());
        for text in std::mem::take(&mut self.first) {
            if !self.send(&mut socket, text).await {
                return;
            }
        }
        let goodbye = loop {
            let text = tokio::select! {
                biased;
                next = self.next() => match next {
                    Next::Send(text) => text,
                    Next::End(reason) => break reason,
                },
                _ = ping.tick() => feed::text(&StreamMessage::Ping),
                () = &mut stop => break CloseReason::Shutdown,
                heard = socket.recv() => match heard {
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
                    // Commands come by POST; input on the stream is ignored.
                    Some(Ok(_)) => continue,
                },
            };
            if !self.send(&mut socket, text).await {
                return;
            }
        };
        let _ = self.send(&mut socket, feed::text(&StreamMessage::Close { reason: goodbye })).await;
        // Give the client a moment to read it.
        let _ = tokio::time::timeout(Duration::from_secs(1), socket.send(Frame::Close(None))).await;
    }

    async fn send(&self, socket: &mut WebSocket, message: Arc<Message>) -> bool {
        let packs = socket.protocol().is_some();
        let (bytes, frame) = match packs.then(|| message.packed()).flatten() {
            Some(packed) => (packed.len(), Frame::Binary(packed)),
            None => (message.text.len(), Frame::Text(message.text.clone())),
        };
        self.at.app.metrics.stream_bytes.increment(bytes as u64);
        matches!(tokio::time::timeout(SEND_TIMEOUT, socket.send(frame)).await, Ok(Ok(())))
    }

    async fn run_events(mut self, out: mpsc::Sender<(u64, Arc<Message>)>) {
        let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + PING, PING);
        // Created outside the loop: one shutdown future per stream.
        let mut stop = pin!(self.at.app.stop.clone().cancelled_owned());
        for text in std::mem::take(&mut self.first) {
            if out.send_timeout((self.seq, text), SEND_TIMEOUT).await.is_err() {
                return;
            }
        }
        loop {
            let (text, last) = tokio::select! {
                next = self.next() => match next {
                    Next::Send(text) => (text, false),
                    Next::End(reason) => (feed::text(&StreamMessage::Close { reason }), true),
                },
                _ = ping.tick() => (feed::text(&StreamMessage::Ping), false),
                () = &mut stop => (feed::text(&StreamMessage::Close { reason: CloseReason::Shutdown }), true),
                () = out.closed() => return,
            };
            self.at.app.metrics.stream_bytes.increment(text.text.len() as u64);
            if out.send_timeout((self.seq, text), SEND_TIMEOUT).await.is_err() || last {
                return;
            }
        }
    }

    /// The next message for this viewer.
    async fn next(&mut self) -> Next {
        loop {
            match self.beats.recv().await {
                Ok(Outgoing::Message { seq, text }) => {
                    if seq >= self.seq {
                        self.seq = seq;
                        return Next::Send(text);
                    }
                }
                Ok(Outgoing::TableChanged | Outgoing::RecheckAccess) => {
                    if let Some(text) = self.describe().await {
                        return Next::Send(text);
                    }
                    return Next::End(CloseReason::Forbidden);
                }
                Err(broadcast::error::RecvError::Lagged(_)) => {
                    if let Some(text) = self.resync().await {
                        return Next::Send(text);
                    }
                }
                // The table was frozen by a fault: the client reconnects and reads why.
                Err(broadcast::error::RecvError::Closed) => return Next::End(CloseReason::Slow),
            }
        }
    }

    /// The description of the table, if the viewer may still see it from this seat.
    async fn describe(&self) -> Option<Arc<Message>> {
        let inner = self.at.app.lock(&self.at.slot).await.ok()?;
        let room = inner.room.as_ref()?;
        let viewer = routes::viewer(room, self.person.as_ref(), self.at.viewer.seat().map(|seat| seat.0));
        viewer.ok()?;
        let account = self.person.as_ref().map(|person| person.account);
        Some(feed::text(&StreamMessage::Table(Box::new(describe::table(room, &inner.feeds, account)))))
    }

    /// A full snapshot, for a client that fell behind.
    async fn resync(&mut self) -> Option<Arc<Message>> {
        let inner = self.at.app.lock(&self.at.slot).await.ok()?;
        let room = inner.room.as_ref()?;
        let scene = feed::scene(room, self.at.viewer, Some(self.seq))?;
        // Queued messages are part of the snapshot.
        self.beats = self.beats.resubscribe();
        self.seq = room.seq;
        Some(feed::text(&StreamMessage::Snapshot(scene)))
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.app.streams.fetch_sub(1, Ordering::Relaxed);
        let (slot, viewer) = (self.slot.clone(), self.viewer);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let mut inner = slot.inner.lock().await;
                if inner.feeds.connect(viewer, false) {
                    inner.feeds.notify_table_changed(false);
                }
                inner.feeds.drop_disconnected();
            });
        }
    }
}
