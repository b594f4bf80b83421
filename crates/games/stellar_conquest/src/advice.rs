//! What a sensible player looks at: near stars to explore, good planets to settle, industry and research that
//! still pay, colonies that need bases.

use rules::{Advice, STRENGTHS, Seat, Strength};

use crate::{
    StellarConquest,
    action::Action,
    ids::{Development, Item, Kind, Planet, PlanetType, Sequence, Star},
    known::Known,
    production::increment,
    scenario::Start,
    state::{Colony, Fleet, Frame, OFF, State, Token},
};

/// Developments in the order in which they are wanted, by sequence.
const WANTED: [&[Development]; 3] = [
    &[Development::Ma3, Development::Ma4, Development::Ma5, Development::Ma6, Development::Ma8],
    &[
        Development::Mb,
        Development::Atk,
        Development::Amb,
        Development::Dn,
        Development::Isw,
        Development::Pfs,
    ],
    &[
        Development::Iit,
        Development::Cet,
        Development::Ait,
        Development::Riu,
        Development::Usr,
        Development::Usc,
    ],
];

/// A colony of so many millions is worth a guard.
const GUARD_MIN_POP: u8 = 10;

/// A fleet with so many transports carries a people, not a settlement.
const MIGRATION_MIN_TRANSPORTS: u16 = 15;

impl Advice for StellarConquest {
    fn action_score(&self, state: &State, seat: Seat, action: Action) -> i32 {
        let state = &state.known();
        match state.open.frame {
            Frame::Bonus => self.score_bonus(state, seat, action),
            Frame::Move => self.score_move(state, action),
            Frame::Aim => self.score_aim(state, seat, action),
            Frame::Withdraw { .. } => self.score_withdrawal(state, seat, action),
            Frame::Planets | Frame::Declare => self.score_attack(state, action),
            Frame::Settle => self.score_settling(state, seat, action),
            Frame::Production => self.score_production(state, seat, action),
            Frame::ScrapIndustry(_) => i32::from(action == Action::Finish),
            Frame::Talk
            | Frame::Privacy
            | Frame::Battles
            | Frame::Home(_)
            | Frame::Risk { .. }
            | Frame::Draw(_)
            | Frame::Volley
            | Frame::Over => 0,
        }
    }

    /// Points now, and population and industry as what will earn points later.
    fn worth(&self, state: &State, seat: Seat) -> i32 {
        let state = &state.known();
        let points = self.score(state).points;
        let strength = |seat: Seat| {
            let colonies = state.colonies_of(seat);
            let people: i32 = colonies.map(|colony| i32::from(colony.pop) + i32::from(colony.iu)).sum();
            let fleets = state.fleets.iter().filter(|fleet| fleet.owner == seat);
            let warships: i32 = fleets.map(|fleet| i32::from(fleet.ships.warships())).sum();
            100 * i32::from(points[seat.index()]) + people + 10 * warships
        };
        let others = self.seat_list().filter(|&other| other != seat).map(strength).max();
        strength(seat) - others.unwrap_or(0)
    }

    fn policy_score(&self, state: &State, seat: Seat, action: Action) -> i32 {
        let usual = self.action_score(state, seat, action);
        self.bold_score(state, seat, action, usual)
    }

    /// The evaluation does not yet tell plans of this long game apart better than the policy does (ADR 6), so that all levels
    /// decide by the policy, the two weakest with errors.
    fn strengths(&self) -> [Strength; STRENGTHS] {
        let policy = |misjudgement| Strength { samples: 0, arms: 400, horizon: 1, misjudgement };
        [3_000, 1_000, 0, 0, 0, 0].map(policy)
    }

    /// Turns of seats, and a production year as one more.
    fn ply(&self, state: &State) -> u32 {
        let open = &state.open;
        let turns = u32::from(self.scenario.players) + 1;
        let producing = u32::from(open.frame == Frame::Production);
        u32::from(open.turn) * turns + u32::from(open.active.0) + producing
    }

    fn features(&self, state: &State, seat: Seat, out: &mut Vec<i16>) {
        self.position_features(&state.known(), seat, out);
    }
}

