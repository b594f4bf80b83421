//! Chapter 5.4: which way a fleet may take. Distances are found by spreading over boards of hexes.

use arrayvec::ArrayVec;
use atlas::{Board, Hex};
use rules::{Denied, Seat, rule};

use crate::{
    StellarConquest,
    ids::{Development, Star},
    scenario::Start,
    state::{Fleet, OFF, State},
};

/// Up to six hexes.
pub(crate) type Steps = ArrayVec<Hex, 6>;

/// What a fleet's next step depends on, worked out once.
pub(crate) struct Course {
    /// Movement allowance.
    pub allowance: u8,
    /// Hexes the fleet must not leave, if it has a limit.
    pub range: Option<Board>,
    /// Steps that lead directly to the destination; all neighbours with unlimited communications.
    pub steps: Steps,
    /// Is a destination still to be chosen?
    pub aimless: bool,
    /// Of the steps, those that go round clouds and save time.
    pub detours: Steps,
    /// Do clouds lie on every direct way?
    pub cloudy: bool,
}

impl StellarConquest {
    /// SQ-5.1a, SQ-9.4h: hexes a turn.
    pub fn allowance(state: &State, seat: Seat) -> u8 {
        let held = state.sheets[seat.index()].developments;
        rule!("SQ-9.1.1b");
        rule!("SQ-VOC-5");
        let mut allowance = 2;
        for (at, development) in Development::ALL[..6].iter().enumerate() {
            if held & development.bit() != 0 {
                rule!("SQ-5.1a");
                allowance = at as u8 + 3;
            }
        }
        allowance
    }

    /// The stars at which a seat's opponents have warships.
    pub(crate) fn besieged(&self, state: &State, seat: Seat) -> u64 {
        let mut stars = 0;
        for fleet in &state.fleets {
            if fleet.owner != seat && fleet.ships.warships() > 0 {
                rule!("SQ-R-56");
                if let Some(star) = self.star_at(fleet.hex) {
                    stars |= star.bit();
                }
            }
        }
        stars
    }

    /// SQ-5.1b: the hexes within range of a seat's bases; `None` if there is no limit now.
    pub fn range(&self, state: &State, seat: Seat) -> Option<Board> {
        if Self::has(state, seat, Development::Usr) {
            rule!("SQ-5.1g");
            rule!("SQ-9.6d");
            return None;
        }
        let mut range = Board::EMPTY;
        match self.scenario.start {
            Start::Entries(entries) => {
                rule!("SQ-R-15");
                range = self.circles[Star::COUNT + usize::from(entries[seat.index()])];
            }
            Start::Stars(stars) => {
                rule!("SQ-12.Sc");
                range = self.circles[stars[seat.index()].index()];
            }
            Start::Nova { .. } if state.turn < 7 => {
                rule!("SQ-12.Nd");
                return None;
            }
            Start::Nova { .. } => {}
        }
        let besieged = self.besieged(state, seat);
        let mut bases = 0;
        for colony in state.colonies.iter().filter(|colony| colony.controller == seat) {
            let star = colony.planet.star();
            if besieged & star.bit() != 0 && !colony.is_conquered() {
                rule!("SQ-7.3.3a");
                continue;
            }
            bases |= star.bit();
        }
        for star in Star::all(bases) {
            rule!("SQ-5.1b");
            rule!("SQ-VOC-6");
            range = range.or(&self.circles[star.index()]);
        }
        Some(range)
    }

    /// The range a fleet has to keep to.
    pub(crate) fn fleet_range(&self, state: &State, fleet: &Fleet) -> Option<Board> {
        if fleet.ships.only_scouts() {
            rule!("SQ-5.2.1");
            return None;
        }
        rule!("SQ-R-59");
        self.range(state, fleet.owner)
    }

