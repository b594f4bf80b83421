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
  cargo xtask mutants star_borders --limit 20     stop after 20 tests; the next run goes on from there
  cargo xtask mutants star_borders --survivors    test again what survived, after writing tests for it
  cargo xtask mutants star_borders --fresh        forget earlier results, e.g. after changing the rules

A mutant is a small change of the code that marks rules (files with rule!), made by cargo-mutants. A good test suite
fails on it. Mutants are made in a copy of the checkout (target/mutants/tree) with a build folder of its own, so the
working copy is never changed and only the game and its one test binary are built anew for each, not optimized.
Fast tests come first; a mutant that survives them meets the slow ones that judge rules. Laws and soaks are left out.
Results are kept in target/mutants/<game>.txt, so an interrupted run continues where it stopped. A mutant is known by
its file and what it changes, not by its line, so the sample stays the same when lines are added.
The share of mutants caught and the survivors go to docs/coverage/<game>.mutants.toml and from there to the coverage
page. Look at every survivor: write a test for it, or write into `note` why it changes nothing.";

/// The version the options below are written for.
const VERSION: &str = "27.1.0";
/// Seconds after which the tests of a mutant are taken to loop. Generous: a busy machine must not count as a catch.
const TIMEOUT: &str = "400";
/// Seconds of processor time that a test binary may use, where the system can limit that: ends loops early. For the
/// fast tests and for the slow ones; both pass without a mutant first, so that the limit itself catches none.
const PROCESSOR_SECONDS: [u32; 2] = [25, 240];
/// Tests of random matches, which say little about a single rule for what they cost.
const SKIPPED: [&str; 4] = ["laws::", "laws_hold::", "leaks::", "soak::"];
/// Slow tests, tried only on mutants that the fast ones let pass.
const SLOW: [&str; 6] =
    ["bad_input::", "best_partition::", "figures::", "forecasts::", "hostile_files::", "journeys::"];

/// Files that draw, read or write for people, even if a rule is quoted in them: what they decide is no rule.
const EDGES: [&str; 4] = ["/notation.rs", "/picture.rs", "/position_check.rs", "/position_read.rs"];

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
    /// Test at most so many mutants now; the next run goes on
    #[arg(long)]
    limit: Option<usize>,
    /// Test the survivors of the sample again
    #[arg(long)]
    survivors: bool,
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
    copy_sources(workspace, &copy)?;
    let listed = list(workspace, &args.game, &files)?;
    let names = Names::new(&listed);
    let mut results = Results::parse(&fs::read_to_string(&kept).unwrap_or_default());
    results.forget_unknown(&names);
    // an interrupted run has left its lists behind
    results.add_lists(&names, |list| read_list(&output, list));

    let order = names.shuffled(args.seed);
    if args.survivors {
        let sample: Vec<&str> =
            results.viable(&order, args.sample).iter().map(|(mutant, _)| *mutant).collect();
        results.tested.retain(|mutant, fate| *fate != Fate::Missed || !sample.contains(&mutant.as_str()));
    }
    let trial =
        Trial { workspace, game: &args.game, files: &files, copy: &copy, folder: &folder, names: &names };
    let mut left = args.limit.unwrap_or(usize::MAX);
    loop {
        fs::write(&kept, results.text()).with_context(|| format!("could not write {}", kept.display()))?;
        let mut batch = next_batch(&order, &results, args.sample);
        batch.truncate(left);
        if batch.is_empty() {
            break;
        }
        left -= batch.len();
        println!("{}; testing {} more", results.summary(&order, args.sample), batch.len());
        let before = results.tested.len();
        let fast: Vec<&str> = SKIPPED.iter().chain(&SLOW).flat_map(|&skipped| ["--skip", skipped]).collect();
        let ran = trial.run(&names.of(&batch), &fast, PROCESSOR_SECONDS[0]);
        let mut found = Results::default();
        found.add_lists(&names, |list| read_list(&output, list));
        let missed: Vec<&str> = found
            .tested
            .iter()
            .filter(|(_, fate)| **fate == Fate::Missed)
            .map(|(mutant, _)| mutant.as_str())
            .collect();
        if !missed.is_empty() {
            // what the fast tests caught is safe even if the slow ones are interrupted
            results.tested.extend(found.settled());
            fs::write(&kept, results.text())
                .with_context(|| format!("could not write {}", kept.display()))?;
            let _ = trial.run(&names.of(&missed), &SLOW, PROCESSOR_SECONDS[1]);
            found.add_lists(&names, |list| read_list(&output, list));
        }
        results.tested.extend(found.tested);
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

fn read_list(output: &Path, list: &str) -> String {
    fs::read_to_string(output.join("mutants.out").join(list)).unwrap_or_default()
}

/// What a run of cargo-mutants needs to know.
struct Trial<'a> {
    workspace: &'a Workspace,
    game: &'a str,
    files: &'a [String],
    copy: &'a Path,
    folder: &'a Path,
    names: &'a Names,
}

