//! T1: fleets get orders one after another; splitting and merging on the way.
//!
//! A fleet is picked, and then moved, split, merged, put down ([`Action::Leave`]) or finished
//! ([`Action::Done`]). A finished fleet is not picked again in this turn, one put down must have moved
//! first, and one that was just split does not merge: so a turn ends, and yet every outcome of moving,
//! splitting and merging in any order can be reached.

use atlas::Hex;
use rules::{Denied, Seat, Seats, rule};

use crate::{
    StellarConquest,
    action::{Action, Event, What},
    course::Course,
    ids::{Development, Kind, Planet, Star},
    scenario::Start,
    state::{Fleet, Focus, LOTS, OFF, State, Token},
};

/// The amounts offered up to a most: single counters, squadrons, groups, and everything.
pub(crate) fn amounts(most: u16) -> impl Iterator<Item = u16> {
    [1, 3, 9, 27, 81].into_iter().filter(move |&amount| amount < most).chain((most > 0).then_some(most))
}

impl StellarConquest {
    pub(crate) fn offer_move(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let Some(fleet) = state.fleet(Token(state.focus.picked)) else {
            for fleet in state.fleets.iter().filter(|fleet| fleet.owner == seat) {
                out.push(Action::Pick(fleet.token));
            }
            out.extend([Action::ProceedAll, Action::EndMove]);
            return;
        };
        if fleet.hex == OFF {
            out.extend(self.course(state, fleet).steps.into_iter().map(Action::Step));
        } else {
            out.extend(self.around(fleet.hex).iter().map(|&hex| Action::Step(hex)));
        }
        out.push(Action::Proceed);
        match fleet.bound {
            None => out.extend(self.stars().map(Action::Bound)),
            Some(bound) if fleet.hex == OFF || self.star_at(fleet.hex).is_some() => {
                out.extend(Star::all(self.avoidable(state, fleet, bound)).map(Action::Avoid));
            }
            Some(_) => {}
        }
        for other in state.fleets.iter().filter(|other| other.owner == seat && other.hex == fleet.hex) {
            if other.token != fleet.token {
                out.push(Action::Merge(other.token));
            }
        }
        self.offer_ships(fleet, out, Action::Detach);
        out.extend([Action::Cut, Action::Leave, Action::Done]);
    }

    /// Ships of a fleet by kind and origin, in the amounts one may want.
    pub(crate) fn offer_ships(
        &self,
        fleet: &Fleet,
        out: &mut Vec<Action>,
        action: impl Fn(Kind, Planet, u16) -> Action,
    ) {
        for kind in [Kind::SCT, Kind::ESC, Kind::ATK, Kind::DN] {
            out.extend(amounts(fleet.ships.of(kind)).map(|count| action(kind, Planet::NOWHERE, count)));
        }
        for lot in &fleet.lots {
            out.extend(
                amounts(lot.count).map(|count| action(Kind::transport(lot.people), lot.origin, count)),
            );
        }
    }

