//! Chapter 3: what a scenario file may not say, each check with its exact message.

use star_borders::scenario_file::{
    ClassName, ExtraFile, ImperiumFile, InstantFile, LocName, ScenarioFile, SectorFile, ShipFile,
    SpecialFile, SurchargeFile, TriggerFile, WhenFile, WhoFile,
};
use star_borders::{Extra, Side, StarBorders};

/// What is wrong with a printed scenario after an edit: `field: message`.
fn wrong(id: &str, edit: impl FnOnce(&mut ScenarioFile)) -> Vec<String> {
    let mut file = StarBorders::file(id).unwrap();
    edit(&mut file);
    let Err(errors) = StarBorders::check("x.toml", &file) else { return Vec::new() };
    assert!(errors.0.iter().all(|error| error.file == "x.toml"));
    errors.0.into_iter().map(|error| format!("{}: {}", error.place, error.message)).collect()
}

fn fine(id: &str, edit: impl FnOnce(&mut ScenarioFile)) {
    assert_eq!(wrong(id, edit), [""; 0]);
}

fn loc(id: &str) -> LocName {
    LocName(id.into())
}

fn class(name: &str) -> ClassName {
    ClassName(name.into())
}

fn ship(class_name: &str, at: &str) -> ShipFile {
    ShipFile { class: class(class_name), at: loc(at), damaged: false }
}

fn text(id: &str) -> String {
    StarBorders::file(id).unwrap().to_toml()
}

/// Reads scenario A with one piece of its text replaced.
fn reread(from: &str, to: &str) -> String {
    let text = text("A");
    assert!(text.contains(from), "{from:?} is not in {text}");
    match StarBorders::read("x.toml", &text.replacen(from, to, 1)) {
        Ok(_) => "fine".into(),
        Err(errors) => errors.to_string(),
    }
}

#[test]
fn no_1_texts_are_neither_empty_nor_endless_nor_control_characters() {
    fine("A", |file| file.id = "x".repeat(40));
    assert_eq!(wrong("A", |file| file.id = "x".repeat(41)), ["id: expected 1 to 40 characters, found 41"]);
    assert_eq!(wrong("A", |file| file.title.clear()), ["title: expected 1 to 80 characters, found 0"]);
    fine("A", |file| file.briefing = "two\nlines".into());
    let escape = "expected text without control characters";
    assert_eq!(wrong("A", |file| file.title = "\u{1b}[2J".into()), [format!("title: {escape}")]);
    assert_eq!(wrong("A", |file| file.author = Some("\u{7}".into())), [format!("author: {escape}")]);
    assert_eq!(wrong("A", |file| file.teaches[1] = "\t".into()), [format!("teaches[1]: {escape}")]);
}

#[test]
fn no_1_the_file_follows_the_schema_and_errors_name_line_and_column() {
    assert_eq!(reread("\"fixed\"", "\"alternate\""), "fine");
    let line = |needle: &str| text("A").lines().position(|line| line.starts_with(needle)).unwrap() + 1;
    assert_eq!(
        reread("\"fixed\"", "\"fix\""),
        format!(
            "x.toml: line {}, column 8: unknown variant `fix`, expected one of `fixed`, `alternate`, `roll`",
            line("mode")
        )
    );
    assert_eq!(
        reread("lp = 4", "lp = \"four\""),
        format!(
            "x.toml: line {}, column 6: invalid type: string \"four\", expected a whole number",
            line("lp")
        )
    );
    assert_eq!(
        reread("lp = 4", "lp = 4.5"),
        format!(
            "x.toml: line {}, column 6: invalid type: floating point `4.5`, expected a whole number",
            line("lp")
        )
    );
    let start = line("start");
    assert_eq!(
        reread("start = 8", "start = 8\nfoo = 1"),
        format!(
            "x.toml: line {}, column 1: unknown field `foo`, expected `start` or `sudden_death`",
            start + 1
        )
    );
    assert_eq!(
        reread("start = 8", "start ="),
        format!("x.toml: line {start}, column 8: string values must be quoted, expected literal string")
    );
    assert_eq!(
        StarBorders::read("x.toml", "").unwrap_err().to_string(),
        "x.toml: line 1, column 1: missing field `id`"
    );
    assert_eq!(
        StarBorders::read("x.json", "{\n \"id\": 3}").unwrap_err().to_string(),
        "x.json: line 2, column 8: invalid type: integer `3`, expected a string"
    );
    assert_eq!(
        StarBorders::read("x", "{\"id\": ").unwrap_err().to_string(),
        "x: line 1, column 7: EOF while parsing a value"
    );
}

