//! Lessons line by line, and the rulebooks.

use std::process::ExitCode;

use catalog::Catalog;
use lessons::{Lessons, Mood, Run};

use crate::run_on;

#[test]
fn every_lesson_is_finished_by_doing_what_the_coach_says() {
    let catalog = Catalog::standard();
    for lesson in Lessons::standard().iter() {
        let mut input = String::new();
        for scene in 0..lesson.scenes.len() {
            let mut run = Run::open(&catalog, lesson, scene).expect("a scene of the program");
            while *run.mood() != Mood::Over {
                let done = if let Some(&way) = run.ways_on().first() {
                    input += &format!("{way}\n");
                    match way.strip_prefix("look ") {
                        Some(target) => run.look(&target.parse().expect("a target")),
                        None => run.act(way),
                    }
                } else {
                    input.push('\n');
                    run.go_on()
                };
                done.expect("the lesson was checked");
            }
        }
        let out = run_on(&catalog, &["play", &lesson.game, "--learn"], input.as_bytes()).ok();
        assert!(
            out.contains(&lesson.next.say),
            "{}: {}",
            lesson.game,
            &out[out.len().saturating_sub(2000)..]
        );
    }
}

#[test]
fn nonsense_in_a_lesson_is_answered_and_changes_nothing() {
    let catalog = Catalog::standard();
    let input =
        b"fly\n0\n\xff\nundo\nscene 9\nlook x\nlook place:TH1\nhelp\nmap\nhint\n\nend\n\ngo DL1\nquit\n";
    let out = run_on(&catalog, &["play", "star_borders", "--learn"], input).ok();
    assert!(out.contains("the coach does not wait for a choice now"), "{out}");
    assert!(out.contains("expected `scene` and a number from 1 to 3"), "{out}");
    assert!(out.contains("expected `look` and a target such as place:TH3"), "{out}");
    assert!(out.contains("That would end your turn with 4 LP unspent."), "{out}");
    assert!(out.contains("press Enter to try again"), "{out}");
    assert!(out.contains("no: "), "{out}");
}

#[test]
fn a_rulebook_is_printed_and_an_unknown_game_is_refused() {
    let catalog = Catalog::standard();
    let out = run_on(&catalog, &["rules", "star_borders"], b"").ok();
    assert!(out.starts_with("# Star Borders") && !out.contains("[picture"), "{out}");
    assert_eq!(run_on(&catalog, &["rules", "chess"], b"").code, ExitCode::from(4));
}
