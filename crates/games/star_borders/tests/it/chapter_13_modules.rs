//! The modules of home-made scenarios: special rules, extra points, instant victories.

use crate::stage::{ALLIANCE, IMPERIUM, loc, ship};
use laws::{Scene, denied};
use rules::covers;
use star_borders::scenario_file::{
    ExtraFile, InstantFile, LocName, PointsFile, SpecialFile, TieFile, WhenFile, WhoFile,
};
use star_borders::{Ending, Event, LocSet, ScenarioFile, Side, Spot, StarBorders};

const A: Side = Side::Alliance;
const I: Side = Side::Imperium;

fn edited(id: &str, edit: impl FnOnce(&mut ScenarioFile)) -> StarBorders {
    let mut file = StarBorders::file(id).unwrap();
    edit(&mut file);
    // Through the text of a file, as a home-made scenario comes.
    StarBorders::read("own.toml", &file.to_toml()).unwrap_or_else(|errors| panic!("{errors}"))
}

fn special(id: &str, rule: SpecialFile) -> StarBorders {
    edited(id, |file| file.special = vec![rule])
}

fn names(ids: &[&str]) -> Vec<LocName> {
    ids.iter().map(|&id| LocName(id.into())).collect()
}

fn locs(scene: &Scene<StarBorders>, ids: &str) -> LocSet {
    ids.split_whitespace().map(|id| loc(scene, id)).collect()
}

// --- special rules

#[test]
fn sb_s_t1_a_truce_keeps_ships_out_of_enemy_presence_until_its_box() {
    covers!("SB-S.T1");
    let at_box = |number: u8| {
        let position = format!(
            "box {number}\nactive I\nlp 0 6\ncontrol A DL1\nat DL11: Raider, Scout\nat DL9: Scout\nat DL10: Scout\n"
        );
        Scene::at(special("A", SpecialFile::Truce { until_box: 6 }), &position)
    };
    let mut truce = at_box(7);
    truce.act(IMPERIUM, "pick I-PR-1");
    // An enemy planet, an enemy ship at a Wormhole; but Tendic is open.
    assert_eq!(truce.verdict(IMPERIUM, "go DL1"), denied("SB-S.T1"));
    assert_eq!(truce.verdict(IMPERIUM, "go DL9"), denied("SB-S.T1"));
    assert_eq!(truce.legal(IMPERIUM), ["go DL3"]);
    let mut war = at_box(6);
    war.act(IMPERIUM, "pick I-PR-1");
    assert_eq!(war.legal(IMPERIUM), ["go DL1", "go DL3", "go DL9"]);
}

#[test]
fn sb_s_t1_a_truce_covers_deep_space_and_stops_a_move_on_its_way() {
    covers!("SB-S.T1");
    let game = special("A", SpecialFile::Truce { until_box: 6 });
    let mut scene =
        Scene::at(game, "active I\nlp 0 6\nat DL2: Raider, Destroyer\nat DL10: Scout\nat DL1: Scout\n");
    scene.act(IMPERIUM, "pick I-PR-1");
    assert_eq!(scene.verdict(IMPERIUM, "go DL10"), denied("SB-S.T1"));
    scene.act(IMPERIUM, "go SG2");
    assert_eq!(scene.verdict(IMPERIUM, "go SG4"), Ok(()));
    // A ship with no way out that keeps the truce is not even picked.
    let game = special("A", SpecialFile::Truce { until_box: 6 });
    let ring = "active I\nlp 0 6\nat DL7: Raider\nat SG5: Destroyer\ncontrol A DL3 DL4\n";
    assert_eq!(Scene::at(game, ring).verdict(IMPERIUM, "pick I-PR-1"), denied("SB-6.1b"));
}

#[test]
fn an_income_bonus_comes_before_the_capacity() {
    let income = |side: WhoFile, lp: i64, planets: &str| {
        let game = special("A", SpecialFile::IncomeBonus { side, lp });
        let scene = Scene::at(game, &format!("active A\nlp 4 4\nat TH5: Scout\n{planets}"));
        Side::BOTH.map(|side| scene.game.income(&scene.state.board, side))
    };
    let home = "control A TH1 TH2\ncontrol I SG1 SG2\n";
    assert_eq!(income(WhoFile::A, 2, home), [5, 3]);
    assert_eq!(income(WhoFile::I, 2, home), [3, 5]);
    assert_eq!(income(WhoFile::Both, 2, home), [5, 5]);
    assert_eq!(income(WhoFile::Both, 12, home), [8, 6]);
    assert_eq!(income(WhoFile::A, 3, ""), [3, 0], "even without a planet");
    // In play.
    let game = special("A", SpecialFile::IncomeBonus { side: WhoFile::A, lp: 2 });
    let paid = Scene::at(game, "first A\nactive A\nlp 0 4\ncontrol A TH1\nat SG1: Destroyer\nstep income\n");
    assert_eq!(paid.state.board.lp[0], 4);
}

