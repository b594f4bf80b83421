//! Each law detects the variant of Duel that breaks it: a law that cannot fail proves nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};

use laws::{
    Laws, Secrecy,
    duel::{Duel, DuelAction, DuelChance, DuelEvent, DuelSecrets, DuelState, DuelView},
};
use rules::{Denied, Dice, Game, Notation, Outcome, ReadError, Seat, Seats, StepOf, Turn, Viewer};

/// What is wrong with the variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flaw {
    None,
    ListForgetsAnAction,
    ListOffersTwice,
    ListIgnoresWhoIsAsked,
    ListsGivingUp,
    ForbidsGivingUp,
    DeadEnd,
    NeverEnds,
    NoOutcome,
    TooFewPlaces,
    ActsAfterTheEnd,
    RollsWhatItDoesNotAdmit,
    ViewShowsTooMuch,
    RefusalsDependOnSecrets,
    AskedDependsOnSecrets,
    ImaginesAnotherWorld,
    EventsTellSecrets,
    TakesBackADiscovery,
    NotationLosesTheAim,
    StepsTakeTwoLines,
    ActionsDoNotReadBack,
    SpendsATorpedoInVain,
    ApplyIsNotRepeatable,
    TakingBackIsAWayOn,
    TakingBackIsForGood,
}

#[derive(Debug)]
struct Broken {
    duel: Duel,
    flaw: Flaw,
    whim: std::sync::atomic::AtomicU32,
}

impl Broken {
    fn new(flaw: Flaw) -> Self {
        Self { duel: Duel::default(), flaw, whim: std::sync::atomic::AtomicU32::new(0) }
    }
    fn is(&self, flaw: Flaw) -> bool {
        self.flaw == flaw
    }
    /// Has `seat` a torpedo? Read off the position, as a rule would read it off the state.
    fn loaded(&self, state: &DuelState, seat: Seat) -> bool {
        self.words(state)[2].as_bytes()[seat.index()] == b't'
    }
    fn words(&self, state: &DuelState) -> Vec<String> {
        self.duel.write_position(state).split(' ').map(str::to_owned).collect()
    }
    fn edited(&self, state: &DuelState, word: usize, text: &str) -> DuelState {
        let mut words = self.words(state);
        text.clone_into(&mut words[word]);
        self.duel.read_position(&words.join(" ")).expect("an edited position reads")
    }
}

impl Game for Broken {
    type State = DuelState;
    type Action = DuelAction;
    type Chance = DuelChance;
    type Roll = u8;
    type Event = DuelEvent;
    type View = DuelView;

