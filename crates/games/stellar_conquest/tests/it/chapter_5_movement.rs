//! Ships and movement (chapter 5), and who sees them (chapter 15).

use crate::common::{BLUE, RED, all, at, fleet, game, on, ships};
use laws::denied;
use rules::{Viewer, covers};
use stellar_conquest::{Frame, StellarConquest};

const SCORPII: &str = "star Scorpii card 25 explored 0\n";

fn at_scorpii(ships: &str) -> crate::common::Stage {
    let mut stage = at(&format!("{SCORPII}fleet 1 of 0 at AA19 {ships}"));
    stage.act(RED, "pick 1");
    stage
}

#[test]
fn sq_5_4_10a_a_fleet_heads_straight_for_its_destination() {
    covers!("SQ-5.4.10a", "SQ-R-17");
    let mut stage = at_scorpii("ships 1 ESC");
    stage.act(RED, "bound Hamal");
    assert_eq!(stage.verdict(RED, "step Z18"), denied("SQ-5.4.10a"));
    assert_eq!(stage.verdict(RED, "step AA18"), Ok(()));
}

#[test]
fn sq_5_4a_a_ship_moves_hex_by_hex() {
    covers!("SQ-5.4a");
    let mut stage = at_scorpii("ships 1 ESC");
    stage.act(RED, "bound Hamal");
    assert_eq!(stage.verdict(RED, "step AA10"), denied("SQ-5.4a"));
    assert_eq!(stage.verdict(RED, "step AA18"), Ok(()));
}

#[test]
fn sq_5_4_1_no_ship_moves_further_than_its_allowance() {
    covers!("SQ-5.4.1", "SQ-9.1.1b", "SQ-VOC-5");
    let mut stage = at_scorpii("ships 1 ESC");
    all(&mut stage, RED, &["bound Hamal", "step AA18", "step AA17"]);
    assert_eq!(stage.verdict(RED, "step AA16"), denied("SQ-5.4.1"));
}

#[test]
fn sq_5_1h_between_stars_the_destination_is_fixed() {
    covers!("SQ-5.1h", "SQ-5.4.6");
    let mut stage = at_scorpii("ships 1 ESC");
    stage.act(RED, "bound Hamal");
    assert_eq!(stage.verdict(RED, "bound Barnard"), Ok(()), "until it leaves the star");
    stage.act(RED, "step AA18");
    assert_eq!(stage.verdict(RED, "bound Barnard"), denied("SQ-5.1h"));
}

#[test]
fn sq_5_1i_a_ship_leaves_a_star_for_another() {
    covers!("SQ-5.1i");
    let mut stage = at_scorpii("ships 1 ESC");
    assert_eq!(stage.verdict(RED, "step AA18"), denied("SQ-5.1i"));
    stage.act(RED, "bound Hamal");
    assert_eq!(stage.verdict(RED, "step AA18"), Ok(()));
}

#[test]
fn sq_5_1j_the_star_left_last_is_no_destination() {
    covers!("SQ-5.1j", "SQ-R-16");
    assert_eq!(at_scorpii("ships 1 ESC").verdict(RED, "bound Scorpii"), denied("SQ-5.1j"));
    let mut away = at_scorpii("ships 1 ESC");
    all(&mut away, RED, &["bound Hamal", "step AA18"]);
    assert_eq!(fleet(&away, 1).expect("there").left, away.game.components.star("Scorpii"));
}

#[test]
fn sq_r_18_a_fleet_may_wait_between_stars() {
    covers!("SQ-R-18", "SQ-4.1", "SQ-DP-2");
    let mut stage = at_scorpii("ships 1 ESC");
    all(&mut stage, RED, &["bound Hamal", "step AA18", "done", "end-move"]);
    assert_eq!((stage.state.open.turn, stage.to_act()), (6, Some(RED)));
    all(&mut stage, RED, &["pick 1", "done", "end-move"]);
    assert_eq!(fleet(&stage, 1).expect("waits").hex.to_string(), "AA18");
}

#[test]
fn sq_hid_2_tokens_are_seen_but_not_what_they_are_and_where_they_go() {
    covers!("SQ-HID-2", "SQ-HID-4");
    let mut stage = at_scorpii("ships 1 ESC");
    all(&mut stage, RED, &["bound Hamal", "step AA18"]);
    let seen = stage.view(Viewer::Seat(BLUE)).fleets[0];
    assert_eq!((seen.hex.to_string().as_str(), seen.ships.total(), seen.bound), ("AA18", 0, None));
    assert!(stage.view(Viewer::Seat(RED)).fleets[0].bound.is_some());
}

/// A fleet that has just reached Hamal (8 hexes from Red's entry) on its way to Altair.
fn at_hamal(ships: &str, more: &str) -> crate::common::Stage {
    let mut stage =
        at(&format!("star Hamal card 51 explored 0\n{more}\nfleet 1 of 0 at AA16 {ships} bound Hamal"));
    all(&mut stage, RED, &["pick 1", "step AA15", "bound Altair"]);
    stage
}

