//! One match: the only way it changes is `submit`, `undo`, `resign` and nature's steps.

use std::collections::BTreeMap;

use rules::{
    Choice, Game, Notation, OrderSet, Present, Prompt, Refused, Seat, Seats, Step, StepOf, Turn, Viewer,
};
use thiserror::Error;

use crate::dice::{Script, ScriptedDice, Seed, SeedOrigin};

/// Why a request was turned down. The match, dice included, is as it was.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The client acted on an old picture.
    #[error("the match has moved on to revision {now}; you acted on revision {yours}")]
    Stale {
        /// What the client named.
        yours: usize,
        /// What is true.
        now: usize,
    },
    /// Somebody else is asked.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The match has ended.
    #[error("the match is over")]
    Over,
    /// The batch goes on after a die fell or something was learned: decide again from there.
    #[error(
        "the batch goes on after action {after}, which rolled dice or taught something: decide again from there"
    )]
    PastSeal {
        /// How many actions of the batch come before the seal.
        after: usize,
    },
    /// A rule forbids it.
    #[error("rule {} does not allow it", .0.name())]
    Denied(rules::RuleId),
    /// Nothing can be taken back.
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
    /// An empty batch.
    #[error("no action was given")]
    Nothing,
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
            Refusal::Script { .. } => "script",
            Refusal::Nothing => "nothing",
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

/// What a save must hold beyond its log: where the rules came from and who sat down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The text of the scenario file, if it is not one of the game's own.
    pub scenario_file: Option<String>,
    /// Options of the game, by name.
    pub options: BTreeMap<String, String>,
    /// Who sits where: a name, or a computer level.
    pub players: Vec<String>,
}

/// A match in progress.
#[derive(Debug)]
pub struct Table<G: Game> {
    game: std::sync::Arc<G>,
    seed: Seed,
    pub(crate) seed_origin: SeedOrigin,
    pub(crate) script: Script,
    pub(crate) scripted: bool,
    start: G::State,
    /// Was `start` loaded from a position instead of set up by the scenario?
    pub(crate) from_position: bool,
    state: G::State,
    log: Vec<StepOf<G>>,
    /// What happened, with the index of the step that caused it.
    events: Vec<(usize, G::Event)>,
    /// Steps before this index are final: a die fell, a card was seen, or someone else acted.
    sealed: usize,
    /// The state when `sealed` steps were done: where undo replays from.
    sealed_state: G::State,
    orders: Vec<OrderSet>,
    origin: Origin,
}

/// Written out because a derive would demand that the rules themselves can be copied.
impl<G: Game> Clone for Table<G> {
    fn clone(&self) -> Self {
        Self {
            game: self.game.clone(),
            seed: self.seed,
            seed_origin: self.seed_origin.clone(),
            origin: self.origin.clone(),
            script: self.script.clone(),
            scripted: self.scripted,
            start: self.start.clone(),
            from_position: self.from_position,
            state: self.state.clone(),
            log: self.log.clone(),
            events: self.events.clone(),
            sealed: self.sealed,
            sealed_state: self.sealed_state.clone(),
            orders: self.orders.clone(),
        }
    }
}

impl<G: Game> Table<G> {
    /// Opens a match at the scenario's set-up and lets nature make its first steps.
    pub fn open(game: impl Into<std::sync::Arc<G>>, seed: Seed) -> Self {
        let game = game.into();
        let start = game.start();
        let mut table = Self::lay(game, start, seed);
        table.let_nature_act().expect("there is no script yet");
        table
    }

    /// Opens a match in the middle: at a position somebody wrote down.
    pub fn open_at(game: impl Into<std::sync::Arc<G>>, position: G::State, seed: Seed) -> Self {
        let mut table = Self::lay(game.into(), position, seed);
        table.from_position = true;
        table.let_nature_act().expect("there is no script yet");
        table
    }

    pub(crate) fn lay(game: std::sync::Arc<G>, start: G::State, seed: Seed) -> Self {
        let seats = usize::from(game.seats());
        Self {
            seed,
            seed_origin: seed.into(),
            script: Script::default(),
            scripted: false,
            from_position: false,
            state: start.clone(),
            sealed_state: start.clone(),
            start,
            log: Vec::new(),
            events: Vec::new(),
            sealed: 0,
            orders: vec![OrderSet::default(); seats],
            origin: Origin::default(),
            game,
        }
    }

