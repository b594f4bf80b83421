//! What a client draws: data that never changes, what everybody sees, what one viewer sees.
//!
//! Cards are named by their number (`049`), ships in play by `s` and their place (`s3`), systems by their id: the same
//! words as in targets and actions.

mod types;

use rules::Seat;

use crate::data::{Green, Line, Pur, RedKind, ShipData, Slot, Stat};
use crate::{
    Ask, Card, Cause, Damage, Data, EvNova, Frame, Open, Power, Powers, Role, ShipId, Stage, Sys, View,
};

pub use types::*;

fn ids(cards: &[Card]) -> Vec<String> {
    cards.iter().map(|card| card.number()).collect()
}

fn ship_word(ship: ShipId) -> String {
    format!("s{}", ship.0)
}

fn system_word(data: &Data, system: Sys) -> String {
    data.systems[system.index()].id.clone()
}

fn line_view(data: &Data, n: usize, line: &Line) -> LineView {
    LineView {
        system: n as u8,
        name: data.weapon_names[usize::from(line.weapon)].clone(),
        count: line.count,
        phase: line.phase,
        sh: line.sh,
        ar: line.ar,
        sac: line.sac,
        amo: (line.amo > 0).then_some(line.amo),
        pur: match line.pur {
            Pur::Fixed(pur) => Some(pur),
            _ => None,
        },
        pur_plus: match line.pur {
            Pur::Plus(more) => Some(more),
            _ => None,
        },
        turret: line.turret,
        point_defense: line.pd,
        no_point_defense: line.no_pd,
        card: None,
        used: false,
    }
}

impl SideView {
    fn blank(id: &str, kind: &'static str, name: &str, text: &str, short: String) -> Self {
        Self {
            id: id.to_owned(),
            kind,
            name: name.to_owned(),
            text: text.to_owned(),
            power: None,
            tech: None,
            cost: None,
            ratings: None,
            spaces: None,
            guns: None,
            turrets: None,
            slot: None,
            limit: None,
            lines: Vec::new(),
            bays: Vec::new(),
            upgrade: None,
            system: None,
            fee: None,
            asteroid: None,
            nebula: None,
            stops: Vec::new(),
            short,
            shape: None,
        }
    }
    fn ship(data: &Data, ship: &ShipData, text: &str) -> Self {
        let short = format!("{} cards, {}", ship.cost, ship.kind.name());
        Self {
            power: Some(ship.kind),
            tech: Some(ship.tech.label()),
            cost: Some(ship.cost),
            ratings: Some(Ratings::of(ship.stats)),
            spaces: Some(ship.spaces),
            guns: Some(ship.guns),
            turrets: Some(ship.max_t),
            lines: ship.lines.iter().enumerate().map(|(n, line)| line_view(data, n, line)).collect(),
            bays: ship.bays.iter().map(|bay| bay_view(data, *bay)).collect(),
            upgrade: ship.upgrade_name.clone(),
            shape: Some(shape(ship)),
            ..Self::blank(&ship.gid, "ship", &ship.name, text, short)
        }
    }
}

/// What a ship looks like, by what it is built for.
fn shape(ship: &ShipData) -> &'static str {
    let (cargo, cost) = (ship.stat(Stat::Cargo), ship.cost);
    if ship.alien || ship.telepath {
        "alien"
    } else if !ship.bays.is_empty() {
        "carrier"
    } else if ship.gid == "START" {
        "shuttle"
    } else if cargo >= 3 {
        if ship.lines.len() > 1 { "liner" } else { "freighter" }
    } else if cost >= 12 {
        "warship"
    } else if ship.pd_can_target || ship.family.is_some() {
        "fighter"
    } else {
        "courier"
    }
}

/// A shortest way between two systems, both included.
fn way(data: &Data, from: Sys, to: Sys) -> Vec<String> {
    let mut way = vec![system_word(data, from)];
    let mut here = from;
    while here != to {
        let links = data.systems[here.index()].links.iter().copied();
        let Some(next) = links.min_by_key(|&link| data.distance(link, to)) else { break };
        if data.distance(next, to) >= data.distance(here, to) {
            break;
        }
        here = next;
        way.push(system_word(data, here));
    }
    way
}

