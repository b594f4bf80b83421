//! Titles, labels, targets and reasons of decisions.

use rules::{RuleId, Seat, Target};

use crate::{
    StarCraft,
    action::{Ability, Action, Place, Thing},
    ids::{Area, Card, EventId, Kind, Planet, Route},
    names::count,
    state::{Frame, NONE, PayStage, Step},
    tables::{cost_words, fetch_words},
    view::View,
};

impl StarCraft {
    pub(crate) fn player_name(&self, view: &View, seat: Seat) -> String {
        let faction = view.players[seat.index()].faction;
        if faction.0 == NONE {
            format!("Player {}", seat.0 + 1)
        } else {
            self.components.faction(faction).name.clone()
        }
    }

    pub(crate) fn title_of(&self, view: &View, _seat: Seat) -> String {
        let order = &view.order;
        let at = || self.planet_name(order.planet).to_owned();
        match view.frames.last().copied().unwrap_or(Frame::Over) {
            Frame::FirstPlayer | Frame::Deal { .. } | Frame::Home { .. } => "The lots are drawn".to_owned(),
            Frame::Faction { .. } => "Choose your faction".to_owned(),
            Frame::PlacePlanet { .. } => "Place one of your planets".to_owned(),
            Frame::FirstBase { planet, turn } if turn < self.players() => {
                format!("Put your first base on {}, or wait for your second planet", self.planet_name(planet))
            }
            Frame::FirstBase { planet, .. } => format!("Put your first base on {}", self.planet_name(planet)),
            Frame::LayRoute { .. } => "Lay a Z-axis route between two free entrances".to_owned(),
            Frame::StartUnits { .. } => "Place your starting units".to_owned(),
            Frame::StartTransport { .. } => "Place your starting transport".to_owned(),
            Frame::Plan { turn, .. } => {
                format!("Place order {turn} of {}", self.components.common.orders_per_round)
            }
            Frame::Exec { .. } => "Take one of your orders from the top of a stack".to_owned(),
            Frame::Choose { planet, token } => {
                format!("{} at {}: execute it, or draw an event card", token.name(), self.planet_name(planet))
            }
            Frame::Build { step: 0 } => format!("Build at {}: units, workers, transports", at()),
            Frame::Build { step: 1 } => format!("Build at {}: a building level and a module", at()),
            Frame::Build { .. } => format!("Build at {}: a base", at()),
            Frame::Pay => match view.pay.stage {
                PayStage::Discounts => "Use a discount, or pay the full price".to_owned(),
                PayStage::Split => "Divide the discount between minerals and gas".to_owned(),
                PayStage::Workers => {
                    let left = crate::data::Cost { minerals: view.pay.minerals, gas: view.pay.gas };
                    format!("Place workers: {} to pay", cost_words(left))
                }
            },
            Frame::Mobilize => format!("Mobilize to {}: move units, then end the moves", at()),
            Frame::Liftoff => format!("Move your base on {}, or leave it", at()),
            Frame::Research { step: 0 } => "Research: draw 3 combat cards?".to_owned(),
            Frame::Research { step: 1 } => "Research: buy a technology, or none".to_owned(),
            Frame::Research { .. } => "Gold Research: choose the bonus".to_owned(),
            Frame::Draw { .. } => "Combat cards are drawn".to_owned(),
            Frame::Battle => self.battle_title(view),
            Frame::Faces => "Event cards are read".to_owned(),
            Frame::Events { .. } => "Play one event card, or none".to_owned(),
            Frame::Event { event, .. } => format!("{}: choose", self.event_name(event)),
            Frame::Strike { area } => format!("Destroy one of your units in {}", self.area_name(area)),
            Frame::Put { area, .. } => format!("Which new units stand in {}?", self.area_name(area)),
            Frame::PutOne { kind } => format!("Where does the {} stand?", self.unit_name(Kind(kind))),
            Frame::Discard => "Discard combat cards down to your hand limit".to_owned(),
            Frame::Over => "The game is over".to_owned(),
        }
    }