    fn seats(&self) -> u8 {
        2
    }
    fn start(&self) -> DuelState {
        self.duel.start()
    }
    fn turn(&self, state: &DuelState) -> Turn<DuelChance> {
        let turn = self.duel.turn(state);
        let choosing = matches!(turn, Turn::Choose(_));
        if choosing && self.is(Flaw::AskedDependsOnSecrets) && self.loaded(state, Seat(1)) {
            return Turn::Choose(Seats::first_n(2));
        }
        turn
    }
    fn candidates(&self, state: &DuelState, seat: Seat, out: &mut Vec<DuelAction>) {
        self.duel.candidates(state, seat, out);
        let asked = !out.is_empty();
        if asked && self.is(Flaw::ListOffersTwice) {
            out.push(DuelAction::Fire);
        }
        if asked && self.is(Flaw::ListsGivingUp) {
            out.push(DuelAction::Concede);
        }
        if self.is(Flaw::ListIgnoresWhoIsAsked) && !asked && matches!(self.turn(state), Turn::Choose(_)) {
            out.push(DuelAction::Fire);
        }
        if self.is(Flaw::ActsAfterTheEnd) && self.turn(state) == Turn::Over {
            out.push(DuelAction::Fire);
        }
    }
    fn check(&self, state: &DuelState, seat: Seat, action: DuelAction) -> Result<(), Denied> {
        let over = self.turn(state) == Turn::Over;
        match action {
            DuelAction::Concede if self.is(Flaw::ForbidsGivingUp) => Err(Denied(rules::RuleId::new("DU-9"))),
            DuelAction::Fire if self.is(Flaw::ListIgnoresWhoIsAsked) && !over => Ok(()),
            DuelAction::Fire if self.is(Flaw::ActsAfterTheEnd) && over => Ok(()),
            DuelAction::Fire if self.is(Flaw::DeadEnd) && self.words(state)[4] == "2" => {
                Err(Denied(rules::RuleId::new("DU-9")))
            }
            DuelAction::Aim if self.is(Flaw::NeverEnds) && !over => Ok(()),
            DuelAction::Fire | DuelAction::Torpedo if self.is(Flaw::NeverEnds) => {
                Err(Denied(rules::RuleId::new("DU-9")))
            }
            DuelAction::Fire
                if self.is(Flaw::RefusalsDependOnSecrets) && self.loaded(state, Seat(1 - seat.0)) =>
            {
                Err(Denied(rules::RuleId::new("DU-9")))
            }
            _ => self.duel.check(state, seat, action),
        }
    }
    fn legal(&self, state: &DuelState, seat: Seat, out: &mut Vec<DuelAction>) {
        out.clear();
        self.candidates(state, seat, out);
        out.retain(|&action| self.check(state, seat, action).is_ok());
        if self.is(Flaw::ListForgetsAnAction) && out.len() > 2 {
            out.pop();
        }
    }
    fn resignation(&self) -> Option<DuelAction> {
        self.duel.resignation()
    }
    fn apply(&self, state: &mut DuelState, step: StepOf<Self>, emit: &mut impl FnMut(DuelEvent)) {
        if self.is(Flaw::NeverEnds) && matches!(step, rules::Step::Act(_, DuelAction::Aim)) {
            return emit(DuelEvent::Aimed(Seat(0)));
        }
        self.duel.apply(state, step, emit);
        if self.is(Flaw::SpendsATorpedoInVain) && matches!(step, rules::Step::Act(_, DuelAction::Torpedo)) {
            *state = self.edited(&self.edited(state, 0, "3"), 1, "3");
        }
        if self.is(Flaw::ApplyIsNotRepeatable) && matches!(step, rules::Step::Act(_, DuelAction::Fire)) {
            let whim = self.whim.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % 2;
            *state = self.edited(state, 4, if whim == 0 { "1" } else { "2" });
        }
    }
    fn sample(&self, chance: &DuelChance, dice: &mut impl Dice) -> u8 {
        let roll = self.duel.sample(chance, dice);
        if self.is(Flaw::RollsWhatItDoesNotAdmit) && *chance == DuelChance::Die { roll + 1 } else { roll }
    }
    fn admits(&self, chance: &DuelChance, roll: u8) -> bool {
        self.duel.admits(chance, roll)
    }
    fn outcome(&self, state: &DuelState) -> Option<Outcome> {
        match self.flaw {
            Flaw::NoOutcome => None,
            Flaw::TooFewPlaces => self.duel.outcome(state).map(|outcome| outcome.with_places(vec![1])),
            _ => self.duel.outcome(state),
        }
    }
    fn view(&self, state: &DuelState, viewer: Viewer) -> DuelView {
        let shows = self.is(Flaw::ViewShowsTooMuch) && self.words(state)[4] == "1";
        let viewer = if shows { Viewer::Seat(Seat(0)) } else { viewer };
        self.duel.view(state, viewer)
    }
    fn determinize(&self, view: &DuelView, dice: &mut impl Dice) -> DuelState {
        let state = self.duel.determinize(view, dice);
        if self.is(Flaw::ImaginesAnotherWorld) { self.edited(&state, 0, "2") } else { state }
    }
    fn corrections(&self, state: &DuelState, seat: Seat, out: &mut Vec<DuelAction>) {
        if self.is(Flaw::TakingBackIsAWayOn) {
            self.legal(state, seat, out);
        }
        if self.is(Flaw::TakingBackIsForGood) {
            out.extend(self.resignation());
        }
    }
    fn redact(&self, event: &DuelEvent, viewer: Viewer) -> Option<DuelEvent> {
        if self.is(Flaw::EventsTellSecrets) { Some(*event) } else { self.duel.redact(event, viewer) }
    }
    fn undoable(&self, event: &DuelEvent) -> bool {
        let torpedo = matches!(event, DuelEvent::Torpedoed(_));
        self.duel.undoable(event) || torpedo && self.is(Flaw::TakesBackADiscovery)
    }
}

impl Notation for Broken {
    const GAME: &'static str = "broken";
    const RULES: u32 = 1;

    fn scenario_name(&self) -> String {
        self.duel.scenario_name()
    }
    fn sources(&self) -> Vec<&str> {
        vec![]
    }
    fn write_action(&self, action: DuelAction) -> String {
        let text = self.duel.write_action(action);
        if self.is(Flaw::StepsTakeTwoLines) { format!("{text}\n") } else { text }
    }
    fn read_action(&self, text: &str) -> Result<DuelAction, ReadError> {
        if self.is(Flaw::ActionsDoNotReadBack) {
            return Ok(DuelAction::Concede);
        }
        self.duel.read_action(text)
    }
    fn write_roll(&self, roll: u8) -> String {
        self.duel.write_roll(roll)
    }
    fn read_roll(&self, text: &str) -> Result<u8, ReadError> {
        self.duel.read_roll(text)
    }
    fn write_position(&self, state: &DuelState) -> String {
        if self.is(Flaw::NotationLosesTheAim) {
            return self.duel.write_position(&self.edited(state, 4, "0"));
        }
        self.duel.write_position(state)
    }
    fn read_position(&self, text: &str) -> Result<DuelState, ReadError> {
        self.duel.read_position(text)
    }
}

