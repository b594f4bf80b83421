//! Computer players decide by their view alone, never illegally, the same for the same seed, and within their time.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use rules::{Advice, Dice, Game, Seat, Step, Strength, Turn, Viewer};
use search::{Level, Limits, PlayoutRng, choose, choose_within, think};
use star_borders::StarBorders;
use stellar_conquest::StellarConquest;

/// Fewer playouts than a level has: the tests look at many decisions.
fn hasty(game: &impl Advice, level: Level) -> Strength {
    let strength = level.strength(game).expect("a level that searches");
    Strength { samples: strength.samples.min(40), arms: strength.arms.min(12), ..strength }
}

/// Plays by the policy and asks every level at every `interval`-th decision: once with the view of the true state and once
/// with the view of a state in which everything hidden was drawn anew.
fn decides_by_its_view<G: Advice>(game: &G, interval: usize, steps: usize, seed: u64) {
    let mut dice = PlayoutRng::new(seed);
    let mut state = game.start();
    let (mut asked, mut legal) = (0, Vec::new());
    for step in 0..steps {
        let next = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance(chance) => Step::Chance(game.sample(&chance, &mut dice)),
            Turn::Choose(seats) => {
                let seat = seats.first().expect("a decision belongs to a seat");
                let view = game.view(&state, Viewer::Seat(seat));
                if step % interval == 0 {
                    let other = game.determinize(&view, &mut dice);
                    let same = game.view(&other, Viewer::Seat(seat));
                    assert_eq!(view, same, "what is hidden was drawn anew behind the view");
                    for level in Level::PEOPLE {
                        let (strength, seed) = (hasty(game, level), u64::from(dice.below(1 << 30)));
                        let decide = |view| think(game, None, view, seat, strength, Limits::default(), seed);
                        let thought = decide(&view).expect("it has a decision to make");
                        assert_eq!(Some(&thought), decide(&same).as_ref(), "{level} at step {step}");
                        let action = thought.best().action;
                        assert_eq!(game.check(&state, seat, action), Ok(()), "{level}: {action:?}");
                        asked += 1;
                    }
                }
                let action = choose(game, &view, seat, Level::Greedy, &mut dice).expect("it has a choice");
                game.legal(&state, seat, &mut legal);
                Step::Act(
                    seat,
                    if dice.below(4) == 0 { legal[dice.below(legal.len() as u32) as usize] } else { action },
                )
            }
        };
        game.apply(&mut state, next, &mut |_| {});
    }
    assert!(asked >= 60, "{asked} decisions");
}

#[test]
fn star_borders_players_decide_by_their_view() {
    for (seed, scenario) in ["A", "C", "F", "G"].into_iter().enumerate() {
        let game = StarBorders::scenario(scenario).expect("a scenario of the game");
        decides_by_its_view(&game, 11, 600, seed as u64);
    }
}

#[test]
fn stellar_conquest_players_decide_by_their_view() {
    let game = StellarConquest::new("basic-2").expect("a scenario of the game");
    decides_by_its_view(&game, 13, 2_000, 1);
}

#[test]
fn a_search_keeps_its_time() {
    let game = StellarConquest::new("basic-2").expect("a scenario of the game");
    let state = game.start();
    let view = game.view(&state, Viewer::Seat(Seat(0)));
    let endless = Strength { samples: u32::MAX, arms: 64, horizon: 3, misjudgement: 0 };
    let time = Duration::from_millis(500);
    let limits = Limits { time: Some(time), cancelled: None };
    let elapsed = || {
        let began = Instant::now();
        assert!(think(&game, None, &view, Seat(0), endless, limits, 1).is_some());
        began.elapsed()
    };
    // A busy machine may take the processor away for longer than that, but not every time.
    let shortest = (0..10).map(|_| elapsed()).find(|elapsed| *elapsed < time.mul_f64(1.2));
    assert!(shortest.is_some(), "ten searches took longer than allowed");
}

#[test]
fn a_cancelled_search_still_gives_a_legal_action() {
    let game = StarBorders::scenario("B").expect("a scenario of the game");
    let mut state = game.start();
    let mut dice = PlayoutRng::new(1);
    while let Turn::Chance(chance) = game.turn(&state) {
        let roll = game.sample(&chance, &mut dice);
        game.apply(&mut state, Step::Chance(roll), &mut |_| {});
    }
    let Turn::Choose(seats) = game.turn(&state) else { panic!("a player is to act") };
    let seat = seats.first().expect("a decision belongs to a seat");
    let view = game.view(&state, Viewer::Seat(seat));
    let limits = Limits { time: None, cancelled: Some(&AtomicBool::new(true)) };
    let action = choose_within(&game, &view, seat, Level::Fenn, limits, &mut dice).expect("it has a choice");
    assert_eq!(game.check(&state, seat, action), Ok(()));
}
