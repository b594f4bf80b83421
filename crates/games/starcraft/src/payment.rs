//! Workers, resources, payment, force mining (chapter 7 of the ledger).

use rules::{Denied, Seat, rule};

use crate::{
    StarCraft,
    action::{Action, Event, Place, Thing},
    data::{Cost, Resource},
    effect::Code,
    ids::{Area, Planet},
    state::{Frame, Pay, PayStage, State},
};

/// What a player can still pay: minerals, gas and workers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Funds {
    pub minerals: u8,
    pub gas: u8,
    pub workers: u8,
}

impl Funds {
    /// Can `cost` less a discount of `discount` be paid (SC-RSRC-5, SC-RSRC-6)?
    pub fn cover(self, cost: Cost, discount: u8) -> bool {
        let short_minerals = cost.minerals.saturating_sub(self.minerals);
        let short_gas = cost.gas.saturating_sub(self.gas);
        short_minerals + short_gas <= discount && cost.total().saturating_sub(discount) <= self.workers
    }
}

impl StarCraft {
    /// What `seat` can pay now; with `force` by force mining too.
    pub fn funds(&self, state: &State, seat: Seat, force: bool) -> Funds {
        let player = state.player(seat);
        let permanent = self.components.common.permanent;
        let mut funds = Funds {
            minerals: permanent.minerals - player.on_minerals,
            gas: permanent.gas - player.on_gas,
            workers: player.pool,
        };
        for (at, here) in state.areas.iter().enumerate() {
            if here.card == seat.0 {
                let printed = &self.components.areas[at];
                rule!("SC-RSRC-2");
                let places = printed.amount.saturating_sub(here.workers);
                rule!("SC-MINE-3");
                rule!("SC-MINE-6");
                rule!("SC-RUL-27");
                let more = if force { 2 - here.depletion } else { 0 };
                match printed.resource {
                    Resource::Gas => funds.gas += places + more,
                    _ => funds.minerals += places + more,
                }
            }
        }
        funds
    }

    /// Discounts `seat` could still add to a purchase: gold and kept events.
    pub(crate) fn discounts(&self, state: &State, seat: Seat) -> u8 {
        let gold = if state.order.seat == seat { state.order.discount } else { 0 };
        gold + state.player(seat).kept.count(self.overtime) * self.overtime_discount()
    }

    fn overtime_discount(&self) -> u8 {
        match self.components.events.get(self.overtime.index()).map(|event| &event.effects[0].code) {
            Some(Code::Discount(n)) => *n,
            _ => 0,
        }
    }

    /// SC-RSRC-9: only what can be paid in full is offered. `less` is a discount that comes with the offer.
    pub(crate) fn can_afford(&self, state: &State, seat: Seat, cost: Cost, less: u8) -> Result<(), Denied> {
        rule!("SC-RUL-45");
        rule!("SC-RUL-46");
        if self.funds(state, seat, true).cover(cost, less + self.discounts(state, seat)) {
            Ok(())
        } else {
            Err(Denied(rule!("SC-RSRC-5")))
        }
    }

    #[expect(missing_docs, reason = "the printed price")]
    pub fn price(&self, thing: Thing) -> Cost {
        let common = &self.components.common;
        match thing {
            Thing::Worker => common.worker,
            Thing::Transport(_) => common.transport,
            Thing::Base(_) => common.base,
            Thing::Unit(kind, _) | Thing::Swap(kind, ..) => self.components.unit(kind).cost,
            Thing::Module(module) => common.module_costs[module.index()],
            Thing::Tech(tech) => self.components.tech(tech).cost,
            Thing::Level(_) => unreachable!("the price of a level depends on its owner: see level_price"),
        }
    }

    pub(crate) fn cost_for(&self, state: &State, seat: Seat, thing: Thing) -> Cost {
        match thing {
            Thing::Level(building) => self.level_price(state, seat, building).unwrap_or_default(),
            _ => self.price(thing),
        }
    }

    /// Opens a payment; `less` is a discount that comes with the offer.
    pub(crate) fn start_payment(&self, state: &mut State, seat: Seat, thing: Thing, less: u8) {
        rule!("SC-RSRC-7");
        let cost = self.cost_for(state, seat, thing);
        state.pay = Pay {
            seat,
            thing,
            minerals: cost.minerals,
            gas: cost.gas,
            discount: less,
            stage: PayStage::Discounts,
        };
        state.frames.push(Frame::Pay);
    }

    // --- decisions -----------------------------------------------------------------------

