//! Values of a skirmish (SC-BATTLE-16 to 20 and chapter 12 of the ledger).

use rules::{InlineVec, Seat, rule};
use serde::Serialize;

use crate::{
    StarCraft,
    effect::{CardKind, Code, Effect, Need},
    ids::{Card, Cards, Kind, KindMask, Race},
    state::{Battle, Line, NONE, State, Toll},
};

/// One term of a sum, for the battle sheet (SC-UI-8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[expect(missing_docs, reason = "the names say it")]
pub enum Source {
    #[default]
    Card,
    Ability,
    Reinforcement,
    Opponent,
    Bonus,
    Gold,
    AirSupport,
    Technology,
    Support,
}

/// A term: what it is, how much, and the kind that supports.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Term {
    pub source: Source,
    pub n: i8,
    pub kind: u8,
}

/// One side's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SideValue {
    /// The combat card pictures the front-line unit.
    pub card_fits: bool,
    /// The reinforcement card fits.
    pub extra_fits: bool,
    #[expect(missing_docs, reason = "by the opponent")]
    pub card_cancelled: bool,
    #[expect(missing_docs, reason = "by the opponent")]
    pub extra_cancelled: bool,
    /// Terms of the attack.
    pub attack_terms: InlineVec<Term, 16>,
    /// Terms of the health.
    pub health_terms: InlineVec<Term, 16>,
    #[expect(missing_docs, reason = "the final value")]
    pub attack: i8,
    #[expect(missing_docs, reason = "the final value")]
    pub health: i8,
    #[expect(missing_docs, reason = "of any source (SC-EFF-26)")]
    pub detector: bool,
    /// Cloaking of the front-line unit, before the opponent's Detector.
    pub cloak: bool,
    /// Cloaking of supporting units by an Arbiter.
    pub aura: bool,
    /// The opposing front-line unit is defeated without comparison.
    pub defeat: bool,
    /// Splash damage, if activated: kinds that fit and the card (1 combat, 2 reinforcement).
    pub splash: InlineVec<(KindMask, u8), 4>,
    #[expect(missing_docs, reason = "units to be destroyed in step 8")]
    pub nuke: u8,
    /// Cards with abilities at the end of step 7c.
    pub at_end: u8,
}

/// Both sides' values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "attacker and defender")]
pub struct Values {
    pub sides: [SideValue; 2],
    pub stasis: bool,
}

/// What the values of a side depend on outside the skirmish.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SideFacts {
    pub(crate) race: Race,
    pub(crate) play: Cards,
    /// The contested area holds its base.
    pub(crate) base: bool,
    pub(crate) air_support: bool,
}

/// The skirmish as it stands when both sides have revealed.
pub(crate) struct Clash<'a> {
    pub(crate) battle: &'a Battle,
    pub(crate) line: &'a Line,
    pub(crate) facts: [SideFacts; 2],
}

impl Clash<'_> {
    fn front(&self, side: usize) -> Kind {
        Kind(self.line.front[side])
    }
}

impl StarCraft {
    pub(crate) fn side_facts(&self, state: &State, seat: Seat) -> SideFacts {
        rule!("SC-RUL-64");
        let player = state.player(seat);
        SideFacts {
            race: self.components.faction(player.faction).race,
            play: player.play,
            base: state.battle.area.0 != NONE && state.area(state.battle.area).base == seat.0,
            air_support: player.modules[2] > 0,
        }
    }

    /// The values of the skirmish being resolved.
    pub(crate) fn current_values(&self, state: &State) -> Values {
        let facts = state.battle.seats.map(|seat| self.side_facts(state, seat));
        self.values(&Clash { battle: &state.battle, line: state.line(), facts })
    }

    fn support_mask(&self, clash: &Clash<'_>, side: usize) -> KindMask {
        let first = self.components.race(clash.facts[side].race).first_kind;
        let kinds = clash.line.support[side].iter().enumerate().filter(|(_, count)| **count > 0);
        kinds.fold(0, |mask, (at, _)| mask | 1 << (usize::from(first) + at))
    }

