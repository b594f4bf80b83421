//! What the viewers of a table are sent: the whole scene once, after that only what changed.

use axum::extract::ws::Utf8Bytes;
use rules::{Seat, Viewer};
use serde_json::{Value, json};
use store::now;
use tokio::sync::broadcast;
use wire::{Chat, LogLine, News, Prompt, Scene, Update};

use crate::room::Room;

/// How many messages a slow reader may be behind before it gets the whole scene again.
const BACKLOG: usize = 32;

/// One piece of news for the streams of a viewer.
#[derive(Clone, Debug)]
pub(crate) enum Beat {
    /// Send this text; the stream is then at `seq`.
    Text { seq: u64, text: Utf8Bytes },
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
    /// The JSON of `{ view, prompt, standing, asked }` as last sent; empty before the match begins.
    doc: String,
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
        self.of_viewers.push(Feed { viewer, seq, steps, doc: doc_text(room, viewer), beats });
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
        let chats: Vec<Utf8Bytes> =
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
        } else if self.doc.is_empty() {
            self.doc = doc_text(room, self.viewer);
            let since = Some(self.seq);
            scene(room, self.viewer, since).map(|scene| text(&News::Scene(scene)))
        } else {
            Some(self.update(room))
        };
        (self.seq, self.steps) = (room.seq, room.steps());
        if let Some(text) = text {
            metrics::counter!("starboard_stream_bytes_total").increment(text.len() as u64);
            let _ = self.beats.send(Beat::Text { seq: room.seq, text });
        }
    }

    fn update(&mut self, room: &Room) -> Utf8Bytes {
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
        let fresh = doc_text(room, self.viewer);
        let patch = wire::diff(&self.doc, &fresh);
        self.doc = fresh;
        let mut text = serde_json::to_string(&News::Update(update)).expect("news is plain data");
        if patch != "[]" {
            // The patch is text already: it goes in as the last field.
            text.pop();
            text.push_str(",\"patch\":");
            text.push_str(&patch);
            text.push('}');
        }
        text.into()
    }
}

/// The JSON of a message.
pub(crate) fn text(news: &News) -> Utf8Bytes {
    serde_json::to_string(news).expect("news is plain data").into()
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

/// The document that updates are differences of.
fn doc(room: &Room, viewer: Viewer) -> Value {
    let Some(game) = &room.game else { return Value::Null };
    let asked: Vec<u8> = room.asked().iter().map(|seat| seat.0).collect();
    let prompt = viewer.seat().map(|seat| prompt(game.prompt(seat)));
    json!({
        "view": game.picture(viewer),
        "prompt": prompt,
        "standing": game.standing(viewer),
        "asked": asked,
    })
}

/// The same as text, for finding differences.
fn doc_text(room: &Room, viewer: Viewer) -> String {
    let Some(game) = &room.game else { return String::new() };
    let asked: Vec<u8> = room.asked().iter().map(|seat| seat.0).collect();
    let prompt = viewer.seat().map(|seat| prompt(game.prompt(seat)));
    let json = |what: serde_json::Result<String>| what.expect("plain data");
    format!(
        r#"{{"view":{},"prompt":{},"standing":{},"asked":{}}}"#,
        game.picture_text(viewer),
        json(serde_json::to_string(&prompt)),
        json(serde_json::to_string(&game.standing(viewer))),
        json(serde_json::to_string(&asked)),
    )
}

/// The whole scene for somebody who knows everything up to `since`.
pub(crate) fn scene(room: &Room, viewer: Viewer, since: Option<u64>) -> Option<Scene> {
    room.game.as_ref()?;
    Some(scene_of(room, viewer, since.unwrap_or(0), doc(room, viewer)))
}

fn scene_of(room: &Room, viewer: Viewer, since: u64, mut doc: Value) -> Scene {
    let keep = room.first_news(since);
    let mut take = |key: &str| doc.get_mut(key).map_or(Value::Null, Value::take);
    Scene {
        seq: room.seq,
        revision: room.revision,
        keep,
        log: log(room, viewer, keep),
        view: take("view"),
        prompt: serde_json::from_value(take("prompt")).expect("the document was made of these"),
        standing: serde_json::from_value(take("standing")).expect("the document was made of these"),
        asked: serde_json::from_value(take("asked")).expect("the document was made of these"),
        face: room.clock.face(now()),
    }
}

/// Chat lines somebody who knows everything up to `since` has not seen.
pub(crate) fn chats(room: &Room, since: Option<u64>) -> Vec<Chat> {
    room.chats.iter().filter(|chat| since.is_none_or(|since| chat.seq > since)).cloned().collect()
}
