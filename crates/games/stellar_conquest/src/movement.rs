//! T1: fleets get orders one after another; splitting and merging on the way.
//!
//! A fleet is picked, and then moved, split, merged, put down ([`Action::Deselect`]) or finished
//! ([`Action::Done`]). Picking a finished fleet again, putting an unmoved one down and choosing another destination
//! before leaving a star are corrections: a player may, computer players do not.

use atlas::Hex;
use rules::{Denied, Seat, Seats, rule};

use crate::{
    StellarConquest,
    action::{Action, Event, EventKind},
    course::Course,
    ids::{Development, Kind, Planet, Star},
    known::Known,
    scenario::Start,
    state::{Fleet, Focus, OFF, State, Token, TransportGroup},
};

/// The amounts offered up to a most: single counters, squadrons, groups, and everything.
pub(crate) fn amounts(most: u16) -> impl Iterator<Item = u16> {
    [1, 3, 9, 27, 81].into_iter().filter(move |&amount| amount < most).chain((most > 0).then_some(most))
}

impl StellarConquest {
    pub(crate) fn candidates_move(&self, state: &Known<'_>, seat: Seat, out: &mut Vec<Action>) {
        let Some(fleet) = state.fleet(Token(state.focus.picked)) else {
            for fleet in state.fleets.iter().filter(|fleet| fleet.owner == seat && !fleet.done) {
                out.push(Action::Pick(fleet.token));
            }
            out.extend([Action::ProceedAll, Action::EndMove]);
            return;
        };
        if fleet.hex == OFF {
            out.extend(self.course(state, fleet).steps.iter().copied().map(Action::Step));
        } else {
            out.extend(self.around(fleet.hex).iter().map(|&hex| Action::Step(hex)));
        }
        out.push(Action::Proceed);
        match fleet.bound {
            None => out.extend(self.stars().map(Action::SetDestination)),
            Some(bound) => out.extend(Star::all(self.avoidable(state, fleet, bound)).map(Action::Avoid)),
        }
        for other in state.fleets.iter().filter(|other| other.owner == seat && other.hex == fleet.hex) {
            if other.token != fleet.token {
                out.push(Action::Merge(other.token));
            }
        }
        self.candidates_ships(fleet, state.groups(fleet.token), out, Action::Detach);
        out.push(Action::NewGroup);
        if state.focus.stepped {
            out.push(Action::Deselect);
        }
        out.push(Action::Done);
    }

    /// Ships of a fleet by kind and origin, in the amounts a player may want.
    pub(crate) fn candidates_ships(
        &self,
        fleet: &Fleet,
        groups: &[TransportGroup],
        out: &mut Vec<Action>,
        action: impl Fn(Kind, Planet, u16) -> Action,
    ) {
        for kind in [Kind::SCT, Kind::ESC, Kind::ATK, Kind::DN] {
            out.extend(amounts(fleet.ships.of(kind)).map(|count| action(kind, Planet::NOWHERE, count)));
        }
        for group in groups {
            out.extend(
                amounts(group.count).map(|count| action(Kind::transport(group.people), group.origin, count)),
            );
        }
    }

