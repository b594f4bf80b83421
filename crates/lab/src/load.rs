//! `starboard bench server`: a bounded load generator on loopback against a real server process.
//!
//! N tables, two scripted clients each. A client reads its WebSocket, applies the patches, and when it is to act
//! sends one of the offered actions by POST; the latency is measured from sending it to its arrival at the opponent.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use clap::{Args, builder::RangedU64ValueParser};
use futures_util::StreamExt as _;
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize, de::IgnoredAny};
use serde_json::{Value, json, value::RawValue};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message as Frame;
use wire::{MoveAccepted, StreamMessage, TableInfo};

pub use crate::process::Process;
use crate::{
    client::{Client, decode_frame},
    process::{cpu_seconds, stolen_seconds, stored},
};

/// What to measure.
#[derive(Clone, Debug, Args)]
pub struct BenchServer {
    /// How many tables, two clients each.
    #[arg(long, default_value_t = 500, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub tables: usize,
    /// Before measuring, the tables begin one after the other over so many seconds: with about the length of a match,
    /// matches begin and end all the time instead of all at once.
    #[arg(long, default_value_t = 8, value_parser = RangedU64ValueParser::<u64>::new().range(..=3_600))]
    pub warm_up: u64,
    /// How long to measure, in seconds.
    #[arg(long, default_value_t = 60, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    pub seconds: u64,
    /// Moves per second over all tables; 0 for as many as possible.
    #[arg(long, default_value_t = 5050)]
    pub rate: u64,
    /// The game.
    #[arg(long, default_value = "star_borders")]
    pub game: String,
    /// The scenario; the game's default if absent.
    #[arg(long)]
    pub scenario: Option<String>,
    /// Measure the memory of this many idle tables as well.
    #[arg(long, default_value_t = 0, value_parser = RangedU64ValueParser::<usize>::new().range(..=1_000_000))]
    pub idle: usize,
    /// So many spectators of one of the tables; its matches should outlast the measurement (`--scenario F --rate 5`).
    #[arg(long, default_value_t = 0, value_parser = RangedU64ValueParser::<usize>::new().range(..=10_000))]
    pub spectators: usize,
    /// A folder for the database, on a real disk; a temporary one if absent.
    #[arg(long)]
    pub data: Option<PathBuf>,
    /// `postgres://…` instead of SQLite.
    #[arg(long)]
    pub database: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// What was measured.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// Tables that played.
    pub tables: usize,
    /// Durable moves while measuring.
    pub moves: u64,
    /// Per second.
    pub moves_per_second: f64,
    /// Milliseconds from sent to held by the opponent: half of the moves.
    pub p50_ms: f64,
    /// 99 of 100.
    pub p99_ms: f64,
    /// The slowest.
    pub max_ms: f64,
    /// CPU seconds of the server while measuring.
    pub server_cpu_seconds: f64,
    /// CPU seconds of the generator, which shares the machine.
    pub generator_cpu_seconds: f64,
    /// CPU seconds the host of a virtual machine took for its other guests; above a few percent it distorts latencies.
    pub stolen_cpu_seconds: f64,
    /// Resident memory of the server at the end, in megabytes.
    pub server_memory_mb: f64,
    /// Bytes of the database file per move, everything included (SQLite only).
    pub stored_bytes_per_move: f64,
    /// Bytes sent per seat and move after connecting.
    pub sent_bytes_per_seat_and_move: f64,
    /// Spectators, if asked for.
    pub spectators: usize,
    /// Milliseconds from sent to held by a spectator: 99 of 100.
    pub spectator_p99_ms: f64,
    /// Refusals and errors (0 is right).
    pub errors: u64,
    /// Idle tables, if asked for.
    pub idle_tables: usize,
    /// Kilobytes of memory for each.
    pub kb_per_idle_table: f64,
}

#[derive(Default)]
struct Tally {
    moves: AtomicU64,
    /// Also those before and after measuring.
    all: AtomicU64,
    bytes: AtomicU64,
    errors: AtomicU64,
    times: Mutex<Vec<u32>>,
    spectator_times: Mutex<Vec<u32>>,
    measuring: std::sync::atomic::AtomicBool,
    stop: std::sync::atomic::AtomicBool,
}

