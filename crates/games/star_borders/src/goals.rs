//! Plans for a turn that a person would name: take a place with all that can get there, or guard it.

use rules::Goal;

use crate::{Action, Board, Frame, Loc, LocSet, ShipSet, Side, StarBorders};

/// A plan outweighs what single moves promise.
const PURSUE: i32 = 600;
/// Plans per decision.
const MOST: usize = 16;

impl StarBorders {
    /// Places a ship of `side` can reach now where it would change something, nearest prize first.
    pub(crate) fn goals_of(&self, board: &Board, side: Side, out: &mut Vec<Goal>) {
        if !matches!(board.frame(), Some(Frame::Activity | Frame::Move(_))) || board.active != side {
            return;
        }
        let (s, o) = (side.index(), side.opponent().index());
        let free: ShipSet =
            ShipSet::of(side).filter(|&ship| board.at(ship).is_some() && board.is_free(ship)).collect();
        let reachable = |loc: Loc| free.iter().any(|ship| self.can_step_to(board, ship, loc));
        let enemy = board.control[o] | board.present[o];
        let vacant = (self.quadrant.planets - board.control[s] - board.control[o]) - board.present[s];
        let clouds = self.quadrant.nebulae - board.present[s];
        let guarded = self.bases(board, side);
        for places in [enemy, guarded, vacant, clouds] {
            out.extend(places.filter(|&loc| reachable(loc)).map(|loc| Goal(u32::from(loc.0))));
        }
        out.truncate(MOST);
    }

    /// Ships that can get to the place go there and stay.
    pub(crate) fn pursuit(&self, board: &Board, action: Action, goal: Goal) -> i32 {
        let target = Loc(goal.0 as u8);
        match action {
            Action::Pick(ship) => match board.at(ship) {
                Some(at) if at == target => -PURSUE,
                Some(_) if self.can_step_to(board, ship, target) => PURSUE,
                _ => 0,
            },
            Action::Go(to) if to == target => 2 * PURSUE,
            Action::Go(to) => {
                let Some(Frame::Move(step)) = board.frame() else { return 0 };
                let left = |from: Loc| self.quadrant.distance(from, target, true).unwrap_or(u8::MAX);
                match board.at(step.lead) {
                    Some(at) if at == target => -PURSUE,
                    Some(at) if left(to) < left(at) => PURSUE,
                    _ => 0,
                }
            }
            Action::Halt => {
                let Some(Frame::Move(step)) = board.frame() else { return 0 };
                if board.at(step.lead) == Some(target) { 2 * PURSUE } else { 0 }
            }
            _ => 0,
        }
    }

    /// The plan in words.
    pub(crate) fn goal_words(&self, board: &Board, goal: Goal) -> String {
        let target = Loc(goal.0 as u8);
        let Some(place) = self.quadrant.locations.get(target.index()) else { return String::new() };
        let side = board.active;
        let enemy: LocSet = board.present[side.opponent().index()] | board.control[side.opponent().index()];
        let verb = match () {
            () if enemy.has(target) => "attack",
            () if board.control[side.index()].has(target) => "guard",
            () => "take",
        };
        format!("{verb} {}", place.name)
    }
}
