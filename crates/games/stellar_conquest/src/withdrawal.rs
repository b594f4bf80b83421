//! T3.6 to T3.8: leaving a combat (SQ-6.1.4, SQ-6.1.5, SQ-4.3d).

use atlas::Hex;
use rules::{Denied, Seat, Seats, rule};

use crate::{
    StellarConquest,
    action::{Action, Event, What},
    ids::{Development, Kind, Planet, Star},
    movement::may_take,
    state::{Fleet, Focus, Frame, OFF, State, Token},
};

impl StellarConquest {
    /// T3.6: after a Fire Turn.
    pub(crate) fn after_fire(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        if self.one_side_left(state) {
            return self.end_combat(state, emit);
        }
        rule!("SQ-DP-6");
        rule!("SQ-6.1.4a");
        rule!("SQ-6.1.4d");
        state.frame = Frame::Withdraw { seat: Seat(state.battle.last_in), forced: false };
    }

    fn foe(state: &State) -> Seat {
        state.battle.foe.expect("a ship combat has two sides")
    }

    fn one_side_left(&self, state: &State) -> bool {
        let hex = self.hex_of(Star(state.battle.star));
        [state.active, Self::foe(state)].iter().any(|&seat| state.fleets_of(seat, hex).next().is_none())
    }

    fn end_combat(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        rule!("SQ-6.1.6a");
        let star = Star(state.battle.star);
        state.battle.foe = None;
        emit(Event { to: Seats::ALL, what: What::CombatOver(star) });
        self.look(state, star, emit);
        self.combat_next(state, emit);
    }

    /// A seat has finished withdrawing.
    fn withdrawal_done(&self, state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
        state.focus = Focus::default();
        if self.one_side_left(state) {
            return self.end_combat(state, emit);
        }
        if seat.0 == state.battle.last_in {
            let foe = Self::foe(state);
            let other = if seat == state.active { foe } else { state.active };
            state.frame = Frame::Withdraw { seat: other, forced: false };
            return;
        }
        let hex = self.hex_of(Star(state.battle.star));
        let armed = |seat| state.ships_of(seat, hex).warships() > 0;
        if armed(state.active) || armed(Self::foe(state)) {
            rule!("SQ-6.1.5a");
            self.begin_volley(state, emit);
        } else {
            rule!("SQ-6.1.5b");
            state.frame = Frame::Withdraw { seat: Seat(state.battle.last_in), forced: true };
        }
    }

    /// The ships that could be taken out, as one collection.
    fn present(&self, state: &State, seat: Seat) -> Fleet {
        let hex = self.hex_of(Star(state.battle.star));
        let mut all = Fleet::empty(Token::NONE, seat, hex, 0);
        for fleet in state.fleets_of(seat, hex) {
            for kind in [Kind::SCT, Kind::ESC, Kind::ATK, Kind::DN] {
                all.ships.0[kind.index()] += fleet.ships.of(kind);
            }
            for &lot in &fleet.lots {
                if !all.lots.is_full() {
                    all.load(lot);
                }
            }
        }
        all
    }

    pub(crate) fn offer_withdrawal(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let star = Star(state.battle.star);
        if state.focus.picked != 0 {
            out.extend(self.stars().map(Action::Bound));
            return;
        }
        let all = self.present(state, seat);
        self.offer_ships(&all, out, Action::Pull);
        out.push(Action::PullAll);
        out.extend(self.around(self.hex_of(star)).iter().map(|&hex| Action::Retreat(hex)));
        out.push(Action::Stay);
    }

    pub(crate) fn judge_withdrawal(
        &self,
        state: &State,
        seat: Seat,
        forced: bool,
        action: Action,
    ) -> Result<(), Denied> {
        let star = Star(state.battle.star);
        if state.focus.picked != 0 {
            return match action {
                Action::Bound(bound) if bound != star && self.stars & bound.bit() != 0 => Ok(()),
                Action::Bound(_) => Err(Denied(rule!("SQ-6.1.4c"))),
                _ => Err(Denied(rule!("SQ-4.0b"))),
            };
        }
        let here = state.fleets_of(seat, self.hex_of(star)).next().is_some();
        match action {
            Action::Pull(kind, origin, count) => {
                let group = state.fleet(Token(state.focus.group));
                if group.is_some_and(|group| group.lots.is_full()) {
                    return Err(Denied(rule!("SQ-2.3.3b")));
                }
                may_take(&self.present(state, seat), kind, origin, count)
            }
            Action::PullAll if here && state.focus.group == 0 => {
                let lots = self.present(state, seat).lots;
                if lots.is_full() { Err(Denied(rule!("SQ-2.3.3b"))) } else { Ok(()) }
            }
            Action::Retreat(hex) if state.focus.group != 0 => self.may_retreat(star, hex),
            Action::Stay if state.focus.group == 0 => {
                if forced && here {
                    return Err(Denied(rule!("SQ-4.3d")));
                }
                Ok(())
            }
            _ => Err(Denied(rule!("SQ-4.0b"))),
        }
    }

