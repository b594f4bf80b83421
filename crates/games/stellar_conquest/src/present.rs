//! Words and pictures: what the board, the record sheet and the planner show.

use atlas::Hex;
use rules::{Order, OrderSet, Present, Seat, Target, Viewer};
use serde::Serialize;

use crate::{
    StellarConquest,
    action::{Action, Event, What},
    data::CLASSES,
    ids::{Development, Item, Kind, Planet, Sequence, Star},
    production::{forecast, output},
    state::{Frame, Memory, OFF, Ships, State, Token},
    view::View,
};

/// Names and colours of the seats.
const SEATS: [&str; 4] = ["Red", "Blue", "Green", "Amber"];

/// The board and the record sheet of one viewer.
#[derive(Clone, Debug, Serialize)]
pub struct Picture {
    /// The year, and how many there are.
    pub turn: u8,
    /// The last year.
    pub last_turn: u8,
    /// Years to the next Production Year; none if there is none any more.
    pub to_production: Option<u8>,
    /// Whose player turn it is.
    pub active: Seat,
    /// What is being asked, as a word.
    pub step: &'static str,
    /// Every star of the map.
    pub stars: Vec<StarPicture>,
    /// Gas and dust.
    pub clouds: Vec<String>,
    /// Entry hexes.
    pub entries: Vec<String>,
    /// Hexes within the viewer's range; none if there is no limit.
    pub range: Option<Vec<String>>,
    /// Tokens on the map, and the viewer's ships off it.
    pub fleets: Vec<FleetPicture>,
    /// Colonies known in full.
    pub colonies: Vec<ColonyPicture>,
    /// What is remembered of other colonies.
    pub memories: Vec<MemoryPicture>,
    /// The viewer's research sheet.
    pub research: Option<ResearchPicture>,
    /// Totals of the production plan.
    pub planner: Option<PlannerPicture>,
    /// The viewer's points now.
    pub points: Option<u16>,
    /// The fleet that gets orders.
    pub picked: Option<u16>,
    /// The combat or attack.
    pub battle: Option<BattlePicture>,
}

/// A star as the viewer knows it.
#[derive(Clone, Debug, Serialize)]
pub struct StarPicture {
    /// Its name.
    pub name: String,
    /// B, F, G, K or M.
    pub class: char,
    /// Where.
    pub hex: String,
    /// Who explored it.
    pub explored: Vec<Seat>,
    /// Its planets, if the viewer has read the card.
    pub planets: Option<Vec<PlanetPicture>>,
}

/// A planet on a card.
#[derive(Clone, Debug, Serialize)]
pub struct PlanetPicture {
    /// Id in actions.
    pub id: String,
    /// "Canis 4".
    pub name: String,
    /// TR, ST, MT or BR.
    pub kind: String,
    /// Most millions.
    pub limit: u8,
    /// Output doubled?
    pub metal: bool,
    /// What it counts.
    pub points: u16,
    /// Uninhabitable?
    pub ruined: bool,
}

/// A token.
#[derive(Clone, Debug, Serialize)]
pub struct FleetPicture {
    /// Its number.
    pub token: u16,
    /// Whose.
    pub owner: Seat,
    /// Where; none if off the map.
    pub hex: Option<String>,
    /// What it consists of, as far as known.
    pub ships: Option<Vec<(String, u16)>>,
    /// The turn of that knowledge; the viewer's own are always current.
    pub seen_in: Option<u8>,
    /// Destination, for the owner.
    pub bound: Option<String>,
    /// The year it gets there at full speed.
    pub arrives: Option<u8>,
    /// Is the destination beyond its range?
    pub out_of_range: bool,
    /// Has it its orders for this turn?
    pub done: bool,
}

