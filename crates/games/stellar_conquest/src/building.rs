//! The end of a Production Year: all plans are carried out together (SQ-8.0e), new ships appear (SQ-8.2.5).

use rules::{Seats, rule};

use crate::{
    StellarConquest,
    action::{Event, What},
    ids::{Item, Kind},
    production::forecast,
    state::{Colony, Fleet, Lot, Plan, State},
};

impl StellarConquest {
    /// SQ-4.8: a Production Year begins.
    pub(crate) fn begin_production(&self, state: &mut State) {
        rule!("SQ-4.8a");
        rule!("SQ-8.0a");
        state.frame = crate::Frame::Production;
        for seat in self.seat_list() {
            let first = state.colonies.iter().find(|colony| colony.controller == seat);
            let sheet = &mut state.sheets[seat.index()];
            sheet.work = first.map(|colony| colony.planet);
            (sheet.turn_back, sheet.planned) = (false, false);
            if !state.out.contains(seat) {
                state.waiting = state.waiting.with(seat);
            }
        }
        for colony in &mut state.colonies {
            colony.plan = Plan::default();
        }
    }

    /// All plans at once.
    pub(crate) fn carry_out_plans(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        rule!("SQ-8.0b");
        rule!("SQ-8.0e");
        rule!("SQ-R-37");
        rule!("SQ-R-43");
        let mut vacated = Vec::new();
        let mut stars = 0u64;
        for at in 0..state.colonies.len() {
            let old = state.colonies[at];
            let card = self.planet(state, old.planet).expect("a colony's star has a card");
            let Plan { sent, bonus, bought, apart, .. } = old.plan;
            let after = forecast(card, &old, u16::from(sent));
            let colony = &mut state.colonies[at];
            rule!("SQ-8.2.6");
            rule!("SQ-7.3.2");
            rule!("SQ-7.3.3b");
            colony.pop = after.pop as u8;
            colony.iu = after.iu + bought[Item::Iu.index()];
            colony.riu += u32::from(bought[Item::Riu.index()]);
            colony.mb += bought[Item::Mb.index()];
            colony.amb += bought[Item::Amb.index()];
            colony.pfs |= bought[Item::Pfs.index()] > 0;
            colony.first_year = false;
            (colony.last, colony.plan) = (colony.plan, Plan::default());
            if colony.pop == 0 {
                vacated.push(old.planet);
            }
            let transports = Lot {
                people: old.originator,
                age: old.age,
                origin: old.planet,
                count: u16::from(sent) + u16::from(bonus),
            };
            if self.build(state, &old, &bought, transports, apart) {
                stars |= old.planet.star().bit();
            }
        }
        for planet in vacated {
            self.end_colony(state, planet, emit);
        }
        for star in crate::ids::Star::all(stars) {
            self.look(state, star, emit);
        }
        for sheet in &mut state.sheets {
            (sheet.work, sheet.turn_back, sheet.planned) = (None, false, false);
        }
        emit(Event { to: Seats::ALL, what: What::Produced(state.turn) });
        self.count_out(state, emit);
        self.begin_year(state, emit);
    }

    /// SQ-8.2.5: new ships appear in the colony's star hex. Says whether there were any.
    fn build(
        &self,
        state: &mut State,
        colony: &Colony,
        bought: &[u16; Item::COUNT],
        transports: Lot,
        apart: bool,
    ) -> bool {
        rule!("SQ-8.2.5");
        rule!("SQ-5.2.2a");
        rule!("SQ-8.4.1");
        rule!("SQ-8.4.3");
        rule!("SQ-8.4.4");
        rule!("SQ-R-44");
        let hex = self.hex_of(colony.planet.star());
        let arrived = u16::from(state.turn) * 16 + 12;
        let mut fleets: Vec<Fleet> = Vec::new();
        let mut add = |state: &mut State, kind: Kind, count: u16| {
            if count == 0 {
                return;
            }
            if apart || fleets.is_empty() {
                rule!("SQ-DP-16");
                let token = state.new_token();
                fleets.push(Fleet::empty(token, colony.controller, hex, arrived));
            }
            let fleet = fleets.last_mut().expect("one was just made");
            if kind.is_transport() {
                fleet.load(transports);
            } else {
                fleet.ships.0[kind.index()] += count;
            }
        };
        for item in [Item::Sct, Item::Esc, Item::Atk, Item::Dn] {
            add(state, item.ship().expect("these are ships"), bought[item.index()]);
        }
        add(state, Kind::transport(transports.people), transports.count);
        let any = !fleets.is_empty();
        for fleet in fleets {
            state.insert_fleet(fleet);
        }
        any
    }
}
