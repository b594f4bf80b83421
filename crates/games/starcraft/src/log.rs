//! The log, scenes and cards that explain a board element.

use rules::{Card as Explanation, Line, Scene, SceneMark, Seat, Target};

use crate::{
    StarCraft,
    action::{Event, Place, Thing},
    ids::{Area, Gate, Kind, Planet, Side},
    state::{Fate, NONE},
    tables::cost_words,
    view::View,
};

impl StarCraft {
    fn place(&self, area: Area) -> String {
        format!("{{place:{}|{}}}", self.area_word(area), self.components.area(area).name)
    }
    fn world(&self, planet: Planet) -> String {
        format!("{{place:{}|{}}}", self.planet_word(planet), self.components.planets[planet.index()].name)
    }
    fn who(seat: Seat) -> String {
        format!("{{seat:{}|Player {}}}", seat.0, seat.0 + 1)
    }
    fn unit(&self, kind: Kind) -> &str {
        &self.components.unit(kind).name
    }
    fn road(&self, a: Gate, b: Gate) -> String {
        format!("{}/{}", self.gate_word(a), self.gate_word(b))
    }
    fn bought(&self, thing: Thing) -> String {
        match thing {
            Thing::Worker => "a worker".to_owned(),
            Thing::Transport(_) => "a transport".to_owned(),
            Thing::Unit(kind, area) | Thing::Swap(kind, .., area) => {
                format!("a {} for {}", self.unit(kind), self.place(area))
            }
            Thing::Level(building) => format!("the next level of building {}", building + 1),
            Thing::Module(module) => format!("a {} module", module.name()),
            Thing::Base(area) => format!("a base in {}", self.place(area)),
            Thing::Tech(tech) => self.components.tech(tech).name.clone(),
        }
    }

