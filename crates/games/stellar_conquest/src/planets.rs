//! T4: planetary attack and conquest (chapter 7).

use rules::{Denied, Seat, Seats, rule};

use crate::{
    StellarConquest,
    action::{Action, Event, EventKind},
    ids::{Industry, Planet, Planets, Star},
    known::Known,
    movement::amounts,
    state::{Colony, Focus, Frame, State},
};

impl StellarConquest {
    /// T4.0 and T4.1.
    pub(crate) fn planets_begin(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let seat = state.open.active;
        state.marked = Planets::default();
        state.battle.foe = None;
        state.battle.attacked = [false; 3];
        (state.battle.privacy, state.battle.asked) = (Seats::NONE, Seats::NONE);
        // The Fire Turns of T3 are over; those of T4 are counted anew.
        state.battle.round = 0;
        state.focus = Focus::default();
        self.mark(state);
        // Onlookers know where tokens are and which seat explored what, and no more: so the question is asked
        // wherever an enemy colony could be.
        let elsewhere = self.seat_list().filter(|&other| other != seat);
        let known = elsewhere.fold(0, |stars, other| stars | state.open.explored[other.index()]);
        if self.stars_with_fleets(&state.known(), seat) & known != 0 {
            rule!("SQ-4.4a");
            self.count_screens(state);
            state.open.frame = Frame::Planets;
        } else {
            self.conquer(state, emit);
        }
    }

