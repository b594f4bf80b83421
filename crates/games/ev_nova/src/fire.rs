//! Chapters 11.5, 11.6, 11.9 to 11.12: launching, firing, sacrificing, planets, pursuing weapons, point defense.

mod shot;

use rules::{Denied, Seat, rule};

use crate::data::{Effect, Line, Pur, Stat};
use crate::game::{demand, deny};
use crate::play::{Flow, Play};
use crate::{
    Action, Ask, Card, Cause, Damage, Data, EvNova, Event, Open, Power, Role, Ship, ShipId, Shot, Stage,
    State, Support, query::bit,
};

impl Open {
    /// Two ships that may support each other: own ships, or NPC ships of one controller and side (EV-SAC-8).
    fn same_side(&self, one: &Ship, other: &Ship) -> bool {
        rule!("EV-SAC-8");
        rule!("EV-R-89");
        match (one.role == Role::Npc, other.role == Role::Npc) {
            (false, false) => one.owner == other.owner,
            (true, true) => one.controller == other.controller && one.side == other.side,
            _ => false,
        }
    }
    /// Has a ship used a system of this phase already (EV-R-29)?
    fn fired_in_phase(&self, data: &Data, ship: ShipId, phase: u8) -> bool {
        let used = self.ship(ship).used;
        self.lines(data, ship).enumerate().any(|(n, line)| line.phase == phase && used >> n & 1 == 1)
    }
    /// The ships that stand behind the next shot of a ship.
    fn supporters(&self, ship: ShipId) -> impl Iterator<Item = ShipId> + '_ {
        let supports = self.battle.iter().flat_map(|battle| battle.supports.iter());
        supports.filter(move |support| support.ship == ship).map(|support| support.by)
    }
    /// Who directs an engaged planet: the only friendly player in the battle (EV-PL-2).
    pub(crate) fn director(&self, data: &Data, planet: Card) -> Option<Seat> {
        let gov = data.planet(planet)?.gov;
        let mut friends = self.alive().filter(|&seat| self.in_battle(seat) && !self.hostile(data, seat, gov));
        let one = friends.next()?;
        friends.next().is_none().then_some(one)
    }
    /// May an engaged planet fire at a ship (EV-PL-1, EV-PL-7)?
    pub(crate) fn planet_targets(&self, data: &Data, planet: Card, target: ShipId) -> bool {
        let Some(gov) = data.planet(planet).map(|planet| planet.gov) else { return false };
        let ship = self.ship(target);
        if !ship.fights || ship.inside.is_some() || ship.role == Role::Gone {
            return false;
        }
        rule!("EV-PL-1");
        if ship.role != Role::Npc {
            return self.hostile(data, ship.owner, gov);
        }
        if ship.side == gov {
            rule!("EV-PL-7");
            return false;
        }
        ship.side == Power::Pirate || ship.side.is_alien() || self.sides_against(data, gov, ship.side)
    }
    /// Engaged planets that could fire in this phase, by their place in the list.
    fn armed_planets<'a>(&'a self, data: &'a Data) -> impl Iterator<Item = (usize, Card, Line)> + 'a {
        let battle = self.battle.iter();
        battle.flat_map(move |battle| {
            battle.engaged.iter().enumerate().flat_map(move |(at, &card)| {
                let fired = battle.planets_fired >> at & 1 == 1;
                let lines = data.planet(card).map_or(&[][..], |planet| &planet.lines);
                let lines = lines.iter().filter(move |line| line.phase == battle.phase && !fired);
                lines.map(move |&line| (at, card, line))
            })
        })
    }
    /// Family and carrier of a fighter that may launch now (EV-BAY-1).
    fn may_launch(&self, data: &Data, carrier: ShipId, fighter: &Ship) -> bool {
        let Some(battle) = &self.battle else { return false };
        let what = self.ship(carrier);
        if !self.able(carrier) || what.maneuver || what.busy || battle.fire_begun {
            rule!("EV-B-24");
            return false;
        }
        let Some(family) = data.hull(fighter.card).family else { return false };
        let bays: u32 = self
            .bays(data, carrier)
            .filter(|bay| bay.family == family && bay.phase == battle.phase)
            .map(|bay| u32::from(bay.bays))
            .sum();
        rule!("EV-BAY-1");
        (what.launched >> (4 * family) & 15) < bays
    }
}