    /// SQ-6.1.4b: an adjacent hex without a star.
    fn may_retreat(&self, star: Star, hex: Hex) -> Result<(), Denied> {
        if self.around(self.hex_of(star)).contains(&hex) && self.star_at(hex).is_none() {
            rule!("SQ-R-21");
            return Ok(());
        }
        Err(Denied(rule!("SQ-6.1.4b")))
    }

    pub(crate) fn apply_withdrawal(
        &self,
        state: &mut State,
        seat: Seat,
        forced: bool,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        let noted = Event { to: Seats::only(seat), what: What::Noted(seat) };
        match action {
            Action::Pull(kind, origin, count) => {
                self.pull(state, seat, kind, kind.is_transport().then_some(origin), count);
                emit(noted);
            }
            Action::PullAll => {
                let all = self.present(state, seat);
                for kind in [Kind::SCT, Kind::ESC, Kind::ATK, Kind::DN] {
                    self.pull(state, seat, kind, None, all.ships.of(kind));
                }
                for lot in &all.lots {
                    self.pull(state, seat, Kind::transport(lot.people), Some(lot.origin), lot.count);
                }
                emit(noted);
            }
            Action::Retreat(hex) => self.retreat(state, seat, hex, emit),
            Action::Bound(star) => {
                let token = Token(state.focus.picked);
                state.fleet_mut(token).expect("the withdrawn fleet is there").bound = Some(star);
                state.focus = Focus::default();
                emit(noted);
                self.withdrew(state, seat, forced, emit);
            }
            Action::Stay => {
                emit(Event { to: self.audience(self.sides(state)), what: What::Committed(seat) });
                self.withdrawal_done(state, seat, emit);
            }
            _ => unreachable!("judge_withdrawal accepts no other action"),
        }
    }

    fn pull(&self, state: &mut State, seat: Seat, kind: Kind, origin: Option<Planet>, count: u16) {
        if count == 0 {
            return;
        }
        if state.focus.group == 0 {
            let token = state.new_private(seat);
            state.insert_fleet(Fleet::empty(token, seat, OFF, 0));
            state.focus.group = token.0;
        }
        let at = state.fleet_at(Token(state.focus.group)).expect("the group is there");
        let mut group = state.fleets.remove(at);
        let hex = self.hex_of(Star(state.battle.star));
        let mut left = count;
        for fleet in &mut state.fleets {
            if fleet.owner == seat && fleet.hex == hex && left > 0 {
                let have = match origin {
                    Some(origin) => {
                        let from =
                            |lot: &&crate::Lot| Some(lot.people) == kind.people() && lot.origin == origin;
                        fleet.lots.iter().filter(from).map(|lot| lot.count).sum()
                    }
                    None => fleet.ships.of(kind),
                };
                let part = left.min(have);
                if part > 0 {
                    fleet.shift(&mut group, kind, origin, part);
                    left -= part;
                }
            }
        }
        state.insert_fleet(group);
    }

    fn retreat(&self, state: &mut State, seat: Seat, hex: Hex, emit: &mut impl FnMut(Event)) {
        rule!("SQ-6.1.4b");
        let star = Star(state.battle.star);
        let at = state.fleet_at(Token(state.focus.group)).expect("ships were taken out");
        let mut fleet = state.fleets.remove(at);
        state.fleets.retain(|fleet| fleet.ships.total() > 0);
        let free = Self::has(state, seat, Development::Usc);
        let token = state.new_token();
        rule!("SQ-6.1.4c");
        (fleet.token, fleet.hex, fleet.start, fleet.left) = (token, hex, hex, Some(star));
        fleet.arrived = state.moment();
        fleet.withdrawn = !free;
        fleet.done = true;
        state.insert_fleet(fleet);
        state.focus = Focus { picked: if free { 0 } else { token.0 }, ..Focus::default() };
        emit(Event { to: Seats::ALL, what: What::Withdrew { seat, star, hex, token } });
        self.look(state, star, emit);
        if free {
            let Frame::Withdraw { forced, .. } = state.frame else {
                unreachable!("ships withdraw in this frame only");
            };
            self.withdrew(state, seat, forced, emit);
        }
    }

    /// A group has gone; nothing is left to decide if it was the last.
    fn withdrew(&self, state: &mut State, seat: Seat, forced: bool, emit: &mut impl FnMut(Event)) {
        let here = state.fleets_of(seat, self.hex_of(Star(state.battle.star))).next().is_some();
        if !here {
            if forced {
                rule!("SQ-4.3d");
            }
            self.withdrawal_done(state, seat, emit);
        }
    }
}