    fn battle_title(&self, view: &View) -> String {
        let area = self.area_name(view.battle.area);
        match view.battle.step {
            Step::Ability { .. } => format!("Battle for {area}: use a start of battle ability?"),
            Step::Consume { .. } => "Consume: give a unit or a worker".to_owned(),
            Step::Ambush { .. } => "Destroy one of your units that fits".to_owned(),
            Step::Front { .. } => "Only Assist units: choose one for the front".to_owned(),
            Step::Pair => format!("Pair the front line: {} to go", view.battle.to_pair),
            Step::Support { .. } => "Assign the remaining units as support".to_owned(),
            Step::Place { line, .. } => format!("Skirmish {}: place a combat card", line + 1),
            Step::Reinforce { line, .. } => format!("Skirmish {}: add a reinforcement card?", line + 1),
            Step::Resolve => "Choose the skirmish to resolve next".to_owned(),
            Step::Costs { .. } => "Pay a worker for the card's ability?".to_owned(),
            Step::Hit { .. } => "Choose the supporting unit that is defeated".to_owned(),
            Step::Withdraw { kind, .. } => {
                format!("Your cloaked {} withdraws: choose an area", self.unit_name(Kind(kind)))
            }
            Step::EndAbility { .. } => "Which ability comes first?".to_owned(),
            Step::Broodling { .. } => "Destroy one of your ground units in this skirmish".to_owned(),
            Step::Splash { .. } => "Splash damage: destroy one of your units".to_owned(),
            Step::Excess => "Too many units for the area: choose those that retreat".to_owned(),
            Step::RetreatTo { .. } => "Choose the area your units retreat to".to_owned(),
            Step::Overfill { .. } => "Not all units fit: choose those that are destroyed".to_owned(),
            Step::TrimAttackers => "Too many units for the area: choose those that are destroyed".to_owned(),
            _ => format!("Battle for {area}"),
        }
    }

    pub(crate) fn subtitle_of(&self, view: &View, seat: Seat) -> Option<String> {
        match view.frames.last()? {
            Frame::Build { step: 0 } => {
                let state = self.assume(view);
                let funds = self.funds(&state, seat, false);
                Some(format!(
                    "{} of {} built; {}",
                    state.order.built,
                    count(usize::from(self.build_limit(&state, seat)), "unit"),
                    fetch_words(funds)
                ))
            }
            Frame::PlacePlanet { .. } => {
                Some("Choose a planet, a free space beside the galaxy, and which way it faces".to_owned())
            }
            Frame::LayRoute { .. } => Some("Choose one entrance, then the other".to_owned()),
            Frame::StartUnits { .. } => Some("Choose a unit, then an area of your home planet".to_owned()),
            Frame::Plan { .. } => Some(
                "Choose an order and a planet. The last order placed on a planet comes off first".to_owned(),
            ),
            Frame::Exec { .. } => Some("Orders under others wait until those are taken".to_owned()),
            Frame::Pay => {
                let state = self.assume(view);
                Some(format!("For {}", self.thing_name(&state, seat, view.pay.thing)))
            }
            Frame::Build { step: 1 } => Some("One building level and one module".to_owned()),
            Frame::Build { .. } => Some("A base needs an area of this planet that you hold".to_owned()),
            Frame::Liftoff => Some("A base may move to an area of the planet that you hold".to_owned()),
            Frame::Research { step: 0 } => Some("Then you may buy a technology".to_owned()),
            Frame::Discard => {
                let state = self.assume(view);
                let held = usize::from(view.players[seat.index()].hand_count);
                Some(format!(
                    "{} in hand, the limit is {}",
                    count(held, "card"),
                    self.hand_limit(&state, seat)
                ))
            }
            Frame::Battle => self.battle_hint(view),
            Frame::Mobilize => {
                let attackers = crate::ids::total(&view.order.attackers);
                if attackers == 0 {
                    return Some(
                        "Choose a unit, then where it goes; other planets need a transport".to_owned(),
                    );
                }
                let area = view.order.enemy;
                let most = self.limit(area) + self.components.common.overstack;
                Some(format!("{attackers} of up to {most} units attack {}", self.area_name(area)))
            }
            _ => None,
        }
    }

    fn battle_hint(&self, view: &View) -> Option<String> {
        Some(
            match view.battle.step {
                Step::Pair => "Choose one of your units, then the unit it fights",
                Step::Support { .. } => "Choose a unit, then the skirmish it supports",
                Step::Place { .. } => "Choose a card; its large values count if it shows your unit",
                Step::Reinforce { .. } => "A reinforcement card works if it fits your unit",
                Step::Resolve => "Both sides strike at once: attack as high as health defeats",
                Step::Splash { .. } => "Splash damage hits after all skirmishes",
                _ => return None,
            }
            .to_owned(),
        )
    }

