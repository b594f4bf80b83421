//! Fixture for a rule's test: a position, scripted dice, one action, one expectation.

use rules::{Denied, Notation, RuleId, Seat, Step, Turn, Viewer};

use crate::{ScriptedDice, outcomes_agree};

/// The expected refusal. Not `rule!`, which would itself count as the rule acting.
pub const fn denied(id: &'static str) -> Result<(), Denied> {
    Err(Denied(RuleId::new(id)))
}

/// A position on which a test acts. Dice are scripted; an unscripted roll fails the test, and so does a
/// scripted one that was not rolled.
#[derive(Debug)]
pub struct Scene<G: Notation> {
    /// The rules and the scenario.
    pub game: G,
    /// The position now.
    pub state: G::State,
    /// Events of the last action.
    pub events: Vec<G::Event>,
    dice: ScriptedDice,
}

impl<G: Notation> Scene<G> {
    /// At a position in the game's notation.
    pub fn at(game: G, position: &str) -> Self {
        let state =
            game.read_position(position).unwrap_or_else(|error| panic!("the test's position: {error}"));
        Self::of(game, state)
    }

    /// At a state the test has built.
    pub fn of(game: G, state: G::State) -> Self {
        Self { game, state, events: Vec::new(), dice: ScriptedDice::default() }
    }

    /// Queues the faces of the next dice.
    #[must_use]
    pub fn with_dice(mut self, faces: impl IntoIterator<Item = u32>) -> Self {
        self.queue_dice(faces);
        self
    }

    /// Queues the faces of the next dice and resolves a chance that is due.
    pub fn queue_dice(&mut self, faces: impl IntoIterator<Item = u32>) {
        self.dice.0.extend(faces);
        self.events.clear();
        self.resolve_chance();
    }

    /// Acts; `Err` names the rule that forbids it.
    pub fn try_act(&mut self, seat: Seat, action: &str) -> Result<(), Denied> {
        let action =
            self.game.read_action(action).unwrap_or_else(|error| panic!("the test's action: {error}"));
        let to_act = matches!(self.game.turn(&self.state), Turn::Choose(seats) if seats.contains(seat));
        let mut interjections = Vec::new();
        self.game.interjections(&self.state, seat, &mut interjections);
        assert!(
            to_act || self.game.resignation() == Some(action) || interjections.contains(&action),
            "{seat:?} has no decision to make now, the turn is {:?}",
            self.game.turn(&self.state)
        );
        self.game.check(&self.state, seat, action)?;
        self.events.clear();
        self.step(Step::Act(seat, action));
        self.resolve_chance();
        Ok(())
    }

    /// Acts; the test fails if a rule forbids it, or if it is legal but not offered.
    pub fn act(&mut self, seat: Seat, action: &str) -> &mut Self {
        self.assert_offered(seat, action);
        if let Err(denied) = self.try_act(seat, action) {
            panic!("{action:?} is denied by {}; legal: {:?}", denied.rule(), self.legal(seat));
        }
        self
    }

    /// What is legal must be in one of the lists that players choose from, and the list of legal actions has nothing
    /// else; of amounts, a list names only some.
    fn assert_offered(&self, seat: Seat, text: &str) {
        let mut legal = Vec::new();
        self.game.legal(&self.state, seat, &mut legal);
        for action in legal {
            let verdict = self.game.check(&self.state, seat, action);
            assert!(verdict.is_ok(), "{action:?} is in the list of legal actions: {verdict:?}");
        }
        let action = self.game.read_action(text).unwrap_or_else(|error| panic!("the test's action: {error}"));
        if self.game.check(&self.state, seat, action).is_err() {
            return;
        }
        let mut offered = Vec::new();
        self.game.candidates(&self.state, seat, &mut offered);
        self.game.corrections(&self.state, seat, &mut offered);
        self.game.interjections(&self.state, seat, &mut offered);
        offered.extend(self.game.resignation());
        let stem = |action: G::Action| {
            let text = self.game.write_action(action);
            let split = text.rsplit_once(' ').filter(|(_, amount)| amount.parse::<u32>().is_ok());
            split.map(|(stem, _)| stem.to_owned())
        };
        let amount = stem(action);
        assert!(
            offered.contains(&action)
                || amount.is_some() && offered.iter().any(|other| stem(*other) == amount),
            "{text:?} is legal, but not offered: {:?}",
            self.legal(seat)
        );
    }

    /// What `check` returns, without acting.
    pub fn verdict(&self, seat: Seat, action: &str) -> Result<(), Denied> {
        let action =
            self.game.read_action(action).unwrap_or_else(|error| panic!("the test's action: {error}"));
        self.game.check(&self.state, seat, action)
    }

    /// What a seat may do now, in the game's notation.
    pub fn legal(&self, seat: Seat) -> Vec<String> {
        let mut legal = Vec::new();
        self.game.legal(&self.state, seat, &mut legal);
        legal.into_iter().map(|action| self.game.write_action(action)).collect()
    }

    /// The seat that is to act, if exactly one is.
    pub fn to_act(&self) -> Option<Seat> {
        match self.game.turn(&self.state) {
            Turn::Choose(seats) if seats.len() == 1 => seats.first(),
            _ => None,
        }
    }

    /// Is the match over?
    pub fn is_over(&self) -> bool {
        matches!(self.game.turn(&self.state), Turn::Over)
    }

    /// What a viewer knows now.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(&self.state, viewer)
    }

    fn step(&mut self, step: rules::StepOf<G>) {
        let events = &mut self.events;
        self.game.apply(&mut self.state, step, &mut |event| events.push(event));
    }

    fn resolve_chance(&mut self) {
        while let Turn::Chance(chance) = self.game.turn(&self.state) {
            let roll = self.game.sample(&chance, &mut self.dice);
            outcomes_agree(&self.game, &chance, roll);
            self.step(Step::Chance(roll));
        }
    }
}

impl<G: Notation> Drop for Scene<G> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(self.dice.0.is_empty(), "scripted dice that were not rolled: {:?}", self.dice.0);
        }
    }
}
