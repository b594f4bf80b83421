//! Chapters 2.1, 3, 5 and the frame of a turn: contributions, launching, whose turn it is.

use rules::{Denied, Seat, rule};

use crate::deck::Giving;
use crate::game::{demand, deny};
use crate::play::{Flow, Play};
use crate::{Action, Ask, Card, Damage, Ending, EvNova, Event, Frame, Power, Role, Roll, State, TurnDone};

/// Planets that may be declined in one launching (EV-LAUNCH-8).
pub(crate) const MOST_DECLINED: u8 = 5;

impl EvNova {
    /// The table before the first contribution (EV-SETUP-1 to 6).
    pub(crate) fn set_up(&self) -> State {
        let mut state = self.bare(self.setup.decks.len() as u8);
        for (seat, deck) in self.setup.decks.iter().enumerate() {
            let open = &mut state.open.seat[seat];
            open.letter = deck.letter;
            open.list = deck.cards.len() as u8;
            open.deck = open.list;
            let own = &mut state.secret.seat[seat];
            own.list = deck.bag();
            own.deck = own.list;
        }
        rule!("EV-SETUP-1");
        rule!("EV-SETUP-4");
        let mut silent: &mut dyn FnMut(Event) = &mut |_| {};
        let mut play = self.play(&mut state, &mut silent);
        for seat in 0..self.setup.decks.len() as u8 {
            play.add_ship(Card::START, Role::Current, Seat(seat), Power::Trader);
        }
        state.open.stack = vec![Frame::Turn, Frame::First, Frame::Contribute];
        self.settle(&mut state);
        state
    }

    /// What a seat may give to the Nova Deck (EV-DECK-8).
    pub(crate) fn check_contribute(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let own = &state.secret.seat[seat.index()];
        demand(!state.open.of(seat).confirmed, || rule!("EV-SETUP-6"))?;
        match action {
            Action::Give(card) => {
                demand(Giving::new(&own.deck, &own.gave).admits(card), || rule!("EV-DECK-8"))
            }
            Action::TakeBack(card) => demand(own.gave.contains(&card), || rule!("EV-DECK-8")),
            Action::GiveRest => demand(own.gave.len() < 20, || rule!("EV-DECK-8")),
            Action::Confirm => demand(own.gave.len() == 20, || rule!("EV-DECK-2")),
            _ => deny(rule!("EV-SETUP-6")),
        }
    }

    /// The legal actions of [`EvNova::list_contribute`], with the list counted once.
    pub(crate) fn legal_contribute(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let own = &state.secret.seat[seat.index()];
        let giving = Giving::new(&own.deck, &own.gave);
        out.retain(|&action| match action {
            Action::Give(card) => giving.admits(card),
            other => self.check_contribute(state, seat, other).is_ok(),
        });
    }

    pub(crate) fn list_contribute(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let own = &state.secret.seat[seat.index()];
        if own.gave.len() == 20 {
            out.push(Action::Confirm);
            return;
        }
        out.push(Action::GiveRest);
        out.extend(own.deck.distinct().map(Action::Give));
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    pub(crate) fn contribute(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Give(card) => {
                self.own(seat).gave.insert(card);
                self.tell(Event::Gave(seat, Some(card)));
            }
            Action::TakeBack(card) => {
                self.own(seat).gave.remove(card);
                self.tell(Event::TookBack(seat, Some(card)));
            }
            Action::GiveRest => {
                let wanted = self.game.setup.decks[seat.index()].contribution();
                let deck = self.own(seat).deck;
                let mut giving = Giving::new(&deck, &self.own(seat).gave);
                for card in wanted.into_iter().chain(deck.iter().copied()) {
                    let own = self.own(seat);
                    if own.gave.len() < 20 && giving.admits(card) {
                        giving.give(card);
                        own.gave.insert(card);
                        self.tell(Event::Gave(seat, Some(card)));
                    }
                }
            }
            _ => {
                self.open().seat[seat.index()].confirmed = true;
                self.tell(Event::Confirmed(seat));
            }
        }
    }