#[test]
fn sq_5_1b_ships_keep_within_eight_hexes_of_a_base() {
    covers!("SQ-5.1b", "SQ-5.1d", "SQ-R-15");
    assert_eq!(
        at_hamal("ships 1 ESC", "").verdict(RED, "step Z14"),
        denied("SQ-5.1d"),
        "the entry hex is at 9"
    );
    let near = at_hamal("ships 1 ESC", &format!("{SCORPII}colony Scorpii.1 of 0 pop 9"));
    assert_eq!(near.verdict(RED, "step Z14"), Ok(()), "the colony is nearer");
}

#[test]
fn sq_5_1c_eight_hexes_are_in_range_and_nine_are_not() {
    covers!("SQ-5.1c");
    let stage = at_hamal("ships 1 ESC", "");
    let hex = |name: &str| atlas::Hex::parse(name).expect("a hex");
    assert_eq!((hex("AF20").distance(hex("AA15")), hex("AF20").distance(hex("Z14"))), (8, 9));
    assert_eq!(stage.verdict(RED, "step Z14"), denied("SQ-5.1d"));
}

#[test]
fn sq_5_2_1_only_fleets_of_scouts_alone_have_no_limit() {
    covers!("SQ-5.2.1", "SQ-R-59");
    assert_eq!(at_hamal("ships 2 SCT", "").verdict(RED, "step Z14"), Ok(()));
    assert_eq!(at_hamal("ships 2 SCT ships 1 ESC", "").verdict(RED, "step Z14"), denied("SQ-5.1d"));
}

#[test]
fn sq_voc_6_colonies_are_bases() {
    covers!("SQ-VOC-6", "SQ-R-70");
    let own = format!("{SCORPII}colony Scorpii.1 of 0 pop 9");
    assert_eq!(at_hamal("ships 1 ESC", &own).verdict(RED, "step Z14"), Ok(()));
    let of_blue = own.replace("of 0", "of 1");
    assert_eq!(at_hamal("ships 1 ESC", &of_blue).verdict(RED, "step Z14"), denied("SQ-5.1d"));
}

#[test]
fn sq_5_1g_unlimited_range_has_no_limit() {
    covers!("SQ-5.1g", "SQ-9.6d");
    let mut stage = at("sheet 0 has USR\nstar Hamal card 51 explored 0\nfleet 1 of 0 at AA15 ships 1 ESC");
    all(&mut stage, RED, &["pick 1", "bound Altair", "step Z14"]);
}

#[test]
fn sq_7_3_3a_a_besieged_colony_is_no_base() {
    covers!("SQ-7.3.3a", "SQ-R-56");
    let lines = format!(
        "star Hamal card 51 explored 0\n{SCORPII}colony Scorpii.1 of 0 pop 9 mb 1\nfleet 1 of 0 at AA15 ships 1 ESC\n"
    );
    let besieged = |ship: &str| {
        let mut stage = at(&format!("{lines}fleet 2 of 1 at AA19 ships 1 {ship}"));
        all(&mut stage, RED, &["pick 1", "bound Altair"]);
        stage.verdict(RED, "step Z14")
    };
    assert_eq!(besieged("ESC"), denied("SQ-5.1d"));
    assert_eq!(besieged("SCT"), Ok(()), "scouts never besiege");
}

#[test]
fn sq_5_1e_what_ends_out_of_range_is_lost() {
    covers!("SQ-5.1e", "SQ-5.1f");
    let mut stage = at("fleet 1 of 0 at X10 ships 1 SCT ships 2 ESC bound Vega");
    all(&mut stage, RED, &["pick 1", "step X09", "done", "end-move"]);
    assert_eq!(ships(&stage, RED, "X09"), [1, 0, 0, 0, 0], "scouts need no base");
}

#[test]
fn sq_5_4_2a_clouds_are_entered_first_and_end_the_move() {
    covers!("SQ-5.4.2a", "SQ-5.4.2b", "SQ-R-63");
    let mut stage = at(
        "sheet 0 has 6MA has USR\nstar Altair card 4 explored 0\nfleet 1 of 0 at AA15 ships 1 ESC bound Altair\nstar Hamal card 51 explored 0",
    );
    all(&mut stage, RED, &["pick 1", "step Z14"]);
    assert_eq!(stage.verdict(RED, "step Y14"), denied("SQ-5.4.2a"));
    all(&mut stage, RED, &["done", "end-move", "pick 1", "step Y14"]);
    assert_eq!(stage.verdict(RED, "step X14"), denied("SQ-5.4.2b"));
}

#[test]
fn sq_r_62_a_ship_that_starts_its_turn_next_to_a_cloud_has_stopped_before_it() {
    covers!("SQ-R-62");
    let mut stage = at(
        "sheet 0 has 6MA has USR\nstar Altair card 4 explored 0\nstar Hamal card 51 explored 0\nfleet 1 of 0 at AA15 ships 1 ESC bound Altair",
    );
    all(&mut stage, RED, &["pick 1", "step Z14"]);
    assert_eq!(stage.verdict(RED, "step Y14"), denied("SQ-5.4.2a"), "it came next to the cloud in this turn");
    all(&mut stage, RED, &["done", "end-move", "pick 1"]);
    assert_eq!(stage.verdict(RED, "step Y14"), Ok(()));
}

