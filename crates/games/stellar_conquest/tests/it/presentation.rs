//! What is shown: every view can be drawn, every choice labelled, every event told.

use crate::common::{
    BLUE, RED, all, at,
    players::{Level, choose},
    year,
};
use laws::SplitMix64;
use rules::{Game, Notation, Present, Seats, StandingOrders, Step, Turn, Viewer};
use stellar_conquest::{Event, EventKind, data::Effect, ids::Kind};

#[test]
fn barrages_are_rated_by_their_hits() {
    let game = crate::common::game("four-D home=80");
    let rated = |dice: &[u8], ships, chance, hits| {
        let (dice, at) = (dice.iter().copied().collect(), Kind::DN);
        let kind = EventKind::Barrage { seat: RED, from: Kind::ATK, at, dice, ships, chance, hits };
        let event = Event { visible_to: Seats::NONE, kind };
        game.luck(&event).map(|luck| (luck.seat, luck.as_good, luck.as_bad))
    };
    assert_eq!(rated(&[1, 2], 2, 50, 2), Some((RED, 25, 100)));
    assert_eq!(rated(&[1, 6], 2, 50, 1), Some((RED, 75, 75)));
    assert_eq!(rated(&[6, 6], 2, 50, 0), Some((RED, 100, 25)));
    assert_eq!(rated(&[1; 12], 12, 16, 12), Some((RED, 1, 100)), "never 0 times in 100");
    assert_eq!(rated(&[], 3, 100, 3), None, "no dice, no luck");
    let (two, one) = (Effect::UpTo(3).percent(2), Effect::UpTo(3).percent(1));
    assert_eq!((two, one, Effect::Exactly(7).percent(1)), (75, 50, 16));
}

#[test]
fn a_whole_match_can_be_shown_and_told() {
    let game = crate::common::game("four-D home=80");
    let mut dice = SplitMix64(5);
    let mut state = game.start();
    let mut told = 0;
    for number in 0.. {
        let step = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance(chance) => Step::Chance(game.sample(&chance, &mut dice)),
            Turn::Choose(seats) => {
                let seat = seats.first().expect("somebody is asked");
                let view = game.view(&state, Viewer::Seat(seat));
                if number % 40 == 0 {
                    assert!(!game.title(&view, seat).is_empty());
                    let picture = serde_json::to_value(game.private_view(&view)).expect("a picture is JSON");
                    assert_eq!(picture["turn"], state.open.turn);
                    assert!(game.text_map(&view, 100).iter().all(|line| line.chars().count() <= 100));
                    assert_eq!(game.score_lines(&view).len(), 4);
                    let mut legal = Vec::new();
                    game.legal(&state, seat, &mut legal);
                    for action in legal {
                        assert!(
                            !game.label(&view, seat, action).is_empty() && !game.group(action).is_empty()
                        );
                        let _ = game.targets(&view, action);
                    }
                }
                let level = if number % 3 == 0 { Level::Random } else { Level::Greedy };
                Step::Act(seat, choose(&game, &view, seat, level, &mut dice))
            }
        };
        game.apply(&mut state, step, &mut |event| told += usize::from(game.log_line(&event).is_some()));
    }
    assert!(told > 1000);
    let end = game.view(&state, Viewer::Public);
    assert!(end.fleets.iter().all(|fleet| fleet.ships.total() > 0), "everything is opened at the end");
    assert!(game.score_lines(&end).iter().all(|line| line.contains("points")));
}

#[test]
fn the_planner_adds_itself_up() {
    let mut stage = year(
        "star Canis card 32 explored 0\ncolony Canis.1 of 0 pop 27 iu 30\nsheet 0 work Canis.1 research 0 0 30",
    );
    all(&mut stage, RED, &["send 8", "buy ESC 1"]);
    let picture = stage.game.private_view(&stage.view(Viewer::Seat(RED)));
    let planner = picture.planner.expect("a Production Year");
    assert_eq!((planner.output, planner.spent, planner.left, planner.transports), (30, 18, 12, 10));
    assert_eq!((picture.colonies[0].pop_after, picture.colonies[0].increment), (24, 5));
    let research = picture.research.expect("the own sheet");
    assert!(research.ladder.iter().any(|rung| rung.symbol == "IIT" && rung.available && rung.price == 25));
    assert!(stage.game.private_view(&stage.view(Viewer::Seat(BLUE))).colonies.is_empty());
}

