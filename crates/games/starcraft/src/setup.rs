//! Set-up (chapter 3 of the ledger).

use rules::{Denied, InlineVec, Seat, Seats, rule};

use crate::{
    StarCraft,
    action::{Action, Chance, Event, Roll},
    data::{Resource, turned},
    ids::{EventBag, Faction, Gate, Kind, Planet, Route, Side, Token},
    options::Factions,
    state::{AREAS, AreaState, Battle, Frame, NONE, Order, Pay, Player, RouteState, Stack, State, Tile},
};

impl StarCraft {
    pub(crate) fn set_up(&self) -> State {
        let mut state = State {
            round: 0,
            first: Seat(0),
            alive: Seats::first_n(self.players()),
            next_first: NONE,
            tiles: [Tile::default(); 12],
            routes: InlineVec::new(),
            areas: [AreaState::default(); AREAS],
            stacks: [Stack::new(); 12],
            players: [Player::default(); 6],
            drawn: 0,
            spent: EventBag::default(),
            ends: 0,
            eliminated: 0,
            discarding: Seats::NONE,
            frames: InlineVec::new(),
            order: Order::default(),
            pay: Pay::default(),
            battle: Battle::default(),
            ending: None,
            winners: Seats::NONE,
        };
        rule!("SC-SETUP-1");
        state.frames.push(Frame::FirstPlayer);
        state
    }

    pub(crate) fn setup_chance(&self, state: &State, frame: Frame) -> Option<Chance> {
        match frame {
            Frame::FirstPlayer => Some(Chance::FirstPlayer(self.players())),
            Frame::Faction { .. } if self.options.factions == Factions::Random => {
                Some(Chance::Faction(self.free_factions(state)))
            }
            Frame::Deal { .. } => Some(Chance::Planet(self.undealt(state))),
            Frame::Home { .. } => Some(Chance::Home(self.free_homes(state))),
            _ => None,
        }
    }

    fn free_factions(&self, state: &State) -> u8 {
        let taken = state.players.iter().filter(|player| player.faction.0 != NONE);
        63 & !taken.fold(0, |all, player| all | 1 << player.faction.0)
    }
    fn undealt(&self, state: &State) -> u16 {
        0xfff & !state.players.iter().fold(0, |all, player| all | player.dealt)
    }
    fn free_homes(&self, state: &State) -> u16 {
        let galaxy = &self.components.galaxies[usize::from(self.players()) - 2];
        let free = galaxy.seats.iter().filter(|(home, _)| state.players.iter().all(|p| p.home != *home));
        free.fold(0, |all, (home, _)| all | 1 << home.0)
    }

    pub(crate) fn setup_roll(&self, state: &mut State, roll: Roll, emit: &mut impl FnMut(Event)) {
        match (state.frame(), roll) {
            (Frame::FirstPlayer, Roll::Seat(seat)) => {
                rule!("SC-RUL-75");
                state.first = seat;
                emit(Event::FirstPlayer { seat });
                if let Factions::Fixed(list) = &self.options.factions {
                    for (at, &faction) in list.iter().enumerate() {
                        self.take_faction(state, Seat(at as u8), faction, emit);
                    }
                    self.after_factions(state);
                } else {
                    state.set_frame(Frame::Faction { at: 0 });
                }
            }
            (Frame::Faction { at }, Roll::Faction(faction)) => {
                rule!("SC-CHN-3");
                let seat = self.seat_at(state, at);
                self.take_faction(state, seat, faction, emit);
                self.next_faction(state, at);
            }
            (Frame::Deal { at }, Roll::Planet(planet)) => {
                rule!("SC-CHN-2");
                rule!("SC-SETUP-5");
                let seat = self.seat_at(state, at);
                state.player_mut(seat).dealt |= 1 << planet.0;
                emit(Event::PlanetDealt { seat, planet });
                if state.player(seat).dealt.count_ones()
                    >= u32::from(self.components.common.planets_per_player)
                {
                    let next = at + 1;
                    state.set_frame(if next < self.players() {
                        Frame::Deal { at: next }
                    } else {
                        Frame::PlacePlanet { turn: 0 }
                    });
                }
            }
            (Frame::Home { at }, Roll::Home(home)) => {
                let seat = self.seat_at(state, at);
                let galaxy = &self.components.galaxies[usize::from(self.players()) - 2];
                let (_, area) =
                    galaxy.seats.iter().find(|seat| seat.0 == home).expect("chance drew one of these homes");
                rule!("SC-SETUP-14");
                state.player_mut(seat).home = home;
                state.area_mut(*area).base = seat.0;
                emit(Event::HomeDealt { seat, planet: home });
                emit(Event::BaseBuilt { seat, area: *area });
                if at + 1 < self.players() {
                    state.set_frame(Frame::Home { at: at + 1 });
                } else {
                    self.give_cards(state, emit);
                }
            }
            _ => unreachable!("the table admits only rolls for what chance was asked"),
        }
    }

