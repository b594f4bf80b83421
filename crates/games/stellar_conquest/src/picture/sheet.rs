//! The record sheet: colonies, research, the plan of a Production Year.

use rules::Seat;
use serde::Serialize;

use super::{printed, unit_name};
use crate::{
    StellarConquest,
    data::{Predecessor, TECH},
    ids::{Development, Item, Sequence},
    known::Known,
    production::{forecast, output},
    state::{Colony, Frame, Sheet},
    view::View,
    words::{development_name, sequence_name},
};

/// A colony of the viewer: the row of the record sheet, and its plan.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(clippy::struct_excessive_bools, reason = "marks of a row, each drawn by itself")]
pub struct ColonyPicture {
    /// Id in actions.
    pub id: String,
    /// "Canis 4".
    pub name: String,
    /// Its star.
    pub star: String,
    /// TR, ST, MT or BR.
    pub kind: String,
    /// Output doubled?
    pub metal: bool,
    /// Whose people.
    #[cfg_attr(feature = "ts", ts(as = "u8"))]
    pub people: Seat,
    /// Who commands.
    #[cfg_attr(feature = "ts", ts(as = "u8"))]
    pub controller: Seat,
    /// Does a conqueror hold it?
    pub conquered: bool,
    /// Millions and the most there can be.
    pub pop: (u8, u8),
    /// Industrial units.
    pub iu: u16,
    /// Robotic units.
    pub riu: u32,
    /// Missile bases.
    pub mb: u16,
    /// Advanced ones.
    pub amb: u16,
    /// Screen.
    pub pfs: bool,
    /// Enemy warships in the hex?
    pub besieged: bool,
    /// Output of a Production Year.
    pub output: u32,
    /// Spent in the plan.
    pub spent: u32,
    /// Left to spend.
    pub left: u32,
    /// Basic increment.
    pub increment: u16,
    /// Planned: millions sent, bonus millions.
    pub sent: (u8, u8),
    /// Population after the plan.
    pub pop_after: u16,
    /// Bought so far.
    pub bought: Vec<(&'static str, u16)>,
    /// Output put into research so far.
    pub research: u32,
}

/// Three ladders.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ResearchPicture {
    /// Movement allowance.
    pub allowance: u8,
    /// The sequences and their totals.
    pub sequences: Vec<SequencePicture>,
    /// Every development.
    pub ladder: Vec<DevelopmentPicture>,
}

/// A research sequence.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SequencePicture {
    /// Its symbol.
    pub symbol: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What is in it and was not used yet, the plan included.
    pub total: u32,
    /// What the plan puts into it.
    pub planned: u32,
}

/// One rung.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DevelopmentPicture {
    /// Its symbol.
    pub symbol: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it gives.
    pub effect: &'static str,
    /// Its sequence.
    pub sequence: &'static str,
    /// 1 to 3.
    pub level: u8,
    /// What it costs the viewer now.
    pub price: u32,
    /// What would make it cheaper, and the price then.
    pub cheaper: Option<(String, u32)>,
    /// Held already?
    pub held: bool,
    /// Can it be acquired at once?
    pub available: bool,
    /// Why not: the rule, and in words.
    pub refused: Option<(&'static str, String)>,
    /// How much of the price is there, in percent.
    pub percent: u32,
}

/// Totals of a plan, and what can be added to it here.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlannerPicture {
    /// The colony being planned.
    pub work: Option<String>,
    /// Output of all colonies, or the bonus.
    pub output: u32,
    /// Spent so far.
    pub spent: u32,
    /// Left.
    pub left: u32,
    /// Spent on ships, bases and industry.
    pub things: u32,
    /// Spent on transports.
    pub people: u32,
    /// Spent on research.
    pub research: u32,
    /// Transports that will appear.
    pub transports: u32,
    /// Bonus millions lost for want of output.
    pub bonus_lost: u32,
    /// Output left at the colony being planned, or of the bonus.
    pub here: u32,
    /// What can be bought here.
    pub items: Vec<ItemPicture>,
    /// What becomes of the colony if it sends one, two, … millions away; empty once it has.
    pub forecasts: Vec<ForecastPicture>,
}

/// A line of the planner.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ItemPicture {
    /// Its symbol.
    pub symbol: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What the next one costs.
    pub price: u32,
    /// Bought here so far.
    pub bought: u16,
    /// What these cost.
    pub cost: u32,
    /// How many more can be bought.
    pub most: u16,
    /// Why none: the rule, and in words.
    pub refused: Option<(&'static str, String)>,
}

