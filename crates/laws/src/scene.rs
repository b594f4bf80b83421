//! The stage for a rule's test: a position, scripted dice, one act, one expectation.

use rules::{Denied, Notation, RuleId, Seat, Step, Turn, Viewer};

use crate::Rolls;

/// The expected refusal. Not `rule!`, which would itself count as the rule acting.
pub const fn denied(id: &'static str) -> Result<(), Denied> {
    Err(Denied(RuleId::new(id)))
}

/// A position on which a test acts. Dice are scripted; a roll nobody scripted fails the test, and so
/// does a scripted one that was not rolled.
#[derive(Debug)]
pub struct Scene<G: Notation> {
    /// The rules and the scenario.
    pub game: G,
    /// The position now.
    pub state: G::State,
    /// What happened in the last act.
    pub events: Vec<G::Event>,
    dice: Rolls,
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
        Self { game, state, events: Vec::new(), dice: Rolls::default() }
    }

    /// What the next dice show.
    #[must_use]
    pub fn rolls(mut self, faces: impl IntoIterator<Item = u32>) -> Self {
        self.roll(faces);
        self
    }

    /// What the next dice show; if nature is to move now, it does.
    pub fn roll(&mut self, faces: impl IntoIterator<Item = u32>) {
        self.dice.0.extend(faces);
        self.events.clear();
        self.let_nature_act();
    }

    /// Acts, and says which rule forbids it if one does.
    pub fn try_act(&mut self, seat: Seat, action: &str) -> Result<(), Denied> {
        let action =
            self.game.read_action(action).unwrap_or_else(|error| panic!("the test's action: {error}"));
        let asked = matches!(self.game.turn(&self.state), Turn::Choose(seats) if seats.contains(seat));
        assert!(
            asked || self.game.concession() == Some(action),
            "{seat:?} is not asked anything now, the game waits for {:?}",
            self.game.turn(&self.state)
        );
        self.game.check(&self.state, seat, action)?;
        self.events.clear();
        self.step(Step::Act(seat, action));
        self.let_nature_act();
        Ok(())
    }

    /// Acts; the test fails if a rule forbids it.
    pub fn act(&mut self, seat: Seat, action: &str) -> &mut Self {
        if let Err(denied) = self.try_act(seat, action) {
            panic!("{action:?} is denied by {}; legal: {:?}", denied.rule(), self.legal(seat));
        }
        self
    }

    /// Only asks: what would the judge say?
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

    /// The seat that is asked now, if exactly one is.
    pub fn asked(&self) -> Option<Seat> {
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

    fn let_nature_act(&mut self) {
        while let Turn::Chance(chance) = self.game.turn(&self.state) {
            let roll = self.game.sample(&chance, &mut self.dice);
            self.step(Step::Chance(roll));
        }
    }
}

impl<G: Notation> Drop for Scene<G> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(self.dice.0.is_empty(), "scripted dice that nobody rolled: {:?}", self.dice.0);
        }
    }
}
