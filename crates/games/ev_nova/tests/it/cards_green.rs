//! Every weapon and every outfit has a test of its own, with the numbers printed on the card.

use ev_nova::{Card, Damage, Data, Event, ShipId, data::Stat};

use crate::stage::{Stage, two};

/// One test per card, and the list of the cards that have one.
macro_rules! each {
    ($list:ident, $check:ident; $($name:ident: $number:literal $(, $arg:expr)*;)*) => {
        const $list: &[u8] = &[$($number),*];
        $(
            #[test]
            fn $name() {
                $check($number $(, $arg)*);
            }
        )*
    };
}
pub(crate) use each;

/// Seat 0 attacks seat 1 at Sol from this phase on; seat 0 has a Shuttle A with this card, seat 1 a Shuttle A.
fn armed(card: u8, phase: u8, target: &str) -> Stage {
    let mut stage = two(&format!(
        "seat 0 SOL\nseat 1 SOL\nship s0 START current 0\nship s1 START current 1{target}\nitem s0 {card:03} 0"
    ));
    stage.act(0, "attack 1").quiet().act(0, &format!("begin {phase}")).quiet();
    stage
}

/// Sh against shields, Ar against armor, Sac given up, the last round, Pur (with Pursuit 12), silent when chased.
fn weapon(
    card: u8,
    phase: u8,
    (sh, ar, sac): (i16, i16, i16),
    amo: Option<u8>,
    pur: Option<i16>,
    turret: bool,
) {
    for (target, av) in [("", sh), (" down", ar)] {
        let mut stage = armed(card, phase, target);
        assert_eq!(stage.phase(), phase);
        stage.act(0, "fire s0 1 s1");
        assert_eq!(stage.check(), (av, 3), "{target}");
        let shot = stage.state.open.battle.as_ref().expect("a battle").shot.expect("a shot");
        assert_eq!(shot.pur, pur);
    }
    let data = Data::standard();
    let mut stage = armed(card, phase, "");
    let line = stage.state.open.line(data, ShipId(0), 1).expect("its system");
    assert_eq!(line.sac, sac);
    for round in [1, amo.unwrap_or(20), amo.unwrap_or(20) + 1] {
        stage.state.open.battle.as_mut().expect("a battle").round = round;
        let dry = amo.is_some_and(|amo| round > amo);
        assert_eq!(stage.no(0, "fire s0 1 s1"), if dry { "EV-AMO-1" } else { "" }, "round {round}");
    }
    let mut stage = armed(card, phase, "");
    stage.state.open.ships[0].chased = true;
    assert_eq!(stage.no(0, "fire s0 1 s1"), if turret || pur.is_some() { "" } else { "EV-CH-1" });
}

each! { WEAPONS, weapon;
    weapon_003_heavy_blaster_turret: 3, 3, (16, 14, 2), None, None, true;
    weapon_006_ir_missile: 6, 2, (12, 14, 2), Some(2), Some(15), false;
    weapon_008_thunderhead_lance: 8, 5, (14, 14, 2), None, None, false;
    weapon_012_gravimetric_missile: 12, 1, (15, 17, 2), Some(2), Some(17), false;
    weapon_026_light_cannon: 26, 4, (8, 8, 1), None, None, false;
    weapon_027_200mm_railgun: 27, 2, (12, 17, 2), None, None, false;
    weapon_028_hail_chaingun: 28, 4, (7, 11, 1), Some(4), None, false;
    weapon_040_ion_cannon: 40, 5, (14, 12, 1), None, None, true;
    weapon_046_wraith_cannon: 46, 3, (15, 17, 2), Some(4), None, false;
    weapon_048_emp_torpedo: 48, 2, (21, 9, 3), Some(1), Some(13), false;
    weapon_049_fusion_pulse_turret: 49, 3, (12, 15, 2), None, None, true;
    weapon_060_medium_blaster_turret: 60, 4, (13, 11, 2), None, None, true;
    weapon_061_radar_missile: 61, 2, (14, 16, 2), Some(2), Some(16), false;
    weapon_070_biorelay_laser: 70, 4, (16, 14, 2), None, None, false;
    weapon_077_fusion_pulse_cannon: 77, 3, (10, 13, 1), None, None, false;
    weapon_078_100mm_railgun: 78, 2, (13, 14, 1), None, None, false;
    weapon_090_raven_turret: 90, 2, (12, 14, 2), Some(3), Some(15), true;
    weapon_095_light_blaster_turret: 95, 4, (9, 6, 1), None, None, true;
    weapon_097_medium_blaster: 97, 4, (12, 10, 1), None, None, false;
    weapon_105_raven_pod: 105, 2, (10, 12, 1), Some(2), Some(13), false;
    weapon_114_polaron_torpedo: 114, 1, (21, 21, 3), Some(2), Some(18), false;
    weapon_120_light_blaster: 120, 4, (9, 6, 1), None, None, false;
}

