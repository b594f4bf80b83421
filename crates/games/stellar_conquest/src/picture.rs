//! Pictures: what the board, the record sheet and the planner show. The sheet and the combat have files of
//! their own; all numbers are worked out here, so that a client only draws.

mod battle;
mod sheet;

pub use battle::{AimPicture, BattlePicture, OddsPicture, SidePicture};
use rules::{Seat, rule};
use serde::Serialize;
pub use sheet::{
    ColonyPicture, DevelopmentPicture, ForecastPicture, ItemPicture, PlannerPicture, ResearchPicture,
    SequencePicture,
};

use crate::{
    StellarConquest,
    data::CLASSES,
    ids::{Kind, Star},
    journey::Arrival,
    known::Known,
    scenario::Start,
    state::{Fleet, Frame, Memory, OFF, Ships},
    view::View,
};

/// What is printed on the map.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PrintPicture {
    /// What is played.
    pub title: String,
    /// The last year.
    pub last_turn: u8,
    /// The columns of hexes.
    pub columns: Vec<ColumnPicture>,
    /// Gas and dust.
    pub clouds: Vec<String>,
    /// Entry hexes.
    pub entries: Vec<EntryPicture>,
}

/// The board and the record sheet of one viewer: nearly all of it is a secret of one seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SheetPicture {
    /// The year; 0 before the first.
    pub turn: u8,
    /// Years to the next Production Year; none if there is none any more.
    pub to_production: Option<u8>,
    /// Whose player turn it is.
    #[cfg_attr(feature = "ts", ts(as = "u8"))]
    pub active: Seat,
    /// What is being asked, as a word.
    pub step: &'static str,
    /// Every star of the map.
    pub stars: Vec<StarPicture>,
    /// Hexes within the viewer's range; none if there is no limit.
    pub range: Option<Vec<String>>,
    /// The seats, as every viewer knows them.
    pub seats: Vec<SeatPicture>,
    /// Tokens on the map, and the viewer's ships off it.
    pub fleets: Vec<FleetPicture>,
    /// Colonies known in full.
    pub colonies: Vec<ColonyPicture>,
    /// What is remembered of other colonies.
    pub memories: Vec<MemoryPicture>,
    /// The viewer's research sheet.
    pub research: Option<ResearchPicture>,
    /// The production plan, or the bonus before the first year.
    pub planner: Option<PlannerPicture>,
    /// The viewer's points now.
    pub points: Option<u16>,
    /// The fleet that gets orders.
    pub picked: Option<u16>,
    /// The fleet that is being split off it.
    pub group: Option<u16>,
    /// The combat or attack.
    pub battle: Option<BattlePicture>,
}

/// A column of the map; every second one lies half a hex lower.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ColumnPicture {
    /// A to AF.
    pub name: String,
    /// Its number, from 0.
    pub at: u8,
    /// The names of its hexes, from the top.
    pub hexes: Vec<String>,
    /// What players call them: a star, or the way from the nearest one.
    pub places: Vec<String>,
}

/// A star as the viewer knows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct StarPicture {
    /// Its name.
    pub name: String,
    /// B, F, G, K or M.
    pub class: char,
    /// Where.
    pub hex: String,
    /// Does it explode in this scenario?
    pub nova: bool,
    /// Who explored it.
    #[cfg_attr(feature = "ts", ts(as = "Vec<u8>"))]
    pub explored: Vec<Seat>,
    /// Its planets, if the viewer has read the card.
    pub planets: Option<Vec<PlanetPicture>>,
}

/// A planet on a card.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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

/// An entry hex.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EntryPicture {
    /// Where.
    pub hex: String,
    /// Who enters there.
    #[cfg_attr(feature = "ts", ts(as = "Option<u8>"))]
    pub seat: Option<Seat>,
}

/// What every viewer knows of a player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatPicture {
    /// Its name.
    pub name: String,
    /// Tokens on the map.
    pub fleets: u16,
    /// Stars explored.
    pub explored: u32,
    /// Colonies the viewer knows of: all of his own, others as he remembers them.
    pub colonies: u16,
    /// Points: the viewer's own, and all players' at the end.
    pub points: Option<u16>,
    /// Owes a decision in a step that all take at once?
    pub waiting: bool,
    /// Has nothing left?
    pub out: bool,
}

