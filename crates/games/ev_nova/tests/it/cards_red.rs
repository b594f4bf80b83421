//! Every mission, Numbered Mission, Trade Route and event has a test of its own, with the numbers printed on the card.

use ev_nova::{Card, Data, Ending, Power, Role};
use rules::Seat;

use crate::cards_green::each;
use crate::stage::{Stage, two};

/// Where a card is played: a system in brackets, or an Active Planet, with one that does not fit.
#[derive(Clone, Copy)]
enum At {
    System(&'static str),
    Planet(u8, Option<u8>),
}

impl At {
    /// Words of the seat's line and of the action.
    fn place(&self) -> (String, String) {
        match self {
            Self::System(system) => ((*system).to_owned(), String::new()),
            Self::Planet(card, _) => landed(*card),
        }
    }
    /// A place that does not fit.
    fn elsewhere(&self) -> Option<(String, String)> {
        match self {
            Self::System(system) => {
                Some((if *system == "SOL" { "KAN" } else { "SOL" }.to_owned(), String::new()))
            }
            Self::Planet(_, wrong) => wrong.map(landed),
        }
    }
}

fn landed(card: u8) -> (String, String) {
    let data = Data::standard();
    let system = data.planets[usize::from(card) - 1].expect("a planet");
    (format!("{} discard [{card:03}]", data.systems[system.index()].id), format!(" {card:03}"))
}

/// A system one jump away.
fn beside(system: &str) -> &'static str {
    let data = Data::standard();
    let at = data.system(system).expect("a system");
    &data.systems[data.systems[at.index()].links[0].index()].id
}

/// The card is played where it says, its stops are made in order, and cashing it in brings these cards.
fn run(card: u8, from: &At, stops: &[&str], cards: u8, assets: &str) -> Stage {
    let play = |(seat, planet): (String, String)| {
        let stage = two(&format!("seat 0 {seat} hand {{{card:03}}}{assets}\nseat 1 WOL"));
        (stage.no(0, &format!("play {card:03}{planet}")), stage.no(0, &format!("play {card:03}")))
    };
    let (here, bare) = play(from.place());
    assert_eq!(here, "", "where it is played");
    assert_eq!(bare.is_empty(), matches!(from, At::System(_)), "a planet has to be named");
    if let Some(elsewhere) = from.elsewhere() {
        assert_ne!(play(elsewhere).0, "", "elsewhere");
    }
    let blanks = "{002 003 006 007 008 011 012 019 025 026 027 028 030 035}";
    for (at, stop) in stops.iter().enumerate().take(stops.len() - 1) {
        let near = beside(stop);
        let mut stage =
            two(&format!("seat 0 {near} missions {card:03}@{at}\nseat 1 - launched deck {blanks}"));
        stage.act(0, &format!("move {stop}"));
        let opposed = Data::standard().numbered(Card(card - 1)).is_some_and(|what| what.opposition.is_some());
        assert_eq!(usize::from(stage.state.open.missions[0].done), at + usize::from(!opposed || at > 0));
        stage.draw();
        assert_eq!(usize::from(stage.state.open.missions[0].done), at + 1, "no ship appeared: {stop}");
        assert_eq!(stage.no(0, &format!("cash-in {card:03}")), "EV-A1-6", "not at the last stop");
    }
    let last = stops.len() - 1;
    let mut stage = two(&format!("seat 0 {} missions {card:03}@{last}\nseat 1 WOL", stops[last]));
    stage.act(0, &format!("cash-in {card:03}")).draw();
    assert_eq!(stage.hand_size(0), cards, "the reward");
    stage
}

fn mission(card: u8, from: At, stops: &[&str], cards: u8) {
    let stage = run(card, &from, stops, cards, "");
    assert_eq!(stage.discard(0), [format!("{card:03}")], "discarded");
}

