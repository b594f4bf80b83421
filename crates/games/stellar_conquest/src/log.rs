//! The log: one line per deed, and the scenes of a combat, an exploration, a conquest and a production year.

use rules::{Line, Luck, Scene, SceneMark, Seat, Target, dice_words};

use crate::{
    StellarConquest,
    action::{Event, EventKind},
    ids::{Kind, Star},
    state::Token,
    view::View,
    words::{
        counted, development_name, industry_nouns, item_nouns, kind_nouns, planet_type_name, ships_words,
    },
};

/// "2 escorts", of a kind of piece.
fn pieces(kind: Kind, count: u16) -> String {
    let (one, many) = kind_nouns(kind);
    counted(count, one, many)
}

/// How lucky the dice of a barrage were: the chance of this number of hits or more, and of this number or fewer.
pub(crate) fn luck(event: &Event) -> Option<Luck> {
    let EventKind::Barrage { seat, ref dice, ships, chance, hits, .. } = event.kind else { return None };
    if dice.is_empty() {
        return None;
    }
    const WHOLE: u64 = 1_000_000_000;
    let (hit, miss) = (u64::from(chance), 100 - u64::from(chance));
    let mut odds = vec![WHOLE];
    for _ in 0..ships {
        let before = |index: usize| odds.get(index).copied().unwrap_or(0);
        let missed = |hits: usize| before(hits) * miss;
        let scored = |hits: usize| hits.checked_sub(1).map_or(0, before) * hit;
        odds = (0..=odds.len()).map(|hits| (missed(hits) + scored(hits)) / 100).collect();
    }
    // what all other results leave: roundings do not make a sure thing less than 100 %
    let without = |others: &[u64]| ((WHOLE - others.iter().sum::<u64>()) * 100 / WHOLE).clamp(1, 100) as u8;
    let split = usize::from(hits);
    Some(Luck { seat, as_good: without(&odds[..split]), as_bad: without(&odds[split + 1..]) })
}

