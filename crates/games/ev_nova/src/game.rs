//! The door to the kernel.

use rules::{Denied, Dice, Game, Outcome, RuleId, Seat, Seats, Step, StepOf, Turn, Viewer, rule};

use crate::play::Play;
use crate::{
    Action, Ask, Bag, Battle, Card, CardSet, Chance, Data, Deck, DeckError, Ending, Event, Frame, MAX_SEATS,
    NovaCards, Open, Roll, SeatOpen, SeatSecrets, Secrets, State, TurnDone, View,
};

/// How the Nova Deck is handed back after a match (EV-NOVA-2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NovaReturn {
    /// Everybody gets the own cards.
    #[default]
    Own,
    /// Shuffled and dealt one at a time.
    Even,
    /// The same, two at a time to the winner.
    Winner,
}

/// The table options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The last table round (EV-R-66).
    pub limit: u16,
    /// Who begins; nature decides if it is not fixed (EV-R-08).
    pub first: Option<Seat>,
    /// What becomes of the Nova Deck after the match.
    pub nova: NovaReturn,
}

impl Default for Options {
    fn default() -> Self {
        Self { limit: 80, first: None, nova: NovaReturn::Own }
    }
}

/// What a match is built from: a deck for each player, and options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// By seat.
    pub decks: Vec<Deck>,
    /// The table options.
    pub options: Options,
}

/// Why a match cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// Too few or too many decks.
    #[error("expected 2 to 4 decks, found {0} (EV-OV-1)")]
    Players(usize),
    /// A seat's deck is not legal.
    #[error("the deck of seat {seat}: {error}")]
    Deck {
        /// From 1.
        seat: usize,
        /// Why.
        error: DeckError,
    },
    /// The turn limit is not a number of rounds.
    #[error("expected a turn limit from 10 to 1000 rounds, found {0} (EV-R-66)")]
    Limit(u16),
}

/// The game: components, decks and options. Immutable; a match is a state beside it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvNova {
    pub(crate) setup: Setup,
    pub(crate) source: String,
}

impl EvNova {
    /// A match of these decks.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        if !(2..=MAX_SEATS).contains(&setup.decks.len()) {
            return Err(SetupError::Players(setup.decks.len()));
        }
        if !(10..=1000).contains(&setup.options.limit) {
            return Err(SetupError::Limit(setup.options.limit));
        }
        for (seat, deck) in setup.decks.iter().enumerate() {
            let issues = deck.issues();
            if !issues.is_empty() {
                return Err(SetupError::Deck { seat: seat + 1, error: DeckError::Illegal { issues } });
            }
        }
        let source = setup.decks.iter().map(Deck::to_text).collect::<Vec<_>>().join("\n--\n");
        Ok(Self { setup, source })
    }

    /// A match of decks given as text: a letter A to D, or a list.
    pub fn of_texts(decks: &[&str], options: Options) -> Result<Self, SetupError> {
        let read = |(seat, text): (usize, &&str)| {
            Deck::check(text).map_err(|error| SetupError::Deck { seat: seat + 1, error })
        };
        let decks = decks.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        Self::new(Setup { decks, options })
    }

    /// A match of starter decks, by their letters.
    pub fn starters(letters: &str, options: Options) -> Result<Self, SetupError> {
        let texts: Vec<String> = letters.chars().map(String::from).collect();
        Self::of_texts(&texts.iter().map(String::as_str).collect::<Vec<_>>(), options)
    }

    /// What the match was built from.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The components.
    pub fn data(&self) -> &'static Data {
        Data::standard()
    }

    /// The empty table, before decks.
    pub(crate) fn bare(&self, players: u8) -> State {
        State {
            open: Open {
                players,
                first: Seat(0),
                round: 1,
                active: Seat(0),
                seat: std::array::from_fn(|_| SeatOpen::default()),
                nova_left: [0; 10],
                nova_discard: NovaCards::EMPTY,
                nova_known: false,
                nova_aside: None,
                done: TurnDone::default(),
                ships: Vec::new(),
                items: Vec::new(),
                missions: Vec::new(),
                battle: None,
                stack: Vec::new(),
                limbo: Vec::new(),
                ask: Ask::Over,
                ending: None,
                returned: [NovaCards::EMPTY; MAX_SEATS],
            },
            secret: Secrets {
                seat: std::array::from_fn(|_| SeatSecrets::default()),
                nova: NovaCards::EMPTY,
                told: [[CardSet::default(); MAX_SEATS]; MAX_SEATS],
            },
        }
    }

    pub(crate) fn play<'a, E: FnMut(Event)>(&'a self, state: &'a mut State, emit: &'a mut E) -> Play<'a, E> {
        Play { game: self, data: Data::standard(), state, emit }
    }

    /// `apply`, compiled once here and not again for every closure that listens.
    fn take_step(&self, state: &mut State, step: StepOf<Self>, mut emit: &mut dyn FnMut(Event)) {
        let mut play = self.play(state, &mut emit);
        match step {
            Step::Act(seat, action) => play.act(seat, action),
            Step::Chance(roll) => play.nature(roll),
        }
        play.run();
    }

    /// Brings a state to the next decision or chance.
    pub(crate) fn settle(&self, state: &mut State) {
        let mut silent: &mut dyn FnMut(Event) = &mut |_| {};
        self.play(state, &mut silent).run();
    }
}

/// A refusal.
pub(crate) fn deny<T>(rule: RuleId) -> Result<T, Denied> {
    Err(Denied(rule))
}

