//! Chapters 6 and 7: the turn, moving, landing, and the actions that need no market.

use rules::{Denied, Seat, rule};

use crate::data::{Effect, Stat, Timing};
use crate::game::{demand, deny};
use crate::play::{Flow, Play, fits_tab};
use crate::{Action, Ask, Card, Damage, EvNova, Event, Frame, Role, State, Sys, query::bit};

impl EvNova {
    /// Judges a decision of the main part of a turn (D3).
    pub(crate) fn check_main(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let (open, hand) = (&state.open, &state.secret.seat[seat.index()].hand);
        let data = self.data();
        let holds = |card: Card| demand(card.0 < 120 && hand.contains(&card), || rule!("EV-OV-2"));
        match action {
            Action::Move(system) => {
                demand(!open.done.moved, || rule!("EV-TURN-1"))?;
                demand(!open.of(seat).blocked, || rule!("EV-MOVE-8"))?;
                let pawn = open.of(seat).pawn.expect("a player in the main part has a pawn");
                demand(usize::from(system.0) < data.systems.len() && pawn != system, || rule!("EV-MOVE-6"))?;
                demand(data.distance(pawn, system) != u8::MAX, || rule!("EV-MOVE-4"))?;
                let ship = open.current(seat).expect("a player in the main part has a Current Ship");
                let jumps = open.stat(data, ship, Stat::Jumps);
                demand(i16::from(data.distance(pawn, system)) <= jumps, || rule!("EV-MOVE-1"))
            }
            Action::Transit(card, system) => {
                demand(!open.done.moved, || rule!("EV-TURN-1"))?;
                demand(!open.of(seat).blocked, || rule!("EV-MOVE-8"))?;
                holds(card)?;
                let transit = data.red(card).effects.iter().find_map(|effect| match effect {
                    Effect::Transit { from_not, to_not } => Some((*from_not, *to_not)),
                    _ => None,
                });
                let Some((from_not, to_not)) = transit else { return deny(rule!("EV-A12-1")) };
                let pawn = open.of(seat).pawn.expect("a player in the main part has a pawn");
                demand(!from_not.has(data.host(pawn)), || rule!("EV-A12-4"))?;
                demand(usize::from(system.0) < data.systems.len() && pawn != system, || rule!("EV-MOVE-6"))?;
                demand(!to_not.has(data.host(system)), || rule!("EV-MOVE-7"))
            }
            Action::EndTurn => demand(open.done.acted, || rule!("EV-TURN-4")),
            Action::SellItem(card, planet) => {
                rule!("EV-TURN-2");
                self.check_sell_item(state, seat, card, planet)
            }
            Action::SellShip(ship, planet) => self.check_sell_ship(state, seat, ship, planet),
            _ => {
                demand(!open.done.acted, || rule!("EV-TURN-1"))?;
                self.check_action(state, seat, action)
            }
        }
    }

