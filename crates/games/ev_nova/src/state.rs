//! A match: what lies open on the table, and what is hidden.

use rules::Seat;
use serde::{Deserialize, Serialize};

use crate::{Bag, Card, CardSet, Cards, MAX_SEATS, Power, Powers, ShipId, Stack, Sys};

/// The Nova Deck and its discard stack hold 20 cards of each player.
pub type NovaCards = Cards<80>;

/// A match: the open part that everybody sees and the secret part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// What everybody sees.
    pub open: Open,
    /// What not everybody sees.
    pub secret: Secrets,
}

/// What not everybody sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Secrets {
    /// By seat.
    pub seat: [SeatSecrets; MAX_SEATS],
    /// The Nova Deck: a set (EV-DECK-9).
    pub nova: NovaCards,
    /// `told[a][b]`: cards of which seat `a` knows that they are in the hand of `b`, because one of them passed them.
    pub told: [[CardSet; MAX_SEATS]; MAX_SEATS],
}

/// What one player knows of the own cards.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct SeatSecrets {
    /// The deck list.
    pub list: Bag,
    /// The cards given, or chosen so far, for the Nova Deck.
    pub gave: Cards<20>,
    /// The hand.
    pub hand: Bag,
    /// The Ship Deck: a set (EV-DECK-9).
    pub deck: Bag,
    /// The Government Fleet tab.
    pub gov: Bag,
    /// The Pirate Ships tab.
    pub pirate: Bag,
}

/// A player, as everybody sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct SeatOpen {
    /// The letter of a starter deck; then the list is public.
    pub letter: Option<char>,
    /// Size of the deck list.
    pub list: u8,
    /// Has the contribution to the Nova Deck been confirmed?
    pub confirmed: bool,
    /// Gave up before the Nova Deck was made: leaves as soon as it is.
    pub leaving: bool,
    /// Where the pawn is.
    pub pawn: Option<Sys>,
    /// Out of the game.
    pub out: bool,
    /// Has launched once: later launches bring no cards.
    pub launched: bool,
    /// Planets declined in this launching.
    pub declined: u8,
    /// May not move to the end of the next turn (EV-MOVE-8).
    pub blocked: bool,
    /// Turns begun when the block was laid.
    pub blocked_at: u16,
    /// Governments whose Hostile Marker lies here.
    pub markers: Powers,
    /// Races whose Clean Record no longer helps (EV-HOST-8).
    pub spoiled: Powers,
    /// Cards in hand.
    pub hand: u8,
    /// Cards in the Ship Deck.
    pub deck: u8,
    /// Cards on the Government Fleet tab.
    pub gov: u8,
    /// Cards on the Pirate Ships tab.
    pub pirate: u8,
    /// The own discard stack.
    pub discard: Stack,
    /// Completed Numbered Missions and loaded Trade Routes.
    pub assets: Bag,
    /// The pool: cards known to be in the deck, the hand or the tabs (EV-HID-5).
    pub pool: Bag,
    /// Known to be in the hand.
    pub known_hand: CardSet,
    /// Known to be on the Government Fleet tab.
    pub known_gov: CardSet,
    /// Known to be on the Pirate Ships tab.
    pub known_pirate: CardSet,
    /// Stranded: the Current Ship is disabled outside a battle.
    pub stranded: bool,
    /// Own turns begun while stranded.
    pub stranded_turns: u8,
    /// Cards offered for a repair.
    pub offer: u8,
    /// Table rounds of turns begun (EV-SEQ-4).
    pub turns: u16,
}

/// Damage of a ship (EV-VOC-9); a destroyed ship is gone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Damage {
    /// As new.
    #[default]
    Intact,
    /// The next hit disables.
    ShieldsDown,
    /// The next shot destroys.
    Disabled,
}

/// What a ship in play is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A free place in the list.
    #[default]
    Gone,
    /// A captain's own ship.
    Current,
    /// Follows the pawn.
    Escort,
    /// A fighter of a player, in a bay or launched from it.
    Fighter,
    /// Belongs to a side of its own; one player controls it.
    Npc,
}

