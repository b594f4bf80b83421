//! Positions come from files and from strangers: what could not occur is refused (`position` reads the words).

use rules::{ReadError, Seat, Seats};

use crate::{
    StellarConquest,
    ids::{Item, Kind, Planet, Star},
    production::{increment, output},
    state::{Fleet, OFF, Plan, State, Token},
};

/// More than any match has of anything that is counted one by one.
const MAX_COUNT: u16 = 4000;
/// More than any match adds up.
const MAX_TOTAL: u32 = 1_000_000;
/// So many tokens are never made in a match.
const MAX_TOKENS: u16 = 50_000;

impl StellarConquest {
    /// What could not occur is refused.
    pub(crate) fn validate_position(&self, state: &State) -> Result<(), ReadError> {
        self.plausible_numbers(state)?;
        self.plausible_cards(state)?;
        for fleet in state.fleets.truth() {
            let number = fleet.token.0;
            if number == 0 || (number < Token::PRIVATE && number > state.open.next_token) {
                return Err(ReadError(format!(
                    "fleet {number}: expected a number from 1 to {}",
                    state.open.next_token
                )));
            }
        }
        for pair in state.colonies.truth().windows(2) {
            if pair[0].planet == pair[1].planet {
                let planet = self.write_planet(pair[0].planet);
                return Err(ReadError(format!("colony {planet}: there are two")));
            }
        }
        for colony in state.colonies.truth() {
            let name = self.write_planet(colony.planet);
            let Some(card) = self.planet(&state.known(), colony.planet) else {
                return Err(ReadError(format!("colony {name}: its star has no card with such a planet")));
            };
            if colony.pop == 0 || colony.pop > card.limit || colony.iu < u16::from(colony.pop) {
                let most = card.limit;
                return Err(ReadError(format!(
                    "colony {name}: expected 1 to {most} millions and as many IU or more"
                )));
            }
        }
        if self.frame_is_inconsistent(state) {
            return Err(ReadError(format!(
                "frame {:?} does not fit the rest of the position",
                state.open.frame
            )));
        }
        Ok(())
    }

    /// Seats that sit, years that are played, and no more of anything than a match can make.
    fn plausible_numbers(&self, state: &State) -> Result<(), ReadError> {
        let sits = |seat: Seat| seat.0 < self.scenario.players;
        let sit = |seats: Seats| seats.iter().all(sits);
        let wrong = |what: &str| Err(ReadError(what.to_owned()));
        if state.open.turn > self.scenario.turns || !sits(state.open.active) {
            return wrong("turn: expected a year of the game and a player");
        }
        if !sit(state.open.waiting) || !sit(state.open.out) || !state.open.met.iter().all(|met| sit(*met)) {
            return wrong("waiting, out, met: expected seats that are taken");
        }
        if state.open.next_token > MAX_TOKENS || state.founded > MAX_COUNT {
            return wrong("numbers: expected fewer tokens and colonies");
        }
        for sheet in state.sheets.truth() {
            let totals = sheet.research.iter().all(|&total| total <= MAX_TOTAL);
            let bonus = u32::from(sheet.bonus) + self.cost(Item::Sct, u16::from(sheet.bonus_scouts));
            if !totals || bonus > u32::from(crate::setup::BONUS) {
                return wrong("sheet: expected smaller totals and a bonus of at most 25");
            }
        }
        for memory in state.memory.truth() {
            let seats = memory.colony.is_none_or(|(by, of)| sits(by) && sits(of));
            if !seats || memory.bases.is_some_and(|bases| bases.0 > MAX_COUNT || bases.1 > MAX_COUNT) {
                return wrong("memory: expected seats that are taken and fewer bases");
            }
        }
        let some = |ships: &crate::Ships| ships.0.iter().all(|&count| count <= MAX_COUNT);
        for fleet in state.fleets.truth() {
            let mut sights = state.sightings.truth().iter().filter(|seen| seen.token == fleet.token);
            let seen = sights.all(|seen| some(&seen.sight.ships) && seen.sight.turn <= state.open.turn);
            let people = state.groups(fleet.token).iter().all(|group| sits(group.people) && group.count > 0);
            let place = (fleet.hex == OFF) == (fleet.token.0 >= Token::PRIVATE);
            let time = fleet.arrived < 16 * 100 && fleet.used <= 8 && fleet.started <= fleet.used;
            let aim = fleet.bound.is_none_or(|star| self.hex_of(star) != fleet.hex || fleet.hex == OFF);
            if !seen || !some(&fleet.ships) || !people || !place || !time || !aim {
                return Err(ReadError(format!("fleet {}: inconsistent orders or position", fleet.token.0)));
            }
        }
        Ok(())
    }

