//! How long a way takes, going round clouds, and the way that saves most turns (SQ-5.4.2, SQ-5.4.10c, DP-2).
//!
//! Labels, "go on" and the standing orders all use [`StellarConquest::turns_left`] and
//! [`StellarConquest::best_step`], so a fleet that goes on arrives in the year its label named.

use atlas::{Hex, HexSet};
use rules::rule;

use crate::{
    StellarConquest,
    course::{Ground, Range, Steps},
    ids::{Development, Star},
    known::Known,
    state::{Fleet, OFF},
};

/// When a fleet reaches its destination if it goes on every year and meets no opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// In this year.
    Year(u8),
    /// Not while its range is what it is now.
    OutOfRange,
}

/// A cost of a way: turns, then cloud hexes, then stars passed.
type Cost = u32;
const TURN: Cost = 1 << 16;
const CLOUD: Cost = 1 << 8;
const NO_WAY: Cost = Cost::MAX;

/// Costs of all direct ways: by hex, then by hexes used in the turn.
struct DirectCosts {
    hexes: Vec<Hex>,
    costs: Vec<[Cost; 9]>,
}

impl DirectCosts {
    fn of(&self, hex: Hex) -> [Cost; 9] {
        self.hexes.iter().position(|&other| other == hex).map_or([NO_WAY; 9], |at| self.costs[at])
    }
}

impl StellarConquest {
    /// The fewest turns over the open map from the start of a turn.
    #[inline]
    pub fn turns(&self, from: Hex, bound: Star, allowance: u8) -> u8 {
        self.turns_to_star[usize::from(allowance) - 2][bound.index()][from.index()]
    }

    /// By star: hexes with a shortest way that enters no cloud and no other star before it ends (`clear_way`), and
    /// hexes with one that enters no cloud (`cloudless_way`).
    pub(crate) fn ways_to_all_stars(&self) -> (Vec<HexSet>, Vec<HexSet>) {
        let mut clear = vec![HexSet::EMPTY; Star::COUNT];
        let mut cloudless = vec![HexSet::EMPTY; Star::COUNT];
        let mut hexes: Vec<Hex> = self.land.iter().collect();
        for star in self.stars() {
            let far = &self.hex_distance[star.index()];
            hexes.sort_by_key(|hex| far[hex.index()]);
            let (clear, cloudless) = (&mut clear[star.index()], &mut cloudless[star.index()]);
            for &hex in &hexes {
                let here = far[hex.index()];
                let goes = |set: &HexSet, stars: bool| {
                    here == 0
                        || self.around(hex).iter().any(|&to| {
                            let open =
                                !self.components.clouds.contains(to) && (stars || self.star_at(to).is_none());
                            far[to.index()] + 1 == here && (here == 1 || (open && set.contains(to)))
                        })
                };
                if goes(clear, false) {
                    clear.insert(hex);
                }
                if goes(cloudless, true) {
                    cloudless.insert(hex);
                }
            }
        }
        (clear, cloudless)
    }

    pub(crate) fn turns_to_all_stars(&self, allowance: u8) -> Vec<[u8; Hex::IDS]> {
        let mut tables = vec![[u8::MAX; Hex::IDS]; Star::COUNT];
        for star in self.stars() {
            let table = &mut tables[star.index()];
            let mut reached = HexSet::of(self.hex_of(star));
            table[self.hex_of(star).index()] = 0;
            for turns in 1..=100 {
                let more = self.one_turn_nearer(&self.land, &reached, allowance);
                let new = more.minus(&reached);
                if new.is_empty() {
                    break;
                }
                new.iter().for_each(|hex| table[hex.index()] = turns);
                reached = more;
            }
        }
        tables
    }

    /// The hexes from which, at the start of a turn, a hex of `reached` can be reached in that turn.
    fn one_turn_nearer(&self, ground: &HexSet, reached: &HexSet, allowance: u8) -> HexSet {
        let clear = ground.minus(&self.components.clouds);
        let mut chain = reached.and(&clear);
        for _ in 1..allowance {
            chain = chain.expand().and(&clear);
        }
        // A cloud is entered only by the first hex of a move, and the move ends there.
        rule!("SQ-5.4.2c");
        chain.expand().or(&reached.expand()).and(ground).or(reached)
    }

