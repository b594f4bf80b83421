//! Positions: writing (section 23 of the ledger).

use std::fmt::Write as _;

use rules::{Seat, Seats};

use crate::{
    StarCraft,
    ids::{Card, Cards, EventBag, EventId, Force, Kind, Planet, Token},
    notation::maybe,
    state::{Fate, Frame, Hit, Line, NONE, PayStage, State, Step, Toll},
};

#[path = "position_battle.rs"]
mod battle;
#[path = "position_check.rs"]
mod check;
#[path = "position_read.rs"]
mod read;

impl StarCraft {
    pub(crate) fn write_state(&self, state: &State) -> String {
        let mut text = format!(
            "starcraft/1 players={} opts=galaxy:{},aldaris15:{},last:{}\n",
            self.players(),
            if self.options.ready_made { "ready" } else { "built" },
            if self.options.aldaris_needs_15 { "on" } else { "off" },
            self.options.last_round
        );
        let mut left = self.stages;
        let mut drawn = state.drawn;
        for stage in &mut left {
            let gone = drawn.min(*stage);
            *stage -= gone;
            drawn -= gone;
        }
        let _ = write!(
            text,
            "round {} {} first={} events I:{} II:{} III:{} edn={}",
            state.round,
            phase_word(state),
            state.first.0 + 1,
            left[0],
            left[1],
            left[2],
            state.ends
        );
        let mut extra = |name: &str, value: String| {
            if value != "-" && value != "0" {
                let _ = write!(text, " {name}={value}");
            }
        };
        extra("out", self.events_word(state.spent));
        extra("next", maybe(state.next_first, |seat| (seat + 1).to_string()));
        extra("gone", state.eliminated.to_string());
        text.push('\n');
        self.write_board(state, &mut text);
        for at in 0..self.players() {
            self.write_seat(state, Seat(at), &mut text);
        }
        for &frame in state.frames.iter() {
            let _ = writeln!(text, "frame {}", self.frame_words(state, frame));
        }
        self.write_pending(state, &mut text);
        if let Some(ending) = state.ending {
            let _ = writeln!(text, "end {ending:?} winners={}", seats_word(state.winners));
        }
        text
    }

    fn write_board(&self, state: &State, text: &mut String) {
        for (at, tile) in state.tiles.iter().enumerate().filter(|(_, tile)| tile.placed) {
            let name = self.planet_word(Planet(at as u8));
            let _ = writeln!(text, "tile {name} {},{} r{}", tile.x, tile.y, tile.rotation);
        }
        for route in state.routes.iter() {
            let kind = if route.z { "zroute" } else { "route" };
            let _ = write!(text, "{kind} {}/{}", self.gate_word(route.a), self.gate_word(route.b));
            if route.transports != 0 {
                let owners: Vec<String> = (0..6)
                    .filter(|at| route.transports >> at & 1 == 1)
                    .map(|at: u8| (at + 1).to_string())
                    .collect();
                let _ = write!(text, " t{}", owners.join(","));
            }
            text.push('\n');
        }
        for (at, area) in state.areas.iter().enumerate() {
            let mut words = Vec::new();
            if area.base != NONE {
                words.push(format!("b{}", area.base + 1));
            }
            if area.depletion > 0 {
                words.push(format!("d{}", area.depletion));
            }
            if area.owner != NONE {
                let units = self.force_word(state, Seat(area.owner), &area.units);
                words.push(format!("u{}:{units}", area.owner + 1));
            }
            if !words.is_empty() {
                let _ = writeln!(text, "area {} {}", self.components.areas[at].id, words.join(" "));
            }
        }
        for (at, stack) in state.stacks.iter().enumerate().filter(|(_, stack)| !stack.is_empty()) {
            let orders: Vec<String> =
                stack.iter().map(|order| format!("{}:{}", order.seat.0 + 1, order.token.word())).collect();
            let _ = writeln!(text, "stack {} {}", self.planet_word(Planet(at as u8)), orders.join(" "));
        }
    }

