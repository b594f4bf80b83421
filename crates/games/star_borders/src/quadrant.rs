//! Chapter 2.1: the sectors, and the quadrant they form when laid edge to edge.

use atlas::{Edge, LinkMap, Placement, Point, Rotation};
use serde::{Deserialize, Serialize};

use crate::{Loc, LocSet, MAX_LOCS, Side};

/// What a location is (SB-2.1b).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// Can be controlled.
    Planet,
    /// Stops ships; pays LPs.
    Asteroids,
    /// Stops and holds ships; one Round of battle; pays VPs.
    Nebula,
    /// Jumps to any other.
    Wormhole,
    /// Stops no ship; no Battle is fought.
    DeepSpace,
}

impl Terrain {
    /// As the rulebook writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Terrain::Planet => "Planet",
            Terrain::Asteroids => "Asteroids",
            Terrain::Nebula => "Nebula",
            Terrain::Wormhole => "Wormhole",
            Terrain::DeepSpace => "Deep Space",
        }
    }
}

/// A place ships can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// `DL1`.
    pub id: String,
    /// `Terra Nova`.
    pub name: String,
    /// Its type.
    pub terrain: Terrain,
    /// To the right, in hundredths of an inch of the quadrant.
    pub x: i32,
    /// Down.
    pub y: i32,
    /// The id of its sector, `DL`.
    pub sector: String,
    /// Drawn large: the usual Sector Base of a home sector (SB-2.1e).
    pub large: bool,
}

/// A sector as it lies in the quadrant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedSector {
    /// `DL`.
    pub id: String,
    /// `Delta`.
    pub name: String,
    /// Whose home it is; a neutral sector is no side's. A hint only: markers decide ownership (SB-2.1d).
    pub home_of: Option<Side>,
    /// Clockwise, in degrees.
    pub rotation: u16,
    /// The left edge.
    pub x: i32,
    /// The top edge.
    pub y: i32,
    /// After turning.
    pub width: i32,
    /// After turning.
    pub height: i32,
    /// What lies on it.
    pub locations: LocSet,
}

/// The map of a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quadrant {
    /// By [`Loc`]: in layout order, then by id within the sector.
    pub locations: Vec<Location>,
    /// The places one link away.
    pub links: [LocSet; MAX_LOCS],
    /// The places one Engine away: links, and jumps from an open Wormhole to the others.
    pub steps: [LocSet; MAX_LOCS],
    /// All Planets.
    pub planets: LocSet,
    /// All Asteroids.
    pub asteroids: LocSet,
    /// All Nebulae.
    pub nebulae: LocSet,
    /// All Wormholes.
    pub wormholes: LocSet,
    /// All of Deep Space.
    pub deep_space: LocSet,
    /// The Wormholes that are open for jumps.
    pub jumps: LocSet,
    /// From the leftmost to the rightmost edge.
    pub width: i32,
    /// From the topmost to the lowest edge.
    pub height: i32,
    /// In layout order.
    pub sectors: Vec<PlacedSector>,
    /// Distances along links, and along links and jumps; [`UNREACHABLE`] if there is no way.
    distances: [Vec<[u8; MAX_LOCS]>; 2],
}

/// The distance of places without a way between them.
const UNREACHABLE: u8 = u8::MAX;

impl Quadrant {
    /// The location with this id or name; case does not matter.
    pub fn loc(&self, id_or_name: &str) -> Option<Loc> {
        let named = |at: &Location| {
            at.id.eq_ignore_ascii_case(id_or_name) || at.name.eq_ignore_ascii_case(id_or_name)
        };
        self.locations.iter().position(named).map(|at| Loc(at as u8))
    }

    /// What lies there.
    pub fn get(&self, loc: Loc) -> &Location {
        &self.locations[loc.index()]
    }

    /// Every location.
    pub fn all(&self) -> LocSet {
        LocSet((1 << self.locations.len()) - 1)
    }

    /// The places one Engine away: links, and jumps from an open Wormhole to the others.
    pub const fn steps_from(&self, from: Loc) -> LocSet {
        self.steps[from.index()]
    }

