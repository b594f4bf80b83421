//! Parser of the rules ledgers, `docs/rules/<game>.md`: every rule has an id.
//!
//! A rule is a bullet (`- SB-7.3f text`, `- **SQ-1.0a** text`) or a table row (`| SB-R01 | text |`). Rulings
//! and examples may leave the prefix out (`| R-12 | …`, `- A-03 …`); their full id has it (`SI-R-12`).
//!
//! ```
//! let ledger = ledger::Ledger::parse("x.md", "## 1\n- SB-7.3a **Retreat.** Only *before* a volley,\n  never after.\n")?;
//! assert_eq!(ledger.sentence("SB-7.3a"), Some("Retreat. Only before a volley, never after."));
//! # Ok::<(), ledger::LedgerError>(())
//! ```

mod blocks;
mod reader;

use std::collections::BTreeMap;

pub use blocks::{Block, BlockKind, Span, SpanKind};
use thiserror::Error;

/// Why a text is not a ledger.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LedgerError {
    /// Neither a prefix line nor a first rule.
    #[error(
        "{0}: no prefix found; expected \"Prefix `XY`\" above the first chapter, or a first rule \"- XY-1 …\""
    )]
    NoPrefix(String),
    /// Two rows with one id.
    #[error("{path}:{line}: the id {id} was already given in line {first}; ids are unique")]
    Duplicate {
        /// The file.
        path: String,
        /// Line of the second row.
        line: usize,
        /// Line of the first row.
        first: usize,
        /// The id.
        id: String,
    },
    /// No rule at all.
    #[error("{path}: no rule found; expected bullets such as \"- {prefix}-1.0a text\"")]
    Empty {
        /// The file.
        path: String,
        /// The prefix of its ids.
        prefix: String,
    },
}

/// The rules of one game, in the order of the ledger.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// The capital letters all ids begin with.
    pub prefix: String,
    /// The rules.
    pub rows: Vec<Row>,
    by_id: BTreeMap<String, usize>,
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The full id.
    pub id: String,
    /// The text after the id, with its markup; the first cell of a table row.
    pub text: String,
    /// The complete text without markup; the cells of a table row are joined by a dash.
    pub sentence: String,
    /// The `##` heading above it.
    pub chapter: String,
    /// The nearest deeper heading above it; empty if there is none.
    pub section: String,
    /// A worked example: it needs a test, not code of its own.
    pub example: bool,
}

impl Ledger {
    /// Parses a ledger; `path` is for messages.
    pub fn parse(path: &str, text: &str) -> Result<Self, LedgerError> {
        let prefix = prefix(text).ok_or_else(|| LedgerError::NoPrefix(path.to_owned()))?;
        let mut ledger = Self { prefix, rows: Vec::new(), by_id: BTreeMap::new() };
        let mut lines = Vec::new();
        let (mut chapter, mut section) = (String::new(), String::new());
        // Whether the last line belongs to a row, so that indented lines continue it.
        let (mut fenced, mut open) = (false, false);
        for (number, line) in (1..).zip(text.lines()) {
            fenced ^= line.trim_start().starts_with("```");
            if fenced {
                open = false;
                continue;
            }
            if let Some(heading) = line.strip_prefix("## ") {
                heading.trim().clone_into(&mut chapter);
                section.clear();
            } else if line.starts_with("###") {
                line.trim_start_matches('#').trim().clone_into(&mut section);
            }
            let Some(found) = rule_on(line, &ledger.prefix, &chapter) else {
                open &= line.starts_with("  ") && !line.trim().is_empty();
                if let Some(row) = ledger.rows.last_mut().filter(|_| open) {
                    row.sentence.push(' ');
                    row.sentence.push_str(&plain(line.trim().trim_start_matches("- ")));
                }
                continue;
            };
            if let Some(&first) = ledger.by_id.get(&found.id) {
                let (path, first) = (path.to_owned(), lines[first]);
                return Err(LedgerError::Duplicate { path, line: number, first, id: found.id });
            }
            open = true;
            lines.push(number);
            ledger.by_id.insert(found.id.clone(), ledger.rows.len());
            let example = is_examples(&chapter);
            ledger.rows.push(Row { chapter: chapter.clone(), section: section.clone(), example, ..found });
        }
        if ledger.rows.is_empty() {
            return Err(LedgerError::Empty { path: path.to_owned(), prefix: ledger.prefix });
        }
        Ok(ledger)
    }

