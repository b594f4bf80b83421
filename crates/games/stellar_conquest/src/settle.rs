//! T4.10 and T5: destruction of conquered people, and landing (SQ-7.2.8, SQ-8.3.1, SQ-8.4).

use rules::{Denied, Seat, Seats, rule};

use crate::{
    StellarConquest,
    action::{Action, Event, What},
    data::PlanetCard,
    ids::{Development, Kind, Planet, PlanetType, Star},
    movement::amounts,
    state::{Colony, Focus, Frame, Plan, State},
};

impl StellarConquest {
    /// The planet as its card lists it, once a card lies there.
    pub fn planet(&self, state: &State, planet: Planet) -> Option<PlanetCard> {
        let card = state.cards[planet.star().index()];
        self.components.cards[usize::from(card)].planets[planet.nth()]
    }

    pub(crate) fn settle_begin(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        state.focus = Focus::default();
        // Tokens are public, what they carry is not: whoever stands at a star is asked.
        let at_stars = self.stars_with_fleets(state, state.active) != 0;
        if at_stars || self.may_end_game(state, state.active) {
            rule!("SQ-4.5a");
            state.frame = Frame::Settle;
        } else {
            self.end_turn(state, emit);
        }
    }

    /// SQ-R-52: nobody else has anything left.
    pub(crate) fn may_end_game(&self, state: &State, seat: Seat) -> bool {
        self.seat_list().all(|other| other == seat || state.out.contains(other))
    }

    /// Pairs the active player's warships can destroy at a star in one T4.
    pub(crate) fn destruction(&self, state: &State, star: Star) -> u16 {
        let ships = state.ships_of(state.active, self.hex_of(star));
        Kind::WARSHIPS.iter().map(|&kind| ships.of(kind) * self.components.destroys[kind.index()]).sum()
    }

    /// Millions of a conquered colony that may be destroyed now.
    fn may_destroy(&self, state: &State, planet: Planet, millions: u8) -> Result<(), Denied> {
        if state.focus.unloading || state.focus.planet > planet.0 {
            return Err(Denied(rule!("SQ-4.0a")));
        }
        let Some(colony) = state.colony(planet).filter(|colony| colony.controller == state.active) else {
            return Err(Denied(rule!("SQ-7.2.8a")));
        };
        let same_star = Planet(state.focus.planet).star() == planet.star();
        let spent = if same_star { state.focus.spent } else { 0 };
        let most = self.destruction(state, planet.star()).saturating_sub(spent).min(u16::from(colony.pop));
        if !colony.is_conquered() || millions == 0 || u16::from(millions) > most {
            rule!("SQ-7.2.8b");
            return Err(Denied(rule!("SQ-7.2.8a")));
        }
        Ok(())
    }

    /// The planets at which transports with people of `people` could land, and how many of them.
    fn may_unload(&self, state: &State, planet: Planet, people: Seat, count: u16) -> Result<(), Denied> {
        let seat = state.active;
        let order = planet.0 < state.focus.planet && state.focus.unloading;
        if count == 0 || order {
            return Err(Denied(rule!("SQ-4.0a")));
        }
        let most = self.landing(state, seat, planet, people)?;
        if count > most {
            rule!("SQ-8.1.5a");
            return Err(Denied(rule!("SQ-8.4.8b")));
        }
        Ok(())
    }

    /// How many transports with people of `people` can land on a planet, or which rule forbids it.
    pub(crate) fn landing(
        &self,
        state: &State,
        seat: Seat,
        planet: Planet,
        people: Seat,
    ) -> Result<u16, Denied> {
        let star = planet.star();
        let Some(card) =
            self.planet(state, planet).filter(|_| state.explored[seat.index()] & star.bit() != 0)
        else {
            return Err(Denied(rule!("SQ-4.5a")));
        };
        if state.ruined.contains(planet) {
            return Err(Denied(rule!("SQ-7.2.9b")));
        }
        if card.kind == PlanetType::BR && !Self::has(state, seat, Development::Cet) {
            rule!("SQ-R-40");
            return Err(Denied(rule!("SQ-8.4.5b")));
        }
        rule!("SQ-8.4.5a");
        rule!("SQ-9.1.2");
        let mut pop = 0;
        if let Some(colony) = state.colony(planet) {
            let same_people = colony.originator == people && colony.controller == seat;
            if !same_people {
                rule!("SQ-R-31");
                rule!("SQ-R-57");
                return Err(Denied(rule!("SQ-4.5b")));
            }
            rule!("SQ-8.4.8a");
            pop = u16::from(colony.pop);
        }
        let hex = self.hex_of(star);
        let mut ready = 0;
        let mut home = 0;
        for fleet in state.fleets_of(seat, hex) {
            for lot in fleet.lots.iter().filter(|lot| lot.people == people) {
                if lot.origin == planet {
                    home += lot.count;
                } else {
                    ready += lot.count;
                }
            }
        }
        if ready == 0 && home > 0 {
            rule!("SQ-R-39");
            return Err(Denied(rule!("SQ-8.4.8c")));
        }
        if ready == 0 {
            return Err(Denied(rule!("SQ-4.5a")));
        }
        Ok(ready.min(u16::from(card.limit).saturating_sub(pop)))
    }

