//! Hidden information, notation, bad input, presentation, golden logs (chapters 17, 21, 23, 24 of the ledger).

use std::{fs, path::PathBuf};

use laws::{SplitMix64, golden};
use rules::{Dice, Game, Notation, Present, Step, Target, Turn, Viewer, covers};
use starcraft::{NONE, StarCraft, data::Components};

use crate::common::{A, B, Board, board};

/// Seat 1 with something of everything that others see in part.
fn rich() -> laws::Scene<StarCraft> {
    board("raynor", "overmind")
        .seat(1, "cp3 pool8 hand TC01,TC02 disc TC03 play TT07a tech -TT07 kept E107 ev I,II mod rnd1")
        .round("round 2 EXEC first=1 events I:4 II:4 III:20 edn=1 out=E106")
        .scene()
}

/// What the two other viewers see of seat 1.
fn seen(test: impl Fn(&starcraft::PlayerView, &starcraft::State)) {
    let scene = rich();
    for viewer in [Viewer::Seat(B), Viewer::Public] {
        test(&scene.view(viewer).players[0], &scene.state);
    }
}

#[test]
fn sc_hid_4_hands_are_counted_and_seen_by_their_owner() {
    covers!("SC-HID-4");
    seen(|player, _| assert_eq!((player.hand_count, player.hand), (2, None)));
    assert_eq!(rich().view(Viewer::Seat(A)).players[0].hand, Some(0b11));
}

#[test]
fn sc_hid_5_decks_are_counted() {
    covers!("SC-HID-5");
    seen(|player, _| assert_eq!(player.deck_count, 15));
}

#[test]
fn sc_hid_6_discards_technologies_and_cards_in_play_are_open() {
    covers!("SC-HID-6", "SC-HID-7");
    seen(|player, state| {
        let real = &state.players[0];
        assert_eq!((player.discards, player.play, player.tech), (real.discards, real.play, real.tech));
        assert_ne!((player.discards, player.play, player.tech), Default::default());
    });
}

#[test]
fn sc_hid_8_drawn_event_cards_are_counted_by_stage() {
    covers!("SC-HID-8", "SC-HID-9");
    seen(|player, _| assert_eq!((player.front, player.faces), ([1, 1, 0], None)));
}

#[test]
fn sc_hid_13_the_event_decks_and_discards_are_open() {
    covers!("SC-HID-13");
    let scene = rich();
    for viewer in [Viewer::Seat(B), Viewer::Public] {
        let view = scene.view(viewer);
        assert_eq!((view.spent, view.ends, view.drawn), (scene.state.spent, 1, 2));
    }
}

#[test]
fn sc_hid_19_points_modules_and_kept_cards_are_open() {
    covers!("SC-HID-19", "SC-HID-20", "SC-RUL-70");
    seen(|player, state| {
        assert_eq!((player.cp, player.modules, player.kept), (3, [0, 1, 0], state.players[0].kept));
        assert_eq!(player.kept.len(), 1);
    });
}

#[test]
fn sc_rsrc_12_workers_of_all_players_are_open() {
    covers!("SC-RSRC-12");
    seen(|player, _| assert_eq!((player.pool, player.on_minerals, player.on_gas), (8, 0, 0)));
}

/// A position with one change is refused by this law, and with another it is read.
fn law(id: &str, broken: fn(Board) -> Board, sound: fn(Board) -> Board) {
    let read = |change: fn(Board) -> Board| {
        let table = change(board("raynor", "overmind"));
        table.game().read_position(&table.text())
    };
    let error = read(broken).expect_err("refused").to_string();
    assert!(error.contains(id), "{error}");
    assert!(read(sound).is_ok(), "without the breach");
}

#[test]
fn sc_law_1_supply_of_units() {
    covers!("SC-LAW-1");
    law(
        "SC-LAW-1",
        |table| table.areas("area CHA-A b1 u1:marine*4 | area CHA-B u1:marine*3 | area HAL-A b2"),
        |table| table.areas("area CHA-A b1 u1:marine*3 | area HAL-A b2"),
    );
}

