//! Chapters 11.5, 11.11 and 11.12: one shot (EV-B-30), its pursuit, point defense and what a hit does.

use rules::{Seat, rule};

use crate::data::Stat;
use crate::play::{Flow, Play};
use crate::{Action, Ask, CheckKind, Damage, Event, Flip, Frame, Role, ShipId, Shot};

impl<E: FnMut(Event)> Play<'_, E> {
    pub(super) fn aim(&mut self, mut shot: Shot, bonus: i16) {
        let open = &self.state.open;
        let target = *open.ship(shot.target);
        let (attack, stat) = match target.damage {
            Damage::Disabled => {
                rule!("EV-B-23");
                self.fight().success = true;
                self.destroy(shot.target);
                return;
            }
            Damage::Intact => {
                rule!("EV-B-21");
                (shot.sh, Stat::Shield)
            }
            Damage::ShieldsDown => {
                rule!("EV-B-22");
                (shot.ar, Stat::Armor)
            }
        };
        rule!("EV-B-30");
        shot.av = attack + bonus;
        shot.ov = open.stat(self.data, shot.target, stat);
        let (av, ov) = (shot.av, shot.ov);
        self.fight().shot = Some(shot);
        self.fight().check = (av, ov);
        self.offer_evasion(shot.target, CheckKind::Shot);
    }

    /// The owner of the ship aimed at may play Evasive Maneuver (EV-HID-3), then the check follows.
    pub(crate) fn offer_evasion(&mut self, target: ShipId, what: CheckKind) {
        let ship = *self.state.open.ship(target);
        let (av, ov) = self.fight().check;
        let seat = ship.owner;
        let matters = av >= ov && av - ov - 3 < 9;
        rule!("EV-HID-3");
        if ship.role != Role::Npc
            && self.state.open.of(seat).hand > 0
            && !self.state.open.of(seat).out
            && matters
        {
            self.push(Frame::Evade { seat, what });
        } else {
            self.go_check(what);
        }
    }

    pub(crate) fn evade(&mut self, seat: Seat, what: CheckKind, action: Action) {
        self.pop();
        if let Action::Evade(card) = action {
            rule!("EV-CHECK-6");
            self.discard(seat, card);
            let (_, more) = self.bonus(card);
            self.tell(Event::Evaded(seat, card));
            self.fight().check.1 += more;
        }
        self.go_check(what);
    }

    fn go_check(&mut self, what: CheckKind) {
        let (av, ov) = self.fight().check;
        let flip = match what {
            CheckKind::Escape => Flip::Escape { bonus: 0 },
            CheckKind::Pursuit => Flip::Pursuit,
            CheckKind::Capture => Flip::Capture { bonus: 0 },
            _ => Flip::Shot,
        };
        self.check(what, av, ov, flip);
    }

    /// A check: below OV it fails without a card, else a Nova card is flipped (EV-CHECK).
    pub(crate) fn check(&mut self, kind: CheckKind, av: i16, ov: i16, flip: Flip) {
        rule!("EV-CHECK-1");
        if av < ov {
            rule!("EV-CHECK-2");
            self.tell(Event::Check(kind, av, ov, None, false));
            self.checked(flip, false);
        } else {
            rule!("EV-CHECK-4");
            self.push(Frame::Flip(flip));
        }
    }

    /// The hit on shields or armor stands so far: point defense, then escape (EV-B-30).
    pub(crate) fn shot_hits(&mut self) {
        self.fight().success = true;
        let shot = self.fight().shot.expect("a shot is resolved");
        let Some(_) = shot.pur else {
            self.wound(shot.target);
            return;
        };
        let (open, data) = (&self.state.open, self.data);
        let target = open.ship(shot.target);
        let mut systems = 0;
        if !shot.no_pd && !target.maneuver {
            for (n, line) in open.lines(data, shot.target).enumerate() {
                let battle = open.battle.as_ref().expect("a battle is fought");
                let dry = open.last_round(data, shot.target, line).is_some_and(|last| battle.round > last);
                if line.pd && !dry {
                    rule!("EV-PD-2");
                    rule!("EV-PD-3");
                    systems |= 1 << n;
                }
            }
        } else if target.maneuver {
            rule!("EV-PD-5");
        }
        self.fight().shot = Some(Shot { pd_left: systems, ..shot });
        self.point_defense();
    }

    /// The next defensive shot, best first (EV-PD-4); after the last one the target may try to escape.
    pub(crate) fn point_defense(&mut self) {
        let mut shot = self.fight().shot.expect("a shot is resolved");
        let pur = shot.pur.expect("point defense answers pursuing weapons");
        let (open, data) = (&self.state.open, self.data);
        let rocks = open.asteroid(data);
        let best = open
            .lines(data, shot.target)
            .enumerate()
            .filter(|(n, _)| shot.pd_left >> n & 1 == 1)
            .map(|(n, line)| {
                rule!("EV-R-03");
                (line.sh.max(line.ar) - rocks, n)
            })
            .max_by_key(|&(av, n)| (av, std::cmp::Reverse(n)));
        if let Some((av, n)) = best
            && av >= pur
        {
            rule!("EV-PD-4");
            rule!("EV-R-94");
            rule!("EV-R-35");
            shot.pd_left &= !(1 << n);
            self.fight().shot = Some(shot);
            self.push(Frame::Flip(Flip::PointDefense { av }));
            return;
        }
        self.push(Frame::EscapeChoice);
    }

    pub(crate) fn step_escape_choice(&mut self) -> Flow {
        let shot = self.fight().shot.expect("a shot is resolved");
        let ship = self.state.open.ship(shot.target);
        if ship.maneuver {
            self.pop();
            self.wound(shot.target);
            return Flow::Go;
        }
        let captain = self.state.open.captain(shot.target);
        if self.state.open.of(captain).out {
            self.pop();
            return Flow::Go;
        }
        rule!("EV-PUR-2");
        rule!("EV-PUR-4");
        self.ask(Ask::Seat(captain))
    }

    pub(crate) fn escape(&mut self, action: Action) {
        self.pop();
        let shot = self.fight().shot.expect("a shot is resolved");
        if action != Action::Escape {
            self.wound(shot.target);
            return;
        }
        self.ship(shot.target).dodged = true;
        let escape = self.state.open.stat(self.data, shot.target, Stat::Escape);
        self.fight().check = (shot.pur.expect("only pursuing weapons can be escaped"), escape);
        self.offer_evasion(shot.target, CheckKind::Escape);
    }

    /// The hit counts: one step worse (EV-VOC-9).
    pub(crate) fn wound(&mut self, target: ShipId) {
        rule!("EV-VOC-9");
        let ship = self.ship(target);
        let disabled = ship.damage == Damage::ShieldsDown;
        if disabled {
            ship.damage = Damage::Disabled;
            rule!("EV-FL-8");
            ship.maneuver = false;
        } else {
            ship.damage = Damage::ShieldsDown;
        }
        let named = self.named(target);
        self.tell(if disabled { Event::Disabled(named) } else { Event::ShieldsDown(named) });
        self.fight().shot = None;
    }
}
