//! `cargo xtask test`

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
    let tests = workspace.run("cargo", &nextest);
    if args.fast || !args.nextest.is_empty() {
        return tests;
    }
    // nextest cannot run documentation examples; run them even after a failure, to show all at once
    let examples = workspace.run("cargo", &["test", "--doc", "--workspace", "--no-fail-fast"]);
    tests.and(examples)
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