/// Refuses by `rule` unless the condition holds.
pub(crate) fn demand(condition: bool, rule: impl FnOnce() -> RuleId) -> Result<(), Denied> {
    if condition { Ok(()) } else { Err(Denied(rule())) }
}

impl EvNova {
    /// What the turn limit compares.
    fn adjudged(&self, state: &State, seat: Seat) -> (u16, u8) {
        (state.open.worth(self.data(), seat), state.open.of(seat).hand)
    }
}

impl Battle {
    /// The event's player, if an event is the cause.
    pub(crate) fn event_player(&self) -> Option<Seat> {
        self.event.map(|(seat, _)| seat)
    }
}

impl Game for EvNova {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type Roll = Roll;
    type Event = Event;
    type View = View;

    fn seats(&self) -> u8 {
        self.setup.decks.len() as u8
    }

    fn start(&self) -> State {
        self.set_up()
    }

    fn turn(&self, state: &State) -> Turn<Chance> {
        match state.open.ask {
            Ask::Over => Turn::Over,
            Ask::Seat(seat) => Turn::Choose(Seats::only(seat)),
            Ask::Contributions => {
                let open = &state.open;
                let waiting = open.alive().filter(|&seat| !open.of(seat).confirmed);
                Turn::Choose(waiting.fold(Seats::NONE, Seats::with))
            }
            Ask::First => Turn::Chance(Chance::First(state.open.players)),
            Ask::Draw(seat) | Ask::Flip(seat) => {
                Turn::Chance(Chance::Card(state.secret.seat[seat.index()].deck))
            }
            Ask::Nova => Turn::Chance(Chance::Card(state.secret.nova.iter().copied().collect::<Bag>())),
        }
    }

    fn candidates(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        self.list(state, seat, out);
    }

    fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        self.judge(state, seat, action)
    }

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        self.list(state, seat, out);
        if state.open.frame() == Some(Frame::Contribute) {
            self.legal_contribute(state, seat, out);
        } else {
            out.retain(|&action| self.judge(state, seat, action).is_ok());
        }
    }

    fn corrections(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if state.open.ask == Ask::Contributions && !state.open.of(seat).confirmed {
            out.extend(state.secret.seat[seat.index()].gave.distinct().map(Action::TakeBack));
        }
    }

    fn resignation(&self) -> Option<Action> {
        Some(Action::GiveUp)
    }

    fn apply(&self, state: &mut State, step: StepOf<Self>, emit: &mut impl FnMut(Event)) {
        self.take_step(state, step, emit);
    }

    fn sample(&self, chance: &Chance, dice: &mut impl Dice) -> Roll {
        match chance {
            Chance::First(players) => Roll::First(Seat(dice.below(u32::from(*players)) as u8)),
            Chance::Card(cards) => Roll::Card(cards[dice.below(cards.len() as u32) as usize]),
        }
    }

    fn admits(&self, chance: &Chance, roll: Roll) -> bool {
        match (chance, roll) {
            (Chance::First(players), Roll::First(seat)) => seat.0 < *players,
            (Chance::Card(cards), Roll::Card(card)) => cards.contains(&card),
            _ => false,
        }
    }

    fn outcomes(&self, chance: &Chance, out: &mut Vec<(Roll, u32)>) -> bool {
        match chance {
            Chance::First(players) => out.extend((0..*players).map(|seat| (Roll::First(Seat(seat)), 1))),
            Chance::Card(cards) => {
                out.extend(cards.distinct().map(|card| (Roll::Card(card), cards.count(card) as u32)));
            }
        }
        true
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let ending = state.open.ending.filter(|_| state.open.ask == Ask::Over)?;
        let seats = self.seats();
        let (winner, points, rule, why) = match ending {
            Ending::Attrition(seat) => {
                (Some(seat), 2, rule!("EV-WIN-2"), "Attrition Victory: the last captain in the game")
            }
            Ending::Total(seat) => (Some(seat), 7, rule!("EV-WIN-3"), "Total Victory: access to S7evyn"),
            Ending::Limit(seat) => {
                (seat, 1, rule!("EV-R-66"), "the turn limit: cards, ships and missions are counted")
            }
        };
        let points = (0..seats).map(|seat| if winner == Some(Seat(seat)) { points } else { 0 }).collect();
        let outcome = if let Some(seat) = winner {
            Outcome::won(seats, seat, rule, why)
        } else {
            let best = state.open.alive().map(|seat| self.adjudged(state, seat)).max();
            let tied = state.open.alive().filter(|&seat| Some(self.adjudged(state, seat)) == best);
            Outcome::shared(seats, tied.fold(Seats::NONE, Seats::with), rule, why)
        };
        Some(outcome.with_points(points))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        self.seen(state, viewer)
    }

    fn determinize(&self, view: &View, dice: &mut impl Dice) -> State {
        self.imagine(view, dice)
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> Option<Event> {
        event.seen_by(viewer)
    }

    fn undoable(&self, event: &Event) -> bool {
        matches!(event, Event::Gave(..) | Event::TookBack(..))
    }
}

impl Frame {
    /// Cards that a frame holds between two places.
    pub(crate) fn holds(self) -> Option<(Seat, Card)> {
        match self {
            Frame::TradeIn { seat, card }
            | Frame::SellUnder { seat, card, .. }
            | Frame::Discard { seat, card } => Some((seat, card)),
            Frame::Install { seat, card, .. } => Some((seat, card)),
            _ => None,
        }
    }
}
