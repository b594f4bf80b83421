//! Actions, chance results and events.

use rules::{Glimpse, InlineVec};
use serde::{Deserialize, Serialize};

use crate::{Card, CardSet, Class, Loc, Outcome, Ship, ShipSet, Side};

/// One click.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// D1: this side goes first.
    First(Side),
    /// D2: pay the surcharge and play a normal turn.
    Operate,
    /// D2: draw counters instead of acting.
    Mobilize,
    /// D3: a drawn counter enters with this class at this base.
    Station(Class, Loc),
    /// D5: buy a card.
    Buy,
    /// No, thanks: whatever is offered is declined.
    Pass,
    /// D19: show a card of one's hand.
    Reveal(Card),
    /// Use a card: 2, 4, 11 or 12.
    Use(Card),
    /// D6, D11: take this ship: to move, to follow, to be redeployed, to join an Engagement Group.
    Pick(Ship),
    /// Deselect a picked ship before anything is paid (SB-6.1m). The lead of a move takes its followers with it.
    Deselect(Ship),
    /// D6: one step of a move, or the goal of a redeployment.
    Go(Loc),
    /// D6: use card 8 on this move.
    Overdrive,
    /// D6: end the move here.
    Halt,
    /// D6: bring a ship back from the Eliminated box as this class, at this base.
    Replace(Class, Loc),
    /// D6: repair a step.
    Repair(Ship, Repairer),
    /// D6: raise a planet's fortification by one.
    Fortify(Loc),
    /// D6: place a reinforcement.
    Reinforce(Ship, Loc),
    /// D6: buy the off-map ship with Honor and place it here.
    Requisition(Loc),
    /// D6: end the Activity Step.
    End,
    /// D7: fight here next.
    Battle(Loc),
    /// D8: the Missile Base fires.
    FireBase,
    /// D8: this ship fires the extra shot of card 6.
    Missile(Ship),
    /// D9, D10: stay and fight.
    Fight,
    /// D10: hide.
    Hide,
    /// D9, D10: all ships leave together.
    Retreat(Loc),
    /// D11: the ships picked are one shot.
    Shoot,
    /// D11: the same, with card 7.
    ShootMassed,
    /// D11: all ships fire in the best partition.
    FireAtWill,
    /// D11: the shots announced are all; the rest holds fire.
    CeaseFire,
    /// D12: re-roll this die for one Honor Point.
    Reroll(u8),
    /// D13: re-roll the defense roll with card 5.
    Deflect,
    /// D14: this ship takes the hit.
    Absorb(Ship),
    /// D15: flee.
    Flee(Loc),
    /// D15: take the damage.
    Suffer,
    /// D16: an Intelligence Coup.
    Coup(Coup),
    /// D17: assault this planet.
    Assault(Loc),
    /// D18: this base repairs the Disruption of that planet.
    Restore(Loc, Loc, Payment),
    /// D18: an R&S ship repairs the Disruption of the planet it is at, free of charge.
    Refit(Loc),
    /// D20: resign.
    Concede,
}

/// Who repairs a ship (SB-5.3b, SB-5.3c).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Repairer {
    /// The planet it is at.
    Planet,
    /// An R&S ship at the same location.
    Ship(Ship),
}

/// What pays for a Disruption repair (SB-11.2d).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Payment {
    /// Nothing is due, or a Logistics Point is paid.
    Lp,
    /// An Honor Point is paid.
    Honor,
}

/// The choices of SB-7.8e.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Coup {
    /// Discard a penalty card lying in front of the victor.
    Drop(Card),
    /// Discard a random card of the opponent's hand.
    Blind,
    /// Discard a revealed card of the opponent.
    Compromise(Card),
    /// Share a revealed card of the opponent.
    Share(Card),
    /// Take a shared card for oneself.
    Seize(Card),
    /// Take a card from the Discard Pile.
    Loot(Card),
}

/// A request for a chance result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chance {
    /// That many six-sided dice.
    Dice(u8),
    /// One of these cards.
    Card(CardSet),
    /// One of these counters.
    Counter(ShipSet),
}

/// A chance result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Roll {
    /// Dice, in order.
    Dice(Faces),
    /// A card.
    Card(Card),
    /// A counter.
    Counter(Ship),
}

/// What was paid for something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names are the rulebook's")]
pub struct Price {
    pub lp: u8,
    pub honor: u8,
}

/// Up to sixteen dice.
pub type Faces = InlineVec<u8, 16>;

