//! SI-14.7: chance by key. Two different players on one seed see the same first tokens and the same resource dice.

use std::collections::BTreeMap;

use laws::SplitMix64;
use rules::{Dice, Game, Step, StreamKey, Turn, covers};
use space_infantry::{Chance, Event, Lane, SpaceInfantry, Token};

use crate::stage::{YOU, game};

/// The numbers of a key, as a table derives them from the seed of the match.
fn keyed(seed: u64, key: StreamKey) -> SplitMix64 {
    let mut hash = seed ^ 0xcbf2_9ce4_8422_2325;
    let numbers = [key.moment, key.n, key.attempt];
    let bytes = key.lane.bytes().chain(numbers.iter().flat_map(|number| number.to_le_bytes()));
    for byte in bytes {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    SplitMix64(hash)
}

/// What a player saw: the first tokens, the set-up dice, production dice by turn and roll, the tokens that entered.
#[derive(Default)]
struct Seen {
    queued: Vec<Token>,
    production: BTreeMap<(u16, u32), Vec<u8>>,
    end: u16,
}

/// Plays to the end; `chance` names the numbers of a result by its key and by the number of the step.
fn play(
    game: &SpaceInfantry,
    chance_of: impl Fn(StreamKey, u64) -> SplitMix64,
    mut choose: impl FnMut(usize) -> usize,
) -> Seen {
    let (mut state, mut legal, mut seen) = (game.start(), Vec::new(), Seen::default());
    let mut steps = 0;
    loop {
        let step = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance(chance) => {
                let key = game.stream(&state, &chance).expect("every result has a key");
                let roll = game.sample(&chance, &mut chance_of(key, steps));
                if let (Chance::Dice(Lane::Resource, _), space_infantry::Roll::Dice(faces), 0) =
                    (chance, roll, key.attempt)
                {
                    seen.production.insert((state.board.turns, key.n), faces.to_vec());
                }
                Step::Chance(roll)
            }
            Turn::Choose(_) => {
                game.legal(&state, YOU, &mut legal);
                Step::Act(YOU, legal[choose(legal.len())])
            }
        };
        steps += 1;
        game.apply(&mut state, step, &mut |event| {
            if let Event::TokenQueued { token } = event {
                seen.queued.push(token);
            }
        });
    }
    seen.end = state.board.turns;
    seen
}

/// Plays one match with three different players and says what differs that must be equal.
fn difference(chance_of: impl Fn(StreamKey, u64) -> SplitMix64, seed: u64) -> Option<&'static str> {
    let game = game("medium");
    let mut dice = SplitMix64(seed + 100);
    let random = play(&game, &chance_of, |legal| dice.below(legal as u32) as usize);
    let first = play(&game, &chance_of, |_| 0);
    let last = play(&game, &chance_of, |legal| legal - 1);
    for other in [&first, &last] {
        if random.queued[..5] != other.queued[..5] {
            return Some("the first five tokens");
        }
        let mut compared = 0;
        for (key, faces) in &random.production {
            let Some(theirs) = other.production.get(key) else { continue };
            let both = faces.len().min(theirs.len());
            if faces[..both] != theirs[..both] {
                return Some(if *key == (0, 0) { "the set-up dice" } else { "dice of production" });
            }
            compared += 1;
        }
        assert!(compared > 3, "matches of some turns: {} and {}", random.end, other.end);
    }
    None
}

pub(crate) fn two_players_see_the_same() {
    for seed in 0..20 {
        assert_eq!(difference(|key, _| keyed(seed, key), seed), None, "seed {seed}");
    }
}

#[test]
fn si_14_7_the_same_seed_gives_the_same_tokens_and_production_dice() {
    covers!("SI-14.7", "SI-14.2", "SI-14.3", "SI-14.4");
    two_players_see_the_same();
}

/// The comparison above notices each part of a key that is left out or depends on the player.
#[test]
fn si_14_7_chance_without_its_key_is_noticed() {
    covers!("SI-14.7");
    let noticed = |chance_of: &dyn Fn(u64, StreamKey, u64) -> SplitMix64| -> usize {
        (0..20).filter(|seed| difference(|key, step| chance_of(*seed, key, step), *seed).is_some()).count()
    };
    assert_eq!(noticed(&|seed, key, _| keyed(seed, key)), 0);
    let by_step = |seed: u64, _: StreamKey, step: u64| SplitMix64(seed << 32 | step);
    assert_eq!(noticed(&by_step), 20, "numbers by the step, as of other games, depend on every decision");
    let one_stream = |seed: u64, key: StreamKey, step: u64| {
        keyed(seed, StreamKey { moment: if key.moment == 0 { 0 } else { step as u32 }, ..key })
    };
    assert_eq!(noticed(&one_stream), 20, "dice of later turns that depend on the way there");
}

#[test]
fn equal_sets_give_equal_draws() {
    let game = game("easy");
    let mut state = game.start();
    let Turn::Chance(chance) = game.turn(&state) else { panic!("the first token is drawn") };
    let key = game.stream(&state, &chance).expect("a key");
    assert_eq!((key.lane, key.moment, key.n, key.attempt), ("refill", 0, 0, 0));
    let roll = game.sample(&chance, &mut keyed(7, key));
    assert_eq!(roll, game.sample(&chance, &mut keyed(7, key)));
    game.apply(&mut state, Step::Chance(roll), &mut |_| {});
    let Turn::Chance(chance) = game.turn(&state) else { panic!("the second token is drawn") };
    assert_eq!(game.stream(&state, &chance).map(|key| key.n), Some(1));
}
