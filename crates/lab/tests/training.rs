//! A short training run gives the same bits again, also when it was interrupted.

use catalog::{Arena, Catalog, NewMatch};
use lab::train::{Progress, Training, begin, picture, round};
use rules::Strength;

fn arenas() -> Vec<Box<dyn Arena>> {
    let open = |scenario: &str| {
        let wanted = NewMatch::of("star_borders", scenario);
        let catalog = Catalog::standard();
        catalog.game("star_borders").expect("a game").arena(&wanted).expect("a scenario")
    };
    ["A", "C"].map(open).into()
}

fn training() -> Training {
    Training {
        hidden: 4,
        first_matches: 40,
        by_policy: false,
        round_matches: 6,
        gate_matches: 4,
        gate: 0.5,
        strength: Strength { samples: 6, arms: 4, horizon: 1, misjudgement: 0 },
        lambda: 800,
        passes: 2,
        seed: 9,
    }
}

fn rounds(progress: &mut Progress, count: u32) {
    for _ in 0..count {
        round(&arenas(), &training(), progress, &|| {}).expect("the champion is a model");
    }
}

#[test]
fn a_short_run_is_reproduced_bit_for_bit() {
    let run = || {
        let mut progress = begin(&arenas(), &training(), &|| {});
        rounds(&mut progress, 2);
        progress
    };
    let first = run();
    assert_eq!(first, run());
    assert_eq!((first.round, first.history.len()), (2, 2));
    let other = begin(&arenas(), &Training { seed: 10, ..training() }, &|| {});
    assert_ne!(other.champion, begin(&arenas(), &training(), &|| {}).champion, "the seed matters");
}

#[test]
fn an_interrupted_run_continues_as_if_it_had_not_been() {
    let mut whole = begin(&arenas(), &training(), &|| {});
    let mut resumed = whole.clone();
    rounds(&mut whole, 2);
    rounds(&mut resumed, 1);
    let text = serde_json::to_string(&resumed).expect("numbers and texts");
    let mut resumed: Progress = serde_json::from_str(&text).expect("what was written");
    rounds(&mut resumed, 1);
    assert_eq!(whole, resumed);
    assert!(picture("Training", &whole.history).starts_with("<svg "));
}
