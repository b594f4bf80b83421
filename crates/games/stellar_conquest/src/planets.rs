//! T4: planetary attack and conquest (chapter 7).

use rules::{Denied, Seat, Seats, rule};

use crate::{
    StellarConquest,
    action::{Action, Event, What},
    ids::{Industry, Planet, Planets, Star},
    movement::amounts,
    state::{Colony, Focus, Frame, State},
};

impl StellarConquest {
    /// T4.0 and T4.1.
    pub(crate) fn planets_begin(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let seat = state.active;
        state.marked = Planets::default();
        state.battle.closed = 0;
        state.battle.foe = None;
        state.battle.attacked = [false; 3];
        // The Fire Turns of T3 are over; those of T4 are counted anew.
        state.battle.round = 0;
        state.focus = Focus::default();
        self.mark(state);
        // Whoever looks on knows where tokens are and who explored what, and no more: so the question is
        // asked wherever an enemy colony could be.
        let elsewhere = self.seat_list().filter(|&other| other != seat);
        let known = elsewhere.fold(0, |stars, other| stars | state.explored[other.index()]);
        if self.stars_with_fleets(state, seat) & known != 0 {
            rule!("SQ-4.4a");
            self.count_screens(state);
            state.frame = Frame::Planets;
        } else {
            self.conquer(state, emit);
        }
    }

    /// Stars where the active player's warships are alone with whatever colonies there are.
    fn commanded(&self, state: &State) -> u64 {
        let seat = state.active;
        let mut stars = 0;
        let mut shared = 0;
        for fleet in &state.fleets {
            let Some(star) = self.star_at(fleet.hex) else { continue };
            if fleet.owner != seat {
                shared |= star.bit();
            } else if fleet.ships.warships() > 0 {
                stars |= star.bit();
            }
        }
        stars & !shared
    }

    /// T4.1, T4.8: undefended colonies under the active player's warships are marked.
    fn mark(&self, state: &mut State) {
        let commanded = self.commanded(state);
        for colony in &state.colonies {
            let there = commanded & colony.planet.star().bit() != 0;
            if there && colony.controller != state.active && !colony.is_defended() {
                rule!("SQ-7.2a");
                rule!("SQ-R-29");
                state.marked.insert(colony.planet);
            }
        }
    }

    /// SQ-HID-11: at T4.2 the owner of warships learns which colonies have a screen.
    fn count_screens(&self, state: &mut State) {
        let commanded = self.commanded(state);
        let seat = state.active;
        let turn = state.turn;
        for at in 0..state.colonies.len() {
            let Colony { planet, controller, pfs, .. } = state.colonies[at];
            if commanded & planet.star().bit() != 0 && controller != seat {
                rule!("SQ-HID-11");
                let memory = state.memory_mut(seat, planet);
                let (mb, amb) = memory.bases.map_or((0, 0), |bases| (bases.0, bases.1));
                if pfs || memory.bases.is_some_and(|bases| bases.2) {
                    memory.bases = Some((mb, amb, pfs, turn));
                }
            }
        }
    }

    /// The planets attacked in this Fire Turn.
    pub(crate) fn attacked(&self, state: &State) -> impl Iterator<Item = Planet> + use<> {
        let attacked = state.battle.attacked;
        Star(state.battle.star).planets().filter(move |planet| attacked[planet.nth()])
    }

    /// May the active player attack this colony?
    fn may_attack(&self, state: &State, planet: Planet) -> Result<(), Denied> {
        let star = planet.star();
        if self.commanded(state) & star.bit() == 0 {
            return Err(Denied(rule!("SQ-7.0a")));
        }
        if state.battle.closed & star.bit() != 0 {
            return Err(Denied(rule!("SQ-DP-9")));
        }
        match state.colony(planet) {
            Some(colony) if colony.controller == state.active => Err(Denied(rule!("SQ-7.0a"))),
            Some(colony) if colony.pfs => {
                rule!("SQ-R-28");
                rule!("SQ-9.5f");
                Err(Denied(rule!("SQ-7.0d")))
            }
            Some(colony) if colony.is_defended() => Ok(()),
            Some(_) | None => Err(Denied(rule!("SQ-7.1.1a"))),
        }
    }

    /// what may be scrapped of a colony.
    pub fn excess(colony: &Colony, industry: Industry) -> u16 {
        rule!("SQ-R-34");
        match industry {
            Industry::Iu => colony.iu.saturating_sub(u16::from(colony.pop)),
            Industry::Riu => colony.riu.min(u32::from(u16::MAX)) as u16,
        }
    }

    /// T4.0: conquered on an earlier turn, and T4.2 has not begun.
    fn may_scrap(&self, state: &State, planet: Planet, what: Industry, count: u16) -> Result<(), Denied> {
        if state.battle.round > 0 || state.focus.unloading {
            return Err(Denied(rule!("SQ-4.0a")));
        }
        match state.colony(planet) {
            Some(colony) if colony.is_conquered() && colony.controller == state.active => {
                if (1..=Self::excess(colony, what)).contains(&count) {
                    Ok(())
                } else {
                    Err(Denied(rule!("SQ-R-34")))
                }
            }
            Some(_) | None => Err(Denied(rule!("SQ-7.2.2"))),
        }
    }

