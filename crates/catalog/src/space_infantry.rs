//! Space Infantry: Federation as an entry of the catalogue.

use std::sync::Arc;

use rules::{Present, Seat};
use space_infantry::{Level, SpaceInfantry};

use crate::{
    Challenge, Day, GameDefinition, GameInfo, NewMatch, OpenError, OrderInfo, ScenarioInfo,
    scenario_cache::ScenarioCache,
};

/// Space Infantry: Federation.
#[derive(Default)]
pub(crate) struct SpaceInfantryDefinition {
    cache: ScenarioCache<SpaceInfantry>,
}

fn scenario(level: Level, seats: &[String]) -> ScenarioInfo {
    let (title, briefing) = match level {
        Level::Easy => {
            ("Easy", "43 activation tokens: the aliens act seldom, and every second turn in five is yours.")
        }
        Level::Medium => ("Medium", "52 activation tokens: every race presses and advances twice as often."),
        Level::Hard => {
            ("Hard", "57 activation tokens: borders burn, the people want worlds, and resources are scarce.")
        }
    };
    ScenarioInfo {
        id: level.code().to_owned(),
        title: title.to_owned(),
        briefing: briefing.to_owned(),
        teaches: Vec::new(),
        length: "20 to 35 turns".to_owned(),
        seats: seats.to_vec(),
        min_seats: 1,
        option_values: Vec::new(),
    }
}

impl GameDefinition for SpaceInfantryDefinition {
    type Game = SpaceInfantry;

    fn info(&self) -> GameInfo {
        let game = SpaceInfantry::scenario("easy").expect("the printed components are sound");
        let seats = vec![game.seat_name(Seat(0))];
        let orders = game.orders().iter().map(|order| OrderInfo { id: order.id, label: order.label });
        GameInfo {
            id: "space_infantry",
            title: "Space Infantry: Federation",
            blurb: "Alone against five alien races: settle six worlds around Sol before they overrun it.",
            scenarios: Level::ALL.map(|level| scenario(level, &seats)).to_vec(),
            seats,
            orders: orders.collect(),
            options: Vec::new(),
            seat_choices: Vec::new(),
            scenario_files: false,
        }
    }

    fn set_up(&self, wanted: &NewMatch) -> Result<Arc<SpaceInfantry>, OpenError> {
        if let Some(name) = wanted.options.keys().next() {
            let why = "this game has no options".to_owned();
            return Err(OpenError::Option { name: name.clone(), why });
        }
        if let Some((file, _)) = &wanted.scenario_file {
            return Err(OpenError::Scenario(vec![format!("{file}: this game has no scenario files")]));
        }
        let name = wanted.scenario.as_deref().unwrap_or(SpaceInfantry::SCENARIOS[0]);
        self.cache.get_or_load(name, || SpaceInfantry::scenario(name)).map_err(|_| OpenError::NoScenario {
            name: name.to_owned(),
            have: format!("{} and LEVEL:LAST_TURN, e.g. hard:60", SpaceInfantry::SCENARIOS.join(", ")),
        })
    }

    /// The levels take turns, so that every level has its ranking (SI-13.6); the last turn is that of SI-13.2.
    fn challenge(&self, day: Day) -> Option<Challenge> {
        let (scenario, title) = match day.0.rem_euclid(3) {
            0 => ("easy:60", "Easy"),
            1 => ("medium:60", "Medium"),
            _ => ("hard:60", "Hard"),
        };
        Some(Challenge { game: "space_infantry", scenario, title, ranks: space_infantry::ranks })
    }

    fn ledger(&self) -> &'static str {
        include_str!("../../../docs/rules/space_infantry.md")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalog;

    #[test]
    fn every_level_opens_saves_and_loads() {
        let catalog = Catalog::standard();
        for scenario in ["easy", "medium", "hard", "hard:60"] {
            let table = catalog.open(&NewMatch::of("space_infantry", scenario).seeded(3)).expect("opens");
            let loaded = catalog.load(&table.save()).expect("loads");
            assert_eq!(loaded.save(), table.save(), "{scenario}");
        }
    }

    #[test]
    fn a_challenge_has_the_last_turn_of_the_data_file() {
        let definition = SpaceInfantryDefinition::default();
        for day in 0..3 {
            let challenge = GameDefinition::challenge(&definition, Day(day)).expect("every day has one");
            let game = SpaceInfantry::scenario(challenge.scenario).expect("a scenario");
            assert_eq!(game.last_turn, game.data.last_turn[1]);
        }
    }

    #[test]
    fn an_unknown_level_or_option_is_refused() {
        let open = |wanted: &NewMatch| Catalog::standard().open(wanted).err().map(|error| error.code());
        assert_eq!(open(&NewMatch::of("space_infantry", "insane")), Some("no_scenario"));
        assert_eq!(open(&NewMatch::of("space_infantry", "easy:0")), Some("no_scenario"));
        let mut odd = NewMatch::of("space_infantry", "easy");
        odd.options.insert("speed".to_owned(), "high".to_owned());
        assert_eq!(open(&odd), Some("option"));
    }
}