    /// Stars where the active player's warships are alone with whatever colonies there are.
    fn commanded(&self, state: &Known<'_>) -> u64 {
        let seat = state.open.active;
        let mut stars = 0;
        let mut shared = 0;
        for fleet in state.fleets {
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
        let commanded = self.commanded(&state.known());
        if commanded == 0 {
            return;
        }
        for colony in state.colonies.truth() {
            let there = commanded & colony.planet.star().bit() != 0;
            if there && colony.controller != state.open.active && !colony.is_defended() {
                rule!("SQ-7.2a");
                rule!("SQ-R-29");
                state.marked.insert(colony.planet);
            }
        }
    }

    /// SQ-HID-11: at T4.2 the owner of warships learns which colonies have a screen.
    fn count_screens(&self, state: &mut State) {
        let commanded = self.commanded(&state.known());
        let seat = state.open.active;
        let turn = state.open.turn;
        for at in 0..state.colonies.truth().len() {
            let Colony { planet, controller, pfs, .. } = state.colonies.truth()[at];
            if commanded & planet.star().bit() != 0 && controller != seat {
                let memory = state.memory_mut(seat, planet);
                let (mb, amb) = memory.bases.map_or((0, 0), |bases| (bases.0, bases.1));
                if pfs || memory.bases.is_some_and(|bases| bases.2) {
                    rule!("SQ-HID-11");
                    memory.bases = Some((mb, amb, pfs, turn));
                }
            }
        }
    }

    /// The planets attacked in this Fire Turn.
    pub(crate) fn attacked(&self, state: &Known<'_>) -> impl Iterator<Item = Planet> + use<> {
        let attacked = state.battle.attacked;
        Star(state.battle.star).planets().filter(move |planet| attacked[planet.nth()])
    }

    /// May the active player attack this colony?
    fn may_attack(&self, state: &Known<'_>, planet: Planet) -> Result<(), Denied> {
        let star = planet.star();
        if self.commanded(state) & star.bit() == 0 {
            return Err(Denied(rule!("SQ-7.0a")));
        }
        match state.colony(planet) {
            Some(colony) if colony.controller == state.open.active => Err(Denied(rule!("SQ-7.0a"))),
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
        match industry {
            Industry::Iu => {
                rule!("SQ-R-34");
                colony.iu.saturating_sub(u16::from(colony.pop))
            }
            Industry::Riu => colony.riu.min(u32::from(u16::MAX)) as u16,
        }
    }

    /// T4.0: conquered on an earlier turn, and T4.2 has not begun.
    pub(crate) fn may_scrap(
        &self,
        state: &Known<'_>,
        planet: Planet,
        what: Industry,
        count: u16,
    ) -> Result<(), Denied> {
        let destroying = !state.razed.is_empty() || state.focus.unloading;
        if state.battle.round > 0 || state.focus.attacks_over || destroying {
            return Err(Denied(rule!("SQ-4.0a")));
        }
        match state.colony(planet) {
            Some(colony) if colony.is_conquered() && colony.controller == state.open.active => {
                if (1..=Self::excess(colony, what)).contains(&count) {
                    rule!("SQ-DP-8");
                    Ok(())
                } else {
                    Err(Denied(rule!("SQ-R-34")))
                }
            }
            Some(_) | None => Err(Denied(rule!("SQ-7.2.2"))),
        }
    }

    pub(crate) fn candidates_planets(&self, state: &Known<'_>, seat: Seat, out: &mut Vec<Action>) {
        self.candidates_conqueror_scrap(state, seat, out);
        let commanded = self.commanded(state);
        for colony in state.colonies {
            if colony.controller != seat && commanded & colony.planet.star().bit() != 0 {
                out.push(Action::Attack(colony.planet));
            }
        }
        out.push(Action::EndAttack);
    }

    /// SQ-7.2.2: excess industry of conquered colonies.
    pub(crate) fn candidates_conqueror_scrap(&self, state: &Known<'_>, seat: Seat, out: &mut Vec<Action>) {
        for colony in state.colonies_of(seat).filter(|colony| colony.is_conquered()) {
            Self::candidates_scrap(colony, out);
        }
    }

    fn candidates_scrap(colony: &Colony, out: &mut Vec<Action>) {
        for what in [Industry::Iu, Industry::Riu] {
            let most = Self::excess(colony, what);
            out.extend(amounts(most).map(|count| Action::Scrap(colony.planet, what, count)));
        }
    }

    pub(crate) fn check_planets(&self, state: &Known<'_>, action: Action) -> Result<(), Denied> {
        match action {
            Action::EndAttack => Ok(()),
            Action::Attack(planet) => {
                rule!("SQ-DP-9");
                self.may_attack(state, planet)
            }
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
                self.conqueror_scraps(state, seat, planet, what, count, emit);
            }
            Action::Attack(planet) => {
                rule!("SQ-4.4b");
                state.battle.star = planet.star().0;
                state.battle.attacked = [false; 3];
                state.battle.attacked[planet.nth()] = true;
                self.declare_next(state, seat, emit);
            }
            Action::EndAttack => {
                rule!("SQ-7.1.6a");
                rule!("SQ-4.4c");
                emit(Event { visible_to: Seats::ALL, kind: EventKind::Committed(seat) });
                self.conquer(state, emit);
            }
            _ => unreachable!("check_planets accepts no other action"),
        }
    }

    pub(crate) fn conqueror_scraps(
        &self,
        state: &mut State,
        seat: Seat,
        planet: Planet,
        what: Industry,
        count: u16,
        emit: &mut impl FnMut(Event),
    ) {
        rule!("SQ-7.2.2");
        self.scrap(state, planet, what, count);
        let kind = EventKind::Scrapped(self.site(&state.known(), planet), what, count);
        emit(Event { visible_to: Seats::only(seat), kind });
    }

    fn scrap(&self, state: &mut State, planet: Planet, what: Industry, count: u16) {
        let colony = state.colony_mut(planet).expect("checked already");
        match what {
            Industry::Iu => colony.iu -= count,
            Industry::Riu => colony.riu -= u32::from(count),
        }
    }

    /// More colonies of this star to attack at the same time?
    fn more_to_attack(&self, state: &Known<'_>) -> impl Iterator<Item = Planet> + use<> {
        let attacked = state.battle.attacked;
        Star(state.battle.star).planets().filter(move |planet| !attacked[planet.nth()])
    }

    fn declare_next(&self, state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
        let known = state.known();
        if self.more_to_attack(&known).any(|planet| self.may_attack(&known, planet).is_ok()) {
            rule!("SQ-7.1.5c");
            state.open.frame = Frame::Declare;
            emit(Event { visible_to: Seats::only(seat), kind: EventKind::Noted(seat) });
            return;
        }
        self.open_combat(state, emit);
    }

    pub(crate) fn candidates_declaration(&self, state: &Known<'_>, out: &mut Vec<Action>) {
        let more = self.more_to_attack(state).filter(|&planet| state.colony(planet).is_some());
        out.extend(more.map(Action::Attack));
        out.push(Action::Fire);
    }

    pub(crate) fn check_declaration(&self, state: &Known<'_>, action: Action) -> Result<(), Denied> {
        match action {
            Action::Fire => Ok(()),
            Action::Attack(planet) if self.more_to_attack(state).any(|more| more == planet) => {
                self.may_attack(state, planet)
            }
            _ => Err(Denied(rule!("SQ-7.1.1b"))),
        }
    }

    /// Playouts and computer players: the colonies attacked together are named in ascending order.
    pub(crate) fn prune_declaration(&self, state: &Known<'_>, actions: &mut Vec<Action>) {
        let last = self.attacked(state).last();
        actions.retain(|action| !matches!(*action, Action::Attack(planet) if Some(planet) < last));
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
            self.open_combat(state, emit);
        }
    }

