//! Positions as text: complete when written, with sensible defaults when read.
//!
//! ```text
//! evn 1 players 2 first 0 round 12 active 0 acted landed 001
//! nova {014 022} [020 003] aside 001
//! seat 0 SOL turns 12 launched hand {049 061} deck {*} discard [037 021] gov {} pirate {} missions 056@1 assets 074 markers Federation
//! seat 1 - declined 2 hand {} deck {*} discard []
//! ship s0 START current 0
//! ship s1 058 npc 1 Pirate disabled fights
//! item s0 118 0
//! battle {…}
//! stack "NextTurn" "Main"
//! ```
//!
//! Section 19.2 of the ledger describes every word and its default. `sound` refuses what could not occur.

mod read;
mod sound;

use std::fmt::Write as _;

use rules::{ReadError, Seat};

use self::read::Reader;

use crate::{Card, CardSet, Cards, Damage, EvNova, MAX_SEATS, Power, Powers, Role, Ship, ShipId, State};

fn set(cards: &[Card]) -> String {
    cards.iter().map(|card| card.number()).collect::<Vec<_>>().join(" ")
}

fn known(cards: CardSet) -> Vec<Card> {
    cards.iter().collect()
}

impl EvNova {
    /// A whole position, secrets included.
    pub(crate) fn position(&self, state: &State) -> String {
        let open = &state.open;
        let mut text = String::new();
        let _ = write!(
            text,
            "evn 1 players {} first {} round {} active {}",
            open.players, open.first.0, open.round, open.active.0
        );
        for (word, yes) in
            [("moved", open.done.moved), ("acted", open.done.acted), ("known", open.nova_known)]
        {
            if yes {
                let _ = write!(text, " {word}");
            }
        }
        for card in open.done.landed.iter() {
            let _ = write!(text, " landed {}", card.number());
        }
        if let Some(ending) = open.ending {
            let _ = write!(text, " ending {}", json(&ending));
        }
        let _ = write!(text, "\nnova {{{}}} [{}]", set(&state.secret.nova), set(&open.nova_discard));
        if let Some(card) = open.nova_aside {
            let _ = write!(text, " aside {}", card.number());
        }
        text.push('\n');
        for seat in open.seats() {
            self.write_seat(state, seat, &mut text);
        }
        for (id, ship) in open.fleet() {
            write_ship(id, ship, &mut text);
        }
        for item in &open.items {
            let _ = writeln!(text, "item s{} {} {}", item.ship.0, item.card.number(), item.owner.0);
        }
        for (seat, card) in &open.limbo {
            let _ = writeln!(text, "limbo {} {}", seat.0, card.number());
        }
        if let Some(battle) = &open.battle {
            let _ = writeln!(text, "battle {}", json(battle));
        }
        for (seat, cards) in open.returned.iter().enumerate().filter(|(_, cards)| !cards.is_empty()) {
            let _ = writeln!(text, "returned {seat} {{{}}}", set(cards));
        }
        text.push_str("stack");
        for frame in &open.stack {
            let _ = write!(text, " {}", json(frame));
        }
        text.push('\n');
        text
    }

