//! What a bolder player than `action_score` does: builds the warships it has researched, gathers them, and takes colonies
//! that they can beat.

use rules::Seat;

use crate::{
    StellarConquest,
    action::Action,
    features::strength,
    ids::{Development, Item, Planet, Star},
    known::Known,
    scoring::planet_points,
    state::{Fleet, Frame, OFF, State, Token},
};

/// What a raid is worth per point of a colony, and for one that counts nothing.
const RAID: i32 = 60;
/// Production years before the end from which industry no longer pays.
const INDUSTRY_YEARS: i32 = 4;
/// Warships of one type that a colony builds in a year while industry pays, and later.
const WARSHIPS: [u16; 2] = [2, 20];
/// Warships finished later than this many turns before the end come too late.
const LAST_WARSHIPS: i32 = 6;
/// Warships come before bases and industry.
const BUY_WARSHIP: i32 = 460;

impl StellarConquest {
    /// The score of an action for playouts.
    pub(crate) fn bold_score(&self, whole: &State, seat: Seat, action: Action, usual: i32) -> i32 {
        let state = &whole.known();
        match state.open.frame {
            Frame::Move => self.bold_move(state, seat, action, usual),
            Frame::Planets | Frame::Declare => self.bold_attack(state, action, usual),
            Frame::Production => self.bold_production(state, seat, action, usual),
            _ => usual,
        }
    }

    /// Strength that beats the bases of a colony.
    fn beats(force: i16, colony: &crate::state::Colony) -> bool {
        let bases = (colony.mb + 3 * colony.amb).min(100) as i16;
        !colony.pfs && force > bases + 1
    }

    /// What a star offers to a force: enemy colonies that it beats.
    fn raid(&self, state: &Known<'_>, seat: Seat, star: Star, force: i16) -> i32 {
        if state.open.explored[seat.index()] & star.bit() == 0 {
            return 0;
        }
        let hex = self.hex_of(star);
        let others = self.seat_list().filter(|&other| other != seat);
        let defenders: i16 = others.map(|other| strength(&state.ships_of(other, hex))).sum();
        if i32::from(force) * 2 <= i32::from(defenders) * 3 {
            return 0;
        }
        let prey = |planet: Planet| {
            let colony = state.colony(planet)?;
            let worth = i32::from(planet_points(self.planet(state, planet)?.kind));
            let enemy = colony.controller != seat && Self::beats(force - defenders, colony);
            enemy.then_some(RAID * (worth + 1) + i32::from(colony.pop) / 2)
        };
        star.planets().filter_map(prey).sum()
    }

    /// The own warships that could go with a fleet.
    fn company(&self, state: &Known<'_>, fleet: &Fleet) -> i16 {
        strength(&state.ships_of(fleet.owner, fleet.hex))
    }

    /// How much a fleet wants to raid a star, on the scale of `attraction`.
    fn raid_pull(&self, state: &Known<'_>, fleet: &Fleet, star: Star) -> i32 {
        if fleet.ships.warships() == 0 || fleet.hex == OFF || !self.in_range(state, fleet, star) {
            return 0;
        }
        let hex = self.hex_of(star);
        let seat = fleet.owner;
        let under_way = state.fleets.iter().filter(|other| {
            other.owner == seat && other.hex != fleet.hex && (other.bound == Some(star) || other.hex == hex)
        });
        let force = self.company(state, fleet) + under_way.map(|other| strength(&other.ships)).sum::<i16>();
        let value = self.raid(state, seat, star, force);
        if value == 0 {
            return 0;
        }
        let turns = i32::from(self.turns(fleet.hex, star, Self::allowance(&state.sheets[seat.index()])));
        if i32::from(state.open.turn) + turns > i32::from(self.scenario.turns) {
            return 0;
        }
        value * 100 / (turns + 1)
    }

    fn bold_move(&self, state: &Known<'_>, seat: Seat, action: Action, usual: i32) -> i32 {
        match action {
            Action::Pick(token) => {
                let Some(fleet) = state.fleet(token).filter(|fleet| fleet.ships.warships() > 0) else {
                    return usual;
                };
                let holds = self
                    .star_at(fleet.hex)
                    .is_some_and(|star| self.raid(state, seat, star, self.company(state, fleet)) > 0);
                let holding = self.star_at(fleet.hex).is_some_and(|star| {
                    star.planets().any(|planet| {
                        state
                            .colony(planet)
                            .is_some_and(|colony| colony.controller == seat && colony.is_conquered())
                    })
                });
                if holds || holding || fleet.bound.is_some() {
                    return usual;
                }
                let wanted = self.stars().any(|star| self.raid_pull(state, fleet, star) > 0);
                if wanted { 100 } else { usual }
            }
            Action::SetDestination(star) => {
                let Some(fleet) = state.fleet(Token(state.focus.picked)) else { return usual };
                usual.max(self.raid_pull(state, fleet, star))
            }
            _ => usual,
        }
    }

    fn bold_attack(&self, state: &Known<'_>, action: Action, usual: i32) -> i32 {
        let Action::Attack(planet) = action else { return usual };
        let force = strength(&state.ships_of(state.open.active, self.hex_of(planet.star())));
        match state.colony(planet) {
            Some(colony) => {
                if Self::beats(force, colony) {
                    20
                } else {
                    -1
                }
            }
            None => usual,
        }
    }

    fn bold_production(&self, state: &Known<'_>, seat: Seat, action: Action, usual: i32) -> i32 {
        let left = i32::from(self.scenario.turns.saturating_sub(state.open.turn));
        let colony = state.sheets[seat.index()].planning.and_then(|planet| state.colony(planet));
        match action {
            Action::Buy(Item::Iu, count) if left / 4 >= INDUSTRY_YEARS => 300 + i32::from(count),
            Action::Buy(Item::Iu, _) => -1,
            Action::Buy(item @ (Item::Atk | Item::Dn | Item::Esc), 1) => {
                let Some(colony) = colony else { return usual };
                let better = match item {
                    Item::Esc => Self::has(state, seat, Development::Atk),
                    Item::Atk => Self::has(state, seat, Development::Dn),
                    _ => false,
                };
                let most = WARSHIPS[usize::from(left / 4 < INDUSTRY_YEARS)];
                if better || left < LAST_WARSHIPS || colony.plan.bought[item.index()] >= most {
                    return usual;
                }
                if item == Item::Esc { usual } else { BUY_WARSHIP }
            }
            _ => usual,
        }
    }
}
