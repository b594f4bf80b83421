//! Answers of the referee. Fields that were renamed keep their old name beside the new one: programs written against
//! an earlier version keep working.

use catalog::{AnyTable, LogLine};
use rules::{Choice, DeniedChoice, Prompt, Target};
use serde_json::{Value, json};

/// What happened, one entry per event: `text` is the sentence, `line` the same with references.
pub(super) fn log_lines(lines: Vec<LogLine>) -> Value {
    let entry = |line: LogLine| {
        let text = line.line.as_ref().map(rules::Line::plain_text);
        json!({ "step": line.step, "text": text, "line": line.line, "event": line.event })
    };
    lines.into_iter().map(entry).collect()
}

/// The result; `scores` are shares of 1000.
pub(super) fn outcome(table: &dyn AnyTable) -> Value {
    let outcome = table.outcome();
    let winners = |outcome: &rules::Outcome| outcome.winners.iter().collect::<Vec<_>>();
    json!({
        "over": outcome.is_some(),
        "scores": outcome.as_ref().map(rules::Outcome::shares),
        "winners": outcome.as_ref().map(winners),
        "places": outcome.as_ref().map(|outcome| &outcome.places),
        "points": outcome.as_ref().map(|outcome| &outcome.points),
        "rule": outcome.as_ref().and_then(|outcome| outcome.rule),
        "reason": outcome.as_ref().map(|outcome| &outcome.reason),
    })
}

/// A prompt; `refused`, `concede` and `target` are the old names of `denied`, `resign` and the first of `targets`.
pub(super) fn prompt(prompt: &Prompt, concede: Option<String>) -> Value {
    let mut answer = json!(prompt);
    answer["choices"] = prompt.choices.iter().map(choice).collect();
    answer["denied"] = prompt.denied.iter().map(denied).collect();
    answer["refused"] = answer["denied"].clone();
    answer["concede"] = json!(concede.filter(|_| prompt.resign));
    answer
}

fn choice(choice: &Choice) -> Value {
    with_old_target(json!(choice), &choice.targets)
}

fn denied(denied: &DeniedChoice) -> Value {
    with_old_target(json!(denied), &denied.targets)
}

fn with_old_target(mut answer: Value, targets: &[Target]) -> Value {
    answer["target"] = match targets.first() {
        None | Some(Target::Button(_)) => json!({ "kind": "button" }),
        Some(Target::Seat(seat)) => json!({ "kind": "seat", "id": seat }),
        Some(Target::Piece(id) | Target::Place(id) | Target::Card(id) | Target::Track(id)) => {
            json!({ "kind": targets[0].kind(), "id": id })
        }
    };
    answer
}
