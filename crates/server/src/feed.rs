//! Streams of a table: a full snapshot once, then patches.

use std::{
    fmt::Write as _,
    sync::{Arc, OnceLock},
};

use axum::{body::Bytes, extract::ws::Utf8Bytes};
use json_diff::{Encoded, PatchBuilder};
use rules::{Seat, Viewer};
use tokio::sync::broadcast;
use wire::{Chat, LogLine, Prompt, Snapshot, StreamMessage, Update};

use crate::room::Room;

/// Messages a slow client may lag before a full resync.
const CHANNEL_CAPACITY: usize = 32;

/// An encoded message; compressed once for all streams that accept deflate.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) text: Utf8Bytes,
    packed: OnceLock<Bytes>,
}

impl Message {
    fn new(text: String) -> Arc<Self> {
        Arc::new(Self { text: text.into(), packed: OnceLock::new() })
    }

    /// The compressed form; `None` if the message is too short.
    pub(crate) fn packed(&self) -> Option<Bytes> {
        let worth_it = self.text.len() >= wire::MIN_DEFLATE_LEN;
        worth_it.then(|| self.packed.get_or_init(|| wire::deflate(&self.text).into()).clone())
    }
}

/// An item of a viewer's broadcast channel.
#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    /// Send this text; the stream is then at `seq`.
    Message { seq: u64, text: Arc<Message> },
    /// Seats, clocks or the result have changed: send the description of the table.
    TableChanged,
    /// Seats have changed: check whether the viewer may still see the table.
    RecheckAccess,
}

/// The streams of one viewer of a table. They share one encoded update.
struct Feed {
    viewer: Viewer,
    /// The viewer's part of the last state sent; `None` before the match starts.
    doc: Option<ViewerSnapshot>,
    beats: broadcast::Sender<Outgoing>,
}

/// All streams of a table.
#[derive(Default)]
pub(crate) struct Feeds {
    /// The shared part of the last state sent.
    sent: SharedSnapshot,
    of_viewers: Vec<Feed>,
    chatted: u64,
    /// Number of connected streams by seat.
    connected: Vec<u16>,
}

/// Last state sent to all viewers.
#[derive(Default)]
struct SharedSnapshot {
    seq: u64,
    steps: u32,
    /// Public view and seats to act; `null` before the match starts, or without viewers.
    board: Encoded,
    to_act: Encoded,
}

impl SharedSnapshot {
    fn of(room: &Room) -> Self {
        let board = room.game.as_ref().map_or_else(Encoded::default, |game| game.public_view());
        Self { seq: room.seq, steps: room.steps(), board, to_act: Encoded::of(&to_act(room)) }
    }

    /// The shared patch that turns this into `new`.
    fn changes(&self, new: &Self) -> String {
        let mut changes = PatchBuilder::default();
        changes.diff_flattened("view", &self.board, &new.board);
        changes.diff_field("asked", &self.to_act, &new.to_act);
        changes.ops()
    }
}

impl Feeds {
    /// Subscribes a stream.
    pub(crate) fn subscribe(&mut self, room: &Room, viewer: Viewer) -> broadcast::Receiver<Outgoing> {
        self.publish(room);
        if let Some(feed) = self.of_viewers.iter().find(|feed| feed.viewer == viewer) {
            return feed.beats.subscribe();
        }
        let (beats, receiver) = broadcast::channel(CHANNEL_CAPACITY);
        self.chatted = self.chatted.max(room.seq);
        if self.of_viewers.is_empty() {
            self.sent = SharedSnapshot::of(room);
        }
        self.of_viewers.push(Feed { viewer, doc: ViewerSnapshot::of(room, viewer), beats });
        receiver
    }

    /// A stream of this seat came (or went); says whether that is worth telling the others.
    pub(crate) fn connect(&mut self, viewer: Viewer, come: bool) -> bool {
        let Some(Seat(seat)) = viewer.seat() else { return false };
        let seat = usize::from(seat);
        self.connected.resize(self.connected.len().max(seat + 1), 0);
        let count = &mut self.connected[seat];
        *count = if come { *count + 1 } else { count.saturating_sub(1) };
        *count == u16::from(come)
    }

