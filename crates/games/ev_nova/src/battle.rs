//! Chapters 11.1 to 11.3: how a battle starts, who is in it, planets, introductions.

use rules::{Denied, Seat, rule};

use crate::game::{demand, deny};
use crate::play::{Flow, Play, fits_tab};
use crate::{
    Action, Ask, Battle, Card, Cause, Damage, EvNova, Event, Flip, Frame, MAX_SEATS, Open, Power, Powers,
    Role, Roll, ShipId, Stage, State, Sys, data::Effect, data::Tech, query::bit,
};

impl Battle {
    fn new(cause: Cause, system: Sys, aggressor: Seat, attacked: u8) -> Self {
        Self {
            cause,
            system,
            aggressor,
            attacked,
            inside: 0,
            red_alert: 0,
            attackers: None,
            enemies: [0; MAX_SEATS],
            fired_at: [Powers::NONE; MAX_SEATS],
            engaged: Vec::new(),
            planets_fired: 0,
            round: 0,
            phase: 0,
            last: 5,
            stage: Stage::Declare,
            leader: aggressor,
            entered: 0,
            fire_begun: false,
            supports: Vec::new(),
            backings: Vec::new(),
            shot: None,
            runner: None,
            prize: None,
            captor: None,
            hunters: Vec::new(),
            dealt: Vec::new(),
            check: (0, 0),
            shots: false,
            success: false,
            quiet: 0,
            event: None,
            podded: 0,
            withdrew: 0,
            taken: 0,
        }
    }
}

impl Open {
    /// The seats in firing order (EV-B-5): from the first player, clockwise.
    pub(crate) fn firing_order(&self, step: u8) -> Seat {
        let leader = self.battle.as_ref().map_or(self.active, |battle| battle.leader);
        self.clockwise(leader, step)
    }
    /// What `seat` may introduce in a battle window: Government ships, Pirate ships (EV-B-11).
    pub(crate) fn window(&self, data: &crate::Data, seat: Seat) -> (bool, bool) {
        let Some(battle) = &self.battle else { return (false, false) };
        if self.of(seat).out || (battle.round == 0 && battle.red_alert & bit(seat) != 0) {
            rule!("EV-B-12");
            return (false, false);
        }
        let player = self.of(seat);
        let hosts = [data.host(battle.system), Power::Auroran];
        let government = player.gov > 0
            && hosts.into_iter().any(|power| {
                power != Power::Pirate
                    && self.hosts(data, battle.system, power)
                    && self.has_enemy(data, power)
            });
        let working = self.fighting().any(|(_, ship)| {
            ship.role == Role::Npc && ship.side != Power::Pirate && ship.damage != Damage::Disabled
        });
        rule!("EV-PI-1");
        let pirates = player.pirate > 0 && (working || data.host(battle.system) == Power::Pirate);
        (government, pirates)
    }
}

impl EvNova {
    /// May a face-down card be introduced into the battle (EV-B-11, EV-GS-2)?
    pub(crate) fn check_introduce(&self, state: &State, seat: Seat, card: Card) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let own = &state.secret.seat[seat.index()];
        let pirate = card.0 < 120 && fits_tab(data, card, true);
        let bag = if pirate { &own.pirate } else { &own.gov };
        demand(bag.contains(&card), || rule!("EV-A10-4"))?;
        let Some(ship) = data.ship(card) else { return deny(rule!("EV-GS-1")) };
        let (government, pirates) = open.window(data, seat);
        if pirate {
            return demand(pirates, || rule!("EV-B-11"));
        }
        let system = open.battle.as_ref().expect("a battle is fought").system;
        if ship.kind == Power::Trader {
            return self.check_trader(open, seat, system);
        }
        demand(!ship.kind.is_alien() || data.host(system) == ship.kind, || rule!("EV-GS-8"))?;
        demand(open.hosts(data, system, ship.kind), || rule!("EV-GS-2"))?;
        demand(government && open.has_enemy(data, ship.kind), || rule!("EV-B-11"))
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    pub(crate) fn fight(&mut self) -> &mut Battle {
        self.state.open.battle.as_mut().expect("a battle is fought")
    }
    pub(crate) fn stage(&mut self, stage: Stage) -> Flow {
        self.fight().stage = stage;
        Flow::Go
    }

