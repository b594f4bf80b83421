//! A match: plain data (SC-VOC-21).

use rules::{InlineVec, Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::{
    action::{Ability, Thing},
    ids::{Area, Cards, EventBag, EventId, Faction, Force, Gate, KindMask, Planet, Token},
};

/// Most seats of a table.
pub const SEATS: usize = 6;
/// Areas of all twelve planets.
pub const AREAS: usize = 37;
/// Most routes: 16 normal ones, 6 Z-axis routes and extra ones of SC-SETUP-6h.
pub const ROUTES: usize = 32;
/// In place of a small id: nothing there.
pub const NONE: u8 = u8::MAX;
/// Orders one stack can hold: all of six players.
pub const STACK: usize = 24;

/// What lies in an area.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AreaState {
    /// Seat whose units are here, or [`NONE`].
    pub owner: u8,
    #[expect(missing_docs, reason = "by kind of the owner's race")]
    pub units: Force,
    /// Seat whose base is here, or [`NONE`].
    pub base: u8,
    /// 0 no token, 1 partially, 2 fully depleted.
    pub depletion: u8,
    /// Seat that holds the resource card, or [`NONE`].
    pub card: u8,
    /// Workers on the card.
    pub workers: u8,
}

impl Default for AreaState {
    fn default() -> Self {
        Self { owner: NONE, units: [0; 9], base: NONE, depletion: 0, card: NONE, workers: 0 }
    }
}

/// A route with the seats that have a transport on it, bit by seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct RouteState {
    pub a: Gate,
    pub b: Gate,
    pub z: bool,
    pub transports: u8,
}

/// Where a tile lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Tile {
    pub placed: bool,
    pub x: i8,
    pub y: i8,
    pub rotation: u8,
}

/// What one seat owns outside the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Player {
    /// Its faction, or `NONE` before it has one.
    pub faction: Faction,
    /// 0 in play; otherwise the number of its elimination, later ones higher.
    pub out: u8,
    #[expect(missing_docs, reason = "conquest points")]
    pub cp: u8,
    /// Worker Pool.
    pub pool: u8,
    /// Unavailable Workers.
    pub idle: u8,
    /// Workers on the permanent minerals.
    pub on_minerals: u8,
    /// Workers on the permanent gas.
    pub on_gas: u8,
    #[expect(missing_docs, reason = "of the three buildings")]
    pub levels: [u8; 3],
    #[expect(missing_docs, reason = "by kind")]
    pub modules: [u8; 3],
    /// Order tokens in the supply.
    pub tokens: [u8; 6],
    #[expect(missing_docs, reason = "combat cards")]
    pub hand: Cards,
    #[expect(missing_docs, reason = "combat cards; the order is decided by the draws")]
    pub deck: Cards,
    #[expect(missing_docs, reason = "combat cards")]
    pub discards: Cards,
    /// Technology deck.
    pub tech: Cards,
    /// Technologies in the play area.
    pub play: Cards,
    /// SC-HID-15: cards of this seat that each other seat has seen.
    pub known: [Cards; SEATS],
    /// SC-HID-3: cards of this seat that everybody has seen.
    pub open: Cards,
    /// SC-HID-2: order tokens turned up this round.
    pub shown: [u8; 6],
    /// SC-REGR-20: chosen in step 9, not yet shown.
    pub dropping: Cards,
    /// Kept events.
    pub kept: EventBag,
    /// Face-down event cards by stage.
    pub front: [u8; 3],
    /// Event cards read in step 8.
    pub faces: EventBag,
    /// SC-PLAN-9: one order less in the next Planning Phase.
    pub jammed: bool,
    /// Planets dealt to it and not yet placed, bit by planet.
    pub dealt: u16,
    /// Its first planet with a base, or `NONE`.
    pub home: Planet,
}

impl Default for Player {
    fn default() -> Self {
        Self {
            faction: Faction(NONE),
            out: 0,
            cp: 0,
            pool: 0,
            idle: 0,
            on_minerals: 0,
            on_gas: 0,
            levels: [0; 3],
            modules: [0; 3],
            tokens: [0; 6],
            hand: 0,
            deck: 0,
            discards: 0,
            tech: 0,
            play: 0,
            known: [0; SEATS],
            open: 0,
            shown: [0; 6],
            dropping: 0,
            kept: EventBag::default(),
            front: [0; 3],
            faces: EventBag::default(),
            jammed: false,
            dealt: 0,
            home: Planet(NONE),
        }
    }
}