impl BenchServer {
    /// Starts `program serve …`, loads it, and prints what was measured.
    pub fn run(self, program: &Path, progress: &ProgressBar) -> anyhow::Result<()> {
        disable_huge_pages();
        // One thread: it shares the machine with the server it measures.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let json = self.json;
        let measured = runtime.block_on(self.measure(program, progress));
        progress.finish_and_clear();
        let measured = measured?;
        if json {
            println!("{}", serde_json::to_string_pretty(&measured)?);
            return Ok(());
        }
        println!("tables                        {}", measured.tables);
        println!("durable moves                 {}", measured.moves);
        println!("moves per second              {:.0}", measured.moves_per_second);
        println!(
            "sent to opponent holds it     p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms",
            measured.p50_ms, measured.p99_ms, measured.max_ms
        );
        println!("server CPU seconds            {:.1}", measured.server_cpu_seconds);
        println!("generator CPU seconds         {:.1}", measured.generator_cpu_seconds);
        println!("taken by the host             {:.1}", measured.stolen_cpu_seconds);
        println!("server memory                 {:.0} MB", measured.server_memory_mb);
        println!("stored bytes per move         {:.0}", measured.stored_bytes_per_move);
        println!("sent bytes per seat and move  {:.0}", measured.sent_bytes_per_seat_and_move);
        println!("errors                        {}", measured.errors);
        if measured.spectators > 0 {
            println!(
                "sent to spectator holds it    p99 {:.1} ms ({} spectators)",
                measured.spectator_p99_ms, measured.spectators
            );
        }
        if measured.idle_tables > 0 {
            println!(
                "memory per idle table         {:.1} kB ({})",
                measured.kb_per_idle_table, measured.idle_tables
            );
        }
        Ok(())
    }

    async fn measure(self, program: &Path, progress: &ProgressBar) -> anyhow::Result<Measured> {
        let folder = self
            .data
            .clone()
            .unwrap_or_else(|| std::env::temp_dir().join(format!("starboard-bench-{}", std::process::id())));
        std::fs::create_dir_all(&folder)?;
        let mut server = Process::start(program, &folder, self.database.as_deref()).await?;
        let tally = Arc::new(Tally::default());
        let measured = self.load(&mut server, &tally, progress).await;
        server.stop().await;
        // Only now is everything in the file; it also holds accounts, headers and lists, so this is an upper bound.
        let all = tally.all.load(Ordering::Relaxed).max(1);
        let stored_bytes_per_move = stored(&folder) as f64 / all as f64;
        let measured = measured.map(|measured| Measured { stored_bytes_per_move, ..measured });
        if self.data.is_none() {
            std::fs::remove_dir_all(&folder).context("the temporary folder")?;
        }
        measured
    }

