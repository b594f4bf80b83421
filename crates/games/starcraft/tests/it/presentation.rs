//! Words and cards: everything a board draws explains itself, and no text shows an id.

use laws::SplitMix64;
use rules::{Dice, Game, Present, SceneMark, Step, Turn, Viewer, plain_text};
use starcraft::{Action, Event, StarCraft};

/// Ids of planets, areas, entrances, cards and routes, as words of a text.
fn shows_an_id(game: &StarCraft, text: &str) -> bool {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    let planets: Vec<&str> = game.components.planets.iter().map(|planet| planet.id.as_str()).collect();
    let cards = |word: &str| game.components.cards.iter().any(|card| card.id == word);
    let events = |word: &str| game.components.events.iter().any(|event| event.id == word);
    words.into_iter().any(|word| {
        let head = word.split('-').next().unwrap_or("");
        planets.contains(&head)
            || cards(word)
            || events(word)
            || (word.contains('_') && word != "_")
            || (word.starts_with('r') && word.len() > 1 && word[1..].chars().all(|c| c.is_ascii_digit()))
    })
}

#[test]
fn every_target_has_a_card_and_no_text_shows_an_id() {
    let (mut cards, mut scenes, mut lines) = (0, 0, 0);
    for (setup, seed) in [("ready-2", 3), ("built-3", 5), ("built-2", 11)] {
        let game = StarCraft::new(setup).expect("a table");
        let mut dice = SplitMix64(seed);
        let mut state = game.start();
        let (mut legal, mut wide, mut story) = (Vec::new(), Vec::new(), Vec::new());
        for step in 0..1200 {
            let next = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance(chance) => Step::Chance(game.sample(&chance, &mut dice)),
                Turn::Choose(seats) => {
                    let seat = seats.first().expect("a seat");
                    game.legal(&state, seat, &mut legal);
                    if step % 7 == 0 || step < 60 {
                        let view = game.view(&state, Viewer::Seat(seat));
                        wide.clear();
                        game.candidates(&state, seat, &mut wide);
                        for &action in wide.iter().take(40) {
                            let label = game.label(&view, seat, action);
                            assert!(!shows_an_id(&game, &label), "{label}");
                            for target in game.targets(&view, action) {
                                if matches!(&target, rules::Target::Button(id) if !id.contains(':')) {
                                    continue;
                                }
                                let card = game.card(&view, &target);
                                let card = card.unwrap_or_else(|| panic!("{target} has no card"));
                                let facts =
                                    card.facts.iter().map(|fact| format!("{} {}", fact.name, fact.value));
                                for text in facts.chain([card.title.clone(), card.about.clone()]) {
                                    assert!(!shows_an_id(&game, &text), "{target}: {text}");
                                }
                                cards += 1;
                            }
                        }
                        let title = game.title(&view, seat);
                        assert!(!shows_an_id(&game, &title), "{title}");
                        let waits = title.contains("or wait for your second planet");
                        assert_eq!(waits, legal.contains(&Action::NoBase), "{title}");
                    }
                    Step::Act(seat, legal[dice.below(legal.len() as u32) as usize])
                }
            };
            game.apply(&mut state, next, &mut |event| story.push(event));
            let view = game.view(&state, Viewer::Public);
            while let Some(event) = (!story.is_empty()).then(|| story.remove(0)) {
                if let Some(line) =
                    game.redact(&event, Viewer::Public).and_then(|event| game.log_line(&event))
                {
                    let text = plain_text(&line.text);
                    assert!(!shows_an_id(&game, &text), "{text}");
                    lines += 1;
                }
                if game.scene_mark(&event) == SceneMark::Whole {
                    let scene = game.scene(&view, &[event]).expect("a scene");
                    assert!(!shows_an_id(&game, &format!("{} {}", scene.title, scene.result)));
                    scenes += 1;
                }
            }
        }
    }
    assert!(cards > 2000 && lines > 800 && scenes > 0, "{cards} cards, {lines} lines, {scenes} scenes");
}

