//! Every way a request can fail, and the response it gets.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use catalog::{OpenError, SubmitError};
use store::AppendError;
use wire::{ErrorBody, Failure};

/// Why a request failed. Internal causes are logged, not sent.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// Refused: status, code, message.
    #[error("{2}")]
    Refused(StatusCode, &'static str, String),
    /// Refused by the table.
    #[error(transparent)]
    Submit(#[from] SubmitError),
    /// The client acted on an old revision.
    #[error(
        "the table changed before your move arrived (you saw revision {yours}, it is now {now}); check the board and try again"
    )]
    Stale { yours: u64, now: u64 },
    /// Too many requests.
    #[error("too many requests; try again in {0} s")]
    Rate(u64),
    /// The database failed; the change may or may not be stored.
    #[error("the server could not confirm that the change was saved; check the board, then try again")]
    Busy(String),
    /// A bug or an unexpected failure.
    #[error("internal server error; if it persists, send the request id to the administrator")]
    Internal(String),
}

pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

/// A refusal.
pub(crate) fn refuse(status: u16, code: &'static str, message: impl Into<String>) -> Error {
    let status = StatusCode::from_u16(status).expect("statuses are written in this crate");
    Error::Refused(status, code, message.into())
}

pub(crate) fn no_table() -> Error {
    refuse(404, "no_table", "no table with this id, or you are not allowed to see it")
}
pub(crate) fn not_your_seat() -> Error {
    refuse(403, "not_your_seat", "that is not your seat")
}
pub(crate) fn not_begun() -> Error {
    refuse(409, "not_begun", "the match has not begun")
}
pub(crate) fn sign_in() -> Error {
    refuse(401, "sign_in", "sign in, or play as a guest, first")
}

impl Error {
    fn status(&self) -> StatusCode {
        match self {
            Error::Refused(status, ..) => *status,
            Error::Submit(error) => match error.code() {
                "not_your_turn" | "over" | "no_undo" | "stale" => StatusCode::CONFLICT,
                "no_seat" => StatusCode::FORBIDDEN,
                _ => StatusCode::UNPROCESSABLE_ENTITY,
            },
            Error::Stale { .. } => StatusCode::CONFLICT,
            Error::Rate(_) => StatusCode::TOO_MANY_REQUESTS,
            Error::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            Error::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    pub(crate) fn code(&self) -> &'static str {
        match self {
            Error::Refused(_, code, _) => code,
            Error::Submit(error) => error.code(),
            Error::Stale { .. } => "stale",
            Error::Rate(_) => "rate",
            Error::Busy(_) => "busy",
            Error::Internal(_) => "internal",
        }
    }

    fn body(&self) -> Failure {
        let rule = match self {
            Error::Submit(error) => error.rule().map(|rule| rule.name().to_owned()),
            _ => None,
        };
        let revision = if let Error::Stale { now, .. } = self { Some(*now) } else { None };
        let retry_after = match self {
            Error::Rate(seconds) => Some(*seconds),
            Error::Busy(_) => Some(1),
            _ => None,
        };
        let code = self.code().to_owned();
        Failure { error: ErrorBody { code, message: self.to_string(), rule, revision, retry_after } }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        match &self {
            Error::Busy(cause) | Error::Internal(cause) => tracing::error!(cause, "a request failed"),
            _ => tracing::debug!(code = self.code(), "refused"),
        }
        let mut response = (self.status(), Json(self.body())).into_response();
        if let Some(seconds) = self.body().error.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        Error::Busy(error.to_string())
    }
}

impl From<AppendError> for Error {
    fn from(error: AppendError) -> Self {
        Error::Busy(error.to_string())
    }
}

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Self {
        let status = if matches!(error, OpenError::NoGame { .. }) { 404 } else { 400 };
        refuse(status, error.code(), error.to_string())
    }
}
