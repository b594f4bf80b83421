//! How long a way takes, going round clouds, and the way that saves most turns (SQ-5.4.2, SQ-5.4.10c, DP-2).
//!
//! Labels, "go on" and the standing orders all use [`StellarConquest::turns_left`] and
//! [`StellarConquest::best_step`], so a fleet that goes on arrives in the year its label named.

use atlas::{Hex, HexSet};
use rules::rule;

use crate::{
    StellarConquest,
    course::{Ground, Memo, Range, Steps, Ways},
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
pub(crate) type Cost = u32;
pub(crate) const TURN: Cost = 1 << 16;
pub(crate) const CLOUD: Cost = 1 << 8;
pub(crate) const NO_WAY: Cost = Cost::MAX;

/// Costs of direct ways.
enum DirectCosts {
    /// To this star with this movement allowance over the open map: from the tables.
    Open(Star, u8),
    /// By hex, then by hexes used in the turn.
    Listed(Vec<(Hex, [Cost; 9])>),
}

impl StellarConquest {
    /// The fewest turns over the open map from the start of a turn.
    #[inline]
    pub fn turns(&self, from: Hex, bound: Star, allowance: u8) -> u8 {
        self.tables.turns(from, bound, allowance)
    }

    fn ground_set<'a>(&'a self, ground: &'a Ground) -> &'a HexSet {
        match ground {
            Ground::Open | Ground::Filtered(_) => &self.land,
            Ground::Limited(limited) => &limited.0,
        }
    }

    /// The fewest turns from `from`, `used` hexes of the turn being gone, on any way over this ground; and the hexes
    /// in which that turn ends one turn nearer.
    fn fewest_turns(
        &self,
        ground: &Ground,
        from: Hex,
        used: u8,
        bound: Star,
        allowance: u8,
    ) -> Option<(u8, HexSet)> {
        let clear = self.ground_set(ground).minus(&self.components.clouds);
        let limited = match ground {
            Ground::Limited(limited) => &limited.0,
            Ground::Open | Ground::Filtered(_) => {
                let turns = self.turns(from, bound, allowance).max(1);
                if turns == u8::MAX {
                    return None;
                }
                let nearer = *self.tables.within_turns(bound, allowance, turns - 1);
                if used == 0 {
                    // The first hex of a move may be a cloud.
                    rule!("SQ-5.4.2c");
                    return Some((turns, nearer));
                }
                let mut ends = HexSet::of(from);
                for _ in used..allowance {
                    ends = ends.expand().and(&clear);
                }
                let waits = ends.and(&nearer).is_empty() && !nearer.contains(from);
                return Some(if waits {
                    (turns + 1, *self.tables.within_turns(bound, allowance, turns))
                } else {
                    (turns, nearer)
                });
            }
        };
        let mut reached = HexSet::of(self.hex_of(bound));
        let around = HexSet::of(from).expand();
        for turns in 1..=100 {
            let mut chain = reached.and(&clear);
            for _ in used + 1..allowance {
                chain = chain.expand().and(&clear);
            }
            let first = if used == 0 { chain.or(&reached.and(limited)) } else { chain };
            let moves = used < allowance && !around.and(&first).is_empty();
            if moves || (used > 0 && reached.contains(from)) {
                return Some((turns, reached));
            }
            let more = self.tables.one_turn_nearer(limited, &reached, allowance);
            if more == reached {
                return None;
            }
            reached = more;
        }
        None
    }

    /// The cheapest direct ways over this ground, from all hexes on a direct way between `from` and the star.
    fn direct_costs(&self, ground: &Ground, from: Hex, bound: Star, allowance: u8) -> DirectCosts {
        if let Ground::Open = ground {
            return DirectCosts::Open(bound, allowance);
        }
        let length = self.distance_over(ground, from, bound);
        if length == u8::MAX {
            return DirectCosts::Listed(Vec::new());
        }
        // Layer by layer from `from` to the star, then costs from the star back.
        let mut ways = vec![(from, [0; 9])];
        let mut memo = Memo::NONE;
        let mut begin = 0;
        for nearer in (0..length).rev() {
            let end = ways.len();
            for at in begin..end {
                let hex = ways[at].0;
                for &to in self.around(hex) {
                    let leads = self.distance_over(ground, to, bound) == nearer
                        && !ways[end..].iter().any(|way| way.0 == to)
                        && match *ground {
                            Ground::Filtered(filter) => {
                                self.leads(filter, hex, to, bound, Ways::Any, &mut memo)
                            }
                            Ground::Open | Ground::Limited(_) => true,
                        };
                    if leads {
                        ways.push((to, [0; 9]));
                    }
                }
            }
            begin = end;
        }
        for at in (0..ways.len()).rev() {
            let hex = ways[at].0;
            let length = self.distance_over(ground, hex, bound);
            if length == 0 {
                continue;
            }
            let mut steps = Steps::new();
            let mut costs = [[NO_WAY; 9]; 6];
            for &to in self.around(hex) {
                if self.distance_over(ground, to, bound) < length
                    && let Some(way) = ways[at + 1..].iter().find(|way| way.0 == to)
                {
                    costs[steps.len()] = way.1;
                    steps.push(to);
                }
            }
            let after = |to: Hex, used: u8| {
                steps.iter().position(|&step| step == to).map_or(NO_WAY, |at| costs[at][usize::from(used)])
            };
            ways[at].1 = self.tables.best_costs(&steps, after, bound, allowance);
        }
        DirectCosts::Listed(ways)
    }

    /// The cost of the best direct way from a hex, `used` hexes of the turn being gone.
    fn cost_from(&self, costs: &DirectCosts, hex: Hex, used: u8) -> Cost {
        match costs {
            &DirectCosts::Open(bound, allowance) => self.tables.direct_cost(hex, bound, allowance, used),
            DirectCosts::Listed(ways) => {
                ways.iter().find(|way| way.0 == hex).map_or(NO_WAY, |way| way.1[usize::from(used)])
            }
        }
    }

    /// The fewest turns on direct ways from here, the present turn included, and on any way if that is fewer.
    fn ways(&self, ground: &Ground, from: Hex, used: u8, bound: Star, allowance: u8) -> (Option<u8>, u8) {
        let direct = self.cost_from(&self.direct_costs(ground, from, bound, allowance), from, used);
        let direct_turns = if direct == NO_WAY { u8::MAX } else { (direct / TURN).min(254) as u8 };
        let open = matches!(ground, Ground::Open) && used == 0;
        if open && !self.tables.saves(from, bound, allowance) {
            return (None, direct_turns);
        }
        let any = self.fewest_turns(ground, from, used, bound, allowance);
        (any.map(|(turns, _)| turns).filter(|&turns| turns < direct_turns), direct_turns)
    }

    /// SQ-5.4.10c: the next steps of a way of this turn that takes strictly fewer turns than any direct one.
    pub(crate) fn detours(
        &self,
        ground: &Ground,
        fleet: &Fleet,
        range: Option<Range>,
        bound: Star,
        allowance: u8,
    ) -> Steps {
        let mut steps = Steps::new();
        let (start, started) = (fleet.start, fleet.started);
        if self.is_cloudless(ground, start, bound) {
            return steps;
        }
        if matches!(ground, Ground::Open) && started == 0 && !self.tables.saves(start, bound, allowance) {
            return steps;
        }
        let exact;
        let ground = if let Ground::Filtered(_) = ground {
            // No way takes fewer turns than the quickest one on the open map.
            let direct = self.cost_from(&self.direct_costs(ground, start, bound, allowance), start, started);
            if direct / TURN <= Cost::from(self.turns(start, bound, allowance)) {
                return steps;
            }
            exact = self.limited(fleet, range, bound);
            &exact
        } else {
            ground
        };
        if self.ways(ground, start, started, bound, allowance).0.is_none() {
            return steps;
        }
        let Some((_, nearer)) = self.fewest_turns(ground, start, started, bound, allowance) else {
            return steps;
        };
        rule!("SQ-5.4.10c");
        let good = self.detour_hexes(self.ground_set(ground), fleet, &nearer, allowance);
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
        let turns = if self.is_cloudless(&ground, from, bound) {
            self.cloudless_turns(from, used, bound, allowance)
        } else {
            let ground = self.exact(ground, fleet, range, bound);
            let (around, direct) = self.ways(&ground, from, used, bound, allowance);
            around.unwrap_or(direct)
        };
        (turns < u8::MAX).then(|| turns.saturating_add(u8::from(rests)))
    }

    /// Whether a shortest way over this ground enters no cloud before it ends, so that none takes fewer turns.
    fn is_cloudless(&self, ground: &Ground, from: Hex, bound: Star) -> bool {
        match *ground {
            Ground::Open => self.tables.cloudless_way[bound.index()].contains(from),
            Ground::Filtered(filter) => {
                self.tables.cloudless_way[bound.index()].contains(from)
                    && self.stays(filter, from, bound, Ways::Cloudless)
            }
            Ground::Limited(_) => false,
        }
    }

    fn exact(&self, ground: Ground, fleet: &Fleet, range: Option<Range>, bound: Star) -> Ground {
        match ground {
            Ground::Filtered(_) => self.limited(fleet, range, bound),
            Ground::Open | Ground::Limited(_) => ground,
        }
    }

    /// The turns of a way without clouds: the last hex may be one.
    fn cloudless_turns(&self, from: Hex, used: u8, bound: Star, allowance: u8) -> u8 {
        let length = self.tables.hex_distance[bound.index()][from.index()];
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
            let far = |hex: &Hex| self.tables.hex_distance[bound.index()][hex.index()];
            return course.steps.iter().copied().filter(|&to| legal(to)).min_by_key(far);
        }
        let steps = course.steps.iter().copied().filter(|&to| legal(to));
        let ground = self.ground(fleet, course.range, bound);
        let goal = self.hex_of(bound);
        let clear = &self.tables.clear_way[bound.index()];
        if let (Ground::Filtered(filter), false) = (&ground, fleet.detour) {
            let mut memo = Memo::NONE;
            let mut clear =
                |to: Hex| self.leads(*filter, fleet.hex, to, bound, Ways::Clear, &mut memo) && legal(to);
            if self.stays(*filter, fleet.hex, bound, Ways::Clear) {
                return self.around(fleet.hex).iter().copied().find(|&to| clear(to));
            }
        }
        if matches!(ground, Ground::Open) && clear.contains(fleet.hex) && !fleet.detour {
            let open = |to: Hex| {
                let free = !self.components.clouds.contains(to) && self.star_at(to).is_none();
                to == goal || (free && clear.contains(to))
            };
            return steps.into_iter().find(|&to| open(to));
        }
        let (allowance, used) = (course.allowance, fleet.used);
        let costs = self.direct_costs(&ground, fleet.start, bound, allowance);
        let fewest = Cost::from(self.turns(fleet.start, bound, allowance));
        let quick = (matches!(ground, Ground::Open)
            && self.tables.cloudless_way[bound.index()].contains(fleet.start))
            || self.cost_from(&costs, fleet.start, fleet.started) / TURN <= fewest;
        let ground = if quick { ground } else { self.exact(ground, fleet, course.range, bound) };
        let round = !quick && self.ways(&ground, fleet.start, fleet.started, bound, allowance).0.is_some();
        if round {
            let (_, nearer) = self.fewest_turns(&ground, fleet.start, fleet.started, bound, allowance)?;
            if used > fleet.started && nearer.contains(fleet.hex) {
                return None;
            }
            let good = self.detour_hexes(self.ground_set(&ground), fleet, &nearer, allowance);
            let key = |to: &Hex| (self.components.clouds.contains(*to), self.star_at(*to).is_some(), *to);
            return steps.filter(|&to| good.contains(to)).min_by_key(key);
        }
        let costs = match costs {
            DirectCosts::Listed(ways) if !ways.iter().any(|way| way.0 == fleet.hex) => {
                self.direct_costs(&ground, fleet.hex, bound, allowance)
            }
            costs => costs,
        };
        let wait = if used > 0 { self.cost_from(&costs, fleet.hex, 0).saturating_add(TURN) } else { NO_WAY };
        let cost = |to: Hex| {
            let after = |used: u8| self.cost_from(&costs, to, used);
            self.tables.cost_of_step(after, to, bound, used, allowance)
        };
        let best = steps.map(|to| (cost(to), to)).min()?;
        (best.0 <= wait).then_some(best.1)
    }
}
