//! Why an action is denied in this very situation. The rule is the judge's; the words name the facts it acted on.

use rules::RuleId;

use crate::{
    Action, Board, Coup, Frame, Loc, Payment, Repairer, Ship, ShipSet, Side, StarBorders, View, cards,
    prompts::counted,
};

impl StarBorders {
    /// The reason, or `None` where the row of the ledger says it as well.
    pub(crate) fn reason(&self, view: &View, side: Side, action: Action, rule: RuleId) -> Option<String> {
        let board = &view.board;
        if self.asked(board) != Some(side) {
            return Some("it is not your decision now".to_owned());
        }
        match action {
            Action::Pick(ship) => self.pick_reason(board, side, ship, rule.name()),
            Action::Go(to) => self.go_reason(board, side, to, rule.name()),
            Action::Overdrive => Some(match rule.name() {
                "SB-C.m" if board.turn.overdriven => "Overdrive Coils work on one move per turn".to_owned(),
                "SB-C.m" => "Overdrive Coils are chosen before the first step of a move".to_owned(),
                _ => self.not_shown(cards::OVERDRIVE),
            }),
            Action::Replace(_, base) => self.replace_reason(board, side, base, rule.name()),
            Action::Repair(ship, by) => self.repair_reason(board, side, ship, by, rule.name()),
            Action::Fortify(loc) => self.fortify_reason(board, side, loc, rule.name()),
            Action::Requisition(base) => self.requisition_reason(board, side, base),
            Action::Buy => Some(self.buy_reason(board, side, rule.name())),
            Action::Use(cards::REDEPLOYMENT) if rule.name() == "SB-C.k" => {
                Some("no ship of yours is free to go: all have ended their movement".to_owned())
            }
            Action::Use(card) => Some(format!("{} cannot be used now", self.card_name(card))),
            Action::Operate => {
                let cost = self.scenario.special.draw_pool?.surcharge[side.index()];
                Some(format!("operating costs {cost} LP; you have {}", self.funds(board, side)))
            }
            Action::Missile(ship) => Some(match rule.name() {
                "SB-7.2e" => format!("{} has no Attack", self.ship_name(board, ship)),
                _ => self.not_shown(cards::MISSILES),
            }),
            Action::Hide => Some(match rule.name() {
                "SB-7.3c" => "only the attacker can hide".to_owned(),
                _ if board.battle.round > 1 => "hiding is possible in the first round only".to_owned(),
                _ => "all your ships here need Cloak to hide".to_owned(),
            }),
            Action::Retreat(to) => self.retreat_reason(board, side, to, rule.name()),
            Action::Flee(to) => Some(self.no_way_reason(board, side, to)),
            Action::Shoot | Action::ShootMassed => Some(match rule.name() {
                "SB-7.5f" => "a ship with Attack 0 needs a partner to fire".to_owned(),
                "SB-C.j" => "Massed Fire Doctrine helps one shot per firing step".to_owned(),
                "SB-5.1h" => self.not_shown(cards::MASSED_FIRE),
                _ => "choose the ships of the shot first".to_owned(),
            }),
            Action::FireAtWill => Some("you have begun to form your own groups".to_owned()),
            Action::CeaseFire => Some("fire or deselect the ships you have picked first".to_owned()),
            Action::Reroll(_) => Some(match rule.name() {
                "SB-11.2e" => "an automatic hit has no die to re-roll".to_owned(),
                _ if side == Side::Alliance => "only the Imperium has Honor".to_owned(),
                _ if board.honor == 0 => "you have no Honor".to_owned(),
                _ => "no Imperium ship was here when the battle began".to_owned(),
            }),
            Action::Deflect => Some(match rule.name() {
                "SB-C.l" => "you have used Layered Deflectors in this battle".to_owned(),
                _ => self.not_shown(cards::DEFLECTORS),
            }),
            Action::Coup(coup) => Some(self.coup_reason(coup, rule.name())),
            Action::Assault(loc) => Some(if board.turn.assaulted.has(loc) {
                format!("{} has been assaulted this turn", self.place_name(loc))
            } else {
                format!("your ships at {} have no Planetary Assault rating", self.place_name(loc))
            }),
            Action::Restore(base, loc, payment) => {
                Some(self.restore_reason(board, side, base, loc, payment, rule.name()))
            }
            Action::Refit(loc) => Some(match rule.name() {
                "SB-8.5b" => format!("you have no R&S ship at {}", self.place_name(loc)),
                _ => format!("{} is Besieged", self.place_name(loc)),
            }),
            _ => None,
        }
    }

