//! Forecasts: where a ship can go and at what price, and the odds of a Battle.

use rules::{Dice, Game, Step, Turn};

use crate::{
    Action, Board, CardSet, Frame, Loc, LocSet, MAX_LOCS, Ship, ShipSet, Side, StarBorders, State, Stop,
};

/// Simulated Battles per forecast. The standard error of a percentage is below 0.6.
const TRIALS: u32 = 8000;

/// The odds of a Battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Forecast {
    /// In percent: each side alone is left.
    pub wins: [u8; 2],
    /// Ships lost on average, in tenths.
    pub losses_tenths: [u16; 2],
}

impl StarBorders {
    /// Every place a ship can reach with what its owner can spend, and the lowest price. Each move is a path of up to
    /// as many steps as the ship has Engines; Cloak lets it pass one place with enemy presence per turn (SB-6.1i).
    pub fn reach(&self, board: &Board, ship: Ship) -> Vec<(Loc, u8)> {
        let Some(start) = board.at(ship).filter(|_| !board.turn.halted.has(ship)) else { return Vec::new() };
        let engines = self.ratings(board, ship).engines;
        let cloak = self.ratings(board, ship).cloak && !board.turn.cloak_used.has(ship);
        let mut price: [Option<u8>; MAX_LOCS] = [None; MAX_LOCS];
        // A ship that stands stopped uses its Cloak by leaving.
        let cloak = cloak && !board.turn.stopped.has(ship);
        let mut ready = [LocSet::EMPTY; 2];
        ready[usize::from(cloak)].insert(start);
        let mut seen = ready;
        let mut paid = self.move_cost(board, ship, ShipSet::EMPTY);
        while paid <= board.spendable(ship.side()) && !(ready[0] | ready[1]).is_empty() {
            let mut rested = [LocSet::EMPTY; 2];
            let mut edge = ready;
            for _ in 0..engines {
                edge = self.one_step(board, ship.side(), edge, |entered| {
                    if entered != start {
                        price[entered.index()].get_or_insert(paid);
                    }
                });
                for cloak in 0..2 {
                    rested[cloak] |= edge[cloak];
                }
            }
            for cloak in 0..2 {
                ready[cloak] = rested[cloak] - seen[cloak];
                seen[cloak] |= ready[cloak];
            }
            paid += 1;
        }
        self.quadrant.all().filter_map(|loc| Some((loc, price[loc.index()]?))).collect()
    }

    /// Where a lone ship that may still go on can be after one step. By whether it has its Cloak: index 1 has.
    fn one_step(
        &self,
        board: &Board,
        side: Side,
        from: [LocSet; 2],
        mut enter: impl FnMut(Loc),
    ) -> [LocSet; 2] {
        let mut onward = [LocSet::EMPTY; 2];
        for cloak in 0..2 {
            for to in from[cloak].flat_map(|loc| self.exits(board, side, loc)) {
                enter(to);
                match self.stop_at(board, side, to) {
                    Stop::No => onward[cloak].insert(to),
                    // The Cloak is used by going on.
                    Stop::Presence if cloak == 1 => onward[0].insert(to),
                    Stop::Presence | Stop::Terrain => {}
                }
            }
        }
        onward
    }

    /// Simulates the Battle at `loc` as the pieces stand: all ships fire at will, no side retreats or spends Honor,
    /// hits go to the ship where they cost least, and face-up cards are used. Cards in hand are left out. The dice
    /// are fixed, so the same position gives the same forecast.
    pub fn forecast(&self, board: &Board, loc: Loc) -> Forecast {
        let mut start = *board;
        start.frames = [Frame::Combat].into_iter().collect();
        start.turn.battled = self.contested(board) - LocSet::only(loc);
        start.honor = 0;
        start.hand_size = [0; 2];
        start.known = [CardSet::EMPTY; 2];
        let hands = Side::BOTH.map(|side| rules::Secret::of(side.seat(), CardSet::EMPTY));
        let mut dice = FixedDice(u64::from(loc.0) + 1);
        let (mut wins, mut losses) = ([0u32; 2], [0u32; 2]);
        for _ in 0..TRIALS {
            let mut state = State { board: start, hands };
            self.fight_out(&mut state, loc, &mut dice);
            let left = Side::BOTH.map(|side| !state.board.ships_at(side, loc).is_empty());
            for side in 0..2 {
                wins[side] += u32::from(left[side] && !left[1 - side]);
                losses[side] += u32::from(state.board.battle.destroyed[side]);
            }
        }
        let rounded = |sum: u32, unit: u32| (sum * unit + TRIALS / 2) / TRIALS;
        Forecast {
            wins: wins.map(|won| rounded(won, 100) as u8),
            losses_tenths: losses.map(|lost| rounded(lost, 10) as u16),
        }
    }

    fn fight_out(&self, state: &mut State, loc: Loc, dice: &mut impl Dice) {
        crate::play::Play { game: self, state, emit: &mut |_| {} }.begin_battle_now(loc);
        while state.board.frames.first() == Some(&Frame::Combat) && state.board.frames.len() > 1 {
            let step = match self.turn(state) {
                Turn::Over => return,
                Turn::Chance(chance) => Step::Chance(self.sample(&chance, dice)),
                Turn::Choose(seats) => {
                    let seat = seats.first().expect("a decision belongs to a seat");
                    Step::Act(seat, self.forecast_action(&state.board, Side::of(seat)))
                }
            };
            self.apply(state, step, &mut |_| {});
        }
    }

    /// The policy of a forecast: fight on, and use what lies open.
    pub(crate) fn forecast_action(&self, board: &Board, side: Side) -> Action {
        match board.frame() {
            Some(Frame::FireMissileBase(_)) => Action::FireBase,
            Some(Frame::FireStandoffMissiles(_)) => {
                self.best_missile(board, side).map_or(Action::Pass, Action::Missile)
            }
            Some(Frame::Stand(_)) => Action::Fight,
            Some(Frame::Fire(_)) => Action::FireAtWill,
            Some(Frame::Hits(_)) => Action::Absorb(self.cheapest_ship_to_hit(board, side)),
            Some(Frame::Deflect(ship)) => {
                let harmed = board.battle.die >= self.ratings(board, ship).defense;
                if harmed && self.may_deflect(board, ship).is_ok() { Action::Deflect } else { Action::Pass }
            }
            Some(Frame::Danger(_)) => Action::Suffer,
            _ => Action::Pass,
        }
    }

    /// The ship with the strongest shot of card 6, if `side` may fire it.
    fn best_missile(&self, board: &Board, side: Side) -> Option<Ship> {
        let ships = board.ships_at(side, board.battle.at);
        ships
            .filter(|&ship| self.may_fire_missile(board, side, ship).is_ok())
            .max_by_key(|&ship| self.ratings(board, ship).attack)
    }

    /// The ship on which a hit costs least: chance of damage times value lost.
    pub fn cheapest_ship_to_hit(&self, board: &Board, side: Side) -> Ship {
        let cost = |ship: Ship| {
            let face = self.ratings(board, ship);
            let value = if self.has_two_steps(board, ship) { face.points / 2 } else { face.points };
            u16::from(7 - face.defense.min(6)) * u16::from(value)
        };
        let here = board.ships_at(side, board.battle.at);
        here.min_by_key(|&ship| cost(ship)).expect("hits are applied where ships are")
    }
}

/// The generator of the simulation, with a fixed seed.
struct FixedDice(u64);

impl Dice for FixedDice {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 33) * u64::from(n)) >> 31) as u32
    }
}
