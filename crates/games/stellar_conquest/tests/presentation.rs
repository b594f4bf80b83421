//! What is shown: every view can be drawn, every choice labelled, every event told; the greedy player plays well.

mod common;

use common::{
    BLUE, RED, all, at,
    players::{Level, choose, match_of},
    year,
};
use laws::Lottery;
use rules::{Game, OrderSet, Present, Step, Turn, Viewer};
use stellar_conquest::{Action, StellarConquest};

#[test]
fn a_whole_match_can_be_shown_and_told() {
    let game = StellarConquest::new("four-D home=80").expect("a scenario");
    let mut dice = Lottery(5);
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
                    let picture = serde_json::to_value(game.picture(&view)).expect("a picture is JSON");
                    assert_eq!(picture["turn"], state.turn);
                    assert!(game.chart(&view, 100).iter().all(|line| line.chars().count() <= 100));
                    assert_eq!(game.standing(&view).len(), 4);
                    let mut legal = Vec::new();
                    game.legal(&state, seat, &mut legal);
                    for action in legal {
                        assert!(
                            !game.label(&view, seat, action).is_empty() && !game.group(action).is_empty()
                        );
                        let _ = game.target(&view, action);
                    }
                }
                let level = if number % 3 == 0 { Level::Random } else { Level::Greedy };
                Step::Act(seat, choose(&game, &view, seat, level, &mut dice))
            }
        };
        game.apply(&mut state, step, &mut |event| told += usize::from(game.tell(&event).is_some()));
    }
    assert!(told > 1000);
    let end = game.view(&state, Viewer::Public);
    assert!(end.fleets.iter().all(|fleet| fleet.own.is_some()), "everything is opened at the end");
    assert!(game.standing(&end).iter().all(|line| line.contains("points")));
}

#[test]
fn the_planner_adds_itself_up() {
    let mut stage = year(
        "star Canis card 32 explored 0\ncolony Canis.1 of 0 pop 27 iu 30\nsheet 0 work Canis.1 research 0 0 30",
    );
    all(&mut stage, RED, &["send 8", "buy ESC 1"]);
    let picture = stage.game.picture(&stage.view(Viewer::Seat(RED)));
    let planner = picture.planner.expect("a Production Year");
    assert_eq!((planner.output, planner.spent, planner.left, planner.transports), (30, 18, 12, 10));
    assert_eq!((picture.colonies[0].pop_after, picture.colonies[0].increment), (24, 5));
    let research = picture.research.expect("the own sheet");
    assert!(research.ladder.iter().any(|rung| rung.symbol == "IIT" && rung.available && rung.price == 25));
    assert!(stage.game.picture(&stage.view(Viewer::Seat(BLUE))).colonies.is_empty());
}

#[test]
fn fleets_show_where_they_go_and_when_they_arrive() {
    let stage = at("fleet 1 of 0 at AA17 ships 2 ESC bound Altair");
    let own = &stage.game.picture(&stage.view(Viewer::Seat(RED))).fleets[0];
    assert_eq!((own.bound.as_deref(), own.arrives, own.out_of_range), (Some("Altair"), Some(7), true));
    let other = &stage.game.picture(&stage.view(Viewer::Seat(BLUE))).fleets[0];
    assert_eq!((other.bound.as_deref(), &other.ships), (None, &None));
}

#[test]
fn standing_orders_answer_empty_questions() {
    let mut stage = at("star Scorpii card 25 explored 0\nfleet 1 of 0 at AA19 ships 1 ESC");
    stage.act(RED, "end-move");
    let view = stage.view(Viewer::Seat(RED));
    assert_eq!(stage.game.obey(&view, RED, OrderSet::default()), None);
    assert_eq!(stage.game.obey(&view, RED, OrderSet::default().with(0)), Some(Action::EndTurn));
}

#[test]
fn greedy_players_settle_at_least_six_planets() {
    let game = StellarConquest::new("basic-4").expect("a scenario");
    let (mut enough, mut seats) = (0, 0);
    for seed in 0..10 {
        let end = match_of(&game, &[Level::Greedy; 4], &mut Lottery(seed));
        for seat in 0..4 {
            let colonies = end.colonies.iter().filter(|colony| colony.controller.0 == seat).count();
            enough += u32::from(colonies >= 6);
            seats += 1;
        }
    }
    assert!(enough * 100 >= seats * 90, "{enough} of {seats} seats");
}
