//! What a captain who trades, runs missions, buys better ships and fights when stronger would do.

use rules::{Advice, Seat};

use crate::data::{Effect, Stat};
use crate::{
    Action, Card, CheckKind, Damage, Ending, EvNova, Frame, MAX_SEATS, Open, Power, Role, ShipId, Stage,
    State, Sys,
};

/// What the fighting strength of a ship is worth: its cost and the costs of what lies under it.
fn strength(game: &EvNova, open: &Open, seat: Seat) -> i32 {
    let data = game.data();
    let ships = open.fleet().filter(|(_, ship)| ship.owner == seat && ship.role != Role::Npc);
    ships
        .map(|(id, ship)| {
            let items: i32 = open
                .items_under(id)
                .filter_map(|item| data.item(item.card))
                .map(|item| if item.line.is_some() { i32::from(item.cost) + 1 } else { 1 })
                .sum();
            let whole = match ship.damage {
                Damage::Intact => 4,
                Damage::ShieldsDown => 2,
                Damage::Disabled => 0,
            };
            (i32::from(data.cost(ship.card)) * 2 + items) * whole / 4
        })
        .sum()
}

/// Is `mine` enough to attack `theirs`? A clear advantage at first; the longer two captains have waited for one, the less.
fn dares(open: &Open, mine: i32, theirs: i32) -> bool {
    let percent = match open.round {
        0..40 => 125,
        40..80 => 100,
        80..120 => 80,
        _ => 60,
    };
    mine * 100 >= theirs * percent
}

impl EvNova {
    /// Cards a mission or route brings when it is cashed in.
    fn reward(&self, open: &Open, seat: Seat, card: Card) -> i32 {
        let effects = &self.data().red(card).effects;
        effects
            .iter()
            .map(|effect| match *effect {
                Effect::Draw { cards } => i32::from(cards),
                Effect::DrawCargo { base, cap } => {
                    (i32::from(base) + i32::from(open.cargo(self.data(), seat))).min(i32::from(cap))
                }
                Effect::Access { .. } => 6,
                Effect::CleanRecord { .. } => 3,
                Effect::TotalVictory => 60,
                _ => 0,
            })
            .sum()
    }

    /// May a mission in hand be played as far as its storyline goes?
    fn ready(&self, open: &Open, seat: Seat, card: Card) -> bool {
        self.data().numbered(card).is_none_or(|numbered| self.check_numbered(open, seat, numbered).is_ok())
    }

    /// Is a Numbered Mission the next but one: is what it needs in play or in hand?
    fn soon(&self, state: &State, seat: Seat, card: Card) -> bool {
        let data = self.data();
        let Some(numbered) = data.numbered(card) else { return false };
        let running = state.open.missions.iter().filter(|mission| mission.seat == seat);
        let coming = || {
            let hand = state.secret.seat[seat.index()].hand.iter().copied();
            let done = state.open.of(seat).assets.iter().copied();
            let cards = running.clone().map(|mission| mission.card).chain(hand).chain(done);
            cards.filter_map(|other| data.numbered(other))
        };
        numbered.needs.iter().all(|any| coming().any(|other| any.contains(&(other.storyline, other.number))))
    }

