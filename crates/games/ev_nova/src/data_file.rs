//! Reads the data files. What cannot be used is refused with the place it stands at.

mod effects;

use std::collections::VecDeque;

use serde::Deserialize;

use crate::data::{
    Bay, CardData, Data, GOODS, Green, ItemData, Line, MissionData, Numbered, Opposition, PlaceWanted,
    Planet, Pur, Red, RedKind, RouteData, STATS, SYSTEMS, ShipData, Slot, Starter, Stat, System, Tech,
    Timing, Where,
};
use crate::data_raw::{
    CardsFile, MapFile, RawBay, RawDeck, RawGreen, RawLine, RawPlace, RawPur, RawRed, RawShip, RawStop,
    RawWhere,
};
use crate::{Card, Power, Powers, Sys};

/// A data file cannot be used: which file, where in it, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}, {row}: {why}")]
pub struct DataError {
    /// The file.
    pub file: &'static str,
    /// The card, system or deck.
    pub row: String,
    /// What was expected and what was found.
    pub why: String,
}

/// What the names in the files stand for.
#[derive(Default)]
struct Reader {
    file: &'static str,
    row: String,
    systems: Vec<String>,
    weapons: Vec<String>,
    families: Vec<String>,
    storylines: Vec<String>,
    codes: Vec<String>,
}

type Read<T> = Result<T, DataError>;

fn position(names: &mut Vec<String>, name: &str) -> u8 {
    let at = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    });
    at as u8
}