    /// Judges the one Action of the turn.
    fn check_action(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let (open, hand) = (&state.open, &state.secret.seat[seat.index()].hand);
        let data = self.data();
        let holds = |card: Card| demand(card.0 < 120 && hand.contains(&card), || rule!("EV-OV-2"));
        match action {
            Action::Play(card, planet) => {
                holds(card)?;
                self.check_play(state, seat, card, planet)
            }
            Action::CashIn(card) => self.check_cash_in(state, seat, card),
            Action::Cycle(card) => holds(card),
            Action::FlipNova => {
                rule!("EV-TURN-3");
                rule!("EV-R-54");
                Ok(())
            }
            Action::Swap(card) => {
                holds(card)?;
                let Some(top) = open.nova_discard.top() else { return deny(rule!("EV-R-55")) };
                demand(data.number(top) == data.number(card), || rule!("EV-A4-1"))
            }
            Action::BuyItem(card, planet) => {
                holds(card)?;
                self.check_buy_item(state, seat, card, planet)
            }
            Action::BuyShip(card, planet) => {
                holds(card)?;
                self.check_buy_ship(state, seat, card, planet)
            }
            Action::BuyFighter(card, planet, carrier) => {
                holds(card)?;
                self.check_buy_fighter(state, seat, card, planet, carrier)
            }
            Action::BuyEscort(card, planet) => {
                holds(card)?;
                self.check_buy_escort(state, seat, card, planet)
            }
            Action::Upgrade(ship, card, planet) => {
                holds(card)?;
                self.check_upgrade(state, seat, ship, card, planet)
            }
            Action::Deploy(card) => {
                holds(card)?;
                if data.ship(card).is_some() {
                    return Ok(());
                }
                demand(fits_tab(data, card, false), || rule!("EV-A10-1"))?;
                let telepaths = state.secret.seat[seat.index()].gov.iter();
                let mut telepaths =
                    telepaths.filter_map(|&card| data.ship(card)).filter(|ship| ship.telepath);
                demand(telepaths.next().is_some(), || rule!("EV-A10-3"))
            }
            Action::Load(card, planet) => {
                holds(card)?;
                self.check_load(state, seat, card, planet)
            }
            Action::Unload(card, planet) => self.check_unload(state, seat, card, planet),
            Action::EventAt(card, system) => {
                holds(card)?;
                self.check_event_at(state, seat, card, system)
            }
            Action::EventOn(card, victim) => {
                holds(card)?;
                let wanted = data.red(card).effects.iter().find_map(|effect| match effect {
                    Effect::Victim { at, .. } => Some(*at),
                    _ => None,
                });
                let Some(wanted) = wanted else { return deny(rule!("EV-A12-1")) };
                let there =
                    (victim != seat && victim.0 < open.players).then(|| open.of(victim).pawn).flatten();
                demand(there.is_some_and(|there| data.fits(wanted, there)), || rule!("EV-A12-4"))
            }
            Action::Event(card) => {
                holds(card)?;
                let remove =
                    data.red(card).effects.iter().any(|effect| matches!(effect, Effect::RemoveMarker { .. }));
                demand(data.event(card) == Some(Timing::Action) && remove, || rule!("EV-A12-1"))?;
                demand(!open.of(seat).markers.is_empty(), || rule!("EV-A12-4"))
            }
            Action::Attack(target) => {
                let there = (target != seat && target.0 < open.players).then(|| open.of(target));
                let Some(there) = there.filter(|there| !there.out) else { return deny(rule!("EV-A13-1")) };
                demand(there.pawn.is_some(), || rule!("EV-A13-3"))?;
                demand(there.pawn == open.of(seat).pawn, || rule!("EV-A13-1"))
            }
            Action::Welfare => demand(open.of(seat).hand == 0, || rule!("EV-A14-1")),
            Action::Repair(other) => {
                let there = (other != seat && other.0 < open.players).then(|| open.of(other));
                let Some(there) = there else { return deny(rule!("EV-A15-1")) };
                demand(there.stranded && there.pawn == open.of(seat).pawn, || rule!("EV-A15-1"))?;
                let undamaged = open.fleet().any(|(_, ship)| {
                    ship.owner == seat && ship.role != Role::Npc && ship.damage == Damage::Intact
                });
                demand(undamaged, || rule!("EV-A15-1"))
            }
            _ => deny(rule!("EV-TURN-5")),
        }
    }

    /// Where attack events may be aimed (EV-A12-4, EV-EVA-6).
    fn check_event_at(&self, state: &State, seat: Seat, card: Card, system: Sys) -> Result<(), Denied> {
        let data = self.data();
        let wanted = data.red(card).effects.iter().find_map(|effect| match effect {
            Effect::NpcAttack { at, .. } => Some(*at),
            _ => None,
        });
        let Some(wanted) = wanted else { return deny(rule!("EV-A12-1")) };
        let known = usize::from(system.0) < data.systems.len();
        demand(known && data.fits(wanted, system), || rule!("EV-EVA-6"))?;
        let open = &state.open;
        let opponent = open.alive().any(|other| other != seat && open.of(other).pawn == Some(system));
        demand(opponent, || rule!("EV-A12-4"))
    }

