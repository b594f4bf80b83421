//! Imagined continuations of a match.

use rules::{Advice, CERTAIN, Dice, Goal, LOGIT, Model, Seat, Step, Turn, chance_of_logit};

use crate::policy::policy;

/// A playout ends here where a game has no quiet moments.
const MAX_STEPS: u32 = 4_000;
/// Steps that replace one turn in such games.
const STEPS_PER_PLY: u32 = 60;

/// The evaluation of positions of one game: its trained model, another one under test, or its `worth`.
pub struct Evaluator<'a, G: Advice> {
    game: &'a G,
    model: Option<&'a Model>,
    features: Vec<i16>,
}

impl<'a, G: Advice> Evaluator<'a, G> {
    /// With the model of the game.
    pub fn new(game: &'a G) -> Self {
        Self::with(game, game.model())
    }

    /// With a model that may not be the game's own.
    pub fn with(game: &'a G, model: Option<&'a Model>) -> Self {
        Self { game, model, features: Vec::new() }
    }

    /// The chance of `seat` to win, of [`CERTAIN`]; exact if the match is over.
    pub fn chance(&mut self, state: &G::State, seat: Seat) -> i32 {
        if let Some(outcome) = self.game.outcome(state) {
            return i32::from(outcome.share(seat)) * (CERTAIN / 1_000);
        }
        let Some(model) = self.model else {
            let logit = i64::from(self.game.worth(state, seat)) * i64::from(LOGIT);
            let logit = logit / i64::from(self.game.worth_scale().max(1));
            return chance_of_logit(logit.clamp(-4_096, 4_096) as i32);
        };
        self.features.clear();
        self.game.features(state, seat, &mut self.features);
        model.chance(&self.features)
    }
}

/// Memory that playouts reuse.
pub(crate) struct Playout<'a, G: Advice> {
    pub(crate) game: &'a G,
    pub(crate) evaluator: Evaluator<'a, G>,
    pub(crate) legal: Vec<G::Action>,
}

impl<G: Advice> Playout<'_, G> {
    /// Plays `state` on by the policy, `me` with a goal in its current turn, until `horizon` turns have begun or the
    /// match is over; returns the chance of `me` to win.
    pub(crate) fn run(
        &mut self,
        state: &mut G::State,
        me: Seat,
        goal: Option<Goal>,
        horizon: u8,
        dice: &mut impl Dice,
    ) -> i32 {
        let game = self.game;
        let begin = game.ply(state);
        let end = begin + u32::from(horizon.max(1));
        let mut steps = 0;
        loop {
            let step = match game.turn(state) {
                Turn::Over => break,
                Turn::Chance(chance) => Step::Chance(game.sample(&chance, dice)),
                Turn::Choose(seats) => {
                    let ply = game.ply(state);
                    let late = ply == 0 && steps >= STEPS_PER_PLY * u32::from(horizon.max(1));
                    if ply >= end || late || steps >= MAX_STEPS {
                        break;
                    }
                    let seat = seats.first().expect("a decision belongs to a seat");
                    game.legal(state, seat, &mut self.legal);
                    game.prune(state, seat, &mut self.legal);
                    let goal = goal.filter(|_| seat == me && ply == begin);
                    let action = policy(game, state, seat, goal, &self.legal, dice);
                    Step::Act(seat, action.expect("a seat that is to act has a legal action"))
                }
            };
            steps += 1;
            game.apply(state, step, &mut |_| {});
        }
        self.evaluator.chance(state, me)
    }
}