    fn write_seat(&self, state: &State, seat: Seat, text: &mut String) {
        let player = state.player(seat);
        let faction = maybe(player.faction.0, |_| self.components.faction(player.faction).id.clone());
        let _ = write!(text, "seat {} {faction} cp{} pool{}", seat.0 + 1, player.cp, player.pool);
        if player.idle > 0 {
            let _ = write!(text, " una{}", player.idle);
        }
        let mut on = Vec::new();
        if player.on_minerals > 0 {
            on.push(format!("PM{}", player.on_minerals));
        }
        if player.on_gas > 0 {
            on.push(format!("PG{}", player.on_gas));
        }
        let mut cards = Vec::new();
        for (at, area) in state.areas.iter().enumerate().filter(|(_, area)| area.card == seat.0) {
            cards.push(self.components.areas[at].id.clone());
            if area.workers > 0 {
                on.push(format!("{}{}", self.components.areas[at].id, area.workers));
            }
        }
        let mut put = |name: &str, value: String| {
            if !value.is_empty() && value != "-" {
                let _ = write!(text, " {name} {value}");
            }
        };
        put("on", on.join(","));
        put("cards", cards.join(","));
        if player.faction.0 != NONE {
            put("lv", player.levels.map(|level| level.to_string()).join(","));
            let modules = crate::ids::Module::ALL.iter().zip(player.modules).filter(|(_, count)| *count > 0);
            put(
                "mod",
                modules
                    .map(|(module, count)| format!("{}{count}", module.word()))
                    .collect::<Vec<_>>()
                    .join(","),
            );
            put("hand", self.cards_word(state, seat, player.hand));
            put("disc", self.cards_word(state, seat, player.discards));
            put("tech", self.missing_word(state, seat));
            put("play", self.cards_word(state, seat, player.play));
            put("drop", self.cards_word(state, seat, player.dropping));
            put("open", self.cards_word(state, seat, player.open));
            for (eye, known) in player.known.iter().enumerate() {
                put(&format!("known{}", eye + 1), self.cards_word(state, seat, *known));
            }
            if player.tokens != self.supply(state, seat) {
                put("tokens", player.tokens.map(|count| count.to_string()).join(","));
            }
            if player.shown != [0; 6] {
                put("shown", player.shown.map(|count| count.to_string()).join(","));
            }
        }
        put("kept", self.events_word(player.kept));
        let stages = ["I", "II", "III"];
        let front = stages
            .iter()
            .zip(player.front)
            .flat_map(|(stage, n)| std::iter::repeat_n(*stage, usize::from(n)));
        put("ev", front.collect::<Vec<_>>().join(","));
        put("faces", self.events_word(player.faces));
        let dealt = (0..12).map(Planet).filter(|planet| player.dealt >> planet.0 & 1 == 1);
        put("dealt", dealt.map(|planet| self.planet_word(planet)).collect::<Vec<_>>().join(","));
        put("home", maybe(player.home.0, |_| self.planet_word(player.home).to_owned()));
        if player.jammed {
            put("jammed", "yes".to_owned());
        }
        if player.out > 0 {
            put("eliminated", player.out.to_string());
        }
        text.push('\n');
    }

    /// Tokens a seat has in its supply if none has left the game.
    pub(crate) fn supply(&self, state: &State, seat: Seat) -> [u8; 6] {
        let mut supply = self.components.common.tokens;
        let placed = state.stacks.iter().flat_map(|stack| stack.iter()).filter(|order| order.seat == seat);
        let executing = state.order.token.filter(|_| state.order.seat == seat);
        for token in placed.map(|order| order.token).chain(executing) {
            supply[token.index()] = supply[token.index()].saturating_sub(1);
        }
        supply
    }

    pub(crate) fn cards_word(&self, state: &State, seat: Seat, cards: Cards) -> String {
        if cards == 0 {
            return "-".to_owned();
        }
        let ids: Vec<&str> = self.cards_in(state, seat, cards).map(|card| self.card_id(card)).collect();
        ids.join(",")
    }

    /// Technologies no longer whole in the technology deck; a card by itself where only some are gone.
    fn missing_word(&self, state: &State, seat: Seat) -> String {
        let race = self.race_of(state, seat);
        let player = state.player(seat);
        let mut words = Vec::new();
        for tech in self.components.techs.iter().filter(|tech| tech.race == race) {
            let gone = tech.cards & !player.tech;
            if gone == tech.cards {
                words.push(format!("-{}", tech.id));
            } else {
                words.extend(self.cards_in(state, seat, gone).map(|card| format!("-{}", self.card_id(card))));
            }
        }
        words.join(",")
    }

