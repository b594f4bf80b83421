//! Table events. A journal entry is a list of events; the fold of all entries is the table.
//!
//! Moves, by far the most frequent, are written as bare steps (`0 fire`, `* 3`, one a line); everything else is JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use table::SavedOrders;
use wire::{ClockRule, EndReason, Millis, Player, Proposal};

/// One event of a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum TableEvent {
    /// Steps of the match: decisions, chance, standing orders.
    Moved { steps: Vec<String> },
    /// A player took a seat.
    #[serde(rename = "sat")]
    SeatTaken { seat: u8, player: Player },
    /// A seat is open again.
    #[serde(rename = "left")]
    SeatVacated { seat: u8 },
    /// A seat is ready; its contribution is mixed into the dice.
    Ready { seat: u8, contribution: Option<String> },
    /// A seat made its choices before the start (faction, deck).
    SeatChosen { seat: u8, choices: BTreeMap<String, String> },
    /// The match started; these are the first chance steps.
    #[serde(rename = "began")]
    Started { steps: Vec<String> },
    /// A seat took its last step back.
    Undone { seat: u8 },
    /// The players agreed to go back to where `keep` steps had been made.
    /// With `reroll` (always since 0.2) the match has new dice from there on.
    Rewound {
        keep: u32,
        #[serde(default)]
        reroll: bool,
    },
    /// Standing orders, and the steps they made at once.
    #[serde(rename = "ordered")]
    OrdersSet {
        seat: u8,
        /// By id; entries of 0.1 have bit positions.
        #[serde(alias = "bits")]
        orders: SavedOrders,
        steps: Vec<String>,
    },
    /// A proposal.
    Proposed { seat: u8, proposal: Proposal },
    /// A seat agrees.
    Agreed { seat: u8 },
    /// A seat declines, or the proposer withdraws.
    Declined { seat: u8 },
    /// Another clock.
    Clock { clock: ClockRule },
    /// A seat is away; until now means it is back.
    Holiday { seat: u8, until: Millis },
    /// A seat resigned or ran out of time; the steps are its concession, if the game has one.
    Lost { seat: u8, reason: EndReason, steps: Vec<String> },
    /// The match ended by agreement or was closed.
    Ended { reason: EndReason, scores: Vec<u16> },
    /// A computer player replaces an absent player.
    TookOver { seat: u8, level: String },
    /// A chat line.
    #[serde(rename = "said")]
    Chatted { account: i64, name: String, seat: Option<u8>, text: String },
    /// The host (no seat) or a seat mutes an account in the chat, or hears it again.
    Muted { by: Option<u8>, account: i64, muted: bool },
    /// A bug stopped the table.
    Frozen { why: String },
    /// An administrator resumed it.
    Thawed,
}

impl TableEvent {
    /// Whether it changes the match itself, so that earlier moves are stale.
    pub(crate) fn changes_match(&self) -> bool {
        match self {
            TableEvent::Moved { .. }
            | TableEvent::Started { .. }
            | TableEvent::Undone { .. }
            | TableEvent::Rewound { .. }
            | TableEvent::Lost { .. }
            | TableEvent::Ended { .. } => true,
            TableEvent::OrdersSet { steps, .. } => !steps.is_empty(),
            TableEvent::SeatTaken { .. }
            | TableEvent::SeatVacated { .. }
            | TableEvent::Ready { .. }
            | TableEvent::SeatChosen { .. }
            | TableEvent::Proposed { .. }
            | TableEvent::Agreed { .. }
            | TableEvent::Declined { .. }
            | TableEvent::Clock { .. }
            | TableEvent::Holiday { .. }
            | TableEvent::TookOver { .. }
            | TableEvent::Chatted { .. }
            | TableEvent::Muted { .. }
            | TableEvent::Frozen { .. }
            | TableEvent::Thawed => false,
        }
    }
}

/// The body of an entry.
pub(crate) fn write(changes: &[TableEvent]) -> String {
    match changes {
        [TableEvent::Moved { steps }] => steps.join("\n"),
        _ => serde_json::to_string(changes).expect("changes are plain data"),
    }
}

/// Parses the body of an entry.
pub(crate) fn read(body: &str) -> Result<Vec<TableEvent>, String> {
    if !body.starts_with('[') {
        return Ok(vec![TableEvent::Moved { steps: body.lines().map(str::to_owned).collect() }]);
    }
    serde_json::from_str(body).map_err(|error| format!("an entry of the journal cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_stored_as_its_bare_steps() {
        let moved = vec![TableEvent::Moved { steps: vec!["0 fire".to_owned(), "* 3".to_owned()] }];
        assert_eq!(write(&moved), "0 fire\n* 3");
        assert_eq!(read("0 fire\n* 3"), Ok(moved));
    }

    #[test]
    fn standing_orders_are_stored_by_id_and_those_of_old_entries_are_read() {
        let orders = SavedOrders::Ids(vec!["repair".to_owned()]);
        let set = vec![TableEvent::OrdersSet { seat: 1, orders, steps: vec![] }];
        assert_eq!(write(&set), r#"[{"do":"ordered","seat":1,"orders":["repair"],"steps":[]}]"#);
        assert_eq!(read(&write(&set)), Ok(set));
        let old = vec![TableEvent::OrdersSet { seat: 0, orders: SavedOrders::Bits(5), steps: vec![] }];
        assert_eq!(read(r#"[{"do":"ordered","seat":0,"bits":5,"steps":[]}]"#), Ok(old));
    }

    #[test]
    fn everything_else_survives_too() {
        let player = Player::Computer { level: "greedy".to_owned(), substitute_for: None };
        let changes = vec![
            TableEvent::SeatTaken { seat: 1, player },
            TableEvent::Ready { seat: 1, contribution: Some("x\n\"".to_owned()) },
            TableEvent::Proposed { seat: 0, proposal: Proposal::TakeBack { steps: 3 } },
            TableEvent::Lost { seat: 0, reason: EndReason::TimedOut, steps: vec![] },
        ];
        assert_eq!(read(&write(&changes)), Ok(changes));
        assert!(read("[{\"do\":\"dance\"}]").is_err());
    }
}