/// A colony of the viewer: the row of the record sheet, and its plan.
#[derive(Clone, Debug, Serialize)]
pub struct ColonyPicture {
    /// Id in actions.
    pub id: String,
    /// "Canis 4".
    pub name: String,
    /// Whose people.
    pub people: Seat,
    /// Who commands.
    pub controller: Seat,
    /// Millions and the most there can be.
    pub pop: (u8, u8),
    /// Industrial units.
    pub iu: u16,
    /// Robotic units.
    pub riu: u32,
    /// Missile bases.
    pub mb: u16,
    /// Advanced ones.
    pub amb: u16,
    /// Screen.
    pub pfs: bool,
    /// Enemy warships in the hex?
    pub besieged: bool,
    /// Output of a Production Year.
    pub output: u32,
    /// Spent in the plan.
    pub spent: u32,
    /// Left to spend.
    pub left: u32,
    /// Basic increment.
    pub increment: u16,
    /// Planned: millions sent, bonus millions.
    pub sent: (u8, u8),
    /// Population after the plan.
    pub pop_after: u16,
    /// Bought so far.
    pub bought: Vec<(&'static str, u16)>,
}

/// A colony of somebody else as it was seen last.
#[derive(Clone, Debug, Serialize)]
pub struct MemoryPicture {
    /// Id in actions.
    pub id: String,
    /// The turn of the memory.
    pub turn: u8,
    /// Who commanded it; none if the planet was empty.
    pub controller: Option<Seat>,
    /// Whose people.
    pub people: Option<Seat>,
    /// Missile bases, advanced ones, screen.
    pub bases: Option<(u16, u16, bool)>,
}

/// Three ladders.
#[derive(Clone, Debug, Serialize)]
pub struct ResearchPicture {
    /// Movement allowance.
    pub allowance: u8,
    /// Totals by sequence.
    pub totals: Vec<(&'static str, u32)>,
    /// Every development: sequence, level, price for the viewer now, held?
    pub ladder: Vec<DevelopmentPicture>,
}

/// One rung.
#[derive(Clone, Debug, Serialize)]
pub struct DevelopmentPicture {
    /// Its symbol.
    pub symbol: &'static str,
    /// Its sequence.
    pub sequence: &'static str,
    /// 1 to 3.
    pub level: u8,
    /// What it costs the viewer now.
    pub price: u32,
    /// Held already?
    pub held: bool,
    /// Can it be acquired at once?
    pub available: bool,
}

/// Totals of a plan.
#[derive(Clone, Debug, Serialize)]
pub struct PlannerPicture {
    /// The colony being planned.
    pub work: Option<String>,
    /// Output of all colonies, or the bonus.
    pub output: u32,
    /// Spent so far.
    pub spent: u32,
    /// Left.
    pub left: u32,
    /// Transports that will appear.
    pub transports: u32,
    /// Bonus millions lost for want of output.
    pub bonus_lost: u32,
}

/// A combat as it is seen.
#[derive(Clone, Debug, Serialize)]
pub struct BattlePicture {
    /// Where.
    pub star: String,
    /// Who fights.
    pub sides: Vec<Seat>,
    /// Fire Turns fought.
    pub round: u16,
    /// For the viewer's next firing type: chances in 36 against each target.
    pub odds: Vec<(String, u32)>,
}

fn badge(ships: &Ships) -> Vec<(String, u16)> {
    let kinds = Kind::ships().filter(|&kind| ships.of(kind) > 0);
    kinds.map(|kind| (crate::notation::write_kind(kind), ships.of(kind))).collect()
}

impl StellarConquest {
    /// "Canis 4", or "Canis.1" while the card is unknown.
    fn planet_name(&self, cards: &[u8; Star::COUNT], planet: Planet) -> String {
        if planet == Planet::NOWHERE {
            return "the home fleet".to_owned();
        }
        let star = planet.star();
        let card = &self.components.cards[usize::from(cards[star.index()])];
        match card.planets[planet.nth()] {
            Some(printed) => format!("{} {}", self.star_name(star), printed.orbit),
            None => self.write_planet(planet),
        }
    }