/// What a departure leads to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ForecastPicture {
    /// Millions sent.
    pub sent: u16,
    /// Of these, how many earn a bonus.
    pub emigrants: u16,
    /// Bonus millions earned.
    pub bonus: u16,
    /// Population afterwards.
    pub pop: u16,
    /// Industrial units afterwards.
    pub iu: u16,
}

impl StellarConquest {
    pub(super) fn colony_pictures(&self, view: &View, state: &Known<'_>) -> Vec<ColonyPicture> {
        let known = view.colonies.iter().filter(|colony| view.knows.contains(colony.controller));
        known
            .filter_map(|colony| {
                let card = self.planet(state, colony.planet)?;
                let after = forecast(card, colony, u16::from(colony.plan.sent));
                let yields = output(card, colony);
                let bought = Item::ALL.iter().filter(|item| colony.plan.bought[item.index()] > 0);
                Some(ColonyPicture {
                    id: self.write_planet(colony.planet),
                    name: self.planet_name(view, colony.planet),
                    star: self.star_name(colony.planet.star()).to_owned(),
                    kind: format!("{:?}", card.kind),
                    metal: card.metal,
                    people: colony.originator,
                    controller: colony.controller,
                    conquered: colony.is_conquered(),
                    pop: (colony.pop, card.limit),
                    iu: colony.iu,
                    riu: colony.riu,
                    mb: colony.mb,
                    amb: colony.amb,
                    pfs: colony.pfs,
                    besieged: self.is_besieged(state, colony.controller, colony.planet),
                    output: yields,
                    spent: colony.plan.spent,
                    left: yields.saturating_sub(colony.plan.spent),
                    increment: after.increment,
                    sent: (colony.plan.sent, colony.plan.bonus),
                    pop_after: after.pop,
                    bought: bought.map(|item| (item.symbol(), colony.plan.bought[item.index()])).collect(),
                    research: colony.plan.research.iter().sum(),
                })
            })
            .collect()
    }

    pub(super) fn planner(&self, view: &View, state: &Known<'_>, seat: Seat) -> Option<PlannerPicture> {
        let sheet = *view.sheet(seat)?;
        if !matches!(view.open.frame, Frame::Bonus | Frame::Production) {
            return None;
        }
        let work =
            sheet.planning.and_then(|planet| view.colonies.iter().find(|colony| colony.planet == planet));
        let mut plan = PlannerPicture {
            work: sheet.planning.map(|planet| self.write_planet(planet)),
            output: 0,
            spent: 0,
            left: 0,
            things: 0,
            people: 0,
            research: 0,
            transports: 0,
            bonus_lost: 0,
            here: self.left(state, seat),
            items: Item::ALL.iter().filter_map(|&item| self.item(state, seat, item)).collect(),
            forecasts: work.map_or_else(Vec::new, |colony| self.departures(state, colony)),
        };
        if view.open.frame == Frame::Bonus {
            plan.output = u32::from(crate::setup::BONUS);
            plan.left = u32::from(sheet.bonus);
            plan.spent = plan.output - plan.left;
            plan.things = plan.items.iter().map(|item| item.cost).sum();
            plan.research = plan.spent.saturating_sub(plan.things);
            return Some(plan);
        }
        for colony in view.colonies.iter().filter(|colony| colony.controller == seat) {
            let Some(card) = self.planet(state, colony.planet) else { continue };
            let earned = forecast(card, colony, u16::from(colony.plan.sent)).bonus;
            let transports = u32::from(colony.plan.sent) + u32::from(colony.plan.bonus);
            let research: u32 = colony.plan.research.iter().sum();
            let people = transports * u32::from(self.components.transport);
            plan.output += output(card, colony);
            plan.spent += colony.plan.spent;
            plan.transports += transports;
            plan.people += people;
            plan.research += research;
            plan.things += colony.plan.spent.saturating_sub(people + research);
            plan.bonus_lost += u32::from(earned.saturating_sub(u16::from(colony.plan.bonus)));
        }
        plan.left = plan.output.saturating_sub(plan.spent);
        Some(plan)
    }

