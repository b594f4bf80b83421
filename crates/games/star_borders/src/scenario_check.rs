//! From a scenario file to a [`Scenario`]: every check of the component sheet, every error with its field.
//!
//! Nothing stops at the first error: a wrong entry is reported and left out, and the rest is looked at.

use std::ops::RangeInclusive;

use atlas::{Point, Rotation};

use crate::data_error::MAX_ERRORS;
use crate::game::by;
use crate::quadrant::{MapFile, SectorAt};
use crate::scenario_file::{ClassName, FirstFile, LocName, ModeFile, ScenarioFile, SideFile, TieFile};
use crate::{
    ArrivalPlace, Card, CardSet, Class, Counters, DataError, Features, Initiative, InitiativeMode, Loc,
    LocSet, MAX_LOCS, Placed, Quadrant, Scenario, ScenarioErrors, Ship, ShipSet, Side, SideSetup,
    StartingPlace, Terrain,
};

/// Checks a file and turns it into a map and a scenario.
pub(crate) fn check(
    file_name: &str,
    file: &ScenarioFile,
    counters: &Counters,
) -> Result<(Quadrant, Scenario), ScenarioErrors> {
    let mut check =
        Checker { file_name, counters, quadrant: Quadrant::empty(), errors: Vec::new(), unlisted: 0 };
    check.texts(file);
    check.layout(file);
    let start_box = check.number("countdown.start", file.countdown.start, 1..=12);
    let sudden_death = check.sudden_death(file);
    let deck = check.deck(file);
    let sides = Side::BOTH.map(|side| check.side(side, file.sides.of(side), start_box, deck));
    check.owned_once(file, &sides);
    check.kept_apart(file, &sides);
    check.dealt_once(file, &sides, deck);
    let special = check.special(file, &sides);
    let victory = check.victory(file);
    if !check.errors.is_empty() {
        return Err(check.into_errors());
    }
    check.quadrant.measure();
    let scenario = Scenario {
        id: file.id.clone(),
        title: file.title.clone(),
        author: file.author.clone(),
        briefing: file.briefing.clone(),
        teaches: file.teaches.clone(),
        start_box,
        sudden_death,
        initiative: Initiative {
            mode: match file.initiative.mode {
                ModeFile::Fixed => InitiativeMode::Fixed,
                ModeFile::Alternate => InitiativeMode::Alternate,
                ModeFile::Roll => InitiativeMode::Roll,
            },
            first: match file.initiative.first {
                FirstFile::A => Some(Side::Alliance),
                FirstFile::I => Some(Side::Imperium),
                FirstFile::Roll => None,
            },
        },
        features: Features {
            cards: file.features.cards,
            salvage: file.features.salvage,
            fortify: file.features.fortify,
            planetary_assault: file.features.planetary_assault,
        },
        deck,
        sides,
        victory,
        special,
    };
    Ok((check.quadrant, scenario))
}

/// The errors found so far, and what the checks look things up in.
pub(crate) struct Checker<'a> {
    file_name: &'a str,
    pub(crate) counters: &'a Counters,
    pub(crate) quadrant: Quadrant,
    errors: Vec<DataError>,
    /// Errors beyond those that are listed.
    unlisted: usize,
}

