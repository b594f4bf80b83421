//! Fills the battle sheet: sums term by term and forecasts (SC-UI-8).

use crate::{
    StarCraft,
    ids::{Card, Force, Kind, KindMask, Race, total},
    names::count,
    position::ledger_step,
    skirmish::{SideValue, Source, Term, Values},
    state::{Fate, Line, NONE},
    view::{HIDDEN, View},
    views::{BattleView, ForecastView, LineView, SideView, SplashView, TermView},
};

impl StarCraft {
    pub(crate) fn battle_sheet(&self, view: &View) -> BattleView {
        let battle = &view.battle;
        let races = battle.seats.map(|seat| self.components.faction(view.players[seat.index()].faction).race);
        let units = |forces: &[Force; 2]| [0, 1].map(|side| self.units_view(races[side], &forces[side]));
        BattleView {
            area: self.area_word(battle.area).to_owned(),
            title: format!("Battle for {}", self.area_name(battle.area)),
            subtitle: format!(
                "{} attacks {}{}; {} fit here",
                self.player_name(view, battle.seats[0]),
                self.player_name(view, battle.seats[1]),
                if battle.gold { " with a gold order" } else { "" },
                count(usize::from(self.limit(battle.area)), "unit")
            ),
            attacker: battle.seats[0].0,
            defender: battle.seats[1].0,
            gold: battle.gold,
            step: ledger_step(battle.step),
            lines: battle
                .lines
                .iter()
                .enumerate()
                .map(|(at, line)| self.line_view(view, at, line, races))
                .collect(),
            units: units(&battle.units),
            totals: battle.units.map(|force| total(&force)),
            unassigned: units(&battle.free),
            limit: self.limit(battle.area),
            attack_bonus: battle.attack,
            health_bonus: battle.health,
            detector: battle.detector,
            face_up: battle.face_up,
            set_aside: [0, 1].map(|side| self.card_names(races[side], battle.aside[side])),
            splashes: battle
                .splash
                .iter()
                .map(|splash| SplashView {
                    seat: battle.seats[usize::from(splash.side)].0,
                    text: self.filter_words(splash.mask),
                })
                .collect(),
        }
    }

