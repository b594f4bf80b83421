//! Fills the views from what a viewer knows.

use rules::{Dice, Seat, Viewer};

use crate::{
    StarCraft,
    action::{Action, Thing},
    data::{Cost, Goal, Resource},
    ids::{
        Area, Card, Cards, EventBag, Force, Gate, Kind, KindMask, Module, Planet, Race, Side, Tech, Token,
        total,
    },
    state::{Frame, NONE, PayStage, State},
    view::View,
    views::{
        AreaView, CellView, FundsView, GateView, OrderView, OwnStackView, PaymentView, PlanView, PrivateView,
        PublicView, ResourceView, RouteView, SeatView, ShopView, StackView, TileView, TokenView, UnitsView,
    },
};

/// Always the first possibility: a state to calculate with, where the hidden parts do not matter.
pub(crate) struct FirstFace;

impl Dice for FirstFace {
    fn below(&mut self, _n: u32) -> u32 {
        0
    }
}

impl StarCraft {
    /// A state behind the view, for numbers that follow from what the viewer knows.
    pub(crate) fn assume(&self, view: &View) -> State {
        self.imagine(view, &mut FirstFace)
    }

    pub(crate) fn kind_names(&self, mask: KindMask) -> Vec<String> {
        let units = self.components.units.iter().enumerate();
        units.filter(|(at, _)| mask >> at & 1 == 1).map(|(_, unit)| unit.id.clone()).collect()
    }

    pub(crate) fn card_names(&self, race: Race, cards: Cards) -> Vec<String> {
        let first = self.components.race(race).first_card;
        let held = (0..64u8).filter(|at| cards >> at & 1 == 1);
        held.map(|at| self.card_id(Card(first + at)).to_owned()).collect()
    }

    fn event_names(&self, bag: EventBag) -> Vec<String> {
        let names = |event| {
            std::iter::repeat_n(self.components.event(event).id.clone(), usize::from(bag.count(event)))
        };
        bag.kinds().flat_map(names).collect()
    }

    pub(crate) fn units_view(&self, race: Race, force: &Force) -> Vec<UnitsView> {
        let first = self.components.race(race).first_kind;
        let present = force.iter().enumerate().filter(|(_, count)| **count > 0);
        present
            .map(|(at, &count)| UnitsView { kind: self.kind_word(Kind(first + at as u8)).to_owned(), count })
            .collect()
    }

    pub(crate) fn show_public(&self, view: &View) -> PublicView {
        let state = self.assume(view);
        let mut left = self.stages;
        let mut drawn = state.drawn;
        for stage in &mut left {
            let gone = drawn.min(*stage);
            *stage -= gone;
            drawn -= gone;
        }
        let phase = match state.frames.first() {
            Some(Frame::Plan { .. }) => "planning",
            Some(Frame::Exec { .. }) => "execution",
            Some(Frame::Faces | Frame::Events { .. } | Frame::Discard) => "regrouping",
            Some(Frame::Over) | None => "over",
            Some(_) => "setup",
        };
        PublicView {
            round: state.round,
            last_round: self.options.last_round,
            phase,
            stage: self.stage(&state) + 1,
            stage_cards: left,
            cards_to_stage_3: left[0] + left[1],
            ends: state.ends,
            ends_needed: self.components.common.end_cards,
            first: state.first.0,
            tiles: self.tiles(&state),
            cells: if matches!(state.frames.last(), Some(Frame::PlacePlanet { .. })) {
                let free = self.cells(&state).into_iter();
                free.map(|(x, y)| CellView { id: format!("cell:{x},{y}"), x, y }).collect()
            } else {
                Vec::new()
            },
            routes: self.route_views(&state),
            areas: self.area_views(&state),
            stacks: view
                .stacks
                .iter()
                .enumerate()
                .filter(|(_, stack)| !stack.is_empty())
                .map(|(at, stack)| StackView {
                    planet: self.planet_word(Planet(at as u8)).to_owned(),
                    owners: stack.iter().map(|order| order.seat.0).collect(),
                })
                .collect(),
            seats: (0..self.players()).map(|at| self.seat_view(view, &state, Seat(at))).collect(),
            event_discards: self.event_names(state.spent),
            order: self.order_view(&state),
            payment: state.frames.contains(&Frame::Pay).then(|| PaymentView {
                seat: state.pay.seat.0,
                what: self.thing_name(&state, state.pay.seat, state.pay.thing),
                words: cost_words(Cost { minerals: state.pay.minerals, gas: state.pay.gas }),
                minerals: state.pay.minerals,
                gas: state.pay.gas,
                discount: state.pay.discount,
                stage: match state.pay.stage {
                    PayStage::Discounts => "discounts",
                    PayStage::Split => "split",
                    PayStage::Workers => "workers",
                },
            }),
            ending: state.ending,
            winners: state.winners.iter().map(|seat| seat.0).collect(),
        }
    }

