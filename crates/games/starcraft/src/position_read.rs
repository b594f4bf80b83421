//! Positions: reading.

use std::collections::BTreeMap;

use rules::{ReadError, Seat, Seats, rule};

use crate::{
    StarCraft,
    action::Thing,
    ids::{Area, Cards, EventBag, Faction, Force, Module, total},
    state::{Ending, Frame, NONE, Order, Pay, PayStage, Placed, RouteState, State, Tile},
};

pub(super) type Read<T> = Result<T, ReadError>;

pub(super) fn fail<T>(wanted: &str, found: &str) -> Read<T> {
    Err(ReadError::expected(wanted, found))
}

pub(super) fn number<T: std::str::FromStr>(text: &str) -> Read<T> {
    text.parse().or_else(|_| fail("a number", text))
}

/// The `name=value` words of a line.
pub(super) struct Fields<'a>(BTreeMap<&'a str, &'a str>);

impl<'a> Fields<'a> {
    pub(super) fn of(words: &[&'a str]) -> Self {
        Self(words.iter().filter_map(|word| word.split_once('=')).collect())
    }
    pub(super) fn get(&self, name: &str) -> Read<&'a str> {
        self.0.get(name).copied().ok_or_else(|| ReadError(format!("the field {name}= is missing")))
    }
    pub(super) fn num<T: std::str::FromStr>(&self, name: &str) -> Read<T> {
        number(self.get(name)?)
    }
    pub(super) fn flag(&self, name: &str) -> Read<bool> {
        Ok(self.num::<u8>(name)? == 1)
    }
    pub(super) fn two(&self, name: &str) -> Read<[&'a str; 2]> {
        let text = self.get(name)?;
        text.split_once('/').map(|(a, b)| [a, b]).ok_or_else(|| ReadError::expected("two values a/b", text))
    }
    pub(super) fn nums<T: std::str::FromStr + Copy>(&self, name: &str) -> Read<[T; 2]> {
        let [a, b] = self.two(name)?;
        Ok([number(a)?, number(b)?])
    }
    pub(super) fn flags<const N: usize>(&self, name: &str) -> Read<[bool; N]> {
        let text = self.get(name)?;
        let flags: Vec<bool> = text.chars().map(|c| c == '1').collect();
        flags.try_into().or_else(|_| fail("one digit for each flag", text))
    }
}

