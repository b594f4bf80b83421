//! What a player reads: prompts, consequences, reasons, the log, scenes and cards.

use crate::stage::{ALLIANCE, IMPERIUM, combat, loc, scene, ship};
use laws::Scene;
use rules::{Card, Game, Notation, Present, SceneMark, Seat, Target, Viewer};
use star_borders::{Action, Event, Price, ShipSet, Side, StarBorders};

fn title(scene: &Scene<StarBorders>, seat: Seat) -> String {
    scene.game.title(&scene.view(Viewer::Seat(seat)), seat)
}

fn label(scene: &Scene<StarBorders>, seat: Seat, action: &str) -> String {
    let action = scene.game.read_action(action).expect("an action");
    scene.game.label(&scene.view(Viewer::Seat(seat)), seat, action)
}

fn consequence(scene: &Scene<StarBorders>, seat: Seat, action: &str) -> Option<String> {
    let action = scene.game.read_action(action).expect("an action");
    scene.game.consequence(&scene.view(Viewer::Seat(seat)), seat, action)
}

/// The reason shown for a denied action.
fn why(scene: &Scene<StarBorders>, seat: Seat, action: &str) -> String {
    let action = scene.game.read_action(action).expect("an action");
    let rule = scene.game.check(&scene.state, seat, action).expect_err("denied").rule();
    scene.game.why_not(&scene.view(Viewer::Seat(seat)), seat, action, rule).expect("a reason")
}

fn primary(scene: &Scene<StarBorders>, seat: Seat) -> Vec<String> {
    let view = scene.view(Viewer::Seat(seat));
    let mut legal = Vec::new();
    scene.game.legal(&scene.state, seat, &mut legal);
    legal.retain(|&action| scene.game.is_primary(&view, seat, action));
    legal.into_iter().map(|action| scene.game.write_action(action)).collect()
}

fn card(scene: &Scene<StarBorders>, seat: Seat, target: &str) -> Card {
    let target: Target = target.parse().expect("a target");
    scene
        .game
        .card(&scene.view(Viewer::Seat(seat)), &target)
        .unwrap_or_else(|| panic!("no card for {target}"))
}

fn fact(card: &Card, name: &str) -> String {
    let found = card.facts.iter().find(|fact| fact.name == name);
    found.unwrap_or_else(|| panic!("{name} is not in {card:?}")).value.clone()
}

fn line(game: &StarBorders, event: &Event) -> String {
    game.log_line(event).expect("a line").plain_text()
}

// --- prompts

#[test]
fn the_last_lp_does_not_end_the_step() {
    let mut scene = scene("D", "active A\nfirst A\nlp 1 4\ncontrol A OM1\ncontrol I KP1\nat OM1: Scout\n");
    scene.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "go OM2").act(ALLIANCE, "halt");
    assert_eq!((scene.to_act(), scene.legal(ALLIANCE)), (Some(ALLIANCE), vec!["end".to_owned()]));
    assert_eq!(primary(&scene, ALLIANCE), ["end"]);
    assert_eq!(consequence(&scene, ALLIANCE, "end"), None);
    // A step in which nothing can be done at all is skipped.
    scene.act(ALLIANCE, "end");
    let idle = crate::stage::scene(
        "D",
        "active A\nfirst A\nlp 0 4\ncontrol A OM1\ncontrol I KP1\nat OM1: Scout\nstep card\n",
    );
    assert_eq!(idle.to_act(), Some(IMPERIUM));
}

#[test]
fn ending_with_unspent_lps_says_what_is_lost_and_is_not_the_usual_choice() {
    let scene = scene("D", "active A\nlp 2 4\ncontrol A OM1\nat OM1: Scout\n");
    assert_eq!(consequence(&scene, ALLIANCE, "end").as_deref(), Some("2 LP will be lost"));
    assert_eq!(primary(&scene, ALLIANCE), Vec::<String>::new());
    let view = scene.view(Viewer::Seat(ALLIANCE));
    assert!(scene.game.is_irreversible(&view, ALLIANCE, Action::End));
}

#[test]
fn lps_and_honor_are_counted_apart() {
    let scene = scene("D", "active I\nlp 0 6\nhonor 3\ncontrol I KP1\nat KP1: Raider\n");
    assert_eq!(
        title(&scene, IMPERIUM),
        "6 LP and 3 Honor to spend: choose a ship to move, another activity, or end"
    );
}