/// The five phases of a battle round and what became of them.
fn phases(now: u8, last: u8, stage: Stage) -> Vec<PhaseView> {
    let state = |number: u8| match (number.cmp(&now), stage) {
        _ if number > last && last > 0 => "unused",
        (std::cmp::Ordering::Less, _) => "over",
        (
            std::cmp::Ordering::Equal,
            Stage::Spring { .. } | Stage::Fire { .. } | Stage::AutoPlanets { .. },
        ) => "now",
        (std::cmp::Ordering::Equal, Stage::Withdraw { .. } | Stage::PhaseEnd) => "now",
        _ => "later",
    };
    (1..=5).map(|number| PhaseView { number, state: state(number) }).collect()
}

fn bay_view(data: &Data, bay: crate::data::Bay) -> BayView {
    let family = data.families[usize::from(bay.family)].clone();
    BayView { family, bays: bay.bays, capacity: bay.capacity, phase: bay.phase }
}

impl EvNova {
    fn green_view(&self, card: Card) -> SideView {
        let data = self.data();
        let text = &data.cards[card.index()].green_text;
        match &data.cards[card.index()].green {
            Green::Ship(ship) => SideView::ship(data, ship, text),
            Green::Item(item) => {
                let (kind, short) = match (item.kind, item.line) {
                    (None, Some(line)) => ("weapon", format!("{} cards, Phase {}", item.cost, line.phase)),
                    (power, _) => {
                        ("outfit", format!("{} cards, {}", item.cost, power.map_or("", Power::name)))
                    }
                };
                SideView {
                    power: item.kind,
                    tech: Some(item.tech.label()),
                    cost: Some(item.cost),
                    spaces: Some(item.spaces),
                    slot: match item.slot {
                        Slot::None => None,
                        Slot::Gun => Some("gun"),
                        Slot::Turret => Some("turret"),
                    },
                    limit: Some(item.limit),
                    lines: item.line.iter().map(|line| line_view(data, 0, line)).collect(),
                    ..SideView::blank(&item.gid, kind, &item.name, text, short)
                }
            }
        }
    }

    fn red_view(&self, card: Card) -> SideView {
        let data = self.data();
        let red = data.red(card);
        let side = |kind, short| SideView::blank(&red.rid, kind, &red.name, &red.text, short);
        match &red.kind {
            RedKind::Planet(planet) => SideView {
                power: Some(planet.gov),
                system: Some(system_word(data, planet.system)),
                fee: Some(planet.fee),
                asteroid: Some(planet.asteroid),
                nebula: Some(planet.nebula),
                lines: planet.lines.iter().enumerate().map(|(n, line)| line_view(data, n, line)).collect(),
                ..side("planet", data.systems[planet.system.index()].name.clone())
            },
            RedKind::Mission(mission) => {
                let kind = if mission.numbered.is_some() { "numbered" } else { "mission" };
                let reward = red.effects.iter().find_map(|effect| match effect {
                    crate::data::Effect::Draw { cards } => Some(format!("{cards} cards")),
                    crate::data::Effect::TotalVictory => Some("Total Victory".to_owned()),
                    _ => None,
                });
                SideView {
                    stops: mission.stops.iter().map(|&stop| system_word(data, stop)).collect(),
                    ..side(kind, reward.unwrap_or_default())
                }
            }
            RedKind::Route(_) => side("route", "Trade Route".to_owned()),
            RedKind::Event { .. } => side("event", "Event".to_owned()),
        }
    }

    pub(crate) fn build_static(&self) -> StaticView {
        let data = self.data();
        let all = (0..Card::COUNT as u8).map(Card);
        StaticView {
            systems: data
                .systems
                .iter()
                .enumerate()
                .map(|(at, system)| SystemView {
                    id: system.id.clone(),
                    name: system.name.clone(),
                    sector: system.sector,
                    host: system.host,
                    x: system.x,
                    y: system.y,
                    links: system.links.iter().map(|&link| system_word(data, link)).collect(),
                    planets: all
                        .clone()
                        .filter(|card| data.planets[card.index()] == Some(Sys(at as u8)))
                        .map(Card::number)
                        .collect(),
                    aliens: data.aliens(Sys(at as u8)),
                })
                .collect(),
            links: data.links.iter().map(|&(a, b)| (system_word(data, a), system_word(data, b))).collect(),
            powers: data
                .colours
                .iter()
                .map(|(power, colour, ring)| PowerView {
                    name: *power,
                    colour: colour.clone(),
                    ring: ring.clone(),
                    circle: power.has_circle(),
                })
                .collect(),
            cards: all
                .map(|card| CardView {
                    id: card.number(),
                    number: data.number(card),
                    green: self.green_view(card),
                    red: self.red_view(card),
                })
                .collect(),
            start_ship: SideView::ship(data, &data.start, &data.start_text),
            starters: data
                .starters
                .iter()
                .map(|starter| StarterView {
                    letter: starter.letter.to_string(),
                    name: starter.name.clone(),
                    cards: ids(&starter.cards),
                    nova: ids(&starter.nova),
                })
                .collect(),
            limit: self.setup.options.limit,
        }
    }

