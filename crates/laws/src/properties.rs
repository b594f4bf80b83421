//! The properties.

use rules::{Dice, Game, Notation, Outcome, Seat, Step, StepOf, Turn, Viewer};

use crate::SplitMix64;

/// The ledger's hidden-information table as test code. Written from that table and not from
/// `view` and `redact`, so that each checks the other.
pub trait Secrecy<G: Game> {
    /// Replaces what `viewer` cannot know by something else that looks the same to them.
    fn scramble(&self, game: &G, state: &mut G::State, viewer: Viewer, dice: &mut impl Dice);

    /// Whether `viewer` learns which choice or result this step was.
    fn observes(&self, game: &G, state: &G::State, step: StepOf<G>, viewer: Viewer) -> bool;

    /// A step that `viewer` cannot tell from this one, although it observes a part of both: an order is placed
    /// there, a card is put face down. `None` if there is none.
    fn alike(
        &self,
        _game: &G,
        _state: &G::State,
        _step: StepOf<G>,
        _viewer: Viewer,
        _dice: &mut impl Dice,
    ) -> Option<StepOf<G>> {
        None
    }

    /// Drops choices that end random matches before they have reached every chapter, such as destroying what one owns;
    /// never all of them. Only the course of the match depends on it: the laws judge all choices.
    fn liven(
        &self,
        _game: &G,
        _state: &G::State,
        _seat: Seat,
        _legal: &mut Vec<G::Action>,
        _dice: &mut impl Dice,
    ) {
    }

    /// Panics if something that must be conserved was not: ships, cards, tokens, derived fields.
    fn check_conservation(&self, _game: &G, _state: &G::State) {}
}

/// How much random play, and how long a match may take.
#[derive(Clone, Copy, Debug)]
pub struct Laws {
    /// Number of matches.
    pub matches: u64,
    /// Seed of the first one; the others follow.
    pub seed: u64,
    /// A match longer than this does not end.
    pub max_steps: usize,
    /// Number of steps between two checks of the expensive laws (secrecy, undo, notation).
    pub check_interval: usize,
}

impl Default for Laws {
    fn default() -> Self {
        Self { matches: 200, seed: 0, max_steps: 50_000, check_interval: 1 }
    }
}

/// A random match that came to its end.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// All its steps.
    pub log: Vec<StepOf<G>>,
    /// How it ended.
    pub state: G::State,
    /// The result.
    pub outcome: Outcome,
}

impl Laws {
    /// Plays random matches and checks every law on the way.
    pub fn check<G: Notation>(&self, game: &G, secrecy: &impl Secrecy<G>) {
        for number in 0..self.matches {
            let seed = self.seed + number;
            let result =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.one(game, secrecy, seed)));
            if let Err(panic) = result {
                eprintln!("the match with seed {seed} broke a law");
                std::panic::resume_unwind(panic);
            }
        }
    }

    fn one<G: Notation>(&self, game: &G, secrecy: &impl Secrecy<G>, seed: u64) {
        let mut dice = SplitMix64(seed);
        let mut state = game.start();
        let mut log = Vec::new();
        let mut buffers = Buffers::<G>::default();
        while let Some(step) = lively_step(game, secrecy, &state, &mut buffers.legal, &mut dice) {
            secrecy.check_conservation(game, &state);
            legal_agrees_with_check(game, &state, &mut buffers);
            if log.len().is_multiple_of(self.check_interval) {
                views_do_not_leak(game, secrecy, &state, &mut dice);
                events_do_not_leak(game, secrecy, &state, step, &mut dice);
                undoable_steps_reveal_nothing(game, secrecy, &state, step, &mut dice);
                notation_round_trips(game, &state, step);
            }
            if let Step::Act(seat, _) = step {
                corrections_are_safe(game, secrecy, &state, seat, &mut dice);
            }
            if let (Turn::Chance(chance), Step::Chance(roll)) = (game.turn(&state), step) {
                assert!(game.admits(&chance, roll), "{roll:?} was rolled for {chance:?} and is not admitted");
                outcomes_agree(game, &chance, roll);
            }
            game.apply(&mut state, step, &mut |_| {});
            log.push(step);
            assert!(log.len() < self.max_steps, "the match does not end");
        }
        secrecy.check_conservation(game, &state);
        for seat in (0..game.seats()).map(Seat) {
            game.legal(&state, seat, &mut buffers.legal);
            assert!(buffers.legal.is_empty(), "the match is over, but {seat:?} may still act");
        }
        let outcome = game.outcome(&state).expect("a match that is over has an outcome");
        let seats = usize::from(game.seats());
        assert_eq!(
            (outcome.places.len(), outcome.points.len()),
            (seats, seats),
            "a place and points for every seat"
        );
        for seat in (0..game.seats()).map(Seat) {
            let first = outcome.places[seat.index()] == 1;
            assert!(first || !outcome.winners.contains(seat), "{seat:?} wins, but is not first");
        }
        assert_eq!(replay(game, &log), state, "the log does not replay to the same state");
    }
}

