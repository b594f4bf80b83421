//! HTTP and WebSocket client of one user: for the load generator and for tests of a server.

use std::{net::SocketAddr, time::Duration};

use anyhow::{Context as _, bail};
use http_body_util::{BodyExt as _, Full};
use hyper::{
    HeaderMap, Request,
    body::Bytes,
    client::conn::http1::{SendRequest, handshake},
    header::{CONTENT_TYPE, COOKIE, HOST, SET_COOKIE},
};
use hyper_util::rt::TokioIo;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{
        Message as Frame, client::IntoClientRequest, http::HeaderValue, protocol::WebSocketConfig,
    },
};

/// A WebSocket to a server.
pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Longest wait for a response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

/// One user: stores the session cookie and keeps one connection open.
pub struct Client {
    address: SocketAddr,
    cookie: Option<String>,
    connection: Option<SendRequest<Full<Bytes>>>,
}

/// A response.
#[derive(Clone, Debug)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

impl Response {
    /// The header with this name, if it is text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }
    /// The code of a refusal; empty for a success.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
    /// The body of a success, parsed.
    pub fn read<T: DeserializeOwned>(&self) -> anyhow::Result<T> {
        if self.status >= 300 {
            bail!("status {}: {}", self.status, String::from_utf8_lossy(&self.body));
        }
        serde_json::from_slice(&self.body).context("unexpected response body")
    }
}

impl Client {
    /// A client without a session.
    pub fn new(address: SocketAddr) -> Self {
        Self { address, cookie: None, connection: None }
    }

    /// A guest with a name.
    pub async fn guest(address: SocketAddr, name: &str) -> anyhow::Result<Self> {
        let mut client = Self::new(address);
        client.post("/api/session/guest", &serde_json::json!({ "name": name })).await?.read::<Value>()?;
        Ok(client)
    }

    /// The same user with a connection of its own.
    #[must_use]
    pub fn with_new_connection(&self) -> Self {
        Self { address: self.address, cookie: self.cookie.clone(), connection: None }
    }

    /// The same user at another server, or at the same one after a restart.
    #[must_use]
    pub fn at(&self, address: SocketAddr) -> Self {
        Self { address, ..self.with_new_connection() }
    }

    /// The server's address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The session cookie as a browser would send it.
    pub fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// `GET`.
    pub async fn get(&mut self, path: &str) -> anyhow::Result<Response> {
        self.request("GET", path, &[], None).await
    }

    /// `POST` with JSON.
    pub async fn post(&mut self, path: &str, body: &impl Serialize) -> anyhow::Result<Response> {
        self.request("POST", path, &[], Some(&serde_json::to_vec(body)?)).await
    }

    /// `POST` with JSON and an idempotency key.
    pub async fn post_once(
        &mut self,
        path: &str,
        key: &str,
        body: &impl Serialize,
    ) -> anyhow::Result<Response> {
        self.request("POST", path, &[("idempotency-key", key)], Some(&serde_json::to_vec(body)?)).await
    }

    /// Any request. Retries once on a new connection if the server has closed the old one.
    pub async fn request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&[u8]>,
    ) -> anyhow::Result<Response> {
        let request = || {
            let mut request =
                Request::builder().method(method).uri(path).header(HOST, self.address.to_string());
            if let Some(cookie) = &self.cookie {
                request = request.header(COOKIE, cookie);
            }
            if body.is_some() && !headers.iter().any(|(name, _)| *name == "content-type") {
                request = request.header(CONTENT_TYPE, "application/json");
            }
            let request =
                headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
            request.body(Full::new(Bytes::copy_from_slice(body.unwrap_or_default())))
        };
        let (first, second) = (request()?, request()?);
        let reused = self.connection.is_some();
        let response = match self.exchange(first).await {
            Err(_) if reused => self.exchange(second).await?,
            response => response?,
        };
        if let Some(cookie) = response.headers.get(SET_COOKIE).and_then(|value| value.to_str().ok()) {
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        Ok(response)
    }

    async fn exchange(&mut self, request: Request<Full<Bytes>>) -> anyhow::Result<Response> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(self.address).await?,
        };
        let respond = async {
            connection.ready().await?;
            let (head, body) = connection.send_request(request).await?.into_parts();
            let body = body.collect().await?.to_bytes();
            anyhow::Ok(Response { status: head.status.as_u16(), headers: head.headers, body })
        };
        let response =
            tokio::time::timeout(RESPONSE_TIMEOUT, respond).await.context("no response within 30 s")??;
        self.connection = Some(connection);
        Ok(response)
    }

    /// Subscribes to a table by WebSocket.
    pub async fn subscribe(&self, table: &str, query: &str) -> anyhow::Result<Socket> {
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

async fn connect(address: SocketAddr) -> anyhow::Result<SendRequest<Full<Bytes>>> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let (connection, driver) = handshake(TokioIo::new(stream)).await?;
    // The driver ends when the client is dropped or the server closes; requests report the error.
    tokio::spawn(driver);
    Ok(connection)
}

/// The text of a frame, inflated if necessary; `None` for pings and the like.
pub fn decode_frame(frame: Frame) -> anyhow::Result<Option<String>> {
    match frame {
        Frame::Text(text) => Ok(Some(text.as_str().to_owned())),
        Frame::Binary(packed) => Ok(Some(wire::inflate(&packed)?)),
        _ => Ok(None),
    }
}