    /// The odds of a check with these values (EV-CHECK-2, EV-CHECK-3).
    pub fn odds(&self, open: &Open, av: i16, ov: i16) -> OddsView {
        let success = av - ov;
        let (low, all) = if success < 0 { (0, open.odds(9).1) } else { open.odds(success) };
        let thousandths = (low * 1000).checked_div(all).unwrap_or(0);
        OddsView { av, ov, success, low, all, thousandths }
    }

    fn ship_view(&self, open: &Open, id: ShipId) -> ShipView {
        let data = self.data();
        let ship = open.ship(id);
        let hull = data.hull(ship.card);
        let mut lines: Vec<LineView> = open
            .lines(data, id)
            .enumerate()
            .map(|(n, line)| LineView {
                amo: open.last_round(data, id, line),
                pur: open.pur(data, id, line),
                used: ship.used >> n & 1 == 1,
                ..line_view(data, n, &line)
            })
            .collect();
        let bought = open.items_under(id).filter(|item| {
            let item = data.item(item.card);
            item.is_some_and(|item| item.line.is_some() || item.kind == Some(Power::Telepath))
        });
        for (line, item) in lines.iter_mut().skip(hull.lines.len()).zip(bought) {
            line.card = Some(item.card.number());
        }
        let spaces_left = open.spaces_left(data, id);
        ShipView {
            id: ship_word(id),
            card: if ship.card == Card::START { "START".to_owned() } else { ship.card.number() },
            name: hull.name.clone(),
            shape: shape(hull),
            role: ship.role,
            owner: ship.owner.0,
            controller: open.captain(id).0,
            side: (ship.role == Role::Npc).then_some(ship.side),
            damage: ship.damage,
            carrier: ship.inside.map(ship_word),
            ratings: Ratings::of(open.stats(data, id)),
            spaces: hull.spaces,
            spaces_used: hull.spaces - spaces_left,
            guns: hull.guns,
            guns_used: hull.guns - open.slots_left(data, id, Slot::Gun).max(0) as u8,
            turrets: hull.max_t,
            turrets_used: hull.max_t - open.slots_left(data, id, Slot::Turret).max(0) as u8,
            lines,
            items: open.items_under(id).map(|item| item.card.number()).collect(),
            bays: open.bays(data, id).map(|bay| bay_view(data, bay)).collect(),
            fights: ship.fights,
            maneuver: ship.maneuver,
            chased: ship.chased,
            pursued: ship.pursued,
            dodged: ship.dodged,
            trade_value: (ship.role == Role::Current).then(|| self.trade_value(open, ship.owner)),
            pod: open.pod(data, id).map(|(av, ov)| self.odds(open, av, ov).thousandths),
        }
    }