    /// How much a player wants to end a Move at a system.
    fn pull(&self, state: &State, seat: Seat, system: Sys) -> i32 {
        let (open, data) = (&state.open, self.data());
        let own = &state.secret.seat[seat.index()];
        let mine = strength(self, open, seat);
        let (mut best, mut fear) = (None, 0);
        // Goals far away count as well: there is always a next step to one of them.
        let mut goal = |at: Sys, value: i32| {
            let far = i32::from(data.distance(system, at));
            best = best.max(Some(value - 9 * far));
        };
        for mission in open.missions.iter().filter(|mission| mission.seat == seat) {
            let what = data.mission(mission.card).expect("a mission in play is a mission");
            let Some(stop) = what.next_stop(mission.done) else { continue };
            let left = what.stops.len() as i32 - i32::from(mission.done);
            let mut value = 60 + self.reward(open, seat, mission.card) * 12 / left.max(1);
            if what.opposed(mission.done) {
                value -= (60 - mine * 2).max(0);
            }
            goal(stop, value);
        }
        for &card in open.of(seat).assets.iter() {
            let Some(route) = data.route(card) else { continue };
            let value = 80 + self.reward(open, seat, card) * 12;
            match route.sell.bracket {
                Some(at) => goal(at, value),
                None => {
                    for top in [open.of(seat).discard.top(), open.nova_discard.top()].into_iter().flatten() {
                        if self.suits(&route.sell, top)
                            && let Some(at) = data.planets[top.index()]
                        {
                            goal(at, value);
                        }
                    }
                }
            }
        }
        let tops = [open.of(seat).discard.top(), open.nova_discard.top()];
        for card in own.hand.distinct() {
            let from = match (data.mission(card), data.route(card)) {
                (Some(mission), _) => Some(&mission.from).filter(|_| self.ready(open, seat, card)),
                (_, Some(route)) => Some(&route.buy),
                _ => None,
            };
            if let Some(from) = from {
                let value = 40 + self.reward(open, seat, card) * 5;
                if let Some(at) = from.bracket {
                    goal(at, value);
                }
                for top in
                    tops.into_iter().flatten().filter(|&top| from.bracket.is_none() && self.suits(from, top))
                {
                    if let Some(at) = data.planets[top.index()] {
                        goal(at, value);
                    }
                }
            }
            if let Some(ship) = data.ship(card) {
                let better = i32::from(ship.cost)
                    - open.current(seat).map_or(0, |ship| i32::from(data.cost(open.ship(ship).card)));
                let rich = i32::from(open.of(seat).hand) - 1 + i32::from(self.trade_value(open, seat));
                if better > 1 && rich >= i32::from(ship.cost) {
                    for top in tops.into_iter().flatten() {
                        if let Some(planet) = data.planet(top)
                            && planet.ships & ship.tech.bit() != 0
                        {
                            goal(planet.system, 90 + better * 8);
                        }
                    }
                }
            }
        }
        for other in open.alive().filter(|&other| other != seat) {
            if let Some(there) = open.of(other).pawn {
                let theirs = strength(self, open, other);
                if dares(open, mine, theirs) {
                    goal(there, 70 + (mine - theirs).clamp(0, 60) * 3);
                } else if theirs * 4 > mine * 5 && there == system {
                    fear += 40;
                }
            }
        }
        best.unwrap_or(0) - fear - self.peril(open, seat, system)
    }

    /// How dangerous it is to end a turn at a system.
    fn peril(&self, open: &Open, seat: Seat, system: Sys) -> i32 {
        let data = self.data();
        let down: i32 = open
            .alive()
            .filter(|&other| other != seat)
            .map(|other| i32::from(open.of(other).gov) + i32::from(open.of(other).pirate) / 2)
            .sum();
        let host = data.host(system);
        let hostile = open.hostile(data, seat, host)
            || data.aliens(system).is_some_and(|r| open.hostile(data, seat, r));
        if hostile { (down * 8).min(50) } else { 0 }
    }

    /// What a card in hand is worth keeping.
    fn keep(&self, state: &State, seat: Seat, card: Card) -> i32 {
        let (open, data) = (&state.open, self.data());
        let mut value = 0;
        if let Some(mission) = data.mission(card) {
            value = 10 + self.reward(open, seat, card);
            let pawn = open.of(seat).pawn;
            if !self.ready(open, seat, card) {
                value = if self.soon(state, seat, card) { 20 } else { 2 };
            } else if let (Some(at), Some(pawn)) = (mission.from.bracket, pawn) {
                value += 12 - i32::from(data.distance(pawn, at)).min(12);
            }
        } else if data.route(card).is_some() {
            value = 12;
        }
        if let Some(ship) = data.ship(card) {
            let now = open.current(seat).map_or(0, |ship| i32::from(data.cost(open.ship(ship).card)));
            let open_type =
                matches!(ship.kind, Power::Trader | Power::Pirate) || open.access(data, seat).has(ship.kind);
            if open_type && i32::from(ship.cost) > now {
                value = value.max(6 + (i32::from(ship.cost) - now).min(14));
            }
        }
        let bonus = data.red(card).effects.iter().any(|effect| matches!(effect, Effect::CheckBonus { .. }));
        value + i32::from(bonus) * 8 + i32::from(data.planet(card).is_some()) * 4
    }

