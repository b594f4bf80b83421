//! Areas, routes, control and supplies (chapter 2 of the ledger).

use rules::{Seat, rule};

use crate::{
    StarCraft,
    data::turned,
    ids::{Area, Card, Force, Gate, Kind, Planet, Race, Route, Side, total},
    state::{Frame, NONE, RouteState, State},
};

impl StarCraft {
    pub(crate) fn players(&self) -> u8 {
        self.options.players
    }
    /// The seat `at` places after the first player (SC-VOC-20).
    pub(crate) fn seat_at(&self, state: &State, at: u8) -> Seat {
        rule!("SC-VOC-20");
        Seat((state.first.0 + at) % self.players())
    }
    #[expect(missing_docs, reason = "the race of the seat's faction")]
    pub fn race_of(&self, state: &State, seat: Seat) -> Race {
        self.components.faction(state.player(seat).faction).race
    }
    pub(crate) fn kind_at(&self, state: &State, seat: Seat, local: usize) -> Kind {
        Kind(self.components.race(self.race_of(state, seat)).first_kind + local as u8)
    }
    /// The place of `kind` in the forces of `seat`, if it is of its race.
    pub(crate) fn local(&self, state: &State, seat: Seat, kind: Kind) -> Option<usize> {
        let race = self.components.race(self.race_of(state, seat));
        let at = kind.0.wrapping_sub(race.first_kind);
        (at < race.kinds).then_some(usize::from(at))
    }
    /// The bit of a card in the sets of `seat`, if it is of its race.
    pub(crate) fn card_bit(&self, state: &State, seat: Seat, card: Card) -> Option<u64> {
        let race = self.components.race(self.race_of(state, seat));
        let at = card.0.wrapping_sub(race.first_card);
        (at < race.cards).then(|| 1 << at)
    }
    /// The cards of a set of `seat`.
    pub(crate) fn cards_in(
        &self,
        state: &State,
        seat: Seat,
        mut set: u64,
    ) -> impl Iterator<Item = Card> + use<> {
        let first = self.components.race(self.race_of(state, seat)).first_card;
        std::iter::from_fn(move || {
            (set != 0).then(|| {
                let at = set.trailing_zeros() as u8;
                set &= set - 1;
                Card(first + at)
            })
        })
    }
    pub(crate) fn planet(&self, area: Area) -> Planet {
        self.planet_of[area.index()]
    }
    /// The number of an area on its planet.
    pub(crate) fn nth(&self, area: Area) -> usize {
        usize::from(area.0 - self.components.planets[self.planet(area).index()].first.0)
    }
    pub(crate) fn areas_of(&self, planet: Planet) -> impl Iterator<Item = Area> + use<> {
        self.components.areas_of(planet)
    }
    pub(crate) fn limit(&self, area: Area) -> u8 {
        self.components.areas[area.index()].limit
    }

    // --- control -------------------------------------------------------------------------