    fn seat_view(&self, open: &Open, seat: Seat) -> SeatView {
        let data = self.data();
        let player = open.of(seat);
        let missions = open.missions.iter().filter(|mission| mission.seat == seat).map(|mission| {
            let what = data.mission(mission.card).expect("a mission in play is a mission");
            let next = what.next_stop(mission.done);
            let opposed = what.opposed(mission.done).then(|| self.opposition(mission.card).ship);
            MissionView {
                card: mission.card.number(),
                name: data.red(mission.card).name.clone(),
                done: mission.done,
                stops: what.stops.iter().map(|&stop| system_word(data, stop)).collect(),
                next: next.map(|system| system_word(data, system)),
                next_name: what.stop_names.get(usize::from(mission.done).min(what.stops.len() - 1)).cloned(),
                jumps: player.pawn.zip(next).map(|(from, to)| data.distance(from, to)),
                opposed,
                path: player.pawn.zip(next).map_or_else(Vec::new, |(from, to)| way(data, from, to)),
            }
        });
        let (routes, completed): (Vec<Card>, Vec<Card>) =
            player.assets.iter().copied().partition(|&card| data.route(card).is_some());
        let records = [Power::Polaris, Power::Wraith, Power::Krypt, Power::Hyperioid];
        SeatView {
            seat: seat.0,
            name: seat_word(seat).to_owned(),
            letter: player.letter.map(String::from),
            confirmed: player.confirmed,
            system: player.pawn.map(|system| system_word(data, system)),
            out: player.out,
            stranded: player.stranded,
            stranded_turns: player.stranded_turns,
            offer: player.offer,
            declined: player.declined,
            blocked: player.blocked,
            hand: player.hand,
            deck: player.deck,
            government: player.gov,
            pirates: player.pirate,
            discard: ids(&player.discard),
            ship: open.current(seat).map(ship_word),
            escorts: open.escorts(seat).map(ship_word).collect(),
            missions: missions.collect(),
            completed: ids(&completed),
            cargo_cards: ids(&routes),
            cargo: open.cargo(data, seat),
            hostile: player.markers.iter().collect(),
            records: records.into_iter().filter(|&race| open.clean_record(data, seat, race)).collect(),
            access: open.access(data, seat).iter().collect(),
            pool: ids(&player.pool),
            known_hand: player.known_hand.iter().map(Card::number).collect(),
            known_government: player.known_gov.iter().map(Card::number).collect(),
            known_pirates: player.known_pirate.iter().map(Card::number).collect(),
            worth: open.worth(data, seat),
            returned: ids(&open.returned[seat.index()]),
        }
    }

    pub(crate) fn build_public(&self, view: &View) -> TableView {
        let (open, data) = (&view.open, self.data());
        let total: u32 = open.nova_left.iter().map(|&left| u32::from(left)).sum();
        TableView {
            round: open.round,
            active: open.active.0,
            first: open.first.0,
            moment: moment(open),
            moved: open.done.moved,
            acted: open.done.acted,
            landed: ids(&open.done.landed),
            seats: open.seats().map(|seat| self.seat_view(open, seat)).collect(),
            ships: open.fleet().map(|(id, _)| self.ship_view(open, id)).collect(),
            nova: NovaView {
                left: open.nova_left,
                total,
                flipped: open.nova_discard.len() as u32 + u32::from(open.nova_aside.is_some()),
                chance: std::array::from_fn(|n| {
                    let (low, all) = open.odds(n as i16);
                    (low * 1000).checked_div(all).unwrap_or(0)
                }),
                discard: ids(&open.nova_discard),
                aside: open.nova_aside.map(Card::number),
                known: view.nova.map(|cards| ids(&cards)),
            },
            battle: open.battle.as_ref().map(|battle| {
                let name = &data.systems[battle.system.index()].name;
                let checking = matches!(open.frame(), Some(Frame::Flip(_) | Frame::Evade { .. }));
                BattleView {
                    system: system_word(data, battle.system),
                    title: format!("Battle at {name}"),
                    subtitle: self.cause_text(battle.cause, battle.aggressor),
                    aggressor: battle.aggressor.0,
                    leader: battle.leader.0,
                    round: battle.round,
                    phase: battle.phase,
                    last: battle.last,
                    phases: phases(battle.phase, battle.last, battle.stage),
                    stage: stage_word(battle.stage),
                    ships: open.fighting().map(|(id, _)| ship_word(id)).collect(),
                    engaged: ids(&battle.engaged),
                    asteroid: open.asteroid(data),
                    nebula: open.nebula(data),
                    inside: open.seats().filter(|&seat| open.in_battle(seat)).map(|seat| seat.0).collect(),
                    shot: battle.shot.map(|shot| ShotView {
                        ship: shot.ship.map(ship_word),
                        planet: shot.planet.map(Card::number),
                        target: ship_word(shot.target),
                        weapon: data.weapon_names[usize::from(shot.weapon)].clone(),
                        pur: shot.pur,
                    }),
                    hunters: battle.hunters.iter().map(|&ship| ship_word(ship)).collect(),
                    check: checking.then(|| self.odds(open, battle.check.0, battle.check.1)),
                }
            }),
            winner: match open.ending {
                Some(crate::Ending::Attrition(seat)) => Some((seat.0, 2)),
                Some(crate::Ending::Total(seat)) => Some((seat.0, 7)),
                Some(crate::Ending::Limit(Some(seat))) => Some((seat.0, 1)),
                _ => None,
            },
        }
    }