    fn ground_set(&self, ground: &Ground) -> HexSet {
        match ground {
            Ground::Open => self.land,
            Ground::Limited(limited) => limited.0,
        }
    }

    /// The fewest turns from `from`, `used` hexes of the turn being gone, on any way over this ground; and the hexes
    /// in which that turn ends one turn nearer.
    fn fewest_turns(
        &self,
        ground: &HexSet,
        from: Hex,
        used: u8,
        goal: Hex,
        allowance: u8,
    ) -> Option<(u8, HexSet)> {
        let clear = ground.minus(&self.components.clouds);
        let mut reached = HexSet::of(goal);
        let around = HexSet::of(from).expand();
        for turns in 1..=100 {
            let mut chain = reached.and(&clear);
            for _ in used + 1..allowance {
                chain = chain.expand().and(&clear);
            }
            let first = if used == 0 { chain.or(&reached.and(ground)) } else { chain };
            let moves = used < allowance && !around.and(&first).is_empty();
            if moves || (used > 0 && reached.contains(from)) {
                return Some((turns, reached));
            }
            let more = self.one_turn_nearer(ground, &reached, allowance);
            if more == reached {
                return None;
            }
            reached = more;
        }
        None
    }

    /// The cheapest direct ways over this ground, from all hexes on a direct way between `from` and the star.
    fn direct_costs(&self, ground: &Ground, from: Hex, bound: Star, allowance: u8) -> DirectCosts {
        let length = self.distance_over(ground, from, bound);
        let mut layers: Vec<Vec<Hex>> = vec![vec![from]];
        if length == u8::MAX {
            return DirectCosts { hexes: Vec::new(), costs: Vec::new() };
        }
        for nearer in (0..length).rev() {
            let mut next = Vec::new();
            for &hex in layers.last().expect("the first layer is there") {
                for &to in self.around(hex) {
                    if self.distance_over(ground, to, bound) == nearer && !next.contains(&to) {
                        next.push(to);
                    }
                }
            }
            layers.push(next);
        }
        let mut known = DirectCosts { hexes: vec![self.hex_of(bound)], costs: vec![[0; 9]] };
        let mut last = (0, 1);
        for layer in layers[..layers.len() - 1].iter().rev() {
            let begin = known.hexes.len();
            for &hex in layer {
                let mut costs = [NO_WAY; 9];
                for used in (0..=usize::from(allowance)).rev() {
                    let mut best = NO_WAY;
                    for at in last.0..last.1 {
                        let to = known.hexes[at];
                        if hex.distance(to) == 1 && used < usize::from(allowance) {
                            best = best.min(self.cost_of_step(&known.costs[at], to, bound, used, allowance));
                        }
                    }
                    costs[used] = best;
                }
                // Waiting for the next turn is always possible.
                for used in 1..=usize::from(allowance) {
                    costs[used] = costs[used].min(costs[0].saturating_add(TURN));
                }
                known.hexes.push(hex);
                known.costs.push(costs);
            }
            last = (begin, known.hexes.len());
        }
        known
    }

    /// The cost of a step into `to`, `used` hexes having been gone, and of everything after it.
    fn cost_of_step(&self, after: &[Cost; 9], to: Hex, bound: Star, used: usize, allowance: u8) -> Cost {
        let goal = to == self.hex_of(bound);
        if self.components.clouds.contains(to) {
            if used > 0 {
                return NO_WAY;
            }
            let rest = if goal { 0 } else { after[0] };
            return rest.saturating_add(TURN + if goal { 0 } else { CLOUD });
        }
        if goal {
            return TURN;
        }
        let star = Cost::from(self.star_at(to).is_some());
        if used + 1 == usize::from(allowance) {
            return after[0].saturating_add(TURN + star);
        }
        after[used + 1].saturating_add(star)
    }

