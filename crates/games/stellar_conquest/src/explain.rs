//! Cards that explain a board element: fleet, star, planet, hex, research track, development, item, seat.

use atlas::Hex;
use rules::{Card, Seat, Target};

use crate::{
    StellarConquest,
    data::CLASSES,
    ids::{Development, Item, Kind, Planet, Sequence, Star},
    journey::Arrival,
    notation::read_kind,
    picture::printed,
    production::{increment, output},
    state::{OFF, Token},
    view::View,
    words::{
        counted, development_name, fleet_number, item_nouns, kind_nouns, listed, planet_type_name, seat_name,
        sequence_name, ships_words,
    },
};

/// A type of ship or base in a combat.
fn kind_card(kind: Kind) -> Card {
    let (one, _) = kind_nouns(kind);
    let about = match kind.people() {
        Some(people) => format!("Carries 1 million people of {}. It does not fight.", seat_name(people)),
        None if kind.base_of().is_some() => "Defends its colony. It does not move.".to_owned(),
        None => printed(crate::data::UNITS, kind.symbol(), 0, 9).to_owned(),
    };
    let mut letters = one.chars();
    let title =
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
    Card::new(title, about).rule("SQ-6.1.1a")
}

impl StellarConquest {
    pub(crate) fn card_of(&self, view: &View, of: &Target) -> Option<Card> {
        match of {
            Target::Piece(id) => match id.parse() {
                Ok(number) => self.fleet_card(view, Token(number)),
                Err(_) => Some(kind_card(read_kind(id).ok()?)),
            },
            Target::Place(id) if id.contains('.') => self.planet_card(view, self.read_planet(id).ok()?),
            Target::Place(id) => {
                let hex = Hex::parse(id).filter(|&hex| self.land.contains(hex))?;
                match self.star_at(hex) {
                    Some(star) => Some(self.star_card(view, star)),
                    None => Some(self.hex_card(view, hex)),
                }
            }
            Target::Track(id) if id == "years" => Some(self.years_card(view)),
            Target::Track(id) => self.track_card(view, Sequence::named(id)?),
            Target::Card(id) => Some(self.development_card(view, Development::named(id)?)),
            Target::Seat(seat) if seat.0 < self.scenario.players => Some(self.seat_card(view, *seat)),
            Target::Button(id) => self.item_card(view, Item::named(id)?),
            Target::Seat(_) => None,
        }
    }

    fn fleet_card(&self, view: &View, token: Token) -> Option<Card> {
        let fleet = view.known().fleet(token)?;
        let title = format!("Fleet {}", fleet_number(token));
        let own = view.own_fleet(token);
        let sight = view.sight_of(token);
        let about = match (own, sight) {
            (Some(own), _) => ships_words(&own.ships, own.owner),
            (None, Some(sight)) => {
                format!("{}, as you saw it in year {}", ships_words(&sight.ships, fleet.owner), sight.turn)
            }
            (None, None) => "A face-down counter: you have not seen its ships".to_owned(),
        };
        let mut card = Card::new(title, about).fact("Owner", seat_name(fleet.owner));
        card = match fleet.hex {
            OFF => card.fact("Place", "waits to enter"),
            hex => card.fact("Place", self.place_name(hex)),
        };
        let Some(own) = own else { return Some(card.rule("SQ-HID-3")) };
        let known = view.known();
        let allowance = Self::allowance(&known.sheets[own.owner.index()]);
        card =
            card.fact("Moves", format!("{} of {allowance} hexes left", allowance.saturating_sub(own.used)));
        if let Some(star) = own.bound {
            card = card.fact("Destination", self.star_name(star));
            card = match self.arrival(&known, own, star) {
                Arrival::Year(year) => card.fact("Arrives", format!("year {year}")),
                Arrival::OutOfRange => card.fact("Arrives", "not while it is out of range"),
            };
        }
        for group in known.groups(token) {
            let words = self.transports_words(view, own.owner, Some(group.people), group.origin, group.count);
            card = card.fact("Carries", words);
        }
        Some(card.rule("SQ-5.2.3a"))
    }

