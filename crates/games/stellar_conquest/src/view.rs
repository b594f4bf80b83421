//! What a viewer knows (chapter 15), and a state that could lie behind it.

use atlas::Hex;
use rules::{Dice, Seat, Seats, Viewer, rule};

use crate::{
    StellarConquest,
    data::CardNumber,
    ids::{Kind, Planet, Planets, Star},
    state::{
        Aim, Battle, Colony, Fleet, Focus, Frame, Lot, Memory, OFF, Plan, SEATS, Sheet, Ships, Sight, State,
        Token,
    },
};

/// A fleet as a viewer sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FleetView {
    /// Its number.
    pub token: Token,
    /// Whose it is.
    pub owner: Seat,
    /// Where it is.
    pub hex: Hex,
    /// Everything, for its owner.
    pub own: Option<Fleet>,
    /// What the viewer saw of it last, for others.
    pub seen: Sight,
}

/// A colony in full, for its controller.
pub type ColonyView = Colony;

/// Everything one viewer may know.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Who is looking.
    pub viewer: Viewer,
    /// The year.
    pub turn: u8,
    /// Whose player turn it is.
    pub active: Seat,
    /// What is pending.
    pub frame: Frame,
    /// Who owes a decision in a simultaneous step.
    pub waiting: Seats,
    /// Who has nothing left.
    pub out: Seats,
    /// Private sheets, where they are known.
    pub sheets: [Option<Sheet>; SEATS],
    /// Stars explored, by seat.
    pub explored: [u64; SEATS],
    /// The cards the viewer has read; 0 is unknown.
    pub cards: [CardNumber; Star::COUNT],
    /// Uninhabitable planets.
    pub ruined: Planets,
    /// Colonies whose figures are known.
    pub colonies: Vec<ColonyView>,
    /// What is remembered of the others.
    pub memory: Vec<Memory>,
    /// All tokens on the map, and the viewer's own ships off it.
    pub fleets: Vec<FleetView>,
    /// The last number given to a token.
    pub next_token: u16,
    /// The combat or attack, with the targets that are known.
    pub battle: Battle,
    /// Colonies the viewer is about to take.
    pub marked: Planets,
    /// Where the viewer is in a step of his own.
    pub focus: Focus,
    /// Whose ships met whose.
    pub met: [Seats; SEATS],
    /// The viewer's own points now.
    pub points: Option<u16>,
}

impl StellarConquest {
    pub(crate) fn look_at(&self, state: &State, viewer: Viewer) -> View {
        let over = state.frame == Frame::Over;
        let me = viewer.seat();
        let mine = |seat: Seat| over || viewer.is(seat);
        rule!("SQ-HID-1");
        let mut fleets = Vec::with_capacity(state.fleets.len());
        fleets.extend(state.fleets.iter().filter(|fleet| fleet.hex != OFF || mine(fleet.owner)).map(
            |fleet| {
                // What the others saw of it is theirs to know.
                let own = mine(fleet.owner).then(|| Fleet { seen: Default::default(), ..fleet.clone() });
                let seen = match me {
                    Some(seat) if own.is_none() => fleet.seen[seat.index()],
                    _ => Sight::default(),
                };
                FleetView { token: fleet.token, owner: fleet.owner, hex: fleet.hex, own, seen }
            },
        ));
        let asked = match state.frame {
            Frame::Withdraw { seat, .. } => seat,
            _ => state.active,
        };
        let mut sheets = [None; SEATS];
        for seat in self.seat_list().filter(|&seat| mine(seat)) {
            rule!("SQ-HID-12");
            rule!("SQ-2.4");
            sheets[seat.index()] = Some(state.sheets[seat.index()]);
        }
        let read = if over { u64::MAX } else { me.map_or(0, |seat| state.explored[seat.index()]) };
        let mut cards = state.cards;
        let nova = self.nova();
        for (star, card) in cards.iter_mut().enumerate() {
            let star = Star(star as u8);
            if read & star.bit() == 0 && nova != Some(star) {
                rule!("SQ-1.0e");
                *card = 0;
            }
        }
        View {
            viewer,
            turn: state.turn,
            active: state.active,
            frame: state.frame,
            waiting: state.waiting,
            out: state.out,
            sheets,
            explored: state.explored,
            cards,
            ruined: state.ruined,
            colonies: state.colonies.iter().filter(|colony| mine(colony.controller)).copied().collect(),
            memory: state.memory.iter().filter(|memory| viewer.is(memory.seat)).copied().collect(),
            fleets,
            next_token: state.next_token,
            battle: self.battle_seen(state, viewer),
            marked: if viewer.is(state.active) { state.marked } else { Planets::default() },
            focus: if viewer.is(asked) { state.focus } else { Focus::default() },
            met: state.met,
            points: {
                rule!("SQ-HID-16");
                me.map(|seat| self.points_of(state, seat))
            },
        }
    }

