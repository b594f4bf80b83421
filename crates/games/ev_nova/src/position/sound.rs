//! What a position must satisfy before a match continues from it: every seat, ship, card and system that it names
//! exists and is of the right kind.

use rules::{ReadError, Seat};

use super::read::Read;
use crate::bag::MOST;
use crate::data::Effect;
use crate::{
    Battle, Card, Cause, CheckKind, Damage, Data, Ending, Flip, Frame, Open, Role, ShipId, Stage, State, Sys,
    Use, setup::MOST_DECLINED,
};

/// Table rounds, turns and rounds of a battle that a position may count.
const MOST_TURNS: u16 = 9999;
const MOST_ROUNDS: u8 = 200;
/// Values of checks and weapons in play stay far below.
const MOST_VALUE: i16 = 999;

fn demand(condition: bool, wanted: &str, found: impl std::fmt::Display) -> Read<()> {
    if condition { Ok(()) } else { Err(ReadError(format!("expected {wanted}, found {found}"))) }
}

/// Refuses a position that could not occur, by the first thing that is wrong.
pub(super) fn check(state: &State, data: &Data) -> Read<()> {
    let names = Names { open: &state.open, data };
    piles(state)?;
    seats(&state.open, data)?;
    ships(&state.open)?;
    names.missions()?;
    if let Some(battle) = &state.open.battle {
        names.battle(battle)?;
    }
    for &frame in &state.open.stack {
        demand(names.frame(frame), "a pending thing that is possible here", super::json(&frame))?;
    }
    demand(
        state.open.ending.is_some() || state.open.stack.len() > 1,
        "a stack with the turn and what is pending in it",
        super::json(&state.open.stack),
    )?;
    let ended = match state.open.ending {
        Some(Ending::Attrition(seat) | Ending::Total(seat) | Ending::Limit(Some(seat))) => names.seat(seat),
        _ => true,
    };
    demand(ended, "a winner of this match", "another seat")?;
    let contributing = state.open.stack.contains(&Frame::Contribute);
    let over = state.open.ending.is_some();
    demand(contributing || over || !state.secret.nova.is_empty(), "cards in the Nova Deck", "none")?;
    demand(
        over || state.open.seats().any(|seat| !state.open.of(seat).out),
        "a player who is in the game",
        "none",
    )
}

/// No pile can grow beyond its room, wherever its cards go.
fn piles(state: &State) -> Read<()> {
    let open = &state.open;
    let returned: usize = open.returned.iter().map(|cards| cards.len()).sum();
    let nova = state.secret.nova.len() + open.nova_discard.len() + usize::from(open.nova_aside.is_some());
    demand(nova + returned <= 80, "at most 80 Nova cards", nova + returned)?;
    let all = state.cards().len();
    demand(all - nova.min(all) <= MOST, "at most 60 cards of each player outside the Nova Deck", all - nova)?;
    demand(open.round <= MOST_TURNS, "a table round up to 9999", open.round)
}

fn seats(open: &Open, data: &Data) -> Read<()> {
    for seat in open.seats() {
        let player = open.of(seat);
        let name = |what: &str| format!("{what} of seat {}", seat.0);
        demand(player.declined <= MOST_DECLINED, "at most 5", name("declined planets"))?;
        demand(player.stranded_turns <= 3, "at most 3", name("stranded turns"))?;
        demand(player.turns.max(player.blocked_at) <= MOST_TURNS, "turns up to 9999", name("more"))?;
        if player.stranded && !player.out {
            let wreck = open.current(seat).is_some_and(|ship| open.ship(ship).damage == Damage::Disabled);
            demand(wreck && player.pawn.is_some(), "a disabled ship on the board", name("stranded ship"))?;
        }
        let asset = |&card: &Card| data.numbered(card).is_some() || data.route(card).is_some();
        if let Some(card) = player.assets.iter().find(|card| !asset(card)) {
            return demand(false, "a Numbered Mission or Trade Route as an asset", card.number());
        }
    }
    if let Some(card) = open.done.landed.iter().find(|&&card| data.planet(card).is_none()) {
        return demand(false, "a planet to land on", card.number());
    }
    Ok(())
}