/// R-17 in the ledger's own words, over names of hexes and without any of the engine's tables.
mod ledger {
    use std::collections::{BTreeMap, BTreeSet};

    use atlas::Hex;
    use stellar_conquest::StellarConquest;

    /// d(h): fewest hexes to the destination.
    fn hexes(game: &StellarConquest, goal: Hex) -> BTreeMap<Hex, u8> {
        let mut d = BTreeMap::from([(goal, 0)]);
        let mut edge = vec![goal];
        for steps in 1.. {
            edge = edge
                .iter()
                .flat_map(|&hex| game.around(hex))
                .copied()
                .filter(|hex| !d.contains_key(hex))
                .collect();
            edge.sort();
            edge.dedup();
            if edge.is_empty() {
                return d;
            }
            d.extend(edge.iter().map(|&hex| (hex, steps)));
        }
        d
    }

    /// The hexes one turn's move can end in, with the fewest hexes to get there and all first steps of such paths.
    fn one_turn(game: &StellarConquest, from: Hex, allowance: u8) -> BTreeMap<Hex, (u8, BTreeSet<Hex>)> {
        let mut ends: BTreeMap<Hex, (u8, BTreeSet<Hex>)> = BTreeMap::from([(from, (0, BTreeSet::new()))]);
        let mut edge = vec![from];
        for step in 1..=allowance {
            let mut next = Vec::new();
            for hex in edge {
                for &to in game.around(hex) {
                    let cloud = game.components.clouds.contains(to);
                    if cloud && step > 1 {
                        continue;
                    }
                    let first = if step == 1 { BTreeSet::from([to]) } else { ends[&hex].1.clone() };
                    let end = ends.entry(to).or_insert((step, BTreeSet::new()));
                    if end.0 == step {
                        end.1.extend(first);
                        if !cloud {
                            next.push(to);
                        }
                    }
                }
            }
            next.sort();
            next.dedup();
            edge = next;
        }
        ends
    }

    /// t(h) for every hex.
    fn turns(game: &StellarConquest, goal: Hex, allowance: u8) -> BTreeMap<Hex, u8> {
        let mut t = BTreeMap::from([(goal, 0)]);
        for turn in 1.. {
            let new: Vec<Hex> = (game.components.land.iter())
                .filter(|hex| !t.contains_key(hex))
                .filter(|&hex| one_turn(game, hex, allowance).keys().any(|end| t.contains_key(end)))
                .collect();
            if new.is_empty() {
                return t;
            }
            t.extend(new.into_iter().map(|hex| (hex, turn)));
        }
        t
    }

    /// t0: fewest turns by steps with d(n) = d(h) - 1 only.
    fn direct_turns(game: &StellarConquest, d: &BTreeMap<Hex, u8>, from: Hex, allowance: u8) -> u8 {
        let mut ends = BTreeSet::from([from]);
        for turn in 1.. {
            let mut reached = ends.clone();
            for &start in &ends {
                let mut edge = BTreeSet::from([start]);
                for step in 0..allowance {
                    let on = edge.iter().flat_map(|&hex| game.around(hex).iter().map(move |&to| (hex, to)));
                    let on = on.filter(|(hex, to)| d[to] + 1 == d[hex]).map(|(_, to)| to);
                    let on: Vec<Hex> =
                        on.filter(|&to| step == 0 || !game.components.clouds.contains(to)).collect();
                    reached.extend(&on);
                    edge = on.into_iter().filter(|&to| !game.components.clouds.contains(to)).collect();
                }
            }
            if reached.iter().any(|hex| d[hex] == 0) {
                return turn;
            }
            ends = reached;
        }
        u8::MAX
    }

    /// t, t0 and the legal first steps.
    pub(crate) fn way(
        game: &StellarConquest,
        from: Hex,
        goal: Hex,
        allowance: u8,
    ) -> (u8, u8, BTreeSet<Hex>) {
        let d = hexes(game, goal);
        let t = turns(game, goal, allowance);
        let t0 = direct_turns(game, &d, from, allowance);
        let mut steps: BTreeSet<Hex> =
            game.around(from).iter().copied().filter(|to| d[to] + 1 == d[&from]).collect();
        if t[&from] < t0 {
            for (end, (_, first)) in one_turn(game, from, allowance) {
                if t[&end] + 1 == t[&from] {
                    steps.extend(first);
                }
            }
        }
        (t[&from], t0, steps)
    }
}