impl Checker<'_> {
    pub(crate) fn wrong(&mut self, field: impl Into<String>, message: impl Into<String>) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(DataError::new(self.file_name, field, message));
        } else {
            self.unlisted += 1;
        }
    }

    fn into_errors(mut self) -> ScenarioErrors {
        if self.unlisted > 0 {
            let message = format!("{} more errors are not listed", self.unlisted);
            self.errors.push(DataError::new(self.file_name, "file", message));
        }
        ScenarioErrors(self.errors)
    }

    /// A number within its range; the lowest one, with an error, if it is not.
    pub(crate) fn number<T: TryFrom<i64>>(
        &mut self,
        field: &str,
        found: i64,
        range: RangeInclusive<i64>,
    ) -> T {
        let (low, high) = (*range.start(), *range.end());
        if !range.contains(&found) {
            let expected =
                if low == high { format!("{low}") } else { format!("a number from {low} to {high}") };
            self.wrong(field, format!("expected {expected}, found {found}"));
        }
        let kept = if range.contains(&found) { found } else { low };
        T::try_from(kept).unwrap_or_else(|_| unreachable!("the range of {field} fits its type"))
    }

    /// A location of the layout.
    pub(crate) fn loc(&mut self, field: &str, name: &str) -> Option<Loc> {
        let found = self.quadrant.locations.iter().position(|location| location.id == name);
        if found.is_none() {
            self.wrong(field, format!("expected a location of the layout, found {name:?}"));
        }
        found.map(|at| Loc(at as u8))
    }

    /// A location of one terrain.
    pub(crate) fn terrain(&mut self, field: &str, name: &LocName, terrain: Terrain) -> Option<Loc> {
        let loc = self.loc(field, &name.0)?;
        let found = self.quadrant.get(loc).terrain;
        if found != terrain {
            let (wanted, found) = (terrain.name(), found.name());
            self.wrong(field, format!("expected a {wanted}, found {:?} ({found})", name.0));
            return None;
        }
        Some(loc)
    }

    /// A ship class of either side.
    pub(crate) fn class(&mut self, field: &str, name: &ClassName) -> Option<Class> {
        let class = Class::by_name(&name.0);
        if class.is_none() {
            self.wrong(field, format!("expected a ship class, found {:?}", name.0));
        }
        class
    }

    /// No. 1, where words are free: nothing empty, nothing endless, nothing that upsets a terminal.
    fn texts(&mut self, file: &ScenarioFile) {
        for (field, text, most) in [("id", &file.id, 40), ("title", &file.title, 80)] {
            let length = text.chars().count();
            if !(1..=most).contains(&length) {
                self.wrong(field, format!("expected 1 to {most} characters, found {length}"));
            }
        }
        let author = file.author.iter().map(|text| ("author".to_owned(), text));
        let teaches = file.teaches.iter().enumerate().map(|(at, text)| (format!("teaches[{at}]"), text));
        let heads = [("id", &file.id), ("title", &file.title), ("briefing", &file.briefing)];
        let heads = heads.map(|(field, text)| (field.to_owned(), text));
        for (field, text) in heads.into_iter().chain(author).chain(teaches) {
            if text.chars().any(|letter| letter.is_control() && letter != '\n') {
                self.wrong(field, "expected text without control characters");
            }
        }
    }

    /// No. 2: each sector at most once, no overlap, a connected graph.
    fn layout(&mut self, file: &ScenarioFile) {
        let map = MapFile::printed();
        let before = self.errors.len();
        let mut placed: Vec<(usize, SectorAt)> = Vec::new();
        if file.layout.is_empty() {
            self.wrong("layout", "expected at least one sector");
        }
        for (at, entry) in file.layout.iter().enumerate() {
            let x = self.number(&format!("layout[{at}].x"), entry.x, -100_000..=100_000);
            let y = self.number(&format!("layout[{at}].y"), entry.y, -100_000..=100_000);
            let rotation = Rotation::from_degrees(entry.rot);
            if rotation.is_none() {
                let message = format!("expected 0, 90, 180 or 270, found {}", entry.rot);
                self.wrong(format!("layout[{at}].rot"), message);
            }
            let sector = map.sector(&entry.sector);
            let field = format!("layout[{at}].sector");
            match sector {
                None => {
                    let message = format!("expected DL, ZT, TH, OM, SG or KP, found {:?}", entry.sector);
                    self.wrong(field, message);
                }
                Some(sector) if placed.iter().any(|(_, other)| other.sector == sector) => {
                    self.wrong(field, format!("expected each sector once, found {:?} again", entry.sector));
                }
                Some(sector) => {
                    let rotation = rotation.unwrap_or(Rotation::None);
                    placed.push((at, SectorAt { sector, rotation, at: Point { x, y } }));
                }
            }
        }
        let spread: Vec<_> = placed.iter().map(|(at, s)| (*at, map.sectors[s.sector].placement(s))).collect();
        for (nth, (at, placement)) in spread.iter().enumerate() {
            for (other_at, other) in &spread[..nth] {
                if placement.overlaps(other) {
                    let message =
                        format!("expected sectors that do not overlap, but it covers layout[{other_at}]");
                    self.wrong(format!("layout[{at}]"), message);
                }
            }
        }
        let sectors: Vec<SectorAt> = placed.into_iter().map(|(_, sector)| sector).collect();
        self.quadrant = Quadrant::assemble(&map, &sectors);
        // Disconnected sectors are reported only if nothing else is wrong with the layout: it would follow from that.
        if self.errors.len() == before && !self.quadrant.is_linked() {
            self.wrong("layout", "expected all sectors to be joined by links, found some apart");
        }
    }

    fn sudden_death(&mut self, file: &ScenarioFile) -> [u8; 13] {
        rules::rule!("SB-R04");
        let mut boxes = [0; 13];
        for (name, &die) in &file.countdown.sudden_death {
            let field = format!("countdown.sudden_death.{name}");
            let die = self.number(&field, die, 1..=6);
            match (1..=12_usize).find(|number| number.to_string() == *name) {
                Some(number) => boxes[number] = die,
                None => self.wrong(field, format!("expected a box from 1 to 12, found {name:?}")),
            }
        }
        boxes
    }

    /// No. 10, first half.
    fn deck(&mut self, file: &ScenarioFile) -> CardSet {
        if !file.features.cards && !file.deck.is_empty() {
            self.wrong("deck", "expected no cards, because the feature `cards` is off");
        }
        self.cards("deck", &file.deck)
    }

    fn cards(&mut self, field: &str, numbers: &[i64]) -> CardSet {
        let mut cards = CardSet::EMPTY;
        for (at, &number) in numbers.iter().enumerate() {
            let field = format!("{field}[{at}]");
            let errors = self.errors.len();
            let card = Card(self.number(&field, number, 1..=12));
            if self.errors.len() > errors {
                continue;
            }
            if cards.has(card) {
                self.wrong(field, format!("expected each card once, found {number} again"));
            }
            cards.insert(card);
        }
        cards
    }

    fn side(&mut self, side: Side, file: &SideFile, start_box: u8, deck: CardSet) -> SideSetup {
        let path = |field: &str| format!("sides.{}.{field}", side.letter());
        let mut control = LocSet::EMPTY;
        let bases = self.planets(&path("bases"), &file.bases, &mut control);
        self.planets(&path("control"), &file.control, &mut control);
        let disrupted = self.disrupted(&path("disrupted"), &file.disrupted, control, side);

        let (capacity, forts) = by(
            [rules::rule!("SB-5.4f"), rules::rule!("SB-R02")],
            match side {
                Side::Alliance => (8, 3),
                Side::Imperium => (6, 2),
            },
        );
        let lp_capacity = self.number(&path("lp_capacity"), file.lp_capacity.unwrap_or(capacity), 0..=12);
        let lp = self.number(&path("lp"), file.lp, 0..=12);
        if lp > lp_capacity {
            self.wrong(path("lp"), format!("expected at most the capacity of {lp_capacity}, found {lp}"));
        }
        let honor = self.number(&path("honor"), file.honor.unwrap_or(0), 0..=6);
        if side == Side::Alliance && honor > 0 {
            self.wrong(path("honor"), "expected 0, because only the Imperium has Honor");
        }
        let forts = self.number(&path("fort_markers"), file.fort_markers.unwrap_or(forts), 0..=9);
        let fortresses = self.number(&path("fortress_markers"), file.fortress_markers.unwrap_or(1), 0..=2);
        let level = self.fortified(side, file, &bases, control, disrupted);
        let stock = self.stock(side, &bases, &level, forts, fortresses);

        let hand = self.cards(&path("hand"), &file.hand);
        for (at, _) in file.hand.iter().enumerate().filter(|(_, number)| !in_set(deck, **number)) {
            self.wrong(format!("{}[{at}]", path("hand")), "expected a card of the deck");
        }
        let random_cards = self.number(&path("random_cards"), file.random_cards.unwrap_or(0), 0..=12);
        let ships = self.ships(side, file, start_box);
        let (fort_stock, fortress_stock) = stock;
        SideSetup {
            bases,
            control,
            level,
            disrupted,
            lp,
            lp_capacity,
            honor,
            fort_stock,
            fortress_stock,
            ships,
            hand,
            random_cards,
        }
    }

    /// No. 4, first half: planets, none twice.
    fn planets(&mut self, field: &str, names: &[LocName], control: &mut LocSet) -> Vec<Loc> {
        let mut planets = Vec::new();
        for (at, name) in names.iter().enumerate() {
            let field = format!("{field}[{at}]");
            // The drawing does not matter: a base need not be the large planet, nor of the own colour.
            rules::rule!("SB-2.1d");
            let Some(loc) = self.terrain(&field, name, Terrain::Planet) else { continue };
            rules::rule!("SB-2.1e");
            if control.has(loc) {
                rules::rule!("SB-2.3e");
                self.wrong(field, format!("expected each planet once, found {:?} again", name.0));
                continue;
            }
            control.insert(loc);
            planets.push(loc);
        }
        planets
    }

    fn disrupted(&mut self, field: &str, names: &[LocName], control: LocSet, side: Side) -> LocSet {
        let mut disrupted = LocSet::EMPTY;
        for (at, name) in names.iter().enumerate() {
            let field = format!("{field}[{at}]");
            let Some(loc) = self.loc(&field, &name.0) else { continue };
            if !control.has(loc) {
                let message = format!("expected a planet of the {}, found {:?}", side.name(), name.0);
                self.wrong(field, message);
                continue;
            }
            disrupted.insert(loc);
        }
        disrupted
    }

    /// No. 7: own planets, not Disrupted, within the highest level of their kind of marker.
    fn fortified(
        &mut self,
        side: Side,
        file: &SideFile,
        bases: &[Loc],
        control: LocSet,
        disrupted: LocSet,
    ) -> [u8; MAX_LOCS] {
        let mut level = [0; MAX_LOCS];
        for (name, &found) in &file.fortified {
            let field = format!("sides.{}.fortified.{}", side.letter(), name.0);
            let Some(loc) = self.loc(&field, &name.0) else { continue };
            if !control.has(loc) {
                let message = format!("expected a planet of the {}, found {:?}", side.name(), name.0);
                self.wrong(field, message);
                continue;
            }
            if disrupted.has(loc) {
                self.wrong(field.as_str(), "expected a planet that is not Disrupted");
            }
            rules::rule!("SB-2.3e");
            let most = if bases.contains(&loc) { 3 } else { 2 };
            rules::rule!("SB-R03");
            level[loc.index()] = self.number(&field, found, 1..=most);
        }
        level
    }

    /// SB-3.0f: the allotment minus the markers that start on the map.
    fn stock(&mut self, side: Side, bases: &[Loc], level: &[u8], forts: u8, fortresses: u8) -> (u8, u8) {
        let field = format!("sides.{}.fortified", side.letter());
        let on_map = level.iter().filter(|&&level| level > 0).count() as u8;
        let on_bases = bases.iter().filter(|base| level[base.index()] > 0).count() as u8;
        let on_planets = on_map - on_bases;
        if on_bases > fortresses {
            let message =
                format!("expected at most {fortresses} Fortress markers on bases, found {on_bases}");
            self.wrong(field.as_str(), message);
        }
        if on_planets > forts {
            let message =
                format!("expected at most {forts} Fortified markers on other planets, found {on_planets}");
            self.wrong(field, message);
        }
        rules::rule!("SB-3.0f");
        (forts.saturating_sub(on_planets), fortresses.saturating_sub(on_bases))
    }

    /// No. 5, 6 and 9: counters of this side, as many as there are, each with its place.
    fn ships(&mut self, side: Side, file: &SideFile, start_box: u8) -> Vec<Placed> {
        let path = format!("sides.{}", side.letter());
        let mut box_ = ShipSet::of(side);
        let mut ships = Vec::new();
        for (at, ship) in file.ships.iter().enumerate() {
            let field = format!("{path}.ships[{at}]");
            let loc = self.loc(&format!("{field}.at"), &ship.at.0);
            let Some((counter, back)) = self.take(&format!("{field}.class"), &ship.class, side, &mut box_)
            else {
                continue;
            };
            let two_step = self.counters.two_step.has(counter);
            if ship.damaged && !two_step {
                rules::rule!("SB-R36");
                let message = format!("expected false, because a {} has only one step", ship.class.0);
                self.wrong(format!("{field}.damaged"), message);
            }
            if let Some(loc) = loc {
                ships.push(Placed {
                    ship: counter,
                    back: back || ship.damaged && two_step,
                    place: StartingPlace::At(loc),
                });
            }
        }
        self.take_all(
            &format!("{path}.eliminated"),
            &file.eliminated,
            side,
            StartingPlace::Eliminated,
            &mut box_,
            &mut ships,
        );
        for (at, due) in file.reinforcements.iter().enumerate() {
            let field = format!("{path}.reinforcements[{at}]");
            let turn = self.turn(&format!("{field}.turn"), due.turn, start_box);
            let arrival = match due.at.as_deref() {
                None | Some("base") => Some(ArrivalPlace::Base),
                Some("eliminated") => Some(ArrivalPlace::Eliminated),
                Some(name) => self.loc(&format!("{field}.at"), name).map(ArrivalPlace::At),
            };
            let taken = self.take(&format!("{field}.class"), &due.class, side, &mut box_);
            if let (Some((ship, back)), Some(at)) = (taken, arrival) {
                ships.push(Placed { ship, back, place: StartingPlace::Due { turn, at } });
            }
        }
        self.take_all(
            &format!("{path}.off_map"),
            &file.off_map,
            side,
            StartingPlace::OffMap,
            &mut box_,
            &mut ships,
        );
        self.take_all(&format!("{path}.pool"), &file.pool, side, StartingPlace::Pool, &mut box_, &mut ships);
        // Counters that no list names are not in `ships`, so they are in no box and cannot be replaced.
        by([rules::rule!("SB-3.0j"), rules::rule!("SB-R53")], ships)
    }

    /// A reinforcement's turn is the number of a countdown box, and the first box is the highest.
    fn turn(&mut self, field: &str, found: i64, start_box: u8) -> u8 {
        let turn = by([rules::rule!("SB-5.5a"), rules::rule!("SB-R50")], self.number(field, found, 1..=12));
        if turn > start_box {
            self.wrong(field, format!("expected at most the starting box {start_box}, found {turn}"));
        }
        turn
    }

    fn take_all(
        &mut self,
        field: &str,
        names: &[ClassName],
        side: Side,
        place: StartingPlace,
        box_: &mut ShipSet,
        ships: &mut Vec<Placed>,
    ) {
        for (at, name) in names.iter().enumerate() {
            if let Some((ship, back)) = self.take(&format!("{field}[{at}]"), name, side, box_) {
                ships.push(Placed { ship, back, place });
            }
        }
    }

    /// The lowest counter of a class that is still in the box, and whether its back is up.
    fn take(
        &mut self,
        field: &str,
        name: &ClassName,
        side: Side,
        box_: &mut ShipSet,
    ) -> Option<(Ship, bool)> {
        let class = self.class(field, name)?;
        if class.side() != side {
            let (wanted, owner) = (side.name(), class.side().name());
            self.wrong(field, format!("expected a class of the {wanted}, found {:?} of the {owner}", name.0));
            return None;
        }
        let counters = self.counters;
        let kind = counters.of_class[class.index()];
        let Some(ship) = (kind & *box_).first() else {
            let count = kind.len();
            self.wrong(
                field,
                format!("expected at most {count} counters of its type, found one more: {}", name.0),
            );
            return None;
        };
        box_.remove(ship);
        Some((ship, counters.face_of(ship, class) == Some(1)))
    }

    /// No. 4, second half: a planet carries at most one Control marker.
    fn owned_once(&mut self, file: &ScenarioFile, sides: &[SideSetup; 2]) {
        let both = sides[0].control & sides[1].control;
        let lists = [("bases", &file.sides.imperium.bases), ("control", &file.sides.imperium.control)];
        for (field, names) in lists {
            for (at, name) in names.iter().enumerate() {
                if both.into_iter().any(|loc| self.quadrant.get(loc).id == name.0) {
                    rules::rule!("SB-2.3e");
                    let message =
                        format!("expected a planet of one side, found {:?}, which the Alliance owns", name.0);
                    self.wrong(format!("sides.I.{field}[{at}]"), message);
                }
            }
        }
    }

    /// No. 8: ships of both sides at one location only in Deep Space.
    fn kept_apart(&mut self, file: &ScenarioFile, sides: &[SideSetup; 2]) {
        let [alliance, imperium] = [&sides[0], &sides[1]].map(|side| {
            let on_map = side.ships.iter().filter_map(|placed| match placed.place {
                StartingPlace::At(loc) => Some(loc),
                _ => None,
            });
            on_map.collect::<LocSet>()
        });
        let contested = (alliance & imperium) - self.quadrant.deep_space;
        for (at, ship) in file.sides.imperium.ships.iter().enumerate() {
            if contested.into_iter().any(|loc| self.quadrant.get(loc).id == ship.at.0) {
                let message = format!(
                    "expected no ships of both sides outside Deep Space, found both at {:?}",
                    ship.at.0
                );
                self.wrong(format!("sides.I.ships[{at}].at"), message);
            }
        }
    }

    /// No. 10, second half: a card in one hand only, and enough left to deal.
    fn dealt_once(&mut self, file: &ScenarioFile, sides: &[SideSetup; 2], deck: CardSet) {
        for (at, &number) in file.sides.imperium.hand.iter().enumerate() {
            if in_set(sides[0].hand, number) {
                let message = format!("expected a card in one hand only, found {number} in both");
                self.wrong(format!("sides.I.hand[{at}]"), message);
            }
        }
        if !file.features.cards {
            for side in Side::BOTH {
                let (letter, setup) = (side.letter(), file.sides.of(side));
                if !setup.hand.is_empty() {
                    let message = "expected no cards, because the feature `cards` is off";
                    self.wrong(format!("sides.{letter}.hand"), message);
                }
                if setup.random_cards.is_some_and(|cards| cards != 0) {
                    let message = "expected 0, because the feature `cards` is off";
                    self.wrong(format!("sides.{letter}.random_cards"), message);
                }
            }
            return;
        }
        let left = (deck - sides[0].hand - sides[1].hand).len();
        let dealt = sides[0].random_cards + sides[1].random_cards;
        if dealt > left {
            let message =
                format!("expected at most the {left} cards left in the deck for both sides, found {dealt}");
            self.wrong("sides.I.random_cards", message);
        }
    }

    pub(crate) fn tie(file: &ScenarioFile) -> Option<Side> {
        match file.victory.tie {
            TieFile::A => Some(Side::Alliance),
            TieFile::I => Some(Side::Imperium),
            TieFile::Draw => None,
        }
    }
}

fn in_set(cards: CardSet, number: i64) -> bool {
    (1..=12).contains(&number) && cards.has(Card(number as u8))
}