impl EvNova {
    /// Cards of the hand that can be Precision Shot or Evasive Maneuver.
    pub(crate) fn bonus_cards<'a>(&'a self, state: &'a State, seat: Seat) -> impl Iterator<Item = Card> + 'a {
        let data = self.data();
        state.secret.seat[seat.index()].hand.distinct().filter(move |&card| {
            data.red(card).effects.iter().any(|effect| matches!(effect, Effect::CheckBonus { .. }))
        })
    }

    pub(crate) fn check_precision(
        &self,
        state: &State,
        seat: Seat,
        card: Option<Card>,
    ) -> Result<(), Denied> {
        let Some(card) = card else { return Ok(()) };
        let mut cards = self.bonus_cards(state, seat);
        demand(cards.any(|other| other == card), || rule!("EV-CHECK-5"))
    }

    /// Judges what a player does in his place of the firing order (D18, D19, D22).
    pub(crate) fn check_fire(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let battle = open.battle.as_ref().expect("a battle is fought");
        let ship_of = |ship: ShipId| open.ships.get(ship.index()).filter(|what| what.role != Role::Gone);
        match action {
            Action::Done => Ok(()),
            Action::Launch(carrier, fighter) => {
                let own = ship_of(carrier).is_some() && open.captain(carrier) == seat;
                let inside = ship_of(fighter).filter(|what| what.inside == Some(carrier));
                let Some(inside) = inside.filter(|_| own) else { return deny(rule!("EV-BAY-1")) };
                demand(open.may_launch(data, carrier, inside), || rule!("EV-BAY-1"))
            }
            Action::Fire(ship, system, target, card) | Action::Combine(ship, system, target, card) => {
                self.check_precision(state, seat, card)?;
                let combine = matches!(action, Action::Combine(..));
                demand(ship_of(ship).is_some() && open.captain(ship) == seat, || rule!("EV-B-31b"))?;
                demand(open.able(ship), || rule!("EV-B-24"))?;
                demand(!open.ship(ship).maneuver, || rule!("EV-FL-1"))?;
                let Some(line) = open.line(data, ship, system) else { return deny(rule!("EV-B-20")) };
                demand(line.phase == battle.phase, || rule!("EV-B-19"))?;
                demand(open.loaded(data, ship, system, line), || {
                    let what = open.ship(ship);
                    if what.used >> system & 1 == 1 {
                        rule!("EV-B-20")
                    } else if what.dodged {
                        rule!("EV-PUR-3")
                    } else if what.chased {
                        rule!("EV-CH-1")
                    } else {
                        rule!("EV-AMO-1")
                    }
                })?;
                demand(ship_of(target).is_some(), || rule!("EV-B-26"))?;
                demand(!open.ship(ship).pursued || open.ship(target).chased, || rule!("EV-CH-2"))?;
                demand(open.may_target(data, ship, target), || self.why_no_target(open, ship))?;
                demand(open.pd_allows(data, line, target), || rule!("EV-PD-1"))?;
                for by in open.supporters(ship) {
                    demand(open.can_target(data, by, target), || rule!("EV-SAC-10"))?;
                }
                if combine {
                    let fresh = !open.fired_in_phase(data, ship, battle.phase);
                    demand(fresh, || {
                        rule!("EV-R-29");
                        rule!("EV-SAC-1")
                    })?;
                    demand(open.gifts(data, ship, battle.phase, false).count() > 1, || rule!("EV-SAC-1"))?;
                    let mut gifts = open.gifts(data, ship, battle.phase, false);
                    let pursues = gifts.any(|(_, line)| line.pur != Pur::None);
                    demand(!pursues || line.pur != Pur::None, || rule!("EV-SAC-2"))?;
                }
                Ok(())
            }
            Action::Support(by, ship) => {
                let mine =
                    |ship: ShipId| ship_of(ship).is_some() && open.captain(ship) == seat && open.able(ship);
                demand(by != ship && mine(by) && mine(ship), || rule!("EV-SAC-3"))?;
                demand(open.same_side(open.ship(by), open.ship(ship)), || rule!("EV-SAC-8"))?;
                demand(!open.ship(by).maneuver && !open.ship(ship).maneuver, || rule!("EV-FL-1"))?;
                let fresh =
                    !open.fired_in_phase(data, by, battle.phase) && open.supporters(by).next().is_none();
                demand(fresh, || rule!("EV-SAC-9"))?;
                demand(open.gifts(data, by, battle.phase, false).next().is_some(), || rule!("EV-SAC-6"))?;
                let shot = open.fighting().any(|(target, _)| {
                    open.can_target(data, by, target)
                        && open.supporters(ship).all(|other| open.can_target(data, other, target))
                        && open.can_target(data, ship, target)
                        && open
                            .gifts(data, ship, battle.phase, false)
                            .any(|(_, line)| open.pd_allows(data, line, target))
                });
                demand(shot, || rule!("EV-SAC-10"))
            }
            Action::PlanetFire(planet, target) => {
                let armed = open.armed_planets(data).any(|(_, card, _)| card == planet);
                demand(armed, || rule!("EV-PL-9"))?;
                demand(open.director(data, planet) == Some(seat), || rule!("EV-PL-2"))?;
                demand(open.contested(data), || rule!("EV-PL-3"))?;
                demand(ship_of(target).is_some(), || rule!("EV-PL-1"))?;
                demand(open.planet_targets(data, planet, target), || rule!("EV-PL-1"))
            }
            _ => deny(rule!("EV-B-19")),
        }
    }

