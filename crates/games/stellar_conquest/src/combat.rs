//! T3 and the fire of T4: who fires at what, dice, losses (chapter 6, SQ-7.1).

use arrayvec::ArrayVec;
use rules::{Denied, Seat, Seats, rule};

use crate::{
    StellarConquest,
    action::{Action, Event, HANDFUL, What},
    data::Effect,
    ids::{Development, Kind, Star},
    state::{Aim, Frame, State},
};

/// Numbers by kind, bases included.
pub(crate) type Counts = [u16; Kind::COUNT];

impl StellarConquest {
    /// SQ-4.3b: star hexes where the active player's ships meet an opponent's.
    pub(crate) fn contested(&self, state: &State) -> Vec<(Star, Seat)> {
        let seat = state.active;
        let mut contests = Vec::new();
        for star in Star::all(self.stars_with_fleets(state, seat)) {
            if state.turn <= 1 && self.nova() == Some(star) {
                continue;
            }
            let hex = self.hex_of(star);
            for foe in self.seat_list().filter(|&foe| foe != seat) {
                if state.fleets_of(foe, hex).next().is_some() {
                    rule!("SQ-4.3b");
                    rule!("SQ-5.4.5");
                    contests.push((star, foe));
                }
            }
        }
        contests
    }

    /// The stars at which a seat has tokens.
    pub(crate) fn stars_with_fleets(&self, state: &State, seat: Seat) -> u64 {
        let own = state.fleets.iter().filter(|fleet| fleet.owner == seat);
        own.filter_map(|fleet| self.star_at(fleet.hex)).fold(0, |stars, star| stars | star.bit())
    }

    /// The next combat, or T4.
    pub(crate) fn combat_next(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        match self.contested(state)[..] {
            [] => {
                rule!("SQ-4.3f");
                rule!("SQ-4.3e");
                rule!("SQ-5.4.9");
                self.planets_begin(state, emit);
            }
            [(star, foe)] => self.begin_combat(state, star, foe, emit),
            _ => {
                rule!("SQ-DP-4");
                rule!("SQ-6.1.6b");
                rule!("SQ-R-23");
                state.frame = Frame::Battles;
            }
        }
    }

    pub(crate) fn begin_combat(
        &self,
        state: &mut State,
        star: Star,
        foe: Seat,
        emit: &mut impl FnMut(Event),
    ) {
        rule!("SQ-6.0a");
        let seat = state.active;
        let hex = self.hex_of(star);
        let came = |seat| state.fleets_of(seat, hex).map(|fleet| fleet.arrived).max();
        rule!("SQ-R-22");
        let last_in = if came(foe) > came(seat) { foe } else { seat };
        let battle = &mut state.battle;
        battle.star = star.0;
        battle.foe = Some(foe);
        battle.last_in = last_in.0;
        battle.round = 0;
        battle.attacked = [false; 3];
        emit(Event { to: Seats::ALL, what: What::Combat { star, attacker: seat, defender: foe } });
        let sides = Seats::only(seat).with(foe);
        let armed = |seat| state.ships_of(seat, hex).warships() > 0;
        if armed(seat) || armed(foe) {
            rule!("SQ-4.3c");
            self.expose(state, star, sides, emit);
            self.begin_volley(state, emit);
        } else {
            // No combat, so only those who are there look at the ships (SQ-5.4.7c).
            rule!("SQ-4.3d");
            rule!("SQ-5.4.8");
            rule!("SQ-DP-7");
            self.look(state, star, emit);
            state.frame = Frame::Withdraw { seat: last_in, forced: true };
        }
    }

    /// The seats that fight in the present combat or attack.
    pub(crate) fn sides(&self, state: &State) -> Seats {
        let mut sides = Seats::only(state.active);
        if let Some(foe) = state.battle.foe {
            return sides.with(foe);
        }
        for planet in self.attacked(state) {
            if let Some(colony) = state.colony(planet) {
                sides = sides.with(colony.controller);
            }
        }
        sides
    }

    /// What a seat fires with: kinds and numbers. Bases of all its attacked colonies count together.
    pub(crate) fn arms(&self, state: &State, seat: Seat) -> [(Kind, u16); 3] {
        if state.battle.foe.is_some() || seat == state.active {
            rule!("SQ-6.1.2.2");
            rule!("SQ-2.3.1a");
            rule!("SQ-2.3.2");
            let ships = state.ships_of(seat, self.hex_of(Star(state.battle.star)));
            return Kind::WARSHIPS.map(|kind| (kind, ships.of(kind)));
        }
        rule!("SQ-R-27");
        let mut bases = [0, 0];
        for colony in self.attacked(state).filter_map(|planet| state.colony(planet)) {
            if colony.controller == seat {
                bases[0] += colony.mb;
                bases[1] += colony.amb;
            }
        }
        [(Kind::base(0, false), bases[0]), (Kind::base(0, true), bases[1]), (Kind::DN, 0)]
    }

