//! What clients get: views, forecasts, labels, cards, scenes, log lines.

use rules::{Game, Present, SceneMark, Target, Viewer, covers};
use space_infantry::{Event, Lane, Level, views::PublicView};

use crate::stage::{Stage, YOU, actions, at, token};

fn public(stage: &Stage) -> PublicView {
    stage.game.public_view(&stage.game.view(&stage.state, Viewer::Public))
}

const MOCKUP: &str = "queue FE-advance-1 CY-press-1 CT-spawn-1 U-random_event-1 F-federation_1-1\n\
    war FE 3 CT 1 ME 3 MU 0 CY 2\npairs FE-CT neutral, CT-MU war, MU-CY neutral, CY-FE alliance\n\
    status stability 4 desire 1 losses 1\nat CUA: base_up build\nat ASC: base research\nat APC: base maneuver\nat ABR: flagship\n\
    at FE2: FE scout\nat FE3: FE raider\nat CY5: CY scout\ntech CY: adv_defense raider_protocols\ntech FE: durability\n\
    spy CY\nembassy MU\ncolumn middle\nstored: MAN RES ESP DIP\ntrack left: 0 BUI, 1 MAN, 2 BUI*2\nsacrificed: BUI\ndiscovered: engines\n";

#[test]
fn combat_dice_are_rated_by_their_total() {
    let game = actions(MOCKUP).game;
    let rated = |lane, faces: &[u8]| {
        let faces = faces.iter().copied().collect();
        game.luck(&Event::DiceRolled { lane, faces, attempt: 0 }).map(|luck| (luck.as_good, luck.as_bad))
    };
    assert_eq!(rated(Lane::Combat, &[6, 6]), Some((2, 100)), "1 in 36");
    assert_eq!(rated(Lane::Combat, &[1, 1]), Some((100, 2)));
    assert_eq!(rated(Lane::Combat, &[6]), Some((16, 100)));
    assert_eq!(rated(Lane::Combat, &[3, 4]), Some((58, 58)), "21 of 36");
    assert_eq!(rated(Lane::Event, &[6]), None, "an event has no good end of the die");
}

#[test]
fn si_5_3_the_queue_is_open_and_says_what_each_token_will_do() {
    covers!("SI-5.3");
    let view = public(&actions(MOCKUP));
    let texts: Vec<(&str, bool, bool)> =
        view.queue.iter().map(|token| (token.text.as_str(), token.ignored, token.danger)).collect();
    assert_eq!(
        texts,
        [
            (
                "Gnasher Picket moves from space 2 to space 1. Maw Raiders enters Apclore: battle, 2 dice, 56 %",
                false,
                true
            ),
            ("Probe Line moves from space 5 to space 4", false, false),
            ("Ignored: their war makes Cold War act as Peace", true, false),
            ("1 of 8 chits left: 33 % good for you", false, false),
            ("1 roll of 4 dice", false, false),
        ]
    );
    let remedies: Vec<(&str, u8)> =
        view.queue[0].remedies.iter().map(|r| (r.title.as_str(), r.chance)).collect();
    assert_eq!(remedies, [("Upgrade the Base", 70), ("Out Maneuver in the battle", 70), ("Bypass", 100)]);
    assert_eq!(
        view.shared,
        [
            "The Cybers use the Flesh Eaters' Durability Enhancements: one more hit to destroy a fleet.",
            "The Flesh Eaters use the Cybers' Advanced Defensive Systems: one combat die less for you."
        ]
    );
}

#[test]
fn si_0_2_the_view_counts_bases_and_status() {
    covers!("SI-0.2", "SI-2.15");
    let status = public(&actions(MOCKUP)).status;
    assert_eq!((status.bases, status.bases_to_win, status.production), (3, 6, 4));
    assert_eq!((status.stability, status.desire, status.losses), (4, 1, 1));
}

#[test]
fn worlds_show_the_chances_of_settling() {
    let view = public(&actions(MOCKUP));
    let abraxsys = view.worlds.iter().find(|world| world.at == "ABR").expect("a world");
    let odds: Vec<(&str, u8)> = abraxsys.odds.iter().map(|odds| (odds.name.as_str(), odds.percent)).collect();
    assert_eq!(odds, [("Peace", 22), ("Cold War", 44), ("Mobilizing", 33)]);
    assert!(abraxsys.ready);
    assert_eq!(abraxsys.text, "Mutants, 2 steps down: 22 % Peace, 44 % Cold War, 33 % Mobilizing");
}