#[test]
fn counters_of_seats_and_match_have_cards() {
    let game = StarCraft::new("ready-2 factions=raynor,overmind").expect("a table");
    let mut dice = SplitMix64(1);
    let mut state = game.start();
    while let Turn::Chance(chance) = game.turn(&state) {
        let roll = game.sample(&chance, &mut dice);
        game.apply(&mut state, Step::Chance(roll), &mut |_| {});
    }
    let seat = rules::Seat(0);
    let view = game.view(&state, Viewer::Seat(seat));
    for word in [
        "cp",
        "goal",
        "workers",
        "orders",
        "hand",
        "deck",
        "discards",
        "events",
        "pool",
        "unavailable",
        "gold",
        "limit",
    ] {
        for at in 0..2 {
            let target = format!("track:{word}:{at}").parse().expect("a target");
            assert!(game.card(&view, &target).is_some(), "{word} of seat {at}");
        }
    }
    for id in [
        "round",
        "stage",
        "ends",
        "first",
        "permanent:minerals",
        "permanent:gas",
        "slots",
        "step:7",
        "building:1",
        "module:rnd",
    ] {
        assert!(game.card(&view, &format!("track:{id}").parse().expect("a target")).is_some(), "{id}");
    }
    assert!(game.card(&view, &"track:nonsense".parse().expect("a target")).is_none());
    assert!(game.card(&view, &"track:skirmish:99".parse().expect("a target")).is_none());
}

#[test]
fn every_viewer_is_shown_every_moment() {
    for (setup, seed) in [("built-2", 1), ("built-4", 2), ("ready-3", 3), ("built-2 factions=random", 4)] {
        let game = StarCraft::new(setup).expect("a table");
        let mut dice = SplitMix64(seed);
        let mut state = game.start();
        let mut legal = Vec::new();
        for step in 0..400 {
            if step < 80 || step % 9 == 0 {
                for seat in (0..game.seats()).map(rules::Seat) {
                    let view = game.view(&state, Viewer::Seat(seat));
                    serde_json::to_string(&game.private_view(&view)).expect("serializes");
                    assert!(!game.title(&view, seat).is_empty());
                    let _ = game.subtitle(&view, seat);
                    for other in 0..game.seats() {
                        assert!(game.card(&view, &rules::Target::Seat(rules::Seat(other))).is_some());
                        for word in ["cp", "goal", "hand", "discards", "orders"] {
                            let of = format!("track:{word}:{other}").parse().expect("a target");
                            let _ = game.card(&view, &of);
                        }
                    }
                }
                let view = game.view(&state, Viewer::Public);
                serde_json::to_string(&game.public_view(&view)).expect("serializes");
                serde_json::to_string(&game.private_view(&view)).expect("serializes");
                assert_eq!(game.score_lines(&view).len(), usize::from(game.seats()));
            }
            let next = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance(chance) => Step::Chance(game.sample(&chance, &mut dice)),
                Turn::Choose(seats) => {
                    let seat = seats.first().expect("a seat");
                    game.legal(&state, seat, &mut legal);
                    Step::Act(seat, legal[dice.below(legal.len() as u32) as usize])
                }
            };
            game.apply(&mut state, next, &mut |_| {});
        }
    }
}

#[test]
fn standing_orders_pass_only_where_nothing_is_left_to_decide() {
    let mut passed = 0;
    for seed in 0..12 {
        let game = StarCraft::new("ready-2 factions=raynor,overmind").expect("a table");
        let mut dice = SplitMix64(seed);
        let mut state = game.start();
        let mut legal = Vec::new();
        for _ in 0..900 {
            let next = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance(chance) => Step::Chance(game.sample(&chance, &mut dice)),
                Turn::Choose(seats) => {
                    let seat = seats.first().expect("a seat");
                    let view = game.view(&state, Viewer::Seat(seat));
                    game.legal(&state, seat, &mut legal);
                    let decides = |action: &Action| {
                        matches!(
                            action,
                            Action::Buy(_) | Action::Move(..) | Action::Recall(..) | Action::Reinforce(..)
                        )
                    };
                    if let Some(action) = game.standing_order_action(&view, seat, rules::StandingOrders(16)) {
                        assert!(legal.contains(&action) && !legal.iter().any(decides), "{action:?}");
                        passed += 1;
                    }
                    Step::Act(seat, legal[dice.below(legal.len() as u32) as usize])
                }
            };
            game.apply(&mut state, next, &mut |_| {});
        }
    }
    assert!(passed > 0, "no step was passed");
}

