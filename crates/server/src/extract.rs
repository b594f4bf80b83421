//! Reading requests: whatever is wrong with them gets a clear code.

use std::{sync::Arc, time::Duration};

use axum::{
    body::Bytes,
    extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Query, Request},
    http::{HeaderMap, StatusCode, header, request::Parts},
};
use serde::de::DeserializeOwned;

use crate::{
    app::App,
    error::{Code, Error, Result, refuse},
};

/// From the end of the head to the end of the body.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// How many bytes a request may have, and one that brings a scenario.
const BODY: usize = 64 * 1024;
pub(crate) const FILE_BODY: usize = 256 * 1024;

/// A JSON body.
pub(crate) struct JsonBody<T, const MAX_LEN: usize = BODY>(pub(crate) T);

impl<T: DeserializeOwned, const MAX_LEN: usize> FromRequest<Arc<App>> for JsonBody<T, MAX_LEN> {
    type Rejection = Error;

    async fn from_request(mut request: Request, app: &Arc<App>) -> Result<Self> {
        DefaultBodyLimit::max(MAX_LEN).apply(&mut request);
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        // Also what keeps foreign pages out: a form cannot send this type.
        let kind = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
        if kind != Some("application/json") {
            return Err(refuse(Code::ContentType, "send JSON, with Content-Type: application/json"));
        }
        let bytes = tokio::select! {
            bytes = Bytes::from_request(request, app) => bytes.map_err(|rejection| match rejection.status() {
                StatusCode::PAYLOAD_TOO_LARGE => refuse(Code::TooLarge, "the request is too large"),
                _ => refuse(Code::Malformed, "the request could not be read"),
            })?,
            () = tokio::time::sleep(BODY_TIMEOUT) => return Err(refuse(Code::Slow, "the request body came too slowly")),
            // A half-sent request does not hold up the shutdown.
            () = app.stop.cancelled() => return Err(refuse(Code::Stopping, "the server is stopping")),
        };
        let bytes: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        let value = serde_json::from_slice(bytes);
        value.map(Self).map_err(|error| refuse(Code::Malformed, format!("invalid request body: {error}")))
    }
}

/// The part of the address after `?`.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(value)| Self(value)).map_err(|error| refuse(Code::Malformed, error.body_text()))
    }
}

/// The number by which a repeated request is recognised: a hash of account and key.
pub(crate) fn idempotency_key(headers: &HeaderMap, account: i64) -> Result<Option<i64>> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    if key.is_empty() || key.len() > 64 {
        return Err(refuse(Code::Malformed, "an idempotency key has 1 to 64 characters"));
    }
    let mut hash = blake3::Hasher::new();
    hash.update(&account.to_le_bytes());
    hash.update(key.as_bytes());
    let hash = hash.finalize();
    let first = hash.as_bytes().first_chunk::<8>().expect("a hash has 32 bytes");
    Ok(Some(i64::from_le_bytes(*first)))
}
