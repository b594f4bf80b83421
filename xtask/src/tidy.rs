//! `cargo xtask tidy`: the invariants of the project that a compiler cannot see.
//!
//! A check is a function from the files to findings; a new one is a line in [`CHECKS`].

mod code;
mod layers;
mod text;
mod web;

use std::fmt::Write as _;

use anyhow::{Result, bail, ensure};

use crate::tree::{RustFile, Tree};
use crate::workspace::{Workspace, show};

/// Shown under `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  cargo xtask tidy            all checks
  cargo xtask tidy pure size  only these
  cargo xtask tidy --list     what is checked, and what to do about a finding";

#[derive(clap::Args, Default)]
pub(crate) struct Args {
    /// Run only these checks
    checks: Vec<String>,
    /// Print the checks and stop
    #[arg(long)]
    list: bool,
}

/// The checkout as the checks see it.
struct Source<'a> {
    tree: &'a Tree,
    rust: Vec<RustFile<'a>>,
}

/// Something that breaks a check's law.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    path: String,
    line: usize,
    what: String,
}

/// Where checks put what they find.
#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn add(&mut self, path: &str, line: usize, what: impl Into<String>) {
        self.0.push(Finding { path: path.to_owned(), line, what: what.into() });
    }

    /// The law, each breach of it, and how to fix them.
    fn told(&self, check: &Check) -> String {
        let mut text = format!("{}: {}\n", check.name, check.law);
        for Finding { path, line, what } in &self.0 {
            let _ = writeln!(text, "  {path}:{line}: {what}");
        }
        let _ = writeln!(text, "  fix: {}\n", check.fix);
        text
    }
}

struct Check {
    name: &'static str,
    law: &'static str,
    fix: &'static str,
    run: fn(&Source, &mut Findings),
}

const CHECKS: &[Check] = &[
    Check {
        name: "pure",
        law: "rules crates do no I/O, hold no clock, thread, generator or float, and use no hash map",
        fix: "take what is needed as an argument; use BTreeMap, arrays or bit sets, and whole numbers",
        run: code::pure,
    },
    Check {
        name: "secrets",
        law: "a view never reads a secret: `.truth()` is not called in view.rs or present.rs",
        fix: "use `.seen_by(viewer)`",
        run: code::secrets,
    },
    Check {
        name: "unfinished",
        law: "what is committed is finished: no placeholder macros, no notes to oneself, no skipped tests",
        fix: "finish it, or take it out",
        run: code::unfinished,
    },
    Check {
        name: "unwrap",
        law: "outside of tests nothing is unwrapped without a reason",
        fix: "return an error, or use expect(\"why this cannot happen\")",
        run: code::unwrap,
    },
    Check {
        name: "crate-docs",
        law: "every crate opens with a `//!` page",
        fix: "say in the first lines of the file what the crate is for",
        run: code::crate_docs,
    },
    Check {
        name: "layers",
        law: "dependencies point downwards: games know rules and atlas only, only catalog lists the games",
        fix: "move the code, or ask for what it needs through a trait of `rules`",
        run: layers::games,
    },
    Check {
        name: "owners",
        law: "only `store` knows SQL (sqlx), only `server` knows HTTP (axum)",
        fix: "ask the crate that owns the library for a function that does what you need",
        run: layers::owners,
    },
    Check {
        name: "size",
        law: "a source file has at most 700 lines",
        fix: "split it as the rulebook does, one file for each chapter",
        run: text::size,
    },
    Check {
        name: "machine",
        law: "no file knows the machine it was written on: no absolute paths, no private registries",
        fix: "use a path relative to the checkout; leave registries to the user's own configuration",
        run: text::machine,
    },
    Check {
        name: "links",
        law: "every relative link in a Markdown file leads somewhere",
        fix: "correct the path; it is relative to the file that holds the link",
        run: text::links,
    },
    Check {
        name: "changelog",
        law: "CHANGELOG.md has an Unreleased section",
        fix: "add `## [Unreleased]` above the newest version",
        run: text::changelog,
    },
    Check {
        name: "web-types",
        law: "TypeScript is typed: no `any`, no silenced type errors",
        fix: "use the types generated from the Rust code, or `unknown` and a check",
        run: web::types,
    },
    Check {
        name: "web-rules",
        law: "the UI contains no rule: it does not calculate with or compare game numbers",
        fix: "ask for a field in the view, computed by the rules' own function",
        run: web::rules,
    },
    Check {
        name: "web-notation",
        law: "the page parses no action, label or log text and names no rule of a ledger",
        fix: "use `group`, `targets`, `amount` and `rule` of the prompt, spans of a line, or a field of the view",
        run: web::notation,
    },
];

/// Runs all checks.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    run(workspace, &Args::default())
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<()> {
    if args.list {
        for check in CHECKS {
            println!("{}\n  {}\n  fix: {}", check.name, check.law, check.fix);
        }
        return Ok(());
    }
    let known: Vec<_> = CHECKS.iter().map(|check| check.name).collect();
    if let Some(unknown) = args.checks.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("there is no check {unknown:?}; expected one of {}", known.join(", "));
    }
    let tree = workspace.tree()?;
    let source = Source { tree: &tree, rust: tree.rust_files() };
    let chosen = |check: &&Check| args.checks.is_empty() || args.checks.iter().any(|name| name == check.name);
    let mut total = 0;
    for check in CHECKS.iter().filter(chosen) {
        let mut findings = Findings::default();
        (check.run)(&source, &mut findings);
        if !findings.0.is_empty() {
            total += findings.0.len();
            show(&findings.told(check));
        }
    }
    ensure!(total == 0, "tidy found {total} {}", if total == 1 { "breach" } else { "breaches" });
    show(&format!("tidy: {} files, nothing found\n", tree.files().count()));
    Ok(())
}

/// What a check finds in these files, as `path:line: what`.
#[cfg(test)]
fn found<const N: usize>(check: fn(&Source, &mut Findings), files: [(&str, &str); N]) -> Vec<String> {
    let tree = Tree::from(files);
    let mut findings = Findings::default();
    check(&Source { tree: &tree, rust: tree.rust_files() }, &mut findings);
    findings.0.into_iter().map(|Finding { path, line, what }| format!("{path}:{line}: {what}")).collect()
}