    fn not_shown(&self, card: crate::Card) -> String {
        format!("{} must lie face up: show it first", self.card_name(card))
    }

    fn too_expensive(&self, board: &Board, side: Side, what: &str, cost: u8) -> String {
        format!("{what} costs {cost} LP; you have {}", self.funds(board, side))
    }

    fn pick_reason(&self, board: &Board, side: Side, ship: Ship, rule: &str) -> Option<String> {
        let name = self.ship_name(board, ship);
        let at = board.at(ship);
        Some(match (board.frame()?, rule) {
            (_, "SB-6.1n") => format!("{name} is your opponent's"),
            (_, "SB-6.1l") => self.halt_reason(board, ship),
            (Frame::Activity, "SB-6.2e") => {
                let cost = self.move_cost(board, ship, ShipSet::EMPTY);
                self.too_expensive(board, side, &format!("a move of {name}"), cost)
            }
            (Frame::Move(step), "SB-6.2e") => {
                let cost = self.move_cost(board, step.lead, step.followers | ShipSet::only(ship));
                self.too_expensive(board, side, "a move of this group", cost)
            }
            (Frame::Activity, "SB-6.1b") => {
                let from = at.map_or("", |loc| self.place_name(loc));
                format!("every way out of {from} leads to the enemy, and the truce holds")
            }
            (Frame::Move(_), "SB-6.7b") if board.turn.halted.has(ship) => self.halt_reason(board, ship),
            (Frame::Move(step), "SB-6.7a") => {
                format!("{} is not a Flagship and leads no other ship", self.ship_name(board, step.lead))
            }
            (Frame::Move(_), "SB-6.7d") => "ships join before the first step of a move".to_owned(),
            (Frame::Redeploy(picked), _) => match () {
                () if ship.side() != side => format!("{name} is your opponent's"),
                () if at.is_none() => format!("{name} is not on the map"),
                () if picked.has(ship) => format!("{name} is picked already"),
                () if picked.len() >= 3 => "three ships are the limit of a redeployment".to_owned(),
                () if !board.is_free(ship) => self.halt_reason(board, ship),
                () => format!("{name} stands elsewhere: all ships start from one place"),
            },
            (Frame::Fire(_), "SB-7.5g") => format!("{name} has no Attack and cannot take part in a shot"),
            (Frame::Fire(_), "SB-7.5f") => format!("{name} has Attack 0 and no partner left to fire with"),
            (Frame::Fire(_), _) => format!("{name} is in a shot already"),
            _ => return None,
        })
    }

    /// Why a ship moves no more this turn.
    pub(crate) fn halt_reason(&self, board: &Board, ship: Ship) -> String {
        let name = self.ship_name(board, ship);
        let at = board.at(ship);
        let place = at.map_or("", |loc| self.place_name(loc));
        match at {
            _ if board.turn.repaired.has(ship) => format!("{name} was repaired this turn"),
            _ if board.turn.repaired_others.has(ship) => format!("{name} has repaired a ship this turn"),
            Some(loc) if self.quadrant.asteroids.has(loc) => {
                format!("{name} stopped in the Asteroids at {place} this turn")
            }
            Some(loc) if self.quadrant.nebulae.has(loc) => {
                format!("{name} stopped in the Nebula at {place} this turn")
            }
            Some(loc) if board.enemy_presence(ship.side()).has(loc) => {
                format!("{name} met the enemy at {place} this turn")
            }
            _ => format!("{name} has ended its movement this turn"),
        }
    }