    pub(crate) fn rule_of(&self, view: &View) -> Option<RuleId> {
        Some(RuleId::new(match view.frames.last()? {
            Frame::Faction { .. } => "SC-SETUP-2",
            Frame::PlacePlanet { .. } => "SC-SETUP-6",
            Frame::FirstBase { .. } => "SC-SETUP-6g",
            Frame::LayRoute { .. } => "SC-SETUP-9",
            Frame::StartUnits { .. } | Frame::StartTransport { .. } => "SC-SETUP-11",
            Frame::Plan { .. } => "SC-PLAN-1",
            Frame::Exec { .. } => "SC-EXEC-1",
            Frame::Choose { .. } => "SC-EXEC-3",
            Frame::Build { step: 0 } => "SC-BUILD-22",
            Frame::Build { step: 1 } => "SC-BUILD-23",
            Frame::Build { .. } => "SC-BUILD-24",
            Frame::Pay => "SC-RSRC-9",
            Frame::Mobilize => "SC-MOB-12",
            Frame::Liftoff => "SC-MOB-15",
            Frame::Research { .. } => "SC-RES-10",
            Frame::Battle => match view.battle.step {
                Step::Ability { .. } | Step::Consume { .. } | Step::Ambush { .. } => "SC-BATTLE-2",
                Step::Front { .. } => "SC-BATTLE-7",
                Step::Pair => "SC-BATTLE-5",
                Step::Support { .. } => "SC-BATTLE-9",
                Step::Place { .. } | Step::Reinforce { .. } => "SC-BATTLE-11",
                Step::Splash { .. } => "SC-BATTLE-25",
                Step::Excess | Step::RetreatTo { .. } | Step::Overfill { .. } => "SC-BATTLE-30",
                _ => "SC-BATTLE-21",
            },
            Frame::Events { .. } => "SC-REGR-11",
            Frame::Discard => "SC-REGR-15",
            _ => return None,
        }))
    }

