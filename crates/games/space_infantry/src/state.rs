//! What lies on the table (SI-2.18): plain data, nothing that a player does not see (SI-14.1).

use rules::{InlineVec, rule};
use serde::{Deserialize, Serialize};

use crate::{
    action::Faces,
    data::{Conflict, Entry},
    ids::{
        Base, Chit, Column, FedTech, Fleet, Pair, Piece, Race, Relation, Resource, Ship, Space, Techs, Token,
        Tokens,
    },
};

/// A match: the table, which is open to every viewer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Everything on the table.
    pub board: Board,
}

/// Where a Base is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BaseAt {
    /// Never settled: what it unlocks is still locked.
    Locked,
    /// Settled before, lost since.
    Unbuilt,
    /// On the map, on its upgraded side or not.
    Map(Space, bool),
}

/// The assets in a space, the Sol Defense and Bases apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[expect(missing_docs, reason = "numbers of pieces")]
pub struct Garrison {
    pub flagships: u8,
    pub allies: u8,
    pub mines: u8,
    pub mines_up: u8,
    /// The Base here.
    pub base: Option<Base>,
}

/// Deployed resource tokens: bits by race, or by column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[expect(missing_docs, reason = "the four places where tokens are deployed")]
pub struct Deployed {
    pub attaches: u8,
    pub spies: u8,
    pub embassies: u8,
    /// Bit 1 the middle column, bit 2 the right one.
    pub columns: u8,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Six Bases stand together (SI-4.1a).
    Won,
    /// A fleet was in Sol at the end of a Federation turn (SI-4.2).
    SolFell,
    /// Stability 0 (SI-4.3).
    StabilityLost,
    /// All Technology tracks full (SI-4.4).
    Outclassed,
    /// The last turn is over (SI-13.2).
    Unfinished,
    /// The player resigned (SI-13.5).
    Abandoned,
}

/// The table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// Where each fleet is; none = not in play.
    pub fleets: [Option<Space>; 16],
    /// The numbered space from which a fleet entered its named space (SI-6.1.1.2c).
    pub came_from: [Space; 16],
    /// Fleets by space, as bits; follows from `fleets`.
    pub stacks: [u16; 30],
    /// Fleets that make no further move in this impulse (SI-6.1.0f), as bits.
    pub stopped: u16,
    /// Spawn Order Tracks, left to right.
    pub spawn: [[Option<Fleet>; 3]; 5],
    /// Assets by space.
    pub garrisons: [Garrison; 30],
    /// Spaces with an asset, as bits; follows from the garrisons and the Sol Defense.
    pub held: u32,
    /// The Sol Defense on the map, and whether it is upgraded.
    pub sol_defense: Option<bool>,
    /// Flagships, Ally Ships and Mine Fields in Unbuilt Assets.
    pub unbuilt: [u8; 3],
    /// By Base.
    pub bases: [BaseAt; 6],
    /// Resource pools.
    pub pool: Tokens,
    /// Stored Resources.
    pub stored: Tokens,
    /// Resources that have left the game.
    pub sacrificed: Tokens,
    /// The Resource Track: column, row.
    pub track: [[Tokens; 7]; 3],
    /// Tokens at races and columns.
    pub deployed: Deployed,
    /// Those of them that were deployed in this phase (SI-7.3g).
    pub fresh: Deployed,
    /// War Effort, 0 Peace to 4 Total War.
    pub war: [i8; 5],
    /// By pair.
    pub relations: [Relation; 4],
    /// Federation Stability.
    pub stability: u8,
    /// Expansion Desire.
    pub desire: u8,
    /// Military Losses.
    pub losses: u8,
    /// Technology tracks from space 6 down: indices into the race's counters. A spy stands behind the last one.
    pub tech: [InlineVec<u8, 5>; 5],
    /// Technology piles, as bits of the race's counters.
    pub piles: [u8; 5],
    /// Federation technologies that were never seen, locked ones included.
    pub unseen: Techs,
    /// White technologies in their pile.
    pub white_pile: u8,
    /// Un-researched ones that were seen.
    pub seen: Techs,
    /// Progress columns 0, 25, 50, 75 %.
    pub progress: [Techs; 4],
    /// Technological Advantages.
    pub discovered: Techs,
    /// Event chits in the Available box, as bits.
    pub chits: u8,
    /// The Activation Pool, as bits.
    pub bag: u64,
    /// The Queue, the next token first.
    pub queue: InlineVec<u8, 5>,
    /// The Holding Box, as bits.
    pub holding: u64,
    /// The token being resolved.
    pub now: Option<Token>,
    /// The free Move of the Engines technology was used this turn.
    pub engines_used: bool,
    /// By race: spaces where a combat waits, as bits.
    pub waiting: [u32; 5],
    /// Pending sub-machines, the innermost last.
    pub frames: InlineVec<Frame, 24>,
    /// Tokens taken.
    pub taken: u16,
    /// Federation turns begun.
    pub turns: u16,
    /// Draws of the match: refill, bypass, chit, blue, white, then technologies by race (SI-14.3).
    pub draws: [u16; 10],
    /// Rolls by lane since the moment began (SI-14.4).
    pub rolls: [u8; 9],
    /// How it ended.
    pub result: Option<Ending>,
}

