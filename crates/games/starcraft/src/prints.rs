//! Fills the static view: everything printed.

use crate::{
    StarCraft,
    data::Timing,
    effect::CardKind,
    ids::{Area, Module, Planet, Race},
    views::{
        AreaPrint, BuildingPrint, CardPrint, EventPrint, FactionPrint, LevelPrint, ModulePrint, PlanetPrint,
        RacePrint, StaticView, TechPrint, UnitPrint,
    },
};

impl StarCraft {
    pub(crate) fn print_all(&self) -> StaticView {
        let data = &self.components;
        let area = |area: Area| {
            let printed = data.area(area);
            AreaPrint {
                id: printed.id.clone(),
                name: printed.name.clone(),
                resource: self.resource_word(printed.resource),
                amount: printed.amount,
                limit: printed.limit,
                x: printed.dx,
                y: printed.dy,
            }
        };
        StaticView {
            players: self.players(),
            ready_made: self.options.ready_made,
            planets: (0..12)
                .map(Planet)
                .map(|planet| PlanetPrint {
                    id: data.planets[planet.index()].id.clone(),
                    name: data.planets[planet.index()].name.clone(),
                    areas: self.areas_of(planet).map(area).collect(),
                })
                .collect(),
            units: data
                .units
                .iter()
                .map(|unit| UnitPrint {
                    id: unit.id.clone(),
                    name: unit.name.clone(),
                    race: unit.race.name(),
                    minerals: unit.cost.minerals,
                    gas: unit.cost.gas,
                    replaces: unit.replaces.map(|(kind, n)| format!("{n} {}", data.unit(kind).name)),
                    flying: unit.flying,
                    hits_ground: unit.hits_ground,
                    hits_air: unit.hits_air,
                    support: unit.support,
                    assist: unit.assist,
                    tags: unit.tags.clone(),
                })
                .collect(),
            cards: data
                .cards
                .iter()
                .map(|card| CardPrint {
                    id: card.id.clone(),
                    name: card.name.clone(),
                    race: card.race.name(),
                    kind: match card.kind {
                        CardKind::Combat => "combat",
                        CardKind::Reinforcement => "reinforcement",
                        CardKind::PlayArea => "play_area",
                    },
                    units: self.kind_names(card.units),
                    support_icon: self.kind_names(card.icon),
                    major: (card.kind == CardKind::Combat).then_some(card.major),
                    minor: (card.kind == CardKind::Combat).then_some(card.minor),
                    text: card.text.clone(),
                })
                .collect(),
            techs: data
                .techs
                .iter()
                .map(|tech| TechPrint {
                    id: tech.id.clone(),
                    name: tech.name.clone(),
                    race: tech.race.name(),
                    minerals: tech.cost.minerals,
                    gas: tech.cost.gas,
                    cards: self.card_names(tech.race, tech.cards),
                    play_area: tech.play_area,
                })
                .collect(),
            event_cards: data
                .events
                .iter()
                .map(|event| EventPrint {
                    id: event.id.clone(),
                    name: event.name.clone(),
                    stage: event.stage + 1,
                    copies: event.copies,
                    timing: match event.timing {
                        Timing::Now => "now",
                        Timing::Keep => "keep",
                        Timing::Must => "must",
                    },
                    text: event.text.clone(),
                })
                .collect(),
            factions: data
                .factions
                .iter()
                .map(|faction| FactionPrint {
                    id: faction.id.clone(),
                    name: faction.name.clone(),
                    race: faction.race.name(),
                    color: faction.color.clone(),
                    goal: faction.special.clone(),
                })
                .collect(),
            races: Race::ALL.map(|race| self.print_race(race)).into(),
        }
    }

    fn print_race(&self, race: Race) -> RacePrint {
        let printed = self.components.race(race);
        RacePrint {
            race: race.name(),
            worker: printed.worker.clone(),
            transport: printed.transport.clone(),
            base: printed.base.clone(),
            hand_limit: printed.hand_limit,
            module_slots: printed.module_slots,
            abilities: printed.ability_names.clone(),
            buildings: printed
                .buildings
                .iter()
                .map(|building| BuildingPrint {
                    id: building.id.clone(),
                    name: building.name.clone(),
                    levels: building
                        .levels
                        .iter()
                        .map(|(kind, cost)| LevelPrint {
                            unit: self.kind_word(*kind).to_owned(),
                            minerals: cost.minerals,
                            gas: cost.gas,
                        })
                        .collect(),
                })
                .collect(),
            modules: Module::ALL
                .map(|module| ModulePrint {
                    id: module.word(),
                    name: module.name(),
                    minerals: self.components.common.module_costs[module.index()].minerals,
                    available: printed.modules[module.index()],
                })
                .into(),
        }
    }
}
