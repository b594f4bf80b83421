//! Names and sentences for players.

use crate::{
    Board, SpaceInfantry,
    action::Source,
    combat::Term,
    data::{Entry, Icon},
    ids::{
        AlienTech, Base, Class, Column, FedTech, Fleet, Pair, Piece, Race, Relation, Resource, Ship, Space,
        Status, Token, TokenKind,
    },
    technology::CopyOf,
};

/// Names of the War Effort levels, Peace first.
pub(crate) const LEVELS: [&str; 5] = ["Peace", "Cold War", "Mobilizing", "War", "Total War"];
/// Names of the progress columns.
pub(crate) const PROGRESS: [&str; 5] = ["0 %", "25 %", "50 %", "75 %", "100 %"];

/// A level by its index; the logo for −1.
pub(crate) fn level(index: i8) -> &'static str {
    usize::try_from(index).map_or("Logo", |index| LEVELS[index.min(4)])
}

pub(crate) const fn resource(of: Resource) -> &'static str {
    match of {
        Resource::Build => "Build",
        Resource::Maneuver => "Maneuver",
        Resource::Research => "Research",
        Resource::Espionage => "Espionage",
        Resource::Morale => "Morale",
        Resource::Diplomacy => "Diplomacy",
        Resource::Warp => "Warp",
    }
}

pub(crate) const fn base(of: Base) -> &'static str {
    match of {
        Base::Build => "Build Base",
        Base::Maneuver => "Maneuver Base",
        Base::Research => "Research Base",
        Base::Espionage => "Espionage Base",
        Base::Defense => "Defense Base",
        Base::Warp => "Warp Research Base",
    }
}

pub(crate) const fn piece(of: Piece) -> &'static str {
    match of {
        Piece::Flagship => "Flagship",
        Piece::Ally => "Ally Ship",
        Piece::Mine => "Mine Field",
        Piece::MineUp => "upgraded Mine Field",
        Piece::SolDefense => "Sol Defense",
        Piece::SolDefenseUp => "upgraded Sol Defense",
        Piece::Base => "Base",
        Piece::BaseUp => "upgraded Base",
    }
}

pub(crate) const fn ship(of: Ship) -> &'static str {
    match of {
        Ship::Flagship => "Flagship",
        Ship::Ally => "Ally Ship",
    }
}

pub(crate) const fn column(of: Column) -> &'static str {
    match of {
        Column::Left => "left column",
        Column::Middle => "middle column",
        Column::Right => "right column",
    }
}

pub(crate) const fn status(of: Status) -> &'static str {
    match of {
        Status::Desire => "Expansion Desire",
        Status::Losses => "Military Losses",
        Status::Stability => "Stability",
    }
}

pub(crate) const fn relation(of: Relation) -> &'static str {
    match of {
        Relation::War => "War",
        Relation::Neutral => "Neutral",
        Relation::Alliance => "Alliance",
    }
}

pub(crate) const fn class(of: Class) -> &'static str {
    match of {
        Class::Scout => "Scout",
        Class::Raider => "Raider",
        Class::Armada => "Armada",
        Class::Doom => "Doom Fleet",
    }
}

/// Name and effect of a Federation technology.
pub(crate) const fn fed_tech(of: FedTech) -> (&'static str, &'static str) {
    match of {
        FedTech::Targeting => ("Enhanced Targeting System", "+1 to each combat die; a 7 or more is two hits"),
        FedTech::Missiles => ("Missile Swarms", "one more combat die, still at most 5"),
        FedTech::Toolkit => ("Data Disruption Toolkit", "+1 to Sabotage dice"),
        FedTech::Translator => ("Real Time Translator", "two dice in Espionage contests, you use either"),
        FedTech::Engines => ("MilSpecOps Engines", "one free Move each turn"),
        FedTech::WarpGates => ("Warp Gates", "2 Warp, 2 Ally Ships and four more technologies"),
        FedTech::WarpBubble => ("Warp Bubble", "a Move is up to two steps"),
        FedTech::Distortion => ("Visual Distortion Field", "+1 to combat dice and Sabotage dice"),
        FedTech::PatrolRoutes => {
            ("Patrol Routes", "spaces 1 (with both: 1 and 2) of all races are adjacent for Moves")
        }
    }
}