#[test]
fn a_requisition_names_ship_and_price() {
    let scene = scene("F", "setup\nactive I\nhonor 2\nstep activity\n");
    let mut legal = Vec::new();
    scene.game.legal(&scene.state, IMPERIUM, &mut legal);
    let requisition = legal.into_iter().find(|action| matches!(action, Action::Requisition(_)));
    let words =
        scene.game.label(&scene.view(Viewer::Seat(IMPERIUM)), IMPERIUM, requisition.expect("on offer"));
    assert!(words.starts_with("Requisition the Specter at ") && words.ends_with(" (2 Honor)"), "{words}");
}

#[test]
fn no_purchase_is_offered_that_is_impossible() {
    // One LP is not enough; the step asks because card 11 could be in the hand.
    let poor = |hand: &str| {
        scene("D", &format!("active A\nlp 1 0\ncontrol A OM1\nat OM6: Scout\nstep card\nhand A: {hand}\n"))
    };
    assert_eq!(title(&poor("11"), ALLIANCE), "Use a penalty card before your activities, or continue?");
    assert_eq!(title(&poor("3"), ALLIANCE), "Your Activity Step is next: continue?");
    assert_eq!(label(&poor("3"), ALLIANCE, "pass"), "Continue");
    let rich = scene("D", "active A\nlp 6 0\ncontrol A OM1\nat OM6: Scout\nstep card\n");
    assert_eq!(title(&rich, ALLIANCE), "Buy a card for 3 LP, or continue?");
}

#[test]
fn windows_for_secrecy_are_worded_neutrally() {
    let strike =
        |hand: &str| scene("D", &format!("active I\nlp 0 3\ncontrol I KP1\nhand A: {hand}\nstep strike\n"));
    assert_eq!(title(&strike("4"), ALLIANCE), "Use Covert Strike before your opponent's turn, or keep it?");
    assert_eq!(title(&strike("3"), ALLIANCE), "Your opponent's turn begins: continue?");
    assert_eq!(primary(&strike("4"), ALLIANCE), Vec::<String>::new());
    assert_eq!(primary(&strike("3"), ALLIANCE), ["pass"]);
    let mut tracking = combat::battle(IMPERIUM, "hand I: 3\nat DL8: Starship, Destroyer");
    tracking.act(IMPERIUM, "pass");
    assert_eq!(title(&tracking, IMPERIUM), "Battle at First Eye: continue?");
    tracking.act(IMPERIUM, "pass");
    assert_eq!(title(&tracking, IMPERIUM), "The firing begins: continue?");
}

#[test]
fn a_usual_choice_is_legal_and_unique_in_every_prompt_of_random_matches() {
    let game = StarBorders::scenario("F").expect("a printed scenario");
    for seed in 0..6 {
        let played = laws::play_random_match(&game, seed, 20_000);
        let mut state = game.start();
        for &step in &played.log {
            if let rules::Step::Act(seat, _) = step {
                let view = game.view(&state, Viewer::Seat(seat));
                let mut legal = Vec::new();
                game.legal(&state, seat, &mut legal);
                let mut all = Vec::new();
                game.candidates(&state, seat, &mut all);
                let primary = all.iter().filter(|&&action| game.is_primary(&view, seat, action));
                let primary: Vec<_> = primary.collect();
                assert!(
                    primary.len() <= 1 && primary.iter().all(|action| legal.contains(action)),
                    "{primary:?}"
                );
                assert!(!game.title(&view, seat).contains("rolling"), "{:?}", state.board.frame());
                assert!(game.subtitle(&view, seat).is_some());
                for &action in &all {
                    assert!(!game.targets(&view, action).is_empty());
                    assert!(!game.label(&view, seat, action).contains('{'), "no markup in labels");
                    if let Err(denied) = game.check(&state, seat, action) {
                        let why = game.why_not(&view, seat, action, denied.rule());
                        assert!(why.is_some(), "{action:?} is denied by {} without a reason", denied.rule());
                    }
                }
            }
            let mut events = Vec::new();
            game.apply(&mut state, step, &mut |event| events.push(event));
            for event in events {
                let _ = game.log_line(&event).map(|line| line.plain_text());
            }
        }
    }
}

