//! Broken files, positions, actions and rolls: a clear error, never a panic.

use laws::SplitMix64;
use rules::{Dice, Notation};
use space_infantry::SpaceInfantry;

use crate::stage::{actions, game, token};

#[test]
fn broken_data_files_name_file_field_and_expectation() {
    let data = include_str!("../../../../../data/space_infantry/data.json");
    let map = include_str!("../../../../../data/space_infantry/map.json");
    let error = |data: &str, map: &str| SpaceInfantry::read_data(data, map).unwrap_err().to_string();
    assert!(error("{", map).starts_with("data.json: line 1, column 1: EOF"));
    assert!(error(data, "[]").starts_with("map.json: line 1"));
    let unknown = data.replacen("\"queue_size\"", "\"extra\": 1, \"queue_size\"", 1);
    assert!(error(&unknown, map).contains("unknown field `extra`"));
    assert_eq!(
        error(&data.replace("\"queue_size\": 5", "\"queue_size\": 6"), map),
        "data.json: queue_size: expected 5"
    );
    let renamed = data.replacen("\"id\": \"FE-advance-2\"", "\"id\": \"FE-advance-1\"", 1);
    assert_eq!(error(&renamed, map), "data.json: activation_tokens[1].id: expected an id that occurs once");
    let linked = map.replacen("\"near_link\": \"FE2\"", "\"near_link\": \"CT2\"", 1);
    assert_eq!(
        error(data, &linked),
        "map.json: spaces[24].near_link: expected a numbered space it is linked to"
    );
    assert_eq!(
        SpaceInfantry::scenario("insane").unwrap_err().to_string(),
        "scenario: name: expected easy, medium or hard, perhaps with `:LAST_TURN`, found \"insane\""
    );
}

#[test]
fn broken_actions_and_rolls_are_refused() {
    let game = game("easy");
    for text in [
        "",
        "move",
        "move flagship SOL",
        "settle ASC castle",
        "bypass 0",
        "bypass 6",
        "use 7",
        "out_maneuver 5",
        "give",
        "reroll with BUI",
        "accept now",
        "place XXX",
        "expand with track left 3 BUI",
        "fly",
    ] {
        assert!(game.read_action(text).is_err(), "{text:?}");
    }
    for text in ["", "dice 0", "dice 7", "dice 1 1 1 1 1 1", "draw 0", "draw 59", "draw x", "cards 3"] {
        assert!(game.read_roll(text).is_err(), "{text:?}");
    }
}

/// Cuts, doubles and changes lines and characters of positions: reading them must not panic, and what is read must be
/// sound.
#[test]
fn mangled_positions_are_refused_or_sound() {
    let mut dice = SplitMix64(5);
    let mut fight = token("FE-advance-1", "war FE 3\nat SOL: flagship\nat FE1: FE scout\nstored: ESP\n");
    fight.chance("combat 1 1 1 1");
    let bases = [
        actions(
            "at SOL: flagship, mine_up\nat CUA: FE raider from FE2\nattache FE new\nengines used\nstored: BUI MAN\ncolumn middle\ntrack middle: 2 RES\n",
        ),
        fight,
    ];
    let letters: Vec<char> = "0123456789 ,:*-_ABCDEFGabcdefg{}[]\"\n".chars().collect();
    let (mut read, mut refused) = (0, 0);
    for stage in &bases {
        let text: Vec<char> = stage.game.write_position(&stage.state).chars().collect();
        for _ in 0..4000 {
            let mut mangled = text.clone();
            for _ in 0..=dice.below(3) {
                let at = dice.below(mangled.len() as u32) as usize;
                match dice.below(3) {
                    0 => {
                        mangled.remove(at);
                    }
                    1 => mangled.insert(at, letters[dice.below(letters.len() as u32) as usize]),
                    _ => mangled[at] = letters[dice.below(letters.len() as u32) as usize],
                }
            }
            let mangled: String = mangled.into_iter().collect();
            match stage.game.read_position(&mangled) {
                Ok(state) => {
                    read += 1;
                    stage.game.check_conservation(&state.board).expect("a sound table");
                }
                Err(error) => {
                    refused += 1;
                    assert!(!error.to_string().is_empty());
                }
            }
        }
    }
    assert!(read > 30 && refused > 1000, "{read} read, {refused} refused");
}
