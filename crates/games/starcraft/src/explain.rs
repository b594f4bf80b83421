//! The cards that explain board elements: one for every target a board draws.

use rules::{Card, Seat, Target};

use crate::{
    StarCraft,
    ids::{Area, Gate, Kind, Module, Planet, Race, Token},
    names::{count, enumerate},
    state::{NONE, State},
    tables::cost_words,
    view::View,
    views::ShopView,
};

/// Names and meanings of the steps of a battle (chapter 11 of the ledger).
pub(crate) const BATTLE_STEPS: [&str; 9] =
    ["Set up", "Abilities", "Draw", "Pair", "Support", "Cards", "Skirmishes", "Splash", "Retreat"];

impl Token {
    /// What the order does, in a sentence.
    pub(crate) const fn about(self) -> &'static str {
        [
            "Buy units, workers and transports, then a building level and a module, then a base on this planet",
            "Move your units to and on this planet; units that enter an enemy area start a battle",
            "Draw an event card and up to three combat cards, then buy a technology",
            "A Build with one more unit and a discount of 1",
            "A Mobilize that draws two more cards and gains +1 attack in its battle",
            "A Research with another event card or a technology card at once",
        ][self as usize]
    }
}

impl Module {
    /// What the module does, in a sentence.
    pub(crate) const fn about(self) -> &'static str {
        [
            "You may build one more unit with each Build order",
            "You may place one more gold order each round",
            "Areas with your base detect cloaked units, gain +1 attack against flyers, and are closed to units from other planets",
        ][self as usize]
    }
}

impl StarCraft {
    pub(crate) fn explain(&self, view: &View, of: &Target) -> Option<Card> {
        match of {
            Target::Place(id) => self.explain_place(view, id),
            Target::Card(id) => self.explain_card(view, id),
            Target::Piece(id) => self.explain_piece(view, id),
            Target::Seat(seat) => self.explain_seat(view, *seat),
            Target::Button(id) => self.explain_button(view, id),
            Target::Track(id) => self.explain_track(view, id),
        }
    }

    /// What can be bought, with what is missing, for the viewer.
    fn offer_of(&self, view: &View, id: &str) -> Option<ShopView> {
        let seat = view.viewer.seat().filter(|seat| view.players[seat.index()].faction.0 != NONE)?;
        self.shop(&self.assume(view), seat).into_iter().find(|item| item.id == id)
    }

    fn priced(card: Card, item: &ShopView) -> Card {
        let cost = crate::data::Cost { minerals: item.minerals, gas: item.gas };
        let card = card.fact("Costs", cost_words(cost)).fact("You have", item.owned).fact("Left", item.left);
        match (&item.why, item.rule) {
            (Some(why), Some(rule)) => card.cannot(why.clone(), rules::RuleId::new(rule)),
            _ => card,
        }
    }

    fn own_race(&self, view: &View) -> Option<Race> {
        let player = &view.players[view.viewer.seat()?.index()];
        (player.faction.0 != NONE).then(|| self.components.faction(player.faction).race)
    }

    fn explain_button(&self, view: &View, id: &str) -> Option<Card> {
        if let Some(kind) = id.strip_prefix("unit:") {
            return self.explain_piece(view, kind);
        }
        if let Some(word) = id.strip_prefix("order:") {
            let token = Token::ALL.into_iter().find(|token| token.word() == word)?;
            let card = Card::new(format!("{} order", token.name()), token.about()).rule("SC-PLAN-1");
            let left = view.viewer.seat().and_then(|seat| view.players[seat.index()].tokens);
            return Some(match left {
                Some(tokens) => card.fact("In your supply", tokens[token.index()]),
                None => card,
            });
        }
        if let Some(rotation) = id.strip_prefix("turn:") {
            let turns: u8 = rotation.parse().ok()?;
            let about = "Entrances that meet are joined by a route";
            return (turns < 4).then(|| {
                Card::new("Facing", about)
                    .fact("Turned by", format!("{} degrees", u16::from(turns) * 90))
                    .rule("SC-SETUP-6")
            });
        }
        if let Some(faction) = self.components.factions.iter().find(|faction| faction.id == id) {
            return Some(
                Card::new(faction.name.clone(), format!("A faction of the {}", faction.race.name()))
                    .fact("Goal in Stage III", faction.special.clone())
                    .rule("SC-FAC-4"),
            );
        }
        let race = self.own_race(view).map(|race| self.components.race(race));
        let (name, about, rule) = match id {
            "worker" => (race?.worker.clone(), "Fetches one mineral or gas each round", "SC-VOC-11"),
            "transport" => (race?.transport.clone(), "Carries your units over its route", "SC-MOB-2"),
            "base" => (
                race?.base.clone(),
                "Build orders need a base on their planet; a base and its areas give resource cards",
                "SC-BUILD-24",
            ),
            "top" => {
                let about = "Place the top card of your deck without looking at it";
                return Some(Card::new("Top card of your deck", about).rule("SC-BATTLE-11"));
            }
            _ => return None,
        };
        let card = Card::new(name, about).rule(rule);
        Some(match self.offer_of(view, id) {
            Some(item) => Self::priced(card, &item),
            None => card,
        })
    }