    fn star_card(&self, view: &View, star: Star) -> Card {
        let class = CLASSES[usize::from(self.class_of(star))];
        let explorers: Vec<String> = self
            .seat_list()
            .filter(|seat| view.open.explored[seat.index()] & star.bit() != 0)
            .map(|seat| seat_name(seat).to_owned())
            .collect();
        let read = view.cards[star.index()] != 0;
        let about = if read { "You know its planets" } else { "You have not explored this star" };
        let mut card = Card::new(self.star_name(star), about).fact("Class", class);
        if !explorers.is_empty() {
            card = card.fact("Explored by", listed(&explorers));
        }
        for planet in star.planets() {
            if let Some(printed) = self.planet(&view.known(), planet) {
                let metal = if printed.metal { ", rich in metal" } else { "" };
                let words =
                    format!("{}, up to {} million{metal}", planet_type_name(printed.kind), printed.limit);
                card = card.fact(self.planet_name(view, planet), words);
            }
        }
        if self.nova() == Some(star) {
            card = card.cannot(
                "Ships on it or next to it when it explodes are lost",
                rules::RuleId::new("SQ-12.Nc"),
            );
        }
        card.rule("SQ-4.2.2a")
    }

    fn planet_card(&self, view: &View, planet: Planet) -> Option<Card> {
        let known = view.known();
        let name = self.planet_name(view, planet);
        let Some(printed) = self.planet(&known, planet) else {
            let memory = view.memory.iter().find(|memory| memory.planet == planet)?;
            let (controller, _) = memory.colony?;
            let about =
                format!("A colony of {}, as you saw it in year {}", seat_name(controller), memory.turn);
            return Some(Card::new(name, about).rule("SQ-HID-8"));
        };
        let points = crate::scoring::planet_points(printed.kind);
        let mut card = Card::new(name, format!("A {} planet", planet_type_name(printed.kind)))
            .fact("Most people", format!("{} million", printed.limit))
            .fact("Points", points);
        if printed.metal {
            card = card.fact("Metal", "rich: output is doubled");
        }
        if view.open.ruined.contains(planet) {
            return Some(card.cannot("Uninhabitable", rules::RuleId::new("SQ-7.2.9b")));
        }
        if let Some(colony) = known.colony(planet) {
            card = card
                .fact("Controller", seat_name(colony.controller))
                .fact("Population", format!("{} million", colony.pop))
                .fact("Growth", format!("{} million per production year", increment(printed, colony)))
                .fact("Industry", counted(u32::from(colony.iu) + colony.riu, "unit", "units"))
                .fact("Output", output(printed, colony))
                .fact("Missile bases", colony.mb)
                .fact("Advanced missile bases", colony.amb);
            if colony.pfs {
                card = card.fact("Force screen", "yes");
            }
            if self.is_besieged(&known, colony.controller, planet) {
                card = card.cannot("Besieged: builds no ships", rules::RuleId::new("SQ-7.3.1"));
            }
            if colony.is_conquered() {
                card = card.cannot("Conquered: builds no defences", rules::RuleId::new("SQ-7.2.3"));
            }
        } else if let Some(memory) = view.memory.iter().find(|memory| memory.planet == planet)
            && let Some((controller, _)) = memory.colony
        {
            card = card.fact("Colony of", format!("{}, seen in year {}", seat_name(controller), memory.turn));
            if let Some((mb, amb, pfs, year)) = memory.bases {
                let screen = if pfs { ", a force screen" } else { "" };
                card = card
                    .fact("Defences", format!("{mb} missile bases, {amb} advanced{screen} (year {year})"));
            }
        } else {
            card = card.can("Can be settled by transports that end their move here");
        }
        Some(card.rule("SQ-8.4.5a"))
    }

