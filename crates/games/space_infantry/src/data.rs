//! The printed components (chapter 2 and `components.md`), read from `data/space_infantry` and checked.

use serde::{Deserialize, Serialize};

use crate::ids::{AlienTech, Class, Pair, Race, Resource, Space, TokenKind};

pub(crate) const DATA: &str = include_str!("../../../../data/space_infantry/data.json");
pub(crate) const MAP: &str = include_str!("../../../../data/space_infantry/map.json");

/// What an icon does in combat (C-3.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Icon {
    /// One sword: no die.
    Guard,
    /// Two swords: one die in its own space.
    Strike,
    /// Three swords: one die in its own space and in every adjacent one.
    Command,
}

/// A race as printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaceData {
    /// Its name.
    pub name: String,
    /// Its colour, `#rrggbb`.
    pub color: String,
    /// The highest number of its spaces; fleets spawn there.
    pub track: u8,
    /// Its space 1.
    pub first: Space,
    /// Length of its Technology track.
    pub tech_spaces: u8,
    /// War Effort at the start.
    pub war_effort: i8,
    /// Its six counters.
    pub techs: [AlienTech; 6],
    /// Its named spaces and numbered spaces.
    pub territory: u32,
}

/// A space as printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpaceData {
    /// `SOL`, `FE1`, `APC`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whose territory it is; none for Sol.
    pub race: Option<Race>,
    /// The number of a numbered space; 0 for the others.
    pub number: u8,
    /// Place on the canvas.
    pub x: i32,
    /// Place on the canvas.
    pub y: i32,
    /// Spaces between a settleable space and Sol.
    pub to_sol: u8,
    /// The nearer of the two links of a named space.
    pub near: Space,
    /// The farther of the two links of a named space.
    pub far: Space,
    /// Adjacent spaces, as bits.
    pub links: u32,
    /// Adjacent settleable spaces, the one nearer to Sol first.
    pub named: [Option<Space>; 2],
}

/// An activation token as printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TokenData {
    /// Its id, e.g. `FE-advance-1`.
    pub id: String,
    /// What it does.
    pub kind: TokenKind,
    /// The race it shows.
    pub race: Option<Race>,
    /// In which levels it is used.
    pub levels: [bool; 3],
}

/// An entry of an event table (C-6.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "named after SI-6.2.1.1 to SI-6.2.1.14")]
pub enum Entry {
    ExpansionDesire,
    MilitaryLoss,
    Spend(Resource),
    FreePropaganda,
    FreeBuild,
    ResourcesUp,
    AdvanceTrack,
    AdvanceResearch,
    Alliance,
    FailedAlliance,
    GainTech(Option<Race>),
    WarEffort(Option<Race>),
    SpawnAdvance(Option<Race>, Class),
}

/// A chit and its table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChitData {
    /// `E1` to `E8`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What each die means.
    pub table: [Entry; 6],
}

/// What happens with an allied pair that is allied once more (SI-8.2.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "keywords of C-4.2")]
pub enum Overage {
    Diplomacy,
    Military,
    Research,
}

/// First die of a Galactic Conflict (C-6.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "words of C-6.4")]
pub enum Conflict {
    War,
    Alliance,
    Detente,
}

/// What a Base does (C-3.4, C-5.4).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BaseData {
    /// Normal side, upgraded side.
    pub icons: [Icon; 2],
    /// Has a production icon.
    pub produces: bool,
    /// Flagships released when it is settled for the first time.
    pub flagships: u8,
    /// Resource tokens released then.
    pub resources: Vec<(Resource, u8)>,
    /// Blue technologies released then.
    pub blue: u8,
    /// Warp Gates goes to the 0 % column then.
    pub warp_gates: bool,
}

/// Numbers that compare results (chapter 13).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "named after SI-13.3 and SI-13.4")]
pub struct Points {
    pub win: i32,
    pub per_turn_left: i32,
    pub turn_least: u16,
    pub turn_most: u16,
    pub per_stability: i32,
    pub per_base_if_not_won: i32,
}

/// All components, checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Data {
    /// By race.
    pub races: [RaceData; 5],
    /// By fleet: its name.
    pub fleet_names: [String; 16],
    /// By fleet: its Combat Value.
    pub cv: [u8; 16],
    /// By space.
    pub spaces: [SpaceData; 30],
    /// Width and height of the canvas.
    pub canvas: (i32, i32),
    /// By token.
    pub tokens: Vec<TokenData>,
    /// By level: the Activation Pool.
    pub pools: [u64; 3],
    /// From which effective War Effort an alien token counts, by [`TokenKind`] (C-4.1).
    pub valid_from: [i8; 6],
    /// By pair: what its Overage does.
    pub overage: [Overage; 4],
    /// The pair whose war or alliance calms the Mercenaries.
    pub calming: Pair,
    /// Tokens of each type in the pools at the start.
    pub pool: [u8; 7],
    /// By base.
    pub bases: [BaseData; 6],
    /// Icons of the other pieces: flagship, ally, mine, upgraded mine, Sol Defense, upgraded Sol Defense.
    pub icons: [Icon; 6],
    /// By column 0, 25, 50, 75 %: how far each die moves a technology.
    pub research: [[i8; 6]; 4],
    /// By chit.
    pub chits: [ChitData; 8],
    /// By die: the race, or none for the player's choice.
    pub faction_die: [Option<Race>; 6],
    /// By die: the pair, or none for the player's choice.
    pub relation_die: [Option<Pair>; 6],
    /// By die.
    pub conflict_die: [Conflict; 6],
    /// Dice at the start of a combat, fewest, most.
    pub combat_dice: [u8; 3],
    /// A die of this or more is a hit; with Targeting one of that or more is two.
    pub hit_on: [u8; 2],
    /// Dice below these lose the token; below the second one the effect happens too.
    pub contest: [u8; 2],
    /// The last Federation turn, and the one of a challenge.
    pub last_turn: [u16; 2],
    /// Points of a result.
    pub points: Points,
    /// Highest Stability, Desire and Losses; the first is also where Stability starts.
    pub status_max: [u8; 3],
}
