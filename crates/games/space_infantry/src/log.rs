//! Events as sentences, in markup: `{place:FE1|Flesh Eaters 1}` refers to a target, `[5 3]` are dice.

use rules::{Line, Luck, Seat};

use crate::{
    Event, SpaceInfantry,
    action::{Contested, LossReason},
    forecast::fleet_id,
    ids::{Fleet, Lane, Race, Space, Token},
    labels::{article, capital},
    words,
};

/// How lucky combat dice were: the chance of a total this high or higher, and this low or lower.
pub(crate) fn luck(event: &Event) -> Option<Luck> {
    let Event::DiceRolled { lane: Lane::Combat, ref faces, .. } = *event else { return None };
    let total = faces.iter().map(|face| usize::from(*face)).sum::<usize>();
    let mut ways = vec![1_u32];
    for _ in 0..faces.len() {
        let before = |sum: usize| ways.get(sum).copied().unwrap_or(0);
        let of = |sum: usize| (1..=6).map(|face| sum.checked_sub(face).map_or(0, before)).sum();
        ways = (0..ways.len() + 6).map(of).collect();
    }
    let all: u32 = ways.iter().sum();
    let percent = |list: &[u32]| (list.iter().sum::<u32>() * 100 / all).clamp(1, 100) as u8;
    Some(Luck { seat: Seat(0), as_good: percent(&ways[total..]), as_bad: percent(&ways[..=total]) })
}

impl SpaceInfantry {
    fn at(&self, at: Space) -> String {
        format!("{{place:{}|{}}}", self.space_id(at), self.space_name(at))
    }

    fn fleet(&self, fleet: Fleet) -> String {
        format!("{{piece:{}|{}}}", fleet_id(fleet), self.fleet_name(fleet))
    }

    fn race(&self, race: Race) -> String {
        format!("{{track:war:{}|{}}}", race.code(), self.race_name(race))
    }

    fn token_ref(&self, token: Token) -> String {
        format!("{{card:{}|{}}}", self.token_id(token), self.token_title(token))
    }

