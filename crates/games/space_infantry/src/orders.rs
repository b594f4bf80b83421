//! Standing orders: answers in advance to the windows of chapter 12, and the defaults of chapter 15.

use rules::StandingOrder;

use crate::{
    Action, Board, Frame, SpaceInfantry,
    action::{Look, Source},
    combat::LOSS_ORDER,
    data::Entry,
    ids::{Lane, Piece, Race, Resource, Ship, spaces_of},
    state::CombatStage,
};

pub(crate) static ORDERS: [StandingOrder; 9] = [
    StandingOrder { id: "never-reroll", label: "Never ask me to roll again", default: false },
    StandingOrder {
        id: "reroll-lost-combats",
        label: "Ask me to roll again only after a combat without a hit",
        default: false,
    },
    StandingOrder {
        id: "reroll-bad-dice",
        label: "Ask me to roll again only where the dice hurt me",
        default: true,
    },
    StandingOrder { id: "never-out-maneuver", label: "Never ask me to Out Maneuver", default: false },
    StandingOrder {
        id: "always-contest",
        label: "Always contest technologies with my spies",
        default: false,
    },
    StandingOrder {
        id: "usual-losses",
        label: "Choose lost assets and plundered resources for me",
        default: false,
    },
    StandingOrder {
        id: "usual-order",
        label: "Choose the order of combats and of Attachés for me",
        default: false,
    },
    StandingOrder { id: "higher-die", label: "Always use the higher of two contest dice", default: false },
    StandingOrder {
        id: "usual-events",
        label: "Choose races, pairs and gifts of events for me; decline what is free to decline",
        default: false,
    },
];

const NEVER_REROLL: usize = 0;
const REROLL_LOST_COMBATS: usize = 1;
const REROLL_BAD_DICE: usize = 2;
const NEVER_OUT_MANEUVER: usize = 3;
const ALWAYS_CONTEST: usize = 4;
const USUAL_LOSSES: usize = 5;
const USUAL_ORDER: usize = 6;
const HIGHER_DIE: usize = 7;
const USUAL_EVENTS: usize = 8;

impl SpaceInfantry {
    /// What the given orders answer to the question now asked, if they cover it.
    pub(crate) fn ordered(&self, board: &Board, has: impl Fn(usize) -> bool) -> Option<Action> {
        if self.chance(board).is_some() {
            return None;
        }
        let covered = match board.frame()? {
            Frame::Roll { faces, .. } if self.picks_die(board, faces) => {
                has(HIGHER_DIE) && (has(NEVER_REROLL) || !self.has_reroll(board))
            }
            Frame::Roll { lane, .. } => {
                let lost = lane == Lane::Combat && self.dice_hurt(board);
                has(NEVER_REROLL)
                    || has(REROLL_LOST_COMBATS) && !lost
                    || has(REROLL_BAD_DICE) && !self.dice_hurt(board)
            }
            Frame::Combat { stage: CombatStage::Muster, .. } => has(NEVER_OUT_MANEUVER),
            Frame::Tech { .. } => has(ALWAYS_CONTEST),
            Frame::Combat { stage: CombatStage::Loss | CombatStage::Plunder, .. }
            | Frame::WarHits(_)
            | Frame::Choice(Entry::Spend(_)) => has(USUAL_LOSSES),
            Frame::Fights
            | Frame::Combat { stage: CombatStage::FollowUps | CombatStage::Pursuit, .. }
            | Frame::Relation { .. } => has(USUAL_ORDER),
            Frame::ChoosePair(_)
            | Frame::ChooseRace(_)
            | Frame::Choice(
                Entry::FreeBuild | Entry::FreePropaganda | Entry::AdvanceResearch | Entry::FailedAlliance,
            ) => has(USUAL_EVENTS),
            _ => false,
        };
        covered.then(|| self.default_answer(board)).flatten()
    }

