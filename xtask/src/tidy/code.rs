//! Checks on Rust code. They read tokens, so that comments, strings and tests do not confuse them.

use super::{Findings, Source};
use crate::rust::{Kind, Rust};
use crate::tree::{RustFile, has_extension};

/// Modules of `std` that reach out of the program.
const OUTSIDE: [&str; 6] = ["env", "fs", "net", "process", "thread", "time"];
/// Words that have no business in rules, whatever stands around them.
const IMPURE_WORDS: [&str; 7] = ["HashMap", "HashSet", "f32", "f64", "rand", "getrandom", "tokio"];
/// Macros that print.
const PRINTING: [&str; 4] = ["print", "println", "eprint", "eprintln"];
/// Macros that stand for code to come.
const PLACEHOLDERS: [&str; 3] = ["todo", "unimplemented", "dbg"];
/// Comments that stand for work to come.
const NOTES: [&str; 2] = ["TODO", "FIXME"];
/// Code in other languages, by extension.
const OTHER_CODE: [&str; 9] = ["ts", "js", "mjs", "svelte", "css", "html", "sql", "py", "sh"];
/// How tests are skipped there.
const SKIPPING: [&str; 6] =
    ["it.skip(", "test.skip(", "describe.skip(", "it.only(", "test.only(", "mark.skip"];

/// Is this a file under `src` of a crate that holds rules?
fn in_rules_crate(path: &str) -> bool {
    let parts: Vec<_> = path.split('/').collect();
    matches!(parts[..], ["crates", "rules" | "atlas", "src", ..] | ["crates", "games", _, "src", ..])
}

fn in_src(path: &str) -> bool {
    path.split('/').any(|part| part == "src")
}

/// The code tokens of a file that are not tests, by index and line.
fn product_code<'a>(file: &'a RustFile) -> impl Iterator<Item = (usize, usize)> + 'a {
    let lines = file.rust.code().iter().map(|token| token.line).enumerate();
    lines.filter(|&(index, _)| !file.in_test(index))
}

pub(super) fn pure(source: &Source, findings: &mut Findings) {
    for file in source.rust.iter().filter(|file| in_rules_crate(file.path)) {
        for (index, line) in product_code(file) {
            for what in impure(&file.rust, index) {
                findings.add(file.path, line, what);
            }
        }
    }
}

/// What is impure in the token at `index`.
fn impure(rust: &Rust, index: usize) -> Vec<String> {
    let text = rust.text(index);
    match rust.code()[index].kind {
        Kind::Number if is_float(text) => vec![format!("the fraction {text}")],
        Kind::Word if IMPURE_WORDS.contains(&text) || text.starts_with("rand_") => vec![format!("`{text}`")],
        Kind::Word if PRINTING.contains(&text) && rust.is(index + 1, "!") => vec![format!("`{text}!`")],
        // asks how the test ends; starts no thread
        Kind::Word if rust.reads(index, &["std", ":", ":", "thread", ":", ":", "panicking"]) => Vec::new(),
        Kind::Word if text == "std" && rust.reads(index + 1, &[":", ":"]) => {
            let outside = std_modules(rust, index + 3).into_iter().filter(|module| OUTSIDE.contains(module));
            outside.map(|module| format!("`std::{module}`")).collect()
        }
        _ => Vec::new(),
    }
}

fn is_float(number: &str) -> bool {
    let hex = number.starts_with("0x");
    number.contains('.') || (!hex && (number.ends_with("f32") || number.ends_with("f64")))
}

/// The first segments after `std::`, one for a path, several for a list in braces.
fn std_modules(rust: &Rust, at: usize) -> Vec<&str> {
    if !rust.is(at, "{") {
        return vec![rust.text(at)];
    }
    let close = rust.close(at);
    let mut modules = vec![rust.text(at + 1)];
    let mut index = at + 1;
    while index < close {
        match rust.text(index) {
            "{" => index = rust.close(index),
            "," => modules.push(rust.text(index + 1)),
            _ => {}
        }
        index += 1;
    }
    modules
}

pub(super) fn secrets(source: &Source, findings: &mut Findings) {
    let shows = |path: &str| {
        let name = path.split("/src/").nth(1).unwrap_or("");
        ["view", "present"]
            .iter()
            .any(|&word| name.strip_prefix(word).is_some_and(|tail| tail == ".rs" || tail.starts_with('/')))
    };
    for file in source.rust.iter().filter(|file| file.path.starts_with("crates/games/") && shows(file.path)) {
        for (index, line) in product_code(file) {
            if file.rust.reads(index, &[".", "truth", "("]) {
                findings.add(file.path, line, "`.truth()`");
            }
        }
    }
}

pub(super) fn unfinished(source: &Source, findings: &mut Findings) {
    for file in &source.rust {
        let rust = &file.rust;
        for (index, token) in rust.code().iter().enumerate() {
            let text = rust.text(index);
            if token.kind == Kind::Word && PLACEHOLDERS.contains(&text) && rust.is(index + 1, "!") {
                findings.add(file.path, token.line, format!("`{text}!`"));
            }
            if rust.reads(index, &["#", "[", "ignore"]) {
                findings.add(file.path, token.line, "a skipped test");
            }
        }
        for (line, comment) in rust.comments() {
            for (offset, text) in comment.lines().enumerate() {
                if let Some(word) = note(text) {
                    findings.add(file.path, line + offset, word);
                }
            }
        }
    }
    let others =
        source.tree.files().filter(|(path, _)| OTHER_CODE.iter().any(|code| has_extension(path, code)));
    for (path, text) in others {
        for (line, text) in (1..).zip(text.lines()) {
            if let Some(word) = note(text) {
                findings.add(path, line, word);
            }
            if let Some(call) = SKIPPING.iter().find(|call| text.contains(**call)) {
                findings.add(path, line, format!("a skipped test: `{}`", call.trim_end_matches('(')));
            }
        }
    }
}

