//! What can be read off the open table: ratings, hostility, access, planets, ships.

use rules::{Seat, rule};

use crate::data::{Bay, Effect, Line, Pur, STATS, Slot, Stat};
use crate::{Card, Damage, Data, Frame, Item, Open, Power, Powers, Role, SeatOpen, Ship, ShipId, Sys};

/// Bits of a set of seats.
pub(crate) const fn bit(seat: Seat) -> u8 {
    1 << seat.0
}

impl Open {
    /// The open cards of a seat.
    #[inline]
    pub fn of(&self, seat: Seat) -> &SeatOpen {
        &self.seat[seat.index()]
    }
    /// A ship in play.
    #[inline]
    pub fn ship(&self, ship: ShipId) -> &Ship {
        &self.ships[ship.index()]
    }
    /// All seats of the table, players who are out included.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players).map(Seat)
    }
    /// The `step`-th seat clockwise from `from`.
    #[inline]
    pub fn clockwise(&self, from: Seat, step: u8) -> Seat {
        Seat((from.0 + step) % self.players)
    }
    /// Players still in the game.
    pub fn alive(&self) -> impl Iterator<Item = Seat> + '_ {
        self.seats().filter(|&seat| !self.of(seat).out)
    }
    /// What is pending.
    pub fn frame(&self) -> Option<Frame> {
        self.stack.last().copied()
    }
    /// All ships in play with their ids.
    pub fn fleet(&self) -> impl Iterator<Item = (ShipId, &Ship)> {
        let ships = self.ships.iter().enumerate().filter(|(_, ship)| ship.role != Role::Gone);
        ships.map(|(at, ship)| (ShipId(at as u8), ship))
    }
    /// The first ship in play that fits.
    pub(crate) fn find_ship(&self, fits: impl Fn(&Ship) -> bool) -> Option<ShipId> {
        let found = self.ships.iter().position(|ship| ship.role != Role::Gone && fits(ship));
        found.map(|at| ShipId(at as u8))
    }
    /// A player's Current Ship.
    pub fn current(&self, seat: Seat) -> Option<ShipId> {
        let found = self.ships.iter().position(|ship| ship.role == Role::Current && ship.owner == seat);
        found.map(|at| ShipId(at as u8))
    }
    /// A player's Escorts.
    pub fn escorts(&self, seat: Seat) -> impl Iterator<Item = ShipId> + '_ {
        self.fleet()
            .filter(move |(_, ship)| ship.role == Role::Escort && ship.owner == seat)
            .map(|(id, _)| id)
    }
    /// Ships in the bays of a carrier.
    pub fn fighters_in(&self, carrier: ShipId) -> impl Iterator<Item = (ShipId, &Ship)> {
        self.fleet().filter(move |(_, ship)| ship.inside == Some(carrier))
    }
    /// Weapons and outfits under a ship.
    #[inline]
    pub fn items_under(&self, ship: ShipId) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |item| item.ship == ship)
    }
    /// Effects of the outfits under a ship.
    pub fn effects_under<'a>(&'a self, data: &'a Data, ship: ShipId) -> impl Iterator<Item = Effect> + 'a {
        self.items_under(ship).flat_map(|item| data.green_effects(item.card).iter().copied())
    }
    /// A rating of a ship with its outfits (EV-VOC-14); a nebula is not in it.
    pub fn stat(&self, data: &Data, ship: ShipId, stat: Stat) -> i16 {
        let mut value = data.hull(self.ship(ship).card).stat(stat);
        for effect in self.effects_under(data, ship) {
            match effect {
                Effect::Stat { stat: other, add } if other == stat => {
                    rule!("EV-VOC-14");
                    value += add;
                }
                _ => {}
            }
        }
        if stat == Stat::Cargo { value.max(0) } else { value }
    }
    /// All ratings of a ship with its outfits.
    pub fn stats(&self, data: &Data, ship: ShipId) -> [i16; STATS] {
        use Stat::{Armor, Boarding, Cargo, Escape, FendOff, Jumps, Pursuit, Shield};
        [Jumps, Cargo, Shield, Armor, Pursuit, Escape, Boarding, FendOff]
            .map(|stat| self.stat(data, ship, stat))
    }
    /// The highest Nebula of the engaged planets (EV-PL-5, EV-PL-6).
    pub fn nebula(&self, data: &Data) -> i16 {
        let Some(battle) = &self.battle else { return 0 };
        let worst =
            battle.engaged.iter().filter_map(|&card| data.planet(card)).map(|planet| planet.nebula).max();
        if worst.is_some_and(|worst| worst > 0) {
            rule!("EV-PL-5");
        }
        worst.unwrap_or(0)
    }
    /// The highest Asteroid of the engaged planets (EV-PL-4, EV-PL-6).
    pub fn asteroid(&self, data: &Data) -> i16 {
        let Some(battle) = &self.battle else { return 0 };
        let values =
            battle.engaged.iter().filter_map(|&card| data.planet(card)).map(|planet| planet.asteroid);
        if values.clone().filter(|&value| value > 0).count() > 1 {
            rule!("EV-PL-6");
            rule!("EV-R-34");
        }
        let worst = values.max().unwrap_or(0);
        if worst > 0 {
            rule!("EV-PL-4");
        }
        worst
    }
    /// Pursuit of a ship in the battle: with outfits, less the nebula.
    pub fn pursuit(&self, data: &Data, ship: ShipId) -> i16 {
        self.stat(data, ship, Stat::Pursuit) - self.nebula(data)
    }
    /// The weapon systems of a ship: built-in lines, then cards under it (EV-A5-8).
    pub fn lines<'a>(&'a self, data: &'a Data, ship: ShipId) -> impl Iterator<Item = Line> + 'a {
        let built_in = data.hull(self.ship(ship).card).lines.iter().copied();
        let cards = self.items_under(ship).filter_map(|item| {
            rule!("EV-A5-8");
            let item = data.item(item.card)?;
            item.line.or_else(|| {
                item.effects.iter().find_map(|effect| match effect {
                    Effect::Weapon(line) => Some(*line),
                    _ => None,
                })
            })
        });
        built_in.chain(cards)
    }
    /// The `n`-th weapon system of a ship.
    pub fn line(&self, data: &Data, ship: ShipId, n: u8) -> Option<Line> {
        self.lines(data, ship).nth(usize::from(n))
    }
    /// The last round in which a system fires, ammunition outfits included; `None` if it never runs dry (EV-AMO-1).
    pub fn last_round(&self, data: &Data, ship: ShipId, line: Line) -> Option<u8> {
        if line.amo == 0 {
            return None;
        }
        let more = self.effects_under(data, ship).map(|effect| match effect {
            Effect::Amo { weapons, add } if weapons >> line.weapon & 1 == 1 => add,
            _ => 0,
        });
        Some(line.amo + more.sum::<u8>())
    }
    /// Pur of a system on its ship, nebula included (EV-PUR-1, EV-B-31c).
    pub fn pur(&self, data: &Data, ship: ShipId, line: Line) -> Option<i16> {
        match line.pur {
            Pur::None => None,
            Pur::Fixed(pur) => Some(pur - self.nebula(data)),
            Pur::Plus(more) => {
                rule!("EV-PUR-1");
                rule!("EV-B-31c");
                rule!("EV-R-36");
                Some(self.pursuit(data, ship) + more)
            }
        }
    }
    /// What the jammers of a ship do to Pur: only the strongest counts.
    pub fn jam(&self, data: &Data, ship: ShipId) -> i16 {
        let jams = self.effects_under(data, ship).map(|effect| match effect {
            Effect::Jam { pur } => pur,
            _ => 0,
        });
        jams.min().unwrap_or(0)
    }
    /// The fighter bays of a ship, bay outfits included (EV-BAY-6).
    pub fn bays<'a>(&'a self, data: &'a Data, ship: ShipId) -> impl Iterator<Item = Bay> + 'a {
        let built_in = data.hull(self.ship(ship).card).bays.iter().copied();
        let outfits = self.effects_under(data, ship).filter_map(|effect| match effect {
            Effect::Bay(bay) => {
                rule!("EV-BAY-6");
                Some(bay)
            }
            _ => None,
        });
        built_in.chain(outfits)
    }
    /// Free places for fighters of a family in a ship.
    pub fn room_for(&self, data: &Data, carrier: ShipId, family: u8) -> i16 {
        let capacity: i16 = self
            .bays(data, carrier)
            .filter(|bay| bay.family == family)
            .map(|bay| i16::from(bay.capacity))
            .sum();
        let inside =
            self.fighters_in(carrier).filter(|(_, ship)| data.hull(ship.card).family == Some(family));
        capacity - inside.count() as i16
    }
    /// Spaces left under a Current Ship (EV-A5-4).
    pub fn spaces_left(&self, data: &Data, ship: ShipId) -> i16 {
        let used: i16 =
            self.items_under(ship).filter_map(|item| data.item(item.card)).map(|item| item.spaces).sum();
        data.hull(self.ship(ship).card).spaces - used
    }
    /// Free Gun or Max T slots (EV-A5-5).
    pub fn slots_left(&self, data: &Data, ship: ShipId, slot: Slot) -> i16 {
        let hull = data.hull(self.ship(ship).card);
        let all = match slot {
            Slot::None => return i16::MAX,
            Slot::Gun => hull.guns,
            Slot::Turret => hull.max_t,
        };
        let used =
            self.items_under(ship).filter_map(|item| data.item(item.card)).filter(|item| item.slot == slot);
        i16::from(all) - used.count() as i16
    }
    /// Pieces of an item's name on a ship, built-in ones included (EV-A5-6).
    pub fn copies_on(&self, data: &Data, ship: ShipId, card: Card) -> u8 {
        let Some(item) = data.item(card) else { return 0 };
        let under =
            self.items_under(ship).filter(|other| data.green_name(other.card) == item.name).count() as u8;
        let built_in: u8 = match item.line {
            None => 0,
            Some(line) => {
                let hull = data.hull(self.ship(ship).card);
                hull.lines.iter().filter(|other| other.weapon == line.weapon).map(|other| other.count).sum()
            }
        };
        under + built_in
    }
    /// Does an item fit under a ship: Spaces, slots and limit (EV-LOOT-5)?
    pub fn fits(&self, data: &Data, ship: ShipId, card: Card) -> bool {
        let Some(item) = data.item(card) else { return false };
        item.spaces <= self.spaces_left(data, ship)
            && self.slots_left(data, ship, item.slot) > 0
            && self.copies_on(data, ship, card) < item.limit
    }
    /// Total Cargo of a player's Current Ship and Escorts (EV-A11-3).
    pub fn cargo(&self, data: &Data, seat: Seat) -> i16 {
        let ships = self.current(seat).into_iter().chain(self.escorts(seat));
        ships.map(|ship| self.stat(data, ship, Stat::Cargo)).sum()
    }
    /// The effects of a player's permanent cards (EV-ACC-5).
    pub fn lasting<'a>(&'a self, data: &'a Data, seat: Seat) -> impl Iterator<Item = Effect> + 'a {
        let kept =
            self.of(seat).assets.iter().filter(|&&card| data.numbered(card).is_some_and(|n| n.persistent));
        kept.flat_map(|&card| {
            rule!("EV-ACC-5");
            data.red(card).effects.iter().copied()
        })
    }
    /// Types of ships and outfits open to a player beyond Trader and Pirate (EV-ACC-1).
    pub fn access(&self, data: &Data, seat: Seat) -> Powers {
        let mut all = Powers::NONE;
        for effect in self.lasting(data, seat) {
            if let Effect::Access { types } = effect {
                rule!("EV-ACC-1");
                all.0 |= types.0;
            }
        }
        all
    }
    /// Tech Levels of weapons that a player's access opens.
    pub fn weapon_techs(&self, data: &Data, seat: Seat) -> u32 {
        self.lasting(data, seat).fold(0, |all, effect| match effect {
            Effect::WeaponTech { tech } => all | tech,
            _ => all,
        })
    }
    /// Has a player a Clean Record of a race, unspoiled (EV-ACC-2, EV-HOST-8)?
    pub fn clean_record(&self, data: &Data, seat: Seat, race: Power) -> bool {
        let has = self
            .lasting(data, seat)
            .any(|effect| matches!(effect, Effect::CleanRecord { race: other } if other == race));
        has && !self.of(seat).spoiled.has(race)
    }
    /// Is a power hostile to a player?
    pub fn hostile(&self, data: &Data, seat: Seat, power: Power) -> bool {
        match power {
            Power::Pirate => {
                rule!("EV-HOST-2");
                true
            }
            _ if power.keeps_records() => {
                rule!("EV-HOST-2");
                let clean = self.clean_record(data, seat, power);
                if clean {
                    rule!("EV-ACC-2");
                }
                !clean
            }
            _ if power.has_circle() => {
                rule!("EV-HOST-1");
                if power.has_red_centre() {
                    rule!("EV-FEUD-2");
                    rule!("EV-R-43");
                }
                self.of(seat).markers.has(power)
            }
            _ => false,
        }
    }
    /// The Hostile Landing Fee a player would pay to use a planet now (EV-LAND-1, EV-LAND-6).
    pub fn fee(&self, data: &Data, seat: Seat, planet: Card) -> u8 {
        if self.done.landed.contains(&planet) && self.active == seat {
            rule!("EV-LAND-2");
            return 0;
        }
        let Some(card) = data.planet(planet) else { return 0 };
        if !self.hostile(data, seat, card.gov) {
            return 0;
        }
        rule!("EV-LAND-1");
        rule!("EV-R-77");
        if matches!(card.gov, Power::Pirate | Power::Polaris) {
            rule!("EV-LAND-3");
        }
        let mut fee = i16::from(card.fee);
        if let Some(ship) = self.current(seat) {
            for effect in self.effects_under(data, ship) {
                match effect {
                    Effect::Fee { gov, add } if gov.has(card.gov) => {
                        rule!("EV-LAND-6");
                        fee += add;
                    }
                    _ => {}
                }
            }
        }
        fee.max(0) as u8
    }
    /// The Active Planets a player could use now: landed ones, and tops of the own and the Nova stack at the pawn's
    /// system (EV-AP-1, EV-AP-3).
    pub fn planets_here(&self, data: &Data, seat: Seat) -> impl Iterator<Item = Card> + use<> {
        let mut here = [None; 4];
        let mut count = 0;
        if let Some(pawn) = self.of(seat).pawn {
            let landed = if self.active == seat { &self.done.landed[..] } else { &[] };
            let tops = [self.of(seat).discard.top(), self.nova_discard.top()];
            for card in landed.iter().copied().chain(tops.into_iter().flatten()) {
                if data.planets[card.index()] == Some(pawn) && !here[..count].contains(&Some(card)) {
                    here[count] = Some(card);
                    count += 1;
                }
            }
        }
        here.into_iter().flatten()
    }
    /// Ships of the battle that are not inside a carrier.
    pub fn fighting(&self) -> impl Iterator<Item = (ShipId, &Ship)> {
        self.fleet().filter(|(_, ship)| ship.fights && ship.inside.is_none())
    }
    /// Is the ship in the battle and able to act?
    pub fn able(&self, ship: ShipId) -> bool {
        let ship = self.ship(ship);
        ship.role != Role::Gone && ship.fights && ship.inside.is_none() && ship.damage != Damage::Disabled
    }
    /// The player who decides for a ship (EV-B-31b).
    pub fn captain(&self, ship: ShipId) -> Seat {
        let ship = self.ship(ship);
        if ship.role == Role::Npc { ship.controller } else { ship.owner }
    }
    /// Has a player own ships in the battle (EV-VOC-12)?
    pub fn in_battle(&self, seat: Seat) -> bool {
        self.battle.as_ref().is_some_and(|battle| battle.inside & bit(seat) != 0)
    }
    /// Does a player own or control a ship in the battle (EV-VOC-12)?
    pub fn takes_part(&self, seat: Seat) -> bool {
        self.fighting().any(|(id, _)| self.captain(id) == seat)
    }
    /// The systems where a Move of a player may end.
    pub fn reach<'a>(&'a self, data: &'a Data, seat: Seat) -> impl Iterator<Item = Sys> + 'a {
        let jumps =
            self.current(seat).map_or(0, |ship| self.stat(data, ship, Stat::Jumps).clamp(0, 99)) as u8;
        let pawn = self.of(seat).pawn;
        (0..data.systems.len() as u8).map(Sys).filter(move |&system| {
            pawn.is_some_and(|pawn| pawn != system && data.distance(pawn, system) <= jumps)
        })
    }
    /// What the turn limit weighs (EV-R-66): cards in hand, costs of ships and items, completed Numbered Missions.
    pub fn worth(&self, data: &Data, seat: Seat) -> u16 {
        let ships = self.fleet().filter(|(_, ship)| ship.owner == seat && ship.role != Role::Npc);
        let ships: u16 = ships.map(|(_, ship)| u16::from(data.cost(ship.card))).sum();
        let items = self.items.iter().filter(|item| item.owner == seat);
        let items: u16 = items.map(|item| u16::from(data.cost(item.card))).sum();
        let done = self.of(seat).assets.iter().filter(|&&card| data.numbered(card).is_some()).count();
        u16::from(self.of(seat).hand) + ships + items + 3 * done as u16
    }
    /// Chance that the next Nova card shows at most `number`: cards that do, and cards left (EV-DECK-5).
    pub fn odds(&self, number: i16) -> (u32, u32) {
        rule!("EV-DECK-5");
        let all: u32 = self.nova_left.iter().map(|&left| u32::from(left)).sum();
        let low = (0..10).filter(|&n| n <= number).map(|n| u32::from(self.nova_left[n as usize])).sum();
        (low, all)
    }
}
