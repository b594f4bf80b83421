//! Elimination, victory, ties (chapters 15 and 16 of the ledger).

use rules::{InlineVec, Outcome, Seat, Seats, rule};

use crate::{
    StarCraft,
    action::Event,
    data::{Goal, Resource},
    ids::{Area, Planet},
    state::{Battle, Ending, Frame, NONE, Order, Pay, State},
};

/// The tiebreakers of SC-END-8 in their order.
pub(crate) type Standing = [u16; 5];

impl StarCraft {
    fn all_areas(&self) -> impl Iterator<Item = Area> + use<> {
        (0..self.components.areas.len() as u8).map(Area)
    }

    pub(crate) fn areas_controlled(&self, state: &State, seat: Seat) -> u8 {
        self.all_areas().filter(|&area| self.controls(state, seat, area)).count() as u8
    }

    /// SC-END-9: amounts printed on the cards held.
    pub(crate) fn total_resources(&self, state: &State, seat: Seat) -> u8 {
        let held = self.all_areas().filter(|&area| state.area(area).card == seat.0);
        rule!("SC-END-9");
        rule!("SC-RUL-36");
        held.map(|area| self.components.area(area).amount).sum()
    }

    pub(crate) fn standing(&self, state: &State, seat: Seat) -> Standing {
        let player = state.player(seat);
        rule!("SC-END-8");
        [
            player.cp,
            self.total_resources(state, seat),
            self.areas_controlled(state, seat),
            self.bases(state, seat),
            player.pool,
        ]
        .map(u16::from)
    }

    /// The best of these seats; several if equal in all tiebreakers (SC-END-14).
    pub(crate) fn best(&self, state: &State, seats: Seats) -> Seats {
        let best = seats.iter().map(|seat| self.standing(state, seat)).max();
        let equal = seats.iter().filter(|&seat| Some(self.standing(state, seat)) == best);
        rule!("SC-END-14");
        equal.fold(Seats::NONE, Seats::with)
    }

    fn aldaris(&self, state: &State) -> Option<Seat> {
        // During the set-up some seats have no faction yet.
        let ends = |seat: &Seat| {
            let faction = self.components.factions.get(state.player(*seat).faction.index());
            faction.is_some_and(|faction| matches!(faction.goal, Goal::EndCards { .. }))
        };
        state.alive.iter().find(ends)
    }

    /// SC-END-1, SC-END-13: points a seat needs.
    pub fn threshold(&self, state: &State, seat: Seat) -> u8 {
        let common = &self.components.common;
        match self.aldaris(state) {
            None => {
                rule!("SC-END-1");
                common.victory
            }
            Some(aldaris) if aldaris == seat && self.options.aldaris_needs_15 => {
                rule!("SC-END-13");
                common.victory
            }
            Some(_) => {
                rule!("SC-RUL-1");
                common.victory_aldaris
            }
        }
    }

    /// Step 6.
    pub(crate) fn normal_victory(&self, state: &State) -> Option<Seats> {
        let reached = |seat: &Seat| state.player(*seat).cp >= self.threshold(state, *seat);
        let seats = state.alive.iter().filter(reached).fold(Seats::NONE, Seats::with);
        (!seats.is_empty()).then(|| {
            rule!("SC-END-2");
            self.best(state, seats)
        })
    }

    /// Progress to the special victory: what the seat has and what it needs.
    pub fn goal_progress(&self, state: &State, seat: Seat) -> (u8, u8) {
        let in_play = |area: &Area| state.tiles[self.planet(*area).index()].placed;
        let own = |area: &Area| self.controls(state, seat, *area);
        let conquest = |area: &Area| self.components.area(*area).resource == Resource::Conquest;
        match self.components.faction(state.player(seat).faction).goal {
            Goal::ResourceAreas { n } => {
                let exist = self.all_areas().filter(in_play).filter(|area| !conquest(area));
                let (have, all) =
                    exist.fold((0, 0), |(have, all), area| (have + u8::from(own(&area)), all + 1));
                rule!("SC-FAC-4a");
                (have, n.min(all))
            }
            Goal::FullPlanets { n } => {
                let placed = (0..12).map(Planet).filter(|planet| state.tiles[planet.index()].placed);
                let full = placed.filter(|&planet| self.areas_of(planet).all(|area| own(&area)));
                rule!("SC-FAC-4b");
                (full.count() as u8, n)
            }
            Goal::MostAreas => {
                let others = state.alive.without(seat).iter();
                let most = others.map(|other| self.areas_controlled(state, other)).max().unwrap_or(0);
                rule!("SC-FAC-4c");
                (self.areas_controlled(state, seat), most + 1)
            }
            Goal::EndCards { n } => {
                rule!("SC-FAC-8");
                (state.ends.min(n), n)
            }
            Goal::ConquestAreas { n } => {
                let exist = self.all_areas().filter(in_play).filter(conquest);
                let (have, all) =
                    exist.fold((0, 0), |(have, all), area| (have + u8::from(own(&area)), all + 1));
                if all < n {
                    rule!("SC-FAC-4g");
                }
                rule!("SC-FAC-4e");
                (have, n.min(all))
            }
            Goal::BasePlanets { n } => {
                rule!("SC-FAC-4f");
                (self.bases(state, seat), n)
            }
        }
    }

