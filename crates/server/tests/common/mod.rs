//! Servers, players and databases for the tests.

#![allow(dead_code, unreachable_pub, unused_macros, reason = "each test file uses a part of it")]

/// Runs each test on both databases; every PostgreSQL test has a cluster of its own.
macro_rules! suite {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    super::$name(crate::common::Home::sqlite(stringify!($name))).await;
                }
            )+
        }

        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    let cluster = crate::common::postgres::Cluster::start(stringify!($name));
                    super::$name(crate::common::Home::postgres(&cluster, "suite")).await;
                }
            )+
        }
    };
}

pub mod duel;
pub mod postgres;

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use futures_util::StreamExt as _;
use lab::client::{Client, Socket};
use serde_json::{Value, json};
use server::{Config, ServerHandle};
use tokio_util::sync::CancellationToken;
use wire::{LogLine, Snapshot, StreamMessage, TableInfo};

/// Where a test keeps its tables.
pub struct Home {
    pub database: String,
    folder: PathBuf,
}

impl Home {
    /// A fresh SQLite file.
    pub fn sqlite(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("starboard-test-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        Self { database: folder.join("test.sqlite").to_string_lossy().into_owned(), folder }
    }

    /// A fresh database of a running PostgreSQL.
    pub fn postgres(cluster: &postgres::Cluster, name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("starboard-test-pg-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        Self { database: cluster.create(name), folder }
    }

    pub fn folder(&self) -> &PathBuf {
        &self.folder
    }

    /// A server with test settings.
    pub async fn start(&self) -> Live {
        self.start_with(Config::default()).await
    }

    pub async fn start_with(&self, config: Config) -> Live {
        let config = Config {
            port: 0,
            database: self.database.clone(),
            rate_limit: 0,
            account_rate_limit: 0,
            login_rate_limit: 0,
            turn_notice_delay_seconds: 1,
            ..config
        };
        self.start_exactly(config).await
    }

    /// A server with exactly these settings, but for port and database.
    pub async fn start_exactly(&self, config: Config) -> Live {
        let config = Config { port: 0, database: self.database.clone(), ..config };
        let stop = CancellationToken::new();
        let running = server::start(config, duel::catalog(), stop.clone()).await.expect("the server starts");
        Live { address: running.address, running, stop }
    }
}

impl Home {
    /// The number a query gives, read beside the server.
    pub async fn count(&self, query: &str) -> i64 {
        use sqlx::Connection as _;
        let query = sqlx::AssertSqlSafe(query.to_owned());
        if self.database.starts_with("postgres") {
            let mut connection = sqlx::PgConnection::connect(&self.database).await.expect("connected");
            return sqlx::query_scalar(query).fetch_one(&mut connection).await.expect("a number");
        }
        let url = format!("sqlite://{}", self.database);
        let mut connection = sqlx::SqliteConnection::connect(&url).await.expect("opened");
        sqlx::query_scalar(query).fetch_one(&mut connection).await.expect("a number")
    }

    /// Changes the database without the server.
    pub async fn execute(&self, statement: &str) {
        use sqlx::{Connection as _, Executor as _};
        let statement = sqlx::AssertSqlSafe(statement.to_owned());
        if self.database.starts_with("postgres") {
            let mut connection = sqlx::PgConnection::connect(&self.database).await.expect("connected");
            connection.execute(statement).await.expect("executed");
        } else {
            let url = format!("sqlite://{}", self.database);
            let mut connection = sqlx::SqliteConnection::connect(&url).await.expect("opened");
            connection.execute(statement).await.expect("executed");
        }
    }

    /// Lets the database be read but not written, until the result is released.
    pub async fn block_writes(&self) -> Blocked {
        use sqlx::Connection as _;
        if self.database.starts_with("postgres") {
            let mut connection = sqlx::PgConnection::connect(&self.database).await.expect("connected");
            sqlx::query("begin").execute(&mut connection).await.expect("begun");
            sqlx::query("lock table meta in exclusive mode").execute(&mut connection).await.expect("locked");
            return Blocked::Postgres(connection);
        }
        let url = format!("sqlite://{}", self.database);
        let mut connection = sqlx::SqliteConnection::connect(&url).await.expect("opened");
        sqlx::query("begin immediate").execute(&mut connection).await.expect("begun");
        Blocked::Sqlite(connection)
    }
}

/// A transaction that keeps others from writing.
pub enum Blocked {
    Postgres(sqlx::PgConnection),
    Sqlite(sqlx::SqliteConnection),
}

impl Blocked {
    pub async fn release(self) {
        use sqlx::Connection as _;
        match self {
            Self::Postgres(connection) => connection.close().await.expect("closed"),
            Self::Sqlite(connection) => connection.close().await.expect("closed"),
        }
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A server in this process.
pub struct Live {
    pub address: SocketAddr,
    running: ServerHandle,
    stop: CancellationToken,
}

impl Live {
    pub async fn guest(&self, name: &str) -> Client {
        Client::guest(self.address, name).await.expect("a guest")
    }

    /// Deletes old data now instead of within the hour.
    pub async fn prune(&self) {
        self.running.prune().await;
    }

    /// Stops it gracefully and waits.
    pub async fn stop(self) {
        self.stop.cancel();
        let stopped = tokio::time::timeout(Duration::from_secs(9), self.running.join()).await;
        stopped.expect("stops in time, open streams or not").expect("stops cleanly");
    }
}

/// A table of two people, both ready: its id.
pub async fn sit_down(left: &mut Client, right: &mut Client, wanted: Value) -> String {
    let mut wanted = wanted;
    wanted["seats"] = json!([{ "kind": "me" }, { "kind": "open" }]);
    let table: TableInfo = left.post("/api/tables", &wanted).await.expect("answered").read().expect("made");
    let path = format!("/api/tables/{}", table.id);
    ok(right, &format!("{path}/join"), json!({})).await;
    ok(left, &format!("{path}/ready"), json!({ "contribution": "from the left" })).await;
    ok(right, &format!("{path}/ready"), json!({ "contribution": "from the right" })).await;
    table.id
}

/// A request that must succeed.
pub async fn ok(client: &mut Client, path: &str, body: Value) -> Value {
    client
        .post(path, &body)
        .await
        .expect("answered")
        .read()
        .unwrap_or_else(|error| panic!("{path} {body}: {error}"))
}

/// A request that must be refused: its code.
pub async fn refused(client: &mut Client, path: &str, body: Value) -> String {
    let answer = client.post(path, &body).await.expect("answered");
    assert!(answer.status >= 400, "{path} {body} was accepted");
    answer.code()
}

pub async fn get(client: &mut Client, path: &str) -> Value {
    client.get(path).await.expect("answered").read().unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Somebody who follows a table, as the page does.
pub struct Viewer {
    socket: Socket,
    pub seq: u64,
    pub revision: u64,
    pub doc: Value,
    pub log: Vec<LogLine>,
    pub chats: Vec<String>,
    pub table: Option<TableInfo>,
    pub bye: Option<wire::CloseReason>,
}

impl Viewer {
    pub async fn follow(client: &Client, table: &str, query: &str) -> Self {
        let socket = client.subscribe(table, query).await.expect("a stream");
        Self {
            socket,
            seq: 0,
            revision: 0,
            doc: Value::Null,
            log: vec![],
            chats: vec![],
            table: None,
            bye: None,
        }
    }

    /// Reads until something holds.
    pub async fn until(&mut self, what: &str, holds: impl Fn(&Self) -> bool) {
        let waiting = async {
            while !holds(self) {
                assert!(self.read().await, "the stream ended before {what}");
            }
        };
        let waited = tokio::time::timeout(Duration::from_secs(20), waiting).await;
        waited.unwrap_or_else(|_| panic!("waited too long for {what}; at {} {}", self.seq, self.doc));
    }

    /// Reads one message; false at the end.
    pub async fn read(&mut self) -> bool {
        let Some(Ok(message)) = self.socket.next().await else { return false };
        let close = message.is_close();
        let Some(text) = lab::client::decode_frame(message).expect("well packed") else { return !close };
        match serde_json::from_str(&text).expect("news") {
            StreamMessage::Table(table) => self.table = Some(*table),
            StreamMessage::Snapshot(scene) => self.set(scene),
            StreamMessage::Update(update) => {
                assert_eq!(update.from, self.seq, "an update was lost");
                wire::apply(&mut self.doc, update.patch).expect("the patch fits");
                if let Some(log_from) = update.log_from {
                    self.log.retain(|line| line.step < log_from);
                }
                self.log.extend(update.log);
                (self.seq, self.revision) = (update.seq, update.revision);
            }
            StreamMessage::Chat(chat) => self.chats.push(chat.text),
            StreamMessage::Ping => {}
            StreamMessage::Close { reason } => self.bye = Some(reason),
        }
        true
    }

    pub fn set(&mut self, scene: Snapshot) {
        self.log.retain(|line| line.step < scene.log_from);
        self.log.extend(scene.log);
        (self.seq, self.revision) = (scene.seq, scene.revision);
        self.doc = json!({
            "view": scene.view, "prompt": scene.prompt, "standing": scene.standing, "asked": scene.to_act,
        });
    }

    pub fn asked(&self, seat: u8) -> bool {
        self.doc["asked"].as_array().is_some_and(|asked| asked.iter().any(|asked| asked == seat))
    }

    /// The actions offered.
    pub fn choices(&self) -> Vec<String> {
        let choices = self.doc["prompt"]["choices"].as_array().cloned().unwrap_or_default();
        choices.iter().filter_map(|choice| choice["action"].as_str().map(str::to_owned)).collect()
    }

    pub fn is_over(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.result.is_some())
    }
}

/// A move.
pub fn act(seat: u8, revision: u64, action: &str) -> Value {
    json!({ "seat": seat, "revision": revision, "actions": [action] })
}