// --- reasons

#[test]
fn reasons_name_the_facts() {
    let mut group = scene("D", "active I\nlp 0 1\nat KP1: Destroyer, Raider, Imperator\n");
    group.act(IMPERIUM, "pick I-IM-1").act(IMPERIUM, "pick I-PR-1");
    assert_eq!(why(&group, IMPERIUM, "pick I-DE-1"), "a move of this group costs 2 LP; you have 1 LP");
    let mut halted = scene("D", "active A\nlp 8 0\nat DL2: Scout, Escort\n");
    halted.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "go DL6");
    assert_eq!(
        why(&halted, ALLIANCE, "pick A-SE-1"),
        "Scout 1 stopped in the Asteroids at Gallowglass Belt this turn"
    );
    let fort = scene("D", "active A\nlp 1 0\nfortresses 1 1\ncontrol A OM1 OM2!\nat OM1: Scout\n");
    assert_eq!(why(&fort, ALLIANCE, "fortify OM1"), "level 1 costs 2 LP; you have 1 LP");
    assert_eq!(why(&fort, ALLIANCE, "fortify OM2"), "Dunmarrow is Disrupted");
}

#[test]
fn a_truce_overdrive_and_deflectors_are_explained() {
    let mut overdrive = scene("D", "active A\nlp 8 0\nhand A: 8\nat OM1: Scout, Escort\n");
    overdrive.act(ALLIANCE, "pick A-SE-1");
    assert_eq!(why(&overdrive, ALLIANCE, "overdrive"), "Overdrive Coils must lie face up: show it first");
    overdrive.act(ALLIANCE, "reveal 8").act(ALLIANCE, "overdrive").act(ALLIANCE, "go OM2");
    assert_eq!(why(&overdrive, ALLIANCE, "overdrive"), "Overdrive Coils work on one move per turn");
    let mut redeploy = scene("D", "active A\nlp 8 0\nhand A: 2\nat OM1: Scout\nat OM2: Escort\n");
    redeploy.act(ALLIANCE, "use 2").act(ALLIANCE, "pick A-SE-1");
    assert_eq!(
        why(&redeploy, ALLIANCE, "pick A-SE-2"),
        "Escort 2 stands elsewhere: all ships start from one place"
    );
    assert_eq!(why(&redeploy, ALLIANCE, "go OM1"), "they are at Verity already");
    let mut deflect = combat::battle(IMPERIUM, "hand A: 5\nat DL8: Starship, Destroyer, Dominator");
    combat::pass_windows(&mut deflect);
    deflect.act(ALLIANCE, "cease-fire");
    deflect.queue_dice([6]);
    for step in ["pick I-DE-1", "pick I-DO-1", "shoot", "cease-fire"] {
        deflect.act(IMPERIUM, step);
    }
    assert_eq!(why(&deflect, ALLIANCE, "deflect"), "Layered Deflectors must lie face up: show it first");
}

#[test]
fn distance_and_engines_are_compared_on_the_card_of_a_place() {
    let mut scene = scene("D", "active A\nlp 8 0\nat OM1: Starship\n");
    scene.act(ALLIANCE, "pick A-ST-1");
    let far = card(&scene, ALLIANCE, "place:KP1");
    let [denial] = &far.cannot[..] else { panic!("{far:?}") };
    assert!(denial.text.ends_with(" links away; a Starship has 2 Engines"), "{}", denial.text);
    assert_eq!(denial.rule, "SB-6.1b");
    assert_eq!(card(&scene, ALLIANCE, "place:OM2").can, ["Go to Dunmarrow"]);
}

// --- the log

