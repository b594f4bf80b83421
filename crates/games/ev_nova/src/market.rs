//! Chapters 7.4 to 7.6 and 7.11: buying and selling.

use rules::{Denied, Seat, rule};

use crate::data::{Effect, Planet, Tech};
use crate::game::{demand, deny};
use crate::play::{Flow, Play};
use crate::{Card, Data, EvNova, Event, Frame, Open, Power, Role, ShipId, State, Use};

/// Escorts a player may have (EV-A8-3).
pub(crate) const MOST_ESCORTS: usize = 8;

/// Is a Type open to a player: Trader, Pirate, or one with access?
fn type_open(open: &Open, data: &Data, seat: Seat, kind: Power) -> bool {
    matches!(kind, Power::Trader | Power::Pirate) || open.access(data, seat).has(kind)
}

impl EvNova {
    /// The planet named is an Active Planet at the pawn's system, or landed (EV-AP-1 to 4).
    pub(crate) fn check_planet(&self, state: &State, seat: Seat, planet: Card) -> Result<&Planet, Denied> {
        let (open, data) = (&state.open, self.data());
        let Some(place) = data.planet(planet) else { return deny(rule!("EV-AP-1")) };
        if open.planets_here(data, seat).any(|here| here == planet) {
            return Ok(place);
        }
        let system = place.system;
        let top = [open.of(seat).discard.top(), open.nova_discard.top()].contains(&Some(planet));
        if top && open.of(seat).pawn != Some(system) {
            return deny(rule!("EV-AP-3"));
        }
        let foreign = open.seats().any(|other| other != seat && open.of(other).discard.top() == Some(planet));
        deny(if foreign { rule!("EV-AP-2") } else { rule!("EV-AP-1") })
    }

    /// Fee and price can both be paid without the card that is bought (EV-LAND-5).
    fn check_price(&self, state: &State, seat: Seat, planet: Card, price: u8) -> Result<(), Denied> {
        let open = &state.open;
        let fee = open.fee(self.data(), seat, planet);
        let others = open.of(seat).hand - 1;
        demand(others >= fee, || rule!("EV-LAND-5"))?;
        demand(others - fee >= price, || rule!("EV-A5-7"))
    }