    /// What may be done in T1 now: the same as filtering the offer, with the course worked out once.
    pub(crate) fn list_move(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let Some(fleet) = state.fleet(Token(state.focus.picked)) else {
            out.extend(
                state
                    .fleets
                    .iter()
                    .filter(|fleet| fleet.owner == seat && !fleet.done)
                    .map(|fleet| Action::Pick(fleet.token)),
            );
            if self.in_flight(state, seat).next().is_some() {
                out.push(Action::ProceedAll);
            }
            if self.may_end_move(state, seat).is_ok() {
                out.push(Action::EndMove);
            }
            return;
        };
        let course = self.course(state, fleet);
        if fleet.hex == OFF {
            let steps = course.steps.iter().copied();
            out.extend(
                steps.filter(|&to| self.may_step(state, fleet, &course, to).is_ok()).map(Action::Step),
            );
        } else if fleet.used < course.allowance && !fleet.stopped && !course.aimless {
            let steps = self.around(fleet.hex).iter().copied();
            out.extend(
                steps.filter(|&to| self.may_step(state, fleet, &course, to).is_ok()).map(Action::Step),
            );
        }
        if fleet.bound.is_some() && !out.is_empty() {
            out.push(Action::Proceed);
        }
        match fleet.bound {
            None if self.may_bind(state, fleet).is_ok() => {
                let here = self.star_at(fleet.hex).map_or(0, Star::bit);
                out.extend(Star::all(self.stars & !here).map(Action::Bound));
            }
            Some(bound) if fleet.used < course.allowance && self.star_at(fleet.hex).is_some() => {
                out.extend(Star::all(self.avoidable(state, fleet, bound)).map(Action::Avoid));
            }
            None | Some(_) => {}
        }
        if !state.focus.split {
            for other in state.fleets.iter().filter(|other| other.owner == seat && other.hex == fleet.hex) {
                if self.may_merge(state, fleet, other.token).is_ok() {
                    out.push(Action::Merge(other.token));
                }
            }
        }
        let total = fleet.ships.total();
        if total > 1 {
            let from = out.len();
            self.offer_ships(fleet, out, Action::Detach);
            let mut kept = from;
            for at in from..out.len() {
                if matches!(out[at], Action::Detach(_, _, count) if count < total) {
                    out[kept] = out[at];
                    kept += 1;
                }
            }
            out.truncate(kept);
        }
        if state.focus.group != 0 {
            out.push(Action::Cut);
        }
        if state.focus.stepped {
            out.push(Action::Leave);
        }
        if self.may_finish(state, fleet, &course).is_ok() {
            out.push(Action::Done);
        }
    }

    pub(crate) fn judge_move(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let picked = state.fleet(Token(state.focus.picked));
        match (action, picked) {
            (Action::Pick(token), None) => match state.fleet(token) {
                Some(fleet) if fleet.owner == seat && !fleet.done => Ok(()),
                _ => Err(Denied(rule!("SQ-4.1"))),
            },
            (Action::ProceedAll, None) if self.in_flight(state, seat).next().is_some() => Ok(()),
            (Action::ProceedAll, None) => Err(Denied(rule!("SQ-5.4.10a"))),
            (Action::EndMove, None) => self.may_end_move(state, seat),
            (Action::Step(to), Some(fleet)) => self.may_step(state, fleet, &self.course(state, fleet), to),
            (Action::Proceed, Some(fleet)) => {
                let course = self.course(state, fleet);
                if course.aimless {
                    return Err(Denied(rule!("SQ-5.1i")));
                }
                self.onward(state, fleet, &course).map(|_| ()).ok_or_else(|| Denied(rule!("SQ-5.4.10a")))
            }
            (Action::Bound(star), Some(fleet)) => {
                self.may_bind(state, fleet)?;
                if self.star_at(fleet.hex) == Some(star) || self.stars & star.bit() == 0 {
                    rule!("SQ-R-16");
                    return Err(Denied(rule!("SQ-5.1j")));
                }
                Ok(())
            }
            (Action::Avoid(star), Some(fleet)) => self.may_avoid(state, fleet, star),
            (Action::Merge(token), Some(fleet)) => self.may_merge(state, fleet, token),
            (Action::Detach(kind, origin, count), Some(fleet)) => may_take(fleet, kind, origin, count)
                .and_then(
                    |()| if count < fleet.ships.total() { Ok(()) } else { Err(Denied(rule!("SQ-2.3.3b"))) },
                ),
            (Action::Cut, Some(_)) if state.focus.group != 0 => Ok(()),
            (Action::Leave, Some(_)) if state.focus.stepped => Ok(()),
            (Action::Done, Some(fleet)) => self.may_finish(state, fleet, &self.course(state, fleet)),
            _ => Err(Denied(rule!("SQ-4.0b"))),
        }
    }

