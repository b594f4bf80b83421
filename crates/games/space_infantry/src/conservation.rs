//! Invariants of a table: every piece, token, counter and chit is in exactly one place (SI-2.8, SI-2.18). Positions
//! that come from a file are completed and checked here, and the laws check every state of random play.

use rules::{InlineVec, rule};

use crate::{
    Board, Frame, SpaceInfantry,
    ids::{Base, FedTech, Fleet, Race, Resource, Space, Techs, Token, Tokens},
    state::BaseAt,
};

/// Pieces in the box: Flagships, Ally Ships, Mine Fields.
const PIECES: [u8; 3] = [5, 2, 3];

impl SpaceInfantry {
    /// Resource tokens that are still locked with Bases or with Warp Gates.
    pub fn locked(&self, board: &Board) -> Tokens {
        let mut locked = Tokens::NONE;
        for base in Base::ALL.into_iter().filter(|base| board.bases[base.index()] == BaseAt::Locked) {
            for &(resource, count) in &self.data.bases[base.index()].resources {
                locked.merge(Tokens::of(resource, count));
            }
        }
        if !board.warp_open() {
            locked.merge(Tokens::of(Resource::Warp, 2));
        }
        locked
    }

    /// All tokens of a type.
    fn supply(&self, resource: Resource) -> u8 {
        let released = self.data.bases.iter().flat_map(|base| &base.resources);
        let with_bases: u8 = released.filter(|(of, _)| *of == resource).map(|(_, count)| count).sum();
        let with_gates = if resource == Resource::Warp { 2 } else { 0 };
        self.data.pool[resource.index()] + with_bases + with_gates
    }
}

/// Technologies and tokens that a pending frame holds.
fn in_frames(frames: &[Frame]) -> (Techs, u64, [u8; 5]) {
    let (mut techs, mut tokens, mut counters) = (Techs::default(), 0, [0; 5]);
    for frame in frames {
        match frame {
            Frame::Look { shown, .. } => shown.iter().flatten().for_each(|tech| techs.add(*tech)),
            Frame::Bypass(drawn) => drawn.iter().for_each(|token| tokens |= 1 << token),
            Frame::Tech { race, counter: Some(counter) } => counters[race.index()] |= 1 << counter,
            _ => {}
        }
    }
    (techs, tokens, counters)
}

/// Fills in what follows from the rest: pools, Unbuilt Assets, unseen technologies, piles, the Activation Pool.
pub(crate) fn complete(game: &SpaceInfantry, board: &mut Board, unseen_white: u8) -> Result<(), String> {
    let (techs, tokens, counters) = in_frames(&board.frames);
    let mut pool = Tokens::NONE;
    let locked = game.locked(board);
    for resource in Resource::ALL {
        rule!("SI-2.8");
        let away = board.stored.count(resource)
            + board.sacrificed.count(resource)
            + board.on_track().count(resource)
            + board.deployed_count(resource)
            + locked.count(resource);
        let left = game.supply(resource).checked_sub(away);
        let left = left.ok_or_else(|| {
            format!("{}: expected at most {} tokens, found {away}", resource.code(), game.supply(resource))
        })?;
        pool.merge(Tokens::of(resource, left));
    }
    board.pool = pool;

    let locked_ships = Base::ALL.into_iter().filter(|base| board.bases[base.index()] == BaseAt::Locked);
    let locked_ships: u8 = locked_ships.map(|base| game.data.bases[base.index()].flagships).sum();
    let on_map = board.garrisons.iter().fold([0; 3], |[f, a, m], here| {
        [f + here.flagships, a + here.allies, m + here.mines + here.mines_up]
    });
    let locked = [locked_ships, if board.warp_open() { 0 } else { PIECES[1] }, 0];
    for kind in 0..3 {
        let left = PIECES[kind].checked_sub(on_map[kind] + locked[kind]);
        board.unbuilt[kind] = left.ok_or_else(|| {
            format!(
                "{}: expected at most {} on the map",
                ["flagship", "ally", "mine"][kind],
                PIECES[kind] - locked[kind]
            )
        })?;
    }

    let mut known = techs + board.seen + board.discovered;
    for column in board.progress {
        known = known + column;
    }
    let all: Techs = FedTech::ALL.into_iter().chain([FedTech::PatrolRoutes]).collect();
    let mut unseen = Techs::default();
    for tech in FedTech::ALL.into_iter().filter(|tech| tech.colour().is_some()) {
        let left = all.count(tech).checked_sub(known.count(tech));
        let left = left.ok_or_else(|| format!("{}: listed more often than it exists", tech.code()))?;
        (0..left).for_each(|_| unseen.add(tech));
    }
    board.unseen = unseen;
    let blue: u8 = FedTech::BLUE.iter().map(|tech| unseen.count(*tech)).sum();
    if blue < board.locked_blue() {
        return Err("unresearched: more blue technologies are known than Bases were settled".to_owned());
    }
    let white = unseen.total() - blue;
    board.white_pile = if board.warp_open() {
        white
            .checked_sub(unseen_white)
            .ok_or("unresearched: more unseen white technologies than there are")?
    } else if white == 4 && unseen_white == 0 {
        0
    } else {
        return Err("white technologies are locked until warp_gates is discovered".to_owned());
    };
    let gates = known.count(FedTech::WarpGates);
    let settled = board.bases[Base::Warp.index()] != BaseAt::Locked;
    if gates != u8::from(settled) || board.seen.has(FedTech::WarpGates) {
        return Err(
            "warp_gates: expected on the progress track or discovered once its Base was settled".to_owned()
        );
    }
    for race in Race::ALL {
        board.piles[race.index()] &= !counters[race.index()];
    }

    let mut bag = game.data.pools[game.level.index()];
    let places = [board.holding, tokens, board.now.map_or(0, |token| 1 << token.index())];
    let queued = board.queue.iter().map(|token| 1 << token);
    for place in places.into_iter().chain(queued) {
        if bag & place != place {
            let odd = Token::all().find(|token| (place & !bag) >> token.index() & 1 != 0);
            let id = odd.map_or("", |token| game.token_id(token));
            return Err(format!("{id}: expected a token of this level, in one place"));
        }
        bag &= !place;
    }
    board.bag = bag;
    Ok(())
}

