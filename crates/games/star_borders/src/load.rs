//! From a file or a letter to a game.

use crate::scenario_rules::Warning;
use crate::{
    Cards, Counters, ScenarioErrors, ScenarioFile, Side, StarBorders, StartingPlace, lottery, scenario_check,
    scenario_rules,
};

/// The component files every scenario is played with.
pub(crate) const COMPONENTS: [&str; 3] = [
    include_str!("../../../../data/star_borders/map.json"),
    include_str!("../../../../data/star_borders/counters.csv"),
    include_str!("../../../../data/star_borders/cards.json"),
];

/// The printed scenarios: id and file.
const PRINTED: [(&str, &str); 7] = [
    ("A", include_str!("../../../../data/star_borders/scenarios/a.toml")),
    ("B", include_str!("../../../../data/star_borders/scenarios/b.toml")),
    ("C", include_str!("../../../../data/star_borders/scenarios/c.toml")),
    ("D", include_str!("../../../../data/star_borders/scenarios/d.toml")),
    ("E", include_str!("../../../../data/star_borders/scenarios/e.toml")),
    ("F", include_str!("../../../../data/star_borders/scenarios/f.toml")),
    ("G", include_str!("../../../../data/star_borders/scenarios/g.toml")),
];

impl StarBorders {
    /// The ids of the printed scenarios, in the order they teach the game.
    pub const SCENARIOS: [&str; 7] = ["A", "B", "C", "D", "E", "F", "G"];

    /// A printed scenario by its letter, or `H:SEED`, one of the Border Lottery (`H` alone is `H:0`).
    ///
    /// ```
    /// let game = star_borders::StarBorders::scenario("A").unwrap();
    /// assert_eq!(game.scenario.title, "The First Frontier War");
    /// assert_eq!(game.quadrant.planets.len(), 11);
    /// ```
    pub fn scenario(id: &str) -> Result<StarBorders, ScenarioErrors> {
        rules::rule!("SB-3.0a");
        let file = StarBorders::file(id)?;
        StarBorders::check(&file.id, &file)
    }

    /// The scenario file of a letter or `H:SEED`, as a start for a new one.
    pub fn file(id: &str) -> Result<ScenarioFile, ScenarioErrors> {
        if let Some(&(letter, text)) = PRINTED.iter().find(|(letter, _)| letter.eq_ignore_ascii_case(id)) {
            return ScenarioFile::parse(letter, text);
        }
        let seed = match id.split_once(':') {
            None if id.eq_ignore_ascii_case("H") => Some(0),
            Some((slot, seed)) if slot.eq_ignore_ascii_case("H") => seed.parse().ok(),
            _ => None,
        };
        let expected =
            || format!("expected A, B, C, D, E, F, G, H or H:SEED with a whole number, found {id:?}");
        let seed = seed.ok_or_else(|| ScenarioErrors::one("star_borders", "scenario", expected()))?;
        Ok(lottery::draw(seed))
    }

    /// A scenario from the text of a TOML or JSON file; `file_name` stands in the error messages.
    pub fn read(file_name: &str, text: &str) -> Result<StarBorders, ScenarioErrors> {
        let file = ScenarioFile::parse(file_name, text)?;
        StarBorders::check(file_name, &file).map_err(|errors| errors.with_lines(text))
    }

    /// A scenario file that has been parsed, checked against the components.
    pub fn check(file_name: &str, file: &ScenarioFile) -> Result<StarBorders, ScenarioErrors> {
        let counters = Counters::printed();
        let (quadrant, scenario) = scenario_check::check(file_name, file, &counters)?;
        let base_planets =
            Side::BOTH.map(|side| scenario.sides[side.index()].bases.iter().copied().collect());
        let source = file.to_toml();
        Ok(StarBorders { quadrant, counters, cards: Cards::printed(), scenario, base_planets, source })
    }

    /// What a designer should look at again although it is allowed.
    pub fn warnings(&self) -> Vec<Warning> {
        scenario_rules::warnings(self)
    }

    /// The force points of the ships a side starts with on the map.
    pub fn force_points(&self, side: Side) -> u16 {
        let on_map = self.scenario.sides[side.index()]
            .ships
            .iter()
            .filter(|ship| matches!(ship.place, StartingPlace::At(_)));
        on_map
            .map(|placed| {
                u16::from(self.counters.faces[placed.ship.index()][usize::from(placed.back)].points)
            })
            .sum()
    }

    /// The JSON schema of scenario files.
    pub fn schema() -> serde_json::Value {
        schemars::schema_for!(ScenarioFile).to_value()
    }
}
