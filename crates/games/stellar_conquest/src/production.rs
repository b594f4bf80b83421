//! The bonus before turn 1 (SQ-3.2) and the Production Year (chapter 8): secret plans made of small additions.
//!
//! Among the candidates a plan only grows: departures first, then purchases and research in any order, colony by
//! colony. So what was possible at one point stays possible, and nothing has to be checked again when all plans
//! are carried out together. Second thoughts are in [`crate::correction`].

use rules::{Denied, Seat, Seats, rule};

use crate::{
    StellarConquest,
    action::{Action, Event, EventKind},
    data::PlanetCard,
    ids::{Development, Item, Planet, PlanetType, Sequence},
    known::Known,
    movement::amounts,
    state::{Colony, Plan, State},
};

/// SQ-8.3.2a: so many of the old population may emigrate with bonus.
const OLD_EMIGRANTS: u16 = 3;

/// What an increment, a departure and a limit make of a colony.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Forecast {
    /// Basic increment.
    pub increment: u16,
    /// Emigrants, who earn the bonus.
    pub emigrants: u16,
    /// Migrants, who do not.
    pub migrants: u16,
    /// Bonus millions earned.
    pub bonus: u16,
    /// Population after the Production Year.
    pub pop: u16,
    /// Industrial units after it, purchases apart.
    pub iu: u16,
}

/// SQ-8.1: the basic increment of a colony.
pub(crate) fn increment(card: PlanetCard, colony: &Colony) -> u16 {
    if colony.is_conquered() {
        rule!("SQ-7.2.7a");
        return 0;
    }
    let pop = u16::from(colony.pop);
    match card.kind {
        PlanetType::TR => {
            rule!("SQ-8.1.1");
            pop / 5
        }
        PlanetType::ST => {
            rule!("SQ-8.1.2");
            pop / 10
        }
        PlanetType::MT | PlanetType::BR => {
            rule!("SQ-8.1.3");
            0
        }
    }
}

/// SQ-8.2a: what a colony yields this year.
pub(crate) fn output(card: PlanetCard, colony: &Colony) -> u32 {
    if colony.is_conquered() {
        if colony.conquered_since_production {
            rule!("SQ-7.2.1a");
            return 0;
        }
        rule!("SQ-7.2.1b");
    }
    rule!("SQ-VOC-3");
    let mut units = u32::from(colony.iu);
    if colony.riu > 0 {
        rule!("SQ-8.2.8");
        units += colony.riu;
    }
    if card.metal {
        rule!("SQ-8.2a");
        if colony.riu > 0 {
            rule!("SQ-8.2.7");
        }
        2 * units
    } else {
        units
    }
}

/// SQ-8.3: what becomes of a colony that sends `sent` millions away.
pub(crate) fn forecast(card: PlanetCard, colony: &Colony, sent: u16) -> Forecast {
    let increment = increment(card, colony);
    let pop = u16::from(colony.pop);
    let emigrants = if colony.is_conquered() {
        rule!("SQ-8.3b");
        0
    } else {
        rule!("SQ-8.3.2a");
        sent.min(increment + OLD_EMIGRANTS)
    };
    rule!("SQ-8.3.4b");
    let (after, limit) = (pop + increment - sent, u16::from(card.limit));
    let after = if after > limit {
        rule!("SQ-8.1.5b");
        limit
    } else {
        after
    };
    if increment > 0 {
        rule!("SQ-8.1.4");
    }
    Forecast {
        increment,
        emigrants,
        migrants: {
            rule!("SQ-8.3.2b");
            sent - emigrants
        },
        bonus: {
            rule!("SQ-8.3.3a");
            emigrants / 3
        },
        pop: after,
        iu: (colony.iu + after).saturating_sub(pop),
    }
}

impl StellarConquest {
    /// What so many things cost together; two scouts are cheaper than twice one.
    pub fn cost(&self, item: Item, count: u16) -> u32 {
        let price = u32::from(self.components.price[item.index()]);
        let count = u32::from(count);
        if item == Item::Sct {
            rule!("SQ-R-2");
            return count / 2 * u32::from(self.components.scout_pair) + count % 2 * price;
        }
        count * price
    }

