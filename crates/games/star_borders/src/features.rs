//! A position in numbers, for the trained evaluation of computer players.

use crate::{Board, Condition, Loc, LocSet, ShipSet, Side, Spot, StarBorders, State, cards};

/// How many numbers [`StarBorders::position_features`] appends.
pub(crate) const FEATURES: usize = 2 * OF_A_SIDE + CONTEXT;
const OF_A_SIDE: usize = 33;
const CONTEXT: usize = 22;

/// Cards that work while they lie face up.
const ONGOING: [crate::Card; 7] = [
    cards::TRACKING,
    cards::PRIORITY,
    cards::DEFLECTORS,
    cards::MISSILES,
    cards::MASSED_FIRE,
    cards::OVERDRIVE,
    cards::MARINES,
];

impl StarBorders {
    /// The position from the point of view of `side`: both sides alike, then what concerns both.
    pub(crate) fn position_features(&self, state: &State, side: Side, out: &mut Vec<i16>) {
        let begin = out.len();
        let ranges = Side::BOTH.map(|of| self.next_turn_force(&state.board, of));
        for of in [side, side.opponent()] {
            self.side_features(state, of, of == side, &ranges, out);
        }
        self.context_features(state, side, &ranges, out);
        debug_assert_eq!(out.len() - begin, FEATURES, "the number of features is fixed");
    }

    /// By place: force points that `side` could have there after one move of each ship.
    fn next_turn_force(&self, board: &Board, side: Side) -> [u8; crate::MAX_LOCS] {
        let mut force = [0_u8; crate::MAX_LOCS];
        for ship in ShipSet::of(side) {
            let Some(from) = board.at(ship) else { continue };
            let face = self.ratings(board, ship);
            let mut reached = LocSet::only(from);
            let mut edge = reached;
            for _ in 0..face.engines {
                edge = edge.fold(LocSet::EMPTY, |all, at| all | self.quadrant.steps_from(at)) - reached;
                reached |= edge;
                edge -= board.enemy_presence(side);
            }
            for at in reached {
                force[at.index()] += face.points;
            }
        }
        force
    }

    fn side_features(
        &self,
        state: &State,
        side: Side,
        own: bool,
        ranges: &[[u8; crate::MAX_LOCS]; 2],
        out: &mut Vec<i16>,
    ) {
        let board = &state.board;
        let (s, o) = (side.index(), side.opponent().index());
        let count = |set: LocSet| i16::from(set.len());
        let mut push = |value: i16| out.push(value);
        // --- points and places
        push(self.open_points(board, side));
        push(count(board.control[s]));
        push(count(board.available(side)));
        push(count(board.control[s] & board.disrupted));
        let bases = self.bases(board, side);
        push(count(bases));
        push(count(board.present[s] & self.quadrant.nebulae));
        push(count(board.present[s] & self.quadrant.asteroids));
        push(count(board.present[s] & self.quadrant.deep_space));
        push(board.control[s].map(|at| i16::from(board.level(at))).sum());
        // --- ships
        let mut sums = [0_i16; 9];
        for ship in ShipSet::of(side) {
            match board.spots[ship.index()] {
                Spot::At(at) => {
                    let face = self.ratings(board, ship);
                    let attack = i16::from(face.attack.unwrap_or(0));
                    sums[0] += i16::from(face.points);
                    sums[1] += 1;
                    sums[2] += attack;
                    sums[3] += i16::from(face.defense);
                    sums[4] += i16::from(face.assault);
                    sums[5] += i16::from(face.damaged);
                    sums[6] += i16::from(board.control[s].has(at)) * i16::from(face.points);
                }
                Spot::Eliminated => sums[7] += i16::from(self.counters.faces[ship.index()][0].points),
                Spot::Due | Spot::OffMap | Spot::Pool => {
                    sums[8] += i16::from(self.counters.faces[ship.index()][0].points);
                }
                Spot::Out => {}
            }
        }
        sums.into_iter().for_each(&mut push);
        let stacks = board.present[s].map(|at| self.stack_force(board, side, at));
        push(stacks.max().unwrap_or(0));
        // --- dangers and chances next turn
        let (mine, theirs) = (&ranges[s], &ranges[o]);
        let here = |at: Loc| self.stack_force(board, side, at) + 2 * i16::from(board.level(at));
        let danger = |at: Loc| i16::from(theirs[at.index()]) - here(at);
        let held = board.control[s];
        push(count(held.filter(|&at| theirs[at.index()] > 0 && !board.present[s].has(at)).collect()));
        push(count(held.filter(|&at| danger(at) > 0).collect()));
        push(count(bases.filter(|&at| danger(at) > 0).collect()));
        push(count(bases - board.present[s]));
        push(bases.map(|at| danger(at).clamp(-10, 10)).max().unwrap_or(-10));
        let neutral = self.quadrant.planets - board.control[0] - board.control[1];
        push(count(neutral.filter(|&at| mine[at.index()] > 0).collect()));
        let exposed =
            board.present[s].filter(|&at| danger(at) > i16::from(mine[at.index()]) / 2).map(here).sum();
        push(exposed);
        // --- means
        push(i16::from(board.lp[s]));
        push(i16::from(self.income(board, side)));
        push(if side == Side::Imperium { i16::from(board.honor) } else { 0 });
        push(i16::from(board.hand_size[s]));
        push(ONGOING.iter().map(|&card| i16::from(board.in_force(side, card))).sum());
        push(i16::from(board.penalty[s].len()));
        push(i16::from(own && state.holds(side, cards::DISPATCHES)));
    }