    /// The fewest turns on direct ways from here, the present turn included, and on any way if that is fewer.
    fn ways(&self, ground: &Ground, from: Hex, used: u8, bound: Star, allowance: u8) -> (Option<u8>, u8) {
        let direct = self.direct_costs(ground, from, bound, allowance).of(from)[usize::from(used)];
        let direct_turns = if direct == NO_WAY { u8::MAX } else { (direct / TURN).min(254) as u8 };
        let goal = self.hex_of(bound);
        let open = matches!(ground, Ground::Open) && used == 0;
        if open && self.turns(from, bound, allowance) >= direct_turns {
            return (None, direct_turns);
        }
        let any = self.fewest_turns(&self.ground_set(ground), from, used, goal, allowance);
        (any.map(|(turns, _)| turns).filter(|&turns| turns < direct_turns), direct_turns)
    }

    /// SQ-5.4.10c: the next steps of a way of this turn that takes strictly fewer turns than any direct one.
    pub(crate) fn detours(&self, ground: &Ground, fleet: &Fleet, bound: Star, allowance: u8) -> Steps {
        let mut steps = Steps::new();
        let (start, started) = (fleet.start, fleet.started);
        if matches!(ground, Ground::Open) && self.cloudless_way[bound.index()].contains(start) {
            return steps;
        }
        if self.ways(ground, start, started, bound, allowance).0.is_none() {
            return steps;
        }
        let set = self.ground_set(ground);
        let Some((_, nearer)) = self.fewest_turns(&set, start, started, self.hex_of(bound), allowance) else {
            return steps;
        };
        rule!("SQ-5.4.10c");
        let good = self.detour_hexes(&set, fleet, &nearer, allowance);
        for &hex in self.around(fleet.hex) {
            if good.contains(hex) {
                steps.push(hex);
            }
        }
        steps
    }

    /// The hexes one step further on a shortest path of this turn to a hex of `nearer`.
    fn detour_hexes(&self, ground: &HexSet, fleet: &Fleet, nearer: &HexSet, allowance: u8) -> HexSet {
        let clouds = &self.components.clouds;
        let clear = ground.minus(clouds);
        let most = usize::from(allowance - fleet.started);
        // Rings of hexes the fleet can be in after one, two, … hexes of this path, and of these the ones from which
        // a hex one turn nearer can still be reached in the fewest hexes.
        let mut rings = [HexSet::EMPTY; 9];
        let mut seen = HexSet::of(fleet.start);
        rings[0] = seen;
        for step in 1..=most {
            rings[step] = rings[step - 1].expand().and(&clear).minus(&seen);
            seen = seen.or(&rings[step]);
        }
        let mut good = HexSet::EMPTY;
        let taken = usize::from(fleet.used - fleet.started) + 1;
        for step in (taken..=most).rev() {
            good = good.expand().and(&rings[step]).or(&nearer.and(&rings[step]));
        }
        if taken == 1 && fleet.started == 0 {
            good = good.or(&HexSet::of(fleet.start).expand().and(ground).and(clouds).and(nearer));
        }
        good
    }

    /// The turns a fleet still needs to a star, the present one included; `None` if it cannot get there.
    pub(crate) fn turns_left(
        &self,
        fleet: &Fleet,
        range: Option<Range>,
        bound: Star,
        allowance: u8,
    ) -> Option<u8> {
        let goal = self.hex_of(bound);
        let from = self.place_of(fleet);
        if range.is_some_and(|range| !self.within(range, goal)) {
            return None;
        }
        let entering = fleet.hex == OFF;
        // The entry hex is the first hex of the move.
        let used = if entering { 1 } else { fleet.used };
        let rests = fleet.done || fleet.stopped || used >= allowance;
        let used = if rests { 0 } else { used };
        let ground = self.ground(fleet, range, bound);
        if let (Some(range), Ground::Limited(limited)) = (range, &ground) {
            let leaves = || !limited.0.minus(&self.range_hexes(range)).is_empty();
            if self.within(range, from) && leaves() {
                // Every way crosses a gap between its bases: it waits at the limit.
                return None;
            }
        }
        let turns = if matches!(ground, Ground::Open) && self.cloudless_way[bound.index()].contains(from) {
            self.cloudless_turns(from, used, bound, allowance)
        } else {
            let (around, direct) = self.ways(&ground, from, used, bound, allowance);
            around.unwrap_or(direct)
        };
        (turns < u8::MAX).then(|| turns.saturating_add(u8::from(rests)))
    }