#[test]
fn no_1_unknown_fields_are_refused_inside_tagged_entries_too() {
    let entry = |list: &str| {
        let found = reread("[victory]\n", &format!("[victory]\n{list}\n"));
        found
            .split_once("column ")
            .and_then(|(_, rest)| rest.split_once(": "))
            .map(|(_, what)| what.to_owned())
    };
    let handicap = "extra = [{ kind = \"handicap\", vp = 1, foo = 2 }]";
    assert_eq!(entry(handicap), Some("unknown field `foo`, expected `side` or `vp`".into()));
    let fleet =
        "instant = [{ when = \"end_of_game_turn\", condition = \"opponent_has_no_ships\", lead = 2 }]";
    assert_eq!(entry(fleet), Some("unknown field `lead`, expected `when` or `side`".into()));
    let untagged = "extra = [{ vp = 1 }]";
    assert_eq!(entry(untagged), Some("missing field `kind`".into()));
    let special = "id = \"A\"\nspecial = [{ rule = \"truce\", until_box = 3, side = \"A\" }]";
    assert!(reread("id = \"A\"", special).ends_with("unknown field `side`, expected `until_box`"));
    let unknown = "id = \"A\"\nspecial = [{ rule = \"fog\" }]";
    assert!(reread("id = \"A\"", unknown).contains("unknown variant `fog`, expected one of `draw_pool`"));
}

#[test]
fn no_1_numbers_stay_within_their_range() {
    let number = |field: &str, range: &str, found: i64| {
        [format!("{field}: expected a number from {range}, found {found}")]
    };
    fine("A", |file| file.countdown.start = 12);
    fine("A", |file| file.countdown.start = 1);
    assert_eq!(wrong("A", |file| file.countdown.start = 13), number("countdown.start", "1 to 12", 13));
    assert_eq!(wrong("A", |file| file.countdown.start = 0), number("countdown.start", "1 to 12", 0));
    let death =
        |box_: &str, die: i64| wrong("A", |file| file.countdown.sudden_death.extend([(box_.into(), die)]));
    assert_eq!(death("12", 6), [""; 0]);
    assert_eq!(death("4", 7), number("countdown.sudden_death.4", "1 to 6", 7));
    assert_eq!(death("13", 1), ["countdown.sudden_death.13: expected a box from 1 to 12, found \"13\""]);
    assert_eq!(death("04", 1), ["countdown.sudden_death.04: expected a box from 1 to 12, found \"04\""]);
    let low = i64::MIN;
    assert_eq!(wrong("A", |file| file.layout[0].x = low), number("layout[0].x", "-100000 to 100000", low));
    assert_eq!(
        wrong("A", |file| file.victory.vp.control = 100),
        number("victory.vp.control", "-99 to 99", 100)
    );
    let markers = |forts, fortresses| {
        wrong("A", |file| {
            file.sides.alliance.fort_markers = Some(forts);
            file.sides.alliance.fortress_markers = Some(fortresses);
        })
    };
    assert_eq!(markers(9, 2), [""; 0]);
    assert_eq!(markers(10, 2), number("sides.A.fort_markers", "0 to 9", 10));
    assert_eq!(markers(9, 3), number("sides.A.fortress_markers", "0 to 2", 3));
}