    /// A card lies at one star, of its class; colonies stand where their originators have been.
    fn plausible_cards(&self, state: &State) -> Result<(), ReadError> {
        let mut used = 0u128;
        for star in self.stars() {
            let card = state.cards.truth()[star.index()];
            let name = self.star_name(star);
            let class = self.components.cards[usize::from(card)].class;
            if card > 0 && class.is_some_and(|class| class != self.class_of(star)) {
                return Err(ReadError(format!("star {name}: card {card} is not of its class")));
            }
            if class.is_some() && used >> card & 1 == 1 {
                return Err(ReadError(format!("star {name}: card {card} lies at another star")));
            }
            used |= 1 << card;
            let explored = state.open.explored.iter().any(|stars| stars & star.bit() != 0);
            let pending = match state.open.frame {
                crate::Frame::Home(_) => true,
                crate::Frame::Draw(drawn) => drawn == star,
                _ => false,
            };
            if card == 0 && explored && !pending {
                return Err(ReadError(format!("star {name}: it is explored and has no card")));
            }
        }
        for colony in state.colonies.truth() {
            let Some(card) = self.planet(&state.known(), colony.planet) else { continue };
            let counts = [colony.iu, colony.mb, colony.amb, colony.destroyed, colony.founding_order];
            let few = counts
                .iter()
                .chain(&colony.plan.bought)
                .chain(&colony.previous_plan.bought)
                .all(|&n| n <= MAX_COUNT);
            let people = u16::from(colony.pop) + increment(card, colony);
            let sane = |plan: &Plan| {
                plan.research.iter().all(|&amount| amount <= MAX_TOTAL)
                    && u16::from(plan.bonus) * 3 <= u16::from(plan.sent)
            };
            let payable = colony.plan.spent <= output(card, colony) && u16::from(colony.plan.sent) <= people;
            if !few
                || colony.riu > MAX_TOTAL
                || !payable
                || !sane(&colony.plan)
                || !sane(&colony.previous_plan)
            {
                let name = self.write_planet(colony.planet);
                return Err(ReadError(format!("colony {name}: its figures could not be so")));
            }
        }
        Ok(())
    }

