//! Chapter 2: sectors, counters and cards as printed.

use rules::covers;
use star_borders::cards::{self as c, PENALTIES, SHARABLE};
use star_borders::{
    Card, CardKind, CardSet, Cards, Class, Counters, LocSet, Ship, ShipSet, Side, StarBorders, StartingPlace,
    Stripe, Terrain,
};

fn game(id: &str) -> StarBorders {
    StarBorders::scenario(id).unwrap_or_else(|errors| panic!("{errors}"))
}

fn locs(game: &StarBorders, ids: &str) -> LocSet {
    ids.split_whitespace().map(|id| game.quadrant.loc(id).unwrap_or_else(|| panic!("no {id}"))).collect()
}

/// Links between locations of different sectors, `SG2-DL2`.
fn joins(game: &StarBorders) -> Vec<String> {
    let map = &game.quadrant;
    let mut joins = Vec::new();
    for from in map.all() {
        for to in map.links[from.index()].above(from) {
            if map.get(from).sector != map.get(to).sector {
                joins.push(format!("{}-{}", map.get(from).id, map.get(to).id));
            }
        }
    }
    joins
}

#[test]
fn sb_2_1a_sectors_lie_edge_to_edge() {
    covers!("SB-2.1a");
    let expected = [
        ("A", 23, 11),
        ("B", 24, 11),
        ("C", 25, 11),
        ("D", 25, 11),
        ("E", 26, 11),
        ("F", 31, 14),
        ("G", 36, 16),
    ];
    for (id, locations, planets) in expected {
        let map = game(id).quadrant;
        assert_eq!((id, map.locations.len(), map.planets.len()), (id, locations, planets));
    }
    let map = game("F").quadrant;
    let sectors: Vec<_> =
        map.sectors.iter().map(|at| (at.id.as_str(), at.home_of, at.x, at.width, at.height)).collect();
    assert_eq!(
        sectors,
        [
            ("TH", Some(Side::Alliance), 0, 550, 850),
            ("DL", None, 550, 850, 850),
            ("KP", Some(Side::Imperium), 1400, 550, 850),
            ("OM", Some(Side::Alliance), 1950, 550, 850),
        ]
    );
    assert_eq!((map.width, map.height), (2500, 850));
}

#[test]
fn sb_2_1b_every_location_has_exactly_one_type() {
    covers!("SB-2.1b");
    let map = game("G").quadrant;
    let kinds = [map.planets, map.asteroids, map.nebulae, map.wormholes, map.deep_space];
    assert_eq!(kinds.iter().fold(LocSet::EMPTY, |all, &kind| all | kind), map.all());
    assert_eq!(kinds.iter().map(|kind| kind.len()).sum::<u8>(), 36);
    assert_eq!(map.get(map.loc("Veil of Ash").unwrap()).terrain, Terrain::Nebula);
}

#[test]
fn sb_2_1c_links_that_meet_at_a_shared_edge_join() {
    covers!("SB-2.1c");
    let expected = [
        ("A", "SG2-DL2 SG5-DL8 DL3-TH5 DL9-TH2"),
        ("B", "SG2-DL5 SG5-DL6 DL4-OM4 DL7-OM2"),
        ("C", "SG2-ZT11 SG5-ZT4 ZT5-TH2 ZT10-TH5"),
        ("D", "KP3-DL3 KP5-DL9 DL2-OM5 DL8-OM3"),
        ("E", "KP3-ZT13 KP5-ZT9 ZT8-TH2 ZT12-TH5"),
        ("F", "TH2-DL6 TH5-DL5 DL4-KP2 DL7-KP4 KP3-OM3 KP5-OM5"),
        ("G", "SG2-DL2 SG5-DL8 DL3-ZT4 DL9-ZT11 ZT5-TH2 ZT10-TH5"),
    ];
    for (id, expected) in expected {
        assert_eq!((id, joins(&game(id)).join(" ")), (id, expected.to_owned()));
    }
}

#[test]
fn sb_2_1c_the_bases_lie_as_far_apart_as_the_component_sheet_says() {
    covers!("SB-2.1c");
    let expected = [
        ("A", "TH1", "SG1", 8, 6),
        ("B", "OM1", "SG1", 7, 6),
        ("C", "TH1", "SG1", 9, 6),
        ("D", "OM1", "KP1", 7, 5),
        ("E", "TH1", "KP1", 8, 7),
        ("F", "TH1", "KP1", 7, 7),
        ("F", "OM1", "KP1", 3, 3),
        ("G", "TH1", "SG1", 13, 6),
    ];
    for (id, from, to, links, with_jumps) in expected {
        let map = game(id).quadrant;
        let (from, to) = (map.loc(from).unwrap(), map.loc(to).unwrap());
        let found = (map.distance(from, to, false), map.distance(from, to, true));
        assert_eq!((id, found), (id, (Some(links), Some(with_jumps))));
    }
}

