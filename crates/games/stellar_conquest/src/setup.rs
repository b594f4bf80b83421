//! Chapter 3 and 12: before the first turn.

use rules::{Seats, rule};

use crate::{
    StellarConquest,
    data::{BURNT, H60, H80},
    ids::{Development, Kind, Planet, Planets, Star},
    scenario::Start,
    state::{Battle, Fleet, Focus, Frame, Lot, OFF, SEATS, Sheet, State},
};

/// SQ-3.1c: bonus output before turn 1.
pub(crate) const BONUS: u8 = 25;

impl StellarConquest {
    /// The match before its first step.
    pub(crate) fn set_up(&self) -> State {
        let mut state = State {
            turn: 0,
            active: rules::Seat(0),
            frame: Frame::Bonus,
            waiting: Seats::first_n(self.scenario.players),
            out: Seats::NONE,
            sheets: [Sheet::default(); SEATS],
            explored: [0; SEATS],
            cards: [0; Star::COUNT],
            ruined: Planets::default(),
            colonies: Vec::new(),
            fleets: Vec::new(),
            memory: Vec::new(),
            next_token: 0,
            founded: 0,
            battle: Battle::default(),
            marked: Planets::default(),
            focus: Focus::default(),
            met: [Seats::NONE; SEATS],
        };
        rule!("SQ-3.0a");
        for seat in self.seat_list() {
            let (token, hex) = match self.scenario.start {
                Start::Entries(_) => {
                    rule!("SQ-3.0b");
                    rule!("SQ-3.3e");
                    (state.new_private(seat), OFF)
                }
                Start::Stars(stars) => {
                    rule!("SQ-12.3e");
                    rule!("SQ-12.Sa");
                    (state.new_token(), self.hex_of(stars[seat.index()]))
                }
                Start::Nova { star, .. } => {
                    rule!("SQ-12.Na");
                    (state.new_token(), self.hex_of(star))
                }
            };
            rule!("SQ-3.1a");
            let mut fleet = Fleet::empty(token, seat, hex, 0);
            fleet.ships.0[Kind::SCT.index()] = 4;
            fleet.ships.0[Kind::ESC.index()] = 4;
            rule!("SQ-3.1b");
            fleet.load(Lot { people: seat, age: 0, origin: Planet::NOWHERE, count: 35 });
            state.insert_fleet(fleet);
            rule!("SQ-3.1c");
            let sheet = &mut state.sheets[seat.index()];
            sheet.bonus = BONUS;
            if self.scenario.start_3ma {
                rule!("SQ-12.O2");
                sheet.developments |= Development::Ma3.bit();
            }
        }
        match self.scenario.start {
            Start::Entries(_) => {}
            Start::Stars(stars) => {
                for seat in self.seat_list() {
                    rule!("SQ-12.Sb");
                    rule!("SQ-R-46");
                    rule!("SQ-R-47");
                    state.explored[seat.index()] |= stars[seat.index()].bit();
                    match self.scenario.home {
                        Some(60) => state.cards[stars[seat.index()].index()] = H60,
                        Some(_) => state.cards[stars[seat.index()].index()] = H80,
                        None => state.frame = Frame::Home(rules::Seat(0)),
                    }
                }
            }
            Start::Nova { star, .. } => {
                rule!("SQ-12.Ne");
                rule!("SQ-R-48");
                state.cards[star.index()] = BURNT;
                for seat in self.seat_list() {
                    state.explored[seat.index()] |= star.bit();
                }
            }
        }
        state
    }

    /// The class whose deck a star draws from, as an index into `BFGKM`.
    pub fn class_of(&self, star: Star) -> u8 {
        match self.scenario.class_override {
            Some((other, class)) if other == star => {
                rule!("SQ-12.3c");
                class
            }
            _ => self.components.stars[star.index()].class,
        }
    }
}
