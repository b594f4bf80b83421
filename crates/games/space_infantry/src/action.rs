//! One click each: actions; and what chance is asked and answers, and what happened.

use rules::InlineVec;
use serde::Serialize;

use crate::{
    ids::{
        AlienTech, Base, Chit, Colour, Column, FedTech, Fleet, Lane, Pair, Piece, Race, Relation, Resource,
        Ship, Space, Status, Token,
    },
    state::Ending,
};

/// Dice of one roll, in the order of the stream.
pub type Faces = InlineVec<u8, 5>;

/// Where a resource token is taken from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "from", content = "at")]
pub enum Source {
    /// Row 0, else Stored (SI-7.3i).
    Hand(Resource),
    /// The Attaché at a race.
    Attache(Race),
    /// The spy on a race's Technology track.
    Spy(Race),
    /// The Embassy at a race.
    Embassy(Race),
    /// The Morale that opens a column.
    Column(Column),
    /// A space of the Resource Track in rows 1 to 6.
    Track(Column, u8, Resource),
}

/// What pays for an action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pay {
    /// The usual type from row 0 or Stored.
    Hand,
    /// A deployed token.
    Deployed(Source),
    /// A Warp instead of the usual type (SI-7.3.1.8.6).
    Warp,
    /// Nothing: the Engines technology.
    Engines,
}

/// A token to look at (SI-7.3.1.3.1a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Look {
    /// One that was seen before.
    Seen(FedTech),
    /// An unseen one of this colour.
    Unseen(Colour),
}

/// One decision. Phase 3 follows the catalogue 7.3.2, the rest the decision points of chapter 15.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// D2: a token of the first hand.
    Store(Resource),
    /// D3.
    Place(Resource),
    /// D9: the dice stand.
    Accept,
    /// D9: sacrifices an Espionage.
    Reroll(Pay),
    /// D19: one of the two faces.
    UseDie(u8),
    /// D10: so many Maneuvers for as many dice.
    OutManeuver(u8),
    /// D11: contest the technology, or let it pass.
    Contest(bool),
    /// D12.
    Fight(Space),
    /// D13.
    Lose(Piece),
    /// D14.
    HitBase(Space),
    /// D15.
    Give(Source),
    /// D16.
    PickRace(Race),
    /// D16, D17 Failed Alliance.
    PickPair(Pair),
    /// D17.
    FreeBuild(Piece),
    /// D17.
    FreePropaganda(Status),
    /// D17 Research +25 %.
    Boost(FedTech),
    /// D17: no Free Build, no Free Propaganda.
    Decline,
    /// D18.
    Pursue(Ship),
    /// D21.
    RollFirst(Race),
    /// D22: the second step, with the Mine or without.
    Step(Space, bool),
    /// D22: no second step.
    Stop,
    /// D6.
    LookAt(Look),
    /// D6.
    Start(FedTech),
    /// D7.
    Enter(Token),
    /// D8.
    Return(Resource),
    /// A Flagship, a Mine Field or the Sol Defense on Sol.
    Construct(Piece),
    /// A Flagship becomes this Base.
    Settle(Space, Base),
    /// The piece in this space turns to its upgraded side.
    Upgrade(Piece, Space),
    /// A Flagship or a Mine Field next to an anchor.
    ForwardDeploy(Piece, Space),
    /// A ship, from, to, with a Mine.
    Move(Ship, Space, Space, Option<Piece>, Pay),
    /// The token at this place of the Queue.
    Bypass(u8),
    /// See two technologies, start one.
    Initiate,
    /// A die for every technology.
    Conduct,
    /// One column for one technology.
    Focus(FedTech),
    /// A die against a race's technologies.
    Sabotage(Race, Pay),
    /// An Espionage to a race's Holding Box.
    Attache(Race, Pay),
    /// An Espionage to a race's Technology track.
    SlowResearch(Race, Pay),
    /// One of three improvements.
    Propaganda(Status, Pay),
    /// A Morale opens a column.
    Expand(Pay),
    /// A sacrificed token comes back.
    Reclaim(Resource, Pay),
    /// A Diplomacy to a race.
    Embassy(Race, Pay),
    /// Up 1 where an Embassy is.
    Envoy(Race, Pay),
    /// Up 1 anywhere.
    Parley(Race, Pay),
    /// An Ally Ship on Sol.
    AllyShip,
    /// Two white technologies.
    AdvancedTech,
    /// A ship, from, to.
    Fold(Ship, Space, Space),
    /// War Opportunity: this race of the pair to Peace, the other one down 1.
    ArmsDeal(Pair, Race, Pay),
    /// War Opportunity: all fleets of both one space outward.
    Arbitration(Pair, Pay),
    /// War Opportunity: the other relationship of this race toward War.
    FalseIntel(Pair, Race, Pay),
    /// War Opportunity: both lose the technology on space 6.
    Disarm(Pair, Pay),
    /// War Opportunity: both up 1.
    PeaceTalks(Pair, Pay),
    /// D4: no more actions this turn.
    EndActions,
    /// D23.
    Resign,
}

/// What something is drawn from (SI-14.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the lanes of SI-14.3")]
pub enum DrawLane {
    Refill,
    Bypass,
    Chit,
    Blue,
    White,
    Tech(Race),
}

