//! Chapters 8.1 to 8.8: introducing Government and Pirate ships, attack events.

use rules::{Denied, Seat, rule};

use crate::data::Effect;
use crate::game::{demand, deny};
use crate::play::{Flow, Play};
use crate::{
    Action, Ask, Card, Cause, Data, EvNova, Event, Frame, Open, Power, Role, Roll, ShipId, State, Sys,
    query::bit,
};

impl Open {
    /// May ships of this Type be introduced at a system: host government, Aurorans in red-centred systems (EV-GS-2,
    /// EV-FEUD-1)?
    pub(crate) fn hosts(&self, data: &Data, system: Sys, power: Power) -> bool {
        let host = data.host(system);
        if power == Power::Auroran && host.has_red_centre() {
            rule!("EV-FEUD-1");
            return true;
        }
        host == power && !matches!(host, Power::Uninhabited | Power::S7evyn)
    }
}

impl EvNova {
    /// Is there anything that an opponent might show in the END window (EV-HID-1)?
    fn end_window_open(&self, open: &Open, seat: Seat, system: Sys) -> bool {
        let data = self.data();
        rule!("EV-HID-1");
        let player = open.of(seat);
        if data.host(system) == Power::Pirate {
            rule!("EV-PI-2");
            return player.pirate > 0;
        }
        let lived_in = !matches!(data.host(system), Power::Uninhabited | Power::S7evyn);
        player.gov > 0 && (lived_in || data.aliens(system).is_some())
    }

