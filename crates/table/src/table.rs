//! One match. It changes only through `submit`, `undo`, `resign`, `append`, standing orders and chance steps.

use std::collections::{BTreeMap, VecDeque};

use rules::{
    Game, Outcome, Present, Seat, Seats, StandingOrders, Step, StepError, StepOf, Turn, Viewer, check_step,
};
use thiserror::Error;

use crate::dice::{FairDice, Script, ScriptedDice, Seed, SeedOrigin};

/// Why a request was refused. The match, dice included, is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The client acted on an old view.
    #[error("the match has moved on to step {now}; you acted on step {yours}")]
    Stale {
        /// The step count the client named.
        yours: usize,
        /// The current step count.
        now: usize,
    },
    /// This seat has no decision to make now.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The match has ended.
    #[error("the match is over")]
    Over,
    /// The batch continues after an action that rolled dice or revealed information.
    #[error("action {after} of the batch rolled dice or revealed information; submit the rest separately")]
    PastSeal {
        /// The number of actions up to that one.
        after: usize,
    },
    /// A rule forbids it.
    #[error("rule {} does not allow it", .0.name())]
    Denied(rules::RuleId),
    /// The last step cannot be undone.
    #[error("{0}")]
    NoUndo(&'static str),
    /// A scripted die does not fit.
    #[error("the script holds a {face} for a die with {sides} faces")]
    Script {
        /// The scripted face.
        face: u32,
        /// The die.
        sides: u32,
    },
    /// A scripted chance result does not fit what the match asks for.
    #[error("the script holds a chance result that cannot come now")]
    ScriptedRoll,
    /// An empty batch.
    #[error("no action was given")]
    Nothing,
    /// The seat resigned before.
    #[error("this seat has resigned already")]
    Resigned,
}

impl Refusal {
    /// A short name for machines.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::Stale { .. } => "stale",
            Refusal::NotYourTurn => "not_your_turn",
            Refusal::Over => "over",
            Refusal::PastSeal { .. } => "past_seal",
            Refusal::Denied(_) => "denied",
            Refusal::NoUndo(_) => "no_undo",
            Refusal::Script { .. } | Refusal::ScriptedRoll => "script",
            Refusal::Nothing => "nothing",
            Refusal::Resigned => "resigned",
        }
    }
    /// The rule that forbids it, where one does.
    pub fn rule(&self) -> Option<rules::RuleId> {
        match self {
            Refusal::Denied(rule) => Some(*rule),
            _ => None,
        }
    }
}

/// What a save holds in addition to the log: where the rules came from and who plays.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatchInfo {
    /// The text of the scenario file, if it is not one of the game's own.
    pub scenario_file: Option<String>,
    /// Options of the game, by name.
    pub options: BTreeMap<String, String>,
    /// By seat: a player's name, or a computer level.
    pub players: Vec<String>,
    /// By seat: the choices made before the start (deck, faction), by name.
    pub seat_choices: Vec<BTreeMap<String, String>>,
}

/// A match in progress.
#[derive(Debug)]
pub struct Table<G: Game> {
    game: std::sync::Arc<G>,
    seed: Seed,
    pub(crate) seed_origin: SeedOrigin,
    pub(crate) script: Script,
    /// Chance results queued as a whole; they come before `script`.
    scripted_rolls: VecDeque<G::Roll>,
    pub(crate) scripted: bool,
    start: G::State,
    /// Whether `start` was loaded from a position instead of set up by the scenario.
    pub(crate) from_position: bool,
    state: G::State,
    /// Number of steps before `log`: 0 except in a trial.
    before: usize,
    log: Vec<StepOf<G>>,
    /// Events with the index of the step that caused them.
    events: Vec<(usize, G::Event)>,
    /// Steps before this index cannot be undone: they rolled dice, revealed something, or another seat acted since.
    sealed: usize,
    /// The state when `sealed` steps were done: where undo replays from.
    sealed_state: G::State,
    orders: Vec<StandingOrders>,
    /// Seats that resigned without a rule of the game for it, with the length of the log at that time.
    resigned: Vec<(usize, Seat)>,
    /// From which step on new dice are used after a takeback, ascending: a roll that was seen does not come again.
    rerolls: Vec<Reroll>,
    info: MatchInfo,
}

/// New dice after a takeback.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reroll {
    /// The first step with new dice.
    pub from: usize,
    /// The number of the takeback, from 1.
    pub takeback: u32,
}

