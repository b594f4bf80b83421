//! Chapter 13: the special rules of scenarios E, F and G.

use crate::stage::{ALLIANCE, IMPERIUM, loc, scene, ship};
use laws::{Scene, ScriptedDice, SplitMix64, denied};
use rules::{Game, Step, Turn, covers};
use star_borders::scenario_file::{ClassName, ExtraFile, InstantFile, LocName, WhenFile, WhoFile};
use star_borders::{
    Chance, Class, Ending, Event, Frame, Roll, ScenarioFile, ShipSet, Side, Spot, StarBorders,
};

const A: Side = Side::Alliance;
const I: Side = Side::Imperium;

fn edited(id: &str, edit: impl FnOnce(&mut ScenarioFile)) -> StarBorders {
    let mut file = StarBorders::file(id).unwrap();
    edit(&mut file);
    StarBorders::check(id, &file).unwrap_or_else(|errors| panic!("{errors}"))
}

fn spot(scene: &Scene<StarBorders>, name: &str) -> Spot {
    scene.state.board.spots[ship(scene, name).index()]
}

fn winner(scene: &Scene<StarBorders>) -> Option<(Ending, Option<Side>)> {
    scene.state.board.outcome.map(|outcome| (outcome.ending, outcome.winner))
}

// --- Scenario F

#[test]
fn sb_s_f1_the_specter_is_bought_once_for_two_honor() {
    covers!("SB-S.F1");
    let mut scene = scene("F", "active I\nlp 0 6\nhonor 5\ncontrol I KP1\noff-map: Specter\n");
    scene.act(IMPERIUM, "requisition KP1");
    assert_eq!((spot(&scene, "I-SP-1"), scene.state.board.honor), (Spot::At(loc(&scene, "KP1")), 3));
    assert_eq!((scene.state.board.lp[1], scene.state.board.requisitioned), (6, 1));
    assert!(!scene.game.ratings(&scene.state.board, ship(&scene, "I-SP-1")).damaged);
    assert_eq!(scene.verdict(IMPERIUM, "requisition KP1"), denied("SB-S.F1"));
    // An ordinary ship: it moves at once.
    scene.act(IMPERIUM, "pick I-SP-1").act(IMPERIUM, "go KP7");
}

#[test]
fn sb_s_f1_only_for_honor_and_only_at_an_open_base() {
    covers!("SB-S.F1");
    let verdict = |position: &str, at: &str| {
        let rest = "active I\nlp 0 6\nat DL1: Raider\noff-map: Specter\n";
        scene("F", &format!("{rest}{position}")).verdict(IMPERIUM, &format!("requisition {at}"))
    };
    assert_eq!(verdict("honor 2\ncontrol I KP1 KP2\n", "KP1"), Ok(()));
    assert_eq!(verdict("honor 2\ncontrol I KP1! KP2\n", "KP1"), Ok(()), "Disrupted, but not Besieged");
    assert_eq!(verdict("honor 1\ncontrol I KP1\n", "KP1"), denied("SB-S.F1"), "LPs do not help");
    assert_eq!(verdict("honor 2\ncontrol I KP1\nat KP1: Scout\n", "KP1"), denied("SB-S.F1"));
    assert_eq!(verdict("honor 2\ncontrol I KP1 KP2\n", "KP2"), denied("SB-S.F1"));
    assert_eq!(verdict("honor 2\ncontrol I KP2\n", "KP1"), denied("SB-S.F1"));
    let alliance = scene("F", "active A\nlp 6 0\nhonor 6\ncontrol A TH1\nat TH1: Scout\noff-map: Specter\n");
    assert_eq!(alliance.verdict(ALLIANCE, "requisition TH1"), denied("SB-S.F1"));
    let elsewhere =
        scene("E", "active I\nlp 0 6\nhonor 6\ncontrol I KP1\nat KP1: Destroyer\noff-map: Specter\n");
    assert_eq!(elsewhere.verdict(IMPERIUM, "requisition KP1"), denied("SB-S.F1"), "scenario F alone has it");
}

#[test]
fn sb_s_f1_once_lost_it_is_replaced_for_lps() {
    covers!("SB-S.F1");
    let mut scene =
        scene("F", "active I\nlp 0 6\nhonor 6\nrequisitioned 1\ncontrol I KP1\neliminated: Specter*\n");
    assert_eq!(scene.verdict(IMPERIUM, "requisition KP1"), denied("SB-S.F1"));
    scene.act(IMPERIUM, "replace Specter KP1");
    assert_eq!((scene.state.board.lp[1], scene.state.board.honor), (4, 6));
}