    pub(crate) fn is_connected(&self, seat: u8) -> bool {
        self.connected.get(usize::from(seat)).is_some_and(|&count| count > 0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.of_viewers.iter().all(|feed| feed.beats.receiver_count() == 0)
    }

    /// Drops the snapshots of disconnected viewers; they are ten times the size of the table itself.
    pub(crate) fn drop_disconnected(&mut self) {
        self.of_viewers.retain(|feed| feed.beats.receiver_count() > 0);
        if self.of_viewers.is_empty() {
            self.sent = SharedSnapshot::default();
        }
    }

    /// Number of viewers with a snapshot, and whether the board is stored.
    #[cfg(test)]
    pub(crate) fn kept(&self) -> (usize, bool) {
        (self.of_viewers.len(), self.sent.board != Encoded::default())
    }

    /// Notifies every stream that seats, clocks or the result have changed.
    pub(crate) fn notify_table_changed(&self, recheck_access: bool) {
        for feed in &self.of_viewers {
            // No receiver is fine.
            let _ = feed.beats.send(if recheck_access {
                Outgoing::RecheckAccess
            } else {
                Outgoing::TableChanged
            });
        }
    }

    /// Sends the changes since the last call.
    fn publish(&mut self, room: &Room) {
        let news = self.prepare(room);
        self.send(news);
    }

    /// Encodes the changes since the last call.
    pub(crate) fn prepare(&mut self, room: &Room) -> PreparedUpdate {
        self.drop_disconnected();
        let mut news = PreparedUpdate { chatted: room.seq, sent: None, seq: room.seq, feeds: Vec::new() };
        if self.of_viewers.is_empty() {
            news.seq = 0;
            return news;
        }
        let first_new = room.chats.partition_point(|chat| chat.seq <= self.chatted);
        let chats: Vec<(&Chat, Outgoing)> = room
            .chats
            .range(first_new..)
            .map(|chat| {
                let text = text(&StreamMessage::Chat(chat.clone()));
                (chat, Outgoing::Message { seq: self.sent.seq, text })
            })
            .collect();
        let heard = |feed: &Feed| {
            let heard = chats.iter().filter(|(chat, _)| room.hears(feed.viewer, chat));
            heard.map(|(_, message)| message.clone()).collect()
        };
        news.feeds =
            self.of_viewers.iter().map(|feed| ViewerUpdate { beats: heard(feed), doc: None }).collect();
        if self.sent.seq == room.seq || room.game.is_none() {
            return news;
        }
        // Chat and the like do not change the board; only `seq` advances.
        if room.revision <= self.sent.seq {
            let update =
                text(&StreamMessage::Update(Update::nothing(self.sent.seq, room.seq, room.revision)));
            for feed in &mut news.feeds {
                feed.beats.push(Outgoing::Message { seq: room.seq, text: update.clone() });
            }
            return news;
        }
        let fresh = SharedSnapshot::of(room);
        let mut update = UpdateEncoder::of(room, &self.sent, &fresh);
        for (feed, news) in self.of_viewers.iter().zip(&mut news.feeds) {
            let Some(doc) = ViewerSnapshot::of(room, feed.viewer) else { continue };
            let text = match &feed.doc {
                None => scene(room, feed.viewer, Some(self.sent.seq))
                    .map(|scene| text(&StreamMessage::Snapshot(scene))),
                Some(old) => Some(update.for_viewer(feed.viewer, old.changes(&doc))),
            };
            news.doc = Some(doc);
            news.beats.extend(text.map(|text| Outgoing::Message { seq: room.seq, text }));
        }
        news.sent = Some(fresh);
        news
    }

    /// Sends the updates from `prepare`. The table lock must be held in between: a viewer who subscribed meanwhile would
    /// miss this update.
    pub(crate) fn send(&mut self, news: PreparedUpdate) {
        self.chatted = news.chatted;
        if let Some(sent) = news.sent {
            self.sent = sent;
        }
        self.sent.seq = news.seq;
        for (feed, news) in self.of_viewers.iter_mut().zip(news.feeds) {
            if news.doc.is_some() {
                feed.doc = news.doc;
            }
            for beat in news.beats {
                // No receiver is fine.
                let _ = feed.beats.send(beat);
            }
        }
    }
}

/// Encoded updates of a change, prepared while the fsync runs.
pub(crate) struct PreparedUpdate {
    chatted: u64,
    /// The new shared state; `None` if the board did not change.
    sent: Option<SharedSnapshot>,
    seq: u64,
    /// In the order of the viewers.
    feeds: Vec<ViewerUpdate>,
}

/// The part for one viewer.
struct ViewerUpdate {
    beats: Vec<Outgoing>,
    doc: Option<ViewerSnapshot>,
}

/// Encodes the update for each viewer. Viewers who saw the same events share one encoded head.
struct UpdateEncoder<'r> {
    room: &'r Room,
    sent: &'r SharedSnapshot,
    /// The first step of the update.
    first: u32,
    /// The patch shared by all viewers.
    shared: String,
    /// Encoded `Update` without its patch and closing brace, per distinct set of visible events.
    heads: Vec<(Viewer, String)>,
}