/// Like ships of one fleet or side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ShipsPicture {
    /// Id in actions, e.g. `CT0`.
    pub kind: String,
    /// The printed symbol, e.g. `CT`.
    pub class: &'static str,
    /// In words.
    pub name: String,
    /// Whose people transports carry.
    #[cfg_attr(feature = "ts", ts(as = "Option<u8>"))]
    pub people: Option<Seat>,
    /// How many.
    pub count: u16,
}

/// A token.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FleetPicture {
    /// Id in actions.
    pub token: u16,
    /// Its number for people.
    pub number: u16,
    /// Whose.
    #[cfg_attr(feature = "ts", ts(as = "u8"))]
    pub owner: Seat,
    /// Where; none if off the map.
    pub hex: Option<String>,
    /// What it consists of, as far as known.
    pub ships: Option<Vec<ShipsPicture>>,
    /// The viewer's own transports by people and planet of origin.
    pub transports: Vec<TransportPicture>,
    /// How many ships these are.
    pub size: Option<u16>,
    /// The turn of that knowledge; the viewer's own are always current.
    pub seen_in: Option<u8>,
    /// Destination, for the owner.
    pub bound: Option<String>,
    /// The year it gets there at full speed.
    pub arrives: Option<u8>,
    /// Is the destination beyond its range?
    pub out_of_range: bool,
    /// Hexes it may still go in this turn, for the owner.
    pub moves: Option<u8>,
    /// Has it its orders for this turn?
    pub done: bool,
}

/// Transports of one fleet that carry people of one seat from one planet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TransportPicture {
    /// Id in actions, e.g. `CT0`.
    pub kind: String,
    /// Whose people they carry.
    #[cfg_attr(feature = "ts", ts(as = "u8"))]
    pub people: Seat,
    /// Id of the planet they come from; `-` for the starting transports.
    pub origin: String,
    /// That planet in words.
    pub name: String,
    /// How many.
    pub count: u16,
}

/// A colony of another player as it was seen last.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MemoryPicture {
    /// Id in actions.
    pub id: String,
    /// "Canis 4", or "the first planet of Canis" while the card is unknown.
    pub name: String,
    /// Its star.
    pub star: String,
    /// The turn of the memory.
    pub turn: u8,
    /// Who commanded it; none if the planet was empty.
    #[cfg_attr(feature = "ts", ts(as = "Option<u8>"))]
    pub controller: Option<Seat>,
    /// Whose people.
    #[cfg_attr(feature = "ts", ts(as = "Option<u8>"))]
    pub people: Option<Seat>,
    /// Missile bases, advanced ones, screen.
    pub bases: Option<(u16, u16, bool)>,
}

/// A column of a data file for the row with this symbol.
pub(crate) fn printed(file: &'static str, symbol: &str, key: usize, column: usize) -> &'static str {
    let row = file.lines().find(|row| row.split(',').nth(key) == Some(symbol));
    row.and_then(|row| row.split(',').nth(column)).unwrap_or("")
}

/// The printed name of a ship, a base or industry.
fn unit_name(symbol: &str) -> &'static str {
    printed(crate::data::UNITS, symbol, 0, 1)
}

impl StellarConquest {
    fn ships_picture(&self, kind: Kind, count: u16) -> ShipsPicture {
        ShipsPicture {
            kind: crate::notation::write_kind(kind),
            class: kind.symbol(),
            name: unit_name(kind.symbol()).to_owned(),
            people: kind.people(),
            count,
        }
    }

    fn ship_pictures(&self, ships: &Ships) -> Vec<ShipsPicture> {
        let kinds = Kind::ships().filter(|&kind| ships.of(kind) > 0);
        kinds.map(|kind| self.ships_picture(kind, ships.of(kind))).collect()
    }