#[test]
fn fleets_show_where_they_go_and_when_they_arrive() {
    let stage = at("fleet 1 of 0 at AA17 ships 2 ESC bound Altair");
    let own = &stage.game.private_view(&stage.view(Viewer::Seat(RED))).fleets[0];
    assert_eq!((own.bound.as_deref(), own.arrives, own.out_of_range), (Some("Altair"), None, true));
    let other = &stage.game.private_view(&stage.view(Viewer::Seat(BLUE))).fleets[0];
    assert_eq!((other.bound.as_deref(), &other.ships), (None, &None));
}

/// What a seat's order answers, or nothing.
fn obeyed(stage: &crate::common::Stage, seat: rules::Seat, id: &str) -> Option<String> {
    let nth = stage.game.orders().iter().position(|order| order.id == id).expect("an order of the game");
    let view = stage.view(Viewer::Seat(seat));
    assert_eq!(
        stage.game.standing_order_action(&view, seat, StandingOrders::default()),
        None,
        "nobody ordered anything"
    );
    stage
        .game
        .standing_order_action(&view, seat, StandingOrders::default().with(nth))
        .map(|action| stage.game.write_action(action))
}

/// Lets one order answer as long as it can.
fn follow(stage: &mut crate::common::Stage, seat: rules::Seat, id: &str) -> Vec<String> {
    let mut answers = Vec::new();
    while let Some(answer) = (stage.to_act() == Some(seat)).then(|| obeyed(stage, seat, id)).flatten() {
        stage.act(seat, &answer);
        answers.push(answer);
    }
    answers
}

#[test]
fn standing_orders_answer_empty_questions() {
    let mut stage = at("star Scorpii card 25 explored 0\nfleet 1 of 0 at AA19 ships 1 ESC");
    stage.act(RED, "end-move");
    assert_eq!(obeyed(&stage, RED, "pass-empty").as_deref(), Some("end-turn"));
    assert_eq!(obeyed(&stage, RED, "keep-course"), None, "it says nothing about that");
}

#[test]
fn standing_orders_move_what_is_in_flight_and_hold_the_rest() {
    let lines = "star Scorpii card 25 explored 0\nfleet 1 of 0 at AA18 ships 1 ESC bound Hamal\nfleet 2 of 0 at AA19 ships 1 ESC";
    let mut stage = at(lines);
    assert_eq!(obeyed(&stage, RED, "hold-fleets"), None, "one is in flight and waits for a decision");
    assert_eq!(follow(&mut stage, RED, "keep-course"), ["proceed-all"]);
    assert_eq!(stage.legal(RED), ["pick 2", "end-move"], "fleets at stars are asked about");
    assert_eq!(obeyed(&stage, RED, "hold-fleets").as_deref(), Some("end-move"), "nothing else is in flight");
    let mut away = at(lines);
    for wanted in ["proceed-all", "end-move", "end-turn"] {
        assert_eq!(obeyed(&away, RED, "away").as_deref(), Some(wanted));
        away.act(RED, wanted);
    }
}

