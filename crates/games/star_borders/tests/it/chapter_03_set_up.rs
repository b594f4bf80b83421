//! Chapter 3: what a checked scenario holds.

use rules::covers;
use star_borders::scenario_file::{ClassName, ReinforcementFile, SpecialFile, WhoFile};
use star_borders::{
    ArrivalPlace, Card, CardSet, Class, Condition, DrawPool, Extra, InitiativeMode, Points, Requisition,
    ScenarioFile, ShipSet, Side, StarBorders, StartingPlace, When, lottery,
};

fn game(id: &str) -> StarBorders {
    StarBorders::scenario(id).unwrap_or_else(|errors| panic!("{errors}"))
}

fn edited(id: &str, edit: impl FnOnce(&mut ScenarioFile)) -> Result<StarBorders, String> {
    let mut file = StarBorders::file(id).unwrap();
    edit(&mut file);
    StarBorders::check(id, &file).map_err(|errors| errors.to_string())
}

#[test]
fn sb_3_0b_the_layout_builds_the_quadrant() {
    covers!("SB-3.0b");
    let ids = |game: &StarBorders| {
        game.quadrant.sectors.iter().map(|at| at.id.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(ids(&game("A")), "SG DL TH");
    assert_eq!(ids(&game("G")), "SG DL ZT TH");
    // The corner of the quadrant is the corner of the sectors, wherever the file puts them.
    let shifted =
        edited("A", |file| file.layout.iter_mut().for_each(|at| (at.x, at.y) = (at.x - 3000, at.y + 77)));
    assert_eq!(shifted.unwrap().quadrant, game("A").quadrant);
    let all_six = edited("G", |file| {
        for (sector, x) in [("OM", 2800), ("KP", -550)] {
            file.layout.push(star_borders::scenario_file::SectorFile {
                sector: sector.into(),
                rot: 90,
                x,
                y: 0,
            });
        }
    });
    // Theta and Sigma have links on the front side only, so nothing can be added behind them.
    assert_eq!(
        all_six.unwrap_err(),
        "G: layout: expected all sectors to be joined by links, found some apart"
    );
}

#[test]
fn sb_3_0f_the_stock_is_the_allotment_minus_what_stands_on_the_map() {
    covers!("SB-3.0f");
    let stock =
        |game: &StarBorders| game.scenario.sides.clone().map(|side| (side.fort_stock, side.fortress_stock));
    assert_eq!(stock(&game("A")), [(3, 1), (2, 1)]);
    // Verity and Talon; Redoubt.
    assert_eq!(stock(&game("D")), [(2, 0), (2, 0)]);
    let given = edited("D", |file| {
        file.sides.alliance.fort_markers = Some(5);
        file.sides.imperium.fortress_markers = Some(2);
    });
    assert_eq!(stock(&given.unwrap()), [(4, 0), (2, 1)]);
}

#[test]
fn sb_5_4f_the_allotment_unless_the_scenario_differs() {
    covers!("SB-5.4f");
    let sides = game("E").scenario.sides;
    assert_eq!(sides.clone().map(|side| (side.fort_stock, side.fortress_stock)), [(3, 1), (2, 1)]);
    let fewer = edited("E", |file| {
        file.sides.alliance.fort_markers = Some(0);
        file.sides.imperium.fortress_markers = Some(0);
        file.sides.alliance.lp_capacity = None;
        file.sides.imperium.lp_capacity = None;
    });
    let sides = fewer.unwrap().scenario.sides;
    assert_eq!(sides.clone().map(|side| (side.fort_stock, side.fortress_stock)), [(0, 1), (2, 0)]);
    assert_eq!(sides.map(|side| side.lp_capacity), [8, 6]);
}

#[test]
fn sb_r03_only_a_base_can_have_level_three() {
    covers!("SB-R03");
    let fortify = |planet: &str, level: i64| {
        edited("D", |file| {
            let name = star_borders::scenario_file::LocName(planet.into());
            file.sides.alliance.fortified.insert(name, level);
        })
    };
    let level =
        |game: StarBorders, id: &str| game.scenario.sides[0].level[game.quadrant.loc(id).unwrap().index()];
    assert_eq!(fortify("OM1", 3).map(|game| level(game, "OM1")), Ok(3));
    assert_eq!(fortify("DL2", 2).map(|game| level(game, "DL2")), Ok(2));
    assert_eq!(
        fortify("OM1", 4).map(|_| ()),
        Err("D: sides.A.fortified.OM1: expected a number from 1 to 3, found 4".into())
    );
    assert_eq!(
        fortify("DL2", 3).map(|_| ()),
        Err("D: sides.A.fortified.DL2: expected a number from 1 to 2, found 3".into())
    );
}

#[test]
fn sb_2_3e_one_marker_a_planet_and_a_level_from_one_to_three() {
    covers!("SB-2.3e");
    let twice = edited("A", |file| file.sides.imperium.control.push(file.sides.alliance.bases[0].clone()));
    assert_eq!(
        twice.map(|_| ()),
        Err("A: sides.I.control[2]: expected a planet of one side, found \"TH1\", which the Alliance owns"
            .into())
    );
    let zero = edited("D", |file| *file.sides.alliance.fortified.values_mut().next().unwrap() = 0);
    assert_eq!(
        zero.map(|_| ()),
        Err("D: sides.A.fortified.DL2: expected a number from 1 to 2, found 0".into())
    );
}

#[test]
fn sb_3_0j_counters_the_scenario_does_not_name_are_out_of_the_game() {
    covers!("SB-3.0j", "SB-R53");
    let game = game("A");
    let in_game = |side: Side| {
        let ships = &game.scenario.sides[side.index()].ships;
        ships.iter().map(|placed| placed.ship).collect::<ShipSet>()
    };
    assert_eq!((in_game(Side::Alliance).len(), in_game(Side::Imperium).len()), (6, 5));
    let comship = game.counters.by_name("A-CO-1").unwrap();
    assert!(!in_game(Side::Alliance).has(comship));
}

#[test]
fn sb_r53_ships_set_up_as_eliminated_are_in_the_game() {
    covers!("SB-R53");
    let game = edited("A", |file| file.sides.alliance.eliminated.push(ClassName("Escort".into()))).unwrap();
    let last = game.scenario.sides[0].ships.last().unwrap();
    assert_eq!((last.place, last.back), (StartingPlace::Eliminated, true));
    assert_eq!(game.counters.names[last.ship.index()], "A-SE-3");
}

#[test]
fn sb_5_5a_a_reinforcement_is_due_at_a_countdown_box() {
    covers!("SB-5.5a", "SB-R50");
    let due = |game: &StarBorders, side: usize| *game.scenario.sides[side].ships.last().unwrap();
    let c = game("C");
    assert_eq!(due(&c, 0).place, StartingPlace::Due { turn: 7, at: ArrivalPlace::Base });
    assert_eq!(c.counters.names[due(&c, 0).ship.index()], "A-ST-2");
    assert_eq!(c.counters.names[due(&c, 1).ship.index()], "I-SP-1");
    assert!(!due(&c, 0).back);
    let arriving = |turn: i64, at: Option<&str>| {
        edited("C", |file| {
            let (class, at) = (ClassName("Salvager".into()), at.map(str::to_owned));
            file.sides.alliance.reinforcements.push(ReinforcementFile { turn, class, at });
        })
    };
    assert!(due(&arriving(9, None).unwrap(), 0).back, "a Salvager is the back of its counter");
    let place = |game: StarBorders| due(&game, 0).place;
    assert_eq!(arriving(9, None).map(place), Ok(StartingPlace::Due { turn: 9, at: ArrivalPlace::Base }));
    assert_eq!(
        arriving(1, Some("eliminated")).map(place),
        Ok(StartingPlace::Due { turn: 1, at: ArrivalPlace::Eliminated })
    );
    let gate = c.quadrant.loc("ZT10").unwrap();
    assert_eq!(
        arriving(2, Some("ZT10")).map(place),
        Ok(StartingPlace::Due { turn: 2, at: ArrivalPlace::At(gate) })
    );
}

#[test]
fn sb_r50_the_box_cannot_lie_before_the_first_one() {
    covers!("SB-R50");
    let due = |turn: i64| edited("C", |file| file.sides.alliance.reinforcements[0].turn = turn).map(|_| ());
    assert_eq!(due(9), Ok(()));
    let at = "C: sides.A.reinforcements[0].turn:";
    assert_eq!(due(10), Err(format!("{at} expected at most the starting box 9, found 10")));
    assert_eq!(due(0), Err(format!("{at} expected a number from 1 to 12, found 0")));
}

#[test]
fn sb_r33_slot_h_is_a_lottery() {
    covers!("SB-R33");
    let mut large = 0;
    for seed in 0..300 {
        let file = lottery::draw(seed);
        let game = StarBorders::check("lottery", &file).unwrap_or_else(|errors| panic!("{seed}: {errors}"));
        let points = Side::BOTH.map(|side| game.force_points(side));
        assert!(points[0].abs_diff(points[1]) <= 4, "{seed}: {points:?}");
        let is_large = file.layout.len() == 4;
        large += usize::from(is_large);
        let (budget, lp, start) = if is_large { (60, 5, 11) } else { (40, 4, 9) };
        assert!(points.into_iter().all(|side| side <= budget), "{seed}: {points:?}");
        assert_eq!(game.scenario.start_box, start);
        assert_eq!(
            (game.scenario.initiative.first, game.scenario.initiative.mode),
            (None, InitiativeMode::Roll)
        );
        for side in &game.scenario.sides {
            let (first, base) = (side.ships[0], game.quadrant.get(side.bases[0]));
            assert_eq!(first.place, StartingPlace::At(side.bases[0]), "{seed}");
            assert!(game.counters.two_step.has(first.ship) && base.large);
            assert_eq!((side.control.len(), side.lp, side.random_cards), (3, lp, 1));
            let quiet = game.quadrant.all() - game.quadrant.asteroids - game.quadrant.nebulae;
            for placed in &side.ships {
                let StartingPlace::At(loc) = placed.place else { panic!("{seed}: {placed:?}") };
                assert!(quiet.has(loc) && game.quadrant.get(loc).sector == base.sector, "{seed}");
            }
        }
    }
    assert!((60..=140).contains(&large), "a third of 300 should be large, not {large}");
}

#[test]
fn the_lottery_is_the_same_for_ever() {
    assert_eq!(lottery::draw(u64::MAX), lottery::draw(u64::MAX));
    assert_eq!(game("H").scenario.id, "H:0");
    assert_eq!(game("h:3"), game("H:3"));
    assert_ne!(lottery::draw(1).sides, lottery::draw(2).sides);
    // Drawn once and written down: a change of the generator would break saved games.
    let file = lottery::draw(3);
    let layout: Vec<_> = file.layout.iter().map(|at| format!("{}{}", at.sector, at.rot)).collect();
    let ships = |side: &star_borders::scenario_file::SideFile| {
        side.ships.iter().map(|ship| format!("{} {}", ship.class.0, ship.at.0)).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(layout, ["KP90", "DL0", "OM90"]);
    assert_eq!(ships(&file.sides.imperium), "Specter KP1, Patroller KP3, Destroyer KP3, Dominator KP3");
    let alliance =
        "Comship OM1, Escort OM6, Guardship OM6, Scout OM2, Guardship OM7, Scout OM3, Guardship OM2";
    assert_eq!(ships(&file.sides.alliance), alliance);
}

#[test]
fn a_scenario_is_known_by_its_letter() {
    for id in StarBorders::SCENARIOS {
        assert_eq!(game(id).scenario.id, id);
        assert!(!game(id).scenario.briefing.is_empty() && !game(id).scenario.teaches.is_empty());
    }
    assert_eq!(game("b"), game("B"));
    for id in ["", "I", "H:", "H:x", "H:-1", "A:1", "H:18446744073709551616"] {
        let message = StarBorders::scenario(id).unwrap_err().to_string();
        let expected = format!("expected A, B, C, D, E, F, G, H or H:SEED with a whole number, found {id:?}");
        assert_eq!(message, format!("star_borders: scenario: {expected}"));
    }
}

#[test]
fn scenario_a_is_the_introduction() {
    let a = game("A").scenario;
    assert_eq!((a.start_box, a.sudden_death), (8, [0, 0, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0]));
    assert_eq!((a.initiative.mode, a.initiative.first), (InitiativeMode::Fixed, Some(Side::Imperium)));
    assert_eq!(a.features.not_used(), ["development cards", "salvage", "fortification", "planetary assault"]);
    assert_eq!((a.deck, a.victory.tie), (CardSet::EMPTY, Some(Side::Alliance)));
    assert_eq!(a.victory.points, Points { control: 1, nebula: 1, ..Points::default() });
}

#[test]
fn scenario_e_pays_for_the_flagships() {
    let e = game("E").scenario;
    assert_eq!(
        e.victory.extra,
        [
            Extra::ClassEliminated { side: Some(Side::Alliance), class: Class::Imperator, vp: 1 },
            Extra::ClassEliminated { side: Some(Side::Imperium), class: Class::Comship, vp: 1 },
        ]
    );
}

#[test]
fn scenario_f_sells_a_specter_and_ends_with_the_last_base() {
    let game = game("F");
    let specter = game.counters.by_name("I-SP-1").unwrap();
    let buy = Requisition { ship: specter, back: false, cost: 2, limit: 1 };
    assert_eq!(game.scenario.special.requisition, Some(buy));
    let instant = game.scenario.victory.instant[0];
    assert_eq!((instant.when, instant.side), (When::EndOfGameTurn, None));
    assert_eq!(instant.condition, Condition::OpponentHasNoBase);
    assert_eq!(game.scenario.sides[0].hand, CardSet::only(Card(3)));
    assert_eq!(game.scenario.deck, CardSet::ALL);
    assert_eq!(game.scenario.sides[0].bases.len(), 2);
}

#[test]
fn scenario_g_has_a_pool_of_fifteen() {
    let g = game("G").scenario;
    let expected = DrawPool { cold_draw: 1, mobilize_draw: 2, surcharge: [2, 2], freeze_countdown: true };
    assert_eq!(g.special.draw_pool, Some(expected));
    let pool =
        g.sides.iter().flat_map(|side| &side.ships).filter(|placed| placed.place == StartingPlace::Pool);
    assert_eq!(pool.count(), 15);
}

#[test]
fn closed_links_and_wormholes_are_gone_from_the_map() {
    let file = |id: &str| star_borders::scenario_file::LocName(id.into());
    let open = game("A");
    let game = edited("A", |scenario| {
        scenario.special = vec![
            SpecialFile::ClosedLinks { links: vec![[file("DL9"), file("TH2")]] },
            SpecialFile::ClosedWormholes { locs: vec![file("DL8")] },
        ];
    })
    .unwrap();
    let [eye, other, larkspur] = ["DL8", "DL9", "TH2"].map(|id| game.quadrant.loc(id).unwrap());
    assert!(open.quadrant.links[other.index()].has(larkspur) && open.quadrant.steps_from(eye).has(other));
    assert!(
        !game.quadrant.links[other.index()].has(larkspur)
            && !game.quadrant.links[larkspur.index()].has(other)
    );
    assert!(!game.quadrant.steps_from(eye).has(other) && !game.quadrant.steps_from(other).has(eye));
    assert_eq!(open.quadrant.distance(eye, larkspur, true), Some(2));
    assert_eq!(
        game.quadrant.distance(other, larkspur, true),
        Some(5),
        "by the Short Dark, Tendic, Fallow Reach, Halo Belt"
    );
    assert!(game.quadrant.wormholes.has(eye) && !game.quadrant.jumps.has(eye));
    assert!(game.notes().contains(&"Closed for jumps: First Eye.".to_owned()));
}

#[test]
fn the_remaining_special_rules_reach_the_scenario() {
    let game = edited("A", |file| {
        file.special = vec![
            SpecialFile::Truce { until_box: 6 },
            SpecialFile::IncomeBonus { side: WhoFile::I, lp: 2 },
            SpecialFile::NoReplacements { side: WhoFile::Both },
        ];
    });
    let special = game.unwrap().scenario.special;
    assert_eq!((special.truce_until, special.income_bonus), (Some(6), [0, 2]));
    assert_eq!(special.no_replacements, [true, true]);
}

#[test]
fn notes_tell_what_is_special() {
    assert_eq!(
        game("A").notes(),
        [
            "The countdown starts at box 8; sudden death on 4, 3, 2.",
            "The Imperium goes first in every turn.",
            "Rules not used: development cards, salvage, fortification, planetary assault.",
            "The Alliance wins ties.",
        ]
    );
    let notes = ["E", "F", "G"].map(|id| game(id).notes().join("\n"));
    assert!(notes[0].contains("The Alliance scores 1 VP if the enemy's Imperator is in the Eliminated box."));
    assert!(notes[1].contains("The Imperium may buy its off-map Specter once for 2 Honor."));
    assert!(
        notes[1].contains(
            "A side wins at once if at the end of a Game Turn only its opponent has no Sector Base."
        )
    );
    assert!(notes[2].contains("Until the first battle each turn draws one counter from the common pool"));
    assert!(notes[2].contains("(Alliance 2 LP, Imperium 2 LP) or mobilizes 2 counters."));
}
