//! Actions, rolls and positions as text (section 23 of the ledger).

use rules::{Notation, ReadError, Seat};

use crate::{
    StarCraft,
    action::{Ability, Action, Place, Roll, Thing},
    data::FILES,
    ids::{Area, Card, EventId, Faction, Gate, Kind, Module, Planet, Route, Side, Tech, Token},
    state::{NONE, State},
};

type Read<T> = Result<T, ReadError>;

fn expected<T>(found: Option<T>, wanted: &str, text: &str) -> Read<T> {
    found.ok_or_else(|| ReadError::expected(wanted, text))
}

impl StarCraft {
    pub(crate) fn area_word(&self, area: Area) -> &str {
        &self.components.area(area).id
    }
    pub(crate) fn planet_word(&self, planet: Planet) -> &str {
        &self.components.planets[planet.index()].id
    }
    pub(crate) fn kind_word(&self, kind: Kind) -> &str {
        &self.components.unit(kind).id
    }
    pub(crate) fn gate_word(&self, gate: Gate) -> String {
        format!("{}-{}", self.planet_word(gate.planet), gate.side.letter())
    }
    pub(crate) fn read_area(&self, text: &str) -> Read<Area> {
        let at = self.components.areas.iter().position(|area| area.id == text);
        expected(at.map(|at| Area(at as u8)), "an area such as CHA-A", text)
    }
    pub(crate) fn read_planet(&self, text: &str) -> Read<Planet> {
        let at = self.components.planets.iter().position(|planet| planet.id == text);
        expected(at.map(|at| Planet(at as u8)), "a planet such as TOR", text)
    }
    pub(crate) fn read_kind(&self, text: &str) -> Read<Kind> {
        let at = self.components.units.iter().position(|unit| unit.id == text);
        expected(at.map(|at| Kind(at as u8)), "a unit such as marine", text)
    }
    pub(crate) fn read_card(&self, text: &str) -> Read<Card> {
        let at = self.components.cards.iter().position(|card| card.id == text);
        expected(at.map(|at| Card(at as u8)), "a card such as TC08", text)
    }
    pub(crate) fn read_tech(&self, text: &str) -> Read<Tech> {
        let at = self.components.techs.iter().position(|tech| tech.id == text);
        expected(at.map(|at| Tech(at as u8)), "a technology such as TT01", text)
    }
    pub(crate) fn read_event_id(&self, text: &str) -> Read<EventId> {
        let at = self.components.events.iter().position(|event| event.id == text);
        expected(at.map(|at| EventId(at as u8)), "an event card such as E110", text)
    }
    pub(crate) fn read_faction(&self, text: &str) -> Read<Faction> {
        let at = self.components.factions.iter().position(|faction| faction.id == text);
        expected(at.map(|at| Faction(at as u8)), "a faction such as raynor", text)
    }
    pub(crate) fn read_gate(&self, text: &str) -> Read<Gate> {
        let (planet, side) = expected(text.rsplit_once('-'), "an entrance such as TOR-N", text)?;
        let side = Side::ALL.into_iter().find(|own| side.len() == 1 && side.starts_with(own.letter()));
        Ok(Gate {
            planet: self.read_planet(planet)?,
            side: expected(side, "an entrance such as TOR-N", text)?,
        })
    }
    pub(crate) fn read_seat(&self, text: &str) -> Read<Seat> {
        let seat = text.parse::<u8>().ok().filter(|seat| (1..=self.players()).contains(seat));
        expected(seat.map(|seat| Seat(seat - 1)), "a seat number from 1", text)
    }
    pub(crate) fn read_token(&self, text: &str) -> Read<Token> {
        let token = Token::ALL.into_iter().find(|token| token.word() == text);
        expected(token, "build, mobilize, research or a gold one", text)
    }
    fn read_building(&self, text: &str) -> Read<u8> {
        for race in &self.components.races {
            if let Some(at) = race.buildings.iter().position(|building| building.id == text) {
                return Ok(at as u8);
            }
        }
        let number = text.parse::<u8>().ok().filter(|number| (1..=3).contains(number));
        expected(number.map(|number| number - 1), "a building such as factory, or 1 to 3", text)
    }
    fn read_route(&self, text: &str) -> Read<Route> {
        let number = text.strip_prefix('r').and_then(|number| number.parse::<u8>().ok());
        let number = number.filter(|number| (1..=32).contains(number));
        expected(number.map(|number| Route(number - 1)), "a route such as r1", text)
    }
    fn read_line(&self, text: &str) -> Read<u8> {
        let number = text.parse::<u8>().ok().filter(|number| (1..=4).contains(number));
        expected(number.map(|number| number - 1), "a skirmish from 1 to 4", text)
    }
    fn read_place(&self, text: &str) -> Read<Place> {
        Ok(match text {
            "PM" => Place::Minerals,
            "PG" => Place::Gas,
            other => match other.strip_prefix('!') {
                Some(area) => Place::Force(self.read_area(area)?),
                None => Place::Card(self.read_area(other)?),
            },
        })
    }
    pub(crate) fn place_word(&self, place: Place) -> String {
        match place {
            Place::Minerals => "PM".to_owned(),
            Place::Gas => "PG".to_owned(),
            Place::Card(area) => self.area_word(area).to_owned(),
            Place::Force(area) => format!("!{}", self.area_word(area)),
        }
    }
    fn read_ability(&self, text: &str) -> Read<Ability> {
        if let Ok(event) = self.read_event_id(text) {
            return Ok(Ability::Event(event));
        }
        Ok(Ability::Card(self.read_card(text)?))
    }
    pub(crate) fn ability_word(&self, ability: Ability) -> &str {
        match ability {
            Ability::None => "-",
            Ability::Card(card) => self.card_id(card),
            Ability::Event(event) => &self.components.event(event).id,
        }
    }

