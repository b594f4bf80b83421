//! A match whose game is known only at run time.

use json_diff::Encoded;
use rules::{
    Advice, Card, Line, Notation, Outcome, Present, Prompt, ReadError, Scene, Seat, Seats, StandingOrder,
    StandingOrders, Target, Viewer,
};
use search::review::ReviewSettings;
use serde::Serialize;
use serde_json::{
    Value,
    value::{RawValue, to_raw_value},
};
use table::{LoadError, MatchInfo, Refusal, Reroll, Save, Seed, SeedOrigin, Table};
use thiserror::Error;

use crate::{
    hint::{Decision, DecisionOf},
    review::Review,
};

/// Why actions in text form were not played.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SubmitError {
    /// The text is no action of this game.
    #[error("not an action of this game: {0}")]
    Unreadable(#[from] ReadError),
    /// There is no such seat.
    #[error("no seat {0} at this table")]
    NoSeat(u8),
    /// The table refused.
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
    /// The step that caused it: `at_step(step)` is the match just before.
    pub step: usize,
    /// The line of the log, if there is one.
    pub line: Option<Line>,
    /// The event itself, for animation.
    pub event: Box<RawValue>,
}

/// The numbers of one seat at one moment.
pub type Tally = Vec<(&'static str, i32)>;

/// How a match went, in numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// In the order of the match; the last one is its end.
    pub moments: Vec<HistoryMoment>,
    /// The luckiest and the unluckiest roll of each seat, as far as the game can tell.
    pub rolls: Vec<NotableRoll>,
}

/// The numbers at the start of a part of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryMoment {
    /// `at_step(step)` is the match at this moment.
    pub step: usize,
    /// The heading of the log.
    pub heading: String,
    /// By seat.
    pub tallies: Vec<Tally>,
}

/// A roll that was unlikely.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotableRoll {
    /// The step of the roll.
    pub step: usize,
    /// The seat it mattered to.
    pub seat: Seat,
    /// Whether it was good for that seat.
    pub good: bool,
    /// Chance of a result as extreme as this, in percent.
    pub percent: u8,
    /// The line of the log.
    pub line: Line,
}