/// Where the resolution of an alien or universal token stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "steps of SI-6.1.0d to SI-6.1.0g")]
pub enum Stage {
    Effect,
    Fights,
    Hold,
}

/// Where a combat stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CombatStage {
    /// Dice are counted; the player may Out Maneuver (SI-10.1f).
    Muster,
    /// Dice lie on the table (SI-10.1g, h).
    Dice,
    /// Resources to give up (SI-10.1i).
    Plunder,
    /// The hits are applied, or the loss.
    Apply,
    /// An asset must be lost (SI-10.3b).
    Loss,
    /// A ship must follow (SI-11.2.7).
    Pursuit,
    /// Follow-up combats (SI-10.2k).
    FollowUps,
    /// War Effort changes (SI-10.2l).
    Aftermath,
}

/// A pending sub-machine (5.8). The one on top waits for the player or for chance, or `settle` runs it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Frame {
    /// The next token is taken, and the Queue refilled (SI-5.1).
    #[default]
    Draw,
    /// The Queue is filled up (SI-5.2).
    Fill,
    /// D2: the hand at the start.
    Store,
    /// The five dice of the set-up (SI-3.3g).
    SetUpRoll,
    /// An alien or universal token.
    Token {
        /// Its race.
        race: Option<Race>,
        /// One more Advance follows (SI-6.1.0d).
        extra: bool,
        /// Where it stands.
        stage: Stage,
    },
    /// Phase 1: resource rolls still to make.
    Rolls(u8),
    /// Phase 3.
    Actions,
    /// D8: more than five tokens to store.
    Keep,
    /// A roll of the common sub-machine (SI-12.2); no faces before the dice are thrown.
    Roll {
        /// What for.
        lane: Lane,
        /// How many dice.
        count: u8,
        /// How often it was re-rolled.
        attempt: u8,
        /// What lies on the table.
        faces: Faces,
    },
    /// D3: dice of a resource roll that are not placed yet, by result 1 to 6.
    Place([u8; 6]),
    /// Steps of War Effort toward Total War (SI-8.0).
    WarEffort {
        /// Whose.
        race: Race,
        /// Steps left.
        steps: u8,
        /// Combats of an overflow Advance are fought after its step (SI-6.1.0i).
        fight: bool,
    },
    /// A technology is drawn and perhaps contested (SI-6.1.3).
    Tech {
        /// Whose.
        race: Race,
        /// The counter shown, as an index into the race's counters.
        counter: Option<u8>,
    },
    /// A relationship change and the Attachés against it (SI-9.3).
    Relation {
        /// Which pair.
        pair: Pair,
        /// Toward War or toward Alliance.
        toward: Relation,
        /// The race whose Attaché rolls now.
        rolling: Option<Race>,
        /// Races whose Attaché has rolled, as bits.
        asked: u8,
        /// Races whose Attaché was lost, in order.
        killed: [Option<Race>; 2],
    },
    /// A Galactic Conflict, with the result of its first die.
    Conflict(Option<Conflict>),
    /// A pair is the player's choice (D16): a conflict, or none for an Alliance event.
    ChoosePair(Option<Conflict>),
    /// An Alliance event waits for its relationship die.
    AllianceDie,
    /// A chit is drawn.
    ChitDraw,
    /// The die on a chit's table.
    ChitDie(Chit),
    /// The faction die of an entry (SI-6.2.1.13).
    FactionDie(Entry),
    /// D16: the race of an entry is the player's choice.
    ChooseRace(Entry),
    /// D17 of an entry that asks something, or the token to spend (D15).
    Choice(Entry),
    /// Combats wait (SI-6.1.0g).
    Fights,
    /// One combat (chapter 10).
    Combat {
        /// The race.
        race: Race,
        /// Where.
        at: Space,
        /// How far it is.
        stage: CombatStage,
        /// Dice thrown.
        dice: u8,
        /// Maneuvers spent.
        added: u8,
        /// Hits.
        hits: u8,
        /// Resources still to give up to Plunder.
        plunder: u8,
        /// Fleets destroyed, as bits.
        lost: u16,
        /// Surviving fleets that really moved, as bits.
        moved: u16,
        /// Spaces of follow-ups, as bits.
        follow: u32,
        /// Where a pursuing ship goes, or has gone.
        pursuit: Option<Space>,
    },
    /// Races still hit in an Alien War, as bits.
    WarHits(u8),
    /// The second race of a Military, Diplomacy or Research Overage.
    Overage(Pair),
    /// Technologies still to roll for: name and column.
    Conduct(InlineVec<(FedTech, u8), 10>),
    /// A Sabotage die.
    Sabotage(Race),
    /// D6: the tokens to look at, and those already looked at.
    Look {
        /// Seen so far.
        shown: [Option<FedTech>; 2],
        /// A colour that is being drawn.
        drawing: Option<Colour>,
    },
    /// Tokens drawn by Bypass.
    Bypass(InlineVec<u8, 3>),
    /// D22: a second step with Warp Bubble.
    Step {
        /// The ship.
        ship: Ship,
        /// Where it stands.
        at: Space,
        /// The Mine it brought along.
        mine: Option<Piece>,
    },
}

