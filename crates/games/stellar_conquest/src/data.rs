//! The printed components, read from `data/stellar_conquest` and checked.

use atlas::{Hex, HexSet};
use rules::rule;
use serde::Deserialize;
use thiserror::Error;

use crate::ids::{Development, FireClass, Item, Kind, PlanetType, Sequence, Star};

pub(crate) const MAP: &str = include_str!("../../../../data/stellar_conquest/map.json");
pub(crate) const STARS: &str = include_str!("../../../../data/stellar_conquest/stars.csv");
pub(crate) const CARDS: &str = include_str!("../../../../data/stellar_conquest/cards.csv");
pub(crate) const TECH: &str = include_str!("../../../../data/stellar_conquest/tech.csv");
pub(crate) const UNITS: &str = include_str!("../../../../data/stellar_conquest/units.csv");
/// The rows of the Fire Effects Table that differ in the later edition.
pub(crate) const FIRE_LATER: &str = include_str!("../../../../data/stellar_conquest/fire_table_later.csv");
pub(crate) const FIRE: &str = include_str!("../../../../data/stellar_conquest/fire_table.csv");
pub(crate) const SCENARIOS: &str = include_str!("../../../../data/stellar_conquest/scenarios.json");

/// A data file is wrong: where, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{file}: {place}: {what}")]
pub struct DataError {
    /// The file.
    pub file: String,
    /// Row and field.
    pub place: String,
    /// What was expected and what stands there.
    pub what: String,
}

/// A planet as its card lists it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlanetCard {
    /// Names the planet: "Canis 4" is the one in orbit 4.
    pub orbit: u8,
    /// What it is like.
    pub kind: PlanetType,
    /// Most millions it feeds.
    pub limit: u8,
    /// Natural metallization: output is doubled.
    pub metal: bool,
}

/// A star card: up to three planets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Card {
    /// The deck, as an index into `BFGKM`; none for the cards that scenarios bring along.
    pub class: Option<u8>,
    /// Its planets.
    pub planets: [Option<PlanetCard>; 3],
}

/// A card, by its printed number; 0 is no card.
pub type CardNumber = u8;
/// Home planet of limit 60.
pub const H60: CardNumber = 79;
/// Home planet of limit 80.
pub const H80: CardNumber = 80;
/// A star without planets: Draconis in a nova game.
pub const BURNT: CardNumber = 81;
/// Draconis reborn.
pub const REBORN: CardNumber = 82;
/// Decks in the order of the record sheet.
pub const CLASSES: [char; 5] = ['B', 'F', 'G', 'K', 'M'];

/// A star as printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StarData {
    /// Its name.
    pub name: String,
    /// Spectral class, as an index into `BFGKM`.
    pub class: u8,
    /// Where it is.
    pub hex: Hex,
}

/// One row of the research sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tech {
    /// Its sequence.
    pub sequence: Sequence,
    /// 1 to 3.
    pub level: u8,
    /// What lowers the price.
    pub predecessor: Predecessor,
    /// Price with the predecessor.
    pub with: u16,
    /// Price without it.
    pub without: u16,
}

/// What lowers the price of a development.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Predecessor {
    /// Nothing.
    None,
    /// Another development.
    Development(Development),
    /// A movement allowance of at least so much.
    Allowance(u8),
}

/// What has to be rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing helps.
    Never,
    /// No die needed.
    Always,
    /// One die, at most this.
    UpTo(u8),
    /// Two dice, exactly this.
    Exactly(u8),
}

impl Effect {
    /// How many dice a barrage takes.
    pub const fn dice(self) -> u8 {
        match self {
            Effect::Never | Effect::Always => 0,
            Effect::UpTo(_) => 1,
            Effect::Exactly(_) => 2,
        }
    }
    /// Does this roll destroy the target?
    pub fn hits(self, faces: &[u8]) -> bool {
        match self {
            Effect::Never => false,
            Effect::Always => true,
            Effect::UpTo(most) => faces[0] <= most,
            Effect::Exactly(sum) => {
                rule!("SQ-6.1.2.1");
                rule!("SQ-R-26");
                faces[0] + faces[1] == sum
            }
        }
    }
    /// Chances in 36.
    pub const fn chances(self) -> u32 {
        match self {
            Effect::Never => 0,
            Effect::Always => 36,
            Effect::UpTo(most) => 6 * most as u32,
            Effect::Exactly(sum) => 6 - (7 - sum as i32).unsigned_abs(),
        }
    }
    /// Chance that at least one of `barrages` hits, in percent.
    pub const fn percent(self, barrages: u8) -> u8 {
        let (miss, all) = ((36 - self.chances() as u64).pow(barrages as u32), 36_u64.pow(barrages as u32));
        ((all - miss) * 100 / all) as u8
    }
}

