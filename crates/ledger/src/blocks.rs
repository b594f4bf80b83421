//! A ledger as blocks of styled text, for the page.

use serde::Serialize;

use crate::Ledger;

/// A block of a ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// The rule it states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its cells: one for everything but table rows.
    pub cells: Vec<Vec<Span>>,
}

/// Kind of a [`Block`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum BlockKind {
    /// A heading.
    Heading {
        /// 1 to 6.
        level: u8,
    },
    /// An entry of a list.
    Item {
        /// 0 for the outermost list.
        depth: u8,
    },
    /// A row of a table.
    Row {
        /// Whether it holds the names of the columns.
        head: bool,
    },
    /// A paragraph.
    Text,
    /// A line of a code block.
    Code,
}

/// A piece of text in one style.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Span {
    /// The style.
    pub kind: SpanKind,
    /// The words.
    pub text: String,
}

/// Style of a [`Span`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SpanKind {
    /// Plain words.
    Text,
    /// Strong emphasis.
    Strong,
    /// Emphasis.
    Em,
    /// Code.
    Code,
    /// The id of a rule: a link to it.
    Rule,
}

impl Ledger {
    /// Splits the text of this ledger into blocks. Text that is not understood stays text.
    pub fn blocks(&self, text: &str) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let (mut fenced, mut chapter) = (false, String::new());
        for raw in text.lines() {
            let line = raw.trim_end();
            if line.trim_start().starts_with("```") {
                fenced = !fenced;
                continue;
            }
            if line.trim().is_empty() || (line.len() >= 3 && line.bytes().all(|byte| byte == b'-')) {
                continue;
            }
            if let Some(heading) = line.strip_prefix("## ") {
                heading.trim().clone_into(&mut chapter);
            }
            if let Some(head) = separates_head(line, &mut blocks) {
                head.kind = BlockKind::Row { head: true };
                continue;
            }
            blocks.push(if fenced {
                Block { kind: BlockKind::Code, id: None, cells: vec![vec![span(SpanKind::Code, line)]] }
            } else {
                self.block(line, &chapter)
            });
        }
        blocks
    }

    fn block(&self, line: &str, chapter: &str) -> Block {
        let words = line.trim_start();
        let id = crate::rule_on(line, &self.prefix, chapter).map(|row| row.id);
        let level = words.bytes().take_while(|&byte| byte == b'#').count();
        if (1..=6).contains(&level) && words[level..].starts_with(' ') {
            let kind = BlockKind::Heading { level: level as u8 };
            return Block { kind, id: None, cells: vec![self.spans(words[level..].trim())] };
        }
        if words.starts_with('|') {
            let cells = words.trim_matches('|').split('|').map(|cell| self.spans(cell.trim())).collect();
            return Block { kind: BlockKind::Row { head: false }, id, cells };
        }
        let depth = ((line.len() - words.len()) / 2) as u8;
        match item(words) {
            Some(text) => {
                let text = if id.is_some() { without_id(text) } else { text };
                Block { kind: BlockKind::Item { depth }, id, cells: vec![self.spans(text)] }
            }
            None => Block { kind: BlockKind::Text, id: None, cells: vec![self.spans(words)] },
        }
    }

    /// Splits a line into styled pieces.
    fn spans(&self, line: &str) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        let (mut rest, mut words) = (line, String::new());
        while let Some(first) = rest.chars().next() {
            let styled = [("**", SpanKind::Strong), ("*", SpanKind::Em), ("`", SpanKind::Code)]
                .into_iter()
                .find_map(|(mark, kind)| {
                    let (inner, after) = rest.strip_prefix(mark)?.split_once(mark)?;
                    (!inner.is_empty()).then_some((kind, inner, after))
                });
            let at_word = !words.ends_with(|last: char| last.is_alphanumeric() || last == '-');
            if let Some((kind, inner, after)) = styled {
                let kind = if self.row(inner).is_some() { SpanKind::Rule } else { kind };
                flush(&mut words, &mut spans);
                spans.push(span(kind, inner));
                rest = after;
            } else if let Some(id) = self.id_at(rest).filter(|_| at_word) {
                flush(&mut words, &mut spans);
                spans.push(span(SpanKind::Rule, id));
                rest = &rest[id.len()..];
            } else {
                words.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
        flush(&mut words, &mut spans);
        spans
    }

    /// The id of a known rule at the start of `text`.
    fn id_at<'t>(&self, text: &'t str) -> Option<&'t str> {
        text.strip_prefix(self.prefix.as_str())?.strip_prefix('-')?;
        let end = text.find(|c| !crate::in_id(c)).unwrap_or(text.len());
        let id = text[..end].trim_end_matches(['.', '-']);
        self.row(id).map(|_| id)
    }
}

fn span(kind: SpanKind, text: &str) -> Span {
    Span { kind, text: text.to_owned() }
}

fn flush(words: &mut String, spans: &mut Vec<Span>) {
    if !words.is_empty() {
        spans.push(Span { kind: SpanKind::Text, text: std::mem::take(words) });
    }
}

/// The head row above this line, if the line is the `|---|` below it.
fn separates_head<'b>(line: &str, blocks: &'b mut [Block]) -> Option<&'b mut Block> {
    let cells = line.trim().strip_prefix('|')?;
    let is_rule = |cell: &str| !cell.is_empty() && cell.bytes().all(|byte| matches!(byte, b'-' | b':'));
    let separates = cells.trim_end_matches('|').split('|').map(str::trim).all(is_rule);
    blocks.last_mut().filter(|block| separates && matches!(block.kind, BlockKind::Row { .. }))
}

/// The text of a list entry.
fn item(words: &str) -> Option<&str> {
    let bullet = words.strip_prefix("- ").or_else(|| words.strip_prefix("* "));
    bullet.or_else(|| {
        let (number, text) = words.split_once(". ")?;
        (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
    })
}

/// The text behind the id of a row.
fn without_id(text: &str) -> &str {
    let text = text.trim_start_matches(['*', '`']);
    let end = text.find(|c| !crate::in_id(c)).unwrap_or(text.len());
    text[end..].trim_start_matches(['*', '`', ':', '.', ' '])
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
Prefix `SB`.
## 1. Overview
- **SB-1.0a** Two *players*, see SB-R01.
  1. nested
| ID | Ruling |
|---|---|
| SB-R01 | `8` |
";

    fn blocks() -> Vec<Block> {
        Ledger::parse("x.md", TEXT).expect("a ledger").blocks(TEXT)
    }

    #[test]
    fn blocks_have_kinds_ids_and_links() {
        let blocks = blocks();
        let kinds: Vec<BlockKind> = blocks.iter().map(|block| block.kind).collect();
        assert_eq!(
            kinds,
            [
                BlockKind::Text,
                BlockKind::Heading { level: 2 },
                BlockKind::Item { depth: 0 },
                BlockKind::Item { depth: 1 },
                BlockKind::Row { head: true },
                BlockKind::Row { head: false },
            ]
        );
        assert_eq!(blocks[2].id.as_deref(), Some("SB-1.0a"));
        let styles: Vec<(SpanKind, &str)> =
            blocks[2].cells[0].iter().map(|span| (span.kind, span.text.as_str())).collect();
        assert_eq!(
            styles,
            [
                (SpanKind::Text, "Two "),
                (SpanKind::Em, "players"),
                (SpanKind::Text, ", see "),
                (SpanKind::Rule, "SB-R01"),
                (SpanKind::Text, "."),
            ]
        );
        assert_eq!((blocks[5].id.as_deref(), blocks[5].cells.len()), (Some("SB-R01"), 2));
    }
}