    pub(crate) fn line_of(&self, event: &Event) -> Option<Line> {
        let who = Self::who;
        let stage = |stage: u8| ["I", "II", "III"][usize::from(stage)];
        let text = match *event {
            Event::FirstPlayer { seat } => format!("{} is first player", who(seat)),
            Event::FactionTaken { seat, faction } => {
                format!("{} plays {}", who(seat), self.components.faction(faction).name)
            }
            Event::PlanetDealt { seat, planet } => format!("{} is dealt {}", who(seat), self.world(planet)),
            Event::HomeDealt { seat, planet } => format!("{} starts on {}", who(seat), self.world(planet)),
            Event::PlanetPlaced { seat, planet } => format!("{} places {}", who(seat), self.world(planet)),
            Event::RouteLaid { a, b, z } => {
                format!("A {}route joins {}", if z { "Z-axis " } else { "" }, self.road(a, b))
            }
            Event::RouteMoved { from, to } => {
                format!("A Z-axis route moves from {} to {}", self.gate_word(from), self.gate_word(to))
            }
            Event::BaseBuilt { seat, area } => format!("{} has a base in {}", who(seat), self.place(area)),
            Event::UnitPlaced { seat, kind, area } => {
                format!("{} puts a {} into {}", who(seat), self.unit(kind), self.place(area))
            }
            Event::TransportPlaced { seat, a, b } => {
                format!("{} has a transport on {}", who(seat), self.road(a, b))
            }
            Event::RoundBegan { round } => {
                return Some(
                    Line::markup("The Planning Phase begins").heading(format!("Round {round}")).importance(3),
                );
            }
            Event::OrderPlaced { seat, planet, token } => match token {
                Some(token) => format!("{} places {} on {}", who(seat), token.name(), self.world(planet)),
                None => format!("{} places an order on {}", who(seat), self.world(planet)),
            },
            Event::OrderTaken { seat, planet, token } => {
                let text = format!("{} takes {} on {}", who(seat), token.name(), self.world(planet));
                return Some(Line::markup(&text).heading(format!(
                    "{} on {}",
                    token.name(),
                    self.components.planets[planet.index()].name
                )));
            }
            Event::OrderSwapped { seat } => format!("{} draws an event card instead", who(seat)),
            Event::OrderRemoved { seat, planet } => {
                format!("An order of {}, eliminated, leaves {}", who(seat), self.world(planet))
            }
            Event::Obstructed { seat } => format!("All orders of {} are covered", who(seat)),
            Event::EventDrawn { seat, stage: n } => {
                format!("{} draws a Stage {} event card", who(seat), stage(n))
            }
            Event::Purchased { seat, thing } => format!("{} buys {}", who(seat), self.bought(thing)),
            Event::Discounted { seat, n } => format!("{} pays {n} less", who(seat)),
            Event::WorkerPlaced { seat, place } => {
                let on = match place {
                    Place::Minerals => "the permanent minerals".to_owned(),
                    Place::Gas => "the permanent gas".to_owned(),
                    Place::Card(area) | Place::Force(area) => self.place(area),
                };
                return Some(Line::markup(&format!("{} puts a worker on {on}", who(seat))).importance(1));
            }
            Event::Depleted { area, fully } => {
                format!("{} is {} depleted", self.place(area), if fully { "fully" } else { "partially" })
            }
            Event::Moved { seat, kind, from, to } => format!(
                "{} moves a {} from {} to {}",
                who(seat),
                self.unit(kind),
                self.place(from),
                self.place(to)
            ),
            Event::Marched { seat, a, b } => {
                format!("{} plays Forced March over {}", who(seat), self.road(a, b))
            }
            Event::BaseMoved { seat, from, to } => {
                format!("{} moves the base from {} to {}", who(seat), self.place(from), self.place(to))
            }
            Event::UnitDestroyed { seat, kind, area } => {
                format!("A {} of {} in {} is destroyed", self.unit(kind), who(seat), self.place(area))
            }
            Event::BaseDestroyed { seat, area } => {
                format!("The base of {} in {} is destroyed", who(seat), self.place(area))
            }
            Event::TransportDestroyed { seat, a, b } => {
                format!("The transport of {} on {} is destroyed", who(seat), self.road(a, b))
            }
            Event::CardDrawn { seat, card } => {
                let text = match card {
                    Some(card) => format!("{} draws {}", who(seat), self.card_name(card)),
                    None => format!("{} draws a combat card", who(seat)),
                };
                return Some(Line::markup(&text).importance(1));
            }
            Event::DeckShuffled { seat } => format!("{} shuffles the combat deck", who(seat)),
            Event::TechTaken { seat, tech } => {
                format!("{} has the technology {}", who(seat), self.components.tech(tech).name)
            }
            Event::CardToHand { seat, card } => {
                format!("{} takes {} into the hand", who(seat), self.card_name(card))
            }
            Event::NothingDone { seat } => format!("{} has no base there: the order does nothing", who(seat)),
            Event::BattleBegan { attacker, defender, area } => {
                let text = format!("{} attacks {} in {}", who(attacker), who(defender), self.place(area));
                let heading = format!("Battle for {}", self.components.area(area).name);
                return Some(Line::markup(&text).heading(heading).importance(3));
            }
            Event::AbilityUsed { seat, ability } => {
                format!("{} uses {}", who(seat), self.ability_name(ability))
            }
            Event::HandSeen { seat, of, cards } => {
                let count = cards.map_or(String::new(), |cards| format!(", {} cards", cards.count_ones()));
                format!("{} looks at the hand of {}{count}", who(seat), who(of))
            }
            Event::WorkerSpent { seat } => format!("{} gives a worker", who(seat)),
            Event::Paired { line, kinds } => {
                format!("Skirmish {}: {} against {}", line + 1, self.unit(kinds[0]), self.unit(kinds[1]))
            }
            Event::Supported { seat, kind, line } => {
                format!("A {} of {} supports skirmish {}", self.unit(kind), who(seat), line + 1)
            }
            Event::CardPlaced { seat, line, card, blind, .. } => {
                let what = match (card, blind) {
                    (Some(card), _) => self.card_name(card),
                    (None, true) => "the top card of the deck".to_owned(),
                    (None, false) => "a card".to_owned(),
                };
                format!("{} places {what} in skirmish {}", who(seat), line + 1)
            }
            Event::Reinforced { seat, line, card, .. } => {
                let what =
                    card.map_or_else(|| "a reinforcement card".to_owned(), |card| self.card_name(card));
                format!("{} adds {what} to skirmish {}", who(seat), line + 1)
            }
            Event::Revealed { seat, line, card, extra } => {
                let card = card.map_or_else(|| "no card".to_owned(), |card| self.card_name(card));
                let extra = extra.map_or_else(String::new, |extra| format!(" and {}", self.card_name(extra)));
                format!("{} reveals {card}{extra} in skirmish {}", who(seat), line + 1)
            }
            Event::TurnedAway { seat, card } => {
                format!("{} turns up {}, discarded", who(seat), self.card_name(card))
            }
            Event::AbilityPaid { seat, paid } => {
                format!(
                    "{} {} a worker for the ability",
                    who(seat),
                    if paid { "pays" } else { "does not pay" }
                )
            }
            Event::Struck { line, attack, health } => format!(
                "Skirmish {}: attack {} against health {}, attack {} against health {}",
                line + 1,
                attack[0],
                health[1],
                attack[1],
                health[0]
            ),
            Event::UnitLost { seat, kind, fate, area } => match fate {
                Fate::Withdrew => {
                    format!("The {} of {} withdraws to {}", self.unit(kind), who(seat), self.place(area))
                }
                _ => format!("A {} of {} is destroyed", self.unit(kind), who(seat)),
            },
            Event::SplashActivated { seat } => format!("Splash damage of {} is activated", who(seat)),
            Event::Retreated { seat, area } => format!("{} retreats to {}", who(seat), self.place(area)),
            Event::BattleEnded { area, attackers, defenders } => {
                let text = format!(
                    "The battle for {} ends: {attackers} attackers and {defenders} defenders stand there",
                    self.place(area)
                );
                return Some(Line::markup(&text).importance(3));
            }
            Event::Regrouped { round } => {
                return Some(
                    Line::markup("No order is left on the board")
                        .heading(format!("Regrouping of round {round}"))
                        .importance(3),
                );
            }
            Event::CardLost { seat, area } => {
                format!("{} loses the resource card of {}", who(seat), self.place(area))
            }
            Event::CardGained { seat, area } => {
                format!("{} gains the resource card of {}", who(seat), self.place(area))
            }
            Event::WorkersBack { seat, pool } => format!("{} has {pool} workers in the pool", who(seat)),
            Event::Scored { seat, n, cp } => {
                let text = format!("{} gains {n} conquest points: {cp}", who(seat));
                return Some(Line::markup(&text).importance(3));
            }
            Event::EventRead { seat, event } => {
                let event = event?;
                format!("{} reads {}", who(seat), self.components.event(event).name)
            }
            Event::EventPlayed { seat, event } => {
                let text = format!("{} plays {}", who(seat), self.components.event(event).name);
                return Some(Line::markup(&text).importance(3));
            }
            Event::EventDiscarded { seat, event } => {
                format!("{} discards {}", who(seat), self.components.event(event).name)
            }
            Event::WorkersAdded { seat, n } => format!("{} gains {n} workers", who(seat)),
            Event::WorkersIdled { seat, n } => format!("{n} workers of {} become unavailable", who(seat)),
            Event::Undepleted { area } => format!("{} is no longer depleted", self.place(area)),
            Event::Jammed { seat } => format!("{} places one order less next round", who(seat)),
            Event::DiscardChosen { seat, card } => {
                let card = card?;
                format!("{} will discard {}", who(seat), self.card_name(card))
            }
            Event::DiscardDone { seat } => format!("{} has chosen discards", who(seat)),
            Event::Discarded { seat, card } => format!("{} discards {}", who(seat), self.card_name(card)),
            Event::FirstPassed { seat } => format!("{} is first player", who(seat)),
            Event::Eliminated { seat } => {
                return Some(Line::markup(&format!("{} is eliminated", who(seat))).importance(3));
            }
            Event::Ended { .. } => return Some(Line::markup("The game is over").importance(3)),
            Event::OrderEnded { .. } | Event::NotReinforced { .. } => return None,
        };
        Some(Line::markup(&text))
    }