    fn battle_seen(&self, state: &State, viewer: Viewer) -> Battle {
        let fighting = matches!(state.frame, Frame::Aim | Frame::Volley);
        let watching =
            self.scenario.public_combat || viewer.seat().is_some_and(|seat| self.sides(state).contains(seat));
        let mut battle = Battle {
            star: state.battle.star,
            foe: state.battle.foe,
            attacked: state.battle.attacked,
            last_in: state.battle.last_in,
            round: state.battle.round,
            closed: state.battle.closed,
            ..Battle::default()
        };
        if state.frame == Frame::Declare && !viewer.is(state.active) {
            (battle.star, battle.attacked) = (0, [false; 3]);
        }
        if !watching {
            battle.attacked = [false; 3];
        }
        if !fighting {
            return battle;
        }
        for seat in self.seat_list() {
            let revealed = state.frame == Frame::Volley && watching;
            if revealed || viewer.is(seat) {
                rule!("SQ-HID-17");
                battle.aims[seat.index()].clone_from(&state.battle.aims[seat.index()]);
            }
        }
        if watching {
            battle.at = state.battle.at;
            battle.hits = state.battle.hits;
            battle.struck.clone_from(&state.battle.struck);
        }
        battle
    }

    /// SQ-HID-16: a seat's points as far as it knows the stars.
    pub fn points_of(&self, state: &State, seat: Seat) -> u16 {
        let own = state.colonies.iter().filter(|colony| colony.controller == seat);
        let there =
            own.fold(self.stars_with_fleets(state, seat), |stars, own| stars | own.planet.star().bit());
        self.standing_over(state, state.explored[seat.index()] & there).points[seat.index()]
    }

    /// A whole state that could lie behind a view.
    pub(crate) fn imagine(&self, view: &View, dice: &mut impl Dice) -> State {
        let mut state = State {
            turn: view.turn,
            active: view.active,
            frame: view.frame,
            waiting: view.waiting,
            out: view.out,
            sheets: view.sheets.map(Option::unwrap_or_default),
            explored: view.explored,
            cards: view.cards,
            ruined: view.ruined,
            colonies: Vec::with_capacity(view.colonies.len() + view.memory.len()),
            fleets: Vec::with_capacity(view.fleets.len() + 1),
            memory: view.memory.clone(),
            next_token: view.next_token,
            founded: 0,
            battle: view.battle.clone(),
            marked: view.marked,
            focus: view.focus,
            met: view.met,
        };
        state.colonies.extend_from_slice(&view.colonies);
        self.imagine_fleets(view, &mut state, dice);
        self.imagine_cards(view, &mut state, dice);
        self.imagine_colonies(view, &mut state);
        state.founded = state.colonies.iter().map(|colony| colony.age).max().unwrap_or(0) + 1;
        if state.frame == Frame::Volley && state.battle.aims[usize::from(state.battle.at.0).min(3)].is_empty()
        {
            // A combat behind closed doors: some shot is being rolled.
            let seat = state.active.index();
            state.battle.aims[seat].push(Aim { from: Kind::ESC, at: Kind::SCT, nth: 0, count: 1 });
            state.battle.at = (seat as u8, 0, 0);
        }
        state
    }

    fn imagine_fleets(&self, view: &View, state: &mut State, dice: &mut impl Dice) {
        for seen in &view.fleets {
            let fleet = if let Some(own) = &seen.own {
                own.clone()
            } else {
                let mut fleet = Fleet::empty(seen.token, seen.owner, seen.hex, 0);
                let risking = match view.frame {
                    Frame::Risk { token, left, .. } if token == seen.token => left,
                    _ => 0,
                };
                self.guess_ships(&mut fleet, &seen.seen, risking, dice);
                if let Some(seat) = view.viewer.seat() {
                    fleet.seen[seat.index()] = seen.seen;
                }
                fleet
            };
            state.fleets.push(fleet);
        }
        if view.turn <= 1 && view.frame != Frame::Over {
            self.imagine_pools(view, state);
        }
    }

    fn guess_ships(&self, fleet: &mut Fleet, sight: &Sight, risking: u16, dice: &mut impl Dice) {
        if sight.turn > 0 && sight.ships.total() >= risking.max(1) {
            fleet.ships = Ships::default();
            for kind in [Kind::SCT, Kind::ESC, Kind::ATK, Kind::DN] {
                fleet.ships.0[kind.index()] = sight.ships.of(kind);
            }
            for people in self.seat_list() {
                let count = sight.ships.of(Kind::transport(people));
                fleet.load(Lot { people, age: 0, origin: Planet::NOWHERE, count });
            }
            return;
        }
        if risking > 0 {
            fleet.ships.0[Kind::SCT.index()] = risking;
            return;
        }
        match dice.below(3) {
            0 => fleet.ships.0[Kind::SCT.index()] = 1,
            1 => fleet.ships.0[Kind::ESC.index()] = 1 + dice.below(3) as u16,
            _ => {
                let count = 1 + dice.below(8) as u16;
                fleet.load(Lot { people: fleet.owner, age: 0, origin: Planet::NOWHERE, count });
            }
        }
    }