    /// The log line of an event; none if it is not worth one.
    pub(crate) fn event_line(&self, event: &Event) -> Option<Line> {
        let mut heading = None;
        let mut importance = 2;
        let text = match *event {
            Event::TokenQueued { token } => {
                importance = 1;
                format!("{} enters the Queue", self.token_ref(token))
            }
            Event::TokenTaken { token, number } => {
                heading = Some(format!("Token {number}: {}", self.token_title(token)));
                format!("{} comes up", self.token_ref(token))
            }
            Event::TokenIgnored { token, effective } => {
                let race = self.data.tokens[token.index()].race?;
                let level = words::level(effective);
                let why = if effective < 0 {
                    "their wars keep them busy".to_owned()
                } else {
                    format!("they act as at {level}")
                };
                format!("{} ignore it: {why}", self.race(race))
            }
            Event::ExtraAdvance { race } => {
                format!("{} are at Total War and advance once more", self.race(race))
            }
            Event::Stored { resource } => {
                importance = 1;
                format!("You store {}", words::resource(resource))
            }
            Event::TurnBegan { turn } => {
                heading = Some(format!("Turn {turn}: Federation"));
                format!("Federation turn {turn} begins")
            }
            Event::TurnEnded { turn } => {
                format!("Federation turn {turn} ends; the used tokens return to the pool")
            }
            Event::DiceRolled { lane, faces, attempt } => {
                let again = if attempt > 0 { ", again" } else { "" };
                format!("{}{again}: {}", lane_words(lane), rules::dice_words(faces.iter()))
            }
            Event::Rerolled { .. } => "You sacrifice an Espionage and roll again".to_owned(),
            Event::Placed { resource, count, column, row } => {
                let stack = words::count(count, words::resource(resource), words::resource(resource));
                format!("{stack} ordered: row {row} of the {}", words::column(column))
            }
            Event::DiceLost { result, count, reason } => {
                let dice = words::count(count, "die", "dice");
                match reason {
                    LossReason::BelowOne => format!("{dice} reduced to 0: no resource"),
                    LossReason::SpaceFilled => format!("{dice} showing {result} lost: the space is filled"),
                    LossReason::PoolEmpty => format!("{dice} showing {result} lost: the pool is empty"),
                }
            }
            Event::TrackAdvanced => {
                importance = 1;
                "Resources on the track come one row nearer".to_owned()
            }
            Event::TrackRaised => "Resources on the track come one turn later".to_owned(),
            Event::Returned { source, .. } => {
                format!("{} returns to its pool", capital(&self.source_name(source)))
            }
            Event::Spent { source, .. } => {
                importance = 1;
                format!("You spend {}", self.source_name(source))
            }
            Event::Sacrificed { source, .. } => format!("You sacrifice {}", self.source_name(source)),
            Event::ColumnClosed { column } => format!("The {} closes", words::column(column)),
            Event::FleetMoved { fleet, from, to } => {
                format!("{} moves from {} to {}", self.fleet(fleet), self.at(from), self.at(to))
            }
            Event::FleetStays { fleet, at } => {
                importance = 1;
                format!("{} stays at {}", self.fleet(fleet), self.at(at))
            }
            Event::FleetSpawned { fleet, at } => format!("{} appears at {}", self.fleet(fleet), self.at(at)),
            Event::BecameAdvance { race } => format!("{} advance instead", self.race(race)),
            Event::BecameSpawn { race } => format!("{} have no fleet in play and spawn one", self.race(race)),
            Event::BecameTech { race } => {
                format!("{} have no fleet left to spawn and research instead", self.race(race))
            }
            Event::NoEffect => {
                importance = 1;
                "No effect".to_owned()
            }
            Event::TechShown { race, tech } => {
                importance = 1;
                format!("{} turn up {}", self.race(race), words::alien_tech(tech).0)
            }
            Event::TechGained { race, tech } => {
                let (name, text) = words::alien_tech(tech);
                format!("{} gain {name}: {text}", self.race(race))
            }
            Event::TechPrevented { race, tech } => {
                format!("{} do not gain {}", self.race(race), words::alien_tech(tech).0)
            }
            Event::TechRemoved { race, tech } => {
                format!("{} lose {}", self.race(race), words::alien_tech(tech).0)
            }
            Event::SpyReturned { race } => {
                format!("The track of {} is full: your spy returns", self.race(race))
            }
            Event::Contest { about, race, stays, prevented, .. } => {
                let who = match about {
                    Contested::Technology => "Your spy",
                    Contested::Relationship => "Your Attaché",
                    Contested::WarEffort => "Your Embassy",
                };
                let fate = match (stays, prevented) {
                    (true, _) => "prevents it and stays",
                    (false, true) => "prevents it and is lost",
                    (false, false) => "fails and is lost",
                };
                format!("{who} at {} {fate}", self.race(race))
            }
            Event::WarEffortMoved { race, from, to } => {
                format!("War Effort of {}: {} to {}", self.race(race), words::level(from), words::level(to))
            }
            Event::Overflow { race } => {
                importance = 3;
                format!("{} are at Total War already: they advance at once", self.race(race))
            }
            Event::RelationMoved { pair, from, to } => {
                format!("{}: {} to {}", self.pair_name(pair), words::relation(from), words::relation(to))
            }
            Event::Overage { pair } => {
                format!("{} are allied already: their alliance acts", self.pair_name(pair))
            }
            Event::ChitDrawn { chit } => format!("Random Event: {}", self.data.chits[chit.index()].name),
            Event::EventEntry { chit, die } => {
                let entry = self.data.chits[chit.index()].table[usize::from(die) - 1];
                capital(&self.entry_text(entry))
            }
            Event::ChitsReturned => "All eight event chits are available again".to_owned(),
            Event::StabilityChanged { from, to } => {
                importance = 3;
                format!("Stability {} to {to}", if to < from { "falls" } else { "rises" })
            }
            Event::DesireChanged { to, .. } => format!("Expansion Desire is {to}"),
            Event::LossesChanged { to, .. } => format!("Military Losses are {to}"),
            Event::CombatBegan { race, at, dice } => {
                heading = Some(format!("Battle of {}", self.space_name(at)));
                format!(
                    "Battle of {} against {}: {}",
                    self.at(at),
                    self.race(race),
                    words::count(dice, "die", "dice")
                )
            }
            Event::OutManeuvered { count } => {
                format!("You Out Maneuver with {}", words::count(count, "Maneuver", "Maneuvers"))
            }
            Event::HitsScored { hits } => {
                if hits == 0 {
                    "No hit".to_owned()
                } else {
                    words::count(hits, "hit", "hits")
                }
            }
            Event::FleetRetreated { fleet, to, .. } => {
                format!("{} falls back to {}", self.fleet(fleet), self.at(to))
            }
            Event::FleetDestroyed { fleet, at } => {
                importance = 3;
                format!("{} is destroyed at {}", self.fleet(fleet), self.at(at))
            }
            Event::FleetRespawned { fleet, at } => {
                format!("{} re-spawns at {}", self.fleet(fleet), self.at(at))
            }
            Event::AssetLost { piece, at } => {
                importance = 3;
                format!("{} at {} loses a step", capital(words::piece(piece)), self.at(at))
            }
            Event::Pursued { ship, from, to } => {
                format!("A {} must pursue from {} to {}", words::ship(ship), self.at(from), self.at(to))
            }
            Event::CombatEnded { at, won, .. } => {
                importance = 3;
                format!("The battle of {} is {}", self.at(at), if won { "won" } else { "lost" })
            }
            Event::Built { piece, at } => format!("You build {} at {}", article(piece), self.at(at)),
            Event::Settled { base, at } => {
                importance = 3;
                format!("{} is settled: {}", self.at(at), words::base(base))
            }
            Event::Unlocked { base } => format!("It brings {}", self.unlocks(base)),
            Event::Upgraded { piece, at } => {
                format!("{} at {} is upgraded", capital(words::piece(piece)), self.at(at))
            }
            Event::ShipMoved { ship, from, to, mine, free } => {
                let along = mine.map_or(String::new(), |side| format!(" with {}", article(side)));
                let free = if free { ", free with MilSpecOps Engines" } else { "" };
                format!("{} moves from {} to {}{along}{free}", words::ship(ship), self.at(from), self.at(to))
            }
            Event::Folded { ship, from, to } => {
                format!("{} folds from {} to {}", words::ship(ship), self.at(from), self.at(to))
            }
            Event::Bypassed { token } => format!("{} is bypassed", self.token_ref(token)),
            Event::BypassDrawn { token } => format!("Drawn: {}", self.token_ref(token)),
            Event::Looked { tech } => format!("You see {}", words::fed_tech(tech).0),
            Event::Started { tech } => format!("Research on {} begins", words::fed_tech(tech).0),
            Event::Progressed { tech, from, to } => format!(
                "{}: {} to {}",
                words::fed_tech(tech).0,
                words::PROGRESS[usize::from(from)],
                words::PROGRESS[usize::from(to)]
            ),
            Event::Discovered { tech } => {
                importance = 3;
                let (name, text) = words::fed_tech(tech);
                format!("{name} is discovered: {text}")
            }
            Event::Sabotaged { race, result } => format!("Sabotage at {}: result {result}", self.race(race)),
            Event::Deployed { source } => format!("{} is deployed", capital(&self.source_name(source))),
            Event::Reclaimed { resource } => {
                format!("A sacrificed {} returns to its pool", words::resource(resource))
            }
            Event::WhiteReleased { count } => {
                format!("{} can be researched", words::count(count, "white technology", "white technologies"))
            }
            Event::WarOpportunity { pair } => format!("You end the war of {}", self.pair_name(pair)),
            Event::Ended { ending } => {
                importance = 3;
                heading = Some("The end".to_owned());
                capital(self.ending_words(ending))
            }
            Event::TokenHeld { .. } => return None,
        };
        let line = Line::markup(&text).importance(importance);
        Some(match heading {
            Some(heading) => line.heading(heading),
            None => line,
        })
    }
}

fn lane_words(lane: Lane) -> &'static str {
    match lane {
        Lane::Resource => "Resource roll",
        Lane::Combat => "Combat roll",
        Lane::Contest => "Contest",
        Lane::Sabotage => "Sabotage",
        Lane::Research => "Research",
        Lane::Event => "Event die",
        Lane::Faction => "Faction die",
        Lane::Relation => "Relationship die",
        Lane::Conflict => "Conflict die",
    }
}
