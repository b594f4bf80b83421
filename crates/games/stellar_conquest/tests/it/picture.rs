//! The picture: what the board, the sheet and the combat window draw, and nothing that its viewer may not know.

use crate::common::{BLUE, GREEN, RED, all, at, game, year};
use rules::{Game, Present, Viewer};
use stellar_conquest::{ItemPicture, PlannerPicture, SheetPicture};

fn seen(stage: &crate::common::Stage, seat: rules::Seat) -> SheetPicture {
    stage.game.private_view(&stage.view(Viewer::Seat(seat)))
}

fn item<'a>(planner: &'a PlannerPicture, symbol: &str) -> &'a ItemPicture {
    planner.items.iter().find(|item| item.symbol == symbol).expect("an item of the planner")
}

#[test]
fn a_map_is_drawn_column_by_column() {
    for (setup, columns, hexes, entries) in [("basic-4", 32, 656, 4), ("half-west", 16, 328, 0)] {
        let game = game(setup);
        let print = game.static_view();
        assert_eq!(print.columns.len(), columns);
        assert_eq!(print.columns.iter().map(|column| column.hexes.len()).sum::<usize>(), hexes);
        assert_eq!(print.columns[1].hexes[0], "B01");
        assert_eq!(print.entries.len(), entries);
        let sheet = game.private_view(&game.view(&game.start(), Viewer::Public));
        assert_eq!(sheet.to_production, Some(4));
    }
}

#[test]
fn the_planner_says_what_things_cost_and_why_not() {
    let lines = "star Canis card 32 explored 0\ncolony Canis.1 of 0 pop 27 iu 30\nsheet 0 work Canis.1";
    let mut stage = year(lines);
    let planner = seen(&stage, RED).planner.expect("a Production Year");
    assert_eq!((planner.here, planner.left, planner.things), (30, 30, 0));
    let escort = item(&planner, "ESC");
    assert_eq!((escort.price, escort.most, escort.bought, escort.name), (8, 3, 0, "Escort"));
    let (rule, why) = item(&planner, "ATK").refused.clone().expect("not developed");
    assert_eq!((rule, why.as_str()), ("SQ-9.5b", "needs the development Attack ship"));
    let leaving = planner.forecasts.iter().find(|forecast| forecast.sent == 8).expect("eight may leave");
    assert_eq!((leaving.emigrants, leaving.bonus, leaving.pop), (8, 2, 24));
    all(&mut stage, RED, &["buy SCT 1", "send 8", "research TECH 4"]);
    let planner = seen(&stage, RED).planner.expect("a Production Year");
    assert_eq!((planner.things, planner.people, planner.research, planner.left), (3, 10, 4, 13));
    assert_eq!(item(&planner, "SCT").price, 2, "the second of a pair is cheaper");
    assert!(planner.forecasts.is_empty(), "people leave once");
}

#[test]
fn the_bonus_counts_what_it_bought() {
    let game = game("basic-2");
    let mut state = game.start();
    for action in ["buy ESC 2", "buy SCT 1", "research MOVE 3"] {
        let action = rules::Notation::read_action(&game, action).expect("an action of the test");
        game.apply(&mut state, rules::Step::Act(RED, action), &mut |_| {});
    }
    let planner = game.private_view(&game.view(&state, Viewer::Seat(RED))).planner.expect("the bonus");
    assert_eq!((item(&planner, "ESC").bought, item(&planner, "SCT").bought), (2, 1));
    assert_eq!((planner.things, planner.research, planner.left), (19, 3, 3));
    assert_eq!(planner.items.len(), 2, "the bonus buys nothing else");
    assert!(game.private_view(&game.view(&state, Viewer::Public)).planner.is_none());
}

#[test]
fn a_rung_says_what_is_missing() {
    let stage = year(
        "star Canis card 32 explored 0\ncolony Canis.1 of 0 pop 27 iu 30\nsheet 0 work Canis.1 research 20 0 30",
    );
    let research = seen(&stage, RED).research.expect("the own sheet");
    let rung = |symbol| research.ladder.iter().find(|rung| rung.symbol == symbol).expect("a rung");
    assert!(rung("3MA").available && rung("IIT").available);
    assert_eq!((rung("4MA").price, rung("4MA").percent), (40, 50));
    assert_eq!(rung("4MA").cheaper, Some(("3-hex movement".to_owned(), 30)));
    assert_eq!(rung("4MA").refused, Some(("SQ-9.3c", "needs 20 more research points".to_owned())));
    assert_eq!(rung("5MA").refused.as_ref().map(|refused| refused.0), Some("SQ-9.2a"));
    assert!(
        seen(&stage, BLUE).research.is_some_and(|sheet| sheet.sequences.iter().all(|one| one.total == 0))
    );
}

#[test]
fn a_combat_shows_both_sides_and_only_ones_own_targets() {
    let mut stage = at(
        "star Barnard card 57 explored 0 1\nfleet 1 of 0 at AB17 ships 2 ESC bound Barnard\nfleet 2 of 1 at AC17 ships 1 SCT ships 2 ESC",
    );
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
    let battle = |seat| seen(&stage, seat).battle.expect("a combat");
    let red = battle(RED);
    assert_eq!(
        (red.star.as_str(), red.attacker, red.sides[0].seat, red.sides[1].seat),
        ("Barnard", RED, RED, BLUE)
    );
    let theirs: Vec<(&str, u16)> =
        red.sides[1].pieces.iter().map(|piece| (piece.class, piece.count)).collect();
    assert_eq!(theirs, [("SCT", 1), ("ESC", 2)]);
    let odds: Vec<(&str, u32)> = red.odds.iter().map(|odds| (odds.kind.as_str(), odds.percent)).collect();
    assert_eq!(odds, [("SCT", 67), ("ESC", 17)]);
    assert!(red.sides.iter().all(|side| side.waiting && !side.unseen));
    stage.act(RED, "aim-class SCT");
    let aims = |seat| seen(&stage, seat).battle.expect("a combat").aims.len();
    assert_eq!((aims(RED), aims(BLUE), aims(GREEN)), (1, 0, 0), "targets are secret");
    let watching = seen(&stage, GREEN).battle.expect("a combat");
    assert!(watching.firing.is_none() && watching.odds.is_empty());
    assert!(!watching.sides[0].waiting && watching.sides[1].waiting);
}