#[test]
fn a_jump_leads_from_an_open_wormhole_to_every_other() {
    let game = game("G");
    let eye = game.quadrant.loc("DL8").unwrap();
    assert_eq!(game.quadrant.steps_from(eye), locs(&game, "SG5 DL4 DL10 DL9 ZT10 ZT11"));
    assert_eq!(game.quadrant.links[eye.index()], locs(&game, "SG5 DL4 DL10"));
    let planet = game.quadrant.loc("DL1").unwrap();
    assert_eq!(game.quadrant.steps_from(planet), game.quadrant.links[planet.index()]);
}

#[test]
fn sb_6_1e_a_link_that_meets_nothing_leads_nowhere() {
    covers!("SB-6.1e");
    let game = game("A");
    // Delta is turned by 270 degrees: its ports W and E, at DL6, DL5, DL4 and DL7, lie on the outside.
    for (id, neighbours) in
        [("DL6", "DL2 DL5"), ("DL5", "DL6 DL9 DL1"), ("DL4", "DL7 DL8 DL1"), ("DL7", "DL3 DL4")]
    {
        let loc = game.quadrant.loc(id).unwrap();
        assert_eq!(game.quadrant.links[loc.index()], locs(&game, neighbours), "{id}");
    }
    // In B the same port W640 meets Sigma.
    let other = self::game("B");
    let ursk = other.quadrant.loc("DL5").unwrap();
    assert_eq!(other.quadrant.links[ursk.index()], locs(&other, "DL6 DL9 DL1 SG2"));
}

#[test]
fn sb_2_1d_the_marker_decides_not_the_colour() {
    covers!("SB-2.1d");
    let mut file = StarBorders::file("A").unwrap();
    let [alliance, imperium] = [&mut file.sides.alliance, &mut file.sides.imperium];
    std::mem::swap(&mut alliance.control, &mut imperium.control);
    // Ironhold is drawn red and is now the Alliance's.
    let game = StarBorders::check("swapped", &file).unwrap();
    assert_eq!(game.scenario.sides[0].control, locs(&game, "TH1 SG2 SG3"));
    assert_eq!(game.scenario.sides[1].control, locs(&game, "SG1 TH2 TH3"));
}

#[test]
fn sb_2_1e_the_scenario_decides_which_planet_is_the_base() {
    covers!("SB-2.1e");
    let mut file = StarBorders::file("A").unwrap();
    let small = file.sides.alliance.control.remove(0);
    let large = std::mem::replace(&mut file.sides.alliance.bases, vec![small]);
    file.sides.alliance.control.extend(large);
    let game = StarBorders::check("small base", &file).unwrap();
    let base = game.quadrant.get(game.scenario.sides[0].bases[0]);
    assert_eq!((base.id.as_str(), base.large), ("TH2", false));
    let usual = self::game("A");
    assert!(usual.quadrant.get(usual.scenario.sides[0].bases[0]).large);
}

#[test]
fn sb_2_3a_the_figures_of_the_rulebook_stand_on_the_counters() {
    covers!("SB-2.3a");
    let counters = Counters::printed();
    let face = |name: &str, face: usize| counters.faces[counters.by_name(name).unwrap().index()][face];
    assert_eq!(face("A-SE-1", 0).attack, Some(1));
    assert_eq!((face("I-DE-1", 0).defense, face("I-DE-1", 0).steps), (4, 2));
    assert_eq!((face("I-DO-1", 0).assault, face("I-SP-1", 0).assault), (4, 1));
    assert_eq!((face("I-PR-1", 1).class, face("I-PR-1", 1).engines), (Class::Raider, 2));
    assert_eq!((face("A-ST-1", 0).engines, face("A-ST-1", 1).engines), (2, 2));
    assert_eq!((face("I-IM-1", 0).engines, face("I-IM-1", 0).flagship), (1, true));
    assert_eq!((face("A-AG-1", 0).attack, face("A-SS-1", 1).attack), (Some(0), None));
    assert_eq!((face("A-SS-1", 1).repair, face("I-IR-1", 1).repair), (2, 2));
    let cloaked: Vec<Class> = Class::ALL.into_iter().filter(|class| shows(&counters, *class).cloak).collect();
    assert_eq!(cloaked, [Class::Smuggler, Class::Intruder]);
}

