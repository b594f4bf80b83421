//! Second thoughts: what a seat has entered into its plan is taken back line by line, until it commits.
//!
//! Nothing that was entered later depends on what can be taken back here, so the rest of the plan stands. A
//! development does carry purchases and prices: it is taken back only as a step, last first.

use rules::{Denied, Seat, rule};

use crate::{
    StellarConquest,
    action::Action,
    ids::{Item, Sequence},
    known::Known,
    setup::BONUS,
    state::{Colony, State},
};

impl StellarConquest {
    fn planned<'a>(&self, state: &Known<'a>, seat: Seat) -> Option<&'a Colony> {
        state.colony(state.sheets[seat.index()].planning?).filter(|_| state.open.turn > 0)
    }

    /// How many of an item the plan holds here: of the bonus before turn 1, of the colony at work afterwards.
    pub(crate) fn bought_here(&self, state: &Known<'_>, seat: Seat, item: Item) -> u16 {
        if state.open.turn == 0 {
            return self.bought_with_bonus(state, seat, item);
        }
        self.planned(state, seat).map_or(0, |colony| colony.plan.bought[item.index()])
    }

    /// Ships above the ones that all players begin with (SQ-3.1a); in a position of one's own, as many as were paid for.
    fn bought_with_bonus(&self, state: &Known<'_>, seat: Seat, item: Item) -> u16 {
        let Some(kind) = item.ship() else { return 0 };
        let own = state.fleets.iter().find(|fleet| fleet.owner == seat);
        let pool = own.map_or(0, |fleet| fleet.ships.of(kind));
        let sheet = &state.sheets[seat.index()];
        let above = pool.saturating_sub(crate::setup::START_SHIPS.of(kind));
        let most = if item == Item::Sct { above.min(u16::from(sheet.bonus_scouts)) } else { above };
        let spent = u32::from(BONUS.saturating_sub(sheet.bonus));
        (1..=most).rev().find(|&count| self.cost(item, count) <= spent).unwrap_or(0)
    }

    /// How much the plan puts into a sequence here and has not used for a development.
    pub(crate) fn unused_here(&self, state: &Known<'_>, seat: Seat, sequence: Sequence) -> u16 {
        let total = state.sheets[seat.index()].research[sequence.index()];
        let here = if state.open.turn == 0 {
            u32::from(BONUS.saturating_sub(state.sheets[seat.index()].bonus))
        } else {
            self.planned(state, seat).map_or(0, |colony| colony.plan.research[sequence.index()])
        };
        here.min(total).min(u32::from(u16::MAX)) as u16
    }

    /// What a seat can take back here.
    pub(crate) fn legal_corrections(&self, state: &Known<'_>, seat: Seat, out: &mut Vec<Action>) {
        let bought = Item::ALL.iter().filter(|&&item| self.bought_here(state, seat, item) > 0);
        out.extend(bought.map(|&item| Action::Cancel(item, 1)));
        for &sequence in Sequence::ALL {
            let unused = self.unused_here(state, seat, sequence);
            if unused > 0 {
                out.push(Action::Withhold(sequence, unused));
            }
        }
        if self.planned(state, seat).is_some_and(|colony| colony.plan.sent > 0) {
            out.push(Action::Recall);
        }
    }

    /// May a seat take this back? `None` if the action is something else.
    pub(crate) fn check_correction(
        &self,
        state: &Known<'_>,
        seat: Seat,
        action: Action,
    ) -> Option<Result<(), Denied>> {
        let entered = match action {
            Action::Cancel(item, count) => (1..=self.bought_here(state, seat, item)).contains(&count),
            Action::Withhold(sequence, amount) => {
                (1..=self.unused_here(state, seat, sequence)).contains(&amount)
            }
            Action::Recall => self.planned(state, seat).is_some_and(|colony| colony.plan.sent > 0),
            _ => return None,
        };
        // The order of calculation is free, and the bonus is divided freely.
        let rule = if state.open.turn == 0 { rule!("SQ-3.2c") } else { rule!("SQ-8.0c") };
        Some(if entered { Ok(()) } else { Err(Denied(rule)) })
    }

    /// Takes it back.
    pub(crate) fn correct(&self, state: &mut State, seat: Seat, action: Action) {
        let before = match action {
            Action::Cancel(item, _) => self.bought_here(&state.known(), seat, item),
            _ => 0,
        };
        let sheet = &mut state.sheets.truth_mut()[seat.index()];
        if let Action::Withhold(sequence, amount) = action {
            sheet.research[sequence.index()] -= u32::from(amount);
        }
        if state.open.turn == 0 {
            match action {
                Action::Cancel(item, count) => {
                    sheet.bonus += (self.cost(item, before) - self.cost(item, before - count)) as u8;
                    if item == Item::Sct {
                        sheet.bonus_scouts -= count as u8;
                    }
                    let pool = state.fleets.truth_mut().iter_mut().find(|fleet| fleet.owner == seat);
                    let kind = item.ship().expect("only ships are bought");
                    pool.expect("the pool is there").ships.0[kind.index()] -= count;
                }
                Action::Withhold(_, amount) => sheet.bonus += amount as u8,
                _ => unreachable!("no people leave before the first year"),
            }
            return;
        }
        let work = sheet.planning.expect("a colony is at work");
        let plan = &mut state.colony_mut(work).expect("the colony is there").plan;
        match action {
            Action::Cancel(item, count) => {
                plan.bought[item.index()] -= count;
                plan.spent -= self.cost(item, before) - self.cost(item, before - count);
            }
            Action::Withhold(sequence, amount) => {
                plan.research[sequence.index()] -= u32::from(amount);
                plan.spent -= u32::from(amount);
            }
            _ => {
                plan.spent -= u32::from(plan.sent) + u32::from(plan.bonus);
                (plan.sent, plan.bonus) = (0, 0);
            }
        }
        plan.separate &= plan.types() > 1;
    }
}