/// Written out because a derive would require `G: Clone`.
impl<G: Game> Clone for Table<G> {
    fn clone(&self) -> Self {
        Self {
            game: self.game.clone(),
            seed: self.seed,
            seed_origin: self.seed_origin.clone(),
            resigned: self.resigned.clone(),
            rerolls: self.rerolls.clone(),
            info: self.info.clone(),
            script: self.script.clone(),
            scripted_rolls: self.scripted_rolls.clone(),
            scripted: self.scripted,
            start: self.start.clone(),
            from_position: self.from_position,
            state: self.state.clone(),
            before: self.before,
            log: self.log.clone(),
            events: self.events.clone(),
            sealed: self.sealed,
            sealed_state: self.sealed_state.clone(),
            orders: self.orders.clone(),
        }
    }
}

impl<G: Game> Table<G> {
    /// Opens a match at the scenario's set-up and resolves the first chance steps.
    pub fn open(game: impl Into<std::sync::Arc<G>>, seed: Seed) -> Self {
        let game = game.into();
        let start = game.start();
        let mut table = Self::new_at(game, start, seed);
        table.resolve_chance().expect("there is no script yet");
        table
    }

    /// Opens a match at a given position.
    pub fn open_at(game: impl Into<std::sync::Arc<G>>, position: G::State, seed: Seed) -> Self {
        let mut table = Self::new_at(game.into(), position, seed);
        table.from_position = true;
        table.resolve_chance().expect("there is no script yet");
        table
    }

    /// Opens a match at a given position whose first chance results are given.
    pub fn open_scripted(
        game: impl Into<std::sync::Arc<G>>,
        position: G::State,
        seed: Seed,
        rolls: impl IntoIterator<Item = G::Roll>,
    ) -> Result<Self, Refusal> {
        let mut table = Self::new_at(game.into(), position, seed);
        table.from_position = true;
        table.script_rolls(rolls);
        table.resolve_chance()?;
        Ok(table)
    }

    pub(crate) fn new_at(game: std::sync::Arc<G>, start: G::State, seed: Seed) -> Self {
        let seats = usize::from(game.seats());
        Self {
            seed,
            seed_origin: seed.into(),
            script: Script::default(),
            scripted_rolls: VecDeque::new(),
            scripted: false,
            from_position: false,
            state: start.clone(),
            sealed_state: start.clone(),
            start,
            before: 0,
            log: Vec::new(),
            events: Vec::new(),
            sealed: 0,
            orders: vec![StandingOrders::default(); seats],
            resigned: Vec::new(),
            rerolls: Vec::new(),
            info: MatchInfo::default(),
            game,
        }
    }