#[test]
fn races_say_how_they_act() {
    let view = public(&actions(MOCKUP));
    let texts: Vec<&str> = view.races.iter().map(|race| race.text.as_str()).collect();
    assert_eq!(texts, ["War", "Cold War, acts as Peace", "War", "Peace, all ignored", "Mobilizing"]);
    let cy = &view.races[4];
    assert_eq!(
        cy.track.iter().map(|space| (space.number, space.spy)).collect::<Vec<_>>(),
        [(6, false), (5, false), (4, true), (3, false), (2, false)]
    );
    let raider = view.races[0].fleets.iter().find(|fleet| fleet.id == "FE-raider").expect("a fleet");
    assert_eq!((raider.to_sol, raider.dies_at), (Some(3), Some(3)));
}

#[test]
fn resources_say_when_they_arrive_and_where_the_others_are() {
    let resources = public(&actions(MOCKUP)).resources;
    assert_eq!(resources.open, [true, true, false]);
    assert_eq!((resources.hand.len(), resources.on_the_way), (5, 3));
    assert_eq!(
        resources.away,
        "spy at the Cybers, Embassy at the Mutants, Morale of the middle column, 1 Build sacrificed"
    );
    let cell =
        resources.cells.iter().find(|cell| cell.row == 2 && cell.tokens.len() == 2).expect("two Builds");
    assert_eq!(cell.arrives, "2 turns");
}

#[test]
fn a_combat_adds_up_term_by_term() {
    let lines = "war FE 3\npairs CY-FE alliance\ntech CY: adv_defense\ntech FE: durability\nat APC: base_up maneuver\nat FE3: FE raider\nstored: MAN ESP\nstatus stability 4 desire 0 losses 1\n";
    let mut stage = token("FE-advance-1", lines);
    stage.act("out_maneuver 1").chance("combat 4 2 3 1");
    let combat = public(&stage).combat.expect("a combat");
    let terms: Vec<(i8, &str, &str, i8)> = combat
        .terms
        .iter()
        .map(|term| (term.change, term.title.as_str(), term.note.as_str(), term.total))
        .collect();
    assert_eq!(
        terms,
        [
            (5, "Dice at the start", "every combat", 5),
            (-2, "Maw Raiders, Combat Value 2", "the strongest fleet counts", 3),
            (1, "Strike: Maneuver Base, upgraded", "in its own space", 4),
            (-1, "Advanced Defensive Systems", "lent by the Cybers", 3),
            (1, "Out Maneuver", "you spent 1 Maneuver", 4),
        ]
    );
    let odds: Vec<(u8, u8, &str)> =
        combat.odds.iter().map(|odds| (odds.hits, odds.percent, odds.text.as_str())).collect();
    assert_eq!(
        odds,
        [
            (0, 20, "lost"),
            (1, 40, "back to space 3"),
            (2, 30, "back to space 4"),
            (3, 10, "back to space 5"),
            (4, 1, "destroyed")
        ]
    );
    let changes: Vec<(&str, &str)> =
        combat.if_accept.iter().map(|c| (c.name.as_str(), c.change.as_str())).collect();
    assert_eq!(
        changes,
        [
            ("Military Losses", "1 to 2 of 2"),
            ("upgraded Base", "loses a step"),
            ("Maw Raiders", "pushed to space 3")
        ]
    );
    let view = stage.game.view(&stage.state, Viewer::Seat(YOU));
    let label = |text: &str| {
        stage.game.label(&view, YOU, rules::Notation::read_action(&stage.game, text).expect("an action"))
    };
    assert_eq!((label("accept").as_str(), label("reroll").as_str()), ("Accept the loss", "Roll again, 80 %"));
    let reroll = rules::Notation::read_action(&stage.game, "reroll").expect("an action");
    assert!(stage.game.is_primary(&view, YOU, reroll));
    assert_eq!(stage.game.consequence(&view, YOU, reroll).as_deref(), Some("the Espionage is gone for good"));
}

#[test]
fn combats_and_events_end_in_a_scene() {
    let mut stage = token("FE-advance-1", "war FE 3\nat APC: base build\nat FE3: FE raider\n");
    stage.events.clear();
    stage.chance("combat 5 5 1");
    let from = 0;
    let end = stage
        .events
        .iter()
        .position(|event| stage.game.scene_mark(event) == SceneMark::Closes)
        .expect("an end");
    let view = stage.game.view(&stage.state, Viewer::Public);
    let scene = stage.game.scene(&view, &stage.events[from..=end]).expect("a scene");
    assert_eq!(scene.title, "Battle of Apclore");
    assert_eq!(
        scene.result,
        "Apclore holds: 2 hits. The fleets of the Flesh Eaters fall back; none is destroyed, so it is no act of war."
    );
    assert!(scene.targets.contains(&Target::Place("APC".to_owned())));
    let opens =
        Event::CombatBegan { race: space_infantry::Race::Fe, at: space_infantry::Space::SOL, dice: 4 };
    assert_eq!(stage.game.scene_mark(&opens), SceneMark::Opens);
}

