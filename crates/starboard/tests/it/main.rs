//! The program as its users meet it, on the small game `duel` and on the games of the catalogue.

mod analyse;
mod commands;
mod compatibility;
mod daily;
mod duel_definition;
mod learn;
mod line_mode;
mod process;
mod referee;
mod replay;
mod score;
mod screens;

use std::{path::PathBuf, process::ExitCode};

use catalog::Catalog;
use starboard::Console;

/// A catalogue with the small game only.
fn catalog() -> Catalog {
    Catalog::of(vec![Box::new(duel_definition::DuelDefinition)])
}

/// What a run left behind.
#[derive(Debug)]
struct Ran {
    code: ExitCode,
    out: String,
    err: String,
}

impl Ran {
    /// The output of a run that went well.
    fn ok(self) -> String {
        assert_eq!(self.code, ExitCode::SUCCESS, "{}", self.err);
        assert_eq!(self.err, "");
        self.out
    }
    /// The one error line of a run that ended with `code`.
    fn failed(self, code: u8) -> String {
        assert_eq!(self.code, ExitCode::from(code), "{self:?}");
        let line = self.err.strip_prefix("error: ").and_then(|line| line.strip_suffix('\n'));
        let line = line.unwrap_or_else(|| panic!("no error line: {:?}", self.err));
        assert!(!line.contains('\n'), "more than one line: {line:?}");
        line.to_owned()
    }
}

fn run_on(catalog: &Catalog, args: &[&str], input: &[u8]) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::plain(input, &mut out, &mut err);
    let args = std::iter::once("starboard").chain(args.iter().copied());
    let code = starboard::run(catalog, args, &mut console);
    drop(console);
    let text = |bytes| String::from_utf8(bytes).expect("the program writes text");
    Ran { code, out: text(out), err: text(err) }
}

fn run(args: &[&str], input: &[u8]) -> Ran {
    run_on(&catalog(), args, input)
}

/// A folder of its own for a test, empty at its start.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}

fn path(file: &std::path::Path) -> &str {
    file.to_str().expect("the target folder has a plain name")
}
