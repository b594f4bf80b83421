//! The program as a process: its environment, its pipes, its exit codes.

use std::{
    io::Write,
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
fn errors_are_one_plain_line() {
    let ended = starboard(&folder("process-error"), &["play", "chess"], "");
    assert_eq!(ended.status.code(), Some(4));
    let told = String::from_utf8(ended.stderr).expect("text");
    assert!(told.starts_with("error: no game \"chess\"; there are star_borders"), "{told}");
    assert_eq!(told.lines().count(), 1);
}