/// Checks a complete table; the error names what is wrong.
pub(crate) fn check(game: &SpaceInfantry, board: &Board) -> Result<(), String> {
    let mut again = *board;
    let white = if board.warp_open() { board.unresearched(crate::ids::Colour::White) } else { 0 };
    complete(game, &mut again, white)?;
    for race in Race::ALL {
        let (_, _, shown) = in_frames(&board.frames);
        let track = board.tech[race.index()].iter().fold(0, |set, counter| set | 1 << counter);
        let doom = game.data.races[race.index()]
            .techs
            .iter()
            .position(|tech| *tech == crate::ids::AlienTech::DoomFleet);
        let doom =
            doom.filter(|_| board.fleets[Fleet::DOOM.index()].is_some()).map_or(0, |counter| 1 << counter);
        again.piles[race.index()] = 0b11_1111 & !track & !doom & !shown[race.index()];
    }
    again.stacks = [0; 30];
    for fleet in Fleet::all() {
        if let Some(at) = board.fleets[fleet.index()] {
            again.stacks[at.index()] |= fleet.bit();
            let home = at == Space::SOL || game.data.spaces[at.index()].race == Some(fleet.race());
            let near = !at.is_settleable()
                || game.data.spaces[at.index()].links & board.came_from[fleet.index()].bit() != 0;
            if !home || !near {
                return Err(format!("{fleet:?} stands outside its territory"));
            }
        }
    }
    for at in Space::all() {
        again.recount(at);
    }
    for race in Race::ALL {
        for fleet in Fleet::of_mask(Fleet::of_race(race)).filter(|fleet| *fleet != Fleet::DOOM) {
            let slots = board.spawn[race.index()].iter().filter(|slot| **slot == Some(fleet)).count();
            let on_map = usize::from(board.fleets[fleet.index()].is_some());
            if slots + on_map != 1 {
                return Err(format!("{} {}: expected in one place", race.code(), fleet.class().code()));
            }
        }
        if board.has_spy(race) && game.is_full(board, race) {
            return Err(format!("spy {}: the track is full", race.code()));
        }
    }
    for column in [crate::ids::Column::Middle, crate::ids::Column::Right] {
        if !board.is_open(column) && board.track[column.index()].iter().any(|cell| !cell.is_empty()) {
            return Err(format!("track {}: the column is closed", column.code()));
        }
    }
    rule!("SI-7.3e");
    let storing = matches!(board.frame(), Some(Frame::Keep));
    if board.stored.total() > crate::flow::STORED && !storing {
        return Err("stored: more than five tokens".to_owned());
    }
    if board.stability == 0 && board.result.is_none() {
        return Err("stability: a match with Stability 0 is over".to_owned());
    }
    if again == *board { Ok(()) } else { Err("a derived field does not follow from the rest".to_owned()) }
}

/// Refuses frames of a file that no play could leave.
pub(crate) fn check_frames(
    game: &SpaceInfantry,
    board: &Board,
    frames: &InlineVec<Frame, 24>,
) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("pending: {what}"));
    if frames.first() != Some(&Frame::Draw) {
        return wrong("expected the sequence of tokens (`draw`) at the bottom");
    }
    for frame in frames.iter() {
        let sound = match frame {
            Frame::Token { .. } | Frame::Rolls(_) | Frame::Actions | Frame::Keep => board.now.is_some(),
            Frame::Tech { race, counter } => {
                counter.is_none_or(|counter| counter < 6 && board.piles[race.index()] >> counter & 1 != 0)
            }
            Frame::Roll { count, faces, .. } => {
                (1..=5).contains(count)
                    && (faces.is_empty() || faces.len() == usize::from(*count))
                    && faces.iter().all(|face| (1..=6).contains(face))
            }
            Frame::Combat { race, at, dice, .. } => {
                (1..=5).contains(dice)
                    && (*at == Space::SOL || game.data.spaces[at.index()].race == Some(*race))
            }
            Frame::Conduct(list) => list.iter().all(|(tech, column)| {
                board.progress.get(usize::from(*column)).is_some_and(|column| column.has(*tech))
            }),
            Frame::Bypass(drawn) => drawn.iter().all(|token| usize::from(*token) < Token::COUNT),
            Frame::WarHits(races) => *races < 1 << 5,
            _ => true,
        };
        if !sound {
            return wrong(&format!("{frame:?} does not fit the position"));
        }
    }
    Ok(())
}
