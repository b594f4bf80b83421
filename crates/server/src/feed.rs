//! What the viewers of a table are sent: the whole scene once, after that only what changed.

use std::sync::{Arc, OnceLock};

use axum::{body::Bytes, extract::ws::Utf8Bytes};
use rules::{Seat, Viewer};
use serde::Serialize;
use store::now;
use tokio::sync::broadcast;
use wire::{Chat, LogLine, News, Prompt, Scene, Update};

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
        let worth_it = self.text.len() >= wire::WORTH_PACKING;
        worth_it.then(|| self.packed.get_or_init(|| wire::pack(&self.text).into()).clone())
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
    seq: u64,
    steps: u32,
    /// What was last sent; none before the match begins.
    doc: Option<Doc>,
    beats: broadcast::Sender<Beat>,
}

/// All streams of a table.
#[derive(Default)]
pub(crate) struct Feeds {
    of_viewers: Vec<Feed>,
    chatted: u64,
    /// How many streams look through the eyes of each seat.
    connected: Vec<u16>,
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
        let (seq, steps) = (room.seq, room.steps());
        self.of_viewers.push(Feed { viewer, seq, steps, doc: Doc::of(room, viewer), beats });
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

    /// Tells every stream that seats, clocks or the result have changed.
    pub(crate) fn table_changed(&self, who_sees: bool) {
        for feed in &self.of_viewers {
            // Nobody listening is fine.
            let _ = feed.beats.send(if who_sees { Beat::Check } else { Beat::Table });
        }
    }

    /// Sends what has changed since the last time.
    pub(crate) fn publish(&mut self, room: &Room) {
        self.of_viewers.retain(|feed| feed.beats.receiver_count() > 0);
        if self.of_viewers.is_empty() {
            self.chatted = room.seq;
            return;
        }
        let first_new = room.chats.partition_point(|chat| chat.seq <= self.chatted);
        let chats: Vec<Arc<Message>> =
            room.chats.range(first_new..).map(|chat| text(&News::Chat(chat.clone()))).collect();
        self.chatted = room.seq;
        for feed in &mut self.of_viewers {
            for chat in &chats {
                let _ = feed.beats.send(Beat::Text { seq: feed.seq, text: chat.clone() });
            }
            if feed.seq != room.seq {
                feed.publish(room);
            }
        }
    }
}

impl Feed {
    fn publish(&mut self, room: &Room) {
        let text = if room.game.is_none() {
            None
        } else if self.doc.is_none() {
            self.doc = Doc::of(room, self.viewer);
            let since = Some(self.seq);
            scene(room, self.viewer, since).map(|scene| text(&News::Scene(scene)))
        } else {
            Some(self.update(room))
        };
        (self.seq, self.steps) = (room.seq, room.steps());
        if let Some(text) = text {
            metrics::counter!("starboard_stream_bytes_total").increment(text.text.len() as u64);
            let _ = self.beats.send(Beat::Text { seq: room.seq, text });
        }
    }

    fn update(&mut self, room: &Room) -> Arc<Message> {
        let mut update = Update {
            from: self.seq,
            seq: room.seq,
            revision: room.revision,
            keep: None,
            log: vec![],
            patch: vec![],
            face: None,
        };
        // Chat and the like leave the board as it is; only the count goes on.
        if room.revision <= self.seq {
            return text(&News::Update(update));
        }
        let first = room.first_news(self.seq).min(self.steps);
        update.keep = (first < self.steps).then_some(first);
        update.log = log(room, self.viewer, first);
        update.face = room.clock.face(now());
        let fresh = Doc::of(room, self.viewer);
        let patch = match (&self.doc, &fresh) {
            (Some(old), Some(new)) => old.patch(new),
            _ => "[]".to_owned(),
        };
        self.doc = fresh;
        let mut text = serde_json::to_string(&News::Update(update)).expect("news is plain data");
        if patch != "[]" {
            // The patch is text already: it goes in as the last field.
            text.pop();
            text.push_str(",\"patch\":");
            text.push_str(&patch);
            text.push('}');
        }
        Message::new(text)
    }
}

/// The JSON of a message.
pub(crate) fn text(news: &News) -> Arc<Message> {
    Message::new(serde_json::to_string(news).expect("news is plain data"))
}

/// What a viewer saw happen from a step on.
pub(crate) fn log(room: &Room, viewer: Viewer, since: u32) -> Vec<LogLine> {
    let Some(game) = &room.game else { return vec![] };
    let lines = game.story(viewer, since as usize).into_iter();
    lines.map(|line| LogLine { step: line.step as u32, text: line.text, event: line.event }).collect()
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
    wire::Choice { action, label, target: target(at), group }
}

fn refused(refused: rules::Refused) -> wire::Refused {
    let rules::Refused { action, label, target: at, rule } = refused;
    wire::Refused { action, label, target: target(at), rule: rule.name().to_owned() }
}

fn target(target: rules::Target) -> wire::Target {
    match target {
        rules::Target::Piece(id) => wire::Target::Piece(id),
        rules::Target::Place(id) => wire::Target::Place(id),
        rules::Target::Card(id) => wire::Target::Card(id),
        rules::Target::Amount(amount) => wire::Target::Amount(amount),
        rules::Target::Seat(seat) => wire::Target::Seat(seat.0),
        rules::Target::Button => wire::Target::Button,
    }
}

/// The JSON of what updates are differences of, field by field.
struct Doc {
    view: String,
    prompt: String,
    standing: String,
    asked: String,
}

impl Doc {
    fn of(room: &Room, viewer: Viewer) -> Option<Self> {
        let game = room.game.as_ref()?;
        let prompt = viewer.seat().map(|seat| prompt(game.prompt(seat)));
        Some(Self {
            view: game.picture_text(viewer),
            prompt: json(&prompt),
            standing: json(&game.standing(viewer)),
            asked: json(&asked(room)),
        })
    }

    /// What makes a new one of this.
    fn patch(&self, new: &Self) -> String {
        wire::diff_fields([
            ("view", self.view.as_str(), new.view.as_str()),
            ("prompt", &self.prompt, &new.prompt),
            ("standing", &self.standing, &new.standing),
            ("asked", &self.asked, &new.asked),
        ])
    }
}

fn json(what: &impl Serialize) -> String {
    serde_json::to_string(what).expect("plain data")
}

fn asked(room: &Room) -> Vec<u8> {
    room.asked().iter().map(|seat| seat.0).collect()
}

/// The whole scene for somebody who knows everything up to `since`.
pub(crate) fn scene(room: &Room, viewer: Viewer, since: Option<u64>) -> Option<Scene> {
    let game = room.game.as_ref()?;
    let keep = room.first_news(since.unwrap_or(0));
    Some(Scene {
        seq: room.seq,
        revision: room.revision,
        keep,
        log: log(room, viewer, keep),
        view: game.picture(viewer),
        prompt: viewer.seat().map(|seat| prompt(game.prompt(seat))),
        standing: game.standing(viewer),
        asked: asked(room),
        face: room.clock.face(now()),
    })
}

/// Chat lines somebody who knows everything up to `since` has not seen.
pub(crate) fn chats(room: &Room, since: Option<u64>) -> Vec<Chat> {
    room.chats.iter().filter(|chat| since.is_none_or(|since| chat.seq > since)).cloned().collect()
}
