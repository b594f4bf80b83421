//! T4.10 and T5: destruction of conquered people, and landing (SQ-7.2.8, SQ-8.3.1, SQ-8.4).

use rules::{Denied, Seat, Seats, rule};

use crate::{
    StellarConquest,
    action::{Action, Event, EventKind},
    ids::{Development, Kind, Planet, PlanetType, Star},
    known::Known,
    movement::amounts,
    scenario::Edition,
    state::{Colony, Focus, Frame, State, Token, TransportGroup},
};

impl StellarConquest {
    pub(crate) fn settle_begin(&self, state: &mut State, attacks_over: bool, emit: &mut impl FnMut(Event)) {
        state.focus = Focus { attacks_over, ..Focus::default() };
        state.razed.clear();
        // Tokens are public, what they carry is not: a player with a token at a star is asked.
        let known = state.known();
        let at_stars = self.stars_with_fleets(&known, known.open.active) != 0;
        if at_stars || self.may_end_game(&known, known.open.active) {
            state.open.frame = Frame::Settle;
        } else {
            self.end_turn(state, emit);
        }
    }

    /// SQ-R-52: no other player has anything left.
    pub(crate) fn may_end_game(&self, state: &Known<'_>, seat: Seat) -> bool {
        self.seat_list().all(|other| other == seat || state.open.out.contains(other))
    }

    /// Pairs the active player's warships can still destroy at a star in this T4.
    pub(crate) fn destruction(&self, state: &Known<'_>, star: Star) -> u16 {
        let ships = state.ships_of(state.open.active, self.hex_of(star));
        let all: u16 =
            Kind::WARSHIPS.iter().map(|&kind| ships.of(kind) * self.components.destroys[kind.index()]).sum();
        all.saturating_sub(state.razed_at(star))
    }

    /// Millions of a conquered colony that may be destroyed now.
    fn may_destroy(&self, state: &Known<'_>, planet: Planet, millions: u8) -> Result<(), Denied> {
        if state.focus.unloading {
            return Err(Denied(rule!("SQ-4.0a")));
        }
        let own = state.colony(planet).filter(|colony| colony.controller == state.open.active);
        let Some(colony) = own.filter(|colony| colony.is_conquered()) else {
            return Err(Denied(rule!("SQ-7.2.8a")));
        };
        let most = self.destruction(state, planet.star()).min(u16::from(colony.pop));
        if millions == 0 || u16::from(millions) > most {
            return Err(Denied(rule!("SQ-7.2.8a")));
        }
        rule!("SQ-7.2.8b");
        Ok(())
    }

    fn may_unload(&self, state: &Known<'_>, planet: Planet, people: Seat, count: u16) -> Result<(), Denied> {
        let most = self.landing(state, state.open.active, planet, people)?;
        if count == 0 || count > most {
            return Err(Denied(rule!("SQ-8.4.8b")));
        }
        Ok(())
    }

    /// whether transports may land on the planet they come from.
    fn may_return(&self) -> bool {
        match self.scenario.edition {
            Edition::Printed => {
                rule!("SQ-R-39");
                true
            }
            Edition::Later => false,
        }
    }