#[test]
fn sb_s_t2_no_replacements_for_the_side_named() {
    covers!("SB-S.T2");
    let verdict = |who: WhoFile, side: Side| {
        let game = special("A", SpecialFile::NoReplacements { side: who });
        let rest = "lp 6 6\ncontrol A TH1\ncontrol I SG1\neliminated: Scout, Patroller\nat TH1: Starship\nat SG1: Destroyer\n";
        let scene = Scene::at(game, &format!("active {}\n{rest}", side.letter()));
        let action = if side == A { "replace Scout TH1" } else { "replace Patroller SG1" };
        scene.verdict(side.seat(), action)
    };
    assert_eq!((verdict(WhoFile::A, A), verdict(WhoFile::A, I)), (denied("SB-S.T2"), Ok(())));
    assert_eq!((verdict(WhoFile::I, A), verdict(WhoFile::I, I)), (Ok(()), denied("SB-S.T2")));
    assert_eq!(
        (verdict(WhoFile::Both, A), verdict(WhoFile::Both, I)),
        (denied("SB-S.T2"), denied("SB-S.T2"))
    );
}

#[test]
fn a_closed_link_cannot_be_travelled_nor_retreated_along() {
    let closed = || {
        special(
            "A",
            SpecialFile::ClosedLinks {
                links: vec![[names(&["DL9"])[0].clone(), names(&["TH2"])[0].clone()]],
            },
        )
    };
    let position = "active A\nlp 4 0\nat TH2: Scout\n";
    let mut open = crate::stage::scene("A", position);
    open.act(ALLIANCE, "pick A-SE-1");
    assert_eq!(open.verdict(ALLIANCE, "go DL9"), Ok(()));
    let mut scene = Scene::at(closed(), position);
    scene.act(ALLIANCE, "pick A-SE-1");
    assert_eq!(scene.verdict(ALLIANCE, "go DL9"), denied("SB-6.1b"));
    let battle = Scene::at(closed(), "active I\ncontrol A TH2\nat DL9: Scout, Destroyer\nstep combat\n");
    assert_eq!(battle.game.retreat_targets(&battle.state.board, A), locs(&battle, "DL5 DL11"));
}

#[test]
fn a_closed_wormhole_is_jumped_neither_to_nor_from() {
    let two = || special("C", SpecialFile::ClosedWormholes { locs: names(&["ZT11"]) });
    let position = |at: &str| format!("active A\nlp 4 0\nat {at}: Scout\n");
    let mut open = crate::stage::scene("C", &position("ZT10"));
    open.act(ALLIANCE, "pick A-SE-1");
    assert_eq!(open.verdict(ALLIANCE, "go ZT11"), Ok(()));
    for (from, to) in [("ZT10", "ZT11"), ("ZT11", "ZT10")] {
        let mut scene = Scene::at(two(), &position(from));
        scene.act(ALLIANCE, "pick A-SE-1");
        assert_eq!(scene.verdict(ALLIANCE, &format!("go {to}")), denied("SB-6.1b"), "{from}");
    }
    // Its links are open as ever.
    let mut scene = Scene::at(two(), &position("ZT11"));
    scene.act(ALLIANCE, "pick A-SE-1").act(ALLIANCE, "go ZT4");
}

// --- extra points

fn with_points(vp: PointsFile, extra: Vec<ExtraFile>) -> StarBorders {
    edited("F", |file| {
        (file.victory.vp, file.victory.extra) = (vp, extra);
        file.victory.instant.clear();
    })
}

fn end(game: StarBorders, position: &str) -> [i16; 2] {
    let scene = Scene::at(game, &format!("box 1\nstep countdown\n{position}"));
    scene.state.board.outcome.expect("box 1 is the last").points
}