#[test]
fn no_2_each_sector_once_without_overlap_and_joined() {
    let add = |sector: &str, rot: i64, x: i64| {
        wrong("A", |file| file.layout.push(SectorFile { sector: sector.into(), rot, x, y: 0 }))
    };
    assert_eq!(add("DL", 0, 5000), ["layout[3].sector: expected each sector once, found \"DL\" again"]);
    assert_eq!(add("XX", 0, 5000), ["layout[3].sector: expected DL, ZT, TH, OM, SG or KP, found \"XX\""]);
    assert_eq!(add("ZT", 45, 5000), ["layout[3].rot: expected 0, 90, 180 or 270, found 45"]);
    assert_eq!(add("ZT", 0, 1950), ["layout: expected all sectors to be joined by links, found some apart"]);
    assert_eq!(
        add("ZT", 0, 1949),
        ["layout[3]: expected sectors that do not overlap, but it covers layout[2]"]
    );
    let above =
        |y: i64| wrong("A", |file| file.layout.push(SectorFile { sector: "ZT".into(), rot: 0, x: 550, y }));
    // Above Delta, whose upper edge has open links: touching joins, one hundredth more overlaps, one less parts.
    assert_eq!(above(-850), [""; 0]);
    assert_eq!(above(-849), ["layout[3]: expected sectors that do not overlap, but it covers layout[1]"]);
    assert_eq!(above(-851), ["layout: expected all sectors to be joined by links, found some apart"]);
    let errors = wrong("A", |file| file.layout.clear());
    assert_eq!(errors[0], "layout: expected at least one sector");
    assert_eq!(errors[1], "sides.A.bases[0]: expected a location of the layout, found \"TH1\"");
}

#[test]
fn no_3_every_named_location_exists_in_the_layout() {
    let missing = |field: &str| [format!("{field}: expected a location of the layout, found \"ZT1\"")];
    assert_eq!(wrong("A", |file| file.sides.alliance.bases[0] = loc("ZT1")), missing("sides.A.bases[0]"));
    assert_eq!(wrong("A", |file| file.sides.imperium.control[1] = loc("ZT1")), missing("sides.I.control[1]"));
    assert_eq!(
        wrong("A", |file| file.sides.alliance.ships[3].at = loc("ZT1")),
        missing("sides.A.ships[3].at")
    );
    assert_eq!(
        wrong("A", |file| file.sides.alliance.disrupted.push(loc("ZT1"))),
        missing("sides.A.disrupted[0]")
    );
    let fortified = wrong("A", |file| file.sides.alliance.fortified.extend([(loc("ZT1"), 1)]));
    assert_eq!(fortified, missing("sides.A.fortified.ZT1"));
    let arrival = wrong("C", |file| file.sides.alliance.reinforcements[0].at = Some("DL1".into()));
    let expected = "sides.A.reinforcements[0].at: expected a location of the layout, found \"DL1\"";
    assert_eq!(arrival, [expected]);
    let extra = ExtraFile::Location { side: WhoFile::Both, loc: loc("ZT1"), vp: 1 };
    assert_eq!(wrong("A", |file| file.victory.extra.push(extra)), missing("victory.extra[0].loc"));
    let links = SpecialFile::ClosedLinks { links: vec![[loc("TH1"), loc("ZT1")]] };
    assert_eq!(wrong("A", |file| file.special.push(links)), missing("special[0].links[0]"));
}

#[test]
fn no_4_bases_and_control_are_planets_each_owned_once() {
    let asteroids = wrong("A", |file| file.sides.alliance.control[0] = loc("TH4"));
    assert_eq!(asteroids, ["sides.A.control[0]: expected a Planet, found \"TH4\" (Asteroids)"]);
    let deep = wrong("A", |file| file.sides.imperium.bases[0] = loc("SG5"));
    assert_eq!(deep, ["sides.I.bases[0]: expected a Planet, found \"SG5\" (Deep Space)"]);
    let again = wrong("A", |file| file.sides.alliance.control.push(loc("TH1")));
    assert_eq!(again, ["sides.A.control[2]: expected each planet once, found \"TH1\" again"]);
    let both = wrong("A", |file| file.sides.imperium.bases.push(loc("TH2")));
    assert_eq!(
        both,
        ["sides.I.bases[1]: expected a planet of one side, found \"TH2\", which the Alliance owns"]
    );
    fine("A", |file| file.sides.alliance.control.push(loc("DL1")));
}