/// A point defense weapon: fires at fighters only, and answers pursuing hits with its better value.
fn point_defense(card: u8, (sh, ar): (i16, i16), amo: Option<u8>) {
    let mut stage = two(&format!(
        "seat 0 SOL\nseat 1 SOL\nship s0 START current 0\nship s1 START current 1\nship s2 058 escort 1\nitem s0 {card:03} 0"
    ));
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    assert_eq!((stage.no(0, "fire s0 1 s1"), stage.no(0, "fire s0 1 s2")), ("EV-PD-1", ""));
    stage.act(0, "fire s0 1 s2");
    assert_eq!(stage.check(), (sh, 5));
    for round in [1, amo.map_or(1, |amo| amo + 1)] {
        let mut stage = two(&format!(
            "seat 0 SOL\nseat 1 SOL\nship s0 104 current 0\nship s1 START current 1\nitem s1 {card:03} 1\nitem s0 038 0\nitem s0 038 0\nitem s0 038 0"
        ));
        stage.act(0, "attack 1").quiet().act(0, "begin 2").quiet();
        stage.state.open.battle.as_mut().expect("a battle").round = round;
        stage.act(0, "fire s0 0 s1").nova(0);
        let answers = amo.is_none_or(|amo| round <= amo);
        let flip = ev_nova::Frame::Flip(ev_nova::Flip::PointDefense { av: sh.max(ar) });
        assert_eq!(stage.state.open.frame() == Some(flip), answers, "round {round}");
    }
}

each! { POINT_DEFENSE, point_defense;
    weapon_076_pd_quad_lt_blaster_turret: 76, (18, 16), None;
    weapon_092_pd_storm_chaingun: 92, (15, 19), Some(4);
}

/// What an outfit adds to the ratings of a Starbridge A: these and no others.
fn ratings(card: u8, added: &[(Stat, i16)]) {
    let data = Data::standard();
    let stats = |items: &str| {
        two(&format!("seat 0 SOL\nseat 1 KAN\nship s0 096 current 0{items}"))
            .state
            .open
            .stats(data, ShipId(0))
    };
    let mut wanted = stats("");
    for &(stat, add) in added {
        wanted[stat as usize] += add;
    }
    assert_eq!(stats(&format!("\nitem s0 {card:03} 0")), wanted);
}