    fn explain_track(&self, view: &View, id: &str) -> Option<Card> {
        let (word, rest) = id.split_once(':').unwrap_or((id, ""));
        let state = self.assume(view);
        let viewer = view.viewer.seat();
        let seat = match rest.parse::<u8>() {
            Ok(at) if at < self.players() => Some(Seat(at)),
            _ => viewer,
        };
        let player = seat.map(|seat| &view.players[seat.index()]).filter(|player| player.faction.0 != NONE);
        match word {
            "building" => {
                let at = rest.parse::<usize>().ok()?.checked_sub(1)?;
                let building = self.components.race(self.own_race(view)?).buildings.get(at)?;
                let level = view.players[viewer?.index()].levels[at];
                let units: Vec<&str> =
                    building.levels.iter().map(|(kind, _)| self.unit_name(*kind)).collect();
                let card = Card::new(building.name.clone(), "Each level allows you to build another unit")
                    .fact("Level", format!("{level} of {}", building.levels.len()))
                    .fact("Units", enumerate(&units, "and"))
                    .rule("SC-BUILD-7");
                let item = self.offer_of(view, &building.id)?;
                let next = crate::data::Cost { minerals: item.minerals, gas: item.gas };
                let card = if item.left > 0 { card.fact("Next level", cost_words(next)) } else { card };
                Some(match (item.why, item.rule) {
                    (Some(why), Some(rule)) => card.cannot(why, rules::RuleId::new(rule)),
                    _ => card,
                })
            }
            "module" => {
                let module = Module::ALL.into_iter().find(|module| module.word() == rest)?;
                let card = Card::new(format!("{} module", module.name()), module.about()).rule("SC-BUILD-8");
                Some(match self.offer_of(view, module.word()) {
                    Some(item) => Self::priced(card, &item),
                    None => card,
                })
            }
            "slots" => Some(
                Card::new("Module slots", "Each module takes one slot of your sheet")
                    .fact("Used", player.map_or(0, |player| player.modules.iter().sum::<u8>()))
                    .rule("SC-BUILD-19"),
            ),
            "permanent" => {
                let (on, all, what) = match rest {
                    "minerals" => {
                        (player?.on_minerals, self.components.common.permanent.minerals, "minerals")
                    }
                    "gas" => (player?.on_gas, self.components.common.permanent.gas, "gas"),
                    _ => return None,
                };
                let about = format!("Every player has {all} permanent {what}; one worker fetches one");
                Some(
                    Card::new(format!("Permanent {what}"), about)
                        .fact("Workers", format!("{on} of {all}"))
                        .rule("SC-RSRC-2"),
                )
            }
            "resource" => self.read_area(rest).ok().map(|area| self.explain_area(view, area)),
            "force" => {
                let area = self.read_area(rest).ok()?;
                let about = "One resource more than the card has room for. The first time the area is partially depleted, the second time for good";
                Some(Card::new(format!("Force mine {}", self.area_name(area)), about).rule("SC-MINE-1"))
            }
            "discount" => {
                Some(Card::new("Discount", "What you pay less for this purchase").rule("SC-RSRC-9"))
            }
            "skirmish" => {
                let number: usize = rest.parse().ok()?;
                let line = view.battle.lines.get(number.checked_sub(1)?)?;
                let front = |side: usize| self.unit_name(Kind(line.formed[side])).to_owned();
                let about = "Both units strike at once: an attack as high as the other's health defeats it";
                Some(
                    Card::new(format!("Skirmish {number}"), about)
                        .fact("Attacker", front(0))
                        .fact("Defender", front(1))
                        .rule("SC-BATTLE-21"),
                )
            }
            "step" => {
                let number: usize = rest.parse().ok()?;
                let name = BATTLE_STEPS.get(number.checked_sub(1)?)?;
                Some(
                    Card::new(format!("Step {number}: {name}"), "A battle has nine steps")
                        .rule("SC-BATTLE-1"),
                )
            }
            _ => self.explain_counter(view, &state, word, seat?),
        }
    }

