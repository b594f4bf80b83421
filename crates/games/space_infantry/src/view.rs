//! Chapter 14: what viewers know. The table is open: there is one seat, and chance decides what is hidden at the moment
//! it is seen (SI-14.1).

use crate::{Board, Event};

/// What every viewer knows: the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Everything on the table.
    pub board: Board,
}

/// Steps of phase 3 may be taken back until dice are thrown or something is drawn.
pub(crate) fn undoable(event: &Event) -> bool {
    !matches!(
        event,
        Event::DiceRolled { .. }
            | Event::TokenQueued { .. }
            | Event::TokenTaken { .. }
            | Event::TechShown { .. }
            | Event::ChitDrawn { .. }
            | Event::BypassDrawn { .. }
            | Event::CombatBegan { .. }
            | Event::TurnEnded { .. }
            | Event::Ended { .. }
    )
}