impl StellarConquest {
    fn score_bonus(&self, state: &Known<'_>, seat: Seat, action: Action) -> i32 {
        let sheet = &state.sheets[seat.index()];
        let faster = sheet.developments & Development::Ma3.bit() != 0;
        match action {
            Action::Acquire(Development::Ma3 | Development::Iit) => 200,
            Action::Research(Sequence::Move, amount) if !faster => {
                let need = 15u32.saturating_sub(sheet.research[0]);
                if u32::from(amount) <= need { 100 + i32::from(amount) } else { -1 }
            }
            Action::Buy(Item::Sct, 1 | 3 | 4)
                if faster && !self.scenario.start_3ma && sheet.bonus_scouts < 2 =>
            {
                60
            }
            Action::ResearchRest(Sequence::Tech) if faster => 50,
            Action::Commit => 10,
            _ => -1,
        }
    }

    /// How good an explored star is for settlers of a seat; 0 if there is nothing to settle.
    fn settlement(&self, state: &Known<'_>, seat: Seat, star: Star, transports: u16) -> i32 {
        let mut best = 0;
        for planet in star.planets() {
            let Some(card) = self.planet(state, planet) else { continue };
            if state.open.ruined.contains(planet) {
                continue;
            }
            let limit = i32::from(card.limit);
            let worth = match state.colony(planet) {
                Some(colony) if colony.originator != seat || colony.is_conquered() => 0,
                Some(colony) => {
                    let room = u16::from(card.limit.saturating_sub(colony.pop));
                    let young = card.kind == PlanetType::TR && colony.pop < 20;
                    if room < transports {
                        0
                    } else if young {
                        14
                    } else {
                        4
                    }
                }
                None => match card.kind {
                    PlanetType::TR => 80 + limit,
                    PlanetType::ST => 40 + limit / 2,
                    PlanetType::MT if transports < MIGRATION_MIN_TRANSPORTS || state.open.turn > 6 => {
                        20 + limit / 4 + 10 * i32::from(card.metal)
                    }
                    PlanetType::BR
                        if Self::has(state, seat, Development::Cet)
                            && transports < MIGRATION_MIN_TRANSPORTS =>
                    {
                        12 + 10 * i32::from(card.metal)
                    }
                    PlanetType::MT | PlanetType::BR => 0,
                },
            };
            best = best.max(worth);
        }
        best
    }

    pub(crate) fn in_range(&self, state: &Known<'_>, fleet: &Fleet, star: Star) -> bool {
        let seat = fleet.owner;
        if fleet.ships.only_scouts() || Self::has(state, seat, Development::Usr) {
            return true;
        }
        let near =
            |base: Star| self.tables.hex_distance[star.index()][self.hex_of(base).index()] <= crate::RANGE;
        let start = match self.scenario.start {
            Start::Entries(entries) => {
                let entry = self.components.entries[usize::from(entries[seat.index()])];
                self.tables.hex_distance[star.index()][entry.index()] <= crate::RANGE
            }
            Start::Stars(stars) => near(stars[seat.index()]),
            Start::Nova { .. } => state.open.turn < 4,
        };
        start || state.colonies.iter().any(|colony| colony.controller == seat && near(colony.planet.star()))
    }

    /// How much a fleet wants to go to a star.
    fn attraction(&self, state: &Known<'_>, fleet: &Fleet, star: Star) -> i32 {
        let seat = fleet.owner;
        if Some(star) == self.nova() && state.open.turn < 20 {
            return -1;
        }
        let explored = state.open.explored[seat.index()] & star.bit() != 0;
        let transports = fleet.ships.transports();
        let armed = fleet.ships.warships() > 0;
        let class = match self.class_of(star) {
            2 => 40,
            1 | 3 => 22,
            4 => 14,
            _ => 8,
        };
        let value = if explored {
            if transports > 0 {
                self.settlement(state, seat, star, transports)
            } else {
                self.guard_duty(state, fleet, star)
            }
        } else if transports > 0 && !armed {
            if transports < MIGRATION_MIN_TRANSPORTS { class / 4 } else { class / 8 }
        } else {
            class
        };
        if value <= 0 || !self.in_range(state, fleet, star) {
            return -1;
        }
        let allowance = Self::allowance(&state.sheets[seat.index()]);
        let from = if fleet.hex == OFF { self.entry_of(seat) } else { fleet.hex };
        let turns = i32::from(self.turns(from, star, allowance));
        if i32::from(state.open.turn) + turns > i32::from(self.scenario.turns) {
            return -1;
        }
        let settling = transports > 0;
        let rivals = state.fleets.iter().filter(|other| {
            other.owner == seat
                && other.token != fleet.token
                && (other.bound == Some(star) || other.hex == self.hex_of(star))
                && (other.ships.transports() > 0) == settling
                && (settling || (other.ships.warships() > 0) == armed || !explored)
        });
        let crowd = rivals.count() as i32;
        let enemies = state.fleets.iter().any(|other| other.owner != seat && other.hex == self.hex_of(star));
        let danger = if enemies && fleet.ships.warships() < 3 { 6 } else { 1 };
        value * 100 / (turns + 1) / (1 + 3 * crowd) / danger
    }

