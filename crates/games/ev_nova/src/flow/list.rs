//! What a seat might try: candidates, judged by `check`.

use rules::Seat;

use crate::boarding::ammunition;
use crate::{Action, EvNova, Frame, Stage, State};

impl EvNova {
    /// Everything a seat might try now.
    pub(crate) fn list(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if !self.asked(state, seat) {
            return;
        }
        let open = &state.open;
        let own = &state.secret.seat[seat.index()];
        let Some(frame) = open.frame() else { return };
        let show = |out: &mut Vec<Action>, pirate: bool| {
            out.extend(if pirate { own.pirate.distinct() } else { own.gov.distinct() }.map(Action::Show));
        };
        match frame {
            Frame::Contribute => self.list_contribute(state, seat, out),
            Frame::Launch => out.extend(own.hand.distinct().map(Action::LaunchFrom)),
            Frame::LaunchChoice { .. } => out.extend([Action::Place, Action::Decline]),
            Frame::Stranded => {
                out.extend([Action::Wait, Action::SelfDestruct]);
                out.extend((0..=open.of(seat).hand).filter(|&n| n != open.of(seat).offer).map(Action::Offer));
            }
            Frame::Main => self.list_main(state, seat, out),
            Frame::Pay { .. } | Frame::PassCards { .. } => out.extend(own.hand.distinct().map(Action::Lay)),
            Frame::Order { .. } => {
                let from = out.len();
                out.extend(
                    open.limbo.iter().filter(|(owner, _)| *owner == seat).map(|&(_, card)| Action::Lay(card)),
                );
                out[from..].sort_unstable();
                out.dedup();
            }
            Frame::Marker { .. } => {
                out.extend(open.of(seat).markers.iter().map(Action::Remove));
                out.push(Action::Pass);
            }
            Frame::Arrive => {
                let due = open.missions.iter().filter(|mission| mission.seat == seat && mission.due);
                let from = out.len();
                out.extend(due.map(|mission| Action::Meet(mission.card)));
                out[from..].sort_unstable();
                out.dedup();
            }
            Frame::OpposeAdd { card, .. } => {
                out.push(Action::Done);
                show(out, self.opposition(card).ship == crate::Power::Pirate);
            }
            Frame::EventAdd { card, .. } => {
                out.push(Action::Done);
                let pirate = self.data().red(card).effects.iter().any(|effect| {
                    matches!(effect, crate::data::Effect::NpcAttack { ship: crate::Power::Pirate, .. })
                });
                show(out, pirate);
            }
            Frame::EndWindow { .. } => {
                out.push(Action::Done);
                let system = open.of(open.active).pawn;
                let port = system.is_some_and(|system| self.data().host(system) == crate::Power::Pirate);
                show(out, port);
            }
            Frame::EndDecide => {
                out.push(Action::Ignore);
                let mut sides = crate::Powers::NONE;
                for (_, ship) in open.fleet().filter(|(_, ship)| ship.role == crate::Role::Npc) {
                    sides.insert(ship.side);
                }
                out.extend(sides.iter().map(Action::AttackShown));
            }
            Frame::Assign { .. } => {
                out.push(Action::Done);
                let outfits = own.gov.distinct().filter(|&card| self.data().item(card).is_some());
                for card in outfits {
                    let telepaths = open.fighting().filter(|(_, ship)| self.data().hull(ship.card).telepath);
                    out.extend(telepaths.map(|(ship, _)| Action::Assign(card, ship)));
                }
            }
            Frame::Evade { .. } => {
                out.push(Action::Pass);
                out.extend(self.bonus_cards(state, seat).map(Action::Evade));
            }
            Frame::EscapeChoice => out.extend([Action::Take, Action::Escape]),
            Frame::Pursue { runner, .. } => {
                out.push(Action::Done);
                let ships = open.fighting().filter(|&(id, _)| open.captain(id) == seat);
                let may = ships.filter(|&(id, _)| open.may_pursue(self.data(), id, runner));
                out.extend(may.map(|(id, _)| Action::Pursue(id)));
            }
            Frame::Retreat { .. } => {
                if let Some(battle) = &open.battle {
                    let links = &self.data().systems[battle.system.index()].links;
                    out.extend(links.iter().map(|&system| Action::Retreat(system)));
                }
            }
            Frame::DealAnswer { .. } => out.extend([Action::Accept, Action::Refuse]),
            Frame::SelfDestruct { .. } => out.extend([Action::Stay, Action::SelfDestruct]),
            Frame::Ammunition { target } => {
                out.push(Action::Done);
                out.extend(ammunition(open, self.data(), seat, target).into_iter().map(Action::TakeAmmo));
            }
            Frame::CaptureAgain { target } => out.extend([Action::Done, Action::Capture(target)]),
            Frame::CaptureAs { .. } | Frame::CaptureItems { .. } | Frame::CaptureAssets { .. } => {
                self.list_capture(state, seat, frame, out);
            }
            Frame::Give { .. } => {
                out.push(Action::FromDeck);
                out.extend(own.hand.distinct().map(Action::FromHand));
            }
            Frame::PayRepair { .. } => out.extend([Action::PayRepair, Action::Pass]),
            Frame::Offer { .. } => out.extend((0..=open.of(seat).hand).map(Action::Offer)),
            Frame::Battle => self.list_battle(state, seat, out),
            _ => {}
        }
    }

    fn list_battle(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let open = &state.open;
        let own = &state.secret.seat[seat.index()];
        let Some(battle) = &open.battle else { return };
        match battle.stage {
            Stage::Join { .. } => out.extend([Action::Join, Action::StandClear]),
            Stage::RedAlert { .. } => out.extend([Action::RedAlert, Action::Fight]),
            Stage::Planets { .. } => {
                out.push(Action::Pass);
                let here = |card: &crate::Card| self.data().planets[card.index()] == Some(battle.system);
                out.extend(own.hand.distinct().filter(here).map(Action::Reveal));
            }
            Stage::Introduce { calling, .. } => {
                out.push(if calling { Action::Done } else { Action::Pass });
                out.extend(
                    own.gov.distinct().filter(|&card| self.data().ship(card).is_some()).map(Action::Show),
                );
                out.extend(own.pirate.distinct().map(Action::Show));
            }
            Stage::Span => {
                let opposed = matches!(battle.cause, crate::Cause::Opposition(_));
                let make = if battle.round == 1 && !opposed { Action::Begin } else { Action::End };
                out.extend((1..=5).map(make));
            }
            Stage::Maneuver { .. } => {
                out.push(Action::Done);
                let own =
                    open.fighting().filter(|(_, ship)| ship.owner == seat && ship.role != crate::Role::Npc);
                out.extend(own.map(|(id, _)| Action::Maneuver(id)));
            }
            Stage::Spring { .. } => self.list_spring(state, seat, out),
            Stage::Fire { .. } => self.list_fire(state, seat, out),
            Stage::Withdraw { .. } => out.extend([Action::Stay, Action::Withdraw]),
            Stage::Recover { .. } => {
                out.push(Action::Done);
                self.list_recover(state, seat, false, out);
            }
            Stage::TakeFighters { .. } => {
                out.push(Action::Done);
                self.list_recover(state, seat, true, out);
            }
            Stage::Board { .. } => self.list_boarding(state, seat, out),
            _ => {}
        }
    }
}
