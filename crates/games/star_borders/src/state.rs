//! The match: what lies on the table, what this Player Turn remembers, and what is pending.

use rules::{InlineVec, Secret, rule};
use serde::{Deserialize, Serialize};

use crate::game::by;
use crate::{
    Card, CardSet, Loc, LocSet, MAX_LOCS, Ratings, SHIP_COUNT, Ship, ShipSet, Side, StarBorders,
    StartingPlace, cards,
};

/// A match in progress: everything open, and the two hands. What is in neither is in the Draw Pile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// What both players and every spectator see (SB-6.10a).
    pub board: Board,
    /// Cards in hand, known to their owner.
    pub hands: [Secret<CardSet>; 2],
}

/// Everything that is open to all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// Where each counter is.
    pub spots: [Spot; SHIP_COUNT],
    /// The ships at each location; follows from `spots`.
    pub stacks: [ShipSet; MAX_LOCS],
    /// By side: the locations with at least one of its ships; follows from `spots`.
    pub present: [LocSet; 2],
    /// Counters with their back up: damaged, or the second class.
    pub back: ShipSet,
    /// By side: the planets with its Control marker.
    pub control: [LocSet; 2],
    /// Planets whose marker is Disrupted.
    pub disrupted: LocSet,
    /// Fortification levels as two binary digits: planets whose level has the 1, and the 2.
    pub level_bits: [LocSet; 2],
    /// By side: ordinary Fortified markers in Stock.
    pub fort_stock: [u8; 2],
    /// By side: Fortress markers in Stock.
    pub fortress_stock: [u8; 2],
    /// By side: Logistics Points.
    pub lp: [u8; 2],
    /// Honor Points of the Imperium.
    pub honor: u8,
    /// By side: how many cards are in hand.
    pub hand_size: [u8; 2],
    /// By side: cards in hand that both players know, because they were looted (SB-12.1b).
    pub known: [CardSet; 2],
    /// By side: its face-up cards. A card in both sets is shared (SB-7.8g).
    pub revealed: [CardSet; 2],
    /// By side: penalty cards lying in front of it.
    pub penalty: [CardSet; 2],
    /// The Discard Pile.
    pub discard: CardSet,
    /// The countdown box of this Game Turn; 0 is over.
    pub countdown: u8,
    /// How many Game Turns have begun.
    pub game_turn: u8,
    /// The First Player of this Game Turn.
    pub first: Side,
    /// Whose Player Turn it is (SB-DEF-8).
    pub active: Side,
    /// Has the pool scenario become hot (SB-S.G4)?
    pub hot: bool,
    /// Ships bought with Honor so far (SB-S.F1).
    pub requisitioned: u8,
    /// By side: its ships destroyed over the whole game.
    pub lost: [u8; 2],
    /// What this Player Turn remembers.
    pub turn: PlayerTurn,
    /// The Battle being fought, or the last one.
    pub battle: Battle,
    /// What is pending; the last one is asked or done next.
    pub frames: InlineVec<Frame, 6>,
    /// How the match ended.
    pub outcome: Option<Outcome>,
}

/// Where a counter is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Spot {
    /// Not in this game (SB-3.0j).
    Out,
    /// On the map.
    At(Loc),
    /// In its owner's Eliminated box.
    Eliminated,
    /// Off the map, under a special rule.
    OffMap,
    /// In the common draw pool.
    Pool,
    /// On the countdown track.
    Due,
}