    /// Warships hold uninhabited planets that count, and take colonies without bases.
    fn guard_duty(&self, state: &Known<'_>, fleet: &Fleet, star: Star) -> i32 {
        let seat = fleet.owner;
        let strength =
            fleet.ships.of(Kind::ESC) + 3 * fleet.ships.of(Kind::ATK) + 6 * fleet.ships.of(Kind::DN);
        let mut value = 0;
        for planet in star.planets() {
            let points = self
                .planet(state, planet)
                .map_or(0, |card| i32::from(crate::scoring::planet_points(card.kind)));
            value += match state.colony(planet) {
                None if state.open.turn + 8 > self.scenario.turns => 8 * points,
                Some(_) if strength == 0 => 0,
                Some(colony)
                    if colony.controller != seat
                        && !colony.pfs
                        && strength > 2 * (colony.mb + 3 * colony.amb) + 2 =>
                {
                    14 * points
                }
                Some(colony) if colony.controller == seat && points > 1 && strength < 3 => 3 * points,
                Some(colony) if colony.controller == seat && colony.is_conquered() => 10 * points,
                Some(_) | None => 0,
            };
        }
        value
    }

    pub(crate) fn entry_of(&self, seat: Seat) -> atlas::Hex {
        match self.scenario.start {
            Start::Entries(entries) => self.components.entries[usize::from(entries[seat.index()])],
            Start::Stars(stars) => self.hex_of(stars[seat.index()]),
            Start::Nova { star, .. } => self.hex_of(star),
        }
    }

    /// Should this fleet, at a star, stay where it is?
    fn should_stay(&self, state: &Known<'_>, fleet: &Fleet) -> bool {
        let Some(star) = self.star_at(fleet.hex) else { return false };
        let conquered = |planet: Planet| {
            state
                .colony(planet)
                .is_some_and(|colony| colony.controller == fleet.owner && colony.is_conquered())
        };
        if state.open.explored[fleet.owner.index()] & star.bit() == 0 {
            return true;
        }
        let transports = fleet.ships.transports();
        if fleet.used > 0 && transports > 0 && self.settlement(state, fleet.owner, star, transports) >= 12 {
            return true;
        }
        if fleet.ships.warships() == 0 {
            return false;
        }
        star.planets().any(conquered) || self.guards_home(state, fleet, star)
    }

    /// Is this the fleet without which a large colony that has no bases yet would fall to the first warship?
    fn guards_home(&self, state: &Known<'_>, fleet: &Fleet, star: Star) -> bool {
        let bare = |planet: Planet| {
            let colony = state.colony(planet);
            colony.is_some_and(|colony| {
                colony.controller == fleet.owner && colony.pop >= GUARD_MIN_POP && !colony.is_defended()
            })
        };
        let mut others = state.fleets_of(fleet.owner, fleet.hex);
        let first = others.find(|other| other.ships.warships() > 0).map(|other| other.token);
        first == Some(fleet.token) && star.planets().any(bare)
    }