    pub(crate) fn thing_word(&self, thing: Thing) -> String {
        let (area, kind) = (|a| self.area_word(a), |k| self.kind_word(k));
        match thing {
            Thing::Worker => "BuyWorker".to_owned(),
            Thing::Transport(route) => format!("BuyTransport(r{})", route.0 + 1),
            Thing::Unit(unit, at) => format!("BuyUnit({}, {})", kind(unit), area(at)),
            Thing::Swap(unit, a, b, to) => {
                format!("Swap({}, {}, {}, {})", kind(unit), area(a), area(b), area(to))
            }
            Thing::Level(building) => format!("BuyLevel({})", building + 1),
            Thing::Module(module) => format!("BuyModule({})", module.word()),
            Thing::Base(at) => format!("BuyBase({})", area(at)),
            Thing::Tech(tech) => format!("BuyTech({})", self.components.tech(tech).id),
        }
    }

    pub(crate) fn read_thing(&self, name: &str, args: &[&str]) -> Option<Read<Thing>> {
        let thing = || -> Read<Thing> {
            Ok(match (name, args) {
                ("BuyWorker", []) => Thing::Worker,
                ("BuyTransport", [route]) => Thing::Transport(self.read_route(route)?),
                ("BuyUnit", [kind, area]) => Thing::Unit(self.read_kind(kind)?, self.read_area(area)?),
                ("Swap", [kind, a, b, to]) => Thing::Swap(
                    self.read_kind(kind)?,
                    self.read_area(a)?,
                    self.read_area(b)?,
                    self.read_area(to)?,
                ),
                ("BuyLevel", [building]) => Thing::Level(self.read_building(building)?),
                ("BuyModule", [word]) => {
                    let module = Module::ALL.into_iter().find(|module| module.word() == *word);
                    Thing::Module(expected(module, "supply, rnd or air_support", word)?)
                }
                ("BuyBase", [area]) => Thing::Base(self.read_area(area)?),
                ("BuyTech", [tech]) => Thing::Tech(self.read_tech(tech)?),
                _ => return Err(ReadError::expected("a purchase", name)),
            })
        };
        (name.starts_with("Buy") || name == "Swap").then(thing)
    }