impl StellarConquest {
    pub(crate) fn line_of(&self, event: &Event) -> Option<Line> {
        let seat = |seat: Seat| self.seat_ref(seat);
        let star = |star: Star| self.star_ref(star);
        let fleet = |token: Token| self.fleet_ref(token);
        let (text, importance) = match &event.kind {
            EventKind::Noted(_)
            | EventKind::Regrouped { .. }
            | EventKind::Committed(_)
            | EventKind::Produced(_) => return None,
            EventKind::Year(year) => {
                return Some(
                    Line::markup(&format!("Year {year}")).heading(format!("Year {year}")).importance(2),
                );
            }
            EventKind::TurnOf(who) => {
                let line = Line::markup(&format!("{}'s turn", seat(*who)));
                return Some(line.heading(format!("{}'s turn", crate::words::seat_name(*who))).importance(1));
            }
            EventKind::Moved { seat: who, token, from: None, to } => {
                (format!("{}'s {} enters at {}", seat(*who), fleet(*token), self.place_ref(*to)), 1)
            }
            EventKind::Moved { seat: who, token, to, .. } => {
                (format!("{}'s {} moves to {}", seat(*who), fleet(*token), self.place_ref(*to)), 1)
            }
            EventKind::Sighted { seat: who, token, ships } => {
                (format!("{}'s {}: {}", seat(*who), fleet(*token), ships_words(&ships.ships, *who)), 2)
            }
            EventKind::Risked { seat: who, star: at, dice, lost } => {
                let lost = match lost {
                    0 => "all survive".to_owned(),
                    lost => format!("{} lost", counted(*lost, "ship is", "ships are")),
                };
                (format!("{} risks unknown {}: {}, {lost}", seat(*who), star(*at), dice_words(&dice[..])), 2)
            }
            EventKind::Explored(who, at) => (format!("{} explores {}", seat(*who), star(*at)), 2),
            EventKind::Card(at, card) => (self.card_words(*at, *card), 3),
            EventKind::OutOfRange { seat: who, hex, lost: None } => {
                (format!("{} loses ships out of range at {}", seat(*who), self.place_ref(*hex)), 2)
            }
            EventKind::OutOfRange { hex, lost: Some(lost), .. } => {
                let lost = counted(*lost, "ship", "ships");
                (format!("You lost {lost} out of range at {}", self.place_ref(*hex)), 3)
            }
            EventKind::Combat { star: at, attacker, defender } => {
                (format!("{} fights {} at {}", seat(*attacker), seat(*defender), star(*at)), 3)
            }
            EventKind::Met { star: at, attacker, defender } => {
                let (one, other) = (seat(*attacker), seat(*defender));
                (format!("Unarmed ships of {one} and {other} meet at {}", star(*at)), 2)
            }
            EventKind::Barrage { seat: who, from, at, dice, hits, .. } => {
                let (from, at) = (kind_nouns(*from).1, kind_nouns(*at).1);
                let dice =
                    if dice.is_empty() { String::new() } else { format!(" {}", dice_words(&dice[..])) };
                let hits = counted(*hits, "hit", "hits");
                (format!("{}'s {from} fire at {at}:{dice} {hits}", seat(*who)), 2)
            }
            EventKind::Lost { seat: who, star: at, kind, count } => {
                (format!("{} loses {} at {}", seat(*who), pieces(*kind, *count), star(*at)), 3)
            }
            EventKind::Withdrew { seat: who, star: at, hex, token } => {
                let to = self.place_ref(*hex);
                (format!("{}'s {} withdraws from {} to {to}", seat(*who), fleet(*token), star(*at)), 2)
            }
            EventKind::CombatOver(at) => (format!("The combat at {} is over", star(*at)), 1),
            EventKind::Attacked { seat: who, planet, owner, mb, amb } => {
                let bases = match (mb, amb) {
                    (mb, 0) => pieces(Kind::base(0, false), *mb),
                    (0, amb) => pieces(Kind::base(0, true), *amb),
                    (mb, amb) => {
                        format!(
                            "{} and {}",
                            pieces(Kind::base(0, false), *mb),
                            pieces(Kind::base(0, true), *amb)
                        )
                    }
                };
                let colony = self.site_ref(*planet);
                (format!("{} attacks {}'s colony {colony}: {bases}", seat(*who), seat(*owner)), 3)
            }
            EventKind::Scrapped(planet, what, count) => {
                let (one, many) = industry_nouns(*what);
                let verb = if *count == 1 { "is" } else { "are" };
                (format!("{} {verb} scrapped on {}", counted(*count, one, many), self.site_ref(*planet)), 2)
            }
            EventKind::Taken { planet, by, people } if by == people => {
                (format!("{}'s colony {} is free again", seat(*by), self.site_ref(*planet)), 3)
            }
            EventKind::Taken { planet, by, people } => {
                (format!("{} conquers {}'s colony {}", seat(*by), seat(*people), self.site_ref(*planet)), 3)
            }
            EventKind::Destroyed(planet, millions) => {
                let verb = if *millions == 1 { "is" } else { "are" };
                (format!("{millions} million {verb} destroyed on {}", self.site_ref(*planet)), 3)
            }
            EventKind::Ended(planet) => (format!("The colony {} has ended", self.site_ref(*planet)), 3),
            EventKind::Ruined(planet) => (format!("{} is now uninhabitable", self.site_ref(*planet)), 3),
            EventKind::Unloaded { seat: who, star: at, tokens } => {
                let fleets = counted(*tokens, "fleet", "fleets");
                let verb = if *tokens == 1 { "is" } else { "are" };
                (format!("{fleets} of {} {verb} unloaded at {}", seat(*who), star(*at)), 2)
            }
            EventKind::Landed { seat: who, planet, millions } => {
                (format!("{} lands {millions} million on {}", seat(*who), self.site_ref(*planet)), 3)
            }
            EventKind::Reverted(who, hex) => {
                (format!("Transports at {} go over to {}", self.place_ref(*hex), seat(*who)), 3)
            }
            EventKind::Blast(at) => (format!("{} destroys every ship on it and next to it", star(*at)), 3),
            EventKind::Reborn(at) => (format!("{} has a planet again", star(*at)), 3),
            EventKind::Acquired(_, development) => (
                format!("You acquire {{card:{}|{}}}", development.symbol(), development_name(*development)),
                3,
            ),
            EventKind::Producing(year) => {
                let line = Line::markup(&format!("Production Year {year}"));
                return Some(line.heading(format!("Production Year {year}")).importance(2));
            }
            EventKind::Grown { planet, from, to } => {
                (format!("{}: {from} million become {to} million", self.site_ref(*planet)), 2)
            }
            EventKind::Built { planet, item, count } => {
                let (one, many) = item_nouns(*item);
                (format!("{} builds {}", self.site_ref(*planet), counted(*count, one, many)), 2)
            }
            EventKind::Departed { planet, count } => {
                let transports = counted(*count, "transport leaves", "transports leave");
                (format!("{transports} {}", self.site_ref(*planet)), 2)
            }
            EventKind::Out(who, true) => (format!("{} has nothing left", seat(*who)), 3),
            EventKind::Out(who, false) => (format!("{} is back in the game", seat(*who)), 3),
            EventKind::Over => ("The game is over".to_owned(), 3),
        };
        Some(Line::markup(&text).importance(importance))
    }