    pub(crate) fn list_main(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let (open, own) = (&state.open, &state.secret.seat[seat.index()]);
        let data = self.data();
        let pawn = open.of(seat).pawn;
        let transits = |card: &Card| data.event(*card) == Some(Timing::Move);
        if !open.done.moved && !open.of(seat).blocked {
            out.extend(open.reach(data, seat).map(Action::Move));
            for card in own.hand.distinct().filter(transits) {
                out.extend((0..data.systems.len() as u8).map(|system| Action::Transit(card, Sys(system))));
            }
        }
        let planets: [Option<Card>; 4] = {
            let mut here = [None; 4];
            for (slot, planet) in here.iter_mut().zip(open.planets_here(data, seat)) {
                *slot = Some(planet);
            }
            here
        };
        let planets = || planets.into_iter().flatten();
        if let Some(ship) = open.current(seat) {
            let mut last = None;
            for item in open.items_under(ship).filter(|item| last.replace(item.card) != Some(item.card)) {
                out.extend(planets().map(|planet| Action::SellItem(item.card, planet)));
            }
        }
        for (ship, what) in open.fleet().filter(|(_, ship)| ship.owner == seat) {
            if matches!(what.role, Role::Escort | Role::Fighter) {
                out.extend(planets().map(|planet| Action::SellShip(ship, planet)));
            }
        }
        if open.done.acted {
            out.push(Action::EndTurn);
            return;
        }
        out.push(Action::FlipNova);
        if open.of(seat).hand == 0 {
            out.push(Action::Welfare);
        }
        for other in open.seats().filter(|&other| other != seat && !open.of(other).out) {
            if open.of(other).pawn == pawn {
                out.push(Action::Attack(other));
                if open.of(other).stranded {
                    out.push(Action::Repair(other));
                }
            }
        }
        out.extend(
            open.missions.iter().filter(|mission| mission.seat == seat).map(|m| Action::CashIn(m.card)),
        );
        for card in open.of(seat).assets.distinct() {
            if let Some(route) = data.route(card) {
                self.list_places(route.sell.bracket.is_some(), planets(), |p| {
                    out.push(Action::Unload(card, p));
                });
            }
        }
        let top = open.nova_discard.top().map(|card| data.number(card));
        for card in own.hand.distinct() {
            out.push(Action::Cycle(card));
            if top == Some(data.number(card)) {
                out.push(Action::Swap(card));
            }
            if let Some(ship) = data.ship(card) {
                out.push(Action::Deploy(card));
                for planet in planets() {
                    out.push(Action::BuyShip(card, planet));
                    out.push(Action::BuyEscort(card, planet));
                    for (mine, what) in open.fleet().filter(|(_, what)| what.owner == seat) {
                        if !matches!(what.role, Role::Current | Role::Escort) {
                            continue;
                        }
                        if data.hull(what.card).upgrades.contains(&card) {
                            out.push(Action::Upgrade(mine, card, planet));
                        }
                        if let Some(family) = ship.family
                            && open.bays(data, mine).any(|bay| bay.family == family)
                        {
                            out.push(Action::BuyFighter(card, planet, mine));
                        }
                    }
                }
            } else {
                if fits_tab(data, card, false) {
                    out.push(Action::Deploy(card));
                }
                out.extend(planets().map(|planet| Action::BuyItem(card, planet)));
            }
            if let Some(mission) = data.mission(card) {
                self.list_places(mission.from.bracket.is_some(), planets(), |p| {
                    out.push(Action::Play(card, p));
                });
            } else if let Some(route) = data.route(card) {
                self.list_places(route.buy.bracket.is_some(), planets(), |p| out.push(Action::Load(card, p)));
            } else if data.event(card) == Some(Timing::Action) {
                self.list_event(state, seat, card, out);
            }
        }
    }

    fn list_places(
        &self,
        bracket: bool,
        planets: impl Iterator<Item = Card>,
        mut push: impl FnMut(Option<Card>),
    ) {
        if bracket {
            push(None);
        } else {
            let mut any = false;
            for planet in planets {
                any = true;
                push(Some(planet));
            }
            if !any {
                push(None);
            }
        }
    }

