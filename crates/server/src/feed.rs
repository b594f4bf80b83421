//! What the viewers of a table are sent: the whole scene once, after that only what changed.

use std::{
    fmt::Write as _,
    sync::{Arc, OnceLock},
};

use axum::{body::Bytes, extract::ws::Utf8Bytes};
use json_diff::{Encoded, PatchBuilder};
use rules::{Seat, Viewer};
use store::now;
use tokio::sync::broadcast;
use wire::{Chat, LogLine, Prompt, Snapshot, StreamMessage, Update};

use crate::room::Room;

/// How many messages a slow reader may be behind before it gets the whole scene again.
const BACKLOG: usize = 32;

/// A message as it goes over the line; packed once for all streams that want it so.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) text: Utf8Bytes,
    packed: OnceLock<Bytes>,
}

impl Message {
    fn new(text: String) -> Arc<Self> {
        Arc::new(Self { text: text.into(), packed: OnceLock::new() })
    }

    /// The packed form, if it is worth it.
    pub(crate) fn packed(&self) -> Option<Bytes> {
        let worth_it = self.text.len() >= wire::MIN_DEFLATE_LEN;
        worth_it.then(|| self.packed.get_or_init(|| wire::deflate(&self.text).into()).clone())
    }
}

/// One piece of news for the streams of a viewer.
#[derive(Clone, Debug)]
pub(crate) enum Beat {
    /// Send this text; the stream is then at `seq`.
    Text { seq: u64, text: Arc<Message> },
    /// Seats, clocks or the result have changed: send the table's description.
    Table,
    /// The viewer may not be allowed to look any more.
    Check,
}

/// The streams of one viewer of a table. They share the work of finding out what changed.
struct Feed {
    viewer: Viewer,
    /// What was last sent besides the board; none before the match begins.
    doc: Option<Doc>,
    beats: broadcast::Sender<Beat>,
}

/// All streams of a table.
#[derive(Default)]
pub(crate) struct Feeds {
    /// How far all of them are.
    sent: Sent,
    of_viewers: Vec<Feed>,
    chatted: u64,
    /// How many streams look through the eyes of each seat.
    connected: Vec<u16>,
}

/// What the streams of a table have been sent.
#[derive(Default)]
struct Sent {
    seq: u64,
    steps: u32,
    /// What everybody sees, and whom the table waits for; nothing before the match begins, or if nobody looks.
    board: Encoded,
    to_act: Encoded,
}

impl Sent {
    fn of(room: &Room) -> Self {
        let board = room.game.as_ref().map_or_else(Encoded::default, |game| game.board());
        Self { seq: room.seq, steps: room.steps(), board, to_act: Encoded::of(&to_act(room)) }
    }

    /// The changes for everybody that make `new` of this.
    fn changes(&self, new: &Self) -> String {
        let mut changes = PatchBuilder::default();
        changes.diff_flattened("view", &self.board, &new.board);
        changes.diff_field("asked", &self.to_act, &new.to_act);
        changes.ops()
    }
}