    fn action_word(&self, action: Action) -> String {
        let area = |area| self.area_word(area);
        let kind = |kind| self.kind_word(kind);
        let route = |route: Route| format!("r{}", route.0 + 1);
        let card = |card| self.card_id(card);
        let event = |event: EventId| &self.components.event(event).id;
        let gate = |gate| self.gate_word(gate);
        let planet = |planet| self.planet_word(planet);
        match action {
            Action::Faction(faction) => format!("Faction({})", self.components.faction(faction).id),
            Action::Planet { planet: id, x, y, rotation } => {
                format!("Planet({}, {x}, {y}, {rotation})", planet(id))
            }
            Action::PlanetZ { planet: id, x, y, rotation, side, other } => {
                format!("PlanetZ({}, {x}, {y}, {rotation}, {}, {})", planet(id), side.letter(), gate(other))
            }
            Action::Base(at) => format!("Base({})", area(at)),
            Action::NoBase => "NoBase".to_owned(),
            Action::ZRoute(a, b) => format!("ZRoute({}, {})", gate(a), gate(b)),
            Action::StartUnit(unit, at) => format!("StartUnit({}, {})", kind(unit), area(at)),
            Action::StartTransport(on) => format!("StartTransport({})", route(on)),
            Action::PlaceOrder(on, token) => format!("PlaceOrder({}, {})", planet(on), token.word()),
            Action::TakeOrder(on) => format!("TakeOrder({})", planet(on)),
            Action::Execute => "Execute".to_owned(),
            Action::DrawEvent => "DrawEvent".to_owned(),
            Action::Buy(thing) => self.thing_word(thing),
            Action::EndStep => "EndStep".to_owned(),
            Action::UseDiscount(id) => format!("UseDiscount({})", event(id)),
            Action::UseGold => "UseGold".to_owned(),
            Action::Go => "Go".to_owned(),
            Action::Split(minerals) => format!("Split({minerals})"),
            Action::Worker(place) => format!("Worker({})", self.place_word(place)),
            Action::PayRest => "PayRest".to_owned(),
            Action::ForcedMarch(on) => format!("ForcedMarch({})", route(on)),
            Action::Move(unit, from, to) => format!("Move({}, {}, {})", kind(unit), area(from), area(to)),
            Action::Recall(unit, from, to) => {
                format!("Recall({}, {}, {})", kind(unit), area(from), area(to))
            }
            Action::EndMoves => "EndMoves".to_owned(),
            Action::Liftoff(to) => format!("Liftoff({})", area(to)),
            Action::Stay => "Stay".to_owned(),
            Action::DrawThree => "DrawThree".to_owned(),
            Action::NoDraw => "NoDraw".to_owned(),
            Action::NoTech => "NoTech".to_owned(),
            Action::BonusEvent => "BonusEvent".to_owned(),
            Action::BonusCard(id) => format!("BonusCard({})", card(id)),
            Action::NoBonus => "NoBonus".to_owned(),
            Action::DestroyUnit(unit, at) => format!("DestroyUnit({}, {})", kind(unit), area(at)),
            Action::DestroyBase(at) => format!("DestroyBase({})", area(at)),
            Action::DestroyTransport(on) => format!("DestroyTransport({})", route(on)),
            Action::StartAbility(ability) => format!("StartAbility({})", self.ability_word(ability)),
            Action::NoAbility => "NoAbility".to_owned(),
            Action::ConsumeUnit(unit) => format!("ConsumeUnit({})", kind(unit)),
            Action::ConsumeWorker => "ConsumeWorker".to_owned(),
            Action::Front(unit) => format!("Front({})", kind(unit)),
            Action::Pair(own, other) => format!("Pair({}, {})", kind(own), kind(other)),
            Action::Support(unit, line) => format!("Support({}, {})", kind(unit), line + 1),
            Action::Card(line, id) => format!("Card({}, {})", line + 1, card(id)),
            Action::Top(line) => format!("Top({})", line + 1),
            Action::Reinforce(line, id) => format!("Reinforce({}, {})", line + 1, card(id)),
            Action::NoReinforce(line) => format!("NoReinforce({})", line + 1),
            Action::Resolve(line) => format!("Resolve({})", line + 1),
            Action::PayAbility => "PayAbility".to_owned(),
            Action::Decline => "Decline".to_owned(),
            Action::Withdraw(to) => format!("Withdraw({})", area(to)),
            Action::LoseSupport(unit) => format!("LoseSupport({})", kind(unit)),
            Action::NextAbility(id) => format!("NextAbility({})", card(id)),
            Action::Lose(unit) => format!("Lose({})", kind(unit)),
            Action::Excess(unit) => format!("Excess({})", kind(unit)),
            Action::RetreatTo(to) => format!("RetreatTo({})", area(to)),
            Action::PlayEvent(id) => format!("PlayEvent({})", event(id)),
            Action::NoEvent => "NoEvent".to_owned(),
            Action::EndCard => "EndCard".to_owned(),
            Action::EndPoint => "EndPoint".to_owned(),
            Action::Route(on) => format!("Route({})", route(on)),
            Action::MoveEnd(on, end, to) => format!("MoveEnd({}, {}, {})", route(on), end + 1, gate(to)),
            Action::NoBuy => "NoBuy".to_owned(),
            Action::Area(at) => format!("Area({})", area(at)),
            Action::Put(unit) => format!("Put({})", kind(unit)),
            Action::Kind(unit) => format!("Kind({})", kind(unit)),
            Action::Transport(on, owner) => format!("Transport({}, {})", route(on), owner.0 + 1),
            Action::Player(seat) => format!("Player({})", seat.0 + 1),
            Action::OrderPlanet(on) => format!("OrderPlanet({})", planet(on)),
            Action::Discard(id) => format!("Discard({})", card(id)),
        }
    }

