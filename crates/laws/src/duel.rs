//! The smallest game that has everything: a hidden card, dice, a choice that can be undone, and an
//! interrupt. The kernel's own tests play it.

use rules::{
    Advice, Denied, Dice, Game, Glimpse, Line, Notation, Outcome, Present, ReadError, Seat, Seats, Secret,
    StandingOrder, StandingOrders, Step, StepOf, Target, Turn, Viewer, rule,
};
use serde::Serialize;

use crate::Secrecy;

/// Two ships duel: aim (may be taken back), then fire one die; a hidden torpedo lets a shot hit on any
/// face. Three hits win.
#[derive(Clone, Debug)]
pub struct Duel {
    /// Hits that sink a ship.
    pub hull: u8,
}

impl Default for Duel {
    fn default() -> Self {
        Self { hull: 3 }
    }
}

/// A match of [`Duel`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DuelState {
    hull: [u8; 2],
    torpedo: [Option<Secret<bool>>; 2],
    active: Seat,
    aim: u8,
    firing: bool,
    conceded: Option<Seat>,
}

/// What one viewer knows of a [`DuelState`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct DuelView {
    hull: [u8; 2],
    torpedo: [Option<Glimpse<bool>>; 2],
    active: Seat,
    aim: u8,
    firing: bool,
    conceded: Option<Seat>,
}

/// A choice in [`Duel`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DuelAction {
    /// Add one to the next shot; twice at most.
    Aim,
    /// Roll: hits on 1 to 2 + aim.
    Fire,
    /// Spend the torpedo, if there is one: hits.
    Torpedo,
    /// Resign.
    Concede,
}

/// A chance of [`Duel`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DuelChance {
    /// Has this seat a torpedo?
    Deal(Seat),
    /// The shot.
    Die,
}

/// What happened in [`Duel`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum DuelEvent {
    /// A card was dealt.
    Dealt(Seat, Glimpse<bool>),
    /// The shot is better now.
    Aimed(Seat),
    /// A shot, and whether it hit.
    Fired(Seat, u8, bool),
    /// A torpedo was spent.
    Torpedoed(Seat),
    /// A seat resigned.
    Conceded(Seat),
}

const fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0)
}

impl Duel {
    fn hit(state: &mut DuelState, by: Seat) {
        state.hull[other(by).index()] -= 1;
    }
    fn pass_turn(state: &mut DuelState) {
        (state.active, state.aim, state.firing) = (other(state.active), 0, false);
    }
}

