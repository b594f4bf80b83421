//! What can happen to a table. A journal entry is a list of changes; the fold of all entries is the table.
//!
//! Moves, by far the most frequent, are written as bare steps (`0 fire`, `* 3`, one a line); everything else is JSON.

use serde::{Deserialize, Serialize};
use wire::{ClockRule, EndReason, Millis, Player, Proposal};

/// One change of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum Change {
    /// Somebody decided (and nature, and standing orders, answered).
    Moved { steps: Vec<String> },
    /// Somebody took a chair.
    Sat { seat: u8, player: Player },
    /// A chair is open again.
    Left { seat: u8 },
    /// A seat is ready, and stirs this into the dice.
    Ready { seat: u8, contribution: Option<String> },
    /// The match began; these are nature's first steps.
    Began { steps: Vec<String> },
    /// A seat took its last step back.
    Undone { seat: u8 },
    /// The players agreed to go back to where `keep` steps had been made.
    Rewound { keep: u32 },
    /// Standing orders, and the steps they made at once.
    Ordered { seat: u8, bits: u32, steps: Vec<String> },
    /// Somebody proposes something.
    Proposed { seat: u8, proposal: Proposal },
    /// A seat agrees.
    Agreed { seat: u8 },
    /// A seat declines, or the proposer withdraws.
    Declined { seat: u8 },
    /// Another clock.
    Clock { clock: ClockRule },
    /// A seat is away; until now means it is back.
    Holiday { seat: u8, until: Millis },
    /// A seat gave up or ran out of time; the steps are its concession, if the game has one.
    Lost { seat: u8, reason: EndReason, steps: Vec<String> },
    /// The match ended otherwise than by its rules.
    Ended { reason: EndReason, scores: Vec<u16> },
    /// A computer plays on for somebody.
    TookOver { seat: u8, level: String },
    /// Somebody said something.
    Said { account: i64, name: String, seat: Option<u8>, text: String },
    /// A fault of the program stopped the table.
    Frozen { why: String },
    /// An administrator lets it go on.
    Thawed,
}

impl Change {
    /// Does it change the match itself, so that a move made before it is stale?
    pub(crate) fn touches_match(&self) -> bool {
        match self {
            Change::Moved { .. }
            | Change::Began { .. }
            | Change::Undone { .. }
            | Change::Rewound { .. }
            | Change::Lost { .. }
            | Change::Ended { .. } => true,
            Change::Ordered { steps, .. } => !steps.is_empty(),
            Change::Sat { .. }
            | Change::Left { .. }
            | Change::Ready { .. }
            | Change::Proposed { .. }
            | Change::Agreed { .. }
            | Change::Declined { .. }
            | Change::Clock { .. }
            | Change::Holiday { .. }
            | Change::TookOver { .. }
            | Change::Said { .. }
            | Change::Frozen { .. }
            | Change::Thawed => false,
        }
    }
}

/// The body of an entry.
pub(crate) fn write(changes: &[Change]) -> String {
    match changes {
        [Change::Moved { steps }] => steps.join("\n"),
        _ => serde_json::to_string(changes).expect("changes are plain data"),
    }
}

/// And back.
pub(crate) fn read(body: &str) -> Result<Vec<Change>, String> {
    if !body.starts_with('[') {
        return Ok(vec![Change::Moved { steps: body.lines().map(str::to_owned).collect() }]);
    }
    serde_json::from_str(body).map_err(|error| format!("an entry of the journal cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_stored_as_its_bare_steps() {
        let moved = vec![Change::Moved { steps: vec!["0 fire".to_owned(), "* 3".to_owned()] }];
        assert_eq!(write(&moved), "0 fire\n* 3");
        assert_eq!(read("0 fire\n* 3"), Ok(moved));
    }

    #[test]
    fn everything_else_survives_too() {
        let player = Player::Computer { level: "greedy".to_owned(), substitute_for: None };
        let changes = vec![
            Change::Sat { seat: 1, player },
            Change::Ready { seat: 1, contribution: Some("x\n\"".to_owned()) },
            Change::Proposed { seat: 0, proposal: Proposal::TakeBack { steps: 3 } },
            Change::Lost { seat: 0, reason: EndReason::TimedOut, steps: vec![] },
        ];
        assert_eq!(read(&write(&changes)), Ok(changes));
        assert!(read("[{\"do\":\"dance\"}]").is_err());
    }
}
