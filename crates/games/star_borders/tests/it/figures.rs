//! The figures of the component data (section 12), found by playing them out: reach, probabilities by
//! enumerating every die, shots, and income.

use std::collections::BTreeMap;

use crate::stage::{ALLIANCE, loc, scene, ship};
use laws::Scene;
use rules::{Game, Step, Turn};
use star_borders::{Action, Chance, Event, Faces, Frame, Roll, Side, StarBorders, State};

/// Where a ship can get with one paid move, and in how many steps; every path is played.
fn reach(game: &StarBorders, state: &State, name: &str) -> String {
    fn explore(game: &StarBorders, state: &State, steps: u8, found: &mut BTreeMap<u8, u8>) {
        let Some(Frame::Move(step)) = state.board.frame() else { return };
        for to in game.quadrant.all() {
            let (seat, go) = (step.lead.side().seat(), Action::Go(to));
            if game.check(state, seat, go).is_ok() {
                let mut next = *state;
                game.apply(&mut next, Step::Act(seat, go), &mut |_| {});
                let best = found.entry(to.0).or_insert(steps);
                *best = steps.min(*best);
                explore(game, &next, steps + 1, found);
            }
        }
    }
    let ship = game.counters.by_name(name).expect("a counter");
    let start = state.board.at(ship).expect("a ship on the map");
    let mut picked = *state;
    game.check(state, ship.side().seat(), Action::Pick(ship)).expect("a ship that can move");
    game.apply(&mut picked, Step::Act(ship.side().seat(), Action::Pick(ship)), &mut |_| {});
    let mut found = BTreeMap::new();
    explore(game, &picked, 1, &mut found);
    found.remove(&start.0);
    let mut listed: Vec<(u8, String, u8)> = found
        .into_iter()
        .map(|(at, steps)| {
            let id = &game.quadrant.locations[usize::from(at)].id;
            let digits = id.trim_start_matches(char::is_alphabetic);
            (steps, id[..2].to_owned(), digits.parse().expect("an id ends in a number"))
        })
        .collect();
    listed.sort();
    let listed: Vec<String> =
        listed.iter().map(|(steps, sector, number)| format!("{sector}{number}({steps})")).collect();
    listed.join(" ")
}

#[test]
fn reach_with_one_lp_at_the_start_of_scenario_a() {
    let blue = scene("A", "setup\nactive A\nfirst I\nlp 1 4\nstep activity\n");
    let scout = blue.state.board.stacks[loc(&blue, "TH5").index()].first().expect("a Scout at TH5");
    let scout = blue.game.counters.names[scout.index()].clone();
    assert_eq!(
        reach(&blue.game, &blue.state, &scout),
        "DL3(1) TH3(1) TH4(1) DL7(2) DL11(2) TH1(2) DL1(3) DL9(3) TH6(3)"
    );
    let mut larkspur = blue.state.board.stacks[loc(&blue, "TH2").index()];
    let starship = larkspur.find(|&ship| blue.game.ratings(&blue.state.board, ship).engines == 2);
    let starship = blue.game.counters.names[starship.expect("a Starship at TH2").index()].clone();
    assert_eq!(
        reach(&blue.game, &blue.state, &starship),
        "DL9(1) TH4(1) TH6(1) DL5(2) DL8(2) DL11(2) TH1(2)",
        "not TH5, which lies behind the Asteroids"
    );
    let red = scene("A", "setup\nactive I\nfirst I\nlp 4 1\nstep activity\n");
    let destroyer = red.state.board.stacks[loc(&red, "SG2").index()].first().expect("a Destroyer at SG2");
    let destroyer = red.game.counters.names[destroyer.index()].clone();
    assert_eq!(reach(&red.game, &red.state, &destroyer), "DL2(1) SG1(1) SG4(1) SG6(1)");
}

#[test]
fn reach_of_a_two_engine_ship_from_picket_reach() {
    let from_sg5 = |scenario: &str| {
        let scene = scene(scenario, "active I\nlp 0 1\nat SG5: Raider\n");
        reach(&scene.game, &scene.state, "I-PR-1")
    };
    assert_eq!(from_sg5("A"), "DL8(1) SG1(1) SG3(1) SG4(1) DL4(2) DL9(2) DL10(2) SG2(2) SG6(2)");
    assert_eq!(
        from_sg5("G"),
        "DL8(1) SG1(1) SG3(1) SG4(1) DL4(2) DL9(2) DL10(2) SG2(2) SG6(2) ZT10(2) ZT11(2)"
    );
    assert_eq!(from_sg5("C"), "SG1(1) SG3(1) SG4(1) ZT4(1) SG2(2) SG6(2) ZT6(2) ZT11(2) ZT12(2)");
}

