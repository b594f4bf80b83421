//! Chapter 3: a scenario that has been checked. Parse once into this, then stop checking.

use crate::{CardSet, Class, Loc, LocSet, MAX_LOCS, Ship, Side};

/// Everything a scenario fixes, except the map (SB-3.0a).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// `A`.
    pub id: String,
    /// `The First Frontier War`.
    pub title: String,
    /// Who made it.
    pub author: Option<String>,
    /// The story.
    pub briefing: String,
    /// What a beginner meets here for the first time.
    pub teaches: Vec<String>,
    /// The countdown box of the first Game Turn.
    pub start_box: u8,
    /// By box: the sudden-death number; 0 is no roll.
    pub sudden_death: [u8; 13],
    /// Who goes first.
    pub initiative: Initiative,
    /// Which chapters are in use.
    pub features: Features,
    /// The cards in play, those of the starting hands among them.
    pub deck: CardSet,
    /// By side.
    pub sides: [SideSetup; 2],
    /// How it is won.
    pub victory: Victory,
    /// Special rules.
    pub special: Special,
}

/// How the First Player is found (SB-4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Initiative {
    /// From the second Game Turn on.
    pub mode: InitiativeMode,
    /// In the first Game Turn; none is a roll.
    pub first: Option<Side>,
}

/// SB-4.1b, SB-4.1c.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InitiativeMode {
    /// The same player in every Game Turn.
    Fixed,
    /// The players change every Game Turn.
    Alternate,
    /// A roll every Game Turn.
    Roll,
}

/// Which chapters are in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "four independent switches of the scenario sheet")]
pub struct Features {
    /// Development cards.
    pub cards: bool,
    /// Salvage and Intelligence Coups.
    pub salvage: bool,
    /// Building fortifications.
    pub fortify: bool,
    /// Planetary Assaults.
    pub planetary_assault: bool,
}

/// What a side starts with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideSetup {
    /// Sector Bases, in the order of the file (SB-5.5d asks for it).
    pub bases: Vec<Loc>,
    /// Planets with its Control marker, bases included.
    pub control: LocSet,
    /// By location: the fortification level.
    pub level: [u8; MAX_LOCS],
    /// Planets whose marker starts Disrupted.
    pub disrupted: LocSet,
    /// Logistics Points.
    pub lp: u8,
    /// The most it can hold.
    pub lp_capacity: u8,
    /// Honor Points.
    pub honor: u8,
    /// Ordinary Fortified markers not yet on the map.
    pub fort_stock: u8,
    /// Fortress markers not yet on the map.
    pub fortress_stock: u8,
    /// Every counter of this side that is in the game (SB-3.0j).
    pub ships: Vec<Placed>,
    /// Cards it starts with.
    pub hand: CardSet,
    /// Cards it is dealt on top.
    pub random_cards: u8,
}

/// A counter and where it starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Which counter.
    pub ship: Ship,
    /// Back up: the damaged side of a two-step counter, the second class of another.
    pub back: bool,
    /// Where.
    pub place: StartingPlace,
}

/// Where a counter starts (SB-3.0d, SB-3.0e).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartingPlace {
    /// On the map.
    At(Loc),
    /// In the Eliminated box.
    Eliminated,
    /// Off the map, under a special rule.
    OffMap,
    /// In the common draw pool.
    Pool,
    /// On the countdown track (SB-5.5a).
    Due {
        /// The number of the box.
        turn: u8,
        /// Where it then goes.
        at: ArrivalPlace,
    },
}

/// Where a reinforcement arrives (SB-5.5b, SB-5.5f).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrivalPlace {
    /// At a Sector Base of the owner's choice.
    Base,
    /// In the Eliminated box, to be replaced as usual.
    Eliminated,
    /// There.
    At(Loc),
}

/// How the scenario is won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Victory {
    /// What is worth how much at the end.
    pub points: Points,
    /// Who wins a tie; none is a draw.
    pub tie: Option<Side>,
    /// Further points.
    pub extra: Vec<Extra>,
    /// Ways to win at once.
    pub instant: Vec<Instant>,
}

/// Victory points for each item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Points {
    /// An available Control marker.
    pub control: i16,
    /// A Nebula with own ships.
    pub nebula: i16,
    /// Asteroids with own ships.
    pub asteroids: i16,
    /// A Wormhole with own ships.
    pub wormhole: i16,
    /// An available own Sector Base, in addition.
    pub own_base: i16,
    /// A planet of the opponent's `bases` that carries one's own marker, in addition.
    pub enemy_base: i16,
}

/// Further victory points. `side: None` is both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extra {
    /// To the side that controls `loc`, available.
    Location {
        /// Who can score it.
        side: Option<Side>,
        /// The planet.
        loc: Loc,
        /// How much.
        vp: i16,
    },
    /// If the enemy counter of that class is in the Eliminated box (SB-S.E1).
    ClassEliminated {
        /// Who can score it: never the owner of the class.
        side: Option<Side>,
        /// The enemy class.
        class: Class,
        /// How much.
        vp: i16,
    },
    /// Flat.
    Handicap {
        /// Who scores it.
        side: Option<Side>,
        /// How much.
        vp: i16,
    },
    /// For enemy ships destroyed over the whole game.
    ShipsDestroyed {
        /// Who can score it.
        side: Option<Side>,
        /// For every `per` ships.
        per: u8,
        /// How much.
        vp: i16,
    },
    /// If the enemy has no ship on the map.
    DeadFleet {
        /// Who can score it.
        side: Option<Side>,
        /// How much.
        vp: i16,
    },
}

/// A way to win at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instant {
    /// When it is looked at.
    pub when: When,
    /// Who can win by it; none is both.
    pub side: Option<Side>,
    /// What has to be so.
    pub condition: Condition,
}

/// When an instant victory is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// After each player's turn.
    EndOfPlayerTurn,
    /// After both players' turns.
    EndOfGameTurn,
}

/// What wins at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// The opponent has no Sector Base, oneself has one (SB-S.F2).
    OpponentHasNoBase,
    /// All of these planets are one's own.
    ControlsAll(LocSet),
    /// One side leads by this many points.
    VpLead(i16),
    /// The opponent has no ship on the map.
    OpponentHasNoShips,
}

/// The special rules of a scenario. Closed links and Wormholes are already folded into the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Special {
    /// The common draw pool.
    pub draw_pool: Option<DrawPool>,
    /// A ship to be had for Honor.
    pub requisition: Option<Requisition>,
    /// While the marker is above this box no ship enters a location with enemy presence.
    pub truce_until: Option<u8>,
    /// By side: added in every Income step, before the capacity limit.
    pub income_bonus: [u8; 2],
    /// By side: SB-5.2 is off.
    pub no_replacements: [bool; 2],
}

/// SB-S.G1 to SB-S.G6.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawPool {
    /// Counters drawn in every Player Turn while cold.
    pub cold_draw: u8,
    /// Counters drawn by Mobilize.
    pub mobilize_draw: u8,
    /// By side: the price of Operate.
    pub surcharge: [u8; 2],
    /// The countdown stands still while cold.
    pub freeze_countdown: bool,
}

/// SB-S.F1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Requisition {
    /// The off-map counter.
    pub ship: Ship,
    /// Which side of it is up.
    pub back: bool,
    /// The price in Honor.
    pub cost: u8,
    /// How often; there is one counter, so once.
    pub limit: u8,
}