    pub(crate) fn check_buy_item(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        planet: Card,
    ) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let Some(item) = data.item(card) else { return deny(rule!("EV-VOC-1")) };
        let place = self.check_planet(state, seat, planet)?;
        match item.kind {
            Some(Power::Telepath) => return deny(rule!("EV-A5-2")),
            Some(kind) => demand(type_open(open, data, seat, kind), || rule!("EV-A5-2"))?,
            None => {
                rule!("EV-R-72");
                let closed = matches!(item.tech, Tech(8 | 9));
                demand(!closed || open.weapon_techs(data, seat) & item.tech.bit() != 0, || rule!("EV-A5-3"))?;
            }
        }
        demand(place.outfits & item.tech.bit() != 0, || rule!("EV-A5-1"))?;
        let ship = open.current(seat).expect("a player in the main part has a Current Ship");
        for effect in &item.effects {
            if let Effect::Needs { stat, min } = *effect {
                demand(open.stat(data, ship, stat) >= min, || rule!("EV-A5-4"))?;
            }
        }
        demand(item.spaces <= open.spaces_left(data, ship), || rule!("EV-A5-4"))?;
        demand(open.slots_left(data, ship, item.slot) > 0, || rule!("EV-A5-5"))?;
        demand(open.copies_on(data, ship, card) < item.limit, || rule!("EV-A5-6"))?;
        self.check_price(state, seat, planet, item.cost)
    }

    /// The ship may be bought by its Type and Tech at all.
    fn check_ship_type(&self, state: &State, seat: Seat, card: Card) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let Some(ship) = data.ship(card) else { return deny(rule!("EV-VOC-1")) };
        demand(ship.tech != Tech::AL1, || rule!("EV-TEL-1"))?;
        demand(ship.tech != Tech::AL2, || rule!("EV-ALIEN-3"))?;
        demand(type_open(open, data, seat, ship.kind), || rule!("EV-A6-1"))
    }

    pub(crate) fn check_buy_ship(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        planet: Card,
    ) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let place = self.check_planet(state, seat, planet)?;
        self.check_ship_type(state, seat, card)?;
        let ship = data.hull(card);
        demand(place.ships & ship.tech.bit() != 0, || rule!("EV-A6-1"))?;
        let fee = open.fee(data, seat, planet);
        let others = open.of(seat).hand - 1;
        demand(others >= fee, || rule!("EV-LAND-5"))?;
        let bring = self.trade_proceeds(state, seat, fee);
        demand(u16::from(others - fee) + bring >= u16::from(ship.cost), || {
            rule!("EV-R-13");
            rule!("EV-A6-4")
        })
    }

    /// Trade Value of a Current Ship with everything under it (EV-A6-2).
    pub(crate) fn trade_value(&self, open: &Open, seat: Seat) -> u16 {
        let data = self.data();
        let Some(ship) = open.current(seat) else { return 0 };
        let items: u16 = open.items_under(ship).map(|item| u16::from(data.cost(item.card))).sum();
        rule!("EV-R-14");
        let fighters: u16 = open.fighters_in(ship).map(|(_, other)| u16::from(data.cost(other.card))).sum();
        rule!("EV-A6-2");
        (u16::from(data.cost(open.ship(ship).card)) + items + fighters) / 2
    }

    /// What the Trade Value will bring: no more than there is to draw (EV-A6-7).
    fn trade_proceeds(&self, state: &State, seat: Seat, fee: u8) -> u16 {
        let open = &state.open;
        let Some(ship) = open.current(seat) else { return 0 };
        let own = u16::from(open.ship(ship).card != Card::START);
        let traded = own + open.items_under(ship).count() as u16 + open.fighters_in(ship).count() as u16;
        let player = open.of(seat);
        let supply = u16::from(player.deck) + u16::from(player.discard.size()) + u16::from(fee) + traded;
        rule!("EV-A6-7");
        self.trade_value(open, seat).min(supply)
    }

    pub(crate) fn check_buy_fighter(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        planet: Card,
        carrier: ShipId,
    ) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let place = self.check_planet(state, seat, planet)?;
        self.check_ship_type(state, seat, card)?;
        let ship = data.hull(card);
        demand(place.ships & ship.tech.bit() != 0, || rule!("EV-A7-1"))?;
        let own = open.ships.get(carrier.index()).filter(|other| other.owner == seat);
        let own = own.is_some_and(|other| matches!(other.role, Role::Current | Role::Escort));
        demand(own, || rule!("EV-A7-1"))?;
        rule!("EV-R-59");
        rule!("EV-A7-3");
        let room = ship.family.is_some_and(|family| open.room_for(data, carrier, family) > 0);
        demand(room, || rule!("EV-A7-2"))?;
        self.check_price(state, seat, planet, ship.cost)
    }

    pub(crate) fn check_buy_escort(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        planet: Card,
    ) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let place = self.check_planet(state, seat, planet)?;
        let Some(ship) = data.ship(card) else { return deny(rule!("EV-VOC-1")) };
        demand(place.ships != 0, || rule!("EV-A8-1"))?;
        demand(!matches!(ship.tech, Tech::AL1 | Tech::AL2), || rule!("EV-A8-1"))?;
        if !matches!(ship.kind, Power::Trader | Power::Pirate) {
            let own = open.access(data, seat).has(ship.kind) && place.gov == ship.kind;
            demand(own, || {
                rule!("EV-R-63");
                rule!("EV-A8-2")
            })?;
        }
        demand(open.escorts(seat).count() < MOST_ESCORTS, || rule!("EV-A8-3"))?;
        self.check_price(state, seat, planet, ship.cost)
    }

    pub(crate) fn check_upgrade(
        &self,
        state: &State,
        seat: Seat,
        ship: ShipId,
        card: Card,
        planet: Card,
    ) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let place = self.check_planet(state, seat, planet)?;
        demand(place.ships != 0, || rule!("EV-A9-1"))?;
        let own = open.ships.get(ship.index()).filter(|other| other.owner == seat);
        let Some(old) = own.filter(|other| matches!(other.role, Role::Current | Role::Escort)) else {
            return deny(rule!("EV-A9-1"));
        };
        demand(data.hull(old.card).upgrades.contains(&card), || rule!("EV-A9-1"))?;
        let fee = open.fee(data, seat, planet);
        let others = open.of(seat).hand - 1;
        demand(others >= fee, || rule!("EV-LAND-5"))?;
        let (sold, proceeds) = self.sale_before_upgrade(open, ship, card);
        let player = open.of(seat);
        let supply = u16::from(player.deck) + u16::from(player.discard.size()) + u16::from(fee) + sold;
        let difference = data.cost(card).saturating_sub(data.cost(old.card));
        let have = u16::from(others - fee) + proceeds.min(supply);
        demand(have >= u16::from(difference), || rule!("EV-A9-2"))
    }

    /// Items and fighters sold before an upgrade: how many, and what they bring. Fighters stay if the new ship has
    /// room for them (EV-R-15).
    pub(crate) fn sale_before_upgrade(&self, open: &Open, ship: ShipId, card: Card) -> (u16, u16) {
        let data = self.data();
        let items = open.items_under(ship).map(|item| item.card);
        let fighters = self.fighters_without_bay(open, ship, card).into_iter().map(|id| open.ship(id).card);
        items
            .chain(fighters)
            .fold((0, 0), |(count, cards), item| (count + 1, cards + u16::from(data.cost(item) / 2)))
    }

    /// Fighters of a ship for which another hull has no bay with room.
    pub(crate) fn fighters_without_bay(&self, open: &Open, ship: ShipId, hull: Card) -> Vec<ShipId> {
        let data = self.data();
        let mut room: Vec<i16> = vec![0; data.families.len()];
        for bay in &data.hull(hull).bays {
            room[usize::from(bay.family)] += i16::from(bay.capacity);
        }
        let mut left = Vec::new();
        for (id, fighter) in open.fighters_in(ship) {
            let family = data.hull(fighter.card).family.expect("a fighter has a family");
            room[usize::from(family)] -= 1;
            if room[usize::from(family)] < 0 {
                rule!("EV-R-15");
                left.push(id);
            }
        }
        left
    }

    pub(crate) fn check_sell_item(
        &self,
        state: &State,
        seat: Seat,
        card: Card,
        planet: Card,
    ) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let place = self.check_planet(state, seat, planet)?;
        let ship = open.current(seat).expect("a player in the main part has a Current Ship");
        let under = open.items_under(ship).any(|item| item.card == card);
        demand(under, || rule!("EV-SELL-4"))?;
        let item = data.item(card).expect("an item is no ship");
        demand(place.outfits & item.tech.bit() != 0, || rule!("EV-SELL-1"))?;
        let room = open.spaces_left(data, ship) + item.spaces >= 0;
        demand(room && self.fighters_keep_room(open, ship, card), || rule!("EV-R-75"))?;
        let fee = open.fee(data, seat, planet);
        demand(open.of(seat).hand >= fee, || rule!("EV-LAND-5"))
    }

    /// Would the fighters still fit without this outfit?
    fn fighters_keep_room(&self, open: &Open, ship: ShipId, card: Card) -> bool {
        let data = self.data();
        data.green_effects(card).iter().all(|effect| match effect {
            Effect::Bay(bay) => open.room_for(data, ship, bay.family) >= i16::from(bay.capacity),
            _ => true,
        })
    }

    pub(crate) fn check_sell_ship(
        &self,
        state: &State,
        seat: Seat,
        ship: ShipId,
        planet: Card,
    ) -> Result<(), Denied> {
        let (open, data) = (&state.open, self.data());
        let place = self.check_planet(state, seat, planet)?;
        let own = open.ships.get(ship.index()).filter(|other| other.owner == seat);
        let sold = own.is_some_and(|other| matches!(other.role, Role::Escort | Role::Fighter));
        demand(sold, || rule!("EV-SELL-4"))?;
        demand(place.ships != 0, || rule!("EV-SELL-2"))?;
        let fee = open.fee(data, seat, planet);
        demand(open.of(seat).hand >= fee, || rule!("EV-LAND-5"))
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    /// The card is set aside, the fee and the price are paid, then it comes into play (EV-A5-7).
    pub(crate) fn buy(&mut self, seat: Seat, card: Card, planet: Card, how: Use) {
        self.take_from_hand(seat, card);
        rule!("EV-A5-7");
        let price = self.data.cost(card);
        self.push(Frame::Install { seat, card, how });
        self.push(Frame::Pay { seat, left: price });
        self.land(seat, Some(planet));
    }

    pub(crate) fn buy_ship(&mut self, seat: Seat, card: Card, planet: Card) {
        self.take_from_hand(seat, card);
        self.push(Frame::TradeIn { seat, card });
        self.land(seat, Some(planet));
    }

    /// The old ship and everything under it are discarded, the Trade Value is drawn, the price is paid (EV-A6-3).
    pub(crate) fn step_trade_in(&mut self, seat: Seat, card: Card) -> Flow {
        if self.state.open.of(seat).out {
            self.pop();
            return Flow::Go;
        }
        let value = self.game.trade_value(&self.state.open, seat);
        let old = self.state.open.current(seat).expect("a buyer has a Current Ship");
        rule!("EV-A6-3");
        rule!("EV-A6-5");
        self.tell(Event::TradedIn(seat, self.state.open.ship(old).card, value as u8));
        self.next(Frame::Install { seat, card, how: Use::Ship });
        self.push(Frame::Pay { seat, left: self.data.cost(card) });
        self.push(Frame::Draw { seat, left: value as u8 });
        self.scrap(old);
        self.order_limbo();
        Flow::Go
    }

    pub(crate) fn upgrade(&mut self, seat: Seat, ship: ShipId, card: Card, planet: Card) {
        self.take_from_hand(seat, card);
        self.push(Frame::SellUnder { seat, ship, card });
        self.land(seat, Some(planet));
    }

    /// Items are sold first, then the difference is paid (EV-A9-2).
    pub(crate) fn step_sell_under(&mut self, seat: Seat, ship: ShipId, card: Card) -> Flow {
        if self.state.open.of(seat).out {
            self.pop();
            return Flow::Go;
        }
        let (_, proceeds) = self.game.sale_before_upgrade(&self.state.open, ship, card);
        let old = self.state.open.ship(ship).card;
        rule!("EV-A9-2");
        let difference = self.data.cost(card).saturating_sub(self.data.cost(old));
        self.next(Frame::Install { seat, card, how: Use::Upgrade(ship) });
        self.push(Frame::Pay { seat, left: difference });
        self.push(Frame::Draw { seat, left: proceeds as u8 });
        for fighter in self.game.fighters_without_bay(&self.state.open, ship, card) {
            let gone = self.state.open.ship(fighter).card;
            self.remove_ship(fighter);
            self.lay_later(seat, gone);
        }
        let items: Vec<Card> = self.state.open.items_under(ship).map(|item| item.card).collect();
        for item in items {
            self.detach(ship, item);
            self.lay_later(seat, item);
        }
        self.order_limbo();
        Flow::Go
    }

    /// A paid card comes into play.
    pub(crate) fn step_install(&mut self, seat: Seat, card: Card, how: Use) -> Flow {
        self.pop();
        if self.state.open.of(seat).out {
            return Flow::Go;
        }
        match how {
            Use::Item => {
                let ship = self.state.open.current(seat).expect("a buyer has a Current Ship");
                self.attach(ship, card, seat);
            }
            Use::Ship => {
                self.add_ship(card, Role::Current, seat, Power::Trader);
            }
            Use::Escort => {
                rule!("EV-A8-3");
                self.add_ship(card, Role::Escort, seat, Power::Trader);
            }
            Use::Fighter(carrier) => {
                rule!("EV-A7-1");
                let fighter = self.add_ship(card, Role::Fighter, seat, Power::Trader);
                self.ship(fighter).inside = Some(carrier);
            }
            Use::Upgrade(ship) => {
                rule!("EV-A9-3");
                let old = std::mem::replace(&mut self.ship(ship).card, card);
                self.lay(seat, old);
            }
        }
        self.tell(Event::Bought(seat, card, how));
        Flow::Go
    }

    pub(crate) fn sell_item(&mut self, seat: Seat, card: Card, planet: Card) {
        let ship = self.state.open.current(seat).expect("a seller has a Current Ship");
        let value = self.data.cost(card) / 2;
        rule!("EV-SELL-1");
        rule!("EV-SELL-3");
        rule!("EV-R-10");
        self.push(Frame::Draw { seat, left: value });
        self.detach(ship, card);
        self.push(Frame::Discard { seat, card });
        self.tell(Event::Sold(seat, card, value));
        self.land(seat, Some(planet));
    }

    pub(crate) fn sell_ship(&mut self, seat: Seat, ship: ShipId, planet: Card) {
        let card = self.state.open.ship(ship).card;
        let inside: u8 =
            self.state.open.fighters_in(ship).map(|(_, other)| self.data.cost(other.card) / 2).sum();
        rule!("EV-SELL-2");
        let value = self.data.cost(card) / 2 + inside;
        self.push(Frame::Draw { seat, left: value });
        self.tell(Event::Sold(seat, card, value));
        self.scrap(ship);
        self.order_limbo();
        self.land(seat, Some(planet));
    }
}
