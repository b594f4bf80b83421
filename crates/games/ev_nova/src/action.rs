//! What players decide, what nature is asked, and what happened.

use rules::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::{Bag, Card, Cause, Power, ShipId, Sys, Use};

/// One decision. Planets are named by their card, ships in play by their place in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the options of the ledger's section 16")]
pub enum Action {
    // D1
    Give(Card),
    TakeBack(Card),
    /// Completes the contribution with the recommended cards.
    GiveRest,
    Confirm,
    // D2
    Place,
    Decline,
    LaunchFrom(Card),
    // D3
    Move(Sys),
    Transit(Card, Sys),
    SellItem(Card, Card),
    SellShip(ShipId, Card),
    Play(Card, Option<Card>),
    CashIn(Card),
    Cycle(Card),
    FlipNova,
    Swap(Card),
    BuyItem(Card, Card),
    BuyShip(Card, Card),
    BuyFighter(Card, Card, ShipId),
    BuyEscort(Card, Card),
    Upgrade(ShipId, Card, Card),
    Deploy(Card),
    Load(Card, Option<Card>),
    Unload(Card, Option<Card>),
    EventAt(Card, Sys),
    EventOn(Card, Seat),
    Event(Card),
    Attack(Seat),
    Welfare,
    Repair(Seat),
    EndTurn,
    // D4, D5, D38
    Lay(Card),
    // D41
    Remove(Power),
    // D7, D12, D35, D39
    Show(Card),
    Done,
    Pass,
    // D8
    AttackShown(Power),
    Ignore,
    // D9
    Join,
    StandClear,
    // D10
    RedAlert,
    Fight,
    // D11
    Reveal(Card),
    // D13
    Assign(Card, ShipId),
    // D14, D15
    Begin(u8),
    End(u8),
    // D16, D17
    Maneuver(ShipId),
    Spring(ShipId, u8, ShipId, Option<Card>),
    SpringFor(ShipId, ShipId, u8, ShipId),
    Wait,
    // D18, D19, D22
    Launch(ShipId, ShipId),
    Fire(ShipId, u8, ShipId, Option<Card>),
    Combine(ShipId, u8, ShipId, Option<Card>),
    Support(ShipId, ShipId),
    PlanetFire(Card, ShipId),
    // D20, D21
    Escape,
    Take,
    Evade(Card),
    // D23, D24, D25
    Withdraw,
    Stay,
    Pursue(ShipId),
    Retreat(Sys),
    // D26
    Recover(ShipId, ShipId),
    TakeFighter(ShipId, ShipId),
    // D27, D28, D29, D30
    Board(ShipId),
    Loot(ShipId),
    Capture(ShipId),
    SelfDestruct,
    TakeAmmo(Card),
    AsEscort,
    AsShip,
    AsFighter(ShipId),
    TakeItem(Card),
    MoveItem(Card),
    TakeAsset(Card),
    DropEscort(ShipId),
    // D31
    Accept,
    Refuse,
    // D32, D33, D42
    PayRepair,
    Offer(u8),
    // D37
    Meet(Card),
    // D40
    FromHand(Card),
    FromDeck,
    // D43
    GiveUp,
}

/// What nature is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "asked and answered at once; a box would allocate for every card"
)]
pub enum Chance {
    /// Who begins (EV-SETUP-5).
    First(u8),
    /// One of these cards, all equally likely (EV-DECK-9).
    Card(Bag),
}

/// What nature answered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Roll {
    /// Who begins.
    First(Seat),
    /// The card.
    Card(Card),
}

/// A ship as an event names it: it may be gone when the event is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Named {
    /// Its place in the list.
    #[cfg_attr(feature = "ts", ts(as = "u8"))]
    pub id: ShipId,
    /// Its card.
    #[cfg_attr(feature = "ts", ts(as = "u8"))]
    pub card: Card,
    /// Who owns it, or controls it as an NPC ship.
    #[cfg_attr(feature = "ts", ts(as = "u8"))]
    pub seat: Seat,
}

/// What a check was for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the checks of the rules")]
pub enum CheckKind {
    Shot,
    PointDefense,
    Escape,
    Pursuit,
    Capture,
    Loot,
    Pod,
    Shield,
    Droids,
}