/// What has happened in this Player Turn, as far as a rule asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is something that happens once a turn")]
pub struct PlayerTurn {
    /// Ships that move no more this turn (SB-DEF-11).
    pub halted: ShipSet,
    /// Cloaked ships stopped by enemy presence.
    pub stopped: ShipSet,
    /// Ships that have used their Cloak (SB-6.1i).
    #[serde(alias = "slipped")]
    pub cloak_used: ShipSet,
    /// Ships that have been repaired.
    pub repaired: ShipSet,
    /// Ships that have repaired another one.
    #[serde(alias = "menders")]
    pub repaired_others: ShipSet,
    /// R&S ships that have used one symbol or more.
    #[serde(alias = "spent_one")]
    pub rs_used_once: ShipSet,
    /// R&S ships that have used two symbols.
    #[serde(alias = "spent_two")]
    pub rs_used_twice: ShipSet,
    /// By ship: the location it made its last step from, if that step followed a link.
    pub entered: [Option<Loc>; SHIP_COUNT],
    /// Ordinary planets that have repaired a ship.
    #[serde(alias = "docks")]
    pub repaired_at: LocSet,
    /// Planets that have been fortified.
    #[serde(alias = "raised")]
    pub fortified: LocSet,
    /// Was the replacement request paid (SB-5.2b)?
    pub requested: bool,
    /// Was a move paid (SB-6.2d)?
    pub moved: bool,
    /// Was card 8 used?
    pub overdriven: bool,
    /// Has the active player no Activity Step (SB-S.G5)?
    pub mobilized: bool,
    /// Locations whose Battle is over.
    pub battled: LocSet,
    /// Locations where the active player was victor of a fought Battle (SB-8.1b).
    pub won: LocSet,
    /// Planets whose assault is settled.
    pub assaulted: LocSet,
    /// Sector Bases that have repaired Disruption.
    #[serde(alias = "pacified")]
    pub repaired_bases: LocSet,
}

/// One Battle (chapter 7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Battle {
    /// Where.
    pub at: Loc,
    /// 0 is Pre-Battle Fire.
    pub round: u8,
    /// E(X): where the active player's ships came from (SB-DEF-7).
    pub entry: LocSet,
    /// By side: had it ships here when the Battle began?
    pub began: [bool; 2],
    /// The ships that were here when the Battle began.
    pub roster: ShipSet,
    /// By side: its ships destroyed in this Battle.
    pub destroyed: [u8; 2],
    /// Who fires in Step 4.
    pub first: Side,
    /// By side: has it used card 5 in this Battle?
    pub deflected: [bool; 2],
    /// Was any shot fired in this Battle (SB-7.7c)?
    pub fought: bool,
    /// Was there an exchange of fire (SB-11.2b, SB-R22)?
    pub exchanged: bool,
    /// Has a ship fired the shot of card 6 in Step 0 (SB-R22)?
    pub missiles_fired: bool,
    /// Read from positions written before rules 2, and ignored.
    #[serde(skip_serializing)]
    pub(crate) fired: IgnoredFlag,
    /// The shots of the firing step being prepared or resolved.
    pub volley: Volley,
    /// Hits still to be applied.
    pub hits: u8,
    /// The last defense or survival roll.
    pub die: u8,
    /// Salvage dice.
    pub salvage: InlineVec<u8, 13>,
}

/// A field that older positions have and that no rule reads any more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct IgnoredFlag;

impl<'de> Deserialize<'de> for IgnoredFlag {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        bool::deserialize(from).map(|_| IgnoredFlag)
    }
}

/// The shots of one firing step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Volley {
    /// Ships already in a shot.
    pub assigned: ShipSet,
    /// The Engagement Group being formed.
    pub group: ShipSet,
    /// Has card 7 been spent in this step?
    pub massed: bool,
    /// Announced shots, in order.
    pub shots: InlineVec<Shot, 16>,
}

