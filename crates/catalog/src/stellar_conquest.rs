//! Stellar Conquest as an entry of the catalogue.

use std::sync::Arc;

use ::stellar_conquest::{
    StellarConquest, cumulative_average,
    scenario::{OPTIONS, OptionValue, SetupError, option_values, scenarios},
};
use rules::{Present, Seat};

use crate::{
    AverageRule, GameDefinition, GameInfo, NewMatch, OpenError, OptionInfo, OptionValueInfo, OrderInfo,
    Report, ScenarioInfo, scenario_cache::ScenarioCache,
};

/// Stellar Conquest.
#[derive(Default)]
pub(crate) struct StellarConquestDefinition {
    cache: ScenarioCache<StellarConquest>,
}

impl GameDefinition for StellarConquestDefinition {
    type Game = StellarConquest;

    fn average(&self) -> Option<AverageRule> {
        Some(AverageRule {
            name: "Cumulative Weighted Average Score",
            about: "The points of each match, times 1, 1½ or 2 with two, three or four players, over the number of matches.",
            of: cumulative_average,
        })
    }

    fn info(&self) -> GameInfo {
        let first = StellarConquest::new("basic-4").expect("the printed scenarios are sound");
        let list = scenarios().expect("the printed scenarios are sound");
        let seats =
            |count: u8| -> Vec<String> { (0..count).map(|seat| first.seat_name(Seat(seat))).collect() };
        let scenario = |(id, title, [least, most]): (String, String, [u8; 2])| ScenarioInfo {
            option_values: option_values(&id, &first.components)
                .expect("the printed scenarios are sound")
                .into_iter()
                .map(|OptionValue { option, value, players }| OptionValueInfo {
                    option,
                    value,
                    seats: (players != most).then(|| seats(players)),
                })
                .collect(),
            briefing: briefing(&id, least, most),
            id,
            title,
            teaches: Vec::new(),
            length: "40 years, or as many as you agree on".to_owned(),
            min_seats: most,
            seats: seats(most),
        };
        let orders = first.orders().iter().map(|order| OrderInfo { id: order.id, label: order.label });
        let options = OPTIONS.iter().map(|option| OptionInfo {
            id: option.name,
            label: option.label,
            values: option.values,
            range: None,
        });
        GameInfo {
            id: "stellar_conquest",
            title: "Stellar Conquest",
            blurb: "Hidden fleets, secret research and colonies under strange suns, for two to four players.",
            seats: seats(4),
            scenarios: list.into_iter().map(scenario).collect(),
            orders: orders.collect(),
            options: options.collect(),
            seat_choices: Vec::new(),
            scenario_files: true,
        }
    }

    fn set_up(&self, wanted: &NewMatch) -> Result<Arc<StellarConquest>, OpenError> {
        let mut setup = match &wanted.scenario_file {
            Some((file, text)) => {
                line_of(file, text).map_err(|error| OpenError::Scenario(vec![error]))?.to_owned()
            }
            None => wanted.scenario.clone().unwrap_or_else(|| "basic-4".to_owned()),
        };
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
        self.cache.get_or_load(&setup, || StellarConquest::new(&setup)).map_err(refused)
    }

    fn check_scenario(&self, file: &str, text: &str) -> Report {
        let game = line_of(file, text)
            .and_then(|line| StellarConquest::new(line).map_err(|error| format!("{file}: {error}")));
        match game {
            Err(error) => Report { errors: vec![error], ..Report::default() },
            Ok(game) => Report {
                summary: vec![format!(
                    "{}: {} players, {} years",
                    game.scenario.title, game.scenario.players, game.scenario.turns
                )],
                ..Report::default()
            },
        }
    }

    fn template(&self) -> Option<&'static str> {
        Some(include_str!("../../../data/stellar_conquest/template.txt"))
    }

    fn ledger(&self) -> &'static str {
        include_str!("../../../docs/rules/stellar_conquest.md")
    }
}

/// What is special about a scenario, in two sentences.
fn briefing(id: &str, least: u8, most: u8) -> String {
    let players = if least == most { most.to_string() } else { format!("{least} to {most}") };
    let start = match id {
        "basic-4" => "All four fleets enter from the corners of the full map.",
        "basic-3" => "Three fleets enter from three corners of the full map.",
        "basic-2" => "Two fleets enter from opposite corners of the full map.",
        "half-west" => "The western half of the map; you start on Canopus, Ceti and Canis.",
        "half-east" => "The eastern half of the map; you start on Draconis, Bootis and Scorpii.",
        "four-A" => "You start on the stars in the corners: Scorpii, Ceti, Canis and Bootis.",
        "four-B" => "You start on the stars at the edges: Dubhe, Alcor, Diphda and Tauri.",
        "four-C" => "You start on a skewed square of stars: Dubhe, Aurigae, Diphda and Schedar.",
        "four-D" => "You start close together, on Aurigae, Lyrae, Capella and Spica.",
        "nova" => {
            "All start on Draconis, which becomes a nova: leave in year 1, and be two hexes away before year 2 ends."
        }
        "nova-20" => {
            "All start on Draconis, a nova that burns every ship next to it until year 19; in year 20 it has a planet again."
        }
        _ => "Explore, settle, grow, research and fight.",
    };
    format!("{players} players in one cluster. {start}")
}