    pub(crate) fn mark_of(&self, event: &Event) -> SceneMark {
        match event {
            Event::OrderTaken { .. } | Event::Regrouped { .. } | Event::BattleBegan { .. } => {
                SceneMark::Opens
            }
            Event::OrderEnded { .. } | Event::BattleEnded { .. } | Event::FirstPassed { .. } => {
                SceneMark::Closes
            }
            Event::Ended { .. } => SceneMark::Whole,
            _ => SceneMark::None,
        }
    }

    pub(crate) fn scene_of(&self, view: &View, events: &[Event]) -> Option<Scene> {
        let (first, last) = (events.first()?, events.last()?);
        let name = |seat: Seat| self.player_name(view, seat);
        let area_name = |area: Area| self.components.area(area).name.clone();
        let lost = |seat: Seat| {
            let gone = |event: &&Event| matches!(event, Event::UnitLost { seat: own, fate: Fate::Destroyed, .. } if *own == seat);
            events.iter().filter(gone).count()
        };
        let (title, result, targets) = match (first, last) {
            (
                &Event::BattleBegan { attacker, defender, area },
                &Event::BattleEnded { attackers, defenders, .. },
            ) => {
                let result = match (attackers, defenders) {
                    (0, 0) => format!("{} is left empty", area_name(area)),
                    (_, 0) => format!("{} takes {}", name(attacker), area_name(area)),
                    _ => format!("{} holds {}", name(defender), area_name(area)),
                };
                let losses = format!(
                    "{result}. Losses: {} {}, {} {}",
                    name(attacker),
                    lost(attacker),
                    name(defender),
                    lost(defender)
                );
                (format!("Battle for {}", area_name(area)), losses, vec![self.area_word(area).to_owned()])
            }
            (&Event::OrderTaken { seat, planet, token }, _) => {
                let bought = events.iter().filter(|event| matches!(event, Event::Purchased { .. })).count();
                let moved = events.iter().filter(|event| matches!(event, Event::Moved { .. })).count();
                let result = if events.iter().any(|event| matches!(event, Event::OrderSwapped { .. })) {
                    format!("{} draws an event card instead", name(seat))
                } else if bought > 0 {
                    format!("{} makes {bought} purchases", name(seat))
                } else if moved > 0 {
                    format!("{} moves {moved} units", name(seat))
                } else {
                    format!("{} ends the order", name(seat))
                };
                let world = self.components.planets[planet.index()].name.clone();
                (format!("{} on {world}", token.name()), result, vec![self.planet_word(planet).to_owned()])
            }
            (&Event::Regrouped { round }, _) => {
                let scores: Vec<String> = events
                    .iter()
                    .filter_map(|event| match *event {
                        Event::Scored { seat, n, cp } => Some(format!("{} +{n} ({cp})", name(seat))),
                        _ => None,
                    })
                    .collect();
                let result =
                    if scores.is_empty() { "No points are scored".to_owned() } else { scores.join(", ") };
                (format!("Regrouping of round {round}"), result, Vec::new())
            }
            (Event::Ended { .. }, _) => {
                let winners: Vec<String> = view.winners.iter().map(name).collect();
                ("The game is over".to_owned(), format!("{} wins", winners.join(" and ")), Vec::new())
            }
            _ => return None,
        };
        let lines = events.iter().filter_map(|event| self.line_of(event)).filter(|line| line.importance > 1);
        Some(Scene {
            title,
            result,
            lines: lines.map(|line| line.text).collect(),
            targets: targets.into_iter().map(Target::Place).collect(),
        })
    }

