//! Defines what a game is. No I/O, no clock, no random generator, no floats: the same log gives the same
//! match on every machine, for years.
//!
//! A game implements [`Game`]: it reports whose [`Turn`] it is, lists `candidates`, judges them with the
//! one `check`, and applies a [`Step`]. Everything around it (tables, computer players, laws, the
//! server) is written once against that trait.
//!
//! ```
//! use rules::{Denied, Dice, Game, Outcome, Seat, Seats, Step, StepOf, Turn, Viewer, rule};
//!
//! /// Two players take one or two stones in turn; taking the last one wins.
//! struct Stones(u8);
//!
//! impl Game for Stones {
//!     type State = (u8, Seat);
//!     type Action = u8;
//!     type Chance = ();
//!     type Roll = ();
//!     type Event = u8;
//!     type View = (u8, Seat);
//!
//!     fn seats(&self) -> u8 { 2 }
//!     fn start(&self) -> (u8, Seat) { (self.0, Seat(0)) }
//!     fn turn(&self, state: &(u8, Seat)) -> Turn<()> {
//!         if state.0 == 0 { Turn::Over } else { Turn::Choose(Seats::only(state.1)) }
//!     }
//!     fn candidates(&self, _: &(u8, Seat), _: Seat, out: &mut Vec<u8>) { out.extend([1, 2]); }
//!     fn check(&self, state: &(u8, Seat), _: Seat, take: u8) -> Result<(), Denied> {
//!         if take <= state.0 { Ok(()) } else { Err(Denied(rule!("ST-1"))) }
//!     }
//!     fn apply(&self, state: &mut (u8, Seat), step: StepOf<Self>, emit: &mut impl FnMut(u8)) {
//!         if let Step::Act(seat, take) = step {
//!             *state = (state.0 - take, Seat(1 - seat.0));
//!             emit(take);
//!         }
//!     }
//!     fn sample(&self, (): &(), _: &mut impl Dice) {}
//!     fn admits(&self, (): &(), (): ()) -> bool { true }
//!     fn outcome(&self, state: &(u8, Seat)) -> Option<Outcome> {
//!         let winner = Seat(1 - state.1.0);
//!         (state.0 == 0).then(|| Outcome::won(2, winner, rule!("ST-2"), "the last stone is taken"))
//!     }
//!     fn view(&self, state: &(u8, Seat), _: Viewer) -> (u8, Seat) { *state }
//!     fn determinize(&self, view: &(u8, Seat), _: &mut impl Dice) -> (u8, Seat) { *view }
//!     fn redact(&self, event: &u8, _: Viewer) -> Option<u8> { Some(*event) }
//! }
//!
//! let game = Stones(1);
//! let mut state = game.start();
//! assert_eq!(game.check(&state, Seat(0), 2).unwrap_err().rule().name(), "ST-1");
//! game.apply(&mut state, Step::Act(Seat(0), 1), &mut |_| {});
//! assert_eq!(game.outcome(&state).and_then(|outcome| outcome.sole_winner()), Some(Seat(0)));
//! ```

mod advice;
mod cards;
mod data;
mod driver;
mod game;
mod id_set;
mod inline_vec;
mod model;
mod notation;
mod outcome;
mod present;
mod seat;
mod secret;
mod target;
mod text;
pub mod trace;
mod words;

pub use advice::{Advice, Goal, STRENGTHS, Strength, USUAL_STRENGTHS};
pub use cards::{CardList, CardListView};
pub use data::{DataError, Rows};
pub use driver::{StepError, check_step, play, random_action};
pub use game::{Denied, Dice, Game, RuleId, Step, StepOf, StreamKey, Turn, is_undoable};
pub use inline_vec::InlineVec;
pub use model::{CERTAIN, LOGIT, Model, chance_of_logit};
pub use notation::{Notation, ReadError};
pub use outcome::Outcome;
pub use present::{Amount, Choice, DeniedChoice, Luck, Present, Prompt, StandingOrder, StandingOrders};
pub use seat::{Seat, Seats, Viewer};
pub use secret::{Glimpse, Secret, Veiled};
pub use target::Target;
pub use text::{Card, CardDenial, Fact, Line, Scene, SceneMark, Span, dice_words, markup, plain_text};
pub use words::Words;
