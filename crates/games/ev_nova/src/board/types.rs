//! The shapes of what a client draws.

use serde::Serialize;

use crate::{Damage, Power, Role};

/// Data that never changes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "named after what they hold")]
pub struct StaticView {
    pub systems: Vec<SystemView>,
    pub links: Vec<(String, String)>,
    pub powers: Vec<PowerView>,
    pub cards: Vec<CardView>,
    pub start_ship: SideView,
    pub starters: Vec<StarterView>,
    /// The last table round.
    pub limit: u16,
}

/// A system of the board.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "as printed")]
pub struct SystemView {
    pub id: String,
    pub name: String,
    pub sector: u8,
    pub host: Power,
    pub x: u16,
    pub y: u16,
    pub links: Vec<String>,
    /// Planet cards of this system.
    pub planets: Vec<String>,
    /// The race that may come here.
    pub aliens: Option<Power>,
}

/// A government as the key of the board shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "as printed")]
pub struct PowerView {
    pub name: Power,
    pub colour: String,
    pub ring: Option<String>,
    pub circle: bool,
}

/// A card with both sides.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "as printed")]
pub struct CardView {
    pub id: String,
    pub number: u8,
    pub green: SideView,
    pub red: SideView,
}

/// One side of a card.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "as printed")]
pub struct SideView {
    pub id: String,
    /// `ship`, `weapon`, `outfit`, `planet`, `mission`, `numbered`, `route` or `event`.
    pub kind: &'static str,
    pub name: String,
    pub text: String,
    /// Type of a ship or outfit, government of a planet.
    pub power: Option<Power>,
    pub tech: Option<String>,
    pub cost: Option<u8>,
    pub ratings: Option<Ratings>,
    pub spaces: Option<i16>,
    pub guns: Option<u8>,
    pub turrets: Option<u8>,
    pub slot: Option<&'static str>,
    pub limit: Option<u8>,
    pub lines: Vec<LineView>,
    pub bays: Vec<BayView>,
    pub upgrade: Option<String>,
    /// System of a planet.
    pub system: Option<String>,
    pub fee: Option<u8>,
    pub asteroid: Option<i16>,
    pub nebula: Option<i16>,
    /// Stops of a mission in order.
    pub stops: Vec<String>,
    /// One line under the name, e.g. `2 cards, Trader` or `Sol`.
    pub short: String,
    /// The silhouette of a ship: `shuttle`, `fighter`, `courier`, `freighter`, `liner`, `warship`, `carrier`, `alien`.
    pub shape: Option<&'static str>,
}

/// The ratings of a ship.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "as printed")]
pub struct Ratings {
    pub jumps: i16,
    pub cargo: i16,
    pub shield: i16,
    pub armor: i16,
    pub pursuit: i16,
    pub escape: i16,
    pub boarding: i16,
    pub fend_off: i16,
}

impl Ratings {
    pub(super) fn of(stats: [i16; 8]) -> Self {
        let [jumps, cargo, shield, armor, pursuit, escape, boarding, fend_off] = stats;
        Self { jumps, cargo, shield, armor, pursuit, escape, boarding, fend_off }
    }
}

/// A weapon system.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "as printed")]
pub struct LineView {
    /// Its place in the ship's list: what `fire` names.
    pub system: u8,
    pub name: String,
    pub count: u8,
    pub phase: u8,
    pub sh: i16,
    pub ar: i16,
    pub sac: i16,
    /// The last round in which it fires, ammunition included.
    pub amo: Option<u8>,
    pub pur: Option<i16>,
    /// Relative to the ship's Pursuit.
    pub pur_plus: Option<i16>,
    pub turret: bool,
    pub point_defense: bool,
    pub no_point_defense: bool,
    /// The card it is, if it was bought.
    pub card: Option<String>,
    /// Used in this round.
    pub used: bool,
}

/// Fighter bays.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "as printed")]
pub struct BayView {
    pub family: String,
    pub bays: u8,
    pub capacity: u8,
    pub phase: u8,
}

/// A starter deck.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "as listed")]
pub struct StarterView {
    pub letter: String,
    pub name: String,
    pub cards: Vec<String>,
    pub nova: Vec<String>,
}

/// What everybody sees.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "named after what they hold")]
pub struct TableView {
    pub round: u16,
    pub active: u8,
    pub first: u8,
    /// What the match waits for, in one word: `contribute`, `launch`, `main`, `pay`, `window`, `battle`, ….
    pub moment: &'static str,
    pub moved: bool,
    pub acted: bool,
    pub landed: Vec<String>,
    pub seats: Vec<SeatView>,
    pub ships: Vec<ShipView>,
    pub nova: NovaView,
    pub battle: Option<BattleView>,
    /// The winner, once the match is over, and the points.
    pub winner: Option<(u8, u8)>,
}

/// A player as everybody sees it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "named after what they hold")]
pub struct SeatView {
    pub seat: u8,
    pub name: String,
    pub letter: Option<String>,
    pub confirmed: bool,
    pub system: Option<String>,
    pub out: bool,
    pub stranded: bool,
    pub stranded_turns: u8,
    pub offer: u8,
    pub declined: u8,
    pub blocked: bool,
    /// Cards in hand, in the Ship Deck, face down on the tabs.
    pub hand: u8,
    pub deck: u8,
    pub government: u8,
    pub pirates: u8,
    pub discard: Vec<String>,
    pub ship: Option<String>,
    pub escorts: Vec<String>,
    pub missions: Vec<MissionView>,
    /// Completed Numbered Missions and loaded Trade Routes.
    pub completed: Vec<String>,
    pub cargo_cards: Vec<String>,
    pub cargo: i16,
    pub hostile: Vec<Power>,
    pub records: Vec<Power>,
    pub access: Vec<Power>,
    /// Cards known to be in the deck, the hand or the tabs, and where they are known to be.
    pub pool: Vec<String>,
    pub known_hand: Vec<String>,
    pub known_government: Vec<String>,
    pub known_pirates: Vec<String>,
    pub worth: u16,
    pub returned: Vec<String>,
}