    /// The colony a seat is planning.
    fn at_work<'a>(&self, state: &Known<'a>, seat: Seat) -> Option<(&'a Colony, PlanetCard)> {
        let colony = state.colony(state.sheets[seat.index()].planning?)?;
        Some((colony, self.planet(state, colony.planet)?))
    }

    /// Output a seat has left here: of the bonus before turn 1, of the colony at work afterwards.
    pub(crate) fn left(&self, state: &Known<'_>, seat: Seat) -> u32 {
        if state.open.turn == 0 {
            return u32::from(state.sheets[seat.index()].bonus);
        }
        self.at_work(state, seat).map_or(0, |(colony, card)| output(card, colony) - colony.plan.spent)
    }

    /// How many of an item a seat may still buy here, or which rule forbids it.
    pub(crate) fn may_buy(&self, state: &Known<'_>, seat: Seat, item: Item) -> Result<u16, Denied> {
        let left = self.left(state, seat);
        let sheet = &state.sheets[seat.index()];
        if state.open.turn == 0 {
            if !matches!(item, Item::Sct | Item::Esc) {
                rule!("SQ-3.2b");
                return Err(Denied(rule!("SQ-3.2a")));
            }
            return Ok(self.affordable(item, left, u16::from(sheet.bonus_scouts)));
        }
        let Some((colony, card)) = self.at_work(state, seat) else { return Err(Denied(rule!("SQ-8.0c"))) };
        if item.needs().is_some_and(|needed| sheet.developments & needed.bit() == 0) {
            rule!("SQ-9.1.1a");
            return Err(Denied(crate::research::development_rule(item.needs().expect("just asked"))));
        }
        let most = self.affordable(item, left, colony.plan.bought[Item::Sct.index()]);
        match item {
            Item::Sct | Item::Esc | Item::Atk | Item::Dn if self.is_besieged(state, seat, colony.planet) => {
                rule!("SQ-8.0d");
                Err(Denied(rule!("SQ-7.3.1")))
            }
            Item::Mb | Item::Amb | Item::Pfs if colony.is_conquered() => {
                rule!("SQ-R-58");
                Err(Denied(rule!("SQ-7.2.3")))
            }
            Item::Pfs => {
                if colony.pfs || colony.plan.bought[Item::Pfs.index()] > 0 {
                    return Err(Denied(rule!("SQ-8.6d")));
                }
                Ok(most.min(1))
            }
            Item::Iu => {
                rule!("SQ-R-38");
                let after = forecast(card, colony, u16::from(colony.plan.sent));
                let ratio = Self::iu_per_million(state, seat);
                let room =
                    (ratio * after.pop).saturating_sub(after.iu + colony.plan.bought[Item::Iu.index()]);
                if room == 0 {
                    if after.iu > ratio * after.pop {
                        rule!("SQ-8.6b");
                        rule!("SQ-R-35");
                    }
                    if ratio == 1 {
                        rule!("SQ-8.6e");
                    }
                    return Err(Denied(rule!("SQ-8.6a")));
                }
                Ok(most.min(room))
            }
            Item::Riu => {
                rule!("SQ-8.6c");
                Ok(most)
            }
            Item::Sct | Item::Esc | Item::Atk | Item::Dn | Item::Mb | Item::Amb => Ok(most),
        }
    }

    /// SQ-8.2.2b: how many the output left pays, `scouts` having been bought already.
    fn affordable(&self, item: Item, left: u32, scouts: u16) -> u16 {
        if item == Item::Sct {
            let spent = self.cost(Item::Sct, scouts);
            let fits = |&count: &u16| self.cost(Item::Sct, scouts + count) - spent <= left;
            return (1..=left.min(400) as u16 / 2 + 1).take_while(fits).last().unwrap_or(0);
        }
        let most = left / u32::from(self.components.price[item.index()]);
        most.min(u32::from(u16::MAX)) as u16
    }

    /// How many millions a colony may send away, without bonus.
    pub(crate) fn may_send(&self, state: &Known<'_>, seat: Seat) -> Result<u16, Denied> {
        let Some((colony, card)) = self.at_work(state, seat) else { return Err(Denied(rule!("SQ-8.0c"))) };
        if self.is_besieged(state, seat, colony.planet) {
            return Err(Denied(rule!("SQ-7.3.1")));
        }
        if colony.plan.sent > 0 {
            return Err(Denied(rule!("SQ-8.3a")));
        }
        let people = u16::from(colony.pop) + increment(card, colony);
        let mut most = u32::from(people).min(self.left(state, seat) / u32::from(self.components.transport));
        let units = colony.plan.bought[Item::Iu.index()];
        if units > 0 {
            // Units bought already must still fit the people who stay; the order within a colony is free (8.0c).
            let fits = |sent: &u32| {
                let after = forecast(card, colony, *sent as u16);
                Self::iu_per_million(state, seat) * after.pop >= after.iu + units
            };
            most = (1..=most).rev().find(fits).unwrap_or(0);
            if most == 0 {
                return Err(Denied(rule!("SQ-8.6a")));
            }
        }
        if most == 0 {
            return Err(Denied(rule!("SQ-8.4.6")));
        }
        Ok(most as u16)
    }

    pub(crate) fn candidates_plan(&self, state: &Known<'_>, seat: Seat, out: &mut Vec<Action>) {
        let left = self.left(state, seat).min(u32::from(u16::MAX)) as u16;
        let bonus = state.open.turn == 0;
        let sheet = &state.sheets[seat.index()];
        if !bonus {
            for colony in state.colonies_of(seat) {
                out.push(Action::PlanColony(colony.planet));
            }
            if let Ok(most) = self.may_send(state, seat) {
                out.extend((1..=most).map(|sent| Action::Send(sent as u8)));
            } else {
                out.push(Action::Send(1));
            }
            let bonus = self.at_work(state, seat).map_or(0, |(colony, _)| colony.plan.bonus);
            out.extend((1..=bonus).map(Action::Forgo));
        }
        for &item in Item::ALL {
            let most = self.may_buy(state, seat, item).unwrap_or(0).max(1);
            out.extend(amounts(most).map(|count| Action::Buy(item, count)));
        }
        for &sequence in Sequence::ALL {
            out.extend(amounts(left).map(|count| Action::Research(sequence, count)));
        }
        for &development in Development::ALL {
            if sheet.developments & development.bit() == 0 {
                out.push(Action::Acquire(development));
            }
        }
        if !bonus {
            out.extend([Action::SeparateTypes, Action::Repeat]);
        }
        out.extend(Sequence::ALL.iter().map(|&sequence| Action::ResearchRest(sequence)));
        out.push(Action::Commit);
    }

    /// The same as filtering the offer, with each limit worked out once.
    pub(crate) fn legal_plan(&self, state: &Known<'_>, seat: Seat, out: &mut Vec<Action>) {
        let all_left = self.left(state, seat);
        let left = all_left.min(u32::from(u16::MAX)) as u16;
        let bonus = state.open.turn == 0;
        let sheet = &state.sheets[seat.index()];
        if !bonus {
            for colony in state.colonies_of(seat) {
                if self.may_plan(state, seat, colony.planet).is_ok() {
                    out.push(Action::PlanColony(colony.planet));
                }
            }
            if let Ok(most) = self.may_send(state, seat) {
                out.extend((1..=most).map(|sent| Action::Send(sent as u8)));
            }
            let bonus = self.at_work(state, seat).map_or(0, |(colony, _)| colony.plan.bonus);
            out.extend((1..=bonus).map(Action::Forgo));
        }
        if left > 0 {
            for &item in Item::ALL {
                let most = self.may_buy(state, seat, item).unwrap_or(0);
                out.extend(amounts(most).map(|count| Action::Buy(item, count)));
            }
            for &sequence in Sequence::ALL {
                out.extend(amounts(left).map(|count| Action::Research(sequence, count)));
            }
        }
        if sheet.research.iter().any(|&total| total >= 15) {
            for &development in Development::ALL {
                if self.may_acquire(sheet, development).is_ok() {
                    out.push(Action::Acquire(development));
                }
            }
        }
        if !bonus {
            if self.may_part(state, seat) {
                out.push(Action::SeparateTypes);
            }
            if self.may_repeat(state, seat) {
                out.push(Action::Repeat);
            }
        }
        if self.unspent(state, seat) > 0 {
            out.extend(Sequence::ALL.iter().map(|&sequence| Action::ResearchRest(sequence)));
        }
        out.push(Action::Commit);
    }

    fn may_part(&self, state: &Known<'_>, seat: Seat) -> bool {
        let Some((colony, _)) = self.at_work(state, seat) else { return false };
        !colony.plan.separate && colony.plan.types() > 1
    }

    fn may_repeat(&self, state: &Known<'_>, seat: Seat) -> bool {
        let mut own = state.colonies_of(seat);
        !state.sheets[seat.index()].planned && own.any(|colony| colony.previous_plan.spent > 0)
    }

    /// SQ-8.0c: colonies are planned in any order, back and forth.
    fn may_plan(&self, state: &Known<'_>, seat: Seat, planet: Planet) -> Result<(), Denied> {
        let own = state.colony(planet).is_some_and(|colony| colony.controller == seat);
        let other = state.sheets[seat.index()].planning != Some(planet);
        if own && other { Ok(()) } else { Err(Denied(rule!("SQ-8.0c"))) }
    }

    /// Playouts and computer players: colonies in ascending order.
    pub(crate) fn prune_plan(&self, state: &Known<'_>, seat: Seat, actions: &mut Vec<Action>) {
        let planning = state.sheets[seat.index()].planning;
        actions.retain(|action| !matches!(*action, Action::PlanColony(planet) if Some(planet) < planning));
    }

    /// What a seat has not spent, on all its colonies.
    pub(crate) fn unspent(&self, state: &Known<'_>, seat: Seat) -> u32 {
        if state.open.turn == 0 {
            return u32::from(state.sheets[seat.index()].bonus);
        }
        let own = state.colonies_of(seat);
        own.map(|colony| {
            self.planet(state, colony.planet).map_or(0, |card| output(card, colony) - colony.plan.spent)
        })
        .sum()
    }

    pub(crate) fn check_plan(&self, state: &Known<'_>, seat: Seat, action: Action) -> Result<(), Denied> {
        let sheet = &state.sheets[seat.index()];
        let within = |fits: bool, rule| if fits { Ok(()) } else { Err(Denied(rule)) };
        if let Some(verdict) = self.check_correction(state, seat, action) {
            return verdict;
        }
        match action {
            Action::Buy(item, count) => {
                let most = self.may_buy(state, seat, item)?;
                within((1..=most).contains(&count), rule!("SQ-8.2.2b"))
            }
            Action::Research(_, amount) => {
                let left = self.left(state, seat);
                within(amount > 0 && u32::from(amount) <= left, rule!("SQ-8.2.2a"))
            }
            Action::Acquire(development) => {
                rule!("SQ-9.3d");
                self.may_acquire(sheet, development)
            }
            Action::ResearchRest(_) => within(self.unspent(state, seat) > 0, rule!("SQ-8.2.4")),
            Action::Commit => Ok(()),
            _ if state.open.turn == 0 => Err(Denied(rule!("SQ-3.2a"))),
            Action::PlanColony(planet) => self.may_plan(state, seat, planet),
            Action::Send(millions) => {
                let most = self.may_send(state, seat)?;
                within((1..=most).contains(&u16::from(millions)), rule!("SQ-8.3.4a"))
            }
            Action::Forgo(count) => {
                let bonus = self.at_work(state, seat).map_or(0, |(colony, _)| colony.plan.bonus);
                within((1..=bonus).contains(&count), rule!("SQ-8.3.3b"))
            }
            Action::SeparateTypes => within(self.may_part(state, seat), rule!("SQ-DP-16")),
            Action::Repeat => within(self.may_repeat(state, seat), rule!("SQ-8.0c")),
            _ => Err(Denied(rule!("SQ-4.0b"))),
        }
    }

    pub(crate) fn apply_plan(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        let bonus = state.open.turn == 0;
        if action == Action::Commit {
            rule!("SQ-4.8b");
            rule!("SQ-8.4.7");
            rule!("SQ-HID-13");
            state.open.waiting = state.open.waiting.without(seat);
            emit(Event { visible_to: Seats::ALL, kind: EventKind::Committed(seat) });
            if state.open.waiting.is_empty() {
                if bonus {
                    rule!("SQ-3.2c");
                    state.sheets.truth_mut().iter_mut().for_each(|sheet| sheet.bonus = 0);
                    self.begin_year(state, emit);
                } else {
                    self.carry_out_plans(state, emit);
                }
            }
            return;
        }
        self.plan(state, seat, action);
        let kind = match action {
            Action::Acquire(development) => EventKind::Acquired(seat, development),
            _ => EventKind::Noted(seat),
        };
        emit(Event { visible_to: Seats::only(seat), kind });
    }

    fn plan(&self, state: &mut State, seat: Seat, action: Action) {
        let sheet = &mut state.sheets.truth_mut()[seat.index()];
        if !matches!(action, Action::PlanColony(_)) {
            sheet.planned = true;
        }
        match action {
            Action::PlanColony(planet) => sheet.planning = Some(planet),
            Action::Acquire(development) => self.acquire(sheet, development),
            Action::Cancel(..) | Action::Withhold(..) | Action::Recall => self.correct(state, seat, action),
            Action::ResearchRest(sequence) => self.rest(state, seat, sequence),
            Action::Repeat => self.repeat(state, seat),
            Action::Buy(item, count) if state.open.turn == 0 => self.buy_with_bonus(state, seat, item, count),
            Action::Research(sequence, amount) if state.open.turn == 0 => {
                rule!("SQ-3.2d");
                sheet.bonus -= amount as u8;
                sheet.research[sequence.index()] += u32::from(amount);
            }
            _ => {
                let work = sheet.planning.expect("a colony is at work");
                self.plan_at(state, seat, work, action);
            }
        }
    }

    fn buy_with_bonus(&self, state: &mut State, seat: Seat, item: Item, count: u16) {
        rule!("SQ-DP-1");
        rule!("SQ-3.2e");
        let sheet = &mut state.sheets.truth_mut()[seat.index()];
        let mut cost = self.cost(item, count);
        if item == Item::Sct {
            let before = u16::from(sheet.bonus_scouts);
            cost = self.cost(item, before + count) - self.cost(item, before);
            sheet.bonus_scouts += count as u8;
        }
        sheet.bonus -= cost as u8;
        let fleet =
            state.fleets.truth_mut().iter_mut().find(|fleet| fleet.owner == seat).expect("the pool is there");
        fleet.ships.0[item.ship().expect("only ships are bought").index()] += count;
    }

    fn plan_at(&self, state: &mut State, seat: Seat, planet: Planet, action: Action) {
        let card = self.planet(&state.known(), planet).expect("a colony's star has a card");
        let colony = state.colony_mut(planet).expect("the colony is there");
        let left = output(card, colony) - colony.plan.spent;
        match action {
            Action::Buy(item, count) => {
                rule!("SQ-DP-15");
                rule!("SQ-8.2.1");
                let before = colony.plan.bought[item.index()];
                colony.plan.bought[item.index()] += count;
                colony.plan.spent += self.cost(item, before + count) - self.cost(item, before);
            }
            Action::Research(sequence, amount) => {
                rule!("SQ-8.2.3");
                rule!("SQ-7.3.4");
                colony.plan.research[sequence.index()] += u32::from(amount);
                colony.plan.spent += u32::from(amount);
                state.sheets.truth_mut()[seat.index()].research[sequence.index()] += u32::from(amount);
            }
            Action::Send(millions) => {
                rule!("SQ-8.3.4a");
                rule!("SQ-8.4.2");
                let bonus = forecast(card, colony, u16::from(millions)).bonus;
                let bonus = bonus.min((left - u32::from(millions)).min(255) as u16) as u8;
                (colony.plan.sent, colony.plan.bonus) = (millions, bonus);
                colony.plan.spent += u32::from(millions) + u32::from(bonus);
            }
            Action::Forgo(count) => {
                rule!("SQ-8.3.3b");
                colony.plan.bonus -= count;
                colony.plan.spent -= u32::from(count);
            }
            Action::SeparateTypes => colony.plan.separate = true,
            _ => unreachable!("check_plan accepts no other action"),
        }
    }

    /// Everything unspent goes to one sequence.
    fn rest(&self, state: &mut State, seat: Seat, sequence: Sequence) {
        if state.open.turn == 0 {
            let sheet = &mut state.sheets.truth_mut()[seat.index()];
            sheet.research[sequence.index()] += u32::from(std::mem::take(&mut sheet.bonus));
            return;
        }
        for at in 0..state.colonies.truth().len() {
            let colony = state.colonies.truth()[at];
            let card = self.planet(&state.known(), colony.planet).filter(|_| colony.controller == seat);
            let Some(card) = card else { continue };
            let left = output(card, &colony) - colony.plan.spent;
            let plan = &mut state.colonies.truth_mut()[at].plan;
            plan.research[sequence.index()] += left;
            plan.spent += left;
            state.sheets.truth_mut()[seat.index()].research[sequence.index()] += left;
        }
    }

    /// The last plan once more, colony by colony, as far as output and rules allow.
    fn repeat(&self, state: &mut State, seat: Seat) {
        let own: Vec<(Planet, Plan)> =
            state.known().colonies_of(seat).map(|colony| (colony.planet, colony.previous_plan)).collect();
        let planning = state.sheets.truth()[seat.index()].planning;
        for (planet, last) in own {
            state.sheets.truth_mut()[seat.index()].planning = Some(planet);
            if let Ok(most) = self.may_send(&state.known(), seat)
                && last.sent > 0
            {
                self.plan_at(state, seat, planet, Action::Send(most.min(u16::from(last.sent)) as u8));
            }
            for &item in Item::ALL {
                let most = self.may_buy(&state.known(), seat, item).unwrap_or(0);
                let count = most.min(last.bought[item.index()]);
                if count > 0 {
                    self.plan_at(state, seat, planet, Action::Buy(item, count));
                }
            }
            for &sequence in Sequence::ALL {
                let amount = self.left(&state.known(), seat).min(last.research[sequence.index()]);
                if amount > 0 {
                    let amount = amount.min(u32::from(u16::MAX)) as u16;
                    self.plan_at(state, seat, planet, Action::Research(sequence, amount));
                }
            }
        }
        state.sheets.truth_mut()[seat.index()].planning = planning;
    }
}