/// A scout stands at a star with this allowance, bound for another.
fn voyage(from: &str, to: &str, allowance: u8) -> crate::common::Stage {
    let held = if allowance > 2 { format!("sheet 0 has {allowance}MA\n") } else { String::new() };
    let hex = game("basic-4");
    let hex = hex.hex_of(hex.components.star(from).expect("a star"));
    at(&format!(
        "{held}fleet 1 of 0 at {hex} ships 1 SCT\nfocus {{\"picked\":1,\"group\":0,\"split\":false,\"stepped\":false,\"unloading\":false,\"planet\":0,\"spent\":0}}\nfleet 2 of 1 at A02 ships 1 SCT bound {to}"
    ))
}

#[test]
fn sq_5_4_10c_clouds_may_be_gone_round_if_that_is_faster() {
    covers!("SQ-5.4.10c", "SQ-5.4.2c", "SQ-R-17");
    // From, to, allowance; fewest turns, fewest turns of a direct way.
    for (from, to, allowance, turns, direct) in [
        ("Aurigae", "Altair", 2, 4, 5),
        ("Aurigae", "Altair", 6, 2, 5),
        ("Schedar", "Sirius", 2, 9, 11),
        ("Vega", "Altair", 3, 3, 4),
        ("Capella", "Deneb", 2, 4, 4),
        ("Hamal", "Altair", 8, 2, 2),
        ("Canis", "Altair", 6, 5, 7),
    ] {
        let mut stage = voyage(from, to, allowance);
        stage.act(RED, &format!("bound {to}"));
        let place = |name: &str| stage.game.hex_of(stage.game.components.star(name).expect("a star"));
        let way = ledger::way(&stage.game, place(from), place(to), allowance);
        assert_eq!((way.0, way.1), (turns, direct), "{from} to {to} at {allowance}");
        let offered = stage.legal(RED).into_iter();
        let offered = offered.filter_map(|action| atlas::Hex::parse(action.strip_prefix("step ")?)).collect();
        assert_eq!(way.2, offered, "{from} to {to} at {allowance}: the steps of R-17 and no others");
        let aside = way.2.iter().filter(|hex| hex.distance(place(to)) >= place(from).distance(place(to)));
        assert_eq!(aside.count() > 0, turns < direct && (from, allowance) != ("Vega", 3), "{from} to {to}");
    }
}

#[test]
fn sq_ex_26_clouds_cost_turns_on_the_map() {
    // The ledger's voyages, flown: every turn as far as the rules let the fleet go.
    for (from, to, turns) in [
        ("Hamal", "Altair", [2, 2, 2, 2, 2]),
        ("Diphda", "Sirius", [3, 3, 2, 2, 2]),
        ("Capella", "Deneb", [4, 3, 3, 2, 2]),
    ] {
        for (allowance, turns) in [2, 3, 4, 6, 8].into_iter().zip(turns) {
            let mut stage = voyage(from, to, allowance);
            let goal = stage.game.hex_of(stage.game.components.star(to).expect("a star"));
            stage.act(RED, &format!("bound {to}"));
            let mut flown = 0;
            while fleet(&stage, 1).is_some_and(|fleet| fleet.hex != goal) {
                flown += 1;
                if flown > 1 {
                    stage.act(RED, "end-move").act(BLUE, "end-move").act(RED, "pick 1");
                }
                stage.act(RED, "proceed");
            }
            assert_eq!(flown, turns, "{from} to {to} at {allowance}");
        }
    }
}

#[test]
fn sq_dp_2_fleets_in_flight_proceed_together() {
    covers!("SQ-DP-2");
    let mut stage = at(&format!(
        "sheet 0 has 3MA\n{SCORPII}fleet 1 of 0 at AA18 ships 1 ESC bound Hamal\nfleet 2 of 0 at AA17 ships 1 ESC bound Hamal\nfleet 3 of 0 at AA19 ships 1 ESC"
    ));
    stage.act(RED, "pick 3");
    assert_eq!(stage.verdict(RED, "proceed"), denied("SQ-5.1i"), "it has no destination");
    stage.act(RED, "done").act(RED, "proceed-all");
    let place = |token| fleet(&stage, token).map(|fleet| (fleet.hex.to_string(), fleet.done));
    assert_eq!(place(1), Some(("AA15".to_owned(), true)));
    assert_eq!(place(2), Some(("AA15".to_owned(), false)), "at Hamal with a hex to spare");
    assert_eq!(stage.verdict(RED, "proceed-all"), denied("SQ-5.4.10a"), "none is left in flight");
}

#[test]
fn sq_5_4_10b_a_longer_way_may_be_shortened_of_stars_too() {
    covers!("SQ-5.4.10b");
    // Without Lacaille the way from Lupi to Ross is a hex longer and can pass Alphard.
    let mut stage = at("sheet 0 has USR\nstar Lupi card 51 explored 0\nfleet 1 of 0 at R14 ships 1 ESC");
    all(&mut stage, RED, &["pick 1", "bound Ross", "avoid Lacaille"]);
    assert_eq!(stage.verdict(RED, "avoid Canopus"), denied("SQ-5.4.10b"));
    stage.act(RED, "avoid Alphard");
    assert_eq!(fleet(&stage, 1).expect("there").avoid.count_ones(), 2);
}

