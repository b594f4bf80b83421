//! Averages of players over many matches, for games whose rules define one.

use std::collections::BTreeMap;

use rules::Outcome;
use serde::Serialize;

/// How a game rates players over many matches.
#[derive(Clone, Copy, Debug)]
pub struct AverageRule {
    /// Its name in the rulebook.
    pub name: &'static str,
    /// How it is computed, in a sentence.
    pub about: &'static str,
    /// The average, in hundredths, of matches given as (points, players); `None` without a match.
    pub of: fn(&[(i32, u8)]) -> Option<u32>,
}

/// The average of one player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayerAverage {
    /// The player's name.
    pub name: String,
    /// How many matches count.
    pub matches: u32,
    /// The average with two decimal places.
    pub average: String,
}

/// A finished match as far as averages are concerned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedMatch {
    /// By seat.
    pub players: Vec<String>,
    /// By seat.
    pub points: Vec<i32>,
}

impl RatedMatch {
    /// A match that a rule of the game ended. What the table ended (resignation, clock, agreement) has no points, and a
    /// match without the names of its players rates none of them: `Err` says which.
    pub fn new(players: Vec<String>, outcome: Option<&Outcome>) -> Result<Self, &'static str> {
        let outcome = outcome.ok_or("the match is not over")?;
        if outcome.rule.is_none() {
            return Err("the match was not played to its end");
        }
        if players.len() != outcome.points.len() || players.iter().any(String::is_empty) {
            return Err("the match does not name its players");
        }
        Ok(Self { players, points: outcome.points.clone() })
    }
}

impl AverageRule {
    /// The averages of all players, best first. With a `group`, only matches count in which all players belong to it.
    pub fn rank(&self, matches: &[RatedMatch], group: &[String]) -> Vec<PlayerAverage> {
        let in_group = |name: &String| group.is_empty() || group.contains(name);
        let mut results: BTreeMap<&str, Vec<(i32, u8)>> = BTreeMap::new();
        for played in matches.iter().filter(|played| played.players.iter().all(in_group)) {
            for (name, &points) in played.players.iter().zip(&played.points) {
                results.entry(name).or_default().push((points, played.players.len() as u8));
            }
        }
        let average =
            |(name, results): (&str, Vec<(i32, u8)>)| Some(((self.of)(&results)?, name, results.len()));
        let mut ranked: Vec<(u32, &str, usize)> = results.into_iter().filter_map(average).collect();
        ranked.sort_by(|(one, ..), (other, ..)| other.cmp(one));
        let shown = |(hundredths, name, matches): (u32, &str, usize)| PlayerAverage {
            name: name.to_owned(),
            matches: matches as u32,
            average: format!("{}.{:02}", hundredths / 100, hundredths % 100),
        };
        ranked.into_iter().map(shown).collect()
    }
}

#[cfg(test)]
mod tests {
    use rules::{Outcome, RuleId, Seat, Seats};

    use super::RatedMatch;
    use crate::Catalog;

    fn played(players: &[&str], points: &[i32]) -> RatedMatch {
        let outcome = Outcome::ranked(points.to_vec(), RuleId::new("SQ-10.1c"), "the last year is over");
        RatedMatch::new(players.iter().map(|&name| name.to_owned()).collect(), Some(&outcome))
            .expect("it counts")
    }

    #[test]
    fn matches_are_weighted_by_their_players() {
        let rule =
            Catalog::standard().game("stellar_conquest").expect("a game").average().expect("it has one");
        // The ledger's example (SQ-EX-29): 12 of two, 10 of three, 15 of four players.
        let matches = [
            played(&["ada", "bob"], &[12, 9]),
            played(&["bob", "ada", "eve"], &[3, 10, 4]),
            played(&["ada", "bob", "cy", "eve"], &[15, 0, 1, 2]),
        ];
        let ranked = rule.rank(&matches, &[]);
        let row = |at: usize| (ranked[at].name.as_str(), ranked[at].matches, ranked[at].average.as_str());
        assert_eq!(row(0), ("ada", 3, "19.00"));
        // 3 · 1½ + 2 · 2 = 8½ over two matches with four players: (6 + 4) / 2, Bob: (9 + 4½ + 0) / 3.
        assert_eq!((row(1), row(2), row(3)), (("eve", 2, "5.00"), ("bob", 3, "4.50"), ("cy", 1, "2.00")));
        let group: Vec<String> = ["ada", "bob", "eve"].map(str::to_owned).to_vec();
        let among = rule.rank(&matches, &group);
        assert_eq!(
            (among[0].matches, among[0].average.as_str()),
            (2, "13.50"),
            "the match with Cy does not count"
        );
    }

    #[test]
    fn only_matches_that_ended_by_a_rule_count() {
        let players = || vec!["ada".to_owned(), "bob".to_owned()];
        let resigned = Outcome::by_table(2, Seats::only(Seat(0)), "Bob resigned");
        assert_eq!(RatedMatch::new(players(), None), Err("the match is not over"));
        assert_eq!(RatedMatch::new(players(), Some(&resigned)), Err("the match was not played to its end"));
        let ended = Outcome::ranked(vec![3, 4], RuleId::new("SQ-10.1c"), "the last year is over");
        assert_eq!(RatedMatch::new(vec![], Some(&ended)), Err("the match does not name its players"));
        assert!(RatedMatch::new(players(), Some(&ended)).is_ok());
    }

    #[test]
    fn games_without_such_a_rule_have_no_average() {
        assert!(Catalog::standard().game("star_borders").expect("a game").average().is_none());
    }
}