    async fn load(
        &self,
        server: &mut Process,
        tally: &Arc<Tally>,
        progress: &ProgressBar,
    ) -> anyhow::Result<Measured> {
        let (idle_tables, kb_per_idle_table) = self.idle_memory(server, progress).await?;
        let pairs = Arc::new(pairs(server.address, 32).await?);
        let pace = (self.rate > 0).then(|| Duration::from_secs_f64(self.tables as f64 / self.rate as f64));
        let spread = Duration::from_secs(self.warm_up).max(pace.unwrap_or_default());
        let mut players = Vec::new();
        for number in 0..self.tables {
            let (left, right) = &pairs[number % pairs.len()];
            let mut clients = (left.with_new_connection(), right.with_new_connection());
            let (tally, wanted) = (tally.clone(), self.new_table());
            let spectators = if number == 0 { self.spectators } else { 0 };
            // Neither the matches nor their moves come in waves.
            let delay = spread.mul_f64(number as f64 / self.tables as f64);
            players.push(tokio::spawn(async move {
                tokio::time::sleep(delay).await;
                while !tally.stop.load(Ordering::Relaxed) {
                    match play_table(clients, &wanted, pace, spectators, &tally).await {
                        // They stay connected, and play the next match.
                        Ok(same) => clients = same,
                        Err(error) => {
                            tally.errors.fetch_add(1, Ordering::Relaxed);
                            eprintln!("a table failed: {error:#}");
                            return;
                        }
                    }
                }
            }));
        }
        // And a moment for the last of them to sit down.
        pass(self.warm_up + 2, "s warming up", progress).await;
        let cpu_before = [cpu_seconds(server.id())?, cpu_seconds(std::process::id())?, stolen_seconds()?];
        let began = Instant::now();
        tally.measuring.store(true, Ordering::Relaxed);
        pass(self.seconds, "s measuring", progress).await;
        tally.measuring.store(false, Ordering::Relaxed);
        let took = began.elapsed().as_secs_f64();
        let cpu_after = [cpu_seconds(server.id())?, cpu_seconds(std::process::id())?, stolen_seconds()?];
        let [server_cpu_seconds, generator_cpu_seconds, stolen_cpu_seconds] =
            std::array::from_fn(|nth| cpu_after[nth] - cpu_before[nth]);
        let memory = server.memory_kb()? / 1024.0;
        tally.stop.store(true, Ordering::Relaxed);
        for player in players {
            player.abort();
        }
        let mut times = std::mem::take(&mut *tally.times.lock().expect("no panic under this lock"));
        times.sort_unstable();
        let mut watched =
            std::mem::take(&mut *tally.spectator_times.lock().expect("no panic under this lock"));
        watched.sort_unstable();
        let moves = tally.moves.load(Ordering::Relaxed);
        if times.is_empty() {
            bail!("no move was made");
        }
        if self.spectators > 0 && watched.is_empty() {
            bail!("no spectator saw a move");
        }
        let at = |share: f64| percentile(&times, share);
        Ok(Measured {
            tables: self.tables,
            moves,
            moves_per_second: moves as f64 / took,
            p50_ms: at(0.5),
            p99_ms: at(0.99),
            max_ms: at(1.0),
            server_cpu_seconds,
            generator_cpu_seconds,
            stolen_cpu_seconds,
            server_memory_mb: memory,
            stored_bytes_per_move: 0.0,
            sent_bytes_per_seat_and_move: tally.bytes.load(Ordering::Relaxed) as f64 / (2 * moves) as f64,
            spectators: self.spectators,
            spectator_p99_ms: percentile(&watched, 0.99),
            errors: tally.errors.load(Ordering::Relaxed),
            idle_tables,
            kb_per_idle_table,
        })
    }

    fn new_table(&self) -> Value {
        let mut table = json!({ "game": self.game, "seats": [{ "kind": "me" }, { "kind": "open" }] });
        if let Some(scenario) = &self.scenario {
            table["scenario"] = json!(scenario);
        }
        table
    }

    /// Makes tables with a match in progress that both players have seen and nobody looks at now, and weighs them.
    async fn idle_memory(&self, server: &Process, progress: &ProgressBar) -> anyhow::Result<(usize, f64)> {
        if self.idle == 0 {
            return Ok((0, 0.0));
        }
        let pairs = pairs(server.address, 16).await?;
        let before = server.memory_kb()?;
        let share = self.idle.div_ceil(pairs.len());
        begin((share * pairs.len()) as u64, "idle tables", progress);
        let makers = pairs.into_iter().map(|(mut left, mut right)| {
            let (wanted, progress) = (self.new_table(), progress.clone());
            tokio::spawn(async move {
                for _ in 0..share {
                    let table = sit_down(&mut left, &mut right, &wanted).await?;
                    for (client, query) in [(&left, "?seat=0"), (&right, "?seat=1")] {
                        let mut socket = client.subscribe(&table, query).await?;
                        // The table's description, and the scene.
                        for _ in 0..2 {
                            socket.next().await.context("the server hung up")??;
                        }
                    }
                    progress.inc(1);
                }
                Ok::<_, anyhow::Error>(())
            })
        });
        for maker in makers.collect::<Vec<_>>() {
            maker.await??;
        }
        let made = share * 16;
        Ok((made, (server.memory_kb()? - before) / made as f64))
    }
}

/// Milliseconds within which this share of sorted times lies; 0 of none.
fn percentile(micros: &[u32], share: f64) -> f64 {
    let at = (micros.len().saturating_sub(1) as f64 * share) as usize;
    micros.get(at).map_or(0.0, |&micros| f64::from(micros) / 1_000.0)
}

/// Starts the next phase of the progress bar.
fn begin(length: u64, what: &'static str, progress: &ProgressBar) {
    progress.set_length(length);
    progress.set_position(0);
    progress.set_message(what);
}

/// Lets the players play for a while.
async fn pass(seconds: u64, what: &'static str, progress: &ProgressBar) {
    begin(seconds, what, progress);
    let began = tokio::time::Instant::now();
    for second in 1..=seconds {
        tokio::time::sleep_until(began + Duration::from_secs(second)).await;
        progress.inc(1);
    }
}

