//! Computer players for the tests: they see views only, as the real ones do.

use laws::Lottery;
use rules::{Advice, Dice, Game, Seat, Step, Turn, Viewer};
use stellar_conquest::{Action, State, StellarConquest, View};

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
    dice: &mut Lottery,
) -> Action {
    let imagined = game.determinize(view, dice);
    let mut legal = Vec::new();
    game.legal(&imagined, seat, &mut legal);
    if level == Level::Greedy {
        let promises: Vec<i32> = legal.iter().map(|&action| game.promise(&imagined, seat, action)).collect();
        let most = promises.iter().max().copied();
        let mut promise = promises.iter();
        legal.retain(|_| promise.next().copied() == most);
    }
    legal[dice.below(legal.len() as u32) as usize]
}

/// Plays a match to its end.
pub(crate) fn match_of(game: &StellarConquest, levels: &[Level], dice: &mut Lottery) -> State {
    let mut state = game.start();
    loop {
        let step = match game.turn(&state) {
            Turn::Over => return state,
            Turn::Chance(chance) => Step::Chance(game.sample(&chance, dice)),
            Turn::Choose(seats) => {
                let seat = seats.first().expect("somebody owes a decision");
                let view = game.view(&state, Viewer::Seat(seat));
                Step::Act(seat, choose(game, &view, seat, levels[seat.index()], dice))
            }
        };
        game.apply(&mut state, step, &mut |_| {});
    }
}
