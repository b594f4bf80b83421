//! Plays every lesson through and compares what it says with the rules.

mod checker;
mod format;
mod rulebooks;

use checker::check;

#[test]
fn star_borders_is_taught_as_it_is_played() {
    check("star_borders");
}

#[test]
fn stellar_conquest_is_taught_as_it_is_played() {
    check("stellar_conquest");
}

#[test]
fn space_infantry_is_taught_as_it_is_played() {
    check("space_infantry");
}

#[test]
fn ev_nova_is_taught_as_it_is_played() {
    check("ev_nova");
}

#[test]
fn starcraft_is_taught_as_it_is_played() {
    check("starcraft");
}
