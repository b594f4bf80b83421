//! What happens to colonies and transports by themselves: revolts, transports changing hands, the end.

use rules::{Seat, Seats, rule};

use crate::{
    StellarConquest,
    action::{Event, What},
    ids::{Kind, Planet, Star},
    state::{Fleet, State},
};

impl StellarConquest {
    /// SQ-8.4b: a colony without people ends with everything on it.
    pub(crate) fn end_colony(&self, state: &mut State, planet: Planet, emit: &mut impl FnMut(Event)) {
        rule!("SQ-8.4b");
        rule!("SQ-R-36");
        let star = planet.star();
        let to = self.involved(state, star);
        state.colonies.retain(|colony| colony.planet != planet);
        emit(Event { to, what: What::Ended(planet) });
        self.look(state, star, emit);
    }

    /// SQ-7.2.4: without the conqueror's warships control returns to the originator.
    pub(crate) fn revolts(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let mut guarded = [0u64; crate::SEATS];
        for fleet in state.fleets.iter().filter(|fleet| fleet.ships.warships() > 0) {
            if let Some(star) = self.star_at(fleet.hex) {
                guarded[fleet.owner.index()] |= star.bit();
            }
        }
        for at in 0..state.colonies.len() {
            let colony = state.colonies[at];
            let free = guarded[colony.controller.index()] & colony.planet.star().bit() == 0;
            if colony.is_conquered() && free {
                rule!("SQ-7.2.4");
                self.take_over(state, colony.planet, colony.originator, emit);
            }
        }
        self.revert(state, emit);
    }

    /// transports with conquered people and no warship beside them go over to their people.
    fn revert(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let strays = |fleet: &Fleet| fleet.lots.iter().any(|lot| lot.people != fleet.owner);
        if !state.fleets.iter().any(strays) {
            return;
        }
        let mut freed: Vec<Fleet> = Vec::new();
        for at in 0..state.fleets.len() {
            let (owner, hex) = (state.fleets[at].owner, state.fleets[at].hex);
            if !strays(&state.fleets[at]) || state.ships_of(owner, hex).warships() > 0 {
                continue;
            }
            for people in self.seat_list().filter(|&people| people != owner) {
                let count = state.fleets[at].ships.of(Kind::transport(people));
                if count == 0 {
                    continue;
                }
                rule!("SQ-7.2.7b");
                rule!("SQ-R-31");
                let token = state.new_token();
                let arrived = state.moment() + 1;
                let old = &mut state.fleets[at];
                let mut fleet =
                    Fleet { owner: people, token, arrived, ..Fleet::empty(token, people, hex, arrived) };
                (fleet.bound, fleet.left) = (old.bound, old.left);
                old.shift(&mut fleet, Kind::transport(people), None, count);
                old.seen = Default::default();
                freed.push(fleet);
            }
        }
        state.fleets.retain(|fleet| fleet.ships.total() > 0);
        for fleet in freed {
            let (owner, hex) = (fleet.owner, fleet.hex);
            state.insert_fleet(fleet);
            emit(Event { to: Seats::ALL, what: What::Reverted(owner, hex) });
            if let Some(star) = self.star_at(hex) {
                self.look(state, star, emit);
            }
        }
    }

    /// SQ-R-52: who has nothing left, and who has something again.
    pub(crate) fn count_out(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        for seat in self.seat_list() {
            let alive =
                state.has_fleets(seat) || state.colonies.iter().any(|colony| colony.controller == seat);
            if alive == state.out.contains(seat) {
                rule!("SQ-R-52");
                state.out = if alive { state.out.without(seat) } else { state.out.with(seat) };
                emit(Event { to: Seats::ALL, what: What::Out(seat, !alive) });
            }
        }
    }

    /// SQ-12.Nc, SQ-12.Nf: ships on the nova and next to it are destroyed.
    pub(crate) fn blast(&self, state: &mut State, star: Star, emit: &mut impl FnMut(Event)) {
        rule!("SQ-12.Nc");
        let centre = self.hex_of(star);
        let struck = |fleet: &Fleet| fleet.hex == centre || self.around(centre).contains(&fleet.hex);
        state.fleets.retain(|fleet| !struck(fleet));
        emit(Event { to: Seats::ALL, what: What::Blast(star) });
        self.revolts(state, emit);
    }

    /// Is a seat's colony besieged (SQ-7.3a)? A conquered one never is.
    pub fn is_besieged(&self, state: &State, seat: Seat, planet: Planet) -> bool {
        rule!("SQ-7.3a");
        let conquered = state.colony(planet).is_some_and(crate::Colony::is_conquered);
        !conquered && self.besieged(state, seat) & planet.star().bit() != 0
    }
}