#[test]
fn sq_5_4_3b_an_enemy_warship_stops_whoever_enters() {
    covers!("SQ-5.4.3b", "SQ-R-20");
    let stop = |ship: &str| {
        let lines = format!(
            "sheet 0 has 6MA\nstar Barnard card 57 explored 0 1\nfleet 1 of 0 at AB17 ships 1 SCT bound Barnard\nfleet 2 of 1 at AC17 ships 1 {ship}"
        );
        let mut stage = at(&lines);
        all(&mut stage, RED, &["pick 1", "step AC17"]);
        stage.verdict(RED, "bound Hamal")
    };
    assert_eq!(stop("ESC"), denied("SQ-5.4.1"));
    assert_eq!(stop("SCT"), Ok(()));
}

#[test]
fn sq_5_4_7a_ships_that_meet_see_each_other() {
    covers!("SQ-5.4.7a", "SQ-HID-3", "SQ-R-54");
    let mut stage = at(
        "sheet 0 has 6MA\nstar Barnard card 57 explored 0 1\nfleet 1 of 0 at AB17 ships 2 SCT bound Barnard\nfleet 2 of 1 at AC17 ships 1 SCT lot 5 CT1 - 0",
    );
    all(&mut stage, RED, &["pick 1", "step AC17"]);
    let seen = stage.view(Viewer::Seat(RED)).sightings[0].sight;
    assert_eq!((seen.turn, seen.ships.0[0], seen.ships.transports()), (5, 1, 5));
    assert_eq!(stage.view(Viewer::Seat(BLUE)).sightings[0].sight.ships.0[0], 2);
    all(&mut stage, RED, &["bound Hamal", "step AC16"]);
    assert_eq!(stage.view(Viewer::Seat(BLUE)).sightings[0].sight.ships.0[0], 2, "a memory remains");
    stage.act(RED, "detach 1 SCT");
    assert!(stage.view(Viewer::Seat(BLUE)).sightings.is_empty(), "new tokens carry none");
}

/// A fleet at Scorpii, and three of one escort each in the next hex.
fn groups() -> crate::common::Stage {
    at(&format!(
        "{SCORPII}fleet 1 of 0 at AA19 ships 2 ESC ships 1 SCT\nfleet 2 of 0 at AA18 ships 1 ESC bound Hamal\nfleet 3 of 0 at AA18 ships 1 ESC bound Kruger\nfleet 4 of 0 at AA18 ships 1 ESC bound Hamal used 1"
    ))
}

#[test]
fn sq_5_2_3a_as_many_ships_split_off_as_there_are() {
    covers!("SQ-5.2.3a", "SQ-DP-3");
    let mut stage = groups();
    stage.act(RED, "pick 1");
    assert_eq!(stage.verdict(RED, "detach 3 ESC"), denied("SQ-5.2.3a"));
    assert_eq!(stage.verdict(RED, "detach 0 ESC"), denied("SQ-5.2.3a"));
    stage.act(RED, "detach 2 ESC");
    assert_eq!(fleet(&stage, stage.state.focus.group).expect("the group").ships.0[1], 2);
}

#[test]
fn sq_2_3_3b_a_fleet_is_never_empty() {
    covers!("SQ-2.3.3b");
    let mut stage = groups();
    all(&mut stage, RED, &["pick 1", "detach 1 SCT", "detach 1 ESC"]);
    assert_eq!(stage.verdict(RED, "detach 1 ESC"), denied("SQ-2.3.3b"), "something stays");
}

#[test]
fn sq_2_3_3c_what_is_split_off_in_one_go_is_one_fleet() {
    covers!("SQ-2.3.3c");
    let mut stage = groups();
    all(&mut stage, RED, &["pick 1", "detach 1 SCT", "detach 1 ESC"]);
    assert_eq!(stage.state.fleets.truth().len(), 5);
}

#[test]
fn sq_5_2_3b_in_open_space_fleets_of_one_destination_merge() {
    covers!("SQ-5.2.3b");
    let mut stage = groups();
    stage.act(RED, "pick 2");
    assert_eq!(stage.verdict(RED, "merge 3"), denied("SQ-5.2.3b"));
    assert_eq!(stage.verdict(RED, "merge 1"), denied("SQ-5.2.3a"), "in another hex");
    assert_eq!(stage.verdict(RED, "merge 4"), Ok(()));
}

#[test]
fn sq_r_61_a_merged_fleet_is_a_new_token_that_has_moved_as_far_as_either() {
    covers!("SQ-R-61", "SQ-R-45");
    let mut stage = groups();
    all(&mut stage, RED, &["pick 2", "merge 4"]);
    let merged = stage.state.fleets.truth().iter().find(|fleet| fleet.ships.0[1] == 2 && fleet.token.0 > 4);
    assert_eq!(merged.expect("a new token").used, 1);
}

