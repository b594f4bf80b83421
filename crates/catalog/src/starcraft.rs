//! `StarCraft` as an entry of the catalogue.

use std::sync::Arc;

use ::starcraft::{
    StarCraft,
    options::{OPTIONS, SetupError, scenarios},
};
use rules::{Present, Seat};

use crate::{
    GameDefinition, GameInfo, NewMatch, OpenError, OptionInfo, OptionValueInfo, OrderInfo, Report,
    ScenarioInfo, scenario_cache::ScenarioCache,
};

/// `StarCraft`: the board game.
#[derive(Default)]
pub(crate) struct StarCraftDefinition {
    cache: ScenarioCache<StarCraft>,
}

impl GameDefinition for StarCraftDefinition {
    type Game = StarCraft;

    fn info(&self) -> GameInfo {
        let first = StarCraft::new("ready-6").expect("the printed scenarios are sound");
        let seats =
            |count: u8| -> Vec<String> { (0..count).map(|seat| first.seat_name(Seat(seat))).collect() };
        let values = || {
            let all = OPTIONS
                .iter()
                .flat_map(|option| option.values.iter().map(move |value| (option.name, *value)));
            all.map(|(option, value)| OptionValueInfo { option, value, seats: None }).collect::<Vec<_>>()
        };
        let scenario = |(id, title, players): (String, String, u8)| ScenarioInfo {
            briefing: if id.starts_with("ready") {
                "A galaxy chosen for even chances; the seats are dealt at random.".to_owned()
            } else {
                "You place the planets and lay the Z-axis routes yourselves.".to_owned()
            },
            id,
            title,
            teaches: Vec::new(),
            length: "5 to 7 rounds".to_owned(),
            min_seats: players,
            seats: seats(players),
            option_values: values(),
        };
        let orders = first.orders().iter().map(|order| OrderInfo { id: order.id, label: order.label });
        let options = OPTIONS.iter().map(|option| OptionInfo {
            id: option.name,
            label: option.label,
            values: option.values,
            range: None,
        });
        GameInfo {
            id: "starcraft",
            title: "StarCraft",
            blurb: "Stacks of hidden orders, three races and battles of cards, for two to six players.",
            seats: seats(6),
            scenarios: scenarios().into_iter().map(scenario).collect(),
            orders: orders.collect(),
            options: options.collect(),
            seat_choices: Vec::new(),
            scenario_files: false,
        }
    }

    fn set_up(&self, wanted: &NewMatch) -> Result<Arc<StarCraft>, OpenError> {
        if let Some((file, _)) = &wanted.scenario_file {
            let why = format!("{file}: StarCraft has no scenario files; choose a scenario by name");
            return Err(OpenError::Scenario(vec![why]));
        }
        let mut setup = wanted.scenario.clone().unwrap_or_else(|| "ready-2".to_owned());
        for (name, value) in &wanted.options {
            if value.contains(char::is_whitespace) || name.contains(char::is_whitespace) || value.is_empty() {
                let why = format!("expected a word, found {value:?}");
                return Err(OpenError::Option { name: name.clone(), why });
            }
            let word = format!("{name}={value}");
            // A save names its options twice: in the scenario's name and separately.
            if !setup.split_whitespace().any(|known| known == word) {
                setup = format!("{setup} {word}");
            }
        }
        self.cache.get_or_load(&setup, || StarCraft::new(&setup)).map_err(refused)
    }

    fn check_scenario(&self, file: &str, _text: &str) -> Report {
        let why = format!("{file}: StarCraft has no scenario files; choose a scenario by name");
        Report { errors: vec![why], ..Report::default() }
    }

    fn template(&self) -> Option<&'static str> {
        None
    }

    fn ledger(&self) -> &'static str {
        include_str!("../../../docs/rules/starcraft.md")
    }
}

fn refused(error: SetupError) -> OpenError {
    match error {
        SetupError::NoScenario { name, have } => OpenError::NoScenario { name, have },
        SetupError::Option { name, why } => OpenError::Option { name, why },
        SetupError::Data(error) => OpenError::Scenario(vec![error.to_string()]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalog, GameEntry};

    #[test]
    fn every_scenario_opens_saves_and_loads() {
        let catalog = Catalog::standard();
        for scenario in GameEntry::info(&StarCraftDefinition::default()).scenarios {
            let table = catalog.open(&NewMatch::of("starcraft", &scenario.id).seeded(3)).expect("opens");
            let loaded = catalog.load(&table.save()).expect("loads");
            assert_eq!(loaded.save(), table.save(), "{}", scenario.id);
        }
    }

    #[test]
    fn wrong_scenarios_and_options_are_refused_with_a_reason() {
        let open = |scenario: &str, options: &[(&str, &str)]| {
            let mut wanted = NewMatch::of("starcraft", scenario);
            let pairs = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            wanted.options.extend(pairs);
            Catalog::standard().open(&wanted).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert!(open("ready-7", &[]).starts_with("no scenario \"ready-7\""));
        assert!(open("ready-2", &[("last_round", "9")]).contains("expected a number from 10 to 99"));
        assert!(open("ready-2", &[("factions", "raynor")]).contains("expected 2 factions"));
        assert!(open("ready-2", &[("speed", "1")]).contains("there is no such option"));
        assert_eq!(open("ready-2", &[("factions", "raynor,overmind"), ("last_round", "12")]), "");
    }
}