/// An order on a stack: its owner and its type, which only the owner knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Placed {
    pub seat: Seat,
    pub token: Token,
}

impl Default for Placed {
    fn default() -> Self {
        Self { seat: Seat(0), token: Token::Build }
    }
}

/// The order stack of a planet, bottom to top (SC-PLAN-4).
pub type Stack = InlineVec<Placed, STACK>;

/// The order being executed, or the one an event gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Order {
    #[expect(missing_docs, reason = "the active player")]
    pub seat: Seat,
    #[expect(missing_docs, reason = "the active planet")]
    pub planet: Planet,
    /// The token; `None` for an order given by an event.
    pub token: Option<Token>,
    /// Units built so far.
    pub built: u8,
    /// Gold discount not yet used.
    pub discount: u8,
    /// Level, module, base bought.
    pub done: [bool; 3],
    /// Mobilize: units on the active planet that have moved, or Build: units that were there at the start.
    pub marked: [Force; 4],
    /// Units moved into the area of the battle.
    pub attackers: Force,
    /// The one enemy area entered, or `NONE`.
    pub enemy: Area,
    /// Route of Forced March, or `NONE`.
    pub march: u8,
    /// SC-MOB-17: areas of the active planet that held an Arbiter at the start.
    pub arbiters: u8,
    /// Recall was used.
    pub recalled: bool,
    /// A move was made.
    pub moved: bool,
    /// Technology bought by this order, or `NONE`.
    pub tech: u8,
    /// Cards of it, before they go anywhere.
    pub fresh: Cards,
}

impl Default for Order {
    fn default() -> Self {
        Self {
            seat: Seat(0),
            planet: Planet(NONE),
            token: None,
            built: 0,
            discount: 0,
            done: [false; 3],
            marked: [[0; 9]; 4],
            attackers: [0; 9],
            enemy: Area(NONE),
            march: NONE,
            arbiters: 0,
            recalled: false,
            moved: false,
            tech: NONE,
            fresh: 0,
        }
    }
}

/// Where a payment stands (SC-RSRC-9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum PayStage {
    #[default]
    Discounts,
    Split,
    Workers,
}

/// A purchase being paid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "what is still to be paid")]
pub struct Pay {
    pub seat: Seat,
    pub thing: Thing,
    pub minerals: u8,
    pub gas: u8,
    pub discount: u8,
    pub stage: PayStage,
}

impl Default for Pay {
    fn default() -> Self {
        Self {
            seat: Seat(0),
            thing: Thing::Worker,
            minerals: 0,
            gas: 0,
            discount: 0,
            stage: PayStage::Discounts,
        }
    }
}

/// One skirmish; index 0 is the attacker's side, 1 the defender's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Line {
    /// Kinds in front, or `NONE` once gone.
    pub front: [u8; 2],
    /// Kinds that stood in front when the skirmish was formed.
    pub formed: [u8; 2],
    #[expect(missing_docs, reason = "by kind of the side's race")]
    pub support: [Force; 2],
    /// Combat card, or `NONE`.
    pub card: [u8; 2],
    /// The card came from the top of the deck.
    pub blind: [bool; 2],
    /// Reinforcement card, or `NONE`.
    pub extra: [u8; 2],
    /// The cards of a side lie face up.
    pub shown: [bool; 2],
    /// A cost of an ability: undecided, paid, declined.
    pub paid: [Toll; 2],
    #[expect(missing_docs, reason = "the skirmish is over")]
    pub done: bool,
    /// Final attack of both sides, once resolved.
    pub attack: [i8; 2],
    /// Final health of both sides, once resolved.
    pub health: [i8; 2],
    /// What became of each side's front-line unit.
    pub fate: [Fate; 2],
}

impl Default for Line {
    fn default() -> Self {
        Self {
            front: [NONE; 2],
            formed: [NONE; 2],
            support: [[0; 9]; 2],
            card: [NONE; 2],
            blind: [false; 2],
            extra: [NONE; 2],
            shown: [false; 2],
            paid: [Toll::Open; 2],
            done: false,
            attack: [0; 2],
            health: [0; 2],
            fate: [Fate::Stands; 2],
        }
    }
}

/// The decision about an ability's cost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Toll {
    #[default]
    Open,
    Paid,
    Declined,
}

/// What became of a front-line unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Fate {
    #[default]
    Stands,
    Destroyed,
    Withdrew,
}

/// Who must be hit when both sides strike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Hit {
    #[default]
    Miss,
    Front,
    Support,
}

