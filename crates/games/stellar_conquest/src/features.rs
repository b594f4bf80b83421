//! A position in numbers, for the trained evaluation of computer players.

use rules::Seat;

use crate::{
    StellarConquest,
    ids::{Development, Kind, PlanetType, Star},
    known::Known,
    production::increment,
    scoring::planet_points,
    state::{Fleet, Frame, SEATS, Ships},
};

/// How many numbers [`StellarConquest::position_features`] appends.
pub(crate) const FEATURES: usize = 2 * OF_A_SEAT + CONTEXT;
const OF_A_SEAT: usize = 46;
const CONTEXT: usize = 16;

/// Developments that count on their own.
const NOTABLE: [Development; 10] = [
    Development::Ma4,
    Development::Ma6,
    Development::Mb,
    Development::Atk,
    Development::Amb,
    Development::Dn,
    Development::Iit,
    Development::Ait,
    Development::Cet,
    Development::Riu,
];

/// Fighting strength in escorts.
pub(crate) fn strength(ships: &Ships) -> i16 {
    (ships.of(Kind::ESC) + 3 * ships.of(Kind::ATK) + 8 * ships.of(Kind::DN)).min(500) as i16
}

/// Who could fight where.
struct Forces {
    /// By seat and star: strength of warships in its hex.
    here: [[i16; Star::COUNT]; SEATS],
    /// By seat and star: strength of warships that could be there within two turns, those there included.
    near: [[i16; Star::COUNT]; SEATS],
}

impl StellarConquest {
    /// The position from the point of view of `seat`: itself, its strongest rival, and what concerns all.
    pub(crate) fn position_features(&self, state: &Known<'_>, seat: Seat, out: &mut Vec<i16>) {
        let begin = out.len();
        let points = self.score(state).points;
        let forces = self.forces(state);
        let promise = |of: Seat| i32::from(points[of.index()]) * 100 + self.people(state, of);
        let others = || self.seat_list().filter(|&other| other != seat);
        let rival = others().max_by_key(|&other| (promise(other), other)).unwrap_or(seat);
        for of in [seat, rival] {
            self.seat_features(state, of, &points, &forces, out);
        }
        // --- context
        let own = points[seat.index()] as i16;
        let best = others().map(|other| points[other.index()] as i16).max().unwrap_or(0);
        let left = i16::from(self.scenario.turns.saturating_sub(state.open.turn));
        let lead = own - best;
        let mut push = |value: i16| out.push(value);
        push(left);
        push(left / 4);
        push(i16::from(state.open.turn % 4));
        push(i16::from(state.open.frame == Frame::Production));
        push(i16::from(self.scenario.players));
        push(i16::from(state.open.active == seat));
        push(i16::from(seat.0));
        push(lead.clamp(-20, 20));
        push(lead.signum());
        push(lead.clamp(-20, 20) * 16 / (4 + left));
        push(lead.signum() * 24 / (1 + left));
        push(32 * lead / (own + best + 4));
        let mass = |of: Seat| {
            state
                .fleets
                .iter()
                .filter(|fleet| fleet.owner == of)
                .map(|fleet| strength(&fleet.ships))
                .sum::<i16>()
        };
        let (mine, theirs) = (mass(seat), mass(rival));
        push(32 * (mine - theirs) / (mine + theirs).max(1));
        let (mine, theirs) = (self.people(state, seat), self.people(state, rival));
        push((32 * (mine - theirs) / (mine + theirs).max(1)) as i16);
        push(32 * (self.prospects(state, seat) - self.prospects(state, rival)) / (8 + left));
        push(others().filter(|&other| points[other.index()] as i16 > own).count() as i16);
        debug_assert_eq!(out.len() - begin, FEATURES, "the number of features is fixed");
    }

    fn people(&self, state: &Known<'_>, seat: Seat) -> i32 {
        state.colonies_of(seat).map(|colony| i32::from(colony.pop) + i32::from(colony.iu)).sum()
    }

    /// Points on the way: transports bound for planets that count.
    fn prospects(&self, state: &Known<'_>, seat: Seat) -> i16 {
        let settlers =
            state.fleets.iter().filter(|fleet| fleet.owner == seat && fleet.ships.transports() > 0);
        let goal = |fleet: &Fleet| fleet.bound.or_else(|| self.star_at(fleet.hex));
        let mut stars = settlers.filter_map(goal).fold(0_u64, |all, star| all | star.bit());
        let mut points = 0;
        while stars != 0 {
            let star = Star(stars.trailing_zeros() as u8);
            stars &= stars - 1;
            for planet in star.planets().filter(|&planet| state.colony(planet).is_none()) {
                let worth = self.planet(state, planet).map_or(0, |card| planet_points(card.kind));
                points += worth as i16;
            }
        }
        points
    }