    /// The number of steps that [`Table::log`] does not have: 0 except in a [trial](Table::trial).
    pub fn steps_before(&self) -> usize {
        self.before
    }
    /// The rules and the scenario, shared.
    pub fn shared_game(&self) -> std::sync::Arc<G> {
        self.game.clone()
    }
    /// The rules and the scenario.
    pub fn game(&self) -> &G {
        &self.game
    }
    /// The secret the dice are derived from.
    pub fn seed(&self) -> Seed {
        self.seed
    }
    /// Where the seed comes from.
    pub fn seed_origin(&self) -> &SeedOrigin {
        &self.seed_origin
    }
    /// Records where the seed comes from, so that a save can prove it. Ignored unless it yields the seed.
    pub fn set_seed_origin(&mut self, origin: SeedOrigin) {
        if origin.seed() == self.seed {
            self.seed_origin = origin;
        }
    }
    /// The number of steps so far; identifies the moment in a request.
    pub fn step_count(&self) -> usize {
        self.before + self.log.len()
    }
    /// All steps so far.
    pub fn log(&self) -> &[StepOf<G>] {
        &self.log
    }
    /// Whether some roll came from a script.
    pub fn is_scripted(&self) -> bool {
        self.scripted
    }
    /// Whether the match was set up from a position.
    pub fn is_from_position(&self) -> bool {
        self.from_position
    }
    /// The state before the first step.
    pub fn start(&self) -> &G::State {
        &self.start
    }
    /// The full state. For saving, auditing and tests: it must not reach a player or a bot.
    pub fn state(&self) -> &G::State {
        &self.state
    }
    /// The view of a viewer.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(&self.state, viewer)
    }
    /// The seats that have a decision to make; none when the match is over.
    pub fn seats_to_act(&self) -> Seats {
        match self.game.turn(&self.state) {
            Turn::Choose(seats) if self.ended_by_resignation().is_none() => seats,
            Turn::Choose(_) | Turn::Chance(_) | Turn::Over => Seats::NONE,
        }
    }
    /// The result, once the match is over: by the rules, or because all others resigned.
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.ended_by_resignation() {
            return Some(outcome);
        }
        let outcome = self.game.outcome(&self.state)?;
        if self.resigned.is_empty() {
            return Some(outcome);
        }
        Some(demote(outcome, self.resigned()))
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        matches!(self.game.turn(&self.state), Turn::Over) || self.ended_by_resignation().is_some()
    }

    /// The seats that resigned without a rule of the game for it.
    pub fn resigned(&self) -> Seats {
        self.resigned.iter().fold(Seats::NONE, |set, (_, seat)| set.with(*seat))
    }

    /// The resignations with the length of the log at that time, for saves.
    pub fn resignations(&self) -> &[(usize, Seat)] {
        &self.resigned
    }

    fn ended_by_resignation(&self) -> Option<Outcome> {
        if self.resigned.is_empty() {
            return None;
        }
        let seats = self.game.seats();
        let resigned = self.resigned();
        let left = (0..seats).map(Seat).filter(|&seat| !resigned.contains(seat));
        let left = left.fold(Seats::NONE, Seats::with);
        let reason = match seats {
            1 => "you resigned",
            2 => "the opponent resigned",
            _ => "all opponents resigned",
        };
        (left.len() <= 1).then(|| Outcome::by_table(seats, left, reason))
    }

    /// Resigns `seat`. A game with a rule of its own for it applies that rule. Otherwise the match ends if at most one
    /// seat is left; with more seats left it continues, and the table's owner decides who acts for the resigned seat,
    /// which cannot win any more.
    pub fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if let Some(action) = self.game.resignation() {
            return self.submit(seat, self.step_count(), &[action]).map(|_| ());
        }
        if self.resigned().contains(seat) {
            return Err(Refusal::Resigned);
        }
        self.restore_resignation(self.step_count(), seat);
        Ok(())
    }

    /// Records a resignation from a save.
    pub(crate) fn restore_resignation(&mut self, at: usize, seat: Seat) {
        self.resigned.push((at, seat));
        if at >= self.step_count() {
            self.seal();
        }
    }

    /// From here on, no earlier step can be undone.
    fn seal(&mut self) {
        self.sealed = self.step_count();
        self.sealed_state.clone_from(&self.state);
    }
    /// Redacted events for `viewer` from step `since` on, with the index of the step.
    pub fn events_for(&self, viewer: Viewer, since: usize) -> impl Iterator<Item = (usize, G::Event)> {
        let from = self.events.partition_point(|(step, _)| *step < since);
        let seen = move |(step, event): &(usize, G::Event)| Some((*step, self.game.redact(event, viewer)?));
        self.events[from..].iter().filter_map(seen)
    }

    /// All events with the index of their step, secrets included.
    pub(crate) fn events(&self) -> &[(usize, G::Event)] {
        &self.events
    }

    /// All events from step `since` on, secrets included: for audits and matches that are over.
    pub fn unredacted_events(&self, since: usize) -> &[(usize, G::Event)] {
        &self.events[self.events.partition_point(|(step, _)| *step < since)..]
    }

    /// Where the rules came from and who plays.
    pub fn info(&self) -> &MatchInfo {
        &self.info
    }
    /// Sets where the rules came from and who plays; it goes into every save.
    pub fn set_info(&mut self, info: MatchInfo) {
        self.info = info;
    }

    /// Queues faces for the next dice.
    pub fn script(&mut self, faces: impl IntoIterator<Item = u32>) {
        self.script.0.extend(faces);
    }
    /// Queues whole chance results; they come before faces.
    pub fn script_rolls(&mut self, rolls: impl IntoIterator<Item = G::Roll>) {
        self.scripted_rolls.extend(rolls);
    }
    /// Removes what is still queued.
    pub fn clear_script(&mut self) {
        self.script.0.clear();
        self.scripted_rolls.clear();
    }
    /// Faces and chance results still queued.
    pub fn scripted_left(&self) -> usize {
        self.script.0.len() + self.scripted_rolls.len()
    }

    /// Plays a batch of actions, all or nothing; only the last may roll dice or reveal anything.
    /// Returns the step count after it.
    pub fn submit(&mut self, seat: Seat, step_count: usize, batch: &[G::Action]) -> Result<usize, Refusal> {
        if step_count != self.step_count() {
            return Err(Refusal::Stale { yours: step_count, now: self.step_count() });
        }
        if batch.is_empty() {
            return Err(Refusal::Nothing);
        }
        let script = (self.script.clone(), self.scripted_rolls.clone());
        let scripted = self.scripted;
        let (sealed, sealed_state) = (self.sealed, self.sealed_state.clone());
        let state = self.state.clone();
        let played = self.play(seat, batch);
        if played.is_err() {
            ((self.script, self.scripted_rolls), self.scripted, self.state) = (script, scripted, state);
            (self.sealed, self.sealed_state) = (sealed, sealed_state);
            self.truncate(step_count);
        }
        played.map(|()| self.step_count())
    }

    fn play(&mut self, seat: Seat, batch: &[G::Action]) -> Result<(), Refusal> {
        let start = self.step_count();
        for (done, &action) in batch.iter().enumerate() {
            if done > 0 && self.sealed > start {
                return Err(Refusal::PastSeal { after: done });
            }
            self.ensure_allowed(seat, action)?;
            self.push(Step::Act(seat, action));
            self.resolve_chance()?;
        }
        Ok(())
    }

    fn ensure_allowed(&self, seat: Seat, action: G::Action) -> Result<(), Refusal> {
        if self.ended_by_resignation().is_some() {
            return Err(Refusal::Over);
        }
        check_step(&*self.game, &self.state, Step::Act(seat, action)).map_err(|error| match error {
            StepError::Over => Refusal::Over,
            StepError::Denied(rule) => Refusal::Denied(rule),
            StepError::NotToAct(_) | StepError::NoChance | StepError::NotAdmitted => Refusal::NotYourTurn,
        })
    }

    /// Undoes the last step if it was this seat's and revealed nothing.
    pub fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        if let Some(why) = self.undo_refusal(seat) {
            return Err(Refusal::NoUndo(why));
        }
        self.truncate(self.step_count() - 1);
        self.state = self.sealed_state.clone();
        for &step in &self.log[self.sealed - self.before..] {
            self.game.apply(&mut self.state, step, &mut |_| {});
        }
        Ok(())
    }

    /// Why `seat` cannot undo the last step, if it cannot.
    pub fn undo_refusal(&self, seat: Seat) -> Option<&'static str> {
        match self.log.last() {
            None => Some("no step has been made yet"),
            Some(Step::Act(who, _)) if *who != seat => Some("the last step was not yours"),
            Some(Step::Chance(_)) => Some("dice have been rolled since"),
            Some(Step::Act(..)) if self.step_count() <= self.sealed => {
                Some("it revealed information or ended a step")
            }
            Some(Step::Act(..)) => None,
        }
    }

    /// The state computed from the log alone: for loading and auditing.
    pub fn replay_state(&self) -> G::State {
        let mut state = self.start.clone();
        for &step in &self.log {
            self.game.apply(&mut state, step, &mut |_| {});
        }
        state
    }

    /// The same match after `step_count` steps, for rewinding and agreed takebacks.
    #[must_use]
    pub fn at_step(&self, step_count: usize) -> Self {
        let mut past = Self::new_at(self.game.clone(), self.start.clone(), self.seed);
        past.from_position = self.from_position;
        past.scripted = self.scripted;
        past.seed_origin.clone_from(&self.seed_origin);
        past.orders.clone_from(&self.orders);
        past.info.clone_from(&self.info);
        past.rerolls.extend(self.rerolls.iter().filter(|reroll| reroll.from <= step_count));
        for &step in &self.log[..step_count.min(self.log.len())] {
            past.push(step);
        }
        for &(at, seat) in
            self.resigned.iter().filter(|(at, _)| *at < step_count || step_count >= self.log.len())
        {
            past.restore_resignation(at, seat);
        }
        past
    }

    /// The match taken back to `step_count` steps: from there on it has new dice, so that no roll that was seen can be
    /// counted on.
    #[must_use]
    pub fn take_back(&self, step_count: usize) -> Self {
        let mut past = self.at_step(step_count);
        let takeback = self.rerolls.iter().map(|reroll| reroll.takeback).max().unwrap_or(0) + 1;
        past.rerolls.retain(|reroll| reroll.from < step_count);
        past.rerolls.push(Reroll { from: step_count, takeback });
        past
    }

    /// From which steps on there were new dice, for saves.
    pub fn rerolls(&self) -> &[Reroll] {
        &self.rerolls
    }

    /// Restores [`Table::rerolls`] before the steps are appended.
    pub fn restore_rerolls(&mut self, mut rerolls: Vec<Reroll>) {
        rerolls.sort_unstable_by_key(|reroll| reroll.from);
        self.rerolls = rerolls;
    }

    /// A copy without the log, to find out which steps actions lead to: [`Table::log`] then has these alone, while
    /// dice and step counts are those of the match. Undo, saves and earlier events are not available on it.
    #[must_use]
    pub fn trial(&self) -> Self {
        Self {
            game: self.game.clone(),
            seed: self.seed,
            seed_origin: self.seed.into(),
            script: self.script.clone(),
            scripted_rolls: self.scripted_rolls.clone(),
            scripted: self.scripted,
            start: self.state.clone(),
            from_position: self.from_position,
            state: self.state.clone(),
            before: self.step_count(),
            log: Vec::new(),
            events: Vec::new(),
            sealed: self.step_count(),
            sealed_state: self.state.clone(),
            orders: self.orders.clone(),
            resigned: self.resigned.clone(),
            rerolls: self.rerolls.clone(),
            info: MatchInfo::default(),
        }
    }

    /// Appends a step that was checked already.
    pub(crate) fn push(&mut self, step: StepOf<G>) {
        let index = self.step_count();
        let first_new = self.events.len();
        let events = &mut self.events;
        self.game.apply(&mut self.state, step, &mut |event| events.push((index, event)));
        self.log.push(step);
        let mut happened = self.events[first_new..].iter().map(|(_, event)| event).peekable();
        let reversible = matches!(step, Step::Act(..))
            && happened.peek().is_some()
            && happened.all(|event| self.game.undoable(event));
        if !reversible {
            self.seal();
        }
    }

    fn truncate(&mut self, step_count: usize) {
        self.log.truncate(step_count - self.before);
        let kept = self.events.partition_point(|(step, _)| *step < step_count);
        self.events.truncate(kept);
    }

    pub(crate) fn resolve_chance(&mut self) -> Result<(), Refusal> {
        while let Turn::Chance(chance) = self.game.turn(&self.state) {
            if let Some(roll) = self.scripted_rolls.pop_front() {
                if !self.game.admits(&chance, roll) {
                    return Err(Refusal::ScriptedRoll);
                }
                self.scripted = true;
                self.push(Step::Chance(roll));
                continue;
            }
            let mut dice = ScriptedDice {
                fair: self.fair_dice(&chance),
                script: &mut self.script,
                used: false,
                misfit: None,
            };
            let roll = self.game.sample(&chance, &mut dice);
            let (used, misfit) = (dice.used, dice.misfit);
            if let Some((face, sides)) = misfit {
                return Err(Refusal::Script { face, sides });
            }
            self.scripted |= used;
            self.push(Step::Chance(roll));
        }
        Ok(())
    }

    /// The dice that decide `chance` now.
    pub(crate) fn fair_dice(&self, chance: &G::Chance) -> FairDice {
        let step = self.step_count();
        let known = self.rerolls.partition_point(|reroll| reroll.from <= step);
        let seed = match known.checked_sub(1) {
            None => self.seed,
            Some(last) => self.seed.after_takeback(self.rerolls[last].takeback),
        };
        match self.game.stream(&self.state, chance) {
            Some(key) => seed.dice_for_key(key),
            None => seed.dice_for(step),
        }
    }

    /// The standing orders of a seat.
    pub fn orders(&self, seat: Seat) -> StandingOrders {
        self.orders[seat.index()]
    }
    /// Sets standing orders. They answer when [`Table::run_standing_orders`] is called.
    pub fn set_orders(&mut self, seat: Seat, orders: StandingOrders) {
        self.orders[seat.index()] = orders;
    }
}