each! { MISSIONS, mission;
    mission_049_house_dispatches: 49, At::Planet(28, Some(1)), &["AUR", "DAN"], 4;
    mission_050_widows_passage: 50, At::System("AUR"), &["MOA"], 6;
    mission_051_grain_levy: 51, At::Planet(8, Some(1)), &["TKL"], 5;
    mission_052_duel_witness: 52, At::System("HER"), &["VLA"], 6;
    mission_053_shipyard_spares: 53, At::System("TKO"), &["DFO"], 4;
    mission_054_archive_copies: 54, At::Planet(1, Some(16)), &["OLE", "PIM"], 5;
    mission_055_border_survey: 55, At::Planet(1, Some(23)), &["ARI", "EGU"], 6;
    mission_056_united_shipping_relay: 56, At::Planet(3, Some(23)), &["SOL", "KAN"], 3;
    mission_057_fleet_mail: 57, At::System("TIC"), &["GAT"], 4;
    mission_058_holiday_charter: 58, At::System("SOL"), &["VEG"], 3;
    mission_059_colony_medicine: 59, At::Planet(1, Some(2)), &["FOM"], 5;
    mission_060_prototype_parts: 60, At::System("RAU"), &["RIM"], 5;
    mission_061_witness_transfer: 61, At::System("TIC"), &["SIB", "SOL"], 5;
    mission_062_underground_post: 62, At::Planet(23, Some(1)), &["BLO", "VAR"], 5;
    mission_063_refugee_lift: 63, At::System("BLO"), &["KOA"], 4;
    mission_064_arms_cache: 64, At::System("ALD"), &["SCH"], 6;
    mission_065_stellar_cartography: 65, At::Planet(1, None), &["FOR", "BUR"], 7;
    mission_066_quiet_money: 66, At::System("ALT"), &["EVL"], 4;
    mission_067_prisoner_exchange: 67, At::System("EVL"), &["SMA"], 6;
    mission_068_envoys_baggage: 68, At::System("KAN"), &["MJO"], 5;
    mission_069_lost_probe: 69, At::Planet(1, Some(23)), &["VNP", "SYS"], 7;
    mission_070_clean_slate: 70, At::System("SOL"), &["SIB", "TIC"], 3;
    mission_071_cask_run: 71, At::System("COD"), &["TUA"], 5;
    mission_072_long_haul: 72, At::System("KEL"), &["SOL"], 7;
    mission_073_derelict_salvage: 73, At::System("KAN"), &["GAN", "NET"], 7;
}

/// Who opposes: Type, system, Flip and Players.
type Opposed = Option<(&'static str, &'static str, u8, u8)>;

fn numbered(
    card: u8,
    from: At,
    stops: &[&str],
    cards: u8,
    needs: &[&[u8]],
    opposed: Opposed,
    permanent: bool,
) {
    let data = Data::standard();
    let assets: String = needs.iter().map(|any| format!(" {:03}", any[0])).collect();
    let stage = run(card, &from, stops, cards, &format!(" assets{assets}"));
    assert!(stage.state.open.seat[0].assets.contains(&Card(card - 1)), "it stays");
    for any in needs {
        let (seat, _) = from.place();
        let bare = two(&format!("seat 0 {seat} hand {{{card:03}}}\nseat 1 WOL"));
        assert_eq!(bare.no(0, &format!("play {card:03}")), "EV-A2-1", "a prerequisite");
        for other in *any {
            let text = format!("seat 0 {seat} hand {{{card:03}}} assets {other:03}\nseat 1 WOL");
            assert_eq!(two(&text).no(0, &format!("play {card:03}")), "", "{other:03} opens it");
        }
    }
    let printed = data.numbered(Card(card - 1)).expect("a Numbered Mission");
    assert_eq!(printed.persistent, permanent);
    let opposition = printed.opposition.map(|what| {
        (what.ship.name(), data.systems[what.system.index()].id.as_str(), what.flip, what.players)
    });
    assert_eq!(opposition, opposed);
    let Some((_, system, flips, _)) = opposed else { return };
    let blanks = "{002 003 006 007 008 011 012 019 025 026 027 028 030 035}";
    let mut stage =
        two(&format!("seat 0 {} missions {card:03}@0\nseat 1 - launched deck {blanks}", beside(system)));
    stage.act(0, &format!("move {system}")).draw();
    assert_eq!(stage.discard(1).len(), usize::from(flips), "cards flipped");
}