    /// The cards of a side that could have abilities here: bit of [`SideValue::at_end`], card.
    fn used_cards(clash: &Clash<'_>, side: usize, value: &SideValue) -> [(u8, Option<Card>); 2] {
        let (card, extra) = (clash.line.card[side], clash.line.extra[side]);
        let used = |fits: bool, cancelled: bool, card: u8| {
            (fits && !cancelled && card != NONE).then_some(Card(card))
        };
        [
            (1, used(value.card_fits, value.card_cancelled, card)),
            (2, used(value.extra_fits, value.extra_cancelled, extra)),
        ]
    }

    /// Does the effect count, apart from Detectors and finished values?
    fn counts(&self, clash: &Clash<'_>, side: usize, effect: &Effect) -> bool {
        let (own, other) = (clash.front(side).bit(), clash.front(1 - side).bit());
        rule!("SC-RUL-47");
        if effect.flu & own == 0 {
            return false;
        }
        if effect.vs & other == 0 {
            rule!("SC-EFF-5");
            return false;
        }
        if effect.pay > 0 && clash.line.paid[side] != Toll::Paid {
            return false;
        }
        effect.needs.iter().all(|need| match *need {
            Need::Attacker => side == 0,
            Need::Defender => side == 1,
            Need::OwnBaseHere => clash.facts[side].base,
            Need::OwnSupport(n) => clash.line.support[side].iter().sum::<u8>() >= n,
            Need::OwnFlu(mask) => mask & own != 0,
            Need::UnitInBattle(_) | Need::NoEnemyDetector | Need::AttackSufficient => true,
            Need::OwnCpAreas(_) => false,
        })
    }

    /// SC-BATTLE-17: which cards of a side fit.
    fn fit(&self, clash: &Clash<'_>, side: usize, value: &mut SideValue) {
        let front = clash.front(side).bit();
        let (card, extra) = (clash.line.card[side], clash.line.extra[side]);
        if card != NONE {
            value.card_fits = self.components.card(Card(card)).units & front != 0;
        }
        if extra != NONE {
            let printed = self.components.card(Card(extra));
            let in_front = printed.units & front != 0;
            let behind = printed.icon & self.support_mask(clash, side) != 0;
            if behind {
                rule!("SC-EFF-8");
            }
            rule!("SC-BATTLE-17");
            value.extra_fits = in_front || behind;
        }
    }

    /// SC-BATTLE-19 layer 1, SC-RUL-29: the attacker's Cancel first; a cancelled card cannot cancel.
    fn cancel(&self, clash: &Clash<'_>, sides: &mut [SideValue; 2]) {
        for side in 0..2 {
            for (_, card) in Self::used_cards(clash, side, &sides[side]) {
                let Some(card) = card else { continue };
                for effect in &self.components.card(card).effects {
                    rule!("SC-RUL-29");
                    rule!("SC-RUL-60");
                    let Code::Cancel(what) = effect.code else { continue };
                    if !self.counts(clash, side, effect) {
                        continue;
                    }
                    rule!("SC-EFF-4");
                    match what {
                        CardKind::Combat => sides[1 - side].card_cancelled = true,
                        CardKind::Reinforcement => sides[1 - side].extra_cancelled = true,
                        CardKind::PlayArea => {}
                    }
                }
            }
        }
    }

    fn has_detector(&self, clash: &Clash<'_>, side: usize, value: &SideValue) -> bool {
        let facts = &clash.facts[side];
        if clash.battle.detector[side] {
            return true;
        }
        if facts.base && facts.air_support {
            rule!("SC-BATTLE-20");
            return true;
        }
        let present = self.support_mask(clash, side) | clash.front(side).bit();
        let detects = |(at, unit): (usize, &crate::data::UnitType)| unit.detector && present >> at & 1 == 1;
        if self.components.units.iter().enumerate().any(detects) {
            rule!("SC-EFF-24");
            return true;
        }
        Self::used_cards(clash, side, value).iter().filter_map(|(_, card)| *card).any(|card| {
            let effects = &self.components.card(card).effects;
            effects.iter().any(|effect| effect.code == Code::Detect && self.counts(clash, side, effect))
        })
    }