    /// Links (and, if asked, jumps) on the shortest way; none if there is no way.
    pub fn distance(&self, from: Loc, to: Loc, jumps: bool) -> Option<u8> {
        let distance = self.distances[usize::from(jumps)][from.index()][to.index()];
        (distance != UNREACHABLE).then_some(distance)
    }

    /// Can every location be reached from every other, jumps included?
    pub fn is_connected(&self) -> bool {
        self.link_map(true).connected()
    }

    /// Do the links alone, without jumps, lead everywhere?
    pub(crate) fn is_linked(&self) -> bool {
        self.link_map(false).connected()
    }

    /// Lays the sectors of the map drawing edge to edge and joins the links that meet (SB-2.1c).
    pub(crate) fn assemble(map: &MapFile, layout: &[SectorAt]) -> Quadrant {
        rules::rule!("SB-3.0b");
        let left = layout.iter().map(|sector| sector.at.x).min().unwrap_or(0);
        let top = layout.iter().map(|sector| sector.at.y).min().unwrap_or(0);
        let mut quadrant = Quadrant::empty();
        let mut links = LinkMap::new(MAX_LOCS);
        let mut open_ports: Vec<(Point, Loc)> = Vec::new();
        for sector_at in layout {
            rules::rule!("SB-2.1a");
            let sector = &map.sectors[sector_at.sector];
            let at = Point { x: sector_at.at.x - left, y: sector_at.at.y - top };
            let placement = Placement { at, ..sector.placement(sector_at) };
            let first = quadrant.locations.len() as u8;
            quadrant.add_sector(sector, &placement);
            for [a, b] in &sector.links {
                links.link(first + sector.place_of(a), first + sector.place_of(b));
            }
            let ports = sector.ports.iter().map(|port| {
                let stub = placement.port(port.side.edge(), port.offset);
                (stub, Loc(first + sector.place_of(&port.location)))
            });
            for (stub, loc) in ports {
                // A stub that meets no other stub stays a dead end.
                match open_ports.iter().position(|&(other, _)| other == stub) {
                    Some(met) => {
                        rules::rule!("SB-2.1c");
                        links.link(open_ports.swap_remove(met).1.0, loc.0);
                    }
                    None => open_ports.push((stub, loc)),
                }
            }
        }
        if !open_ports.is_empty() {
            rules::rule!("SB-6.1e");
        }
        quadrant.jumps = quadrant.wormholes;
        rules::rule!("SB-1.0b");
        for loc in quadrant.all() {
            quadrant.links[loc.index()] = LocSet(links.neighbours(loc.0));
        }
        quadrant.connect();
        quadrant
    }

    /// `closed_links`: this link does not exist. Says whether it was there.
    pub(crate) fn close_link(&mut self, a: Loc, b: Loc) -> bool {
        let linked = self.links[a.index()].has(b);
        self.links[a.index()].remove(b);
        self.links[b.index()].remove(a);
        self.connect();
        linked
    }

    /// `closed_wormholes`: no jumps to or from here.
    pub(crate) fn close_wormhole(&mut self, at: Loc) {
        self.jumps.remove(at);
        self.connect();
    }

    pub(crate) fn empty() -> Quadrant {
        Quadrant {
            locations: Vec::new(),
            links: [LocSet::EMPTY; MAX_LOCS],
            steps: [LocSet::EMPTY; MAX_LOCS],
            planets: LocSet::EMPTY,
            asteroids: LocSet::EMPTY,
            nebulae: LocSet::EMPTY,
            wormholes: LocSet::EMPTY,
            deep_space: LocSet::EMPTY,
            jumps: LocSet::EMPTY,
            width: 0,
            height: 0,
            sectors: Vec::new(),
            distances: [Vec::new(), Vec::new()],
        }
    }

    /// Fills the table of distances: once, when nothing will be closed any more.
    pub(crate) fn measure(&mut self) {
        self.distances = [false, true].map(|jumps| {
            let map = self.link_map(jumps);
            let from = |from: Loc| {
                let mut row = [UNREACHABLE; MAX_LOCS];
                for to in self.all() {
                    row[to.index()] = map.distance(from.0, to.0).unwrap_or(UNREACHABLE);
                }
                row
            };
            self.all().map(from).collect()
        });
    }

