//! Decisions, chance and what happened.

use rules::Seat;
use serde::Serialize;

use crate::{
    ids::{Area, Card, Cards, EventBag, EventId, Faction, Gate, Kind, Module, Planet, Route, Tech, Token},
    state::{Ending, Fate},
};

/// What is bought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[expect(missing_docs, reason = "the names are the ledger's")]
pub enum Thing {
    Worker,
    Transport(Route),
    Unit(Kind, Area),
    /// Kind, areas of the units removed (twice the same for one), area of the new unit (SC-BUILD-18).
    Swap(Kind, Area, Area, Area),
    Level(u8),
    Module(Module),
    Base(Area),
    Tech(Tech),
}

/// Where a worker goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[expect(missing_docs, reason = "the names are the ledger's")]
pub enum Place {
    Minerals,
    Gas,
    Card(Area),
    /// Force mining (SC-MINE-1).
    Force(Area),
}

/// A start-of-battle ability: a technology in the play area or a kept event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[expect(missing_docs, reason = "the names are the ledger's")]
pub enum Ability {
    None,
    Card(Card),
    Event(EventId),
}

/// One decision (section 18 of the ledger).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[expect(missing_docs, reason = "section 18 of the ledger names and explains them")]
pub enum Action {
    Faction(Faction),
    Planet {
        planet: Planet,
        x: i8,
        y: i8,
        rotation: u8,
    },
    /// SC-SETUP-6h: own side and the entrance joined to it.
    PlanetZ {
        planet: Planet,
        x: i8,
        y: i8,
        rotation: u8,
        side: crate::ids::Side,
        other: Gate,
    },
    Base(Area),
    NoBase,
    ZRoute(Gate, Gate),
    StartUnit(Kind, Area),
    StartTransport(Route),
    PlaceOrder(Planet, Token),
    TakeOrder(Planet),
    Execute,
    DrawEvent,
    Buy(Thing),
    EndStep,
    UseDiscount(EventId),
    UseGold,
    Go,
    Split(u8),
    Worker(Place),
    /// SC-UI-6: pay the rest by the usual plan, without force mining.
    PayRest,
    ForcedMarch(Route),
    Move(Kind, Area, Area),
    Recall(Kind, Area, Area),
    EndMoves,
    Liftoff(Area),
    Stay,
    DrawThree,
    NoDraw,
    NoTech,
    BonusEvent,
    BonusCard(Card),
    NoBonus,
    DestroyUnit(Kind, Area),
    DestroyBase(Area),
    DestroyTransport(Route),
    StartAbility(Ability),
    NoAbility,
    ConsumeUnit(Kind),
    ConsumeWorker,
    Front(Kind),
    Pair(Kind, Kind),
    Support(Kind, u8),
    Card(u8, Card),
    Top(u8),
    Reinforce(u8, Card),
    NoReinforce(u8),
    Resolve(u8),
    PayAbility,
    Decline,
    Withdraw(Area),
    LoseSupport(Kind),
    NextAbility(Card),
    Lose(Kind),
    Excess(Kind),
    RetreatTo(Area),
    PlayEvent(EventId),
    NoEvent,
    EndCard,
    EndPoint,
    Route(Route),
    /// Route, its end 0 or 1, new entrance.
    MoveEnd(Route, u8, Gate),
    NoBuy,
    Area(Area),
    Put(Kind),
    Kind(Kind),
    Transport(Route, Seat),
    Player(Seat),
    OrderPlanet(Planet),
    Discard(Card),
}

/// What chance decides (section 22 of the ledger).
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "section 22 of the ledger")]
pub enum Chance {
    FirstPlayer(u8),
    /// Factions left, bit by faction.
    Faction(u8),
    /// Planets left, bit by planet.
    Planet(u16),
    /// Home planets left, bit by planet.
    Home(u16),
    /// Cards of a race, given by its first card.
    Card {
        first: u8,
        cards: Cards,
    },
    /// Event cards not yet turned up of one stage.
    Event(EventBag),
}