    fn fleet_pictures(&self, view: &View, state: &State) -> Vec<FleetPicture> {
        view.fleets
            .iter()
            .map(|fleet| {
                let own = fleet.own.as_ref();
                let known = match own {
                    Some(own) => Some(badge(&own.ships)),
                    None => (fleet.seen.turn > 0).then(|| badge(&fleet.seen.ships)),
                };
                let bound = own.and_then(|own| own.bound);
                let range = own.and_then(|own| self.fleet_range(state, own));
                FleetPicture {
                    token: fleet.token.0,
                    owner: fleet.owner,
                    hex: (fleet.hex != OFF).then(|| fleet.hex.to_string()),
                    ships: known,
                    seen_in: (own.is_none() && fleet.seen.turn > 0).then_some(fleet.seen.turn),
                    bound: bound.map(|star| self.star_name(star).to_owned()),
                    arrives: own.and_then(|own| self.arrival(state, own, bound?)),
                    out_of_range: bound
                        .is_some_and(|star| range.is_some_and(|range| !range.contains(self.hex_of(star)))),
                    done: own.is_some_and(|own| own.done),
                }
            })
            .collect()
    }

    fn colony_pictures(&self, view: &View, state: &State) -> Vec<ColonyPicture> {
        let known = view.colonies.iter();
        known
            .filter_map(|colony| {
                let card = self.planet(state, colony.planet)?;
                let after = forecast(&card, colony, u16::from(colony.plan.sent));
                let yields = output(&card, colony);
                let bought = Item::ALL.iter().filter(|item| colony.plan.bought[item.index()] > 0);
                Some(ColonyPicture {
                    id: self.write_planet(colony.planet),
                    name: self.planet_name(&view.cards, colony.planet),
                    people: colony.originator,
                    controller: colony.controller,
                    pop: (colony.pop, card.limit),
                    iu: colony.iu,
                    riu: colony.riu,
                    mb: colony.mb,
                    amb: colony.amb,
                    pfs: colony.pfs,
                    besieged: self.is_besieged(state, colony.controller, colony.planet),
                    output: yields,
                    spent: colony.plan.spent,
                    left: yields.saturating_sub(colony.plan.spent),
                    increment: after.increment,
                    sent: (colony.plan.sent, colony.plan.bonus),
                    pop_after: after.pop,
                    bought: bought.map(|item| (item.symbol(), colony.plan.bought[item.index()])).collect(),
                })
            })
            .collect()
    }

    fn planner(&self, view: &View, seat: Seat) -> Option<PlannerPicture> {
        let sheet = view.sheets[seat.index()]?;
        match view.frame {
            Frame::Bonus => {
                let (all, left) = (u32::from(crate::setup::BONUS), u32::from(sheet.bonus));
                let spent = all - left;
                Some(PlannerPicture { work: None, output: all, spent, left, transports: 0, bonus_lost: 0 })
            }
            Frame::Production => {
                let mut total = PlannerPicture {
                    work: sheet.work.map(|planet| self.write_planet(planet)),
                    output: 0,
                    spent: 0,
                    left: 0,
                    transports: 0,
                    bonus_lost: 0,
                };
                for colony in view.colonies.iter().filter(|colony| colony.controller == seat) {
                    let card = self.components.cards[usize::from(view.cards[colony.planet.star().index()])];
                    let Some(card) = card.planets[colony.planet.nth()] else { continue };
                    let earned = forecast(&card, colony, u16::from(colony.plan.sent)).bonus;
                    total.output += output(&card, colony);
                    total.spent += colony.plan.spent;
                    total.transports += u32::from(colony.plan.sent) + u32::from(colony.plan.bonus);
                    total.bonus_lost += u32::from(earned.saturating_sub(u16::from(colony.plan.bonus)));
                }
                total.left = total.output - total.spent;
                Some(total)
            }
            _ => None,
        }
    }

    fn research_picture(&self, view: &View, seat: Seat) -> Option<ResearchPicture> {
        let sheet = view.sheets[seat.index()]?;
        let ladder = Development::ALL.iter().map(|&development| {
            let tech = &self.components.tech[development.index()];
            DevelopmentPicture {
                symbol: development.symbol(),
                sequence: tech.sequence.symbol(),
                level: tech.level,
                price: self.price_of(&sheet, development),
                held: sheet.developments & development.bit() != 0,
                available: self.may_acquire(&sheet, development).is_ok(),
            }
        });
        let moves = (0..6u8).filter(|at| sheet.developments >> at & 1 == 1);
        Some(ResearchPicture {
            allowance: moves.max().map_or(2, |at| at + 3),
            totals: Sequence::ALL.iter().map(|seq| (seq.symbol(), sheet.research[seq.index()])).collect(),
            ladder: ladder.collect(),
        })
    }