    fn score_move(&self, state: &Known<'_>, action: Action) -> i32 {
        let picked = state.fleet(Token(state.focus.picked));
        match (action, picked) {
            (Action::Pick(token), _) => {
                let Some(fleet) = state.fleet(token) else { return -1 };
                let at_star = self.star_at(fleet.hex).is_some();
                if fleet.hex == OFF || !at_star {
                    return 100;
                }
                // Late in the game scouts and lone warships stay where they are, or look about once in a while.
                let quiet = fleet.ships.transports() == 0 && state.open.turn % 4 != 1;
                let explorer = fleet.ships.warships() == 0;
                let idle = (fleet.arrived + 40 < crate::state::moment(state.open)
                    && state.open.turn % 4 != 1)
                    || (quiet && state.open.turn > if explorer { 24 } else { 12 });
                if idle || (self.should_stay(state, fleet) && fleet.ships.transports() == 0) {
                    0
                } else {
                    100
                }
            }
            (Action::EndMove, _) => 10,
            (Action::Detach(kind, _, 1), Some(fleet)) if !kind.is_transport() => {
                let at_star = fleet.hex == OFF || self.star_at(fleet.hex).is_some();
                let fresh = state.focus.group == 0 && fleet.bound.is_none() && fleet.used == 0;
                let lone = match kind {
                    Kind::SCT => true,
                    Kind::ESC => {
                        fleet.ships.of(Kind::ESC) > 2 && fleet.ships.transports() == 0 && state.open.turn < 12
                    }
                    _ => false,
                };
                if lone && at_star && fresh { 40_000 } else { -1 }
            }
            (Action::Detach(kind, _, count), Some(fleet))
                if kind.is_transport()
                    && count == self.colonists_needed(state)
                    && self.may_part_settlers(state, fleet) =>
            {
                40_000
            }
            (Action::NewGroup, Some(fleet)) => {
                let more = fleet.ships.of(Kind::SCT) > 0
                    || fleet.ships.transports() >= 2 * self.colonists_needed(state);
                if more { 50_000 } else { -1 }
            }
            (Action::SetDestination(star), Some(fleet)) if !self.should_stay(state, fleet) => {
                self.attraction(state, fleet, star)
            }
            (Action::ProceedAll, _) => 200,
            (Action::Proceed, _) => 900,
            (Action::Step(to), Some(fleet)) => {
                if fleet.bound.is_some() {
                    -1
                } else {
                    // Unlimited communications: go where one would be bound.
                    let best = self.stars().map(|star| (self.attraction(state, fleet, star), star)).max();
                    let Some((pull, star)) = best.filter(|best| best.0 > 0) else { return -1 };
                    let here = self.tables.hex_distance[star.index()][fleet.hex.index()];
                    if self.tables.hex_distance[star.index()][to.index()] < here
                        && !self.should_stay(state, fleet)
                    {
                        pull
                    } else {
                        -1
                    }
                }
            }
            (Action::Done, _) => 20,
            _ => -1,
        }
    }

    /// Transports that found a colony together; towards the end every planet counts, however few live there.
    fn colonists_needed(&self, state: &Known<'_>) -> u16 {
        if state.open.turn + 5 > self.scenario.turns { 1 } else { 3 }
    }

    /// Should settlers part here, because only small planets are left to go to?
    fn may_part_settlers(&self, state: &Known<'_>, fleet: &Fleet) -> bool {
        let fresh = state.focus.group == 0 && fleet.bound.is_none() && fleet.used == 0;
        let many = fleet.ships.transports() >= 2 * self.colonists_needed(state)
            && fleet.ships.transports() < MIGRATION_MIN_TRANSPORTS;
        if !fresh || !many || fleet.hex == OFF || fleet.ships.warships() > 0 {
            return false;
        }
        let seat = fleet.owner;
        !self.stars().any(|star| {
            let good = state.open.explored[seat.index()] & star.bit() != 0
                && self.settlement(state, seat, star, fleet.ships.transports()) >= 80
                && self.in_range(state, fleet, star);
            let taken = |other: &Fleet| {
                other.owner == seat && other.bound == Some(star) && other.ships.transports() > 0
            };
            good && !state.fleets.iter().any(taken)
        })
    }

    fn score_aim(&self, state: &Known<'_>, seat: Seat, action: Action) -> i32 {
        let Action::AimClass(kind) = action else { return i32::from(action == Action::Finish) };
        let Some((from, _, _)) = self.next_to_aim(state, seat) else { return 0 };
        let price = match kind.fire_class() {
            crate::ids::FireClass::N => 2,
            crate::ids::FireClass::E => 8,
            crate::ids::FireClass::A => 20,
            crate::ids::FireClass::D => 40,
        };
        (self.components.effect(from, kind).chances() * price) as i32 + 1
    }