#[test]
fn sc_law_2_supply_of_workers() {
    covers!("SC-LAW-2");
    law("SC-LAW-2", |table| table.seat(1, "cp0 pool16"), |table| table.seat(1, "cp0 pool8"));
}

#[test]
fn sc_law_3_supply_of_bases() {
    covers!("SC-LAW-3");
    law(
        "SC-LAW-3",
        |table| {
            table.areas("area CHA-A b1 | area TAR-A b1 | area TAR-B b1 | area TAR-C b1 | area TOR-A b1 | area TOR-B b1 | area TOR-C b1 | area HAL-A b2")
        },
        |table| table.areas("area CHA-A b1 | area TAR-A b1 | area HAL-A b2"),
    );
}

#[test]
fn sc_law_4_a_card_is_in_one_place() {
    covers!("SC-LAW-4");
    law(
        "SC-LAW-4",
        |table| table.seat(1, "cp0 pool8 hand TC01 disc TC01"),
        |table| table.seat(1, "cp0 pool8 hand TC01 disc TC02"),
    );
}

#[test]
fn sc_law_5_copies_of_event_cards() {
    covers!("SC-LAW-5");
    law(
        "SC-LAW-5",
        |table| table.seat(1, "cp0 pool8 kept E107,E107,E107"),
        |table| table.seat(1, "cp0 pool8 kept E107"),
    );
}

#[test]
fn sc_law_6_tokens_of_a_player() {
    covers!("SC-LAW-6");
    law(
        "SC-LAW-6",
        |table| table.stacks("stack CHA 1:build 1:build 1:mobilize 1:mobilize 1:research"),
        |table| table.stacks("stack CHA 1:build 1:build 1:mobilize 1:mobilize"),
    );
}

#[test]
fn sc_law_7_area_limits() {
    covers!("SC-LAW-7");
    law(
        "SC-LAW-7",
        |table| table.areas("area TOR-A u1:marine*3 | area HAL-A b2"),
        |table| table.areas("area CHA-A b1 | area TOR-A u1:marine*2 | area HAL-A b2"),
    );
}

#[test]
fn sc_law_8_a_resource_card_has_one_owner() {
    covers!("SC-LAW-8");
    law(
        "SC-LAW-8",
        |table| table.seat(2, "cp0 pool8 cards CHA-A"),
        |table| table.seat(2, "cp0 pool8 cards HAL-A"),
    );
}

#[test]
fn sc_law_10_levels_of_buildings() {
    covers!("SC-LAW-10");
    law(
        "SC-LAW-10",
        |table| table.seat(1, "cp0 pool8 lv 4,0,0"),
        |table| table.seat(1, "cp0 pool8 lv 3,0,0"),
    );
}

#[test]
fn sc_law_11_an_eliminated_player_has_nothing() {
    covers!("SC-LAW-11");
    law("SC-LAW-11", |table| table.seat(1, "cp0 pool8 eliminated 1"), |table| table.seat(1, "cp0 pool8"));
}

