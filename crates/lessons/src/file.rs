//! The format of a lesson file.

use std::collections::BTreeMap;

use rules::{Seat, Target};
use serde::Deserialize;
use serde_json::Value;
use thiserror::Error;

use crate::{Condition, run::Look};

/// What is wrong with a lesson file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LessonError {
    /// It is no TOML, a field is unknown, missing or of the wrong type.
    #[error("{path}: {problem}")]
    Format {
        /// The file.
        path: String,
        /// Line, column, field and what was expected.
        problem: String,
    },
    /// A field does not fit the rest.
    #[error("{path}: {step}: {field}: {problem}")]
    Content {
        /// The file.
        path: String,
        /// `scene/step`, or the part of the file.
        step: String,
        /// The field.
        field: &'static str,
        /// What is wrong, and what was expected.
        problem: String,
    },
}

/// A lesson.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The name and version of the format.
    pub format: String,
    /// The game's name in the catalogue.
    pub game: String,
    /// The last part of its address.
    pub id: String,
    /// Its title.
    pub title: String,
    /// One line for the game's poster.
    pub summary: String,
    /// About how long it takes.
    pub minutes: u32,
    /// The seat of the player; the other seats are scripted.
    pub seat: u8,
    /// By seat: the name that may stand before an action.
    pub seats: Vec<String>,
    /// For dice that are not scripted.
    pub seed: u64,
    /// Standing orders of all seats: they answer questions that come up later than the lesson.
    #[serde(default)]
    pub orders: Vec<String>,
    /// What comes after the lesson.
    pub next: Next,
    /// Its chapters.
    #[serde(rename = "scene")]
    pub scenes: Vec<Scene>,
}

/// The real game a finished lesson leads into.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Next {
    /// The last words of the coach.
    pub say: String,
    /// The scenario to open.
    pub scenario: String,
    /// Options of the game, by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// By seat: its choices by name.
    #[serde(default)]
    pub choices: Vec<BTreeMap<String, String>>,
    /// The level of the computer player; a solitaire has none.
    #[serde(default)]
    pub opponent: Option<String>,
    /// Text of the button.
    pub button: String,
    /// What can be learned later.
    pub later: String,
}

/// A chapter. It opens a match of its own, so that a player can stop, come back, skip or repeat it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// Its name in addresses.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The scenario, if it is one of the game's own.
    #[serde(default)]
    pub scenario: Option<String>,
    /// An own scenario.
    #[serde(default)]
    pub scenario_file: Option<String>,
    /// Options of the game, by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// By seat: its choices by name.
    #[serde(default)]
    pub choices: Vec<BTreeMap<String, String>>,
    /// The position, in the game's notation.
    pub position: String,
    /// Chance results that come before the first decision.
    #[serde(default)]
    pub chance: Vec<String>,
    /// Its steps.
    #[serde(rename = "step")]
    pub steps: Vec<Step>,
}

/// How a step is finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// By pressing Go on.
    Read,
    /// By reaching the aim.
    Act,
    /// By watching what the other seats do.
    Watch,
    /// By reaching the aim in any way.
    Free,
}

/// One notion.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Its name.
    pub id: String,
    /// How it is finished.
    pub kind: Kind,
    /// What the coach says.
    pub coach: String,
    /// What glows: targets of the game, or `action:` and a choice.
    #[serde(default)]
    pub show: Vec<String>,
    /// Faces for the dice of this step, in the order in which they are rolled.
    #[serde(default)]
    pub dice: Vec<u32>,
    /// Chance results of this step in the game's notation, in order.
    #[serde(default)]
    pub chance: Vec<String>,
    /// Scripted actions of other seats, before the coach speaks.
    #[serde(default)]
    pub before: Vec<String>,
    /// The shortest way to the aim.
    #[serde(default)]
    pub play: Vec<String>,
    /// Other ways to it.
    #[serde(default)]
    pub accept: Vec<Vec<String>>,
    /// The aim; without it the step is done when `play` or one of `accept` was played.
    #[serde(default)]
    pub until: Vec<Condition>,
    /// Scripted actions of other seats, once the aim is reached.
    #[serde(default)]
    pub foe: Vec<String>,
    /// What holds after `foe`.
    #[serde(default)]
    pub then: Vec<Condition>,
    /// Numbers the coach says, in the player's view before the step.
    #[serde(default)]
    pub numbers: BTreeMap<String, Value>,
    /// The same at its end.
    #[serde(default)]
    pub numbers_after: BTreeMap<String, Value>,
    /// What the rules do not allow, and the coach's words when it is tried.
    #[serde(default)]
    pub denied: Vec<Denial>,
    /// On request, in free steps.
    #[serde(default)]
    pub hint: Option<String>,
    /// What the coach says when it is done.
    #[serde(default)]
    pub after: Option<String>,
    /// `win`: the match is over and the player has won.
    #[serde(default)]
    pub result: Option<String>,
    /// Rules the player has now used.
    #[serde(default)]
    pub learned: Vec<String>,
    /// Answers to other choices (`a; b` for a sequence, `else` for any other); then the step starts again.
    #[serde(default)]
    pub otherwise: BTreeMap<String, String>,
}

