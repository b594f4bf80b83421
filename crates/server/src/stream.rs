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
    auth::{self, MaybeUser},
    commands::User,
    error::{Error, Result, no_table},
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

/// Follow a table. A WebSocket if the client asks for one, server-sent events otherwise.
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
    let session = person.as_ref().and(auth::token(&parts.headers)).map(auth::hash);
    let stream = Stream::open(&app, &slot, person, session, follow.seat, since).await?;
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
    /// Hash of the session's token, and accounts whose sessions end.
    session: Option<String>,
    ended: broadcast::Receiver<i64>,
    /// Pings since the session was last checked.
    pings: u32,
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
        session: Option<String>,
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
            vec![feed::text(&StreamMessage::Table(Box::new(app.table_info(room, feeds, account))))];
        if since != Some(room.seq) {
            first.extend(
                feed::scene(room, viewer, since).map(|scene| feed::text(&StreamMessage::Snapshot(scene))),
            );
            first.extend(
                feed::chats(room, viewer, since)
                    .into_iter()
                    .map(|chat| feed::text(&StreamMessage::Chat(chat))),
            );
        }
        app.streams.fetch_add(1, Ordering::Relaxed);
        let at = Presence { app: app.clone(), slot: slot.clone(), viewer };
        let ended = app.sessions.watch();
        Ok(Self { person, seq: room.seq, first, beats, session, ended, pings: 0, at })
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
                _ = ping.tick() => {
                    if !self.may_stay().await {
                        break CloseReason::Forbidden;
                    }
                    feed::text(&StreamMessage::Ping)
                }
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
                _ = ping.tick() => if self.may_stay().await {
                    (feed::text(&StreamMessage::Ping), false)
                } else {
                    (feed::text(&StreamMessage::Close { reason: CloseReason::Forbidden }), true)
                },
                () = &mut stop => (feed::text(&StreamMessage::Close { reason: CloseReason::Shutdown }), true),
                () = out.closed() => return,
            };
            self.at.app.metrics.stream_bytes.increment(text.text.len() as u64);
            if out.send_timeout((self.seq, text), SEND_TIMEOUT).await.is_err() || last {
                return;
            }
        }
    }

    /// Checks every third ping whether the session still exists: administrators end sessions from another process.
    async fn may_stay(&mut self) -> bool {
        self.pings += 1;
        !self.pings.is_multiple_of(3) || self.is_signed_in().await
    }

    /// Whether the session of this stream, if it has one, still exists. A failing database ends nothing.
    async fn is_signed_in(&self) -> bool {
        let Some(session) = &self.session else { return true };
        let app = &self.at.app;
        app.sessions.is_open(&app.store, session).await.unwrap_or(true)
    }

    /// The next message for this viewer.
    async fn next(&mut self) -> Next {
        loop {
            let next = tokio::select! {
                biased;
                next = self.beats.recv() => next,
                ended = self.ended.recv() => {
                    let mine = self.person.as_ref().map(|person| person.account);
                    let concerned = match ended {
                        Ok(account) => Some(account) == mine,
                        Err(_) => mine.is_some(),
                    };
                    if concerned && !self.is_signed_in().await {
                        return Next::End(CloseReason::Forbidden);
                    }
                    continue;
                }
            };
            match next {
                Ok(Outgoing::Message { seq, text }) => {
                    if seq >= self.seq {
                        self.seq = seq;
                        return Next::Send(text);
                    }
                }
                Ok(Outgoing::TableChanged | Outgoing::RecheckAccess) => {
                    match self.describe().await {
                        Ok(text) => return Next::Send(text),
                        // The database fails: when the table is read again, its description is sent again.
                        Err(Error::Busy(_)) => {}
                        Err(_) => return Next::End(CloseReason::Forbidden),
                    }
                }
                Err(broadcast::error::RecvError::Lagged(_)) => loop {
                    match self.resync().await {
                        Ok(Some(text)) => return Next::Send(text),
                        Ok(None) => break,
                        // The database fails: try again.
                        Err(Error::Busy(_)) => tokio::time::sleep(Duration::from_millis(300)).await,
                        Err(_) => return Next::End(CloseReason::Slow),
                    }
                },
                // The table was frozen by a fault: the client reconnects and reads why.
                Err(broadcast::error::RecvError::Closed) => return Next::End(CloseReason::Slow),
            }
        }
    }

    /// The description of the table, if the viewer may still see it from this seat.
    async fn describe(&self) -> Result<Arc<Message>> {
        let inner = self.at.app.lock(&self.at.slot).await?;
        let room = inner.room.as_ref().ok_or_else(no_table)?;
        let viewer = routes::viewer(room, self.person.as_ref(), self.at.viewer.seat().map(|seat| seat.0));
        viewer?;
        let account = self.person.as_ref().map(|person| person.account);
        Ok(feed::text(&StreamMessage::Table(Box::new(self.at.app.table_info(room, &inner.feeds, account)))))
    }

    /// A full snapshot, for a client that fell behind.
    async fn resync(&mut self) -> Result<Option<Arc<Message>>> {
        let inner = self.at.app.lock(&self.at.slot).await?;
        let room = inner.room.as_ref().ok_or_else(no_table)?;
        let Some(scene) = feed::scene(room, self.at.viewer, Some(self.seq)) else { return Ok(None) };
        // Queued messages are part of the snapshot.
        self.beats = self.beats.resubscribe();
        self.seq = room.seq;
        Ok(Some(feed::text(&StreamMessage::Snapshot(scene))))
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
