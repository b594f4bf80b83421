//! Chapters 7.3.1.1, 7.3.1.2 and 7.3.1.7: Build, Maneuver and Warp actions.

use rules::{Denied, InlineVec, rule};

use crate::{
    Board, Event, Frame, SpaceInfantry,
    action::Pay,
    ids::{Base, FedTech, Piece, Resource, Ship, Space, Token, spaces_of},
    play::{Play, deny, require},
    state::{BaseAt, Ending},
};

/// Tokens drawn by Bypass (SI-7.3.1.2.3b).
const BYPASS_DRAWS: usize = 3;

impl SpaceInfantry {
    /// SI-7.3.1.1.1a: is the piece in Unbuilt Assets?
    pub(crate) fn may_construct(&self, board: &Board, piece: Piece) -> Result<(), Denied> {
        let there = match piece {
            Piece::Flagship => board.unbuilt[0] > 0,
            Piece::Mine => board.unbuilt[2] > 0,
            Piece::SolDefense => board.sol_defense.is_none(),
            _ => false,
        };
        require(there, || rule!("SI-7.3.1.1.1a"))
    }

    /// SI-7.3.1.1.2a.
    pub(crate) fn may_settle(&self, board: &Board, at: Space, base: Base) -> Result<(), Denied> {
        require(at.is_settleable(), || rule!("SI-R-55"))?;
        require(board.garrisons[at.index()].base.is_none(), || rule!("SI-R-55"))?;
        require(board.ships(at, Ship::Flagship) > 0, || rule!("SI-R-54"))?;
        require(board.stacks[at.index()] == 0, || rule!("SI-7.3.1.1.2a"))?;
        require(!matches!(board.bases[base.index()], BaseAt::Map(..)), || rule!("SI-7.3.1.1.2a"))
    }

    /// SI-7.3.1.1.3.
    pub(crate) fn may_upgrade(&self, board: &Board, piece: Piece, at: Space) -> Result<(), Denied> {
        let two_sided = matches!(piece, Piece::Mine | Piece::SolDefense | Piece::Base);
        require(two_sided && board.pieces(at, piece) > 0, || rule!("SI-7.3.1.1.3"))
    }

    /// Spaces next to a Flagship, an Ally Ship or a Base, as bits (SI-7.3.1.1.4a).
    pub(crate) fn anchored(&self, board: &Board) -> u32 {
        let anchor = |at: &Space| {
            let here = &board.garrisons[at.index()];
            here.flagships > 0 || here.allies > 0 || here.base.is_some()
        };
        rule!("SI-R-44");
        spaces_of(board.held).filter(anchor).fold(0, |set, at| set | self.data.spaces[at.index()].links)
    }

    /// SI-7.3.1.1.4a.
    pub(crate) fn may_forward_deploy(&self, board: &Board, piece: Piece, at: Space) -> Result<(), Denied> {
        let there = match piece {
            Piece::Flagship => board.unbuilt[0] > 0,
            Piece::Mine => board.unbuilt[2] > 0,
            _ => false,
        };
        require(there && self.anchored(board) & at.bit() != 0, || rule!("SI-7.3.1.1.4a"))
    }

    /// Spaces a Move action reaches in one step, as bits (SI-2.4, SI-11.1.9).
    pub(crate) fn steps_from(&self, board: &Board, at: Space) -> u32 {
        let links = self.data.spaces[at.index()].links;
        let routes = board.discovered.count(FedTech::PatrolRoutes);
        if routes == 0 || !at.is_numbered() || self.number(at) > routes {
            return links;
        }
        rule!("SI-11.1.9");
        let near = |space: &Space| space.is_numbered() && self.number(*space) <= routes;
        let joined = Space::all().filter(near).fold(0, |set, space| set | space.bit());
        (links | joined) & !at.bit()
    }