each! { RATINGS, ratings;
    outfit_011_multi_jumping_organ: 11, &[(Stat::Jumps, 4)];
    outfit_025_marine_platoon: 25, &[(Stat::Boarding, 2), (Stat::FendOff, 1)];
    outfit_035_cargo_expansion: 35, &[(Stat::Cargo, 1)];
    outfit_037_shield_buffer: 37, &[(Stat::Shield, 2)];
    outfit_039_battery_pack: 39, &[(Stat::Jumps, 1)];
    outfit_047_carbon_fiber: 47, &[(Stat::Armor, 1)];
    outfit_050_afterburner: 50, &[(Stat::Pursuit, 2), (Stat::Escape, 2)];
    outfit_064_port_and_polish: 64, &[(Stat::Jumps, 1), (Stat::Pursuit, 1), (Stat::Escape, 1)];
    outfit_073_afterburner: 73, &[(Stat::Pursuit, 2), (Stat::Escape, 2)];
    outfit_075_titanium_lattice: 75, &[(Stat::Armor, 2)];
    outfit_079_matrix_steel: 79, &[(Stat::Armor, 2), (Stat::Escape, -1)];
    outfit_084_shield_organelles: 84, &[(Stat::Shield, 3)];
    outfit_099_fission_reactor: 99, &[(Stat::Jumps, 2), (Stat::Pursuit, 1)];
}

/// Ammunition: the last round of a system that it fits, and of one that it does not.
fn ammunition(card: u8, ship: u8, line: u8, last: u8) {
    let data = Data::standard();
    let round = |ship: u8, line: u8, item: &str| {
        let stage = two(&format!("seat 0 SOL\nseat 1 KAN\nship s0 {ship:03} current 0{item}"));
        let system = stage.state.open.line(data, ShipId(0), line).expect("a system");
        stage.state.open.last_round(data, ShipId(0), system)
    };
    let item = format!("\nitem s0 {card:03} 0");
    assert_eq!(round(ship, line, &item), Some(last));
    assert!(round(ship, line, "").is_some_and(|bare| bare < last));
    assert_eq!(round(10, 0, &item), Some(1), "the EMP Torpedo of a Pirate Carrier");
}

each! { AMMUNITION, ammunition;
    outfit_002_raven_rocket_ammunition: 2, 59, 0, 3;
    outfit_038_ir_missile_ammunition: 38, 104, 0, 3;
    outfit_043_radar_missile_ammunition: 43, 96, 0, 3;
    outfit_109_chaingun_ammunition: 109, 54, 1, 6;
}

/// Pur of a Radar Missile (16) and Shield 11 of the Starbridge A that carries the outfit.
fn jammer(card: u8, pur: i16, shield: i16) {
    let mut stage = two(&format!(
        "seat 0 SOL\nseat 1 SOL\nship s0 096 current 0\nship s1 096 current 1\nitem s1 {card:03} 1"
    ));
    stage.act(0, "attack 1").quiet().act(0, "begin 2").quiet().act(0, "fire s0 0 s1");
    assert_eq!(stage.check(), (14, shield));
    stage.nova(0).act(1, "escape");
    assert_eq!(stage.check(), (pur, 7));
}

each! { JAMMERS, jammer;
    outfit_019_civilian_jammer: 19, 15, 11;
    outfit_066_pirate_jammer: 66, 14, 11;
    outfit_100_distract_sensors: 100, 12, 13;
}

#[test]
fn only_the_better_jammer_counts() {
    let stage = two("seat 0 SOL\nseat 1 KAN\nship s0 096 current 0\nitem s0 019 0\nitem s0 066 0");
    assert_eq!(stage.state.open.jam(Data::standard(), ShipId(0)), -2);
}

/// A bay that holds so many fighters of a family and launches one of them in phase 1.
fn bay(card: u8, fighter: u8, capacity: i16) {
    let fighters: String = (2..4).map(|n| format!("\nship s{n} {fighter:03} fighter 0 in s0")).collect();
    let mut stage = two(&format!(
        "seat 0 SOL\nseat 1 SOL\nship s0 116 current 0\nship s1 START current 1{fighters}\nitem s0 {card:03} 0"
    ));
    let data = Data::standard();
    let family = data.hull(Card(fighter - 1)).family.expect("a fighter");
    assert_eq!(stage.state.open.room_for(data, ShipId(0), family), capacity - 2);
    stage.act(0, "attack 1").quiet().act(0, "begin 1").quiet().act(0, "launch s0 s2");
    assert!(!stage.legal(0).contains(&"launch s0 s3".to_owned()), "one bay");
    let inside = |ship: u8| stage.state.open.ship(ShipId(ship)).inside;
    assert_eq!((inside(2), inside(3)), (None, Some(ShipId(0))));
}

