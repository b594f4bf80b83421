//! How long a way takes, going round clouds, and the way that saves most turns (SQ-5.4.2, SQ-5.4.10c, DP-2).
//!
//! Labels, "go on" and the standing orders all use [`StellarConquest::turns_left`] and
//! [`StellarConquest::best_step`], so a fleet that goes on arrives in the year its label named.

use atlas::{Hex, HexSet};
use rules::rule;

use crate::{
    StellarConquest,
    course::{Course, Ground, Range, Steps, Ways},
    ids::{Development, Star},
    known::Known,
    state::{Fleet, OFF},
    tables::Tables,
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
            Ground::Open | Ground::Filtered(..) => &self.land,
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
            Ground::Open | Ground::Filtered(..) => {
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

    /// The steps from any hex of this ground that lead nearer to the star, into dead ends too.
    #[inline]
    fn steps_over<'a>(
        &'a self,
        ground: &'a Ground,
        hex: Hex,
        bound: Star,
    ) -> impl Iterator<Item = Hex> + use<'a> {
        let steps = match ground {
            Ground::Open | Ground::Filtered(..) => self.tables.nearer(bound, hex),
            Ground::Limited(_) => self.around(hex),
        };
        let leads = move |to: &Hex| match ground {
            Ground::Open => true,
            Ground::Filtered(filter, _) => self.admits_hex(*filter, *to),
            Ground::Limited(limited) => limited.1[to.index()] < limited.1[hex.index()],
        };
        steps.iter().copied().filter(leads)
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
        let mut ways = Vec::with_capacity(64);
        ways.push((from, [NO_WAY; 9]));
        let mut places = [u16::MAX; Hex::IDS];
        let mut at = 0;
        while at < ways.len() {
            let hex = ways[at].0;
            for to in self.steps_over(ground, hex, bound) {
                if places[to.index()] == u16::MAX {
                    places[to.index()] = ways.len() as u16;
                    ways.push((to, [NO_WAY; 9]));
                }
            }
            at += 1;
        }
        for at in (0..ways.len()).rev() {
            let hex = ways[at].0;
            let mut costs = [if hex == self.hex_of(bound) { 0 } else { NO_WAY }; 9];
            for to in self.steps_over(ground, hex, bound) {
                self.tables.improve(&mut costs, &ways[usize::from(places[to.index()])].1, to, bound);
            }
            Tables::end_of_turn(&mut costs, allowance);
            ways[at].1 = costs;
        }
        DirectCosts::Listed(ways)
    }

    /// The cost of the best direct way from a hex, `used` hexes of the turn being gone.
    fn cost_from(&self, costs: &DirectCosts, hex: Hex, used: u8) -> Cost {
        match costs {
            &DirectCosts::Open(bound, allowance) => self.tables.direct_cost(hex, bound, allowance, used),
            DirectCosts::Listed(_) => self.costs_from(costs, hex)[usize::from(used)],
        }
    }

    /// The same by hexes used.
    fn costs_from(&self, costs: &DirectCosts, hex: Hex) -> [Cost; 9] {
        match costs {
            &DirectCosts::Open(bound, allowance) => {
                std::array::from_fn(|used| self.tables.direct_cost(hex, bound, allowance, used as u8))
            }
            DirectCosts::Listed(ways) => {
                ways.iter().find(|way| way.0 == hex).map_or([NO_WAY; 9], |way| way.1)
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
        let ground = if let Ground::Filtered(..) = ground {
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
            let ground = self.exact(&ground, fleet, range, bound).unwrap_or(ground);
            let (around, direct) = self.ways(&ground, from, used, bound, allowance);
            around.unwrap_or(direct)
        };
        (turns < u8::MAX).then(|| turns.saturating_add(u8::from(rests)))
    }

    /// Whether a shortest way over this ground enters no cloud before it ends, so that none takes fewer turns.
    fn is_cloudless(&self, ground: &Ground, from: Hex, bound: Star) -> bool {
        match *ground {
            Ground::Open => self.tables.cloudless_way[bound.index()].contains(from),
            Ground::Filtered(filter, _) => {
                self.tables.cloudless_way[bound.index()].contains(from)
                    && self.stays(filter, from, bound, Ways::Cloudless)
            }
            Ground::Limited(_) => false,
        }
    }

    /// The ground hex by hex, where it is not known so.
    fn exact(&self, ground: &Ground, fleet: &Fleet, range: Option<Range>, bound: Star) -> Option<Ground> {
        matches!(ground, Ground::Filtered(..)).then(|| self.limited(fleet, range, bound))
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

    /// The next step of the way that saves most turns: of equal ways one through no cloud and past no star; and whether
    /// it leaves the direct way. `None` if the fleet should wait, or cannot move.
    pub(crate) fn best_step(&self, state: &Known<'_>, fleet: &Fleet) -> Option<(Hex, bool)> {
        let course = self.course(state, fleet);
        let free = fleet.hex == OFF || Self::has(state, fleet.owner, Development::Usc);
        let to = self.best_of(state, fleet, &course, free)?;
        let leaves = if free { fleet.detour } else { !course.steps[..course.direct].contains(&to) };
        Some((to, leaves))
    }

    fn best_of(&self, state: &Known<'_>, fleet: &Fleet, course: &Course, free: bool) -> Option<Hex> {
        let bound = fleet.bound?;
        let legal = |to: Hex| self.may_step(state, fleet, course, to).is_ok();
        let steps = course.steps.iter().copied().filter(|&to| legal(to));
        if free {
            let far = |hex: &Hex| self.tables.hex_distance[bound.index()][hex.index()];
            return steps.min_by_key(far);
        }
        let ground = course.ground.as_ref()?;
        let goal = self.hex_of(bound);
        let clear = &self.tables.clear_way[bound.index()];
        match *ground {
            _ if fleet.detour => {}
            Ground::Open if clear.contains(fleet.hex) => {
                let open = |to: Hex| {
                    let free = !self.components.clouds.contains(to) && self.star_at(to).is_none();
                    to == goal || (free && clear.contains(to))
                };
                return steps.into_iter().find(|&to| open(to));
            }
            Ground::Filtered(filter, _) if clear.contains(fleet.hex) => {
                let clear = self.steps_that_stay(filter, fleet.hex, bound, Ways::Clear);
                if !clear.is_empty() {
                    return clear.iter().copied().find(|&to| legal(to));
                }
            }
            Ground::Open | Ground::Filtered(..) | Ground::Limited(_) => {}
        }
        let (allowance, used) = (course.allowance, fleet.used);
        let costs = self.direct_costs(ground, fleet.start, bound, allowance);
        let fewest = Cost::from(self.turns(fleet.start, bound, allowance));
        let quick = (matches!(ground, Ground::Open)
            && self.tables.cloudless_way[bound.index()].contains(fleet.start))
            || self.cost_from(&costs, fleet.start, fleet.started) / TURN <= fewest;
        let exact = if quick { None } else { self.exact(ground, fleet, course.range, bound) };
        let ground = exact.as_ref().unwrap_or(ground);
        let round = !quick && self.ways(ground, fleet.start, fleet.started, bound, allowance).0.is_some();
        if round {
            let (_, nearer) = self.fewest_turns(ground, fleet.start, fleet.started, bound, allowance)?;
            if used > fleet.started && nearer.contains(fleet.hex) {
                return None;
            }
            let good = self.detour_hexes(self.ground_set(ground), fleet, &nearer, allowance);
            let key = |to: &Hex| (self.components.clouds.contains(*to), self.star_at(*to).is_some(), *to);
            return steps.filter(|&to| good.contains(to)).min_by_key(key);
        }
        let costs = match costs {
            DirectCosts::Listed(ways) if !ways.iter().any(|way| way.0 == fleet.hex) => {
                self.direct_costs(ground, fleet.hex, bound, allowance)
            }
            costs => costs,
        };
        let wait = if used > 0 { self.cost_from(&costs, fleet.hex, 0).saturating_add(TURN) } else { NO_WAY };
        let cost = |to: Hex| {
            let (mut best, after) = ([NO_WAY; 9], self.costs_from(&costs, to));
            self.tables.improve(&mut best, &after, to, bound);
            best[usize::from(used)]
        };
        let best = steps.map(|to| (cost(to), to)).min()?;
        (best.0 <= wait).then_some(best.1)
    }
}

#[cfg(test)]
mod tests {
    use rules::Seat;

    use super::*;
    use crate::state::Token;

    #[test]
    fn tables_agree_with_ways_found_hex_by_hex() {
        let game = StellarConquest::new("basic-4").expect("a printed scenario");
        let pairs = game.land.iter().flat_map(|hex| game.stars().map(move |star| (hex, star)));
        for (hex, star) in pairs.filter(|&(hex, star)| hex != game.hex_of(star)).step_by(17) {
            let fleet = Fleet::empty(Token(1), Seat(0), hex, 0);
            let limited = game.limited(&fleet, None, star);
            assert!(matches!(limited, Ground::Limited(_)), "the ground without tables");
            assert_eq!(game.direct(&Ground::Open, hex, star), game.direct(&limited, hex, star));
            assert_eq!(
                game.on_the_way(&Ground::Open, hex, star),
                game.on_the_way(&limited, hex, star),
                "{hex} {star:?}"
            );
            for allowance in 2..=8 {
                let listed = game.direct_costs(&limited, hex, star, allowance);
                for used in 0..=allowance {
                    assert_eq!(
                        game.tables.direct_cost(hex, star, allowance, used),
                        game.cost_from(&listed, hex, used),
                        "{hex} {star:?} {allowance} {used}"
                    );
                    assert_eq!(
                        game.fewest_turns(&Ground::Open, hex, used, star, allowance),
                        game.fewest_turns(&limited, hex, used, star, allowance),
                        "{hex} {star:?} {allowance} {used}"
                    );
                }
            }
        }
    }
}