    /// All have confirmed: the Nova Deck is made (EV-DECK-2, EV-SETUP-2).
    fn make_nova(&mut self) {
        rule!("EV-DECK-2");
        rule!("EV-DECK-3");
        for seat in self.state.open.seats().collect::<Vec<_>>() {
            let gave = self.own(seat).gave;
            for card in gave.iter().copied() {
                self.own(seat).deck.remove(card);
                self.state.secret.nova.insert(card);
                self.state.open.nova_left[usize::from(self.data.number(card))] += 1;
            }
            let size = self.own(seat).deck.size();
            self.open().seat[seat.index()].deck = size;
        }
        rule!("EV-SETUP-2");
        rule!("EV-SETUP-3");
        self.tell(Event::NovaReady);
    }

    pub(crate) fn step_contribute(&mut self) -> Flow {
        let open = &self.state.open;
        if open.alive().any(|seat| !open.of(seat).confirmed) {
            rule!("EV-HID-6");
            return self.ask(Ask::Contributions);
        }
        rule!("EV-SETUP-6");
        self.make_nova();
        self.pop();
        for seat in
            self.state.open.seats().filter(|&seat| self.state.open.of(seat).leaving).collect::<Vec<_>>()
        {
            if self.state.open.ending.is_none() {
                self.eliminate(seat);
            }
        }
        Flow::Go
    }

    pub(crate) fn step_first(&mut self) -> Flow {
        match self.game.setup.options.first {
            Some(seat) if seat.0 < self.state.open.players => {
                self.begin_with(seat);
                Flow::Go
            }
            _ => self.ask(Ask::First),
        }
    }

    /// The first player is known (EV-SETUP-5).
    pub(crate) fn begin_with(&mut self, seat: Seat) {
        rule!("EV-SETUP-5");
        rule!("EV-R-08");
        let open = self.open();
        (open.first, open.active) = (seat, seat);
        self.tell(Event::Began(seat));
        self.pop();
    }

    /// A turn begins: launch, stranded or the main part (EV-SEQ).
    pub(crate) fn step_turn(&mut self) -> Flow {
        let seat = self.state.open.active;
        let open = self.open();
        open.done = TurnDone::default();
        open.seat[seat.index()].turns += 1;
        let turns = open.seat[seat.index()].turns;
        let player = open.of(seat);
        let frame = if player.pawn.is_none() {
            Frame::Launch
        } else if player.stranded {
            Frame::Stranded
        } else {
            Frame::Main
        };
        if frame == Frame::Stranded {
            rule!("EV-REP-9");
            open.seat[seat.index()].stranded_turns += 1;
        }
        self.next(Frame::NextTurn);
        self.tell(Event::Turn(seat, turns));
        self.push(frame);
        Flow::Go
    }

    /// The turn is over: the next player in the game, or the turn limit.
    pub(crate) fn step_next_turn(&mut self) -> Flow {
        let open = self.open();
        let mut seat = open.active;
        // A block on moving lasts to the end of this turn (EV-MOVE-8).
        if open.seat[seat.index()].blocked
            && open.seat[seat.index()].turns > open.seat[seat.index()].blocked_at
        {
            rule!("EV-MOVE-8");
            open.seat[seat.index()].blocked = false;
        }
        loop {
            seat = open.clockwise(seat, 1);
            if seat == open.first {
                open.round += 1;
                rule!("EV-SEQ-4");
            }
            if !open.of(seat).out {
                rule!("EV-SEQ-1");
                break;
            }
        }
        open.active = seat;
        let over = open.round > self.game.setup.options.limit;
        if over {
            self.adjudicate();
            return Flow::Go;
        }
        self.next(Frame::Turn);
        Flow::Go
    }

    /// The turn limit cuts the game off (EV-R-66).
    fn adjudicate(&mut self) {
        rule!("EV-R-66");
        rule!("EV-OV-6");
        self.tell(Event::LimitReached(self.game.setup.options.limit));
        let open = &self.state.open;
        let value = |seat: Seat| (open.worth(self.data, seat), open.of(seat).hand);
        let best = open.alive().map(value).max().expect("somebody is in the game");
        let mut winners = open.alive().filter(|&seat| value(seat) == best);
        let winner = winners.next();
        let sole = if winners.next().is_none() { winner } else { None };
        drop(winners);
        self.finish(Ending::Limit(sole));
    }

    // --- launching (chapter 5) -------------------------------------------------------------

