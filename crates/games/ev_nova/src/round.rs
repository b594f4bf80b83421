//! Chapters 11.4, 11.13 and 11.14: rounds, phases, the Flannigan Maneuver, the end of a battle.

use rules::{Denied, Seat, rule};

use crate::data::{Effect, Line};
use crate::game::{demand, deny};
use crate::play::{Flow, Play};
use crate::{
    Action, Ask, Backing, Cause, CheckKind, Damage, EvNova, Event, Flip, Frame, Open, Role, ShipId, Stage,
    State, query::bit,
};

impl Open {
    /// Could a system be fired in this round: not used, ammunition, limits of the chase (EV-AMO-1, EV-CH-1,
    /// EV-PUR-3)?
    pub(crate) fn loaded(&self, data: &crate::Data, ship: ShipId, n: u8, line: Line) -> bool {
        let Some(battle) = &self.battle else { return false };
        let what = self.ship(ship);
        if what.used >> n & 1 == 1 || what.busy {
            return false;
        }
        if self.last_round(data, ship, line).is_some_and(|last| battle.round > last) {
            rule!("EV-AMO-1");
            rule!("EV-R-31");
            return false;
        }
        if (what.chased || what.dodged) && !line.turret && line.pur == crate::data::Pur::None {
            rule!("EV-CH-1");
            rule!("EV-PUR-3");
            rule!("EV-B-32");
            return false;
        }
        true
    }
    /// May a system hit this target by its kind: point defense only what it may fire at (EV-PD-1)?
    pub(crate) fn pd_allows(&self, data: &crate::Data, line: Line, target: ShipId) -> bool {
        if line.pd && !data.hull(self.ship(target).card).pd_can_target {
            rule!("EV-PD-1");
            return false;
        }
        true
    }
    /// Is there a shot, or a fighter to launch, in a phase (EV-B-16a)?
    fn phase_offers(&self, data: &crate::Data, phase: u8) -> bool {
        let ids: Vec<ShipId> = self.fighting().map(|(id, _)| id).collect();
        ids.iter().any(|&ship| {
            if self.ship(ship).damage == Damage::Disabled {
                return false;
            }
            let shot = self.lines(data, ship).enumerate().any(|(n, line)| {
                line.phase == phase
                    && self.loaded(data, ship, n as u8, line)
                    && ids.iter().any(|&t| self.can_target(data, ship, t) && self.pd_allows(data, line, t))
            });
            shot || self.bays(data, ship).any(|bay| {
                bay.phase == phase
                    && self
                        .fighters_in(ship)
                        .any(|(_, fighter)| data.hull(fighter.card).family == Some(bay.family))
            })
        })
    }
    /// May a round span these phases (EV-B-16a)?
    pub(crate) fn span_allowed(&self, data: &crate::Data, first: u8, last: u8) -> bool {
        (first..=last).any(|phase| self.phase_offers(data, phase))
            || !(1..=5).any(|p| self.phase_offers(data, p))
    }
    /// The player who names the span of the round (EV-B-5a).
    pub(crate) fn namer(&self) -> Seat {
        let order = (0..self.players).map(|step| self.firing_order(step));
        let mut able = order.filter(|&seat| !self.of(seat).out && self.takes_part(seat));
        let leader = self.firing_order(0);
        able.next().unwrap_or(leader)
    }
}

impl EvNova {
    pub(crate) fn check_span(&self, state: &State, action: Action) -> Result<(), Denied> {
        let open = &state.open;
        let battle = open.battle.as_ref().expect("a battle is fought");
        let opposed = matches!(battle.cause, Cause::Opposition(_));
        let (first, last) = match action {
            Action::Begin(phase) => {
                demand(battle.round == 1 && !opposed, || {
                    rule!("EV-R-30");
                    rule!("EV-B-16")
                })?;
                (phase, 5)
            }
            Action::End(phase) => {
                demand(battle.round > 1 || opposed, || rule!("EV-B-15"))?;
                (1, phase)
            }
            _ => return deny(rule!("EV-TURN-5")),
        };
        let phase = if last == 5 && first != 1 { first } else { last };
        demand((1..=5).contains(&phase) && (1..=5).contains(&first), || rule!("EV-B-14"))?;
        demand(open.span_allowed(self.data(), first, last), || {
            rule!("EV-R-105");
            rule!("EV-B-16a")
        })
    }

    pub(crate) fn check_maneuver(&self, state: &State, seat: Seat, ship: ShipId) -> Result<(), Denied> {
        let open = &state.open;
        let Some(what) = open.ships.get(ship.index()).filter(|what| what.role != Role::Gone) else {
            return deny(rule!("EV-FL-1"));
        };
        demand(what.role != Role::Npc, || {
            rule!("EV-R-50");
            rule!("EV-FL-5")
        })?;
        demand(what.owner == seat && open.able(ship) && !what.maneuver && !what.busy, || rule!("EV-FL-1"))
    }