    pub(crate) fn cause_text(&self, cause: Cause, aggressor: Seat) -> String {
        let data = self.data();
        let name = seat_word(aggressor);
        match cause {
            Cause::Attack => format!("{name} attacks"),
            Cause::Introduced => "Ships that were introduced attack".to_owned(),
            Cause::OnShown(power) => format!("{name} attacks {} ships", power.name()),
            Cause::Opposition(card) => {
                let ship = self.opposition(card).ship.name();
                format!("{} is opposed: no {ship} ship may be left working", data.red(card).name)
            }
            Cause::Event(card) => format!("{}, played by {name}", data.red(card).name),
        }
    }

    pub(crate) fn build_private(&self, view: &View) -> OwnView {
        let (open, data) = (&view.open, self.data());
        let own = view.own.clone().unwrap_or_default();
        let seat = view.seat;
        let pawn = seat.and_then(|seat| open.of(seat).pawn);
        let reach: Vec<ReachView> = seat.map_or_else(Vec::new, |seat| {
            let from = pawn;
            let jumps = |to: Sys| from.map_or(0, |from| data.distance(from, to));
            open.reach(data, seat)
                .map(|to| ReachView { system: system_word(data, to), jumps: jumps(to) })
                .collect()
        });
        let mut planets = Vec::new();
        if let Some(seat) = seat {
            let tops = [("own", open.of(seat).discard.top()), ("nova", open.nova_discard.top())];
            let landed =
                open.done.landed.iter().filter(|_| open.active == seat).map(|&card| ("landed", Some(card)));
            for (on, card) in landed.chain(tops) {
                let Some(card) = card else { continue };
                let Some(system) = data.planets[card.index()] else { continue };
                if planets.iter().any(|known: &PlanetView| known.card == card.number()) {
                    continue;
                }
                let word = system_word(data, system);
                planets.push(PlanetView {
                    card: card.number(),
                    name: data.red(card).name.clone(),
                    on,
                    here: pawn == Some(system),
                    jumps: pawn.map(|pawn| data.distance(pawn, system)),
                    in_reach: pawn == Some(system) || reach.iter().any(|near| near.system == word),
                    fee: open.fee(data, seat, card),
                    system: word,
                });
            }
        }
        let fleets = open.alive().any(|other| Some(other) != seat && open.of(other).gov > 0);
        let ports = open.alive().any(|other| Some(other) != seat && open.of(other).pirate > 0);
        let danger = seat.map_or_else(Vec::new, |seat| {
            let hostile = |at: usize| {
                let system = Sys(at as u8);
                let host = data.host(system);
                let aliens = data.aliens(system).is_some_and(|race| open.hostile(data, seat, race));
                (fleets && host != Power::Pirate && (open.hostile(data, seat, host) || aliens))
                    || (ports && host == Power::Pirate)
            };
            (0..data.systems.len()).filter(|&at| hostile(at)).map(|at| data.systems[at].id.clone()).collect()
        });
        OwnView {
            you: seat.map(|seat| seat.0),
            hand_cards: ids(&own.hand),
            deck_cards: ids(&own.deck),
            government_cards: ids(&own.gov),
            pirate_cards: ids(&own.pirate),
            gave: ids(&own.gave),
            reach,
            planets,
            danger,
            shots: seat.map_or_else(Vec::new, |seat| self.shot_odds(open, seat)),
            told: view.told.iter().map(|cards| cards.iter().map(Card::number).collect()).collect(),
        }
    }