    fn buy_score(&self, state: &State, seat: Seat, action: Action) -> i32 {
        let (open, data) = (&state.open, self.data());
        let now = open.current(seat).map_or(0, |ship| i32::from(data.cost(open.ship(ship).card)));
        match action {
            Action::BuyShip(card, _) => {
                let items: i32 = open.current(seat).map_or(0, |ship| {
                    open.items_under(ship).map(|item| i32::from(data.cost(item.card))).sum()
                });
                let better = i32::from(data.cost(card)) - now - items / 2;
                if better > 1 { 850 + better * 10 } else { -200 }
            }
            Action::Upgrade(_, card, _) => 860 + i32::from(data.cost(card)),
            Action::BuyEscort(card, _) => 640 + i32::from(data.cost(card)) * 6,
            Action::BuyFighter(card, ..) => 700 + i32::from(data.cost(card)),
            Action::BuyItem(card, _) => {
                let Some(item) = data.item(card) else { return 0 };
                let effects: i32 = item
                    .effects
                    .iter()
                    .map(|effect| match *effect {
                        Effect::EscapePod { .. } => 120,
                        Effect::Stat { stat: Stat::Shield | Stat::Armor, add } => i32::from(add) * 30,
                        Effect::Stat { stat: Stat::Pursuit | Stat::Escape, add } => i32::from(add) * 10,
                        Effect::Stat { stat: Stat::Jumps, add } => i32::from(add) * 8,
                        _ => 5,
                    })
                    .sum();
                let weapon = item.line.map_or(0, |line| 40 + i32::from(line.sh.max(line.ar)) * 4);
                600 + effects + weapon
            }
            _ => 0,
        }
    }

    fn main_score(&self, state: &State, seat: Seat, action: Action) -> i32 {
        let (open, data) = (&state.open, self.data());
        let pawn = open.of(seat).pawn.unwrap_or_default();
        let mine = strength(self, open, seat);
        match action {
            Action::CashIn(card) | Action::Unload(card, _) => 1100 + self.reward(open, seat, card) * 10,
            Action::Move(to) | Action::Transit(_, to) => {
                let cash = !open.done.acted
                    && open.missions.iter().any(|mission| {
                        let what = data.mission(mission.card).expect("a mission in play is a mission");
                        mission.seat == seat
                            && usize::from(mission.done) + 1 == what.stops.len()
                            && what.stops.last() == Some(&to)
                            && !what.opposed(mission.done)
                    });
                let here = self.pull(state, seat, pawn);
                let gain = self.pull(state, seat, to) - here;
                let cost = if matches!(action, Action::Transit(..)) { 30 } else { 0 };
                let prey = open.alive().any(|other| {
                    other != seat
                        && open.of(other).pawn == Some(to)
                        && dares(open, mine, strength(self, open, other))
                });
                if cash || (prey && !open.done.acted) {
                    1000 + gain
                } else if gain > 3 {
                    500 + gain - cost
                } else {
                    gain - 40
                }
            }
            Action::Play(card, _) | Action::Load(card, _) => 900 + self.reward(open, seat, card) * 4,
            Action::BuyItem(..)
            | Action::BuyShip(..)
            | Action::BuyEscort(..)
            | Action::BuyFighter(..)
            | Action::Upgrade(..) => self.buy_score(state, seat, action),
            Action::Attack(target) => {
                let theirs = strength(self, open, target);
                if open.of(target).stranded {
                    2000
                } else if dares(open, mine, theirs) {
                    1300 + mine - theirs
                } else {
                    -500
                }
            }
            Action::Deploy(card) => {
                let ship = data.ship(card);
                let useful = ship.is_some_and(|ship| {
                    let closed = !matches!(ship.kind, Power::Trader | Power::Pirate);
                    closed && !open.access(data, seat).has(ship.kind)
                });
                if useful {
                    260 - self.keep(state, seat, card)
                } else {
                    180 - self.keep(state, seat, card) * 2
                }
            }
            Action::Cycle(card) => 200 - self.keep(state, seat, card) * 3,
            Action::Swap(card) => {
                let top = open.nova_discard.top().map_or(0, |top| self.keep(state, seat, top));
                let gain = top - self.keep(state, seat, card);
                // A swap that gains nothing could go back and forth for ever.
                if gain > 0 { 190 + gain * 3 } else { 50 }
            }
            Action::FlipNova => 120,
            Action::Welfare => 150,
            Action::EventAt(..) => {
                let here = matches!(action, Action::EventAt(_, at) if at == pawn);
                if here { 50 } else { 420 }
            }
            Action::EventOn(..) => 400,
            Action::Event(_) => 300,
            Action::Repair(other) => i32::from(open.of(other).offer) * 60 - 100,
            Action::EndTurn => 0,
            // Items are kept unless the hand is empty.
            Action::SellItem(..) | Action::SellShip(..) => -300,
            _ => 0,
        }
    }