    /// SC-BATTLE-16, SC-RUL-41: the printed values that count.
    fn base_values(&self, clash: &Clash<'_>, side: usize, value: &SideValue) -> (i8, i8) {
        let card = clash.line.card[side];
        if card == NONE {
            rule!("SC-RUL-41");
            return self.components.common.no_card;
        }
        let printed = self.components.card(Card(card));
        rule!("SC-BATTLE-16");
        rule!("SC-RUL-51");
        if value.card_fits && !value.card_cancelled { printed.major } else { printed.minor }
    }

    /// Everything of step 7b, in the layers of SC-BATTLE-19.
    pub(crate) fn values(&self, clash: &Clash<'_>) -> Values {
        let mut values = Values::default();
        let sides = &mut values.sides;
        for side in 0..2 {
            self.fit(clash, side, &mut sides[side]);
        }
        self.cancel(clash, sides);
        for side in 0..2 {
            sides[side].detector = self.has_detector(clash, side, &sides[side]);
        }
        let mut printed = [0, 1].map(|side| self.base_values(clash, side, &sides[side]));
        let mut no_support = [false; 2];
        for side in 0..2 {
            let battle = clash.battle;
            for (which, card) in Self::used_cards(clash, side, &sides[side]) {
                let Some(card) = card else { continue };
                let source = if which == 1 { Source::Ability } else { Source::Reinforcement };
                for effect in &self.components.card(card).effects {
                    let hidden = effect.has_need(Need::NoEnemyDetector) && sides[1 - side].detector;
                    if hidden || !self.counts(clash, side, effect) {
                        continue;
                    }
                    rule!("SC-EFF-7");
                    match effect.code {
                        Code::EnemyAtk0 => {
                            rule!("SC-EFF-29");
                            printed[1 - side].0 = 0;
                        }
                        Code::Atk(n) => sides[side].attack_terms.push(Term { source, n, kind: NONE }),
                        Code::Hp(n) => sides[side].health_terms.push(Term { source, n, kind: NONE }),
                        Code::EnemyHp(n) => {
                            let term = Term { source: Source::Opponent, n, kind: NONE };
                            sides[1 - side].health_terms.push(term);
                        }
                        Code::EnemySupport0 => no_support[1 - side] = true,
                        Code::Cloak => sides[side].cloak = true,
                        Code::Stasis => values.stasis = true,
                        Code::Defeat => sides[side].defeat = true,
                        Code::Splash(mask) => sides[side].splash.push((mask, which)),
                        Code::Sacrifice | Code::Broodling(_) => sides[side].at_end |= which,
                        Code::Nuke(n) => sides[side].nuke += n,
                        _ => {}
                    }
                }
            }
            let mut add = |source, n: i8| {
                if n != 0 {
                    sides[side].attack_terms.push(Term { source, n, kind: NONE });
                }
            };
            add(Source::Bonus, battle.attack[side]);
            if side == 0 && battle.gold {
                rule!("SC-MOB-11");
                add(Source::Gold, self.components.common.gold_attack);
            }
            let facts = &clash.facts[side];
            if facts.base && facts.air_support && self.is_flying(clash.front(1 - side)) {
                add(Source::AirSupport, self.components.common.anti_air);
            }
            if battle.health[side] != 0 {
                let term = Term { source: Source::Bonus, n: battle.health[side], kind: NONE };
                sides[side].health_terms.push(term);
            }
        }
        for side in 0..2 {
            self.finish_side(clash, side, printed[side], no_support[side], &mut sides[side]);
        }
        if values.stasis {
            rule!("SC-EFF-15");
            sides.iter_mut().for_each(|side| side.attack = 0);
        } else {
            self.boost(clash, sides);
        }
        values
    }

