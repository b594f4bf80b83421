//! `FinalScore` orders: the defaults of the ledger's decision points (chapter 16), each on its own, for players who
//! do not want to be asked, or who are away.

use atlas::Hex;
use rules::{Seat, StandingOrder, StandingOrders};

use crate::{
    StellarConquest,
    action::Action,
    ids::{Development, Item, Kind, Sequence, Star},
    known::Known,
    scenario::Start,
    state::{Fleet, Frame, OFF, Sheet, Token},
    view::View,
};

/// Steps with nothing to decide.
const PASS_EMPTY: usize = 0;
/// DP-9.
const NEVER_ATTACK: usize = 1;
/// DP-8, DP-12.
const KEEP_INDUSTRY: usize = 2;
/// DP-2, fleets in flight.
const KEEP_COURSE: usize = 3;
/// DP-2, fleets at stars.
const HOLD_FLEETS: usize = 4;
/// DP-2, the first turn.
const ENTER_TOGETHER: usize = 5;
/// DP-1.
const USUAL_BONUS: usize = 6;
/// DP-4.
const COMBATS_IN_ORDER: usize = 7;
/// DP-5, DP-10, DP-11.
const CLASS_FIRE: usize = 8;
/// DP-6.
const FIGHT_ON: usize = 9;
/// DP-7.
const GIVE_WAY: usize = 10;
/// DP-13, and DP-14 where nothing can land.
const SPARE_PEOPLE: usize = 11;
/// DP-15: what was planned last time.
const REPEAT_PLAN: usize = 12;
/// DP-15.
const RESEARCH_ONLY: usize = 13;
/// DP-18.
const NO_TALK: usize = 14;
/// All decision points.
const AWAY: usize = 15;

pub(crate) const ORDERS: [StandingOrder; 16] = [
    StandingOrder { id: "pass-empty", label: "Skip steps where I have nothing to decide", default: false },
    StandingOrder {
        id: "never-attack",
        label: "Besiege, but never attack defended colonies",
        default: false,
    },
    StandingOrder { id: "keep-industry", label: "Never scrap industry", default: false },
    StandingOrder {
        id: "keep-course",
        label: "Fleets in flight go on to their destinations",
        default: false,
    },
    StandingOrder {
        id: "hold-fleets",
        label: "Fleets at stars stay; movement ends when none is in flight",
        default: false,
    },
    StandingOrder {
        id: "enter-together",
        label: "Enter, or leave the nova, as one fleet for the nearest star",
        default: false,
    },
    StandingOrder {
        id: "usual-bonus",
        label: "Spend the bonus on 3-hex movement, or on IIT if I have that",
        default: false,
    },
    StandingOrder { id: "combats-in-order", label: "Fight combats in the order of the map", default: false },
    StandingOrder {
        id: "class-fire",
        label: "Aim each type of warship at the enemy type worth most",
        default: false,
    },
    StandingOrder { id: "fight-on", label: "Warships fight on; ships without them withdraw", default: false },
    StandingOrder {
        id: "give-way",
        label: "Ships that must leave go towards my nearest base",
        default: false,
    },
    StandingOrder {
        id: "spare-people",
        label: "Never destroy people; end the turn when nothing can land",
        default: false,
    },
    StandingOrder {
        id: "repeat-plan",
        label: "Repeat my last production plan, the rest into TECH",
        default: false,
    },
    StandingOrder { id: "research-only", label: "Put all output into TECH", default: false },
    StandingOrder { id: "no-talk", label: "Skip negotiation", default: false },
    StandingOrder { id: "away", label: "I am away: the rulebook's default for everything", default: false },
];

/// What a seat that is away has ordered: every default, and no plan of its own.
const DEFAULTS: u32 = (1 << AWAY) - 1 - (1 << REPEAT_PLAN);