    /// The row of a rule.
    pub fn row(&self, id: &str) -> Option<&Row> {
        self.by_id.get(id).map(|&at| &self.rows[at])
    }

    /// The text of a rule without markup.
    pub fn sentence(&self, id: &str) -> Option<&str> {
        self.row(id).map(|row| row.sentence.as_str())
    }

    /// Whether a text has the shape of an id of this ledger, known or not.
    pub fn looks_like_id(&self, text: &str) -> bool {
        text.strip_prefix(self.prefix.as_str()).and_then(|tail| tail.strip_prefix('-')).is_some_and(|tail| {
            tail.starts_with(|c: char| c.is_ascii_alphanumeric()) && tail.chars().all(in_id)
        })
    }
}

/// The start of the name of a rule's tests: `SB-7.3f` becomes `sb_7_3f`.
pub fn snake(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect()
}

/// Whether `test` is the name of a test of the rule `id`.
pub fn names(test: &str, id: &str) -> bool {
    test.strip_prefix(&snake(id)).is_some_and(|tail| tail.is_empty() || tail.starts_with('_'))
}

fn in_id(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '-')
}

fn is_examples(chapter: &str) -> bool {
    chapter.to_lowercase().contains("examples")
}

fn prefix(text: &str) -> Option<String> {
    let said = text.lines().take_while(|line| !line.starts_with("## ")).find_map(|line| {
        let at = line.to_ascii_lowercase().find("prefix ")?;
        upper(line[at + "prefix ".len()..].trim_start_matches('`'))
    });
    said.or_else(|| {
        let first = text.lines().find_map(|line| line.strip_prefix("- "))?.trim_start_matches('*');
        upper(first).filter(|prefix| first[prefix.len()..].starts_with('-'))
    })
}

/// The capital letters that `text` begins with, if there are two or more.
fn upper(text: &str) -> Option<String> {
    let length = text.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(text.len());
    (length >= 2).then(|| text[..length].to_owned())
}

/// The rule on this line, without its chapter.
fn rule_on(line: &str, prefix: &str, chapter: &str) -> Option<Row> {
    let line = line.trim();
    let row = line.strip_prefix("| ");
    let body = row.or_else(|| line.strip_prefix("- "))?.trim_start_matches(['*', '`']);
    let (id, rest) = body.split_at(body.find(|c| !in_id(c)).unwrap_or(body.len()));
    let rest = rest.trim_start_matches(['*', '`']);
    let ends = rest.is_empty() || rest.starts_with(char::is_whitespace) || rest.starts_with('|');
    let own = id.strip_prefix(prefix).and_then(|tail| tail.strip_prefix('-'));
    let tail = own
        .or_else(|| id.strip_prefix("R-").or_else(|| id.strip_prefix("A-")).filter(|_| bare(id, chapter)))?;
    if !ends || !tail.starts_with(|c: char| c.is_ascii_alphanumeric()) || tail.ends_with(['.', '-']) {
        return None;
    }
    let id = if own.is_some() { id.to_owned() } else { format!("{prefix}-{id}") };
    let (text, sentence) = match row {
        Some(_) => {
            let cells: Vec<&str> = rest.trim_matches([' ', '|']).split('|').map(str::trim).collect();
            let words: Vec<String> =
                cells.iter().map(|cell| plain(cell)).filter(|cell| !cell.is_empty()).collect();
            (cells[0].to_owned(), words.join(" – "))
        }
        None => (rest.trim().to_owned(), plain(rest)),
    };
    Some(Row { id, text, sentence, chapter: String::new(), section: String::new(), example: false })
}

/// Without the marks of emphasis.
fn plain(text: &str) -> String {
    text.replace("**", "").replace(['*', '`'], "").trim().to_owned()
}

