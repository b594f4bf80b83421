//! Who may shoot at whom: EV-B-26 to 29, Trade Protection, Pirates, and who is whose enemy (EV-B-28a).

use rules::{Seat, rule};

use crate::data::Effect;
use crate::{Battle, Cause, Damage, Data, Open, Power, Powers, Role, ShipId, query::bit};

/// Whose ships an attack event goes for first.
fn listed(data: &Data, battle: &Battle) -> Powers {
    let Cause::Event(card) = battle.cause else { return Powers::NONE };
    let first = data.red(card).effects.iter().find_map(|effect| match effect {
        Effect::NpcAttack { first, .. } => Some(*first),
        _ => None,
    });
    first.unwrap_or(Powers::NONE)
}

impl Open {
    fn fight(&self) -> &Battle {
        self.battle.as_ref().expect("a battle is fought")
    }
    /// Is the side attacking through an event?
    fn event_side(&self, side: Power) -> bool {
        let battle = self.fight();
        matches!(battle.cause, Cause::Event(_)) && battle.attackers == Some(side)
    }
    /// Does a side defend a player by Trade Protection (EV-TP)?
    pub(crate) fn protects(&self, data: &Data, side: Power, seat: Seat) -> bool {
        let battle = self.fight();
        if battle.attacked & bit(seat) == 0 || side == Power::Pirate || !self.hosts(data, battle.system, side)
        {
            return false;
        }
        if battle.attackers == Some(side) {
            rule!("EV-TP-3");
            return false;
        }
        if battle.fired_at[seat.index()].has(side) {
            rule!("EV-TP-5");
            return false;
        }
        rule!("EV-TP-1");
        if side.keeps_records() {
            rule!("EV-TP-4");
        }
        !self.hostile(data, seat, side)
    }
    /// Is a player an enemy of an NPC side, whatever the order of targets?
    pub(crate) fn side_against(&self, data: &Data, side: Power, seat: Seat) -> bool {
        let battle = self.fight();
        if !self.in_battle(seat) {
            return false;
        }
        if side == Power::Pirate {
            rule!("EV-PI-6");
            return true;
        }
        if battle.fired_at[seat.index()].has(side) {
            return true;
        }
        if self.event_side(side) {
            rule!("EV-EVA-2");
            return battle.event_player() != Some(seat) || self.hostile(data, seat, side);
        }
        if matches!(battle.cause, Cause::Opposition(_))
            && battle.attackers == Some(side)
            && battle.aggressor == seat
        {
            rule!("EV-R-46");
            return true;
        }
        if self.hostile(data, seat, side) {
            return true;
        }
        self.attacks_protected(data, side, seat)
    }
    /// Has a player attacked one whom the side protects (EV-TP-2)?
    fn attacks_protected(&self, data: &Data, side: Power, seat: Seat) -> bool {
        let victims = self.fight().enemies[seat.index()];
        let attacked =
            self.seats().any(|other| victims & bit(other) != 0 && self.protects(data, side, other));
        if attacked {
            rule!("EV-TP-2");
        }
        attacked
    }
    /// Are two NPC sides enemies?
    pub(crate) fn sides_against(&self, data: &Data, one: Power, other: Power) -> bool {
        let battle = self.fight();
        if one == other {
            rule!("EV-B-29");
            rule!("EV-PI-11");
            return false;
        }
        if one == Power::Pirate || other == Power::Pirate {
            if one.is_alien() || other.is_alien() {
                rule!("EV-R-106");
            }
            return true;
        }
        let first = listed(data, battle);
        if (self.event_side(one) && first.has(other)) || (self.event_side(other) && first.has(one)) {
            return true;
        }
        let hosts = (self.hosts(data, battle.system, one), self.hosts(data, battle.system, other));
        if hosts.0 != hosts.1 {
            return true;
        }
        rule!("EV-FEUD-5");
        let attacks = |a: Power, b: Power| {
            self.seats().any(|seat| self.protects(data, a, seat) && self.side_against(data, b, seat))
        };
        attacks(one, other) || attacks(other, one)
    }
    /// Are two ships of the battle enemies (EV-B-28a)?
    pub(crate) fn enemies(&self, data: &Data, one: ShipId, other: ShipId) -> bool {
        let (a, b) = (self.ship(one), self.ship(other));
        rule!("EV-B-28a");
        match (a.role == Role::Npc, b.role == Role::Npc) {
            (true, true) => self.sides_against(data, a.side, b.side),
            (true, false) => self.side_against(data, a.side, b.owner),
            (false, true) => self.side_against(data, b.side, a.owner),
            (false, false) => {
                let battle = self.fight();
                a.owner != b.owner
                    && (battle.enemies[a.owner.index()] & bit(b.owner) != 0
                        || battle.enemies[b.owner.index()] & bit(a.owner) != 0)
            }
        }
    }
    /// The group of a target in the list of an NPC ship; `None`: never a target (EV-B-27, EV-B-28).
    fn group(&self, data: &Data, ship: ShipId, target: ShipId) -> Option<u8> {
        let (one, other) = (self.ship(ship), self.ship(target));
        let side = one.side;
        if other.role == Role::Npc {
            if !self.sides_against(data, side, other.side) {
                return None;
            }
            if side == Power::Pirate {
                rule!("EV-B-28");
                return Some(1);
            }
            return Some(if self.event_side(side) && listed(data, self.fight()).has(other.side) {
                rule!("EV-EVA-2");
                1
            } else if other.side == Power::Pirate {
                2
            } else {
                3
            });
        }
        let seat = other.owner;
        if seat == one.controller || !self.side_against(data, side, seat) || self.protects(data, side, seat) {
            return None;
        }
        if self.fight().fired_at[seat.index()].has(side) {
            rule!("EV-PI-5");
            return Some(0);
        }
        rule!("EV-B-27");
        Some(4)
    }
    /// Is a target legal for a ship, limits of the chase left aside?
    pub(crate) fn may_target(&self, data: &Data, ship: ShipId, target: ShipId) -> bool {
        let (one, other) = (self.ship(ship), self.ship(target));
        if ship == target || !other.fights || other.inside.is_some() || other.role == Role::Gone {
            return false;
        }
        if one.role != Role::Npc {
            rule!("EV-B-26");
            return other.role == Role::Npc || other.owner != one.owner;
        }
        let Some(group) = self.group(data, ship, target) else { return false };
        if group <= 1 {
            return true;
        }
        // A group is open as soon as no earlier one holds a ship that is not disabled (EV-R-98).
        let shut = self.fighting().any(|(id, blocker)| {
            blocker.role == Role::Npc
                && blocker.damage != Damage::Disabled
                && self.group(data, ship, id).is_some_and(|earlier| earlier < group)
        });
        if shut {
            rule!("EV-PI-4");
            rule!("EV-R-23");
        } else {
            rule!("EV-R-98");
        }
        !shut
    }
    /// Is a target legal for a ship now, limits of the chase included (EV-CH-2)?
    pub(crate) fn can_target(&self, data: &Data, ship: ShipId, target: ShipId) -> bool {
        if self.ship(ship).pursued && !self.ship(target).chased {
            rule!("EV-CH-2");
            return false;
        }
        self.may_target(data, ship, target)
    }
    /// Has a side an enemy in the battle, so that the host government may be introduced (EV-B-11)?
    pub(crate) fn has_enemy(&self, data: &Data, side: Power) -> bool {
        self.fighting().any(|(_, ship)| match ship.role {
            Role::Npc if ship.side == side => {
                // The runner of a mission that they oppose is no reason for more of them (EV-OPP-4).
                if self.fight().attackers == Some(side) {
                    rule!("EV-TP-3");
                }
                false
            }
            Role::Npc => self.sides_against(data, side, ship.side),
            _ => self.hostile(data, ship.owner, side) || self.attacks_protected(data, side, ship.owner),
        })
    }
    /// Do at least two sides still have ships that can fight (EV-END-3)?
    pub(crate) fn contested(&self, data: &Data) -> bool {
        self.fighting().any(|(one, a)| {
            a.damage != Damage::Disabled
                && self.fighting().any(|(other, b)| {
                    one < other && b.damage != Damage::Disabled && self.enemies(data, one, other)
                })
        })
    }
    /// Has some ship that can fight a legal target, disabled ones counted (EV-END-1, EV-B-18a)?
    pub(crate) fn anyone_can_shoot(&self, data: &Data) -> bool {
        self.fighting().any(|(one, a)| {
            a.damage != Damage::Disabled
                && self.fighting().any(|(other, _)| self.may_target(data, one, other))
        })
    }
}
