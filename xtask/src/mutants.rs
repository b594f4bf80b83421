//! `cargo xtask mutants`: changes the rules at random and counts how many changes the tests notice.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::tree::Tree;
use crate::workspace::Workspace;

/// Shown under `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  cargo xtask mutants star_borders                60 viable mutants of the rules, chosen at random
  cargo xtask mutants star_borders --sample 200   more of them; those tested before are not tested again
  cargo xtask mutants star_borders --seed 7       another sample
  cargo xtask mutants star_borders --fresh        forget earlier results, e.g. after changing the rules

A mutant is a small change of the code that marks rules (files with rule!), made by cargo-mutants. A good test suite
fails on it. Mutants are made in a copy of the checkout (target/mutants/tree) with a build folder of its own, so the
working copy is never changed and only the game and its one test binary are built anew for each, hardly optimized.
Results are kept in target/mutants/<game>.txt, so an interrupted run continues where it stopped.
The share of mutants caught and the survivors go to docs/coverage/<game>.mutants.toml and from there to the coverage
page. Look at every survivor: write a test for it, or write into `note` why it changes nothing.";

/// The version the options below are written for.
const VERSION: &str = "27.1.0";
/// Seconds that the tests of a mutant get at least, before it counts as caught because it loops. Three times the tests
/// without a mutant, if that is more.
const MINIMUM_TIMEOUT: &str = "60";
/// Slow tests that other tests make redundant for mutants.
const SKIPPED: [&str; 6] =
    ["bad_input::", "best_partition::", "forecasts::", "hostile_files::", "laws::", "soak::"];

/// Files that draw, read or write for people, even if a rule is quoted in them: what they decide is no rule.
const EDGES: [&str; 3] = ["/notation.rs", "/picture.rs", "/position_read.rs"];

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game's crate, such as `star_borders`
    game: String,
    /// How many viable mutants to test
    #[arg(long, default_value_t = 60)]
    sample: usize,
    /// Chooses the sample
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Forget the results of earlier runs
    #[arg(long)]
    fresh: bool,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<()> {
    let tree = workspace.tree()?;
    let files = chapter_files(&tree, &args.game);
    ensure!(!files.is_empty(), "crates/games/{} has no file with rule! marks", args.game);
    install(workspace)?;
    let folder = workspace.target().join("mutants");
    fs::create_dir_all(&folder).with_context(|| format!("could not create {}", folder.display()))?;
    let kept = folder.join(format!("{}.txt", args.game));
    let output = folder.join(&args.game);
    let copy = folder.join("tree");
    if args.fresh {
        let _ = fs::remove_file(&kept);
        let _ = fs::remove_dir_all(&output);
        let _ = fs::remove_dir_all(&copy);
    }
    let mut results = Results::parse(&fs::read_to_string(&kept).unwrap_or_default());
    // an interrupted run has left its lists behind
    results.add_lists(|list| fs::read_to_string(output.join("mutants.out").join(list)).unwrap_or_default());

    copy_sources(workspace, &copy)?;
    let copy = copy.to_string_lossy().into_owned();
    let build = folder.join("build").to_string_lossy().into_owned();

    let listed = list(workspace, &args.game, &files)?;
    results.forget_unknown(&listed);
    let order = shuffled(listed, args.seed);
    loop {
        fs::write(&kept, results.text()).with_context(|| format!("could not write {}", kept.display()))?;
        let batch = next_batch(&order, &results, args.sample);
        if batch.is_empty() {
            break;
        }
        println!("{}; testing {} more", results.summary(&order, args.sample), batch.len());
        let mut command =
            ["mutants", "--in-place", "--dir", &copy, "--package", &args.game].map(str::to_owned).to_vec();
        for file in &files {
            command.extend(["--file".to_owned(), file.clone()]);
        }
        for mutant in &batch {
            command.extend(["--re".to_owned(), format!("^{}$", escaped(mutant))]);
        }
        let out = output.to_string_lossy().into_owned();
        command.extend(
            ["--output", &out, "--minimum-test-timeout", MINIMUM_TIMEOUT, "--timeout-multiplier", "3"]
                .map(str::to_owned),
        );
        command.push("--no-shuffle".to_owned());
        // both the build and the test see these
        let profile = format!("profile.dev.package.{}.opt-level=1", args.game);
        for argument in ["--config", &profile, "--config", "profile.dev.debug=false", "--test", "it"] {
            command.extend(["--cargo-arg".to_owned(), argument.to_owned()]);
        }
        command.extend(["--", "--"].map(str::to_owned));
        for skipped in SKIPPED {
            command.extend(["--skip".to_owned(), skipped.to_owned()]);
        }
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        // cargo-mutants fails if a mutant survives; its lists say what happened
        let ran = workspace.run_in("", "cargo", &words, &[("CARGO_TARGET_DIR", &build)]);
        let before = results.tested.len();
        results
            .add_lists(|list| fs::read_to_string(output.join("mutants.out").join(list)).unwrap_or_default());
        if results.tested.len() == before {
            return ran.and_then(|()| bail!("cargo-mutants tested nothing; see {}", output.display()));
        }
    }
    let path = record_path(&args.game);
    let page = record(&results, &order, args, tree.text(&path).unwrap_or_default());
    workspace.write(&path, &page)?;
    println!(
        "{}; wrote {path}. Run `cargo xtask matrix {}` next",
        results.summary(&order, args.sample),
        args.game
    );
    Ok(())
}