    /// SC-VOC-6: a unit or base of another player is there.
    pub(crate) fn is_enemy(&self, state: &State, seat: Seat, area: Area) -> bool {
        let here = state.area(area);
        rule!("SC-RUL-17");
        rule!("SC-RUL-18");
        let foreign = |owner: u8| owner != NONE && owner != seat.0;
        if foreign(here.owner) || foreign(here.base) {
            rule!("SC-VOC-6");
            return true;
        }
        false
    }
    /// SC-VOC-6: no unit and no base.
    pub(crate) fn is_empty(&self, state: &State, area: Area) -> bool {
        let here = state.area(area);
        here.owner == NONE && here.base == NONE
    }
    /// SC-VOC-5: friendly to `seat`.
    pub(crate) fn controls(&self, state: &State, seat: Seat, area: Area) -> bool {
        let here = state.area(area);
        rule!("SC-VOC-5");
        (here.owner == seat.0 || here.base == seat.0)
            && (here.owner == seat.0 || here.owner == NONE)
            && (here.base == seat.0 || here.base == NONE)
    }
    /// The seat that controls an area.
    pub(crate) fn controller(&self, state: &State, area: Area) -> Option<Seat> {
        let here = state.area(area);
        let owner = if here.owner == NONE { here.base } else { here.owner };
        (owner != NONE && (here.base == NONE || here.base == owner)).then_some(Seat(owner))
    }
    /// Friendly or empty, with at least one free place: where units go (SC-BUILD-5, SC-EFF-3, SC-BATTLE-30).
    pub(crate) fn has_room(&self, state: &State, seat: Seat, area: Area) -> bool {
        rule!("SC-VOC-1");
        rule!("SC-RUL-21");
        !self.is_enemy(state, seat, area) && total(&state.area(area).units) < self.limit(area)
    }
    /// SC-VOC-4: units or bases of `seat` on a planet.
    pub(crate) fn has_forces(&self, state: &State, seat: Seat, planet: Planet) -> bool {
        rule!("SC-VOC-4");
        self.areas_of(planet).any(|area| {
            let here = state.area(area);
            here.owner == seat.0 || here.base == seat.0
        })
    }
    /// Planets with forces of `seat`, bit by planet.
    pub(crate) fn force_planets(&self, state: &State, seat: Seat) -> u16 {
        let mut planets = 0;
        for (at, here) in state.areas.iter().enumerate() {
            if here.owner == seat.0 || here.base == seat.0 {
                planets |= 1 << self.planet_of[at].0;
            }
        }
        planets
    }
    pub(crate) fn has_unit(&self, state: &State, seat: Seat, planet: Planet) -> bool {
        self.areas_of(planet).any(|area| state.area(area).owner == seat.0)
    }
    pub(crate) fn base_on(&self, state: &State, seat: Seat, planet: Planet) -> Option<Area> {
        self.areas_of(planet).find(|&area| state.area(area).base == seat.0)
    }
    pub(crate) fn bases(&self, state: &State, seat: Seat) -> u8 {
        state.areas.iter().filter(|area| area.base == seat.0).count() as u8
    }
    /// SC-END-5: a unit or a base on the board (units off the map for a battle count).
    pub(crate) fn has_pieces(&self, state: &State, seat: Seat) -> bool {
        state.areas.iter().any(|area| area.owner == seat.0 || area.base == seat.0)
            || (0..2).any(|side| state.battle.seats[side] == seat && total(&state.battle.units[side]) > 0)
    }

    // --- routes --------------------------------------------------------------------------

    /// SC-VOC-3: planets joined to this one by a route, bit by planet.
    pub(crate) fn adjacent(&self, state: &State, planet: Planet) -> u16 {
        let mut joined = 0;
        for route in state.routes.iter() {
            if let Some(other) = other_end(route, planet) {
                joined |= 1 << other.0;
            }
        }
        joined
    }
    /// Planets joined by a route that carries a transport of `seat` (SC-MOB-2), the lent one included (SC-MOB-16).
    pub(crate) fn ferried(&self, state: &State, seat: Seat, planet: Planet, march: u8) -> u16 {
        let mut joined = 0;
        for (at, route) in state.routes.iter().enumerate() {
            let lent = at == usize::from(march);
            if (route.transports >> seat.0 & 1 == 1 || lent)
                && let Some(other) = other_end(route, planet)
            {
                joined |= 1 << other.0;
            }
        }
        joined
    }
    pub(crate) fn touches(&self, state: &State, route: Route, planet: Planet) -> bool {
        state.routes.get(route.index()).is_some_and(|route| other_end(route, planet).is_some())
    }
    pub(crate) fn transports(&self, state: &State, seat: Seat) -> u8 {
        state.routes.iter().filter(|route| route.transports >> seat.0 & 1 == 1).count() as u8
    }
    /// Does this gate exist on a placed tile?
    pub(crate) fn is_gate(&self, state: &State, gate: Gate) -> bool {
        gate.planet.0 < 12
            && state.tiles[gate.planet.index()].placed
            && turned(&self.components.planets, gate.planet, state.tiles[gate.planet.index()].rotation)
                >> gate.side as u8
                & 1
                == 1
    }
    /// SC-SETUP-7: an entrance without a route.
    pub(crate) fn is_free(&self, state: &State, gate: Gate) -> bool {
        self.is_gate(state, gate) && !state.routes.iter().any(|route| route.a == gate || route.b == gate)
    }
    /// SC-SETUP-7: free, and no planet lies in the cell it faces.
    pub(crate) fn is_open(&self, state: &State, gate: Gate) -> bool {
        let tile = state.tiles[gate.planet.index()];
        rule!("SC-SETUP-7");
        self.is_free(state, gate) && self.tile_at(state, gate.side.step((tile.x, tile.y))).is_none()
    }
    pub(crate) fn tile_at(&self, state: &State, cell: (i8, i8)) -> Option<Planet> {
        let found = state.tiles.iter().position(|tile| tile.placed && (tile.x, tile.y) == cell);
        found.map(|at| Planet(at as u8))
    }
    /// All gates of placed tiles, in canonical order.
    pub(crate) fn gates(&self, state: &State) -> impl Iterator<Item = Gate> {
        let all = (0..12).flat_map(|planet| Side::ALL.map(|side| Gate { planet: Planet(planet), side }));
        all.filter(|&gate| self.is_gate(state, gate))
    }

