//! T3 and the fire of T4: who fires at what, dice, losses (chapter 6, SQ-7.1).

use rules::{Denied, InlineVec, Seat, Seats, rule};

use crate::{
    StellarConquest,
    action::{Action, Event, EventKind, MAX_DICE},
    data::Effect,
    ids::{Development, Kind, Star},
    known::Known,
    scenario::Combat,
    state::{Aim, Frame, State, VolleyCursor},
};

/// Numbers by kind, bases included.
pub(crate) type Counts = [u16; Kind::COUNT];

/// The fire of ships of one kind at one kind of target.
#[derive(Clone, Copy)]
struct Volley {
    dice: InlineVec<u8, MAX_DICE>,
    ships: u16,
    /// Of each ship to hit, in percent.
    chance: u8,
    hits: u16,
}

impl Volley {
    /// Fire that needs no dice.
    fn sure(ships: u16) -> Self {
        Self { dice: InlineVec::new(), ships, chance: 100, hits: ships }
    }
}

impl StellarConquest {
    /// SQ-4.3b: star hexes where the active player's ships meet an opponent's.
    pub(crate) fn contested(&self, state: &Known<'_>) -> Vec<(Star, Seat)> {
        let seat = state.open.active;
        let (mut own, mut others) = (0, 0);
        for fleet in state.fleets {
            let star = self.star_at(fleet.hex).map_or(0, Star::bit);
            *if fleet.owner == seat { &mut own } else { &mut others } |= star;
        }
        let mut contests = Vec::new();
        for star in Star::all(own & others) {
            if state.open.turn <= 1 && self.nova() == Some(star) {
                continue;
            }
            let hex = self.hex_of(star);
            for foe in self.seat_list().filter(|&foe| foe != seat) {
                if state.fleets_of(foe, hex).next().is_some() {
                    rule!("SQ-4.3b");
                    rule!("SQ-5.4.5");
                    contests.push((star, foe));
                }
            }
        }
        contests
    }

    /// The stars at which a seat has tokens.
    pub(crate) fn stars_with_fleets(&self, state: &Known<'_>, seat: Seat) -> u64 {
        let own = state.fleets.iter().filter(|fleet| fleet.owner == seat);
        own.filter_map(|fleet| self.star_at(fleet.hex)).fold(0, |stars, star| stars | star.bit())
    }

    /// The next combat, or T4.
    pub(crate) fn combat_next(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        match self.contested(&state.known())[..] {
            [] => {
                rule!("SQ-4.3f");
                rule!("SQ-4.3e");
                rule!("SQ-5.4.9");
                self.planets_begin(state, emit);
            }
            [(star, foe)] => self.begin_combat(state, star, foe, emit),
            _ => {
                rule!("SQ-DP-4");
                rule!("SQ-6.1.6b");
                rule!("SQ-R-23");
                state.open.frame = Frame::Battles;
            }
        }
    }

    pub(crate) fn begin_combat(
        &self,
        state: &mut State,
        star: Star,
        foe: Seat,
        emit: &mut impl FnMut(Event),
    ) {
        rule!("SQ-6.0a");
        let seat = state.open.active;
        let hex = self.hex_of(star);
        let came = |seat| state.fleets_of(seat, hex).map(|fleet| fleet.arrived).max();
        rule!("SQ-R-22");
        let last_in = if came(foe) > came(seat) { foe } else { seat };
        let battle = &mut state.battle;
        battle.star = star.0;
        battle.foe = Some(foe);
        battle.last_in = last_in.0;
        battle.round = 0;
        battle.attacked = [false; 3];
        (battle.privacy, battle.asked) = (Seats::NONE, Seats::NONE);
        let armed = |seat| state.ships_of(seat, hex).warships() > 0;
        if armed(seat) || armed(foe) {
            rule!("SQ-4.3c");
            let kind = EventKind::Combat { star, attacker: seat, defender: foe };
            emit(Event { visible_to: Seats::ALL, kind });
            self.open_combat(state, emit);
        } else {
            // No combat, so only those who are there look at the ships (SQ-5.4.7c).
            rule!("SQ-4.3d");
            rule!("SQ-5.4.8");
            rule!("SQ-DP-7");
            let kind = EventKind::Met { star, attacker: seat, defender: foe };
            emit(Event { visible_to: Seats::ALL, kind });
            self.observe_star(state, star, emit);
            state.open.frame = Frame::Withdraw { seat: last_in, forced: true };
        }
    }