    /// Resource cards of `seat` for what is paid first, in canonical order.
    fn cards_for(&self, state: &State, seat: Seat, gas: bool) -> impl Iterator<Item = Area> {
        let held = (0..self.components.areas.len() as u8).map(Area);
        held.filter(move |&area| {
            state.area(area).card == seat.0 && (self.components.area(area).resource == Resource::Gas) == gas
        })
    }

    pub(crate) fn pay_offer(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let pay = &state.pay;
        match pay.stage {
            PayStage::Discounts => {
                out.push(Action::UseDiscount(self.overtime));
                out.push(Action::UseGold);
                out.push(Action::Go);
            }
            PayStage::Split => out.extend((0..=pay.minerals).map(Action::Split)),
            PayStage::Workers => {
                let gas = pay.minerals == 0;
                out.push(Action::Worker(if gas { Place::Gas } else { Place::Minerals }));
                let cards = self.cards_for(state, seat, gas);
                out.extend(cards.map(|area| Action::Worker(Place::Card(area))));
                let cards = self.cards_for(state, seat, gas);
                out.extend(cards.map(|area| Action::Worker(Place::Force(area))));
                out.push(Action::PayRest);
            }
        }
    }

    fn may_place_worker(&self, state: &State, seat: Seat, place: Place) -> Result<(), Denied> {
        let pay = &state.pay;
        let (player, permanent) = (state.player(seat), self.components.common.permanent);
        let gas = match place {
            Place::Minerals => false,
            Place::Gas => true,
            Place::Card(area) | Place::Force(area) => {
                if area.index() >= self.components.areas.len() || state.area(area).card != seat.0 {
                    return Err(Denied(rule!("SC-RSRC-8")));
                }
                self.components.area(area).resource == Resource::Gas
            }
        };
        if !gas && pay.minerals == 0 {
            return Err(Denied(rule!("SC-RSRC-11")));
        }
        if gas && pay.minerals > 0 {
            return Err(Denied(rule!("SC-RSRC-9")));
        }
        let full = match place {
            Place::Minerals => player.on_minerals >= permanent.minerals,
            Place::Gas => player.on_gas >= permanent.gas,
            Place::Card(area) => state.area(area).workers >= self.components.area(area).amount,
            Place::Force(area) => {
                rule!("SC-RUL-26");
                if state.area(area).workers < self.components.area(area).amount {
                    return Err(Denied(rule!("SC-MINE-5")));
                }
                false
            }
        };
        if full {
            let permanent = matches!(place, Place::Minerals | Place::Gas);
            return Err(Denied(if permanent { rule!("SC-MINE-4") } else { rule!("SC-RSRC-2") }));
        }
        Ok(())
    }

