//! The one trait every game implements.

use std::{fmt, fmt::Debug, hash::Hash};

use serde::Serialize;

use crate::{Outcome, Seat, Seats, Viewer};

/// A row of the rules ledger, e.g. `SB-7.3f`. Build one with [`rule!`](crate::rule).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct RuleId(&'static str);

impl RuleId {
    /// An id that is only named: for expectations in tests. Rules use `rule!`, which records that the rule acted.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }
    /// The id as written in the ledger.
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

/// An illegal action: the rule that forbids it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Denied(pub RuleId);

impl Denied {
    /// The rule that forbids the action.
    pub const fn rule(self) -> RuleId {
        self.0
    }
}

/// What the match needs next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn<C> {
    /// A decision by these seats; several seats decide secretly and simultaneously.
    Choose(Seats),
    /// A chance result: dice, a draw.
    Chance(C),
    /// The match has ended.
    Over,
}

/// One entry of the match log, which is the source of truth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step<A, R> {
    /// A decision of a seat.
    Act(Seat, A),
    /// A chance result.
    Chance(R),
}

/// The [`Step`] of a game.
pub type StepOf<G> = Step<<G as Game>::Action, <G as Game>::Roll>;

/// The only source of randomness. Tests script it, the table seeds it, search samples it.
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

/// Names a stream of random numbers: what it yields depends on the seed of the match and on this key alone,
/// never on how many steps were played before (ADR 1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StreamKey {
    /// What the numbers are for, e.g. `combat`.
    pub lane: &'static str,
    /// The moment of the match, in the game's own count.
    pub moment: u32,
    /// How many results this lane has given since the moment began.
    pub n: u32,
    /// How often this result was re-rolled.
    pub attempt: u32,
}

/// The rules of one game under one scenario. `&self` is immutable data; `State` is the match.
pub trait Game: Sized + Send + Sync {
    /// Plain data: cheap to clone, comparable, storable. No closures, handles or generators.
    type State: Clone + PartialEq + Debug + Send + Sync;
    /// One atomic choice. Small and `Copy` so that search can use it as an edge.
    type Action: Copy + Eq + Ord + Hash + Debug + Send;
    /// A request for a chance result, e.g. "one die" or "two cards from the event pile".
    type Chance: Clone + PartialEq + Debug;
    /// A chance result.
    type Roll: Copy + Eq + Hash + Debug + Send + Sync;
    /// What happened, for the log, the animation and the viewers.
    type Event: Clone + Eq + Hash + Debug + Send + Sync;
    /// Everything one viewer may know. Never contains or borrows a `State`.
    type View: Clone + Eq + Hash + Debug + Send + Sync;

    // --- playing -------------------------------------------------------------------------

    /// The number of seats in this scenario.
    fn seats(&self) -> u8;

    /// The match before its first step.
    fn start(&self) -> Self::State;

    /// What the match needs next. Never a decision with a single legal answer: the game plays those
    /// itself, unless skipping them would reveal something.
    fn turn(&self, state: &Self::State) -> Turn<Self::Chance>;

    /// Every action a player might reasonably try here, without duplicates; a superset of the legal ones.
    fn candidates(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>);

    /// The only implementation of legality: it serves lists, requests and tooltips.
    fn check(&self, state: &Self::State, seat: Seat, action: Self::Action) -> Result<(), Denied>;

    /// Fills `out` with what `seat` may do now, in the order of `candidates`. Override only for speed;
    /// the laws hold you to it.
    fn legal(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>) {
        out.clear();
        self.candidates(state, seat, out);
        out.retain(|&action| self.check(state, seat, action).is_ok());
    }

    /// Actions that withdraw part of `seat`'s uncommitted plan, regardless of later entries. Offered to people in
    /// addition to the candidates and judged by `check`. Never candidates, so that automatic play terminates.
    fn corrections(&self, _state: &Self::State, _seat: Seat, _out: &mut Vec<Self::Action>) {}

    /// Actions open to `seat` although it is not to act, e.g. showing a card; empty if it is to act. Offered to people
    /// and judged by `check`. Never candidates: computer players wait until they are to act.
    fn interjections(&self, _state: &Self::State, _seat: Seat, _out: &mut Vec<Self::Action>) {}

    /// Drops permutations of commuting choices from the legal actions, e.g. all but the ascending order. Only
    /// playouts and computer players call it; `check` never enforces the order. Must not empty a non-empty list.
    fn prune(&self, _state: &Self::State, _seat: Seat, _legal: &mut Vec<Self::Action>) {}

    /// The action by which a seat resigns, if the game has a rule of its own for it. `check` accepts it at any time
    /// before the end, out of turn too; it is never among the candidates. Without one the table handles resignation.
    fn resignation(&self) -> Option<Self::Action> {
        None
    }

    /// Applies a step that `check` (or `admits`) accepted. Cannot fail.
    fn apply(&self, state: &mut Self::State, step: StepOf<Self>, emit: &mut impl FnMut(Self::Event));

    /// Draws a chance result.
    fn sample(&self, chance: &Self::Chance, dice: &mut impl Dice) -> Self::Roll;

    /// Whether `roll` is a possible result of `chance`: validates rolls from a file or a script.
    fn admits(&self, chance: &Self::Chance, roll: Self::Roll) -> bool;

    /// Appends every result of `chance` with its weight; false if there are too many to list. Probabilities are
    /// weights divided by their sum.
    fn outcomes(&self, _chance: &Self::Chance, _out: &mut Vec<(Self::Roll, u32)>) -> bool {
        false
    }

    /// The stream the result of `chance` is drawn from; `None` for the default, the dice of this log index.
    fn stream(&self, _state: &Self::State, _chance: &Self::Chance) -> Option<StreamKey> {
        None
    }

    /// The result, once `turn` is `Over`.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    // --- knowing -------------------------------------------------------------------------

    /// Built by adding what the viewer may know, never by removing the rest.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// Samples a full state that is consistent with this view, and plausible. Takes the *view*, so it cannot cheat.
    fn determinize(&self, view: &Self::View, dice: &mut impl Dice) -> Self::State;

    /// [`Game::determinize`] into an existing state, reusing its memory.
    fn determinize_into(&self, view: &Self::View, dice: &mut impl Dice, state: &mut Self::State) {
        *state = self.determinize(view, dice);
    }

    /// The event as this viewer perceives it; `None` if it is not visible to them.
    fn redact(&self, event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;

    /// Whether the acting seat may undo a step with this event. Must be `false` if any seat, including the actor,
    /// gained information.
    fn undoable(&self, _event: &Self::Event) -> bool {
        false
    }
}

/// Whether a step with these events can be undone: it had effects, and every one of them is undoable.
pub fn is_undoable<G: Game>(game: &G, events: &[G::Event]) -> bool {
    !events.is_empty() && events.iter().all(|event| game.undoable(event))
}