each! { NUMBERED, numbered;
    numbered_074_federation_mission_01: 74, At::System("SOL"), &["GAT", "TIC"], 4, &[], None, false;
    numbered_075_federation_mission_02: 75, At::System("TIC"), &["KOA", "SOL"], 3, &[&[74]], Some(("Rebellion", "KOA", 6, 2)), true;
    numbered_076_federation_mission_03: 76, At::System("TIC"), &["EVL", "SOL"], 7, &[&[75]], Some(("Rebellion", "EVL", 8, 3)), false;
    numbered_077_auroran_mission_01: 77, At::System("HER"), &["HSA", "AUR"], 5, &[], None, false;
    numbered_078_auroran_mission_02: 78, At::System("AUR"), &["NKE", "TKL"], 3, &[&[77]], Some(("Polaris", "NKE", 6, 2)), true;
    numbered_079_auroran_mission_03: 79, At::System("TKL"), &["TVA", "AUR"], 7, &[&[78]], Some(("Polaris", "TVA", 8, 3)), false;
    numbered_080_rebellion_mission_01: 80, At::System("BLO"), &["KOA", "EVL"], 4, &[], None, false;
    numbered_081_rebellion_mission_02: 81, At::System("EVL"), &["SOL", "KOA"], 3, &[&[80]], Some(("Federation", "SOL", 6, 2)), true;
    numbered_082_rebellion_mission_03: 82, At::System("KOA"), &["GAT", "VAR"], 7, &[&[81]], Some(("Federation", "GAT", 8, 3)), false;
    numbered_083_polaris_mission_01: 83, At::System("KAN"), &["MJO", "KAN"], 3, &[], None, true;
    numbered_084_polaris_mission_02: 84, At::System("MJO"), &["REE", "KEL"], 3, &[&[83]], Some(("Auroran", "REE", 6, 2)), true;
    numbered_085_polaris_mission_03: 85, At::System("KEL"), &["TNI", "VSH"], 7, &[&[84]], Some(("Auroran", "TNI", 8, 3)), false;
    numbered_086_wild_geese_mission_01: 86, At::System("TUA"), &["SOL", "TUA"], 4, &[], None, false;
    numbered_087_wild_geese_mission_02: 87, At::System("TUA"), &["CEN", "KER"], 5, &[&[86]], Some(("Pirate", "CEN", 6, 2)), false;
    numbered_088_wild_geese_mission_03: 88, At::System("KER"), &["ALD", "TUA"], 4, &[&[87]], Some(("Rebellion", "ALD", 6, 2)), true;
    numbered_089_science_mission_01: 89, At::System("RAU"), &["GAN", "KAN"], 4, &[], Some(("Hyperioid", "GAN", 4, 2)), true;
    numbered_090_science_mission_02: 90, At::System("KAN"), &["HEL", "RAU"], 5, &[&[89]], Some(("Wraith", "HEL", 6, 2)), true;
    numbered_091_science_mission_03: 91, At::System("SMA"), &["VLS", "RIM"], 5, &[&[90]], Some(("Krypt", "VLS", 6, 2)), true;
    numbered_092_s7evyn_mission_01: 92, At::System("FOR"), &["KOR", "FOR"], 5, &[&[76, 79, 82, 85]], Some(("Krypt", "KOR", 8, 2)), false;
    numbered_093_s7evyn_mission_01: 93, At::System("FOR"), &["KOR", "FOR"], 5, &[&[76, 79, 82, 85]], Some(("Krypt", "KOR", 8, 2)), false;
    numbered_094_s7evyn_mission_02: 94, At::System("FOR"), &["HEL", "FOR"], 0, &[&[93]], Some(("Wraith", "HEL", 10, 3)), true;
    numbered_095_s7evyn_mission_02: 95, At::System("FOR"), &["HEL", "FOR"], 0, &[&[93]], Some(("Wraith", "HEL", 10, 3)), true;
}

/// What the lasting reward of a Numbered Mission opens for its owner and for no other player.
fn access(card: u8, power: Power) {
    let data = Data::standard();
    let stage = two(&format!("seat 0 SOL assets {card:03}\nseat 1 KAN"));
    assert!(
        stage.state.open.access(data, Seat(0)).has(power)
            && !stage.state.open.access(data, Seat(1)).has(power)
    );
}

fn record(card: u8, race: Power) {
    let data = Data::standard();
    let stage = two(&format!("seat 0 SOL assets {card:03}\nseat 1 KAN"));
    assert!(!stage.state.open.hostile(data, Seat(0), race) && stage.state.open.hostile(data, Seat(1), race));
}