    fn why_no_target(&self, open: &Open, ship: ShipId) -> rules::RuleId {
        let what = open.ship(ship);
        if what.role != Role::Npc {
            rule!("EV-B-26")
        } else if what.side == Power::Pirate {
            rule!("EV-B-28")
        } else {
            rule!("EV-B-27")
        }
    }

    pub(crate) fn list_fire(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let (open, data) = (&state.open, self.data());
        let battle = open.battle.as_ref().expect("a battle is fought");
        out.push(Action::Done);
        let bonus: Vec<Card> = self.bonus_cards(state, seat).collect();
        for (ship, what) in open.fighting() {
            if open.captain(ship) != seat || !open.able(ship) {
                continue;
            }
            if !battle.fire_begun {
                for (fighter, inside) in open.fighters_in(ship) {
                    if open.may_launch(data, ship, inside) {
                        out.push(Action::Launch(ship, fighter));
                    }
                }
            }
            let fresh = !open.fired_in_phase(data, ship, battle.phase);
            let gifts = open.gifts(data, ship, battle.phase, false).count();
            if gifts == 0 || what.maneuver {
                continue;
            }
            for (n, line) in open.lines(data, ship).enumerate() {
                if line.phase != battle.phase || !open.loaded(data, ship, n as u8, line) {
                    continue;
                }
                for (target, _) in open.fighting() {
                    if !open.can_target(data, ship, target) {
                        continue;
                    }
                    out.push(Action::Fire(ship, n as u8, target, None));
                    out.extend(bonus.iter().map(|&card| Action::Fire(ship, n as u8, target, Some(card))));
                    if fresh && gifts > 1 {
                        out.push(Action::Combine(ship, n as u8, target, None));
                        out.extend(
                            bonus.iter().map(|&card| Action::Combine(ship, n as u8, target, Some(card))),
                        );
                    }
                }
            }
            if fresh {
                for (other, mate) in open.fighting() {
                    if other != ship && open.captain(other) == seat && open.same_side(what, mate) {
                        out.push(Action::Support(ship, other));
                    }
                }
            }
        }
        for (_, planet, _) in open.armed_planets(data) {
            if open.director(data, planet) == Some(seat) {
                out.extend(open.fighting().map(|(target, _)| Action::PlanetFire(planet, target)));
            }
        }
    }