    /// What may be done in T1 now: the same as filtering the candidates, with the course worked out once.
    pub(crate) fn legal_move(&self, state: &Known<'_>, seat: Seat, out: &mut Vec<Action>) {
        let Some(fleet) = state.fleet(Token(state.focus.picked)) else {
            let (mut in_flight, mut may_end) = (false, true);
            for fleet in state.fleets.iter().filter(|fleet| fleet.owner == seat && !fleet.done) {
                out.push(Action::Pick(fleet.token));
                in_flight |= is_in_flight(fleet);
                may_end = may_end && self.may_be_left(state, fleet).is_ok();
            }
            if in_flight {
                out.push(Action::ProceedAll);
            }
            if may_end {
                out.push(Action::EndMove);
            }
            return;
        };
        let course = self.course(state, fleet);
        // The steps in the order of the neighbours: direct ones and detours are each in that order.
        let mixed = course.direct > 0 && course.direct < course.steps.len();
        let steps = if mixed { self.around(fleet.hex) } else { &course.steps[..] };
        for &to in steps {
            if self.may_step(state, fleet, &course, to).is_ok() {
                out.push(Action::Step(to));
            }
        }
        if fleet.bound.is_some() && !out.is_empty() {
            out.push(Action::Proceed);
        }
        match fleet.bound {
            None if self.may_set_destination(state, fleet).is_ok() => {
                let here = self.star_at(fleet.hex).map_or(0, Star::bit);
                out.extend(Star::all(self.stars & !here).map(Action::SetDestination));
            }
            Some(bound) => {
                let stars = match &course.ground {
                    Some(ground) if self.may_choose_way(state, fleet) => {
                        self.on_the_way(ground, fleet.hex, bound)
                    }
                    Some(_) => 0,
                    None => self.avoidable(state, fleet, bound),
                };
                out.extend(Star::all(stars).map(Action::Avoid));
            }
            None => {}
        }
        for other in state.fleets.iter().filter(|other| other.owner == seat && other.hex == fleet.hex) {
            if other.token != fleet.token && self.may_merge(state, fleet, other.token).is_ok() {
                out.push(Action::Merge(other.token));
            }
        }
        let total = fleet.ships.total();
        if total > 1 {
            let from = out.len();
            self.candidates_ships(fleet, state.groups(fleet.token), out, Action::Detach);
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
            out.push(Action::NewGroup);
        }
        if state.focus.stepped {
            out.push(Action::Deselect);
        }
        if self.may_finish(state, fleet, &course).is_ok() {
            out.push(Action::Done);
        }
    }

    /// What a player may reconsider in T1, as long as no opponent could see it.
    pub(crate) fn corrections_move(&self, state: &Known<'_>, seat: Seat, out: &mut Vec<Action>) {
        let Some(fleet) = state.fleet(Token(state.focus.picked)) else {
            let done = state.fleets.iter().filter(|fleet| fleet.owner == seat && fleet.done);
            out.extend(done.map(|fleet| Action::Pick(fleet.token)));
            return;
        };
        if fleet.bound.is_some() && self.may_set_destination(state, fleet).is_ok() {
            let here = self.star_at(fleet.hex).map_or(0, Star::bit);
            let there = fleet.bound.map_or(0, Star::bit);
            out.extend(Star::all(self.stars & !here & !there).map(Action::SetDestination));
        }
        if !state.focus.stepped {
            out.push(Action::Deselect);
        }
    }

    /// Playouts and computer players: each set of splits and merges in one order, and few ways round stars.
    pub(crate) fn prune_move(&self, state: &Known<'_>, actions: &mut Vec<Action>) {
        let fleet = state.fleet(Token(state.focus.picked));
        // Going round a star pays only after a withdrawal, past the enemy.
        let goes_round = fleet.is_some_and(|fleet| fleet.withdrawn && fleet.avoid == 0);
        let drops = |action: &Action| match action {
            Action::Merge(_) => state.focus.split,
            Action::Avoid(_) => !goes_round,
            _ => false,
        };
        if actions.iter().any(drops) {
            actions.retain(|action| !drops(action));
        }
    }

    pub(crate) fn check_move(&self, state: &Known<'_>, seat: Seat, action: Action) -> Result<(), Denied> {
        let picked = state.fleet(Token(state.focus.picked));
        match (action, picked) {
            (Action::Pick(token), None) => match state.fleet(token) {
                Some(fleet) if fleet.owner == seat => Ok(()),
                _ => Err(Denied(rule!("SQ-4.1"))),
            },
            (Action::ProceedAll, None) if self.in_flight(state, seat).next().is_some() => Ok(()),
            (Action::ProceedAll, None) => Err(Denied(rule!("SQ-5.4.10a"))),
            (Action::EndMove, None) => self.may_end_move(state, seat),
            (Action::Step(to), Some(fleet)) => self.may_step(state, fleet, &self.course(state, fleet), to),
            (Action::Proceed, Some(fleet)) => {
                let course = self.course(state, fleet);
                if fleet.bound.is_none() {
                    return Err(Denied(rule!("SQ-5.1i")));
                }
                let mut steps = course.steps.iter();
                if steps.any(|&to| self.may_step(state, fleet, &course, to).is_ok()) {
                    Ok(())
                } else {
                    Err(Denied(rule!("SQ-5.4.10a")))
                }
            }
            (Action::SetDestination(star), Some(fleet)) => {
                self.may_set_destination(state, fleet)?;
                if self.star_at(fleet.hex) == Some(star) || self.stars & star.bit() == 0 {
                    return Err(Denied(rule!("SQ-5.1j")));
                }
                Ok(())
            }
            (Action::Avoid(star), Some(fleet)) => self.may_avoid(state, fleet, star),
            (Action::Merge(token), Some(fleet)) => self.may_merge(state, fleet, token),
            (Action::Detach(kind, origin, count), Some(fleet)) => {
                may_take(fleet, state.groups(fleet.token), kind, origin, count)?;
                if count < fleet.ships.total() { Ok(()) } else { Err(Denied(rule!("SQ-2.3.3b"))) }
            }
            (Action::NewGroup, Some(_)) if state.focus.group != 0 => Ok(()),
            (Action::Deselect, Some(_)) => Ok(()),
            (Action::Done, Some(fleet)) => self.may_finish(state, fleet, &self.course(state, fleet)),
            _ => Err(Denied(rule!("SQ-4.0b"))),
        }
    }

