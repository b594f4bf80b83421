//! The components: planets, units, cards, events, factions and ready-made galaxies, read from the data files.

use serde::Deserialize;
use thiserror::Error;

use crate::{
    effect::{CardKind, Code, Effect, RawEffect, Reader, UnitWords},
    ids::{Area, Card, Cards, EventId, Faction, Force, Kind, KindMask, Module, Planet, Race, Side, Tech},
};

pub(crate) const FILES: [(&str, &str); 6] = [
    ("planets.json", include_str!("../../../../data/starcraft/planets.json")),
    ("galaxies.json", include_str!("../../../../data/starcraft/galaxies.json")),
    ("factions.json", include_str!("../../../../data/starcraft/factions.json")),
    ("units.csv", include_str!("../../../../data/starcraft/units.csv")),
    ("cards.json", include_str!("../../../../data/starcraft/cards.json")),
    ("events.json", include_str!("../../../../data/starcraft/events.json")),
];

/// A wrong cell of a data file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{file}: {row}, field {field:?}: expected {expected}, found {found:?}")]
#[expect(missing_docs, reason = "the message says what each field is")]
pub struct DataError {
    pub file: &'static str,
    pub row: String,
    pub field: &'static str,
    pub expected: &'static str,
    pub found: String,
}

/// Minerals and gas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub struct Cost {
    pub minerals: u8,
    pub gas: u8,
}

impl Cost {
    /// Minerals and gas together.
    pub const fn total(self) -> u8 {
        self.minerals + self.gas
    }
}

/// What an area carries (SC-VOC-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub enum Resource {
    Minerals,
    Gas,
    Conquest,
}

/// An area as printed.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are the data file's")]
pub struct AreaType {
    pub id: String,
    pub name: String,
    pub planet: Planet,
    pub resource: Resource,
    pub amount: u8,
    pub limit: u8,
    /// Anchor for drawing, in thousandths of the disc's radius.
    pub dx: i16,
    pub dy: i16,
}

/// A planet as printed.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are the data file's")]
pub struct PlanetType {
    pub id: String,
    pub name: String,
    /// Entrances at rotation 0, bit by side.
    pub entrances: u8,
    pub first: Area,
    pub areas: u8,
}

/// A kind of unit.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are the data file's")]
pub struct UnitType {
    pub id: String,
    pub name: String,
    pub race: Race,
    pub figures: u8,
    pub cost: Cost,
    pub replaces: Option<(Kind, u8)>,
    pub flying: bool,
    pub hits_ground: bool,
    pub hits_air: bool,
    pub support: u8,
    pub assist: bool,
    pub tags: String,
    pub detector: bool,
    pub cloak_aura: bool,
    /// Building and level that unlock it.
    pub building: Option<(u8, u8)>,
    pub technology: Option<Tech>,
    /// Minerals and gas, replaced units included (SC-EFF-22).
    pub total_cost: u8,
    /// The kinds it can hit.
    pub hits: KindMask,
}

/// A combat, reinforcement or technology card.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are the data file's")]
pub struct CardType {
    pub id: String,
    pub race: Race,
    pub tech: Option<Tech>,
    pub name: String,
    pub kind: CardKind,
    pub units: KindMask,
    /// Kinds with the Specialty Support icon (SC-EFF-8).
    pub icon: KindMask,
    pub major: (i8, i8),
    pub minor: (i8, i8),
    pub effects: Vec<Effect>,
    /// SC-EFF-12: a used card goes back to the technology deck.
    pub returns: bool,
    pub text: String,
}

/// A technology.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are the data file's")]
pub struct TechType {
    pub id: String,
    pub name: String,
    pub race: Race,
    pub cost: Cost,
    pub cards: Cards,
    pub play_area: bool,
}

/// When an event is carried out (SC-EVT-1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the data file's")]
pub enum Timing {
    Now,
    Keep,
    Must,
}

/// An event card.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are the data file's")]
pub struct EventType {
    pub id: String,
    /// 0, 1 or 2 for Stage I, II, III.
    pub stage: u8,
    pub name: String,
    pub copies: u8,
    pub timing: Timing,
    pub effects: Vec<Effect>,
    pub text: String,
}

/// A building of a race: unit and price of each level.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are the data file's")]
pub struct BuildingType {
    pub id: String,
    pub name: String,
    pub levels: Vec<(Kind, Cost)>,
}

