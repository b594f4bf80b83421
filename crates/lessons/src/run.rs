//! Plays a lesson on a table.

use catalog::{AnyTable, Catalog, NewMatch, OpenError, SubmitError};
use rules::{Prompt, Seat, StandingOrders, Target};
use table::{Refusal, Seed};
use thiserror::Error;

use crate::{Attempt, Kind, Lesson, Scene, Step};

/// The player opens the card of something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look(pub Target);

/// What the player did: these alone decide how a scene stands, so a client can keep a scene as a list of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// A choice, in the game's notation.
    Act(String),
    /// Opened the card of something.
    Look(Target),
    /// Pressed Go on.
    GoOn,
}

/// What the coach says now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mood {
    /// The words of the step; the player acts, watches or goes on.
    Coach,
    /// The step is done; Go on leads to the next one.
    After,
    /// The choice missed the aim, with the answer to it; the step starts again.
    Missed(String),
    /// The scene is over.
    Over,
}

/// Why a lesson could not go on.
#[derive(Debug, Error)]
pub enum RunError {
    /// The scene could not be opened.
    #[error("the scene cannot be opened: {0}")]
    Open(#[from] OpenError),
    /// The choice was refused by the table.
    #[error(transparent)]
    Submit(#[from] SubmitError),
    /// Only Go on or Try again is possible now.
    #[error("{0}")]
    NotNow(&'static str),
    /// The lesson itself does not work.
    #[error("{step}: {field}: {problem}")]
    Lesson {
        /// `scene/step`.
        step: String,
        /// The field.
        field: &'static str,
        /// What is wrong.
        problem: String,
    },
}

/// A scene of a lesson that is being played.
pub struct Run<'l> {
    lesson: &'l Lesson,
    scene: usize,
    step: usize,
    table: Box<dyn AnyTable>,
    /// The table when the step began.
    start: Box<dyn AnyTable>,
    /// What was done since, as in `play`.
    made: Vec<String>,
    /// Moves of the scene that count, and those before this step.
    moves: usize,
    began: usize,
    mood: Mood,
}

impl Clone for Run<'_> {
    fn clone(&self) -> Self {
        Self {
            table: self.table.fork(),
            start: self.start.fork(),
            made: self.made.clone(),
            mood: self.mood.clone(),
            ..*self
        }
    }
}

impl<'l> Run<'l> {
    /// Opens a scene.
    ///
    /// # Panics
    /// If the lesson has no such scene.
    pub fn open(catalog: &Catalog, lesson: &'l Lesson, scene: usize) -> Result<Self, RunError> {
        let mut table = catalog.open(&opening(lesson, &lesson.scenes[scene]))?;
        let known = table.available_orders();
        let orders = StandingOrders::from_ids(known, lesson.orders.iter().map(String::as_str));
        for seat in 0..table.seats() {
            table.set_orders(Seat(seat), orders);
        }
        let start = table.fork();
        let mut run = Self {
            lesson,
            scene,
            step: 0,
            table,
            start,
            made: Vec::new(),
            moves: 0,
            began: 0,
            mood: Mood::Coach,
        };
        run.begin()?;
        Ok(run)
    }

    /// Opens a scene and repeats what was done there.
    pub fn replay(
        catalog: &Catalog,
        lesson: &'l Lesson,
        scene: usize,
        moves: &[Move],
    ) -> Result<Self, RunError> {
        let mut run = Self::open(catalog, lesson, scene)?;
        for made in moves {
            match made {
                Move::Act(action) => run.act(action)?,
                Move::Look(target) => run.look(target)?,
                Move::GoOn => run.go_on()?,
            }
        }
        Ok(run)
    }

