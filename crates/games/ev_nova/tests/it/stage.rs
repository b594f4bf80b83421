//! The stage of the chapter tests: a position, decisions, cards that nature turns up, one expectation.

use ev_nova::{
    Ask, Card, Damage, Data, EvNova, Event, Frame, Options, Roll, ShipId, Stage as BattleStage, State,
};
use rules::{Game, Notation, Seat, Step, Turn};

/// A match under test.
pub(crate) struct Stage {
    pub(crate) game: EvNova,
    pub(crate) state: State,
    pub(crate) events: Vec<Event>,
}

/// A position with starter decks.
pub(crate) fn at(letters: &str, position: &str) -> Stage {
    let game = EvNova::starters(letters, Options { limit: 300, first: Some(Seat(0)), ..Options::default() })
        .expect("starter decks are legal");
    of(game, position)
}

/// A position of a game.
pub(crate) fn of(game: EvNova, position: &str) -> Stage {
    let state = game.read_position(position).unwrap_or_else(|error| panic!("the test's position: {error}"));
    Stage { game, state, events: Vec::new() }
}

/// Two players with decks A and B.
pub(crate) fn two(position: &str) -> Stage {
    at("AB", position)
}

/// Three players with decks A, B and C.
pub(crate) fn three(position: &str) -> Stage {
    at("ABC", position)
}

