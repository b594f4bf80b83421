//! Explains every element of the board to one viewer.

use rules::{Card as Explanation, RuleId, Seat, Target};

use crate::board::seat_word;
use crate::data::{Green, Line, Pur, RedKind};
use crate::present::cards;
use crate::{Card, Damage, EvNova, Open, Power, Role, ShipId, View};

/// The ratings of a ship: their ids, names and what they are for.
const RATINGS: [(&str, &str, &str); 8] = [
    ("jumps", "Jumps", "How many systems the ship moves in a turn."),
    ("cargo", "Cargo", "How many Trade Routes it carries at a time; the cargo of your Escorts is added."),
    ("shield", "Shield", "A shot at a ship with its shields up is checked against this number."),
    ("armor", "Armor", "A shot at a ship without shields is checked against this number."),
    (
        "pursuit",
        "Pursuit",
        "How well it hunts a captain who withdraws, and its pursuing weapons their target.",
    ),
    ("escape", "Escape", "How well it shakes off pursuing weapons and hunters."),
    ("boarding", "Boarding", "How well its crew captures a disabled ship."),
    ("fend_off", "Fend Off", "How well its crew resists boarders."),
];

impl EvNova {
    /// The card of a board element; `None` if the viewer may not know it or there is no such element.
    pub(crate) fn explain(&self, view: &View, of: &Target) -> Option<Explanation> {
        match of {
            Target::Card(id) if id == "nova" => Some(self.explain_nova(&view.open)),
            Target::Card(id) => Some(self.explain_card(view, Card::of_number(id)?)),
            Target::Piece(id) => {
                let ship = ShipId(id.strip_prefix('s')?.parse().ok()?);
                self.explain_ship(view, ship)
            }
            Target::Place(id) => self.explain_system(view, id),
            Target::Seat(seat) if seat.0 < view.open.players => Some(self.explain_seat(view, *seat)),
            Target::Track(id) => self.explain_track(view, id),
            _ => None,
        }
    }

    fn explain_nova(&self, open: &Open) -> Explanation {
        let (_, all) = open.odds(9);
        Explanation::new(
            "Nova Deck",
            "The common deck. Every check flips its top card: an Action Number not above the Success Number succeeds.",
        )
        .fact("Cards left", all)
        .fact("Flipped", open.nova_discard.len())
        .rule("EV-CHECK-2")
    }

    fn explain_card(&self, view: &View, card: Card) -> Explanation {
        let (open, data) = (&view.open, self.data());
        let (whole, red) = (&data.cards[card.index()], data.red(card));
        let kind = match &red.kind {
            RedKind::Planet(_) => "Planet",
            RedKind::Mission(mission) if mission.numbered.is_some() => "Numbered Mission",
            RedKind::Mission(_) => "Mission",
            RedKind::Route(_) => "Trade Route",
            RedKind::Event { .. } => "Event",
        };
        let mut card_text = Explanation::new(
            format!("{} / {}", data.green_name(card), red.name),
            format!("Green side: {} Red side, {kind}: {}", whole.green_text, red.text),
        )
        .fact("Action Number", whole.number);
        match &whole.green {
            Green::Ship(ship) => card_text = card_text.fact("Price", priced(ship.cost)),
            Green::Item(item) => {
                card_text = card_text.fact("Price", priced(item.cost)).fact("Spaces", item.spaces);
            }
        }
        if let Some(system) = data.planets[card.index()] {
            card_text = card_text.fact("System", self.system_name(system));
            if let Some(pawn) = view.seat.and_then(|seat| open.of(seat).pawn) {
                card_text = card_text.fact("Jumps from you", data.distance(pawn, system));
            }
            if let Some(seat) = view.seat {
                let fee = open.fee(data, seat, card);
                if fee > 0 {
                    card_text = card_text.fact("Hostile Landing Fee for you", priced(fee));
                }
            }
        }
        card_text
    }

    fn explain_ship(&self, view: &View, ship: ShipId) -> Option<Explanation> {
        let (open, data) = (&view.open, self.data());
        let what = open.ships.get(ship.index()).filter(|what| what.role != Role::Gone)?;
        let state = match what.damage {
            Damage::Intact => "shields up",
            Damage::ShieldsDown => "shields down",
            Damage::Disabled => "disabled",
        };
        let captain = seat_word(open.captain(ship));
        let role = match what.role {
            Role::Current => format!("{captain}'s Current Ship"),
            Role::Escort => format!("{captain}'s Escort"),
            Role::Fighter => format!("{captain}'s fighter"),
            Role::Npc => format!("{} ship, controlled by {captain}", what.side.name()),
            Role::Gone => return None,
        };
        let mut card = Explanation::new(data.hull(what.card).name.clone(), format!("{role}; {state}."));
        for ((_, name, _), value) in RATINGS.iter().zip(open.stats(data, ship)) {
            card = card.fact(*name, value);
        }
        card = card.fact("Spaces left", open.spaces_left(data, ship));
        if what.role == Role::Current {
            card = card.fact("Trade-in value", self.trade_value(open, what.owner));
        }
        if what.chased || what.dodged {
            card = card.cannot("fire guns without Pur in this round", RuleId::new("EV-CH-1"));
        }
        if what.damage == Damage::Disabled {
            card = card.cannot("act before it is repaired", RuleId::new("EV-B-24"));
        }
        Some(card)
    }

