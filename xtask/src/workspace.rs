//! The checkout: where it is, which files belong to it, and how to run a tool in it.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};

use crate::tree::Tree;

/// The root folder of the checkout.
pub(crate) struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// Cargo says at run time where this crate lies; that stays right when a checkout is moved.
    pub(crate) fn find() -> Self {
        let manifest = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
        let root = manifest.parent().expect("the folder xtask lies in the root of the workspace").to_owned();
        Self { root }
    }

    /// A path inside the checkout, given with forward slashes.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// Where cargo puts what it builds.
    pub(crate) fn target(&self) -> PathBuf {
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.path("target"), PathBuf::from)
    }

    /// Runs a tool in the root folder and lets it talk to the user; an error names the whole command.
    pub(crate) fn run(&self, program: &str, args: &[&str]) -> Result<()> {
        self.run_in("", program, args, &[])
    }

    /// The same in a folder of the checkout, with additional environment variables.
    pub(crate) fn run_in(
        &self,
        folder: &str,
        program: &str,
        args: &[&str],
        env: &[(&str, &str)],
    ) -> Result<()> {
        let spoken = format!("{program} {}", args.join(" "));
        println!("$ {spoken}");
        let status = self
            .command(program, args)
            .current_dir(self.path(folder))
            .envs(env.iter().copied())
            .status()
            .with_context(|| format!("could not start `{spoken}`: is {program} installed?"))?;
        ensure!(status.success(), "`{spoken}` failed ({status})");
        Ok(())
    }

    /// Runs cargo in the root folder. Where a shell can limit it, no process it starts uses more processor time than this.
    pub(crate) fn run_limited(&self, seconds: u32, args: &[&str], env: &[(&str, &str)]) -> Result<()> {
        if !cfg!(unix) {
            return self.run_in("", "cargo", args, env);
        }
        let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let limited = format!("ulimit -t {seconds}; exec \"$@\"");
        let words: Vec<&str> =
            ["-c", &limited, "sh", &cargo].into_iter().chain(args.iter().copied()).collect();
        self.run_in("", "sh", &words, env)
    }

    /// Runs a tool in the root folder, and shows every line of its output to `watch` as well.
    pub(crate) fn run_watching(
        &self,
        program: &str,
        args: &[&str],
        mut watch: impl FnMut(&str),
    ) -> Result<()> {
        let spoken = format!("{program} {}", args.join(" "));
        println!("$ {spoken}");
        let mut child = self
            .command(program, args)
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("could not start `{spoken}`: is {program} installed?"))?;
        let output = child.stdout.take().expect("its output was piped above");
        for line in BufReader::new(output).lines() {
            let line = line.with_context(|| format!("could not read what `{spoken}` prints"))?;
            println!("{line}");
            watch(&line);
        }
        let status = child.wait().with_context(|| format!("lost track of `{spoken}`"))?;
        ensure!(status.success(), "`{spoken}` failed ({status})");
        Ok(())
    }

    /// Runs a tool in the root folder and passes every line of its output to `watch` instead of printing it.
    pub(crate) fn run_watching_quietly(
        &self,
        program: &str,
        args: &[&str],
        watch: impl FnMut(&str),
    ) -> Result<()> {
        let spoken = format!("{program} {}", args.join(" "));
        let output = self
            .command(program, args)
            .stderr(Stdio::inherit())
            .output()
            .with_context(|| format!("could not start `{spoken}`: is {program} installed?"))?;
        ensure!(output.status.success(), "`{spoken}` failed ({})", output.status);
        String::from_utf8_lossy(&output.stdout).lines().for_each(watch);
        Ok(())
    }

    /// Does this command exist and succeed? Its output is dropped.
    pub(crate) fn succeeds(&self, program: &str, args: &[&str]) -> bool {
        let mut command = self.command(program, args);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    fn command(&self, program: &str, args: &[&str]) -> Command {
        // `cargo run` describes this package to us in variables that are wrong for what we start.
        let ours = env::vars_os().map(|(name, _)| name).filter(|name| {
            let name = name.to_string_lossy();
            name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
        });
        let program =
            if program == "cargo" { env::var_os("CARGO") } else { None }.unwrap_or_else(|| program.into());
        let mut command = Command::new(program);
        command.args(args).current_dir(&self.root).stdin(Stdio::null());
        for name in ours {
            command.env_remove(name);
        }
        command
    }

    /// Every text file that is tracked or could be: what `.gitignore` names is left out.
    pub(crate) fn tree(&self) -> Result<Tree> {
        let mut tree = Tree::default();
        for path in self.listing()? {
            // a tracked file may be deleted in the working copy
            let Ok(bytes) = fs::read(self.path(&path)) else { continue };
            match String::from_utf8(bytes) {
                Ok(text) => tree.add(&path, text),
                Err(_) => tree.add_binary(&path),
            }
        }
        Ok(tree)
    }

    /// Paths of all files that are tracked or could be.
    pub(crate) fn listing(&self) -> Result<Vec<String>> {
        let args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
        if let Ok(output) = self.command("git", &args).output()
            && output.status.success()
        {
            let names = String::from_utf8(output.stdout).context("git names a file that is not UTF-8")?;
            return Ok(names.split_terminator('\0').map(str::to_owned).collect());
        }
        // a source archive without git
        let mut found = Vec::new();
        walk(&self.root, &self.root, &mut found)?;
        Ok(found)
    }

    /// Writes a generated file and its folder; says whether anything changed.
    pub(crate) fn write(&self, relative: &str, text: &str) -> Result<bool> {
        let path = self.path(relative);
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            return Ok(false);
        }
        let folder = path.parent().with_context(|| format!("{relative} has no folder"))?;
        fs::create_dir_all(folder).with_context(|| format!("could not create {}", folder.display()))?;
        fs::write(&path, text).with_context(|| format!("could not write {relative}"))?;
        Ok(true)
    }
}

/// Prints text of any length. A reader who has seen enough (`| head`) is no failure.
pub(crate) fn show(text: &str) {
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
}

fn walk(root: &Path, folder: &Path, found: &mut Vec<String>) -> Result<()> {
    const SKIPPED: [&str; 4] = ["target", "node_modules", ".git", "dist"];
    let entries = fs::read_dir(folder).with_context(|| format!("could not list {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            if !SKIPPED.iter().any(|&name| path.file_name() == Some(OsStr::new(name))) {
                walk(root, &path, found)?;
            }
            continue;
        }
        let Ok(relative) = path.strip_prefix(root) else {
            bail!("{} lies outside the checkout", path.display())
        };
        let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
        found.push(parts.join("/"));
    }
    Ok(())
}
