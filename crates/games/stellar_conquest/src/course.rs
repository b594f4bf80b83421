//! Chapter 5.1 and 5.4.10: range, and which way a fleet may take.
//!
//! A fleet measures its way over its *ground*: the map without the stars it goes round, and without the hexes out of
//! range if the destination can be reached so. On open ground distances come from tables.

use atlas::{Hex, HexSet};
use rules::{Denied, InlineVec, Seat, rule};

use crate::{
    StellarConquest,
    ids::{Development, Star},
    known::Known,
    scenario::Start,
    state::{Fleet, OFF, Sheet, decided_by},
};

/// Up to six hexes.
pub(crate) type Steps = InlineVec<Hex, 6>;

/// SQ-5.1b: the bases from which a fleet's range is measured, as bits of [`crate::tables::Tables::near`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range(pub(crate) u64);

/// What a fleet's next step depends on.
pub(crate) struct Course {
    /// Movement allowance.
    pub allowance: u8,
    /// The range the fleet has to keep, if it has a limit.
    pub range: Option<Range>,
    /// Over which hexes it measures its way, if it has a destination and may go on.
    pub ground: Option<Ground>,
    /// Steps that lead directly to the destination, then those that go round clouds; all neighbours with unlimited
    /// communications.
    pub steps: Steps,
    /// How many of the steps lead directly.
    pub direct: usize,
    /// Whether a destination must be chosen first.
    pub needs_destination: bool,
}

/// Hexes a way may enter at all: within a range, and no avoided stars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Filter {
    pub range: Option<Range>,
    pub avoid: u64,
}

/// Hexes from which a way is known to lead on, or not to.
#[derive(Clone, Copy)]
pub(crate) struct Memo {
    alive: HexSet,
    dead: HexSet,
}

impl Memo {
    pub(crate) const NONE: Self = Self { alive: HexSet::EMPTY, dead: HexSet::EMPTY };
}

/// Which hexes a way may enter before it ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ways {
    /// All.
    Any,
    /// No clouds.
    Cloudless,
    /// No clouds and no stars.
    Clear,
}

/// The hexes over which a way is measured.
pub(crate) enum Ground {
    /// All that matters for direct ways: use the tables.
    Open,
    /// The hexes this admits, and a shortest way of the open map that begins with one of these steps enters no others.
    Filtered(Filter, Steps),
    /// These hexes, with the distance of each to the destination.
    Limited(Box<(HexSet, [u8; Hex::IDS])>),
}

impl StellarConquest {
    /// SQ-5.1a, SQ-9.4h: hexes per turn.
    #[inline]
    pub fn allowance(sheet: &Sheet) -> u8 {
        let moves = sheet.developments & 0b11_1111;
        rule!("SQ-VOC-5");
        if moves == 0 {
            rule!("SQ-9.1.1b");
            return 2;
        }
        rule!("SQ-5.1a");
        (moves.ilog2() + 3) as u8
    }

    /// The stars at which a seat's opponents have warships.
    pub(crate) fn besieged(&self, state: &Known<'_>, seat: Seat) -> u64 {
        let mut stars = 0;
        for fleet in state.fleets {
            if fleet.owner != seat
                && fleet.ships.warships() > 0
                && let Some(star) = self.star_at(fleet.hex)
                && decided_by(rule!("SQ-R-56"))
            {
                stars |= star.bit();
            }
        }
        stars
    }

    /// SQ-5.1b: the bases of a seat's range; `None` if there is no limit now.
    pub fn range(&self, state: &Known<'_>, seat: Seat) -> Option<Range> {
        if Self::has(state, seat, Development::Usr) {
            rule!("SQ-9.6d");
            rule!("SQ-5.1g");
            return None;
        }
        let mut bases = match self.scenario.start {
            Start::Entries(entries) => 1 << (Star::COUNT as u8 + entries[seat.index()]),
            Start::Stars(stars) => {
                rule!("SQ-12.Sc");
                stars[seat.index()].bit()
            }
            Start::Nova { .. } if state.open.turn < 7 => {
                rule!("SQ-12.Nd");
                return None;
            }
            Start::Nova { .. } => 0,
        };
        let mut own = state.colonies_of(seat).peekable();
        if own.peek().is_some() {
            let besieged = self.besieged(state, seat);
            for colony in own {
                let star = colony.planet.star().bit();
                if besieged & star != 0 && !colony.is_conquered() {
                    rule!("SQ-7.3.3a");
                    continue;
                }
                rule!("SQ-VOC-6");
                rule!("SQ-5.1b");
                bases |= star;
            }
        }
        Some(Range(bases))
    }

