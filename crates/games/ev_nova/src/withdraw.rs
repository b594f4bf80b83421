//! Chapters 11.7, 11.8, 11.9 and 8.2: withdrawal, pursuit, dealing out, fighters at the end of a round.

use rules::{Denied, Seat, rule};

use crate::data::{Effect, Stat};
use crate::game::{demand, deny};
use crate::play::{Flow, Play};
use crate::{
    Action, Ask, CheckKind, Damage, Data, EvNova, Event, Frame, Open, Power, Role, ShipId, Stage, State,
    query::bit,
};

impl Open {
    /// The ships a player would withdraw with: all that are not disabled (EV-WD-1).
    pub(crate) fn withdrawing(&self, seat: Seat) -> impl Iterator<Item = ShipId> + '_ {
        self.fighting()
            .filter(move |&(id, ship)| ship.owner == seat && ship.role != Role::Npc && self.able(id))
            .map(|(id, _)| id)
    }
    /// May a ship pursue the ships of a player (EV-WD-3)?
    pub(crate) fn may_pursue(&self, data: &Data, ship: ShipId, runner: Seat) -> bool {
        let what = self.ship(ship);
        let hunted = self.battle.as_ref().is_some_and(|battle| battle.hunters.contains(&ship));
        if !self.able(ship)
            || self.captain(ship) == runner
            || what.maneuver
            || what.chased
            || what.busy
            || hunted
        {
            rule!("EV-WD-8");
            return false;
        }
        rule!("EV-WD-3");
        self.withdrawing(runner).any(|target| self.can_target(data, ship, target))
    }
    /// AV and OV of the pursuit (EV-WD-5).
    fn pursuit_check(&self, data: &Data, runner: Seat) -> (i16, i16) {
        let battle = self.battle.as_ref().expect("a battle is fought");
        rule!("EV-R-28");
        let best = battle.hunters.iter().map(|&ship| self.pursuit(data, ship)).max().unwrap_or(0);
        rule!("EV-R-04");
        let av = best + battle.hunters.len() as i16;
        let escape =
            self.withdrawing(runner).map(|ship| self.stat(data, ship, Stat::Escape)).max().unwrap_or(0);
        let cloak = self
            .withdrawing(runner)
            .flat_map(|ship| self.effects_under(data, ship).collect::<Vec<_>>())
            .filter_map(|effect| match effect {
                Effect::WithdrawBonus { add } => Some(add),
                _ => None,
            })
            .max()
            .unwrap_or(0);
        rule!("EV-WD-5");
        (av, escape + self.withdrawing(runner).count() as i16 + cloak)
    }
    /// May a player try to withdraw now (D23)?
    pub(crate) fn may_withdraw(&self, seat: Seat) -> bool {
        let Some(battle) = &self.battle else { return false };
        if battle.podded & bit(seat) != 0 {
            rule!("EV-POD-3a");
            return false;
        }
        if !self.in_battle(seat) || self.of(seat).out {
            return false;
        }
        if self.is_disabled(seat) {
            rule!("EV-WD-2");
            rule!("EV-R-27");
            return false;
        }
        let mut own = self.fighting().filter(|(_, ship)| ship.owner == seat && ship.role != Role::Npc);
        !own.any(|(_, ship)| ship.chased || ship.maneuver)
    }
}

impl EvNova {
    pub(crate) fn check_pursue(
        &self,
        state: &State,
        seat: Seat,
        runner: Seat,
        ship: ShipId,
    ) -> Result<(), Denied> {
        let open = &state.open;
        let known = open.ships.get(ship.index()).is_some_and(|what| what.role != Role::Gone);
        demand(known && open.captain(ship) == seat, || rule!("EV-B-31b"))?;
        demand(open.may_pursue(self.data(), ship, runner), || rule!("EV-WD-3"))
    }