    /// What the loss of a ship would mean to its owner.
    fn prize(&self, open: &Open, target: ShipId) -> i32 {
        let ship = open.ship(target);
        let cost = i32::from(self.data().cost(ship.card));
        if ship.role == Role::Current { 400 + cost * 10 } else { cost * 10 }
    }

    fn fire_score(&self, state: &State, seat: Seat, action: Action) -> i32 {
        let (open, data) = (&state.open, self.data());
        let Some(battle) = &open.battle else { return 0 };
        match action {
            Action::Launch(..) => 5000,
            Action::PlanetFire(_, target) => 3000 + self.prize(open, target),
            Action::Fire(ship, n, target, card) | Action::Combine(ship, n, target, card) => {
                let combined = matches!(action, Action::Combine(..));
                let Some(line) = open.line(data, ship, n) else { return 0 };
                let aim = open.ship(target);
                let shooter = open.ship(ship);
                let gifts: Vec<_> = open.gifts(data, ship, battle.phase, false).collect();
                let sac: i16 = if combined {
                    gifts.iter().filter(|(other, _)| *other != n).map(|(_, l)| l.sac).sum()
                } else {
                    0
                };
                let (attack, stat, weight) = match aim.damage {
                    Damage::Intact => (line.sh, Stat::Shield, 2),
                    Damage::ShieldsDown => (line.ar, Stat::Armor, 3),
                    Damage::Disabled => (99, Stat::Armor, if aim.role == Role::Current { 9 } else { 0 }),
                };
                let bonus = if card.is_some() { 3 } else { 0 };
                let odds = self.odds(open, attack + sac + bonus, open.stat(data, target, stat));
                let shots = if combined { gifts.len() as i32 } else { 1 };
                let mut score =
                    odds.thousandths as i32 * weight * (40 + self.prize(open, target)) / 1000 / shots;
                if card.is_some() {
                    score -= 150;
                }
                // A government that does not fight us is left alone.
                if shooter.role != Role::Npc
                    && aim.role == Role::Npc
                    && !open.side_against(data, aim.side, seat)
                {
                    return -100;
                }
                if aim.role == Role::Npc && open.captain(target) == seat {
                    return -100;
                }
                // One shot of many only where single shots hardly hit.
                if combined && odds.thousandths < 700 { score / 2 } else { score }
            }
            Action::Support(..) => -50,
            _ => 0,
        }
    }