    /// Has a player anything to do in this phase? Open facts only: bonus cards do not matter.
    fn has_fire(&self, state: &State, seat: Seat, out: &mut Vec<Action>) -> bool {
        out.clear();
        self.list_fire(state, seat, out);
        out.iter().any(|&action| {
            let open = !matches!(action, Action::Done | Action::Support(..));
            open && self.check_fire(state, seat, action).is_ok()
        })
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    pub(crate) fn step_fire(&mut self, mut next: u8) -> Flow {
        let mut buffer = Vec::new();
        while next < self.state.open.players {
            let seat = self.state.open.firing_order(next);
            if !self.state.open.of(seat).out && self.game.has_fire(self.state, seat, &mut buffer) {
                rule!("EV-B-5");
                rule!("EV-B-19");
                self.fight().stage = Stage::Fire { next };
                return self.ask(Ask::Seat(seat));
            }
            self.fight().fire_begun = false;
            next += 1;
        }
        self.stage(Stage::AutoPlanets { next: 0 })
    }

    pub(crate) fn fire(&mut self, seat: Seat, next: u8, action: Action) {
        match action {
            Action::Launch(carrier, fighter) => {
                let family = self.data.hull(self.state.open.ship(fighter).card).family.expect("a fighter");
                self.ship(carrier).launched += 1 << (4 * family);
                self.ship(fighter).inside = None;
                let entered = self.fight().entered;
                self.fight().entered = entered.saturating_add(1);
                self.ship(fighter).entered = entered;
                self.tell(Event::Launched(self.named(carrier), self.named(fighter)));
            }
            Action::Fire(ship, system, target, card) => {
                self.fight().fire_begun = true;
                self.declare_shot(seat, ship, system, target, card, None);
            }
            Action::Combine(ship, system, target, card) => {
                self.fight().fire_begun = true;
                rule!("EV-SAC-1");
                self.declare_shot(seat, ship, system, target, card, Some(0));
            }
            Action::Support(by, ship) => {
                self.fight().fire_begun = true;
                rule!("EV-SAC-5");
                self.fight().supports.push(Support { by, ship });
                self.tell(Event::Supported(self.named(by), self.named(ship)));
            }
            Action::PlanetFire(planet, target) => {
                self.fight().fire_begun = true;
                self.planet_shot(seat, planet, target);
            }
            _ => {
                let battle = self.fight();
                battle.stage = Stage::Fire { next: next + 1 };
                battle.fire_begun = false;
                battle.supports.clear();
            }
        }
    }

    /// A shot is announced: what it adds up to, who counts as having fired, and at whom (EV-B-30). `all` combines:
    /// `Some(0)` the systems of this phase, `Some(phase)` those of this and earlier phases in a spring.
    pub(crate) fn declare_shot(
        &mut self,
        seat: Seat,
        ship: ShipId,
        system: u8,
        target: ShipId,
        card: Option<Card>,
        all: Option<u8>,
    ) {
        let data = self.data;
        let phase = self.fight().phase;
        let line = self.state.open.line(data, ship, system).expect("check saw the system");
        let sprung = all.is_some_and(|all| all > 0);
        let open = &self.state.open;
        let mut sac = 0;
        let mut given_up = 0;
        let mut best_pur = None;
        let mut used: Vec<(ShipId, u8)> = vec![(ship, system)];
        if all.is_some() {
            for (n, line) in open.gifts(data, ship, phase, sprung).filter(|&(n, _)| n != system) {
                rule!("EV-SAC-7");
                sac += line.sac;
                given_up += 1;
                used.push((ship, n));
            }
        }
        let supporters: Vec<ShipId> = open.supporters(ship).collect();
        for &by in &supporters {
            for (n, line) in open.gifts(data, by, phase, false) {
                rule!("EV-SAC-3");
                sac += line.sac;
                given_up += 1;
                rule!("EV-B-31a");
                best_pur = best_pur.max(open.pur(data, by, line));
                used.push((by, n));
            }
        }
        let battle = open.battle.as_ref().expect("a battle is fought");
        let fits = |backing: &&crate::Backing| {
            backing.ship == ship && backing.system == system && backing.target == target
        };
        let mut backers = Vec::new();
        for backing in battle.backings.iter().filter(fits) {
            sac += backing.sac;
            given_up += backing.given_up;
            best_pur = best_pur.max(backing.pur);
            backers.push(backing.by);
        }
        if sprung {
            sac += self.drill(seat);
        }
        let own_pur = open.pur(data, ship, line);
        let pur = if supporters.is_empty() && backers.is_empty() { own_pur } else { own_pur.max(best_pur) };
        let pur = pur.map(|pur| {
            rule!("EV-B-31");
            if given_up > 0 {
                rule!("EV-R-80");
            }
            if own_pur != Some(pur) {
                rule!("EV-SAC-4");
            }
            pur + i16::from(given_up) + open.jam(data, target)
        });
        let rocks = open.asteroid(data);
        let shot = Shot {
            ship: Some(ship),
            planet: None,
            target,
            seat,
            weapon: line.weapon,
            sh: line.sh + sac - rocks,
            ar: line.ar + sac - rocks,
            pur,
            no_pd: line.no_pd,
            av: 0,
            ov: 0,
            evaded: false,
            pd_left: 0,
        };
        for (ship, n) in used {
            self.ship(ship).used |= 1 << n;
        }
        let battle = self.fight();
        battle.supports.retain(|support| support.ship != ship);
        battle.backings.retain(|backing| !fits(&backing));
        self.tell(Event::Fired(self.named(ship), line.weapon, self.named(target)));
        for by in supporters.into_iter().chain(backers) {
            rule!("EV-HOST-5");
            rule!("EV-SAC-10");
            self.opens_fire(by, target);
        }
        self.opens_fire(ship, target);
        let bonus = card.map_or(0, |card| {
            rule!("EV-CHECK-5");
            rule!("EV-R-65");
            self.discard(seat, card);
            self.tell(Event::Precision(seat, card));
            self.bonus(card).0
        });
        self.aim(shot, bonus);
    }

    /// Bonus of a card to AV and OV.
    pub(crate) fn bonus(&self, card: Card) -> (i16, i16) {
        let found = self.data.red(card).effects.iter().find_map(|effect| match effect {
            Effect::CheckBonus { av, ov } => Some((*av, *ov)),
            _ => None,
        });
        found.unwrap_or((0, 0))
    }

    /// A ship fires: Hostile Markers, lost records, new enemies (EV-HOST-3, EV-A13-4).
    fn opens_fire(&mut self, ship: ShipId, target: ShipId) {
        self.fight().shots = true;
        let shooter = *self.state.open.ship(ship);
        let aim = *self.state.open.ship(target);
        if shooter.role == Role::Npc {
            rule!("EV-HOST-4");
            return;
        }
        let seat = shooter.owner;
        if aim.role == Role::Npc {
            rule!("EV-HOST-3");
            if self.data.hull(aim.card).kind == Power::Trader {
                rule!("EV-HOST-6");
            }
            if matches!(self.fight().cause, Cause::Opposition(_)) {
                rule!("EV-OPP-11");
            }
            self.fight().fired_at[seat.index()].insert(aim.side);
            self.mark(seat, aim.side);
            return;
        }
        let battle = self.fight();
        let system = battle.system;
        let known = battle.enemies[seat.index()] & bit(aim.owner) != 0
            || battle.enemies[aim.owner.index()] & bit(seat) != 0;
        battle.enemies[seat.index()] |= bit(aim.owner);
        if !known {
            rule!("EV-A13-4");
            rule!("EV-R-86");
            self.fight().attacked |= bit(aim.owner);
            self.attack_marker(seat, aim.owner, system);
        }
    }

    fn planet_shot(&mut self, seat: Seat, planet: Card, target: ShipId) {
        let open = &self.state.open;
        let (at, _, line) =
            open.armed_planets(self.data).find(|(_, card, _)| *card == planet).expect("it is armed");
        let rocks = open.asteroid(self.data);
        let pur = match line.pur {
            Pur::Fixed(pur) => Some(pur - open.nebula(self.data) + open.jam(self.data, target)),
            _ => None,
        };
        rule!("EV-PL-8");
        let shot = Shot {
            ship: None,
            planet: Some(planet),
            target,
            seat,
            weapon: line.weapon,
            sh: line.sh - rocks,
            ar: line.ar - rocks,
            pur,
            no_pd: line.no_pd,
            av: 0,
            ov: 0,
            evaded: false,
            pd_left: 0,
        };
        let battle = self.fight();
        battle.planets_fired |= 1 << at;
        battle.shots = true;
        self.tell(Event::PlanetFired(planet, self.named(target)));
        self.aim(shot, 0);
    }

    /// Planets that no single friend directs fire by themselves, after all players (EV-PL-2, EV-R-33).
    pub(crate) fn step_auto_planets(&mut self, next: u8) -> Flow {
        let (open, data) = (&self.state.open, self.data);
        let planets: Vec<(usize, Card)> = open.armed_planets(data).map(|(at, card, _)| (at, card)).collect();
        for (at, planet) in planets.into_iter().filter(|&(at, _)| at >= usize::from(next)) {
            let open = &self.state.open;
            if open.director(data, planet).is_some() {
                continue;
            }
            if !open.contested(data) {
                rule!("EV-PL-3");
                break;
            }
            let targets = open.fighting().filter(|&(id, ship)| {
                rule!("EV-R-93");
                ship.damage != Damage::Disabled && open.planet_targets(data, planet, id)
            });
            let best = targets.max_by_key(|&(id, ship)| {
                rule!("EV-R-104");
                let escape = open.stat(data, id, Stat::Escape);
                (open.pursuit(data, id), std::cmp::Reverse(escape), std::cmp::Reverse(ship.entered))
            });
            let Some((target, _)) = best else { continue };
            rule!("EV-PL-2");
            rule!("EV-R-33");
            let first = open.firing_order(0);
            self.fight().stage = Stage::AutoPlanets { next: at as u8 + 1 };
            self.planet_shot(first, planet, target);
            return Flow::Go;
        }
        self.stage(Stage::Withdraw { next: 0 })
    }
}