    pub(crate) fn explain(&self, view: &View, of: &Target) -> Option<Explanation> {
        match of {
            Target::Place(id) => {
                if let Ok(area) = self.read_area(id) {
                    return Some(self.explain_area(view, area));
                }
                if let Ok(planet) = self.read_planet(id) {
                    let tile = view.tiles[planet.index()];
                    let routes = view.routes.iter().filter(|r| r.a.planet == planet || r.b.planet == planet);
                    let name = self.components.planets[planet.index()].name.clone();
                    let card = Explanation::new(name, "A planet; its stack of orders comes off from the top")
                        .fact("Routes", routes.count())
                        .fact("Orders", view.stacks[planet.index()].len())
                        .rule("SC-PLAN-4");
                    return Some(if tile.placed { card } else { card.fact("Placed", "not in play") });
                }
                let number = id.strip_prefix('r')?.parse::<usize>().ok()?;
                let route = view.routes.get(number.checked_sub(1)?)?;
                let owners: Vec<String> = (0..6)
                    .filter(|at| route.transports >> at & 1 == 1)
                    .map(|at| self.player_name(view, Seat(at)))
                    .collect();
                let kind = if route.z { "Z-axis route" } else { "Route" };
                Some(
                    Explanation::new(
                        format!("{kind} {}", self.road(route.a, route.b)),
                        "Units cross it with a transport of their owner",
                    )
                    .fact("Transports", if owners.is_empty() { "none".to_owned() } else { owners.join(", ") })
                    .rule("SC-MOB-2"),
                )
            }
            Target::Card(id) => self.explain_card(id),
            Target::Piece(id) => {
                let kind = id.split('@').next()?;
                let unit = self.components.unit(self.read_kind(kind).ok()?);
                let hits = match (unit.hits_ground, unit.hits_air) {
                    (true, true) => "ground and air",
                    (true, false) => "ground",
                    (false, true) => "air",
                    (false, false) => "nothing",
                };
                let cards = self
                    .components
                    .cards
                    .iter()
                    .filter(|card| card.units & self.read_kind(kind).map_or(0, Kind::bit) != 0);
                Some(
                    Explanation::new(unit.name.clone(), format!("{}, {}", unit.race.name(), unit.tags))
                        .fact("Cost", cost_words(unit.cost))
                        .fact("Moves", if unit.flying { "flying" } else { "ground" })
                        .fact("Hits", hits)
                        .fact("Support", unit.support)
                        .fact("Cards that show it", cards.count())
                        .rule(if unit.assist { "SC-EFF-6" } else { "SC-VOC-7" }),
                )
            }
            Target::Seat(seat) if usize::from(seat.0) < usize::from(self.players()) => {
                let player = &view.players[seat.index()];
                let card = Explanation::new(self.player_name(view, *seat), "A player");
                if player.faction.0 == NONE {
                    return Some(card);
                }
                let state = self.assume(view);
                let (have, need) = self.goal_progress(&state, *seat);
                let faction = self.components.faction(player.faction);
                Some(
                    card.fact(
                        "Conquest points",
                        format!("{} of {}", player.cp, self.threshold(&state, *seat)),
                    )
                    .fact("Goal in Stage III", format!("{}: {have} of {need}", faction.special))
                    .fact("Workers", self.workers(&state, *seat))
                    .fact("Combat cards", player.hand_count)
                    .rule("SC-FAC-4"),
                )
            }
            _ => None,
        }
    }

