//! Chapter 3 and 12: before the first turn.

use rules::{Seat, Seats, Veiled, rule};

use crate::{
    StellarConquest,
    data::{BURNT, H60, H80},
    ids::{Development, Planet, Planets, Star},
    scenario::Start,
    state::{Battle, Fleet, Focus, Frame, OFF, Open, SEATS, Sheet, Ships, State, Token, TransportGroup},
};

/// SQ-3.1c: bonus output before turn 1.
pub(crate) const BONUS: u8 = 25;

/// SQ-3.1a: the ships every player begins with, apart from the transports.
pub(crate) const START_SHIPS: Ships = Ships([4, 4, 0, 0, 0, 0, 0, 0]);

/// SQ-3.1b: the transports every player begins with.
pub(crate) fn start_transports(token: Token, people: Seat) -> TransportGroup {
    TransportGroup { token, people, founding_order: 0, origin: Planet::NOWHERE, count: 35 }
}

impl StellarConquest {
    /// A match without fleets, cards or colonies.
    pub(crate) fn blank(&self) -> State {
        State {
            open: Open {
                turn: 0,
                active: Seat(0),
                frame: Frame::Bonus,
                waiting: Seats::first_n(self.scenario.players),
                out: Seats::NONE,
                explored: [0; SEATS],
                ruined: Planets::default(),
                next_token: 0,
                met: [Seats::NONE; SEATS],
            },
            sheets: Veiled::new([Sheet::default(); SEATS]),
            cards: Veiled::new([0; Star::COUNT]),
            colonies: Veiled::default(),
            fleets: Veiled::default(),
            transports: Veiled::default(),
            sightings: Veiled::default(),
            memory: Veiled::default(),
            founded: 0,
            battle: Battle::default(),
            marked: Planets::default(),
            razed: Vec::new(),
            focus: Focus::default(),
        }
    }

    /// The match before its first step.
    pub(crate) fn set_up(&self) -> State {
        let mut state = self.blank();
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
            fleet.ships = START_SHIPS;
            state.insert_fleet(fleet);
            rule!("SQ-3.1b");
            state.load(start_transports(token, seat));
            rule!("SQ-3.1c");
            let sheet = &mut state.sheets.truth_mut()[seat.index()];
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
                    state.open.explored[seat.index()] |= stars[seat.index()].bit();
                    match self.scenario.home {
                        Some(60) => state.cards.truth_mut()[stars[seat.index()].index()] = H60,
                        Some(_) => state.cards.truth_mut()[stars[seat.index()].index()] = H80,
                        None => state.open.frame = Frame::Home(rules::Seat(0)),
                    }
                }
            }
            Start::Nova { star, .. } => {
                rule!("SQ-12.Ne");
                rule!("SQ-R-48");
                state.cards.truth_mut()[star.index()] = BURNT;
                for seat in self.seat_list() {
                    state.open.explored[seat.index()] |= star.bit();
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