    /// How many transports with people of `people` can land on a planet, or which rule forbids it.
    pub(crate) fn landing(
        &self,
        state: &Known<'_>,
        seat: Seat,
        planet: Planet,
        people: Seat,
    ) -> Result<u16, Denied> {
        let star = planet.star();
        let own = |colony: &&Colony| colony.originator == people && colony.controller == seat;
        let reads = state.open.explored[seat.index()] & star.bit() != 0
            || state.colony(planet).as_ref().is_some_and(own);
        let Some(card) = self.planet(state, planet).filter(|_| reads) else {
            return Err(Denied(rule!("SQ-4.5a")));
        };
        if state.open.ruined.contains(planet) {
            return Err(Denied(rule!("SQ-7.2.9b")));
        }
        if card.kind == PlanetType::BR && !Self::has(state, seat, Development::Cet) {
            rule!("SQ-R-40");
            return Err(Denied(rule!("SQ-8.4.5b")));
        }
        let mut pop = 0;
        if let Some(colony) = state.colony(planet) {
            if !own(&colony) {
                rule!("SQ-R-31");
                rule!("SQ-R-57");
                return Err(Denied(rule!("SQ-4.5b")));
            }
            rule!("SQ-8.4.8a");
            pop = u16::from(colony.pop);
        }
        let (mut ready, mut home) = (0, 0);
        for fleet in state.fleets_of(seat, self.hex_of(star)) {
            if fleet.ships.of(Kind::transport(people)) == 0 {
                continue;
            }
            for group in state.groups(fleet.token).iter().filter(|group| group.people == people) {
                if group.origin == planet && !self.may_return() {
                    home += group.count;
                } else {
                    ready += group.count;
                }
            }
        }
        if ready == 0 && home > 0 {
            return Err(Denied(rule!("SQ-8.4.8c")));
        }
        if ready == 0 {
            return Err(Denied(rule!("SQ-4.5a")));
        }
        let room = u16::from(card.limit).saturating_sub(pop);
        if room < ready {
            rule!("SQ-8.1.5a");
        }
        rule!("SQ-9.1.2");
        rule!("SQ-8.4.5a");
        Ok(ready.min(room))
    }

    pub(crate) fn candidates_settle(&self, state: &Known<'_>, seat: Seat, out: &mut Vec<Action>) {
        if !state.focus.attacks_over {
            self.candidates_conqueror_scrap(state, seat, out);
        }
        if !state.focus.unloading {
            for colony in state.colonies_of(seat).filter(|colony| colony.is_conquered()) {
                let most = self.destruction(state, colony.planet.star()).min(u16::from(colony.pop));
                out.extend(amounts(most).map(|count| Action::Destroy(colony.planet, count as u8)));
            }
        }
        let mut seen = 0u64;
        for fleet in state.fleets.iter().filter(|fleet| fleet.owner == seat && fleet.ships.transports() > 0) {
            let Some(star) = self.star_at(fleet.hex).filter(|star| seen & star.bit() == 0) else { continue };
            seen |= star.bit();
        }
        for star in Star::all(seen) {
            let ships = state.ships_of(seat, self.hex_of(star));
            for planet in star.planets().filter(|&planet| self.planet(state, planet).is_some()) {
                for people in self.seat_list().filter(|&people| ships.of(Kind::transport(people)) > 0) {
                    let most = self.landing(state, seat, planet, people).unwrap_or(1);
                    out.extend(amounts(most.max(1)).map(|count| Action::Unload(planet, people, count)));
                }
            }
        }
        out.push(Action::EndTurn);
        if self.may_end_game(state, seat) {
            out.push(Action::EndGame);
        }
    }

    pub(crate) fn check_settle(&self, state: &Known<'_>, seat: Seat, action: Action) -> Result<(), Denied> {
        match action {
            Action::Scrap(planet, what, count) => self.may_scrap(state, planet, what, count),
            Action::Destroy(planet, millions) => self.may_destroy(state, planet, millions),
            Action::Unload(planet, people, count) if people.0 < self.scenario.players => {
                self.may_unload(state, planet, people, count)
            }
            Action::EndTurn => Ok(()),
            Action::EndGame if self.may_end_game(state, seat) => Ok(()),
            Action::EndGame => Err(Denied(rule!("SQ-R-52"))),
            _ => Err(Denied(rule!("SQ-4.0b"))),
        }
    }

    /// Playouts and computer players: planets in ascending order.
    pub(crate) fn prune_settle(&self, state: &Known<'_>, actions: &mut Vec<Action>) {
        let Some(last) = state.razed.last().map(|(star, _)| *star) else { return };
        actions.retain(|action| !matches!(*action, Action::Destroy(planet, _) if planet.star() < last));
    }