/// One shot: its strength and its die, 0 while it has none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Shot {
    /// Attack Strength.
    pub strength: u8,
    /// The die; 0 for an automatic hit or a shot not rolled yet.
    pub die: u8,
    /// The ships that fire it; none for a Missile Base.
    #[serde(default)]
    pub ships: ShipSet,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Outcome {
    /// Who won; none is a draw.
    pub winner: Option<Side>,
    /// Why.
    pub ending: Ending,
    /// Victory points by side.
    pub points: [i16; 2],
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Ending {
    /// The countdown left box 1.
    Countdown,
    /// A sudden-death roll.
    SuddenDeath,
    /// An instant-victory condition of the scenario.
    Instant,
    /// A side resigned.
    Conceded,
}

/// What is pending. Frames that need neither a player nor a die are run by `settle` at once. The
/// sequence of play replaces the frame at the bottom; what interrupts it lies on top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Frame {
    // --- chapters 3, 4 and 9.0: the sequence of play
    /// Deal that many random cards to the Alliance, then to the Imperium (SB-3.0g).
    Deal([u8; 2]),
    /// Find the First Player of the next Game Turn.
    #[default]
    Prelaunch,
    /// Two dice.
    Initiative,
    /// The Alliance chooses who goes first.
    ChooseFirst,
    /// Begin a Player Turn.
    PlayerTurn(Side),
    /// End it.
    EndPlayerTurn,
    /// End the Game Turn.
    Countdown,
    /// One die against the sudden-death number.
    SuddenDeath,
    // --- the draw pool
    /// Draw, or choose between operating and mobilizing.
    Muster,
    /// Draw that many counters.
    DrawCounters(u8),
    /// Its owner places a drawn counter.
    Station(Ship),
    // --- chapters 5 and 6: the Action Phase
    /// The other player may use card 4.
    Strike,
    /// Its die.
    StrikeDie,
    /// Buy a card or not.
    BuyCard,
    /// Draw the card just bought.
    DrawCard,
    /// The Activity Step.
    Activity,
    /// A paid move being made.
    Move(Move),
    /// Card 2 being used on these ships.
    Redeploy(ShipSet),
    // --- chapter 7: Combat
    /// Pick the next Battle.
    Combat,
    /// Show cards before the Battle.
    CardWindow(Side),
    /// Fire the Missile Base or not.
    #[serde(alias = "PreBase")]
    FireMissileBase(Side),
    /// Fire the card 6 shot or not.
    #[serde(alias = "PreMissile")]
    FireStandoffMissiles(Side),
    /// Go on to Round 1, if both sides are still there.
    #[serde(alias = "PreEnd")]
    EndPreBattle,
    /// Fight, retreat or hide.
    Stand(Side),
    /// Last chance to show card 1.
    Tracking,
    /// Partition ships into shots.
    Fire(Side),
    /// Roll them.
    Volley(Side),
    /// Re-roll some of them for Honor.
    VolleyHonor(Side),
    /// The re-roll of one shot.
    VolleyReroll(Side, u8),
    /// Hits to be applied by this side.
    Hits(Side),
    /// A defense roll.
    Defense(Ship),
    /// After it: card 5.
    Deflect(Ship),
    /// Then: Honor.
    DefenseHonor(Ship),
    /// A danger result: flee or take the damage.
    Danger(Ship),
    /// The survival roll of a flight from a Nebula.
    Survival(Ship, Loc),
    /// Honor on it.
    SurvivalHonor(Ship, Loc),
    /// Another Round?
    RoundEnd,
    /// The Battle is over: victor, Honor.
    BattleEnd,
    /// Salvage dice.
    Salvage(Side),
    /// Honor on them.
    SalvageHonor(Side),
    /// The re-roll of one of them.
    SalvageReroll(Side, u8),
    /// An Intelligence Coup.
    Coup(Side),
    /// A card drawn blindly from this side's hand.
    BlindDraw(Side),
    // --- chapter 8: Housekeeping
    /// SB-8.1.
    Control,
    /// SB-8.2.
    Assault,
    /// Its dice.
    AssaultDice(Loc),
    /// SB-8.4.
    Income,
    /// SB-8.5.
    #[serde(alias = "Pacify")]
    RepairDisruption,
}

/// A move being made (chapter 6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Move {
    /// The ship that moves, or the lead Flagship of a group.
    pub lead: Ship,
    /// Followers.
    pub followers: ShipSet,
    /// Is card 8 used on this move?
    pub overdrive: bool,
    /// Engines left; none before the first step is paid.
    pub left: Option<u8>,
    /// What the move has cost; 0 before the first step.
    #[serde(default)]
    pub paid: u8,
}