fn shows(counters: &Counters, class: Class) -> star_borders::Ratings {
    let ship = counters.of_class[class.index()].first().unwrap();
    counters.faces[ship.index()][counters.face_of(ship, class).unwrap()]
}

#[test]
fn sb_2_3b_a_counter_has_two_steps_or_two_classes() {
    covers!("SB-2.3b");
    let counters = Counters::printed();
    for ship in ShipSet::of(Side::Alliance) | ShipSet::of(Side::Imperium) {
        let [front, back] = counters.faces[ship.index()];
        if counters.two_step.has(ship) {
            assert_eq!((front.class, front.steps, front.damaged), (back.class, 2, false));
            assert_eq!((back.steps, back.damaged, back.points), (1, true, front.points.div_ceil(2)));
            assert_eq!(counters.face_of(ship, front.class), Some(0));
        } else {
            assert_ne!(front.class, back.class);
            assert_eq!([front.damaged, back.damaged], [false; 2]);
            assert_eq!([front, back].map(|face| counters.face_of(ship, face.class)), [Some(0), Some(1)]);
        }
        assert_eq!([front, back].map(|face| face.class.side()), [ship.side(); 2]);
    }
    let names: Vec<&str> = counters.two_step.map(|ship| counters.names[ship.index()].as_str()).collect();
    assert_eq!(names, ["A-ST-1", "A-ST-2", "A-CO-1", "I-IM-1", "I-DO-1", "I-SP-1", "I-DE-1", "I-DE-2"]);
}

#[test]
fn sb_2_3c_the_stripe_tells_the_steps() {
    covers!("SB-2.3c");
    let counters = Counters::printed();
    let stripes =
        |name: &str| counters.faces[counters.by_name(name).unwrap().index()].map(|face| face.stripe());
    assert_eq!(stripes("A-ST-1"), [Stripe::None, Stripe::Dark]);
    assert_eq!(stripes("A-SE-1"), [Stripe::Faction, Stripe::Faction]);
}

#[test]
fn sb_r36_the_other_side_of_a_two_class_counter_is_no_damage() {
    covers!("SB-R36");
    let counters = Counters::printed();
    for ship in (ShipSet::of(Side::Alliance) | ShipSet::of(Side::Imperium)) - counters.two_step {
        assert_eq!(
            counters.faces[ship.index()].map(|face| face.steps),
            [1, 1],
            "{}",
            counters.names[ship.index()]
        );
    }
    let mut file = StarBorders::file("A").unwrap();
    file.sides.alliance.ships[2].damaged = true;
    let errors = StarBorders::check("a", &file).unwrap_err();
    assert_eq!(
        errors.to_string(),
        "a: sides.A.ships[2].damaged: expected false, because a Scout has only one step"
    );
    // A two-step ship may start damaged: its back is up.
    let mut file = StarBorders::file("A").unwrap();
    file.sides.alliance.ships[0].damaged = true;
    let placed = StarBorders::check("a", &file).unwrap().scenario.sides[0].ships[0];
    assert!(placed.back);
}

#[test]
fn sb_r42_the_box_holds_thirteen_and_ten_counters() {
    covers!("SB-R42");
    let counters = Counters::printed();
    assert_eq!((counters.names[0].as_str(), counters.names[12].as_str()), ("A-ST-1", "A-SS-2"));
    assert_eq!((counters.names[13].as_str(), counters.names[22].as_str()), ("I-IM-1", "I-IR-2"));
    assert_eq!(counters.by_name("I-PR-3"), Some(Ship(20)));
    assert_eq!(counters.by_name("I-PR-4"), None);
    let counts: Vec<u8> = Class::ALL.map(|class| counters.of_class[class.index()].len()).to_vec();
    assert_eq!(counts, [2, 1, 4, 4, 4, 4, 2, 2, 1, 1, 1, 2, 3, 3, 2, 2]);
    // "The full fleets have nearly the same total weight of fire, better sides up": Attack + 1 of each.
    let weight = |side: Side| {
        let faces = ShipSet::of(side).map(|ship| counters.faces[ship.index()]);
        faces
            .map(|pair| pair.iter().filter_map(|face| face.attack).max().map_or(0, |attack| attack + 1))
            .sum::<u8>()
    };
    let steps = |side: Side| ShipSet::of(side).map(|ship| counters.faces[ship.index()][0].steps).sum::<u8>();
    assert_eq!((weight(Side::Alliance), weight(Side::Imperium)), (41, 42));
    assert_eq!((steps(Side::Alliance), steps(Side::Imperium)), (16, 15));
}

