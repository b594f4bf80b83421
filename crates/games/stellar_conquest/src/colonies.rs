//! What happens to colonies and transports by themselves: revolts, transports changing hands, the end.

use rules::{Seat, Seats, rule};

use crate::{
    StellarConquest,
    action::{Event, EventKind},
    ids::{Kind, Planet, Star},
    known::Known,
    scenario::Edition,
    state::{Fleet, State, Token},
};

impl StellarConquest {
    /// SQ-8.4b: a colony without people ends with everything on it.
    pub(crate) fn end_colony(&self, state: &mut State, planet: Planet, emit: &mut impl FnMut(Event)) {
        let star = planet.star();
        let visible_to = self.seats_present(&state.known(), star);
        let site = self.site(&state.known(), planet);
        rule!("SQ-8.4b");
        rule!("SQ-R-36");
        state.colonies.truth_mut().retain(|colony| colony.planet != planet);
        emit(Event { visible_to, kind: EventKind::Ended(site) });
        self.observe_star(state, star, emit);
    }

    /// SQ-7.2.4: without the conqueror's warships control returns to the originator.
    pub(crate) fn revolts(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        if state.colonies.truth().iter().any(crate::Colony::is_conquered) {
            let mut guarded = [0u64; crate::SEATS];
            for fleet in state.fleets.truth().iter().filter(|fleet| fleet.ships.warships() > 0) {
                if let Some(star) = self.star_at(fleet.hex) {
                    guarded[fleet.owner.index()] |= star.bit();
                }
            }
            for at in 0..state.colonies.truth().len() {
                let colony = state.colonies.truth()[at];
                let free = guarded[colony.controller.index()] & colony.planet.star().bit() == 0;
                if colony.is_conquered() && free {
                    rule!("SQ-7.2.4");
                    self.take_over(state, colony.planet, colony.originator, emit);
                }
            }
        }
        if self.scenario.edition == Edition::Later {
            self.revert(state, emit);
        }
    }

    /// R-31, later edition: transports with conquered people and no warship in their hex go over to their people.
    fn revert(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let strays = |fleet: &&Fleet| fleet.ships.transports() > fleet.ships.of(Kind::transport(fleet.owner));
        let strays: Vec<Fleet> = state.fleets.truth().iter().filter(strays).copied().collect();
        let mut freed: Vec<Token> = Vec::new();
        for old in strays {
            if state.ships_of(old.owner, old.hex).warships() > 0 {
                continue;
            }
            for people in self.seat_list().filter(|&people| people != old.owner) {
                let count = old.ships.of(Kind::transport(people));
                if count == 0 {
                    continue;
                }
                rule!("SQ-7.2.7b");
                rule!("SQ-R-31");
                let token = state.new_token();
                let mut fleet = Fleet::empty(token, people, old.hex, state.moment() + 1);
                (fleet.bound, fleet.left) = (old.bound, old.left);
                state.insert_fleet(fleet);
                state.shift(old.token, Some(token), Kind::transport(people), None, count);
                state.forget_token(old.token);
                freed.push(token);
            }
        }
        state.drop_empty_fleets();
        for token in freed {
            let Fleet { owner, hex, .. } = *state.fleet(token).expect("it was just made");
            emit(Event { visible_to: Seats::ALL, kind: EventKind::Reverted(owner, hex) });
            if let Some(star) = self.star_at(hex) {
                self.observe_star(state, star, emit);
            }
        }
    }

    /// SQ-R-52: which seats have nothing left, and which have something again.
    pub(crate) fn update_eliminated(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        for seat in self.seat_list() {
            let alive = state.has_fleets(seat) || state.known().colonies_of(seat).next().is_some();
            if alive == state.open.out.contains(seat) {
                rule!("SQ-R-52");
                let out = state.open.out;
                state.open.out = if alive { out.without(seat) } else { out.with(seat) };
                emit(Event { visible_to: Seats::ALL, kind: EventKind::Out(seat, !alive) });
            }
        }
    }

    /// SQ-12.Nc, SQ-12.Nf: ships on the nova and next to it are destroyed.
    pub(crate) fn destroy_near_nova(&self, state: &mut State, star: Star, emit: &mut impl FnMut(Event)) {
        rule!("SQ-12.Nc");
        let centre = self.hex_of(star);
        for fleet in state.fleets.truth_mut() {
            if fleet.hex == centre || self.around(centre).contains(&fleet.hex) {
                fleet.ships = crate::Ships::default();
            }
        }
        state.drop_empty_fleets();
        emit(Event { visible_to: Seats::ALL, kind: EventKind::Blast(star) });
        self.revolts(state, emit);
    }

    /// Whether a seat's colony is besieged (SQ-7.3a). A conquered one never is.
    pub fn is_besieged(&self, state: &Known<'_>, seat: Seat, planet: Planet) -> bool {
        let conquered = state.colony(planet).is_some_and(crate::Colony::is_conquered);
        rule!("SQ-7.3a");
        !conquered && self.besieged(state, seat) & planet.star().bit() != 0
    }
}
