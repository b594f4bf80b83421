//! The greedy player: expands, builds an army it can pay for, attacks what it can beat and goes for its victory.

use rules::{Advice, Seat};

use crate::{
    StarCraft,
    action::{Ability, Action, Place, Thing},
    data::{Goal, Resource},
    effect::{CardKind, Code},
    ids::{Area, Card, Force, Kind, Module, Planet, Tech, Token, total},
    state::{Frame, NONE, State, Step},
};

impl Advice for StarCraft {
    fn action_score(&self, state: &State, seat: Seat, action: Action) -> i32 {
        match state.frame() {
            Frame::Plan { turn, .. } => self.advise_order(state, seat, turn, action),
            Frame::Exec { .. } | Frame::Choose { .. } => self.advise_taking(state, seat, action),
            Frame::Build { .. } | Frame::Pay | Frame::Research { .. } => {
                self.advise_buying(state, seat, action)
            }
            Frame::Mobilize | Frame::Liftoff => self.advise_move(state, seat, action),
            Frame::Battle => self.advise_battle(state, seat, action),
            Frame::Events { .. }
            | Frame::Event { .. }
            | Frame::Put { .. }
            | Frame::PutOne { .. }
            | Frame::Strike { .. }
            | Frame::Discard => self.advise_event(state, seat, action),
            _ => self.advise_setup(state, seat, action),
        }
    }

    fn worth(&self, state: &State, seat: Seat) -> i32 {
        if state.ending.is_some() {
            return if state.winners.contains(seat) { 100_000 } else { -100_000 };
        }
        if state.player(seat).faction.0 == NONE {
            return 0;
        }
        let own = self.position_value(state, seat);
        let others = state.alive.without(seat).iter().map(|other| self.position_value(state, other));
        own - others.max().unwrap_or(0)
    }
}

impl StarCraft {
    fn position_value(&self, state: &State, seat: Seat) -> i32 {
        let player = state.player(seat);
        let (have, need) = self.goal_progress(state, seat);
        let goal = 300 * i32::from(have.min(need)) / i32::from(need.max(1));
        let army: i32 = state
            .areas
            .iter()
            .filter(|area| area.owner == seat.0)
            .map(|area| self.power(state, seat, &area.units))
            .sum();
        100 * i32::from(player.cp)
            + 180 * i32::from(self.income(state, seat))
            + goal
            + 12 * army
            + 20 * i32::from(self.workers(state, seat))
            + 25 * i32::from(self.total_resources(state, seat))
            + 60 * i32::from(self.bases(state, seat))
            + 8 * player.hand.count_ones() as i32
            + 15 * i32::from(player.levels.iter().sum::<u8>() + player.modules.iter().sum::<u8>())
    }

    /// Strength of units: what they cost, Assist units half.
    fn power(&self, state: &State, seat: Seat, force: &Force) -> i32 {
        let kinds = self.kinds_in(state, seat, *force);
        kinds
            .map(|kind| {
                let local = self.local(state, seat, kind).unwrap_or(0);
                let unit = self.components.unit(kind);
                let worth = 1 + i32::from(unit.total_cost);
                i32::from(force[local]) * if unit.assist { worth / 2 } else { worth }
            })
            .sum()
    }

    /// What controlling an area is worth to a seat.
    fn area_value(&self, state: &State, seat: Seat, area: Area) -> i32 {
        let printed = self.components.area(area);
        let amount = i32::from(printed.amount);
        let base = match printed.resource {
            Resource::Conquest => 14 * amount,
            Resource::Minerals => 3 + 2 * amount,
            Resource::Gas => 3 + 2 * amount,
        };
        let bonus = match self.components.faction(state.player(seat).faction).goal {
            Goal::ResourceAreas { .. } if printed.resource != Resource::Conquest => 6,
            Goal::ConquestAreas { .. } if printed.resource == Resource::Conquest => 8,
            Goal::MostAreas => 4,
            Goal::FullPlanets { .. } => 4,
            _ => 0,
        };
        base + bonus
    }

    /// Own units that could take part in a Mobilize order on a planet.
    fn reserves(&self, state: &State, seat: Seat, planet: Planet) -> i32 {
        let sources = self.ferried(state, seat, planet, NONE) | 1 << planet.0;
        let mut power = 0;
        for (at, area) in state.areas.iter().enumerate() {
            if area.owner == seat.0 && sources >> self.planet_of[at].0 & 1 == 1 {
                power += self.power(state, seat, &area.units);
            }
        }
        power
    }

