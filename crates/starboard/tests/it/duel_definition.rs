//! The sample game as an entry of a catalogue.

use catalog::{GameDefinition, GameInfo, NewMatch, OpenError, OrderInfo, Report, ScenarioInfo};
use laws::duel::Duel;
use serde_json::json;

pub(crate) struct DuelDefinition;

/// `hull-3` or a file with the line `hull = 3`.
fn hull(text: &str) -> Option<u8> {
    let number = text.trim().strip_prefix("hull")?.trim_start_matches([' ', '-', '=']);
    number.parse().ok().filter(|hull| (1..=9).contains(hull))
}

impl GameDefinition for DuelDefinition {
    type Game = Duel;

    fn info(&self) -> GameInfo {
        let scenario = |id: &str, title: &str| ScenarioInfo {
            id: id.to_owned(),
            title: title.to_owned(),
            briefing: "Two ships, one die.".to_owned(),
            teaches: vec!["aiming".to_owned()],
            length: "1 minute".to_owned(),
            seats: vec!["Left".to_owned(), "Right".to_owned()],
            option_values: Vec::new(),
            min_seats: 2,
        };
        GameInfo {
            id: "duel",
            title: "Duel",
            blurb: "Two ships shoot at each other.",
            seats: vec!["Left".to_owned(), "Right".to_owned()],
            scenarios: vec![scenario("hull-3", "Short"), scenario("hull-9", "Long")],
            orders: vec![OrderInfo { id: "always-fire", label: "Always fire at once" }],
            options: Vec::new(),
            seat_choices: Vec::new(),
            scenario_files: true,
        }
    }

    fn set_up(&self, wanted: &NewMatch) -> Result<std::sync::Arc<Duel>, OpenError> {
        if let Some((file, text)) = &wanted.scenario_file {
            let report = self.check_scenario(file, text);
            let hull = hull(text).ok_or(OpenError::Scenario(report.errors))?;
            return Ok(Duel { hull }.into());
        }
        let name = wanted.scenario.as_deref().unwrap_or("hull-3");
        let hull = hull(name).ok_or_else(|| OpenError::NoScenario {
            name: name.to_owned(),
            have: "hull-3, hull-9".to_owned(),
        })?;
        Ok(Duel { hull }.into())
    }

    fn check_scenario(&self, file: &str, text: &str) -> Report {
        match hull(text) {
            Some(hull) => Report { summary: vec![format!("two hulls of {hull}")], ..Report::default() },
            None => Report {
                errors: vec![format!("{file}: hull: expected 1 to 9, found {text:?}")],
                ..Report::default()
            },
        }
    }

    fn schema(&self) -> Option<serde_json::Value> {
        Some(json!({ "type": "object", "properties": { "hull": { "type": "integer" } } }))
    }

    fn template(&self) -> Option<&'static str> {
        Some("hull = 3\n")
    }

    fn ledger(&self) -> &'static str {
        "- DU-1 Only the active ship acts.\n- DU-2 Aim **twice** at most.\n- DU-3 A torpedo must be aboard.\n"
    }
}
