//! Where a command reads and writes.

use std::{
    io::{self, BufRead, IsTerminal, Write},
    path::PathBuf,
};

use clap::error::ErrorKind;
use server::TimeSource;

use crate::{Failure, files};

/// Input, output and what they can do.
pub struct Console<'io> {
    /// What the user or a program says.
    pub input: Box<dyn BufRead + 'io>,
    /// What is asked for.
    pub out: Box<dyn Write + 'io>,
    /// Errors and progress.
    pub err: Box<dyn Write + 'io>,
    /// Are input and output a terminal that a full screen can be drawn on?
    pub terminal: bool,
    /// May the output be coloured?
    pub colour: bool,
    /// Is anybody watching the errors, so that a progress line makes sense?
    pub progress: bool,
    /// Decides which day it is; tests move it.
    pub clock: TimeSource,
    /// Where attempts at the challenge of the day are recorded.
    pub state_folder: PathBuf,
}

impl Console<'static> {
    /// The streams of the process.
    pub fn standard() -> Self {
        let (stdin, stdout, stderr) = (io::stdin(), io::stdout(), io::stderr());
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let terminal = stdin.is_terminal() && stdout.is_terminal() && !dumb;
        Self {
            terminal,
            colour: stdout.is_terminal() && !no_colour && !dumb,
            progress: stderr.is_terminal() && !dumb,
            // Not locked: commands of the server read passwords from it themselves.
            input: Box::new(io::BufReader::new(stdin)),
            out: Box::new(io::LineWriter::new(stdout.lock())),
            err: Box::new(stderr),
            clock: TimeSource::default(),
            state_folder: files::state_folder(),
        }
    }
}

impl<'io> Console<'io> {
    /// Streams that are no terminal.
    pub fn plain(input: impl BufRead + 'io, out: impl Write + 'io, err: impl Write + 'io) -> Self {
        Self {
            input: Box::new(input),
            out: Box::new(out),
            err: Box::new(err),
            terminal: false,
            colour: false,
            progress: false,
            clock: TimeSource::default(),
            state_folder: files::state_folder(),
        }
    }

    /// One line on the error stream. That nobody reads it is no reason to fail differently.
    pub(crate) fn print_error(&mut self, failure: &Failure) {
        if !matches!(failure, Failure::BrokenPipe) {
            let _ = self.out.flush();
            let _ = writeln!(self.err, "error: {failure}");
        }
    }

    /// What the parser of the command line has to say: help and version are answers, the rest errors.
    pub(crate) fn print_clap_error(&mut self, error: &clap::Error) -> Result<(), Failure> {
        match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                let text = error.render();
                let text = if self.colour { text.ansi().to_string() } else { text.to_string() };
                Ok(self.out.write_all(text.as_bytes())?)
            }
            _ => Err(Failure::Usage(one_line(&error.render().to_string()))),
        }
    }
}

/// The parser writes paragraphs: the first says what is wrong, a tip may follow, the usage is in the help.
fn one_line(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let mut told = String::new();
    for paragraph in text.split("\n\n") {
        let flat = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        if told.is_empty() {
            told = flat;
        } else if let Some(tip) = flat.strip_prefix("tip: ") {
            told = format!("{told}; {tip}");
        }
    }
    format!("{told}; see `starboard --help`")
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_usage_error_is_one_line_with_its_tip() {
        let told = super::one_line(
            "error: unexpected argument '--sed' found\n\n  tip: a similar argument exists: '--seed'\n\nUsage: x\n",
        );
        assert_eq!(
            told,
            "unexpected argument '--sed' found; a similar argument exists: '--seed'; see `starboard --help`"
        );
    }
}
