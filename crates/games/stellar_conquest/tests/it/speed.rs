//! Figures for a quiet machine: `cargo test --release -p stellar_conquest --test it speed -- --ignored --nocapture`.

use std::{hint::black_box, time::Instant};

use laws::{SplitMix64, random_step};
use rules::{Game, Turn, Viewer};

use crate::common::game;

#[test]
#[ignore = "prints figures, checks nothing"]
fn print_speed() {
    for setup in ["basic-4", "four-D", "nova-20"] {
        let game = game(setup);
        let (mut dice, mut legal) = (SplitMix64(1), Vec::new());
        let (mut decisions, mut samples) = (0u64, Vec::new());
        let clock = Instant::now();
        while clock.elapsed().as_secs_f64() < 2.0 {
            let mut state = game.start();
            while let Some(step) = random_step(&game, &state, &mut legal, &mut dice) {
                decisions += u64::from(matches!(step, rules::Step::Act(..)));
                game.apply(&mut state, step, &mut |event| drop(black_box(event)));
                if decisions % 997 == 0 && samples.len() < 256 {
                    samples.push(state.clone());
                }
            }
        }
        let rate = decisions as f64 / clock.elapsed().as_secs_f64() / 1e6;
        let mut scratch = samples[0].clone();
        let rounds = 400;
        let clock = Instant::now();
        for _ in 0..rounds {
            samples.iter().for_each(|state| scratch.clone_from(black_box(state)));
        }
        let per = |clock: Instant| clock.elapsed().as_nanos() as f64 / (rounds * samples.len()) as f64;
        let clone = per(clock);
        let seat = |state: &stellar_conquest::State| match game.turn(state) {
            Turn::Choose(seats) => seats.first().expect("a seat"),
            Turn::Chance(_) | Turn::Over => rules::Seat(0),
        };
        let views: Vec<_> = samples.iter().map(|state| game.view(state, Viewer::Seat(seat(state)))).collect();
        let clock = Instant::now();
        for _ in 0..rounds {
            views.iter().for_each(|view| game.determinize_into(black_box(view), &mut dice, &mut scratch));
        }
        let into = per(clock);
        let clock = Instant::now();
        for _ in 0..rounds {
            views.iter().for_each(|view| drop(black_box(game.determinize(black_box(view), &mut dice))));
        }
        let fresh = per(clock);
        println!(
            "{setup}: {rate:.2} M decisions/s, clone {clone:.0} ns, determinize_into {into:.0} ns, determinize {fresh:.0} ns"
        );
    }
}