    /// The lesson.
    pub fn lesson(&self) -> &'l Lesson {
        self.lesson
    }
    /// The scene, and its place in the lesson.
    pub fn scene(&self) -> (usize, &'l Scene) {
        (self.scene, &self.lesson.scenes[self.scene])
    }
    /// The present step; the last one if the scene is over.
    pub fn step(&self) -> &'l Step {
        &self.lesson.scenes[self.scene].steps[self.step]
    }
    /// The place of the present step in the scene.
    pub fn step_index(&self) -> usize {
        self.step
    }
    /// What the coach says now.
    pub fn mood(&self) -> &Mood {
        &self.mood
    }
    /// The match.
    pub fn table(&self) -> &dyn AnyTable {
        &*self.table
    }
    /// The number of moves of the scene that count.
    pub fn moves(&self) -> usize {
        self.moves
    }
    /// How many of them were made before this step: trying again leads back to there.
    pub fn began(&self) -> usize {
        self.began
    }
    /// The seat of the player.
    pub fn seat(&self) -> Seat {
        Seat(self.lesson.seat)
    }
    /// The words of the coach: of the step, of its end, or the answer to a choice that missed the aim.
    pub fn words(&self) -> &str {
        match &self.mood {
            Mood::Coach => &self.step().coach,
            Mood::After | Mood::Over => self.step().after.as_deref().unwrap_or(&self.step().coach),
            Mood::Missed(text) => text,
        }
    }

    /// What the player may do: nothing unless the coach waits for it.
    pub fn prompt(&self) -> Prompt {
        let mut prompt = self.table.prompt(self.seat());
        if !self.waits() {
            prompt.choices.clear();
            prompt.denied.clear();
        }
        prompt.undo &= self.waits() && self.last_was_action();
        prompt.resign = false;
        prompt
    }

    /// The entries of `play` that come next, if the player keeps to a way the lesson names.
    pub fn ways_on(&self) -> Vec<&'l str> {
        let made = self.made.len();
        let follows = |way: &&Vec<String>| self.waits() && way.starts_with(&self.made) && way.len() > made;
        self.ways().filter(follows).map(|way| way[made].as_str()).collect()
    }

    /// Whether the player has to act now.
    pub fn waits(&self) -> bool {
        self.mood == Mood::Coach && matches!(self.step().kind, Kind::Act | Kind::Free)
    }

    fn last_was_action(&self) -> bool {
        self.made.last().is_some_and(|made| !made.starts_with("look "))
    }

    /// The player chooses.
    pub fn act(&mut self, action: &str) -> Result<(), RunError> {
        if !self.waits() {
            return Err(RunError::NotNow("the coach does not wait for a choice now"));
        }
        let seat = self.seat();
        submit(&mut *self.table, seat, action)?;
        self.made.push(action.to_owned());
        self.moves += 1;
        self.judge()
    }

    /// The player opens the card of something. It counts where the coach asked for it, and is free elsewhere.
    pub fn look(&mut self, target: &Target) -> Result<(), RunError> {
        let entry = format!("look {target}");
        if self.waits() && self.ways().flatten().any(|wanted| *wanted == entry) && !self.made.contains(&entry)
        {
            self.made.push(entry);
            self.moves += 1;
            self.judge()?;
        }
        Ok(())
    }

    /// The player presses Go on.
    pub fn go_on(&mut self) -> Result<(), RunError> {
        match (&self.mood, self.step().kind) {
            (Mood::Coach, Kind::Act | Kind::Free) => Err(RunError::NotNow("the coach waits for your choice")),
            (Mood::Missed(_), _) => Err(RunError::NotNow("the step has to start again")),
            (Mood::Over, _) => Err(RunError::NotNow("the scene is over")),
            (Mood::Coach, Kind::Watch) if self.step().after.is_some() => {
                self.moves += 1;
                self.finish()
            }
            (Mood::Coach, Kind::Read | Kind::Watch) | (Mood::After, _) => {
                self.moves += 1;
                self.advance()
            }
        }
    }

    /// Starts the step again.
    pub fn try_again(&mut self) {
        self.table = self.start.fork();
        self.made.clear();
        self.moves = self.began;
        self.mood = Mood::Coach;
    }

    /// Undoes the last choice of this step, as at any table.
    pub fn undo(&mut self) -> Result<(), RunError> {
        if !self.waits() || !self.last_was_action() {
            return Err(RunError::NotNow("nothing of this step can be undone"));
        }
        self.table.check_undo(self.seat())?;
        let mut made = std::mem::take(&mut self.made);
        made.pop();
        self.try_again();
        for entry in made {
            match self.lesson.attempt(&entry, false) {
                Some(Attempt::Look(Look(target))) => self.look(&target)?,
                _ => self.act(&entry)?,
            }
        }
        Ok(())
    }

    /// The ways to the aim that the lesson names.
    fn ways(&self) -> impl Iterator<Item = &'l Vec<String>> + use<'l> {
        let step = self.step();
        std::iter::once(&step.play).chain(&step.accept)
    }

    fn wrong(&self, field: &'static str, problem: &impl ToString) -> RunError {
        let step = format!("{}/{}", self.scene().1.id, self.step().id);
        RunError::Lesson { step, field, problem: problem.to_string() }
    }

    fn begin(&mut self) -> Result<(), RunError> {
        let step = self.step();
        self.table.clear_script();
        self.table.script(&step.dice);
        let rolls: Vec<&str> = step.chance.iter().map(String::as_str).collect();
        self.table.script_rolls(&rolls).map_err(|error| self.wrong("chance", &error))?;
        self.perform(&step.before, "before")?;
        self.start = self.table.fork();
        self.made.clear();
        self.began = self.moves;
        self.mood = Mood::Coach;
        if step.kind == Kind::Watch && step.after.is_none() {
            self.perform(&step.foe, "foe")?;
        }
        Ok(())
    }

    /// Plays scripted actions of other seats.
    fn perform(&mut self, entries: &[String], field: &'static str) -> Result<(), RunError> {
        for entry in entries {
            let Some(Attempt::Act(seat, action)) = self.lesson.attempt(entry, true) else {
                return Err(self.wrong(field, &format!("expected an action, found {entry:?}")));
            };
            submit(&mut *self.table, seat, &action)
                .map_err(|error| self.wrong(field, &format!("{entry}: {error}")))?;
        }
        Ok(())
    }

    fn judge(&mut self) -> Result<(), RunError> {
        let step = self.step();
        if self.reached() {
            return self.finish();
        }
        if let Some(answer) = step.otherwise.get(&self.made.join("; ")) {
            self.mood = Mood::Missed(answer.clone());
            return Ok(());
        }
        let begun = format!("{}; ", self.made.join("; "));
        let last = self.made.last();
        let expected = step.kind == Kind::Free
            || self.ways().flatten().any(|entry| Some(entry) == last)
            || step.otherwise.keys().any(|wrong| wrong.starts_with(&begun));
        if !expected || !self.can_go_on() {
            self.miss();
        }
        Ok(())
    }

    fn miss(&mut self) {
        let step = self.step();
        let answer = step.otherwise.get("else").or(step.hint.as_ref()).unwrap_or(&step.coach);
        self.mood = Mood::Missed(answer.clone());
    }

    fn won(&self) -> bool {
        self.table.outcome().is_some_and(|outcome| outcome.winners.contains(self.seat()))
    }

    fn reached(&self) -> bool {
        let step = self.step();
        if step.until.is_empty() {
            return if step.result.is_some() { self.won() } else { self.ways().any(|way| *way == self.made) };
        }
        let position = self.table.position();
        step.until.iter().all(|condition| condition.holds(&position))
    }

    /// Whether there is still something to choose that the lesson names; in a free step, anything at all.
    fn can_go_on(&self) -> bool {
        let choices = self.table.prompt(self.seat()).choices;
        if self.step().kind == Kind::Free {
            return !choices.is_empty();
        }
        let foreseen =
            |entry: &str| entry.starts_with("look ") || choices.iter().any(|choice| choice.action == entry);
        let wrong = self.step().otherwise.keys().flat_map(|wrong| wrong.split("; "));
        self.ways().flatten().map(String::as_str).chain(wrong).any(foreseen)
    }

    fn finish(&mut self) -> Result<(), RunError> {
        let step = self.step();
        self.perform(&step.foe, "foe")?;
        if step.result.is_some() && !self.won() {
            self.miss();
            return Ok(());
        }
        if step.after.is_some() {
            self.mood = Mood::After;
            return Ok(());
        }
        self.advance()
    }

    fn advance(&mut self) -> Result<(), RunError> {
        if self.step + 1 == self.scene().1.steps.len() {
            self.mood = Mood::Over;
            return Ok(());
        }
        self.step += 1;
        self.begin()
    }
}

/// Submits an action. A script that does not fit is dropped: after a choice that the lesson does not foresee the dice
/// decide.
fn submit(table: &mut dyn AnyTable, seat: Seat, action: &str) -> Result<(), SubmitError> {
    let misfit = |error: &SubmitError| {
        matches!(error, SubmitError::Refused(Refusal::Script { .. } | Refusal::ScriptedRoll))
    };
    match table.submit(seat, table.step_count(), &[action]) {
        Err(error) if misfit(&error) => {
            table.clear_script();
            table.submit(seat, table.step_count(), &[action]).map(drop)
        }
        answer => answer.map(drop),
    }
}

fn opening(lesson: &Lesson, scene: &Scene) -> NewMatch {
    NewMatch {
        scenario: scene.scenario.clone(),
        scenario_file: scene
            .scenario_file
            .as_ref()
            .map(|text| (format!("{}/{}", lesson.id, scene.id), text.clone())),
        options: scene.options.clone(),
        seats: Some(lesson.seats.len() as u8),
        seat_choices: scene.choices.clone(),
        position: Some(scene.position.clone()),
        rolls: scene.chance.clone(),
        seed: Seed::from_u64(lesson.seed),
        ..NewMatch::default_of(&lesson.game)
    }
}
