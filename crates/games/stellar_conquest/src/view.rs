//! What a viewer knows (chapter 15). States that are consistent with it are made in `guess`.

use rules::{Seat, Seats, Viewer, rule};

use crate::{
    StellarConquest,
    data::{CardNumber, PlanetCard},
    ids::{Planet, Planets, Star},
    state::{
        Battle, Colony, Fleet, Focus, Frame, Memory, OFF, Open, SEATS, Sheet, Sight, Sighting, State, Token,
        TransportGroup,
    },
};

/// Everything one viewer may know.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// The viewer.
    pub viewer: Viewer,
    /// What every viewer knows.
    pub open: Open,
    /// The seats whose secrets the viewer knows: their own, and all at the end.
    pub knows: Seats,
    /// Private sheets; blank where they are not known.
    pub sheets: [Sheet; SEATS],
    /// The cards the viewer has read; 0 is unknown.
    pub cards: [CardNumber; Star::COUNT],
    /// Planets with a colony of the viewer at stars whose card they have not read.
    pub records: Vec<(Planet, PlanetCard)>,
    /// By planet: the viewer's colonies in full, and those they remember, with the bases that were counted and without
    /// population.
    pub colonies: Vec<Colony>,
    /// All tokens on the map, and the viewer's own ships off it. Of other players' fleets only number, owner, hex and
    /// the ships as they were seen last.
    pub fleets: Vec<Fleet>,
    /// The transports of the viewer's own fleets.
    pub transports: Vec<TransportGroup>,
    /// What the viewer saw of other players' fleets, and when.
    pub sightings: Vec<Sighting>,
    /// What the viewer remembers of other players' colonies.
    pub memory: Vec<Memory>,
    /// The combat or attack, with the targets that are known.
    pub battle: Battle,
    /// Colonies the viewer is about to take.
    pub marked: Planets,
    /// Pairs the viewer has destroyed in this T4, by star.
    pub razed: Vec<(Star, u16)>,
    /// How far the viewer is in a step of their own.
    pub focus: Focus,
}

impl View {
    /// The sheet of a seat, if it is known.
    pub fn sheet(&self, seat: Seat) -> Option<&Sheet> {
        self.knows.contains(seat).then(|| &self.sheets[seat.index()])
    }
    /// A fleet, if its contents and orders are known.
    pub fn own_fleet(&self, token: Token) -> Option<&Fleet> {
        self.known().fleet(token).filter(|fleet| self.knows.contains(fleet.owner))
    }
    /// What the viewer saw of a fleet last.
    pub fn sight_of(&self, token: Token) -> Option<Sight> {
        let at = self.sightings.binary_search_by_key(&token, |seen| seen.token).ok()?;
        Some(self.sightings[at].sight)
    }
}

impl StellarConquest {
    pub(crate) fn view_for(&self, state: &State, viewer: Viewer) -> View {
        let open = state.open;
        let over = open.frame == Frame::Over;
        let me = viewer.seat();
        let knows = if over { Seats::ALL } else { me.map_or(Seats::NONE, Seats::only) };
        let mut view = View {
            viewer,
            open,
            knows,
            sheets: [Sheet::default(); SEATS],
            cards: [0; Star::COUNT],
            records: Vec::new(),
            colonies: Vec::new(),
            fleets: Vec::new(),
            transports: Vec::new(),
            sightings: Vec::new(),
            memory: Vec::new(),
            battle: self.battle_seen(state, viewer),
            marked: if viewer.is(open.active) { state.marked } else { Planets::default() },
            razed: if viewer.is(open.active) { state.razed.clone() } else { Vec::new() },
            focus: Focus::default(),
        };
        let to_act = match open.frame {
            Frame::Withdraw { seat, .. } => seat,
            _ => open.active,
        };
        if viewer.is(to_act) {
            view.focus = state.focus;
        }
        if !over {
            state.sightings.seen_by(&mut view.sightings, |seen| viewer.is(seen.seat).then_some(*seen));
        }
        state.memory.seen_by(&mut view.memory, |memory| viewer.is(memory.seat).then_some(*memory));
        view.see_fleets(state);
        for seat in self.seat_list().filter(|&seat| knows.contains(seat)) {
            rule!("SQ-2.4");
            rule!("SQ-HID-12");
            view.sheets[seat.index()] = state.sheet_of(seat);
        }
        let read = if over { u64::MAX } else { me.map_or(0, |seat| open.explored[seat.index()]) };
        let read = read | self.nova().map_or(0, Star::bit);
        rule!("SQ-1.0e");
        rule!("SQ-HID-7");
        view.cards = state.cards_of(read);
        state
            .colonies
            .seen_by(&mut view.colonies, |colony| knows.contains(colony.controller).then_some(*colony));
        for colony in &view.colonies {
            if view.cards[colony.planet.star().index()] == 0 {
                // SQ-HID-9: with control the record of the colony returns, though the card was never read.
                rule!("SQ-HID-9");
                let record = self.record_of(state, colony.planet);
                view.records.extend(record.map(|record| (colony.planet, record)));
            }
        }
        self.add_remembered(state, &mut view);
        view
    }