/// The one line of a scenario file that is no comment.
fn line_of<'a>(file: &str, text: &'a str) -> Result<&'a str, String> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    match (lines.next(), lines.next()) {
        (Some(line), None) => Ok(line),
        _ => Err(format!("{file}: expected one line such as `four-A turns=36`, apart from comments")),
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
        for scenario in GameEntry::info(&StellarConquestDefinition::default()).scenarios {
            let table =
                catalog.open(&NewMatch::of("stellar_conquest", &scenario.id).seeded(3)).expect("opens");
            let loaded = catalog.load(&table.save()).expect("loads");
            assert_eq!(loaded.save(), table.save(), "{}", scenario.id);
        }
    }

    #[test]
    fn a_scenario_names_the_options_it_takes_and_the_chairs_they_leave() {
        let info = GameEntry::info(&StellarConquestDefinition::default());
        for scenario in &info.scenarios {
            for OptionValueInfo { option, value, seats } in &scenario.option_values {
                let mut wanted = NewMatch::of("stellar_conquest", &scenario.id);
                wanted.options.insert((*option).to_owned(), (*value).to_owned());
                let table = Catalog::standard().open(&wanted).expect("what a scenario takes can be played");
                let chairs = seats.as_ref().unwrap_or(&scenario.seats);
                assert_eq!(usize::from(table.seats()), chairs.len(), "{} {option}={value}", scenario.id);
            }
        }
        let values = |id: &str, option: &str| -> Vec<&str> {
            let scenario = info.scenarios.iter().find(|scenario| scenario.id == id).expect("a scenario");
            scenario
                .option_values
                .iter()
                .filter(|taken| taken.option == option)
                .map(|taken| taken.value)
                .collect()
        };
        assert_eq!(values("basic-4", "home"), [""; 0]);
        assert_eq!(values("four-A", "home"), ["none", "60", "80"]);
        assert_eq!(values("basic-3", "entries"), ["1,2,3", "1,2,4", "1,3,4", "2,3,4"]);
        assert_eq!(values("basic-3", "players"), [""; 0], "one value is no choice");
        assert_eq!(values("nova", "players"), ["4", "3", "2"]);
    }

    #[test]
    fn options_survive_a_save() {
        let mut wanted = NewMatch::of("stellar_conquest", "four-A").seeded(1);
        wanted.options.insert("turns".to_owned(), "36".to_owned());
        wanted.options.insert("home".to_owned(), "80".to_owned());
        let table = Catalog::standard().open(&wanted).expect("opens");
        let loaded = Catalog::standard().load(&table.save()).expect("loads");
        assert_eq!(loaded.scenario(), "four-A home=80 turns=36");
    }

    #[test]
    fn wrong_scenarios_and_options_are_refused_with_a_reason() {
        let open = |scenario: &str, options: &[(&str, &str)]| {
            let mut wanted = NewMatch::of("stellar_conquest", scenario);
            let pairs = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            wanted.options.extend(pairs);
            Catalog::standard().open(&wanted).err().map(|error| error.to_string()).unwrap_or_default()
        };
        assert!(open("five", &[]).starts_with("no scenario \"five\"; there are basic-4, "));
        assert_eq!(open("basic-4", &[("turns", "41")]), "", "any agreed length above 40");
        assert!(open("basic-4", &[("turns", "39")]).starts_with("option \"turns\": expected "));
        assert!(open("basic-4", &[("speed", "1")]).contains("there is no such option"));
        assert!(open("basic-4", &[("home", "80")]).contains("has no starting stars"));
        assert!(open("basic-2", &[("entries", "3,1")]).contains("expected 2 ascending numbers"));
        assert!(open("four-A", &[("players", "2")]).contains("is for 4 to 4 players"));
        assert!(open("four-A", &[("turns", "3 6")]).contains("expected a word"));
        assert_eq!(open("nova", &[("players", "2")]), "");
    }

    #[test]
    fn each_scenario_has_its_own_title_and_briefing() {
        let info = GameDefinition::info(&StellarConquestDefinition::default());
        let unique = |texts: Vec<&String>| texts.iter().collect::<std::collections::BTreeSet<_>>().len();
        assert_eq!(
            unique(info.scenarios.iter().map(|scenario| &scenario.title).collect()),
            info.scenarios.len()
        );
        assert_eq!(
            unique(info.scenarios.iter().map(|scenario| &scenario.briefing).collect()),
            info.scenarios.len()
        );
        for nova in info.scenarios.iter().filter(|scenario| scenario.id.starts_with("nova")) {
            assert!(nova.briefing.contains("nova"), "{}", nova.briefing);
        }
    }

    #[test]
    fn the_template_is_a_scenario() {
        let text = GameEntry::template(&StellarConquestDefinition::default()).expect("it has scenario files");
        let report = GameEntry::check_scenario(&StellarConquestDefinition::default(), "my.txt", text);
        assert_eq!(report.summary, ["Four stars A (corners): 4 players, 36 years"]);
        let wrong = GameEntry::check_scenario(&StellarConquestDefinition::default(), "my.txt", "a\nb").errors;
        assert!(wrong[0].starts_with("my.txt: expected one line"), "{wrong:?}");
    }
}