    /// Every shot a player could fire now, with its odds.
    pub fn shot_odds(&self, open: &Open, seat: Seat) -> Vec<ShotOdds> {
        let data = self.data();
        let Some(battle) = &open.battle else { return Vec::new() };
        if open.ask != Ask::Seat(seat) || !matches!(battle.stage, Stage::Fire { .. }) {
            return Vec::new();
        }
        let mut odds = Vec::new();
        for (ship, what) in open.fighting().filter(|&(id, _)| open.captain(id) == seat && open.able(id)) {
            let gifts: Vec<(u8, Line)> = open.gifts(data, ship, battle.phase, false).collect();
            for &(n, line) in gifts.iter().filter(|_| !what.maneuver) {
                for (target, aim) in open.fighting() {
                    if !open.can_target(data, ship, target) || !open.pd_allows(data, line, target) {
                        continue;
                    }
                    for combined in [false, true] {
                        if combined && gifts.len() < 2 {
                            continue;
                        }
                        let others = gifts.iter().filter(|&&(other, _)| combined && other != n);
                        let sac: i16 = others.clone().map(|(_, line)| line.sac).sum();
                        let more = others.count() as i16;
                        let rocks = open.asteroid(data);
                        let (attack, stat, effect) = match aim.damage {
                            Damage::Intact => (line.sh, Stat::Shield, "shields"),
                            Damage::ShieldsDown => (line.ar, Stat::Armor, "disabled"),
                            Damage::Disabled => (99, Stat::Armor, "destroyed"),
                        };
                        let hit = self.odds(open, attack + sac - rocks, open.stat(data, target, stat));
                        let pur = open.pur(data, ship, line).map(|pur| pur + more + open.jam(data, target));
                        let stands = pur
                            .filter(|_| aim.damage != Damage::Disabled)
                            .map(|pur| self.odds(open, pur, open.stat(data, target, Stat::Escape)));
                        let marker = (what.role != Role::Npc && aim.role == Role::Npc)
                            .then_some(aim.side)
                            .filter(|side| side.has_circle() && !open.of(seat).markers.has(*side));
                        let sure = if aim.damage == Damage::Disabled { 1000 } else { hit.thousandths };
                        odds.push(ShotOdds {
                            ship: ship_word(ship),
                            system: n,
                            target: ship_word(target),
                            combined,
                            hit,
                            stands,
                            counts: stands.map_or(sure, |stands| sure * stands.thousandths / 1000),
                            effect,
                            marker,
                        });
                    }
                }
            }
        }
        odds
    }
}

/// The name of a seat: its colour.
pub(crate) fn seat_word(seat: Seat) -> &'static str {
    ["Red", "Blue", "Green", "Yellow"][seat.index().min(3)]
}

fn stage_word(stage: Stage) -> &'static str {
    match stage {
        Stage::Declare
        | Stage::Join { .. }
        | Stage::Markers
        | Stage::RedAlert { .. }
        | Stage::Planets { .. } => "start",
        Stage::Introduce { .. } => "introduce",
        Stage::Begin | Stage::Span | Stage::Initiative => "span",
        Stage::Maneuver { .. } => "maneuver",
        Stage::Spring { .. } => "spring",
        Stage::Fire { .. } | Stage::AutoPlanets { .. } => "fire",
        Stage::Withdraw { .. } | Stage::PhaseEnd => "withdraw",
        Stage::Regenerate { .. } | Stage::Recover { .. } | Stage::TakeFighters { .. } => "fighters",
        Stage::Board { .. } => "board",
        Stage::RoundEnd | Stage::Repairs { .. } | Stage::CleanUp | Stage::Over => "end",
    }
}

fn moment(open: &Open) -> &'static str {
    match open.frame() {
        None => "over",
        Some(frame) => match frame {
            Frame::Contribute | Frame::First => "contribute",
            Frame::Launch | Frame::LaunchChoice { .. } => "launch",
            Frame::Stranded => "stranded",
            Frame::Main => "main",
            Frame::Pay { .. } | Frame::PassCards { .. } => "pay",
            Frame::Order { .. } => "order",
            Frame::EndWindow { .. } | Frame::OpposeAdd { .. } | Frame::EventAdd { .. } => "window",
            Frame::NovaReturn { .. } => "over",
            _ if open.battle.is_some() => "battle",
            _ => "turn",
        },
    }
}

impl Powers {
    /// The names of its members.
    pub fn names(self) -> Vec<&'static str> {
        self.iter().map(Power::name).collect()
    }
}