#[test]
fn no_5_not_more_counters_than_the_box_holds_and_only_own_classes() {
    let with = |name: &'static str, count: usize| {
        wrong("A", |file| file.sides.alliance.ships = vec![ship(name, "TH1"); count])
    };
    for (name, count) in [("Starship", 2), ("Comship", 1), ("Scout", 4), ("Auxiliary", 4), ("Salvager", 2)] {
        assert_eq!(with(name, count), [""; 0]);
        let message = format!("expected at most {count} counters of its type, found one more: {name}");
        assert_eq!(with(name, count + 1), [format!("sides.A.ships[{count}].class: {message}")]);
    }
    // Both classes of a two-class counter come out of the same heap, wherever the file lists them.
    let mixed = wrong("A", |file| {
        file.sides.alliance.ships = vec![ship("Scout", "TH1"), ship("Escort", "TH1")];
        file.sides.alliance.eliminated = vec![class("Scout"), class("Escort"), class("Escort")];
    });
    let message = "sides.A.eliminated[2]: expected at most 4 counters of its type, found one more: Escort";
    assert_eq!(mixed, [message]);
    let theirs = wrong("A", |file| file.sides.alliance.ships[0].class = class("Dominator"));
    let message =
        "sides.A.ships[0].class: expected a class of the Alliance, found \"Dominator\" of the Imperium";
    assert_eq!(theirs, [message]);
    let unknown = wrong("A", |file| file.sides.alliance.off_map.push(class("Cruiser")));
    assert_eq!(unknown, ["sides.A.off_map[0]: expected a ship class, found \"Cruiser\""]);
}

#[test]
fn no_6_only_two_step_ships_start_damaged() {
    fine("A", |file| file.sides.imperium.ships[0].damaged = true);
    let patroller = wrong("A", |file| file.sides.imperium.ships[3].damaged = true);
    assert_eq!(
        patroller,
        ["sides.I.ships[3].damaged: expected false, because a Patroller has only one step"]
    );
}

#[test]
fn no_7_fortifications_stand_on_own_planets_within_the_markers() {
    let put = |planets: &[&str]| {
        let planets: Vec<_> = planets.iter().map(|id| (loc(id), 1)).collect();
        wrong("F", |file| file.sides.alliance.fortified = planets.into_iter().collect())
    };
    assert_eq!(put(&["TH1", "TH2", "TH3", "OM2"]), [""; 0]);
    assert_eq!(
        put(&["TH2", "TH3", "OM2", "OM3"]),
        ["sides.A.fortified: expected at most 3 Fortified markers on other planets, found 4"]
    );
    assert_eq!(
        put(&["TH1", "OM1"]),
        ["sides.A.fortified: expected at most 1 Fortress markers on bases, found 2"]
    );
    assert_eq!(put(&["KP2"]), ["sides.A.fortified.KP2: expected a planet of the Alliance, found \"KP2\""]);
    let burning = wrong("D", |file| file.sides.alliance.disrupted.push(loc("OM1")));
    assert_eq!(burning, ["sides.A.fortified.OM1: expected a planet that is not Disrupted"]);
    fine("D", |file| file.sides.alliance.disrupted.push(loc("OM2")));
    let neutral = wrong("D", |file| file.sides.alliance.disrupted.push(loc("DL1")));
    assert_eq!(neutral, ["sides.A.disrupted[0]: expected a planet of the Alliance, found \"DL1\""]);
}

#[test]
fn no_8_ships_of_both_sides_meet_only_in_deep_space() {
    let meet = |at: &'static str| {
        wrong("A", |file| {
            file.sides.alliance.ships.push(ship("Smuggler", at));
            file.sides.imperium.ships.push(ship("Raider", at));
        })
    };
    assert_eq!(meet("DL10"), [""; 0]);
    assert_eq!(
        meet("DL8"),
        ["sides.I.ships[5].at: expected no ships of both sides outside Deep Space, found both at \"DL8\""]
    );
}

#[test]
fn no_9_lp_within_the_capacity_and_honor_for_the_imperium() {
    fine("A", |file| file.sides.alliance.lp = 8);
    let rich = wrong("A", |file| file.sides.alliance.lp = 9);
    assert_eq!(rich, ["sides.A.lp: expected at most the capacity of 8, found 9"]);
    let default = wrong("A", |file| (file.sides.imperium.lp, file.sides.imperium.lp_capacity) = (7, None));
    assert_eq!(default, ["sides.I.lp: expected at most the capacity of 6, found 7"]);
    fine("A", |file| file.sides.imperium.honor = Some(6));
    let proud = wrong("A", |file| file.sides.imperium.honor = Some(7));
    assert_eq!(proud, ["sides.I.honor: expected a number from 0 to 6, found 7"]);
    fine("A", |file| file.sides.alliance.honor = Some(0));
    let free = wrong("A", |file| file.sides.alliance.honor = Some(1));
    assert_eq!(free, ["sides.A.honor: expected 0, because only the Imperium has Honor"]);
    // The turn of a reinforcement: see sb_r50.
}