    pub(crate) fn label_of(&self, view: &View, seat: Seat, action: Action) -> String {
        let area = |area| self.area_name(area);
        let unit = |kind| self.unit_name(kind);
        let planet = |planet| self.planet_name(planet);
        let state = self.assume(view);
        let route = |route| self.route_name(&state, route);
        match action {
            Action::Faction(faction) => self.components.faction(faction).name.clone(),
            Action::Planet { planet: id, x, y, rotation } => {
                format!("{} {}", planet(id), self.spot_name(view, id, (x, y), rotation))
            }
            Action::PlanetZ { planet: id, x, y, rotation, side, other } => format!(
                "{} {}, joined by a Z-axis route from its {} to {}",
                planet(id),
                self.spot_name(view, id, (x, y), rotation),
                side.name(),
                self.gate_name(other)
            ),
            Action::Base(at) => format!("Base in {}", area(at)),
            Action::NoBase => "No base yet".to_owned(),
            Action::ZRoute(a, b) => format!("Join {} and {}", self.gate_name(a), self.gate_name(b)),
            Action::StartUnit(kind, at) => format!("{} in {}", unit(kind), area(at)),
            Action::StartTransport(on) => format!("Transport on {}", route(on)),
            Action::PlaceOrder(on, token) => format!("{} on {}", token.name(), planet(on)),
            Action::TakeOrder(on) => format!("Take the order on {}", planet(on)),
            Action::Execute => "Execute".to_owned(),
            Action::DrawEvent => "Draw an event card instead".to_owned(),
            Action::Buy(thing) => {
                let cost = self.cost_for(&state, seat, thing);
                format!("{} ({})", self.thing_name(&state, seat, thing), cost_words(cost))
            }
            Action::EndStep => match view.frames.last() {
                Some(Frame::Build { step: 0 }) => "Buildings next".to_owned(),
                Some(Frame::Build { step: 1 }) => "Base next".to_owned(),
                _ => "End the order".to_owned(),
            },
            Action::UseDiscount(event) => format!("Use {}", self.event_name(event)),
            Action::UseGold => "Use the gold discount".to_owned(),
            Action::Go => "Pay without further discount".to_owned(),
            Action::Split(n) => format!("{n} of the discount off the minerals"),
            Action::Worker(place) => match place {
                Place::Minerals => "Worker on the permanent minerals".to_owned(),
                Place::Gas => "Worker on the permanent gas".to_owned(),
                Place::Card(at) => format!("Worker on {}", area(at)),
                Place::Force(at) => format!("Force mine {}", area(at)),
            },
            Action::PayRest => "Pay the rest".to_owned(),
            Action::ForcedMarch(on) => format!("Forced March over {}", route(on)),
            Action::Move(kind, from, to) => format!("{} from {} to {}", unit(kind), area(from), area(to)),
            Action::Recall(kind, from, to) => {
                format!("Recall {} from {} to {}", unit(kind), area(from), area(to))
            }
            Action::EndMoves => "End the moves".to_owned(),
            Action::Liftoff(to) => format!("Move the base to {}", area(to)),
            Action::Stay => "Leave the base".to_owned(),
            Action::DrawThree => "Draw 3 combat cards".to_owned(),
            Action::NoDraw => "Draw none".to_owned(),
            Action::NoTech => "No technology".to_owned(),
            Action::BonusEvent => "Draw another event card".to_owned(),
            Action::BonusCard(card) => format!("Take {} into your hand", self.card_name(card)),
            Action::NoBonus => "No bonus".to_owned(),
            Action::DestroyUnit(kind, at) => format!("Destroy your {} in {}", unit(kind), area(at)),
            Action::DestroyBase(at) => format!("Destroy your base in {}", area(at)),
            Action::DestroyTransport(on) => format!("Destroy your transport on {}", route(on)),
            Action::StartAbility(ability) => format!("Use {}", self.ability_name(ability)),
            Action::NoAbility => "No ability".to_owned(),
            Action::ConsumeUnit(kind) => format!("Give a {}", unit(kind)),
            Action::ConsumeWorker => "Give a worker".to_owned(),
            Action::Front(kind) => format!("{} in front", unit(kind)),
            Action::Pair(own, other) => format!("{} against {}", unit(own), unit(other)),
            Action::Support(kind, line) => format!("{} supports skirmish {}", unit(kind), line + 1),
            Action::Card(_, card) => self.card_name(card),
            Action::Top(_) => "Top card of your deck, unseen".to_owned(),
            Action::Reinforce(_, card) => format!("Reinforce with {}", self.card_name(card)),
            Action::NoReinforce(_) => "No reinforcement".to_owned(),
            Action::Resolve(line) => format!("Resolve skirmish {}", line + 1),
            Action::PayAbility => "Pay 1 worker".to_owned(),
            Action::Decline => "Do not pay".to_owned(),
            Action::Withdraw(to) => format!("Withdraw to {}", area(to)),
            Action::LoseSupport(kind) | Action::Lose(kind) => format!("Lose a {}", unit(kind)),
            Action::NextAbility(card) => self.card_name(card),
            Action::Excess(kind) => format!("A {} retreats", unit(kind)),
            Action::RetreatTo(to) => format!("Retreat to {}", area(to)),
            Action::PlayEvent(event) => format!("Play {}", self.event_name(event)),
            Action::NoEvent => "Play no event".to_owned(),
            Action::EndCard => "The End Draws Near: draw a combat card".to_owned(),
            Action::EndPoint => "The End Draws Near: gain a conquest point".to_owned(),
            Action::Route(on) => format!("Transport on {}", route(on)),
            Action::MoveEnd(on, _, to) => format!("Move an end of {} to {}", route(on), self.gate_name(to)),
            Action::NoBuy => "Buy nothing".to_owned(),
            Action::Area(at) => area(at).to_owned(),
            Action::Put(kind) | Action::Kind(kind) => unit(kind).to_owned(),
            Action::Transport(on, owner) => {
                format!("Transport of {} on {}", self.player_name(view, owner), route(on))
            }
            Action::Player(other) => self.player_name(view, other),
            Action::OrderPlanet(on) => planet(on).to_owned(),
            Action::Discard(card) => format!("Discard {}", self.card_name(card)),
        }
    }

    pub(crate) fn ability_name(&self, ability: Ability) -> String {
        match ability {
            Ability::None => "nothing".to_owned(),
            Ability::Card(card) => self.card_name(card),
            Ability::Event(event) => self.event_name(event).to_owned(),
        }
    }