    /// Springing: a shot of this ship, or power for another's (EV-FL-2, EV-FL-3, EV-FL-6).
    pub(crate) fn check_spring(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let battle = open.battle.as_ref().expect("a battle is fought");
        let (ship, shooter, system, target) = match action {
            Action::Wait => return Ok(()),
            Action::Spring(ship, system, target, card) => {
                self.check_precision(state, seat, card)?;
                (ship, ship, system, target)
            }
            Action::SpringFor(ship, other, system, target) => (ship, other, system, target),
            _ => return deny(rule!("EV-FL-2")),
        };
        let runs = |ship: ShipId| {
            let what = open.ships.get(ship.index());
            what.is_some_and(|what| what.owner == seat && what.role != Role::Npc) && open.able(ship)
        };
        demand(runs(ship) && open.ship(ship).maneuver, || rule!("EV-FL-2"))?;
        let Some(line) = open.ships.get(shooter.index()).and_then(|_| open.line(data, shooter, system))
        else {
            return deny(rule!("EV-FL-2"));
        };
        let legal = target.index() < open.ships.len() && open.can_target(data, ship, target);
        demand(legal, || rule!("EV-FL-6"))?;
        demand(open.loaded(data, shooter, system, line), || rule!("EV-FL-6"))?;
        demand(open.pd_allows(data, line, target), || rule!("EV-FL-6"))?;
        if shooter == ship {
            demand(line.phase <= battle.phase, || rule!("EV-FL-2"))?;
            let pursues = open
                .gifts(data, ship, battle.phase, true)
                .any(|(_, line)| line.pur != crate::data::Pur::None);
            return demand(!pursues || line.pur != crate::data::Pur::None, || rule!("EV-SAC-2"));
        }
        let supported = runs(shooter) && !open.ship(shooter).maneuver && line.phase == battle.phase;
        demand(supported && open.can_target(data, shooter, target), || rule!("EV-FL-3"))?;
        demand(open.gifts(data, ship, battle.phase, true).next().is_some(), || rule!("EV-FL-6"))
    }

    pub(crate) fn list_spring(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let (open, data) = (&state.open, self.data());
        let battle = open.battle.as_ref().expect("a battle is fought");
        out.push(Action::Wait);
        let own = |what: &crate::Ship| what.owner == seat && what.role != Role::Npc;
        for (ship, _) in open.fighting().filter(|(_, what)| own(what) && what.maneuver) {
            for (shooter, other) in open.fighting().filter(|(_, other)| own(other)) {
                if other.maneuver && shooter != ship {
                    continue;
                }
                for (n, line) in open.lines(data, shooter).enumerate() {
                    if line.phase > battle.phase {
                        continue;
                    }
                    for (target, _) in open.fighting().filter(|(_, what)| !own(what)) {
                        if shooter == ship {
                            out.push(Action::Spring(ship, n as u8, target, None));
                            for card in self.bonus_cards(state, seat) {
                                out.push(Action::Spring(ship, n as u8, target, Some(card)));
                            }
                        } else if line.phase == battle.phase {
                            out.push(Action::SpringFor(ship, shooter, n as u8, target));
                        }
                    }
                }
            }
        }
    }
}