#[test]
fn sq_5_4_10b_stars_on_the_way_may_be_avoided() {
    covers!("SQ-5.4.10b");
    // Canopus P10 and Draconis Q11 touch; Lacaille O13 to Caph R06 leads past both.
    let mut stage =
        on("four-D", "sheet 0 has USR\nstar Lupi card 51 explored 0\nfleet 1 of 0 at R14 ships 1 ESC");
    stage.act(RED, "pick 1").act(RED, "bound Crucis");
    let offered =
        stage.legal(RED).into_iter().filter(|action| action.starts_with("avoid")).collect::<Vec<_>>();
    assert_eq!(stage.verdict(RED, "avoid Canis"), denied("SQ-5.4.10b"));
    assert_eq!(offered, ["avoid Draconis"]);
    stage.act(RED, "avoid Draconis");
    assert_eq!(fleet(&stage, 1).expect("there").avoid.count_ones(), 1);
    stage.act(RED, "step R13");
}

#[test]
fn sq_5_4_10b_entering_ships_may_avoid_stars() {
    covers!("SQ-5.4.10b");
    let mut stage = on("basic-4", "turn 1 active 0\nsheet 0 has USR\nfleet 60001 of 0 at off ships 2 ESC");
    all(&mut stage, RED, &["pick 60001", "bound Hamal"]);
    assert_eq!(stage.verdict(RED, "avoid Canis"), denied("SQ-5.4.10b"));
    all(&mut stage, RED, &["avoid Barnard", "step AF20"]);
    assert!(stage.legal(RED).iter().any(|action| action.starts_with("step")), "there is a way past Barnard");
}

#[test]
fn withdrawn_ships_may_avoid_the_star_they_left() {
    let mut stage = giving_way();
    stage.act(RED, "pull-all");
    // Behind Barnard, as seen from Hamal.
    let hamal = stage.game.hex_of(stage.game.components.star("Hamal").expect("a star"));
    let hexes =
        stage.legal(RED).into_iter().filter_map(|action| atlas::Hex::parse(action.strip_prefix("retreat ")?));
    let behind = hexes.max_by_key(|hex| hex.distance(hamal)).expect("a hex to withdraw to");
    all(&mut stage, RED, &[&format!("retreat {behind}"), "bound Hamal"]);
    all(&mut stage, BLUE, &["end-move", "end-attack", "end-turn"]);
    let token = stage.state.fleets.truth().iter().find(|fleet| fleet.owner == RED).expect("there").token.0;
    all(&mut stage, RED, &[&format!("pick {token}"), "avoid Barnard"]);
    let steps: Vec<String> =
        stage.legal(RED).into_iter().filter(|action| action.starts_with("step")).collect();
    assert!(!steps.is_empty() && !steps.contains(&"step AC17".to_owned()), "{steps:?}");
}

#[test]
fn sq_5_4_10d_unlimited_communications_free_the_path() {
    covers!("SQ-5.4.10d", "SQ-9.6f");
    let mut stage = at("sheet 0 has USC has USR\nfleet 1 of 0 at AA17 ships 1 ESC");
    stage.act(RED, "pick 1");
    assert_eq!(stage.verdict(RED, "bound Hamal"), denied("SQ-5.4.10d"));
    all(&mut stage, RED, &["step AA18", "step AA17"]);
}

/// Red's scout and two transports meet Blue's scout at Barnard and have to give way.
fn giving_way() -> crate::common::Stage {
    let mut stage = at(
        "star Barnard card 57 explored 0 1\nfleet 1 of 0 at AB17 ships 1 SCT lot 2 CT0 - 0 bound Barnard\nfleet 2 of 1 at AC17 ships 1 SCT",
    );
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
    stage
}

#[test]
fn sq_4_3d_without_warships_the_last_to_come_leaves() {
    covers!("SQ-4.3d", "SQ-5.4.8");
    let stage = giving_way();
    assert_eq!(stage.state.open.frame, Frame::Withdraw { seat: RED, forced: true });
    assert_eq!(stage.verdict(RED, "stay"), denied("SQ-4.3d"));
}

#[test]
fn sq_6_1_4b_ships_withdraw_to_adjacent_hexes_without_a_star() {
    covers!("SQ-6.1.4b", "SQ-R-21");
    let mut stage = giving_way();
    stage.act(RED, "pull-all");
    assert_eq!(stage.verdict(RED, "retreat AA19"), denied("SQ-6.1.4b"));
    assert_eq!(stage.verdict(RED, "retreat AC16"), Ok(()));
}

#[test]
fn sq_6_1_4c_withdrawn_ships_get_another_destination() {
    covers!("SQ-6.1.4c", "SQ-DP-7");
    let mut stage = giving_way();
    all(&mut stage, RED, &["pull-all", "retreat AC16"]);
    assert_eq!(stage.verdict(RED, "bound Barnard"), denied("SQ-6.1.4c"));
    stage.act(RED, "bound Hamal");
    assert_eq!((ships(&stage, RED, "AC16"), stage.to_act()), ([1, 0, 0, 0, 2], Some(BLUE)));
}