    /// SI-7.3.1.2.1: one step of a ship, with a Mine or without.
    pub(crate) fn may_step(
        &self,
        board: &Board,
        ship: Ship,
        from: Space,
        to: Space,
        mine: Option<Piece>,
    ) -> Result<(), Denied> {
        let there = board.ships(from, ship) > 0;
        require(there && self.steps_from(board, from) & to.bit() != 0, || rule!("SI-7.3.1.2.1a"))?;
        match mine {
            None => Ok(()),
            Some(side) => {
                let carries = ship == Ship::Flagship && matches!(side, Piece::Mine | Piece::MineUp);
                require(carries, || rule!("SI-R-45"))?;
                require(board.pieces(from, side) > 0, || rule!("SI-7.3.1.2.1c"))
            }
        }
    }

    /// SI-11.1.5: is the free Move of this turn left?
    pub(crate) fn may_use_engines(&self, board: &Board) -> Result<(), Denied> {
        let free = board.discovered.has(FedTech::Engines) && !board.engines_used;
        require(free, || rule!("SI-11.1.5"))
    }

    /// SI-7.3.1.7.3a.
    pub(crate) fn may_fold(&self, board: &Board, ship: Ship, from: Space, to: Space) -> Result<(), Denied> {
        let named = |at: Space| at.is_settleable() || at == Space::SOL;
        rule!("SI-R-02");
        require(named(from) && named(to) && from != to && board.ships(from, ship) > 0, || {
            rule!("SI-7.3.1.7.3a")
        })?;
        let there = &board.garrisons[to.index()];
        let friendly = to == Space::SOL || there.flagships > 0 || there.allies > 0 || there.base.is_some();
        require(friendly, || rule!("SI-7.3.1.7.3a"))
    }

    /// D22.
    pub(crate) fn may_second_step(&self, board: &Board, to: Space, with_mine: bool) -> Result<(), Denied> {
        let Some(Frame::Step { ship, at, mine }) = board.frame() else { return deny(rule!("SI-11.1.7")) };
        require(!with_mine || mine.is_some(), || rule!("SI-R-83"))?;
        self.may_step(board, ship, at, to, mine.filter(|_| with_mine))
    }
}