    fn next_faction(&self, state: &mut State, at: u8) {
        if at + 1 < self.players() {
            state.set_frame(Frame::Faction { at: at + 1 });
        } else {
            self.after_factions(state);
        }
    }

    fn after_factions(&self, state: &mut State) {
        if !self.options.ready_made {
            state.set_frame(Frame::Deal { at: 0 });
            return;
        }
        let galaxy = &self.components.galaxies[usize::from(self.players()) - 2];
        for &(planet, x, y, rotation) in &galaxy.tiles {
            state.tiles[planet.index()] = Tile { placed: true, x, y, rotation };
        }
        for &((a, a_side), (b, b_side), z) in &galaxy.routes {
            let (a, b) = (Gate { planet: a, side: a_side }, Gate { planet: b, side: b_side });
            state.routes.push(RouteState { a, b, z, transports: 0 });
        }
        state.set_frame(Frame::Home { at: 0 });
    }

    /// SC-SETUP-3, SC-SETUP-12: sheet, tokens, decks; level 1 of the first building.
    fn take_faction(&self, state: &mut State, seat: Seat, faction: Faction, emit: &mut impl FnMut(Event)) {
        let race = self.components.faction(faction).race;
        let cards = self.components.race(race).cards;
        let player = state.player_mut(seat);
        player.faction = faction;
        rule!("SC-SETUP-3");
        player.tokens = self.components.common.tokens;
        rule!("SC-VOC-13");
        player.deck = (1 << 18) - 1;
        rule!("SC-VOC-14");
        player.tech = ((1 << cards) - 1) & !player.deck;
        rule!("SC-SETUP-12");
        rule!("SC-VOC-12");
        player.levels = [1, 0, 0];
        emit(Event::FactionTaken { seat, faction });
    }

    // --- decisions -----------------------------------------------------------------------

    /// Who places in a turn of SC-SETUP-6 and 8: forward, then back.
    pub(crate) fn placer(&self, state: &State, turn: u8) -> Seat {
        let players = self.players();
        if turn < players {
            self.seat_at(state, turn)
        } else {
            rule!("SC-SETUP-8");
            self.seat_at(state, 2 * players - 1 - turn)
        }
    }

    pub(crate) fn setup_seat(&self, state: &State, frame: Frame) -> Option<Seat> {
        match frame {
            Frame::Faction { at }
            | Frame::LayRoute { at }
            | Frame::StartUnits { at }
            | Frame::StartTransport { at } => Some(self.seat_at(state, at)),
            Frame::PlacePlanet { turn } | Frame::FirstBase { turn, .. } => Some(self.placer(state, turn)),
            _ => None,
        }
    }

