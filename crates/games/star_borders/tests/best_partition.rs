//! The computer's way of forming Engagement Groups, against every partition there is.

mod stage;

use laws::SplitMix64;
use rules::Dice;
use stage::{loc, scene};
use star_borders::{Board, Loc, Ship, ShipSet, Side, Spot, StarBorders, cards};

/// Expected hits in sixths: a shot of strength s hits with s chances in six.
fn expected(strengths: impl IntoIterator<Item = u8>) -> u32 {
    strengths.into_iter().map(|strength| u32::from(strength.min(6))).sum()
}

/// A random fleet of that many ships of one side, some of them damaged or with their back up.
fn fleet(side: Side, count: usize, at: Loc, dice: &mut SplitMix64) -> Board {
    let mut board = Board::empty();
    let mut counters: Vec<Ship> = ShipSet::of(side).collect();
    for _ in 0..count {
        let ship = counters.remove(dice.below(counters.len() as u32) as usize);
        board.put(ship, Spot::At(at));
        board.back.set(ship, dice.below(2) == 1);
    }
    board.battle.at = at;
    board
}

/// The most expected hits of all partitions, without and with card 7. A ship without Attack (null)
/// never fires.
fn optimum(game: &StarBorders, board: &Board, side: Side) -> [u32; 2] {
    let armed = |ship: &Ship| game.ratings(board, *ship).attack.is_some();
    let ships: Vec<Ship> = board.ships_at(side, board.battle.at).filter(armed).collect();
    let mut best = [0; 2];
    split(&ships, &mut Vec::new(), &mut |groups: &[Vec<Ship>]| {
        let strengths: Vec<u8> = groups.iter().map(|group| strength(game, board, group)).collect();
        let hits = expected(strengths.iter().copied());
        let massed = u32::from(strengths.iter().any(|strength| (1..6).contains(strength)));
        best = [best[0].max(hits), best[1].max(hits + massed)];
    });
    best
}

fn strength(game: &StarBorders, board: &Board, group: &[Ship]) -> u8 {
    let attacks: u8 = group.iter().filter_map(|&ship| game.ratings(board, ship).attack).sum();
    attacks + group.len() as u8 - 1
}

fn split(ships: &[Ship], groups: &mut Vec<Vec<Ship>>, visit: &mut impl FnMut(&[Vec<Ship>])) {
    let Some((&ship, rest)) = ships.split_first() else { return visit(groups) };
    for at in 0..groups.len() {
        groups[at].push(ship);
        split(rest, groups, visit);
        groups[at].pop();
    }
    groups.push(vec![ship]);
    split(rest, groups, visit);
    groups.pop();
}

/// What the program's partitions promise, without and with card 7.
fn promised(game: &StarBorders, board: &Board, side: Side) -> [u32; 2] {
    let mut with_card = *board;
    with_card.revealed[side.index()].insert(cards::MASSED_FIRE);
    [promise(game, board, side).0, promise(game, &with_card, side).1]
}

/// The expected hits of the program's partition, and those with card 7; every ship is in one group.
fn promise(game: &StarBorders, board: &Board, side: Side) -> (u32, u32) {
    let groups = game.best_partition(board, side);
    let mut seen = ShipSet::EMPTY;
    for &group in groups.iter() {
        assert!(!group.is_empty() && !seen.meets(group), "{group:?} shares a ship with another group");
        seen |= group;
    }
    let armed: ShipSet = board
        .ships_at(side, board.battle.at)
        .filter(|&ship| game.ratings(board, ship).attack.is_some())
        .collect();
    assert_eq!(seen, armed);
    let strengths: Vec<u8> = groups.iter().map(|&group| game.strength(board, group)).collect();
    let hits = expected(strengths.iter().copied());
    (hits, hits + u32::from(strengths.iter().any(|strength| (1..6).contains(strength))))
}

#[test]
fn no_partition_of_up_to_nine_ships_promises_more() {
    let scene = scene("D", "");
    let (game, at, mut dice) = (&scene.game, loc(&scene, "DL9"), SplitMix64(7));
    for round in 0..600_usize {
        for side in Side::BOTH {
            let size = if round < 20 { 9 } else { 1 + round % 8 };
            let board = fleet(side, size, at, &mut dice);
            assert_eq!(promised(game, &board, side), optimum(game, &board, side), "{:?}", board.stacks);
        }
    }
}

#[test]
fn larger_fleets_are_packed_nearly_as_well() {
    let scene = scene("D", "");
    let (game, at, mut dice) = (&scene.game, loc(&scene, "DL9"), SplitMix64(11));
    let (mut sum, mut most) = (0, 0);
    for _ in 0..12 {
        let board = fleet(Side::Alliance, 11, at, &mut dice);
        let ([hits, _], [best, _]) =
            (promised(game, &board, Side::Alliance), optimum(game, &board, Side::Alliance));
        assert!(hits * 100 >= best * 80, "{hits} of {best} sixths");
        (sum, most) = (sum + hits, most + best);
    }
    assert!(sum * 100 >= most * 97, "{sum} of {most} sixths");
}
