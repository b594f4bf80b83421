//! T2: the risk of the unknown, and star cards (SQ-4.2).

use rules::{InlineVec, Seats, rule};

use crate::{
    StellarConquest,
    action::{Event, EventKind, MAX_DICE},
    data::CardNumber,
    ids::{Kind, Star},
    known::Known,
    state::{Frame, Ships, State, Token},
};

/// The kind of the nth ship, counted from 0 in the order of the kinds.
fn nth_ship(ships: &Ships, nth: u16) -> Kind {
    let mut before = 0;
    let kind = Kind::ships().find(|&kind| {
        before += ships.of(kind);
        before > nth
    });
    kind.expect("no more dice are rolled than there are ships")
}

impl StellarConquest {
    /// Explores the next star, or goes on to T3.
    pub(crate) fn explore_next(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let seat = state.open.active;
        let mut new = 0;
        for fleet in state.fleets.truth().iter().filter(|fleet| fleet.owner == seat) {
            if let Some(star) = self.star_at(fleet.hex) {
                rule!("SQ-5.4.3a");
                rule!("SQ-4.2.1c");
                new |= star.bit() & !state.open.explored[seat.index()];
            }
        }
        let Some(star) = Star::all(new).next() else {
            return self.combat_next(state, emit);
        };
        if state.ships_of(seat, self.hex_of(star)).warships() > 0 {
            rule!("SQ-4.2.1d");
            self.explore(state, star, emit);
        } else {
            rule!("SQ-4.2.1a");
            self.risk_next(state, star, Token::NONE, emit);
        }
    }

    /// Dice for the next fleet after `after` at an unexplored star; exploration when all have rolled.
    fn risk_next(&self, state: &mut State, star: Star, after: Token, emit: &mut impl FnMut(Event)) {
        let hex = self.hex_of(star);
        let mut fleets = state.fleets_of(state.open.active, hex).filter(|fleet| fleet.token > after);
        let next = fleets.next().map(|fleet| (fleet.token, fleet.ships));
        drop(fleets);
        match next {
            Some((token, ships)) => state.open.frame = Frame::Risk { star, token, left: ships.total() },
            None if state.fleets_of(state.open.active, hex).next().is_some() => {
                self.explore(state, star, emit);
            }
            None => {
                rule!("SQ-4.2.2g");
                self.explore_next(state, emit);
            }
        }
    }

    /// SQ-4.2.1b: a 1 destroys.
    pub(crate) fn risk(&self, state: &mut State, faces: &[u8; MAX_DICE], emit: &mut impl FnMut(Event)) {
        let Frame::Risk { star, token, mut left } = state.open.frame else {
            unreachable!("risk dice are only asked for in this frame");
        };
        let seat = state.open.active;
        let thrown = usize::from(left).min(MAX_DICE);
        let dice: InlineVec<u8, MAX_DICE> = faces[..thrown].iter().copied().collect();
        rule!("SQ-4.2.1b");
        let lost: u8 = dice.iter().map(|&face| u8::from(face == 1)).sum();
        for &face in &dice[..] {
            // Ships roll in the order of their kinds. Those that have rolled and live on come first.
            let ships = state.fleet(token).expect("the fleet that rolls is there").ships;
            let kind = nth_ship(&ships, ships.total() - left);
            left -= 1;
            if face == 1 {
                rule!("SQ-R-64");
                state.take(token, kind, None, 1);
            }
        }
        state.drop_empty_fleets();
        rule!("SQ-HID-6");
        emit(Event { visible_to: Seats::ALL, kind: EventKind::Risked { seat, star, dice, lost } });
        self.observe_star(state, star, emit);
        if left > 0 {
            state.open.frame = Frame::Risk { star, token, left };
        } else {
            self.risk_next(state, star, token, emit);
        }
    }

    /// SQ-4.2.2: the star is explored; its card is drawn if it was not drawn before.
    fn explore(&self, state: &mut State, star: Star, emit: &mut impl FnMut(Event)) {
        rule!("SQ-4.2.2a");
        rule!("SQ-4.2.2d");
        rule!("SQ-HID-5");
        let seat = state.open.active;
        state.open.explored[seat.index()] |= star.bit();
        emit(Event { visible_to: Seats::ALL, kind: EventKind::Explored(seat, star) });
        if state.cards.truth()[star.index()] == 0 {
            rule!("SQ-4.2.2b");
            state.open.frame = Frame::Draw(star);
            return;
        }
        rule!("SQ-4.2.2c");
        self.read_card(state, star, emit);
    }

    pub(crate) fn drawn(
        &self,
        state: &mut State,
        star: Star,
        card: CardNumber,
        emit: &mut impl FnMut(Event),
    ) {
        state.cards.truth_mut()[star.index()] = card;
        self.read_card(state, star, emit);
    }

    fn read_card(&self, state: &mut State, star: Star, emit: &mut impl FnMut(Event)) {
        rule!("SQ-4.2.2e");
        rule!("SQ-HID-7");
        let kind = EventKind::Card(star, state.cards.truth()[star.index()]);
        emit(Event { visible_to: Seats::only(state.open.active), kind });
        self.observe_star(state, star, emit);
        self.explore_next(state, emit);
    }

    /// The cards of a star's class that are not on the map.
    pub(crate) fn deck(&self, state: &Known<'_>, star: Star) -> u128 {
        rule!("SQ-R-51");
        rule!("SQ-HID-15");
        let drawn = state.cards.iter().fold(0u128, |set, &card| set | 1 << card);
        self.decks[usize::from(self.class_of(star))] & !drawn
    }
}