    pub(crate) fn setup_offer(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        match state.frame() {
            Frame::Faction { .. } => out.extend((0..6).map(|at| Action::Faction(Faction(at)))),
            Frame::PlacePlanet { .. } => self.offer_planets(state, seat, out),
            Frame::FirstBase { planet, .. } => {
                out.extend(self.areas_of(planet).map(Action::Base));
                out.push(Action::NoBase);
            }
            Frame::LayRoute { .. } => {
                let free: Vec<Gate> = self.gates(state).filter(|&gate| self.is_free(state, gate)).collect();
                for (at, &a) in free.iter().enumerate() {
                    out.extend(free[at + 1..].iter().map(|&b| Action::ZRoute(a, b)));
                }
            }
            Frame::StartUnits { .. } => {
                let home = state.player(seat).home;
                for local in 0..9 {
                    if self.components.faction(state.player(seat).faction).units[local] > 0 {
                        let kind = self.kind_at(state, seat, local);
                        out.extend(self.areas_of(home).map(|area| Action::StartUnit(kind, area)));
                    }
                }
            }
            Frame::StartTransport { .. } => {
                out.extend((0..state.routes.len()).map(|at| Action::StartTransport(Route(at as u8))));
            }
            _ => {}
        }
    }

    fn own_planets(&self, state: &State, seat: Seat) -> impl Iterator<Item = Planet> {
        let dealt = state.player(seat).dealt;
        (0..12).map(Planet).filter(move |planet| dealt >> planet.0 & 1 == 1)
    }