#[test]
fn standing_orders_bring_the_ships_into_play() {
    let start = |setup: &str| {
        let game = crate::common::game(setup);
        let state = game.start();
        laws::Scene::of(game, state)
    };
    let mut stage = start("basic-2");
    let bonus = |stage: &mut crate::common::Stage, seat| {
        (0..3)
            .map(|_| {
                let answer = obeyed(stage, seat, "usual-bonus").expect("an answer");
                stage.act(seat, &answer);
                answer
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(bonus(&mut stage, RED), ["research MOVE 25", "acquire 3MA", "commit"]);
    stage.act(BLUE, "commit");
    let entry = follow(&mut stage, RED, "enter-together");
    assert_eq!(entry, ["pick 60001", "bound Barnard", "proceed"], "Barnard and Scorpii are two turns away");
    assert_eq!(
        crate::common::ships(&stage, RED, "AE20")[4]
            + crate::common::ships(&stage, RED, "AD19")[4]
            + crate::common::ships(&stage, RED, "AD18")[4],
        35
    );
    let mut faster = start("basic-2 start-3ma=yes");
    assert_eq!(bonus(&mut faster, BLUE), ["research TECH 25", "acquire IIT", "commit"]);
    let mut nova = start("nova players=2");
    nova.act(RED, "commit").act(BLUE, "commit");
    assert_eq!(follow(&mut nova, RED, "enter-together"), ["pick 1", "bound Almach", "proceed"]);
}

#[test]
fn standing_orders_fight() {
    let meeting = |red: &str, blue: &str| {
        let lines = format!(
            "star Barnard card 57 explored 0 1\nfleet 1 of 0 at AC17 {red}\nfleet 2 of 1 at AC17 {blue}"
        );
        at(&lines)
    };
    let mut aims = meeting("ships 1 ATK", "ships 1 ESC ships 2 SCT lot 1 CT1 - 0");
    aims.act(RED, "end-move");
    assert_eq!(obeyed(&aims, RED, "class-fire").as_deref(), Some("aim-class ESC"), "2/6 of 8 beats 5/6 of 3");
    let mut dear = meeting("ships 1 ATK", "ships 1 ATK ships 1 ESC");
    dear.act(RED, "end-move");
    assert_eq!(
        obeyed(&dear, RED, "class-fire").as_deref(),
        Some("aim-class ATK"),
        "1/6 of 20 beats 2/6 of 8"
    );
    let mut stays = meeting("ships 1 ESC", "ships 1 ESC").with_dice([6, 6]);
    stays.act(RED, "end-move");
    assert_eq!(obeyed(&stays, RED, "fight-on").as_deref(), Some("stay"));
    assert_eq!(obeyed(&stays, RED, "give-way"), None, "it need not leave");
    let mut leaves = meeting("lot 2 CT0 - 0", "ships 1 SCT");
    leaves.act(RED, "end-move");
    assert_eq!(obeyed(&leaves, RED, "fight-on"), None);
    assert_eq!(
        follow(&mut leaves, RED, "give-way"),
        ["pull-all", "retreat AC18", "bound Scorpii"],
        "towards the entry"
    );
    let mut order = at(
        "star Barnard card 57 explored 0 1\nstar Scorpii card 25 explored 0 1\nfleet 1 of 0 at AC17 ships 1 ESC\nfleet 2 of 1 at AC17 ships 1 SCT\nfleet 3 of 0 at AA19 ships 1 ESC\nfleet 4 of 1 at AA19 ships 1 SCT",
    );
    order.act(RED, "end-move");
    assert_eq!(
        obeyed(&order, RED, "combats-in-order").as_deref(),
        Some("battle Scorpii 1"),
        "AA19 before AC17"
    );
}

#[test]
fn standing_orders_spare_colonies() {
    let mut siege = at(
        "star Scorpii card 24 explored 0 1\ncolony Scorpii.1 of 1 pop 9 mb 1\ncolony Scorpii.2 of 1 by 0 pop 5 iu 7\nmemory 0 Scorpii.1 [5,[1,1],null]\nfleet 1 of 0 at AA19 ships 1 ATK lot 1 CT0 - 0",
    );
    siege.act(RED, "end-move");
    assert_eq!(obeyed(&siege, RED, "never-attack").as_deref(), Some("end-attack"));
    assert_eq!(obeyed(&siege, RED, "keep-industry"), None, "there is a colony to attack");
    siege.act(RED, "end-attack");
    assert_eq!(obeyed(&siege, RED, "spare-people").as_deref(), Some("end-turn"), "nothing can land here");
    let mut scrap = at(
        "star Scorpii card 24 explored 0 1\ncolony Scorpii.2 of 1 by 0 pop 5 iu 7\nfleet 1 of 0 at AA19 ships 1 ATK",
    );
    scrap.act(RED, "end-move");
    assert_eq!(obeyed(&scrap, RED, "keep-industry").as_deref(), Some("end-attack"));
    let mut lands = at("star Scorpii card 24 explored 0\nfleet 1 of 0 at AA19 lot 1 CT0 - 0");
    lands.act(RED, "end-move");
    assert_eq!(obeyed(&lands, RED, "spare-people"), None, "a landing is worth a question");
    assert_eq!(obeyed(&lands, RED, "away").as_deref(), Some("end-turn"));
}

#[test]
fn standing_orders_plan() {
    let canis = "star Canis card 32 explored 0\ncolony Canis.1 of 0 pop 20 iu 30";
    let mut stage = year(&format!("{canis}\nsheet 0 work Canis.1"));
    assert_eq!(obeyed(&stage, RED, "repeat-plan"), None, "there is none to repeat");
    assert_eq!(follow(&mut stage, RED, "research-only"), ["rest TECH", "commit"]);
    let mut manual = year(&format!("{canis}\nsheet 0 work Canis.1"));
    manual.act(RED, "buy ESC 1");
    assert_eq!(obeyed(&manual, RED, "research-only"), None, "a plan made by hand is left alone");
    let last = "last {\"sent\":3,\"bonus\":1,\"spent\":12,\"bought\":[0,1,0,0,0,0,0,0,0],\"research\":[0,0,0],\"apart\":false}";
    let mut again = year(&format!("{canis} {last}\nsheet 0 work Canis.1"));
    assert_eq!(follow(&mut again, RED, "repeat-plan"), ["repeat", "rest TECH", "commit"]);
    assert_eq!(crate::common::ships(&again, RED, "G05"), [0, 1, 0, 0, 4]);
    let meeting = "fleet 1 of 0 at AB17 ships 1 SCT bound Barnard\nmet [2,0,0,0]\nframe \"Talk\"";
    let mut talk = crate::common::on("basic-4 negotiation=same_hex", meeting);
    assert_eq!(follow(&mut talk, RED, "no-talk"), ["talked"]);
}

/// A seat that is away for the whole match never stops it, and does nothing the ledger's defaults do not say.
#[test]
fn matches_of_absent_players_end() {
    let away = StandingOrders::default().with(15);
    for setup in ["basic-4", "four-A home=80 negotiation=open", "nova players=3", "half-west combat=private"]
    {
        let game = crate::common::game(setup);
        let mut dice = SplitMix64(7);
        let mut state = game.start();
        loop {
            let step = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance(chance) => Step::Chance(game.sample(&chance, &mut dice)),
                Turn::Choose(seats) => {
                    let seat = seats.first().expect("somebody is asked");
                    let answer =
                        game.standing_order_action(&game.view(&state, Viewer::Seat(seat)), seat, away);
                    let action =
                        answer.unwrap_or_else(|| panic!("{setup}: no default for {:?}", state.open.frame));
                    assert_eq!(game.check(&state, seat, action), Ok(()));
                    Step::Act(seat, action)
                }
            };
            game.apply(&mut state, step, &mut |_| {});
        }
        assert!(state.colonies.truth().is_empty(), "{setup}: nobody unloads by default");
    }
}

#[test]
fn the_end_names_winners_and_stand_offs() {
    let end = |blue: &str| {
        let mut stage = at(&format!(
            "turn 40 active 3\nframe \"Settle\"\nstar Scorpii card 25 explored 0\ncolony Scorpii.1 of 0 pop 9\nstar Canis card {blue} explored 1\ncolony Canis.1 of 1 pop 9\nfleet 1 of 3 at A02 ships 1 SCT bound Indi"
        ));
        stage.act(rules::Seat(3), "end-turn");
        stage.game.score_lines(&stage.view(Viewer::Public))[..2].to_vec()
    };
    assert!(end("41")[0].ends_with(", wins") && !end("41")[1].contains("wins"), "3 to 1: {:?}", end("41"));
    assert!(end("36").iter().all(|line| line.ends_with(", a stand-off")), "3 to 3: {:?}", end("36"));
}

#[test]
fn class_targeting_is_proposed_for_many_warships() {
    let asked = |escorts: u8| {
        let mut stage = at(&format!(
            "star Barnard card 57 explored 0 1\nfleet 1 of 0 at AC17 ships {escorts} ESC\nfleet 2 of 1 at AC17 ships 2 SCT"
        ));
        stage.act(RED, "end-move");
        stage.game.subtitle(&stage.view(Viewer::Seat(RED)), RED).is_some()
    };
    assert!(!asked(8) && asked(9));
}