    fn battle_picture(&self, view: &View, state: &State) -> Option<BattlePicture> {
        let fighting =
            matches!(view.frame, Frame::Aim | Frame::Volley | Frame::Withdraw { .. } | Frame::Salvage(_));
        if !fighting {
            return None;
        }
        let mut odds = Vec::new();
        if let (Frame::Aim, Some(seat)) = (view.frame, view.viewer.seat())
            && let Some((from, _, _)) = self.next_to_aim(state, seat)
        {
            let targets = self.targets(state, seat);
            for kind in (0..Kind::COUNT as u8).map(Kind).filter(|kind| targets[kind.index()] > 0) {
                odds.push((crate::notation::write_kind(kind), self.components.effect(from, kind).chances()));
            }
        }
        Some(BattlePicture {
            star: self.star_name(Star(view.battle.star)).to_owned(),
            sides: self.sides(state).iter().collect(),
            round: view.battle.round,
            odds,
        })
    }
}

/// No die decides what a picture shows: unknown things are left out of it.
struct NoDice;

impl rules::Dice for NoDice {
    fn below(&mut self, _n: u32) -> u32 {
        0
    }
}

impl Present for StellarConquest {
    type Picture = Picture;

    fn picture(&self, view: &View) -> Picture {
        let state = self.imagine(view, &mut NoDice);
        let me = view.viewer.seat();
        let years = self.scenario.turns.saturating_sub(view.turn);
        let to_production = (4 - view.turn % 4) % 4;
        Picture {
            turn: view.turn,
            last_turn: self.scenario.turns,
            to_production: (to_production < years).then_some(to_production),
            active: view.active,
            step: step_name(view.frame),
            stars: self
                .stars()
                .map(|star| {
                    let card = view.cards[star.index()];
                    let planets = self.components.cards[usize::from(card)].planets;
                    let listed = star.planets().zip(planets).filter_map(|(planet, printed)| {
                        let printed = printed?;
                        Some(PlanetPicture {
                            id: self.write_planet(planet),
                            name: self.planet_name(&view.cards, planet),
                            kind: format!("{:?}", printed.kind),
                            limit: printed.limit,
                            metal: printed.metal,
                            points: crate::scoring::worth(printed.kind),
                            ruined: view.ruined.contains(planet),
                        })
                    });
                    StarPicture {
                        name: self.star_name(star).to_owned(),
                        class: CLASSES[usize::from(self.class_of(star))],
                        hex: self.hex_of(star).to_string(),
                        explored: self
                            .seat_list()
                            .filter(|seat| view.explored[seat.index()] & star.bit() != 0)
                            .collect(),
                        planets: (card != 0).then(|| listed.collect()),
                    }
                })
                .collect(),
            clouds: self.components.clouds.and(&self.land).iter().map(|hex| hex.to_string()).collect(),
            entries: self.components.entries.iter().map(|hex| hex.to_string()).collect(),
            range: me
                .and_then(|seat| self.range(&state, seat))
                .map(|range| range.iter().map(|hex| hex.to_string()).collect()),
            fleets: self.fleet_pictures(view, &state),
            colonies: self.colony_pictures(view, &state),
            memories: view.memory.iter().map(|memory| self.memory_picture(memory)).collect(),
            research: me.and_then(|seat| self.research_picture(view, seat)),
            planner: me.and_then(|seat| self.planner(view, seat)),
            points: view.points,
            picked: (view.focus.picked != 0).then_some(view.focus.picked),
            battle: self.battle_picture(view, &state),
        }
    }

