//! The types as TypeScript.

use ts_rs::{Config, TS};

/// The text of `web/src/generated/wire.ts`.
pub fn typescript() -> String {
    let config = Config::new().with_large_int("number");
    let mut text = String::from(
        "// Generated from crates/wire. Do not edit: run `cargo test -p wire` with STARBOARD_BLESS=1.\n\n",
    );
    macro_rules! declare {
        ($($name:ident),+ $(,)?) => { $( declaration::<crate::$name>(&config, &mut text); )+ };
    }
    declare!(
        Failure,
        ErrorBody,
        GameInfo,
        ScenarioInfo,
        OrderInfo,
        ScenarioFile,
        CheckReport,
        Account,
        AccountSettings,
        Me,
        GuestRequest,
        Register,
        Login,
        NewPassword,
        Notice,
        NoticeKind,
        NewTable,
        NewSeat,
        Visibility,
        ClockRule,
        OnTimeout,
        Status,
        EndReason,
        Result,
        Player,
        SeatInfo,
        ClockFace,
        Proposal,
        TableInfo,
        TableSummary,
        Lobby,
        JoinRequest,
        LeaveRequest,
        ReadyRequest,
        ResignRequest,
        ProposalRequest,
        ProposalAnswer,
        HolidayRequest,
        InvitationRequest,
        Invitation,
        InvitationView,
        Target,
        Choice,
        Refused,
        Prompt,
        LogLine,
        LogPage,
        Move,
        Moved,
        UndoRequest,
        Orders,
        DraftChange,
        Draft,
        Moment,
        Advice,
        News,
        Goodbye,
        Scene,
        Op,
        Update,
        Chat,
        ChatRequest,
    );
    text
}

fn declaration<T: TS>(config: &Config, text: &mut String) {
    if let Some(docs) = T::docs() {
        text.push_str(docs.trim_end());
        text.push('\n');
    }
    text.push_str("export ");
    text.push_str(&T::decl(config));
    text.push_str("\n\n");
}