    /// Option `combat=agreed`: asks the sides that have not said yet whether they want it private; then fire.
    pub(crate) fn open_combat(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        let sides = self.sides(&state.known());
        let asked = state.battle.asked;
        let open = sides.iter().filter(|&seat| !asked.contains(seat)).fold(Seats::NONE, Seats::with);
        if self.scenario.combat == Combat::Agreed && !open.is_empty() {
            state.open.waiting = open;
            state.open.frame = Frame::Privacy;
            return;
        }
        match state.battle.foe {
            Some(_) => {
                self.reveal_combat(state, Star(state.battle.star), sides, emit);
                self.begin_volley(state, emit);
            }
            None => self.open_fire(state, emit),
        }
    }

    /// A side says whether it wants the combat private.
    pub(crate) fn apply_privacy(
        &self,
        state: &mut State,
        seat: Seat,
        private: bool,
        emit: &mut impl FnMut(Event),
    ) {
        state.open.waiting = state.open.waiting.without(seat);
        state.battle.asked = state.battle.asked.with(seat);
        if private {
            state.battle.privacy = state.battle.privacy.with(seat);
        }
        emit(Event { visible_to: Seats::ALL, kind: EventKind::Committed(seat) });
        if state.open.waiting.is_empty() {
            self.open_combat(state, emit);
        }
    }

    /// The seats that fight in the present combat or attack.
    pub(crate) fn sides(&self, state: &Known<'_>) -> Seats {
        let mut sides = Seats::only(state.open.active);
        if let Some(foe) = state.battle.foe {
            return sides.with(foe);
        }
        for planet in self.attacked(state) {
            if let Some(colony) = state.colony(planet) {
                sides = sides.with(colony.controller);
            }
        }
        sides
    }

    /// What a seat fires with: kinds and numbers. Bases of all its attacked colonies count together.
    pub(crate) fn weapons(&self, state: &Known<'_>, seat: Seat) -> [(Kind, u16); 3] {
        if state.battle.foe.is_some() || seat == state.open.active {
            rule!("SQ-6.1.2.2");
            rule!("SQ-2.3.1a");
            rule!("SQ-2.3.2");
            let ships = state.ships_of(seat, self.hex_of(Star(state.battle.star)));
            return Kind::WARSHIPS.map(|kind| (kind, ships.of(kind)));
        }
        rule!("SQ-R-27");
        let mut bases = [0, 0];
        for colony in self.attacked(state).filter_map(|planet| state.colony(planet)) {
            if colony.controller == seat {
                bases[0] += colony.mb;
                bases[1] += colony.amb;
            }
        }
        [(Kind::base(0, false), bases[0]), (Kind::base(0, true), bases[1]), (Kind::DN, 0)]
    }

    /// What a seat can aim at.
    pub(crate) fn targets(&self, state: &Known<'_>, seat: Seat) -> Counts {
        let mut counts = [0; Kind::COUNT];
        let star = Star(state.battle.star);
        let ships_of = |enemy, counts: &mut Counts| {
            let ships = state.ships_of(enemy, self.hex_of(star));
            counts[..Kind::SHIPS].copy_from_slice(&ships.0);
        };
        match state.battle.foe {
            Some(foe) => {
                ships_of(if seat == state.open.active { foe } else { state.open.active }, &mut counts);
            }
            None if seat == state.open.active => {
                for colony in self.attacked(state).filter_map(|planet| state.colony(planet)) {
                    rule!("SQ-7.1.1c");
                    counts[Kind::base(colony.planet.nth(), false).index()] = colony.mb;
                    counts[Kind::base(colony.planet.nth(), true).index()] = colony.amb;
                }
            }
            None => ships_of(state.open.active, &mut counts),
        }
        counts
    }

    /// Can a kind affect anything of these?
    fn effective(&self, from: Kind, targets: &Counts) -> bool {
        let hurts =
            |at: usize| targets[at] > 0 && self.components.effect(from, Kind(at as u8)) != Effect::Never;
        (0..Kind::COUNT).any(hurts)
    }

    /// The next firing kind of a seat that has no target yet, and how many of it have one.
    pub(crate) fn next_to_aim(&self, state: &Known<'_>, seat: Seat) -> Option<(Kind, u16, u16)> {
        let targets = self.targets(state, seat);
        self.weapons(state, seat).into_iter().find_map(|(kind, count)| {
            let aimed = state.battle.aims_of(seat).filter(|aim| aim.from == kind).map(|aim| aim.count).sum();
            rule!("SQ-6.1.1c");
            (count > aimed && self.effective(kind, &targets)).then_some((kind, aimed, count))
        })
    }