each! { BAYS, bay;
    outfit_082_thunderhead_bay: 82, 81, 3;
    outfit_086_viper_bay: 86, 21, 4;
}

/// The Current Ship is destroyed: 7 saves its captain, 8 does not.
fn pod(card: u8) {
    for (number, out) in [(7, false), (8, true)] {
        let mut stage = two(&format!(
            "seat 0 SOL\nseat 1 SOL\nship s0 014 current 0\nship s1 096 current 1 disabled\nitem s1 {card:03} 1"
        ));
        stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "fire s0 0 s1").nova(number);
        assert_eq!(stage.state.open.seat[1].out, out, "flip {number}");
    }
    let stranded = |item: &str| {
        two(&format!(
            "seat 0 SOL stranded\nseat 1 KAN\nship s0 096 current 0 disabled\nship s1 START current 1{item}"
        ))
    };
    assert_eq!(stranded(&format!("\nitem s0 {card:03} 0")).no(0, "self-destruct"), "");
    assert_eq!(stranded("").no(0, "self-destruct"), "EV-POD-5");
}

each! { PODS, pod;
    outfit_072_escape_pod: 72;
    outfit_118_escape_pod: 118;
}

/// A round in which nobody fires, with these items under s1; the check that waits at its end.
fn regenerates(damage: &str, items: &str) -> Stage {
    let mut stage = two(&format!(
        "seat 0 SOL\nseat 1 SOL\nship s0 014 current 0\nship s1 096 current 1{damage}\nship s2 058 escort 1{items}"
    ));
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet();
    while let (Some(seat), true) = (stage.asked(), stage.fighting()) {
        let stay = stage.legal(seat).contains(&"stay".to_owned());
        stage.act(seat, if stay { "stay" } else { "done" });
    }
    stage
}

const DROIDS: &[u8] = &[30];

#[test]
fn outfit_030_repair_droids() {
    for (number, damage) in [(2, Damage::ShieldsDown), (3, Damage::Disabled)] {
        let mut stage = regenerates(" disabled", "\nitem s1 030 1");
        let flip = ev_nova::Flip::Droids { ship: ShipId(1), av: 2, ov: 0 };
        assert_eq!(stage.state.open.frame(), Some(ev_nova::Frame::Flip(flip)));
        let text = rules::Notation::write_position(&stage.game, &stage.state);
        assert_eq!(rules::Notation::read_position(&stage.game, &text), Ok(stage.state.clone()));
        stage.nova(number);
        let told = stage.events.iter().any(|event| matches!(event, Event::Repaired(..)));
        assert_eq!(told, damage == Damage::ShieldsDown, "flip {number}");
        stage.quiet();
        assert!(!stage.fighting() && stage.damage(1) == Damage::Intact, "free of charge after the battle");
    }
    assert!(!regenerates(" down", "\nitem s1 030 1").fighting(), "no check for a ship that works");
}

const RECHARGERS: &[u8] = &[110];

#[test]
fn outfit_110_shield_recharger() {
    for (items, av) in [("\nitem s1 110 1", 4), ("\nitem s1 110 1\nitem s1 110 1", 6)] {
        for (number, restored) in [(av, true), (av + 1, false)] {
            let mut stage = regenerates(" down", items);
            let flip = ev_nova::Flip::RegenShield { ship: ShipId(1), av, ov: 0 };
            assert_eq!(stage.state.open.frame(), Some(ev_nova::Frame::Flip(flip)));
            stage.nova(number as u8);
            let told = stage.events.iter().any(|event| matches!(event, Event::Restored(..)));
            assert_eq!(told, restored, "AV {av}, flip {number}");
        }
    }
    assert!(!regenerates(" disabled", "\nitem s1 110 1").fighting(), "not while disabled");
}

const CLOAKS: &[u8] = &[111];