async fn pairs(address: SocketAddr, count: usize) -> anyhow::Result<Vec<(Client, Client)>> {
    let mut pairs = Vec::new();
    for _ in 0..count {
        pairs.push((Client::guest(address, "Left").await?, Client::guest(address, "Right").await?));
    }
    Ok(pairs)
}

/// A table with both players ready; returns its id.
async fn sit_down(left: &mut Client, right: &mut Client, wanted: &Value) -> anyhow::Result<String> {
    let table: TableInfo = left.post("/api/tables", wanted).await?.read()?;
    let path = format!("/api/tables/{}", table.id);
    right.post(&format!("{path}/join"), &json!({})).await?.read::<Value>()?;
    left.post(&format!("{path}/ready"), &json!({ "contribution": "left" })).await?.read::<Value>()?;
    right.post(&format!("{path}/ready"), &json!({ "contribution": "right" })).await?.read::<Value>()?;
    Ok(table.id)
}

/// How messages begin that are read often: a player without eyes reads of them what concerns its question.
const UPDATE: &str = r#"{"type":"update""#;
const SCENE: &str = r#"{"type":"scene""#;
/// How the changes begin that matter to it; those of the board stay text.
const OF_TURN: &str = r#"[["asked""#;
const OF_CHOICES: &str = r#"[["prompt","choices""#;
const NEW_PROMPT: &str = r#"[["prompt"],"#;
const NEW_CHOICES: &str = r#"[["prompt","choices"],["#;

/// Whole, or what has changed.
#[derive(Deserialize)]
struct Heard<'t> {
    revision: u64,
    #[serde(default, borrow)]
    patch: Vec<&'t RawValue>,
    #[serde(default, borrow)]
    prompt: Option<&'t RawValue>,
    #[serde(default)]
    asked: Vec<u8>,
}

/// Of a question, what can be answered.
#[derive(Default, Deserialize)]
struct Question {
    choices: Vec<Offer>,
}

/// Of a choice, what is sent back.
#[derive(Deserialize)]
struct Offer {
    action: String,
}

/// What a player knows: whose turn it is, and its question as soon as it looks at it.
#[derive(Default)]
struct Known {
    question: Question,
    /// Changes of the question that nobody has looked at.
    unread: Vec<String>,
    asked: Value,
}

impl Known {
    fn scene(&mut self, heard: &Heard<'_>) {
        self.asked = json!({ "asked": heard.asked });
        let prompt = heard.prompt.map_or("null", RawValue::get);
        self.unread = vec![format!("{NEW_PROMPT}{prompt}]")];
    }

    fn update(&mut self, heard: &Heard<'_>) -> anyhow::Result<()> {
        for op in heard.patch.iter().map(|op| op.get()) {
            if op.starts_with(NEW_PROMPT) || op.starts_with(NEW_CHOICES) {
                self.unread.clear();
            }
            if op.starts_with(NEW_PROMPT) || op.starts_with(OF_CHOICES) {
                self.unread.push(op.to_owned());
            } else if op.starts_with(OF_TURN) {
                wire::apply(&mut self.asked, vec![serde_json::from_str(op)?]).map_err(anyhow::Error::msg)?;
            }
        }
        Ok(())
    }

    /// Is this seat asked? Then its choices.
    fn choices(&mut self, seat: u8) -> anyhow::Result<&[Offer]> {
        let asked = self.asked["asked"].as_array();
        if !asked.is_some_and(|asked| asked.iter().any(|asked| *asked == seat)) {
            return Ok(&[]);
        }
        for op in std::mem::take(&mut self.unread) {
            self.question.change(&op).with_context(|| format!("a change of the question: {op}"))?;
        }
        Ok(&self.question.choices)
    }
}

