//! The second half of the checks: victory conditions, special rules, and the warnings.

use crate::scenario_check::Checker;
use crate::scenario_file::{ExtraFile, InstantFile, ScenarioFile, SpecialFile, WhenFile, WhoFile};
use crate::{
    Condition, DrawPool, Extra, Instant, LocSet, Points, Requisition, Side, SideSetup, Special, StarBorders,
    StartingPlace, Terrain, Victory, When,
};

impl Checker<'_> {
    pub(crate) fn victory(&mut self, file: &ScenarioFile) -> Victory {
        let vp = &file.victory.vp;
        let mut points = |field: &str, found| self.number(&format!("victory.vp.{field}"), found, -99..=99);
        let points = Points {
            control: points("control", vp.control),
            nebula: points("nebula", vp.nebula),
            asteroids: points("asteroids", vp.asteroids),
            wormhole: points("wormhole", vp.wormhole),
            own_base: points("own_base", vp.own_base),
            enemy_base: points("enemy_base", vp.enemy_base),
        };
        let extra = file.victory.extra.iter().enumerate();
        let extra =
            extra.filter_map(|(at, entry)| self.extra(&format!("victory.extra[{at}]"), entry)).collect();
        let instant = file.victory.instant.iter().enumerate();
        let instant =
            instant.map(|(at, entry)| self.instant(&format!("victory.instant[{at}]"), entry)).collect();
        Victory { points, tie: Checker::tie(file), extra, instant }
    }

    fn extra(&mut self, path: &str, entry: &ExtraFile) -> Option<Extra> {
        let vp_field = format!("{path}.vp");
        Some(match entry {
            ExtraFile::Location { side, loc, vp } => {
                let vp = self.number(&vp_field, *vp, -99..=99);
                let loc = self.terrain(&format!("{path}.loc"), loc, Terrain::Planet)?;
                Extra::Location { side: side.side(), loc, vp }
            }
            ExtraFile::ClassEliminated { side, enemy_class, vp } => {
                let vp = self.number(&vp_field, *vp, -99..=99);
                let field = format!("{path}.enemy_class");
                let class = self.class(&field, enemy_class)?;
                let scorer = class.side().opponent();
                if side.side().is_some_and(|side| side != scorer) {
                    let enemy = scorer.name();
                    self.wrong(field, format!("expected a class of the {enemy}, found {:?}", enemy_class.0));
                }
                Extra::ClassEliminated { side: Some(scorer), class, vp }
            }
            ExtraFile::Handicap { side, vp } => {
                Extra::Handicap { side: side.side(), vp: self.number(&vp_field, *vp, -99..=99) }
            }
            ExtraFile::ShipsDestroyed { side, per, vp } => Extra::ShipsDestroyed {
                side: side.side(),
                per: self.number(&format!("{path}.per"), *per, 1..=99),
                vp: self.number(&vp_field, *vp, -99..=99),
            },
            ExtraFile::DeadFleet { side, vp } => {
                Extra::DeadFleet { side: side.side(), vp: self.number(&vp_field, *vp, -99..=99) }
            }
        })
    }

    fn instant(&mut self, path: &str, entry: &InstantFile) -> Instant {
        let (when, side, condition) = match entry {
            InstantFile::OpponentHasNoBase { when, side } => (when, side, Condition::OpponentHasNoBase),
            InstantFile::OpponentHasNoShips { when, side } => (when, side, Condition::OpponentHasNoShips),
            InstantFile::VpLead { when, side, lead } => {
                let lead = self.number(&format!("{path}.lead"), *lead, 1..=99);
                (when, side, Condition::VpLead(lead))
            }
            InstantFile::ControlsAll { when, side, locs } => {
                if locs.is_empty() {
                    self.wrong(format!("{path}.locs"), "expected at least one planet");
                }
                let mut planets = LocSet::EMPTY;
                for (at, name) in locs.iter().enumerate() {
                    if let Some(loc) = self.terrain(&format!("{path}.locs[{at}]"), name, Terrain::Planet) {
                        planets.insert(loc);
                    }
                }
                (when, side, Condition::ControlsAll(planets))
            }
        };
        let when = match when {
            WhenFile::EndOfPlayerTurn => When::EndOfPlayerTurn,
            WhenFile::EndOfGameTurn => When::EndOfGameTurn,
        };
        Instant { when, side: side.side(), condition }
    }

    /// No. 11 and the parameters of the modules. Closed links and Wormholes change the map right here.
    pub(crate) fn special(&mut self, file: &ScenarioFile, sides: &[SideSetup; 2]) -> Special {
        let mut special = Special::default();
        for (at, entry) in file.special.iter().enumerate() {
            let path = format!("special[{at}]");
            if !self.special_entry(&path, entry, sides, &mut special) {
                self.wrong(format!("{path}.rule"), "expected this rule only once for a side");
            }
        }
        let pooled = |side: Side| !file.sides.of(side).pool.is_empty();
        if special.draw_pool.is_some() && !Side::BOTH.into_iter().any(pooled) {
            self.wrong("special", "expected ships in a `pool`, because there is a draw_pool rule");
        }
        for side in Side::BOTH.into_iter().filter(|&side| special.draw_pool.is_none() && pooled(side)) {
            let field = format!("sides.{}.pool", side.letter());
            self.wrong(field, "expected no pool, because there is no draw_pool rule");
        }
        special
    }

    /// Adds one module; false if it stands there already.
    fn special_entry(
        &mut self,
        path: &str,
        entry: &SpecialFile,
        sides: &[SideSetup; 2],
        special: &mut Special,
    ) -> bool {
        match entry {
            SpecialFile::DrawPool { cold_draw, mobilize_draw, surcharge, trigger: _, freeze_countdown } => {
                let pool = DrawPool {
                    cold_draw: self.number(&format!("{path}.cold_draw"), *cold_draw, 1..=12),
                    mobilize_draw: self.number(&format!("{path}.mobilize_draw"), *mobilize_draw, 1..=12),
                    surcharge: [
                        self.number(&format!("{path}.surcharge.A"), surcharge.alliance, 0..=12),
                        self.number(&format!("{path}.surcharge.I"), surcharge.imperium, 0..=12),
                    ],
                    freeze_countdown: *freeze_countdown,
                };
                special.draw_pool.replace(pool).is_none()
            }
            SpecialFile::HonorRequisition { side: _, class, cost, limit } => {
                let cost = self.number(&format!("{path}.cost"), *cost, 0..=6);
                let limit = self.number(&format!("{path}.limit"), *limit, 1..=1);
                let field = format!("{path}.class");
                let Some(class) = self.class(&field, class) else { return true };
                let off_map = sides[Side::Imperium.index()].ships.iter().find(|placed| {
                    placed.place == StartingPlace::OffMap
                        && self.counters.faces[placed.ship.index()][usize::from(placed.back)].class == class
                });
                let Some(&placed) = off_map else {
                    let message = format!("expected a class of sides.I.off_map, found {:?}", class.name());
                    self.wrong(field, message);
                    return true;
                };
                let requisition = Requisition { ship: placed.ship, back: placed.back, cost, limit };
                special.requisition.replace(requisition).is_none()
            }
            SpecialFile::ClosedLinks { links } => {
                for (at, [a, b]) in links.iter().enumerate() {
                    let field = format!("{path}.links[{at}]");
                    let ends = (self.loc(&field, &a.0), self.loc(&field, &b.0));
                    if let (Some(from), Some(to)) = ends
                        && !self.quadrant.close_link(from, to)
                    {
                        self.wrong(
                            field,
                            format!("expected a link of the map, found {:?} to {:?}", a.0, b.0),
                        );
                    }
                }
                true
            }
            SpecialFile::ClosedWormholes { locs } => {
                for (at, name) in locs.iter().enumerate() {
                    if let Some(loc) = self.terrain(&format!("{path}.locs[{at}]"), name, Terrain::Wormhole) {
                        self.quadrant.close_wormhole(loc);
                    }
                }
                true
            }
            SpecialFile::Truce { until_box } => {
                let until = self.number(&format!("{path}.until_box"), *until_box, 0..=12);
                special.truce_until.replace(until).is_none()
            }
            SpecialFile::IncomeBonus { side, lp } => {
                let lp: u8 = self.number(&format!("{path}.lp"), *lp, 0..=12);
                let new = both_or(*side).all(|side| special.income_bonus[side.index()] == 0);
                both_or(*side).for_each(|side| special.income_bonus[side.index()] = lp);
                new
            }
            SpecialFile::NoReplacements { side } => {
                let new = both_or(*side).all(|side| !special.no_replacements[side.index()]);
                both_or(*side).for_each(|side| special.no_replacements[side.index()] = true);
                new
            }
        }
    }
}