/// A race as printed on its sheets.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are the data file's")]
pub struct RaceType {
    pub worker: String,
    pub transport: String,
    pub base: String,
    pub hand_limit: u8,
    pub build_limit: u8,
    pub module_slots: u8,
    pub modules: [u8; 3],
    pub ability_names: Vec<String>,
    pub liftoff: bool,
    pub draw_after_placing: u8,
    pub limit_per_building: Option<u8>,
    pub defender_draw: u8,
    pub buildings: Vec<BuildingType>,
    pub first_kind: u8,
    pub kinds: u8,
    pub first_card: u8,
    pub cards: u8,
}

/// A special victory (SC-FAC-4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[expect(missing_docs, reason = "the names are the data file's")]
pub enum Goal {
    ResourceAreas { n: u8 },
    FullPlanets { n: u8 },
    MostAreas,
    EndCards { n: u8 },
    ConquestAreas { n: u8 },
    BasePlanets { n: u8 },
}

/// A faction as printed.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are the data file's")]
pub struct FactionType {
    pub id: String,
    pub name: String,
    pub race: Race,
    pub color: String,
    pub workers: u8,
    pub transports: u8,
    pub units: Force,
    pub special: String,
    pub goal: Goal,
}

/// A ready-made galaxy (SC-SETUP-14).
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are the data file's")]
pub struct Galaxy {
    pub tiles: Vec<(Planet, i8, i8, u8)>,
    /// Both ends and whether it is a Z-axis route.
    pub routes: Vec<((Planet, Side), (Planet, Side), bool)>,
    pub seats: Vec<(Planet, Area)>,
}

/// Prices, limits and figures common to all factions.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names are the data file's")]
pub struct Common {
    pub permanent: Cost,
    pub worker: Cost,
    pub transport: Cost,
    pub base: Cost,
    pub workers: u8,
    pub transports: u8,
    pub bases: u8,
    pub normal_routes: u8,
    pub z_routes: u8,
    pub module_costs: [Cost; 3],
    pub supply_limit: u8,
    pub rnd_orders: u8,
    pub anti_air: i8,
    pub orders_per_round: u8,
    pub tokens: [u8; 6],
    pub gold_limit: u8,
    pub gold_discount: u8,
    pub gold_draw: u8,
    pub gold_attack: i8,
    pub battle_draw: [u8; 2],
    pub research_draw: u8,
    pub overstack: u8,
    pub removed: [u8; 5],
    pub planets_per_player: u8,
    pub victory: u8,
    pub victory_aldaris: u8,
    pub end_cards: u8,
    pub last_round: u8,
    pub no_card: (i8, i8),
}

/// Everything printed.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "one list for each data file")]
pub struct Components {
    pub planets: Vec<PlanetType>,
    pub areas: Vec<AreaType>,
    pub units: Vec<UnitType>,
    pub cards: Vec<CardType>,
    pub techs: Vec<TechType>,
    pub events: Vec<EventType>,
    pub races: [RaceType; 3],
    pub factions: Vec<FactionType>,
    pub galaxies: Vec<Galaxy>,
    pub common: Common,
}

impl Components {
    /// Reads the embedded data files.
    pub fn load() -> Result<Self, DataError> {
        Self::read(FILES.map(|(_, text)| text))
    }

    /// Reads other texts in the order planets, galaxies, factions, units, cards, events.
    pub fn read(texts: [&str; 6]) -> Result<Self, DataError> {
        let (planets, areas) = read_planets(texts[0])?;
        let raw: RawFactions = json("factions.json", texts[2])?;
        let mut units = read_units(texts[3], &raw)?;
        let words = units
            .iter()
            .map(|unit| UnitWords {
                id: &unit.id,
                race: unit.race,
                flying: unit.flying,
                tags: &unit.tags,
                cost: unit.total_cost,
            })
            .collect();
        let reader = Reader(words);
        let (cards, techs) = read_cards(texts[4], &reader)?;
        let events = read_events(texts[5], &reader)?;
        let (races, factions, common) = read_factions(&raw, &reader, &cards)?;
        drop(reader);
        let technologies = unit_technologies(texts[3], &techs)?;
        for (unit, technology) in units.iter_mut().zip(technologies) {
            unit.technology = technology;
        }
        let galaxies = read_galaxies(texts[1], &planets, &areas)?;
        Ok(Self { planets, areas, units, cards, techs, events, races, factions, galaxies, common })
    }