/// Where a battle stands. `side` 0 is the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[expect(missing_docs, reason = "section 11 of the ledger, step by step")]
pub enum Step {
    #[default]
    None,
    Ability {
        side: u8,
    },
    Effects {
        side: u8,
    },
    Consume {
        side: u8,
    },
    Ambush {
        side: u8,
        mask: KindMask,
    },
    Draw,
    Front {
        side: u8,
    },
    Pair,
    Support {
        side: u8,
    },
    Place {
        side: u8,
        line: u8,
    },
    Blind {
        side: u8,
        line: u8,
    },
    Reinforce {
        side: u8,
        line: u8,
    },
    Placed {
        side: u8,
    },
    Resolve,
    Reveal {
        side: u8,
    },
    Costs {
        side: u8,
    },
    Strike,
    Hit {
        side: u8,
    },
    Withdraw {
        side: u8,
        kind: u8,
    },
    EndAbility {
        side: u8,
    },
    Broodling {
        side: u8,
        mask: KindMask,
    },
    PutAway,
    Splash {
        side: u8,
    },
    Retreat,
    Excess,
    RetreatTo {
        side: u8,
    },
    Overfill {
        side: u8,
    },
    TrimAttackers,
    Close,
}

/// Activated splash damage: the side that loses a unit and the kinds that fit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Splash {
    pub side: u8,
    pub mask: KindMask,
}

/// A battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Battle {
    /// Attacker and defender.
    pub seats: [Seat; 2],
    #[expect(missing_docs, reason = "the contested area")]
    pub area: Area,
    #[expect(missing_docs, reason = "started by a gold Mobilize")]
    pub gold: bool,
    #[expect(missing_docs, reason = "where it stands")]
    pub step: Step,
    /// Where it continues after a withdrawal.
    pub resume: Step,
    /// All units of a side still in the battle.
    pub units: [Force; 2],
    /// Units not yet paired or supporting.
    pub free: [Force; 2],
    /// Bonus attack in every skirmish.
    pub attack: [i8; 2],
    /// Bonus health in every skirmish.
    pub health: [i8; 2],
    /// Detector in every skirmish.
    pub detector: [bool; 2],
    /// This side places its cards face up and first.
    pub face_up: [bool; 2],
    /// Ability being carried out.
    pub ability: Ability,
    /// Its next effect.
    pub effect: u8,
    /// Skirmishes still to be formed.
    pub to_pair: u8,
    /// A side of Assist units only: the kind its owner put in front, or `NONE`.
    pub lead: [u8; 2],
    #[expect(missing_docs, reason = "the skirmishes")]
    pub lines: InlineVec<Line, 4>,
    /// The skirmish being resolved.
    pub current: u8,
    /// What each side's unit suffers in step 7c.
    pub hits: [Hit; 2],
    /// Cloaking that works in this skirmish: 1 of the front-line unit, 2 of the supporting ones.
    pub veil: [u8; 2],
    /// Cards used in this skirmish (SC-BATTLE-41): 1 combat card, 2 reinforcement card.
    pub used: [u8; 2],
    /// Cards to be set aside for step 8, in the same way.
    pub hold: [u8; 2],
    /// Units the opponent must destroy by *Nuke*.
    pub nuke: [u8; 2],
    /// End of step 7c abilities still to come, 1 combat card, 2 reinforcement card.
    pub pending: [u8; 2],
    /// Cards set aside for step 8.
    pub aside: [Cards; 2],
    #[expect(missing_docs, reason = "activated in step 7")]
    pub splash: InlineVec<Splash, 16>,
    /// Units that retreat together.
    pub leaving: Force,
    /// Where they go, or `NONE`.
    pub refuge: Area,
    /// Fighting Withdrawal: no steps 3 to 8.
    pub broken_off: bool,
}

impl Default for Battle {
    fn default() -> Self {
        Self {
            seats: [Seat(0); 2],
            area: Area(NONE),
            gold: false,
            step: Step::None,
            resume: Step::None,
            units: [[0; 9]; 2],
            free: [[0; 9]; 2],
            attack: [0; 2],
            health: [0; 2],
            detector: [false; 2],
            face_up: [false; 2],
            ability: Ability::None,
            effect: 0,
            to_pair: 0,
            lead: [NONE; 2],
            lines: InlineVec::new(),
            current: 0,
            hits: [Hit::Miss; 2],
            veil: [0; 2],
            used: [0; 2],
            hold: [0; 2],
            nuke: [0; 2],
            pending: [0; 2],
            aside: [0; 2],
            splash: InlineVec::new(),
            leaving: [0; 9],
            refuge: Area(NONE),
            broken_off: false,
        }
    }
}