impl Reader {
    fn fail<T>(&self, why: impl Into<String>) -> Read<T> {
        Err(DataError { file: self.file, row: self.row.clone(), why: why.into() })
    }
    fn power(&self, name: &str) -> Read<Power> {
        Power::named(name).map_or_else(|| self.fail(format!("expected a government, found {name:?}")), Ok)
    }
    fn powers(&self, names: &[String]) -> Read<Powers> {
        names.iter().map(|name| self.power(name)).collect()
    }
    fn system(&self, id: &str) -> Read<Sys> {
        let at = self.systems.iter().position(|known| known == id);
        at.map_or_else(|| self.fail(format!("expected a system, found {id:?}")), |at| Ok(Sys(at as u8)))
    }
    fn tech(&self, text: &str) -> Read<Tech> {
        match text {
            "AL-1" => Ok(Tech::AL1),
            "AL-2" => Ok(Tech::AL2),
            _ => match text.parse() {
                Ok(number @ 1..=20) => Ok(Tech(number)),
                _ => self.fail(format!("expected a Tech number, found {text:?}")),
            },
        }
    }
    fn techs(&self, texts: &[String]) -> Read<u32> {
        texts.iter().try_fold(0, |all, text| Ok(all | self.tech(text)?.bit()))
    }
    fn goods(&self, names: &[String]) -> Read<u8> {
        names.iter().try_fold(0, |all, name| match GOODS.iter().position(|good| good == name) {
            Some(at) => Ok(all | 1 << at),
            None => self.fail(format!("expected a good, found {name:?}")),
        })
    }
    fn pur(&self, raw: Option<RawPur>) -> Read<Pur> {
        match raw {
            None => Ok(Pur::None),
            Some(RawPur::Number(number)) => Ok(Pur::Fixed(number)),
            Some(RawPur::Plus(text)) => match text.strip_prefix('+').and_then(|text| text.parse().ok()) {
                Some(number) => Ok(Pur::Plus(number)),
                None => self.fail(format!("expected a Pur such as \"+1\", found {text:?}")),
            },
        }
    }
    fn line(&mut self, raw: RawLine) -> Read<Line> {
        if !(1..=5).contains(&raw.phase) {
            return self.fail(format!("expected a phase from 1 to 5, found {}", raw.phase));
        }
        Ok(Line {
            phase: raw.phase,
            count: raw.count,
            weapon: position(&mut self.weapons, &raw.weapon),
            sh: raw.sh,
            ar: raw.ar,
            sac: raw.sac,
            amo: raw.amo.unwrap_or(0),
            pur: self.pur(raw.pur)?,
            turret: raw.turret,
            pd: raw.pd,
            no_pd: raw.no_point_defense,
        })
    }
    fn bay(&mut self, phase: u8, bays: u8, family: &str, capacity: u8) -> Read<Bay> {
        let Some(family) = self.families.iter().position(|known| known == family) else {
            return self.fail(format!("expected a family of fighters, found {family:?}"));
        };
        Ok(Bay { phase, bays, family: family as u8, capacity })
    }
    fn stat(&self, name: &str) -> Read<Stat> {
        Ok(match name {
            "jumps" => Stat::Jumps,
            "cargo" => Stat::Cargo,
            "shield" => Stat::Shield,
            "armor" => Stat::Armor,
            "pursuit" => Stat::Pursuit,
            "escape" => Stat::Escape,
            "boarding" => Stat::Boarding,
            "fend_off" => Stat::FendOff,
            _ => return self.fail(format!("expected a rating, found {name:?}")),
        })
    }
    fn place(&self, raw: RawPlace) -> Read<PlaceWanted> {
        let bracket = match (raw.bracket, &raw.system) {
            (true, Some(system)) => Some(self.system(system)?),
            (false, None) => None,
            _ => return self.fail("a place in brackets has a system, another has none"),
        };
        let Some(label) = raw.label.or(raw.place) else {
            return self.fail("a place has a name or a label");
        };
        Ok(PlaceWanted {
            bracket,
            gov: self.powers(&raw.gov)?,
            exports: self.goods(raw.exports.as_slice())?,
            imports: self.goods(raw.imports.as_slice())?,
            outfits: raw.outfits,
            label,
        })
    }
    fn at(&self, raw: &RawWhere) -> Read<Where> {
        match (&raw.gov, &raw.sectors, &raw.not_gov, &raw.not_systems) {
            (Some(gov), None, None, None) => Ok(Where::Gov(self.powers(gov)?)),
            (None, Some(sectors), Some(not_gov), None) => Ok(Where::Sectors {
                sectors: sectors.iter().fold(0, |all, sector| all | 1 << sector),
                not_gov: self.powers(not_gov)?,
            }),
            (None, None, None, Some(systems)) => {
                let mut mask = 0;
                for system in systems {
                    mask |= 1 << self.system(system)?.0;
                }
                Ok(Where::NotSystems(mask))
            }
            _ => self.fail("expected `gov`, `sectors` with `not_gov`, or `not_systems`"),
        }
    }
    fn ship(&mut self, raw: RawShip) -> Read<(ShipData, String)> {
        if !raw.effects.is_empty() {
            return self.fail("a ship acts through its fields and has no effects");
        }
        let lines = raw.weapons.into_iter().map(|line| self.line(line)).collect::<Read<_>>()?;
        let bays: Vec<RawBay> = raw.bays;
        let bays = bays
            .into_iter()
            .map(|bay| self.bay(bay.phase, bay.bays, &bay.family, bay.capacity))
            .collect::<Read<_>>()?;
        let family = match &raw.family {
            None => None,
            Some(name) => Some(self.bay(1, 0, name, 0)?.family),
        };
        if let Some(flag) = raw
            .flags
            .iter()
            .find(|flag| !["pd_can_target", "no_board", "alien", "telepath"].contains(&flag.as_str()))
        {
            return self.fail(format!("unknown flag {flag:?}"));
        }
        let flag = |name: &str| raw.flags.iter().any(|flag| flag == name);
        let mut stats = [0; STATS];
        for (stat, value) in [
            (Stat::Jumps, raw.jumps),
            (Stat::Cargo, raw.cargo),
            (Stat::Shield, raw.shield),
            (Stat::Armor, raw.armor),
            (Stat::Pursuit, raw.pursuit),
            (Stat::Escape, raw.escape),
            (Stat::Boarding, raw.boarding),
            (Stat::FendOff, raw.fend_off),
        ] {
            stats[stat as usize] = value;
        }
        let ship = ShipData {
            kind: self.power(&raw.kind)?,
            tech: self.tech(&raw.tech)?,
            gid: raw.gid,
            name: raw.name,
            cost: raw.cost,
            stats,
            spaces: raw.spaces,
            guns: raw.guns,
            max_t: raw.max_t,
            lines,
            bays,
            upgrades: Vec::new(),
            upgrade_name: raw.upgrade_to,
            family,
            pd_can_target: flag("pd_can_target"),
            no_board: flag("no_board"),
            alien: flag("alien"),
            telepath: flag("telepath"),
        };
        Ok((ship, raw.text))
    }
    fn green(&mut self, raw: RawGreen) -> Read<(Green, String)> {
        Ok(match raw {
            RawGreen::Ship(raw) => {
                let (ship, text) = self.ship(raw)?;
                (Green::Ship(ship), text)
            }
            RawGreen::Weapon(raw) => {
                let line = RawLine {
                    phase: raw.phase,
                    count: 1,
                    weapon: raw.name.clone(),
                    sh: raw.sh,
                    ar: raw.ar,
                    sac: raw.sac,
                    amo: raw.amo,
                    pur: raw.pur,
                    turret: raw.turret,
                    pd: raw.pd,
                    no_point_defense: raw.no_point_defense,
                };
                let item = ItemData {
                    gid: raw.gid,
                    kind: None,
                    tech: self.tech(&raw.tech)?,
                    cost: raw.cost,
                    spaces: raw.spaces,
                    slot: self.slot(raw.slot.as_deref())?,
                    limit: raw.limit,
                    line: Some(self.line(line)?),
                    effects: self.effects(raw.effects)?,
                    name: raw.name,
                    text: raw.text.clone(),
                };
                (Green::Item(item), raw.text)
            }
            RawGreen::Outfit(raw) => {
                let item = ItemData {
                    gid: raw.gid,
                    name: raw.name,
                    kind: Some(self.power(&raw.kind)?),
                    tech: self.tech(&raw.tech)?,
                    cost: raw.cost,
                    spaces: raw.spaces,
                    slot: self.slot(raw.slot.as_deref())?,
                    limit: raw.limit,
                    line: None,
                    effects: self.effects(raw.effects)?,
                    text: raw.effect,
                };
                (Green::Item(item), raw.text)
            }
        })
    }
    fn slot(&self, name: Option<&str>) -> Read<Slot> {
        match name {
            None => Ok(Slot::None),
            Some("gun") => Ok(Slot::Gun),
            Some("turret") => Ok(Slot::Turret),
            Some(other) => self.fail(format!("expected a gun or turret slot, found {other:?}")),
        }
    }
    fn mission(
        &self,
        from: RawPlace,
        stops: &[RawStop],
        sectors: &[u8],
        numbered: Option<Numbered>,
    ) -> Read<RedKind> {
        let mut systems = Vec::new();
        for stop in stops {
            let system = self.system(&stop.system)?;
            if sectors[system.index()] != stop.sector {
                return self.fail(format!("{} is not in sector {}", stop.system, stop.sector));
            }
            systems.push(system);
        }
        if systems.is_empty() {
            return self.fail("a mission has a stop");
        }
        let stop_names = stops.iter().map(|stop| stop.place.clone()).collect();
        Ok(RedKind::Mission(MissionData { from: self.place(from)?, stops: systems, stop_names, numbered }))
    }
    fn red(&mut self, raw: RawRed, sectors: &[u8]) -> Read<Red> {
        Ok(match raw {
            RawRed::Planet(raw) => {
                let system = self.system(&raw.system)?;
                if sectors[system.index()] != raw.sector {
                    return self.fail(format!("{} is not in sector {}", raw.system, raw.sector));
                }
                let planet = Planet {
                    system,
                    gov: self.power(&raw.gov)?,
                    outfits: self.techs(&raw.outfits)?,
                    ships: self.techs(&raw.ships)?,
                    exports: self.goods(&raw.exports)?,
                    imports: self.goods(&raw.imports)?,
                    fee: raw.hostile_fee,
                    lines: raw.weapons.into_iter().map(|line| self.line(line)).collect::<Read<_>>()?,
                    asteroid: raw.asteroid,
                    nebula: raw.nebula,
                    station: raw.station,
                };
                let effects = self.effects(raw.effects)?;
                Red { rid: raw.rid, name: raw.name, kind: RedKind::Planet(planet), effects, text: raw.text }
            }
            RawRed::Mission(raw) => {
                let kind = self.mission(raw.play_from, &raw.stops, sectors, None)?;
                Red {
                    rid: raw.rid,
                    name: raw.name,
                    kind,
                    effects: self.effects(raw.effects)?,
                    text: raw.text,
                }
            }
            RawRed::Numbered(raw) => {
                let mut needs = Vec::new();
                for (name, what) in &raw.prereq {
                    if name == "any" {
                        let any: Vec<(String, u8)> =
                            serde_json::from_value(what.clone()).map_err(|error| DataError {
                                file: self.file,
                                row: self.row.clone(),
                                why: error.to_string(),
                            })?;
                        needs.push(
                            any.iter()
                                .map(|(line, number)| (position(&mut self.storylines, line), *number))
                                .collect(),
                        );
                    } else {
                        let Some(number) = what.as_u64() else {
                            return self.fail("a prerequisite is a storyline and a number");
                        };
                        needs.push(vec![(position(&mut self.storylines, name), number as u8)]);
                    }
                }
                let opposition = match &raw.opposition {
                    None => None,
                    Some(raw) => Some(Opposition {
                        ship: self.power(&raw.kind)?,
                        system: self.system(&raw.system)?,
                        flip: raw.flip,
                        players: raw.players,
                    }),
                };
                let numbered = Numbered {
                    storyline: position(&mut self.storylines, &raw.line),
                    number: raw.number,
                    needs,
                    not_hostile: raw.nonhostile.as_deref().map(|name| self.power(name)).transpose()?,
                    opposition,
                    persistent: raw.persistent,
                };
                let kind = self.mission(raw.play_from, &raw.stops, sectors, Some(numbered))?;
                Red {
                    rid: raw.rid,
                    name: raw.name,
                    kind,
                    effects: self.effects(raw.effects)?,
                    text: raw.text,
                }
            }
            RawRed::TradeRoute(raw) => {
                let kind =
                    RedKind::Route(RouteData { buy: self.place(raw.buy)?, sell: self.place(raw.sell)? });
                Red {
                    rid: raw.rid,
                    name: raw.name,
                    kind,
                    effects: self.effects(raw.effects)?,
                    text: raw.text,
                }
            }
            RawRed::Event(raw) => {
                let timing = match raw.timing.as_str() {
                    "action" => Timing::Action,
                    "battle_instant" => Timing::Battle,
                    "instead_of_move" => Timing::Move,
                    other => return self.fail(format!("unknown timing {other:?}")),
                };
                let kind = RedKind::Event { timing, code: position(&mut self.codes, &raw.code) };
                Red {
                    rid: raw.rid,
                    name: raw.name,
                    kind,
                    effects: self.effects(raw.effects)?,
                    text: raw.text,
                }
            }
        })
    }
}

