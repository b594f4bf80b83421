//! What the board draws: names, ratings and the numbers a player wants before committing, in three parts: what is
//! printed, what every viewer sees, and the hands. Every number comes from the rules' own functions; the client adds
//! nothing.

use std::{fmt, ops::Not};

use serde::Serialize;

use crate::{
    Battle, Board, Card, CardKind, CardSet, Class, Frame, Loc, LocSet, Move, Outcome, Ratings, Ship, ShipSet,
    Side, Spot, StarBorders, Terrain, View,
    element_cards::{Ability, abilities},
    step_names::{step_name, step_rule},
};

/// What is printed, and never changes.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names are those of the rulebook; the client reads them as they stand")]
pub struct PrintPicture<'a> {
    pub scenario: &'a str,
    pub title: &'a str,
    pub width: i32,
    pub height: i32,
    pub sectors: Vec<SectorPicture<'a>>,
    pub places: Vec<PlacePicture<'a>>,
    pub links: Vec<[&'a str; 2]>,
    pub counters: Vec<CounterPicture<'a>>,
    pub boxes: Vec<CountdownBox>,
    pub cards: Vec<CardPicture<'a>>,
    /// By side: what its mat says about its faction.
    pub abilities: [Vec<AbilityPicture>; 2],
}

/// A faction ability (chapter 11).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "see PrintPicture")]
pub struct AbilityPicture {
    pub name: &'static str,
    pub text: &'static str,
    /// The row of the ledger.
    pub rule: &'static str,
}

/// The cards of each side that the viewer knows: their own, and looted ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "see above")]
pub struct HandsPicture {
    pub hands: [Vec<u8>; 2],
}

impl HandsPicture {
    pub(crate) fn of(view: &View) -> Self {
        Self { hands: Side::BOTH.map(|side| numbers(view.known_hand(side))) }
    }
}

/// What every viewer sees. It is built after every move of every table: what is printed is not repeated here, and of
/// what is usual (a ship on the map, its front up, free to move) nothing is said.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "see PrintPicture")]
pub struct BoardPicture<'a> {
    pub step: &'static str,
    /// The rule that governs it: where the rulebook opens.
    pub rule: &'static str,
    pub active: Side,
    pub moving: Option<MovePicture<'a>>,
    pub sides: Vec<SidePicture<'a>>,
    pub ships: Vec<ShipPicture<'a>>,
    pub battle: Option<BattlePicture<'a>>,
    /// Where a Battle is due as the pieces stand; [`Detail`](crate::Detail) has the odds.
    pub due: Vec<&'a str>,
    pub countdown: CountdownPicture,
    pub game_turn: u8,
    pub first: Side,
    pub discard: Vec<u8>,
    pub pile: u8,
    pub pool: Vec<&'a str>,
    pub outcome: Option<Outcome>,
    /// What lies on the places, in their order.
    pub marks: Vec<MarksPicture>,
}

/// A sector map sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "see PrintPicture")]
pub struct SectorPicture<'a> {
    pub id: &'a str,
    pub name: &'a str,
    pub home_of: Option<Side>,
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

/// A location as printed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "see PrintPicture")]
pub struct PlacePicture<'a> {
    pub id: &'a str,
    pub name: &'a str,
    pub terrain: Terrain,
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub large: bool,
    pub x: i32,
    pub y: i32,
    /// Listed as a Sector Base of this side, even if the other side holds it.
    pub base_of: Option<Side>,
}

/// What lies on a location.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "see PrintPicture")]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark on the map")]
pub struct MarksPicture {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub owner: Option<Side>,
    /// A Sector Base of its present owner.
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub base: bool,
    /// Of its fortification.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub level: Option<u8>,
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub disrupted: bool,
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub besieged: bool,
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub contested: bool,
}

/// Ship counters that are printed alike.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "see PrintPicture")]
pub struct CounterPicture<'a> {
    pub ids: Vec<&'a str>,
    /// What players call them beside the class: "Scout 1".
    pub numbers: Vec<&'static str>,
    pub side: Side,
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub two_step: bool,
    /// Front and back.
    pub faces: [FacePicture; 2],
}

