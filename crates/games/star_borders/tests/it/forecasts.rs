//! Range and odds shown before a decision, against second implementations that use only actions and dice.

use std::collections::BTreeMap;

use crate::stage::{IMPERIUM, loc, scene, ship};
use laws::{Scene, SplitMix64};
use rules::{Dice, Game, Step, Turn};
use star_borders::{
    Action, Board, Card, Frame, Loc, LocSet, Ship, ShipSet, Side, Spot, StarBorders, State, cards,
};

/// The lowest price of every place, found by playing every sequence of moves of this one ship.
fn reach_by_playing(game: &StarBorders, start: &State, ship: Ship) -> BTreeMap<Loc, u8> {
    let seat = ship.side().seat();
    let purse = start.board.spendable(ship.side());
    let mut price = BTreeMap::new();
    let mut open = vec![*start];
    let mut seen = Vec::new();
    while let Some(state) = open.pop() {
        for action in std::iter::once(Action::Pick(ship))
            .chain(game.quadrant.all().map(Action::Go))
            .chain([Action::Halt])
        {
            if matches!(action, Action::Pick(_)) != (state.board.frame() == Some(Frame::Activity))
                || game.check(&state, seat, action).is_err()
            {
                continue;
            }
            let mut after = state;
            game.apply(&mut after, Step::Act(seat, action), &mut |_| {});
            if seen.contains(&after) {
                continue;
            }
            seen.push(after);
            open.push(after);
            if let (Action::Go(to), Some(from)) = (action, start.board.at(ship))
                && to != from
            {
                let paid = purse - after.board.spendable(ship.side());
                let best = price.entry(to).or_insert(paid);
                *best = paid.min(*best);
            }
        }
    }
    price
}

#[test]
fn the_range_of_a_ship_is_what_playing_its_moves_reaches() {
    let mut dice = SplitMix64(5);
    for round in 0..400 {
        let scenario = ["A", "D", "F"][round % 3];
        let template = scene(scenario, "");
        let game = &template.game;
        let side = Side::BOTH[round % 2];
        let mut board = template.state.board;
        board.active = side;
        board.frames = [Frame::Activity].into_iter().collect();
        let places: Vec<Loc> = game.quadrant.all().collect();
        let anywhere = |dice: &mut SplitMix64| places[dice.below(places.len() as u32) as usize];
        for _ in 0..6 {
            let enemy: Vec<Ship> = ShipSet::of(side.opponent()).collect();
            let at = anywhere(&mut dice);
            board.put(enemy[dice.below(enemy.len() as u32) as usize], Spot::At(at));
            let planet = anywhere(&mut dice);
            if game.quadrant.planets.has(planet) {
                board.control[side.opponent().index()].insert(planet);
            }
        }
        let own: Vec<Ship> = ShipSet::of(side).collect();
        // Every second time one of the ships with Cloak.
        let cloaked = if side == Side::Alliance { "A-SS-1" } else { "I-IR-1" };
        let mover =
            if round % 4 < 2 { ship(&template, cloaked) } else { own[dice.below(own.len() as u32) as usize] };
        board.back.set(mover, round % 8 >= 4);
        board.put(mover, Spot::At(anywhere(&mut dice)));
        board.lp[side.index()] = 1 + dice.below(3) as u8;
        if dice.below(3) == 0 {
            board.penalty[side.index()].insert(cards::RATIONING);
        }
        let state = State { board, ..template.state };
        let found: BTreeMap<Loc, u8> = game.reach(&board, mover).into_iter().collect();
        assert_eq!(found, reach_by_playing(game, &state, mover), "round {round}: {}", mover.name());
    }
}

#[test]
fn the_range_shows_what_cloak_reaches() {
    // Enemy presence at DL1 stops the Raider; the Intruder slips past it to DL5.
    let position = "active I\nlp 0 1\ncontrol A DL1\nat DL4: Intruder, Raider\n";
    let scene = scene("D", position);
    let goal = |name: &str| {
        let places = scene.game.reach(&scene.state.board, ship(&scene, name));
        places.into_iter().map(|(at, _)| at).collect::<LocSet>().has(loc(&scene, "DL5"))
    };
    assert!(goal("I-IR-1") && !goal("I-PR-1"));
}