    fn tiles(&self, state: &State) -> Vec<TileView> {
        let placed = (0..12).map(Planet).filter(|planet| state.tiles[planet.index()].placed);
        placed
            .map(|planet| {
                let tile = state.tiles[planet.index()];
                let gates = Side::ALL.into_iter().map(|side| Gate { planet, side });
                let gates = gates.filter(|&gate| self.is_gate(state, gate)).map(|gate| GateView {
                    id: self.gate_word(gate),
                    side: gate.side.letter().to_string(),
                    name: self.gate_name(gate),
                    free: self.is_free(state, gate),
                });
                TileView {
                    planet: self.planet_word(planet).to_owned(),
                    x: tile.x,
                    y: tile.y,
                    rotation: tile.rotation,
                    gates: gates.collect(),
                }
            })
            .collect()
    }

    fn route_views(&self, state: &State) -> Vec<RouteView> {
        let mut numbers = 0;
        let routes = state.routes.iter().enumerate();
        routes
            .map(|(at, route)| {
                numbers += u8::from(route.z);
                RouteView {
                    id: format!("r{}", at + 1),
                    name: self.road_name(route.a, route.b),
                    a: self.gate_word(route.a),
                    b: self.gate_word(route.b),
                    z: if route.z { numbers } else { 0 },
                    transports: (0..6).filter(|seat| route.transports >> seat & 1 == 1).collect(),
                }
            })
            .collect()
    }

    fn area_views(&self, state: &State) -> Vec<AreaView> {
        let in_play = (0..self.components.areas.len() as u8).map(Area);
        let in_play = in_play.filter(|&area| state.tiles[self.planet(area).index()].placed);
        let seat = |seat: u8| (seat != NONE).then_some(seat);
        in_play
            .map(|area| {
                let here = state.area(area);
                let race = seat(here.owner).map(|owner| self.race_of(state, Seat(owner)));
                let guard = seat(here.base).filter(|&base| state.players[usize::from(base)].modules[2] > 0);
                AreaView {
                    id: self.area_word(area).to_owned(),
                    owner: seat(here.owner),
                    base: seat(here.base),
                    control: self.controller(state, area).map(|seat| seat.0),
                    units: race.map_or_else(Vec::new, |race| self.units_view(race, &here.units)),
                    count: total(&here.units),
                    depletion: here.depletion,
                    card: seat(here.card),
                    workers: here.workers,
                    contested: state.battle.area == area,
                    orbital_defense: guard,
                }
            })
            .collect()
    }