    fn forces(&self, state: &Known<'_>) -> Forces {
        let mut forces = Forces { here: [[0; Star::COUNT]; SEATS], near: [[0; Star::COUNT]; SEATS] };
        for fleet in state.fleets.iter().filter(|fleet| fleet.ships.warships() > 0) {
            let seat = fleet.owner.index();
            let force = strength(&fleet.ships);
            let from = if fleet.hex == crate::state::OFF { self.entry_of(fleet.owner) } else { fleet.hex };
            if let Some(star) = self.star_at(fleet.hex) {
                forces.here[seat][star.index()] += force;
            }
            let reach = 2 * Self::allowance(&state.sheets[seat]);
            for star in self.stars() {
                if self.tables.hex_distance[star.index()][from.index()] <= reach {
                    forces.near[seat][star.index()] += force;
                }
            }
        }
        forces
    }

    fn seat_features(
        &self,
        state: &Known<'_>,
        seat: Seat,
        points: &[u16],
        forces: &Forces,
        out: &mut Vec<i16>,
    ) {
        let s = seat.index();
        let mut colonies = [0_i16; 20];
        for colony in state.colonies_of(seat) {
            let Some(card) = self.planet(state, colony.planet) else { continue };
            let at = colony.planet.star().index();
            let kind = match card.kind {
                PlanetType::TR => 0,
                PlanetType::ST => 1,
                PlanetType::MT => 2,
                PlanetType::BR => 3,
            };
            let worth = planet_points(card.kind) as i16;
            let bases = (colony.mb + 3 * colony.amb).min(100) as i16;
            let guard = forces.here[s][at];
            let raiders = |other: Seat| if other == seat { 0 } else { forces.near[other.index()][at] };
            let threat = self.seat_list().map(raiders).max().unwrap_or(0);
            colonies[kind] += 1;
            colonies[4] += i16::from(colony.pop);
            colonies[5] += colony.iu.min(500) as i16;
            colonies[6] += colony.riu.min(500) as i16;
            colonies[7] += increment(card, colony).min(100) as i16;
            colonies[8] += i16::from(card.limit.saturating_sub(colony.pop)) * i16::from(kind < 2) / 4;
            colonies[9] += bases.min(20);
            colonies[10] += i16::from(colony.pfs);
            colonies[11] += worth * i16::from(!colony.is_defended());
            colonies[12] += i16::from(!colony.is_defended() && guard == 0);
            colonies[13] += worth * i16::from(threat > 2 * bases + guard && !colony.pfs);
            colonies[14] += i16::from(colony.pop) * i16::from(threat > 2 * bases + guard && !colony.pfs) / 4;
            colonies[15] += i16::from(colony.is_conquered()) * worth;
            colonies[16] += i16::from(colony.is_conquered() && guard > 0) * worth;
            colonies[17] += i16::from(colony.plan.spent.min(500) as u16 as u8);
            colonies[18] += i16::from(colony.pop >= 20);
            colonies[19] += i16::from(card.metal) * i16::from(kind > 1);
        }
        colonies[4] /= 4;
        colonies[5] /= 4;
        colonies[6] /= 4;
        colonies[17] /= 8;
        out.push(points[s] as i16);
        out.extend(colonies);
        // --- ships
        let mut ships = Ships::default();
        let (mut bound, mut idle, mut largest) = (0_i16, 0_i16, 0_i16);
        for fleet in state.fleets.iter().filter(|fleet| fleet.owner == seat) {
            ships.add(&fleet.ships);
            largest = largest.max(strength(&fleet.ships));
            let settlers = fleet.ships.transports().min(200) as i16;
            if fleet.bound.is_some() {
                bound += settlers;
            } else if self.star_at(fleet.hex).is_some() {
                idle += settlers;
            }
        }
        let of = |kind: Kind| ships.of(kind).min(100) as i16;
        out.extend([of(Kind::SCT), of(Kind::ESC), of(Kind::ATK), of(Kind::DN)]);
        out.extend([ships.transports().min(200) as i16, bound, idle, largest, self.prospects(state, seat)]);
        // --- knowledge
        let sheet = &state.sheets[s];
        out.push(i16::from(Self::allowance(sheet)));
        out.extend(NOTABLE.map(|development| i16::from(Self::has(state, seat, development))));
        out.push(sheet.developments.count_ones() as i16);
        out.push((sheet.research.iter().sum::<u32>() / 8).min(200) as i16);
        let explored = state.open.explored[s];
        out.push(explored.count_ones() as i16);
        // --- planets to settle and colonies to take
        let (mut free, mut prey) = (0_i16, 0_i16);
        for star in Star::all(explored) {
            for planet in star.planets() {
                let Some(card) = self.planet(state, planet) else { continue };
                let worth = planet_points(card.kind) as i16;
                match state.colony(planet) {
                    None => free += worth * i16::from(!state.open.ruined.contains(planet)),
                    Some(colony) if colony.controller != seat && !colony.pfs => {
                        let bases = (colony.mb + 3 * colony.amb).min(100) as i16;
                        let guard = forces.here[colony.controller.index()][star.index()];
                        if forces.near[s][star.index()] > 2 * bases + guard {
                            prey += worth.max(1);
                        }
                    }
                    Some(_) => {}
                }
            }
        }
        out.extend([free.min(60), prey.min(60)]);
    }
}