    /// Own fighters back into bays (EV-BAY-2), enemy ones taken (EV-BAY-3).
    pub(crate) fn check_recover(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let (fighter, carrier, take) = match action {
            Action::Done => return Ok(()),
            Action::Recover(fighter, carrier) => (fighter, carrier, false),
            Action::TakeFighter(fighter, carrier) => (fighter, carrier, true),
            _ => return deny(rule!("EV-BAY-2")),
        };
        let ship =
            |id: ShipId| open.ships.get(id.index()).filter(|ship| ship.role != Role::Gone && ship.fights);
        let Some((one, home)) = ship(fighter).zip(ship(carrier)) else { return deny(rule!("EV-BAY-2")) };
        let Some(family) = data.hull(one.card).family else { return deny(rule!("EV-BAY-2")) };
        let own = open.captain(carrier) == seat && open.able(carrier) && carrier != fighter;
        demand(own && one.inside.is_none() && open.room_for(data, carrier, family) > 0, || {
            rule!("EV-BAY-2")
        })?;
        if take {
            let enemy = open.enemies(data, carrier, fighter) && one.damage == Damage::Disabled;
            demand(home.role != Role::Npc, || rule!("EV-BAY-5"))?;
            let fighter_of = one.role == Role::Fighter || one.role == Role::Npc;
            let podded = open.battle.as_ref().is_some_and(|battle| battle.podded & bit(seat) != 0);
            return demand(
                enemy
                    && fighter_of
                    && open.captain(fighter) != seat
                    && !podded
                    && !data.hull(one.card).no_board,
                || rule!("EV-BAY-3"),
            );
        }
        let same = match home.role {
            Role::Npc => one.role == Role::Npc && one.controller == seat && one.side == home.side,
            _ => one.role == Role::Fighter && one.owner == seat,
        };
        demand(same, || rule!("EV-BAY-2"))
    }