    /// Everything that decides a fleet's next step.
    pub(crate) fn course(&self, state: &State, fleet: &Fleet) -> Course {
        let allowance = Self::allowance(state, fleet.owner);
        let range = self.fleet_range(state, fleet);
        let (steps, detours) = (Steps::new(), Steps::new());
        let mut course = Course { allowance, range, steps, aimless: false, detours, cloudy: false };
        let free = Self::has(state, fleet.owner, Development::Usc);
        if fleet.hex == OFF {
            rule!("SQ-3.3b");
            course.aimless = fleet.bound.is_none() && !free;
            if let Start::Entries(entries) = self.scenario.start {
                course.steps.push(self.components.entries[usize::from(entries[fleet.owner.index()])]);
            }
            return course;
        }
        if free {
            rule!("SQ-5.4.10d");
            rule!("SQ-9.6f");
            course.steps.extend(self.around(fleet.hex).iter().copied());
            return course;
        }
        let Some(bound) = fleet.bound else {
            course.aimless = true;
            return course;
        };
        if fleet.used >= allowance || fleet.stopped || self.hex_of(bound) == fleet.hex {
            return course;
        }
        let (ground, way) = self.ground(fleet, course.range.as_ref(), bound);
        if !fleet.detour {
            rule!("SQ-5.4.10a");
            course.steps.extend(way.iter().flatten().copied());
        }
        course.cloudy = self.clouds_matter(&ground, fleet.start, bound);
        if !fleet.redirected && course.cloudy {
            course.detours = self.detours(&ground, fleet, bound, allowance);
            for &step in &course.detours {
                if !course.steps.contains(&step) {
                    course.steps.push(step);
                }
            }
        }
        course
    }

    /// The legal step that brings a fleet to its destination soonest; of equal ones past no star, then the first.
    pub(crate) fn onward(&self, state: &State, fleet: &Fleet, course: &Course) -> Option<Hex> {
        let bound = fleet.bound?;
        let legal = |to: &&Hex| self.may_step(state, fleet, course, **to).is_ok();
        let soon = |to: Hex| {
            let passes = self.star_at(to).is_some_and(|star| star != bound);
            (self.turns(to, bound, course.allowance), passes, to)
        };
        let round = course.detours.iter().filter(legal).map(|&to| soon(to)).min();
        if let Some((_, _, to)) = round {
            return Some(to);
        }
        let steps = course.steps.iter().filter(legal);
        let best = |&to: &Hex| {
            let end = if course.cloudy { self.best_end(fleet, course, bound, to) } else { u8::MAX };
            (end, soon(to))
        };
        steps.copied().min_by_key(best)
    }

    /// The fewest turns left after this turn's move, if it begins with `first` and goes on directly.
    fn best_end(&self, fleet: &Fleet, course: &Course, bound: Star, first: Hex) -> u8 {
        let left = |hex: Hex| self.turns(hex, bound, course.allowance);
        let mut best = left(first);
        if self.components.clouds.contains(first) || self.star_at(first).is_some() {
            return best;
        }
        let (ground, _) = self.ground(fleet, course.range.as_ref(), bound);
        let mut front: Vec<Hex> = vec![first];
        for _ in fleet.used + 1..course.allowance {
            let mut next: Vec<Hex> = Vec::new();
            for hex in front {
                for to in self.direct(&ground, hex, bound).unwrap_or_default() {
                    let outside = course.range.as_ref().is_some_and(|range| !range.contains(to));
                    if self.components.clouds.contains(to) || outside || next.contains(&to) {
                        continue;
                    }
                    best = best.min(left(to));
                    if self.star_at(to).is_none() {
                        next.push(to);
                    }
                }
            }
            front = next;
        }
        best
    }

    /// the hexes over which a fleet measures its way, and the direct steps on them.
    pub(crate) fn ground(&self, fleet: &Fleet, range: Option<&Board>, bound: Star) -> (Board, Option<Steps>) {
        let goal = self.hex_of(bound);
        let mut ground = self.land;
        for star in Star::all(fleet.avoid & !bound.bit()) {
            rule!("SQ-5.4.10b");
            ground.remove(self.hex_of(star));
        }
        if let Some(range) = range
            && range.contains(fleet.hex)
        {
            let near = ground.and(range);
            if near.contains(goal)
                && let Some(way) = self.direct(&near, fleet.hex, bound)
            {
                rule!("SQ-R-70");
                return (near, Some(way));
            }
        }
        let way = self.direct(&ground, fleet.hex, bound);
        (ground, way)
    }