    fn chart(&self, view: &View, width: usize) -> Vec<String> {
        let wide = if width >= 32 * 3 { 3 } else { 2 };
        let mut rows = vec![vec![' '; 32 * wide]; 42];
        for hex in self.land.iter() {
            let (line, at) = (2 * hex.row() + hex.column() % 2, hex.column() * wide);
            let here = |fleet: &&crate::FleetView| fleet.hex == hex;
            let star = self.star_at(hex);
            let mark = match star {
                Some(star) => CLASSES[usize::from(self.class_of(star))],
                None if self.components.clouds.contains(hex) => ':',
                None => '.',
            };
            if let Some(row) = rows.get_mut(line) {
                row[at] = mark;
                if let Some(fleet) = view.fleets.iter().find(here) {
                    row[at + 1] = ['r', 'b', 'g', 'a'][fleet.owner.index()];
                } else if let Some(star) = star
                    && view.colonies.iter().any(|colony| colony.planet.star() == star)
                {
                    row[at + 1] = '*';
                }
            }
        }
        let fits = |row: Vec<char>| row.into_iter().take(width).collect::<String>().trim_end().to_owned();
        let mut chart: Vec<String> = rows.into_iter().map(fits).collect();
        chart.push("B F G K M stars, : cloud, r b g a fleets, * your colonies".chars().take(width).collect());
        chart
    }

    fn title(&self, view: &View, seat: Seat) -> String {
        let star = || self.star_name(Star(view.battle.star)).to_owned();
        match view.frame {
            Frame::Bonus => "Spend your bonus of 25 on ships and research, then commit".to_owned(),
            Frame::Production => match view.sheets[seat.index()].and_then(|sheet| sheet.work) {
                Some(planet) => {
                    format!(
                        "Production Year: plan {}, or another colony, then commit",
                        self.planet_name(&view.cards, planet)
                    )
                }
                None => "Production Year: you have no colony; commit".to_owned(),
            },
            Frame::Talk => "Talk, then go on to movement".to_owned(),
            Frame::Move if view.focus.picked != 0 => {
                format!("Give orders to fleet {}, or finish with it", view.focus.picked)
            }
            Frame::Move => "Choose a fleet to move, or end movement".to_owned(),
            Frame::Battles => "Choose the combat to fight next".to_owned(),
            Frame::Aim => format!("Combat at {}: choose targets", star()),
            Frame::Withdraw { forced: true, .. } => {
                format!("Your ships must leave {}: choose where to", star())
            }
            Frame::Withdraw { .. } => format!("Withdraw ships from {}, or fight on", star()),
            Frame::Planets => "Attack a colony, or end attacks".to_owned(),
            Frame::Declare => format!("Attack another colony at {} as well, or open fire", star()),
            Frame::Salvage(_) => "Scrap excess industry, or keep it".to_owned(),
            Frame::Settle => "Unload transports, or end your turn".to_owned(),
            Frame::Home(_) | Frame::Risk { .. } | Frame::Draw(_) | Frame::Volley => {
                "The dice are rolling".to_owned()
            }
            Frame::Over => "The game is over".to_owned(),
        }
    }

