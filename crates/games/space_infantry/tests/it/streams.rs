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

fn play(game: &SpaceInfantry, seed: u64, mut choose: impl FnMut(usize) -> usize) -> Seen {
    let (mut state, mut legal, mut seen) = (game.start(), Vec::new(), Seen::default());
    loop {
        let step = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance(chance) => {
                let key = game.stream(&state, &chance).expect("every result has a key");
                let roll = game.sample(&chance, &mut keyed(seed, key));
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
        game.apply(&mut state, step, &mut |event| {
            if let Event::TokenQueued { token } = event {
                seen.queued.push(token);
            }
        });
    }
    seen.end = state.board.turns;
    seen
}

/// Plays one seed with three different players and compares what must be equal.
pub(crate) fn two_players_see_the_same() {
    for seed in 0..20 {
        let game = game("medium");
        let mut dice = SplitMix64(seed + 100);
        let random = play(&game, seed, |legal| dice.below(legal as u32) as usize);
        let first = play(&game, seed, |_| 0);
        let last = play(&game, seed, |legal| legal - 1);
        for other in [&first, &last] {
            assert_eq!(random.queued[..5], other.queued[..5], "the first five tokens");
            assert_eq!(random.production[&(0, 0)], other.production[&(0, 0)], "the set-up dice");
            let mut compared = 0;
            for (key, faces) in &random.production {
                let Some(theirs) = other.production.get(key) else { continue };
                let both = faces.len().min(theirs.len());
                assert_eq!(faces[..both], theirs[..both], "roll {key:?} as far as both have dice");
                compared += 1;
            }
            assert!(compared > 3, "matches of some turns: {} and {}", random.end, other.end);
        }
    }
}

#[test]
fn si_14_7_the_same_seed_gives_the_same_tokens_and_production_dice() {
    covers!("SI-14.7", "SI-14.2", "SI-14.3", "SI-14.4");
    two_players_see_the_same();
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