    /// What a star card lists.
    fn card_words(&self, star: Star, card: u8) -> String {
        let printed = &self.components.cards[usize::from(card)].planets;
        let planets: Vec<String> = star
            .planets()
            .zip(printed)
            .filter_map(|(planet, printed)| {
                let printed = (*printed)?;
                let site = crate::ids::Site { planet, orbit: printed.orbit };
                let metal = if printed.metal { ", rich in metal" } else { "" };
                let (name, limit) = (planet_type_name(printed.kind), printed.limit);
                Some(format!("{} ({name}, up to {limit} million{metal})", self.site_ref(site)))
            })
            .collect();
        let list = if planets.is_empty() { "no planets".to_owned() } else { planets.join("; ") };
        format!("{}: {list}", self.star_ref(star))
    }

    pub(crate) fn scene_mark_of(&self, event: &Event) -> SceneMark {
        match event.kind {
            EventKind::Combat { .. } | EventKind::Producing(_) => SceneMark::Opens,
            EventKind::CombatOver(_) | EventKind::Produced(_) => SceneMark::Closes,
            EventKind::Card(..) | EventKind::Taken { .. } | EventKind::Blast(_) | EventKind::Acquired(..) => {
                SceneMark::Whole
            }
            _ => SceneMark::None,
        }
    }

    pub(crate) fn scene_of(&self, view: &View, events: &[Event]) -> Option<Scene> {
        let first = events.first()?;
        let place = |star: Star| vec![Target::Place(self.hex_of(star).to_string())];
        let (title, result, targets) = match &first.kind {
            EventKind::Combat { star, attacker, defender } => {
                let title = format!("Combat at {}", self.star_name(*star));
                let lost = |seat: Seat| -> u32 {
                    let losses = events.iter().filter_map(|event| match event.kind {
                        EventKind::Lost { seat: who, count, .. } if who == seat => Some(u32::from(count)),
                        _ => None,
                    });
                    losses.sum()
                };
                let words = |seat: Seat| {
                    let lost = counted(lost(seat), "ship", "ships");
                    format!("{} loses {lost}", crate::words::seat_name(seat))
                };
                (title, format!("{}, {}", words(*attacker), words(*defender)), place(*star))
            }
            EventKind::Producing(year) => {
                let me = view.viewer.seat();
                let colonies = me.map_or(0, |seat| view.known().colonies_of(seat).count());
                let result = match me {
                    Some(_) => format!("You have {}", counted(colonies as u64, "colony", "colonies")),
                    None => "All plans are carried out".to_owned(),
                };
                (format!("Production Year {year}"), result, Vec::new())
            }
            EventKind::Card(star, card) => {
                let planets = self.components.cards[usize::from(*card)].planets.iter().flatten().count();
                let result = match planets {
                    0 => "No planets".to_owned(),
                    planets => counted(planets as u64, "planet", "planets"),
                };
                (format!("You explored {}", self.star_name(*star)), result, place(*star))
            }
            EventKind::Taken { planet, by, people } => {
                let (name, by_name) = (self.site_name(*planet), crate::words::seat_name(*by));
                let result = if by == people {
                    format!("{by_name} has it back")
                } else {
                    format!("{by_name} conquers it from {}", crate::words::seat_name(*people))
                };
                (name, result, vec![Target::Place(self.write_planet(planet.planet))])
            }
            EventKind::Blast(star) => (
                format!("{} explodes", self.star_name(*star)),
                "Ships on it and next to it are lost".to_owned(),
                place(*star),
            ),
            EventKind::Acquired(_, development) => (
                "New development".to_owned(),
                development_name(*development).to_owned(),
                vec![Target::Card(development.symbol().to_owned())],
            ),
            _ => return None,
        };
        let lines = events.iter().filter_map(|event| self.line_of(event)).map(|line| line.text).collect();
        Some(Scene { title, result, lines, targets })
    }
}