/// Every roll nature can answer with now, each equally likely.
fn rolls(scene: &Scene<StarBorders>) -> Vec<Faces> {
    let Turn::Chance(Chance::Dice(count)) = scene.game.turn(&scene.state) else {
        panic!("no dice are due: {:?}", scene.state.board.frames)
    };
    let all = 6_usize.pow(u32::from(count));
    (0..all)
        .map(|number| (0..u32::from(count)).map(|die| (number / 6_usize.pow(die) % 6) as u8 + 1).collect())
        .collect()
}

/// What follows each of them: the state and what happened.
fn outcomes(scene: &Scene<StarBorders>) -> Vec<(State, Vec<Event>)> {
    rolls(scene)
        .into_iter()
        .map(|faces| {
            let (mut state, mut events) = (scene.state, Vec::new());
            scene.game.apply(&mut state, Step::Chance(Roll::Dice(faces)), &mut |event| events.push(event));
            (state, events)
        })
        .collect()
}

/// The position after an act that leads to dice, before they are rolled.
fn before_dice(mut scene: Scene<StarBorders>, side: Side, action: Action) -> Scene<StarBorders> {
    scene.game.check(&scene.state, side.seat(), action).expect("a legal act");
    scene.game.apply(&mut scene.state, Step::Act(side.seat(), action), &mut |_| {});
    scene
}

#[test]
fn assault_probabilities_by_all_dice() {
    let counts = [
        (1_usize, "Specter", ""),
        (2, "Dominator*", ""),
        (3, "Dominator*, Specter", ""),
        (4, "Dominator", ""),
        (5, "Dominator, Specter", ""),
        (6, "Dominator", "revealed I: 9\n"),
    ];
    for (count, ships, card) in counts {
        for (planet, dice) in [("DL1", 1), ("OM1", 2)] {
            let position = format!(
                "active I\nfirst I\nlp 4 0\n{card}control A {planet}+2\nat {planet}: {ships}\nat OM3: Scout\nstep assault\n"
            );
            let scene = scene("D", &position);
            let at = loc(&scene, planet);
            assert_eq!(usize::from(scene.game.assault_count(&scene.state.board, at)), count);
            let scene = before_dice(scene, Side::Imperium, Action::Assault(at));
            let results = outcomes(&scene);
            let wins = results.iter().filter(|(state, _)| state.board.level(at) == 1).count();
            assert_eq!((wins, results.len()), (count.pow(dice), 6_usize.pow(dice)), "{count} at {planet}");
        }
    }
}

#[test]
fn missile_base_hits_by_all_dice() {
    let expected: [(u8, &[usize]); 3] = [(1, &[5, 1]), (2, &[16, 16, 4]), (3, &[27, 81, 81, 27])];
    for (level, expected) in expected {
        let position =
            format!("active I\nfirst I\nlp 4 0\ncontrol A OM1+{level}\nat OM1: Dominator\nstep combat\n");
        let scene = before_dice(scene("D", &position), Side::Alliance, Action::FireBase);
        let mut tally = vec![0; usize::from(level) + 1];
        for (_, events) in outcomes(&scene) {
            let hits = events.iter().find_map(|event| match event {
                Event::HitsScored { hits, .. } => Some(*hits),
                _ => None,
            });
            tally[usize::from(hits.expect("hits are counted"))] += 1;
        }
        assert_eq!(tally, expected, "level {level}");
    }
}

#[test]
fn a_shot_of_strength_s_hits_s_times_in_six() {
    for (strength, ships) in [
        (1, "Scout"),
        (2, "Guardship"),
        (3, "Scout, Scout"),
        (4, "Starship"),
        (5, "Guardship, A-AG-2:Guardship"),
    ] {
        let position = format!("active I\nfirst I\nlp 4 0\nat DL1: Dominator, {ships}\nstep combat\n");
        let mut scene = scene("D", &position);
        if scene.state.board.frame() == Some(Frame::Stand(Side::Alliance)) {
            scene.act(ALLIANCE, "fight");
        }
        let group = scene.state.board.ships_at(Side::Alliance, loc(&scene, "DL1"));
        for ship in group {
            let name = scene.game.counters.names[ship.index()].clone();
            scene.act(ALLIANCE, &format!("pick {name}"));
        }
        scene.act(ALLIANCE, "shoot");
        assert_eq!(scene.state.board.battle.volley.shots[0].strength, strength);
        let scene = before_dice(scene, Side::Alliance, Action::CeaseFire);
        let hit = |events: &[Event]| events.contains(&Event::HitsScored { on: Side::Imperium, hits: 1 });
        let hits = outcomes(&scene).iter().filter(|(_, events)| hit(events)).count();
        assert_eq!(hits, usize::from(strength), "{ships}");
    }
}

