//! The errors of a scenario file.

use std::fmt;

pub use rules::DataError;

use crate::scenario_lines::FieldLines;

/// The most errors that are listed. A file with more has one mistake many times, or an attacker.
pub(crate) const MAX_ERRORS: usize = 100;

/// The errors of a scenario, at most 100 of them and one line about the rest; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScenarioErrors(pub Vec<DataError>);

impl ScenarioErrors {
    /// The same, each with its line in `text`, where there is one.
    #[must_use]
    pub(crate) fn with_lines(mut self, text: &str) -> ScenarioErrors {
        let lines = FieldLines::of(text);
        for DataError { place, .. } in &mut self.0 {
            if let Some(line) = lines.line(place) {
                *place = format!("line {line}, {place}");
            }
        }
        self
    }

    /// A single error.
    pub(crate) fn one(file: &str, place: impl Into<String>, message: impl Into<String>) -> ScenarioErrors {
        ScenarioErrors(vec![DataError::new(file, place, message)])
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