#[test]
fn points_for_every_kind_of_place() {
    let vp = |edit: fn(&mut PointsFile)| {
        let mut vp = PointsFile::default();
        edit(&mut vp);
        with_points(vp, Vec::new())
    };
    let position = "control A TH1 OM1! TH2 KP1!\ncontrol I KP2 KP3\nat KP3: Scout\nat DL6: Scout, Raider\n\
                    at DL8: Escort\nat DL9: Escort\nat OM4: Raider\nat KP4: Destroyer\nat DL1: Patroller\n";
    assert_eq!(end(vp(|_| ()), position), [0, 0]);
    assert_eq!(end(vp(|vp| vp.control = 1), position), [2, 1], "Disrupted or Besieged ones give nothing");
    assert_eq!(end(vp(|vp| vp.nebula = 2), position), [0, 2]);
    assert_eq!(end(vp(|vp| vp.asteroids = 1), position), [1, 1]);
    assert_eq!(end(vp(|vp| vp.wormhole = 3), position), [6, 3]);
    assert_eq!(end(vp(|vp| vp.own_base = 5), position), [5, 0], "Verity is Disrupted");
    assert_eq!(end(vp(|vp| vp.enemy_base = 4), position), [4, 0], "Redoubt in any state");
}

#[test]
fn extra_points_for_a_location() {
    let game = |side| {
        let loc = LocName("DL1".into());
        with_points(PointsFile::default(), vec![ExtraFile::Location { side, loc, vp: 3 }])
    };
    assert_eq!(end(game(WhoFile::Both), "control A DL1\n"), [3, 0]);
    assert_eq!(end(game(WhoFile::Both), "control I DL1+1\n"), [0, 3]);
    assert_eq!(end(game(WhoFile::A), "control I DL1\n"), [0, 0]);
    assert_eq!(end(game(WhoFile::I), "control I DL1\n"), [0, 3]);
    assert_eq!(end(game(WhoFile::Both), "control A DL1!\n"), [0, 0]);
    assert_eq!(end(game(WhoFile::Both), "control A DL1\nat DL1: Raider\n"), [0, 0]);
    assert_eq!(end(game(WhoFile::Both), "at DL1: Raider\n"), [0, 0], "a ship is no marker");
}

#[test]
fn extra_points_as_a_handicap() {
    let game = |side, vp| with_points(PointsFile::default(), vec![ExtraFile::Handicap { side, vp }]);
    assert_eq!(end(game(WhoFile::A, 2), ""), [2, 0]);
    assert_eq!(end(game(WhoFile::I, -2), ""), [0, -2]);
    assert_eq!(end(game(WhoFile::Both, 1), ""), [1, 1]);
}

#[test]
fn extra_points_for_ships_destroyed() {
    let game =
        |side, per| with_points(PointsFile::default(), vec![ExtraFile::ShipsDestroyed { side, per, vp: 2 }]);
    // The Alliance has lost five ships, the Imperium four.
    assert_eq!(end(game(WhoFile::Both, 1), "lost 5 4\n"), [8, 10]);
    assert_eq!(end(game(WhoFile::Both, 2), "lost 5 4\n"), [4, 4]);
    assert_eq!(end(game(WhoFile::A, 5), "lost 5 4\n"), [0, 0]);
    assert_eq!(end(game(WhoFile::I, 5), "lost 5 4\n"), [0, 2]);
    // Each loss in a Battle counts, also of a ship that is replaced later.
    let mut scene = Scene::at(
        game(WhoFile::Both, 1),
        "active A\nlp 4 0\nat DL9: Scout, Destroyer\nat DL10: Scout\nstep combat\n",
    );
    scene.queue_dice([1, 6]);
    scene.act(IMPERIUM, "fire-at-will");
    assert_eq!(scene.state.board.lost, [1, 0]);
}

#[test]
fn extra_points_for_a_dead_fleet() {
    let game = |side| with_points(PointsFile::default(), vec![ExtraFile::DeadFleet { side, vp: 4 }]);
    assert_eq!(end(game(WhoFile::Both), "at DL1: Raider\n"), [0, 4]);
    assert_eq!(end(game(WhoFile::Both), "at DL10: Scout\neliminated: Raider\noff-map: Specter\n"), [4, 0]);
    assert_eq!(end(game(WhoFile::A), "at DL1: Raider\n"), [0, 0]);
    assert_eq!(end(game(WhoFile::Both), "at DL10: Scout, Raider\n"), [0, 0]);
    assert_eq!(end(game(WhoFile::Both), ""), [4, 4]);
}

#[test]
fn a_tie_may_be_a_draw() {
    let game = edited("F", |file| file.victory.tie = TieFile::Draw);
    let scene = Scene::at(game, "box 1\nstep countdown\n");
    assert_eq!(
        scene.state.board.outcome.map(|outcome| (outcome.winner, outcome.points)),
        Some((None, [0, 0]))
    );
}

// --- instant victories

fn instant(entry: InstantFile) -> StarBorders {
    edited("A", |file| file.victory.instant = vec![entry])
}