    /// SQ-5.1c: whether a hex is at most eight hexes from a base.
    #[inline]
    pub(crate) fn within(&self, range: Range, hex: Hex) -> bool {
        self.tables.near[hex.index()] & range.0 != 0
    }

    /// All hexes within a range.
    pub fn range_hexes(&self, range: Range) -> HexSet {
        self.land.iter().filter(|&hex| self.within(range, hex)).collect()
    }

    /// The range a fleet has to keep to.
    pub(crate) fn fleet_range(&self, state: &Known<'_>, fleet: &Fleet) -> Option<Range> {
        if fleet.ships.only_scouts() {
            rule!("SQ-5.2.1");
            return None;
        }
        rule!("SQ-R-59");
        self.range(state, fleet.owner)
    }

    /// The hex in which a fleet begins to measure its way: where it is, or where it enters.
    pub(crate) fn place_of(&self, fleet: &Fleet) -> Hex {
        if fleet.hex == OFF { self.entry_of(fleet.owner) } else { fleet.hex }
    }

    /// Everything that decides a fleet's next step.
    pub(crate) fn course(&self, state: &Known<'_>, fleet: &Fleet) -> Course {
        let allowance = Self::allowance(&state.sheets[fleet.owner.index()]);
        let range = self.fleet_range(state, fleet);
        let mut course = Course {
            allowance,
            range,
            ground: None,
            steps: Steps::new(),
            direct: 0,
            needs_destination: false,
        };
        let free = Self::has(state, fleet.owner, Development::Usc);
        if fleet.hex == OFF {
            course.needs_destination = fleet.bound.is_none() && !free;
            if matches!(self.scenario.start, Start::Entries(_)) {
                rule!("SQ-3.3b");
                course.steps.push(self.entry_of(fleet.owner));
            }
            return course;
        }
        if free {
            rule!("SQ-9.6f");
            rule!("SQ-5.4.10d");
            self.around(fleet.hex).iter().for_each(|&hex| course.steps.push(hex));
            return course;
        }
        let Some(bound) = fleet.bound else {
            course.needs_destination = true;
            return course;
        };
        if fleet.used >= allowance || fleet.stopped || self.hex_of(bound) == fleet.hex {
            return course;
        }
        let ground = self.ground(fleet, range, bound);
        if !fleet.detour {
            rule!("SQ-5.4.10a");
            course.steps = self.direct(&ground, fleet.hex, bound);
            course.direct = course.steps.len();
        }
        for &step in &self.detours(&ground, fleet, range, bound, allowance)[..] {
            if !course.steps.contains(&step) {
                course.steps.push(step);
            }
        }
        course.ground = Some(ground);
        course
    }

    /// the hexes over which a fleet measures its way to a star.
    pub(crate) fn ground(&self, fleet: &Fleet, range: Option<Range>, bound: Star) -> Ground {
        let from = self.place_of(fleet);
        let goal = self.hex_of(bound);
        let avoid = fleet.avoid & !bound.bit();
        // All shortest ways between two hexes of one range circle lie in that circle.
        let convex = range.is_none_or(|range| {
            let outside = !self.within(range, from) || !self.within(range, goal);
            outside || self.tables.near[from.index()] & self.tables.near[goal.index()] & range.0 != 0
        });
        if avoid == 0 && convex {
            if range.is_some() {
                rule!("SQ-R-70");
            }
            return Ground::Open;
        }
        let inside = |range: &Range| self.within(*range, from) && self.within(*range, goal);
        let filter = Filter { range: range.filter(inside), avoid };
        let steps = self.steps_that_stay(filter, from, bound, Ways::Any);
        if !steps.is_empty() {
            rule!("SQ-R-70");
            return Ground::Filtered(filter, steps);
        }
        self.limited(fleet, range, bound)
    }

    /// The same hex by hex, with distances: slower, and always right.
    pub(crate) fn limited(&self, fleet: &Fleet, range: Option<Range>, bound: Star) -> Ground {
        let (from, goal) = (self.place_of(fleet), self.hex_of(bound));
        let avoid = fleet.avoid & !bound.bit();
        let mut all = self.land;
        for star in Star::all(avoid) {
            rule!("SQ-5.4.10b");
            all.remove(self.hex_of(star));
        }
        if let Some(range) = range.filter(|&range| self.within(range, from) && self.within(range, goal)) {
            let near = all.and(&self.range_hexes(range));
            let distances = self.distances(&near, goal, [from, fleet.start]);
            if distances[from.index()] != u8::MAX {
                rule!("SQ-R-70");
                return Ground::Limited(Box::new((near, distances)));
            }
        }
        let distances = self.distances(&all, goal, [from, fleet.start]);
        Ground::Limited(Box::new((all, distances)))
    }