    fn go_reason(&self, board: &Board, side: Side, to: Loc, rule: &str) -> Option<String> {
        let place = self.place_name(to);
        match (board.frame()?, rule) {
            (_, "SB-S.T1") => {
                let until = self.scenario.special.truce_until?;
                Some(format!("the truce holds until box {until}, and the enemy is at {place}"))
            }
            (Frame::Move(step), "SB-6.1b") => self.distance_reason(board, step.lead, to),
            (Frame::Redeploy(picked), _) => Some(match picked.first().and_then(|ship| board.at(ship)) {
                None => "choose the ships first".to_owned(),
                Some(from) if from == to => format!("they are at {place} already"),
                Some(_) if board.enemy_presence(side).has(to) => format!("the enemy is at {place}"),
                Some(_) => format!("{place} is out of play"),
            }),
            _ => None,
        }
    }

    /// "3 links away; a Starship has 2 Engines".
    pub(crate) fn distance_reason(&self, board: &Board, ship: Ship, to: Loc) -> Option<String> {
        let links = self.quadrant.distance(board.at(ship)?, to, true)?;
        let face = self.ratings(board, ship);
        let (class, engines) = (face.class.name(), face.engines);
        let article = if class.starts_with(['A', 'E', 'I']) { "an" } else { "a" };
        Some(format!("{} away; {article} {class} has {}", counted(links, "link"), counted(engines, "Engine")))
    }

    fn replace_reason(&self, board: &Board, side: Side, base: Loc, rule: &str) -> Option<String> {
        Some(match rule {
            "SB-S.T2" => "this scenario gives your side no replacements".to_owned(),
            "SB-5.2e" => format!("{} is Besieged", self.place_name(base)),
            "SB-5.2c" => self.too_expensive(board, side, "a replacement", self.replacement_cost(board, side)),
            _ => return None,
        })
    }

    fn repair_reason(
        &self,
        board: &Board,
        side: Side,
        ship: Ship,
        by: Repairer,
        rule: &str,
    ) -> Option<String> {
        let place = board.at(ship).map_or("", |loc| self.place_name(loc));
        let repairer = match by {
            Repairer::Planet => place.to_owned(),
            Repairer::Ship(by) => self.ship_name(board, by).to_string(),
        };
        Some(match (rule, by) {
            ("SB-5.3a", _) => "a repair costs 1 LP; you have none".to_owned(),
            ("SB-5.3b", _) => format!("{place} is {}", self.trouble(board, side, board.at(ship)?)),
            ("SB-5.3g", _) => {
                format!("{place} has repaired a ship this turn; only a Sector Base repairs more")
            }

            ("SB-R10", _) => "a ship cannot repair itself".to_owned(),
            ("SB-R47", _) => format!("{repairer} was itself repaired this turn"),
            ("SB-5.3c", _) => format!("the enemy is at {place}"),
            ("SB-5.3e" | "SB-5.3f", Repairer::Ship(by)) if board.turn.halted.has(by) => {
                self.halt_reason(board, by)
            }
            ("SB-5.3d" | "SB-5.3f", _) => self.halt_reason(board, ship),
            ("SB-5.3h", _) => format!("{repairer} has used all its R&S symbols this turn"),
            _ => return None,
        })
    }