#[test]
fn sq_6_1_4e_withdrawn_ships_move_on_in_their_next_turn() {
    covers!("SQ-6.1.4e", "SQ-R-69");
    let mut stage = giving_way();
    all(&mut stage, RED, &["pull-all", "retreat AC16", "bound Hamal"]);
    all(&mut stage, BLUE, &["end-move", "end-attack", "end-turn"]);
    assert_eq!(stage.verdict(RED, "end-move"), denied("SQ-6.1.4e"));
    let token = stage.state.fleets.truth().iter().find(|fleet| fleet.owner == RED).expect("there").token.0;
    stage.act(RED, &format!("pick {token}"));
    assert_eq!(stage.verdict(RED, "done"), denied("SQ-6.1.4e"));
    let step = stage.legal(RED).into_iter().find(|action| action.starts_with("step")).expect("a step");
    all(&mut stage, RED, &[&step, "done", "end-move"]);
}

#[test]
fn sq_4_3b_a_star_is_contested_by_ships_of_two_players() {
    covers!("SQ-4.3b", "SQ-6.0a");
    assert!(matches!(giving_way().state.open.frame, Frame::Withdraw { .. }));
    let mut alone = at(
        "star Barnard card 57 explored 0\nfleet 1 of 0 at AB17 ships 1 SCT bound Barnard\nfleet 2 of 0 at AC17 ships 1 SCT",
    );
    all(&mut alone, RED, &["pick 1", "step AC17", "done", "end-move"]);
    assert_eq!(ships(&alone, RED, "AC17"), [2, 0, 0, 0, 0], "own ships meet in peace");
}

#[test]
fn sq_5_4_5_ships_of_two_players_ignore_each_other_in_open_space() {
    covers!("SQ-5.4.5");
    let mut stage = at(
        "star Barnard card 57 explored 0 1\nfleet 1 of 0 at AB17 ships 1 SCT bound Barnard\nfleet 2 of 1 at AA17 ships 1 ESC bound Hamal\nfleet 3 of 0 at AA17 ships 1 ESC bound Hamal\nfleet 4 of 1 at AC17 ships 1 SCT",
    );
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
    assert!(matches!(stage.state.open.frame, Frame::Withdraw { .. }), "only Barnard is contested");
    all(&mut stage, RED, &["pull-all", "retreat AC16", "bound Hamal"]);
    assert_eq!((ships(&stage, RED, "AA17")[1], ships(&stage, BLUE, "AA17")[1]), (1, 1), "these do not fight");
}

#[test]
fn sq_4_3a_players_with_ships_there_see_the_ships_of_others() {
    covers!("SQ-4.3a");
    let mut stage = at(
        "star Barnard card 57 explored 0 1\nfleet 1 of 0 at AB17 ships 2 SCT bound Barnard\nfleet 2 of 1 at AC17 ships 1 SCT",
    );
    assert!(stage.view(Viewer::Seat(BLUE)).sightings.is_empty());
    all(&mut stage, RED, &["pick 1", "step AC17"]);
    assert_eq!(stage.view(Viewer::Seat(BLUE)).sightings[0].sight.ships.0[0], 2);
}

#[test]
fn sq_5_1a_a_development_raises_the_allowance_of_all_ships() {
    covers!("SQ-5.1a");
    let steps = |held: &str| {
        let mut stage = at(&format!("sheet 0 has USR {held}\nfleet 1 of 0 at AA19 ships 1 ESC\n{SCORPII}"));
        all(&mut stage, RED, &["pick 1", "bound Hamal", "step AA18", "step AA17"]);
        stage.verdict(RED, "step AA16")
    };
    assert_eq!((steps(""), steps("has 3MA")), (denied("SQ-5.4.1"), Ok(())));
}

#[test]
fn sq_4_3e_a_colony_alone_contests_nothing() {
    covers!("SQ-4.3e", "SQ-4.3f", "SQ-5.4.9");
    let mut stage = at(
        "star Barnard card 57 explored 0 1\ncolony Barnard.1 of 1 pop 3\nfleet 1 of 0 at AB17 ships 1 SCT bound Barnard\nfleet 2 of 1 at AA17 ships 1 ESC bound Hamal\nfleet 3 of 0 at AA17 ships 1 ESC bound Hamal\nfleet 4 of 1 at AA19 ships 1 SCT\nfleet 5 of 0 at AA19 ships 1 SCT\nstar Scorpii card 25 explored 0 1",
    );
    all(&mut stage, RED, &["pick 1", "step AC17", "done", "end-move"]);
    assert!(matches!(stage.state.open.frame, Frame::Withdraw { .. }), "only Scorpii is contested");
    all(&mut stage, RED, &["pull-all", "retreat AA20", "bound Hamal"]);
    assert_eq!(stage.state.open.frame, Frame::Planets);
}

