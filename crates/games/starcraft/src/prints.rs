//! Fills the static view: everything printed.

use crate::{
    StarCraft,
    data::{CardType, TechType, Timing},
    effect::CardKind,
    explain::BATTLE_STEPS,
    ids::{Area, Card, Module, Planet, Race, Token},
    names::{count, enumerate},
    views::{
        AreaPrint, BuildingPrint, CardPrint, EventPrint, FactionPrint, LevelPrint, ModulePrint, OrderPrint,
        PlanetPrint, RacePrint, StaticView, TechPrint, UnitPrint,
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
            permanent: [data.common.permanent.minerals, data.common.permanent.gas],
            orders: Token::ALL
                .map(|token| OrderPrint {
                    token: token.word(),
                    name: token.name(),
                    order: token.order().word(),
                    gold: token.is_gold(),
                    about: token.about(),
                })
                .into(),
            battle_steps: BATTLE_STEPS.into(),
            planets: (0..12)
                .map(Planet)
                .map(|planet| PlanetPrint {
                    id: data.planets[planet.index()].id.clone(),
                    name: data.planets[planet.index()].name.clone(),
                    areas: self.areas_of(planet).map(area).collect(),
                    turns: (0..4)
                        .map(|turns| {
                            let open = self.open_sides(planet, turns);
                            open.map(|side| side.letter().to_string()).collect()
                        })
                        .collect(),
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
                .enumerate()
                .map(|(at, card)| CardPrint {
                    id: card.id.clone(),
                    name: self.card_title(Card(at as u8)),
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
                    about: self.technology_about(tech),
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

    /// "2 combat cards, 9/7 and 9/8".
    fn technology_about(&self, tech: &TechType) -> String {
        if tech.play_area {
            return "stays in your play area".to_owned();
        }
        let first = self.components.race(tech.race).first_card;
        let held = (0..64u8).filter(|at| tech.cards >> at & 1 == 1);
        let cards: Vec<&CardType> = held.map(|at| self.components.card(Card(first + at))).collect();
        let values: Vec<String> = cards
            .iter()
            .filter(|card| card.kind == CardKind::Combat)
            .map(|card| format!("{}/{}", card.major.0, card.major.1))
            .collect();
        if values.is_empty() {
            return count(cards.len(), "reinforcement card");
        }
        let words: Vec<&str> = values.iter().map(String::as_str).collect();
        format!("{}, {}", count(cards.len(), "combat card"), enumerate(&words, "and"))
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
                    about: module.about(),
                })
                .into(),
        }
    }
}