    /// Layers 2, 5 and 6: printed values, support, nothing below 0; Cloaking by an Arbiter.
    fn finish_side(
        &self,
        clash: &Clash<'_>,
        side: usize,
        (attack, health): (i8, i8),
        no_support: bool,
        value: &mut SideValue,
    ) {
        let target = clash.front(1 - side).bit();
        let first = usize::from(self.components.race(clash.facts[side].race).first_kind);
        let (mut arbiters, own) = (0, clash.front(side));
        for (at, &count) in clash.line.support[side].iter().enumerate().filter(|(_, count)| **count > 0) {
            let kind = Kind((first + at) as u8);
            let unit = self.components.unit(kind);
            if unit.cloak_aura {
                arbiters += count;
            }
            if unit.hits & target != 0 && unit.support > 0 && !no_support {
                rule!("SC-BATTLE-18");
                let n = (unit.support * count) as i8;
                value.attack_terms.push(Term { source: Source::Support, n, kind: kind.0 });
            }
        }
        let leads = self.components.unit(own).cloak_aura;
        if arbiters > 0 && !leads {
            rule!("SC-EFF-13");
            value.cloak = true;
        }
        value.aura = arbiters > 0 || leads;
        let sum = |printed: i8, terms: &[Term]| printed + terms.iter().map(|term| term.n).sum::<i8>();
        rule!("SC-BATTLE-19");
        value.attack = sum(attack, &value.attack_terms).max(0);
        value.health = sum(health, &value.health_terms).max(0);
        let print = |n| Term { source: Source::Card, n, kind: NONE };
        let (old_attack, old_health) = (value.attack_terms, value.health_terms);
        value.attack_terms = [print(attack)].into_iter().chain(old_attack.iter().copied()).collect();
        value.health_terms = [print(health)].into_iter().chain(old_health.iter().copied()).collect();
    }

    /// SC-EFF-19: effects that look at finished values.
    fn boost(&self, clash: &Clash<'_>, sides: &mut [SideValue; 2]) {
        let final_health = [sides[0].health, sides[1].health];
        for side in 0..2 {
            let facts = &clash.facts[side];
            let set = facts.play & self.sufficient[facts.race.index()];
            if set == 0 {
                continue;
            }
            let first = self.components.race(facts.race).first_card;
            for card in (0..64u8).filter(|at| set >> at & 1 == 1).map(|at| Card(first + at)) {
                for effect in &self.components.card(card).effects {
                    let Code::HpSufficient(n) = effect.code else { continue };
                    let enough = sides[side].attack >= final_health[1 - side];
                    if enough && self.counts(clash, side, effect) {
                        rule!("SC-EFF-19");
                        sides[side].health += n;
                        sides[side].health_terms.push(Term { source: Source::Technology, n, kind: NONE });
                    }
                }
            }
        }
    }

    /// SC-EFF-18: workers an ability of a side asks for now; 0 if nothing has to be decided.
    pub(crate) fn toll(&self, state: &State, side: usize) -> u8 {
        let facts = state.battle.seats.map(|seat| self.side_facts(state, seat));
        let mut line = *state.line();
        line.paid[side] = Toll::Paid;
        let clash = Clash { battle: &state.battle, line: &line, facts };
        let mut sides = [SideValue::default(); 2];
        for (at, value) in sides.iter_mut().enumerate() {
            self.fit(&clash, at, value);
        }
        self.cancel(&clash, &mut sides);
        let cards = Self::used_cards(&clash, side, &sides[side]);
        let effects =
            cards.iter().filter_map(|(_, card)| *card).flat_map(|card| &self.components.card(card).effects);
        effects.filter(|effect| self.counts(&clash, side, effect)).map(|effect| effect.pay).max().unwrap_or(0)
    }
}
