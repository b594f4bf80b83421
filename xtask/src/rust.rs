//! Rust source as tokens: enough to tell code from comments, strings and tests.
//!
//! A grep would stumble over its own patterns, over doc comments and over test modules; a full parser
//! would refuse macros. Tokens with matched brackets are the middle that all checks here need.

use std::ops::Range;

/// What a [`Token`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Word,
    Number,
    /// The text is what stands between the quotes, escapes untouched.
    Text,
    Char,
    Lifetime,
    /// One character.
    Sign,
    Comment,
}

/// One token; its text is asked of the [`Rust`] it came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) line: usize,
    start: usize,
    end: usize,
}

/// A source file, cut into tokens.
pub(crate) struct Rust {
    source: String,
    code: Vec<Token>,
    comments: Vec<Token>,
    tests: Vec<Range<usize>>,
}

impl Rust {
    pub(crate) fn read(source: &str) -> Self {
        let (comments, code) = Lexer { source, at: 0, line: 1, tokens: Vec::new() }
            .run()
            .into_iter()
            .partition(|token| token.kind == Kind::Comment);
        let mut rust = Self { source: source.to_owned(), code, comments, tests: Vec::new() };
        rust.tests = rust.find_tests();
        rust
    }

    /// Everything but comments.
    pub(crate) fn code(&self) -> &[Token] {
        &self.code
    }

    /// Comments, doc comments among them, with their text.
    pub(crate) fn comments(&self) -> impl Iterator<Item = (usize, &str)> {
        self.comments.iter().map(|token| (token.line, &self.source[token.start..token.end]))
    }

    /// The text of the code token at `index`; empty past the end.
    pub(crate) fn text(&self, index: usize) -> &str {
        self.code.get(index).map_or("", |token| &self.source[token.start..token.end])
    }

    /// The string literal at `index`, if there is one.
    pub(crate) fn literal(&self, index: usize) -> Option<&str> {
        self.code.get(index).filter(|token| token.kind == Kind::Text).map(|_| self.text(index))
    }

    /// Is the code token at `index` a word or sign that reads `text`?
    pub(crate) fn is(&self, index: usize, text: &str) -> bool {
        self.code.get(index).is_some_and(|token| matches!(token.kind, Kind::Word | Kind::Sign))
            && self.text(index) == text
    }

    /// Do the code tokens from `index` on read like this?
    pub(crate) fn reads(&self, index: usize, texts: &[&str]) -> bool {
        texts.iter().enumerate().all(|(offset, text)| self.is(index + offset, text))
    }

    /// Does the code token at `index` lie under a `#[cfg(test)]`?
    pub(crate) fn in_test(&self, index: usize) -> bool {
        self.tests.iter().any(|range| range.contains(&index))
    }

    /// Names of the modules declared as `#[cfg(test)] mod name;`, whose files are tests.
    pub(crate) fn test_modules(&self) -> impl Iterator<Item = &str> {
        self.tests
            .iter()
            .filter(|range| range.len() >= 3 && self.is(range.end - 1, ";") && self.is(range.end - 3, "mod"))
            .map(|range| self.text(range.end - 2))
    }

    /// The index of the bracket that closes the one at `open`, or the end of the file.
    pub(crate) fn close(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        for index in open..self.code.len() {
            if self.code[index].kind == Kind::Sign {
                match self.text(index) {
                    "(" | "[" | "{" => depth += 1,
                    ")" | "]" | "}" => depth = depth.saturating_sub(1),
                    _ => {}
                }
            }
            if depth == 0 {
                return index;
            }
        }
        self.code.len()
    }