    fn seat_view(&self, view: &View, state: &State, seat: Seat) -> SeatView {
        let player = &view.players[seat.index()];
        let chosen = player.faction.0 != NONE;
        let faction = chosen.then(|| self.components.faction(player.faction));
        let race = faction.map(|faction| faction.race);
        let names = |cards: Cards| race.map_or_else(Vec::new, |race| self.card_names(race, cards));
        let (have, need) = if chosen { self.goal_progress(state, seat) } else { (0, 0) };
        let own_cards = (0..self.components.areas.len() as u8).map(Area);
        let own_cards = own_cards.filter(|&area| state.area(area).card == seat.0);
        let on_board = |stack: &rules::InlineVec<crate::view::PlacedView, { crate::state::STACK }>| {
            stack.iter().filter(|order| order.seat == seat).count() as u8
        };
        let bought = |tech: &&crate::data::TechType| {
            Some(tech.race) == race && tech.cards & !state.player(seat).tech != 0
        };
        SeatView {
            seat: seat.0,
            name: faction.map_or_else(|| format!("Player {}", seat.0 + 1), |faction| faction.name.clone()),
            faction: faction.map(|faction| faction.id.clone()),
            race: race.map(Race::name),
            color: faction.map(|faction| faction.color.clone()),
            eliminated: player.out > 0,
            cp: player.cp,
            threshold: if chosen { self.threshold(state, seat) } else { self.components.common.victory },
            income: self.income(state, seat),
            goal: faction.map_or_else(String::new, |faction| faction.special.clone()),
            goal_short: faction.map_or("", |faction| match faction.goal {
                Goal::ResourceAreas { .. } => "resource areas",
                Goal::FullPlanets { .. } => "whole planets",
                Goal::MostAreas => "areas",
                Goal::EndCards { .. } => "end cards",
                Goal::ConquestAreas { .. } => "conquest areas",
                Goal::BasePlanets { .. } => "planets with a base",
            }),
            goal_have: have,
            goal_need: need,
            orders_on_board: view.stacks.iter().map(on_board).sum(),
            tokens_in_supply: state.player(seat).tokens.iter().sum(),
            gold_limit: self.gold_limit(state, seat),
            hand: player.hand_count,
            hand_limit: if chosen { self.hand_limit(state, seat) } else { 0 },
            deck: player.deck_count,
            discards: names(player.discards),
            pool: player.pool,
            unavailable: player.idle,
            on_minerals: player.on_minerals,
            on_gas: player.on_gas,
            workers: self.workers(state, seat),
            resource_cards: own_cards
                .map(|area| ResourceView {
                    area: self.area_word(area).to_owned(),
                    gas: self.components.area(area).resource == Resource::Gas,
                    amount: self.components.area(area).amount,
                    workers: state.area(area).workers,
                    depleted: state.area(area).depletion > 0,
                })
                .collect(),
            levels: player.levels,
            modules: player.modules,
            modules_used: player.modules.iter().sum(),
            build_limit: if chosen { self.build_limit(state, seat) } else { 0 },
            technologies: self.components.techs.iter().filter(bought).map(|tech| tech.id.clone()).collect(),
            play_area: names(player.play),
            kept: self.event_names(player.kept),
            event_cards: [0, 1, 2].map(|stage| player.front[stage] + player.read[stage]),
            areas: self.areas_controlled(state, seat),
            bases: self.bases(state, seat),
            transports: self.transports(state, seat),
            known_cards: names(player.open),
            jammed: player.jammed,
            planets_to_place: (0..12)
                .map(Planet)
                .filter(|planet| player.dealt >> planet.0 & 1 == 1)
                .map(|planet| self.planet_word(planet).to_owned())
                .collect(),
        }
    }

    fn order_view(&self, state: &State) -> Option<OrderView> {
        let order = &state.order;
        if order.planet.0 == NONE {
            return None;
        }
        let step = state.frames.iter().rev().find_map(|frame| match frame {
            Frame::Choose { .. } => Some("choose"),
            Frame::Build { step } => Some(["A", "B", "C"][usize::from(*step)]),
            Frame::Mobilize => Some("moves"),
            Frame::Liftoff => Some("liftoff"),
            Frame::Research { .. } => Some("research"),
            Frame::Battle => Some("battle"),
            _ => None,
        });
        let name = order.token.map_or_else(
            || if state.frames.contains(&Frame::Mobilize) { "Mobilize" } else { "Build" },
            |token| token.order().name(),
        );
        Some(OrderView {
            seat: order.seat.0,
            planet: self.planet_word(order.planet).to_owned(),
            order: name.to_owned(),
            gold: order.token.is_some_and(Token::is_gold),
            step: step.unwrap_or("").to_owned(),
            built: order.built,
            build_limit: self.build_limit(state, order.seat),
            discount: order.discount,
            enemy: (order.enemy.0 != NONE).then(|| self.area_word(order.enemy).to_owned()),
            attackers: self.units_view(self.race_of(state, order.seat), &order.attackers),
        })
    }

    pub(crate) fn show_private(&self, view: &View) -> PrivateView {
        let seat = view.viewer.seat();
        let player = seat.map(|seat| &view.players[seat.index()]).filter(|player| player.faction.0 != NONE);
        let race = player.map(|player| self.components.faction(player.faction).race);
        let names = |cards: Option<Cards>| match (race, cards) {
            (Some(race), Some(cards)) => self.card_names(race, cards),
            _ => Vec::new(),
        };
        let state = self.assume(view);
        let planned = seat.filter(|_| player.is_some());
        PrivateView {
            you: seat.map(|seat| seat.0),
            hand_cards: names(player.and_then(|player| player.hand)),
            hand_discarding: names(player.and_then(|player| player.dropping)),
            event_faces: player
                .and_then(|player| player.faces)
                .map_or_else(Vec::new, |bag| self.event_names(bag)),
            own_orders: planned.map_or_else(Vec::new, |_| {
                let own = view.stacks.iter().enumerate().filter(|(_, stack)| !stack.is_empty());
                own.map(|(at, stack)| OwnStackView {
                    planet: self.planet_word(Planet(at as u8)).to_owned(),
                    tokens: stack.iter().map(|order| order.token.map(Token::word)).collect(),
                })
                .collect()
            }),
            comes_off: planned.map_or_else(Vec::new, |seat| self.comes_off(view, seat)),
            tokens: planned.map_or_else(Vec::new, |seat| self.token_views(&state, seat)),
            funds: planned.map(|seat| {
                let (plain, forced) = (self.funds(&state, seat, false), self.funds(&state, seat, true));
                FundsView {
                    workers: plain.workers,
                    minerals: plain.minerals.min(plain.workers),
                    gas: plain.gas.min(plain.workers),
                    forced_minerals: forced.minerals.min(forced.workers),
                    forced_gas: forced.gas.min(forced.workers),
                }
            }),
            shop: planned.map_or_else(Vec::new, |seat| self.shop(&state, seat)),
            battle: (view.battle.area.0 != NONE).then(|| self.battle_sheet(view)),
        }
    }