impl Trial<'_> {
    /// Tests these mutants with the tests that the filters select. It fails if a mutant survives; the lists it leaves
    /// say what happened.
    fn run(&self, mutants: &[&str], filters: &[&str], seconds: u32) -> Result<()> {
        let output = self.folder.join(self.game);
        let _ = fs::remove_dir_all(&output);
        // Its own filters do not apply to every kind of mutant (fields of structs), but this list of an earlier run does.
        let others: Vec<&str> = self
            .names
            .identity_of
            .keys()
            .map(String::as_str)
            .filter(|name| !mutants.contains(name))
            .collect();
        let lists = output.join("mutants.out");
        fs::create_dir_all(&lists)
            .and_then(|()| fs::write(lists.join("previously_caught.txt"), others.join("\n")))
            .with_context(|| format!("could not write {}", lists.display()))?;
        let mut command: Vec<String> = vec!["mutants".into(), "--in-place".into()];
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let mut option = |name: &str, value: &str| command.extend([name.to_owned(), value.to_owned()]);
        option("--dir", &path(self.copy));
        option("--package", self.game);
        option("--output", &path(&output));
        option("--timeout", TIMEOUT);
        for file in self.files {
            option("--file", file);
        }
        // both the build and the test see these
        let profile = format!("profile.dev.package.{}.opt-level=0", self.game);
        for argument in ["--config", &profile, "--config", "profile.dev.debug=false", "--test", "it"] {
            option("--cargo-arg", argument);
        }
        command.extend(["--iterate".into(), "--no-shuffle".into()]);
        let words = command.iter().map(String::as_str);
        let words: Vec<&str> = words.chain(["--", "--"]).chain(filters.iter().copied()).collect();
        let build = path(&self.folder.join("build"));
        self.workspace.run_limited(seconds, &words, &[("CARGO_TARGET_DIR", &build)])
    }
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

/// Every mutant by its identity: `src/a.rs: replace + with - in f #2` is the second such change in the file. Line and
/// column, with which cargo-mutants names it, change with every edit above.
struct Names {
    name_of: BTreeMap<String, String>,
    identity_of: BTreeMap<String, String>,
}

impl Names {
    fn new(listed: &[String]) -> Self {
        let split = |name: &str| {
            let mut parts = name.splitn(4, ':');
            let file = parts.next()?.to_owned();
            let line: u32 = parts.next()?.parse().ok()?;
            let column: u32 = parts.next()?.parse().ok()?;
            Some((file, line, column, parts.next()?.to_owned()))
        };
        let places: BTreeSet<_> = listed.iter().filter_map(|name| split(name)).collect();
        let mut seen: BTreeMap<String, u32> = BTreeMap::new();
        let mut names = Self { name_of: BTreeMap::new(), identity_of: BTreeMap::new() };
        for (file, line, column, change) in places {
            let same = format!("{file}:{change}");
            let count = seen.entry(same.clone()).or_default();
            *count += 1;
            let identity = if *count == 1 { same } else { format!("{same} #{count}") };
            let name = format!("{file}:{line}:{column}:{change}");
            names.identity_of.insert(name.clone(), identity.clone());
            names.name_of.insert(identity, name);
        }
        names
    }

    /// What cargo-mutants calls these.
    fn of(&self, identities: &[&str]) -> Vec<&str> {
        identities.iter().filter_map(|&identity| self.name_of.get(identity)).map(String::as_str).collect()
    }

    /// The identities in an order that depends on the seed alone.
    fn shuffled(&self, seed: u64) -> Vec<String> {
        let mut order: Vec<String> = self.name_of.keys().cloned().collect();
        order.sort_by_key(|identity| mixed(identity, seed));
        order
    }
}