fn ships(open: &Open) -> Read<()> {
    let there = |ship: ShipId| open.ships.get(ship.index()).is_some_and(|what| what.role != Role::Gone);
    for item in &open.items {
        demand(
            there(item.ship),
            "ships that are there",
            format!("s{} of card {}", item.ship.0, item.card.number()),
        )?;
    }
    for (id, ship) in open.fleet() {
        let Some(carrier) = ship.inside else { continue };
        let outside = there(carrier) && carrier != id && open.ship(carrier).inside.is_none();
        demand(outside, "ships that are there", format!("the carrier s{} of s{}", carrier.0, id.0))?;
    }
    Ok(())
}

/// What a position may name.
struct Names<'a> {
    open: &'a Open,
    data: &'a Data,
}

impl Names<'_> {
    fn seat(&self, seat: Seat) -> bool {
        seat.0 < self.open.players
    }
    fn ship(&self, ship: ShipId) -> bool {
        ship.index() < self.open.ships.len()
    }
    fn in_play(&self, ship: ShipId) -> bool {
        self.ship(ship) && self.open.ship(ship).role != Role::Gone
    }
    fn system(&self, system: Sys) -> bool {
        system.index() < self.data.systems.len()
    }
    fn card(&self, card: Card) -> bool {
        card.index() < Card::COUNT
    }
    /// A number of players already asked.
    fn next(&self, next: u8) -> bool {
        next <= self.open.players
    }
    fn bits(&self, seats: u8) -> bool {
        seats >> self.open.players == 0
    }
    fn opposed(&self, card: Card) -> bool {
        self.data.numbered(card).is_some_and(|numbered| numbered.opposition.is_some())
    }
    fn attack_event(&self, card: Card) -> bool {
        let attacks = |effect: &Effect| matches!(effect, Effect::NpcAttack { .. });
        self.data.event(card).is_some() && self.data.red(card).effects.iter().any(attacks)
    }
    fn value(value: i16) -> bool {
        (-MOST_VALUE..=MOST_VALUE).contains(&value)
    }

    fn missions(&self) -> Read<()> {
        for mission in &self.open.missions {
            let due = !mission.due || self.opposed(mission.card);
            demand(due, "an opposed mission to be due", mission.card.number())?;
        }
        Ok(())
    }

    fn battle(&self, battle: &Battle) -> Read<()> {
        let bits = [battle.attacked, battle.inside, battle.red_alert, battle.podded, battle.withdrew];
        let seats = [Some(battle.aggressor), Some(battle.leader), battle.runner, battle.captor];
        let mut seats = seats.into_iter().flatten().chain(battle.event.map(|(seat, _)| seat));
        let seats = bits.into_iter().chain(battle.enemies).all(|bits| self.bits(bits))
            && seats.all(|seat| self.seat(seat));
        demand(seats, "seats of this match in the battle", "another seat")?;
        let cause = match battle.cause {
            Cause::Opposition(card) => self.opposed(card),
            Cause::Event(card) => self.attack_event(card),
            _ => true,
        };
        let event = battle.event.is_none_or(|(_, card)| self.attack_event(card));
        demand(
            cause && event,
            "an opposed mission or an attack event as the cause",
            super::json(&battle.cause),
        )?;
        demand(self.system(battle.system), "a system of the board", battle.system.0)?;
        let planets = battle.engaged.iter().all(|&card| self.data.planet(card).is_some());
        demand(planets && battle.engaged.len() <= 32, "planets that are engaged", "something else")?;
        let ships = battle.hunters.iter().copied();
        let ships = ships
            .chain(battle.supports.iter().flat_map(|support| [support.by, support.ship]))
            .chain(battle.backings.iter().flat_map(|backing| [backing.by, backing.ship, backing.target]))
            .chain(battle.shot.into_iter().flat_map(|shot| shot.ship.into_iter().chain([shot.target])));
        let mut missing = ships.filter(|&ship| !self.ship(ship));
        if let Some(ship) = missing.next() {
            return demand(false, "ships that are there", format!("s{}", ship.0));
        }
        let phases = battle.phase <= 6 && battle.last <= 5;
        let rounds = battle.round <= MOST_ROUNDS && battle.entered <= MOST_ROUNDS && battle.quiet <= 3;
        demand(phases && rounds, "phases 1 to 5 and rounds up to 200", "other numbers")?;
        let shot = battle.shot.is_none_or(|shot| {
            let values = [shot.sh, shot.ar, shot.av, shot.ov, shot.pur.unwrap_or(0)];
            self.seat(shot.seat)
                && usize::from(shot.weapon) < self.data.weapon_names.len()
                && shot.planet.is_none_or(|card| self.data.planet(card).is_some())
                && values.into_iter().all(Self::value)
        });
        let backings = battle.backings.iter().all(|backing| {
            Self::value(backing.sac) && backing.pur.is_none_or(Self::value) && backing.system < 32
        });
        let check = Self::value(battle.check.0) && Self::value(battle.check.1);
        demand(shot && backings && check, "a shot with its weapon and values", "other numbers")?;
        let next = match battle.stage {
            Stage::Join { next }
            | Stage::RedAlert { next }
            | Stage::Planets { next }
            | Stage::Maneuver { next }
            | Stage::Spring { next }
            | Stage::Fire { next }
            | Stage::Withdraw { next }
            | Stage::Recover { next }
            | Stage::TakeFighters { next }
            | Stage::Board { next }
            | Stage::Repairs { next } => self.next(next),
            Stage::AutoPlanets { next } => usize::from(next) <= battle.engaged.len(),
            Stage::Regenerate { next } => usize::from(next) <= self.open.ships.len(),
            Stage::Introduce { next, passes, .. } => self.next(next) && self.next(passes),
            _ => true,
        };
        demand(next, "a stage that asks players of this match", super::json(&battle.stage))
    }

    /// Is the battle there with what a pending thing needs of it?
    fn fight(&self, needs: impl Fn(&Battle) -> bool) -> bool {
        self.open.battle.as_ref().is_some_and(needs)
    }

    /// Is a ship boarded that is still there? The prize of an earlier boarding may be gone.
    fn boarding(&self) -> bool {
        self.fight(|battle| battle.prize.is_some_and(|ship| self.ship(ship)))
    }

    fn frame(&self, frame: Frame) -> bool {
        let active = self.open.of(self.open.active);
        let boarded = |ship: ShipId| self.in_play(ship) && self.fight(|_| true);
        match frame {
            Frame::Contribute
            | Frame::First
            | Frame::Turn
            | Frame::NextTurn
            | Frame::Launch
            | Frame::Stranded
            | Frame::Arrive => true,
            Frame::LaunchChoice { card } => self.data.planet(card).is_some(),
            Frame::Main => {
                let ready = active.pawn.is_some() && self.open.current(self.open.active).is_some();
                let waits = self.open.stack.last() != Some(&Frame::Main);
                ready || waits || active.out
            }
            Frame::EndWindow { next } => self.next(next),
            Frame::EndDecide => active.pawn.is_some(),
            Frame::Pay { seat, .. }
            | Frame::Draw { seat, .. }
            | Frame::Order { seat }
            | Frame::Marker { seat, .. }
            | Frame::PayRepair { seat }
            | Frame::Repaired { seat }
            | Frame::Offer { seat } => self.seat(seat),
            Frame::Assign { seat } => self.seat(seat),
            Frame::TradeIn { seat, card } => {
                self.seat(seat) && self.data.ship(card).is_some() && self.card(card)
            }
            Frame::SellUnder { seat, ship, card } => self.seat(seat) && self.ship(ship) && self.card(card),
            Frame::Install { seat, card, how } => {
                let fits = match how {
                    Use::Item => self.data.item(card).is_some(),
                    Use::Ship | Use::Escort => self.card(card) && self.data.ship(card).is_some(),
                    Use::Fighter(ship) | Use::Upgrade(ship) => {
                        self.card(card) && self.data.ship(card).is_some() && self.in_play(ship)
                    }
                };
                self.seat(seat) && fits
            }
            Frame::Discard { seat, card } | Frame::Effects { seat, card, .. } => {
                self.seat(seat) && self.card(card)
            }
            Frame::OpposeFlip { card, next, .. } | Frame::OpposeAdd { card, next, .. } => {
                self.opposed(card) && self.next(next)
            }
            Frame::EventFlip { card, system, .. } | Frame::EventAdd { card, system } => {
                self.attack_event(card) && self.system(system)
            }
            Frame::BayFlip { carrier, .. } => self.in_play(carrier),
            Frame::Enter { seats } => self.bits(seats),
            Frame::Battle => self.fight(|_| true),
            Frame::Evade { seat, what } => {
                let of_shot = matches!(what, CheckKind::Shot | CheckKind::Escape);
                self.seat(seat) && self.fight(|battle| !of_shot || battle.shot.is_some())
            }
            Frame::EscapeChoice => self.fight(|battle| battle.shot.is_some_and(|shot| shot.pur.is_some())),
            Frame::Pursue { runner, next, .. } => {
                self.seat(runner) && self.next(next) && self.fight(|battle| battle.runner == Some(runner))
            }
            Frame::Retreat { seat } => self.seat(seat) && self.fight(|_| true),
            Frame::Deal { next } => self.fight(|_| true) && self.next(next),
            Frame::DealAnswer { ship, to } => self.seat(to) && boarded(ship),
            Frame::SelfDestruct { target } => boarded(target),
            Frame::Boarding { target, .. }
            | Frame::Ammunition { target }
            | Frame::CaptureAgain { target }
            | Frame::CaptureAs { target } => self.ship(target) && self.fight(|_| true),
            Frame::CaptureItems { victim, old, wreck } => {
                self.seat(victim) && self.ship(old) && self.ship(wreck) && self.fight(|_| true)
            }
            Frame::CaptureAssets { victim }
            | Frame::CapturePaid { victim }
            | Frame::CaptureEnd { victim } => self.seat(victim) && self.fight(|_| true),
            Frame::Give { from, to, .. }
            | Frame::GiveTop { from, to }
            | Frame::PassCards { from, to, .. } => self.seat(from) && self.seat(to),
            Frame::NovaReturn { next } => next <= 3 * self.open.players,
            Frame::Flip(flip) => self.flip(flip),
        }
    }

    fn flip(&self, flip: Flip) -> bool {
        match flip {
            Flip::Action => true,
            Flip::Marker { seat, gov, .. } => self.seat(seat) && gov.has_circle(),
            Flip::Initiative { left, ties, next, .. } => {
                self.bits(left) && self.bits(ties) && self.next(next) && self.fight(|_| true)
            }
            Flip::Shot => self.fight(|battle| battle.shot.is_some()),
            Flip::PointDefense { av } => {
                Self::value(av) && self.fight(|battle| battle.shot.is_some_and(|shot| shot.pur.is_some()))
            }
            Flip::Escape { bonus } => Self::value(bonus) && self.fight(|battle| battle.shot.is_some()),
            Flip::Pursuit => self.fight(|battle| battle.runner.is_some()),
            Flip::Loot => self.boarding(),
            Flip::Capture { bonus } => Self::value(bonus) && self.boarding(),
            Flip::Pod { seat, av, ov } => self.seat(seat) && Self::value(av) && Self::value(ov),
            Flip::RegenShield { ship, av, ov } | Flip::Droids { ship, av, ov } => {
                self.in_play(ship) && Self::value(av) && Self::value(ov)
            }
        }
    }
}