impl<G: Present> Table<G> {
    /// Plays the actions of standing orders as long as there are any; returns their number.
    pub fn run_standing_orders(&mut self) -> usize {
        let mut answers = 0;
        loop {
            let answer = self.seats_to_act().iter().find_map(|seat| {
                let given = self.orders(seat);
                if given == StandingOrders::default() {
                    return None;
                }
                let action = self.game.standing_order_action(&self.view(Viewer::Seat(seat)), seat, given)?;
                Some((seat, action))
            });
            let Some((seat, action)) = answer else { return answers };
            if self.submit(seat, self.step_count(), &[action]).is_err() {
                return answers;
            }
            answers += 1;
        }
    }
}

/// The result with resigned seats placed last: they cannot win.
fn demote(outcome: Outcome, resigned: Seats) -> Outcome {
    let seats = outcome.places.len() as u8;
    let staying = |seat: Seat| !resigned.contains(seat);
    let rank = |seat: Seat| (!staying(seat), outcome.places[seat.index()]);
    let better = |seat: Seat| (0..seats).map(Seat).filter(|&other| rank(other) < rank(seat)).count() as u8;
    let places: Vec<u8> = (0..seats).map(|seat| better(Seat(seat)) + 1).collect();
    let first = |seat: &Seat| staying(*seat) && places[seat.index()] == 1;
    let winners = if outcome.winners.is_empty() {
        Seats::NONE
    } else {
        (0..seats).map(Seat).filter(first).fold(Seats::NONE, Seats::with)
    };
    Outcome { winners, places, ..outcome }
}
