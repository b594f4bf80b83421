//! Computer players for the tests: they see views only, as the real ones do.

use laws::SplitMix64;
use rules::{Advice, Dice, Game, Seat};
use stellar_conquest::{Action, StellarConquest, View};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    Random,
    Greedy,
}

/// What a player of this level does; ties are broken by lot.
pub(crate) fn choose(
    game: &StellarConquest,
    view: &View,
    seat: Seat,
    level: Level,
    dice: &mut SplitMix64,
) -> Action {
    let imagined = game.determinize(view, dice);
    let mut legal = Vec::new();
    game.legal(&imagined, seat, &mut legal);
    if level == Level::Greedy {
        let promises: Vec<i32> =
            legal.iter().map(|&action| game.action_score(&imagined, seat, action)).collect();
        let most = promises.iter().max().copied();
        let mut promise = promises.iter();
        legal.retain(|_| promise.next().copied() == most);
    }
    legal[dice.below(legal.len() as u32) as usize]
}