    /// T3.3, T4.4: all sides choose targets at once.
    pub(crate) fn begin_volley(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        state.battle.clear_fire();
        state.open.frame = Frame::Aim;
        state.open.waiting = Seats::NONE;
        if state.battle.foe.is_some() {
            rule!("SQ-6.0b");
        } else {
            rule!("SQ-7.0c");
        }
        let sides = self.sides(&state.known());
        let private = self.is_private(&state.battle, sides);
        for seat in sides.iter() {
            let targets = self.targets(&state.known(), seat);
            let single = targets.iter().sum::<u16>() == 1;
            if single && !private {
                rule!("SQ-DP-5");
                let at = Kind(targets.iter().position(|&count| count > 0).expect("one target") as u8);
                while let Some((from, aimed, count)) = self.next_to_aim(&state.known(), seat) {
                    state.battle.push_aim(seat, Aim { from, at, nth: 0, count: count - aimed });
                }
            } else if private || self.next_to_aim(&state.known(), seat).is_some() {
                rule!("SQ-6.1.1b");
                match state.battle.foe {
                    None if seat == state.open.active => rule!("SQ-DP-10"),
                    None => rule!("SQ-DP-11"),
                    Some(_) => rule!("SQ-DP-5"),
                };
                state.open.waiting = state.open.waiting.with(seat);
            }
        }
        if state.open.waiting.is_empty() {
            self.volley_next(state, emit);
        }
    }

    pub(crate) fn candidates_aims(&self, state: &Known<'_>, seat: Seat, out: &mut Vec<Action>) {
        let Some((from, _, _)) = self.next_to_aim(state, seat) else {
            out.push(Action::Finish);
            return;
        };
        let targets = self.targets(state, seat);
        let first = state.battle.aims_of(seat).next();
        let hurts = |kind: Kind| self.components.effect(from, kind) != Effect::Never;
        let kinds = (0..Kind::COUNT as u8).map(Kind).filter(|kind| targets[kind.index()] > 0 && hurts(*kind));
        if first.is_none_or(|aim| aim.nth == 0) {
            out.extend(kinds.clone().map(Action::AimClass));
        }
        if first.is_none_or(|aim| aim.nth > 0) {
            for kind in kinds {
                let named = self.named(state, seat, kind);
                out.extend((1..=targets[kind.index()].min(named + 1)).map(|nth| Action::AimShip(kind, nth)));
            }
        }
    }

    /// How many ships of a kind a seat has named as targets.
    fn named(&self, state: &Known<'_>, seat: Seat, kind: Kind) -> u16 {
        rule!("SQ-6.2f");
        state.battle.aims_of(seat).filter(|aim| aim.at == kind).map(|aim| aim.nth).max().unwrap_or(0)
    }

    /// Playouts and computer players: the targets of one firing type in ascending order.
    pub(crate) fn prune_aims(&self, state: &Known<'_>, seat: Seat, actions: &mut Vec<Action>) {
        let Some((from, _, _)) = self.next_to_aim(state, seat) else { return };
        let last = state.battle.aims_of(seat).rfind(|aim| aim.from == from).map(|aim| (aim.at, aim.nth));
        let Some(last) = last else { return };
        let later = |action: &Action| !matches!(*action, Action::AimShip(kind, nth) if (kind, nth) < last);
        if actions.iter().any(later) {
            actions.retain(later);
        }
    }

    pub(crate) fn check_aim(&self, state: &Known<'_>, seat: Seat, action: Action) -> Result<(), Denied> {
        let next = self.next_to_aim(state, seat);
        let (kind, nth) = match (action, next) {
            (Action::Finish, None) => return Ok(()),
            (Action::AimClass(kind), Some(_)) => (kind, 0),
            (Action::AimShip(kind, nth), Some(_)) if nth > 0 => (kind, nth),
            _ => return Err(Denied(rule!("SQ-4.0b"))),
        };
        let Some((from, _, _)) = next else { return Err(Denied(rule!("SQ-4.0b"))) };
        let targets = self.targets(state, seat);
        if kind.index() >= Kind::COUNT || targets[kind.index()] < nth.max(1) {
            return Err(Denied(rule!("SQ-6.1.1a")));
        }
        if self.components.effect(from, kind) == Effect::Never {
            return Err(Denied(rule!("SQ-6.1.1c")));
        }
        if state.battle.aims_of(seat).next().is_some_and(|aim| (aim.nth > 0) != (nth > 0)) {
            return Err(Denied(rule!("SQ-6.2d")));
        }
        if nth > self.named(state, seat, kind) + 1 {
            // Like ships are interchangeable: a new target takes the next number.
            return Err(Denied(rule!("SQ-R-64")));
        }
        Ok(())
    }

