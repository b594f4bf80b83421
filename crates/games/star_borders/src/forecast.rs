//! Looking ahead: where a ship can go for how much, and what a Battle would come to.

use rules::{Dice, Game, Step, Turn};

use crate::{
    Action, Board, CardSet, Frame, Loc, LocSet, MAX_LOCS, Ship, ShipSet, Side, StarBorders, State, Stop,
};

/// How often a Battle is fought in the mind.
const TRIALS: u16 = 100;

/// What a Battle would come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Forecast {
    /// In percent: each side alone is left.
    pub wins: [u8; 2],
    /// Ships lost on average, in tenths.
    pub losses_tenths: [u16; 2],
}

impl StarBorders {
    /// Every place a ship can reach with what its owner can pay, and the cheapest price. A move costs
    /// one LP (more from a Nebula, or under card 12); a ship that is stopped pays no further move.
    pub fn reach(&self, board: &Board, ship: Ship) -> Vec<(Loc, u8)> {
        let Some(start) = board.at(ship) else { return Vec::new() };
        let (side, purse) = (ship.side(), board.purse(ship.side()));
        let engines = self.ratings(board, ship).engines;
        let mut price: [Option<u8>; MAX_LOCS] = [None; MAX_LOCS];
        let mut paid = self.move_cost(board, ship, ShipSet::EMPTY);
        let mut from = LocSet::only(start);
        let mut seen = from;
        while paid <= purse && !from.is_empty() {
            let mut resting = LocSet::EMPTY;
            let mut edge = from;
            for _ in 0..engines {
                let mut onward = LocSet::EMPTY;
                for next in edge.flat_map(|loc| self.exits(board, side, loc)) {
                    if next != start {
                        price[next.index()].get_or_insert(paid);
                    }
                    if self.stop_at(board, side, next) == Stop::No && !seen.has(next) {
                        seen.insert(next);
                        onward.insert(next);
                    }
                }
                resting |= onward;
                edge = onward;
            }
            from = resting;
            paid += 1;
        }
        self.quadrant.all().filter_map(|loc| Some((loc, price[loc.index()]?))).collect()
    }

    /// Fights the Battle at `loc` as the pieces stand, many times in the mind: all ships fire at will,
    /// nobody retreats, hits go where they hurt least. Cards in hand are left out: only what lies open
    /// counts. The dice are always the same, so the same position gives the same forecast.
    pub fn forecast(&self, board: &Board, loc: Loc) -> Forecast {
        let mut start = *board;
        start.frames = [Frame::Combat].into_iter().collect();
        start.turn.battled = self.contested(board) - LocSet::only(loc);
        start.honor = 0;
        start.hand_size = [0; 2];
        start.known = [CardSet::EMPTY; 2];
        let hands = Side::BOTH.map(|side| rules::Secret::of(side.seat(), CardSet::EMPTY));
        let mut dice = Trial(u64::from(loc.0) + 1);
        let (mut wins, mut losses) = ([0u16; 2], [0u16; 2]);
        for _ in 0..TRIALS {
            let mut state = State { board: start, hands };
            self.fight_out(&mut state, loc, &mut dice);
            let left = Side::BOTH.map(|side| !state.board.ships_at(side, loc).is_empty());
            for side in 0..2 {
                wins[side] += u16::from(left[side] && !left[1 - side]);
                losses[side] += u16::from(state.board.battle.destroyed[side]);
            }
        }
        Forecast {
            wins: wins.map(|won| (won * 100 / TRIALS) as u8),
            losses_tenths: losses.map(|lost| lost * 10 / TRIALS),
        }
    }

    fn fight_out(&self, state: &mut State, loc: Loc, dice: &mut impl Dice) {
        crate::play::Play { game: self, state, emit: &mut |_| {} }.begin_battle_now(loc);
        while state.board.frames.first() == Some(&Frame::Combat) && state.board.frames.len() > 1 {
            let step = match self.turn(state) {
                Turn::Over => return,
                Turn::Chance(chance) => Step::Chance(self.sample(&chance, dice)),
                Turn::Choose(seats) => {
                    let seat = seats.first().expect("somebody owes a decision");
                    Step::Act(seat, self.plain_answer(&state.board, Side::of(seat)))
                }
            };
            self.apply(state, step, &mut |_| {});
        }
    }

    /// The answer of somebody who fights it out.
    pub(crate) fn plain_answer(&self, board: &Board, side: Side) -> Action {
        match board.frame() {
            Some(Frame::PreBase(_)) => Action::FireBase,
            Some(Frame::Stand(_)) => Action::Fight,
            Some(Frame::Fire(_)) => Action::FireAtWill,
            Some(Frame::Hits(_)) => Action::Absorb(self.toughest(board, side)),
            Some(Frame::Danger(_)) => Action::Suffer,
            _ => Action::Pass,
        }
    }

    /// The ship on which a hit costs least: chance of damage times value lost.
    pub fn toughest(&self, board: &Board, side: Side) -> Ship {
        let cost = |ship: Ship| {
            let face = self.ratings(board, ship);
            let value = if self.has_two_steps(board, ship) { face.points / 2 } else { face.points };
            u16::from(7 - face.defense.min(6)) * u16::from(value)
        };
        let here = board.ships_at(side, board.battle.at);
        here.min_by_key(|&ship| cost(ship)).expect("hits are applied where ships are")
    }
}

/// Dice of the mind: fixed, so that a picture is the same each time it is drawn.
struct Trial(u64);

impl Dice for Trial {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 33) * u64::from(n)) >> 31) as u32
    }
}
