//! Exposure and memory (SQ-4.2.2f, SQ-4.3a, SQ-5.4.7, chapter 15).

use rules::{Seat, Seats, rule};

use crate::{
    StellarConquest,
    action::{Event, What},
    ids::{Planet, Star},
    state::{Sight, State},
};

impl StellarConquest {
    /// The seats with a ship or a controlled colony in a star hex.
    pub fn involved(&self, state: &State, star: Star) -> Seats {
        let hex = self.hex_of(star);
        let mut seats = Seats::NONE;
        for fleet in state.fleets.iter().filter(|fleet| fleet.hex == hex) {
            seats = seats.with(fleet.owner);
        }
        for planet in star.planets() {
            if let Some(colony) = state.colony(planet) {
                seats = seats.with(colony.controller);
            }
        }
        seats
    }

    /// Everybody involved at a star sees what there is to see, and remembers it.
    pub(crate) fn look(&self, state: &mut State, star: Star, emit: &mut impl FnMut(Event)) {
        if state.turn <= 1 && self.nova() == Some(star) {
            rule!("SQ-12.Na");
            return;
        }
        let hex = self.hex_of(star);
        let involved = self.involved(state, star);
        if involved.len() < 2 {
            if let Some(seat) = involved.first() {
                self.note_colonies(state, star, seat);
            }
            return;
        }
        for seat in involved.iter() {
            self.see_fleets(state, hex, seat, emit);
            self.note_colonies(state, star, seat);
            let here = state.fleets.iter().any(|fleet| fleet.owner == seat && fleet.hex == hex);
            for at in 0..state.fleets.len() {
                let other = state.fleets[at].owner;
                if here && state.fleets[at].hex == hex && other != seat {
                    rule!("SQ-R-66");
                    state.met[seat.index()] = state.met[seat.index()].with(other);
                }
            }
        }
    }

    fn see_fleets(&self, state: &mut State, hex: atlas::Hex, seat: Seat, emit: &mut impl FnMut(Event)) {
        let turn = state.turn;
        for fleet in state.fleets.iter_mut().filter(|fleet| fleet.hex == hex && fleet.owner != seat) {
            rule!("SQ-4.3a");
            rule!("SQ-5.4.7a");
            rule!("SQ-5.4.7b");
            rule!("SQ-5.4.7c");
            rule!("SQ-HID-3");
            let sight = Sight { turn, ships: fleet.ships };
            let news = fleet.seen[seat.index()].ships != sight.ships || fleet.seen[seat.index()].turn == 0;
            fleet.seen[seat.index()] = sight;
            if news {
                let what = What::Sighted { seat: fleet.owner, token: fleet.token, ships: sight };
                emit(Event { to: Seats::only(seat), what });
            }
        }
    }

    /// SQ-4.2.2f, SQ-4.2.2h: which planets have colonies, whose, and conquered from whom.
    fn note_colonies(&self, state: &mut State, star: Star, seat: Seat) {
        for planet in star.planets() {
            let colony = state.colony(planet).map(|colony| (colony.controller, colony.originator));
            match colony {
                Some((controller, _)) if controller == seat => {}
                Some(pair) => {
                    rule!("SQ-4.2.2f");
                    rule!("SQ-4.2.2h");
                    rule!("SQ-7.2.6");
                    rule!("SQ-HID-8");
                    rule!("SQ-R-68");
                    let turn = state.turn;
                    let memory = state.memory_mut(seat, planet);
                    (memory.turn, memory.colony) = (turn, Some(pair));
                }
                None if state.memory_of(seat, planet).is_some() => {
                    let turn = state.turn;
                    let memory = state.memory_mut(seat, planet);
                    (memory.turn, memory.colony, memory.bases) = (turn, None, None);
                }
                None => {}
            }
        }
    }

    /// Tells a seat who holds a planet now, although it has nothing there any more.
    pub(crate) fn tell_of_colony(&self, state: &mut State, seat: Seat, planet: Planet) {
        let pair = state.colony(planet).map(|colony| (colony.controller, colony.originator));
        let turn = state.turn;
        let memory = state.memory_mut(seat, planet);
        (memory.turn, memory.colony) = (turn, pair);
    }

    /// Who sees a combat: everybody, or the sides alone (SQ-6.0c, SQ-HID-14).
    pub(crate) fn audience(&self, sides: Seats) -> Seats {
        rule!("SQ-HID-14");
        if self.scenario.public_combat {
            rule!("SQ-6.0c");
            Seats::ALL
        } else {
            sides
        }
    }

    /// In a public combat everybody sees the ships of the sides.
    pub(crate) fn expose(&self, state: &mut State, star: Star, sides: Seats, emit: &mut impl FnMut(Event)) {
        let hex = self.hex_of(star);
        self.look(state, star, emit);
        if !self.scenario.public_combat {
            return;
        }
        let turn = state.turn;
        for fleet in state.fleets.iter_mut().filter(|fleet| fleet.hex == hex && sides.contains(fleet.owner)) {
            let sight = Sight { turn, ships: fleet.ships };
            for seat in self.seat_list().filter(|&seat| seat != fleet.owner) {
                fleet.seen[seat.index()] = sight;
            }
        }
    }
}
