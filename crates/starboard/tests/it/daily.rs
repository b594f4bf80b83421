//! The challenge of the day without a server. A test clock decides which day it is.

use std::{path::Path, time::Duration};

use catalog::{Catalog, Day};
use serde_json::Value;
use server::TimeSource;
use starboard::Console;

use crate::{Ran, folder};

const ONE_DAY: Duration = Duration::from_hours(24);

/// The program with a folder and a clock of its own.
struct Machine {
    folder: std::path::PathBuf,
    clock: TimeSource,
}

impl Machine {
    /// At 01:00 of a day.
    fn new(test: &str) -> Self {
        let clock = TimeSource::default();
        let tomorrow = Day::of(clock.now()).closes() + 3_600_000;
        clock.advance(Duration::from_millis((tomorrow - clock.now()) as u64));
        Self { folder: folder(test), clock }
    }

    fn run(&self, args: &[&str], input: &str) -> Ran {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut console = Console::plain(input.as_bytes(), &mut out, &mut err);
        console.clock = self.clock.clone();
        console.state_folder.clone_from(&self.folder);
        let args = std::iter::once("starboard").chain(args.iter().copied());
        let code = starboard::run(&Catalog::standard(), args, &mut console);
        drop(console);
        let text = |bytes| String::from_utf8(bytes).expect("the program writes text");
        Ran { code, out: text(out), err: text(err) }
    }

    fn day(&self) -> Day {
        Day::of(self.clock.now())
    }

    fn record(&self) -> std::path::PathBuf {
        self.folder.join("challenge.json")
    }

    fn days(&self) -> Value {
        serde_json::from_str(&self.run(&["days", "--json"], "").ok()).expect("one JSON document")
    }
}

const DAILY: [&str; 3] = ["play", "space_infantry", "--daily"];

fn commitment(out: &str) -> &str {
    out.lines().find(|line| line.starts_with("dice commitment")).expect("printed at the start")
}

#[test]
fn one_attempt_counts_and_practice_is_free() {
    let machine = Machine::new("daily-once");
    let today = machine.days();
    assert_eq!(today["today"]["attempt"], Value::Null);
    let first = machine.run(&DAILY, "hint\n1\nquit\n").ok();
    assert!(first.contains("there are no hints in a counted attempt"), "{first}");
    assert!(first.contains(today["today"]["commitment"].as_str().expect("a text")), "{first}");
    // The same attempt goes on; its first decision is made.
    let second = machine.run(&DAILY, "log\nresign\n").ok();
    assert_eq!(commitment(&second), commitment(&first));
    assert!(second.contains("the match is over: you lost"), "{second}");
    let refused = machine.run(&DAILY, "").failed(1);
    assert!(
        refused.starts_with(&format!("you have played the challenge of {}: not won with", machine.day())),
        "{refused}"
    );
    assert!(refused.contains("--practice"), "{refused}");
    let attempt = &machine.days()["today"]["attempt"];
    assert_eq!((&attempt["over"], &attempt["won"]), (&Value::Bool(true), &Value::Bool(false)));
    let counted = attempt.clone();
    assert!(counted["points"].is_i64());
    // Practice has the same dice, hints, and changes no result.
    let practice = machine.run(&["play", "--daily", "--practice"], "hint\nresign\n").ok();
    assert_eq!(commitment(&practice), commitment(&first));
    assert!(practice.contains("hint: "), "{practice}");
    assert_eq!(machine.days()["today"]["attempt"], counted);
    assert!(machine.run(&["days"], "").ok().contains("not won with"), "also in words");
    // Tomorrow is another day.
    machine.clock.advance(ONE_DAY);
    let next = machine.run(&DAILY, "quit\n").ok();
    assert_ne!(commitment(&next), commitment(&first));
    assert_eq!(machine.days()["attempts"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_day_that_is_not_open_is_refused() {
    let machine = Machine::new("daily-closed");
    let daily = |day: Day| format!("--daily={day}");
    let (yesterday, tomorrow) = (Day(machine.day().0 - 1), Day(machine.day().0 + 1));
    let refused = machine.run(&["play", &daily(yesterday)], "").failed(1);
    assert_eq!(refused, format!("the challenge of {yesterday} has closed; add --practice to play it"));
    machine.run(&["play", &daily(yesterday), "--practice"], "quit\n").ok();
    for more in [&[][..], &["--practice"]] {
        let named = daily(tomorrow);
        let args = [&["play", &named], more].concat();
        let refused = machine.run(&args, "").failed(1);
        assert!(refused.starts_with(&format!("the challenge of {tomorrow} is not open yet")), "{refused}");
    }
    assert!(machine.run(&["play", "--daily=2026-02-30"], "").failed(2).contains("2026-11-18"));
    assert!(
        machine.run(&["play", "star_borders", "--daily"], "").failed(2).contains("a match of space_infantry")
    );
    machine.run(&["play", "--daily", "--seed", "7"], "").failed(2);
    machine.run(&["play", "--practice"], "").failed(2);
    assert!(!machine.record().exists(), "nothing of this counts");
}

#[test]
fn an_attempt_that_ends_after_midnight_has_no_points() {
    let machine = Machine::new("daily-late");
    machine.run(&DAILY, "quit\n").ok();
    machine.clock.advance(ONE_DAY);
    assert_eq!(machine.days()["today"]["attempt"], Value::Null);
    let yesterday = format!("--daily={}", Day(machine.day().0 - 1));
    assert!(machine.run(&["play", &yesterday], "").failed(1).contains("has closed"));
    let listed = machine.run(&["days"], "").ok();
    assert!(listed.contains("not finished before the day closed"), "{listed}");
}

#[test]
fn damaged_files_are_named_and_kept() {
    let machine = Machine::new("daily-damaged");
    machine.run(&DAILY, "quit\n").ok();
    let save = machine.folder.join(format!("space_infantry-{}.json", machine.day()));
    let keep = |file: &Path, text: &str| {
        let before = std::fs::read_to_string(file).expect("there");
        std::fs::write(file, text).expect("written");
        let error = machine.run(&DAILY, "").failed(3);
        assert!(error.contains(file.to_str().expect("a plain name")), "{error}");
        assert_eq!(std::fs::read_to_string(file).expect("kept"), text);
        std::fs::write(file, before).expect("written");
    };
    keep(&save, "{");
    keep(&machine.record(), "[]");
    std::fs::rename(&save, machine.folder.join("elsewhere")).expect("moved");
    let missing = machine.run(&DAILY, "").failed(4);
    assert!(missing.contains("is missing"), "{missing}");
    std::fs::rename(machine.folder.join("elsewhere"), &save).expect("moved");
    machine.run(&DAILY, "quit\n").ok();
}