struct Buffers<G: Game> {
    legal: Vec<G::Action>,
    wide: Vec<G::Action>,
}

impl<G: Game> Default for Buffers<G> {
    fn default() -> Self {
        Self { legal: Vec::new(), wide: Vec::new() }
    }
}

/// Plays one random match without checking the laws.
pub fn play_random_match<G: Game>(game: &G, seed: u64, max_steps: usize) -> Played<G> {
    let (mut dice, mut state, mut log, mut legal) = (SplitMix64(seed), game.start(), Vec::new(), Vec::new());
    while let Some(step) = random_step(game, &state, &mut legal, &mut dice) {
        game.apply(&mut state, step, &mut |_| {});
        log.push(step);
        assert!(log.len() < max_steps, "seed {seed}: the match does not end");
    }
    let outcome = game.outcome(&state).expect("a match that is over has an outcome");
    Played { log, state, outcome }
}

/// A random step: of a random seat that is to act, or of chance. `None` when the match is over.
pub fn random_step<G: Game>(
    game: &G,
    state: &G::State,
    legal: &mut Vec<G::Action>,
    dice: &mut impl Dice,
) -> Option<StepOf<G>> {
    match game.turn(state) {
        Turn::Over => None,
        Turn::Chance(chance) => Some(Step::Chance(game.sample(&chance, dice))),
        Turn::Choose(seats) => {
            let nth = dice.below(seats.len().max(1)) as usize;
            let seat = seats.iter().nth(nth).expect("a decision belongs to a seat");
            game.legal(state, seat, legal);
            assert!(!legal.is_empty(), "dead end for {seat:?} in {state:?}");
            Some(Step::Act(seat, legal[dice.below(legal.len() as u32) as usize]))
        }
    }
}

/// [`random_step`] among the choices that [`Secrecy::liven`] leaves.
pub fn lively_step<G: Game>(
    game: &G,
    secrecy: &impl Secrecy<G>,
    state: &G::State,
    legal: &mut Vec<G::Action>,
    dice: &mut impl Dice,
) -> Option<StepOf<G>> {
    let step = random_step(game, state, legal, dice)?;
    let Step::Act(seat, _) = step else { return Some(step) };
    secrecy.liven(game, state, seat, legal, dice);
    Some(Step::Act(seat, legal[dice.below(legal.len() as u32) as usize]))
}

/// If the results of a chance can be listed, the list has this one, each one once, and none that is not admitted.
pub fn outcomes_agree<G: Game>(game: &G, chance: &G::Chance, roll: G::Roll) {
    let mut outcomes = Vec::new();
    if !game.outcomes(chance, &mut outcomes) {
        return;
    }
    assert!(outcomes.iter().any(|(other, _)| *other == roll), "{roll:?} is missing in {outcomes:?}");
    for (at, (outcome, weight)) in outcomes.iter().enumerate() {
        assert!(*weight > 0 && game.admits(chance, *outcome), "{outcome:?} cannot result from {chance:?}");
        assert!(outcomes[..at].iter().all(|(other, _)| other != outcome), "{outcome:?} is listed twice");
    }
}

fn replay<G: Game>(game: &G, log: &[StepOf<G>]) -> G::State {
    let mut state = game.start();
    for &step in log {
        game.apply(&mut state, step, &mut |_| {});
    }
    state
}