    pub(crate) fn step_launch(&mut self) -> Flow {
        let seat = self.state.open.active;
        if self.state.open.of(seat).out {
            self.pop();
            return Flow::Go;
        }
        let own = &self.state.secret.seat[seat.index()];
        let is_planet = |card: &&Card| self.data.planet(**card).is_some();
        let none_left = own.deck.iter().filter(is_planet).count() == 0
            && self.state.open.of(seat).discard.iter().filter(is_planet).count() == 0;
        if none_left {
            rule!("EV-LAUNCH-7");
            rule!("EV-R-81");
            if own.hand.iter().filter(is_planet).count() == 0 {
                let sol = self.data.system("SOL").expect("Sol is on the board");
                self.pop();
                self.place(seat, sol);
                return Flow::Go;
            }
            return self.ask(Ask::Seat(seat));
        }
        if self.deck_ready(seat) {
            return self.ask(Ask::Flip(seat));
        }
        self.pop();
        Flow::Go
    }

    /// The launch card lies open (EV-LAUNCH-1 to 4).
    pub(crate) fn launch_flip(&mut self, seat: Seat, roll: Roll) {
        rule!("EV-LAUNCH-1");
        let card = self.flip_card(seat, roll);
        if self.data.planet(card).is_some() {
            rule!("EV-LAUNCH-2");
            rule!("EV-LAUNCH-5");
            self.next(Frame::LaunchChoice { card });
        } else {
            rule!("EV-LAUNCH-4");
            self.tidy_deck(seat);
            self.pop();
        }
    }

    pub(crate) fn step_launch_choice(&mut self) -> Flow {
        let seat = self.state.open.active;
        if self.state.open.of(seat).out {
            self.pop();
            return Flow::Go;
        }
        if self.state.open.of(seat).declined >= MOST_DECLINED {
            rule!("EV-LAUNCH-8");
            rule!("EV-R-82");
            self.launch(seat, Action::Place);
            return Flow::Go;
        }
        self.ask(Ask::Seat(seat))
    }

    pub(crate) fn launch(&mut self, seat: Seat, action: Action) {
        let Some(Frame::LaunchChoice { card }) = self.state.open.frame() else {
            if let Action::LaunchFrom(card) = action {
                self.discard(seat, card);
                self.next(Frame::LaunchChoice { card });
            }
            return;
        };
        self.pop();
        if action == Action::Decline {
            rule!("EV-LAUNCH-9");
            self.open().seat[seat.index()].declined += 1;
            self.tell(Event::Declined(seat, card));
            self.tidy_deck(seat);
            return;
        }
        let system = self.data.planets[card.index()].expect("the card is a planet");
        self.tidy_deck(seat);
        self.place(seat, system);
    }

    fn place(&mut self, seat: Seat, system: crate::Sys) {
        let first = !self.state.open.of(seat).launched;
        let player = &mut self.open().seat[seat.index()];
        player.pawn = Some(system);
        player.declined = 0;
        player.launched = true;
        self.tell(Event::Placed(seat, system));
        if first {
            rule!("EV-LAUNCH-3");
            self.push(Frame::Draw { seat, left: 3 });
        } else {
            rule!("EV-POD-4");
        }
    }

    // --- stranded (EV-REP-4) ---------------------------------------------------------------

    pub(crate) fn step_stranded(&mut self) -> Flow {
        let seat = self.state.open.active;
        let player = self.state.open.of(seat);
        if player.out || !player.stranded {
            self.pop();
            return Flow::Go;
        }
        self.ask(Ask::Seat(seat))
    }

    pub(crate) fn stranded(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Offer(cards) => {
                self.open().seat[seat.index()].offer = cards;
                self.tell(Event::Offered(seat, cards));
            }
            Action::SelfDestruct => {
                rule!("EV-POD-5");
                self.pop();
                self.self_destruct(seat);
                return;
            }
            _ => {}
        }
        self.pop();
        if self.state.open.of(seat).stranded_turns >= 3 {
            rule!("EV-REP-4");
            rule!("EV-R-39");
            self.eliminate(seat);
        }
    }

    /// Somebody has to answer.
    pub(crate) fn ask(&mut self, ask: Ask) -> Flow {
        self.open().ask = ask;
        Flow::Wait
    }
}

impl crate::Open {
    /// Is the Current Ship of a player disabled outside a battle?
    pub(crate) fn is_disabled(&self, seat: Seat) -> bool {
        self.current(seat).is_some_and(|ship| self.ship(ship).damage == Damage::Disabled)
    }
}
