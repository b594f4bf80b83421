//! Star Borders as an entry of the catalogue.

use std::sync::Arc;

use rules::{Present, Seat};
use star_borders::{ScenarioErrors, Side, StarBorders};

use crate::{
    GameDefinition, GameInfo, NewMatch, OpenError, OrderInfo, Report, ScenarioInfo,
    scenario_cache::ScenarioCache,
};

/// The lottery: `H` draws a number from the match's commitment, `H:SEED` names one.
const LOTTERY: &str = "H";

/// Star Borders: Humanity.
#[derive(Default)]
pub(crate) struct StarBordersDefinition {
    cache: ScenarioCache<StarBorders>,
}

impl GameDefinition for StarBordersDefinition {
    type Game = StarBorders;

    fn info(&self) -> GameInfo {
        let first = StarBorders::scenario("A").expect("the printed scenarios are sound");
        let seats: Vec<String> = (0..2).map(|seat| first.seat_name(Seat(seat))).collect();
        let scenario = |id: &str| {
            let game = StarBorders::scenario(id).expect("the printed scenarios are sound");
            ScenarioInfo {
                id: id.to_owned(),
                title: game.scenario.title.clone(),
                briefing: game.scenario.briefing.clone(),
                teaches: game.scenario.teaches.clone(),
                length: format!("{} turns", game.scenario.start_box),
                seats: seats.clone(),
                min_seats: 2,
                option_values: Vec::new(),
            }
        };
        let lottery = ScenarioInfo {
            title: "The Border Lottery".to_owned(),
            briefing: "A scenario drawn by lot, a new one each time. Name its number to meet it again: H:42."
                .to_owned(),
            id: LOTTERY.to_owned(),
            teaches: Vec::new(),
            length: "9 or 11 turns".to_owned(),
            seats: seats.clone(),
            min_seats: 2,
            option_values: Vec::new(),
        };
        let orders = first.orders().iter().map(|order| OrderInfo { id: order.id, label: order.label });
        GameInfo {
            id: "star_borders",
            title: "Star Borders: Humanity",
            blurb: "Alliance against Imperium over a handful of frontier worlds, in half an hour to an hour.",
            seats: seats.clone(),
            scenarios: StarBorders::SCENARIOS.iter().map(|id| scenario(id)).chain([lottery]).collect(),
            orders: orders.collect(),
            options: Vec::new(),
            seat_choices: Vec::new(),
            scenario_files: true,
        }
    }

    fn set_up(&self, wanted: &NewMatch) -> Result<Arc<StarBorders>, OpenError> {
        if let Some(name) = wanted.options.keys().next() {
            let why = "this game has no options".to_owned();
            return Err(OpenError::Option { name: name.clone(), why });
        }
        if let Some((file, text)) = &wanted.scenario_file {
            let game = StarBorders::read(file, text).map_err(|errors| OpenError::Scenario(lines(&errors)));
            return game.map(Arc::new);
        }
        let name = wanted.scenario.as_deref().unwrap_or(StarBorders::SCENARIOS[0]);
        let drawn = if name.eq_ignore_ascii_case(LOTTERY) { drawn_by(wanted) } else { name.to_owned() };
        self.cache.get_or_load(&drawn, || StarBorders::scenario(&drawn)).map_err(|_| OpenError::NoScenario {
            name: name.to_owned(),
            have: format!("{}, {LOTTERY} and {LOTTERY}:NUMBER", StarBorders::SCENARIOS.join(", ")),
        })
    }

    fn check_scenario(&self, file: &str, text: &str) -> Report {
        match StarBorders::read(file, text) {
            Err(errors) => Report { errors: lines(&errors), ..Report::default() },
            Ok(game) => Report {
                errors: Vec::new(),
                warnings: game.warnings().iter().map(|warning| format!("{file}: {warning}")).collect(),
                summary: summary(&game),
            },
        }
    }

    fn schema(&self) -> Option<serde_json::Value> {
        Some(StarBorders::schema())
    }

    fn template(&self) -> Option<&'static str> {
        Some(include_str!("../../../data/star_borders/template.toml"))
    }

    fn ledger(&self) -> &'static str {
        include_str!("../../../docs/rules/star_borders.md")
    }
}

fn lines(errors: &ScenarioErrors) -> Vec<String> {
    errors.0.iter().map(ToString::to_string).collect()
}

/// A number that follows from the match and that everybody may know.
fn drawn_by(wanted: &NewMatch) -> String {
    let commitment = wanted.seed.commitment();
    let number = u32::from_str_radix(&commitment[..8], 16).expect("a commitment is hex");
    format!("{LOTTERY}:{number}")
}

fn summary(game: &StarBorders) -> Vec<String> {
    let scenario = &game.scenario;
    let mut lines = vec![format!("{}: {}", scenario.id, scenario.title)];
    for side in Side::BOTH {
        let ships = scenario.sides[side.index()].ships.len();
        lines.push(format!(
            "{}: {ships} ships, {} force points on the map",
            side.name(),
            game.force_points(side)
        ));
    }
    lines.extend(game.notes());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalog, GameEntry};

    #[test]
    fn every_scenario_opens_saves_and_loads() {
        let catalog = Catalog::standard();
        for scenario in GameEntry::info(&StarBordersDefinition::default()).scenarios {
            let table = catalog.open(&NewMatch::of("star_borders", &scenario.id).seeded(3)).expect("opens");
            let loaded = catalog.load(&table.save()).expect("loads");
            assert_eq!(loaded.save(), table.save(), "{}", scenario.id);
        }
    }

    #[test]
    fn the_template_can_be_played_and_survives_a_save() {
        let text = GameEntry::template(&StarBordersDefinition::default()).expect("it has scenario files");
        let report = GameEntry::check_scenario(&StarBordersDefinition::default(), "my.toml", text);
        assert!(report.errors.is_empty() && report.warnings.is_empty(), "{report:?}");
        let wanted = NewMatch {
            scenario_file: Some(("my.toml".to_owned(), text.to_owned())),
            ..NewMatch::default_of("star_borders")
        };
        let table = Catalog::standard().open(&wanted).expect("opens");
        let loaded = Catalog::standard().load(&table.save()).expect("loads");
        assert_eq!((loaded.position(), loaded.scenario()), (table.position(), "my-scenario".to_owned()));
    }

    #[test]
    fn a_wrong_scenario_file_names_file_field_and_expectation() {
        let text = GameEntry::template(&StarBordersDefinition::default())
            .expect("it has scenario files")
            .replace("lp = 4", "lp = 99");
        let errors = GameEntry::check_scenario(&StarBordersDefinition::default(), "my.toml", &text).errors;
        assert_eq!(errors.len(), 2, "{errors:?}");
        assert!(errors[0].starts_with("my.toml: line 52, sides.A.lp: expected"), "{errors:?}");
    }

    #[test]
    fn an_unknown_scenario_or_option_is_refused() {
        let open = |wanted: &NewMatch| Catalog::standard().open(wanted).err().map(|error| error.code());
        assert_eq!(open(&NewMatch::of("star_borders", "Z")), Some("no_scenario"));
        assert_eq!(open(&NewMatch::of("star_borders", "H:x")), Some("no_scenario"));
        let mut odd = NewMatch::of("star_borders", "A");
        odd.options.insert("speed".to_owned(), "high".to_owned());
        assert_eq!(open(&odd), Some("option"));
    }
}