#[test]
fn defense_d_shrugs_off_d_less_1_is_in_danger_once_and_suffers_the_rest() {
    // By Defense: a one-step ship, so that damage is elimination.
    for (defense, class, name) in
        [(2, "Raider", "I-PR-1"), (3, "Patroller", "I-PR-1"), (4, "Dominator*", "I-DO-1")]
    {
        let position = format!(
            "active I\nfirst I\nlp 4 0\ncontrol I DL5\ncontrol A OM1\nat DL1: {class}, Starship, Starship\nstep combat\n"
        );
        let mut scene = scene("D", &position);
        // Two Starships together hit automatically.
        for action in ["pick A-ST-1", "pick A-ST-2", "shoot"] {
            scene.act(ALLIANCE, action);
        }
        let scene = before_dice(scene, Side::Alliance, Action::CeaseFire);
        let ship = ship(&scene, name);
        assert_eq!(scene.state.board.frame(), Some(Frame::Defense(ship)), "{class}");
        let (mut none, mut danger, mut damage) = (0, 0, 0);
        for (state, events) in outcomes(&scene) {
            if state.board.frame() == Some(Frame::Danger(ship)) {
                danger += 1;
            } else if events
                .iter()
                .any(|event| matches!(event, Event::Eliminated { ship: lost, .. } if *lost == ship))
            {
                damage += 1;
            } else {
                none += 1;
            }
        }
        assert_eq!([none, danger, damage], [defense - 1, 1, 6 - defense], "{class}");
    }
}

#[test]
fn the_end_seen_from_box_5() {
    // In 216ths: the chance to reach a box, times the dice that end the game there.
    let mut reached = 216;
    let mut ends = Vec::new();
    for number in [4, 3, 2, 1] {
        let scene = scene("A", &format!("setup\nbox {number}\nactive A\nfirst I\nstep countdown\n"));
        let over = if scene.is_over() {
            6
        } else {
            outcomes(&scene).iter().filter(|(state, _)| state.board.outcome.is_some()).count()
        };
        ends.push(reached * over / 6);
        reached -= reached * over / 6;
    }
    assert_eq!(ends, [36, 60, 60, 60], "1/6 and three times 5/18");
}

#[test]
fn shots_of_the_component_data() {
    let strength = |ships: &str| {
        let scene = scene("D", &format!("active I\nlp 1 1\nat DL10: {ships}\n"));
        let group = scene.state.board.stacks[loc(&scene, "DL10").index()];
        scene.game.strength(&scene.state.board, group)
    };
    assert_eq!(strength("Starship, Scout"), 6);
    assert_eq!(strength("Dominator, Reclaimer"), 6);
    assert_eq!(strength("Destroyer, Patroller"), 6);
    assert_eq!(strength("Escort, Escort, Escort"), 8);
    assert_eq!((strength("Escort, Escort"), strength("Escort")), (5, 2));
}

#[test]
fn income_at_start() {
    for (scenario, expected) in [
        ("A", [4, 4]),
        ("B", [4, 4]),
        ("C", [4, 4]),
        ("D", [5, 5]),
        ("E", [4, 4]),
        ("F", [8, 6]),
        ("G", [4, 4]),
    ] {
        let scene = scene(scenario, "setup\nactive I\nfirst I\nstep activity\n");
        let income = Side::BOTH.map(|side| scene.game.income(&scene.state.board, side));
        assert_eq!(income, expected, "{scenario}");
    }
    // Scenario F: the Imperium's 8 planets and its base would give 9.
    let mut file = StarBorders::file("F").expect("a printed scenario");
    file.sides.imperium.lp_capacity = Some(12);
    let game = StarBorders::check("F", &file).expect("a sound scenario");
    let state = game.start();
    assert_eq!(game.income(&state.board, Side::Imperium), 9);
}
