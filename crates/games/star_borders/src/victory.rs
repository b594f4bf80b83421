//! Chapter 10: victory points, instant victories and the end of the game.

use rules::rule;

use crate::game::by;
use crate::{
    Board, Condition, Ending, Event, Extra, Outcome, Side, Spot, StarBorders, State, When, cards, play::Play,
};

impl StarBorders {
    /// Victory points from open information: all except a hidden card 10.
    pub fn open_points(&self, board: &Board, side: Side) -> i16 {
        let s = side.index();
        let points = &self.scenario.victory.points;
        let available = board.available(side);
        let held = |places: crate::LocSet| i16::from((board.present[s] & places).len());
        let count = |places: crate::LocSet| i16::from(places.len());
        rule!("SB-10.0a");
        let markers = points.control * count(available)
            + points.own_base * count(available & self.bases(board, side))
            + points.enemy_base * count(board.control[s] & self.base_planets[side.opponent().index()]);
        rule!("SB-10.0b");
        let places = points.nebula * held(self.quadrant.nebulae)
            + points.asteroids * held(self.quadrant.asteroids)
            + points.wormhole * held(self.quadrant.wormholes);
        rule!("SB-10.0c");
        let extra: i16 =
            self.scenario.victory.extra.iter().map(|&extra| self.extra_points(board, side, extra)).sum();
        let dispatches = i16::from(board.in_force(side, cards::DISPATCHES));
        markers + places + extra + dispatches
    }

    fn extra_points(&self, board: &Board, side: Side, extra: Extra) -> i16 {
        let enemy = side.opponent();
        let (who, earned, vp) = match extra {
            Extra::Location { side: who, loc, vp } => (who, i16::from(board.available(side).has(loc)), vp),
            Extra::ClassEliminated { side, class, vp } => {
                let mut counters = self.counters.of_class[class.index()];
                by(
                    [rule!("SB-S.E1"), rule!("SB-R56")],
                    (side, i16::from(counters.any(|ship| board.spots[ship.index()] == Spot::Eliminated)), vp),
                )
            }
            Extra::Handicap { side, vp } => (side, 1, vp),
            Extra::ShipsDestroyed { side, per, vp } => {
                (side, i16::from(board.lost[enemy.index()] / per.max(1)), vp)
            }
            Extra::DeadFleet { side, vp } => (side, i16::from(board.present[enemy.index()].is_empty()), vp),
        };
        if who.is_none_or(|who| who == side) { earned * vp } else { 0 }
    }

    /// SB-10.0c: all points, with card 10 wherever its owner has it.
    pub fn final_points(&self, state: &State, side: Side) -> i16 {
        rule!("SB-C.h");
        self.open_points(&state.board, side) + i16::from(state.holds(side, cards::DISPATCHES))
    }

    /// Does this condition hold for `side`?
    fn fulfils(&self, board: &Board, side: Side, condition: Condition) -> bool {
        let enemy = side.opponent();
        match condition {
            Condition::OpponentHasNoBase => {
                rule!("SB-S.F2");
                self.bases(board, enemy).is_empty()
            }
            Condition::ControlsAll(places) => (places - board.control[side.index()]).is_empty(),
            Condition::VpLead(lead) => self.open_points(board, side) - self.open_points(board, enemy) >= lead,
            Condition::OpponentHasNoShips => board.present[enemy.index()].is_empty(),
        }
    }

    /// SB-9.0e: who wins at once now. A condition that holds for both sides does nothing, whichever of
    /// them may win by it; nor do two that name different winners (SB-R55).
    fn instant_winner(&self, board: &Board, when: When) -> Option<Side> {
        rule!("SB-9.0e");
        let mut wins = [false; 2];
        for instant in self.scenario.victory.instant.iter().filter(|instant| instant.when == when) {
            let holds = Side::BOTH.map(|side| self.fulfils(board, side, instant.condition));
            for side in Side::BOTH {
                let open = instant.side.is_none_or(|who| who == side);
                wins[side.index()] |= open && holds[side.index()] && holds != [true, true];
            }
        }
        match wins {
            [true, false] => Some(Side::Alliance),
            [false, true] => Some(Side::Imperium),
            [false, false] => None,
            [true, true] => {
                rule!("SB-R55");
                None
            }
        }
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// Ends the game if an instant-victory condition is met.
    pub(crate) fn instant_victory(&mut self, when: When) -> bool {
        let Some(winner) = self.game.instant_winner(&self.state.board, when) else { return false };
        let points = Side::BOTH.map(|side| self.game.open_points(&self.state.board, side));
        self.end(Outcome { winner: Some(winner), ending: Ending::Instant, points }, None);
        true
    }

    /// SB-10.0d: the higher total wins; a tie is the scenario's to break (SB-11.1b).
    pub(crate) fn end_by_points(&mut self, ending: Ending) {
        let points = Side::BOTH.map(|side| self.game.final_points(self.state, side));
        let winner = by(
            [rule!("SB-1.0f"), rule!("SB-10.0d")],
            match points[0].cmp(&points[1]) {
                std::cmp::Ordering::Greater => Some(Side::Alliance),
                std::cmp::Ordering::Less => Some(Side::Imperium),
                std::cmp::Ordering::Equal => {
                    rule!("SB-11.1b");
                    self.game.scenario.victory.tie
                }
            },
        );
        let dispatches = Side::BOTH.into_iter().find(|&side| self.state.holds(side, cards::DISPATCHES));
        if let Some(side) = dispatches {
            self.reveal_at_scoring(side);
        }
        self.end(Outcome { winner, ending, points }, dispatches);
    }

    /// Card 10 is shown when it scores.
    fn reveal_at_scoring(&mut self, side: Side) {
        self.state.take_from_hand(side, cards::DISPATCHES);
        self.board().revealed[side.index()].insert(cards::DISPATCHES);
    }

    pub(crate) fn concede(&mut self, side: Side) {
        rule!("SB-10.0e");
        self.emit(Event::Conceded { side });
        let points = Side::BOTH.map(|side| self.game.open_points(&self.state.board, side));
        self.end(Outcome { winner: Some(side.opponent()), ending: Ending::Conceded, points }, None);
    }

    fn end(&mut self, outcome: Outcome, dispatches: Option<Side>) {
        rule!("SB-1.0e");
        let board = self.board();
        board.outcome = Some(outcome);
        board.frames.clear();
        self.emit(Event::Ended { outcome, dispatches });
    }
}
