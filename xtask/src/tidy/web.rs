//! Checks on the web client. They read lines; `svelte-check` does what needs a parser.

use super::{Findings, Source};
use crate::tree::has_extension;

/// Names of things that hold game numbers in `web/src/games`.
const GAME_VALUES: [&str; 4] = ["view", "event", "prompt", "choice"];
/// Functions that calculate.
const CALCULATING: [&str; 5] = ["Math.max(", "Math.min(", "Math.sign(", ".reduce(", "parseInt("];
/// Comments that switch the type checker off.
const SILENCING: [&str; 3] = ["@ts-ignore", "@ts-nocheck", "@ts-expect-error"];

/// Prefixes of the ledgers' ids.
const LEDGERS: [&str; 5] = ["SB-", "SQ-", "SI-", "EV-", "SC-"];
/// What takes a notation or a label apart.
const PARSING: [&str; 12] = [
    "split(",
    "startsWith(",
    "endsWith(",
    "includes(",
    "indexOf(",
    "match(",
    "matchAll(",
    "search(",
    "slice(",
    "substring(",
    "replace(",
    "replaceAll(",
];
/// What makes or applies a regular expression.
const EXPRESSIONS: [&str; 6] = ["RegExp(", ".match(", ".matchAll(", ".exec(", ".search(", ".test("];

/// The lines of code below `folder`, comments cut off.
fn lines<'a>(source: &'a Source, folder: &'a str) -> impl Iterator<Item = (&'a str, usize, &'a str)> {
    let code = |path: &str| ["ts", "svelte"].iter().any(|extension| has_extension(path, extension));
    let files = source.tree.files().filter(move |(path, _)| path.starts_with(folder) && code(path));
    let product = files.filter(|(path, _)| !path.contains(".test."));
    product.flat_map(|(path, text)| (1..).zip(text.lines()).map(move |(line, text)| (path, line, text)))
}

/// The line without its comment, as far as one line can tell.
fn without_comment(line: &str) -> &str {
    let trimmed = line.trim_start();
    if trimmed.starts_with('*') || trimmed.starts_with("/*") || trimmed.starts_with("<!--") {
        return "";
    }
    let end = line.match_indices("//").map(|(at, _)| at).find(|&at| !line[..at].ends_with(':'));
    &line[..end.unwrap_or(line.len())]
}

pub(super) fn types(source: &Source, findings: &mut Findings) {
    for (path, line, text) in lines(source, "web/src/") {
        for word in SILENCING.iter().filter(|word| text.contains(**word)) {
            findings.add(path, line, format!("`{word}`"));
        }
        if uses_any(without_comment(text)) {
            findings.add(path, line, "the type `any`");
        }
    }
}

fn uses_any(line: &str) -> bool {
    line.match_indices("any").any(|(at, any)| {
        let (before, after) = (line[..at].trim_end(), &line[at + any.len()..]);
        let typed =
            before.ends_with([':', '<', '|', ',']) || before.ends_with(" as") || before.ends_with("=>");
        let whole = !after
            .starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == ' ' || c == ':' || c == '(')
            || after.starts_with(" =")
            || after.starts_with(" |")
            || after.starts_with(" {")
            || after.starts_with(" }");
        typed && whole && !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
    })
}

pub(super) fn rules(source: &Source, findings: &mut Findings) {
    for (path, line, text) in lines(source, "web/src/games/") {
        let code = without_comment(text);
        for call in CALCULATING.iter().filter(|call| code.contains(**call)) {
            findings.add(path, line, format!("`{call}…)`"));
        }
        for value in GAME_VALUES {
            if let Some(found) = calculation(code, value) {
                findings.add(path, line, format!("`{found}`"));
            }
        }
    }
}

/// An expression such as `view.lp + 1` or `2 < view.ships.length` in this line.
fn calculation<'a>(line: &'a str, value: &str) -> Option<&'a str> {
    line.match_indices(value).find_map(|(at, _)| {
        let whole =
            !line[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '/'));
        let tail = &line[at + value.len()..];
        if !whole || !tail.starts_with(['.', '[', '?']) {
            return None;
        }
        let length =
            tail.find(|c: char| !(c.is_alphanumeric() || "_.?![]$".contains(c))).unwrap_or(tail.len());
        let (from, to) = (at, at + value.len() + length);
        let after = line[to..].trim_start();
        let before = line[..from].trim_end();
        let found = operator_after(after, to < line.len() && line[to..].starts_with(' '))
            .map(|operator| &line[from..line.len() - after.len() + operator])
            .or_else(|| {
                operator_before(before, line[..from].ends_with(' '))
                    .map(|operator| &line[before.len() - operator..to])
            });
        found.map(str::trim)
    })
}

