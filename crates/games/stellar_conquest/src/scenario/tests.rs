use super::*;

fn told(from: &str, to: &str, id: &str) -> String {
    assert!(SCENARIOS.contains(from), "the test's {from:?} stands in the file");
    let components = Components::load().expect("the embedded files");
    let text = SCENARIOS.replacen(from, to, 1);
    Scenario::of(&text, id, &[], &components).expect_err("a wrong file").to_string()
}

#[test]
fn every_wrong_field_of_a_scenario_is_named() {
    for (from, to, id, wanted) in [
        ("\"turns\": 40", "\"turns\": 41", "basic-4", "defaults, turns: expected 40, found 41"),
        ("\"CT\": 35", "\"CT\": 36", "basic-4", "defaults, start_ships: expected Object"),
        ("\"bonus_iu\": 25", "\"bonus_iu\": 26", "basic-4", "defaults, bonus_iu: expected 25, found 26"),
        ("allowance\": 2", "allowance\": 3", "basic-4", "defaults, movement_allowance: expected 2, found 3"),
        ("[null, 60, 80]", "[null, 60]", "basic-4", "defaults, options, home_tr_limit: expected Array"),
        ("[false, true]", "[true]", "basic-4", "defaults, options, start_with_3MA: expected"),
        ("[36, 40, 60, 80]", "[36]", "basic-4", "defaults, options, turns: expected"),
        ("\"same_hex\"", "\"hex\"", "basic-4", "defaults, options, negotiation: expected"),
        ("\"private\"]", "\"secret\"]", "basic-4", "defaults, options, combat_visibility: expected"),
        ("\"negotiation\":", "\"talk\": [], \"negotiation\":", "basic-4", "there is no option \"talk\""),
        ("\"id\": \"basic-4\"", "\"ident\": \"basic-4\"", "basic-4", "unknown field `ident`"),
        ("\"name\": \"Basic game, four players\", ", "", "basic-4", "missing field `name`"),
        ("\"players\": [4, 4]", "\"players\": [4, 5]", "basic-4", "basic-4, players: expected two numbers"),
        ("\"players\": [4, 4]", "\"players\": [1, 4]", "basic-4", "basic-4, players: expected two numbers"),
        (
            "\"map\": \"full\"",
            "\"map\": \"N\"",
            "basic-4",
            "basic-4, map: expected full, W or E, found \"N\"",
        ),
        ("\"entry\"", "\"gate\"", "basic-4", "basic-4, start: expected entry, star or nova, found \"gate\""),
        ("[1, 2, 3, 4], \"opt", "[1, 2, 3], \"opt", "basic-4", "basic-4, seats: expected one for each of 4"),
        (
            "[1, 2, 3, 4], \"opt",
            "[1, 2, 2, 4], \"opt",
            "basic-4",
            "expected ascending numbers from 1 to 4, found 2",
        ),
        (
            "[1, 2, 3, 4], \"opt",
            "[1, 2, 3, 5], \"opt",
            "basic-4",
            "expected ascending numbers from 1 to 4, found 5",
        ),
        (
            "choice_from\": [1, 2, 3, 4]",
            "choice_from\": [1, 9]",
            "basic-3",
            "seats_free_choice_from: expected",
        ),
        ("[\"home_tr_limit\"]", "[\"home\"]", "basic-4", "options_excluded: expected home_tr_limit, found"),
        ("\"Ceti\", \"Canis\"]", "\"Cetus\", \"Canis\"]", "half-west", "half-west, seats: expected the name"),
        (
            "{\"Canopus\": \"G\"}",
            "{\"Canopus\": \"X\"}",
            "half-west",
            "class_override: expected B, F, G, K or M",
        ),
        (
            "{\"Canopus\": \"G\"}",
            "{\"Canop\": \"G\"}",
            "half-west",
            "class_override: expected the name of a star",
        ),
        (
            "\"star\": \"Draconis\"",
            "\"star\": \"Draco\"",
            "nova",
            "nova, nova, star: expected the name of a star",
        ),
        ("\"kill_radius\": 1", "\"kill_radius\": 2", "nova", "nova, kill_radius: expected 1, found 2"),
        ("turns\": [2, 2]", "turns\": [3, 2]", "nova", "kill_at_end_of_turns: expected 2 and no less"),
        ("from_turn\": 7", "from_turn\": 8", "nova", "range_rule_from_turn: expected 7, found 8"),
        ("is_base\": false", "is_base\": true", "nova", "start_star_is_base: expected false, found true"),
        ("of_turn\": 20", "of_turn\": 21", "nova-20", "at_start_of_turn: expected 20, found 21"),
        ("\"limit\": 40", "\"limit\": 60", "nova-20", "nova, reborn, planet: expected Object"),
        ("\"start\": \"nova\"", "\"start\": \"star\"", "nova", "expected"),
    ] {
        let found = told(from, to, id);
        assert!(found.starts_with("scenarios.json: ") && found.contains(wanted), "{to}: {found}");
    }
}