/// A ship in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Ship {
    /// The card; [`Card::START`] for a Shuttle A.
    pub card: Card,
    /// What it is.
    pub role: Role,
    /// Whose card it is.
    pub owner: Seat,
    /// Who decides for it.
    pub controller: Seat,
    /// The side of an NPC ship: its Type, or the government a Trader came with.
    pub side: Power,
    /// Its state.
    pub damage: Damage,
    /// The carrier it lies in.
    pub inside: Option<ShipId>,
    /// In the battle that is fought.
    pub fights: bool,
    /// Systems used in this round, by their place in the ship's list.
    pub used: u32,
    /// Fighters launched in this round, four bits for each family.
    pub launched: u32,
    /// Runs the Flannigan Maneuver.
    pub maneuver: bool,
    /// Tried to withdraw in this round.
    pub chased: bool,
    /// Pursued in this round.
    pub pursued: bool,
    /// Tried to escape from a weapon in this round.
    pub dodged: bool,
    /// Boarded, or was captured, in this round.
    pub busy: bool,
    /// Was boarded in this round.
    pub boarded: bool,
    /// Its bays have been filled (EV-NB-1).
    pub ready: bool,
    /// When it entered the battle.
    pub entered: u8,
}

/// A weapon or outfit under a ship.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Item {
    /// The ship it lies under.
    pub ship: ShipId,
    /// The card.
    pub card: Card,
    /// Whose card it is.
    pub owner: Seat,
}

/// A mission in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Mission {
    /// Who runs it.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// Stops credited.
    pub done: u8,
    /// Its opposition is due where the last Move ended.
    pub due: bool,
}

/// What the active player has done in this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct TurnDone {
    /// The Move, or Hypergate Transit.
    pub moved: bool,
    /// The Action.
    pub acted: bool,
    /// Planets landed on, fee paid.
    pub landed: Cards<2>,
}

/// Everything that lies open on the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Open {
    /// Number of players.
    pub players: u8,
    /// Who began.
    pub first: Seat,
    /// The table round, from 1.
    pub round: u16,
    /// Whose turn it is.
    pub active: Seat,
    /// By seat; seats beyond the number of players are empty.
    pub seat: [SeatOpen; MAX_SEATS],
    /// By Action Number: cards left in the Nova Deck.
    pub nova_left: [u8; 10],
    /// The common discard stack.
    pub nova_discard: NovaCards,
    /// The Nova Deck was shuffled once: everybody knows which cards are in it (EV-HID-5).
    pub nova_known: bool,
    /// The common planet set aside during a battle.
    pub nova_aside: Option<Card>,
    /// The turn so far.
    pub done: TurnDone,
    /// All ships in play.
    pub ships: Vec<Ship>,
    /// All weapons and outfits under ships, in ascending order.
    pub items: Vec<Item>,
    /// All missions in play, in the order in which they were played.
    pub missions: Vec<Mission>,
    /// The battle, if one is fought or prepared.
    pub battle: Option<Battle>,
    /// Pending things, the top one last.
    pub stack: Vec<Frame>,
    /// Cards that wait to be laid on their owner's discard stack in an order the owner chooses.
    pub limbo: Vec<(Seat, Card)>,
    /// What the match waits for; follows from the rest.
    pub ask: Ask,
    /// How the match ended.
    pub ending: Option<Ending>,
    /// By seat: cards of the Nova Deck dealt back after the match (EV-NOVA-2).
    pub returned: [NovaCards; MAX_SEATS],
}

/// What the match waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Ask {
    /// All contributions to the Nova Deck that are not confirmed.
    Contributions,
    /// A decision.
    Seat(Seat),
    /// Who begins.
    First,
    /// A card from a Ship Deck into the hand.
    Draw(Seat),
    /// A card from a Ship Deck, face up.
    Flip(Seat),
    /// A card from the Nova Deck, face up.
    Nova,
    /// Nothing: the match has ended.
    Over,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// The last player in the game (EV-WIN-2).
    Attrition(Seat),
    /// Access to S7evyn (EV-WIN-3).
    Total(Seat),
    /// The turn limit: the best of the players left (EV-R-66), if there is one.
    Limit(Option<Seat>),
}

