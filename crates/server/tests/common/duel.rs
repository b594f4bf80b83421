//! The sample game of `laws` as an entry of a catalogue, with a long scenario for load and a broken one for faults.

use catalog::{AnyTable, Catalog, Entry, GameInfo, NewMatch, OpenError, OrderInfo, Report, ScenarioInfo};
use laws::sample::Duel;
use serde_json::Value;
use table::{Save, Table};

struct DuelEntry;

fn hull(scenario: &str) -> Option<u8> {
    scenario.strip_prefix("hull-")?.parse().ok().filter(|&hull| hull > 0)
}

impl Entry for DuelEntry {
    fn info(&self) -> GameInfo {
        let scenario = |id: &str| ScenarioInfo {
            id: id.to_owned(),
            title: id.to_owned(),
            briefing: String::new(),
            teaches: vec![],
            length: String::new(),
        };
        GameInfo {
            id: "duel",
            title: "Duel",
            blurb: "Two ships",
            seats: vec!["Left".to_owned(), "Right".to_owned()],
            scenarios: vec![scenario("hull-3"), scenario("hull-250")],
            orders: vec![OrderInfo { id: "always-fire", label: "Always fire at once" }],
        }
    }
    fn open(&self, wanted: &NewMatch) -> Result<Box<dyn AnyTable>, OpenError> {
        let name = wanted.scenario.as_deref().unwrap_or("hull-3");
        let hull = hull(name)
            .ok_or_else(|| OpenError::NoScenario { name: name.to_owned(), have: "hull-N".to_owned() })?;
        Ok(Box::new(Table::open(Duel { hull }, wanted.seed)))
    }
    fn load(&self, save: &Save) -> Result<Box<dyn AnyTable>, OpenError> {
        let hull = hull(&save.scenario).ok_or_else(|| OpenError::NoScenario {
            name: save.scenario.clone(),
            have: "hull-N".to_owned(),
        })?;
        Ok(Box::new(Table::load(Duel { hull }, save)?))
    }
    fn check_scenario(&self, file: &str, _text: &str) -> Report {
        Report { errors: vec![format!("{file}: duel has no scenario files")], ..Report::default() }
    }
    fn schema(&self) -> Value {
        serde_json::json!({})
    }
    fn ledger(&self) -> &'static str {
        "# Duel\n\nDU-1 Only the active ship acts."
    }
}

/// A catalogue of the sample game alone.
pub fn catalog() -> Catalog {
    Catalog::of(vec![Box::new(DuelEntry)])
}