    /// What a Mobilize order on a planet promises.
    fn target_value(&self, state: &State, seat: Seat, planet: Planet) -> i32 {
        let reserves = self.reserves(state, seat, planet);
        if reserves == 0 {
            return 0;
        }
        let mut value = 0;
        let mut best_attack = 0;
        for area in self.areas_of(planet) {
            if self.controls(state, seat, area) {
                continue;
            }
            let here = state.area(area);
            let worth = self.area_value(state, seat, area);
            if here.owner != NONE && here.owner != seat.0 {
                let defence = self.power(state, Seat(here.owner), &here.units);
                if reserves * 4 >= defence * 5 {
                    let base = if here.base == NONE { 0 } else { 12 };
                    best_attack = best_attack.max(worth + base + 4);
                }
            } else if here.base != NONE && here.base != seat.0 {
                best_attack = best_attack.max(worth + 16);
            } else {
                value += worth;
            }
        }
        value + best_attack
    }

    fn advise_order(&self, state: &State, seat: Seat, turn: u8, action: Action) -> i32 {
        let Action::PlaceOrder(planet, token) = action else { return -100 };
        let stack = &state.stacks[planet.index()];
        let own = |wanted: Token| {
            stack.iter().filter(|order| order.seat == seat && order.token.order() == wanted).count() as i32
        };
        let anywhere = |wanted: Token| {
            let all = state.stacks.iter().flat_map(|stack| stack.iter());
            all.filter(|order| order.seat == seat && order.token.order() == wanted).count() as i32
        };
        let based = self.base_on(state, seat, planet).is_some();
        let player = state.player(seat);
        let target = self.target_value(state, seat, planet);
        let room = self.areas_of(planet).any(|area| self.has_room(state, seat, area));
        let ends = matches!(self.components.faction(player.faction).goal, Goal::EndCards { .. });
        let score = match token.order() {
            Token::Build if based => {
                let funds = i32::from(player.pool.min(8));
                let full = if room { 0 } else { 15 };
                24 + 3 * funds - full - 60 * own(Token::Build) - 8 * anywhere(Token::Build)
            }
            Token::Build => {
                // A base where units stand or will stand: the Mobilize order is placed on top of it.
                let here = self.has_unit(state, seat, planet);
                let coming = target > 0 && turn <= 2 && own(Token::Mobilize) == 0;
                let few = i32::from(self.components.common.bases - self.bases(state, seat).min(6));
                if (here || coming) && player.pool >= 4 {
                    26 + 2 * few + target / 4 - 60 * own(Token::Build) - 6 * anywhere(Token::Build)
                } else {
                    -20
                }
            }
            Token::Mobilize => {
                let under = if own(Token::Build) > 0 && !based { 12 } else { 0 };
                2 * target + under - 45 * own(Token::Mobilize)
            }
            _ => {
                let few_cards = 8 - player.hand.count_ones() as i32;
                let eager = if ends { 24 } else { 0 };
                if based { 18 + 2 * few_cards + eager - 40 * anywhere(Token::Research) } else { -30 }
            }
        };
        score + if token.is_gold() { 6 } else { 0 }
    }

    fn advise_taking(&self, state: &State, seat: Seat, action: Action) -> i32 {
        match action {
            Action::TakeOrder(planet) => {
                let top = state.stacks[planet.index()].last().map_or(Token::Build, |order| order.token);
                let based = self.base_on(state, seat, planet).is_some();
                match top.order() {
                    Token::Build if based => 30,
                    Token::Build => 12,
                    Token::Mobilize => 20 + self.target_value(state, seat, planet) / 4,
                    _ => 16,
                }
            }
            Action::Execute => {
                let (planet, order) =
                    (state.order.planet, state.order.token.map_or(Token::Build, Token::order));
                let useful = match order {
                    Token::Build => self.has_forces(state, seat, planet) && state.player(seat).pool >= 1,
                    Token::Mobilize => self.target_value(state, seat, planet) > 0,
                    _ => self.base_on(state, seat, planet).is_some(),
                };
                if useful { 40 } else { 0 }
            }
            Action::DrawEvent => 15,
            _ => 0,
        }
    }