/// The events of a match up to the one that `ends` it, as a viewer sees them, from the one that opened the scene on.
fn scene_until(viewer: Viewer, seed: u64, ends: fn(&Event) -> bool) -> (StarCraft, Vec<Event>, rules::Scene) {
    let game = StarCraft::new("ready-2 factions=raynor,overmind").expect("a table");
    let (mut dice, mut state, mut legal) = (SplitMix64(seed), game.start(), Vec::new());
    let mut story: Vec<Event> = Vec::new();
    for _ in 0..4000 {
        let next = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance(chance) => Step::Chance(game.sample(&chance, &mut dice)),
            Turn::Choose(seats) => {
                let seat = seats.first().expect("a seat");
                game.legal(&state, seat, &mut legal);
                Step::Act(seat, legal[dice.below(legal.len() as u32) as usize])
            }
        };
        let mut new = Vec::new();
        game.apply(&mut state, next, &mut |event| new.push(event));
        for event in new.into_iter().filter_map(|event| game.redact(&event, viewer)) {
            let done = ends(&event);
            story.push(event);
            if done {
                assert_eq!(game.scene_mark(story.last().expect("pushed")), SceneMark::Closes);
                let opens = |event: &Event| game.scene_mark(event) == SceneMark::Opens;
                let events = story.split_off(story.iter().rposition(opens).expect("a scene was opened"));
                let scene = game.scene(&game.view(&state, viewer), &events).expect("a scene");
                return (game, events, scene);
            }
        }
    }
    panic!("the event did not happen");
}

#[test]
fn the_planning_phase_ends_in_a_scene_without_the_hidden_orders() {
    let planned = |event: &Event| matches!(event, Event::Planned { .. });
    let (game, events, scene) = scene_until(Viewer::Public, 4, planned);
    assert!(matches!(events[0], Event::RoundBegan { round: 1 }));
    assert_eq!(scene.title, "Round 1: the orders are placed");
    assert!(
        scene.result.contains("placed 4 orders and") && scene.result.contains("highest stack"),
        "{}",
        scene.result
    );
    let placed = events.iter().filter(|event| matches!(event, Event::OrderPlaced { .. })).count();
    assert_eq!(placed, 8, "four orders each");
    assert!(!scene.targets.is_empty() && !shows_an_id(&game, &scene.result));
    let lines: Vec<String> = scene.lines.iter().map(|line| plain_text(line)).collect();
    let text = format!("{} {} {}", scene.title, scene.result, lines.join(" "));
    for token in starcraft::ids::Token::ALL {
        assert!(!text.contains(token.name()), "{} is face down: {text}", token.name());
    }
}

#[test]
fn every_order_battle_and_phase_ends_in_a_scene() {
    let ends: [fn(&Event) -> bool; 3] = [
        |event| matches!(event, Event::Planned { .. }),
        |event| matches!(event, Event::OrderEnded { .. }),
        |event| matches!(event, Event::FirstPassed { .. }),
    ];
    for (at, ends) in ends.into_iter().enumerate() {
        for viewer in [Viewer::Public, Viewer::Seat(rules::Seat(1))] {
            let (_, events, scene) = scene_until(viewer, 4, ends);
            assert!(!scene.title.is_empty() && !scene.result.is_empty(), "{at}: {events:?}");
        }
    }
}
