//! The one trait every game implements.

use std::{fmt, fmt::Debug, hash::Hash};

use serde::Serialize;

use crate::{Seat, Seats, Viewer};

/// A row of the rules ledger, e.g. `SB-7.3f`. Build one with [`rule!`](crate::rule).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct RuleId(&'static str);

impl RuleId {
    /// An id that is *named*, not acting: for expectations in tests. Rules say `rule!`.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }
    /// As it stands in the ledger.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

impl Debug for RuleId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }
}

/// A refused action: the rule that refuses it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Denied(pub RuleId);

impl Denied {
    /// The rule that refuses.
    pub const fn rule(self) -> RuleId {
        self.0
    }
}

/// What the game is waiting for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn<C> {
    /// A decision of these seats; several decide secretly and at once.
    Choose(Seats),
    /// Nature: a die, a draw.
    Chance(C),
    /// Nothing: the match has ended.
    Over,
}

/// One entry of the match log: the only truth that is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<A, R> {
    /// A seat decided.
    Act(Seat, A),
    /// Nature answered.
    Chance(R),
}

/// The [`Step`] of a game.
pub type StepOf<G> = Step<<G as Game>::Action, <G as Game>::Roll>;

/// The only way randomness enters. Tests script it, the table seeds it, search samples it.
pub trait Dice {
    /// A number in `0..n`, all equally likely.
    fn below(&mut self, n: u32) -> u32;

    /// A six-sided die.
    fn d6(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn below(&mut self, n: u32) -> u32 {
        (**self).below(n)
    }
}

/// The final standing: a share of 1000 for each seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Scores(pub Vec<u16>);

impl Scores {
    /// Everything to one seat.
    pub fn winner(seats: u8, seat: Seat) -> Self {
        Self((0..seats).map(|s| if s == seat.0 { 1000 } else { 0 }).collect())
    }
    /// The same for all.
    pub fn draw(seats: u8) -> Self {
        Self(vec![1000 / u16::from(seats.max(1)); usize::from(seats)])
    }
    /// The share of `seat`.
    pub fn of(&self, seat: Seat) -> u16 {
        self.0[seat.index()]
    }
    /// The only seat with the highest share, if there is one.
    pub fn sole_winner(&self) -> Option<Seat> {
        let best = *self.0.iter().max()?;
        let mut winners = self.0.iter().enumerate().filter(|(_, score)| **score == best);
        let (seat, _) = winners.next()?;
        winners.next().is_none().then_some(Seat(seat as u8))
    }
}

/// The rules of one game under one scenario. `&self` is immutable data; `State` is the match.
pub trait Game: Sized + Send + Sync {
    /// Plain data: cheap to clone, comparable, storable. No closures, handles or generators.
    type State: Clone + PartialEq + Debug + Send;
    /// One atomic choice. Small and `Copy` so that search can use it as an edge.
    type Action: Copy + Eq + Ord + Hash + Debug + Send;
    /// What nature is asked, e.g. "one die" or "two cards from the event pile".
    type Chance: Clone + PartialEq + Debug;
    /// What nature answered.
    type Roll: Copy + Eq + Debug + Send;
    /// What happened, for the log, the animation and the observers.
    type Event: Clone + PartialEq + Debug + Send;
    /// Everything one viewer may know. Never contains or borrows a `State`.
    type View: Clone + PartialEq + Debug + Send;

    // --- playing -------------------------------------------------------------------------

    /// How many chairs this scenario has.
    fn seats(&self) -> u8;

    /// The match before its first step.
    fn start(&self) -> Self::State;

    /// What the match waits for. Never a decision with a single legal answer: those are played by
    /// the game itself, unless skipping them would tell somebody something.
    fn turn(&self, state: &Self::State) -> Turn<Self::Chance>;

    /// Every action a player might reasonably try here, without doubles; a superset of the legal ones.
    fn candidates(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>);

    /// The single judge of legality: the same code serves lists, requests and tooltips.
    fn check(&self, state: &Self::State, seat: Seat, action: Self::Action) -> Result<(), Denied>;

    /// Fills `out` with what `seat` may do now, in the order of `candidates`. Override only for speed;
    /// the laws hold you to it.
    fn legal(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>) {
        out.clear();
        self.candidates(state, seat, out);
        out.retain(|&action| self.check(state, seat, action).is_ok());
    }

    /// What `seat` can take back of a plan nobody has seen yet, whatever it entered afterwards. People are offered
    /// these beside the candidates, and `check` judges them; they are never candidates, so that play without
    /// people always moves on.
    fn corrections(&self, _state: &Self::State, _seat: Seat, _out: &mut Vec<Self::Action>) {}

    /// The action by which a seat gives up. `check` accepts it at any time before the end, out of
    /// turn too; it is never among the candidates.
    fn concession(&self) -> Option<Self::Action> {
        None
    }

    /// Carries out a step that `check` (or `admits`) vouched for. Cannot fail.
    fn apply(&self, state: &mut Self::State, step: StepOf<Self>, emit: &mut impl FnMut(Self::Event));

    /// Asks nature.
    fn sample(&self, chance: &Self::Chance, dice: &mut impl Dice) -> Self::Roll;

    /// Could nature have answered this? Judges rolls that come from a file or a script.
    fn admits(&self, chance: &Self::Chance, roll: Self::Roll) -> bool;

    /// The final standing, once `turn` is `Over`.
    fn scores(&self, state: &Self::State) -> Option<Scores>;

    // --- knowing -------------------------------------------------------------------------

    /// Built by copying in what the viewer may know, never by deleting what he may not.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// A full state that could lie behind this view. Takes the *view*, so it cannot cheat.
    fn determinize(&self, view: &Self::View, dice: &mut impl Dice) -> Self::State;

    /// The event as this viewer perceives it; `None` if he notices nothing.
    fn redact(&self, event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;

    /// May the actor take this back? Only if nobody, himself included, learned anything.
    fn undoable(&self, _event: &Self::Event) -> bool {
        false
    }
}

/// A step may be taken back if it had effects and every one of them is undoable.
pub fn reversible<G: Game>(game: &G, events: &[G::Event]) -> bool {
    !events.is_empty() && events.iter().all(|event| game.undoable(event))
}