each! { ACCESS, access;
    reward_075_federation_ships: 75, Power::Federation;
    reward_078_auroran_ships_and_houses: 78, Power::Dani;
    reward_081_rebellion_ships: 81, Power::Rebellion;
    reward_084_polaris_ships: 84, Power::Polaris;
}

each! { RECORDS, record;
    reward_083_clean_polaris_record: 83, Power::Polaris;
    reward_089_clean_hyperioid_record: 89, Power::Hyperioid;
    reward_090_clean_wraith_record: 90, Power::Wraith;
    reward_091_clean_krypt_record: 91, Power::Krypt;
}

/// The Flannigan Drill of 088 is EV-ACC-3.
const DRILLS: &[u8] = &[88];

fn total_victory(card: u8) {
    let mut stage = two(&format!("seat 0 FOR missions {card:03}@1\nseat 1 KAN"));
    stage.act(0, &format!("cash-in {card:03}"));
    assert_eq!(stage.state.open.ending, Some(Ending::Total(Seat(0))));
}

each! { VICTORIES, total_victory;
    reward_094_access_to_s7evyn: 94;
    reward_095_access_to_s7evyn: 95;
}

/// Bought and sold where the card says; base and Cargo, up to the maximum.
fn route(card: u8, buy: At, sell: At, base: u8, most: u8) {
    let load = |(seat, planet): (String, String)| {
        two(&format!("seat 0 {seat} hand {{{card:03}}}\nseat 1 WOL"))
            .no(0, &format!("load {card:03}{planet}"))
    };
    assert_eq!(load(buy.place()), "");
    assert_eq!(load(buy.elsewhere().expect("another place")), "EV-A11-1");
    let (seat, planet) = sell.elsewhere().expect("another place");
    let wrong = two(&format!("seat 0 {seat} assets {card:03}\nseat 1 WOL"));
    assert_eq!(wrong.no(0, &format!("unload {card:03}{planet}")), "EV-A11-2");
    let (seat, planet) = sell.place();
    for (ships, cards) in [("", base + 1), ("\nship s0 093 current 0\nship s2 093 escort 0", most)] {
        let mut stage = two(&format!("seat 0 {seat} assets {card:03}\nseat 1 WOL{ships}"));
        stage.act(0, &format!("unload {card:03}{planet}")).draw();
        assert_eq!(stage.hand_size(0), cards, "{ships}");
    }
}

each! { ROUTES, route;
    route_096_food_route: 96, At::Planet(8, Some(1)), At::Planet(2, Some(1)), 3, 7;
    route_097_industrial_route: 97, At::Planet(2, Some(1)), At::Planet(9, Some(1)), 3, 7;
    route_098_medical_route: 98, At::Planet(1, Some(2)), At::Planet(5, Some(1)), 3, 7;
    route_099_luxury_route: 99, At::Planet(16, Some(1)), At::Planet(1, Some(2)), 3, 7;
    route_100_metal_route: 100, At::Planet(3, Some(1)), At::Planet(9, Some(1)), 3, 7;
    route_101_equipment_route: 101, At::Planet(5, Some(1)), At::Planet(6, Some(1)), 3, 7;
    route_102_bio_weapons: 102, At::System("COD"), At::System("MOA"), 5, 9;
    route_103_tuatha_stout: 103, At::System("TUA"), At::System("HSA"), 4, 9;
    route_104_engineered_kelp: 104, At::System("POR"), At::System("TKO"), 4, 9;
    route_105_rocket_boards: 105, At::System("VEG"), At::System("WOL"), 2, 6;
    route_106_uncut_opals: 106, At::System("FOM"), At::System("MAL"), 4, 9;
    route_107_polaris_delicacies: 107, At::System("VSH"), At::System("TIC"), 5, 9;
    route_108_highland_ale: 108, At::System("EGU"), At::System("VLA"), 6, 10;
}

/// A flip after the reward places a marker on this number and not on the one below.
fn flip_marker(card: u8, seat: &str, action: &str, from: u8, marker: &str) {
    for (number, placed) in [(from, true), (from - 1, false)] {
        let mut stage = two(&format!("seat 0 {seat}\nseat 1 WOL"));
        stage.act(0, &format!("{action} {card:03}")).draw().nova(number);
        assert_eq!(stage.markers(0).contains(&marker), placed, "flip {number}");
    }
}

