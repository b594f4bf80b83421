//! Whole positions as text: a line for everything that differs from an empty map.

use std::fmt::Write as _;

use atlas::Hex;
use rules::{ReadError, Seat, Seats};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    StellarConquest,
    ids::{Development, Kind, Planet, Star},
    notation::{Words, read_kind, write_kind},
    state::{Colony, Fleet, Lot, Memory, OFF, Plan, Sheet, Sight, State, Token},
};

const CANNOT_FAIL: &str = "writing to a string cannot fail";

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data can be written as JSON")
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, ReadError> {
    serde_json::from_str(text).map_err(|error| ReadError(format!("in {text:?}: {error}")))
}

fn flags(list: &[(bool, &'static str)]) -> String {
    list.iter().filter(|(set, _)| *set).fold(String::new(), |text, (_, name)| text + " " + name)
}

impl StellarConquest {
    pub(crate) fn describe(&self, state: &State) -> String {
        let mut out = String::new();
        let line = &mut out;
        writeln!(
            line,
            "turn {} active {} waiting {} out {}",
            state.turn,
            state.active.0,
            json(&state.waiting),
            json(&state.out)
        )
        .expect(CANNOT_FAIL);
        writeln!(line, "frame {}", json(&state.frame)).expect(CANNOT_FAIL);
        writeln!(line, "numbers {} {}", state.next_token, state.founded).expect(CANNOT_FAIL);
        for seat in self.seat_list() {
            self.describe_sheet(seat, &state.sheets[seat.index()], line);
        }
        for star in self.stars() {
            let explored: Vec<String> = self
                .seat_list()
                .filter(|seat| state.explored[seat.index()] & star.bit() != 0)
                .map(|seat| seat.0.to_string())
                .collect();
            let card = state.cards[star.index()];
            if card != 0 || !explored.is_empty() {
                let by = explored.iter().fold(String::new(), |text, seat| text + " " + seat);
                writeln!(line, "star {} card {card} explored{by}", self.star_name(star)).expect(CANNOT_FAIL);
            }
        }
        for planet in state.ruined.iter() {
            writeln!(line, "ruined {}", self.write_planet(planet)).expect(CANNOT_FAIL);
        }
        for planet in state.marked.iter() {
            writeln!(line, "marked {}", self.write_planet(planet)).expect(CANNOT_FAIL);
        }
        for colony in &state.colonies {
            self.describe_colony(colony, line);
        }
        for fleet in &state.fleets {
            self.describe_fleet(fleet, line);
        }
        for memory in &state.memory {
            let rest = json(&(memory.turn, memory.colony, memory.bases));
            writeln!(line, "memory {} {} {rest}", memory.seat.0, self.write_planet(memory.planet))
                .expect(CANNOT_FAIL);
        }
        if state.battle != crate::Battle::default() {
            writeln!(line, "battle {}", json(&state.battle)).expect(CANNOT_FAIL);
        }
        if state.focus != crate::Focus::default() {
            writeln!(line, "focus {}", json(&state.focus)).expect(CANNOT_FAIL);
        }
        if state.met.iter().any(|met| !met.is_empty()) {
            writeln!(line, "met {}", json(&state.met)).expect(CANNOT_FAIL);
        }
        out
    }

    fn describe_sheet(&self, seat: Seat, sheet: &Sheet, out: &mut String) {
        let held = Development::ALL.iter().filter(|development| sheet.developments & development.bit() != 0);
        let held: Vec<&str> = held.map(|development| development.symbol()).collect();
        let [movement, weapons, technical] = sheet.research;
        write!(
            out,
            "sheet {} research {movement} {weapons} {technical} bonus {} scouts {}",
            seat.0, sheet.bonus, sheet.bonus_scouts
        )
        .expect(CANNOT_FAIL);
        if let Some(work) = sheet.work {
            write!(out, " work {}", self.write_planet(work)).expect(CANNOT_FAIL);
        }
        out.push_str(&flags(&[(sheet.turn_back, "back"), (sheet.planned, "planned")]));
        for name in held {
            write!(out, " has {name}").expect(CANNOT_FAIL);
        }
        out.push('\n');
    }

    fn describe_colony(&self, colony: &Colony, out: &mut String) {
        let Colony { originator, controller, pop, iu, riu, mb, amb, destroyed, age, .. } = colony;
        write!(
            out,
            "colony {} of {} by {} pop {pop} iu {iu} riu {riu} mb {mb} amb {amb} destroyed {destroyed} age {age}",
            self.write_planet(colony.planet),
            originator.0,
            controller.0
        )
        .expect(CANNOT_FAIL);
        out.push_str(&flags(&[(colony.pfs, "pfs"), (colony.first_year, "first-year")]));
        for (name, plan) in [("plan", &colony.plan), ("last", &colony.last)] {
            if *plan != Plan::default() {
                write!(out, " {name} {}", json(plan)).expect(CANNOT_FAIL);
            }
        }
        out.push('\n');
    }

    fn describe_fleet(&self, fleet: &Fleet, out: &mut String) {
        let place = |hex: Hex| if hex == OFF { "off".to_owned() } else { hex.to_string() };
        write!(out, "fleet {} of {} at {}", fleet.token.0, fleet.owner.0, place(fleet.hex))
            .expect(CANNOT_FAIL);
        for kind in [Kind::SCT, Kind::ESC, Kind::ATK, Kind::DN] {
            if fleet.ships.of(kind) > 0 {
                write!(out, " ships {} {}", fleet.ships.of(kind), write_kind(kind)).expect(CANNOT_FAIL);
            }
        }
        for lot in &fleet.lots {
            let kind = write_kind(Kind::transport(lot.people));
            write!(out, " lot {} {kind} {} {}", lot.count, self.write_planet(lot.origin), lot.age)
                .expect(CANNOT_FAIL);
        }
        if let Some(bound) = fleet.bound {
            write!(out, " bound {}", self.star_name(bound)).expect(CANNOT_FAIL);
        }
        if let Some(left) = fleet.left {
            write!(out, " left {}", self.star_name(left)).expect(CANNOT_FAIL);
        }
        for star in Star::all(fleet.avoid) {
            write!(out, " avoid {}", self.star_name(star)).expect(CANNOT_FAIL);
        }
        write!(out, " used {} start {} arrived {}", fleet.used, place(fleet.start), fleet.arrived)
            .expect(CANNOT_FAIL);
        out.push_str(&flags(&[
            (fleet.done, "done"),
            (fleet.stopped, "stopped"),
            (fleet.withdrawn, "withdrawn"),
            (fleet.redirected, "redirected"),
            (fleet.detour, "detour"),
        ]));
        for (seat, sight) in fleet.seen.iter().enumerate().filter(|(_, sight)| **sight != Sight::default()) {
            write!(out, " seen {seat} {}", json(sight)).expect(CANNOT_FAIL);
        }
        out.push('\n');
    }

    pub(crate) fn restore(&self, text: &str) -> Result<State, ReadError> {
        let mut state = self.set_up();
        state.fleets.clear();
        state.cards = [0; Star::COUNT];
        state.explored = Default::default();
        state.sheets = Default::default();
        state.waiting = Seats::NONE;
        state.frame = crate::Frame::Move;
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            self.restore_line(&mut state, line)
                .map_err(|error| ReadError(format!("line {line:?}: {error}")))?;
        }
        self.plausible(&state)?;
        Ok(state)
    }

    fn restore_line(&self, state: &mut State, line: &str) -> Result<(), ReadError> {
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut words = Words::of(self, rest);
        match key {
            "turn" => {
                state.turn = words.number()?;
                while let Some(word) = words.maybe() {
                    match word {
                        "active" => state.active = words.seat()?,
                        "waiting" => state.waiting = from_json(words.next("seats")?)?,
                        "out" => state.out = from_json(words.next("seats")?)?,
                        _ => return Err(ReadError::expected("active, waiting or out", word)),
                    }
                }
            }
            "frame" => state.frame = from_json(rest)?,
            "numbers" => {
                (state.next_token, state.founded) = (words.number()?, words.number()?);
            }
            "sheet" => {
                let seat = words.seat()?;
                state.sheets[seat.index()] = self.restore_sheet(&mut words)?;
            }
            "star" => {
                let star = words.star()?;
                while let Some(word) = words.maybe() {
                    match word {
                        "card" => {
                            let card: u8 = words.number()?;
                            if usize::from(card) >= self.components.cards.len() {
                                return Err(ReadError::expected("a card from 0 to 82", rest));
                            }
                            state.cards[star.index()] = card;
                        }
                        "explored" => {}
                        seat => {
                            let seat = seat.parse().ok().filter(|&seat| seat < self.scenario.players);
                            let seat: u8 = seat.ok_or_else(|| ReadError::expected("seats", rest))?;
                            state.explored[usize::from(seat)] |= star.bit();
                        }
                    }
                }
            }
            "ruined" => state.ruined.insert(self.real_planet(&mut words)?),
            "marked" => state.marked.insert(self.real_planet(&mut words)?),
            "colony" => {
                let colony = self.restore_colony(&mut words)?;
                let at = state.colonies.partition_point(|other| other.planet < colony.planet);
                state.colonies.insert(at, colony);
            }
            "fleet" => {
                let fleet = self.restore_fleet(&mut words)?;
                state.insert_fleet(fleet);
            }
            "memory" => {
                let (seat, planet) = (words.seat()?, self.real_planet(&mut words)?);
                let (turn, colony, bases) = from_json(words.next("what is remembered")?)?;
                let at = state.memory.partition_point(|other| (other.seat, other.planet) < (seat, planet));
                state.memory.insert(at, Memory { seat, planet, turn, colony, bases });
            }
            "battle" => state.battle = from_json(rest)?,
            "focus" => state.focus = from_json(rest)?,
            "met" => state.met = from_json(rest)?,
            _ => return Err(ReadError::expected("turn, frame, sheet, star, colony, fleet, memory, …", key)),
        }
        Ok(())
    }

    fn real_planet(&self, words: &mut Words<'_>) -> Result<Planet, ReadError> {
        let planet = words.planet()?;
        if planet == Planet::NOWHERE {
            Err(ReadError::expected("a planet of the map", "-"))
        } else {
            Ok(planet)
        }
    }

    fn restore_sheet(&self, words: &mut Words<'_>) -> Result<Sheet, ReadError> {
        let mut sheet = Sheet::default();
        while let Some(word) = words.maybe() {
            match word {
                "research" => sheet.research = [words.number()?, words.number()?, words.number()?],
                "bonus" => sheet.bonus = words.number()?,
                "scouts" => sheet.bonus_scouts = words.number()?,
                "work" => sheet.work = Some(self.real_planet(words)?),
                "back" => sheet.turn_back = true,
                "planned" => sheet.planned = true,
                "has" => {
                    let name = words.next("a development")?;
                    let found = Development::named(name);
                    sheet.developments |=
                        found.ok_or_else(|| ReadError::expected("a development", name))?.bit();
                }
                _ => {
                    return Err(ReadError::expected(
                        "research, bonus, scouts, work, back, planned or has",
                        word,
                    ));
                }
            }
        }
        Ok(sheet)
    }

    fn restore_colony(&self, words: &mut Words<'_>) -> Result<Colony, ReadError> {
        let planet = self.real_planet(words)?;
        let mut colony = Colony {
            planet,
            originator: Seat(0),
            controller: Seat(0),
            pop: 1,
            iu: 1,
            riu: 0,
            mb: 0,
            amb: 0,
            pfs: false,
            first_year: false,
            destroyed: 0,
            age: 1,
            plan: Plan::default(),
            last: Plan::default(),
        };
        while let Some(word) = words.maybe() {
            match word {
                "of" => {
                    colony.originator = words.seat()?;
                    colony.controller = colony.originator;
                }
                "by" => colony.controller = words.seat()?,
                "pop" => {
                    colony.pop = words.number()?;
                    colony.iu = u16::from(colony.pop);
                }
                "iu" => colony.iu = words.number()?,
                "riu" => colony.riu = words.number()?,
                "mb" => colony.mb = words.number()?,
                "amb" => colony.amb = words.number()?,
                "destroyed" => colony.destroyed = words.number()?,
                "age" => colony.age = words.number()?,
                "pfs" => colony.pfs = true,
                "first-year" => colony.first_year = true,
                "plan" => colony.plan = from_json(words.next("a plan")?)?,
                "last" => colony.last = from_json(words.next("a plan")?)?,
                _ => return Err(ReadError::expected("of, by, pop, iu, riu, mb, amb, pfs, …", word)),
            }
        }
        Ok(colony)
    }

    fn restore_fleet(&self, words: &mut Words<'_>) -> Result<Fleet, ReadError> {
        let mut fleet = Fleet::empty(Token(words.number()?), Seat(0), OFF, 0);
        let place = |words: &mut Words<'_>| {
            let word = words.next("a hex or off")?;
            if word == "off" {
                return Ok(OFF);
            }
            let hex = Hex::parse(word).filter(|&hex| self.land.contains(hex));
            hex.ok_or_else(|| ReadError::expected("a hex of the map, or off", word))
        };
        while let Some(word) = words.maybe() {
            match word {
                "of" => fleet.owner = words.seat()?,
                "at" => {
                    fleet.hex = place(words)?;
                    fleet.start = fleet.hex;
                }
                "ships" => {
                    let count = words.number()?;
                    let kind = words.kind()?;
                    if kind.index() >= 4 {
                        return Err(ReadError::expected("SCT, ESC, ATK or DN", &write_kind(kind)));
                    }
                    fleet.ships.0[kind.index()] = count;
                }
                "lot" => {
                    let count = words.number()?;
                    let kind = read_kind(words.next("transports")?)?;
                    let people =
                        kind.people().ok_or_else(|| ReadError::expected("CT0 to CT3", &write_kind(kind)))?;
                    let (origin, age) = (words.planet()?, words.number()?);
                    if fleet.lots.is_full() {
                        return Err(ReadError::expected("transports of at most 20 planets", "more"));
                    }
                    fleet.load(Lot { people, age, origin, count });
                }
                "bound" => fleet.bound = Some(words.star()?),
                "left" => fleet.left = Some(words.star()?),
                "avoid" => fleet.avoid |= words.star()?.bit(),
                "used" => fleet.used = words.number()?,
                "start" => fleet.start = place(words)?,
                "arrived" => fleet.arrived = words.number()?,
                "done" => fleet.done = true,
                "stopped" => fleet.stopped = true,
                "withdrawn" => fleet.withdrawn = true,
                "redirected" => fleet.redirected = true,
                "detour" => fleet.detour = true,
                "seen" => {
                    let seat = words.seat()?;
                    fleet.seen[seat.index()] = from_json(words.next("a sighting")?)?;
                }
                _ => return Err(ReadError::expected("of, at, ships, lot, bound, left, used, …", word)),
            }
        }
        Ok(fleet)
    }
}
