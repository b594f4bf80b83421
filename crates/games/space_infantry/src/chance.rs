//! Chapter 14: what chance is asked, and the key each result depends on.

use rules::{Dice, StreamKey, rule};

use crate::{
    Board, Frame, SpaceInfantry,
    action::{Chance, DrawLane, Faces, Roll},
    fleet::bypass_draws,
    ids::{Colour, Race},
};

/// Lanes of dice thrown in a Federation turn or in the set-up.
const TURN_LANES: [&str; 9] = [
    "turn:resource",
    "turn:combat",
    "turn:contest",
    "turn:sabotage",
    "turn:research",
    "turn:event",
    "turn:faction",
    "turn:relation",
    "turn:conflict",
];

/// Lanes of dice thrown for other tokens.
const TOKEN_LANES: [&str; 9] = [
    "token:resource",
    "token:combat",
    "token:contest",
    "token:sabotage",
    "token:research",
    "token:event",
    "token:faction",
    "token:relation",
    "token:conflict",
];

impl DrawLane {
    /// The place of its counter in [`Board::draws`].
    pub(crate) const fn counter(self) -> usize {
        match self {
            DrawLane::Refill => 0,
            DrawLane::Bypass => 1,
            DrawLane::Chit => 2,
            DrawLane::Blue => 3,
            DrawLane::White => 4,
            DrawLane::Tech(race) => 5 + race as usize,
        }
    }

    /// Its name in keys and in notation.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            DrawLane::Refill => "refill",
            DrawLane::Bypass => "bypass",
            DrawLane::Chit => "chit",
            DrawLane::Blue => "blue",
            DrawLane::White => "white",
            DrawLane::Tech(Race::Fe) => "tech:FE",
            DrawLane::Tech(Race::Ct) => "tech:CT",
            DrawLane::Tech(Race::Me) => "tech:ME",
            DrawLane::Tech(Race::Mu) => "tech:MU",
            DrawLane::Tech(Race::Cy) => "tech:CY",
        }
    }

    /// All of them, in the order of their counters.
    pub(crate) fn all() -> impl Iterator<Item = DrawLane> {
        let common = [DrawLane::Refill, DrawLane::Bypass, DrawLane::Chit, DrawLane::Blue, DrawLane::White];
        common.into_iter().chain(Race::ALL.into_iter().map(DrawLane::Tech))
    }

    /// Rows of its printed list (SI-14.5).
    pub(crate) const fn rows(self) -> u32 {
        match self {
            DrawLane::Refill | DrawLane::Bypass => 58,
            DrawLane::Chit => 8,
            DrawLane::Blue => 5,
            DrawLane::White => 4,
            DrawLane::Tech(_) => 6,
        }
    }
}

impl SpaceInfantry {
    /// What chance is asked by the frame on top; none if the player is asked.
    #[inline]
    pub(crate) fn chance(&self, board: &Board) -> Option<Chance> {
        match board.frames.last()? {
            Frame::Roll { lane, count, faces, .. } if faces.is_empty() => Some(Chance::Dice(*lane, *count)),
            Frame::Draw | Frame::Fill => Some(Chance::Draw(DrawLane::Refill, board.bag)),
            Frame::Bypass(drawn) if bypass_draws(board, drawn) => {
                Some(Chance::Draw(DrawLane::Bypass, board.bag))
            }
            Frame::ChitDraw => Some(Chance::Draw(DrawLane::Chit, u64::from(board.chits))),
            Frame::Tech { race, counter: None } => {
                Some(Chance::Draw(DrawLane::Tech(*race), u64::from(board.piles[race.index()])))
            }
            Frame::Look { drawing: Some(colour), .. } => {
                let lane = if *colour == Colour::Blue { DrawLane::Blue } else { DrawLane::White };
                Some(Chance::Draw(lane, SpaceInfantry::unseen_rows(board, *colour)))
            }
            _ => None,
        }
    }

    /// SI-14.2 to SI-14.4: the key of the result that chance is asked for.
    pub fn key(&self, board: &Board, chance: &Chance) -> StreamKey {
        rule!("SI-14.2");
        rule!("SI-14.7");
        rule!("SI-R-76");
        match *chance {
            Chance::Draw(lane, _) => {
                rule!("SI-14.3");
                StreamKey {
                    lane: lane.name(),
                    moment: 0,
                    n: u32::from(board.draws[lane.counter()]),
                    attempt: 0,
                }
            }
            Chance::Dice(lane, _) => {
                rule!("SI-14.4");
                let attempt = match board.frame() {
                    Some(Frame::Roll { attempt, .. }) => attempt,
                    _ => 0,
                };
                let n = u32::from(board.rolls[lane.index()]).saturating_sub(1);
                let (lanes, moment) =
                    if self.in_turn(board) { (TURN_LANES, board.turns) } else { (TOKEN_LANES, board.taken) };
                StreamKey {
                    lane: lanes[lane.index()],
                    moment: u32::from(moment),
                    n,
                    attempt: u32::from(attempt),
                }
            }
        }
    }

    pub(crate) fn answer(&self, chance: Chance, dice: &mut impl Dice) -> Roll {
        match chance {
            Chance::Dice(_, count) => {
                rule!("SI-14.6");
                Roll::Dice((0..count).map(|_| dice.d6()).collect::<Faces>())
            }
            Chance::Draw(lane, rows) => {
                rule!("SI-14.5");
                loop {
                    let row = dice.below(lane.rows());
                    if rows >> row & 1 != 0 {
                        return Roll::Row(row as u8);
                    }
                }
            }
        }
    }

    pub(crate) fn is_possible(&self, chance: Chance, roll: Roll) -> bool {
        match (chance, roll) {
            (Chance::Dice(_, count), Roll::Dice(faces)) => {
                faces.len() == usize::from(count) && faces.iter().all(|face| (1..=6).contains(face))
            }
            (Chance::Draw(lane, rows), Roll::Row(row)) => {
                u32::from(row) < lane.rows() && rows >> row & 1 != 0
            }
            _ => false,
        }
    }

    /// Every result with its weight, for one die and for draws; `false` if they are too many.
    pub(crate) fn results(&self, chance: Chance, out: &mut Vec<(Roll, u32)>) -> bool {
        match chance {
            Chance::Dice(_, 1) => {
                out.extend((1..=6).map(|face| (Roll::Dice([face].into_iter().collect()), 1)));
                true
            }
            Chance::Dice(..) => false,
            Chance::Draw(lane, rows) => {
                let possible = (0..lane.rows() as u8).filter(|row| rows >> row & 1 != 0);
                out.extend(possible.map(|row| (Roll::Row(row), 1)));
                true
            }
        }
    }
}