    fn label(&self, view: &View, _seat: Seat, action: Action) -> String {
        let planet = |planet| self.planet_name(&view.cards, planet);
        let kind = |kind: Kind| match (kind.people(), kind.base_of()) {
            (Some(people), _) => format!("CT of {}", SEATS[people.index()]),
            (None, Some(nth)) => {
                let at = Star(view.battle.star).planets().nth(nth).map(planet);
                format!("{} of {}", kind.symbol(), at.unwrap_or_default())
            }
            (None, None) => kind.symbol().to_owned(),
        };
        let arrival = |star: Star| {
            let own = view.fleets.iter().find(|fleet| fleet.token.0 == view.focus.picked)?.own.as_ref()?;
            let state = self.imagine(view, &mut NoDice);
            self.arrival(&state, own, star)
        };
        match action {
            Action::Buy(item, count) => {
                format!("Buy {count} {} for {}", item.symbol(), self.cost(item, count))
            }
            Action::Research(sequence, amount) => format!("Put {amount} into {}", sequence.symbol()),
            Action::Acquire(development) => format!("Acquire {}", development.symbol()),
            Action::Rest(sequence) => format!("Put all that is left into {}", sequence.symbol()),
            Action::Repeat => "Repeat the last plan".to_owned(),
            Action::Work(at) => format!("Plan {}", planet(at)),
            Action::Send(sent) => format!("Send {sent} million away"),
            Action::Forgo(count) => format!("Leave {count} bonus million behind"),
            Action::Apart => "One fleet for each type of new ship".to_owned(),
            Action::Commit => "Commit".to_owned(),
            Action::Talked => "Go on to movement".to_owned(),
            Action::Pick(token) => format!("Fleet {}", fleet_number(token)),
            Action::Detach(what, origin, count) if what.is_transport() => {
                format!("Split off {count} {} from {}", kind(what), planet(origin))
            }
            Action::Detach(what, _, count) => format!("Split off {count} {}", kind(what)),
            Action::Cut => "Begin another group".to_owned(),
            Action::Merge(token) => format!("Join fleet {}", fleet_number(token)),
            Action::Bound(star) => match arrival(star) {
                Some(year) => format!("Head for {} (year {year})", self.star_name(star)),
                None => format!("Head for {}", self.star_name(star)),
            },
            Action::Avoid(star) => format!("Go round {}", self.star_name(star)),
            Action::Step(hex) => format!("Move to {}", self.place_name(hex)),
            Action::Done => "Finish with this fleet".to_owned(),
            Action::Leave => "Put it down for now".to_owned(),
            Action::EndMove => "End movement".to_owned(),
            Action::Battle(star, foe) => format!("Fight {} at {}", SEATS[foe.index()], self.star_name(star)),
            Action::AimClass(at) => format!("All at {}", kind(at)),
            Action::AimShip(at, nth) => format!("Aim at {} number {nth}", kind(at)),
            Action::Pull(what, _, count) => format!("Take out {count} {}", kind(what)),
            Action::PullAll => "Take out all ships".to_owned(),
            Action::Retreat(hex) => format!("Withdraw to {}", self.place_name(hex)),
            Action::Stay => "No more".to_owned(),
            Action::Scrap(at, what, count) => format!("Scrap {count} {what:?} on {}", planet(at)),
            Action::Attack(at) => format!("Attack {}", planet(at)),
            Action::Fire => "Open fire".to_owned(),
            Action::EndAttack => "End attacks".to_owned(),
            Action::Destroy(at, millions) => format!("Destroy {millions} million on {}", planet(at)),
            Action::Unload(at, _, count) => format!("Unload {count} on {}", planet(at)),
            Action::EndTurn => "End turn".to_owned(),
            Action::EndGame => "End the game".to_owned(),
        }
    }

    fn target(&self, view: &View, action: Action) -> Target {
        let _ = view;
        match action {
            Action::Pick(token) | Action::Merge(token) => Target::Piece(token.0.to_string()),
            Action::Step(hex) | Action::Retreat(hex) => Target::Place(hex.to_string()),
            Action::Bound(star) | Action::Avoid(star) | Action::Battle(star, _) => {
                Target::Place(self.hex_of(star).to_string())
            }
            Action::Work(planet)
            | Action::Attack(planet)
            | Action::Scrap(planet, ..)
            | Action::Destroy(planet, _)
            | Action::Unload(planet, ..) => Target::Card(self.write_planet(planet)),
            Action::Send(sent) => Target::Amount(i32::from(sent)),
            _ => Target::Button,
        }
    }

    fn group(&self, action: Action) -> &'static str {
        match action {
            Action::Buy(..) => "buy",
            Action::Research(..) | Action::Rest(_) | Action::Acquire(_) => "research",
            Action::Work(_) => "colony",
            Action::Send(_) | Action::Forgo(_) => "people",
            Action::Repeat | Action::Apart | Action::Commit => "plan",
            Action::Pick(_) => "fleet",
            Action::Detach(..) | Action::Cut | Action::Merge(_) => "regroup",
            Action::Bound(_) | Action::Avoid(_) => "destination",
            Action::Step(_) => "move",
            Action::AimClass(_) | Action::AimShip(..) => "target",
            Action::Pull(..) | Action::PullAll | Action::Retreat(_) => "withdraw",
            Action::Attack(_) | Action::Fire => "attack",
            Action::Scrap(..) | Action::Destroy(..) => "destroy",
            Action::Unload(..) => "unload",
            Action::Talked
            | Action::Done
            | Action::Leave
            | Action::EndMove
            | Action::Battle(..)
            | Action::Stay
            | Action::EndAttack
            | Action::EndTurn
            | Action::EndGame => "turn",
        }
    }