impl Move {
    /// Everything that moves.
    pub fn ships(&self) -> ShipSet {
        self.followers | ShipSet::only(self.lead)
    }
}

impl Default for Battle {
    fn default() -> Self {
        Self {
            at: Loc(0),
            round: 0,
            entry: LocSet::EMPTY,
            began: [false; 2],
            roster: ShipSet::EMPTY,
            destroyed: [0; 2],
            first: Side::Alliance,
            deflected: [false; 2],
            fought: false,
            exchanged: false,
            missiles_fired: false,
            fired: IgnoredFlag,
            volley: Volley::default(),
            hits: 0,
            die: 0,
            salvage: InlineVec::new(),
        }
    }
}

impl Board {
    /// An empty table: no counters, no markers, nothing pending.
    pub fn empty() -> Self {
        Self {
            spots: [Spot::Out; SHIP_COUNT],
            stacks: [ShipSet::EMPTY; MAX_LOCS],
            present: [LocSet::EMPTY; 2],
            back: ShipSet::EMPTY,
            control: [LocSet::EMPTY; 2],
            disrupted: LocSet::EMPTY,
            level_bits: [LocSet::EMPTY; 2],
            fort_stock: [0; 2],
            fortress_stock: [0; 2],
            lp: [0; 2],
            honor: 0,
            hand_size: [0; 2],
            known: [CardSet::EMPTY; 2],
            revealed: [CardSet::EMPTY; 2],
            penalty: [CardSet::EMPTY; 2],
            discard: CardSet::EMPTY,
            countdown: 0,
            game_turn: 0,
            first: Side::Alliance,
            active: Side::Alliance,
            hot: false,
            requisitioned: 0,
            lost: [0; 2],
            turn: PlayerTurn::default(),
            battle: Battle::default(),
            frames: InlineVec::new(),
            outcome: None,
        }
    }

    /// Moves a counter, keeping stacks and presence in step.
    pub fn put(&mut self, ship: Ship, spot: Spot) {
        let side = ship.side();
        if let Spot::At(from) = self.spots[ship.index()] {
            let stack = &mut self.stacks[from.index()];
            stack.remove(ship);
            if !stack.meets(ShipSet::of(side)) {
                self.present[side.index()].remove(from);
            }
        }
        self.spots[ship.index()] = spot;
        if let Spot::At(to) = spot {
            self.stacks[to.index()].insert(ship);
            self.present[side.index()].insert(to);
        }
    }

    /// The fortification level of a planet.
    #[inline]
    pub fn level(&self, loc: Loc) -> u8 {
        u8::from(self.level_bits[0].has(loc)) + 2 * u8::from(self.level_bits[1].has(loc))
    }

    /// Changes the fortification level of a planet.
    pub fn set_level(&mut self, loc: Loc, level: u8) {
        self.level_bits[0].set(loc, level & 1 != 0);
        self.level_bits[1].set(loc, level & 2 != 0);
    }

    /// SB-DEF-9: the planets with level 1 or more.
    #[inline]
    pub fn fortified(&self) -> LocSet {
        rule!("SB-DEF-9");
        self.level_bits[0] | self.level_bits[1]
    }

    /// Where a ship is, if it is on the map.
    #[inline]
    pub fn at(&self, ship: Ship) -> Option<Loc> {
        match self.spots[ship.index()] {
            Spot::At(loc) => Some(loc),
            Spot::Out | Spot::Eliminated | Spot::OffMap | Spot::Pool | Spot::Due => None,
        }
    }

    /// The ships of a side at a location.
    #[inline]
    pub fn ships_at(&self, side: Side, loc: Loc) -> ShipSet {
        rule!("SB-2.3f");
        self.stacks[loc.index()] & ShipSet::of(side)
    }

    /// The counters of a side in a box.
    pub fn in_box(&self, side: Side, spot: Spot) -> ShipSet {
        ShipSet::of(side).filter(|ship| self.spots[ship.index()] == spot).collect()
    }