    /// SC-UI-9: stacks are emptied from the top; `covered_by` orders of others must go first.
    fn comes_off(&self, view: &View, seat: Seat) -> Vec<PlanView> {
        let mut plans = Vec::new();
        for (at, stack) in view.stacks.iter().enumerate() {
            let mut above = 0;
            for order in stack.iter().rev() {
                if order.seat == seat
                    && let Some(token) = order.token
                {
                    let planet = self.planet_word(Planet(at as u8)).to_owned();
                    plans.push(PlanView { planet, token: token.word(), covered_by: above });
                } else {
                    above += 1;
                }
            }
        }
        plans.sort_by_key(|plan| plan.covered_by);
        plans
    }

    fn token_views(&self, state: &State, seat: Seat) -> Vec<TokenView> {
        let tokens = state.player(seat).tokens;
        let gold = self.gold_limit(state, seat);
        Token::ALL
            .map(|token| {
                let left = tokens[token.index()];
                let why = if left == 0 {
                    Some("all tokens of this type are on the board".to_owned())
                } else if token.is_gold() && gold == 0 {
                    Some("a gold order needs an R&D module".to_owned())
                } else {
                    None
                };
                TokenView { token: token.word(), left, usable: why.is_none(), why }
            })
            .into()
    }

    /// Everything that can be bought, with what is missing.
    pub(crate) fn shop(&self, state: &State, seat: Seat) -> Vec<ShopView> {
        let race = self.race_of(state, seat);
        let printed = self.components.race(race);
        let (player, common) = (state.player(seat), &self.components.common);
        let funds = self.funds(state, seat, true);
        let discount = self.discounts(state, seat);
        let mut shop = Vec::new();
        let mut add = |group,
                       id: String,
                       name: String,
                       cost: crate::data::Cost,
                       left: u8,
                       owned: u8,
                       missing: Option<(String, &'static str)>| {
            let affordable = funds.cover(cost, discount);
            let short = || {
                let why = format!(
                    "costs {}, you can pay {} minerals and {} gas with {} workers",
                    cost_words(cost),
                    funds.minerals.min(funds.workers),
                    funds.gas.min(funds.workers),
                    funds.workers
                );
                (why, "SC-RSRC-5")
            };
            let missing = missing.or_else(|| (!affordable).then(short));
            shop.push(ShopView {
                group,
                id,
                name,
                minerals: cost.minerals,
                gas: cost.gas,
                left,
                owned,
                affordable,
                available: missing.is_none(),
                rule: missing.as_ref().map(|(_, rule)| *rule),
                why: missing.map(|(why, _)| why),
            });
        };
        for local in 0..usize::from(printed.kinds) {
            let kind = self.kind_at(state, seat, local);
            let unit = self.components.unit(kind);
            let left = self.figures_left(state, seat, local);
            let owned = self.in_play(state, seat, local);
            let missing = if let Some((building, level)) = unit.building {
                let built = player.levels[usize::from(building)];
                let name = &printed.buildings[usize::from(building)].name;
                (built < level)
                    .then(|| (format!("needs {name} level {level}, you have level {built}"), "SC-BUILD-4"))
            } else {
                let tech = unit.technology.map(|tech| self.components.tech(tech));
                tech.filter(|tech| player.play & tech.cards == 0)
                    .map(|tech| (format!("needs the technology {}", tech.name), "SC-BUILD-12"))
            };
            let gone =
                (left == 0).then(|| ("all figures of this kind are in play".to_owned(), "SC-BUILD-21"));
            add("unit", unit.id.clone(), unit.name.clone(), unit.cost, left, owned, missing.or(gone));
        }
        let workers = self.workers(state, seat);
        let full =
            |left: u8, what: &str| (left == 0).then(|| (format!("you have all {what}"), "SC-BUILD-21"));
        let left = common.workers - workers;
        add(
            "worker",
            "worker".into(),
            printed.worker.clone(),
            common.worker,
            left,
            workers,
            full(left, "15 workers"),
        );
        let ferries = self.transports(state, seat);
        let left = common.transports - ferries;
        add(
            "transport",
            "transport".into(),
            printed.transport.clone(),
            common.transport,
            left,
            ferries,
            full(left, "7 transports"),
        );
        let bases = self.bases(state, seat);
        let left = common.bases - bases;
        add("base", "base".into(), printed.base.clone(), common.base, left, bases, full(left, "6 bases"));
        for (at, building) in printed.buildings.iter().enumerate() {
            let level = player.levels[at];
            let cost = self.level_price(state, seat, at as u8);
            let most = building.levels.len() as u8;
            let missing = cost.is_none().then(|| ("it has no further level".to_owned(), "SC-BUILD-7"));
            let name = format!("{} level {}", building.name, (level + 1).min(most));
            add(
                "building",
                building.id.clone(),
                name,
                cost.unwrap_or_default(),
                most - level,
                level,
                missing,
            );
        }
        let used: u8 = player.modules.iter().sum();
        for module in Module::ALL {
            let (have, most) = (player.modules[module.index()], printed.modules[module.index()]);
            let missing = if have >= most {
                Some((format!("this race has {most} of them"), "SC-BUILD-8"))
            } else {
                (used >= printed.module_slots).then(|| ("no free module slot".to_owned(), "SC-BUILD-19"))
            };
            let cost = common.module_costs[module.index()];
            add("module", module.word().into(), module.name().into(), cost, most - have, have, missing);
        }
        for tech in self.components.techs.iter().filter(|tech| tech.race == race) {
            let left = (player.tech & tech.cards).count_ones() as u8;
            let all = tech.cards.count_ones() as u8;
            let missing = (left == 0).then(|| ("you have bought it".to_owned(), "SC-RES-8"));
            add("technology", tech.id.clone(), tech.name.clone(), tech.cost, left, all - left, missing);
        }
        shop
    }