impl Question {
    /// Carries out a change: of all, of the choices, of some of them, of one, or of a part of one.
    fn change(&mut self, op: &str) -> anyhow::Result<()> {
        if op.starts_with(NEW_PROMPT) {
            let (_, question): (IgnoredAny, Option<Self>) = serde_json::from_str(op)?;
            *self = question.unwrap_or_default();
        } else if op.starts_with(NEW_CHOICES) {
            (_, self.choices) = serde_json::from_str::<(IgnoredAny, _)>(op)?;
        } else {
            let (path, changed): (Vec<Value>, Vec<&RawValue>) = {
                let mut parts: Vec<&RawValue> = serde_json::from_str(op)?;
                (serde_json::from_str(parts.remove(0).get())?, parts)
            };
            let place = |place: &Value| place.as_u64().context("a place").map(|place| place as usize);
            match (&path[2..], &changed[..]) {
                ([], [at, gone, come]) => {
                    let (at, gone): (usize, usize) =
                        (serde_json::from_str(at.get())?, serde_json::from_str(gone.get())?);
                    let come: Vec<Offer> = serde_json::from_str(come.get())?;
                    anyhow::ensure!(at + gone <= self.choices.len(), "there are not so many choices");
                    self.choices.splice(at..at + gone, come);
                }
                ([at], [choice]) => {
                    let known = self.choices.get_mut(place(at)?).context("no such choice")?;
                    *known = serde_json::from_str(choice.get())?;
                }
                ([at, part], [value]) if part == "action" => {
                    let known = self.choices.get_mut(place(at)?).context("no such choice")?;
                    known.action = serde_json::from_str(value.get())?;
                }
                // Labels, targets and the like.
                ([_, _, ..], _) => {}
                _ => bail!("unexpected patch operation {op}"),
            }
        }
        Ok(())
    }
}

/// Moves the opponent does not hold yet: who sent them, on which revision, and when.
type Flying = Arc<Mutex<Vec<(u8, u64, Instant)>>>;
/// When the moves of a watched table were sent, by the revision before them.
type Sent = Arc<Mutex<BTreeMap<u64, Instant>>>;

/// Looks on until the match is over, and notes how long each move took to arrive.
async fn watch(client: &Client, table: &str, sent: &Sent, tally: &Tally) -> anyhow::Result<()> {
    let mut socket = client.subscribe(table, "").await?;
    while let Some(frame) = socket.next().await {
        let Some(text) = decode_frame(frame?)? else { continue };
        if !text.starts_with(UPDATE) || !tally.measuring.load(Ordering::Relaxed) {
            continue;
        }
        let heard: Heard<'_> = serde_json::from_str(&text)?;
        let at = sent
            .lock()
            .expect("no panic under this lock")
            .range(..heard.revision)
            .next_back()
            .map(|(_, at)| *at);
        if let Some(at) = at {
            let micros = at.elapsed().as_micros() as u32;
            tally.spectator_times.lock().expect("no panic under this lock").push(micros);
        }
    }
    Ok(())
}

async fn play_table(
    (mut left, mut right): (Client, Client),
    wanted: &Value,
    interval: Option<Duration>,
    spectators: usize,
    tally: &Arc<Tally>,
) -> anyhow::Result<(Client, Client)> {
    let table = sit_down(&mut left, &mut right, wanted).await?;
    let flying = Flying::default();
    let sent = Sent::default();
    // Dropped with the match, so those who still watch leave then.
    let mut watchers = JoinSet::new();
    for _ in 0..spectators {
        let (client, tally) = (left.with_new_connection(), tally.clone());
        let (table, sent) = (table.clone(), sent.clone());
        watchers.spawn(async move {
            if let Err(error) = watch(&client, &table, &sent, &tally).await {
                tally.errors.fetch_add(1, Ordering::Relaxed);
                eprintln!("a spectator failed: {error:#}");
            }
        });
    }
    let pace = Arc::new(Pace { interval, next: Mutex::new(Instant::now()) });
    let [left, right] = [(left, 0), (right, 1)].map(|(client, seat)| {
        let player = Player {
            client,
            seat,
            path: format!("/api/tables/{table}/moves"),
            known: Known::default(),
            revision: 0,
            dice: u64::from(seat) + 1,
            flying: flying.clone(),
            sent: (spectators > 0).then(|| sent.clone()),
            tally: tally.clone(),
        };
        let (table, pace) = (table.clone(), pace.clone());
        tokio::spawn(async move { player.play(&table, &pace).await })
    });
    Ok((left.await??, right.await??))
}

/// When the table's next move is due, so that all tables together make as many as wanted.
struct Pace {
    interval: Option<Duration>,
    next: Mutex<Instant>,
}

impl Pace {
    /// Takes the next turn.
    fn turn(&self) -> Instant {
        let Some(interval) = self.interval else { return Instant::now() };
        let mut next = self.next.lock().expect("no panic under this lock");
        let at = *next;
        *next = (at + interval).max(Instant::now());
        at
    }
}