    /// Counters of a seat and of the match.
    fn explain_counter(&self, view: &View, state: &State, word: &str, seat: Seat) -> Option<Card> {
        let player = &view.players[seat.index()];
        let faction = (player.faction.0 != NONE).then(|| self.components.faction(player.faction));
        let race = faction.map(|faction| self.components.race(faction.race));
        let on_cards: u8 =
            view.areas.iter().filter(|area| area.card == seat.0).map(|area| area.workers).sum();
        Some(match word {
            "round" => Card::new("Round", "Planning, execution, regrouping")
                .fact("Now", view.round)
                .fact("Last", self.options.last_round)
                .rule("SC-SEQ-1"),
            "stage" => Card::new("Event stage", "Special victories are possible from Stage III on")
                .fact("Now", ["I", "II", "III"][usize::from(self.stage(state))])
                .rule("SC-EVT-1"),
            "ends" => Card::new("The End Draws Near", "With the second of these cards the game ends")
                .fact("Played", format!("{} of {}", view.ends, self.components.common.end_cards))
                .rule("SC-END-1"),
            "first" => Card::new("First player", "Places and takes orders first; passes on each round")
                .fact("Now", self.player_name(view, view.first))
                .rule("SC-SEQ-1"),
            "cp" => {
                let most = faction.map_or(self.components.common.victory, |_| self.threshold(state, seat));
                Card::new("Conquest points", "Scored in each regrouping for the conquest areas you control")
                    .fact("Now", format!("{} of {most}", player.cp))
                    .fact("Each round as it stands", faction.map_or(0, |_| self.income(state, seat)))
                    .rule("SC-END-1")
            }
            "goal" => {
                let faction = faction?;
                let (have, need) = self.goal_progress(state, seat);
                Card::new("Special victory", format!("In Stage III: {}", faction.special))
                    .fact("Now", format!("{have} of {need}"))
                    .rule("SC-FAC-4")
            }
            "pool" => {
                Card::new("Worker Pool", "Workers that can be placed now; all return in the regrouping")
                    .fact("Free", player.pool)
                    .rule("SC-VOC-11")
            }
            "unavailable" => {
                Card::new("Unavailable workers", "They return to the pool in the next regrouping")
                    .fact("Workers", player.idle)
                    .rule("SC-VOC-11")
            }
            "workers" => Card::new("Workers", "Each pays one mineral or gas each round")
                .fact("In the pool", player.pool)
                .fact("On permanent resources", player.on_minerals + player.on_gas)
                .fact("On resource cards", on_cards)
                .fact("Unavailable", player.idle)
                .rule("SC-VOC-11"),
            "orders" => {
                let on = view.stacks.iter().flat_map(|stack| stack.iter()).filter(|order| order.seat == seat);
                Card::new("Orders", "Each player places four orders face down each round")
                    .fact("On the board", on.count())
                    .rule("SC-PLAN-1")
            }
            "hand" => {
                let limit = faction.map_or(0, |_| self.hand_limit(state, seat));
                Card::new("Combat cards in hand", "More than the limit are discarded in the regrouping")
                    .fact("In hand", player.hand_count)
                    .fact("Limit", limit)
                    .rule("SC-REGR-15")
            }
            "deck" => Card::new("Combat deck", "An empty deck is shuffled anew from the discards")
                .fact("Cards", player.deck_count)
                .rule("SC-RES-9"),
            "discards" => {
                let cards: Vec<String> = race.map_or_else(Vec::new, |race| {
                    let held = (0..64u8).filter(|at| player.discards >> at & 1 == 1);
                    held.map(|at| self.card_name(crate::ids::Card(race.first_card + at))).collect()
                });
                let words: Vec<&str> = cards.iter().map(String::as_str).collect();
                let list = if words.is_empty() { "none".to_owned() } else { words.join("; ") };
                Card::new("Discard pile", "Open to all players").fact("Cards", list).rule("SC-RES-9")
            }
            "events" => {
                Card::new("Event cards", "Read and played in the regrouping; until then face down for all")
                    .fact("Face down", player.front.iter().sum::<u8>())
                    .rule("SC-EVT-1")
            }
            "gold" => Card::new("Gold orders", "Each R&D module allows one a round")
                .fact("A round", faction.map_or(0, |_| self.gold_limit(state, seat)))
                .rule("SC-PLAN-5"),
            "limit" => Card::new("Build limit", "Units a Build order may build")
                .fact("Units", faction.map_or(0, |_| self.build_limit(state, seat)))
                .rule("SC-BUILD-3"),
            _ => return None,
        })
    }