    pub(crate) fn events_word(&self, bag: EventBag) -> String {
        if bag.is_empty() {
            return "-".to_owned();
        }
        let copies = |event: EventId| {
            std::iter::repeat_n(self.components.event(event).id.as_str(), usize::from(bag.count(event)))
        };
        bag.kinds().flat_map(copies).collect::<Vec<_>>().join(",")
    }

    pub(crate) fn force_word(&self, state: &State, seat: Seat, force: &Force) -> String {
        let mut words = Vec::new();
        for (local, &count) in force.iter().enumerate().filter(|(_, count)| **count > 0) {
            let id = self.kind_word(self.kind_at(state, seat, local));
            words.push(if count == 1 { id.to_owned() } else { format!("{id}*{count}") });
        }
        if words.is_empty() { "-".to_owned() } else { words.join(",") }
    }

    fn frame_words(&self, state: &State, frame: Frame) -> String {
        let player = |at: u8| {
            if at >= self.players() {
                return "player=end".to_owned();
            }
            format!("player={}", self.seat_at(state, at).0 + 1)
        };
        let order = &state.order;
        let gold = u8::from(order.token.is_some_and(Token::is_gold));
        let active = || {
            let planet = maybe(order.planet.0, |_| self.planet_word(order.planet).to_owned());
            format!("planet={planet} gold={gold}")
        };
        match frame {
            Frame::FirstPlayer => "FIRST".to_owned(),
            Frame::Faction { at } => format!("FACTION {}", player(at)),
            Frame::Deal { at } => format!("DEAL {}", player(at)),
            Frame::Home { at } => format!("HOME {}", player(at)),
            Frame::PlacePlanet { turn } => format!("PLACE turn={turn}"),
            Frame::FirstBase { turn, planet } => {
                format!("BASE turn={turn} planet={}", self.planet_word(planet))
            }
            Frame::LayRoute { at } => format!("ROUTE {}", player(at)),
            Frame::StartUnits { at } => format!("UNITS {}", player(at)),
            Frame::StartTransport { at } => format!("FERRY {}", player(at)),
            Frame::Plan { turn, at } => format!("PLAN k={turn} {}", player(at)),
            Frame::Exec { at } => format!("EXEC {}", player(at)),
            Frame::Choose { planet, token } => {
                format!("CHOOSE planet={} token={}", self.planet_word(planet), token.word())
            }
            Frame::Build { step } => {
                let letter = ["A", "B", "C"][usize::from(step)];
                format!("BUILD {} step={letter} built={}", active(), order.built)
            }
            Frame::Pay => "PAY".to_owned(),
            Frame::Mobilize => format!("MOBILIZE {}", active()),
            Frame::Liftoff => format!("LIFTOFF {}", active()),
            Frame::Research { step } => format!("RESEARCH {} step={step}", active()),
            Frame::Draw { seat, left } => format!("DRAW player={} left={left}", seat.0 + 1),
            Frame::Battle => {
                let battle = &state.battle;
                format!(
                    "BATTLE attacker={} defender={} area={} step={}",
                    battle.seats[0].0 + 1,
                    battle.seats[1].0 + 1,
                    self.area_word(battle.area),
                    ledger_step(battle.step)
                )
            }
            Frame::Faces => "FACES".to_owned(),
            Frame::Events { at } => format!("EVENTS {}", player(at)),
            Frame::Event { event, effect } => {
                format!("EVENT card={} effect={effect}", self.components.event(event).id)
            }
            Frame::Strike { area } => format!("STRIKE area={}", self.area_word(area)),
            Frame::Put { area, units } => {
                let units = self.force_word(state, self.event_seat(state), &units);
                format!("PUT area={} units={units}", self.area_word(area))
            }
            Frame::PutOne { kind } => format!("PUTONE kind={}", self.kind_word(Kind(kind))),
            Frame::Discard => format!("DISCARD players={}", seats_word(state.discarding)),
            Frame::Over => "OVER".to_owned(),
        }
    }

