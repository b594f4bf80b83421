//! What is wrong with a file.

use std::fmt;

use crate::scenario_lines::Lines;

/// One thing that is wrong with a file: where it stands and what was expected.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DataError {
    /// The file, as its reader calls it.
    pub file: String,
    /// `line 7, sides.A.ships[3].at`, or `line 7, column 12` where the text itself is broken.
    pub field: String,
    /// What was expected, and what was found.
    pub message: String,
}

impl fmt::Display for DataError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DataError { file, field, message } = self;
        write!(out, "{file}: {field}: {message}")
    }
}

impl std::error::Error for DataError {}

/// Everything that is wrong with a scenario; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScenarioErrors(pub Vec<DataError>);

impl ScenarioErrors {
    /// The same, each with the line of `text` it speaks of, where there is one.
    #[must_use]
    pub(crate) fn with_lines(mut self, text: &str) -> ScenarioErrors {
        let Some(lines) = Lines::of(text) else { return self };
        for DataError { field, .. } in &mut self.0 {
            if let Some(line) = lines.line_of(field) {
                *field = format!("line {line}, {field}");
            }
        }
        self
    }

    /// Just one.
    pub(crate) fn one(file: &str, field: impl Into<String>, message: impl Into<String>) -> ScenarioErrors {
        ScenarioErrors(vec![DataError { file: file.into(), field: field.into(), message: message.into() }])
    }
}

impl fmt::Display for ScenarioErrors {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, error) in self.0.iter().enumerate() {
            let line_break = if at == 0 { "" } else { "\n" };
            write!(out, "{line_break}{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ScenarioErrors {}