    pub(crate) fn apply_aim(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        emit: &mut impl FnMut(Event),
    ) {
        if let Some((from, aimed, count)) = self.next_to_aim(&state.known(), seat) {
            rule!("SQ-HID-17");
            let aim = match action {
                Action::AimClass(at) => {
                    rule!("SQ-6.2a");
                    rule!("SQ-6.2e");
                    if state.battle.foe.is_none() {
                        rule!("SQ-7.1.1e");
                    }
                    Aim { from, at, nth: 0, count: count - aimed }
                }
                Action::AimShip(at, nth) => {
                    rule!("SQ-6.1.1a");
                    Aim { from, at, nth, count: 1 }
                }
                _ => unreachable!("check_aim accepts no other action"),
            };
            state.battle.push_aim(seat, aim);
        }
        if self.next_to_aim(&state.known(), seat).is_some() {
            emit(Event { visible_to: Seats::only(seat), kind: EventKind::Noted(seat) });
            return;
        }
        rule!("SQ-R-24");
        state.open.waiting = state.open.waiting.without(seat);
        let visible_to = self.combat_viewers(&state.battle, self.sides(&state.known()));
        emit(Event { visible_to, kind: EventKind::Committed(seat) });
        if state.open.waiting.is_empty() {
            self.volley_next(state, emit);
        }
    }

    /// Barrages of one ship of this aim: dice each and how many.
    fn barrages(&self, state: &Known<'_>, seat: Seat, aim: Aim) -> (Effect, u8) {
        let effect = self.components.effect(aim.from, aim.at);
        let twice = aim.from.is_warship() && Self::has(state, seat, Development::Isw);
        if twice {
            rule!("SQ-9.5e");
            rule!("SQ-R-25");
        }
        rule!("SQ-5.3");
        (effect, if twice { 2 } else { 1 })
    }

    /// How many dice the volley needs next.
    pub(crate) fn volley_dice(&self, state: &Known<'_>) -> u8 {
        let VolleyCursor(seat, _, done) = state.battle.volley;
        let aim = state.battle.rolling().expect("dice are rolled for an aim");
        let (effect, barrages) = self.barrages(state, Seat(seat), aim);
        let each = effect.dice() * barrages;
        let ships = (MAX_DICE as u16 / u16::from(each)).min(aim.count - done);
        ships as u8 * each
    }

    /// Goes to the next aim that needs dice; resolves those that need none; takes losses at the end.
    pub(crate) fn volley_next(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        state.open.frame = Frame::Volley;
        loop {
            let VolleyCursor(seat, index, done) = state.battle.volley;
            if usize::from(seat) >= crate::SEATS {
                return self.take_losses(state, emit);
            }
            let Some(aim) = state.battle.rolling() else {
                state.battle.volley = VolleyCursor(seat + 1, 0, 0);
                continue;
            };
            if done >= aim.count {
                state.battle.volley = VolleyCursor(seat, index + 1, 0);
                continue;
            }
            let (effect, _) = self.barrages(&state.known(), Seat(seat), aim);
            if effect.dice() > 0 {
                return;
            }
            self.count_hits(state, Seat(seat), aim, Volley::sure(aim.count), emit);
            state.battle.volley = VolleyCursor(seat, index + 1, 0);
        }
    }