    fn explain_system(&self, view: &View, id: &str) -> Option<Explanation> {
        let (open, data) = (&view.open, self.data());
        let system = data.system(id)?;
        let place = &data.systems[system.index()];
        let about = match place.host {
            Power::Uninhabited => "No government rules this system.".to_owned(),
            Power::Pirate => {
                "A pirate port: ships of the Pirate Ships tabs can be introduced here.".to_owned()
            }
            host => format!("{} rules this system and can be introduced here.", host.name()),
        };
        let mut card = Explanation::new(place.name.clone(), about).fact("Sector", place.sector);
        let planets: Vec<&str> = (0..Card::COUNT as u8)
            .map(Card)
            .filter(|card| data.planets[card.index()] == Some(system))
            .map(|card| self.red_name(card))
            .collect();
        if !planets.is_empty() {
            card = card.fact("Planets", planets.join(", "));
        }
        if let Some(race) = data.aliens(system) {
            card = card.fact("Aliens that come here", race.name());
        }
        if let Some(seat) = view.seat {
            if let Some(pawn) = open.of(seat).pawn {
                card = card.fact("Jumps from you", data.distance(pawn, system));
            }
            if open.hostile(data, seat, place.host) {
                card = card.fact("Hostile to you", "yes");
            }
        }
        let here: Vec<&str> =
            open.seats().filter(|&seat| open.of(seat).pawn == Some(system)).map(seat_word).collect();
        if !here.is_empty() {
            card = card.fact("Captains here", here.join(", "));
        }
        Some(card)
    }

    fn explain_seat(&self, view: &View, seat: Seat) -> Explanation {
        let (open, data) = (&view.open, self.data());
        let player = open.of(seat);
        let deck = player.letter.map_or("a deck of their own".to_owned(), |l| format!("starter deck {l}"));
        let at = player.pawn.map_or("not launched".to_owned(), |system| self.system_name(system).to_owned());
        let mut card = Explanation::new(format!("{}, captain", seat_word(seat)), format!("Plays {deck}."))
            .fact("System", at)
            .fact("Cards in hand", player.hand)
            .fact("Ship Deck", priced(player.deck))
            .fact("Face down, Government Fleet", player.gov)
            .fact("Face down, Pirate Ships", player.pirate);
        if let Some(ship) = open.current(seat) {
            card = card.fact("Ship", data.hull(open.ship(ship).card).name.clone());
        }
        let hostile = player.markers.names();
        card.fact("Hostile to them", if hostile.is_empty() { "none".to_owned() } else { hostile.join(", ") })
    }

