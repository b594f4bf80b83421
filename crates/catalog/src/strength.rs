//! The measured strength of the computer players: `data/strength.json`, which `starboard lab ladder` writes.

use std::collections::BTreeMap;

use search::Level;
use serde::{Deserialize, Serialize};

/// The rating of `greedy`, from which the others are counted.
const ANCHOR: f64 = 1_000.0;

/// All measurements, by game.
pub type Measurements = BTreeMap<String, Measured>;

/// What was measured of one game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// Duels between two levels.
    pub pairings: Vec<PairingResult>,
    /// Whether estimates of chances come true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibration: Option<Calibration>,
}

/// A duel between two levels, sides swapped.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairingResult {
    /// The level that was measured.
    pub level: String,
    /// The level of all other seats; absent in a solitaire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// The scenarios, with equal parts of the matches.
    pub scenarios: Vec<String>,
    /// Number of seats.
    pub seats: u8,
    /// Number of matches.
    pub matches: u64,
    /// The share of the measured level in the victories, 0 to 1.
    pub share: f64,
    /// Its 95 % interval.
    pub interval: [f64; 2],
    /// Mean thinking time per decision in ms, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_ms: Option<f64>,
}

/// How estimates of win chances compare with results.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// The level that estimated.
    pub level: String,
    /// The scenarios.
    pub scenarios: Vec<String>,
    /// Number of matches.
    pub matches: u64,
    /// Number of positions, one per turn.
    pub positions: u64,
    /// Expected calibration error: the mean distance between estimate and result over the bins, 0 to 1.
    pub error: f64,
    /// By tenth of the estimate, empty ones left out.
    pub bins: Vec<CalibrationBin>,
}

/// Positions with similar estimates.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalibrationBin {
    /// Number of positions.
    pub positions: u64,
    /// The mean estimate, 0 to 1.
    pub estimate: f64,
    /// The mean share in the victory, 0 to 1.
    pub won: f64,
}

/// A level where a player chooses one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LevelInfo {
    /// Name in requests and commands.
    pub id: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// What kind of opponent it is, in one line without a full stop.
    pub about: &'static str,
    /// Its rating in this game, if it was measured against others; `greedy` has 1000.
    pub rating: Option<i32>,
    /// Its share of victories as far as it was measured, in one line: "wins 96 of 100 against Greedy".
    pub measured: Option<String>,
}

/// The measurements that are part of the program.
pub fn measurements() -> Measurements {
    let text = include_str!("../../../data/strength.json");
    serde_json::from_str(text).expect("data/strength.json is checked by a test")
}

/// The levels of a game, weakest first, with what was measured of them.
pub fn levels(game: &str) -> Vec<LevelInfo> {
    let measured = measurements().remove(game).unwrap_or_default();
    let ratings = ratings(&measured.pairings);
    let info = |level: Level| LevelInfo {
        id: level.name(),
        name: level.title(),
        about: level.about(),
        rating: ratings.get(level.name()).map(|rating| rating.round() as i32),
        measured: describe(&measured.pairings, level),
    };
    Level::ALL.into_iter().map(info).collect()
}

/// The result with most matches against `greedy`, or alone, as a clause.
fn describe(pairings: &[PairingResult], level: Level) -> Option<String> {
    let own = pairings.iter().filter(|pairing| pairing.level == level.name());
    let known =
        |against: &Option<String>| against.as_deref().is_none_or(|other| other == Level::Greedy.name());
    let best = own.filter(|pairing| known(&pairing.against)).max_by_key(|pairing| pairing.matches)?;
    let wins = (100.0 * best.share).round();
    let against = match (&best.against, best.seats) {
        (None, _) => String::new(),
        (Some(_), 2) => " against Greedy".to_owned(),
        (Some(_), seats) => format!(" against {} of Greedy", seats - 1),
    };
    Some(format!("wins {wins} of 100{against}"))
}