    pub(crate) fn apply_settle(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        match action {
            Action::Scrap(planet, what, count) => {
                self.conqueror_scraps(state, seat, planet, what, count, emit);
            }
            Action::Destroy(planet, millions) => self.destroy(state, planet, millions, emit),
            Action::Unload(planet, people, count) => self.unload(state, seat, planet, people, count, emit),
            Action::EndTurn => {
                rule!("SQ-5.2.2b");
                emit(Event { visible_to: Seats::ALL, kind: EventKind::Committed(seat) });
                self.end_turn(state, emit);
            }
            Action::EndGame => {
                state.open.frame = Frame::Over;
                emit(Event { visible_to: Seats::ALL, kind: EventKind::Over });
            }
            _ => unreachable!("check_settle accepts no other action"),
        }
    }

    fn destroy(&self, state: &mut State, planet: Planet, millions: u8, emit: &mut impl FnMut(Event)) {
        let star = planet.star();
        rule!("SQ-DP-13");
        if let Some((_, spent)) = state.razed.iter_mut().find(|(at, _)| *at == star) {
            *spent += u16::from(millions);
        } else {
            state.razed.push((star, u16::from(millions)));
            state.razed.sort_unstable();
        }
        let visible_to = self.seats_present(&state.known(), star);
        let site = self.site(&state.known(), planet);
        let colony = state.colony_mut(planet).expect("checked already");
        rule!("SQ-R-33");
        colony.pop -= millions;
        colony.iu -= u16::from(millions);
        colony.destroyed += u16::from(millions);
        let (gone, destroyed) = (colony.pop == 0, colony.destroyed);
        emit(Event { visible_to, kind: EventKind::Destroyed(site, millions) });
        if gone {
            rule!("SQ-7.2.8c");
            if destroyed >= 10 {
                rule!("SQ-7.2.9a");
                rule!("SQ-R-32");
                state.open.ruined.insert(planet);
                emit(Event { visible_to: Seats::ALL, kind: EventKind::Ruined(site) });
            }
            self.end_colony(state, planet, emit);
        }
    }

    fn unload(
        &self,
        state: &mut State,
        seat: Seat,
        planet: Planet,
        people: Seat,
        count: u16,
        emit: &mut impl FnMut(Event),
    ) {
        rule!("SQ-DP-14");
        state.focus.unloading = true;
        let star = planet.star();
        let hex = self.hex_of(star);
        let own: Vec<Token> = state.fleets_of(seat, hex).map(|fleet| fleet.token).collect();
        let mut left = count;
        for token in own {
            let lands = |group: &&TransportGroup| {
                group.people == people && (group.origin != planet || self.may_return())
            };
            let groups: Vec<TransportGroup> = state.groups(token).iter().filter(lands).copied().collect();
            for group in groups {
                let part = left.min(group.count);
                rule!("SQ-5.2.2c");
                rule!("SQ-5.2.2d");
                rule!("SQ-2.3.1b");
                state.take(token, Kind::transport(people), Some(group.origin), part);
                left -= part;
            }
        }
        let before = state.fleets.truth().len();
        state.drop_empty_fleets();
        let tokens = (before - state.fleets.truth().len()) as u8;
        rule!("SQ-8.3.1");
        if let Some(colony) = state.colony_mut(planet) {
            colony.pop += count as u8;
            colony.iu += count;
        } else {
            rule!("SQ-8.4a");
            rule!("SQ-7.2.7c");
            rule!("SQ-1.0d");
            state.founded += 1;
            let colony = Colony::new(planet, people, seat, count as u8, state.founded);
            let colonies = state.colonies.truth_mut();
            let at = colonies.partition_point(|colony| colony.planet < planet);
            colonies.insert(at, colony);
        }
        if tokens > 0 {
            rule!("SQ-HID-19");
            emit(Event { visible_to: Seats::ALL, kind: EventKind::Unloaded { seat, star, tokens } });
        }
        let visible_to = self.seats_present(&state.known(), star);
        emit(Event {
            visible_to,
            kind: EventKind::Landed { seat, planet: self.site(&state.known(), planet), millions: count },
        });
        self.observe_star(state, star, emit);
    }
}
