//! Names for players: no ids of the data files.

use crate::{
    StarCraft,
    data::turned,
    effect::CardKind,
    ids::{Area, Card, EventId, Gate, Kind, KindMask, Planet, Route, Side},
    state::State,
    view::View,
};

impl Side {
    /// The compass point in words.
    pub const fn name(self) -> &'static str {
        ["north", "east", "south", "west"][self as usize]
    }
}

impl StarCraft {
    pub(crate) fn planet_name(&self, planet: Planet) -> &str {
        &self.components.planets[planet.index()].name
    }
    pub(crate) fn area_name(&self, area: Area) -> &str {
        &self.components.area(area).name
    }
    pub(crate) fn unit_name(&self, kind: Kind) -> &str {
        &self.components.unit(kind).name
    }
    pub(crate) fn event_name(&self, event: EventId) -> &str {
        &self.components.event(event).name
    }
    /// "Torus south".
    pub(crate) fn gate_name(&self, gate: Gate) -> String {
        format!("{} {}", self.planet_name(gate.planet), gate.side.name())
    }
    /// "Torus south to Halcyon north".
    pub(crate) fn road_name(&self, a: Gate, b: Gate) -> String {
        format!("{} to {}", self.gate_name(a), self.gate_name(b))
    }
    pub(crate) fn route_name(&self, state: &State, route: Route) -> String {
        match state.routes.get(route.index()) {
            Some(laid) => self.road_name(laid.a, laid.b),
            None => format!("route {}", route.0 + 1),
        }
    }

    /// The entrances of a planet turned so.
    pub(crate) fn open_sides(&self, planet: Planet, rotation: u8) -> impl Iterator<Item = Side> {
        let open = turned(&self.components.planets, planet, rotation);
        Side::ALL.into_iter().filter(move |&side| open >> side as u8 & 1 == 1)
    }

    /// "west of Torus, entrances north and east".
    pub(crate) fn spot_name(&self, view: &View, planet: Planet, cell: (i8, i8), rotation: u8) -> String {
        let beside = view.tiles.iter().enumerate().filter(|(_, tile)| tile.placed).find_map(|(at, tile)| {
            let side = Side::ALL.into_iter().find(|side| side.step((tile.x, tile.y)) == cell)?;
            Some(format!("{} of {}", side.name(), self.planet_name(Planet(at as u8))))
        });
        let sides: Vec<&str> = self.open_sides(planet, rotation).map(Side::name).collect();
        format!(
            "{}, entrances {}",
            beside.unwrap_or_else(|| "as the first planet".to_owned()),
            enumerate(&sides, "and")
        )
    }

    /// Units in words: "Marine, Firebat or Ghost", "Any unit" for all of a race.
    pub(crate) fn units_in_words(&self, units: KindMask) -> String {
        let kinds: Vec<usize> = (0..self.components.units.len()).filter(|&at| units >> at & 1 == 1).collect();
        let race = kinds.first().map(|&at| self.components.units[at].race);
        let whole = race.map(|race| usize::from(self.components.race(race).kinds));
        if whole == Some(kinds.len()) {
            return "Any unit".to_owned();
        }
        let names: Vec<&str> = kinds.iter().map(|&at| self.components.units[at].name.as_str()).collect();
        enumerate(&names, "or")
    }

    /// The name of a card, or the units it shows.
    pub(crate) fn card_title(&self, card: Card) -> String {
        let printed = self.components.card(card);
        if printed.name.is_empty() { self.units_in_words(printed.units) } else { printed.name.clone() }
    }

    /// A card in words: its title and, on a combat card, its values.
    pub(crate) fn card_name(&self, card: Card) -> String {
        let printed = self.components.card(card);
        let (attack, health) = printed.major;
        let title = self.card_title(card);
        if printed.kind == CardKind::Combat { format!("{title} {attack}/{health}") } else { title }
    }
}

/// "a, b and c".
pub(crate) fn enumerate(words: &[&str], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// "1 unit", "3 units".
pub(crate) fn count(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

/// "a Marine", "an Archon".
pub(crate) fn with_article(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o']) || name.starts_with("R&D");
    format!("{} {name}", if vowel { "an" } else { "a" })
}