    /// SQ-5.1h: destinations are given in star hexes and on entering.
    fn may_bind(&self, state: &State, fleet: &Fleet) -> Result<(), Denied> {
        if Self::has(state, fleet.owner, Development::Usc) {
            return Err(Denied(rule!("SQ-5.4.10d")));
        }
        let at_star = fleet.hex == OFF || self.star_at(fleet.hex).is_some();
        if !at_star || fleet.bound.is_some() {
            rule!("SQ-5.4.6");
            return Err(Denied(rule!("SQ-5.1h")));
        }
        if fleet.stopped || fleet.used >= Self::allowance(state, fleet.owner) {
            return Err(Denied(rule!("SQ-5.4.1")));
        }
        rule!("SQ-DP-2");
        Ok(())
    }

    /// The stars a fleet may want to go round.
    fn avoidable(&self, state: &State, fleet: &Fleet, bound: Star) -> u64 {
        if fleet.hex == OFF {
            return 0;
        }
        let range = self.fleet_range(state, fleet);
        let (ground, _) = self.ground(fleet, range.as_ref(), bound);
        self.on_the_way(&ground, fleet.hex, bound)
    }

    /// SQ-5.4.10b: only stars on the way; others would change nothing.
    fn may_avoid(&self, state: &State, fleet: &Fleet, star: Star) -> Result<(), Denied> {
        let Some(bound) = fleet.bound else { return Err(Denied(rule!("SQ-5.4.10b"))) };
        let at_star = self.star_at(fleet.hex).is_some();
        let on_the_way = at_star && self.avoidable(state, fleet, bound) & star.bit() != 0;
        if on_the_way && fleet.used < Self::allowance(state, fleet.owner) {
            Ok(())
        } else {
            Err(Denied(rule!("SQ-5.4.10b")))
        }
    }

    /// SQ-5.2.3: fleets in one hex join; between stars only with the same destination.
    fn may_merge(&self, state: &State, fleet: &Fleet, token: Token) -> Result<(), Denied> {
        let Some(other) = state.fleet(token) else { return Err(Denied(rule!("SQ-5.2.3a"))) };
        let together = other.owner == fleet.owner && other.hex == fleet.hex && other.token != fleet.token;
        if !together || state.focus.split {
            return Err(Denied(rule!("SQ-5.2.3a")));
        }
        let at_star = fleet.hex == OFF || self.star_at(fleet.hex).is_some();
        let free = Self::has(state, fleet.owner, Development::Usc);
        if !at_star && !free && other.bound != fleet.bound {
            rule!("SQ-R-61");
            return Err(Denied(rule!("SQ-5.2.3b")));
        }
        let origins = fleet
            .lots
            .iter()
            .filter(|lot| {
                !other.lots.iter().any(|held| (held.people, held.origin) == (lot.people, lot.origin))
            })
            .count();
        if origins + other.lots.len() > LOTS {
            return Err(Denied(rule!("SQ-2.3.3b")));
        }
        Ok(())
    }

    /// May the picked fleet be left where it is for this turn?
    fn may_finish(&self, state: &State, fleet: &Fleet, course: &Course) -> Result<(), Denied> {
        if fleet.hex == OFF {
            return Err(Denied(rule!("SQ-3.3a")));
        }
        if state.turn == 1 && self.nova().is_some() && self.star_at(fleet.hex) == self.nova() {
            return Err(Denied(rule!("SQ-12.Nb")));
        }
        if fleet.withdrawn && fleet.used == 0 {
            let can = |&to: &Hex| self.may_step(state, fleet, course, to).is_ok();
            if !Self::has(state, fleet.owner, Development::Usc) && course.steps.iter().any(can) {
                rule!("SQ-R-69");
                return Err(Denied(rule!("SQ-6.1.4e")));
            }
        }
        rule!("SQ-R-18");
        Ok(())
    }