    fn tell(&self, event: &Event) -> Option<String> {
        let seat = |seat: Seat| SEATS[seat.index()];
        let star = |star: Star| self.star_name(star);
        let text = match &event.what {
            What::Noted(_) | What::Regrouped { .. } => return None,
            What::Committed(who) => format!("{} is ready", seat(*who)),
            What::Year(year) => format!("Year {year}"),
            What::TurnOf(who) => format!("{}'s turn", seat(*who)),
            What::Moved { seat: who, token, from: None, to } => {
                format!("{}'s fleet {} enters at {}", seat(*who), token.0, self.place_name(*to))
            }
            What::Moved { seat: who, token, to, .. } => {
                format!("{}'s fleet {} moves to {}", seat(*who), token.0, self.place_name(*to))
            }
            What::Sighted { seat: who, token, ships } => {
                let list: Vec<String> =
                    badge(&ships.ships).into_iter().map(|(kind, count)| format!("{count} {kind}")).collect();
                format!("{}'s fleet {} is {}", seat(*who), token.0, list.join(", "))
            }
            What::Risked { seat: who, star: at, dice, lost } => {
                format!("{} risks {}: {dice:?}, {lost} lost", seat(*who), star(*at))
            }
            What::Explored(who, at) => format!("{} explores {}", seat(*who), star(*at)),
            What::Card(at, card) => self.tell_card(*at, *card),
            What::OutOfRange { seat: who, hex, lost } => {
                format!("{} loses {lost} ships out of range at {hex}", seat(*who))
            }
            What::Combat { star: at, attacker, defender } => {
                format!("{} fights {} at {}", seat(*attacker), seat(*defender), star(*at))
            }
            What::Barrage { seat: who, from, at, dice, hits } => {
                let dice: Vec<u8> = dice.iter().copied().collect();
                format!("{}'s {} fire at {}: {dice:?}, {hits} hit", seat(*who), from.symbol(), at.symbol())
            }
            What::Lost { seat: who, star: at, kind, count } => {
                format!("{} loses {count} {} at {}", seat(*who), kind.symbol(), star(*at))
            }
            What::Withdrew { seat: who, star: at, hex, .. } => {
                format!("{} withdraws from {} to {hex}", seat(*who), star(*at))
            }
            What::CombatOver(at) => format!("The combat at {} is over", star(*at)),
            What::Attacked { seat: who, planet, owner, mb, amb } => format!(
                "{} attacks {}'s colony at {}: {mb} MB, {amb} AMB",
                seat(*who),
                seat(*owner),
                self.write_planet(*planet)
            ),
            What::Scrapped(planet, what, count) => {
                format!("{count} {what:?} are scrapped at {}", self.write_planet(*planet))
            }
            What::Taken { planet, by, people } if by == people => {
                format!("{}'s colony at {} is free", seat(*by), self.write_planet(*planet))
            }
            What::Taken { planet, by, people } => {
                format!("{} conquers {}'s colony at {}", seat(*by), seat(*people), self.write_planet(*planet))
            }
            What::Destroyed(planet, millions) => {
                format!("{millions} million are destroyed at {}", self.write_planet(*planet))
            }
            What::Ended(planet) => format!("The colony at {} is no more", self.write_planet(*planet)),
            What::Ruined(planet) => format!("{} is uninhabitable for ever", self.write_planet(*planet)),
            What::Unloaded { seat: who, star: at, tokens } => {
                format!("{tokens} of {}'s fleets vanish at {}", seat(*who), star(*at))
            }
            What::Landed { seat: who, planet, millions } => {
                format!("{} lands {millions} million at {}", seat(*who), self.write_planet(*planet))
            }
            What::Reverted(who, hex) => format!("Transports at {hex} go over to {}", seat(*who)),
            What::Blast(at) => format!("{} destroys every ship on it and next to it", star(*at)),
            What::Reborn(at) => format!("{} has a planet again", star(*at)),
            What::Produced(year) => format!("The Production Year of year {year} is over"),
            What::Out(who, true) => format!("{} has nothing left", seat(*who)),
            What::Out(who, false) => format!("{} is back", seat(*who)),
            What::Over => "The game is over".to_owned(),
        };
        Some(text)
    }

