//! The word reader of the notations.

use std::str::{FromStr, SplitWhitespace};

use crate::{ReadError, Seat};

/// Splits a line into words and parses them one after another.
///
/// ```
/// use rules::Words;
///
/// let mut words = Words::new("settle Canis 12");
/// assert_eq!(words.next("an action")?, "settle");
/// assert_eq!(words.next("a star")?, "Canis");
/// assert_eq!(words.number::<u8>("millions")?, 12);
/// words.end()?;
/// # Ok::<(), rules::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Words<'a> {
    line: &'a str,
    rest: SplitWhitespace<'a>,
}

impl<'a> Words<'a> {
    /// Starts at the first word of `line`.
    pub fn new(line: &'a str) -> Self {
        Self { line, rest: line.split_whitespace() }
    }
    /// The line all errors refer to.
    pub fn line(&self) -> &'a str {
        self.line
    }
    /// The next word, if there is one.
    pub fn maybe(&mut self) -> Option<&'a str> {
        self.rest.next()
    }
    /// The next word without consuming it.
    pub fn peek(&self) -> Option<&'a str> {
        self.rest.clone().next()
    }
    /// The next word; `wanted` says what it is for.
    pub fn next(&mut self, wanted: &str) -> Result<&'a str, ReadError> {
        self.rest.next().ok_or_else(|| ReadError::expected(format!("{wanted} at its end"), self.line))
    }
    /// The next word, parsed; `wanted` describes the valid ones.
    pub fn parse<T: FromStr>(&mut self, wanted: &str) -> Result<T, ReadError> {
        let word = self.next(wanted)?;
        word.parse().map_err(|_| ReadError::expected(wanted, word))
    }
    /// The next word as a number; `wanted` says of what.
    pub fn number<N: FromStr>(&mut self, wanted: &str) -> Result<N, ReadError> {
        self.parse(wanted)
    }
    /// The next word looked up in a list of names.
    pub fn one_of<T: Copy>(&mut self, wanted: &str, names: &[(&str, T)]) -> Result<T, ReadError> {
        let word = self.next(wanted)?;
        let found = names.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
        found.ok_or_else(|| ReadError::expected(wanted, word))
    }
    /// The next word as a seat below `seats`.
    pub fn seat(&mut self, seats: u8) -> Result<Seat, ReadError> {
        let seat: u8 = self.number("a seat")?;
        if seat < seats {
            return Ok(Seat(seat));
        }
        Err(ReadError::expected(format!("a seat below {seats}"), self.line))
    }
    /// Succeeds if no word is left.
    pub fn end(mut self) -> Result<(), ReadError> {
        match self.rest.next() {
            None => Ok(()),
            Some(word) => Err(ReadError::expected("the end of the line", word)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn errors_name_what_was_expected() {
        let mut words = Words::new("go x");
        words.next("an action").expect("a word");
        assert_eq!(words.number::<u8>("a number").unwrap_err().0, "expected a number, found \"x\"");
        assert_eq!(words.next("a place").unwrap_err().0, "expected a place at its end, found \"go x\"");
        assert!(Words::new("more").end().is_err());
        assert!(Words::new("2").seat(2).is_err());
        assert!(Words::new("1").seat(2).is_ok());
    }
}
