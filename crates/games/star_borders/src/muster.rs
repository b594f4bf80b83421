//! The draw pool of scenario G (SB-S.G1 to SB-S.G6) and the ship bought with Honor (SB-S.F1).

use rules::{Denied, rule};

use crate::{
    Action, Board, Class, DrawPool, Event, Frame, Loc, Price, Ship, ShipSet, Side, Spot, StarBorders,
    game::deny, play::Play,
};

impl StarBorders {
    /// The counters still in the common pool.
    pub fn pool(&self, board: &Board) -> ShipSet {
        rule!("SB-S.G1");
        board.in_box(Side::Alliance, Spot::Pool) | board.in_box(Side::Imperium, Spot::Pool)
    }

    /// SB-S.G5: can the active player pay the surcharge?
    pub(crate) fn may_operate(&self, board: &Board) -> Result<(), Denied> {
        let pool = self.scenario.special.draw_pool.expect("only a pool scenario asks");
        if board.spendable(board.active) < pool.surcharge[board.active.index()] {
            return deny(rule!("SB-S.G5"));
        }
        Ok(())
    }

    /// D3: the classes of a drawn counter at the bases of its owner.
    pub(crate) fn stations(&self, board: &Board, ship: Ship, out: &mut Vec<Action>) {
        for base in self.bases(board, ship.side()) {
            out.extend(self.classes_of(ship).map(|class| Action::Station(class, base)));
        }
    }

    /// The classes a counter can show at full strength.
    pub(crate) fn classes_of(&self, ship: Ship) -> impl Iterator<Item = Class> + use<> {
        let [front, back] = self.counters.faces[ship.index()].map(|face| face.class);
        [Some(front), (front != back).then_some(back)].into_iter().flatten()
    }

    pub(crate) fn may_station(
        &self,
        board: &Board,
        ship: Ship,
        class: Class,
        base: Loc,
    ) -> Result<(), Denied> {
        if self.counters.face_of(ship, class).is_none() {
            return deny(rule!("SB-2.3b"));
        }
        if !self.bases(board, ship.side()).has(base) {
            return deny(rule!("SB-S.G2"));
        }
        Ok(())
    }

    /// SB-S.F1: once per game, two Honor, at a base that is not Besieged.
    pub(crate) fn may_requisition(&self, board: &Board, side: Side, base: Loc) -> Result<(), Denied> {
        let Some(offer) = self.scenario.special.requisition.filter(|_| side == Side::Imperium) else {
            return deny(rule!("SB-S.F1"));
        };
        let spent = board.requisitioned >= offer.limit || board.spots[offer.ship.index()] != Spot::OffMap;
        if spent || board.honor < offer.cost || !self.open_bases(board, side).has(base) {
            return deny(rule!("SB-S.F1"));
        }
        Ok(())
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// Draw while cold; choose while hot; nothing without a pool.
    pub(crate) fn muster(&mut self) -> bool {
        let Some(rules) = self.game.scenario.special.draw_pool else {
            self.replace_frame(Frame::Strike);
            return true;
        };
        if self.game.pool(&self.state.board).is_empty() {
            rule!("SB-S.G6");
            self.go_hot();
            self.replace_frame(Frame::Strike);
            return true;
        }
        if !self.state.board.hot {
            rule!("SB-S.G2");
            self.draw_counters(rules.cold_draw);
            return true;
        }
        if self.game.may_operate(&self.state.board).is_err() {
            self.mobilize();
            return true;
        }
        false
    }

    /// SB-S.G4: the first Battle, or an empty pool, makes the war hot for good.
    pub(crate) fn go_hot(&mut self) {
        if !self.state.board.hot {
            rule!("SB-S.G4");
            self.board().hot = true;
            self.emit(Event::WarBegan);
        }
    }

    pub(crate) fn operate(&mut self) {
        let side = self.state.board.active;
        let DrawPool { surcharge, .. } =
            self.game.scenario.special.draw_pool.expect("only a pool scenario asks");
        let cost = surcharge[side.index()];
        self.emit(Event::Operated { side, cost });
        self.pay(side, cost);
        self.replace_frame(Frame::Strike);
    }

    pub(crate) fn mobilize(&mut self) {
        rule!("SB-S.G5");
        let side = self.state.board.active;
        let rules = self.game.scenario.special.draw_pool.expect("only a pool scenario asks");
        self.board().turn.mobilized = true;
        self.emit(Event::Mobilized { side });
        self.draw_counters(rules.mobilize_draw);
    }

    fn draw_counters(&mut self, wanted: u8) {
        let count = wanted.min(self.game.pool(&self.state.board).len());
        self.replace_frame(if count == 0 { Frame::Strike } else { Frame::DrawCounters(count) });
    }

    pub(crate) fn draw_counter(&mut self, left: u8, ship: Ship) {
        self.emit(Event::CounterDrawn { ship });
        self.replace_frame(if left > 1 { Frame::DrawCounters(left - 1) } else { Frame::Strike });
        self.push(Frame::Station(ship));
    }

    /// Without a base the counter goes to the Eliminated box; with one way to enter it enters.
    pub(crate) fn station_by_itself(&mut self, ship: Ship) -> bool {
        let bases = self.game.bases(&self.state.board, ship.side());
        let Some(base) = bases.first() else {
            rule!("SB-S.G2");
            self.board().put(ship, Spot::Eliminated);
            let class = self.game.counters.faces[ship.index()][0].class;
            self.emit(Event::Stationed { ship, class, at: None });
            self.pop();
            return true;
        };
        let mut classes = self.game.classes_of(ship);
        if let (1, Some(class), None) = (bases.len(), classes.next(), classes.next()) {
            self.station(ship, class, base);
            return true;
        }
        false
    }

    pub(crate) fn station(&mut self, ship: Ship, class: Class, base: Loc) {
        self.show_class(ship, class);
        self.board().put(ship, Spot::At(base));
        self.emit(Event::Stationed { ship, class, at: Some(base) });
        self.pop();
    }

    /// Turns a counter to the full-strength side of a class.
    pub(crate) fn show_class(&mut self, ship: Ship, class: Class) {
        let face = self.game.counters.face_of(ship, class).expect("the class is on the counter");
        self.board().back.set(ship, face == 1);
    }

    pub(crate) fn requisition(&mut self, base: Loc) {
        rule!("SB-S.F1");
        let offer = self.game.scenario.special.requisition.expect("checked");
        let board = self.board();
        board.honor -= offer.cost;
        board.requisitioned += 1;
        board.back.set(offer.ship, offer.back);
        board.put(offer.ship, Spot::At(base));
        self.emit(Event::Paid { side: Side::Imperium, lp: 0, honor: offer.cost });
        let (class, price) = (self.class(offer.ship), Price { lp: 0, honor: offer.cost });
        self.emit(Event::Requisitioned { ship: offer.ship, class, price, at: base });
    }
}