/// What chance answered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "section 22 of the ledger")]
pub enum Roll {
    Seat(Seat),
    Faction(Faction),
    Planet(Planet),
    Home(Planet),
    Card(Card),
    Event(EventId),
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "type")]
#[expect(missing_docs, reason = "past tense says it")]
pub enum Event {
    FirstPlayer { seat: Seat },
    FactionTaken { seat: Seat, faction: Faction },
    PlanetDealt { seat: Seat, planet: Planet },
    HomeDealt { seat: Seat, planet: Planet },
    PlanetPlaced { seat: Seat, planet: Planet },
    RouteLaid { a: Gate, b: Gate, z: bool },
    RouteMoved { from: Gate, to: Gate },
    BaseBuilt { seat: Seat, area: Area },
    UnitPlaced { seat: Seat, kind: Kind, area: Area },
    TransportPlaced { seat: Seat, a: Gate, b: Gate },
    RoundBegan { round: u8 },
    Planned { round: u8 },
    OrderPlaced { seat: Seat, planet: Planet, token: Option<Token> },
    OrderTaken { seat: Seat, planet: Planet, token: Token },
    OrderSwapped { seat: Seat },
    OrderEnded { seat: Seat, planet: Planet, token: Option<Token> },
    OrderRemoved { seat: Seat, planet: Planet },
    Obstructed { seat: Seat },
    EventDrawn { seat: Seat, stage: u8 },
    Purchased { seat: Seat, thing: Thing },
    Discounted { seat: Seat, n: u8 },
    WorkerPlaced { seat: Seat, place: Place },
    Depleted { area: Area, fully: bool },
    Moved { seat: Seat, kind: Kind, from: Area, to: Area },
    Marched { seat: Seat, a: Gate, b: Gate },
    BaseMoved { seat: Seat, from: Area, to: Area },
    UnitDestroyed { seat: Seat, kind: Kind, area: Area },
    BaseDestroyed { seat: Seat, area: Area },
    TransportDestroyed { seat: Seat, a: Gate, b: Gate },
    CardDrawn { seat: Seat, card: Option<Card> },
    DeckShuffled { seat: Seat },
    TechTaken { seat: Seat, tech: Tech },
    CardToHand { seat: Seat, card: Card },
    NothingDone { seat: Seat },
    BattleBegan { attacker: Seat, defender: Seat, area: Area },
    AbilityUsed { seat: Seat, ability: Ability },
    HandSeen { seat: Seat, of: Seat, cards: Option<Cards> },
    WorkerSpent { seat: Seat },
    Paired { line: u8, kinds: [Kind; 2] },
    Supported { seat: Seat, kind: Kind, line: u8 },
    CardPlaced { seat: Seat, line: u8, card: Option<Card>, blind: bool, open: bool },
    Reinforced { seat: Seat, line: u8, card: Option<Card>, open: bool },
    NotReinforced { seat: Seat, line: u8 },
    Revealed { seat: Seat, line: u8, card: Option<Card>, extra: Option<Card> },
    TurnedAway { seat: Seat, card: Card },
    AbilityPaid { seat: Seat, paid: bool },
    Struck { line: u8, attack: [i8; 2], health: [i8; 2] },
    UnitLost { seat: Seat, kind: Kind, fate: Fate, area: Area },
    SplashActivated { seat: Seat },
    Retreated { seat: Seat, area: Area },
    BattleEnded { area: Area, attackers: u8, defenders: u8 },
    Regrouped { round: u8 },
    CardLost { seat: Seat, area: Area },
    CardGained { seat: Seat, area: Area },
    WorkersBack { seat: Seat, pool: u8 },
    Scored { seat: Seat, n: u8, cp: u8 },
    EventRead { seat: Seat, event: Option<EventId> },
    EventPlayed { seat: Seat, event: EventId },
    EventDiscarded { seat: Seat, event: EventId },
    WorkersAdded { seat: Seat, n: u8 },
    WorkersIdled { seat: Seat, n: u8 },
    Undepleted { area: Area },
    Jammed { seat: Seat },
    DiscardChosen { seat: Seat, card: Option<Card> },
    DiscardDone { seat: Seat },
    Discarded { seat: Seat, card: Card },
    FirstPassed { seat: Seat },
    Eliminated { seat: Seat },
    Ended { ending: Ending },
}