#[test]
fn classes_have_names_and_sides() {
    for class in Class::ALL {
        assert_eq!(Class::by_name(class.name()), Some(class));
    }
    assert_eq!(Class::by_name("Cruiser"), None);
    assert_eq!(Class::ALL.iter().filter(|class| class.side() == Side::Alliance).count(), 8);
    assert_eq!((Class::Salvager.side(), Class::Imperator.side()), (Side::Alliance, Side::Imperium));
}

#[test]
fn the_card_constants_agree_with_the_cards() {
    let cards = Cards::printed();
    let numbers: CardSet = cards.0.iter().map(|data| data.card).collect();
    assert_eq!((numbers, cards.0.len()), (CardSet::ALL, 12));
    let with = |wanted: &dyn Fn(&star_borders::CardData) -> bool| {
        cards.0.iter().filter(|data| wanted(data)).map(|data| data.card).collect::<CardSet>()
    };
    assert_eq!(with(&|data| data.sharable), SHARABLE);
    assert_eq!(with(&|data| data.kind == CardKind::Penalty), PENALTIES);
    let names = [
        (c::TRACKING, "Sub-Meson Tracking Computers"),
        (c::REDEPLOYMENT, "Strategic Redeployment"),
        (c::PRIORITY, "Wartime Priority"),
        (c::STRIKE, "Covert Strike"),
        (c::DEFLECTORS, "Layered Deflectors"),
        (c::MISSILES, "Standoff Missiles"),
        (c::MASSED_FIRE, "Massed Fire Doctrine"),
        (c::OVERDRIVE, "Overdrive Coils"),
        (c::MARINES, "Drop-Marine Cadre"),
        (c::DISPATCHES, "Favorable Dispatches"),
        (c::AUDIT, "Audit Commission"),
        (c::RATIONING, "Fuel Rationing"),
    ];
    for (card, name) in names {
        assert_eq!(cards.get(card).name, name);
        assert_eq!(cards.get(card).card, card);
    }
    assert_eq!(cards.get(Card(10)).kind, CardKind::Scoring);
}

#[test]
fn the_force_points_are_those_of_the_component_sheet() {
    let expected = [
        ("A", 34, 40),
        ("B", 39, 31),
        ("C", 37, 26),
        ("D", 44, 50),
        ("E", 56, 66),
        ("F", 73, 65),
        ("G", 24, 18),
    ];
    for (id, alliance, imperium) in expected {
        let game = game(id);
        let found = Side::BOTH.map(|side| game.force_points(side));
        assert_eq!((id, found), (id, [alliance, imperium]));
    }
}

/// Planets and bases at the start: their sum, up to the capacity, is the first income.
#[test]
fn the_planets_at_the_start_pay_what_the_component_sheet_says() {
    let expected =
        [("A", 4, 4), ("B", 4, 4), ("C", 4, 4), ("D", 5, 5), ("E", 4, 4), ("F", 8, 9), ("G", 4, 4)];
    for (id, alliance, imperium) in expected {
        let pay = game(id).scenario.sides.map(|side| usize::from(side.control.len()) + side.bases.len());
        assert_eq!((id, pay), (id, [alliance, imperium]));
    }
    assert_eq!(game("F").scenario.sides.map(|side| side.lp_capacity), [8, 6]);
}

#[test]
fn classes_take_the_lowest_counters_in_the_order_of_the_file() {
    let game = game("F");
    let names: Vec<(&str, bool)> = game.scenario.sides[0]
        .ships
        .iter()
        .map(|placed| (game.counters.names[placed.ship.index()].as_str(), placed.back))
        .collect();
    let expected = [
        ("A-ST-1", false),
        ("A-ST-2", false),
        ("A-CO-1", false),
        ("A-SE-1", true),
        ("A-SE-2", true),
        ("A-SE-3", true),
        ("A-SE-4", false),
        ("A-AG-1", true),
        ("A-AG-2", true),
        ("A-AG-3", false),
        ("A-SS-1", false),
        ("A-SS-2", false),
    ];
    assert_eq!(names, expected);
    let specter = game.scenario.sides[1].ships.last().unwrap();
    assert_eq!(
        (game.counters.names[specter.ship.index()].as_str(), specter.place),
        ("I-SP-1", StartingPlace::OffMap)
    );
}