    fn write_pending(&self, state: &State, text: &mut String) {
        let order = &state.order;
        let area = |id: u8| maybe(id, |id| self.components.areas[usize::from(id)].id.clone());
        if order.planet.0 != NONE {
            let marked: Vec<String> =
                order.marked.iter().map(|force| self.force_word(state, order.seat, force)).collect();
            let _ = writeln!(
                text,
                "order player={} planet={} token={} built={} discount={} done={} marked={} attackers={} enemy={} march={} arbiters={} recalled={} moved={} tech={} fresh={}",
                order.seat.0 + 1,
                self.planet_word(order.planet),
                order.token.map_or("-", Token::word),
                order.built,
                order.discount,
                bits(&order.done),
                marked.join("/"),
                self.force_word(state, order.seat, &order.attackers),
                area(order.enemy.0),
                maybe(order.march, |route| format!("r{}", route + 1)),
                order.arbiters,
                u8::from(order.recalled),
                u8::from(order.moved),
                maybe(order.tech, |tech| self.components.techs[usize::from(tech)].id.clone()),
                self.cards_word(state, order.seat, order.fresh),
            );
        }
        let pay = &state.pay;
        if state.frames.contains(&Frame::Pay) {
            let stage = match pay.stage {
                PayStage::Discounts => "discounts",
                PayStage::Split => "split",
                PayStage::Workers => "workers",
            };
            let _ = writeln!(
                text,
                "pay player={} thing={} minerals={} gas={} discount={} stage={stage}",
                pay.seat.0 + 1,
                self.thing_word(pay.thing).replace(", ", ","),
                pay.minerals,
                pay.gas,
                pay.discount
            );
        }
        if state.battle.area.0 != NONE {
            self.write_battle(state, text);
        }
    }

    fn write_battle(&self, state: &State, text: &mut String) {
        let battle = &state.battle;
        let both = |forces: &[Force; 2]| {
            let [a, d] = [0, 1].map(|side| self.force_word(state, battle.seats[side], &forces[side]));
            format!("{a}/{d}")
        };
        let cards = |cards: &[Cards; 2]| {
            let [a, d] = [0, 1].map(|side| self.cards_word(state, battle.seats[side], cards[side]));
            format!("{a}/{d}")
        };
        let kind = |kind: u8| maybe(kind, |kind| self.kind_word(Kind(kind)).to_owned());
        let splash: Vec<String> =
            battle.splash.iter().map(|splash| format!("{}:{:x}", splash.side, splash.mask)).collect();
        let leaver =
            u8::from(matches!(battle.step, Step::RetreatTo { side: 1 } | Step::Overfill { side: 1 }));
        let hits = battle.hits.map(|hit| match hit {
            Hit::Miss => "miss",
            Hit::Front => "front",
            Hit::Support => "support",
        });
        let _ = writeln!(
            text,
            "battle attacker={} defender={} area={} gold={} step={} resume={} units={} free={} atk={} hp={} detector={} up={} ability={} effect={} pairs={} lead={} current={} hits={} veil={} used={} hold={} nuke={} pending={} aside={} splash={} leaving={leaver}:{} refuge={} off={}",
            battle.seats[0].0 + 1,
            battle.seats[1].0 + 1,
            self.area_word(battle.area),
            u8::from(battle.gold),
            step_word(battle.step),
            step_word(battle.resume),
            both(&battle.units),
            both(&battle.free),
            pair(battle.attack),
            pair(battle.health),
            bits(&battle.detector),
            bits(&battle.face_up),
            self.ability_word(battle.ability),
            battle.effect,
            battle.to_pair,
            battle.lead.map(kind).join("/"),
            battle.current,
            hits.join("/"),
            pair(battle.veil),
            pair(battle.used),
            pair(battle.hold),
            pair(battle.nuke),
            pair(battle.pending),
            cards(&battle.aside),
            if splash.is_empty() { "-".to_owned() } else { splash.join(",") },
            self.force_word(state, battle.seats[usize::from(leaver)], &battle.leaving),
            maybe(battle.refuge.0, |_| self.area_word(battle.refuge).to_owned()),
            u8::from(battle.broken_off),
        );
        for line in battle.lines.iter() {
            self.write_line(state, line, text);
        }
    }

    fn write_line(&self, state: &State, line: &Line, text: &mut String) {
        let kind = |kind: u8| maybe(kind, |kind| self.kind_word(Kind(kind)).to_owned());
        let card = |card: u8| maybe(card, |card| self.card_id(Card(card)).to_owned());
        let seats = state.battle.seats;
        let support = [0, 1].map(|side| self.force_word(state, seats[side], &line.support[side]));
        let paid = line.paid.map(|toll| match toll {
            Toll::Open => "open",
            Toll::Paid => "paid",
            Toll::Declined => "declined",
        });
        let fate = line.fate.map(|fate| match fate {
            Fate::Stands => "stands",
            Fate::Destroyed => "destroyed",
            Fate::Withdrew => "withdrew",
        });
        let _ = writeln!(
            text,
            "line front={} formed={} support={} card={} blind={} extra={} shown={} paid={} done={} attack={} health={} fate={}",
            line.front.map(kind).join("/"),
            line.formed.map(kind).join("/"),
            support.join("/"),
            line.card.map(card).join("/"),
            bits(&line.blind),
            line.extra.map(card).join("/"),
            bits(&line.shown),
            paid.join("/"),
            u8::from(line.done),
            pair(line.attack),
            pair(line.health),
            fate.join("/"),
        );
    }
}