    /// Numbers, piles, weapon systems, phases, governments: everything that is no card, ship, system or player.
    fn explain_track(&self, view: &View, id: &str) -> Option<Explanation> {
        let open = &view.open;
        if let Some(power) = Power::ALL.into_iter().find(|power| power.name() == id) {
            return Some(explain_power(view, power));
        }
        if let Some((ship, system)) = id.split_once('-')
            && let Some(ship) = ship.strip_prefix('s').and_then(|n| n.parse().ok()).map(ShipId)
        {
            let line = open.ships.get(ship.index()).filter(|what| what.role != Role::Gone);
            let line = line.and_then(|_| open.line(self.data(), ship, system.parse().ok()?))?;
            return Some(self.explain_weapon(&line));
        }
        if let Some(number) = id.strip_prefix("phase-") {
            return Some(
                Explanation::new(
                    format!("Phase {number}"),
                    "In a phase every weapon system of this phase fires once; phases run from 1 to 5.",
                )
                .rule("EV-B-14"),
            );
        }
        let (kind, rest) = id.split_once(':')?;
        let seat = rest.parse().ok().map(Seat).filter(|seat| seat.0 < open.players);
        let player = seat.map(|seat| open.of(seat));
        let whose = seat.map_or("", seat_word);
        match kind {
            "rating" => {
                let (_, name, about) = RATINGS.iter().find(|(id, ..)| *id == rest)?;
                Some(Explanation::new(*name, *about).rule("EV-VOC-8"))
            }
            "nova" => {
                let number: i16 = rest.parse().ok().filter(|number| (0..10).contains(number))?;
                let (low, all) = open.odds(number);
                Some(
                    Explanation::new(
                        format!("Success Number {number}"),
                        "The chance that the next Nova card has this Action Number or less.",
                    )
                    .fact("Cards with this number", open.nova_left[number as usize])
                    .fact("This or less", format!("{low} of {all}"))
                    .fact("Chance", format!("{} %", (low * 100).checked_div(all).unwrap_or(0)))
                    .rule("EV-CHECK-2"),
                )
            }
            "deck" => Some(
                Explanation::new(
                    format!("{whose}'s Ship Deck"),
                    "Face down. Its owner draws from it; when it is empty, the own discard stack is shuffled.",
                )
                .fact("Cards", player?.deck)
                .rule("EV-DECK-4"),
            ),
            "discard" => {
                let top = player?.discard.top();
                let mut card = Explanation::new(
                    format!("{whose}'s discard stack"),
                    "A planet on top is an Active Planet: its owner can land there.",
                )
                .fact("Cards", player?.discard.len());
                if let Some(top) = top {
                    card = card.fact("On top", format!("{} / {}", self.green_name(top), self.red_name(top)));
                }
                Some(card)
            }
            "hand" => Some(
                Explanation::new(
                    format!("{whose}'s hand"),
                    "Cards are options and money: what you buy is paid with other cards of your hand.",
                )
                .fact("Cards", player?.hand),
            ),
            "government" => Some(
                Explanation::new(
                    format!("{whose}'s Government Fleet"),
                    "Ships of governments, laid face down. They can be introduced against captains to whom their \
                     government is hostile.",
                )
                .fact("Face down", player?.gov)
                .rule("EV-GS-3"),
            ),
            "pirates" => Some(
                Explanation::new(
                    format!("{whose}'s Pirate Ships"),
                    "Pirates, laid face down. They attack every captain in their ports.",
                )
                .fact("Face down", player?.pirate)
                .rule("EV-PI-6"),
            ),
            "spaces" => Some(Explanation::new(
                "Spaces",
                "Room for weapons and outfits. Guns and turrets need a free slot as well.",
            )),
            "round" => Some(
                Explanation::new("Table round", "At the limit the richest captain wins.")
                    .fact("Round", open.round)
                    .fact("Limit", self.setup.options.limit)
                    .rule("EV-R-66"),
            ),
            _ => None,
        }
    }

    fn explain_weapon(&self, line: &Line) -> Explanation {
        let name = &self.data().weapon_names[usize::from(line.weapon)];
        let title = if line.count > 1 { format!("{} {name}", line.count) } else { name.clone() };
        let mut card =
            Explanation::new(title, format!("A weapon system that fires in phase {}.", line.phase))
                .fact("Against shields (Sh)", line.sh)
                .fact("Against armor (Ar)", line.ar)
                .fact("Added to a combined shot (Sac)", line.sac);
        if line.amo > 0 {
            card = card.fact("Rounds of ammunition", line.amo);
        }
        match line.pur {
            Pur::Fixed(pur) => card = card.fact("Pursues its target (Pur)", pur),
            Pur::Plus(more) => card = card.fact("Pursues its target (Pur)", format!("Pursuit +{more}")),
            Pur::None => {}
        }
        if line.turret {
            card = card.fact("Mount", "turret");
        }
        if line.pd {
            card = card.fact("Point defense", "yes");
        }
        card
    }
}

fn priced(count: u8) -> String {
    format!("{count} {}", cards(count))
}

fn explain_power(view: &View, power: Power) -> Explanation {
    let open = &view.open;
    let about = if power.keeps_records() {
        "Keeps records instead of Hostile Markers: hostile unless your record is clean."
    } else if power.has_circle() {
        "A government. A Hostile Marker makes its ships and planets your enemies."
    } else {
        match power {
            Power::Pirate => "Pirates are hostile to every captain.",
            Power::Uninhabited => "No government rules here.",
            Power::S7evyn => "The goal of the Total Victory.",
            _ => "A Type of ships and outfits.",
        }
    };
    let marked: Vec<&str> =
        open.seats().filter(|&seat| open.of(seat).markers.has(power)).map(seat_word).collect();
    let card = Explanation::new(power.name(), about);
    if power.has_circle() {
        card.fact("Hostile to", if marked.is_empty() { "no captain".to_owned() } else { marked.join(", ") })
    } else {
        card
    }
}