/// One side of a ship counter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "see PrintPicture")]
pub struct FacePicture {
    pub class: Class,
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub damaged: bool,
    pub steps: u8,
    pub attack: Option<u8>,
    pub defense: u8,
    pub engines: u8,
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub cloak: bool,
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub flagship: bool,
    pub repair: u8,
    pub assault: u8,
    pub points: u8,
    /// In percent, when it is hit: it holds, it may flee or is damaged, it is damaged.
    pub when_hit: [u8; 3],
}

/// A ship counter in the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "see PrintPicture")]
pub struct ShipPicture<'a> {
    pub id: &'a str,
    /// Its back is up.
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub back: bool,
    /// Where, if on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub at: Option<&'a str>,
    /// `eliminated`, `off_map`, `pool` or `due`, if not on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub off: Option<&'static str>,
    /// `halted` or `stopped`, if an active player's ship cannot go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub state: Option<&'static str>,
    /// The countdown box it arrives in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub due: Option<u8>,
}

/// A side's mat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "see PrintPicture")]
pub struct SidePicture<'a> {
    pub side: Side,
    pub name: &'static str,
    pub lp: u8,
    pub lp_capacity: u8,
    pub honor: Option<u8>,
    pub honor_max: u8,
    /// What the Income Step would give now.
    pub income: u8,
    /// Victory points from open information.
    pub points: i16,
    pub bases: Vec<&'a str>,
    pub fort_stock: u8,
    pub fortress_stock: u8,
    pub hand_size: u8,
    pub revealed: Vec<u8>,
    pub shared: Vec<u8>,
    pub penalty: Vec<u8>,
    pub card_price: u8,
    pub ships_lost: u8,
}

/// A card as printed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "see PrintPicture")]
pub struct CardPicture<'a> {
    pub number: u8,
    pub name: &'a str,
    pub sharable: bool,
    pub kind: CardKind,
    pub window: &'a str,
    pub effect: &'a str,
}

/// Where the countdown is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "see PrintPicture")]
pub struct CountdownPicture {
    pub now: u8,
    pub frozen: bool,
    /// Chance in percent that the game ends after this Game Turn.
    pub ends_percent: u8,
}

/// One box of the countdown track.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "see PrintPicture")]
pub struct CountdownBox {
    pub number: u8,
    pub sudden_death: u8,
    /// The rolls after which the game ends here: `1–3`; `end` where it ends in any case.
    pub ends_on: &'static str,
}

/// A move being made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "see PrintPicture")]
pub struct MovePicture<'a> {
    pub lead: &'a str,
    pub followers: Vec<&'a str>,
    pub from: &'a str,
    /// What the move costs, or has cost.
    pub cost: u8,
    pub paid: bool,
    /// Engines left.
    pub engines: u8,
    pub overdrive: bool,
}