use crate::ids::{Colour, Lane};

impl Board {
    /// The sub-machine that goes on now; none when the match is over.
    #[inline]
    pub fn frame(&self) -> Option<Frame> {
        self.frames.last().copied()
    }

    /// The one below the top.
    pub(crate) fn below(&self) -> Option<Frame> {
        self.frames.len().checked_sub(2).map(|at| self.frames[at])
    }

    /// SI-2.7: does this space hold an asset? Sol always counts.
    #[inline]
    pub fn is_occupied(&self, at: Space) -> bool {
        rule!("SI-2.7");
        (self.held | Space::SOL.bit()) & at.bit() != 0
    }

    /// The fleets of a race in a space, as bits.
    #[inline]
    pub fn fleets_at(&self, race: Race, at: Space) -> u16 {
        self.stacks[at.index()] & Fleet::of_race(race)
    }

    /// The fleets of a race in play, as bits (SI-2.5).
    pub fn in_play(&self, race: Race) -> u16 {
        rule!("SI-2.5");
        let all = Fleet::of_mask(Fleet::of_race(race));
        all.filter(|fleet| self.fleets[fleet.index()].is_some()).fold(0, |set, fleet| set | fleet.bit())
    }

    /// Puts a fleet into a space, or out of play.
    pub(crate) fn put_fleet(&mut self, fleet: Fleet, to: Option<Space>) {
        if let Some(from) = self.fleets[fleet.index()] {
            self.stacks[from.index()] &= !fleet.bit();
        }
        self.fleets[fleet.index()] = to;
        // Nothing reads where a fleet came from unless it stands in a named space.
        self.came_from[fleet.index()] = Space::SOL;
        if let Some(at) = to {
            self.stacks[at.index()] |= fleet.bit();
        }
    }

    /// Corrects `held` after the pieces of a space changed.
    pub(crate) fn recount(&mut self, at: Space) {
        let here = &self.garrisons[at.index()];
        let pieces = here.flagships + here.allies + here.mines + here.mines_up;
        let held = pieces > 0 || here.base.is_some() || at == Space::SOL && self.sol_defense.is_some();
        if held { self.held |= at.bit() } else { self.held &= !at.bit() }
    }

    /// How many pieces of this kind and side are in a space.
    pub fn pieces(&self, at: Space, piece: Piece) -> u8 {
        let here = &self.garrisons[at.index()];
        let base_up = here.base.is_some_and(|base| matches!(self.bases[base.index()], BaseAt::Map(_, true)));
        match piece {
            Piece::Flagship => here.flagships,
            Piece::Ally => here.allies,
            Piece::Mine => here.mines,
            Piece::MineUp => here.mines_up,
            Piece::SolDefense => u8::from(at == Space::SOL && self.sol_defense == Some(false)),
            Piece::SolDefenseUp => u8::from(at == Space::SOL && self.sol_defense == Some(true)),
            Piece::Base => u8::from(here.base.is_some() && !base_up),
            Piece::BaseUp => u8::from(base_up),
        }
    }

