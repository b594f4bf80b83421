//! What can be said of the ways on a map before a fleet takes one: worked out once for each extent of the map, and
//! shared by all matches.

use std::sync::OnceLock;

use atlas::{Hex, HexSet};
use rules::InlineVec;

use crate::{
    RANGE,
    course::Steps,
    data::Components,
    ids::Star,
    journey::{CLOUD, Cost, NO_WAY, TURN},
    scenario::Extent,
};

/// Movement allowances there are.
const ALLOWANCES: std::ops::RangeInclusive<u8> = 2..=8;

/// The ways on one extent of the map.
#[derive(Debug)]
pub(crate) struct Tables {
    clouds: HexSet,
    /// By star: where it is.
    star_hex: Vec<Hex>,
    /// The star of a hex.
    pub star_at: Vec<Option<Star>>,
    /// The neighbours of a hex.
    pub around: Vec<Steps>,
    /// By hex: the stars within range, then the entry hexes within range.
    pub near: Vec<u64>,
    /// By star: its distance from every hex, over any ground.
    pub hex_distance: Vec<[u8; Hex::IDS]>,
    /// By star and hex: the neighbours that are nearer, in the order of `around`.
    nearer: Vec<[InlineVec<Hex, 2>; Hex::IDS]>,
    /// By star and star: the stars on some shortest way from the second to the first, apart from its ends.
    pub between: Vec<[u64; Star::COUNT]>,
    /// By movement allowance and star: turns from every hex.
    turns_to_star: Vec<Vec<[u8; Hex::IDS]>>,
    /// By movement allowance, star and number of turns: the hexes from which it takes no more.
    within_turns: Vec<Vec<Vec<HexSet>>>,
    /// By star: hexes with a shortest way through no cloud and past no star.
    pub clear_way: Vec<HexSet>,
    /// By star: hexes with a shortest way through no cloud.
    pub cloudless_way: Vec<HexSet>,
    /// By movement allowance: costs of the best direct way, by star, hex and hexes used in the turn.
    direct_costs: Vec<Vec<PackedCost>>,
    /// By movement allowance and star: hexes from which going round clouds saves turns.
    saves: Vec<Vec<HexSet>>,
}

/// A cost in 16 bits: six for turns, five each for clouds and stars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PackedCost(u16);

impl PackedCost {
    const NO_WAY: Self = Self(u16::MAX);

    fn new(cost: Cost) -> Self {
        let (turns, clouds, stars) = (cost / TURN, cost % TURN / CLOUD, cost % CLOUD);
        if turns >= 63 {
            return Self::NO_WAY;
        }
        Self((turns << 10 | clouds.min(31) << 5 | stars.min(31)) as u16)
    }

    #[inline]
    fn cost(self) -> Cost {
        if self == Self::NO_WAY {
            return NO_WAY;
        }
        let bits = Cost::from(self.0);
        (bits >> 10) * TURN + (bits >> 5 & 31) * CLOUD + (bits & 31)
    }
}

fn row(allowance: u8) -> usize {
    usize::from(allowance - ALLOWANCES.start())
}