    /// T3.4, T4.5: dice for the present aim.
    pub(crate) fn volley(&self, state: &mut State, faces: &[u8; MAX_DICE], emit: &mut impl FnMut(Event)) {
        if state.battle.foe.is_some() {
            rule!("SQ-6.1.2a");
        } else {
            rule!("SQ-7.1.2");
        }
        let count = usize::from(self.volley_dice(&state.known()));
        let VolleyCursor(seat, index, done) = state.battle.volley;
        let aim = state.battle.rolling().expect("dice are rolled for an aim");
        let (effect, barrages) = self.barrages(&state.known(), Seat(seat), aim);
        let (each, ships) = (usize::from(effect.dice()), count / usize::from(effect.dice() * barrages));
        let dice: InlineVec<u8, MAX_DICE> = faces[..count].iter().copied().collect();
        let mut hits = 0;
        for ship in dice.chunks(each * usize::from(barrages)) {
            if ship.chunks(each).any(|barrage| effect.hits(barrage)) {
                rule!("SQ-6.2c");
                hits += 1;
            }
        }
        state.battle.volley = VolleyCursor(seat, index, done + ships as u16);
        let volley = Volley { dice, ships: ships as u16, chance: effect.percent(barrages), hits };
        self.count_hits(state, Seat(seat), aim, volley, emit);
        self.volley_next(state, emit);
    }

    /// Whose pieces a seat's aim hits.
    fn target_owner(&self, state: &Known<'_>, seat: Seat, at: Kind) -> Seat {
        match (state.battle.foe, at.base_of()) {
            (Some(foe), _) if seat == state.open.active => foe,
            (None, Some(nth)) => {
                let planet = Star(state.battle.star).planets().nth(nth).expect("a card has three places");
                state.colony(planet).map_or(seat, |colony| colony.controller)
            }
            _ => state.open.active,
        }
    }

    fn count_hits(
        &self,
        state: &mut State,
        seat: Seat,
        aim: Aim,
        volley: Volley,
        emit: &mut impl FnMut(Event),
    ) {
        let Volley { dice, ships, chance, hits } = volley;
        let owner = self.target_owner(&state.known(), seat, aim.at);
        if aim.nth == 0 {
            rule!("SQ-6.2b");
            state.battle.hits[owner.index()][aim.at.index()] += hits;
        } else if hits > 0 {
            rule!("SQ-6.1.1d");
            let named = (owner.0, aim.at, aim.nth);
            if !state.battle.aimed_hits.contains(&named) {
                state.battle.aimed_hits.push(named);
            }
        }
        let kind = EventKind::Barrage {
            seat,
            from: aim.from,
            at: aim.at,
            dice,
            ships: ships as u8,
            chance,
            hits: hits as u8,
        };
        let visible_to = self.combat_viewers(&state.battle, self.sides(&state.known()));
        emit(Event { visible_to, kind });
    }

    /// T3.5, T4.6: what was hit is removed after all fire.
    fn take_losses(&self, state: &mut State, emit: &mut impl FnMut(Event)) {
        if state.battle.foe.is_some() {
            rule!("SQ-6.1.3");
        } else {
            rule!("SQ-7.1.3");
        }
        let star = Star(state.battle.star);
        let hex = self.hex_of(star);
        let sides = self.sides(&state.known());
        let visible_to = self.combat_viewers(&state.battle, sides);
        for seat in sides.iter() {
            for kind in (0..Kind::COUNT as u8).map(Kind) {
                let named =
                    state.battle.aimed_hits.iter().filter(|hit| (hit.0, hit.1) == (seat.0, kind)).count();
                let hits = state.battle.hits[seat.index()][kind.index()] + named as u16;
                if hits == 0 {
                    continue;
                }
                let lost = if let Some(nth) = kind.base_of() {
                    let planet = star.planets().nth(nth).expect("a card has three places");
                    let colony = state.colony_mut(planet).expect("an attacked colony is there");
                    let bases = if kind.fire_class() == crate::ids::FireClass::E {
                        &mut colony.mb
                    } else {
                        &mut colony.amb
                    };
                    let lost = hits.min(*bases);
                    *bases -= lost;
                    lost
                } else {
                    rule!("SQ-R-64");
                    let mut left = hits;
                    let own: Vec<_> =
                        state.fleets_of(seat, hex).map(|fleet| (fleet.token, fleet.ships)).collect();
                    for (token, ships) in own {
                        let part = left.min(ships.of(kind));
                        state.take(token, kind, None, part);
                        left -= part;
                    }
                    hits - left
                };
                if lost > 0 {
                    emit(Event { visible_to, kind: EventKind::Lost { seat, star, kind, count: lost } });
                }
            }
        }
        state.drop_empty_fleets();
        state.battle.clear_fire();
        state.battle.round += 1;
        self.reveal_combat(state, star, sides, emit);
        match state.battle.foe {
            Some(_) => self.after_fire(state, emit),
            None => self.after_bombardment(state),
        }
    }
}