    /// May a face-down card be shown in the END window?
    pub(crate) fn check_show_end(&self, state: &State, seat: Seat, card: Card) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let own = &state.secret.seat[seat.index()];
        let system = open.of(open.active).pawn.expect("the END window has a system");
        let pirate_port = data.host(system) == Power::Pirate;
        let bag = if pirate_port { &own.pirate } else { &own.gov };
        demand(bag.contains(&card), || rule!("EV-A10-4"))?;
        let Some(ship) = data.ship(card) else { return deny(rule!("EV-GS-1")) };
        if ship.kind == Power::Trader {
            return self.check_trader(open, seat, system);
        }
        if ship.kind.is_alien() {
            rule!("EV-ALIEN-1");
            return demand(data.aliens(system) == Some(ship.kind), || {
                rule!("EV-ALIEN-4");
                rule!("EV-ALIEN-2")
            });
        }
        if ship.kind == Power::Pirate {
            return demand(pirate_port, || rule!("EV-PI-2"));
        }
        demand(open.hosts(data, system, ship.kind), || rule!("EV-GS-2"))
    }

    /// A Trader comes with a ship of the host government that the same player shows or controls (EV-GS-2a).
    pub(crate) fn check_trader(&self, open: &Open, seat: Seat, system: Sys) -> Result<(), Denied> {
        demand(self.trader_side(open, seat, system).is_some(), || rule!("EV-GS-2a"))
    }

    /// The side of a ship that a player shows: its Type, or the one a Trader joins.
    pub(crate) fn side_shown(&self, open: &Open, seat: Seat, card: Card, system: Sys) -> Power {
        let kind = self.data().hull(card).kind;
        let joined = if kind == Power::Trader { self.trader_side(open, seat, system) } else { None };
        joined.unwrap_or(kind)
    }

    /// The side a Trader would join.
    pub(crate) fn trader_side(&self, open: &Open, seat: Seat, system: Sys) -> Option<Power> {
        let data = self.data();
        let with = open.fleet().filter(|(_, ship)| ship.role == Role::Npc && ship.controller == seat);
        let mut sides = with
            .map(|(_, ship)| ship.side)
            .filter(|&side| !side.is_alien() && side != Power::Pirate && open.hosts(data, system, side));
        sides.next()
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// The END window: each opponent once, clockwise (EV-GS-3, EV-GS-9).
    pub(crate) fn step_end_window(&mut self, mut next: u8) -> Flow {
        let active = self.state.open.active;
        let Some(system) = self.state.open.of(active).pawn.filter(|_| !self.state.open.of(active).out) else {
            self.clear_shown(|_| true);
            self.pop();
            return Flow::Go;
        };
        while next < self.state.open.players {
            let seat = self.state.open.clockwise(active, next);
            if !self.state.open.of(seat).out && self.game.end_window_open(&self.state.open, seat, system) {
                rule!("EV-GS-3");
                rule!("EV-GS-10");
                return self.ask(Ask::Seat(seat));
            }
            next += 1;
            self.next(Frame::EndWindow { next });
        }
        self.decide_end_window(active, system)
    }

    fn decide_end_window(&mut self, active: Seat, system: Sys) -> Flow {
        let (open, data) = (&self.state.open, self.data);
        let shown: Vec<(Power, Seat)> = open
            .fleet()
            .filter(|(_, ship)| ship.role == Role::Npc)
            .map(|(_, ship)| (ship.side, ship.controller))
            .collect();
        if shown.is_empty() {
            self.pop();
            return Flow::Go;
        }
        let hostile = |side: Power| open.hostile(data, active, side);
        if shown.iter().any(|&(side, _)| hostile(side)) {
            rule!("EV-GS-4");
            rule!("EV-GS-9");
            rule!("EV-R-87");
            let players = open.players;
            let clockwise = |seat: Seat| (seat.0 + players - active.0) % players;
            let attackers = shown.iter().filter(|&&(side, _)| hostile(side)).map(|&(_, seat)| seat);
            let first =
                attackers.min_by_key(|&seat| clockwise(seat)).expect("a hostile ship has a controller");
            let open = &self.state.open;
            let peaceful: Vec<ShipId> = open
                .fleet()
                .filter(|(_, ship)| ship.role == Role::Npc && !open.hostile(data, active, ship.side))
                .map(|(id, _)| id)
                .collect();
            self.clear_shown(|id| peaceful.contains(&id));
            self.pop();
            self.start_battle(Cause::Introduced, system, first, bit(active));
            return Flow::Go;
        }
        rule!("EV-GS-5");
        self.next(Frame::EndDecide);
        Flow::Go
    }

    /// Shown ships go back face down.
    fn clear_shown(&mut self, which: impl Fn(ShipId) -> bool) {
        let back: Vec<ShipId> = self
            .state
            .open
            .fleet()
            .filter(|&(id, ship)| ship.role == Role::Npc && which(id))
            .map(|(id, _)| id)
            .collect();
        for ship in back {
            self.back_to_tab(ship);
        }
    }

    pub(crate) fn end_window(&mut self, seat: Seat, action: Action) {
        let Some(Frame::EndWindow { next }) = self.state.open.frame() else { return };
        match action {
            Action::Show(card) => {
                let system =
                    self.state.open.of(self.state.open.active).pawn.expect("the window has a system");
                let side = self.game.side_shown(&self.state.open, seat, card, system);
                self.show(seat, card, side);
            }
            _ => self.next(Frame::EndWindow { next: next + 1 }),
        }
    }

    pub(crate) fn step_end_decide(&mut self) -> Flow {
        let active = self.state.open.active;
        if self.state.open.of(active).out {
            self.clear_shown(|_| true);
            self.pop();
            return Flow::Go;
        }
        self.ask(Ask::Seat(active))
    }

    /// The active player attacks shown ships, or lets them go (EV-GS-5).
    pub(crate) fn end_decide(&mut self, seat: Seat, action: Action) {
        self.pop();
        let Action::AttackShown(side) = action else {
            rule!("EV-R-21");
            self.clear_shown(|_| true);
            return;
        };
        let others: Vec<ShipId> = self
            .state
            .open
            .fleet()
            .filter(|(_, ship)| ship.role == Role::Npc && ship.side != side)
            .map(|(id, _)| id)
            .collect();
        self.clear_shown(|id| others.contains(&id));
        self.mark(seat, side);
        let system = self.state.open.of(seat).pawn.expect("the window has a system");
        self.start_battle(Cause::OnShown(side), system, seat, 0);
    }

    // --- attack events (8.8) ---------------------------------------------------------------

    pub(crate) fn attack_event(&mut self, seat: Seat, card: Card, system: Sys) {
        rule!("EV-A12-6");
        rule!("EV-EVA-1");
        self.take_from_hand(seat, card);
        self.tell(Event::EventAt(seat, card, system));
        let (_, left) = self.attack_of(card);
        self.push(Frame::EventFlip { card, system, left });
    }

    /// The Type of an attack event and its flips.
    fn attack_of(&self, card: Card) -> (Power, u8) {
        let found = self.data.red(card).effects.iter().find_map(|effect| match effect {
            Effect::NpcAttack { ship, flip, .. } => Some((*ship, *flip)),
            _ => None,
        });
        found.expect("the card is an attack event")
    }

    pub(crate) fn step_event_flip(&mut self, card: Card, system: Sys, left: u8) -> Flow {
        let seat = self.state.open.active;
        if self.state.open.of(seat).out {
            self.pop();
            return Flow::Go;
        }
        if left > 0 && self.deck_ready(seat) {
            return self.ask(Ask::Flip(seat));
        }
        self.next(Frame::EventAdd { card, system });
        let (ship, _) = self.attack_of(card);
        let player = self.state.open.of(seat);
        let tab = if ship == Power::Pirate { player.pirate } else { player.gov };
        if tab == 0 {
            self.event_ready(seat, card, system);
        }
        Flow::Go
    }

    pub(crate) fn event_flip(&mut self, card: Card, system: Sys, left: u8, roll: Roll) {
        let seat = self.state.open.active;
        let flipped = self.flip_card(seat, roll);
        let (wanted, _) = self.attack_of(card);
        if self.data.ship(flipped).is_some_and(|ship| ship.kind == wanted) {
            self.join_flipped(seat, flipped, wanted);
        }
        self.tidy_deck(seat);
        self.next(Frame::EventFlip { card, system, left: left - 1 });
    }

    pub(crate) fn step_event_add(&mut self, card: Card) -> Flow {
        let seat = self.state.open.active;
        if self.state.open.of(seat).out {
            self.pop();
            return Flow::Go;
        }
        let _ = card;
        self.ask(Ask::Seat(seat))
    }

    pub(crate) fn event_add(&mut self, seat: Seat, action: Action) {
        let Some(Frame::EventAdd { card, system }) = self.state.open.frame() else { return };
        match action {
            Action::Show(ship) => {
                let (side, _) = self.attack_of(card);
                self.show(seat, ship, side);
            }
            _ => self.event_ready(seat, card, system),
        }
    }

    /// All attackers are known: the battle, or nothing at all (EV-EVA-5).
    fn event_ready(&mut self, seat: Seat, card: Card, system: Sys) {
        self.pop();
        if !self.state.open.fleet().any(|(_, ship)| ship.role == Role::Npc) {
            rule!("EV-EVA-5");
            rule!("EV-A12-5");
            self.lay(seat, card);
            self.tell(Event::NoAnswer);
            return;
        }
        let open = &self.state.open;
        let there = open.alive().filter(|&other| other != seat && open.of(other).pawn == Some(system));
        let attacked = there.fold(0, |all, other| all | bit(other));
        self.start_battle(Cause::Event(card), system, seat, attacked);
    }
}

impl EvNova {
    /// May a deployed ship be added to an attack event (EV-R-48)?
    pub(crate) fn check_event_add(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        ship: Card,
    ) -> Result<(), Denied> {
        let data = self.data();
        let wanted = data.red(card).effects.iter().find_map(|effect| match effect {
            Effect::NpcAttack { ship, .. } => Some(*ship),
            _ => None,
        });
        let own = &state.secret.seat[seat.index()];
        let bag = if wanted == Some(Power::Pirate) { &own.pirate } else { &own.gov };
        demand(bag.contains(&ship), || rule!("EV-A10-4"))?;
        rule!("EV-R-48");
        demand(data.ship(ship).map(|ship| ship.kind) == wanted, || rule!("EV-A12-6"))
    }
}