    /// Would the pending question lack what it needs?
    fn frame_is_inconsistent(&self, state: &State) -> bool {
        use crate::Frame;
        let on_map = |star: Star| star.index() < Star::COUNT && self.stars & star.bit() != 0;
        let battle = &state.battle;
        let sits = |seat: Seat| seat.0 < self.scenario.players;
        let kind = |kind: Kind| kind.index() < Kind::COUNT;
        let aims = battle.aims.iter().map(|(_, aim)| aim);
        let sound = (on_map(Star(battle.star)) || *battle == crate::Battle::default() || battle.star == 0)
            && battle.foe.is_none_or(|foe| sits(foe) && foe != state.open.active)
            && sits(Seat(battle.last_in))
            && aims.clone().all(|aim| kind(aim.from) && kind(aim.at) && (1..=MAX_COUNT).contains(&aim.count))
            && battle.aimed_hits.iter().all(|&(seat, what, _)| sits(Seat(seat)) && kind(what))
            && battle.hits.iter().flatten().all(|&hits| hits <= MAX_COUNT)
            && usize::from(battle.volley.0) <= crate::SEATS
            && battle.aims.iter().all(|(seat, _)| sits(*seat))
            && state.razed.iter().all(|(star, count)| on_map(*star) && *count <= MAX_COUNT);
        if !sound || self.focus_is_wrong(state) {
            return true;
        }
        let begun = !matches!(state.open.frame, Frame::Home(_) | Frame::Bonus | Frame::Over);
        if begun && state.open.turn == 0 {
            return true;
        }
        let star = Star(battle.star);
        let attack = |planet: Planet| {
            state.colony(planet).is_some_and(|colony| colony.controller != state.open.active)
        };
        let fought = match battle.foe {
            Some(_) => true,
            None => {
                self.attacked(&state.known()).next().is_some() && self.attacked(&state.known()).all(attack)
            }
        };
        match state.open.frame {
            Frame::Bonus => {
                let ready = |seat: Seat| state.has_fleets(seat);
                state.open.turn != 0 || state.open.waiting.is_empty() || !state.open.waiting.iter().all(ready)
            }
            Frame::Production => state.open.waiting.is_empty() || state.open.turn == 0,
            Frame::Aim | Frame::Privacy => {
                let sides = if fought { self.sides(&state.known()) } else { Seats::NONE };
                let asked = state.open.waiting.iter().all(|seat| sides.contains(seat));
                state.open.waiting.is_empty() || !on_map(star) || !asked
            }
            Frame::Risk { star, token, left } => {
                let there =
                    |fleet: &Fleet| fleet.owner == state.open.active && fleet.hex == self.hex_of(star);
                !on_map(star)
                    || left == 0
                    || !state.fleet(token).is_some_and(|fleet| there(fleet) && left <= fleet.ships.total())
            }
            Frame::Draw(star) => {
                !on_map(star)
                    || state.cards.truth()[star.index()] != 0
                    || self.deck(&state.known(), star) == 0
            }
            Frame::Volley => {
                let rolls = battle.rolling().is_some_and(|aim| {
                    battle.volley.2 < aim.count && self.components.effect(aim.from, aim.at).dice() > 0
                });
                let sides = if fought { self.sides(&state.known()) } else { Seats::NONE };
                let named = battle.aims.iter().all(|(seat, _)| sides.contains(*seat));
                let there = |aim: &crate::Aim| match aim.at.base_of() {
                    Some(nth) => battle.foe.is_none() && battle.attacked[nth],
                    None => true,
                };
                let hit =
                    battle.aimed_hits.iter().map(|hit| hit.1).chain(battle.hits.iter().flat_map(|hits| {
                        (0..Kind::COUNT as u8).map(Kind).filter(|kind| hits[kind.index()] > 0)
                    }));
                let bases =
                    hit.filter_map(Kind::base_of).all(|nth| battle.foe.is_none() && battle.attacked[nth]);
                !on_map(star) || !rolls || !named || !bases || !battle.aims.iter().all(|(_, aim)| there(aim))
            }
            Frame::Withdraw { seat, .. } => {
                !on_map(star)
                    || battle.foe.is_none()
                    || !(seat == state.open.active || Some(seat) == battle.foe)
            }
            Frame::ScrapIndustry(seat) => !on_map(star) || battle.foe.is_some() || !fought || !sits(seat),
            Frame::Declare => !on_map(star) || battle.foe.is_some() || !fought,
            Frame::Battles => self.contested(&state.known()).is_empty(),
            Frame::Home(seat) => match self.scenario.start {
                crate::scenario::Start::Stars(stars) => {
                    let home = |seat: Seat| state.cards.truth()[stars[seat.index()].index()] == 0;
                    let mut left = self.seat_list().filter(|&other| other >= seat);
                    !sits(seat) || !left.all(home)
                }
                crate::scenario::Start::Entries(_) | crate::scenario::Start::Nova { .. } => true,
            },
            Frame::Talk | Frame::Move | Frame::Planets | Frame::Settle => state.open.turn == 0,
            Frame::Over => false,
        }
    }

    /// Does the active player's step name fleets that are not there?
    fn focus_is_wrong(&self, state: &State) -> bool {
        use crate::Frame;
        let asked = match state.open.frame {
            Frame::Withdraw { seat, .. } => seat,
            _ => state.open.active,
        };
        let own =
            |token: u16| token == 0 || state.fleet(Token(token)).is_some_and(|fleet| fleet.owner == asked);
        let focus = &state.focus;
        let uses = matches!(state.open.frame, Frame::Move | Frame::Withdraw { .. });
        let idle = focus.picked == 0 && focus.group == 0;
        let off = |token: u16| state.fleet(Token(token)).is_some_and(|fleet| fleet.hex == OFF);
        let mut empty = state.fleets.truth().iter().filter(|fleet| fleet.ships.total() == 0);
        let withdraws = matches!(state.open.frame, Frame::Withdraw { .. });
        let pulled = withdraws && focus.group != 0 && !(off(focus.group) && focus.picked == 0);
        let split = state.open.frame == Frame::Move && focus.group != 0 && {
            let place = |token: u16| state.fleet(Token(token)).map(|fleet| fleet.hex);
            place(focus.group) != place(focus.picked) || focus.group == focus.picked
        };
        (!uses && !idle)
            || !own(focus.picked)
            || !own(focus.group)
            || pulled
            || split
            || empty.any(|_| !withdraws)
    }
}