/// A match of some game. Everything that leaves it is text or JSON, and redacted for its viewer.
pub trait AnyTable: Send {
    /// The game's name in the catalogue.
    fn game(&self) -> &'static str;
    /// The version of the game's rules.
    fn rules(&self) -> u32;
    /// The scenario's short name.
    fn scenario(&self) -> String;
    /// The number of seats.
    fn seats(&self) -> u8;
    /// The name of a seat.
    fn seat_name(&self, seat: Seat) -> String;
    /// The number of steps so far.
    fn step_count(&self) -> usize;
    /// The seats that have a decision to make; none when the match is over.
    fn seats_to_act(&self) -> Seats;
    /// The result, once the match is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The seats that resigned without a rule of the game for it.
    fn resigned(&self) -> Seats;
    /// Resigns a seat.
    fn resign(&mut self, seat: Seat) -> Result<(), SubmitError>;
    /// Static, public and private view of a viewer as one object.
    fn full_view(&self, viewer: Viewer) -> Box<RawValue>;
    /// The public view, encoded for diffing.
    fn public_view(&self) -> Encoded;
    /// The private view of a viewer, encoded for diffing.
    fn private_view(&self, viewer: Viewer) -> Encoded;
    /// Explains a board element to a viewer.
    fn card(&self, viewer: Viewer, of: &Target) -> Option<Card>;
    /// The scenes that ended from step `since` on, as a viewer saw them, with the index of the step.
    fn scenes(&self, viewer: Viewer, since: usize) -> Vec<(usize, Scene)>;
    /// Details of a board element beyond the view: reach, odds.
    fn detail(&self, viewer: Viewer, of: &Target) -> Option<Value>;
    /// The map in characters.
    fn text_map(&self, viewer: Viewer, width: usize) -> Vec<String>;
    /// One line per seat.
    fn score_lines(&self, viewer: Viewer) -> Vec<String>;
    /// The decision of a seat; no choices if it has none to make.
    fn prompt(&self, seat: Seat) -> Prompt;
    /// What happened from step `since` on, redacted for a viewer.
    fn events_for(&self, viewer: Viewer, since: usize) -> Vec<LogLine>;
    /// Whether both viewers saw the same events from step `since` on.
    fn same_events(&self, one: Viewer, other: Viewer, since: usize) -> bool;
    /// All events from step `since` on, secrets included: for audits and matches that are over.
    fn unredacted_events(&self, since: usize) -> Vec<LogLine>;
    /// How the numbers of each seat changed, one entry per heading of the log, secrets included: for matches that
    /// are over.
    fn history(&self) -> History;
    /// Win chances, luck, skill and turning points, secrets included: for matches that are over and for saves of the
    /// table's owner. `None` if it was cancelled.
    fn review(&self, settings: &ReviewSettings<'_>) -> Option<Review>;
    /// All steps in notation, secrets included: for saves and audits.
    fn steps(&self, since: usize) -> Vec<String>;
    /// Plays a batch of actions, all or nothing, and then the actions of standing orders.
    fn submit(&mut self, seat: Seat, step_count: usize, actions: &[&str]) -> Result<usize, SubmitError>;
    /// Undoes the last step, if it revealed nothing.
    fn undo(&mut self, seat: Seat) -> Result<(), SubmitError>;
    /// Queues faces for the next dice.
    fn script(&mut self, faces: &[u32]);
    /// Queues whole chance results in notation; they come before faces.
    fn script_rolls(&mut self, rolls: &[&str]) -> Result<(), ReadError>;
    /// Removes what is still queued.
    fn clear_script(&mut self);
    /// The number of faces and chance results still queued.
    fn scripted_left(&self) -> usize;
    /// The position, secrets included.
    fn position(&self) -> String;
    /// The decision of a seat for a computer player; `None` if it has none to make.
    fn decision(&self, seat: Seat) -> Option<Box<dyn Decision>>;
    /// The standing orders of a seat.
    fn orders(&self, seat: Seat) -> StandingOrders;
    /// Sets standing orders and plays their actions.
    fn set_orders(&mut self, seat: Seat, orders: StandingOrders);
    /// Sets standing orders without playing their actions: for loading a match.
    fn restore_orders(&mut self, seat: Seat, orders: StandingOrders);
    /// The standing orders of this game.
    fn available_orders(&self) -> &'static [StandingOrder];
    /// By seat: a player's name or a computer level.
    fn players(&self) -> Vec<String>;
    /// Sets the players; they go into the save.
    fn set_players(&mut self, players: Vec<String>);
    /// Whether some roll came from a script.
    fn is_scripted(&self) -> bool;
    /// The match as a file.
    fn save(&self) -> Save;
    /// The secret of the dice. Only for the table's owner, or once the match is over.
    fn seed(&self) -> Seed;
    /// Records where the seed comes from, so that a save can prove it. Ignored unless it yields the seed.
    fn set_seed_origin(&mut self, origin: SeedOrigin);
    /// Appends recorded steps, checking each of them.
    fn append(&mut self, steps: &[String]) -> Result<(), LoadError>;
    /// Whether this seat can undo the last step.
    fn can_undo(&self, seat: Seat) -> bool;
    /// The action by which the rules of the game let a seat resign, if they have one.
    fn resignation(&self) -> Option<String>;
    /// A copy without the log: its `steps` are those that actions on it lead to. No undo, no saves.
    fn trial(&self) -> Box<dyn AnyTable>;
    /// Whether this seat can undo the last step; the refusal if it cannot.
    fn check_undo(&self, seat: Seat) -> Result<(), SubmitError>;
    /// The match taken back to `step_count` steps, with new dice from there on.
    fn take_back(&self, step_count: usize) -> Box<dyn AnyTable>;
    /// From which steps on there were new dice.
    fn rerolls(&self) -> Vec<Reroll>;
    /// Restores [`AnyTable::rerolls`] before steps are appended.
    fn restore_rerolls(&mut self, rerolls: Vec<Reroll>);
    /// A copy to try actions on.
    fn fork(&self) -> Box<dyn AnyTable>;
    /// The match after `step_count` steps.
    fn at_step(&self, step_count: usize) -> Box<dyn AnyTable>;
    /// Whether replaying the log gives the cached state.
    fn audit(&self) -> bool;
}

/// Static, public and private view as one object.
#[derive(Serialize)]
struct FullView<S, B, P> {
    #[serde(flatten)]
    fixed: S,
    #[serde(flatten)]
    public: B,
    #[serde(flatten)]
    private: P,
}

fn log_line<G: Present>(table: &Table<G>, step: usize, event: &G::Event) -> LogLine
where
    G::Event: Serialize,
{
    LogLine {
        step,
        line: table.game().log_line(event),
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
    fn step_count(&self) -> usize {
        Table::step_count(self)
    }
    fn seats_to_act(&self) -> Seats {
        Table::seats_to_act(self)
    }
    fn outcome(&self) -> Option<Outcome> {
        Table::outcome(self)
    }
    fn resigned(&self) -> Seats {
        Table::resigned(self)
    }
    fn resign(&mut self, seat: Seat) -> Result<(), SubmitError> {
        if seat.0 >= AnyTable::seats(self) {
            return Err(SubmitError::NoSeat(seat.0));
        }
        Ok(Table::resign(self, seat)?)
    }
    fn full_view(&self, viewer: Viewer) -> Box<RawValue> {
        let (game, public, view) = (Table::game(self), self.view(Viewer::Public), self.view(viewer));
        let full = FullView {
            fixed: game.static_view(),
            public: game.public_view(&public),
            private: game.private_view(&view),
        };
        to_raw_value(&full).expect("a view is plain data with text keys")
    }
    fn public_view(&self) -> Encoded {
        Encoded::of(&Table::game(self).public_view(&self.view(Viewer::Public)))
    }
    fn private_view(&self, viewer: Viewer) -> Encoded {
        Encoded::of(&Table::game(self).private_view(&self.view(viewer)))
    }
    fn card(&self, viewer: Viewer, of: &Target) -> Option<Card> {
        Table::game(self).card(&self.view(viewer), of)
    }
    fn scenes(&self, viewer: Viewer, since: usize) -> Vec<(usize, Scene)> {
        Table::scenes(self, viewer, since)
    }
    fn detail(&self, viewer: Viewer, of: &Target) -> Option<Value> {
        let detail = Table::game(self).detail(&self.view(viewer), of)?;
        Some(serde_json::to_value(detail).expect("a detail is plain data with text keys"))
    }
    fn text_map(&self, viewer: Viewer, width: usize) -> Vec<String> {
        Table::game(self).text_map(&self.view(viewer), width)
    }
    fn score_lines(&self, viewer: Viewer) -> Vec<String> {
        Table::game(self).score_lines(&self.view(viewer))
    }
    fn prompt(&self, seat: Seat) -> Prompt {
        Table::prompt(self, seat)
    }
    fn events_for(&self, viewer: Viewer, since: usize) -> Vec<LogLine> {
        Table::events_for(self, viewer, since).map(|(step, event)| log_line(self, step, &event)).collect()
    }
    fn same_events(&self, one: Viewer, other: Viewer, since: usize) -> bool {
        Table::events_for(self, one, since).eq(Table::events_for(self, other, since))
    }
    fn unredacted_events(&self, since: usize) -> Vec<LogLine> {
        let line = |(step, event): &(usize, G::Event)| log_line(self, *step, event);
        Table::unredacted_events(self, since).iter().map(line).collect()
    }
    fn history(&self) -> History {
        let game = Table::game(self);
        let seats = || (0..game.seats()).map(Seat);
        let tallies = |state: &G::State| -> Vec<Tally> {
            seats().map(|seat| game.tally(&game.view(state, Viewer::Seat(seat)), seat)).collect()
        };
        let mut history = History::default();
        let mut state = self.start().clone();
        if tallies(&state).concat().is_empty() {
            return history;
        }
        for (step, &entry) in self.log().iter().enumerate() {
            let mut heading = None;
            game.apply(&mut state, entry, &mut |event| {
                heading = game.log_line(&event).and_then(|line| line.heading).or(heading.take());
            });
            if let Some(heading) = heading {
                history.moments.push(HistoryMoment { step: step + 1, heading, tallies: tallies(&state) });
            }
        }
        let step = self.log().len();
        history.moments.push(HistoryMoment { step, heading: "End".to_owned(), tallies: tallies(&state) });
        for seat in seats() {
            for good in [true, false] {
                let rolls = Table::unredacted_events(self, 0).iter().filter_map(|(step, event)| {
                    let luck = game.luck(event).filter(|luck| luck.seat == seat)?;
                    let percent = if good { luck.as_good } else { luck.as_bad };
                    Some(NotableRoll { step: *step, seat, good, percent, line: game.log_line(event)? })
                });
                history.rolls.extend(rolls.min_by_key(|roll| roll.percent).filter(|roll| roll.percent < 50));
            }
        }
        history
    }
    fn review(&self, settings: &ReviewSettings<'_>) -> Option<Review> {
        crate::review::review(self, settings)
    }
    fn steps(&self, since: usize) -> Vec<String> {
        self.log()
            .iter()
            .skip(since.saturating_sub(self.steps_before()))
            .map(|&step| Table::game(self).write_step(step))
            .collect()
    }
    fn submit(&mut self, seat: Seat, step_count: usize, actions: &[&str]) -> Result<usize, SubmitError> {
        if seat.0 >= AnyTable::seats(self) {
            return Err(SubmitError::NoSeat(seat.0));
        }
        let read: Result<Vec<G::Action>, ReadError> =
            actions.iter().map(|text| Table::game(self).read_action(text)).collect();
        Table::submit(self, seat, step_count, &read?)?;
        self.run_standing_orders();
        Ok(Table::step_count(self))
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
    fn script_rolls(&mut self, rolls: &[&str]) -> Result<(), ReadError> {
        let read: Result<Vec<G::Roll>, ReadError> =
            rolls.iter().map(|text| Table::game(self).read_roll(text)).collect();
        Table::script_rolls(self, read?);
        Ok(())
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
    fn decision(&self, seat: Seat) -> Option<Box<dyn Decision>> {
        let view = Table::seats_to_act(self).contains(seat).then(|| self.view(Viewer::Seat(seat)))?;
        Some(Box::new(DecisionOf { game: self.shared_game(), view, seat }))
    }
    fn orders(&self, seat: Seat) -> StandingOrders {
        Table::orders(self, seat)
    }
    fn set_orders(&mut self, seat: Seat, orders: StandingOrders) {
        Table::set_orders(self, seat, orders);
        self.run_standing_orders();
    }
    fn restore_orders(&mut self, seat: Seat, orders: StandingOrders) {
        Table::set_orders(self, seat, orders);
    }
    fn available_orders(&self) -> &'static [StandingOrder] {
        Table::game(self).orders()
    }
    fn players(&self) -> Vec<String> {
        self.info().players.clone()
    }
    fn set_players(&mut self, players: Vec<String>) {
        let info = self.info().clone();
        self.set_info(MatchInfo { players, ..info });
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
    fn set_seed_origin(&mut self, origin: SeedOrigin) {
        Table::set_seed_origin(self, origin);
    }
    fn append(&mut self, steps: &[String]) -> Result<(), LoadError> {
        Table::append(self, steps)
    }
    fn can_undo(&self, seat: Seat) -> bool {
        self.undo_refusal(seat).is_none()
    }
    fn resignation(&self) -> Option<String> {
        let action = Table::game(self).resignation()?;
        Some(Table::game(self).write_action(action))
    }
    fn trial(&self) -> Box<dyn AnyTable> {
        Box::new(Table::trial(self))
    }
    fn check_undo(&self, seat: Seat) -> Result<(), SubmitError> {
        if seat.0 >= AnyTable::seats(self) {
            return Err(SubmitError::NoSeat(seat.0));
        }
        match self.undo_refusal(seat) {
            None => Ok(()),
            Some(why) => Err(Refusal::NoUndo(why).into()),
        }
    }
    fn take_back(&self, step_count: usize) -> Box<dyn AnyTable> {
        Box::new(Table::take_back(self, step_count))
    }
    fn rerolls(&self) -> Vec<Reroll> {
        Table::rerolls(self).to_vec()
    }
    fn restore_rerolls(&mut self, rerolls: Vec<Reroll>) {
        Table::restore_rerolls(self, rerolls);
    }
    fn fork(&self) -> Box<dyn AnyTable> {
        Box::new(self.clone())
    }
    fn at_step(&self, step_count: usize) -> Box<dyn AnyTable> {
        Box::new(Table::at_step(self, step_count))
    }
    fn audit(&self) -> bool {
        self.replay_state() == *self.state()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rules::{Seat, Viewer};

    use crate::{Catalog, NewMatch};

    #[test]
    fn static_public_and_private_view_have_no_member_in_common() {
        let catalog = Catalog::standard();
        for game in catalog.games() {
            let table = catalog.open(&NewMatch::default_of(game.id).seeded(1)).expect("the usual scenario");
            for viewer in [Viewer::Public, Viewer::Seat(Seat(0))] {
                let view = table.full_view(viewer);
                // Each name counted as often as it is written.
                let mut names: HashMap<String, u32> = HashMap::new();
                let mut depth = 0;
                let mut tokens = view.get().split('"');
                while let (Some(between), name) = (tokens.next(), tokens.next()) {
                    depth += between.matches(['{', '[']).count() as i32;
                    depth -= between.matches(['}', ']']).count() as i32;
                    let is_name = tokens.clone().next().is_some_and(|after| after.starts_with(':'));
                    if let Some(name) = name.filter(|_| depth == 1 && is_name) {
                        *names.entry(name.to_owned()).or_default() += 1;
                    }
                }
                let whole: serde_json::Map<String, serde_json::Value> =
                    serde_json::from_str(view.get()).expect("an object");
                assert_eq!(names.len(), whole.len(), "{}: every name was found", game.id);
                assert!(names.values().all(|&times| times == 1), "{}: {names:?}", game.id);
            }
        }
    }
}