impl StarCraft {
    pub(crate) fn read_state(&self, text: &str) -> Read<State> {
        let mut lines: Vec<String> = Vec::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            match lines.last_mut() {
                Some(last) if line.starts_with(' ') => {
                    last.push(' ');
                    last.push_str(line.trim());
                }
                _ => lines.extend(line.split(" | ").map(|part| part.trim().to_owned())),
            }
        }
        let mut state = self.set_up();
        state.frames.clear();
        let mut lines = lines.iter();
        self.read_header(lines.next().map_or("", String::as_str))?;
        let mut open = Vec::new();
        let mut seats = Seats::NONE;
        for line in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                ["round", ref rest @ ..] => self.read_round(&mut state, rest)?,
                ["tile", name, cell, turn] => {
                    let at = self.read_planet(name)?.index();
                    let (x, y) = cell.split_once(',').ok_or_else(|| ReadError::expected("x,y", cell))?;
                    let rotation = number::<u8>(turn.trim_start_matches('r'))?;
                    if rotation > 3 {
                        return fail("a rotation from r0 to r3", turn);
                    }
                    state.tiles[at] = Tile { placed: true, x: number(x)?, y: number(y)?, rotation };
                }
                ["route" | "zroute", ends, ref owners @ ..] => {
                    self.read_route_line(&mut state, words[0] == "zroute", ends, owners)?;
                }
                ["seat", name, ref rest @ ..] => {
                    seats = seats.with(self.read_seat(name)?);
                    self.read_seat_line(&mut state, name, rest)?;
                }
                ["area" | "stack" | "frame" | "order" | "pay" | "battle" | "line" | "end", ..] => {
                    open.push(words);
                }
                _ => return fail("tile, route, area, stack, seat, frame, order, pay, battle or line", line),
            }
        }
        if seats != Seats::first_n(self.players()) {
            return Err(ReadError(format!("expected a line for each of the {} seats", self.players())));
        }
        for words in open {
            self.read_open(&mut state, &words)?;
        }
        for at in 0..self.players() {
            let seat = Seat(at);
            if state.player(seat).faction.0 != NONE {
                self.complete_seat(&mut state, seat)?;
            }
        }
        if state.frames.is_empty() {
            state.frames.push(Frame::Exec { at: 0 });
            self.settle(&mut state, &mut |_| {});
        }
        self.vouch(&state)?;
        Ok(state)
    }

    fn read_header(&self, line: &str) -> Read<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() != Some(&"starcraft/1") {
            return fail("a first line such as starcraft/1 players=2 opts=…", line);
        }
        let fields = Fields::of(&words[1..]);
        if fields.num::<u8>("players")? != self.players() {
            return fail(&format!("players={}", self.players()), line);
        }
        Ok(())
    }

    fn read_round(&self, state: &mut State, words: &[&str]) -> Read<()> {
        let [round, _phase, ..] = words else {
            return fail("round NUMBER PHASE first=…", &words.join(" "));
        };
        state.round = number(round)?;
        let fields = Fields::of(words);
        state.first = self.read_seat(fields.get("first")?)?;
        state.ends = fields.num("edn")?;
        let mut left = 0u8;
        for stage in ["I:", "II:", "III:"] {
            let word = words.iter().find_map(|word| word.strip_prefix(stage));
            left = left
                .saturating_add(number(word.ok_or_else(|| ReadError::expected(stage, &words.join(" ")))?)?);
        }
        let all: u8 = self.stages.iter().sum();
        state.drawn =
            all.checked_sub(left).ok_or_else(|| ReadError(format!("at most {all} event cards are left")))?;
        if let Ok(word) = fields.get("out") {
            state.spent = self.read_events(word)?;
        }
        if let Ok(word) = fields.get("next") {
            state.next_first = self.read_seat(word)?.0;
        }
        if fields.get("gone").is_ok() {
            state.eliminated = fields.num("gone")?;
        }
        Ok(())
    }

    fn read_route_line(&self, state: &mut State, z: bool, ends: &str, owners: &[&str]) -> Read<()> {
        let (a, b) = ends.split_once('/').ok_or_else(|| ReadError::expected("two entrances a/b", ends))?;
        let mut transports = 0;
        for word in owners {
            let list = word.strip_prefix('t').ok_or_else(|| ReadError::expected("t1,2", word))?;
            for seat in list.split(',') {
                transports |= 1 << self.read_seat(seat)?.0;
            }
        }
        if state.routes.len() >= crate::state::ROUTES {
            return fail("at most 32 routes", ends);
        }
        state.routes.push(RouteState { a: self.read_gate(a)?, b: self.read_gate(b)?, z, transports });
        Ok(())
    }

    fn read_events(&self, text: &str) -> Read<EventBag> {
        let mut bag = EventBag::default();
        for word in text.split(',').filter(|word| *word != "-") {
            let event = self.read_event_id(word)?;
            if bag.count(event) >= self.components.event(event).copies {
                return fail(&format!("no more copies than there are ({})", rule!("SC-LAW-5")), word);
            }
            bag.add(event);
        }
        Ok(bag)
    }

    pub(super) fn read_cards(&self, state: &State, seat: Seat, text: &str) -> Read<Cards> {
        let mut cards = 0;
        for word in text.split(',').filter(|word| *word != "-") {
            let card = self.read_card(word)?;
            let bit = self.card_bit(state, seat, card);
            cards |= bit.ok_or_else(|| ReadError::expected("a card of the seat's race", word))?;
        }
        Ok(cards)
    }

    pub(super) fn read_force(&self, state: &State, seat: Seat, text: &str) -> Read<Force> {
        let mut force = [0; 9];
        for word in text.split(',').filter(|word| *word != "-") {
            let (name, count) = word.split_once('*').unwrap_or((word, "1"));
            let kind = self.read_kind(name)?;
            if state.player(seat).faction.0 == NONE {
                return fail("units of a seat with a faction", word);
            }
            let local = self.local(state, seat, kind);
            let local = local.ok_or_else(|| ReadError::expected("a unit of the seat's race", word))?;
            force[local] = number(count)?;
            if force[local] > self.components.unit(kind).figures {
                return fail("no more units than figures", word);
            }
        }
        Ok(force)
    }

    fn read_seat_line(&self, state: &mut State, name: &str, words: &[&str]) -> Read<()> {
        let seat = self.read_seat(name)?;
        let [faction, rest @ ..] = words else { return fail("seat NUMBER FACTION …", name) };
        state.player_mut(seat).faction =
            if *faction == "-" { Faction(NONE) } else { self.read_faction(faction)? };
        if *faction != "-" {
            let tokens = self.components.common.tokens;
            let race = self.components.race(self.race_of(state, seat));
            let player = state.player_mut(seat);
            player.tokens = tokens;
            player.levels = [1, 0, 0];
            player.tech = ((1 << race.cards) - 1) & !((1 << 18) - 1);
        }
        let mut rest = rest.iter();
        while let Some(&word) = rest.next() {
            if let Some(n) = word.strip_prefix("cp") {
                state.player_mut(seat).cp = number(n)?;
            } else if let Some(n) = word.strip_prefix("pool") {
                state.player_mut(seat).pool = number(n)?;
            } else if let Some(n) = word.strip_prefix("una") {
                state.player_mut(seat).idle = number(n)?;
            } else {
                let value = rest.next().ok_or_else(|| ReadError(format!("{word} has no value")))?;
                self.read_seat_field(state, seat, word, value)?;
            }
        }
        Ok(())
    }

    fn read_seat_field(&self, state: &mut State, seat: Seat, name: &str, value: &str) -> Read<()> {
        let list = || value.split(',');
        let six = || -> Read<[u8; 6]> {
            let counts: Read<Vec<u8>> = list().map(number).collect();
            counts?.try_into().or_else(|_| fail("six numbers", value))
        };
        match name {
            "on" => {
                for word in list() {
                    let at = word.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
                    let (place, count) = word.split_at(at);
                    let count = number(count)?;
                    match place {
                        "PM" => state.player_mut(seat).on_minerals = count,
                        "PG" => state.player_mut(seat).on_gas = count,
                        area => {
                            let area = self.read_area(area)?;
                            state.area_mut(area).workers = count;
                        }
                    }
                }
            }
            "cards" => {
                for word in list() {
                    let area = self.read_area(word)?;
                    if state.area(area).card != NONE {
                        return fail(&format!("a card held by one seat ({})", rule!("SC-LAW-8")), word);
                    }
                    state.area_mut(area).card = seat.0;
                }
            }
            "lv" => {
                let levels: Read<Vec<u8>> = list().map(number).collect();
                let levels: [u8; 3] = levels?.try_into().or_else(|_| fail("three levels", value))?;
                state.player_mut(seat).levels = levels;
            }
            "mod" => {
                for word in list() {
                    let module = Module::ALL.into_iter().find(|module| word.starts_with(module.word()));
                    let module =
                        module.ok_or_else(|| ReadError::expected("a module such as supply1", word))?;
                    let count = number(&word[module.word().len()..])?;
                    state.player_mut(seat).modules[module.index()] = count;
                }
            }
            "hand" => state.player_mut(seat).hand = self.read_cards(state, seat, value)?,
            "disc" => state.player_mut(seat).discards = self.read_cards(state, seat, value)?,
            "play" => state.player_mut(seat).play = self.read_cards(state, seat, value)?,
            "drop" => state.player_mut(seat).dropping = self.read_cards(state, seat, value)?,
            "open" => state.player_mut(seat).open = self.read_cards(state, seat, value)?,
            "tech" => {
                for word in list() {
                    let id = word.strip_prefix('-').ok_or_else(|| ReadError::expected("-TT04", word))?;
                    let gone = match self.read_tech(id) {
                        Ok(tech) => self.components.tech(tech).cards,
                        Err(_) => self.read_cards(state, seat, id)?,
                    };
                    state.player_mut(seat).tech &= !gone;
                }
            }
            "tokens" => state.player_mut(seat).tokens = six()?.map(|count| count | 0x80),
            "shown" => state.player_mut(seat).shown = six()?,
            "kept" => state.player_mut(seat).kept = self.read_events(value)?,
            "faces" => state.player_mut(seat).faces = self.read_events(value)?,
            "ev" => {
                for word in list() {
                    let stage = ["I", "II", "III"].iter().position(|stage| *stage == word);
                    let stage = stage.ok_or_else(|| ReadError::expected("I, II or III", word))?;
                    state.player_mut(seat).front[stage] += 1;
                }
            }
            "dealt" => {
                for word in list() {
                    let planet = self.read_planet(word)?;
                    state.player_mut(seat).dealt |= 1 << planet.0;
                }
            }
            "home" => state.player_mut(seat).home = self.read_planet(value)?,
            "jammed" => state.player_mut(seat).jammed = true,
            "eliminated" => {
                state.player_mut(seat).out = number(value)?;
                state.alive = state.alive.without(seat);
            }
            other => match other.strip_prefix("known") {
                Some(eye) => {
                    let eye = self.read_seat(eye)?;
                    state.player_mut(seat).known[eye.index()] = self.read_cards(state, seat, value)?;
                }
                None => return fail("a field of a seat such as hand, disc, cards", other),
            },
        }
        Ok(())
    }

    fn at_of(&self, state: &State, fields: &Fields<'_>) -> Read<u8> {
        let word = fields.get("player")?;
        if word == "end" {
            return Ok(self.players());
        }
        let seat = self.read_seat(word)?;
        Ok((seat.0 + self.players() - state.first.0) % self.players())
    }

    fn read_seats(&self, text: &str) -> Read<Seats> {
        let mut seats = Seats::NONE;
        for word in text.split(',').filter(|word| *word != "-") {
            seats = seats.with(self.read_seat(word)?);
        }
        Ok(seats)
    }

    /// Lines that need the seats' factions.
    fn read_open(&self, state: &mut State, words: &[&str]) -> Read<()> {
        let fields = Fields::of(words);
        match *words {
            ["area", name, ref rest @ ..] => {
                let area = self.read_area(name)?;
                for word in rest {
                    let (head, tail) = word.split_at(1);
                    match head {
                        "b" => state.area_mut(area).base = self.read_seat(tail)?.0,
                        "d" => state.area_mut(area).depletion = number(tail)?,
                        "u" => {
                            let (seat, units) =
                                tail.split_once(':').ok_or_else(|| ReadError::expected("u1:marine", word))?;
                            let seat = self.read_seat(seat)?;
                            let units = self.read_force(state, seat, units)?;
                            if total(&units) > 0 {
                                (state.area_mut(area).owner, state.area_mut(area).units) = (seat.0, units);
                            }
                        }
                        _ => return fail("b1, d1 or u1:marine", word),
                    }
                }
            }
            ["stack", name, ref orders @ ..] => {
                let planet = self.read_planet(name)?;
                for word in orders {
                    let (seat, token) =
                        word.split_once(':').ok_or_else(|| ReadError::expected("1:build", word))?;
                    let placed = Placed { seat: self.read_seat(seat)?, token: self.read_token(token)? };
                    if state.stacks[planet.index()].len() >= crate::state::STACK {
                        return fail("at most 24 orders", word);
                    }
                    state.stacks[planet.index()].push(placed);
                }
            }
            ["frame", name, ..] => {
                let frame = self.read_frame(state, name, &fields)?;
                if state.frames.len() >= 8 {
                    return fail("at most 8 frames", name);
                }
                state.frames.push(frame);
            }
            ["order", ..] => state.order = self.read_order(state, &fields)?,
            ["pay", ..] => {
                let thing = fields.get("thing")?;
                let (name, inside) = thing.split_once('(').unwrap_or((thing, ""));
                let inside = inside.trim_end_matches(')');
                let args: Vec<&str> =
                    if inside.is_empty() { Vec::new() } else { inside.split(',').collect() };
                let thing: Thing = self
                    .read_thing(name, &args)
                    .ok_or_else(|| ReadError::expected("a purchase", thing))??;
                let stage = match fields.get("stage")? {
                    "discounts" => PayStage::Discounts,
                    "split" => PayStage::Split,
                    "workers" => PayStage::Workers,
                    other => return fail("discounts, split or workers", other),
                };
                state.pay = Pay {
                    seat: self.read_seat(fields.get("player")?)?,
                    thing,
                    minerals: fields.num("minerals")?,
                    gas: fields.num("gas")?,
                    discount: fields.num("discount")?,
                    stage,
                };
            }
            ["battle", ..] => state.battle = self.read_battle(state, &fields)?,
            ["line", ..] => {
                let line = self.read_skirmish(state, &fields)?;
                if state.battle.lines.len() >= 4 {
                    return fail("at most four skirmishes", "line");
                }
                state.battle.lines.push(line);
            }
            ["end", kind, ..] => {
                state.ending = Some(match kind {
                    "Normal" => Ending::Normal,
                    "Special" => Ending::Special,
                    "EndCards" => Ending::EndCards,
                    "LastPlayer" => Ending::LastPlayer,
                    "LastRound" => Ending::LastRound,
                    other => return fail("a kind of end", other),
                });
                state.winners = self.read_seats(fields.get("winners")?)?;
            }
            _ => return fail("a line of a position", &words.join(" ")),
        }
        Ok(())
    }

    fn read_frame(&self, state: &mut State, name: &str, fields: &Fields<'_>) -> Read<Frame> {
        let at = |state: &State| self.at_of(state, fields);
        Ok(match name {
            "FIRST" => Frame::FirstPlayer,
            "FACTION" => Frame::Faction { at: at(state)? },
            "DEAL" => Frame::Deal { at: at(state)? },
            "HOME" => Frame::Home { at: at(state)? },
            "PLACE" => Frame::PlacePlanet { turn: fields.num("turn")? },
            "BASE" => Frame::FirstBase {
                turn: fields.num("turn")?,
                planet: self.read_planet(fields.get("planet")?)?,
            },
            "ROUTE" => Frame::LayRoute { at: at(state)? },
            "UNITS" => Frame::StartUnits { at: at(state)? },
            "FERRY" => Frame::StartTransport { at: at(state)? },
            "PLAN" => Frame::Plan { turn: fields.num("k")?, at: at(state)? },
            "EXEC" => Frame::Exec { at: at(state)? },
            "CHOOSE" => Frame::Choose {
                planet: self.read_planet(fields.get("planet")?)?,
                token: self.read_token(fields.get("token")?)?,
            },
            "BUILD" => {
                let letter = fields.get("step")?;
                let step = ["A", "B", "C"].iter().position(|step| *step == letter);
                Frame::Build {
                    step: step.ok_or_else(|| ReadError::expected("step A, B or C", letter))? as u8,
                }
            }
            "PAY" => Frame::Pay,
            "MOBILIZE" => Frame::Mobilize,
            "LIFTOFF" => Frame::Liftoff,
            "RESEARCH" => Frame::Research { step: fields.num("step")? },
            "DRAW" => Frame::Draw { seat: self.read_seat(fields.get("player")?)?, left: fields.num("left")? },
            "BATTLE" => Frame::Battle,
            "FACES" => Frame::Faces,
            "EVENTS" => Frame::Events { at: at(state)? },
            "EVENT" => Frame::Event {
                event: self.read_event_id(fields.get("card")?)?,
                effect: fields.num("effect")?,
            },
            "STRIKE" => Frame::Strike { area: self.read_area(fields.get("area")?)? },
            "PUT" => Frame::Put {
                area: self.read_area(fields.get("area")?)?,
                units: self.read_force(state, self.event_seat(state), fields.get("units")?)?,
            },
            "PUTONE" => Frame::PutOne { kind: self.read_kind(fields.get("kind")?)?.0 },
            "DISCARD" => {
                state.discarding = self.read_seats(fields.get("players")?)?;
                Frame::Discard
            }
            "OVER" => Frame::Over,
            other => return fail("a frame such as PLAN or BUILD", other),
        })
    }

    fn read_order(&self, state: &State, fields: &Fields<'_>) -> Read<Order> {
        let seat = self.read_seat(fields.get("player")?)?;
        let mut marked = [[0; 9]; 4];
        let words: Vec<&str> = fields.get("marked")?.split('/').collect();
        for (force, word) in marked.iter_mut().zip(words) {
            *force = self.read_force(state, seat, word)?;
        }
        let maybe_area = |text: &str| if text == "-" { Ok(Area(NONE)) } else { self.read_area(text) };
        Ok(Order {
            seat,
            planet: self.read_planet(fields.get("planet")?)?,
            token: match fields.get("token")? {
                "-" => None,
                word => Some(self.read_token(word)?),
            },
            built: fields.num("built")?,
            discount: fields.num("discount")?,
            done: fields.flags("done")?,
            marked,
            attackers: self.read_force(state, seat, fields.get("attackers")?)?,
            enemy: maybe_area(fields.get("enemy")?)?,
            march: match fields.get("march")? {
                "-" => NONE,
                word => number::<u8>(word.trim_start_matches('r'))?.saturating_sub(1),
            },
            arbiters: fields.num("arbiters")?,
            recalled: fields.flag("recalled")?,
            moved: fields.flag("moved")?,
            tech: match fields.get("tech")? {
                "-" => NONE,
                word => self.read_tech(word)?.0,
            },
            fresh: self.read_cards(state, seat, fields.get("fresh")?)?,
        })
    }
}
