//! What client and server say to each other: plain data, JSON on the wire, TypeScript types for the page.
//!
//! Commands go by `POST` and are answered with a status; news comes by WebSocket (or server-sent events)
//! as [`News`]. docs/api.md describes the conversation; [`typescript`] prints the types.
//!
//! ```
//! use wire::{News, Move};
//!
//! let order: Move = serde_json::from_str(r#"{"seat":0,"revision":7,"actions":["fire"]}"#)?;
//! assert_eq!(order.actions, ["fire"]);
//! let news: News = serde_json::from_str(r#"{"type":"bye","reason":"shutdown"}"#)?;
//! assert_eq!(news, News::Bye { reason: wire::Goodbye::Shutdown });
//! # Ok::<(), serde_json::Error>(())
//! ```

mod account;
mod error;
mod export;
mod game;
mod pack;
mod patch;
mod play;
mod stream;
mod table;

pub use account::{
    Account, AccountSettings, GuestRequest, Login, Me, NewPassword, Notice, NoticeKind, Register,
};
pub use error::{ErrorBody, Failure};
pub use export::typescript;
pub use game::{CheckReport, GameInfo, OptionInfo, OrderInfo, ScenarioFile, ScenarioInfo, TakenInfo};
pub use pack::{PACKED, WORTH_PACKING, pack, unpack};
pub use patch::{Op, apply};
pub use play::{
    About, Advice, Choice, Draft, DraftChange, Json, LogLine, LogPage, Moment, Move, Moved, Orders, Prompt,
    Refused, UndoRequest,
};
pub use stream::{Chat, ChatRequest, Goodbye, News, Scene, Update};
pub use table::{
    ClockFace, ClockRule, EndReason, HolidayRequest, Invitation, InvitationRequest, InvitationView,
    JoinRequest, LeaveRequest, Lobby, NewSeat, NewTable, OnTimeout, Player, Proposal, ProposalAnswer,
    ProposalRequest, ReadyRequest, ResignRequest, Result, SeatInfo, Status, TableInfo, TableSummary,
    Visibility,
};

/// Milliseconds since 1970.
pub type Millis = i64;