    /// How many ships of a kind are in a space.
    #[inline]
    pub fn ships(&self, at: Space, ship: Ship) -> u8 {
        match ship {
            Ship::Flagship => self.garrisons[at.index()].flagships,
            Ship::Ally => self.garrisons[at.index()].allies,
        }
    }

    /// Adds or removes one Flagship, Ally Ship or Mine.
    pub(crate) fn change(&mut self, at: Space, piece: Piece, by: i8) {
        let here = &mut self.garrisons[at.index()];
        let count = match piece {
            Piece::Flagship => &mut here.flagships,
            Piece::Ally => &mut here.allies,
            Piece::Mine => &mut here.mines,
            Piece::MineUp => &mut here.mines_up,
            _ => unreachable!("only ships and Mines are counted"),
        };
        *count = count.checked_add_signed(by).expect("a piece that is not there");
        self.recount(at);
    }

    /// The Bases on the map.
    pub fn settled(&self) -> impl Iterator<Item = (Base, Space, bool)> {
        Base::ALL.into_iter().filter_map(|base| match self.bases[base.index()] {
            BaseAt::Map(at, upgraded) => Some((base, at, upgraded)),
            _ => None,
        })
    }

    /// How many Bases are on the map.
    pub fn base_count(&self) -> u8 {
        self.settled().count() as u8
    }

    /// The wars a race is in with other races (SI-2.14).
    #[inline]
    pub fn wars(&self, race: Race) -> i8 {
        // The two pairs of a race by its index; the Mercenaries have none.
        let at_war = |pair: usize| i8::from(self.relations[pair] == Relation::War);
        match race {
            Race::Fe => at_war(0) + at_war(3),
            Race::Ct => at_war(0) + at_war(1),
            Race::Me => 0,
            Race::Mu => at_war(1) + at_war(2),
            Race::Cy => at_war(2) + at_war(3),
        }
    }

    /// Row 0 and Stored together: what pays without being deployed.
    #[inline]
    pub fn hand(&self) -> Tokens {
        self.track[0][0] + self.track[1][0] + self.track[2][0] + self.stored
    }

    /// Is a column of the Resource Track open?
    #[inline]
    pub fn is_open(&self, column: Column) -> bool {
        column == Column::Left || self.deployed.columns & 1 << column as u8 != 0
    }

    /// Does a race's Technology track hold a spy?
    pub fn has_spy(&self, race: Race) -> bool {
        self.deployed.spies & race.bit() != 0
    }

    /// White technologies are set aside until Warp Gates is discovered.
    pub fn warp_open(&self) -> bool {
        self.discovered.has(FedTech::WarpGates)
    }

    /// Unseen blue technologies under Bases.
    pub fn locked_blue(&self) -> u8 {
        let under = [Base::Build, Base::Maneuver, Base::Research, Base::Espionage];
        under.iter().filter(|base| self.bases[base.index()] == BaseAt::Locked).count() as u8
    }

    /// How many unseen technologies of a colour are Un-researched.
    pub fn unresearched(&self, colour: Colour) -> u8 {
        let unseen = |tech: &FedTech| tech.colour() == Some(colour);
        let all: u8 =
            FedTech::ALL.iter().filter(|tech| unseen(tech)).map(|&tech| self.unseen.count(tech)).sum();
        match colour {
            Colour::Blue => all - self.locked_blue(),
            Colour::White if self.warp_open() => all - self.white_pile,
            Colour::White => 0,
        }
    }

    /// Tokens of a type that are deployed.
    pub fn deployed_count(&self, resource: Resource) -> u8 {
        let count = |bits: u8| bits.count_ones() as u8;
        match resource {
            Resource::Espionage => count(self.deployed.attaches) + count(self.deployed.spies),
            Resource::Morale => count(self.deployed.columns),
            Resource::Diplomacy => count(self.deployed.embassies),
            _ => 0,
        }
    }

    /// Tokens on the Resource Track, all columns and rows.
    pub fn on_track(&self) -> Tokens {
        self.track.iter().flatten().fold(Tokens::NONE, |sum, &cell| sum + cell)
    }
}