    #[expect(missing_docs, reason = "the list's entry")]
    pub fn unit(&self, kind: Kind) -> &UnitType {
        &self.units[kind.index()]
    }
    #[expect(missing_docs, reason = "the list's entry")]
    pub fn card(&self, card: Card) -> &CardType {
        &self.cards[card.index()]
    }
    #[expect(missing_docs, reason = "the list's entry")]
    pub fn event(&self, event: EventId) -> &EventType {
        &self.events[event.index()]
    }
    #[expect(missing_docs, reason = "the list's entry")]
    pub fn tech(&self, tech: Tech) -> &TechType {
        &self.techs[tech.index()]
    }
    #[expect(missing_docs, reason = "the list's entry")]
    pub fn area(&self, area: Area) -> &AreaType {
        &self.areas[area.index()]
    }
    #[expect(missing_docs, reason = "the list's entry")]
    pub fn race(&self, race: Race) -> &RaceType {
        &self.races[race.index()]
    }
    #[expect(missing_docs, reason = "the list's entry")]
    pub fn faction(&self, faction: Faction) -> &FactionType {
        &self.factions[faction.index()]
    }
    /// The areas of a planet.
    pub fn areas_of(&self, planet: Planet) -> impl Iterator<Item = Area> + use<> {
        let planet = &self.planets[planet.index()];
        (planet.first.0..planet.first.0 + planet.areas).map(Area)
    }
    /// The event that ends the game (SC-EVT-6).
    pub fn end_event(&self) -> EventId {
        let at = self.events.iter().position(|event| event.timing == Timing::Must);
        EventId(at.expect("events.json was checked to have one card that must be played") as u8)
    }
}

fn json<'a, T: Deserialize<'a>>(file: &'static str, text: &'a str) -> Result<T, DataError> {
    serde_json::from_str(text).map_err(|error| DataError {
        file,
        row: format!("line {}", error.line()),
        field: "",
        expected: "the fields of this file",
        found: error.to_string(),
    })
}