    /// The turns of a way without clouds: the last hex may be one.
    fn cloudless_turns(&self, from: Hex, used: u8, bound: Star, allowance: u8) -> u8 {
        let length = self.hex_distance[bound.index()][from.index()];
        if length == 0 {
            return 0;
        }
        if !self.components.clouds.contains(self.hex_of(bound)) {
            return (length + used).div_ceil(allowance);
        }
        let before = (length - 1 + used).div_ceil(allowance);
        before + 1
    }

    /// The year in which a fleet reaches a star if it goes on every year.
    pub fn arrival(&self, state: &Known<'_>, fleet: &Fleet, bound: Star) -> Arrival {
        if self.place_of(fleet) == self.hex_of(bound) && fleet.hex != OFF {
            return Arrival::Year(state.open.turn);
        }
        let allowance = Self::allowance(&state.sheets[fleet.owner.index()]);
        let range = self.fleet_range(state, fleet);
        match self.turns_left(fleet, range, bound, allowance) {
            Some(turns) => Arrival::Year(state.open.turn.saturating_add(turns).saturating_sub(1)),
            None => Arrival::OutOfRange,
        }
    }

    /// The next step of the way that saves most turns: of equal ways one through no cloud and past no star. `None` if
    /// the fleet should wait, or cannot move.
    pub(crate) fn best_step(&self, state: &Known<'_>, fleet: &Fleet) -> Option<Hex> {
        let bound = fleet.bound?;
        let course = self.course(state, fleet);
        let legal = |to: Hex| self.may_step(state, fleet, &course, to).is_ok();
        if fleet.hex == OFF || Self::has(state, fleet.owner, Development::Usc) {
            let far = |hex: &Hex| self.hex_distance[bound.index()][hex.index()];
            return course.steps.iter().copied().filter(|&to| legal(to)).min_by_key(far);
        }
        let steps = course.steps.iter().copied().filter(|&to| legal(to));
        let ground = self.ground(fleet, course.range, bound);
        let goal = self.hex_of(bound);
        let clear = &self.clear_way[bound.index()];
        if matches!(ground, Ground::Open) && clear.contains(fleet.hex) && !fleet.detour {
            let open = |to: Hex| {
                let free = !self.components.clouds.contains(to) && self.star_at(to).is_none();
                to == goal || (free && clear.contains(to))
            };
            return steps.into_iter().find(|&to| open(to));
        }
        let (allowance, used) = (course.allowance, fleet.used);
        let round = self.ways(&ground, fleet.start, fleet.started, bound, allowance).0.is_some();
        if round {
            let set = self.ground_set(&ground);
            let (_, nearer) = self.fewest_turns(&set, fleet.start, fleet.started, goal, allowance)?;
            if used > fleet.started && nearer.contains(fleet.hex) {
                return None;
            }
            let good = self.detour_hexes(&set, fleet, &nearer, allowance);
            let key = |to: &Hex| (self.components.clouds.contains(*to), self.star_at(*to).is_some(), *to);
            return steps.filter(|&to| good.contains(to)).min_by_key(key);
        }
        let costs = self.direct_costs(&ground, fleet.hex, bound, allowance);
        let wait = if used > 0 { costs.of(fleet.hex)[0].saturating_add(TURN) } else { NO_WAY };
        let cost = |to: Hex| self.cost_of_step(&costs.of(to), to, bound, usize::from(used), allowance);
        let best = steps.map(|to| (cost(to), to)).min()?;
        (best.0 <= wait).then_some(best.1)
    }
}