#[test]
fn outfit_111_rebel_cloaking_device() {
    for (items, escape) in [("", 7), ("\nitem s1 111 1", 11), ("\nitem s1 111 1\nitem s1 111 1", 11)] {
        let mut stage =
            two(&format!("seat 0 SOL\nseat 1 SOL\nship s0 014 current 0\nship s1 096 current 1{items}"));
        stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "done").act(1, "done");
        stage.act(0, "stay").act(1, "withdraw").act(0, "pursue s0").act(0, "done");
        assert_eq!(stage.check(), (15, escape + 1), "once, however many devices");
    }
}

const REPELLENTS: &[u8] = &[7];

#[test]
fn outfit_007_drop_bear_repellent() {
    let item = "ship s0 START current 0\nship s1 START current 1\nitem s1 007 1";
    let mut stage = two(&format!("seat 0 SOL hand {{118}}\nseat 1 MOA hand {{049}}\n{item}"));
    stage.act(0, "event-on 118 1");
    assert_eq!((stage.hand_size(1), stage.state.open.seat[1].blocked), (1, false), "immune");
    let data = Data::standard();
    let fee = |planet: u8, system: &str, marker: &str, item: &str| {
        let stage =
            two(&format!("seat 0 {system} markers {marker}\nseat 1 KAN\nship s0 START current 0{item}"));
        stage.state.open.fee(data, rules::Seat(0), Card(planet - 1))
    };
    let item = "\nitem s0 007 0";
    assert_eq!((fee(27, "AUR", "Auroran", ""), fee(27, "AUR", "Auroran", item)), (4, 3), "Aurora");
    assert_eq!((fee(1, "SOL", "Federation", ""), fee(1, "SOL", "Federation", item)), (4, 4), "not at Earth");
}

const EXPANSIONS: &[u8] = &[69];

#[test]
fn outfit_069_mass_expansion() {
    let data = Data::standard();
    let stage = two("seat 0 SOL\nseat 1 KAN\nship s0 096 current 0\nitem s0 069 0");
    assert_eq!(stage.state.open.spaces_left(data, ShipId(0)), 50, "40 + 10");
    assert_eq!(stage.state.open.stat(data, ShipId(0), Stat::Cargo), 1, "2 - 1");
    let buyer = |ship: &str| {
        two(&format!(
            "seat 0 SOL hand {{069 049 050 051}} discard [001]\nseat 1 KAN\nship s0 {ship} current 0"
        ))
    };
    assert_eq!(buyer("096").no(0, "buy-item 069 001"), "");
    assert_eq!(buyer("021").no(0, "buy-item 069 001"), "EV-A5-4", "no Cargo to give up");
}

const TEMPESTS: &[u8] = &[74];

#[test]
fn outfit_074_winter_tempest() {
    let mut stage =
        two("seat 0 SOL\nseat 1 SOL\nship s0 017 current 0\nship s1 START current 1\nitem s0 074 0");
    stage.act(0, "attack 1").quiet().act(0, "begin 4").quiet().act(0, "fire s0 2 s1");
    assert_eq!(stage.check(), (21, 3));
    let line = stage.state.open.line(Data::standard(), ShipId(0), 2).expect("Winter Tempest");
    assert_eq!((line.phase, line.sh, line.ar, line.sac), (4, 21, 21, 4));
}

/// No weapon and no outfit is without a test.
#[test]
fn every_weapon_and_outfit_has_a_test() {
    let mut tested = [WEAPONS, POINT_DEFENSE, RATINGS, AMMUNITION, JAMMERS, BAYS, PODS].concat();
    tested.extend([DROIDS, RECHARGERS, CLOAKS, REPELLENTS, EXPANSIONS, TEMPESTS].concat());
    tested.sort_unstable();
    let data = Data::standard();
    let all: Vec<u8> = (1..=120).filter(|&number| data.item(Card(number - 1)).is_some()).collect();
    assert_eq!(tested, all);
}
