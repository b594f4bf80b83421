//! Positions: what follows from the rest, and what a position must satisfy.

use rules::{ReadError, Seat, rule};

use super::read::Read;
use crate::{
    StarCraft,
    ids::{Cards, Planet, total},
    state::{Frame, NONE, State},
};

impl StarCraft {
    /// The deck is what is left of the faction's cards; the supply what is left of the tokens.
    pub(super) fn complete_seat(&self, state: &mut State, seat: Seat) -> Read<()> {
        let race = self.components.race(self.race_of(state, seat));
        let all = (1u64 << race.cards) - 1;
        let name = || format!("seat {}", seat.0 + 1);
        let mut used = 0u64;
        let mut add = |cards: Cards| {
            let twice = used & cards;
            used |= cards;
            if twice == 0 {
                Ok(())
            } else {
                Err(ReadError(format!("{}: a card lies in two places ({})", name(), rule!("SC-LAW-4"))))
            }
        };
        let player = state.player(seat);
        for cards in [player.hand, player.discards, player.tech, player.play] {
            add(cards)?;
        }
        for side in (0..2).filter(|&side| state.battle.area.0 != NONE && state.battle.seats[side] == seat) {
            add(state.battle.aside[side])?;
            for line in state.battle.lines.iter().filter(|line| !line.done) {
                for card in [line.card[side], line.extra[side]].into_iter().filter(|&card| card != NONE) {
                    let bit = self.card_bit(state, seat, crate::ids::Card(card));
                    add(bit.ok_or_else(|| ReadError(format!("{}: a card of another race", name())))?)?;
                }
            }
        }
        if state.order.planet.0 != NONE && state.order.seat == seat {
            add(state.order.fresh)?;
        }
        let supply = self.supply(state, seat);
        let placed: u8 =
            state.stacks.iter().flat_map(|stack| stack.iter()).filter(|order| order.seat == seat).count()
                as u8;
        if placed > 4 {
            return Err(ReadError(format!(
                "{}: at most 4 orders on the board ({})",
                name(),
                rule!("SC-LAW-6")
            )));
        }
        let all_tokens: u8 = self.components.common.tokens.iter().sum();
        let executing = u8::from(state.order.token.is_some() && state.order.seat == seat);
        if supply.iter().sum::<u8>() + placed + executing > all_tokens {
            return Err(ReadError(format!(
                "{}: more order tokens of a kind than exist ({})",
                name(),
                rule!("SC-LAW-6")
            )));
        }
        let home = if state.player(seat).home.0 == NONE && state.round > 0 {
            let based = (0..12).map(Planet).find(|&planet| self.base_on(state, seat, planet).is_some());
            based.unwrap_or(Planet(NONE))
        } else {
            state.player(seat).home
        };
        let player = state.player_mut(seat);
        player.deck = all & !used;
        player.home = home;
        player.tokens =
            if player.tokens[0] & 0x80 != 0 { player.tokens.map(|count| count & 0x7f) } else { supply };
        Ok(())
    }

    /// What every position satisfies: limits of figures, workers, cards.
    pub(super) fn vouch(&self, state: &State) -> Read<()> {
        for seat in (0..self.players()).map(Seat).filter(|&seat| state.player(seat).faction.0 != NONE) {
            let race = self.components.race(self.race_of(state, seat));
            for local in 0..usize::from(race.kinds) {
                let kind = self.kind_at(state, seat, local);
                if self.in_play(state, seat, local) > self.components.unit(kind).figures {
                    let name = &self.components.unit(kind).name;
                    return Err(ReadError(format!(
                        "seat {}: more {name} figures than exist ({})",
                        seat.0 + 1,
                        rule!("SC-LAW-1")
                    )));
                }
            }
            if self.workers(state, seat) > self.components.common.workers {
                return Err(ReadError(format!(
                    "seat {}: more than 15 workers ({})",
                    seat.0 + 1,
                    rule!("SC-LAW-2")
                )));
            }
            let (bases, ferries) = (self.bases(state, seat), self.transports(state, seat));
            let common = &self.components.common;
            if bases > common.bases || ferries > common.transports {
                return Err(ReadError(format!(
                    "seat {}: more bases or transports than exist ({})",
                    seat.0 + 1,
                    rule!("SC-LAW-3")
                )));
            }
            let bases_on =
                |planet| self.areas_of(planet).filter(|&area| state.area(area).base == seat.0).count();
            if let Some(planet) = (0..12).map(Planet).find(|&planet| bases_on(planet) > 1) {
                return Err(ReadError(format!(
                    "seat {}: two bases on {} ({})",
                    seat.0 + 1,
                    self.components.planets[planet.index()].name,
                    rule!("SC-LAW-3")
                )));
            }
            let owns = bases + ferries + self.workers(state, seat) > 0 || self.has_pieces(state, seat);
            if state.player(seat).out > 0 && owns {
                return Err(ReadError(format!(
                    "seat {}: an eliminated player has pieces ({})",
                    seat.0 + 1,
                    rule!("SC-LAW-11")
                )));
            }
            let levels = state.player(seat).levels;
            let fits = |(building, level): (&crate::data::BuildingType, &u8)| {
                usize::from(*level) <= building.levels.len()
            };
            if !race.buildings.iter().zip(&levels).all(fits) {
                return Err(ReadError(format!(
                    "seat {}: a building has no such level ({})",
                    seat.0 + 1,
                    rule!("SC-LAW-10")
                )));
            }
        }
        for (at, area) in state.areas.iter().enumerate() {
            let printed = &self.components.areas[at];
            if area.workers > printed.amount + 1 || area.depletion > 2 {
                return Err(ReadError(format!(
                    "area {}: more workers or depletion than possible",
                    printed.id
                )));
            }
            if area.card != NONE
                && (area.depletion == 2 || printed.resource == crate::data::Resource::Conquest)
            {
                return Err(ReadError(format!("area {} has no resource card", printed.id)));
            }
            let mobilizing = state.frames.contains(&Frame::Mobilize);
            if total(&area.units) > printed.limit && !mobilizing {
                return Err(ReadError(format!(
                    "area {}: more units than its limit ({})",
                    printed.id,
                    rule!("SC-LAW-7")
                )));
            }
        }
        let needs_order = |frame: &Frame| {
            matches!(
                frame,
                Frame::Choose { .. }
                    | Frame::Build { .. }
                    | Frame::Mobilize
                    | Frame::Liftoff
                    | Frame::Research { .. }
                    | Frame::Battle
            )
        };
        if state.frames.iter().any(needs_order) && state.order.planet.0 == NONE {
            return Err(ReadError("the frame needs an order line".to_owned()));
        }
        if state.frames.contains(&Frame::Battle) != (state.battle.area.0 != NONE) {
            return Err(ReadError("a battle needs its frame and its line".to_owned()));
        }
        Ok(())
    }
}