fn wrong(
    file: &'static str,
    row: impl ToString,
    field: &'static str,
    (expected, found): (&'static str, String),
) -> DataError {
    DataError { file, row: row.to_string(), field, expected, found }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlanets {
    #[serde(rename = "_note")]
    _note: String,
    planets: Vec<RawPlanet>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlanet {
    id: String,
    name: String,
    entrances: Vec<String>,
    areas: Vec<RawArea>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawArea {
    id: String,
    name: String,
    resource: Resource,
    amount: u8,
    unit_limit: u8,
    dx: serde_json::Number,
    dy: serde_json::Number,
}

/// A decimal such as `-0.45` in thousandths, without floats.
fn thousandths(number: &serde_json::Number) -> i16 {
    let text = number.to_string();
    let (sign, digits) = text.strip_prefix('-').map_or((1, text.as_str()), |rest| (-1, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let part: String = part.chars().chain("000".chars()).take(3).collect();
    sign * (whole.parse::<i16>().unwrap_or(0) * 1000 + part.parse::<i16>().unwrap_or(0))
}

fn side(word: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| word.len() == 1 && word.starts_with(side.letter()))
}

fn read_planets(text: &str) -> Result<(Vec<PlanetType>, Vec<AreaType>), DataError> {
    const FILE: &str = "planets.json";
    let raw: RawPlanets = json(FILE, text)?;
    let (mut planets, mut areas) = (Vec::new(), Vec::new());
    for (at, planet) in raw.planets.into_iter().enumerate() {
        let mut entrances = 0;
        for word in &planet.entrances {
            let side = side(word)
                .ok_or_else(|| wrong(FILE, &planet.id, "entrances", ("N, E, S or W", word.clone())))?;
            entrances |= 1 << side as u8;
        }
        let count = planet.areas.len() as u8;
        if !(2..=4).contains(&count) {
            return Err(wrong(FILE, &planet.id, "areas", ("2, 3 or 4 areas", count.to_string())));
        }
        planets.push(PlanetType {
            id: planet.id,
            name: planet.name,
            entrances,
            first: Area(areas.len() as u8),
            areas: count,
        });
        for area in planet.areas {
            if area.amount == 0 || area.unit_limit == 0 || area.unit_limit > 4 {
                let found = format!("amount {}, limit {}", area.amount, area.unit_limit);
                return Err(wrong(FILE, &area.id, "unit_limit", ("an amount and a limit of 1 to 4", found)));
            }
            areas.push(AreaType {
                id: area.id,
                name: area.name,
                planet: Planet(at as u8),
                resource: area.resource,
                amount: area.amount,
                limit: area.unit_limit,
                dx: thousandths(&area.dx),
                dy: thousandths(&area.dy),
            });
        }
    }
    if planets.len() != 12 {
        return Err(wrong(FILE, "planets", "planets", ("12 planets", planets.len().to_string())));
    }
    Ok((planets, areas))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGalaxies {
    #[serde(rename = "_note")]
    _note: String,
    galaxies: Vec<RawGalaxy>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGalaxy {
    players: u8,
    tiles: Vec<RawTile>,
    routes: Vec<RawRoute>,
    z_routes: Vec<RawRoute>,
    seats: Vec<RawSeat>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTile {
    planet: String,
    x: i8,
    y: i8,
    rotation: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRoute {
    a: String,
    a_side: String,
    b: String,
    b_side: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSeat {
    seat: u8,
    home: String,
    base_area: String,
    second: String,
}

fn read_galaxies(text: &str, planets: &[PlanetType], areas: &[AreaType]) -> Result<Vec<Galaxy>, DataError> {
    const FILE: &str = "galaxies.json";
    let raw: RawGalaxies = json(FILE, text)?;
    let mut galaxies = Vec::new();
    for (at, galaxy) in raw.galaxies.iter().enumerate() {
        let row = format!("{} players", galaxy.players);
        if usize::from(galaxy.players) != at + 2 || galaxy.seats.len() != at + 2 {
            return Err(wrong(FILE, row, "players", ("2, 3, 4, 5, 6 in order", galaxy.players.to_string())));
        }
        let planet = |word: &String| {
            let at = planets.iter().position(|planet| planet.id == *word);
            at.map(|at| Planet(at as u8))
                .ok_or_else(|| wrong(FILE, &row, "planet", ("a planet of planets.json", word.clone())))
        };
        let facing = |word: &String| {
            side(word).ok_or_else(|| wrong(FILE, &row, "side", ("N, E, S or W", word.clone())))
        };
        let mut tiles = Vec::new();
        for tile in &galaxy.tiles {
            tiles.push((planet(&tile.planet)?, tile.x, tile.y, tile.rotation % 4));
        }
        let mut routes = Vec::new();
        for (route, z) in
            galaxy.routes.iter().map(|route| (route, false)).chain(galaxy.z_routes.iter().map(|z| (z, true)))
        {
            let ends = [(&route.a, &route.a_side), (&route.b, &route.b_side)];
            let mut gates = [(Planet(0), Side::N); 2];
            for (gate, (name, towards)) in gates.iter_mut().zip(ends) {
                *gate = (planet(name)?, facing(towards)?);
                let tile = tiles.iter().find(|tile| tile.0 == gate.0);
                let open = tile.is_some_and(|tile| turned(planets, gate.0, tile.3) >> gate.1 as u8 & 1 == 1);
                if !open {
                    let found = format!("{name}-{towards}");
                    return Err(wrong(FILE, &row, "routes", ("an entrance of a placed tile", found)));
                }
            }
            routes.push((gates[0], gates[1], z));
        }
        let mut seats = Vec::new();
        for (number, seat) in galaxy.seats.iter().enumerate() {
            let home = planet(&seat.home)?;
            planet(&seat.second)?;
            let base = areas.iter().position(|area| area.id == seat.base_area && area.planet == home);
            let base = base.filter(|_| usize::from(seat.seat) == number + 1).ok_or_else(|| {
                wrong(FILE, &row, "base_area", ("an area of the home planet", seat.base_area.clone()))
            })?;
            seats.push((home, Area(base as u8)));
        }
        galaxies.push(Galaxy { tiles, routes, seats });
    }
    if galaxies.len() != 5 {
        return Err(wrong(FILE, "galaxies", "players", ("five galaxies", galaxies.len().to_string())));
    }
    Ok(galaxies)
}

/// Entrances of a planet turned `rotation` quarter turns clockwise, bit by side.
pub(crate) fn turned(planets: &[PlanetType], planet: Planet, rotation: u8) -> u8 {
    let open = planets[planet.index()].entrances;
    (open << (rotation % 4) | open >> (4 - rotation % 4)) & 15
}

#[path = "data_sheets.rs"]
mod sheets;
use sheets::{RawFactions, read_cards, read_events, read_factions, read_units, unit_technologies};