#[test]
fn no_10_cards_come_from_the_deck_and_only_once() {
    let double = wrong("B", |file| file.deck.push(12));
    assert_eq!(double, ["deck[11]: expected each card once, found 12 again"]);
    let unknown = wrong("B", |file| file.deck.push(13));
    assert_eq!(unknown, ["deck[11]: expected a number from 1 to 12, found 13"]);
    fine("B", |file| file.sides.alliance.hand = vec![10, 11]);
    let absent = wrong("B", |file| file.sides.alliance.hand = vec![9]);
    assert_eq!(absent, ["sides.A.hand[0]: expected a card of the deck"]);
    let shared = wrong("B", |file| {
        file.sides.alliance.hand = vec![1, 2];
        file.sides.imperium.hand = vec![3, 2];
    });
    assert_eq!(shared, ["sides.I.hand[1]: expected a card in one hand only, found 2 in both"]);
    let deal = |alliance, imperium| {
        wrong("B", |file| {
            file.sides.alliance.hand = vec![1];
            file.sides.alliance.random_cards = Some(alliance);
            file.sides.imperium.random_cards = Some(imperium);
        })
    };
    assert_eq!(deal(5, 5), [""; 0]);
    let message = "expected at most the 10 cards left in the deck for both sides, found 11";
    assert_eq!(deal(5, 6), [format!("sides.I.random_cards: {message}")]);
    let off = wrong("B", |file| {
        file.features.cards = false;
        file.sides.alliance.hand = vec![1];
        file.sides.imperium.random_cards = Some(1);
    });
    assert_eq!(
        off,
        [
            "deck: expected no cards, because the feature `cards` is off",
            "sides.A.hand: expected no cards, because the feature `cards` is off",
            "sides.I.random_cards: expected 0, because the feature `cards` is off",
        ]
    );
    fine("A", |file| file.sides.alliance.random_cards = Some(0));
}

#[test]
fn no_11_special_rules_have_what_they_need() {
    let empty = wrong("G", |file| {
        file.sides.alliance.pool.clear();
        file.sides.imperium.pool.clear();
    });
    assert_eq!(empty, ["special: expected ships in a `pool`, because there is a draw_pool rule"]);
    fine("G", |file| file.sides.alliance.pool.clear());
    let pool = wrong("G", |file| file.special.clear());
    let message = "expected no pool, because there is no draw_pool rule";
    assert_eq!(pool, [format!("sides.A.pool: {message}"), format!("sides.I.pool: {message}")]);
    let buy = |name: &str| SpecialFile::HonorRequisition {
        side: ImperiumFile::I,
        class: class(name),
        cost: 2,
        limit: 1,
    };
    let gone = wrong("F", |file| file.special = vec![buy("Dominator")]);
    assert_eq!(gone, ["special[0].class: expected a class of sides.I.off_map, found \"Dominator\""]);
    let twice = wrong("F", |file| file.special.push(buy("Specter")));
    assert_eq!(twice, ["special[1].rule: expected this rule only once for a side"]);
}