    pub(crate) fn targets_of(&self, view: &View, action: Action) -> Vec<Target> {
        let place = |area: Area| Target::Place(self.area_word(area).to_owned());
        let planet = |planet: Planet| Target::Place(self.planet_word(planet).to_owned());
        let route = |route: Route| Target::Place(format!("r{}", route.0 + 1));
        let card = |card: Card| Target::Card(self.card_id(card).to_owned());
        let event = |event: EventId| Target::Card(self.components.event(event).id.clone());
        let button = |name: &str| Target::Button(name.to_owned());
        let piece = |kind: Kind, area: Area| {
            Target::Piece(format!("{}@{}", self.kind_word(kind), self.area_word(area)))
        };
        let cell = |x: i8, y: i8| Target::Place(format!("cell:{x},{y}"));
        // In a battle two sides may have units of one kind.
        let fights = view.frames.last() == Some(&Frame::Battle);
        let fighter_of = |side: usize, kind: Kind| {
            Target::Piece(format!("{}@{}", self.kind_word(kind), ["attacker", "defender"][side]))
        };
        let own_side = usize::from(!view.viewer.is(view.battle.seats[0]));
        let fighter = |kind: Kind| {
            if fights { fighter_of(own_side, kind) } else { Target::Piece(self.kind_word(kind).to_owned()) }
        };
        let skirmish = |line: u8| Target::Track(format!("skirmish:{}", line + 1));
        match action {
            Action::Faction(faction) => vec![button(&self.components.faction(faction).id)],
            Action::Planet { planet: id, x, y, rotation } => {
                vec![planet(id), cell(x, y), button(&format!("turn:{rotation}"))]
            }
            Action::PlanetZ { planet: id, x, y, rotation, other, .. } => vec![
                planet(id),
                cell(x, y),
                button(&format!("turn:{rotation}")),
                Target::Place(self.gate_word(other)),
            ],
            Action::Base(at)
            | Action::Liftoff(at)
            | Action::Withdraw(at)
            | Action::RetreatTo(at)
            | Action::Area(at) => vec![place(at)],
            Action::ZRoute(a, b) => {
                vec![Target::Place(self.gate_word(a)), Target::Place(self.gate_word(b))]
            }
            Action::StartUnit(kind, at) => vec![button(&format!("unit:{}", self.kind_word(kind))), place(at)],
            Action::StartTransport(on) | Action::ForcedMarch(on) | Action::Route(on) => vec![route(on)],
            Action::PlaceOrder(on, token) => vec![planet(on), button(&format!("order:{}", token.word()))],
            Action::TakeOrder(on) => {
                vec![Target::Piece(format!("stack:{}", self.planet_word(on))), planet(on)]
            }
            Action::OrderPlanet(on) => vec![planet(on)],
            Action::Buy(thing) => match thing {
                Thing::Worker => vec![button("worker")],
                Thing::Transport(on) => vec![button("transport"), route(on)],
                Thing::Unit(kind, at) | Thing::Swap(kind, .., at) => {
                    vec![button(&format!("unit:{}", self.kind_word(kind))), place(at)]
                }
                Thing::Level(at) => vec![Target::Track(format!("building:{}", at + 1))],
                Thing::Module(module) => vec![Target::Track(format!("module:{}", module.word()))],
                Thing::Base(at) => vec![button("base"), place(at)],
                Thing::Tech(tech) => vec![Target::Card(self.components.tech(tech).id.clone())],
            },
            Action::Worker(Place::Minerals) => vec![Target::Track("permanent:minerals".to_owned())],
            Action::Worker(Place::Gas) => vec![Target::Track("permanent:gas".to_owned())],
            Action::Worker(Place::Card(at)) => {
                vec![Target::Track(format!("resource:{}", self.area_word(at))), place(at)]
            }
            Action::Worker(Place::Force(at)) => {
                vec![Target::Track(format!("force:{}", self.area_word(at)))]
            }
            Action::Move(kind, from, to) | Action::Recall(kind, from, to) => {
                vec![piece(kind, from), place(to)]
            }
            // Not the piece itself: what glows on the board must not be lost by a click.
            Action::DestroyUnit(..) | Action::DestroyBase(_) | Action::DestroyTransport(_) => {
                vec![button("destroy")]
            }
            Action::BonusCard(id) | Action::NextAbility(id) | Action::Discard(id) => vec![card(id)],
            Action::StartAbility(Ability::Card(id)) => vec![card(id)],
            Action::StartAbility(Ability::Event(id)) | Action::PlayEvent(id) | Action::UseDiscount(id) => {
                vec![event(id)]
            }
            Action::Card(line, id) | Action::Reinforce(line, id) => vec![card(id), skirmish(line)],
            Action::Top(line) => vec![button("top"), skirmish(line)],
            Action::NoReinforce(line) => vec![button("no-reinforcement"), skirmish(line)],
            Action::Resolve(line) => vec![skirmish(line)],
            Action::Support(kind, line) => vec![fighter(kind), skirmish(line)],
            Action::Pair(own, other) => vec![fighter_of(0, own), fighter_of(1, other)],
            Action::Front(kind)
            | Action::Lose(kind)
            | Action::LoseSupport(kind)
            | Action::Excess(kind)
            | Action::ConsumeUnit(kind)
            | Action::Put(kind)
            | Action::Kind(kind) => match view.frames.last() {
                Some(Frame::Strike { area }) => vec![piece(kind, *area)],
                _ => vec![fighter(kind)],
            },
            Action::Transport(on, owner) => vec![route(on), Target::Seat(owner)],
            Action::MoveEnd(on, _, to) => vec![route(on), Target::Place(self.gate_word(to))],
            Action::Player(seat) => vec![Target::Seat(seat)],
            Action::Split(_) => vec![Target::Track("discount".to_owned())],
            Action::StartAbility(Ability::None) | Action::NoAbility => vec![button("no-ability")],
            Action::Execute => vec![button("execute")],
            Action::DrawEvent => vec![button("draw-event")],
            Action::EndStep => vec![button("end-step")],
            Action::EndMoves => vec![button("end-moves")],
            Action::DrawThree => vec![button("draw-three")],
            Action::PayRest => vec![button("pay-rest")],
            Action::NoBase
            | Action::UseGold
            | Action::Go
            | Action::Stay
            | Action::NoDraw
            | Action::NoTech
            | Action::BonusEvent
            | Action::NoBonus
            | Action::ConsumeWorker
            | Action::PayAbility
            | Action::Decline
            | Action::NoEvent
            | Action::EndCard
            | Action::EndPoint
            | Action::NoBuy => vec![button("pass")],
        }
    }