    fn write_seat(&self, state: &State, seat: Seat, text: &mut String) {
        let (open, own) = (state.open.of(seat), &state.secret.seat[seat.index()]);
        let data = self.data();
        let pawn = open.pawn.map_or("-", |system| data.systems[system.index()].id.as_str());
        let _ = write!(text, "seat {} {pawn} turns {}", seat.0, open.turns);
        if let Some(letter) = open.letter {
            let _ = write!(text, " letter {letter}");
        }
        for (word, yes) in [
            ("unconfirmed", !open.confirmed),
            ("launched", open.launched),
            ("out", open.out),
            ("stranded", open.stranded),
            ("blocked", open.blocked),
            ("leaving", open.leaving),
        ] {
            if yes {
                let _ = write!(text, " {word}");
            }
        }
        for (word, number) in [
            ("declined", u16::from(open.declined)),
            ("blocked-at", open.blocked_at),
            ("waited", u16::from(open.stranded_turns)),
            ("offer", u16::from(open.offer)),
        ] {
            if number > 0 {
                let _ = write!(text, " {word} {number}");
            }
        }
        let _ = write!(
            text,
            " list {{{}}} gave {{{}}} hand {{{}}} deck {{{}}} discard [{}] gov {{{}}} pirate {{{}}}",
            set(&own.list),
            set(&own.gave),
            set(&own.hand),
            set(&own.deck),
            set(&open.discard),
            set(&own.gov),
            set(&own.pirate)
        );
        for (word, cards) in [
            ("pool", open.pool.to_vec()),
            ("known-hand", known(open.known_hand)),
            ("known-gov", known(open.known_gov)),
            ("known-pirate", known(open.known_pirate)),
        ] {
            if !cards.is_empty() {
                let _ = write!(text, " {word} {{{}}}", set(&cards));
            }
        }
        for (other, told) in state.secret.told[seat.index()].iter().enumerate() {
            if *told != CardSet::default() {
                let _ = write!(text, " told-of-{other} {{{}}}", set(&known(*told)));
            }
        }
        text.push_str(" missions");
        for mission in state.open.missions.iter().filter(|mission| mission.seat == seat) {
            let due = if mission.due { "!" } else { "" };
            let place = state.open.missions.iter().position(|other| other == mission).unwrap_or(0);
            let _ = write!(text, " {}@{}{due}#{place}", mission.card.number(), mission.done);
        }
        let _ = write!(text, " assets {}", set(&open.assets));
        text.push_str(" markers");
        for power in open.markers.iter() {
            let _ = write!(text, " {}", power.name());
        }
        text.push_str(" spoiled");
        for power in open.spoiled.iter() {
            let _ = write!(text, " {}", power.name());
        }
        text.push('\n');
    }

    /// Reads a position; refuses what could not occur.
    pub(crate) fn of_position(&self, text: &str) -> Result<State, ReadError> {
        let players = self.setup.decks.len() as u8;
        let mut reader = Reader {
            state: self.bare(players),
            game: self,
            rest: Vec::new(),
            ships: [false; MAX_SEATS],
            stacked: false,
            lines: Vec::new(),
            order: Vec::new(),
        };
        for (seat, deck) in self.setup.decks.iter().enumerate() {
            let open = &mut reader.state.open.seat[seat];
            (open.letter, open.confirmed) = (deck.letter, true);
            let own = &mut reader.state.secret.seat[seat];
            own.list = deck.bag();
            own.gave = deck.contribution().into_iter().collect::<Cards<20>>().sorted();
            reader.rest.push("deck");
        }
        reader.rest.push("nova");
        for (number, line) in text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty()) {
            reader.line(line).map_err(|error| ReadError(format!("line {}: {error}", number + 1)))?;
        }
        reader.finish()
    }
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data is always written")
}

fn write_ship(id: ShipId, ship: &Ship, text: &mut String) {
    let card = if ship.card == Card::START { "START".to_owned() } else { ship.card.number() };
    let role = match ship.role {
        Role::Gone | Role::Current => "current",
        Role::Escort => "escort",
        Role::Fighter => "fighter",
        Role::Npc => "npc",
    };
    let _ = write!(text, "ship s{} {card} {role} {}", id.0, ship.owner.0);
    if ship.controller != ship.owner {
        let _ = write!(text, " control {}", ship.controller.0);
    }
    if ship.side != Power::Trader || ship.role == Role::Npc {
        let _ = write!(text, " {}", ship.side.name());
    }
    match ship.damage {
        Damage::Intact => {}
        Damage::ShieldsDown => text.push_str(" down"),
        Damage::Disabled => text.push_str(" disabled"),
    }
    if let Some(carrier) = ship.inside {
        let _ = write!(text, " in s{}", carrier.0);
    }
    for (word, yes) in flags(ship) {
        if yes {
            let _ = write!(text, " {word}");
        }
    }
    for (word, number) in
        [("used", ship.used), ("launched", ship.launched), ("entered", u32::from(ship.entered))]
    {
        if number > 0 {
            let _ = write!(text, " {word} {number}");
        }
    }
    text.push('\n');
}

fn flags(ship: &Ship) -> [(&'static str, bool); 8] {
    [
        ("fights", ship.fights),
        ("maneuver", ship.maneuver),
        ("chased", ship.chased),
        ("pursued", ship.pursued),
        ("dodged", ship.dodged),
        ("busy", ship.busy),
        ("boarded", ship.boarded),
        ("ready", ship.ready),
    ]
}

impl Powers {
    /// The set of one power.
    pub fn only(power: Power) -> Self {
        [power].into_iter().collect()
    }
}