    fn advise_buying(&self, state: &State, seat: Seat, action: Action) -> i32 {
        let player = state.player(seat);
        match action {
            Action::Buy(thing) => self.advise_purchase(state, seat, thing),
            Action::EndStep | Action::NoTech | Action::Go => 10,
            Action::UseGold => 30,
            Action::UseDiscount(_) => 12,
            Action::PayRest => 60,
            Action::Worker(Place::Force(_)) => -40,
            Action::Worker(Place::Minerals | Place::Gas) => 30,
            Action::Worker(Place::Card(_)) => 25,
            Action::Split(minerals) => i32::from(minerals),
            Action::DrawThree => 20,
            Action::BonusCard(card) => 12 + self.card_use(state, seat, card),
            Action::BonusEvent => {
                let ends = matches!(self.components.faction(player.faction).goal, Goal::EndCards { .. });
                if ends { 40 } else { 14 }
            }
            action if Self::is_destruction(action) => -500,
            _ => 0,
        }
    }

    fn advise_purchase(&self, state: &State, seat: Seat, thing: Thing) -> i32 {
        let player = state.player(seat);
        let funds = self.funds(state, seat, false);
        // Nothing is worth force mining to this player.
        if !funds.cover(self.cost_for(state, seat, thing), self.discounts(state, seat)) {
            return -50;
        }
        let workers = i32::from(self.workers(state, seat));
        match thing {
            Thing::Unit(kind, area) | Thing::Swap(kind, .., area) => {
                let unit = self.components.unit(kind);
                let local = self.local(state, seat, kind).unwrap_or(0);
                if unit.assist && self.in_play(state, seat, local) > 0 {
                    return 0;
                }
                let here = i32::from(total(&state.area(area).units));
                let first = if here == 0 { self.area_value(state, seat, area) / 4 } else { 0 };
                18 + 5 * i32::from(unit.total_cost) - if unit.assist { 15 } else { 0 } + first - here
            }
            Thing::Worker => {
                let early = state.round <= 4;
                if early && workers < 11 { 30 - workers } else { 4 }
            }
            Thing::Transport(route) => {
                let [a, b] = self.planet_of_route_end(state, route.index());
                let other = if a == state.order.planet { b } else { a };
                let wanted = self.ferried(state, seat, other, NONE) >> state.order.planet.0 & 1 == 0;
                let prize: i32 = self
                    .areas_of(other)
                    .filter(|&area| !self.controls(state, seat, area))
                    .map(|area| self.area_value(state, seat, area))
                    .sum();
                if wanted && self.transports(state, seat) < 5 { 22 + prize / 4 } else { 2 }
            }
            Thing::Level(building) => {
                let level = player.levels[usize::from(building)];
                let race = self.components.race(self.race_of(state, seat));
                let next = race.buildings[usize::from(building)].levels.get(usize::from(level));
                next.map_or(0, |(kind, _)| {
                    let unit = self.components.unit(*kind);
                    12 + 3 * i32::from(unit.total_cost) - if unit.assist { 12 } else { 0 }
                })
            }
            Thing::Module(Module::Supply) => 22 - 3 * i32::from(player.modules[0]),
            Thing::Module(Module::Rnd) => 24 - 8 * i32::from(player.modules[1]),
            Thing::Module(Module::AirSupport) => 8,
            Thing::Base(area) => {
                let held = self.components.area(area).resource != Resource::Conquest;
                60 + if held { 4 } else { 0 }
            }
            Thing::Tech(tech) => self.tech_use(state, seat, tech),
        }
    }

    /// A technology is worth what its cards do for units in play.
    fn tech_use(&self, state: &State, seat: Seat, tech: Tech) -> i32 {
        let bought = self.components.tech(tech);
        let race = self.race_of(state, seat);
        let first = self.components.race(race).first_card;
        let cards = (0..64u8).filter(|at| bought.cards >> at & 1 == 1).map(|at| Card(first + at));
        let uses: i32 = cards.map(|card| self.card_use(state, seat, card)).sum();
        4 + uses - 2 * i32::from(bought.cost.total())
    }

    /// How well a card fits the units its owner has in play.
    fn card_use(&self, state: &State, seat: Seat, card: Card) -> i32 {
        let printed = self.components.card(card);
        let race = self.components.race(self.race_of(state, seat));
        let mut fits = 0;
        for local in 0..usize::from(race.kinds) {
            let kind = Kind(race.first_kind + local as u8);
            if printed.units & kind.bit() != 0 {
                fits += i32::from(self.in_play(state, seat, local)).min(4);
            }
        }
        let values = match printed.kind {
            CardKind::Combat => i32::from(printed.major.0 + printed.major.1) / 3,
            _ => 4,
        };
        if fits == 0 { 1 } else { values + fits }
    }