#[test]
fn the_parameters_of_special_rules_are_checked() {
    let with = |rules: Vec<SpecialFile>| wrong("A", |file| file.special = rules);
    let bonus = |side, lp| SpecialFile::IncomeBonus { side, lp };
    assert_eq!(with(vec![bonus(WhoFile::A, 1), bonus(WhoFile::I, 12)]), [""; 0]);
    assert_eq!(
        with(vec![bonus(WhoFile::A, 13)]),
        ["special[0].lp: expected a number from 0 to 12, found 13"]
    );
    let again = ["special[1].rule: expected this rule only once for a side"];
    assert_eq!(with(vec![bonus(WhoFile::A, 1), bonus(WhoFile::Both, 1)]), again);
    assert_eq!(with(vec![SpecialFile::Truce { until_box: 1 }, SpecialFile::Truce { until_box: 2 }]), again);
    let off = |side| SpecialFile::NoReplacements { side };
    assert_eq!(with(vec![off(WhoFile::I), off(WhoFile::I)]), again);
    assert_eq!(with(vec![off(WhoFile::A), off(WhoFile::I)]), [""; 0]);
    let links = SpecialFile::ClosedLinks { links: vec![[loc("TH1"), loc("TH2")]] };
    assert_eq!(
        with(vec![links]),
        ["special[0].links[0]: expected a link of the map, found \"TH1\" to \"TH2\""]
    );
    let holes = SpecialFile::ClosedWormholes { locs: vec![loc("DL1")] };
    assert_eq!(with(vec![holes]), ["special[0].locs[0]: expected a Wormhole, found \"DL1\" (Planet)"]);
    // Without a draw the frozen countdown would never move again.
    let pool = SpecialFile::DrawPool {
        cold_draw: 0,
        mobilize_draw: 13,
        surcharge: SurchargeFile { alliance: -1, imperium: 0 },
        trigger: TriggerFile::FirstBattle,
        freeze_countdown: true,
    };
    assert_eq!(
        wrong("G", |file| file.special = vec![pool]),
        [
            "special[0].cold_draw: expected a number from 1 to 12, found 0",
            "special[0].mobilize_draw: expected a number from 1 to 12, found 13",
            "special[0].surcharge.A: expected a number from 0 to 12, found -1",
        ]
    );
    let buy =
        SpecialFile::HonorRequisition { side: ImperiumFile::I, class: class("Specter"), cost: 7, limit: 2 };
    assert_eq!(
        wrong("F", |file| file.special = vec![buy]),
        ["special[0].cost: expected a number from 0 to 6, found 7", "special[0].limit: expected 1, found 2"]
    );
}

#[test]
fn the_parameters_of_victory_are_checked() {
    let own = ExtraFile::ClassEliminated { side: WhoFile::A, enemy_class: class("Comship"), vp: 1 };
    assert_eq!(
        wrong("A", |file| file.victory.extra.push(own)),
        ["victory.extra[0].enemy_class: expected a class of the Imperium, found \"Comship\""]
    );
    let both = ExtraFile::ClassEliminated { side: WhoFile::Both, enemy_class: class("Comship"), vp: 1 };
    let mut file = StarBorders::file("A").unwrap();
    file.victory.extra.push(both);
    let extra = StarBorders::check("x", &file).unwrap().scenario.victory.extra[0];
    assert!(matches!(extra, Extra::ClassEliminated { side: Some(Side::Imperium), .. }));
    let none = ExtraFile::ShipsDestroyed { side: WhoFile::A, per: 0, vp: 100 };
    assert_eq!(
        wrong("A", |file| file.victory.extra.push(none)),
        [
            "victory.extra[0].per: expected a number from 1 to 99, found 0",
            "victory.extra[0].vp: expected a number from -99 to 99, found 100",
        ]
    );
    let when = WhenFile::EndOfPlayerTurn;
    let lead = InstantFile::VpLead { when, side: WhoFile::Both, lead: 0 };
    let nothing = InstantFile::ControlsAll { when, side: WhoFile::A, locs: vec![] };
    let belt = InstantFile::ControlsAll { when, side: WhoFile::A, locs: vec![loc("DL1"), loc("DL6")] };
    assert_eq!(
        wrong("A", |file| file.victory.instant = vec![lead, nothing, belt]),
        [
            "victory.instant[0].lead: expected a number from 1 to 99, found 0",
            "victory.instant[1].locs: expected at least one planet",
            "victory.instant[2].locs[1]: expected a Planet, found \"DL6\" (Asteroids)",
        ]
    );
}

#[test]
fn all_errors_are_told_at_once() {
    let errors = wrong("A", |file| {
        file.title.clear();
        file.countdown.start = 99;
        file.sides.alliance.lp = 99;
        file.sides.imperium.ships[4].at = loc("nowhere");
    });
    let fields: Vec<&str> = errors.iter().filter_map(|error| error.split(':').next()).collect();
    assert_eq!(fields, ["title", "countdown.start", "sides.A.lp", "sides.I.ships[4].at"]);
}

