//! The scenario file as it is written: fields and words, not yet checked against the components.
//!
//! Numbers are wide and names are text on purpose: a wrong one is then reported by
//! [`scenario_check`](crate::scenario_check) with its field, together with all the others.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Class, ScenarioErrors, Side};

/// A Star Borders scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Star Borders scenario")]
pub struct ScenarioFile {
    /// Its short name.
    #[schemars(length(min = 1, max = 40))]
    pub id: String,
    /// Its title.
    #[schemars(length(min = 1, max = 80))]
    pub title: String,
    /// Its place in the menu.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<i64>,
    /// Who made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The story.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub briefing: String,
    /// What a beginner meets here for the first time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teaches: Vec<String>,
    /// The sectors and how they lie.
    #[schemars(length(min = 1, max = 6))]
    pub layout: Vec<SectorFile>,
    /// Cards in play, those of the starting hands among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(inner(range(min = 1, max = 12)), extend("uniqueItems" = true))]
    pub deck: Vec<i64>,
    /// Special rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub special: Vec<SpecialFile>,
    /// The turn track.
    pub countdown: CountdownFile,
    /// Who goes first.
    pub initiative: InitiativeFile,
    /// Which chapters of the rules are in use.
    pub features: FeaturesFile,
    /// What each side starts with.
    pub sides: SidesFile,
    /// How it is won.
    pub victory: VictoryFile,
    /// Notes of an editor; ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub derived: Option<serde_json::Map<String, serde_json::Value>>,
}

/// The id of a location, `DL1`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("pattern" = "^(DL|ZT|TH|OM|SG|KP)[0-9]{1,2}$"))]
pub struct LocName(pub String);

/// The name of a ship class, `Starship`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(extend("enum" = Class::ALL.map(Class::name)))]
pub struct ClassName(pub String);

/// A sector and how it lies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SectorFile {
    /// Which one.
    #[schemars(extend("enum" = ["DL", "ZT", "TH", "OM", "SG", "KP"]))]
    pub sector: String,
    /// Degrees clockwise.
    #[schemars(extend("enum" = [0, 90, 180, 270]))]
    pub rot: i64,
    /// Its left edge, in hundredths of an inch.
    #[schemars(range(min = -100_000, max = 100_000))]
    pub x: i64,
    /// Its top edge.
    #[schemars(range(min = -100_000, max = 100_000))]
    pub y: i64,
}

/// The turn track.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountdownFile {
    /// The box of the first Game Turn.
    #[schemars(range(min = 1, max = 12))]
    pub start: i64,
    /// Box to sudden-death number; none: no sudden death.
    #[schemars(extend(
        "propertyNames" = { "pattern": "^([1-9]|1[0-2])$" },
        "additionalProperties" = { "type": "integer", "minimum": 1, "maximum": 6 },
    ))]
    pub sudden_death: BTreeMap<String, i64>,
}

/// Who goes first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InitiativeFile {
    /// From the second Game Turn on.
    pub mode: ModeFile,
    /// In the first Game Turn.
    pub first: FirstFile,
}

/// From the second Game Turn on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModeFile {
    /// The same player in every Game Turn.
    Fixed,
    /// The players change every Game Turn.
    Alternate,
    /// A roll every Game Turn.
    Roll,
}

/// In the first Game Turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum FirstFile {
    /// The Alliance.
    A,
    /// The Imperium.
    I,
    /// By a roll.
    #[serde(rename = "roll")]
    Roll,
}

/// Which chapters of the rules are in use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "four independent switches of the scenario sheet")]
pub struct FeaturesFile {
    /// Development cards.
    pub cards: bool,
    /// Salvage and Intelligence Coups.
    pub salvage: bool,
    /// Building fortifications.
    pub fortify: bool,
    /// Planetary Assaults.
    pub planetary_assault: bool,
}

/// What each side starts with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SidesFile {
    /// The Alliance.
    #[serde(rename = "A")]
    pub alliance: SideFile,
    /// The Imperium.
    #[serde(rename = "I")]
    pub imperium: SideFile,
}

impl SidesFile {
    /// The half of this side.
    pub fn of(&self, side: Side) -> &SideFile {
        match side {
            Side::Alliance => &self.alliance,
            Side::Imperium => &self.imperium,
        }
    }
}