    fn seat_name(&self, seat: Seat) -> String {
        SEATS[seat.index()].to_owned()
    }

    fn standing(&self, view: &View) -> Vec<String> {
        let state = self.imagine(view, &mut NoDice);
        let over = view.frame == Frame::Over;
        let points = over.then(|| self.tally(&state).points);
        self.seat_list()
            .map(|seat| {
                let fleets = view.fleets.iter().filter(|fleet| fleet.owner == seat).count();
                let stars = view.explored[seat.index()].count_ones();
                let own = match (&points, view.viewer) {
                    (Some(points), _) => format!("{} points, ", points[seat.index()]),
                    (None, Viewer::Seat(me)) if me == seat => {
                        format!("{} points, ", view.points.unwrap_or(0))
                    }
                    (None, _) => String::new(),
                };
                format!("{}: {own}{fleets} fleets, {stars} stars explored", SEATS[seat.index()])
            })
            .collect()
    }

    fn orders(&self) -> &'static [Order] {
        &[
            Order { id: "pass-empty", label: "Go on by myself where there is nothing to decide" },
            Order { id: "never-attack", label: "Besiege, but never attack defended colonies" },
            Order { id: "keep-industry", label: "Never scrap industry under attack" },
        ]
    }

    fn obey(&self, view: &View, seat: Seat, given: OrderSet) -> Option<Action> {
        if given.has(2) && view.frame == Frame::Salvage(seat) {
            return Some(Action::Stay);
        }
        let state = self.imagine(view, &mut NoDice);
        let mut legal = Vec::new();
        rules::Game::legal(self, &state, seat, &mut legal);
        match (view.frame, &legal[..]) {
            (Frame::Settle | Frame::Planets | Frame::Salvage(_) | Frame::Aim, &[only]) if given.has(0) => {
                Some(only)
            }
            (Frame::Planets, _) if given.has(1) => Some(Action::EndAttack),
            _ => None,
        }
    }
}

fn fleet_number(token: Token) -> u16 {
    if token.0 > Token::PRIVATE { token.0 - Token::PRIVATE } else { token.0 }
}

fn step_name(frame: Frame) -> &'static str {
    match frame {
        Frame::Home(_) => "set-up",
        Frame::Bonus => "bonus",
        Frame::Talk => "talk",
        Frame::Move => "movement",
        Frame::Risk { .. } | Frame::Draw(_) => "exploration",
        Frame::Battles | Frame::Aim | Frame::Volley | Frame::Withdraw { .. } => "combat",
        Frame::Planets | Frame::Declare | Frame::Salvage(_) => "planets",
        Frame::Settle => "colonization",
        Frame::Production => "production",
        Frame::Over => "over",
    }
}

impl StellarConquest {
    fn place_name(&self, hex: Hex) -> String {
        match self.star_at(hex) {
            Some(star) => format!("{} ({hex})", self.star_name(star)),
            None => hex.to_string(),
        }
    }

    fn memory_picture(&self, memory: &Memory) -> MemoryPicture {
        MemoryPicture {
            id: self.write_planet(memory.planet),
            turn: memory.turn,
            controller: memory.colony.map(|colony| colony.0),
            people: memory.colony.map(|colony| colony.1),
            bases: memory.bases.map(|(mb, amb, pfs, _)| (mb, amb, pfs)),
        }
    }

    fn tell_card(&self, star: Star, card: u8) -> String {
        let planets: Vec<String> = self.components.cards[usize::from(card)]
            .planets
            .iter()
            .flatten()
            .map(|planet| {
                let metal = if planet.metal { " NM" } else { "" };
                format!("{} {:?}{}{metal}", planet.orbit, planet.kind, planet.limit)
            })
            .collect();
        let list = if planets.is_empty() { "no planets".to_owned() } else { planets.join("; ") };
        format!("{}: {list}", self.star_name(star))
    }
}