fn pair(values: [impl ToString; 2]) -> String {
    values.map(|value| value.to_string()).join("/")
}

fn bits(flags: &[bool]) -> String {
    flags.iter().map(|&flag| if flag { '1' } else { '0' }).collect()
}

pub(crate) fn seats_word(seats: Seats) -> String {
    if seats.is_empty() {
        return "-".to_owned();
    }
    seats.iter().map(|seat| (seat.0 + 1).to_string()).collect::<Vec<_>>().join(",")
}

fn phase_word(state: &State) -> &'static str {
    match state.frames.first() {
        Some(Frame::Plan { .. }) => "PLAN",
        Some(Frame::Exec { .. }) => "EXEC",
        Some(Frame::Faces | Frame::Events { .. } | Frame::Discard) => "REGROUP",
        Some(Frame::Over) | None => "END",
        Some(_) => "SETUP",
    }
}

/// The number of a step in section 11 of the ledger.
pub(crate) fn ledger_step(step: Step) -> u8 {
    match step {
        Step::None => 1,
        Step::Ability { .. } | Step::Effects { .. } | Step::Consume { .. } | Step::Ambush { .. } => 2,
        Step::Draw => 3,
        Step::Front { .. } | Step::Pair => 4,
        Step::Support { .. } => 5,
        Step::Place { .. } | Step::Blind { .. } | Step::Reinforce { .. } | Step::Placed { .. } => 6,
        Step::Resolve
        | Step::Reveal { .. }
        | Step::Costs { .. }
        | Step::Strike
        | Step::Hit { .. }
        | Step::Withdraw { .. }
        | Step::EndAbility { .. }
        | Step::Broodling { .. }
        | Step::PutAway => 7,
        Step::Splash { .. } => 8,
        Step::Retreat
        | Step::Excess
        | Step::RetreatTo { .. }
        | Step::Overfill { .. }
        | Step::TrimAttackers
        | Step::Close => 9,
    }
}

/// A step as one word: its name and its fields.
fn step_word(step: Step) -> String {
    match step {
        Step::None => "none".to_owned(),
        Step::Ability { side } => format!("ability.{side}"),
        Step::Effects { side } => format!("effects.{side}"),
        Step::Consume { side } => format!("consume.{side}"),
        Step::Ambush { side, mask } => format!("ambush.{side}.{mask}"),
        Step::Draw => "draw".to_owned(),
        Step::Front { side } => format!("front.{side}"),
        Step::Pair => "pair".to_owned(),
        Step::Support { side } => format!("support.{side}"),
        Step::Place { side, line } => format!("place.{side}.{line}"),
        Step::Blind { side, line } => format!("blind.{side}.{line}"),
        Step::Reinforce { side, line } => format!("reinforce.{side}.{line}"),
        Step::Placed { side } => format!("placed.{side}"),
        Step::Resolve => "resolve".to_owned(),
        Step::Reveal { side } => format!("reveal.{side}"),
        Step::Costs { side } => format!("costs.{side}"),
        Step::Strike => "strike".to_owned(),
        Step::Hit { side } => format!("hit.{side}"),
        Step::Withdraw { side, kind } => format!("withdraw.{side}.{kind}"),
        Step::EndAbility { side } => format!("endability.{side}"),
        Step::Broodling { side, mask } => format!("broodling.{side}.{mask}"),
        Step::PutAway => "putaway".to_owned(),
        Step::Splash { side } => format!("splash.{side}"),
        Step::Retreat => "retreat".to_owned(),
        Step::Excess => "excess".to_owned(),
        Step::RetreatTo { side } => format!("retreatto.{side}"),
        Step::Overfill { side } => format!("overfill.{side}"),
        Step::TrimAttackers => "trim".to_owned(),
        Step::Close => "close".to_owned(),
    }
}