    fn find_tests(&self) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.code.len() {
            let inner = self.reads(at, &["#", "!", "["]);
            if !inner && !self.reads(at, &["#", "["]) {
                at += 1;
                continue;
            }
            let open = at + 1 + usize::from(inner);
            let close = self.close(open);
            let has = |word| (open..close).any(|index| self.is(index, word));
            if self.reads(open + 1, &["cfg", "("]) && has("test") && !has("not") {
                let end = if inner { self.code.len() } else { self.item_end(close + 1) };
                found.push(at..end);
                at = end;
            } else {
                at = close + 1;
            }
        }
        found
    }

    /// One past the item that starts at `at`, its further attributes included.
    fn item_end(&self, mut at: usize) -> usize {
        while self.reads(at, &["#", "["]) {
            at = self.close(at + 1) + 1;
        }
        while at < self.code.len() {
            match self.text(at) {
                _ if self.code[at].kind != Kind::Sign => at += 1,
                ";" => return at + 1,
                "{" => return (self.close(at) + 1).min(self.code.len()),
                "(" | "[" => at = self.close(at) + 1,
                ")" | "]" | "}" => return at,
                _ => at += 1,
            }
        }
        at
    }
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    line: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn run(mut self) -> Vec<Token> {
        while let Some(next) = self.peek(0) {
            match next {
                '\n' => {
                    self.line += 1;
                    self.at += 1;
                }
                _ if next.is_whitespace() => self.at += next.len_utf8(),
                '/' if self.peek(1) == Some('/') => {
                    let length = self.rest().find('\n').unwrap_or(self.rest().len());
                    self.push(Kind::Comment, length, 0);
                }
                '/' if self.peek(1) == Some('*') => self.block_comment(),
                '"' => self.string(0),
                '\'' => self.quote(),
                _ if next.is_ascii_digit() => self.number(),
                _ if next == '_' || next.is_alphabetic() => self.word(),
                _ => self.push(Kind::Sign, next.len_utf8(), 0),
            }
        }
        self.tokens
    }

    fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.rest().chars().nth(ahead)
    }

    /// A token of `length` bytes, of which `rim` on either side are quotes.
    fn push(&mut self, kind: Kind, length: usize, rim: usize) {
        self.push_between(kind, length, rim, rim);
    }

    fn push_between(&mut self, kind: Kind, length: usize, before: usize, after: usize) {
        let (start, end) = (self.at + before, self.at + length - after);
        self.tokens.push(Token { kind, line: self.line, start, end: end.max(start) });
        self.line += self.source[self.at..self.at + length].matches('\n').count();
        self.at += length;
    }

    fn block_comment(&mut self) {
        let rest = self.rest();
        let (mut depth, mut length) = (0, 0);
        loop {
            let tail = &rest[length..];
            if tail.starts_with("/*") {
                depth += 1;
                length += 2;
            } else if tail.starts_with("*/") {
                depth -= 1;
                length += 2;
            } else {
                length += tail.chars().next().map_or(0, char::len_utf8);
            }
            if depth == 0 || length >= rest.len() {
                break;
            }
        }
        self.push(Kind::Comment, length, 0);
    }

    /// A string with escapes, after a prefix of so many bytes.
    fn string(&mut self, prefix: usize) {
        let rest = self.rest();
        let mut escaped = false;
        let end = rest[prefix + 1..].char_indices().find_map(|(index, next)| {
            if escaped {
                escaped = false;
                return None;
            }
            escaped = next == '\\';
            (next == '"').then_some(prefix + 1 + index)
        });
        match end {
            Some(end) => self.push_between(Kind::Text, end + 1, prefix + 1, 1),
            None => self.push_between(Kind::Text, rest.len(), prefix + 1, 0),
        }
    }

    fn raw_string(&mut self, prefix: usize, hashes: usize) {
        let rest = self.rest();
        let open = prefix + hashes + 1;
        let closing = format!("\"{}", "#".repeat(hashes));
        match rest[open..].find(&closing) {
            Some(length) => self.push_between(Kind::Text, open + length + closing.len(), open, closing.len()),
            None => self.push_between(Kind::Text, rest.len(), open, 0),
        }
    }

    /// A character or a lifetime.
    fn quote(&mut self) {
        let rest = self.rest();
        let mut chars = rest.char_indices().skip(1);
        let first = chars.next().map(|(_, first)| first);
        let after = chars.next();
        match (first, after) {
            (Some('\\'), Some((index, escaped))) => {
                let from = index + escaped.len_utf8();
                let length = rest[from..].find('\'').map_or(rest.len(), |end| from + end + 1);
                self.push(Kind::Char, length, 0);
            }
            (Some(_), Some((index, '\''))) => self.push(Kind::Char, index + 1, 0),
            _ => {
                let length = 1 + word_length(&rest[1..]);
                self.push(Kind::Lifetime, length, 0);
            }
        }
    }

    fn number(&mut self) {
        let rest = self.rest();
        let mut length = word_length(rest);
        // `pair.0.1` is two fields, `0..5` a range, `1.max(2)` a call; only `1.5` is a fraction
        let field = self.tokens.last().is_some_and(|last| &self.source[last.start..last.end] == ".");
        let fraction =
            rest[length..].strip_prefix('.').filter(|tail| tail.starts_with(|c: char| c.is_ascii_digit()));
        if let Some(tail) = fraction
            && !field
        {
            length += 1 + word_length(tail);
        }
        self.push(Kind::Number, length, 0);
    }

    fn word(&mut self) {
        let rest = self.rest();
        let length = word_length(rest);
        let tail = &rest[length..];
        let hashes = tail.len() - tail.trim_start_matches('#').len();
        match &rest[..length] {
            "r" | "br" | "cr" if tail[hashes..].starts_with('"') => self.raw_string(length, hashes),
            "b" | "c" if tail.starts_with('"') => self.string(length),
            "b" if tail.starts_with('\'') => {
                self.at += length;
                self.quote();
            }
            "r" if hashes == 1 => {
                self.at += 2; // a raw identifier: r#type
                let length = word_length(self.rest());
                self.push(Kind::Word, length, 0);
            }
            _ => self.push(Kind::Word, length, 0),
        }
    }
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<String> {
        let rust = Rust::read(source);
        (0..rust.code().len()).map(|index| rust.text(index).to_owned()).collect()
    }

    #[test]
    fn comments_strings_and_code_are_told_apart() {
        let rust =
            Rust::read("a // b \"c\"\n/* d /* e */ f */ \"g // \\\" h\" r#\"i \" j\"# 'k' 'l: '\\'' b'm'");
        let code: Vec<_> =
            (0..rust.code().len()).map(|index| (rust.code()[index].kind, rust.text(index))).collect();
        assert_eq!(
            code,
            [
                (Kind::Word, "a"),
                (Kind::Text, "g // \\\" h"),
                (Kind::Text, "i \" j"),
                (Kind::Char, "'k'"),
                (Kind::Lifetime, "'l"),
                (Kind::Sign, ":"),
                (Kind::Char, "'\\''"),
                (Kind::Char, "'m'"),
            ]
        );
        let comments: Vec<_> = rust.comments().collect();
        assert_eq!(comments, [(1, "// b \"c\""), (2, "/* d /* e */ f */")]);
    }

    #[test]
    fn lines_are_counted_across_long_strings() {
        let rust = Rust::read("\"one\ntwo\"\nthree");
        assert_eq!(rust.code()[1].line, 3);
    }

    #[test]
    fn fields_and_ranges_are_not_fractions() {
        assert_eq!(
            texts("pair.0.1 0..5 1.5 1.max(2)"),
            ["pair", ".", "0", ".", "1", "0", ".", ".", "5", "1.5", "1", ".", "max", "(", "2", ")"]
        );
    }

    #[test]
    fn test_code_is_known() {
        let rust = Rust::read(
            "fn a() {} #[cfg(test)] #[path = \"x\"] mod tests { fn b() { 'x' } } fn c() {} #[cfg(not(test))] fn d() {}",
        );
        let inside: Vec<_> = (0..rust.code().len())
            .filter(|&index| rust.is(index, "fn"))
            .map(|index| (rust.text(index + 1), rust.in_test(index)))
            .collect();
        assert_eq!(inside, [("a", false), ("b", true), ("c", false), ("d", false)]);
    }

    #[test]
    fn test_modules_in_their_own_file_are_named() {
        let rust = Rust::read("#[cfg(test)]\nmod battle_tests;\n#[cfg(test)]\nmod inline { }\nmod plain;");
        assert_eq!(rust.test_modules().collect::<Vec<_>>(), ["battle_tests"]);
    }

    #[test]
    fn unfinished_source_does_not_panic() {
        for source in
            ["\"", "r#\"", "/*", "'", "'\\", "fn f() {", "#[cfg(test)] mod", "b\"", "r#", "#[", "é'"]
        {
            Rust::read(source);
        }
    }
}