/// Name and effect of an alien technology.
pub(crate) const fn alien_tech(of: AlienTech) -> (&'static str, &'static str) {
    match of {
        AlienTech::FastScouts => ("Fast Scouts", "the Scout moves on a Fast Scouts token"),
        AlienTech::FastRaiders => ("Fast Raiders", "the Raider moves on a Fast Raiders token"),
        AlienTech::RaiderProtocols => ("Raider Protocols", "the Scout moves like a Raider"),
        AlienTech::AdvDefense => ("Advanced Defensive Systems", "one combat die less for you"),
        AlienTech::Durability => ("Durability Enhancements", "one more hit to destroy a fleet"),
        AlienTech::AntiEspionage => ("Anti-Espionage Protocols", "−1 to Sabotage dice"),
        AlienTech::ForcedPursuit => ("Forced Pursuit", "a ship must follow a fleet that retreats two spaces"),
        AlienTech::FastAdvance => ("Fast Advance", "fleets advance one more space"),
        AlienTech::AutoRespawn => ("Auto Re-spawn", "destroyed fleets return to the highest space"),
        AlienTech::StolenMutant => ("Stolen Mutant Tech", "counts as the Mutants' technology on space 6"),
        AlienTech::StolenCthonian => {
            ("Stolen Cthonian Tech", "counts as the Cthonians' technology on space 6")
        }
        AlienTech::Plunder => ("Plunder", "each combat roll costs you a resource"),
        AlienTech::EnhancedTech => ("Enhanced Tech", "doubles the technologies beside it"),
        AlienTech::DoomFleet => ("Doom Fleet", "a fleet of Combat Value 5"),
    }
}

pub(crate) const fn icon(of: Icon) -> &'static str {
    match of {
        Icon::Guard => "Guard: no extra die",
        Icon::Strike => "Strike: one die in its space",
        Icon::Command => "Command: one die in its space and in adjacent ones",
    }
}

/// Whether an event entry helps the player.
pub(crate) const fn entry_helps(of: Entry) -> bool {
    matches!(
        of,
        Entry::FreePropaganda
            | Entry::FreeBuild
            | Entry::AdvanceTrack
            | Entry::AdvanceResearch
            | Entry::FailedAlliance
    )
}

impl SpaceInfantry {
    /// The name of a race.
    pub fn race_name(&self, race: Race) -> &str {
        &self.data.races[race.index()].name
    }

    /// What an event entry does.
    pub(crate) fn entry_text(&self, of: Entry) -> String {
        let any = |race: Option<Race>| {
            race.map_or_else(|| "a race by die".to_owned(), |race| format!("the {}", self.race_name(race)))
        };
        match of {
            Entry::ExpansionDesire => "Expansion Desire rises".to_owned(),
            Entry::MilitaryLoss => "Military Losses rise".to_owned(),
            Entry::Spend(of) => format!("you lose one {}", resource(of)),
            Entry::FreePropaganda => "a free Propaganda".to_owned(),
            Entry::FreeBuild => "a free piece on Sol".to_owned(),
            Entry::ResourcesUp => "all resources on the track come one turn later".to_owned(),
            Entry::AdvanceTrack => "all resources on the track come one turn sooner".to_owned(),
            Entry::AdvanceResearch => "one technology moves 25 %".to_owned(),
            Entry::Alliance => "two races draw closer".to_owned(),
            Entry::FailedAlliance => "an alliance fails".to_owned(),
            Entry::GainTech(race) => format!("a technology for {}", any(race)),
            Entry::WarEffort(race) => format!("War Effort of {} one step down", any(race)),
            Entry::SpawnAdvance(race, of) => {
                format!("the {} of {} is spawned or moves", class(of), any(race))
            }
        }
    }

    /// The name of a fleet.
    pub fn fleet_name(&self, fleet: Fleet) -> &str {
        &self.data.fleet_names[fleet.index()]
    }

    /// The name of a space: `Sol`, `Apclore`, `Cybers 2`.
    pub fn space_name(&self, at: Space) -> String {
        let data = &self.data.spaces[at.index()];
        match data.race.filter(|_| at.is_numbered()) {
            Some(race) => format!("{} {}", self.race_name(race), data.number),
            None => data.name.clone(),
        }
    }