/// Ratings by level from all duels together, the most likely ones; `greedy` has 1000. A level that is not connected with
/// `greedy` by duels has none.
pub fn ratings(pairings: &[PairingResult]) -> BTreeMap<&str, f64> {
    let duels: Vec<(&str, &str, f64, f64)> = pairings.iter().filter_map(duel).collect();
    let mut ratings = BTreeMap::from([(Level::Greedy.name(), ANCHOR)]);
    // Levels that duels connect with those that are rated already.
    while let Some(new) = duels.iter().find_map(|&(one, other, ..)| {
        let known = |level| ratings.contains_key(level);
        (known(one) != known(other)).then_some(if known(one) { other } else { one })
    }) {
        ratings.insert(new, ANCHOR);
    }
    // Newton's method for one level at a time: a few hundred numbers at most.
    for _ in 0..500 {
        let levels: Vec<&str> =
            ratings.keys().copied().filter(|&level| level != Level::Greedy.name()).collect();
        for level in levels {
            let (mut slope, mut bend) = (0.0, 1e-9);
            for &(one, other, share, matches) in &duels {
                let Some((own, rival)) = ratings.get(one).zip(ratings.get(other)) else { continue };
                if one != level && other != level {
                    continue;
                }
                let expected = 1.0 / (1.0 + 10_f64.powf((rival - own) / 400.0));
                let sign = if one == level { 1.0 } else { -1.0 };
                slope += sign * matches * (share - expected);
                bend += matches * expected * (1.0 - expected);
            }
            let step = (slope / bend * 400.0 / std::f64::consts::LN_10).clamp(-100.0, 100.0);
            *ratings.get_mut(level).expect("it is one of its keys") += step;
        }
    }
    ratings
}

/// A pairing as a duel of two: level, opponent, share and number of matches.
fn duel(of: &PairingResult) -> Option<(&str, &str, f64, f64)> {
    let against = of.against.as_deref().filter(|_| of.seats > 1 && of.matches > 0)?;
    let matches = of.matches as f64;
    // A series that was won or lost without exception leaves room for one half of a match.
    let share = of.share.clamp(0.5 / matches, 1.0 - 0.5 / matches);
    // Among several opponents: the odds against each of them.
    let odds = share * f64::from(of.seats - 1) / (1.0 - share);
    Some((&of.level, against, odds / (1.0 + odds), matches))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairing(level: &str, against: &str, seats: u8, share: f64) -> PairingResult {
        PairingResult {
            level: level.to_owned(),
            against: Some(against.to_owned()),
            scenarios: vec!["A".to_owned()],
            seats,
            matches: 100,
            share,
            interval: [0.0, 1.0],
            mean_ms: None,
        }
    }

    #[test]
    fn ratings_follow_from_shares() {
        let duels = [pairing("cass", "greedy", 2, 0.909_090_9), pairing("dima", "cass", 2, 0.75)];
        let found = ratings(&duels);
        let whole = |rating: f64| rating.round() as i32;
        assert_eq!((whole(found["greedy"]), whole(found["cass"]), whole(found["dima"])), (1000, 1400, 1591));
        let four = [pairing("cass", "greedy", 4, 0.25)];
        assert_eq!(whole(ratings(&four)["cass"]), 1000, "a fair share of four");
        assert!(ratings(&[pairing("cass", "greedy", 2, 1.0)])["cass"] < 2000.0, "finite without a loss");
        assert!(
            !ratings(&[pairing("dima", "cass", 2, 0.6)]).contains_key("dima"),
            "not connected with greedy"
        );
    }

    #[test]
    fn the_measurements_of_the_program_are_readable_and_name_known_games_and_levels() {
        let known = crate::Catalog::standard();
        for (game, measured) in measurements() {
            assert!(known.ids().contains(&game.as_str()), "{game}");
            for pairing in &measured.pairings {
                let names = std::iter::once(&pairing.level).chain(&pairing.against);
                for name in names {
                    assert!(name.parse::<Level>().is_ok(), "{game}: {name}");
                }
                let [low, high] = pairing.interval;
                assert!(low <= pairing.share && pairing.share <= high, "{game}: {pairing:?}");
                assert!(pairing.matches > 0 && pairing.seats > 0, "{game}: {pairing:?}");
            }
        }
    }

    #[test]
    fn a_level_says_what_was_measured() {
        let cass = levels("star_borders").into_iter().find(|level| level.id == "cass").expect("a level");
        assert!(cass.rating.is_some_and(|rating| rating > 1_200), "{cass:?}");
        assert!(cass.measured.is_some_and(|measured| measured.starts_with("wins 9")), "against greedy");
        assert!(levels("nowhere").iter().all(|level| level.rating.is_none_or(|rating| rating == 1_000)));
    }
}