/// A mission in play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "named after what they hold")]
pub struct MissionView {
    pub card: String,
    pub name: String,
    pub done: u8,
    pub stops: Vec<String>,
    pub next: Option<String>,
    pub next_name: Option<String>,
    /// Jumps to the next stop.
    pub jumps: Option<u8>,
    /// The next stop is opposed by ships of this Type.
    pub opposed: Option<Power>,
    /// A shortest way from the pawn to the next stop, both included.
    pub path: Vec<String>,
}

/// A ship in play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "named after what they hold")]
pub struct ShipView {
    pub id: String,
    /// `START` for a Shuttle A.
    pub card: String,
    pub name: String,
    /// Its silhouette, as in [`SideView::shape`].
    pub shape: &'static str,
    pub role: Role,
    pub owner: u8,
    pub controller: u8,
    pub side: Option<Power>,
    pub damage: Damage,
    pub carrier: Option<String>,
    pub ratings: Ratings,
    pub spaces: i16,
    pub spaces_used: i16,
    pub guns: u8,
    pub guns_used: u8,
    pub turrets: u8,
    pub turrets_used: u8,
    pub lines: Vec<LineView>,
    pub items: Vec<String>,
    pub bays: Vec<BayView>,
    pub fights: bool,
    pub maneuver: bool,
    pub chased: bool,
    pub pursued: bool,
    pub dodged: bool,
    /// The Trade Value, for a Current Ship.
    pub trade_value: Option<u16>,
    /// Chance in thousandths that the Escape Pod saves its captain.
    pub pod: Option<u32>,
}

/// The Nova Deck.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "named after what they hold")]
pub struct NovaView {
    pub left: [u8; 10],
    pub total: u32,
    pub flipped: u32,
    /// By Success Number: chance in thousandths.
    pub chance: [u32; 10],
    pub discard: Vec<String>,
    pub aside: Option<String>,
    /// All cards in it, once it was shuffled.
    pub known: Option<Vec<String>>,
}

/// A battle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "named after what they hold")]
pub struct BattleView {
    pub system: String,
    pub title: String,
    pub subtitle: String,
    pub aggressor: u8,
    pub leader: u8,
    pub round: u8,
    pub phase: u8,
    pub last: u8,
    pub phases: Vec<PhaseView>,
    /// `start`, `introduce`, `span`, `maneuver`, `spring`, `fire`, `withdraw`, `fighters`, `board`, `end`.
    pub stage: &'static str,
    pub ships: Vec<String>,
    pub engaged: Vec<String>,
    pub asteroid: i16,
    pub nebula: i16,
    pub inside: Vec<u8>,
    pub shot: Option<ShotView>,
    pub hunters: Vec<String>,
    /// AV, OV, Success Number and chance in thousandths of the check being made.
    pub check: Option<OddsView>,
}

/// A firing phase of the round.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "named after what they hold")]
pub struct PhaseView {
    pub number: u8,
    /// `over`, `now`, `later`, or `unused`: the round ends before it.
    pub state: &'static str,
}

/// A shot being resolved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "named after what they hold")]
pub struct ShotView {
    pub ship: Option<String>,
    pub planet: Option<String>,
    pub target: String,
    pub weapon: String,
    pub pur: Option<i16>,
}

/// The odds of a check (EV-CHECK), exact from the numbers left in the Nova Deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "named after what they hold")]
pub struct OddsView {
    pub av: i16,
    pub ov: i16,
    /// AV − OV.
    pub success: i16,
    /// Cards that succeed, and cards left.
    pub low: u32,
    pub all: u32,
    pub thousandths: u32,
}

/// What one viewer sees.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "named after what they hold")]
pub struct OwnView {
    pub you: Option<u8>,
    pub hand_cards: Vec<String>,
    pub deck_cards: Vec<String>,
    pub government_cards: Vec<String>,
    pub pirate_cards: Vec<String>,
    /// Given, or chosen so far, for the Nova Deck.
    pub gave: Vec<String>,
    pub reach: Vec<ReachView>,
    pub planets: Vec<PlanetView>,
    /// Systems where a government or race is hostile to you and a face-down card could be introduced.
    pub danger: Vec<String>,
    pub shots: Vec<ShotOdds>,
    /// By seat: cards passed from hand to hand that you know to be there.
    pub told: Vec<Vec<String>>,
}

/// A system in reach.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "named after what they hold")]
pub struct ReachView {
    pub system: String,
    pub jumps: u8,
}

/// An Active Planet.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "named after what they hold")]
pub struct PlanetView {
    pub card: String,
    pub name: String,
    pub system: String,
    /// `own`, `nova` or `landed`.
    pub on: &'static str,
    pub here: bool,
    pub jumps: Option<u8>,
    pub in_reach: bool,
    pub fee: u8,
}

/// A shot you could fire now, with its odds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "named after what they hold")]
pub struct ShotOdds {
    pub ship: String,
    pub system: u8,
    pub target: String,
    pub combined: bool,
    pub hit: OddsView,
    /// If the weapon pursues: the odds that the hit stands when the target tries to escape.
    pub stands: Option<OddsView>,
    /// The chance that the shot counts if they try, in thousandths.
    pub counts: u32,
    /// What a hit does: `shields`, `disabled` or `destroyed`.
    pub effect: &'static str,
    /// The government whose Hostile Marker the shot brings.
    pub marker: Option<Power>,
}