    /// SQ-5.4.10a: the neighbours of `from` that are one hex nearer to the star over this ground.
    pub(crate) fn direct(&self, ground: &Board, from: Hex, bound: Star) -> Option<Steps> {
        rule!("SQ-R-17");
        let mut dead = Board::EMPTY;
        let nearer = self.far[bound.index()][from.index()].wrapping_sub(1);
        let mut near = Steps::new();
        for &hex in self.around(from) {
            let nearer = self.far[bound.index()][hex.index()] == nearer;
            if nearer && self.straight(ground, hex, bound, &mut dead) {
                near.push(hex);
            }
        }
        if near.is_empty() { self.roundabout(ground, from, self.hex_of(bound)) } else { Some(near) }
    }

    /// Does a shortest way of the open map lead from `hex` to the star over this ground alone? `dead` are hexes
    /// from which none does.
    fn straight(&self, ground: &Board, hex: Hex, bound: Star, dead: &mut Board) -> bool {
        let far = &self.far[bound.index()];
        if far[hex.index()] == 0 {
            return true;
        }
        if !ground.contains(hex) || dead.contains(hex) {
            return false;
        }
        let nearer = far[hex.index()] - 1;
        let mut next = self.around(hex).iter().filter(|next| far[next.index()] == nearer);
        let found = next.any(|&next| self.straight(ground, next, bound, dead));
        if !found {
            dead.insert(hex);
        }
        found
    }

    /// The same when the ground forces a way that is longer than on the open map.
    fn roundabout(&self, ground: &Board, from: Hex, goal: Hex) -> Option<Steps> {
        let around = self.around(from);
        let mut reach = Board::of(goal);
        loop {
            let near: Steps = around.iter().copied().filter(|&hex| reach.contains(hex)).collect();
            if !near.is_empty() {
                return Some(near);
            }
            let more = reach.spread().and(ground);
            if more == reach {
                return None;
            }
            reach = more;
        }
    }

    /// The stars on some direct way to the destination, apart from its ends.
    pub(crate) fn on_the_way(&self, ground: &Board, from: Hex, bound: Star) -> u64 {
        let far = &self.far[bound.index()];
        let length = far[from.index()];
        let mut dead = Board::EMPTY;
        let mut first = self.around(from).iter().filter(|step| far[step.index()] + 1 == length);
        if !first.any(|&step| self.straight(ground, step, bound, &mut dead)) {
            return self.on_a_longer_way(ground, from, bound);
        }
        let mut stars = 0;
        for star in self.stars() {
            let hex = self.hex_of(star);
            let between = star != bound && hex != from;
            if between
                && far[hex.index()] + self.far[star.index()][from.index()] == length
                && ground.contains(hex)
            {
                let mut dead = Board::EMPTY;
                let there = self.around(from).iter().any(|&step| {
                    self.far[star.index()][step.index()] + 1 == self.far[star.index()][from.index()]
                        && self.straight(ground, step, star, &mut dead)
                });
                if there && self.straight(ground, hex, bound, &mut Board::of(from)) {
                    stars |= star.bit();
                }
            }
        }
        stars
    }

    /// The same when the ground forces a way that is longer than on the open map.
    fn on_a_longer_way(&self, ground: &Board, from: Hex, bound: Star) -> u64 {
        let mut layers = vec![Board::of(self.hex_of(bound))];
        let mut reach = layers[0];
        while !reach.spread().contains(from) {
            let more = reach.spread().and(ground);
            if more == reach {
                return 0;
            }
            layers.push(more.minus(&reach));
            reach = more;
        }
        let mut here = Board::of(from);
        let mut stars = 0;
        for layer in layers[1..].iter().rev() {
            here = here.spread().and(layer);
            stars |=
                here.iter().filter_map(|hex| self.star_at(hex)).fold(0, |stars, star| stars | star.bit());
        }
        stars
    }

    /// May going round clouds save time? Not if a shortest way is clear of them: the last hex may be cloud,
    /// since every way has to enter it so.
    fn clouds_matter(&self, ground: &Board, from: Hex, bound: Star) -> bool {
        let clear = ground.minus(&self.components.clouds);
        let nearer = self.far[bound.index()][from.index()].wrapping_sub(1);
        let mut dead = Board::EMPTY;
        let mut steps =
            self.around(from).iter().filter(|step| self.far[bound.index()][step.index()] == nearer);
        if steps.any(|&step| self.straight(&clear, step, bound, &mut dead)) {
            return false;
        }
        let goal = self.hex_of(bound);
        let around = self.around(from);
        let (mut reach, mut open) = (Board::of(goal), Board::of(goal));
        loop {
            if around.iter().any(|&hex| open.contains(hex)) {
                return false;
            }
            if around.iter().any(|&hex| reach.contains(hex)) {
                return true;
            }
            let more = reach.spread().and(ground);
            if more == reach {
                return false;
            }
            (reach, open) = (more, open.spread().and(&clear));
        }
    }

