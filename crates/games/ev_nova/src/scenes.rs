//! What an action, a battle or the match came to: it stays on the screen until the player goes on.

use rules::{Scene, Seat, Target};

use crate::board::seat_word;
use crate::present::cards;
use crate::{Card, EvNova, Event, Use, View};

/// Is this event a scene by itself?
pub(crate) fn whole(event: &Event) -> bool {
    matches!(
        event,
        Event::Placed(..)
            | Event::Played(..)
            | Event::CashedIn(..)
            | Event::Bought(..)
            | Event::Unloaded(..)
            | Event::EventPlayed(..)
            | Event::EventAt(..)
            | Event::EventOn(..)
            | Event::Stranded(_)
            | Event::PodLaunched(_)
            | Event::Out(_)
            | Event::Won(..)
            | Event::Drawn
    )
}

impl EvNova {
    /// The scene that these events are for this viewer.
    pub(crate) fn compose_scene(&self, view: &View, events: &[Event]) -> Option<Scene> {
        let first = events.first()?;
        let you = |seat: Seat| view.seat == Some(seat);
        let who = |seat: Seat| if you(seat) { "You" } else { seat_word(seat) };
        let verb = |seat: Seat, own: &str, other: &str| {
            format!("{} {}", who(seat), if you(seat) { own } else { other })
        };
        let card = |card: Card| Target::Card(card.number());
        let plain = |title: String, result: String, targets: Vec<Target>| {
            Some(Scene { title, result, lines: Vec::new(), targets })
        };
        let data = self.data();
        match *first {
            Event::Placed(seat, system) => plain(
                format!("{} at {}", verb(seat, "launch", "launches"), self.system_name(system)),
                "Moves and actions begin with the next turn.".to_owned(),
                vec![Target::Place(data.systems[system.index()].id.clone()), Target::Seat(seat)],
            ),
            Event::Played(seat, what) => {
                let stops = data.mission(what).map_or_else(String::new, |m| m.stop_names.join(", then "));
                plain(
                    format!("{} on {}", verb(seat, "take", "takes"), self.red_name(what)),
                    if stops.is_empty() {
                        data.red(what).text.clone()
                    } else {
                        format!("It leads to {stops}.")
                    },
                    vec![card(what)],
                )
            }
            Event::CashedIn(seat, what) => plain(
                format!("{} in {}", verb(seat, "cash", "cashes"), self.red_name(what)),
                data.red(what).text.clone(),
                vec![card(what)],
            ),
            Event::Bought(seat, what, how) => {
                let result = match how {
                    Use::Item => "It lies under the Current Ship.",
                    Use::Ship => "It is the new Current Ship; the old one was traded in.",
                    Use::Fighter(_) => "It waits in its bay.",
                    Use::Escort => "It flies along as an Escort.",
                    Use::Upgrade(_) => "It replaces the ship that was upgraded.",
                };
                plain(
                    format!("{} {}", verb(seat, "buy", "buys"), self.green_name(what)),
                    result.to_owned(),
                    vec![card(what), Target::Seat(seat)],
                )
            }
            Event::Unloaded(seat, what, value) => plain(
                format!("{} {}", verb(seat, "sell", "sells"), self.red_name(what)),
                format!("The Trade Route brings {value} {}.", cards(value)),
                vec![card(what)],
            ),
            Event::EventPlayed(seat, what) => plain(
                format!("{} {}", verb(seat, "play", "plays"), self.red_name(what)),
                data.red(what).text.clone(),
                vec![card(what)],
            ),
            Event::EventAt(seat, what, system) => plain(
                format!(
                    "{} {} at {}",
                    verb(seat, "play", "plays"),
                    self.red_name(what),
                    self.system_name(system)
                ),
                data.red(what).text.clone(),
                vec![card(what), Target::Place(data.systems[system.index()].id.clone())],
            ),
            Event::EventOn(seat, what, victim) => {
                let on = if you(victim) { "you" } else { seat_word(victim) };
                plain(
                    format!("{} {} on {on}", verb(seat, "play", "plays"), self.red_name(what)),
                    data.red(what).text.clone(),
                    vec![card(what), Target::Seat(victim)],
                )
            }
            Event::Stranded(seat) => plain(
                format!("{} stranded", verb(seat, "are", "is")),
                "The ship is disabled. Another captain can repair it within three turns.".to_owned(),
                vec![Target::Seat(seat)],
            ),
            Event::PodLaunched(seat) => plain(
                format!("The Escape Pod saves {}", if you(seat) { "you" } else { seat_word(seat) }),
                "The ship is lost; a Shuttle A waits for the next launching.".to_owned(),
                vec![Target::Seat(seat)],
            ),
            Event::Out(seat) => plain(
                format!("{} out of the game", verb(seat, "are", "is")),
                "Lost in space.".to_owned(),
                vec![Target::Seat(seat)],
            ),
            Event::Won(seat, points) => {
                let points_text = if points == 1 { "1 point".to_owned() } else { format!("{points} points") };
                let how = match points {
                    7 => "Total Victory: S7evyn is reached",
                    2 => "Attrition Victory: the last captain in the game",
                    _ => "The turn limit: the richest captain wins",
                };
                plain(verb(seat, "win", "wins"), format!("{how}, {points_text}."), vec![Target::Seat(seat)])
            }
            Event::Drawn => plain("A draw".to_owned(), "No captain wins.".to_owned(), Vec::new()),
            Event::Battle(system, aggressor, cause) => {
                let lines = events.iter().filter(|event| decisive(event)).filter_map(|event| self.log(event));
                let count = |wanted: fn(&Event) -> bool| events.iter().filter(|event| wanted(event)).count();
                let shots = count(|event| matches!(event, Event::Fired(..) | Event::PlanetFired(..)));
                let disabled = count(|event| matches!(event, Event::Disabled(_)));
                let destroyed = count(|event| matches!(event, Event::Destroyed(_)));
                let away = count(|event| matches!(event, Event::Gone(_)));
                let many = |count: usize, one: &str, more: &str| match count {
                    1 => format!("1 {one}"),
                    _ => format!("{count} {more}"),
                };
                let mut parts = vec![many(shots, "shot", "shots")];
                if disabled > 0 {
                    parts.push(many(disabled, "ship disabled", "ships disabled"));
                }
                if destroyed > 0 {
                    parts.push(many(destroyed, "ship destroyed", "ships destroyed"));
                }
                if away > 0 {
                    parts.push(many(away, "captain got away", "captains got away"));
                }
                Some(Scene {
                    title: format!("Battle at {}", self.system_name(system)),
                    result: format!("{}. {}.", self.cause_text(cause, aggressor), parts.join(", ")),
                    lines: lines.map(|line| line.text).collect(),
                    targets: vec![Target::Place(data.systems[system.index()].id.clone())],
                })
            }
            _ => None,
        }
    }
}

/// Does this event decide something in a battle?
fn decisive(event: &Event) -> bool {
    matches!(
        event,
        Event::ShieldsDown(_)
            | Event::Disabled(_)
            | Event::Destroyed(_)
            | Event::Gone(_)
            | Event::Captured(..)
            | Event::Looted(..)
            | Event::CeaseFire
            | Event::Out(_)
            | Event::PodLaunched(_)
            | Event::Stranded(_)
            | Event::Credited(..)
            | Event::Marked(..)
    )
}