/// The Battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "see PrintPicture")]
pub struct BattlePicture<'a> {
    pub at: &'a str,
    pub name: &'a str,
    pub round: u8,
    pub attacker: Side,
    pub defender: Side,
    /// What is being done, e.g. `fire`, `hits`.
    pub step: &'static str,
    /// Whose shots these are.
    pub shooter: Option<Side>,
    /// By side: its ships here now.
    pub lines: [Vec<&'a str>; 2],
    /// By side: its ships that were here when the Battle began.
    pub roster: [Vec<&'a str>; 2],
    /// By side: the Attack of all its ships here, and the steps they can lose.
    pub attack: [u8; 2],
    pub steps: [u8; 2],
    pub group: Vec<&'a str>,
    pub group_strength: u8,
    pub group_percent: u8,
    pub shots: Vec<ShotPicture<'a>>,
    pub hits: u8,
    /// The ship that is rolling, fleeing or re-rolling.
    pub ship: Option<&'a str>,
    pub die: u8,
    pub defense: u8,
    pub destroyed: [u8; 2],
    /// By side: where its ships could go.
    pub ways_out: [Vec<&'a str>; 2],
    pub salvage: Vec<u8>,
}

/// One shot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "see PrintPicture")]
pub struct ShotPicture<'a> {
    /// Who fires it; empty for a Missile Base.
    pub ships: Vec<&'a str>,
    pub strength: u8,
    pub percent: u8,
    pub automatic: bool,
    pub die: Option<u8>,
    pub hit: Option<bool>,
}

/// Chance of a shot to hit, in percent.
const fn percent(strength: u8) -> u8 {
    let strength = if strength > 6 { 6 } else { strength };
    ((strength as u16 * 100 + 3) / 6) as u8
}

/// What a hit comes to by the defense roll (SB-7.6b to SB-7.6d), in percent.
const fn when_hit(defense: u8) -> [u8; 3] {
    let below = if defense > 6 { 6 } else { defense.saturating_sub(1) };
    let equal = if defense >= 1 && defense <= 6 { 1 } else { 0 };
    [percent(below), percent(equal), percent(6 - below - equal)]
}

fn draw_face(face: &Ratings) -> FacePicture {
    FacePicture {
        class: face.class,
        damaged: face.damaged,
        steps: face.steps,
        attack: face.attack,
        defense: face.defense,
        engines: face.engines,
        cloak: face.cloak,
        flagship: face.flagship,
        repair: face.repair,
        assault: face.assault,
        points: face.points,
        when_hit: when_hit(face.defense),
    }
}

fn numbers(cards: CardSet) -> Vec<u8> {
    cards.map(|card: Card| card.0).collect()
}

impl StarBorders {
    pub(crate) fn draw_print(&self) -> PrintPicture<'_> {
        PrintPicture {
            scenario: &self.scenario.id,
            title: &self.scenario.title,
            width: self.quadrant.width,
            height: self.quadrant.height,
            sectors: self
                .quadrant
                .sectors
                .iter()
                .map(|sector| SectorPicture {
                    id: &sector.id,
                    name: &sector.name,
                    home_of: sector.home_of,
                    x: sector.x,
                    y: sector.y,
                    width: sector.width,
                    height: sector.height,
                })
                .collect(),
            places: self.quadrant.all().map(|loc| self.draw_place(loc)).collect(),
            links: self.draw_links(),
            counters: self.draw_counters(),
            boxes: (1..=self.scenario.start_box).rev().map(|number| self.draw_box(number)).collect(),
            cards: self.scenario.deck.map(|card| self.draw_card_face(card)).collect(),
            abilities: Side::BOTH.map(|side| {
                let drawn = |&Ability { name, text, rule }: &Ability| AbilityPicture { name, text, rule };
                abilities(side).iter().map(drawn).collect()
            }),
        }
    }

    pub(crate) fn draw_board(&self, board: &Board) -> BoardPicture<'_> {
        BoardPicture {
            marks: self.quadrant.all().map(|loc| self.draw_marks(board, loc)).collect(),
            ships: self.ships_in_game(board).map(|ship| self.draw_ship(board, ship)).collect(),
            sides: Side::BOTH.map(|side| self.draw_side(board, side)).to_vec(),
            discard: numbers(board.discard),
            pile: self.pile_size(board),
            countdown: self.draw_countdown(board),
            game_turn: board.game_turn,
            first: board.first,
            active: board.active,
            step: board.frame().map_or("over", step_name),
            rule: board.frame().map_or("", step_rule),
            moving: board.frame().and_then(|frame| self.draw_move(board, frame)),
            battle: self.draw_battle(board),
            due: self.place_ids(self.battles_due(board)),
            pool: self.ship_ids(self.pool(board)),
            outcome: board.outcome,
        }
    }

    /// The counters that are in this game.
    fn ships_in_game(&self, board: &Board) -> impl Iterator<Item = Ship> {
        (ShipSet::of(Side::Alliance) | ShipSet::of(Side::Imperium))
            .filter(|ship| board.spots[ship.index()] != Spot::Out)
    }

    fn ship_ids(&self, ships: ShipSet) -> Vec<&str> {
        ships.map(|ship| self.counters.names[ship.index()].as_str()).collect()
    }

    fn place_id(&self, loc: Loc) -> &str {
        &self.quadrant.get(loc).id
    }

    fn place_ids(&self, places: LocSet) -> Vec<&str> {
        places.map(|loc| self.place_id(loc)).collect()
    }

    fn draw_links(&self) -> Vec<[&str; 2]> {
        let ends = |from: Loc| self.quadrant.links[from.index()].above(from).map(move |to| (from, to));
        self.quadrant
            .all()
            .flat_map(ends)
            .map(|(from, to)| [self.place_id(from), self.place_id(to)])
            .collect()
    }

    fn draw_place(&self, loc: Loc) -> PlacePicture<'_> {
        let place = self.quadrant.get(loc);
        PlacePicture {
            id: &place.id,
            name: &place.name,
            terrain: place.terrain,
            large: place.large,
            x: place.x,
            y: place.y,
            base_of: Side::BOTH.into_iter().find(|side| self.base_planets[side.index()].has(loc)),
        }
    }

    fn draw_marks(&self, board: &Board, loc: Loc) -> MarksPicture {
        let owner = Side::BOTH.into_iter().find(|side| board.control[side.index()].has(loc));
        MarksPicture {
            owner,
            base: owner.is_some_and(|side| self.bases(board, side).has(loc)),
            level: Some(board.level(loc)).filter(|level| *level > 0),
            disrupted: board.disrupted.has(loc),
            besieged: owner.is_some_and(|side| board.besieged(side).has(loc)),
            contested: self.contested(board).has(loc),
        }
    }

    /// "damaged Destroyer".
    pub(crate) fn ship_words(&self, board: &Board, ship: Ship) -> impl fmt::Display + use<> {
        let face = self.ratings(board, ship);
        let (damaged, class) = (if face.damaged { "damaged " } else { "" }, face.class.name());
        fmt::from_fn(move |f| write!(f, "{damaged}{class}"))
    }

    /// All kinds of counters in the box.
    fn draw_counters(&self) -> Vec<CounterPicture<'_>> {
        let mut kinds: Vec<(&[Ratings; 2], CounterPicture<'_>)> = Vec::new();
        for ship in ShipSet::of(Side::Alliance) | ShipSet::of(Side::Imperium) {
            let (id, printed) =
                (self.counters.names[ship.index()].as_str(), &self.counters.faces[ship.index()]);
            match kinds.last_mut() {
                Some((faces, kind)) if *faces == printed => {
                    kind.ids.push(id);
                    kind.numbers.push(ship.number());
                }
                _ => {
                    let (two_step, faces) =
                        (self.counters.two_step.has(ship), printed.each_ref().map(draw_face));
                    kinds.push((
                        printed,
                        CounterPicture {
                            ids: vec![id],
                            numbers: vec![ship.number()],
                            side: ship.side(),
                            two_step,
                            faces,
                        },
                    ));
                }
            }
        }
        kinds.into_iter().map(|(_, kind)| kind).collect()
    }

    fn draw_ship(&self, board: &Board, ship: Ship) -> ShipPicture<'_> {
        let turn = &board.turn;
        ShipPicture {
            id: &self.counters.names[ship.index()],
            back: board.back.has(ship),
            at: board.at(ship).map(|loc| self.place_id(loc)),
            off: match board.spots[ship.index()] {
                Spot::At(_) => None,
                Spot::Eliminated => Some("eliminated"),
                Spot::OffMap => Some("off_map"),
                Spot::Pool => Some("pool"),
                Spot::Due => Some("due"),
                Spot::Out => Some("out"),
            },
            state: match () {
                () if ship.side() != board.active => None,
                () if turn.halted.has(ship) => Some("halted"),
                () if turn.stopped.has(ship) => Some("stopped"),
                () => None,
            },
            due: self.due_box(ship).filter(|_| board.spots[ship.index()] == Spot::Due),
        }
    }

    fn draw_side(&self, board: &Board, side: Side) -> SidePicture<'_> {
        let s = side.index();
        SidePicture {
            side,
            name: side.name(),
            lp: board.lp[s],
            lp_capacity: self.scenario.sides[s].lp_capacity,
            honor: (side == Side::Imperium).then_some(board.honor),
            honor_max: crate::battle::HONOR_MAX,
            income: self.income(board, side),
            points: self.open_points(board, side),
            bases: self.place_ids(self.bases(board, side)),
            fort_stock: board.fort_stock[s],
            fortress_stock: board.fortress_stock[s],
            hand_size: board.hand_size[s],
            revealed: numbers(board.revealed[s] - board.revealed[side.opponent().index()]),
            shared: numbers(board.revealed[0] & board.revealed[1]),
            penalty: numbers(board.penalty[s]),
            card_price: self.card_price(board, side),
            ships_lost: board.lost[s],
        }
    }

    fn draw_card_face(&self, card: Card) -> CardPicture<'_> {
        let data = self.cards.get(card);
        CardPicture {
            number: card.0,
            name: &data.name,
            sharable: data.sharable,
            kind: data.kind,
            window: &data.window,
            effect: &data.effect,
        }
    }

    fn draw_box(&self, number: u8) -> CountdownBox {
        let sudden_death = self.scenario.sudden_death[usize::from(number)];
        CountdownBox {
            number,
            sudden_death,
            ends_on: match sudden_death {
                _ if number == 1 => "end",
                highest => ["", "1", "1–2", "1–3", "1–4", "1–5", "1–6"][usize::from(highest)],
            },
        }
    }

    pub(crate) fn draw_countdown(&self, board: &Board) -> CountdownPicture {
        let frozen = !board.hot && self.scenario.special.draw_pool.is_some_and(|pool| pool.freeze_countdown);
        let needed = self.scenario.sudden_death[usize::from(board.countdown)];
        CountdownPicture {
            now: board.countdown,
            frozen,
            ends_percent: match board.countdown {
                _ if frozen => 0,
                0 | 1 => 100,
                _ => percent(needed),
            },
        }
    }

    fn draw_move(&self, board: &Board, frame: Frame) -> Option<MovePicture<'_>> {
        let Frame::Move(step @ Move { lead, followers, overdrive, left, paid }) = frame else { return None };
        let from = board.at(lead)?;
        Some(MovePicture {
            lead: &self.counters.names[lead.index()],
            followers: self.ship_ids(followers),
            from: self.place_id(from),
            cost: if left.is_some() { paid } else { self.move_cost(board, lead, followers) },
            paid: left.is_some(),
            engines: left.unwrap_or_else(|| self.engines(board, step)),
            overdrive,
        })
    }

    fn draw_battle(&self, board: &Board) -> Option<BattlePicture<'_>> {
        if !self.is_in_battle(board) {
            return None;
        }
        let frame = board.frame()?;
        let battle: &Battle = &board.battle;
        let (shooter, ship) = match frame {
            Frame::FireMissileBase(side)
            | Frame::FireStandoffMissiles(side)
            | Frame::Fire(side)
            | Frame::Volley(side)
            | Frame::VolleyHonor(side)
            | Frame::VolleyReroll(side, _) => (Some(side), None),
            Frame::Hits(side) => (Some(side.opponent()), None),
            Frame::Defense(ship)
            | Frame::Deflect(ship)
            | Frame::DefenseHonor(ship)
            | Frame::Danger(ship)
            | Frame::Survival(ship, _)
            | Frame::SurvivalHonor(ship, _) => (Some(ship.side().opponent()), Some(ship)),
            _ => (None, None),
        };
        let group_strength =
            if battle.volley.group.is_empty() { 0 } else { self.strength(board, battle.volley.group) };
        let sum = |of: fn(&Ratings) -> u8| {
            Side::BOTH.map(|side| {
                board.ships_at(side, battle.at).map(|ship| of(self.ratings(board, ship))).sum::<u8>()
            })
        };
        Some(BattlePicture {
            at: self.place_id(battle.at),
            name: &self.quadrant.get(battle.at).name,
            round: battle.round,
            attacker: board.active,
            defender: board.active.opponent(),
            step: step_name(frame),
            shooter,
            lines: Side::BOTH.map(|side| self.ship_ids(board.ships_at(side, battle.at))),
            roster: Side::BOTH.map(|side| self.ship_ids(battle.roster & ShipSet::of(side))),
            attack: sum(|face| face.attack.unwrap_or(0)),
            steps: sum(|face| face.steps),
            group: self.ship_ids(battle.volley.group),
            group_strength,
            group_percent: percent(group_strength),
            shots: battle
                .volley
                .shots
                .iter()
                .map(|shot| ShotPicture {
                    ships: self.ship_ids(shot.ships),
                    strength: shot.strength,
                    percent: percent(shot.strength),
                    automatic: shot.is_automatic(),
                    die: (shot.die > 0).then_some(shot.die),
                    hit: (shot.die > 0 || shot.is_automatic()).then(|| shot.hits()),
                })
                .collect(),
            hits: battle.hits,
            ship: ship.map(|ship| self.counters.names[ship.index()].as_str()),
            die: battle.die,
            defense: ship.map_or(0, |ship| self.ratings(board, ship).defense),
            destroyed: battle.destroyed,
            ways_out: Side::BOTH.map(|side| self.place_ids(self.retreat_targets(board, side))),
            salvage: battle.salvage.to_vec(),
        })
    }
}