#[test]
fn bad_input_is_refused_with_a_reason_and_never_panics() {
    let game = board("raynor", "overmind").game();
    for text in [
        "",
        "Fly",
        "Move(marine)",
        "Move(marine, CHA-A, X)",
        "PlaceOrder(TOR, silver)",
        "BuyTech(TC01)",
        "Card(5, TC01)",
        "Worker(",
        "Split(-1)",
        "Planet(TOR, 200, 0, 0)",
        "BuyUnit(marine, CHA-A",
    ] {
        assert!(game.read_action(text).is_err(), "{text:?}");
    }
    for text in ["", "card", "card XX", "event E999", "seat 3", "faction x", "planet", "die 4"] {
        assert!(game.read_roll(text).is_err(), "{text:?}");
    }
    let sound = board("raynor", "overmind").text();
    assert!(game.read_position(&sound).is_ok());
    for (from, to) in [
        ("starcraft/1", "chess/1"),
        ("players=2", "players=3"),
        ("round 2", "round x"),
        ("tile CHA", "tile XXX"),
        ("r3", "r9"),
        ("seat 2", "seat 1"),
        ("frame EXEC", "frame FLY"),
        ("I:5", "I:99"),
        ("raynor", "kerrigan"),
        ("b1", "b9"),
        ("stack HAL 2:research", "stack HAL 2:sleep"),
    ] {
        let text = sound.replace(from, to);
        assert!(game.read_position(&text).is_err(), "{from} -> {to}");
    }
    // Every prefix of a sound position is refused or read, never a panic.
    for end in (0..sound.len()).step_by(7) {
        let _ = game.read_position(&sound[..end]);
    }
}

#[test]
fn wrong_data_files_are_refused_by_file_row_and_field() {
    let files = ["planets.json", "galaxies.json", "factions.json", "units.csv", "cards.json", "events.json"];
    let texts = files.map(|name| {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../data/starcraft").join(name);
        fs::read_to_string(path).expect("a data file")
    });
    let refused = |at: usize, from: &str, to: &str| {
        let mut texts = texts.clone();
        assert!(texts[at].contains(from), "{from}");
        texts[at] = texts[at].replacen(from, to, 1);
        let error = Components::read(texts.each_ref().map(String::as_str)).expect_err("refused");
        error.to_string()
    };
    assert!(Components::read(texts.each_ref().map(String::as_str)).is_ok());
    assert!(refused(0, "\"unit_limit\": 4", "\"unit_limit\": 9").contains("planets.json: ABA-A"));
    assert!(refused(0, "\"amount\"", "\"sum\"").starts_with("planets.json"));
    assert!(refused(1, "\"planet\": \"CHA\"", "\"planet\": \"CHX\"").contains("a planet of planets.json"));
    assert!(refused(3, "marine,Marine,Terran", "marine,Marine,Human").contains("units.csv: marine"));
    assert!(refused(4, "\"code\": \"ATK\"", "\"code\": \"ATTACK\"").contains("an effect code"));
    assert!(
        refused(4, "\"kind\": \"combat\"", "\"kind\": \"fight\"")
            .contains("combat, reinforcement or play_area")
    );
    assert!(refused(5, "\"copies\": 3", "\"copies\": 2").contains("events.json"));
    assert!(refused(2, "\"special_stage\": \"III\"", "\"special_stage\": \"IV\"").contains("special_stage"));
}

// --- presentation ------------------------------------------------------------------------