impl Feeds {
    /// A new stream.
    pub(crate) fn subscribe(&mut self, room: &Room, viewer: Viewer) -> broadcast::Receiver<Beat> {
        self.publish(room);
        if let Some(feed) = self.of_viewers.iter().find(|feed| feed.viewer == viewer) {
            return feed.beats.subscribe();
        }
        let (beats, receiver) = broadcast::channel(BACKLOG);
        self.chatted = self.chatted.max(room.seq);
        if self.of_viewers.is_empty() {
            self.sent = Sent::of(room);
        }
        self.of_viewers.push(Feed { viewer, doc: Doc::of(room, viewer), beats });
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

    /// Keeps nothing for viewers who have gone: what they were sent last weighs ten times what the table does.
    pub(crate) fn forget_the_gone(&mut self) {
        self.of_viewers.retain(|feed| feed.beats.receiver_count() > 0);
        if self.of_viewers.is_empty() {
            self.sent = Sent::default();
        }
    }

    /// For how many viewers something is kept, and whether the board is.
    #[cfg(test)]
    pub(crate) fn kept(&self) -> (usize, bool) {
        (self.of_viewers.len(), self.sent.board != Encoded::default())
    }

    /// Tells every stream that seats, clocks or the result have changed.
    pub(crate) fn table_changed(&self, who_sees: bool) {
        for feed in &self.of_viewers {
            // Nobody listening is fine.
            let _ = feed.beats.send(if who_sees { Beat::Check } else { Beat::Table });
        }
    }

    /// Sends what has changed since the last time.
    fn publish(&mut self, room: &Room) {
        let news = self.prepare(room);
        self.send(news);
    }

    /// Finds out what has changed since the last time, and how to tell it.
    pub(crate) fn prepare(&mut self, room: &Room) -> Prepared {
        self.forget_the_gone();
        let mut news = Prepared { chatted: room.seq, sent: None, seq: room.seq, feeds: Vec::new() };
        if self.of_viewers.is_empty() {
            news.seq = 0;
            return news;
        }
        let first_new = room.chats.partition_point(|chat| chat.seq <= self.chatted);
        let chats: Vec<Beat> = room
            .chats
            .range(first_new..)
            .map(|chat| Beat::Text { seq: self.sent.seq, text: text(&StreamMessage::Chat(chat.clone())) })
            .collect();
        news.feeds = self.of_viewers.iter().map(|_| ForFeed { beats: chats.clone(), doc: None }).collect();
        if self.sent.seq == room.seq || room.game.is_none() {
            return news;
        }
        // Chat and the like leave the board as it is; only the count goes on.
        if room.revision <= self.sent.seq {
            let update =
                text(&StreamMessage::Update(Update::nothing(self.sent.seq, room.seq, room.revision)));
            for feed in &mut news.feeds {
                feed.beats.push(Beat::Text { seq: room.seq, text: update.clone() });
            }
            return news;
        }
        let fresh = Sent::of(room);
        let mut update = Updates::of(room, &self.sent, &fresh);
        for (feed, news) in self.of_viewers.iter().zip(&mut news.feeds) {
            let Some(doc) = Doc::of(room, feed.viewer) else { continue };
            let text = match &feed.doc {
                None => scene(room, feed.viewer, Some(self.sent.seq))
                    .map(|scene| text(&StreamMessage::Snapshot(scene))),
                Some(old) => Some(update.for_viewer(feed.viewer, old.changes(&doc))),
            };
            news.doc = Some(doc);
            news.beats.extend(text.map(|text| Beat::Text { seq: room.seq, text }));
        }
        news.sent = Some(fresh);
        news
    }

    /// Sends what was prepared. Nobody may have come since.
    pub(crate) fn send(&mut self, news: Prepared) {
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
                // Nobody listening is fine.
                let _ = feed.beats.send(beat);
            }
        }
    }
}

/// StreamMessage of a change, made while it is on its way to the disk.
pub(crate) struct Prepared {
    chatted: u64,
    /// How far the streams will be; nothing if the board is as it was.
    sent: Option<Sent>,
    seq: u64,
    /// In the order of the viewers.
    feeds: Vec<ForFeed>,
}

/// The part for one viewer.
struct ForFeed {
    beats: Vec<Beat>,
    doc: Option<Doc>,
}

/// What has happened to the match, for each of its viewers. Most see the same happen, and it is told once.
struct Updates<'r> {
    room: &'r Room,
    sent: &'r Sent,
    /// The first step to tell of.
    first: u32,
    /// The changes that everybody sees.
    shared: String,
    /// What somebody saw happen: an update but for the changes, and for the brace at its end.
    heads: Vec<(Viewer, String)>,
}