    pub(crate) fn pay_judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let pay = &state.pay;
        let left = Cost { minerals: pay.minerals, gas: pay.gas };
        match (pay.stage, action) {
            (PayStage::Discounts, Action::UseDiscount(event)) => {
                if event != self.overtime || state.player(seat).kept.count(event) == 0 {
                    return Err(Denied(rule!("SC-EVT-15")));
                }
                if pay.discount >= left.total() { Err(Denied(rule!("SC-RSRC-10"))) } else { Ok(()) }
            }
            (PayStage::Discounts, Action::UseGold) => {
                if state.order.seat != seat || state.order.discount == 0 {
                    return Err(Denied(rule!("SC-BUILD-14")));
                }
                if pay.discount >= left.total() { Err(Denied(rule!("SC-RSRC-10"))) } else { Ok(()) }
            }
            (PayStage::Discounts, Action::Go) => {
                if self.funds(state, seat, true).cover(left, pay.discount) {
                    Ok(())
                } else {
                    Err(Denied(rule!("SC-RSRC-5")))
                }
            }
            (PayStage::Split, Action::Split(minerals)) => {
                let gas = pay.discount.checked_sub(minerals).filter(|&gas| gas <= pay.gas);
                let fits = gas.is_some_and(|gas| {
                    minerals <= pay.minerals && {
                        let rest = Cost { minerals: pay.minerals - minerals, gas: pay.gas - gas };
                        self.funds(state, seat, true).cover(rest, 0)
                    }
                });
                if fits { Ok(()) } else { Err(Denied(rule!("SC-RSRC-6"))) }
            }
            (PayStage::Workers, Action::Worker(place)) => self.may_place_worker(state, seat, place),
            (PayStage::Workers, Action::PayRest) => {
                if !self.funds(state, seat, false).cover(left, 0) {
                    return Err(Denied(rule!("SC-RSRC-2")));
                }
                // One way to pay needs no plan: the worker is placed without asking.
                let gas = pay.minerals == 0;
                let permanent = if gas { Place::Gas } else { Place::Minerals };
                let cards = self.cards_for(state, seat, gas);
                let ways = cards
                    .flat_map(|area| [Place::Card(area), Place::Force(area)])
                    .chain([permanent])
                    .filter(|&place| self.may_place_worker(state, seat, place).is_ok());
                if ways.take(2).count() > 1 { Ok(()) } else { Err(Denied(rule!("SC-SEQ-4"))) }
            }
            _ => Err(Denied(rule!("SC-DEC-11"))),
        }
    }

    pub(crate) fn pay_act(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        match action {
            Action::UseDiscount(event) => {
                rule!("SC-RSRC-6");
                state.player_mut(seat).kept.take(event);
                state.spent.add(event);
                let n = self.overtime_discount();
                state.pay.discount += n;
                emit(Event::Discounted { seat, n });
            }
            Action::UseGold => {
                rule!("SC-BUILD-17");
                let n = state.order.discount;
                state.order.discount = 0;
                state.pay.discount += n;
                emit(Event::Discounted { seat, n });
            }
            Action::Go => state.pay.stage = PayStage::Split,
            Action::Split(minerals) => {
                let gas = state.pay.discount - minerals;
                state.pay.minerals -= minerals;
                state.pay.gas -= gas;
                state.pay.discount = 0;
                state.pay.stage = PayStage::Workers;
            }
            Action::Worker(place) => self.place_worker(state, seat, place, emit),
            _ => {
                while state.pay.minerals + state.pay.gas > 0 {
                    let place = self.usual_place(state, seat);
                    self.place_worker(state, seat, place, emit);
                }
            }
        }
    }

    /// SC-UI-6: permanent resources, areas with an own base, friendly areas, others.
    fn usual_place(&self, state: &State, seat: Seat) -> Place {
        let gas = state.pay.minerals == 0;
        let permanent = if gas { Place::Gas } else { Place::Minerals };
        if self.may_place_worker(state, seat, permanent).is_ok() {
            return permanent;
        }
        let rank = |area: &Area| {
            let here = state.area(*area);
            if here.base == seat.0 { 0 } else { 1 + u8::from(!self.controls(state, seat, *area)) }
        };
        let cards = self.cards_for(state, seat, gas);
        let free = cards.filter(|&area| self.may_place_worker(state, seat, Place::Card(area)).is_ok());
        Place::Card(free.min_by_key(rank).expect("the rest was checked to be payable without force mining"))
    }

    fn place_worker(&self, state: &mut State, seat: Seat, place: Place, emit: &mut impl FnMut(Event)) {
        rule!("SC-RSRC-1");
        if state.pay.minerals > 0 {
            state.pay.minerals -= 1;
        } else {
            state.pay.gas -= 1;
        }
        state.player_mut(seat).pool -= 1;
        emit(Event::WorkerPlaced { seat, place });
        match place {
            Place::Minerals => state.player_mut(seat).on_minerals += 1,
            Place::Gas => state.player_mut(seat).on_gas += 1,
            Place::Card(area) => state.area_mut(area).workers += 1,
            Place::Force(area) => {
                let here = state.area_mut(area);
                here.workers += 1;
                here.depletion += 1;
                let fully = here.depletion == 2;
                if fully {
                    rule!("SC-MINE-2");
                    let back = std::mem::take(&mut here.workers);
                    here.card = crate::state::NONE;
                    rule!("SC-MINE-8");
                    state.player_mut(seat).idle += back;
                } else {
                    rule!("SC-MINE-1");
                }
                emit(Event::Depleted { area, fully });
            }
        }
    }

    /// Moves a payment on: no discount to use, nothing to divide, nothing left to pay.
    pub(crate) fn settle_payment(&self, state: &mut State, emit: &mut impl FnMut(Event)) -> bool {
        let pay = state.pay;
        let total = pay.minerals + pay.gas;
        match pay.stage {
            PayStage::Discounts if pay.discount >= total || self.discounts(state, pay.seat) == 0 => {
                state.pay.stage = PayStage::Split;
                true
            }
            PayStage::Split if pay.discount >= total => {
                rule!("SC-RSRC-10");
                (state.pay.minerals, state.pay.gas, state.pay.discount) = (0, 0, 0);
                state.pay.stage = PayStage::Workers;
                true
            }
            PayStage::Split if pay.discount == 0 => {
                state.pay.stage = PayStage::Workers;
                true
            }
            PayStage::Workers if total == 0 => {
                state.frames.pop();
                state.pay = Pay::default();
                self.take_purchase(state, pay.seat, pay.thing, emit);
                true
            }
            _ => false,
        }
    }

    pub(crate) fn planet_of_route_end(&self, state: &State, route: usize) -> [Planet; 2] {
        [state.routes[route].a.planet, state.routes[route].b.planet]
    }
}
