//! Standing orders: automatic answers to recurring prompts, so that a correspondence match does not stall. They use
//! the view alone and return only actions that the player could choose.

use rules::{StandingOrder, StandingOrders};

use crate::{Action, Board, Frame, Ship, Side, StarBorders, View};

/// The orders, in the order of their bits.
pub(crate) const ORDERS: &[StandingOrder] = &[
    StandingOrder { id: "never-strike", label: "Never ask me for Covert Strike", default: false },
    StandingOrder {
        id: "no-card-windows",
        label: "Never ask me to show cards during a battle",
        default: false,
    },
    StandingOrder { id: "never-honor", label: "Never spend Honor on re-rolls", default: false },
    StandingOrder {
        id: "honor-if-it-helps",
        label: "Ask me for Honor only where a re-roll could help me",
        default: false,
    },
    StandingOrder { id: "never-deflect", label: "Never ask me for Layered Deflectors", default: false },
    StandingOrder {
        id: "deflect-if-it-helps",
        label: "Ask me for Layered Deflectors only after a bad roll",
        default: false,
    },
    StandingOrder { id: "best-hits", label: "Put hits on the ship where they hurt least", default: false },
    StandingOrder { id: "fire-at-will", label: "Always fire at will in the best groups", default: false },
    StandingOrder { id: "fire-bases", label: "Always fire Missile Bases", default: false },
    StandingOrder { id: "always-fight", label: "Never retreat and never hide", default: false },
    StandingOrder { id: "never-flee", label: "Take the damage instead of fleeing", default: false },
    StandingOrder {
        id: "free-repairs",
        label: "Always let R&S ships repair the Disruption of their planet",
        default: false,
    },
    StandingOrder {
        id: "end-when-done",
        label: "End my Activity Step when only ending it is left",
        default: false,
    },
];

const NEVER_STRIKE: usize = 0;
const NO_CARD_WINDOWS: usize = 1;
const NEVER_HONOR: usize = 2;
const HONOR_IF_IT_HELPS: usize = 3;
const NEVER_DEFLECT: usize = 4;
const DEFLECT_IF_IT_HELPS: usize = 5;
const BEST_HITS: usize = 6;
const FIRE_AT_WILL: usize = 7;
const FIRE_BASES: usize = 8;
const ALWAYS_FIGHT: usize = 9;
const NEVER_FLEE: usize = 10;
const FREE_REPAIRS: usize = 11;
const END_WHEN_DONE: usize = 12;

/// The action by which the given orders answer the current prompt, if one covers it.
pub(crate) fn answer(game: &StarBorders, view: &View, side: Side, given: StandingOrders) -> Option<Action> {
    let board = &view.board;
    let frame = board.frame().filter(|_| game.asked(board) == Some(side))?;
    let covered = |order: usize, action: Action| given.has(order).then_some(action);
    match frame {
        Frame::Strike => covered(NEVER_STRIKE, Action::Pass),
        Frame::CardWindow(_) | Frame::Tracking => covered(NO_CARD_WINDOWS, Action::Pass),
        Frame::VolleyHonor(_)
        | Frame::DefenseHonor(_)
        | Frame::SurvivalHonor(..)
        | Frame::SalvageHonor(_) => declines_honor(game, board, frame, given).then_some(Action::Pass),
        Frame::Deflect(ship) => {
            let idle = given.has(DEFLECT_IF_IT_HELPS) && held(game, board, ship);
            let card = given.has(NEVER_DEFLECT) || idle;
            // The Imperium decides on card 5 and on Honor in one prompt: both have to be covered.
            let honor = side == Side::Alliance
                || !game.honor_window(board)
                || declines_honor(game, board, Frame::DefenseHonor(ship), given);
            (card && honor).then_some(Action::Pass)
        }
        Frame::Hits(_) => covered(BEST_HITS, Action::Absorb(game.cheapest_ship_to_hit(board, side))),
        Frame::Fire(_) if board.battle.volley.group.is_empty() && board.battle.volley.shots.is_empty() => {
            covered(FIRE_AT_WILL, Action::FireAtWill)
        }
        Frame::FireMissileBase(_) => covered(FIRE_BASES, Action::FireBase),
        Frame::Stand(_) => covered(ALWAYS_FIGHT, Action::Fight),
        Frame::Danger(_) => covered(NEVER_FLEE, Action::Suffer),
        Frame::RepairDisruption => {
            let mut planets = board.control[side.index()] & board.disrupted;
            let refit = planets.find(|&loc| game.may_refit(board, loc).is_ok());
            refit.and_then(|loc| covered(FREE_REPAIRS, Action::Refit(loc)))
        }
        Frame::Activity if given.has(END_WHEN_DONE) => {
            let hand = view.hands[side.index()].value.unwrap_or_default();
            (!game.has_activity(board, hand, side)).then_some(Action::End)
        }
        _ => None,
    }
}

/// Do the orders decline Honor on the dice of this window?
fn declines_honor(game: &StarBorders, board: &Board, frame: Frame, given: StandingOrders) -> bool {
    given.has(NEVER_HONOR) || given.has(HONOR_IF_IT_HELPS) && !honor_could_help(game, board, frame)
}

/// Did the defense roll leave the ship unharmed?
fn held(game: &StarBorders, board: &Board, ship: Ship) -> bool {
    board.battle.die < game.ratings(board, ship).defense
}

/// Is there a die that went against the Imperium?
fn honor_could_help(game: &StarBorders, board: &Board, frame: Frame) -> bool {
    let battle = &board.battle;
    match frame {
        Frame::VolleyHonor(shooter) => battle
            .volley
            .shots
            .iter()
            .any(|shot| !shot.is_automatic() && shot.hits() != (shooter == Side::Imperium)),
        Frame::DefenseHonor(ship) => held(game, board, ship) != (ship.side() == Side::Imperium),
        Frame::SurvivalHonor(ship, _) => crate::hits::survives(battle.die) != (ship.side() == Side::Imperium),
        Frame::SalvageHonor(victor) => {
            let destroyed = battle.destroyed[victor.opponent().index()];
            let success = battle.salvage.iter().any(|&die| die <= destroyed);
            success != (victor == Side::Imperium)
        }
        _ => false,
    }
}