    /// `Disrupted`, `Besieged` or both.
    fn trouble(&self, board: &Board, side: Side, loc: Loc) -> &'static str {
        match (board.disrupted.has(loc), board.besieged(side).has(loc)) {
            (true, true) => "Disrupted and Besieged",
            (true, false) => "Disrupted",
            (false, true) => "Besieged",
            (false, false) => "not yours",
        }
    }

    fn fortify_reason(&self, board: &Board, side: Side, loc: Loc, rule: &str) -> Option<String> {
        let place = self.place_name(loc);
        Some(match rule {
            "SB-5.4b" if board.turn.fortified.has(loc) => format!("{place} has been fortified this turn"),
            "SB-5.4b" => format!("{place} is {}", self.trouble(board, side, loc)),
            "SB-5.4d" => format!("level {} is the highest for {place}", board.level(loc)),
            "SB-5.4e" => "no Fortified marker of this kind is left in your Stock".to_owned(),
            "SB-5.4c" => {
                let level = board.level(loc) + 1;
                self.too_expensive(
                    board,
                    side,
                    &format!("level {level}"),
                    self.fortification_cost(board, loc),
                )
            }
            _ => return None,
        })
    }

    fn requisition_reason(&self, board: &Board, side: Side, base: Loc) -> Option<String> {
        let offer = self.scenario.special.requisition?;
        Some(match () {
            () if board.requisitioned >= offer.limit => "the requisition has been used".to_owned(),
            () if board.honor < offer.cost => {
                format!("the requisition costs {} Honor; you have {}", offer.cost, board.honor)
            }
            () if !self.open_bases(board, side).has(base) => format!("{} is Besieged", self.place_name(base)),
            () => return None,
        })
    }

    fn buy_reason(&self, board: &Board, side: Side, rule: &str) -> String {
        match rule {
            "SB-5.1b" => "you have no Sector Base that is not Besieged".to_owned(),
            _ if !self.scenario.features.cards => "this scenario has no Development cards".to_owned(),
            _ if self.pile_size(board) == 0 => "the Draw Pile is empty".to_owned(),
            _ => self.too_expensive(board, side, "a card", self.card_price(board, side)),
        }
    }

    fn retreat_reason(&self, board: &Board, side: Side, to: Loc, rule: &str) -> Option<String> {
        Some(match rule {
            "SB-7.1c" => "ships cannot retreat from a Nebula".to_owned(),
            "SB-7.3e" => "the attacker cannot retreat in the first round".to_owned(),
            "SB-7.3f" => {
                let mut fleet = board.ships_at(side, board.battle.at);
                let slow = fleet.find(|&ship| self.ratings(board, ship).engines == 1)?;
                format!("{} has 1 Engine: too slow to leave before combat", self.ship_name(board, slow))
            }
            "SB-7.3g" => {
                format!("{} is no Safe Refuge; before combat ships retreat only to one", self.place_name(to))
            }
            "SB-7.3h" | "SB-7.3i" => self.no_way_reason(board, side, to),
            _ => return None,
        })
    }

    /// Why ships of `side` cannot leave the Battle for `to`.
    fn no_way_reason(&self, board: &Board, side: Side, to: Loc) -> String {
        let place = self.place_name(to);
        match () {
            () if board.enemy_presence(side).has(to) => format!("the enemy is at {place}"),
            () if side == board.active => {
                format!("your ships did not come from {place}, and it is no Safe Refuge")
            }
            () => format!("the attacker came from {place}"),
        }
    }

    fn coup_reason(&self, coup: Coup, rule: &str) -> String {
        match coup {
            Coup::Share(card) if rule == "SB-7.8f" => {
                format!("{} cannot be shared", self.card_name(card))
            }
            Coup::Blind => "your opponent has no hidden card".to_owned(),
            Coup::Loot(_) => "your opponent still has cards".to_owned(),
            Coup::Drop(card) | Coup::Compromise(card) | Coup::Share(card) | Coup::Seize(card) => {
                format!("{} is not there for this coup", self.card_name(card))
            }
        }
    }

    fn restore_reason(
        &self,
        board: &Board,
        side: Side,
        base: Loc,
        loc: Loc,
        payment: Payment,
        rule: &str,
    ) -> String {
        match (rule, payment) {
            ("SB-8.5c", _) if board.turn.repaired_bases.has(base) => {
                format!("{} has repaired a planet this turn", self.place_name(base))
            }
            ("SB-8.5c", _) => format!("{} is Besieged", self.place_name(base)),
            ("SB-8.5a", _) => format!("{} is Besieged", self.place_name(loc)),
            (_, Payment::Honor) if self.restoration_cost(board, base) == 0 => {
                "this repair is free".to_owned()
            }
            _ => format!("this repair costs 1; you have {}", self.funds(board, side)),
        }
    }
}