/// Who wins at once when the given step is played; none if the game goes on.
fn at_once(entry: &InstantFile, position: &str) -> Option<Side> {
    let scene = Scene::at(instant(entry.clone()), &format!("first I\nactive I\nlp 4 4\n{position}"));
    let outcome = scene.state.board.outcome?;
    assert_eq!(outcome.ending, Ending::Instant);
    outcome.winner
}

#[test]
fn instant_victory_for_holding_all_of_some_planets() {
    let entry = |when, side| InstantFile::ControlsAll { when, side, locs: names(&["DL1", "DL2"]) };
    let both = entry(WhenFile::EndOfPlayerTurn, WhoFile::Both);
    let idle = "at TH5: Scout\nat SG5: Patroller\nstep end\n";
    assert_eq!(at_once(&both, &format!("control A DL1 DL2\n{idle}")), Some(A));
    assert_eq!(at_once(&both, &format!("control I DL1! DL2\n{idle}")), Some(I), "in any state");
    assert_eq!(at_once(&both, &format!("control A DL1\ncontrol I DL2\n{idle}")), None);
    assert_eq!(
        at_once(&entry(WhenFile::EndOfPlayerTurn, WhoFile::I), &format!("control A DL1 DL2\n{idle}")),
        None
    );
    // The Imperium is first: its turn is not the end of the Game Turn.
    let game_turn = entry(WhenFile::EndOfGameTurn, WhoFile::Both);
    assert_eq!(at_once(&game_turn, &format!("control A DL1 DL2\n{idle}")), None);
    assert_eq!(at_once(&game_turn, &format!("control A DL1 DL2\n{idle}active A\n")), Some(A));
    // A condition of the Player Turn is tested in the last one as well.
    assert_eq!(at_once(&both, &format!("control A DL1 DL2\n{idle}active A\n")), Some(A));
}

#[test]
fn instant_victory_for_a_lead() {
    let entry = |side| InstantFile::VpLead { when: WhenFile::EndOfPlayerTurn, side, lead: 2 };
    let idle = "at TH5: Scout\nat SG5: Patroller\nstep end\n";
    assert_eq!(at_once(&entry(WhoFile::Both), &format!("control A TH1 TH2\ncontrol I SG1\n{idle}")), None);
    assert_eq!(
        at_once(&entry(WhoFile::Both), &format!("control A TH1 TH2 TH3\ncontrol I SG1\n{idle}")),
        Some(A)
    );
    assert_eq!(
        at_once(&entry(WhoFile::Both), &format!("control A TH1 TH2 TH3!\ncontrol I SG1\n{idle}")),
        None
    );
    assert_eq!(at_once(&entry(WhoFile::Both), &format!("control I SG1 SG2\n{idle}")), Some(I));
    assert_eq!(at_once(&entry(WhoFile::A), &format!("control I SG1 SG2\n{idle}")), None);
}

#[test]
fn instant_victory_over_an_enemy_without_ships() {
    let entry = |side| InstantFile::OpponentHasNoShips { when: WhenFile::EndOfPlayerTurn, side };
    assert_eq!(at_once(&entry(WhoFile::Both), "at TH5: Scout\nat SG5: Patroller\nstep end\n"), None);
    assert_eq!(at_once(&entry(WhoFile::Both), "at TH5: Scout\nstep end\n"), Some(A));
    assert_eq!(at_once(&entry(WhoFile::Both), "at SG5: Patroller\neliminated: Scout\nstep end\n"), Some(I));
    // Both without ships: nothing happens, also if only one of them could win by it.
    let homes = "control A TH1\ncontrol I SG1\neliminated: Scout, Patroller\nstep end\n";
    assert_eq!(at_once(&entry(WhoFile::Both), homes), None);
    assert_eq!(at_once(&entry(WhoFile::A), homes), None);
}

#[test]
fn the_events_of_an_instant_victory_tell_the_open_score() {
    let entry = InstantFile::OpponentHasNoShips { when: WhenFile::EndOfPlayerTurn, side: WhoFile::Both };
    let mut scene = Scene::at(instant(entry), "first A\nactive A\nlp 4 0\ncontrol A TH1\nat TH5: Scout\n");
    scene.act(ALLIANCE, "end");
    let outcome = scene.state.board.outcome.unwrap();
    assert_eq!((outcome.winner, outcome.points), (Some(A), [1, 0]));
    assert_eq!(scene.events.last(), Some(&Event::Ended { outcome, dispatches: None }));
    assert!(matches!(scene.state.board.spots[ship(&scene, "A-SE-1").index()], Spot::At(_)));
}