    /// Whether a shortest way of the open map from `from` to a star enters only hexes that are admitted.
    pub(crate) fn stays(&self, filter: Filter, from: Hex, bound: Star, ways: Ways) -> bool {
        let mut memo = Memo::NONE;
        let mut steps = self.tables.nearer(bound, from).iter();
        steps.any(|&to| self.leads(filter, from, to, bound, ways, &mut memo))
    }

    /// Whether a way may enter this hex.
    #[inline]
    pub(crate) fn admits_hex(&self, filter: Filter, hex: Hex) -> bool {
        filter.range.is_none_or(|range| self.within(range, hex))
            && (filter.avoid == 0 || self.star_at(hex).is_none_or(|star| filter.avoid & star.bit() == 0))
    }

    /// The steps from `from` with which such a way begins.
    pub(crate) fn steps_that_stay(&self, filter: Filter, from: Hex, bound: Star, ways: Ways) -> Steps {
        let mut memo = Memo::NONE;
        let steps = self.tables.nearer(bound, from).iter().copied();
        steps.filter(|&to| self.leads(filter, from, to, bound, ways, &mut memo)).collect()
    }

    /// Whether the step from `from` to `to` begins such a way. `memo` holds what was found before.
    pub(crate) fn leads(
        &self,
        filter: Filter,
        from: Hex,
        to: Hex,
        bound: Star,
        ways: Ways,
        memo: &mut Memo,
    ) -> bool {
        let far = &self.tables.hex_distance[bound.index()];
        if far[to.index()].wrapping_add(1) != far[from.index()] || memo.dead.contains(to) {
            return false;
        }
        if !self.admits_hex(filter, to) {
            return false;
        }
        if far[to.index()] == 0 || memo.alive.contains(to) {
            return true;
        }
        let open = match ways {
            Ways::Any => true,
            Ways::Cloudless => !self.components.clouds.contains(to),
            Ways::Clear => !self.components.clouds.contains(to) && self.star_at(to).is_none(),
        };
        let mut next = self.tables.nearer(bound, to).iter();
        let found = open && next.any(|&next| self.leads(filter, to, next, bound, ways, memo));
        if found {
            memo.alive.insert(to);
        } else {
            memo.dead.insert(to);
        }
        found
    }

    /// Hexes to `goal` over a set of hexes, as far as the hexes `from`, which may lie outside of the set.
    fn distances(&self, ground: &HexSet, goal: Hex, from: [Hex; 2]) -> [u8; Hex::IDS] {
        let mut distances = [u8::MAX; Hex::IDS];
        distances[goal.index()] = 0;
        let (mut front, mut rest) = (HexSet::of(goal), *ground);
        rest.remove(goal);
        let mut outside: HexSet = from.into_iter().filter(|&hex| hex != OFF && hex != goal).collect();
        let mut awaited = outside;
        outside = outside.minus(ground);
        for far in 1.. {
            if front.is_empty() || awaited.is_empty() {
                break;
            }
            let next = front.expand();
            for hex in next.and(&outside.or(&rest)).iter() {
                distances[hex.index()] = far;
            }
            front = next.and(&rest);
            rest = rest.minus(&front);
            awaited = awaited.minus(&next);
            outside = outside.minus(&next);
        }
        distances
    }

    /// Hexes to a star over this ground; `u8::MAX` if there is no way.
    #[inline]
    pub(crate) fn distance_over(&self, ground: &Ground, hex: Hex, bound: Star) -> u8 {
        match ground {
            Ground::Open | Ground::Filtered(..) => self.tables.hex_distance[bound.index()][hex.index()],
            Ground::Limited(limited) => limited.1[hex.index()],
        }
    }