/// The length of the operator that `text` begins with.
fn operator_after(text: &str, spaced: bool) -> Option<usize> {
    let long = ["===", "!==", ">=", "<=", "+=", "-=", "*=", "++", "--", "**"];
    // equality is fine: the UI may ask whether two things are the same
    if ["===", "!==", "==", "!="].iter().any(|equal| text.starts_with(equal)) || text.starts_with("/>") {
        return None;
    }
    if let Some(operator) = long.iter().find(|operator| text.starts_with(**operator)) {
        return Some(operator.len());
    }
    // `<` and `>` without a space are more likely a tag
    let single = text.starts_with(['+', '-', '*', '/', '%']) || (spaced && text.starts_with(['<', '>']));
    single.then_some(1)
}

/// The length of the operator that `text` ends with.
fn operator_before(text: &str, spaced: bool) -> Option<usize> {
    if ["=>", "->", "===", "!==", "*/", "</", "--", "..."].iter().any(|other| text.ends_with(other)) {
        return None;
    }
    if text.ends_with(">=") || text.ends_with("<=") || text.ends_with("+=") || text.ends_with("-=") {
        return Some(2);
    }
    let single = text.ends_with(['+', '-', '*', '/', '%']) || text.ends_with(['<', '>']);
    (spaced && single).then_some(1)
}

/// The page shows what the engine says: it parses no action and no label, names no rule and reads no log text.
pub(super) fn notation(source: &Source, findings: &mut Findings) {
    let drawing = |path: &str| path.starts_with("web/src/games/") || path.starts_with("web/src/shell/board/");
    let reads_log = |path: &str| {
        let text = source.tree.files().find(|(other, _)| *other == path).map_or("", |(_, text)| text);
        text.contains("LogLine") || (text.contains("Span") && text.contains("generated/wire"))
    };
    for (path, line, text) in lines(source, "web/src/") {
        if path.starts_with("web/src/generated/") {
            continue;
        }
        let code = without_comment(text);
        if let Some(id) = ledger_id(code) {
            findings.add(path, line, format!("the ledger id `{id}`"));
        }
        for found in parsed_notation(code) {
            findings.add(path, line, format!("`{found}`"));
        }
        let expression = EXPRESSIONS.iter().find(|expression| code.contains(**expression));
        if let Some(expression) =
            expression.filter(|_| drawing(path) || reads_log_line(code) && reads_log(path))
        {
            findings.add(path, line, format!("a regular expression: `{expression}…)`"));
        }
    }
}

/// Whether a line of a file that handles log lines touches their text.
fn reads_log_line(code: &str) -> bool {
    ["line", "Line", "span", "text", "log"].iter().any(|word| code.contains(word))
}

/// An id such as `SB-6.1a` in a line of code.
fn ledger_id(code: &str) -> Option<&str> {
    LEDGERS.iter().find_map(|ledger| {
        code.match_indices(ledger).find_map(|(at, _)| {
            let whole = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_');
            let tail = &code[at + ledger.len()..];
            let numbered = tail.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase());
            let end = tail.find(|c: char| !(c.is_alphanumeric() || ".-".contains(c))).unwrap_or(tail.len());
            (whole && numbered).then(|| &code[at..at + ledger.len() + end])
        })
    })
}