    /// SQ-5.1h: destinations are given in star hexes and before entering.
    fn may_set_destination(&self, state: &Known<'_>, fleet: &Fleet) -> Result<(), Denied> {
        if Self::has(state, fleet.owner, Development::Usc) {
            return Err(Denied(rule!("SQ-5.4.10d")));
        }
        if fleet.hex != OFF && self.star_at(fleet.hex).is_none() {
            rule!("SQ-5.4.6");
            return Err(Denied(rule!("SQ-5.1h")));
        }
        if fleet.stopped || fleet.used >= Self::allowance(&state.sheets[fleet.owner.index()]) {
            return Err(Denied(rule!("SQ-5.4.1")));
        }
        rule!("SQ-DP-2");
        Ok(())
    }

    /// The stars a fleet may name to go round: at a star, before entering, and after a withdrawal until it moves.
    pub(crate) fn avoidable(&self, state: &Known<'_>, fleet: &Fleet, bound: Star) -> u64 {
        if !self.may_choose_way(state, fleet) {
            return 0;
        }
        let ground = self.ground(fleet, self.fleet_range(state, fleet), bound);
        self.on_the_way(&ground, self.place_of(fleet), bound)
    }

    fn may_choose_way(&self, state: &Known<'_>, fleet: &Fleet) -> bool {
        let free = Self::has(state, fleet.owner, Development::Usc);
        let at_star = fleet.hex == OFF || self.star_at(fleet.hex).is_some();
        let withdrawn = fleet.withdrawn && fleet.used == 0;
        let spent = fleet.used >= Self::allowance(&state.sheets[fleet.owner.index()]) || fleet.stopped;
        !free && !spent && (at_star || withdrawn)
    }

    /// SQ-5.4.10b: only stars on the way; others would change nothing.
    fn may_avoid(&self, state: &Known<'_>, fleet: &Fleet, star: Star) -> Result<(), Denied> {
        match fleet.bound {
            Some(bound) if self.avoidable(state, fleet, bound) & star.bit() != 0 => Ok(()),
            Some(_) | None => Err(Denied(rule!("SQ-5.4.10b"))),
        }
    }

    /// SQ-5.2.3: fleets in one hex join; between stars only with the same destination.
    fn may_merge(&self, state: &Known<'_>, fleet: &Fleet, token: Token) -> Result<(), Denied> {
        let Some(other) = state.fleet(token) else { return Err(Denied(rule!("SQ-5.2.3a"))) };
        let together = other.owner == fleet.owner && other.hex == fleet.hex && other.token != fleet.token;
        if !together {
            return Err(Denied(rule!("SQ-5.2.3a")));
        }
        let at_star = fleet.hex == OFF || self.star_at(fleet.hex).is_some();
        let free = Self::has(state, fleet.owner, Development::Usc);
        if !at_star && !free && other.bound != fleet.bound {
            return Err(Denied(rule!("SQ-5.2.3b")));
        }
        Ok(())
    }