/// What happened. Past tense: an event asks for nothing.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "type")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the fields say what the sentence in `present.rs` says")]
pub enum Event {
    Dealt {
        side: Side,
        #[cfg_attr(feature = "ts", ts(type = "Glimpse<Card>"))]
        card: Glimpse<Card>,
    },
    InitiativeRolled {
        dice: [u8; 2],
    },
    GameTurnBegan {
        countdown: u8,
        first: Side,
    },
    TurnBegan {
        side: Side,
        game_turn: u8,
        countdown: u8,
    },
    Operated {
        side: Side,
        cost: u8,
    },
    Mobilized {
        side: Side,
    },
    WarBegan,
    CounterDrawn {
        ship: Ship,
    },
    Stationed {
        ship: Ship,
        class: Class,
        at: Option<Loc>,
    },
    Struck {
        by: Side,
        die: u8,
        lost: u8,
    },
    Ordered {
        side: Side,
        price: Price,
    },
    Bought {
        side: Side,
        #[cfg_attr(feature = "ts", ts(type = "Glimpse<Card>"))]
        card: Glimpse<Card>,
    },
    Revealed {
        side: Side,
        card: Card,
    },
    Used {
        side: Side,
        card: Card,
    },
    PenaltyLaid {
        victim: Side,
        card: Card,
    },
    Paid {
        side: Side,
        lp: u8,
        honor: u8,
    },
    Picked {
        ship: Ship,
    },
    Deselected {
        ship: Ship,
    },
    Overdriven {
        side: Side,
    },
    Moved {
        ships: ShipSet,
        /// Those with their back up.
        back: ShipSet,
        /// What the move cost; nothing after its first step.
        price: Price,
        from: Loc,
        to: Loc,
        jump: bool,
    },
    Halted {
        ship: Ship,
    },
    Redeployed {
        ships: ShipSet,
        back: ShipSet,
        to: Loc,
    },
    Replaced {
        ship: Ship,
        class: Class,
        at: Loc,
        price: Price,
    },
    Repaired {
        ship: Ship,
        by: Repairer,
        price: Price,
    },
    Fortified {
        at: Loc,
        level: u8,
        price: Price,
    },
    Reinforced {
        ship: Ship,
        class: Class,
        at: Option<Loc>,
    },
    Requisitioned {
        ship: Ship,
        class: Class,
        price: Price,
        at: Loc,
    },
    ActivityEnded {
        side: Side,
    },
    BattleBegan {
        at: Loc,
    },
    RoundBegan {
        round: u8,
    },
    StoodFast {
        side: Side,
    },
    Hid {
        side: Side,
    },
    Retreated {
        side: Side,
        to: Loc,
    },
    ShotDeclared {
        side: Side,
        ships: ShipSet,
        back: ShipSet,
        strength: u8,
    },
    BaseFired {
        side: Side,
        shots: u8,
        strength: u8,
    },
    VolleyRolled {
        side: Side,
        #[cfg_attr(feature = "ts", ts(type = "Array<number>"))]
        dice: Faces,
    },
    Rerolled {
        by: Side,
        old: u8,
        new: u8,
    },
    HitsScored {
        on: Side,
        hits: u8,
    },
    HitTaken {
        ship: Ship,
        class: Class,
    },
    DefenseRolled {
        ship: Ship,
        class: Class,
        die: u8,
        defense: u8,
    },
    Damaged {
        ship: Ship,
    },
    Eliminated {
        ship: Ship,
        class: Class,
    },
    Fled {
        ship: Ship,
        class: Class,
        to: Loc,
    },
    SurvivalRolled {
        ship: Ship,
        class: Class,
        die: u8,
    },
    BattleEnded {
        at: Loc,
        victor: Option<Side>,
    },
    HonorGained {
        honor: u8,
    },
    SalvageRolled {
        side: Side,
        #[cfg_attr(feature = "ts", ts(type = "Array<number>"))]
        dice: Faces,
        destroyed: u8,
    },
    CoupMade {
        side: Side,
        coup: Coup,
    },
    CardLost {
        side: Side,
        card: Card,
    },
    Captured {
        side: Side,
        at: Loc,
        disrupted: bool,
    },
    Assaulted {
        side: Side,
        at: Loc,
        count: u8,
        #[cfg_attr(feature = "ts", ts(type = "Array<number>"))]
        dice: Faces,
        level: u8,
    },
    IncomeGained {
        side: Side,
        lp: u8,
        /// Unspent LPs that were lost (SB-8.4a).
        lost: u8,
    },
    Restored {
        at: Loc,
        price: Price,
    },
    SuddenDeathRolled {
        die: u8,
        needed: u8,
    },
    CountdownMoved {
        countdown: u8,
    },
    Ended {
        outcome: Outcome,
        dispatches: Option<Side>,
    },
    Conceded {
        side: Side,
    },
}
