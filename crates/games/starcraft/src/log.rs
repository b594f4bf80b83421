//! The log, scenes and the map of the terminal.

use rules::{Line, Scene, SceneMark, Seat, Target};

use crate::{
    StarCraft,
    action::{Event, Place, Thing},
    ids::{Area, Gate, Kind, Planet, Side},
    names::{count, enumerate, with_article},
    state::{Fate, NONE},
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
        self.road_name(a, b)
    }
    fn bought(&self, thing: Thing) -> String {
        match thing {
            Thing::Worker => "a worker".to_owned(),
            Thing::Transport(_) => "a transport".to_owned(),
            Thing::Unit(kind, area) | Thing::Swap(kind, .., area) => {
                format!("{} for {}", with_article(self.unit(kind)), self.place(area))
            }
            Thing::Level(_) => "the next level of a building".to_owned(),
            Thing::Module(module) => format!("{} module", with_article(module.name())),
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
                format!("A Z-axis route moves from {} to {}", self.gate_name(from), self.gate_name(to))
            }
            Event::BaseBuilt { seat, area } => format!("{} has a base in {}", who(seat), self.place(area)),
            Event::UnitPlaced { seat, kind, area } => {
                format!("{} puts {} into {}", who(seat), with_article(self.unit(kind)), self.place(area))
            }
            Event::TransportPlaced { seat, a, b } => {
                format!("{} has a transport on {}", who(seat), self.road(a, b))
            }
            Event::RoundBegan { round } => {
                return Some(
                    Line::markup("The Planning Phase begins").heading(format!("Round {round}")).importance(3),
                );
            }
            Event::Planned { .. } => "All orders are placed. The Execution Phase begins".to_owned(),
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
                "{} moves {} from {} to {}",
                who(seat),
                with_article(self.unit(kind)),
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
                format!("{} loses {} in {}", who(seat), with_article(self.unit(kind)), self.place(area))
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
                let held = cards.map_or(String::new(), |cards| {
                    format!(", {}", count(cards.count_ones() as usize, "card"))
                });
                format!("{} looks at the hand of {}{held}", who(seat), who(of))
            }
            Event::WorkerSpent { seat } => format!("{} gives a worker", who(seat)),
            Event::Paired { line, kinds } => {
                format!("Skirmish {}: {} against {}", line + 1, self.unit(kinds[0]), self.unit(kinds[1]))
            }
            Event::Supported { seat, kind, line } => {
                format!("{} supports skirmish {} with {}", who(seat), line + 1, with_article(self.unit(kind)))
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
                _ => format!("{} loses {}", who(seat), with_article(self.unit(kind))),
            },
            Event::SplashActivated { seat } => format!("Splash damage of {} is activated", who(seat)),
            Event::Retreated { seat, area } => format!("{} retreats to {}", who(seat), self.place(area)),
            Event::BattleEnded { area, attackers, defenders } => {
                let text = format!(
                    "The battle for {} ends: {} and {} stand there",
                    self.place(area),
                    count(usize::from(attackers), "attacker"),
                    count(usize::from(defenders), "defender")
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
            Event::WorkersBack { seat, pool } => {
                format!("{} has {} in the pool", who(seat), count(usize::from(pool), "worker"))
            }
            Event::Scored { seat, n, cp } => {
                let text =
                    format!("{} gains {} and has {cp}", who(seat), count(usize::from(n), "conquest point"));
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
            Event::WorkersAdded { seat, n } => {
                format!("{} gains {}", who(seat), count(usize::from(n), "worker"))
            }
            Event::WorkersIdled { seat, n } => {
                format!("{} can no longer use {}", who(seat), count(usize::from(n), "worker"))
            }
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
            Event::RoundBegan { .. }
            | Event::OrderTaken { .. }
            | Event::Regrouped { .. }
            | Event::BattleBegan { .. } => SceneMark::Opens,
            Event::Planned { .. }
            | Event::OrderEnded { .. }
            | Event::BattleEnded { .. }
            | Event::FirstPassed { .. } => SceneMark::Closes,
            Event::EventPlayed { .. } | Event::Eliminated { .. } | Event::Ended { .. } => SceneMark::Whole,
            _ => SceneMark::None,
        }
    }

    pub(crate) fn scene_of(&self, view: &View, events: &[Event]) -> Option<Scene> {
        let (first, last) = (events.first()?, events.last()?);
        let name = |seat: Seat| self.player_name(view, seat);
        let (title, result, targets) = match (first, last) {
            (&Event::BattleBegan { attacker, defender, area }, &Event::BattleEnded { attackers, .. }) => {
                let title = if attackers > 0 {
                    format!("{} takes {}", name(attacker), self.area_name(area))
                } else {
                    format!("{} holds {}", name(defender), self.area_name(area))
                };
                let losses = [attacker, defender].map(|seat| self.losses(events, seat));
                let result = format!(
                    "{} attacked {}. {} lost {}, {} lost {}",
                    name(attacker),
                    name(defender),
                    name(attacker),
                    losses[0],
                    name(defender),
                    losses[1]
                );
                (title, result, vec![self.area_word(area).to_owned()])
            }
            (_, &Event::Planned { round }) => {
                let (result, planets) = self.plans(view, events);
                let targets = planets.into_iter().map(|planet| self.planet_word(planet).to_owned()).collect();
                (format!("Round {round}: the orders are placed"), result, targets)
            }
            (_, &Event::FirstPassed { seat }) => {
                let scores: Vec<String> = events
                    .iter()
                    .filter_map(|event| match *event {
                        Event::Scored { seat, n, cp } => Some(format!("{} +{n}, now {cp}", name(seat))),
                        _ => None,
                    })
                    .collect();
                let scored =
                    if scores.is_empty() { "No points are scored".to_owned() } else { scores.join("; ") };
                let result = format!("{scored}. {} is first player of the next round", name(seat));
                let round = events.iter().find_map(|event| match *event {
                    Event::Regrouped { round } => Some(round),
                    _ => None,
                });
                let title =
                    round.map_or("The round is over".to_owned(), |round| format!("Round {round} is over"));
                (title, result, Vec::new())
            }
            (&Event::OrderTaken { seat, planet, token }, _) => {
                let title = format!("{}: {} on {}", name(seat), token.name(), self.planet_name(planet));
                (title, self.order_result(view, events), vec![self.planet_word(planet).to_owned()])
            }
            (&Event::EventPlayed { seat, event }, _) => {
                let printed = self.components.event(event);
                (format!("{} plays {}", name(seat), printed.name), printed.text.clone(), Vec::new())
            }
            (&Event::Eliminated { seat }, _) => {
                let result = "All pieces and orders of this player leave the board".to_owned();
                (format!("{} is eliminated", name(seat)), result, Vec::new())
            }
            (Event::Ended { .. }, _) => {
                let winners: Vec<String> = view.winners.iter().map(name).collect();
                let verb = if winners.len() == 1 { "wins" } else { "win together" };
                ("The game is over".to_owned(), format!("{} {verb}", winners.join(" and ")), Vec::new())
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

    /// "2 Marines", "nothing".
    fn losses(&self, events: &[Event], seat: Seat) -> String {
        let mut kinds: Vec<(Kind, usize)> = Vec::new();
        for event in events {
            if let Event::UnitLost { seat: own, kind, fate: Fate::Destroyed, .. } = *event
                && own == seat
            {
                match kinds.iter_mut().find(|(known, _)| *known == kind) {
                    Some((_, n)) => *n += 1,
                    None => kinds.push((kind, 1)),
                }
            }
        }
        if kinds.is_empty() {
            return "nothing".to_owned();
        }
        let words: Vec<String> = kinds.iter().map(|(kind, n)| count(*n, self.unit(*kind))).collect();
        enumerate(&words.iter().map(String::as_str).collect::<Vec<_>>(), "and")
    }

    /// Who placed how many orders, where most of them lie, and the planets with orders.
    fn plans(&self, view: &View, events: &[Event]) -> (String, Vec<Planet>) {
        let mut seats: Vec<(Seat, usize)> = Vec::new();
        let mut planets: Vec<(Planet, usize)> = Vec::new();
        for event in events {
            let Event::OrderPlaced { seat, planet, .. } = *event else { continue };
            match seats.iter_mut().find(|(known, _)| *known == seat) {
                Some((_, n)) => *n += 1,
                None => seats.push((seat, 1)),
            }
            match planets.iter_mut().find(|(known, _)| *known == planet) {
                Some((_, n)) => *n += 1,
                None => planets.push((planet, 1)),
            }
        }
        seats.sort_unstable_by_key(|(seat, _)| seat.0);
        planets.sort_by_key(|&(planet, n)| (std::cmp::Reverse(n), planet.0));
        let placed: Vec<String> = seats
            .iter()
            .map(|&(seat, n)| format!("{} placed {}", self.player_name(view, seat), count(n, "order")))
            .collect();
        let placed = enumerate(&placed.iter().map(String::as_str).collect::<Vec<_>>(), "and");
        let tallest = planets.first().map_or_else(String::new, |&(planet, n)| {
            format!(". The highest stack is on {}: {}", self.planet_name(planet), count(n, "order"))
        });
        (format!("{placed}{tallest}"), planets.into_iter().map(|(planet, _)| planet).collect())
    }

    /// What an order came to, in a sentence.
    fn order_result(&self, view: &View, events: &[Event]) -> String {
        if events.iter().any(|event| matches!(event, Event::OrderSwapped { .. })) {
            return "An event card is drawn instead".to_owned();
        }
        let state = self.assume(view);
        let bought: Vec<String> = events
            .iter()
            .filter_map(|event| match *event {
                Event::Purchased { seat, thing } => Some(self.thing_name(&state, seat, thing)),
                _ => None,
            })
            .collect();
        let tally = |test: fn(&Event) -> bool| events.iter().filter(|event| test(event)).count();
        let moved = tally(|event| matches!(event, Event::Moved { .. }));
        let drawn = tally(|event| matches!(event, Event::CardDrawn { .. }));
        let mut parts = Vec::new();
        if !bought.is_empty() {
            parts.push(format!("Bought: {}", bought.join(", ")));
        }
        if moved > 0 {
            parts.push(format!("{} moved", count(moved, "unit")));
        }
        if drawn > 0 {
            parts.push(format!("{} drawn", count(drawn, "combat card")));
        }
        if parts.is_empty() { "Nothing was done".to_owned() } else { parts.join(". ") }
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
