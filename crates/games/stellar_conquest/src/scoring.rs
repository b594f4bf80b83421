//! Chapter 10: points, stand-off, cumulative average.

use rules::{Outcome, RuleId, Seat, Seats, rule};

use crate::{
    StellarConquest,
    ids::{PlanetType, Star},
    known::Known,
    state::SEATS,
};

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalScore {
    /// Points by seat.
    pub points: Vec<u16>,
}

impl FinalScore {
    /// SQ-10.1c: all seats with the highest score.
    pub fn winners(&self) -> Seats {
        rule!("SQ-10.1c");
        rule!("SQ-R-14");
        rule!("SQ-1.0c");
        let best = self.points.iter().max().copied().unwrap_or(0);
        let seats = self.points.iter().enumerate().filter(|(_, points)| **points == best);
        seats.fold(Seats::NONE, |winners, (seat, _)| winners.with(Seat(seat as u8)))
    }

    /// SQ-10.2: has another seat at least four fifths of the winner's points?
    pub fn is_stand_off(&self) -> bool {
        rule!("SQ-10.2");
        rule!("SQ-R-42");
        let mut sorted = self.points.clone();
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        sorted.len() > 1 && 5 * u32::from(sorted[1]) >= 4 * u32::from(sorted[0])
    }

    /// The result as the kernel reports it.
    pub fn outcome(&self) -> Outcome {
        let reason =
            if self.is_stand_off() { "the last year is over, a stand-off" } else { "the last year is over" };
        let points = self.points.iter().map(|&points| i32::from(points)).collect();
        Outcome::ranked(points, RuleId::new("SQ-10.1c"), reason)
    }
}

/// SQ-10.3: the cumulative weighted average of games given as (points, players), in hundredths.
pub fn cumulative_average(games: &[(i32, u8)]) -> Option<u32> {
    let count = u64::try_from(games.len()).ok().filter(|&count| count > 0)?;
    let weighted =
        |&(points, players): &(i32, u8)| u64::from(points.unsigned_abs()) * doubled_weight(players);
    rule!("SQ-10.3a");
    let sum: u64 = games.iter().map(weighted).sum();
    rule!("SQ-10.3c");
    u32::try_from((50 * sum + count / 2) / count).ok()
}

/// SQ-10.3b: the weights 1, 1½ and 2 of games of two, three and four players, doubled to stay whole.
fn doubled_weight(players: u8) -> u64 {
    rule!("SQ-10.3b");
    u64::from(players.clamp(2, 4))
}

impl StellarConquest {
    /// The points of every seat now.
    pub fn score(&self, state: &Known<'_>) -> FinalScore {
        self.score_at(state, state.open.explored.iter().fold(0, |all, stars| all | stars))
    }

    /// The points at these stars.
    pub(crate) fn score_at(&self, state: &Known<'_>, explored: u64) -> FinalScore {
        let mut points = [0; SEATS];
        let mut here = [(Seats::NONE, Seats::NONE); Star::COUNT];
        for fleet in state.fleets {
            if let Some(star) = self.star_at(fleet.hex).filter(|star| explored & star.bit() != 0) {
                let (ships, warships) = &mut here[star.index()];
                *ships = ships.with(fleet.owner);
                if fleet.ships.warships() > 0 {
                    *warships = warships.with(fleet.owner);
                }
            }
        }
        for star in Star::all(explored) {
            rule!("SQ-10.1b");
            let card = &self.components.cards[usize::from(state.cards[star.index()])];
            if card.planets.iter().flatten().all(|planet| planet_points(planet.kind) == 0) {
                continue;
            }
            let (ships, warships) = here[star.index()];
            let free = star
                .planets()
                .filter_map(|planet| state.colony(planet))
                .filter(|colony| !colony.is_conquered());
            let residents = free.fold(Seats::NONE, |seats, colony| seats.with(colony.originator));
            for planet in star.planets() {
                let Some(printed) = card.planets[planet.nth()] else { continue };
                if state.open.ruined.contains(planet) {
                    rule!("SQ-10.1.4");
                    continue;
                }
                rule!("SQ-10.1a");
                let owners = match state.colony(planet) {
                    Some(colony) if !colony.is_conquered() => {
                        rule!("SQ-10.1.1");
                        Seats::only(colony.originator)
                    }
                    Some(colony) if warships.contains(colony.controller) => {
                        rule!("SQ-10.1.2");
                        Seats::only(colony.controller)
                    }
                    Some(_) => Seats::NONE,
                    None if !ships.is_empty() => {
                        rule!("SQ-10.1.3");
                        ships
                    }
                    None => {
                        rule!("SQ-10.1.5");
                        rule!("SQ-R-41");
                        residents
                    }
                };
                for seat in owners.iter() {
                    points[seat.index()] += planet_points(printed.kind);
                }
            }
        }
        FinalScore { points: points[..usize::from(self.scenario.players)].to_vec() }
    }
}

/// SQ-10.1a, SQ-10.1.4: what a planet counts.
pub(crate) fn planet_points(kind: PlanetType) -> u16 {
    match kind {
        PlanetType::TR => 3,
        PlanetType::ST => 1,
        PlanetType::MT | PlanetType::BR => {
            rule!("SQ-10.1.4");
            0
        }
    }
}