#[test]
fn no_12_warnings_do_not_refuse_a_scenario() {
    let warnings = |id: &str, edit: &dyn Fn(&mut ScenarioFile)| {
        let mut file = StarBorders::file(id).unwrap();
        edit(&mut file);
        let game = StarBorders::check("x", &file).unwrap_or_else(|errors| panic!("{errors}"));
        game.warnings().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(warnings("A", &|_| ()), [""; 0]);
    // 40 to 34 differ by 15 %, 40 to 32 by exactly 20 %, 40 to 31 by more.
    let fleet = |names: &'static [&'static str]| {
        warnings("A", &move |file| {
            file.sides.alliance.ships = names.iter().map(|name| ship(name, "TH1")).collect();
        })
    };
    assert_eq!(fleet(&["Starship", "Starship", "Scout", "Scout", "Scout"]), [""; 0]);
    let more = "sides: the force points differ by more than 20 %: Alliance 31, Imperium 40";
    assert_eq!(fleet(&["Starship", "Starship", "Scout", "Scout", "Auxiliary"]), [more]);
    let homeless = warnings("A", &|file| file.sides.imperium.bases.clear());
    assert_eq!(homeless, ["sides.I.bases: the Imperium has no Sector Base"]);
    assert_eq!(warnings("F", &|_| ()), ["sides: no planet is neutral"]);
    let close = |base: &'static str| warnings("A", &move |file| file.sides.alliance.bases.push(loc(base)));
    // From Throneward two steps by Ironhold to Talon, three by Picket Reach and First Eye to Calliope.
    assert_eq!(close("DL2"), ["sides: the bases DL2 and SG1 lie only 2 apart"]);
    assert_eq!(close("DL4"), [""; 0]);
    let cut = warnings("A", &|file| {
        file.special.push(SpecialFile::ClosedLinks {
            links: vec![[loc("TH3"), loc("TH1")], [loc("TH3"), loc("TH5")]],
        });
    });
    assert_eq!(cut, ["special: some locations cannot be reached"]);
}

#[test]
fn a_file_written_out_reads_back_the_same() {
    for id in ["A", "B", "C", "D", "E", "F", "G", "H:1", "H:2"] {
        let file = StarBorders::file(id).unwrap();
        let toml = ScenarioFile::parse("x.toml", &file.to_toml()).unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(toml, file);
        let json = serde_json::to_string(&file).unwrap();
        assert_eq!(StarBorders::read("x.json", &json), StarBorders::scenario(id));
    }
}

/// `STARBOARD_UPDATE=1 cargo test -p star_borders the_schema` writes the file anew.
#[test]
fn the_schema_beside_the_scenarios_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/star_borders/scenario.schema.json");
    let schema = serde_json::to_string_pretty(&StarBorders::schema()).unwrap() + "\n";
    if std::env::var_os("STARBOARD_UPDATE").is_some() {
        std::fs::write(path, &schema).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == schema, "data/star_borders/scenario.schema.json is stale: see the comment of this test");
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let schema = StarBorders::schema();
    assert_eq!(schema["additionalProperties"], false);
    let definitions = schema["$defs"].as_object().unwrap();
    for (name, definition) in definitions {
        if definition["type"] == "object" {
            assert_eq!(definition["additionalProperties"], false, "{name}");
        }
        for variant in definition["oneOf"].as_array().into_iter().flatten() {
            if variant["type"] == "object" {
                assert_eq!(variant["additionalProperties"], false, "{name}");
            }
        }
    }
    let side = &definitions["SideFile"]["properties"];
    assert_eq!((&side["lp"]["minimum"], &side["lp"]["maximum"]), (&0.into(), &12.into()));
    assert_eq!(definitions["ClassName"]["enum"].as_array().unwrap().len(), 16);
    assert_eq!(
        definitions["CountdownFile"]["properties"]["sudden_death"]["additionalProperties"]["maximum"],
        6
    );
}

/// The template with every example uncommented: a line that begins with `# ` and reads as TOML once the sign is gone.
#[test]
fn the_examples_of_the_template_are_valid() {
    let template = include_str!("../../../../../data/star_borders/template.toml");
    let example = |line: &str| {
        let bare = line.trim_start().strip_prefix("# ")?;
        let bare = bare.trim_start();
        let field =
            bare.starts_with(['{', ']']) || bare.split_once(" = ").is_some_and(|(key, _)| !key.contains(' '));
        field.then(|| format!("{bare}\n"))
    };
    let text: String =
        template.lines().map(|line| example(line).unwrap_or_else(|| format!("{line}\n"))).collect();
    assert!(text.matches("\nspecial = [").count() == 1 && text.contains("\nhonor = 2"), "{text}");
    assert!(template.lines().filter(|line| example(line).is_some()).count() >= 14);
    if let Err(errors) = StarBorders::read("template.toml", &text) {
        panic!("{errors}\n{text}");
    }
}