/// Brings the copy that is mutated up to date. Files that did not change keep their time, so that cargo does not build
/// them anew; a mutant left behind by an interrupted run is overwritten.
fn copy_sources(workspace: &Workspace, copy: &Path) -> Result<()> {
    for path in workspace.listing()?.iter().filter(|path| !path.starts_with("web/")) {
        // a tracked file may be deleted in the working copy
        let Ok(bytes) = fs::read(workspace.path(path)) else { continue };
        let to = copy.join(path);
        if fs::read(&to).is_ok_and(|old| old == bytes) {
            continue;
        }
        let parent = to.parent().with_context(|| format!("{path} has no folder"))?;
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&to, bytes))
            .with_context(|| format!("could not write {}", to.display()))?;
    }
    Ok(())
}

/// The files in which rules act.
fn chapter_files(tree: &Tree, game: &str) -> Vec<String> {
    let folder = format!("crates/games/{game}/src/");
    let marked = |(path, text): &(&str, &str)| {
        let edge = EDGES.iter().any(|edge| path.ends_with(edge));
        path.starts_with(&folder) && !edge && text.contains("rule!(\"")
    };
    tree.files().filter(marked).map(|(path, _)| path.to_owned()).collect()
}

fn install(workspace: &Workspace) -> Result<()> {
    if workspace.succeeds("cargo", &["mutants", "--version"]) {
        return Ok(());
    }
    println!("cargo-mutants is missing; installing it once for this machine");
    workspace
        .run("cargo", &["install", "--locked", "cargo-mutants", "--version", VERSION])
        .context("could not install cargo-mutants")
}

/// The names of all mutants of these files.
fn list(workspace: &Workspace, game: &str, files: &[String]) -> Result<Vec<String>> {
    let mut args = vec!["mutants", "--list", "--package", game];
    for file in files {
        args.extend(["--file", file]);
    }
    let mut names = Vec::new();
    workspace.run_watching_quietly("cargo", &args, |line| names.push(line.to_owned()))?;
    Ok(names)
}

/// The mutants in an order that depends on the seed alone.
fn shuffled(mut names: Vec<String>, seed: u64) -> Vec<String> {
    names.sort();
    names.dedup();
    names.sort_by_key(|name| mixed(name, seed));
    names
}

/// FNV-1a over the seed and the name: stable across runs and machines.
fn mixed(name: &str, seed: u64) -> u64 {
    let bytes = seed.to_le_bytes().into_iter().chain(name.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash ^ hash >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The next mutants to test, so that `sample` viable ones have been.
fn next_batch<'a>(order: &'a [String], results: &Results, sample: usize) -> Vec<&'a str> {
    let missing = sample.saturating_sub(results.viable(order, sample).len());
    order
        .iter()
        .filter(|name| !results.tested.contains_key(*name))
        .take(missing)
        .map(String::as_str)
        .collect()
}