    fn battle_score(&self, state: &State, seat: Seat, action: Action) -> i32 {
        let open = &state.open;
        let Some(battle) = &open.battle else { return 0 };
        let sides = || {
            let data = self.data();
            let mine = strength(self, open, seat);
            let foes: i32 = open
                .fighting()
                .filter(|&(id, ship)| {
                    ship.damage != Damage::Disabled
                        && open.captain(id) != seat
                        && open.withdrawing(seat).any(|own| open.enemies(data, own, id))
                })
                .map(|(_, ship)| i32::from(data.cost(ship.card)) * 2)
                .sum();
            (mine, foes)
        };
        match (battle.stage, action) {
            (Stage::RedAlert { .. }, Action::RedAlert) => {
                let (mine, foes) = sides();
                if mine * 4 < foes * 3 { 10 } else { -10 }
            }
            (Stage::Join { .. }, Action::Join) => -1,
            (Stage::Planets { .. }, Action::Reveal(card)) => {
                let friend = self
                    .data()
                    .planet(card)
                    .is_some_and(|planet| !open.hostile(self.data(), seat, planet.gov));
                if friend && open.in_battle(seat) { 5 } else { -5 }
            }
            (Stage::Introduce { .. }, Action::Show(card)) => {
                let kind = self.data().hull(card).kind;
                let foe = open.alive().any(|other| {
                    other != seat && open.in_battle(other) && open.side_against(self.data(), kind, other)
                });
                let own = open.in_battle(seat) && open.side_against(self.data(), kind, seat);
                if foe && !own { 10 } else { -5 }
            }
            (Stage::Span, Action::Begin(phase)) => -i32::from(phase),
            (Stage::Span, Action::End(phase)) => i32::from(phase),
            (Stage::Maneuver { .. }, Action::Maneuver(_)) => -10,
            (Stage::Spring { .. }, Action::Spring(..)) => 10,
            (Stage::Spring { .. }, Action::SpringFor(..)) => -5,
            (Stage::Fire { .. }, _) => self.fire_score(state, seat, action),
            (Stage::Withdraw { .. }, Action::Withdraw) => {
                let (mine, foes) = sides();
                let hurt = open.current(seat).is_some_and(|ship| open.ship(ship).damage != Damage::Intact);
                if foes > 0 && mine * 4 < foes * 3 && (hurt || mine * 2 < foes) { 10 } else { -10 }
            }
            (_, Action::Recover(..) | Action::TakeFighter(..)) => 10,
            (Stage::Board { .. }, Action::Board(_)) => {
                if battle.hunters.len() < 4 {
                    30
                } else {
                    -10
                }
            }
            (Stage::Board { .. }, Action::Capture(target)) => 20 + self.prize(open, target) / 10,
            (Stage::Board { .. }, Action::Loot(target)) => {
                if open.ship(target).role == Role::Current {
                    5
                } else {
                    24
                }
            }
            _ => 0,
        }
    }
}