impl StellarConquest {
    /// The answer the given orders hold for the question a seat is asked.
    pub(crate) fn standing_answer(&self, view: &View, seat: Seat, given: StandingOrders) -> Option<Action> {
        let given = if given.has(AWAY) { StandingOrders(given.0 | DEFAULTS) } else { given };
        let state = view.known();
        let mut legal = Vec::new();
        self.legal_for(&state, seat, &mut legal);
        let wish = match view.open.frame {
            Frame::Bonus if given.has(USUAL_BONUS) => self.usual_bonus(&state, seat),
            Frame::Talk if given.has(NO_TALK) => Some(Action::EndTalk),
            Frame::Move => self.standing_move(&state, seat, given, &legal),
            Frame::Battles if given.has(COMBATS_IN_ORDER) => {
                let place = |action: &Action| match *action {
                    Action::Battle(star, foe) => (self.hex_of(star), foe),
                    _ => (OFF, seat),
                };
                legal.iter().copied().min_by_key(place)
            }
            Frame::Aim if given.has(CLASS_FIRE) => self.default_aim(&state, seat),
            Frame::Withdraw { forced, .. } if given.has(if forced { GIVE_WAY } else { FIGHT_ON }) => {
                self.default_withdrawal(&state, seat, forced, &legal)
            }
            Frame::Planets => {
                let scraps = legal.iter().filter(|action| matches!(action, Action::Scrap(..))).count();
                let kept = given.has(KEEP_INDUSTRY) && scraps + 1 == legal.len();
                (given.has(NEVER_ATTACK) || kept).then_some(Action::EndAttack)
            }
            Frame::ScrapIndustry(_) if given.has(KEEP_INDUSTRY) => Some(Action::Finish),
            Frame::Settle if given.has(SPARE_PEOPLE) => {
                let lands = legal.iter().any(|action| matches!(action, Action::Unload(..)));
                (!lands || given.has(AWAY)).then_some(Action::EndTurn)
            }
            Frame::Production => self.standing_plan(&state, seat, given),
            _ => None,
        };
        match (wish, &legal[..]) {
            (Some(action), _) if legal.contains(&action) => Some(action),
            (_, &[only]) if given.has(PASS_EMPTY) => Some(only),
            _ => None,
        }
    }

    /// DP-1: all 25 into movement and 3MA, or into technology and IIT.
    fn usual_bonus(&self, state: &Known<'_>, seat: Seat) -> Option<Action> {
        let sheet = &state.sheets[seat.index()];
        let (sequence, development) = if self.scenario.start_3ma {
            (Sequence::Tech, Development::Iit)
        } else {
            (Sequence::Move, Development::Ma3)
        };
        let held = sheet.developments & development.bit() != 0;
        let untouched = sheet.bonus_scouts == 0 && sheet.bonus == crate::setup::BONUS;
        match sheet.bonus {
            bonus if untouched => Some(Action::Research(sequence, u16::from(bonus))),
            0 if held => Some(Action::Commit),
            0 if sheet.research[sequence.index()] == u32::from(crate::setup::BONUS) => {
                Some(Action::Acquire(development))
            }
            _ => None,
        }
    }

    /// DP-2.
    fn standing_move(
        &self,
        state: &Known<'_>,
        seat: Seat,
        given: StandingOrders,
        legal: &[Action],
    ) -> Option<Action> {
        let begins = |fleet: &Fleet| {
            let nova =
                state.open.turn == 1 && self.nova().is_some() && self.star_at(fleet.hex) == self.nova();
            given.has(ENTER_TOGETHER) && (fleet.hex == OFF || nova)
        };
        let Some(fleet) = state.fleet(Token(state.focus.picked)) else {
            let own = state.fleets.iter().filter(|fleet| fleet.owner == seat && !fleet.done);
            if let Some(fleet) = own.clone().find(|fleet| begins(fleet)) {
                return Some(Action::Pick(fleet.token));
            }
            if given.has(KEEP_COURSE) && legal.contains(&Action::ProceedAll) {
                return Some(Action::ProceedAll);
            }
            let mut waiting =
                own.filter(|fleet| self.star_at(fleet.hex).is_none() && !given.has(KEEP_COURSE));
            return (given.has(HOLD_FLEETS) && waiting.next().is_none()).then_some(Action::EndMove);
        };
        if state.focus.split || state.focus.group != 0 {
            return None;
        }
        if begins(fleet) && fleet.bound.is_none() {
            return Some(Action::SetDestination(self.first_destination(state, fleet)?));
        }
        if begins(fleet) && legal.contains(&Action::Proceed) {
            return Some(Action::Proceed);
        }
        let arrived = fleet.used > 0 && fleet.bound.is_none();
        (given.has(HOLD_FLEETS) && arrived).then_some(Action::Done)
    }

    /// The nearest star by turns, then by name; in a nova game none that burns.
    fn first_destination(&self, state: &Known<'_>, fleet: &Fleet) -> Option<Star> {
        let from = if fleet.hex == OFF { self.entry_of(fleet.owner) } else { fleet.hex };
        let allowance = Self::allowance(&state.sheets[fleet.owner.index()]);
        let safe = |star: &Star| match self.nova() {
            Some(nova) => self.hex_of(nova).distance(self.hex_of(*star)) > 1,
            None => true,
        };
        self.stars()
            .filter(safe)
            .min_by_key(|&star| (self.turns(from, star, allowance), self.star_name(star)))
    }