    /// SB-DEF-1: the locations with enemy presence for `side`: ships or a Control marker of any kind.
    #[inline]
    pub fn enemy_presence(&self, side: Side) -> LocSet {
        let enemy = side.opponent().index();
        by([rule!("SB-DEF-1"), rule!("SB-8.3b")], self.present[enemy] | self.control[enemy])
    }

    /// SB-DEF-2: the planets of `side` with an enemy ship there.
    #[inline]
    pub fn besieged(&self, side: Side) -> LocSet {
        rule!("SB-DEF-2");
        self.control[side.index()] & self.present[side.opponent().index()]
    }

    /// SB-DEF-3: the planets of `side` that are neither Disrupted nor Besieged.
    #[inline]
    pub fn available(&self, side: Side) -> LocSet {
        by(
            [rule!("SB-DEF-3"), rule!("SB-8.3a"), rule!("SB-8.3c")],
            self.control[side.index()] - self.disrupted - self.present[side.opponent().index()],
        )
    }

    /// SB-DEF-5: somewhere friendly without enemy presence.
    #[inline]
    pub fn safe_refuges(&self, side: Side) -> LocSet {
        by(
            [rule!("SB-DEF-5"), rule!("SB-8.3d")],
            (self.control[side.index()] | self.present[side.index()]) - self.enemy_presence(side),
        )
    }

    /// SB-DEF-11: may this ship still move?
    #[inline]
    pub fn is_free(&self, ship: Ship) -> bool {
        rule!("SB-DEF-11");
        !self.turn.halted.has(ship) && !self.turn.stopped.has(ship)
    }

    /// A face-up card works for `side` (SB-5.1h), be it its own or shared (SB-7.8g).
    #[inline]
    pub fn in_force(&self, side: Side, card: Card) -> bool {
        by([rule!("SB-C.e"), rule!("SB-5.1h")], self.revealed[side.index()].has(card))
    }

    /// What a side can pay: LPs, and Honor for the Imperium (SB-11.2d).
    #[inline]
    pub fn spendable(&self, side: Side) -> u8 {
        match side {
            Side::Alliance => self.lp[0],
            Side::Imperium => {
                rule!("SB-3.0i");
                self.lp[1] + self.honor
            }
        }
    }

    /// Cards whose place is open information.
    pub fn public_cards(&self) -> CardSet {
        self.revealed[0]
            | self.revealed[1]
            | self.penalty[0]
            | self.penalty[1]
            | self.discard
            | self.known[0]
            | self.known[1]
    }

    /// Could `side` hold this card for all its opponent knows? Decides who is asked in a card window,
    /// so that being asked tells nothing (SB-12.1a).
    pub fn might_hold(&self, game: &StarBorders, side: Side, card: Card) -> bool {
        rule!("SB-12.1a");
        let unknown = self.hand_size[side.index()] - self.known[side.index()].len();
        self.known[side.index()].has(card)
            || unknown > 0 && game.scenario.deck.has(card) && !self.public_cards().has(card)
    }

    /// What is pending now.
    #[inline]
    pub fn frame(&self) -> Option<Frame> {
        self.frames.last().copied()
    }
}

impl StarBorders {
    /// SB-2.3d: the ratings of the side now face up.
    #[inline]
    pub fn ratings(&self, board: &Board, ship: Ship) -> &Ratings {
        rule!("SB-2.3d");
        &self.counters.faces[ship.index()][usize::from(board.back.has(ship))]
    }

    /// SB-DEF-4: the planets of the scenario's list that `side` holds now.
    #[inline]
    pub fn bases(&self, board: &Board, side: Side) -> LocSet {
        by(
            [rule!("SB-DEF-4"), rule!("SB-R20")],
            self.base_planets[side.index()] & board.control[side.index()],
        )
    }

