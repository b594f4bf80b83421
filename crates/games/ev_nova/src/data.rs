//! The components: cards, board and starter decks, as the rules use them. Read from `data/ev_nova/` once.

use std::sync::LazyLock;

use crate::{Card, Power, Powers, Sys, data_file};

/// The number of systems on the board.
pub const SYSTEMS: usize = 90;

/// A weapon line: one system that fires one shot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// The phase in which it fires, 1 to 5.
    pub phase: u8,
    /// How many identical pieces fire together.
    pub count: u8,
    /// Its name: an index into [`Data::weapon_names`].
    pub weapon: u8,
    /// Shield attack.
    pub sh: i16,
    /// Armor attack.
    pub ar: i16,
    /// Sacrifice value.
    pub sac: i16,
    /// The last round in which it fires; 0: every round.
    pub amo: u8,
    /// Weapon pursuit.
    pub pur: Pur,
    /// A turret weapon.
    pub turret: bool,
    /// A point defense weapon.
    pub pd: bool,
    /// Point defense cannot stop it.
    pub no_pd: bool,
}

/// The pursuit of a weapon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pur {
    /// It does not pursue.
    None,
    /// A number.
    Fixed(i16),
    /// The Pursuit of the ship that carries it and this.
    Plus(i16),
}

/// Fighter bays of one family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bay {
    /// The phase in which it launches.
    pub phase: u8,
    /// How many launch at once.
    pub bays: u8,
    /// An index into [`Data::families`].
    pub family: u8,
    /// How many fighters fit.
    pub capacity: u8,
}

/// A green side that flies.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the ratings of EV-VOC-8")]
pub struct ShipData {
    pub gid: String,
    pub name: String,
    pub kind: Power,
    pub tech: Tech,
    pub cost: u8,
    pub stats: [i16; STATS],
    pub spaces: i16,
    pub guns: u8,
    pub max_t: u8,
    pub lines: Vec<Line>,
    pub bays: Vec<Bay>,
    /// The cards that are the ship it can be upgraded to.
    pub upgrades: Vec<Card>,
    pub upgrade_name: Option<String>,
    pub family: Option<u8>,
    pub pd_can_target: bool,
    pub no_board: bool,
    pub alien: bool,
    pub telepath: bool,
}

impl ShipData {
    /// A printed rating.
    pub fn stat(&self, stat: Stat) -> i16 {
        self.stats[stat as usize]
    }
}

/// The ratings that outfits change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the ratings of EV-VOC-8")]
pub enum Stat {
    Jumps,
    Cargo,
    Shield,
    Armor,
    Pursuit,
    Escape,
    Boarding,
    FendOff,
}

/// How many [`Stat`]s there are.
pub const STATS: usize = 8;

/// Where a weapon is mounted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "as printed")]
pub enum Slot {
    None,
    Gun,
    Turret,
}

/// A Tech number: 1 to 20, AL-1 or AL-2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tech(pub u8);

impl Tech {
    /// Telepaths.
    pub const AL1: Self = Self(30);
    /// Aliens.
    pub const AL2: Self = Self(31);
    /// In a set of Tech numbers.
    pub const fn bit(self) -> u32 {
        1 << self.0
    }
    /// As printed.
    pub fn label(self) -> String {
        match self {
            Self::AL1 => "AL-1".to_owned(),
            Self::AL2 => "AL-2".to_owned(),
            Self(number) => number.to_string(),
        }
    }
}

/// A weapon or an outfit: a green side that lies under a ship.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "as printed")]
pub struct ItemData {
    pub gid: String,
    pub name: String,
    /// `None` for weapons: they have no Type.
    pub kind: Option<Power>,
    pub tech: Tech,
    pub cost: u8,
    pub spaces: i16,
    pub slot: Slot,
    pub limit: u8,
    pub line: Option<Line>,
    pub effects: Vec<Effect>,
    pub text: String,
}

/// A green side.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "as printed")]
pub enum Green {
    Ship(ShipData),
    Item(ItemData),
}

/// A planet.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "as printed")]
pub struct Planet {
    pub system: Sys,
    pub gov: Power,
    pub outfits: u32,
    pub ships: u32,
    pub exports: u8,
    pub imports: u8,
    pub fee: u8,
    pub lines: Vec<Line>,
    pub asteroid: i16,
    pub nebula: i16,
    pub station: bool,
}

/// Where a card is played, loaded or sold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlaceWanted {
    /// In brackets: being on this system is enough.
    pub bracket: Option<Sys>,
    /// Else an Active Planet of one of these governments, if any is named,
    pub gov: Powers,
    /// that exports one of these goods, if any is named,
    pub exports: u8,
    /// imports one of these,
    pub imports: u8,
    /// and sells outfits, if that is asked.
    pub outfits: bool,
    /// As printed.
    pub label: String,
}