impl Advice for EvNova {
    fn action_score(&self, state: &State, seat: Seat, action: Action) -> i32 {
        let (open, data) = (&state.open, self.data());
        match open.frame() {
            Some(Frame::Contribute) => {
                i32::from(action == Action::GiveRest || action == Action::Confirm) * 10
            }
            Some(Frame::LaunchChoice { card }) => {
                let planet = data.planet(card).expect("a launch card is a planet");
                let bad = open.hostile(data, seat, planet.gov);
                i32::from((action == Action::Place) != bad)
            }
            Some(Frame::Main) => self.main_score(state, seat, action),
            Some(Frame::Pay { left, .. }) => match action {
                Action::Lay(card) => {
                    let planet = left == 1 && data.planet(card).is_some();
                    i32::from(planet) * 8 - self.keep(state, seat, card)
                }
                _ => 0,
            },
            Some(Frame::Order { .. } | Frame::PassCards { .. }) => match action {
                Action::Lay(card) => -self.keep(state, seat, card),
                _ => 0,
            },
            Some(Frame::Give { .. }) => match action {
                Action::FromDeck => 0,
                Action::FromHand(card) => 5 - self.keep(state, seat, card),
                _ => 0,
            },
            Some(Frame::EndWindow { .. }) => match action {
                Action::Show(card) => {
                    let kind = data.hull(card).kind;
                    let hostile = open.hostile(data, open.active, kind) || kind == Power::Trader;
                    let own =
                        open.of(seat).pawn == open.of(open.active).pawn && open.hostile(data, seat, kind);
                    if hostile && !own { 10 } else { -10 }
                }
                _ => 0,
            },
            Some(Frame::OpposeAdd { .. } | Frame::EventAdd { .. } | Frame::Assign { .. }) => {
                i32::from(!matches!(action, Action::Done)) * 10
            }
            Some(Frame::EndDecide) => i32::from(action == Action::Ignore),
            Some(Frame::Evade { what, .. }) => match action {
                Action::Evade(_) => {
                    let target = open.battle.as_ref().and_then(|battle| battle.shot).map(|shot| shot.target);
                    let grave = target.is_none_or(|target| {
                        open.ship(target).role == Role::Current
                            && open.ship(target).damage == Damage::ShieldsDown
                    });
                    if grave || what == CheckKind::Capture { 10 } else { -10 }
                }
                _ => 0,
            },
            Some(Frame::EscapeChoice) => {
                match (action, open.battle.as_ref().and_then(|battle| battle.shot)) {
                    (Action::Escape, Some(shot)) => {
                        let odds = self.odds(
                            open,
                            shot.pur.unwrap_or(0),
                            open.stat(data, shot.target, Stat::Escape),
                        );
                        450 - odds.thousandths as i32
                    }
                    _ => 0,
                }
            }
            Some(Frame::Pursue { .. }) => match action {
                Action::Pursue(ship) => {
                    if open.ship(ship).role == Role::Npc {
                        10
                    } else {
                        5
                    }
                }
                _ => 0,
            },
            Some(Frame::Retreat { .. }) => match action {
                Action::Retreat(system) => self.pull(state, seat, system),
                _ => 0,
            },
            Some(Frame::DealAnswer { .. }) => i32::from(action == Action::Accept),
            Some(Frame::SelfDestruct { .. }) => i32::from(action == Action::SelfDestruct),
            Some(Frame::Stranded) => match action {
                Action::SelfDestruct if open.of(seat).stranded_turns >= 2 => 20,
                Action::Offer(cards) => {
                    if open.of(seat).offer < cards {
                        3 + i32::from(cards.min(4))
                    } else {
                        -5
                    }
                }
                Action::Wait => 1,
                _ => -10,
            },
            Some(Frame::Offer { .. }) => match action {
                Action::Offer(cards) => -(i32::from(cards) - 3).abs(),
                _ => 0,
            },
            Some(Frame::CaptureAgain { .. }) => i32::from(matches!(action, Action::Capture(_))),
            Some(Frame::CaptureAs { target }) => match action {
                Action::AsShip => {
                    let now = open.current(seat).map_or(0, |ship| data.cost(open.ship(ship).card));
                    i32::from(data.cost(open.ship(target).card)) - i32::from(now)
                }
                Action::AsFighter(_) => 1,
                _ => 0,
            },
            Some(Frame::CaptureItems { .. } | Frame::CaptureAssets { .. } | Frame::Ammunition { .. }) => {
                match action {
                    Action::DropEscort(ship) => 20 - i32::from(data.cost(open.ship(ship).card)),
                    Action::Done => 0,
                    _ => 10,
                }
            }
            Some(Frame::PayRepair { .. }) => i32::from(action == Action::PayRepair),
            Some(Frame::Battle) => self.battle_score(state, seat, action),
            _ => 0,
        }
    }

    fn worth(&self, state: &State, seat: Seat) -> i32 {
        let open = &state.open;
        if let Some(ending) = open.ending {
            let winner = match ending {
                Ending::Attrition(winner) | Ending::Total(winner) => Some(winner),
                Ending::Limit(winner) => winner,
            };
            return if winner == Some(seat) { 100_000 } else { -100_000 };
        }
        if open.of(seat).out {
            return -100_000;
        }
        let value = |seat: Seat| {
            i32::from(open.worth(self.data(), seat)) * 10 + strength(self, open, seat) * 5
                - i32::from(open.of(seat).stranded) * 300
        };
        let others = open.alive().filter(|&other| other != seat).map(value).sum::<i32>();
        value(seat) - others / (MAX_SEATS as i32 - 1)
    }
}
