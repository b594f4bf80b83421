//! What is wrong with a data file.

use thiserror::Error;

/// A data file is wrong: where, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{file}: {field}: {message}")]
pub struct DataError {
    /// The file.
    pub file: String,
    /// Row and field, or line and column where the text itself is broken.
    pub field: String,
    /// What was expected, and what was found.
    pub message: String,
}

impl DataError {
    pub(crate) fn new(file: &str, field: impl Into<String>, message: String) -> Self {
        Self { file: file.to_owned(), field: field.into(), message }
    }
}