    pub(crate) fn offer_planets(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let commanded = self.commanded(state);
        for colony in &state.colonies {
            if colony.controller == seat && colony.is_conquered() {
                Self::offer_scrap(colony, out);
            }
        }
        for colony in &state.colonies {
            if colony.controller != seat && commanded & colony.planet.star().bit() != 0 {
                out.push(Action::Attack(colony.planet));
            }
        }
        out.push(Action::EndAttack);
    }

    fn offer_scrap(colony: &Colony, out: &mut Vec<Action>) {
        for what in [Industry::Iu, Industry::Riu] {
            let most = Self::excess(colony, what);
            out.extend(amounts(most).map(|count| Action::Scrap(colony.planet, what, count)));
        }
    }

    pub(crate) fn judge_planets(&self, state: &State, action: Action) -> Result<(), Denied> {
        match action {
            Action::EndAttack => Ok(()),
            Action::Attack(planet) => self.may_attack(state, planet),
            Action::Scrap(planet, what, count) => self.may_scrap(state, planet, what, count),
            _ => Err(Denied(rule!("SQ-4.0b"))),
        }
    }

    pub(crate) fn apply_planets(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        match action {
            Action::Scrap(planet, what, count) => {
                rule!("SQ-DP-8");
                rule!("SQ-7.2.2");
                self.scrap(state, planet, what, count);
                emit(Event { to: Seats::only(seat), what: What::Scrapped(planet, what, count) });
            }
            Action::Attack(planet) => {
                rule!("SQ-4.4b");
                let star = planet.star();
                if star.0 != state.battle.star && state.battle.round > 0 {
                    state.battle.closed |= Star(state.battle.star).bit();
                }
                state.battle.star = star.0;
                state.battle.attacked = [false; 3];
                state.battle.attacked[planet.nth()] = true;
                self.declare_next(state, seat, emit);
            }
            Action::EndAttack => {
                rule!("SQ-7.1.6a");
                rule!("SQ-4.4c");
                emit(Event { to: Seats::ALL, what: What::Committed(seat) });
                self.conquer(state, emit);
            }
            _ => unreachable!("judge_planets accepts no other action"),
        }
    }

    fn scrap(&self, state: &mut State, planet: Planet, what: Industry, count: u16) {
        let colony = state.colony_mut(planet).expect("judged already");
        match what {
            Industry::Iu => colony.iu -= count,
            Industry::Riu => colony.riu -= u32::from(count),
        }
    }

    /// More colonies of this star to attack at the same time, above the last one named?
    fn more_to_attack(&self, state: &State) -> impl Iterator<Item = Planet> {
        let last = self.attacked(state).last().map_or(0, |planet| planet.0);
        Star(state.battle.star).planets().filter(move |planet| planet.0 > last)
    }

    fn declare_next(&self, state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
        if self.more_to_attack(state).any(|planet| self.may_attack(state, planet).is_ok()) {
            rule!("SQ-7.1.5c");
            state.frame = Frame::Declare;
            emit(Event { to: Seats::only(seat), what: What::Noted(seat) });
            return;
        }
        self.open_fire(state, seat, emit);
    }

    pub(crate) fn offer_declaration(&self, state: &State, out: &mut Vec<Action>) {
        let more = self.more_to_attack(state).filter(|&planet| state.colony(planet).is_some());
        out.extend(more.map(Action::Attack));
        out.push(Action::Fire);
    }

    pub(crate) fn judge_declaration(&self, state: &State, action: Action) -> Result<(), Denied> {
        match action {
            Action::Fire => Ok(()),
            Action::Attack(planet) if self.more_to_attack(state).any(|more| more == planet) => {
                self.may_attack(state, planet)
            }
            _ => {
                rule!("SQ-7.1.1b");
                Err(Denied(rule!("SQ-4.0b")))
            }
        }
    }

    pub(crate) fn apply_declaration(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        if let Action::Attack(planet) = action {
            state.battle.attacked[planet.nth()] = true;
            self.declare_next(state, seat, emit);
        } else {
            self.open_fire(state, seat, emit);
        }
    }

    /// T4.3: the bases are counted before everybody who watches.
    fn open_fire(&self, state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
        rule!("SQ-7.1a");
        rule!("SQ-R-65");
        rule!("SQ-7.1.1d");
        let sides = self.sides(state);
        let to = self.audience(sides);
        let star = Star(state.battle.star);
        self.expose(state, star, sides, emit);
        for planet in self.attacked(state) {
            rule!("SQ-7.1.1a");
            rule!("SQ-HID-10");
            let colony = *state.colony(planet).expect("an attacked colony is there");
            let Colony { controller: owner, originator, mb, amb, .. } = colony;
            emit(Event { to, what: What::Attacked { seat, planet, owner, mb, amb } });
            self.remember_bases(state, to, planet);
            let turn = state.turn;
            for other in self.seat_list().filter(|&other| to.contains(other) && other != owner) {
                let memory = state.memory_mut(other, planet);
                (memory.turn, memory.colony) = (turn, Some((owner, originator)));
            }
        }
        state.battle.round += 1;
        self.begin_volley(state, emit);
    }