fn parse<'a, T: Deserialize<'a>>(file: &'static str, text: &'a str) -> Read<T> {
    serde_json::from_str(text).map_err(|error| DataError {
        file,
        row: format!("line {}", error.line()),
        why: error.to_string(),
    })
}

/// Reads and checks the three files.
pub(crate) fn read(cards: &str, map: &str, decks: &str) -> Read<Data> {
    let mut reader = Reader { file: "map.json", row: "systems".to_owned(), ..Reader::default() };
    let map: MapFile = parse("map.json", map)?;
    let mut colours = Vec::new();
    for gov in &map.governments {
        let power = reader.power(&gov.id)?;
        if gov.circle != power.has_circle() {
            return reader.fail(format!("{} has the wrong mark for a circle", gov.id));
        }
        colours.push((power, gov.color.clone(), gov.ring.clone()));
    }
    if map.systems.len() != SYSTEMS {
        return reader.fail(format!("expected {SYSTEMS} systems, found {}", map.systems.len()));
    }
    reader.systems = map.systems.iter().map(|system| system.id.clone()).collect();
    let sectors: Vec<u8> = map.systems.iter().map(|system| system.sector).collect();
    let mut systems = Vec::new();
    for raw in map.systems {
        reader.row.clone_from(&raw.id);
        let host = reader.power(&raw.gov)?;
        systems.push(System {
            id: raw.id,
            name: raw.name,
            sector: raw.sector,
            host,
            x: raw.x,
            y: raw.y,
            links: Vec::new(),
        });
    }
    let mut links = Vec::new();
    for (from, to) in &map.links {
        reader.row = format!("link {from} {to}");
        let (from, to) = (reader.system(from)?, reader.system(to)?);
        systems[from.index()].links.push(to);
        systems[to.index()].links.push(from);
        links.push((from, to));
    }
    for system in &mut systems {
        system.links.sort_unstable();
    }
    let jumps = (0..SYSTEMS).map(|from| distances(&systems, from)).collect();
    "cards.json".clone_into(&mut reader.row);
    reader.file = "cards.json";
    let file: CardsFile = parse("cards.json", cards)?;
    reader.families = file.families.keys().cloned().collect();
    let mut all: Vec<CardData> = Vec::new();
    for raw in file.cards {
        reader.row.clone_from(&raw.id);
        if Card::of_number(&raw.id) != Some(Card(all.len() as u8)) || raw.action_number > 9 {
            return reader.fail("cards stand in order, with an Action Number from 0 to 9");
        }
        let (green, green_text) = reader.green(raw.green)?;
        let red = reader.red(raw.red, &sectors)?;
        all.push(CardData { number: raw.action_number, green, green_text, red });
    }
    if all.len() != Card::COUNT {
        return reader.fail(format!("expected {} cards, found {}", Card::COUNT, all.len()));
    }
    "START".clone_into(&mut reader.row);
    let RawGreen::Ship(start) = file.start_ship else { return reader.fail("the Start Ship is a ship") };
    let (mut start, start_text) = reader.ship(start)?;
    let names: Vec<Option<String>> = all
        .iter()
        .map(|card| match &card.green {
            Green::Ship(ship) => Some(ship.name.clone()),
            Green::Item(_) => None,
        })
        .collect();
    let hulls = all.iter_mut().filter_map(|card| match &mut card.green {
        Green::Ship(ship) => Some(ship),
        Green::Item(_) => None,
    });
    for ship in hulls.chain([&mut start]) {
        if let Some(name) = &ship.upgrade_name {
            let named = names.iter().enumerate().filter(|(_, other)| other.as_ref() == Some(name));
            ship.upgrades = named.map(|(at, _)| Card(at as u8)).collect();
            if ship.upgrades.is_empty() {
                ship.gid.clone_into(&mut reader.row);
                return reader.fail(format!("Upgrade To names no ship: {name:?}"));
            }
        }
    }
    reader.file = "decks.json";
    let raw: std::collections::BTreeMap<String, RawDeck> = parse("decks.json", decks)?;
    let mut starters = Vec::new();
    for (letter, deck) in raw {
        reader.row.clone_from(&letter);
        let cards = |names: &[String]| -> Read<Vec<Card>> {
            let mut queue: VecDeque<&String> = names.iter().collect();
            let mut cards = Vec::new();
            while let Some(name) = queue.pop_front() {
                match Card::of_number(name) {
                    Some(card) => cards.push(card),
                    None => return reader.fail(format!("expected a card, found {name:?}")),
                }
            }
            Ok(cards)
        };
        let (list, nova) = (cards(&deck.cards)?, cards(&deck.recommended_nova)?);
        let Some(letter) = letter.chars().next() else { return reader.fail("a deck has a letter") };
        starters.push(Starter { letter, name: deck.name, cards: list, nova });
    }
    let mut planets = [None; Card::COUNT];
    for (at, card) in all.iter().enumerate() {
        if let RedKind::Planet(planet) = &card.red.kind {
            planets[at] = Some(planet.system);
        }
    }
    Ok(Data {
        cards: all,
        start,
        start_text,
        systems,
        links,
        jumps,
        starters,
        weapon_names: reader.weapons,
        families: reader.families,
        storylines: reader.storylines,
        event_codes: reader.codes,
        colours,
        planets,
    })
}

fn distances(systems: &[System], from: usize) -> [u8; SYSTEMS] {
    let mut jumps = [u8::MAX; SYSTEMS];
    jumps[from] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for next in &systems[at].links {
            if jumps[next.index()] == u8::MAX {
                jumps[next.index()] = jumps[at] + 1;
                queue.push_back(next.index());
            }
        }
    }
    jumps
}