    /// All ships have entered, left the nova, and moved on after a withdrawal?
    fn may_end_move(&self, state: &State, seat: Seat) -> Result<(), Denied> {
        for fleet in state.fleets.iter().filter(|fleet| fleet.owner == seat && !fleet.done) {
            let bound = fleet.hex == OFF || fleet.withdrawn || (state.turn == 1 && self.nova().is_some());
            if bound {
                self.may_finish(state, fleet, &self.course(state, fleet))?;
            }
        }
        Ok(())
    }

    pub(crate) fn apply_move(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        let picked = Token(state.focus.picked);
        let noted = Event { to: Seats::only(seat), what: What::Noted(seat) };
        match action {
            Action::Pick(token) => {
                rule!("SQ-HID-4");
                state.focus = Focus { picked: token.0, ..Focus::default() };
                emit(noted);
            }
            Action::Bound(star) => {
                let fleet = state.fleet_mut(picked).expect("a fleet is picked");
                fleet.bound = Some(star);
                if fleet.used > 0 {
                    rule!("SQ-5.4.4");
                    fleet.redirected = true;
                }
                fleet.detour = false;
                emit(noted);
            }
            Action::Avoid(star) => {
                state.fleet_mut(picked).expect("a fleet is picked").avoid |= star.bit();
                emit(noted);
            }
            Action::Cut => {
                state.focus.group = 0;
                emit(noted);
            }
            Action::Done => {
                self.put_down(state, picked, true);
                emit(noted);
            }
            Action::Leave => {
                self.put_down(state, picked, false);
                emit(noted);
            }
            Action::Detach(kind, origin, count) => self.detach(state, seat, (kind, origin, count), emit),
            Action::Merge(token) => self.merge(state, seat, token, emit),
            Action::Step(to) => self.step(state, seat, to, emit),
            Action::Proceed => self.proceed(state, seat, emit),
            Action::ProceedAll => {
                let tokens: Vec<Token> = self.in_flight(state, seat).collect();
                for token in tokens {
                    state.focus.picked = token.0;
                    self.proceed(state, seat, emit);
                    state.focus = Focus::default();
                }
            }
            Action::EndMove => self.end_move(state, seat, emit),
            _ => unreachable!("judge_move accepts no other action"),
        }
    }

    fn put_down(&self, state: &mut State, picked: Token, done: bool) {
        state.focus = Focus::default();
        if let Some(fleet) = state.fleet_mut(picked) {
            fleet.done |= done;
            if self.star_at(fleet.hex).is_some() {
                (fleet.bound, fleet.avoid) = (None, 0);
            }
        }
    }

    fn detach(
        &self,
        state: &mut State,
        seat: Seat,
        (kind, origin, count): (Kind, Planet, u16),
        emit: &mut impl FnMut(Event),
    ) {
        rule!("SQ-DP-3");
        rule!("SQ-5.2.3a");
        let at = state.fleet_at(Token(state.focus.picked)).expect("a fleet is picked");
        let mut fleet = state.fleets.remove(at);
        let on_map = fleet.hex != OFF;
        let origin = kind.is_transport().then_some(origin);
        let new_group = state.focus.group == 0;
        if new_group {
            rule!("SQ-2.3.3c");
            rule!("SQ-R-54");
            let mut group = Fleet { ships: crate::Ships::default(), ..fleet.clone() };
            group.lots.clear();
            (fleet.seen, group.seen) = Default::default();
            fleet.token = if on_map { state.new_token() } else { state.new_private(seat) };
            group.token = if on_map { state.new_token() } else { Token(fleet.token.0 + 1) };
            fleet.shift(&mut group, kind, origin, count);
            state.focus.group = group.token.0;
            state.insert_fleet(group);
        } else {
            let group = state.fleet_mut(Token(state.focus.group)).expect("the group is there");
            fleet.shift(group, kind, origin, count);
        }
        state.focus.picked = fleet.token.0;
        state.focus.split = true;
        let hex = fleet.hex;
        state.insert_fleet(fleet);
        if on_map && new_group {
            emit(Event { to: Seats::ALL, what: What::Regrouped { seat, hex } });
        } else {
            emit(Event { to: Seats::only(seat), what: What::Noted(seat) });
        }
        if let Some(star) = self.star_at(hex) {
            self.look(state, star, emit);
        }
    }