    /// The line of an item; none before the first year for what the bonus does not buy.
    fn item(&self, state: &Known<'_>, seat: Seat, item: Item) -> Option<ItemPicture> {
        let sheet = &state.sheets[seat.index()];
        let bonus = state.open.turn == 0;
        if bonus && !matches!(item, Item::Sct | Item::Esc) {
            return None;
        }
        let bought = self.bought_here(state, seat, item);
        let cost = self.cost(item, bought);
        let (most, refused) = match self.may_buy(state, seat, item) {
            Ok(most) => (most, None),
            Err(denied) => (0, Some((denied.rule().name(), self.why_not_buy(sheet, item)))),
        };
        Some(ItemPicture {
            symbol: item.symbol(),
            name: unit_name(item.symbol()),
            price: self.cost(item, bought + 1) - cost,
            bought,
            cost,
            most,
            refused,
        })
    }

    fn why_not_buy(&self, sheet: &Sheet, item: Item) -> String {
        match item.needs().filter(|needed| sheet.developments & needed.bit() == 0) {
            Some(needed) => format!("needs the development {}", development_name(needed)),
            None if item == Item::Iu => "no more than the population can operate".to_owned(),
            None if item == Item::Pfs => "this colony already has one".to_owned(),
            None => "not available at this colony".to_owned(),
        }
    }

    /// SQ-8.3: what each possible departure leads to.
    fn departures(&self, state: &Known<'_>, colony: &Colony) -> Vec<ForecastPicture> {
        let Some(card) = self.planet(state, colony.planet).filter(|_| colony.plan.sent == 0) else {
            return Vec::new();
        };
        let people = u16::from(colony.pop) + crate::production::increment(card, colony);
        (1..=people)
            .map(|sent| {
                let after = forecast(card, colony, sent);
                ForecastPicture {
                    sent,
                    emigrants: after.emigrants,
                    bonus: after.bonus,
                    pop: after.pop,
                    iu: after.iu,
                }
            })
            .collect()
    }

    pub(super) fn research_picture(&self, view: &View, seat: Seat) -> Option<ResearchPicture> {
        let sheet = *view.sheet(seat)?;
        let planned = |sequence: Sequence| {
            let own = view.colonies.iter().filter(|colony| colony.controller == seat);
            own.map(|colony| colony.plan.research[sequence.index()]).sum()
        };
        let sequences = Sequence::ALL.iter().map(|&sequence| SequencePicture {
            symbol: sequence.symbol(),
            name: sequence_name(sequence),
            total: sheet.research[sequence.index()],
            planned: planned(sequence),
        });
        let moves = (0..6u8).filter(|at| sheet.developments >> at & 1 == 1);
        Some(ResearchPicture {
            allowance: moves.max().map_or(2, |at| at + 3),
            sequences: sequences.collect(),
            ladder: Development::ALL.iter().map(|&development| self.rung(&sheet, development)).collect(),
        })
    }

    fn rung(&self, sheet: &Sheet, development: Development) -> DevelopmentPicture {
        let tech = &self.components.tech[development.index()];
        let total = sheet.research[tech.sequence.index()];
        let price = self.price_of(sheet, development);
        let held = sheet.developments & development.bit() != 0;
        let refused = self.may_acquire(sheet, development).err().map(|denied| denied.rule().name());
        let words = |rule: &'static str| {
            let why = if held {
                "you have it".to_owned()
            } else if total >= price {
                "the level below comes first".to_owned()
            } else {
                format!("needs {} more research points", price - total)
            };
            (rule, why)
        };
        let eased = match tech.predecessor {
            Predecessor::None => String::new(),
            Predecessor::Development(earlier) => development_name(earlier).to_owned(),
            Predecessor::Allowance(least) => format!("a movement allowance of {least}"),
        };
        let with = u32::from(tech.with);
        DevelopmentPicture {
            symbol: development.symbol(),
            name: development_name(development),
            effect: printed(TECH, development.symbol(), 2, 7),
            sequence: tech.sequence.symbol(),
            level: tech.level,
            price,
            cheaper: (!held && price > with).then_some((eased, with)),
            held,
            available: refused.is_none(),
            refused: refused.map(words),
            percent: if held { 100 } else { (total * 100 / price.max(1)).min(100) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Kind;

    #[test]
    fn every_printed_thing_has_a_name() {
        for &item in Item::ALL {
            assert!(!unit_name(item.symbol()).is_empty(), "{item:?}");
        }
        for kind in Kind::ships() {
            assert!(!unit_name(kind.symbol()).is_empty(), "{kind:?}");
        }
        for &development in Development::ALL {
            assert!(!development_name(development).is_empty(), "{development:?}");
            assert!(!printed(TECH, development.symbol(), 2, 7).is_empty(), "{development:?}");
        }
    }
}