    fn fleet_pictures(&self, view: &View, state: &Known<'_>) -> Vec<FleetPicture> {
        view.fleets
            .iter()
            .map(|fleet| {
                let own = view.knows.contains(fleet.owner).then_some(fleet);
                let sight = view.sight_of(fleet.token);
                let known = own.map(|own| &own.ships).or_else(|| sight.map(|_| &fleet.ships));
                let bound = own.and_then(|own| own.bound);
                let left =
                    |own: &Fleet| Self::allowance(&state.sheets[own.owner.index()]).saturating_sub(own.used);
                let moves = own.map(|own| if own.done || own.stopped { 0 } else { left(own) });
                let arrival = own.and_then(|own| Some(self.arrival(state, own, bound?)));
                FleetPicture {
                    token: fleet.token.0,
                    number: crate::present::fleet_number(fleet.token),
                    owner: fleet.owner,
                    hex: (fleet.hex != OFF).then(|| fleet.hex.to_string()),
                    ships: known.map(|ships| self.ship_pictures(ships)),
                    transports: own.map_or_else(Vec::new, |own| self.transport_pictures(view, own)),
                    size: known.map(Ships::total),
                    seen_in: own.is_none().then_some(sight).flatten().map(|sight| sight.turn),
                    bound: bound.map(|star| self.star_name(star).to_owned()),
                    arrives: match arrival {
                        Some(Arrival::Year(year)) => Some(year),
                        Some(Arrival::OutOfRange) | None => None,
                    },
                    out_of_range: arrival == Some(Arrival::OutOfRange),
                    moves,
                    done: own.is_some_and(|own| own.done),
                }
            })
            .collect()
    }

    /// The transports of a fleet by people and planet of origin.
    fn transport_pictures(&self, view: &View, fleet: &Fleet) -> Vec<TransportPicture> {
        let groups = view.known().groups(fleet.token).iter();
        groups
            .map(|group| TransportPicture {
                kind: crate::notation::write_kind(Kind::transport(group.people)),
                people: group.people,
                origin: self.write_planet(group.origin),
                name: self.planet_name(view, group.origin),
                count: group.count,
            })
            .collect()
    }

    /// SQ-HID-16: the viewer's own points, as far as they know the stars.
    pub(crate) fn own_points(&self, view: &View) -> Option<u16> {
        let seat = view.viewer.seat()?;
        if view.open.frame == Frame::Over {
            return self.score(&view.known()).points.get(seat.index()).copied();
        }
        let state = view.known();
        let own = state.colonies_of(seat);
        let there =
            own.fold(self.stars_with_fleets(&state, seat), |stars, own| stars | own.planet.star().bit());
        // Where the viewer is, they know of every colony.
        rule!("SQ-HID-16");
        self.score_at(&state, view.open.explored[seat.index()] & there).points.get(seat.index()).copied()
    }

    fn seat_pictures(&self, view: &View, state: &Known<'_>) -> Vec<SeatPicture> {
        let end = (view.open.frame == Frame::Over).then(|| self.score(state).points);
        let points = self.own_points(view);
        let known = |seat: Seat| {
            let own = view.colonies.iter().filter(|colony| colony.controller == seat).count();
            let remembered =
                |memory: &&Memory| memory.colony.is_some_and(|(controller, _)| controller == seat);
            own.max(view.memory.iter().filter(remembered).count()) as u16
        };
        self.seat_list()
            .map(|seat| SeatPicture {
                name: rules::Present::seat_name(self, seat),
                fleets: view.fleets.iter().filter(|fleet| fleet.owner == seat && fleet.hex != OFF).count()
                    as u16,
                explored: view.open.explored[seat.index()].count_ones(),
                colonies: known(seat),
                points: match &end {
                    Some(points) => points.get(seat.index()).copied(),
                    None => points.filter(|_| view.viewer.is(seat)),
                },
                waiting: view.open.waiting.contains(seat),
                out: view.open.out.contains(seat),
            })
            .collect()
    }

    fn star_picture(&self, view: &View, star: Star) -> StarPicture {
        let card = view.cards[star.index()];
        let planets = self.components.cards[usize::from(card)].planets;
        let listed = star.planets().zip(planets).filter_map(|(planet, printed)| {
            let printed = printed?;
            Some(PlanetPicture {
                id: self.write_planet(planet),
                name: self.planet_name(view, planet),
                kind: format!("{:?}", printed.kind),
                limit: printed.limit,
                metal: printed.metal,
                points: crate::scoring::planet_points(printed.kind),
                ruined: view.open.ruined.contains(planet),
            })
        });
        StarPicture {
            name: self.star_name(star).to_owned(),
            class: CLASSES[usize::from(self.class_of(star))],
            hex: self.hex_of(star).to_string(),
            nova: self.nova() == Some(star),
            explored: self
                .seat_list()
                .filter(|seat| view.open.explored[seat.index()] & star.bit() != 0)
                .collect(),
            planets: (card != 0).then(|| listed.collect()),
        }
    }

