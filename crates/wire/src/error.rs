//! The one shape of every refusal.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The body of every answer that is not a success.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Failure {
    /// What went wrong.
    pub error: ErrorBody,
}

/// What went wrong, for machines and for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ErrorBody {
    /// A short name for machines; docs/api.md lists them.
    pub code: String,
    /// A sentence for people.
    pub message: String,
    /// The ledger's row that forbids the action, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rule: Option<String>,
    /// The table's revision now, where the request named an old one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub revision: Option<u64>,
    /// Seconds to wait before trying again, where waiting helps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub retry_after: Option<u64>,
}