    fn score_withdrawal(&self, state: &Known<'_>, seat: Seat, action: Action) -> i32 {
        let star = Star(state.battle.star);
        let strength = |seat| {
            let ships = state.ships_of(seat, self.hex_of(star));
            ships.of(Kind::ESC) + 3 * ships.of(Kind::ATK) + 6 * ships.of(Kind::DN)
        };
        let foe =
            if seat == state.open.active { state.battle.foe.unwrap_or(seat) } else { state.open.active };
        let losing = 2 * strength(seat) < strength(foe) || strength(seat) == 0;
        match action {
            Action::PullAll => {
                if losing {
                    30
                } else {
                    5
                }
            }
            Action::Finish => 20,
            Action::Retreat(hex) => 100 - i32::from(self.components.clouds.contains(hex)),
            Action::SetDestination(to) => {
                let home = state
                    .colonies
                    .iter()
                    .any(|colony| colony.controller == seat && colony.planet.star() == to);
                100 * i32::from(home)
                    - i32::from(self.tables.hex_distance[to.index()][self.hex_of(star).index()])
            }
            _ => -1,
        }
    }

    fn score_attack(&self, state: &Known<'_>, action: Action) -> i32 {
        match action {
            Action::Attack(planet) => {
                let hex = self.hex_of(planet.star());
                let ships = state.ships_of(state.open.active, hex);
                let strength = ships.of(Kind::ESC) + 3 * ships.of(Kind::ATK) + 8 * ships.of(Kind::DN);
                let bases = state.colony(planet).map_or(0, |colony| colony.mb + 3 * colony.amb);
                if strength > 2 * bases + 1 { 20 } else { -1 }
            }
            Action::EndAttack | Action::Fire => 5,
            _ => -1,
        }
    }

    fn score_settling(&self, state: &Known<'_>, seat: Seat, action: Action) -> i32 {
        let Action::Unload(planet, _, count) = action else {
            return match action {
                Action::EndTurn => 5,
                _ => -1,
            };
        };
        let Some(card) = self.planet(state, planet) else { return -1 };
        let transports = state.ships_of(seat, self.hex_of(planet.star())).transports();
        let late = state.open.turn + 6 > self.scenario.turns;
        let exodus = transports >= MIGRATION_MIN_TRANSPORTS && !late;
        let forgotten = state.fleets_of(seat, self.hex_of(planet.star())).any(|fleet| {
            fleet.ships.transports() > 0 && fleet.arrived + 64 < crate::state::moment(state.open)
        });
        let count = i32::from(count);
        match (card.kind, state.colony(planet)) {
            (PlanetType::TR, None) => 400 + count,
            (PlanetType::ST, None) if !exodus || state.open.turn > 3 => 300 + count,
            (PlanetType::MT | PlanetType::BR, None) if exodus && state.open.turn > 6 => 200 + count,
            (PlanetType::MT | PlanetType::BR, None) if !exodus => {
                // A foothold is enough; the rest looks for something better.
                200 - (count - i32::from(self.colonists_needed(state))).abs()
            }
            (PlanetType::TR | PlanetType::ST, Some(colony)) if colony.pop < 25 || late => 100 + count,
            // Nothing better was found for years.
            (_, Some(_)) if forgotten => 50 + count,
            _ => -1,
        }
    }

    fn score_production(&self, state: &Known<'_>, seat: Seat, action: Action) -> i32 {
        let sheet = &state.sheets[seat.index()];
        let colony = sheet.planning.and_then(|planet| state.colony(planet));
        let years = i32::from(self.scenario.turns - state.open.turn) / 4;
        match action {
            Action::Acquire(development) => self.score_development(state, seat, development),
            Action::Send(millions) => {
                let wanted = colony.map_or(0, |colony| self.emigration(state, seat, colony));
                if u16::from(millions) == wanted { 500 } else { -1 }
            }
            Action::Buy(item, count) => {
                let Some(colony) = colony else { return -1 };
                self.score_purchase(state, seat, colony, item, count, years)
            }
            Action::Research(sequence, amount) => self.score_research(state, seat, sequence, amount),
            // One colony after another, none left out.
            Action::PlanColony(planet) if sheet.planning.is_none_or(|work| planet > work) => {
                165 - i32::from(planet.0)
            }
            Action::ResearchRest(sequence) if sequence == Self::research_priority(state, seat) => 2,
            Action::Commit => 1,
            _ => -1,
        }
    }

