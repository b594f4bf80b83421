//! Text with references: log lines, scenes and the cards that explain a board element.

use serde::{Deserialize, Serialize};

use crate::{RuleId, Target};

/// A part of a text.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum Span {
    /// Plain words.
    Text {
        #[expect(missing_docs, reason = "the words")]
        text: String,
    },
    /// Words that refer to a board element; hovering them highlights it.
    Ref {
        #[expect(missing_docs, reason = "the element")]
        target: Target,
        #[expect(missing_docs, reason = "the words")]
        text: String,
    },
    /// Dice, drawn as dice where the client can draw.
    Dice {
        /// Faces in the order they were rolled.
        dice: Vec<u8>,
    },
}

/// Splits markup into spans: `{target|words}` is a reference, `[5 3]` are dice, everything else is text.
///
/// ```
/// use rules::{Span, Target, markup, plain_text};
///
/// let spans = markup("{piece:A-ST-1|The Starship} fires [5 3]");
/// assert_eq!(spans.len(), 3);
/// assert!(matches!(&spans[0], Span::Ref { target: Target::Piece(id), .. } if id == "A-ST-1"));
/// assert_eq!(plain_text(&spans), "The Starship fires [5 3]");
/// ```
///
/// Panics if a reference names no target: markup is written by the game, not by players.
pub fn markup(text: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut words = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '[']) {
        let (before, from) = rest.split_at(at);
        words.push_str(before);
        if let Some((span, after)) = special(from) {
            flush(&mut words, &mut spans);
            spans.push(span);
            rest = after;
        } else {
            words.push_str(&from[..1]);
            rest = &from[1..];
        }
    }
    words.push_str(rest);
    flush(&mut words, &mut spans);
    spans
}

fn flush(words: &mut String, spans: &mut Vec<Span>) {
    if !words.is_empty() {
        spans.push(Span::Text { text: std::mem::take(words) });
    }
}

/// The reference or dice at the start of `text`, and what follows.
fn special(text: &str) -> Option<(Span, &str)> {
    if let Some(inner) = text.strip_prefix('{') {
        let (inner, after) = inner.split_once('}')?;
        let (target, words) = inner.split_once('|')?;
        let target = target.parse().unwrap_or_else(|error| panic!("markup {text:?}: {error}"));
        return Some((Span::Ref { target, text: words.to_owned() }, after));
    }
    let (inner, after) = text.strip_prefix('[')?.split_once(']')?;
    let dice: Option<Vec<u8>> = inner.split_whitespace().map(|face| face.parse().ok()).collect();
    Some((Span::Dice { dice: dice.filter(|dice| !dice.is_empty())? }, after))
}

/// The words alone, dice as `[5 3]`.
pub fn plain_text(spans: &[Span]) -> String {
    spans
        .iter()
        .map(|span| match span {
            Span::Text { text } | Span::Ref { text, .. } => text.clone(),
            Span::Dice { dice } => dice_words(dice),
        })
        .collect()
}

/// Dice as markup, `[5 3]`.
pub fn dice_words<'a>(faces: impl IntoIterator<Item = &'a u8>) -> String {
    let faces: Vec<String> = faces.into_iter().map(u8::to_string).collect();
    format!("[{}]", faces.join(" "))
}

/// One entry of the log as a player reads it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Line {
    /// Starts a new group of the log, e.g. "Turn 4: Alliance".
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub heading: Option<String>,
    /// The sentence.
    pub text: Vec<Span>,
    /// 1 a detail, 2 usual, 3 what a summary of the turn mentions.
    pub importance: u8,
}

impl Line {
    /// A line of usual importance; see [`markup`].
    pub fn markup(text: &str) -> Self {
        Self { heading: None, text: markup(text), importance: 2 }
    }
    /// The same line at the start of a new group.
    #[must_use]
    pub fn heading(self, heading: impl Into<String>) -> Self {
        Self { heading: Some(heading.into()), ..self }
    }
    /// The same line with another importance, 1 to 3.
    #[must_use]
    pub fn importance(self, importance: u8) -> Self {
        Self { importance, ..self }
    }
    /// The words alone, dice as `[5 3]`.
    pub fn plain_text(&self) -> String {
        plain_text(&self.text)
    }
}

/// Whether an event begins or ends a scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SceneMark {
    /// Neither.
    #[default]
    None,
    /// A scene begins with this event.
    Opens,
    /// The scene that was opened last ends with this event.
    Closes,
    /// This event is a scene by itself.
    Whole,
}

/// What a battle, an event or a turn came to; stays on screen until the player dismisses it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Scene {
    /// What it was: "Battle at Talon".
    pub title: String,
    /// What it came to, in one sentence: "You take Talon: 6 VP, +7 LP."
    pub result: String,
    /// What happened on the way, one entry per line.
    pub lines: Vec<Vec<Span>>,
    /// The board elements concerned.
    pub targets: Vec<Target>,
}

/// Explains one board element to one viewer.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Card {
    /// What it is.
    pub title: String,
    /// What it means, in a sentence or two.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub about: String,
    /// The numbers that matter now.
    pub facts: Vec<Fact>,
    /// What the viewer can do with it now.
    pub can: Vec<String>,
    /// What the viewer cannot do with it now, and why.
    pub cannot: Vec<CardDenial>,
    /// The row of the ledger to read on.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rule: Option<String>,
}

/// One row of a [`Card`].
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Fact {
    /// Left column, e.g. "Attack".
    pub name: String,
    /// Right column, e.g. "3 (damaged: 1)".
    pub value: String,
}

/// Why something is not possible.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CardDenial {
    /// The reason in this very situation: "3 links away; a Starship has 2 Engines".
    pub text: String,
    /// The row of the ledger.
    pub rule: String,
}

impl Card {
    /// A card with a title and a sentence.
    pub fn new(title: impl Into<String>, about: impl Into<String>) -> Self {
        Self { title: title.into(), about: about.into(), ..Self::default() }
    }
    /// The same card with one more row.
    #[must_use]
    pub fn fact(mut self, name: impl Into<String>, value: impl std::fmt::Display) -> Self {
        self.facts.push(Fact { name: name.into(), value: value.to_string() });
        self
    }
    /// The same card with one more thing the viewer can do.
    #[must_use]
    pub fn can(mut self, text: impl Into<String>) -> Self {
        self.can.push(text.into());
        self
    }
    /// The same card with one more thing the viewer cannot do.
    #[must_use]
    pub fn cannot(mut self, text: impl Into<String>, rule: RuleId) -> Self {
        self.cannot.push(CardDenial { text: text.into(), rule: rule.name().to_owned() });
        self
    }
    /// The same card with the rule to read on.
    #[must_use]
    pub fn rule(mut self, rule: &str) -> Self {
        self.rule = Some(rule.to_owned());
        self
    }
}

#[cfg(test)]
mod tests {
    use super::{Span, markup, plain_text};

    #[test]
    fn brackets_that_are_no_markup_stay_text() {
        for text in ["a [b] c", "{no reference}", "[", "5 {", "[]"] {
            assert_eq!(markup(text), [Span::Text { text: text.to_owned() }]);
        }
    }

    #[test]
    fn dice_and_references_are_found_in_order() {
        let spans = markup("[6] {place:a|A}, {seat:1|you} [1 2]");
        assert_eq!(plain_text(&spans), "[6] A, you [1 2]");
        assert_eq!(spans.iter().filter(|span| matches!(span, Span::Dice { .. })).count(), 2);
    }

    #[test]
    #[should_panic(expected = "expected a target")]
    fn a_reference_to_no_target_is_a_bug() {
        markup("{ship:1|x}");
    }
}
