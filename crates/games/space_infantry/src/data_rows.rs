//! The data files as written, row by row.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::{
    data::{Conflict, Icon, Overage, Points},
    ids::{AlienTech, Base, Class, Column, FedTech, Race, Resource, TokenKind},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) races: Vec<RaceRow>,
    pub(crate) faction_order: Vec<Race>,
    pub(crate) war_effort_levels: Vec<String>,
    pub(crate) token_valid_from_level: BTreeMap<String, i8>,
    pub(crate) total_war_extra_advance: bool,
    pub(crate) relationships: Vec<RelationRow>,
    pub(crate) federation_status: StatusRows,
    pub(crate) resources: Vec<ResourceRow>,
    pub(crate) resource_track: TrackRow,
    pub(crate) stored_max: u8,
    pub(crate) assets: AssetRows,
    pub(crate) bases: Vec<BaseRow>,
    pub(crate) federation_techs: FedTechRows,
    pub(crate) research_chart: BTreeMap<String, [i8; 6]>,
    pub(crate) combat: CombatRow,
    pub(crate) contested: ContestRow,
    pub(crate) faction_die: BTreeMap<String, String>,
    pub(crate) relationship_die: BTreeMap<String, String>,
    pub(crate) galactic_conflict: BTreeMap<String, Conflict>,
    pub(crate) events: Vec<ChitRow>,
    pub(crate) activation_tokens: Vec<TokenRow>,
    pub(crate) queue_size: u8,
    pub(crate) federation_tokens: BTreeMap<String, RollRow>,
    pub(crate) limits: LimitsRow,
    pub(crate) points: Points,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RaceRow {
    pub(crate) code: Race,
    pub(crate) name: String,
    pub(crate) color: String,
    pub(crate) track_length: u8,
    pub(crate) tech_spaces: Vec<u8>,
    pub(crate) start_war_effort: String,
    pub(crate) fleets: Vec<FleetRow>,
    pub(crate) spawn_slots_left_to_right: Vec<Class>,
    pub(crate) techs: Vec<AlienTech>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FleetRow {
    pub(crate) cls: Class,
    pub(crate) name: String,
    pub(crate) cv: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RelationRow {
    pub(crate) id: String,
    pub(crate) pair: [Race; 2],
    pub(crate) start: String,
    pub(crate) overage: Overage,
    #[serde(default)]
    pub(crate) calms_mercenaries: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StatusRows {
    pub(crate) stability: StatusRow,
    pub(crate) expansion_desire: StatusRow,
    pub(crate) military_losses: StatusRow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StatusRow {
    pub(crate) start: u8,
    pub(crate) max: u8,
    #[serde(default)]
    pub(crate) lose_at: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResourceRow {
    pub(crate) code: Resource,
    #[serde(rename = "name")]
    pub(crate) _name: String,
    pub(crate) locked: u8,
    pub(crate) locked_with: String,
    pub(crate) pool: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrackRow {
    pub(crate) columns: Vec<Column>,
    pub(crate) open_at_start: Vec<Column>,
    pub(crate) rows: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AssetRows {
    pub(crate) sol: AssetRow,
    pub(crate) flagship: AssetRow,
    pub(crate) ally_ship: AssetRow,
    pub(crate) mine_field: AssetRow,
    pub(crate) sol_defense: AssetRow,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AssetRow {
    #[serde(default)]
    pub(crate) count: u8,
    #[serde(default)]
    pub(crate) on_sol: u8,
    #[serde(default)]
    pub(crate) locked: u8,
    pub(crate) icon: Icon,
    pub(crate) upgraded: Option<Icon>,
    #[serde(default)]
    pub(crate) production: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BaseRow {
    pub(crate) code: Base,
    pub(crate) icon: Icon,
    pub(crate) upgraded: Icon,
    pub(crate) production: u8,
    pub(crate) unlocks: BTreeMap<String, u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FedTechRows {
    pub(crate) blue: Vec<FedTech>,
    pub(crate) warp_research: FedTech,
    pub(crate) white: Vec<FedTech>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CombatRow {
    pub(crate) base_dice: u8,
    pub(crate) min_dice: u8,
    pub(crate) max_dice: u8,
    pub(crate) hit_on: u8,
    pub(crate) double_hit_on_with_targeting: u8,
    pub(crate) after_all_moves_of_token: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContestRow {
    pub(crate) stays_prevented: Vec<u8>,
    pub(crate) lost_prevented: Vec<u8>,
    pub(crate) lost_happens: Vec<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChitRow {
    pub(crate) chit: String,
    pub(crate) name: String,
    pub(crate) table: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TokenRow {
    pub(crate) id: String,
    pub(crate) kind: TokenKind,
    pub(crate) race: String,
    pub(crate) easy: u8,
    pub(crate) medium: u8,
    pub(crate) hard: u8,
}

#[derive(Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(crate) struct RollRow {
    pub(crate) rolls: u8,
    pub(crate) modifier: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LimitsRow {
    pub(crate) last_turn: u16,
    pub(crate) last_turn_challenge: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MapFile {
    pub(crate) board: BoardRow,
    pub(crate) spaces: Vec<SpaceRow>,
    pub(crate) links: Vec<[String; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardRow {
    pub(crate) width: i32,
    pub(crate) height: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SpaceRow {
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) race: Option<Race>,
    pub(crate) number: Option<u8>,
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) spaces_to_sol: Option<u8>,
    #[serde(default)]
    pub(crate) spawn: bool,
    pub(crate) near_link: Option<String>,
    pub(crate) far_link: Option<String>,
    #[serde(default)]
    pub(crate) production: u8,
    #[serde(default)]
    pub(crate) icon: Option<Icon>,
}

// --- reading ----------------------------------------------------------------------------------------------------------