#[test]
fn sb_s_f2_a_side_without_a_base_loses_at_the_end_of_a_game_turn() {
    covers!("SB-S.F2");
    let end = |position: &str| winner(&scene("F", &format!("lp 4 4\nstep countdown\n{position}")));
    assert_eq!(end("control A OM1\n"), Some((Ending::Instant, Some(A))));
    assert_eq!(end("control I KP1 TH1 OM1\n"), Some((Ending::Instant, Some(I))));
    assert_eq!(
        end("control I KP1!\nat KP1: Scout\n"),
        Some((Ending::Instant, Some(I))),
        "Besieged is still held"
    );
    // One of two bases will do; and if nobody has one, nothing happens.
    assert_eq!(end("control A OM1\ncontrol I KP1 TH1\n"), None);
    assert_eq!(end("control A TH2\ncontrol I DL1\n"), None);
}

#[test]
fn sb_s_f2_not_before_both_players_have_moved() {
    covers!("SB-S.F2");
    let mut scene = scene("F", "first A\nactive A\nlp 4 4\ncontrol A TH1\nat DL1: Raider\nstep end\n");
    assert_eq!((scene.to_act(), winner(&scene)), (Some(IMPERIUM), None));
    scene.act(IMPERIUM, "end");
    assert_eq!(winner(&scene), Some((Ending::Instant, Some(A))));
}

#[test]
fn sb_s_f2_an_entry_for_one_side_wins_nothing_if_neither_has_a_base() {
    covers!("SB-S.F2");
    let only = |side: WhoFile, position: &str| {
        let game = edited("F", |file| {
            let when = WhenFile::EndOfGameTurn;
            file.victory.instant = vec![InstantFile::OpponentHasNoBase { when, side }];
        });
        winner(&Scene::at(game, &format!("lp 4 4\nstep countdown\n{position}")))
    };
    assert_eq!(only(WhoFile::A, "control A TH1\n"), Some((Ending::Instant, Some(A))));
    assert_eq!(only(WhoFile::I, "control A TH1\n"), None);
    assert_eq!(only(WhoFile::A, ""), None);
    assert_eq!(only(WhoFile::I, ""), None);
}

#[test]
fn sb_r55_two_conditions_with_different_winners_decide_nothing() {
    covers!("SB-R55");
    let when = WhenFile::EndOfGameTurn;
    let planet = |side, id: &str| InstantFile::ControlsAll { when, side, locs: vec![LocName(id.into())] };
    let end = |position: &str, swapped: bool| {
        let game = edited("F", |file| {
            file.victory.instant = vec![planet(WhoFile::A, "DL1"), planet(WhoFile::I, "DL2")];
            if swapped {
                file.victory.instant.reverse();
            }
        });
        winner(&Scene::at(game, &format!("lp 4 4\nstep countdown\n{position}")))
    };
    for swapped in [false, true] {
        assert_eq!(end("control A DL1\n", swapped), Some((Ending::Instant, Some(A))));
        assert_eq!(end("control I DL2\n", swapped), Some((Ending::Instant, Some(I))));
        assert_eq!(end("control A DL1\ncontrol I DL2\n", swapped), None);
    }
}

// --- Scenario E

fn points(game: StarBorders, position: &str) -> [i16; 2] {
    let scene = Scene::at(game, &format!("box 1\nstep countdown\n{position}"));
    scene.state.board.outcome.expect("box 1 is the last").points
}

#[test]
fn sb_s_e1_a_dead_flagship_is_a_point_for_the_enemy() {
    covers!("SB-S.E1");
    let e = || StarBorders::scenario("E").unwrap();
    assert_eq!(points(e(), "eliminated: Imperator\n"), [1, 0]);
    assert_eq!(points(e(), "eliminated: Comship\n"), [0, 1]);
    assert_eq!(points(e(), "eliminated: Comship, Imperator, Starship, Dominator\n"), [1, 1]);
    assert_eq!(points(e(), "at KP1: Imperator*\nat TH1: Comship*\n"), [0, 0], "damaged is not dead");
    assert_eq!(points(e(), "lost 9 9\n"), [0, 0], "replaced, or never there");
}

