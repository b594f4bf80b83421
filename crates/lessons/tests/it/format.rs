//! Wrong files are refused with file, line and field; a scene is restored from its moves.

use catalog::Catalog;
use lessons::{Lesson, Lessons, Mood, Move, Run, RunError};

const STAR_BORDERS: &str = include_str!("../../../../data/lessons/star_borders.toml");

fn refused(text: &str) -> String {
    Lesson::read("my.toml", text).expect_err("a wrong file").to_string()
}

#[test]
fn unknown_and_wrong_fields_name_file_line_and_field() {
    assert!(Lesson::read("my.toml", STAR_BORDERS).is_ok());
    let misspelt = refused(&STAR_BORDERS.replacen("summary =", "sumary =", 1));
    assert!(
        misspelt.starts_with("my.toml: ") && misspelt.contains("line ") && misspelt.contains("sumary"),
        "{misspelt}"
    );
    let nested = refused(&STAR_BORDERS.replacen("until =", "untill =", 1));
    assert!(nested.contains("line ") && nested.contains("untill"), "{nested}");
    let kind = refused(&STAR_BORDERS.replacen("kind = \"watch\"", "kind = \"look\"", 1));
    assert!(kind.contains("line ") && kind.contains("look") && kind.contains("watch"), "{kind}");
    assert!(refused("format = ").contains("line 1"));
}

#[test]
fn fields_that_do_not_fit_name_the_step() {
    let seat = refused(&STAR_BORDERS.replacen("seat = 0", "seat = 7", 1));
    assert_eq!(seat, "my.toml: lesson: seat: expected a number below 2");
    let show = refused(&STAR_BORDERS.replacen("\"piece:A-SE-1\"", "\"ship:A-SE-1\"", 1));
    assert!(show.starts_with("my.toml: your-turn/fly-the-scout: show: "), "{show}");
    let version = refused(&STAR_BORDERS.replacen("starboard-lesson/1", "starboard-lesson/9", 1));
    assert!(version.contains("format"), "{version}");
}

#[test]
fn a_scene_follows_from_its_moves() {
    let (catalog, lessons) = (Catalog::standard(), Lessons::standard());
    let lesson = lessons.find("star_borders", "first-orders").expect("the first lesson");
    let act = |action: &str| Move::Act(action.to_owned());
    let mut moves = vec![Move::GoOn, act("pick A-SE-1"), act("go DL3")];
    let mut run = Run::replay(&catalog, lesson, 0, &moves).expect("legal moves");
    assert_eq!((run.began(), run.moves(), run.step().id.as_str()), (1, 3, "fly-the-scout"));
    assert!(run.prompt().undo);
    run.undo().expect("nothing was revealed");
    assert_eq!(run.moves(), 2);
    // a choice that misses the aim ends the step, and nothing but trying again is possible
    moves.truncate(1);
    moves.push(act("end"));
    let mut missed = Run::replay(&catalog, lesson, 0, &moves).expect("legal moves");
    assert!(matches!(missed.mood(), Mood::Missed(_)));
    assert!(missed.prompt().choices.is_empty());
    assert!(matches!(missed.act("end"), Err(RunError::NotNow(_))));
    assert!(matches!(missed.go_on(), Err(RunError::NotNow(_))));
    missed.try_again();
    assert_eq!((missed.moves(), missed.mood()), (1, &Mood::Coach));
    // what the rules refuse changes nothing
    assert!(matches!(missed.act("go DL1"), Err(RunError::Submit(_))));
    assert!(matches!(missed.act("no such thing"), Err(RunError::Submit(_))));
    assert_eq!(missed.moves(), 1);
}
