//! `cargo xtask matrix`: ledger, code and tests, joined.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context, Result, bail, ensure};

use crate::marks::Marks;
use crate::mutants;
use crate::tree::{RustFile, Tree};
use crate::workspace::{Workspace, show};
use ledger::{Ledger, Row};

/// Shown under `--help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  cargo xtask matrix                       write docs/coverage/<game>.md for every game
  cargo xtask matrix star_borders          only this one, and list what it lacks
  cargo xtask matrix star_borders --check  write nothing; fail if a rule lacks code or test

A rule is a row of docs/rules/<game>.md. It needs rule!(\"ID\") in the crate's src and a test that says
covers!(\"ID\"); an example needs a test whose name begins with its id. Components and table manners are
listed with a reason in docs/rules/<game>.exempt.toml:  \"SB-2.1f\" = \"a printed number, nothing acts on it\"";

/// So many rows in a hundred may be exempt, and not one more.
const EXEMPT_PERCENT: usize = 10;
/// A reason that is shorter is none.
const REASON_LENGTH: usize = 15;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game's crate, such as `star_borders`; all games if left out
    game: Option<String>,
    /// Write nothing; fail if a rule lacks code or test, or a coverage page is out of date
    #[arg(long)]
    check: bool,
}

/// Fails unless every rule of every game has code and a test.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    run(workspace, &Args { game: None, check: true })
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> Result<()> {
    let tree = workspace.tree()?;
    let mut failed = Vec::new();
    for matrix in all(&tree, args.game.as_deref())? {
        let page = matrix.page();
        show(&matrix.report());
        let mut sound = matrix.is_complete();
        if args.check {
            if tree.text(&matrix.path()) != Some(page.as_str()) {
                println!("  {} is out of date: run `cargo xtask generate`", matrix.path());
                sound = false;
            }
        } else if workspace.write(&matrix.path(), &page)? {
            println!("  wrote {}", matrix.path());
        }
        if !sound {
            failed.push(matrix.game);
        }
    }
    ensure!(!args.check || failed.is_empty(), "the coverage of {} is not complete", failed.join(", "));
    Ok(())
}

/// The coverage pages of all games, as path and text.
pub(crate) fn pages(tree: &Tree) -> Result<Vec<(String, String)>> {
    Ok(all(tree, None)?.iter().map(|matrix| (matrix.path(), matrix.page())).collect())
}

/// The matrix of the named game, or of every game that has a crate.
fn all(tree: &Tree, only: Option<&str>) -> Result<Vec<Matrix>> {
    let crates = tree.children("crates/games");
    let crates = crates.into_iter().filter(|game| tree.exists(&format!("crates/games/{game}/Cargo.toml")));
    let games: Vec<&str> = crates.filter(|game| only.is_none_or(|only| only == *game)).collect();
    if let Some(only) = only
        && games.is_empty()
    {
        bail!("there is no crate crates/games/{only}");
    }
    let sources = tree.rust_files();
    games.into_iter().map(|game| Matrix::join(tree, &sources, game)).collect()
}

/// One game's rules with the places that know them.
struct Matrix {
    game: String,
    ledger: Ledger,
    /// In the order of the ledger.
    entries: Vec<Entry>,
    problems: Vec<String>,
    /// The section on mutants, if they were ever counted.
    mutants: String,
}

#[derive(Default, Debug)]
struct Entry {
    code: Vec<String>,
    tests: Vec<String>,
    exempt: Option<String>,
    lacks_code: bool,
    lacks_test: bool,
}

impl Entry {
    fn status(&self) -> String {
        match (&self.exempt, self.lacks_code, self.lacks_test) {
            (Some(reason), ..) => format!("exempt: {reason}"),
            (None, true, true) => "no code, no test".to_owned(),
            (None, true, false) => "no code".to_owned(),
            (None, false, true) => "no test".to_owned(),
            (None, false, false) => "covered".to_owned(),
        }
    }
}

impl Matrix {
    fn join(tree: &Tree, sources: &[RustFile], game: &str) -> Result<Self> {
        let path = format!("docs/rules/{game}.md");
        let text = tree
            .text(&path)
            .with_context(|| format!("{path} is missing: the game has a crate but no ledger"))?;
        let ledger = Ledger::parse(&path, text)?;
        let folder = format!("crates/games/{game}/");
        let mut marks = Marks::default();
        for source in sources.iter().filter(|source| source.path.starts_with(&folder)) {
            marks.read(&folder, source);
        }
        let exempt = exemptions(tree, game)?;
        let mut problems = std::mem::take(&mut marks.problems);
        problems.extend(unknown_ids(&ledger, &marks));
        problems.extend(misnamed_tests(&ledger, &marks));
        problems.extend(covers_without_code(&ledger, &marks));
        let entries: Vec<_> = ledger.rows.iter().map(|row| entry(row, &marks, exempt.get(&row.id))).collect();
        problems.extend(bad_exemptions(game, &ledger, &entries, &exempt));
        let mutants = mutants::section(tree, game);
        Ok(Self { game: game.to_owned(), ledger, entries, problems, mutants })
    }

    fn path(&self) -> String {
        format!("docs/coverage/{}.md", self.game)
    }

    fn rows(&self) -> impl Iterator<Item = (&Row, &Entry)> {
        self.ledger.rows.iter().zip(&self.entries)
    }

    fn missing(&self) -> impl Iterator<Item = (&Row, &Entry)> {
        self.rows().filter(|(_, entry)| entry.lacks_code || entry.lacks_test)
    }

    fn summary(&self) -> String {
        let total = self.entries.len();
        let missing = self.missing().count();
        let exempt = self.entries.iter().filter(|entry| entry.exempt.is_some()).count();
        let share = (exempt * 1000).div_ceil(total.max(1));
        format!(
            "{total} rules: {} covered, {missing} incomplete, {exempt} exempt ({}.{} %)",
            total - missing - exempt,
            share / 10,
            share % 10
        )
    }

    fn is_complete(&self) -> bool {
        self.problems.is_empty() && self.missing().next().is_none()
    }

    /// What is wrong, by chapter, in a form to work from.
    fn report(&self) -> String {
        let mut report = format!("{}: {}\n", self.game, self.summary());
        for problem in &self.problems {
            let _ = writeln!(report, "  {problem}");
        }
        let mut heading = ("", "");
        for (row, entry) in self.missing() {
            if heading != (&row.chapter, &row.section) {
                heading = (&row.chapter, &row.section);
                let arrow = if row.section.is_empty() { "" } else { " › " };
                let _ = writeln!(report, "\n  {}{arrow}{}", row.chapter, row.section);
            }
            let _ =
                writeln!(report, "    {:<14} {:<17} {}", row.id, entry.status(), first_words(&row.text, 60));
        }
        report
    }

    fn page(&self) -> String {
        let mut page = format!(
            "<!-- Generated by `cargo xtask generate` from docs/rules/{game}.md, the code and the tests. Do not edit. -->\n\
             # Coverage of {game}\n\n{}.\n\n\
             Rules: [{game}.md](../rules/{game}.md). Paths are relative to `crates/games/{game}`.\n",
            self.summary(),
            game = self.game,
        );
        let mut chapter = "";
        for (row, entry) in self.rows() {
            if row.chapter != chapter {
                chapter = &row.chapter;
                let _ = write!(
                    page,
                    "\n## {chapter}\n\n| Id | Rule | Code | Tests | Status |\n|---|---|---|---|---|\n"
                );
            }
            let words = first_words(&row.text, 60);
            let (code, tests) = (entry.code.join("<br>"), entry.tests.join("<br>"));
            let _ = writeln!(page, "| {} | {words} | {code} | {tests} | {} |", row.id, cell(&entry.status()));
        }
        page.push_str(&self.mutants);
        page
    }
}

fn entry(row: &Row, marks: &Marks, exempt: Option<&String>) -> Entry {
    let mut code: Vec<_> =
        marks.code.iter().filter(|mark| mark.id == row.id).map(|mark| mark.file.clone()).collect();
    code.sort();
    code.dedup();
    let tests = marks
        .tests
        .iter()
        .filter(|test| test.covers.contains(&row.id) || (row.example && ledger::names(&test.name, &row.id)));
    let mut tests: Vec<_> = tests.map(|test| format!("{}:{}", test.file, test.name)).collect();
    tests.sort();
    tests.dedup();
    let due = exempt.is_none();
    let lacks_code = due && !row.example && code.is_empty();
    let lacks_test = due && tests.is_empty();
    Entry { code, tests, exempt: exempt.cloned(), lacks_code, lacks_test }
}

/// Ids in string literals, marks among them, that the ledger does not have.
fn unknown_ids(ledger: &Ledger, marks: &Marks) -> Vec<String> {
    let unknown =
        marks.literals.iter().filter(|mark| ledger.looks_like_id(&mark.id) && ledger.row(&mark.id).is_none());
    let mut found: Vec<_> = unknown
        .map(|mark| format!("{}:{}: {} is not in the ledger", mark.file, mark.line, mark.id))
        .collect();
    let foreign = |id: &&str| !ledger.looks_like_id(id);
    for mark in marks.code.iter().filter(|mark| foreign(&mark.id.as_str())) {
        found
            .push(format!("{}:{}: rule!(\"{}\") is not an id of this ledger", mark.file, mark.line, mark.id));
    }
    for test in &marks.tests {
        for id in test.covers.iter().map(String::as_str).filter(foreign) {
            found.push(format!("{}:{}: covers!(\"{id}\") is not an id of this ledger", test.file, test.line));
        }
    }
    found
}

/// Tests whose name does not begin with a rule they cover.
fn misnamed_tests(ledger: &Ledger, marks: &Marks) -> Vec<String> {
    let mut found = Vec::new();
    for test in &marks.tests {
        let named: Vec<_> = ledger.rows.iter().filter(|row| ledger::names(&test.name, &row.id)).collect();
        let right = named.iter().any(|row| row.example || test.covers.contains(&row.id));
        let at = format!("{}:{}: the test `{}`", test.file, test.line, test.name);
        // the longest id is the one that was meant: sb_7_3_1 is SB-7.3.1 before it is SB-7.3
        let meant = named.iter().max_by_key(|row| row.id.len());
        match (right, test.covers.first(), meant) {
            (true, ..) | (false, None, None) => {}
            (false, _, Some(Row { id, .. })) => {
                found.push(format!("{at} is named after {id} but does not say covers!(\"{id}\")"));
            }
            (false, Some(id), None) => {
                found.push(format!("{at} covers {id}; its name should begin with {}_", ledger::snake(id)));
            }
        }
    }
    found
}

/// Rules a test demands although no code marks them: such a test cannot pass.
fn covers_without_code(ledger: &Ledger, marks: &Marks) -> Vec<String> {
    let mut found = Vec::new();
    for test in &marks.tests {
        let known = test.covers.iter().filter(|id| ledger.row(id).is_some());
        for id in known.filter(|id| !marks.code.iter().any(|mark| mark.id == **id)) {
            found.push(format!(
                "{}:{}: `{}` covers {id}, which no rule! marks",
                test.file, test.line, test.name
            ));
        }
    }
    found
}

fn exemptions(tree: &Tree, game: &str) -> Result<BTreeMap<String, String>> {
    let path = exempt_path(game);
    let Some(text) = tree.text(&path) else { return Ok(BTreeMap::new()) };
    toml::from_str(text).with_context(|| format!("{path}: expected lines such as \"SB-2.1f\" = \"reason\""))
}

fn exempt_path(game: &str) -> String {
    format!("docs/rules/{game}.exempt.toml")
}

fn bad_exemptions(
    game: &str,
    ledger: &Ledger,
    entries: &[Entry],
    exempt: &BTreeMap<String, String>,
) -> Vec<String> {
    let path = exempt_path(game);
    let mut found = Vec::new();
    for (id, reason) in exempt {
        match ledger.rows.iter().position(|row| row.id == *id) {
            None => found.push(format!("{path}: {id} is not in the ledger")),
            Some(at) if !entries[at].code.is_empty() || !entries[at].tests.is_empty() => {
                found.push(format!("{path}: {id} has code or a test by now; take it off the list"));
            }
            Some(_) => {}
        }
        if reason.trim().chars().count() < REASON_LENGTH {
            found.push(format!("{path}: the reason for {id} is shorter than {REASON_LENGTH} characters"));
        }
    }
    let total = ledger.rows.len();
    if exempt.len() * 100 >= total * EXEMPT_PERCENT {
        found.push(format!(
            "{path}: {} of {total} rules are exempt; it must be less than {EXEMPT_PERCENT} %",
            exempt.len()
        ));
    }
    found
}

/// The beginning of a rule's text, safe in a table.
fn first_words(text: &str, length: usize) -> String {
    let plain: String = text.chars().filter(|c| !matches!(c, '*' | '`')).collect();
    let mut short = String::new();
    for word in plain.split_whitespace() {
        if short.chars().count() + word.chars().count() >= length {
            short.push('…');
            break;
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    cell(&short)
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;").replace('[', "\\[")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEDGER: &str = "\
Prefix `SB`

## 1. Moves
### 1.1 Limits
- SB-1.1a A ship moves **at most** its Engines.
- SB-1.1b A | bar.

## 13. Rulings
| SB-R01 | a ruling | yes |

## 14. Acceptance examples
| SB-EX01 | pays 3 | has 4 |
";

    fn matrix(code: &str, test: &str, exempt: &str) -> Matrix {
        let tree = Tree::from([
            ("crates/games/sb/Cargo.toml", ""),
            ("crates/games/sb/src/moves.rs", code),
            ("crates/games/sb/tests/moves.rs", test),
            ("docs/rules/sb.md", LEDGER),
            ("docs/rules/sb.exempt.toml", exempt),
            ("docs/rules/other.md", LEDGER),
        ]);
        let mut all = all(&tree, None).expect("the sample can be read");
        assert_eq!(all.len(), 1, "a ledger without a crate is left out");
        all.remove(0)
    }

    fn status(matrix: &Matrix) -> Vec<(&str, String)> {
        matrix.rows().map(|(row, entry)| (row.id.as_str(), entry.status())).collect()
    }

    #[test]
    fn a_rule_needs_code_and_test_and_an_example_a_test() {
        let code = "fn f() { rule!(\"SB-1.1a\"); rule!(\"SB-R01\"); }";
        let test = "#[test] fn sb_1_1a_limits() { covers!(\"SB-1.1a\"); } #[test] fn sb_ex01_pays() {}";
        let matrix = matrix(code, test, "");
        assert_eq!(matrix.problems, [""; 0]);
        assert_eq!(
            status(&matrix),
            [
                ("SB-1.1a", "covered".to_owned()),
                ("SB-1.1b", "no code, no test".to_owned()),
                ("SB-R01", "no test".to_owned()),
                ("SB-EX01", "covered".to_owned()),
            ]
        );
        assert_eq!(matrix.summary(), "4 rules: 2 covered, 2 incomplete, 0 exempt (0.0 %)");
        assert!(!matrix.is_complete());
        assert_eq!(
            matrix.report().lines().skip(1).collect::<Vec<_>>(),
            [
                "",
                "  1. Moves › 1.1 Limits",
                "    SB-1.1b        no code, no test  A \\| bar.",
                "",
                "  13. Rulings",
                "    SB-R01         no test           a ruling",
            ]
        );
        let page = matrix.page();
        assert!(page.contains(
            "| SB-1.1a | A ship moves at most its Engines. | src/moves.rs | tests/moves.rs:sb_1_1a_limits | covered |"
        ));
        assert!(page.contains("| SB-1.1b | A \\| bar. |  |  | no code, no test |"));
    }

    #[test]
    fn marks_without_a_row_are_problems() {
        let matrix = matrix(
            "fn f() { rule!(\"SB-9\"); rule!(\"XX-1\"); }",
            "#[test] fn sb_1_1a_x() { covers!(\"SB-1.1a\"); }\n#[test] fn y() { denied(\"SB-1.1z\"); }",
            "",
        );
        assert_eq!(
            matrix.problems,
            [
                "src/moves.rs:1: SB-9 is not in the ledger",
                "tests/moves.rs:2: SB-1.1z is not in the ledger",
                "src/moves.rs:1: rule!(\"XX-1\") is not an id of this ledger",
                "tests/moves.rs:1: `sb_1_1a_x` covers SB-1.1a, which no rule! marks",
            ]
        );
    }

    #[test]
    fn a_test_is_named_after_what_it_covers() {
        let matrix = matrix(
            "fn f() { rule!(\"SB-1.1a\"); }",
            "#[test] fn ships_stop() { covers!(\"SB-1.1a\"); }\n#[test] fn sb_1_1b_bar() {}\n\
             #[test] fn sb_ex01_pays() { covers!(\"SB-1.1a\"); }\n#[test] fn plain() {}",
            "",
        );
        assert_eq!(
            matrix.problems,
            [
                "tests/moves.rs:1: the test `ships_stop` covers SB-1.1a; its name should begin with sb_1_1a_",
                "tests/moves.rs:2: the test `sb_1_1b_bar` is named after SB-1.1b but does not say covers!(\"SB-1.1b\")",
            ]
        );
    }

    #[test]
    fn exemptions_need_a_row_a_reason_and_nothing_that_covers_them() {
        let matrix = matrix(
            "fn f() { rule!(\"SB-1.1a\"); }",
            "",
            "\"SB-1.1a\" = \"a long enough reason\"\n\"SB-1.1b\" = \"short\"\n\"SB-7\" = \"a long enough reason\"",
        );
        let path = "docs/rules/sb.exempt.toml";
        assert_eq!(
            matrix.problems,
            [
                format!("{path}: SB-1.1a has code or a test by now; take it off the list"),
                format!("{path}: the reason for SB-1.1b is shorter than 15 characters"),
                format!("{path}: SB-7 is not in the ledger"),
                format!("{path}: 3 of 4 rules are exempt; it must be less than 10 %"),
            ]
        );
    }

    #[test]
    fn the_share_of_exemptions_has_a_limit() {
        let rows: Vec<_> = (0..30).map(|n| format!("- SB-{n} text")).collect();
        let ledger = Ledger::parse("x.md", &rows.join("\n")).expect("a ledger");
        let entries: Vec<_> = ledger.rows.iter().map(|_| Entry::default()).collect();
        let exempt = |count: usize| {
            (0..count).map(|n| (format!("SB-{n}"), "a component, not a rule".to_owned())).collect()
        };
        assert!(bad_exemptions("sb", &ledger, &entries, &exempt(2)).is_empty());
        assert_eq!(bad_exemptions("sb", &ledger, &entries, &exempt(3)).len(), 1);
    }

    #[test]
    fn words_are_cut_between_words() {
        assert_eq!(first_words("one two three four", 10), "one two…");
        assert_eq!(first_words("`a|b` **c**", 10), "a\\|b c");
    }
}