    fn merge(&self, state: &mut State, seat: Seat, token: Token, emit: &mut impl FnMut(Event)) {
        let at = state.fleet_at(Token(state.focus.picked)).expect("a fleet is picked");
        let fleet = state.fleets.remove(at);
        let at = state.fleet_at(token).expect("the other fleet is there");
        let mut other = state.fleets.remove(at);
        for kind in [Kind::SCT, Kind::ESC, Kind::ATK, Kind::DN] {
            other.ships.0[kind.index()] += fleet.ships.of(kind);
        }
        fleet.lots.iter().for_each(|&lot| other.load(lot));
        rule!("SQ-R-61");
        other.withdrawn = (other.withdrawn && other.used == 0) || (fleet.withdrawn && fleet.used == 0);
        other.redirected |= fleet.redirected || other.used != fleet.used;
        other.used = other.used.max(fleet.used);
        other.stopped |= fleet.stopped;
        other.arrived = other.arrived.max(fleet.arrived);
        if other.bound != fleet.bound {
            (other.bound, other.avoid) = (None, 0);
        }
        other.seen = Default::default();
        rule!("SQ-R-45");
        let on_map = other.hex != OFF;
        other.token = if on_map { state.new_token() } else { state.new_private(seat) };
        let hex = other.hex;
        state.focus = Focus::default();
        state.insert_fleet(other);
        if on_map {
            emit(Event { to: Seats::ALL, what: What::Regrouped { seat, hex } });
        } else {
            emit(Event { to: Seats::only(seat), what: What::Noted(seat) });
        }
        if let Some(star) = self.star_at(hex) {
            self.look(state, star, emit);
        }
    }

    fn step(&self, state: &mut State, seat: Seat, to: Hex, emit: &mut impl FnMut(Event)) {
        let at = state.fleet_at(Token(state.focus.picked)).expect("a fleet is picked");
        let direct = {
            let fleet = &state.fleets[at];
            let free = fleet.hex == OFF || Self::has(state, seat, Development::Usc);
            free || fleet.bound.is_none_or(|bound| {
                let range = self.fleet_range(state, fleet);
                let (_, way) = self.ground(fleet, range.as_ref(), bound);
                way.is_some_and(|way| way.contains(&to))
            })
        };
        let moment = state.moment();
        let star = self.star_at(to);
        let guarded = |other: &Fleet| other.owner != seat && other.hex == to && other.ships.warships() > 0;
        let guarded = star.is_some() && state.fleets.iter().any(guarded);
        let entering = state.fleets[at].hex == OFF;
        let at = if entering {
            rule!("SQ-3.3a");
            rule!("SQ-HID-18");
            let mut fleet = state.fleets.remove(at);
            fleet.token = state.new_token();
            (fleet.redirected, fleet.start) = (true, to);
            let token = fleet.token;
            state.insert_fleet(fleet);
            state.fleet_at(token).expect("it was just put there")
        } else {
            at
        };
        let fleet = &mut state.fleets[at];
        let from = fleet.hex;
        if let (false, Some(star)) = (entering, self.star_at(from)) {
            rule!("SQ-5.1i");
            fleet.left = Some(star);
        }
        rule!("SQ-5.4.1");
        rule!("SQ-HID-2");
        fleet.detour |= !direct;
        fleet.hex = to;
        fleet.used += 1;
        fleet.arrived = moment;
        if self.components.clouds.contains(to) {
            rule!("SQ-5.4.2b");
            rule!("SQ-R-63");
            fleet.stopped = true;
        }
        if star.is_some() {
            (fleet.bound, fleet.avoid) = (None, 0);
            if guarded {
                rule!("SQ-5.4.3b");
                rule!("SQ-R-20");
                fleet.stopped = true;
            }
        }
        let token = fleet.token;
        state.focus = Focus { picked: token.0, stepped: true, ..Focus::default() };
        let from = (from != OFF).then_some(from);
        emit(Event { to: Seats::ALL, what: What::Moved { seat, token, from, to } });
        if let Some(star) = star {
            rule!("SQ-R-19");
            self.look(state, star, emit);
        }
    }