    fn list_event(&self, state: &State, seat: Seat, card: Card, out: &mut Vec<Action>) {
        let open = &state.open;
        for effect in &self.data().red(card).effects {
            match effect {
                Effect::NpcAttack { .. } => {
                    let mut seen = [None; crate::MAX_SEATS];
                    for other in open.seats().filter(|&other| other != seat && !open.of(other).out) {
                        if let Some(there) = open.of(other).pawn
                            && !seen.contains(&Some(there))
                        {
                            seen[other.index()] = Some(there);
                            out.push(Action::EventAt(card, there));
                        }
                    }
                }
                Effect::Victim { .. } => {
                    let others = open.seats().filter(|&other| other != seat && open.of(other).pawn.is_some());
                    out.extend(others.map(|other| Action::EventOn(card, other)));
                }
                Effect::RemoveMarker { .. } => out.push(Action::Event(card)),
                _ => {}
            }
        }
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// Can the active player go on with the turn (EV-SEQ-2)?
    pub(crate) fn step_main(&mut self) -> Flow {
        let open = &self.state.open;
        let seat = open.active;
        let player = open.of(seat);
        if player.out || player.pawn.is_none() || player.stranded || open.is_disabled(seat) {
            rule!("EV-SEQ-2");
            if player.out {
                rule!("EV-OUT-4");
            }
            if player.stranded {
                rule!("EV-REP-8");
            }
            self.pop();
            return Flow::Go;
        }
        // Nothing but End turn is left: the table ends it (EV-TURN-4). Only open facts decide that.
        let goods = open.current(seat).is_some_and(|ship| open.items_under(ship).next().is_some())
            || open
                .fleet()
                .any(|(_, ship)| ship.owner == seat && matches!(ship.role, Role::Escort | Role::Fighter));
        let sellable = goods && open.planets_here(self.data, seat).next().is_some();
        if open.done.acted && (open.done.moved || player.blocked) && !sellable {
            rule!("EV-TURN-4");
            self.end_turn();
            return Flow::Go;
        }
        self.ask(Ask::Seat(seat))
    }

    fn end_turn(&mut self) {
        let open = self.open();
        open.done.landed.clear();
        self.next(Frame::EndWindow { next: 1 });
    }

    /// The planet is used: a landing and its fee (EV-AP-4, EV-LAND-2). The fee is paid before anything pushed earlier.
    pub(crate) fn land(&mut self, seat: Seat, planet: Option<Card>) {
        let Some(planet) = planet else { return };
        if self.state.open.done.landed.contains(&planet) {
            return;
        }
        let fee = self.state.open.fee(self.data, seat, planet);
        rule!("EV-AP-4");
        rule!("EV-AP-4b");
        self.open().done.landed.push(planet);
        self.tell(Event::Landed(seat, planet, fee));
        if fee > 0 {
            rule!("EV-LAND-5");
            self.push(Frame::Pay { seat, left: fee });
        }
    }

    pub(crate) fn main(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Move(system) => {
                self.tell(Event::Moved(seat, system));
                self.arrive(seat, system);
                return;
            }
            Action::Transit(card, system) => {
                rule!("EV-MOVE-7");
                self.discard(seat, card);
                self.tell(Event::Transited(seat, card, system));
                self.arrive(seat, system);
                return;
            }
            Action::EndTurn => return self.end_turn(),
            Action::SellItem(card, planet) => return self.sell_item(seat, card, planet),
            Action::SellShip(ship, planet) => return self.sell_ship(seat, ship, planet),
            _ => {}
        }
        self.open().done.acted = true;
        match action {
            Action::Play(card, planet) => self.play_mission(seat, card, planet),
            Action::CashIn(card) => self.cash_in(seat, card),
            Action::Cycle(card) => {
                rule!("EV-A3-1");
                rule!("EV-A4-2");
                self.tell(Event::Cycled(seat, card));
                self.discard(seat, card);
                self.push(Frame::Draw { seat, left: 1 });
            }
            Action::FlipNova => {
                rule!("EV-A3-2");
                self.push(Frame::Flip(crate::Flip::Action));
            }
            Action::Swap(card) => self.swap(seat, card),
            Action::BuyItem(card, planet) => self.buy(seat, card, planet, crate::Use::Item),
            Action::BuyShip(card, planet) => self.buy_ship(seat, card, planet),
            Action::BuyFighter(card, planet, carrier) => {
                self.buy(seat, card, planet, crate::Use::Fighter(carrier));
            }
            Action::BuyEscort(card, planet) => self.buy(seat, card, planet, crate::Use::Escort),
            Action::Upgrade(ship, card, planet) => self.upgrade(seat, ship, card, planet),
            Action::Deploy(card) => {
                rule!("EV-A10-1");
                rule!("EV-R-79");
                self.put_on_tab(seat, card);
                self.push(Frame::Draw { seat, left: 1 });
            }
            Action::Load(card, planet) => self.load(seat, card, planet),
            Action::Unload(card, planet) => self.unload(seat, card, planet),
            Action::EventAt(card, system) => self.attack_event(seat, card, system),
            Action::EventOn(card, victim) => self.strike_victim(seat, card, victim),
            Action::Event(card) => {
                self.take_from_hand(seat, card);
                self.tell(Event::EventPlayed(seat, card));
                self.push(Frame::Discard { seat, card });
                self.push(Frame::Effects { seat, card, at: 0 });
            }
            Action::Attack(target) => {
                let system = self.state.open.of(seat).pawn.expect("the attacker has a pawn");
                self.start_battle(crate::Cause::Attack, system, seat, bit(target));
            }
            Action::Welfare => {
                rule!("EV-A14-1");
                rule!("EV-R-53");
                self.tell(Event::Welfare(seat));
                self.push(Frame::Draw { seat, left: 1 });
            }
            Action::Repair(other) => {
                rule!("EV-REP-5");
                let left = self.state.open.of(other).offer;
                self.push(Frame::Repaired { seat: other });
                self.push(Frame::PassCards { from: other, to: seat, left });
            }
            _ => unreachable!("check knows the actions of a turn"),
        }
    }