impl Stage {
    fn step(&mut self, step: Step<ev_nova::Action, Roll>) {
        self.game.apply(&mut self.state, step, &mut |event| self.events.push(event));
    }
    /// A decision that the rules allow and the list of legal actions offers.
    pub(crate) fn act(&mut self, seat: u8, action: &str) -> &mut Self {
        let read = self.game.read_action(action).unwrap_or_else(|error| panic!("the test's action: {error}"));
        // The table says it itself where nothing is left to choose.
        if action == "done" && self.asked() != Some(seat) {
            return self;
        }
        if let Err(denied) = self.game.check(&self.state, Seat(seat), read) {
            panic!(
                "{action:?} of {seat} is denied by {}; asked {:?} {:?}; legal {:?}",
                denied.rule(),
                self.state.open.ask,
                self.state.open.frame(),
                self.legal(seat)
            );
        }
        let (mut offered, mut corrections) = (Vec::new(), Vec::new());
        self.game.legal(&self.state, Seat(seat), &mut offered);
        self.game.corrections(&self.state, Seat(seat), &mut corrections);
        assert!(
            action == "give-up" || offered.contains(&read) || corrections.contains(&read),
            "{action:?} is legal, but not in the list {:?}",
            self.legal(seat)
        );
        self.step(Step::Act(Seat(seat), read));
        self
    }
    /// Decisions of one seat.
    pub(crate) fn acts(&mut self, seat: u8, actions: &[&str]) -> &mut Self {
        for action in actions {
            self.act(seat, action);
        }
        self
    }
    /// The rule that forbids a decision; empty if it is allowed.
    pub(crate) fn no(&self, seat: u8, action: &str) -> &'static str {
        let read = self.game.read_action(action).unwrap_or_else(|error| panic!("the test's action: {error}"));
        self.game.check(&self.state, Seat(seat), read).err().map_or("", |denied| denied.rule().name())
    }
    /// What a seat may do.
    pub(crate) fn legal(&self, seat: u8) -> Vec<String> {
        let mut legal = Vec::new();
        self.game.legal(&self.state, Seat(seat), &mut legal);
        legal.into_iter().map(|action| self.game.write_action(action)).collect()
    }
    /// Nature turns up this card.
    pub(crate) fn card(&mut self, number: &str) -> &mut Self {
        let card = Card::of_number(number).expect("a card");
        let Turn::Chance(chance) = self.game.turn(&self.state) else {
            panic!("no card is turned up now: {:?} {:?}", self.state.open.ask, self.state.open.frame())
        };
        assert!(self.game.admits(&chance, Roll::Card(card)), "{number} is not in the deck: {chance:?}");
        ::laws::outcomes_agree(&self.game, &chance, Roll::Card(card));
        self.step(Step::Chance(Roll::Card(card)));
        self
    }
    pub(crate) fn cards(&mut self, numbers: &[&str]) -> &mut Self {
        for number in numbers {
            self.card(number);
        }
        self
    }
    /// A Nova card with this Action Number is flipped.
    pub(crate) fn nova(&mut self, number: u8) -> &mut Self {
        assert_eq!(self.state.open.ask, Ask::Nova, "a Nova card is due at {:?}", self.state.open.frame());
        let data = Data::standard();
        let card = self.state.secret.nova.iter().copied().filter(|&card| data.number(card) == number);
        let card = card.max_by_key(|&card| (data.planet(card).is_none(), card)).expect("such a card is left");
        self.step(Step::Chance(Roll::Card(card)));
        self
    }
    /// Nature turns up any cards for draws and flips of Ship Decks, as long as it is asked.
    pub(crate) fn draw(&mut self) -> &mut Self {
        while let (Turn::Chance(chance), true) =
            (self.game.turn(&self.state), self.state.open.ask != Ask::Nova)
        {
            let ev_nova::Chance::Card(cards) = chance else { break };
            self.step(Step::Chance(Roll::Card(cards[0])));
        }
        self
    }
    /// Answers the windows that nobody uses in this test.
    pub(crate) fn quiet(&mut self) -> &mut Self {
        for _ in 0..200 {
            let Ask::Seat(Seat(seat)) = self.state.open.ask else { return self };
            let answer = match self.state.open.frame() {
                Some(Frame::Evade { .. }) => "pass",
                Some(
                    Frame::EndWindow { .. }
                    | Frame::OpposeAdd { .. }
                    | Frame::Assign { .. }
                    | Frame::CaptureAgain { .. },
                ) => "done",
                Some(Frame::EscapeChoice) => "take",
                Some(Frame::EndDecide) => "ignore",
                Some(Frame::Battle) => match self.state.open.battle.as_ref().map(|battle| battle.stage) {
                    Some(BattleStage::Join { .. }) => "stand-clear",
                    Some(BattleStage::RedAlert { .. }) => "fight",
                    Some(BattleStage::Planets { .. } | BattleStage::Introduce { calling: false, .. }) => {
                        "pass"
                    }
                    Some(BattleStage::Withdraw { .. }) => "stay",
                    Some(
                        BattleStage::Introduce { calling: true, .. }
                        | BattleStage::Maneuver { .. }
                        | BattleStage::Recover { .. }
                        | BattleStage::TakeFighters { .. }
                        | BattleStage::Board { .. },
                    ) => "done",
                    _ => return self,
                },
                _ => return self,
            };
            self.act(seat, answer);
        }
        panic!("the windows do not end");
    }
    /// Pays with any cards.
    pub(crate) fn pay(&mut self) -> &mut Self {
        while let (Ask::Seat(Seat(seat)), Some(Frame::Pay { .. } | Frame::Order { .. })) =
            (self.state.open.ask, self.state.open.frame())
        {
            let lay = self.legal(seat)[0].clone();
            self.act(seat, &lay);
        }
        self
    }
    pub(crate) fn hand(&self, seat: usize) -> Vec<String> {
        self.state.secret.seat[seat].hand.iter().map(|card| card.number()).collect()
    }
    pub(crate) fn hand_size(&self, seat: usize) -> u8 {
        self.state.open.seat[seat].hand
    }
    pub(crate) fn discard(&self, seat: usize) -> Vec<String> {
        self.state.open.seat[seat].discard.iter().map(|card| card.number()).collect()
    }
    pub(crate) fn pawn(&self, seat: usize) -> &'static str {
        self.state.open.seat[seat].pawn.map_or("-", |system| &Data::standard().systems[system.index()].id)
    }
    pub(crate) fn markers(&self, seat: usize) -> Vec<&'static str> {
        self.state.open.seat[seat].markers.names()
    }
    pub(crate) fn damage(&self, ship: u8) -> Damage {
        self.state.open.ship(ShipId(ship)).damage
    }
    pub(crate) fn gone(&self, ship: u8) -> bool {
        self.state.open.ships.get(usize::from(ship)).is_none_or(|ship| ship.role == ev_nova::Role::Gone)
    }
    pub(crate) fn asked(&self) -> Option<u8> {
        match self.state.open.ask {
            Ask::Seat(Seat(seat)) => Some(seat),
            _ => None,
        }
    }
    /// AV and OV of the check that waits for its card.
    pub(crate) fn check(&self) -> (i16, i16) {
        assert_eq!(self.state.open.ask, Ask::Nova, "a check is due at {:?}", self.state.open.frame());
        self.state.open.battle.as_ref().expect("a battle").check
    }
    pub(crate) fn told(&self, wanted: &Event) -> bool {
        self.events.contains(wanted)
    }
    pub(crate) fn phase(&self) -> u8 {
        self.state.open.battle.as_ref().map_or(0, |battle| battle.phase)
    }
    pub(crate) fn fighting(&self) -> bool {
        self.state.open.battle.is_some()
    }
}
