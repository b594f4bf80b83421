//! Chapter 13: points and results.

use rules::rule;

use crate::{Board, SpaceInfantry, state::Ending};

impl Ending {
    /// The row of the ledger that ends a match so.
    pub const fn rule(self) -> &'static str {
        match self {
            Ending::Won => "SI-4.1a",
            Ending::SolFell => "SI-4.2",
            Ending::StabilityLost => "SI-4.3",
            Ending::Outclassed => "SI-4.4",
            Ending::Unfinished => "SI-13.2",
            Ending::Abandoned => "SI-13.5",
        }
    }
}

impl SpaceInfantry {
    /// SI-13.3, SI-13.4: what a result is worth when results of one level are compared.
    pub fn points(&self, board: &Board) -> i32 {
        let points = &self.data.points;
        if board.result == Some(Ending::Won) {
            rule!("SI-13.3");
            let turns = board.turns.clamp(points.turn_least, points.turn_most);
            return points.win
                + points.per_turn_left * i32::from(points.turn_most - turns)
                + points.per_stability * i32::from(board.stability);
        }
        rule!("SI-13.4");
        rule!("SI-R-74");
        points.per_base_if_not_won * i32::from(board.base_count())
            + i32::from(board.turns.min(points.turn_most))
    }

    /// The sentence that ends a match.
    pub fn ending_words(&self, ending: Ending) -> &'static str {
        match ending {
            Ending::Won => "six Bases stand together: the Federation has won",
            Ending::SolFell => "an alien fleet stands in Sol at the end of the Federation turn",
            Ending::StabilityLost => "the Federation has lost its Stability",
            Ending::Outclassed => "all five races have filled their Technology tracks",
            Ending::Unfinished => "the last Federation turn is over",
            Ending::Abandoned => "the player has resigned",
        }
    }
}

/// SI-13.6: the rank of each result of one level by points, 1 first; equal points share a rank.
pub fn ranks(points: &[i32]) -> Vec<u32> {
    rule!("SI-13.6");
    let better = |own: &i32| points.iter().filter(|other| *other > own).count() as u32;
    points.iter().map(|own| 1 + better(own)).collect()
}