/// A Mission or a Numbered Mission.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "as printed")]
pub struct MissionData {
    pub from: PlaceWanted,
    pub stops: Vec<Sys>,
    pub stop_names: Vec<String>,
    pub numbered: Option<Numbered>,
}

/// What a Numbered Mission has beyond a Mission.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "as printed")]
pub struct Numbered {
    /// An index into [`Data::storylines`].
    pub storyline: u8,
    pub number: u8,
    pub needs: Vec<Vec<(u8, u8)>>,
    pub not_hostile: Option<Power>,
    pub opposition: Option<Opposition>,
    pub persistent: bool,
}

/// Who stands in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "as printed")]
pub struct Opposition {
    pub ship: Power,
    pub system: Sys,
    pub flip: u8,
    pub players: u8,
}

/// A Trade Route.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "as printed")]
pub struct RouteData {
    pub buy: PlaceWanted,
    pub sell: PlaceWanted,
}

/// When an event is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "as printed")]
pub enum Timing {
    Action,
    Battle,
    Move,
}

/// What a red side is.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "as printed")]
pub enum RedKind {
    Planet(Planet),
    Mission(MissionData),
    Route(RouteData),
    Event { timing: Timing, code: u8 },
}

/// A red side.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "as printed")]
pub struct Red {
    pub rid: String,
    pub name: String,
    pub kind: RedKind,
    pub effects: Vec<Effect>,
    pub text: String,
}

/// Systems an event may be aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "as printed")]
pub enum Where {
    Gov(Powers),
    Sectors { sectors: u16, not_gov: Powers },
    NotSystems(u128),
}

/// One typed effect (components C12). No other effect exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the parameters of C12")]
pub enum Effect {
    Stat { stat: Stat, add: i16 },
    Needs { stat: Stat, min: i16 },
    Jam { pur: i16 },
    Amo { weapons: u64, add: u8 },
    Bay(Bay),
    Weapon(Line),
    EscapePod { av: i16, ov: i16 },
    SelfDestruct,
    RegenShield { av: [i16; 2], ov: i16 },
    Droids { av: i16, ov: i16 },
    WithdrawBonus { add: i16 },
    Immune { code: u8 },
    Fee { gov: Powers, add: i16 },
    Draw { cards: u8 },
    DrawCargo { base: u8, cap: u8 },
    Access { types: Powers },
    WeaponTech { tech: u32 },
    CleanRecord { race: Power },
    Flannigan { add: i16 },
    TotalVictory,
    FlipMarker { from: u8, gov: Power },
    RemoveMarker { count: u8, optional: bool },
    NpcAttack { ship: Power, at: Where, flip: u8, first: Powers },
    Victim { at: Where, discard: u8, no_move: bool },
    Transit { from_not: Powers, to_not: Powers },
    CheckBonus { av: i16, ov: i16 },
}

/// One of the 120 cards.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "as printed")]
pub struct CardData {
    pub number: u8,
    pub green: Green,
    pub green_text: String,
    pub red: Red,
}

/// A system of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "as printed")]
pub struct System {
    pub id: String,
    pub name: String,
    pub sector: u8,
    pub host: Power,
    pub x: u16,
    pub y: u16,
    pub links: Vec<Sys>,
}

/// A starter deck.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "as listed")]
pub struct Starter {
    pub letter: char,
    pub name: String,
    pub cards: Vec<Card>,
    pub nova: Vec<Card>,
}

/// Everything in the box.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "named after what they hold")]
pub struct Data {
    pub cards: Vec<CardData>,
    pub start: ShipData,
    pub start_text: String,
    pub systems: Vec<System>,
    pub links: Vec<(Sys, Sys)>,
    /// Jumps between two systems; 255 if there is no way.
    pub jumps: Vec<[u8; SYSTEMS]>,
    pub starters: Vec<Starter>,
    pub weapon_names: Vec<String>,
    pub families: Vec<String>,
    pub storylines: Vec<String>,
    pub event_codes: Vec<String>,
    /// Circle and ring colours by power, as on the board's key.
    pub colours: Vec<(Power, String, Option<String>)>,
    /// By card: is the red side a planet?
    pub planets: [Option<Sys>; Card::COUNT],
}

/// The goods in the order of their bits.
pub const GOODS: [&str; 6] = ["Food", "Industrial", "Medical", "Luxury", "Metal", "Equipment"];

static BOX: LazyLock<Data> = LazyLock::new(|| {
    let data = data_file::read(
        include_str!("../../../../data/ev_nova/cards.json"),
        include_str!("../../../../data/ev_nova/map.json"),
        include_str!("../../../../data/ev_nova/decks.json"),
    );
    data.unwrap_or_else(|error| panic!("the data in this program: {error}"))
});