    /// A seat's fleets between stars that have not moved in this turn.
    fn in_flight(&self, state: &State, seat: Seat) -> impl Iterator<Item = Token> {
        let own =
            state.fleets.iter().filter(move |fleet| fleet.owner == seat && !fleet.done && fleet.used == 0);
        own.filter(|fleet| fleet.bound.is_some() && fleet.hex != OFF && self.star_at(fleet.hex).is_none())
            .map(|fleet| fleet.token)
    }

    /// DP-2: the whole way of this turn. At a star the fleet may be sent on if it has hexes left.
    fn proceed(&self, state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
        rule!("SQ-DP-2");
        let allowance = Self::allowance(state, seat);
        loop {
            let picked = Token(state.focus.picked);
            let fleet = state.fleet(picked).expect("a fleet is picked");
            if let Some(to) = self.onward(state, fleet, &self.course(state, fleet)) {
                self.step(state, seat, to, emit);
                continue;
            }
            if fleet.bound.is_some() || fleet.stopped || fleet.used >= allowance {
                self.put_down(state, picked, true);
            }
            return;
        }
    }

    /// SQ-5.1e: what is out of range at the end of T1 is lost.
    fn end_move(&self, state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
        state.focus = Focus::default();
        let range = self.range(state, seat);
        for fleet in state.fleets.iter_mut().filter(|fleet| fleet.owner == seat) {
            fleet.withdrawn = false;
            if self.star_at(fleet.hex).is_some() {
                (fleet.bound, fleet.avoid) = (None, 0);
            }
        }
        if let Some(range) = range {
            let lost_at = |fleet: &Fleet| {
                fleet.owner == seat && !fleet.ships.only_scouts() && !range.contains(fleet.hex)
            };
            let mut hexes: Vec<(Hex, u16)> = Vec::new();
            for fleet in state.fleets.iter_mut().filter(|fleet| lost_at(fleet)) {
                rule!("SQ-5.1e");
                let scouts = fleet.ships.of(Kind::SCT);
                hexes.push((fleet.hex, fleet.ships.total() - scouts));
                fleet.ships = crate::Ships::default();
                fleet.ships.0[Kind::SCT.index()] = scouts;
                fleet.lots.clear();
            }
            for (hex, lost) in hexes {
                // The others see counters vanish, not how many ships they were.
                rule!("SQ-HID-3");
                emit(Event { to: Seats::ALL, what: What::OutOfRange { seat, hex, lost: None } });
                emit(Event { to: Seats::only(seat), what: What::OutOfRange { seat, hex, lost: Some(lost) } });
                if let Some(star) = self.star_at(hex) {
                    self.look(state, star, emit);
                }
            }
            state.fleets.retain(|fleet| fleet.ships.total() > 0);
        }
        if state.turn == 1 && matches!(self.scenario.start, Start::Entries(_)) {
            rule!("SQ-3.3c");
            self.end_turn(state, emit);
        } else {
            self.explore_next(state, emit);
        }
    }
}

/// Are there so many of this kind from this planet?
pub(crate) fn may_take(fleet: &Fleet, kind: Kind, origin: Planet, count: u16) -> Result<(), Denied> {
    let have = match kind.people() {
        Some(people) => {
            let from = |lot: &&crate::Lot| lot.people == people && lot.origin == origin;
            fleet.lots.iter().filter(from).map(|lot| lot.count).sum()
        }
        None if kind.index() < 4 && origin == Planet::NOWHERE => fleet.ships.of(kind),
        None => 0,
    };
    if count > 0 && count <= have { Ok(()) } else { Err(Denied(rule!("SQ-5.2.3a"))) }
}
