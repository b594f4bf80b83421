//! API types: plain data, JSON on the wire, TypeScript types for the web client.
//!
//! Commands go by `POST` and are answered with a status; messages come by WebSocket (or server-sent events)
//! as [`StreamMessage`]. docs/api.md describes the interface; [`typescript`] prints the types.
//!
//! ```
//! use wire::{StreamMessage, Move};
//!
//! let order: Move = serde_json::from_str(r#"{"seat":0,"revision":7,"actions":["fire"]}"#)?;
//! assert_eq!(order.actions, ["fire"]);
//! let message: StreamMessage = serde_json::from_str(r#"{"type":"bye","reason":"shutdown"}"#)?;
//! assert_eq!(message, StreamMessage::Close { reason: wire::CloseReason::Shutdown });
//! # Ok::<(), serde_json::Error>(())
//! ```

mod account;
mod book;
mod day;
mod deflate;
mod error;
mod export;
mod game;
mod lesson;
mod patch;
mod play;
mod review;
mod stream;
mod table;

pub use account::{
    Account, AccountSettings, GuestRequest, Login, Me, NewPassword, Notice, NoticeKind, Register,
};
pub use book::{BookBlock, BookBlockKind, BookSpan, BookSpanKind};
pub use day::{DayAttempt, DayInfo, DayPage, DayRanking, TableChallenge};
pub use deflate::{DEFLATE_SUBPROTOCOL, MIN_DEFLATE_LEN, deflate, inflate};
pub use error::{ErrorBody, Failure};
pub use export::typescript;
pub use game::{
    CheckReport, DeckList, GameAverages, GameInfo, LevelInfo, NumberRange, OptionInfo, OptionValueInfo,
    OrderInfo, PlayerAverage, ScenarioFile, ScenarioInfo, SeatChoiceInfo,
};
pub use lesson::{LessonInfo, LessonMood, LessonMove, LessonNext, LessonPlace, LessonScene, LessonState};
pub use patch::{Op, apply};
pub use play::{
    Amount, Card, Choice, DeniedChoice, Draft, DraftChange, Hint, HintPlan, History, HistoryMoment, Json,
    LogLine, LogPage, Moment, Move, MoveAccepted, NotableRoll, Orders, Prompt, Scene, Span, TargetDetail,
    UndoRequest,
};
pub use review::{
    DecisionReview, Review, ReviewCause, ReviewPoint, ReviewProgress, SeatReview, TurningPoint,
};
pub use stream::{Chat, ChatRequest, CloseReason, MuteRequest, Snapshot, StreamMessage, Update};
pub use table::{
    ClockReading, ClockRule, EndReason, HolidayRequest, Invitation, InvitationRequest, InvitationView,
    JoinRequest, LeaveRequest, NewSeat, NewTable, OnTimeout, Outcome, Pace, Player, Proposal, ProposalAnswer,
    ProposalRequest, ReadyRequest, ResignRequest, SeatChoiceRequest, SeatInfo, Status, TableInfo, TablePage,
    TableSummary, Visibility,
};

/// Milliseconds since 1970.
pub type Millis = i64;