    /// Free cells beside a planet in play.
    pub(crate) fn cells(&self, state: &State) -> Vec<(i8, i8)> {
        let mut cells = Vec::new();
        for tile in state.tiles.iter().filter(|tile| tile.placed) {
            for side in Side::ALL {
                let cell = side.step((tile.x, tile.y));
                if self.tile_at(state, cell).is_none() && !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
        }
        if cells.is_empty() {
            cells.push((0, 0));
        }
        cells.sort_unstable();
        cells
    }

    /// Rotations that differ: a cross looks the same in all four.
    fn rotations(&self, planet: Planet) -> u8 {
        match self.components.planets[planet.index()].entrances {
            0b1111 => 1,
            0b0101 | 0b1010 => 2,
            _ => 4,
        }
    }

    fn offer_planets(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let before = out.len();
        let cells = self.cells(state);
        for planet in self.own_planets(state, seat) {
            for &(x, y) in &cells {
                for rotation in 0..self.rotations(planet) {
                    out.push(Action::Planet { planet, x, y, rotation });
                }
            }
        }
        if out[before..].iter().any(|&action| self.setup_judge(state, seat, action).is_ok()) {
            return;
        }
        for planet in self.own_planets(state, seat) {
            for &(x, y) in &cells {
                for rotation in 0..self.rotations(planet) {
                    for side in Side::ALL {
                        for other in self.gates(state) {
                            out.push(Action::PlanetZ { planet, x, y, rotation, side, other });
                        }
                    }
                }
            }
        }
    }

    /// The board after a placement, with its normal routes; `None` if the cell is not free and beside a planet.
    fn with_tile(&self, state: &State, planet: Planet, cell: (i8, i8), rotation: u8) -> Option<(State, u8)> {
        let first = state.tiles.iter().all(|tile| !tile.placed);
        let beside = Side::ALL.iter().any(|side| self.tile_at(state, side.step(cell)).is_some());
        let fits = if first { cell == (0, 0) } else { beside && self.tile_at(state, cell).is_none() };
        if !fits || rotation > 3 {
            return None;
        }
        let mut after = state.clone();
        after.tiles[planet.index()] = Tile { placed: true, x: cell.0, y: cell.1, rotation };
        let open = turned(&self.components.planets, planet, rotation);
        let mut laid = 0;
        for side in Side::ALL.into_iter().filter(|&side| open >> side as u8 & 1 == 1) {
            let Some(other) = self.tile_at(state, side.step(cell)) else { continue };
            let there = Gate { planet: other, side: side.opposite() };
            rule!("SC-RUL-80");
            let normal = after.routes.iter().filter(|route| !route.z).count();
            let left = normal < usize::from(self.components.common.normal_routes);
            if self.is_free(&after, there) && (left || laid == 0) {
                rule!("SC-SETUP-6d");
                rule!("SC-SETUP-6e");
                after.routes.push(RouteState { a: Gate { planet, side }, b: there, z: false, transports: 0 });
                laid += 1;
            }
        }
        Some((after, laid))
    }

    fn planets_to_come(&self, state: &State, but: Planet) -> bool {
        state.players.iter().fold(0, |all, player| all | player.dealt) & !(1 << but.0) != 0
    }

    fn has_open_entrance(&self, state: &State) -> bool {
        self.gates(state).any(|gate| self.is_open(state, gate))
    }

    fn may_place(&self, state: &State, planet: Planet, cell: (i8, i8), rotation: u8) -> Result<(), Denied> {
        rule!("SC-SETUP-6");
        let Some((after, laid)) = self.with_tile(state, planet, cell, rotation) else {
            let first = state.tiles.iter().all(|tile| !tile.placed);
            return Err(Denied(if first { rule!("SC-SETUP-6a") } else { rule!("SC-SETUP-6b") }));
        };
        let first = state.tiles.iter().all(|tile| !tile.placed);
        if !first && laid == 0 {
            return Err(Denied(rule!("SC-SETUP-6b")));
        }
        rule!("SC-RUL-38");
        if self.planets_to_come(state, planet) && !self.has_open_entrance(&after) {
            return Err(Denied(rule!("SC-SETUP-6f")));
        }
        Ok(())
    }

    /// SC-SETUP-6h: no placement of this seat satisfies f.
    fn is_shut(&self, state: &State, seat: Seat) -> bool {
        let cells = self.cells(state);
        !self.own_planets(state, seat).any(|planet| {
            cells.iter().any(|&cell| {
                (0..self.rotations(planet))
                    .any(|rotation| self.may_place(state, planet, cell, rotation).is_ok())
            })
        })
    }

    pub(crate) fn setup_judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Denied> {
        match (state.frame(), action) {
            (Frame::Faction { .. }, Action::Faction(faction)) => {
                if faction.0 >= 6 || self.free_factions(state) >> faction.0 & 1 == 0 {
                    return Err(Denied(rule!("SC-SETUP-2")));
                }
                Ok(())
            }
            (Frame::Faction { .. }, _) => Err(Denied(rule!("SC-DEC-1"))),
            (Frame::PlacePlanet { .. }, Action::Planet { planet, x, y, rotation }) => {
                if planet.0 >= 12 || state.player(seat).dealt >> planet.0 & 1 == 0 {
                    return Err(Denied(rule!("SC-HID-12")));
                }
                self.may_place(state, planet, (x, y), rotation)
            }
            (Frame::PlacePlanet { .. }, Action::PlanetZ { planet, x, y, rotation, side, other }) => {
                if planet.0 >= 12 || state.player(seat).dealt >> planet.0 & 1 == 0 {
                    return Err(Denied(rule!("SC-HID-12")));
                }
                let Some((mut after, _)) = self.with_tile(state, planet, (x, y), rotation) else {
                    return Err(Denied(rule!("SC-SETUP-6b")));
                };
                let own = Gate { planet, side };
                let joins =
                    self.is_free(&after, own) && self.is_free(&after, other) && other.planet != planet;
                if joins {
                    after.routes.push(RouteState { a: own, b: other, z: true, transports: 0 });
                }
                let closed = self.planets_to_come(state, planet) && !self.has_open_entrance(&after);
                if !joins || closed || !self.is_shut(state, seat) {
                    return Err(Denied(rule!("SC-SETUP-6h")));
                }
                Ok(())
            }
            (Frame::FirstBase { planet, .. }, Action::Base(area)) => {
                if area.index() < self.components.areas.len() && self.planet(area) == planet {
                    Ok(())
                } else {
                    Err(Denied(rule!("SC-SETUP-6g")))
                }
            }
            (Frame::FirstBase { turn, .. }, Action::NoBase) => {
                if turn < self.players() {
                    Ok(())
                } else {
                    Err(Denied(rule!("SC-SETUP-8")))
                }
            }
            (Frame::PlacePlanet { .. } | Frame::FirstBase { .. }, _) => Err(Denied(rule!("SC-DEC-2"))),
            (Frame::LayRoute { .. }, Action::ZRoute(a, b)) => {
                rule!("SC-RUL-54");
                let joins = self.is_free(state, a) && self.is_free(state, b) && a.planet != b.planet;
                if joins { Ok(()) } else { Err(Denied(rule!("SC-SETUP-9"))) }
            }
            (Frame::LayRoute { .. }, _) => Err(Denied(rule!("SC-DEC-3"))),
            (Frame::StartUnits { .. }, Action::StartUnit(kind, area)) => {
                let Some(local) = self.local(state, seat, kind) else {
                    return Err(Denied(rule!("SC-FAC-5")));
                };
                let due = self.components.faction(state.player(seat).faction).units[local];
                if self.in_play(state, seat, local) >= due {
                    return Err(Denied(rule!("SC-FAC-5")));
                }
                let home = area.index() < self.components.areas.len()
                    && self.planet(area) == state.player(seat).home;
                if !home || !self.has_room(state, seat, area) {
                    return Err(Denied(rule!("SC-SETUP-11")));
                }
                Ok(())
            }
            (Frame::StartTransport { .. }, Action::StartTransport(route)) => {
                if self.touches(state, route, state.player(seat).home) {
                    Ok(())
                } else {
                    Err(Denied(rule!("SC-SETUP-11")))
                }
            }
            _ => Err(Denied(rule!("SC-DEC-4"))),
        }
    }

    pub(crate) fn setup_act(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        match (state.frame(), action) {
            (Frame::Faction { at }, Action::Faction(faction)) => {
                self.take_faction(state, seat, faction, emit);
                self.next_faction(state, at);
            }
            (Frame::PlacePlanet { turn }, Action::Planet { planet, x, y, rotation }) => {
                self.lay_tile(state, seat, (planet, (x, y), rotation), turn, emit);
            }
            (Frame::PlacePlanet { turn }, Action::PlanetZ { planet, x, y, rotation, side, other }) => {
                self.lay_tile(state, seat, (planet, (x, y), rotation), turn, emit);
                let own = Gate { planet, side };
                state.routes.push(RouteState { a: own, b: other, z: true, transports: 0 });
                emit(Event::RouteLaid { a: own, b: other, z: true });
            }
            (Frame::FirstBase { turn, planet }, Action::Base(area)) => {
                state.player_mut(seat).home = planet;
                state.area_mut(area).base = seat.0;
                emit(Event::BaseBuilt { seat, area });
                self.next_placement(state, turn);
            }
            (Frame::FirstBase { turn, .. }, _) => self.next_placement(state, turn),
            (Frame::LayRoute { at }, Action::ZRoute(a, b)) => {
                state.routes.push(RouteState { a, b, z: true, transports: 0 });
                emit(Event::RouteLaid { a, b, z: true });
                self.next_route(state, at, emit);
            }
            (Frame::StartUnits { at }, Action::StartUnit(kind, area)) => {
                let local = self.local(state, seat, kind).expect("checked to be of the seat's race");
                self.put_unit(state, seat, local, area);
                emit(Event::UnitPlaced { seat, kind, area });
                let due = self.components.faction(state.player(seat).faction).units;
                if (0..9).all(|local| self.in_play(state, seat, local) >= due[local]) {
                    state.player_mut(seat).pool = self.components.faction(state.player(seat).faction).workers;
                    state.set_frame(Frame::StartTransport { at });
                }
            }
            (Frame::StartTransport { at }, Action::StartTransport(route)) => {
                self.put_transport(state, seat, route, emit);
                if at + 1 < self.players() {
                    state.set_frame(Frame::StartUnits { at: at + 1 });
                } else {
                    self.deal_hands(state, emit);
                }
            }
            _ => unreachable!("the action was checked against the frame"),
        }
    }

    pub(crate) fn put_transport(
        &self,
        state: &mut State,
        seat: Seat,
        route: Route,
        emit: &mut impl FnMut(Event),
    ) {
        let here = &mut state.routes.as_mut_slice()[route.index()];
        here.transports |= 1 << seat.0;
        emit(Event::TransportPlaced { seat, a: here.a, b: here.b });
    }

    fn lay_tile(
        &self,
        state: &mut State,
        seat: Seat,
        (planet, cell, rotation): (Planet, (i8, i8), u8),
        turn: u8,
        emit: &mut impl FnMut(Event),
    ) {
        let (after, _) =
            self.with_tile(state, planet, cell, rotation).expect("the placement was checked to fit");
        rule!("SC-SETUP-6c");
        let known = state.routes.len();
        *state = after;
        state.player_mut(seat).dealt &= !(1 << planet.0);
        emit(Event::PlanetPlaced { seat, planet });
        for route in &state.routes[known..] {
            emit(Event::RouteLaid { a: route.a, b: route.b, z: false });
        }
        if state.player(seat).home.0 == NONE {
            state.set_frame(Frame::FirstBase { turn, planet });
        } else {
            self.next_placement(state, turn);
        }
    }

    fn next_placement(&self, state: &mut State, turn: u8) {
        let next = turn + 1;
        state.set_frame(if next < 2 * self.players() {
            Frame::PlacePlanet { turn: next }
        } else {
            Frame::LayRoute { at: 0 }
        });
    }

    fn has_route_left(&self, state: &State) -> bool {
        let mut free = self.gates(state).filter(|&gate| self.is_free(state, gate));
        free.next().is_some_and(|first| free.any(|gate| gate.planet != first.planet))
    }

    /// SC-SETUP-9: a seat without a pair to join lays none.
    pub(crate) fn skip_route(&self, state: &mut State, at: u8, emit: &mut impl FnMut(Event)) -> bool {
        if self.has_route_left(state) {
            return false;
        }
        self.next_route(state, at, emit);
        true
    }

    fn next_route(&self, state: &mut State, at: u8, emit: &mut impl FnMut(Event)) {
        if at + 1 < self.players() {
            state.set_frame(Frame::LayRoute { at: at + 1 });
        } else {
            self.give_cards(state, emit);
        }
    }

    /// SC-SETUP-10: the resource cards of the home planets.
    fn give_cards(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        for at in 0..self.players() {
            let seat = self.seat_at(state, at);
            for area in self.areas_of(state.player(seat).home) {
                if self.components.area(area).resource != Resource::Conquest {
                    rule!("SC-SETUP-10");
                    state.area_mut(area).card = seat.0;
                    emit(Event::CardGained { seat, area });
                }
            }
        }
        state.set_frame(Frame::StartUnits { at: 0 });
    }

    /// SC-SETUP-13, SC-SETUP-17: hands, then round 1.
    fn deal_hands(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        self.begin_round(state, 1, emit);
        for at in (0..self.players()).rev() {
            let seat = self.seat_at(state, at);
            rule!("SC-SETUP-13");
            let limit = self.hand_limit(state, seat);
            self.draw_cards(state, seat, limit);
        }
    }

    /// SC-SETUP-17: a round begins with the Planning Phase.
    pub(crate) fn begin_round(&self, state: &mut State, round: u8, emit: &mut impl FnMut(Event)) {
        state.round = round;
        rule!("SC-SETUP-17");
        rule!("SC-OV-3");
        state.frames.clear();
        state.frames.push(Frame::Plan { turn: 1, at: 0 });
        rule!("SC-HID-2");
        state.players.iter_mut().for_each(|player| player.shown = [0; 6]);
        emit(Event::RoundBegan { round });
    }

    /// SC-REGR-15, SC-FAC-1: 6 cards, Terran 8.
    pub(crate) fn hand_limit(&self, state: &State, seat: Seat) -> u8 {
        rule!("SC-RUL-9");
        self.components.race(self.race_of(state, seat)).hand_limit
    }

    /// Kinds a faction starts with, for the notation of tokens in tests.
    pub(crate) fn token_left(&self, state: &State, seat: Seat, token: Token) -> bool {
        state.player(seat).tokens[token.index()] > 0
    }

    pub(crate) fn kind_of_race(&self, state: &State, seat: Seat, kind: Kind) -> bool {
        self.local(state, seat, kind).is_some()
    }
}