/// Something a player might try and may not do.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Denial {
    /// Choices before it.
    #[serde(default)]
    pub first: Vec<String>,
    /// The choice.
    #[serde(rename = "try")]
    pub attempt: String,
    /// The rule that forbids it.
    pub rule: String,
    /// The coach's words.
    #[serde(default)]
    pub say: Option<String>,
}

/// An entry of `play`, `accept`, `before` or `foe`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// An action of a seat.
    Act(Seat, String),
    /// The player opens the card of something.
    Look(Look),
}

impl Lesson {
    /// Reads a lesson file; `path` is for messages.
    pub fn read(path: &str, text: &str) -> Result<Self, LessonError> {
        let lesson: Self = toml::from_str(text)
            .map_err(|error| LessonError::Format { path: path.to_owned(), problem: error.to_string() })?;
        lesson.check(path)?;
        Ok(lesson)
    }

    /// The scene with this name, and its place.
    pub fn scene(&self, id: &str) -> Option<(usize, &Scene)> {
        self.scenes.iter().enumerate().find(|(_, scene)| scene.id == id)
    }

    /// The number of steps.
    pub fn steps(&self) -> usize {
        self.scenes.iter().map(|scene| scene.steps.len()).sum()
    }

    /// Reads an entry: `I: end` names the seat, `look card:7` opens a card, anything else is the player's action, or
    /// that of the only other seat if `scripted`.
    pub fn attempt(&self, entry: &str, scripted: bool) -> Option<Attempt> {
        if let Some(target) = entry.strip_prefix("look ") {
            return target.parse::<Target>().ok().map(|target| Attempt::Look(Look(target)));
        }
        if let Some((name, action)) = entry.split_once(": ")
            && let Some(seat) = self.seats.iter().position(|seat| seat == name)
        {
            return Some(Attempt::Act(Seat(seat as u8), action.to_owned()));
        }
        let seat = match (scripted, self.seats.len()) {
            (false, _) => self.seat,
            (true, 2) => 1 - self.seat,
            (true, _) => return None,
        };
        Some(Attempt::Act(Seat(seat), entry.to_owned()))
    }

    fn check(&self, path: &str) -> Result<(), LessonError> {
        let fail = |step: &str, field: &'static str, problem: String| {
            Err(LessonError::Content { path: path.to_owned(), step: step.to_owned(), field, problem })
        };
        if self.format != "starboard-lesson/1" {
            return fail(
                "lesson",
                "format",
                format!("expected \"starboard-lesson/1\", found {:?}", self.format),
            );
        }
        if usize::from(self.seat) >= self.seats.len() {
            return fail("lesson", "seat", format!("expected a number below {}", self.seats.len()));
        }
        if self.scenes.is_empty() {
            return fail("lesson", "scene", "expected at least one".to_owned());
        }
        for scene in &self.scenes {
            if scene.scenario.is_some() == scene.scenario_file.is_some() {
                return fail(&scene.id, "scenario", "expected either it or `scenario_file`".to_owned());
            }
            if scene.steps.is_empty() {
                return fail(&scene.id, "step", "expected at least one".to_owned());
            }
            for step in &scene.steps {
                let at = format!("{}/{}", scene.id, step.id);
                let ways = || std::iter::once(&step.play).chain(&step.accept).flatten();
                let own = ways().map(|entry| ("play", entry, false));
                let others = step.before.iter().map(|entry| ("before", entry, true));
                let others = others.chain(step.foe.iter().map(|entry| ("foe", entry, true)));
                for (field, entry, scripted) in own.chain(others) {
                    if self.attempt(entry, scripted).is_none() {
                        return fail(
                            &at,
                            field,
                            format!(
                                "expected a seat's name and an action, or `look` and a target, found {entry:?}"
                            ),
                        );
                    }
                }
                let acts = matches!(step.kind, Kind::Act | Kind::Free);
                if acts == step.play.is_empty() {
                    return fail(
                        &at,
                        "play",
                        "expected in the steps in which the player acts, and only there".to_owned(),
                    );
                }
                if step.result.as_ref().is_some_and(|result| result != "win") {
                    return fail(&at, "result", "expected \"win\"".to_owned());
                }
                for show in &step.show {
                    if !show.starts_with("action:") && show.parse::<Target>().is_err() {
                        return fail(
                            &at,
                            "show",
                            format!(
                                "expected a target such as piece:A-ST-1, or action: and a choice, found {show:?}"
                            ),
                        );
                    }
                }
            }
        }
        Ok(())
    }
}
