//! Conditions on positions: the beginning of a line of the game's position notation, word by word.

use serde::Deserialize;
use serde_json::Value;

/// Holds if a line of the position begins with these words. Commas count as spaces, `…` stands for any words, `not` in
/// front denies.
///
/// ```
/// let position = "box 4\nat DL1: A-SE-1:Scout, A-ST-1:Starship\n";
/// let holds = |text: &str| lessons::Condition::new(text).holds(position);
/// assert!(holds("at DL1: A-SE-1:Scout"));
/// assert!(holds("at DL1: … A-ST-1:Starship"));
/// assert!(holds("not at DL2:"));
/// assert!(!holds("box 3"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(from = "String")]
pub struct Condition {
    text: String,
}

impl From<String> for Condition {
    fn from(text: String) -> Self {
        Self { text }
    }
}

impl Condition {
    /// The condition with this text.
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned() }
    }
    /// As it is written.
    pub fn text(&self) -> &str {
        &self.text
    }
    /// Whether it holds in a position.
    pub fn holds(&self, position: &str) -> bool {
        let (wanted, denied) = match self.text.strip_prefix("not ") {
            Some(rest) => (rest, true),
            None => (self.text.as_str(), false),
        };
        let wanted = words(wanted);
        position.lines().any(|line| begins(&wanted, &words(line))) != denied
    }
}

fn words(line: &str) -> Vec<&str> {
    line.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).collect()
}

fn begins(wanted: &[&str], have: &[&str]) -> bool {
    match (wanted, have) {
        ([], _) => true,
        (["…", rest @ ..], _) => (0..=have.len()).any(|skip| begins(rest, &have[skip..])),
        ([word, rest @ ..], [first, more @ ..]) => word == first && begins(rest, more),
        _ => false,
    }
}

/// The value at a path such as `sides.0.lp`.
pub fn dig<'v>(view: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').try_fold(view, |value, key| match value {
        Value::Array(list) => list.get(key.parse::<usize>().ok()?),
        other => other.get(key),
    })
}