/// A scripted client at one seat.
struct Player {
    client: Client,
    seat: u8,
    path: String,
    known: Known,
    revision: u64,
    dice: u64,
    flying: Flying,
    sent: Option<Sent>,
    tally: Arc<Tally>,
}

impl Player {
    /// Plays until the match is over. It reads while it waits for its turn, as a browser does.
    async fn play(mut self, table: &str, pace: &Pace) -> anyhow::Result<Client> {
        let mut socket = self.client.subscribe(table, &format!("?seat={}", self.seat)).await?;
        let mut due: Option<Instant> = None;
        loop {
            let message = match due {
                None => socket.next().await,
                Some(at) => tokio::select! {
                    biased;
                    message = socket.next() => message,
                    () = tokio::time::sleep_until(at.into()) => {
                        due = None;
                        self.decide().await?;
                        continue;
                    }
                },
            };
            let over = match message {
                Some(message) => self.hear(message?)?,
                None => true,
            };
            if over {
                return Ok(self.client);
            }
            let asked = !self.known.choices(self.seat)?.is_empty();
            due = asked.then(|| due.unwrap_or_else(|| pace.turn()));
        }
    }

    /// Takes in a message; true if the match is over.
    fn hear(&mut self, frame: Frame) -> anyhow::Result<bool> {
        let bytes = frame.len() as u64;
        let Some(text) = decode_frame(frame)? else { return Ok(false) };
        if text.starts_with(UPDATE) || text.starts_with(SCENE) {
            let heard: Heard<'_> = serde_json::from_str(&text)?;
            if text.starts_with(SCENE) {
                // The first move may have been made while this player was connecting: then the scene shows it.
                self.arrived(heard.revision, 0);
                self.known.scene(&heard);
            } else {
                self.arrived(heard.revision, bytes);
                self.known.update(&heard)?;
            }
            self.revision = heard.revision;
            return Ok(false);
        }
        match serde_json::from_str(&text)? {
            StreamMessage::Table(table) => Ok(table.result.is_some()),
            StreamMessage::Close { .. } => bail!("the server said goodbye"),
            StreamMessage::Snapshot(_)
            | StreamMessage::Update(_)
            | StreamMessage::Chat(_)
            | StreamMessage::Ping => Ok(false),
        }
    }

    /// The opponent's eyes stop the clock.
    fn arrived(&self, revision: u64, bytes: u64) {
        let measuring = self.tally.measuring.load(Ordering::Relaxed);
        if measuring {
            self.tally.bytes.fetch_add(bytes, Ordering::Relaxed);
        }
        self.flying.lock().expect("no panic under this lock").retain(|&(mover, before, at)| {
            let holds = mover != self.seat && revision > before;
            if holds && measuring {
                let micros = at.elapsed().as_micros() as u32;
                self.tally.times.lock().expect("no panic under this lock").push(micros);
            }
            !holds
        });
    }

    async fn decide(&mut self) -> anyhow::Result<()> {
        let (seat, revision) = (self.seat, self.revision);
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(revision | 1);
        let choices = self.known.choices(seat)?;
        let action = &choices[(self.dice >> 33) as usize % choices.len()].action;
        let body = json!({ "seat": seat, "revision": revision, "actions": [action] });
        let now = Instant::now();
        self.flying.lock().expect("no panic under this lock").push((seat, revision, now));
        if let Some(sent) = &self.sent {
            sent.lock().expect("no panic under this lock").insert(revision, now);
        }
        let answer = self.client.post_once(&self.path, &format!("{seat}-{revision}"), &body).await?;
        self.tally.all.fetch_add(u64::from(answer.status == 200), Ordering::Relaxed);
        match answer.read::<MoveAccepted>() {
            Ok(_) if self.tally.measuring.load(Ordering::Relaxed) => {
                self.tally.moves.fetch_add(1, Ordering::Relaxed);
            }
            Ok(_) => {}
            // Both seats may be asked at once; then one of them can be late, and nobody will see that move.
            Err(_) if ["stale", "not_your_turn", "over"].contains(&answer.code().as_str()) => {
                let mut flying = self.flying.lock().expect("no panic under this lock");
                flying.retain(|&(mover, before, _)| (mover, before) != (seat, revision));
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Disables transparent huge pages, as the server does: clearing one on first use delays every other task.
fn disable_huge_pages() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::thread::disable_transparent_huge_pages(true) {
        eprintln!("failed to disable transparent huge pages: {error}");
    }
}