/// What the match waits for. `at` counts seats from the first player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[expect(missing_docs, reason = "section 4.1 of the ledger")]
pub enum Frame {
    #[default]
    FirstPlayer,
    Faction {
        at: u8,
    },
    Deal {
        at: u8,
    },
    Home {
        at: u8,
    },
    PlacePlanet {
        turn: u8,
    },
    FirstBase {
        turn: u8,
        planet: Planet,
    },
    LayRoute {
        at: u8,
    },
    StartUnits {
        at: u8,
    },
    StartTransport {
        at: u8,
    },
    Plan {
        turn: u8,
        at: u8,
    },
    Exec {
        at: u8,
    },
    Choose {
        planet: Planet,
        token: Token,
    },
    /// Step A, B, C.
    Build {
        step: u8,
    },
    Pay,
    Mobilize,
    Liftoff,
    /// 0 draw three, 1 technology, 2 gold bonus, 3 shuffle.
    Research {
        step: u8,
    },
    Draw {
        seat: Seat,
        left: u8,
    },
    Battle,
    Faces,
    Events {
        at: u8,
    },
    Event {
        event: EventId,
        effect: u8,
    },
    /// `KILL_UNIT`: the owner chooses.
    Strike {
        area: Area,
    },
    /// PLACE: units of the event still to be put into the area.
    Put {
        area: Area,
        units: Force,
    },
    /// `PLACE_ONE_OF`: the kind is chosen.
    PutOne {
        kind: u8,
    },
    Discard,
    Over,
}

/// How the match ended (SC-END-15).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Ending {
    Normal,
    Special,
    EndCards,
    LastPlayer,
    LastRound,
}

/// A match.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    #[expect(missing_docs, reason = "1 from the first Planning Phase on")]
    pub round: u8,
    #[expect(missing_docs, reason = "holder of the First Player token")]
    pub first: Seat,
    /// Seats still in the game.
    pub alive: Seats,
    /// Seats that take the First Player token in step 10, or `NONE`.
    pub next_first: u8,
    #[expect(missing_docs, reason = "by planet")]
    pub tiles: [Tile; 12],
    #[expect(missing_docs, reason = "in the order they were laid")]
    pub routes: InlineVec<RouteState, ROUTES>,
    #[expect(missing_docs, reason = "by area")]
    pub areas: [AreaState; AREAS],
    #[expect(missing_docs, reason = "by planet")]
    pub stacks: [Stack; 12],
    #[expect(missing_docs, reason = "by seat")]
    pub players: [Player; SEATS],
    /// Event cards drawn in the whole game.
    pub drawn: u8,
    /// Event cards that were turned up: discarded, by name.
    pub spent: EventBag,
    /// The End Draws Near cards played.
    pub ends: u8,
    /// Eliminations so far.
    pub eliminated: u8,
    /// Seats that still choose their discards.
    pub discarding: Seats,
    #[expect(missing_docs, reason = "section 4.1 of the ledger; the last one acts")]
    pub frames: InlineVec<Frame, 8>,
    #[expect(missing_docs, reason = "valid inside an order")]
    pub order: Order,
    #[expect(missing_docs, reason = "valid inside a payment")]
    pub pay: Pay,
    #[expect(missing_docs, reason = "valid inside a battle")]
    pub battle: Battle,
    #[expect(missing_docs, reason = "once the match is over")]
    pub ending: Option<Ending>,
    /// Winners, once the match is over.
    pub winners: Seats,
}

impl State {
    #[expect(missing_docs, reason = "the frame that acts")]
    pub fn frame(&self) -> Frame {
        self.frames.last().copied().unwrap_or(Frame::Over)
    }
    pub(crate) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }
    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }
    pub(crate) fn area(&self, area: Area) -> &AreaState {
        &self.areas[area.index()]
    }
    pub(crate) fn area_mut(&mut self, area: Area) -> &mut AreaState {
        &mut self.areas[area.index()]
    }
    pub(crate) fn set_frame(&mut self, frame: Frame) {
        *self.frames.last_mut().expect("there is always a frame") = frame;
    }
    /// The skirmish being resolved.
    pub(crate) fn line(&self) -> &Line {
        &self.battle.lines[usize::from(self.battle.current)]
    }
    pub(crate) fn line_mut(&mut self) -> &mut Line {
        let at = usize::from(self.battle.current);
        &mut self.battle.lines.as_mut_slice()[at]
    }
}
