//! `cargo xtask ci`: what must hold before a push, and what CI runs.

use std::io::Write as _;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};

use crate::workspace::Workspace;
use crate::{generate, matrix, test, tidy};

/// Shown under `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  cargo xtask ci                 everything
  cargo xtask ci format tidy     only these stages
  cargo xtask ci --keep-going    costly stages too, although a cheap one failed
  cargo xtask ci --list          the stages in their order

Cheap stages all run, so that one run shows all they find; costly ones run if no stage before them failed.";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run only these stages
    stages: Vec<String>,
    /// Run costly stages even after a failure
    #[arg(long)]
    keep_going: bool,
    /// Print the stages and stop
    #[arg(long)]
    list: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cost {
    Cheap,
    Costly,
}
use Cost::{Cheap, Costly};

/// What a stage found to do.
enum Done {
    Ran,
    Nothing(&'static str),
}

type Run = fn(&Workspace) -> Result<Done>;

/// In this order. A new stage is one line here.
const STAGES: &[(&str, Cost, Run)] = &[
    ("format", Cheap, |w| cargo(w, &["fmt", "--all", "--check"])),
    ("tidy", Cheap, |w| ran(tidy::check(w))),
    ("matrix", Cheap, |w| ran(matrix::check(w))),
    ("generated", Cheap, |w| ran(generate::check(w))),
    ("clippy", Costly, |w| cargo(w, &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])),
    ("test", Costly, |w| ran(test::all(w))),
    ("docs", Costly, docs),
    ("web", Costly, web),
];

fn ran(done: Result<()>) -> Result<Done> {
    done.map(|()| Done::Ran)
}

fn cargo(workspace: &Workspace, args: &[&str]) -> Result<Done> {
    ran(workspace.run("cargo", args))
}

/// Broken links in documentation are warnings that clippy does not see. Who reads the pages of this
/// workspace reads the private ones too, so links to them are fine.
fn docs(workspace: &Workspace) -> Result<Done> {
    let args = ["doc", "--workspace", "--no-deps", "--document-private-items"];
    ran(workspace.run_in(
        "",
        "cargo",
        &args,
        &[("RUSTDOCFLAGS", "-D warnings -A rustdoc::private_intra_doc_links")],
    ))
}

fn web(workspace: &Workspace) -> Result<Done> {
    if !workspace.path("web/package.json").exists() {
        return Ok(Done::Nothing("no web/package.json"));
    }
    let npm = |args: &[&str]| workspace.run_in("web", "npm", args, &[("CI", "true")]);
    npm(&["ci", "--no-audit", "--no-fund"])?;
    npm(&["exec", "--no", "--", "svelte-check", "--fail-on-warnings"])?;
    npm(&["exec", "--no", "--", "vitest", "run"])?;
    ran(npm(&["run", "build"]))
}

enum Outcome {
    Passed,
    Nothing(&'static str),
    Failed(String),
    NotRun,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<()> {
    if args.list {
        for (name, cost, _) in STAGES {
            println!("{name:<10} {}", if *cost == Cheap { "cheap" } else { "costly" });
        }
        return Ok(());
    }
    let known: Vec<_> = STAGES.iter().map(|(name, ..)| *name).collect();
    if let Some(unknown) = args.stages.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("there is no stage {unknown:?}; expected one of {}", known.join(", "));
    }
    let chosen = |name: &str| args.stages.is_empty() || args.stages.iter().any(|stage| stage == name);
    let mut results = Vec::new();
    let mut failed: Vec<&str> = Vec::new();
    for &(name, cost, stage) in STAGES.iter().filter(|(name, ..)| chosen(name)) {
        let started = Instant::now();
        let outcome = if cost == Costly && !failed.is_empty() && !args.keep_going {
            Outcome::NotRun
        } else {
            announce(name);
            match stage(workspace) {
                Ok(Done::Ran) => Outcome::Passed,
                Ok(Done::Nothing(why)) => {
                    println!("nothing to do: {why}");
                    Outcome::Nothing(why)
                }
                Err(error) => {
                    eprintln!("error: {error:#}");
                    failed.push(name);
                    Outcome::Failed(format!("{error:#}"))
                }
            }
        };
        results.push((name, outcome, started.elapsed()));
    }
    print!("\n{}", table(&results));
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(())
}

fn announce(name: &str) {
    println!("\n== {name} ==");
    // what the stage's tools print must not overtake this line in a log file; a closed pipe is no failure
    let _ = std::io::stdout().flush();
}

fn table(results: &[(&str, Outcome, Duration)]) -> String {
    let mut table = String::new();
    for (name, outcome, time) in results {
        let (mark, note) = match outcome {
            Outcome::Passed => ("passed", ""),
            Outcome::Nothing(why) => ("nothing to do", *why),
            Outcome::Failed(error) => ("FAILED", error.lines().next().unwrap_or_default()),
            Outcome::NotRun => ("not run", "a stage before it failed"),
        };
        let line = format!("{name:<10} {mark:<14} {:>7.1} s  {note}", time.as_secs_f64());
        table.push_str(line.trim_end());
        table.push('\n');
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cheap_stages_come_first() {
        let first_costly =
            STAGES.iter().position(|(_, cost, _)| *cost == Costly).expect("there are costly stages");
        assert!(STAGES[first_costly..].iter().all(|(_, cost, _)| *cost == Costly));
    }

    #[test]
    fn the_table_names_what_failed_and_why() {
        let results = [
            ("format", Outcome::Passed, Duration::from_millis(1_540)),
            ("web", Outcome::Nothing("no web/package.json"), Duration::ZERO),
            ("tidy", Outcome::Failed("3 findings\nmore".to_owned()), Duration::from_secs(61)),
            ("test", Outcome::NotRun, Duration::ZERO),
        ];
        assert_eq!(
            table(&results),
            "format     passed             1.5 s\n\
             web        nothing to do      0.0 s  no web/package.json\n\
             tidy       FAILED            61.0 s  3 findings\n\
             test       not run            0.0 s  a stage before it failed\n"
        );
    }
}
