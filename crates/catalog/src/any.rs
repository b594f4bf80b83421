//! A match whose game is known only at run time.

use json_diff::Encoded;
use rules::{
    Advice, Notation, Order, OrderSet, Present, Prompt, ReadError, Scores, Seat, Seats, Target, Viewer,
};
use search::{Level, Playout};
use serde::Serialize;
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};
use table::{LoadError, Origin, Refusal, Save, Seed, SeedOrigin, Table};
use thiserror::Error;

/// Why actions in text form were not played.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SubmitError {
    /// The text is no action of this game.
    #[error("not an action of this game: {0}")]
    Unreadable(#[from] ReadError),
    /// There is no such chair.
    #[error("there is no seat {0} at this table")]
    NoSeat(u8),
    /// The table says no.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl SubmitError {
    /// A short name for machines.
    pub fn code(&self) -> &'static str {
        match self {
            SubmitError::Unreadable(_) => "unreadable",
            SubmitError::NoSeat(_) => "no_seat",
            SubmitError::Refused(refusal) => refusal.code(),
        }
    }
    /// The rule that forbids it, where one does.
    pub fn rule(&self) -> Option<rules::RuleId> {
        match self {
            SubmitError::Refused(refusal) => refusal.rule(),
            SubmitError::Unreadable(_) | SubmitError::NoSeat(_) => None,
        }
    }
}

/// One thing that happened, as one viewer perceived it.
#[derive(Clone, Debug, Serialize)]
pub struct LogLine {
    /// The step that caused it: `rewound(step)` shows the board just before.
    pub step: usize,
    /// The sentence, if it is worth one.
    pub text: Option<String>,
    /// The event itself, for animation.
    pub event: Box<RawValue>,
}

/// A match of some game. Everything that leaves it is text or JSON, and redacted for its viewer.
pub trait AnyTable: Send {
    /// The game's name in the catalogue.
    fn game(&self) -> &'static str;
    /// The version of the game's rules.
    fn rules(&self) -> u32;
    /// The scenario's short name.
    fn scenario(&self) -> String;
    /// How many chairs.
    fn seats(&self) -> u8;
    /// The name of a chair.
    fn seat_name(&self, seat: Seat) -> String;
    /// How many steps have been made.
    fn revision(&self) -> usize;
    /// The seats that owe a decision; none when the match is over.
    fn waiting(&self) -> Seats;
    /// The final standing, once the match is over.
    fn scores(&self) -> Option<Scores>;
    /// All that is drawn for a viewer: what is printed, what everybody sees, and what he sees besides.
    fn picture(&self, viewer: Viewer) -> Box<RawValue>;
    /// The part of it that changes and that everybody sees, to be compared.
    fn board(&self) -> Encoded;
    /// The part of it that changes and only this viewer sees.
    fn own(&self, viewer: Viewer) -> Encoded;
    /// What there is to know about one thing on the board beyond its picture: reach, odds.
    fn detail(&self, viewer: Viewer, of: &Target) -> Option<Value>;
    /// The map in characters.
    fn chart(&self, viewer: Viewer, width: usize) -> Vec<String>;
    /// One line per seat.
    fn standing(&self, viewer: Viewer) -> Vec<String>;
    /// What a seat is asked. Empty choices if it is not.
    fn prompt(&self, seat: Seat) -> Prompt;
    /// What a viewer saw happen from step `since` on.
    fn story(&self, viewer: Viewer, since: usize) -> Vec<LogLine>;
    /// Did both see the same happen from step `since` on?
    fn same_story(&self, one: Viewer, other: Viewer, since: usize) -> bool;
    /// All that happened from step `since` on, secrets included: for audits and matches that are over.
    fn whole_story(&self, since: usize) -> Vec<LogLine>;
    /// All steps in notation, secrets included: for saves and audits.
    fn steps(&self, since: usize) -> Vec<String>;
    /// Plays a batch of actions, all or nothing. Standing orders then answer what they can.
    fn submit(&mut self, seat: Seat, revision: usize, actions: &[&str]) -> Result<usize, SubmitError>;
    /// Takes back the last step, if nobody learned anything from it.
    fn undo(&mut self, seat: Seat) -> Result<(), SubmitError>;
    /// Queues faces for the next dice.
    fn script(&mut self, faces: &[u32]);
    /// Forgets the faces that are still queued.
    fn clear_script(&mut self);
    /// How many faces are still queued.
    fn scripted_left(&self) -> usize;
    /// The position, secrets included.
    fn position(&self) -> String;
    /// What a computer player of this level would do.
    fn advise(&self, seat: Seat, level: Level, dice_seed: u64) -> Option<String>;
    /// The standing orders of a seat.
    fn orders(&self, seat: Seat) -> OrderSet;
    /// Gives standing orders; they answer at once what they can.
    fn set_orders(&mut self, seat: Seat, orders: OrderSet);
    /// Notes standing orders without letting them answer: for loading a match.
    fn note_orders(&mut self, seat: Seat, orders: OrderSet);
    /// The standing orders this game knows.
    fn known_orders(&self) -> &'static [Order];
    /// Who sits where: names or computer levels.
    fn players(&self) -> Vec<String>;
    /// Notes who sits where; it goes into the save.
    fn set_players(&mut self, players: Vec<String>);
    /// Did some roll come from a script?
    fn is_scripted(&self) -> bool;
    /// The match as a file.
    fn save(&self) -> Save;
    /// The secret of the dice. Only for the table's owner, or once the match is over.
    fn seed(&self) -> Seed;
    /// Notes where the seed comes from, so that a save can prove it. Ignored unless it is true.
    fn credit(&mut self, origin: SeedOrigin);
    /// Plays recorded steps on, judging each of them.
    fn append(&mut self, steps: &[String]) -> Result<(), LoadError>;
    /// Can the last step be taken back by this seat?
    fn can_undo(&self, seat: Seat) -> bool;
    /// What a seat sends to give up, if it can.
    fn concession(&self) -> Option<String>;
    /// A copy to try things on, or to think about.
    fn fork(&self) -> Box<dyn AnyTable>;
    /// The match at an earlier moment.
    fn rewound(&self, revision: usize) -> Box<dyn AnyTable>;
    /// Plays the log again and compares: is the cached state what the log tells?
    fn audit(&self) -> bool;
}