    /// T4.3: the bases are counted in front of all viewers of the attack.
    pub(crate) fn open_fire(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let seat = state.open.active;
        let sides = self.sides(&state.known());
        let visible_to = self.combat_viewers(&state.battle, sides);
        let star = Star(state.battle.star);
        rule!("SQ-7.1a");
        rule!("SQ-R-65");
        rule!("SQ-7.1.1d");
        self.reveal_combat(state, star, sides, emit);
        let attacked: Vec<Planet> = self.attacked(&state.known()).collect();
        for planet in attacked {
            rule!("SQ-7.1.1a");
            rule!("SQ-HID-10");
            let colony = *state.colony(planet).expect("an attacked colony is there");
            let Colony { controller: owner, originator, mb, amb, .. } = colony;
            let site = self.site(&state.known(), planet);
            emit(Event { visible_to, kind: EventKind::Attacked { seat, planet: site, owner, mb, amb } });
            self.remember_bases(state, visible_to, planet);
            let turn = state.open.turn;
            for other in self.seat_list().filter(|&other| visible_to.contains(other) && other != owner) {
                let memory = state.memory_mut(other, planet);
                (memory.turn, memory.colony, memory.orbit) = (turn, Some((owner, originator)), site.orbit);
            }
        }
        state.battle.round += 1;
        self.begin_volley(state, emit);
    }

    fn remember_bases(&self, state: &mut State, to: Seats, planet: Planet) {
        let Some(&Colony { controller, mb, amb, pfs, .. }) = state.colony(planet) else { return };
        let turn = state.open.turn;
        for seat in self.seat_list().filter(|&seat| to.contains(seat) && seat != controller) {
            state.memory_mut(seat, planet).bases = Some((mb, amb, pfs, turn));
        }
    }

    /// T4.6 to T4.7: after the dice.
    pub(crate) fn after_bombardment(&self, state: &mut State) {
        let to = self.combat_viewers(&state.battle, self.sides(&state.known()));
        let attacked: Vec<Planet> = self.attacked(&state.known()).collect();
        for planet in attacked {
            self.remember_bases(state, to, planet);
        }
        self.scrap_industry_next(state, Seat(0));
    }

    /// T4.7: the next owner of an attacked colony that still has a base.
    fn scrap_industry_next(&self, state: &mut State, from: Seat) {
        let private = self.is_private(&state.battle, self.sides(&state.known()));
        for seat in self.seat_list().filter(|&seat| seat >= from) {
            let known = state.known();
            let mut own = self
                .attacked(&known)
                .filter_map(|planet| known.colony(planet))
                .filter(|colony| colony.controller == seat);
            // In a private attack the question itself would tell the others whether a base is left.
            if own.any(|colony| private || colony.mb > 0 || colony.amb > 0) {
                rule!("SQ-DP-12");
                state.open.frame = Frame::ScrapIndustry(seat);
                return;
            }
        }
        rule!("SQ-7.1.5a");
        state.battle.attacked = [false; 3];
        self.mark(state);
        state.open.frame = Frame::Planets;
    }

    pub(crate) fn candidates_scrap_industry(&self, state: &Known<'_>, seat: Seat, out: &mut Vec<Action>) {
        for colony in self.attacked(state).filter_map(|planet| state.colony(planet)) {
            if colony.controller == seat {
                Self::candidates_scrap(colony, out);
            }
        }
        out.push(Action::Finish);
    }

    pub(crate) fn check_scrap_industry(
        &self,
        state: &Known<'_>,
        seat: Seat,
        action: Action,
    ) -> Result<(), Denied> {
        let (planet, what, count) = match action {
            Action::Finish => return Ok(()),
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

    pub(crate) fn apply_scrap_industry(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        if let Action::Scrap(planet, what, count) = action {
            self.scrap(state, planet, what, count);
            let kind = EventKind::Scrapped(self.site(&state.known(), planet), what, count);
            emit(Event { visible_to: Seats::only(seat), kind });
        } else {
            let visible_to = self.combat_viewers(&state.battle, self.sides(&state.known()));
            emit(Event { visible_to, kind: EventKind::Committed(seat) });
            self.scrap_industry_next(state, Seat(seat.0 + 1));
        }
    }

    /// T4.10: all attacks are over; marked colonies fall if a warship is still there.
    pub(crate) fn conquer(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let seat = state.open.active;
        let commanded = self.commanded(&state.known());
        let attacks_over = state.open.frame == Frame::Planets;
        state.battle.round = 0;
        rule!("SQ-7.1.6b");
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
        self.settle_begin(state, attacks_over, emit);
    }

    /// A colony changes its controller; all seats there learn it, and so does the loser.
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
            colony.conquered_since_production = false;
        } else {
            if loser != colony.originator {
                rule!("SQ-7.2.5a");
            }
            rule!("SQ-7.2.1a");
            rule!("SQ-HID-9");
            rule!("SQ-R-30");
            colony.conquered_since_production = true;
        }
        colony.plan = crate::Plan::default();
        colony.previous_plan = crate::Plan::default();
        let people = colony.originator;
        let star = planet.star();
        self.report_colony(state, loser, planet);
        self.observe_star(state, star, emit);
        let visible_to = self.seats_present(&state.known(), star).with(loser).with(by);
        emit(Event {
            visible_to,
            kind: EventKind::Taken { planet: self.site(&state.known(), planet), by, people },
        });
    }
}