each! { FLIPS, flip_marker;
    flip_064_arms_cache: 64, "SCH missions 064@0", "cash-in", 7, "Federation";
    flip_102_bio_weapons: 102, "MOA assets 102", "unload", 8, "Moash";
}

#[test]
fn flip_070_clean_slate_may_remove_a_marker() {
    for (answer, left) in [("pass", vec!["Dani"]), ("remove Dani", vec![])] {
        let mut stage = two("seat 0 TIC missions 070@1 markers Dani\nseat 1 WOL");
        stage.act(0, "cash-in 070").draw().act(0, answer);
        assert_eq!((stage.markers(0), stage.hand_size(0)), (left, 3));
    }
}

/// Three cards are flipped, ships of the Type attack; only systems that the card allows.
fn attack(card: u8, ship: &str, (deployed, other): (u8, u8), [allowed, empty, forbidden]: [&str; 3]) {
    let stage = |system: &str| {
        two(&format!(
            "seat 0 FOR hand {{{card:03}}} gov {{{other:03}}} deck {{{ship} 002 003 006}}\nseat 1 {system} hand {{008}}"
        ))
    };
    assert_eq!(stage(forbidden).no(0, &format!("event-at {card:03} {forbidden}")), "EV-EVA-6");
    assert_eq!(stage(allowed).no(0, &format!("event-at {card:03} {empty}")), "EV-A12-4", "no pawn there");
    let mut fought = stage(allowed);
    fought.act(0, &format!("event-at {card:03} {allowed}")).cards(&[ship, "002", "003"]).draw();
    if fought.asked() == Some(0) && fought.legal(0).contains(&"done".to_owned()) {
        assert_eq!(fought.no(0, &format!("show {other:03}")), "EV-A12-6", "another Type");
        fought.act(0, "done");
    }
    let data = Data::standard();
    let attackers: Vec<Power> = fought
        .state
        .open
        .fighting()
        .filter(|(_, ship)| ship.role == Role::Npc)
        .map(|(_, ship)| ship.side)
        .collect();
    assert_eq!(attackers, [data.hull(Card::of_number(ship).expect("a card")).kind]);
    assert!(fought.state.open.in_battle(Seat(1)) && !fought.discard(0).contains(&ship.to_owned()));
    // Deployed ships of the Type may be added.
    let tab = if data.hull(Card(deployed - 1)).kind == Power::Pirate { "pirate" } else { "gov" };
    let mut added = two(&format!(
        "seat 0 FOR hand {{{card:03}}} {tab} {{{deployed:03}}} deck {{002 003 006 007}}\nseat 1 {allowed} hand {{008}}"
    ));
    added.act(0, &format!("event-at {card:03} {allowed}")).cards(&["002", "003", "006"]);
    added.act(0, &format!("show {deployed:03}")).act(0, "done").draw();
    assert!(added.fighting());
}

each! { ATTACKS, attack;
    event_112_pirate_scourge: 112, "058", (98, 14), ["SOL", "CEN", "SCH"];
    event_114_polaris_attack: 114, "045", (101, 14), ["SOL", "KAN", "MJO"];
    event_115_rebel_strike: 115, "024", (62, 14), ["SOL", "CEN", "KOA"];
    event_116_auroran_incursion: 116, "029", (51, 14), ["SOL", "CEN", "AUR"];
    event_117_federation_incursion: 117, "014", (20, 24), ["KOA", "EVL", "SOL"];
    event_119_pirate_scourge: 119, "058", (98, 14), ["SOL", "CEN", "SCH"];
}

/// Three more to a shot, or three more against one.
fn bonus(card: u8) {
    for (hands, check) in [
        ([format!("hand {{{card:03}}}"), String::new()], (12, 3)),
        ([String::new(), format!("hand {{{card:03}}}")], (9, 6)),
    ] {
        let mut stage = two(&format!(
            "seat 0 SOL {}\nseat 1 SOL {}\nship s0 START current 0\nship s1 START current 1",
            hands[0], hands[1]
        ));
        stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
        if hands[0].is_empty() {
            stage.act(0, "fire s0 0 s1").act(1, &format!("evade {card:03}"));
        } else {
            stage.act(0, &format!("fire s0 0 s1 {card:03}"));
        }
        assert_eq!(stage.check(), check);
        let discards = [stage.discard(0), stage.discard(1)].concat();
        assert_eq!(discards, [format!("{card:03}")], "the event is used up");
    }
}