    fn explain_area(&self, view: &View, area: Area) -> Explanation {
        let (printed, here) = (self.components.area(area), &view.areas[area.index()]);
        let state = self.assume(view);
        let owner =
            self.controller(&state, area).map_or("no player".to_owned(), |seat| self.player_name(view, seat));
        let about = match printed.resource {
            crate::data::Resource::Conquest => {
                format!("Pays {} conquest points a round to the player who controls it", printed.amount)
            }
            resource => {
                format!("Its card takes {} workers for {}", printed.amount, self.resource_word(resource))
            }
        };
        let units: u8 = here.units.iter().sum();
        let card = Explanation::new(printed.name.clone(), about)
            .fact("Controlled by", owner)
            .fact("Units", format!("{units} of {}", printed.limit))
            .rule("SC-VOC-5");
        match here.depletion {
            1 => card.fact("Depletion", "partial"),
            2 => card.fact("Depletion", "full"),
            _ => card,
        }
    }

    fn explain_card(&self, id: &str) -> Option<Explanation> {
        if let Ok(card) = self.read_card(id) {
            let printed = self.components.card(card);
            let text = if printed.text.is_empty() { "No ability" } else { printed.text.as_str() };
            let mut shown = Explanation::new(self.card_name(card), text)
                .fact("Shows", self.kind_names(printed.units).join(", "));
            if printed.kind == crate::effect::CardKind::Combat {
                shown = shown
                    .fact("Shown unit in front", format!("{}/{}", printed.major.0, printed.major.1))
                    .fact("Any other unit", format!("{}/{}", printed.minor.0, printed.minor.1));
            }
            return Some(shown.rule("SC-BATTLE-16"));
        }
        if let Ok(event) = self.read_event_id(id) {
            let printed = self.components.event(event);
            return Some(
                Explanation::new(printed.name.clone(), printed.text.clone())
                    .fact("Stage", printed.stage + 1)
                    .fact("Copies", printed.copies)
                    .rule("SC-EVT-1"),
            );
        }
        let tech = self.components.tech(self.read_tech(id).ok()?);
        Some(
            Explanation::new(
                tech.name.clone(),
                if tech.play_area { "Stays in your play area" } else { "Its cards go into your combat deck" },
            )
            .fact("Cost", cost_words(tech.cost))
            .fact("Cards", tech.cards.count_ones())
            .rule("SC-RES-3"),
        )
    }

