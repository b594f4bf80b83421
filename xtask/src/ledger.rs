//! The ledger of a game, `docs/rules/<game>.md`: every rule has an id.
//!
//! A rule is a bullet (`- SB-7.3f text`, `- **SQ-1.0a** text`) or a table row (`| SB-R01 | text |`). Rulings
//! and examples may leave the prefix out (`| R-12 | …`, `- A-03 …`); their full id has it (`SI-R-12`).

use anyhow::{Context, Result, bail};

/// The rules of one game, in the order of the ledger.
#[derive(Debug)]
pub(crate) struct Ledger {
    pub(crate) prefix: String,
    pub(crate) rows: Vec<Row>,
}

/// One rule.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) text: String,
    /// The `##` heading above it.
    pub(crate) chapter: String,
    /// The nearest deeper heading above it; empty if there is none.
    pub(crate) section: String,
    /// A worked example: it needs a test, not code of its own.
    pub(crate) example: bool,
}

impl Ledger {
    /// Reads a ledger; `path` is for messages.
    pub(crate) fn parse(path: &str, text: &str) -> Result<Self> {
        let prefix = prefix(text).with_context(|| {
            format!("{path}: no prefix found; expected \"Prefix `XY`\" above the first chapter, or a first rule \"- XY-1 …\"")
        })?;
        let mut rows: Vec<Row> = Vec::new();
        let mut lines = Vec::new();
        let (mut chapter, mut section) = (String::new(), String::new());
        let mut fenced = false;
        for (number, line) in (1..).zip(text.lines()) {
            fenced ^= line.trim_start().starts_with("```");
            if fenced {
                continue;
            }
            if let Some(heading) = line.strip_prefix("## ") {
                heading.trim().clone_into(&mut chapter);
                section.clear();
            } else if line.starts_with("###") {
                line.trim_start_matches('#').trim().clone_into(&mut section);
            }
            let Some((id, text)) = rule_on(line, &prefix, &chapter) else { continue };
            if let Some(first) = rows.iter().position(|row| row.id == id) {
                bail!(
                    "{path}:{number}: the id {id} was already given in line {}; ids are unique",
                    lines[first]
                );
            }
            lines.push(number);
            let example = is_examples(&chapter);
            rows.push(Row { id, text, chapter: chapter.clone(), section: section.clone(), example });
        }
        if rows.is_empty() {
            bail!("{path}: no rule found; expected bullets such as \"- {prefix}-1.0a text\"");
        }
        Ok(Self { prefix, rows })
    }

    pub(crate) fn row(&self, id: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// Does this text have the shape of one of our ids, known or not?
    pub(crate) fn looks_like_id(&self, text: &str) -> bool {
        text.strip_prefix(self.prefix.as_str()).and_then(|tail| tail.strip_prefix('-')).is_some_and(|tail| {
            tail.starts_with(|c: char| c.is_ascii_alphanumeric()) && tail.chars().all(in_id)
        })
    }
}

/// The beginning of the name of a test of this rule: `SB-7.3f` becomes `sb_7_3f`.
pub(crate) fn snake(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect()
}

/// Is `test` the name of a test of the rule `id`?
pub(crate) fn names(test: &str, id: &str) -> bool {
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

/// The id and the wording of the rule that stands on this line.
fn rule_on(line: &str, prefix: &str, chapter: &str) -> Option<(String, String)> {
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
    let text = match row {
        Some(_) => rest.trim_start().trim_start_matches('|').split('|').next().unwrap_or(""),
        None => rest,
    };
    Some((id, text.trim().to_owned()))
}

/// May the ids of this chapter leave the prefix out, and is `id` one of them?
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