    /// What a seat can aim at.
    pub(crate) fn targets(&self, state: &State, seat: Seat) -> Counts {
        let mut counts = [0; Kind::COUNT];
        let star = Star(state.battle.star);
        let ships_of = |enemy, counts: &mut Counts| {
            let ships = state.ships_of(enemy, self.hex_of(star));
            counts[..Kind::SHIPS].copy_from_slice(&ships.0);
        };
        match state.battle.foe {
            Some(foe) => ships_of(if seat == state.active { foe } else { state.active }, &mut counts),
            None if seat == state.active => {
                for colony in self.attacked(state).filter_map(|planet| state.colony(planet)) {
                    rule!("SQ-7.1.1c");
                    counts[Kind::base(colony.planet.nth(), false).index()] = colony.mb;
                    counts[Kind::base(colony.planet.nth(), true).index()] = colony.amb;
                }
            }
            None => ships_of(state.active, &mut counts),
        }
        counts
    }

    /// Can a kind affect anything of these?
    fn effective(&self, from: Kind, targets: &Counts) -> bool {
        let hurts =
            |at: usize| targets[at] > 0 && self.components.effect(from, Kind(at as u8)) != Effect::Never;
        (0..Kind::COUNT).any(hurts)
    }

    /// The next firing kind of a seat that has no target yet, and how many of it have one.
    pub(crate) fn next_to_aim(&self, state: &State, seat: Seat) -> Option<(Kind, u16, u16)> {
        let targets = self.targets(state, seat);
        let aims = &state.battle.aims[seat.index()];
        self.arms(state, seat).into_iter().find_map(|(kind, count)| {
            let aimed = aims.iter().filter(|aim| aim.from == kind).map(|aim| aim.count).sum();
            rule!("SQ-6.1.1c");
            (count > aimed && self.effective(kind, &targets)).then_some((kind, aimed, count))
        })
    }

    /// T3.3, T4.4: all sides choose targets at once.
    pub(crate) fn begin_volley(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        state.battle.aims.iter_mut().for_each(Vec::clear);
        state.battle.struck.clear();
        state.battle.hits = Default::default();
        state.battle.at = (0, 0, 0);
        state.frame = Frame::Aim;
        state.waiting = Seats::NONE;
        rule!("SQ-6.0b");
        rule!("SQ-7.0c");
        for seat in self.sides(state).iter() {
            let targets = self.targets(state, seat);
            let single = targets.iter().sum::<u16>() == 1;
            if single && self.scenario.public_combat {
                rule!("SQ-DP-5");
                let at = Kind(targets.iter().position(|&count| count > 0).expect("one target") as u8);
                while let Some((from, aimed, count)) = self.next_to_aim(state, seat) {
                    state.battle.aims[seat.index()].push(Aim { from, at, nth: 0, count: count - aimed });
                }
            } else if !self.scenario.public_combat || self.next_to_aim(state, seat).is_some() {
                rule!("SQ-6.1.1b");
                rule!("SQ-DP-10");
                rule!("SQ-DP-11");
                state.waiting = state.waiting.with(seat);
            }
        }
        if state.waiting.is_empty() {
            self.volley_next(state, emit);
        }
    }

    pub(crate) fn offer_aims(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let Some((from, _, _)) = self.next_to_aim(state, seat) else {
            out.push(Action::Stay);
            return;
        };
        let targets = self.targets(state, seat);
        let aims = &state.battle.aims[seat.index()];
        let by_name = aims.first().is_some_and(|aim| aim.nth > 0);
        let by_class = aims.first().is_some_and(|aim| aim.nth == 0);
        let hurts = |kind: Kind| self.components.effect(from, kind) != Effect::Never;
        let kinds = (0..Kind::COUNT as u8).map(Kind).filter(|kind| targets[kind.index()] > 0 && hurts(*kind));
        if !by_name {
            out.extend(kinds.clone().map(Action::AimClass));
        }
        if !by_class {
            let last = aims.iter().rfind(|aim| aim.from == from).map(|aim| (aim.at, aim.nth));
            for kind in kinds {
                let named = aims.iter().filter(|aim| aim.at == kind).map(|aim| aim.nth).max().unwrap_or(0);
                for nth in 1..=targets[kind.index()].min(named + 1) {
                    if last.is_none_or(|last| (kind, nth) >= last) {
                        out.push(Action::AimShip(kind, nth));
                    }
                }
            }
        }
    }

