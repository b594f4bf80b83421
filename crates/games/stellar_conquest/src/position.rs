//! Whole positions as text: a line for everything that differs from an empty map.

use std::fmt::Write as _;

use atlas::Hex;
use rules::{ReadError, Seat, Seats};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    StellarConquest,
    ids::{Development, Kind, Planet, Star},
    notation::{Words, read_kind, write_kind},
    state::{Colony, Fleet, Memory, OFF, Plan, Sheet, Sighting, State, Token, TransportGroup},
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
            state.open.turn,
            state.open.active.0,
            json(&state.open.waiting),
            json(&state.open.out)
        )
        .expect(CANNOT_FAIL);
        writeln!(line, "frame {}", json(&state.open.frame)).expect(CANNOT_FAIL);
        writeln!(line, "numbers {} {}", state.open.next_token, state.founded).expect(CANNOT_FAIL);
        for seat in self.seat_list() {
            self.describe_sheet(seat, &state.sheets.truth()[seat.index()], line);
        }
        for star in self.stars() {
            let explored: Vec<String> = self
                .seat_list()
                .filter(|seat| state.open.explored[seat.index()] & star.bit() != 0)
                .map(|seat| seat.0.to_string())
                .collect();
            let card = state.cards.truth()[star.index()];
            if card != 0 || !explored.is_empty() {
                let by = explored.iter().fold(String::new(), |text, seat| text + " " + seat);
                writeln!(line, "star {} card {card} explored{by}", self.star_name(star)).expect(CANNOT_FAIL);
            }
        }
        for planet in state.open.ruined.iter() {
            writeln!(line, "ruined {}", self.write_planet(planet)).expect(CANNOT_FAIL);
        }
        for planet in state.marked.iter() {
            writeln!(line, "marked {}", self.write_planet(planet)).expect(CANNOT_FAIL);
        }
        for colony in state.colonies.truth() {
            self.describe_colony(colony, line);
        }
        for fleet in state.fleets.truth() {
            self.describe_fleet(state, fleet, line);
        }
        for memory in state.memory.truth() {
            let rest = json(&(memory.turn, memory.colony, memory.bases, memory.orbit));
            writeln!(line, "memory {} {} {rest}", memory.seat.0, self.write_planet(memory.planet))
                .expect(CANNOT_FAIL);
        }
        if state.battle != crate::Battle::default() {
            writeln!(line, "battle {}", json(&state.battle)).expect(CANNOT_FAIL);
        }
        for (star, count) in &state.razed {
            writeln!(line, "razed {} {count}", self.star_name(*star)).expect(CANNOT_FAIL);
        }
        if state.focus != crate::Focus::default() {
            writeln!(line, "focus {}", json(&state.focus)).expect(CANNOT_FAIL);
        }
        if state.open.met.iter().any(|met| !met.is_empty()) {
            writeln!(line, "met {}", json(&state.open.met)).expect(CANNOT_FAIL);
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
        if let Some(planet) = sheet.planning {
            write!(out, " work {}", self.write_planet(planet)).expect(CANNOT_FAIL);
        }
        out.push_str(&flags(&[(sheet.planned, "planned")]));
        for name in held {
            write!(out, " has {name}").expect(CANNOT_FAIL);
        }
        out.push('\n');
    }

    fn describe_colony(&self, colony: &Colony, out: &mut String) {
        let Colony { originator, controller, pop, iu, riu, mb, amb, destroyed, founding_order, .. } = colony;
        write!(
            out,
            "colony {} of {} by {} pop {pop} iu {iu} riu {riu} mb {mb} amb {amb} destroyed {destroyed} age {founding_order}",
            self.write_planet(colony.planet),
            originator.0,
            controller.0
        )
        .expect(CANNOT_FAIL);
        out.push_str(&flags(&[(colony.pfs, "pfs"), (colony.conquered_since_production, "first-year")]));
        for (name, plan) in [("plan", &colony.plan), ("last", &colony.previous_plan)] {
            if *plan != Plan::default() {
                write!(out, " {name} {}", json(plan)).expect(CANNOT_FAIL);
            }
        }
        out.push('\n');
    }

    fn describe_fleet(&self, state: &State, fleet: &Fleet, out: &mut String) {
        let place = |hex: Hex| if hex == OFF { "off".to_owned() } else { hex.to_string() };
        write!(out, "fleet {} of {} at {}", fleet.token.0, fleet.owner.0, place(fleet.hex))
            .expect(CANNOT_FAIL);
        for kind in [Kind::SCT, Kind::ESC, Kind::ATK, Kind::DN] {
            if fleet.ships.of(kind) > 0 {
                write!(out, " ships {} {}", fleet.ships.of(kind), write_kind(kind)).expect(CANNOT_FAIL);
            }
        }
        for group in state.groups(fleet.token) {
            let TransportGroup { count, founding_order, origin, .. } = *group;
            let (kind, origin) = (write_kind(Kind::transport(group.people)), self.write_planet(origin));
            write!(out, " lot {count} {kind} {origin} {founding_order}").expect(CANNOT_FAIL);
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
        if fleet.turn_start != fleet.start {
            write!(out, " began {}", place(fleet.turn_start)).expect(CANNOT_FAIL);
        }
        if fleet.started > 0 {
            write!(out, " started {}", fleet.started).expect(CANNOT_FAIL);
        }
        out.push_str(&flags(&[
            (fleet.done, "done"),
            (fleet.stopped, "stopped"),
            (fleet.withdrawn, "withdrawn"),
            (fleet.detour, "detour"),
        ]));
        for seen in state.sightings.truth().iter().filter(|seen| seen.token == fleet.token) {
            write!(out, " seen {} {}", seen.seat.0, json(&seen.sight)).expect(CANNOT_FAIL);
        }
        out.push('\n');
    }

    pub(crate) fn restore(&self, text: &str) -> Result<State, ReadError> {
        let mut state = self.blank();
        state.open.waiting = Seats::NONE;
        state.open.frame = crate::Frame::Move;
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            self.restore_line(&mut state, line)
                .map_err(|error| ReadError(format!("line {line:?}: {error}")))?;
        }
        self.validate_position(&state)?;
        Ok(state)
    }

    fn restore_line(&self, state: &mut State, line: &str) -> Result<(), ReadError> {
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mut words = Words::of(self, rest);
        match key {
            "turn" => {
                state.open.turn = words.number()?;
                while let Some(word) = words.maybe() {
                    match word {
                        "active" => state.open.active = words.seat()?,
                        "waiting" => state.open.waiting = from_json(words.next("seats")?)?,
                        "out" => state.open.out = from_json(words.next("seats")?)?,
                        _ => return Err(ReadError::expected("active, waiting or out", word)),
                    }
                }
            }
            "frame" => state.open.frame = from_json(rest)?,
            "numbers" => {
                (state.open.next_token, state.founded) = (words.number()?, words.number()?);
            }
            "sheet" => {
                let seat = words.seat()?;
                state.sheets.truth_mut()[seat.index()] = self.restore_sheet(&mut words)?;
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
                            state.cards.truth_mut()[star.index()] = card;
                        }
                        "explored" => {}
                        seat => {
                            let seat = seat.parse().ok().filter(|&seat| seat < self.scenario.players);
                            let seat: u8 = seat.ok_or_else(|| ReadError::expected("seats", rest))?;
                            state.open.explored[usize::from(seat)] |= star.bit();
                        }
                    }
                }
            }
            "ruined" => state.open.ruined.insert(self.real_planet(&mut words)?),
            "marked" => state.marked.insert(self.real_planet(&mut words)?),
            "colony" => {
                let colony = self.restore_colony(&mut words)?;
                let colonies = state.colonies.truth_mut();
                let at = colonies.partition_point(|other| other.planet < colony.planet);
                colonies.insert(at, colony);
            }
            "fleet" => {
                self.restore_fleet(state, &mut words)?;
            }
            "memory" => {
                let (seat, planet) = (words.seat()?, self.real_planet(&mut words)?);
                let text = words.next("what is remembered")?;
                let (turn, colony, bases, orbit) = from_json(text).or_else(|_| {
                    let (turn, colony, bases) = from_json(text)?;
                    Ok((turn, colony, bases, 0))
                })?;
                let list = state.memory.truth_mut();
                let at = list.partition_point(|other| (other.seat, other.planet) < (seat, planet));
                if list.get(at).is_some_and(|other| (other.seat, other.planet) == (seat, planet)) {
                    let planet = self.write_planet(planet);
                    return Err(ReadError(format!("memory of {planet}: seat {} has two", seat.0)));
                }
                list.insert(at, Memory { seat, planet, turn, colony, bases, orbit });
            }
            "razed" => {
                let (star, count) = (words.star()?, words.number()?);
                let at = state.razed.partition_point(|other| other.0 < star);
                if state.razed.get(at).is_some_and(|other| other.0 == star) {
                    return Err(ReadError(format!("razed {}: it is given twice", self.star_name(star))));
                }
                state.razed.insert(at, (star, count));
            }
            "battle" => state.battle = from_json(rest)?,
            "focus" => state.focus = from_json(rest)?,
            "met" => state.open.met = from_json(rest)?,
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
                "work" => sheet.planning = Some(self.real_planet(words)?),
                // Of older positions: plans could not always turn back.
                "back" => {}
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
        let mut colony = Colony::new(planet, Seat(0), Seat(0), 1, 1);
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
                "age" => colony.founding_order = words.number()?,
                "pfs" => colony.pfs = true,
                "first-year" => colony.conquered_since_production = true,
                "plan" => colony.plan = from_json(words.next("a plan")?)?,
                "last" => colony.previous_plan = from_json(words.next("a plan")?)?,
                _ => return Err(ReadError::expected("of, by, pop, iu, riu, mb, amb, pfs, …", word)),
            }
        }
        Ok(colony)
    }

    fn restore_fleet(&self, state: &mut State, words: &mut Words<'_>) -> Result<(), ReadError> {
        let mut fleet = Fleet::empty(Token(words.number()?), Seat(0), OFF, 0);
        let token = fleet.token;
        let (mut groups, mut began) = (Vec::new(), None);
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
                    let count: u16 = words.number()?;
                    let kind = read_kind(words.next("transports")?)?;
                    let people =
                        kind.people().ok_or_else(|| ReadError::expected("CT0 to CT3", &write_kind(kind)))?;
                    let (origin, founding_order) = (words.planet()?, words.number()?);
                    if count == 0 || count > 4000 {
                        return Err(ReadError::expected("1 to 4000 transports", &count.to_string()));
                    }
                    groups.push(TransportGroup { token, people, founding_order, origin, count });
                }
                "bound" => fleet.bound = Some(words.star()?),
                "left" => fleet.left = Some(words.star()?),
                "avoid" => fleet.avoid |= words.star()?.bit(),
                "used" => fleet.used = words.number()?,
                "start" => fleet.start = place(words)?,
                "began" => began = Some(place(words)?),
                "started" => fleet.started = words.number()?,
                "arrived" => fleet.arrived = words.number()?,
                "done" => fleet.done = true,
                "stopped" => fleet.stopped = true,
                "withdrawn" => fleet.withdrawn = true,
                // Of older positions: the way was measured from the present hex.
                "redirected" => (fleet.start, fleet.started) = (fleet.hex, fleet.used),
                "detour" => fleet.detour = true,
                "seen" => {
                    let seat = words.seat()?;
                    let sight = from_json(words.next("a sighting")?)?;
                    let list = state.sightings.truth_mut();
                    let at = list.partition_point(|other| (other.token, other.seat) < (token, seat));
                    if list.get(at).is_some_and(|other| (other.token, other.seat) == (token, seat)) {
                        return Err(ReadError(format!("fleet {}: seen twice by seat {}", token.0, seat.0)));
                    }
                    list.insert(at, Sighting { token, seat, sight });
                }
                _ => return Err(ReadError::expected("of, at, ships, lot, bound, left, used, …", word)),
            }
        }
        fleet.turn_start = began.unwrap_or(fleet.start);
        if state.fleet(token).is_some() {
            return Err(ReadError(format!("fleet {}: two fleets have this number", token.0)));
        }
        state.insert_fleet(fleet);
        for group in groups {
            state.load(group);
        }
        Ok(())
    }
}
