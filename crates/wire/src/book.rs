//! Rulebooks, as blocks of styled text.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A block of a rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BookBlock {
    /// What it is.
    pub kind: BookBlockKind,
    /// Of a heading 1 to 6, of a list entry its depth, from 0; else 0.
    pub level: u8,
    /// The rule it states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<String>,
    /// Its cells: one for everything but table rows.
    pub cells: Vec<Vec<BookSpan>>,
}

/// Kind of a [`BookBlock`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BookBlockKind {
    /// A heading.
    Heading,
    /// An entry of a list.
    Item,
    /// The names of a table's columns.
    Head,
    /// A row of a table.
    Row,
    /// A paragraph.
    Text,
    /// A figure, drawn by the game's own board; its text says what it shows.
    Picture,
}

/// A piece of text in one style.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct BookSpan {
    /// The style; `rule` is a link to that rule.
    pub kind: BookSpanKind,
    /// The words.
    pub text: String,
}

/// Style of a [`BookSpan`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names of the styles")]
pub enum BookSpanKind {
    Text,
    Strong,
    Em,
    Code,
    Rule,
}