    /// Do the dice on the table hurt the player: a combat without a hit, a contest that loses the token, a harmful
    /// event, lost research?
    pub(crate) fn dice_hurt(&self, board: &Board) -> bool {
        let Some(Frame::Roll { lane, faces, .. }) = board.frame() else { return false };
        let Some(&die) = faces.first() else { return false };
        match (lane, board.below()) {
            (Lane::Combat, _) => self.hits(board, &faces) == 0,
            (Lane::Contest, _) => !self.contest(*faces.iter().max().unwrap_or(&die)).0,
            (Lane::Event, Some(Frame::ChitDie(chit))) => {
                !crate::words::entry_helps(self.data.chits[chit.index()].table[usize::from(die) - 1])
            }
            (Lane::Research, Some(Frame::Conduct(list))) => list.first().is_some_and(|(_, column)| {
                self.data.research[usize::from(*column)][usize::from(die) - 1] < 1
            }),
            (Lane::Sabotage, Some(Frame::Sabotage(race))) => {
                let (toolkit, distortion, anti) = self.sabotage_bonus(board, race);
                self.sabotage_hits(board, race, die as i8 + toolkit + distortion + anti).is_none()
            }
            (Lane::Conflict, _) => {
                self.data.conflict_die[usize::from(die) - 1] == crate::data::Conflict::Alliance
            }
            _ => false,
        }
    }

    /// The forced default of chapter 15 for the question now asked.
    pub fn default_answer(&self, board: &Board) -> Option<Action> {
        if self.chance(board).is_some() {
            return None;
        }
        match board.frame()? {
            Frame::Store => {
                let one_each = [
                    Resource::Build,
                    Resource::Maneuver,
                    Resource::Research,
                    Resource::Espionage,
                    Resource::Morale,
                ];
                let missing = |of: &Resource| !board.stored.has(*of) && board.pool.has(*of);
                let first = one_each.into_iter().find(missing).or_else(|| board.pool.types().next());
                first.map(Action::Store)
            }
            Frame::Place(_) => board.pool.types().next().map(Action::Place),
            Frame::Actions => Some(Action::EndActions),
            Frame::Keep => {
                // The type of which most are there; of equal ones the first.
                let most =
                    board.stored.types().max_by_key(|of| (board.stored.count(*of), std::cmp::Reverse(*of)));
                most.map(Action::Return)
            }
            Frame::Roll { faces, .. } if self.picks_die(board, faces) => {
                faces.iter().max().copied().map(Action::UseDie)
            }
            Frame::Roll { .. } => Some(Action::Accept),
            Frame::Tech { .. } => Some(Action::Contest(true)),
            Frame::Relation { pair, asked, .. } => {
                let left = |race: &Race| board.deployed.attaches & race.bit() & !asked != 0;
                pair.in_faction_order().into_iter().find(left).map(Action::RollFirst)
            }
            Frame::ChoosePair(_) => Some(Action::PickPair(crate::Pair::FeCt)),
            Frame::ChooseRace(_) => Some(Action::PickRace(Race::Fe)),
            Frame::Choice(Entry::FreeBuild | Entry::FreePropaganda) => Some(Action::Decline),
            Frame::Choice(Entry::AdvanceResearch) => {
                let highest = board.progress.iter().rev().find(|column| !column.is_empty())?;
                highest.names().next().map(Action::Boost)
            }
            Frame::Choice(Entry::FailedAlliance) => SpaceInfantry::allied(board).next().map(Action::PickPair),
            Frame::Choice(_) | Frame::Combat { stage: CombatStage::Plunder, .. } => {
                let mut first: Option<Source> = None;
                self.each_gift(board, |gift| first = first.or(Some(gift)));
                first.map(Action::Give)
            }
            Frame::Fights | Frame::Combat { stage: CombatStage::FollowUps, .. } => {
                spaces_of(self.combat_choice(board)).next().map(Action::Fight)
            }
            Frame::Combat { stage: CombatStage::Muster, .. } => Some(Action::OutManeuver(0)),
            Frame::Combat { stage: CombatStage::Loss, at, .. } => {
                LOSS_ORDER.into_iter().find(|piece| board.pieces(at, *piece) > 0).map(Action::Lose)
            }
            Frame::Combat { at, .. } => {
                Ship::ALL.into_iter().find(|ship| board.ships(at, *ship) > 0).map(Action::Pursue)
            }
            Frame::WarHits(races) => {
                let mut targets: Vec<_> = self.war_targets(board, races).collect();
                targets.sort_by_key(|at| board.pieces(*at, Piece::BaseUp) == 0);
                targets.first().copied().map(Action::HitBase)
            }
            Frame::Look { shown, .. } if self.is_looking(board, shown) => {
                let mut first: Option<Look> = None;
                self.each_look(board, |look| first = first.or(Some(look)));
                first.map(Action::LookAt)
            }
            Frame::Look { shown, .. } => shown.into_iter().flatten().min().map(Action::Start),
            Frame::Bypass(drawn) => drawn.first().map(|token| Action::Enter(crate::Token::new(*token))),
            Frame::Step { .. } => Some(Action::Stop),
            _ => None,
        }
    }
}