    /// The galaxy in characters: planets with areas, bases and units.
    pub(crate) fn draw_map(&self, view: &View, width: usize) -> Vec<String> {
        let placed: Vec<Planet> =
            (0..12).map(Planet).filter(|planet| view.tiles[planet.index()].placed).collect();
        let state = self.assume(view);
        let mut lines = Vec::new();
        for planet in placed {
            let tile = view.tiles[planet.index()];
            let open = Side::ALL.into_iter().filter(|&side| self.is_gate(&state, Gate { planet, side }));
            let gates: String = open.map(Side::letter).collect();
            let stack: String =
                view.stacks[planet.index()].iter().map(|order| char::from(b'1' + order.seat.0)).collect();
            let name = &self.components.planets[planet.index()];
            lines.push(format!("{} {} at {},{} [{gates}] stack {stack}", name.id, name.name, tile.x, tile.y));
            for area in self.areas_of(planet) {
                let (printed, here) = (self.components.area(area), &view.areas[area.index()]);
                let mark = match printed.resource {
                    crate::data::Resource::Minerals => 'M',
                    crate::data::Resource::Gas => 'G',
                    crate::data::Resource::Conquest => '*',
                };
                let base = if here.base == NONE { String::new() } else { format!(" base{}", here.base + 1) };
                let units = if here.owner == NONE {
                    String::new()
                } else {
                    format!(" {}:{}", here.owner + 1, self.force_word(&state, Seat(here.owner), &here.units))
                };
                let letter = printed.id.rsplit('-').next().unwrap_or("");
                lines.push(format!("  {letter} {mark}{} /{}{base}{units}", printed.amount, printed.limit));
            }
        }
        lines.into_iter().map(|line| line.chars().take(width).collect()).collect()
    }
}