impl<E: FnMut(Event)> Play<'_, E> {
    pub(crate) fn construct(&mut self, piece: Piece) {
        rule!("SI-7.3.1.1.1a");
        self.spend(Resource::Build, Pay::Hand);
        self.build_on_sol(piece);
        self.push(Frame::Fights);
    }

    /// A piece goes from Unbuilt Assets onto Sol.
    pub(crate) fn build_on_sol(&mut self, piece: Piece) {
        let board = &mut *self.board;
        match piece {
            Piece::Flagship => {
                board.unbuilt[0] -= 1;
                board.change(Space::SOL, piece, 1);
            }
            Piece::Ally => {
                board.unbuilt[1] -= 1;
                board.change(Space::SOL, piece, 1);
            }
            Piece::Mine => {
                board.unbuilt[2] -= 1;
                board.change(Space::SOL, piece, 1);
            }
            _ => {
                board.sol_defense = Some(false);
                board.recount(Space::SOL);
            }
        }
        self.report(Event::Built { piece, at: Space::SOL });
        rule!("SI-7.3.1.1.1b");
        rule!("SI-R-18");
        self.arrive(Space::SOL);
    }

    /// An asset has come into a space: it is fought for by every race there (SI-10.0a).
    pub(crate) fn arrive(&mut self, at: Space) {
        let fleets = self.board.stacks[at.index()];
        for race in crate::ids::Race::ALL {
            if fleets & crate::ids::Fleet::of_race(race) != 0 {
                self.board.waiting[race.index()] |= at.bit();
            }
        }
    }

    pub(crate) fn settle_base(&mut self, at: Space, base: Base) {
        self.spend(Resource::Build, Pay::Hand);
        self.board.change(at, Piece::Flagship, -1);
        self.board.unbuilt[0] += 1;
        let first = self.board.bases[base.index()] == BaseAt::Locked;
        self.board.bases[base.index()] = BaseAt::Map(at, false);
        self.board.garrisons[at.index()].base = Some(base);
        self.board.recount(at);
        self.report(Event::Settled { base, at });
        if self.board.desire > 0 {
            rule!("SI-7.3.1.1.2b");
            let from = std::mem::take(&mut self.board.desire);
            self.report(Event::DesireChanged { from, to: 0 });
        }
        if first {
            self.unlock(base);
        }
        rule!("SI-7.3.1.1.2d");
        if self.board.base_count() == 6 {
            rule!("SI-4.1a");
            rule!("SI-4.1b");
            rule!("SI-R-05");
            return self.end(Ending::Won);
        }
        rule!("SI-7.3.1.1.2e");
        rule!("SI-8.1.1");
        let data = &self.game.data.spaces[at.index()];
        let race = data.race.expect("a settleable space belongs to a race");
        self.push(Frame::WarEffort { race, steps: data.to_sol, fight: true });
    }

    /// SI-7.3.1.1.2c: what lay with the Base comes into the game.
    fn unlock(&mut self, base: Base) {
        rule!("SI-7.3.1.1.2c");
        let data = &self.game.data.bases[base.index()];
        self.board.unbuilt[0] += data.flagships;
        for &(resource, count) in &data.resources {
            self.board.pool.merge(crate::ids::Tokens::of(resource, count));
        }
        if data.warp_gates {
            rule!("SI-7.3.1.1.2f");
            self.board.progress[0].add(FedTech::WarpGates);
        }
        self.report(Event::Unlocked { base });
    }

    pub(crate) fn upgrade(&mut self, piece: Piece, at: Space) {
        self.spend(Resource::Build, Pay::Hand);
        rule!("SI-7.3.1.1.3");
        rule!("SI-R-78");
        match piece {
            Piece::Mine => {
                self.board.change(at, Piece::Mine, -1);
                self.board.change(at, Piece::MineUp, 1);
            }
            Piece::SolDefense => self.board.sol_defense = Some(true),
            _ => self.flip_base(at),
        }
        self.report(Event::Upgraded { piece, at });
    }

    pub(crate) fn forward_deploy(&mut self, piece: Piece, at: Space) {
        self.sacrifice(Resource::Build, Pay::Hand);
        self.board.unbuilt[if piece == Piece::Flagship { 0 } else { 2 }] -= 1;
        self.board.change(at, piece, 1);
        self.report(Event::Built { piece, at });
        rule!("SI-7.3.1.1.4b");
        self.arrive(at);
        self.push(Frame::Fights);
    }

    /// SI-7.3.1.2.1: a Move action.
    pub(crate) fn move_ship(&mut self, ship: Ship, from: Space, to: Space, mine: Option<Piece>, pay: Pay) {
        let free = pay == Pay::Engines;
        if free {
            rule!("SI-11.1.5");
            self.board.engines_used = true;
        } else {
            self.spend(Resource::Maneuver, Pay::Hand);
        }
        if self.board.discovered.has(FedTech::WarpBubble) {
            rule!("SI-11.1.7");
            self.push(Frame::Step { ship, at: to, mine });
        }
        self.step(ship, from, to, mine, free);
    }

    /// One step; combats are fought as soon as the ship has arrived.
    fn step(&mut self, ship: Ship, from: Space, to: Space, mine: Option<Piece>, free: bool) {
        for piece in [Some(ship.piece()), mine].into_iter().flatten() {
            self.board.change(from, piece, -1);
            self.board.change(to, piece, 1);
        }
        self.report(Event::ShipMoved { ship, from, to, mine, free });
        rule!("SI-7.3.1.2.1b");
        self.arrive(to);
        self.push(Frame::Fights);
    }

    /// D22: nothing is asked if no ship of that kind is there any more.
    pub(crate) fn run_step(&mut self, ship: Ship, at: Space, mine: Option<Piece>) -> bool {
        if self.board.ships(at, ship) == 0 {
            rule!("SI-R-71");
            self.pop();
            return true;
        }
        if let Some(side) = mine.filter(|side| self.board.pieces(at, *side) == 0) {
            // The Mine it brought was lost: only ships go on.
            let _ = side;
            self.set(Frame::Step { ship, at, mine: None });
        }
        false
    }

    pub(crate) fn second_step(&mut self, to: Space, with_mine: bool) {
        let Some(Frame::Step { ship, at, mine }) = self.board.frame() else { unreachable!("a second step") };
        rule!("SI-2.20");
        self.pop();
        self.step(ship, at, to, mine.filter(|_| with_mine), false);
    }

    pub(crate) fn fold(&mut self, ship: Ship, from: Space, to: Space) {
        self.sacrifice(Resource::Warp, Pay::Hand);
        rule!("SI-7.3.1.7.3b");
        rule!("SI-R-23");
        self.board.change(from, ship.piece(), -1);
        self.board.change(to, ship.piece(), 1);
        self.report(Event::Folded { ship, from, to });
        self.arrive(to);
        self.push(Frame::Fights);
    }

    pub(crate) fn ally_ship(&mut self) {
        self.sacrifice(Resource::Warp, Pay::Hand);
        rule!("SI-7.3.1.7.1");
        self.build_on_sol(Piece::Ally);
        self.push(Frame::Fights);
    }

    pub(crate) fn advanced_tech(&mut self) {
        self.sacrifice(Resource::Warp, Pay::Hand);
        rule!("SI-7.3.1.7.2");
        let count = self.board.white_pile.min(2);
        self.board.white_pile -= count;
        self.report(Event::WhiteReleased { count });
    }

    // --- Bypass ------------------------------------------------------------------------------------

    pub(crate) fn bypass(&mut self, place: u8) {
        self.sacrifice(Resource::Maneuver, Pay::Hand);
        rule!("SI-7.3.1.2.3a");
        let token = self.board.queue.remove(usize::from(place));
        self.board.holding |= 1 << token;
        self.report(Event::Bypassed { token: Token::new(token) });
        self.push(Frame::Bypass(InlineVec::new()));
    }

    /// How many tokens are drawn before the player picks one: all that are left, at most three.
    pub(crate) fn run_bypass(&mut self, drawn: InlineVec<u8, 3>) -> bool {
        if drawn.len() < BYPASS_DRAWS && self.board.bag != 0 {
            return false;
        }
        rule!("SI-7.3.1.2.3b");
        rule!("SI-R-47");
        match drawn.len() {
            0 => self.pop(),
            1 => self.enter(Token::new(drawn[0])),
            _ => return false,
        }
        true
    }

    /// A token was drawn by Bypass.
    pub(crate) fn bypass_drawn(&mut self, token: Token) {
        let Some(Frame::Bypass(mut drawn)) = self.board.frame() else { unreachable!("a Bypass draws") };
        self.board.bag &= !(1 << token.index());
        drawn.push(u8::from(token));
        self.set(Frame::Bypass(drawn));
        self.report(Event::BypassDrawn { token });
    }

    /// D7: one enters the Queue, the others go back to the pool.
    pub(crate) fn enter(&mut self, token: Token) {
        let Some(Frame::Bypass(drawn)) = self.board.frame() else { unreachable!("a Bypass draws") };
        for &other in drawn.iter().filter(|other| **other != u8::from(token)) {
            self.board.bag |= 1 << other;
        }
        self.board.queue.push(u8::from(token));
        self.pop();
        self.report(Event::TokenQueued { token });
    }
}

/// SI-7.3.1.2.3b: does a Bypass still draw?
pub(crate) fn bypass_draws(board: &Board, drawn: &InlineVec<u8, 3>) -> bool {
    drawn.len() < BYPASS_DRAWS && board.bag != 0
}
