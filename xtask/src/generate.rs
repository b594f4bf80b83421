//! `cargo xtask generate`: every committed file that has a source elsewhere.

use anyhow::{Result, ensure};

use crate::matrix;
use crate::tree::Tree;
use crate::workspace::Workspace;

/// Shown under `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  cargo xtask generate           write the files that changed
  cargo xtask generate --check   write nothing; fail if a file is out of date";

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing; fail if a file is out of date
    #[arg(long)]
    check: bool,
}

/// Yields paths and texts.
type Generator = fn(&Tree) -> Result<Vec<(String, String)>>;

/// One line for each kind of generated file.
const GENERATORS: &[(&str, Generator)] = &[("coverage", matrix::pages)];

/// Fails if a file is out of date.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    run(workspace, &Args { check: true })
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<()> {
    let tree = workspace.tree()?;
    let (mut total, mut changed) = (0, Vec::new());
    for (name, generator) in GENERATORS {
        for (path, text) in generator(&tree)? {
            total += 1;
            let stale = if args.check {
                tree.text(&path) != Some(text.as_str())
            } else {
                workspace.write(&path, &text)?
            };
            if stale {
                println!("{name}: {} {path}", if args.check { "out of date:" } else { "wrote" });
                changed.push(path);
            }
        }
    }
    ensure!(
        !args.check || changed.is_empty(),
        "out of date: {}; run `cargo xtask generate`",
        changed.join(", ")
    );
    println!(
        "{total} generated files, {} {}",
        changed.len(),
        if args.check { "out of date" } else { "written" }
    );
    Ok(())
}