#[test]
fn sb_r56_either_side_of_a_lost_two_class_counter_counts() {
    covers!("SB-R56");
    let game = || {
        edited("E", |file| {
            let enemy_class = ClassName("Raider".into());
            file.victory.extra = vec![ExtraFile::ClassEliminated { side: WhoFile::A, enemy_class, vp: 2 }];
        })
    };
    assert_eq!(points(game(), "eliminated: Raider\n"), [2, 0]);
    assert_eq!(points(game(), "eliminated: Patroller, Patroller\n"), [2, 0], "once, however many");
    assert_eq!(points(game(), "eliminated: Intruder, Scout\n"), [0, 0]);
}

// --- Scenario G

/// Concord and Throneward, and a ship on either side that can act.
const COLD: &str = "control A TH1\ncontrol I SG1\nat TH5: Scout\nat SG5: Patroller\nlp 4 4\n";

fn pool(more: &str) -> Scene<StarBorders> {
    scene("G", &format!("{COLD}{more}"))
}

#[test]
fn sb_s_g1_one_pool_for_both_sides_and_every_counter_equally_likely() {
    covers!("SB-S.G1");
    let scene = scene("G", "setup\nactive I\nstep muster\n");
    let pool = scene.game.pool(&scene.state.board);
    let count = |side| (pool & ShipSet::of(side)).len();
    assert_eq!((pool.len(), count(A), count(I)), (15, 8, 7));
    assert!(matches!(scene.game.turn(&scene.state), Turn::Chance(Chance::Counter(set)) if set == pool));
    // Each of the fifteen answers of the die is another counter.
    let draw = |nth: u32| scene.game.sample(&Chance::Counter(pool), &mut ScriptedDice([nth].into()));
    let drawn: Vec<_> = (1..=15).map(draw).collect();
    assert_eq!(drawn, pool.map(Roll::Counter).collect::<Vec<_>>());
}

#[test]
fn sb_s_g2_while_cold_every_player_turn_draws_a_counter_whoever_owns_it() {
    covers!("SB-S.G2");
    let mut scene = pool("first I\nactive I\npool: Comship, Dominator, Imperator\nstep muster\n");
    // The Imperium's turn brings the Alliance's Comship.
    scene.queue_dice([1]);
    assert_eq!(spot(&scene, "A-CO-1"), Spot::At(loc(&scene, "TH1")));
    assert_eq!((scene.to_act(), scene.state.board.frame()), (Some(IMPERIUM), Some(Frame::BuyCard)));
    // And the Alliance's turn the Imperium's Dominator.
    scene.queue_dice([2]);
    scene.act(IMPERIUM, "pass").act(IMPERIUM, "end");
    assert_eq!(spot(&scene, "I-DO-1"), Spot::At(loc(&scene, "SG1")));
    assert_eq!((scene.state.board.active, spot(&scene, "I-IM-1")), (A, Spot::Pool));
}

#[test]
fn sb_s_g2_the_owner_chooses_side_and_base() {
    covers!("SB-S.G2");
    let mut scene = pool("active I\npool: Escort\nstep muster\n");
    scene.queue_dice([1]);
    assert_eq!(
        (scene.to_act(), scene.legal(ALLIANCE)),
        (Some(ALLIANCE), vec!["station Scout TH1".into(), "station Escort TH1".into()])
    );
    assert_eq!(scene.verdict(IMPERIUM, "pass"), denied("SB-DEF-8"));
    assert_eq!(scene.verdict(ALLIANCE, "station Scout TH2"), denied("SB-S.G2"));
    assert_eq!(scene.verdict(ALLIANCE, "station Starship TH1"), denied("SB-2.3b"));
    scene.act(ALLIANCE, "station Scout TH1");
    let it = ship(&scene, "A-SE-2");
    assert_eq!(
        (scene.game.ratings(&scene.state.board, it).class, scene.state.board.at(it)),
        (Class::Scout, Some(loc(&scene, "TH1")))
    );
    assert_eq!((scene.to_act(), scene.state.board.active), (Some(IMPERIUM), I), "and the turn goes on");
    // With two bases even a Starship asks.
    let two = edited("G", |file| file.sides.alliance.bases.push(file.sides.alliance.control.remove(0)));
    let mut scene = Scene::at(two, &format!("{COLD}control A TH2\nactive I\npool: Starship\nstep muster\n"));
    scene.queue_dice([1]);
    assert_eq!(scene.legal(ALLIANCE), ["station Starship TH1", "station Starship TH2"]);
}

