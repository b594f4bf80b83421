//! T3.6 to T3.8: leaving a combat (SQ-6.1.4, SQ-6.1.5, SQ-4.3d).

use atlas::Hex;
use rules::{Denied, Seat, Seats, rule};

use crate::{
    StellarConquest,
    action::{Action, Event, EventKind},
    ids::{Development, Kind, Planet, Star},
    known::Known,
    movement::may_take,
    state::{Fleet, Focus, Frame, OFF, State, Token, TransportGroup},
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
        state.open.frame = Frame::Withdraw { seat: Seat(state.battle.last_in), forced: false };
    }

    fn foe(state: &State) -> Seat {
        state.battle.foe.expect("a ship combat has two sides")
    }

    fn one_side_left(&self, state: &State) -> bool {
        let hex = self.hex_of(Star(state.battle.star));
        [state.open.active, Self::foe(state)].iter().any(|&seat| state.fleets_of(seat, hex).next().is_none())
    }

    fn end_combat(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        rule!("SQ-6.1.6a");
        let star = Star(state.battle.star);
        let fought = state.battle.round > 0;
        state.battle.foe = None;
        if fought {
            emit(Event { visible_to: Seats::ALL, kind: EventKind::CombatOver(star) });
        }
        self.observe_star(state, star, emit);
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
            let other = if seat == state.open.active { foe } else { state.open.active };
            state.open.frame = Frame::Withdraw { seat: other, forced: false };
            return;
        }
        let hex = self.hex_of(Star(state.battle.star));
        let armed = |seat| state.ships_of(seat, hex).warships() > 0;
        if armed(state.open.active) || armed(Self::foe(state)) {
            rule!("SQ-6.1.5a");
            self.begin_volley(state, emit);
        } else {
            rule!("SQ-6.1.5b");
            state.open.frame = Frame::Withdraw { seat: Seat(state.battle.last_in), forced: true };
        }
    }

    /// The ships that could be taken out, as one collection, and their transports.
    fn present(&self, state: &Known<'_>, seat: Seat) -> (Fleet, Vec<TransportGroup>) {
        let hex = self.hex_of(Star(state.battle.star));
        let mut all = Fleet::empty(Token::NONE, seat, hex, 0);
        let mut groups: Vec<TransportGroup> = Vec::new();
        for fleet in state.fleets_of(seat, hex) {
            all.ships.add(&fleet.ships);
            for &group in state.groups(fleet.token) {
                let same = |other: &&mut TransportGroup| {
                    (other.people, other.origin) == (group.people, group.origin)
                };
                match groups.iter_mut().find(same) {
                    Some(held) => held.count += group.count,
                    None => groups.push(TransportGroup { token: Token::NONE, ..group }),
                }
            }
        }
        groups.sort_unstable_by_key(|group| group.key());
        (all, groups)
    }

    pub(crate) fn candidates_withdrawal(&self, state: &Known<'_>, seat: Seat, out: &mut Vec<Action>) {
        let star = Star(state.battle.star);
        if state.focus.picked != 0 {
            out.extend(self.stars().map(Action::SetDestination));
            return;
        }
        let (all, groups) = self.present(state, seat);
        self.candidates_ships(&all, &groups, out, Action::PullOut);
        out.push(Action::PullAll);
        out.extend(self.around(self.hex_of(star)).iter().map(|&hex| Action::Retreat(hex)));
        out.push(Action::Finish);
    }

    pub(crate) fn check_withdrawal(
        &self,
        state: &Known<'_>,
        seat: Seat,
        forced: bool,
        action: Action,
    ) -> Result<(), Denied> {
        let star = Star(state.battle.star);
        if state.focus.picked != 0 {
            return match action {
                Action::SetDestination(bound) if bound != star && self.stars & bound.bit() != 0 => Ok(()),
                Action::SetDestination(_) => Err(Denied(rule!("SQ-6.1.4c"))),
                _ => Err(Denied(rule!("SQ-4.0b"))),
            };
        }
        let here = state.fleets_of(seat, self.hex_of(star)).next().is_some();
        match action {
            Action::PullOut(kind, origin, count) => {
                let (all, groups) = self.present(state, seat);
                may_take(&all, &groups, kind, origin, count)
            }
            Action::PullAll if here && state.focus.group == 0 => Ok(()),
            Action::Retreat(hex) if state.focus.group != 0 => self.may_retreat(star, hex),
            Action::Finish if state.focus.group == 0 => {
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
        let noted = Event { visible_to: Seats::only(seat), kind: EventKind::Noted(seat) };
        match action {
            Action::PullOut(kind, origin, count) => {
                self.pull(state, seat, kind, kind.is_transport().then_some(origin), count);
                emit(noted);
            }
            Action::PullAll => {
                let (all, _) = self.present(&state.known(), seat);
                for kind in Kind::ships() {
                    self.pull(state, seat, kind, None, all.ships.of(kind));
                }
                emit(noted);
            }
            Action::Retreat(hex) => self.retreat(state, seat, hex, emit),
            Action::SetDestination(star) => {
                let token = Token(state.focus.picked);
                state.fleet_mut(token).expect("the withdrawn fleet is there").bound = Some(star);
                state.focus = Focus::default();
                emit(noted);
                self.withdrew(state, seat, forced, emit);
            }
            Action::Finish => {
                emit(Event {
                    visible_to: self.combat_viewers(&state.battle, self.sides(&state.known())),
                    kind: EventKind::Committed(seat),
                });
                self.withdrawal_done(state, seat, emit);
            }
            _ => unreachable!("check_withdrawal accepts no other action"),
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
        let group = Token(state.focus.group);
        let hex = self.hex_of(Star(state.battle.star));
        let own: Vec<Token> = state.fleets_of(seat, hex).map(|fleet| fleet.token).collect();
        let mut left = count;
        for token in own {
            let have = match origin {
                Some(origin) => {
                    let from = |group: &&TransportGroup| {
                        Some(group.people) == kind.people() && group.origin == origin
                    };
                    state.groups(token).iter().filter(from).map(|group| group.count).sum()
                }
                None => state.fleet(token).expect("it was just listed").ships.of(kind),
            };
            let part = left.min(have);
            state.shift(token, Some(group), kind, origin, part);
            left -= part;
        }
    }

    fn retreat(&self, state: &mut State, seat: Seat, hex: Hex, emit: &mut impl FnMut(Event)) {
        rule!("SQ-6.1.4b");
        let star = Star(state.battle.star);
        let free = Self::has(&state.known(), seat, Development::Usc);
        let token = state.new_token();
        state.renumber(Token(state.focus.group), token);
        state.drop_empty_fleets();
        let moment = state.moment();
        let fleet = state.fleet_mut(token).expect("ships were taken out");
        rule!("SQ-6.1.4c");
        (fleet.hex, fleet.turn_start, fleet.start, fleet.left) = (hex, hex, hex, Some(star));
        (fleet.arrived, fleet.withdrawn, fleet.done) = (moment, !free, true);
        state.focus = Focus { picked: if free { 0 } else { token.0 }, ..Focus::default() };
        emit(Event { visible_to: Seats::ALL, kind: EventKind::Withdrew { seat, star, hex, token } });
        self.observe_star(state, star, emit);
        if free {
            let Frame::Withdraw { forced, .. } = state.open.frame else {
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
