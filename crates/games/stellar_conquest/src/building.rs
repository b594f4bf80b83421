//! The end of a Production Year: all plans are carried out together (SQ-8.0e), new ships appear (SQ-8.2.5).

use rules::{Seats, rule};

use crate::{
    StellarConquest,
    action::{Event, EventKind},
    data::PlanetCard,
    ids::{Item, Kind, Site},
    production::forecast,
    state::{Colony, Fleet, Plan, State, Token, TransportGroup},
};

impl StellarConquest {
    /// SQ-4.8: a Production Year begins.
    pub(crate) fn begin_production(&self, state: &mut State) {
        rule!("SQ-4.8a");
        rule!("SQ-8.0a");
        state.open.frame = crate::Frame::Production;
        for seat in self.seat_list() {
            let first = state.known().colonies_of(seat).next().map(|colony| colony.planet);
            let sheet = &mut state.sheets.truth_mut()[seat.index()];
            (sheet.planning, sheet.planned) = (first, false);
            if !state.open.out.contains(seat) {
                state.open.waiting = state.open.waiting.with(seat);
            }
        }
        for colony in state.colonies.truth_mut() {
            colony.plan = Plan::default();
        }
    }

    /// All plans at once.
    pub(crate) fn carry_out_plans(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        rule!("SQ-8.0b");
        rule!("SQ-8.0e");
        rule!("SQ-R-37");
        rule!("SQ-R-43");
        emit(Event { visible_to: Seats::ALL, kind: EventKind::Producing(state.open.turn) });
        let mut vacated = Vec::new();
        let mut stars = 0u64;
        for at in 0..state.colonies.truth().len() {
            let old = state.colonies.truth()[at];
            let card = self.planet(&state.known(), old.planet).expect("a colony's star has a card");
            let Plan { sent, bonus, bought, separate, .. } = old.plan;
            let after = forecast(card, &old, u16::from(sent));
            let colony = &mut state.colonies.truth_mut()[at];
            rule!("SQ-8.2.6");
            rule!("SQ-7.3.2");
            rule!("SQ-7.3.3b");
            colony.pop = after.pop as u8;
            colony.iu = after.iu + bought[Item::Iu.index()];
            colony.riu += u32::from(bought[Item::Riu.index()]);
            colony.mb += bought[Item::Mb.index()];
            colony.amb += bought[Item::Amb.index()];
            colony.pfs |= bought[Item::Pfs.index()] > 0;
            colony.conquered_since_production = false;
            (colony.previous_plan, colony.plan) = (colony.plan, Plan::default());
            if colony.pop == 0 {
                vacated.push(old.planet);
            }
            self.report_production(&old, card, after.pop as u8, emit);
            let transports = TransportGroup {
                token: Token::NONE,
                people: old.originator,
                founding_order: old.founding_order,
                origin: old.planet,
                count: u16::from(sent) + u16::from(bonus),
            };
            if self.build(state, &old, &bought, transports, separate) {
                stars |= old.planet.star().bit();
            }
        }
        for planet in vacated {
            self.end_colony(state, planet, emit);
        }
        for star in crate::ids::Star::all(stars) {
            self.observe_star(state, star, emit);
        }
        for sheet in state.sheets.truth_mut() {
            (sheet.planning, sheet.planned) = (None, false);
        }
        emit(Event { visible_to: Seats::ALL, kind: EventKind::Produced(state.open.turn) });
        self.update_eliminated(state, emit);
        self.begin_year(state, emit);
    }

    /// The lines of one colony in the record of its controller.
    fn report_production(&self, old: &Colony, card: PlanetCard, pop: u8, emit: &mut impl FnMut(Event)) {
        let visible_to = Seats::only(old.controller);
        let planet = Site { planet: old.planet, orbit: card.orbit };
        let Plan { sent, bonus, bought, .. } = old.plan;
        if pop != old.pop {
            emit(Event { visible_to, kind: EventKind::Grown { planet, from: old.pop, to: pop } });
        }
        for &item in Item::ALL {
            let count = bought[item.index()];
            if count > 0 {
                emit(Event { visible_to, kind: EventKind::Built { planet, item, count } });
            }
        }
        if sent > 0 {
            let count = u16::from(sent) + u16::from(bonus);
            emit(Event { visible_to, kind: EventKind::Departed { planet, count } });
        }
    }

    /// SQ-8.2.5: new ships appear in the colony's star hex. Says whether there were any.
    fn build(
        &self,
        state: &mut State,
        colony: &Colony,
        bought: &[u16; Item::COUNT],
        transports: TransportGroup,
        separate: bool,
    ) -> bool {
        let hex = self.hex_of(colony.planet.star());
        let arrived = u16::from(state.open.turn) * 16 + 12;
        let mut fleet = None;
        let mut add = |state: &mut State, kind: Kind, count: u16| {
            if count == 0 {
                return;
            }
            rule!("SQ-8.2.5");
            let token = match fleet {
                Some(token) if !separate => token,
                _ => {
                    rule!("SQ-DP-16");
                    let token = state.new_token();
                    state.insert_fleet(Fleet::empty(token, colony.controller, hex, arrived));
                    fleet = Some(token);
                    token
                }
            };
            if kind.is_transport() {
                rule!("SQ-8.4.1");
                rule!("SQ-8.4.3");
                rule!("SQ-8.4.4");
                rule!("SQ-5.2.2a");
                if transports.people != colony.controller {
                    rule!("SQ-7.2.7b");
                }
                state.load(TransportGroup { token, ..transports });
            } else {
                rule!("SQ-R-44");
                state.fleet_mut(token).expect("it was just made").ships.0[kind.index()] += count;
            }
        };
        for item in [Item::Sct, Item::Esc, Item::Atk, Item::Dn] {
            add(state, item.ship().expect("these are ships"), bought[item.index()]);
        }
        add(state, Kind::transport(transports.people), transports.count);
        fleet.is_some()
    }
}
