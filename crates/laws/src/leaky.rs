//! A secret disclosed on purpose: proof that the laws would notice it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rules::{Denied, Dice, Game, Notation, Outcome, ReadError, Seat, StepOf, Turn, Viewer};

use crate::{Laws, Secrecy};

/// What a leaky game discloses.
#[derive(Debug)]
pub enum Leak<G: Game> {
    /// Nothing: the control, which the laws must not object to.
    Nothing,
    /// Every view carries this number.
    View(fn(&G, &G::State, Viewer) -> u64),
    /// Events of this kind are seen in full by all.
    Event(fn(&G::Event) -> bool),
}

/// A game with one leak.
#[derive(Debug)]
pub struct Leaky<'a, G: Game> {
    game: &'a G,
    start: G::State,
    leak: Leak<G>,
}

impl<G: Notation> Game for Leaky<'_, G> {
    type State = G::State;
    type Action = G::Action;
    type Chance = G::Chance;
    type Roll = G::Roll;
    type Event = G::Event;
    type View = (G::View, u64);

    fn seats(&self) -> u8 {
        self.game.seats()
    }
    fn start(&self) -> G::State {
        self.start.clone()
    }
    fn turn(&self, state: &G::State) -> Turn<G::Chance> {
        self.game.turn(state)
    }
    fn candidates(&self, state: &G::State, seat: Seat, out: &mut Vec<G::Action>) {
        self.game.candidates(state, seat, out);
    }
    fn check(&self, state: &G::State, seat: Seat, action: G::Action) -> Result<(), Denied> {
        self.game.check(state, seat, action)
    }
    fn legal(&self, state: &G::State, seat: Seat, out: &mut Vec<G::Action>) {
        self.game.legal(state, seat, out);
    }
    fn apply(&self, state: &mut G::State, step: StepOf<Self>, emit: &mut impl FnMut(G::Event)) {
        self.game.apply(state, step, emit);
    }
    fn sample(&self, chance: &G::Chance, dice: &mut impl Dice) -> G::Roll {
        self.game.sample(chance, dice)
    }
    fn admits(&self, chance: &G::Chance, roll: G::Roll) -> bool {
        self.game.admits(chance, roll)
    }
    fn outcome(&self, state: &G::State) -> Option<Outcome> {
        self.game.outcome(state)
    }
    fn view(&self, state: &G::State, viewer: Viewer) -> Self::View {
        let leaked = if let Leak::View(leak) = self.leak { leak(self.game, state, viewer) } else { 0 };
        (self.game.view(state, viewer), leaked)
    }
    fn determinize(&self, view: &Self::View, dice: &mut impl Dice) -> G::State {
        self.game.determinize(&view.0, dice)
    }
    fn redact(&self, event: &G::Event, viewer: Viewer) -> Option<G::Event> {
        match self.leak {
            Leak::Event(leaks) if leaks(event) => Some(event.clone()),
            _ => self.game.redact(event, viewer),
        }
    }
}

impl<G: Notation> Notation for Leaky<'_, G> {
    const GAME: &'static str = G::GAME;
    const RULES: u32 = G::RULES;

    fn scenario_name(&self) -> String {
        self.game.scenario_name()
    }
    fn sources(&self) -> Vec<&str> {
        self.game.sources()
    }
    fn write_action(&self, action: G::Action) -> String {
        self.game.write_action(action)
    }
    fn read_action(&self, text: &str) -> Result<G::Action, ReadError> {
        self.game.read_action(text)
    }
    fn write_roll(&self, roll: G::Roll) -> String {
        self.game.write_roll(roll)
    }
    fn read_roll(&self, text: &str) -> Result<G::Roll, ReadError> {
        self.game.read_roll(text)
    }
    fn write_position(&self, state: &G::State) -> String {
        self.game.write_position(state)
    }
    fn read_position(&self, text: &str) -> Result<G::State, ReadError> {
        self.game.read_position(text)
    }
}

/// The game's own table of secrets, for its leaky variant.
struct Same<'a, S>(&'a S);

impl<G: Notation, S: Secrecy<G>> Secrecy<Leaky<'_, G>> for Same<'_, S> {
    fn scramble(&self, game: &Leaky<'_, G>, state: &mut G::State, viewer: Viewer, dice: &mut impl Dice) {
        self.0.scramble(game.game, state, viewer, dice);
    }
    fn observes(
        &self,
        game: &Leaky<'_, G>,
        state: &G::State,
        step: StepOf<Leaky<'_, G>>,
        viewer: Viewer,
    ) -> bool {
        self.0.observes(game.game, state, step, viewer)
    }
    fn alike(
        &self,
        game: &Leaky<'_, G>,
        state: &G::State,
        step: StepOf<Leaky<'_, G>>,
        viewer: Viewer,
        dice: &mut impl Dice,
    ) -> Option<StepOf<Leaky<'_, G>>> {
        self.0.alike(game.game, state, step, viewer, dice)
    }
    fn liven(
        &self,
        game: &Leaky<'_, G>,
        state: &G::State,
        seat: Seat,
        legal: &mut Vec<G::Action>,
        dice: &mut impl Dice,
    ) {
        self.0.liven(game.game, state, seat, legal, dice);
    }
}

impl Laws {
    /// Whether a law of secrecy objects to `leak` in one of the matches, because two states that `secrecy` calls alike
    /// can be told apart. Objections to a determinized state do not count: they would not need the table.
    pub fn catch<G: Notation>(&self, game: &G, secrecy: &impl Secrecy<G>, leak: Leak<G>) -> bool {
        self.catch_from(game, game.start(), secrecy, leak)
    }

    /// [`Laws::catch`] in matches that go on from `start`.
    pub fn catch_from<G: Notation>(
        &self,
        game: &G,
        start: G::State,
        secrecy: &impl Secrecy<G>,
        leak: Leak<G>,
    ) -> bool {
        let leaky = Leaky { game, start, leak };
        (self.seed..self.seed + self.matches).any(|seed| {
            let one = Laws { matches: 1, seed, ..*self };
            let played = catch_unwind(AssertUnwindSafe(|| one.check(&leaky, &Same(secrecy))));
            played.is_err_and(|panic| {
                let said = panic.downcast_ref::<String>().map_or("", String::as_str);
                SECRECY.iter().any(|law| said.contains(law))
            })
        })
    }
}

/// What the laws of secrecy say when they are broken.
const SECRECY: [&str; 4] = [
    "tells the scrambled state from the true one",
    "observes what it cannot know",
    "which it cannot observe",
    "and can be undone",
];