/// What chance is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// So many dice.
    Dice(Lane, u8),
    /// One row of the lane's printed list, out of these.
    Draw(DrawLane, u64),
}

/// What chance answered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Roll {
    /// The faces.
    Dice(Faces),
    /// A row of the lane's printed list.
    Row(u8),
}

/// Why dice of a resource roll brought nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "SI-7.1.3, SI-7.1.7, SI-7.1.8")]
pub enum LossReason {
    BelowOne,
    SpaceFilled,
    PoolEmpty,
}

/// What a contest was about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the three deployed tokens that contest")]
pub enum Contested {
    Technology,
    Relationship,
    WarEffort,
}

/// What happened. Everything is open, so every viewer gets every event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case", tag = "event")]
#[expect(missing_docs, reason = "past tense of the rules; the fields are what changed")]
pub enum Event {
    TokenQueued {
        token: Token,
    },
    TokenTaken {
        token: Token,
        number: u16,
    },
    TokenIgnored {
        token: Token,
        effective: i8,
    },
    TokenHeld {
        token: Token,
    },
    ExtraAdvance {
        race: Race,
    },
    Stored {
        resource: Resource,
    },
    TurnBegan {
        turn: u16,
    },
    TurnEnded {
        turn: u16,
    },
    DiceRolled {
        lane: Lane,
        #[cfg_attr(feature = "ts", ts(type = "Array<number>"))]
        faces: Faces,
        attempt: u8,
    },
    Rerolled {
        source: Source,
    },
    Placed {
        resource: Resource,
        count: u8,
        column: Column,
        row: u8,
    },
    DiceLost {
        result: u8,
        count: u8,
        reason: LossReason,
    },
    TrackAdvanced,
    TrackRaised,
    Returned {
        source: Source,
        resource: Resource,
    },
    Spent {
        source: Source,
        resource: Resource,
    },
    Sacrificed {
        source: Source,
        resource: Resource,
    },
    ColumnClosed {
        column: Column,
    },
    FleetMoved {
        fleet: Fleet,
        from: Space,
        to: Space,
    },
    FleetStays {
        fleet: Fleet,
        at: Space,
    },
    FleetSpawned {
        fleet: Fleet,
        at: Space,
    },
    BecameAdvance {
        race: Race,
    },
    BecameSpawn {
        race: Race,
    },
    BecameTech {
        race: Race,
    },
    NoEffect,
    TechShown {
        race: Race,
        tech: AlienTech,
    },
    TechGained {
        race: Race,
        tech: AlienTech,
    },
    TechPrevented {
        race: Race,
        tech: AlienTech,
    },
    TechRemoved {
        race: Race,
        tech: AlienTech,
    },
    SpyReturned {
        race: Race,
    },
    Contest {
        about: Contested,
        race: Race,
        die: u8,
        stays: bool,
        prevented: bool,
    },
    WarEffortMoved {
        race: Race,
        from: i8,
        to: i8,
    },
    Overflow {
        race: Race,
    },
    RelationMoved {
        pair: Pair,
        from: Relation,
        to: Relation,
    },
    Overage {
        pair: Pair,
    },
    ChitDrawn {
        chit: Chit,
    },
    EventEntry {
        chit: Chit,
        die: u8,
    },
    ChitsReturned,
    StabilityChanged {
        from: u8,
        to: u8,
    },
    DesireChanged {
        from: u8,
        to: u8,
    },
    LossesChanged {
        from: u8,
        to: u8,
    },
    CombatBegan {
        race: Race,
        at: Space,
        dice: u8,
    },
    OutManeuvered {
        count: u8,
    },
    HitsScored {
        hits: u8,
    },
    FleetRetreated {
        fleet: Fleet,
        from: Space,
        to: Space,
    },
    FleetDestroyed {
        fleet: Fleet,
        at: Space,
    },
    FleetRespawned {
        fleet: Fleet,
        at: Space,
    },
    AssetLost {
        piece: Piece,
        at: Space,
    },
    Pursued {
        ship: Ship,
        from: Space,
        to: Space,
    },
    CombatEnded {
        race: Race,
        at: Space,
        won: bool,
    },
    Built {
        piece: Piece,
        at: Space,
    },
    Settled {
        base: Base,
        at: Space,
    },
    Unlocked {
        base: Base,
    },
    Upgraded {
        piece: Piece,
        at: Space,
    },
    ShipMoved {
        ship: Ship,
        from: Space,
        to: Space,
        mine: Option<Piece>,
        free: bool,
    },
    Folded {
        ship: Ship,
        from: Space,
        to: Space,
    },
    Bypassed {
        token: Token,
    },
    BypassDrawn {
        token: Token,
    },
    Looked {
        tech: FedTech,
    },
    Started {
        tech: FedTech,
    },
    Progressed {
        tech: FedTech,
        from: u8,
        to: u8,
    },
    Discovered {
        tech: FedTech,
    },
    Sabotaged {
        race: Race,
        result: i8,
    },
    Deployed {
        source: Source,
    },
    Reclaimed {
        resource: Resource,
    },
    WhiteReleased {
        count: u8,
    },
    WarOpportunity {
        pair: Pair,
    },
    Ended {
        ending: Ending,
    },
}