    fn remember_bases(&self, state: &mut State, to: Seats, planet: Planet) {
        let Some(&Colony { controller, mb, amb, pfs, .. }) = state.colony(planet) else { return };
        let turn = state.turn;
        for seat in self.seat_list().filter(|&seat| to.contains(seat) && seat != controller) {
            state.memory_mut(seat, planet).bases = Some((mb, amb, pfs, turn));
        }
    }

    /// T4.6 to T4.7: after the dice.
    pub(crate) fn after_bombardment(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let to = self.audience(self.sides(state));
        for planet in self.attacked(state) {
            self.remember_bases(state, to, planet);
        }
        self.salvage_next(state, Seat(0), emit);
    }

    /// T4.7: the next owner of an attacked colony that still has a base.
    fn salvage_next(&self, state: &mut State, from: Seat, emit: &mut impl FnMut(Event)) {
        for seat in self.seat_list().filter(|&seat| seat >= from) {
            let mut own = self
                .attacked(state)
                .filter_map(|planet| state.colony(planet))
                .filter(|colony| colony.controller == seat);
            // Behind closed doors the question itself would tell the others whether a base is left.
            let closed = !self.scenario.public_combat;
            if own.any(|colony| closed || colony.mb > 0 || colony.amb > 0) {
                rule!("SQ-DP-12");
                rule!("SQ-7.1.4a");
                state.frame = Frame::Salvage(seat);
                return;
            }
        }
        rule!("SQ-7.1.5a");
        state.battle.attacked = [false; 3];
        self.mark(state);
        state.frame = Frame::Planets;
        let _ = emit;
    }

    pub(crate) fn offer_salvage(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        for colony in self.attacked(state).filter_map(|planet| state.colony(planet)) {
            if colony.controller == seat {
                Self::offer_scrap(colony, out);
            }
        }
        out.push(Action::Stay);
    }

    pub(crate) fn judge_salvage(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let (planet, what, count) = match action {
            Action::Stay => return Ok(()),
            Action::Scrap(planet, what, count) => (planet, what, count),
            _ => return Err(Denied(rule!("SQ-4.0b"))),
        };
        let colony = self
            .attacked(state)
            .filter(|&attacked| attacked == planet)
            .find_map(|planet| state.colony(planet));
        match colony {
            Some(colony) if colony.controller != seat => Err(Denied(rule!("SQ-7.1.4a"))),
            Some(colony) if colony.mb == 0 && colony.amb == 0 => Err(Denied(rule!("SQ-7.1.4b"))),
            Some(colony) if (1..=Self::excess(colony, what)).contains(&count) => Ok(()),
            Some(_) | None => Err(Denied(rule!("SQ-7.1.4a"))),
        }
    }

    pub(crate) fn apply_salvage(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        if let Action::Scrap(planet, what, count) = action {
            self.scrap(state, planet, what, count);
            emit(Event { to: Seats::only(seat), what: What::Scrapped(planet, what, count) });
        } else {
            emit(Event { to: self.audience(self.sides(state)), what: What::Committed(seat) });
            self.salvage_next(state, Seat(seat.0 + 1), emit);
        }
    }

    /// T4.10: all attacks are over; marked colonies fall if a warship is still there.
    pub(crate) fn conquer(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        rule!("SQ-7.1.6b");
        let seat = state.active;
        let commanded = self.commanded(state);
        state.battle.round = 0;
        for planet in std::mem::take(&mut state.marked).iter() {
            if commanded & planet.star().bit() == 0 {
                rule!("SQ-7.1.5b");
                rule!("SQ-R-67");
                continue;
            }
            rule!("SQ-7.0b");
            rule!("SQ-7.2b");
            self.take_over(state, planet, seat, emit);
        }
        self.settle_begin(state, emit);
    }

    /// A colony changes its controller; everybody there learns it, and so does the loser.
    pub(crate) fn take_over(
        &self,
        state: &mut State,
        planet: Planet,
        by: Seat,
        emit: &mut impl FnMut(Event),
    ) {
        let Some(colony) = state.colony_mut(planet) else { return };
        let loser = colony.controller;
        colony.controller = by;
        if colony.originator == by {
            rule!("SQ-7.2.1c");
            rule!("SQ-7.2.5b");
            colony.first_year = false;
        } else {
            rule!("SQ-7.2.1a");
            rule!("SQ-7.2.5a");
            rule!("SQ-R-30");
            rule!("SQ-HID-9");
            colony.first_year = true;
        }
        colony.plan = crate::Plan::default();
        colony.last = crate::Plan::default();
        let people = colony.originator;
        let star = planet.star();
        self.tell_of_colony(state, loser, planet);
        self.look(state, star, emit);
        let to = self.involved(state, star).with(loser).with(by);
        emit(Event { to, what: What::Taken { planet, by, people } });
    }
}