/// Parts of a line that write out an action, or take an action or a label apart.
fn parsed_notation(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, verb) in code.match_indices("action:") {
        let quoted = code[..at].ends_with(['\'', '"', '`']);
        let tail = &code[at + verb.len()..];
        if quoted && tail.starts_with(|c: char| c.is_alphanumeric()) {
            found.push(format!("action:{}", tail.split(['\'', '"', '`']).next().unwrap_or_default()));
        }
    }
    for field in [".action", ".label"] {
        for (at, _) in code.match_indices(field) {
            let tail = code[at + field.len()..].trim_start_matches(['?', '!', '.']);
            if let Some(method) = PARSING.iter().find(|method| tail.starts_with(**method)) {
                found.push(format!("{field}.{method}…)"));
            }
            let compared =
                [" === ", " !== "].iter().find_map(|equal| code[at + field.len()..].strip_prefix(equal));
            if compared.is_some_and(|other| other.starts_with(['\'', '"', '`'])) {
                found.push(format!("{field} === …"));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::found;

    fn flagged(check: fn(&Source, &mut Findings), lines: &[&str]) -> Vec<String> {
        let text = lines.join("\n");
        found(check, [("web/src/games/sb/Board.svelte", text.as_str())])
            .into_iter()
            .map(|finding| finding.trim_start_matches("web/src/games/sb/Board.svelte:").to_owned())
            .collect()
    }

    #[test]
    fn any_is_found_where_it_is_a_type() {
        let bad = [
            "let x: any = 1",
            "f(y as any)",
            "const z: Array<any> = []",
            "let a: any[];",
            "type B = string | any;",
            "// @ts-ignore",
        ];
        assert_eq!(flagged(types, &bad).len(), bad.len());
        let good = [
            "// as any card",
            "let anything: Any;",
            "<p>note: any card will do</p>",
            "if (many) any(); /* ok */",
        ];
        assert_eq!(flagged(types, &good), [""; 0]);
    }

    #[test]
    fn calculations_with_game_numbers_are_found() {
        let bad = [
            "{view.lp + 1}",
            "if (3 < view.ships.length) {",
            "x = view.hands[0].size >= 2",
            "n += event.loss",
            "Math.max(a, b)",
        ];
        assert_eq!(
            flagged(rules, &bad),
            [
                "1: `view.lp +`",
                "2: `< view.ships.length`",
                "3: `view.hands[0].size >=`",
                "4: `+= event.loss`",
                "5: `Math.max(…)`",
            ]
        );
        let good = [
            "{#each view.ships as ship (ship.id)}",
            "<text x={place.x * SCALE + 4}>{view.lp}</text>",
            "{#if view.seat === seat}",
            "const f = () => view.lp; // view.lp + 1",
            "preview.lp + 1",
            "import type { View } from '../view.ts'",
            "<Ship size={view.size} />",
        ];
        assert_eq!(flagged(rules, &good), [""; 0]);
    }

    #[test]
    fn tests_and_other_folders_may_calculate() {
        let files = [("web/src/games/sb/a.test.ts", "view.lp + 1"), ("web/src/shell/a.ts", "view.lp + 1")];
        assert!(found(rules, files).is_empty());
    }

    #[test]
    fn notation_rules_and_expressions_are_found() {
        let bad = [
            "offers.choices('action:commit')",
            "offers.choices(`action:buy ${symbol} 1`)",
            "choice.action.split(' ')[1]",
            "if (choice.action === 'commit') {",
            "choice.label.replace(' on Canis', '')",
            "const RULES = { talk: 'SQ-11.0a' }",
            "text.match(/fleet/)",
        ];
        assert_eq!(
            flagged(notation, &bad),
            [
                "1: `action:commit`",
                "2: `action:buy ${symbol} 1`",
                "3: `.action.split(…)`",
                "4: `.action === …`",
                "5: `.label.replace(…)`",
                "6: the ledger id `SQ-11.0a`",
                "7: a regular expression: `.match(…)`",
            ]
        );
        let good = [
            "onSelect(`action:${choice.action}`, node)",
            "choice.action === hint.action",
            "{choice.label}",
            "offers.choices('group:buy')",
            "// see SB-6.1a",
            "const id = 'MISC-1'",
        ];
        assert_eq!(flagged(notation, &good), [""; 0]);
    }

    #[test]
    fn the_rules_reader_may_use_expressions_and_a_log_may_not() {
        let reader = [("web/src/shell/ledger.ts", "const found = /^#/.exec(line)")];
        assert!(found(notation, reader).is_empty());
        let log = "import type { LogLine } from 'x'\nif (/rolls/.test(line.text)) play()";
        assert_eq!(found(notation, [("web/src/shell/Log.svelte", log)]).len(), 1);
    }
}