    pub(crate) fn judge_aim(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let next = self.next_to_aim(state, seat);
        let (kind, nth) = match (action, next) {
            (Action::Stay, None) => return Ok(()),
            (Action::AimClass(kind), Some(_)) => (kind, 0),
            (Action::AimShip(kind, nth), Some(_)) if nth > 0 => (kind, nth),
            _ => return Err(Denied(rule!("SQ-4.0b"))),
        };
        let Some((from, _, _)) = next else { return Err(Denied(rule!("SQ-4.0b"))) };
        let targets = self.targets(state, seat);
        if kind.index() >= Kind::COUNT || targets[kind.index()] < nth.max(1) {
            return Err(Denied(rule!("SQ-6.1.1a")));
        }
        if self.components.effect(from, kind) == Effect::Never {
            return Err(Denied(rule!("SQ-6.1.1c")));
        }
        let aims = &state.battle.aims[seat.index()];
        if aims.first().is_some_and(|aim| (aim.nth > 0) != (nth > 0)) {
            return Err(Denied(rule!("SQ-6.2d")));
        }
        if nth > 0 {
            // Like ships are interchangeable: new targets take the next number, targets ascend.
            rule!("SQ-6.2f");
            let named = aims.iter().filter(|aim| aim.at == kind).map(|aim| aim.nth).max().unwrap_or(0);
            let last = aims.iter().rfind(|aim| aim.from == from).map(|aim| (aim.at, aim.nth));
            if nth > named + 1 || last.is_some_and(|last| (kind, nth) < last) {
                return Err(Denied(rule!("SQ-R-64")));
            }
        }
        Ok(())
    }

    pub(crate) fn apply_aim(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        if let Some((from, aimed, count)) = self.next_to_aim(state, seat) {
            rule!("SQ-HID-17");
            let aim = match action {
                Action::AimClass(at) => {
                    rule!("SQ-6.2a");
                    rule!("SQ-6.2e");
                    rule!("SQ-7.1.1e");
                    Aim { from, at, nth: 0, count: count - aimed }
                }
                Action::AimShip(at, nth) => {
                    rule!("SQ-6.1.1a");
                    Aim { from, at, nth, count: 1 }
                }
                _ => unreachable!("judge_aim accepts no other action"),
            };
            state.battle.aims[seat.index()].push(aim);
        }
        if self.next_to_aim(state, seat).is_some() {
            emit(Event { to: Seats::only(seat), what: What::Noted(seat) });
            return;
        }
        rule!("SQ-R-24");
        state.waiting = state.waiting.without(seat);
        let to = self.audience(self.sides(state));
        emit(Event { to, what: What::Committed(seat) });
        if state.waiting.is_empty() {
            self.volley_next(state, emit);
        }
    }

    /// Barrages of one ship of this aim: dice each and how many.
    fn barrages(&self, state: &State, seat: Seat, aim: Aim) -> (Effect, u8) {
        let effect = self.components.effect(aim.from, aim.at);
        let twice = aim.from.is_warship() && Self::has(state, seat, Development::Isw);
        if twice {
            rule!("SQ-9.5e");
            rule!("SQ-R-25");
        }
        rule!("SQ-5.3");
        (effect, if twice { 2 } else { 1 })
    }

    /// How many dice the volley needs next.
    pub(crate) fn volley_dice(&self, state: &State) -> u8 {
        let (seat, index, done) = state.battle.at;
        let aim = state.battle.aims[usize::from(seat)][usize::from(index)];
        let (effect, barrages) = self.barrages(state, Seat(seat), aim);
        let each = effect.dice() * barrages;
        let ships = (HANDFUL as u16 / u16::from(each)).min(aim.count - done);
        ships as u8 * each
    }

    /// Goes to the next aim that needs dice; resolves those that need none; takes losses at the end.
    pub(crate) fn volley_next(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        state.frame = Frame::Volley;
        loop {
            let (seat, index, done) = state.battle.at;
            if usize::from(seat) >= state.battle.aims.len() {
                return self.take_losses(state, emit);
            }
            let Some(&aim) = state.battle.aims[usize::from(seat)].get(usize::from(index)) else {
                state.battle.at = (seat + 1, 0, 0);
                continue;
            };
            if done >= aim.count {
                state.battle.at = (seat, index + 1, 0);
                continue;
            }
            let (effect, _) = self.barrages(state, Seat(seat), aim);
            if effect.dice() > 0 {
                return;
            }
            self.count_hits(state, Seat(seat), aim, aim.count, ArrayVec::new(), emit);
            state.battle.at = (seat, index + 1, 0);
        }
    }

