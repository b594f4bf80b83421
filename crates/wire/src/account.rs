//! Accounts and sessions.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Millis;

/// An account, as its owner sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Account {
    /// Its number.
    pub id: i64,
    /// The name others see.
    pub name: String,
    /// Not yet claimed with a name and a password?
    pub guest: bool,
    /// May it administer the server?
    pub admin: bool,
    /// Where notices and settings stand.
    pub settings: AccountSettings,
}

/// What an owner can set. A field that is absent in a request stays as it is; an empty text clears it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AccountSettings {
    /// Where notices go by e-mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub email: Option<String>,
    /// Where notices go by `POST`; `https` only, unless the administrator allows otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub webhook: Option<String>,
    /// Send notices at all?
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub notices: Option<bool>,
}

/// The caller's own account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    /// `null` without a session; a guest or an account otherwise.
    pub account: Option<Account>,
    /// Number of tables where the caller owes a decision.
    pub waiting: u32,
    /// Number of unread notices.
    pub unread: u32,
    /// Address under which other machines reach the server; `null` if it listens on its own machine only.
    pub address: Option<String>,
}

/// Play as a guest at once.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct GuestRequest {
    /// The display name, 1 to 24 characters; a generated one if absent.
    #[ts(optional)]
    pub name: Option<String>,
}

/// Create an account; a guest who registers keeps their tables.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// 2 to 24 characters: letters, digits, space, `-`, `_`, `.`.
    pub name: String,
    /// 8 to 200 characters.
    pub password: String,
}

/// Sign in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// The account's name; upper and lower case are the same.
    pub name: String,
    /// Its password.
    pub password: String,
}

/// Change the password; every other session of the account ends.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The password until now.
    pub old: String,
    /// 8 to 200 characters.
    pub new: String,
}

/// Something the account should know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Notice {
    /// Its number: rising.
    pub id: i64,
    /// When it was made.
    pub at: Millis,
    /// What it is about.
    pub kind: NoticeKind,
    /// The table's id.
    pub table: String,
    /// The sentence.
    pub text: String,
    /// Seen already?
    pub read: bool,
}

/// What a notice is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// The table waits for you.
    YourTurn,
    /// Your clock runs out soon.
    Deadline,
    /// A match ended while you were away.
    Over,
}
