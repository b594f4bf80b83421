//! The sample game of `laws` as an entry of the catalogue, beside the real ones.

use catalog::{
    AverageRule, Catalog, GameDefinition, GameInfo, NewMatch, OpenError, OrderInfo, Report, ScenarioInfo,
};
use laws::duel::Duel;
use serde_json::Value;

struct DuelDefinition;

impl GameDefinition for DuelDefinition {
    type Game = Duel;

    fn info(&self) -> GameInfo {
        let scenario = |id: &str| ScenarioInfo {
            id: id.to_owned(),
            title: id.to_owned(),
            briefing: String::new(),
            teaches: vec![],
            length: String::new(),
            seats: vec!["Left".to_owned(), "Right".to_owned()],
            option_values: Vec::new(),
            min_seats: 2,
        };
        GameInfo {
            id: "duel",
            title: "Duel",
            blurb: "Two ships",
            seats: vec!["Left".to_owned(), "Right".to_owned()],
            scenarios: vec![scenario("hull-3"), scenario("hull-250")],
            orders: vec![OrderInfo { id: "always-fire", label: "Always fire at once" }],
            options: Vec::new(),
            seat_choices: Vec::new(),
            scenario_files: true,
        }
    }
    fn set_up(&self, wanted: &NewMatch) -> Result<std::sync::Arc<Duel>, OpenError> {
        let name = wanted.scenario.as_deref().unwrap_or("hull-3");
        let hull = name.strip_prefix("hull-").and_then(|hull| hull.parse().ok()).filter(|&hull| hull > 0);
        let hull =
            hull.ok_or_else(|| OpenError::NoScenario { name: name.to_owned(), have: "hull-N".to_owned() });
        Ok(Duel { hull: hull? }.into())
    }
    fn check_scenario(&self, file: &str, _text: &str) -> Report {
        Report { errors: vec![format!("{file}: duel has no scenario files")], ..Report::default() }
    }
    fn schema(&self) -> Option<Value> {
        Some(serde_json::json!({}))
    }
    fn template(&self) -> Option<&'static str> {
        Some("")
    }
    fn ledger(&self) -> &'static str {
        "# Duel"
    }
    fn average(&self) -> Option<AverageRule> {
        let of = |matches: &[(i32, u8)]| Some(100 * matches.len() as u32);
        Some(AverageRule { name: "Matches", about: "Each match counts 1.", of })
    }
}

/// All games, and the sample.
pub(crate) fn catalog() -> Catalog {
    Catalog::standard().with(Box::new(DuelDefinition))
}