    fn explain_place(&self, view: &View, id: &str) -> Option<Card> {
        if let Ok(area) = self.read_area(id) {
            return Some(self.explain_area(view, area));
        }
        if let Ok(planet) = self.read_planet(id) {
            return Some(self.explain_planet(view, planet));
        }
        if let Some(cell) = id.strip_prefix("cell:") {
            let (x, y) = cell.split_once(',')?;
            let (_, _): (i8, i8) = (x.parse().ok()?, y.parse().ok()?);
            let about = "A planet may be placed here if at least one of its entrances meets another";
            return Some(Card::new("Free space", about).rule("SC-SETUP-6b"));
        }
        if let Ok(gate) = self.read_gate(id) {
            return Some(self.explain_gate(view, gate));
        }
        let number = id.strip_prefix('r')?.parse::<usize>().ok()?;
        let route = view.routes.get(number.checked_sub(1)?)?;
        let owners: Vec<String> = (0..6)
            .filter(|at| route.transports >> at & 1 == 1)
            .map(|at| self.player_name(view, Seat(at)))
            .collect();
        let kind = if route.z { "Z-axis route" } else { "Route" };
        Some(
            Card::new(
                format!("{kind} from {}", self.road_name(route.a, route.b)),
                "Units cross it with a transport of their owner",
            )
            .fact("Transports", if owners.is_empty() { "none".to_owned() } else { owners.join(", ") })
            .rule("SC-MOB-2"),
        )
    }

    fn explain_gate(&self, view: &View, gate: Gate) -> Card {
        let route = view.routes.iter().find(|route| route.a == gate || route.b == gate);
        let card =
            Card::new(format!("Entrance {}", self.gate_name(gate)), "Routes begin and end at entrances");
        let card = match route {
            Some(route) => {
                let far = if route.a == gate { route.b } else { route.a };
                card.fact("Leads to", self.gate_name(far))
            }
            None => card.fact("Leads to", "nowhere yet"),
        };
        card.rule("SC-SETUP-7")
    }

    fn explain_planet(&self, view: &View, planet: Planet) -> Card {
        let tile = view.tiles[planet.index()];
        let routes = view.routes.iter().filter(|r| r.a.planet == planet || r.b.planet == planet);
        let card =
            Card::new(self.planet_name(planet), "A planet; its stack of orders comes off from the top")
                .rule("SC-PLAN-4");
        if tile.placed {
            card.fact("Routes", routes.count()).fact("Orders", view.stacks[planet.index()].len())
        } else {
            let areas = self.areas_of(planet).map(|area| {
                let printed = self.components.area(area);
                format!("{} {}", printed.amount, self.resource_word(printed.resource))
            });
            card.fact("Areas", areas.collect::<Vec<_>>().join(", ")).fact("Placed", "not yet")
        }
    }

    fn explain_area(&self, view: &View, area: Area) -> Card {
        let (printed, here) = (self.components.area(area), &view.areas[area.index()]);
        let state = self.assume(view);
        let owner =
            self.controller(&state, area).map_or("no player".to_owned(), |seat| self.player_name(view, seat));
        let about = match printed.resource {
            crate::data::Resource::Conquest => format!(
                "Pays {} each round to the player who controls it",
                count(usize::from(printed.amount), "conquest point")
            ),
            resource => format!(
                "Its card takes {} for {}",
                count(usize::from(printed.amount), "worker"),
                self.resource_word(resource)
            ),
        };
        let units: u8 = here.units.iter().sum();
        let mut card = Card::new(printed.name.clone(), about)
            .fact("Controlled by", owner)
            .fact("Units", format!("{units} of {}", printed.limit));
        if here.card != NONE {
            card = card
                .fact("Resource card", self.player_name(view, Seat(here.card)))
                .fact("Workers on it", here.workers);
        }
        match here.depletion {
            1 => card.fact("Depletion", "partial"),
            2 => card.fact("Depletion", "full"),
            _ => card,
        }
        .rule("SC-VOC-5")
    }