    fn meets_goal(&self, state: &State, seat: Seat) -> bool {
        let counts =
            !matches!(self.components.faction(state.player(seat).faction).goal, Goal::EndCards { .. });
        let (have, need) = self.goal_progress(state, seat);
        rule!("SC-FAC-7");
        counts && have >= need
    }

    /// Step 7.
    pub(crate) fn special_victory(&self, state: &State) -> Option<Seats> {
        rule!("SC-FAC-4");
        if self.stage(state) < 2 {
            rule!("SC-END-3");
            rule!("SC-RUL-7");
            return None;
        }
        rule!("SC-RUL-8");
        let met = state.alive.iter().filter(|&seat| self.meets_goal(state, seat));
        let seats = met.fold(Seats::NONE, Seats::with);
        (!seats.is_empty()).then(|| {
            rule!("SC-END-4");
            rule!("SC-RUL-68");
            self.best(state, seats)
        })
    }

    /// SC-REGR-14, SC-END-7: who wins by The End Draws Near.
    pub(crate) fn end_by_cards(&self, state: &State) -> Option<Seats> {
        if state.ends < self.components.common.end_cards {
            return None;
        }
        rule!("SC-RUL-5");
        rule!("SC-REGR-21");
        rule!("SC-REGR-14");
        Some(match self.aldaris(state) {
            Some(seat) => {
                rule!("SC-FAC-4d");
                Seats::only(seat)
            }
            None => {
                rule!("SC-END-7");
                self.best(state, state.alive)
            }
        })
    }

    /// SC-SEQ-6, SC-END-15: the match is over; open frames are dropped.
    pub(crate) fn finish(
        &self,
        state: &mut State,
        ending: Ending,
        winners: Seats,
        emit: &mut impl FnMut(Event),
    ) {
        rule!("SC-SEQ-6");
        rule!("SC-END-15");
        state.ending = Some(ending);
        state.winners = winners;
        state.frames = InlineVec::new();
        state.frames.push(Frame::Over);
        state.order = Order::default();
        state.pay = Pay::default();
        state.battle = Battle::default();
        emit(Event::Ended { ending });
    }

    pub(crate) fn result(&self, state: &State, ending: Ending) -> Outcome {
        let names: Vec<&str> = state
            .winners
            .iter()
            .map(|seat| self.components.faction(state.player(seat).faction).name.as_str())
            .collect();
        let names = names.join(" and ");
        let (rule, reason) = match ending {
            Ending::Normal => (rule!("SC-END-1"), format!("{names} reached the conquest points needed")),
            Ending::Special => (rule!("SC-END-4"), format!("{names} met the special goal")),
            Ending::EndCards => {
                (rule!("SC-END-7"), format!("The End Draws Near was played twice; {names} won"))
            }
            Ending::LastPlayer => (rule!("SC-END-6"), format!("{names} outlasted all others")),
            Ending::LastRound => (rule!("SC-END-11"), format!("the last round is over; {names} led")),
        };
        let points = (0..self.players()).map(|at| i32::from(state.players[usize::from(at)].cp)).collect();
        Outcome::shared(self.players(), state.winners, rule, reason)
            .with_points(points)
            .with_places(self.places(state))
    }

    /// Places from 1, ties equal (SC-END-10).
    pub fn places(&self, state: &State) -> Vec<u8> {
        let rank = |seat: Seat| {
            let player = state.player(seat);
            let alive = if player.out == 0 { u8::MAX } else { player.out };
            rule!("SC-END-10");
            (state.winners.contains(seat), alive, self.standing(state, seat))
        };
        let seats = || (0..self.players()).map(Seat);
        seats().map(|seat| 1 + seats().filter(|&other| rank(other) > rank(seat)).count() as u8).collect()
    }

    /// SC-END-5, SC-RUL-40: seats without unit and base are out; the last one wins (SC-END-6).
    pub(crate) fn check_elimination(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let lost = state.alive.iter().filter(|&seat| !self.has_pieces(state, seat));
        let lost = lost.fold(Seats::NONE, Seats::with);
        if lost.is_empty() {
            return;
        }
        let best = self.best(state, lost);
        state.eliminated += 1;
        for seat in lost.iter() {
            self.eliminate(state, seat, emit);
        }
        if state.alive.len() <= 1 {
            rule!("SC-END-6");
            let winners = if state.alive.is_empty() {
                rule!("SC-RUL-65");
                best
            } else {
                state.alive
            };
            self.finish(state, Ending::LastPlayer, winners, emit);
        }
    }

    fn eliminate(&self, state: &mut State, seat: Seat, emit: &mut impl FnMut(Event)) {
        emit(Event::Eliminated { seat });
        rule!("SC-RUL-40");
        rule!("SC-END-5");
        state.alive = state.alive.without(seat);
        state.discarding = state.discarding.without(seat);
        for route in state.routes.as_mut_slice() {
            route.transports &= !(1 << seat.0);
        }
        for area in &mut state.areas {
            if area.card == seat.0 {
                (area.card, area.workers) = (NONE, 0);
            }
        }
        let number = state.eliminated;
        let player = state.player_mut(seat);
        player.out = number;
        (player.pool, player.idle, player.on_minerals, player.on_gas) = (0, 0, 0, 0);
        rule!("SC-EVT-8");
        player.front = [0; 3];
        let (kept, faces) = (std::mem::take(&mut player.kept), std::mem::take(&mut player.faces));
        state.spent.add_all(kept);
        state.spent.add_all(faces);
    }
}