    /// T3.4, T4.5: dice for the present aim.
    pub(crate) fn volley(&self, state: &mut State, faces: &[u8; HANDFUL], emit: &mut impl FnMut(Event)) {
        rule!("SQ-6.1.2a");
        rule!("SQ-7.1.2");
        let count = usize::from(self.volley_dice(state));
        let (seat, index, done) = state.battle.at;
        let aim = state.battle.aims[usize::from(seat)][usize::from(index)];
        let (effect, barrages) = self.barrages(state, Seat(seat), aim);
        let (each, ships) = (usize::from(effect.dice()), count / usize::from(effect.dice() * barrages));
        let dice: ArrayVec<u8, HANDFUL> = faces[..count].iter().copied().collect();
        let mut hits = 0;
        for ship in dice.chunks(each * usize::from(barrages)) {
            if ship.chunks(each).any(|barrage| effect.hits(barrage)) {
                rule!("SQ-6.2c");
                hits += 1;
            }
        }
        state.battle.at = (seat, index, done + ships as u16);
        self.count_hits(state, Seat(seat), aim, hits, dice, emit);
        self.volley_next(state, emit);
    }

    /// Whose pieces a seat's aim hits.
    fn victim(&self, state: &State, seat: Seat, at: Kind) -> Seat {
        match (state.battle.foe, at.base_of()) {
            (Some(foe), _) if seat == state.active => foe,
            (None, Some(nth)) => {
                let planet = Star(state.battle.star).planets().nth(nth).expect("a card has three places");
                state.colony(planet).map_or(seat, |colony| colony.controller)
            }
            _ => state.active,
        }
    }

    fn count_hits(
        &self,
        state: &mut State,
        seat: Seat,
        aim: Aim,
        hits: u16,
        dice: ArrayVec<u8, HANDFUL>,
        emit: &mut impl FnMut(Event),
    ) {
        let victim = self.victim(state, seat, aim.at);
        if aim.nth == 0 {
            rule!("SQ-6.2b");
            state.battle.hits[victim.index()][aim.at.index()] += hits;
        } else if hits > 0 {
            rule!("SQ-6.1.1d");
            let named = (victim.0, aim.at, aim.nth);
            if !state.battle.struck.contains(&named) {
                state.battle.struck.push(named);
            }
        }
        let what = What::Barrage { seat, from: aim.from, at: aim.at, dice, hits: hits as u8 };
        emit(Event { to: self.audience(self.sides(state)), what });
    }

    /// T3.5, T4.6: what was hit is removed after all fire.
    fn take_losses(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        rule!("SQ-6.1.3");
        rule!("SQ-7.1.3");
        let star = Star(state.battle.star);
        let hex = self.hex_of(star);
        let sides = self.sides(state);
        let to = self.audience(sides);
        for seat in sides.iter() {
            for kind in (0..Kind::COUNT as u8).map(Kind) {
                let named = state.battle.struck.iter().filter(|hit| (hit.0, hit.1) == (seat.0, kind)).count();
                let hits = state.battle.hits[seat.index()][kind.index()] + named as u16;
                if hits == 0 {
                    continue;
                }
                let lost = if let Some(nth) = kind.base_of() {
                    let planet = star.planets().nth(nth).expect("a card has three places");
                    let colony = state.colony_mut(planet).expect("an attacked colony is there");
                    let bases = if kind.fire_class() == crate::ids::FireClass::E {
                        &mut colony.mb
                    } else {
                        &mut colony.amb
                    };
                    let lost = hits.min(*bases);
                    *bases -= lost;
                    lost
                } else {
                    rule!("SQ-R-64");
                    let mut left = hits;
                    for fleet in &mut state.fleets {
                        if fleet.owner == seat && fleet.hex == hex && left > 0 {
                            let part = left.min(fleet.ships.of(kind));
                            fleet.take(kind, None, part);
                            left -= part;
                        }
                    }
                    hits - left
                };
                if lost > 0 {
                    emit(Event { to, what: What::Lost { seat, star, kind, count: lost } });
                }
            }
        }
        state.fleets.retain(|fleet| fleet.ships.total() > 0);
        state.battle.aims.iter_mut().for_each(Vec::clear);
        state.battle.struck.clear();
        state.battle.hits = Default::default();
        state.battle.at = (0, 0, 0);
        state.battle.round += 1;
        self.expose(state, star, sides, emit);
        match state.battle.foe {
            Some(_) => self.after_fire(state, emit),
            None => self.after_bombardment(state, emit),
        }
    }
}
