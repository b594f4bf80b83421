//! The data files, field by field. Unknown fields are refused.

use serde::{Deserialize, de::IgnoredAny};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CardsFile {
    pub(crate) start_ship: RawGreen,
    pub(crate) families: serde_json::Map<String, serde_json::Value>,
    pub(crate) cards: Vec<RawCard>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawCard {
    pub(crate) id: String,
    pub(crate) action_number: u8,
    #[serde(rename = "group")]
    pub(crate) _group: IgnoredAny,
    #[serde(rename = "starter_decks")]
    pub(crate) _starter_decks: IgnoredAny,
    pub(crate) green: RawGreen,
    pub(crate) red: RawRed,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum RawGreen {
    Ship(RawShip),
    Weapon(RawWeapon),
    Outfit(RawOutfit),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawShip {
    pub(crate) gid: String,
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) tech: String,
    pub(crate) cost: u8,
    pub(crate) jumps: i16,
    pub(crate) cargo: i16,
    pub(crate) shield: i16,
    pub(crate) armor: i16,
    pub(crate) pursuit: i16,
    pub(crate) escape: i16,
    pub(crate) boarding: i16,
    pub(crate) fend_off: i16,
    pub(crate) spaces: i16,
    pub(crate) guns: u8,
    pub(crate) max_t: u8,
    pub(crate) weapons: Vec<RawLine>,
    pub(crate) bays: Vec<RawBay>,
    pub(crate) upgrade_to: Option<String>,
    pub(crate) flags: Vec<String>,
    pub(crate) family: Option<String>,
    pub(crate) text: String,
    pub(crate) effects: Vec<RawEffect>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLine {
    pub(crate) phase: u8,
    pub(crate) count: u8,
    pub(crate) weapon: String,
    pub(crate) sh: i16,
    pub(crate) ar: i16,
    pub(crate) sac: i16,
    pub(crate) amo: Option<u8>,
    pub(crate) pur: Option<RawPur>,
    pub(crate) turret: bool,
    pub(crate) pd: bool,
    pub(crate) no_point_defense: bool,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum RawPur {
    Number(i16),
    Plus(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawBay {
    pub(crate) phase: u8,
    pub(crate) bays: u8,
    pub(crate) family: String,
    pub(crate) capacity: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawWeapon {
    pub(crate) gid: String,
    pub(crate) name: String,
    pub(crate) tech: String,
    pub(crate) cost: u8,
    pub(crate) spaces: i16,
    pub(crate) slot: Option<String>,
    pub(crate) limit: u8,
    pub(crate) phase: u8,
    pub(crate) sh: i16,
    pub(crate) ar: i16,
    pub(crate) sac: i16,
    pub(crate) amo: Option<u8>,
    pub(crate) pur: Option<RawPur>,
    pub(crate) turret: bool,
    pub(crate) pd: bool,
    pub(crate) no_point_defense: bool,
    #[serde(rename = "special")]
    pub(crate) _special: IgnoredAny,
    pub(crate) text: String,
    pub(crate) effects: Vec<RawEffect>,
}

/// The loose fields say the same as `effects` in an older form; they are known and not read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that are known and not read")]
pub(crate) struct RawOutfit {
    pub(crate) gid: String,
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) tech: String,
    pub(crate) cost: u8,
    pub(crate) spaces: i16,
    pub(crate) slot: Option<String>,
    pub(crate) limit: u8,
    pub(crate) effect: String,
    pub(crate) text: String,
    pub(crate) effects: Vec<RawEffect>,
    pub(crate) code: IgnoredAny,
    pub(crate) ammo_for: Option<IgnoredAny>,
    pub(crate) amo: Option<IgnoredAny>,
    pub(crate) fee: Option<IgnoredAny>,
    pub(crate) jumps: Option<IgnoredAny>,
    pub(crate) jam: Option<IgnoredAny>,
    pub(crate) boarding: Option<IgnoredAny>,
    pub(crate) fend_off: Option<IgnoredAny>,
    pub(crate) av: Option<IgnoredAny>,
    pub(crate) cargo: Option<IgnoredAny>,
    pub(crate) shield: Option<IgnoredAny>,
    pub(crate) armor: Option<IgnoredAny>,
    pub(crate) pursuit: Option<IgnoredAny>,
    pub(crate) escape: Option<IgnoredAny>,
    pub(crate) weapon: Option<IgnoredAny>,
    pub(crate) bay: Option<IgnoredAny>,
    pub(crate) withdraw_escape: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum RawRed {
    Planet(RawPlanet),
    Mission(RawMission),
    Numbered(RawNumbered),
    TradeRoute(RawRoute),
    Event(RawEvent),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawPlanet {
    pub(crate) rid: String,
    pub(crate) name: String,
    pub(crate) system: String,
    #[serde(rename = "system_name")]
    pub(crate) _system_name: IgnoredAny,
    pub(crate) sector: u8,
    pub(crate) gov: String,
    pub(crate) outfits: Vec<String>,
    pub(crate) ships: Vec<String>,
    pub(crate) exports: Vec<String>,
    pub(crate) imports: Vec<String>,
    pub(crate) hostile_fee: u8,
    pub(crate) weapons: Vec<RawLine>,
    pub(crate) asteroid: i16,
    pub(crate) nebula: i16,
    pub(crate) station: bool,
    #[serde(rename = "title")]
    pub(crate) _title: IgnoredAny,
    pub(crate) text: String,
    pub(crate) effects: Vec<RawEffect>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawPlace {
    pub(crate) bracket: bool,
    pub(crate) place: Option<String>,
    pub(crate) system: Option<String>,
    #[serde(default)]
    pub(crate) gov: Vec<String>,
    pub(crate) exports: Option<String>,
    pub(crate) imports: Option<String>,
    #[serde(default)]
    pub(crate) outfits: bool,
    pub(crate) label: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawStop {
    pub(crate) place: String,
    pub(crate) system: String,
    pub(crate) sector: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawMission {
    pub(crate) rid: String,
    pub(crate) name: String,
    pub(crate) play_from: RawPlace,
    pub(crate) stops: Vec<RawStop>,
    #[serde(rename = "reward")]
    pub(crate) _reward: IgnoredAny,
    #[serde(rename = "extra")]
    pub(crate) _extra: IgnoredAny,
    #[serde(rename = "flavour")]
    pub(crate) _flavour: IgnoredAny,
    #[serde(rename = "title")]
    pub(crate) _title: IgnoredAny,
    pub(crate) text: String,
    pub(crate) effects: Vec<RawEffect>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawNumbered {
    pub(crate) rid: String,
    pub(crate) line: String,
    pub(crate) number: u8,
    pub(crate) name: String,
    pub(crate) play_from: RawPlace,
    pub(crate) stops: Vec<RawStop>,
    pub(crate) prereq: Vec<(String, serde_json::Value)>,
    pub(crate) nonhostile: Option<String>,
    pub(crate) opposition: Option<RawOpposition>,
    #[serde(rename = "reward")]
    pub(crate) _reward: IgnoredAny,
    pub(crate) persistent: bool,
    #[serde(rename = "copy")]
    pub(crate) _copy: IgnoredAny,
    #[serde(rename = "flavour")]
    pub(crate) _flavour: IgnoredAny,
    #[serde(rename = "title")]
    pub(crate) _title: IgnoredAny,
    pub(crate) text: String,
    pub(crate) effects: Vec<RawEffect>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawOpposition {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) system: String,
    #[serde(rename = "system_name")]
    pub(crate) _system_name: IgnoredAny,
    pub(crate) flip: u8,
    pub(crate) players: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that are known and not read")]
pub(crate) struct RawRoute {
    pub(crate) rid: String,
    pub(crate) name: String,
    pub(crate) buy: RawPlace,
    pub(crate) sell: RawPlace,
    pub(crate) base: IgnoredAny,
    pub(crate) cap: IgnoredAny,
    pub(crate) extra: IgnoredAny,
    pub(crate) flavour: IgnoredAny,
    pub(crate) title: IgnoredAny,
    pub(crate) text: String,
    pub(crate) effects: Vec<RawEffect>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "fields that are known and not read")]
pub(crate) struct RawEvent {
    pub(crate) rid: String,
    pub(crate) name: String,
    pub(crate) code: String,
    pub(crate) timing: String,
    pub(crate) text: String,
    pub(crate) effects: Vec<RawEffect>,
    pub(crate) title: IgnoredAny,
    pub(crate) bonus: Option<IgnoredAny>,
    pub(crate) ship: Option<IgnoredAny>,
    #[serde(rename = "where")]
    pub(crate) at: Option<IgnoredAny>,
    pub(crate) primary: Option<IgnoredAny>,
    pub(crate) flip: Option<IgnoredAny>,
    pub(crate) discard: Option<IgnoredAny>,
    pub(crate) from: Option<IgnoredAny>,
    pub(crate) to: Option<IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawWhere {
    pub(crate) gov: Option<Vec<String>>,
    pub(crate) sectors: Option<Vec<u8>>,
    pub(crate) not_gov: Option<Vec<String>>,
    pub(crate) not_systems: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawNotGov {
    pub(crate) not_gov: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawBonus {
    #[serde(rename = "name")]
    pub(crate) _name: IgnoredAny,
    pub(crate) side: String,
    pub(crate) add: i16,
    pub(crate) checks: Vec<String>,
    pub(crate) ships: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum OneOrTwo {
    One(i16),
    Two([i16; 2]),
}

/// An effect as it stands in the file; `when` is fixed for each code (components C12) and checked.
#[derive(Deserialize)]
#[serde(tag = "code", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum RawEffect {
    Stat {
        when: String,
        stat: String,
        add: i16,
    },
    Needs {
        when: String,
        stat: String,
        min: i16,
    },
    Jam {
        when: String,
        pur: i16,
    },
    Amo {
        when: String,
        weapons: Vec<String>,
        add: u8,
    },
    Bay {
        when: String,
        phase: u8,
        bays: u8,
        family: String,
        capacity: u8,
    },
    Weapon {
        when: String,
        line: RawLine,
    },
    EscapePod {
        when: String,
        av: i16,
        ov: i16,
    },
    SelfDestruct {
        when: String,
    },
    RegenShield {
        when: String,
        av: OneOrTwo,
        ov: i16,
    },
    Droids {
        when: String,
        av: i16,
        ov: i16,
    },
    WithdrawBonus {
        when: String,
        add: i16,
    },
    Immune {
        when: String,
        to: String,
    },
    Fee {
        when: String,
        gov: Vec<String>,
        add: i16,
    },
    Draw {
        when: String,
        cards: u8,
    },
    DrawCargo {
        when: String,
        base: u8,
        cap: u8,
    },
    Access {
        when: String,
        types: Vec<String>,
    },
    WeaponTech {
        when: String,
        tech: Vec<String>,
    },
    CleanRecord {
        when: String,
        race: String,
    },
    Flannigan {
        when: String,
        add: i16,
    },
    TotalVictory {
        when: String,
    },
    FlipMarker {
        when: String,
        from: u8,
        gov: String,
    },
    RemoveMarker {
        when: String,
        count: u8,
        optional: bool,
    },
    NpcAttack {
        when: String,
        ship: String,
        #[serde(rename = "where")]
        at: RawWhere,
        opponent_pawn: bool,
        flip: u8,
        add_deployed: bool,
        targets: Vec<Vec<String>>,
    },
    Victim {
        when: String,
        #[serde(rename = "where")]
        at: RawWhere,
        discard: u8,
        no_move: u8,
    },
    Transit {
        when: String,
        from: RawNotGov,
        to: RawNotGov,
    },
    CheckBonus {
        when: String,
        choose: Vec<RawBonus>,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MapFile {
    #[serde(rename = "width")]
    pub(crate) _width: IgnoredAny,
    #[serde(rename = "height")]
    pub(crate) _height: IgnoredAny,
    #[serde(rename = "sector_grid")]
    pub(crate) _sector_grid: IgnoredAny,
    pub(crate) governments: Vec<RawGov>,
    pub(crate) systems: Vec<RawSystem>,
    pub(crate) links: Vec<(String, String)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawGov {
    pub(crate) id: String,
    pub(crate) circle: bool,
    pub(crate) color: String,
    pub(crate) ring: Option<String>,
    #[serde(rename = "note")]
    pub(crate) _note: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawSystem {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) sector: u8,
    pub(crate) gov: String,
    pub(crate) x: u16,
    pub(crate) y: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawDeck {
    pub(crate) name: String,
    #[serde(rename = "box")]
    pub(crate) _box: IgnoredAny,
    pub(crate) cards: Vec<String>,
    pub(crate) recommended_nova: Vec<String>,
    #[serde(rename = "ship_deck_after_recommendation")]
    pub(crate) _ship_deck: IgnoredAny,
}