/// Whether the ids of this chapter may leave the prefix out and `id` is one of them.
fn bare(id: &str, chapter: &str) -> bool {
    let numbered = id[2..].starts_with(|c: char| c.is_ascii_digit());
    numbered && (is_examples(chapter) || chapter.to_lowercase().contains("rulings"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "\
# Game — rules ledger

Prefix `SB`. `SB-DEF-n` = definitions.

## 1. Overview
- SB-1.0a Two players, **both** needed.
  - SB-1.0b nested | with a bar
- no rule
- SB-DEF-1 **Range** of a ship.

```
- SB-1.0c in a block of code
```

### 1.1 Setup
- **SB-C.a** Cards.

## 13. Rulings

| ID | Problem | Ruling |
|---|---|---|
| SB-R01 | lost picture | 8 |
| R-02 | bare | yes |
| D1 | a decision | |

## 14. Acceptance examples
- SB-EX01 pays 3
- A-07 only Sol
";

    fn ids(ledger: &Ledger) -> Vec<&str> {
        ledger.rows.iter().map(|row| row.id.as_str()).collect()
    }

    #[test]
    fn bullets_and_table_rows_are_rules() {
        let ledger = Ledger::parse("x.md", SMALL).expect("the sample is a ledger");
        assert_eq!(ledger.prefix, "SB");
        assert_eq!(
            ids(&ledger),
            ["SB-1.0a", "SB-1.0b", "SB-DEF-1", "SB-C.a", "SB-R01", "SB-R-02", "SB-EX01", "SB-A-07"]
        );
        let cards = ledger.row("SB-C.a").expect("it is in the list");
        assert_eq!((cards.chapter.as_str(), cards.section.as_str()), ("1. Overview", "1.1 Setup"));
        assert_eq!(ledger.row("SB-R01").expect("it is in the list").text, "lost picture");
        assert_eq!(ledger.sentence("SB-R01"), Some("lost picture – 8"));
        assert_eq!(ledger.sentence("SB-R-02"), Some("bare – yes"));
        assert_eq!(ledger.sentence("SB-1.0a"), Some("Two players, both needed."));
        assert_eq!(ledger.row("SB-1.0b").expect("it is in the list").text, "nested | with a bar");
        let examples: Vec<_> =
            ledger.rows.iter().filter(|row| row.example).map(|row| row.id.as_str()).collect();
        assert_eq!(examples, ["SB-EX01", "SB-A-07"]);
    }

    #[test]
    fn a_prefix_may_be_left_to_the_first_rule() {
        let ledger = Ledger::parse("x.md", "# EV\n\n## 1\n- **EV-OV-1** Two to four.\n").expect("a ledger");
        assert_eq!((ledger.prefix.as_str(), ids(&ledger)), ("EV", vec!["EV-OV-1"]));
        assert!(Ledger::parse("x.md", "# nothing\n\n- here\n").is_err());
    }

    #[test]
    fn a_second_row_of_the_same_id_is_an_error() {
        let error = Ledger::parse("x.md", "## 1\n- SB-1 a\n- SB-2 b\n\n- SB-1 c\n").unwrap_err().to_string();
        assert_eq!(error, "x.md:5: the id SB-1 was already given in line 2; ids are unique");
    }

    #[test]
    fn test_names_follow_from_ids() {
        let pairs = [
            ("SB-7.3f", "sb_7_3f"),
            ("SB-R01", "sb_r01"),
            ("SB-EX12", "sb_ex12"),
            ("SB-DEF-3", "sb_def_3"),
            ("SB-S.G2", "sb_s_g2"),
        ];
        for (id, name) in pairs {
            assert_eq!(snake(id), name);
        }
        assert!(names("sb_7_3f", "SB-7.3f") && names("sb_7_3f_ships_stay", "SB-7.3f"));
        assert!(!names("sb_7_3fa_ships_stay", "SB-7.3f") && !names("ships_stay_sb_7_3f", "SB-7.3f"));
    }

    #[test]
    fn ids_are_recognised_by_their_shape() {
        let ledger = Ledger::parse("x.md", SMALL).expect("the sample is a ledger");
        assert!(ledger.looks_like_id("SB-9.9z") && ledger.looks_like_id("SB-R99"));
        assert!(
            !ledger.looks_like_id("SB-")
                && !ledger.looks_like_id("SB-1 text")
                && !ledger.looks_like_id("SQ-1")
        );
    }
}