    /// The rules and the scenario.
    pub fn game(&self) -> &G {
        &self.game
    }
    /// The secret the dice follow from.
    pub fn seed(&self) -> Seed {
        self.seed
    }
    /// Where the seed comes from.
    pub fn seed_origin(&self) -> &SeedOrigin {
        &self.seed_origin
    }
    /// Notes where the seed comes from, so that a save can prove it. Ignored unless it is true.
    pub fn credit(&mut self, origin: SeedOrigin) {
        if origin.seed() == self.seed {
            self.seed_origin = origin;
        }
    }
    /// How many steps have been made; names the moment in a request.
    pub fn revision(&self) -> usize {
        self.log.len()
    }
    /// All steps so far.
    pub fn log(&self) -> &[StepOf<G>] {
        &self.log
    }
    /// Did some roll come from a script?
    pub fn is_scripted(&self) -> bool {
        self.scripted
    }
    /// Was the match set up from a position?
    pub fn is_from_position(&self) -> bool {
        self.from_position
    }
    /// The state before the first step.
    pub fn start(&self) -> &G::State {
        &self.start
    }
    /// The whole truth. For saving, auditing and tests: it must not reach a player or a bot.
    pub fn state(&self) -> &G::State {
        &self.state
    }
    /// What a viewer knows.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(&self.state, viewer)
    }
    /// The seats that owe a decision; none when the match is over.
    pub fn waiting(&self) -> Seats {
        match self.game.turn(&self.state) {
            Turn::Choose(seats) => seats,
            Turn::Chance(_) | Turn::Over => Seats::NONE,
        }
    }
    /// The final standing, once the match is over.
    pub fn scores(&self) -> Option<rules::Scores> {
        self.game.scores(&self.state)
    }
    /// What `viewer` saw happen from step `since` on, with the index of the step.
    pub fn story(&self, viewer: Viewer, since: usize) -> impl Iterator<Item = (usize, G::Event)> {
        let from = self.events.partition_point(|(step, _)| *step < since);
        let seen = move |(step, event): &(usize, G::Event)| Some((*step, self.game.redact(event, viewer)?));
        self.events[from..].iter().filter_map(seen)
    }

    /// All that happened from step `since` on, secrets included: for audits and matches that are over.
    pub fn whole_story(&self, since: usize) -> &[(usize, G::Event)] {
        &self.events[self.events.partition_point(|(step, _)| *step < since)..]
    }

    /// Where the rules came from and who sits where.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }
    /// Notes where the rules came from and who sits where; it goes into every save.
    pub fn set_origin(&mut self, origin: Origin) {
        self.origin = origin;
    }

    /// Queues faces for the next dice.
    pub fn script(&mut self, faces: impl IntoIterator<Item = u32>) {
        self.script.0.extend(faces);
    }
    /// Forgets the faces that are still queued.
    pub fn clear_script(&mut self) {
        self.script.0.clear();
    }
    /// Faces still queued.
    pub fn scripted_left(&self) -> usize {
        self.script.0.len()
    }

    /// Plays a batch of actions, all or nothing; only the last may roll dice or reveal anything.
    /// Returns the revision after it.
    pub fn submit(&mut self, seat: Seat, revision: usize, batch: &[G::Action]) -> Result<usize, Refusal> {
        if revision != self.revision() {
            return Err(Refusal::Stale { yours: revision, now: self.revision() });
        }
        if batch.is_empty() {
            return Err(Refusal::Nothing);
        }
        let script = self.script.clone();
        let scripted = self.scripted;
        let (sealed, sealed_state) = (self.sealed, self.sealed_state.clone());
        let state = self.state.clone();
        let played = self.play(seat, batch);
        if played.is_err() {
            (self.script, self.scripted, self.state) = (script, scripted, state);
            (self.sealed, self.sealed_state) = (sealed, sealed_state);
            self.cut(revision);
        }
        played.map(|()| self.revision())
    }

    fn play(&mut self, seat: Seat, batch: &[G::Action]) -> Result<(), Refusal> {
        let start = self.revision();
        for (done, &action) in batch.iter().enumerate() {
            if done > 0 && self.sealed > start {
                return Err(Refusal::PastSeal { after: done });
            }
            self.may(seat, action)?;
            self.push(Step::Act(seat, action));
            self.let_nature_act()?;
        }
        Ok(())
    }

    /// May `seat` do this now?
    fn may(&self, seat: Seat, action: G::Action) -> Result<(), Refusal> {
        let conceding = self.game.concession() == Some(action);
        match self.game.turn(&self.state) {
            Turn::Over => return Err(Refusal::Over),
            Turn::Choose(seats) if seats.contains(seat) || conceding => {}
            Turn::Choose(_) | Turn::Chance(_) => return Err(Refusal::NotYourTurn),
        }
        self.game.check(&self.state, seat, action).map_err(|denied| Refusal::Denied(denied.rule()))
    }

    /// Takes back the last step if it was this seat's and nobody learned anything from it.
    pub fn undo(&mut self, seat: Seat) -> Result<(), Refusal> {
        if let Some(why) = self.why_no_undo(seat) {
            return Err(Refusal::NoUndo(why));
        }
        self.cut(self.log.len() - 1);
        self.state = self.sealed_state.clone();
        for &step in &self.log[self.sealed..] {
            self.game.apply(&mut self.state, step, &mut |_| {});
        }
        Ok(())
    }

    /// Why the last step cannot be taken back by `seat`, if it cannot.
    pub fn why_no_undo(&self, seat: Seat) -> Option<&'static str> {
        match self.log.last() {
            None => Some("nothing has been done yet"),
            Some(Step::Act(who, _)) if *who != seat => Some("the last step was not yours"),
            Some(Step::Chance(_)) => Some("dice have fallen since"),
            Some(Step::Act(..)) if self.log.len() <= self.sealed => {
                Some("somebody has learned something from it")
            }
            Some(Step::Act(..)) => None,
        }
    }

    /// The state as the log alone tells it: for loading and auditing.
    pub fn replayed(&self) -> G::State {
        let mut state = self.start.clone();
        for &step in &self.log {
            self.game.apply(&mut state, step, &mut |_| {});
        }
        state
    }

    /// The same match at an earlier moment, for rewinding and for take-backs that were agreed on.
    #[must_use]
    pub fn rewound(&self, revision: usize) -> Self {
        let mut past = Self::lay(self.game.clone(), self.start.clone(), self.seed);
        past.from_position = self.from_position;
        past.scripted = self.scripted;
        past.seed_origin.clone_from(&self.seed_origin);
        past.orders.clone_from(&self.orders);
        past.origin.clone_from(&self.origin);
        for &step in &self.log[..revision.min(self.log.len())] {
            past.push(step);
        }
        past
    }

    /// Appends a step that has been judged already.
    pub(crate) fn push(&mut self, step: StepOf<G>) {
        let index = self.log.len();
        let first_new = self.events.len();
        let events = &mut self.events;
        self.game.apply(&mut self.state, step, &mut |event| events.push((index, event)));
        self.log.push(step);
        let mut happened = self.events[first_new..].iter().map(|(_, event)| event).peekable();
        let reversible = matches!(step, Step::Act(..))
            && happened.peek().is_some()
            && happened.all(|event| self.game.undoable(event));
        if !reversible {
            self.sealed = self.log.len();
            self.sealed_state.clone_from(&self.state);
        }
    }

    fn cut(&mut self, revision: usize) {
        self.log.truncate(revision);
        let kept = self.events.partition_point(|(step, _)| *step < revision);
        self.events.truncate(kept);
    }

    pub(crate) fn let_nature_act(&mut self) -> Result<(), Refusal> {
        while let Turn::Chance(chance) = self.game.turn(&self.state) {
            let mut dice = ScriptedDice {
                fair: self.seed.dice_for(self.log.len()),
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

    /// The standing orders of a seat.
    pub fn orders(&self, seat: Seat) -> OrderSet {
        self.orders[seat.index()]
    }
    /// Gives standing orders. They answer from now on, when [`Table::obey_orders`] is called.
    pub fn set_orders(&mut self, seat: Seat, orders: OrderSet) {
        self.orders[seat.index()] = orders;
    }
}

impl<G: Present> Table<G> {
    /// Lets standing orders answer as long as they can; says how many answers they gave.
    pub fn obey_orders(&mut self) -> usize {
        let mut answers = 0;
        loop {
            let answer = self.waiting().iter().find_map(|seat| {
                let given = self.orders(seat);
                if given == OrderSet::default() {
                    return None;
                }
                let action = self.game.obey(&self.view(Viewer::Seat(seat)), seat, given)?;
                Some((seat, action))
            });
            let Some((seat, action)) = answer else { return answers };
            if self.submit(seat, self.revision(), &[action]).is_err() {
                return answers;
            }
            answers += 1;
        }
    }
}

impl<G: Present + Notation> Table<G> {
    /// What a seat is asked: what it may do, and what it may not do and why.
    pub fn prompt(&self, seat: Seat) -> Prompt {
        let view = self.view(Viewer::Seat(seat));
        let asked = self.waiting().contains(seat);
        let (mut choices, mut refused) = (Vec::new(), Vec::new());
        let mut candidates = Vec::new();
        if asked {
            self.game.candidates(&self.state, seat, &mut candidates);
            self.game.corrections(&self.state, seat, &mut candidates);
        }
        for action in candidates {
            let text = self.game.write_action(action);
            let label = self.game.label(&view, seat, action);
            let target = self.game.target(&view, action);
            match self.game.check(&self.state, seat, action) {
                Ok(()) => {
                    let group = self.game.group(action).to_owned();
                    choices.push(Choice { action: text, label, target, group });
                }
                Err(denied) => refused.push(Refused { action: text, label, target, rule: denied.rule() }),
            }
        }
        let why = self.why_no_undo(seat);
        let over = matches!(self.game.turn(&self.state), Turn::Over);
        Prompt {
            title: self.game.title(&view, seat),
            choices,
            refused,
            undo: why.is_none(),
            undo_refused: why.map(str::to_owned),
            concede: self.game.concession().filter(|_| !over).map(|action| self.game.write_action(action)),
        }
    }
}