#[test]
fn sq_ex_25_arrival_from_entry_two() {
    let game = game("basic-4");
    let turns = |from: &str, to: &str, allowance| {
        game.turns(
            atlas::Hex::parse(from).expect("a hex"),
            game.components.star(to).expect("a star"),
            allowance,
        )
    };
    assert_eq!(turns("A21", "Ceti", 2), 3, "six hexes at two a turn");
    let mut stage = crate::common::at("turn 1 active 1\nfleet 60001 of 1 at off ships 1 ESC");
    all(&mut stage, BLUE, &["pick 60001", "bound Lalande", "step A21", "step A20", "done", "end-move"]);
    assert_eq!(stage.state.open.turn, 2);
    all(&mut stage, BLUE, &["pick 91", "step A19", "step B18"]);
}

#[test]
fn sq_ex_26_clouds_cost_turns() {
    let game = game("basic-4");
    let turns = |from: &str, to: &str| {
        let hex = game.hex_of(game.components.star(from).expect("a star"));
        let to = game.components.star(to).expect("a star");
        [2, 3, 4, 6, 8].map(|allowance| game.turns(hex, to, allowance))
    };
    assert_eq!(turns("Hamal", "Altair"), [2, 2, 2, 2, 2]);
    assert_eq!(turns("Diphda", "Sirius"), [3, 3, 2, 2, 2]);
    assert_eq!(turns("Capella", "Deneb"), [4, 3, 3, 2, 2]);
    assert_eq!(turns("Scorpii", "Barnard"), [2, 1, 1, 1, 1]);
    assert_eq!(turns("Canis", "Ceti"), [7, 5, 4, 3, 2]);
    assert_eq!(turns("Spica", "Vega"), [2, 2, 2, 2, 2]);
}

#[test]
fn sq_ex_27_what_entry_one_reaches() {
    let stage = at("");
    let range = stage.game.range(&stage.state.known(), RED).expect("limited");
    let range = stage.game.range_hexes(range);
    let inside =
        |name: &str| range.contains(stage.game.hex_of(stage.game.components.star(name).expect("a star")));
    assert!(["Scorpii", "Barnard", "Hamal", "Kruger"].into_iter().all(inside));
    assert!(!inside("Altair"));
    assert_eq!(StellarConquest::allowance(&stage.state.sheets.truth()[0]), 2);
}

#[test]
fn sq_5_4_7c_unarmed_meetings_show_nothing_to_the_others() {
    covers!("SQ-5.4.7c", "SQ-4.3d");
    let meet = |ship: &str| {
        let mut stage = at(&format!(
            "star Barnard card 57 explored 0 1\nfleet 1 of 0 at AB17 ships 1 SCT lot 2 CT0 - 0 bound Barnard\nfleet 2 of 1 at AC17 ships 2 {ship}"
        ));
        all(&mut stage, RED, &["pick 1", "step AC17", "done"]);
        stage.act(RED, "end-move");
        let seen = |seat| stage.view(Viewer::Seat(seat)).sightings.iter().map(|seen| seen.sight.turn).max();
        (seen(RED), seen(BLUE), seen(rules::Seat(2)))
    };
    assert_eq!(meet("SCT"), (Some(5), Some(5), None), "no combat, no other viewers");
    assert_eq!(meet("ESC"), (Some(5), Some(5), Some(5)), "a combat is fought in public");
}

#[test]
fn sq_7_3a_a_conquered_colony_is_not_besieged() {
    covers!("SQ-7.3a", "SQ-5.1b");
    let base = |people: u8| {
        let mut stage = at(&format!(
            "star Hamal card 51 explored 0\n{SCORPII}colony Scorpii.1 of {people} by 0 pop 9\nfleet 1 of 0 at AA15 ships 1 ESC\nfleet 2 of 2 at AA19 ships 1 ESC\nfleet 3 of 0 at AA19 ships 1 ESC"
        ));
        let planet = crate::common::planet(&stage, "Scorpii", 1);
        assert_eq!(stage.game.is_besieged(&stage.state.known(), RED, planet), people == 0);
        all(&mut stage, RED, &["pick 1", "bound Altair"]);
        stage.verdict(RED, "step Z14")
    };
    assert_eq!((base(0), base(1)), (denied("SQ-5.1d"), Ok(())));
}

#[test]
fn sq_hid_3_how_many_ships_were_out_of_range_is_not_told() {
    covers!("SQ-5.1e", "SQ-HID-3");
    let mut stage = at("fleet 1 of 0 at X10 ships 1 SCT ships 2 ESC bound Vega");
    all(&mut stage, RED, &["pick 1", "step X09", "done", "end-move"]);
    let told = |viewer| {
        let heard = stage.events.iter().filter_map(|event| rules::Game::redact(&stage.game, event, viewer));
        let lost = heard.filter_map(|event| match event.kind {
            stellar_conquest::EventKind::OutOfRange { lost, .. } => Some(lost),
            _ => None,
        });
        lost.collect::<Vec<_>>()
    };
    assert_eq!(told(Viewer::Seat(RED)), [None, Some(2)]);
    assert_eq!(told(Viewer::Seat(BLUE)), [None]);
}