    /// A purchase in words.
    pub(crate) fn thing_name(&self, state: &State, seat: Seat, thing: Thing) -> String {
        let race = self.components.race(self.race_of(state, seat));
        let area = |area: Area| self.components.area(area).name.clone();
        match thing {
            Thing::Worker => race.worker.clone(),
            Thing::Transport(route) => match state.routes.get(route.index()) {
                Some(laid) => {
                    format!("{} from {}", race.transport, self.road_name(laid.a, laid.b))
                }
                None => race.transport.clone(),
            },
            Thing::Unit(kind, at) => format!("{} in {}", self.components.unit(kind).name, area(at)),
            Thing::Swap(kind, .., to) => format!("{} in {}", self.components.unit(kind).name, area(to)),
            Thing::Level(at) => {
                let building = &race.buildings[usize::from(at.min(2))];
                format!("{} level {}", building.name, state.player(seat).levels[usize::from(at.min(2))] + 1)
            }
            Thing::Module(module) => format!("{} module", module.name()),
            Thing::Base(at) => format!("{} in {}", race.base, area(at)),
            Thing::Tech(tech) => self.technology_name(tech),
        }
    }

    fn technology_name(&self, tech: Tech) -> String {
        self.components.tech(tech).name.clone()
    }

    /// Is the viewer the one who decides?
    pub(crate) fn is_to_act(&self, view: &View, seat: Seat) -> bool {
        matches!(view.viewer, Viewer::Seat(own) if own == seat)
    }

    pub(crate) fn is_destruction(action: Action) -> bool {
        matches!(action, Action::DestroyUnit(..) | Action::DestroyBase(_) | Action::DestroyTransport(_))
    }
}

/// "1 mineral and 2 gas".
pub(crate) fn cost_words(cost: crate::data::Cost) -> String {
    let minerals = match cost.minerals {
        0 => None,
        1 => Some("1 mineral".to_owned()),
        n => Some(format!("{n} minerals")),
    };
    let gas = (cost.gas > 0).then(|| format!("{} gas", cost.gas));
    match (minerals, gas) {
        (Some(minerals), Some(gas)) => format!("{minerals} and {gas}"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => "nothing".to_owned(),
    }
}

/// "3 workers can fetch 1 mineral and 2 gas".
pub(crate) fn fetch_words(funds: crate::payment::Funds) -> String {
    let most =
        crate::data::Cost { minerals: funds.minerals.min(funds.workers), gas: funds.gas.min(funds.workers) };
    format!("{} can fetch {}", crate::names::count(usize::from(funds.workers), "worker"), cost_words(most))
}