impl<'r> Updates<'r> {
    fn of(room: &'r Room, sent: &'r Sent, fresh: &Sent) -> Self {
        let first = room.first_news(sent.seq).min(sent.steps);
        Self { room, sent, first, shared: sent.changes(fresh), heads: Vec::new() }
    }

    /// `patch` are the changes only this viewer sees.
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
        // Most streams want it so, and now is a good time.
        message.packed();
        message
    }

    fn head(&mut self, viewer: Viewer) -> &str {
        let Self { room, sent, first, .. } = *self;
        let same = |other: Viewer| {
            room.game.as_deref().is_none_or(|game| game.same_story(other, viewer, first as usize))
        };
        let known = self.heads.iter().position(|(other, _)| same(*other));
        let known = known.unwrap_or_else(|| {
            let update = Update {
                log_from: (first < sent.steps).then_some(first),
                log: log(room, viewer, first),
                clocks: room.clock.face(now()),
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

/// What a viewer saw happen from a step on.
pub(crate) fn log(room: &Room, viewer: Viewer, since: u32) -> Vec<LogLine> {
    let Some(game) = &room.game else { return vec![] };
    let lines = game.story(viewer, since as usize).into_iter();
    lines
        .map(|line| LogLine { step: line.step as u32, text: line.text, event: wire::Json(line.event) })
        .collect()
}

/// The prompt of a seat, as it goes over the wire.
pub(crate) fn prompt(prompt: rules::Prompt) -> Prompt {
    Prompt {
        title: prompt.title,
        choices: prompt.choices.into_iter().map(choice).collect(),
        refused: prompt.refused.into_iter().map(refused).collect(),
        undo: prompt.undo,
        undo_refused: prompt.undo_refused,
        concede: prompt.concede.is_some(),
    }
}

fn choice(choice: rules::Choice) -> wire::Choice {
    let rules::Choice { action, label, target: at, group } = choice;
    wire::Choice { action, label, target: target(&at), group }
}

fn refused(refused: rules::Refused) -> wire::Refused {
    let rules::Refused { action, label, target: at, rule } = refused;
    wire::Refused { action, label, target: target(&at), rule: rule.name().to_owned() }
}

fn target(target: &rules::Target) -> Option<String> {
    (*target != rules::Target::Button).then(|| {
        // At once as long as most are.
        let mut word = String::with_capacity(16);
        write!(word, "{target}").expect("a string takes everything");
        word
    })
}

/// What a viewer sees besides the board, field by field: updates are differences of it.
struct Doc {
    view: Encoded,
    prompt: Encoded,
    standing: Encoded,
}

impl Doc {
    fn of(room: &Room, viewer: Viewer) -> Option<Self> {
        let game = room.game.as_ref()?;
        let prompt = viewer.seat().map(|seat| prompt(game.prompt(seat)));
        Some(Self {
            view: game.own(viewer),
            prompt: Encoded::of(&prompt),
            standing: Encoded::of(&game.standing(viewer)),
        })
    }

    /// What makes a new one of this.
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

/// The whole scene for somebody who knows everything up to `since`.
pub(crate) fn scene(room: &Room, viewer: Viewer, since: Option<u64>) -> Option<Snapshot> {
    let game = room.game.as_ref()?;
    let log_from = room.first_news(since.unwrap_or(0));
    Some(Snapshot {
        seq: room.seq,
        revision: room.revision,
        log_from,
        log: log(room, viewer, log_from),
        view: wire::Json(game.picture(viewer)),
        prompt: viewer.seat().map(|seat| prompt(game.prompt(seat))),
        standing: game.standing(viewer),
        to_act: to_act(room),
        clocks: room.clock.face(now()),
    })
}

/// Chat lines somebody who knows everything up to `since` has not seen.
pub(crate) fn chats(room: &Room, since: Option<u64>) -> Vec<Chat> {
    room.chats.iter().filter(|chat| since.is_none_or(|since| chat.seq > since)).cloned().collect()
}
