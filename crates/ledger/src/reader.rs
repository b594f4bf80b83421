//! A ledger without its notes for programmers, and a players' rulebook.

use crate::{Block, BlockKind, Ledger, Span, SpanKind};

/// Chapters and sections for programmers, by words of their headings.
const FOR_PROGRAMMERS: [&str; 13] = [
    "for the ui and the ai",
    "acceptance examples",
    "worked examples in the seed",
    "position notation",
    "where each part of the seed",
    "laws (must hold",
    "conservation laws",
    "rows nothing in a program",
    "how the software reads",
    "frames (what the stack",
    "sub-machines",
    "all random events",
    "action catalogue",
];

impl Ledger {
    /// The blocks of this ledger for players: no front matter, state machines, examples for tests, file names or
    /// helper sets.
    pub fn reader(&self, text: &str) -> Vec<Block> {
        let mut shown = Vec::new();
        // The heading below which everything is left out, by its level.
        let mut hidden = Some(2);
        for mut block in self.blocks(text) {
            if let BlockKind::Heading { level } = block.kind {
                if hidden.is_some_and(|above| level <= above) {
                    hidden = None;
                }
                let words = plain(&block).to_lowercase();
                if hidden.is_none() && FOR_PROGRAMMERS.iter().any(|note| words.contains(note)) {
                    hidden = Some(level);
                }
                if level == 1 {
                    hidden = Some(2);
                }
            }
            let speaks_of_code = block.id.is_none() && names_file(&plain(&block));
            if hidden.is_some() || block.kind == BlockKind::Code || speaks_of_code {
                continue;
            }
            for span in block.cells.iter_mut().flatten() {
                clean(span);
            }
            shown.push(block);
        }
        shown
    }
}

fn plain(block: &Block) -> String {
    block.cells.iter().flatten().map(|span| span.text.as_str()).collect()
}

const FILE_ENDINGS: [&str; 5] = [".json", ".csv", ".rs", ".md", ".toml"];

fn names_file(text: &str) -> bool {
    FILE_ENDINGS.iter().any(|ending| text.contains(ending))
}

/// Replaces shorthand and names of files.
fn clean(span: &mut Span) {
    if span.kind == SpanKind::Code && names_file(&span.text) {
        *span = Span { kind: SpanKind::Text, text: "the component list".to_owned() };
    }
    for (short, words) in [
        ("opp(p)", "the opponent"),
        ("[O] ", ""),
        (" [O]", ""),
        (" (seed section 9)", ""),
        (" (seed section 10)", ""),
        (" (state machine)", ""),
        (" as a state machine", ""),
    ] {
        if span.text.contains(short) {
            span.text = span.text.replace(short, words);
        }
    }
    while let Some(from) = FILE_ENDINGS.iter().filter_map(|ending| span.text.find(ending)).min() {
        let begin = span.text[..from].rfind([' ', '(', '`']).map_or(0, |at| at + 1);
        let end = span.text[from..].find([' ', ')', ',', ';', '`']).map_or(span.text.len(), |at| from + at);
        span.text.replace_range(begin..end, "the component list");
    }
}

#[cfg(test)]
mod tests {
    use crate::{BlockKind, Ledger};

    const TEXT: &str = "\
# Title
Prefix `SB`. Data is in `map.json`.
## 1. Overview
- SB-1a [O] A ship of opp(p), see `map.json`.
```
state -> state
```
### 1.1 Frames (what the stack of pending things holds)
- SB-9 helper
## 2. Moves
- SB-2 text
## 18. For the UI and the AI
- SB-UI-1 a hint
";

    #[test]
    fn notes_for_programmers_are_left_out() {
        let ledger = Ledger::parse("x.md", TEXT).expect("a ledger");
        let blocks = ledger.reader(TEXT);
        let ids: Vec<&str> = blocks.iter().filter_map(|block| block.id.as_deref()).collect();
        assert_eq!(ids, ["SB-1a", "SB-2"]);
        let first: String = blocks[1].cells[0].iter().map(|span| span.text.as_str()).collect();
        assert_eq!(first, "A ship of the opponent, see the component list.");
        assert!(blocks.iter().all(|block| block.kind != BlockKind::Code));
    }
}