    /// SQ-5.4.10a: the neighbours of `from`, where this ground begins, that are one hex nearer to the star over it.
    pub(crate) fn direct(&self, ground: &Ground, from: Hex, bound: Star) -> Steps {
        rule!("SQ-R-17");
        match ground {
            Ground::Open => self.tables.nearer(bound, from).iter().copied().collect(),
            Ground::Filtered(_, steps) => *steps,
            Ground::Limited(limited) => {
                let here = limited.1[from.index()];
                let nearer = |to: &&Hex| limited.1[to.index()] < here;
                self.around(from).iter().filter(nearer).copied().collect()
            }
        }
    }

    /// The stars on some direct way to the destination, apart from its ends.
    pub(crate) fn on_the_way(&self, ground: &Ground, from: Hex, bound: Star) -> u64 {
        match ground {
            Ground::Open => self.stars_between(from, bound),
            &Ground::Filtered(filter, _) => {
                let mut stars = self.stars_between(from, bound) & !filter.avoid;
                let mut memo = Memo::NONE;
                for star in Star::all(stars) {
                    let hex = self.hex_of(star);
                    let mut steps = self.tables.nearer(bound, hex).iter();
                    let passes = self.stays(filter, from, star, Ways::Any)
                        && steps.any(|&to| self.leads(filter, hex, to, bound, Ways::Any, &mut memo));
                    if !passes {
                        stars &= !star.bit();
                    }
                }
                stars
            }
            Ground::Limited(limited) => self.stars_on_limited_ways(&limited.1, from),
        }
    }

    /// The stars on some shortest way over the open map, apart from its ends.
    fn stars_between(&self, from: Hex, bound: Star) -> u64 {
        if let Some(star) = self.star_at(from) {
            return self.tables.between[bound.index()][star.index()];
        }
        let length = self.tables.hex_distance[bound.index()][from.index()];
        if length == u8::MAX {
            return 0;
        }
        let passes = |star: &Star| {
            let beyond = self.tables.hex_distance[bound.index()][self.hex_of(*star).index()];
            self.tables.hex_distance[star.index()][from.index()].saturating_add(beyond) == length
        };
        Star::all(self.stars & !bound.bit()).filter(passes).fold(0, |stars, star| stars | star.bit())
    }

    fn stars_on_limited_ways(&self, distances: &[u8; Hex::IDS], from: Hex) -> u64 {
        let mut stars = 0;
        let length = distances[from.index()];
        if length == u8::MAX {
            return stars;
        }
        let (mut front, mut next) = (vec![from], Vec::new());
        for nearer in (1..length).rev() {
            for hex in front.drain(..) {
                for &to in self.around(hex) {
                    if distances[to.index()] == nearer && !next.contains(&to) {
                        stars |= self.star_at(to).map_or(0, Star::bit);
                        next.push(to);
                    }
                }
            }
            std::mem::swap(&mut front, &mut next);
        }
        stars
    }

    /// May the fleet take this step? Everything but whose turn it is.
    pub(crate) fn may_step(
        &self,
        state: &Known<'_>,
        fleet: &Fleet,
        course: &Course,
        to: Hex,
    ) -> Result<(), Denied> {
        if fleet.hex == OFF {
            if course.needs_destination {
                return Err(Denied(rule!("SQ-3.3d")));
            }
            return if course.steps.contains(&to) { Ok(()) } else { Err(Denied(rule!("SQ-3.3a"))) };
        }
        if !self.around(fleet.hex).contains(&to) {
            return Err(Denied(rule!("SQ-5.4a")));
        }
        if fleet.used >= course.allowance {
            return Err(Denied(rule!("SQ-5.4.1")));
        }
        if fleet.stopped {
            let cloud = self.components.clouds.contains(fleet.hex);
            return Err(Denied(if cloud { rule!("SQ-5.4.2b") } else { rule!("SQ-5.4.3b") }));
        }
        if course.needs_destination {
            return Err(Denied(rule!("SQ-5.1i")));
        }
        if fleet.used > 0 && self.components.clouds.contains(to) {
            return Err(Denied(rule!("SQ-5.4.2a")));
        }
        if state.open.turn == 1 && self.nova().is_some() && self.nova() == self.star_at(to) {
            return Err(Denied(rule!("SQ-12.Nb")));
        }
        if let Some(range) = course.range
            && !self.within(range, to)
        {
            rule!("SQ-5.1c");
            if self.within(range, fleet.turn_start) {
                rule!("SQ-R-15");
                return Err(Denied(rule!("SQ-5.1d")));
            }
            rule!("SQ-5.1f");
        }
        if !course.steps.contains(&to) {
            return Err(Denied(rule!("SQ-5.4.10a")));
        }
        Ok(())
    }
}