/// What a Nova card is flipped for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the frames name the rules")]
pub enum Flip {
    /// As an action (EV-A3-2).
    Action,
    Marker {
        seat: Seat,
        from: u8,
        gov: Power,
    },
    Initiative {
        left: u8,
        best: u8,
        ties: u8,
        next: u8,
    },
    Shot,
    PointDefense {
        av: i16,
    },
    Escape {
        bonus: i16,
    },
    Pursuit,
    Loot,
    Capture {
        bonus: i16,
    },
    Pod {
        seat: Seat,
        av: i16,
        ov: i16,
    },
    RegenShield {
        ship: ShipId,
        av: i16,
        ov: i16,
    },
    Droids {
        ship: ShipId,
        av: i16,
        ov: i16,
    },
}

/// How a bought card comes into play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the frames name the rules")]
pub enum Use {
    Item,
    Ship,
    Fighter(ShipId),
    Escort,
    Upgrade(ShipId),
}

/// A pending thing. The top one is asked or goes on by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the frames of the ledger's section 4.1")]
pub enum Frame {
    Contribute,
    First,
    Turn,
    Launch,
    LaunchChoice { card: Card },
    Stranded,
    Main,
    Pay { seat: Seat, left: u8 },
    Draw { seat: Seat, left: u8 },
    Order { seat: Seat },
    TradeIn { seat: Seat, card: Card },
    SellUnder { seat: Seat, ship: ShipId, card: Card },
    Install { seat: Seat, card: Card, how: Use },
    Discard { seat: Seat, card: Card },
    Effects { seat: Seat, card: Card, at: u8 },
    Marker { seat: Seat, optional: bool },
    Flip(Flip),
    Arrive,
    OpposeFlip { card: Card, left: u8, next: u8 },
    OpposeAdd { card: Card, next: u8, shown: u8 },
    EventFlip { card: Card, system: Sys, left: u8 },
    EventAdd { card: Card, system: Sys },
    EndWindow { next: u8 },
    EndDecide,
    NextTurn,
    BayFlip { carrier: ShipId, left: u8 },
    Enter { seats: u8 },
    Assign { seat: Seat },
    Battle,
    Evade { seat: Seat, what: crate::CheckKind },
    EscapeChoice,
    Pursue { runner: Seat, next: u8, red: bool },
    Retreat { seat: Seat },
    Deal { next: u8 },
    DealAnswer { ship: ShipId, to: Seat },
    SelfDestruct { target: ShipId },
    Boarding { target: ShipId, loot: bool },
    Ammunition { target: ShipId },
    CaptureAgain { target: ShipId },
    CaptureAs { target: ShipId },
    CaptureItems { victim: Seat, old: ShipId, wreck: ShipId },
    CaptureAssets { victim: Seat },
    CapturePaid { victim: Seat },
    CaptureEnd { victim: Seat },
    Give { from: Seat, to: Seat, left: u8, deck_only: bool },
    GiveTop { from: Seat, to: Seat },
    PassCards { from: Seat, to: Seat, left: u8 },
    PayRepair { seat: Seat },
    Repaired { seat: Seat },
    Offer { seat: Seat },
    NovaReturn { next: u8 },
}

/// Why a battle is fought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Cause {
    /// A player attacks a player (A13).
    Attack,
    /// Introduced ships attack the active player.
    Introduced,
    /// The active player attacks introduced ships of this side.
    OnShown(Power),
    /// A mission is opposed.
    Opposition(Card),
    /// An event.
    Event(Card),
}

/// Where a battle stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the stages of the ledger's section 4")]
pub enum Stage {
    Declare,
    Join { next: u8 },
    Markers,
    RedAlert { next: u8 },
    Planets { next: u8 },
    Introduce { next: u8, passes: u8, calling: bool },
    Begin,
    Span,
    Maneuver { next: u8 },
    Spring { next: u8 },
    Fire { next: u8 },
    AutoPlanets { next: u8 },
    Withdraw { next: u8 },
    PhaseEnd,
    Regenerate { next: u8 },
    Recover { next: u8 },
    TakeFighters { next: u8 },
    Board { next: u8 },
    RoundEnd,
    Initiative,
    Repairs { next: u8 },
    CleanUp,
    Over,
}