#[test]
fn the_log_names_the_class_that_was_up_and_agrees_in_number() {
    let scene = scene("D", "active I\nlp 0 4\nat DL8: Raider, Patroller, Scout\n");
    let game = &scene.game;
    let (raider, patroller) = (ship(&scene, "I-PR-1"), ship(&scene, "I-PR-2"));
    let back = scene.state.board.back;
    let both = ShipSet::only(raider) | ShipSet::only(patroller);
    let shot = |ships: ShipSet| Event::ShotDeclared { side: Side::Imperium, ships, back, strength: 3 };
    assert_eq!(line(game, &shot(ShipSet::only(raider))), "Raider 1 fires with strength 3");
    assert_eq!(line(game, &shot(both)), "Raider 1 and Patroller 2 fire with strength 3");
    let moved = Event::Moved {
        ships: ShipSet::only(raider),
        back,
        price: Price { lp: 1, honor: 2 },
        from: loc(&scene, "DL8"),
        to: loc(&scene, "DL4"),
        jump: false,
    };
    assert_eq!(line(game, &moved), "Raider 1 moves from First Eye to Calliope for 1 LP and 2 Honor");
    assert_eq!(line(game, &Event::HitsScored { on: Side::Alliance, hits: 1 }), "1 hit on the Alliance");
    assert_eq!(line(game, &Event::SuddenDeathRolled { die: 4, needed: 1 }), "Sudden death: [4] (ends on 1)");
    assert_eq!(
        line(game, &Event::SuddenDeathRolled { die: 4, needed: 3 }),
        "Sudden death: [4] (ends on 1–3)"
    );
    assert_eq!(
        line(game, &Event::IncomeGained { side: Side::Imperium, lp: 6, lost: 2 }),
        "The Imperium loses 2 unspent LP and receives 6 LP"
    );
}