/// Everything printed, as one value.
#[derive(Clone, Debug)]
pub struct Components {
    /// Every hex there is.
    pub land: HexSet,
    /// Gas and dust.
    pub clouds: HexSet,
    /// Entry hexes 1 to 4.
    pub entries: [Hex; 4],
    /// The stars in the order of the record sheet.
    pub stars: Vec<StarData>,
    /// Cards by number, the scenarios' own included.
    pub cards: Vec<Card>,
    /// Research, by development.
    pub tech: Vec<Tech>,
    /// Prices by item.
    pub price: [u16; Item::COUNT],
    /// Two scouts bought together.
    pub scout_pair: u16,
    /// The price of a transport.
    pub transport: u16,
    /// What a warship destroys of a conquered colony in one T4, by kind.
    pub destroys: [u16; 4],
    /// The Fire Effects Table: firing class, target class.
    pub fire: [[Effect; 4]; 4],
}

struct Rows<'a> {
    file: &'static str,
    header: Vec<&'a str>,
    lines: Vec<(usize, Vec<&'a str>)>,
}

impl<'a> Rows<'a> {
    fn read(file: &'static str, text: &'a str, header: &str) -> Result<Self, DataError> {
        let mut lines = text.lines().enumerate().map(|(number, line)| (number + 1, line));
        let first = lines.next().map_or("", |(_, line)| line);
        if first != header {
            let what = format!("expected the columns {header:?}, found {first:?}");
            return Err(DataError { file: file.into(), place: "line 1".into(), what });
        }
        let header: Vec<&str> = first.split(',').collect();
        let mut rows = Vec::new();
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let cells: Vec<&str> = line.split(',').collect();
            if cells.len() != header.len() {
                let what = format!("expected {} cells, found {}", header.len(), cells.len());
                return Err(DataError { file: file.into(), place: format!("line {number}"), what });
            }
            rows.push((number, cells));
        }
        Ok(Self { file, header, lines: rows })
    }

    fn wrong(&self, row: usize, column: usize, wanted: &str) -> DataError {
        let (line, cells) = &self.lines[row];
        DataError {
            file: self.file.into(),
            place: format!("line {line}, {}", self.header[column]),
            what: format!("expected {wanted}, found {:?}", cells[column]),
        }
    }

    fn text(&self, row: usize, column: usize) -> &'a str {
        self.lines[row].1[column]
    }

    fn number<N: std::str::FromStr>(&self, row: usize, column: usize) -> Result<N, DataError> {
        self.text(row, column).parse().map_err(|_| self.wrong(row, column, "a number"))
    }

    fn find<T>(&self, row: usize, column: usize, wanted: &str, found: Option<T>) -> Result<T, DataError> {
        found.ok_or_else(|| self.wrong(row, column, wanted))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    #[serde(rename = "title")]
    _title: String,
    #[serde(rename = "layout")]
    _layout: String,
    columns: u8,
    rows_odd: u8,
    rows_even: u8,
    hex_count: u32,
    #[serde(rename = "half_boundary")]
    _half_boundary: String,
    entries: Vec<EntryFile>,
    clouds: Vec<CloudFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryFile {
    number: u8,
    hex: String,
    #[serde(rename = "corner")]
    _corner: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CloudFile {
    group: String,
    hexes: Vec<String>,
}

impl Components {
    /// Reads the embedded files.
    pub fn load() -> Result<Self, DataError> {
        let mut components = Self::map(MAP)?;
        components.read_stars(STARS)?;
        components.read_cards(CARDS)?;
        components.read_tech(TECH)?;
        components.read_units(UNITS)?;
        components.read_fire(FIRE)?;
        Ok(components)
    }

    fn map(text: &str) -> Result<Self, DataError> {
        rule!("SQ-2.1a");
        let wrong = |place: String, what: String| DataError { file: "map.json".into(), place, what };
        let map: MapFile =
            serde_json::from_str(text).map_err(|error| wrong("syntax".into(), error.to_string()))?;
        let rows = |column: u8| if column.is_multiple_of(2) { map.rows_odd } else { map.rows_even };
        let land: HexSet = (0..map.columns)
            .flat_map(|column| (0..rows(column)).map(move |row| Hex::new(column, row)))
            .collect();
        if land.len() != map.hex_count {
            return Err(wrong(
                "hex_count".into(),
                format!("expected {}, found {}", land.len(), map.hex_count),
            ));
        }
        let hex = |place: &str, name: &str| {
            let hex = Hex::parse(name).filter(|&hex| land.contains(hex));
            hex.ok_or_else(|| wrong(place.into(), format!("expected a hex of the map, found {name:?}")))
        };
        rule!("SQ-2.1b");
        rule!("SQ-R-11");
        let mut entries = [Hex::new(0, 0); 4];
        for (at, entry) in map.entries.iter().enumerate() {
            if usize::from(entry.number) != at + 1 || at >= 4 {
                return Err(wrong(
                    "entries".into(),
                    format!("expected entry {}, found {}", at + 1, entry.number),
                ));
            }
            entries[at] = hex("entries", &entry.hex)?;
        }
        rule!("SQ-2.1d");
        let mut clouds = HexSet::EMPTY;
        for cloud in &map.clouds {
            for name in &cloud.hexes {
                clouds.insert(hex(&format!("cloud {}", cloud.group), name)?);
            }
        }
        Ok(Self {
            land,
            clouds,
            entries,
            stars: Vec::new(),
            cards: vec![Card::default(); usize::from(REBORN) + 1],
            tech: Vec::new(),
            price: [0; Item::COUNT],
            scout_pair: 0,
            transport: 0,
            destroys: [0; 4],
            fire: [[Effect::Never; 4]; 4],
        })
    }

    fn read_stars(&mut self, text: &str) -> Result<(), DataError> {
        rule!("SQ-2.1c");
        rule!("SQ-R-9");
        rule!("SQ-R-10");
        let rows = Rows::read("stars.csv", text, "id,name,class,colour,hex,col,row,q,r,cloud,half")?;
        for row in 0..rows.lines.len() {
            let id: usize = rows.number(row, 0)?;
            let hex = Hex::parse(rows.text(row, 4)).filter(|&hex| self.land.contains(hex));
            let hex = rows.find(row, 4, "a hex of the map", hex)?;
            let class = CLASSES.iter().position(|class| rows.text(row, 2) == class.to_string());
            let class = rows.find(row, 2, "B, F, G, K or M", class)? as u8;
            let place = (hex.column() + 1, hex.row() + 1) == (rows.number(row, 5)?, rows.number(row, 6)?);
            let cloud = self.clouds.contains(hex) == (rows.number::<u8>(row, 9)? == 1);
            if id != row + 1 || !place || !cloud {
                return Err(rows.wrong(row, 0, "the next id, and a hex that fits column, row and cloud"));
            }
            self.stars.push(StarData { name: rows.text(row, 1).to_owned(), class, hex });
        }
        if self.stars.len() != Star::COUNT {
            return Err(DataError {
                file: "stars.csv".into(),
                place: "end".into(),
                what: format!("expected {} stars, found {}", Star::COUNT, self.stars.len()),
            });
        }
        Ok(())
    }

    fn read_cards(&mut self, text: &str) -> Result<(), DataError> {
        rule!("SQ-2.2a");
        rule!("SQ-2.2b");
        rule!("SQ-2.2c");
        rule!("SQ-R-12");
        let header = "card,class,colour,planet_index,orbit,type,limit_millions,nm,note";
        let rows = Rows::read("cards.csv", text, header)?;
        for row in 0..rows.lines.len() {
            let number: usize = rows.number(row, 0)?;
            rows.find(row, 0, "a card from 1 to 78", (1..=78).contains(&number).then_some(()))?;
            let class = CLASSES.iter().position(|class| rows.text(row, 1) == class.to_string());
            let card = &mut self.cards[number];
            card.class = Some(rows.find(row, 1, "B, F, G, K or M", class)? as u8);
            let nth: usize = rows.number(row, 3)?;
            if nth == 0 {
                continue;
            }
            let kind = match rows.text(row, 5) {
                "TR" => Some(PlanetType::TR),
                "ST" => Some(PlanetType::ST),
                "MT" => Some(PlanetType::MT),
                "BR" => Some(PlanetType::BR),
                _ => None,
            };
            let kind = rows.find(row, 5, "TR, ST, MT or BR", kind)?;
            let planet = PlanetCard {
                orbit: rows.number(row, 4)?,
                kind,
                limit: rows.number(row, 6)?,
                metal: rows.number::<u8>(row, 7)? == 1,
            };
            *rows.find(row, 3, "a place from 1 to 3", card.planets.get_mut(nth - 1))? = Some(planet);
        }
        rule!("SQ-R-49");
        for (number, limit) in [(H60, 60), (H80, 80)] {
            self.cards[usize::from(number)].planets[0] =
                Some(PlanetCard { orbit: 3, kind: PlanetType::TR, limit, metal: false });
        }
        self.cards[usize::from(REBORN)].planets[0] =
            Some(PlanetCard { orbit: 3, kind: PlanetType::MT, limit: 40, metal: true });
        Ok(())
    }

    fn read_tech(&mut self, text: &str) -> Result<(), DataError> {
        rule!("SQ-9.0a");
        rule!("SQ-R-4");
        let header =
            "sequence,level,symbol,name,predecessor,cost_with_predecessor,cost_without_predecessor,effect";
        let rows = Rows::read("tech.csv", text, header)?;
        for row in 0..rows.lines.len() {
            let sequence = rows.find(row, 0, "a sequence", Sequence::named(rows.text(row, 0)))?;
            let symbol = Development::ALL.get(row).filter(|dev| dev.symbol() == rows.text(row, 2));
            rows.find(row, 2, "the developments in the order of the sheet", symbol)?;
            let predecessor = match rows.text(row, 4) {
                "" => Predecessor::None,
                "movement allowance 5 or more" => Predecessor::Allowance(5),
                other => {
                    Predecessor::Development(rows.find(row, 4, "a development", Development::named(other))?)
                }
            };
            self.tech.push(Tech {
                sequence,
                level: rows.number(row, 1)?,
                predecessor,
                with: rows.number(row, 5)?,
                without: rows.number(row, 6)?,
            });
        }
        if self.tech.len() == Development::ALL.len() {
            return Ok(());
        }
        let what = format!("expected {} developments, found {}", Development::ALL.len(), self.tech.len());
        Err(DataError { file: "tech.csv".into(), place: "end".into(), what })
    }

    fn read_units(&mut self, text: &str) -> Result<(), DataError> {
        rule!("SQ-8.2b");
        rule!("SQ-2.5");
        let header =
            "symbol,name,kind,iu_cost,pair_cost,available,fire_class,destroys_per_step,range_limited,notes";
        let rows = Rows::read("units.csv", text, header)?;
        for row in 0..rows.lines.len() {
            let symbol = rows.text(row, 0);
            let price = rows.number(row, 3)?;
            if symbol == "CT" {
                self.transport = price;
                continue;
            }
            let item = rows.find(row, 0, "a thing that can be bought", Item::named(symbol))?;
            self.price[item.index()] = price;
            if item == Item::Sct {
                self.scout_pair = rows.number(row, 4)?;
            }
            if let Some(kind) = item.ship() {
                self.destroys[kind.index()] = rows.number(row, 7)?;
            }
        }
        Ok(())
    }

    pub(crate) fn read_fire(&mut self, text: &str) -> Result<(), DataError> {
        rule!("SQ-6.1.2b");
        rule!("SQ-R-1");
        let rows = Rows::read("fire_table.csv", text, "firing,target,dice,hits_on,probability")?;
        let class = |symbols: &str| match symbols {
            "SCT/CT" => Some(FireClass::N),
            "ESC/MB" => Some(FireClass::E),
            "ATK/AMB" => Some(FireClass::A),
            "DN" => Some(FireClass::D),
            _ => None,
        };
        for row in 0..rows.lines.len() {
            let firing = rows.find(row, 0, "SCT/CT, ESC/MB, ATK/AMB or DN", class(rows.text(row, 0)))?;
            if rows.text(row, 1) == "any" {
                continue;
            }
            let target = rows.find(row, 1, "SCT/CT, ESC/MB, ATK/AMB or DN", class(rows.text(row, 1)))?;
            let effect = match (rows.number::<u8>(row, 2)?, rows.text(row, 3)) {
                (0, "never") => Effect::Never,
                (0, "always") => Effect::Always,
                (1, "1") => Effect::UpTo(1),
                (1, range) => {
                    let most = range.strip_prefix("1-").and_then(|most| most.parse().ok());
                    Effect::UpTo(rows.find(
                        row,
                        3,
                        "faces such as 1-4",
                        most.filter(|most| (1..=6).contains(most)),
                    )?)
                }
                _ => Effect::Exactly(rows.number(row, 3)?),
            };
            self.fire[firing as usize][target as usize] = effect;
        }
        Ok(())
    }

    /// What `firing` must roll against `target`.
    pub fn effect(&self, firing: Kind, target: Kind) -> Effect {
        self.fire[firing.fire_class() as usize][target.fire_class() as usize]
    }

    /// The star with this name.
    pub fn star(&self, name: &str) -> Option<Star> {
        self.stars.iter().position(|star| star.name == name).map(|at| Star(at as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_cell_is_named_by_file_row_and_field() {
        let mut components = Components::load().expect("the embedded files");
        let error = components.read_units(&UNITS.replace("ESC,Escort,warship,8", "ESC,Escort,warship,x"));
        let error = error.expect_err("x is no price").to_string();
        assert_eq!(error, "units.csv: line 4, iu_cost: expected a number, found \"x\"");
        let error = components.read_cards(&CARDS.replace("24,G,yellow,1,3,TR", "24,G,yellow,1,3,XX"));
        assert!(error.expect_err("XX is no type").to_string().contains("expected TR, ST, MT or BR"));
        let error = Components::map(&MAP.replace("\"G\"", "1").replace("A10", "A99")).expect_err("no hex");
        assert!(error.to_string().contains("expected a hex of the map, found \"A99\""), "{error}");
    }
}