    /// The name of a space in its race's own track: `space 3`, `Apclore`, `Sol`.
    pub(crate) fn short_space(&self, at: Space) -> String {
        if at.is_numbered() {
            format!("space {}", self.number(at))
        } else {
            self.data.spaces[at.index()].name.clone()
        }
    }

    pub(crate) fn pair_name(&self, pair: Pair) -> String {
        let [a, b] = pair.races();
        format!("{} and {}", self.race_name(a), self.race_name(b))
    }

    /// `Flesh Eaters advance`, `Random Event`, `Federation`.
    pub fn token_title(&self, token: Token) -> String {
        let data = &self.data.tokens[token.index()];
        let kind = match data.kind {
            TokenKind::Advance => "advance",
            TokenKind::Spawn => "spawn",
            TokenKind::Tech => "research",
            TokenKind::Press => "press",
            TokenKind::BorderFriction => "border friction",
            TokenKind::Greed => "greed",
            TokenKind::RandomEvent => "Random Event",
            TokenKind::AlienWar => "Alien War",
            TokenKind::GalacticConflict => "Galactic Conflict",
            TokenKind::FastScouts => "Fast Scouts",
            TokenKind::FastRaiders => "Fast Raiders",
            TokenKind::ExpansionDesire => "Expansion Desire",
            TokenKind::Federation1 => "Federation",
            TokenKind::Federation2 => "Federation, two rolls",
            TokenKind::Federation1Minus => "Federation, roll −1",
        };
        data.race.map_or_else(|| kind.to_owned(), |race| format!("{} {kind}", self.race_name(race)))
    }

    /// Where a token is taken from.
    pub(crate) fn source_name(&self, source: Source) -> String {
        match source {
            Source::Hand(of) => resource(of).to_owned(),
            Source::Attache(race) => format!("Attaché at the {}", self.race_name(race)),
            Source::Spy(race) => format!("spy at the {}", self.race_name(race)),
            Source::Embassy(race) => format!("Embassy at the {}", self.race_name(race)),
            Source::Column(of) => format!("Morale of the {}", column(of)),
            Source::Track(of, row, what) => format!("{} in row {row} of the {}", resource(what), column(of)),
        }
    }

    /// The ledger row, title and note of a term of the number of dice.
    pub(crate) fn term_words(&self, board: &Board, term: Term, at: Space) -> (&'static str, String, String) {
        let holder = |what: Piece, of: Option<Base>| match of {
            Some(of) if what == Piece::BaseUp => format!("{}, upgraded", base(of)),
            Some(of) => base(of).to_owned(),
            None => piece(what).to_owned(),
        };
        match term {
            Term::Start => ("SI-10.1a", "Dice at the start".to_owned(), "every combat".to_owned()),
            Term::Strongest(fleet) => {
                let cv = self.data.cv[fleet.index()];
                let title = format!("{}, Combat Value {cv}", self.fleet_name(fleet));
                ("SI-10.1a", title, "the strongest fleet counts".to_owned())
            }
            Term::Further(count) => {
                let fleets =
                    if count == 1 { "1 further fleet".to_owned() } else { format!("{count} further fleets") };
                ("SI-10.1a", fleets, "one die each".to_owned())
            }
            Term::Strike(what, of) => {
                ("SI-10.1b", format!("Strike: {}", holder(what, of)), "in its own space".to_owned())
            }
            Term::Command(what, of, from) => {
                let note = if from == at {
                    "in its own space".to_owned()
                } else {
                    format!("from {}", self.space_name(from))
                };
                ("SI-10.1c", format!("Command: {}", holder(what, of)), note)
            }
            Term::Missiles => ("SI-10.1d", "Missile Swarms".to_owned(), "your technology".to_owned()),
            Term::Defensive(copy) => {
                let note = match copy {
                    CopyOf::Own => "their technology".to_owned(),
                    CopyOf::Enhanced => "doubled by Enhanced Tech".to_owned(),
                    CopyOf::Ally(race) => format!("lent by the {}", self.race_name(race)),
                    CopyOf::Stolen(race) => format!("stolen from the {}", self.race_name(race)),
                };
                let _ = board;
                ("SI-10.1d", "Advanced Defensive Systems".to_owned(), note)
            }
        }
    }
}

/// `1 hit`, `2 hits`.
pub(crate) fn count(number: impl Into<u32>, one: &str, many: &str) -> String {
    let number: u32 = number.into();
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}