    fn explain_piece(&self, view: &View, id: &str) -> Option<Card> {
        if let Some(planet) = id.strip_prefix("stack:") {
            return self.explain_stack(view, self.read_planet(planet).ok()?);
        }
        if let Some(area) = id.strip_prefix("base@") {
            let area = self.read_area(area).ok()?;
            let owner = view.areas[area.index()].base;
            if owner == NONE {
                return None;
            }
            let seat = Seat(owner);
            let race = self.components.faction(view.players[seat.index()].faction).race;
            let about = "Build orders on this planet need a base; it guards the resource card of its area";
            return Some(
                Card::new(self.components.race(race).base.clone(), about)
                    .fact("Owner", self.player_name(view, seat))
                    .fact("Area", self.area_name(area))
                    .rule("SC-BUILD-24"),
            );
        }
        let kind = self.read_kind(id.split('@').next()?).ok()?;
        let unit = self.components.unit(kind);
        let hits = match (unit.hits_ground, unit.hits_air) {
            (true, true) => "ground and air",
            (true, false) => "ground",
            (false, true) => "air",
            (false, false) => "nothing",
        };
        let cards = self.components.cards.iter().filter(|card| card.units & kind.bit() != 0);
        let about = if unit.tags.is_empty() {
            format!("A unit of the {}", unit.race.name())
        } else {
            format!("A unit of the {}: {}", unit.race.name(), unit.tags)
        };
        let mut card = Card::new(unit.name.clone(), about)
            .fact("Moves", if unit.flying { "flying" } else { "on the ground" })
            .fact("Hits", hits)
            .fact("Support", unit.support)
            .fact("Cards that show it", cards.count());
        if unit.assist {
            card = card.fact("Front line", "only if no other unit is there");
        }
        let item = self.offer_of(view, &unit.id);
        let card = match item {
            Some(item) => Self::priced(card, &item),
            None => card.fact("Costs", cost_words(unit.cost)),
        };
        Some(card.rule(if unit.assist { "SC-EFF-6" } else { "SC-VOC-7" }))
    }

    fn explain_stack(&self, view: &View, planet: Planet) -> Option<Card> {
        let stack = &view.stacks[planet.index()];
        if stack.is_empty() {
            return None;
        }
        let title = format!("Orders on {}", self.planet_name(planet));
        let mut card = Card::new(title, "The top order is taken first").rule("SC-PLAN-4");
        for (at, order) in stack.iter().rev().enumerate() {
            let what = order.token.map_or("face down", Token::name);
            card = card.fact(ordinal(at + 1), format!("{}: {what}", self.player_name(view, order.seat)));
        }
        Some(card)
    }

    fn explain_seat(&self, view: &View, seat: Seat) -> Option<Card> {
        if seat.0 >= self.players() {
            return None;
        }
        let player = &view.players[seat.index()];
        if player.faction.0 == NONE {
            return Some(Card::new(self.player_name(view, seat), "No faction yet").rule("SC-SETUP-2"));
        }
        let state = self.assume(view);
        let (have, need) = self.goal_progress(&state, seat);
        let faction = self.components.faction(player.faction);
        Some(
            Card::new(faction.name.clone(), format!("A faction of the {}", faction.race.name()))
                .fact("Conquest points", format!("{} of {}", player.cp, self.threshold(&state, seat)))
                .fact("Goal in Stage III", format!("{}: {have} of {need}", faction.special))
                .fact("Workers", self.workers(&state, seat))
                .fact("Combat cards", player.hand_count)
                .rule("SC-FAC-4"),
        )
    }

    fn explain_card(&self, view: &View, id: &str) -> Option<Card> {
        if let Ok(card) = self.read_card(id) {
            let printed = self.components.card(card);
            let text = if printed.text.is_empty() { "No ability" } else { printed.text.as_str() };
            let mut shown = Card::new(self.card_name(card), text);
            if printed.units != 0 {
                shown = shown.fact("Shows", self.units_in_words(printed.units));
            }
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
                Card::new(printed.name.clone(), printed.text.clone())
                    .fact("Stage", ["I", "II", "III"][usize::from(printed.stage)])
                    .fact("Copies", printed.copies)
                    .rule("SC-EVT-1"),
            );
        }
        let tech = self.components.tech(self.read_tech(id).ok()?);
        let about =
            if tech.play_area { "Stays in your play area" } else { "Its cards go into your combat deck" };
        let first = self.components.race(tech.race).first_card;
        let held = (0..64u8).filter(|at| tech.cards >> at & 1 == 1).map(|at| crate::ids::Card(first + at));
        let mut card = Card::new(tech.name.clone(), about);
        for one in held {
            let text = &self.components.card(one).text;
            let text = if text.is_empty() { "no ability" } else { text.as_str() };
            card = card.fact(self.card_name(one), text);
        }
        Some(
            match self.offer_of(view, &tech.id) {
                Some(item) => Self::priced(card, &item),
                None => card.fact("Costs", cost_words(tech.cost)),
            }
            .rule("SC-RES-3"),
        )
    }
}

/// "1st", "2nd", "11th".
pub(crate) fn ordinal(n: usize) -> String {
    let ending = match (n % 10, n % 100) {
        (1, hundred) if hundred != 11 => "st",
        (2, hundred) if hundred != 12 => "nd",
        (3, hundred) if hundred != 13 => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}