/// Wins of each side in percent, by fighting the Battle very often with other dice.
fn odds(scene: &Scene<StarBorders>, answer: impl Fn(&Board, Side) -> Action) -> [f64; 2] {
    const TRIALS: u32 = 60_000;
    let (game, mut dice, mut wins) = (&scene.game, SplitMix64(99), [0_u32; 2]);
    let at = scene.state.board.battle.at;
    for _ in 0..TRIALS {
        let mut state = scene.state;
        while state.board.frames.first() == Some(&Frame::Combat) && state.board.frames.len() > 1 {
            let step = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance(chance) => Step::Chance(game.sample(&chance, &mut dice)),
                Turn::Choose(seats) => {
                    let seat = seats.first().expect("a seat is to act");
                    Step::Act(seat, answer(&state.board, Side::of(seat)))
                }
            };
            game.apply(&mut state, step, &mut |_| {});
        }
        let left = Side::BOTH.map(|side| !state.board.ships_at(side, at).is_empty());
        wins[0] += u32::from(left == [true, false]);
        wins[1] += u32::from(left == [false, true]);
    }
    wins.map(|won| f64::from(won) * 100.0 / f64::from(TRIALS))
}

/// Fights on with what lies open: bases and missiles fire, ships fire at will, card 5 after a bad roll.
fn fighter(game: &StarBorders) -> impl Fn(&Board, Side) -> Action + '_ {
    |board, side| match board.frame() {
        Some(Frame::FireMissileBase(_)) => Action::FireBase,
        Some(Frame::FireStandoffMissiles(_)) => {
            let here = board.ships_at(side, board.battle.at);
            here.max_by_key(|&ship| game.ratings(board, ship).attack).map_or(Action::Pass, Action::Missile)
        }
        Some(Frame::Stand(_)) => Action::Fight,
        Some(Frame::Fire(_)) => Action::FireAtWill,
        Some(Frame::Hits(_)) => Action::Absorb(game.cheapest_ship_to_hit(board, side)),
        Some(Frame::Deflect(ship)) if board.battle.die >= game.ratings(board, ship).defense => {
            Action::Deflect
        }
        Some(Frame::Danger(_)) => Action::Suffer,
        _ => Action::Pass,
    }
}

#[test]
fn the_battle_forecast_is_within_two_points_of_the_truth() {
    for pieces in [
        "at DL1: Starship, Scout, Destroyer, Raider",
        "at DL1: Scout, Raider",
        "at DL1: Starship, Comship, Escort, Dominator, Specter, Patroller",
        "control A DL1+2\nat DL1: Guardship, Imperator, Destroyer",
        "at KP4: Starship, Dominator",
        "revealed I: 1\nat DL1: Starship, Scout, Destroyer, Raider",
        "revealed A: 5\nat DL1: Starship, Scout, Destroyer, Raider",
        "revealed I: 6 7\nat DL1: Starship, Scout, Destroyer, Raider",
    ] {
        let scene = crate::stage::combat::battle(IMPERIUM, pieces);
        let at = scene.state.board.battle.at;
        let mut before = scene.state.board;
        before.frames = [Frame::Combat].into_iter().collect();
        let forecast = scene.game.forecast(&before, at).wins.map(f64::from);
        let truth = odds(&scene, fighter(&scene.game));
        for side in 0..2 {
            assert!((forecast[side] - truth[side]).abs() <= 2.0, "{pieces}: {forecast:?} and {truth:?}");
        }
    }
}

#[test]
fn the_battle_forecast_plays_open_cards() {
    let wins = |card: &str| {
        let pieces = format!("{card}at DL1: Starship, Scout, Destroyer, Raider");
        let scene = crate::stage::combat::battle(IMPERIUM, &pieces);
        let mut before = scene.state.board;
        before.frames = [Frame::Combat].into_iter().collect();
        before.battle = star_borders::Battle::default();
        scene.game.forecast(&before, scene.state.board.battle.at).wins[1]
    };
    let plain = wins("");
    for card in [1, 5, 6, 7].map(Card) {
        let better = wins(&format!("revealed I: {}\n", card.0));
        assert!(better > plain + 2, "card {}: {better} % instead of {plain} %", card.0);
    }
}
