//! Slot H, the Border Lottery: a scenario from a number (SB-R33).

use std::collections::BTreeMap;

use rules::Dice;

use crate::quadrant::{MapFile, Sector};
use crate::scenario_file::{
    ClassName, CountdownFile, FeaturesFile, FirstFile, InitiativeFile, LocName, ModeFile, PointsFile,
    ScenarioFile, SectorFile, ShipFile, SideFile, SidesFile, TieFile, VictoryFile,
};
use crate::{Class, Counters, Ship, ShipSet, Side, Terrain};

/// The scenario of a number: the same one for ever.
///
/// ```
/// use star_borders::{StarBorders, lottery};
///
/// let file = lottery::draw(7);
/// assert_eq!(file, lottery::draw(7));
/// assert!(StarBorders::check("lottery", &file).is_ok());
/// ```
pub fn draw(seed: u64) -> ScenarioFile {
    rules::rule!("SB-R33");
    let (map, counters) = (MapFile::printed(), Counters::printed());
    let mut next = seed;
    loop {
        if let Some(file) = Draw::new(&map, &counters, next).scenario(seed) {
            return file;
        }
        next = next.wrapping_add(1);
    }
}

/// `SplitMix64`: a few lines that will never change, unlike a library's.
struct SplitMix(u64);

impl Dice for SplitMix {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (((z >> 32) * u64::from(n)) >> 32) as u32
    }
}

struct Draw<'a> {
    map: &'a MapFile,
    counters: &'a Counters,
    dice: SplitMix,
}

impl<'a> Draw<'a> {
    fn new(map: &'a MapFile, counters: &'a Counters, seed: u64) -> Self {
        Draw { map, counters, dice: SplitMix(seed) }
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.dice.below(of.len() as u32) as usize]
    }

    /// One attempt; none if the forces are too unequal.
    fn scenario(mut self, seed: u64) -> Option<ScenarioFile> {
        let large = self.dice.d6() >= 5;
        let imperium_home = self.pick(&["SG", "KP"]);
        let alliance_home = self.pick(&["TH", "OM"]);
        let middle = if large {
            self.pick(&[["DL", "ZT"], ["ZT", "DL"]]).to_vec()
        } else {
            vec![self.pick(&["DL", "ZT"])]
        };
        let mut row: Vec<(&str, i64)> = Vec::new();
        for sector in middle {
            row.push((sector, self.pick(&[0, 90, 180, 270])));
        }
        // Kappa and Omicron have links on both long sides: either can be the front.
        let imperium_rot = if imperium_home == "KP" { self.pick(&[270, 90]) } else { 270 };
        let alliance_rot = if alliance_home == "OM" { self.pick(&[90, 270]) } else { 90 };
        row.insert(0, (imperium_home, imperium_rot));
        row.push((alliance_home, alliance_rot));

        let budget = if large { 60 } else { 40 };
        let (alliance, ours) = self.side(Side::Alliance, alliance_home, budget, large);
        let (imperium, theirs) = self.side(Side::Imperium, imperium_home, budget, large);
        if ours.abs_diff(theirs) > 4 {
            return None;
        }
        Some(ScenarioFile {
            id: format!("H:{seed}"),
            title: format!("Border Lottery {seed}"),
            order: None,
            author: None,
            briefing: "Nobody planned this war. The sectors, the fleets and the admirals were drawn by lot."
                .into(),
            teaches: Vec::new(),
            layout: self.layout(&row),
            deck: (1..=12).collect(),
            special: Vec::new(),
            countdown: CountdownFile {
                start: if large { 11 } else { 9 },
                sudden_death: BTreeMap::from([("4".into(), 1), ("3".into(), 2), ("2".into(), 3)]),
            },
            initiative: InitiativeFile { mode: ModeFile::Roll, first: FirstFile::Roll },
            features: FeaturesFile { cards: true, salvage: true, fortify: true, planetary_assault: true },
            sides: SidesFile { alliance, imperium },
            victory: VictoryFile {
                vp: PointsFile { control: 1, nebula: 1, ..PointsFile::default() },
                tie: TieFile::A,
                extra: Vec::new(),
                instant: Vec::new(),
            },
            derived: None,
        })
    }

    /// From left to right, edge to edge.
    fn layout(&self, row: &[(&str, i64)]) -> Vec<SectorFile> {
        let mut x = 0;
        let mut layout = Vec::new();
        for &(sector, rot) in row {
            layout.push(SectorFile { sector: sector.into(), rot, x, y: 0 });
            let drawn = self.sector(sector);
            x += i64::from(if rot % 180 == 0 { drawn.width } else { drawn.height });
        }
        layout
    }

    fn sector(&self, id: &str) -> &'a Sector {
        &self.map.sectors[self.map.sector(id).expect("the lottery names sectors of the map")]
    }

    fn side(&mut self, side: Side, home: &str, budget: u8, large: bool) -> (SideFile, u8) {
        let home = self.sector(home);
        let (bases, control): (Vec<_>, Vec<_>) =
            home.locations.iter().filter(|at| at.terrain == Terrain::Planet).partition(|at| at.large);
        let (classes, points) = self.force(side, budget);
        let calm = |terrain| !matches!(terrain, Terrain::Asteroids | Terrain::Nebula);
        let berths: Vec<&str> =
            home.locations.iter().filter(|at| calm(at.terrain)).map(|at| at.id.as_str()).collect();
        let mut ships = Vec::new();
        for (nth, class) in classes.into_iter().enumerate() {
            let at = if nth == 0 { bases[0].id.as_str() } else { self.pick(&berths) };
            ships.push(ShipFile {
                class: ClassName(class.name().into()),
                at: LocName(at.into()),
                damaged: false,
            });
        }
        let names =
            |planets: Vec<&crate::quadrant::Drawn>| planets.iter().map(|at| LocName(at.id.clone())).collect();
        let file = SideFile {
            bases: names(bases),
            control: names(control),
            lp: if large { 5 } else { 4 },
            ships,
            random_cards: Some(1),
            ..SideFile::default()
        };
        (file, points)
    }

    /// Random counters until the budget is full: a two-step ship first, then anything, until six in a row are too expensive.
    fn force(&mut self, side: Side, budget: u8) -> (Vec<Class>, u8) {
        let mut left = ShipSet::of(side);
        let (mut classes, mut points, mut misses) = (Vec::new(), 0, 0);
        while misses < 6 && !left.is_empty() {
            let eligible = if classes.is_empty() { left & self.counters.two_step } else { left };
            let ship = self.pick(&eligible.collect::<Vec<Ship>>());
            let faces = self.counters.faces[ship.index()];
            let face = if self.counters.two_step.has(ship) { faces[0] } else { self.pick(&faces) };
            if points + face.points > budget {
                misses += 1;
                continue;
            }
            misses = 0;
            points += face.points;
            classes.push(face.class);
            left.remove(ship);
        }
        (classes, points)
    }
}