#[test]
fn sb_s_g2_a_besieged_or_disrupted_base_will_do_and_none_means_eliminated() {
    covers!("SB-S.G2");
    let mut burning = pool("active A\ncontrol I SG1!\nat SG1: Escort\npool: Dominator\nstep muster\n");
    burning.queue_dice([1]);
    assert_eq!(spot(&burning, "I-DO-1"), Spot::At(loc(&burning, "SG1")));
    // Placed where enemies stand: contested in this very turn.
    burning.act(ALLIANCE, "pass").act(ALLIANCE, "end");
    assert_eq!((burning.state.board.battle.at, burning.state.board.hot), (loc(&burning, "SG1"), true));
    let mut homeless = pool("active A\ncontrol A SG1\npool: Dominator\nstep muster\n");
    homeless.queue_dice([1]);
    assert_eq!(spot(&homeless, "I-DO-1"), Spot::Eliminated);
}

#[test]
fn sb_s_g3_while_cold_the_countdown_is_frozen() {
    covers!("SB-S.G3");
    let mut cold = pool("box 2\nfirst I\nactive I\npool: Comship, Starship, Starship\nstep countdown\n");
    // No sudden-death die: the next dice are those of the initiative, then the draw.
    cold.queue_dice([6, 1, 1]);
    assert_eq!((cold.state.board.countdown, cold.state.board.hot), (2, false));
    assert_eq!((cold.state.board.active, spot(&cold, "A-ST-1")), (A, Spot::At(loc(&cold, "TH1"))));
    let mut hot = pool("hot\nbox 2\nfirst I\nactive I\npool: Comship, Starship\nstep countdown\n");
    hot.queue_dice([4, 6, 1]);
    assert_eq!(hot.state.board.countdown, 1);
    let mut dead = pool("hot\nbox 2\nfirst I\nactive I\npool: Comship\nstep countdown\n");
    dead.queue_dice([3]);
    assert_eq!(winner(&dead).map(|(ending, _)| ending), Some(Ending::SuddenDeath));
}

#[test]
fn sb_s_g4_the_first_battle_makes_the_war_hot_for_good() {
    covers!("SB-S.G4");
    let mut scene = pool("first I\nactive I\nat DL8: Escort\npool: Comship, Starship\n");
    scene.act(IMPERIUM, "pick I-PR-1").act(IMPERIUM, "go DL8");
    assert!(!scene.state.board.hot);
    scene.act(IMPERIUM, "end");
    assert!(scene.state.board.hot && scene.events.contains(&Event::WarBegan));
    scene.act(ALLIANCE, "cease-fire").act(IMPERIUM, "cease-fire").act(ALLIANCE, "retreat DL10");
    // The Alliance now chooses; and the countdown runs at the end of this very Game Turn.
    assert_eq!(scene.legal(ALLIANCE), ["operate", "mobilize"]);
    scene.queue_dice([6, 1]);
    scene.act(ALLIANCE, "operate").act(ALLIANCE, "pass").act(ALLIANCE, "end");
    assert_eq!((scene.state.board.countdown, scene.state.board.hot), (9, true));
}

#[test]
fn sb_s_g4_so_does_an_empty_pool_at_the_start_of_a_turn() {
    covers!("SB-S.G4");
    let mut scene = pool("first I\nactive I\npool: Comship\nstep muster\n");
    scene.queue_dice([1]);
    assert!(!scene.state.board.hot, "the last counter was drawn, but nobody has found the pool empty");
    scene.act(IMPERIUM, "pass").act(IMPERIUM, "end");
    assert!(scene.state.board.hot && scene.events.contains(&Event::WarBegan));
    assert_eq!((scene.to_act(), scene.state.board.frame()), (Some(ALLIANCE), Some(Frame::BuyCard)));
}

#[test]
fn sb_s_g5_operate_for_two_lps() {
    covers!("SB-S.G5");
    let mut scene = pool("hot\nactive I\nlp 4 5\npool: Comship, Starship\nhand A: 4\nstep muster\n");
    assert_eq!(scene.legal(IMPERIUM), ["operate", "mobilize"]);
    scene.act(IMPERIUM, "operate");
    assert_eq!(scene.state.board.lp[1], 3);
    // The surcharge comes before the Covert Strike and the card.
    assert_eq!(scene.state.board.frame(), Some(Frame::Strike));
    scene.act(ALLIANCE, "pass").act(IMPERIUM, "pass").act(IMPERIUM, "pick I-PR-1");
    assert_eq!(scene.game.pool(&scene.state.board).len(), 2);
    // Without the LPs there is no choice; Honor is as good.
    let mut poor = pool("hot\nfirst I\nactive I\nlp 4 1\npool: Comship, Starship, Starship\nstep muster\n");
    poor.queue_dice([1, 1]);
    assert!(!poor.events.contains(&Event::ActivityEnded { side: I }));
    assert_eq!((poor.game.pool(&poor.state.board).len(), poor.state.board.active), (1, A));
    let proud = pool("hot\nactive I\nlp 4 1\nhonor 1\npool: Comship\nstep muster\n");
    assert_eq!(proud.verdict(IMPERIUM, "operate"), Ok(()));
}