    fn advise_move(&self, state: &State, seat: Seat, action: Action) -> i32 {
        let (kind, from, to) = match action {
            Action::Move(kind, from, to) | Action::Recall(kind, from, to) => (kind, from, to),
            Action::EndMoves => return 10,
            Action::ForcedMarch(_) => return 2,
            Action::Stay => return 5,
            Action::Liftoff(_) => return 0,
            _ => return -500,
        };
        let here = state.area(to);
        let worth = self.area_value(state, seat, to);
        let unit = self.components.unit(kind);
        let source = state.area(from);
        let leaves = total(&source.units) == 1 && source.base != seat.0;
        let loss = if leaves { self.area_value(state, seat, from) } else { 0 };
        if here.owner != NONE && here.owner != seat.0 {
            let attackers = state.order.attackers;
            let reserves =
                self.reserves(state, seat, state.order.planet) + self.power(state, seat, &attackers);
            let defence = self.power(state, Seat(here.owner), &here.units);
            let most = i32::from(self.limit(to) + self.components.common.overstack);
            let count = i32::from(total(&attackers));
            let enough = self.power(state, seat, &attackers) >= 2 * defence;
            if reserves * 4 < defence * 5 || count >= most || enough {
                return 0;
            }
            let base = if here.base == NONE { 0 } else { 12 };
            return 24 + worth + base + 2 * i32::from(unit.total_cost) - loss;
        }
        if here.base != NONE && here.base != seat.0 {
            let held = here.owner == seat.0;
            return if held { 0 } else { 30 + worth - loss - i32::from(unit.total_cost) };
        }
        if here.owner == seat.0 {
            // Strengthen what pays points.
            let thin = total(&here.units) < 2 && worth > 12 && total(&source.units) > 2;
            return if thin { 12 } else { 0 };
        }
        12 + worth - loss - i32::from(unit.total_cost) / 2
    }

    fn advise_battle(&self, state: &State, seat: Seat, action: Action) -> i32 {
        let battle = &state.battle;
        let side = usize::from(battle.seats[0] != seat);
        let cost = |kind: Kind| i32::from(self.components.unit(kind).total_cost);
        match action {
            Action::StartAbility(ability) => {
                let retreats = match ability {
                    Ability::Event(event) => self
                        .components
                        .event(event)
                        .effects
                        .iter()
                        .any(|effect| effect.code == Code::SobRetreat),
                    _ => false,
                };
                let own = self.power(state, seat, &battle.units[side]);
                let other = self.power(state, battle.seats[1 - side], &battle.units[1 - side]);
                if retreats { if other > own * 2 { 20 } else { -5 } } else { 10 }
            }
            Action::Pair(own, other) => {
                let (mine, theirs) = (self.components.unit(own), self.components.unit(other));
                let hits = mine.hits & other.bit() != 0;
                let safe = theirs.hits & own.bit() == 0;
                2 * cost(own) - cost(other) + if hits { 8 } else { 0 } + if safe { 4 } else { 0 }
            }
            Action::Support(kind, line) => {
                let line = &battle.lines[usize::from(line)];
                let target = Kind(line.front[1 - side]);
                let hits = self.components.unit(kind).hits & target.bit() != 0;
                (if hits { 6 } else { 0 }) - 2 * i32::from(total(&line.support[side]))
                    + cost(Kind(line.front[side])) / 2
            }
            Action::Card(line, card) => {
                let front = Kind(battle.lines[usize::from(line)].front[side]);
                let printed = self.components.card(card);
                let (attack, health) =
                    if printed.units & front.bit() != 0 { printed.major } else { printed.minor };
                2 * i32::from(attack) + 2 * i32::from(health) + printed.effects.len() as i32
            }
            Action::Top(_) => 15,
            Action::Reinforce(line, card) => {
                let line = &battle.lines[usize::from(line)];
                let printed = self.components.card(card);
                let front = Kind(line.front[side]).bit();
                let race = self.components.race(self.race_of(state, seat));
                let behind = line.support[side].iter().enumerate().filter(|(_, count)| **count > 0);
                let behind = behind.fold(0, |mask, (at, _)| mask | 1 << (usize::from(race.first_kind) + at));
                if printed.units & front != 0 || printed.icon & behind != 0 { 10 } else { -10 }
            }
            Action::PayAbility => 5,
            Action::Lose(kind)
            | Action::LoseSupport(kind)
            | Action::Excess(kind)
            | Action::ConsumeUnit(kind) => -cost(kind),
            Action::ConsumeWorker => -3,
            Action::Front(kind) => -cost(kind),
            Action::Withdraw(area) | Action::RetreatTo(area) => {
                let room = i32::from(self.limit(area)) - i32::from(total(&state.area(area).units));
                let needed = if matches!(battle.step, Step::RetreatTo { .. }) {
                    i32::from(total(&battle.leaving))
                } else {
                    1
                };
                self.area_value(state, seat, area) + 10 * room.min(needed)
            }
            _ => 0,
        }
    }

