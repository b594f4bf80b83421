//! Units, cards, events, races and factions.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{
    BuildingType, CardKind, CardType, Code, Common, Cost, DataError, Effect, EventType, FactionType, Force,
    Goal, Kind, Module, Race, RaceType, RawEffect, Reader, Tech, TechType, Timing, UnitType, json, wrong,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFactions {
    #[serde(rename = "_note")]
    _note: String,
    common: RawCommon,
    races: BTreeMap<String, RawRace>,
    factions: Vec<RawFaction>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCommon {
    permanent: Cost,
    prices: RawPrices,
    limits: RawLimits,
    modules: BTreeMap<String, RawModule>,
    orders_per_round: u8,
    order_tokens: BTreeMap<String, u8>,
    gold: BTreeMap<String, Vec<RawEffect>>,
    battle_draw: RawBattleDraw,
    research_draw: u8,
    overstack: u8,
    events_removed_per_stage: BTreeMap<String, u8>,
    planets_per_player: u8,
    victory: RawVictory,
    no_card_values: RawValues,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPrices {
    worker: Cost,
    transport: Cost,
    base: Cost,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLimits {
    workers: u8,
    transports: u8,
    bases: u8,
    normal_routes: u8,
    z_routes: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawModule {
    cost: Cost,
    effects: Vec<RawEffect>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBattleDraw {
    attacker: u8,
    defender: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawVictory {
    conquest_points: u8,
    with_aldaris: u8,
    end_cards: u8,
    special_stage: String,
    last_round: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawValues {
    attack: i8,
    health: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRace {
    worker: String,
    transport: String,
    base: String,
    hand_limit: u8,
    build_limit: u8,
    module_slots: u8,
    modules: BTreeMap<String, u8>,
    ability_names: Vec<String>,
    abilities: Vec<RawEffect>,
    buildings: Vec<RawBuilding>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBuilding {
    id: String,
    name: String,
    levels: Vec<RawLevel>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLevel {
    unit: String,
    cost: Cost,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFaction {
    id: String,
    name: String,
    race: String,
    color: String,
    #[serde(rename = "color_name")]
    _color_name: String,
    workers: u8,
    transports: u8,
    units: BTreeMap<String, u8>,
    special: String,
    goal: Goal,
}

fn race(word: &str) -> Option<Race> {
    Race::ALL.into_iter().find(|race| race.name() == word)
}

const HEADER: &str = "id,name,race,figures,minerals,gas,replaces,mover,hits_ground,hits_air,support,assist,tags,ability,building,level,technology,provenance";

fn unit_rows(text: &str) -> Result<Vec<Vec<&str>>, DataError> {
    let mut lines = text.lines();
    let header = lines.next().unwrap_or_default();
    if header != HEADER {
        return Err(wrong("units.csv", "line 1", "header", (HEADER, header.to_owned())));
    }
    let mut rows = Vec::new();
    for line in lines {
        let cells: Vec<&str> = line.splitn(18, ',').collect();
        if cells.len() != 18 {
            return Err(wrong("units.csv", line, "", ("18 cells", cells.len().to_string())));
        }
        rows.push(cells);
    }
    Ok(rows)
}

pub(super) fn read_units(text: &str, factions: &RawFactions) -> Result<Vec<UnitType>, DataError> {
    const FILE: &str = "units.csv";
    let rows = unit_rows(text)?;
    let mut units: Vec<UnitType> = Vec::new();
    for cells in &rows {
        let row = cells[0];
        let number = |at: usize, field| {
            cells[at].parse::<u8>().map_err(|_| wrong(FILE, row, field, ("a number", cells[at].to_owned())))
        };
        let flag = |at: usize, field| match cells[at] {
            "0" => Ok(false),
            "1" => Ok(true),
            other => Err(wrong(FILE, row, field, ("0 or 1", other.to_owned()))),
        };
        let own = race(cells[2])
            .ok_or_else(|| wrong(FILE, row, "race", ("Terran, Zerg or Protoss", cells[2].to_owned())))?;
        let replaces = match cells[6].split_once(':') {
            None if cells[6].is_empty() => None,
            None => {
                return Err(wrong(FILE, row, "replaces", ("unit:number", cells[6].to_owned())));
            }
            Some((word, count)) => {
                let at = units
                    .iter()
                    .position(|unit| unit.id == word)
                    .ok_or_else(|| wrong(FILE, row, "replaces", ("a unit named before", word.to_owned())))?;
                let count = count
                    .parse::<u8>()
                    .map_err(|_| wrong(FILE, row, "replaces", ("a number", count.to_owned())))?;
                Some((Kind(at as u8), count))
            }
        };
        let flying = match cells[7] {
            "ground" => false,
            "flying" => true,
            other => return Err(wrong(FILE, row, "mover", ("ground or flying", other.to_owned()))),
        };
        let cost = Cost { minerals: number(4, "minerals")?, gas: number(5, "gas")? };
        let before = replaces.map_or(0, |(kind, count)| units[kind.index()].total_cost * count);
        let building = if cells[14].is_empty() {
            None
        } else {
            let list = &factions.races.get(own.name()).map(|race| &race.buildings);
            let at = list.and_then(|list| list.iter().position(|building| building.id == cells[14]));
            let at = at.ok_or_else(|| {
                wrong(FILE, row, "building", ("a building of factions.json", cells[14].to_owned()))
            })?;
            Some((at as u8, number(15, "level")?))
        };
        let ability = cells[13];
        if !["", "DETECT_UNIT", "CLOAK_AURA"].contains(&ability) {
            return Err(wrong(FILE, row, "ability", ("DETECT_UNIT or CLOAK_AURA", ability.to_owned())));
        }
        units.push(UnitType {
            id: row.to_owned(),
            name: cells[1].to_owned(),
            race: own,
            figures: number(3, "figures")?,
            cost,
            replaces,
            flying,
            hits_ground: flag(8, "hits_ground")?,
            hits_air: flag(9, "hits_air")?,
            support: number(10, "support")?,
            assist: flag(11, "assist")?,
            tags: cells[12].to_owned(),
            detector: ability == "DETECT_UNIT",
            cloak_aura: ability == "CLOAK_AURA",
            building,
            technology: None,
            total_cost: cost.total() + before,
            hits: 0,
        });
    }
    let masks: Vec<(u32, bool)> = units.iter().enumerate().map(|(at, unit)| (1 << at, unit.flying)).collect();
    for unit in &mut units {
        let (ground, air) = (unit.hits_ground, unit.hits_air);
        let hit = |&&(_, flying): &&(u32, bool)| if flying { air } else { ground };
        unit.hits = masks.iter().filter(hit).map(|(bit, _)| bit).sum();
    }
    Ok(units)
}

/// The technology that unlocks each unit, if one does.
pub(super) fn unit_technologies(text: &str, techs: &[TechType]) -> Result<Vec<Option<Tech>>, DataError> {
    let mut found = Vec::new();
    for cells in unit_rows(text)? {
        let (row, word) = (cells[0], cells[16]);
        let at = techs.iter().position(|tech| tech.id == word).map(|at| Tech(at as u8));
        if at.is_none() && !word.is_empty() {
            let why = ("a technology of cards.json", word.to_owned());
            return Err(wrong("units.csv", row, "technology", why));
        }
        found.push(at);
    }
    Ok(found)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCards {
    #[serde(rename = "_note")]
    _note: String,
    base: Vec<RawCard>,
    tech: Vec<RawCard>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCard {
    id: String,
    race: String,
    source: String,
    tech: Option<String>,
    name: String,
    kind: String,
    units: Vec<String>,
    support_icon: Vec<String>,
    major: Option<(i8, i8)>,
    minor: Option<(i8, i8)>,
    cost: Option<Cost>,
    effects: Vec<RawEffect>,
    after: String,
    text: String,
    #[serde(rename = "provenance")]
    _provenance: String,
}

pub(super) fn read_cards(
    text: &str,
    reader: &Reader<'_>,
) -> Result<(Vec<CardType>, Vec<TechType>), DataError> {
    const FILE: &str = "cards.json";
    let raw: RawCards = json(FILE, text)?;
    let mut list: Vec<RawCard> = raw.base.into_iter().chain(raw.tech).collect();
    list.sort_by_key(|card| race(&card.race));
    let mut cards: Vec<CardType> = Vec::new();
    let mut techs: Vec<TechType> = Vec::new();
    let mut first = 0;
    for card in list {
        let row = &card.id;
        let own = race(&card.race)
            .ok_or_else(|| wrong(FILE, row, "race", ("Terran, Zerg or Protoss", card.race.clone())))?;
        if cards.last().is_some_and(|last| last.race != own) {
            first = cards.len();
        }
        let kind = match card.kind.as_str() {
            "combat" => CardKind::Combat,
            "reinforcement" => CardKind::Reinforcement,
            "play_area" => CardKind::PlayArea,
            other => {
                let why = ("combat, reinforcement or play_area", other.to_owned());
                return Err(wrong(FILE, row, "kind", why));
            }
        };
        if (kind == CardKind::Combat) != (card.major.is_some() && card.minor.is_some()) {
            let why = ("values on combat cards only", card.kind.clone());
            return Err(wrong(FILE, row, "major", why));
        }
        let at = |field| move |why| wrong(FILE, row, field, why);
        let units = reader.kinds(&card.units, Some(own)).map_err(at("units"))?;
        let icon = reader.kinds(&card.support_icon, Some(own)).map_err(at("support_icon"))?;
        let effects: Result<Vec<Effect>, _> = card.effects.iter().map(|effect| reader.read(effect)).collect();
        let effects = effects.map_err(at("effects"))?;
        if !["discard", "tech_deck", "play_area"].contains(&card.after.as_str()) {
            let why = ("discard, tech_deck or play_area", card.after.clone());
            return Err(wrong(FILE, row, "after", why));
        }
        let local = cards.len() - first;
        let tech = match (&card.tech, card.cost, card.source.as_str()) {
            (None, None, "base") => None,
            (Some(id), Some(cost), "tech") => {
                let known = techs.iter().position(|tech| tech.id == *id);
                let known = known.unwrap_or_else(|| {
                    techs.push(TechType {
                        id: id.clone(),
                        name: card.name.clone(),
                        race: own,
                        cost,
                        cards: 0,
                        play_area: kind == CardKind::PlayArea,
                    });
                    techs.len() - 1
                });
                techs[known].cards |= 1 << local;
                Some(Tech(known as u8))
            }
            _ => {
                let why = ("base cards without, technology cards with tech and cost", card.source.clone());
                return Err(wrong(FILE, row, "source", why));
            }
        };
        cards.push(CardType {
            id: card.id.clone(),
            race: own,
            tech,
            name: card.name.clone(),
            kind,
            units,
            icon,
            major: card.major.unwrap_or_default(),
            minor: card.minor.unwrap_or_default(),
            effects,
            returns: card.after == "tech_deck",
            text: card.text.clone(),
        });
    }
    Ok((cards, techs))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEvent {
    id: String,
    stage: String,
    name: String,
    copies: u8,
    timing: Timing,
    effects: Vec<RawEffect>,
    text: String,
    #[serde(rename = "code")]
    _code: String,
    #[serde(rename = "provenance")]
    _provenance: String,
}

pub(super) fn read_events(text: &str, reader: &Reader<'_>) -> Result<Vec<EventType>, DataError> {
    const FILE: &str = "events.json";
    let raw: Vec<RawEvent> = json(FILE, text)?;
    let mut events = Vec::new();
    for event in raw {
        let stage = ["I", "II", "III"].iter().position(|&stage| stage == event.stage);
        let stage =
            stage.ok_or_else(|| wrong(FILE, &event.id, "stage", ("I, II or III", event.stage.clone())))?;
        if !(1..=3).contains(&event.copies) {
            return Err(wrong(FILE, &event.id, "copies", ("1 to 3", event.copies.to_string())));
        }
        let effects: Result<Vec<Effect>, _> =
            event.effects.iter().map(|effect| reader.read(effect)).collect();
        let effects = effects.map_err(|why| wrong(FILE, &event.id, "effects", why))?;
        events.push(EventType {
            id: event.id,
            stage: stage as u8,
            name: event.name,
            copies: event.copies,
            timing: event.timing,
            effects,
            text: event.text,
        });
    }
    for (stage, wanted) in [25, 25, 20].into_iter().enumerate() {
        let copies =
            events.iter().filter(|event| usize::from(event.stage) == stage).map(|event| event.copies);
        let found: u8 = copies.sum();
        if found != wanted {
            return Err(wrong(
                FILE,
                format!("stage {}", stage + 1),
                "copies",
                ("25, 25, 20", found.to_string()),
            ));
        }
    }
    if events.iter().filter(|event| event.timing == Timing::Must).count() != 1 || events.len() > 32 {
        let why = ("at most 32 cards, one of them forced", events.len().to_string());
        return Err(wrong(FILE, "all", "timing", why));
    }
    Ok(events)
}

fn amount(effects: &[Effect], pick: impl Fn(&Code) -> Option<i8>) -> i8 {
    effects.iter().filter_map(|effect| pick(&effect.code)).sum()
}

pub(super) fn read_factions(
    raw: &RawFactions,
    reader: &Reader<'_>,
    cards: &[CardType],
) -> Result<([RaceType; 3], Vec<FactionType>, Common), DataError> {
    const FILE: &str = "factions.json";
    let effects = |list: &[RawEffect], row: &str| -> Result<Vec<Effect>, DataError> {
        list.iter()
            .map(|effect| reader.read(effect).map_err(|why| wrong(FILE, row, "effects", why)))
            .collect()
    };
    let mut races = Vec::new();
    for own in Race::ALL {
        let race = raw
            .races
            .get(own.name())
            .ok_or_else(|| wrong(FILE, "races", "races", ("Terran, Zerg, Protoss", own.name().to_owned())))?;
        let abilities = effects(&race.abilities, own.name())?;
        let mut buildings = Vec::new();
        for building in &race.buildings {
            let mut levels = Vec::new();
            for level in &building.levels {
                let kind =
                    reader.kind(&level.unit).map_err(|why| wrong(FILE, &building.id, "levels", why))?;
                levels.push((kind, level.cost));
            }
            buildings.push(BuildingType { id: building.id.clone(), name: building.name.clone(), levels });
        }
        if buildings.len() != 3 {
            let why = ("three buildings", buildings.len().to_string());
            return Err(wrong(FILE, own.name(), "buildings", why));
        }
        let of_race = |unit: &&crate::effect::UnitWords<'_>| unit.race == own;
        let kinds = reader.0.iter().filter(of_race).count();
        let first = reader.0.iter().position(|unit| unit.race == own).unwrap_or(0);
        let first_card = cards.iter().position(|card| card.race == own).unwrap_or(0);
        let own_cards = cards.iter().filter(|card| card.race == own).count();
        races.push(RaceType {
            worker: race.worker.clone(),
            transport: race.transport.clone(),
            base: race.base.clone(),
            hand_limit: race.hand_limit,
            build_limit: race.build_limit,
            module_slots: race.module_slots,
            modules: Module::ALL.map(|module| race.modules.get(module.word()).copied().unwrap_or(0)),
            ability_names: race.ability_names.clone(),
            liftoff: abilities.iter().any(|effect| effect.code == Code::Liftoff),
            draw_after_placing: amount(&abilities, |code| match code {
                Code::DrawAfterPlacing(n) => Some(*n as i8),
                _ => None,
            }) as u8,
            limit_per_building: abilities.iter().find_map(|effect| match effect.code {
                Code::BuildLimitPerBuilding(n) => Some(n),
                _ => None,
            }),
            defender_draw: amount(&abilities, |code| match code {
                Code::DefenderDraw(n) => Some(*n as i8),
                _ => None,
            }) as u8,
            buildings,
            first_kind: first as u8,
            kinds: kinds as u8,
            first_card: first_card as u8,
            cards: own_cards as u8,
        });
    }
    let mut factions = Vec::new();
    for faction in &raw.factions {
        let own = race(&faction.race).ok_or_else(|| {
            wrong(FILE, &faction.id, "race", ("Terran, Zerg or Protoss", faction.race.clone()))
        })?;
        let mut units: Force = Default::default();
        for (word, count) in &faction.units {
            let kind = reader.kind(word).map_err(|why| wrong(FILE, &faction.id, "units", why))?;
            units[kind.index() - usize::from(races[own.index()].first_kind)] = *count;
        }
        factions.push(FactionType {
            id: faction.id.clone(),
            name: faction.name.clone(),
            race: own,
            color: faction.color.clone(),
            workers: faction.workers,
            transports: faction.transports,
            units,
            special: faction.special.clone(),
            goal: faction.goal,
        });
    }
    if factions.len() != 6 {
        return Err(wrong(FILE, "factions", "id", ("six factions", factions.len().to_string())));
    }
    let common = read_common(&raw.common, &effects)?;
    let races: [RaceType; 3] = races.try_into().expect("one entry was pushed for each of the three races");
    Ok((races, factions, common))
}

type EffectsOf<'a> = dyn Fn(&[RawEffect], &str) -> Result<Vec<Effect>, DataError> + 'a;

fn read_common(raw: &RawCommon, effects: &EffectsOf<'_>) -> Result<Common, DataError> {
    const FILE: &str = "factions.json";
    let mut module_costs = [Cost::default(); 3];
    let mut modules = [Vec::new(), Vec::new(), Vec::new()];
    for module in Module::ALL {
        let entry = raw.modules.get(module.word()).ok_or_else(|| {
            wrong(FILE, "modules", "modules", ("the three modules", module.word().to_owned()))
        })?;
        module_costs[module.index()] = entry.cost;
        modules[module.index()] = effects(&entry.effects, module.word())?;
    }
    let gold = |word: &str| effects(raw.gold.get(word).map(Vec::as_slice).unwrap_or_default(), word);
    let (build, mobilize, research) = (gold("build")?, gold("mobilize")?, gold("research")?);
    if !matches!(&research[..], [Effect { code: Code::Choose(options), .. }] if options.len() == 2) {
        let why = ("one CHOOSE of two options", format!("{} effects", research.len()));
        return Err(wrong(FILE, "gold", "research", why));
    }
    let tokens = ["build", "mobilize", "research", "gold_build", "gold_mobilize", "gold_research"];
    if raw.victory.special_stage != "III" {
        let why = ("III", raw.victory.special_stage.clone());
        return Err(wrong(FILE, "victory", "special_stage", why));
    }
    Ok(Common {
        permanent: raw.permanent,
        worker: raw.prices.worker,
        transport: raw.prices.transport,
        base: raw.prices.base,
        workers: raw.limits.workers,
        transports: raw.limits.transports,
        bases: raw.limits.bases,
        normal_routes: raw.limits.normal_routes,
        z_routes: raw.limits.z_routes,
        module_costs,
        supply_limit: amount(&modules[0], |code| match code {
            Code::BuildLimit(n) => Some(*n as i8),
            _ => None,
        }) as u8,
        rnd_orders: amount(&modules[1], |code| match code {
            Code::GoldOrders(n) => Some(*n as i8),
            _ => None,
        }) as u8,
        anti_air: amount(&modules[2], |code| match code {
            Code::BaseAntiAir(n) => Some(*n),
            _ => None,
        }),
        orders_per_round: raw.orders_per_round,
        tokens: tokens.map(|word| raw.order_tokens.get(word).copied().unwrap_or(0)),
        gold_limit: amount(&build, |code| match code {
            Code::BuildLimit(n) => Some(*n as i8),
            _ => None,
        }) as u8,
        gold_discount: amount(&build, |code| match code {
            Code::Discount(n) => Some(*n as i8),
            _ => None,
        }) as u8,
        gold_draw: amount(&mobilize, |code| match code {
            Code::BattleDraw(n) => Some(*n as i8),
            _ => None,
        }) as u8,
        gold_attack: amount(&mobilize, |code| match code {
            Code::BattleAtk(n) => Some(*n),
            _ => None,
        }),
        battle_draw: [raw.battle_draw.attacker, raw.battle_draw.defender],
        research_draw: raw.research_draw,
        overstack: raw.overstack,
        removed: ["2", "3", "4", "5", "6"]
            .map(|players| raw.events_removed_per_stage.get(players).copied().unwrap_or(0)),
        planets_per_player: raw.planets_per_player,
        victory: raw.victory.conquest_points,
        victory_aldaris: raw.victory.with_aldaris,
        end_cards: raw.victory.end_cards,
        last_round: raw.victory.last_round,
        no_card: (raw.no_card_values.attack, raw.no_card_values.health),
    })
}
