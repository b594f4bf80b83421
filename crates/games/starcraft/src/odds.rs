//! Forecasts of skirmishes over the cards a viewer has not seen (SC-UI-11).

use rules::Seat;

use crate::{
    StarCraft,
    data::Resource,
    ids::{Card, Cards, Kind},
    skirmish::{Clash, SideFacts, Values},
    state::{Line, NONE},
    view::{HIDDEN, View},
    views::ForecastView,
};

impl StarCraft {
    pub(crate) fn facts_in(&self, view: &View, seat: Seat) -> SideFacts {
        let player = &view.players[seat.index()];
        SideFacts {
            race: self.components.faction(player.faction).race,
            play: player.play,
            base: view.battle.area.0 != NONE && view.areas[view.battle.area.index()].base == seat.0,
            air_support: player.modules[2] > 0,
        }
    }

    /// Cards of `seat` whose place the viewer does not know: hand, deck, face-down cards.
    pub(crate) fn unseen_cards(&self, view: &View, seat: Seat) -> Cards {
        let player = &view.players[seat.index()];
        let race = self.components.race(self.components.faction(player.faction).race);
        let mut known = player.discards | player.tech | player.play | player.hand.unwrap_or(0);
        for side in (0..2).filter(|&side| view.battle.seats[side] == seat) {
            known |= view.battle.aside[side];
            for line in view.battle.lines.iter().filter(|line| !line.done) {
                for card in [line.card[side], line.extra[side]] {
                    if card != NONE && card != HIDDEN {
                        known |= 1 << (card - race.first_card);
                    }
                }
            }
        }
        ((1u64 << race.cards) - 1) & !known
    }

    pub(crate) fn line_values(&self, view: &View, line: &Line) -> Values {
        let facts = view.battle.seats.map(|seat| self.facts_in(view, seat));
        self.values(&Clash { battle: &view.battle, line, facts })
    }

    /// Does the striker's side hit anything (SC-BATTLE-21)?
    fn hits(&self, line: &Line, values: &Values, side: usize) -> bool {
        let (own, other) = (&values.sides[side], &values.sides[1 - side]);
        let striker = self.components.unit(Kind(line.front[side]));
        own.defeat
            || (!values.stasis
                && own.attack >= other.health
                && striker.hits & Kind(line.front[1 - side]).bit() != 0)
    }

    /// Each side's chance over the unseen combat cards of the hidden sides; reinforcements are left out.
    pub(crate) fn forecast(&self, view: &View, line: &Line) -> Option<ForecastView> {
        if line.front.contains(&NONE) || line.done {
            return None;
        }
        let mut choices: [Vec<u8>; 2] = Default::default();
        for side in 0..2 {
            let card = line.card[side];
            if card != NONE && card != HIDDEN {
                choices[side].push(card);
                continue;
            }
            let seat = view.battle.seats[side];
            let race = self.components.faction(view.players[seat.index()].faction).race;
            let own = view.viewer.is(seat) && !line.blind[side] && card == NONE;
            let set = if own {
                view.players[seat.index()].hand.unwrap_or(0)
            } else {
                self.unseen_cards(view, seat)
            };
            let first = self.components.race(race).first_card;
            let combat = set & self.combat[race.index()];
            choices[side].extend((0..64u8).filter(|at| combat >> at & 1 == 1).map(|at| first + at));
        }
        let mut odds = ForecastView {
            cases: 0,
            attacker_hits: 0,
            defender_hits: 0,
            attacker_percent: 0,
            defender_percent: 0,
        };
        let mut trial = *line;
        for extra in &mut trial.extra {
            if *extra == HIDDEN {
                *extra = NONE;
            }
        }
        for &attack in &choices[0] {
            for &defence in &choices[1] {
                trial.card = [attack, defence];
                let values = self.line_values(view, &trial);
                odds.cases += 1;
                odds.attacker_hits += u16::from(self.hits(&trial, &values, 0));
                odds.defender_hits += u16::from(self.hits(&trial, &values, 1));
            }
        }
        if odds.cases == 0 {
            return None;
        }
        let percent =
            |hits: u16| ((u32::from(hits) * 200 + u32::from(odds.cases)) / (2 * u32::from(odds.cases))) as u8;
        (odds.attacker_percent, odds.defender_percent) =
            (percent(odds.attacker_hits), percent(odds.defender_hits));
        Some(odds)
    }

    /// The forecast if `card` were placed by `side` in a skirmish.
    pub(crate) fn forecast_with(
        &self,
        view: &View,
        line: usize,
        side: usize,
        card: Card,
    ) -> Option<ForecastView> {
        let mut trial = *view.battle.lines.get(line)?;
        trial.card[side] = card.0;
        self.forecast(view, &trial)
    }

    pub(crate) fn resource_word(&self, resource: Resource) -> &'static str {
        match resource {
            Resource::Minerals => "minerals",
            Resource::Gas => "gas",
            Resource::Conquest => "conquest",
        }
    }
}