impl Game for Duel {
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
        DuelState {
            hull: [self.hull; 2],
            torpedo: [None; 2],
            active: Seat(0),
            aim: 0,
            firing: false,
            conceded: None,
        }
    }

    fn turn(&self, state: &DuelState) -> Turn<DuelChance> {
        if state.conceded.is_some() || state.hull.contains(&0) {
            return Turn::Over;
        }
        if let Some(seat) = state.torpedo.iter().position(Option::is_none) {
            return Turn::Chance(DuelChance::Deal(Seat(seat as u8)));
        }
        if state.firing { Turn::Chance(DuelChance::Die) } else { Turn::Choose(Seats::only(state.active)) }
    }

    fn candidates(&self, state: &DuelState, seat: Seat, out: &mut Vec<DuelAction>) {
        if self.turn(state) == Turn::Choose(Seats::only(seat)) {
            out.extend([DuelAction::Aim, DuelAction::Fire, DuelAction::Torpedo]);
        }
    }

    fn check(&self, state: &DuelState, seat: Seat, action: DuelAction) -> Result<(), Denied> {
        let turn = self.turn(state);
        if action == DuelAction::Concede && turn != Turn::Over {
            return Ok(());
        }
        if turn != Turn::Choose(Seats::only(seat)) {
            return Err(Denied(rule!("DU-1")));
        }
        let loaded = state.torpedo[seat.index()].is_some_and(Secret::truth);
        match action {
            DuelAction::Aim if state.aim >= 2 => Err(Denied(rule!("DU-2"))),
            DuelAction::Torpedo if !loaded => Err(Denied(rule!("DU-3"))),
            _ => Ok(()),
        }
    }

    fn resignation(&self) -> Option<DuelAction> {
        Some(DuelAction::Concede)
    }

    fn apply(&self, state: &mut DuelState, step: StepOf<Self>, emit: &mut impl FnMut(DuelEvent)) {
        match step {
            Step::Act(seat, DuelAction::Aim) => {
                state.aim += 1;
                emit(DuelEvent::Aimed(seat));
            }
            Step::Act(_, DuelAction::Fire) => state.firing = true,
            Step::Act(seat, DuelAction::Torpedo) => {
                let mut spent = Secret::of(seat, false);
                spent.reveal_to_all();
                state.torpedo[seat.index()] = Some(spent);
                Self::hit(state, seat);
                emit(DuelEvent::Torpedoed(seat));
                Self::pass_turn(state);
            }
            Step::Act(seat, DuelAction::Concede) => {
                state.conceded = Some(seat);
                emit(DuelEvent::Conceded(seat));
            }
            Step::Chance(roll) if state.firing => {
                let hit = roll <= 2 + state.aim;
                if hit {
                    Self::hit(state, state.active);
                }
                emit(DuelEvent::Fired(state.active, roll, hit));
                Self::pass_turn(state);
            }
            Step::Chance(roll) => {
                let seat =
                    state.torpedo.iter().position(Option::is_none).expect("a card is still to be dealt");
                let seat = Seat(seat as u8);
                let card = Secret::of(seat, roll == 1);
                state.torpedo[seat.index()] = Some(card);
                emit(DuelEvent::Dealt(seat, card.unredacted()));
            }
        }
    }

    fn sample(&self, chance: &DuelChance, dice: &mut impl Dice) -> u8 {
        match chance {
            DuelChance::Deal(_) => dice.below(2) as u8,
            DuelChance::Die => dice.d6(),
        }
    }

    fn admits(&self, chance: &DuelChance, roll: u8) -> bool {
        match chance {
            DuelChance::Deal(_) => roll < 2,
            DuelChance::Die => (1..=6).contains(&roll),
        }
    }

    fn outcomes(&self, chance: &DuelChance, out: &mut Vec<(u8, u32)>) -> bool {
        match chance {
            DuelChance::Deal(_) => out.extend([(0, 1), (1, 1)]),
            DuelChance::Die => out.extend((1..=6).map(|face| (face, 1))),
        }
        true
    }

    fn outcome(&self, state: &DuelState) -> Option<Outcome> {
        let sunk = || state.hull.iter().position(|&hull| hull == 0).map(|seat| Seat(seat as u8));
        let (loser, reason) = match state.conceded {
            Some(loser) => (loser, "the other ship resigned"),
            None => (sunk()?, "the other ship is sunk"),
        };
        Some(Outcome::won(2, other(loser), rule!("DU-4"), reason))
    }

    fn view(&self, state: &DuelState, viewer: Viewer) -> DuelView {
        let &DuelState { hull, torpedo, active, aim, firing, conceded } = state;
        let torpedo = torpedo.map(|card| card.map(|card| card.seen_by(viewer)));
        DuelView { hull, torpedo, active, aim, firing, conceded }
    }

    fn determinize(&self, view: &DuelView, dice: &mut impl Dice) -> DuelState {
        let &DuelView { hull, torpedo, active, aim, firing, conceded } = view;
        let torpedo = torpedo.map(|card| card.map(|card| card.determinize(|| dice.below(2) == 1)));
        DuelState { hull, torpedo, active, aim, firing, conceded }
    }

    fn redact(&self, event: &DuelEvent, viewer: Viewer) -> Option<DuelEvent> {
        match *event {
            DuelEvent::Dealt(seat, card) => Some(DuelEvent::Dealt(seat, card.seen_by(viewer))),
            open => Some(open),
        }
    }

    fn undoable(&self, event: &DuelEvent) -> bool {
        matches!(event, DuelEvent::Aimed(_))
    }
}

impl Notation for Duel {
    const GAME: &'static str = "duel";
    const RULES: u32 = 1;

