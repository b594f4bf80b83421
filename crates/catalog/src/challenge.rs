//! The challenge of the day: one scenario and one seed per UTC day.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use table::Seed;

/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

/// A UTC day, counted from 1970-01-01. Written as `2026-11-18`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Day(pub i64);

impl Day {
    /// The day of a moment, Unix milliseconds.
    pub fn of(millis: i64) -> Self {
        Self(millis.div_euclid(DAY_MS))
    }

    /// When it opens, Unix milliseconds.
    pub fn opens(self) -> i64 {
        self.0 * DAY_MS
    }

    /// When it closes, Unix milliseconds.
    pub fn closes(self) -> i64 {
        self.opens() + DAY_MS
    }

    /// Year, month and day of the month in the Gregorian calendar.
    fn civil(self) -> (i64, i64, i64) {
        // Years begin in March, so that a leap day is the last one of its year.
        let days = self.0 + 719_468;
        let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        (era * 400 + year + i64::from(month <= 2), month, day)
    }

    fn from_civil(year: i64, month: i64, day: i64) -> Self {
        let year = year - i64::from(month <= 2);
        let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
        let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
        Self(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.civil();
        write!(out, "{year:04}-{month:02}-{day:02}")
    }
}

impl FromStr for Day {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("no day {text:?}; expected a day as in 2026-11-18");
        let numbers: Option<Vec<i64>> = text
            .split('-')
            .map(|part| part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok())?)
            .collect();
        let Some([year, month, day]) = numbers.as_deref().and_then(|numbers| numbers.first_chunk::<3>())
        else {
            return Err(wrong());
        };
        let (year, month, day) = (*year, *month, *day);
        if text.len() != 10 || !(1970..=9999).contains(&year) || !(1..=12).contains(&month) {
            return Err(wrong());
        }
        let found = Self::from_civil(year, month, day);
        // A day that the month does not have is another day.
        if found.civil() == (year, month, day) { Ok(found) } else { Err(wrong()) }
    }
}

/// What is played on a day.
#[derive(Clone, Copy, Debug)]
pub struct Challenge {
    /// The game.
    pub game: &'static str,
    /// The scenario.
    pub scenario: &'static str,
    /// The scenario for people: its level.
    pub title: &'static str,
    /// The rank of each result by points.
    pub ranks: fn(&[i32]) -> Vec<u32>,
}

impl Challenge {
    /// The seed of local play: it follows from game and day alone, so players without a server can compare results. It is
    /// no secret; servers draw theirs at random.
    pub fn public_seed(&self, day: Day) -> Seed {
        Seed::from_text(&format!("starboard challenge of the day\n{}\n{day}\n", self.game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalog;

    #[test]
    fn days_are_written_and_read() {
        for (day, text) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_775, "2026-11-18"),
            (20_818, "2026-12-31"),
            (20_819, "2027-01-01"),
        ] {
            assert_eq!(Day(day).to_string(), text);
            assert_eq!(text.parse(), Ok(Day(day)));
        }
        for day in 0..80_000 {
            assert_eq!(Day(day).to_string().parse(), Ok(Day(day)));
        }
        for wrong in [
            "",
            "today",
            "2026-11",
            "2026-02-29",
            "2026-11-31",
            "2026-13-01",
            "2026-1-1",
            "2026-+1-01",
            "1969-12-31",
            "2026-11-18-1",
        ] {
            assert!(wrong.parse::<Day>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_day_begins_and_ends_at_midnight() {
        let day: Day = "2026-11-18".parse().expect("a day");
        assert_eq!(Day::of(day.opens()), day);
        assert_eq!(Day::of(day.closes() - 1), day);
        assert_eq!(Day::of(day.closes()), Day(day.0 + 1));
    }

    #[test]
    fn every_day_has_a_challenge_and_the_levels_take_turns() {
        let catalog = Catalog::standard();
        let scenarios: Vec<&str> = (0..6)
            .map(|day| catalog.challenge(Day(20_775 + day)).expect("one game has it").scenario)
            .collect();
        assert_eq!(scenarios[..3], scenarios[3..]);
        let mut three = scenarios[..3].to_vec();
        three.sort_unstable();
        assert_eq!(three, ["easy:60", "hard:60", "medium:60"]);
        for scenario in three {
            catalog.open(&crate::NewMatch::of("space_infantry", scenario)).expect("it can be played");
        }
    }

    #[test]
    fn local_seeds_follow_from_the_day_alone() {
        let challenge = Catalog::standard().challenge(Day(20_775)).expect("one game has it");
        // Fixed for years: players compare results of the same day.
        let seed = challenge.public_seed(Day(20_775));
        assert_eq!(seed.to_hex()[..16], *"e7c0bd1cb0aa94c1");
        assert_eq!(challenge.public_seed(Day(20_775)), seed);
        assert_ne!(challenge.public_seed(Day(20_776)), seed);
    }
}