fn both_or(who: WhoFile) -> impl Iterator<Item = Side> {
    Side::BOTH.into_iter().filter(move |&side| who.side().is_none_or(|one| one == side))
}

/// Allowed, but a designer should look at it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// Where, as in an error.
    pub field: String,
    /// What.
    pub message: String,
}

impl std::fmt::Display for Warning {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}: {}", self.field, self.message)
    }
}

/// No. 12.
pub(crate) fn warnings(game: &StarBorders) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |field: &str, message: String| warnings.push(Warning { field: field.into(), message });
    let [alliance, imperium] = &game.scenario.sides;
    for side in Side::BOTH {
        if game.scenario.sides[side.index()].bases.is_empty() {
            warn(
                &format!("sides.{}.bases", side.letter()),
                format!("the {} has no Sector Base", side.name()),
            );
        }
    }
    let [ours, theirs] = Side::BOTH.map(|side| game.force_points(side));
    if ours.abs_diff(theirs) * 5 > ours.max(theirs) {
        let message =
            format!("the force points differ by more than 20 %: Alliance {ours}, Imperium {theirs}");
        warn("sides", message);
    }
    if (game.quadrant.planets - alliance.control - imperium.control).is_empty() {
        warn("sides", "no planet is neutral".into());
    }
    for &base in &alliance.bases {
        for &other in &imperium.bases {
            if let Some(distance) = game.quadrant.distance(base, other, true).filter(|&distance| distance < 3)
            {
                let [base, other] = [base, other].map(|loc| game.quadrant.get(loc).id.as_str());
                let message = format!("the bases {base} and {other} lie only {distance} apart");
                warn("sides", message);
            }
        }
    }
    if !game.quadrant.is_connected() {
        warn("special", "some locations cannot be reached".into());
    }
    warnings
}
