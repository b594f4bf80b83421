//! `starboard referee`: JSON lines in, JSON lines out, described in docs/referee.md.
//!
//! ```
//! use catalog::Catalog;
//! use starboard::referee::Referee;
//!
//! let catalog = Catalog::of(vec![]);
//! let mut referee = Referee::new(&catalog);
//! let answer = referee.answer(br#"{"id":1,"cmd":"games"}"#);
//! assert_eq!(answer.to_string(), r#"{"id":1,"ok":{"games":[]}}"#);
//! let answer = referee.answer(b"nonsense");
//! assert_eq!(answer["error"]["code"], "syntax");
//! ```

mod answers;
mod commands;
mod request;

use std::{
    io::BufRead,
    panic::{AssertUnwindSafe, catch_unwind},
};

use catalog::{AnyTable, Catalog};
pub use request::COMMANDS;
use serde_json::{Value, json};

use crate::{Console, Failure};

/// A longer line is answered with an error and skipped.
pub const LONGEST_LINE: usize = 1 << 20;

/// A match and the judge of it.
pub struct Referee<'c> {
    catalog: &'c Catalog,
    table: Option<Box<dyn AnyTable>>,
    done: bool,
}

/// Why a request was not granted.
#[derive(Debug)]
pub(crate) struct RefereeError {
    code: &'static str,
    rule: Option<rules::RuleId>,
    message: String,
}

impl RefereeError {
    fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, rule: None, message: message.into() }
    }
}

impl<'c> Referee<'c> {
    /// Without a match yet.
    pub fn new(catalog: &'c Catalog) -> Self {
        Self { catalog, table: None, done: false }
    }

    /// Has `quit` been said?
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// The number of seats of the match; `None` if none is open.
    pub fn seats(&self) -> Option<u8> {
        self.table.as_ref().map(|table| table.seats())
    }

    /// The answer to one line. Whatever stands in it, the match changes only by what is allowed.
    pub fn answer(&mut self, line: &[u8]) -> Value {
        let request: Value = match serde_json::from_slice(line) {
            Ok(request) => request,
            Err(error) => {
                return reply(
                    &Value::Null,
                    Err(RefereeError::new("syntax", format!("not a JSON line: {error}"))),
                );
            }
        };
        let Value::Object(mut fields) = request else {
            return reply(&Value::Null, Err(RefereeError::new("syntax", "expected a JSON object")));
        };
        let id = fields.remove("id").unwrap_or(Value::Null);
        let granted = request::read(fields).and_then(|request| self.execute_catching_panics(request));
        reply(&id, granted)
    }

    /// A fault in a game must not take the referee down, nor leave a step half done.
    fn execute_catching_panics(&mut self, request: request::Request) -> Result<Value, RefereeError> {
        let revision = self.table.as_ref().map(|table| table.step_count());
        let tried = catch_unwind(AssertUnwindSafe(|| self.execute(request)));
        tried.unwrap_or_else(|_| {
            let table = self.table.take();
            let restored = catch_unwind(AssertUnwindSafe(|| Some(table?.at_step(revision?))));
            self.table = restored.unwrap_or(None);
            Err(RefereeError::new("internal", "the program has a fault here; the match is as it was before"))
        })
    }
}

fn reply(id: &Value, granted: Result<Value, RefereeError>) -> Value {
    match granted {
        Ok(value) => json!({ "id": id, "ok": value }),
        Err(RefereeError { code, rule: Some(rule), message }) => {
            json!({ "id": id, "error": { "code": code, "rule": rule, "message": message } })
        }
        Err(RefereeError { code, rule: None, message }) => {
            json!({ "id": id, "error": { "code": code, "message": message } })
        }
    }
}

pub(crate) fn run(catalog: &Catalog, console: &mut Console<'_>) -> Result<(), Failure> {
    let mut referee = Referee::new(catalog);
    let mut line = Vec::new();
    while !referee.is_done() {
        let answer = match next_line(&mut console.input, &mut line) {
            Err(error) => return Err(Failure::System(format!("cannot read the input: {error}"))),
            Ok(Line::End) => break,
            Ok(Line::TooLong) => {
                let told = format!("the line is longer than {LONGEST_LINE} bytes");
                reply(&Value::Null, Err(RefereeError::new("too_long", told)))
            }
            Ok(Line::Whole) if line.trim_ascii().is_empty() => continue,
            Ok(Line::Whole) => referee.answer(&line),
        };
        writeln!(console.out, "{answer}")?;
        console.out.flush()?;
    }
    Ok(())
}

enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads a line without its end, holding no more of it in memory than the limit.
fn next_line(input: &mut dyn BufRead, line: &mut Vec<u8>) -> std::io::Result<Line> {
    line.clear();
    let (mut length, mut anything) = (0usize, false);
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        if chunk.is_empty() {
            break;
        }
        anything = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        length = length.saturating_add(part.len());
        if length <= LONGEST_LINE {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(match (anything, length > LONGEST_LINE) {
        (false, _) => Line::End,
        (true, true) => Line::TooLong,
        (true, false) => Line::Whole,
    })
}