fn legal_agrees_with_check<G: Game>(game: &G, state: &G::State, buffers: &mut Buffers<G>) {
    let Buffers { legal, wide } = buffers;
    for seat in (0..game.seats()).map(Seat) {
        game.legal(state, seat, legal);
        wide.clear();
        game.candidates(state, seat, wide);
        wide.retain(|&action| game.check(state, seat, action).is_ok());
        assert_eq!(legal, wide, "{seat:?}: `legal` and `check` disagree in {state:?}");
        legal.sort_unstable();
        assert!(legal.windows(2).all(|pair| pair[0] != pair[1]), "an action is offered twice: {legal:?}");
        let to_act = matches!(game.turn(state), Turn::Choose(seats) if seats.contains(seat));
        assert!(to_act || legal.is_empty(), "{seat:?} is not to act, yet may {legal:?}");
        if let Some(resignation) = game.resignation() {
            assert!(!legal.contains(&resignation), "resigning is never listed");
            assert!(game.check(state, seat, resignation).is_ok(), "{seat:?} may not resign");
        }
        wide.clear();
        game.interjections(state, seat, wide);
        assert!(!to_act || wide.is_empty(), "{seat:?} is to act and cannot interject {wide:?}");
        for &action in wide.iter() {
            assert_eq!(game.check(state, seat, action), Ok(()), "{action:?} is open to {seat:?} out of turn");
        }
        wide.clone_from(legal);
        game.prune(state, seat, wide);
        assert!(!wide.is_empty() || legal.is_empty(), "pruning leaves {seat:?} without an action");
        assert!(wide.iter().all(|action| legal.contains(action)), "pruning adds an action");
    }
}

/// Every correction is legal, is not a candidate, does not advance the match, is itself undoable, and leaves a state
/// that satisfies the laws.
fn corrections_are_safe<G: Notation>(
    game: &G,
    secrecy: &impl Secrecy<G>,
    state: &G::State,
    seat: Seat,
    dice: &mut impl Dice,
) {
    let mut corrections = Vec::new();
    game.corrections(state, seat, &mut corrections);
    if corrections.is_empty() {
        return;
    }
    let mut wide = Vec::new();
    game.candidates(state, seat, &mut wide);
    for &action in &corrections {
        assert_eq!(game.check(state, seat, action), Ok(()), "{action:?} is offered");
        assert!(!wide.contains(&action), "{action:?} is a correction and a candidate");
    }
    let step = Step::Act(seat, corrections[dice.below(corrections.len() as u32) as usize]);
    notation_round_trips(game, state, step);
    undoable_steps_reveal_nothing(game, secrecy, state, step, dice);
    let (mut after, mut events) = (state.clone(), Vec::new());
    game.apply(&mut after, step, &mut |event| events.push(event));
    assert!(rules::is_undoable(game, &events), "{step:?} cannot be undone");
    assert_eq!(game.turn(&after), game.turn(state), "{step:?} advances the match");
    secrecy.check_conservation(game, &after);
    legal_agrees_with_check(game, &after, &mut Buffers::default());
    let text = game.write_position(&after);
    assert_eq!(game.read_position(&text).as_ref(), Ok(&after), "the position does not read back:\n{text}");
}

/// Two states that differ only in what a viewer cannot know look alike to them, offer them the same
/// choices, and their view can be determinized.
fn views_do_not_leak<G: Game>(game: &G, secrecy: &impl Secrecy<G>, state: &G::State, dice: &mut impl Dice) {
    for viewer in Viewer::all(game.seats()) {
        let view = game.view(state, viewer);
        let mut other = state.clone();
        secrecy.scramble(game, &mut other, viewer, dice);
        let determinized = game.determinize(&view, dice);
        secrecy.check_conservation(game, &determinized);
        for (how, twin) in [("scrambled", &other), ("determinized", &determinized)] {
            assert_eq!(game.view(twin, viewer), view, "{viewer:?} tells the {how} state from the true one");
            seats_to_act_do_not_leak(game, state, twin, viewer);
            if let Viewer::Seat(seat) = viewer {
                let (mut real, mut other) = (Vec::new(), Vec::new());
                game.legal(state, seat, &mut real);
                game.legal(twin, seat, &mut other);
                assert_eq!(real, other, "{seat:?} can read hidden facts off its choices");
                let why = |world: &G::State| {
                    let mut wide = Vec::new();
                    game.candidates(world, seat, &mut wide);
                    wide.iter().map(|&action| (action, game.check(world, seat, action))).collect::<Vec<_>>()
                };
                assert_eq!(why(state), why(twin), "{seat:?} can read hidden facts off its refusals");
            }
        }
        let mut reused = state.clone();
        game.determinize_into(&view, &mut SplitMix64(0), &mut reused);
        assert_eq!(
            game.view(&reused, viewer),
            view,
            "{viewer:?}: determinize_into leaves something of the old state"
        );
    }
}