    pub(crate) fn start_battle(&mut self, cause: Cause, system: Sys, aggressor: Seat, attacked: u8) {
        rule!("EV-B-1");
        rule!("EV-B-4");
        rule!("EV-SEQ-5");
        let mut battle = Battle::new(cause, system, aggressor, attacked);
        let mut controllers = 0;
        for ship in self.state.open.ships.iter_mut().filter(|ship| ship.role == Role::Npc) {
            ship.fights = true;
            ship.entered = battle.entered;
            battle.entered += 1;
            battle.attackers = Some(ship.side);
            controllers |= bit(ship.controller);
        }
        match cause {
            Cause::Attack => {
                rule!("EV-R-67");
                battle.enemies[aggressor.index()] |= attacked;
            }
            Cause::Opposition(card) => battle.attackers = Some(self.game.opposition(card).ship),
            Cause::Event(card) => battle.event = Some((aggressor, card)),
            Cause::OnShown(side) => {
                battle.attackers = None;
                battle.fired_at[aggressor.index()].insert(side);
            }
            Cause::Introduced => {}
        }
        self.state.open.battle = Some(battle);
        self.tell(Event::Battle(system, aggressor, cause));
        self.push(Frame::Battle);
        self.push(Frame::Enter { seats: controllers });
    }

    /// All ships of a player enter the battle.
    fn enter(&mut self, seat: Seat) {
        rule!("EV-B-2");
        self.fight().inside |= bit(seat);
        let mut entered = self.fight().entered;
        for ship in &mut self.state.open.ships {
            if ship.owner == seat && matches!(ship.role, Role::Current | Role::Escort | Role::Fighter) {
                ship.fights = true;
                ship.entered = entered;
                entered = entered.saturating_add(1);
            }
        }
        self.fight().entered = entered;
    }

    /// B0: planets on stacks are engaged, the parties enter (EV-B-6, EV-B-10).
    pub(crate) fn declare(&mut self) -> Flow {
        rule!("EV-B-6");
        let battle = self.fight();
        let (system, attacked, aggressor, cause) =
            (battle.system, battle.attacked, battle.aggressor, battle.cause);
        for seat in self.state.open.alive().collect::<Vec<_>>() {
            if let Some(top) = self.state.open.of(seat).discard.top()
                && self.data.planets[top.index()] == Some(system)
            {
                rule!("EV-R-83");
                self.engage(top);
            }
        }
        if let Some(top) = self.state.open.nova_discard.top()
            && self.data.planets[top.index()] == Some(system)
        {
            rule!("EV-B-10");
            rule!("EV-R-107");
            self.open().nova_discard.pop();
            self.open().nova_aside = Some(top);
            self.engage(top);
        }
        let there = |open: &Open, seat: Seat| open.of(seat).pawn == Some(system) && !open.of(seat).out;
        for seat in self.state.open.seats().collect::<Vec<_>>() {
            let open = &self.state.open;
            if !there(open, seat) {
                continue;
            }
            let fights = match cause {
                Cause::Attack | Cause::OnShown(_) | Cause::Opposition(_) => {
                    seat == aggressor || attacked & bit(seat) != 0
                }
                Cause::Introduced => attacked & bit(seat) != 0,
                Cause::Event(_) => {
                    rule!("EV-EVA-4");
                    let side = self.state.open.battle.as_ref().and_then(|battle| battle.attackers);
                    seat != aggressor
                        || side.is_some_and(|side| {
                            rule!("EV-R-84");
                            open.hostile(self.data, seat, side)
                        })
                }
            };
            if fights || self.brought_own_enemies(seat) {
                self.enter(seat);
            }
        }
        self.stage(Stage::Join { next: 0 })
    }