    pub(crate) fn group_of(&self, action: Action) -> &'static str {
        match action {
            Action::Faction(_) => "faction",
            Action::Planet { .. } | Action::PlanetZ { .. } => "planet",
            Action::Base(_) | Action::NoBase => "base",
            Action::ZRoute(..) | Action::MoveEnd(..) => "route",
            Action::StartUnit(..) | Action::StartTransport(_) => "start",
            Action::PlaceOrder(..) => "order",
            Action::TakeOrder(_) | Action::Execute | Action::DrawEvent | Action::OrderPlanet(_) => "take",
            Action::Buy(Thing::Unit(..) | Thing::Swap(..)) => "unit",
            Action::Buy(Thing::Tech(_)) => "technology",
            Action::Buy(Thing::Level(_) | Thing::Module(_)) => "upgrade",
            Action::Buy(_) => "buy",
            Action::UseDiscount(_) | Action::UseGold | Action::Go | Action::Split(_) => "discount",
            Action::Worker(Place::Force(_)) => "force",
            Action::Worker(_) | Action::PayRest => "worker",
            Action::Move(..) | Action::Recall(..) | Action::ForcedMarch(_) => "move",
            Action::DestroyUnit(..) | Action::DestroyBase(_) | Action::DestroyTransport(_) => "destroy",
            Action::Card(..) | Action::Top(_) => "card",
            Action::Reinforce(..) | Action::NoReinforce(_) => "reinforcement",
            Action::Pair(..) | Action::Front(_) | Action::Support(..) => "line",
            Action::Resolve(_) | Action::NextAbility(_) => "resolve",
            Action::Lose(_) | Action::LoseSupport(_) | Action::Excess(_) | Action::ConsumeUnit(_) => "loss",
            Action::Withdraw(_) | Action::RetreatTo(_) | Action::Liftoff(_) => "retreat",
            Action::PlayEvent(_) | Action::EndCard | Action::EndPoint => "event",
            Action::Discard(_) => "discard",
            _ => "go on",
        }
    }

    pub(crate) fn consequence_of(&self, view: &View, action: Action) -> Option<String> {
        match action {
            Action::Worker(Place::Force(area)) => Some(if view.areas[area.index()].depletion == 0 {
                format!("{} is partially depleted", self.area_name(area))
            } else {
                format!("{} is depleted for good; its workers become unavailable", self.area_name(area))
            }),
            Action::DestroyUnit(..) | Action::DestroyBase(_) | Action::DestroyTransport(_) => {
                Some("You lose the piece; it can be bought again".to_owned())
            }
            Action::NoEvent => Some("Your event cards are discarded".to_owned()),
            Action::DrawEvent => Some("The order is not executed".to_owned()),
            Action::Card(line, card) => {
                let side = match view.battle.step {
                    Step::Place { side, .. } => usize::from(side),
                    _ => return None,
                };
                let odds = self.forecast_with(view, usize::from(line), side, card)?;
                let (hit, lost) = if side == 0 {
                    (odds.attacker_hits, odds.defender_hits)
                } else {
                    (odds.defender_hits, odds.attacker_hits)
                };
                let cases = count(odds.cases as usize, "case");
                Some(format!("defeats in {hit} of {cases}, is defeated in {lost}"))
            }
            Action::PlayEvent(event) => Some(self.components.event(event).text.clone()),
            _ => None,
        }
    }

    pub(crate) fn reason(&self, view: &View, seat: Seat, action: Action, rule: RuleId) -> Option<String> {
        let state = self.assume(view);
        let funds = || self.funds(&state, seat, true);
        match (rule.name(), action) {
            ("SC-RSRC-5", Action::Buy(thing)) => {
                let funds = funds();
                Some(format!(
                    "It costs {}; your free {}",
                    cost_words(self.cost_for(&state, seat, thing)),
                    fetch_words(funds)
                ))
            }
            ("SC-BUILD-4", Action::Buy(Thing::Unit(kind, _))) => {
                let unit = self.components.unit(kind);
                let (building, level) = unit.building?;
                let race = self.components.race(self.race_of(&state, seat));
                let name = &race.buildings[usize::from(building)].name;
                Some(format!("{} needs {name} level {level}", unit.name))
            }
            ("SC-BUILD-3", _) => Some(format!(
                "You have built {} units, the limit of this order is {}",
                state.order.built,
                self.build_limit(&state, seat)
            )),
            ("SC-BUILD-5", Action::Buy(Thing::Unit(_, area))) => Some(if self.is_enemy(&state, seat, area) {
                format!("{} holds enemy pieces", self.area_name(area))
            } else {
                format!("{} is full: {} units", self.area_name(area), self.limit(area))
            }),
            ("SC-BUILD-22", _) => {
                Some(format!("You have no base on {}", self.planet_name(state.order.planet)))
            }
            ("SC-PLAN-3", Action::PlaceOrder(planet, _)) => {
                Some(format!("You have no forces on {} or next to it", self.planet_name(planet)))
            }
            ("SC-PLAN-5", Action::PlaceOrder(_, token)) => Some(format!(
                "A {} order needs an R&D module; you may place {} gold orders a round",
                token.name(),
                self.gold_limit(&state, seat)
            )),
            ("SC-PLAN-6", Action::PlaceOrder(_, token)) => {
                Some(format!("Both {} tokens are on the board", token.name()))
            }
            ("SC-EXEC-1", Action::TakeOrder(planet)) => {
                Some(format!("Another order covers yours on {}", self.planet_name(planet)))
            }
            ("SC-MOB-13", Action::Move(_, from, _)) => Some(format!(
                "No transport of yours joins {} and {}",
                self.planet_name(self.planet(from)),
                self.planet_name(state.order.planet)
            )),
            ("SC-MOB-6", Action::Move(_, _, to)) => Some(format!(
                "At most {} units may attack {}",
                self.limit(to) + self.components.common.overstack,
                self.area_name(to)
            )),
            ("SC-MOB-12", Action::Move(_, _, to)) => {
                Some(format!("{} has room for {} units", self.area_name(to), self.limit(to)))
            }
            _ => None,
        }
    }
}
