//! A small HTTP client for programs that talk to a server of this kind: the load generator, and the tests.

use std::{fmt::Write as _, net::SocketAddr, time::Duration};

use anyhow::{Context as _, bail};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{
        Message as Frame, client::IntoClientRequest, http::HeaderValue, protocol::WebSocketConfig,
    },
};

/// A WebSocket to a server.
pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// One user's connection: keeps its cookie, and its line open.
pub struct Client {
    address: SocketAddr,
    cookie: Option<String>,
    line: Option<BufReader<TcpStream>>,
}

/// What came back.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The headers, a line each.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
    /// The cookie that was set, without its attributes.
    cookie: Option<String>,
}

impl Answer {
    /// The header with this name.
    pub fn header(&self, name: &str) -> Option<&str> {
        header(&self.head, name)
    }
    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }
    /// The code of a refusal; empty for a success.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
    /// The body of a success.
    pub fn read<T: DeserializeOwned>(&self) -> anyhow::Result<T> {
        if self.status >= 300 {
            bail!("status {}: {}", self.status, String::from_utf8_lossy(&self.body));
        }
        serde_json::from_slice(&self.body).context("the answer is not what was expected")
    }
}

impl Client {
    /// Nobody yet.
    pub fn new(address: SocketAddr) -> Self {
        Self { address, cookie: None, line: None }
    }

    /// A guest with a name.
    pub async fn guest(address: SocketAddr, name: &str) -> anyhow::Result<Self> {
        let mut client = Self::new(address);
        client.post("/api/session/guest", &serde_json::json!({ "name": name })).await?.read::<Value>()?;
        Ok(client)
    }

    /// The same user on another line.
    #[must_use]
    pub fn again(&self) -> Self {
        Self { address: self.address, cookie: self.cookie.clone(), line: None }
    }

    /// Talk to another server (or the same one after a restart) as the same user.
    #[must_use]
    pub fn at(&self, address: SocketAddr) -> Self {
        Self { address, ..self.again() }
    }

    /// The server it talks to.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The cookie, as the browser would send it.
    pub fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// `GET`.
    pub async fn get(&mut self, path: &str) -> anyhow::Result<Answer> {
        self.request("GET", path, &[], None).await
    }

    /// `POST` with JSON.
    pub async fn post(&mut self, path: &str, body: &impl Serialize) -> anyhow::Result<Answer> {
        self.request("POST", path, &[], Some(&serde_json::to_vec(body)?)).await
    }

    /// `POST` with JSON and an idempotency key.
    pub async fn post_once(
        &mut self,
        path: &str,
        key: &str,
        body: &impl Serialize,
    ) -> anyhow::Result<Answer> {
        self.request("POST", path, &[("idempotency-key", key)], Some(&serde_json::to_vec(body)?)).await
    }

    /// Any request. Tries once more on a fresh line if the server has closed the kept one.
    pub async fn request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> anyhow::Result<Answer> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n", self.address);
        if let Some(cookie) = &self.cookie {
            write!(head, "cookie: {cookie}\r\n")?;
        }
        if let Some(body) = body {
            if !headers.iter().any(|(name, _)| *name == "content-type") {
                head.push_str("content-type: application/json\r\n");
            }
            write!(head, "content-length: {}\r\n", body.len())?;
        }
        for (name, value) in headers {
            write!(head, "{name}: {value}\r\n")?;
        }
        head.push_str("\r\n");
        let mut bytes = head.into_bytes();
        bytes.extend_from_slice(body.unwrap_or_default());
        let kept = self.line.is_some();
        let answer = match self.exchange(&bytes).await {
            Err(_) if kept => self.exchange(&bytes).await?,
            answer => answer?,
        };
        if answer.cookie.is_some() {
            self.cookie.clone_from(&answer.cookie);
        }
        Ok(answer)
    }

    async fn exchange(&mut self, bytes: &[u8]) -> anyhow::Result<Answer> {
        let mut line = if let Some(line) = self.line.take() {
            line
        } else {
            let stream = TcpStream::connect(self.address).await?;
            stream.set_nodelay(true)?;
            BufReader::new(stream)
        };
        line.get_mut().write_all(bytes).await?;
        let answer = tokio::time::timeout(Duration::from_secs(30), read_answer(&mut line)).await;
        let answer = answer.context("no answer within 30 s")??;
        self.line = Some(line);
        Ok(answer)
    }

    /// Follows a table by WebSocket.
    pub async fn follow(&self, table: &str, query: &str) -> anyhow::Result<Socket> {
        let url = format!("ws://{}/api/tables/{table}/live{query}", self.address);
        let mut request = url.into_client_request()?;
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse()?);
        }
        request
            .headers_mut()
            .insert("sec-websocket-protocol", HeaderValue::from_static(wire::DEFLATE_SUBPROTOCOL));
        // Small buffers: each read clears all of one.
        let small = WebSocketConfig::default().read_buffer_size(4_096).write_buffer_size(0);
        Ok(tokio_tungstenite::connect_async_with_config(request, Some(small), true).await?.0)
    }
}

/// What a frame says, unpacked if need be; nothing for pings and the like.
pub fn text_of(frame: Frame) -> anyhow::Result<Option<String>> {
    match frame {
        Frame::Text(text) => Ok(Some(text.as_str().to_owned())),
        Frame::Binary(packed) => Ok(Some(wire::inflate(&packed)?)),
        _ => Ok(None),
    }
}

fn header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    let lines = head.lines().filter_map(|line| line.split_once(':'));
    lines.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

async fn read_answer(line: &mut BufReader<TcpStream>) -> anyhow::Result<Answer> {
    let mut head = String::with_capacity(512);
    if line.read_line(&mut head).await? == 0 {
        bail!("the server closed the line");
    }
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).context("no status")?;
    head.clear();
    while line.read_line(&mut head).await? > 2 {}
    let (mut chunked, mut length, mut cookie) = (false, 0, None);
    for (name, value) in head.lines().filter_map(|line| line.split_once(": ")) {
        match name {
            "transfer-encoding" => chunked = value == "chunked",
            "content-length" => length = value.parse().context("the length of the body")?,
            "set-cookie" => cookie = value.split(';').next().map(str::to_owned),
            _ => {}
        }
    }
    let mut body = Vec::new();
    if chunked {
        let mut text = String::new();
        loop {
            text.clear();
            line.read_line(&mut text).await?;
            let size = usize::from_str_radix(text.trim(), 16).context("a chunk's size")?;
            let mut chunk = vec![0; size + 2];
            line.read_exact(&mut chunk).await?;
            if size == 0 {
                break;
            }
            body.extend_from_slice(&chunk[..size]);
        }
    } else {
        body = vec![0; length];
        line.read_exact(&mut body).await?;
    }
    Ok(Answer { status, head, body, cookie })
}