    /// Ships hostile to the player who introduced them, with the pawn at the system (EV-B-3a).
    fn brought_own_enemies(&self, seat: Seat) -> bool {
        let open = &self.state.open;
        let own = open.fleet().any(|(_, ship)| {
            ship.role == Role::Npc
                && ship.fights
                && ship.controller == seat
                && open.hostile(self.data, seat, ship.side)
        });
        if own {
            rule!("EV-B-3a");
        }
        own && open.battle.as_ref().is_some_and(|battle| open.of(seat).pawn == Some(battle.system))
    }

    fn engage(&mut self, card: Card) {
        self.fight().engaged.push(card);
        self.tell(Event::Engaged(card));
    }

    /// Other players at the system join or stand clear (EV-B-3).
    pub(crate) fn step_join(&mut self, mut next: u8) -> Flow {
        let (system, aggressor) = (self.fight().system, self.fight().aggressor);
        while next < self.state.open.players {
            let seat = self.state.open.clockwise(aggressor, next);
            let player = self.state.open.of(seat);
            let here = player.pawn == Some(system) && !player.out && !self.state.open.in_battle(seat);
            if here && player.stranded {
                rule!("EV-B-3b");
            } else if here {
                rule!("EV-B-3");
                rule!("EV-R-22");
                self.fight().stage = Stage::Join { next };
                return self.ask(Ask::Seat(seat));
            }
            next += 1;
        }
        self.stage(Stage::Markers)
    }

    pub(crate) fn join(&mut self, seat: Seat, next: u8, action: Action) {
        if action == Action::Join {
            self.enter(seat);
            self.tell(Event::Joined(seat));
        } else {
            self.tell(Event::StoodClear(seat));
        }
        self.fight().stage = Stage::Join { next: next + 1 };
    }

    /// B1: the attacker's marker (EV-A13-2).
    pub(crate) fn step_markers(&mut self) -> Flow {
        let battle = self.fight();
        let (system, aggressor, attacked, cause) =
            (battle.system, battle.aggressor, battle.attacked, battle.cause);
        if cause == Cause::Attack {
            for seat in self.state.open.seats().filter(|&seat| attacked & bit(seat) != 0).collect::<Vec<_>>()
            {
                self.attack_marker(aggressor, seat, system);
            }
        }
        self.stage(Stage::RedAlert { next: 1 })
    }

    /// Attacking a player whom the host government likes (EV-A13-2, EV-R-69).
    pub(crate) fn attack_marker(&mut self, attacker: Seat, victim: Seat, system: Sys) {
        let host = self.data.host(system);
        if matches!(host, Power::Uninhabited | Power::S7evyn | Power::Pirate) {
            return;
        }
        if !self.state.open.hostile(self.data, victim, host) {
            rule!("EV-A13-2");
            if host.is_house() {
                rule!("EV-FEUD-4");
            }
            if host.keeps_records() {
                rule!("EV-R-69");
            }
            rule!("EV-R-68");
            self.mark(attacker, host);
        }
    }

    /// B2: Red Alert (EV-B-7).
    pub(crate) fn step_red_alert(&mut self, mut next: u8) -> Flow {
        let battle = self.fight();
        let (aggressor, attacked, cause) = (battle.aggressor, battle.attacked, battle.cause);
        while next <= self.state.open.players {
            let seat = self.state.open.clockwise(aggressor, next);
            let open = &self.state.open;
            let runner = matches!(cause, Cause::Opposition(_));
            if runner {
                rule!("EV-R-45");
            }
            let may = attacked & bit(seat) != 0 && !runner && open.in_battle(seat) && seat != aggressor;
            if may && open.is_disabled(seat) {
                rule!("EV-REP-6");
            } else if may {
                rule!("EV-B-7");
                self.fight().stage = Stage::RedAlert { next };
                return self.ask(Ask::Seat(seat));
            }
            next += 1;
        }
        self.stage(Stage::Planets { next: 0 })
    }