/// The name as a regular expression.
fn escaped(name: &str) -> String {
    let mut regex = String::new();
    for letter in name.chars() {
        if !letter.is_alphanumeric() && !letter.is_whitespace() && letter != '_' {
            regex.push('\\');
        }
        regex.push(letter);
    }
    regex
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Caught,
    Missed,
    Unviable,
}

impl Fate {
    const ALL: [(Fate, &'static str); 3] =
        [(Fate::Caught, "caught"), (Fate::Missed, "missed"), (Fate::Unviable, "unviable")];

    fn word(self) -> &'static str {
        Fate::ALL.iter().find(|(fate, _)| *fate == self).map_or("", |(_, word)| word)
    }
}

/// What became of every mutant that was tested.
#[derive(Default, Debug)]
struct Results {
    tested: BTreeMap<String, Fate>,
}

impl Results {
    /// One result per line: `caught crates/…: replace …`.
    fn parse(text: &str) -> Self {
        let result = |line: &str| {
            let (word, name) = line.split_once(' ')?;
            let (fate, _) = Fate::ALL.into_iter().find(|(_, known)| *known == word)?;
            Some((name.to_owned(), fate))
        };
        Self { tested: text.lines().filter_map(result).collect() }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (name, fate) in &self.tested {
            let _ = writeln!(text, "{} {name}", fate.word());
        }
        text
    }

    /// Adds the lists that cargo-mutants writes while it runs. A test that never ends has noticed the mutant.
    fn add_lists(&mut self, list: impl Fn(&str) -> String) {
        let lists = [
            ("caught.txt", Fate::Caught),
            ("timeout.txt", Fate::Caught),
            ("missed.txt", Fate::Missed),
            ("unviable.txt", Fate::Unviable),
        ];
        for (file, fate) in lists {
            for name in list(file).lines().filter(|name| !name.is_empty()) {
                self.tested.insert(name.to_owned(), fate);
            }
        }
    }

    /// Drops results of code that has changed since.
    fn forget_unknown(&mut self, listed: &[String]) {
        let listed: BTreeSet<&str> = listed.iter().map(String::as_str).collect();
        self.tested.retain(|name, _| listed.contains(name.as_str()));
    }

    /// The first viable mutants of the order that were tested.
    fn viable<'a>(&self, order: &'a [String], sample: usize) -> Vec<(&'a str, Fate)> {
        let tested = order.iter().filter_map(|name| Some((name.as_str(), *self.tested.get(name)?)));
        tested.filter(|(_, fate)| *fate != Fate::Unviable).take(sample).collect()
    }

    fn summary(&self, order: &[String], sample: usize) -> String {
        let viable = self.viable(order, sample);
        let caught = viable.iter().filter(|(_, fate)| *fate == Fate::Caught).count();
        format!("{caught} of {} viable mutants caught ({sample} wanted)", viable.len())
    }
}

fn record_path(game: &str) -> String {
    format!("docs/coverage/{game}.mutants.toml")
}

/// The committed result; notes on survivors are kept.
fn record(results: &Results, order: &[String], args: &Args, old: &str) -> String {
    let viable = results.viable(order, args.sample);
    let caught = viable.iter().filter(|(_, fate)| *fate == Fate::Caught).count();
    let notes = notes(old);
    let mut text = format!(
        "# Written by `cargo xtask mutants {} --sample {} --seed {}`; only the notes are yours.\n\
         mutants = {}\nviable = {}\ncaught = {caught}\n",
        args.game,
        args.sample,
        args.seed,
        order.len(),
        viable.len(),
    );
    for (name, _) in viable.iter().filter(|(_, fate)| *fate == Fate::Missed) {
        let note = notes.get(*name).map_or("", String::as_str);
        let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
        let _ = write!(text, "\n[[survivor]]\nmutant = {}\nnote = {}\n", quoted(name), quoted(note));
    }
    text
}