    /// SQ-5.4.10c: the steps of a path that takes strictly fewer turns than any direct one.
    fn detours(&self, ground: &Board, fleet: &Fleet, bound: Star, allowance: u8) -> Steps {
        let goal = self.hex_of(bound);
        let clouds = &self.components.clouds;
        let clear = ground.minus(clouds);
        let direct = self.direct_turns(ground, fleet.start, bound, allowance);
        if self.turns(fleet.start, bound, allowance) >= direct {
            return Steps::new();
        }
        let Some((turns, nearer)) = self.fewest_turns(ground, fleet.start, goal, allowance) else {
            return Steps::new();
        };
        if turns >= direct {
            return Steps::new();
        }
        rule!("SQ-5.4.10c");
        // Rings of hexes the fleet can be in after one, two, … hexes of this turn, and of these the ones
        // from which a hex one turn nearer can still be reached in the fewest hexes.
        let most = usize::from(allowance);
        let mut rings = [Board::EMPTY; 9];
        let mut seen = Board::of(fleet.start);
        rings[0] = seen;
        for step in 1..=most {
            rings[step] = rings[step - 1].spread().and(&clear).minus(&seen);
            seen = seen.or(&rings[step]);
        }
        let mut good = Board::EMPTY;
        let taken = usize::from(fleet.used) + 1;
        for step in (taken..=most).rev() {
            good = good.spread().and(&rings[step]).or(&nearer.and(&rings[step]));
        }
        if taken == 1 {
            good = good.or(&Board::of(fleet.start).spread().and(ground).and(clouds).and(&nearer));
        }
        self.around(fleet.hex).iter().copied().filter(|&hex| good.contains(hex)).collect()
    }

    /// The fewest turns from `from` to `goal`, and the hexes that are one turn nearer.
    pub(crate) fn fewest_turns(
        &self,
        ground: &Board,
        from: Hex,
        goal: Hex,
        allowance: u8,
    ) -> Option<(u8, Board)> {
        let clear = ground.minus(&self.components.clouds);
        let mut reached = Board::of(goal);
        for turns in 1..=100 {
            rule!("SQ-5.4.2b");
            rule!("SQ-5.4.2c");
            let mut chain = reached.and(&clear);
            for _ in 1..allowance {
                chain = chain.spread().and(&clear);
            }
            let more = chain.spread().or(&reached.spread()).and(ground).or(&reached);
            if more.contains(from)
                || Board::of(from).spread().and(&chain.or(&reached)).and(ground) != Board::EMPTY
            {
                return Some((turns, reached));
            }
            if more == reached {
                return None;
            }
            reached = more;
        }
        None
    }

    /// The fewest turns over the open map.
    pub fn turns(&self, from: Hex, bound: Star, allowance: u8) -> u8 {
        self.soon[usize::from(allowance) - 2][bound.index()][from.index()]
    }

