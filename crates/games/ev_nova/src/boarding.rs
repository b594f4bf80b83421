//! Chapter 12: boarding, looting, capture, compensation.

use rules::{Denied, Seat, rule};

use crate::data::{Effect, Stat};
use crate::game::{demand, deny};
use crate::market::MOST_ESCORTS;
use crate::play::{Flow, Play};
use crate::{
    Action, Ask, Card, CheckKind, Damage, Data, EvNova, Event, Flip, Frame, Open, Power, Role, ShipId, Stage,
    State, query::bit,
};

impl Open {
    /// May a ship board in this round (EV-BRD-1)?
    fn may_board(&self, data: &Data, seat: Seat, ship: ShipId) -> bool {
        let Some(what) = self.ships.get(ship.index()) else { return false };
        let podded = self.battle.as_ref().is_some_and(|battle| battle.podded & bit(seat) != 0);
        what.role != Role::Npc
            && what.role != Role::Gone
            && what.owner == seat
            && self.able(ship)
            && !what.busy
            && !podded
            && data.hull(what.card).stat(Stat::Boarding) > 0
    }
    /// May a player board this ship (EV-BRD-1, 4, 5)?
    pub(crate) fn boardable(&self, data: &Data, seat: Seat, target: ShipId) -> Result<(), Denied> {
        let Some(what) = self.ships.get(target.index()).filter(|what| what.role != Role::Gone && what.fights)
        else {
            return deny(rule!("EV-BRD-1"));
        };
        demand(what.damage == Damage::Disabled && what.inside.is_none(), || rule!("EV-BRD-1"))?;
        demand(!data.hull(what.card).no_board, || rule!("EV-BRD-1"))?;
        demand(what.owner != seat && self.captain(target) != seat, || {
            rule!("EV-R-95");
            rule!("EV-BRD-4")
        })?;
        demand(!what.boarded, || rule!("EV-BRD-5"))?;
        let any = self.withdrawing(seat).any(|own| self.enemies(data, own, target));
        demand(any, || rule!("EV-BRD-4"))
    }
    /// Items under a wreck that fit under a ship.
    fn fits_from(&self, data: &Data, ship: ShipId, card: Card) -> bool {
        rule!("EV-LOOT-5");
        self.fits(data, ship, card)
    }
    /// Has the ship the pod that lets its captain survive?
    pub(crate) fn pod(&self, data: &Data, ship: ShipId) -> Option<(i16, i16)> {
        self.effects_under(data, ship).find_map(|effect| match effect {
            Effect::EscapePod { av, ov } => Some((av, ov)),
            _ => None,
        })
    }
    /// May the captain blow the Current Ship up (EV-POD-5)?
    pub(crate) fn may_self_destruct(&self, data: &Data, ship: ShipId) -> bool {
        self.ship(ship).role == Role::Current
            && self.effects_under(data, ship).any(|effect| effect == Effect::SelfDestruct)
    }
}

impl EvNova {
    pub(crate) fn check_boarding(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let battle = open.battle.as_ref().expect("a battle is fought");
        match action {
            Action::Done => Ok(()),
            Action::Board(ship) => {
                demand(open.may_board(data, seat, ship), || {
                    if open.ships.get(ship.index()).is_some_and(|ship| ship.role == Role::Npc) {
                        rule!("EV-R-60");
                    }
                    rule!("EV-BRD-1")
                })?;
                demand(!battle.hunters.contains(&ship), || rule!("EV-BRD-2"))
            }
            Action::Loot(target) | Action::Capture(target) => {
                demand(!battle.hunters.is_empty(), || rule!("EV-BRD-2"))?;
                open.boardable(data, seat, target)
            }
            _ => deny(rule!("EV-BRD-1")),
        }
    }

    pub(crate) fn list_boarding(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let open = &state.open;
        out.push(Action::Done);
        for (ship, what) in open.fighting() {
            if what.owner == seat && what.role != Role::Npc {
                out.push(Action::Board(ship));
            } else if what.damage == Damage::Disabled {
                out.push(Action::Loot(ship));
                out.push(Action::Capture(ship));
            }
        }
    }

