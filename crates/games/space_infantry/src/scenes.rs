//! Scenes: what a combat, a token or an event came to.

use rules::{Scene, SceneMark, Target};

use crate::{
    Board, Event, SpaceInfantry,
    ids::{Race, Space},
    words,
};

/// A combat is one scene; every other token and the end of a match are one event each.
pub(crate) fn mark(event: &Event) -> SceneMark {
    match event {
        Event::CombatBegan { .. } | Event::ChitDrawn { .. } => SceneMark::Opens,
        Event::CombatEnded { .. } | Event::EventEntry { .. } => SceneMark::Closes,
        Event::Settled { .. }
        | Event::TokenIgnored { .. }
        | Event::TechGained { .. }
        | Event::Discovered { .. }
        | Event::RelationMoved { .. }
        | Event::Overflow { .. }
        | Event::StabilityChanged { .. }
        | Event::AssetLost { .. }
        | Event::Ended { .. } => SceneMark::Whole,
        _ => SceneMark::None,
    }
}

impl SpaceInfantry {
    fn place(&self, at: Space) -> Target {
        Target::Place(self.space_id(at).to_owned())
    }

    /// The scene of these events, the last of which closed it.
    pub(crate) fn draw_scene(&self, board: &Board, events: &[Event]) -> Option<Scene> {
        let lines = events.iter().filter_map(|event| self.event_line(event)).map(|line| line.text).collect();
        let race_track = |race: Race| Target::Track(format!("war:{}", race.code()));
        let (title, result, targets) = match *events.last()? {
            Event::CombatEnded { race, at, won } => {
                let hits = events.iter().rev().find_map(|event| match event {
                    Event::HitsScored { hits } => Some(*hits),
                    _ => None,
                });
                let destroyed =
                    events.iter().filter(|event| matches!(event, Event::FleetDestroyed { .. })).count();
                let result = match (won, destroyed) {
                    (false, _) => format!(
                        "{} is lost: no hit. Military Losses rise and an asset loses a step.",
                        self.space_name(at)
                    ),
                    (true, 0) => format!(
                        "{} holds: {}. The fleets of the {} fall back; none is destroyed, so it is no act of war.",
                        self.space_name(at),
                        words::count(hits.unwrap_or(0), "hit", "hits"),
                        self.race_name(race)
                    ),
                    (true, fleets) => format!(
                        "{} holds: {}, {} destroyed.",
                        self.space_name(at),
                        words::count(hits.unwrap_or(0), "hit", "hits"),
                        words::count(fleets as u32, "fleet", "fleets")
                    ),
                };
                (format!("Battle of {}", self.space_name(at)), result, vec![self.place(at), race_track(race)])
            }
            Event::EventEntry { chit, die } => {
                let chit = &self.data.chits[chit.index()];
                let entry = self.entry_text(chit.table[usize::from(die) - 1]);
                let result = format!("Die {die}: {entry}.");
                (format!("Random Event: {}", chit.name), result, vec![Target::Card(chit.id.clone())])
            }
            Event::Settled { base, at } => {
                let result = format!("{} of 6 Bases. {}.", board.base_count(), self.unlocks(base));
                (format!("{} is settled", self.space_name(at)), result, vec![self.place(at)])
            }
            Event::TokenIgnored { token, effective } => {
                let level = words::level(effective);
                let why = if effective < 0 {
                    "their wars keep them busy".to_owned()
                } else {
                    format!("they act as at {level}")
                };
                let target = Target::Card(self.token_id(token).to_owned());
                (self.token_title(token), format!("Ignored: {why}."), vec![target])
            }
            Event::TechGained { race, tech } => {
                let (name, text) = words::alien_tech(tech);
                let title = format!("The {} gain {name}", self.race_name(race));
                (
                    title,
                    format!("{}.", crate::labels::capital(text)),
                    vec![Target::Track(format!("tech:{}", race.code()))],
                )
            }
            Event::Discovered { tech } => {
                let (name, text) = words::fed_tech(tech);
                let target = Target::Card(tech.code().to_owned());
                (format!("{name} discovered"), format!("{}.", crate::labels::capital(text)), vec![target])
            }
            Event::RelationMoved { pair, from, to } => {
                let result = format!("{} to {}.", words::relation(from), words::relation(to));
                (self.pair_name(pair), result, vec![Target::Track(format!("pair:{}", pair.code()))])
            }
            Event::Overflow { race } => {
                let result = "They are at Total War already, so their fleets advance at once.".to_owned();
                (format!("The {} attack", self.race_name(race)), result, vec![race_track(race)])
            }
            Event::StabilityChanged { from, to } => {
                let verb = if to < from { "falls" } else { "rises" };
                let why = if to < from { "at 0 the match is lost" } else { "5 is the most" };
                (
                    format!("Stability {verb} to {to}"),
                    format!("From {from}; {why}."),
                    vec![Target::Track("stability".to_owned())],
                )
            }
            Event::AssetLost { piece, at } => {
                let title = format!("{} hit", crate::labels::capital(words::piece(piece)));
                let result = format!("It loses a step at {}.", self.space_name(at));
                (title, result, vec![self.place(at)])
            }
            Event::Ended { ending } => {
                let title = if ending == crate::Ending::Won { "Victory" } else { "The match is over" };
                let result = format!(
                    "{}: {} points.",
                    crate::labels::capital(self.ending_words(ending)),
                    self.points(board)
                );
                (title.to_owned(), result, Vec::new())
            }
            _ => return None,
        };
        Some(Scene { title, result, lines, targets })
    }
}
