//! Pictures: what the board, the record sheet and the planner show.

use rules::Seat;
use serde::Serialize;

use crate::{
    StellarConquest,
    data::CLASSES,
    ids::{Development, Item, Kind, Planet, Sequence, Star},
    production::{forecast, output},
    state::{Frame, Memory, OFF, Ships, State},
    view::View,
};

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

pub(crate) fn badge(ships: &Ships) -> Vec<(String, u16)> {
    let kinds = Kind::ships().filter(|&kind| ships.of(kind) > 0);
    kinds.map(|kind| (crate::notation::write_kind(kind), ships.of(kind))).collect()
}

impl StellarConquest {
    /// "Canis 4", or "Canis.1" while the card is unknown.
    pub(crate) fn planet_name(&self, cards: &[u8; Star::COUNT], planet: Planet) -> String {
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
                let after = forecast(card, colony, u16::from(colony.plan.sent));
                let yields = output(card, colony);
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
                    let earned = forecast(card, colony, u16::from(colony.plan.sent)).bonus;
                    total.output += output(card, colony);
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

impl StellarConquest {
    /// Draws a view.
    pub(crate) fn draw(&self, view: &View) -> Picture {
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
            entries: self.components.entries.iter().map(std::string::ToString::to_string).collect(),
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

    fn memory_picture(&self, memory: &Memory) -> MemoryPicture {
        MemoryPicture {
            id: self.write_planet(memory.planet),
            turn: memory.turn,
            controller: memory.colony.map(|colony| colony.0),
            people: memory.colony.map(|colony| colony.1),
            bases: memory.bases.map(|(mb, amb, pfs, _)| (mb, amb, pfs)),
        }
    }
}

/// No die decides what a picture shows: unknown things are left out of it.
pub(crate) struct NoDice;

impl rules::Dice for NoDice {
    fn below(&mut self, _n: u32) -> u32 {
        0
    }
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