    /// DP-5: class targeting; each type at the enemy type with the highest chance of a hit times price.
    pub(crate) fn default_aim(&self, state: &Known<'_>, seat: Seat) -> Option<Action> {
        let Some((from, _, _)) = self.next_to_aim(state, seat) else { return Some(Action::Finish) };
        let targets = self.targets(state, seat);
        let kinds = (0..Kind::COUNT as u8).map(Kind).filter(|kind| targets[kind.index()] > 0);
        let twice = from.is_warship() && Self::has(state, seat, Development::Isw);
        let worth = |kind: &Kind| {
            let chance = self.components.effect(from, *kind).chances();
            let chance = if twice { 72 * chance - chance * chance } else { 36 * chance };
            (chance * self.price_of_kind(*kind), self.price_of_kind(*kind))
        };
        kinds.max_by_key(worth).map(Action::AimClass)
    }

    fn price_of_kind(&self, kind: Kind) -> u32 {
        let item = match kind.symbol() {
            "CT" => return u32::from(self.components.transport),
            symbol => Item::named(symbol).expect("all other kinds are bought by their symbol"),
        };
        u32::from(self.components.price[item.index()])
    }

    /// DP-6 and DP-7: warships stay, others go, and where to.
    fn default_withdrawal(
        &self,
        state: &Known<'_>,
        seat: Seat,
        forced: bool,
        legal: &[Action],
    ) -> Option<Action> {
        let star = Star(state.battle.star);
        if let Some(fleet) = state.fleet(Token(state.focus.picked)) {
            return self.refuge(state, fleet, star).map(Action::SetDestination);
        }
        if state.focus.group != 0 {
            let bases = self.bases(state, seat);
            let away = |hex: &Hex| bases.iter().map(|base| base.distance(*hex)).min().unwrap_or(0);
            let free =
                self.around(self.hex_of(star)).iter().copied().filter(|&hex| self.star_at(hex).is_none());
            return free.min_by_key(|hex| (away(hex), *hex)).map(Action::Retreat);
        }
        let armed = state.ships_of(seat, self.hex_of(star)).warships() > 0;
        if !forced && armed {
            return Some(Action::Finish);
        }
        let pull = |action: &&Action| matches!(action, Action::PullAll | Action::PullOut(..));
        legal.iter().filter(pull).max_by_key(|action| **action == Action::PullAll).copied()
    }

    /// DP-7: the nearest star in range, else the nearest; ties by name.
    fn refuge(&self, state: &Known<'_>, fleet: &Fleet, contested: Star) -> Option<Star> {
        let range = self.fleet_range(state, fleet);
        let others = self.stars().filter(|&star| star != contested);
        others.min_by_key(|&star| {
            let hex = self.hex_of(star);
            let outside = range.is_some_and(|range| !self.within(range, hex));
            (outside, hex.distance(fleet.hex), self.star_name(star))
        })
    }

    /// Where a seat's range is measured from (SQ-5.1b).
    fn bases(&self, state: &Known<'_>, seat: Seat) -> Vec<Hex> {
        let own = state.colonies_of(seat);
        let free = own.filter(|colony| !self.is_besieged(state, seat, colony.planet));
        let mut bases: Vec<Hex> = free.map(|colony| self.hex_of(colony.planet.star())).collect();
        if !matches!(self.scenario.start, Start::Nova { .. }) {
            bases.push(self.entry_of(seat));
        }
        bases
    }

    /// DP-15, as long as nothing else has been planned by hand.
    fn standing_plan(&self, state: &Known<'_>, seat: Seat, given: StandingOrders) -> Option<Action> {
        let Sheet { planned, .. } = state.sheets[seat.index()];
        let mut own = state.colonies_of(seat);
        let repeats = given.has(REPEAT_PLAN);
        if repeats && !planned && own.clone().any(|colony| colony.previous_plan.spent > 0) {
            return Some(Action::Repeat);
        }
        let ours = own.all(|colony| {
            let (plan, last) = (&colony.plan, &colony.previous_plan);
            let bought = plan.bought.iter().zip(&last.bought);
            let repeated = repeats && plan.sent <= last.sent && bought.clone().all(|(now, then)| now <= then);
            repeated || (plan.sent == 0 && plan.bought.iter().all(|&count| count == 0))
        });
        if !ours || !(given.has(RESEARCH_ONLY) || (repeats && planned)) {
            return None;
        }
        Some(if self.unspent(state, seat) > 0 {
            Action::ResearchRest(Sequence::Tech)
        } else {
            Action::Commit
        })
    }
}
