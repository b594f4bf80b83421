//! The ship counters: what is printed on their two sides.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{SHIP_COUNT, Ship, ShipSet, Side};

/// The sixteen ship classes, Alliance first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub enum Class {
    Starship,
    Comship,
    Scout,
    Escort,
    Auxiliary,
    Guardship,
    Smuggler,
    Salvager,
    Imperator,
    Dominator,
    Specter,
    Destroyer,
    Patroller,
    Raider,
    Intruder,
    Reclaimer,
}

impl Class {
    /// All of them, in the order of the enum.
    pub const ALL: [Class; 16] = [
        Class::Starship,
        Class::Comship,
        Class::Scout,
        Class::Escort,
        Class::Auxiliary,
        Class::Guardship,
        Class::Smuggler,
        Class::Salvager,
        Class::Imperator,
        Class::Dominator,
        Class::Specter,
        Class::Destroyer,
        Class::Patroller,
        Class::Raider,
        Class::Intruder,
        Class::Reclaimer,
    ];

    /// As printed.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Starship => "Starship",
            Class::Comship => "Comship",
            Class::Scout => "Scout",
            Class::Escort => "Escort",
            Class::Auxiliary => "Auxiliary",
            Class::Guardship => "Guardship",
            Class::Smuggler => "Smuggler",
            Class::Salvager => "Salvager",
            Class::Imperator => "Imperator",
            Class::Dominator => "Dominator",
            Class::Specter => "Specter",
            Class::Destroyer => "Destroyer",
            Class::Patroller => "Patroller",
            Class::Raider => "Raider",
            Class::Intruder => "Intruder",
            Class::Reclaimer => "Reclaimer",
        }
    }

    /// Who builds it.
    pub const fn side(self) -> Side {
        if (self as u8) < 8 { Side::Alliance } else { Side::Imperium }
    }

    /// As an array index.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The class of that name, if there is one.
    pub fn by_name(name: &str) -> Option<Class> {
        Class::ALL.into_iter().find(|class| class.name() == name)
    }
}

/// One side of a counter (SB-2.3a).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratings {
    /// The name on it.
    pub class: Class,
    /// The dark stripe: a two-step ship that has lost a step.
    pub damaged: bool,
    /// Steps left.
    pub steps: u8,
    /// Attack; `None` is the null Attack of a ship that cannot take part in fire at all.
    pub attack: Option<u8>,
    /// Defense.
    pub defense: u8,
    /// Engines.
    pub engines: u8,
    /// The Cloak symbol.
    pub cloak: bool,
    /// The Flagship symbol.
    pub flagship: bool,
    /// Repair & Salvage symbols.
    pub repair: u8,
    /// Planetary Assault; 0 is no symbol.
    pub assault: u8,
    /// Force points; of a damaged ship half of its full strength, rounded up.
    pub points: u8,
}

/// The stripe behind the name, for drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stripe {
    /// Two steps left.
    None,
    /// A one-step ship, in the colour of its side.
    Faction,
    /// A damaged two-step ship.
    Dark,
}

impl Ratings {
    /// The stripe behind the name.
    pub fn stripe(&self) -> Stripe {
        rules::rule!("SB-2.3c");
        match (self.damaged, self.steps) {
            (true, _) => Stripe::Dark,
            (false, 1) => Stripe::Faction,
            (false, _) => Stripe::None,
        }
    }
}

/// Every ship counter in the box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counters {
    /// Front and back of each counter.
    pub faces: [[Ratings; 2]; SHIP_COUNT],
    /// The counters whose back is their damaged side.
    pub two_step: ShipSet,
    /// `A-ST-1`.
    pub names: [String; SHIP_COUNT],
    /// By class: the counters that show it on either face.
    pub of_class: [ShipSet; 16],
}

impl Counters {
    /// The counters as printed, from `data/star_borders/counters.csv`.
    pub fn printed() -> Counters {
        rules::rule!("SB-R42");
        let table = include_str!("../../../../data/star_borders/counters.csv");
        Counters::parse(table).expect("the counter sheet is part of the program and tested")
    }

    fn parse(table: &str) -> Option<Counters> {
        let rows: Vec<Row> = table.lines().skip(1).map(Row::parse).collect::<Option<_>>()?;
        let mut faces = Vec::new();
        let mut names = Vec::new();
        let mut two_step = ShipSet::EMPTY;
        let mut of_class = [ShipSet::EMPTY; 16];
        for pair in rows.chunks_exact(2) {
            let (front, mut back) = (pair[0].ratings, pair[1].ratings);
            if pair[0].two_step {
                rules::rule!("SB-2.3b");
                back.points = front.points.div_ceil(2);
            }
            for number in 1..=pair[0].count {
                let ship = Ship(faces.len() as u8);
                two_step.set(ship, pair[0].two_step);
                of_class[front.class.index()].insert(ship);
                of_class[back.class.index()].insert(ship);
                faces.push([front, back]);
                names.push(format!("{}-{number}", pair[0].kind));
            }
        }
        Some(Counters { faces: faces.try_into().ok()?, two_step, names: names.try_into().ok()?, of_class })
    }

    /// Which face of a counter shows a class at full strength: 0 is the front, 1 the back.
    pub fn face_of(&self, ship: Ship, class: Class) -> Option<usize> {
        // The damaged back of a two-step counter bears the same name, so the front is found first.
        self.faces[ship.index()].iter().position(|face| face.class == class)
    }

    /// The counter called `A-ST-1`.
    pub fn by_name(&self, name: &str) -> Option<Ship> {
        self.names.iter().position(|known| known == name).map(|at| Ship(at as u8))
    }
}

/// A line of the counter sheet: one face of one type of counter.
struct Row<'a> {
    kind: &'a str,
    count: u8,
    two_step: bool,
    ratings: Ratings,
}

impl Row<'_> {
    fn parse(line: &str) -> Option<Row<'_>> {
        rules::rule!("SB-2.3a");
        let cells: Vec<&str> = line.split(',').collect();
        let number = |at: usize| cells.get(at)?.parse::<u8>().ok();
        let flag = |at: usize| number(at).map(|value| value == 1);
        let ratings = Ratings {
            class: Class::by_name(cells.get(5)?)?,
            damaged: *cells.get(6)? == "damaged",
            steps: number(7)?,
            attack: if *cells.get(8)? == "null" { None } else { Some(number(8)?) },
            defense: number(9)?,
            engines: number(10)?,
            cloak: flag(11)?,
            flagship: flag(12)?,
            repair: number(13)?,
            assault: number(14)?,
            // The sheet leaves the points of damaged sides blank: they follow from the front.
            points: if cells.get(15)?.is_empty() { 0 } else { number(15)? },
        };
        Some(Row { kind: cells.first()?, count: number(2)?, two_step: *cells.get(3)? == "two_step", ratings })
    }
}