/// FNV-1a over the seed and the name: stable across runs and machines.
fn mixed(name: &str, seed: u64) -> u64 {
    let bytes = seed.to_le_bytes().into_iter().chain(name.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (hash ^ hash >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// The next mutants to test, so that the first `sample` viable ones of the order have been.
fn next_batch<'a>(order: &'a [String], results: &Results, sample: usize) -> Vec<&'a str> {
    let first = results.first(order, sample);
    first.into_iter().filter(|(_, fate)| fate.is_none()).map(|(mutant, _)| mutant).collect()
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
    fn add_lists(&mut self, names: &Names, list: impl Fn(&str) -> String) {
        let lists = [
            ("caught.txt", Fate::Caught),
            ("timeout.txt", Fate::Caught),
            ("missed.txt", Fate::Missed),
            ("unviable.txt", Fate::Unviable),
        ];
        for (file, fate) in lists {
            for identity in list(file).lines().filter_map(|name| names.identity_of.get(name)) {
                self.tested.insert(identity.clone(), fate);
            }
        }
    }

    /// Those that need no further test.
    fn settled(&self) -> impl Iterator<Item = (String, Fate)> {
        let known = self.tested.iter().filter(|(_, fate)| **fate != Fate::Missed);
        known.map(|(mutant, fate)| (mutant.clone(), *fate))
    }

    /// Drops results of code that has changed since.
    fn forget_unknown(&mut self, names: &Names) {
        self.tested.retain(|identity, _| names.name_of.contains_key(identity));
    }

    /// The first mutants of the order that are viable or not tested yet.
    fn first<'a>(&self, order: &'a [String], sample: usize) -> Vec<(&'a str, Option<Fate>)> {
        let all = order.iter().map(|mutant| (mutant.as_str(), self.tested.get(mutant).copied()));
        all.filter(|(_, fate)| *fate != Some(Fate::Unviable)).take(sample).collect()
    }

    /// Those of them that were tested.
    fn viable<'a>(&self, order: &'a [String], sample: usize) -> Vec<(&'a str, Fate)> {
        let first = self.first(order, sample).into_iter();
        first.filter_map(|(mutant, fate)| Some((mutant, fate?))).collect()
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

    fn names() -> Names {
        let listed: Vec<String> = (0..9).map(|n| format!("src/a.rs:{n}:1: replace x with {n}")).collect();
        Names::new(&listed)
    }

    fn args() -> Args {
        Args { game: "duel".to_owned(), sample: 4, seed: 1, limit: None, survivors: false, fresh: false }
    }

    #[test]
    fn the_sample_depends_on_the_seed_alone() {
        assert_eq!(names().shuffled(3), names().shuffled(3));
        assert_ne!(names().shuffled(3), names().shuffled(4));
    }

    #[test]
    fn a_mutant_keeps_its_identity_when_lines_are_added() {
        let listed = |lines: [u32; 3]| {
            let [a, b, c] = lines;
            let change = "replace + with - in f";
            Names::new(&[
                format!("src/a.rs:{c}:7: {change}"),
                format!("src/a.rs:{b}:20: {change}"),
                format!("src/b.rs:{a}:1: {change}"),
            ])
        };
        let (before, after) = (listed([3, 9, 10]), listed([5, 99, 100]));
        let second = "src/a.rs: replace + with - in f #2";
        assert_eq!(before.shuffled(1), after.shuffled(1));
        assert_eq!(before.of(&[second]), ["src/a.rs:10:7: replace + with - in f"]);
        assert_eq!(after.of(&[second]), ["src/a.rs:100:7: replace + with - in f"]);
    }

    #[test]
    fn unviable_mutants_are_replaced_and_tested_ones_not_repeated() {
        let names = names();
        let order = names.shuffled(1);
        let mut results = Results::default();
        assert_eq!(next_batch(&order, &results, 4).len(), 4);
        let name = |nth: usize| names.name_of[&order[nth]].clone();
        let lists = |list: &str| match list {
            "caught.txt" => format!("{}\n{}\n", name(0), name(1)),
            "unviable.txt" => name(2),
            "missed.txt" => name(3),
            _ => String::new(),
        };
        results.add_lists(&names, lists);
        assert_eq!(next_batch(&order, &results, 4), [order[4].as_str()]);
        // a result further down the order does not count
        results.tested.insert(order[8].clone(), Fate::Missed);
        assert_eq!(results.viable(&order, 4).len(), 3);
        assert_eq!(next_batch(&order, &results, 4), [order[4].as_str()]);
        results.tested.remove(&order[8]);
        let again = Results::parse(&results.text());
        assert_eq!(again.tested, results.tested);
        results.forget_unknown(&Names::new(&[name(0)]));
        assert_eq!(results.tested.len(), 1);
    }

    #[test]
    fn notes_on_survivors_are_kept() {
        let names = names();
        let order = names.shuffled(1);
        let mut results = Results::default();
        let missed =
            |list: &str| if list == "missed.txt" { names.name_of[&order[0]].clone() } else { String::new() };
        results.add_lists(&names, missed);
        let first = record(&results, &order, &args(), "");
        assert!(first.contains("viable = 1\ncaught = 0\n"), "{first}");
        let noted = first.replace("note = \"\"", "note = \"changes nothing\"");
        assert_eq!(record(&results, &order, &args(), &noted), noted);
        let mut tree = Tree::default();
        tree.add("docs/coverage/duel.mutants.toml", noted);
        assert!(section(&tree, "duel").contains("| changes nothing |"));
        assert_eq!(section(&tree, "other"), "");
    }
}