/// What a side starts with.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideFile {
    /// Sector Bases.
    pub bases: Vec<LocName>,
    /// Other planets with its Control marker.
    pub control: Vec<LocName>,
    /// Location to fortification level.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(extend("patternProperties" = {
        "^(DL|ZT|TH|OM|SG|KP)[0-9]{1,2}$": { "type": "integer", "minimum": 1, "maximum": 3 }
    }))]
    pub fortified: BTreeMap<LocName, i64>,
    /// Planets whose marker starts Disrupted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disrupted: Vec<LocName>,
    /// Logistics Points.
    #[schemars(range(min = 0, max = 12))]
    pub lp: i64,
    /// The most it can hold; 8 for the Alliance, 6 for the Imperium if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 12))]
    pub lp_capacity: Option<i64>,
    /// Fortified markers, those on the map included; 3 for the Alliance, 2 for the Imperium if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 9))]
    pub fort_markers: Option<i64>,
    /// Fortress markers, those on the map included; 1 if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 2))]
    pub fortress_markers: Option<i64>,
    /// Honor Points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 6))]
    pub honor: Option<i64>,
    /// Ships on the map.
    pub ships: Vec<ShipFile>,
    /// Ships in the Eliminated box.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub eliminated: Vec<ClassName>,
    /// Ships on the turn track.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reinforcements: Vec<ReinforcementFile>,
    /// Ships beside the map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub off_map: Vec<ClassName>,
    /// Ships in the common draw pool.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pool: Vec<ClassName>,
    /// Cards it starts with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(inner(range(min = 1, max = 12)))]
    pub hand: Vec<i64>,
    /// Cards it is dealt on top.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0, max = 12))]
    pub random_cards: Option<i64>,
    /// A note of an editor; ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force_points_on_map: Option<i64>,
}

/// A ship on the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShipFile {
    /// Its class.
    pub class: ClassName,
    /// Where it stands.
    pub at: LocName,
    /// It has lost a step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub damaged: bool,
}

/// A ship on the turn track.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReinforcementFile {
    /// The number of the countdown box.
    #[schemars(range(min = 1, max = 12))]
    pub turn: i64,
    /// Its class.
    pub class: ClassName,
    /// `base` (if missing), `eliminated`, or the id of a location.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("pattern" = "^(base|eliminated|(DL|ZT|TH|OM|SG|KP)[0-9]{1,2})$"))]
    pub at: Option<String>,
}

/// How it is won.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictoryFile {
    /// Points for each item.
    pub vp: PointsFile,
    /// Who wins a tie.
    pub tie: TieFile,
    /// Further points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extra: Vec<ExtraFile>,
    /// Ways to win at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instant: Vec<InstantFile>,
}

/// Points for each item; 0 if missing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PointsFile {
    /// An available Control marker.
    #[schemars(range(min = -99, max = 99))]
    pub control: i64,
    /// A Nebula with own ships.
    #[schemars(range(min = -99, max = 99))]
    pub nebula: i64,
    /// Asteroids with own ships.
    #[schemars(range(min = -99, max = 99))]
    pub asteroids: i64,
    /// A Wormhole with own ships.
    #[schemars(range(min = -99, max = 99))]
    pub wormhole: i64,
    /// An available own Sector Base, in addition.
    #[schemars(range(min = -99, max = 99))]
    pub own_base: i64,
    /// A Sector Base taken from the opponent, in addition.
    #[schemars(range(min = -99, max = 99))]
    pub enemy_base: i64,
}

/// Who wins a tie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum TieFile {
    /// The Alliance.
    A,
    /// The Imperium.
    I,
    /// Nobody.
    #[serde(rename = "draw")]
    Draw,
}

/// Whom an entry is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub enum WhoFile {
    /// The Alliance.
    A,
    /// The Imperium.
    I,
    /// Both sides.
    #[default]
    #[serde(rename = "both")]
    Both,
}

impl WhoFile {
    /// One side; none is both.
    pub const fn side(self) -> Option<Side> {
        match self {
            WhoFile::A => Some(Side::Alliance),
            WhoFile::I => Some(Side::Imperium),
            WhoFile::Both => None,
        }
    }
}

/// Further points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ExtraFile {
    /// To the side that controls a planet.
    Location {
        /// Who can score it.
        #[serde(default)]
        side: WhoFile,
        /// The planet.
        loc: LocName,
        /// How much.
        #[schemars(range(min = -99, max = 99))]
        vp: i64,
    },
    /// If the enemy counter of a class is in the Eliminated box.
    ClassEliminated {
        /// Who can score it.
        #[serde(default)]
        side: WhoFile,
        /// The enemy's class.
        enemy_class: ClassName,
        /// How much.
        #[schemars(range(min = -99, max = 99))]
        vp: i64,
    },
    /// Flat.
    Handicap {
        /// Who scores it.
        #[serde(default)]
        side: WhoFile,
        /// How much.
        #[schemars(range(min = -99, max = 99))]
        vp: i64,
    },
    /// For enemy ships destroyed over the whole game.
    ShipsDestroyed {
        /// Who can score it.
        #[serde(default)]
        side: WhoFile,
        /// For every so many ships.
        #[schemars(range(min = 1, max = 99))]
        per: i64,
        /// How much.
        #[schemars(range(min = -99, max = 99))]
        vp: i64,
    },
    /// If the enemy has no ship on the map.
    DeadFleet {
        /// Who can score it.
        #[serde(default)]
        side: WhoFile,
        /// How much.
        #[schemars(range(min = -99, max = 99))]
        vp: i64,
    },
}

/// When an instant victory is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WhenFile {
    /// After each player's turn.
    EndOfPlayerTurn,
    /// After both players' turns.
    EndOfGameTurn,
}