    // --- supplies ------------------------------------------------------------------------

    /// Units of a kind on the board, in a battle or moving into one.
    pub(crate) fn in_play(&self, state: &State, seat: Seat, local: usize) -> u8 {
        let mut count = 0;
        for area in &state.areas {
            if area.owner == seat.0 {
                count += area.units[local];
            }
        }
        for side in 0..2 {
            if state.battle.seats[side] == seat {
                count += state.battle.units[side][local];
            }
        }
        if state.order.seat == seat {
            count += state.order.attackers[local];
        }
        count
    }
    /// SC-VOC-17: figures of a kind left in the supply.
    pub(crate) fn figures_left(&self, state: &State, seat: Seat, local: usize) -> u8 {
        let kind = self.kind_at(state, seat, local);
        rule!("SC-VOC-17");
        self.components.unit(kind).figures - self.in_play(state, seat, local)
    }
    /// Workers anywhere but in the supply (SC-VOC-11).
    pub(crate) fn workers(&self, state: &State, seat: Seat) -> u8 {
        let player = state.player(seat);
        let on_cards: u8 =
            state.areas.iter().filter(|area| area.card == seat.0).map(|area| area.workers).sum();
        rule!("SC-VOC-11");
        player.pool + player.idle + player.on_minerals + player.on_gas + on_cards
    }
    /// SC-VOC-19: stage of the top event card, 0 to 2.
    pub(crate) fn stage(&self, state: &State) -> u8 {
        rule!("SC-VOC-19");
        rule!("SC-SETUP-4");
        rule!("SC-SETUP-15");
        rule!("SC-HID-14");
        if state.drawn < self.stages[0] {
            0
        } else if state.drawn < self.stages[0] + self.stages[1] {
            1
        } else {
            2
        }
    }
    /// Cards left in the event deck.
    pub(crate) fn events_left(&self, state: &State) -> u8 {
        self.stages.iter().sum::<u8>() - state.drawn
    }
    pub(crate) fn is_assist(&self, kind: Kind) -> bool {
        self.assist & kind.bit() != 0
    }
    pub(crate) fn is_flying(&self, kind: Kind) -> bool {
        self.flying & kind.bit() != 0
    }
    pub(crate) fn put_unit(&self, state: &mut State, seat: Seat, local: usize, area: Area) {
        let here = state.area_mut(area);
        here.owner = seat.0;
        here.units[local] += 1;
    }
    pub(crate) fn remove_unit(&self, state: &mut State, area: Area, local: usize) {
        let here = state.area_mut(area);
        here.units[local] -= 1;
        if total(&here.units) == 0 {
            here.owner = NONE;
        }
    }
    pub(crate) fn draw_cards(&self, state: &mut State, seat: Seat, left: u8) {
        state.frames.push(Frame::Draw { seat, left });
    }
    pub(crate) fn order_march(&self, state: &State, seat: Seat) -> u8 {
        rule!("SC-RUL-74");
        if state.order.seat == seat { state.order.march } else { NONE }
    }
    /// The kinds present in a force of `seat`.
    pub(crate) fn kinds_in(
        &self,
        state: &State,
        seat: Seat,
        force: Force,
    ) -> impl Iterator<Item = Kind> + use<> {
        let first = self.components.race(self.race_of(state, seat)).first_kind;
        (0..9u8).filter(move |&at| force[usize::from(at)] > 0).map(move |at| Kind(first + at))
    }
}

/// The planet at the other end of a route that touches `planet`.
pub(crate) fn other_end(route: &RouteState, planet: Planet) -> Option<Planet> {
    if route.a.planet == planet {
        Some(route.b.planet)
    } else if route.b.planet == planet {
        Some(route.a.planet)
    } else {
        None
    }
}
