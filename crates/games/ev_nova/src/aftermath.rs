//! Chapters 10, 13 and 14: destruction, Escape Pods, repairs, being stranded, being out, the end.

use rules::{Seat, rule};

use crate::play::{Flow, Play};
use crate::{
    Action, Ask, Card, CheckKind, Damage, Ending, Event, Flip, Frame, Open, Power, Role, ShipId, Stage,
    query::bit,
};

impl Open {
    /// Cards that a repair by friendly Government ships costs (EV-REP-2).
    pub(crate) fn repair_price(&self, data: &crate::Data, seat: Seat) -> u8 {
        self.current(seat).map_or(0, |ship| data.cost(self.ship(ship).card).div_ceil(4))
    }
    /// Are the only ships left that can fight Government ships not hostile to a player (EV-REP-2)?
    fn friends_only(&self, data: &crate::Data, seat: Seat) -> bool {
        let mut any = false;
        let all = self.fighting().filter(|(_, ship)| ship.damage != Damage::Disabled).all(|(_, ship)| {
            any = true;
            ship.role == Role::Npc && ship.side != Power::Pirate && !self.hostile(data, seat, ship.side)
        });
        any && all
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// A ship is destroyed. A captain may be saved by the pod, else is out (EV-B-25, EV-POD-1, EV-WIN-1).
    pub(crate) fn destroy(&mut self, ship: ShipId) {
        let what = *self.state.open.ship(ship);
        self.tell(Event::Destroyed(self.named(ship)));
        if let Some(battle) = &mut self.state.open.battle {
            battle.shot = None;
        }
        if what.role != Role::Current {
            rule!("EV-B-25");
            self.scrap(ship);
            self.order_limbo();
            return;
        }
        if let Some((av, ov)) = self.state.open.pod(self.data, ship) {
            rule!("EV-POD-1");
            rule!("EV-POD-6");
            rule!("EV-R-40");
            self.check(CheckKind::Pod, av, ov, Flip::Pod { seat: what.owner, av, ov });
        } else {
            rule!("EV-WIN-1");
            rule!("EV-OV-3");
            self.eliminate(what.owner);
        }
    }

    pub(crate) fn self_destruct(&mut self, seat: Seat) {
        self.tell(Event::SelfDestructed(seat));
        if let Some(ship) = self.state.open.current(seat) {
            self.destroy(ship);
        }
    }

    /// The pod was checked (EV-POD-2, EV-POD-3).
    pub(crate) fn pod_checked(&mut self, seat: Seat, success: bool) {
        if !success {
            rule!("EV-POD-2");
            self.eliminate(seat);
            return;
        }
        rule!("EV-POD-3");
        self.tell(Event::PodLaunched(seat));
        if let Some(ship) = self.state.open.current(seat) {
            self.scrap(ship);
        }
        let routes: Vec<Card> = self
            .state
            .open
            .of(seat)
            .assets
            .iter()
            .copied()
            .filter(|&card| self.data.route(card).is_some())
            .collect();
        for card in routes {
            rule!("EV-A11-4");
            self.open().seat[seat.index()].assets.remove(card);
            self.lay_later(seat, card);
        }
        let fights = self.state.open.in_battle(seat);
        let player = &mut self.open().seat[seat.index()];
        player.pawn = None;
        player.declined = 0;
        (player.stranded, player.stranded_turns, player.offer) = (false, 0, 0);
        if fights {
            self.fight().podded |= bit(seat);
        } else {
            rule!("EV-POD-6");
            self.drop_fleet(seat);
            self.new_shuttle(seat);
        }
        self.order_limbo();
    }

    /// Escorts and fighters of a captain in a pod are discarded (EV-POD-3, EV-OUT-2).
    fn drop_fleet(&mut self, seat: Seat) {
        while let Some(id) = self.state.open.find_ship(|ship| {
            ship.owner == seat && matches!(ship.role, Role::Escort | Role::Fighter) && ship.inside.is_none()
        }) {
            rule!("EV-OUT-2");
            self.scrap(id);
        }
    }

    /// A captain starts again with a Shuttle A (EV-POD-8).
    fn new_shuttle(&mut self, seat: Seat) {
        rule!("EV-POD-8");
        rule!("EV-R-90");
        self.add_ship(Card::START, Role::Current, seat, Power::Trader);
    }

    /// A player is out: everything of theirs leaves the game (EV-OUT-1).
    pub(crate) fn eliminate(&mut self, seat: Seat) {
        if self.state.open.of(seat).out {
            return;
        }
        rule!("EV-OUT-1");
        self.tell(Event::Out(seat));
        self.open().seat[seat.index()].out = true;
        // NPC ships they control are discarded to their owners' stacks.
        while let Some(id) = self
            .state
            .open
            .find_ship(|ship| ship.role == Role::Npc && ship.controller == seat && ship.inside.is_none())
        {
            self.scrap(id);
        }
        while let Some(id) = self.state.open.find_ship(|ship| ship.owner == seat) {
            let open = self.open();
            open.items.retain(|item| item.ship != id || item.owner != seat);
            let strays: Vec<ShipId> = open.fighters_in(id).map(|(other, _)| other).collect();
            for other in strays {
                self.ship(other).inside = None;
            }
            self.remove_ship(id);
        }
        let open = self.open();
        open.items.retain(|item| item.owner != seat);
        open.limbo.retain(|&(owner, _)| owner != seat);
        open.missions.retain(|mission| mission.seat != seat);
        let player = &mut open.seat[seat.index()];
        player.pawn = None;
        (player.stranded, player.offer, player.blocked) = (false, 0, false);
        (player.hand, player.deck, player.gov, player.pirate) = (0, 0, 0, 0);
        player.discard.clear();
        player.assets.clear();
        player.pool.clear();
        player.markers = crate::Powers::NONE;
        player.known_hand = crate::CardSet::default();
        player.known_gov = crate::CardSet::default();
        player.known_pirate = crate::CardSet::default();
        if let Some(battle) = &mut open.battle {
            battle.inside &= !bit(seat);
        }
        let own = self.own(seat);
        own.hand.clear();
        own.deck.clear();
        own.gov.clear();
        own.pirate.clear();
        for knows in &mut self.state.secret.told {
            knows[seat.index()] = crate::CardSet::default();
        }
        self.state.secret.told[seat.index()] = Default::default();
        let mut left = self.state.open.alive();
        let (last, more) = (left.next(), left.next());
        drop(left);
        if let (Some(last), None) = (last, more) {
            rule!("EV-WIN-2");
            rule!("EV-WIN-4");
            rule!("EV-WIN-5");
            rule!("EV-OV-4");
            self.finish(Ending::Attrition(last));
        } else {
            self.order_limbo();
        }
    }

    /// After the battle: repairs and elimination tests, player by player in firing order (EV-AFT-1).
    pub(crate) fn step_repairs(&mut self, mut next: u8) -> Flow {
        if next == 0 {
            rule!("EV-AFT-1");
            self.open().battle.as_mut().expect("a battle is fought").hunters.clear();
        }
        while next < self.state.open.players {
            let seat = self.state.open.firing_order(next);
            next += 1;
            self.fight().stage = Stage::Repairs { next };
            if !self.state.open.in_battle(seat) || self.state.open.of(seat).out {
                continue;
            }
            let podded = self.fight().podded & bit(seat) != 0;
            let open = &self.state.open;
            let winner = open.withdrawing(seat).next().is_some();
            if podded {
                continue;
            }
            if winner {
                rule!("EV-REP-1");
                rule!("EV-END-6");
                rule!("EV-R-101");
                self.repair_all(seat);
                continue;
            }
            let Some(ship) = open.current(seat) else { continue };
            let droids = open
                .effects_under(self.data, ship)
                .any(|effect| matches!(effect, crate::data::Effect::Droids { .. }));
            if droids {
                self.repair_all(seat);
                continue;
            }
            if open.friends_only(self.data, seat) {
                rule!("EV-REP-2");
                let price = open.repair_price(self.data, seat);
                if open.of(seat).hand >= price {
                    self.push(Frame::PayRepair { seat });
                    return Flow::Go;
                }
                if open.pod(self.data, ship).is_none() {
                    rule!("EV-REP-3");
                    self.eliminate(seat);
                    return Flow::Go;
                }
            }
            self.strand(seat);
            return Flow::Go;
        }
        self.stage(Stage::CleanUp)
    }

    fn repair_all(&mut self, seat: Seat) {
        let damaged: Vec<ShipId> = self
            .state
            .open
            .fleet()
            .filter(|(_, ship)| {
                ship.owner == seat && ship.role != Role::Npc && ship.damage == Damage::Disabled
            })
            .map(|(id, _)| id)
            .collect();
        for ship in damaged {
            self.ship(ship).damage = Damage::Intact;
            self.tell(Event::Repaired(self.named(ship)));
        }
    }

    fn strand(&mut self, seat: Seat) {
        rule!("EV-REP-4");
        let player = &mut self.open().seat[seat.index()];
        (player.stranded, player.stranded_turns, player.offer) = (true, 0, 0);
        self.tell(Event::Stranded(seat));
        self.push(Frame::Offer { seat });
    }

    pub(crate) fn step_offer(&mut self, seat: Seat) -> Flow {
        if self.state.open.of(seat).hand == 0 || self.state.open.of(seat).out {
            self.pop();
            return Flow::Go;
        }
        rule!("EV-REP-7");
        self.ask(Ask::Seat(seat))
    }

    pub(crate) fn offer(&mut self, seat: Seat, action: Action) {
        self.pop();
        if let Action::Offer(cards) = action {
            self.open().seat[seat.index()].offer = cards;
            self.tell(Event::Offered(seat, cards));
        }
    }

    pub(crate) fn pay_repair(&mut self, seat: Seat, action: Action) {
        self.pop();
        if action == Action::PayRepair {
            let left = self.state.open.repair_price(self.data, seat);
            self.push(Frame::Repaired { seat });
            self.push(Frame::Pay { seat, left });
        } else {
            self.strand(seat);
        }
    }

    /// The Current Ship and all Escorts are repaired (EV-REP-2, EV-REP-5).
    pub(crate) fn step_repaired(&mut self, seat: Seat) -> Flow {
        self.pop();
        self.repair_all(seat);
        let player = &mut self.open().seat[seat.index()];
        (player.stranded, player.stranded_turns, player.offer) = (false, 0, 0);
        Flow::Go
    }

    /// The field is cleared (EV-AFT-1).
    pub(crate) fn step_clean_up(&mut self) -> Flow {
        let battle = self.state.open.battle.clone().expect("a battle is fought");
        // Was the opposition beaten (EV-OPP-8)?
        if let crate::Cause::Opposition(card) = battle.cause {
            let runner = battle.aggressor;
            let open = &self.state.open;
            let working = open.current(runner).is_some_and(|ship| open.ship(ship).damage != Damage::Disabled);
            let still = open.fighting().any(|(_, ship)| {
                ship.role == Role::Npc
                    && Some(ship.side) == battle.attackers
                    && ship.damage != Damage::Disabled
            });
            let there = open.of(runner).pawn == Some(battle.system) && open.in_battle(runner);
            if there && working && !still && !open.of(runner).out {
                rule!("EV-OPP-8");
                rule!("EV-R-46");
                self.credit(runner, card);
            }
        }
        for seat in self.state.open.seats().collect::<Vec<_>>() {
            // Disabled ships left behind by a withdrawal are lost (EV-R-27).
            if battle.withdrew & bit(seat) != 0 {
                while let Some(id) = self.state.open.find_ship(|ship| {
                    ship.fights && ship.inside.is_none() && ship.owner == seat && ship.role != Role::Npc
                }) {
                    rule!("EV-R-27");
                    self.scrap(id);
                }
            }
            if battle.podded & bit(seat) != 0 && !self.state.open.of(seat).out {
                self.drop_fleet(seat);
                self.new_shuttle(seat);
            }
        }
        while let Some(id) = self.state.open.find_ship(|ship| ship.role == Role::Npc && ship.inside.is_none())
        {
            rule!("EV-GS-7");
            if self.data.hull(self.state.open.ship(id).card).family.is_some() {
                rule!("EV-NB-3");
            }
            if self.state.open.items_under(id).next().is_some() {
                rule!("EV-TEL-3");
            }
            self.scrap(id);
        }
        let outside: Vec<ShipId> = self
            .state
            .open
            .fleet()
            .filter(|(_, ship)| ship.role == Role::Fighter && ship.inside.is_none())
            .map(|(id, _)| id)
            .collect();
        for fighter in outside {
            self.house(fighter);
        }
        for ship in &mut self.state.open.ships {
            (ship.fights, ship.used, ship.launched, ship.entered) = (false, 0, 0, 0);
            (ship.maneuver, ship.chased, ship.pursued) = (false, false, false);
            (ship.dodged, ship.busy, ship.boarded) = (false, false, false);
            if ship.damage == Damage::ShieldsDown {
                rule!("EV-REG-1");
                ship.damage = Damage::Intact;
            }
        }
        if let Some((seat, card)) = battle.event {
            rule!("EV-A12-2");
            rule!("EV-A12-5");
            self.lay_later(seat, card);
        }
        if let Some(card) = self.open().nova_aside.take() {
            rule!("EV-B-10");
            self.open().nova_discard.push(card);
        }
        self.tell(Event::BattleOver(battle.system));
        self.open().battle = None;
        self.pop();
        self.order_limbo();
        Flow::Go
    }

    /// The Nova Deck is handed back (EV-NOVA-2); then the match is over.
    pub(crate) fn step_nova_return(&mut self, next: u8) -> Flow {
        use crate::game::NovaReturn;
        let option = self.game.setup().options.nova;
        if option == NovaReturn::Own
            || self.state.secret.nova.is_empty() && self.state.open.nova_discard.is_empty()
        {
            return self.ask(Ask::Over);
        }
        rule!("EV-NOVA-2");
        if self.state.secret.nova.is_empty() || !self.state.open.nova_discard.is_empty() {
            let rest: Vec<Card> = self.state.open.nova_discard.to_vec();
            for card in rest.into_iter().chain(self.state.open.nova_aside) {
                self.state.secret.nova.insert(card);
                self.state.open.nova_left[usize::from(self.data.number(card))] += 1;
            }
            self.open().nova_aside = None;
            self.open().nova_discard.clear();
            self.open().nova_known = true;
        }
        let _ = next;
        self.ask(Ask::Nova)
    }

    /// One card of the Nova Deck is dealt to the next player.
    pub(crate) fn nova_return(&mut self, next: u8, card: Card) {
        use crate::game::NovaReturn;
        let winner = match self.state.open.ending {
            Some(Ending::Attrition(seat) | Ending::Total(seat)) => Some(seat),
            Some(Ending::Limit(seat)) => seat,
            None => None,
        };
        let players = self.state.open.players;
        // Beginning left of the winner; a draw is dealt from the first player.
        let start = winner.map_or(self.state.open.first, |seat| self.state.open.clockwise(seat, 1));
        let double = self.game.setup().options.nova == NovaReturn::Winner && winner.is_some();
        let turns = players + u8::from(double);
        let place = next % turns;
        let seat =
            if place >= players { winner.unwrap_or(start) } else { self.state.open.clockwise(start, place) };
        self.state.secret.nova.remove(card);
        self.state.open.nova_left[usize::from(self.data.number(card))] -= 1;
        self.open().returned[seat.index()].insert(card);
        self.tell(Event::Returned(seat, card));
        self.next(Frame::NovaReturn { next: (next + 1) % turns });
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// A player leaves in the middle of anything: pending things that are theirs go on without them.
    pub(crate) fn leave(&mut self, seat: Seat, contributing: bool) {
        let prize = self.state.open.battle.as_ref().and_then(|battle| battle.shot).map(|shot| shot.target);
        if contributing {
            // The cards for the Nova Deck stay, the rest leaves the game once the deck is made.
            self.open().seat[seat.index()].leaving = true;
            return;
        }
        self.eliminate(seat);
        if self.state.open.ending.is_some() {
            return;
        }
        let gone = |open: &Open, ship: ShipId| {
            open.ships.get(ship.index()).is_none_or(|what| what.role == Role::Gone)
        };
        // Frames about ships and questions that no longer exist are dropped.
        let mut stack = std::mem::take(&mut self.open().stack);
        let open = &self.state.open;
        stack.retain(|frame| match *frame {
            Frame::EscapeChoice
            | Frame::Flip(Flip::Shot | Flip::PointDefense { .. } | Flip::Escape { .. }) => {
                prize.is_some_and(|target| !gone(open, target))
            }
            Frame::Evade { seat: asked, what } => {
                asked != seat
                    && (what == CheckKind::Pursuit || prize.is_none_or(|target| !gone(open, target)))
            }
            Frame::Flip(Flip::Pursuit) => open
                .battle
                .as_ref()
                .and_then(|battle| battle.runner)
                .is_some_and(|runner| !open.of(runner).out),
            Frame::Flip(Flip::Loot | Flip::Capture { .. }) => {
                let prize = open.battle.as_ref().and_then(|battle| battle.prize);
                prize.is_some_and(|target| !gone(open, target))
            }
            Frame::Flip(Flip::Pod { seat: other, .. } | Flip::Marker { seat: other, .. }) => other != seat,
            Frame::Flip(Flip::RegenShield { ship, .. } | Flip::Droids { ship, .. }) => !gone(open, ship),
            Frame::Boarding { target, .. }
            | Frame::SelfDestruct { target }
            | Frame::Ammunition { target }
            | Frame::CaptureAgain { target }
            | Frame::CaptureAs { target } => !gone(open, target),
            Frame::CaptureItems { wreck, .. } => !gone(open, wreck),
            Frame::CaptureAssets { victim }
            | Frame::CapturePaid { victim }
            | Frame::CaptureEnd { victim } => victim != seat,
            Frame::DealAnswer { ship, .. } => !gone(open, ship),
            Frame::Give { from, to, .. } | Frame::GiveTop { from, to } => from != seat && to != seat,
            Frame::Install { seat: other, .. }
            | Frame::TradeIn { seat: other, .. }
            | Frame::SellUnder { seat: other, .. }
            | Frame::Discard { seat: other, .. }
            | Frame::Effects { seat: other, .. }
            | Frame::Marker { seat: other, .. } => other != seat,
            _ => true,
        });
        if stack.is_empty() {
            stack.push(Frame::NextTurn);
        }
        self.open().stack = stack;
        // Without enemies there is nothing left to fight about (EV-OUT-3).
        if self.state.open.frame() == Some(Frame::Battle) && !self.state.open.anyone_can_shoot(self.data) {
            self.fight().stage = Stage::Repairs { next: 0 };
        }
    }
}