    fn add_sector(&mut self, sector: &Sector, placement: &Placement) {
        let mut locations = LocSet::EMPTY;
        for drawn in &sector.locations {
            let loc = Loc(self.locations.len() as u8);
            let Point { x, y } = placement.point(Point { x: drawn.x, y: drawn.y });
            locations.insert(loc);
            self.kind_mut(drawn.terrain).insert(loc);
            self.locations.push(Location {
                id: drawn.id.clone(),
                name: drawn.name.clone(),
                terrain: drawn.terrain,
                x,
                y,
                sector: sector.id.clone(),
                large: drawn.large,
            });
        }
        let (width, height) = placement.size();
        self.width = self.width.max(placement.at.x + width);
        self.height = self.height.max(placement.at.y + height);
        self.sectors.push(PlacedSector {
            id: sector.id.clone(),
            name: sector.name.clone(),
            home_of: sector.faction,
            rotation: placement.rotation.degrees(),
            x: placement.at.x,
            y: placement.at.y,
            width,
            height,
            locations,
        });
    }

    fn kind_mut(&mut self, terrain: Terrain) -> &mut LocSet {
        rules::rule!("SB-2.1b");
        match terrain {
            Terrain::Planet => &mut self.planets,
            Terrain::Asteroids => &mut self.asteroids,
            Terrain::Nebula => &mut self.nebulae,
            Terrain::Wormhole => &mut self.wormholes,
            Terrain::DeepSpace => &mut self.deep_space,
        }
    }

    /// Refreshes `steps` after a change of links or jumps.
    fn connect(&mut self) {
        for loc in self.all() {
            let mut steps = self.links[loc.index()];
            if self.jumps.has(loc) {
                steps |= self.jumps - LocSet::only(loc);
            }
            self.steps[loc.index()] = steps;
        }
    }

    fn link_map(&self, jumps: bool) -> LinkMap {
        let ways = if jumps { &self.steps } else { &self.links };
        let mut map = LinkMap::new(self.locations.len());
        for from in self.all() {
            for to in ways[from.index()] {
                map.link(from.0, to.0);
            }
        }
        map
    }
}

/// Where a layout puts a sector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SectorAt {
    /// Index into [`MapFile::sectors`].
    pub(crate) sector: usize,
    pub(crate) rotation: Rotation,
    pub(crate) at: Point,
}

/// The drawings of the six sectors, `data/star_borders/map.json`.
#[derive(Deserialize)]
pub(crate) struct MapFile {
    pub(crate) sectors: Vec<Sector>,
}

impl MapFile {
    pub(crate) fn printed() -> MapFile {
        let text = include_str!("../../../../data/star_borders/map.json");
        serde_json::from_str(text).expect("the map is part of the program and tested")
    }

    pub(crate) fn sector(&self, id: &str) -> Option<usize> {
        self.sectors.iter().position(|sector| sector.id == id)
    }
}

/// A sector as drawn.
#[derive(Deserialize)]
pub(crate) struct Sector {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) faction: Option<Side>,
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) locations: Vec<Drawn>,
    links: Vec<[String; 2]>,
    ports: Vec<Port>,
}

#[derive(Deserialize)]
pub(crate) struct Drawn {
    pub(crate) id: String,
    name: String,
    #[serde(rename = "type")]
    pub(crate) terrain: Terrain,
    x: i32,
    y: i32,
    #[serde(default)]
    pub(crate) large: bool,
}

#[derive(Deserialize)]
struct Port {
    side: Compass,
    offset: i32,
    location: String,
}

#[derive(Clone, Copy, Deserialize)]
enum Compass {
    N,
    E,
    S,
    W,
}

impl Compass {
    const fn edge(self) -> Edge {
        match self {
            Compass::N => Edge::North,
            Compass::E => Edge::East,
            Compass::S => Edge::South,
            Compass::W => Edge::West,
        }
    }
}

impl Sector {
    pub(crate) fn placement(&self, at: &SectorAt) -> Placement {
        Placement { width: self.width, height: self.height, rotation: at.rotation, at: at.at }
    }

    fn place_of(&self, id: &str) -> u8 {
        let place = self.locations.iter().position(|location| location.id == id);
        place.expect("links and ports name locations of their own sector: tested") as u8
    }
}
