//! The bonus before turn 1 (SQ-3.2) and the Production Year (chapter 8): secret plans made of small additions.
//!
//! Among the candidates a plan only grows: departures first, then purchases and research in any order, colony by
//! colony. So what was possible at one point stays possible, and nothing has to be checked again when all plans
//! are carried out together. Second thoughts are in [`crate::correction`].

use rules::{Denied, Seat, Seats, rule};

use crate::{
    StellarConquest,
    action::{Action, Event, What},
    data::PlanetCard,
    ids::{Development, Item, Planet, PlanetType, Sequence},
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
    if colony.first_year && colony.is_conquered() {
        rule!("SQ-7.2.1a");
        return 0;
    }
    rule!("SQ-8.2.8");
    rule!("SQ-7.2.1b");
    rule!("SQ-VOC-3");
    let units = u32::from(colony.iu) + colony.riu;
    if card.metal {
        rule!("SQ-8.2a");
        rule!("SQ-8.2.7");
        2 * units
    } else {
        units
    }
}

/// SQ-8.3: what becomes of a colony that sends `sent` millions away.
pub(crate) fn forecast(card: PlanetCard, colony: &Colony, sent: u16) -> Forecast {
    let increment = increment(card, colony);
    let pop = u16::from(colony.pop);
    rule!("SQ-8.3.2a");
    rule!("SQ-8.3b");
    let emigrants = if colony.is_conquered() { 0 } else { sent.min(increment + OLD_EMIGRANTS) };
    rule!("SQ-8.3.4b");
    rule!("SQ-8.1.4");
    rule!("SQ-8.1.5b");
    let after = (pop + increment - sent).min(u16::from(card.limit));
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
    fn at_work<'a>(&self, state: &'a State, seat: Seat) -> Option<(&'a Colony, PlanetCard)> {
        let colony = state.colony(state.sheets[seat.index()].work?)?;
        Some((colony, self.planet(state, colony.planet)?))
    }

    /// Output a seat has left here: of the bonus before turn 1, of the colony at work afterwards.
    pub(crate) fn left(&self, state: &State, seat: Seat) -> u32 {
        if state.turn == 0 {
            return u32::from(state.sheets[seat.index()].bonus);
        }
        self.at_work(state, seat).map_or(0, |(colony, card)| output(card, colony) - colony.plan.spent)
    }

    /// How many of an item a seat may still buy here, or which rule forbids it.
    pub(crate) fn may_buy(&self, state: &State, seat: Seat, item: Item) -> Result<u16, Denied> {
        let left = self.left(state, seat);
        let sheet = &state.sheets[seat.index()];
        if state.turn == 0 {
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
                let room = (Self::ratio(state, seat) * after.pop)
                    .saturating_sub(after.iu + colony.plan.bought[Item::Iu.index()]);
                if room == 0 {
                    rule!("SQ-8.6b");
                    rule!("SQ-8.6e");
                    rule!("SQ-R-35");
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
    fn may_send(&self, state: &State, seat: Seat) -> Result<u16, Denied> {
        let Some((colony, card)) = self.at_work(state, seat) else { return Err(Denied(rule!("SQ-8.0c"))) };
        if self.is_besieged(state, seat, colony.planet) {
            return Err(Denied(rule!("SQ-7.3.1")));
        }
        if colony.plan.sent > 0 || colony.plan.bought[Item::Iu.index()] > 0 {
            return Err(Denied(rule!("SQ-8.3a")));
        }
        let people = u16::from(colony.pop) + increment(card, colony);
        let most = u32::from(people).min(self.left(state, seat) / u32::from(self.components.transport));
        if most == 0 {
            return Err(Denied(rule!("SQ-8.4.6")));
        }
        Ok(most as u16)
    }

    pub(crate) fn offer_plan(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let left = self.left(state, seat).min(u32::from(u16::MAX)) as u16;
        let bonus = state.turn == 0;
        let sheet = &state.sheets[seat.index()];
        if !bonus {
            for colony in state.colonies.iter().filter(|colony| colony.controller == seat) {
                out.push(Action::Work(colony.planet));
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
            out.extend([Action::Apart, Action::Repeat]);
        }
        out.extend(Sequence::ALL.iter().map(|&sequence| Action::Rest(sequence)));
        out.push(Action::Commit);
    }

    /// The same as filtering the offer, with each limit worked out once.
    pub(crate) fn list_plan(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let all_left = self.left(state, seat);
        let left = all_left.min(u32::from(u16::MAX)) as u16;
        let bonus = state.turn == 0;
        let sheet = &state.sheets[seat.index()];
        if !bonus {
            for colony in state.colonies.iter().filter(|colony| colony.controller == seat) {
                if self.may_work(state, seat, colony.planet).is_ok() {
                    out.push(Action::Work(colony.planet));
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
                out.push(Action::Apart);
            }
            if self.may_repeat(state, seat) {
                out.push(Action::Repeat);
            }
        }
        if self.unspent(state, seat) > 0 {
            out.extend(Sequence::ALL.iter().map(|&sequence| Action::Rest(sequence)));
        }
        out.push(Action::Commit);
    }

    fn may_part(&self, state: &State, seat: Seat) -> bool {
        let Some((colony, _)) = self.at_work(state, seat) else { return false };
        !colony.plan.apart && colony.plan.types() > 1
    }

    fn may_repeat(&self, state: &State, seat: Seat) -> bool {
        let mut own = state.colonies.iter().filter(|colony| colony.controller == seat);
        !state.sheets[seat.index()].planned && own.any(|colony| colony.last.spent > 0)
    }

    fn may_work(&self, state: &State, seat: Seat, planet: Planet) -> Result<(), Denied> {
        let sheet = &state.sheets[seat.index()];
        let own = state.colony(planet).is_some_and(|colony| colony.controller == seat);
        let onward = sheet.work.is_none_or(|work| planet > work || (planet < work && sheet.turn_back));
        if own && onward && sheet.work != Some(planet) { Ok(()) } else { Err(Denied(rule!("SQ-8.0c"))) }
    }

    /// What a seat has not spent, on all its colonies.
    pub(crate) fn unspent(&self, state: &State, seat: Seat) -> u32 {
        if state.turn == 0 {
            return u32::from(state.sheets[seat.index()].bonus);
        }
        let own = state.colonies.iter().filter(|colony| colony.controller == seat);
        own.map(|colony| {
            self.planet(state, colony.planet).map_or(0, |card| output(card, colony) - colony.plan.spent)
        })
        .sum()
    }

    pub(crate) fn judge_plan(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        let sheet = &state.sheets[seat.index()];
        let within = |fits: bool, rule| if fits { Ok(()) } else { Err(Denied(rule)) };
        if let Some(verdict) = self.judge_correction(state, seat, action) {
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
            Action::Rest(_) => within(self.unspent(state, seat) > 0, rule!("SQ-8.2.4")),
            Action::Commit => Ok(()),
            _ if state.turn == 0 => Err(Denied(rule!("SQ-3.2a"))),
            Action::Work(planet) => self.may_work(state, seat, planet),
            Action::Send(millions) => {
                let most = self.may_send(state, seat)?;
                within((1..=most).contains(&u16::from(millions)), rule!("SQ-8.3.4a"))
            }
            Action::Forgo(count) => {
                let bonus = self.at_work(state, seat).map_or(0, |(colony, _)| colony.plan.bonus);
                within((1..=bonus).contains(&count), rule!("SQ-8.3.3b"))
            }
            Action::Apart => within(self.may_part(state, seat), rule!("SQ-DP-16")),
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
        let bonus = state.turn == 0;
        if action == Action::Commit {
            rule!("SQ-4.8b");
            rule!("SQ-8.4.7");
            rule!("SQ-HID-13");
            state.waiting = state.waiting.without(seat);
            emit(Event { to: Seats::ALL, what: What::Committed(seat) });
            if state.waiting.is_empty() {
                if bonus {
                    rule!("SQ-3.2c");
                    state.sheets.iter_mut().for_each(|sheet| sheet.bonus = 0);
                    self.begin_year(state, emit);
                } else {
                    self.carry_out_plans(state, emit);
                }
            }
            return;
        }
        self.plan(state, seat, action);
        emit(Event { to: Seats::only(seat), what: What::Noted(seat) });
    }

    fn plan(&self, state: &mut State, seat: Seat, action: Action) {
        let sheet = &mut state.sheets[seat.index()];
        if !matches!(action, Action::Work(_)) {
            (sheet.planned, sheet.turn_back) = (true, true);
        }
        match action {
            Action::Work(planet) => {
                sheet.turn_back &= sheet.work.is_none_or(|work| planet > work);
                sheet.work = Some(planet);
            }
            Action::Acquire(development) => {
                let mut copy = *sheet;
                self.acquire(&mut copy, development);
                state.sheets[seat.index()] = copy;
            }
            Action::Cancel(..) | Action::Withhold(..) | Action::Recall => self.correct(state, seat, action),
            Action::Rest(sequence) => self.rest(state, seat, sequence),
            Action::Repeat => self.repeat(state, seat),
            Action::Buy(item, count) if state.turn == 0 => self.buy_with_bonus(state, seat, item, count),
            Action::Research(sequence, amount) if state.turn == 0 => {
                rule!("SQ-3.2d");
                sheet.bonus -= amount as u8;
                sheet.research[sequence.index()] += u32::from(amount);
            }
            _ => {
                let work = sheet.work.expect("a colony is at work");
                self.plan_at(state, seat, work, action);
            }
        }
    }

    fn buy_with_bonus(&self, state: &mut State, seat: Seat, item: Item, count: u16) {
        rule!("SQ-DP-1");
        rule!("SQ-3.2e");
        let sheet = &mut state.sheets[seat.index()];
        let mut cost = self.cost(item, count);
        if item == Item::Sct {
            let before = u16::from(sheet.bonus_scouts);
            cost = self.cost(item, before + count) - self.cost(item, before);
            sheet.bonus_scouts += count as u8;
        }
        sheet.bonus -= cost as u8;
        let fleet = state.fleets.iter_mut().find(|fleet| fleet.owner == seat).expect("the pool is there");
        fleet.ships.0[item.ship().expect("only ships are bought").index()] += count;
    }

    fn plan_at(&self, state: &mut State, seat: Seat, planet: Planet, action: Action) {
        let card = self.planet(state, planet).expect("a colony's star has a card");
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
                state.sheets[seat.index()].research[sequence.index()] += u32::from(amount);
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
            Action::Apart => colony.plan.apart = true,
            _ => unreachable!("judge_plan accepts no other action"),
        }
    }

    /// Everything unspent goes to one sequence.
    fn rest(&self, state: &mut State, seat: Seat, sequence: Sequence) {
        if state.turn == 0 {
            let sheet = &mut state.sheets[seat.index()];
            sheet.research[sequence.index()] += u32::from(std::mem::take(&mut sheet.bonus));
            return;
        }
        for at in 0..state.colonies.len() {
            let colony = state.colonies[at];
            let Some(card) = self.planet(state, colony.planet).filter(|_| colony.controller == seat) else {
                continue;
            };
            let left = output(card, &colony) - colony.plan.spent;
            let plan = &mut state.colonies[at].plan;
            plan.research[sequence.index()] += left;
            plan.spent += left;
            state.sheets[seat.index()].research[sequence.index()] += left;
        }
    }

    /// The last plan once more, colony by colony, as far as output and rules allow.
    fn repeat(&self, state: &mut State, seat: Seat) {
        let own: Vec<(Planet, Plan)> = state
            .colonies
            .iter()
            .filter(|colony| colony.controller == seat)
            .map(|colony| (colony.planet, colony.last))
            .collect();
        let work = state.sheets[seat.index()].work;
        for (planet, last) in own {
            state.sheets[seat.index()].work = Some(planet);
            if let Ok(most) = self.may_send(state, seat)
                && last.sent > 0
            {
                self.plan_at(state, seat, planet, Action::Send(most.min(u16::from(last.sent)) as u8));
            }
            for &item in Item::ALL {
                let count = self.may_buy(state, seat, item).unwrap_or(0).min(last.bought[item.index()]);
                if count > 0 {
                    self.plan_at(state, seat, planet, Action::Buy(item, count));
                }
            }
            for &sequence in Sequence::ALL {
                let amount = self.left(state, seat).min(last.research[sequence.index()]);
                if amount > 0 {
                    let amount = amount.min(u32::from(u16::MAX)) as u16;
                    self.plan_at(state, seat, planet, Action::Research(sequence, amount));
                }
            }
        }
        state.sheets[seat.index()].work = work;
    }
}