    fn scenario_name(&self) -> String {
        format!("hull-{}", self.hull)
    }
    fn sources(&self) -> Vec<&str> {
        vec![]
    }
    fn write_action(&self, action: DuelAction) -> String {
        let text = match action {
            DuelAction::Aim => "aim",
            DuelAction::Fire => "fire",
            DuelAction::Torpedo => "torpedo",
            DuelAction::Concede => "concede",
        };
        text.to_owned()
    }
    fn read_action(&self, text: &str) -> Result<DuelAction, ReadError> {
        let all = [DuelAction::Aim, DuelAction::Fire, DuelAction::Torpedo, DuelAction::Concede];
        let found = all.into_iter().find(|&action| self.write_action(action) == text);
        found.ok_or_else(|| ReadError::expected("aim, fire, torpedo or concede", text))
    }
    fn write_roll(&self, roll: u8) -> String {
        roll.to_string()
    }
    fn read_roll(&self, text: &str) -> Result<u8, ReadError> {
        text.parse().map_err(|_| ReadError::expected("a number", text))
    }
    fn write_position(&self, state: &DuelState) -> String {
        let card = |card: Option<Secret<bool>>| match card {
            None => '?',
            Some(card) if card.is_revealed() => 's',
            Some(card) if card.truth() => 't',
            Some(_) => '-',
        };
        let conceded = state.conceded.map_or('-', |seat| char::from(b'0' + seat.0));
        format!(
            "{} {} {}{} {} {} {} {conceded}",
            state.hull[0],
            state.hull[1],
            card(state.torpedo[0]),
            card(state.torpedo[1]),
            state.active.0,
            state.aim,
            u8::from(state.firing)
        )
    }
    fn read_position(&self, text: &str) -> Result<DuelState, ReadError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[hull0, hull1, cards, active, aim, firing, conceded] = &words[..] else {
            return Err(ReadError::expected("seven words", text));
        };
        let number = |word: &str, most: u8| {
            let number = word.parse().ok().filter(|&number| number <= most);
            number.ok_or_else(|| ReadError::expected(format!("a number up to {most}"), word))
        };
        let mut torpedo = [None; 2];
        for ((seat, slot), letter) in torpedo.iter_mut().enumerate().zip(cards.chars()) {
            let mut card = Secret::of(Seat(seat as u8), letter == 't');
            if letter == 's' {
                card.reveal_to_all();
            }
            *slot = (letter != '?').then_some(card);
        }
        Ok(DuelState {
            hull: [number(hull0, self.hull)?, number(hull1, self.hull)?],
            torpedo,
            active: Seat(number(active, 1)?),
            aim: number(aim, 2)?,
            firing: number(firing, 1)? == 1,
            conceded: if conceded == "-" { None } else { Some(Seat(number(conceded, 1)?)) },
        })
    }
}

impl Present for Duel {
    type Static<'a> = ();
    type PublicView<'a> = ();
    type PrivateView<'a> = DuelView;
    type Detail = ();

    fn static_view(&self) {}
    fn public_view(&self, _public: &DuelView) {}

    fn private_view<'a>(&'a self, view: &'a DuelView) -> DuelView {
        *view
    }
    fn text_map(&self, view: &DuelView, _width: usize) -> Vec<String> {
        vec![format!("{} ))) ((( {}", view.hull[0], view.hull[1])]
    }
    fn title(&self, _view: &DuelView, _seat: Seat) -> String {
        "Aim, or shoot".to_owned()
    }
    fn label(&self, _view: &DuelView, _seat: Seat, action: DuelAction) -> String {
        self.write_action(action)
    }
    fn targets(&self, _view: &DuelView, action: DuelAction) -> Vec<Target> {
        vec![Target::Button(self.write_action(action))]
    }
    fn group(&self, _action: DuelAction) -> &'static str {
        "act"
    }
    fn log_line(&self, event: &DuelEvent) -> Option<Line> {
        Some(Line::markup(&format!("{event:?}")))
    }
    fn seat_name(&self, seat: Seat) -> String {
        ["Left", "Right"][seat.index()].to_owned()
    }
    fn score_lines(&self, view: &DuelView) -> Vec<String> {
        view.hull.iter().map(|hull| format!("hull {hull}")).collect()
    }
    fn orders(&self) -> &'static [StandingOrder] {
        &[StandingOrder { id: "always-fire", label: "Always fire at once", default: false }]
    }
    fn standing_order_action(
        &self,
        _view: &DuelView,
        _seat: Seat,
        given: StandingOrders,
    ) -> Option<DuelAction> {
        given.has(0).then_some(DuelAction::Fire)
    }
}

impl Advice for Duel {
    fn action_score(&self, _state: &DuelState, _seat: Seat, action: DuelAction) -> i32 {
        match action {
            DuelAction::Torpedo => 3,
            DuelAction::Aim => 2,
            DuelAction::Fire => 1,
            DuelAction::Concede => 0,
        }
    }

    fn worth(&self, state: &DuelState, seat: Seat) -> i32 {
        i32::from(state.hull[seat.index()]) - i32::from(state.hull[other(seat).index()])
    }
}

/// What is hidden in [`Duel`]: a torpedo, until it is spent.
pub struct DuelSecrets;

impl Secrecy<Duel> for DuelSecrets {
    fn scramble(&self, _game: &Duel, state: &mut DuelState, viewer: Viewer, dice: &mut impl Dice) {
        for seat in [Seat(0), Seat(1)].into_iter().filter(|&seat| !viewer.is(seat)) {
            if let Some(card) = &mut state.torpedo[seat.index()]
                && !card.is_revealed()
            {
                *card = Secret::of(seat, dice.below(2) == 1);
            }
        }
    }

    fn observes(&self, game: &Duel, state: &DuelState, _step: StepOf<Duel>, viewer: Viewer) -> bool {
        !matches!(game.turn(state), Turn::Chance(DuelChance::Deal(seat)) if !viewer.is(seat))
    }
}