impl Data {
    /// The components of the box.
    pub fn standard() -> &'static Self {
        &BOX
    }
    /// The Action Number of a card.
    #[inline]
    pub fn number(&self, card: Card) -> u8 {
        self.cards[card.index()].number
    }
    /// The green side, if it is a ship; the Start Ship too.
    #[inline]
    pub fn ship(&self, card: Card) -> Option<&ShipData> {
        if card == Card::START {
            return Some(&self.start);
        }
        match &self.cards[card.index()].green {
            Green::Ship(ship) => Some(ship),
            Green::Item(_) => None,
        }
    }
    /// The ship that a card in play as a ship is.
    #[inline]
    pub fn hull(&self, card: Card) -> &ShipData {
        self.ship(card).expect("a card in play as a ship has a ship on its green side")
    }
    /// The green side, if it is a weapon or an outfit.
    #[inline]
    pub fn item(&self, card: Card) -> Option<&ItemData> {
        match &self.cards.get(card.index())?.green {
            Green::Item(item) => Some(item),
            Green::Ship(_) => None,
        }
    }
    /// The effects of the green side: an outfit's.
    #[inline]
    pub fn green_effects(&self, card: Card) -> &[Effect] {
        self.item(card).map_or(&[], |item| &item.effects)
    }
    /// The red side.
    #[inline]
    pub fn red(&self, card: Card) -> &Red {
        &self.cards[card.index()].red
    }
    /// The red side, if it is a planet.
    #[inline]
    pub fn planet(&self, card: Card) -> Option<&Planet> {
        match &self.cards.get(card.index())?.red.kind {
            RedKind::Planet(planet) => Some(planet),
            _ => None,
        }
    }
    /// The red side, if it is a Mission or a Numbered Mission.
    #[inline]
    pub fn mission(&self, card: Card) -> Option<&MissionData> {
        match &self.cards.get(card.index())?.red.kind {
            RedKind::Mission(mission) => Some(mission),
            _ => None,
        }
    }
    /// What the red side has as a Numbered Mission.
    #[inline]
    pub fn numbered(&self, card: Card) -> Option<&Numbered> {
        self.mission(card)?.numbered.as_ref()
    }
    /// The red side, if it is a Trade Route.
    #[inline]
    pub fn route(&self, card: Card) -> Option<&RouteData> {
        match &self.cards.get(card.index())?.red.kind {
            RedKind::Route(route) => Some(route),
            _ => None,
        }
    }
    /// When the red side is played, if it is an Event.
    #[inline]
    pub fn event(&self, card: Card) -> Option<Timing> {
        match self.cards.get(card.index())?.red.kind {
            RedKind::Event { timing, .. } => Some(timing),
            _ => None,
        }
    }
    /// The host government of a system.
    #[inline]
    pub fn host(&self, system: Sys) -> Power {
        self.systems[system.index()].host
    }
    /// Jumps from one system to another.
    #[inline]
    pub fn distance(&self, from: Sys, to: Sys) -> u8 {
        self.jumps[from.index()][to.index()]
    }
    /// The system with this id.
    pub fn system(&self, id: &str) -> Option<Sys> {
        self.systems.iter().position(|system| system.id == id).map(|at| Sys(at as u8))
    }
    /// The name of a green side; the Start Ship's too.
    pub fn green_name(&self, card: Card) -> &str {
        match self.cards.get(card.index()).map(|card| &card.green) {
            None => &self.start.name,
            Some(Green::Ship(ship)) => &ship.name,
            Some(Green::Item(item)) => &item.name,
        }
    }
    /// The id of a green side; the Start Ship's too.
    pub fn gid(&self, card: Card) -> &str {
        match self.cards.get(card.index()).map(|card| &card.green) {
            None => &self.start.gid,
            Some(Green::Ship(ship)) => &ship.gid,
            Some(Green::Item(item)) => &item.gid,
        }
    }
    /// The Card Cost of a green side; the Start Ship's too.
    #[inline]
    pub fn cost(&self, card: Card) -> u8 {
        match self.cards.get(card.index()).map(|card| &card.green) {
            None => self.start.cost,
            Some(Green::Ship(ship)) => ship.cost,
            Some(Green::Item(item)) => item.cost,
        }
    }
    /// May the event be aimed at this system?
    pub fn fits(&self, wanted: Where, system: Sys) -> bool {
        let place = &self.systems[system.index()];
        match wanted {
            Where::Gov(powers) => powers.has(place.host),
            Where::Sectors { sectors, not_gov } => {
                sectors >> place.sector & 1 == 1 && !not_gov.has(place.host)
            }
            Where::NotSystems(systems) => systems >> system.0 & 1 == 0,
        }
    }
    /// The race that lives in a system without host government, or hosts it (EV-ALIEN-1).
    pub fn aliens(&self, system: Sys) -> Option<Power> {
        let place = &self.systems[system.index()];
        match (place.host, place.sector) {
            (Power::Wraith, _) | (Power::Uninhabited, 2) => Some(Power::Wraith),
            (Power::Uninhabited, 1) => Some(Power::Krypt),
            (Power::Uninhabited, 3) => Some(Power::Hyperioid),
            _ => None,
        }
    }
}