    /// Research that completes the next development this year comes before purchases, so that they can use it.
    fn score_research(&self, state: &Known<'_>, seat: Seat, sequence: Sequence, amount: u16) -> i32 {
        if sequence != Self::research_priority(state, seat) {
            return -1;
        }
        let sheet = &state.sheets[seat.index()];
        let next = WANTED[sequence.index()].iter().find(|&&next| !Self::has(state, seat, next));
        let Some(&next) = next else { return -1 };
        let need = self.price_of(sheet, next).saturating_sub(sheet.research[sequence.index()]);
        if u32::from(amount) <= need && need <= self.unspent(state, seat) {
            400 + i32::from(amount.min(99))
        } else {
            -1
        }
    }

    /// The sequence research goes into.
    fn research_priority(state: &Known<'_>, seat: Seat) -> Sequence {
        let order = [
            (Development::Mb, Sequence::Weap),
            (Development::Iit, Sequence::Tech),
            (Development::Cet, Sequence::Tech),
            (Development::Ait, Sequence::Tech),
            (Development::Ma4, Sequence::Move),
            (Development::Atk, Sequence::Weap),
        ];
        let next = order.iter().find(|(development, _)| !Self::has(state, seat, *development));
        next.map_or(Sequence::ALL[usize::from(state.open.turn / 4 % 3)], |(_, sequence)| *sequence)
    }

    fn score_development(&self, state: &Known<'_>, seat: Seat, development: Development) -> i32 {
        let sequence = self.components.tech[development.index()].sequence;
        let wanted = WANTED[sequence.index()];
        // The first one that is not held yet and not overtaken is what the total is saved for.
        let next = wanted.iter().find(|&&next| !Self::has(state, seat, next));
        if next == Some(&development) { 600 } else { -1 }
    }

    /// Millions a colony sends away: what grows, and the three old ones that earn a bonus.
    fn emigration(&self, state: &Known<'_>, seat: Seat, colony: &Colony) -> u16 {
        let Some(card) = self.planet(state, colony.planet) else { return 0 };
        let late = state.open.turn + 4 > self.scenario.turns;
        if colony.pop < 9 || late || colony.is_conquered() {
            return 0;
        }
        let growth = increment(card, colony);
        // With many colonies only planets that count are worth more transports.
        let own = state.colonies_of(seat).count();
        let worthwhile = if own < 12 { 12 } else { 40 };
        let crowded = u16::from(colony.pop) + growth > u16::from(card.limit);
        let room = self.stars().any(|star| {
            let explored = state.open.explored[seat.index()] & star.bit() != 0;
            explored && self.settlement(state, seat, star, 6) >= worthwhile
        });
        let last = state.open.turn + 8 > self.scenario.turns;
        match (room, crowded) {
            (true, _) if last => 3,
            (true, _) | (false, true) => (growth + 3) / 3 * 3,
            (false, false) => 0,
        }
    }

    fn score_purchase(
        &self,
        state: &Known<'_>,
        seat: Seat,
        colony: &Colony,
        item: Item,
        count: u16,
        years: i32,
    ) -> i32 {
        let scouts = |other: &Colony| other.plan.bought[Item::Sct.index()];
        let planned: u16 = state.colonies_of(seat).map(scouts).sum();
        let own = |kind: Kind| -> u16 {
            let fleets = state.fleets.iter().filter(|fleet| fleet.owner == seat);
            fleets.map(|fleet| fleet.ships.of(kind)).sum()
        };
        let rich = self
            .planet(state, colony.planet)
            .is_some_and(|card| crate::scoring::planet_points(card.kind) > 1);
        match item {
            Item::Iu if years >= 4 => 300 + i32::from(count),
            Item::Riu if years >= 3 => 290 + i32::from(count),
            Item::Mb
                if colony.mb + colony.plan.bought[Item::Mb.index()] < 1 + u16::from(rich) && count <= 1 =>
            {
                if colony.is_defended() {
                    320
                } else {
                    450
                }
            }
            Item::Amb if colony.amb + colony.plan.bought[Item::Amb.index()] < 2 && rich && count <= 1 => 190,
            Item::Sct if count == 1 && state.open.turn <= 28 && own(Kind::SCT) + planned < 3 => 250,
            Item::Esc if count == 1 && own(Kind::ESC) < 5 && colony.plan.bought[Item::Esc.index()] == 0 => {
                180
            }
            Item::Atk if count == 1 && colony.plan.bought[Item::Atk.index()] < 2 && years >= 1 => 170,
            Item::Dn if count == 1 && years >= 1 => 175,
            _ => -1,
        }
    }
}
