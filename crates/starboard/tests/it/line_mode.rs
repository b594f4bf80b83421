//! A match line by line.

use catalog::Catalog;

use crate::{catalog, folder, path, run, run_on};

#[test]
fn a_scripted_match_is_played_to_its_end_and_proved() {
    let file = folder("plain-end").join("match.json");
    let args = ["play", "duel", "--seed", "7", "--seat", "0", "--bot", "random", "--save", path(&file)];
    let input = "aim\naim\nfire\n".repeat(60);
    let out = run(&args, input.as_bytes()).ok();
    assert!(out.contains("the match is over: "), "{out}");
    assert!(out.contains("dice seed "), "{out}");
    assert!(out.ends_with(&format!("finished; the match is kept in {}\n", path(&file))), "{out}");
    let proof = run(&["replay", path(&file), "--verify"], b"").ok();
    assert!(proof.contains("every one came from the committed seed"), "{proof}");
}

#[test]
fn a_game_of_the_catalogue_is_played_to_its_end_line_by_line() {
    let standard = Catalog::standard();
    let file = folder("plain-star_borders").join("match.json");
    let args = ["play", "star_borders", "--seed", "7", "--bot", "random", "--save", path(&file)];
    let out = run_on(&standard, &args, "1\n".repeat(20_000).as_bytes()).ok();
    assert!(out.contains("the match is over: "), "{}", &out[out.len() - 2000..]);
}

#[test]
fn every_game_of_the_catalogue_is_played_line_by_line() {
    let standard = Catalog::standard();
    for game in standard.games() {
        let file = folder(&format!("plain-{}", game.id)).join("match.json");
        let args = ["play", game.id, "--seed", "7", "--bot", "random", "--save", path(&file)];
        let out = run_on(&standard, &args, format!("{}quit\n", "1\n".repeat(60)).as_bytes()).ok();
        assert!(
            out.contains("the match is kept in") || out.contains("the match is over: "),
            "{}: {out}",
            game.id
        );
    }
}

#[test]
fn nonsense_is_answered_and_never_ends_the_match() {
    let file = folder("plain-nonsense").join("match.json");
    let args = ["play", "--seed", "1", "--save", path(&file)];
    let input = b"0\n99\n-1\n99999999999999999999999\n\n\xff\xfe\nfly\ntorpedo!\norders x\nsave /\n/zzz\nwhy\nmap\nlog\nhelp\nhint\n";
    let out = run(&args, input).ok();
    assert!(out.contains("there is no choice 0; expected 1 to "), "{out}");
    assert!(out.contains("there is no choice 99; expected 1 to "), "{out}");
    assert!(
        out.contains("not an action of this game: expected aim, fire, torpedo or concede, found \"fly\""),
        "{out}"
    );
    assert!(out.contains("expected `orders` and a number from 1 to 1"), "{out}");
    assert!(out.contains("not saved: "), "{out}");
    assert!(out.contains("hint: "), "{out}");
    assert!(out.contains("the input has ended; the match is kept in"), "{out}");
}

#[test]
fn a_refusal_quotes_the_rule() {
    let file = folder("plain-why").join("match.json");
    let args = ["play", "--seed", "1", "--seat", "both", "--save", path(&file)];
    let out = run(&args, b"aim\naim\nwhy\naim\nundo\nundo\nundo\nquit\n").ok();
    assert!(out.contains("aim – DU-2 Aim twice at most."), "{out}");
    assert!(out.contains("no: rule DU-2 does not allow it\n    Aim twice at most."), "{out}");
    assert_eq!(out.matches("taken back").count(), 2, "{out}");
    assert!(out.contains("cannot take back: dice have been rolled since"), "{out}");
    assert!(out.contains("stopped; the match is kept in"), "{out}");
}

#[test]
fn a_match_goes_on_where_it_was_left() {
    let folder = folder("plain-resume");
    let file = folder.join("match.json");
    run(&["play", "--seed", "3", "--seat", "both", "--save", path(&file)], b"aim\nquit\n").ok();
    let out = run(&["play", "--resume", path(&file)], b"undo\naim\nfire\nquit\n").ok();
    assert!(out.contains("seat 1: Right (person)"), "who sat where is kept:\n{out}");
    assert!(out.contains("taken back"), "{out}");
    assert!(run(&["replay", path(&file)], b"").ok().contains("Fired"));

    let other = run(&["play", "--seed", "4", "--save", path(&file)], b"quit\n").ok();
    assert!(other.contains("kept in"), "{other}");
    assert!(folder.join("match.previous.json").exists(), "the older match is put aside, not lost");
    assert!(
        run(&["play", "chess", "--resume", path(&file)], b"").failed(2).contains("is a match of \"duel\"")
    );
}

#[test]
fn nobody_at_the_keyboard_lets_the_computer_play() {
    let file = folder("plain-watch").join("match.json");
    let out = run(&["play", "--seat", "none", "--seed", "5", "--save", path(&file)], b"").ok();
    assert!(out.contains("the match is over: "), "{out}");
}

#[test]
fn a_standing_order_answers_from_now_on() {
    let file = folder("plain-orders").join("match.json");
    let out =
        run(&["play", "--seed", "2", "--bot", "random", "--save", path(&file)], b"orders\norders 1\n").ok();
    assert!(out.contains("  1 [ ] Always fire at once"), "{out}");
    assert!(out.contains("  1 [x] Always fire at once"), "{out}");
}

#[test]
fn a_reader_that_goes_away_is_no_error_and_loses_nothing() {
    struct Closed;
    impl std::io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut err = Vec::new();
    let mut console = starboard::Console::plain(b"".as_slice(), Closed, &mut err);
    let code = starboard::run(&catalog(), ["starboard", "games"], &mut console);
    drop(console);
    assert_eq!((code, err.len()), (std::process::ExitCode::SUCCESS, 0));
}