/// What is printed, what everybody sees and what a viewer sees besides, as one object.
#[derive(Serialize)]
struct Whole<P, B, O> {
    #[serde(flatten)]
    print: P,
    #[serde(flatten)]
    board: B,
    #[serde(flatten)]
    own: O,
}

fn log_line<G: Present>(table: &Table<G>, step: usize, event: &G::Event) -> LogLine
where
    G::Event: Serialize,
{
    LogLine {
        step,
        text: table.game().tell(event),
        event: to_raw_value(event).expect("an event is plain data with text keys"),
    }
}

impl<G> AnyTable for Table<G>
where
    G: Notation + Present + Advice + 'static,
    G::Event: Serialize,
{
    fn game(&self) -> &'static str {
        G::GAME
    }
    fn rules(&self) -> u32 {
        G::RULES
    }
    fn scenario(&self) -> String {
        Table::game(self).scenario_name()
    }
    fn seats(&self) -> u8 {
        Table::game(self).seats()
    }
    fn seat_name(&self, seat: Seat) -> String {
        Table::game(self).seat_name(seat)
    }
    fn revision(&self) -> usize {
        Table::revision(self)
    }
    fn waiting(&self) -> Seats {
        Table::waiting(self)
    }
    fn scores(&self) -> Option<Scores> {
        Table::scores(self)
    }
    fn picture(&self, viewer: Viewer) -> Box<RawValue> {
        let (game, public, view) = (Table::game(self), self.view(Viewer::Public), self.view(viewer));
        let whole = Whole { print: game.print(), board: game.board(&public), own: game.picture(&view) };
        to_raw_value(&whole).expect("what is drawn is plain data with text keys")
    }
    fn board(&self) -> Encoded {
        Encoded::of(&Table::game(self).board(&self.view(Viewer::Public)))
    }
    fn own(&self, viewer: Viewer) -> Encoded {
        Encoded::of(&Table::game(self).picture(&self.view(viewer)))
    }
    fn detail(&self, viewer: Viewer, of: &Target) -> Option<Value> {
        let detail = Table::game(self).detail(&self.view(viewer), of)?;
        Some(serde_json::to_value(detail).expect("what is drawn is plain data with text keys"))
    }
    fn chart(&self, viewer: Viewer, width: usize) -> Vec<String> {
        Table::game(self).chart(&self.view(viewer), width)
    }
    fn standing(&self, viewer: Viewer) -> Vec<String> {
        Table::game(self).standing(&self.view(viewer))
    }
    fn prompt(&self, seat: Seat) -> Prompt {
        Table::prompt(self, seat)
    }
    fn story(&self, viewer: Viewer, since: usize) -> Vec<LogLine> {
        Table::story(self, viewer, since).map(|(step, event)| log_line(self, step, &event)).collect()
    }
    fn same_story(&self, one: Viewer, other: Viewer, since: usize) -> bool {
        Table::story(self, one, since).eq(Table::story(self, other, since))
    }
    fn whole_story(&self, since: usize) -> Vec<LogLine> {
        let line = |(step, event): &(usize, G::Event)| log_line(self, *step, event);
        Table::whole_story(self, since).iter().map(line).collect()
    }
    fn steps(&self, since: usize) -> Vec<String> {
        self.log().iter().skip(since).map(|&step| Table::game(self).write_step(step)).collect()
    }
    fn submit(&mut self, seat: Seat, revision: usize, actions: &[&str]) -> Result<usize, SubmitError> {
        if seat.0 >= AnyTable::seats(self) {
            return Err(SubmitError::NoSeat(seat.0));
        }
        let read: Result<Vec<G::Action>, ReadError> =
            actions.iter().map(|text| Table::game(self).read_action(text)).collect();
        Table::submit(self, seat, revision, &read?)?;
        self.obey_orders();
        Ok(Table::revision(self))
    }
    fn undo(&mut self, seat: Seat) -> Result<(), SubmitError> {
        if seat.0 >= AnyTable::seats(self) {
            return Err(SubmitError::NoSeat(seat.0));
        }
        Ok(Table::undo(self, seat)?)
    }
    fn script(&mut self, faces: &[u32]) {
        Table::script(self, faces.iter().copied());
    }
    fn clear_script(&mut self) {
        Table::clear_script(self);
    }
    fn scripted_left(&self) -> usize {
        Table::scripted_left(self)
    }
    fn position(&self) -> String {
        Table::game(self).write_position(self.state())
    }
    fn advise(&self, seat: Seat, level: Level, dice_seed: u64) -> Option<String> {
        if !Table::waiting(self).contains(seat) {
            return None;
        }
        let view = self.view(Viewer::Seat(seat));
        let action = search::choose(Table::game(self), &view, seat, level, &mut Playout::new(dice_seed))?;
        Some(Table::game(self).write_action(action))
    }
    fn orders(&self, seat: Seat) -> OrderSet {
        Table::orders(self, seat)
    }
    fn set_orders(&mut self, seat: Seat, orders: OrderSet) {
        Table::set_orders(self, seat, orders);
        self.obey_orders();
    }
    fn note_orders(&mut self, seat: Seat, orders: OrderSet) {
        Table::set_orders(self, seat, orders);
    }
    fn known_orders(&self) -> &'static [Order] {
        Table::game(self).orders()
    }
    fn players(&self) -> Vec<String> {
        self.origin().players.clone()
    }
    fn set_players(&mut self, players: Vec<String>) {
        let origin = self.origin().clone();
        self.set_origin(Origin { players, ..origin });
    }
    fn is_scripted(&self) -> bool {
        Table::is_scripted(self)
    }
    fn save(&self) -> Save {
        Table::save(self)
    }
    fn seed(&self) -> Seed {
        Table::seed(self)
    }
    fn credit(&mut self, origin: SeedOrigin) {
        Table::credit(self, origin);
    }
    fn append(&mut self, steps: &[String]) -> Result<(), LoadError> {
        Table::append(self, steps)
    }
    fn can_undo(&self, seat: Seat) -> bool {
        self.why_no_undo(seat).is_none()
    }
    fn concession(&self) -> Option<String> {
        let action = Table::game(self).concession()?;
        Some(Table::game(self).write_action(action))
    }
    fn fork(&self) -> Box<dyn AnyTable> {
        Box::new(self.clone())
    }
    fn rewound(&self, revision: usize) -> Box<dyn AnyTable> {
        Box::new(Table::rewound(self, revision))
    }
    fn audit(&self) -> bool {
        self.replayed() == *self.state()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rules::{Seat, Viewer};

    use crate::{Catalog, NewMatch};

    #[test]
    fn print_board_and_picture_have_no_member_in_common() {
        let catalog = Catalog::standard();
        for game in catalog.games() {
            let table = catalog.open(&NewMatch::default_of(game.id).seeded(1)).expect("the usual scenario");
            for viewer in [Viewer::Public, Viewer::Seat(Seat(0))] {
                let picture = table.picture(viewer);
                // Each name counted as often as it is written.
                let mut names: HashMap<String, u32> = HashMap::new();
                let mut depth = 0;
                let mut tokens = picture.get().split('"');
                while let (Some(between), name) = (tokens.next(), tokens.next()) {
                    depth += between.matches(['{', '[']).count() as i32;
                    depth -= between.matches(['}', ']']).count() as i32;
                    let is_name = tokens.clone().next().is_some_and(|after| after.starts_with(':'));
                    if let Some(name) = name.filter(|_| depth == 1 && is_name) {
                        *names.entry(name.to_owned()).or_default() += 1;
                    }
                }
                let whole: serde_json::Map<String, serde_json::Value> =
                    serde_json::from_str(picture.get()).expect("an object");
                assert_eq!(names.len(), whole.len(), "{}: every name was found", game.id);
                assert!(names.values().all(|&times| times == 1), "{}: {names:?}", game.id);
            }
        }
    }
}