each! { BONUSES, bonus;
    event_109_precision_shot_evasive_maneuver: 109;
    event_110_precision_shot_evasive_maneuver: 110;
    event_111_precision_shot_evasive_maneuver: 111;
}

const PARDONS: &[u8] = &[113];

#[test]
fn event_113_pardon() {
    let mut stage = two("seat 0 SOL hand {113} markers Federation Dani\nseat 1 KAN");
    stage.act(0, "event 113");
    assert_eq!((stage.no(0, "pass"), stage.no(0, "remove Vella")), ("EV-A12-4", "EV-HOST-7"));
    stage.act(0, "remove Dani").draw();
    assert_eq!((stage.markers(0), stage.hand_size(0)), (vec!["Federation"], 1));
    assert_eq!(two("seat 0 SOL hand {113}\nseat 1 KAN").no(0, "event 113"), "EV-A12-4", "no marker");
    let mut single = two("seat 0 SOL hand {113} markers Vella\nseat 1 KAN");
    single.act(0, "event 113").draw();
    assert_eq!((single.markers(0).len(), single.hand_size(0)), (0, 1), "the only one needs no choice");
}

const BEARS: &[u8] = &[118];

#[test]
fn event_118_auroran_drop_bears() {
    for (hand, left) in [("049 050 051", 1), ("049", 0)] {
        let mut stage = two(&format!("seat 0 SOL hand {{118}}\nseat 1 MOA hand {{{hand}}}"));
        stage.act(0, "event-on 118 1").pay();
        assert_eq!((stage.hand_size(1), stage.state.open.seat[1].blocked), (left, true));
    }
    assert_eq!(two("seat 0 SOL hand {118}\nseat 1 KAN").no(0, "event-on 118 1"), "EV-A12-4", "no red centre");
}

const GATES: &[u8] = &[120];

#[test]
fn event_120_hypergate_transit() {
    let at = |system: &str| two(&format!("seat 0 {system} hand {{120 049}}\nseat 1 KAN"));
    for (to, rule) in [("AUR", ""), ("MJO", "EV-MOVE-7"), ("HEL", "EV-MOVE-7"), ("FOR", "EV-MOVE-7")] {
        assert_eq!(at("SOL").no(0, &format!("transit 120 {to}")), rule, "to {to}");
    }
    assert_eq!(at("SOL").no(0, "transit 120 SCH"), "EV-MOVE-7", "no Pirate system");
    assert_eq!(at("VLS").no(0, "transit 120 AUR"), "EV-A12-4", "from an uninhabited system");
    let mut stage = at("SCH");
    stage.act(0, "transit 120 AUR");
    assert_eq!(
        (stage.pawn(0), stage.state.open.done.moved, stage.state.open.done.acted),
        ("AUR", true, false)
    );
}

/// No mission, route or event is without a test, and no reward beyond cards.
#[test]
fn every_mission_route_and_event_has_a_test() {
    let data = Data::standard();
    let all =
        |wanted: &dyn Fn(Card) -> bool| -> Vec<u8> { (1..=120).filter(|&n| wanted(Card(n - 1))).collect() };
    assert_eq!(MISSIONS, all(&|card| data.mission(card).is_some() && data.numbered(card).is_none()));
    assert_eq!(NUMBERED, all(&|card| data.numbered(card).is_some()));
    assert_eq!(ROUTES, all(&|card| data.route(card).is_some()));
    let mut events = [ATTACKS, BONUSES, PARDONS, BEARS, GATES].concat();
    events.sort_unstable();
    assert_eq!(events, all(&|card| data.event(card).is_some()));
    let more = |card: Card| {
        use ev_nova::data::Effect::{Draw, DrawCargo};
        let plain = |effect: &ev_nova::data::Effect| matches!(effect, Draw { .. } | DrawCargo { .. });
        data.event(card).is_none() && data.red(card).effects.iter().any(|effect| !plain(effect))
    };
    let mut rewards = [ACCESS, RECORDS, DRILLS, VICTORIES, FLIPS, &[70]].concat();
    rewards.sort_unstable();
    rewards.dedup();
    assert_eq!(rewards, all(&more));
}