    fn stack_force(&self, board: &Board, side: Side, at: Loc) -> i16 {
        board.ships_at(side, at).map(|ship| i16::from(self.ratings(board, ship).points)).sum()
    }

    fn context_features(
        &self,
        state: &State,
        side: Side,
        ranges: &[[u8; crate::MAX_LOCS]; 2],
        out: &mut Vec<i16>,
    ) {
        let board = &state.board;
        let enemy = side.opponent();
        let (s, o) = (side.index(), enemy.index());
        let lead = self.open_points(board, side) - self.open_points(board, enemy)
            + i16::from(state.holds(side, cards::DISPATCHES));
        let lead = lead
            + match self.scenario.victory.tie {
                _ if lead != 0 => 0,
                Some(winner) => {
                    if winner == side {
                        1
                    } else {
                        -1
                    }
                }
                None => 0,
            };
        let left = self.turns_left(board);
        let to_move = board.active == side;
        let mut push = |value: i16| out.push(value);
        push(i16::from(side == Side::Imperium));
        push(i16::from(to_move));
        push(i16::from(board.first == side));
        push(left);
        push(lead.signum());
        push(lead.clamp(-6, 6));
        // A lead counts the more the nearer the end: in units of 1/8 point.
        push(lead.clamp(-8, 8) * 32 / (2 + left));
        push(lead.signum() * 24 / (1 + left));
        push(if left <= 2 { lead.clamp(-4, 4) } else { 0 });
        push(if left <= 5 { lead.clamp(-6, 6) } else { 0 });
        push(if left <= 2 && to_move { lead.clamp(-4, 4) } else { 0 });
        // --- who is stronger where it counts
        let (mine, theirs) = (&ranges[s], &ranges[o]);
        let here = |of: Side, at: Loc| self.stack_force(board, of, at);
        let planets = self.quadrant.planets;
        let edge = |at: Loc| i16::from(mine[at.index()]) - i16::from(theirs[at.index()]);
        push(planets.map(|at| edge(at).signum()).sum());
        push(planets.map(|at| edge(at).clamp(-8, 8)).sum::<i16>() / 4);
        push(self.quadrant.nebulae.map(|at| edge(at).signum()).sum());
        push(board.present[s].map(|at| (here(side, at) - i16::from(theirs[at.index()])).clamp(-6, 6)).sum());
        push(board.present[o].map(|at| (here(enemy, at) - i16::from(mine[at.index()])).clamp(-6, 6)).sum());
        let force = |of: Side| board.present[of.index()].map(|at| here(of, at)).sum::<i16>();
        let (a, b) = (force(side), force(enemy));
        push(32 * (a - b) / (a + b).max(1));
        // --- ways to win at once
        let (mut ahead, mut behind) = (0, 0);
        for instant in &self.scenario.victory.instant {
            for (of, nearness) in [(side, &mut ahead), (enemy, &mut behind)] {
                if instant.side.is_none_or(|who| who == of) {
                    *nearness = self.nearness(board, of, instant.condition).max(*nearness);
                }
            }
        }
        push(ahead);
        push(behind);
        let base_distance = |of: Side| {
            let bases = self.bases(board, of.opponent());
            let ships = board.present[of.index()];
            let ways =
                bases.flat_map(|base| ships.filter_map(move |at| self.quadrant.distance(at, base, true)));
            i16::from(ways.min().unwrap_or(12).min(12))
        };
        push(base_distance(side));
        push(base_distance(enemy));
        push(i16::from(board.hot));
    }

    /// Game Turns that are left on average, this one included.
    fn turns_left(&self, board: &Board) -> i16 {
        // In twelfths, as a die has six faces.
        let (mut chance, mut turns) = (1_296_i32, 0_i32);
        for at in (1..=board.countdown).rev() {
            turns += chance;
            chance = chance * (6 - i32::from(self.scenario.sudden_death[usize::from(at)].min(6))) / 6;
        }
        ((turns + 648) / 1_296) as i16
    }

    /// How near a side is to winning at once, 0 to 10.
    fn nearness(&self, board: &Board, side: Side, condition: Condition) -> i16 {
        let enemy = side.opponent();
        match condition {
            Condition::OpponentHasNoBase => 10 - 5 * i16::from(self.bases(board, enemy).len().min(2)),
            Condition::ControlsAll(places) => {
                10 - 3 * i16::from((places - board.control[side.index()]).len().min(3))
            }
            Condition::VpLead(lead) => {
                let missing = lead - (self.open_points(board, side) - self.open_points(board, enemy));
                10 - 2 * missing.clamp(0, 5)
            }
            Condition::OpponentHasNoShips => {
                let ships = ShipSet::of(enemy).filter(|&ship| board.at(ship).is_some()).count() as i16;
                10 - 2 * ships.min(5)
            }
        }
    }
}