    /// May the picked fleet be left where it is for this turn?
    fn may_finish(&self, state: &Known<'_>, fleet: &Fleet, course: &Course) -> Result<(), Denied> {
        if fleet.hex == OFF {
            return Err(Denied(rule!("SQ-3.3a")));
        }
        if state.open.turn == 1 && self.nova().is_some() && self.star_at(fleet.hex) == self.nova() {
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
    fn may_end_move(&self, state: &Known<'_>, seat: Seat) -> Result<(), Denied> {
        let mut fleets = state.fleets.iter().filter(|fleet| fleet.owner == seat && !fleet.done);
        fleets.try_for_each(|fleet| self.may_be_left(state, fleet))
    }

    fn may_be_left(&self, state: &Known<'_>, fleet: &Fleet) -> Result<(), Denied> {
        let bound = fleet.hex == OFF || fleet.withdrawn || (state.open.turn == 1 && self.nova().is_some());
        if bound { self.may_finish(state, fleet, &self.course(state, fleet)) } else { Ok(()) }
    }

    pub(crate) fn apply_move(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        let picked = Token(state.focus.picked);
        let noted = Event { visible_to: Seats::only(seat), kind: EventKind::Noted(seat) };
        match action {
            Action::Pick(token) => {
                state.focus = Focus { picked: token.0, ..Focus::default() };
                state.fleet_mut(token).expect("a fleet is picked").done = false;
                emit(noted);
            }
            Action::SetDestination(star) => {
                let fleet = state.fleet_mut(picked).expect("a fleet is picked");
                rule!("SQ-HID-4");
                set_course(fleet, star, 0);
                emit(noted);
            }
            Action::Avoid(star) => {
                state.fleet_mut(picked).expect("a fleet is picked").avoid |= star.bit();
                emit(noted);
            }
            Action::NewGroup => {
                state.focus.group = 0;
                emit(noted);
            }
            Action::Done => {
                self.put_down(state, picked, true);
                emit(noted);
            }
            Action::Deselect => {
                self.put_down(state, picked, false);
                emit(noted);
            }
            Action::Detach(kind, origin, count) => self.detach(state, seat, (kind, origin, count), emit),
            Action::Merge(token) => self.merge(state, seat, token, emit),
            Action::Step(to) => {
                let known = state.known();
                let fleet = known.fleet(picked).expect("a fleet is picked");
                let detour = self.leaves_direct_way(&known, fleet, to);
                self.step(state, seat, to, detour, emit);
            }
            Action::Proceed => self.proceed(state, seat, emit),
            Action::ProceedAll => {
                let tokens: Vec<Token> = self.in_flight(&state.known(), seat).collect();
                for token in tokens {
                    state.focus.picked = token.0;
                    self.proceed(state, seat, emit);
                    state.focus = Focus::default();
                }
            }
            Action::EndMove => self.end_move(state, seat, emit),
            _ => unreachable!("check_move accepts no other action"),
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
        let mut picked = Token(state.focus.picked);
        let hex = state.fleet(picked).expect("a fleet is picked").hex;
        let on_map = hex != OFF;
        let origin = kind.is_transport().then_some(origin);
        let new_group = state.focus.group == 0;
        if new_group {
            let old = picked;
            picked = if on_map { state.new_token() } else { state.new_private(seat) };
            rule!("SQ-2.3.3c");
            rule!("SQ-R-54");
            state.renumber(old, picked);
            let token = if on_map { state.new_token() } else { Token(picked.0 + 1) };
            let fleet = *state.fleet(picked).expect("it was just renumbered");
            let mut group = Fleet { token, ships: crate::Ships::default(), ..fleet };
            if !on_map || self.star_at(hex).is_some() {
                // Ships on a star, or before they enter, choose a destination of their own.
                rule!("SQ-5.1i");
                (group.bound, group.avoid) = (None, 0);
            }
            state.insert_fleet(group);
            state.focus.group = token.0;
        }
        rule!("SQ-5.2.3a");
        state.shift(picked, Some(Token(state.focus.group)), kind, origin, count);
        state.focus.picked = picked.0;
        state.focus.split = true;
        if on_map && new_group {
            emit(Event { visible_to: Seats::ALL, kind: EventKind::Regrouped { seat, hex } });
        } else {
            emit(Event { visible_to: Seats::only(seat), kind: EventKind::Noted(seat) });
        }
        if let Some(star) = self.star_at(hex) {
            self.observe_star(state, star, emit);
        }
    }

    fn merge(&self, state: &mut State, seat: Seat, token: Token, emit: &mut impl FnMut(Event)) {
        let fleet = state.pour(Token(state.focus.picked), token);
        let other = state.fleet_mut(token).expect("the other fleet is there");
        let hex = other.hex;
        other.withdrawn = (other.withdrawn && other.used == 0) || (fleet.withdrawn && fleet.used == 0);
        if other.used != fleet.used || other.start != fleet.start {
            // The joint way begins here; the larger part of the allowance is used.
            rule!("SQ-R-61");
            other.used = other.used.max(fleet.used);
            (other.start, other.started, other.detour) = (hex, other.used, false);
        }
        other.stopped |= fleet.stopped;
        other.arrived = other.arrived.max(fleet.arrived);
        other.done = false;
        if other.bound != fleet.bound {
            (other.bound, other.avoid) = (None, 0);
        }
        let on_map = hex != OFF;
        let new = if on_map { state.new_token() } else { state.new_private(seat) };
        rule!("SQ-R-45");
        state.renumber(token, new);
        state.focus = Focus::default();
        if on_map {
            emit(Event { visible_to: Seats::ALL, kind: EventKind::Regrouped { seat, hex } });
        } else {
            emit(Event { visible_to: Seats::only(seat), kind: EventKind::Noted(seat) });
        }
        if let Some(star) = self.star_at(hex) {
            self.observe_star(state, star, emit);
        }
    }

    /// Whether a legal step leaves the direct way to go round clouds.
    fn leaves_direct_way(&self, state: &Known<'_>, fleet: &Fleet, to: Hex) -> bool {
        let Some(bound) = fleet.bound else { return false };
        if fleet.hex == OFF || fleet.detour || Self::has(state, fleet.owner, Development::Usc) {
            return fleet.detour;
        }
        let range = self.fleet_range(state, fleet);
        let ground = self.ground(fleet, range, bound);
        !self.direct(&ground, fleet.hex, bound).contains(&to)
    }

    fn step(&self, state: &mut State, seat: Seat, to: Hex, detour: bool, emit: &mut impl FnMut(Event)) {
        let mut token = Token(state.focus.picked);
        let moment = state.moment();
        let star = self.star_at(to);
        let guarded = |other: &Fleet| other.owner != seat && other.hex == to && other.ships.warships() > 0;
        let guarded = star.is_some() && state.fleets.truth().iter().any(guarded);
        let entering = state.fleet(token).expect("a fleet is picked").hex == OFF;
        if entering {
            rule!("SQ-HID-18");
            let new = state.new_token();
            state.renumber(token, new);
            token = new;
        }
        let fleet = state.fleet_mut(token).expect("a fleet is picked");
        let from = fleet.hex;
        if entering {
            rule!("SQ-3.3a");
            (fleet.turn_start, fleet.start, fleet.started) = (to, to, 1);
        } else if let Some(star) = self.star_at(from) {
            rule!("SQ-R-16");
            fleet.left = Some(star);
        }
        fleet.detour = detour;
        fleet.hex = to;
        rule!("SQ-5.4.1");
        fleet.used += 1;
        fleet.arrived = moment;
        if self.components.clouds.contains(to) {
            rule!("SQ-5.4.2b");
            rule!("SQ-R-63");
            fleet.stopped = true;
        }
        if star.is_some() {
            rule!("SQ-5.4.4");
            (fleet.bound, fleet.avoid) = (None, 0);
            if guarded {
                rule!("SQ-5.4.3b");
                rule!("SQ-R-20");
                fleet.stopped = true;
            }
        }
        state.focus = Focus { picked: token.0, stepped: true, ..Focus::default() };
        let from = (from != OFF).then_some(from);
        rule!("SQ-HID-2");
        emit(Event { visible_to: Seats::ALL, kind: EventKind::Moved { seat, token, from, to } });
        if let Some(star) = star {
            rule!("SQ-R-19");
            self.observe_star(state, star, emit);
        }
    }

    /// A seat's fleets with a destination that have not moved in this turn.
    fn in_flight<'a>(&self, state: &Known<'a>, seat: Seat) -> impl Iterator<Item = Token> + use<'a> {
        let idle = move |fleet: &&Fleet| fleet.owner == seat && !fleet.done && is_in_flight(fleet);
        state.fleets.iter().filter(idle).map(|fleet| fleet.token)
    }

    /// DP-2: the whole way of this turn. A star on the way is passed; at its destination the fleet may be sent on if
    /// it has hexes left.
    fn proceed(&self, state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
        rule!("SQ-DP-2");
        let mut bound = None;
        loop {
            let token = Token(state.focus.picked);
            let fleet = *state.fleet(token).expect("a fleet is picked");
            bound = bound.or(fleet.bound);
            let Some((to, detour)) = self.best_step(&state.known(), &fleet) else { break };
            self.step(state, seat, to, detour, emit);
            let token = Token(state.focus.picked);
            let passed = self.star_at(to).is_some_and(|star| Some(star) != bound);
            if let (true, Some(bound)) = (passed, bound) {
                let now = state.fleet_mut(token).expect("it has just moved");
                set_course(now, bound, fleet.avoid);
            }
        }
        let token = Token(state.focus.picked);
        let allowance = Self::allowance(&state.sheets.truth()[seat.index()]);
        let fleet = state.fleet_mut(token).expect("a fleet is picked");
        if fleet.bound.is_some() || fleet.stopped || fleet.used >= allowance {
            fleet.done = true;
            state.focus = Focus::default();
        }
    }

    /// SQ-5.1e: what is out of range at the end of T1 is lost.
    fn end_move(&self, state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
        state.focus = Focus::default();
        let range = self.range(&state.known(), seat);
        for fleet in state.fleets.truth_mut().iter_mut().filter(|fleet| fleet.owner == seat) {
            fleet.withdrawn = false;
        }
        if let Some(range) = range {
            let lost_at = |fleet: &&Fleet| {
                fleet.owner == seat && !fleet.ships.only_scouts() && !self.within(range, fleet.hex)
            };
            let strays: Vec<Fleet> = state.fleets.truth().iter().filter(lost_at).copied().collect();
            for fleet in &strays {
                rule!("SQ-5.1e");
                for kind in Kind::ships().filter(|&kind| kind != Kind::SCT) {
                    state.take(fleet.token, kind, None, fleet.ships.of(kind));
                }
            }
            state.drop_empty_fleets();
            for fleet in &strays {
                // The others see counters vanish, not how many ships they were.
                rule!("SQ-HID-3");
                let (hex, lost) = (fleet.hex, fleet.ships.total() - fleet.ships.of(Kind::SCT));
                let kind = EventKind::OutOfRange { seat, hex, lost: None };
                emit(Event { visible_to: Seats::ALL, kind });
                let kind = EventKind::OutOfRange { seat, hex, lost: Some(lost) };
                emit(Event { visible_to: Seats::only(seat), kind });
                if let Some(star) = self.star_at(hex) {
                    self.observe_star(state, star, emit);
                }
            }
        }
        if state.open.turn == 1 && matches!(self.scenario.start, Start::Entries(_)) {
            rule!("SQ-3.3c");
            self.end_turn(state, emit);
        } else {
            self.explore_next(state, emit);
        }
    }
}

/// Whether a fleet on the map has a destination and has not moved in this turn.
fn is_in_flight(fleet: &Fleet) -> bool {
    fleet.used == 0 && fleet.bound.is_some() && fleet.hex != OFF
}

/// A new destination: the way is measured from here.
fn set_course(fleet: &mut Fleet, star: Star, avoid: u64) {
    (fleet.bound, fleet.avoid) = (Some(star), avoid);
    (fleet.start, fleet.started, fleet.detour) = (fleet.hex, fleet.used, false);
}

/// Are there so many of this kind from this planet?
pub(crate) fn may_take(
    fleet: &Fleet,
    groups: &[TransportGroup],
    kind: Kind,
    origin: Planet,
    count: u16,
) -> Result<(), Denied> {
    let have = match kind.people() {
        Some(people) => {
            let from = |group: &&TransportGroup| group.people == people && group.origin == origin;
            groups.iter().filter(from).map(|group| group.count).sum()
        }
        None if kind.index() < 4 && origin == Planet::NOWHERE => fleet.ships.of(kind),
        None => 0,
    };
    if count > 0 && count <= have { Ok(()) } else { Err(Denied(rule!("SQ-5.2.3a"))) }
}
