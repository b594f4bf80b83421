//! StreamMessage of a table: a WebSocket, or server-sent events. Both follow the same feed.

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
    app::{App, Cell},
    auth::Anyone,
    decide::Person,
    error::{Result, no_table},
    feed::{self, Beat, Message},
    input::Params,
    present, routes,
};

const PING: Duration = Duration::from_secs(20);
/// A reader that takes longer for one message is cut off; it may come back.
const PATIENCE: Duration = Duration::from_secs(15);

/// Through whose eyes, and from where on.
#[derive(Deserialize)]
pub(crate) struct Follow {
    pub(crate) seat: Option<u8>,
    pub(crate) since: Option<u64>,
}

/// Follow a table. A WebSocket if the client asks for one, server-sent events otherwise.
#[utoipa::path(get, path = "/api/tables/{id}/live", tag = "playing",
    params(("id" = String, Path), ("seat" = Option<u8>, Query), ("since" = Option<u64>, Query)),
    responses((status = 101, description = "a WebSocket of `StreamMessage`"), (status = 200, description = "server-sent events of `StreamMessage`", body = StreamMessage)))]
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    Anyone(person): Anyone,
    Path(id): Path<String>,
    Params(follow): Params<Follow>,
    request: Request,
) -> Result<Response> {
    let cell = app.find(&id).await?;
    let (mut parts, _) = request.into_parts();
    let last = parts.headers.get("last-event-id").and_then(|value| value.to_str().ok()?.parse().ok());
    let since = last.or(follow.since);
    let stream = Stream::open(&app, &cell, person, follow.seat, since).await?;
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

/// One viewer who follows one table.
pub(crate) struct Stream {
    person: Option<Person>,
    seq: u64,
    first: Vec<Arc<Message>>,
    beats: broadcast::Receiver<Beat>,
    /// Goes last: nobody listens any more when it says goodbye.
    at: Presence,
}

/// That somebody looks at a table.
struct Presence {
    app: Arc<App>,
    cell: Arc<Cell>,
    viewer: Viewer,
}

/// What to do next.
enum Next {
    Send(Arc<Message>),
    End(CloseReason),
}

impl Stream {
    pub(crate) async fn open(
        app: &Arc<App>,
        cell: &Arc<Cell>,
        person: Option<Person>,
        seat: Option<u8>,
        since: Option<u64>,
    ) -> Result<Self> {
        let mut inner = app.lock(cell).await?;
        let crate::app::Inner { room: Some(room), feeds } = &mut *inner else { return Err(no_table()) };
        let account = person.as_ref().map(|person| person.account);
        let viewer = routes::viewer(room, person.as_ref(), seat)?;
        // The others are told that somebody has come; he himself is told everything below.
        if feeds.connect(viewer, true) {
            feeds.table_changed(false);
        }
        let beats = feeds.subscribe(room, viewer);
        // A client cannot be ahead of us, unless it talks of another table.
        let since = since.filter(|&since| since <= room.seq);
        let mut first =
            vec![feed::text(&StreamMessage::Table(Box::new(present::table(room, feeds, account))))];
        if since != Some(room.seq) {
            first.extend(
                feed::scene(room, viewer, since).map(|scene| feed::text(&StreamMessage::Snapshot(scene))),
            );
            first.extend(
                feed::chats(room, since).into_iter().map(|chat| feed::text(&StreamMessage::Chat(chat))),
            );
        }
        app.streams.fetch_add(1, Ordering::Relaxed);
        let at = Presence { app: app.clone(), cell: cell.clone(), viewer };
        Ok(Self { person, seq: room.seq, first, beats, at })
    }

    async fn run_socket(mut self, mut socket: WebSocket) {
        let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + PING, PING);
        // Made once: all streams wait for the same word.
        let mut stop = pin!(self.at.app.stop.clone().cancelled_owned());
        for text in std::mem::take(&mut self.first) {
            if !self.sent(&mut socket, text).await {
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
                    // Commands come by POST; whatever is said here is ignored.
                    Some(Ok(_)) => continue,
                },
            };
            if !self.sent(&mut socket, text).await {
                return;
            }
        };
        let _ = self.sent(&mut socket, feed::text(&StreamMessage::Close { reason: goodbye })).await;
        // Wait a moment for the other side to have read it.
        let _ = tokio::time::timeout(Duration::from_secs(1), socket.send(Frame::Close(None))).await;
    }

    async fn sent(&self, socket: &mut WebSocket, message: Arc<Message>) -> bool {
        let packs = socket.protocol().is_some();
        let (bytes, frame) = match packs.then(|| message.packed()).flatten() {
            Some(packed) => (packed.len(), Frame::Binary(packed)),
            None => (message.text.len(), Frame::Text(message.text.clone())),
        };
        self.at.app.meters.stream_bytes.increment(bytes as u64);
        matches!(tokio::time::timeout(PATIENCE, socket.send(frame)).await, Ok(Ok(())))
    }

    async fn run_events(mut self, out: mpsc::Sender<(u64, Arc<Message>)>) {
        let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + PING, PING);
        // Made once: all streams wait for the same word.
        let mut stop = pin!(self.at.app.stop.clone().cancelled_owned());
        for text in std::mem::take(&mut self.first) {
            if out.send_timeout((self.seq, text), PATIENCE).await.is_err() {
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
            self.at.app.meters.stream_bytes.increment(text.text.len() as u64);
            if out.send_timeout((self.seq, text), PATIENCE).await.is_err() || last {
                return;
            }
        }
    }

    /// The next message for this viewer.
    async fn next(&mut self) -> Next {
        loop {
            match self.beats.recv().await {
                Ok(Beat::Text { seq, text }) => {
                    if seq >= self.seq {
                        self.seq = seq;
                        return Next::Send(text);
                    }
                }
                Ok(Beat::Table | Beat::Check) => {
                    if let Some(text) = self.describe().await {
                        return Next::Send(text);
                    }
                    return Next::End(CloseReason::Forbidden);
                }
                Err(broadcast::error::RecvError::Lagged(_)) => {
                    if let Some(text) = self.again().await {
                        return Next::Send(text);
                    }
                }
                // The table was frozen by a fault: the client comes back and reads why.
                Err(broadcast::error::RecvError::Closed) => return Next::End(CloseReason::Slow),
            }
        }
    }

    /// The table's description, if the viewer may still see it through these eyes.
    async fn describe(&self) -> Option<Arc<Message>> {
        let inner = self.at.app.lock(&self.at.cell).await.ok()?;
        let room = inner.room.as_ref()?;
        let viewer = routes::viewer(room, self.person.as_ref(), self.at.viewer.seat().map(|seat| seat.0));
        viewer.ok()?;
        let account = self.person.as_ref().map(|person| person.account);
        Some(feed::text(&StreamMessage::Table(Box::new(present::table(room, &inner.feeds, account)))))
    }

    /// The whole scene, for a reader that fell behind.
    async fn again(&mut self) -> Option<Arc<Message>> {
        let inner = self.at.app.lock(&self.at.cell).await.ok()?;
        let room = inner.room.as_ref()?;
        let scene = feed::scene(room, self.at.viewer, Some(self.seq))?;
        // What is still queued is part of the scene.
        self.beats = self.beats.resubscribe();
        self.seq = room.seq;
        Some(feed::text(&StreamMessage::Snapshot(scene)))
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.app.streams.fetch_sub(1, Ordering::Relaxed);
        let (cell, viewer) = (self.cell.clone(), self.viewer);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                let mut inner = cell.inner.lock().await;
                if inner.feeds.connect(viewer, false) {
                    inner.feeds.table_changed(false);
                }
                inner.feeds.forget_the_gone();
            });
        }
    }
}
