//! The program as a process: its environment, its pipes, its exit codes.

use std::{
    io::{BufRead as _, BufReader, Write},
    path::Path,
    process::{Command, Output, Stdio},
};

use crate::folder;

fn starboard(state: &std::path::Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_starboard"))
        .args(args)
        .env("XDG_STATE_HOME", state)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    // A program that ends before it has read everything is none of our business here.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

#[test]
fn a_match_is_kept_and_can_be_continued() {
    let state = folder("process-play");
    let first = starboard(&state, &["play"], "1\nquit\n");
    let out = String::from_utf8(first.stdout).expect("text");
    assert!(first.status.success() && first.stderr.is_empty(), "{out}");
    assert!(out.starts_with("star_borders A\n") && out.contains("(greedy)"), "{out}");
    assert!(state.join("starboard/star_borders-autosave.json").exists());

    let second = starboard(&state, &["play", "--continue"], "log\n");
    let out = String::from_utf8(second.stdout).expect("text");
    assert!(second.status.success() && out.contains("the input has ended; the match is kept in"), "{out}");

    let nothing = starboard(&folder("process-empty"), &["play", "--continue"], "");
    assert_eq!(nothing.status.code(), Some(4), "{nothing:?}");
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_starboard"))
        .args(["games", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let ended = child.wait_with_output().expect("the program ends");
    assert!(ended.status.success() && ended.stderr.is_empty(), "{ended:?}");
}

#[test]
fn a_server_is_measured_with_every_game_for_two() {
    let state = folder("process-bench");
    let bench = |more: &[&str]| {
        let few = "bench server --tables 3 --rate 30 --warm-up 1 --seconds 1 --json".split(' ');
        starboard(&state, &few.chain(more.iter().copied()).collect::<Vec<_>>(), "")
    };
    for game in [&["--game", "star_borders"][..], &["--game", "stellar_conquest", "--scenario", "basic-2"]] {
        let ended = bench(game);
        let measured: serde_json::Value = serde_json::from_slice(&ended.stdout).expect("JSON");
        assert!(measured["moves"].as_u64() > Some(0), "{measured}");
        assert_eq!(measured["errors"], 0, "{game:?}");
    }
    let ended = bench(&["--game", "stellar_conquest"]);
    assert_eq!(ended.status.code(), Some(2));
    let told = String::from_utf8(ended.stderr).expect("text");
    assert!(told.contains("needs a two-player scenario; basic-4 has 4 seats"), "{told}");
}

#[test]
fn errors_are_one_plain_line() {
    let ended = starboard(&folder("process-error"), &["play", "chess"], "");
    assert_eq!(ended.status.code(), Some(4));
    let told = String::from_utf8(ended.stderr).expect("text");
    assert!(told.starts_with("error: no game \"chess\"; there are star_borders"), "{told}");
    assert_eq!(told.lines().count(), 1);
}

/// A server that runs while the administrator works; ends with its owner.
struct Server(std::process::Child);

impl Server {
    fn start(data: &str) -> Self {
        let args = ["serve", "--port", "0", "--data", data, "--log", "error"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_starboard"));
        let mut child = command.args(args).stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("piped"));
        out.read_line(&mut line).expect("it says where it is");
        assert!(line.contains("http://127.0.0.1:"), "{line}");
        Self(child)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A match two computers have played to its end, as a file.
fn finished_match(file: &Path) {
    let mut table = catalog::Catalog::standard()
        .open(&catalog::NewMatch::of("star_borders", "A").seeded(3))
        .expect("scenario A");
    while let Some(seat) = table.seats_to_act().iter().next() {
        let action = table
            .decision(seat)
            .and_then(|decision| decision.choose(search::Level::Greedy, 1))
            .expect("a decision");
        table.submit(seat, table.step_count(), &[&action]).expect("legal");
    }
    std::fs::write(file, table.save().write()).expect("written");
}

#[test]
fn an_administrator_works_beside_the_running_server() {
    let home = folder("process-administrator");
    let data = home.to_str().expect("a plain path").to_owned();
    let admin = |args: &[&str], input: &str| {
        let ended = starboard(&home, &[args, &["--data", data.as_str()]].concat(), input);
        let told = [ended.stdout, ended.stderr].map(|text| String::from_utf8(text).expect("text"));
        (ended.status.success(), told.concat())
    };
    let (found, told) = admin(&["user", "list"], "");
    assert!(!found && told.contains("there is no database at"), "{told}");

    let server = Server::start(&data);
    let good = |args: &[&str], input: &str, says: &str| {
        let (done, told) = admin(args, input);
        assert!(done && told.contains(says), "{args:?}: {told}");
    };
    let bad = |args: &[&str], input: &str, says: &str| {
        let (done, told) = admin(args, input);
        assert!(!done && told.contains(says), "{args:?}: {told}");
    };
    good(&["user", "add", "ada"], "a long password\n", "made the account");
    bad(&["user", "add", "Ada"], "a long password\n", "is taken");
    bad(&["user", "add", "bob"], "short\n", "8 to 200 characters");
    bad(&["user", "add", "<b>"], "a long password\n", "a name has");
    good(&["user", "password", "ada"], "a longer password\n", "set the password");
    good(&["user", "admin", "ada"], "", "is an administrator");
    good(&["user", "list"], "", "ada\tadministrator");
    good(&["user", "admin", "ada", "--off"], "", "no longer");
    bad(&["user", "close", "nobody"], "", "there is no account");

    // A finished match goes in, comes out again, and is the same.
    let (save, bought) = (home.join("match.json"), home.join("out"));
    finished_match(&save);
    let path = |file: &Path| file.to_str().expect("a plain path").to_owned();
    good(&["import", &path(&save)], "", "is now /t/");
    good(&["export", &path(&bought)], "", "wrote 1 matches");
    let exported = std::fs::read_dir(&bought).expect("a folder").next().expect("a file").expect("readable");
    let verified = starboard(&home, &["replay", &path(&exported.path()), "--verify"], "");
    assert!(verified.status.success(), "{verified:?}");
    let steps = |file: &Path| {
        let text = std::fs::read_to_string(file).expect("readable");
        table::Save::read(&text).expect("whole").steps
    };
    assert_eq!(steps(&exported.path()), steps(&save));
    std::fs::write(&save, "{}").expect("written");
    bad(&["import", &path(&save)], "", "match.json");

    // A copy made while the server runs holds all of it, and never overwrites.
    let copy = home.join("copy.sqlite");
    good(&["backup", &path(&copy)], "", "backed up to");
    bad(&["backup", &path(&copy)], "", "exists already");
    drop(server);
    let listed = starboard(&home, &["user", "list", "--database", &path(&copy)], "");
    assert!(String::from_utf8_lossy(&listed.stdout).contains("ada"), "{listed:?}");
    good(&["user", "close", "ada"], "", "closed the account");
}