    fn parse_action(&self, text: &str) -> Read<Action> {
        let (name, inside) = match text.split_once('(') {
            Some((name, rest)) => {
                (name, expected(rest.strip_suffix(')'), "a closing bracket at the end", text)?)
            }
            None => (text, ""),
        };
        let args: Vec<&str> =
            if inside.is_empty() { Vec::new() } else { inside.split(',').map(str::trim).collect() };
        if let Some(thing) = self.read_thing(name, &args) {
            return thing.map(Action::Buy);
        }
        let number = |text: &str| expected(text.parse::<i8>().ok(), "a number", text);
        let turn =
            |text: &str| expected(text.parse::<u8>().ok().filter(|n| *n < 4), "a rotation from 0 to 3", text);
        let side = |text: &str| {
            let found = Side::ALL.into_iter().find(|own| text.len() == 1 && text.starts_with(own.letter()));
            expected(found, "N, E, S or W", text)
        };
        Ok(match (name, &args[..]) {
            ("Faction", [id]) => Action::Faction(self.read_faction(id)?),
            ("Planet", [id, x, y, rotation]) => Action::Planet {
                planet: self.read_planet(id)?,
                x: number(x)?,
                y: number(y)?,
                rotation: turn(rotation)?,
            },
            ("PlanetZ", [id, x, y, rotation, own, other]) => Action::PlanetZ {
                planet: self.read_planet(id)?,
                x: number(x)?,
                y: number(y)?,
                rotation: turn(rotation)?,
                side: side(own)?,
                other: self.read_gate(other)?,
            },
            ("Base", [at]) => Action::Base(self.read_area(at)?),
            ("NoBase", []) => Action::NoBase,
            ("ZRoute", [a, b]) => Action::ZRoute(self.read_gate(a)?, self.read_gate(b)?),
            ("StartUnit", [unit, at]) => Action::StartUnit(self.read_kind(unit)?, self.read_area(at)?),
            ("StartTransport", [on]) => Action::StartTransport(self.read_route(on)?),
            ("PlaceOrder", [on, token]) => Action::PlaceOrder(self.read_planet(on)?, self.read_token(token)?),
            ("TakeOrder", [on]) => Action::TakeOrder(self.read_planet(on)?),
            ("Execute", []) => Action::Execute,
            ("DrawEvent", []) => Action::DrawEvent,
            ("EndStep", []) => Action::EndStep,
            ("UseDiscount", [id]) => Action::UseDiscount(self.read_event_id(id)?),
            ("UseGold", []) => Action::UseGold,
            ("Go", []) => Action::Go,
            ("Split", [n]) => Action::Split(expected(n.parse().ok(), "a number of minerals", n)?),
            ("Worker", [place]) => Action::Worker(self.read_place(place)?),
            ("PayRest", []) => Action::PayRest,
            ("ForcedMarch", [on]) => Action::ForcedMarch(self.read_route(on)?),
            ("Move", [unit, from, to]) => {
                Action::Move(self.read_kind(unit)?, self.read_area(from)?, self.read_area(to)?)
            }
            ("Recall", [unit, from, to]) => {
                Action::Recall(self.read_kind(unit)?, self.read_area(from)?, self.read_area(to)?)
            }
            ("EndMoves", []) => Action::EndMoves,
            ("Liftoff", [to]) => Action::Liftoff(self.read_area(to)?),
            ("Stay", []) => Action::Stay,
            ("DrawThree", []) => Action::DrawThree,
            ("NoDraw", []) => Action::NoDraw,
            ("NoTech", []) => Action::NoTech,
            ("BonusEvent", []) => Action::BonusEvent,
            ("BonusCard", [id]) => Action::BonusCard(self.read_card(id)?),
            ("NoBonus", []) => Action::NoBonus,
            ("DestroyUnit", [unit, at]) => Action::DestroyUnit(self.read_kind(unit)?, self.read_area(at)?),
            ("DestroyBase", [at]) => Action::DestroyBase(self.read_area(at)?),
            ("DestroyTransport", [on]) => Action::DestroyTransport(self.read_route(on)?),
            ("StartAbility", [ability]) => Action::StartAbility(self.read_ability(ability)?),
            ("NoAbility", []) => Action::NoAbility,
            ("ConsumeUnit", [unit]) => Action::ConsumeUnit(self.read_kind(unit)?),
            ("ConsumeWorker", []) => Action::ConsumeWorker,
            ("Front", [unit]) => Action::Front(self.read_kind(unit)?),
            ("Pair", [own, other]) => Action::Pair(self.read_kind(own)?, self.read_kind(other)?),
            ("Support", [unit, line]) => Action::Support(self.read_kind(unit)?, self.read_line(line)?),
            ("Card", [line, id]) => Action::Card(self.read_line(line)?, self.read_card(id)?),
            ("Top", [line]) => Action::Top(self.read_line(line)?),
            ("Reinforce", [line, id]) => Action::Reinforce(self.read_line(line)?, self.read_card(id)?),
            ("NoReinforce", [line]) => Action::NoReinforce(self.read_line(line)?),
            ("Resolve", [line]) => Action::Resolve(self.read_line(line)?),
            ("PayAbility", []) => Action::PayAbility,
            ("Decline", []) => Action::Decline,
            ("Withdraw", [to]) => Action::Withdraw(self.read_area(to)?),
            ("LoseSupport", [unit]) => Action::LoseSupport(self.read_kind(unit)?),
            ("NextAbility", [id]) => Action::NextAbility(self.read_card(id)?),
            ("Lose", [unit]) => Action::Lose(self.read_kind(unit)?),
            ("Excess", [unit]) => Action::Excess(self.read_kind(unit)?),
            ("RetreatTo", [to]) => Action::RetreatTo(self.read_area(to)?),
            ("PlayEvent", [id]) => Action::PlayEvent(self.read_event_id(id)?),
            ("NoEvent", []) => Action::NoEvent,
            ("EndCard", []) => Action::EndCard,
            ("EndPoint", []) => Action::EndPoint,
            ("Route", [on]) => Action::Route(self.read_route(on)?),
            ("MoveEnd", [on, end, to]) => {
                let end = match *end {
                    "1" => 0,
                    "2" => 1,
                    other => return Err(ReadError::expected("end 1 or 2", other)),
                };
                Action::MoveEnd(self.read_route(on)?, end, self.read_gate(to)?)
            }
            ("NoBuy", []) => Action::NoBuy,
            ("Area", [at]) => Action::Area(self.read_area(at)?),
            ("Put", [unit]) => Action::Put(self.read_kind(unit)?),
            ("Kind", [unit]) => Action::Kind(self.read_kind(unit)?),
            ("Transport", [on, owner]) => Action::Transport(self.read_route(on)?, self.read_seat(owner)?),
            ("Player", [seat]) => Action::Player(self.read_seat(seat)?),
            ("OrderPlanet", [on]) => Action::OrderPlanet(self.read_planet(on)?),
            ("Discard", [id]) => Action::Discard(self.read_card(id)?),
            _ => {
                return Err(ReadError::expected("an action such as PlaceOrder(TOR, build) or EndStep", text));
            }
        })
    }
}