    pub(crate) fn offer_settle(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if !state.focus.unloading {
            for colony in
                state.colonies.iter().filter(|colony| colony.controller == seat && colony.is_conquered())
            {
                let same_star = Planet(state.focus.planet).star() == colony.planet.star();
                let spent = if same_star { state.focus.spent } else { 0 };
                let most = self.destruction(state, colony.planet.star()).saturating_sub(spent);
                let most = most.min(u16::from(colony.pop));
                out.extend(amounts(most).map(|count| Action::Destroy(colony.planet, count as u8)));
            }
        }
        for star in Star::all(self.stars_with_fleets(state, seat)) {
            let ships = state.ships_of(seat, self.hex_of(star));
            if ships.transports() == 0 {
                continue;
            }
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

    pub(crate) fn judge_settle(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        match action {
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

    pub(crate) fn apply_settle(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        match action {
            Action::Destroy(planet, millions) => self.destroy(state, planet, millions, emit),
            Action::Unload(planet, people, count) => self.unload(state, seat, planet, people, count, emit),
            Action::EndTurn => {
                rule!("SQ-5.2.2b");
                emit(Event { to: Seats::ALL, what: What::Committed(seat) });
                self.end_turn(state, emit);
            }
            Action::EndGame => {
                rule!("SQ-R-52");
                state.frame = Frame::Over;
                emit(Event { to: Seats::ALL, what: What::Over });
            }
            _ => unreachable!("judge_settle accepts no other action"),
        }
    }

    fn destroy(&self, state: &mut State, planet: Planet, millions: u8, emit: &mut impl FnMut(Event)) {
        rule!("SQ-DP-13");
        rule!("SQ-7.2.8a");
        rule!("SQ-R-33");
        let star = planet.star();
        let same_star = Planet(state.focus.planet).star() == star;
        state.focus.spent = u16::from(millions) + if same_star { state.focus.spent } else { 0 };
        state.focus.planet = planet.0;
        let to = self.involved(state, star);
        let colony = state.colony_mut(planet).expect("judged already");
        colony.pop -= millions;
        colony.iu -= u16::from(millions);
        colony.destroyed += u16::from(millions);
        emit(Event { to, what: What::Destroyed(planet, millions) });
        if colony.pop == 0 {
            rule!("SQ-7.2.8c");
            if colony.destroyed >= 10 {
                rule!("SQ-7.2.9a");
                rule!("SQ-R-32");
                state.ruined.insert(planet);
                emit(Event { to: Seats::ALL, what: What::Ruined(planet) });
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
        rule!("SQ-8.3.1");
        rule!("SQ-5.2.2c");
        rule!("SQ-5.2.2d");
        rule!("SQ-2.3.1b");
        state.focus.unloading = true;
        state.focus.planet = planet.0;
        let star = planet.star();
        let hex = self.hex_of(star);
        let mut left = count;
        for fleet in &mut state.fleets {
            if fleet.owner != seat || fleet.hex != hex {
                continue;
            }
            let lots = fleet.lots.clone();
            for lot in lots.iter().filter(|lot| lot.people == people && lot.origin != planet) {
                let part = left.min(lot.count);
                if part > 0 {
                    fleet.take(Kind::transport(people), Some(lot.origin), part);
                    left -= part;
                }
            }
        }
        let before = state.fleets.len();
        state.fleets.retain(|fleet| fleet.ships.total() > 0);
        let tokens = (before - state.fleets.len()) as u8;
        if let Some(colony) = state.colony_mut(planet) {
            colony.pop += count as u8;
            colony.iu += count;
        } else {
            rule!("SQ-8.4a");
            rule!("SQ-7.2.7c");
            rule!("SQ-1.0d");
            state.founded += 1;
            let colony = Colony {
                planet,
                originator: people,
                controller: seat,
                pop: count as u8,
                iu: count,
                riu: 0,
                mb: 0,
                amb: 0,
                pfs: false,
                first_year: false,
                destroyed: 0,
                age: state.founded,
                plan: Plan::default(),
                last: Plan::default(),
            };
            let at = state.colonies.partition_point(|colony| colony.planet < planet);
            state.colonies.insert(at, colony);
        }
        rule!("SQ-HID-19");
        if tokens > 0 {
            emit(Event { to: Seats::ALL, what: What::Unloaded { seat, star, tokens } });
        }
        let to = self.involved(state, star);
        emit(Event { to, what: What::Landed { seat, planet, millions: count } });
        self.look(state, star, emit);
    }
}