/// What happened. `Option<Card>` is hidden from those who may not see it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[expect(missing_docs, reason = "named after what happened")]
pub enum Event {
    Gave(Seat, Option<Card>),
    TookBack(Seat, Option<Card>),
    Confirmed(Seat),
    NovaReady,
    Began(Seat),
    Turn(Seat, u16),
    Flipped(Seat, Card),
    Placed(Seat, Sys),
    Declined(Seat, Card),
    Drew(Seat, Option<Card>),
    NothingLeft(Seat),
    Discarded(Seat, Card),
    Shuffled(Option<Seat>),
    Moved(Seat, Sys),
    Transited(Seat, Card, Sys),
    Landed(Seat, Card, u8),
    NovaFlipped(Card, u8),
    Played(Seat, Card),
    Credited(Seat, Card, u8),
    CashedIn(Seat, Card),
    Completed(Seat, Card),
    Cycled(Seat, Card),
    Swapped(Seat, Card, Card),
    Bought(Seat, Card, Use),
    TradedIn(Seat, Card, u8),
    Sold(Seat, Card, u8),
    Deployed(Seat, bool, Option<Card>),
    Loaded(Seat, Card),
    Unloaded(Seat, Card, u8),
    EventPlayed(Seat, Card),
    EventAt(Seat, Card, Sys),
    EventOn(Seat, Card, Seat),
    Immune(Seat),
    Blocked(Seat),
    Marked(Seat, Power),
    Cleared(Seat, Power),
    Spoiled(Seat, Power),
    Welfare(Seat),
    Shown(Seat, Card),
    WentBack(Seat, Card),
    Answered(Seat, Power, Card),
    NoAnswer,
    Opposed(Seat, Card),
    Unopposed(Seat, Card),
    Battle(Sys, Seat, Cause),
    Joined(Seat),
    StoodClear(Seat),
    RedAlert(Seat),
    Engaged(Card),
    Assigned(Card, Named),
    BayFilled(Named, Card),
    Round(u8, Seat),
    Span(Seat, u8, u8),
    Phase(u8),
    Maneuver(Named),
    Sprung(Named),
    Launched(Named, Named),
    Fired(Named, u8, Named),
    Supported(Named, Named),
    PlanetFired(Card, Named),
    Precision(Seat, Card),
    Evaded(Seat, Card),
    /// Kind, AV, OV, the number flipped (none if AV < OV), success.
    Check(CheckKind, i16, i16, Option<u8>, bool),
    ShieldsDown(Named),
    Disabled(Named),
    Destroyed(Named),
    Restored(Named),
    Repaired(Named),
    ShotCancelled(Named),
    Withdraws(Seat),
    Pursues(Named),
    Held(Seat),
    Gone(Seat),
    Retreated(Seat, Sys),
    Recovered(Named, Named),
    FighterTaken(Seat, Named),
    Boarded(Seat, Named, bool),
    Looted(Seat, Named, u8),
    Captured(Seat, Named, bool),
    Taken(Seat, Card),
    SelfDestructed(Seat),
    Dealt(Named, Seat),
    Accepted(Named, Seat),
    Refused(Named, Seat),
    Compensated(Seat, Seat, Card),
    Passed(Seat, Seat, Option<Card>),
    CeaseFire,
    BattleOver(Sys),
    PodLaunched(Seat),
    Stranded(Seat),
    Offered(Seat, u8),
    Out(Seat),
    GaveUp(Seat),
    LimitReached(u16),
    Won(Seat, u8),
    Drawn,
    Returned(Seat, Card),
}

impl Event {
    /// The event as `viewer` perceives it; `None` if there is nothing to notice.
    pub(crate) fn seen_by(&self, viewer: Viewer) -> Option<Self> {
        let own = |seat: Seat, card: Option<Card>| card.filter(|_| viewer.is(seat));
        match *self {
            Event::Gave(seat, _) | Event::TookBack(seat, _) if !viewer.is(seat) => None,
            Event::Drew(seat, card) => Some(Event::Drew(seat, own(seat, card))),
            Event::Deployed(seat, pirate, card) => Some(Event::Deployed(seat, pirate, own(seat, card))),
            Event::Passed(from, to, card) => {
                Some(Event::Passed(from, to, card.filter(|_| viewer.is(from) || viewer.is(to))))
            }
            _ => Some(self.clone()),
        }
    }
}
