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
    /// Refused: code and message.
    #[error("{1}")]
    Refused(Code, String),
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

/// The codes of all refusals, each with its HTTP status.
macro_rules! codes {
    ($($variant:ident = $status:literal $name:literal,)+) => {
        /// Why a request is refused.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Code { $($variant),+ }

        impl Code {
            const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name that clients get.
            pub(crate) fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            fn status(self) -> u16 {
                match self { $(Self::$variant => $status),+ }
            }
        }
    };
}
codes! {
    AccountNeeded = 403 "account_needed",
    AlreadyAttempted = 409 "already_attempted",
    AlreadyBegun = 409 "already_begun",
    Challenge = 409 "challenge",
    Clock = 400 "clock",
    ContentType = 415 "content_type",
    Contribution = 400 "contribution",
    CrossSite = 403 "cross_site",
    Day = 400 "day",
    DayClosed = 409 "day_closed",
    DayNotOpen = 409 "day_not_open",
    DayOpen = 409 "day_open",
    Declined = 409 "declined",
    Denied = 422 "denied",
    DraftComplete = 409 "draft_complete",
    DraftEmpty = 409 "draft_empty",
    Email = 400 "email",
    Frozen = 409 "frozen",
    InvitationOnly = 403 "invitation_only",
    InvitationUsed = 410 "invitation_used",
    Level = 400 "level",
    Load = 409 "load",
    Malformed = 400 "malformed",
    Method = 405 "method",
    Muted = 403 "muted",
    Name = 400 "name",
    NameTaken = 409 "name_taken",
    NoDay = 404 "no_day",
    NoGame = 404 "no_game",
    NoHoliday = 409 "no_holiday",
    NoInvitation = 404 "no_invitation",
    NoMoment = 404 "no_moment",
    NoOpenSeat = 409 "no_open_seat",
    NoProposal = 409 "no_proposal",
    NoScenario = 400 "no_scenario",
    NoSchema = 404 "no_schema",
    NoSeat = 403 "no_seat",
    NoTable = 404 "no_table",
    NoUndo = 409 "no_undo",
    NotAGuest = 409 "not_a_guest",
    NotAdmin = 403 "not_admin",
    NotBegun = 409 "not_begun",
    NotFound = 404 "not_found",
    NotOver = 409 "not_over",
    NotSeated = 403 "not_seated",
    NotTheHost = 403 "not_the_host",
    NotYourSeat = 403 "not_your_seat",
    NotYourTurn = 409 "not_your_turn",
    Nothing = 422 "nothing",
    Option = 400 "option",
    Order = 422 "order",
    Over = 409 "over",
    Password = 400 "password",
    PastSeal = 422 "past_seal",
    Players = 400 "players",
    Position = 400 "position",
    ProposalPending = 409 "proposal_pending",
    Quota = 429 "quota",
    Resigned = 409 "resigned",
    Scenario = 400 "scenario",
    Script = 422 "script",
    SeatChoice = 400 "seat_choice",
    SeatTaken = 409 "seat_taken",
    Seats = 400 "seats",
    SignIn = 401 "sign_in",
    Slow = 408 "slow",
    Stale = 409 "stale",
    Steps = 400 "steps",
    Stopping = 503 "stopping",
    Text = 400 "text",
    Title = 400 "title",
    TooLarge = 413 "too_large",
    TooManyTables = 429 "too_many_tables",
    Unreadable = 422 "unreadable",
    Webhook = 400 "webhook",
    WrongPassword = 401 "wrong_password",
}

impl Code {
    /// The code with a name that a table or the catalogue gives.
    fn named(name: &str) -> Self {
        Self::ALL.iter().copied().find(|code| code.name() == name).unwrap_or(Self::Denied)
    }
}

/// A refusal.
pub(crate) fn refuse(code: Code, message: impl Into<String>) -> Error {
    Error::Refused(code, message.into())
}

pub(crate) fn no_table() -> Error {
    refuse(Code::NoTable, "no table with this id, or you are not allowed to see it")
}
pub(crate) fn not_your_seat() -> Error {
    refuse(Code::NotYourSeat, "that is not your seat")
}
pub(crate) fn not_begun() -> Error {
    refuse(Code::NotBegun, "the match has not begun")
}
pub(crate) fn sign_in() -> Error {
    refuse(Code::SignIn, "sign in, or play as a guest, first")
}

impl Error {
    fn status(&self) -> StatusCode {
        let status = match self {
            Error::Refused(code, _) => code.status(),
            Error::Submit(error) => Code::named(error.code()).status(),
            Error::Stale { .. } => Code::Stale.status(),
            Error::Rate(_) => 429,
            Error::Busy(_) => 503,
            Error::Internal(_) => 500,
        };
        StatusCode::from_u16(status).expect("the statuses are valid")
    }

    pub(crate) fn code(&self) -> &'static str {
        match self {
            Error::Refused(code, _) => code.name(),
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
            Error::Busy(_) | Error::Refused(Code::Stopping, _) => Some(1),
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
        refuse(Code::named(error.code()), error.to_string())
    }
}
