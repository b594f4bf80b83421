//! Reads the effects of cards.

use super::{Read, Reader, position};
use crate::Power;
use crate::data::Effect;
use crate::data_raw::{OneOrTwo, RawEffect};

impl Reader {
    fn expect_when(&self, when: &str, wanted: &[&str]) -> Read<()> {
        if wanted.contains(&when) {
            Ok(())
        } else {
            self.fail(format!("expected when {wanted:?}, found {when:?}"))
        }
    }
    pub(super) fn effects(&mut self, raw: Vec<RawEffect>) -> Read<Vec<Effect>> {
        raw.into_iter().map(|effect| self.effect(effect)).collect()
    }
    fn effect(&mut self, raw: RawEffect) -> Read<Effect> {
        Ok(match raw {
            RawEffect::Stat { when, stat, add } => {
                self.expect_when(&when, &["deployed", "assigned"])?;
                Effect::Stat { stat: self.stat(&stat)?, add }
            }
            RawEffect::Needs { when, stat, min } => {
                self.expect_when(&when, &["buy"])?;
                Effect::Needs { stat: self.stat(&stat)?, min }
            }
            RawEffect::Jam { when, pur } => {
                self.expect_when(&when, &["deployed", "assigned"])?;
                Effect::Jam { pur }
            }
            RawEffect::Amo { when, weapons, add } => {
                self.expect_when(&when, &["deployed"])?;
                let mask = weapons.iter().fold(0, |all, name| all | 1 << position(&mut self.weapons, name));
                Effect::Amo { weapons: mask, add }
            }
            RawEffect::Bay { when, phase, bays, family, capacity } => {
                self.expect_when(&when, &["deployed"])?;
                Effect::Bay(self.bay(phase, bays, &family, capacity)?)
            }
            RawEffect::Weapon { when, line } => {
                self.expect_when(&when, &["assigned"])?;
                Effect::Weapon(self.line(line)?)
            }
            RawEffect::EscapePod { when, av, ov } => {
                self.expect_when(&when, &["current_ship_destroyed"])?;
                Effect::EscapePod { av, ov }
            }
            RawEffect::SelfDestruct { when } => {
                self.expect_when(&when, &["current_ship_disabled"])?;
                Effect::SelfDestruct
            }
            RawEffect::RegenShield { when, av, ov } => {
                self.expect_when(&when, &["round_end"])?;
                let av = match av {
                    OneOrTwo::One(av) => [av, av],
                    OneOrTwo::Two(av) => av,
                };
                Effect::RegenShield { av, ov }
            }
            RawEffect::Droids { when, av, ov } => {
                self.expect_when(&when, &["round_end"])?;
                Effect::Droids { av, ov }
            }
            RawEffect::WithdrawBonus { when, add } => {
                self.expect_when(&when, &["withdrawal"])?;
                Effect::WithdrawBonus { add }
            }
            RawEffect::Immune { when, to } => {
                self.expect_when(&when, &["deployed"])?;
                Effect::Immune { code: position(&mut self.codes, &to) }
            }
            RawEffect::Fee { when, gov, add } => {
                self.expect_when(&when, &["landing"])?;
                Effect::Fee { gov: self.powers(&gov)?, add }
            }
            RawEffect::Draw { when, cards } => {
                self.expect_when(&when, &["cash_in", "action"])?;
                Effect::Draw { cards }
            }
            RawEffect::DrawCargo { when, base, cap } => {
                self.expect_when(&when, &["sell"])?;
                Effect::DrawCargo { base, cap }
            }
            RawEffect::Access { when, types } => {
                self.expect_when(&when, &["cash_in"])?;
                Effect::Access { types: self.powers(&types)? }
            }
            RawEffect::WeaponTech { when, tech } => {
                self.expect_when(&when, &["cash_in"])?;
                Effect::WeaponTech { tech: self.techs(&tech)? }
            }
            RawEffect::CleanRecord { when, race } => {
                self.expect_when(&when, &["cash_in"])?;
                Effect::CleanRecord { race: self.power(&race)? }
            }
            RawEffect::Flannigan { when, add } => {
                self.expect_when(&when, &["cash_in"])?;
                Effect::Flannigan { add }
            }
            RawEffect::TotalVictory { when } => {
                self.expect_when(&when, &["cash_in"])?;
                Effect::TotalVictory
            }
            RawEffect::FlipMarker { when, from, gov } => {
                self.expect_when(&when, &["cash_in", "sell"])?;
                Effect::FlipMarker { from, gov: self.power(&gov)? }
            }
            RawEffect::RemoveMarker { when, count, optional } => {
                self.expect_when(&when, &["cash_in", "action"])?;
                Effect::RemoveMarker { count, optional }
            }
            RawEffect::NpcAttack { when, ship, at, opponent_pawn, flip, add_deployed, targets } => {
                self.expect_when(&when, &["action"])?;
                let ship = self.power(&ship)?;
                let (tail, first) = match targets.split_first() {
                    Some((first, tail)) if opponent_pawn && add_deployed => (tail, first),
                    _ => return self.fail("an attack needs a pawn, deployed ships and groups of targets"),
                };
                let tail: Vec<Vec<&str>> =
                    tail.iter().map(|group| group.iter().map(String::as_str).collect()).collect();
                let usual: &[Vec<&str>] = if ship == Power::Pirate {
                    &[vec!["players"], vec!["self"]]
                } else {
                    &[vec!["Pirate"], vec!["players"], vec!["self_if_hostile"]]
                };
                if tail != usual {
                    return self
                        .fail(format!("expected the groups {usual:?} after the first, found {tail:?}"));
                }
                let first = if first.len() == 1 && first[0] == "*government" {
                    let not =
                        [Power::Pirate, Power::Trader, Power::Telepath, Power::Uninhabited, Power::S7evyn];
                    Power::ALL.into_iter().filter(|power| !not.contains(power)).collect()
                } else {
                    self.powers(first)?
                };
                Effect::NpcAttack { ship, at: self.at(&at)?, flip, first }
            }
            RawEffect::Victim { when, at, discard, no_move } => {
                self.expect_when(&when, &["action"])?;
                Effect::Victim { at: self.at(&at)?, discard, no_move: no_move == 1 }
            }
            RawEffect::Transit { when, from, to } => {
                self.expect_when(&when, &["instead_of_move"])?;
                Effect::Transit { from_not: self.powers(&from.not_gov)?, to_not: self.powers(&to.not_gov)? }
            }
            RawEffect::CheckBonus { when, choose } => {
                self.expect_when(&when, &["battle"])?;
                let [av, ov] = &choose[..] else { return self.fail("expected two bonuses to choose from") };
                let known = av.side == "av"
                    && av.checks == ["attack"]
                    && av.ships == "own_or_controlled"
                    && ov.side == "ov"
                    && ov.checks == ["attack", "pursuit", "weapon_pursuit", "capture"]
                    && ov.ships == "own";
                if !known {
                    return self.fail("expected a bonus to attacks and one against every check (EV-R-65)");
                }
                Effect::CheckBonus { av: av.add, ov: ov.add }
            }
        })
    }
}
