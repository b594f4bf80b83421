//! Words for pieces, places and amounts.

use atlas::Hex;
use rules::Seat;

use crate::{
    StellarConquest,
    ids::{Development, Industry, Item, Kind, Planet, PlanetType, Sequence, Site, Star},
    state::{Ships, Token},
    view::View,
};

/// Names of the seats; they suggest the colours in which clients draw them.
pub(crate) const SEAT_NAMES: [&str; 4] = ["Azure", "Ember", "Jade", "Orchid"];

pub(crate) fn seat_name(seat: Seat) -> &'static str {
    SEAT_NAMES[seat.index()]
}

/// "1 fleet", "3 fleets".
pub(crate) fn counted(count: impl Into<u64>, one: &str, many: &str) -> String {
    let count: u64 = count.into();
    format!("{count} {}", if count == 1 { one } else { many })
}

/// "a", "a and b", "a, b and c".
pub(crate) fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The number of a fleet for people.
pub(crate) fn fleet_number(token: Token) -> u16 {
    if token.0 > Token::PRIVATE { (token.0 - Token::PRIVATE) % 1000 } else { token.0 }
}

/// A type of piece, singular and plural.
pub(crate) const fn kind_nouns(kind: Kind) -> (&'static str, &'static str) {
    match kind.0 {
        0 => ("scout", "scouts"),
        1 => ("escort", "escorts"),
        2 => ("attack ship", "attack ships"),
        3 => ("dreadnaught", "dreadnaughts"),
        4..8 => ("transport", "transports"),
        n if n % 2 == 0 => ("missile base", "missile bases"),
        _ => ("advanced missile base", "advanced missile bases"),
    }
}

/// What output buys, singular and plural.
pub(crate) const fn item_nouns(item: Item) -> (&'static str, &'static str) {
    match item {
        Item::Sct => ("scout", "scouts"),
        Item::Esc => ("escort", "escorts"),
        Item::Atk => ("attack ship", "attack ships"),
        Item::Dn => ("dreadnaught", "dreadnaughts"),
        Item::Mb => ("missile base", "missile bases"),
        Item::Amb => ("advanced missile base", "advanced missile bases"),
        Item::Pfs => ("force screen", "force screens"),
        Item::Iu => ("industrial unit", "industrial units"),
        Item::Riu => ("robotic industrial unit", "robotic industrial units"),
    }
}

pub(crate) const fn industry_nouns(industry: Industry) -> (&'static str, &'static str) {
    match industry {
        Industry::Iu => item_nouns(Item::Iu),
        Industry::Riu => item_nouns(Item::Riu),
    }
}

/// Words for a sequence.
pub(crate) const fn sequence_name(sequence: Sequence) -> &'static str {
    match sequence {
        Sequence::Move => "Movement",
        Sequence::Weap => "Weapons",
        Sequence::Tech => "Technology",
    }
}

/// The printed name of a development.
pub(crate) fn development_name(development: Development) -> &'static str {
    crate::picture::printed(crate::data::TECH, development.symbol(), 2, 3)
}

pub(crate) const fn planet_type_name(kind: PlanetType) -> &'static str {
    match kind {
        PlanetType::TR => "Terran",
        PlanetType::ST => "Sub-Terran",
        PlanetType::MT => "Minimal Terran",
        PlanetType::BR => "Barren",
    }
}

/// "2 escorts and 1 scout"; transports with conquered people name them.
pub(crate) fn ships_words(ships: &Ships, owner: Seat) -> String {
    let parts: Vec<String> = Kind::ships()
        .filter(|&kind| ships.of(kind) > 0)
        .map(|kind| {
            let (one, many) = kind_nouns(kind);
            let words = counted(ships.of(kind), one, many);
            match kind.people().filter(|&people| people != owner) {
                Some(people) => format!("{words} with people of {}", seat_name(people)),
                None => words,
            }
        })
        .collect();
    listed(&parts)
}

/// "2 hexes north", "1 hex north and 2 south-east".
fn way_words(way: [(atlas::Direction, u8); 2]) -> String {
    let [(first, near), (second, far)] = way;
    match (near, far) {
        (near, 0) => format!("{} {first}", counted(near, "hex", "hexes")),
        (0, far) => format!("{} {second}", counted(far, "hex", "hexes")),
        (near, far) => format!("{} {first} and {far} {second}", counted(near, "hex", "hexes")),
    }
}

impl StellarConquest {
    /// "Canis 4" by the orbit; "the first planet of Canis" while it is unknown.
    pub(crate) fn site_name(&self, site: Site) -> String {
        let star = self.star_name(site.planet.star());
        match site.orbit {
            0 => format!("the {} planet of {star}", ["first", "second", "third"][site.planet.nth()]),
            orbit => format!("{star} {orbit}"),
        }
    }

    /// A planet as this viewer knows it.
    pub(crate) fn planet_name(&self, view: &View, planet: Planet) -> String {
        if planet == Planet::NOWHERE {
            return "the starting fleet".to_owned();
        }
        let mut site = self.site(&view.known(), planet);
        if site.orbit == 0 {
            let memory = view.memory.iter().find(|memory| memory.planet == planet);
            site.orbit = memory.map_or(0, |memory| memory.orbit);
        }
        self.site_name(site)
    }

    /// A hex as players name it: its star, or the way to it from the nearest one ("2 hexes north of Canis").
    pub(crate) fn place_name(&self, hex: Hex) -> String {
        if let Some(star) = self.star_at(hex) {
            return self.star_name(star).to_owned();
        }
        let on_map = (0..Star::COUNT as u8).map(Star).filter(|&star| self.land.contains(self.hex_of(star)));
        match on_map.min_by_key(|&star| self.hex_of(star).distance(hex)) {
            Some(star) => format!("{} of {}", way_words(self.hex_of(star).way_to(hex)), self.star_name(star)),
            None => hex.to_string(),
        }
    }

    /// Markup for a star.
    pub(crate) fn star_ref(&self, star: Star) -> String {
        format!("{{place:{}|{}}}", self.hex_of(star), self.star_name(star))
    }

    /// Markup for a hex.
    pub(crate) fn place_ref(&self, hex: Hex) -> String {
        format!("{{place:{hex}|{}}}", self.place_name(hex))
    }

    /// Markup for a planet.
    pub(crate) fn site_ref(&self, site: Site) -> String {
        format!("{{place:{}|{}}}", self.write_planet(site.planet), self.site_name(site))
    }

    /// Markup for a seat.
    pub(crate) fn seat_ref(&self, seat: Seat) -> String {
        format!("{{seat:{}|{}}}", seat.0, seat_name(seat))
    }

    /// Markup for a fleet.
    pub(crate) fn fleet_ref(&self, token: Token) -> String {
        format!("{{piece:{}|fleet {}}}", token.0, fleet_number(token))
    }

    /// Transports in words: how many, from where, and whose people if not the owner's own.
    pub(crate) fn transports_words(
        &self,
        view: &View,
        owner: Seat,
        people: Option<Seat>,
        origin: Planet,
        count: u16,
    ) -> String {
        let mut words = counted(count, "transport", "transports");
        if let Some(people) = people.filter(|&people| people != owner) {
            words = format!("{words} with people of {}", seat_name(people));
        }
        format!("{words} from {}", self.planet_name(view, origin))
    }
}
