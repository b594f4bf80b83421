//! Exposure and memory (SQ-4.2.2f, SQ-4.3a, SQ-5.4.7, chapter 15).

use atlas::Hex;
use rules::{Seat, Seats, rule};

use crate::{
    StellarConquest,
    action::{Event, EventKind},
    ids::{Planet, Star},
    known::Known,
    scenario::Combat,
    state::{Battle, Sight, State},
};

impl StellarConquest {
    /// The seats with a ship or a controlled colony in a star hex.
    pub fn seats_present(&self, state: &Known<'_>, star: Star) -> Seats {
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

    /// Every seat present at a star sees what there is to see, and remembers it.
    pub(crate) fn observe_star(&self, state: &mut State, star: Star, emit: &mut impl FnMut(Event)) {
        if state.open.turn <= 1 && self.nova() == Some(star) {
            rule!("SQ-12.Na");
            return;
        }
        let hex = self.hex_of(star);
        let present = self.seats_present(&state.known(), star);
        if present.len() < 2 {
            if let Some(seat) = present.first() {
                self.note_colonies(state, star, seat);
            }
            return;
        }
        let mut with_ships = Seats::NONE;
        for fleet in state.fleets.truth().iter().filter(|fleet| fleet.hex == hex) {
            with_ships = with_ships.with(fleet.owner);
        }
        for seat in present.iter() {
            if !with_ships.contains(seat) {
                rule!("SQ-5.4.7b");
            }
            self.see_fleets(state, hex, seat, emit);
            self.note_colonies(state, star, seat);
            if with_ships.contains(seat) && with_ships.len() > 1 {
                rule!("SQ-R-66");
                let met = &mut state.open.met[seat.index()];
                *met = with_ships.without(seat).iter().fold(*met, Seats::with);
            }
        }
    }

    fn see_fleets(&self, state: &mut State, hex: Hex, seat: Seat, emit: &mut impl FnMut(Event)) {
        let turn = state.open.turn;
        for at in 0..state.fleets.truth().len() {
            let fleet = state.fleets.truth()[at];
            if fleet.hex != hex || fleet.owner == seat {
                continue;
            }
            let sight = Sight { turn, ships: fleet.ships };
            rule!("SQ-4.3a");
            rule!("SQ-5.4.7a");
            if state.note_sight(fleet.token, seat, sight) {
                let kind = EventKind::Sighted { seat: fleet.owner, token: fleet.token, ships: sight };
                rule!("SQ-5.4.7c");
                emit(Event { visible_to: Seats::only(seat), kind });
            }
        }
    }

    /// SQ-4.2.2f, SQ-4.2.2h: which planets have colonies, whose, and conquered from whom.
    fn note_colonies(&self, state: &mut State, star: Star, seat: Seat) {
        let turn = state.open.turn;
        for planet in star.planets() {
            match state.colony(planet).map(|colony| (colony.controller, colony.originator)) {
                Some((controller, _)) if controller == seat => {}
                Some(pair) => {
                    rule!("SQ-4.2.2f");
                    rule!("SQ-4.2.2h");
                    rule!("SQ-7.2.6");
                    rule!("SQ-HID-8");
                    rule!("SQ-R-68");
                    let orbit = self.site(&state.known(), planet).orbit;
                    let memory = state.memory_mut(seat, planet);
                    (memory.turn, memory.colony, memory.orbit) = (turn, Some(pair), orbit);
                }
                None if state.memory_of(seat, planet).is_some() => {
                    let memory = state.memory_mut(seat, planet);
                    (memory.turn, memory.colony, memory.bases) = (turn, None, None);
                }
                None => {}
            }
        }
    }

    /// Lets a seat know which seat holds a planet now, although it has nothing there any more.
    pub(crate) fn report_colony(&self, state: &mut State, seat: Seat, planet: Planet) {
        let pair = state.colony(planet).map(|colony| (colony.controller, colony.originator));
        let turn = state.open.turn;
        let orbit = self.site(&state.known(), planet).orbit;
        let memory = state.memory_mut(seat, planet);
        (memory.turn, memory.colony, memory.orbit) = (turn, pair, orbit);
    }

    /// Whether only the two sides see the present combat or attack (SQ-6.0c, SQ-HID-14).
    pub fn is_private(&self, battle: &Battle, sides: Seats) -> bool {
        rule!("SQ-6.0c");
        rule!("SQ-HID-14");
        match self.scenario.combat {
            Combat::Public => false,
            Combat::Private => true,
            Combat::Agreed => sides.iter().all(|seat| battle.privacy.contains(seat)),
        }
    }

    /// The seats that see a combat.
    pub(crate) fn combat_viewers(&self, battle: &Battle, sides: Seats) -> Seats {
        if self.is_private(battle, sides) { sides } else { Seats::ALL }
    }

    /// In a public combat all seats see the ships of the sides.
    pub(crate) fn reveal_combat(
        &self,
        state: &mut State,
        star: Star,
        sides: Seats,
        emit: &mut impl FnMut(Event),
    ) {
        let hex = self.hex_of(star);
        self.observe_star(state, star, emit);
        if self.is_private(&state.battle, sides) {
            return;
        }
        let turn = state.open.turn;
        for at in 0..state.fleets.truth().len() {
            let fleet = state.fleets.truth()[at];
            if fleet.hex == hex && sides.contains(fleet.owner) {
                for seat in self.seat_list().filter(|&seat| seat != fleet.owner) {
                    state.note_sight(fleet.token, seat, Sight { turn, ships: fleet.ships });
                }
            }
        }
    }
}