    fn advise_event(&self, state: &State, seat: Seat, action: Action) -> i32 {
        match action {
            Action::PlayEvent(event) => {
                let printed = self.components.event(event);
                let worth = |code: &Code| match code {
                    Code::Cp(n) => 30 * i32::from(*n),
                    Code::OrderNow(_) => 25,
                    Code::Place(..) | Code::PlaceOneOf(..) => 28,
                    Code::AddWorkers(_) | Code::KillUnit(_) => 22,
                    Code::Draw(_) => 16,
                    Code::MoveZEnd | Code::TakeFirst | Code::Undeplete => 6,
                    _ => 18,
                };
                printed.effects.iter().map(|effect| worth(&effect.code)).max().unwrap_or(0)
            }
            Action::EndPoint => 10,
            Action::EndCard => 5,
            Action::Buy(thing) => self.advise_purchase(state, seat, thing),
            Action::NoBuy => 10,
            Action::OrderPlanet(planet) => {
                self.target_value(state, seat, planet) + 5 * i32::from(self.has_forces(state, seat, planet))
            }
            Action::Player(other) => {
                i32::from(state.player(other).cp) + 5 * i32::from(self.income(state, other))
            }
            Action::Transport(_, other) => i32::from(state.player(other).cp),
            Action::Area(area) => {
                let here = state.area(area);
                let own = i32::from(here.owner == seat.0);
                let foe = if here.owner != NONE && here.owner != seat.0 {
                    i32::from(state.players[usize::from(here.owner)].cp)
                } else {
                    0
                };
                self.area_value(state, seat, area) + foe - own
            }
            Action::Kind(kind) | Action::Put(kind) => i32::from(self.components.unit(kind).total_cost),
            Action::Lose(kind) => -i32::from(self.components.unit(kind).total_cost),
            Action::Discard(card) => -self.card_use(state, seat, card),
            _ => 0,
        }
    }

    fn advise_setup(&self, state: &State, seat: Seat, action: Action) -> i32 {
        match action {
            Action::Base(area) => {
                let planet = self.planet(area);
                let rich: i32 = self
                    .areas_of(planet)
                    .map(|area| self.components.area(area))
                    .filter(|area| area.resource != Resource::Conquest)
                    .map(|area| i32::from(area.amount))
                    .sum();
                let here = self.components.area(area);
                3 * rich + i32::from(here.limit) + if here.resource == Resource::Conquest { 0 } else { 3 }
            }
            Action::NoBase => 16,
            Action::StartUnit(_, area) => {
                let here = state.area(area);
                self.area_value(state, seat, area) - 6 * i32::from(total(&here.units))
            }
            Action::StartTransport(route) => {
                let [a, b] = self.planet_of_route_end(state, route.index());
                let other = if a == state.player(seat).home { b } else { a };
                self.areas_of(other).map(|area| self.area_value(state, seat, area)).sum()
            }
            _ => 0,
        }
    }

    /// Own destruction is no choice for computer players; single workers of a payment follow the usual plan; moves
    /// and purchases that commute are kept in ascending order by the search itself.
    pub(crate) fn drop_permutations(&self, state: &State, _seat: Seat, legal: &mut Vec<Action>) {
        if matches!(state.frame(), Frame::Pay) && legal.contains(&Action::PayRest) {
            legal.retain(|&action| action == Action::PayRest);
            return;
        }
        if legal.iter().any(|&action| !Self::is_destruction(action)) {
            legal.retain(|&action| !Self::is_destruction(action));
        }
        if let Frame::StartUnits { .. } = state.frame() {
            let first = legal.iter().find_map(|action| match action {
                Action::StartUnit(kind, _) => Some(*kind),
                _ => None,
            });
            legal.retain(|action| !matches!(action, Action::StartUnit(kind, _) if Some(*kind) != first));
        }
        if let (Frame::Battle, Step::Support { .. }) = (state.frame(), state.battle.step) {
            let first = legal.iter().find_map(|action| match action {
                Action::Support(kind, _) => Some(*kind),
                _ => None,
            });
            legal.retain(|action| !matches!(action, Action::Support(kind, _) if Some(*kind) != first));
        }
    }
}
