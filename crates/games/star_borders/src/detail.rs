//! Details computed on request: the range of a ship, the odds of a Battle. Too expensive to compute for every piece
//! after every step.

use rules::Target;
use serde::Serialize;

use crate::{Board, Forecast, Frame, Loc, LocSet, Ship, ShipSet, StarBorders, Stop, View};

/// What there is to know about a thing beyond its picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Detail {
    /// Of a ship that can be moved: where to, and for how much.
    Reach(Vec<GoalPicture>),
    /// Of a place where a Battle is due: what would come of it.
    Forecast(ForecastPicture),
}

/// One place a ship can go to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names are those of the rulebook; the client reads them as they stand")]
pub struct GoalPicture {
    pub place: String,
    /// The cheapest price in LPs.
    pub lp: u8,
    /// Does entering end its movement?
    pub stops: bool,
}

/// The odds of a Battle as the pieces stand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ForecastPicture {
    /// In percent: each side alone is left.
    pub wins: [u8; 2],
    /// Ships lost on average, in tenths.
    pub losses_tenths: [u16; 2],
}

impl StarBorders {
    pub(crate) fn draw_detail(&self, view: &View, of: &Target) -> Option<Detail> {
        let board = &view.board;
        match of {
            Target::Piece(id) => {
                let ship = ShipSet::of(board.active).find(|ship| ship.name() == id)?;
                self.draw_reach(board, ship).map(Detail::Reach)
            }
            Target::Place(id) => {
                let loc = self.battles_due(board).find(|&loc| self.quadrant.get(loc).id == *id)?;
                let Forecast { wins, losses_tenths } = self.forecast(board, loc);
                Some(Detail::Forecast(ForecastPicture { wins, losses_tenths }))
            }
            _ => None,
        }
    }

    /// Where a ship of the active player that can still be moved could go.
    fn draw_reach(&self, board: &Board, ship: Ship) -> Option<Vec<GoalPicture>> {
        let asked = matches!(board.frame(), Some(Frame::Activity));
        if !asked || self.may_move(board, board.active, ship).is_err() {
            return None;
        }
        let goal = |(loc, lp): (Loc, u8)| GoalPicture {
            place: self.quadrant.get(loc).id.clone(),
            lp,
            stops: self.stop_at(board, ship.side(), loc) != Stop::No,
        };
        Some(self.reach(board, ship).into_iter().map(goal).collect())
    }

    /// Where a Battle is due as the pieces stand, while the active player still plans.
    pub(crate) fn battles_due(&self, board: &Board) -> LocSet {
        let planning = matches!(board.frame(), Some(Frame::Activity | Frame::Move(_) | Frame::Combat));
        if planning { self.unresolved(board) } else { LocSet::EMPTY }
    }
}
