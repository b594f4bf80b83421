//! `starboard play --daily` and `starboard days`: the challenge of the day without a server.
//!
//! The seed follows from the day alone ([`Challenge::public_seed`]), so results of the same day can be compared. One
//! attempt counts; it is recorded when it begins and again when it ends.

use std::path::{Path, PathBuf};

use catalog::{AnyTable, Catalog, Challenge, Day, NewMatch};
use serde::{Deserialize, Serialize};
use server::TimeSource;

use crate::{
    Console, Failure,
    cli::{DaysArgs, PlayArgs},
    files,
    play::Session,
};

/// A counted attempt as recorded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Entry {
    day: String,
    game: String,
    scenario: String,
    /// Whether it has ended.
    over: bool,
    #[serde(default)]
    won: bool,
    /// Absent unless it ended before the day closed.
    #[serde(default)]
    points: Option<i32>,
    /// How it ended.
    #[serde(default)]
    text: String,
}

/// All counted attempts on this machine, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Record {
    attempts: Vec<Entry>,
}

impl Record {
    /// An empty one if there is no file; a damaged file is an error and stays as it is.
    fn read(file: &Path) -> Result<Self, Failure> {
        if !file.exists() {
            return Ok(Self::default());
        }
        serde_json::from_str(&files::read(file)?).map_err(|error| {
            let name = file.display();
            Failure::Data(format!("{name}: not a record of challenges: {error}; repair it or move it away"))
        })
    }

    fn write(&self, file: &Path) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(self).expect("a record is plain data");
        files::write(file, &(text + "\n"))
    }

    fn of(&self, day: Day) -> Option<&Entry> {
        let day = day.to_string();
        self.attempts.iter().find(|entry| entry.day == day)
    }
}

fn record_file(console: &Console<'_>) -> PathBuf {
    console.state_folder.join("challenge.json")
}

/// The counted attempt that a session plays.
pub(crate) struct Attempt {
    day: Day,
    record: PathBuf,
    clock: TimeSource,
}

impl Attempt {
    /// Records the result, once: later changes of the match do not count.
    pub(crate) fn finish(&self, table: &dyn AnyTable) -> Result<(), Failure> {
        let Some(outcome) = table.outcome() else { return Ok(()) };
        let mut record = Record::read(&self.record)?;
        let day = self.day.to_string();
        let Some(entry) = record.attempts.iter_mut().find(|entry| entry.day == day && !entry.over) else {
            return Ok(());
        };
        entry.over = true;
        if self.clock.now() < self.day.closes() {
            entry.won = !outcome.winners.is_empty();
            entry.points = outcome.points.first().copied();
            entry.text = outcome.reason;
        } else {
            "it ended after the day had closed".clone_into(&mut entry.text);
        }
        record.write(&self.record)
    }
}

fn challenge(catalog: &Catalog, day: Day) -> Result<Challenge, Failure> {
    let found = catalog.challenge(day);
    found.ok_or_else(|| Failure::NotFound("no game has a challenge of the day".to_owned()))
}

/// The session of `play --daily`: a new attempt, the one that was interrupted, or practice.
pub(crate) fn open(
    catalog: &Catalog,
    args: &PlayArgs,
    wanted: Option<Day>,
    console: &Console<'_>,
) -> Result<Session, Failure> {
    let today = Day::of(console.clock.now());
    let day = wanted.unwrap_or(today);
    let challenge = challenge(catalog, day)?;
    if let Some(game) = args.game.as_deref().filter(|&game| game != challenge.game) {
        catalog.game(game)?;
        let message = format!("the challenge of the day is a match of {}, not of {game}", challenge.game);
        return Err(Failure::Usage(message));
    }
    if day > today {
        return Err(Failure::Check(format!(
            "the challenge of {day} is not open yet; it opens at 00:00 UTC of that day"
        )));
    }
    let begin = || {
        let wanted = NewMatch::of(challenge.game, challenge.scenario);
        catalog.open(&NewMatch { seed: challenge.public_seed(day), ..wanted })
    };
    if args.practice {
        let file = console.state_folder.join(format!("{}-{day}-practice.json", challenge.game));
        return Session::with_table(catalog, args, begin()?, file, true, None);
    }
    if day < today {
        return Err(Failure::Check(format!("the challenge of {day} has closed; add --practice to play it")));
    }
    let (file, record_file) =
        (console.state_folder.join(format!("{}-{day}.json", challenge.game)), record_file(console));
    let mut record = Record::read(&record_file)?;
    let attempt = Attempt { day, record: record_file.clone(), clock: console.clock.clone() };
    match record.of(day) {
        Some(entry) if entry.over => Err(Failure::Check(format!(
            "you have played the challenge of {day}: {}; add --practice to play it again without counting",
            result(entry)
        ))),
        Some(_) if !file.exists() => Err(Failure::NotFound(format!(
            "you have started the challenge of {day}, but its save {:?} is missing; add --practice to play it without counting",
            file.display().to_string()
        ))),
        Some(_) => {
            let table = crate::play::load(catalog, &file, Some(challenge.game))?;
            Session::with_table(catalog, args, table, file, false, Some(attempt))
        }
        None => {
            let mut session = Session::with_table(catalog, args, begin()?, file, true, Some(attempt))?;
            // The save comes first: an attempt that is recorded can always be continued.
            session.autosave()?;
            record.attempts.push(Entry {
                day: day.to_string(),
                game: challenge.game.to_owned(),
                scenario: challenge.scenario.to_owned(),
                over: false,
                won: false,
                points: None,
                text: String::new(),
            });
            record.write(&record_file)?;
            Ok(session)
        }
    }
}

fn result(entry: &Entry) -> String {
    let points = entry.points.map(|points| format!(" with {points} points")).unwrap_or_default();
    format!("{}{points} ({})", if entry.won { "won" } else { "not won" }, entry.text)
}

/// `starboard days`
pub(crate) fn list(catalog: &Catalog, args: &DaysArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Today {
        day: String,
        game: &'static str,
        scenario: &'static str,
        title: &'static str,
        /// Unix milliseconds.
        closes: i64,
        commitment: String,
        attempt: Option<Entry>,
    }
    #[derive(Serialize)]
    struct Listed {
        today: Today,
        attempts: Vec<Entry>,
    }
    let day = Day::of(console.clock.now());
    let challenge = challenge(catalog, day)?;
    let record = Record::read(&record_file(console))?;
    let attempt = record.of(day).cloned();
    if args.json {
        let today = Today {
            day: day.to_string(),
            game: challenge.game,
            scenario: challenge.scenario,
            title: challenge.title,
            closes: day.closes(),
            commitment: challenge.public_seed(day).commitment(),
            attempt,
        };
        let listed = Listed { today, attempts: record.attempts };
        let text = serde_json::to_string_pretty(&listed).expect("a list of days is plain data");
        return Ok(writeln!(console.out, "{text}")?);
    }
    let state = match &attempt {
        None => "not played yet; start it with `starboard play --daily`".to_owned(),
        Some(entry) if entry.over => result(entry),
        Some(_) => "running; continue it with `starboard play --daily`".to_owned(),
    };
    writeln!(console.out, "{day}  {} {}: {state}", challenge.game, challenge.title)?;
    for entry in record.attempts.iter().rev().filter(|entry| entry.day != day.to_string()) {
        let state = if entry.over { result(entry) } else { "not finished before the day closed".to_owned() };
        writeln!(console.out, "{}  {} {}: {state}", entry.day, entry.game, entry.scenario)?;
    }
    Ok(())
}