    /// A Move has ended: landings are over, stops are credited, oppositions are due (EV-MOVE-2).
    fn arrive(&mut self, seat: Seat, system: Sys) {
        rule!("EV-MOVE-2");
        rule!("EV-AP-4a");
        let data = self.data;
        let open = self.open();
        open.done.moved = true;
        open.done.landed.clear();
        open.seat[seat.index()].pawn = Some(system);
        let mut credited = Vec::new();
        for mission in open.missions.iter_mut().filter(|mission| mission.seat == seat) {
            let what = data.mission(mission.card).expect("a mission in play is a mission");
            let stop = usize::from(mission.done);
            if what.stops.get(stop) != Some(&system) {
                continue;
            }
            let opposed = what.opposed(mission.done);
            if opposed {
                rule!("EV-OPP-2");
                mission.due = true;
            } else if stop + 1 < what.stops.len() {
                rule!("EV-A1-5");
                rule!("EV-A1-5a");
                rule!("EV-MOVE-3");
                rule!("EV-R-17");
                mission.done += 1;
                credited.push((mission.card, mission.done));
            }
        }
        for (card, done) in credited {
            self.tell(Event::Credited(seat, card, done));
        }
        self.push(Frame::Arrive);
    }

    /// Auroran Drop Bears and their like (effect `victim`).
    fn strike_victim(&mut self, seat: Seat, card: Card, victim: Seat) {
        self.discard(seat, card);
        self.tell(Event::EventOn(seat, card, victim));
        let crate::data::RedKind::Event { code, .. } = self.data.red(card).kind else { return };
        let immune = self.state.open.current(victim).is_some_and(|ship| {
            let mut effects = self.state.open.effects_under(self.data, ship);
            effects.any(|effect| effect == Effect::Immune { code })
        });
        if immune {
            self.tell(Event::Immune(victim));
            return;
        }
        for effect in &self.data.red(card).effects {
            if let Effect::Victim { discard, no_move, .. } = *effect {
                if no_move {
                    let player = &mut self.open().seat[victim.index()];
                    player.blocked = true;
                    player.blocked_at = player.turns;
                    self.tell(Event::Blocked(victim));
                }
                let left = discard.min(self.state.open.of(victim).hand);
                self.push(Frame::Pay { seat: victim, left });
            }
        }
    }

    // --- payments, draws, orders (section 4.1) ----------------------------------------------

    pub(crate) fn step_pay(&mut self, seat: Seat, left: u8) -> Flow {
        let player = self.state.open.of(seat);
        if left == 0 || player.hand == 0 || player.out {
            self.pop();
            return Flow::Go;
        }
        if player.hand == 1 {
            let card = self.state.secret.seat[seat.index()].hand[0];
            self.pay(seat, left, card);
            return Flow::Go;
        }
        self.ask(Ask::Seat(seat))
    }

    pub(crate) fn pay(&mut self, seat: Seat, left: u8, card: Card) {
        rule!("EV-AP-5");
        rule!("EV-R-11");
        self.next(Frame::Pay { seat, left: left - 1 });
        self.discard(seat, card);
    }

    pub(crate) fn step_draw(&mut self, seat: Seat, left: u8) -> Flow {
        if left == 0 || self.state.open.of(seat).out {
            self.pop();
            return Flow::Go;
        }
        if !self.deck_ready(seat) {
            self.tell(Event::NothingLeft(seat));
            self.pop();
            return Flow::Go;
        }
        self.ask(Ask::Draw(seat))
    }

    pub(crate) fn step_order(&mut self, seat: Seat) -> Flow {
        let mut mine =
            self.state.open.limbo.iter().filter(|&&(owner, _)| owner == seat).map(|&(_, card)| card);
        let Some(first) = mine.next() else {
            self.pop();
            return Flow::Go;
        };
        if self.state.open.of(seat).out || mine.all(|other| other == first) {
            self.lay_in_order(seat, first);
            return Flow::Go;
        }
        self.ask(Ask::Seat(seat))
    }

    pub(crate) fn lay_in_order(&mut self, seat: Seat, card: Card) {
        rule!("EV-AP-5a");
        let limbo = &mut self.state.open.limbo;
        let at = limbo.iter().position(|&waiting| waiting == (seat, card)).expect("the card waits");
        limbo.remove(at);
        self.lay(seat, card);
    }
}