impl<'r> UpdateEncoder<'r> {
    fn of(room: &'r Room, sent: &'r SharedSnapshot, fresh: &SharedSnapshot) -> Self {
        let first = room.first_unseen_step(sent.seq).min(sent.steps);
        Self { room, sent, first, shared: sent.changes(fresh), heads: Vec::new() }
    }

    /// `patch` is the private part of this viewer.
    fn for_viewer(&mut self, viewer: Viewer, mut patch: PatchBuilder<'_>) -> Arc<Message> {
        patch.append_ops(&self.shared);
        let patch = patch.ops();
        let head = self.head(viewer);
        let mut text = String::with_capacity(head.len() + patch.len() + 16);
        text.push_str(head);
        if !patch.is_empty() {
            for part in [",\"patch\":[", &patch, "]"] {
                text.push_str(part);
            }
        }
        text.push('}');
        let message = Message::new(text);
        // Compress now: `prepare` usually runs during the fsync, and most clients accept deflate.
        message.packed();
        message
    }

    fn head(&mut self, viewer: Viewer) -> &str {
        let Self { room, sent, first, .. } = *self;
        let same = |other: Viewer| {
            room.game.as_deref().is_none_or(|game| game.same_events(other, viewer, first as usize))
        };
        let known = self.heads.iter().position(|(other, _)| same(*other));
        let known = known.unwrap_or_else(|| {
            let update = Update {
                log_from: (first < sent.steps).then_some(first),
                log: log(room, viewer, first),
                scenes: scenes(room, viewer, first),
                clocks: room.clock.face(room.now()),
                ..Update::nothing(sent.seq, room.seq, room.revision)
            };
            let mut head = serde_json::to_string(&StreamMessage::Update(update)).expect("news is plain data");
            head.pop();
            self.heads.push((viewer, head));
            self.heads.len() - 1
        });
        &self.heads[known].1
    }
}

/// The JSON of a message.
pub(crate) fn text(news: &StreamMessage) -> Arc<Message> {
    Message::new(serde_json::to_string(news).expect("news is plain data"))
}

/// Log lines visible to a viewer, from step `since` on.
pub(crate) fn log(room: &Room, viewer: Viewer, since: u32) -> Vec<LogLine> {
    let Some(game) = &room.game else { return vec![] };
    let lines = game.events_for(viewer, since as usize).into_iter();
    lines.map(log_line).collect()
}

/// A log line, as it goes over the wire.
pub(crate) fn log_line(line: catalog::LogLine) -> LogLine {
    let (heading, text, importance) = match line.line {
        Some(line) => (line.heading, line.text.into_iter().map(span).collect(), line.importance),
        None => (None, vec![], 2),
    };
    LogLine { step: line.step as u32, heading, text, importance, event: wire::Json(line.event) }
}

fn span(span: rules::Span) -> wire::Span {
    match span {
        rules::Span::Text { text } => wire::Span::Text { text },
        rules::Span::Ref { target, text } => wire::Span::Ref { target: target.to_string(), text },
        rules::Span::Dice { dice } => wire::Span::Dice { dice },
    }
}

