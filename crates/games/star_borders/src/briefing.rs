//! What a scenario changes, in sentences for the menu: rules not used, special rules, victory.

use crate::{Condition, Extra, Features, InitiativeMode, Instant, Loc, LocSet, Side, StarBorders, When};

impl Features {
    /// The chapters this scenario leaves out.
    pub fn not_used(self) -> Vec<&'static str> {
        let chapters = [
            (self.cards, "development cards"),
            (self.salvage, "salvage"),
            (self.fortify, "fortification"),
            (self.planetary_assault, "planetary assault"),
        ];
        chapters.into_iter().filter(|(used, _)| !used).map(|(_, name)| name).collect()
    }
}

impl StarBorders {
    /// What a player should know before the first turn, one sentence each.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = vec![self.length_note(), self.initiative_note()];
        let not_used = self.scenario.features.not_used();
        if !not_used.is_empty() {
            notes.push(format!("Rules not used: {}.", not_used.join(", ")));
        }
        self.special_notes(&mut notes);
        notes.extend(self.scenario.victory.extra.iter().map(|&extra| self.extra_note(extra)));
        notes.extend(self.scenario.victory.instant.iter().map(|instant| self.instant_note(instant)));
        notes.push(match self.scenario.victory.tie {
            Some(side) => format!("The {} wins ties.", side.name()),
            None => "A tie is a draw.".into(),
        });
        notes
    }

    fn length_note(&self) -> String {
        let boxes = self.scenario.sudden_death.iter().enumerate().rev();
        let deadly: Vec<String> =
            boxes.filter(|(_, die)| **die > 0).map(|(number, _)| number.to_string()).collect();
        let start = self.scenario.start_box;
        if deadly.is_empty() {
            return format!("The countdown starts at box {start}; there is no sudden death.");
        }
        format!("The countdown starts at box {start}; sudden death on {}.", deadly.join(", "))
    }

    fn initiative_note(&self) -> String {
        let first = match self.scenario.initiative.first {
            Some(side) => format!("The {} goes first", side.name()),
            None => "A roll decides who goes first".into(),
        };
        let then = match self.scenario.initiative.mode {
            InitiativeMode::Fixed => "in every turn",
            InitiativeMode::Alternate => "in the first turn, then the sides take turns at it",
            InitiativeMode::Roll => "in the first turn, then a roll every turn",
        };
        format!("{first} {then}.")
    }

    fn special_notes(&self, notes: &mut Vec<String>) {
        let special = &self.scenario.special;
        if let Some(pool) = special.draw_pool {
            let [alliance, imperium] = pool.surcharge;
            let frozen = if pool.freeze_countdown { " while the countdown stands still" } else { "" };
            notes.push(format!(
                "Until the first battle each turn draws {} from the common pool{frozen}.",
                counters(pool.cold_draw)
            ));
            notes.push(format!(
                "After it a player pays to operate (Alliance {alliance} LP, Imperium {imperium} LP) or mobilizes {}.",
                counters(pool.mobilize_draw)
            ));
        }
        if let Some(buy) = special.requisition {
            let class = self.counters.faces[buy.ship.index()][usize::from(buy.back)].class.name();
            notes.push(format!("The Imperium may buy its off-map {class} once for {} Honor.", buy.cost));
        }
        if let Some(until) = special.truce_until {
            notes.push(format!("Truce: above box {until} no ship may enter a location with enemy presence."));
        }
        for side in Side::BOTH {
            let (name, bonus) = (side.name(), special.income_bonus[side.index()]);
            if bonus > 0 {
                notes.push(format!("The {name} receives {bonus} LP more in every Income step."));
            }
            if special.no_replacements[side.index()] {
                notes.push(format!("The {name} gets no replacements."));
            }
        }
        let closed = self.quadrant.wormholes - self.quadrant.jumps;
        if !closed.is_empty() {
            notes.push(format!("Closed for jumps: {}.", self.names(closed)));
        }
    }

    fn extra_note(&self, extra: Extra) -> String {
        match extra {
            Extra::Location { side, loc, vp } => {
                format!("{} {} for {}.", scores(side), points(vp), self.name(loc))
            }
            Extra::ClassEliminated { side, class, vp } => {
                format!(
                    "{} {} if the enemy's {} is in the Eliminated box.",
                    scores(side),
                    points(vp),
                    class.name()
                )
            }
            Extra::Handicap { side, vp } => format!("{} {} in any case.", scores(side), points(vp)),
            Extra::ShipsDestroyed { side, per: 1, vp } => {
                format!("{} {} for every enemy ship destroyed.", scores(side), points(vp))
            }
            Extra::ShipsDestroyed { side, per, vp } => {
                format!("{} {} for every {per} enemy ships destroyed.", scores(side), points(vp))
            }
            Extra::DeadFleet { side, vp } => {
                format!("{} {} if the enemy has no ship on the map.", scores(side), points(vp))
            }
        }
    }

    fn instant_note(&self, instant: &Instant) -> String {
        let who = instant.side.map_or_else(|| "A side".to_owned(), |side| format!("The {}", side.name()));
        let when = match instant.when {
            When::EndOfPlayerTurn => "at the end of a Player Turn",
            When::EndOfGameTurn => "at the end of a Game Turn",
        };
        let what = match instant.condition {
            Condition::OpponentHasNoBase => "only its opponent has no Sector Base".to_owned(),
            Condition::ControlsAll(planets) => format!("it controls {}", self.names(planets)),
            Condition::VpLead(lead) => format!("it leads by {}", points(lead)),
            Condition::OpponentHasNoShips => "its opponent has no ship on the map".to_owned(),
        };
        format!("{who} wins at once if {when} {what}.")
    }

    fn name(&self, loc: Loc) -> &str {
        &self.quadrant.get(loc).name
    }

    fn names(&self, locs: LocSet) -> String {
        locs.map(|loc| self.name(loc)).collect::<Vec<_>>().join(", ")
    }
}

fn scores(side: Option<Side>) -> String {
    side.map_or_else(|| "Either side scores".to_owned(), |side| format!("The {} scores", side.name()))
}

fn points(vp: i16) -> String {
    format!("{vp} VP")
}

fn counters(count: u8) -> String {
    if count == 1 { "one counter".into() } else { format!("{count} counters") }
}
