//! What players do, what nature is asked, what happened.

use atlas::Hex;
use rules::{InlineVec, Seat, Seats};
use serde::Serialize;

use crate::{
    data::CardNumber,
    ids::{Development, Industry, Item, Kind, Planet, Sequence, Site, Star},
    state::{Sight, Token},
};

/// One click.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Bonus or production: buy so many.
    Buy(Item, u16),
    /// Bonus or production: put so much output into a sequence.
    Research(Sequence, u16),
    /// Second thoughts: take so many out of the plan again.
    Cancel(Item, u16),
    /// Second thoughts: take so much output out of a sequence again.
    Withhold(Sequence, u16),
    /// Second thoughts: no people leave the colony.
    Recall,
    /// Acquire a development from the sequence's total.
    Acquire(Development),
    /// Put everything that is left, on all colonies, into a sequence.
    ResearchRest(Sequence),
    /// Plan again what was carried out last time, as far as it goes.
    Repeat,
    /// Turn to this colony.
    PlanColony(Planet),
    /// Send so many millions away, with the bonus they earn.
    Send(u8),
    /// Leave so many bonus millions behind.
    Forgo(u8),
    /// Let the new ships of this colony stand as one fleet for each type.
    SeparateTypes,
    /// The plan is finished.
    Commit,
    /// Enough talked.
    EndTalk,
    /// Give orders to this fleet.
    Pick(Token),
    /// Split ships off the picked fleet: kind, planet of origin (transports), how many.
    Detach(Kind, Planet, u16),
    /// The ships split off are a fleet; the next ones will be another.
    NewGroup,
    /// Join this fleet.
    Merge(Token),
    /// Head for this star.
    SetDestination(Star),
    /// Go round this star.
    Avoid(Star),
    /// Move into this hex.
    Step(Hex),
    /// Go on towards the destination as far as possible, and finish unless a new one can be chosen.
    Proceed,
    /// The same for all fleets in flight that have not moved in this turn.
    ProceedAll,
    /// No more orders for the picked fleet in this turn.
    Done,
    /// Put the picked fleet down; it may move on later in this turn.
    Deselect,
    /// Close movement.
    EndMove,
    /// Fight here, against this player, next.
    Battle(Star, Seat),
    /// All barrages of the next firing type go at this kind.
    AimClass(Kind),
    /// The next firing ship aims at this one: kind, number from 1.
    AimShip(Kind, u16),
    /// Take ships out of the combat: kind, planet of origin, how many.
    PullOut(Kind, Planet, u16),
    /// Take all ships out of the combat.
    PullAll,
    /// Put the ships taken out into this hex.
    Retreat(Hex),
    /// The combat shall be seen by the two sides only, or by all.
    Private(bool),
    /// No further withdrawal; no further scrapping.
    Finish,
    /// Scrap excess industry.
    Scrap(Planet, Industry, u16),
    /// Attack this colony.
    Attack(Planet),
    /// The declaration is complete: fire.
    Fire,
    /// No further attacks.
    EndAttack,
    /// Destroy so many millions of a conquered colony.
    Destroy(Planet, u8),
    /// Unload so many transports with people of this seat.
    Unload(Planet, Seat, u16),
    /// The player turn is over.
    EndTurn,
    /// No other player is left: the game is over.
    EndGame,
}

/// What nature is asked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Chance {
    /// So many six-sided dice.
    Dice(u8),
    /// A card of this class that is not on the map yet; bit n is card n.
    Card(u128),
}

/// Most dice thrown at once.
pub const MAX_DICE: usize = 12;

/// What nature answered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Roll {
    /// Faces, as many as were asked for, then zeros.
    Dice([u8; MAX_DICE]),
    /// A card.
    Card(CardNumber),
}