/// Which seats are to act must not depend on what a viewer cannot know.
fn seats_to_act_do_not_leak<G: Game>(game: &G, state: &G::State, twin: &G::State, viewer: Viewer) {
    let to_act = |world: &G::State| match game.turn(world) {
        Turn::Choose(seats) => Some(seats),
        Turn::Chance(_) | Turn::Over => None,
    };
    assert_eq!(to_act(state), to_act(twin), "{viewer:?} learns something from which seats are to act");
}

/// Two steps that a viewer cannot tell apart emit the same events to them.
fn events_do_not_leak<G: Game>(
    game: &G,
    secrecy: &impl Secrecy<G>,
    state: &G::State,
    step: StepOf<G>,
    dice: &mut impl Dice,
) {
    for viewer in Viewer::all(game.seats()) {
        let observed = |mut world: G::State, step| {
            let mut events = Vec::new();
            game.apply(&mut world, step, &mut |event| events.extend(game.redact(&event, viewer)));
            (events, game.view(&world, viewer))
        };
        if let Some(other) = secrecy.alike(game, state, step, viewer, dice) {
            let (real, twin) = (observed(state.clone(), step), observed(state.clone(), other));
            assert_eq!(real, twin, "{viewer:?} observes what it cannot know ({step:?}, {other:?})");
        }
        let mut twin = state.clone();
        secrecy.scramble(game, &mut twin, viewer, dice);
        let twin_step = random_step(game, &twin, &mut Vec::new(), dice).expect("the twin is not over either");
        let same_mover = match (step, twin_step) {
            (Step::Act(a, _), Step::Act(b, _)) => a == b,
            (Step::Chance(_), Step::Chance(_)) => true,
            _ => false,
        };
        if !same_mover
            || secrecy.observes(game, state, step, viewer)
            || secrecy.observes(game, &twin, twin_step, viewer)
        {
            continue;
        }
        let (real, other) = (observed(state.clone(), step), observed(twin, twin_step));
        assert_eq!(real, other, "{viewer:?} observes what it cannot know ({step:?}, {twin_step:?})");
    }
}

/// An undoable step reveals nothing: it has the same effect in every state that is consistent with a view.
fn undoable_steps_reveal_nothing<G: Game>(
    game: &G,
    secrecy: &impl Secrecy<G>,
    state: &G::State,
    step: StepOf<G>,
    dice: &mut impl Dice,
) {
    let Step::Act(seat, action) = step else { return };
    let mut after = state.clone();
    let mut events = Vec::new();
    game.apply(&mut after, step, &mut |event| events.push(event));
    if !rules::is_undoable(game, &events) {
        return;
    }
    for viewer in Viewer::all(game.seats()) {
        if !viewer.is(seat) && !secrecy.observes(game, state, step, viewer) {
            // A note on the actor's own sheet may be impossible in other states; no other viewer sees it.
            let (before, after) = (game.view(state, viewer), game.view(&after, viewer));
            assert_eq!(before, after, "{viewer:?} sees {step:?}, which it cannot observe");
            continue;
        }
        let mut twin = state.clone();
        secrecy.scramble(game, &mut twin, viewer, dice);
        let same = game.check(&twin, seat, action).is_ok() && {
            game.apply(&mut twin, step, &mut |_| {});
            game.view(&twin, viewer) == game.view(&after, viewer)
        };
        assert!(same, "{step:?} reveals something to {viewer:?} and can be undone");
    }
}

fn notation_round_trips<G: Notation>(game: &G, state: &G::State, step: StepOf<G>) {
    let text = game.write_step(step);
    assert!(!text.contains('\n'), "a step is one line: {text:?}");
    assert_eq!(game.read_step(&text).as_ref(), Ok(&step), "the step {text:?} does not read back");
    let text = game.write_position(state);
    match game.read_position(&text) {
        Ok(read) => assert_eq!(&read, state, "the position does not read back:\n{text}"),
        Err(error) => panic!("the position does not read back: {error}\n{text}"),
    }
}