    /// What a captor may choose (D30).
    pub(crate) fn check_capture(
        &self,
        state: &State,
        seat: Seat,
        frame: Frame,
        action: Action,
    ) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        match (frame, action) {
            (Frame::CaptureAs { .. }, Action::AsEscort) => {
                demand(open.escorts(seat).count() < MOST_ESCORTS, || rule!("EV-CAP-2"))
            }
            (Frame::CaptureAs { .. }, Action::AsShip) => Ok(()),
            (Frame::CaptureAs { target }, Action::AsFighter(carrier)) => {
                let family = data.hull(open.ship(target).card).family;
                let own = open.ships.get(carrier.index()).is_some_and(|ship| {
                    ship.owner == seat && matches!(ship.role, Role::Current | Role::Escort) && ship.fights
                });
                let room = own && family.is_some_and(|family| open.room_for(data, carrier, family) > 0);
                demand(room, || rule!("EV-CAP-8"))
            }
            (Frame::CaptureItems { old, wreck, .. }, Action::DropEscort(ship)) => {
                let crowded = open.escorts(seat).count() > MOST_ESCORTS;
                let own = open.escorts(seat).any(|escort| escort == ship) && ship != wreck;
                let _ = old;
                demand(crowded && own, || rule!("EV-R-37"))
            }
            (Frame::CaptureItems { .. }, Action::Done) => {
                demand(open.escorts(seat).count() <= MOST_ESCORTS, || rule!("EV-R-37"))
            }
            (Frame::CaptureItems { wreck, .. }, Action::TakeItem(card)) => {
                let there = open.items_under(wreck).any(|item| item.card == card && item.owner != seat);
                demand(there && self.fits_after_taking(open, wreck, card, seat), || rule!("EV-CAP-3"))
            }
            (Frame::CaptureItems { old, wreck, .. }, Action::MoveItem(card)) => {
                let there = old != wreck && open.items_under(old).any(|item| item.card == card);
                demand(there && self.fits_after_taking(open, wreck, card, seat), || rule!("EV-R-37"))
            }
            (Frame::CaptureAssets { .. }, Action::Done) => Ok(()),
            (Frame::CaptureAssets { victim }, Action::TakeAsset(card)) => {
                let there = open.of(victim).assets.contains(&card);
                demand(there && data.route(card).is_some(), || rule!("EV-CAP-3"))
            }
            _ => deny(rule!("EV-CAP-6")),
        }
    }

    /// Would an item fit under the captured ship, counting only what its new owner has taken so far?
    fn fits_after_taking(&self, open: &Open, wreck: ShipId, card: Card, seat: Seat) -> bool {
        let data = self.data();
        let Some(item) = data.item(card) else { return false };
        let taken = || open.items_under(wreck).filter(|other| other.owner == seat);
        let taken_items = || taken().filter_map(|other| data.item(other.card));
        let hull = data.hull(open.ship(wreck).card);
        let spaces: i16 = taken_items().map(|item| item.spaces).sum();
        let slots = taken_items().filter(|other| other.slot == item.slot).count();
        let slots_free = match item.slot {
            crate::data::Slot::None => true,
            crate::data::Slot::Gun => slots < usize::from(hull.guns),
            crate::data::Slot::Turret => slots < usize::from(hull.max_t),
        };
        let own: u8 = taken().filter(|other| data.green_name(other.card) == item.name).count() as u8;
        let built: u8 = item.line.map_or(0, |line| {
            hull.lines.iter().filter(|other| other.weapon == line.weapon).map(|other| other.count).sum()
        });
        item.spaces <= hull.spaces - spaces && slots_free && own + built < item.limit
    }

    pub(crate) fn list_capture(&self, state: &State, seat: Seat, frame: Frame, out: &mut Vec<Action>) {
        let open = &state.open;
        match frame {
            Frame::CaptureAs { target } => {
                out.extend([Action::AsEscort, Action::AsShip]);
                if self.data().hull(open.ship(target).card).family.is_some() {
                    let own = open.fleet().filter(|(_, ship)| ship.owner == seat && ship.role != Role::Npc);
                    out.extend(own.map(|(id, _)| Action::AsFighter(id)));
                }
            }
            Frame::CaptureItems { old, wreck, .. } => {
                out.push(Action::Done);
                let mut last = None;
                for item in open.items_under(wreck).filter(|item| item.owner != seat) {
                    if last.replace(item.card) != Some(item.card) {
                        out.push(Action::TakeItem(item.card));
                    }
                }
                let mut last = None;
                for item in open.items_under(old).filter(|_| old != wreck) {
                    if last.replace(item.card) != Some(item.card) {
                        out.push(Action::MoveItem(item.card));
                    }
                }
                if open.escorts(seat).count() > MOST_ESCORTS {
                    out.extend(open.escorts(seat).map(Action::DropEscort));
                }
            }
            Frame::CaptureAssets { victim } => {
                out.push(Action::Done);
                out.extend(open.of(victim).assets.distinct().map(Action::TakeAsset));
            }
            _ => {}
        }
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// Boarding at the end of a round, in firing order (EV-BRD-5).
    pub(crate) fn step_board(&mut self, mut next: u8) -> Flow {
        while next < self.state.open.players {
            let seat = self.state.open.firing_order(next);
            let open = &self.state.open;
            let boarders = open.fighting().any(|(id, _)| open.may_board(self.data, seat, id));
            let targets = open.fighting().any(|(id, _)| open.boardable(self.data, seat, id).is_ok());
            if boarders && targets && !open.of(seat).out {
                rule!("EV-BRD-1");
                self.fight().stage = Stage::Board { next };
                return self.ask(Ask::Seat(seat));
            }
            self.fight().hunters.clear();
            next += 1;
        }
        self.stage(Stage::RoundEnd)
    }

    pub(crate) fn board(&mut self, seat: Seat, next: u8, action: Action) {
        match action {
            Action::Board(ship) => self.fight().hunters.push(ship),
            Action::Loot(target) | Action::Capture(target) => {
                let loot = matches!(action, Action::Loot(_));
                for ship in self.fight().hunters.clone() {
                    self.ship(ship).busy = true;
                }
                self.ship(target).boarded = true;
                self.tell(Event::Boarded(seat, self.named(target), loot));
                self.push(Frame::Boarding { target, loot });
                if self.state.open.may_self_destruct(self.data, target) {
                    rule!("EV-BRD-3");
                    self.push(Frame::SelfDestruct { target });
                }
            }
            _ => {
                self.fight().hunters.clear();
                self.fight().stage = Stage::Board { next: next + 1 };
            }
        }
    }

    pub(crate) fn step_self_destruct(&mut self, target: ShipId) -> Flow {
        let ship = self.state.open.ship(target);
        if ship.role == Role::Gone || self.state.open.of(ship.owner).out {
            self.pop();
            return Flow::Go;
        }
        let owner = ship.owner;
        self.ask(Ask::Seat(owner))
    }

    pub(crate) fn answer_boarding(&mut self, seat: Seat, action: Action) {
        self.pop();
        if action == Action::SelfDestruct {
            rule!("EV-POD-5");
            self.pop();
            self.fight().hunters.clear();
            self.self_destruct(seat);
        }
    }

    /// The boarding itself: a loot flip or a capture check.
    pub(crate) fn step_boarding(&mut self, target: ShipId, loot: bool) -> Flow {
        let gone = self.state.open.ships.get(target.index()).is_none_or(|ship| ship.role == Role::Gone);
        let captor = self.boarder();
        if gone || captor.is_none() {
            self.pop();
            return Flow::Go;
        }
        self.fight().prize = Some(target);
        self.pop();
        if loot {
            self.push(Frame::Flip(Flip::Loot));
        } else {
            self.capture_check(target);
        }
        Flow::Go
    }

    /// The player whose ships board.
    fn boarder(&self) -> Option<Seat> {
        let battle = self.state.open.battle.as_ref()?;
        let first = battle.hunters.first()?;
        Some(self.state.open.ship(*first).owner)
    }

    fn capture_check(&mut self, target: ShipId) {
        let (open, data) = (&self.state.open, self.data);
        let hunters = &open.battle.as_ref().expect("a battle is fought").hunters;
        let best = hunters.iter().map(|&ship| open.stat(data, ship, Stat::Boarding)).max().unwrap_or(0);
        rule!("EV-CAP-1");
        rule!("EV-R-05");
        let av = best + hunters.len() as i16 - 1;
        let ov = open.stat(data, target, Stat::FendOff);
        self.fight().check = (av, ov);
        self.offer_evasion(target, CheckKind::Capture);
    }

    /// The loot flip: 0 to 5 succeed (EV-LOOT-1).
    pub(crate) fn looted(&mut self, number: u8) {
        let target = self.fight().prize.expect("a ship is boarded");
        let Some(seat) = self.boarder() else { return };
        rule!("EV-LOOT-1");
        rule!("EV-R-02");
        let success = number <= 5;
        self.tell(Event::Check(CheckKind::Loot, 5, 0, Some(number), success));
        if !success {
            rule!("EV-LOOT-4");
            self.fight().hunters.clear();
            self.destroy(target);
            return;
        }
        self.fight().success = true;
        rule!("EV-LOOT-2");
        rule!("EV-R-62");
        if self.state.open.ship(target).role != Role::Current {
            rule!("EV-R-61");
        }
        let cards = self.data.cost(self.state.open.ship(target).card).div_ceil(3);
        self.tell(Event::Looted(seat, self.named(target), cards));
        self.push(Frame::CaptureAgain { target });
        self.push(Frame::Ammunition { target });
        self.push(Frame::Draw { seat, left: cards });
    }

    /// Ammunition outfits under the wreck that would fit.
    pub(crate) fn ammunition(&self, seat: Seat, target: ShipId) -> Vec<Card> {
        let (open, data) = (&self.state.open, self.data);
        ammunition(open, data, seat, target)
    }

    pub(crate) fn step_ammunition(&mut self, target: ShipId) -> Flow {
        let seat = self.boarder().filter(|&seat| !self.state.open.of(seat).out);
        let Some(seat) = seat.filter(|&seat| !self.ammunition(seat, target).is_empty()) else {
            self.pop();
            return Flow::Go;
        };
        self.ask(Ask::Seat(seat))
    }

    pub(crate) fn take_ammunition(&mut self, seat: Seat, target: ShipId, action: Action) {
        let Action::TakeAmmo(card) = action else {
            self.pop();
            return;
        };
        let item = self.detach(target, card);
        let ship = self.state.open.current(seat).expect("a looter has a Current Ship");
        self.attach(ship, card, seat);
        self.tell(Event::Taken(seat, card));
        if item.owner != seat && !self.state.open.of(item.owner).out {
            self.push(Frame::Give { from: seat, to: item.owner, left: 1, deck_only: true });
        }
    }

    pub(crate) fn step_capture_again(&mut self, target: ShipId) -> Flow {
        let gone = self.state.open.ships.get(target.index()).is_none_or(|ship| ship.role == Role::Gone);
        let Some(seat) = self.boarder().filter(|&seat| !gone && !self.state.open.of(seat).out) else {
            self.pop();
            return Flow::Go;
        };
        rule!("EV-LOOT-3");
        self.ask(Ask::Seat(seat))
    }

    pub(crate) fn capture_again(&mut self, target: ShipId, action: Action) {
        self.pop();
        if let Action::Capture(_) = action {
            self.push(Frame::Boarding { target, loot: false });
            if self.state.open.may_self_destruct(self.data, target) {
                self.push(Frame::SelfDestruct { target });
            }
        } else {
            self.fight().hunters.clear();
        }
    }

    /// The capture check was made (EV-CAP-1, EV-CAP-2).
    pub(crate) fn capture_checked(&mut self, success: bool) {
        let target = self.fight().prize.expect("a ship is boarded");
        let Some(seat) = self.boarder() else { return };
        if !success {
            self.fight().hunters.clear();
            self.destroy(target);
            return;
        }
        self.fight().success = true;
        rule!("EV-CAP-6");
        rule!("EV-BRD-6");
        let ship = *self.state.open.ship(target);
        self.push(Frame::CaptureAs { target });
        if ship.card == Card::START {
            rule!("EV-CAP-7");
        } else {
            self.compensate(seat, ship.owner, 1);
        }
    }

    pub(crate) fn step_capture_as(&mut self) -> Flow {
        let Some(seat) = self.boarder().filter(|&seat| !self.state.open.of(seat).out) else {
            self.pop();
            return Flow::Go;
        };
        self.ask(Ask::Seat(seat))
    }

    /// The prize changes hands (EV-CAP-2 to 5).
    pub(crate) fn capture_as(&mut self, seat: Seat, target: ShipId, action: Action) {
        self.pop();
        let ship = *self.state.open.ship(target);
        let victim = ship.owner;
        let was_current = ship.role == Role::Current;
        let old = self.state.open.current(seat);
        self.tell(Event::Captured(seat, self.named(target), action == Action::AsShip));
        rule!("EV-CAP-4");
        rule!("EV-R-90");
        let prize = self.ship(target);
        (prize.owner, prize.controller, prize.damage) = (seat, seat, Damage::Intact);
        (prize.busy, prize.maneuver, prize.chased) = (true, false, false);
        prize.side = Power::Trader;
        prize.role = match action {
            Action::AsShip => Role::Current,
            Action::AsFighter(_) => Role::Fighter,
            _ => Role::Escort,
        };
        if let Action::AsFighter(carrier) = action {
            prize.inside = Some(carrier);
        }
        self.fight().taken = 0;
        let inside: Vec<ShipId> = self.state.open.fighters_in(target).map(|(id, _)| id).collect();
        for fighter in inside {
            let one = self.ship(fighter);
            (one.owner, one.controller, one.role) = (seat, seat, Role::Fighter);
            if victim != seat {
                self.fight().taken += 1;
            }
        }
        if was_current {
            rule!("EV-CAP-5");
            rule!("EV-R-38");
            if self.state.open.pod(self.data, target).is_some() {
                rule!("EV-POD-7");
            }
            self.push(Frame::CaptureEnd { victim });
        }
        self.fight().hunters.clear();
        let keeper = seat;
        self.fight().captor = Some(keeper);
        if action == Action::AsShip {
            rule!("EV-CAP-3");
            rule!("EV-R-37");
            let old = old.unwrap_or(target);
            if old != target {
                self.ship(old).role = Role::Escort;
            }
            self.push(Frame::CapturePaid { victim });
            if was_current {
                self.push(Frame::CaptureAssets { victim });
            }
            self.push(Frame::CaptureItems { victim, old, wreck: target });
        } else {
            self.push(Frame::CapturePaid { victim });
            let items: Vec<crate::Item> = self.state.open.items_under(target).copied().collect();
            for item in items {
                self.detach(target, item.card);
                self.lay_later(item.owner, item.card);
            }
            self.order_limbo();
        }
    }

    /// Items of the prize and of the old ship: asked only if there is one, or an Escort too many.
    pub(crate) fn step_capture_items(&mut self, old: ShipId, wreck: ShipId) -> Flow {
        let Some(seat) = self.fight().captor else {
            self.pop();
            return Flow::Go;
        };
        let open = &self.state.open;
        let prize = open.items_under(wreck).any(|item| item.owner != seat);
        let moved = old != wreck && open.items_under(old).next().is_some();
        if open.of(seat).out || !(prize || moved || open.escorts(seat).count() > MOST_ESCORTS) {
            self.pop();
            return Flow::Go;
        }
        self.ask(Ask::Seat(seat))
    }

    pub(crate) fn capture_items(&mut self, seat: Seat, old: ShipId, wreck: ShipId, action: Action) {
        match action {
            Action::TakeItem(card) => {
                let items = &mut self.state.open.items;
                let item = items
                    .iter_mut()
                    .find(|item| item.ship == wreck && item.card == card && item.owner != seat);
                item.expect("check saw the item").owner = seat;
                items.sort_unstable();
                self.fight().taken += 1;
                self.tell(Event::Taken(seat, card));
            }
            Action::MoveItem(card) => {
                self.detach(old, card);
                self.attach(wreck, card, seat);
            }
            Action::DropEscort(ship) => {
                self.scrap(ship);
                self.order_limbo();
            }
            _ => {
                self.pop();
                let rest: Vec<crate::Item> = self
                    .state
                    .open
                    .items
                    .iter()
                    .filter(|item| {
                        (item.ship == wreck && item.owner != seat) || (item.ship == old && old != wreck)
                    })
                    .copied()
                    .collect();
                for item in rest {
                    let items = &mut self.state.open.items;
                    let at = items.iter().position(|other| *other == item).expect("the item is there");
                    items.remove(at);
                    self.lay_later(item.owner, item.card);
                }
                self.order_limbo();
            }
        }
    }

    pub(crate) fn step_capture_assets(&mut self, victim: Seat) -> Flow {
        let routes = self.state.open.of(victim).assets.iter().any(|&card| self.data.route(card).is_some());
        let captor = self.fight().captor.filter(|&seat| routes && !self.state.open.of(seat).out);
        let Some(seat) = captor else {
            self.pop();
            return Flow::Go;
        };
        rule!("EV-A11-4");
        self.ask(Ask::Seat(seat))
    }

    pub(crate) fn capture_assets(&mut self, seat: Seat, victim: Seat, action: Action) {
        let Action::TakeAsset(card) = action else {
            self.pop();
            return;
        };
        self.open().seat[victim.index()].assets.remove(card);
        self.open().seat[seat.index()].assets.insert(card);
        self.fight().taken += 1;
        self.tell(Event::Taken(seat, card));
    }

    pub(crate) fn step_capture_paid(&mut self, victim: Seat) -> Flow {
        self.pop();
        let taken = std::mem::take(&mut self.fight().taken);
        if let Some(seat) = self.fight().captor {
            self.compensate(seat, victim, taken);
        }
        Flow::Go
    }

    pub(crate) fn step_capture_end(&mut self, victim: Seat) -> Flow {
        self.pop();
        rule!("EV-CMP-3");
        rule!("EV-R-91");
        self.eliminate(victim);
        Flow::Go
    }

    // --- compensation (EV-CMP) ---------------------------------------------------------------

    /// The taker gives one card for each taken one.
    pub(crate) fn compensate(&mut self, from: Seat, to: Seat, cards: u8) {
        if cards == 0 || from == to || self.state.open.of(to).out {
            rule!("EV-CMP-2");
            return;
        }
        rule!("EV-CMP-1");
        self.push(Frame::Give { from, to, left: cards, deck_only: false });
    }

    pub(crate) fn step_give(&mut self, from: Seat, to: Seat, left: u8, deck_only: bool) -> Flow {
        let player = self.state.open.of(from);
        let hand = if deck_only { 0 } else { player.hand };
        if left == 0 || player.out {
            self.pop();
            return Flow::Go;
        }
        let deck = self.deck_ready(from);
        if hand == 0 && !deck {
            rule!("EV-R-41");
            self.pop();
        } else if hand == 0 {
            self.next(Frame::Give { from, to, left: left - 1, deck_only });
            self.push(Frame::GiveTop { from, to });
        } else {
            return self.ask(Ask::Seat(from));
        }
        Flow::Go
    }

    pub(crate) fn give(&mut self, action: Action) {
        let Some(Frame::Give { from, to, left, deck_only }) = self.state.open.frame() else { return };
        self.next(Frame::Give { from, to, left: left - 1, deck_only });
        match action {
            Action::FromHand(card) => self.give_from_hand(from, to, card),
            _ => self.push(Frame::GiveTop { from, to }),
        }
    }
}

/// Ammunition outfits under a wreck that would fit under a looter's Current Ship (EV-LOOT-2).
pub(crate) fn ammunition(open: &Open, data: &Data, seat: Seat, target: ShipId) -> Vec<Card> {
    let Some(ship) = open.current(seat) else { return Vec::new() };
    let is_ammo =
        |card: Card| data.green_effects(card).iter().any(|effect| matches!(effect, Effect::Amo { .. }));
    let mut cards: Vec<Card> = open
        .items_under(target)
        .map(|item| item.card)
        .filter(|&card| is_ammo(card) && open.fits_from(data, ship, card))
        .collect();
    cards.dedup();
    cards
}
