//! `cargo xtask test`

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};

use crate::workspace::Workspace;

/// Shown under `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  cargo xtask test                       every test, documentation examples included
  cargo xtask test --fast                without laws, golden logs and documentation examples
  cargo xtask test -- -p star_borders    what follows `--` goes to `cargo nextest run`
  cargo xtask test -- sb_7_3             only tests whose name contains sb_7_3";

#[derive(clap::Args, Default)]
pub(crate) struct Args {
    /// Leave out what takes long: laws, golden logs, documentation examples
    #[arg(long)]
    fast: bool,
    /// Further arguments for `cargo nextest run`; documentation examples are then left out
    #[arg(last = true)]
    nextest: Vec<String>,
}

/// Every test there is.
pub(crate) fn all(workspace: &Workspace) -> Result<()> {
    run(workspace, &Args::default())
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<()> {
    install_nextest(workspace)?;
    let profile = if args.fast { "fast" } else { "default" };
    let mut nextest = vec!["nextest", "run", "--profile", profile];
    if !args.nextest.iter().any(|arg| matches!(arg.as_str(), "-p" | "--package" | "--workspace")) {
        nextest.push("--workspace");
    }
    nextest.extend(args.nextest.iter().map(String::as_str));
    let report = workspace.path(&format!("target/nextest/{profile}/counts.xml"));
    forget(&report)?;
    let mut passed = workspace.run("cargo", &nextest);
    let Some(tests) = fs::read_to_string(&report).ok().and_then(|report| Counts::of_report(&report)) else {
        // nothing was run: the error says why
        return passed;
    };
    let mut examples = Counts::default();
    if !args.fast && args.nextest.is_empty() {
        // nextest cannot run documentation examples; run them even after a failure, to show all at once
        let count = |line: &str| examples.add_result(line);
        let done =
            workspace.run_watching("cargo", &["test", "--doc", "--workspace", "--no-fail-fast"], count);
        passed = passed.and(done);
    }
    println!(
        "\n{} passed, {} failed ({} tests, {} documentation examples)",
        tests.passed + examples.passed,
        tests.failed + examples.failed,
        tests.total(),
        examples.total()
    );
    passed
}

/// Last run's counts must not pass for this one's.
fn forget(report: &Path) -> Result<()> {
    match fs::remove_file(report) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("could not remove {}", report.display()))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

#[derive(Default, Debug, PartialEq, Eq)]
struct Counts {
    passed: usize,
    failed: usize,
}

impl Counts {
    fn total(&self) -> usize {
        self.passed + self.failed
    }

    /// The counts in the first element of nextest's report.
    fn of_report(report: &str) -> Option<Self> {
        let root = report.split("<testsuites ").nth(1)?.split('>').next()?;
        let number = |name: &str| {
            let quoted = root.split(&format!("{name}=\"")).nth(1)?;
            quoted.split('"').next()?.parse::<usize>().ok()
        };
        let failed = number("failures")? + number("errors")?;
        Some(Self { passed: number("tests")?.checked_sub(failed)?, failed })
    }

    /// Adds a line such as `test result: ok. 3 passed; 1 failed; …`; other lines count for nothing.
    fn add_result(&mut self, line: &str) {
        let Some(result) = line.strip_prefix("test result: ") else { return };
        let words: Vec<&str> = result.split_whitespace().collect();
        for pair in words.windows(2) {
            let number = pair[0].parse().unwrap_or(0);
            match pair[1] {
                "passed;" => self.passed += number,
                "failed;" => self.failed += number,
                _ => {}
            }
        }
    }
}

fn install_nextest(workspace: &Workspace) -> Result<()> {
    if workspace.succeeds("cargo", &["nextest", "--version"]) {
        return Ok(());
    }
    println!("cargo-nextest is missing; installing it once for this machine");
    workspace
        .run("cargo", &["install", "--locked", "cargo-nextest"])
        .context("could not install cargo-nextest")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_come_from_the_report_and_from_result_lines() {
        let report = "<?xml version=\"1.0\"?>\n<testsuites name=\"x\" tests=\"43\" failures=\"2\" errors=\"1\">\n<testsuite tests=\"1\"";
        assert_eq!(Counts::of_report(report), Some(Counts { passed: 40, failed: 3 }));
        assert_eq!(Counts::of_report("<testsuites tests=\"x\">"), None);
        let mut counts = Counts::default();
        counts.add_result("test result: ok. 3 passed; 1 failed; 0 ignored; 0 measured");
        counts.add_result("test result: FAILED. 2 passed; 0 failed; 0 ignored");
        counts.add_result("running 7 tests");
        assert_eq!(counts, Counts { passed: 5, failed: 1 });
    }
}