    pub(crate) fn red_alert(&mut self, seat: Seat, next: u8, action: Action) {
        self.fight().stage = Stage::RedAlert { next: next + 1 };
        if action == Action::RedAlert {
            self.tell(Event::RedAlert(seat));
            self.fight().red_alert |= bit(seat);
            rule!("EV-B-9");
            self.begin_withdrawal(seat, true);
        }
    }

    /// B3: planets from the hand (EV-B-10).
    pub(crate) fn step_planets(&mut self, mut next: u8) -> Flow {
        while next < self.state.open.players {
            let seat = self.state.open.firing_order(next);
            let player = self.state.open.of(seat);
            if !player.out && player.hand > 0 && self.state.open.takes_part(seat) {
                rule!("EV-HID-1");
                self.fight().stage = Stage::Planets { next };
                return self.ask(Ask::Seat(seat));
            }
            next += 1;
        }
        self.stage(Stage::Introduce { next: 1, passes: 0, calling: false })
    }

    pub(crate) fn reveal_planet(&mut self, seat: Seat, next: u8, action: Action) {
        if let Action::Reveal(card) = action {
            rule!("EV-B-10a");
            self.discard(seat, card);
            self.engage(card);
        }
        self.fight().stage = Stage::Planets { next: next + 1 };
    }

    // --- introductions (11.3) --------------------------------------------------------------

    pub(crate) fn step_introduce(&mut self, mut next: u8, mut passes: u8) -> Flow {
        while passes < self.state.open.players {
            let seat = self.state.open.firing_order(next);
            let (government, pirates) = self.state.open.window(self.data, seat);
            if government || pirates {
                rule!("EV-GS-6");
                rule!("EV-R-20");
                self.fight().stage = Stage::Introduce { next, passes, calling: false };
                return self.ask(Ask::Seat(seat));
            }
            next = next % self.state.open.players + 1;
            passes += 1;
        }
        let stage = if self.fight().round == 0 { Stage::Begin } else { Stage::Span };
        self.stage(stage)
    }

    pub(crate) fn introduce(&mut self, seat: Seat, action: Action) {
        let Stage::Introduce { next, passes, calling } = self.fight().stage else { return };
        let following = next % self.state.open.players + 1;
        if let Action::Show(card) = action {
            let system = self.fight().system;
            let side = self.game.side_shown(&self.state.open, seat, card, system);
            self.show(seat, card, side);
            let entered = self.fight().entered;
            self.fight().entered = entered.saturating_add(1);
            let newest =
                self.state.open.ships.iter_mut().filter(|ship| ship.role == Role::Npc && !ship.fights);
            for ship in newest {
                ship.fights = true;
                ship.entered = entered;
            }
            self.fight().stage = Stage::Introduce { next, passes, calling: true };
        } else if calling {
            rule!("EV-B-13a");
            self.fight().stage = Stage::Introduce { next: following, passes: 0, calling: false };
            if self.brought_own_enemies(seat) && !self.state.open.in_battle(seat) {
                self.enter(seat);
            }
            self.push(Frame::Enter { seats: bit(seat) });
        } else {
            self.fight().stage = Stage::Introduce { next: following, passes: passes + 1, calling: false };
        }
    }

    /// New NPC ships: their bays are filled, then Telepath outfits are assigned (EV-B-13a).
    pub(crate) fn step_enter(&mut self, seats: u8) -> Flow {
        let fresh =
            self.state.open.fleet().find(|(_, ship)| ship.role == Role::Npc && ship.fights && !ship.ready);
        if let Some((id, _)) = fresh {
            self.ship(id).ready = true;
            let room: u8 = self.state.open.bays(self.data, id).map(|bay| bay.capacity).sum();
            if room > 0 {
                rule!("EV-B-13");
                self.push(Frame::BayFlip { carrier: id, left: room });
            }
            return Flow::Go;
        }
        self.pop();
        for seat in self.state.open.seats().filter(|&seat| seats & bit(seat) != 0).collect::<Vec<_>>() {
            let open = &self.state.open;
            let telepaths = open.fighting().any(|(_, ship)| {
                ship.role == Role::Npc
                    && ship.controller == seat
                    && self.data.hull(ship.card).tech == Tech::AL1
            });
            if telepaths && open.of(seat).gov > 0 {
                self.push(Frame::Assign { seat });
            }
        }
        Flow::Go
    }

