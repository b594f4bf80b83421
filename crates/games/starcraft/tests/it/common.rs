//! Positions for tests: the ready-made galaxy for two players, filled in by each test.

use laws::Scene;
use rules::{Notation, Seat};
use starcraft::{Event, Fate, Frame, StarCraft};

pub(crate) const A: Seat = Seat(0);
pub(crate) const B: Seat = Seat(1);

/// Chau Sara (home of seat 1), Halcyon (home of seat 2), Tarsonis and Torus between them.
pub(crate) struct Board {
    factions: [&'static str; 2],
    round: &'static str,
    routes: &'static str,
    areas: &'static str,
    stacks: String,
    seats: [String; 2],
    frames: String,
    options: &'static str,
}

pub(crate) fn board(first: &'static str, second: &'static str) -> Board {
    Board {
        factions: [first, second],
        round: "round 2 EXEC first=1 events I:5 II:5 III:20 edn=0",
        routes: "route TAR-E/CHA-W | route HAL-N/TAR-S | route TOR-N/CHA-S t1 | zroute TAR-W/TOR-E | zroute HAL-S/TOR-S t2",
        areas: "area CHA-A b1 | area HAL-A b2",
        stacks: "stack HAL 2:research".to_owned(),
        seats: ["cp0 pool8 cards CHA-A,CHA-C".to_owned(), "cp0 pool8 cards HAL-A,HAL-B".to_owned()],
        frames: "frame EXEC player=1".to_owned(),
        options: "",
    }
}

impl Board {
    pub(crate) fn round(mut self, line: &'static str) -> Self {
        self.round = line;
        self
    }
    pub(crate) fn routes(mut self, lines: &'static str) -> Self {
        self.routes = lines;
        self
    }
    pub(crate) fn areas(mut self, lines: &'static str) -> Self {
        self.areas = lines;
        self
    }
    pub(crate) fn stacks(mut self, lines: &str) -> Self {
        lines.clone_into(&mut self.stacks);
        self
    }
    /// The rest of a seat's line; seats count from 1.
    pub(crate) fn seat(mut self, seat: usize, tail: &str) -> Self {
        tail.clone_into(&mut self.seats[seat - 1]);
        self
    }
    pub(crate) fn frames(mut self, lines: &str) -> Self {
        lines.clone_into(&mut self.frames);
        self
    }
    pub(crate) fn options(mut self, options: &'static str) -> Self {
        self.options = options;
        self
    }
    pub(crate) fn game(&self) -> StarCraft {
        let [first, second] = self.factions;
        StarCraft::new(&format!("ready-2 factions={first},{second} {}", self.options)).expect("a table")
    }
    pub(crate) fn text(&self) -> String {
        let tiles = "tile CHA 1,0 r3 | tile HAL 0,1 r2 | tile TAR 0,0 r1 | tile TOR 1,1 r1";
        let mut text =
            format!("starcraft/1 players=2 opts=galaxy:ready\n{}\n{tiles}\n{}\n", self.round, self.routes);
        for line in [self.areas, &self.stacks] {
            if !line.is_empty() {
                text.push_str(&format!("{line}\n"));
            }
        }
        for (at, tail) in self.seats.iter().enumerate() {
            text.push_str(&format!("seat {} {} {tail}\n", at + 1, self.factions[at]));
        }
        text.push_str(&self.frames);
        text.push('\n');
        text
    }
    pub(crate) fn scene(self) -> Scene<StarCraft> {
        Scene::at(self.game(), &self.text())
    }
    /// Seat 1 takes and executes this order; an order of seat 2 stays on Halcyon.
    pub(crate) fn execute(mut self, planet: &str, token: &str) -> Scene<StarCraft> {
        let others = if planet == "HAL" { "stack TAR 2:research" } else { "stack HAL 2:research" };
        self.stacks = format!("{others} | stack {planet} 1:{token}");
        let mut scene = self.scene();
        scene.act(A, &format!("TakeOrder({planet})")).act(A, "Execute");
        scene
    }
}

/// Buys a thing and pays it by the usual plan.
pub(crate) fn buy(scene: &mut Scene<StarCraft>, seat: Seat, thing: &str) {
    scene.act(seat, thing);
    while scene.state.frame() == Frame::Pay {
        let legal = scene.legal(seat);
        let next = if legal.iter().any(|action| action == "PayRest") {
            "PayRest".to_owned()
        } else {
            legal[0].clone()
        };
        scene.act(seat, &next);
    }
}

/// One line of the position, by its first words.
pub(crate) fn line_of(scene: &Scene<StarCraft>, start: &str) -> String {
    let text = scene.game.write_position(&scene.state);
    text.lines().find(|line| line.starts_with(start)).unwrap_or("").to_owned()
}

pub(crate) fn has(scene: &Scene<StarCraft>, line: &str) -> bool {
    scene.game.write_position(&scene.state).lines().any(|own| own == line)
}

/// One side of a skirmish.
#[derive(Clone, Copy)]
pub(crate) struct Side {
    pub(crate) faction: &'static str,
    pub(crate) front: &'static str,
    pub(crate) support: &'static str,
    pub(crate) card: &'static str,
    pub(crate) extra: &'static str,
    /// More of the seat's line, e.g. `play ZT02a tech -ZT02`.
    pub(crate) more: &'static str,
}

pub(crate) fn side(faction: &'static str, front: &'static str, card: &'static str) -> Side {
    Side { faction, front, support: "-", card, extra: "-", more: "" }
}

impl Side {
    pub(crate) fn support(self, support: &'static str) -> Self {
        Self { support, ..self }
    }
    pub(crate) fn extra(self, extra: &'static str) -> Self {
        Self { extra, ..self }
    }
    pub(crate) fn more(self, more: &'static str) -> Self {
        Self { more, ..self }
    }
}

/// What a fight is set in.
#[derive(Clone, Copy)]
pub(crate) struct Field {
    pub(crate) areas: &'static str,
    pub(crate) gold: u8,
    /// Bonus attack and health of attacker/defender.
    pub(crate) bonus: &'static str,
    pub(crate) health: &'static str,
    pub(crate) detector: &'static str,
}

pub(crate) const FIELD: Field =
    Field { areas: "area CHA-A b1 | area HAL-A b2", gold: 0, bonus: "0/0", health: "0/0", detector: "00" };

/// Technologies whose cards are placed leave the technology deck.
fn tech_words(side: Side) -> String {
    let mut gone: Vec<String> = Vec::new();
    for card in [side.card, side.extra] {
        if card.len() == 5 {
            gone.push(format!("-{}", &card[..4]));
        }
    }
    if gone.is_empty() || side.more.contains("tech ") {
        return side.more.to_owned();
    }
    gone.dedup();
    format!("{} tech {}", side.more, gone.join(","))
}

fn add(front: &str, support: &str) -> String {
    let mut counts: Vec<(String, u8)> = Vec::new();
    let words = [front].into_iter().chain(support.split(',').filter(|word| *word != "-"));
    for word in words {
        let (kind, count) = word.split_once('*').unwrap_or((word, "1"));
        let count: u8 = count.parse().expect("a number");
        match counts.iter_mut().find(|(own, _)| own == kind) {
            Some((_, sum)) => *sum += count,
            None => counts.push((kind.to_owned(), count)),
        }
    }
    counts.iter().map(|(kind, count)| format!("{kind}*{count}")).collect::<Vec<_>>().join(",")
}

/// A battle for TOR-C of seat 1 against seat 2, one skirmish, all cards placed, ready to be resolved.
pub(crate) fn fight_in(field: Field, attacker: Side, defender: Side) -> Scene<StarCraft> {
    let units =
        format!("{}/{}", add(attacker.front, attacker.support), add(defender.front, defender.support));
    let frames = format!(
        "frame EXEC player=1\nframe BATTLE\norder player=1 planet=TOR token={} built=0 discount=0 done=000 marked=-/-/-/- attackers=- enemy=TOR-C march=- arbiters=0 recalled=0 moved=1 tech=- fresh=-\nbattle attacker=1 defender=2 area=TOR-C gold={} step=resolve resume=none units={units} free=-/- atk={} hp={} detector={} up=00 ability=- effect=0 pairs=0 lead=-/- current=0 hits=miss/miss veil=0/0 used=0/0 hold=0/0 nuke=0/0 pending=0/0 aside=-/- splash=- leaving=0:- refuge=- off=0\nline front={}/{} formed={}/{} support={}/{} card={}/{} blind=00 extra={}/{} shown=00 paid=open/open done=0 attack=0/0 health=0/0 fate=stands/stands",
        if field.gold == 1 { "gold_mobilize" } else { "mobilize" },
        field.gold,
        field.bonus,
        field.health,
        field.detector,
        attacker.front,
        defender.front,
        attacker.front,
        defender.front,
        attacker.support,
        defender.support,
        attacker.card,
        defender.card,
        attacker.extra,
        defender.extra,
    );
    let mods = if field.gold == 1 { " mod rnd1" } else { "" };
    let own = tech_words(attacker);
    board(attacker.faction, defender.faction)
        .areas(field.areas)
        .seat(1, &format!("cp0 pool8{mods} {own}"))
        .seat(2, &format!("cp0 pool8 {}", tech_words(defender)))
        .frames(&frames)
        .scene()
}

pub(crate) fn fight(attacker: Side, defender: Side) -> Scene<StarCraft> {
    fight_in(FIELD, attacker, defender)
}

/// Final attack and health of both sides, once struck.
pub(crate) fn struck(scene: &Scene<StarCraft>) -> ([i8; 2], [i8; 2]) {
    let found = scene.events.iter().find_map(|event| match event {
        Event::Struck { attack, health, .. } => Some((*attack, *health)),
        _ => None,
    });
    found.expect("the skirmish was resolved")
}

/// Units lost so far as `seat kind fate`.
pub(crate) fn losses(scene: &Scene<StarCraft>) -> Vec<String> {
    let lost = |event: &Event| match *event {
        Event::UnitLost { seat, kind, fate, .. } => {
            let fate = if fate == Fate::Withdrew { "withdrew" } else { "destroyed" };
            Some(format!("{} {} {fate}", seat.0 + 1, scene.game.components.unit(kind).id))
        }
        _ => None,
    };
    scene.events.iter().filter_map(lost).collect()
}

/// Resolves the only skirmish and returns the values and the losses.
pub(crate) fn resolve(scene: &mut Scene<StarCraft>) -> (([i8; 2], [i8; 2]), Vec<String>) {
    scene.act(A, "Resolve(1)");
    (struck(scene), losses(scene))
}