    /// Before they enter, the others have ships somewhere off the map.
    fn imagine_pools(&self, view: &View, state: &mut State) {
        for seat in self.seat_list() {
            let waits = view.turn == 0 || seat >= view.active;
            let entries = matches!(self.scenario.start, crate::scenario::Start::Entries(_));
            if entries && waits && !view.viewer.is(seat) && !state.has_fleets(seat) {
                let mut fleet = Fleet::empty(state.new_private(seat), seat, OFF, 0);
                fleet.ships.0[Kind::SCT.index()] = 4;
                fleet.ships.0[Kind::ESC.index()] = 4;
                fleet.load(Lot { people: seat, age: 0, origin: Planet::NOWHERE, count: 35 });
                state.insert_fleet(fleet);
            }
        }
    }

    fn imagine_cards(&self, view: &View, state: &mut State, dice: &mut impl Dice) {
        let read = match view.viewer.seat() {
            Some(seat) => view.explored[seat.index()],
            None => 0,
        };
        let explored = view.explored.iter().fold(0, |all, stars| all | stars);
        let pending = match view.frame {
            Frame::Draw(star) => star.bit(),
            Frame::Home(_) => u64::MAX,
            _ => 0,
        };
        let mut drawn = state.cards.iter().fold(0u128, |set, &card| set | 1 << card);
        let mut peopled = Planets::default();
        view.memory
            .iter()
            .filter(|memory| memory.colony.is_some())
            .for_each(|memory| peopled.insert(memory.planet));
        view.colonies.iter().for_each(|colony| peopled.insert(colony.planet));
        for star in Star::all(explored & !read & !pending) {
            if state.cards[star.index()] != 0 {
                continue;
            }
            let mut deck = self.decks[usize::from(self.class_of(star))] & !drawn;
            if star.planets().any(|planet| peopled.contains(planet)) {
                let fitting = self.fitting(deck, star, peopled);
                deck = if fitting == 0 { deck } else { fitting };
            }
            for _ in 0..dice.below(deck.count_ones().max(1)) {
                deck &= deck - 1;
            }
            let card = if deck == 0 { 0 } else { deck.trailing_zeros() as u8 };
            state.cards[star.index()] = card;
            drawn |= 1 << card;
        }
    }

    /// The cards of a deck that list the planets of a star on which people were seen.
    fn fitting(&self, deck: u128, star: Star, peopled: Planets) -> u128 {
        let mut fitting = 0;
        for card in (0..128).filter(|card| deck >> card & 1 == 1) {
            let planets = &self.components.cards[card].planets;
            let lists = |planet: Planet| planets[planet.nth()].is_some() || !peopled.contains(planet);
            if star.planets().all(lists) {
                fitting |= 1 << card;
            }
        }
        fitting
    }

    fn imagine_colonies(&self, view: &View, state: &mut State) {
        let Some(seat) = view.viewer.seat() else { return };
        if view.frame == Frame::Over {
            return;
        }
        let mine = |planet: Planet| {
            let hex = self.hex_of(planet.star());
            view.active == seat && state.ships_of(seat, hex).warships() > 0
        };
        let mut others = Vec::with_capacity(view.memory.len());
        for memory in &view.memory {
            let Some((controller, originator)) = memory.colony else { continue };
            let Some(card) = self.planet(state, memory.planet) else { continue };
            if controller == seat || state.colony(memory.planet).is_some() {
                continue;
            }
            let (mut mb, mut amb, mut pfs) =
                memory.bases.map_or((0, 0, false), |(mb, amb, pfs, _)| (mb, amb, pfs));
            if state.marked.contains(memory.planet) {
                (mb, amb, pfs) = (0, 0, false);
            } else if matches!(view.frame, Frame::Planets | Frame::Declare)
                && mb + amb == 0
                && !pfs
                && mine(memory.planet)
            {
                rule!("SQ-HID-10");
                mb = 1;
            }
            let pop = card.limit.min(8);
            others.push(Colony {
                planet: memory.planet,
                originator,
                controller,
                pop,
                iu: u16::from(pop),
                riu: 0,
                mb,
                amb,
                pfs,
                first_year: false,
                destroyed: 0,
                age: 0,
                plan: Plan::default(),
                last: Plan::default(),
            });
        }
        if others.is_empty() {
            return;
        }
        // Both lists ascend by planet.
        let mut own = std::mem::take(&mut state.colonies).into_iter().peekable();
        state.colonies.reserve(own.len() + others.len());
        for other in others {
            while let Some(colony) = own.next_if(|colony| colony.planet < other.planet) {
                state.colonies.push(colony);
            }
            state.colonies.push(other);
        }
        state.colonies.extend(own);
    }
}