    /// What a filter lets an owner choose from.
    pub(crate) fn filter_words(&self, mask: KindMask) -> String {
        let all: KindMask = (1 << self.components.units.len()) - 1;
        let flying = self.flying;
        match mask & all {
            own if own == all => "any unit".to_owned(),
            own if own == flying => "a flying unit".to_owned(),
            own if own == all & !flying => "a ground unit".to_owned(),
            own => {
                let names: Vec<&str> = self
                    .components
                    .units
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| own >> at & 1 == 1)
                    .map(|(_, unit)| unit.name.as_str())
                    .collect();
                names.join(", ")
            }
        }
    }

    fn line_view(&self, view: &View, at: usize, line: &Line, races: [Race; 2]) -> LineView {
        let open = |side: usize| line.card[side] != HIDDEN && line.extra[side] != HIDDEN;
        let placed = |side: usize| line.card[side] != NONE || line.blind[side];
        let whole = !line.front.contains(&NONE);
        let known = whole && (0..2).all(|side| open(side) && placed(side));
        let values = known.then(|| self.line_values(view, line));
        // One side's own sums are known before the other side is revealed.
        let partial = |side: usize| -> Option<SideValue> {
            if !whole || !open(side) || !placed(side) || line.done {
                return None;
            }
            let mut trial = *line;
            (trial.card[1 - side], trial.extra[1 - side]) = (NONE, NONE);
            Some(self.line_values(view, &trial).sides[side])
        };
        let odds = if line.done { None } else { self.forecast(view, line) };
        LineView {
            current: usize::from(view.battle.current) == at && ledger_step(view.battle.step) == 7,
            done: line.done,
            sides: [0, 1].map(|side| {
                let value = values.map(|values| values.sides[side]).or_else(|| partial(side));
                let (verdict, lost) = self.verdict(line, side, values.as_ref(), odds.as_ref());
                SideView { verdict, lost, ..self.side_view(view, line, side, races[side], value) }
            }),
            forecast: odds,
        }
    }

    /// What happens to the front unit of `side`, in words, and whether it is lost if that is certain.
    fn verdict(
        &self,
        line: &Line,
        side: usize,
        values: Option<&Values>,
        odds: Option<&ForecastView>,
    ) -> (Option<String>, Option<bool>) {
        let unit = self.unit_name(Kind(line.formed[side]));
        if line.done {
            let (words, lost) = match line.fate[side] {
                Fate::Destroyed => ("is destroyed", true),
                Fate::Withdrew => ("withdraws", false),
                Fate::Stands => ("holds", false),
            };
            return (Some(format!("{unit} {words}")), Some(lost));
        }
        let Some(odds) = odds else { return (None, None) };
        let (hits, percent) = if side == 0 {
            (odds.defender_hits, odds.defender_percent)
        } else {
            (odds.attacker_hits, odds.attacker_percent)
        };
        if let (1, Some(values)) = (odds.cases, values) {
            let margin = values.sides[1 - side].attack - values.sides[side].health;
            let words = match (hits > 0, margin) {
                (true, 1..) => format!("{unit} is defeated by {margin}"),
                (true, _) => format!("{unit} is defeated"),
                (false, ..0) => format!("{unit} holds by {}", -margin),
                (false, _) => format!("{unit} cannot be hit"),
            };
            return (Some(words), Some(hits > 0));
        }
        let cases = count(odds.cases as usize, "case");
        let words = format!("{unit} is defeated in {hits} of {cases}, {percent} %");
        (Some(words), None)
    }

    fn side_view(
        &self,
        view: &View,
        line: &Line,
        side: usize,
        race: Race,
        value: Option<SideValue>,
    ) -> SideView {
        let name = |card: u8| (card != NONE && card != HIDDEN).then(|| self.card_id(Card(card)).to_owned());
        let terms = |terms: &[Term]| -> Vec<TermView> {
            terms
                .iter()
                .map(|term| TermView { source: term.source, n: term.n, text: self.term_words(term) })
                .collect()
        };
        let (attack, health) = if line.done {
            (Some(line.attack[side]), Some(line.health[side]))
        } else {
            (value.map(|value| value.attack), value.map(|value| value.health))
        };
        SideView {
            seat: view.battle.seats[side].0,
            front: self.kind_word(Kind(line.formed[side])).to_owned(),
            fate: line.fate[side],
            support: self.units_view(race, &line.support[side]),
            card: name(line.card[side]),
            major: value.is_some_and(|value| value.card_fits && !value.card_cancelled),
            hidden: line.card[side] == HIDDEN,
            blind: line.blind[side],
            extra: name(line.extra[side]),
            extra_hidden: line.extra[side] == HIDDEN,
            extra_fits: value.is_some_and(|value| value.extra_fits && !value.extra_cancelled),
            cancelled: value.is_some_and(|value| value.card_cancelled || value.extra_cancelled),
            attack,
            health,
            attack_terms: value.map_or_else(Vec::new, |value| terms(&value.attack_terms)),
            health_terms: value.map_or_else(Vec::new, |value| terms(&value.health_terms)),
            cloaked: value.is_some_and(|value| value.cloak),
            detector: value.is_some_and(|value| value.detector),
            verdict: None,
            lost: None,
        }
    }

    fn term_words(&self, term: &Term) -> String {
        match term.source {
            Source::Card => "card".to_owned(),
            Source::Ability => "ability".to_owned(),
            Source::Reinforcement => "reinforcement".to_owned(),
            Source::Opponent => "opponent".to_owned(),
            Source::Bonus => "this battle".to_owned(),
            Source::Gold => "gold order".to_owned(),
            Source::AirSupport => "Air Support".to_owned(),
            Source::Technology => "technology".to_owned(),
            Source::Support => self.components.unit(Kind(term.kind)).name.clone(),
        }
    }
}