#[test]
fn a_turn_has_a_heading_and_references_point_at_the_board() {
    let scene = scene("D", "active I\nlp 0 4\nat DL8: Raider, Scout\n");
    let began = Event::TurnBegan { side: Side::Imperium, game_turn: 3, countdown: 6 };
    let heading = scene.game.log_line(&began).expect("a line").heading;
    assert_eq!(heading.as_deref(), Some("Turn 3, box 6: Imperium"));
    let taken = Event::Captured { side: Side::Imperium, at: loc(&scene, "DL1"), disrupted: true };
    let line = scene.game.log_line(&taken).expect("a line");
    let targets: Vec<String> = line
        .text
        .iter()
        .filter_map(|span| match span {
            rules::Span::Ref { target, .. } => Some(target.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(targets, ["seat:1", "place:DL1"]);
    assert_eq!(line.plain_text(), "The Imperium takes Terra Nova; it is Disrupted");
}

// --- scenes

#[test]
fn a_battle_is_a_scene_with_a_result() {
    let mut scene = combat::battle(IMPERIUM, "at DL8: Scout, Destroyer");
    let mut events = Vec::new();
    scene.act(ALLIANCE, "cease-fire");
    combat::play(&mut scene, IMPERIUM, "fire-at-will", &[1, 6]);
    events.push(Event::BattleBegan { at: loc(&scene, "DL8") });
    events
        .extend(scene.events.iter().take_while(|event| !matches!(event, Event::BattleEnded { .. })).cloned());
    events.push(Event::BattleEnded { at: loc(&scene, "DL8"), victor: Some(Side::Imperium) });
    assert_eq!(scene.game.scene_mark(&events[0]), SceneMark::Opens);
    assert_eq!(scene.game.scene_mark(events.last().expect("an event")), SceneMark::Closes);
    let view = scene.view(Viewer::Seat(IMPERIUM));
    let shown = scene.game.scene(&view, &events).expect("a scene");
    assert_eq!(shown.title, "Battle at First Eye");
    assert_eq!(shown.result, "You win. Alliance lost 1 ship, Imperium lost 0 ships.");
    assert!(shown.targets.contains(&Target::Place("DL8".into())) && shown.lines.len() >= 4);
    let theirs = scene.game.scene(&scene.view(Viewer::Seat(ALLIANCE)), &events).expect("a scene");
    assert!(theirs.result.starts_with("The Imperium wins."));
}

#[test]
fn captures_assaults_coups_and_income_are_scenes() {
    let scene = scene("D", "active I\nlp 0 4\nat DL1: Raider\n");
    let at = loc(&scene, "DL1");
    let view = scene.view(Viewer::Seat(IMPERIUM));
    let shown = |event: Event| {
        assert_eq!(scene.game.scene_mark(&event), SceneMark::Whole);
        let found = scene.game.scene(&view, &[event]).expect("a scene");
        format!("{}: {}", found.title, found.result)
    };
    assert_eq!(
        shown(Event::Captured { side: Side::Imperium, at, disrupted: false }),
        "Terra Nova: You take it."
    );
    let dice = [2].into_iter().collect();
    assert_eq!(
        shown(Event::Assaulted { side: Side::Imperium, at, count: 4, dice, level: 0 }),
        "Assault on Terra Nova: You assault Terra Nova: no fortification is left."
    );
    assert_eq!(
        shown(Event::CoupMade { side: Side::Alliance, coup: star_borders::Coup::Blind }),
        "Intelligence Coup: The Alliance makes use of the salvage."
    );
    assert!(
        shown(Event::IncomeGained { side: Side::Imperium, lp: 3, lost: 2 })
            .starts_with("End of the turn: You receive 3 LP. 2 unspent LP are lost. Victory points now: ")
    );
}

// --- cards

#[test]
fn every_element_of_the_board_has_a_card() {
    let mut scene = scene("D", "setup\nactive I\nfirst I\nstep activity\n");
    scene.state.board.battle.die = 4;
    for ship in ShipSet::of(Side::Alliance) | ShipSet::of(Side::Imperium) {
        if scene.state.board.spots[ship.index()] != star_borders::Spot::Out {
            assert!(
                fact(&card(&scene, IMPERIUM, &format!("piece:{}", ship.name())), "Defense").contains(':')
            );
        }
    }
    for at in scene.game.quadrant.all() {
        let place = scene.game.quadrant.get(at);
        assert_eq!(card(&scene, IMPERIUM, &format!("place:{}", place.id)).title, place.name);
    }
    for number in 1..=12 {
        assert!(card(&scene, IMPERIUM, &format!("card:{number}")).title.starts_with(&format!("{number}. ")));
    }
    for track in ["lp-A", "lp-I", "vp-A", "vp-I", "honor", "countdown", "die-0", "lp"] {
        assert!(!card(&scene, IMPERIUM, &format!("track:{track}")).facts.is_empty(), "{track}");
    }
    let nothing: Target = "place:XX9".parse().expect("a target");
    assert_eq!(scene.game.card(&scene.view(Viewer::Public), &nothing), None);
}

#[test]
fn cards_say_what_can_be_done_and_what_not() {
    let mut scene = scene("D", "active I\nlp 0 1\nat KP1: Raider\nat KP4: Destroyer\ncontrol I KP1\n");
    let raider = card(&scene, IMPERIUM, "piece:I-PR-1");
    assert_eq!(raider.can, ["Move Raider 1 from Redoubt (1 LP)"]);
    assert_eq!(fact(&raider, "Other side"), "Patroller");
    let destroyer = card(&scene, IMPERIUM, "piece:I-DE-1");
    assert_eq!(destroyer.cannot[0].text, "a move of Destroyer 1 costs 2 LP; you have 1 LP");
    assert_eq!(destroyer.cannot[0].rule, "SB-6.2e");
    scene.act(IMPERIUM, "pick I-PR-1");
    assert_eq!(card(&scene, IMPERIUM, "piece:I-PR-1").can, ["Deselect Raider 1"]);
}

#[test]
fn the_mats_explain_the_faction_abilities() {
    let scene = scene("D", "active I\nlp 0 1\nat KP1: Raider\n");
    let names = scene
        .game
        .static_view()
        .abilities
        .map(|side| side.iter().map(|ability| ability.name).collect::<Vec<_>>());
    assert_eq!(names, [vec!["Initiative", "Harmony"], vec!["Honor", "Establishment"]]);
    for (seat, word) in [(0, "Harmony"), (1, "Establishment")] {
        assert!(card(&scene, IMPERIUM, &format!("seat:{seat}")).about.contains(word));
    }
}

#[test]
fn the_picture_of_a_battle_names_the_ships_of_every_shot() {
    let mut scene = combat::battle(IMPERIUM, "at DL8: Scout, Escort, Dominator");
    for step in ["pick A-SE-1", "pick A-SE-2", "shoot"] {
        scene.act(ALLIANCE, step);
    }
    let view = scene.view(Viewer::Public);
    let battle = scene.game.public_view(&view).battle.expect("a battle");
    assert_eq!(battle.shots[0].ships, ["A-SE-1", "A-SE-2"]);
    assert_eq!(battle.roster, [vec!["A-SE-1", "A-SE-2"], vec!["I-DO-1"]]);
}
