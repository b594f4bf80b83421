//! The computer's way of forming Engagement Groups, against every partition there is.

use crate::stage::{loc, scene};
use laws::SplitMix64;
use rules::Dice;
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
    for round in 0..1500_usize {
        for side in Side::BOTH {
            let size = if round < 20 { 9 } else { 1 + round % 7 };
            let board = fleet(side, size, at, &mut dice);
            assert_eq!(promised(game, &board, side), optimum(game, &board, side), "{:?}", board.stacks);
        }
    }
}

/// The most expected hits by trying every group of the first ship with the best of the rest: for fleets that have too
/// many partitions to list. Fleets are binary numbers; digit n is ship n.
fn optimum_by_subsets(game: &StarBorders, board: &Board, side: Side) -> u32 {
    let attacks: Vec<u32> = board
        .ships_at(side, board.battle.at)
        .filter_map(|ship| game.ratings(board, ship).attack.map(u32::from))
        .collect();
    let mut best = vec![0_u32; 1 << attacks.len()];
    for fleet in 1_usize..1 << attacks.len() {
        let first = fleet & fleet.wrapping_neg();
        let rest = fleet - first;
        let mut partners = rest;
        loop {
            let group = first | partners;
            let sum: u32 = (0..attacks.len()).filter(|n| group >> n & 1 == 1).map(|n| attacks[n] + 1).sum();
            best[fleet] = best[fleet].max((sum - 1).min(6) + best[rest - partners]);
            if partners == 0 {
                break;
            }
            partners = (partners - 1) & rest;
        }
    }
    best[(1 << attacks.len()) - 1]
}

#[test]
fn fire_at_will_is_optimal_for_the_largest_fleets() {
    let scene = scene("D", "");
    let (game, at, mut dice) = (&scene.game, loc(&scene, "DL9"), SplitMix64(11));
    for (side, size) in [
        (Side::Alliance, 13),
        (Side::Alliance, 12),
        (Side::Alliance, 11),
        (Side::Alliance, 10),
        (Side::Imperium, 10),
    ] {
        for _ in 0..6 {
            let board = fleet(side, size, at, &mut dice);
            assert_eq!(promised(game, &board, side)[0], optimum_by_subsets(game, &board, side));
        }
    }
}

#[test]
fn fire_at_will_is_optimal_for_fleets_of_ten() {
    let scene = scene("D", "");
    let (game, at, mut dice) = (&scene.game, loc(&scene, "DL9"), SplitMix64(3));
    for _ in 0..300 {
        let board = fleet(Side::Alliance, 10, at, &mut dice);
        assert_eq!(
            promised(game, &board, Side::Alliance)[0],
            optimum_by_subsets(game, &board, Side::Alliance)
        );
    }
}