    pub(crate) fn turns_to_all_stars(&self, allowance: u8) -> Vec<[u8; Hex::IDS]> {
        let mut tables = vec![[u8::MAX; Hex::IDS]; Star::COUNT];
        let clear = self.land.minus(&self.components.clouds);
        for star in self.stars() {
            let table = &mut tables[star.index()];
            let mut reached = Board::of(self.hex_of(star));
            table[self.hex_of(star).index()] = 0;
            for turns in 1..=100 {
                rule!("SQ-5.4.2b");
                rule!("SQ-5.4.2c");
                let mut chain = reached.and(&clear);
                for _ in 1..allowance {
                    chain = chain.spread().and(&clear);
                }
                let more = chain.spread().or(&reached.spread()).and(&self.land).or(&reached);
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

    /// The fewest turns by direct steps only.
    fn direct_turns(&self, ground: &Board, from: Hex, bound: Star, allowance: u8) -> u8 {
        let far = &self.far[bound.index()];
        // Hexes of one distance, with the earliest turn and the hexes used in it: earlier is never worse.
        let mut front: ArrayVec<(Hex, u8, u8), 40> = ArrayVec::new();
        front.push((from, 0, 0));
        for nearer in (0..far[from.index()]).rev() {
            let mut next: ArrayVec<(Hex, u8, u8), 40> = ArrayVec::new();
            for &(hex, turn, used) in &front {
                for &to in self.around(hex) {
                    if far[to.index()] != nearer || !ground.contains(to) {
                        continue;
                    }
                    let when = if self.components.clouds.contains(to) {
                        (turn + 1 + u8::from(used > 0), 0)
                    } else if used + 1 == allowance {
                        (turn + 1, 0)
                    } else {
                        (turn, used + 1)
                    };
                    match next.iter_mut().find(|other| other.0 == to) {
                        Some(other) if (other.1, other.2) <= when => {}
                        Some(other) => (other.1, other.2) = when,
                        None => next.push((to, when.0, when.1)),
                    }
                }
            }
            front = next;
        }
        match front.first() {
            Some(&(_, turn, used)) => turn + u8::from(used > 0),
            None => self.roundabout_turns(ground, from, self.hex_of(bound), allowance),
        }
    }

    /// The same when the ground forces a way that is longer than on the open map.
    fn roundabout_turns(&self, ground: &Board, from: Hex, goal: Hex, allowance: u8) -> u8 {
        let clouds = &self.components.clouds;
        let mut layers = vec![Board::of(goal)];
        let mut reach = layers[0];
        while !reach.contains(from) {
            let mut more = reach.spread().and(ground);
            if reach.spread().contains(from) {
                more.insert(from);
            }
            if more == reach {
                return u8::MAX;
            }
            layers.push(more.minus(&reach));
            reach = more;
        }
        let last = layers.len() - 1;
        let mut starts = Board::of(from);
        for turns in 1..=100 {
            let mut next = starts;
            let mut moving = starts;
            for used in 0..allowance {
                let mut moved = Board::EMPTY;
                for layer in 1..=last {
                    moved = moved.or(&moving.and(&layers[layer]).spread().and(&layers[layer - 1]));
                }
                if used == 0 {
                    next = next.or(&moved.and(clouds));
                }
                moving = moved.minus(clouds);
                next = next.or(&moving);
            }
            if next.contains(goal) {
                return turns;
            }
            starts = next;
        }
        u8::MAX
    }

    /// May the fleet take this step? Everything but whose turn it is.
    pub(crate) fn may_step(
        &self,
        state: &State,
        fleet: &Fleet,
        course: &Course,
        to: Hex,
    ) -> Result<(), Denied> {
        if fleet.hex == OFF {
            if course.aimless {
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
        if course.aimless {
            return Err(Denied(rule!("SQ-5.1i")));
        }
        if fleet.used > 0 && self.components.clouds.contains(to) {
            return Err(Denied(rule!("SQ-5.4.2a")));
        }
        if state.turn == 1 && self.nova() == self.star_at(to) && self.nova().is_some() {
            return Err(Denied(rule!("SQ-12.Nb")));
        }
        if let Some(range) = &course.range
            && !range.contains(to)
        {
            if range.contains(fleet.start) {
                rule!("SQ-5.1c");
                return Err(Denied(rule!("SQ-5.1d")));
            }
            rule!("SQ-5.1f");
        }
        if !course.steps.contains(&to) {
            return Err(Denied(rule!("SQ-5.4.10a")));
        }
        Ok(())
    }

    /// The game turn in which a fleet reaches its destination at full speed, as far as it is known.
    pub fn arrival(&self, state: &State, fleet: &Fleet, bound: Star) -> Option<u8> {
        let allowance = Self::allowance(state, fleet.owner);
        let from = if fleet.hex == OFF {
            match self.scenario.start {
                Start::Entries(entries) => self.components.entries[usize::from(entries[fleet.owner.index()])],
                Start::Stars(_) | Start::Nova { .. } => return None,
            }
        } else {
            fleet.hex
        };
        let goal = self.hex_of(bound);
        if from == goal {
            return Some(state.turn);
        }
        let late = u8::from(fleet.used > 0 || fleet.done);
        Some(state.turn.saturating_add(self.turns(from, bound, allowance)) - 1 + late)
    }
}