    /// The colonies a viewer remembers. Where they have ships or a colony the memory is current.
    fn add_remembered(&self, state: &State, view: &mut View) {
        let own = view.colonies.len();
        let open = &view.open;
        let attacking = view.viewer.is(open.active)
            && matches!(
                open.frame,
                Frame::Planets | Frame::Declare | Frame::Privacy | Frame::Aim | Frame::Volley
            );
        for memory in &view.memory {
            let Some((controller, originator)) = memory.colony else { continue };
            let known = view.colonies[..own].iter().any(|colony| colony.planet == memory.planet);
            if known || view.knows.contains(controller) {
                continue;
            }
            let mut colony = Colony::new(memory.planet, originator, controller, 0, 0);
            if let Some((mb, amb, pfs, _)) = memory.bases {
                (colony.mb, colony.amb, colony.pfs) = (mb, amb, pfs);
            }
            let hex = self.hex_of(memory.planet.star());
            if view.marked.contains(memory.planet) {
                (colony.mb, colony.amb, colony.pfs) = (0, 0, false);
            } else if attacking && !colony.is_defended() && state.ships_of(open.active, hex).warships() > 0 {
                // It was not taken, so it has a base (SQ-HID-10).
                colony.mb = 1;
            }
            view.colonies.push(colony);
        }
        view.colonies.sort_unstable_by_key(|colony| colony.planet);
    }

    fn battle_seen(&self, state: &State, viewer: Viewer) -> Battle {
        let frame = state.open.frame;
        let fighting = matches!(frame, Frame::Aim | Frame::Volley);
        let sides = self.sides(&state.known());
        let private = self.is_private(&state.battle, sides);
        let watching = !private || viewer.seat().is_some_and(|seat| sides.contains(seat));
        let Battle { star, foe, attacked, last_in, round, asked, privacy, .. } = state.battle;
        let own = viewer.seat().filter(|&seat| privacy.contains(seat)).map_or(Seats::NONE, Seats::only);
        let privacy = if private && frame != Frame::Privacy { privacy } else { own };
        let mut battle = Battle { star, foe, attacked, last_in, round, privacy, asked, ..Battle::default() };
        let declared = match frame {
            Frame::Declare => viewer.is(state.open.active),
            Frame::Privacy => foe.is_some() || viewer.seat().is_some_and(|seat| sides.contains(seat)),
            _ => true,
        };
        if !declared {
            (battle.star, battle.attacked) = (0, [false; 3]);
        }
        if !watching {
            battle.attacked = [false; 3];
        }
        if !fighting {
            return battle;
        }
        for &(seat, aim) in &state.battle.aims {
            let revealed = frame == Frame::Volley && watching;
            if revealed || viewer.is(seat) {
                rule!("SQ-HID-17");
                battle.aims.push((seat, aim));
            }
        }
        if watching {
            battle.volley = state.battle.volley;
            battle.hits = state.battle.hits;
            battle.aimed_hits.clone_from(&state.battle.aimed_hits);
        }
        battle
    }
}

impl View {
    fn see_fleets(&mut self, state: &State) {
        let (knows, sightings) = (self.knows, &self.sightings);
        state.fleets.seen_by(&mut self.fleets, |fleet| {
            if knows.contains(fleet.owner) {
                return Some(*fleet);
            }
            if fleet.hex == OFF {
                return None;
            }
            rule!("SQ-HID-1");
            let mut seen = Fleet::empty(fleet.token, fleet.owner, fleet.hex, 0);
            if let Ok(at) = sightings.binary_search_by_key(&fleet.token, |seen| seen.token) {
                rule!("SQ-HID-3");
                seen.ships = sightings[at].sight.ships;
            }
            Some(seen)
        });
        let fleets = &self.fleets;
        state.transports.seen_by(&mut self.transports, |group| {
            let at = fleets.binary_search_by_key(&group.token, |fleet| fleet.token).ok()?;
            knows.contains(fleets[at].owner).then_some(*group)
        });
    }
}