/// Something happened, and who noticed.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Event {
    /// The seats that see it. Redaction leaves only the viewer.
    #[cfg_attr(feature = "ts", ts(as = "u8"))]
    pub visible_to: Seats,
    /// What happened.
    pub kind: EventKind,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// A seat noted something on its own sheet or gave an order.
    Noted(#[cfg_attr(feature = "ts", ts(as = "u8"))] Seat),
    /// A seat finished its secret plan.
    Committed(#[cfg_attr(feature = "ts", ts(as = "u8"))] Seat),
    /// A year began.
    Year(u8),
    /// A player's turn began.
    TurnOf(#[cfg_attr(feature = "ts", ts(as = "u8"))] Seat),
    /// A token moved; `None` is off the map.
    Moved {
        /// Whose.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        seat: Seat,
        /// Which.
        token: Token,
        /// From where.
        #[cfg_attr(feature = "ts", ts(as = "Option<String>"))]
        from: Option<Hex>,
        /// Where to.
        #[cfg_attr(feature = "ts", ts(as = "String"))]
        to: Hex,
    },
    /// Tokens in a hex were regrouped.
    Regrouped {
        /// Whose.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        seat: Seat,
        /// Where.
        #[cfg_attr(feature = "ts", ts(as = "String"))]
        hex: Hex,
    },
    /// A fleet was looked at.
    Sighted {
        /// Whose.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        seat: Seat,
        /// Which.
        token: Token,
        /// What it is.
        ships: Sight,
    },
    /// Exploration dice.
    Risked {
        /// Whose ships.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        seat: Seat,
        /// Where.
        star: Star,
        /// What was rolled.
        #[cfg_attr(feature = "ts", ts(as = "Vec<u8>"))]
        dice: InlineVec<u8, MAX_DICE>,
        /// Ships lost.
        lost: u8,
    },
    /// A star was explored.
    Explored(#[cfg_attr(feature = "ts", ts(as = "u8"))] Seat, Star),
    /// What its card says.
    Card(Star, CardNumber),
    /// Ships out of range were lost.
    OutOfRange {
        /// Whose.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        seat: Seat,
        /// Where.
        #[cfg_attr(feature = "ts", ts(as = "String"))]
        hex: Hex,
        /// How many, for their owner.
        lost: Option<u16>,
    },
    /// A combat began.
    Combat {
        /// Where.
        star: Star,
        /// Whose turn it is.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        attacker: Seat,
        /// Against whom.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        defender: Seat,
    },
    /// Ships without warships on either side met; no shot is fired.
    Met {
        /// The star.
        star: Star,
        /// The player whose turn it is.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        attacker: Seat,
        /// The other player.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        defender: Seat,
    },
    /// Barrages.
    Barrage {
        /// Who fired.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        seat: Seat,
        /// With what.
        from: Kind,
        /// At what.
        at: Kind,
        /// What was rolled.
        #[cfg_attr(feature = "ts", ts(as = "Vec<u8>"))]
        dice: InlineVec<u8, MAX_DICE>,
        /// Ships that fired.
        ships: u8,
        /// Chance of each to hit, in percent.
        chance: u8,
        /// Ships that hit.
        hits: u8,
    },
    /// Pieces destroyed by fire.
    Lost {
        /// Whose.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        seat: Seat,
        /// Where.
        star: Star,
        /// What.
        kind: Kind,
        /// How many.
        count: u16,
    },
    /// Ships left a combat.
    Withdrew {
        /// Whose.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        seat: Seat,
        /// From where.
        star: Star,
        /// Where to.
        #[cfg_attr(feature = "ts", ts(as = "String"))]
        hex: Hex,
        /// As which token.
        token: Token,
    },
    /// A combat ended.
    CombatOver(Star),
    /// A colony is attacked; its bases are counted.
    Attacked {
        /// By whom.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        seat: Seat,
        /// The colony.
        planet: Site,
        /// Whose it is.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        owner: Seat,
        /// Missile bases.
        mb: u16,
        /// Advanced ones.
        amb: u16,
    },
    /// Industry was scrapped.
    Scrapped(Site, Industry, u16),
    /// A colony changed its controller.
    Taken {
        /// What.
        planet: Site,
        /// Who has it now.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        by: Seat,
        /// Whose people live there.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        people: Seat,
    },
    /// Conquered people were destroyed.
    Destroyed(Site, u8),
    /// A colony ended.
    Ended(Site),
    /// A planet became uninhabitable.
    Ruined(Site),
    /// Transports left the map.
    Unloaded {
        /// Whose.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        seat: Seat,
        /// Where.
        star: Star,
        /// How many tokens vanished.
        tokens: u8,
    },
    /// People landed.
    Landed {
        /// Whose transports.
        #[cfg_attr(feature = "ts", ts(as = "u8"))]
        seat: Seat,
        /// Where.
        planet: Site,
        /// Millions.
        millions: u16,
    },
    /// Transports changed hands.
    Reverted(
        #[cfg_attr(feature = "ts", ts(as = "u8"))] Seat,
        #[cfg_attr(feature = "ts", ts(as = "String"))] Hex,
    ),
    /// Ships near the nova were destroyed.
    Blast(Star),
    /// The star has a planet again.
    Reborn(Star),
    /// A seat acquired a development; only that seat sees it.
    Acquired(#[cfg_attr(feature = "ts", ts(as = "u8"))] Seat, Development),
    /// A production year is carried out.
    Producing(u8),
    /// The population of a colony changed; only its controller sees it.
    Grown {
        /// The colony.
        planet: Site,
        /// Millions before.
        from: u8,
        /// Millions after.
        to: u8,
    },
    /// A colony built something; only its controller sees it.
    Built {
        /// The colony.
        planet: Site,
        /// The item.
        item: Item,
        /// How many.
        count: u16,
    },
    /// Transports left a colony; only its controller sees it.
    Departed {
        /// The colony.
        planet: Site,
        /// How many.
        count: u16,
    },
    /// The production year is over.
    Produced(u8),
    /// A player has nothing left, or something again.
    Out(#[cfg_attr(feature = "ts", ts(as = "u8"))] Seat, bool),
    /// The game is over.
    Over,
}