fn notes(record: &str) -> BTreeMap<String, String> {
    survivors(record).into_iter().filter(|(_, note)| !note.is_empty()).collect()
}

fn survivors(record: &str) -> Vec<(String, String)> {
    let Ok(table) = record.parse::<toml::Table>() else { return Vec::new() };
    let entries = table.get("survivor").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let text = |entry: &toml::Value, key: &str| entry.get(key)?.as_str().map(str::to_owned);
    entries
        .iter()
        .filter_map(|entry| Some((text(entry, "mutant")?, text(entry, "note").unwrap_or_default())))
        .collect()
}

/// The section of a game's coverage page, if its mutants were ever counted.
pub(crate) fn section(tree: &Tree, game: &str) -> String {
    let Some(record) = tree.text(&record_path(game)) else { return String::new() };
    let Ok(table) = record.parse::<toml::Table>() else { return String::new() };
    let number = |key: &str| table.get(key).and_then(toml::Value::as_integer).unwrap_or(0);
    let (mutants, viable, caught) = (number("mutants"), number("viable"), number("caught"));
    let percent = if viable == 0 { 0 } else { caught * 100 / viable };
    let mut section = format!(
        "\n## Mutants\n\nOf {viable} viable mutants drawn from the {mutants} of the files above, the tests catch {caught} \
         ({percent} %). `cargo xtask mutants {game}` counts them.\n"
    );
    let survivors = survivors(record);
    if !survivors.is_empty() {
        section.push_str("\n| Survivor | Why |\n|---|---|\n");
        let folder = format!("crates/games/{game}/");
        for (mutant, note) in survivors {
            let cell = |text: &str| text.replace('|', "\\|").replace('<', "&lt;");
            let _ = writeln!(section, "| {} | {} |", cell(&mutant.replace(&folder, "")), cell(&note));
        }
    }
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<String> {
        (0..9).map(|n| format!("src/a.rs:{n}:1: replace x with y")).collect()
    }

    fn args() -> Args {
        Args { game: "duel".to_owned(), sample: 4, seed: 1, fresh: false }
    }

    #[test]
    fn the_sample_depends_on_the_seed_alone() {
        let mut reversed = names();
        reversed.reverse();
        assert_eq!(shuffled(names(), 3), shuffled(reversed, 3));
        assert_ne!(shuffled(names(), 3), shuffled(names(), 4));
    }

    #[test]
    fn unviable_mutants_are_replaced_and_tested_ones_not_repeated() {
        let order = shuffled(names(), 1);
        let mut results = Results::default();
        assert_eq!(next_batch(&order, &results, 4).len(), 4);
        let lists = |list: &str| match list {
            "caught.txt" => format!("{}\n{}\n", order[0], order[1]),
            "unviable.txt" => order[2].clone(),
            "missed.txt" => order[3].clone(),
            _ => String::new(),
        };
        results.add_lists(lists);
        assert_eq!(next_batch(&order, &results, 4), [order[4].as_str()]);
        let again = Results::parse(&results.text());
        assert_eq!(again.tested, results.tested);
        results.forget_unknown(&order[..3]);
        assert_eq!(results.tested.len(), 3);
    }

    #[test]
    fn notes_on_survivors_are_kept() {
        let order = shuffled(names(), 1);
        let mut results = Results::default();
        results.add_lists(|list| if list == "missed.txt" { order[0].clone() } else { String::new() });
        let first = record(&results, &order, &args(), "");
        assert!(first.contains("viable = 1\ncaught = 0\n"), "{first}");
        let noted = first.replace("note = \"\"", "note = \"changes nothing\"");
        assert_eq!(record(&results, &order, &args(), &noted), noted);
        let mut tree = Tree::default();
        tree.add("docs/coverage/duel.mutants.toml", noted);
        assert!(section(&tree, "duel").contains("| changes nothing |"));
        assert_eq!(section(&tree, "other"), "");
    }

    #[test]
    fn names_become_regular_expressions() {
        assert_eq!(escaped("a.rs:3:1: replace + with -"), "a\\.rs\\:3\\:1\\: replace \\+ with \\-");
    }
}