    fn column_pictures(&self) -> Vec<ColumnPicture> {
        let mut columns: Vec<ColumnPicture> = Vec::new();
        for hex in self.land.iter() {
            let (at, name) = (hex.column() as u8, hex.to_string());
            match columns.last_mut() {
                Some(column) if column.at == at => {
                    column.hexes.push(name);
                    column.places.push(self.place_name(hex));
                }
                _ => {
                    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
                    columns.push(ColumnPicture {
                        name: letters,
                        at,
                        hexes: vec![name],
                        places: vec![self.place_name(hex)],
                    });
                }
            }
        }
        columns
    }

    fn entry_pictures(&self) -> Vec<EntryPicture> {
        let Start::Entries(taken) = self.scenario.start else { return Vec::new() };
        let entries = self.components.entries.iter().enumerate();
        entries
            .filter(|(_, hex)| self.land.contains(**hex))
            .map(|(number, hex)| EntryPicture {
                hex: hex.to_string(),
                seat: self.seat_list().find(|seat| usize::from(taken[seat.index()]) == number),
            })
            .collect()
    }

    /// What is printed.
    pub(crate) fn draw_print(&self) -> PrintPicture {
        PrintPicture {
            title: self.scenario.title.clone(),
            last_turn: self.scenario.turns,
            columns: self.column_pictures(),
            clouds: self.components.clouds.and(&self.land).iter().map(|hex| hex.to_string()).collect(),
            entries: self.entry_pictures(),
        }
    }

    /// Draws a view.
    pub(crate) fn draw(&self, view: &View) -> SheetPicture {
        let state = view.known();
        let me = view.viewer.seat();
        let years = self.scenario.turns.saturating_sub(view.open.turn);
        let to_production = match view.open.turn {
            0 => 4,
            turn => (4 - turn % 4) % 4,
        };
        SheetPicture {
            turn: view.open.turn,
            to_production: (to_production < years).then_some(to_production),
            active: view.open.active,
            step: step_name(view.open.frame),
            stars: self.stars().map(|star| self.star_picture(view, star)).collect(),
            range: me
                .and_then(|seat| self.range(&state, seat))
                .map(|range| self.range_hexes(range).iter().map(|hex| hex.to_string()).collect()),
            seats: self.seat_pictures(view, &state),
            fleets: self.fleet_pictures(view, &state),
            colonies: self.colony_pictures(view, &state),
            memories: view.memory.iter().map(|memory| self.memory_picture(view, memory)).collect(),
            research: me.and_then(|seat| self.research_picture(view, seat)),
            planner: me.and_then(|seat| self.planner(view, &state, seat)),
            points: self.own_points(view),
            picked: (view.focus.picked != 0).then_some(view.focus.picked),
            group: (view.focus.group != 0).then_some(view.focus.group),
            battle: self.battle_picture(view, &state),
        }
    }

    fn memory_picture(&self, view: &View, memory: &Memory) -> MemoryPicture {
        MemoryPicture {
            id: self.write_planet(memory.planet),
            name: self.planet_name(view, memory.planet),
            star: self.star_name(memory.planet.star()).to_owned(),
            turn: memory.turn,
            controller: memory.colony.map(|colony| colony.0),
            people: memory.colony.map(|colony| colony.1),
            bases: memory.bases.map(|(mb, amb, pfs, _)| (mb, amb, pfs)),
        }
    }
}

fn step_name(frame: Frame) -> &'static str {
    match frame {
        Frame::Home(_) => "set-up",
        Frame::Bonus => "bonus",
        Frame::Talk => "talk",
        Frame::Move => "movement",
        Frame::Risk { .. } | Frame::Draw(_) => "exploration",
        Frame::Battles | Frame::Privacy | Frame::Aim | Frame::Volley => "combat",
        Frame::Withdraw { .. } => "withdrawal",
        Frame::Planets | Frame::Declare | Frame::ScrapIndustry(_) => "planets",
        Frame::Settle => "colonization",
        Frame::Production => "production",
        Frame::Over => "over",
    }
}