/// The note to oneself that this line holds.
fn note(line: &str) -> Option<&'static str> {
    let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.find_map(|word| NOTES.into_iter().find(|&note| note == word))
}

pub(super) fn unwrap(source: &Source, findings: &mut Findings) {
    for file in source.rust.iter().filter(|file| in_src(file.path) || file.path.ends_with("build.rs")) {
        for (index, line) in product_code(file) {
            if file.rust.reads(index, &[".", "unwrap", "(", ")"]) {
                findings.add(file.path, line, "`.unwrap()`");
            }
        }
    }
}

pub(super) fn crate_docs(source: &Source, findings: &mut Findings) {
    let roots = source
        .tree
        .files()
        .filter(|(path, _)| path.ends_with("/src/lib.rs") || path.ends_with("/src/main.rs"));
    for (path, text) in roots {
        if !text.starts_with("//!") && !text.starts_with("#![doc = include_str!") {
            findings.add(path, 1, "no `//!` in the first line");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::found;

    #[test]
    fn rules_crates_stay_inside() {
        let bad = "use std::fs;\nuse std::{fmt, time::Instant, collections::{HashMap, BTreeMap}};\n\
                   fn f(x: f64) -> u8 { println!(\"\"); std::env::var(\"x\"); rand_chacha::x(); 1.5; 2f32; 0x2f32 }\n\
                   // std::fs, f64\n#[cfg(test)] mod tests { use std::fs; }";
        assert_eq!(
            found(pure, [("crates/games/sb/src/a.rs", bad)]),
            [
                "crates/games/sb/src/a.rs:1: `std::fs`",
                "crates/games/sb/src/a.rs:2: `std::time`",
                "crates/games/sb/src/a.rs:2: `HashMap`",
                "crates/games/sb/src/a.rs:3: `f64`",
                "crates/games/sb/src/a.rs:3: `println!`",
                "crates/games/sb/src/a.rs:3: `std::env`",
                "crates/games/sb/src/a.rs:3: `rand_chacha`",
                "crates/games/sb/src/a.rs:3: the fraction 1.5",
                "crates/games/sb/src/a.rs:3: the fraction 2f32",
            ]
        );
        let elsewhere = [("crates/server/src/a.rs", bad), ("crates/games/sb/tests/a.rs", bad)];
        assert!(found(pure, elsewhere).is_empty());
        assert!(
            found(
                pure,
                [(
                    "crates/atlas/src/a.rs",
                    "use std::{fmt, ops::Range}; fn f() { pair.0.1; std::thread::panicking(); }"
                )]
            )
            .is_empty()
        );
    }

    #[test]
    fn views_do_not_read_secrets() {
        let bad = "fn view() { hand\n.truth(); }";
        let files = [
            ("crates/games/sb/src/view.rs", bad),
            ("crates/games/sb/src/present/log.rs", bad),
            ("crates/games/sb/src/battle.rs", bad),
            ("crates/games/sb/src/viewpoint.rs", bad),
        ];
        assert_eq!(
            found(secrets, files),
            ["crates/games/sb/src/present/log.rs:2: `.truth()`", "crates/games/sb/src/view.rs:2: `.truth()`",]
        );
    }

    #[test]
    fn nothing_is_left_for_later() {
        let bad = "fn f() { todo!() }\n/* a\n FIXME b */\n#[test]\n#[ignore = \"slow\"]\nfn g() { dbg!(1); \"TODO\"; }";
        assert_eq!(
            found(unfinished, [("x/src/a.rs", bad)]),
            [
                "x/src/a.rs:1: `todo!`",
                "x/src/a.rs:5: a skipped test",
                "x/src/a.rs:6: `dbg!`",
                "x/src/a.rs:3: FIXME",
            ]
        );
        let web = "// TODO: later\nconst TODOS = 1;\nit.skip('x', f)";
        assert_eq!(
            found(unfinished, [("web/src/a.ts", web)]),
            ["web/src/a.ts:1: TODO", "web/src/a.ts:3: a skipped test: `it.skip`",]
        );
        assert!(found(unfinished, [("notes.md", web)]).is_empty());
    }

    #[test]
    fn unwrap_is_for_tests() {
        let code = "/// x.unwrap()\nfn f() { a.unwrap(); a.unwrap_or(1); a.expect(\"why\"); }\n#[cfg(test)] mod tests { fn g() { a.unwrap(); } }";
        assert_eq!(
            found(unwrap, [("x/src/a.rs", code), ("x/tests/a.rs", code)]),
            ["x/src/a.rs:2: `.unwrap()`"]
        );
    }

    #[test]
    fn crates_open_with_a_page() {
        let files = [("a/src/lib.rs", "mod x;"), ("b/src/main.rs", "//! Good.\n"), ("c/src/x.rs", "")];
        assert_eq!(found(crate_docs, files), ["a/src/lib.rs:1: no `//!` in the first line"]);
    }
}