/// The scenes that ended from a step on, as a viewer saw them.
pub(crate) fn scenes(room: &Room, viewer: Viewer, since: u32) -> Vec<wire::Scene> {
    let Some(game) = &room.game else { return vec![] };
    let scene = |(step, scene): (usize, rules::Scene)| wire::Scene {
        step: step as u32,
        title: scene.title,
        result: scene.result,
        lines: scene.lines.into_iter().map(|line| line.into_iter().map(span).collect()).collect(),
        targets: words(&scene.targets),
    };
    game.scenes(viewer, since as usize).into_iter().map(scene).collect()
}

/// The prompt of a seat, as it goes over the wire.
pub(crate) fn prompt(prompt: rules::Prompt) -> Prompt {
    Prompt {
        title: prompt.title,
        subtitle: prompt.subtitle,
        rule: prompt.rule.map(|rule| rule.name().to_owned()),
        choices: prompt.choices.into_iter().map(choice).collect(),
        denied: prompt.denied.into_iter().map(denied).collect(),
        undo: prompt.undo,
        undo_refused: prompt.undo_refused,
        resign: prompt.resign,
    }
}

fn choice(choice: rules::Choice) -> wire::Choice {
    let amount = |rules::Amount { value, min, max, step, unit }| wire::Amount { value, min, max, step, unit };
    wire::Choice {
        action: choice.action,
        label: choice.label,
        targets: words(&choice.targets),
        group: choice.group,
        amount: choice.amount.map(amount),
        primary: choice.primary,
        consequence: choice.consequence,
        irreversible: choice.irreversible,
    }
}

fn denied(denied: rules::DeniedChoice) -> wire::DeniedChoice {
    wire::DeniedChoice {
        action: denied.action,
        label: denied.label,
        targets: words(&denied.targets),
        rule: denied.rule.name().to_owned(),
        why: denied.why,
    }
}

fn words(targets: &[rules::Target]) -> Vec<String> {
    targets.iter().map(target).collect()
}

fn target(target: &rules::Target) -> String {
    // Long enough for most targets.
    let mut word = String::with_capacity(16);
    write!(word, "{target}").expect("writing to a string cannot fail");
    word
}

/// A viewer's own part of the state, by field; updates are patches between two of these.
struct ViewerSnapshot {
    view: Encoded,
    prompt: Encoded,
    standing: Encoded,
}

impl ViewerSnapshot {
    fn of(room: &Room, viewer: Viewer) -> Option<Self> {
        let game = room.game.as_ref()?;
        let prompt = viewer.seat().map(|seat| prompt(game.prompt(seat)));
        Some(Self {
            view: game.private_view(viewer),
            prompt: Encoded::of(&prompt),
            standing: Encoded::of(&game.score_lines(viewer)),
        })
    }

    /// The patch that turns this snapshot into `new`.
    fn changes<'t>(&'t self, new: &'t Self) -> PatchBuilder<'t> {
        let mut changes = PatchBuilder::default();
        changes.diff_flattened("view", &self.view, &new.view);
        changes.diff_field("prompt", &self.prompt, &new.prompt);
        changes.diff_field("standing", &self.standing, &new.standing);
        changes
    }
}

fn to_act(room: &Room) -> Vec<u8> {
    room.asked().iter().map(|seat| seat.0).collect()
}

/// The full state for a client that has everything up to `since`.
pub(crate) fn scene(room: &Room, viewer: Viewer, since: Option<u64>) -> Option<Snapshot> {
    let game = room.game.as_ref()?;
    let log_from = room.first_unseen_step(since.unwrap_or(0));
    Some(Snapshot {
        seq: room.seq,
        revision: room.revision,
        log_from,
        log: log(room, viewer, log_from),
        view: wire::Json(game.full_view(viewer)),
        prompt: viewer.seat().map(|seat| prompt(game.prompt(seat))),
        standing: game.score_lines(viewer),
        to_act: to_act(room),
        clocks: room.clock.face(room.now()),
    })
}

/// Chat lines after `since`.
pub(crate) fn chats(room: &Room, viewer: Viewer, since: Option<u64>) -> Vec<Chat> {
    let new = room.chats.iter().filter(|chat| since.is_none_or(|since| chat.seq > since));
    new.filter(|chat| room.hears(viewer, chat)).cloned().collect()
}