impl Open {
    /// Systems of a ship that can be given up in this phase; with `earlier`, those of earlier phases too (EV-SAC-6,
    /// EV-FL-2).
    pub(crate) fn gifts<'a>(
        &'a self,
        data: &'a crate::Data,
        ship: ShipId,
        phase: u8,
        earlier: bool,
    ) -> impl Iterator<Item = (u8, Line)> + 'a {
        let lines = self.lines(data, ship).enumerate().map(|(n, line)| (n as u8, line));
        lines.filter(move |&(n, line)| {
            (line.phase == phase || (earlier && line.phase < phase)) && self.loaded(data, ship, n, line)
        })
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// After B4: is there anything to fight about (EV-B-18a)?
    pub(crate) fn step_begin(&mut self) -> Flow {
        if !self.state.open.anyone_can_shoot(self.data) {
            rule!("EV-B-18a");
            if self.fight().withdrew != 0 {
                rule!("EV-B-8");
            }
            return self.stage(Stage::Repairs { next: 0 });
        }
        rule!("EV-R-88");
        let battle = self.fight();
        battle.round = 1;
        battle.leader = battle.aggressor;
        let leader = battle.leader;
        self.tell(Event::Round(1, leader));
        self.stage(Stage::Span)
    }

    pub(crate) fn step_span(&mut self) -> Flow {
        let namer = self.state.open.namer();
        if namer != self.state.open.firing_order(0) {
            rule!("EV-B-5a");
        }
        self.ask(Ask::Seat(namer))
    }

    pub(crate) fn span(&mut self, seat: Seat, action: Action) {
        let battle = self.fight();
        let (first, last) = match action {
            Action::Begin(phase) => {
                rule!("EV-B-15");
                (phase, 5)
            }
            Action::End(phase) => {
                if battle.round == 1 {
                    rule!("EV-OPP-7");
                    rule!("EV-R-01");
                } else {
                    rule!("EV-B-16");
                }
                (1, phase)
            }
            _ => (1, 5),
        };
        (battle.phase, battle.last) = (first, last);
        (battle.shots, battle.success) = (false, false);
        battle.planets_fired = 0;
        battle.stage = Stage::Maneuver { next: 0 };
        self.tell(Event::Span(seat, first, last));
    }

    pub(crate) fn step_maneuver(&mut self, mut next: u8) -> Flow {
        while next < self.state.open.players {
            let seat = self.state.open.firing_order(next);
            let open = &self.state.open;
            let may = open.fighting().any(|(id, ship)| {
                ship.owner == seat && ship.role != Role::Npc && open.able(id) && !ship.maneuver && !ship.busy
            });
            if may && !open.of(seat).out && open.battle.as_ref().is_some_and(|b| b.podded & bit(seat) == 0) {
                rule!("EV-FL-1");
                self.fight().stage = Stage::Maneuver { next };
                return self.ask(Ask::Seat(seat));
            }
            next += 1;
        }
        self.begin_phase();
        Flow::Go
    }

    pub(crate) fn maneuver(&mut self, next: u8, action: Action) {
        if let Action::Maneuver(ship) = action {
            self.ship(ship).maneuver = true;
            self.tell(Event::Maneuver(self.named(ship)));
        } else {
            self.fight().stage = Stage::Maneuver { next: next + 1 };
        }
    }

    fn begin_phase(&mut self) {
        let battle = self.fight();
        battle.stage = Stage::Spring { next: 0 };
        battle.fire_begun = false;
        battle.supports.clear();
        battle.backings.clear();
        let phase = battle.phase;
        self.tell(Event::Phase(phase));
    }

    pub(crate) fn step_spring(&mut self, mut next: u8) -> Flow {
        while next < self.state.open.players {
            let seat = self.state.open.firing_order(next);
            let open = &self.state.open;
            let runs = open.fighting().any(|(id, ship)| {
                ship.owner == seat && ship.role != Role::Npc && ship.maneuver && open.able(id)
            });
            if runs && !open.of(seat).out {
                rule!("EV-FL-7");
                rule!("EV-R-99");
                self.fight().stage = Stage::Spring { next };
                return self.ask(Ask::Seat(seat));
            }
            next += 1;
        }
        self.stage(Stage::Fire { next: 0 })
    }

    pub(crate) fn spring(&mut self, seat: Seat, next: u8, action: Action) {
        let phase = self.fight().phase;
        match action {
            Action::Spring(ship, system, target, card) => {
                rule!("EV-FL-4");
                self.ship(ship).maneuver = false;
                self.tell(Event::Sprung(self.named(ship)));
                self.declare_shot(seat, ship, system, target, card, Some(phase));
            }
            Action::SpringFor(ship, other, system, target) => {
                rule!("EV-FL-3");
                self.ship(ship).maneuver = false;
                self.tell(Event::Sprung(self.named(ship)));
                let data = self.data;
                let open = &self.state.open;
                let gifts: Vec<(u8, Line)> = open.gifts(data, ship, phase, true).collect();
                let backing = Backing {
                    by: ship,
                    ship: other,
                    system,
                    target,
                    sac: gifts.iter().map(|(_, line)| line.sac).sum::<i16>() + self.drill(seat),
                    given_up: gifts.len() as u8,
                    pur: gifts.iter().filter_map(|&(_, line)| open.pur(data, ship, line)).max(),
                };
                for (n, _) in gifts {
                    self.ship(ship).used |= 1 << n;
                }
                self.fight().backings.push(backing);
            }
            _ => self.fight().stage = Stage::Spring { next: next + 1 },
        }
    }

    /// Flannigan Drill (EV-ACC-3).
    pub(crate) fn drill(&self, seat: Seat) -> i16 {
        self.state
            .open
            .lasting(self.data, seat)
            .map(|effect| match effect {
                Effect::Flannigan { add } => {
                    rule!("EV-ACC-3");
                    add
                }
                _ => 0,
            })
            .sum()
    }

    /// The phase-end test: dealing first, then the ends of EV-END-1.
    pub(crate) fn step_phase_end(&mut self) -> Flow {
        if self.deal_out() {
            return Flow::Go;
        }
        let open = &self.state.open;
        let player_left =
            open.fighting().any(|(_, ship)| ship.role != Role::Npc && ship.damage != Damage::Disabled);
        if !player_left {
            rule!("EV-END-1");
            rule!("EV-R-26");
            return self.stage(Stage::Repairs { next: 0 });
        }
        if !open.anyone_can_shoot(self.data) {
            rule!("EV-END-1");
            return self.stage(Stage::Repairs { next: 0 });
        }
        let battle = self.fight();
        if battle.phase < battle.last {
            rule!("EV-B-14");
            battle.phase += 1;
            self.begin_phase();
            return Flow::Go;
        }
        rule!("EV-END-2");
        rule!("EV-R-32");
        for ship in &mut self.state.open.ships {
            ship.maneuver = false;
        }
        self.stage(Stage::Regenerate { next: 0 })
    }

    /// Regeneration outfits (EV-END-2).
    pub(crate) fn step_regenerate(&mut self, mut next: u8) -> Flow {
        while usize::from(next) < self.state.open.ships.len() {
            let ship = ShipId(next);
            next += 1;
            let what = self.state.open.ship(ship);
            if !what.fights || what.inside.is_some() {
                continue;
            }
            if let Some(flip) = self.game.regeneration(&self.state.open, ship) {
                self.fight().stage = Stage::Regenerate { next };
                let (kind, av, ov) = match flip {
                    Flip::RegenShield { av, ov, .. } => (CheckKind::Shield, av, ov),
                    Flip::Droids { av, ov, .. } => (CheckKind::Droids, av, ov),
                    _ => unreachable!("regeneration gives only these two"),
                };
                self.check(kind, av, ov, flip);
                return Flow::Go;
            }
        }
        self.stage(Stage::Recover { next: 0 })
    }

    /// The battle-end test (EV-END-3, EV-END-4).
    pub(crate) fn step_round_end(&mut self) -> Flow {
        if !self.state.open.contested(self.data) {
            rule!("EV-END-3");
            rule!("EV-R-25");
            return self.stage(Stage::Repairs { next: 0 });
        }
        let battle = self.fight();
        battle.quiet = if battle.success { 0 } else { battle.quiet + 1 };
        if !battle.shots || battle.quiet >= 3 {
            rule!("EV-END-4");
            rule!("EV-END-5");
            rule!("EV-R-24");
            self.tell(Event::CeaseFire);
            return self.stage(Stage::Repairs { next: 0 });
        }
        for ship in &mut self.state.open.ships {
            rule!("EV-CH-3");
            (ship.used, ship.launched) = (0, 0);
            (ship.chased, ship.pursued, ship.dodged, ship.busy, ship.boarded) =
                (false, false, false, false, false);
        }
        let battle = self.fight();
        battle.round = battle.round.saturating_add(1);
        rule!("EV-B-18");
        self.stage(Stage::Initiative)
    }

    /// Who has the Initiative (EV-B-17)?
    pub(crate) fn step_initiative(&mut self) -> Flow {
        let open = &self.state.open;
        let standing = |seat: Seat| {
            let able = || open.fighting().filter(|&(id, _)| open.captain(id) == seat && open.able(id));
            (able().map(|(id, _)| open.pursuit(self.data, id)).max(), able().count())
        };
        let best = open.alive().map(standing).max().unwrap_or((None, 0));
        let tied: Vec<Seat> = open.alive().filter(|&seat| standing(seat) == best).collect();
        rule!("EV-B-17");
        if let [only] = tied[..] {
            self.lead(only);
            return Flow::Go;
        }
        let left = tied.iter().fold(0, |all, &seat| all | bit(seat));
        self.push(Frame::Flip(Flip::Initiative { left, best: 0, ties: 0, next: tied[0].0 }));
        Flow::Go
    }

    fn lead(&mut self, seat: Seat) {
        let battle = self.fight();
        battle.leader = seat;
        let round = battle.round;
        battle.stage = Stage::Introduce { next: 1, passes: 0, calling: false };
        self.tell(Event::Round(round, seat));
    }

    /// A tied player has flipped for the Initiative: the highest number wins, ties flip again.
    pub(crate) fn initiative_flip(&mut self, left: u8, best: u8, ties: u8, next: u8, number: u8) {
        let (mut best, mut ties) = (best, ties);
        let mine = 1 << next;
        if ties == 0 || number > best {
            (best, ties) = (number, mine);
        } else if number == best {
            ties |= mine;
        }
        let following = (next + 1..4).find(|&seat| left >> seat & 1 == 1);
        match following {
            Some(next) => self.push(Frame::Flip(Flip::Initiative { left, best, ties, next })),
            None if ties.is_power_of_two() => self.lead(Seat(ties.trailing_zeros() as u8)),
            None => {
                let next = ties.trailing_zeros() as u8;
                self.push(Frame::Flip(Flip::Initiative { left: ties, best: 0, ties: 0, next }));
            }
        }
    }
}