impl Notation for StarCraft {
    const GAME: &'static str = "starcraft";
    const RULES: u32 = 1;

    fn scenario_name(&self) -> String {
        self.options.line(&self.components)
    }
    fn sources(&self) -> Vec<&str> {
        FILES.iter().map(|(_, text)| *text).collect()
    }
    fn write_action(&self, action: Action) -> String {
        self.action_word(action)
    }
    fn read_action(&self, text: &str) -> Result<Action, ReadError> {
        self.parse_action(text.trim())
    }
    fn write_roll(&self, roll: Roll) -> String {
        match roll {
            Roll::Seat(seat) => format!("seat {}", seat.0 + 1),
            Roll::Faction(faction) => format!("faction {}", self.components.faction(faction).id),
            Roll::Planet(planet) => format!("planet {}", self.planet_word(planet)),
            Roll::Home(planet) => format!("home {}", self.planet_word(planet)),
            Roll::Card(card) => format!("card {}", self.card_id(card)),
            Roll::Event(event) => format!("event {}", self.components.event(event).id),
        }
    }
    fn read_roll(&self, text: &str) -> Result<Roll, ReadError> {
        let (what, word) = text.split_once(' ').unwrap_or((text, ""));
        Ok(match what {
            "seat" => Roll::Seat(self.read_seat(word)?),
            "faction" => Roll::Faction(self.read_faction(word)?),
            "planet" => Roll::Planet(self.read_planet(word)?),
            "home" => Roll::Home(self.read_planet(word)?),
            "card" => Roll::Card(self.read_card(word)?),
            "event" => Roll::Event(self.read_event_id(word)?),
            other => {
                return Err(ReadError::expected("seat, faction, planet, home, card or event", other));
            }
        })
    }
    fn write_position(&self, state: &State) -> String {
        self.write_state(state)
    }
    fn read_position(&self, text: &str) -> Result<State, ReadError> {
        self.read_state(text)
    }
}

/// The word of a small number that may be missing.
pub(crate) fn maybe(id: u8, word: impl FnOnce(u8) -> String) -> String {
    if id == NONE { "-".to_owned() } else { word(id) }
}