    fn hex_card(&self, view: &View, hex: Hex) -> Card {
        let cloud = self.components.clouds.contains(hex);
        let about = if cloud { "Gas and dust: entering it ends the move" } else { "Open space" };
        let mut card = Card::new(self.place_name(hex), about);
        if let Some(seat) = view.viewer.seat() {
            let reached = self.range(&view.known(), seat).is_none_or(|range| self.within(range, hex));
            card = card.fact("In range", if reached { "yes" } else { "scouts only" });
        }
        card.rule(if cloud { "SQ-5.4.2b" } else { "SQ-5.1b" })
    }

    fn years_card(&self, view: &View) -> Card {
        let now = match view.open.turn {
            0 => "before the first".to_owned(),
            turn => turn.to_string(),
        };
        let about = "One turn of every player per year. Every fourth year is a Production Year.";
        Card::new("Years", about).fact("Now", now).fact("Last", self.scenario.turns).rule("SQ-4.8a")
    }

    fn track_card(&self, view: &View, sequence: Sequence) -> Option<Card> {
        let sheet = view.sheet(view.viewer.seat()?)?;
        let mut card = Card::new(sequence_name(sequence), "A research sequence")
            .fact("Research points", sheet.research[sequence.index()]);
        for &development in Development::ALL {
            if self.components.tech[development.index()].sequence == sequence {
                let held = sheet.developments & development.bit() != 0;
                let price = self.price_of(sheet, development);
                let words = if held { "acquired".to_owned() } else { format!("{price} points") };
                card = card.fact(development_name(development), words);
            }
        }
        Some(card.rule("SQ-9.3a"))
    }

    fn development_card(&self, view: &View, development: Development) -> Card {
        let (rule, tech) = self.row_of(development);
        let effect = printed(crate::data::TECH, development.symbol(), 2, 7);
        let mut card = Card::new(development_name(development), effect)
            .rule(rule.name())
            .fact("Sequence", sequence_name(tech.sequence))
            .fact("Level", tech.level);
        if let Some(sheet) = view.viewer.seat().and_then(|seat| view.sheet(seat)) {
            card = card.fact("Price", self.price_of(sheet, development));
            card = match self.may_acquire(sheet, development) {
                Ok(()) => card.can("You can acquire it"),
                Err(_) if sheet.developments & development.bit() != 0 => card.can("You have it"),
                Err(denied) => card.cannot("Not available yet", denied.rule()),
            };
        }
        card
    }

    fn item_card(&self, view: &View, item: Item) -> Option<Card> {
        let (one, _) = item_nouns(item);
        let seat = view.viewer.seat()?;
        let card = Card::new(one, printed(crate::data::UNITS, item.symbol(), 0, 9))
            .fact("Price", self.components.price[item.index()]);
        Some(match item.needs() {
            Some(needed) if !Self::has(&view.known(), seat, needed) => {
                card.cannot(format!("Needs {}", development_name(needed)), rules::RuleId::new("SQ-9.1.1a"))
            }
            _ => card,
        })
    }

    fn seat_card(&self, view: &View, seat: Seat) -> Card {
        let fleets = view.fleets.iter().filter(|fleet| fleet.owner == seat).count() as u64;
        let own = view.viewer.is(seat);
        let mut card = Card::new(seat_name(seat), if own { "You" } else { "Another player" })
            .fact("Fleets", fleets)
            .fact("Stars explored", view.open.explored[seat.index()].count_ones());
        if let Some(points) = self.own_points(view).filter(|_| own) {
            card = card.fact("Points", points);
        }
        let known = view.colonies.iter().filter(|colony| colony.controller == seat).count();
        let remembered = view.memory.iter().filter(|memory| memory.colony.is_some_and(|pair| pair.0 == seat));
        card = card.fact("Colonies you know of", known.max(remembered.count()));
        card.rule("SQ-10.1a")
    }
}