#[test]
fn everything_a_player_may_meet_has_words() {
    let mut lines = 0;
    for setup in ["ready-2", "built-3"] {
        let game = StarCraft::new(setup).expect("a table");
        let mut dice = SplitMix64(7);
        let mut state = game.start();
        let (mut legal, mut wide) = (Vec::new(), Vec::new());
        serde_json::to_string(&game.static_view()).expect("serializes");
        for step in 0..1500 {
            let turn = game.turn(&state);
            let next = match turn {
                Turn::Over => break,
                Turn::Chance(chance) => Step::Chance(game.sample(&chance, &mut dice)),
                Turn::Choose(seats) => {
                    let seat = seats.first().expect("a seat");
                    let view = game.view(&state, Viewer::Seat(seat));
                    game.legal(&state, seat, &mut legal);
                    if step % 5 == 0 {
                        assert!(!game.title(&view, seat).is_empty());
                        wide.clear();
                        game.candidates(&state, seat, &mut wide);
                        for &action in &wide {
                            assert!(!game.label(&view, seat, action).is_empty());
                            assert!(!game.targets(&view, action).is_empty());
                            assert!(!game.group(action).is_empty());
                            for target in game.targets(&view, action) {
                                assert_eq!(target.to_string().parse::<Target>().as_ref(), Ok(&target));
                            }
                            let _ = game.consequence(&view, seat, action);
                            if let Err(denied) = game.check(&state, seat, action) {
                                let _ = game.why_not(&view, seat, action, denied.rule());
                            }
                        }
                        let _ = (game.subtitle(&view, seat), game.prompt_rule(&view, seat));
                        serde_json::to_string(&game.private_view(&view)).expect("serializes");
                        serde_json::to_string(&game.public_view(&game.view(&state, Viewer::Public)))
                            .expect("serializes");
                        assert!(game.text_map(&view, 60).iter().all(|line| line.chars().count() <= 60));
                        assert_eq!(game.score_lines(&view).len(), usize::from(game.seats()));
                    }
                    let orders = rules::StandingOrders(15);
                    if let Some(action) = game.standing_order_action(&view, seat, orders) {
                        assert!(legal.contains(&action), "a standing order is a legal answer");
                    }
                    Step::Act(seat, legal[dice.below(legal.len() as u32) as usize])
                }
            };
            let mut events = Vec::new();
            game.apply(&mut state, next, &mut |event| events.push(event));
            let view = game.view(&state, Viewer::Public);
            for event in &events {
                lines += usize::from(
                    game.redact(event, Viewer::Public).and_then(|event| game.log_line(&event)).is_some(),
                );
            }
            let _ = game.scene(&view, &events);
        }
        let view = game.view(&state, Viewer::Public);
        for target in [
            "place:CHA-A",
            "place:CHA",
            "place:r1",
            "card:TC01",
            "card:E110",
            "card:TT01",
            "piece:marine@CHA-A",
            "seat:0",
        ] {
            assert!(game.card(&view, &target.parse().expect("a target")).is_some(), "{target}");
        }
        assert!(game.card(&view, &Target::Card("nothing".to_owned())).is_none());
    }
    assert!(lines > 500);
}

#[test]
fn the_battle_sheet_shows_sums_and_odds() {
    let scene = crate::battle::placing("raynor", "overmind");
    let view = scene.view(Viewer::Seat(A));
    let sheet = scene.game.private_view(&view).battle.expect("a battle");
    assert_eq!((sheet.area.as_str(), sheet.step, sheet.lines.len()), ("TOR-A", 6, 1));
    let odds = sheet.lines[0].forecast.as_ref().expect("a forecast");
    assert!(odds.cases > 0 && odds.attacker_hits <= odds.cases && odds.defender_hits <= odds.cases);
    let action = scene.game.read_action("Card(1, TC04)").expect("reads");
    assert!(scene.game.consequence(&view, A, action).expect("odds").starts_with("defeats in "));
    let shop = scene.game.private_view(&view).shop;
    let vulture = shop.iter().find(|item| item.id == "vulture").expect("listed");
    assert_eq!(vulture.why.as_deref(), Some("needs Factory level 1, you have level 0"));
}

// --- golden logs -------------------------------------------------------------------------

fn golden_file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/golden").join(format!("{name}.log"))
}

/// `GOLDEN=write cargo test -p starcraft --test it golden` records them anew.
#[test]
fn golden_logs_play_as_they_did() {
    for (name, setup, seed) in [
        ("ready-2", "ready-2 factions=raynor,overmind", 1),
        ("built-2", "built-2", 2),
        ("built-3", "built-3 factions=random", 3),
        ("ready-4", "ready-4 aldaris_needs_15=on", 4),
        ("ready-6", "ready-6", 6),
    ] {
        let game = StarCraft::new(setup).expect("a table");
        let path = golden_file(name);
        if std::env::var_os("GOLDEN").is_some() {
            let played = laws::play_random_match(&game, seed, 100_000);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder to write to");
            fs::write(&path, golden::record(&game, &played.log)).expect("a file to write to");
        }
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if let Err(why) = golden::replay(&game, &text) {
            panic!("{name}: {why}");
        }
    }
    assert_eq!(NONE, 255);
}
