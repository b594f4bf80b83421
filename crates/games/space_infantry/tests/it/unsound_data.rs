//! Data files that describe another game than the one that is programmed are refused, field by field.

use serde_json::{Value, json};
use space_infantry::SpaceInfantry;

const MAP: &str = include_str!("../../../../../data/space_infantry/map.json");

/// The error for the printed data with one value changed.
fn changed(pointer: &str, value: Value) -> String {
    let data = include_str!("../../../../../data/space_infantry/data.json");
    let mut data: Value = serde_json::from_str(data).expect("the printed data");
    let place = data.pointer_mut(pointer).unwrap_or_else(|| panic!("the data has {pointer}"));
    assert_ne!(*place, value, "{pointer} changes");
    *place = value;
    SpaceInfantry::read_data(&data.to_string(), MAP)
        .map_or_else(|error| error.to_string(), |_| "read".to_owned())
}

#[track_caller]
fn refused(pointer: &str, value: Value, error: &str) {
    assert_eq!(changed(pointer, value), format!("data.json: {error}"), "{pointer}");
}

#[test]
fn figures_that_are_programmed_cannot_be_changed() {
    refused("/war_effort_levels/1", json!("Tepid War"), "war_effort_levels: expected Peace to Total War");
    refused("/stored_max", json!(6), "stored_max: expected 5");
    refused(
        "/combat/after_all_moves_of_token",
        json!(false),
        "combat.after_all_moves_of_token: expected true (SI-6.1.0e)",
    );
    refused("/total_war_extra_advance", json!(false), "total_war_extra_advance: expected true (SI-6.1.0d)");
    let track = "resource_track: expected three columns, the left one open, rows 6 to 0";
    refused("/resource_track/columns", json!(["left", "right", "middle"]), track);
    refused("/resource_track/open_at_start", json!(["right"]), track);
    refused("/resource_track/rows", json!([6, 5, 4, 3, 2, 0, 1]), track);
    assert_eq!(changed("/points/win", json!(501)), "read", "points are data");
}

#[test]
fn the_status_begins_as_printed() {
    let status = "federation_status: expected Stability at its maximum, Desire and Losses at 0";
    refused("/federation_status/stability/start", json!(4), status);
    refused("/federation_status/stability/lose_at", json!(1), status);
    refused("/federation_status/expansion_desire/start", json!(1), status);
    refused("/federation_status/military_losses/start", json!(1), status);
}

#[test]
fn tokens_technologies_and_pieces_are_those_of_the_box() {
    let rolls = "federation_tokens: expected 1 roll, 2 rolls, 1 roll at -1";
    refused("/federation_tokens/federation_2/rolls", json!(3), rolls);
    refused("/federation_tokens/federation_1m/modifier", json!(0), rolls);
    let techs = "federation_techs: expected the five blue, Warp Gates and the four white technologies";
    refused("/federation_techs/blue/0", json!("translator"), techs);
    refused("/federation_techs/white/0", json!("patrol_routes"), techs);
    refused("/federation_techs/warp_research", json!("engines"), techs);
    let assets =
        "assets: expected 5 Flagships (1 on Sol, 4 locked), 2 Ally Ships, 3 Mine Fields, 1 Sol Defense";
    refused("/assets/flagship/count", json!(6), assets);
    refused("/assets/flagship/on_sol", json!(2), assets);
    refused("/assets/mine_field/count", json!(4), assets);
    refused("/assets/sol/production", json!(2), assets);
    refused("/assets/sol/icon", json!("strike"), assets);
    let pairs = "relationships: expected R1 FE-CT, R2 CT-MU, R3 MU-CY, R4 CY-FE, all Neutral";
    refused("/relationships/0/id", json!("R2"), pairs);
    refused("/relationships/1/start", json!("War"), pairs);
    refused(
        "/contested/lost_prevented",
        json!([4, 3]),
        "contested: expected the faces 1 to 6 in three ascending bands",
    );
}

#[test]
fn a_token_has_a_race_that_has_such_a_token() {
    let race =
        |at: usize| format!("activation_tokens[{at}].race: expected a race that has such a token, or none");
    refused("/activation_tokens/0/race", json!(""), &race(0));
    refused("/activation_tokens/4/race", json!("ME"), &race(4));
    refused("/activation_tokens/19/race", json!("FE"), &race(19));
    refused("/activation_tokens/36/race", json!("FE"), &race(36));
    refused("/activation_tokens/0/easy", json!(2), "activation_tokens[0]: expected 0 or 1 for each level");
}