/// Extra power for one shot, announced by a ship that springs the Flannigan Maneuver for another (EV-FL-3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "as announced")]
pub struct Backing {
    pub by: ShipId,
    pub ship: ShipId,
    pub system: u8,
    pub target: ShipId,
    pub sac: i16,
    pub given_up: u8,
    pub pur: Option<i16>,
}

/// A ship that gives up its systems of the phase for another's next shot (EV-SAC-3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "as announced")]
pub struct Support {
    pub by: ShipId,
    pub ship: ShipId,
}

/// A shot being resolved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields of EV-B-30")]
pub struct Shot {
    /// The firing ship; `None` for a planet.
    pub ship: Option<ShipId>,
    pub planet: Option<Card>,
    pub target: ShipId,
    /// Who flips.
    pub seat: Seat,
    pub weapon: u8,
    pub sh: i16,
    pub ar: i16,
    pub pur: Option<i16>,
    pub no_pd: bool,
    pub av: i16,
    pub ov: i16,
    pub evaded: bool,
    /// Point defense systems of the target that have not tried yet.
    pub pd_left: u32,
}

/// A battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Battle {
    /// Why.
    pub cause: Cause,
    /// Where.
    pub system: Sys,
    /// Who counts as the attacker (EV-B-4).
    pub aggressor: Seat,
    /// Players attacked when the battle was declared, as a set of bits.
    pub attacked: u8,
    /// Players with own ships in it.
    pub inside: u8,
    /// Players who may not introduce ships before the Attack Round is over.
    pub red_alert: u8,
    /// Ships of the event's player's attack, or of the opposition: their side.
    pub attackers: Option<Power>,
    /// `enemies[a]`: players of whom `a` is an enemy by declaration or fire.
    pub enemies: [u8; MAX_SEATS],
    /// By player: sides whose ships the player has fired at in this battle.
    pub fired_at: [Powers; MAX_SEATS],
    /// Engaged planets.
    pub engaged: Vec<Card>,
    /// Engaged planets that have fired in this round.
    pub planets_fired: u32,
    /// The round, from 1.
    pub round: u8,
    /// The phase, 1 to 5.
    pub phase: u8,
    /// The last phase of this round.
    pub last: u8,
    /// Where it stands.
    pub stage: Stage,
    /// The first player of the round.
    pub leader: Seat,
    /// Ships that entered so far.
    pub entered: u8,
    /// Has the player whose fire it is fired in this phase? Then fighters stay inside.
    pub fire_begun: bool,
    /// Ships that give up their systems for the next shot of another.
    pub supports: Vec<Support>,
    /// Announced springs for other ships.
    pub backings: Vec<Backing>,
    /// The shot being resolved.
    pub shot: Option<Shot>,
    /// Who tries to withdraw.
    pub runner: Option<Seat>,
    /// Ships assigned as pursuers, or as boarders.
    pub hunters: Vec<ShipId>,
    /// The ship being boarded.
    pub prize: Option<ShipId>,
    /// Who has captured it.
    pub captor: Option<Seat>,
    /// Ships dealt out in this phase-end test.
    pub dealt: Vec<ShipId>,
    /// AV and OV of the pursuit or capture check.
    pub check: (i16, i16),
    /// Somebody fired in this round.
    pub shots: bool,
    /// A weapon, pursuit or boarding check succeeded in this round.
    pub success: bool,
    /// Rounds in a row without a success.
    pub quiet: u8,
    /// The event card and its player.
    pub event: Option<(Seat, Card)>,
    /// Players whose Escape Pod launched in this battle.
    pub podded: u8,
    /// Players who withdrew.
    pub withdrew: u8,
    /// Cards taken in the capture being resolved, still to be compensated.
    pub taken: u8,
}