#[test]
fn every_event_has_a_readable_line_and_every_choice_a_label() {
    let mut legal = Vec::new();
    for level in Level::ALL {
        let game = crate::stage::game(level.code());
        let (mut state, mut dice) = (game.start(), ::laws::SplitMix64(9));
        while let Some(step) = ::laws::random_step(&game, &state, &mut legal, &mut dice) {
            let view = game.view(&state, Viewer::Public);
            let mut wide = Vec::new();
            game.candidates(&state, YOU, &mut wide);
            for action in wide {
                assert!(!game.label(&view, YOU, action).is_empty() && !game.group(action).is_empty());
                for target in game.targets(&view, action) {
                    assert_eq!(target.to_string().parse(), Ok(target));
                }
                if let Err(denied) = game.check(&state, YOU, action) {
                    let _ = game.why_not(&view, YOU, action, denied.rule());
                }
                let _ = (
                    game.consequence(&view, YOU, action),
                    game.is_primary(&view, YOU, action),
                    game.amount(&view, YOU, action),
                );
            }
            let _ = (game.title(&view, YOU), game.subtitle(&view, YOU), game.prompt_rule(&view, YOU));
            let mut events = Vec::new();
            game.apply(&mut state, step, &mut |event| events.push(event));
            let view = game.view(&state, Viewer::Public);
            let _ = game.public_view(&view);
            for event in &events {
                if let Some(line) = game.log_line(event) {
                    assert!(line.plain_text().len() > 3 && (1..=3).contains(&line.importance));
                }
                if game.scene_mark(event) == SceneMark::Whole {
                    assert!(game.scene(&view, std::slice::from_ref(event)).is_some(), "{event:?}");
                }
            }
        }
        assert!(
            game.text_map(&game.view(&state, Viewer::Public), 100)
                .iter()
                .all(|line| line.chars().count() <= 100)
        );
        assert!(game.score_lines(&game.view(&state, Viewer::Public))[0].starts_with("Federation: "));
    }
}

#[test]
fn cards_explain_pieces_places_tokens_and_tracks() {
    let stage = actions(MOCKUP);
    let view = stage.game.view(&stage.state, Viewer::Public);
    let card = |target: &str| stage.game.card(&view, &target.parse().expect("a target"));
    let raider = card("piece:FE-raider").expect("a card");
    assert_eq!((raider.title.as_str(), raider.can[0].as_str()), ("Maw Raiders", "advances to Apclore"));
    assert!(
        card("piece:flagship@ABR")
            .expect("a card")
            .can
            .contains(&"turns into a Base with a Build".to_owned())
    );
    assert!(card("place:ABR").expect("a card").can.contains(&"can be settled with a Build".to_owned()));
    assert_eq!(card("card:FE-advance-1").expect("a card").title, "Flesh Eaters advance");
    assert_eq!(card("card:E1").expect("a card").facts.len(), 6);
    assert_eq!(card("card:targeting").expect("a card").title, "Enhanced Targeting System");
    assert_eq!(card("track:war:CT").expect("a card").facts[2].value, "Peace");
    assert_eq!(card("track:stability").expect("a card").facts[0].value, "4");
    assert!(
        card("piece:XX-raider").is_none() && card("place:XYZ").is_none() && card("track:nothing").is_none()
    );
    let detail = stage.game.detail(&view, &Target::Place("ABR".to_owned())).expect("a detail");
    assert_eq!(detail.reach, ["MU2", "MU3"]);
}

#[test]
fn the_static_view_is_complete() {
    let view = crate::stage::game("hard").static_view();
    assert_eq!(
        (view.space_info.len(), view.links.len(), view.tokens.len(), view.fleets.len()),
        (30, 35, 58, 16)
    );
    assert_eq!(
        (view.chit_info.len(), view.bases.len(), view.fed_techs.len(), view.alien_techs.len()),
        (8, 6, 9, 14)
    );
    let helps = view.chit_info.iter().flat_map(|chit| &chit.table).filter(|entry| entry.helps).count();
    assert_eq!(helps, 16, "16 of 48 entries help the player");
}

#[test]
fn the_end_screen_says_why() {
    let stage = at("si 1 hard tokens 200 turn 31 phase OVER\nover sol_fell\nat APC: base build\n");
    let result = public(&stage).result.expect("a result");
    assert_eq!((result.won, result.points, result.rule.as_str()), (false, 111, "SI-4.2"));
}