    /// The bases of `side` with no enemy ship there.
    #[inline]
    pub fn open_bases(&self, board: &Board, side: Side) -> LocSet {
        rule!("SB-8.3e");
        self.bases(board, side) - board.present[side.opponent().index()]
    }

    /// Is this counter a two-step ship at full strength?
    #[inline]
    pub fn has_two_steps(&self, board: &Board, ship: Ship) -> bool {
        self.counters.two_step.has(ship) && !board.back.has(ship)
    }

    /// Chapter 3: the set-up, before cards are dealt.
    pub(crate) fn set_up(&self) -> State {
        let mut board = Board::empty();
        let mut hands = [CardSet::EMPTY; 2];
        for side in Side::BOTH {
            let (s, setup) = (side.index(), &self.scenario.sides[side.index()]);
            rule!("SB-3.0c");
            board.control[s] = setup.control;
            board.disrupted |= setup.disrupted;
            for planet in setup.control {
                board.set_level(planet, setup.level[planet.index()]);
            }
            for placed in &setup.ships {
                rule!("SB-3.0d");
                board.back.set(placed.ship, placed.back);
                let spot = match placed.place {
                    StartingPlace::At(loc) => Spot::At(loc),
                    StartingPlace::Eliminated => Spot::Eliminated,
                    StartingPlace::OffMap => Spot::OffMap,
                    StartingPlace::Pool => Spot::Pool,
                    StartingPlace::Due { .. } => Spot::Due,
                };
                if !matches!(spot, Spot::At(_)) {
                    rule!("SB-3.0e");
                }
                board.put(placed.ship, spot);
            }
            rule!("SB-2.2a");
            board.lp[s] = setup.lp;
            rule!("SB-3.0f");
            (board.fort_stock[s], board.fortress_stock[s]) = (setup.fort_stock, setup.fortress_stock);
            rule!("SB-3.0g");
            hands[s] = setup.hand;
            board.hand_size[s] = setup.hand.len();
        }
        rule!("SB-11.2a");
        board.honor = self.scenario.sides[Side::Imperium.index()].honor;
        rule!("SB-3.0h");
        board.countdown = self.scenario.start_box;
        board.hot = self.scenario.special.draw_pool.is_none();
        board.frames.push(Frame::Deal(Side::BOTH.map(|side| self.scenario.sides[side.index()].random_cards)));
        State { board, hands: Side::BOTH.map(|side| Secret::of(side.seat(), hands[side.index()])) }
    }

    /// The Draw Pile: the cards of the deck that are nowhere else.
    pub fn draw_pile(&self, state: &State) -> CardSet {
        let hands = state.hands[0].truth() | state.hands[1].truth();
        self.scenario.deck - state.board.public_cards() - hands
    }

    /// How many cards are left to draw; open to all.
    pub fn pile_size(&self, board: &Board) -> u8 {
        let out = board.public_cards() - board.known[0] - board.known[1];
        (self.scenario.deck - out).len() - board.hand_size[0] - board.hand_size[1]
    }
}

impl State {
    /// Does `side` hold this card hidden in hand?
    pub(crate) fn holds(&self, side: Side, card: Card) -> bool {
        self.hands[side.index()].truth().has(card)
    }

    /// Takes a card out of a hand.
    pub(crate) fn take_from_hand(&mut self, side: Side, card: Card) {
        let s = side.index();
        let mut hand = self.hands[s].truth();
        hand.remove(card);
        self.hands[s] = self.hands[s].with(hand);
        self.board.known[s].remove(card);
        self.board.hand_size[s] = hand.len();
    }

    /// Puts a card into a hand.
    pub(crate) fn put_into_hand(&mut self, side: Side, card: Card) {
        let s = side.index();
        let mut hand = self.hands[s].truth();
        hand.insert(card);
        self.hands[s] = self.hands[s].with(hand);
        self.board.hand_size[s] = hand.len();
    }
}

/// Twelve cards are laid down as penalties by their owner: 11 and 12.
pub(crate) const fn is_penalty(card: Card) -> bool {
    cards::PENALTIES.has(card)
}