#[test]
fn sb_s_g5_mobilize_draws_two_and_gives_up_the_activity_step() {
    covers!("SB-S.G5");
    let mut scene = pool(
        "hot\nfirst I\nactive I\nat DL8: Escort, Destroyer\npool: Starship, Starship, Dominator\nstep muster\n",
    );
    scene.queue_dice([1, 2]);
    scene.act(IMPERIUM, "mobilize");
    assert_eq!(
        (spot(&scene, "A-ST-1"), spot(&scene, "I-DO-1")),
        (Spot::At(loc(&scene, "TH1")), Spot::At(loc(&scene, "SG1")))
    );
    // A card may be bought; then come combat and Housekeeping, with no Activity Step between.
    assert_eq!((scene.state.board.frame(), scene.state.board.lp[1]), (Some(Frame::BuyCard), 4));
    scene.queue_dice([3]);
    scene.act(IMPERIUM, "buy");
    assert_eq!((scene.state.board.battle.at, scene.state.board.hand_size[1]), (loc(&scene, "DL8"), 1));
    assert_eq!(scene.state.board.frame(), Some(Frame::CardWindow(I)));
    assert_eq!(scene.verdict(IMPERIUM, "pick I-PR-1"), denied("SB-6.1a"));
    scene.act(IMPERIUM, "pass").act(IMPERIUM, "pass").act(IMPERIUM, "pass");
    scene.act(ALLIANCE, "cease-fire").act(IMPERIUM, "cease-fire").act(ALLIANCE, "retreat DL10");
    assert_eq!((scene.state.board.active, scene.state.board.lp[1]), (A, 2), "income of base and planet");
}

#[test]
fn sb_s_g5_the_last_counter_alone() {
    covers!("SB-S.G5");
    let mut scene = pool("hot\nfirst I\nactive I\npool: Starship\nstep muster\n");
    scene.queue_dice([1]);
    scene.act(IMPERIUM, "mobilize");
    assert_eq!(scene.game.pool(&scene.state.board), ShipSet::EMPTY);
    assert!(scene.state.board.turn.mobilized);
}

#[test]
fn sb_s_g6_an_empty_pool_means_neither_surcharge_nor_choice() {
    covers!("SB-S.G6");
    let scene = pool("hot\nactive I\nlp 0 1\nstep muster\n");
    assert_eq!((scene.state.board.frame(), scene.state.board.lp[1]), (Some(Frame::Activity), 1));
    let rich = pool("hot\nactive I\nlp 0 6\nstep muster\n");
    assert_eq!((rich.state.board.frame(), rich.state.board.lp[1]), (Some(Frame::BuyCard), 6));
}

#[test]
fn sb_s_g6_the_war_is_hot_in_the_eighth_game_turn_at_the_latest() {
    covers!("SB-S.G6");
    for seed in 0..20 {
        let game = StarBorders::scenario("G").unwrap();
        let (mut state, mut dice) = (game.start(), SplitMix64(seed));
        // Both wait: nobody buys, nobody moves, so there is no Battle.
        while !state.board.hot {
            assert_eq!(state.board.countdown, 10);
            let step = match game.turn(&state) {
                Turn::Chance(chance) => Step::Chance(game.sample(&chance, &mut dice)),
                Turn::Choose(seats) => {
                    let seat = seats.first().unwrap();
                    let mut legal = Vec::new();
                    game.legal(&state, seat, &mut legal);
                    Step::Act(seat, *legal.last().unwrap())
                }
                Turn::Over => panic!("a frozen game cannot end"),
            };
            game.apply(&mut state, step, &mut |_| {});
        }
        // Fifteen draws: the second player of the eighth Game Turn finds the pool empty.
        assert_eq!(
            (state.board.game_turn, state.board.active),
            (8, state.board.first.opponent()),
            "seed {seed}"
        );
    }
}