    pub(crate) fn list_recover(&self, state: &State, seat: Seat, take: bool, out: &mut Vec<Action>) {
        let open = &state.open;
        for (fighter, one) in open.fighting() {
            if self.data().hull(one.card).family.is_none() || matches!(one.role, Role::Current | Role::Escort)
            {
                continue;
            }
            for (carrier, _) in open.fighting() {
                if open.captain(carrier) == seat {
                    let make = if take { Action::TakeFighter } else { Action::Recover };
                    let action = make(fighter, carrier);
                    if self.check_recover(state, seat, action).is_ok() {
                        out.push(action);
                    }
                }
            }
        }
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// Withdrawals at the end of a phase, in firing order (EV-WD-1).
    pub(crate) fn step_withdraw(&mut self, mut next: u8) -> Flow {
        while next < self.state.open.players {
            let seat = self.state.open.firing_order(next);
            if self.state.open.may_withdraw(seat) && self.state.open.anyone_can_shoot(self.data) {
                rule!("EV-WD-1");
                self.fight().stage = Stage::Withdraw { next };
                return self.ask(Ask::Seat(seat));
            }
            next += 1;
        }
        self.stage(Stage::PhaseEnd)
    }

    pub(crate) fn withdraw(&mut self, seat: Seat, next: u8, action: Action) {
        self.fight().stage = Stage::Withdraw { next: next + 1 };
        if action == Action::Withdraw {
            self.begin_withdrawal(seat, false);
        }
    }

    pub(crate) fn begin_withdrawal(&mut self, seat: Seat, red: bool) {
        self.tell(Event::Withdraws(seat));
        self.fight().hunters.clear();
        self.fight().runner = Some(seat);
        for ship in self.state.open.withdrawing(seat).collect::<Vec<_>>() {
            self.ship(ship).chased = true;
        }
        self.push(Frame::Pursue { runner: seat, next: 1, red });
    }

    /// Clockwise from the withdrawing player's left, pursuers are assigned (EV-WD-3).
    pub(crate) fn step_pursue(&mut self, runner: Seat, mut next: u8, red: bool) -> Flow {
        if self.state.open.of(runner).out || self.state.open.withdrawing(runner).next().is_none() {
            self.pop();
            return Flow::Go;
        }
        while next < self.state.open.players {
            let seat = self.state.open.clockwise(runner, next);
            let open = &self.state.open;
            let may = open
                .fighting()
                .any(|(id, _)| open.captain(id) == seat && open.may_pursue(self.data, id, runner));
            if may && !open.of(seat).out {
                return self.ask(Ask::Seat(seat));
            }
            next += 1;
            self.next(Frame::Pursue { runner, next, red });
        }
        self.pop();
        let hunters = self.fight().hunters.clone();
        for &ship in &hunters {
            self.ship(ship).pursued = true;
        }
        if hunters.is_empty() {
            rule!("EV-WD-4");
            self.escaped(runner);
            return Flow::Go;
        }
        rule!("EV-WD-5a");
        let check = self.state.open.pursuit_check(self.data, runner);
        self.fight().check = check;
        let ship = self.state.open.withdrawing(runner).next().expect("somebody withdraws");
        self.offer_evasion(ship, CheckKind::Pursuit);
        Flow::Go
    }

    pub(crate) fn pursue(&mut self, action: Action) {
        let Some(Frame::Pursue { runner, next, red }) = self.state.open.frame() else { return };
        if let Action::Pursue(ship) = action {
            self.fight().hunters.push(ship);
            self.tell(Event::Pursues(self.named(ship)));
        } else {
            self.next(Frame::Pursue { runner, next: next + 1, red });
        }
    }

    /// The pursuit was checked: held, or gone (EV-WD-5).
    pub(crate) fn pursuit_over(&mut self, held: bool) {
        let runner = self.fight().runner;
        let Some(runner) = runner else { return };
        if held {
            self.fight().success = true;
            rule!("EV-CH-1");
            self.tell(Event::Held(runner));
        } else {
            self.escaped(runner);
        }
        // The pursuit is over: who boards later is named anew (EV-BRD-2).
        self.fight().hunters.clear();
    }

    /// The ships leave the battle, shields repaired, and the pawn moves one Jump (EV-WD-6, EV-WD-9).
    fn escaped(&mut self, seat: Seat) {
        rule!("EV-WD-6");
        if self.state.open.fighting().any(|(_, ship)| ship.role == Role::Npc && ship.controller == seat) {
            rule!("EV-WD-7");
        }
        self.tell(Event::Gone(seat));
        let gone: Vec<ShipId> = self.state.open.withdrawing(seat).collect();
        let battle = self.fight();
        battle.inside &= !bit(seat);
        battle.withdrew |= bit(seat);
        for &ship in &gone {
            let what = self.ship(ship);
            if what.damage == Damage::ShieldsDown {
                rule!("EV-WD-9");
                rule!("EV-R-100");
            }
            (what.fights, what.damage) = (false, Damage::Intact);
            (what.chased, what.pursued, what.dodged, what.used, what.launched) = (false, false, false, 0, 0);
            let inside: Vec<ShipId> = self.state.open.fighters_in(ship).map(|(id, _)| id).collect();
            for fighter in inside {
                self.ship(fighter).fights = false;
            }
        }
        for ship in gone {
            if self.state.open.ship(ship).role == Role::Fighter {
                self.house(ship);
            }
        }
        self.order_limbo();
        self.push(Frame::Retreat { seat });
    }

    /// A fighter outside finds a bay of its owner, or is discarded (EV-BAY-4).
    pub(crate) fn house(&mut self, fighter: ShipId) {
        let ship = *self.state.open.ship(fighter);
        let family = self.data.hull(ship.card).family;
        let home = family.and_then(|family| {
            let open = &self.state.open;
            let carriers = open.fleet().filter(|(_, other)| {
                other.owner == ship.owner
                    && matches!(other.role, Role::Current | Role::Escort)
                    && other.fights == ship.fights
            });
            let mut fitting = carriers.filter(|&(id, _)| open.room_for(self.data, id, family) > 0);
            fitting.next().map(|(id, _)| id)
        });
        if let Some(carrier) = home {
            rule!("EV-R-58");
            let one = self.ship(fighter);
            one.inside = Some(carrier);
            one.damage = Damage::Intact;
        } else {
            rule!("EV-BAY-4");
            self.remove_ship(fighter);
            self.lay_later(ship.owner, ship.card);
        }
    }

    pub(crate) fn step_retreat(&mut self, seat: Seat) -> Flow {
        let system = self.fight().system;
        let links = &self.data.systems[system.index()].links;
        if self.state.open.of(seat).out || links.is_empty() {
            self.pop();
            return Flow::Go;
        }
        if let [only] = links[..] {
            self.retreat(seat, only);
            return Flow::Go;
        }
        self.ask(Ask::Seat(seat))
    }

    pub(crate) fn retreat(&mut self, seat: Seat, system: crate::Sys) {
        rule!("EV-MOVE-5");
        self.pop();
        self.open().seat[seat.index()].pawn = Some(system);
        if self.state.open.active == seat {
            rule!("EV-R-76");
            self.open().done.landed.clear();
        }
        self.tell(Event::Retreated(seat, system));
    }

    // --- dealing out (EV-PI-7 to 12) --------------------------------------------------------

    /// NPC ships whose only enemies left are their controller's are dealt out. Says whether a deal begins.
    pub(crate) fn deal_out(&mut self) -> bool {
        let data = self.data;
        for step in 0..self.state.open.players {
            let seat = self.state.open.firing_order(step);
            let open = &self.state.open;
            let battle = open.battle.as_ref().expect("a battle is fought");
            let lonely = |id: ShipId| {
                let mut enemies = open.fighting().filter(|&(other, ship)| {
                    ship.damage != Damage::Disabled && other != id && open.enemies(data, id, other)
                });
                let mut any = false;
                enemies.all(|(_, ship)| {
                    any = true;
                    ship.role != Role::Npc && ship.owner == seat
                }) && any
            };
            let ships: Vec<ShipId> = open
                .fighting()
                .filter(|&(id, ship)| {
                    ship.role == Role::Npc
                        && ship.controller == seat
                        && !battle.dealt.contains(&id)
                        && lonely(id)
                })
                .map(|(id, _)| id)
                .collect();
            if !ships.is_empty() {
                rule!("EV-PI-10");
                if ships.iter().any(|&ship| open.ship(ship).side == Power::Pirate) {
                    rule!("EV-PI-7");
                } else {
                    rule!("EV-PI-9");
                }
                if battle.event_player() == Some(seat) {
                    rule!("EV-EVA-3");
                }
                let others = open.alive().filter(|&other| other != seat).count();
                if others == 0 {
                    continue;
                }
                self.fight().hunters = ships;
                self.push(Frame::Deal { next: 1 });
                return true;
            }
        }
        self.fight().dealt.clear();
        false
    }

    /// One ship after another, clockwise from the controller's left (EV-R-49).
    pub(crate) fn step_deal(&mut self, next: u8) -> Flow {
        let Some(&ship) = self.fight().hunters.first() else {
            self.pop();
            return Flow::Go;
        };
        self.fight().hunters.remove(0);
        let controller = self.state.open.ship(ship).controller;
        let players = self.state.open.players;
        let mut step = next;
        loop {
            let seat = self.state.open.clockwise(controller, step);
            if seat != controller && !self.state.open.of(seat).out {
                rule!("EV-R-49");
                rule!("EV-PI-12");
                self.fight().dealt.push(ship);
                self.tell(Event::Dealt(self.named(ship), seat));
                self.next(Frame::Deal { next: step % players + 1 });
                self.push(Frame::DealAnswer { ship, to: seat });
                return Flow::Go;
            }
            step = step % players + 1;
        }
    }

    pub(crate) fn step_deal_answer(&mut self, ship: ShipId, to: Seat) -> Flow {
        let open = &self.state.open;
        let player = open.of(to);
        let can =
            player.hand > 0 || player.deck > 0 || !player.discard.is_empty() || open.ship(ship).owner == to;
        if player.out || !can {
            self.deal_answer(ship, to, Action::Refuse);
            return Flow::Go;
        }
        self.ask(Ask::Seat(to))
    }

    /// Accepted for a card, or discarded (EV-PI-8).
    pub(crate) fn deal_answer(&mut self, ship: ShipId, to: Seat, action: Action) {
        self.pop();
        let named = self.named(ship);
        if action != Action::Accept {
            rule!("EV-PI-8");
            self.tell(Event::Refused(named, to));
            self.scrap(ship);
            self.order_limbo();
            return;
        }
        let owner = self.state.open.ship(ship).owner;
        self.tell(Event::Accepted(named, to));
        let what = self.ship(ship);
        (what.owner, what.controller) = (to, to);
        let inside: Vec<ShipId> = self.state.open.fighters_in(ship).map(|(id, _)| id).collect();
        for fighter in inside {
            self.ship(fighter).controller = to;
        }
        if owner != to && !self.state.open.of(owner).out {
            self.push(Frame::Give { from: to, to: owner, left: 1, deck_only: false });
        }
    }

    // --- fighters at the end of a round (11.9) ----------------------------------------------

    pub(crate) fn step_recover(&mut self, mut next: u8, take: bool) -> Flow {
        let mut options = Vec::new();
        while next < self.state.open.players {
            let seat = self.state.open.firing_order(next);
            options.clear();
            if !self.state.open.of(seat).out {
                self.game.list_recover(self.state, seat, take, &mut options);
            }
            if !options.is_empty() {
                self.fight().stage =
                    if take { Stage::TakeFighters { next } } else { Stage::Recover { next } };
                return self.ask(Ask::Seat(seat));
            }
            next += 1;
        }
        self.stage(if take { Stage::Board { next: 0 } } else { Stage::TakeFighters { next: 0 } })
    }

    pub(crate) fn recover(&mut self, seat: Seat, next: u8, action: Action) {
        match action {
            Action::Recover(fighter, carrier) => {
                rule!("EV-BAY-2");
                let one = self.ship(fighter);
                (one.inside, one.damage) = (Some(carrier), Damage::Intact);
                self.tell(Event::Recovered(self.named(fighter), self.named(carrier)));
            }
            Action::TakeFighter(fighter, carrier) => {
                rule!("EV-BAY-3");
                let victim = self.state.open.ship(fighter).owner;
                self.tell(Event::FighterTaken(seat, self.named(fighter)));
                let one = self.ship(fighter);
                (one.inside, one.damage, one.role) = (Some(carrier), Damage::Intact, Role::Fighter);
                (one.owner, one.controller) = (seat, seat);
                self.compensate(seat, victim, 1);
            }
            _ => {
                let stage = self.fight().stage;
                self.fight().stage = match stage {
                    Stage::Recover { .. } => Stage::Recover { next: next + 1 },
                    _ => Stage::TakeFighters { next: next + 1 },
                };
            }
        }
    }
}