/// A way to win at once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "condition", rename_all = "snake_case", deny_unknown_fields)]
pub enum InstantFile {
    /// The opponent has no Sector Base.
    OpponentHasNoBase {
        /// When it is looked at.
        when: WhenFile,
        /// Who can win by it.
        #[serde(default)]
        side: WhoFile,
    },
    /// All these planets are one's own.
    ControlsAll {
        /// When it is looked at.
        when: WhenFile,
        /// Who can win by it.
        #[serde(default)]
        side: WhoFile,
        /// The planets.
        #[schemars(length(min = 1))]
        locs: Vec<LocName>,
    },
    /// One is so many points ahead.
    VpLead {
        /// When it is looked at.
        when: WhenFile,
        /// Who can win by it.
        #[serde(default)]
        side: WhoFile,
        /// So many.
        #[schemars(range(min = 1, max = 99))]
        lead: i64,
    },
    /// The opponent has no ship on the map.
    OpponentHasNoShips {
        /// When it is looked at.
        when: WhenFile,
        /// Who can win by it.
        #[serde(default)]
        side: WhoFile,
    },
}

/// A special rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "rule", rename_all = "snake_case", deny_unknown_fields)]
pub enum SpecialFile {
    /// The common draw pool.
    DrawPool {
        /// Counters drawn in every Player Turn while cold.
        #[schemars(range(min = 1, max = 12))]
        cold_draw: i64,
        /// Counters drawn by Mobilize.
        #[schemars(range(min = 1, max = 12))]
        mobilize_draw: i64,
        /// The price of Operate.
        surcharge: SurchargeFile,
        /// What makes the game hot.
        trigger: TriggerFile,
        /// The countdown stands still while cold.
        freeze_countdown: bool,
    },
    /// A ship to be had for Honor.
    HonorRequisition {
        /// The Imperium.
        side: ImperiumFile,
        /// The class of a ship in `off_map`.
        class: ClassName,
        /// The price in Honor.
        #[schemars(range(min = 0, max = 6))]
        cost: i64,
        /// How often.
        #[schemars(range(min = 1, max = 1))]
        limit: i64,
    },
    /// These links do not exist.
    ClosedLinks {
        /// Pairs of locations.
        links: Vec<[LocName; 2]>,
    },
    /// No jumps to or from these Wormholes.
    ClosedWormholes {
        /// The Wormholes.
        locs: Vec<LocName>,
    },
    /// Nobody enters a location with enemy presence while the marker is above a box.
    Truce {
        /// That box.
        #[schemars(range(min = 0, max = 12))]
        until_box: i64,
    },
    /// More LPs in every Income step.
    IncomeBonus {
        /// For whom.
        side: WhoFile,
        /// How many.
        #[schemars(range(min = 0, max = 12))]
        lp: i64,
    },
    /// No replacements.
    NoReplacements {
        /// For whom.
        side: WhoFile,
    },
}

/// The price of Operate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SurchargeFile {
    /// For the Alliance.
    #[serde(rename = "A")]
    #[schemars(range(min = 0, max = 12))]
    pub alliance: i64,
    /// For the Imperium.
    #[serde(rename = "I")]
    #[schemars(range(min = 0, max = 12))]
    pub imperium: i64,
}

/// What makes the game hot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TriggerFile {
    /// The first Battle.
    FirstBattle,
}

/// Honor is the Imperium's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum ImperiumFile {
    /// The Imperium.
    I,
}

/// No honest scenario comes near this many bytes.
const MAX_BYTES: usize = 1 << 20;

impl ScenarioFile {
    /// Reads TOML, or JSON if the name ends in `.json` or the text opens with a brace.
    pub fn parse(file_name: &str, text: &str) -> Result<ScenarioFile, ScenarioErrors> {
        if text.len() > MAX_BYTES {
            let message = format!("expected at most {MAX_BYTES} bytes, found {}", text.len());
            return Err(ScenarioErrors::one(file_name, "file", message));
        }
        let is_json = file_name.to_ascii_lowercase().ends_with(".json") || text.trim_start().starts_with('{');
        let parsed = if is_json { parse_json(text) } else { parse_toml(text) };
        parsed.map_err(|(field, message)| {
            // The reader's own name for a number means nothing to a designer.
            let message = message.replace("expected i64", "expected a whole number");
            ScenarioErrors::one(file_name, field, message)
        })
    }

    /// The scenario as a TOML file.
    pub fn to_toml(&self) -> String {
        toml::to_string_pretty(self).expect("text, numbers and tables with text keys can all be written")
    }
}

fn parse_json(text: &str) -> Result<ScenarioFile, (String, String)> {
    serde_json::from_str(text).map_err(|error| {
        let full = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = full.strip_suffix(&place).unwrap_or(&full).to_owned();
        (format!("line {}, column {}", error.line(), error.column()), message)
    })
}

fn parse_toml(text: &str) -> Result<ScenarioFile, (String, String)> {
    toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let before = text.get(..at).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (format!("line {line}, column {column}"), error.message().replace('\n', ", "))
    })
}