struct Secrets;

impl Secrecy<Broken> for Secrets {
    fn scramble(&self, game: &Broken, state: &mut DuelState, viewer: Viewer, dice: &mut impl Dice) {
        DuelSecrets.scramble(&game.duel, state, viewer, dice);
    }
    fn observes(&self, game: &Broken, state: &DuelState, step: StepOf<Broken>, viewer: Viewer) -> bool {
        DuelSecrets.observes(&game.duel, state, step, viewer)
    }
    fn check_conservation(&self, game: &Broken, state: &DuelState) {
        let words = game.words(state);
        let whole = words[0] == "3" && words[1] == "3";
        assert!(!whole || !words[2].contains('s'), "a torpedo was spent and nothing was hit");
    }
}

fn verdict(flaw: Flaw) -> Result<(), String> {
    let laws = Laws { matches: 30, max_steps: 2_000, ..Laws::default() };
    let result = catch_unwind(AssertUnwindSafe(|| laws.check(&Broken::new(flaw), &Secrets)));
    result.map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap_or_default()
    })
}

#[track_caller]
fn caught(flaw: Flaw, complaint: &str) {
    let message = verdict(flaw).expect_err("no law noticed the flaw");
    assert!(message.contains(complaint), "{flaw:?} was noticed by another law: {message}");
}

#[test]
fn the_variant_without_a_flaw_holds() {
    assert_eq!(verdict(Flaw::None), Ok(()));
}

#[test]
fn the_list_and_the_judge_must_agree() {
    caught(Flaw::ListForgetsAnAction, "`legal` and `check` disagree");
    caught(Flaw::ListOffersTwice, "an action is offered twice");
    caught(Flaw::ListIgnoresWhoIsAsked, "is not to act, yet may");
    caught(Flaw::ListsGivingUp, "resigning is never listed");
    caught(Flaw::ForbidsGivingUp, "may not resign");
}

#[test]
fn a_match_must_end_and_be_scored() {
    caught(Flaw::DeadEnd, "dead end");
    caught(Flaw::NeverEnds, "the match does not end");
    caught(Flaw::NoOutcome, "a match that is over has an outcome");
    caught(Flaw::TooFewPlaces, "a place and points for every seat");
    caught(Flaw::ActsAfterTheEnd, "the match is over, but");
}

#[test]
fn rolls_are_possible_results() {
    caught(Flaw::RollsWhatItDoesNotAdmit, "is not admitted");
}

#[test]
fn a_view_shows_no_secret_and_can_be_determinized() {
    caught(Flaw::ViewShowsTooMuch, "tells the scrambled state from the true one");
    caught(Flaw::ImaginesAnotherWorld, "tells the determinized state from the true one");
}

#[test]
fn choices_refusals_and_questions_tell_no_secret() {
    caught(Flaw::RefusalsDependOnSecrets, "can read hidden facts off its");
    caught(Flaw::AskedDependsOnSecrets, "learns something from which seats are to act");
}

#[test]
fn events_tell_no_secret() {
    caught(Flaw::EventsTellSecrets, "observes what it cannot know");
}

#[test]
fn what_revealed_something_cannot_be_undone() {
    caught(Flaw::TakesBackADiscovery, "reveals something to");
}

#[test]
fn corrections_do_not_advance_the_match() {
    caught(Flaw::TakingBackIsAWayOn, "is a correction and a candidate");
    caught(Flaw::TakingBackIsForGood, "cannot be undone");
}

#[test]
fn what_is_written_can_be_read() {
    caught(Flaw::NotationLosesTheAim, "does not read back");
    caught(Flaw::StepsTakeTwoLines, "a step is one line");
    caught(Flaw::ActionsDoNotReadBack, "does not read back");
}

#[test]
fn what_must_be_conserved_is_conserved() {
    caught(Flaw::SpendsATorpedoInVain, "a torpedo was spent and nothing was hit");
}

#[test]
fn the_log_tells_the_match() {
    caught(Flaw::ApplyIsNotRepeatable, "the log does not replay to the same state");
}