impl Tables {
    /// The tables of an extent of the printed map.
    pub(crate) fn of(extent: Extent, land: &HexSet, components: &Components) -> &'static Self {
        static TABLES: [OnceLock<Tables>; 3] = [const { OnceLock::new() }; 3];
        let place = match extent {
            Extent::Full => 0,
            Extent::West => 1,
            Extent::East => 2,
        };
        TABLES[place].get_or_init(|| Self::new(land, components))
    }

    fn new(land: &HexSet, components: &Components) -> Self {
        let mut star_at = vec![None; Hex::IDS];
        for (at, star) in components.stars.iter().enumerate() {
            if land.contains(star.hex) {
                star_at[star.hex.index()] = Some(Star(at as u8));
            }
        }
        let mut around = vec![Steps::new(); Hex::IDS];
        for hex in land.iter() {
            let mut next = HexSet::of(hex).expand().and(land);
            next.remove(hex);
            next.iter().for_each(|next| around[hex.index()].push(next));
        }
        let centres = components.stars.iter().map(|star| star.hex).chain(components.entries);
        let mut near = vec![0; Hex::IDS];
        for (bit, centre) in centres.enumerate() {
            for hex in HexSet::within(centre, RANGE).and(land).iter() {
                near[hex.index()] |= 1 << bit;
            }
        }
        let mut tables = Self {
            clouds: components.clouds,
            star_hex: components.stars.iter().map(|star| star.hex).collect(),
            star_at,
            around,
            near,
            hex_distance: vec![[u8::MAX; Hex::IDS]; Star::COUNT],
            nearer: vec![[InlineVec::new(); Hex::IDS]; Star::COUNT],
            between: vec![[0; Star::COUNT]; Star::COUNT],
            turns_to_star: vec![vec![[u8::MAX; Hex::IDS]; Star::COUNT]; ALLOWANCES.count()],
            within_turns: vec![vec![Vec::new(); Star::COUNT]; ALLOWANCES.count()],
            clear_way: vec![HexSet::EMPTY; Star::COUNT],
            cloudless_way: vec![HexSet::EMPTY; Star::COUNT],
            direct_costs: Vec::new(),
            saves: vec![vec![HexSet::EMPTY; Star::COUNT]; ALLOWANCES.count()],
        };
        for allowance in ALLOWANCES {
            let places = Star::COUNT * Hex::IDS * usize::from(allowance);
            tables.direct_costs.push(vec![PackedCost::NO_WAY; places]);
        }
        for (star, printed) in (0..).map(Star).zip(&components.stars) {
            land.iter()
                .for_each(|hex| tables.hex_distance[star.index()][hex.index()] = printed.hex.distance(hex));
            if land.contains(printed.hex) {
                let mut hexes: Vec<Hex> = land.iter().collect();
                hexes.sort_by_key(|hex| tables.hex_distance[star.index()][hex.index()]);
                tables.find_nearer(star, &hexes);
                tables.find_clear_ways(star, &hexes);
                tables.find_stars_between(star);
                for allowance in ALLOWANCES {
                    tables.find_turns(star, land, allowance);
                    tables.find_direct_costs(star, &hexes, allowance);
                }
            }
        }
        tables
    }

    fn find_nearer(&mut self, star: Star, hexes: &[Hex]) {
        let far = &self.hex_distance[star.index()];
        for &hex in hexes {
            let nearer = |to: &&Hex| far[to.index()] < far[hex.index()];
            self.nearer[star.index()][hex.index()] =
                self.around[hex.index()].iter().filter(nearer).copied().collect();
        }
    }

    fn find_stars_between(&mut self, bound: Star) {
        let far = &self.hex_distance[bound.index()];
        let stars = self.star_at.iter().flatten();
        for (&from, &star) in stars.clone().flat_map(|from| stars.clone().map(move |star| (from, star))) {
            let (start, hex) = (self.star_hex[from.index()], self.star_hex[star.index()]);
            let passes = start.distance(hex) + far[hex.index()] == far[start.index()];
            if passes && star != from && star != bound {
                self.between[bound.index()][from.index()] |= star.bit();
            }
        }
    }

    /// `hexes` are in the order of their distance from the star.
    fn find_clear_ways(&mut self, star: Star, hexes: &[Hex]) {
        let (mut clear, mut cloudless) = (HexSet::of(hexes[0]), HexSet::of(hexes[0]));
        for &hex in &hexes[1..] {
            for &to in self.nearer(star, hex) {
                let goal = to == hexes[0];
                let open = goal || !self.clouds.contains(to);
                if open && cloudless.contains(to) {
                    cloudless.insert(hex);
                }
                if open && (goal || self.star_at[to.index()].is_none()) && clear.contains(to) {
                    clear.insert(hex);
                }
            }
        }
        (self.clear_way[star.index()], self.cloudless_way[star.index()]) = (clear, cloudless);
    }

    fn find_turns(&mut self, star: Star, land: &HexSet, allowance: u8) {
        let mut reached = HexSet::of(self.star_hex[star.index()]);
        let mut sets = vec![reached];
        loop {
            let more = self.one_turn_nearer(land, &reached, allowance);
            if more == reached {
                break;
            }
            sets.push(more);
            reached = more;
        }
        let table = &mut self.turns_to_star[row(allowance)][star.index()];
        for (turns, set) in sets.iter().enumerate().rev() {
            set.iter().for_each(|hex| table[hex.index()] = turns as u8);
        }
        self.within_turns[row(allowance)][star.index()] = sets;
    }

    /// `hexes` are in the order of their distance from the star.
    fn find_direct_costs(&mut self, star: Star, hexes: &[Hex], allowance: u8) {
        for &hex in hexes {
            let mut costs = [if hex == hexes[0] { 0 } else { NO_WAY }; 9];
            for &to in self.nearer(star, hex) {
                let after = std::array::from_fn(|used| self.direct_cost(to, star, allowance, used as u8));
                self.improve(&mut costs, &after, to, star);
            }
            Self::end_of_turn(&mut costs, allowance);
            let from = Self::place(star, hex, allowance);
            for (place, &cost) in
                self.direct_costs[row(allowance)][from..][..usize::from(allowance)].iter_mut().zip(&costs)
            {
                *place = PackedCost::new(cost);
            }
            if Cost::from(self.turns(hex, star, allowance)) < costs[0] / TURN {
                self.saves[row(allowance)][star.index()].insert(hex);
            }
        }
    }

    fn place(star: Star, hex: Hex, allowance: u8) -> usize {
        (star.index() * Hex::IDS + hex.index()) * usize::from(allowance)
    }

    /// The neighbours of a hex that are nearer to a star.
    #[inline]
    pub(crate) fn nearer(&self, star: Star, hex: Hex) -> &[Hex] {
        &self.nearer[star.index()][hex.index()]
    }

    /// The fewest turns over the open map from the start of a turn.
    #[inline]
    pub(crate) fn turns(&self, from: Hex, star: Star, allowance: u8) -> u8 {
        self.turns_to_star[row(allowance)][star.index()][from.index()]
    }

    /// The hexes of the open map from which a star can be reached in so many turns.
    #[inline]
    pub(crate) fn within_turns(&self, star: Star, allowance: u8, turns: u8) -> &HexSet {
        let sets = &self.within_turns[row(allowance)][star.index()];
        &sets[usize::from(turns).min(sets.len() - 1)]
    }

    /// Whether going round clouds takes fewer turns than any direct way, from the start of a turn.
    #[inline]
    pub(crate) fn saves(&self, from: Hex, star: Star, allowance: u8) -> bool {
        self.saves[row(allowance)][star.index()].contains(from)
    }

    /// The cost of the best direct way over the open map, `used` hexes of the turn being gone.
    #[inline]
    pub(crate) fn direct_cost(&self, from: Hex, star: Star, allowance: u8, used: u8) -> Cost {
        let costs = &self.direct_costs[row(allowance)][Self::place(star, from, allowance)..];
        if used < allowance { costs[usize::from(used)].cost() } else { costs[0].cost().saturating_add(TURN) }
    }

    /// The hexes from which, at the start of a turn, a hex of `reached` can be reached in that turn.
    pub(crate) fn one_turn_nearer(&self, ground: &HexSet, reached: &HexSet, allowance: u8) -> HexSet {
        let clear = ground.minus(&self.clouds);
        let mut chain = reached.and(&clear);
        for _ in 1..allowance {
            chain = chain.expand().and(&clear);
        }
        // A cloud is entered only by the first hex of a move, and the move ends there.
        chain.expand().or(&reached.expand()).and(ground).or(reached)
    }

    /// Improves the costs from a hex, by hexes used in the turn, by those of a step into `to`, from where `after` are
    /// the costs.
    #[inline]
    pub(crate) fn improve(&self, costs: &mut [Cost; 9], after: &[Cost; 9], to: Hex, star: Star) {
        let goal = to == self.star_hex[star.index()];
        if self.clouds.contains(to) {
            let cost = if goal { TURN } else { after[0].saturating_add(TURN + CLOUD) };
            costs[0] = cost.min(costs[0]);
            return;
        }
        if goal {
            for cost in costs.iter_mut() {
                *cost = TURN.min(*cost);
            }
            return;
        }
        // After the last hex of a turn the costs are those of the next turn, as `end_of_turn` has them.
        let passed = Cost::from(self.star_at[to.index()].is_some());
        for used in 0..8 {
            costs[used] = after[used + 1].saturating_add(passed).min(costs[used]);
        }
    }

    /// Waiting for the next turn is always possible, and after the last hex of a turn there is no other way.
    #[inline]
    pub(crate) fn end_of_turn(costs: &mut [Cost; 9], allowance: u8) {
        let wait = costs[0].saturating_add(TURN);
        let (within, after) = costs.split_at_mut(usize::from(allowance));
        within[1..].iter_mut().for_each(|cost| *cost = wait.min(*cost));
        after.fill(wait);
    }
}