    pub(crate) fn step_bay_flip(&mut self, carrier: ShipId, left: u8) -> Flow {
        let gone = self.state.open.ships.get(carrier.index()).is_none_or(|ship| ship.role == Role::Gone);
        let seat = if gone { Seat(0) } else { self.state.open.ship(carrier).controller };
        if gone || left == 0 || !self.deck_ready(seat) {
            self.pop();
            return Flow::Go;
        }
        rule!("EV-NB-1");
        self.ask(Ask::Flip(seat))
    }

    pub(crate) fn bay_flip(&mut self, carrier: ShipId, left: u8, roll: Roll) {
        let seat = self.state.open.ship(carrier).controller;
        let card = self.flip_card(seat, roll);
        let family = self.data.ship(card).and_then(|ship| ship.family);
        if family.is_some_and(|family| self.state.open.room_for(self.data, carrier, family) > 0) {
            rule!("EV-NB-2");
            self.open().seat[seat.index()].discard.pop();
            let side = self.state.open.ship(carrier).side;
            let fighter = self.add_ship(card, Role::Npc, seat, side);
            let new = self.ship(fighter);
            (new.inside, new.fights, new.ready) = (Some(carrier), true, true);
            self.tell(Event::BayFilled(self.named(carrier), card));
        }
        self.tidy_deck(seat);
        self.next(Frame::BayFlip { carrier, left: left - 1 });
    }

    pub(crate) fn assign(&mut self, seat: Seat, action: Action) {
        let Action::Assign(card, ship) = action else {
            self.pop();
            return;
        };
        rule!("EV-TEL-2");
        self.take_from_tab(seat, card, false);
        self.attach(ship, card, seat);
        self.tell(Event::Assigned(card, self.named(ship)));
        if self.state.open.of(seat).gov == 0 {
            self.pop();
        }
    }
}

impl EvNova {
    /// May a Telepath outfit be assigned to a ship (EV-TEL-2)?
    pub(crate) fn check_assign(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        ship: ShipId,
    ) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let outfit = data.item(card).filter(|item| item.kind == Some(Power::Telepath));
        let held = state.secret.seat[seat.index()].gov.contains(&card);
        let Some(outfit) = outfit.filter(|_| held) else { return deny(rule!("EV-A10-4")) };
        let target = open.ships.get(ship.index());
        let telepath = target.is_some_and(|target| {
            target.role == Role::Npc && target.controller == seat && data.hull(target.card).telepath
        });
        demand(telepath, || rule!("EV-TEL-2"))?;
        demand(open.copies_on(data, ship, card) < outfit.limit, || rule!("EV-TEL-2"))
    }

    /// Round-end effects of a ship: shields that come back, droids (components C12).
    pub(crate) fn regeneration(&self, open: &Open, ship: ShipId) -> Option<Flip> {
        let data = self.data();
        let damage = open.ship(ship).damage;
        let mut shields = None;
        let mut copies = 0;
        for effect in open.effects_under(data, ship) {
            match effect {
                Effect::RegenShield { av, ov } if damage == Damage::ShieldsDown => {
                    shields = Some(Flip::RegenShield { ship, av: av[usize::from(copies > 0)], ov });
                    copies += 1;
                }
                Effect::Droids { av, ov } if damage == Damage::Disabled => {
                    return Some(Flip::Droids { ship, av, ov });
                }
                _ => {}
            }
        }
        shields
    }
}
